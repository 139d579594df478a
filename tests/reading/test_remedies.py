"""Powers beside penalties, where they are given and not only named."""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import remedies

TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        ("(a) The city may sue to enjoin a continuing violation."),
        ("injunction",),
    ),
    (
        ("(a) The town attorney may seek a temporary restraining order."),
        ("injunction",),
    ),
    (
        (
            "(a) In an emergency the county may enter the land without prior notice and "
            "abate the danger at the owner's cost."
        ),
        (
            "emergency_entry",
            "city_abatement",
        ),
    ),
    (
        ("(a) If the owner does not comply the director may enter the land and do the work."),
        ("city_abatement",),
    ),
    (
        ("(a) The inspector may issue a stop work order."),
        ("stop_work_order",),
    ),
    (
        ("(a) The engineer may order the violator to cease and desist."),
        ("cease_and_desist",),
    ),
    (
        ("(a) The administrator may enter into a consent agreement with the violator."),
        ("consent_order",),
    ),
    (
        ("(a) No certificate of occupancy shall be issued until the violation is corrected."),
        ("withhold_occupancy",),
    ),
    (
        ("(a) The county may refuse to issue any further permits to the violator."),
        ("withhold_permit",),
    ),
    (
        ("(a) The permit may be suspended or revoked."),
        ("permit_suspension",),
    ),
    (
        (
            "(a) The city may without prior notice suspend storm drain access where there "
            "is an imminent danger."
        ),
        ("emergency_suspension",),
    ),
    (
        ("(a) In lieu of a fine the court may order community service."),
        ("compensatory_action",),
    ),
    (
        ("(a) The violator may be required to restore the land to its undisturbed condition."),
        ("restoration",),
    ),
    (
        ("(a) A violation is hereby declared a public nuisance."),
        ("public_nuisance",),
    ),
    (
        ("(a) The officer may issue a citation to appear in court."),
        ("citation",),
    ),
    (
        (
            "(a) The performance bond shall be forfeited and its proceeds used to stabilize"
            " the site."
        ),
        ("bond_forfeiture",),
    ),
    (
        ("(a) The town may draw upon the letter of credit to finish the work."),
        ("bond_forfeiture",),
    ),
    (
        ("(a) An appellant may post an appeal bond."),
        ("appeal_bond",),
    ),
    (
        ("(a) If the city is fined by the state, the discharger is liable to reimburse it."),
        ("pass_through",),
    ),
    (
        ("(a) The city is entitled to recover its attorney's fees and court costs."),
        ("attorney_fees",),
    ),
    (
        ("(a) The filing of an appeal shall not stay the accrual of penalties."),
        ("no_stay_of_penalty",),
    ),
    (
        ("(a) Penalties continue to accrue while an appeal is pending."),
        ("no_stay_of_penalty",),
    ),
    (
        ("(a) An appeal does not stop the daily fine from running."),
        ("no_stay_of_penalty",),
    ),
    (
        ("(a) An appeal stays all proceedings."),
        (),
    ),
    (
        ("(a) STOP WORK ORDER means a written order to end construction."),
        (),
    ),
    (
        ("(a) The applicant shall submit a plan for restoring vegetation."),
        (),
    ),
    (
        ("(a) A certificate of occupancy shall be applied for at the counter."),
        (),
    ),
)


@pytest.mark.parametrize(("text", "facts"), TEXTS)
def test_a_power_is_one_where_it_is_given(text: str, facts: tuple[str, ...]) -> None:
    assert told(text, remedies.facts_of) == list(facts)
