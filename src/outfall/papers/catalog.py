"""Every paper that can be made: of which entry it is, what lets the town make it, and how.

One table: the command line, the templates, the words of each language, the tests and the gallery
are all held to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from outfall.law.events import INSTRUMENTS
from outfall.papers import acts, hearings, liens, money, serving
from outfall.papers.notices import instrument_sheet
from outfall.papers.sheet import Sheet
from outfall.papers.subject import Subject


@dataclass(frozen=True, slots=True)
class Paper:
    """One kind of paper.

    ``events`` are the entries of which it is made; without one it is made of the standing of a day.
    ``powers`` are the acts of which one must be permitted for a draft: a recorded entry is the
    town's own word that it was done. Where an ordinance knows none of them the paper can't be made
    at all, unless it is ``free``: a letter that needs no power.
    """

    id: str
    build: Callable[[Subject], Sheet]
    events: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    instrument: str | None = None
    free: bool = False


def _instrument(id: str) -> Paper:
    return Paper(id, instrument_sheet, ("notice_issued",), (f"issue_{id}",), id)


PAPERS: dict[str, Paper] = {
    paper.id: paper
    for paper in (
        *map(_instrument, INSTRUMENTS),
        Paper("appeal_receipt", hearings.appeal_receipt, tuple(hearings.FILED)),
        Paper("hearing_notice", hearings.hearing_notice, ("hearing_set",)),
        Paper("decision", hearings.decision, tuple(hearings.DECIDED)),
        Paper(
            "compliance_confirmation",
            acts.compliance_confirmation,
            ("compliance_confirmed",),
            ("confirm_compliance",),
            free=True,
        ),
        Paper(
            "practices_acceptance",
            acts.practices_acceptance,
            ("practices_accepted",),
            ("accept_practices",),
            free=True,
        ),
        Paper("extension", acts.extension, ("extension_granted",)),
        Paper("cost_invoice", money.cost_invoice, (), ("assess_costs",)),
        Paper("payment_plan", money.payment_plan, ("plan_agreed",)),
        Paper("account_statement", money.account_statement),
        Paper("lien_claim", liens.lien_claim, ("lien_recorded",), ("record_lien",)),
        Paper("lien_release", liens.lien_release, ("lien_released",)),
        Paper("tax_roll", liens.tax_roll, ("certified_to_tax_roll",), ("certify_to_tax_roll",)),
        Paper("criminal_facts", acts.criminal_facts, (), ("prosecute",)),
        Paper(
            "compensation_agreement",
            acts.compensation_agreement,
            ("compensation_imposed",),
            ("impose_compensatory_action",),
        ),
        Paper("certificate_of_service", serving.certificate_of_service, ("served",)),
        Paper("declaration_of_service", serving.declaration_of_service, ("served",)),
    )
}
