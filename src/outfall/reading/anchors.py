"""From when a period runs, as one of the vocabulary's words.

A phrase is read as an event and its object: "service of the notice", "the notice is received". The
table ``_PAIRS`` makes the word of the two. What the phrase does not say is looked for in what leads
the sentence, "Upon receipt of the notice, ...", and else stays ``unspecified``.
"""

from __future__ import annotations

import re

from outfall.reading.periods import Period

COST_ACTS = frozenset({"cost_protest_within", "cost_payment_due", "suit_after"})
"""Periods for which "the notice" is that of the cost."""

_OF_THE_BODY = ("further_appeal_window", "judicial_review_window")
"""Periods against what the body has decided, however it is called."""
COSTS = re.compile(r"\bcosts?\b|\bexpenses?\b|\bcharges?\b|\bpayment\b|\bamount\b|\babatement\b")

_EVENTS = (
    ("postmark", r"post[\s-]?mark"),
    ("receipt", r"\breceipt|\breceiv|\bgett?(?:s|ing)?\b|\bacceptance\b"),
    ("filing", r"\bfil(?:ing|ed)\b"),
    ("service", r"\bserv(?:ice|ed|ing)\b|\bdeliver|\bhanded\b|\bposting\b|\bposted\b"),
    (
        "issue",
        r"\bdate[ds]?\b|\bissu|\bmail|\bsent\b|\bsending\b|\brendered\b|\bsubmission\b|\bdated\b",
    ),
)
_OBJECTS = (
    (
        "effective_date",
        r"\beffective\s+date(?!\s+of\s+(?:the\s+|such\s+|said\s+|an?\s+|any\s+)?(?:\w+\s+){0,2}?"
        r"(?:decision|order|notice|citation|penalty|suspension|revocation|action)\b)|\b(?:takes?|took|taking)\s+effect|\bbecomes?\s+effective|"
        r"\b(?:adoption|enactment|passage)\s+of\s+(?:this\b|(?:the|an?)\s+(?:\w+\s+)?(?:ordinance|"
        r"chapter|article|section|code|law|regulations?|amendments?|title|provisions?)\b)|"
        r"\bdate\s+of\s+(?:adoption|enactment|passage)",
    ),
    (
        "failure",
        r"\b(?:failure|fails?|refusal)\b[^,;]{0,30}?\b(?:compl|correct|cure|abate)|"
        r"\bnon-?compliance\b(?!\W+(?:notice|letter|flag|tag|order))",
    ),
    (
        "cost_decision",
        r"\b(?:decision|ruling)\s+(?:on|upon|of|regarding)\s+(?:the\s+|said\s+|such\s+|any\s+)?"
        r"(?:\w+\s+)?(?:cost|protest|assessment|objection)",
    ),
    (
        "notice_of_decision",
        r"\b(?:notice|notification|copy)\s+of\s+(?:the\s+|a\s+|such\s+|said\s+|any\s+|its\s+|"
        r"that\s+)?"
        r"(?:[\w'’]+\s+){0,3}?(?:decision|ruling|denial|determination\s+of\s+the\s+(?:board|council|"
        r"commission))",
    ),
    (
        "intended_action",
        r"\bintended\s+action|\bnotice\s+of\s+(?:intent|intention|proposed|the\s+proposed|"
        r"intended)\b",
    ),
    (
        "appeal",
        r"\b(?:notices?|statements?|filing|filed|petitions?|letters?|date)\s+of\s+(?:the\s+|"
        r"an\s+|such\s+|said\s+|a\s+)?"
        r"(?:written\s+|timely\s+)?(?:appeal|requests?|protest)\b|\b(?:written\s+)?requests?\b|\bpetition\b|\bprotest\b|"
        r"\bobjections?\b|\bletters?\s+(?:requesting|seeking)\s+(?:\w+\s+)?(?:appeal|hearing|review)|"
        r"\bappeal(?!\s*(?:hearing|decision))(?:s)?\b",
    ),
    ("hearing", r"\bhearing\b(?!\s+(?:officer|examiner|board|authority|official))|\bmeeting\b"),
    (
        "cost_notice",
        r"\b(?:notices?|notification|statement|notified)\b(?:(?!penalt|"
        r"\bfines?\b)[^,;]){0,50}?\b(?:costs?|expenses?|charges?|"
        r"assessment|amount\s+due|payment)\b(?!\s+of\s+(?:a\s+)?(?:civil\s+)?penalt)",
    ),
    ("bill", r"\bbills?\b|\bbilling\b|\binvoic\w*|\bdemand\b"),
    ("citation", r"\bcitations?\b|\bcited\b|\btickets?\b|\bsummons\b"),
    (
        "decision",
        r"\bdecisions?\b|\bdecided\b|\brulings?\b|\bfindings?\s+of\s+the\s+(?:board|council|"
        r"commission|hearing)|"
        r"\bfinal\s+(?:order|determination)\b|\bjudgment\b|\bdisposition\b|\bdirective\b|"
        r"\bdenial\b|"
        r"\b(?:order|determination|action|resolution)\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:board|"
        r"council|commission|hearing\s+officer|"
        r"magistrate)",
    ),
    (
        "notice",
        r"\b(?:(?:suspension|revocation)\s+)?(?:notices?|letter)\b|\bnovs?\b|\bnotification\s+(?:letter|of\s+(?:the\s+|a\s+)?(?:violation|"
        r"non))|\bletter\b|\bwarning\b|\bbeing\s+(?:so\s+)?(?:ordered|directed|told)\b",
    ),
    (
        "order",
        r"\b(?:(?:suspension|termination|abatement|compliance|correction|"
        r"stop[\s-]?work)\s+)?orders?\b",
    ),
    (
        "abatement",
        r"\babat\w+|\bcompletion\b|\bcompleted\b|\b(?:corrective|remedial|"
        r"restoration|"
        r"clean-?up)\b|(?<!stop )(?<!stop-)\bwork\b|\bremediation\b|\bcorrection\b",
    ),
    (
        "assessment",
        r"\bassess(?:ment|ed)\b|\bimposition\b|\bimposed\b|\bpenalt(?:y|ies)\b|\bfine\b",
    ),
    ("discovery", r"\bdiscover"),
    (
        "determination",
        r"\bdetermin|\bverif|\bfinding\b|\bfinds\b|\bfound\b|\binspection\b|\bobserv",
    ),
    ("due", r"\bdue\b|\bdelinquen|\bdeadline\s+for\s+payment"),
    ("notification", r"\bnotification\b|\bnotif(?:y|ied|ying)\b|\bbeing\s+informed\b"),
    (
        "action",
        r"\bactions?\b|\bsuspension\b|\brevocation\b|\bsuspended\b|\brevoked\b|\btermination\b",
    ),
    ("violation", r"\bviolation\b|\boffense\b"),
)
EVENTS = tuple((name, re.compile(pattern)) for name, pattern in _EVENTS)
OBJECTS = tuple((name, re.compile(pattern)) for name, pattern in _OBJECTS)

_PAIRS: dict[str, dict[str, str]] = {
    "effective_date": {"": "effective_date"},
    "failure": {"": "failure_of_compliance"},
    "cost_decision": {"": "decision_on_cost_appeal"},
    "notice_of_decision": {"": "notice_of_decision", "service": "service_of_decision"},
    "intended_action": {"": "notice_of_intended_action"},
    "appeal": {"": "receipt_of_appeal"},
    "hearing": {"": "hearing"},
    "cost_notice": {
        "": "cost_notice", "receipt": "receipt_of_cost_notice",
        "postmark": "postmark_of_cost_notice",
    },
    "bill": {
        "": "date_of_bill", "receipt": "receipt_of_cost_notice",
        "postmark": "postmark_of_cost_notice",
    },
    "citation": {
        "": "date_of_citation", "receipt": "receipt_of_notice", "service": "service_of_notice",
    },
    "decision": {
        "": "decision", "service": "service_of_decision", "receipt": "notice_of_decision",
        "mailing": "notice_of_decision",
    },
    "notice": {
        "": "notice", "receipt": "receipt_of_notice", "service": "service_of_notice",
        "issue": "date_of_notice", "postmark": "date_of_notice",
    },
    "order": {
        "": "notice", "receipt": "receipt_of_order", "service": "service_of_notice",
        "issue": "date_of_notice",
    },
    "abatement": {"": "abatement_complete"},
    "assessment": {
        "": "assessment", "service": "service_of_notice", "receipt": "receipt_of_notice",
    },
    "discovery": {"": "discovery"},
    "determination": {"": "determination"},
    "due": {"": "cost_payment_due"},
    "notification": {"": "notification"},
    "action": {"": "agency_action", "receipt": "receipt_of_action"},
    "violation": {"": "determination"},
    "": {
        "": "unspecified", "receipt": "receipt_of_notice", "service": "service_of_notice",
        "issue": "date_of_notice", "postmark": "postmark_of_cost_notice",
    },
}  # fmt: skip
_TAKEN = re.compile(
    r"\b(?:has|have|having)\s+taken\b|\benforcement\s+actions?\b|\bactions?\s+described\b"
)


_SERVED = re.compile(r"(?:the\s+)?(?:date\s+of\s+)?(?:service|receipt|receiving|delivery)\b")


def event_of(phrase: str) -> str:
    """How the object comes about: service, receipt, postmark or issue; empty where not told."""
    return next((name for name, pattern in EVENTS if pattern.search(phrase)), "")


def object_of(phrase: str) -> str:
    """What the phrase is about: what it names first, and of two at one place the longer."""
    found = []
    for rank, (name, pattern) in enumerate(OBJECTS):
        if match := pattern.search(phrase):
            last = name == "violation"
            found.append((last, match.start(), -match.end() if rank < 9 else 0, rank, name))
    return min(found)[-1] if found else ""


_ISSUED = re.compile(r"\bissu|\bmail|\bsent\b|\bsending\b|\bdated\b|\brender|\bsubmission\b")


def anchor_in(phrase: str, what: str, has_cost: bool = False) -> str:
    """The anchor that a phrase tells, for a period of one kind; ``unspecified`` where none."""
    if (
        _TAKEN.search(phrase)
        and not _SERVED.match(phrase)
        and what != "permit_action_appeal_window"
    ):
        return "enforcement_action"
    thing, event = object_of(phrase), event_of(phrase)
    if not thing and what in COST_ACTS and re.search(r"\bstatements?\b", phrase):
        thing = "cost_notice"
    if not thing and event == "issue" and not _ISSUED.search(phrase):
        event = ""  # "that date" says nothing by itself
    if (what in COST_ACTS or has_cost) and thing in ("notice", "notification", "cost_notice", ""):
        thing = "cost_notice" if thing or event else thing
        if event == "issue" and re.search(r"\bmail", phrase):
            event = "postmark"
    if thing == "action" and event == "service":
        return "service_of_notice"
    if what in _OF_THE_BODY and thing in ("order", "determination"):
        thing = "decision"
    if thing == "cost_notice" and not has_cost and what not in COST_ACTS:
        thing = "cost_notice" if COSTS.search(phrase) else "notice"
    if thing == "decision" and re.search(r"\bmail|\bsent\b", phrase):
        event = "mailing"
    if what == "cost_payment_due_after_appeal" and thing in ("decision", "cost_decision", "appeal"):
        return "decision_on_cost_appeal"
    if what in ("decision_within", "hearing_within") and re.search(r"\bhear(?:d|s)\b", phrase):
        return "hearing"
    pairs = _PAIRS[thing]
    return pairs.get(event, pairs[""])


_FRONTED = re.compile(
    r"^\W*(?:(?:and|or|but|provided|that)\W+)*(?:up)?on\s+(?!or\s+before)(?P<upon>[^,;]{3,160}),|"
    r"^\W*(?:after|following)\s+(?P<after>[^,;]{3,160}),|"
    r"\bupon\s+(?P<mid>(?:the\s+)?(?:receipt|receiving|service|issuance|notification|"
    r"completion)[^,;]{3,80})"
)
_THEREAFTER = re.compile(
    r"(?:after|from|following|upon|with|"
    r"of)\s+(?:(?:the\s+)?(?:date\s+of\s+)?)(?P<event>(?:receipt|service|"
    r"issuance|issue|mailing|delivery|date)\b[^,;]{0,60})"
)
_WEAK = ("unspecified", "decision", "determination", "agency_action", "assessment")
"""What a sentence may open with and not mean as a start."""
_TOLD = re.compile(
    r"\b(?:is|are|was|were|be|been|being|when|if|after|,)\s+(?:so\s+|first\s+|duly\s+|properly\s+)?"
    r"(?P<verb>notified|informed|advised|warned|served|ordered)\b|"
    r"\b(?:shall|must|will)\s+notify\b(?!.*\bint(?:ended|ent)\b)|\bso\s+notified\b|\b(?:after|"
    r"upon|with|given|following)\s+"
    r"(?:written\s+|due\s+|proper\s+|such\s+|said\s+|a\s+|the\s+)*notice\b"
)


def anchor_of(period: Period, what: str, has_cost: bool = False) -> str | None:
    """The anchor of a period; None where the text breaks off at the place that would say it."""
    if period.is_cut:
        return None
    if period.phrase:
        own = object_of(period.phrase) in ("", "due")
        if own and what in ("hearing_within", "decision_within") and event_of(period.phrase):
            return "receipt_of_appeal"
        if what == "decision_within" and _BARE_NOTICE.match(period.phrase):
            return "receipt_of_appeal"  # a decision answers no other notice
        found = anchor_in(_resolved(period), what, has_cost)
        if found != "unspecified":
            return found
    return anchor_before(period, what, has_cost) or "unspecified"


_BARE_NOTICE = re.compile(
    r"(?:(?:the|its|his|her|their|such|said)\s+)*(?:date\s+of\s+)?(?:receipt|receiving|filing)\s+"
    r"(?:of\s+)?(?:by\s+(?:the\s+)?\w+\s+of\s+)?(?:the|such|said|that|this)\s+(?:written\s+)?notice$"
)
_NAMED = ("decision", "determination", "order", "notice", "citation", "bill")
_BARE = re.compile(
    r"(?:the\s+)?(?:date\s+of\s+)?(?:receipt|service|issuance|issue|mailing|delivery)$"
)
_PRONOUN = re.compile(r"\b(?:it|its|thereof|same)\b")


def _resolved(period: Period) -> str:
    """The phrase; where it only says ``it``, with what the clause speaks of in its place."""
    refers = _PRONOUN.search(period.phrase) or _BARE.match(period.phrase)
    if object_of(period.phrase) or not refers:
        return period.phrase
    thing = object_of(period.clause_before)
    return f"{period.phrase} {thing if thing in _NAMED else ''}"


def anchor_before(period: Period, what: str, has_cost: bool = False) -> str | None:
    """What the sentence names as a start before the period comes; None where it names none."""
    lead = period.text[period.sentence[0] : period.lead_start]
    if match := _FRONTED.search(lead):
        phrase = match["upon"] or match["after"] or match["mid"] or ""
        phrase = re.split(r"\b(?:shall|must|may|will)\b", phrase)[0]
        found = anchor_in(phrase, what, has_cost)
        if found not in _WEAK or what in ("abatement_after_decision", "notice_issue_within"):
            return found
    if period.connector in ("thereafter", "thereof", "hence", "later"):
        if match := _THEREAFTER.search(lead):
            found = anchor_in(match["event"], what, has_cost)
            if found != "unspecified":
                return found
        if what == "decision_within" and re.search(r"\bhear(?:s|d|ing)?\b", lead):
            return "hearing"
        if what in _OF_THE_BODY or object_of(lead) == "decision":
            return "decision"
        if object_of(lead) in ("notice", "order", "citation"):
            return "cost_notice" if has_cost else "notice"
    if match := _TOLD.search(lead):
        if match["verb"] == "served":
            return "service_of_notice"
        return "cost_notice" if has_cost else "notice"
    return None
