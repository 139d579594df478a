"""What the commands of the office share: the web application is brought up only for them."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

from outfall.law.faults import Fault, Refused

if TYPE_CHECKING:
    from outfall.web.towns.models import Town

PARTS = ("django", "allauth", "csp", "django_htmx", "dj_database_url", "PIL", "whitenoise")
SETTINGS = "outfall.web.settings"


def refused(where: str, says: str, code: str) -> Refused:
    """One fault of an office, told as the faults of a file are."""
    return Refused((Fault(where, says, code),))


def set_up() -> None:
    """Bring up the web application. Raises ``Refused`` where a part or a setting is wrong."""
    if any(find_spec(part) is None for part in PARTS):
        says = "The web application is not installed. Install it: pip install outfall[office]"
        raise refused("the office", says, "office-missing")
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    if not settings.configured:
        os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise refused("the office's settings", f"{error}.", "office-settings") from None
    except OSError as error:
        says = f"The folder of the office can't be used ({error}). Set OUTFALL_HOME to one that can"
        raise refused("OUTFALL_HOME", says, "office-home") from None


def pending() -> list[str]:
    """The migrations that the database lacks, in order. Raises ``Refused`` where none answers."""
    from django.db import DatabaseError, connection
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise unreachable(error) from None
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def unreachable(error: Exception) -> Refused:
    """That the database does not answer, with its own first line."""
    told = " ".join(str(error).split("\n")[0].split())[:200]
    says = f"It does not answer ({told}). Start it, and check DATABASE_URL"
    return refused("the database", says, "office-database")


def migrate() -> list[str]:
    """Bring the database up to this version; gives what was done. SQLite is copied aside first."""
    todo = pending()
    if todo:
        from django.core.management import call_command

        _copied_aside()
        call_command("migrate", verbosity=0, interactive=False)
    return todo


def _copied_aside() -> None:
    """A copy of a database with something in it, before its tables are changed."""
    from django.conf import settings
    from django.db import connection

    from outfall.web import clock

    if connection.vendor != "sqlite" or "towns_town" not in connection.introspection.table_names():
        return
    settings.HOME.mkdir(parents=True, exist_ok=True)
    copy = settings.HOME / f"before-migration-{clock.now():%Y%m%dT%H%M%SZ}.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(copy)])


def ready() -> None:
    """The office, with its database as this version wants it.

    An SQLite file is migrated as it is opened. A server's database may have other offices on it:
    there somebody says when.
    """
    set_up()
    todo = pending()
    if not todo:
        return
    from django.db import connection

    if connection.vendor == "sqlite":
        migrate()
        return
    says = f"It lacks {len(todo)} migrations of this version. Run: outfall migrate"
    raise refused("the database", says, "office-migrations")


def town_named(slug: str) -> Town:
    """A town by its short name. Raises ``Refused``, and names those that there are."""
    from outfall.web.towns.models import Town

    found = Town.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Town.objects.values_list("slug", flat=True)[:20])
        here = f"There are: {known}" if known else "There is none yet: outfall town add"
        raise refused(slug, f"There is no town of this name. {here}", "no-such-town")
    return found


def towns_named(slug: str | None) -> list[Town]:
    """One town, or all of them."""
    from outfall.web.towns.models import Town

    return [town_named(slug)] if slug else list(Town.objects.order_by("slug"))
