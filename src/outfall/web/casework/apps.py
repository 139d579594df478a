"""The app of cases."""

from django.apps import AppConfig


class CaseworkConfig(AppConfig):
    """The record of cases and its projections."""

    name = "outfall.web.casework"
    label = "casework"
