"""The words by which a sum's roles are known: what governs it, how much of it, of what.

Each pattern is one role, as a list of the ways in which codes say it; none spans a sentence.
"""

from __future__ import annotations

import re

from outfall.reading import numerals
from outfall.reading.phrases import ways

_PENALTY = (
    r"civil\s+charges?|penalt(?:y|ies)|penali[sz]\w+|fines?(?!\s+(?:sediment|particle|grain|soil|"
    r"sand|material))|"
    r"fined|forfeit(?:s|ed|ures?)?|punish\w*|sanctions?|"
    r"infractions?|monetary\s+judgments?|judgments?\s+(?:of|for)|sentenced"
)
_OTHER = (
    r"fees?|bonds?|bonded|insur\w+|coverage|deposits?|escrow\w*|letters?\s+of\s+credit|"
    r"(?<!violation )(?<!offense )costs?|costing|expenses?|damages?|valued?|valuation|income|"
    r"taxes|rents?|rewards?|prices?|charges?|surcharges?|budget\w*|suret(?:y|ies)|security|securities|loans?|"
    r"grants?|worth|threshold|investments?|assets|rates?|contribution|wages?|guarantees?|account|"
    r"amount\s+due|balance"
)
NOUN = re.compile(rf"\b(?:(?P<penalty>{_PENALTY})|(?P<other>{_OTHER}))\b", re.IGNORECASE)
PENALTY = ways(_PENALTY)
NEXT_NOUN = re.compile(
    r"\s*(?:in\s+)?(?:(?!(?:and|or|nor|to|for|per|plus|in|with|together|upon|if|as|each|every|"
    r"shall|may|a|an|"
    r"but|is|are|at|of|on|which|that|when|where|not|no)\b)[\w/-]+\s+){0,3}?"
    rf"(?:(?P<penalty>{_PENALTY})|(?P<other>{_OTHER}))\b",
    re.IGNORECASE,
)
"""The noun that a sum stands before: "a $500 civil penalty", "a minimum $50 reinspection fee"."""

BESIDE = ways("in (?:addition to|lieu of)", after=r"\b[^,.;$]*")
"""Another thing that a sentence sets its own beside."""
IN_PASSING = ways(
    "plus", "in addition to", "together with", "exclusive of", "without", after=r"\b[^.;]*$"
)

_GOVERNMENT = r"(?:the )?(?:state|federal(?: government)?|u\.?s\.?|epa|united states)"
FOREIGN = ways(
    "clean water act",
    "federal water pollution",
    rf"(?:imposed|assessed|levied|issued|collected) (?:against the \w+ )?by {_GOVERNMENT}",
    rf"{_GOVERNMENT} (?:of \w+ )?(?:may|can|is authori[sz]ed to) (?:also )?"
    "(?:impose|assess|levy|seek|fine)",
    r"u\.?s\.? environmental protection agency (?:may|can)",
    "under (?:state|federal) law,? (?:an? |which|penalties|fines|such|violations)",
    r"(?:state|federal) (?:law|permit|act|statutes?) (?:\w+ ){0,2}"
    "(?:punishable|provides? for|carr(?:y|ies)|imposes?)",
    r"(?:penalt\w+|fines?) (?:available|provided|authori[sz]ed) (?:by|under) (?:the )?"
    "(?:state|federal|epa)",
)
"""A penalty of another law, which another government imposes."""
OR_GREATER = ways(
    r"or (?:in )?(?:any|such|the|an?) (?:greater|higher|lesser|other|larger|maximum) "
    r"(?:\w+ ){0,2}?(?:fines?|penalt(?:y|ies)|amounts?|sums?)\b[^.;]{0,80}?\b(?:by|under|in)",
    after=r"\b[^.;,$]*",
)
"""Another law's penalty that stands beside the clause's own: "or any greater fine by statute"."""
THRESHOLD = ways(
    r"(?:when|if|where|unless|whenever|provided that) (?:(?:the|an?|any|such|said|total|amount|of|"
    r"civil|criminal) )*(?:fines?|penalt(?:y|ies))\b[^.;,$]*",
    after="$",
)
"""A fine that is only the case in which something else holds: "when the fine exceeds $500"."""
ON_A_BILL = ways(
    "late (?:fees?|charges?|payments?|bills?|penalt(?:y|ies))",
    "(?:delinquent|overdue|unpaid|past due) (?:bills?|accounts?|charges?|fees?|invoices?)",
    "(?:bills?|accounts?|charges?|fees?) (?:that |which )?(?:is|are|become|remain)s? "
    "(?:not paid|unpaid|delinquent|overdue|past due)",
)
"""What a penalty for paying late belongs to: it follows from a bill, and from no violation."""
VIOLATES = ways("violat|offen[sc]e|noncompli|infraction", after="")
OWN = ways(
    "(?:city|county|town|village|township|borough|board|council|commission|department|director|"
    "manager|engineer|officer|administrator|court|judge|magistrate) "
    "(?:may|shall|is authori[sz]ed|can)",
)

NOT = ways("not|no|nor|never|neither|without|cannot")
_FILL = (
    r"(?:\s*(?:,|:|\b(?:of|an?|the|sum|amount|total|fines?|penalt(?:y|ies)|civil|criminal|monetary|"
    r"aggregate|in|by|is|be|at|to|maximum|minimum|cumulative|equal|shall|will|either|both|that|"
    r"than)\b))*\s*$"
)
_GAP = r"\b[^.;$]{0,70}$"
_WIDE_GAP = r"\b[^.;$]{0,170}$"
_AMOUNT = r"(?:\w+ ){0,3}?(?:fines?|penalt(?:y|ies)|forfeitures?|amount)"
_STANDARD = r"(?:\w+ ){0,2}?(?:standards?|requirements?|criteri\w+|measures?|controls?|practices)"
TAILS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("more", ways("exceed(?:s|ing)?|more|greater|higher|larger|excess|above|over", after=_FILL)),
    ("less", ways("less(?:er)?|lower|fewer|smaller|under|below", after=_FILL)),
    ("max", ways("up to|at (?:the )?most|limited to|capped at|as much as", after=_FILL)),
    ("min", ways("at (?:the )?least|starting at|beginning at|from|between", after=_FILL)),
    ("max", ways(r"maxim(?:um|al)|max\.?|ceiling|cap", after=_GAP)),
    ("min", ways(rf"minim(?:um|al)(?! {_STANDARD})|min\.?", after=_GAP)),
    ("max", ways(rf"maxim(?:um|al) {_AMOUNT}", after=_WIDE_GAP)),
    ("min", ways(rf"minim(?:um|al) {_AMOUNT}", after=_WIDE_GAP)),
)
"""What ends right before a sum; ``more`` and ``less`` bound it only where they are denied."""
COMPARED = 2
"""How many of the first of ``TAILS`` compare, and count for nothing without a denial."""
NOT_TO_EXCEED = ways("not (?:to )?exceed")
AFTER_SUM = (
    (
        "min",
        ways(
            r"or (?:more|greater|higher)|(?:at a )?minimum|and up|at (?:the )?least",
            before=r"\s*\(?",
        ),
    ),
    (
        "max",
        ways(
            r"or (?:less|lower)|(?:at (?:a|the) )?max(?:imum)?|at (?:the )?most", before=r"\s*\(?"
        ),
    ),
)
SHARES_DOLLARS = re.compile(
    rf"\b(?:than|from|between)\s+(?P<number>{numerals.CARDINAL})\s+(?:nor|or|and|but|to)\s+"
    r"(?:(?:not|no)\s+)?(?:(?:more|greater)\s+than\s+)?",
    re.IGNORECASE,
)
"""A number before "nor more than", whose dollars only the second sum names."""
RANGE = ways(
    "to", "through", "thru", "–", "—", "-", "and", "and up to", before=r"\s*", after=r"\s*$"
)
FROM = ways("between", "from", "rang(?:e|es|ing)(?: (?:of|from|between))?", after=_FILL)
ANEW = ways(_PENALTY, r"is|are|be|was|shall|may|will|pays?|costs?|[.:]")
"""What begins a sum of its own, to which the bound of the sum before does not carry on."""
CHAINED = re.compile(r"\b(?:and|but|or)\s+$", re.IGNORECASE)

SEPARATE = re.compile(
    r"\b(?:each|every)\b(?:(?!\$|\b(?:fine|penalty)\b)(?:[^.;]|\.(?=\d)))*?\b(?:separate|distinct|new|"
    r"additional)\b[^.;$]{0,40}?\b(?:offen[sc]e|violation|infraction)s?\b",
    re.IGNORECASE,
)
"""What says that days are offenses of their own, and says nothing of what a sum is for."""
DAY = ways(
    r"\bper[\s-]+(?:(?:calendar|additional|each) )?(?:day|diem)\b",
    r"\ba day\b|\bdaily\b|/ *day\b",
    r"\b(?:each|every|any|each and every) (?:(?:calendar|additional|such|subsequent|full|single|"
    r"continuing|further|separate|successive) )*(?:days?|(?:twenty-? ?four|24|"
    r"\(24\))[\s-]+hours?)\b",
    before="",
    after="",
)
VIOLATION = ways(
    "(?:per|each|every|any(?: one)?|an? single|any single|one) (?:(?:such|separate|individual|and|"
    "every|single|distinct|count or|act of|documented) )*(?:violation|offen[sc]e|occurrence|"
    "infraction|incident|instance|count|act|section|citation|breach)",
)
TOTAL = ways(
    "aggregate",
    "series of",
    "cumulative(?:ly)?",
    "in total",
    "total(?:l?ing)?",
    "overall",
    "for all (?:such )?(?:violations|offenses)",
    "regardless of the number",
)

_SINCE = (
    r"\b(?:after|following|from|upon|since|(?:beginning|commencing)\s+(?:on|with|"
    r"from))\s+(?:the\s+)?"
    r"(?:(?:date|day|time)\s+of\s+)?(?:the\s+)?"
)
_ITS = r"(?:of |with )?(?:\w+ ){0,4}?"
ANCHORS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (anchor, ways(said, before=_SINCE))
    for anchor, said in (
        ("receipt_of_order", f"(?:receipt|receiving) {_ITS}order"),
        ("receipt_of_notice", f"(?:receipt|receiving) {_ITS}(?:notice|nov|notification)"),
        ("service_of_notice", f"(?:service|being served|serving) {_ITS}(?:notice|nov)"),
        ("date_of_notice", f"(?:issuance|issue|mailing|date) {_ITS}(?:notice|nov)"),
        (
            "date_of_notice",
            "(?:notice|nov)(?: of violation)? (?:is|was|has been) (?:issued|mailed)",
        ),
        ("date_of_citation", f"(?:issuance|issue|date) {_ITS}citation"),
        (
            "notice",
            "(?:(?:an?|the|such|said|written|initial|final) ){0,3}"
            "(?:notice of violation|nov|notice)",
        ),
        ("notification", "notification"),
        ("discovery", "discovery"),
        ("determination", "determination"),
    )
)
"""From when a daily sum runs, the most telling first."""
OTHER_THAN = ways(
    r"(?:other than|except(?: for)?|excluding) (?:an? |any )?(?:violation|failure|working)",
    after=r"\b[^,.;$]*",
)
"""A case that a clause sets aside."""
CONDITIONS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (condition, ways(*said))
    for condition, said in (
        (
            "stop_work_order",
            (
                r"(?:fail|refus|neglect|violat|complying|disregard|working|continu|contrary|obey|"
                r"ignor)\w* "
                r"(?:to )?(?:(?:comply|work|obey)\w* )?(?:(?:with|under|in violation of|of|after|"
                r"to|against) )?"
                r"(?:(?:an?|any|the|such) )?stop[\s-]+work",
            ),
        ),
        (
            "owner_single_family",
            (
                r"involving (?:the )?construction of a single[\s-]family",
                r"(?:owner[\s-]occupied|single[\s-]family|residential) (?:dwelling|home|lot|"
                r"propert|owner)\w*",
            ),
        ),
        ("other_land_disturbance", ("other than (?:as )?(?:provided|those|stated) above",)),
        (
            "no_permit",
            (
                r"without (?:(?:an?|the|any|first|having|obtaining|secur\w+|valid|required|land|"
                r"disturb\w+|"
                r"development|stormwater|said) ){0,7}permit",
            ),
        ),
        (
            "bmp_failure",
            (r"(?:lack|failure|improper|inadequate)\b[^.;]{0,60}\b(?:bmps?|best management)",),
        ),
        ("emergency", ("emergency(?! order)|imminent|immediate (?:danger|threat)",)),
    )
)
"""The cases in which alone a sum holds that the vocabulary of conditions has words for."""
