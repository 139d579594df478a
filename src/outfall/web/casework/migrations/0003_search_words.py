"""Words that can be looked up under row security."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.towns import guards


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The words of the lines that can be searched for."""
    guards.worded(editor, "casework_searchentry")


class Migration(migrations.Migration):
    """Nothing changes where the database is SQLite."""

    dependencies = (("casework", "0002_guards"),)
    operations = (migrations.RunPython(put),)
