"""An ordinance as an attorney reads it: each paragraph, what it says, and the rules it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from outfall.cli.page import (
    Part,
    Rule,
    Text,
    bare,
    indented,
    nested,
    print_page,
    table,
    title,
)
from outfall.law.ordinance import Ordinance, Policy, Profile, Reading, ServiceRule
from outfall.law.words import dollars, english
from outfall.told.pack_words import Pack, Said
from outfall.told.phrases import cited, in_force, service_words, shown, with_cite
from outfall.told.rule_words import counting_words


def listing(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print the ordinances, a line a version."""
    found = table("Id", "Title", "Version", "In force", "Readings", ratios=(0, 1))
    for row in rows:
        name, of = row["id"], row["title"]
        for version in row["versions"]:
            found.add_row(
                name, of, version["version"], version["in_force"], str(version["readings"])
            )
            name = of = ""
    print_page([found])


def show(law: Ordinance) -> None:
    """Print one version of an ordinance."""
    print_page(page(law))


def page(law: Ordinance) -> Iterator[Part]:
    """The parts of an ordinance's page."""
    yield Text((law.title, "bold"))
    yield Text(f"{law.id}, version {law.version}, law {in_force(law.since, law.until)}")
    yield Text(f"{law.source}. Our own words beside the official cites.")
    yield Rule()
    pack = Pack(law)
    for paragraph in law.paragraphs:
        yield Text("\n", (f"{paragraph.cite}  {paragraph.heading}", "bold"))
        rules = [_rule(said, paragraph.cite, pack) for said in pack.paragraph(paragraph)]
        yield indented(nested(Text(paragraph.says.strip()), rules))
    yield from _readings(law.readings)
    yield from _figures(law.policy)
    yield from _profiles(law.profiles)
    yield from _counting(law)
    yield from _service(law.service)


def _rule(said: Said, cite: str, pack: Pack) -> Part:
    """One rule: its sentence, what belongs to it, and the readings that decide in it."""
    text = with_cite(said.text, said.cite if said.cite != cite else "")
    lines: list[Part] = [Text(line) for line in said.lines]
    lines += [Text((line, "italic")) for line in _by_reading(said, pack)]
    return nested(Text(text), lines)


def _by_reading(said: Said, pack: Pack) -> Iterator[str]:
    for reading in dict.fromkeys(other.reading for other in said.others):
        told = [f"{o.choice}: {o.words}" for o in said.others if o.reading == reading and o.words]
        instead = f"; otherwise {'; '.join(told)}" if told else ""
        yield f"reading {reading}: {pack.words.adopted[reading]}{instead}"


def _readings(readings: tuple[Reading, ...]) -> Iterator[Part]:
    if not readings:
        return
    yield title("Readings: what the text leaves open, and what is adopted")
    rows = bare(0, 1)
    for reading in readings:
        marks = {choice: "or" for choice, _ in reading.choices} | {reading.adopted: "adopted"}
        lines = [
            Text(f"{marks[choice]} {choice}: {meaning}") for choice, meaning in reading.choices
        ]
        head = Text((reading.id, "bold"), f"  {reading.question}")
        rows.add_row(reading.cite, nested(head, lines))
    yield indented(rows)


def _figures(policy: tuple[Policy, ...]) -> Iterator[Part]:
    if not policy:
        return
    yield title("Figures that the code leaves to the town")
    rows = bare(0, 1)
    for item in policy:
        rows.add_row(item.cite, Text((f"{item.id}: {shown(item.value)}", "bold"), f"  {item.says}"))
    yield indented(rows)


def _profiles(profiles: tuple[Profile, ...]) -> Iterator[Part]:
    if not profiles:
        return
    yield title("Profiles that a town can switch on")
    rows = bare(0, 1)
    for profile in profiles:
        lines = [f"{name}: {choice}" for name, choice in profile.readings]
        lines += [f"{name}: {shown(value)}" for name, value in profile.policy]
        if profile.ceiling:
            lines.append(f"ceiling {dollars(profile.ceiling[0])}{cited(profile.ceiling[1])}")
        rows.add_row(Text((profile.id, "bold")), nested(Text(profile.says), map(Text, lines)))
    yield indented(rows)


def _counting(law: Ordinance) -> Iterator[Part]:
    yield title("How days are counted")
    rows = bare(0, 1)
    for name, since, rule in law.counting:
        first = f"from {since} on: " if since else ""
        rows.add_row(name, f"{first}{counting_words(rule)}{cited(rule.cite)}")
    names = english([holiday.name for holiday in law.calendar.holidays])
    rows.add_row("holidays", names or "none")
    if law.ceiling:
        rows.add_row("ceiling", f"{dollars(law.ceiling[0])}{cited(law.ceiling[1])}")
    yield indented(rows)


def _service(rules: tuple[ServiceRule, ...]) -> Iterator[Part]:
    if not rules:
        return
    yield title("What service means")
    rows = bare(0, 1)
    for rule in rules:
        rows.add_row(rule.method.replace("_", " "), f"{service_words(rule)}{cited(rule.cite)}")
    yield indented(rows)


def as_data(law: Ordinance) -> dict[str, Any]:
    """The page as plain values."""
    pack = Pack(law)
    return {
        "id": law.id,
        "version": law.version,
        "digest": law.digest,
        "title": law.title,
        "source": law.source,
        "state": law.state,
        "since": law.since.isoformat() if law.since else None,
        "until": law.until.isoformat() if law.until else None,
        "paragraphs": [
            {
                "cite": paragraph.cite,
                "heading": paragraph.heading,
                "says": paragraph.says.strip(),
                "rules": [_rule_data(said, pack) for said in pack.paragraph(paragraph)],
            }
            for paragraph in law.paragraphs
        ],
        "readings": [
            {
                "id": reading.id,
                "cite": reading.cite,
                "question": reading.question,
                "adopted": reading.adopted,
                "choices": dict(reading.choices),
            }
            for reading in law.readings
        ],
        "policy": [
            {"id": item.id, "cite": item.cite, "value": _plain(item.value), "says": item.says}
            for item in law.policy
        ],
        "profiles": [_profile_data(profile) for profile in law.profiles],
    }


def _rule_data(said: Said, pack: Pack) -> dict[str, Any]:
    names = dict.fromkeys(other.reading for other in said.others)
    return {
        "kind": said.kind,
        "id": said.id or None,
        "cite": said.cite,
        "text": said.text,
        "lines": list(said.lines),
        "readings": [
            {
                "id": name,
                "adopted": pack.words.adopted[name],
                "otherwise": {o.choice: o.words or None for o in said.others if o.reading == name},
            }
            for name in names
        ],
    }


def _profile_data(profile: Profile) -> dict[str, Any]:
    ceiling = profile.ceiling
    return {
        "id": profile.id,
        "says": profile.says,
        "readings": dict(profile.readings),
        "policy": {name: _plain(value) for name, value in profile.policy},
        "ceiling": {"amount": f"{ceiling[0] / 100:.2f}", "cite": ceiling[1]} if ceiling else None,
    }


def _plain(value: int | str | tuple[str, ...]) -> int | str | list[str]:
    return list(value) if isinstance(value, tuple) else value
