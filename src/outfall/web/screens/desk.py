"""What the pages of a case's papers and entries look at: the case, its law, its standing today."""

from __future__ import annotations

from dataclasses import dataclass

from outfall.law.assess import assess
from outfall.law.standing import Standing
from outfall.web import clock
from outfall.web.casework import assembling
from outfall.web.casework.assembling import Assembled
from outfall.web.casework.models import Case
from outfall.web.screens.acting import case_or_404
from outfall.web.towns.middleware import OfficeRequest


@dataclass(frozen=True)
class Desk:
    """A case as a page looks at it."""

    request: OfficeRequest
    row: Case
    found: Assembled
    standing: Standing

    @property
    def town(self) -> str:
        """The town's short name."""
        return self.request.town.slug


def desk_of(request: OfficeRequest, number: str) -> Desk:
    """The case of a page with its standing today; 404 for what is not this town's."""
    row = case_or_404(number)
    found = assembling.assemble(row, request.town)
    today = clock.today(request.town.zone)
    return Desk(request, row, found, assess(found.law, found.case, today))
