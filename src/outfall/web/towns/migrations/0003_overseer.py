"""A role for a county's or a state's reader: a town's figures, and none of its cases."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The choices of a field: nothing in the database is otherwise."""

    dependencies = (("towns", "0002_guards"),)
    operations = (
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("inspector", "Inspector"),
                    ("supervisor", "Supervisor"),
                    ("attorney", "Attorney"),
                    ("finance", "Finance"),
                    ("hearing_officer", "Hearing officer"),
                    ("permit_clerk", "Permit clerk"),
                    ("records_officer", "Records officer"),
                    ("administrator", "Administrator"),
                    ("auditor", "Auditor (reads only)"),
                    ("overseer", "Overseer (figures only)"),
                ],
                max_length=20,
            ),
        ),
    )
