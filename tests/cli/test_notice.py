"""``outfall notice``: one paper to one file, or every reason why not, and nothing half written."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from outfall.papers.catalog import PAPERS

Run = Callable[..., Any]
PAPER_CASES = Path(__file__).parents[2] / "cases" / "papers"
TOWN = ("--town", "city-office.yaml")
NOTICE = ("notice", "city-dock.yaml", "notice_of_violation", "-o", "n.pdf")
DRAFT = ("--set", "comply_by=2026-03-06", "--set", "requires=Stop the wash water")
EARLY = ("--on", "2026-02-09")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The worked cases and their towns, in the folder that we are in."""
    for file in PAPER_CASES.glob("*.yaml"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(file: str = "n.pdf") -> str:
    pages = PdfReader(io.BytesIO(Path(file).read_bytes())).pages
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in pages))


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


# What is made


def test_a_paper_of_record_is_written_and_told_in_a_line(here: Path, run: Run) -> None:
    done = run(*NOTICE, *TOWN)
    assert (done.status, done.err) == (0, "")
    told = re.fullmatch(
        r"n\.pdf: Notice of violation, of 2026-02-09; record ([0-9a-f]{16})\n", done.out
    )
    assert told
    reader = PdfReader("n.pdf")
    (record,) = reader.attachments["record.json"]
    assert hashlib.sha256(record).hexdigest().startswith(told[1])
    assert "DRAFT" not in words()
    assert Path("n.pdf").stat().st_mode & stat.S_IRUSR


def test_a_name_with_dashes_is_the_same_paper(here: Path, run: Run) -> None:
    run(*NOTICE, *TOWN)
    first = Path("n.pdf").read_bytes()
    assert run("notice", "city-dock.yaml", "notice-of-violation", "-o", "n.pdf", *TOWN).status == 0
    assert Path("n.pdf").read_bytes() == first


def test_without_a_town_s_file_it_is_a_draft(here: Path, run: Run) -> None:
    done = run(*NOTICE)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("n.pdf: Notice of violation, a draft; record ")
    assert "DRAFT" in words()


def test_a_paper_of_record_can_be_asked_for_as_a_draft(here: Path, run: Run) -> None:
    done = run(*NOTICE, *TOWN, "--draft")
    assert done.out.startswith("n.pdf: Notice of violation, a draft; record ")
    assert "DRAFT" in words()


def test_an_entry_that_is_not_on_record_makes_a_draft(here: Path, run: Run) -> None:
    more = ("--set", "requires=Clean the inlet", "--set", "paper.says=Call us first.")
    done = run(*NOTICE, *TOWN, *EARLY, *DRAFT, *more)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("n.pdf: Notice of violation, a draft; record ")
    text = words()
    for said in ("DRAFT", "Stop the wash water", "Clean the inlet", "Call us first."):
        assert said in text


def test_a_receipt_of_another_filing_is_asked_for_by_its_event(here: Path, run: Run) -> None:
    creek = ("notice", "city-creek.yaml", "appeal_receipt", "-o", "n.pdf", *TOWN)
    done = run(*creek, "--on", "2026-05-19", "--set", "event=petition_filed")
    assert done.out.startswith("n.pdf: Receipt of your petition, a draft; record ")
    assert run(*creek, "--on", "2026-05-19", "--set", "event=corrected").err == (
        "--set event: this paper is made of appeal_filed or petition_filed or cost_protested, not "
        "of corrected\n"
    )


@pytest.mark.parametrize(
    ("paper", "fields", "said"),
    [
        (
            "hearing_notice",
            ("held_on=2026-03-17T18:30", "where=Room 2"),
            ("Notice of hearing", "Room 2", "6:30"),
        ),
        (
            "decision",
            ("outcome=upheld", "paper.findings=The dye test shows it."),
            ("Decision on your appeal", "The dye test shows it."),
        ),
        ("extension", ("deadline=comply", "until=2026-04-10"), ("April 10, 2026",)),
    ],
)
def test_the_fields_of_other_papers(
    paper: str, fields: tuple[str, ...], said: tuple[str, ...], here: Path, run: Run
) -> None:
    case = Path("city-dock.yaml")
    lines = case.read_text("utf-8").splitlines(keepends=True)
    last = next(n for n, line in enumerate(lines) if "hearing_set" in line)
    case.write_text("".join(lines[:last]), "utf-8")
    given = [word for field in fields for word in ("--set", field)]
    done = run(
        "notice", "city-dock.yaml", paper, "-o", "n.pdf", *TOWN, "--on", "2026-03-01", *given
    )
    assert (done.status, done.err) == (0, "")
    text = words()
    assert all(word in text for word in said)


def test_a_draft_knows_every_element_unless_it_is_told_which(here: Path, run: Run) -> None:
    run(*NOTICE, *TOWN, *EARLY, *DRAFT)
    whole_one = Path("n.pdf").read_bytes()
    for element in ("nature", "remedy"):
        done = run(*NOTICE, *TOWN, *EARLY, *DRAFT, "--set", f"contents={element}")
        assert (done.status, done.err) == (0, "")
        assert Path("n.pdf").read_bytes() != whole_one


def test_an_entry_is_named_by_its_id(here: Path, run: Run) -> None:
    paper = ("notice", "city-dock.yaml", "certificate_of_service", "-o", "n.pdf", *TOWN)
    assert "of 2026-04-09; record " in run(*paper).out
    assert "of 2026-02-02; record " in run(*paper, "--entry", "e3").out


def test_a_paper_is_made_of_what_is_on_record_by_the_day(here: Path, run: Run) -> None:
    done = run(*NOTICE, *TOWN, "--on", "2026-02-08")
    assert done.status == 2
    assert [line.split(":")[0] for line in done.err.splitlines()] == [
        "--set requires",
        "--set comply_by",
    ]
    named = run(*NOTICE, *TOWN, "--on", "2026-02-08", "--entry", "e4")
    assert named.out.startswith("n.pdf: Notice of violation, of 2026-02-09; record ")


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Notice of violation"), ("es", "Aviso de infracción")]
)
def test_each_language(language: str, title: str, here: Path, run: Run) -> None:
    done = run(*NOTICE, *TOWN, "--language", language)
    assert done.out.startswith(f"n.pdf: {title}, of 2026-02-09; record ")
    assert str(PdfReader("n.pdf").root_object["/Lang"]).startswith(language)


def test_the_usual_language_is_the_town_s_first(here: Path, run: Run) -> None:
    town = Path("city-office.yaml")
    town.write_text(town.read_text("utf-8").replace("[en, es]", "[es, en]"), "utf-8")
    assert "Aviso de infracción" in run(*NOTICE, *TOWN).out
    assert "Notice of violation" in run(*NOTICE, *TOWN, "--language", "en").out


def test_a_case_from_standard_input_makes_the_same_paper(here: Path, outfall: Run) -> None:
    case = Path("city-dock.yaml").read_bytes()
    done = outfall("notice", "-", "notice_of_violation", "-o", "a.pdf", *TOWN, stdin=case)
    assert (done.status, done.err) == (0, "")
    assert outfall(*NOTICE, *TOWN).status == 0
    assert Path("a.pdf").read_bytes() == Path("n.pdf").read_bytes()


def test_the_list_names_the_papers_of_the_case_s_ordinance(here: Path, run: Run) -> None:
    for args in (("--list",), (), ("notice_of_violation", "-o", "n.pdf", "--list")):
        done = run("notice", "city-dock.yaml", *args)
        assert (done.status, done.err) == (0, "")
        listed = [line.split()[0] for line in done.out.splitlines()]
        assert set(listed) <= set(PAPERS)
        assert "notice_of_violation" in listed
        assert "stop_work_order" not in listed
        assert (
            "notice_of_violation      Notice of violation (C.1.a); made of notice_issued\n"
            in done.out
        )
        assert "made of the standing of a day" in done.out
    assert not Path("n.pdf").exists()


# Reproducible


def test_two_processes_give_the_same_bytes(here: Path, outfall: Run) -> None:
    """Whatever the seed of hashes, the zone of the clock and the language of the machine are."""
    worlds = [
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Auckland", "LC_ALL": "C", "LANG": "C"},
        {
            "PYTHONHASHSEED": "77",
            "TZ": "America/Anchorage",
            "LC_ALL": "C.UTF-8",
            "LANG": "es_ES.UTF-8",
            "HOME": "/nonexistent",
            "SOURCE_DATE_EPOCH": "1",
        },
    ]
    found = []
    for n, world in enumerate(worlds):
        done = outfall(*NOTICE[:-1], f"{n}.pdf", *TOWN, **world)
        assert (done.status, done.err) == (0, "")
        found.append(Path(f"{n}.pdf").read_bytes())
    assert found[0] == found[1]
    # The control: a paper of another day has other bytes.
    outfall(*NOTICE[:3], "-o", "2.pdf", *TOWN, *EARLY, *DRAFT)
    assert Path("2.pdf").read_bytes() != found[0]


def test_a_name_that_is_no_text_is_written_and_told(here: Path, outfall: Run) -> None:
    """A file's name is bytes; the line that tells it must not fail after the file is written."""
    done = outfall(*NOTICE[:-1], os.fsdecode(b"\xff.pdf"), *TOWN, PYTHONIOENCODING="utf-8:strict")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("\\udcff.pdf: Notice of violation, of 2026-02-09; record ")
    assert Path(os.fsdecode(b"\xff.pdf")).read_bytes().startswith(b"%PDF")


# What is refused: the words, read aloud


LACKS = "No such entry is on record: give its fields with --set, or record it first"
EXTENSION = ("notice", "city-dock.yaml", "extension", "-o", "n.pdf", *TOWN, "--on", "2026-03-01")
PLAN = ("notice", "city-dock.yaml", "payment_plan", "-o", "n.pdf", *TOWN, "--on", "2026-03-01")
REFUSED = {
    "no output": (
        NOTICE[:3],
        "-o: say where the PDF goes, such as -o notice.pdf\n",
    ),
    "no paper": (
        ("notice", "city-dock.yaml", "-o", "n.pdf"),
        "PAPER: say which paper to make. `outfall notice CASE --list` lists them\n",
    ),
    "an empty paper": (
        ("notice", "city-dock.yaml", "", "-o", "n.pdf"),
        "PAPER: say which paper to make. `outfall notice CASE --list` lists them\n",
    ),
    "another ending": (
        (*NOTICE[:3], "-o", "city-dock.yaml"),
        "-o: a paper is a PDF. Give it a name that ends in .pdf\n",
    ),
    "standard output": (
        (*NOTICE[:3], "-o", "-"),
        "-o: a paper is a PDF. Give it a name that ends in .pdf\n",
    ),
    "a slip": (
        ("notice", "city-dock.yaml", "notice-of-violatoin", "-o", "n.pdf"),
        "paper: there is no paper notice-of-violatoin. Did you mean notice_of_violation? "
        "`outfall notice CASE --list` lists them\n",
    ),
    "nothing like it": (
        ("notice", "city-dock.yaml", "\x1b[2Jzzz", "-o", "n.pdf"),
        "paper: there is no paper �[2Jzzz. `outfall notice CASE --list` lists them\n",
    ),
    "another ordinance's": (
        ("notice", "city-dock.yaml", "maintenance_notice", "-o", "n.pdf"),
        "paper: A city's section 9-3-12 knows no maintenance notice. Its instruments: "
        "warning_notice, notice_of_violation, cost_notice, cease_and_desist_order, "
        "suspension_order, termination_notice, penalty_notice\n",
    ),
    "an unknown language": (
        (*NOTICE, *TOWN, "--language", "fr"),
        "language: there are no words for the language fr. Known are en, es\n",
    ),
    "no code of a language": (
        (*NOTICE, *TOWN, "--language", "../en"),
        "language: ../en is no code of a language. Write one such as en or es\n",
    ),
    "another kind of entry": (
        (*NOTICE, *TOWN, "--entry", "e1"),
        "--entry: e1 is no entry for this paper, which is made of notice_issued of a notice of "
        "violation: e4\n",
    ),
    "no such entry": (
        ("notice", "city-creek.yaml", "hearing_notice", "-o", "n.pdf", *TOWN, "--entry", "e99"),
        "--entry: e99 is no entry for this paper, which is made of hearing_set: none is on "
        "record\n",
    ),
    "an entry for a paper of a day": (
        ("notice", "city-dock.yaml", "account_statement", "-o", "n.pdf", *TOWN, "--entry", "e1"),
        "--entry: this paper is made of the standing of a day. Leave --entry out\n",
    ),
    "fields for a paper of a day": (
        ("notice", "city-dock.yaml", "account_statement", "-o", "n.pdf", "--set", "amount=3"),
        "--set: this paper is made of the standing of a day. Leave --set out\n",
    ),
    "both": (
        (*NOTICE, *TOWN, "--entry", "e4", "--set", "requires=x"),
        "--entry: --set gives an entry that is not on record, --entry names one that is. Use one\n",
    ),
    "no pair": (
        (*NOTICE, "--set", "comply_by", "--set", "=x"),
        "--set: comply_by is no field and value. Write FIELD=VALUE, such as comply_by=2026-03-31\n"
        "--set: =x is no field and value. Write FIELD=VALUE, such as comply_by=2026-03-31\n",
    ),
    "an unknown field": (
        (*EXTENSION, "--set", "deadline=comply", "--set", "until=2026-04-10", "--set", "how=x"),
        "--set how: there is no such field here; there are date, event, deadline, until, id, note, "
        "paper, photos\n",
    ),
    "a field that is missing": (
        (*EXTENSION, "--set", "deadline=comply"),
        f"--set until: this is missing. Add until: the new last day. {LACKS}\n",
    ),
    "a field with a point": (
        (*EXTENSION, "--set", "deadline=comply", "--set", "until.x=2026-04-10"),
        f"--set until: this is missing. Add until: the new last day. {LACKS}\n"
        "--set until.x: did you mean until? there is no such field here; there are date, event, "
        "deadline, until, id, note, paper, photos\n",
    ),
    "twice": (
        (*EXTENSION, "--set", "deadline=comply", "--set", "deadline=appeal"),
        "--set deadline: this is given 2 times. Give it once\n",
    ),
    "an id of another": (
        (*EXTENSION, "--set", "id=e4", "--set", "paper=x", "--set", "paper.by=mail"),
        "--set id: this can't be given with --set. Record the entry first, or give its other "
        "fields\n"
        "--set paper: this can't be given with --set. Record the entry first, or give its other "
        "fields\n",
    ),
    "mailed before its day": (
        (*NOTICE, *TOWN, *EARLY, *DRAFT, "--set", "paper.mailed_on=2026-02-08"),
        "--set paper.mailed_on: 2026-02-08 is before the paper's own day (2026-02-09). Give that "
        "day or a later one\n",
    ),
    "no day": (
        (*EXTENSION, "--set", "deadline=comply", "--set", "until=soon"),
        "--set until: soon is not a date. Write a real day as YYYY-MM-DD\n",
    ),
    "an invisible character": (
        (*NOTICE, *TOWN, *EARLY, "--set", "requires=a\x1b[2J"),
        "--set requires: this holds U+001B, which is invisible and changes what is read. "
        "Take it out\n",
    ),
    "an override of direction": (
        (*NOTICE, *TOWN, *EARLY, *DRAFT, "--set", "paper.says=a\u202eb"),
        "--set paper.says: this holds U+202E, which is invisible and changes what is read. "
        "Take it out\n",
    ),
    "what the law refuses": (
        (*PLAN, "--set", "payments=5", "--set", "first_due=2026-02-01", "--set", "every=month"),
        "--set first_due: 2026-02-01 is before the agreement itself (2026-03-01). Give a day on or "
        "after it\n",
    ),
    "what the law does not permit": (
        ("notice", "city-dock.yaml", "penalty_notice", "-o", "n.pdf", *TOWN, "--on", "2026-03-01"),
        "paper: Issue a penalty notice is not permitted on 2026-03-01: no assessment of a civil "
        "penalty is on record (F)\n",
    ),
    "no case": (
        ("notice", "none.yaml", "notice_of_violation", "-o", "n.pdf"),
        "the file: There is no file 'none.yaml'. Check the name, and the folder that you are in.\n",
    ),
}


@pytest.mark.parametrize(("args", "says"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_refused_is_told_and_an_earlier_file_stays(
    args: tuple[str, ...], says: str, here: Path, run: Run
) -> None:
    Path("n.pdf").write_bytes(b"earlier")
    before = files(here)
    case = Path("city-dock.yaml").read_bytes()
    done = run(*args)
    assert (done.status, done.out, done.err) == (2, "", says)
    assert Path("n.pdf").read_bytes() == b"earlier"
    assert Path("city-dock.yaml").read_bytes() == case
    assert files(here) == before


def test_a_voided_entry_is_no_paper_s(here: Path, run: Run) -> None:
    case = Path("city-dock.yaml")
    void = "  - {{id: {0}, date: 2026-02-11, event: voided, entry: {1}}}\n"
    case.write_text(case.read_text("utf-8") + void.format("v", "e2") + void.format("w", "e3"))
    asked = ("notice", "city-dock.yaml", "warning_notice", "-o", "n.pdf", *TOWN, "--entry", "e2")
    done = run(*asked)
    assert (done.status, done.err) == (2, "--entry: e2 was voided: no paper is made of it\n")
    # The control: what was voided by an entry that is itself voided counts.
    case.write_text(case.read_text("utf-8") + void.format("x", "v") + void.format("y", "w"))
    assert run(*asked).status == 0


# Where it can't be written


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("none/n.pdf", "none/n.pdf: there is no folder "),
        ("folder.pdf", "folder.pdf: this is a folder. Name a file in it\n"),
        ("pipe.pdf", "pipe.pdf: this is no ordinary file. Choose another name\n"),
    ],
)
def test_a_place_that_is_no_place_for_a_file(place: str, says: str, here: Path, run: Run) -> None:
    Path("folder.pdf").mkdir()
    os.mkfifo("pipe.pdf")
    before = files(here)
    done = run(*NOTICE[:3], "-o", place, *TOWN)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(says)
    assert done.err.count("\n") == 1
    assert files(here) == before


def test_when_the_disk_is_full_the_earlier_file_stays(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("n.pdf").write_bytes(b"earlier")
    before = files(here)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run(*NOTICE, *TOWN)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        "n.pdf: this can't be written (no space left on device). Make room, or choose another "
        "place\n"
    )
    assert Path("n.pdf").read_bytes() == b"earlier"
    assert files(here) == before
    # The control: to write in place loses the earlier file.
    with suppress(OSError), Path("n.pdf").open("wb") as file:
        file.write(b"%PDF")
        os.fsync(file.fileno())
    assert Path("n.pdf").read_bytes() == b"%PDF"


def test_a_link_is_written_through_and_stays(here: Path, run: Run) -> None:
    Path("real.pdf").write_bytes(b"earlier")
    Path("n.pdf").symlink_to("real.pdf")
    assert run(*NOTICE, *TOWN).status == 0
    assert Path("n.pdf").is_symlink()
    assert Path("real.pdf").read_bytes().startswith(b"%PDF")


def test_no_paper_is_left_in_the_machine_s_folder_for_such(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = here / "aside"
    aside.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(aside))
    run(*NOTICE, *TOWN)
    run(*NOTICE, *TOWN, "--language", "fr")
    assert list(aside.iterdir()) == []
