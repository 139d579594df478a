"""The press: a paper's data and its template to a PDF that is accessible and archival at once.

Typst sets the page. Every PDF is PDF/UA-1 and PDF/A-3a, has its record attached, and comes out the
same, byte for byte, from the same data: no clock, no font of the machine, no network.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typst

from outfall.law.faults import Fault, Refused

HERE = Path(__file__).parent
TEMPLATES, FONTS = HERE / "templates", HERE / "fonts"
STANDARDS = ["ua-1", "a-3a"]
PIXELS_AN_INCH = 110


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
        fonts = [FONTS]
        if folder is not None and folder.is_dir():
            for file in sorted(folder.iterdir()):
                if file.suffix in (".typ", ".png", ".svg", ".jpg"):
                    shutil.copyfile(file, self.root / file.name)
            if (folder / "fonts").is_dir():
                fonts.append(folder / "fonts")
        for name, file in (pictures or {}).items():
            shutil.copyfile(file, self.root / name)
        self._compiler = typst.Compiler(
            str(self.root / "main.typ"),
            root=str(self.root),
            font_paths=[str(path) for path in fonts],
            ignore_system_fonts=True,
        )

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

    def _set(self, data: Mapping[str, Any], record: bytes, main: str, **how: Any) -> Any:
        inputs = {"data": json.dumps(data, ensure_ascii=False), "record": record.decode()}
        try:
            return self._compiler.compile(
                input=str(self.root / main), sys_inputs=inputs, timestamp=0, **how
            )
        except typst.TypstError as error:
            raise Refused((_fault(error),)) from None

    def close(self) -> None:
        """Take the folder away."""
        self._end()


def _fault(error: Exception) -> Fault:
    text = str(getattr(error, "message", error)).strip()
    first = text.splitlines()[0] if text else "no reason given"
    if "font" in first and ("glyph" in first or "character" in first or "display" in first):
        says = (
            f"{first}. Put a font that has it into the folder `fonts` of the town's own papers "
            "(office.folder of the town's file)"
        )
        return Fault("paper", says, "no-glyph")
    hint = "; ".join(getattr(error, "hints", ()) or ())
    says = f"the page can't be set: {first}{f' ({hint})' if hint else ''}"
    return Fault("template", says, "faulty-template")
