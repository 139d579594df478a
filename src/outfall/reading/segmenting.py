"""A published text, split into its provisions with their cites.

Lines become paragraphs (``splitting.blocks``), paragraphs are cut where markers stand
(``splitting.units``), the order of the markers is found (``splitting.numbering``), and each piece
gets its place and cite (``splitting.placing``). Time grows with the length of the text.
"""

from __future__ import annotations

import re

from outfall.reading.provisions import Kind, Provision, Remark, Text
from outfall.reading.splitting.blocks import blocks
from outfall.reading.splitting.headings import VERBS
from outfall.reading.splitting.lines import is_terminated
from outfall.reading.splitting.placing import Draft, draft_of, lay
from outfall.reading.splitting.units import Section, Sort, Unit, sections_of, units_of

BLANKS = re.compile(r"\$?_{2,}|\[\s{1,20}\]")


def segment(source: str) -> Text:
    """Split a text into provisions that together hold each of its characters but blanks.

    A line of the page within a paragraph is a provision of its own inside the paragraph's span:
    a character belongs to the innermost provision that spans it.
    """
    units = units_of(source, blocks(source))
    sections = sections_of(units)
    are_headings_missing = not any(section.number for section in sections)
    prefixed = _is_prefixed(sections)
    drafts = [draft_of(unit) for unit in units if unit.sort is Sort.PAGE]
    remarks: list[Remark] = []
    upper: Draft | None = None
    lettered = 0
    untitled: list[list[Draft]] = []
    for section in sections:
        base = draft_of(section.heading) if section.heading else None
        if base is not None and section.heading is not None:
            base.parent = None if section.heading.is_part else upper
            upper = base if section.heading.is_part else upper
            drafts.append(base)
        laid = lay(source, section.units, base or upper, are_headings_missing)
        for draft in laid.drafts:
            draft.section = section.number
            if section.number:
                draft.prefix = section.number if prefixed else ""
            elif are_headings_missing and draft.prefix:
                draft.prefix = f"s{lettered + int(draft.prefix[1:])}"
        if section.has_law():
            lettered += laid.parts
            untitled.append(laid.drafts)
        drafts += laid.drafts
        remarks += laid.remarks
    if are_headings_missing and lettered <= 1:
        for draft in drafts:
            draft.prefix = ""
    provisions = _provisions(drafts)
    return Text(source, provisions, (*remarks, *_of_form(source, sections)))


def _is_prefixed(sections: list[Section]) -> bool:
    """Whether cites name their section: where there are several, or law outside of the only one."""
    counted = sum(bool(section.number) and section.has_law() for section in sections)
    outside = any(_is_law(unit) for one in sections if not one.number for unit in one.units)
    return counted + outside > 1


def _is_law(unit: Unit) -> bool:
    """Whether a piece outside of any numbered section is law, not a title or a path of links."""
    text = unit.whole.text
    if unit.sort is Sort.ROW:
        return True
    sentence = len(text) > 60 and VERBS.search(text[:2000]) is not None
    return unit.sort is Sort.TEXT and (bool(unit.chain) or sentence)


def _provisions(drafts: list[Draft]) -> tuple[Provision, ...]:
    """The provisions in the order in which they stand, an outer one before those inside it."""
    drafts.sort(key=lambda one: (one.start, -one.end))
    order = {id(draft): at for at, draft in enumerate(drafts)}
    depths: dict[int, int] = {}
    found: list[Provision] = []
    for draft in drafts:
        parent = order[id(draft.parent)] if draft.parent is not None else None
        depth = 0 if parent is None else depths[parent] + 1
        depths[len(found)] = depth
        found.append(
            Provision(
                draft.cite,
                draft.text.text,
                draft.start,
                draft.end,
                draft.text.places,
                draft.kind,
                draft.marker,
                draft.caption,
                parent,
                depth,
                draft.section,
            )
        )
    return tuple(found)


def _of_form(source: str, sections: list[Section]) -> list[Remark]:
    """What is cut off at the end, and where the text leaves a blank to be filled in."""
    found: list[Remark] = []
    last: Unit | None = None
    for section in sections:
        for unit in section.units:
            if unit.sort is Sort.TEXT:
                last = unit
                for match in BLANKS.finditer(source, unit.start, unit.end):
                    says = "The text leaves a blank here."
                    found.append(Remark("blank", says, match.start(), match.end()))
            elif unit.sort is Sort.ROW:
                last = None
    if last is not None and _breaks_off(last.whole.text):
        found.append(Remark("cut", "The text breaks off here.", last.start, last.end))
    return found


def _breaks_off(text: str) -> bool:
    """Whether a text's last paragraph ends within a sentence."""
    within = text[-1:].isalpha() or text[-1:] == ","
    return within and len(text) > 30 and not is_terminated(text)


def outline(text: Text) -> list[str]:
    """A line for each provision: its cite, its kind unless a paragraph, and its first words."""
    found = []
    for one in text.provisions:
        kind = "" if one.kind is Kind.PARAGRAPH else f" [{one.kind.value}]"
        words = " ".join(one.text.split()[:5])
        found.append(f"{'  ' * one.depth}{one.cite}{kind} {words}".rstrip())
    return found
