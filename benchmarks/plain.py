"""The same three figures by hand: the least that Python can do and still tell each step.

A floor for ``bench_zen``, not an engine: the rules are the code, and no other law can be put in.
"""

from __future__ import annotations

from typing import Any

Steps = list[tuple[str, object]]
Given = dict[str, Any]

TIERS = ((0, 35_000, 15), (35_000, 70_000, 15), (70_000, 100_000, 15))


def civil(given: Given) -> tuple[dict[str, int], Steps]:
    """Section F: so much for each day after receipt, once the time to cure is over."""
    on, ended = given["on"], given["ended"]
    last = on if ended is None else min(on, ended - 1)
    opened = on > given["cure_due"] and not given["reversed"]
    days = max(0, last - given["received"]) if opened else 0
    most = days * given["a_day"]
    steps: Steps = [("last", last), ("opened", opened), ("days", days), ("civil_max", most)]
    return {"days": days, "civil_max": most}, steps


def tier(given: Given) -> tuple[dict[str, int], Steps]:
    """Section E: the tier by earlier convictions within the look-back, and the weeks."""
    offense, on, remedied = given["offense"], given["on"], given["remedied"]
    steps: Steps = []
    earlier = 0
    for prior in given["earlier"]:
        counts = prior["offense"] < offense and prior["convicted"] <= on
        counts = counts and offense <= prior["until"]
        steps.append(("counts", counts))
        earlier += counts
    found = min(3, 1 + earlier)
    weeks = 1 + ((on if remedied is None else min(on, remedied)) - offense) // 7
    least, most, jail = TIERS[found - 1]
    steps += [("tier", found), ("weeks", weeks), ("row", TIERS[found - 1])]
    told = {
        "tier": found,
        "weeks": weeks,
        "fine_min": least * weeks,
        "fine_max": most * weeks,
        "jail": jail * weeks,
    }
    return told, steps


def interest(given: Given) -> tuple[dict[str, int], Steps]:
    """Section D.2.b: six percent a year, actual days over 365; payments go to interest first."""
    principal, day = given["cost"], given["bears_from"]
    accrued = taken = 0
    steps: Steps = []
    for payment in given["payments"]:
        until = max(day, payment["day"])
        accrued += principal * 6 * (until - day)
        day = until
        part = min(payment["amount"], round(accrued / 36_500) - taken)
        taken += part
        principal -= min(principal, payment["amount"] - part)
        steps.append(("payment", (day, accrued, part, principal)))
    accrued += principal * 6 * max(0, given["on"] + 1 - day)
    total = round(accrued / 36_500)
    steps.append(("accrued", (accrued, total)))
    return {"interest": total, "owed": principal + total - taken}, steps
