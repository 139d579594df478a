"""Interest and plans of payment: rates, the day on which interest begins, what payments go to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from outfall.reading import numerals
from outfall.reading.anchors import anchor_in
from outfall.reading.fact import Fact
from outfall.reading.periods import Period, periods
from outfall.reading.provisions import Kind, Provision, Text
from outfall.reading.quantities import Quantity, quantities
from outfall.reading.sentences import Span, sentences

INTEREST = re.compile(
    r"(?<!public )(?<!best )(?<!property )(?<!ownership )(?<!legal )(?<!security )(?<!financial )"
    r"(?<!equitable )(?<!the )\binterest\b(?!\s*(?:of\s+(?:the\s+)?(?!%|percent|_|\d|one|two|"
    r"three|four|five|six|seven|eight|"
    r"nine|ten|twelve|eighteen|per\b)|in\b|holder|ed\b|group|s\b))|"
    r"\bthe\s+interest\s+(?:rate|shall|on)\b|\binterest\s+of\s+(?:the\s+)?(?:statutory|legal|"
    r"maximum)"
)
_MONTHLY = re.compile(
    r"^\W*(?:\w+\s+){0,2}?(?:per|a|each|every)\s+(?:calendar\s+)?month|^\W*monthly"
)
_RATE_NEAR = re.compile(
    r"\b(?:interest|per\s+annum|per\s+year|annual(?:ly)?|a\s+year|per\s+month)\b"
)
_PENALTY_RATE = re.compile(
    r"\b(?:late\s+(?:fee|charge|penalty)|penalty|surcharge|discount|slope|impervious|surety|bond)\b"
)
_STATUTE = re.compile(
    r"\b(?:provided|prescribed|allowed|permitted|authori[sz]ed|established|fixed|"
    r"set(?:\s+forth)?|specified)\s+"
    r"(?:by|in|under|for\s+by)\s+(?:applicable\s+|state\s+|the\s+|general\s+)*(?:law|statutes?|"
    r"state|section|§|code|general|"
    r"[a-z.]+\s+(?:§|code|stat|rev|gen))|\b(?:statutory|legal|judgment|lawful)\s+(?:rate|interest)|"
    r"\brate\s+(?:of\s+interest\s+)?(?:for|on|applicable\s+to)\s+(?:\w+\s+){0,2}(?:judgments?|"
    r"(?:delinquent|property|unpaid|real)"
    r"[\w\s]{0,20}tax(?:es)?)|\bsame\s+rate\s+as\b|\bmaximum\s+(?:rate|legal\s+rate)|"
    r"\bhighest\s+(?:legal\s+)?rate|"
    r"\bat\s+(?:the\s+)?rate\s+(?:allowed|permitted|provided|set|prescribed|established|"
    r"authori[sz]ed)\s+by\b|"
    r"\bpursuant\s+to\s+(?:state\s+law|section|§|[a-z.]+\s+(?:§|code|stat))|"
    r"\bin\s+accordance\s+with\s+(?:state\s+|applicable\s+)?(?:law|statute)"
)
_LATE = re.compile(
    r"\binterest\b[^.;]{0,60}\b(?:late|overdue|past[\s-]due|delinquent|unpaid|delinquency|"
    r"not\s+paid)\b|"
    r"\b(?:late|overdue|past[\s-]due|delinquent|delinquency|unpaid)\b[^.;]{0,80}\binterest\b"
)
_ON_COST = re.compile(
    r"\b(?:costs?|expenses?|charges?|amount|assessment|sum|lien)\b[^.;]{0,80}\b(?:plus|with|and|"
    r"including|together\s+with)\b"
    r"[^.;]{0,40}\binterest\b|\binterest\s+(?:on|upon|thereon)\b[^.;]{0,60}|\binterest\s+thereon\b|"
    r"\b(?:costs?|expenses?|charges?|amount|assessment|sum|lien)\b[^.;]{0,60}\b(?:bear|accrue|"
    r"draw|carry)s?\s+interest\b"
)
_FIRST = re.compile(
    r"\b(?:payments?|money|sums?|amounts?)\b[^.;]{0,80}\b(?:appl\w+|credit\w*|go|goes|used|"
    r"allocat\w+)\b[^.;]{0,40}\bfirst\b"
    r"[^.;]{0,40}\binterest\b|\bfirst\s+(?:to|toward|against|applied\s+to|"
    r"credited\s+to)\b[^.;]{0,40}\binterest\b|"
    r"\binterest\b[^.;]{0,40}\bfirst\b[^.;]{0,60}\b(?:then|balance|"
    r"remainder)\b[^.;]{0,30}\bprincipal\b|"
    r"\b(?:to|toward|against)\s+(?:accrued\s+|any\s+|the\s+)*interest\b[^.;]{0,80}\b(?:before|"
    r"then|prior\s+to|next)\b[^.;]{0,40}"
    r"\bprincipal"
)
_LESSER = re.compile(
    r"\bwhichever\s+is\s+(?:less|lower|smaller)|\blesser\s+of\b|\blower\s+of\b|"
    r"\bnot\s+(?:to\s+)?exceed\w*\s+the\s+"
    r"(?:maximum|highest|legal)"
)
_BEGINS = re.compile(
    r"\b(?:begin\w*|commenc\w*|start\w*|from|accru\w*|run\w*|after|until|on|"
    r"effective)\b[^.;]{0,60}$"
)
_FROM = re.compile(
    r"\b(?:from\s+and\s+after|from|beginning\s+(?:on|with|from|upon)|beginning|"
    r"commencing\s+(?:on|with|from|upon)|starting\s+(?:on|with|"
    r"from|upon)|accru\w+\s+(?:from|on|upon|as\s+of)|after|following|since|"
    r"as\s+of)\s+(?P<phrase>(?!and\b|that\s+date)[^.;,]{3,110})"
)
_THEN_ON = re.compile(
    r"\b(?:from\s+(?:then|that\s+(?:date|day|time))\s+(?:on|forward)|thereafter|after\s+(?:that|"
    r"such)\s+(?:date|day|time))\b"
)
_PAYMENTS = re.compile(
    r"\b(?:not\s+more\s+than|no\s+more\s+than|not\s+(?:to\s+)?exceed\w*|up\s+to|at\s+most|"
    r"maximum\s+of|in|within|over|of|by|exceed)\s+"
    r"(?:an?\s+(?:maximum|total)\s+of\s+|(?:up\s+to|not\s+more\s+than|no\s+more\s+than)\s+)?$"
)


_UNTIL = re.compile(r"\buntil\b|\bto\s+the\s+date\b|\btill\b|\bat\s+(?:the\s+)?rate\b")
_OF_A_MONTH = re.compile(r"\s+of\s+(?:the|each|any)\s+(?:\w+\s+)?(?:month|quarter|year)\b")
_STARTS = re.compile(r"\b(?:begin\w*|commenc\w*|start\w*|accru\w*|run\w*)\b[^.;]{0,60}$")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of a provision; ``small`` is the provision's text in small letters."""

    provision: Provision
    place: int
    small: str
    span: Span

    @property
    def said(self) -> str:
        return self.small[slice(*self.span)]

    def fact(self, what: str, start: int, end: int) -> Fact:
        """A fact of interest without a value; the places count in the provision's text."""
        places = self.provision.places
        return Fact(
            "interest", what, self.provision.cite, places[start], places[end - 1] + 1,
            provision=self.place,
        )  # fmt: skip

    def counted(self, what: str, quantity: Quantity, unit: str, anchor: str | None = None) -> Fact:
        """A fact of a quantity."""
        return replace(
            self.fact(what, quantity.start, quantity.end), value=quantity.value, unit=unit,
            anchor=anchor, is_blank=quantity.is_blank, remarks=quantity.remarks,
        )  # fmt: skip


def facts_of(text: Text) -> list[Fact]:
    """Every fact of interest and of payments in parts, in its order."""
    found: list[Fact] = []
    for place, provision in enumerate(text.provisions):
        if provision.kind in (Kind.PARAGRAPH, Kind.UNREAD):
            found += _in_provision(provision, place)
    return found


def _in_provision(provision: Provision, place: int) -> Iterator[Fact]:
    small = provision.text.lower()
    small = small if len(small) == len(provision.text) else provision.text
    known = quantities(provision.text)
    for span in sentences(provision.text):
        sentence = _Sentence(provision, place, small, span)
        inside = [one for one in known if span[0] <= one.start < span[1]]
        for one in inside:
            if one.unit == "count" and _PAYMENTS.search(small[max(0, one.start - 60) : one.start]):
                fact = sentence.counted("installments_max", one, "count")
                yield replace(fact, kind="installments")
        spoken = INTEREST.search(sentence.said)
        if spoken or re.search(r"\bper\s+annum\b", sentence.said):
            yield from _of_interest(sentence, inside, spoken)


def _of_interest(
    sentence: _Sentence, inside: list[Quantity], spoken: re.Match[str] | None
) -> Iterator[Fact]:
    begin = _begin_day(sentence)
    rates = [one for one in inside if one.unit == "percent" and _is_rate(sentence.small, one)]
    for rate in rates:
        yield _rate(sentence, rate, begin)
    if begin is not None:
        anchor = _anchor_in(begin.phrase)
        yield sentence.counted("interest_start_day", begin.quantity, begin.quantity.unit, anchor)
    first, start = _FIRST.search(sentence.said), sentence.span[0]
    if first:
        found = (start + first.start(), start + first.end())
        yield sentence.fact("payments_to_interest_first", *found)
    if spoken and not rates and not first and begin is None:
        yield from _without_rate(sentence, spoken)


def _without_rate(sentence: _Sentence, spoken: re.Match[str]) -> Iterator[Fact]:
    start, end = (sentence.span[0] + place for place in spoken.span())
    near = sentence.said[max(0, spoken.start() - 160) : spoken.end() + 160]
    if _STATUTE.search(near):
        yield sentence.fact("interest_by_statute", start, end)
    elif _LATE.search(near):
        yield replace(sentence.fact("interest_on_late_payment", start, end), anchor="late_payment")
    elif _ON_COST.search(near):
        yield sentence.fact("interest_on_cost", start, end)


def _is_rate(small: str, quantity: Quantity) -> bool:
    before = small[max(0, quantity.start - 40) : quantity.start]
    around = small[max(0, quantity.start - 120) : quantity.end + 60]
    near = before + small[quantity.start : quantity.end + 30]
    is_interest = "interest" in around or "per annum" in near
    return is_interest and bool(_RATE_NEAR.search(around)) and not _PENALTY_RATE.search(before)


def _rate(sentence: _Sentence, rate: Quantity, begin: Period | None) -> Fact:
    after = sentence.small[rate.end : sentence.span[1]]
    anchor = _rate_anchor(sentence, after, begin)
    fact = sentence.counted("interest_rate", rate, "percent_per_year", anchor)
    if _LESSER.search(sentence.said):
        fact = replace(fact, condition="lesser_of_legal_max")
    if rate.value is None or not _MONTHLY.match(after):
        return fact
    remark = f"the text says {rate.value} percent a month; twelve months make the year's rate"
    value = numerals.plain(Decimal(rate.value) * 12)
    return replace(fact, value=value, remarks=(*fact.remarks, remark))


def _rate_anchor(sentence: _Sentence, after: str, begin: Period | None) -> str | None:
    """From when the rate runs; None where the text does not say."""
    if begin is not None:
        return _anchor_in(begin.phrase)
    if _THEN_ON.search(sentence.said):
        return "cost_payment_due"
    for match in (_FROM.search(after), _FROM.search(sentence.said)):
        found = _anchor_in(_UNTIL.split(match["phrase"])[0]) if match else "unspecified"
        if found != "unspecified":
            return found
    return "late_payment" if _LATE.search(sentence.said) else None


def _anchor_in(phrase: str) -> str:
    has_cost = bool(re.search(r"\bcost|\bexpense|\bcharge", phrase))
    return anchor_in(phrase, "interest_start_day", has_cost)


def _begin_day(sentence: _Sentence) -> Period | None:
    """The day that a sentence names for the start of interest: "the 31st day following"."""
    if "interest" not in sentence.said:
        return None
    for period in periods(sentence.provision.text):
        if period.sentence != sentence.span or not period.phrase or period.is_backward:
            continue
        if _OF_A_MONTH.match(period.after):
            continue
        lead = period.before[-70:]
        if _BEGINS.search(lead) if period.quantity.is_ordinal else _STARTS.search(lead):
            return period
    return None
