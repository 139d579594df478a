"""How an issued notice was served, what of that is still unproven, and which clocks wait for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from outfall.law.assess import assess
from outfall.law.case import Event
from outfall.law.days import counted
from outfall.law.standing import Deadline, NoticeState, Remark, Standing
from outfall.papers.packet import services
from outfall.papers.subject import SERVICE
from outfall.web.casework.assembling import Assembled


@dataclass(frozen=True, slots=True)
class Service:
    """The service of one notice on a day.

    ``waiting`` are the clocks that a service received on that day would start, each with the last
    day that it would then have; ``running`` those that have started.
    """

    state: NoticeState
    steps: tuple[Event, ...]
    remarks: tuple[Remark, ...]
    running: tuple[Deadline, ...]
    waiting: tuple[Deadline, ...]

    @property
    def came_back(self) -> bool:
        """Whether the last service came back, so that it counts for nothing."""
        return any(remark.id == "service_returned" for remark in self.remarks)

    @property
    def word(self) -> str:
        """The state in a few words."""
        if self.came_back:
            return "came back"
        if self.state.received_on:
            return "received"
        return "served, receipt not shown" if self.state.served_on else "not served yet"

    @property
    def tag(self) -> str:
        """The kind of tag that shows it."""
        if self.state.received_on and not self.came_back:
            return "done"
        return "due" if self.state.served_on and not self.came_back else "late"


def service_of(found: Assembled, standing: Standing, entry: str) -> Service | None:
    """The service of the notice that an entry issued; None where the entry issued none."""
    state = next((n for n in standing.notices if n.event == entry), None)
    issued = next((e for e in counted(found.case) if e.id == entry), None)
    if state is None or issued is None:
        return None
    own = tuple(d for d in standing.deadlines if d.notice == entry)
    return Service(
        state,
        tuple(services(issued, found.case, standing.as_of)),
        tuple(r for r in standing.warnings if r.event == entry),
        own,
        _waiting(found, issued, {_plain(d) for d in own}, standing.as_of),
    )


def _plain(deadline: Deadline) -> str:
    return deadline.id.partition(":")[0]


def _waiting(
    found: Assembled, issued: Event, started: set[str], today: date
) -> tuple[Deadline, ...]:
    """The clocks that have not started and would, by a service of today."""
    service = Event(
        SERVICE,
        "served",
        today,
        len(found.case.events),
        notice=issued.id,
        instrument=issued.instrument,
        method="personal",
        received_on=today,
        postmarked_on=today,
    )
    case = replace(found.case, events=(*found.case.events, service))
    then = assess(found.law, case, today)
    own = (d for d in then.deadlines if d.notice == issued.id)
    return tuple(d for d in own if _plain(d) not in started)
