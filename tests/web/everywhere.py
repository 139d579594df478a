"""The demonstration with one of everything, and the address of each of its pages.

Pages are taken from the resolver; what stands in the places of an address is looked up here. A page
for which nothing is said fails `addresses`, so that a new one is walked through from its first day.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tests.web.cast import Cast
from tests.web.drafted import made
from tests.web.ground.databases import Step
from tests.web.made_files import PDF, picture, sent
from tests.web.offices import CITY, DEMO, TOWN, case_at
from tests.web.paperwork import issue
from tests.web.test_permissions import PAGES

from outfall.web import clock, permissions
from outfall.web.casework import proposing
from outfall.web.casework.agenda import AGENDA
from outfall.web.casework.checklists import shipped
from outfall.web.casework.models import Entry, Layer, Proposal, StoredFile
from outfall.web.drafts.models import Draft
from outfall.web.screens.reports import REPORTS
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Town

# What the town's cases show, by the address at which each of them is.
STATES = {
    "reported": "8 Old Ferry Road",
    "found": "112 Quarry Hill Road",
    "noticed": "90 Example Lane",
    "appealed": "150 Example Lane",
    "decided": "17 Willow Bend",
    "danger": "190 Quarry Hill Road",
    "lien": "115 Old Ferry Road",
    "tax roll": "40 Basin View Drive",
    "closed": "70 Willow Bend",
    "voided": "95 Willow Bend",
    "convicted": "3 Example Lane",
}
NOT_PAGES = frozenset(
    {"case_timeline", "case_file", "case_standing", "paper_pdf", "hearings_ics", "money_export"}
    | {"map_data", "report_export", "record_export", "cases_export", "file_original"}
    | {"intake_alike", "paper_preview", "draft_pack", "draft_asked"}
)
"""What answers something else than a page of its own: files, data, and parts of pages."""


@dataclass
class Everywhere:
    """The town of the demonstration, and what stands in the places of its addresses."""

    cast: Cast
    numbers: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    def addresses(self, name: str, route: str) -> list[str]:
        """The pages of one name: several where it has many faces."""
        found = [route]
        for place in re.findall(r"<[^>]+>", route):
            values = self.values(name, route, place)
            assert values, f"say what stands for {place} of {name}"
            found = [one.replace(place, value) for one in found for value in values]
        return [f"/{self.cast.town.slug}/{one}" for one in found]

    def values(self, name: str, route: str, place: str) -> list[str]:
        """What may stand in a place of an address."""
        given = {
            ("today_list", "<slug:name>"): [*AGENDA],
            ("case", "<str:number>"): [*self.numbers.values()],
            ("case_why", "<str:what>"): ["exposure.criminal", "account"],
            ("case_money", "<str:number>"): [self.numbers["lien"], self.numbers["found"]],
            ("case_people", "<str:number>"): [self.numbers["tax roll"]],
            ("case_payoff", "<str:number>"): [self.numbers["lien"]],
            ("hearing", "<str:number>"): [self.numbers["appealed"]],
            ("entry_void", "<str:number>"): [self.numbers["noticed"]],
            ("checklist", "<slug:name>"): [each.id for each in shipped()],
            ("reading", "<slug:id>"): ["week"],
            ("policy", "<slug:id>"): ["reasonable_notice_days"],
            ("report", "<slug:name>"): [*REPORTS],
            ("report_export", "<slug:name>"): [next(iter(REPORTS))],
            ("act", "<str:kind>"): ["inspected", "violation_observed", "paid", "appeal_filed"],
            ("paper_draft", "<slug:paper>"): ["notice_of_violation", "stop_work_order"],
            ("draft_case", "<slug:trial>"): ["sample-1", "sample-3"],
        }
        if found := given.get((name, place)):
            return found
        one = self.places.get(f"{name} {place}") or self.places.get(place)
        return [one] if one else []

    def pages(self) -> Iterator[tuple[str, str]]:
        """Every page that answers HTML, by its name and its address."""
        for name, route in PAGES:
            if name not in permissions.OPEN and name not in NOT_PAGES:
                yield from ((name, address) for address in self.addresses(name, route))


def everyone_is_one() -> None:
    """Give the supervisor every role, so that each page shows all that it can show."""
    with within(TOWN) as cast:
        held = set(cast.people) - {"auditor", "supervisor"}
        for role in sorted(held):
            Membership.objects.create(
                person=cast.people["supervisor"],
                role=role,
                since=date(2024, 1, 1),
                town_id=cast.town.pk,
            )


def one_of_everything() -> None:
    """What the demonstration leaves to its visitors: a paper, a checklist, a file, a proposal."""
    with within(TOWN) as cast:
        row = case_at(STATES["found"])
        issue(cast, row, comply_by="2026-07-20")
        client = cast.client("supervisor")
        at = f"/{TOWN}/cases/{row.number}"
        listed = next(each for each in shipped() if each.id == "construction_site")
        form: dict[str, Any] = {"key": str(uuid.uuid4()), "date": "2026-06-14", "time": "09:40"}
        form |= {f"a_{i.id}": i.fails[0] if i.fails else "12" for i in listed.items}
        form |= {f"n_{i.id}": "along forty feet" for i in listed.items}
        form |= {"p_perimeter": sent(picture(), "fence.jpg")}
        done = client.post(f"{at}/checklists/construction_site/", form)
        assert done.status_code == 302, done.content.decode()
        for name, data in (("statement.pdf", PDF), ("fence.jpg", picture(size=(80, 60)))):
            given = {"key": str(uuid.uuid4()), "files": sent(data, name)}
            given |= {"files_new": "What it shows"} if name.endswith("jpg") else {}
            done = client.post(f"{at}/files/", given)
            assert done.status_code == 302, done.content.decode()
        lien = case_at(STATES["lien"])
        body = {"date": "2026-06-15", "event": "reduced", "part": "cost", "amount": "100.00"}
        proposing.propose(
            lien,
            "reduced",
            {**body, "why": "the culvert of the town was too small"},
            by=cast.people["finance"],
            key=str(uuid.uuid4()),
            based_on=lien.length,
        )


def a_draft() -> None:
    """A text that is being looked over."""
    with within(TOWN) as cast:
        made(cast)


__all__ = ["CITY", "TOWN", "case_at"]
SEED: tuple[Step, ...] = (*DEMO, everyone_is_one, one_of_everything, a_draft)


@contextmanager
def within(slug: str) -> Iterator[Cast]:
    """The scope of a town of the demonstration, and its people by their roles."""
    town = Town.objects.get(slug=slug)
    with scope.town(town.pk):
        held = Membership.objects.select_related("person").order_by("-pk")
        people = {row.role: row.person for row in held}
        first = Person.objects.filter(memberships__town=town, memberships__role="supervisor")
        people["supervisor"] = first.get()
        yield Cast(town, people)


def everywhere(slug: str = TOWN) -> Everywhere:
    """What there is in the seeded office."""
    with within(slug) as cast:
        numbers = {state: case_at(address).number for state, address in STATES.items()}
        row = case_at(STATES["found"])
        files = StoredFile.objects.filter(case=row).order_by("pk")
        paper, photo = files.filter(kind="paper").first(), files.filter(kind="photo").first()
        proposal = Proposal.objects.select_related("case").first()
        listed = Entry.objects.filter(case=row, kind="office.checklist").first()
        heard = Entry.objects.filter(case__number=numbers["appealed"], kind="hearing_set").first()
        of_notice = Entry.objects.filter(case__number=numbers["noticed"])
        observed = of_notice.get(kind="violation_observed")
        layer, draft = Layer.objects.first(), Draft.objects.first()
        assert paper
        assert photo
        assert proposal
        assert listed
        assert heard
        assert layer
        assert draft
        assert proposal.case.number == numbers["lien"]
        return Everywhere(
            cast,
            numbers,
            {
                "<str:number>": row.number,
                "proposal <str:number>": numbers["lien"],
                "<str:ending>": "csv",
                "<int:id>": str(photo.pk),
                "settings_person <int:id>": str(cast.people["inspector"].pk),
                "paper <int:pk>": str(paper.pk),
                "paper_pdf <int:pk>": str(paper.pk),
                "proposal <int:pk>": str(proposal.pk),
                "hearing <str:entry>": f"e{heard.case_n}",
                "entry <slug:id>": "e2",
                "entry_void <slug:id>": f"e{observed.case_n}",
                "<int:place>": str(listed.case_n),
                "<slug:paper>": "notice_of_violation",
                "ordinance_rule <slug:kind>": "deadline",
                "ordinance_rule <slug:id>": "comply",
                "<int:layer>": str(layer.pk),
                "<int:draft>": str(draft.pk),
                "<int:fact>": "5",
                "<int:paragraph>": str(_paragraph(draft)),
                "<str:feed_key>": cast.town.feed_key,
                "case_why <str:what>": "exposure.criminal",
                "act <str:kind>": "inspected",
            },
        )


def _paragraph(draft: Draft) -> int:
    """The first paragraph of a draft's text that is law."""
    return next(n for n, one in enumerate(draft.provisions) if one["kind"] == "paragraph")


def cookies(person: Person, at: str) -> list[dict[str, Any]]:
    """The cookies of somebody who has signed in at an office: what a browser would hold."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session["seen"] = int(clock.now().timestamp())
    session.save()
    return [{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": at}]
