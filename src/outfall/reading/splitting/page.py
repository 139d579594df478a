"""What a page prints around the law: numbers, running heads, links, versions, and its notes.

A line is judged alone, but for running heads, which only their repetition betrays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from outfall.reading.splitting.lines import Line, is_terminated

COLLECTION = re.compile(r"#\s?[a-z][a-z _-]{0,20}:(?:\s|$)")
"""A comment that a collection of texts put at the head of a file."""
PAGE_NUMBER = re.compile(
    r"(?:page|pg\.?|p\.)\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?(?:\s*\|.*)?"
    r"|[-–—|]?\s?\d{1,4}\s?[-–—|]?|\d{1,4}\s*(?:of|/)\s*\d{1,4}"
    r"|\d{1,4}\s?\|\s?p(?:\s?a\s?g\s?e|age)?|page\s?\|\s?\d{1,4}"
    r"|cd\d{1,3}:\d{1,4}|(?=[ivxl])[ivxl]{1,7}",
    re.IGNORECASE,
)
LINK = re.compile(
    r"(?:\[[^\][]{0,80}\])?\(?(?:https?://|www\.)\S+\)?|about:blank(?:\s\d+/\d+)?"
    r"|(?:[A-Z][A-Za-z]* ){0,3}[A-Za-z]{3,12}:? ?(?:https?://|www\.)\S+"
    r"|\[[^\][]{1,60}\]\(\S*\)"
)
PRINTED = re.compile(r"\d{1,2}/\d{1,2}/\d{2,4},? \d{1,2}:\d{2}(?: ?[AP]M)?(?:\s.*)?", re.IGNORECASE)
CONTROL = re.compile(
    r"(?:(?:share|copy|get) link(?: to section)?|print(?: section)?|e-?mail(?: section)?|bookmark"
    r"|download(?: \((?:docx|pdf)\))?(?: of sections?)?|compare versions?|back to (?:top|code)"
    r"|latest version|current version|previous version|next version|previous|next|home|expand"
    r"|collapse|show changes|hide changes|view (?:pdf|what's changed)|jump to|search|menu"
    r"|skip to content"
    r"|top|sections?:|table of contents|contents|[|•·>«»‹›\s])+\.?",
    re.IGNORECASE,
)
VERSION = re.compile(
    r"version:?\s.{0,40}\d{4}.{0,20}|\(?supp\.?(?:lement)? no\.? ?\d+.{0,30}|©.{0,120}"
    r"|copyright\s.{0,120}|printed (?:on|from|by)\s.{0,80}|(?:current|codified) through\s.{0,120}"
    r"|the .{1,80} code is current through\s.{0,160}|disclaimer:.{0,400}"
    r"|(?:last )?(?:updated|modified|revised|retrieved|accessed)(?: on)?:?\s.{0,20}\d{4}.{0,12}"
    r"|powered by .{1,60}|all rights reserved\.?|downloaded from .{1,100}",
    re.IGNORECASE,
)
RULE = re.compile(r"[-–—_=*~.•·\s+#]{3,}|[-–—_=*~|+#>]{1,2}")
CONTROL_LIMIT, LINE_LIMIT = 120, 420

NOTE = re.compile(
    r"[(\[]\s?(?:ords?|ordinances?|res|resolutions?|code(?:\s+\d{4}|,)|prior code|prior part|added"
    r"|amended|amd|am|revised|rev|repealed|renumbered|history|l\.? ?l|adopted|passed|enacted"
    r"|derived|formerly|source|\d{4} code|(?:'\d\d|\d{2,4}) code|pub|p\.? ?l|acts?|eff"
    r"|effective)\b[.:,\s]"
    r"|(?:ord(?:inance)?s?\.? (?:no\.? ?)?[\w.-]{2,14}(?:,| §| \(|, passed| adopted))"
    r"|(?:history|source|sources):\s"
    r"|editor['’]?s['’]? (?:note|comment)s?\b|editorial note|note to (?:section|chapter|article)\b"
    r"|(?:state|federal|charter|code|statutory|other)[ -](?:law )?"
    r"(?:references?|constitution reference)\b"
    r"|cross[ -]?references?\b|law references?\b|references?:\s|penalty,? see\b|see also:"
    r"|annotations?\b[:—-]|notes?\s?[:—]|legislative history\b|statutory authority[:—]"
    r"|charter references?\b",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"(?:editor['’]?s['’]? notes?|(?:state law|federal law|charter|code|statutory)[ -]references?"
    r"|cross[ -]?references?|annotations?|notes?)\s?[:.—–-]?",
    re.IGNORECASE,
)
TAIL_OPEN = re.compile(
    r"[(\[](?=(?:Ords?\b|Ordinance\b|Res\b|Resolution\b|Code (?:\d|of)|Prior [Cc]ode|Added\b"
    r"|Amended\b|Amd\b|Am\.|Revised\b|Rev\.|Repealed\b|Adopted\b|Passed\b|Enacted\b|History\b|HISTORY\b|L\.L\."
    r"|P\.L\.|\d{4} [Cc]ode|'\d\d [Cc]ode|Eff\b|Effective\b)[^\n]{0,80}?\d)"
)


def is_furniture(body: str) -> bool:
    """Whether a line belongs to the page, by its own words."""
    if len(body) > LINE_LIMIT:
        return False
    if RULE.fullmatch(body) or PAGE_NUMBER.fullmatch(body) or LINK.fullmatch(body):
        return True
    if len(body) <= CONTROL_LIMIT and (CONTROL.fullmatch(body) or PRINTED.fullmatch(body)):
        return True
    return VERSION.fullmatch(body) is not None


def is_page_number(body: str) -> bool:
    """Whether a line is nothing but a page's number."""
    return len(body) < 30 and PAGE_NUMBER.fullmatch(body) is not None


def collection_lines(source: str, all_lines: Sequence[Line]) -> int:
    """How many lines at the head of a file are comments of the collection it comes from."""
    count = 0
    for line in all_lines:
        if not COLLECTION.match(line.of(source)):
            break
        count += 1
    return count


def running_heads(source: str, all_lines: Sequence[Line]) -> frozenset[int]:
    """The lines that come back on every page, told by their place beside a page's number or break.

    A line counts as one where its words, figures aside, stand in the text twice or more, at least
    twice beside a page's number or break, and mostly there; or once, in capitals or in the middle
    of a sentence, right beside such a number.
    """
    counts: Counter[str] = Counter()
    beside: Counter[str] = Counter()
    keys = [_key(line.of(source)) for line in all_lines]
    numbers = [is_page_number(line.of(source)) for line in all_lines]
    pages = [line.after_page for line in all_lines]
    for at, key in enumerate(keys):
        if key:
            counts[key] += 1
            near = range(max(0, at - 2), min(len(keys), at + 3))
            beside[key] += any(numbers[one] for one in near) or any(pages[at : at + 2])
    found = {
        at
        for at, key in enumerate(keys)
        if key and beside[key] >= 2 and (counts[key] >= 3 or counts[key] == beside[key])
    }
    for at, key in enumerate(keys):
        if key and counts[key] == 1 and 0 < at < len(keys) - 1:
            breaks = pages[at] or numbers[at - 1] or numbers[at + 1]
            if breaks and _is_lone_head(source, all_lines, numbers, at):
                found.add(at)
    return frozenset(found)


def _is_lone_head(source: str, all_lines: Sequence[Line], numbers: Sequence[bool], at: int) -> bool:
    """Whether a line beside a page's number stands in capitals, or parts a sentence."""
    body = all_lines[at].of(source)
    after = at + 1 + numbers[at + 1]
    goes_on = after < len(all_lines) and source[all_lines[after].start].islower()
    before = all_lines[at - 1 - (numbers[at - 1] and at > 1)].of(source)
    broken = len(before) > 40 and not is_terminated(before)
    plain = body[-1] not in ".!?" and not body[0].isdigit()
    return plain and body[0].isupper() and (goes_on or broken or body.isupper())


def _key(body: str) -> str:
    """A line without its figures; empty for one that can't be a running head."""
    if len(body) > 100 or body[-1] in ";:," or body[0] in "([":
        return ""
    key = re.sub(r"\d+", "#", body)
    return key if sum(letter.isalpha() for letter in key) >= 4 else ""


def tail_note(text: str) -> int:
    """Where the history that closes a paragraph begins, or the paragraph's length without one."""
    end = len(text)
    while end and text[end - 1] in ")]":
        start = _opening(text, end)
        if start <= 0 or not TAIL_OPEN.match(text, start):
            break
        end = start
        while end and text[end - 1] == " ":
            end -= 1
    return end


def _opening(text: str, end: int) -> int:
    """The bracket that the last one closes, within a paragraph's last 600 characters."""
    depth = 0
    for place in range(end - 1, max(-1, end - 600), -1):
        if text[place] in ")]":
            depth += 1
        elif text[place] in "([":
            depth -= 1
            if depth == 0:
                return place
    return -1
