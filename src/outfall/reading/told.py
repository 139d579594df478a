"""A period with all that the rules look at: its act, its setting, what was told so far."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from outfall.reading.acts import Act
from outfall.reading.anchors import object_of
from outfall.reading.fact import Fact
from outfall.reading.periods import Period
from outfall.reading.setting import Setting

COST = re.compile(
    r"\b(?:costs?|expenses?|charges?|amounts?\s+(?:due|owed|owing)|"
    r"amount\s+of\s+(?:the\s+)?assessment|"
    r"invoices?d?|bills?|billed|billing|reimburse\w*|liens?|special\s+assessments?|assessments?)\b"
)


PENALTY = re.compile(r"\b(?:penalt(?:y|ies)|fines?|forfeitures?|citations?|tickets?|surcharge)\b")


_ASSESSED = re.compile(r"\b(?:special\s+)?assessments?\b")


@dataclass(frozen=True)
class Told:
    """A period with all that the rules look at."""

    period: Period
    act: Act | None
    setting: Setting
    earlier: tuple[Fact, ...]
    """What this provision has told so far."""

    @property
    def name(self) -> str:
        return self.act.name if self.act else ""

    @cached_property
    def about(self) -> str:
        """The sentence without what the period runs from."""
        return self.period.without_anchor

    @cached_property
    def acted_on(self) -> str:
        """The words of the act and those around it, as far as its own clause goes."""
        if self.act is None:
            return self.period.in_clause
        whole, start = self.period.whole, self.period.lead_start - self.period.sentence[0]
        if self.act.end <= start:
            return whole[max(self.act.start - 90, 0) : start]
        return whole[self.act.start : self.act.end + 140]

    @property
    def act_words(self) -> str:
        """The words of the act and what the period runs from."""
        return f"{self.acted_on} {self.period.phrase}"

    @cached_property
    def thing(self) -> str:
        """What the period runs from."""
        return object_of(self.period.phrase)

    @property
    def runs_after(self) -> bool:
        """Whether the period must be over before something may be done."""
        return self.period.lead in ("after", "upon", "") and not self.period.bound

    @cached_property
    def is_penalty_assessed(self) -> bool:
        """Whether "the assessment" is that of a penalty, as what stands before says."""
        close = self.setting.close + self.period.whole
        return bool(PENALTY.search(close)) and not COST.search(_ASSESSED.sub("", close))

    @cached_property
    def is_cost(self) -> bool:
        """Whether money for work is spoken of, and not a penalty."""
        near = self.acted_on + " " + self.period.phrase
        if self.is_penalty_assessed:
            near = _ASSESSED.sub("", near)
        cost, penalty = COST.search(near), PENALTY.search(near)
        if PENALTY.search(self.acted_on) and not COST.search(self.acted_on):
            return False
        if cost and penalty:
            return COST.search(near.replace(penalty.group(), "")) is not None and not re.search(
                r"penalt\w*\s+or\s+(?:\w+\s+)?assessment", near
            )
        return bool(cost) or (not penalty and self.setting.is_about_cost)
