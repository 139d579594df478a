"""A town's own checklists: a title and its questions, one on each line."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from outfall.law.events import VIOLATION_KINDS
from outfall.law.words import name_of
from outfall.web.casework.checklists import checklists, faults_of, shipped
from outfall.web.screens.settings_forms import BOX, SettingForm
from outfall.web.screens.settings_page import Topic, may_set, show
from outfall.web.towns.adopted import setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import save, version_of
from outfall.web.towns.setting_words import own_checklists

CHECKLISTS = Topic("settings_checklists", "checklists", "Checklists")
HEAD, BAD_YES, WORDS = "# ", "! ", "? "
_NOT_IN_ID = re.compile(r"[^a-z0-9]+")


class ChecklistForm(SettingForm):
    """One list of the town's own."""

    topic = "checklists"
    id = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    title = forms.CharField(label="Title", max_length=200)
    kind = forms.ChoiceField(
        label="A violation that it shows is of this kind",
        required=False,
        choices=[("", "not stated"), *((kind, name_of(kind)) for kind in VIOLATION_KINDS)],
    )
    questions = forms.CharField(
        label="Questions",
        max_length=30_000,
        widget=forms.Textarea,
        help_text="One on each line, answered by yes or no. Begin a line with # for a heading, "
        "with ! where yes is the bad answer, with ? where words are written. "
        "After a | comes a hint, after a second | what is written of a violation.",
    )
    gone = forms.BooleanField(
        label="Take this list out", required=False, widget=forms.CheckboxInput(attrs=BOX)
    )

    def __init__(self, *args: Any, is_new: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["questions"].widget.attrs["rows"] = 16
        if is_new:
            del self.fields["gone"]
        self.order_fields(["title", "kind", "questions", "gone", "why"])

    def made(self, before: dict[str, Any] | None) -> dict[str, Any]:
        """The list in the shape that checklists have; what a line can't say stays as it was."""
        data = self.cleaned_data
        known = {item["asks"]: item for item in _items(before)} if before else {}
        made = {
            "id": data["id"] or _id(data["title"]),
            "title": data["title"].strip(),
            "sections": list(_sections(data["questions"], known)),
        }
        if before and before.get("lead"):
            made["lead"] = before["lead"]
        if before and before.get("samples"):
            made["samples"] = before["samples"]
        return {**made, **({"kind": data["kind"]} if data["kind"] else {})}


def _items(one: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [item for section in (one or {}).get("sections", []) for item in section["items"]]


def _id(text: str) -> str:
    found = _NOT_IN_ID.sub("_", text.lower()).strip("_")[:40].rstrip("_")
    return found if found[:1].isalpha() else f"list_{found}"[:40]


def _sections(text: str, known: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    number = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith(HEAD.strip()):
            found.append({"title": line[1:].strip(), "items": []})
            continue
        if not found:
            found.append({"title": "Questions", "items": []})
        number += 1
        found[-1]["items"].append(_item(line, number, known))
    return [section for section in found if section["items"]]


def _item(line: str, number: int, known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    mark = line[0] if line[0] in "!?" else ""
    asks, hint, nature = (part.strip() for part in (*line[len(mark) :].split("|", 2), "", "")[:3])
    old = known.get(asks, {})
    item: dict[str, Any] = {"id": f"q{number}", "asks": asks, "hint": hint, "nature": nature}
    item |= {name: old[name] for name in ("kind", "optional") if name in old}
    if mark == "?":
        item["answers"] = "words"
    elif isinstance(old.get("answers"), list):
        item |= {name: old[name] for name in ("answers", "fails") if name in old}
    elif mark == "!":
        item["fails"] = ["yes"]
    return {name: held for name, held in item.items() if held != ""}


def as_lines(one: dict[str, Any]) -> str:
    """A list as its form shows it."""
    lines = []
    for section in one["sections"]:
        lines.append(f"{HEAD}{section['title']}")
        for item in section["items"]:
            mark = WORDS if item.get("answers") == "words" else ""
            if item.get("fails") == ["yes"]:
                mark = BAD_YES
            parts = [item["asks"], item.get("hint", ""), item.get("nature", "")]
            while parts[-1] == "":
                parts.pop()
            lines.append(mark + " | ".join(parts))
    return "\n".join(lines)


def settings_checklists(request: OfficeRequest, town: str) -> HttpResponse:
    """The lists that are in use, and the form for one of the town's own."""
    value = setting("checklists")
    own = {one["id"]: one for one in own_checklists(value)}
    asked = str(request.POST.get("id", "") or request.GET.get("list", ""))
    old = own.get(asked) or _shipped(asked)
    if request.method == "POST":
        form = ChecklistForm(request.POST, is_new=asked not in own)
        if form.is_valid() and _set(request, form, own, old):
            return redirect(CHECKLISTS.page, town)
    else:
        initial = {"id": asked, "title": old["title"], "kind": old.get("kind", "")} if old else {}
        if old:
            initial["questions"] = as_lines(old)
        form = ChecklistForm(
            is_new=asked not in own, based_on=version_of("checklists"), initial=initial
        )
    lists = [
        {"list": one, "own": one.own, "replaces": one.own and one.id in {s.id for s in shipped()}}
        for one in checklists(value).values()
    ]
    context = {"lists": lists, "old": old, "asked": asked, "may_set": may_set(request, CHECKLISTS)}
    return show(request, CHECKLISTS, form, context)


def _shipped(id: str) -> dict[str, Any] | None:
    for one in shipped():
        if one.id == id:
            sections = []
            for section in one.sections:
                items = []
                for item in section.items:
                    made: dict[str, Any] = {"id": item.id, "asks": item.asks, "hint": item.hint}
                    made["nature"] = item.nature
                    if not item.answers:
                        made["answers"] = "words"
                    elif item.answers[:2] != ("yes", "no"):
                        made["answers"] = list(item.answers)
                    if item.answers and item.fails != ("no",):
                        made["fails"] = list(item.fails)
                    made |= {"optional": True} if item.optional else {}
                    items.append(made | ({"kind": item.kind} if item.kind else {}))
                sections.append({"title": section.title, "items": items})
            samples = [each.id for each in one.samples]
            found = {"id": one.id, "title": one.title, "lead": one.lead, "sections": sections}
            return {**found, "samples": samples}
    return None


def _set(
    request: OfficeRequest,
    form: ChecklistForm,
    own: dict[str, dict[str, Any]],
    old: dict[str, Any] | None,
) -> bool:
    made = form.made(old)
    rest = {id: one for id, one in own.items() if id != made["id"]}
    if not form.cleaned_data["id"] and made["id"] in own:
        form.add_error(
            "title", "There is a list with this title. Open that one, or choose another."
        )
        return False
    gone = form.cleaned_data.get("gone", False)
    value = {"lists": [*rest.values(), *([] if gone else [made])]}
    for fault in faults_of(value):
        form.add_error("questions", fault)
    if form.errors:
        return False
    why = form.cleaned_data["why"]
    if not save(request, CHECKLISTS.page, form, "checklists", value, why=why):
        return False
    says = "is taken out" if gone else "is set"
    messages.success(request, f"The checklist “{made['title']}” {says}.")
    return True
