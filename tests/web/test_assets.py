"""What the pages are made of: everything is here, with its licence, and nothing runs inline."""

from __future__ import annotations

import dataclasses
import io
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

import vendor

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "outfall" / "web"
STATIC, TEMPLATES = WEB / "static", WEB / "templates"
KEPT = [*(path for path in sorted((STATIC / "vendor").iterdir())), Path(__file__).parent / "vendor"]

COMMENT = re.compile(r"{%\s*comment.*?%}.*?{%\s*endcomment\s*%}|{#.*?#}", re.DOTALL)
ADDRESS = re.compile(r"url\(\s*[\"']?([^\"')]*)[\"']?\s*\)")
STATIC_NAME = re.compile(r"{%\s*static\s+[\"']([^\"']+)[\"']")
LEFT_TO_ALLAUTH = ("mfa/js/", "account/js/")

# What the policy of the pages forbids, or what would let stored text run.
FORBIDDEN = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a script in the page": re.compile(
        r"<script\b(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")", re.IGNORECASE
    ),
    "an event handler": re.compile(r"<[^>]*\s(?:hx-)?on[a-z:-]+\s*=", re.IGNORECASE),
    "an address that runs": re.compile(r"javascript:", re.IGNORECASE),
    "text that is not escaped": re.compile(r"\|\s*safe(?:seq)?\b|{%\s*autoescape\s+off"),
    "an address outside": re.compile(r"(?:src|href|action)=[\"'](?:https?:)?//", re.IGNORECASE),
}
# A template that may do one of these: (its path, what). None does.
ALLOWED: frozenset[tuple[str, str]] = frozenset()

PLANTED = [
    ("a style attribute", '<p style="color: red">'),
    ("a style element", "<style>p { color: red }</style>"),
    ("a script in the page", "<script>alert(1)</script>"),
    ("a script in the page", '<script type="module">alert(1)</script>'),
    ("an event handler", '<button type="button" onclick="go()">'),
    ("an event handler", '<div\n  hx-on:click="go()">'),
    ("an address that runs", '<a href="javascript:go()">'),
    ("text that is not escaped", "{{ paper.words|safe }}"),
    ("text that is not escaped", "{% autoescape off %}"),
    ("an address outside", '<script src="//example.com/map.js"></script>'),
]
FINE = [
    "<script src=\"{% static 'office.js' %}\" defer></script>",
    '<script data-allauth-onload="x" type="application/json">{}</script>',
    "{# no style= here #}<p>{{ condition }} on = off</p>",
    '<p class="style" data-copy="{{ text }}">',
]


def forbidden(text: str) -> list[str]:
    """What a template does that it must not."""
    shown = COMMENT.sub("", text)
    return [what for what, pattern in FORBIDDEN.items() if pattern.search(shown)]


def missing(css: Path) -> list[str]:
    """The files that a style names and that are not there."""
    named = ADDRESS.findall(css.read_text())
    files = [name for name in named if name and not name.startswith(("data:", "#"))]
    return [name for name in files if not (css.parent / name.partition("?")[0]).is_file()]


def test_all_four_are_here() -> None:
    assert {path.name for path in KEPT} == {"uswds", "leaflet", "htmx", "vendor"}


@pytest.mark.parametrize("folder", KEPT, ids=lambda path: path.name)
def test_each_brings_its_licence(folder: Path) -> None:
    licences = [path for path in folder.iterdir() if path.name.startswith("LICENSE")]
    assert licences
    assert all(len(path.read_text()) > 400 or folder.name == "htmx" for path in licences)


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_all_that_a_style_names_is_here(path: Path) -> None:
    assert missing(path) == []


def test_a_picture_that_is_not_here_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "there.svg").write_text("<svg/>")
    style = tmp_path / "page.css"
    style.write_text(
        "a{background:url(there.svg)}b{background:url('gone.svg')}@supports(m:url()){}"
    )
    assert missing(style) == ["gone.svg"]


def test_no_file_names_a_map_that_was_left_behind() -> None:
    texts = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css")]
    assert len(texts) > 5
    assert [path for path in texts if "# sourceMappingURL=" in path.read_text()] == []
    for comment in (
        "x();\n//# sourceMappingURL=x.js.map",
        "a{}\n/*# sourceMappingURL=a.css.map */",
    ):
        assert "sourceMappingURL" not in vendor.cleaned("x.js", comment.encode()).decode()


def test_every_template_keeps_to_the_policy() -> None:
    templates = sorted(TEMPLATES.rglob("*.html"))
    assert len(templates) > 40
    names = {path: path.relative_to(TEMPLATES).as_posix() for path in templates}
    found = {(name, what) for path, name in names.items() for what in forbidden(path.read_text())}
    assert found == ALLOWED


@pytest.mark.parametrize(("what", "text"), PLANTED)
def test_a_planted_fault_is_caught(what: str, text: str) -> None:
    assert what in forbidden(text)


@pytest.mark.parametrize("text", FINE)
def test_what_is_fine_is_left_alone(text: str) -> None:
    assert forbidden(text) == []


def test_every_file_that_a_template_names_is_here() -> None:
    for template in TEMPLATES.rglob("*.html"):
        for name in STATIC_NAME.findall(template.read_text()):
            assert name.startswith(LEFT_TO_ALLAUTH) or (STATIC / name).is_file(), (template, name)


def test_own_scripts_write_no_markup_and_run_no_text() -> None:
    for script in STATIC.glob("*.js"):
        text = script.read_text()
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, (script, word)


def test_each_package_is_pinned_by_its_digest() -> None:
    known = {package.name: package.integrity for package in vendor.PACKAGES}
    assert set(known) == {"@uswds/uswds", "leaflet", "htmx.org", "axe-core"}
    assert all(re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", digest) for digest in known.values())


def test_an_archive_that_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as held:
        held.addfile(tarfile.TarInfo("package/map.js"), io.BytesIO(b""))

    def npm(command: list[str], cwd: str, **rest: object) -> None:
        (Path(cwd) / "map-1.tgz").write_bytes(archive.getvalue())

    monkeypatch.setattr(subprocess, "run", npm)
    digest = vendor.digest(archive.getvalue())
    package = vendor.Package("map", "1", digest, Path("map"), dict)
    assert vendor.packed(package) == {"map.js": b""}
    with pytest.raises(SystemExit, match="map 1 is another file than it was"):
        vendor.packed(dataclasses.replace(package, integrity="sha512-" + "A" * 86 + "=="))


def test_a_file_changed_by_hand_is_seen(tmp_path: Path) -> None:
    files = {"js/map.js": b"map()", "LICENSE": b"free"}
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    assert vendor.differing(tmp_path, files) == []
    (tmp_path / "LICENSE").write_bytes(b"freer")
    (tmp_path / "extra.js").write_bytes(b"")
    assert vendor.differing(tmp_path, files) == [tmp_path / "LICENSE", tmp_path / "extra.js"]
