"""For each kind of finding a pack with the mistake, and the same pack without it.

All rules stand in one paragraph, A; a rule that stands for another paragraph cites an item of it.
"""

from __future__ import annotations

from typing import NamedTuple


class Planted(NamedTuple):
    """Rules with a mistake and rules without; ``more`` and ``instead`` are the pack's other parts.

    ``cites`` are those that the finding has to name.
    """

    wrong: str
    right: str
    cites: tuple[str, ...] = ("A",)
    more: str = ""
    instead: str | None = None


def reading(id: str, *choices: str) -> str:
    told = ", ".join(f"{choice}: So." for choice in choices)
    return (
        f"readings: [{{id: {id}, cite: A, question: Which?, adopted: {choices[0]}, "
        f"choices: {{{told}}}}}]"
    )


def chosen(id: str, **choices: str) -> str:
    told = ", ".join(f"{name}: {value}" for name, value in choices.items())
    return f"{{reading: {id}, choices: {{{told}}}}}"


def lines(*rules: str) -> str:
    return "\n".join(rules)


NOTICE = (
    "- {instrument: notice_of_violation, title: Notice, needs: [unremedied], elements: "
    "[recipient: A, place: A, nature: A, remedy: A(4), penalties: A, appeal: A, town_work: A]}"
)
COMPLY = (
    "- {deadline: comply, for: party, of: notice_of_violation, due: {named: comply_by}, "
    "done_by: remedy, cite: A(4), stayed_by: appeal}"
)
APPEAL = (
    "- {proceeding: appeal, against: notice_of_violation, deadline: appeal, body: the board, "
    "stay: the notice waits}"
)


def window(due: str) -> str:
    return (
        f"- {{deadline: appeal, for: party, of: notice_of_violation, due: {due}, "
        "done_by: {filing: appeal}}"
    )


WINDOW = window("{after: service, length: 14 days}")
HEARING = (
    "- {deadline: hearing, for: body, of: notice_of_violation, "
    "due: {after: {filing: appeal}, length: 30 days}, done_by: hearing}"
)
DECISION = (
    "- {deadline: ruling, for: body, of: notice_of_violation, "
    "due: {after: {hearing: appeal}, length: 10 days}, done_by: {decision: appeal}}"
)
WHOLE = lines(NOTICE, COMPLY, APPEAL, WINDOW, HEARING, DECISION)
"""A notice with an appeal of which nothing is wrong: every other pack begins with it."""


def with_window(due: str) -> str:
    return lines(NOTICE, COMPLY, APPEAL, window(due), HEARING, DECISION)


def tier(amount: str, track: str = "criminal", more: str = "") -> str:
    return (
        f"- {{penalty: {track}, unit: day, starts: observation, first_day: counts, "
        f"tiers: [{amount}]{more}}}"
    )


COST_NOTICE = "- {instrument: cost_notice, title: Bill, needs: [cost]}"
PROTEST = lines(
    COST_NOTICE,
    "- {proceeding: protest, against: cost_notice, deadline: protest, body: the board}",
    "- {deadline: protest, for: party, of: cost_notice, "
    "due: {after: service, length: 10 days}, done_by: {filing: protest}}",
    "- {deadline: protest_ruling, for: body, of: cost_notice, "
    "due: {after: {filing: protest}, length: 20 days}, done_by: {decision: protest}}",
)
SAFE_LIEN = (
    "- {action: record_lien, needs: [owed: cost, no_lien, served: cost_notice, closed: protest, "
    "proceeding: [protest, not_pending]]}"
)
PAYMENT = (
    "- {deadline: payment, for: party, of: cost_notice, "
    "due: {after: {service: cost_notice}, length: 30 days}, done_by: {settled: cost}}"
)
STOP = "order: stop_work, starts: [receipt: notice_of_violation], ends: [compliance_confirmed]"
LIFT = "- {action: confirm_compliance, needs: [order: stop_work, remedied]}"


def interest(starts: str, rate: str = "rates: [{percent: 6}]") -> str:
    return f"- {{interest: {{{rate}, on: [cost], starts: {starts}}}}}"


def entry(*needs: str) -> str:
    return (
        "- {action: enter_and_abate, of: notice_of_violation, needs: [unremedied, "
        f"{', '.join(needs)}]}}"
    )


SERVED = ("served: notice_of_violation", "complete: notice_of_violation")
WAITS = ("expired: comply", "closed: appeal", "proceeding: [appeal, not_pending]")

PLANTED: dict[str, Planted] = {
    "two-periods": Planted(
        with_window(
            chosen(
                "window",
                long="{after: service, length: 14 days, cite: A(6)}",
                short="{after: issue, length: 7 days, cite: A(7)}",
            )
        ),
        WHOLE,
        ("A(6)", "A(7)"),
        reading("window", "long", "short"),
        "",
    ),
    "two-starts": Planted(
        with_window(
            chosen(
                "window",
                served="{after: service, length: 14 days, cite: A(6)}",
                dated="{after: issue, length: 14 days, cite: A(7)}",
            )
        ),
        WHOLE,
        ("A(6)", "A(7)"),
        reading("window", "served", "dated"),
        "",
    ),
    "no-start": Planted(
        with_window(
            chosen(
                "window",
                served="{after: service, length: 14 days}",
                dated="{after: issue, length: 14 days}",
            )
        ),
        WHOLE,
        ("A",),
        reading("window", "served", "dated"),
        "",
    ),
    "counting-open": Planted(
        with_window(
            chosen(
                "window",
                rolls="{after: service, length: 2 days}",
                hours="{after: service, length: 48 hours}",
            )
        ),
        with_window("{after: service, length: 2 days}"),
        ("A",),
        reading("window", "rolls", "hours"),
        "",
    ),
    "two-acts": Planted(
        with_window(
            "{latest: [{after: service, length: 14 days, by: filing, cite: A(6)}, "
            "{after: issue, length: 14 days, by: receipt, cite: A(7)}]}"
        ),
        with_window(
            "{latest: [{after: service, length: 14 days, by: filing, cite: A(6)}, "
            "{after: issue, length: 14 days, by: filing, cite: A(7)}]}"
        ),
        ("A(6)", "A(7)"),
    ),
    "undefined-period": Planted(
        with_window("{after: service, policy: days}"),
        WHOLE,
        ("A(9)",),
        "policy: [{id: days, cite: A(9), says: How many, value: 14}]",
    ),
    "undefined-term": Planted(
        lines(WHOLE, "- {undefined: the time to appeal, taken_as: the fourteen days}"), WHOLE
    ),
    "paper-without-time": Planted(
        lines(
            WHOLE,
            "- {instrument: warning_notice, title: W, needs: [unremedied], elements: [request: A]}",
        ),
        lines(
            WHOLE,
            "- {instrument: warning_notice, title: W, needs: [unremedied], elements: [request: A]}",
            "- {deadline: answer, for: party, of: warning_notice, "
            "due: {after: service, length: 5 days}, done_by: {event: statement_received}}",
        ),
    ),
    "no-appeal": Planted(NOTICE + "\n" + COMPLY.replace(", stayed_by: appeal", ""), WHOLE),
    "lien-without-protest": Planted(
        lines(WHOLE, COST_NOTICE, "- {action: record_lien, needs: [owed: cost, no_lien]}"),
        lines(WHOLE, PROTEST, SAFE_LIEN),
    ),
    "no-time-limit": Planted(
        lines(NOTICE, COMPLY, APPEAL.replace(" deadline: appeal,", ""), HEARING, DECISION), WHOLE
    ),
    "no-body": Planted(WHOLE.replace(" body: the board,", ""), WHOLE),
    "no-hearing-time": Planted(lines(NOTICE, COMPLY, APPEAL, WINDOW), WHOLE),
    "no-decision-time": Planted(lines(NOTICE, COMPLY, APPEAL, WINDOW, HEARING), WHOLE),
    "no-stay": Planted(
        WHOLE.replace(", stay: the notice waits", "").replace(", stayed_by: appeal", ""),
        WHOLE.replace(", stayed_by: appeal", ""),
        ("A", "A(4)"),
    ),
    "above-ceiling": Planted(
        lines(WHOLE, tier('{max: "2500.01"}')),
        lines(WHOLE, tier('{max: "2500.00"}')),
        ("A",),
        "state: IN",
    ),
    "figure-is-a-ceiling": Planted(
        lines(WHOLE, tier('{max: "750.00"}')), lines(WHOLE, tier('{max: "751.00"}'))
    ),
    "penalty-without-amount": Planted(
        lines(WHOLE, "- {clause: civil_penalty}"),
        lines(WHOLE, "- {clause: civil_penalty}", tier('{max: "100.00"}', "civil")),
    ),
    "no-most": Planted(
        lines(WHOLE, tier('{min: "50.00"}')), lines(WHOLE, tier('{min: "50.00", max: "60.00"}'))
    ),
    "bands-meet": Planted(
        lines(WHOLE, tier('{max: "200.00"}, {min: "200.00", max: "400.00"}')),
        lines(WHOLE, tier('{max: "200.00"}, {min: "200.01", max: "400.00"}')),
    ),
    "tracks-overlap": Planted(
        lines(WHOLE, tier('{max: "90.00"}', "civil", ", cite: A(6)"), tier('{max: "90.00"}')),
        lines(
            WHOLE,
            tier('{max: "90.00"}', "civil", ", cite: A(6)"),
            tier('{max: "90.00"}'),
            "- {clause: one_track}",
        ),
        ("A(6)", "A"),
    ),
    "instead-and-cumulative": Planted(
        lines(WHOLE, "- {clause: instead, cite: A(8)}", "- {clause: cumulative, cite: A(9)}"),
        lines(WHOLE, "- {clause: cumulative, cite: A(9)}"),
        ("A(8)", "A(9)"),
    ),
    "interest-before-charge": Planted(
        lines(WHOLE, interest("{after: discovery, length: 30 days, rule: fixed}")),
        lines(WHOLE, interest("{after: charge, length: 30 days, rule: fixed}")),
    ),
    "interest-before-due": Planted(
        lines(
            WHOLE, PROTEST, PAYMENT, interest("{after: {service: cost_notice}, length: 10 days}")
        ),
        lines(
            WHOLE, PROTEST, PAYMENT, interest("{after: {service: cost_notice}, length: 30 days}")
        ),
    ),
    "undefined-rate": Planted(
        lines(WHOLE, interest("{after: charge, length: 0 days}", "policy: percent")),
        lines(WHOLE, interest("{after: charge, length: 0 days}")),
        ("A",),
        "policy: [{id: percent, cite: A, says: Percent, value: 0}]",
    ),
    "plan-without-interval": Planted(
        lines(WHOLE, "- {plan: {most: 5}}"), lines(WHOLE, "- {plan: {most: 5, every: month}}")
    ),
    "shares-without-rule": Planted(
        lines(WHOLE, "- {allocation: borne_by}"),
        lines(WHOLE, "- {allocation: borne_by, shares: by the area of each lot}"),
        ("A",),
        "policy: [{id: borne_by, cite: A, says: Who, value: owners}]",
    ),
    "order-forbids-remedy": Planted(
        lines(WHOLE, f"- {{{STOP}}}", LIFT),
        lines(WHOLE, f"- {{{STOP}, spares_remedy: true}}", LIFT),
        ("A", "A(4)"),
    ),
    "element-missing": Planted(WHOLE.replace(" place: A,", ""), WHOLE),
    "cite-leads-nowhere": Planted(
        lines(WHOLE, "- {action: seek_injunction, needs: [violation], cite: B(3)}"),
        lines(WHOLE, "- {action: seek_injunction, needs: [violation], cite: A(3)}"),
        ("B(3)",),
    ),
    "rows-gap": Planted(
        lines(
            WHOLE,
            tier('[{max: "1.00", until: 2020-12-31}, {max: "2.00", since: 2021-02-01}]'),
        ),
        lines(
            WHOLE,
            tier('[{max: "1.00", until: 2020-12-31}, {max: "2.00", since: 2021-01-01}]'),
        ),
    ),
    "rows-overlap": Planted(
        lines(
            WHOLE,
            interest(
                "{after: charge, length: 0 days}",
                "rates: [{percent: 6, until: 2021-01-01}, {percent: 8, since: 2021-01-01}]",
            ),
        ),
        lines(
            WHOLE,
            interest(
                "{after: charge, length: 0 days}",
                "rates: [{percent: 6, until: 2020-12-31}, {percent: 8, since: 2021-01-01}]",
            ),
        ),
    ),
    "power-never-opens": Planted(
        lines(WHOLE, "- {action: revoke_permit, needs: [unremedied, remedied]}"),
        lines(WHOLE, "- {action: revoke_permit, needs: [unremedied]}"),
    ),
    "power-opens-early": Planted(
        lines(WHOLE, entry(*SERVED)),
        lines(WHOLE, entry(*SERVED, *WAITS)),
        ("A", "A(4)"),
    ),
    "choice-opens-early": Planted(
        lines(
            WHOLE,
            entry(
                *SERVED,
                "expired: comply",
                "{reading: haste, choices: {go: [], "
                "wait: [closed: appeal, proceeding: [appeal, not_pending]]}}",
            ),
        ),
        lines(WHOLE, entry(*SERVED, *WAITS)),
        ("A",),
        reading("haste", "wait", "go"),
        "",
    ),
}
