"""What a notice must contain, wherever it stands, and what is no element of it."""

from __future__ import annotations

import pytest
from tests.reading.telling import told

from outfall.reading import notices

TEXTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        (
            "(a) Notice. Every notice shall tell, and set forth, the nature of the "
            "violation, remedial work that is needed, a schedule for that work, and "
            "enforcement action that may follow."
        ),
        (
            "nature",
            "remedial_measures_schedule",
            "penalty_statement",
        ),
    ),
    (
        (
            "(a) The inspector shall hand a written notice to whoever is responsible, "
            "describing the violation, setting out the work needed to cure it and giving "
            "the time in which it must be done."
        ),
        (
            "nature",
            "remedial_measures_schedule",
        ),
    ),
    (
        (
            "(a) The last notice shall say which enforcement action comes next, and shall "
            "advise that the board hears appeals."
        ),
        (
            "penalty_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) Each notice of violation must include:\n"
            "(1) The owner's name and mailing address;\n"
            "(2) The location of the property;\n"
            "(3) The section of this chapter that has been violated;\n"
            "(4) What must be done to correct the violation;\n"
            "(5) The date by which the correction must be finished;\n"
            "(6) A statement that every day a violation continues is a separate offense;\n"
            "(7) The right to appeal and how to do so."
        ),
        (
            "violator_name_address",
            "location",
            "code_section",
            "remedial_measures",
            "correction_deadline",
            "daily_accrual_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) The notice shall tell what is wrong. It shall state the nature of the "
            "violation and name a date on which the site must be in order."
        ),
        ("nature",),
    ),
    (
        (
            "(a) A notice of violation shall: \n"
            "(1) Be in writing;\n"
            "(2) Identify the violator and give the violator's address;\n"
            "(3) Describe the violation;\n"
            "(4) Cite the code provision violated;\n"
            "(5) Set a reasonable time for correction;\n"
            "(6) Warn that penalties accrue daily until the violation is corrected;\n"
            "(7) Warn that, if the owner fails to act, the town may do the work and charge "
            "the cost to the owner."
        ),
        (
            "violator_name_address",
            "nature",
            "code_section",
            "correction_deadline",
            "daily_accrual_statement",
            "city_abatement_statement",
        ),
    ),
    (
        (
            "(a) The citation shall contain the name and address of the person cited, the "
            "location of the violation, the ordinance provision violated, the amount of the"
            " penalty, and the procedure for contesting the citation."
        ),
        (
            "violator_name_address",
            "location",
            "code_section",
            "penalty_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) Notice shall be given to the owner and shall specify the violation, the "
            "corrective measures required, and the time within which they must be "
            "completed."
        ),
        (
            "nature",
            "remedial_measures_schedule",
        ),
    ),
    (
        (
            "(a) The notice of violation may require the owner to restore the land. The "
            "notice may also contain the amount of the penalty."
        ),
        (),
    ),
    (
        (
            "(a) The notice of appeal shall state the grounds of the appeal and the name "
            "and address of the appellant."
        ),
        (),
    ),
    (
        (
            "(a) The notice of hearing shall state the time and place of the hearing and "
            "the nature of the violation."
        ),
        (),
    ),
    (
        (
            "(a) The notice of cost shall state the amount due and that it becomes a lien "
            "on the property if unpaid."
        ),
        (),
    ),
    (
        (
            "(a) Any person receiving a notice of violation shall provide a description of "
            "the corrective measures within ten days."
        ),
        (),
    ),
    (
        (
            "(a) If restoration is required, the notice shall set a deadline for it and "
            "shall state that, should the violator not meet it, the village or its "
            "contractor will do the work and the violator will bear the expense."
        ),
        (
            "correction_deadline",
            "city_abatement_statement",
        ),
    ),
    (
        (
            "(a) The following shall be included in the notice of violation:\n"
            "(1) The address of the site;\n"
            "(2) A statement of the nature of the violation;\n"
            "(3) A statement that penalties may be assessed."
        ),
        (
            "location",
            "nature",
            "penalty_statement",
        ),
    ),
    (
        (
            "(a) The nature of the violation and the time allowed for its correction shall "
            "be stated in the notice."
        ),
        (
            "nature",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) When the county finds a violation it shall serve a written notice on the "
            "owner, which shall contain a description of the violation, the steps needed to"
            " correct it, the deadline for correction and a statement of the owner's right "
            "to a hearing."
        ),
        (
            "nature",
            "remedial_measures_schedule",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) The notice of violation shall (1) identify the property; (2) state the "
            "facts that constitute the violation; (3) list the sections violated; and (4) "
            "order compliance by a stated date."
        ),
        (
            "location",
            "nature",
            "code_section",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) The notice must inform the recipient that an appeal may be filed within 20"
            " days and that the penalty continues to accrue during the appeal."
        ),
        (
            "appeal_statement",
            "daily_accrual_statement",
        ),
    ),
    (
        (
            "(a) The notice of violation shall contain:\n"
            "(1) The name of the issuing officer and a telephone number for inquiries;\n"
            "(2) The date and time of the inspection;\n"
            "(3) The nature of the violation."
        ),
        ("nature",),
    ),
    (
        (
            "(a) Notice of violation. The town shall give written notice to the owner "
            "stating what the violation is and how long the owner has to correct it."
        ),
        (
            "nature",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) A notice shall be sent. It shall set forth the alleged violation, the "
            "penalty that may be imposed, and the right of appeal."
        ),
        (
            "nature",
            "penalty_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) The notice shall contain the following information:\n"
            "(1) Name and address of the responsible party.\n"
            "(2) Address or legal description of the property.\n"
            "(3) Specific violation and code section.\n"
            "(4) Remedial measures with a schedule for completion.\n"
            "(5) Penalties for failure to comply.\n"
            "(6) Notice that the city will abate the violation at the owner's expense if "
            "the owner fails to do so."
        ),
        (
            "violator_name_address",
            "location",
            "nature",
            "code_section",
            "remedial_measures_schedule",
            "penalty_statement",
            "city_abatement_statement",
        ),
    ),
    (
        (
            "(a) What it says. Each notice shall:\n"
            "(1) Name every violation found;\n"
            "(2) Give the length of time left for correcting it;\n"
            "(3) State the penalties that the violation carries; and\n"
            "(4) Explain how to appeal."
        ),
        (
            "nature",
            "correction_deadline",
            "penalty_statement",
            "appeal_statement",
        ),
    ),
    (
        ("(a) The warning notice shall describe the violation."),
        (),
    ),
    (
        ("(a) The public notice shall contain the location of the proposed project."),
        (),
    ),
    (
        (
            "(a) The notice tells the violator:\n"
            "(1) What is wrong;\n"
            "(2) What has to be done, and by when;\n"
            "(3) Which penalties may follow; and\n"
            "(4) How to appeal."
        ),
        (
            "nature",
            "remedial_measures_schedule",
            "penalty_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) It is served on the owner. The notice must say:\n"
            "(1) Who is in violation;\n"
            "(2) Where the violation is;\n"
            "(3) Which section is violated;\n"
            "(4) That the town will do the work at the owner's cost if the time runs out."
        ),
        (
            "violator_name_address",
            "location",
            "code_section",
            "city_abatement_statement",
        ),
    ),
    (
        (
            "(a) The order to comply shall name the person, describe the place and the "
            "violation, and set the day by which it must end."
        ),
        (
            "violator_name_address",
            "location",
            "nature",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) The notice shall give the owner ten days to correct the violation and "
            "shall state that each day after that is a separate violation."
        ),
        (
            "correction_deadline",
            "daily_accrual_statement",
        ),
    ),
    (
        (
            "(a) A written notice of violation shall be issued. The notice shall include, "
            "at a minimum, the name of the responsible party, the location of the site, a "
            "description of the violation, the required corrective action with a deadline, "
            "and the possible penalties."
        ),
        (
            "violator_name_address",
            "location",
            "nature",
            "remedial_measures_schedule",
            "penalty_statement",
        ),
    ),
    (
        (
            "(a) The notice of noncompliance shall identify the deficiencies, the measures "
            "needed to remedy them and a date for completion."
        ),
        (
            "nature",
            "remedial_measures_schedule",
        ),
    ),
    (
        (
            "(a) Notice of violation; contents. The notice of violation shall contain:\n"
            "(1) Name and address of the permittee;\n"
            "(2) Street address of the site;\n"
            "(3) Description of the violation;\n"
            "(4) Corrective action required;\n"
            "(5) Compliance date;\n"
            "(6) Amount of the civil penalty, and the fact that it grows daily;\n"
            "(7) Appeal rights."
        ),
        (
            "violator_name_address",
            "location",
            "nature",
            "remedial_measures",
            "correction_deadline",
            "penalty_statement",
            "daily_accrual_statement",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) The director shall give the violator written notice. The notice shall "
            "order the violator to correct the violation within 30 days."
        ),
        ("correction_deadline",),
    ),
    (
        ("(a) The notice shall be sent by certified mail and shall be posted on the site."),
        (),
    ),
    (
        (
            "(a) The notice of violation shall be in writing, shall be served in person or "
            "by mail, and shall specify the violation and the time for correction."
        ),
        (
            "nature",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) Where a violation is found the inspector shall notify the owner in "
            "writing, stating the violation and the date by which it is to be corrected."
        ),
        (
            "nature",
            "correction_deadline",
        ),
    ),
    (
        (
            "(a) A notice of violation contains these parts: the violator's name and "
            "address, the place, the nature of the violation, and the right to a hearing."
        ),
        (
            "violator_name_address",
            "location",
            "nature",
            "appeal_statement",
        ),
    ),
    (
        ("(a) Nothing in this section requires that a notice state every violation."),
        (),
    ),
    (
        ("(a) The owner shall post a notice at the site that states the permit number."),
        (),
    ),
    (
        (
            "(a) The notice of termination shall state the name of the permittee and the "
            "location of the site."
        ),
        (),
    ),
    (
        (
            "(a) The notice of noncompliance shall contain:\n"
            "(1) The day of the inspection;\n"
            "(2) The address of the lot or its description;\n"
            "(3) The section that was violated and a description of the violation;\n"
            "(4) How the violation can be corrected;\n"
            "(5) The time limit for the correction, after which the city may act;\n"
            "(6) The name and signature of the inspector; and\n"
            "(7) A statement of the procedure for an appeal."
        ),
        (
            "location",
            "code_section",
            "nature",
            "remedial_measures",
            "correction_deadline",
            "appeal_statement",
        ),
    ),
    (
        (
            "(a) The notice of violation shall contain:\n"
            "(1) The name of the person(s) to whom it is directed; and\n"
            "(2) The nature and location of the violation."
        ),
        (
            "violator_name_address",
            "nature",
            "location",
        ),
    ),
    (
        (
            "(a) The notice of violation shall contain:\n"
            "(1) The nature of the violation; and\n"
            "(2) A description of the remedial measures. These may include the following:\n"
            "(3) Monitoring and reporting;\n"
            "(4) Payment of a fine for the cost of remediation;\n"
            "(5) A statement of the penalties."
        ),
        (
            "nature",
            "remedial_measures",
            "penalty_statement",
        ),
    ),
)


@pytest.mark.parametrize(("text", "facts"), TEXTS)
def test_only_what_the_notice_must_contain(text: str, facts: tuple[str, ...]) -> None:
    assert told(text, notices.facts_of) == list(facts)
