"""Entries that can't be changed, row security, and full text."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.casework import disposal_guards
from outfall.web.towns import guards


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The guards of this app, on every one of its tables."""
    models = apps.get_app_config("casework").get_models()
    guards.rows_of_towns(editor, tuple(model._meta.db_table for model in models))
    guards.only_added_to(editor, "casework_entry", but=disposal_guards.EMPTIED)
    guards.only_added_to(editor, "casework_disposal", what=disposal_guards.FOR_GOOD)
    guards.only_where(
        editor, "casework_disposal", disposal_guards.WITH_TOMBSTONE, disposal_guards.TOMBSTONE
    )
    guards.searched(editor, "casework_searchentry")


class Migration(migrations.Migration):
    """The guards come before the first row."""

    dependencies = (("casework", "0001_initial"),)
    operations = (migrations.RunPython(put),)
