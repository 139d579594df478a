"""Facts that are added to a draft, and the answers of a program that they came from."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from outfall.web.towns import guards


def put(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """The guards of the new tables."""
    guards.rows_of_towns(editor, ("drafts_offer", "drafts_addition"))


class Migration(migrations.Migration):
    """Two tables, guarded before the first row."""

    dependencies = (
        ("drafts", "0002_guards"),
        ("towns", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )
    operations = (
        migrations.CreateModel(
            name="Offer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("source", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField()),
                ("began_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("added", models.PositiveIntegerField(default=0)),
                ("notes", models.JSONField(default=list)),
                ("trouble", models.TextField(blank=True, default="")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to="drafts.draft",
                    ),
                ),
                (
                    "town",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="towns.town",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Addition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("fact", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="additions",
                        to="drafts.draft",
                    ),
                ),
                (
                    "town",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="towns.town",
                    ),
                ),
                (
                    "offer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="additions",
                        to="drafts.offer",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "objects",
            },
        ),
        migrations.AddConstraint(
            model_name="offer",
            constraint=models.UniqueConstraint(fields=("town", "draft", "key"), name="offer_once"),
        ),
        migrations.AddConstraint(
            model_name="addition",
            constraint=models.UniqueConstraint(
                fields=("town", "draft", "n"), name="addition_place_once"
            ),
        ),
        migrations.RunPython(put),
    )
