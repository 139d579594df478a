"""The text of a web page: one line a block, markers of its lists written out, tables as rows.

Scripts, styles and what is hidden are left out. Nothing is loaded.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from outfall.reading.numbering import label

BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details"),
        *("div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2"),
        *("h3", "h4", "h5", "h6", "header", "hr", "html", "legend", "li", "main", "nav", "ol"),
        *("p", "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "title", "tr"),
        "ul",
    )
)
UNSEEN = frozenset(("script", "style", "template", "noscript", "svg", "math", "iframe", "object"))
TYPES = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman"} | {
    "I": "upperRoman"
}
INNER = ("p", "div", "br")
"""Blocks that make no line of their own within a cell, or at the start of a list's entry."""
SPACES = re.compile(" {2,}")
DEPTH_MOST = 200


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line: list[str] = []
        self.unseen: list[str] = []
        self.lists: list[tuple[str, int] | None] = []
        self.in_row = False
        self.is_marked = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in UNSEEN or (tag not in ("br", "hr", "img", "input") and "hidden" in given):
            self.unseen.append(tag)
        if tag in ("ol", "ul") and len(self.lists) < DEPTH_MOST:
            self._end_line()
            self.lists.append(_list(given) if tag == "ol" else None)
        elif tag in ("td", "th"):
            self.line.append(" | " if self.in_row else "| ")
            self.in_row = True
        elif tag in BLOCKS and not (self.in_row and tag in INNER):
            if not (self.is_marked and tag in INNER):
                self._end_line()
        elif self.in_row and tag in INNER:
            self.line.append(" ")
        if tag == "li":
            self._marker(given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self._end_line()

    def handle_endtag(self, tag: str) -> None:
        if self.unseen:
            if tag == self.unseen[-1]:
                self.unseen.pop()
            return
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
        if tag == "tr" and self.in_row:
            self.line.append(" |")
            self.in_row = False
        if tag in BLOCKS and not (self.in_row and tag in INNER):
            self._end_line()

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.is_marked = self.is_marked and not data.strip()
            self.line.append(" ".join(f" {data} ".split()) if not data.strip() else _spaced(data))

    def _marker(self, given: dict[str, str | None]) -> None:
        """The number of a list's entry, which a browser draws and the source does not hold."""
        current = self.lists[-1] if self.lists else None
        if current is not None:
            form, number = current
            own = given.get("value")
            number = int(own) if own and own.lstrip("-").isdigit() and len(own) < 9 else number
            self.line.append(label(form, number) + ". ")
            self.lists[-1] = (form, number + 1)
            self.is_marked = True

    def _end_line(self) -> None:
        text = SPACES.sub(" ", "".join(self.line)).strip()
        self.line = []
        self.is_marked = False
        if text:
            self.lines.append(text)


def _spaced(data: str) -> str:
    """Blank space folded into one space, at both ends too."""
    inner = " ".join(data.split())
    return (" " if data[0].isspace() else "") + inner + (" " if data[-1].isspace() else "")


def _list(given: dict[str, str | None]) -> tuple[str, int]:
    start = given.get("start") or "1"
    number = int(start) if start.lstrip("-").isdigit() and len(start) < 9 else 1
    return TYPES.get(given.get("type") or "1", "decimal"), number


def html_text(source: str) -> str:
    """The text that a page shows, a line for each block and each row of a table.

    >>> html_text("<p>A. One</p><script>no()</script><ol type=a><li>first<li>second</ol>")
    'A. One\\na. first\\nb. second'
    """
    page = _Page()
    page.feed(source)
    page.close()
    page.handle_endtag("p")
    page.line.append("")
    page._end_line()
    return "\n".join(page.lines)
