"""A broken file beside the exact words, and the place, that the person who wrote it must get."""

from __future__ import annotations

import pytest
import yaml

from outfall.files import text as reading
from outfall.files.text import Limits, read_text
from outfall.law.faults import Fault, Refused

# (the file, the code with line:column and path of its one fault, what it says)
# fmt: off
GOLDEN: list[tuple[str | bytes, str, str]] = [
    ("case: W-1\n\tnature: x\n", "not-yaml 2:1",
     "A tab stands where spaces are needed. Replace it by spaces; the lines of one group begin "
     "under one another."),
    ("case:W-1\nordinance: webster-ny\n", "not-yaml 1:1",
     "A space is missing after the colon. Write the name, a colon, a space, the value."),
    ("case: W-1\nordinance:webster-ny\nevents: []\n", "not-yaml 2:1",
     "A space is missing after the colon. Write the name, a colon, a space, the value."),
    ("case: W-1\nordinance webster-ny\nevents: []\n", "not-yaml 2:1",
     "This line is no field: a name, a colon, a space and a value. Look for a missing colon, "
     "or for a quote that is not closed above it."),
    ("nature: basin: broken\n", "not-yaml 1:14",
     "A second colon stands where none can. If it is part of the text, put the whole text in "
     "quotes."),
    ("case: W-1\n  ordinance: x\n", "not-yaml 2:12",
     "This line is read as part of the line above it. Check that the line above has a colon "
     "and a space, and that both lines begin under one another."),
    ("nature: 'no silt fence\nevents: []\n", "not-yaml 1:9",
     "The quote that opens here is never closed. Put the same quote at the end of the text."),
    ("nature: 'owner's basin'\n", "not-yaml 1:16",
     "Text stands here after a closing quote. Put the whole text in double quotes; inside "
     "single quotes an apostrophe is written twice."),
    ("nature: \"C:\\Temp\"\n", "not-yaml 1:12",
     "A backslash inside double quotes has a meaning of its own. Use single quotes for this "
     "text, or write two backslashes."),
    ("events: [a, b\ncase: W-1\n", "not-yaml 2:5",
     "A comma is missing before this place, or the '[' opened on line 1 is not closed. Put a "
     "comma between entries and a ']' at the end."),
    ("events: [a, b\n", "not-yaml 1:9",
     "The '[' that opens here is never closed. Put the closing bracket at the end."),
    ("events:\n  - {date: 2026-03-02, event: closed\n", "not-yaml 2:5",
     "The '{' that opens here is never closed. Put the closing bracket at the end."),
    ("events:\n  - {date: 2026-03-02 event: closed}\n", "not-yaml 2:28",
     "A comma is missing before this place, or the '{' opened on line 2 is not closed. Put a "
     "comma between fields and a '}' at the end."),
    ("events:\n  - {date:2026-03-02, event: closed}\n",
     'not-yaml 2:21 events[0]["date:2026-03-02"]',
     "A space is missing after the colon in 'date:2026-03-02'. Write the name, a colon, a "
     "space and then the value."),
    ("events:\n  - a\n  -b\n  - c\n", "not-yaml 3:3",
     "A space is missing after the dash. Write a dash, a space and then the entry."),
    ("events:\n  - {event: closed}\n - {event: reopened}\n", "not-yaml 3:2",
     "This line doesn't fit the lines above it. Set it in as far as the others of its group."),
    ("events:\n  - a\n  case: W-1\n", "not-yaml 3:3",
     "This line doesn't belong to the list above it. Begin it with a dash and a space, or set "
     "it as far in as the group that it belongs to."),
    ("case: @W-1\n", "not-yaml 1:7",
     "A value can't begin with '@'. If it is meant as text, put it in quotes."),
    ("case: ]\n", "not-yaml 1:7",
     "A value can't begin with this mark. If it is meant as text, put it in quotes."),
    ("contents: [a,,b]\n", "not-yaml 1:14",
     "A value is missing here: look for two commas in a row, or a bracket that is not closed."),
    ("events: - a\n", "not-yaml 1:9",
     "A list begins here on the line of its name. Put each entry on a line of its own below: a "
     "dash, a space, the value."),
    ("nature: |text\n", "not-yaml 1:10",
     "After '|' or '>' the text begins on the next line, set in by two spaces. If it is meant "
     "as text, put it in quotes."),
    ("{case: W-1} more\n", "not-yaml 1:13",
     "Something is left over here after the end of the data. Take it out, or check for a "
     "bracket closed too early."),
    ("case: \"\\ud83d\\ude00\"\n", "not-yaml 1:10",
     "The character after the backslash can't be read. Write the character itself instead."),
    ("%FOO 1\n---\ncase: x\n", "not-yaml 1:1",
     "A line that begins with '%' is an instruction to YAML, and is not needed here. Take it "
     "out, or put the text in quotes."),
    ("%YAML 2.0\n---\ncase: x\n", "not-yaml 1:1",
     "This file says that it is written in another version of YAML. Take out the line that "
     "begins with '%YAML'."),
    ("case: W-1\ncase: W-2\n", "duplicate-key 2:1 case",
     "'case' is written twice in one place, on lines 1 and 2. Keep one of them."),
    ("events:\n  - {date: 2026-03-02, event: closed, date: 2026-03-03}\n",
     "duplicate-key 2:39 events[0].date",
     "'date' is written twice in one place, on line 2. Keep one of them."),
    ("events: &all []\n", "alias-not-allowed 1:9 events",
     "'&all' is a reference to another part of the file, which can't be used here. Write the "
     "value out; if it is meant as text, put it in quotes."),
    ("events:\n  - {date: 2026-03-02, violation: *v1}\n",
     "alias-not-allowed 2:35 events[0].violation",
     "'*v1' is a reference to another part of the file, which can't be used here. Write the "
     "value out; if it is meant as text, put it in quotes."),
    ("nature: *\n", "alias-not-allowed 1:9",
     "A value can't begin with '*'. Put the whole value in quotes."),
    ("name: & Sons\n", "alias-not-allowed 1:7",
     "A value can't begin with '&'. Put the whole value in quotes."),
    ("<<: {case: W-1}\n", "alias-not-allowed 1:1",
     "The merge key '<<' can't be used here. Write the fields out in full."),
    ("case: !!python/object:os.system x\n", "tag-not-allowed 1:7 case",
     "The tag '!!python/object:os.system' can't be used here. Take it out; if the text itself "
     "begins with an exclamation mark, put it in quotes."),
    ("nature: !urgent\n", "tag-not-allowed 1:9 nature",
     "The tag '!urgent' can't be used here. Take it out; if the text itself begins with an "
     "exclamation mark, put it in quotes."),
    ("nature: !e!x y\n", "tag-not-allowed 1:9",
     "A tag, a word after '!', can't be used here. If it is meant as text, put it in quotes."),
    ("%TAG !e! tag:x,2000:\n---\ncase: x\n", "tag-not-allowed 1:1",
     "A line that begins with '%TAG' can't be used here. Take it out."),
    ("case: W-1\n---\ncase: W-2\n", "several-documents 2:1",
     "A second document begins here, after a line of three dashes. Keep one case to a file: "
     "take the line out, or save the rest as another file."),
    ("case: W-1\n1: x\n", "key-not-text 2:1",
     "The name '1' must be text. Put it in quotes: \"1\"."),
    ("~: x\n", "key-not-text 1:1",
     "The name '~' must be text. Put it in quotes: \"~\"."),
    ("[a, b]: x\n", "key-not-text 1:1",
     "A list or a group of fields stands where the name of a field should. Write a name, a "
     "colon, a space and then the value."),
    ("{: x}\n", "not-yaml 1:2",
     "A value is missing here: look for two commas in a row, or a bracket that is not closed."),
    ('{"case": "W-1",, "events": []}', "not-json 1:16",
     "A name in double quotes is needed here. Look for a comma too many before it, or a name "
     "without quotes."),
    ('{"case": "W-1" "events": []}', "not-json 1:16",
     "A comma is missing before this place, or a bracket is closed by the wrong sign. Put a "
     "comma between fields."),
    ('{"case": "W-1", "events": [1, 2}', "not-json 1:32",
     "A comma is missing before this place, or a bracket is closed by the wrong sign. Put a "
     "comma between fields."),
    ('{"case": "W-1', "not-json 1:10",
     "The quote that opens here is never closed. Put a double quote at the end of the text."),
    ('{"case": "W-1"} {"case": "W-2"}', "not-json 1:17",
     "Something is left over here after the end of the data. Take it out, or check for a "
     "bracket closed too early."),
    ('{"amount": NaN}', "not-json 1:12",
     "NaN is not a number that JSON knows. Write the number, or null for none."),
    ('{"amount": [1, -Infinity]}', "not-json 1:16",
     "-Infinity is not a number that JSON knows. Write the number, or null for none."),
    ("{\"a\": \"\\ud800\"}", "control-character 1:7 a",
     "This text holds an invisible character, written as an escape. Take it out."),
    ("{\"a\": \"C:\\Temp\", \"b\" 1}", "not-json 1:10",
     "A backslash inside quotes has a meaning of its own. Write two backslashes."),
    ('{"a" 1}', "not-json 1:6",
     'A colon is missing after the name. Write "name": value.'),
    ("", "empty-file",
     "There is nothing in this file yet. Write the case in it: case, ordinance, events."),
    ("   \n# nothing yet\n", "empty-file",
     "There is nothing in this file yet. Write the case in it: case, ordinance, events."),
    ("---\n", "empty-file",
     "There is nothing in this file yet. Write the case in it: case, ordinance, events."),
    ("case: W\u00001\n", "control-character 1:8",
     "An invisible character (U+0000) stands here. Delete it."),
    ("case: W-1\nnature: a\u2028b\n", "control-character 2:10",
     "An invisible character (U+2028) stands here. Delete it."),
    ("nature: \"a\\0b\"\n", "control-character 1:9 nature",
     "This text holds an invisible character, written as an escape. Take it out."),
    (b'case: \xe9\n', "not-utf8 1:7",
     "This file is not UTF-8 (byte 0xE9 at line 1, perhaps meant as 'é'): save it as UTF-8."),
]
# fmt: on


def faults_of(source: str | bytes, limits: Limits = Limits()) -> tuple[Fault, ...]:  # noqa: B008
    with pytest.raises(Refused) as caught:
        read_text(source, limits)
    return caught.value.faults


def headed(fault: Fault) -> str:
    place = f" {fault.line}:{fault.column}" if fault.line is not None else ""
    return f"{fault.code}{place} {fault.where}".strip()


@pytest.mark.parametrize(("source", "head", "says"), GOLDEN)
def test_the_exact_words_and_place(source: str | bytes, head: str, says: str) -> None:
    (fault,) = faults_of(source)
    assert (headed(fault), fault.says) == (head, says)


@pytest.mark.parametrize("source", [source for source, _, _ in GOLDEN])
def test_no_parser_jargon_and_two_sentences_at_most(source: str | bytes) -> None:
    for fault in faults_of(source):
        said = fault.says.lower()
        for jargon in ("while parsing", "block mapping", "flow", "scalar", "token", "delimiter"):
            assert jargon not in said
        assert fault.says.endswith(".")
        assert said.count(". ") <= 1, said


# libyaml and PyYAML's own parser see these differently: an escape that only one of them knows, a
# directive that one passes over, the place where a character after a backslash is counted.
OTHERWISE_IN_PYTHON = ("\\ud83d", "%FOO", "C:\\Temp")


@pytest.mark.parametrize(
    ("source", "head"),
    [
        (source, head)
        for source, head, _ in GOLDEN
        if not (isinstance(source, str) and any(odd in source for odd in OTHERWISE_IN_PYTHON))
    ],
)
def test_the_same_faults_without_libyaml(
    source: str | bytes, head: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_LOADER", yaml.SafeLoader)
    (fault,) = faults_of(source)
    assert headed(fault) == head


def test_every_fault_is_told_at_once_in_the_order_of_the_file() -> None:
    source = (
        "case: W-1\n"
        "case: W-2\n"
        "place: &here {address: x}\n"
        "events:\n"
        "  - {date: 2026-03-02, event: !soon closed, date: 2026-03-03}\n"
        "  - {date:2026-03-04, place: *here}\n"
        "  - {date: 2026-03-05\n"
    )
    assert [headed(fault) for fault in faults_of(source)] == [
        "duplicate-key 2:1 case",
        "alias-not-allowed 3:8 place",
        "tag-not-allowed 5:31 events[0].event",
        "duplicate-key 5:45 events[0].date",
        'not-yaml 6:21 events[1]["date:2026-03-04"]',
        "alias-not-allowed 6:30 events[1].place",
        "not-yaml 7:5",
    ]


def test_double_fields_name_both_lines() -> None:
    source = '{"case": "W-1",\n "events": [{"a": 1, "a": 2}],\n "case": "W-2"}'
    first, second = faults_of(source)
    assert headed(first) == "duplicate-key 2:22 events[0].a"
    assert first.says == "'a' is written twice in one place, on line 2. Keep one of them."
    assert headed(second) == "duplicate-key 3:2 case"
    assert second.says == (
        "'case' is written twice in one place, on lines 1 and 3. Keep one of them."
    )


def test_a_long_list_of_faults_is_cut_and_counted() -> None:
    faults = faults_of("a: 1\n" * 81)
    assert len(faults) == 51
    assert faults[-1].code == "more-faults"
    assert faults[-1].says == ("There are 30 more faults. Put these right first, then try again.")
    assert faults_of("a: 1\n" * 52)[-1].says.startswith("There is 1 more fault.")
    assert faults_of("a: 1\n" * 5000)[-1].says.startswith("There are at least 1,000 more")
    assert faults_of("a\x01" * 60)[-1].says.startswith("There are 10 more")


# fmt: off
PASSED_LIMITS: list[tuple[str | bytes, Limits, str, str]] = [
    ("case: W-2026-014", Limits(bytes_max=10), "file-too-large",
     "This file has 16 bytes or more, and one case may have 10 bytes at most. "
     "Check that it is the right file."),
    (b"x" * 10_000_000, Limits(), "file-too-large",
     "This file has 10,000,000 bytes or more, and one case may have 4 MB at most. "
     "Check that it is the right file."),
    ("a: {b: {c: 1}}", Limits(depth_max=2), "too-deep 1:8 a.b",
     "Lists and fields stand more than 2 deep inside one another here; a case needs about five. "
     "Check the brackets and the indentation."),
    ('{"a": {"b": {"c": 1}}}', Limits(depth_max=2), "too-deep 1:13 a.b",
     "Lists and fields stand more than 2 deep inside one another here; a case needs about five. "
     "Check the brackets and the indentation."),
    ("a: [1, 2, 3]", Limits(nodes_max=4), "too-many-nodes 1:8",
     "The file holds more than 4 names and values, too many for one case. "
     "Split it, or check that this is the right file."),
    ('{"a": [1, 2, 3]}', Limits(nodes_max=4), "too-many-nodes 1:11",
     "The file holds more than 4 names and values, too many for one case. "
     "Split it, or check that this is the right file."),
    ("why: twelve chars", Limits(scalar_max=11), "scalar-too-long 1:6 why",
     "This text is 12 characters long, and 11 is the most. "
     "Shorten it, or look for a quote that is never closed."),
    ('{"why": "twelve chars"}', Limits(scalar_max=11), "scalar-too-long 1:9 why",
     "This text is 12 characters long, and 11 is the most. "
     "Shorten it, or look for a quote that is never closed."),
]
# fmt: on


@pytest.mark.parametrize(("source", "limits", "head", "says"), PASSED_LIMITS)
def test_a_limit_passed_is_named(source: str | bytes, limits: Limits, head: str, says: str) -> None:
    (fault,) = faults_of(source, limits)
    assert (headed(fault), fault.says) == (head, says)


@pytest.mark.parametrize(
    ("source", "limits"),
    [
        ("a: {b: {c: 1}}", Limits(depth_max=3)),
        ('{"a": {"b": {"c": 1}}, "d": "[[[[[["}', Limits(depth_max=3)),
        ("a: [1, 2, 3]", Limits(nodes_max=6)),
        ('{"a": [1, [ ], {}], "b": ":,:,"}', Limits(nodes_max=8)),
        ('{"why": "twelve chars"}', Limits(scalar_max=12, bytes_max=23)),
    ],
)
def test_a_limit_reached_is_not_passed(source: str, limits: Limits) -> None:
    assert read_text(source, limits).data


# fmt: off
NOT_TEXT: list[tuple[bytes, str, str]] = [
    ("case: W-1".encode("utf-16"), "not-utf8",
     "This file is saved as UTF-16, which Windows calls Unicode. Save it as UTF-8."),
    (b"\xfe\xff" + "case: W-1".encode("utf-16-be"), "not-utf8",
     "This file is saved as UTF-16. Save it as UTF-8."),
    ("case: W-1".encode("utf-32"), "not-utf8",
     "This file is saved as UTF-32. Save it as UTF-8."),
    ("case: W-1".encode("utf-16-le"), "not-utf8",
     "This file is full of zero bytes: it is saved as UTF-16, or is not text at all. "
     "Save it as UTF-8."),
    (b"PK\x03\x04\x14\x00\x06\x00", "not-utf8",
     "This looks like a Word, Excel or ZIP file, not a text file. "
     "Choose the case's own YAML or JSON file."),
    (b"%PDF-1.7\n", "not-utf8",
     "This looks like a PDF, not a text file. Choose the case's own YAML or JSON file."),
    ("case: W-1\r\nnature: Stra\u00dfe f\u00fcr\r\n".encode("latin-1"), "not-utf8 2:13",
     "This file is not UTF-8 (byte 0xDF at line 2, perhaps meant as '\u00df'): "
     "save it as UTF-8."),
    (b"\x81", "not-utf8 1:1", "This file is not UTF-8 (byte 0x81 at line 1): save it as UTF-8."),
    (b"a: \xed\xa0\x80", "not-utf8 1:4",
     "This file is not UTF-8 (byte 0xED at line 1, perhaps meant as '\u00ed'): "
     "save it as UTF-8."),
]
# fmt: on


@pytest.mark.parametrize(("source", "head", "says"), NOT_TEXT)
def test_what_is_no_text_is_named(source: bytes, head: str, says: str) -> None:
    (fault,) = faults_of(source)
    assert (headed(fault), fault.says) == (head, says)
