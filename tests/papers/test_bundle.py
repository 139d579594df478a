"""A packet: the same bytes each time, and a verifier that needs Python alone and misses nothing."""

from __future__ import annotations

import ast
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from outfall.law.faults import Refused
from outfall.papers import bundle as bundles
from outfall.papers import verifying
from outfall.papers.bundle import bundle
from outfall.papers.verifying import NoPacket, Report, check, check_open

HEAD = {
    "case": "W-2026-014",
    "as_of": "2026-05-28",
    "ordinance": "webster-ny",
    "version": "undated",
    "digest": "0" * 64,
}
FILES = [
    ("papers/notice.pdf", b"%PDF- an invented notice", "notice of violation, entry e2"),
    ("standing.json", b'{"case": "W-2026-014"}\n', "the standing"),
    ("papers/order.pdf", b"%PDF- an invented order!", "stop work order, entry e4"),
    ("caf\u00e9.txt", b"", "an empty file with an accent"),
]
SOURCE = Path(verifying.__file__)


@pytest.fixture(scope="module")
def packet(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("packet") / "packet.zip"
    bundle(path, HEAD, FILES)
    return path.read_bytes()


def checked(content: bytes, wanted: str | None = None) -> Report:
    return check_open(io.BytesIO(content), wanted)


def caught(content: bytes) -> bool:
    try:
        return bool(checked(content).differences)
    except NoPacket:
        return True


def told(content: bytes) -> list[str]:
    return [str(difference) for difference in checked(content).differences]


def members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(pairs: list[tuple[str, bytes]]) -> bytes:
    """A ZIP as the packet's own writer makes it, whatever is in it."""
    file = io.BytesIO()
    bundles._write(file, pairs)
    return file.getvalue()


def passes_a_usual_check(content: bytes) -> bool:
    """The control: what a ZIP program's own test says."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.testzip() is None
    except Exception:
        return False


# What is written


def test_a_packet_is_an_ordinary_zip_with_its_manifest_first(packet: bytes) -> None:
    found = members(packet)
    names = ["README.txt", "caf\u00e9.txt", "papers/notice.pdf", "papers/order.pdf"]
    assert list(found) == ["manifest.json", *names, "standing.json", "verify.py"]
    assert passes_a_usual_check(packet)
    for name, content, _ in FILES:
        assert found[name] == content
    with zipfile.ZipFile(io.BytesIO(packet)) as archive:
        for member in archive.infolist():
            assert member.date_time == (1980, 1, 1, 0, 0, 0)
            assert member.compress_type == zipfile.ZIP_STORED
            assert member.external_attr >> 16 == 0o100644


@pytest.mark.skipif(shutil.which("unzip") is None, reason="there is no unzip here")
def test_another_program_reads_it_too(packet: bytes, tmp_path: Path) -> None:
    (tmp_path / "packet.zip").write_bytes(packet)
    done = subprocess.run(
        ["unzip", "-t", "packet.zip"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "No errors" in done.stdout) == (0, True)


def test_the_manifest_says_what_everything_is(packet: bytes) -> None:
    manifest = json.loads(members(packet)["manifest.json"])
    assert (manifest["format"], manifest["version"]) == ("outfall-packet", 1)
    assert manifest["head"] == HEAD
    by_path = {file["path"]: file for file in manifest["files"]}
    for name, content, what in FILES:
        assert by_path[name] == {
            "path": name,
            "size": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
            "what": what,
        }
    assert set(by_path) == set(members(packet)) - {"manifest.json"}


def test_the_digest_is_that_of_the_manifest(packet: bytes, tmp_path: Path) -> None:
    digest = bundle(tmp_path / "a.zip", HEAD, FILES)
    assert digest == hashlib.sha256(members(packet)["manifest.json"]).hexdigest()
    assert checked(packet) == Report(digest, HEAD, 6, ())


def test_the_same_files_in_any_order_give_the_same_bytes(packet: bytes, tmp_path: Path) -> None:
    bundle(tmp_path / "a.zip", HEAD, FILES[::-1])
    assert (tmp_path / "a.zip").read_bytes() == packet


def test_the_readme_says_how_to_check_and_what_is_in_it(packet: bytes) -> None:
    text = members(packet)["README.txt"].decode()
    assert "Case W-2026-014 at the end of 2026-05-28" in text
    assert "    python verify.py PACKET.zip" in text
    assert "papers/order.pdf   stop work order, entry e4" in text


@pytest.mark.parametrize(
    "name",
    ["../a.pdf", "/a.pdf", "C:/a.pdf", "a\\b.pdf", "a//b", "./a", "a/", "", "a\nb", "con.txt",
     "a:b", "dots.", "manifest.json", "README.txt", "VERIFY.PY", "standing.json"],
)  # fmt: skip
def test_a_name_that_is_unsafe_or_taken_is_a_fault_of_ours(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a file of a packet|two files of a packet"):
        bundle(tmp_path / "a.zip", HEAD, [*FILES, (name, b"x", "x")])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lacking", HEAD)
def test_a_head_without_a_field_is_a_fault_of_ours(lacking: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"lacks {lacking}"):
        bundle(tmp_path / "a.zip", {k: v for k, v in HEAD.items() if k != lacking}, FILES)


def test_another_ending_or_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match=r"ends in \.zip"):
        bundle(tmp_path / "a.pdf", HEAD, FILES)
    monkeypatch.setattr(verifying, "SIZE_MOST", 100)
    with pytest.raises(Refused, match="more than one packet holds"):
        bundle(tmp_path / "a.zip", HEAD, FILES)
    assert list(tmp_path.iterdir()) == []


# Every change is caught


def test_any_byte_changed_is_caught(packet: bytes) -> None:
    """Each byte of it, but of the verifier's copy one in fifty: one digest covers all of those."""
    start = packet.index(b"PK\3\4", packet.index(b"standing.json\x7b") + 1) + 60
    copy = range(start, packet.index(b"PK\1\2"))
    places = [n for n in range(len(packet)) if n not in copy or n % 50 == 0]
    usual = 0
    for n in places:
        changed = bytearray(packet)
        changed[n] ^= 1 << n % 8
        assert caught(bytes(changed)), f"byte {n} can be changed unseen"
        usual += passes_a_usual_check(bytes(changed)) if n < 600 or n > copy.stop else 0
    assert usual > 100  # the control: so many of these changes a ZIP program does not mind


@pytest.mark.parametrize("length", [1, 7, 300])
def test_any_bytes_taken_out_put_in_or_swapped_are_caught(packet: bytes, length: int) -> None:
    for n in range(0, len(packet) - 2 * length, 61):
        first, second = packet[n : n + length], packet[n + length : n + 2 * length]
        rest = packet[n + 2 * length :]
        assert caught(packet[:n] + second + rest), f"taken out at {n}"
        assert caught(packet[:n] + b"\0" * length + packet[n:]), f"put in at {n}"
        if first != second:
            assert caught(packet[:n] + second + first + rest), f"swapped at {n}"


@pytest.mark.parametrize("more", [b"x", b"PK\5\6" + bytes(18)])
def test_something_before_or_behind_is_caught(packet: bytes, more: bytes) -> None:
    assert caught(more + packet)
    assert caught(packet + more)
    assert passes_a_usual_check(b"x" + packet)


def test_a_packet_cut_anywhere_is_caught(packet: bytes) -> None:
    assert all(caught(packet[:n]) for n in range(0, len(packet), 37))


def test_a_changed_file_is_named(packet: bytes) -> None:
    found = members(packet)
    found["papers/notice.pdf"] = b"%PDF- an invented n0tice"
    found["standing.json"] += b"\n"
    assert told(zipped(list(found.items()))) == [
        "papers/notice.pdf: its content was changed: the digest is another",
        "standing.json: it is longer than the 23 bytes of the manifest",
    ]
    assert passes_a_usual_check(zipped(list(found.items())))


def test_files_swapped_missing_extra_and_there_twice_are_each_named(packet: bytes) -> None:
    found = members(packet)
    notice, order = found["papers/notice.pdf"], found["papers/order.pdf"]
    changed = {**found, "papers/notice.pdf": order, "papers/order.pdf": notice, "more.txt": b"x"}
    del changed["standing.json"]
    pairs = [*changed.items(), ("README.txt", b"another")]
    assert passes_a_usual_check(zipped(pairs))
    assert told(zipped(pairs)) == [
        "README.txt: it is in the packet 2 times",
        "more.txt: it is not in the manifest",
        "standing.json: it is missing",
        "papers/notice.pdf: its content was changed: the digest is another",
        "papers/order.pdf: its content was changed: the digest is another",
    ]


@pytest.mark.parametrize("name", ["../evil.txt", "/evil.txt", "C:\\evil.txt", "..\\evil.txt"])
def test_a_path_outside_is_named(packet: bytes, name: str) -> None:
    pairs = [*members(packet).items(), (name, b"x")]
    (difference,) = told(zipped(pairs))
    assert difference.endswith("it is not in the manifest, and it leads out of the packet")
    # The control: joined to a folder as it stands, the name leaves it on one system or another.
    joined = os.path.normpath(os.path.join("/packet", name.replace("\\", "/")))
    assert not joined.startswith("/packet/") or name.startswith("C:")


def test_the_manifest_can_not_lead_outside_either(packet: bytes) -> None:
    found = members(packet)
    text = found["manifest.json"].replace(b'"standing.json"', b'"../standing.json"')
    pairs = {**found, "manifest.json": text}
    pairs["../standing.json"] = pairs.pop("standing.json")
    assert told(zipped(list(pairs.items()))) == [
        "manifest.json: files[4] is named ../standing.json: it leads out of the packet",
        "../standing.json: it is not in the manifest, and it leads out of the packet",
    ]


def test_a_file_out_of_its_place_or_packed_again_is_told(packet: bytes) -> None:
    pairs = list(members(packet).items())
    assert told(zipped(pairs[::-1])) == [
        "manifest.json: the ZIP around the files is not as it was written, from byte 0 on; "
        "the files themselves are whole"
    ]
    again = io.BytesIO()
    with zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in pairs:
            archive.writestr(name, content)
    (difference,) = told(again.getvalue())
    assert difference.endswith("the files themselves are whole")


def test_bytes_hidden_between_the_files_are_caught(packet: bytes) -> None:
    """As between two files that a usual program both reads, its directory put right."""
    file = io.BytesIO(packet)
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = b"hidden"
    assert passes_a_usual_check(file.getvalue())
    (difference,) = told(file.getvalue())
    assert difference.startswith("the ZIP's directory: the ZIP around the files is not as it was")


# Bombs


def bomb(claims: int) -> bytes:
    """A packet whose one file unpacks to 60 MB of zeros, whatever its manifest says."""
    zeros = bytes(60_000_000)
    listed = [verifying.Listed("zeros.bin", claims, hashlib.sha256(zeros).hexdigest(), "zeros")]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", verifying.manifest(HEAD, listed))
        archive.writestr("zeros.bin", zeros)
    assert len(file.getvalue()) < 100_000
    return file.getvalue()


def peak(work: Callable[[], Any]) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_bomb_is_read_no_further_than_the_manifest_says() -> None:
    content = bomb(10)
    assert told(content) == ["zeros.bin: it is longer than the 10 bytes of the manifest"]
    assert peak(lambda: checked(content)) < 10_000_000
    assert peak(lambda: members(content)) > 60_000_000  # the control: a reader who trusts it


def test_a_bomb_that_the_manifest_admits_is_never_held_in_memory() -> None:
    content = bomb(60_000_000)
    assert peak(lambda: checked(content)) < 10_000_000


def test_a_manifest_that_is_a_bomb_is_not_read_to_its_end() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b" " * 40_000_000)
    assert any("larger than" in line for line in told(file.getvalue()))


def test_a_manifest_of_very_many_files_takes_no_long_time() -> None:
    listed = [verifying.Listed(f"{n:06}", 0, "0" * 64, "") for n in range(50_000)]
    content = zipped([("manifest.json", verifying.manifest(HEAD, listed))])
    begun = time.monotonic()
    assert any("lists more than 10000 files" in line for line in told(content))
    assert time.monotonic() - begun < 10


def test_a_zip_of_very_many_files_is_no_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "FILES_MOST", 5)
    with pytest.raises(NoPacket, match="it has more than 5 files"):
        checked(zipped([("manifest.json", b""), *((f"{n}", b"") for n in range(6))]))


# Manifests


def spoilt(packet: bytes, change: Callable[[dict[str, Any]], object]) -> list[str]:
    found = members(packet)
    manifest = json.loads(found["manifest.json"])
    change(manifest)
    text = (json.dumps(manifest, indent=1) + "\n").encode()
    return told(zipped(list({**found, "manifest.json": text}.items())))


MANIFESTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another format": (lambda m: m.update(format="other"), "not of the format outfall-packet 1"),
    "a later version": (lambda m: m.update(version=2), "not of the format outfall-packet 1"),
    "a field more": (lambda m: m.update(more=1), "its text was changed"),
    "no head": (lambda m: m.pop("head"), "its head is no list of texts"),
    "a head of numbers": (lambda m: m["head"].update(case=1), "its head is no list of texts"),
    "a head without its case": (lambda m: m["head"].pop("case"), "its head lacks case"),
    "no files": (lambda m: m.pop("files"), "it has no list of files"),
    "files that are a name": (lambda m: m.update(files="x"), "it has no list of files"),
    "a file that is a name": (lambda m: m["files"].append("x"), "files[6] has not the fields"),
    "a file without its size": (lambda m: m["files"][0].pop("size"), "files[0] has not the field"),
    "a field more of a file": (lambda m: m["files"][0].update(a=1), "files[0] has not the fields"),
    "a negative size": (lambda m: m["files"][0].update(size=-1), "has no size from 0"),
    "a size that is true": (lambda m: m["files"][0].update(size=True), "has no size from 0"),
    "a size that is text": (lambda m: m["files"][0].update(size="1"), "has no size from 0"),
    "half a digest": (lambda m: m["files"][0].update(sha256="0" * 63), "has no SHA-256"),
    "a digest in capitals": (lambda m: m["files"][0].update(sha256="A" * 64), "has no SHA-256"),
    "a file twice": (lambda m: m["files"].append(m["files"][0]), "is listed twice"),
    "a name in other case": (
        lambda m: m["files"].append({**m["files"][0], "path": "readme.TXT"}),
        "differs from another name by case",
    ),
    "itself": (
        lambda m: m["files"].append({**m["files"][0], "path": "manifest.json"}),
        "manifest.json is listed twice",
    ),
    "another order": (lambda m: m["files"].reverse(), "its files are not in order"),
    "too large": (lambda m: m["files"][0].update(size=2**40), "has no size from 0"),
}


@pytest.mark.parametrize(("change", "says"), MANIFESTS.values(), ids=list(MANIFESTS))
def test_a_manifest_that_is_not_well_formed_is_told(
    change: Callable[[dict[str, Any]], object], says: str, packet: bytes
) -> None:
    assert any(
        line.startswith("manifest.json: ") and says in line for line in spoilt(packet, change)
    )


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff", b"1", b'{"a": 1, "a": 2}', b"[" * 200_000, b"9" * 5000]
)
def test_a_manifest_that_is_no_json_is_told(text: bytes, packet: bytes) -> None:
    found = {**members(packet), "manifest.json": text}
    lines = told(zipped(list(found.items())))
    assert any(line.startswith("manifest.json: it is") for line in lines)


def test_a_packet_made_anew_is_whole_and_has_another_digest(packet: bytes, tmp_path: Path) -> None:
    """Who changes files and manifest together is caught by the digest that came another way."""
    digest = checked(packet).digest
    bundle(tmp_path / "a.zip", {**HEAD, "as_of": "2026-05-29"}, FILES)
    forged = (tmp_path / "a.zip").read_bytes()
    assert checked(forged).differences == ()
    assert checked(packet, digest.upper() + "\n").differences == ()
    (difference,) = checked(forged, digest).differences
    assert (difference.path, digest in difference.says) == ("manifest.json", True)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "it is no ZIP file"), (b"PK\5\6", "it is no ZIP file"), (b"%PDF-1.7", "it is no ZIP"),
     (zipped([("word/document.xml", b"<x/>")]), "it has no manifest.json")],
)  # fmt: skip
def test_what_is_no_packet_is_said_to_be_none(content: bytes, says: str) -> None:
    with pytest.raises(NoPacket, match=says):
        checked(content)


def test_a_damaged_file_is_told_without_a_traceback(packet: bytes) -> None:
    """With its checksum put right in the directory too, the content still has another digest."""
    changed = packet.replace(b"invented order", b"invented 0rder")
    (difference,) = told(changed)
    assert (
        difference == "papers/order.pdf: it can't be read (Bad CRC-32 for file 'papers/order.pdf')"
    )
    old, new = (zlib.crc32(b"%%PDF- an invented %brder!" % c) for c in (b"o", b"0"))
    mended = changed.replace(old.to_bytes(4, "little"), new.to_bytes(4, "little"))
    assert passes_a_usual_check(mended)
    (difference,) = told(mended)
    assert difference == "papers/order.pdf: its content was changed: the digest is another"


# A program of its own


def imports(text: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or "").split(".")[0])
    return found


def test_the_verifier_imports_the_standard_library_alone() -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert imports(text) <= set(sys.stdlib_module_names)
    assert "__import__" not in text
    assert "importlib" not in text
    ast.parse(text, feature_version=(3, 9))
    # The control: what it would look like otherwise.
    assert not imports("from outfall.law import data\nfrom . import x") <= set(
        sys.stdlib_module_names
    )


def test_a_copy_runs_alone(packet: bytes, tmp_path: Path) -> None:
    """Isolated (-I) and without site packages (-S): neither Outfall nor anything else is there."""
    (tmp_path / "packet.zip").write_bytes(packet)
    (tmp_path / "verify.py").write_bytes(members(packet)["verify.py"])
    assert members(packet)["verify.py"] == SOURCE.read_bytes()

    def run(*args: str) -> tuple[int, str, str]:
        command = [sys.executable, "-I", "-S", "verify.py", *args]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    digest = checked(packet).digest
    whole = (
        f"packet.zip: whole, 6 files of case W-2026-014 at the end of 2026-05-28; digest {digest}\n"
    )
    assert run("packet.zip") == (0, whole, "")
    assert run("packet.zip", digest) == (0, whole, "")
    status, out, err = run("packet.zip", "f" * 64)
    assert (status, err) == (1, "")
    assert out.endswith(f"packet.zip: not whole, 1 difference; digest {digest}\n")
    assert run("verify.py") == (
        2,
        "",
        "verify.py: this is no packet: it is no ZIP file, or a part of one\n",
    )
    assert run("none.zip")[0] == 2
    assert run() == (2, "", "python verifying.py packet.zip [DIGEST]\n")


def test_what_a_packet_says_of_itself_can_not_move_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    bundle(path, {**HEAD, "case": "W\x1b[2J\n1"}, FILES)
    lines: list[str] = []
    assert verifying.report(str(path), None, lines.append) == 0
    (line,) = lines
    assert line.isprintable()


def test_a_file_that_can_not_be_read_is_no_packet(tmp_path: Path) -> None:
    with pytest.raises(NoPacket, match="can't be read"):
        check(str(tmp_path))
    with pytest.raises(NoPacket, match=r"can't be read \(no such file or directory\)"):
        check(str(tmp_path / "none.zip"))
