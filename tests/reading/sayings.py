"""Invented sentences and the facts that they state, for the tests of the reader's rules.

A row is a sentence and what it tells: (what, value, unit, anchor), as many as it states. The
sentences are ours; real codes say the same in other words again, which is why no rule may look for
a sentence.
"""

from __future__ import annotations

Told = tuple[str, int | float | None, str, str | None]

DEADLINES: list[tuple[str, list[Told]]] = [
    # appeal_window
    ("A person served with a notice of violation may appeal to the Director by filing a "
     "written request within 12 days after service of the notice.",
     [("appeal_window", 12, "days", "service_of_notice")]),
    ("Any appeal shall be submitted in writing to the Clerk no later than ten (10) business "
     "days from the date of the notice.",
     [("appeal_window", 10, "business_days", "date_of_notice")]),
    ("The alleged violator has twenty days from receipt of the notice to request a hearing "
     "before the Administrator.",
     [("appeal_window", 20, "days", "receipt_of_notice")]),
    ("Unless the recipient requests a hearing in writing within five working days of "
     "receiving the citation, the citation becomes final.",
     [("appeal_window", 5, "business_days", "receipt_of_notice")]),
    ("An aggrieved person may contest the determination by delivering a petition to the "
     "Manager; the petition is timely if delivered not later than the 30th day after the "
     "notice was mailed.",
     [("appeal_window", 30, "days", "date_of_notice")]),
    ("Failure to appeal within fifteen (15) days of the issuance of the order makes it "
     "final.",
     [("appeal_window", 15, "days", "date_of_notice")]),
    ("The right to appeal is waived if no written notice of appeal is received by the "
     "Stormwater Coordinator within 14 days after the date of the assessment of the penalty.",
     [("appeal_window", 14, "days", "assessment")]),
    ("Persons aggrieved by a decision of the Director of Works may, within 30 days of the "
     "decision, file an appeal with the Board of Adjustment.",
     [("appeal_window", 30, "days", "decision")]),
    ("Appeals must be in writing and must be filed within seven calendar days.",
     [("appeal_window", 7, "days", "unspecified")]),
    ("Such person shall have 21 days in which to file an appeal.",
     [("appeal_window", 21, "days", "unspecified")]),
    ("Any person to whom an order is issued may seek review of the order by petitioning the "
     "Hearing Officer within ten days from receipt of the order.",
     [("appeal_window", 10, "days", "receipt_of_order")]),
    ("The petition for review shall be lodged with the Clerk within thirty days of the "
     "action complained of.",
     [("appeal_window", 30, "days", "agency_action")]),
    ("Any property owner cited under this section may dispute the citation within 10 days of"
     " the date of the citation.",
     [("appeal_window", 10, "days", "date_of_citation")]),
    ("In the case of imminent danger to health, the appeal must be filed within 24 hours of "
     "the notice.",
     [("appeal_window", 24, "hours", "notice")]),
    ("The determination may be appealed within 20 days of service of the notice; except that"
     " where the violation is an immediate danger to public health, 12 hours' notice shall "
     "suffice.",
     [("appeal_window", 20, "days", "service_of_notice"),
      ("emergency_notice_period", 12, "hours", "unspecified")]),
    ("Any owner or operator dissatisfied with the notice may, not later than the close of "
     "business on the tenth day after its receipt, file an appeal with the Board of Public "
     "Works.",
     [("appeal_window", 10, "days", "receipt_of_notice")]),
    ("A request for a hearing must be received in the office of the Town Clerk within eight "
     "(8) calendar days following the service of the order.",
     [("appeal_window", 8, "days", "service_of_notice")]),
    ("All appeals under this article shall be taken within 30 days from the date of the "
     "decision appealed from.",
     [("appeal_window", 30, "days", "decision")]),
    ("If no appeal is filed within fourteen days of the date on which the notice was "
     "delivered, the notice is final.",
     [("appeal_window", 14, "days", "service_of_notice")]),
    ("The person may, within 5 days of posting of the stop work order, ask the Director to "
     "review it.",
     [("appeal_window", 5, "days", "service_of_notice")]),
    ("A statement that the order may be appealed within 9 days of receipt of the order (but "
     "in an emergency 6 hours' notice is enough).",
     [("appeal_window", 9, "days", "receipt_of_order"),
      ("emergency_notice_period", 6, "hours", "unspecified")]),
    ("An owner who does not agree with the order may, within one week after getting it, ask "
     "the Council in writing for a hearing.",
     [("appeal_window", 1, "weeks", "receipt_of_order")]),
    ("The order shall advise the recipient that it becomes final unless a hearing is "
     "requested within 15 days of its receipt.",
     [("appeal_window", 15, "days", "receipt_of_order")]),
    ("To be considered, an appeal must reach the Clerk no later than 4:30 p.m. on the 10th "
     "business day following the mailing of the notice.",
     [("appeal_window", 10, "business_days", "date_of_notice")]),
    ("Appeals to the Board of Zoning Appeals shall be filed with its secretary within twenty"
     " days after the order is served upon the appellant.",
     [("appeal_window", 20, "days", "service_of_notice")]),
    ("A person fined under this section may, in place of paying, request a trial in the "
     "municipal court within 14 days of the date of the citation.",
     [("appeal_window", 14, "days", "date_of_citation")]),
    ("If the violator disputes the notice, the violator shall so state in writing, with "
     "reasons, within 7 days of its receipt.",
     [("appeal_window", 7, "days", "receipt_of_notice")]),
    ("That the person has 20 days from the date of service to appeal; and",
     [("appeal_window", 20, "days", "service_of_notice")]),
    ("A statement that the recipient may request an administrative hearing within ten days "
     "of receipt.",
     [("appeal_window", 10, "days", "receipt_of_notice")]),
    ("Appeals. Any person receiving a notice of violation or a citation has the right to a "
     "hearing if a written request is made to the Director within fifteen days of receipt of"
     " the notice.",
     [("appeal_window", 15, "days", "receipt_of_notice")]),
    ("The Administrator's determination is final and conclusive unless an appeal is "
     "perfected within 10 days following the date it was made.",
     [("appeal_window", 10, "days", "determination")]),
    ("Appeals of a notice of violation shall be made to the Storm Water Board not later than"
     " three weeks after the notice.",
     [("appeal_window", 3, "weeks", "notice")]),
    ("Notice of appeal shall be given to the City Clerk in writing within ten (10) days from"
     " the rendering of the decision.",
     [("appeal_window", 10, "days", "decision")]),
    ("An appeal from a stop work order must be filed within 48 hours of its posting.",
     [("appeal_window", 48, "hours", "service_of_notice")]),
    ("Anyone receiving an order may protest it to the Board of Appeals by lodging a written "
     "protest within nine days of the order's date.",
     [("appeal_window", 9, "days", "date_of_notice")]),
    ("The owner may ask for a review of the notice by the Stormwater Manager no later than "
     "five days after being served with it.",
     [("appeal_window", 5, "days", "service_of_notice")]),
    # permit_action_appeal_window
    ("A permittee whose permit has been suspended or revoked may appeal the suspension or "
     "revocation within 15 days of receipt of written notice of it.",
     [("permit_action_appeal_window", 15, "days", "receipt_of_notice")]),
    ("Revocation of a stormwater permit may be appealed to the Board within ten days after "
     "the revocation.",
     [("permit_action_appeal_window", 10, "days", "agency_action")]),
    ("The holder may request a hearing on the proposed revocation of the permit within seven"
     " (7) days of service of the notice.",
     [("permit_action_appeal_window", 7, "days", "service_of_notice")]),
    ("An appeal of the suspension of a permit shall be filed no later than five business "
     "days following the date of suspension.",
     [("permit_action_appeal_window", 5, "business_days", "agency_action")]),
    ("Any person whose MS4 access is terminated may petition for reconsideration within 10 "
     "days of the termination.",
     [("permit_action_appeal_window", 10, "days", "agency_action")]),
    ("The permittee may contest a revocation by requesting a hearing before the Council no "
     "later than 10 days from the date the notice of revocation is mailed.",
     [("permit_action_appeal_window", 10, "days", "date_of_notice")]),
    ("The permittee may appeal the suspension to the City Manager in writing within 3 "
     "business days of receiving notice of the suspension.",
     [("permit_action_appeal_window", 3, "business_days", "receipt_of_notice")]),
    ("The suspension is final unless the permittee files an appeal in ten days from the date"
     " of the suspension letter.",
     [("permit_action_appeal_window", 10, "days", "date_of_notice")]),
    # further_appeal_window
    ("A party dissatisfied with the decision of the hearing officer may appeal to the City "
     "Council within ten days of the decision.",
     [("further_appeal_window", 10, "days", "decision")]),
    ("The ruling of the Stormwater Appeals Board may be appealed to the Town Council by "
     "filing a notice within 14 days after service of the ruling.",
     [("further_appeal_window", 14, "days", "service_of_decision")]),
    ("Either party may request that the Board of Commissioners review the decision on the "
     "appeal, provided the request is filed within 20 days from the date of such decision.",
     [("further_appeal_window", 20, "days", "decision")]),
    ("A further appeal from the Board's decision lies to the Council and must be taken "
     "within 30 days of mailing of the decision.",
     [("further_appeal_window", 30, "days", "notice_of_decision")]),
    ("Any person aggrieved by a determination of the Hearing Examiner may file an appeal "
     "with the Council within fifteen days of receipt of the determination.",
     [("further_appeal_window", 15, "days", "notice_of_decision")]),
    ("Appeals from the Board's ruling may be taken to the Mayor and Aldermen by written "
     "notice within five business days thereafter.",
     [("further_appeal_window", 5, "business_days", "decision")]),
    ("A decision of the City Manager on appeal may in turn be appealed to the Council if a "
     "request is filed with the Clerk within 10 days of its date.",
     [("further_appeal_window", 10, "days", "decision")]),
    # judicial_review_window
    ("The final decision may be reviewed by the circuit court on a petition filed within 30 "
     "days.",
     [("judicial_review_window", 30, "days", "unspecified")]),
    ("A person aggrieved by the Board's final decision may seek judicial review in the "
     "district court within 28 days after the decision.",
     [("judicial_review_window", 28, "days", "decision")]),
    ("Appeal from the Council's decision shall be by writ of certiorari to the Superior "
     "Court within thirty (30) days of the decision.",
     [("judicial_review_window", 30, "days", "decision")]),
    ("Any appeal to the Court of Common Pleas must be filed within thirty days after notice "
     "of the decision.",
     [("judicial_review_window", 30, "days", "notice_of_decision")]),
    ("A proceeding under Article 78 may be brought by filing a petition within four months "
     "of the decision.",
     [("judicial_review_window", 4, "months", "decision")]),
    ("A petition for review may be filed in the Chancery Court within sixty days of receipt "
     "of the final order.",
     [("judicial_review_window", 60, "days", "notice_of_decision")]),
    ("Judicial review of the Council's order may be had by filing a petition in the County "
     "Court not more than 21 days after it is entered.",
     [("judicial_review_window", 21, "days", "decision")]),
    ("The decision of the Board shall be final unless the appellant petitions the Superior "
     "Court for certiorari within 30 days.",
     [("judicial_review_window", 30, "days", "unspecified")]),
    ("Whoever the Board's decision wrongs may apply to the Supreme Court under Article 78 within "
     "30 days after the filing of the decision.",
     [("judicial_review_window", 30, "days", "decision")]),
    ("Petitions for judicial review must be filed in the manner provided by law within 35 "
     "days of the final action.",
     [("judicial_review_window", 35, "days", "agency_action")]),
    ("Within 30 days of the Commission's decision, any party to the appeal may seek review "
     "of it in the Circuit Court.",
     [("judicial_review_window", 30, "days", "decision")]),
    # hearing_within
    ("The Board shall hear the appeal within 45 days of its receipt.",
     [("hearing_within", 45, "days", "receipt_of_appeal")]),
    ("A hearing shall be scheduled not later than thirty days after the appeal is filed.",
     [("hearing_within", 30, "days", "receipt_of_appeal")]),
    ("Within 20 days after receiving a request for hearing, the Director shall hold an "
     "informal hearing.",
     [("hearing_within", 20, "days", "receipt_of_appeal")]),
    ("Upon receipt of an appeal the Council shall, within sixty days, conduct a hearing.",
     [("hearing_within", 60, "days", "receipt_of_appeal")]),
    ("The hearing on such appeal must take place no more than 15 business days following the"
     " filing of the notice of appeal.",
     [("hearing_within", 15, "business_days", "receipt_of_appeal")]),
    ("A hearing will be convened before the Hearing Officer within ten days.",
     [("hearing_within", 10, "days", "unspecified")]),
    ("The Board shall hold a hearing within 30 days of the filing of the appeal and shall "
     "issue its decision within 10 days of the hearing.",
     [("hearing_within", 30, "days", "receipt_of_appeal"),
      ("decision_within", 10, "days", "hearing")]),
    ("The hearing shall be set for a date no later than 20 days from receipt of the written "
     "request.",
     [("hearing_within", 20, "days", "receipt_of_appeal")]),
    ("The City Manager shall, within seven days of the filing of an appeal, fix a date for "
     "the hearing, which shall be held not more than thirty days thereafter.",
     [("hearing_within", 7, "days", "receipt_of_appeal"),
      ("hearing_within", 30, "days", "unspecified")]),
    ("The Hearing Officer shall convene a hearing not less than 10 nor more than 30 days "
     "after receipt of the appeal.",
     [("hearing_within", 30, "days", "receipt_of_appeal")]),
    ("Upon the filing of an appeal, the Board shall schedule and conduct a hearing within 45"
     " calendar days, and shall give the appellant at least 10 days' notice thereof.",
     [("hearing_within", 45, "days", "receipt_of_appeal"),
      ("hearing_notice_min", 10, "days", "hearing")]),
    ("Where a written protest is filed in time, the Council shall hear it within 30 days and"
     " shall mail its decision to the owner within 10 days thereafter.",
     [("hearing_within", 30, "days", "unspecified"),
      ("decision_within", 10, "days", "hearing")]),
    ("The Mayor shall appoint a hearing officer, who shall hear the matter within 21 days of"
     " appointment.",
     [("hearing_within", 21, "days", "unspecified")]),
    ("The Committee shall meet to hear the appeal not later than 40 days after the Clerk "
     "receives it.",
     [("hearing_within", 40, "days", "receipt_of_appeal")]),
    # decision_within
    ("The Board shall render a written decision within ten days after the hearing.",
     [("decision_within", 10, "days", "hearing")]),
    ("A decision shall be issued no later than fifteen (15) business days after the close of"
     " the hearing.",
     [("decision_within", 15, "business_days", "hearing")]),
    ("The Administrator shall rule on the appeal within twenty days of receiving it.",
     [("decision_within", 20, "days", "receipt_of_appeal")]),
    ("Within 30 days of the conclusion of the hearing, the Hearing Officer shall make "
     "findings and mail them to the appellant.",
     [("decision_within", 30, "days", "hearing")]),
    ("The Council must decide the appeal within five working days following the hearing.",
     [("decision_within", 5, "business_days", "hearing")]),
    ("The hearing officer's written determination shall be mailed to the appellant within "
     "ten working days of the hearing.",
     [("decision_within", 10, "business_days", "hearing")]),
    ("The Council shall act on the appeal within sixty days after it is filed.",
     [("decision_within", 60, "days", "receipt_of_appeal")]),
    ("A written decision, with reasons, will be sent to the appellant within fourteen days "
     "from the date of the hearing.",
     [("decision_within", 14, "days", "hearing")]),
    ("If the Board does not rule within 30 days after the hearing, the appeal is deemed "
     "granted.",
     [("decision_within", 30, "days", "hearing")]),
    ("Within ten business days of the informal hearing the Director shall affirm, modify or "
     "withdraw the notice.",
     [("decision_within", 10, "business_days", "hearing")]),
    ("The Council's determination on the protest shall be made within 30 days and shall fix "
     "the time for payment.",
     [("decision_within", 30, "days", "unspecified")]),
    ("The decision of the examiner shall be in writing and issued within 20 days from the "
     "close of the hearing.",
     [("decision_within", 20, "days", "hearing")]),
    # hearing_notice_min
    ("The appellant shall be given at least five days' written notice of the hearing.",
     [("hearing_notice_min", 5, "days", "hearing")]),
    ("Notice of the time and place of the hearing shall be mailed not less than ten days "
     "before the hearing.",
     [("hearing_notice_min", 10, "days", "hearing")]),
    ("The Clerk shall notify the parties of the hearing date no fewer than 7 days prior to "
     "it.",
     [("hearing_notice_min", 7, "days", "hearing")]),
    ("At least fourteen (14) days in advance of the hearing the notice shall be served on "
     "the violator.",
     [("hearing_notice_min", 14, "days", "hearing")]),
    ("Not fewer than twelve days prior to the hearing, the Clerk shall send written notice "
     "of it to the appellant.",
     [("hearing_notice_min", 12, "days", "hearing")]),
    ("The hearing must be noticed at least ten days in advance by certified mail to the "
     "owner.",
     [("hearing_notice_min", 10, "days", "hearing")]),
    ("The hearing shall be held upon not less than seven days' notice to the appellant.",
     [("hearing_notice_min", 7, "days", "hearing")]),
    ("The Clerk shall give the owner not less than eight days' notice by mail of the date of"
     " the hearing.",
     [("hearing_notice_min", 8, "days", "hearing")]),
    # hearing_publication_min
    ("Notice of the hearing shall be published in a newspaper of general circulation at "
     "least 15 days before the hearing.",
     [("hearing_publication_min", 15, "days", "hearing")]),
    ("The hearing shall be advertised not less than seven days ahead of the hearing date.",
     [("hearing_publication_min", 7, "days", "hearing")]),
    ("Ten days' published notice of the hearing is required.",
     [("hearing_publication_min", 10, "days", "hearing")]),
    ("The Clerk shall cause notice of the hearing to be published once, at least five (5) "
     "days before the hearing, in the official newspaper.",
     [("hearing_publication_min", 5, "days", "hearing")]),
    ("Notice of the public hearing shall be posted on the Town's website and published in a "
     "newspaper no less than fifteen days before it is held.",
     [("hearing_publication_min", 15, "days", "hearing")]),
    # abatement_after_decision
    ("If the appeal is denied, the owner shall correct the violation within ten days of the "
     "decision.",
     [("abatement_after_decision", 10, "days", "decision")]),
    ("Where the Board upholds the notice, the violator shall comply within five days after "
     "the Board's decision, failing which the Town may abate the violation.",
     [("abatement_after_decision", 5, "days", "decision")]),
    ("Should the violation remain uncorrected 14 days after a decision upholding the notice,"
     " the County may enter and abate it.",
     [("abatement_after_decision", 14, "days", "decision")]),
    ("In the event of an appeal the violation shall be abated within seven days from the "
     "ruling of the hearing authority affirming the order.",
     [("abatement_after_decision", 7, "days", "decision")]),
    ("If the violation has not been remedied as the notice requires or, after an appeal, "
     "within three days of receipt of the decision, City crews may enter the premises.",
     [("abatement_after_decision", 3, "days", "notice_of_decision")]),
    ("When the notice is upheld on appeal, the violator has ten days from the date of the "
     "decision to complete abatement.",
     [("abatement_after_decision", 10, "days", "decision")]),
    ("If the violator has not complied within 15 days following the decision on the appeal, "
     "the Authority shall cause the violation to be abated.",
     [("abatement_after_decision", 15, "days", "decision")]),
    ("If the Council confirms the notice, the owner shall abate the violation within 20 days"
     " of the Council's decision or the City shall do so.",
     [("abatement_after_decision", 20, "days", "decision")]),
    ("If the appeal is unsuccessful, the appellant shall comply with the notice within six "
     "days of the date on which the decision is delivered.",
     [("abatement_after_decision", 6, "days", "service_of_decision")]),
    # cost_notice_within
    ("Within twenty days of completing the abatement, the Village shall send the owner an "
     "itemized statement of the costs.",
     [("cost_notice_within", 20, "days", "abatement_complete")]),
    ("The owner shall be informed in writing of the expenses of abatement no later than 15 "
     "days after the work is finished.",
     [("cost_notice_within", 15, "days", "abatement_complete")]),
    ("The Department shall mail a bill for its costs to the owner within 45 days after "
     "completion of the corrective work.",
     [("cost_notice_within", 45, "days", "abatement_complete")]),
    ("An invoice for the cost of the remediation shall be sent to the responsible party "
     "within ten business days following the abatement.",
     [("cost_notice_within", 10, "business_days", "abatement_complete")]),
    ("Notice of the costs, including administrative costs, shall be given to the property "
     "owner within thirty (30) days after the violation is abated by the Township.",
     [("cost_notice_within", 30, "days", "abatement_complete")]),
    ("As soon as practicable, and in no event later than thirty days after the work is "
     "completed, the Town shall deliver to the owner a statement of the cost of the work.",
     [("cost_notice_within", 30, "days", "abatement_complete")]),
    ("Upon completion of the abatement the Director shall, within 10 days, notify the owner "
     "of the cost thereof.",
     [("cost_notice_within", 10, "days", "abatement_complete")]),
    ("A bill for the cost of abatement shall be mailed to the owner within 60 days after the"
     " abatement. Payment is due 30 days after the date of the bill.",
     [("cost_notice_within", 60, "days", "abatement_complete"),
      ("cost_payment_due", 30, "days", "date_of_bill")]),
    ("The Finance Officer shall send an invoice for the costs of abatement to the property "
     "owner within thirty days of completion of the abatement work.",
     [("cost_notice_within", 30, "days", "abatement_complete")]),
    ("The City shall give the owner written notice of its costs within 25 days after abating"
     " the violation.",
     [("cost_notice_within", 25, "days", "abatement_complete")]),
    # cost_payment_due
    ("If the costs of abatement are not paid within sixty days of the date of the invoice, "
     "they become a lien on the property.",
     [("cost_payment_due", 60, "days", "date_of_bill")]),
    ("The responsible party shall reimburse the City for all abatement costs within thirty "
     "(30) days of receipt of the invoice.",
     [("cost_payment_due", 30, "days", "receipt_of_cost_notice")]),
    ("Payment of the cost of the corrective work is due within 45 days after notice of the "
     "cost is mailed.",
     [("cost_payment_due", 45, "days", "postmark_of_cost_notice")]),
    ("Charges for the Town's work that remain unpaid 90 days after the notice of the charges"
     " shall be certified to the tax collector.",
     [("cost_payment_due", 90, "days", "cost_notice")]),
    ("If the amount due is unpaid thirty days after the owner receives the bill, or if the "
     "bill was appealed, thirty days after the decision on the appeal, it becomes a special "
     "assessment.",
     [("cost_payment_due", 30, "days", "receipt_of_cost_notice"),
      ("cost_payment_due_after_appeal", 30, "days", "decision_on_cost_appeal")]),
    ("Costs not paid in full within 30 days of billing shall be a lien.",
     [("cost_payment_due", 30, "days", "date_of_bill")]),
    ("The owner shall pay the assessed cost to the Treasurer within forty-five days after "
     "service of the statement.",
     [("cost_payment_due", 45, "days", "cost_notice")]),
    ("If full payment of the expenses is not made in thirty (30) days from the mailing of "
     "the bill, the Township may file a municipal claim.",
     [("cost_payment_due", 30, "days", "date_of_bill")]),
    ("The owner shall be billed for the cost of abatement, and shall have 30 days from the "
     "billing date to pay in full.",
     [("cost_payment_due", 30, "days", "date_of_bill")]),
    ("The owner of the property shall be liable for the cost, which shall be payable within "
     "30 days after demand.",
     [("cost_payment_due", 30, "days", "date_of_bill")]),
    ("Should the owner not pay the invoice within 30 days, the cost shall be certified to "
     "the county auditor and collected as taxes.",
     [("cost_payment_due", 30, "days", "unspecified")]),
    ("The invoice is payable within 30 days. If it remains unpaid after that time the City "
     "may file a lien.",
     [("cost_payment_due", 30, "days", "unspecified")]),
    ("If such costs are not paid by the owner within ninety (90) days after written demand, "
     "the County Attorney may institute suit.",
     [("cost_payment_due", 90, "days", "date_of_bill")]),
    ("All costs are due and payable within 20 days of the owner's receipt of a statement of "
     "them.",
     [("cost_payment_due", 20, "days", "receipt_of_cost_notice")]),
    ("The expense of the abatement shall be paid to the Town by the owner within 40 days of "
     "the statement's receipt.",
     [("cost_payment_due", 40, "days", "receipt_of_cost_notice")]),
    # cost_payment_due_after_appeal
    ("Where the owner has protested the cost, the amount found due shall be paid within 15 "
     "days after the decision on the protest.",
     [("cost_payment_due_after_appeal", 15, "days", "decision_on_cost_appeal")]),
    # cost_protest_within
    ("The owner may object in writing to the amount of the costs within fifteen days after "
     "receipt of the bill.",
     [("cost_protest_within", 15, "days", "receipt_of_cost_notice")]),
    ("Any objection to the assessment of costs must be filed with the Clerk within 10 days "
     "of the date of the notice of costs.",
     [("cost_protest_within", 10, "days", "cost_notice")]),
    ("A property owner who disputes the charges shall file a protest within twenty days of "
     "the postmark on the statement of costs.",
     [("cost_protest_within", 20, "days", "postmark_of_cost_notice")]),
    ("The amount of the bill may be contested by written protest lodged not later than 14 "
     "days after the date of the bill.",
     [("cost_protest_within", 14, "days", "date_of_bill")]),
    ("The owner may appeal the cost of abatement to the Council within 30 days of the notice"
     " of the cost.",
     [("cost_protest_within", 30, "days", "cost_notice")]),
    ("The owner may challenge the cost of abatement by filing written objections with the "
     "Clerk not later than ten days after the statement of costs is received.",
     [("cost_protest_within", 10, "days", "receipt_of_cost_notice")]),
    ("Any person receiving a bill for abatement costs may contest it by requesting a hearing"
     " in writing within 10 days of the billing date.",
     [("cost_protest_within", 10, "days", "date_of_bill")]),
    ("The owner has 15 days from receipt of the invoice to object in writing to any item on "
     "it.",
     [("cost_protest_within", 15, "days", "receipt_of_cost_notice")]),
    ("An owner who believes the costs to be excessive may so protest in writing within 12 "
     "days after the bill is mailed.",
     [("cost_protest_within", 12, "days", "date_of_bill")]),
    # cure_period
    ("The owner shall correct the violation within ten days of receipt of the notice.",
     [("cure_period", 10, "days", "receipt_of_notice")]),
    ("The notice of violation shall give the violator thirty days from service of the notice"
     " to bring the property into compliance.",
     [("cure_period", 30, "days", "service_of_notice")]),
    ("Any person so notified shall cease the discharge within 48 hours.",
     [("cure_period", 48, "hours", "notice")]),
    ("The violator must disconnect the illicit connection no later than 14 calendar days "
     "after the date of the notice of violation.",
     [("cure_period", 14, "days", "date_of_notice")]),
    ("The notice shall allow at least seven (7) days for correction of the violation.",
     [("cure_period", 7, "days", "unspecified")]),
    ("A reasonable time, not less than five business days, shall be afforded to cure the "
     "violation.",
     [("cure_period", 5, "business_days", "unspecified")]),
    ("If a violation is not abated within 15 days after written notice, the Township may "
     "prosecute.",
     [("cure_period", 15, "days", "notice")]),
    ("Upon service of the order the responsible party shall have three days to eliminate the"
     " illegal discharge.",
     [("cure_period", 3, "days", "service_of_notice")]),
    ("Failure to remedy a violation within the thirty-day period following issuance of the "
     "citation is a separate offense.",
     [("cure_period", 30, "days", "date_of_citation")]),
    ("Violators shall be given 72 hours' notice to correct the violation.",
     [("cure_period", 72, "hours", "unspecified")]),
    ("The violation shall be corrected within 10 days of the notice, or within such longer "
     "period, not to exceed 45 days, as the Inspector may allow.",
     [("cure_period", 10, "days", "notice"),
      ("cure_period_extended_max", 45, "days", "unspecified")]),
    ("The violator shall be allowed not less than 15 days to correct the violation (provided"
     " that in an emergency 24 hours notice is sufficient).",
     [("cure_period", 15, "days", "unspecified"), ("cure_period", 24, "hours", "unspecified")]),
    ("The violator shall abate the nuisance in ten days from the service of the notice.",
     [("cure_period", 10, "days", "service_of_notice")]),
    ("Such notice shall direct that the discharge cease immediately and that the violation "
     "be corrected within fifteen days.",
     [("cure_period", 15, "days", "unspecified")]),
    ("Each notice shall state a time of not less than 10 nor more than 60 days for "
     "compliance.",
     [("cure_period", 10, "days", "unspecified"), ("cure_period", 60, "days", "unspecified")]),
    ("Anyone who fails to stop an illegal discharge within two hours of being ordered to do "
     "so commits an offense.",
     [("cure_period", 2, "hours", "notice")]),
    ("A landowner ordered to remove an obstruction shall do so within 30 days after the "
     "order is received.",
     [("cure_period", 30, "days", "receipt_of_order")]),
    ("The owner shall remove the illicit connection within 60 days of receipt of written "
     "notice, unless the Director grants an extension, which shall not exceed an additional "
     "60 days.",
     [("cure_period", 60, "days", "receipt_of_notice"),
      ("cure_period_extended_max", 60, "days", "unspecified")]),
    ("The violator will be granted up to 10 calendar days to bring the site into compliance.",
     [("cure_period", 10, "days", "unspecified")]),
    ("Where the violation is not an emergency, the notice shall provide for a period of at "
     "least 72 hours within which to correct it.",
     [("cure_period", 72, "hours", "unspecified")]),
    ("If the owner fails to make the required repairs within 30 days of notification, the "
     "County may enter the property and make them.",
     [("cure_period", 30, "days", "notification")]),
    ("Within 24 hours of notification, the contractor shall commence clean-up of tracked "
     "sediment.",
     [("cure_period", 24, "hours", "notification")]),
    ("An order under this section becomes effective upon service and must be obeyed within "
     "the time stated in it, which may not be less than 48 hours.",
     [("cure_period", 48, "hours", "service_of_notice")]),
    ("Persons receiving a warning shall have seven days to bring the discharge to an end.",
     [("cure_period", 7, "days", "unspecified")]),
    ("The Superintendent shall set the time for compliance, which shall not exceed thirty "
     "(30) days from the date of the notice.",
     [("cure_period", 30, "days", "date_of_notice")]),
    ("The date, not less than five days from the date of the notice, by which the violation "
     "must be corrected;",
     [("cure_period", 5, "days", "date_of_notice")]),
    ("A statement that if the violation is not corrected within 14 days the City may correct"
     " it at the owner's expense.",
     [("cure_period", 14, "days", "unspecified")]),
    ("Unless appealed, the violation shall be corrected within 10 days of the notice; if "
     "appealed, within 10 days of the final decision.",
     [("cure_period", 10, "days", "notice"),
      ("abatement_after_decision", 10, "days", "decision")]),
    ("Any illicit discharge shall be terminated within 4 hours of notification by the "
     "Department.",
     [("cure_period", 4, "hours", "notification")]),
    ("A person who is given notice of a violation and does not correct it within the ten "
     "days allowed by the notice is guilty of an offense.",
     [("cure_period", 10, "days", "notice")]),
    ("A user found to have an unlawful connection shall have the connection removed or "
     "permitted within sixty days of being notified.",
     [("cure_period", 60, "days", "notification")]),
    ("Where the owner has not begun the work within five days of receiving the order, "
     "Village forces may do the work.",
     [("cure_period", 5, "days", "receipt_of_order")]),
    ("The recipient of the notice shall put an end to the violation within 96 hours.",
     [("cure_period", 96, "hours", "unspecified")]),
    # cure_period_extended_max
    ("The Director may extend the time for correction of the violation for up to 30 days.",
     [("cure_period_extended_max", 30, "days", "unspecified")]),
    ("Upon good cause shown, an extension not exceeding sixty days may be granted to "
     "complete correction of the violation.",
     [("cure_period_extended_max", 60, "days", "unspecified")]),
    ("The time to abate the nuisance may be extended, but no extension shall exceed ninety "
     "(90) days.",
     [("cure_period_extended_max", 90, "days", "unspecified")]),
    ("The Engineer may grant additional time of not more than fifteen days to comply with "
     "the notice of violation.",
     [("cure_period_extended_max", 15, "days", "unspecified")]),
    ("The Engineer can lengthen the period for compliance by no more than 20 days for good "
     "reason.",
     [("cure_period_extended_max", 20, "days", "unspecified")]),
    ("One extension of up to fourteen (14) days may be allowed for correction of a violation"
     " where the violator shows diligence.",
     [("cure_period_extended_max", 14, "days", "unspecified")]),
    ("In its discretion the City may allow more time to correct the violation, but not more "
     "than 30 additional days.",
     [("cure_period_extended_max", 30, "days", "unspecified")]),
    ("Requests for extension must be made before the deadline, and no extension may be "
     "longer than 15 days from the original compliance date.",
     [("cure_period_extended_max", 15, "days", "unspecified")]),
    ("Upon request, the Director may prolong the time for correction, for not longer than 25"
     " days.",
     [("cure_period_extended_max", 25, "days", "unspecified")]),
    # response_plan_due
    ("Within 15 days of receipt of the notice of violation the discharger shall submit to "
     "the Director an explanation of the violation and a plan for its correction.",
     [("response_plan_due", 15, "days", "receipt_of_notice")]),
    ("A corrective action plan shall be submitted to the County no later than ten days after"
     " the notice of violation is issued.",
     [("response_plan_due", 10, "days", "date_of_notice")]),
    ("The violator must respond in writing to the notice of violation within seven days of "
     "receiving it.",
     [("response_plan_due", 7, "days", "receipt_of_notice")]),
    ("The person notified shall furnish the Town with a remediation schedule within five "
     "business days of the date of the notice of noncompliance.",
     [("response_plan_due", 5, "business_days", "date_of_notice")]),
    ("A plan for the satisfactory correction of the violation, with specific actions, must "
     "be delivered to the Superintendent within thirty days of the NOV.",
     [("response_plan_due", 30, "days", "notice")]),
    ("The alleged violator shall file a written response with the Stormwater Manager within "
     "twenty days after service of the notice of violation.",
     [("response_plan_due", 20, "days", "service_of_notice")]),
    ("The violator shall, within ten (10) days of the notice of violation, deliver to the "
     "Director a written plan of correction.",
     [("response_plan_due", 10, "days", "notice")]),
    ("A responsible person must, no later than 15 calendar days after the date of the notice"
     " of violation, provide the Administrator with a written corrective action plan.",
     [("response_plan_due", 15, "days", "date_of_notice")]),
    ("Within seven (7) days of receipt of the warning notice the recipient shall advise the "
     "Director in writing of the measures it will take to prevent a recurrence.",
     [("response_plan_due", 7, "days", "receipt_of_notice")]),
    ("The owner shall answer the notice of violation in writing within 10 days, setting out "
     "a schedule for correction.",
     [("response_plan_due", 10, "days", "unspecified")]),
    ("The violator shall hand in a plan of correction within 11 days of the date of the "
     "notice of violation.",
     [("response_plan_due", 11, "days", "date_of_notice")]),
    # denial_due
    ("If the person denies that a violation occurred, a written explanation of the basis for"
     " the denial shall be submitted within 10 days of receipt of the notice.",
     [("denial_due", 10, "days", "receipt_of_notice")]),
    ("A violator who contends that no violation took place shall file a written statement of"
     " the reasons within fourteen days after the notice of violation.",
     [("denial_due", 14, "days", "notice")]),
    ("Any denial of the alleged violation shall be made in writing and received by the "
     "Director within five days of the date of the notice.",
     [("denial_due", 5, "days", "date_of_notice")]),
    ("Where a person contends that no violation has occurred, an explanation of the basis of"
     " that contention must reach the Director within 15 days from receipt of the notice.",
     [("denial_due", 15, "days", "receipt_of_notice")]),
    # statement_due
    ("Any person subject to an emergency order shall, within three days of receipt of the "
     "order, submit a written report describing the causes of the discharge and the steps "
     "taken to prevent another.",
     [("statement_due", 3, "days", "receipt_of_order")]),
    ("A detailed written statement of the causes of the endangerment shall be filed with the"
     " City no later than seven days after the suspension order.",
     [("statement_due", 7, "days", "notice")]),
    ("Within five (5) business days after the order to cease and desist is served, the "
     "violator shall provide a full written account of the discharge.",
     [("statement_due", 5, "business_days", "service_of_notice")]),
    ("Not later than three days after receiving the cease and desist order the person shall "
     "report in writing on the causes of the endangering discharge.",
     [("statement_due", 3, "days", "receipt_of_order")]),
    ("Any user who receives a suspension order shall within ten days of the order file a "
     "detailed written report on its cause and on the measures taken to prevent a "
     "recurrence.",
     [("statement_due", 10, "days", "notice")]),
    ("Whoever the endangerment comes from shall hand the Director a detailed written report on "
     "how it arose and what was done against another, at the latest within 15 days of "
     "the occurrence.",
     [("statement_due", 15, "days", "unspecified")]),
    # remediation_complete_within
    ("All remediation shall be completed within sixty days of the notice of violation.",
     [("remediation_complete_within", 60, "days", "notice")]),
    ("The corrective measures that the notice requires must be fully complete no later than "
     "45 days after receipt of the notice of violation.",
     [("remediation_complete_within", 45, "days", "receipt_of_notice")]),
    ("The violator shall complete all required corrective actions within thirty (30) days of"
     " the date of the order.",
     [("remediation_complete_within", 30, "days", "date_of_notice")]),
    ("Abatement of the violation shall be completed within 21 days from service of the "
     "notice.",
     [("remediation_complete_within", 21, "days", "service_of_notice")]),
    ("All required restoration must be finished within 90 days from the date of the notice "
     "of violation.",
     [("remediation_complete_within", 90, "days", "date_of_notice")]),
    ("Restoration of the buffer shall be complete within six months of the notice of "
     "violation.",
     [("remediation_complete_within", 6, "months", "notice")]),
    ("The permittee shall cease the violation immediately and shall complete the cleanup "
     "within 48 hours of the notice of violation.",
     [("remediation_complete_within", 48, "hours", "notice")]),
    ("The order shall require that the landowner complete the work within a reasonable time,"
     " which shall in no case exceed 60 days.",
     [("remediation_complete_within", 60, "days", "unspecified")]),
    ("All cleanup required by the notice of violation shall be finished no later than 35 "
     "days from its receipt.",
     [("remediation_complete_within", 35, "days", "receipt_of_notice")]),
    # notice_issue_within
    ("When the Inspector finds a violation, the Inspector shall issue a notice of violation "
     "within three business days.",
     [("notice_issue_within", 3, "business_days", "determination")]),
    ("Written notice of the violation shall be served on the owner within ten days of its "
     "discovery.",
     [("notice_issue_within", 10, "days", "discovery")]),
    ("The Department shall notify the violator in writing within five days after the "
     "determination that a violation exists.",
     [("notice_issue_within", 5, "days", "determination")]),
    ("Within 48 hours of an inspection that reveals a violation, the Officer shall send the "
     "owner a notice of violation.",
     [("notice_issue_within", 48, "hours", "determination")]),
    ("The inspector shall mail a notice of violation to the owner within ten days after the "
     "inspection.",
     [("notice_issue_within", 10, "days", "determination")]),
    ("The Director shall serve the notice of violation within seven days of finding the "
     "violation.",
     [("notice_issue_within", 7, "days", "determination")]),
    ("The Town shall mail the notice of violation to the owner no later than the fifth "
     "business day after the violation is discovered.",
     [("notice_issue_within", 5, "business_days", "discovery")]),
    ("A notice of violation shall be issued no later than 10 days after the complaint is "
     "verified.",
     [("notice_issue_within", 10, "days", "determination")]),
    ("The inspector who observes a violation shall leave a notice of violation with the "
     "owner within two days.",
     [("notice_issue_within", 2, "days", "determination")]),
    # penalty_payment_due
    ("Civil penalties shall be paid within thirty days of the date of assessment.",
     [("penalty_payment_due", 30, "days", "assessment")]),
    ("The fine is payable to the Clerk within ten days after the citation is issued.",
     [("penalty_payment_due", 10, "days", "date_of_citation")]),
    ("Any person assessed a civil penalty must remit payment no later than 15 days after "
     "receipt of the notice.",
     [("penalty_payment_due", 15, "days", "receipt_of_notice")]),
    ("If the violator fails to pay the penalty within twenty days of the decision, the City "
     "Attorney may file suit.",
     [("penalty_payment_due", 20, "days", "decision")]),
    ("Penalties become due and payable 30 days after the notice of assessment is served.",
     [("penalty_payment_due", 30, "days", "service_of_notice")]),
    ("A person assessed a fine has 14 days from the date of the ticket to pay it.",
     [("penalty_payment_due", 14, "days", "date_of_citation")]),
    ("The civil penalty shall be due within 30 days after the decision becomes final.",
     [("penalty_payment_due", 30, "days", "decision")]),
    ("Failure to pay the assessed penalty within 60 days authorizes the Attorney to bring a "
     "civil action for collection.",
     [("penalty_payment_due", 60, "days", "unspecified")]),
    ("A citation must be paid or contested within 20 days of issuance.",
     [("penalty_payment_due", 20, "days", "date_of_citation")]),
    ("Unless the violator pays or appeals within 30 days, the penalty becomes a debt.",
     [("penalty_payment_due", 30, "days", "unspecified")]),
    ("The penalty shall be remitted to the Township within 10 days of the final "
     "determination.",
     [("penalty_payment_due", 10, "days", "decision")]),
    ("Civil penalties not paid within thirty (30) days of the date of the order imposing "
     "them may be collected by suit.",
     [("penalty_payment_due", 30, "days", "date_of_notice")]),
    ("A civil penalty is due 45 days from the day on which it was assessed.",
     [("penalty_payment_due", 45, "days", "assessment")]),
    # suit_after
    ("Where the cost remains unpaid for 60 days after the bill is sent, the Town may bring "
     "an action to recover it.",
     [("suit_after", 60, "days", "date_of_bill")]),
    ("If the abatement costs have not been paid for ninety days after the invoice date, the "
     "County may commence a civil action to collect them.",
     [("suit_after", 90, "days", "date_of_bill")]),
    ("If the bill for abatement is still unpaid after 120 days, the City Attorney is "
     "authorized to sue for its recovery.",
     [("suit_after", 120, "days", "unspecified")]),
    # city_correction_after
    ("Five days after notification of the owner, the Town may perform the corrective work at"
     " the owner's expense.",
     [("city_correction_after", 5, "days", "notification")]),
    ("After 72 hours following notice of the violation the Borough may enter and correct the"
     " violation.",
     [("city_correction_after", 72, "hours", "notice")]),
    ("The City may, upon ten days' notice to the owner, undertake the work needed to abate "
     "the violation.",
     [("city_correction_after", 10, "days", "notice")]),
    ("Where corrective action has not begun 24 hours after notice to the owner, the Village "
     "may make the repairs itself.",
     [("city_correction_after", 24, "hours", "notice")]),
    ("If, after five days from the date of the notice, the violation has not been corrected,"
     " the City may perform the corrective work and bill the owner.",
     [("city_correction_after", 5, "days", "date_of_notice")]),
    ("The Borough shall give the owner ten days' written notice of its intention to do the "
     "work, and if the work is not then done, may do it.",
     [("city_correction_after", 10, "days", "notice")]),
    # deemed_service_after
    ("If certified mail is refused, service shall be deemed complete five days after the "
     "date of mailing.",
     [("deemed_service_after", 5, "days", "unspecified")]),
    ("Notice sent by regular mail is presumed received three days after it is mailed.",
     [("deemed_service_after", 3, "days", "unspecified")]),
    ("A notice of violation returned unclaimed shall be considered served on the tenth day "
     "after it was deposited in the mail.",
     [("deemed_service_after", 10, "days", "unspecified")]),
    ("Refusal of the certified letter for ten days constitutes acceptance of the notice.",
     [("deemed_service_after", 10, "days", "unspecified")]),
    ("Notice is deemed given three business days after deposit in the United States mail.",
     [("deemed_service_after", 3, "business_days", "unspecified")]),
    ("Service by certified mail is complete upon receipt or, where delivery is refused, on "
     "the fifth day after mailing.",
     [("deemed_service_after", 5, "days", "unspecified")]),
    ("If the addressee refuses the certified letter, the notice is considered received on "
     "the third day following the first attempt at delivery.",
     [("deemed_service_after", 3, "days", "unspecified")]),
    ("Mailed notices take effect three days after mailing and are then deemed served.",
     [("deemed_service_after", 3, "days", "unspecified")]),
    ("Service by first-class mail shall be considered to have been made on the third "
     "business day after mailing.",
     [("deemed_service_after", 3, "business_days", "unspecified")]),
    # lookback_period
    ("A second violation within twelve months of the first violation is punishable by a "
     "larger fine.",
     [("lookback_period", 12, "months", "previous_violation")]),
    ("A repeat offense is one committed within three years of a prior conviction under this "
     "chapter.",
     [("lookback_period", 3, "years", "previous_violation")]),
    ("Any person convicted of two offenses in any 24-month period shall be fined double.",
     [("lookback_period", 24, "months", "previous_violation")]),
    ("Prior notices issued to the same person within the preceding 36 months shall be "
     "counted.",
     [("lookback_period", 36, "months", "prior_notice")]),
    ("Violations occurring during the previous five years are counted as earlier offenses.",
     [("lookback_period", 5, "years", "previous_violation")]),
    ("An offense is a second offense where the person was found responsible for another "
     "violation of this chapter in the 18 months before it.",
     [("lookback_period", 18, "months", "previous_violation")]),
    ("A third violation by the same owner within any period of two years shall be a "
     "misdemeanor.",
     [("lookback_period", 2, "years", "previous_violation")]),
    ("If a second notice is issued within 90 days of the first notice for the same site, no "
     "period to correct need be given.",
     [("lookback_period", 90, "days", "prior_notice")]),
    ("Repeat violations occurring within a 24-month period shall be subject to double "
     "penalties.",
     [("lookback_period", 24, "months", "previous_violation")]),
    ("A person who commits a second violation less than 12 months after the first shall pay "
     "twice the fine.",
     [("lookback_period", 12, "months", "previous_violation")]),
    ("Two or more violations in a 12-month period make the offender a habitual violator.",
     [("lookback_period", 12, "months", "previous_violation")]),
    ("If two or more notices of violation have been issued to the same person during the "
     "prior three years, the fine is doubled.",
     [("lookback_period", 3, "years", "prior_notice")]),
    ("A prior violation is one for which the person was cited in the last 12 months.",
     [("lookback_period", 12, "months", "previous_violation")]),
    ("Fines double for each further violation within five years.",
     [("lookback_period", 5, "years", "previous_violation")]),
    ("A property owner who has received a notice under this section within the past two "
     "years need not be given another before abatement.",
     [("lookback_period", 2, "years", "prior_notice")]),
    ("Violations by the same owner are counted together if they occur within 30 months of "
     "each other.",
     [("lookback_period", 30, "months", "previous_violation")]),
    # transition_period
    ("Owners of existing connections shall comply with this chapter within 180 days of the "
     "effective date of this ordinance.",
     [("transition_period", 180, "days", "effective_date")]),
    ("No penalty shall be imposed for a period of six months after this article takes "
     "effect.",
     [("transition_period", 6, "months", "effective_date")]),
    ("Existing facilities have one year from the adoption of this ordinance to meet its "
     "requirements.",
     [("transition_period", 1, "years", "effective_date")]),
    ("Nonconforming connections existing on the effective date shall be removed within 12 "
     "months after the effective date of this chapter.",
     [("transition_period", 12, "months", "effective_date")]),
    ("For the first ninety days after this ordinance becomes effective, only warnings shall "
     "be issued.",
     [("transition_period", 90, "days", "effective_date")]),
    ("Facilities in use when this ordinance was adopted must be registered and brought into "
     "conformity no later than two years after its effective date.",
     [("transition_period", 2, "years", "effective_date")]),
    ("All illicit connections in existence on the effective date of this ordinance shall be "
     "disconnected within one hundred eighty (180) days of that date.",
     [("transition_period", 180, "days", "effective_date")]),
    ("This section does not apply to existing ponds until three years after the date of "
     "adoption of this article.",
     [("transition_period", 3, "years", "effective_date")]),
    ("Owners have eight months from the effective date of this chapter to bring existing "
     "outfalls into conformity with it.",
     [("transition_period", 8, "months", "effective_date")]),
    # who receives the appeal
    ("The clerk must receive the appeal within seven days from the date of the notice.",
     [("appeal_window", 7, "days", "date_of_notice")]),
    ("The Secretary of the Board must be given the petition within 15 days of receipt of "
     "the order.",
     [("appeal_window", 15, "days", "receipt_of_order")]),
    ("No appeal shall be considered unless the Director has received it within 20 days of "
     "the date of the notice of violation.",
     [("appeal_window", 20, "days", "date_of_notice")]),
    ("The Department must have received a written request for review within ten business "
     "days of the issuance of the citation.",
     [("appeal_window", 10, "business_days", "date_of_citation")]),
    ("The Recorder has to receive every request for a hearing not later than 12 days after "
     "the notice was served.",
     [("appeal_window", 12, "days", "service_of_notice")]),
    ("Any appeal must be received by the Utility on or before the ninth calendar day after "
     "which the notice to remove the obstruction is given.",
     [("appeal_window", 9, "days", "notice")]),
    ("A decision may be appealed to the Zoning Commission by sending a letter to the "
     "Inspector within eleven days of the decision.",
     [("appeal_window", 11, "days", "decision")]),
    ("The finding is final unless the accused submits a notice of appeal to the Town "
     "within six business days of the notice being served.",
     [("appeal_window", 6, "business_days", "service_of_notice")]),
    ("The order becomes final ten days after its service unless a hearing is asked for "
     "before then.",
     [("appeal_window", 10, "days", "service_of_notice")]),
    ("Whoever objects to a decision may appeal it to the Manager within ten days following "
     "the effective date of the decision.",
     [("appeal_window", 10, "days", "decision")]),
    ("A person aggrieved by a decision of the Engineer, including one that denies a "
     "variance, may appeal to the Director within 16 days of the decision.",
     [("appeal_window", 16, "days", "decision")]),
    ("The notice of appeal is to be filed not later than ten days after service of the "
     "enforcement action.",
     [("appeal_window", 10, "days", "service_of_notice")]),
    # chains of appeals
    ("The Board's decision may be appealed to the Village Council within twelve days after "
     "service of the decision, and the Council's decision to the Circuit Court within "
     "thirty-five days of the decision.",
     [("further_appeal_window", 12, "days", "service_of_decision"),
      ("judicial_review_window", 35, "days", "decision")]),
    ("The decision of the hearing officer becomes final 15 days after it is mailed unless "
     "appealed to the Council.",
     [("further_appeal_window", 15, "days", "notice_of_decision")]),
    ("Any violator may appeal to the Town Manager within ten days of the notice. Whoever "
     "is not satisfied with the decision of the Town Manager may appeal to the Board of "
     "Trustees. Such appeals shall be filed within 14 days of receiving written notice of "
     "the Town Manager's decision.",
     [("appeal_window", 10, "days", "notice"),
      ("further_appeal_window", 14, "days", "notice_of_decision")]),
    # to court
    ("An appeal from the decision of the Board goes to the Superior Court within 30 days "
     "from the date of the decision.",
     [("judicial_review_window", 30, "days", "decision")]),
    ("Appeals from the Council lie to the Circuit Court within 20 days of the date of the "
     "decision.",
     [("judicial_review_window", 20, "days", "decision")]),
    ("Appeal of the Commissioner's decision shall be by a new trial in the Superior Court, "
     "within 30 days of the decision.",
     [("judicial_review_window", 30, "days", "decision")]),
    ("Review of the Board's order shall be by writ of certiorari to the Superior Court "
     "within forty days after service of the order.",
     [("judicial_review_window", 40, "days", "service_of_decision")]),
    ("The Board's decision is final unless the petitioner appeals the decision to the "
     "District Court within 21 days after the date of the decision.",
     [("judicial_review_window", 21, "days", "decision")]),
    ("Judicial review of the final order must be sought by petition not later than 35 days "
     "after the order is signed.",
     [("judicial_review_window", 35, "days", "decision")]),
    # the hearing
    ("The suspension of a permit shall entitle the holder to a hearing before the Board "
     "within 20 days after receipt by the Director of written notice of appeal.",
     [("hearing_within", 20, "days", "receipt_of_appeal")]),
    ("The appellant has the right to a hearing before the Commission within ten days of "
     "its receipt of the request.",
     [("hearing_within", 10, "days", "receipt_of_appeal")]),
    ("If a person asks for a hearing under this section, a hearing shall be held before "
     "the Manager within 18 days of the date on which the request is received.",
     [("hearing_within", 18, "days", "receipt_of_appeal")]),
    ("In no case shall such hearing be held more than sixty days from the receipt of the "
     "petition.",
     [("hearing_within", 60, "days", "receipt_of_appeal")]),
    ("The date of the hearing shall be no sooner than ten nor later than thirty days from "
     "the filing of the request.",
     [("hearing_within", 30, "days", "receipt_of_appeal")]),
    ("Within 25 days after the appeal is received the Board holds a hearing.",
     [("hearing_within", 25, "days", "receipt_of_appeal")]),
    ("The Commission shall hear the appeal within fifty days of the filing of the letter "
     "requesting the appeal.",
     [("hearing_within", 50, "days", "receipt_of_appeal")]),
    ("The alleged violator shall be given at least seven working days' written "
     "notification of the hearing.",
     [("hearing_notice_min", 7, "business_days", "hearing")]),
    ("The Manager shall schedule a show-cause hearing. The owner shall receive "
     "notification of the hearing at least two weeks in advance of the scheduled date.",
     [("hearing_notice_min", 2, "weeks", "hearing")]),
    # the decision
    ("An appeal may be taken to the Director. The Director shall vote on the appeal within "
     "ten days of receipt of the notice.",
     [("decision_within", 10, "days", "receipt_of_appeal")]),
    ("The Board shall act within 40 days of receipt of the appeal.",
     [("decision_within", 40, "days", "receipt_of_appeal")]),
    ("The hearing officer shall render a decision on the appeal within eight working days "
     "after the appeal has been heard.",
     [("decision_within", 8, "business_days", "hearing")]),
    ("The decision on a petition shall be issued within 20 days from the day the Board "
     "heard the petition.",
     [("decision_within", 20, "days", "hearing")]),
    # the cost, in the present and passive
    ("Within 20 days after the abatement the owner is notified of the cost.",
     [("cost_notice_within", 20, "days", "abatement_complete")]),
    ("Not later than 30 days after the work is done the owner is sent a bill for its cost.",
     [("cost_notice_within", 30, "days", "abatement_complete")]),
    ("Within 15 days of the abatement the City notifies the owner of what the abatement "
     "cost.",
     [("cost_notice_within", 15, "days", "abatement_complete")]),
    ("The owner will be told the cost of the abatement within 28 days after the abatement.",
     [("cost_notice_within", 28, "days", "abatement_complete")]),
    ("The owner of the lot is billed for the cost within forty days of the abatement.",
     [("cost_notice_within", 40, "days", "abatement_complete")]),
    ("The City mails a copy of the statement demanding payment within 30 days after the "
     "day on which the statement is postmarked.",
     [("cost_payment_due", 30, "days", "postmark_of_cost_notice")]),
    ("The owner may file a written objection to all or part of the statement within 20 "
     "days after the day of the statement's postmark.",
     [("cost_protest_within", 20, "days", "postmark_of_cost_notice")]),
    ("The Town bills the owner for the costs, and the owner shall have 10 days to pay in "
     "full. The 10-day period shall commence with the date of the billing.",
     [("cost_payment_due", 10, "days", "date_of_bill")]),
    ("Within nine days after receiving the bill, if no objection is filed, the person "
     "responsible shall pay the cost.",
     [("cost_payment_due", 9, "days", "receipt_of_cost_notice")]),
    ("The fine is payable within ten days of the determination or, if a hearing was had "
     "and the fine is not paid before, within 12 days of the decision.",
     [("penalty_payment_due", 10, "days", "determination"),
      ("penalty_payment_due", 12, "days", "decision")]),
    # to correct
    ("Within ten days of receipt of the notice of violation the owner corrects the "
     "violation.",
     [("cure_period", 10, "days", "receipt_of_notice")]),
    ("If the violation continues beyond four days after the notice, a red tag is posted.",
     [("cure_period", 4, "days", "notice")]),
    ("The Director shall notify the operator in writing and give a reasonable time, not to "
     "exceed 21 days, to change the plan as needed to end the violation.",
     [("cure_period", 21, "days", "notice")]),
    ("The operator shall amend the erosion plan within seven days of a notice of "
     "violation.",
     [("cure_period", 7, "days", "notice")]),
    ("The Town may serve a written notice stating the nature of the violation and "
     "providing a reasonable time, not to exceed thirty days, for its satisfactory "
     "correction.",
     [("cure_period", 30, "days", "unspecified")]),
    ("If satisfactory corrections of the violation are not made within a reasonable time "
     "(30 days maximum), the Engineer may do the work.",
     [("cure_period", 30, "days", "unspecified")]),
    ("The owner shall comply with the order within the time specified in the notice, not "
     "to be less than thirty days.",
     [("cure_period", 30, "days", "unspecified")]),
    ("A violator shall have until 5 p.m. of the third working day following the issuance "
     "of the notice to begin corrective work.",
     [("cure_period", 3, "business_days", "date_of_notice")]),
    ("The notice shall allow the owner ten days to remove the obstruction. That ten-day "
     "period begins with the mailing of the notice.",
     [("cure_period", 10, "days", "date_of_notice")]),
    ("If any person fails to disconnect an illicit connection upon 30 days' prior "
     "notification by the Director, the Director may remove it.",
     [("cure_period", 30, "days", "notice")]),
    ("If the violation is not abated within one day from the verbal warning, a stop work "
     "order is issued.",
     [("cure_period", 1, "days", "notice")]),
    ("The order directs the owner to remove the connection within a period of time not to "
     "exceed thirty days from the date of service of the notice, unless circumstances "
     "require a longer time.",
     [("cure_period", 30, "days", "service_of_notice")]),
    ("The owner shall comply within seven days, or such additional period, not to exceed "
     "30 days, as the notice of violation allows.",
     [("cure_period", 7, "days", "unspecified"),
      ("cure_period_extended_max", 30, "days", "unspecified")]),
    ("Upon a showing of good cause the date for compliance with the notice may be moved "
     "back by up to thirty days.",
     [("cure_period_extended_max", 30, "days", "unspecified")]),
    ("Corrective work shall be begun within 48 hours and completed within ten days of the "
     "order.",
     [("cure_period", 48, "hours", "unspecified"),
      ("remediation_complete_within", 10, "days", "notice")]),
    # the town's work
    ("The Department, after 30 days' written notice by certified mail (except that in an "
     "imminent danger 24 hours' notice shall be sufficient), may correct the violation.",
     [("city_correction_after", 30, "days", "notice"),
      ("city_correction_after", 24, "hours", "notice")]),
    ("The work of abatement shall not begin until 20 days after the notice of violation "
     "has been mailed.",
     [("city_correction_after", 20, "days", "date_of_notice")]),
    # counting, serving, grace
    ("If the violation recurs within two years of the order, the City shall again send a "
     "notice.",
     [("lookback_period", 2, "years", "prior_notice")]),
    ("Fines double for any person cited more than once in a rolling 36-month period.",
     [("lookback_period", 36, "months", "previous_violation")]),
    ("Service by regular mail shall be deemed effective on the date three days following "
     "deposit in the mail.",
     [("deemed_service_after", 3, "days", "unspecified")]),
    ("The notice shall be deemed delivered after posting on the premises for a period of "
     "ten business days.",
     [("deemed_service_after", 10, "business_days", "unspecified")]),
    ("A notice sent by mail is deemed served five days after the date of the notice.",
     [("deemed_service_after", 5, "days", "date_of_notice")]),
    # more of the same, as other towns have it
    ("A decision adverse to the appellant may be further appealed to the Council within 24 "
     "days of receipt of notice of the decision.",
     [("further_appeal_window", 24, "days", "notice_of_decision")]),
    ("The Director shall respond to a written appeal within ten days after its receipt.",
     [("decision_within", 10, "days", "receipt_of_appeal")]),
    ("The person shall have 17 days from the date of service of the notice in which to "
     "make written application for a hearing.",
     [("appeal_window", 17, "days", "service_of_notice")]),
    ("The notice is deemed served on: the day on which it is handed over; three days after "
     "the notice is mailed; or seven days after the notice is mailed to another state.",
     [("deemed_service_after", 3, "days", "date_of_notice"),
      ("deemed_service_after", 7, "days", "date_of_notice")]),
    ("If such owner fails after ten days' written notice to correct the violation, the "
     "Village may apply to the Circuit Court for an injunction.",
     [("cure_period", 10, "days", "notice")]),
    ("If a person neglects for eight days after notice to remove the obstruction, the Town "
     "shall remove it.",
     [("cure_period", 8, "days", "notice")]),
    ("Within thirty days after completing all measures necessary to abate the violation or "
     "to remediate the site, the owner will be notified of the costs.",
     [("cost_notice_within", 30, "days", "abatement_complete")]),
    ("If the amount due is not received by the end of the time for a protest or within 26 "
     "days following a decision of the Board on it, the costs become a special assessment.",
     [("cost_payment_due_after_appeal", 26, "days", "decision_on_cost_appeal")]),
    ("The statement becomes delinquent if the abatement cost is not paid within fourteen "
     "days after the date of the statement.",
     [("cost_payment_due", 14, "days", "cost_notice")]),
    ("If a period of not less than thirty days has elapsed following the issuance of a "
     "notice of violation and the violation continues, a second notice is issued.",
     [("cure_period", 30, "days", "date_of_notice")]),
    ("A penalty unpaid 30 days after the offender has been cited may be recovered in a "
     "civil action.",
     [("penalty_payment_due", 30, "days", "date_of_citation")]),
    ("The owner shall comply within six days of the decision of the Stormwater Board, or "
     "the Town shall abate the violation.",
     [("abatement_after_decision", 6, "days", "decision")]),
    ("All connections made before adoption of this article shall be disconnected within "
     "ninety days of the adoption of this article.",
     [("transition_period", 90, "days", "effective_date")]),
    ("The Town may require a response within fifteen days after the notice of violation is "
     "mailed.",
     [("response_plan_due", 15, "days", "date_of_notice")]),
    ("Unless the person to whom the notice is given shall within thirty days after service "
     "thereof file a request for reconsideration, the notice becomes final and not subject "
     "to judicial review.",
     [("appeal_window", 30, "days", "service_of_notice")]),
    ("It shall be the duty of the owner to begin remedial work not later than the tenth "
     "day after the notice was posted on the premises.",
     [("cure_period", 10, "days", "service_of_notice")]),
    ("The Commissioner shall hear the matter within nine days of the filing of the notice "
     "of a request for reconsideration.",
     [("hearing_within", 9, "days", "receipt_of_appeal")]),
]  # fmt: skip
"""Sentences with a deadline in them, by the deadline that each states first."""

NOT_DEADLINES = [
    "Stormwater facilities shall hold the runoff of the 25-year, 24-hour storm.",
    "The basin shall drain within 72 hours after the end of a rain event.",
    "Erosion controls shall be inspected at least once every seven days and within 24 hours"
    " of a storm of half an inch.",
    "Records of inspections shall be retained for three years and shown to the Director on "
    "request.",
    "A stormwater permit expires one year after the date of issuance unless work has begun.",
    "A permit is valid for 24 months and may be renewed.",
    "Disturbed areas shall be stabilized within 14 days after grading has ceased.",
    "Any person who knows of a spill shall notify the Department by telephone within 24 "
    "hours of the discharge.",
    "The notification shall be confirmed by written notice mailed to the City within three "
    "business days of the phone notice.",
    "The Director shall approve or disapprove the application within 30 days of receipt.",
    "Record drawings shall be submitted within 60 days of completion of construction.",
    "Upon conviction the violator may be imprisoned for a term of up to 90 days.",
    "The violator shall be confined in the county jail for not more than six months.",
    "Each 24-hour period during which a violation continues is a separate offense.",
    "This ordinance shall take effect thirty days after its adoption.",
    "The maintenance bond shall remain in force for two years after acceptance.",
    "The stormwater utility fee is due within 20 days of the billing date.",
    "The maintenance agreement shall be recorded within 30 days of approval.",
    "Members of the Board serve terms of three years.",
    "A vegetated buffer of 25 feet shall be kept for five years.",
    "The annual report shall be submitted to the state within 60 days of the end of the "
    "year.",
    "Swimming pool water may be discharged after it has stood for ten days.",
    "Portable toilets shall be emptied every seven days.",
    "If the application is denied, the Director shall tell the applicant the reasons in "
    "writing within 15 days.",
    "Sediment shall be removed from a trap when half full and in any case within 10 days.",
    "Soil stockpiles shall be covered if left for more than 14 days.",
    "The permit holder shall notify the City at least 48 hours before beginning land "
    "disturbance.",
    "An extension of the permit of up to one year may be granted.",
    "The facility shall be designed to release the water quality volume over 24 hours.",
    "Monitoring results shall be kept on site and made available for three years.",
    "The Director shall review the plan within 20 business days and may ask for more "
    "information.",
    "The owner shall submit an inspection report to the City by May 1 of each year, or "
    "within 30 days of the inspection.",
    "The applicant shall post a bond that remains effective for twelve months after "
    "completion.",
    "A discharge from a swimming pool is allowed if the water has been held for five days.",
    "The Board shall meet within ten days of a call by its chair.",
    "A variance lapses if not used within six months.",
    "Any person who discharges shall report the discharge orally within one hour and in "
    "writing within five days.",
    "Land shall not be left bare for more than seven days.",
    "The City shall inspect each outfall once every five years.",
    "The fee for late payment of the stormwater bill is added 30 days after the due date.",
    "The violator has the burden of proof and may be heard in person.",
    "A stop work order shall remain in effect for at least 24 hours.",
    "Inspectors may enter during business hours on 24 hours' notice to the owner.",
    "Erosion control measures shall be repaired within 24 hours of any rainfall of half an "
    "inch.",
    "The owner shall inspect the facility within 30 days of each wet season.",
    "Any application not completed within 90 days is void.",
    "Employees shall be trained within 30 days of hire.",
    "The performance bond shall be released 60 days after final acceptance.",
    "The Director shall respond to requests for information within five working days.",
    "Dumpsters must be emptied every 7 days.",
    "Plants that die within two years shall be replaced.",
    "Construction shall begin within one year of permit approval or the permit is void.",
    "The City shall maintain these records for at least five years and shall produce them "
    "within ten days of a request by the State.",
    "The responsible person shall make the repairs noted in the annual inspection within 30"
    " days and keep a log of them for five years.",
    "Sites of one acre or more shall be permanently stabilized no later than 14 calendar "
    "days after final grade is reached.",
    "A concentrated flow from the ten-year storm shall not exceed four feet a second.",
    "The Council shall adopt a fee schedule within 60 days.",
    "Minutes of the Board shall be filed within seven days of each meeting.",
    "The Board consists of five members, each appointed for a term of four years.",
    "Within 10 days of a change of ownership the new owner shall register with the "
    "Department.",
    "A temporary use of the easement may last no longer than 30 days.",
    "The bond is forfeited where the work is not completed within 18 months of the date of "
    "the permit.",
    "Samples shall be analyzed within 48 hours and results sent to the Director within 30 "
    "days.",
    "No work may be done between the hours of 9 p.m. and 7 a.m. for more than two days.",
    "The Director may for good cause continue the hearing for up to 30 days.",
    "Pools shall be dechlorinated for at least 72 hours before discharge.",
    "Waste oil shall not be stored for more than 90 days.",
    "The Board shall set the appeal for hearing at its next meeting that is at least ten "
    "days after the appeal is filed.",
    "Industries subject to this article on its effective date shall have 90 days to submit "
    "the required plan.",
    "The contractor shall keep the silt fence for 30 days after seeding.",
    "Catch basins shall be cleaned within 15 days of the end of leaf season.",
    "The City may waive the fee for up to two years.",
    "Ten days after posting a stop-work order, the Administrator may issue to the owner a "
    "notice of intent to do the work.",
    "Five days after the order is served, the Director may send the owner a notice that "
    "the City intends to abate the violation.",
    "The appellant shall be refunded the appeal fee within forty-five days of a ruling "
    "that no violation took place.",
    "The appeal fee is returned if the appellant requests withdrawal of the appeal at "
    "least fifteen days before the hearing.",
    "The violator shall provide the City with written notice that an attorney represents "
    "him at least five days before the hearing.",
    "A copy of the inspector's additional report shall be served on the appellant at "
    "least five days before the hearing.",
    "The lien shall continue for ten years following the date of the final order.",
    "The Commission shall place an appeal on the agenda of the next meeting held at least "
    "ten days after it is filed.",
    "If sampling shows a violation, the user must notify the control authority within 24 "
    "hours of becoming aware of the violation.",
    "Twenty-four hours before service is terminated the user must receive written notice "
    "and an opportunity to respond.",
    "Any person who disputes the stormwater user fee may appeal to the Manager within 30 "
    "days of the bill.",
    "Failure to grant access to the Town within 48 hours of a call is not allowed.",
    "The utility may bill back for a period of up to one year.",
    "Suits on such debts must be filed within three years.",
    "The council shall act on the appeal at its first meeting held at least seven days "
    "after the appeal is filed.",
    "The Board may amend this chapter after a public hearing of which 15 days' notice has "
    "been given in a newspaper.",
    "Members of the Board are appointed for three years and may be removed upon ten days' "
    "notice.",
    "Within 90 days of the adoption of this chapter the Director shall publish a manual.",
    "Notice of the Council's hearing on the rates shall be published at least ten days "
    "before it.",
    "No appeal of a fee is heard once it is thirty days past due.",
    "Maintenance needs found in an inspection shall be carried out within 60 days.",
    "The owner has 30 days after a transfer of title to record a new maintenance "
    "agreement.",
    "If the applicant does not resubmit within 90 days the application is withdrawn.",
]  # fmt: skip
"""Sentences whose periods are something else."""

INTEREST: list[tuple[str, list[Told]]] = [
    ("Unpaid charges bear interest at the rate of nine percent (9%) per annum from the date "
     "of the assessment.",
     [("interest_rate", 9, "percent_per_year", "assessment")]),
    ("Interest of 1.5 percent per month shall be added to the cost from the thirty-first day"
     " after the date of billing.",
     [("interest_rate", 18, "percent_per_year", "date_of_bill"),
      ("interest_start_day", 31, "days", "date_of_bill")]),
    ("The balance shall bear simple interest at seven per cent a year, beginning thirty days"
     " after completion of the abatement.",
     [("interest_rate", 7, "percent_per_year", "abatement_complete"),
      ("interest_start_day", 30, "days", "abatement_complete")]),
    ("The sum shall accrue interest at ____ percent per annum.",
     [("interest_rate", None, "percent_per_year", None)]),
    ("Interest shall accrue at the legal rate on any unpaid balance.",
     [("interest_by_statute", None, "", None)]),
    ("The lien bears interest at the rate prescribed by state law for judgments.",
     [("interest_by_statute", None, "", None)]),
    ("Late payments shall bear interest.",
     [("interest_on_late_payment", None, "", "late_payment")]),
    ("The owner shall pay the cost of the work together with interest.",
     [("interest_on_cost", None, "", None)]),
    ("All payments received shall be applied first to accrued interest and then to "
     "principal.",
     [("payments_to_interest_first", None, "", None)]),
    ("A person with an interest in the property may attend in the public interest.",
     []),
    ("The Board shall avoid a conflict of interest.",
     []),
    ("Impervious surface shall not exceed thirty percent of the lot.",
     []),
    ("The debt may be paid in up to six monthly installments.",
     [("installments_max", 6, "count", None)]),
    ("The Council may allow payment in not more than ten (10) equal annual payments with "
     "interest at 6% per year.",
     [("installments_max", 10, "count", None), ("interest_rate", 6, "percent_per_year", None)]),
    ("The cost may be divided into no more than four quarterly installments.",
     [("installments_max", 4, "count", None)]),
    ("Delinquent charges shall draw interest at twelve percent (12%) per annum from the due "
     "date until paid.",
     [("interest_rate", 12, "percent_per_year", "cost_payment_due")]),
    ("Unpaid penalties shall bear interest at the statutory rate.",
     [("interest_by_statute", None, "", None)]),
    ("The lien shall accrue interest at the rate set by section 12-4 of the state code for "
     "delinquent taxes.",
     [("interest_by_statute", None, "", None)]),
    ("Any balance not paid within 30 days accrues interest at one percent per month.",
     [("interest_rate", 12, "percent_per_year", None)]),
    ("An annual interest rate of eight percent applies to the outstanding balance commencing"
     " 45 days after the date of the notice of the cost.",
     [("interest_rate", 8, "percent_per_year", "cost_notice"),
      ("interest_start_day", 45, "days", "cost_notice")]),
    ("The costs, with interest and attorney fees, are a lien.",
     [("interest_on_cost", None, "", None)]),
    ("Interest on overdue amounts will be charged.",
     [("interest_on_late_payment", None, "", "late_payment")]),
    ("Partial payments are credited to interest first and the remainder to principal.",
     [("payments_to_interest_first", None, "", None)]),
    ("Payment shall be made in no more than three equal annual installments bearing interest"
     " at the rate of 5% per annum.",
     [("installments_max", 3, "count", None), ("interest_rate", 5, "percent_per_year", None)]),
    ("It is in the best interest of the Town to keep its streams clean.",
     []),
    ("Any person having a legal or equitable interest in the land may be notified.",
     []),
    ("Interested persons may speak; the interests of the public come first.",
     []),
    ("Slopes shall not be steeper than 10 percent within 20 days of grading.",
     []),
    ("A late fee of ten percent (10%) is added to unpaid bills.",
     []),
    ("The assessment shall be payable over a period of ten years in equal annual "
     "installments with interest at 6 percent per annum.",
     [("interest_rate", 6, "percent_per_year", None)]),
    ("The owner may pay in up to four (4) installments.",
     [("installments_max", 4, "count", None)]),
    ("Unpaid sums bear interest of seven percent (7%) a year beginning on the first day of "
     "the month after the abatement is complete.",
     [("interest_rate", 7, "percent_per_year", "abatement_complete")]),
    ("Interest shall be assessed on the balance at the rate of ten percent (10%) per annum "
     "beginning on the 61st day following receipt of the invoice.",
     [("interest_rate", 10, "percent_per_year", "receipt_of_cost_notice"),
      ("interest_start_day", 61, "days", "receipt_of_cost_notice")]),
    ("The debt bears interest at 9% per annum from the date of discovery of the violation.",
     [("interest_rate", 9, "percent_per_year", "discovery")]),
    ("Judgment shall include interest as allowed by law.",
     [("interest_by_statute", None, "", None)]),
    ("The liability shall be paid in not more than ____ equal payments with interest at the "
     "rate of ___ percent per annum.",
     [("installments_max", None, "count", None),
      ("interest_rate", None, "percent_per_year", None)]),
    ("Interest at the maximum rate permitted by law shall run from the date of completion of"
     " the work.",
     [("interest_by_statute", None, "", None)]),
]  # fmt: skip
"""Sentences of interest and of payments in parts; a unit is empty where there is none."""
