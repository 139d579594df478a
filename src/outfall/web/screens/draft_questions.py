"""The questions of a draft: each with its words, its choices, and what each would change."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse

from outfall.papers.unseen import hidden
from outfall.reading.drafting.book import Question
from outfall.reading.drafting.written import KINDS
from outfall.web.drafts.bench import SETTLED, Asked, Bench
from outfall.web.drafts.models import QUESTION, Draft
from outfall.web.drafts.ruling import Closed, Overtaken, rule
from outfall.web.screens.draft_desk import crumbs, draft_of, number, shared
from outfall.web.towns.middleware import OfficeRequest

NOTE_MOST = 2000


@dataclass(frozen=True, slots=True)
class Group:
    """The questions of one kind."""

    kind: str
    title: str
    asked: list[Asked]

    @property
    def waiting(self) -> int:
        """How many of them nobody has answered."""
        return sum(not one.answer for one in self.asked)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with an answer that was sent, and what was typed."""

    key: str = ""
    says: str = ""
    note: str = ""
    choice: str = ""


def draft_questions(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """What the text leaves open: each question is answered, or settled with a note."""
    row, bench = draft_of(request, draft)
    trouble = Trouble()
    if request.method == "POST":
        trouble = _answer(request, row, bench)
        if not trouble.says:
            return redirect(f"{request.path}#{trouble.key}")
        row, bench = draft_of(request, draft)
    groups = [
        Group(kind, title, own)
        for kind, title in KINDS.items()
        if (own := [one for one in bench.questions if one.question.kind == kind])
    ]
    context = {
        **shared(request, row, bench, "draft_questions"),
        "groups": groups,
        "trouble": trouble,
        "asked": any(one.key == trouble.key for one in bench.questions),
        "crumbs": crumbs(
            town, (row.title, reverse("draft", args=[town, row.pk])), ("Questions", "")
        ),
    }
    return render(
        request, "office/draft_questions.html", context, status=422 if trouble.says else 200
    )


def _answer(request: OfficeRequest, row: Draft, bench: Bench) -> Trouble:
    """Put down an answer; ``says`` of what is given is empty where it was."""
    sent = request.POST
    key, choice = str(sent.get("question", "")), str(sent.get("choice", ""))
    note = str(sent.get("note", "")).strip()[:NOTE_MOST]
    one = next((found for found in bench.questions if found.key == key), None)
    if one is None:
        says = "This question is not asked any more: the facts have changed. Look at the list anew."
        return Trouble(key, says)
    trouble = _wrong(one.question, choice, note)
    if "again" in sent:
        choice, note, trouble = "", "", ""
    if trouble:
        return Trouble(key, trouble, note, choice)
    try:
        seen = number(str(sent.get("seen", "0")))
        rule(row, QUESTION, key, choice, request.person, seen=seen, note=note)
    except (Closed, Overtaken) as refused:
        return Trouble(key, str(refused), note, choice)
    return Trouble(key)


def _wrong(question: Question, choice: str, note: str) -> str:
    if code := hidden(note):
        return f"The note holds {code}, which is invisible and changes what is read. Type it anew."
    if question.choices:
        known = {one.id for one in question.choices}
        return "" if choice in known else "Choose one of the answers."
    if choice != SETTLED or not note:
        return "Say in the note what was looked at, and what follows from it."
    return ""


PATHS = [
    path("ordinance/drafts/<int:draft>/questions/", draft_questions, name="draft_questions"),
]
