"""What a parser says about a broken file, in words that help the person who typed it.

libyaml speaks of block mappings and flow nodes. A clerk typed a tab, forgot the space after a
colon, or left a quote open; the tables here go from one to the other. They hold the wording of
libyaml first and of PyYAML's own parser where it differs.
"""

from __future__ import annotations

import re
from json import JSONDecodeError
from typing import Any, NamedTuple

import yaml

from outfall.files.nodes import Findings, shown


class Spot(NamedTuple):
    """A place in the text, counted from 0 as the parsers count."""

    line: int
    column: int


def spot_at(text: str, at: int) -> Spot:
    """The line and column of a character; ``\\r\\n``, ``\\n`` and ``\\r`` each end a line."""
    line = text.count("\n", 0, at) + text.count("\r", 0, at) - text.count("\r\n", 0, at)
    return Spot(line, at - _line_start(text, at))


def _line_start(text: str, at: int) -> int:
    return 1 + max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))


def _line_at(text: str, start: int, most: int = 400) -> str:
    """The line that begins at ``start``, cut off where it is longer than anybody would type."""
    return re.split(r"[\r\n]", text[start : start + most], maxsplit=1)[0]


class _Rule(NamedTuple):
    """``says`` holds where the context and the problem contain these words."""

    context: str
    problem: str
    says: str
    code: str = "not-yaml"
    opened: bool = False  # the place is where the thing began, not where the parser gave up


_QUOTE_IT = "If it is meant as text, put it in quotes."
_RULES = (
    _Rule("", "nesting depth", "Brackets or dashes stand too deep inside one another here; a case "
          "needs about five levels. Check the brackets.", "too-deep"),
    _Rule("alias", "", "A value can't begin with '*'. Put the whole value in quotes.",
          "alias-not-allowed", True),
    _Rule("anchor", "", "A value can't begin with '&'. Put the whole value in quotes.",
          "alias-not-allowed", True),
    _Rule("", "tag handle", f"A tag, a word after '!', can't be used here. {_QUOTE_IT}",
          "tag-not-allowed"),
    _Rule("a tag", "", f"A tag, a word after '!', can't be used here. {_QUOTE_IT}",
          "tag-not-allowed", True),
    _Rule("directive", "", "A line that begins with '%' is an instruction to YAML, and is not "
          "needed here. Take it out, or put the text in quotes.", opened=True),
    _Rule("", "YAML d", "This file says that it is written in another version of YAML. Take out "
          "the line that begins with '%YAML'."),
    _Rule("", "tab character", "A tab stands where spaces are needed. Replace it by spaces; the "
          "lines of one group begin under one another."),
    _Rule("quoted scalar", "end of stream", "The quote that opens here is never closed. Put the "
          "same quote at the end of the text.", opened=True),
    _Rule("quoted scalar", "document", "The quote that opens here is not closed before a line of "
          "dashes or dots. Put the same quote at the end of the text.", opened=True),
    _Rule("quoted", "unknown escape", "A backslash inside double quotes has a meaning of its own. "
          "Use single quotes for this text, or write two backslashes."),
    _Rule("quoted", "hexdecimal", "A backslash inside double quotes has a meaning of its own. "
          "Use single quotes for this text, or write two backslashes."),
    _Rule("quoted", "Unicode character escape", "The character after the backslash can't be read. "
          "Write the character itself instead."),
    _Rule("block scalar", "", "After '|' or '>' the text begins on the next line, set in by two "
          f"spaces. {_QUOTE_IT}"),
    _Rule("flow mapping", "", "A comma is missing before this place, or the '{{' opened on line "
          "{opened} is not closed. Put a comma between fields and a '}}' at the end."),
    _Rule("flow sequence", "", "A comma is missing before this place, or the '[' opened on line "
          "{opened} is not closed. Put a comma between entries and a ']' at the end."),
    _Rule("flow node", "", "A value is missing here: look for two commas in a row, or a bracket "
          "that is not closed."),
    _Rule("block node", "", f"A value can't begin with this mark. {_QUOTE_IT}"),
    _Rule("block collection", "", "This line doesn't belong to the list above it. Begin it with a "
          "dash and a space, or set it as far in as the group that it belongs to."),
    _Rule("", "sequence entries", "A list begins here on the line of its name. Put each entry on a "
          "line of its own below: a dash, a space, the value."),
    _Rule("", "document start", "Something is left over here after the end of the data. Take it "
          "out, or check for a bracket closed too early."),
    _Rule("", "cannot start any token", f"A value can't begin with '{{char}}'. {_QUOTE_IT}"),
)  # fmt: skip
_NO_SPACE = "A space is missing after the colon. Write the name, a colon, a space, the value."
_NO_COLON = (
    "This line is no field: a name, a colon, a space and a value. Look for a missing colon, or for "
    "a quote that is not closed above it."
)
_COLON = (
    "A second colon stands where none can. If it is part of the text, put the whole text in quotes."
)
_COLON_LATER = (
    "This line is read as part of the line above it. Check that the line above has a colon and a "
    "space, and that both lines begin under one another."
)
_INDENT = "This line doesn't fit the lines above it. Set it in as far as the others of its group."
_DASH = "A space is missing after the dash. Write a dash, a space and then the entry."
_AFTER_QUOTE = (
    "Text stands here after a closing quote. Put the whole text in double quotes; inside single "
    "quotes an apostrophe is written twice."
)
_OPEN = "The '{char}' that opens here is never closed. Put the closing bracket at the end."
_GENERAL = (
    "The text can't be read from here on. Look for a bracket, a quote or a colon out of place."
)
_TIGHT = re.compile(r"[\s\-{]*[A-Za-z_][\w-]*:[^\s:/]")


def add_yaml_fault(findings: Findings, error: yaml.YAMLError, text: str) -> None:
    """Reword an error of the YAML parser and write it down with its place."""
    problem = getattr(error, "problem", None) or ""
    context = getattr(error, "context", None) or ""
    mark: Any = getattr(error, "problem_mark", None)
    opened: Any = getattr(error, "context_mark", None) or mark
    if mark is None:
        findings.add("not-yaml", _GENERAL)
        return
    at = text[mark.index : mark.index + 1]
    if at == "\t" and "start any token" in problem:
        problem = "tab character"
    if "expected ':'" in problem:
        line = _line_at(text, _line_start(text, opened.index))
        tight = _NO_SPACE if _TIGHT.match(line) else _NO_COLON
        says = _DASH if re.match(r"\s*-[^\s-]", line) else tight
        findings.add("not-yaml", says, "", opened)
    elif "mapping values" in problem:
        _add_colon_fault(findings, mark, text)
    elif (
        "parsing a flow" in context and not text[mark.index :].strip() and opened.index < mark.index
    ):
        says = _OPEN.format(char=text[opened.index])
        findings.add("not-yaml", says, "", opened)
    else:
        for rule in _RULES:
            if rule.context in context and rule.problem in problem:
                says = rule.says.format(opened=opened.line + 1, char=shown(at))
                findings.add(rule.code, says, "", opened if rule.opened else mark)
                return
        says = _INDENT if "block mapping" in context else _GENERAL
        if text[: mark.index].rstrip(" ").endswith(("'", '"')):
            says = _AFTER_QUOTE
        findings.add("not-yaml", says, "", mark)


def _add_colon_fault(findings: Findings, mark: Any, text: str) -> None:
    """A colon too many: in its own line, or because the line above ran on into this one."""
    start = _line_start(text, mark.index)
    here = _line_at(text, start)
    above = text[:start].rstrip("\r\n") if start else ""
    above = _line_at(above, _line_start(above, len(above)))
    if ": " in here[: mark.column]:
        findings.add("not-yaml", _COLON, "", mark)
    elif _TIGHT.match(above) and ": " not in above:
        findings.add("not-yaml", _NO_SPACE, "", Spot(mark.line - 1, 0))
    else:
        findings.add("not-yaml", _COLON_LATER, "", mark)


_JSON_SAYS = (
    ("',' delimiter", "A comma is missing before this place, or a bracket is closed by the wrong "
     "sign. Put a comma between fields."),
    ("':' delimiter", "A colon is missing after the name. Write \"name\": value."),
    ("property name", "A name in double quotes is needed here. Look for a comma too many before "
     "it, or a name without quotes."),
    ("Unterminated string", "The quote that opens here is never closed. Put a double quote at the "
     "end of the text."),
    ("control character", "A line break or a tab stands inside a quoted text. Write \\n or \\t for "
     "it, or look for a quote that is not closed."),
    ("escape", "A backslash inside quotes has a meaning of its own. Write two backslashes."),
    ("Extra data", "Something is left over here after the end of the data. Take it out, or check "
     "for a bracket closed too early."),
    ("Expecting value", "A value is missing here. Look for a comma too many, a text without "
     "quotes, or a bracket that is not closed."),
)  # fmt: skip


def add_json_fault(findings: Findings, error: JSONDecodeError, text: str) -> None:
    """Reword an error of the JSON parser and write it down with its place."""
    says = next((says for words, says in _JSON_SAYS if words in error.msg), _GENERAL)
    findings.add("not-json", says, "", spot_at(text, error.pos))
