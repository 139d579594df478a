"""The app of background work."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """The outbox and the nightly work."""

    name = "outfall.web.jobs"
    label = "jobs"
