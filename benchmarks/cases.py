"""The cases that the benchmarks ask about: two of twenty events, and one of any length.

They are text, as a clerk would write it, so that reading them can be measured too. Nothing here is
random: the same arguments give the same text.
"""

from __future__ import annotations

from datetime import date, timedelta

CITY_ON = date(2026, 12, 1)
WEBSTER_ON = date(2026, 12, 1)

CITY = """\
# A discharge: notice, appeal, abatement, costs with a protest, a penalty, a lien and a plan.
case: C-2026-020
ordinance: city-9-3-12
place: {address: 40 Example Street, parcel: 11-22-333-001, description: dock and storm inlet}
parties:
  - {id: owner, role: owner, name: Example Holdings LLC, address: 1 Test Street}
events:
  - {date: 2026-03-02, event: violation_observed, kind: discharge,
     nature: wash water runs to a storm inlet}
  - {date: 2026-03-03, event: notice_issued, instrument: notice_of_violation,
     comply_by: 2026-03-20,
     contents: [recipient, place, nature, remedy, penalties, appeal, town_work]}
  - {date: 2026-03-04, event: served, instrument: notice_of_violation, method: personal,
     received_on: 2026-03-04}
  - {date: 2026-03-13, event: appeal_filed}
  - {date: 2026-03-31, event: hearing_held}
  - {date: 2026-04-03, event: appeal_decided, outcome: upheld}
  - {date: 2026-04-06, event: inspected, finding: continuing}
  - {date: 2026-04-13, event: inspected, finding: continuing}
  - {date: 2026-04-16, event: penalty_assessed, amount: 4500.00}
  - {date: 2026-04-20, event: abated}
  - {date: 2026-04-21, event: cost_recorded, kind: abatement, amount: 8400.00}
  - {date: 2026-04-22, event: cost_recorded, kind: sampling, amount: 1265.50}
  - {date: 2026-04-27, event: notice_issued, instrument: cost_notice}
  - {date: 2026-04-28, event: served, instrument: cost_notice, method: certified_mail,
     received_on: 2026-04-30}
  - {date: 2026-05-15, event: cost_protested}
  - {date: 2026-06-05, event: protest_decided, amount: 9000.00}
  - {date: 2026-06-08, event: lien_recorded}
  - {date: 2026-06-15, event: plan_agreed, payments: 5, first_due: 2026-07-01, every: month}
  - {date: 2026-07-01, event: paid, amount: 2700.00}
  - {date: 2026-08-03, event: paid, amount: 2700.00}
"""

WEBSTER = """\
# A basin: maintenance notice, notice of violation, appeal, the town's work, costs and a court.
case: W-2026-020
ordinance: webster-ny
place: {address: 18 Example Lane, parcel: 063.01-1-1, description: detention basin behind lot 4}
parties:
  - {id: owner, role: owner, name: Example Holdings LLC, address: 1 Test Street}
  - {id: lot-1, role: beneficial_user, name: Lot 1, share: 1}
  - {id: lot-2, role: beneficial_user, name: Lot 2, share: 2}
history:
  - {offense_on: 2022-07-11, convicted_on: 2022-12-01}
  - {offense_on: 2025-02-03, convicted_on: 2025-06-30}
events:
  - {date: 2026-03-02, event: violation_observed, kind: maintenance, nature: basin filled with silt}
  - {date: 2026-03-03, event: notice_issued, instrument: maintenance_notice}
  - {date: 2026-03-04, event: served, instrument: maintenance_notice, method: personal,
     received_on: 2026-03-04}
  - {date: 2026-03-17, event: inspected, finding: continuing}
  - {date: 2026-03-18, event: notice_issued, instrument: notice_of_violation,
     comply_by: 2026-04-30, contents: [recipient, place, nature, remedy, penalties, appeal]}
  - {date: 2026-03-19, event: served, instrument: notice_of_violation, method: certified_mail,
     received_on: 2026-03-23}
  - {date: 2026-03-31, event: appeal_filed}
  - {date: 2026-04-21, event: hearing_held}
  - {date: 2026-04-28, event: appeal_decided, outcome: modified}
  - {date: 2026-04-29, event: extension_granted, deadline: comply, until: 2026-05-15}
  - {date: 2026-05-18, event: inspected, finding: continuing}
  - {date: 2026-06-01, event: charged}
  - {date: 2026-06-15, event: abated}
  - {date: 2026-06-16, event: cost_recorded, kind: abatement, amount: 6120.00}
  - {date: 2026-06-17, event: cost_recorded, kind: administrative, amount: 380.25}
  - {date: 2026-06-18, event: notice_issued, instrument: cost_notice}
  - {date: 2026-06-19, event: served, instrument: cost_notice, method: mail}
  - {date: 2026-07-20, event: lien_recorded}
  - {date: 2026-08-03, event: paid, amount: 2000.00}
  - {date: 2026-09-14, event: convicted, fine: 750.00, days: 0}
"""

HEAD = """\
case: C-2016-001
ordinance: city-9-3-12
parties:
  - {id: owner, role: owner, name: Example Holdings LLC, address: 1 Test Street}
events:
"""
NOTICE = (
    "instrument: notice_of_violation, comply_by: {later}, "
    "contents: [recipient, place, nature, remedy, penalties, appeal, town_work]"
)
START = date(2016, 1, 4)
OPENING = ("violation_observed, kind: discharge", f"notice_issued, {NOTICE}")
# Of twenty entries: six inspections, four costs, four payments, two fees, two extensions, and a
# notice with its service.
CYCLE = (
    "served, instrument: notice_of_violation, method: personal, received_on: {day}",
    "inspected, finding: continuing",
    "cost_recorded, kind: sampling, amount: {cost}",
    "paid, amount: {payment}",
    "inspected, finding: continuing",
    "fee_charged, amount: 25.00",
    "extension_granted, deadline: comply, until: {later}",
    "cost_recorded, kind: administrative, amount: {cost}",
    "paid, amount: {payment}",
    "inspected, finding: partly_corrected",
    "inspected, finding: continuing",
    "cost_recorded, kind: monitoring, amount: {cost}",
    "paid, amount: {payment}",
    "fee_charged, amount: 40.00",
    "inspected, finding: continuing",
    "extension_granted, deadline: comply, until: {later}",
    "cost_recorded, kind: abatement, amount: {cost}",
    "paid, amount: {payment}",
    "inspected, finding: continuing",
    f"notice_issued, {NOTICE}",
)
A_DAY = 3


def entry(n: int) -> str:
    """The n-th entry (from 0) of the long case, as a line of its file."""
    day = START + timedelta(days=n // A_DAY)
    known = OPENING[n] if n < len(OPENING) else CYCLE[(n - len(OPENING)) % len(CYCLE)]
    told = known.format(
        day=day,
        later=day + timedelta(days=30),
        cost=f"{120 + n * 37 % 400}.{n % 100:02d}",
        payment=f"{80 + n * 53 % 300}.00",
    )
    return f"  - {{date: {day}, event: {told}}}\n"


def long_case(events: int) -> str:
    """One case of any number of entries, three a day: a longer one is a longer history."""
    return HEAD + "".join(entry(n) for n in range(events))


def long_on(events: int) -> date:
    """The day after the last entry of the long case."""
    return START + timedelta(days=(events - 1) // A_DAY + 1)
