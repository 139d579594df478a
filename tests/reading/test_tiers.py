"""What each offense brings by its number, in prose, in lists and in tables."""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import penalties, tiers

TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            "(a) Fines are $100 for the first offense, $250 for the second offense, and "
            "$500 for the third and each subsequent offense."
        ),
        (
            "tier_fine_exact 100 usd t1",
            "tier_fine_exact 250 usd t2",
            "tier_fine_exact 500 usd t3",
        ),
    ),
    (
        (
            "(a) For a first violation, a civil penalty of not more than $250; for a second"
            " violation, not more than $500; for any subsequent violation, not more than "
            "$1,000."
        ),
        (
            "tier_fine_max 250 usd t1",
            "tier_fine_max 500 usd t2",
            "tier_fine_max 1000 usd t3",
        ),
    ),
    (
        (
            "(a) A violator shall be fined as follows:\n"
            "(1) First offense: written warning;\n"
            "(2) Second offense: $200;\n"
            "(3) Third offense: $400; and\n"
            "(4) Fourth and later offenses: $800."
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 200 usd t2",
            "tier_fine_exact 400 usd t3",
            "tier_fine_exact 800 usd t3",
        ),
    ),
    (
        (
            "(a) Whoever is found guilty is punished so:\n"
            "(1) For a first offense, as for an infraction, by a fine not above $100.00 and"
            " not below $50.00;\n"
            "(2) For the third and all further offenses, as for a misdemeanor, by a fine "
            "not exceeding $1,000.00 and not less than $500.00, or by six months in jail, "
            "or by both."
        ),
        (
            "tier_fine_max 100 usd t1",
            "tier_fine_min 50 usd t1",
            "tier_fine_max 1000 usd t3",
            "tier_fine_min 500 usd t3",
            "imprisonment_max 6 months t3",
        ),
    ),
    (
        (
            "(a) Civil penalties.\n"
            "(1) The first offense brings a warning.\n"
            "(2) The second offense brings a civil penalty of $100.\n"
            "(3) The third offense brings one of $500."
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 100 usd t2",
            "tier_fine_exact 500 usd t3",
        ),
    ),
    (
        (
            "(a) A first-time offender receives a written warning. A repeat offender is "
            "fined not less than $300."
        ),
        (
            "tier_warning t1",
            "tier_fine_min 300 usd t2",
        ),
    ),
    (
        (
            "(a) A second offense within twelve months of the first offense is subject to a"
            " fine of $600."
        ),
        ("tier_fine_exact 600 usd t2",),
    ),
    (
        (
            "(a) On a third violation the inspector shall issue a stop work order at once, "
            "without a prior warning."
        ),
        ("tier_stop_work_immediate t3",),
    ),
    (
        ("(a) For each violation after the first, the penalty is $750."),
        ("tier_fine_exact 750 usd t2",),
    ),
    (
        (
            "(a) First offense, $50 to $100; second offense, $100 to $200; third offense, "
            "$200 to $400 or 30 days in jail."
        ),
        (
            "tier_fine_min 50 usd t1",
            "tier_fine_max 100 usd t1",
            "tier_fine_min 100 usd t2",
            "tier_fine_max 200 usd t2",
            "tier_fine_min 200 usd t3",
            "tier_fine_max 400 usd t3",
            "imprisonment_max 30 days t3",
        ),
    ),
    (
        (
            "Sec. 5-1. Schedule of fines.\n"
            "| Violation | First Offense | Second Offense | Third and Subsequent |\n"
            "| Illicit discharge | Warning | $100 | $300 |\n"
            "| No permit | $250.00 | $500.00 | $1,000.00 |"
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 100 usd t2",
            "tier_fine_exact 300 usd t3",
            "tier_fine_exact 250 usd t1",
            "tier_fine_exact 500 usd t2",
            "tier_fine_exact 1000 usd t3",
        ),
    ),
    (
        (
            "(a) The penalty for a first violation is $100. A second violation costs $200. "
            "A third or subsequent violation costs $300."
        ),
        (
            "tier_fine_exact 100 usd t1",
            "tier_fine_exact 200 usd t2",
            "tier_fine_exact 300 usd t3",
        ),
    ),
    (
        (
            "(a) Penalties.\n"
            "(1) First violation. The owner is given a written warning.\n"
            "(2) Second violation. A civil penalty of not less than $150 and not more than "
            "$300 is assessed.\n"
            "(3) Third violation. All work shall stop immediately by stop-work order, and a"
            " penalty of up to $1,000 is assessed."
        ),
        (
            "tier_warning t1",
            "tier_fine_min 150 usd t2",
            "tier_fine_max 300 usd t2",
            "tier_stop_work_immediate t3",
            "tier_fine_max 1000 usd t3",
        ),
    ),
    (
        ("(a) A violator may be imprisoned for a period not exceeding one year."),
        ("imprisonment_max 1 years",),
    ),
    (
        ("(a) Violators face up to ninety (90) days in the county jail."),
        ("imprisonment_max 90 days",),
    ),
    (
        ("(a) Punishment is incarceration for no longer than 10 days."),
        ("imprisonment_max 10 days",),
    ),
    (
        ("(a) A person convicted shall appeal within 30 days or begin imprisonment as ordered."),
        (),
    ),
    (
        (
            "(a) A fine under this section shall be paid within 30 days; imprisonment does "
            "not discharge it."
        ),
        (),
    ),
    (
        (
            "(a) Whoever discharges unlawfully pays a fine of $500 for the first violation "
            "and $1,000 for every one after that."
        ),
        (
            "tier_fine_exact 500 usd t1",
            "tier_fine_exact 1000 usd t2",
        ),
    ),
    (
        (
            "(a) A violator is fined $250 the first time, $500 the second time, and $1,000 "
            "the third time."
        ),
        (
            "tier_fine_exact 250 usd t1",
            "tier_fine_exact 500 usd t2",
            "tier_fine_exact 1000 usd t3",
        ),
    ),
    (
        ("(a) Jail of up to 30 days may be added to the fine."),
        ("imprisonment_max 30 days",),
    ),
    (
        (
            "(a) The fine is $200, $400, and $600 for the first, second, and third "
            "violation, respectively."
        ),
        (
            "tier_fine_exact 200 usd t1",
            "tier_fine_exact 400 usd t2",
            "tier_fine_exact 600 usd t3",
        ),
    ),
    (
        (
            "(a) On a second violation within two years of the first violation the fine is "
            "not less than $400."
        ),
        ("tier_fine_min 400 usd t2",),
    ),
    (
        ("(a) The fine may be doubled for a repeat offense, up to $2,000."),
        ("tier_fine_max 2000 usd t2",),
    ),
    (
        (
            "(a) Any violation is an infraction, fined $100 on the first citation, $200 on "
            "the second citation in a year and $500 on each further citation in that year."
        ),
        (
            "tier_fine_exact 100 usd t1",
            "tier_fine_exact 200 usd t2",
            "tier_fine_exact 500 usd t3",
        ),
    ),
    (
        (
            "(a) The violator shall be subject to a fine of not more than $500.00 for the "
            "first offense, and not more than $1,000.00 and/or confinement of not more than"
            " 30 days for each subsequent offense."
        ),
        (
            "tier_fine_max 500 usd t1",
            "tier_fine_max 1000 usd t2",
            "imprisonment_max 30 days t2",
        ),
    ),
    (
        (
            "(a) The fine is up to $100 for the first offense, $200 for the second and $500"
            " for the third."
        ),
        (
            "tier_fine_max 100 usd t1",
            "tier_fine_max 200 usd t2",
            "tier_fine_max 500 usd t3",
        ),
    ),
    (
        (
            "Sec. 5-2. Fines.\n"
            "Violation\tFirst offense\tSecond offense\n"
            "No silt fence\tWarning\t$150\n"
            "Mud on the street\t$75\t$150"
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 150 usd t2",
            "tier_fine_exact 75 usd t1",
            "tier_fine_exact 150 usd t2",
        ),
    ),
    (
        (
            "(a) A violator gets a written warning for the first offense, a $250.00 fine "
            "for the second and a $500.00 fine with a stop work order for the third "
            "offense."
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 250 usd t2",
            "tier_fine_exact 500 usd t3",
        ),
    ),
    (
        (
            "(a) First offense: fine of $250 to $500.\n"
            "(b) Third and later offenses: a fine of up to $2,650, one year in jail, or "
            "both."
        ),
        (
            "tier_fine_min 250 usd t1",
            "tier_fine_max 500 usd t1",
            "tier_fine_max 2650 usd t3",
            "imprisonment_max 1 years t3",
        ),
    ),
    (
        (
            "(a) A knowing violator commits a felony, with imprisonment of not less than "
            "one year nor more than three years."
        ),
        ("imprisonment_max 3 years",),
    ),
    (
        (
            "Sec. 4. Penalties.\n"
            "First violation\n"
            "Warning letter\n"
            "Second violation\n"
            "$250 civil penalty"
        ),
        (
            "tier_warning t1",
            "tier_fine_exact 250 usd t2",
        ),
    ),
)


@pytest.mark.parametrize(("text", "facts"), TEXTS)
def test_each_sum_goes_to_its_offense(text: str, facts: tuple[str, ...]) -> None:
    assert told(text, penalties.facts_of, tiers.facts_of) == list(facts)
