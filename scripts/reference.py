"""Makes the parts of the reference pages that the code already says: events, fields, rules, packs.

    python scripts/reference.py           writes them between their marks in docs/reference/
    python scripts/reference.py --check   exits 1 where a page is not what it should be

A made part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``; the rest of a page is
written by hand, and is left alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import reference_office
from outfall.files.calendar_file import PACKS
from outfall.files.case_file import CASE, EVENT_SHAPES, PAPER, PHOTO
from outfall.files.pack_calendar import CALENDAR, VERSIONS
from outfall.files.pack_file import packs, read_pack, versions
from outfall.files.pack_rules import RULE, RULES
from outfall.files.pack_shapes import PACK
from outfall.files.pack_terms import ANCHOR, LENGTH
from outfall.files.shapes import Day, Fields, MapOf, Money, Name, OneOf, Share, Text
from outfall.files.standing_schema import standing_schema
from outfall.files.town_file import TOWN
from outfall.law.events import ELEMENTS, EVENTS, INSTRUMENTS
from outfall.law.ordinance import Ordinance, Reading
from outfall.law.words import name_of
from outfall.papers.catalog import PAPERS, Paper
from outfall.papers.hearings import DECIDED, FILED
from outfall.papers.speech import speech
from outfall.told.pack_words import Pack, Said
from reference_words import FIELDS, FORMS, STANDING

PAGES = Path(__file__).resolve().parent.parent / "docs" / "reference"
EVERY_EVENT = ("date", "event", "id", "note", "paper", "photos")
TWO = ("webster-ny", "city-9-3-12")
MADE = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Schema = dict[str, Any]
Rows = Iterable[tuple[str, ...]]


def table(heads: tuple[str, ...], rows: Rows) -> str:
    """A Markdown table; a bar inside a cell is kept from splitting it."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(
        f"| {' | '.join(' '.join(c.split()).replace('|', chr(92) + '|') for c in line)} |"
        for line in lines
    )


def bare(schema: Schema) -> Schema:
    """A schema without its description."""
    return {name: value for name, value in schema.items() if name != "description"}


def _known() -> list[tuple[Schema, str]]:
    return [
        (bare(ANCHOR.schema()), "[start](#starts)"),
        (bare(LENGTH.schema()), "[length](#lengths)"),
        (bare(RULE.schema()), "[rule](#rules)"),
        (bare(Day().schema()), "date"),
        (bare(Day(hour=True).schema()), "date, or date and time"),
        (bare(Name().schema()), "name"),
        (bare(Money().schema()), "dollars"),
        (bare(Share().schema()), "number or fraction"),
        (bare(OneOf(INSTRUMENTS).schema()), "[instrument](pack.md#instruments)"),
        (bare(OneOf(tuple(EVENTS)).schema()), "[event](case-file.md#events)"),
        (
            bare(OneOf((*EVENTS, "remedied")).schema()),
            "[event](case-file.md#events), or `remedied`",
        ),
        ({"$ref": "#/$defs/term"}, "[last day](#last-days)"),
        ({"$ref": "#/$defs/condition"}, "[condition](#conditions)"),
        (bare(MapOf(Text()).schema()), "group"),
    ]


def form(schema: Schema) -> str:
    """What a value must look like, in words."""
    plain = bare(schema)
    for known, words in _known():
        if plain == known:
            return words
    if "anyOf" in plain:
        return _either(plain["anyOf"])
    if "enum" in plain:
        return ", ".join(f"`{choice}`" for choice in plain["enum"])
    kind = plain.get("type")
    if kind == "array":
        return f"list of: {form(plain['items'])}"
    if kind == "object":
        return _group(plain)
    if kind == "integer":
        bounds = f"{plain['minimum']:,} to {plain['maximum']:,}" if "maximum" in plain else ""
        return f"whole number{', ' if bounds else ''}{bounds}"
    return "true or false" if kind == "boolean" else "text" if kind else "any value"


def _group(plain: Schema) -> str:
    if "properties" in plain:
        return "group"
    inner = form(plain.get("additionalProperties", {}))
    if plain.get("maxProperties") == 1:
        names = plain.get("propertyNames", {}).get("enum", ["words"])
        return f"one of {', '.join(f'`{name}`' for name in names)}, with {inner}"
    return f"names of your own, each with: {inner}"


def _either(options: list[Schema]) -> str:
    first, *others = options
    if others and "reading" in others[-1].get("properties", {}):
        return f"{form(first)}; or [by reading](#by-reading)"
    if first.get("type") == "array" and others and first["items"] == others[0]:
        return f"one, or a list of: {form(others[0])}"
    return "; or ".join(form(option) for option in options)


def fields(shape: Fields, about: str, skip: tuple[str, ...] = ()) -> str:
    """The fields of a group and of the groups inside it: whether needed, form and meaning."""
    return table(("Field", "", "Form", "Meaning"), _rows(shape.schema(), about, "", skip))


def _rows(
    schema: Schema, about: str, path: str, skip: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    for name, part in schema["properties"].items():
        if name in skip:
            continue
        here = f"{path}{name}"
        needed = "needed" if name in schema.get("required", ()) else ""
        says = part.get("description") or meaning(FIELDS, about, here)
        yield f"`{here}`", needed, FORMS.get(f"{about}.{here}") or form(part), says
        inner, suffix = _inner(part)
        if inner is not None:
            yield from _rows(inner, about, f"{here}{suffix}.")


def _inner(part: Schema) -> tuple[Schema | None, str]:
    """The group inside a value, and how its path goes on; None where there is none to list."""
    suffix = ""
    known = [schema for schema, _ in _known()]
    while bare(part) not in known:
        if "properties" in part:
            return part, suffix
        if "anyOf" in part:
            part = part["anyOf"][0]
        elif part.get("type") == "array":
            part, suffix = part["items"], suffix + "[]"
        elif isinstance(part.get("additionalProperties"), dict) and "maxProperties" not in part:
            part, suffix = part["additionalProperties"], suffix + ".NAME"
        else:
            break
    return None, suffix


def meaning(known: Mapping[str, str], about: str, path: str) -> str:
    """What a field means: by its kind and path, by its kind and name, or by its name alone."""
    last = path.rpartition(".")[2]
    keys = (f"{about}.{path}", f"{about}.{last}", last)
    return next((known[key] for key in keys if key in known), "")


# The case file


def case_fields() -> str:
    """The head of a case file."""
    return fields(CASE, "case")


def event_list() -> str:
    """Every event, with the fields that are its own and the power that it uses."""
    parts = [
        table(
            ("Event", "Meaning", "Uses the power"),
            (
                (
                    f"[`{name}`](#{name})",
                    kind.says,
                    ", ".join(f"`{act}`" for act in kind.acts),
                )
                for name, kind in EVENTS.items()
            ),
        )
    ]
    for name, kind in EVENTS.items():
        parts.append(f"### {name}\n\n{kind.says[:1].upper()}{kind.says[1:]}.")
        if kind.needs or kind.may:
            parts.append(fields(EVENT_SHAPES[name], name, EVERY_EVENT))
        else:
            parts.append("No fields of its own.")
    return "\n\n".join(parts)


def paper_fields() -> str:
    """What an entry says for its paper alone."""
    return fields(PAPER, "paper")


def photo_fields() -> str:
    """A photograph of an entry."""
    return fields(PHOTO, "photos")


def town_fields() -> str:
    """A town's file."""
    return fields(TOWN, "town")


# The papers


def paper_list() -> str:
    """Every paper: what it is, of which entry, by which power, under which paragraph of the two."""
    laws = [_newest(pack) for pack in TWO]
    heads = ("Paper", "What it is", "Made of", "Power", *(f"`{law.id}`" for law in laws))
    rows = (
        (
            f"`{id}`",
            speech().say(f"papers.{id}.title"),
            _of(paper),
            ", ".join(f"`{power}`" for power in paper.powers),
            *(_cites(paper, law) for law in laws),
        )
        for id, paper in PAPERS.items()
    )
    return table(heads, rows)


def _newest(pack: str) -> Ordinance:
    version, since, until, file = list(versions(PACKS / pack))[-1]
    return read_pack(file, version, since, until)


def _of(paper: Paper) -> str:
    if not paper.events:
        return "the standing of a day"
    return ", ".join(f"[`{event}`](case-file.md#{event})" for event in paper.events)


def _cites(paper: Paper, law: Ordinance) -> str:
    """The paragraphs on which a paper rests: ``-`` none of its own, ``none`` no such paper."""
    own = {i.id: i.cite for i in law.instruments}
    if paper.instrument:
        return own.get(paper.instrument, "none")
    powers = {a.id: a.cite for a in law.actions if a.id in paper.powers}
    if paper.powers and not powers and not paper.free:
        return "none"
    if paper.id == "payment_plan":
        return law.plan.cite if law.plan else "none"
    contests = {FILED.get(event) or DECIDED.get(event) for event in paper.events}
    found = [*powers.values(), *(p.cite for p in law.proceedings if p.id in contests)]
    return ", ".join(dict.fromkeys(found)) or "-"


# The standing


def standing() -> str:
    """Every field of a standing: the whole, then each thing that it lists."""
    schema = standing_schema()
    parts = [_things(schema, "standing")]
    for name, inner in schema["$defs"].items():
        if "properties" in inner:
            parts.append(f"### {name}\n\n{inner['description']}\n\n{_things(inner, name)}")
    return "\n\n".join(parts)


def _things(schema: Schema, about: str) -> str:
    return table(("Field", "Form", "Meaning"), _thing_rows(schema, about, ""))


def _thing_rows(schema: Schema, about: str, path: str) -> Iterator[tuple[str, ...]]:
    for name, part in schema["properties"].items():
        here = f"{path}{name}"
        says = meaning(STANDING, about, here) or part.get("description", "")
        if name not in schema.get("required", ()):
            says = f"where there is one: {says}"
        yield f"`{here}`", _thing_form(part), says
        item = part.get("items", {})
        if "properties" in part:
            yield from _thing_rows(part, about, f"{here}.")
        elif "properties" in item:
            yield from _thing_rows(item, about, f"{here}[].")


def _thing_form(part: Schema) -> str:
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return _PLAIN.get(name) or f"[{name}](#{name})"
    if "anyOf" in part:
        return f"{_thing_form(part['anyOf'][0])}, or null"
    if part.get("type") == "array":
        return f"list of: {_thing_form(part['items'])}"
    if part.get("type") == "string":
        return "date and time" if part.get("format") == "date-time" else "text"
    return "by path" if "propertyNames" in part else form(part)


_PLAIN = {"date": "date", "money": "dollars", "cite": "paragraph"}


# The pack


def pack_fields() -> str:
    """A version's file."""
    return fields(PACK, "pack")


def versions_fields() -> str:
    """The file of versions."""
    return fields(VERSIONS, "versions")


def calendar_fields() -> str:
    """A calendar."""
    return fields(CALENDAR, "calendar")


def rule_list() -> str:
    """Every kind of rule, with its fields."""
    return "\n\n".join(
        f"### {name}\n\n{about[:1].upper()}{about[1:]}.\n\n{fields(rule.shape, name)}"
        for name, rule in RULES.items()
        for about in [rule.shape.about or "Who bears a cost"]
    )


def instruments() -> str:
    """Every paper that a pack can name."""
    return _named(INSTRUMENTS)


def elements() -> str:
    """Every element that a paper can be asked to contain."""
    return _named(ELEMENTS)


def _named(ids: tuple[str, ...]) -> str:
    return table(("Id", "Said at the counter"), ((f"`{id}`", name_of(id)) for id in ids))


# The ordinances that ship


def ordinance_list() -> str:
    """Every pack that ships, paragraph by paragraph, with its readings and figures."""
    return "\n\n".join(part for pack in packs() for part in _pack(pack))


def _pack(pack: str) -> Iterator[str]:
    for version, since, until, file in versions(PACKS / pack):
        law = read_pack(file, version, since, until)
        example = "An example pack. " if pack.startswith("examples/") else ""
        yield f"## {law.id}"
        span = f"from {since}" if since else "every day"
        span += f" to {until}" if until else ""
        state = law.state or "not named"
        yield (
            f"{example}{law.title}. Source: {law.source}. Version {version}, law {span}. "
            f"State: {state}."
        )
        yield from _paragraphs(law)
        yield from _choices(law)


def _paragraphs(law: Ordinance) -> Iterator[str]:
    said = Pack(law)
    for paragraph in law.paragraphs:
        yield f"**{paragraph.cite}** {paragraph.heading}. {' '.join(paragraph.says.split())}"
        rules = [_sentence(rule) for rule in said.paragraph(paragraph)]
        if rules:
            yield "\n".join(rules)


def _sentence(said: Said) -> str:
    """A rule as an entry of a list, with what belongs to it set in."""
    return "\n".join([f"- {said.text}", *(f"  - {line}" for line in said.lines)])


def _choices(law: Ordinance) -> Iterator[str]:
    if law.readings:
        yield f"Readings of {law.id}, the adopted choice first:"
        yield table(
            ("Reading", "Paragraph", "Question", "Choices"),
            ((f"`{r.id}`", r.cite, r.question, _told(r)) for r in law.readings),
        )
    if law.policy:
        yield f"Figures that {law.id} leaves to the town:"
        yield table(
            ("Policy", "Paragraph", "Value", "Meaning"),
            ((f"`{p.id}`", p.cite, _value(p.value), p.says) for p in law.policy),
        )
    for profile in law.profiles:
        yield f"Profile `{profile.id}`: {profile.says}"


def _told(reading: Reading) -> str:
    first = sorted(reading.choices, key=lambda choice: choice[0] != reading.adopted)
    return "; ".join(f"`{name}`: {says.rstrip('.')}" for name, says in first)


def _value(value: int | str | tuple[str, ...]) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


# The office


def office_pages() -> str:
    """Every page of the office, with who may read it and who may write there."""
    return table(("Page", "What it is", "May look", "May write"), reference_office.pages())


def office_entries() -> str:
    """Every kind of entry, with who may record it."""
    return table(("Entry", "In a case file", "May record it"), reference_office.entries())


PARTS: dict[str, Callable[[], str]] = {
    "case-fields": case_fields,
    "events": event_list,
    "paper-fields": paper_fields,
    "photo-fields": photo_fields,
    "town-fields": town_fields,
    "papers": paper_list,
    "standing": standing,
    "pack-fields": pack_fields,
    "versions-fields": versions_fields,
    "calendar-fields": calendar_fields,
    "rules": rule_list,
    "instruments": instruments,
    "elements": elements,
    "ordinances": ordinance_list,
    "office-pages": office_pages,
    "office-entries": office_entries,
}


def made(text: str) -> str:
    """A page with each made part as the code says it today."""
    return MADE.sub(lambda m: f"{m[1]}\n{PARTS[m[2]]()}\n\n{m[3]}", text)


def stale() -> list[Path]:
    """The pages whose made parts are not what the code says."""
    pages = sorted(PAGES.glob("*.md"))
    return [page for page in pages if made(text := page.read_text("utf-8")) != text]


def main() -> int:
    """Write the pages, or with ``--check`` say which are out of step."""
    found = stale()
    if "--check" in sys.argv[1:]:
        print(
            *(f"{page.name} is not what the code says: run make reference" for page in found),
            sep="\n",
        )
        return 1 if found else 0
    for page in found:
        page.write_text(made(page.read_text("utf-8")), encoding="utf-8")
        print(f"reference: {page.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
