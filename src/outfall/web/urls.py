"""Every page's address. Each group of screens lists its own; the permission table names them all."""

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

# TEMPORARY: pages that are not written yet answer nothing.
from django.http import Http404  # noqa: E402
from outfall.web.permissions import PAGES  # noqa: E402


def _pending(request, **kwargs):  # type: ignore[no-untyped-def]
    raise Http404


_named = {one.name for group in GROUPS for one in group.PATHS}
for _name in PAGES:
    if _name not in _named:
        urlpatterns += [
            path(f"<slug:town>/pending/{_name}/", _pending, name=_name),
            path(f"<slug:town>/pending/{_name}/<str:a>/", _pending, name=_name),
            path(f"<slug:town>/pending/{_name}/<str:a>/<str:b>/", _pending, name=_name),
        ]
