"""Makes the parts of the reference pages that the code already says: events, fields, rules, packs.

    python scripts/reference.py           writes them between their marks in docs/reference/
    python scripts/reference.py --check   exits 1 where a page is not what it should be

A made part stands between ``<!-- made: NAME -->`` and ``<!-- end -->``; the rest of a page is
written by hand, and is left alone.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from outfall.files.case_file import CASE, EVENT_SHAPES
from outfall.files.pack_file import PACKS, packs, read_pack, versions
from outfall.files.pack_shapes import ANCHOR, CALENDAR, LENGTH, PACK, RULE, RULES, VERSIONS
from outfall.files.shapes import Day, Fields, MapOf, Money, Name, OneOf, Share, Text
from outfall.law.events import ELEMENTS, EVENTS, INSTRUMENTS
from outfall.law.ordinance import Ordinance
from outfall.law.words import name_of

PAGES = Path(__file__).resolve().parent.parent / "docs" / "reference"
MADE = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Schema = dict[str, Any]
Rows = Iterable[tuple[str, ...]]

FORMS = {"case.events": "list of: [event](#events)"}

# What a field means, where its shape does not say: by kind and path, by kind and name, or by name.
MEANT = {
    "cite": "the paragraph",
    "says": "what it says, in your own words",
    "since": "the first day on which it is law",
    "until": "the last day on which it is law",
    "note": "anything; read by nobody but people",
    "title": "as people call it",
    "reading": "the reading that chooses",
    "choices": "a value for each choice of the reading",
    "case.place": "where it is",
    "case.place.address": "street and number",
    "case.place.parcel": "the parcel's number, as the town writes it",
    "case.place.description": "which part of the place, or which facility",
    "case.parties": "whom the case concerns",
    "case.email": "an address for mail that starts no clock",
    "case.phone": "a number to call",
    "case.calendar.added_holidays": "the days, each once",
    "case.offense_on": "the day of the offense",
    "case.convicted_on": "the day of the conviction; left out where no court has decided",
    "date": "the local date",
    "event": "the event's name",
    "pack.pack": "the pack's id, as case files name it",
    "pack.source": "where the text is published, and its date",
    "pack.state": "the state's two letters; left out where the text names none",
    "pack.paragraphs": "the ordinance, paragraph by paragraph, in its own order",
    "pack.paragraphs[].heading": "a short heading",
    "pack.paragraphs[].rules": "what follows from the paragraph",
    "pack.service": "what each way of service means",
    "pack.method": "the way of service",
    "pack.receipt": "whether receipt is shown by the service itself, or only when recorded",
    "pack.readings": "what the text leaves open",
    "pack.readings[].id": "the reading's id",
    "pack.readings[].question": "the question, as one would put it to counsel",
    "pack.readings[].adopted": "the choice in use",
    "pack.readings[].choices": "each choice, and what it means",
    "pack.policy": "figures that the code leaves to the town",
    "pack.policy[].id": "the figure's id",
    "pack.policy[].value": "a number, a word or a list of words",
    "pack.profiles": "bundles of choices that a case can switch on by name",
    "pack.profiles[].id": "the bundle's id",
    "pack.profiles[].readings": "the choices it makes",
    "pack.profiles[].policy": "the figures it sets",
    "pack.profiles[].calendar": "the calendar it counts by",
    "pack.profiles[].ceiling": "the most that the state allows an ordinance",
    "pack.amount": "the amount",
    "versions.ordinance": "the pack's id",
    "versions.versions": "each version, in any order",
    "versions.version": "the version's name",
    "versions.file": "the file beside this one",
    "versions.since": "the first day in force; left out where it is not known",
    "versions.until": "the last day in force; the day before the next version, where it is left out",
    "calendar.calendar": "the calendar's id: its file's name",
    "calendar.holidays": "the statute's list of holidays",
    "calendar.name": "the holiday's name",
    "calendar.month": "the month; left out with `easter`",
    "calendar.day": "a fixed day of the month",
    "calendar.weekday": "a weekday, with `nth` or `on_or_after`",
    "calendar.nth": "the first to fifth such weekday of the month, or -1 for the last",
    "calendar.on_or_after": "the first such weekday on or after this day of the month",
    "calendar.observed": "a weekday of the holiday, and by how many days the further day off lies apart",
    "calendar.rules": "each counting rule, or its rows by date",
    "calendar.rolls": "the kinds of last day that move on",
    "calendar.leaves_out": "the kinds of day that a short period leaves out",
    "calendar.when_exactly": "a period of exactly so many days is short",
    "calendar.when_under": "a period of fewer days than this is short",
    "calendar.business_days_off": "the kinds of day that are no business days",
    "calendar.hours_roll": "whether hours that end on a day that rolls run on (true, where left out)",
    "calendar.hours_leave_out": "the kinds of day that drop out of a period of hours",
    "instrument.instrument": "the paper's id",
    "instrument.elements": "what the paper must contain, each with its paragraph",
    "instrument.may_require": "the measures that it may require, each with its paragraph",
    "deadline.deadline": "the deadline's id",
    "deadline.for": "whom it binds; `body` is the body that hears appeals",
    "deadline.stayed_by": "the proceeding that stays it while undecided; empty for none",
    "action.action": "the power's id",
    "order.order": "the order's id",
    "order.starts": "it begins with any of these",
    "hold.hold": "the hold's id",
    "hold.blocks": "the power of the town that waits for its release",
    "hold.released_by": "the event that releases it; `corrected`: any remedy of the last violation",
    "penalty.penalty": "the track",
    "penalty.unit": "what counts as one",
    "penalty.tiers": "a row for the first, second, ... offense; the last one for all that follow",
    "penalty.jail_days": "the most days in jail",
    "penalty.of": "the paper under which days count; without it they count from the violation itself",
    "penalty.first_day": "whether the day of the start counts itself",
    "penalty.count": "how many units a stretch of days makes",
    "penalty.at_least_one": "true: a violation of less than a day counts as one",
    "penalty.after_deadline": "days up to this deadline's last day do not count; empty for none",
    "penalty.tolled_by": "days while this proceeding is undecided do not count; empty for none",
    "penalty.each_violation": "true: each violation of the paper counts by itself",
    "penalty.escalating": "true: each further unit stands one tier higher",
    "penalty.repeat": "which earlier offenses raise the tier",
    "penalty.repeat.within": "how far back they count; left out where they count for ever",
    "penalty.repeat.after_conviction": "true: only those convicted before this offense",
    "proceeding.proceeding": "which proceeding",
    "proceeding.deadline": "the deadline by which it must be filed; left out where the code gives none",
    "proceeding.final": "true: nothing can be filed against its decision",
    "interest.interest": "the terms",
    "interest.on": "the parts of the account that bear it",
    "interest.starts": "the first day that can bear any",
    "interest.rates": "each rate with its days; or give `policy`",
    "interest.year": "how a year is counted; `actual_365` where it is left out",
    "plan.plan": "the terms",
    "plan.most": "the most payments",
    "plan.rule": "the counting rule by which payment days roll; `plain` where it is left out",
    "costs.costs": "the kinds of cost",
    "warning.warning": "the warning's id",
    "warning.says": "the warning; `{NAME}` stands for the policy figure of that name",
}


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
        (bare(OneOf((*EVENTS, "remedied")).schema()), "[event](case-file.md#events), or `remedied`"),
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
        return f"whole number, {plain['minimum']:,} to {plain['maximum']:,}"
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


def _rows(schema: Schema, about: str, path: str, skip: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, part in schema["properties"].items():
        if name in skip:
            continue
        here = f"{path}{name}"
        needed = "needed" if name in schema.get("required", ()) else ""
        says = part.get("description") or meaning(about, here)
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


def meaning(about: str, path: str) -> str:
    """What a field means where its shape does not say: the nearest line of the table below."""
    last = path.rsplit(".", 1)[-1]
    for key in (f"{about}.{path}", f"{about}.{last}", last):
        if key in MEANT:
            return MEANT[key]
    return ""


# The case file


def case_fields() -> str:
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
            parts.append(fields(EVENT_SHAPES[name], name, ("date", "event", "id", "note")))
        else:
            parts.append("No fields of its own.")
    return "\n\n".join(parts)


# The pack


def pack_fields() -> str:
    return fields(PACK, "pack")


def versions_fields() -> str:
    return fields(VERSIONS, "versions")


def calendar_fields() -> str:
    return fields(CALENDAR, "calendar")


def rule_list() -> str:
    """Every kind of rule, with its fields."""
    return "\n\n".join(
        f"### {name}\n\n{about[:1].upper()}{about[1:]}.\n\n{fields(rule.shape, name)}"
        for name, rule in RULES.items()
        for about in [rule.shape.about or "Who bears a cost"]
    )


def instruments() -> str:
    return _named(INSTRUMENTS)


def elements() -> str:
    return _named(ELEMENTS)


def _named(ids: tuple[str, ...]) -> str:
    return table(("Id", "Said at the counter"), ((f"`{id}`", name_of(id)) for id in ids))


# The ordinances that ship


def ordinance_list() -> str:
    """Every pack that ships, paragraph by paragraph, with its readings and figures."""
    return "\n\n".join(part for pack in packs() for part in _pack(pack))


def _pack(pack: str) -> Iterator[str]:
    folder = PACKS / pack
    for version, since, until, file in versions(folder):
        law = read_pack(file, version, since, until)
        example = "An example pack. " if pack.startswith("examples/") else ""
        yield f"## {law.id}"
        span = f"from {since}" if since else "every day"
        yield (
            f"{example}{law.title}. {law.source}. Version {version}, in force {span}"
            f"{f' to {until}' if until else ''}. State: {law.state or 'not named'}."
        )
        yield from _paragraphs(law)
        yield from _choices(law)


def _paragraphs(law: Ordinance) -> Iterator[str]:
    yield table(
        ("Paragraph", "What it says, in the pack's words", "Rules it makes"),
        (
            (p.cite, f"*{p.heading}.* {p.says}", ", ".join(_rule(rule) for rule in p.rules))
            for p in law.paragraphs
        ),
    )


def _rule(rule: str) -> str:
    kind, _, id = rule.partition(" ")
    return f"[{kind}](pack.md#{kind}) `{id}` ({name_of(id)})" if id else f"[{kind}](pack.md#{kind})"


def _choices(law: Ordinance) -> Iterator[str]:
    if law.readings:
        yield f"Readings of {law.id}, the adopted choice first:"
        yield table(
            ("Reading", "Paragraph", "Question", "Choices"),
            (
                (f"`{r.id}`", r.cite, r.question, "; ".join(f"`{name}`: {says}" for name, says in _first(r)))
                for r in law.readings
            ),
        )
    if law.policy:
        yield f"Figures that {law.id} leaves to the town:"
        yield table(
            ("Policy", "Paragraph", "Value", "Meaning"),
            (
                (f"`{p.id}`", p.cite, ", ".join(p.value) if isinstance(p.value, tuple) else str(p.value), p.says)
                for p in law.policy
            ),
        )
    for profile in law.profiles:
        yield f"Profile `{profile.id}`: {profile.says}"


def _first(reading: Any) -> list[tuple[str, str]]:
    return sorted(reading.choices, key=lambda choice: choice[0] != reading.adopted)


PARTS: dict[str, Callable[[], str]] = {
    "case-fields": case_fields,
    "events": event_list,
    "pack-fields": pack_fields,
    "versions-fields": versions_fields,
    "calendar-fields": calendar_fields,
    "rules": rule_list,
    "instruments": instruments,
    "elements": elements,
    "ordinances": ordinance_list,
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
        print(*(f"{page.name} is not what the code says: run make reference" for page in found), sep="\n")
        return 1 if found else 0
    for page in found:
        page.write_text(made(page.read_text("utf-8")), encoding="utf-8")
        print(f"reference: {page.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
