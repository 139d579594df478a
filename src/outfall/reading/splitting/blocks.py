"""Lines put together again to the paragraphs that they were printed as.

A text is taken for wrapped where many lines end at about the same column and go on in small
letters. Only there does a full line run on into the next; elsewhere a line is a paragraph, unless
it plainly breaks off.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from outfall.reading.splitting.headings import Heading, caption_of, heading_at, is_title
from outfall.reading.splitting.lines import (
    BULLET,
    Clean,
    Line,
    clean,
    hyphened,
    is_terminated,
    lines,
    opening,
)
from outfall.reading.splitting.markers import Inline, Marker, chain_at, inline, is_reference
from outfall.reading.splitting.page import NOTE, collection_lines, is_furniture, running_heads
from outfall.reading.splitting.rows import is_ruler, rows

WIDEST, LINE_START = 150, 2.0
BROKEN_OFF = re.compile(
    r"(?:,|[a-z]-|\b(?:a|an|and|any|as|at|be|but|by|each|for|from|in|into|its|may|no|not|of|on|or"
    r"|shall|such|than|that|the|their|this|to|under|upon|which|will|with))$"
)
ENDS_IN_MARKER = re.compile(
    r"[A-Za-z)”\"][.;:](?:[A-Za-z]|\d{1,2})\.$|[A-Za-z)”\"][.;:]\s?\([A-Za-z0-9]{1,3}\)$"
)


class Role(Enum):
    """What a line is, before it is read."""

    TEXT = "text"
    ROW = "row"
    PAGE = "page"


@dataclass(slots=True)
class Block:
    """A paragraph, a row or a line of the page, with the lines that it is made of."""

    role: Role
    parts: list[tuple[int, int]]
    start: int
    indent: int
    bulleted: bool = False
    clean: Clean = field(default_factory=lambda: Clean("", ()))
    heading: Heading | None = None
    chain: tuple[Marker, ...] = ()

    @property
    def end(self) -> int:
        """Where the last of its lines ends."""
        return self.parts[-1][1]

    def inside(self) -> list[Inline]:
        """The places within the paragraph at which another may begin."""
        text = self.clean.text
        first = self.chain[-1].end if self.chain else 0
        found = {one.chain[0].start: one for one in inline(text, first)}
        for start, _ in self.parts[1:]:
            at = bisect_left(self.clean.places, start)
            chain = chain_at(text, at) if at < len(text) else ()
            if at > first and chain and not is_reference(text[max(0, at - 90) : at]):
                found[at] = Inline(chain, False, LINE_START)
        return [found[at] for at in sorted(found)]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text is set: whether its lines are wrapped, and about how wide."""

    wrapped: bool
    width: int


def blocks(source: str) -> list[Block]:
    """Every paragraph, row and line of the page, in the order in which they begin."""
    all_lines = lines(source)
    roles = _roles(source, all_lines)
    text = [line for line, role in zip(all_lines, roles, strict=True) if role is Role.TEXT]
    setting = setting_of(source, text)
    found: list[Block] = []
    joining = _Joining(source, setting)
    for line, role in zip(all_lines, roles, strict=True):
        if role is Role.TEXT:
            if block := joining.take(line):
                found.append(block)
        elif role is Role.ROW and found and found[-1].role is role and is_ruler(line.of(source)):
            found[-1].parts.append((line.start, line.end))
        else:
            found.append(Block(role, [(line.start, line.end)], line.start, line.indent))
            joining.interrupt(is_page=role is Role.PAGE)
    kept = hyphened(source)
    for block in found:
        block.clean = clean(source, block.parts, kept)
        if block.role is Role.TEXT:
            block.heading = heading_at(block.clean.text)
            block.chain = () if block.heading else chain_at(block.clean.text)
    return found


def _roles(source: str, all_lines: Sequence[Line]) -> list[Role]:
    comments = collection_lines(source, all_lines)
    heads = running_heads(source, all_lines)
    in_rows = rows(source, all_lines)
    seen: set[str] = set()
    roles: list[Role] = []
    for at, line in enumerate(all_lines):
        body = line.of(source)
        role = Role.TEXT
        if at < comments:
            role = Role.PAGE
        elif at in in_rows:
            role = Role.ROW
        elif at in heads:
            first_heading = body not in seen and heading_at(body) is not None
            role = Role.TEXT if first_heading else Role.PAGE
            seen.add(body)
        elif is_furniture(body):
            role = Role.PAGE
        roles.append(role)
    return roles


def setting_of(source: str, text: Sequence[Line]) -> Setting:
    """Whether lines are wrapped: many are full, and the next goes on in small letters."""
    if len(text) < 2:
        return Setting(False, 0)
    edges = sorted(line.edge for line in text)
    width = edges[int(len(edges) * 0.9)]
    if width > WIDEST:
        return Setting(False, width)
    going_on = 0
    for line, after in itertools.pairwise(text):
        full = line.edge >= 0.75 * width and not is_terminated(line.of(source))
        going_on += full and not after.after_blank and source[after.start].islower()
    return Setting(width >= 30 and going_on >= max(1, min(3, 0.15 * len(text))), width)


class _Joining:
    """Takes lines one by one, and tells for each whether it begins a paragraph."""

    def __init__(self, source: str, setting: Setting) -> None:
        self.source = source
        self.setting = setting
        self.block: Block | None = None
        self.last: Line | None = None
        self.interrupted = False
        self.is_spaced = False
        """Whether a blank line has parted two paragraphs so far."""

    def interrupt(self, is_page: bool) -> None:
        """A line stood between that isn't text; only the page's lets a paragraph run on."""
        self.interrupted = True
        if not is_page:
            self.block = None

    def take(self, line: Line) -> Block | None:
        """The new block that this line begins, or None where it goes on with the last one."""
        skipped = opening(self.source, line.start, line.end)
        body = self.source[line.start + skipped : line.end]
        if self.block is not None and self.last is not None and self._goes_on(line, body, skipped):
            self.block.parts.append((line.start, line.end))
            begun = None
        else:
            bulleted = BULLET.match(self.source, line.start, line.end) is not None
            start = line.start + skipped if body else line.start
            begun = Block(Role.TEXT, [(start, line.end)], line.start, line.indent, bulleted)
            self.block = begun
        self.is_spaced = self.is_spaced or (line.after_blank and self.last is not None)
        self.last, self.interrupted = line, False
        return begun

    def _goes_on(self, line: Line, body: str, skipped: int) -> bool:
        """Whether a line belongs to the paragraph of the one before it."""
        assert self.block is not None
        assert self.last is not None
        before = self.last.of(self.source)
        gap = line.after_blank or self.interrupted
        chain, heading = chain_at(body), heading_at(body)
        opens = bool(chain) or heading is not None or NOTE.match(body) is not None
        full = self.last.edge + 1 + len(body.split(" ", 1)[0]) > 0.85 * self.setting.width
        full = full and self.setting.wrapped
        if skipped and (gap or is_terminated(before) or not full or self.block.bulleted):
            return False
        if opens:
            broken = not is_terminated(before) and not self._is_bare(before)
            return broken and not gap and (full or (bool(chain) and is_reference(before)))
        if self._is_bare(before) or self._awaits_title(before, body):
            return True
        if ENDS_IN_MARKER.search(before[-8:]) and not is_title(body):
            return True
        if gap:
            return self._goes_on_beyond_gap(line, before, body, full)
        return self._goes_on_at_once(line, before, body, full)

    def _goes_on_beyond_gap(self, line: Line, before: str, body: str, full: bool) -> bool:
        if heading_at(before) is not None:
            return False
        if is_terminated(before):
            return self.interrupted and full and not line.after_blank and not self.is_spaced
        if self.interrupted:
            return full or body[0].islower()
        return BROKEN_OFF.search(before[-8:]) is not None and body[0].islower()

    def _goes_on_at_once(self, line: Line, before: str, body: str, full: bool) -> bool:
        assert self.block is not None
        assert self.last is not None
        ended = is_terminated(before)
        first = len(self.block.parts) == 1
        if first and heading_at(before) is not None and len(before) < 170:
            return not ended and (body[0].islower() or (before.isupper() and body.isupper()))
        if not self.setting.wrapped:
            return not ended and body[0].islower()
        if ended and self._is_set_off(line, before, body, first):
            return False
        return full if ended else (full or body[0].islower() or self.last.edge * 2 > self._width())

    def _is_set_off(self, line: Line, before: str, body: str, first: bool) -> bool:
        """Whether a line after a finished sentence shows that it begins a paragraph."""
        assert self.last is not None
        if line.indent > self.last.indent + 1 or line.indent < self.last.indent - 1:
            return not first
        if before.rstrip('"”')[-1] in ";:" or before.endswith((" and", " or")):
            return body[0].isupper()
        caption, rest = caption_of(body)
        return bool(caption) and rest < len(body) and len(caption.split()) <= 6

    def _width(self) -> int:
        return self.setting.width

    def _is_bare(self, before: str) -> bool:
        """Whether the paragraph so far is nothing but a marker."""
        assert self.block is not None
        if len(self.block.parts) > 1 or len(before) > 40:
            return False
        start, end = self.block.parts[0]
        body = self.source[start:end]
        chain = chain_at(body)
        return bool(chain) and chain[-1].end == len(body)

    def _awaits_title(self, before: str, body: str) -> bool:
        """Whether the paragraph so far is a section's number, whose title stands on this line."""
        assert self.block is not None
        if len(self.block.parts) > 1 or len(before) > 40:
            return False
        start, end = self.block.parts[0]
        text = self.source[start:end]
        heading = heading_at(text)
        if heading is None or not is_title(body):
            return False
        bare = re.sub(r"[\w§.:\-–]+\s*", "", text, count=2).strip(" .:-–") == ""
        return bare and text.rstrip(".:").endswith(heading.number)
