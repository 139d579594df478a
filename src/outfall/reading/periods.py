"""Each period of a text with the roles around it: what leads in, what it runs from, which way.

A period is read with its own sentence and no further. ``Period`` holds places in the provision's
text; every word of it that a rule looks at is in small letters, as capitals mean nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from outfall.reading.quantities import NOTICE, Quantity, quantities
from outfall.reading.sentences import Span, clause_around, sentences

MIN = re.compile(
    r"(?:\b(?:not|no)\s+(?:to\s+)?(?:be\s+)?(?:less|fewer|sooner|earlier)\s+than|\bat\s+least|"
    r"\bminimum(?:\s+\w+)?\s+of|"
    r"\bminimum|\bnor\s+(?:less|fewer)\s+than)\s*(?:an?\s+)?(?:period\s+of\s+)?$"
)
MAX = re.compile(
    r"(?:\b(?:not|nor|no)\s+(?:be\s+|event\s+|case\s+)?(?:more|longer|greater|later)\s+than|"
    r"(?:\bnot\s+)?(?:\bto\s+)?\bexceed(?:s|ed|ing)?|\bup\s+to|"
    r"\bmaximum(?:\s+\w+){0,3}?\s+of|\bmaximum|\bbeyond)\s*(?:an?\s+)?(?:(?:additional|further|"
    r"total)\s+)?(?:period\s+of\s+)?"
    r"(?:time\s+of\s+)?$"
)
NEVER_MORE = re.compile(
    r"\bno\s+\w+\s+(?:\w+\s+)?(?:shall|may|will)\b[^.;,]{0,50}?\b(?P<most>(?:more|longer|later)\s+"
    r"than\s+)$"
)
"""``most`` bounds the number: "in no case shall it be held more than sixty days after"."""
_FILLER = (
    r"(?:an?\s+|the\s+|said\s+|such\s+|(?:minimum|maximum)\s+(?:period\s+)?of\s+|"
    r"period\s+of\s+(?:time\s+of\s+)?|(?:next|first|following|"
    r"ensuing|immediately|previous|preceding|prior|last|past|rolling|consecutive|any)\s+|"
    r"(?:close|end)\s+of\s+(?:\w+\s+)?(?:business|day)\s+(?:on\s+)?(?:the\s+)?|"
    r"(?:\d{1,2}:\d\d|\d{1,2}(?=\s*[ap]\.?m)|noon|midnight)\s*(?:[ap]\.?\s?m\.?)?,?\s*(?:(?:on|of)\s+)?"
    r"(?:the\s+)?)*"
)
LEAD = re.compile(
    r"(?P<lead>\bwithin|\bwith|\binside(?:\s+of)?|\b(?:no|not)\s+(?:event\s+|case\s+)?"
    r"later\s+than|\bon\s+or\s+before|"
    r"\bbefore|"
    r"\bprior\s+to|\bby|\bafter|\bupon|\bduring|\bfor|\bin|\bover|\bof|\bnet|\bon|\buntil|"
    r"\bha(?:ve|s|d|ving)|\bgiv(?:e|es|en|ing)|\ballow(?:s|ed|ing)?|\bafford(?:s|ed|ing)?|"
    r"\bgrant(?:s|ed|ing)?|\bprovid(?:e|es|ed|ing))\s+(?:at\s+least\s+|up\s+to\s+|(?:not|no)\s+"
    r"(?:less|more|fewer|longer)\s+than\s+|the\s+(?:expiration|end|lapse|passage|"
    r"completion)\s+of\s+"
    r"|expiration\s+of\s+)*" + _FILLER + r"$"
)
"""The words right before a period that say how it is meant."""

_INTERPOSED = re.compile(
    r"\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)*"
    r"(?:,?\s*or\s+(?:within\s+)?(?:in\s+)?(?:such|any|a|an|the)?\s*(?:other|greater|longer|"
    r"additional|further|later|lesser|shorter|extended|reasonable|different)[^;.()]{0,140}?"
    r"(?=,?\s*(?:\(|\bafter\b|\bfrom\b|\bfollowing\b|\bof\s+(?:the\s+)?(?:receipt|service|"
    r"date)\b|$))"
    r")?\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*)*,?\s*"
)
_CONNECTOR = re.compile(
    r"(?:(?:ha(?:s|ve)\s+)?(?:elapsed?|elapses|passed|expired|gone\s+by)\s+)?(?:period\s+|time\s+)?(?:immediately\s+|next\s+|in\s+which\s+)?(?P<word>after|"
    r"from(?:\s+and\s+"
    r"after)?|following|of|past|subsequent\s+to|since|"
    r"(?:beginning|commencing|starting|measured|running|counted|calculated|computed|to\s+run)\s+"
    r"(?:with|on|from|upon|at)|thereafter|thereof|hence|later|(?:in\s+)?(?:prior|advance|ahead|"
    r"preceding|before|previous)(?:\s+(?:to|of))?|beforehand)\b\s*"
)
_BEFORE_WORDS = (
    "prior",
    "advance",
    "ahead",
    "preced",
    "before",
    "in prior",
    "in advance",
    "previous",
)
_NEW_CLAUSE = (
    r"(?<!\bwhich )(?<!\bthat )(?<!\bwhen )(?<!\bdate )(?<!\bday )(?<!\btime )(?<!\bof )"
    r"(?<!\bby )(?<!\bon )(?<!\bto )(?<!\bupon )(?<!\bfrom )(?<!\bfor )(?<!\bafter )"
    r"\b(?:the|such|any|said|an?)\s+(?:(?!(?:the|such|any|said|an?)\b)[\w']+\s+){1,4}?"
    r"(?:is|are|shall|must|may|will|continues|persists|remains|abates|acts|bills|ceases|clears|completes|complies|conducts|convenes|corrects|"
    r"cures|decides|files|gives|hears|holds|informs|issues|mails|makes|notifies|pays|provides|"
    r"reimburses|remedies|removes|renders|responds|restores|schedules|sends|serves|submits|tells|"
    r"votes)\b"
)
"""A subject with its verb: where the main clause begins that no comma parts from the anchor."""
_PHRASE_END = re.compile(
    r"[;:()]|,(?!\s*(?:order,|decision,|penalty,|citation|or\s+(?:order|citation)\b))|"
    r"\b(?:shall|must|may|will|unless|except|provided|whichever|if|when|in\s+which|then|so)\b|"
    r"(?<!\bnecessary )(?<!\brequired )(?<!\bneeded )(?<!\bor )"
    r"\bto\s+(?:correct|cure|abate|comply|file|appeal|request|remedy|pay|submit|bring|make|"
    r"complete|"
    r"respond|contest|do|perform|repair|[ea]ffect|take|remove|restore|eliminate|begin|undertake|"
    r"remediate|achieve|seek|show|object|protest|discontinue|install|obtain|provide|reimburse|"
    r"commence)\b|"
    r"(?<!which )(?<!that )(?<!when )(?<!of )(?<!by )\b(?:the|such|any|said)\s+(?:\w+\s+){1,5}?"
    r"(?:has|have|had|fails?)\b|" + _NEW_CLAUSE + r"|"
    r"\bor,|\bin\s+order\b|\bin\s+writing\b|\band\s+(?:shall|must|may|any|if|the\s+(?:city|town|county|board))\b|\bor\s+(?:within|\d+|"
    r"[a-z-]+\s+(?:\(\d+\)\s+)?(?:hours|days))\b|\.(?:\s|$)"
)


_MODAL = re.compile(r"\b(?:shall|must|may|will)\s+$")
_VERB = re.compile(
    r"\s(?:file|submit|notify|issue|hold|pay|correct|abate|remove|provide|send|serve|make|render|"
    r"mail|"
    r"give|begin|complete|deliver|furnish|request|appeal|comply|cease|remedy|repair|restore|"
    r"schedule|"
    r"conduct|hear|decide|report|reimburse|respond|deny|petition)\s"
)
"""The verb of a clause whose period stands before it, "shall within ten days of the order file"."""


@dataclass(frozen=True)
class Period:
    """A period of time in a provision's text."""

    text: str
    """The provision's text in small letters."""
    quantity: Quantity
    sentence: Span
    clause: Span

    @property
    def start(self) -> int:
        return self.quantity.start

    @cached_property
    def before(self) -> str:
        """The sentence up to the number."""
        return self.text[self.sentence[0] : self.quantity.start]

    @cached_property
    def after(self) -> str:
        """The sentence from behind the unit on, or from behind ``notice`` where it is that long."""
        return self.text[self._end : self.sentence[1]]

    @cached_property
    def _end(self) -> int:
        notice = NOTICE.match(self.text, self.quantity.end)
        return notice.end() if notice else self.quantity.end

    @cached_property
    def whole(self) -> str:
        """The whole sentence."""
        return self.text[self.sentence[0] : self.sentence[1]]

    @cached_property
    def in_clause(self) -> str:
        """The clause, with the number."""
        return self.text[self.clause[0] : self.clause[1]]

    @cached_property
    def clause_before(self) -> str:
        return self.text[self.clause[0] : self.quantity.start]

    @cached_property
    def clause_after(self) -> str:
        return self.text[self._end : max(self._end, self.clause[1])]

    @cached_property
    def bound(self) -> str | None:
        """``min`` or ``max`` where the words before the number say so."""
        if MIN.search(self.before[-60:]):
            return "min"
        most = MAX.search(self.before[-60:]) or NEVER_MORE.search(self.before[-120:])
        return "max" if most else None

    @cached_property
    def lead(self) -> str:
        """The word that leads in: ``within``, ``after``, ``have``; empty where none does."""
        found = LEAD.search(self.before[-110:])
        return " ".join(found["lead"].split()) if found else ""

    @cached_property
    def lead_start(self) -> int:
        """Where the leading words begin, in the provision's text."""
        for pattern in (LEAD, MIN, MAX):
            found = pattern.search(self.text, max(self.sentence[0], self.start - 110), self.start)
            if found:
                return found.start()
        before = max(self.sentence[0], self.start - 120)
        never = NEVER_MORE.search(self.text[before : self.start])
        return before + never.start("most") if never else self.start

    @cached_property
    def _connection(self) -> tuple[str, str]:
        """The word that ties the anchor on, and the anchor's phrase."""
        skipped = _INTERPOSED.match(self.after)
        at = skipped.end() if skipped else 0
        connector = _CONNECTOR.match(self.after, at) or _CONNECTOR.match(self.after.lstrip(" ,"))
        if connector is None:
            return "", ""
        source = connector.string
        ends = _PHRASE_END.search(source, connector.end())
        if ends and ends.start() - connector.end() < 2 and _SUBJECT.match(ends.group()):
            ends = _PHRASE_END.search(source, ends.end())
        phrase = source[connector.end() : ends.start() if ends else len(source)]
        if _MODAL.search(self.text[self.sentence[0] : self.lead_start]):
            phrase = _VERB.split(phrase)[0]
        return " ".join(connector["word"].split()), phrase.strip(" ,.")

    @cached_property
    def connector(self) -> str:
        return self._connection[0]

    @cached_property
    def phrase(self) -> str:
        """What the period runs from, in the text's words; empty where it is not said there."""
        return self._connection[1]

    @property
    def is_cut(self) -> bool:
        """Whether the text breaks off where it would say from when."""
        return bool(self.connector) and not self.phrase and not self.after.rstrip().endswith(".")

    @property
    def is_backward(self) -> bool:
        """Whether the period ends at its anchor: "ten days before the hearing"."""
        return self.connector.startswith(_BEFORE_WORDS)

    @cached_property
    def without_anchor(self) -> str:
        """The sentence without what the period runs from."""
        return f"{self.before} {self.rest}"

    @cached_property
    def rest(self) -> str:
        """The sentence behind the anchor's phrase: the main clause, where the period leads it."""
        at = self.after.find(self.phrase) + len(self.phrase) if self.phrase else 0
        return self.after[max(at, 0) :]


_SUBJECT = re.compile(r"(?:the|such|any|said|an?)\s")
_BARE = re.compile(
    r"\s*(?:(?:maximum|minimum)(?:\s+of)?|up\s+to|at\s+least|not\s+to\s+exceed|(?:no|not)\s+(?:more|"
    r"less)\s+than)?\s*[\w-]+(?:\s+\(\w+\))?\s+(?:\w+\s+)?(?:days|hours|weeks|months|day)\s*"
    r"(?:,?\s*(?:maximum|minimum|max|min)\.?)?\s*"
)
"""A bracket that holds a period alone, "(30 days maximum)": it belongs to the clause around it."""
MOST_IN_A_SENTENCE = 40
"""Periods of one sentence that are read: no law states more in one, and reading stays quick."""


def periods(text: str) -> list[Period]:
    """The periods of a provision's text, in their order."""
    small = text.lower() if len(text.lower()) == len(text) else text
    spans = sentences(text)
    found: list[Period] = []
    counted: dict[Span, int] = {}
    for quantity in quantities(text):
        if quantity.is_time:
            sentence = next(s for s in spans if s[0] <= quantity.start < s[1])
            counted[sentence] = counted.get(sentence, 0) + 1
            if counted[sentence] <= MOST_IN_A_SENTENCE:
                clause = clause_around(small, quantity.start, quantity.end, sentence)
                if _BARE.fullmatch(small, *clause) and clause[0] > sentence[0]:
                    clause = clause_around(small, clause[0] - 1, clause[1] + 1, sentence)
                found.append(Period(small, quantity, sentence, clause))
    return found
