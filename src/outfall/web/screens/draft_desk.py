"""What every page of a draft has: the draft itself, the way to it, and how far it has come."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse

from outfall.web import permissions
from outfall.web.drafts.bench import Bench, bench_of
from outfall.web.drafts.models import PUBLISHED, SIGNED, WORKING, Draft
from outfall.web.drafts.ruling import CLOSED
from outfall.web.towns.middleware import OfficeRequest

A_PAGE = 60
"""Pieces of the text on one page."""
STAGES = {
    WORKING: ("being looked over", "open"),
    SIGNED: ("waits for a second signature", "due"),
    PUBLISHED: ("published", "done"),
}


def crumbs(town: str, *more: tuple[str, str]) -> list[dict[str, str]]:
    """The way to a page of drafts."""
    ways = [
        ("Ordinance", reverse("ordinance", args=[town])),
        ("Drafts", reverse("drafts", args=[town])),
    ]
    return [{"label": label, "href": href} for label, href in (*ways, *more)]


def draft_of(request: OfficeRequest, id: int) -> tuple[Draft, Bench]:
    """A draft of the town in scope; another town's is as absent as one that never was."""
    row = Draft.objects.select_related("made_by", "signed_by", "second_by").filter(pk=id).first()
    if row is None:
        raise Http404
    return row, bench_of(row, request.town)


def shared(request: OfficeRequest, row: Draft, bench: Bench, here: str) -> dict[str, Any]:
    """What every page of a draft shows: its steps, its progress, and whether it can be changed."""
    facts, questions = len(bench.facts), len(bench.questions)
    writes = bool(request.roles & permissions.PAGES["draft"].write)
    says, tag = STAGES[row.stage]
    return {
        "draft": row,
        "bench": bench,
        "stage": says,
        "stage_tag": tag,
        "here": here,
        "facts_done": facts - len(bench.waiting_facts),
        "facts_all": facts,
        "questions_done": questions - len(bench.waiting_questions),
        "questions_all": questions,
        "may": writes and row.stage not in CLOSED,
        "closed": CLOSED.get(row.stage, ""),
    }


def number(text: str) -> int:
    """A place that an address or a form names; -1 where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1
