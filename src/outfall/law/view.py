"""The facts seen on one day under one choice of readings: starts, due dates and their status.

A view answers each question once and remembers which readings it asked on the way, so that the
effect of another reading is found by asking again only what had asked that reading.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from typing import Any, NamedTuple, TypeVar

from outfall.law.counting import Days, count
from outfall.law.facts import Facts, Notice, Proceeding, Violation
from outfall.law.ordinance import (
    Anchor,
    ByReading,
    Counted,
    DeadlineRule,
    Extreme,
    FirstKnown,
    InDanger,
    Named,
    SameAs,
    ServiceRule,
    Term,
)
from outfall.law.plan import Plan, Setting
from outfall.law.standing import Deadline
from outfall.law.terms import Due

T = TypeVar("T")
DAY = timedelta(days=1)
REVERSED = frozenset({"reversed", "granted"})


class Start(NamedTuple):
    """The day on which something happened, the hour where it is known, and the entry that says so."""

    on: date
    event: str
    at: time | None = None


class View:
    """Facts, a day and readings; every answer below is for that day, judged at its end."""

    __slots__ = (
        "calendar",
        "direct",
        "facts",
        "is_own",
        "memo",
        "on",
        "plan",
        "policy",
        "readings",
        "setting",
        "touched",
    )

    def __init__(self, plan: Plan, facts: Facts, on: date, setting: Setting) -> None:
        self.plan, self.facts, self.on, self.setting = plan, facts, on, setting
        self.readings, self.policy, self.calendar = (
            setting.readings,
            setting.policy,
            setting.calendar,
        )
        self.memo: dict[tuple[Any, ...], tuple[Any, int, int]] = {}
        self.touched = 0
        self.direct = 0
        self.is_own = True

    def otherwise(self, reading: str, choice: str) -> View:
        """The same day under another choice; what never asked that reading is taken as it is."""
        setting = self.setting._replace(readings={**self.readings, reading: choice})
        view = View(self.plan, self.facts, self.on, setting)
        bit = self.plan.bits[reading]
        view.is_own = False
        view.memo = {key: known for key, known in self.memo.items() if not known[1] & bit}
        return view

    def reading(self, name: str) -> str:
        """The choice adopted for a reading; that it was asked is remembered."""
        bit = self.plan.bits[name]
        self.touched |= bit
        self.direct |= bit
        return self.readings[name]

    def choose(self, value: T | ByReading[T]) -> T:
        """A rule, or the one for the adopted choice of its reading."""
        if isinstance(value, ByReading):
            return value.under(self.reading(value.reading))
        return value

    def once(self, key: tuple[Any, ...], make: Callable[..., T], *args: Any) -> T:
        """The answer to ``key``, made once, with the readings that it asked.

        Beside the answer stand all readings that it rests on, and those that it asked itself.
        """
        known = self.memo.get(key)
        if known is None:
            touched, direct = self.touched, self.direct
            self.touched = self.direct = 0
            answer = make(*args)
            known = (answer, self.touched, self.direct)
            self.touched, self.direct = touched, direct
            self.memo[key] = known
        self.touched |= known[1]
        return known[0]

    def sound(self, notice: Notice) -> bool:
        """Whether a notice has all that the ordinance demands, or its gaps are held not to matter."""
        if notice.complete:
            return True
        known = "defective_notice" in self.plan.bits
        return known and self.reading("defective_notice") == "substantial"

    # Starts

    def governing(self, instrument: str) -> Notice | None:
        """The notice of an instrument that governs: the last one served, else the last issued."""
        live = self.facts.live.get(instrument)
        if not live:
            return None
        return next((n for n in reversed(live) if n.service), live[-1])

    def receipt(self, notice: Notice) -> Start | None:
        """When the party had the paper in hand, where the record shows it."""
        service = notice.service
        if service is None:
            return None
        if service.received_on is not None:
            return (
                Start(service.received_on, service.event)
                if service.received_on <= self.on
                else None
            )
        rule = self.plan.service(service.method, service.on)
        if rule.receipt != "with_service":
            if (
                "receipt_unshown" not in self.plan.bits
                or self.reading("receipt_unshown") != "with_service"
            ):
                return None
        return Start(service.on, service.event, service.at)

    def postmark(self, notice: Notice) -> Start | None:
        """The day of the postmark, where the record shows it."""
        service = notice.service
        if service is None or service.postmarked_on is None:
            known = service is not None and "postmark_unshown" in self.plan.bits
            if service is None or not known or self.reading("postmark_unshown") == "no_clock":
                return None
        return Start(service.postmarked_on or service.on, service.event)

    def start(self, anchor: Anchor, notice: Notice | None) -> Start | None:
        """When the event of an anchor happened, as far as the record shows by this day."""
        kind, of = anchor.kind, anchor.of
        if kind in ("issue", "service", "receipt", "postmark"):
            paper = (
                notice if of is None or (notice and notice.instrument == of) else self.governing(of)
            )
            return self._paper(kind, paper)
        if kind == "event":
            found = self.facts.happened_last(of or "")
            return Start(found[0], found[1]) if found else None
        if kind in ("deadline", "lapse"):
            deadline = self.deadline(self.plan.deadlines[of or ""], notice)
            if deadline is None:
                return None
            if kind == "lapse":
                return Start(deadline.due + DAY, deadline.source.event or "")
            raw = deadline.due if deadline.extended_from else deadline.source.raw
            return Start(raw, deadline.source.event or "")
        if kind in ("filing", "hearing", "decision"):
            return self._proceeding(kind, of or "appeal", notice)
        if kind == "settled":
            paid = self.plan.settled(self, of or "")
            return Start(*paid) if paid else None
        return self._violation(kind, notice)

    def _paper(self, kind: str, paper: Notice | None) -> Start | None:
        if paper is None:
            return None
        if kind == "issue":
            return Start(paper.issued, paper.event)
        if kind == "receipt":
            return self.receipt(paper)
        if kind == "postmark":
            return self.postmark(paper)
        service = paper.service
        return Start(service.on, service.event, service.at) if service else None

    def _proceeding(self, kind: str, of: str, notice: Notice | None) -> Start | None:
        case = self.proceeding(of, notice)
        if case is None or not self.timely(case):
            return None
        if kind == "filing":
            return Start(case.filed, case.event)
        if kind == "hearing":
            return Start(case.heard, case.event) if case.heard else None
        if case.decided is None or case.outcome in REVERSED:
            return None
        return Start(case.decided, case.decided_event)

    def _violation(self, kind: str, notice: Notice | None) -> Start | None:
        found = self.facts.of(notice)
        if not found:
            return None
        first = min(found, key=lambda v: (v.observed, v.event))
        if kind == "observation":
            return Start(first.observed, first.event)
        if kind == "discovery":
            return Start(first.discovered, first.event)
        return self._remedied(found)

    def _remedied(self, found: list[Violation]) -> Start | None:
        days = [(v.remedied, v.remedied_by) for v in found if v.reversed_on is None]
        if not days or any(day is None for day, _ in days):
            return None
        day, event = max((day, event) for day, event in days if day is not None)
        return Start(day, event)

    # Proceedings

    def proceeding(self, kind: str, notice: Notice | None) -> Proceeding | None:
        """The appeal, petition or protest that counts against a notice (or against anything)."""
        if notice is not None and notice.proceeding is not None and notice.proceeding.kind == kind:
            return notice.proceeding
        rule = self.plan.proceedings.get(kind)
        filed = self.facts.proceedings.get(kind)
        if not filed or (
            notice is not None and rule is not None and notice.instrument in rule.papers
        ):
            return None
        return filed[-1] if filed[-1].notice is None or notice is None else None

    def timely(self, case: Proceeding) -> bool:
        """Filed by the last day. Where no clock has started, a filing can't be late."""
        rule = self.plan.proceedings.get(case.kind)
        if rule is None or rule.deadline is None:
            return rule is not None
        last = self.last_day(self.plan.deadlines[rule.deadline], case.notice)
        return last is None or case.filed <= last

    def pending(self, kind: str, notice: Notice | None) -> Proceeding | None:
        case = self.proceeding(kind, notice)
        if case is None or case.decided is not None or not self.timely(case):
            return None
        return case

    # Due dates

    def due(self, term: Term, notice: Notice | None) -> Due | None:
        """The last day of a term, or None where its clock has not started."""
        if isinstance(term, Counted):
            return self._counted(term, notice)
        if isinstance(term, ByReading):
            return self.due(term.under(self.reading(term.reading)), notice)
        if isinstance(term, InDanger):
            dangerous = notice is not None and notice.in_danger
            return self.due(term.danger if dangerous else term.otherwise, notice)
        if isinstance(term, FirstKnown):
            found = (self.due(part, notice) for part in term.terms)
            return next((due for due in found if due is not None), None)
        if isinstance(term, Named):
            day = notice.comply_by if notice else None
            if day is None or notice is None or notice.service is None:
                return None
            return Due(day, day, notice.event, notice.issued, "named", term.cite, anchor="named")
        if isinstance(term, SameAs):
            other = self.deadline(self.plan.deadlines[term.deadline], notice)
            if other is None:
                return None
            return Due(
                other.due, other.due, other.source.event, other.source.start, "same", term.cite
            )
        return self._extreme(term, notice)

    def _extreme(self, term: Extreme, notice: Notice | None) -> Due | None:
        known: list[Due] = []
        for part in term.terms:
            due = self.due(part, notice)
            if due is not None:
                known.append(due)
            elif not isinstance(part, Named | SameAs):
                return None
        if not known:
            return None
        best = known[0]
        for due in known[1:]:
            if (due.due > best.due) if term.latest else (due.due < best.due):
                best = due
        if len(known) == 1:
            return best
        return Due(
            best.due, best.raw, best.event, best.start, best.length, best.cite, best.counted,
            best.due_at, tuple(known), term.latest, best.anchor,
        )  # fmt: skip

    def _counted(self, term: Counted, notice: Notice | None) -> Due | None:
        start = self.start(term.anchor, notice)
        if start is None:
            return None
        length = term.length
        if term.policy:
            length = Days(int(self.policy[term.policy]))
        if term.at_least == "cure_days" and notice and notice.cure_days:
            if not isinstance(length, Days) or length.n < notice.cure_days:
                length = Days(notice.cure_days)
        assert length is not None
        rule = self.plan.rule(term.rule, start.on)
        added = self._service_days(term.anchor, notice) if self.plan.adds_days else None
        if added and isinstance(length, Days) and not added.adds_after_end:
            length = Days(length.n + added.adds)
        counted = count(start.on, length, rule, self.calendar, start.at)
        if added and added.adds_after_end:
            counted = count(counted.due, Days(added.adds), rule, self.calendar)
        return Due(
            counted.due,
            counted.raw,
            start.event,
            start.on,
            str(length),
            term.cite,
            counted,
            counted.due_at,
            anchor=term.anchor.kind,
        )

    def counted_from(self, term: Counted, start: date) -> date:
        """The unrolled last day of a counted term from a day that is already known."""
        assert term.length is not None
        return count(start, term.length, self.plan.rule(term.rule, start), self.calendar).raw

    def _service_days(self, anchor: Anchor, notice: Notice | None) -> ServiceRule | None:
        if anchor.kind != "service":
            return None
        paper = self.governing(anchor.of) if anchor.of else notice
        if paper is None or paper.service is None:
            return None
        rule = self.plan.service(paper.service.method, paper.service.on)
        return rule if rule.adds else None

    def last_day(self, rule: DeadlineRule, notice: Notice | None) -> date | None:
        """The last timely day with any extension, before its status is known."""
        found = self.once(("due", rule.id, notice and notice.event), self.due, rule.due, notice)
        if found is None:
            return None
        extension = self.facts.extensions.get(rule.id)
        return extension.until if extension and extension.until > found.due else found.due

    def deadline(self, rule: DeadlineRule, notice: Notice | None) -> Deadline | None:
        """A deadline with its status, or None where its clock has not started."""
        paper = notice if rule.of else None
        if rule.of and (paper is None or paper.instrument not in rule.papers):
            paper = next((n for n in map(self.governing, rule.papers) if n), None)
            if paper is None:
                return None
        return self.once(("deadline", rule.id, paper and paper.event), self._deadline, rule, paper)

    def _deadline(self, rule: DeadlineRule, notice: Notice | None) -> Deadline | None:
        before, self.touched = self.touched, 0
        last = self.last_day(rule, notice)
        asked = self.touched
        self.touched |= before
        if last is None or self._ended(rule, notice):
            return None
        source, _, own = self.memo["due", rule.id, notice and notice.event]
        done, late = self._done(rule.done_by, notice, source)
        if done is not None:
            status = "late" if done.on > last or late else "met"
        elif self._stayed(rule, notice):
            status = "stayed"
        else:
            status = "missed" if self.on > last else "open"
        return Deadline(
            rule.id,
            rule.bound,
            source.cite or rule.cite,
            status,
            last,
            source,
            source.due if last != source.due else None,
            done.on if done else None,
            self._named(own or asked),
            notice.event if notice else None,
            rule.says,
        )

    def _named(self, asked: int) -> str | None:
        """The reading that decides a due date: the first that it asked itself, receipt apart."""
        names = [name for name, bit in self.plan.bits.items() if asked & bit]
        chosen = [name for name in names if name != "receipt_unshown"] or names
        return chosen[0] if chosen else None

    def _ended(self, rule: DeadlineRule, notice: Notice | None) -> bool:
        """A notice that was reversed on appeal sets no more deadlines, the appeal's own apart."""
        if notice is None or notice.proceeding is None or notice.proceeding.outcome != "reversed":
            return False
        return rule.done_by.kind not in ("filing", "hearing", "decision")

    def _done(self, by: Anchor, notice: Notice | None, due: Due) -> tuple[Start | None, bool]:
        if by.kind == "filing":
            case = self.proceeding(by.of or "", notice)
            return (Start(case.filed, case.event) if case else None), False
        if by.kind == "hearing":
            case = self.proceeding("appeal", notice)
            held = (case.heard or case.decided) if case else None
            return (Start(held, case.event) if case and held else None), False
        if by.kind == "decision":
            case = self.proceeding(by.of or "", notice)
            return (
                Start(case.decided, case.decided_event) if case and case.decided else None
            ), False
        if by.kind == "event":
            for day, event in self.facts.happened.get(by.of or "", ()):
                if due.start is None or day >= due.start:
                    return Start(day, event), False
            return None, False
        if by.kind == "service" and by.of:
            for paper in self.facts.of_instrument.get(by.of, ()):
                if paper.service and (due.start is None or paper.service.on >= due.start):
                    return Start(paper.service.on, paper.service.event), False
            return None, False
        if by.kind == "remedy" and any(v.by_town for v in self.facts.of(notice)):
            return None, False
        return self.start(by, notice), False

    def _stayed(self, rule: DeadlineRule, notice: Notice | None) -> bool:
        if rule.stayed_by is None or not self.facts.proceedings:
            return False
        by = self.choose(rule.stayed_by)
        return bool(by) and self.pending(str(by), notice) is not None
