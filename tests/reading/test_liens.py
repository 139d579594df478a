"""What becomes of a cost that is not paid."""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import liens

TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            "(a) If the charge is not paid in thirty days it becomes a special assessment "
            "against the parcel and a lien on it."
        ),
        ("special_assessment_lien",),
    ),
    (
        ("(a) All unpaid costs shall constitute a lien upon the premises."),
        ("lien",),
    ),
    (
        ("(a) The village may record a lien against the property for the unpaid amount."),
        ("lien",),
    ),
    (
        ("(a) The cost shall be assessed against the land as a special tax under the statutes."),
        ("special_assessment",),
    ),
    (
        (
            "(a) Unpaid charges are certified to the county auditor to be entered on the "
            "tax duplicate and collected as other taxes."
        ),
        ("tax_roll_collection",),
    ),
    (
        (
            "(a) The expense may be added to the tax bill of the property and collected in "
            "the same manner as property taxes."
        ),
        ("tax_roll_collection",),
    ),
    (
        (
            "(a) The unpaid sum shall be entered on the tax roll as a special charge "
            "against the property."
        ),
        ("tax_roll_collection",),
    ),
    (
        (
            "(a) Costs that remain unpaid shall be a lien against the real estate, "
            "enforceable in the same way as municipal taxes."
        ),
        ("tax_roll_collection",),
    ),
    (
        ("(a) The applicant shall show that the land is free of liens."),
        (),
    ),
    (
        ("(a) Mailing to the owner's address on the tax roll is enough."),
        (),
    ),
    (
        ("(a) Any special assessment is payable in full within 30 days."),
        (),
    ),
    (
        ("(a) The penalty shall be assessed against the violator."),
        (),
    ),
    (
        (
            "(a) The city attorney may file a lien for the cost, and the county treasurer "
            "shall collect it."
        ),
        ("lien",),
    ),
    (
        (
            "(a) The cost of the abatement shall be levied as a special assessment, shall "
            "be a lien, and shall be collected like ordinary taxes."
        ),
        (
            "tax_roll_collection",
            "special_assessment_lien",
        ),
    ),
    (
        (
            "(a) The expense incurred, with a ten percent charge, shall be a charge against"
            " the owner, and shall be a municipal claim and lien."
        ),
        ("lien",),
    ),
    (
        ("(a) The city may assess the cost of the work against the lot."),
        ("special_assessment",),
    ),
    (
        ("(a) The city shall have a lien on the property until the amount is paid."),
        ("lien",),
    ),
    (
        ("(a) The property owner shall release any mechanic's lien before acceptance."),
        (),
    ),
    (
        ("(a) The easement assesses the impact on the property."),
        (),
    ),
    (
        (
            "(a) In default of payment the council may direct that the cost be extended on "
            "the tax list against the land."
        ),
        ("tax_roll_collection",),
    ),
)


@pytest.mark.parametrize(("text", "facts"), TEXTS)
def test_the_way_in_which_a_cost_burdens_the_land(text: str, facts: tuple[str, ...]) -> None:
    assert told(text, liens.facts_of) == list(facts)
