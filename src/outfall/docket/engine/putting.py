"""A standing of ``assess`` as a row of a docket's results."""

from __future__ import annotations

from datetime import date

from outfall.docket.engine.layout import STATUSES
from outfall.docket.engine.results import Results
from outfall.docket.engine.shape import (
    ACTION_WIDTH,
    DEADLINE_WIDTH,
    MONEY_PARTS,
    ORDER_WIDTH,
    PAYMENT_WIDTH,
    REST,
    TRACK_CENTS,
    TRACK_WIDTH,
)
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.law.standing import Action, Deadline, Hold, Order, Standing

MOST = 2**63 - 1


def put(
    law: Ordinance, case: Case, standing: Standing, results: Results, n: int
) -> list[tuple[int, ...]]:
    """Put a standing into its row; gives the rows of deadlines under further papers."""
    shape, o = results.shape, results.days[n]
    o[:] = 0
    results.cents[n] = 0
    places = {event.id: k + 1 for k, event in enumerate(case.events)}
    further: list[tuple[int, ...]] = []
    for deadline in standing.deadlines:
        name, _, more = deadline.id.partition(":")
        if name not in shape.deadlines:
            continue  # not wanted, or a payment of a plan, which stands with the account
        number = shape.deadlines.index(name)
        told = _deadline(deadline, places)
        if more:
            further.append((n, number, *told))
        else:
            o[DEADLINE_WIDTH * number : DEADLINE_WIDTH * (number + 1)] = told
    for action in standing.actions:
        if action.id not in shape.actions:
            continue
        number = shape.actions.index(action.id)
        at = shape.actions_at + ACTION_WIDTH * number
        o[at : at + ACTION_WIDTH] = _action(action, places)
        fails = [k for k, step in enumerate(action.because) if not step.holds]
        results.trace[n, number] = fails[0] if fails else -1
    for order in (order for order in standing.orders if order.id in shape.orders):
        at = shape.orders_at + ORDER_WIDTH * shape.orders.index(order.id)
        o[at : at + ORDER_WIDTH] = _days(order)
    for hold in (hold for hold in standing.holds if hold.id in shape.holds):
        at = shape.holds_at + ORDER_WIDTH * shape.holds.index(hold.id)
        o[at : at + ORDER_WIDTH] = _days(hold)
    if "exposure" in shape.asked:
        _exposed(standing, results, n)
    if "parts" in shape.asked:
        _parts(standing, results, n)
    if "account" in shape.asked:
        _account(standing, results, n)
    if "payments" in shape.asked:
        _plan(standing, results, n)
    return further


def _deadline(deadline: Deadline, places: dict[str, int]) -> tuple[int, ...]:
    return (
        deadline.due.toordinal(),
        STATUSES.index(deadline.status),
        _day(deadline.done_on),
        _day(deadline.extended_from),
        places[deadline.notice] if deadline.notice else 0,
    )


def _action(action: Action, places: dict[str, int]) -> tuple[int, ...]:
    return (
        int(action.permitted) + 2 * int(action.obligatory),
        _day(action.since),
        _day(action.not_before),
        places[action.notice] if action.notice else 0,
    )


def _days(item: Order | Hold) -> tuple[int, ...]:
    return 2 if item.in_force else 1, _day(item.since), _day(item.until)


def _exposed(standing: Standing, results: Results, n: int) -> None:
    o, c, shape = results.days[n], results.cents[n], results.shape
    for number, exposed in enumerate((standing.civil, standing.criminal)):
        at = shape.tracks_at + TRACK_WIDTH * number
        o[at : at + 4] = exposed.tier or 0, exposed.units, exposed.jail_days, len(exposed.counts)
        c[TRACK_CENTS * number : TRACK_CENTS * (number + 1)] = _fit(
            exposed.min,
            -1 if exposed.max is None else exposed.max,
            -1 if exposed.per_unit is None else exposed.per_unit,
        )


def _parts(standing: Standing, results: Results, n: int) -> None:
    c, shape, account = results.cents[n], results.shape, standing.account
    for number, name in enumerate(MONEY_PARTS):
        part = account.part(name)
        at = shape.parts_at + 3 * number
        c[at : at + 3] = _fit(part.charged, part.reduced, part.paid)


def _account(standing: Standing, results: Results, n: int) -> None:
    o, c, shape, account = results.days[n], results.cents[n], results.shape, standing.account
    figures = {name: getattr(account, name) for name in REST if name != "assessed"}
    told = (figures.get(name, standing.assessed) for name in REST)
    c[shape.rest_at : shape.rest_at + len(REST)] = _fit(*told)
    o[shape.lien_at] = int(account.lien)
    o[shape.lien_at + 1] = len(account.plan)


def _plan(standing: Standing, results: Results, n: int) -> None:
    o, c, shape, account = results.days[n], results.cents[n], results.shape, standing.account
    o[shape.lien_at + 1] = len(account.plan)
    for k, payment in enumerate(account.plan):
        at = shape.payments_at + PAYMENT_WIDTH * k
        status = STATUSES.index(payment.status)
        o[at : at + 3] = payment.due.toordinal(), status, _day(payment.done_on)
        (c[shape.amounts_at + k],) = _fit(payment.amount)


def _fit(*amounts: int) -> list[int]:
    """Cents of 64 bits; an amount beyond them stands as the most, and exactly in its standing."""
    return [max(-MOST, min(amount, MOST)) for amount in amounts]


def _day(value: date | None) -> int:
    return value.toordinal() if value is not None else 0
