"""The three figures of a standing, side by side and never added: could be, assessed, owed."""

from __future__ import annotations

from collections.abc import Iterator

from outfall.cli.page import Part, Text, bare, indented, status, table, title
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Account, Exposure, Standing
from outfall.law.words import dollars
from outfall.told.phrases import cited, short


def money(standing: Standing, law: Ordinance) -> Iterator[Part]:
    """What the law would allow, what the town decided and what is owed; then plan and shares."""
    yield title("Money: three figures that are never added")
    rows = bare(0, 0, 1, 0)
    said = {action.says for action in standing.actions if action.permitted}
    rows.add_row("could be", *_could_be(standing.civil, said))
    rows.add_row("", *_could_be(standing.criminal, said))
    rows.add_row(
        "assessed",
        Text((dollars(standing.assessed), "bold")),
        "civil penalty that the town imposed",
        "",
    )
    account = standing.account
    rows.add_row(
        "owed",
        Text((dollars(account.owed), "bold")),
        _owed(account),
        (account.cite or "") if account.charges else "",
    )
    yield indented(rows)
    yield from _plan(account, law)
    yield from _shares(account)


UNITS = {"day": ("day", "days"), "week": ("weekly violation", "weekly violations")}


def _could_be(item: Exposure, said: set[str]) -> tuple[Text, str, str]:
    """The most that a track allows, the days, weeks or offenses behind it, and what the pack adds,
    where no act on the page has said it."""
    units = UNITS.get(item.unit, ("offense", "offenses"))
    if item.cite is None:
        return Text(("none", "bold")), f"{item.track}: this code names no amount", ""
    if not item.units:
        return Text(("$0.00", "bold")), f"{item.track}: nothing yet", item.cite or ""
    fixed = item.max is not None and item.min == item.max
    most = "no ceiling" if item.max is None else dollars(item.max)
    parts = [f"{item.track}: {item.units} {units[item.units != 1]}"]
    if item.per_unit is not None:
        parts[0] += f" at {'' if fixed else 'up to '}{dollars(item.per_unit)}"
    if item.tier is not None:
        parts.append(f"tier {item.tier}")
    if item.min and not fixed:
        parts.append(f"at least {dollars(item.min)}")
    if item.jail_days:
        parts.append(f"up to {item.jail_days} days in jail")
    if item.track == "criminal":
        parts.append("for a court to decide")
    return (
        Text((most if fixed or item.max is None else f"up to {most}", "bold")),
        ", ".join(parts) + ("" if item.says in ("", *said) else f"\n{item.says}"),
        item.cite or "",
    )


def _owed(account: Account) -> str:
    """How the balance comes about, part by part, and what each further day adds."""
    lines = []
    for name, part in account.parts:
        if part.charged:
            less = [f"{dollars(part.reduced)} reduced"] if part.reduced else []
            less += [f"{dollars(part.paid)} paid"] if part.paid else []
            lines.append(f"{name} {dollars(part.charged)}{', ' if less else ''}{', '.join(less)}")
    if account.interest:
        paid = f", {dollars(account.interest_paid)} paid" if account.interest_paid else ""
        cut = f", {dollars(account.interest_reduced)} reduced" if account.interest_reduced else ""
        lines.append(f"interest {dollars(account.interest)}{cut}{paid}")
    if account.per_diem:
        lines.append(f"each further day adds {dollars(account.per_diem)} of interest")
    if account.credit:
        lines.append(f"{dollars(account.credit)} was paid beyond what is owed: a credit")
    if account.lien:
        lines.append("a lien is on record")
    return "\n".join(lines) or "nothing is charged"


def _plan(account: Account, law: Ordinance) -> Iterator[Part]:
    if not account.plan:
        return
    yield title(f"Payment plan{cited(law.plan.cite if law.plan else '')}")
    rows = table("Status", "Payment", "Amount", "Last day", "", ratios=(0, 0, 0, 0, 1))
    for payment in account.plan:
        done = f"reached on {short(payment.done_on)}" if payment.done_on else ""
        rows.add_row(
            status(payment.status),
            str(payment.number),
            dollars(payment.amount),
            short(payment.due),
            done,
        )
    yield indented(rows)


def _shares(account: Account) -> Iterator[Part]:
    if not account.allocation:
        return
    yield title("The cost, shared")
    rows = bare(0, 1)
    for party, cents in account.allocation:
        rows.add_row(party, dollars(cents))
    yield indented(rows)
