"""Every event that a case can record, and the fields that each carries.

One table: the reader of case files, the published schema, the fold, the forms and the reference
pages are all held to it.
"""

from __future__ import annotations

from dataclasses import dataclass

VIOLATION_KINDS = ("maintenance", "development", "discharge", "connection")
METHODS = ("personal", "mail", "certified_mail", "posting", "email")
PERMITS = ("held", "none")
FINDINGS = ("continuing", "partly_corrected", "corrected")
APPEAL_OUTCOMES = ("upheld", "modified", "reversed")
PETITION_OUTCOMES = ("granted", "denied")
COST_KINDS = (
    "abatement",
    "administrative",
    "attorney_fees",
    "court_costs",
    "sampling",
    "monitoring",
    "other",
)
EVERY = ("week", "month", "quarter")
PARTS = ("penalty", "cost", "interest", "fee")
INSTRUMENTS = (
    "maintenance_notice",
    "danger_notice",
    "warning_notice",
    "notice_of_violation",
    "stop_work_order",
    "cease_and_desist_order",
    "suspension_order",
    "termination_notice",
    "cost_notice",
    "penalty_notice",
)
ELEMENTS = (
    "recipient",
    "place",
    "nature",
    "remedy",
    "penalties",
    "appeal",
    "town_work",
    "request",
)


@dataclass(frozen=True, slots=True)
class EventType:
    """What an event records. ``needs`` and ``may`` name its fields; ``acts`` the powers it uses.

    An event with ``acts`` is an act of the town's own: at least one of those actions must be
    permitted on its day, or it is an irregularity. ``by`` is who acts: the ``town``, a ``party``,
    or a ``body`` such as a court or the board that hears appeals.
    """

    name: str
    says: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    by: str = "town"


EVENTS: dict[str, EventType] = {
    event.name: event
    for event in (
        EventType(
            "violation_observed",
            "the town finds a violation",
            ("kind",),
            ("violation", "nature", "severity", "danger", "permit", "discovered_on"),
        ),
        EventType("danger_passed", "the town is satisfied that the danger has passed"),
        EventType(
            "notice_issued",
            "the town signs and dates a paper",
            ("instrument",),
            ("contents", "comply_by", "cure_days", "requires", "violations"),
        ),
        EventType(
            "served",
            "a paper is served",
            ("instrument", "method"),
            ("received_on", "postmarked_on", "notice"),
        ),
        EventType(
            "service_returned",
            "a served paper comes back: that service counts for nothing until it is repeated",
            ("instrument",),
            ("reason", "notice"),
        ),
        EventType("inspected", "the town looks again", ("finding",), ("violation",)),
        EventType(
            "corrected",
            "the day on which the violation was in fact remedied",
            (),
            ("violation",),
            by="party",
        ),
        EventType(
            "compliance_confirmed",
            "the town confirms in writing that the activity complies",
            (),
            (),
            ("confirm_compliance",),
        ),
        EventType(
            "practices_accepted",
            "the town accepts the corrected practices",
            (),
            ("violation",),
            ("accept_practices",),
        ),
        EventType(
            "extension_granted", "the town moves a deadline in writing", ("deadline", "until")
        ),
        EventType("appeal_filed", "the party appeals", (), ("notice",), by="party"),
        EventType(
            "hearing_set",
            "the day of a hearing is set, and the party is told",
            ("held_on",),
            ("where", "notice"),
        ),
        EventType("hearing_held", "the appeal is heard", (), ("notice",), by="body"),
        EventType(
            "appeal_decided", "the appeal is decided", ("outcome",), ("amount", "notice"), by="body"
        ),
        EventType(
            "entry_refused", "the party refuses the town entry", (), ("violation",), by="party"
        ),
        EventType(
            "abated",
            "the town has finished the work; it also ends the violation",
            (),
            ("violation",),
            ("enter_and_abate", "abate_without_notice", "town_correction"),
        ),
        EventType("cost_recorded", "a cost of the town's", ("amount",), ("kind", "violation")),
        EventType("cost_protested", "the party protests a cost", (), ("notice",), by="party"),
        EventType(
            "protest_decided",
            "the protest is decided: the amount upheld",
            ("amount",),
            ("notice",),
            by="body",
        ),
        EventType(
            "penalty_assessed",
            "the town imposes a civil penalty",
            ("amount",),
            ("violation",),
            ("impose_civil_penalty",),
        ),
        EventType(
            "charged",
            "the party is charged in court",
            (),
            ("violation", "offense_on"),
            ("prosecute",),
        ),
        EventType(
            "convicted",
            "a court convicts",
            (),
            ("violation", "offense_on", "fine", "days"),
            by="body",
        ),
        EventType(
            "plan_agreed", "payment in instalments is agreed", ("payments", "first_due", "every")
        ),
        EventType("paid", "the party pays", ("amount",), by="party"),
        EventType(
            "reduced", "a waiver or remission, aimed at one part", ("part", "amount"), ("why",)
        ),
        EventType("fee_charged", "a fee", ("amount",), ("why",)),
        EventType(
            "ownership_changed",
            "the property has a new owner",
            ("party",),
            ("recorded_on",),
            by="party",
        ),
        EventType("lien_recorded", "the lien is put on record", (), (), ("record_lien",)),
        EventType("lien_released", "the lien is released"),
        EventType(
            "certified_to_tax_roll",
            "the amount is sent to the tax roll",
            (),
            (),
            ("certify_to_tax_roll",),
        ),
        EventType(
            "access_suspended", "storm sewer access is suspended", (), (), ("suspend_access",)
        ),
        EventType(
            "access_terminated", "storm sewer access is ended", (), (), ("terminate_access",)
        ),
        EventType("access_reinstated", "storm sewer access is taken up again", (), ("approved",)),
        EventType(
            "petition_filed", "the party asks for reconsideration", (), ("notice",), by="party"
        ),
        EventType(
            "petition_decided", "the petition is decided", ("outcome",), ("notice",), by="body"
        ),
        EventType("statement_received", "the party's written statement arrives", by="party"),
        EventType("non_compliance_observed", "the party does not comply with an order", by="party"),
        EventType(
            "utilities_terminated",
            "water, sewer or another utility is ended",
            (),
            (),
            ("terminate_utilities",),
        ),
        EventType(
            "compensation_imposed",
            "a compensatory action is imposed",
            (),
            ("what",),
            ("impose_compensatory_action",),
        ),
        EventType(
            "compensation_completed", "the compensatory action is done", (), ("what",), by="party"
        ),
        EventType(
            "compensation_defaulted",
            "the compensatory action is not done",
            (),
            ("what",),
            by="party",
        ),
        EventType("work_stopped", "work stops", by="party"),
        EventType("work_resumed", "work goes on again", by="party"),
        EventType(
            "injunction_sought",
            "the town asks a court for an injunction",
            (),
            (),
            ("seek_injunction",),
        ),
        EventType(
            "nuisance_action_begun",
            "the town begins a nuisance action",
            (),
            (),
            ("nuisance_action",),
        ),
        EventType("closed", "the town closes the case"),
        EventType("reopened", "the town opens the case again"),
        EventType(
            "voided", "an entry was made in error: it counts for nothing", ("entry",), ("why",)
        ),
    )
}
