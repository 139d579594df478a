"""Periods of contesting: notice of a hearing, appeals, hearing, decision, and what it gives."""

from __future__ import annotations

import re

from outfall.reading.other_periods import is_about_service, is_paperwork
from outfall.reading.periods import Period
from outfall.reading.told import COST, PENALTY, Told

_REFERS_TO_IT = re.compile(
    r"the\s+(?:scheduled|appointed|hearing|set|fixed|proposed)\s+(?:hearing\s+)?(?:date|time|day)\b|"
    r"(?:it|that|such|said|the\s+(?:date|day|time|same)|in|by)\b"
)


_BY_THE_PARTY = re.compile(
    r"\bwithdraw\w*|\bcontinuances?\b|\bpostpone\w*|\brepresent(?:s|ed|ing)\b"
)
_PAPERS = re.compile(
    r"\b(?:exhibits?|evidence|documents?|witness\w*|briefs?|memorand\w+|transcripts?|subpoenas?|"
    r"materials|reports?)\b"
)


_OF_LAWS = re.compile(
    r"\bamend(?:s|ed|ment)?\b[^.;]{0,30}\b(?:chapter|article|ordinance|code|section|title)\b|"
    r"\brates\b|\bfee\s+schedule\b|\brezon|\badopt(?:s|ed|ion)?\b[^.;]{0,30}\b(?:ordinance|code|rates?)\b"
)
"""A hearing on what shall be law, and not on anybody's case."""


def _is_for_the_hearing(period: Period) -> bool:
    """Whether it is for what is handed in before a hearing, and no notice of it."""
    lead = period.clause_before
    papers = _PAPERS.search(lead) and not re.search(r"\bnotic|\bnotif", lead)
    return bool(papers or _BY_THE_PARTY.search(lead) or _OF_LAWS.search(period.whole))


def before_hearing(told: Told) -> str | None:
    """The notice that goes before a hearing."""
    period = told.period
    at_hearing = told.thing == "hearing" and (period.is_backward or period.quantity.is_notice)
    lone = period.quantity.is_notice and re.search(
        r"\bnotice\s+of\s+(?:the\s+|such\s+|said\s+)?(?:time|date|place|"
        r"hearing|public)",
        period.whole,
    )
    implied = (
        (period.is_backward or period.quantity.is_notice)
        and "hearing" in (period.whole + told.setting.told_before + told.setting.near)
        and (not period.phrase or _REFERS_TO_IT.match(period.phrase))
        and not re.search(r"\bviolat|\bcorrect|\bcure|\bemergenc|\bdanger|\babate", period.whole)
    )
    least = (
        period.bound == "min"
        and told.name == "hear"
        and re.search(r"\bnotice|\bserv|\bmail|\bpubli", period.phrase)
    )
    if not (at_hearing or lone or implied or least) or _is_for_the_hearing(period):
        return None
    if period.quantity.is_notice and re.search(
        r"\bpublish(?:ed)?\b|\bnewspaper\b|\bpublic\s+$",
        period.text[period.quantity.end : period.quantity.end + 60],
    ):
        return "hearing_publication_min"
    return "hearing_publication_min" if told.name == "publish" else "hearing_notice_min"


_UNPAID = re.compile(
    r"\bcharges?\b|\blien\b|\bassessment\s+against|\bamount\b|\bcosts?\b|\bpaid\b|\bpay\b"
)


_UNDONE = re.compile(
    r"\b(?:not|fails?|failed|failure|uncorrected|unabated|un\w+ed|remains?|continues?|enter|"
    r"abat\w+|"
    r"correct\w*|compl\w+|restor\w+|perform|cured?|remed\w+)\b"
)


_OWED = re.compile(
    r"\b(?:amounts?|costs?|sums?|charges?)\b[^.;]{0,40}?\b(?:not|un)\s*(?:be\s+)?(?:paid|received|remitted)\b"
)


def after_decision(told: Told) -> str | None:
    """Time that a decision gives: to comply, or to pay the cost."""
    if told.thing not in ("decision", "cost_decision", "notice_of_decision", "hearing"):
        return None
    if told.name in (
        "appeal",
        "hear",
        "decide",
        "protest",
        "plan",
        "statement",
        "notify",
        "deny",
        "sue",
    ):
        lead = told.period.clause_before.rstrip()
        if _OWED.search(lead) and told.name in ("protest", "appeal"):
            return "cost_payment_due_after_appeal"
        if not re.search(
            r"(?:in\s+the\s+event\s+of|if|where|"
            r"when)\b[^.;]{0,60}\bappeal\b[^.;,]{0,60},?\s*within$",
            lead + " ".rstrip(),
        ):
            return None
    if told.thing == "hearing" and told.name not in ("cure", "town_work", "pay"):
        return None
    if told.name == "pay" and PENALTY.search(told.acted_on) and not COST.search(told.acted_on):
        return "penalty_payment_due"
    before = told.period.whole[: told.period.lead_start - told.period.sentence[0]]
    if _UNPAID.search(before) and PENALTY.search(before) and not COST.search(before):
        return "penalty_payment_due"
    if told.name == "pay" or (
        _UNPAID.search(before) and re.search(r"\bpaid\b|\bpay\b|\bunpaid\b|\bpayment\b", before)
    ):
        return "cost_payment_due_after_appeal"
    if told.name in ("cure", "town_work", "complete") or _UNDONE.search(before):
        return "abatement_after_decision"
    return None


_COURT = re.compile(
    r"\b(?:superior|circuit|district|county|chancery|supreme|common\s+pleas|appellate|state|"
    r"trial|general\s+sessions)\s+"
    r"(?:civil\s+)?court\b|\bcourts?\s+of\s+(?:competent|common|law|record|appeals?|equity|"
    r"chancery|general)\b|"
    r"\bjudicial\s+review\b|\bcertiorari\b|\bmandamus\b|\barticle\s+78\b|"
    r"\badministrative\s+review\s+(?:law|act)\b|"
    r"\b(?:to|in|with|by|before)\s+(?:the\s+|a\s+|any\s+|such\s+)?(?:appropriate\s+|"
    r"proper\s+)?courts?\b|\bcourt\s+of\s+law\b"
)


_PERMIT_ACT = re.compile(
    r"\b(?:permittee|permit\s+holder|licensee)\b[^.;]{0,80}?\b(?:suspension|revocation)\b|"
    r"\b(?:suspen\w+|revo[ck]\w+|terminat\w+|modif\w+)\b[^.;]{0,60}?\b(?:permit|license|approval|"
    r"authori[sz]ation|access)|"
    r"\b(?:permit|license|approval|authori[sz]ation|access)\b[^.;]{0,60}?\b(?:suspen\w+|"
    r"revo[ck]\w+|terminat\w+)"
)


_HIGHER = re.compile(
    r"\b(?:decisions?|rulings?|orders?|determinations?|findings?|actions?)\s+(?:of|(?:made|"
    r"rendered|issued|entered|reached)\s+by)\s+(?:the\s+|a\s+|"
    r"an\s+|said\s+|such\s+|any\s+)?(?:[\w']+\s+){0,4}?(?:hearing\s+(?:officer|examiner|board|"
    r"authority|official)|hearings?\s+examiner|"
    r"boards?|commission(?!er)|committee|appeals?|magistrate|examiner|tribunal|panel|"
    r"review\w*\s+(?:board|officer|authority))\b|"
    r"\b(?:officer|examiner|board|commission|committee|magistrate|panel|"
    r"tribunal)['’]s\s+(?:final\s+|written\s+)?(?:decision|ruling|"
    r"determination|order)\b|\b(?:decision|ruling|determination)\s+(?:on|of|upon)\s+(?:the\s+|"
    r"such\s+|said\s+|an?\s+)?(?:\w+\s+)?(?:appeal|reconsideration|"
    r"hearing|review)\b|\bafter\s+(?:the\s+|such\s+)?hearing\b|\bfurther\s+appeal|"
    r"\bappeal\s+(?:further|the\s+(?:initial|first)\s+"
    r"decision)|\bsecond(?:ary)?\s+appeal\b"
)


_COSTS_APPEALED = re.compile(
    r"\b(?:costs?|expenses?|invoice|bill|amount\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:assessment|"
    r"costs?|charges?|lien|bill)|charges?|"
    r"special\s+assessment|cost\s+assessment)\b"
)


_PARTY = re.compile(r"\baggrieved\b|\breview\b|\bappellant\b|\bdissatisfied\b")


_FILED = re.compile(
    r"^\W*(?:it|they|(?:the|such|said)\s+(?:written\s+)?(?:notice|request|petition|"
    r"application))\s+(?:shall|must|"
    r"is\s+to|may|will)\b[^.;]{0,60}\b(?:filed|received|submitted|made|delivered|lodged|given|"
    r"served)\b"
)
_OF_AN_APPEAL = re.compile(
    r"\bappeal|\brequests?\b[^.;]{0,60}\bhearing|\bhearing\b[^.;]{0,60}\brequest"
)


def _is_its_filing(told: Told) -> bool:
    """Whether "it shall be filed" is said of the appeal that stands before or over it."""
    around = told.setting.told_before[-300:] + told.setting.near
    return bool(_FILED.match(told.period.before) and _OF_AN_APPEAL.search(around))


_NO_COURT = re.compile(
    r"\b(?:not|nor|no)\s+(?:be\s+)?(?:subject\s+to|further)\b[^.;,]{0,50}\breview\b"
)
_NEXT = re.compile(r"\b(?:within|(?:not?|no)\s+later\s+than)\b")


def _of_its_own(period: Period) -> str:
    """The clause behind the period, up to what is joined to it with a period of its own."""
    after = period.clause_after
    if following := _NEXT.search(after):
        after = re.split(r",?\s(?:and|or|but)\s", after[: following.start()])[0]
    return after


def appeal(told: Told) -> str | None:
    """Time to contest: which kind, by what is contested and before whom."""
    period = told.period
    by_party = told.name == "sue" and _PARTY.search(period.before)
    if told.name not in ("appeal", "protest") and not (by_party or _is_its_filing(told)):
        return None
    if period.is_backward and told.thing == "hearing":
        return None
    if is_about_service(period):
        return None
    said = _NO_COURT.sub("", told.acted_on + " " + _of_its_own(period))
    if _COURT.search(said) and not re.search(r"\bmunicipal\s+court\b", said):
        return "judicial_review_window"
    billed = told.is_cost or COST.search(period.whole) or _BILLED.search(told.act_words)
    if told.name == "protest" and billed and not told.is_penalty_assessed:
        return "cost_protest_within"
    near = told.acted_on + " " + period.phrase
    if (
        _COSTS_APPEALED.search(near)
        and not PENALTY.search(near)
        and not re.search(r"\bviolat|\borders?\b", near)
    ):
        return "cost_protest_within"
    contested = period.before + near
    of_violation = re.search(r"\bnotices?\s+of\s+violation|\bpenalt|\bcitation", contested)
    if _PERMIT_ACT.search(near) or (
        not of_violation and _PERMIT_ACT.search(contested + told.setting.close)
    ):
        return "permit_action_appeal_window"
    if _HIGHER.search(told.about + " " + period.phrase) and not _first_instance(told):
        return "further_appeal_window"
    if _is_of_who_decided(told):
        return "further_appeal_window"
    return "appeal_window"


_BILLED = re.compile(r"\bstatements?\b|\bpost-?\s?mark")
_BODY = (
    r"(?:[\w'’]+\s+){0,3}?(?:manager|director|administrator|engineer|board|council|commission(?:er)?s?|"
    r"committee|officer|examiner|magistrate|superintendent|mayor|trustees|supervisors)"
)
_TAKEN_TO = re.compile(
    r"\bappeal\w*\b[^.;]{0,160}?\b(?:to|with|before)\s+(?:the\s+)?(?P<body>" + _BODY + r")\b"
)
_ITS_FILING = re.compile(
    r"\W*(?:(?:such|the|said|this|all|an)\s+)?(?:written\s+|notice\s+of\s+|further\s+)*"
    r"(?:appeals?|requests?|petitions?|it)\b"
)


def _is_of_who_decided(told: Told) -> bool:
    """Whether the decision of one to whom the first appeal went is what is appealed."""
    before = told.setting.told_before
    said = told.act_words
    if _ITS_FILING.match(told.period.before):
        last = re.split(r"(?<=[.;])\s+", before.strip())[-1]
        before, said = before[: len(before.rstrip()) - len(last)], f"{last} {said}"
    for match in _TAKEN_TO.finditer(f"{told.setting.siblings} {before}"):
        body = re.escape(" ".join(match["body"].split()[-2:]))
        decided = (
            rf"\b(?:decisions?|rulings?|determinations?|orders?)\s+(?:of|by)\s+(?:the\s+|said\s+)?"
            rf"{body}\b|\b{body}['’]s?\s+(?:\w+\s+)?(?:decisions?|rulings?|determinations?)\b"
        )
        if re.search(decided, said):
            return True
    return False


def _first_instance(told: Told) -> bool:
    """Whether the words for a decision only name the one who hears the first appeal."""
    near = told.acted_on + " " + told.period.phrase
    if told.act is not None and told.act.start > told.period.lead_start - told.period.sentence[0]:
        near += " " + told.period.clause_before
    return not _HIGHER.search(near)


def hearing(told: Told) -> str | None:
    """Time within which the hearing must be held."""
    period = told.period
    if told.name != "hear" or period.is_backward or period.bound == "min":
        return None
    if period.lead in ("after", "upon"):
        return None  # not before, instead of within
    if re.search(r"\bcontinu|\badjourn|\bpostpon|\brecess", told.acted_on):
        return None
    return "hearing_within"


def decision(told: Told) -> str | None:
    """Time within which the appeal must be decided."""
    if told.name != "decide" or is_about_service(told.period) or told.period.bound == "min":
        return None
    if is_paperwork(told.period) and told.thing not in ("appeal", "hearing"):
        return None
    near = told.period.whole + told.setting.close
    return (
        "decision_within"
        if re.search(r"\bappeal|\bhearing|\bprotest|\bpetition|\breview|\bobjection", near)
        else None
    )
