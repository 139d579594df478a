"""The app of drafts."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    """Texts that become ordinances, and the ordinances that they became."""

    name = "outfall.web.drafts"
    label = "drafts"
