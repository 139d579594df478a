"""How a cost that is not paid becomes a burden of the land: an assessment, a lien, the tax roll."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from outfall.reading.fact import Fact
from outfall.reading.penalties import unique
from outfall.reading.phrases import ways
from outfall.reading.provisions import Text
from outfall.reading.scope import Place, Scope, Span, sentences

__all__ = ["facts_of"]

_LIEN = ways(r"liens?(?!\s*-?\s*holders?)")
_NO_LIEN = ways(
    r"(?:releas\w+|satisf\w+|discharg\w+|remov\w+|foreclos\w+|free (?:and clear )?(?:of|from)|"
    r"prior|"
    r"mechanic\w*['’]?s?|other|existing|superior to all|mortgage\w*|subordinat\w+|before) "
    r"(?:\w+ ){0,3}?liens?",
    "liens? (?:holder|search|release|waiver)",
    "(?:said|such|this|these) liens? (?:may|shall|can|will|must) (?:then |also )?be (?:enforced|"
    "foreclosed|released|satisfied|discharged)",
    r"(?:no|without) (?:\w+ ){0,3}?liens?",
    r"not (?:be|become|constitute|create|have|hold|give rise to|be enforceable as|be treated as|"
    r"operate as|enforceable as) (?:an? |any )?(?:\w+ )?liens?",
    r"notice of (?:\w+ )?liens? (?:shall|must) (?:state|contain|include)",
)
"""A lien that is spoken of, and not created."""
_MAKES = ways(
    r"becom\w+|constitut\w+|be|is|are|plac\w+|fil\w+|record\w*|attach\w*|impos\w+|secur\w+|hav\w+",
    r"has|creat\w+|enforc\w+|perfect\w*|establish\w*|certif\w+|levied|levy|charg\w+|as|by|claim\w*",
    r"assert\w*|shall also|entitled|deemed|acquire\w*|against|upon|lien (?:on|upon|against)",
)
_SPECIAL = ways("special (?:tax |benefit )?assessments?", "special tax(?:es)?")
_LAND = (
    r"(?:the |such |said |that |his |any |each |its |an? )?"
    r"(?:(?!owners?\b|persons?\b|part(?:y|ies)\b|violators?\b)\w+ ){0,3}?"
    "(?:propert(?:y|ies)|land|lot|parcel|premises|real estate|tract)(?! owner)"
)
_ASSESSED = ways(
    r"(?:assess(?:ed|ment|es|ing)?|levied|levy)\b(?:(?!\bpenalt|\bfine)[^.;])*?\b"
    rf"(?:against|upon|on|to) {_LAND}",
    rf"assess(?:es|ed)? {_LAND} (?:for|with|from|in)",
)
_NO_ASSESSMENT = ways(
    r"assess(?:ed|ment|es)?\b[^.;]*\b(?:impact|damage to|risk|condition)", "per (?:acre|square)"
)
_ANY = r"\b[^.;]{0,90}?\b"
_TAXED = ways(
    "tax (?:bills?|rolls?|duplicates?|statements?|books?|lists?|digest)",
    "(?:assessment|collection) rolls?",
    "(?:as|like|with|same (?:manner|time|way) as|manner (?:as|of|provided|that)|extent as|"
    rf"along with|together with|collection of|levy of|added to){_ANY}"
    r"(?<!special\s)(?:tax(?:es)?|taxation)",
    rf"(?:certif(?:y|ies|ying|ication)|certified (?!(?:copy|copies|mail|statement)\b)){_ANY}"
    "(?:county (?:auditor|treasurer|assessor|clerk|collector|fiscal officer)|"
    "tax (?:collector|assessor|commissioner)|auditor|treasurer)",
    rf"special charges?{_ANY}(?:against|upon|on)",
    "(?:real estate|property|ad valorem) tax (?:collection|bill)",
    "delinquent tax(?:es)?",
)
_COST = ways(
    r"costs?|expenses?|charges?|amounts?|assessments?|penalt\w+|fines?|fees?|sums?|balance|debts?",
    r"bill\w*|invoices?|unpaid|lien|it|payment|spends?|judgments?|tax",
)
_AS_TAXED = ways(
    r"(?:collect\w*|recover\w*|enter\w*|certif\w+|plac\w+|charg\w+|treated|add\w*)\b[^.;]{0,140}?\b"
    "(?:as|for) (?:an? |other |any )?special (?:tax |benefit )?(?:assessment|tax|charge)\\w*",
)
"""A special assessment that only tells how the tax roll collects."""
_LEVIES = ways(
    "(?:levy|levied|levies|spread)|(?:shall|may|will) (?:be )?(?:specially )?assess(?:ed)?"
)
_RIGHT_TO = ways("rights? to (?:impose|levy)|power to (?:impose|levy)", after=r"\b[^.;,]{0,20}$")
_SPOKEN_OF = ways(
    r"(?:copy|amount|existence|date) of (?:the|said|such|any)",
    r"(?:statement|notice|explanation) of (?:the )?(?:\w+ )?rights? to (?:file|record|place) an?",
    r"(?:appris|inform|advis|notif|warn)\w*\b[^.;]*\bthat\b[^.;]*\b(?:may|could|can|might)\b"
    r"[^.;]*",
    after=r"\s*$",
)
"""What stands before a lien that a paper tells of."""
_LIEN_OF = ways(
    r"(?:and \w+ )?(?:fees?|charges?|laws?|rights?|procedures?|statutes?)", before=r"\s+"
)
"""What a lien is named in only: "lien fees", the lien law."""
_PENALTY_IS = ways(
    r"(?:penalt(?:y|ies)|fines?|fees?) (?:\w+ ){0,8}?(?:may|shall|will|must|can) (?:also )?be",
    r"(?:assess|impose|levy) (?:an? |any |the )?(?:\w+ ){0,2}?(?:penalt(?:y|ies)|fines?)",
    after=r"\s*$",
)
"""What is assessed where it is a penalty and no cost."""
_ONLY_DUE = ways(r"(?:shall be |is |are )?(?:payable|due)", before=r"\s*")
_MADE = ways(
    r"shall|may|will|must|is|are|becom\w+|be|constitut\w+|levy|levied|impose\w*|assess\w*|"
    r"collect\w*",
    r"charg\w+|treated",
)
_ONLY_LISTED = ways(
    r"address\w*\b[^.;]{0,60}",
    r"owner (?:of record )?(?:as )?(?:shown|listed)\b[^.;]{0,60}",
    r"(?:name|record)s?\b[^.;]{0,40}",
    r"exempt\w*\b",
    r"(?:priority|status|rank|superior|parity|equal)\b[^.;]{0,40}",
    after="$",
)
_COLLECTED = ways(
    r"collect\w*|plac\w+|add\w*|certif\w+|enter\w*|put|levied|levy|extend\w*|includ\w+|assess\w*",
    r"charg\w+|bill\w*|recover\w*|spread|enforce\w*|appear\w*|lien",
)


def facts_of(text: Text) -> list[Fact]:
    """What a text makes of an unpaid cost, in order; each way once for a provision."""
    found: list[Fact] = []
    for place in Scope(text).law():
        told = [fact for one in sentences(place.text) for fact in _of_sentence(place, one)]
        is_lien = any(fact.what == "special_assessment_lien" for fact in told)
        found += [f for f in told if not is_lien or f.what != "special_assessment"]
    return unique(found)


def _of_sentence(place: Place, sentence: Span) -> Iterator[Fact]:
    """One way of a sentence, and the tax roll beside an assessment.

    Where a lien is collected with the taxes, that is the way, and the lien stands as a remark.
    """
    said = sentence.of(place.text)
    if not _COST.search(said):
        return
    lien = _creates(said)
    special = _SPECIAL.search(said)
    assessed = special or (None if _NO_ASSESSMENT.search(said) else _ASSESSED.search(said))
    taxed = _TAXED.search(said)
    if special and taxed and not lien and _AS_TAXED.search(said) and not _LEVIES.search(said):
        special = assessed = None
    if special and lien:
        yield _fact(place, sentence, "special_assessment_lien", special, lien)
    elif special or (assessed and not lien and not taxed):
        one = special or assessed
        if one is not None and _is_made(said, one):
            yield _fact(place, sentence, "special_assessment", one, one)
    elif lien and not taxed:
        yield _fact(place, sentence, "lien", lien, lien)
    if taxed and _is_collected(said, taxed):
        fact = _fact(place, sentence, "tax_roll_collection", taxed, taxed)
        remark = ("the text makes it a lien too",) if lien and not special else ()
        yield replace(fact, remarks=remark)
    elif taxed and lien and not special:
        yield _fact(place, sentence, "lien", lien, lien)


def _creates(said: str) -> re.Match[str] | None:
    """The lien that a sentence creates; None where it only speaks of one."""
    for one in _LIEN.finditer(said):
        around = said[max(0, one.start() - 50) : one.end() + 40]
        before = said[: one.start()]
        if _NO_LIEN.search(around) or _SPOKEN_OF.search(before) or _LIEN_OF.match(said, one.end()):
            continue
        if _MAKES.search(said[max(0, one.start() - 90) : one.end() + 12]):
            return one
    return None


def _is_made(said: str, one: re.Match[str]) -> bool:
    """Whether an assessment is imposed here, and not only named ("each assessment is payable")."""
    if _ONLY_DUE.match(said, one.end()) or _RIGHT_TO.search(said[: one.start()]):
        return False
    if _SPOKEN_OF.search(said[: one.start()]) or _PENALTY_IS.search(said[: one.start()]):
        return False
    is_verb = one.group().lower().startswith(("assess", "lev"))
    return is_verb or _MADE.search(said, 0, one.start()) is not None


def _is_collected(said: str, taxed: re.Match[str]) -> bool:
    """Whether the tax roll collects the cost, and does not only tell an address or an exemption."""
    before = said[max(0, taxed.start() - 160) : taxed.start()]
    if _ONLY_LISTED.search(before):
        return False
    return _COLLECTED.search(before + taxed.group()) is not None


def _fact(
    place: Place, sentence: Span, what: str, one: re.Match[str], other: re.Match[str]
) -> Fact:
    start = sentence.start + min(one.start(), other.start())
    return place.fact("lien", what, Span(start, sentence.start + max(one.end(), other.end())))
