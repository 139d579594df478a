"""The cases of a town of the office, as the documents of which a docket is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from outfall.cli import office_django
from outfall.cli.progress import Watch
from outfall.law.faults import Refused

if TYPE_CHECKING:
    from outfall.web.casework.models import Case
    from outfall.web.towns.models import Town


def documents_of(slug: str, watch: Watch) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every case of a town with the town's short name, one at a time, read from its entries.

    What the town has adopted is written into each case as its own choices, so that a docket says
    all that its answers rest on. Raises ``Refused`` where there is no such town.
    """
    office_django.ready()
    town = office_django.town_named(slug)
    from outfall.web.casework.models import Case
    from outfall.web.towns import scope
    from outfall.web.towns.adopted import every_setting

    with scope.town(town.pk):
        values = every_setting()
        rows = Case.objects.order_by("pk")
        many = rows.count()
        for n, row in enumerate(rows.iterator(), 1):
            yield slug, _document(row, town, values)
            watch(n, many)


def _document(row: Case, town: Town, values: dict[str, Any]) -> dict[str, Any]:
    from outfall.web.casework.assembling import file_of, found_on, read
    from outfall.web.casework.models import Entry
    from outfall.web.towns.adopted import law_of, pack_folder, pack_of

    entries = Entry.objects.filter(case=row, case_n__lte=row.length).order_by("case_n")
    file = file_of(entries.values_list("kind", "content").iterator())
    document = file.document()
    try:
        on = found_on(read(file))
        law = law_of(town, on, values)
        folder = pack_folder(pack_of(values, on))
    except Refused:
        return document  # it is told when the docket is assessed
    document["ordinance"] = str(folder)
    document["readings"] = {reading.id: reading.adopted for reading in law.readings}
    document["policy"] = {
        item.id: list(item.value) if isinstance(item.value, tuple) else str(item.value)
        for item in law.policy
    }
    days = values["calendar"].get("added_holidays", [])
    if days:
        document["calendar"] = {"added_holidays": days}
    profile = values["profile"].get("profile")
    if profile in {known.id for known in law.profiles}:
        document["profile"] = profile
    return document
