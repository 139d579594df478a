"""The text of a PDF, page by page."""

from __future__ import annotations

import pypdfium2

from outfall.reading.unreadable import Unreadable

PAGES_MOST = 3000


def pdf_text(data: bytes) -> tuple[str, list[str]]:
    """The text of a PDF, each page ended by a form feed, with notes for a person.

    Raises ``Unreadable`` where it is encrypted, broken or too long.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            says = "This PDF is encrypted. Save a copy without a password and read that."
            raise Unreadable("encrypted-file", says) from None
        says = "This PDF is broken. Save it anew, or copy its text into a .txt file."
        raise Unreadable("broken-file", says) from None
    if len(document) > PAGES_MOST:
        says = f"This PDF has {len(document):,} pages. Save the part with the enforcement sections."
        raise Unreadable("text-too-large", says)
    pages, empty = [], []
    for number, page in enumerate(document, 1):
        textpage = page.get_textpage()
        text = textpage.get_text_bounded().replace("\r\n", "\n").replace("\ufffe", "-")
        textpage.close()
        page.close()
        pages.append(text)
        if not text.strip():
            empty.append(number)
    notes = [f"Page {number} has no text: it may be a picture." for number in empty[:20]]
    if len(empty) > 20:
        notes.append(f"{len(empty) - 20} more pages have no text.")
    return "\f\n".join(pages), notes
