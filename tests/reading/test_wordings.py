"""Wordings of towns that nobody showed the reader, in classes: each says one thing in many ways.

Every class has wordings beside it that look alike and say something else.
"""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import liens, notices, penalties, remedies, tiers

Row = tuple[str, list[str]]

FAR_FROM_ITS_BOUND: tuple[Row, ...] = (
    (
        "(a) The maximum civil penalty amount that the stormwater officer of the district may "
        "assess per violation is 4,000 dollars.",
        ["civil_penalty_per_violation_max 4000 usd"],
    ),
    (
        "(a) Save where the court sees fit to impose less, the maximum penalty for a violation "
        "or offense that is brought up in this manner is three hundred dollars ($300.00).",
        ["court_penalty_per_violation_max 300 usd"],
    ),
    (
        "(a) The minimum civil fine for any person who is found to have breached a term of this "
        "chapter or of a permit under it is $75.",
        ["civil_penalty_per_violation_min 75 usd"],
    ),
    (
        "(a) The maximum civil penalty, whatever number of parcels the work has touched in the "
        "course of one season, is $900 for each violation.",
        ["civil_penalty_per_violation_max 900 usd"],
    ),
    (
        "(a) The maximum fine upon conviction of whoever fills a ditch that the village keeps "
        "open for drainage shall be $650.",
        ["criminal_fine_max 650 usd"],
    ),
    (
        "(a) A civil penalty: failure to meet minimum standards 2 and 7 costs a fine of $120.",
        ["civil_penalty_per_violation_exact 120 usd"],
    ),
    (
        "(a) Failure to keep the minimum control measures in order is a civil fine of $90.",
        ["civil_penalty_per_violation_exact 90 usd"],
    ),
)
LIMITS_THAT_ARE_NONE: tuple[Row, ...] = (
    (
        "(a) Upon conviction the fine is not more than $2,000 for each day, or any greater fine "
        "allowed by state statute.",
        ["criminal_fine_per_day_max 2000 usd_per_day"],
    ),
    (
        "(a) A civil penalty of up to $700 per violation, or such higher penalty as is provided "
        "under state law, may be imposed.",
        ["civil_penalty_per_violation_max 700 usd"],
    ),
    (
        "(a) A penalty authorized by state law of up to $10,000 a day stays untouched.",
        [],
    ),
    (
        "(a) Intent need not be shown when the fine imposed does not exceed $500.",
        [],
    ),
    (
        "(a) A jury is called where the fine exceeds $1,500. The fine on conviction is at most "
        "$2,500.",
        ["criminal_fine_max 2500 usd"],
    ),
    (
        "(a) If the penalty is not more than $250 the clerk may accept payment.",
        [],
    ),
    ("(a) A penalty of $5 is added to late bills.", []),
    (
        "(a) A violator who goes on is charged a surcharge of $100 on the sewer bill.",
        [],
    ),
)
SHARED_DOLLARS: tuple[Row, ...] = (
    (
        "(a) The court may assess a civil fine of not less than one hundred or more than five "
        "hundred dollars.",
        ["civil_penalty_per_violation_min 100 usd", "civil_penalty_per_violation_max 500 usd"],
    ),
    (
        "(a) On conviction the fine is not less than fifty nor more than two hundred dollars.",
        ["criminal_fine_min 50 usd", "criminal_fine_max 200 usd"],
    ),
    (
        "(a) Whoever is convicted shall be fined no less than twenty-five but not more than one "
        "thousand dollars ($1,000.00).",
        ["criminal_fine_min 25 usd", "criminal_fine_max 1000 usd"],
    ),
    (
        "(a) A civil penalty of not less than five nor more than ten dollars for each violation.",
        ["civil_penalty_per_violation_min 5 usd", "civil_penalty_per_violation_max 10 usd"],
    ),
    (
        "(a) A misdemeanor is fined from sixty to ninety dollars.",
        ["criminal_fine_min 60 usd", "criminal_fine_max 90 usd"],
    ),
    (
        "(a) On conviction of no less than two violations the fine is at most fifty dollars.",
        ["criminal_fine_max 50 usd"],
    ),
)
WHO_IMPOSES: tuple[Row, ...] = (
    ("(a) The board may impose a fine of up to $750.", ["civil_penalty_per_violation_max 750 usd"]),
    (
        "(a) If the commission finds that there was a violation, it may impose fines of not more "
        "than $3,000.",
        ["civil_penalty_per_violation_max 3000 usd"],
    ),
    (
        "(a) The director may assess a fine not to exceed $80 for each violation.",
        ["civil_penalty_per_violation_max 80 usd"],
    ),
    (
        "(a) The town may levy a fine of at most $400 on the owner.",
        ["civil_penalty_per_violation_max 400 usd"],
    ),
    (
        "(a) A violator shall, upon conviction, forfeit not less than $20 nor more than $60 "
        "together with the costs of the action.",
        ["civil_penalty_per_violation_min 20 usd", "civil_penalty_per_violation_max 60 usd"],
    ),
    ("(a) Upon conviction the court may fine the owner up to $750.", ["criminal_fine_max 750 usd"]),
    (
        "(a) The village may impose a fine of up to $500 upon conviction of a misdemeanor.",
        ["criminal_fine_max 500 usd"],
    ),
    (
        "(a) The municipal courts may impose a penalty of up to $650 for each violation.",
        ["court_penalty_per_violation_max 650 usd"],
    ),
    (
        "(a) Circuit judges shall be authorized to impose penalties not exceeding $90.",
        ["court_penalty_per_violation_max 90 usd"],
    ),
    (
        "(a) Where the basin is not mended in that time, a fine of not less than $35 and not more "
        "than $350 for each defect shall be assessed to the property owner.",
        ["civil_penalty_per_violation_min 35 usd", "civil_penalty_per_violation_max 350 usd"],
    ),
    (
        "(a) A fine of at most $210 can be levied against the responsible person.",
        ["civil_penalty_per_violation_max 210 usd"],
    ),
    (
        "(a) A fine of at most $210 shall be assessed against the owner upon conviction.",
        ["criminal_fine_max 210 usd"],
    ),
    ("(a) A fine of at most $210 shall be paid.", ["criminal_fine_max 210 usd"]),
    (
        "(a) Whoever is convicted pays a fine of $350 or is imprisoned for 15 days.",
        ["criminal_fine_max 350 usd", "imprisonment_max 15 days"],
    ),
)
PERIODS_OF_OFFENSE: tuple[Row, ...] = (
    (
        "(a) A separate offense is committed during each period of twenty-four hours in which "
        "the discharge goes on.",
        ["separate_offense_period 24 hours"],
    ),
    (
        "(a) Each day of violation shall be a separable offense.",
        ["separate_offense_period 1 days"],
    ),
    (
        "(a) Every period of 48 hours is a new violation.",
        ["separate_offense_period 48 hours"],
    ),
    (
        "(a) Each day on which it goes on constitutes a repeat offense.",
        ["separate_offense_period 1 days"],
    ),
    (
        "(a) The fine is $100, and each day of violation after the time that § 9.087 gives may be "
        "a separate offense for the count of the penalty.",
        ["fine_exact 100 usd", "separate_offense_period 1 days"],
    ),
    (
        "(a) Whoever is convicted is fined up to $80, with each day of violation a separate "
        "offense.",
        ["criminal_fine_max 80 usd", "separate_offense_period 1 days"],
    ),
    ("(a) A period of thirty days runs after each separate offense.", []),
    ("(a) A separate offense is committed for each parcel of land.", []),
)
LATER_BY_A_VERB: tuple[Row, ...] = (
    (
        "(a) The fine is $150; whoever offends again within two years is fined $300.",
        ["tier_fine_exact 150 usd t1", "tier_fine_exact 300 usd t2"],
    ),
    (
        "(a) A fine of $60 is due; a person who violates this chapter again pays a fine of $120.",
        ["tier_fine_exact 60 usd t1", "tier_fine_exact 120 usd t2"],
    ),
    (
        "(a) A violator is fined $100 and $200 for each subsequent offense.",
        ["tier_fine_exact 100 usd t1", "tier_fine_exact 200 usd t2"],
    ),
    (
        "(a) A person convicted is fined not less than $90 nor more than $450, and for a later "
        "offense not less than $500 nor more than $950.",
        [
            "tier_fine_min 90 usd t1",
            "tier_fine_max 450 usd t1",
            "tier_fine_min 500 usd t2",
            "tier_fine_max 950 usd t2",
        ],
    ),
    (
        "(a) The fine for a first repeat offense is at least $250, and for a second repeat "
        "offense at least $600.",
        ["tier_fine_min 250 usd t2", "tier_fine_min 600 usd t3"],
    ),
    (
        "(a) Fines. Tier 1: $110. Tier 2: $220. Tier 3: $330.",
        ["tier_fine_exact 110 usd t1", "tier_fine_exact 220 usd t2", "tier_fine_exact 330 usd t3"],
    ),
    (
        "(a) First violation: a fine of $40. Third: a fine of $400 and a stop-work order without "
        "further warning.",
        ["tier_fine_exact 40 usd t1", "tier_fine_exact 400 usd t3", "tier_stop_work_immediate t3"],
    ),
    (
        "(a) An infraction is fined up to $200 for a first violation and up to $700 for each "
        "later one.",
        ["tier_fine_max 200 usd t1", "tier_fine_max 700 usd t2"],
    ),
    (
        "(a) A civil penalty of $300 is due for the first one hundred feet of fence that is down.",
        ["civil_penalty_per_violation_exact 300 usd"],
    ),
    (
        "(a) For a second offense the fine is $100 to $200.",
        ["tier_fine_min 100 usd t2", "tier_fine_max 200 usd t2"],
    ),
    (
        "(a) A civil penalty of $500 for each violation. No permit is granted again until it is "
        "paid.",
        ["civil_penalty_per_violation_exact 500 usd"],
    ),
)
WARNINGS: tuple[Row, ...] = (
    (
        "(1) For the first and second violations the director shall issue a written warning. The "
        "violator shall have four days to correct the violation. If the violation is not "
        "corrected in four days a stop-work order follows; provided, however, that where the "
        "violation is an imminent threat an immediate stop-work order is issued in lieu of a "
        "warning.\n"
        "(2) For a third and each later violation an immediate stop-work order is issued.",
        ["tier_stop_work_immediate t3"],
    ),
    (
        "(1) First violation: a written warning. If it is not corrected in a week the work is "
        "ordered to stop.",
        [],
    ),
    ("(1) First violation: a written warning and nothing else.", ["tier_warning t1"]),
    (
        "(1) An inspector who sees a violation for the first time may speak a warning.",
        [],
    ),
    ("(1) The inspector may give a warning before a citation is issued.", []),
    (
        "(1) A person found in violation for the first time is given a warning. Whoever is found "
        "in violation for the second time is fined $70.",
        ["tier_warning t1", "tier_fine_exact 70 usd t2"],
    ),
    (
        "(1) The director tries to agree. First, the director calls the owner. Second, a civil "
        "penalty of $90 for each violation is set.",
        ["civil_penalty_per_violation_exact 90 usd"],
    ),
    ("(1) Whoever is warned orally of a spill shall stop it.", []),
    (
        "(1) On a second offense all work stops at once without a warning.",
        ["tier_stop_work_immediate t2"],
    ),
    (
        "(1) On a second offense the permit is looked at again; if there is imminent danger, all "
        "work is stopped immediately and a stop-work order is posted.",
        [],
    ),
)
TERMS: tuple[Row, ...] = (
    ("(a) An act that state law punishes by imprisonment for more than 90 days.", []),
    (
        "(a) The offender may be imprisoned for not more than 90 days.",
        ["imprisonment_max 90 days"],
    ),
)
ELEMENTS: tuple[Row, ...] = (
    (
        "(a) The notice of violation shall specify a time period of at least twenty-four (24) "
        "hours for the correction of the violation.",
        ["correction_deadline"],
    ),
    (
        "(a) The notice of violation shall set forth a time limit by which the violation shall "
        "cease and be abated, and appropriate corrective action taken.",
        ["correction_deadline"],
    ),
    (
        "(a) The notice of violation shall fix a ten-day time limit for its satisfactory "
        "correction.",
        ["correction_deadline"],
    ),
    (
        "(a) The director shall serve a notice of violation. The notice may be served by any "
        "means that the rules allow, and shall state the nature of the violation.",
        ["nature"],
    ),
    (
        "(a) The notice of violation may be sent by mail and shall list the penalties.",
        ["penalty_statement"],
    ),
    (
        "(a) The notice of violation shall, in addition to the above, state the nature of the "
        "violation and the action the county intends to take.",
        ["nature", "penalty_statement"],
    ),
    (
        "(a) The notice of violation shall describe the violation and warn that failure to "
        "correct it in time will result in a civil penalty.",
        ["nature", "penalty_statement"],
    ),
    (
        "(a) The notice of violation shall state the nature of the corrections required and the "
        "time limit for them.",
        ["remedial_measures_schedule"],
    ),
    (
        "(a) If the director finds a violation, he shall give the owner a written notice that "
        "names the code section violated and tells how the owner may appeal.",
        ["code_section", "appeal_statement"],
    ),
    (
        "(a) The notice of violation may require a plan and shall be kept on file.",
        [],
    ),
    (
        "(a) The notice of violation may require a plan that shall state the nature of the work.",
        [],
    ),
)
ITEMS: tuple[Row, ...] = (
    (
        "(a) The notice of violation shall contain:\n"
        "(1) Date(s), time(s) and place(s) of the violation;\n"
        "(2) Reference to the law that sets the fines;\n"
        "(3) The right of the owner to hand in written explanations of the violation;\n"
        "(4) The specified time(s) for correction of the violation;\n"
        "(5) Words stating to the owner that, if the violation is not ended, a penalty of up to "
        "$40 a day may be imposed;\n"
        "(6) The time within which the fine must be paid.",
        ["location", "penalty_statement", "correction_deadline", "penalty_statement"],
    ),
    (
        "(a) The notice of violation shall contain:\n"
        "(1) What the owner of the land must do and by when;\n"
        "(2) How to ask for a hearing;\n"
        "(3) An order forbidding that the violation be repeated;\n"
        "(4) How the fine is paid;\n"
        "(5) A correction order that leaves a reasonable time for the repairs;\n"
        "(6) That failure to comply, unless the time is extended by an appeal, is a violation "
        "with possible sanctions;\n"
        "(7) A statement of the right to file a lien.",
        [
            "remedial_measures_schedule",
            "appeal_statement",
            "remedial_measures_schedule",
            "penalty_statement",
        ],
    ),
    (
        "(a) The written notice will (1) cite the section; (2) describe the condition; (3) order "
        "it corrected by a date; (4) state the penalty.",
        ["code_section", "nature", "correction_deadline", "penalty_statement"],
    ),
    (
        "(a) A notice of noncompliance:\n"
        "(1) Shall inform the owner of the nature of the violation;\n"
        "(2) Shall specify a period of time for compliance;\n"
        "(3) May be served by mail.",
        ["nature", "correction_deadline"],
    ),
    (
        "(a) The notice of violation shall inform the owner that, in the event the owner fails to "
        "end the violation:\n"
        "(1) The town may enter and abate it, and a bill becomes due;\n"
        "(2) The bill shall be sent to the owner.",
        ["city_abatement_statement"],
    ),
    (
        "(a) The notice of violation shall:\n"
        "(1) describe the violation;\n"
        "(2) warn that the county may do the work and charge the owner.",
        ["nature", "city_abatement_statement"],
    ),
)
OTHER_PAPERS: tuple[str, ...] = (
    "(a) The permittee shall give notice of the start of work, stating the location and the "
    "nature of the work.",
    "(a) The operator must give written notice of the spill to the director stating the location "
    "and the cause of the discharge.",
    "(a) Any person who learns of a spill shall notify the city. The written notice shall contain "
    "the nature and the location of the discharge, and the measures taken.",
    "(a) Notice of construction. The applicant must tell the city before work starts. The notice "
    "shall include the name of the contractor, the location and the date of the start.",
    "(a) Written notice shall be given to the city within two days and shall contain the nature "
    "of the release, its location and the corrective measures taken.",
    "(a) The officer shall give 24 hours' notice, stating the location of what he looks at.",
    "(a) The application shall state the nature of the work, the location and a schedule.",
    "(a) The plan shall contain the nature of the discharge and the location of the outfall.",
    "(a) The permit shall state the location and the nature of the work.",
    "(a) The request for a hearing shall set forth the name and address of the appellant.",
    "(a) The inspection report shall include the location and the nature of any violation.",
)
BURDENS: tuple[Row, ...] = (
    (
        "(a) What is owed is entered on the tax roll and collected as a special assessment.",
        ["tax_roll_collection"],
    ),
    (
        "(a) The city may certify unpaid charges to the county auditor for collection as special "
        "assessments with the real property taxes.",
        ["tax_roll_collection"],
    ),
    (
        "(a) The council shall levy the cost against each lot as a special assessment, and the "
        "clerk certifies it to the county treasurer.",
        ["special_assessment", "tax_roll_collection"],
    ),
    (
        "(a) The cost shall be levied on the land as a special assessment. The assessment becomes "
        "a lien: the special assessment is a lien on the land.",
        ["special_assessment_lien"],
    ),
    ("(a) The city may assess the property for the cost.", ["special_assessment"]),
    (
        "(a) The council may spread the charges against the land as a special assessment for "
        "certification to the county auditor.",
        ["special_assessment", "tax_roll_collection"],
    ),
    ("(a) Charges not paid constitute a lien on the land.", ["lien"]),
    ("(a) A civil penalty may be assessed against the owner of the property.", []),
    ("(a) The bill shall tell the cost, together with lien fees and enforcement charges.", []),
    ("(a) The costs shall not be enforceable as a lien against a later owner.", []),
    ("(a) The bill informs the owner that an unpaid cost may result in a lien on the land.", []),
    ("(a) Besides the right to levy a special assessment the town can sue for its costs.", []),
    ("(a) The bill holds a statement of the right to file a lien for the cost.", []),
    ("(a) A certified copy of the cost is kept by the county auditor.", []),
    ("(a) Said lien for the cost may be enforced by an action in court.", []),
    ("(a) The cost is billed to the owner, who shall pay the bill in ten days.", []),
)
NO_TIER_OF_ITS_OWN: tuple[Row, ...] = (
    (
        "(a) The civil penalty is $130 per day, back to the date of the initial violation.",
        ["civil_penalty_per_day_max 130 usd_per_day"],
    ),
    (
        "(a) A civil penalty of up to $70 per day runs from the day of the first violation.",
        ["civil_penalty_per_day_max 70 usd_per_day"],
    ),
    (
        "(a) A civil penalty of up to $70 is due for the first violation.",
        ["tier_fine_max 70 usd t1"],
    ),
    (
        "(a) Fine for repeat violations. For a repeat violator the fine is at most $410.",
        ["tier_fine_max 410 usd t2"],
    ),
    (
        "(a) A second violation is fined $200. A repeat violation after that is fined $410.",
        ["tier_fine_exact 200 usd t2", "tier_fine_exact 410 usd t3"],
    ),
)
NOTICES_AS_STEPS: tuple[Row, ...] = (
    ("(a) First offense: a written notice of violation;", ["tier_warning t1"]),
    (
        "(a) 1st violation - notice of violation. 2nd violation - a fine of $60.",
        ["tier_warning t1", "tier_fine_exact 60 usd t2"],
    ),
    (
        "(a) Second offense: notice of violation and a fine of $85;",
        ["tier_fine_exact 85 usd t2"],
    ),
    ("(a) A notice of violation is sent for the first offense.", []),
    (
        "(a) First offense: notice of violation and an immediate stop-work order;",
        ["tier_stop_work_immediate t1"],
    ),
)
TABLES_IN_A_ROW: tuple[Row, ...] = (
    (
        "| Breach | First offense | Second offense |\n| Mud on the road | $15.00 | $45.00 |\n\n"
        "| No permit | $75.00 | Clerk | Warden |",
        ["tier_fine_exact 15 usd t1", "tier_fine_exact 45 usd t2", "fine_exact 75 usd"],
    ),
    (
        "| Breach | First offense | Second offense |\n\n| Mud on the road | $15.00 | $45.00 |",
        ["tier_fine_exact 15 usd t1", "tier_fine_exact 45 usd t2"],
    ),
    (
        "| Breach | First offense | Second offense | Paid to |\n| Mud | $15.00 | $45.00 | Clerk |"
        "\n\n| No permit | $75.00 | Clerk |",
        ["tier_fine_exact 15 usd t1", "tier_fine_exact 45 usd t2", "fine_exact 75 usd"],
    ),
)
NAMED_IN_A_NOTICE: tuple[Row, ...] = (
    (
        "(a) The notice of violation shall contain: (1) the property owner's name and address; "
        "(2) the property.",
        ["violator_name_address", "location"],
    ),
    (
        "(a) The notice of violation shall identify the offense, the applicable law or regulation, "
        "and the possible fines.",
        ["nature", "code_section", "penalty_statement"],
    ),
    (
        "(a) The notice of violation shall give the governing ordinance and rule, the location, "
        "and the steps needed to meet applicable standards.",
        ["code_section", "location", "remedial_measures"],
    ),
)
STAYS: tuple[Row, ...] = (
    (
        "(a) Penalties continue to accrue while the appeal is pending.",
        ["no_stay_of_penalty"],
    ),
    ("(a) No penalty accrues while an appeal is pending.", []),
    ("(a) Fines do not continue to run during an appeal.", []),
)


def rows(*tables: tuple[Row, ...]) -> list[Row]:
    return [row for table in tables for row in table]


@pytest.mark.parametrize(
    ("text", "facts"),
    rows(FAR_FROM_ITS_BOUND, LIMITS_THAT_ARE_NONE, SHARED_DOLLARS, WHO_IMPOSES, PERIODS_OF_OFFENSE),
)
def test_sums_and_periods(text: str, facts: list[str]) -> None:
    assert told(text, penalties.facts_of, tiers.facts_of) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    rows(
        LATER_BY_A_VERB,
        WARNINGS,
        TERMS,
        NO_TIER_OF_ITS_OWN,
        NOTICES_AS_STEPS,
        TABLES_IN_A_ROW,
    ),
)
def test_offenses_in_their_order(text: str, facts: list[str]) -> None:
    assert told(text, tiers.facts_of, penalties.facts_of) == facts


@pytest.mark.parametrize(("text", "facts"), rows(ELEMENTS, ITEMS, NAMED_IN_A_NOTICE))
def test_contents_of_a_notice(text: str, facts: list[str]) -> None:
    assert told(text, notices.facts_of) == facts


@pytest.mark.parametrize("text", OTHER_PAPERS)
def test_contents_of_another_paper(text: str) -> None:
    assert told(text, notices.facts_of) == []


@pytest.mark.parametrize(("text", "facts"), BURDENS)
def test_burdens_of_the_land(text: str, facts: list[str]) -> None:
    assert told(text, liens.facts_of) == facts


@pytest.mark.parametrize(("text", "facts"), STAYS)
def test_what_an_appeal_stops(text: str, facts: list[str]) -> None:
    assert [one for one in told(text, remedies.facts_of) if "stay" in one] == facts
