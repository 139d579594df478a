"""A town's own file and folder: its office, seal, templates, words and fonts; what stays out."""

from __future__ import annotations

import io
import os
import shutil
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.papers.conftest import matter, words_of
from tests.papers.pictures import png

from outfall.cli.office import office_and_folder
from outfall.files.text import read_text
from outfall.files.town_file import read_office
from outfall.law.faults import Refused
from outfall.papers import press as pressing
from outfall.papers import speech as speaking
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.press import FONTS, NOWHERE, Press

ON = date(2026, 10, 1)
HEAD = "town: City of Example\nordinance: city-9-3-12\n"
OFFICE = """\
office:
  department: Public Works
  address: |
    1 Civic Square
    Example, EX 00000
  signer: {name: Robin Sample, title: Director}
  appeals: {name: Appeals Board, address: "Room 2, 1 Civic Square"}
"""
SVG = (
    b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/>"
    b"</svg>"
)


def town(folder: Path, more: str = "", text: str = HEAD + OFFICE) -> Path:
    """A town's file with further lines of its office."""
    file = folder / "town.yaml"
    file.write_text(text + more, "utf-8")
    return file


def ready(folder: Path, more: str = "", **how: Any) -> tuple[Ready, Press]:
    """The dock's notice under a town's file, and the press of that town."""
    found = matter("city-dock")
    office, own, pictures = office_and_folder(str(town(folder, more)), found.law)
    order = Order("notice_of_violation", ON, **how)
    return prepare(order, found.case, found.law, office, own), Press(own, pictures)


def text_of(folder: Path, more: str = "", **how: Any) -> str:
    made, press = ready(folder, more, **how)
    try:
        return words_of(press.pdf(made.data, made.record))
    finally:
        press.close()


def refused(folder: Path, more: str = "") -> list[str]:
    with pytest.raises(Refused) as told:
        text_of(folder, more)
    return [str(fault) for fault in told.value.faults]


# The fields of the office


LACKING = {
    "department": "the department that enforces the ordinance",
    "address": "its mailing address; a new line for each line of it",
    "signer": "who signs, where an entry names nobody else",
}
ODD = {
    "office: x\n": "office (line 3): ",
    OFFICE.replace("department: Public Works", "department: ''"): "office.department (line 4): ",
    OFFICE.replace("department: Public Works", "department: [a]"): "office.department (line 4): ",
    OFFICE.replace("{name: Robin Sample, title: Director}", "Robin"): "office.signer (line 8): ",
    OFFICE.replace("name: Robin Sample, ", ""): "office.signer.name (line 8): ",
    OFFICE.replace(', address: "Room 2, 1 Civic Square"', ""): "office.appeals.address (line 9): ",
    OFFICE + "  cover: maybe\n": "office.cover (line 10): ",
    OFFICE + "  languages: en\n": "office.languages (line 10): ",
    OFFICE + "  languages: [e n]\n": "office.languages[0] (line 10): ",
    OFFICE + "  payments: {address: x}\n": "office.payments.to (line 10): ",
    OFFICE + "  fax: 555-0100\n": "office.fax (line 10): ",
    OFFICE + "  seal: {}\n": "office.seal (line 10): ",
    OFFICE + f"  phone: {'9' * 4001}\n": "office.phone (line 10): ",
}


@pytest.mark.parametrize(("name", "what"), LACKING.items())
def test_each_field_that_must_be_there_is_asked_for(name: str, what: str) -> None:
    lines = OFFICE.splitlines(keepends=True)
    drop = {"department": (1, 2), "address": (2, 5), "signer": (5, 6)}[name]
    with pytest.raises(Refused) as told:
        read_office(read_text(HEAD + "".join(lines[: drop[0]] + lines[drop[1] :])))
    (fault,) = told.value.faults
    assert str(fault) == f"office.{name} (line 4): this is missing. Add {name}: {what}"


@pytest.mark.parametrize(("office", "says"), ODD.items(), ids=list(ODD.values()))
def test_what_is_odd_is_refused_by_name_at_its_line(office: str, says: str) -> None:
    with pytest.raises(Refused) as told:
        read_office(read_text(HEAD + office))
    assert str(told.value.faults[0]).startswith(says)


def test_a_whole_office_is_read() -> None:
    office = read_office(read_text(HEAD + OFFICE))
    assert office.address == "1 Civic Square\nExample, EX 00000"
    assert (office.signer, office.signer_title) == ("Robin Sample", "Director")
    assert read_office(read_text(HEAD)).department == ""


# The seal


@pytest.mark.parametrize(("name", "content"), [("seal.png", png()), ("seal.svg", SVG)])
def test_a_seal_is_printed_with_its_words(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    made, press = ready(tmp_path, f"  seal: {name}\n")
    pdf = press.pdf(made.data, made.record)
    assert b"City of Example" in pdf or "City of Example" in words_of(pdf)
    bare, other = ready(tmp_path)
    assert other.pdf(bare.data, bare.record) != pdf
    assert (press.root / name).read_bytes() == content
    press.close()
    other.close()


SEALS: dict[str, tuple[str, bytes | None, str]] = {
    "missing": ("none.png", None, "is no file beside the town's file. Put it there, or correct it"),
    "text": ("seal.png", b"hello", "is no picture that can be printed. Use a PNG or an SVG"),
    "a template": ("main.typ", b"", "is no picture that can be printed. Use a PNG or an SVG"),
    "broken": ("seal.svg", b"<svg", "is no picture that can be printed. Use a PNG or an SVG"),
    "a page": ("seal.svg", b"<p/>", "is no picture that can be printed. Use a PNG or an SVG"),
    "a flood": (
        "seal.png",
        png(claim=(60000, 60000)),
        "is too large a picture. Give a smaller copy",
    ),
}


@pytest.mark.parametrize(("name", "content", "says"), SEALS.values(), ids=list(SEALS))
def test_what_is_no_seal_is_refused(
    name: str, content: bytes | None, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    told = refused(tmp_path, f"  seal: {name}\n")
    assert told == [f"office.seal of the town's file: {name} {says}"]


def test_a_seal_that_is_cut_off_is_told_at_the_seal(tmp_path: Path) -> None:
    (tmp_path / "seal.png").write_bytes(png()[:60])
    (told,) = refused(tmp_path, "  seal: seal.png\n")
    assert told.startswith("office.seal of the town's file: this picture is broken: ")


@pytest.mark.parametrize("field", ["seal: ../secret.png", "seal: link.png", "folder: .."])
def test_nothing_outside_of_the_town_s_own_folder_is_taken(field: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.png").write_bytes(png())
    (home / "link.png").symlink_to(tmp_path / "secret.png")
    (told,) = refused(home, f"  {field}\n")
    name, _, value = field.partition(": ")
    assert told == (
        f"office.{name} of the town's file: {value} lies outside of the folder of the town's file. "
        "Put it inside"
    )


def test_a_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path, "  folder: own\n") == [
        "office.folder of the town's file: there is no folder own beside the town's file. Make it, "
        "or correct it"
    ]


# Own templates


OWN = '#import "house.typ": *\n#let paper(d) = {\n  letter(d)\n  BODY\n}\n'
Put = Callable[[str], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write the town's own notice, with something in it; gives the town's folder."""

    def put(body: str) -> Path:
        (tmp_path / "own").mkdir(exist_ok=True)
        file = tmp_path / "own" / "notice_of_violation.typ"
        file.write_text(OWN.replace("BODY", body), "utf-8")
        return tmp_path

    return put


FOLDER = "  folder: own\n"


def test_a_town_s_own_template_is_used_in_place_of_ours(put: Put) -> None:
    assert "Call before you dig" in text_of(put("par[Call before you dig]"), FOLDER)


FAULTY = {
    "a slip": ("nope", "notice_of_violation.typ (line 4): the page can't be set: unknown variable"),
    "an open bracket": ("[", "notice_of_violation.typ (line 2): the page can't be set: unclosed"),
    "an endless loop": ("while true {}", "notice_of_violation.typ (line 4): the page can't be set"),
    "no end of calls": (
        "let f(x) = f(x); f(1)",
        "notice_of_violation.typ (line 4): the page can't be set: maximum function call depth",
    ),
    "a picture without words": (
        'image("x.svg")',
        "notice_of_violation.typ (line 4): the page can't be set: PDF/A-3a, PDF/UA-1 "
        "error: missing alt text",
    ),
}


@pytest.mark.parametrize(("body", "says"), FAULTY.values(), ids=list(FAULTY))
def test_a_faulty_template_is_refused_with_its_place(body: str, says: str, put: Put) -> None:
    home = put(body)
    (home / "own" / "x.svg").write_bytes(SVG)
    (told,) = refused(home, FOLDER)
    assert told.startswith(says)
    assert "outfall-press" not in told


OUT = {
    "an absolute path": 'read("/etc/hostname")',
    "a path upwards": 'read("../../../etc/hostname")',
    "the temporary folder": 'read("../town.yaml")',
    "an include": 'include "../../x"',
    "a picture": 'image("/usr/share/x.png", alt: "x")',
    "a program": 'plugin("/usr/lib/x.wasm")',
    "a program beside it": 'plugin("x.wasm")',
    "a data file": 'json("../case.json")',
    "a file beside it": 'read("secret.yaml")',
    "a package": '{ import "@preview/cetz:0.3.0" }',
    "a package of the machine": '{ import "@local/x:0.1.0" }',
    "a package in disguise": 'eval("import " + repr("@pre" + "view/cetz:0.3.0"))',
    "a drawing that points out": 'image("out.svg", alt: "x")',
    "a drawing that points to the network": 'image("net.svg", alt: "x")',
}
POINTS = (
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='9' "
    "height='9'><image xlink:href='{}' width='9' height='9'/></svg>"
)


@pytest.mark.parametrize("body", OUT.values(), ids=list(OUT))
def test_a_template_reaches_nothing_outside_of_the_press(
    body: str, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it names: files of the machine and of others, packages, programs, the network."""
    packages = (
        tmp_path / "home" / ".local" / "share" / "typst" / "packages" / "local" / "x" / "0.1.0"
    )
    packages.mkdir(parents=True)
    (packages / "typst.toml").write_text(
        '[package]\nname = "x"\nversion = "0.1.0"\nentrypoint = "x.typ"\n'
    )
    (packages / "x.typ").write_text("#let x = 1\n")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    home = put(body)
    (home / "own" / "secret.yaml").write_text("token: hidden")
    (home / "own" / "x.wasm").write_bytes(b"\0asm\1\0\0\0")
    (home / "own" / "out.svg").write_text(POINTS.format("/etc/x.png"))
    (home / "own" / "net.svg").write_text(POINTS.format("http://127.0.0.1:9/x.png"))
    (told,) = refused(home, FOLDER)
    assert "the page can't be set: " in told
    assert "hidden" not in told
    assert ("package" in told) == ("package" in str(next(n for n, b in OUT.items() if b == body)))


def test_a_package_is_refused_in_plain_words(put: Put) -> None:
    (told,) = refused(put('{ import "@preview/cetz:0.3.0" }'), FOLDER)
    assert told == (
        "notice_of_violation.typ (line 4): the page can't be set: a template can't use a package: "
        "nothing is fetched. Put what it needs beside it"
    )


def test_while_a_town_s_template_is_set_there_is_no_network(
    put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every way out leads to a port that nothing can listen on, and what was set comes back."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    with pressing._no_network(True):
        assert {name: os.environ[name] for name in NOWHERE} == NOWHERE
    assert os.environ["HTTPS_PROXY"] == "http://proxy.example:1"
    assert "NO_PROXY" not in os.environ
    seen: list[str] = []
    press = Press(put("[]") / "own")
    compiler = press._compiler

    class Watched:
        """The compiler, telling what it is shown of the world."""

        def compile(self, **how: Any) -> Any:
            seen.append(os.environ["HTTPS_PROXY"])
            return compiler.compile(**how)

    monkeypatch.setattr(press, "_compiler", Watched())
    made = matter("city-dock").ready("notice_of_violation")
    press.pdf(made.data, made.record)
    assert seen == [NOWHERE["HTTPS_PROXY"]]
    press.close()


@pytest.mark.parametrize("guarded", [True, False])
def test_without_the_guard_a_package_would_be_asked_for(
    guarded: bool, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same template with the guard and without it, before a listening port."""
    asked: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = server.accept()
                    asked.append(caller.recv(200))
                    caller.close()

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.getsockname()[1]}")
        press = Press(put('{ import "@preview/cetz:0.3.0" }') / "own")
        monkeypatch.setattr(press, "_own", guarded)
        made = matter("city-dock").ready("notice_of_violation")
        with pytest.raises(Refused):
            press.pdf(made.data, made.record)
        server.shutdown(socket.SHUT_RDWR)
    listener.join(5)
    press.close()
    assert bool(asked) is not guarded


@pytest.mark.parametrize("name", ["x.png", "x.typ", "notice_of_violation.typ"])
def test_a_link_that_leads_out_of_the_town_s_folder_is_refused(name: str, put: Put) -> None:
    home = put("[]")
    (home / "secret").write_text("hidden")
    file = home / "own" / name
    file.unlink(missing_ok=True)
    file.symlink_to(home / "secret")
    assert refused(home, FOLDER) == [
        f"office.folder of the town's file: {name} is a link that leads out of the folder. Put the "
        "file itself there"
    ]


def test_without_that_guard_a_link_would_print_another_s_file(put: Put) -> None:
    """The control: a copy of what the link leads to is read like any file of the press."""
    home = put('read("x.typ")')
    (home / "own" / "x.typ").write_text("hidden")
    assert "hidden" in text_of(home, FOLDER)


def test_a_link_within_the_folder_is_used(put: Put) -> None:
    home = put('read("x.typ")')
    (home / "own" / "y.typ").write_text("shown")
    (home / "own" / "x.typ").symlink_to("y.typ")
    assert "shown" in text_of(home, FOLDER)


# Own words


def test_a_town_s_own_words_take_the_place_of_ours(put: Put) -> None:
    home = put("[]")
    words = home / "own" / "words.en.yaml"
    words.write_text("papers: {notice_of_violation: {lead: '{town} has found a discharge.'}}\n")
    assert "City of Example has found a discharge." in text_of(home, FOLDER)
    words.write_text("papers: {notice_of_violation: {lead: '{twon} has found a discharge.'}}\n")
    with pytest.raises(Refused) as told:
        prepare_anew(home)
    assert str(told.value.faults[0]).startswith(
        "papers.notice_of_violation.lead of words.en.yaml: "
    )


def prepare_anew(home: Path) -> None:
    """As a new process does: words are kept while one runs."""
    speaking._speech.cache_clear()
    speaking._load.cache_clear()
    text_of(home, FOLDER)


# Own fonts


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A press that ships without Arabic, and a town's folder for fonts."""
    ours = tmp_path / "ours"
    ours.mkdir()
    for name in (
        "PublicSans-Regular",
        "PublicSans-Bold",
        "PublicSans-SemiBold",
        "NotoSans-Regular",
    ):
        shutil.copy(FONTS / f"{name}.ttf", ours)
    monkeypatch.setattr(pressing, "FONTS", ours)
    (tmp_path / "own" / "fonts").mkdir(parents=True)
    return tmp_path


SAYS = FOLDER + "  hours: محمد\n"


def test_a_character_without_a_font_is_refused_with_what_to_do(few: Path) -> None:
    (told,) = refused(few, SAYS)
    assert told.startswith("paper: no font here has the character ")
    assert told.endswith(
        ". Put one that has it into the folder `fonts` of the town's own papers (office.folder of "
        "the town's file)"
    )


@pytest.mark.parametrize("family", ["Noto Sans Arabic", "Moto Sans Arabic"])
def test_with_the_font_it_is_made(family: str, few: Path) -> None:
    """By whatever name: a town's font is tried after ours without a word in a template."""
    font = (FONTS / "NotoSansArabic-Regular.ttf").read_bytes()
    for form in ("utf-16-be", "latin-1"):
        font = font.replace("Noto Sans Arabic".encode(form), family.encode(form))
    (few / "own" / "fonts" / "arabic.ttf").write_bytes(font)
    made, press = ready(few, SAYS)
    pdf = press.pdf(made.data, made.record)
    fonts = {
        str(font.get_object()["/BaseFont"])
        for page in PdfReader(io.BytesIO(pdf)).pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    assert any("Arabic" in name for name in fonts)
    press.close()


# The cover


def test_a_cover_goes_before_a_paper_to_a_party_and_no_other(tmp_path: Path) -> None:
    made, press = ready(tmp_path, "  cover: true\n  phone: 555-0142\n")
    pages = PdfReader(io.BytesIO(press.pdf(made.data, made.record))).pages
    bare, _ = ready(tmp_path)
    assert len(pages) == len(PdfReader(io.BytesIO(press.pdf(bare.data, bare.record))).pages) + 1
    first = pages[0].extract_text()
    for entry in made.data["sheet"]["key"]:
        assert entry["value"] in first
    assert "555-0142" in first
    found = matter("city-dock")
    office, folder, _ = office_and_folder(str(tmp_path / "town.yaml"), found.law)
    for paper in ("criminal_facts", "certificate_of_service"):
        other = prepare(Order(paper, ON), found.case, found.law, office, folder)
        assert other.data["cover"] is None
    press.close()
