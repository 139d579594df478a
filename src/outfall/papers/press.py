"""The press: a paper's data and its template to a PDF that is accessible and archival at once.

Typst sets the page. Every PDF is PDF/UA-1 and PDF/A-3a, has its record attached, and comes out the
same, byte for byte, from the same data: no clock, no font of the machine, no network. A town's own
template can read what lies in the press's folder, and nothing else.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typst

from outfall.law.faults import Fault, Refused

HERE = Path(__file__).parent
TEMPLATES, FONTS = HERE / "templates", HERE / "fonts"
STANDARDS = ["ua-1", "a-3a"]
PIXELS_AN_INCH = 110
OWN = (".typ", ".png", ".svg", ".jpg")
NOWHERE = {
    **dict.fromkeys(("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"), "http://127.0.0.1:0"),
    **dict.fromkeys(("NO_PROXY", "no_proxy"), ""),
}


class Press:
    """A folder of templates, with a town's own over them, and a compiler that stays warm.

    ``folder`` is a town's: its ``*.typ`` take the place of ours, its ``fonts`` are added, its
    ``seal`` and other pictures can be used. ``pictures`` are files to put beside them by name.
    """

    def __init__(
        self, folder: Path | None = None, pictures: Mapping[str, Path] | None = None
    ) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="outfall-press-"))
        self._end = weakref.finalize(self, shutil.rmtree, self.root, ignore_errors=True)
        shutil.copytree(TEMPLATES, self.root, dirs_exist_ok=True)
        fonts = [str(FONTS)]
        self._own, self._faces = False, "[]"
        if folder is not None and folder.is_dir():
            for file in _inside(folder):
                self._own = self._own or file.suffix == ".typ"
                shutil.copyfile(file, self.root / file.name)
            if (folder / "fonts").is_dir():
                fonts.append(str(folder / "fonts"))
                self._faces = json.dumps(_families(fonts[1:]))
        self._put: dict[str, str] = {}
        for name, file in (pictures or {}).items():
            self.put(name, file.read_bytes(), "office.seal of the town's file")
        packages = str(self.root / "packages")
        self._compiler = typst.Compiler(
            str(self.root / "main.typ"),
            root=str(self.root),
            font_paths=fonts,
            ignore_system_fonts=True,
            package_path=packages,
            package_cache_path=packages,
        )

    def put(self, name: str, content: bytes, where: str) -> None:
        """Put a picture where templates find it; ``where`` is the place that names it."""
        file = self.root / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        self._put[name] = where

    def forget(self, folder: str) -> None:
        """Take away the pictures of a folder: those of a packet set before in the same press."""
        for name in [name for name in self._put if name.startswith(f"{folder}/")]:
            (self.root / name).unlink()
            del self._put[name]

    def pdf(self, data: Mapping[str, Any], record: bytes, main: str = "main.typ") -> bytes:
        """A PDF of the data, with the record attached.

        Raises ``Refused`` where a name has a character that no font here can print, or where a
        town's own template is faulty.
        """
        found = self._set(data, record, main, format="pdf", pdf_standards=STANDARDS)
        assert isinstance(found, bytes)
        return found

    def pictures(
        self,
        data: Mapping[str, Any],
        record: bytes,
        main: str = "main.typ",
        ppi: int = PIXELS_AN_INCH,
    ) -> list[bytes]:
        """The pages as PNG pictures, of so many pixels an inch."""
        found = self._set(data, record, main, format="png", ppi=ppi)
        return found if isinstance(found, list) else [found]

    def lacks(self, words: str) -> str:
        """The first letter of a text that no font here has; nothing where all can be printed.

        It is asked in the way in which a paper is set, so that what passes here is printed there.
        """
        how: dict[str, Any] = {"format": "pdf", "pdf_standards": STANDARDS, "timestamp": 0}
        inputs = {"words": words, "faces": self._faces}
        try:
            with _no_network(self._own):
                self._compiler.compile(
                    input=str(self.root / "letters.typ"), sys_inputs=inputs, **how
                )
        except typst.TypstError as error:
            found = GLYPH.search(str(getattr(error, "message", error)))
            return found[1] if found else ""
        return ""

    def _set(self, data: Mapping[str, Any], record: bytes, main: str, **how: Any) -> Any:
        inputs = {
            "data": json.dumps(data, ensure_ascii=False),
            "record": record.decode(),
            "faces": self._faces,
        }
        try:
            with _no_network(self._own):
                return self._compiler.compile(
                    input=str(self.root / main), sys_inputs=inputs, timestamp=0, **how
                )
        except typst.TypstError as error:
            faults = tuple(self._unprinted()) or (_fault(error, self.root),)
            raise Refused(faults) from None

    def _unprinted(self) -> Iterator[Fault]:
        """The pictures that were put here and can't be printed, each by itself."""
        for name, where in self._put.items():
            try:
                self._compiler.compile(
                    input=str(self.root / "picture.typ"), sys_inputs={"file": name}, format="svg"
                )
            except typst.TypstError as error:
                why = _fault(error, self.root).says.removeprefix(CANT)
                says = f"this picture is broken: {why}. Save it anew as JPEG or PNG"
                yield Fault(where, says, "broken-picture")

    def close(self) -> None:
        """Take the folder away."""
        self._end()


def _inside(folder: Path) -> Iterator[Path]:
    """A town's templates and pictures. Raises ``Refused`` for a link that leads out of the folder:
    what lies elsewhere is not the town's to print."""
    home = folder.resolve()
    for file in sorted(folder.iterdir()):
        if file.suffix not in OWN or file.is_dir():
            continue
        if not file.resolve().is_relative_to(home) or not file.is_file():
            says = f"{file.name} is a link that leads out of the folder. Put the file itself there"
            raise Refused((Fault("office.folder of the town's file", says, "link-leads-out"),))
        yield file


def _families(folders: list[str]) -> list[str]:
    """The names of the fonts in a town's folder, which are tried after ours."""
    found = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=folders
    )
    return list(found.families())


@contextmanager
def _no_network(guarded: bool) -> Iterator[None]:
    """While a town's own template is set, nothing can be fetched: it may name a package."""
    before = {name: os.environ.get(name) for name in NOWHERE} if guarded else {}
    os.environ.update({name: NOWHERE[name] for name in before})
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


CANT = "the page can't be set: "
GLYPH = re.compile(r"the text `\"(.+)\"` could not be displayed")
PLACE = re.compile(r"┌─ (?:.*[/\\])?([^/\\\n]+\.typ):(\d+):(\d+)")


def _fault(error: Exception, root: Path) -> Fault:
    text = str(getattr(error, "message", error)).strip().replace(f"{root}{os.sep}", "")
    first = text.splitlines()[0] if text else "no reason given"
    glyph = GLYPH.search(first)
    if glyph:
        says = (
            f"no font here has the character {glyph[1]}. Put one that has it into the folder "
            "`fonts` of the town's own papers (office.folder of the town's file)"
        )
        return Fault("paper", says, "no-glyph")
    if "package" in first:
        first = "a template can't use a package: nothing is fetched. Put what it needs beside it"
    hints = [hint for hint in getattr(error, "hints", ()) or () if "--root" not in hint]
    more = f" ({'; '.join(hints)})" if hints else ""
    says = f"{CANT}{first}{more}"
    place = PLACE.search(str(getattr(error, "diagnostic", "")))
    if place is None:
        return Fault("template", says, "faulty-template")
    return Fault(place[1], says, "faulty-template", int(place[2]), int(place[3]))
