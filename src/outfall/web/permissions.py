"""Who may do what: the one table that every page and every act is looked up in.

A page is named by its URL's name. ``read`` are the roles that may look at it, ``write`` those that
may send its form. A page without a row can't be opened: the tests walk through all of them with
each role. Acts upon a case are looked up a second time, by the entry that they record. Pages over
several towns stand apart: a town is shown there to whoever holds one of the roles in that town.
"""

from __future__ import annotations

from dataclasses import dataclass

from outfall.law.events import EVENTS
from outfall.web.towns.models import ROLES

OVERSIGHT = frozenset({"overseer"})
# Everybody who works on a town's cases, or may read them: whoever oversees sees figures alone.
ALL = frozenset(name for name, _ in ROLES) - OVERSIGHT
NOBODY: frozenset[str] = frozenset()
FIELD = frozenset({"inspector", "supervisor"})
LEGAL = frozenset({"attorney"})
MONEY = frozenset({"finance"})
COUNTER = frozenset({"permit_clerk"})
BENCH = frozenset({"hearing_officer"})
RECORDS = frozenset({"records_officer"})
ADMIN = frozenset({"administrator"})
STAFF = FIELD | LEGAL | MONEY | COUNTER | BENCH | RECORDS
CASE_WORK = FIELD | LEGAL


@dataclass(frozen=True, slots=True)
class Row:
    """Who may read a page and who may send its form."""

    read: frozenset[str]
    write: frozenset[str] = NOBODY


# Pages that need no town: signing in and out, one's own factors, static files, whether it is up.
OPEN = frozenset({"home", "healthz", "hearings_feed"})

# Pages over several towns: the roles in a town that let somebody see its figures there.
SUMMED = frozenset({"supervisor", "attorney", "finance", "administrator", "auditor"}) | OVERSIGHT
ACROSS: dict[str, frozenset[str]] = {"several": SUMMED, "several_export": SUMMED}

PAGES: dict[str, Row] = {
    "today": Row(ALL),
    "today_list": Row(ALL),
    "cases": Row(ALL),
    "cases_export": Row(ALL),
    "intake": Row(ALL, FIELD | COUNTER | LEGAL),
    "intake_alike": Row(ALL),
    "case": Row(ALL),
    "case_timeline": Row(ALL),
    "case_file": Row(ALL),
    "case_standing": Row(ALL),
    "case_why": Row(ALL),
    "case_packet": Row(ALL),
    "case_money": Row(ALL),
    "case_payoff": Row(ALL),
    "case_people": Row(ALL, STAFF),
    "case_place": Row(ALL, FIELD | COUNTER | LEGAL),
    "case_note": Row(ALL, STAFF),
    "case_assign": Row(ALL, frozenset({"supervisor", "attorney"})),
    "case_history": Row(ALL, CASE_WORK),
    "case_file_add": Row(ALL, STAFF),
    "file": Row(ALL),
    "file_original": Row(ALL),
    "checklist": Row(ALL, FIELD),
    "checklist_done": Row(ALL),
    "act": Row(ALL, STAFF),
    "entry": Row(ALL),
    "entry_void": Row(ALL, STAFF),
    "paper_choose": Row(ALL, STAFF),
    "paper_draft": Row(ALL, STAFF),
    "paper_preview": Row(ALL, STAFF),
    "paper": Row(ALL),
    "paper_pdf": Row(ALL),
    "proposals": Row(ALL),
    "proposal": Row(ALL, STAFF),
    "hearings": Row(ALL),
    "hearing": Row(ALL, BENCH | LEGAL | frozenset({"supervisor"})),
    "hearings_ics": Row(ALL),
    "money": Row(ALL),
    "money_export": Row(ALL),
    "tax_roll": Row(ALL),
    "payments_import": Row(ALL, MONEY),
    "ordinance": Row(ALL),
    "ordinance_rule": Row(ALL),
    "reading": Row(ALL, LEGAL),
    "policy": Row(ALL, LEGAL),
    "version": Row(ALL, LEGAL),
    "compare": Row(ALL),
    "drafts": Row(ALL, LEGAL),
    "draft": Row(ALL, LEGAL),
    "draft_fact": Row(ALL, LEGAL),
    "draft_add": Row(ALL, LEGAL),
    "draft_proposed": Row(ALL, LEGAL | ADMIN),
    "draft_asked": Row(ALL),
    "draft_questions": Row(ALL, LEGAL),
    "draft_cases": Row(ALL, LEGAL),
    "draft_case": Row(ALL),
    "draft_publish": Row(ALL, LEGAL | frozenset({"supervisor"})),
    "draft_pack": Row(ALL),
    "map": Row(ALL),
    "map_data": Row(ALL),
    "layers": Row(ALL, ADMIN | frozenset({"supervisor"})),
    "search": Row(ALL),
    "reports": Row(ALL),
    "report": Row(ALL),
    "report_export": Row(ALL),
    "record": Row(ALL),
    "record_export": Row(RECORDS | ADMIN | LEGAL | frozenset({"auditor"})),
    "settings": Row(ALL),
    "settings_people": Row(ALL, ADMIN),
    "settings_person": Row(ALL, ADMIN),
    "settings_calendar": Row(ALL, ADMIN | LEGAL),
    "settings_numbering": Row(ALL, ADMIN),
    "settings_place": Row(ALL, ADMIN),
    "settings_profile": Row(ALL, LEGAL),
    "settings_letterhead": Row(ALL, ADMIN),
    "settings_approvals": Row(ALL, ADMIN | LEGAL),
    "settings_words": Row(ALL, ADMIN | LEGAL),
    "settings_checklists": Row(ALL, ADMIN | frozenset({"supervisor"})),
    "settings_rooms": Row(ALL, ADMIN | BENCH),
    "settings_retention": Row(ALL, ADMIN | RECORDS),
    "disposal": Row(ALL, RECORDS),
    "settings_feeds": Row(ALL, ADMIN),
}

_LEGAL_ACTS = (
    "charged",
    "convicted",
    "injunction_sought",
    "nuisance_action_begun",
    "compensation_imposed",
)
_MONEY_ACTS = (
    "cost_recorded",
    "paid",
    "fee_charged",
    "plan_agreed",
    "lien_recorded",
    "lien_released",
    "certified_to_tax_roll",
)
_BENCH_ACTS = (
    "hearing_set",
    "hearing_held",
    "appeal_decided",
    "protest_decided",
    "petition_decided",
)
_COUNTER_ACTS = ("appeal_filed", "cost_protested", "petition_filed", "statement_received")

# Who may record which entry. Fines, remissions and the ends of a case need more than an inspector.
ENTRIES: dict[str, frozenset[str]] = {
    **dict.fromkeys(EVENTS, CASE_WORK),
    **{name: LEGAL | frozenset({"supervisor"}) for name in _LEGAL_ACTS},
    **{name: MONEY | LEGAL | frozenset({"supervisor"}) for name in _MONEY_ACTS},
    **{name: BENCH | LEGAL | frozenset({"supervisor"}) for name in _BENCH_ACTS},
    **dict.fromkeys(_COUNTER_ACTS, STAFF),
    "penalty_assessed": LEGAL | frozenset({"supervisor"}),
    "reduced": LEGAL | MONEY | frozenset({"supervisor"}),
    "access_suspended": LEGAL | frozenset({"supervisor"}),
    "access_terminated": LEGAL | frozenset({"supervisor"}),
    "access_reinstated": LEGAL | frozenset({"supervisor"}),
    "utilities_terminated": LEGAL | frozenset({"supervisor"}),
    "closed": LEGAL | RECORDS | frozenset({"supervisor"}),
    "reopened": LEGAL | RECORDS | frozenset({"supervisor"}),
    "voided": CASE_WORK | MONEY | RECORDS | BENCH,
    "ownership_changed": STAFF,
    "served": STAFF,
    "service_returned": STAFF,
}

# Who may agree to a disposal, as its second person: those who close a case.
DISPOSERS = RECORDS | LEGAL | frozenset({"supervisor"})


def may_open(page: str, method: str, roles: frozenset[str]) -> bool:
    """Whether somebody with these roles may open a page, or send its form.

    >>> auditor = frozenset({"auditor"})
    >>> may_open("today", "GET", auditor), may_open("act", "POST", auditor)
    (True, False)
    """
    row = PAGES.get(page)
    if row is None:
        return False
    return bool(roles & (row.read if method in ("GET", "HEAD", "OPTIONS") else row.write))


def may_record(kind: str, roles: frozenset[str]) -> bool:
    """Whether somebody with these roles may record an entry of this kind."""
    return bool(roles & ENTRIES.get(kind, NOBODY))
