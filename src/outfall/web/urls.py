"""Every page's address: each group of screens lists its own, the permission table all."""

from django.urls import include, path

from outfall.web.screens import (
    acts,
    case,
    cases,
    checklists,
    entries,
    files,
    hearings,
    home,
    intake,
    mapping,
    money,
    ordinance,
    papers,
    payments,
    people,
    proposals,
    readings,
    record,
    reports,
    search,
    settings_people,
    settings_town,
    today,
)

GROUPS = (
    today,
    cases,
    intake,
    case,
    acts,
    people,
    files,
    checklists,
    papers,
    proposals,
    entries,
    hearings,
    money,
    payments,
    ordinance,
    readings,
    mapping,
    search,
    reports,
    record,
    settings_people,
    settings_town,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("accounts/", include("allauth.urls")),
    path("<slug:town>/", include([one for group in GROUPS for one in group.PATHS])),
]
