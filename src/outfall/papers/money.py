"""Papers about money: bills, statements, plans, liens and the tax roll. Figures are the standing's.

Nothing is added up here that the standing has not: what a party owes is the account's own figure.
"""

from __future__ import annotations

from outfall.law.case import Event
from outfall.law.standing import Account, Exposure
from outfall.papers.ledger_rows import cells, ledger_rows, what_of
from outfall.papers.sheet import Block, Sheet, lines_to_sign, rows, table, text
from outfall.papers.subject import Subject

PARTS = ("cost", "penalty", "fee", "fine")
APART = ("interest", "sum")


def cost_parts(subject: Subject, sheet: Sheet) -> None:
    """The costs of the work, each with its day and kind, and what is owed of them."""
    say, speech = subject.speech.say, subject.speech
    account = subject.standing.account
    costs = [e for e in subject.events if e.name == "cost_recorded" and e.on <= subject.on]
    total = account.part("cost")
    if not costs or not total.charged:
        subject.lacks("events", "there is no cost to bill: record it as cost_recorded", "no-cost")
        return
    sheet.key.insert(
        0, {"label": say("labels.cost"), "value": speech.money(total.owed), "note": ""}
    )
    lines = [(speech.day(e.on), _kind(subject, e), speech.money(e.amount or 0)) for e in costs]
    lines.append((say("labels.total"), "", speech.money(total.charged)))
    sheet.part(
        "costs",
        say("parts.costs"),
        table(
            [say("labels.day"), say("labels.for_what"), say("labels.amount")],
            lines,
            [2],
            wide=1,
            total=True,
        ),
        rows(_taken_off(subject, account, "cost")),
        cite=account.cite or "",
    )
    _interest_to_come(subject, sheet)
    _how_to_pay(subject, sheet)
    share_parts(subject, sheet, account)


def penalty_parts(subject: Subject, sheet: Sheet) -> None:
    """The civil penalty that was imposed, and the days for which the law allowed it."""
    say, speech = subject.speech.say, subject.speech
    imposed = [e for e in subject.events if e.name == "penalty_assessed" and e.on <= subject.on]
    if not imposed:
        says = "there is no penalty to give notice of: record it as penalty_assessed"
        subject.lacks("events", says, "no-penalty")
        return
    owed = subject.standing.account.part("penalty")
    sheet.key.insert(
        0, {"label": say("labels.penalty"), "value": speech.money(owed.owed), "note": ""}
    )
    lines = [(speech.day(e.on), speech.money(e.amount or 0)) for e in imposed]
    lines.append((say("labels.total"), speech.money(owed.charged)))
    civil = subject.standing.civil
    sheet.part(
        "penalty",
        say("parts.penalty"),
        table([say("labels.imposed_on"), say("labels.amount")], lines, [1], total=True),
        rows(_taken_off(subject, subject.standing.account, "penalty")),
        text(counted(subject, civil)),
        cite=civil.cite or "",
    )
    _how_to_pay(subject, sheet)


def counted(subject: Subject, exposure: Exposure) -> str:
    """The days, weeks or offenses for which the law allows an amount, and the most it allows."""
    if not exposure.units or exposure.max is None:
        return ""
    speech = subject.speech
    days = [span for count in exposure.counts for span in count.spans if not span.why]
    if not days:
        return ""
    first, last = min(span.first for span in days), max(span.last for span in days)
    one = "one" if exposure.units == 1 else "more"
    return speech.say(
        "texts.allowed",
        units=speech.say(f"units.{exposure.unit or 'offense'}.{one}", n=exposure.units),
        first=speech.day(first),
        last=speech.day(last),
        most=speech.money(exposure.max),
    )


def cost_invoice(subject: Subject) -> Sheet:
    """A bill for the costs of the town's work."""
    sheet = bill_sheet(subject)
    cost_parts(subject, sheet)
    return sheet


def account_statement(subject: Subject) -> Sheet:
    """What is owed on a day, part by part, what each further day adds, and every movement."""
    say, speech = subject.speech.say, subject.speech
    sheet = bill_sheet(subject, day=speech.day(subject.on))
    account = subject.standing.account
    sheet.see(say("labels.payoff", day=speech.day(subject.on)), speech.money(account.owed))
    if account.per_diem:
        sheet.see(say("labels.per_diem"), speech.money(account.per_diem))
    if account.credit:
        sheet.see(say("labels.credit"), speech.money(account.credit))
    account_parts(subject, sheet, account)
    _interest(subject, sheet, account)
    _movements(subject, sheet)
    _plan(subject, sheet, account)
    share_parts(subject, sheet, account)
    if account.lien:
        sheet.part("lien", say("parts.lien"), text(say("texts.lien_on_record")))
    _how_to_pay(subject, sheet)
    sheet.signed = False
    return sheet


def payment_plan(subject: Subject) -> Sheet:
    """What was agreed to be paid, and when."""
    sheet = bill_sheet(subject)
    say, account = subject.speech.say, subject.standing.account
    if not account.plan:
        says = "there is no plan that the ordinance allows on this day: see plan_agreed"
        subject.lacks("events", says, "no-plan")
        return sheet
    first = account.plan[0]
    sheet.see(say("labels.first_payment"), subject.speech.day(first.due, weekday=True))
    sheet.see(say("labels.amount"), subject.speech.money(first.amount))
    _plan(subject, sheet, account)
    _interest_to_come(subject, sheet)
    _how_to_pay(subject, sheet)
    sheet.part("agreed", say("parts.agreed"), lines_to_sign(signers(subject), say("page.day")))
    return sheet


def signers(subject: Subject) -> list[str]:
    """Who signs what is agreed: the party and the town."""
    party = subject.party[1].name if subject.party else ""
    return [name for name in (party, subject.town) if name]


def bill_sheet(subject: Subject, **values: str) -> Sheet:
    """A paper's sheet with its title and its opening sentence."""
    say = subject.speech.say
    sheet = Sheet(say(f"papers.{subject.paper}.title"), say("about.law", source=subject.law.source))
    town = subject.town
    sheet.lead.append(say(f"papers.{subject.paper}.lead", town=town, **values))
    return sheet


def _kind(subject: Subject, event: Event) -> str:
    return subject.speech.name("cost_kinds", event.kind or "other")


def _taken_off(subject: Subject, account: Account, name: str) -> list[tuple[str, str]]:
    say, money, part = subject.speech.say, subject.speech.money, account.part(name)
    if not part.reduced and not part.paid:
        return []
    return [
        (say("labels.reduced"), money(-part.reduced) if part.reduced else ""),
        (say("labels.paid"), money(-part.paid) if part.paid else ""),
        (say("labels.owed"), money(part.owed)),
    ]


def account_parts(subject: Subject, sheet: Sheet, account: Account) -> None:
    """What was charged, taken off, paid and is owed, part by part, and in all."""
    say, money = subject.speech.say, subject.speech.money
    lines = []
    for name in PARTS:
        part = account.part(name)
        if part.charged:
            line = (part.charged, -part.reduced, -part.paid, part.owed)
            lines.append([say(f"account.{name}"), *map(money, line)])
    if account.interest:
        figures = (
            account.interest,
            -account.interest_reduced,
            -account.interest_paid,
            account.interest_owed,
        )
        lines.append([say("account.interest"), *map(money, figures)])
    if not lines:
        sheet.part("account", say("parts.account"), text(say("texts.nothing_owed")))
        return
    lines.append([say("labels.owed_in_all"), "", "", "", money(account.owed)])
    heads = [say(f"labels.{n}") for n in ("part", "charged", "reduced", "paid", "owed")]
    sheet.part("account", say("parts.account"), table(heads, lines, [1, 2, 3, 4], total=True))


def _interest(subject: Subject, sheet: Sheet, account: Account) -> None:
    say, speech = subject.speech.say, subject.speech
    lines = [
        (
            speech.day(span.first),
            speech.day(span.last),
            str(span.days),
            speech.money(span.principal),
            f"{span.rate.normalize():f} %",
        )
        for span in account.spans
    ]
    heads = [say(f"labels.{n}") for n in ("from", "to", "days", "principal", "rate")]
    sheet.part(
        "interest",
        say("parts.interest"),
        table(heads, lines, [2, 3, 4], wide=1),
        cite=account.cite or "",
    )


def _movements(subject: Subject, sheet: Sheet) -> None:
    """Every entry that moved money, as the ledger has it; interest stands by itself."""
    say, speech = subject.speech.say, subject.speech
    lines = []
    for row in ledger_rows(subject.case, subject.law, subject.standing):
        cell = cells(row)
        moved = cell["Charge"] or -(cell["Reduction"] or 0) - (cell["Payment"] or 0)
        if cell["Kind"] not in APART and moved:
            lines.append((speech.day(cell["Day"]), what_of(row, speech), speech.money(moved)))
    heads = [say("labels.day"), say("labels.entry"), say("labels.amount")]
    sheet.part("movements", say("parts.movements"), table(heads, lines, [2], wide=1))


def _plan(subject: Subject, sheet: Sheet, account: Account) -> None:
    say, speech = subject.speech.say, subject.speech
    lines = [
        (
            str(p.number),
            speech.day(p.due, weekday=True),
            speech.money(p.amount),
            speech.name("statuses", p.status),
        )
        for p in account.plan
    ]
    heads = [say(f"labels.{n}") for n in ("number", "due", "amount", "status")]
    cite = subject.law.plan.cite if subject.law.plan else ""
    sheet.part("plan", say("parts.plan"), table(heads, lines, [0, 2], wide=1), cite=cite)


def share_parts(subject: Subject, sheet: Sheet, account: Account) -> None:
    """Each party's part of the cost, where it is prorated."""
    say, speech = subject.speech.say, subject.speech
    names = {party.id: party.name for party in subject.case.parties}
    if len(account.allocation) < 2:
        return
    lines = [(names.get(id, id), speech.money(cents)) for id, cents in account.allocation]
    heads = [say("labels.party"), say("labels.share")]
    sheet.part("shares", say("parts.shares"), table(heads, lines, [1]))


def _interest_to_come(subject: Subject, sheet: Sheet) -> None:
    account = subject.standing.account
    if subject.law.interest is None or not account.per_diem:
        return
    say = subject.speech.say
    words = say("texts.interest", amount=subject.speech.money(account.per_diem))
    sheet.part("interest", say("parts.interest"), text(words), cite=account.cite or "")


def _how_to_pay(subject: Subject, sheet: Sheet) -> None:
    say, pay = subject.speech.say, subject.office.payments
    blocks: list[Block] = []
    if pay:
        blocks.append(
            rows(
                [
                    (say("labels.pay_to"), pay["to"]),
                    (say("labels.at"), pay.get("address", "")),
                    (say("labels.how"), pay.get("how", "")),
                    (say("labels.reference"), subject.case.id),
                ]
            )
        )
    sheet.part("pay", say("parts.pay"), *blocks)
