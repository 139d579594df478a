"""What stands around a provision: captions, the text that it hangs under, the sentences before.

A list's item is read with the words that open the list, and a sentence with those before it, so
that "such costs" or "said notice" is known for what it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from outfall.reading.periods import Period
from outfall.reading.provisions import Kind, Provision, Text

REACH = 700
"""Characters of what stands above that are worth looking at."""
_COST = re.compile(
    r"\b(?:costs?|expenses?|invoic\w+|bill(?:s|ing)?|special\s+assessments?|liens?|charges\s+for)\b"
)
_VIOLATION = re.compile(
    r"\bviolat\w*|\bnuisances?\b|\billicit\b|\billegal(?:ly)?\b|\bunlawful\w*|\bnon-?complian\w*|"
    r"\bnotice\s+to\s+(?:comply|correct)|"
    r"\bnovs?\b|\bcitations?\b|\bstop[\s-]?work|\benforce\w*|\bpenalt\w+|\bcease\s+and\s+desist|"
    r"\bcorrection\s+notice|"
    r"\bcorrective\s+(?:action|work|measures)|\bfailure\s+(?:of|to)\s+compl\w+|"
    r"\bnotice\s+of\s+deficienc\w+|\boffens\w+|"
    r"\bcompliance\s+order|\babatement\b"
)


@dataclass(frozen=True, slots=True)
class Setting:
    """The surroundings of one provision, in small letters."""

    above: str
    """Headings and captions over it, and the text that it hangs under."""
    near: str
    """Of these, what stands nearest: the parent's words, its own caption, and the item before."""
    own: str
    """Its own text."""
    over: str = ""
    """The words that it hangs under: of a list's item, those that open the list."""
    siblings: str = ""
    """The items before it under the same words."""
    told_before: str = ""
    """Its own sentences before the one that is read."""

    def at(self, period: Period) -> Setting:
        """The setting of the sentence of a period."""
        return replace(self, told_before=self.own[: period.sentence[0]])

    @property
    def close(self) -> str:
        """Captions and the sentences before: what the words of a sentence refer to."""
        return f"{self.above} {self.told_before[-REACH:]}"

    @property
    def is_about_cost(self) -> bool:
        return _COST.search(self.close) is not None

    def is_about_violation(self, said: str) -> bool:
        """Whether a sentence, or what stands over it, speaks of a violation or its correction."""
        if _VIOLATION.search(said):
            return True
        return any(
            not one.group().startswith(("enforce", "penal"))
            for one in _VIOLATION.finditer(self.close)
        )


def settings(text: Text) -> list[Setting]:
    """The setting of each provision, in their order."""
    found: list[Setting] = []
    heading = ""
    before: dict[int | None, str] = {}
    items: dict[int | None, list[str]] = {}
    for provision in text.provisions:
        if provision.kind is Kind.HEADING:
            heading = provision.text
        over = _above(text, provision)
        above = " ".join([heading, *over])
        near = " ".join([*over[-2:], before.get(provision.parent, "")])
        is_listed = provision.parent is not None or provision.marker
        before[provision.parent] = provision.text[-REACH:] if is_listed else ""
        parent = "" if provision.parent is None else text.provisions[provision.parent].text[-REACH:]
        found.append(
            Setting(
                _small(above), _small(near), _small(provision.text), _small(parent),
                _small(" ".join(items.get(provision.parent, ())[-4:])),
            )
        )  # fmt: skip
        if is_listed:
            items.setdefault(provision.parent, []).append(provision.text[-REACH:])
    return found


def _above(text: Text, provision: Provision) -> list[str]:
    """Captions of the ancestors from the outermost, the parent's words, and its own caption."""
    said = [provision.caption]
    at, nearest = provision.parent, True
    while at is not None:
        one = text.provisions[at]
        said.insert(0, one.text[-REACH:] if nearest else one.caption)
        at, nearest = one.parent, False
    return said


def _small(text: str) -> str:
    return text.lower() if len(text.lower()) == len(text) else text
