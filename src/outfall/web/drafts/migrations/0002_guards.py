"""Row security, and published versions that can't be changed."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.towns import guards

PUBLISHED = "a published version is law for cases: publish another one from a later day"


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The guards of this app, on every one of its tables."""
    models = apps.get_app_config("drafts").get_models()
    guards.rows_of_towns(editor, tuple(model._meta.db_table for model in models))
    guards.only_added_to(editor, "drafts_pack", what=PUBLISHED)


class Migration(migrations.Migration):
    """The guards come before the first row."""

    dependencies = (("drafts", "0001_initial"),)
    operations = (migrations.RunPython(put),)
