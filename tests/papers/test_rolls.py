"""The registers: whose rows are in them, and figures that are the standing's to the cent."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests import worked_cases

from outfall.cli.common import load_case
from outfall.law.assess import assess
from outfall.law.case import Case, Event
from outfall.law.events import EVENTS
from outfall.papers import rolls
from outfall.papers.ledger_rows import CHARGES, FORGIVES
from outfall.papers.rolls import AGES, MONEY_DECISIONS, NOT_THE_TOWN, ROLLS, Matter, roll_of
from outfall.papers.tables import write_table

CASES = Path(__file__).parents[2] / "cases"
DEMO = CASES / "demo" / "city-penalty-and-lien.yaml"
SHARED = CASES / "good" / "field" / "a-dollar-among-three.yaml"


def matter(file: Path, on: str, *more: Event) -> Matter:
    case, law = worked_cases.loaded(file)
    case = replace(case, events=(*case.events, *more))
    return Matter(case, law, assess(law, case, date.fromisoformat(on)))


def event(name: str, on: str, **fields: Any) -> Event:
    return Event(f"new-{name}-{on}", name, date.fromisoformat(on), 900, **fields)


def rows(name: str, found: Matter) -> list[dict[str, Any]]:
    heads = [column.head for column in ROLLS[name].columns]
    return [dict(zip(heads, row, strict=True)) for row in ROLLS[name].rows(found)]


def total(lines: list[dict[str, Any]], head: str) -> int:
    return sum(line[head] or 0 for line in lines)


def last_days() -> list[tuple[Path, date]]:
    """Every worked case on each day it is asked about, and long after."""
    days = {(a.file, date.fromisoformat(a.on)) for a in worked_cases.answers()}
    return sorted(days | {(file, date(2031, 3, 3)) for file in worked_cases.case_files()})


# Ledger


@pytest.mark.parametrize("file", worked_cases.case_files(), ids=lambda file: file.stem)
def test_a_ledger_adds_up_to_the_account_to_the_cent(file: Path) -> None:
    for on in [day for known, day in last_days() if known == file]:
        found = matter(file, str(on))
        account = found.standing.account
        lines = rows("ledger", found)
        entries = [line for line in lines if line["Kind"] != "sum"]
        reduced = sum(part.reduced for _, part in account.parts) + account.interest_reduced
        assert total(entries, "Charge") == account.charges + account.interest
        assert total(entries, "Reduction") == reduced
        assert total(entries, "Payment") == account.paid
        for name, part in account.parts:
            of = [line for line in entries if line["Part"] == name]
            assert (total(of, "Charge"), total(of, "Reduction")) == (part.charged, part.reduced)
        if not lines:
            continue
        *parts, whole = [line for line in lines if line["Kind"] == "sum"]
        assert whole["Part"] == "all"
        for head in ("Charge", "Reduction", "Payment", "Owed"):
            assert total(parts, head) == whole[head]
        assert whole["Owed"] == account.owed


def test_interest_rounded_stretch_by_stretch_would_be_off() -> None:
    """The control: why a stretch shows what it moves the sum, and not its own rounding."""
    paid = [event("paid", f"2026-{n:02}-11", amount=17306) for n in range(5, 12)]
    found = matter(DEMO, "2026-12-31", *paid)
    spans = found.standing.account.spans
    alone = sum(round(s.principal * s.rate * s.days / 36500) for s in spans)
    assert len(spans) > 5
    assert alone != found.standing.account.interest
    lines = [line for line in rows("ledger", found) if line["Kind"] == "interest"]
    assert total(lines, "Charge") == found.standing.account.interest


def test_a_ledger_names_each_entry_with_its_reason() -> None:
    found = matter(
        DEMO,
        "2026-06-01",
        event("reduced", "2026-05-20", part="penalty", amount=100000, why="=gift"),
    )
    lines = [line for line in rows("ledger", found) if line["Kind"] != "sum"]
    told = [(line["Entry"], line["Kind"], line["Part"], line["Text"]) for line in lines]
    assert told[:3] == [
        ("e5", "charge", "cost", "abatement"),
        ("e6", "charge", "cost", "administrative"),
        ("e7", "charge", "penalty", "assessment of a civil penalty"),
    ]
    assert told[3:5] == [
        ("e15", "payment", "", ""),
        ("new-reduced-2026-05-20", "reduction", "penalty", "=gift"),
    ]
    assert lines[5]["Text"] == (
        "2026-03-06 to 2026-04-30: 56 days at 6 % a year on $6,540.00 (actual/365)"
    )


def test_a_waiver_of_more_than_is_owed_shows_what_it_took() -> None:
    found = matter(
        DEMO, "2026-06-01", event("reduced", "2026-05-20", part="penalty", amount=9999900)
    )
    (line,) = [line for line in rows("ledger", found) if line["Kind"] == "reduction"]
    assert line["Reduction"] == found.standing.account.part("penalty").reduced == 900000
    assert line["Text"] == "$99,999.00 granted, more than was left to reduce"


def test_what_a_protest_took_off_stands_at_its_decision() -> None:
    found = matter(CASES / "good" / "city" / "cost-protest-decided-lower.yaml", "2026-04-10")
    (line,) = [line for line in rows("ledger", found) if line["Kind"] == "reduction"]
    assert (line["Reduction"], line["Day"]) == (108500, date(2026, 3, 30))
    assert line["Text"] == "decision of the protest: the amount upheld"


def test_two_waivers_and_a_decision_of_one_day_share_what_was_taken() -> None:
    file = CASES / "good" / "city" / "cost-protest-decided-lower.yaml"
    more = [
        event("reduced", "2026-03-30", part="cost", amount=1000),
        replace(event("reduced", "2026-03-30", part="cost", amount=2000), id="another"),
    ]
    found = matter(file, "2026-04-10", *more)
    taken = [line["Reduction"] for line in rows("ledger", found) if line["Kind"] == "reduction"]
    assert sorted(taken) == [1000, 2000, 108500]


def test_what_was_paid_beyond_the_debt_is_a_credit() -> None:
    found = matter(DEMO, "2026-06-01", event("paid", "2026-05-20", amount=99999900))
    credit = next(line for line in rows("ledger", found) if line["Part"] == "credit")
    assert credit["Payment"] == found.standing.account.credit > 0
    assert rows("ledger", found)[-1]["Owed"] == 0


def test_a_case_without_money_has_no_ledger() -> None:
    assert rows("ledger", matter(CASES / "demo" / "webster-stop-work.yaml", "2026-05-28")) == []


def test_every_event_that_moves_money_is_known_to_the_ledger() -> None:
    moving = {name for name, kind in EVENTS.items() if "amount" in (*kind.needs, *kind.may)}
    assert moving | {"convicted"} == {*CHARGES, *FORGIVES, "paid"}
    assert set(EVENTS) >= MONEY_DECISIONS
    assert set(EVENTS) >= NOT_THE_TOWN


# Liens


def test_a_lien_on_record_is_on_the_roll_with_what_is_owed() -> None:
    found = matter(DEMO, "2026-05-28")
    account = found.standing.account
    (line,) = rows("lien-roll", found)
    assert line == {
        "Case": "C-2026-031", "Parcel": "16-04-200-007", "Address": "40 Sample Road",
        "Owner": "Sample Foods Co", "Lien": "recorded", "Lien since": date(2026, 4, 13),
        "Cost owed": account.part("cost").owed, "Penalty owed": account.part("penalty").owed,
        "Fee owed": 0, "Fine owed": 0, "Interest owed": account.interest_owed,
        "Owed": account.owed, "Each further day": account.per_diem, "Cite": "D.2.a",
    }  # fmt: skip


@pytest.mark.parametrize("file", worked_cases.case_files(), ids=lambda file: file.stem)
def test_the_roll_has_each_lien_and_each_power_to_record_one(file: Path) -> None:
    for on in [day for known, day in last_days() if known == file]:
        found = matter(file, str(on))
        power = found.standing.action("record_lien")
        may = power is not None and power.permitted
        lines = rows("lien-roll", found)
        assert bool(lines) == (found.standing.account.lien or may)
        for line in lines:
            parts = [head for head in line if head.endswith(" owed")]
            assert total(lines, "Owed") == sum(line[head] for head in parts)


def test_a_released_lien_leaves_the_roll_where_none_may_be_recorded() -> None:
    assert rows("lien-roll", matter(DEMO, "2026-04-12"))[0]["Lien"] == "may be recorded"
    released = matter(DEMO, "2026-05-28", event("lien_released", "2026-05-20"))
    assert [line["Lien"] for line in rows("lien-roll", released)] != ["recorded"]


def test_the_owner_is_the_last_one_on_record() -> None:
    file = CASES / "good" / "city" / "sold-before-the-lien.yaml"
    assert [p.name for p in rolls.owners(matter(file, "2026-03-22"))] == ["Sample Estates LLC"]
    assert [p.name for p in rolls.owners(matter(file, "2026-03-23"))] == ["Example Buyer LLC"]


def test_a_buyer_listed_ahead_owns_nothing_yet() -> None:
    file = CASES / "good" / "city" / "sold-before-the-lien.yaml"
    sold = matter(file, "2026-03-10", event("ownership_changed", "2026-05-01", party="owner"))
    assert rolls.owners(sold) == []


# The tax roll


def test_what_may_be_certified_is_on_the_tax_roll() -> None:
    for file, on in last_days():
        found = matter(file, str(on))
        power = found.standing.action("certify_to_tax_roll")
        lines = rows("tax-roll", found)
        sent = any(e.name == "certified_to_tax_roll" for e in rolls.happened(found))
        may = power is not None and power.permitted
        assert bool(lines) == (may or sent)
        if lines:
            assert total(lines, "Amount owed") == found.standing.account.owed
            assert {line["Cite"] for line in lines} == {power.cite if power else ""}


def test_beneficial_users_have_a_row_each_that_add_up() -> None:
    found = matter(SHARED, "2031-03-03", event("certified_to_tax_roll", "2031-03-01"))
    lines = rows("tax-roll", found)
    shares = [line["Amount owed"] for line in lines if line["What"] == "share of the cost"]
    assert shares == [cents for _, cents in found.standing.account.allocation]
    assert len(shares) > 1
    assert total(lines, "Amount owed") == found.standing.account.owed
    assert {line["Certified on"] for line in lines} == {date(2031, 3, 1)}


def test_what_is_not_shared_is_a_row_of_its_own() -> None:
    more = [
        event("certified_to_tax_roll", "2031-03-01"),
        event("fee_charged", "2031-03-01", amount=4000),
        event("paid", "2031-03-02", amount=1000),
    ]
    found = matter(SHARED, "2031-03-03", *more)
    lines = rows("tax-roll", found)
    assert lines[-1]["What"] == "not shared: all but the cost, less what was paid"
    assert lines[-1]["Amount owed"] == 3000
    assert total(lines, "Amount owed") == found.standing.account.owed


# The case list


def test_the_case_list_tells_where_a_case_stands() -> None:
    found = matter(DEMO, "2026-05-28")
    (line,) = rows("cases", found)
    assert line["Owner"] == "Sample Foods Co"
    assert line["Open violations"] == 1
    assert line["Party's next day"] == date(2026, 6, 1)
    assert line["Party's next deadline"] == "payment 2 [D.2.b]"
    assert (line["Town's next day"], line["Town's next deadline"]) == (None, "")
    assert "enter and abate [D.1]" in line["Town must"]
    assert "prosecute [G]" in line["Town may"]
    assert line["Civil, could be"] == found.standing.civil.max
    assert line["Criminal, could be"] == found.standing.criminal.max
    assert (line["Assessed"], line["Owed"]) == (900000, found.standing.account.owed)
    assert (line["Closed on"], line["As of"]) == (None, date(2026, 5, 28))


@pytest.mark.parametrize(
    ("days", "label"),
    [(0, "0-30 days"), (30, "0-30 days"), (31, "31-60 days"), (60, "31-60 days"),
     (61, "61-90 days"), (90, "61-90 days"), (91, "over 90 days"), (2000, "over 90 days")],
)  # fmt: skip
def test_what_is_owed_stands_in_the_column_of_its_age(days: int, label: str) -> None:
    found = matter(DEMO, str(date(2026, 5, 1) + timedelta(days=days)))
    (line,) = rows("cases", found)
    aged = {name: line[f"Owed {name}"] for _, name in AGES}
    assert aged == {name: line["Owed"] if name == label else None for _, name in AGES}
    assert line["Days since a decision or payment"] == days


def test_a_payment_makes_an_account_young_again_and_a_letter_does_not() -> None:
    (before,) = rows("cases", matter(DEMO, "2026-09-01"))
    (paid,) = rows("cases", matter(DEMO, "2026-09-01", event("paid", "2026-08-31", amount=100)))
    (wrote,) = rows(
        "cases", matter(DEMO, "2026-09-01", event("inspected", "2026-08-31", finding="continuing"))
    )
    ages = [line["Days since a decision or payment"] for line in (before, paid, wrote)]
    idle = [line["Days without an act"] for line in (before, paid, wrote)]
    assert ages == [123, 1, 123]
    assert idle == [132, 132, 1]  # since the service of April 22: a payment is no act of the town's


def test_nothing_ages_where_nothing_is_owed() -> None:
    (line,) = rows("cases", matter(CASES / "demo" / "webster-stop-work.yaml", "2026-05-28"))
    assert line["Owed"] == 0
    assert line["Days since a decision or payment"] is None
    assert {line[f"Owed {name}"] for _, name in AGES} == {None}


def test_a_closed_case_that_owes_nothing_waits_for_nothing() -> None:
    file = CASES / "demo" / "webster-stop-work.yaml"
    more = [event("corrected", "2026-05-27"), event("closed", "2026-06-01")]
    (line,) = rows("cases", matter(file, "2026-09-01", *more))
    assert (line["Closed on"], line["Days without an act"]) == (date(2026, 6, 1), None)
    assert line["Open violations"] == 0


def test_a_maximum_that_the_code_lacks_is_empty_and_told() -> None:
    found = matter(DEMO, "2026-05-28")
    endless = replace(found.standing.civil, max=None)
    (line,) = rows("cases", found._replace(standing=replace(found.standing, civil=endless)))
    assert (line["Civil, could be"], line["Without a ceiling"]) == (None, "civil")


# Cells


BARE = Case("C-1", "city-9-3-12", ())


def test_what_is_not_known_is_an_empty_cell_and_never_a_word(tmp_path: Path) -> None:
    """A case without a place, parties or entries prints no None; a plain ``str`` would."""
    _, law = load_case(str(DEMO))
    seen = Event("e1", "violation_observed", date(2026, 5, 1), 0, kind="discharge")
    charged = Event("e2", "fee_charged", date(2026, 5, 2), 1, amount=100)
    bare = [BARE, replace(BARE, id="C-2", events=(seen, charged))]
    matters = [Matter(case, law, assess(law, case, date(2026, 5, 28))) for case in bare]
    for name in ROLLS:
        write_table(roll_of(name, matters), tmp_path / "a.csv")
        text = (tmp_path / "a.csv").read_text("utf-8-sig")
        assert "None" not in text
        assert "[]" not in text
    write_table(roll_of("cases", matters), tmp_path / "a.csv")
    assert ",,," in (tmp_path / "a.csv").read_text("utf-8-sig")
    assert "None" in ",".join(map(str, next(iter(roll_of("cases", matters).rows))))
