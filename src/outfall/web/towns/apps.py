"""The app of towns and people."""

from django.apps import AppConfig

from outfall.web.towns import scope


class TownsConfig(AppConfig):
    """Towns are tenants: whatever belongs to one can be asked for in its scope alone."""

    name = "outfall.web.towns"
    label = "towns"

    def ready(self) -> None:
        """New connections learn which town they serve."""
        scope.connect()
