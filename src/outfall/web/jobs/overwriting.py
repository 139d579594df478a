"""What was disposed of leaves no ghost in SQLite's file: the file is written anew, at night.

A database that deletes text only forgets where it lay. The index of the search too goes on holding
words until it is merged. PostgreSQL's files are the affair of whoever runs it: VACUUM FULL there.
"""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from outfall.web.casework.models import Disposal

STEPS = (
    "INSERT INTO casework_searchentry_fts(casework_searchentry_fts) VALUES ('optimize')",
    "VACUUM",
    "PRAGMA wal_checkpoint(TRUNCATE)",
)


def overwrite(since: datetime | None) -> bool:
    """Write the file anew where a case of the town in scope was disposed of since an instant.

    Gives whether that was done. It can't be within a transaction, and on PostgreSQL is not.
    """
    found = Disposal.objects.all()
    if since is not None:
        found = found.filter(tombstone__at__gte=since)
    if connection.vendor != "sqlite" or connection.in_atomic_block or not found.exists():
        return False
    with connection.cursor() as cursor:
        for step in STEPS:
            cursor.execute(step)
    return True
