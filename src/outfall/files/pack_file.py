"""Packs: an ordinance's files, read into law with every fault at its place.

A pack is a folder with ``versions.yaml`` and one file for each version; its calendar (counting
rules and holidays) is a file beside the packs, shared by all ordinances of a state.
"""

from __future__ import annotations

import hashlib
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from outfall.files.case_file import placed
from outfall.files.pack_shapes import CALENDAR, DAYS_OFF, PACK, VERSIONS, WEEKDAYS
from outfall.files.pack_wiring import wired
from outfall.files.shapes import Faults
from outfall.files.text import Document, load_file
from outfall.law.calendar import Calendar, Holiday
from outfall.law.counting import CountingRule
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import (
    ActionRule,
    ByReading,
    Dated,
    DeadlineRule,
    HoldRule,
    Instrument,
    InterestRule,
    OrderRule,
    Ordinance,
    Paragraph,
    PenaltyRule,
    PlanRule,
    Policy,
    ProceedingRule,
    Profile,
    Reading,
    Repeat,
    ServiceRule,
    Tier,
    WarningRule,
)

PACKS = Path(__file__).parent.parent / "ordinances"


def packs() -> list[str]:
    """The ids of the packs that ship, examples included."""
    return sorted(p.parent.relative_to(PACKS).as_posix() for p in PACKS.glob("**/versions.yaml"))


def folder_of(name: str, beside: Path | None = None) -> Path:
    """The folder of a pack: one that ships, or a path (from the case file's folder)."""
    for base in (PACKS, PACKS / "examples"):
        if (base / name / "versions.yaml").is_file() and ".." not in name:
            return base / name
    path = Path(name) if Path(name).is_absolute() else (beside or Path()) / name
    if (path / "versions.yaml").is_file():
        return path
    known = ", ".join(Path(p).name for p in packs())
    says = f"there is no ordinance {name}. Name one that ships ({known}) or the folder of a pack of your own"
    raise Refused((Fault("ordinance", says, "unknown-ordinance"),))


def versions(folder: Path) -> list[tuple[str, date | None, date | None, Path]]:
    """A pack's versions: name, first and last day in force (None is open), file."""
    found = _read(folder / "versions.yaml", VERSIONS)
    rows = [
        (row["version"], row.get("since"), row.get("until"), folder / row["file"])
        for row in found["versions"]
    ]
    rows.sort(key=lambda row: row[1] or date.min)
    return [
        (name, since, until or _day_before(rows[n + 1][1] if n + 1 < len(rows) else None), file)
        for n, (name, since, until, file) in enumerate(rows)
    ]


def _day_before(day: date | None) -> date | None:
    return date.fromordinal(day.toordinal() - 1) if day else None


def load_pack(folder: Path, on: date | None = None) -> Ordinance:
    """The version of a pack that was law on a day (the newest where no day is given).

    Raises ``Refused`` where the pack is faulty, or where no version was in force on the day.
    """
    rows = versions(folder)
    for name, since, until, file in reversed(rows):
        if on is None or (since or date.min) <= on <= (until or date.max):
            return read_pack(file, name, since, until)
    spans = ", ".join(
        f"{name} from {since or 'the beginning'} to {until or 'today'}"
        for name, since, until, _ in rows
    )
    says = (
        f"{folder.name} was not in force on {on}, the day of the first violation. Its versions: {spans}. "
        "Check the day, or add the version that was law then"
    )
    raise Refused((Fault("ordinance", says, "no-version-in-force"),))


def read_pack(file: Path, version: str, since: date | None, until: date | None) -> Ordinance:
    """One version of a pack. Raises ``Refused`` with every fault found in its files."""
    document = load_file(str(file))
    faults: Faults = []
    data = PACK.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    calendar_file = _calendar_file(file, data["calendar"])
    calendar, counting, text = load_calendar(calendar_file, _zone(document, data["zone"]))
    digest = hashlib.sha256(_bytes(file) + b"\0" + text).hexdigest()
    ordinance = _ordinance(data, version, since, until, digest, calendar, counting, file)
    trouble = wired(ordinance)
    if trouble:
        raise Refused(tuple(placed(document, fault) for fault in trouble))
    return ordinance


def _bytes(file: Path) -> bytes:
    return file.read_bytes()


def _zone(document: Document, name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        says = f"{name} is not a time zone. Write one such as America/New_York"
        raise Refused((placed(document, Fault("zone", says, "unknown-zone")),)) from None


def _calendar_file(file: Path, name: str) -> Path:
    for folder in (
        file.parent,
        file.parent / "calendars",
        file.parent.parent / "calendars",
        PACKS / "calendars",
    ):
        if (folder / f"{name}.yaml").is_file():
            return folder / f"{name}.yaml"
    says = f"there is no calendar {name}. Name one of {', '.join(sorted(p.stem for p in (PACKS / 'calendars').glob('*.yaml')))}"
    raise Refused((Fault("calendar", says, "unknown-calendar"),))


def _read(file: Path, shape: Any) -> dict[str, Any]:
    document = load_file(str(file))
    faults: Faults = []
    found: dict[str, Any] = shape.read(document.data, "", faults)
    if faults:
        raise Refused(tuple(placed(document, fault) for fault in faults))
    return found


def load_calendar(
    file: Path, zone: ZoneInfo | None = None
) -> tuple[Calendar, tuple[tuple[str, date | None, CountingRule], ...], bytes]:
    """A calendar's holidays and counting rules, and the bytes that they were read from."""
    data = _read(file, CALENDAR)
    try:
        holidays = tuple(_holiday(item) for item in data["holidays"])
        rules = tuple(
            (name, row.get("since"), _counting(name, row))
            for name, rows in data["rules"].items()
            for row in rows
        )
    except ValueError as trouble:
        raise Refused((Fault("holidays", f"{file.name}: {trouble}", "not-a-holiday"),)) from None
    return Calendar(holidays, zone=zone), rules, _bytes(file)


def _holiday(item: dict[str, Any]) -> Holiday:
    observed = tuple(
        (WEEKDAYS.index(day), shift) for day, shift in item.get("observed", {}).items()
    )
    return Holiday(
        item["name"],
        item.get("month", 0),
        item.get("day"),
        WEEKDAYS.index(item["weekday"]) if "weekday" in item else None,
        item.get("nth"),
        item.get("on_or_after"),
        item.get("since"),
        item.get("until"),
        observed,
        item.get("easter"),
        item.get("every"),
    )


def _counting(name: str, row: dict[str, Any]) -> CountingRule:
    off = frozenset(DAYS_OFF)
    return CountingRule(
        name,
        row["cite"],
        frozenset(row["rolls"]),
        frozenset(row.get("leaves_out", off)),
        row.get("when_exactly"),
        row.get("when_under"),
        frozenset(row.get("business_days_off", off)),
        row.get("hours_roll", True),
        frozenset(row.get("hours_leave_out", ())),
    )


class _Rules:
    """The rules of all paragraphs, gathered by kind."""

    def __init__(self) -> None:
        self.instruments: list[Instrument] = []
        self.deadlines: list[DeadlineRule] = []
        self.actions: list[ActionRule] = []
        self.orders: list[OrderRule] = []
        self.holds: list[HoldRule] = []
        self.penalties: list[PenaltyRule] = []
        self.proceedings: list[ProceedingRule] = []
        self.warnings: list[WarningRule] = []
        self.cost_kinds: list[tuple[str, str]] = []
        self.interest: InterestRule | None = None
        self.plan: PlanRule | None = None
        self.allocation: str | None = None

    def add(self, kind: str, r: dict[str, Any], cite: str) -> str:
        cite = r.get("cite") or cite
        getattr(self, f"_{kind}")(r, cite, r.get("says") or "")
        return f"{kind} {r[kind]}" if isinstance(r[kind], str) else kind

    def _instrument(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.instruments.append(
            Instrument(
                r["instrument"],
                cite,
                r["title"],
                tuple(r.get("elements", ())),
                tuple(r.get("may_require", ())),
            )
        )
        self.actions.append(
            ActionRule(
                f"issue_{r['instrument']}",
                cite,
                tuple(r["needs"]),
                None,
                r.get("duty", False),
                says,
            )
        )

    def _deadline(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.deadlines.append(
            DeadlineRule(
                r["deadline"],
                r["for"],
                cite,
                r["due"],
                r["done_by"],
                _first(r.get("of")),
                r.get("stayed_by"),
                says,
                _others(r.get("of")),
            )
        )

    def _action(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.actions.append(
            ActionRule(
                r["action"],
                cite,
                tuple(r["needs"]),
                _first(r.get("of")),
                r.get("duty", False),
                says,
                _others(r.get("of")),
            )
        )

    def _order(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.orders.append(
            OrderRule(r["order"], cite, tuple(r["starts"]), tuple(r["ends"]), r.get("scope"), says)
        )

    def _hold(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.holds.append(HoldRule(r["hold"], cite, r["blocks"], r["released_by"], says))

    def _penalty(self, r: dict[str, Any], cite: str, says: str) -> None:
        repeat = r.get("repeat")
        by = r["tiers"] if isinstance(r["tiers"], ByReading) else None
        self.penalties.append(
            PenaltyRule(
                r["penalty"],
                cite,
                r["unit"],
                _tiers(by.choices[0][1] if by else r["tiers"]),
                r["starts"],
                r.get("first_day") == "counts",
                r.get("of"),
                r.get("count", "each_day"),
                r.get("at_least_one", False),
                tuple(r.get("opens", ())),
                r.get("after_deadline"),
                r.get("tolled_by"),
                r.get("each_violation", True),
                r.get("escalating", False),
                Repeat(
                    repeat.get("within"),
                    repeat.get("after_conviction", False),
                    repeat.get("unconvicted", False),
                )
                if repeat is not None
                else None,
                r.get("cap"),
                says,
                ByReading(by.reading, tuple((name, _tiers(rows)) for name, rows in by.choices))
                if by
                else None,
            )
        )

    def _proceeding(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.proceedings.append(
            ProceedingRule(
                r["proceeding"],
                cite,
                r["against"][0],
                r.get("deadline"),
                r.get("final", False),
                _others(r["against"]),
            )
        )

    def _interest(self, r: dict[str, Any], cite: str, says: str) -> None:
        body = r["interest"]
        on = body["on"]
        if isinstance(on, ByReading):
            on = ByReading(on.reading, tuple((name, tuple(parts)) for name, parts in on.choices))
        else:
            on = tuple(on)
        rates = tuple(
            Dated(_percent(row["percent"]), row.get("since"), row.get("until"))
            for row in body.get("rates", ())
        )
        if bool(rates) == ("policy" in body):
            says = "interest needs either its rates or a policy that gives the percent. Write one of them"
            raise Refused((Fault("interest", says, "no-rate"),))
        self.interest = InterestRule(
            cite,
            rates,
            on,
            body["starts"],
            body.get("year", "actual_365"),
            body.get("says") or "",
            body.get("policy"),
        )

    def _plan(self, r: dict[str, Any], cite: str, says: str) -> None:
        body = r["plan"]
        self.plan = PlanRule(cite, body["most"], body.get("rule", "plain"), body.get("says") or "")

    def _costs(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.cost_kinds += [(kind, cite) for kind in r["costs"]]

    def _allocation(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.allocation = r["allocation"]

    def _warning(self, r: dict[str, Any], cite: str, says: str) -> None:
        self.warnings.append(WarningRule(r["warning"], cite, tuple(r["when"]), r["says"]))


def _percent(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation:
        says = f"{text} is not a percentage. Write a number such as 6 or 1.5"
        raise Refused((Fault("interest.rates", says, "not-a-percentage"),)) from None


def _first(papers: list[str] | None) -> str | None:
    return papers[0] if papers else None


def _others(papers: list[str] | None) -> tuple[str, ...]:
    return tuple(papers[1:]) if papers else ()


def _tiers(offenses: list[list[dict[str, Any]]]) -> tuple[tuple[Tier, ...], ...]:
    return tuple(tuple(_tier(row) for row in rows) for rows in offenses)


def _tier(row: dict[str, Any]) -> Tier:
    warning = row.get("warning", False)
    return Tier(
        row.get("min", 0),
        row.get("max", 0 if warning else None),
        row.get("jail_days", 0),
        warning,
        row.get("since"),
        row.get("until"),
    )


def _ordinance(
    data: dict[str, Any],
    version: str,
    since: date | None,
    until: date | None,
    digest: str,
    calendar: Calendar,
    counting: tuple[tuple[str, date | None, CountingRule], ...],
    file: Path,
) -> Ordinance:
    rules, paragraphs = _Rules(), []
    for item in data["paragraphs"]:
        made = [rules.add(kind, body, item["cite"]) for kind, body in item.get("rules", ())]
        paragraphs.append(Paragraph(item["cite"], item["heading"], item["says"], tuple(made)))
    ceiling = data.get("ceiling")
    return Ordinance(
        data["pack"],
        version,
        digest,
        data["title"],
        data["source"],
        data.get("state"),
        since,
        until,
        calendar,
        counting,
        tuple(_service(row) for row in data.get("service", ())),
        tuple(
            Reading(r["id"], r["cite"], r["question"], tuple(r["choices"].items()), r["adopted"])
            for r in data.get("readings", ())
        ),
        tuple(
            Policy(p["id"], p["cite"], p["says"], _value(p["value"]))
            for p in data.get("policy", ())
        ),
        tuple(paragraphs),
        tuple(rules.instruments),
        tuple(rules.deadlines),
        tuple(rules.actions),
        tuple(rules.orders),
        tuple(rules.holds),
        tuple(rules.penalties),
        tuple(rules.proceedings),
        tuple(rules.warnings),
        tuple(rules.cost_kinds),
        rules.interest,
        rules.plan,
        tuple(_profile(row, file, calendar) for row in data.get("profiles", ())),
        (ceiling["amount"], ceiling["cite"]) if ceiling else None,
        rules.allocation,
    )


def _value(value: Any) -> int | str | tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, list) else value


def _service(row: dict[str, Any]) -> ServiceRule:
    return ServiceRule(
        row["method"],
        row.get("receipt", "when_shown"),
        row.get("adds", 0),
        row.get("adds_after_end", False),
        row.get("cite") or "",
        row.get("since"),
        row.get("until"),
    )


def _profile(row: dict[str, Any], file: Path, calendar: Calendar) -> Profile:
    ceiling = row.get("ceiling")
    other = load_calendar(_calendar_file(file, row["calendar"]))[0] if "calendar" in row else None
    return Profile(
        row["id"],
        row["says"],
        tuple(row.get("readings", {}).items()),
        tuple((name, _value(value)) for name, value in row.get("policy", {}).items()),
        (ceiling["amount"], ceiling["cite"]) if ceiling else None,
        Calendar(other.holidays, zone=calendar.zone) if other else None,
    )
