"""Files for the tests of reading: made here, none of somebody's."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import docx
import pikepdf
import typst
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

LEVELS = (
    ("upperLetter", "%1."),
    ("decimal", "(%2)"),
    ("lowerRoman", "%1.%2.%3"),
)


def word(*paragraphs: tuple[int | None, str], head: str = "") -> bytes:
    """A Word file whose paragraphs are numbered by Word: (level or None, words)."""
    document = docx.Document()
    root: Any = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for n, (form, text) in enumerate(LEVELS)
    )
    space = nsdecls("w")
    root.insert(
        0, parse_xml(f'<w:abstractNum {space} w:abstractNumId="77">{levels}</w:abstractNum>')
    )
    root.append(parse_xml(f'<w:num {space} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    for level, words in paragraphs:
        made: Any = document.add_paragraph(words)
        if level is not None:
            number = f'<w:numPr {space}><w:ilvl w:val="{level}"/><w:numId w:val="77"/></w:numPr>'
            made._p.get_or_add_pPr().append(parse_xml(number))
    if head:
        document.sections[0].header.paragraphs[0].text = head
    return saved(document)


def tracked(before: str, struck: str, added: str) -> bytes:
    """A Word file with one change that is tracked."""
    document = docx.Document()
    made: Any = document.add_paragraph(before)
    space = nsdecls("w")
    made._p.append(parse_xml(f"<w:del {space}><w:r><w:delText>{struck}</w:delText></w:r></w:del>"))
    made._p.append(parse_xml(f"<w:ins {space}><w:r><w:t>{added}</w:t></w:r></w:ins>"))
    assert made._p.find(qn("w:ins")) is not None
    return saved(document)


def saved(document: Any) -> bytes:
    """The bytes of a Word document."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def package(**parts: bytes) -> bytes:
    """A package whose ``word/document.xml`` and other parts are these."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return stream.getvalue()


def replaced(data: bytes, name: str, part: bytes) -> bytes:
    """A package with one part put in place of another."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for item in old.infolist():
            new.writestr(item.filename, part if item.filename == name else old.read(item))
    return stream.getvalue()


def pdf(*pages: str) -> bytes:
    """A PDF with these pages."""
    source = "\n#pagebreak()\n".join(
        "\\\n".join(line.replace("$", r"\$") for line in page.splitlines()) for page in pages
    )
    made: bytes = typst.compile(source.encode())
    return made


def locked(data: bytes, password: str) -> bytes:
    """A PDF that opens with a password."""
    stream = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as file:
        file.save(stream, encryption=pikepdf.Encryption(owner=password, user=password))
    return stream.getvalue()
