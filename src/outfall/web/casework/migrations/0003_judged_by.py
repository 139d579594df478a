"""By which law and version a case was judged: it is judged anew where either is another now."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column, empty where it is not known: so SQLite adds it without making the table anew."""

    dependencies = (("casework", "0002_guards"),)
    operations = (
        migrations.AddField(
            model_name="case",
            name="judged_by",
            field=models.CharField(blank=True, max_length=100, null=True),
        ),
    )
