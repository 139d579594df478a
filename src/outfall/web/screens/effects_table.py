"""The open cases that a choice would change, as a table to take away: each difference a row."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.http import Http404, HttpResponse

from outfall.papers.tables import Column, Table
from outfall.web import clock
from outfall.web.screens.tabled import table_response
from outfall.web.towns.effects_at_once import Looked
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.reading_effects import said

AS = "as"
PARQUET = "parquet"
HOW = {"new": "new", "gone": "ends", "moved": "changes"}
COLUMNS = ("Case", "Address", "Owner", "What", "How", "Which", "Id", "Now", "Then")


def file_asked(request: OfficeRequest) -> str:
    """The kind of file that an address asks for; empty where it asks for the page."""
    return request.GET.get(AS, "") if request.method == "GET" else ""


def answer(request: OfficeRequest, looked: Looked, name: str) -> HttpResponse:
    """The cases that change and how; 404 where the cases were not looked at all at once."""
    if not looked.effects.at_once:
        raise Http404
    ending, file = file_asked(request), f"what-if-{name}-{clock.today(request.town.zone)}"
    rows = _rows(looked)
    if ending != PARQUET:
        columns = tuple(Column(head) for head in COLUMNS)
        return table_response(Table("What would change", columns, rows), file, ending)
    response = HttpResponse(_parquet(rows), content_type="application/vnd.apache.parquet")
    response.headers["Content-Disposition"] = f'attachment; filename="{file}.parquet"'
    return response


def _rows(looked: Looked) -> Iterator[tuple[str, ...]]:
    for case, moves in looked.moves:
        for move in moves:
            which = said(move.what, move.name)
            told = (move.what, HOW[move.how], which, move.name, move.before, move.after)
            yield (case.number, case.address, case.owner, *told)


def _parquet(rows: Iterator[tuple[str, ...]]) -> bytes:
    """Whoever has the engine has pyarrow: both come with one extra."""
    arrow: Any = import_module("pyarrow")
    names = [head.lower() for head in COLUMNS]
    schema = arrow.schema([(name, arrow.string()) for name in names])
    table = arrow.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows], schema)
    out = io.BytesIO()
    import_module("pyarrow.parquet").write_table(table, out)
    return out.getvalue()
