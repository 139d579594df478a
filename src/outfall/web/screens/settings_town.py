"""What a town sets for itself: who must agree, its rooms, and how long it keeps."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, path, reverse

from outfall.web import clock
from outfall.web.screens import (
    settings_calendar,
    settings_lists,
    settings_numbering,
    settings_papers,
    settings_place,
    settings_profile,
)
from outfall.web.screens.settings_forms import (
    ApprovalsForm,
    RetentionForm,
    RoomsForm,
    SettingForm,
)
from outfall.web.screens.settings_page import Topic, may_set, setting_page, show
from outfall.web.towns import reading_effects, retention
from outfall.web.towns.adopted import every_setting, law_of, setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.models import Setting, Town
from outfall.web.towns.setting_record import save, version_of

APPROVALS = Topic("settings_approvals", "approvals", "Second person")
ROOMS = Topic("settings_rooms", "rooms", "Rooms and hearing officers")
RETENTION = Topic("settings_retention", "retention", "How long records are kept")
FEEDS = Topic("settings_feeds", "feeds", "Calendar feed")

# Each way: the page, the topic that it sets, its name, and what is found there.
HUB = (
    ("settings_people", "", "People", "Who works here, in which roles; letting in and out."),
    ("settings_letterhead", "office", "Letterhead", "Who writes, signs, hears, is paid; the seal."),
    ("settings_words", "words", "Words of the papers", "Sentences in your own words."),
    ("settings_approvals", "approvals", "Second person", "Which entries and papers wait for one."),
    ("settings_calendar", "calendar", "Calendar", "Days off, and those that you declare."),
    ("settings_place", "place", "Place", "Zone and state; where the map opens."),
    ("settings_numbering", "numbering", "Case numbers", "How the number of a new case looks."),
    ("settings_rooms", "rooms", "Rooms and hearing officers", "Where hearings are, and by whom."),
    ("settings_checklists", "checklists", "Checklists", "Your own questions for inspections."),
    ("settings_retention", "retention", "How long records are kept", "Years, and legal holds."),
    ("disposal", "", "Disposal of records", "Cases whose years are over, by two persons."),
    ("settings_feeds", "feeds", "Calendar feed", "By which calendars follow the hearings."),
    ("settings_profile", "profile", "Profile", "A bundle of choices, such as a state's."),
    ("ordinance", "readings", "Readings and figures", "What the ordinance leaves open."),
    ("version", "ordinance", "Versions of the ordinance", "Which is law from which day on."),
)


def settings(request: OfficeRequest, town: str) -> HttpResponse:
    """The way to everything that a town sets for itself."""
    rows = {row.topic: row for row in Setting.objects.all()}
    ways = [
        {"href": reverse(name, args=[town]), "name": title, "says": says, "row": rows.get(topic)}
        for name, topic, title, says in HUB
    ]
    crumbs = [{"label": "Settings", "href": ""}]
    return render(request, "office/settings.html", {"ways": ways, "crumbs": crumbs})


def settings_approvals(request: OfficeRequest, town: str) -> HttpResponse:
    """Which entries and papers wait for a second person."""
    law = law_of(request.town, clock.today(request.town.zone))
    papers = [(paper.id, paper.title) for paper in law.instruments]
    return setting_page(
        request, APPROVALS, lambda *args, **more: ApprovalsForm(*args, papers=papers, **more), {}
    )


def settings_rooms(request: OfficeRequest, town: str) -> HttpResponse:
    """Where hearings are held, by whom, and how long one takes."""
    return setting_page(request, ROOMS, RoomsForm, {})


def settings_retention(request: OfficeRequest, town: str) -> HttpResponse:
    """For how many years each kind of record is kept, and what is under a legal hold."""
    laws = reading_effects.every_law(request.town, every_setting())
    listed = list(dict.fromkeys(floor for law in laws for floor in retention.floors(law)))
    least = {kind.id: retention.floor_of(laws) for kind in retention.KINDS}
    return setting_page(
        request,
        RETENTION,
        lambda *args, **more: RetentionForm(*args, floors=least, **more),
        {"floors": sorted(listed, key=lambda floor: -floor.years)},
    )


class FeedForm(SettingForm):
    """A new key for the feed."""

    topic = "feeds"


def settings_feeds(request: OfficeRequest, town: str) -> HttpResponse:
    """The address of the town's feed of hearings, and a new one where it got about."""
    if request.method == "POST":
        form = FeedForm(request.POST)
        if form.is_valid():
            count = int(setting("feeds").get("keys", 0)) + 1
            why = form.cleaned_data["why"]
            renew = lambda: _renew(request.town)  # noqa: E731
            if save(request, FEEDS.page, form, "feeds", {"keys": count}, why=why, then=renew):
                messages.success(request, "The feed has a new address. The old one is closed.")
                return redirect(FEEDS.page, town)
    else:
        form = FeedForm(based_on=version_of("feeds"))
    return show(request, FEEDS, form, {"feed": _feed(request), "may_set": may_set(request, FEEDS)})


def _renew(town: Town) -> None:
    Town.objects.filter(pk=town.pk).update(feed_key=uuid.uuid4().hex)


def _feed(request: OfficeRequest) -> str:
    key = Town.objects.values_list("feed_key", flat=True).get(pk=request.town.pk)
    try:
        return request.build_absolute_uri(reverse("hearings_feed", args=[request.town.slug, key]))
    except NoReverseMatch:
        return ""


PATHS = [
    path("settings/", settings, name="settings"),
    path("settings/calendar/", settings_calendar.settings_calendar, name="settings_calendar"),
    path("settings/numbering/", settings_numbering.settings_numbering, name="settings_numbering"),
    path("settings/place/", settings_place.settings_place, name="settings_place"),
    path("settings/profile/", settings_profile.settings_profile, name="settings_profile"),
    path("settings/approvals/", settings_approvals, name="settings_approvals"),
    path("settings/rooms/", settings_rooms, name="settings_rooms"),
    path("settings/retention/", settings_retention, name="settings_retention"),
    path("settings/feeds/", settings_feeds, name="settings_feeds"),
    path("settings/letterhead/", settings_papers.settings_letterhead, name="settings_letterhead"),
    path("settings/words/", settings_papers.settings_words, name="settings_words"),
    path("settings/checklists/", settings_lists.settings_checklists, name="settings_checklists"),
]
