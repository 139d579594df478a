"""The export of a record: anybody verifies it with Python alone, and nothing in it can differ."""

from __future__ import annotations

import ast
import io
import json
import shutil
import subprocess
import sys
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from tests.record.logs import CHANGES, Log, changed, made, stored

from outfall.record import program as programs
from outfall.record.bundle import JOINED, Heads, program, verify_bundle, write
from outfall.record.canonical import canonical, digest
from outfall.record.entry import FIRST, Link
from outfall.record.program import is_bundle, main, verify_file
from outfall.record.verifying import NoRecord, Report, lines_of, verify

LOG = made(40, files=True)
FILES = {digest(stored(n)): stored(n) for n in range(5, 41, 5)}
HEADS = Heads(LOG.town, LOG.head, LOG.cases)
PICTURE = f"files/{digest(stored(10))}"


def opened(sha256: str) -> BinaryIO:
    return io.BytesIO(FILES[sha256])


def exported(log: Log = LOG, heads: Heads = HEADS) -> bytes:
    target = io.BytesIO()
    write(target, iter(log.lines), opened, heads)
    return target.getvalue()


EXPORT = exported()


def found(content: bytes, folder: Path, *heads: Link) -> Report:
    path = folder / "record.zip"
    path.write_bytes(content)
    return verify_bundle(str(path), heads)


def members(content: bytes = EXPORT) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(pairs: dict[str, bytes], packed: int = zipfile.ZIP_STORED) -> bytes:
    """A ZIP as a forger makes it who takes care that it looks like one of ours."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packed) as archive:
        for name, content in pairs.items():
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.compress_type, member.create_system = packed, 3
            member.external_attr = 0o100644 << 16
            archive.writestr(member, content)
    return target.getvalue()


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def usual(content: bytes) -> bool:
    """The control: what a ZIP program's own test says."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.testzip() is None
    except Exception:
        return False


# What is written


def test_an_export_is_whole_and_says_its_heads(tmp_path: Path) -> None:
    report = found(EXPORT, tmp_path, LOG.head)
    assert report == verify(LOG.lines, [LOG.head])
    assert report.whole
    assert (report.head, report.cases) == (LOG.head, LOG.cases)


def test_it_is_an_ordinary_zip_of_these_files() -> None:
    content = members()
    assert list(content) == [
        "record.jsonl", "heads.json", "README.txt", "verify.py",
        *(f"files/{sha256}" for sha256 in sorted(FILES)),
    ]  # fmt: skip
    assert content["record.jsonl"] == joined(LOG.lines)
    assert all(digest(content[f"files/{sha256}"]) == sha256 for sha256 in FILES)
    assert json.loads(content["heads.json"]) == {
        "format": "outfall-record/1",
        "town": "example-town",
        "head": {"n": 40, "digest": LOG.head.digest},
        "cases": {case: {"n": n, "digest": sha} for case, (n, sha) in LOG.cases.items()},
    }
    text = content["README.txt"].decode()
    assert f"Its head: {LOG.head}" in text
    assert "    python verify.py RECORD.zip HEAD" in text
    assert usual(EXPORT)


@pytest.mark.skipif(shutil.which("unzip") is None, reason="there is no unzip here")
def test_another_program_reads_it_too(tmp_path: Path) -> None:
    (tmp_path / "record.zip").write_bytes(EXPORT)
    done = subprocess.run(
        ["unzip", "-t", "record.zip"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "No errors" in done.stdout) == (0, True)


def test_the_same_record_gives_the_same_bytes() -> None:
    assert exported() == EXPORT
    turned = Heads(LOG.town, LOG.head, dict(reversed(LOG.cases.items())))
    assert exported(heads=turned) == EXPORT


def test_an_empty_record_is_whole(tmp_path: Path) -> None:
    empty = exported(Log(), Heads("", FIRST, {}))
    assert found(empty, tmp_path) == Report("", 0, FIRST, {}, 0, None)


def test_a_file_that_is_not_stored_stops_the_writing() -> None:
    def missing(sha256: str) -> BinaryIO:
        raise FileNotFoundError(sha256)

    with pytest.raises(FileNotFoundError):
        write(io.BytesIO(), LOG.lines, missing, HEADS)


def test_entries_go_through_one_by_one(tmp_path: Path) -> None:
    """Twenty megabytes of entries are written and verified in a few."""
    log = Log()

    def lines() -> Iterator[bytes]:
        for _ in range(100):
            log.add("W-1", {"note": "a" * 200_000})
            yield log.lines.pop()

    ahead = Log()
    for _ in range(100):
        ahead.add("W-1", {"note": "a" * 200_000})
        ahead.lines.clear()
    path = tmp_path / "record.zip"
    tracemalloc.start()
    try:
        with path.open("w+b") as target:
            write(target, lines(), opened, Heads(log.town, ahead.head, ahead.cases))
        assert verify_bundle(str(path)).whole
        assert tracemalloc.get_traced_memory()[1] < 8_000_000
    finally:
        tracemalloc.stop()


# verify.py


@pytest.fixture
def verifier(tmp_path: Path) -> Path:
    (tmp_path / "verify.py").write_bytes(members()["verify.py"])
    return tmp_path / "verify.py"


def run(verifier: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """As a stranger does: no Outfall to be found, and a warning is an error."""
    command = [sys.executable, "-I", "-S", "-W", "error", str(verifier), *args]
    return subprocess.run(command, cwd=verifier.parent, capture_output=True, text=True, check=False)


def test_the_copy_in_the_export_needs_python_alone(verifier: Path) -> None:
    (verifier.parent / "a.zip").write_bytes(EXPORT)
    (verifier.parent / "a.jsonl").write_bytes(joined(LOG.lines))
    whole = f"whole, 40 entries of 7 cases of example-town; head {LOG.head}\n"
    for name in ("a.zip", "a.jsonl"):
        for heads in ([], [str(LOG.head)]):
            done = run(verifier, name, *heads)
            assert (done.returncode, done.stdout, done.stderr) == (0, f"{name}: {whole}", "")


def test_the_copy_says_what_the_product_says(
    verifier: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(verifier.parent)
    lines = [*LOG.lines[:20], changed(LOG.lines[20], CHANGES["by name"]), *LOG.lines[21:]]
    Path("bad.jsonl").write_bytes(joined(lines))
    Path("bad.zip").write_bytes(zipped({**members(), "record.jsonl": joined(lines), "x": b""}))
    Path("other.zip").write_bytes(zipped({"x": b""}))
    for args, status in (
        (["bad.jsonl"], 1), (["bad.zip"], 1), (["other.zip"], 2), (["none"], 2), ([], 2),
        (["bad.jsonl", "7"], 2), (["--help"], 2), (["bad.jsonl", f"90:{'a' * 64}"], 1),
    ):  # fmt: skip
        done = run(verifier, *args)
        assert main(args) == done.returncode == status
        assert capsys.readouterr() == (done.stdout, done.stderr)


def test_the_copy_is_the_code_of_the_product_and_imports_no_other() -> None:
    tree = ast.parse(program(), feature_version=(3, 9))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [a.name for a in node.names]
        )
    }
    assert not [name for name in imported if name.partition(".")[0] not in sys.stdlib_module_names]
    names = [
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ] + [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    assert len(names) == len(set(names)), "two modules of verify.py have one name for two things"
    folder = Path(programs.__file__).parent
    texts = [(folder / f"{name}.py").read_text(encoding="utf-8") for name in JOINED]
    kept = [line for text in texts for line in text.splitlines() if line.startswith("def ")]
    assert [line for line in program().decode().splitlines() if line.startswith("def ")] == kept


# Every difference is told


def told(content: bytes, folder: Path) -> list[str]:
    report = found(content, folder)
    assert not report.whole
    return [*([str(report.first)] if report.first else []), *report.differences]


def test_entries_are_verified_against_the_heads_beside_them(tmp_path: Path) -> None:
    cut = zipped({**members(), "record.jsonl": joined(LOG.lines[:30])})
    missing = "entry 31: it is missing: the record ends before it, and entry 40 was published"
    assert told(cut, tmp_path)[0] == missing
    last = [*LOG.lines[:-1], changed(LOG.lines[-1], CHANGES["body"])]
    report = found(zipped({**members(), "record.jsonl": joined(last)}), tmp_path)
    assert (report.first and report.first.n, report.bad) == (40, 1)


def test_a_head_from_elsewhere_is_held_against_an_export_written_anew(tmp_path: Path) -> None:
    other = made(40, seed=2, files=True)
    anew = exported(other, Heads(other.town, other.head, other.cases))
    assert found(anew, tmp_path).whole
    report = found(anew, tmp_path, LOG.head)
    assert (report.first and report.first.n, report.bad) == (40, 1)


HEADS_SPOILT: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no JSON": lambda: b"{",
    "deep": lambda: b"[" * 100_000,
    "a list": lambda: b"[]",
    "another town": lambda: Heads("other", LOG.head, LOG.cases).content(),
    "a case less": lambda: Heads(LOG.town, LOG.head, dict([*LOG.cases.items()][1:])).content(),
    "a case more": lambda: Heads(LOG.town, LOG.head, {**LOG.cases, "W-1": LOG.head}).content(),
    "a case's head": lambda: Heads(
        LOG.town, LOG.head, dict.fromkeys(LOG.cases, LOG.head)
    ).content(),
    "no head": lambda: Heads(LOG.town, FIRST, LOG.cases).content(),
    "an earlier head": lambda: Heads(
        LOG.town, Link(39, digest(LOG.lines[38])), LOG.cases
    ).content(),
    "a field more": lambda: HEADS.content()[:-1] + b',"x":1}',
    "a line end": lambda: HEADS.content() + b"\n",
}


@pytest.mark.parametrize("spoilt", HEADS_SPOILT.values(), ids=list(HEADS_SPOILT))
def test_heads_that_are_not_those_of_the_entries_are_told(
    spoilt: Callable[[], bytes], tmp_path: Path
) -> None:
    content = zipped({**members(), "heads.json": spoilt()})
    says = "heads.json: it does not say the heads that the entries have"
    assert told(content, tmp_path) == [says]


def test_a_stored_file_changed_missing_or_extra_is_named(tmp_path: Path) -> None:
    content = members()
    same_size = {**content, PICTURE: content[PICTURE][:-1] + b"!"}
    assert told(zipped(same_size), tmp_path) == [
        f"{PICTURE}: its content was changed: the digest is another"
    ]
    longer = {**content, PICTURE: content[PICTURE] + b"!"}
    assert told(zipped(longer), tmp_path) == [f"{PICTURE}: it has 23 bytes, and 22 in the entry"]
    less = {name: data for name, data in content.items() if name != PICTURE}
    assert told(zipped(less), tmp_path) == [f"{PICTURE}: it is missing"]
    extra = f"files/{digest(b'x')}"
    assert told(zipped({**content, extra: b"x"}), tmp_path) == [
        f"{extra}: no entry names it, and it belongs to no export"
    ]
    assert all(usual(zipped(each)) for each in (same_size, longer, less))


def test_one_file_under_two_sizes_is_told(tmp_path: Path) -> None:
    log = Log()
    for size in (len(stored(5)), 7):
        named = {"sha256": digest(stored(5)), "name": "a", "bytes": size}
        log.add(None, {"file": named})
    content = exported(log, Heads(log.town, log.head, log.cases))
    says = f"files/{digest(stored(5))}: entries name it with two sizes"
    assert told(content, tmp_path) == [says]


@pytest.mark.parametrize("name", ["heads.json", "README.txt", "verify.py"])
def test_a_part_that_is_missing_is_named(name: str, tmp_path: Path) -> None:
    less = {other: data for other, data in members().items() if other != name}
    assert f"{name}: it is missing" in told(zipped(less), tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "../evil.txt",
        "/evil.txt",
        "C:\\evil.txt",
        "files/../evil",
        "files/A",
        "manifest.json",
        "a\nb",
    ],
)
def test_nothing_else_belongs_to_an_export(name: str, tmp_path: Path) -> None:
    (says,) = told(zipped({**members(), name: b"x"}), tmp_path)
    assert says.endswith(": no entry names it, and it belongs to no export")
    assert "\n" not in says


def test_any_byte_changed_is_caught() -> None:
    """Each byte of the ZIP; of the verifier's copy one in 300, of the entries one in seven."""
    log = made(6, files=True)
    export = exported(log, Heads(log.town, log.head, log.cases))
    start = export.index(b'"""Verifies')
    copy = range(start, export.index(b"PK\3\4", start))
    entries = range(export.index(b'{"at"'), export.rindex(log.lines[-1]) + len(log.lines[-1]))
    unseen = []
    for n in range(len(export)):
        if n % (7 if n in entries else 300 if n in copy else 1):
            continue
        spoilt = bytearray(export)
        spoilt[n] ^= 1 << n % 8
        try:
            if programs._Bundle(io.BytesIO(spoilt), int).report(()).whole:
                unseen.append(n)
        except NoRecord:
            continue
    assert unseen == []


@pytest.mark.parametrize("more", [b"x", b"PK\5\6" + bytes(18)])
def test_something_before_or_behind_is_caught(more: bytes, tmp_path: Path) -> None:
    for content in (more + EXPORT, EXPORT + more):
        try:
            assert not found(content, tmp_path).whole
        except NoRecord:
            continue
    assert usual(b"x" + EXPORT)


def test_an_export_cut_anywhere_is_caught(tmp_path: Path) -> None:
    for n in range(0, len(EXPORT), 211):
        with pytest.raises(NoRecord):
            found(EXPORT[:n], tmp_path)


def test_a_file_there_twice_is_told(tmp_path: Path) -> None:
    target = io.BytesIO(EXPORT)
    with zipfile.ZipFile(target, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("record.jsonl", b"")
    assert "record.jsonl: it is in the export 2 times" in told(target.getvalue(), tmp_path)


def test_a_link_or_a_comment_in_the_zip_is_told(tmp_path: Path) -> None:
    target = io.BytesIO(EXPORT)
    with zipfile.ZipFile(target, "a") as archive:
        archive.comment = b"hidden"
    assert told(target.getvalue(), tmp_path) == ["the ZIP has bytes that belong to no file"]
    place = EXPORT.rindex((0o100644 << 16).to_bytes(4, "little"))
    link = EXPORT[:place] + (0o120777 << 16).to_bytes(4, "little") + EXPORT[place + 4 :]
    (says,) = told(link, tmp_path)
    assert says.endswith("the ZIP's directory is not as it was written")


# Bombs


def peak(work: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_what_is_packed_is_never_unpacked(tmp_path: Path) -> None:
    bomb = zipped({"record.jsonl": bytes(60_000_000)}, zipfile.ZIP_DEFLATED)
    assert len(bomb) < 100_000
    assert told(bomb, tmp_path)[0] == (
        "record.jsonl: it is packed, and files of a record are stored as they are"
    )
    assert peak(lambda: found(bomb, tmp_path)) < 5_000_000
    assert peak(lambda: members(bomb)) > 60_000_000  # the control: a reader who trusts it


def test_files_that_share_their_bytes_are_told(tmp_path: Path) -> None:
    """Two names for one place: the way in which a small ZIP of stored files becomes large."""
    content = zipped({**members(), "x": b"1", "y": b"1"})
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        first, other = (archive.getinfo(name).header_offset for name in "xy")
    place = content.rindex(other.to_bytes(4, "little"), 0, -22)
    shared = content[:place] + first.to_bytes(4, "little") + content[place + 4 :]
    assert told(shared, tmp_path) == ["y: the ZIP around it is not as it was written"]


@pytest.mark.parametrize("limit", [20, 1_000, 30_000])
def test_an_export_of_many_gigabytes_has_the_same_form(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one would be beyond two gigabytes, were that limit lower."""
    monkeypatch.setattr(zipfile, "ZIP64_LIMIT", limit)
    monkeypatch.setattr(programs, "LARGE", limit)
    large = exported()
    assert large != EXPORT
    assert found(large, tmp_path).whole
    for n in range(large.rindex(b"PK\1\2"), len(large)):
        spoilt = bytearray(large)
        spoilt[n] ^= 1
        try:
            assert not programs._Bundle(io.BytesIO(spoilt), int).report(()).whole
        except NoRecord:
            continue


def test_an_entry_of_endless_length_is_told_and_not_held_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b'{"a":"' + b"a" * 30_000_000)

    def work() -> None:
        report = verify_file(str(path))
        assert report.first is not None
        assert report.first.says == "it is longer than 1048576 bytes"

    assert peak(work) < 8_000_000


# Files of lines, and what is no record


def test_lines_end_where_they_end() -> None:
    assert list(lines_of(io.BytesIO(b""))) == []
    assert list(lines_of(io.BytesIO(b"a\n\nb"))) == [b"a", b"", b"b"]
    assert list(lines_of(io.BytesIO("a\u2028b\r\n".encode()))) == ["a\u2028b\r".encode()]


def test_whoever_waits_is_told_how_far_it_is(tmp_path: Path) -> None:
    path, steps = tmp_path / "record.jsonl", []  # type: Path, list[int]
    log = Log()
    for _ in range(20):
        log.add(None, {"note": "a" * 200_000})
    path.write_bytes(joined(log.lines))
    assert verify_file(str(path), [log.head], steps.append).whole
    assert (sum(steps), len(steps) > 2) == (path.stat().st_size, True)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "it is no ZIP"), (b"%PDF", "it is no ZIP"), (zipped({"x": b""}), "it has no record")],
)  # fmt: skip
def test_what_is_no_export_is_said_to_be_none(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(NoRecord, match=says):
        found(content, tmp_path)
    assert not is_bundle(str(tmp_path / "record.zip"))
    for check in (verify_bundle, verify_file):
        with pytest.raises(NoRecord, match=r"it can't be read \(no such file or directory\)"):
            check(str(tmp_path / "none"))


def test_an_export_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    for n, (pairs, known) in enumerate(
        [
            (members(), True),
            ({"record.jsonl": b""}, True),
            ({"record.jsonl": b"", "heads.json": b"", "manifest.json": b""}, True),
            ({"record.jsonl": b"", "manifest.json": b""}, False),
            ({"heads.json": canonical({})}, False),
        ]
    ):
        (tmp_path / f"{n}").write_bytes(zipped(pairs))
        assert is_bundle(str(tmp_path / f"{n}")) == known
