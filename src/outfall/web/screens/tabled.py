"""A table that leaves the office: CSV or XLSX, by the one safe writer of tables."""

from __future__ import annotations

import io

from django.http import Http404, HttpResponse

from outfall.papers.tables import Table, write_csv, write_xlsx

KINDS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def table_response(table: Table, name: str, ending: str) -> HttpResponse:
    """A table as a file to keep. An ending that is no table's is not found."""
    if ending not in KINDS:
        raise Http404
    out = io.BytesIO()
    (write_csv if ending == "csv" else write_xlsx)(table, out)
    response = HttpResponse(out.getvalue(), content_type=KINDS[ending])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response
