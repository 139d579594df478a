"""Row security for what belongs to a town, and the table of the shared cache."""

from django.apps.registry import Apps
from django.core.management import call_command
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.towns import guards


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The guards of this app."""
    guards.rows_of_towns(editor, ("towns_membership", "towns_setting"))
    guards.own_rows(editor, "towns_membership")


def cache(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The table that all workers count failed sign-ins in."""
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    """The guards come before the first row."""

    dependencies = (("towns", "0001_initial"),)
    operations = (migrations.RunPython(put), migrations.RunPython(cache))
