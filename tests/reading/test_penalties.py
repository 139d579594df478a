"""Penalties by the roles of their sums: civil or criminal, the most or the least, of what."""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import penalties, tiers

TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            "(a) Civil penalty. A responsible party is liable for a civil penalty of up to "
            "$2,500 for each day that the violation goes on."
        ),
        ("civil_penalty_per_day_max 2500 usd_per_day",),
    ),
    (
        (
            "(a) The director may assess an administrative penalty of no more than five "
            "hundred dollars ($500.00) per day per violation."
        ),
        ("civil_penalty_per_day_max 500 usd_per_day",),
    ),
    (
        ("(a) Daily civil penalties shall run from $100 to $1,000 per day of violation."),
        (
            "civil_penalty_per_day_min 100 usd_per_day",
            "civil_penalty_per_day_max 1000 usd_per_day",
        ),
    ),
    (
        (
            "(a) A civil penalty of between $250 and $5,000 may be imposed for each day of "
            "noncompliance."
        ),
        (
            "civil_penalty_per_day_min 250 usd_per_day",
            "civil_penalty_per_day_max 5000 usd_per_day",
        ),
    ),
    (
        (
            "(a) For each day on which the discharge continues after service of the notice "
            "of violation, the city may impose a penalty not exceeding $750."
        ),
        ("civil_penalty_per_day_max 750 usd_per_day",),
    ),
    (
        (
            "(a) The penalty may be as much as $1,000 for every day the violation remains "
            "uncorrected after the date of the notice."
        ),
        ("civil_penalty_per_day_max 1000 usd_per_day @date_of_notice",),
    ),
    (
        (
            "(a) Civil penalties. The maximum civil penalty is $10,000 per day; the minimum"
            " is $250 per day."
        ),
        (
            "civil_penalty_per_day_max 10000 usd_per_day",
            "civil_penalty_per_day_min 250 usd_per_day",
        ),
    ),
    (
        (
            "(a) Civil fines may be levied in an amount not to exceed one thousand dollars "
            "($1,000) per violation per day, with a maximum total penalty of $25,000."
        ),
        (
            "civil_penalty_per_day_max 1000 usd_per_day",
            "civil_penalty_total_max 25000 usd",
        ),
    ),
    (
        (
            "(a) A person may be assessed an administrative penalty not to exceed $11,000 "
            "per violation, with the maximum amount not to exceed $137,500."
        ),
        (
            "civil_penalty_per_violation_max 11000 usd",
            "civil_penalty_total_max 137500 usd",
        ),
    ),
    (
        (
            "(a) The civil penalty is at most $2,000 for each violation and, for any "
            "related series of violations, may not exceed $20,000 in the aggregate."
        ),
        (
            "civil_penalty_per_violation_max 2000 usd",
            "civil_penalty_total_max 20000 usd",
        ),
    ),
    (
        ("(a) A violator of this chapter shall pay a civil penalty of $500 for each violation."),
        ("civil_penalty_per_violation_exact 500 usd",),
    ),
    (
        ("(a) Each violation is a civil infraction and carries a civil fine of $250."),
        ("civil_penalty_per_violation_exact 250 usd",),
    ),
    (
        (
            "(a) A civil penalty of not less than $100 nor more than $500 per occurrence is"
            " hereby imposed."
        ),
        (
            "civil_penalty_per_violation_min 100 usd",
            "civil_penalty_per_violation_max 500 usd",
        ),
    ),
    (
        (
            "(a) Any person found guilty of an offense under this ordinance shall pay a "
            "civil fine of at least $25.00 and not more than $750.00."
        ),
        (
            "civil_penalty_per_violation_min 25 usd",
            "civil_penalty_per_violation_max 750 usd",
        ),
    ),
    (
        (
            "(a) Whoever violates this chapter is guilty of a misdemeanor and, upon "
            "conviction, shall be fined not more than $1,000 or jailed for up to six "
            "months, or both."
        ),
        (
            "criminal_fine_max 1000 usd",
            "imprisonment_max 6 months",
        ),
    ),
    (
        (
            "(a) A person convicted of a violation shall be punished by a fine of not less "
            "than $100.00 nor more than $500.00 for each offense."
        ),
        (
            "criminal_fine_min 100 usd",
            "criminal_fine_max 500 usd",
        ),
    ),
    (
        (
            "(a) Violations are misdemeanors of the third degree, subject to a maximum fine"
            " of five hundred dollars ($500.00) and imprisonment for up to sixty days."
        ),
        (
            "criminal_fine_max 500 usd",
            "imprisonment_max 60 days",
        ),
    ),
    (
        (
            "(a) A violator commits a summary offense and shall be sentenced by the "
            "magisterial district judge to pay a fine of not more than $1,000 plus costs "
            "and, in default of payment, to imprisonment not exceeding 90 days."
        ),
        (
            "criminal_fine_max 1000 usd",
            "imprisonment_max 90 days",
        ),
    ),
    (
        (
            "(a) Criminal penalties of $2,500 to $25,000 per day of violation, or "
            "imprisonment for not more than one year, or both, apply to one who negligently"
            " violates a permit condition."
        ),
        (
            "criminal_fine_per_day_min 2500 usd_per_day",
            "criminal_fine_per_day_max 25000 usd_per_day",
            "imprisonment_max 1 years",
        ),
    ),
    (
        (
            "(a) A violation is a class B offense punishable by a fine of up to $500 and/or"
            " confinement in the county jail for a term not to exceed thirty (30) days."
        ),
        (
            "criminal_fine_max 500 usd",
            "imprisonment_max 30 days",
        ),
    ),
    (
        (
            "(a) On conviction the violator is subject to a criminal fine not to exceed "
            "$500 per day for each day the violation continues."
        ),
        ("criminal_fine_per_day_max 500 usd_per_day",),
    ),
    (
        (
            "(a) Anyone guilty of a violation shall be punished by a sentence of not more "
            "than 90 days or a fine of not more than $1,000, or both. A separate offense is"
            " committed on each day during or on which a violation occurs."
        ),
        (
            "imprisonment_max 90 days",
            "criminal_fine_max 1000 usd",
            "separate_offense_period 1 days",
        ),
    ),
    (
        (
            "(a) The municipal court may impose a penalty of not more than $1,500 for each "
            "violation."
        ),
        ("court_penalty_per_violation_max 1500 usd",),
    ),
    (
        ("(a) Each day that a violation is permitted to exist constitutes a separate violation."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Every twenty-four hour period that a violation lasts is a new violation."),
        ("separate_offense_period 24 hours",),
    ),
    (
        (
            "(a) Each calendar day or part of a day on which a violation occurs or goes on "
            "shall be deemed a distinct offense."
        ),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Each week the violation continues to exist shall constitute a separate offense."),
        ("separate_offense_period 1 weeks",),
    ),
    (
        (
            "(a) A violator is guilty of a separate offense for each and every day during "
            "any portion of which a violation is committed."
        ),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Each pollution source found to be in violation is a separate offense."),
        (),
    ),
    (
        ("(a) Each thirty (30) days that a violation continues is an additional violation."),
        ("separate_offense_period 30 days",),
    ),
    (
        (
            "(a) Each day's continuance of a violation shall be considered a separate and "
            "distinct violation, and shall be punishable as such."
        ),
        ("separate_offense_period 1 days",),
    ),
    (
        (
            "(a) A fine of $300 shall be levied for each violation, with each day "
            "constituting a separate violation."
        ),
        (
            "fine_exact 300 usd",
            "separate_offense_period 1 days",
        ),
    ),
    (
        (
            "(a) Every day a violation continues is a separate offense punishable by a "
            "civil penalty of not more than $400."
        ),
        (
            "separate_offense_period 1 days",
            "civil_penalty_per_violation_max 400 usd",
        ),
    ),
    (
        ("(a) An appeal must be accompanied by a nonrefundable fee of $150.00."),
        ("appeal_fee 150 usd",),
    ),
    (
        ("(a) Appeals. The filing fee for an appeal is $75."),
        ("appeal_fee 75 usd",),
    ),
    (
        (
            "(a) A re-inspection fee of not less than $100 shall be paid for each "
            "additional inspection."
        ),
        ("reinspection_fee_min 100 usd",),
    ),
    (
        ("(a) The fee for the second and each later reinspection is $50.00."),
        ("reinspection_fee_min 50 usd",),
    ),
    (
        ("(a) The application fee for a land disturbance permit is $250.00, plus $50 per acre."),
        (),
    ),
    (
        (
            "(a) The applicant shall post a performance bond of not less than $10,000 "
            "before work starts."
        ),
        (),
    ),
    (
        (
            "(a) The contractor shall carry liability insurance with limits of at least "
            "$1,000,000 per occurrence."
        ),
        (),
    ),
    (
        ("(a) Work whose cost exceeds $5,000 needs a permit."),
        (),
    ),
    (
        (
            "(a) A violation of the federal Clean Water Act is punishable by a penalty of "
            "up to $37,500 per day."
        ),
        (),
    ),
    (
        (
            "(a) The state may also impose a civil penalty of up to $10,000 per day under "
            "its own permit."
        ),
        (),
    ),
    (
        ("(a) The monthly stormwater user fee is $4.50 per equivalent residential unit."),
        (),
    ),
    (
        ("(a) A late fee of $25 is added to bills that are not paid."),
        (),
    ),
    (
        ("(a) A penalty that exceeds $5,000 requires approval of the council."),
        (),
    ),
    (
        ("(a) The owner shall pay damages of $5,000 to the city."),
        (),
    ),
    (
        (
            "Sec. 5-1. Schedule of fines.\n"
            "| Offense | Fine |\n"
            "| Illicit discharge | $300.00 |\n"
            "| Work without a permit | $500.00 |"
        ),
        (
            "fine_exact 300 usd",
            "fine_exact 500 usd",
        ),
    ),
    (
        (
            "Sec. 9. Penalty.\n"
            "(a) Anyone who violates a rule of this chapter shall be fined not less than "
            "$50 nor more than $750 for each offense."
        ),
        (
            "criminal_fine_min 50 usd",
            "criminal_fine_max 750 usd",
        ),
    ),
    (
        (
            "(a) A violator shall forfeit not less than $25 nor more than $500, together "
            "with the costs of prosecution."
        ),
        (
            "civil_penalty_per_violation_min 25 usd",
            "civil_penalty_per_violation_max 500 usd",
        ),
    ),
    (
        (
            "(a) A person found liable in a civil enforcement proceeding shall pay a "
            "judgment of not more than $500 plus court costs."
        ),
        ("civil_penalty_per_violation_max 500 usd",),
    ),
    (
        (
            "(a) Criminal prosecution. In addition to any civil penalty, a knowing violator"
            " is subject on conviction to a fine of not more than $2,000."
        ),
        ("criminal_fine_max 2000 usd",),
    ),
    (
        ("(a) A violation is a municipal civil infraction, for which the fine is $250 plus costs."),
        ("civil_penalty_per_violation_exact 250 usd",),
    ),
    (
        ("(a) Noncompliance with this article is subject to a $500.00 per day civil penalty."),
        ("civil_penalty_per_day_max 500 usd_per_day",),
    ),
    (
        (
            "(a) Penalty. The amount of the penalty shall be set by the director but shall "
            "in no case be less than $200 nor exceed $2,000 a day."
        ),
        (
            "civil_penalty_per_day_min 200 usd_per_day",
            "civil_penalty_per_day_max 2000 usd_per_day",
        ),
    ),
    (
        (
            "(a) A civil penalty may be imposed. It shall not be more than $5,000 for any "
            "one violation."
        ),
        ("civil_penalty_per_violation_max 5000 usd",),
    ),
    (
        ("(a) Fines. Up to $300 for each day of violation may be collected as a noncriminal fine."),
        ("civil_penalty_per_day_max 300 usd_per_day",),
    ),
    (
        (
            "(a) Failing to obey a stop work order is punishable by a civil penalty of "
            "$1,000 for each day after receipt of the order."
        ),
        ("civil_penalty_per_day_max 1000 usd_per_day @receipt_of_order",),
    ),
    (
        ("(a) The town may assess civil penalties of $ ____ per day."),
        ("civil_penalty_per_day_max blank usd_per_day",),
    ),
    (
        ("(a) Penalties: not more than two hundred fifty dollars."),
        ("civil_penalty_per_violation_max 250 usd",),
    ),
    (
        ("(a) Violating this chapter costs a civil penalty of $100 a day."),
        ("civil_penalty_per_day_max 100 usd_per_day",),
    ),
    (
        ("(a) The civil fine for each day is $100 at the least and $1,000 at the most."),
        (
            "civil_penalty_per_day_min 100 usd_per_day",
            "civil_penalty_per_day_max 1000 usd_per_day",
        ),
    ),
    (
        ("(a) No civil penalty may be under $50 or over $500."),
        (
            "civil_penalty_per_violation_min 50 usd",
            "civil_penalty_per_violation_max 500 usd",
        ),
    ),
    (
        ("(a) Civil penalties run $100.00–$500.00 per day."),
        (
            "civil_penalty_per_day_min 100 usd_per_day",
            "civil_penalty_per_day_max 500 usd_per_day",
        ),
    ),
    (
        ("(a) Every day is another violation."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Each day that it lasts counts as a violation of its own."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Each day of violation counts separately."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) Any day on which a violation goes on is a separate offense."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) If a violation lasts more than one day, each day is a separate offense."),
        ("separate_offense_period 1 days",),
    ),
    (
        ("(a) The court may fine a violator up to $500 per offense."),
        ("court_penalty_per_violation_max 500 usd",),
    ),
    (
        (
            "(a) A violation is a Class C misdemeanor; on conviction the fine is up to $750"
            " and the jail term up to 90 days."
        ),
        (
            "criminal_fine_max 750 usd",
            "imprisonment_max 90 days",
        ),
    ),
    (
        (
            "(a) Whoever knowingly violates this article commits a felony and faces a fine "
            "of $5,000 to $50,000 per day and up to 3 years' imprisonment."
        ),
        (
            "criminal_fine_per_day_min 5000 usd_per_day",
            "criminal_fine_per_day_max 50000 usd_per_day",
            "imprisonment_max 3 years",
        ),
    ),
    (
        (
            "(a) Penalties.\n"
            "(1) A person who violates this chapter is liable for a civil penalty.\n"
            "(2) The penalty is not more than $1,000 for each violation.\n"
            "(3) Every day of violation is a violation by itself."
        ),
        (
            "civil_penalty_per_violation_max 1000 usd",
            "separate_offense_period 1 days",
        ),
    ),
    (
        (
            "(a) The penalty for a residential lot is $100 per day; for any other site it "
            "is $500 per day."
        ),
        (
            "civil_penalty_per_day_max 100 usd_per_day",
            "civil_penalty_per_day_max 500 usd_per_day",
        ),
    ),
    (
        ("(a) Civil penalties are due within 30 days. Unpaid penalties bear a late charge of $25."),
        (),
    ),
    (
        (
            "(a) The permit holder shall keep a cash deposit of $5,000, which is forfeited "
            "on default."
        ),
        (),
    ),
    (
        ("(a) The county shall recover its costs. A minimum charge of $150 covers administration."),
        (),
    ),
    (
        ("(a) Repairs that cost less than $1,000 need no permit."),
        (),
    ),
    (
        (
            "(a) A penalty of ten thousand dollars ($10,000.00) per day, but not more than "
            "one hundred thousand dollars ($100,000.00) in total, may be assessed as a "
            "civil penalty."
        ),
        (
            "civil_penalty_per_day_max 10000 usd_per_day",
            "civil_penalty_total_max 100000 usd",
        ),
    ),
    (
        ("(a) Before a hearing is set the appellant pays a fee of $200 to cover the appeal."),
        ("appeal_fee 200 usd",),
    ),
    (
        ("(a) The first reinspection is free; each later one costs a fee of $60."),
        ("reinspection_fee_min 60 usd",),
    ),
    (
        ("(a) A violation of a stop work order is punished by a fine of at least $1,000."),
        ("criminal_fine_min 1000 usd",),
    ),
    (
        ("(a) Persons who violate this division shall be punished as provided in section 1-8."),
        (),
    ),
    (
        (
            "(a) A civil penalty of up to $5,000 may be assessed for each violation; "
            "provided that for a violation lasting more than one day the civil penalty is "
            "up to $500 for each day."
        ),
        (
            "civil_penalty_per_violation_max 5000 usd",
            "civil_penalty_per_day_max 500 usd_per_day",
        ),
    ),
    (
        ("Sec. 3. Fines.\n(a) Minor violation: $100.\n(b) Major violation: $500."),
        (
            "fine_exact 100 usd",
            "fine_exact 500 usd",
        ),
    ),
    (
        (
            "(a) Civil penalty schedule.\n"
            "(1) Failure to install sediment controls: $500 per day.\n"
            "(2) Failure to keep records: $100 per violation."
        ),
        (
            "civil_penalty_per_day_max 500 usd_per_day",
            "civil_penalty_per_violation_exact 100 usd",
        ),
    ),
    (
        (
            "(a) A knowing violator is subject, on conviction, to a criminal penalty of "
            "$1,000 per violation per day."
        ),
        ("criminal_fine_per_day_exact 1000 usd_per_day",),
    ),
    (
        (
            "(a) The minimum civil penalty is $250 per day on a residential lot; and $1,000"
            " per day elsewhere."
        ),
        (
            "civil_penalty_per_day_min 250 usd_per_day",
            "civil_penalty_per_day_min 1000 usd_per_day",
        ),
    ),
    (
        ("(a) Upon conviction the court shall fine the violator not less than $50 a day."),
        ("criminal_fine_per_day_min 50 usd_per_day",),
    ),
    (
        ("(a) The violator owes court costs, along with a civil fine of at least $25."),
        ("civil_penalty_per_violation_min 25 usd",),
    ),
    (
        (
            "(a) A civil fine of up to $2,000 is due on a per violation, per day basis, "
            "plus the cost of the work."
        ),
        ("civil_penalty_per_day_max 2000 usd_per_day",),
    ),
    (
        ("Sec. 5-3. Fees and fines.\n| Matter | Permit fee | Fine |\n| Grading | $80 | $400 |"),
        ("fine_exact 400 usd",),
    ),
    (
        (
            "(a) A penalty of $10 is added to each bill that is unpaid; overdue accounts "
            "bear a penalty of $25."
        ),
        (),
    ),
    (
        ("(a) A user fee that is not paid on time draws a late penalty of $15."),
        (),
    ),
    (
        (
            "(a) By consent the violator may pay a civil charge of not more than $2,000 per"
            " violation."
        ),
        ("civil_penalty_per_violation_max 2000 usd",),
    ),
    (
        (
            "(a) A cumulative civil penalty in the amount of $400.00 per day for each "
            "violation runs from the date set for compliance."
        ),
        ("civil_penalty_per_day_max 400 usd_per_day",),
    ),
    (
        ("(a) In addition to the penalties above, the city may claim $500 in costs."),
        (),
    ),
)


@pytest.mark.parametrize(("text", "facts"), TEXTS)
def test_what_is_penalty_and_of_which_kind(text: str, facts: tuple[str, ...]) -> None:
    assert told(text, penalties.facts_of, tiers.facts_of) == list(facts)
