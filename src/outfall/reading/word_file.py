"""The text of a Word file (.docx): paragraphs with the numbers that Word draws, tables as rows.

What is struck by tracked changes is left out and what they add is taken in; headers, footers and
footnotes are left out. Each is told in a note.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn
from lxml import etree

from outfall.reading.numbering import label
from outfall.reading.unreadable import Unreadable

UNPACKED_MOST = 200_000_000
RATIO_MOST = 100
PARTS_MOST = 5_000
_BROKEN = "This Word file is broken. Save it anew, or copy its text into a .txt file."
_BOMB = "This file unpacks to far more than a text should. Copy its text into a .txt file."


def word_text(data: bytes) -> tuple[str, list[str]]:
    """The text of a Word file, a line for each paragraph, with notes for a person.

    Raises ``Unreadable`` where it is broken, no Word file, or packed to burst.
    """
    _looked_at(data)
    try:
        document = docx.Document(io.BytesIO(data))
        body = document.element.body
        numbers = _Numbers(document)
        lines = list(_lines(body, numbers))
    except (KeyError, ValueError, zipfile.BadZipFile, etree.LxmlError, AttributeError):
        raise Unreadable("broken-file", _BROKEN) from None
    return "\n".join(lines), _notes(body, document)


def _looked_at(data: bytes) -> None:
    """See that a package is a Word file and does not burst, before anything of it is unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
    except (zipfile.BadZipFile, ValueError, OverflowError):
        raise Unreadable("broken-file", _BROKEN) from None
    if any(part.flag_bits & 1 for part in parts):
        says = "This file is encrypted. Save a copy without a password and read that."
        raise Unreadable("encrypted-file", says)
    if "word/document.xml" not in {part.filename for part in parts}:
        says = "This is a package, but no Word file. Save the ordinance as .docx, .pdf or .txt."
        raise Unreadable("form-not-read", says)
    whole = sum(part.file_size for part in parts)
    burst = any(
        p.file_size > 1_000_000 and p.file_size > RATIO_MOST * p.compress_size for p in parts
    )
    if whole > UNPACKED_MOST or burst or len(parts) > PARTS_MOST:
        raise Unreadable("packed-to-burst", _BOMB)


def _lines(body: Any, numbers: _Numbers) -> Iterator[str]:
    for block in body.iterchildren():
        if block.tag == qn("w:p"):
            yield numbers.of(block) + _text(block)
        elif block.tag == qn("w:tbl"):
            yield from _rows(block)
        elif block.tag == qn("w:sdt"):
            for content in block.iterchildren(qn("w:sdtContent")):
                yield from _lines(content, numbers)


def _rows(table: Any) -> Iterator[str]:
    for row in table.iterchildren(qn("w:tr")):
        cells = [
            " ".join(filter(None, (_text(p).strip() for p in cell.iter(qn("w:p")))))
            for cell in row.iterchildren(qn("w:tc"))
        ]
        yield "| " + " | ".join(cells) + " |"


def _text(paragraph: Any) -> str:
    said = []
    for one in paragraph.iter(
        qn("w:t"), qn("w:tab"), qn("w:br"), qn("w:cr"), qn("w:noBreakHyphen")
    ):
        if one.tag == qn("w:t"):
            said.append(one.text or "")
        elif one.tag == qn("w:tab"):
            if one.getparent().tag == qn("w:r"):
                said.append("\t")
        else:
            said.append("-" if one.tag == qn("w:noBreakHyphen") else "\n")
    return "".join(said)


def _notes(body: Any, document: Any) -> list[str]:
    notes = []
    if next(body.iter(qn("w:ins"), qn("w:del")), None) is not None:
        notes.append(
            "Tracked changes were read as accepted. Accept or reject them, and read again."
        )
    if next(body.iter(qn("w:footnoteReference"), qn("w:endnoteReference")), None) is not None:
        notes.append("Footnotes were left out.")
    heads = [s.header for s in document.sections] + [s.footer for s in document.sections]
    if any(p.text.strip() for head in heads for p in head.paragraphs):
        notes.append("What stands at the head and foot of each page was left out.")
    return notes


class _Numbers:
    """The numbers of paragraphs as Word draws them: each list counts on until it starts anew."""

    def __init__(self, document: Any) -> None:
        self.levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self.counts: dict[str, dict[int, int]] = {}
        self.list_of: dict[str, str] = {}
        self.styles: dict[str, Any] = {style.style_id: style.element for style in document.styles}
        try:
            root = document.part.numbering_part.element
        except (KeyError, NotImplementedError):
            return
        for abstract in root.iter(qn("w:abstractNum")):
            levels = {int(_value(lvl, "w:ilvl")): _level(lvl) for lvl in abstract.iter(qn("w:lvl"))}
            self.levels[_value(abstract, "w:abstractNumId")] = levels
        for num in root.iter(qn("w:num")):
            of = num.find(qn("w:abstractNumId"))
            if of is not None:
                self.list_of[_value(num, "w:numId")] = _value(of, "w:val")

    def of(self, paragraph: Any) -> str:
        """The number that stands before a paragraph, with a space; empty where there is none."""
        numbered = self._numbered(paragraph)
        if numbered is None:
            return ""
        name, depth = numbered
        levels, counts = self.levels[name], self.counts.setdefault(name, {})
        form, pattern, start = levels[depth]
        counts[depth] = counts.get(depth, start - 1) + 1
        for deeper in [one for one in counts if one > depth]:
            del counts[deeper]
        if form in ("bullet", "none"):
            return "" if form == "none" else "• "
        said = pattern
        for above in range(depth + 1):
            if above in levels:
                own, _, first = levels[above]
                number = counts.setdefault(above, first)
                said = said.replace(f"%{above + 1}", label(own, number))
        return said + " " if said else ""

    def _numbered(self, paragraph: Any) -> tuple[str, int] | None:
        properties = paragraph.find(qn("w:pPr"))
        found = None if properties is None else properties.find(qn("w:numPr"))
        style = None if properties is None else properties.find(qn("w:pStyle"))
        name = None if style is None else _value(style, "w:val")
        seen: set[str] = set()
        while found is None and name and name not in seen:
            seen.add(name)
            element = self.styles.get(name)
            if element is None:
                return None
            found = element.find(f"{qn('w:pPr')}/{qn('w:numPr')}")
            based = element.find(qn("w:basedOn"))
            name = None if based is None else _value(based, "w:val")
        if found is None:
            return None
        number, level = found.find(qn("w:numId")), found.find(qn("w:ilvl"))
        of = self.list_of.get("" if number is None else _value(number, "w:val"))
        depth = 0 if level is None else int(_value(level, "w:val"))
        return (of, depth) if of is not None and depth in self.levels.get(of, {}) else None


def _value(element: Any, name: str) -> str:
    return str(element.get(qn(name), "0"))


def _level(level: Any) -> tuple[str, str, int]:
    form, text, start = (level.find(qn(name)) for name in ("w:numFmt", "w:lvlText", "w:start"))
    return (
        "decimal" if form is None else _value(form, "w:val"),
        "" if text is None else str(text.get(qn("w:val"), "")),
        1 if start is None else int(_value(start, "w:val")),
    )
