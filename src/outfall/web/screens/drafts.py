"""Drafts of the ordinance: a text is taken in, and looked over beside what was read of it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path

from outfall.law.faults import Refused
from outfall.reading.sources import FILE_MOST, Source, source_of
from outfall.web import permissions
from outfall.web.casework import storing
from outfall.web.casework.forms import KeyedForm
from outfall.web.drafts import making, told
from outfall.web.drafts.bench import ACCEPTED, REJECTED, Bench
from outfall.web.drafts.models import FACT, Draft, Pack
from outfall.web.drafts.published import pack_name, versions_yaml
from outfall.web.drafts.publishing import questions_of
from outfall.web.drafts.ruling import Closed, Overtaken, accept_all, rule
from outfall.web.screens.acting import page
from outfall.web.screens.draft_desk import A_PAGE, STAGES, crumbs, draft_of, number, shared
from outfall.web.towns.middleware import OfficeRequest


class Pasted(forms.CharField):
    """A text that somebody pasted, as bytes: what nobody sees in it is taken out and told."""

    def clean(self, value: Any) -> Any:
        """The bytes of the text."""
        return str(super().clean(value) or "").encode()


class TextForm(KeyedForm):
    """A published text: a file, or pasted."""

    title = forms.CharField(
        label="Name of the ordinance",
        max_length=200,
        help_text="As it is called, such as: Chapter 40, Stormwater.",
    )
    state = forms.ChoiceField(
        label="State", help_text="Days are counted by its rules, with its holidays."
    )
    origin = forms.CharField(
        label="Where the text is from",
        max_length=300,
        required=False,
        help_text="Such as the code's publisher and the day on which it was taken from there.",
    )
    file = forms.FileField(
        label="File",
        required=False,
        help_text="Plain text, a web page (.html), Word (.docx) or PDF with text in it, "
        f"at most {FILE_MOST // 1_048_576} MB.",
    )
    text = Pasted(
        label="Or paste the text", required=False, strip=False, widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false"}
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["state"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = making.state_choices()
        self.fields["file"].widget.attrs["accept"] = ".txt,.html,.htm,.docx,.pdf,text/plain"
        self.source: Source | None = None

    def clean_title(self) -> str:
        """On one line."""
        return " ".join(str(self.cleaned_data["title"]).split())

    def clean(self) -> dict[str, Any]:
        """One text, opened: what can't be read is refused by name, at its field."""
        found = super().clean() or {}
        given, pasted = found.get("file"), found.get("text") or b""
        if self.has_error("file") or self.has_error("text"):
            return found
        if bool(given) == bool(pasted.strip()):
            says = "Choose one of the two: the file, or the pasted text."
            self.add_error("file", says if given else "Choose a file, or paste the text below.")
            return found
        name = "file" if given else "text"
        try:
            data = storing.read_bounded(given.chunks(), FILE_MOST) if given else pasted
            label = storing.clean_name(given.name, "text").removesuffix(".txt") if given else ""
            self.source = source_of(data, label or "pasted by hand")
        except storing.NotTaken as refused:
            self.add_error(name, str(refused))
        except Refused as refused:
            for fault in refused.faults:
                self.add_error(name, _sentence(fault.says))
        return found


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def drafts(request: OfficeRequest, town: str) -> HttpResponse:
    """The drafts of the town's ordinance, and the form for a text to be read."""
    may = bool(request.roles & permissions.PAGES["drafts"].write)
    form = TextForm(request.POST or None, request.FILES or None) if may else None
    if form is not None and request.method == "POST" and form.is_valid():
        row = _made(request, form)
        if row is not None:
            return redirect("draft", town, row.pk)
    rows = Draft.objects.select_related("made_by").defer("text", "provisions", "remarks")
    rows = rows.annotate(looked=Count("rulings")).order_by("-made_at", "-pk")
    page_obj = Paginator(rows, 25).get_page(request.GET.get("page"))
    context = {
        "page_obj": page_obj,
        "rows": [(row, *STAGES[row.stage]) for row in page_obj],
        "may": may,
        "crumbs": [*crumbs(town)[:1], {"label": "Drafts", "href": ""}],
    }
    return page(request, "drafts", context, form)


def _made(request: OfficeRequest, form: TextForm) -> Draft | None:
    """The draft of a form's text; None where it was refused, and the form says why."""
    asked, source = form.cleaned_data, form.source
    assert source is not None
    try:
        row, new = making.make(
            source, asked["title"], asked["state"], request.person, key=asked["key"],
            origin=" ".join(asked["origin"].split()),
        )  # fmt: skip
    except Refused as refused:
        form.take([replace(fault, where="") for fault in refused.faults])
        return None
    if new:
        many = len(row.facts)
        facts = "one fact was" if many == 1 else f"{many} facts were"
        messages.success(request, f"The text is read: {facts} found. Look at each of them.")
    return row


def draft(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """The text on the left, the rules on the right, and each fact to be looked at."""
    row, bench = draft_of(request, draft)
    trouble = ""
    if request.method == "POST":
        anchor, trouble = _ruled(request, row, bench)
        if not trouble:
            return redirect(f"{request.get_full_path()}{anchor}")
        row, bench = draft_of(request, draft)
    shown = told.paragraphs(bench)
    only = "waiting" in request.GET
    listed = [one for one in shown if one.waiting or one.missed] if only else shown
    page_obj = Paginator(listed, A_PAGE).get_page(request.GET.get("page"))
    remarks = [remark.says for remark in bench.text.remarks]
    context = {
        **shared(request, row, bench, "draft"),
        "page_obj": page_obj,
        "only": only,
        "trouble": trouble,
        "notes": list(dict.fromkeys([*row.notes, *remarks])),
        "missed": sum(len(one.missed) for one in shown),
        "crumbs": crumbs(town, (row.title, "")),
    }
    return render(request, "office/draft.html", context, status=422 if trouble else 200)


def _ruled(request: OfficeRequest, row: Draft, bench: Bench) -> tuple[str, str]:
    """Put down what a form says of one fact, or of a paragraph's; the anchor, and what is wrong."""
    sent = request.POST
    try:
        if "all" in sent:
            place = number(str(sent["all"]))
            own = [f for f in bench.facts if f.read.provision == place and not f.read.is_proposed]
            accept_all(row, [one.n for one in own], request.person)
            return f"#para-{place}", ""
        n, answer = number(str(sent.get("fact", ""))), str(sent.get("ruling", ""))
        if not 0 <= n < len(bench.facts) or answer not in (ACCEPTED, REJECTED, "again"):
            return "", "Nothing was chosen. Press accept or reject beside a fact."
        answer = "" if answer == "again" else answer
        seen = number(str(sent.get("seen", "0")))
        rule(row, FACT, str(n), answer, request.person, seen=seen)
    except (Closed, Overtaken) as refused:
        return "", str(refused)
    return f"#fact-{n + 1}", ""


def draft_pack(request: OfficeRequest, town: str, draft: int) -> HttpResponse:
    """The draft as files, in one ZIP: the pack, its versions, and the questions as a page."""
    row, bench = draft_of(request, draft)
    name = pack_name(request.town)
    files = _files(row, bench, name)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name}/{file}", (1980, 1, 1, 0, 0, 0)), text)
    response = HttpResponse(out.getvalue(), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return response


def _files(row: Draft, bench: Bench, name: str) -> dict[str, str]:
    pack = Pack.objects.filter(draft=row).first()
    if pack is not None:
        listed = versions_yaml(name, [(pack.version, pack.digest, pack.since)])
        return {
            f"{pack.version}.yaml": pack.content,
            "versions.yaml": listed,
            "questions.md": pack.questions,
        }
    listed = f"ordinance: {name}\nversions:\n- version: draft\n  file: draft.yaml\n"
    return {
        "draft.yaml": bench.yaml,
        "versions.yaml": listed,
        "questions.md": questions_of(bench),
    }


PATHS = [
    path("ordinance/drafts/", drafts, name="drafts"),
    path("ordinance/drafts/<int:draft>/", draft, name="draft"),
    path("ordinance/drafts/<int:draft>/pack.zip", draft_pack, name="draft_pack"),
]
