"""The lists of the day by indexes of open cases alone, and each row by whose case it is."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Rows made before it say whose they are once ``outfall rebuild`` has run."""

    dependencies = (
        ("casework", "0003_search_words"),
        ("towns", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.RemoveIndex(
            model_name="case",
            name="case_assigned",
        ),
        migrations.RemoveIndex(
            model_name="case",
            name="case_reinspect",
        ),
        migrations.RemoveIndex(
            model_name="case",
            name="case_owed",
        ),
        migrations.RemoveIndex(
            model_name="deadlinerow",
            name="deadline_due",
        ),
        migrations.RemoveIndex(
            model_name="hearingrow",
            name="hearing_day",
        ),
        migrations.RemoveIndex(
            model_name="paperrow",
            name="paper_unproven",
        ),
        migrations.RemoveIndex(
            model_name="powerrow",
            name="power_opens",
        ),
        migrations.RemoveIndex(
            model_name="powerrow",
            name="power_closes",
        ),
        migrations.RemoveIndex(
            model_name="powerrow",
            name="power_must",
        ),
        migrations.RemoveIndex(
            model_name="powerrow",
            name="power_name",
        ),
        migrations.AddField(
            model_name="deadlinerow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="hearingrow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="holdrow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="paperrow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="partyrow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="powerrow",
            name="assigned",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", True)),
                fields=["town", "assigned", "-last_on", "-id"],
                name="case_assigned",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", True)),
                fields=["town", "reinspect_on", "assigned"],
                name="case_reinspect",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", True)),
                fields=["town", "owed_since", "assigned"],
                name="case_owed",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", True)),
                fields=["town", "-last_on", "-id"],
                name="case_open",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_on__isnull", True)),
                fields=["town", "-owed", "-id"],
                name="case_open_owed",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["town", "stage", "-last_on", "-id"], name="case_stage"),
        ),
        migrations.AddIndex(
            model_name="deadlinerow",
            index=models.Index(
                condition=models.Q(("live", True)),
                fields=["town", "bound", "status", "due", "since", "until", "assigned", "id"],
                name="deadline_due",
            ),
        ),
        migrations.AddIndex(
            model_name="hearingrow",
            index=models.Index(
                condition=models.Q(("live", True)),
                fields=["town", "held_on", "assigned"],
                name="hearing_day",
            ),
        ),
        migrations.AddIndex(
            model_name="paperrow",
            index=models.Index(
                condition=models.Q(("live", True), models.Q(("unproven", ""), _negated=True)),
                fields=["town", "issued_on", "assigned"],
                name="paper_unproven",
            ),
        ),
        migrations.AddIndex(
            model_name="powerrow",
            index=models.Index(
                condition=models.Q(("live", True)),
                fields=["town", "obligatory", "opens_on", "closes_on", "name", "assigned"],
                name="power_opens",
            ),
        ),
        migrations.AddIndex(
            model_name="powerrow",
            index=models.Index(
                condition=models.Q(("live", True)),
                fields=["town", "closes_on", "opens_on", "name", "assigned"],
                name="power_closes",
            ),
        ),
    )
