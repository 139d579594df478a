"""Row security for the outbox."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.towns import guards


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The guards of this app."""
    guards.rows_of_towns(editor, ("jobs_message", "jobs_run"))


class Migration(migrations.Migration):
    """The guards come before the first row."""

    dependencies = (("jobs", "0001_initial"),)
    operations = (migrations.RunPython(put),)
