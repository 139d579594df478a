"""How the town's papers look and what they say: the letterhead, the seal, and its own sentences."""

from __future__ import annotations

import base64
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from outfall.law.faults import Refused
from outfall.papers.speech import TOLD, US, languages, places, speech
from outfall.web import clock
from outfall.web.casework.issuing import printed
from outfall.web.screens.settings_forms import LANGUAGE_NAMES, LetterheadForm, SettingForm
from outfall.web.screens.settings_page import Topic, may_set, show
from outfall.web.towns import letterhead
from outfall.web.towns.adopted import law_of, setting
from outfall.web.towns.middleware import OfficeRequest
from outfall.web.towns.setting_record import save, version_of

LETTERHEAD = Topic("settings_letterhead", "office", "Letterhead")
WORDS = Topic("settings_words", "words", "Words of the papers")
FIELD = "w."


def settings_letterhead(request: OfficeRequest, town: str) -> HttpResponse:
    """Who writes; with ``?sample`` a notice as the town would send it."""
    before = setting("office")
    trouble: list[str] = []
    if "sample" in request.GET:
        found = _sample(request)
        if isinstance(found, HttpResponse):
            return found
        trouble = found
    if request.method == "POST":
        form = LetterheadForm(request.POST, request.FILES)
        if form.is_valid() and _set_letterhead(request, form, before):
            return redirect(LETTERHEAD.page, town)
    else:
        initial = LetterheadForm.initial_of(before)
        form = LetterheadForm(based_on=version_of("office"), initial=initial)
    seal = letterhead.seal_bytes(request.town, str(before.get("seal", "")))
    context = {
        "seal": base64.b64encode(seal).decode() if seal else "",
        "is_set": bool(before),
        "trouble": trouble,
        "may_set": may_set(request, LETTERHEAD),
    }
    return show(request, LETTERHEAD, form, context)


def _sample(request: OfficeRequest) -> HttpResponse | list[str]:
    today = clock.today(request.town.zone)
    try:
        ready = letterhead.sample(request.town, law_of(request.town, today), today)
        content = printed(ready, request.town)
    except Refused as refused:
        return [f"{fault.where}: {fault.says}" for fault in refused.faults]
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = 'inline; filename="sample-notice.pdf"'
    return response


def _set_letterhead(request: OfficeRequest, form: LetterheadForm, before: dict[str, Any]) -> bool:
    value = form.value(before)
    seal = form.cleaned_data.get("seal")
    if seal and not form.cleaned_data.get("no_seal"):
        value["seal"] = letterhead.put_seal(request.town, seal)
    if value == before:
        messages.info(request, "That is what is set already. Nothing was added to the record.")
        return True
    why = form.cleaned_data["why"]
    if not save(request, LETTERHEAD.page, form, "office", value, why=why):
        return False
    messages.success(request, "The letterhead is set. Papers that are issued from now on bear it.")
    return True


class WordsForm(SettingForm):
    """The sentences of one group of words; an empty field says what ships."""

    topic = "words"

    def __init__(self, *args: Any, listed: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, ours in listed.items():
            self.fields[FIELD + key] = forms.CharField(
                label=key.rpartition(".")[2].replace("_", " ").capitalize(),
                required=False,
                max_length=4000,
                help_text=_hint(key, ours),
                widget=forms.Textarea(attrs={"class": "usa-textarea", "rows": 2}),
            )
        self.order_fields([*(FIELD + key for key in listed), "why"])

    def own(self) -> dict[str, str]:
        """The sentences that were written, by their keys."""
        found = {
            name.removeprefix(FIELD): str(text).replace("\r\n", "\n").strip()
            for name, text in self.cleaned_data.items()
            if name.startswith(FIELD)
        }
        return {key: text for key, text in found.items() if text}


def _hint(key: str, ours: str) -> str:
    known = places(ours) | (US if key.partition(".")[0] in TOLD else set())
    named = ", ".join("{" + name + "}" for name in sorted(known))
    return f"Ours: “{ours}”" + (f" Places that can be filled: {named}." if named else "")


def settings_words(request: OfficeRequest, town: str) -> HttpResponse:
    """One group of sentences at a time, each beside the one that ships."""
    known = languages()
    language = str(request.GET.get("language", "en"))
    language = language if language in known else "en"
    groups = letterhead.groups(language)
    group = str(request.GET.get("group", ""))
    group = group if group in groups else groups[0]
    value = setting("words")
    listed = dict(letterhead.sentences(language, group))
    if request.method == "POST":
        form = WordsForm(request.POST, listed=listed)
        if form.is_valid() and _set_words(request, form, value, language, set(listed)):
            return redirect(f"{request.path}?language={language}&group={group}")
    else:
        own = value.get(language, {})
        initial = {FIELD + key: own[key] for key in listed if key in own}
        form = WordsForm(listed=listed, based_on=version_of("words"), initial=initial)
    names = [{"id": name, "says": _group_name(language, name)} for name in groups]
    context = {
        "language": language,
        "languages": [(code, LANGUAGE_NAMES.get(code, code)) for code in known],
        "group": group,
        "group_name": _group_name(language, group),
        "groups": names,
        "count": sum(len(own) for own in value.values()),
        "may_set": may_set(request, WORDS),
    }
    return show(request, WORDS, form, context)


def _group_name(language: str, group: str) -> str:
    title = speech(language).get(f"{group}.title")
    return title if isinstance(title, str) else group.rpartition(".")[2].replace("_", " ").title()


def _set_words(
    request: OfficeRequest,
    form: WordsForm,
    before: dict[str, Any],
    language: str,
    listed: set[str],
) -> bool:
    own = form.own()
    try:
        letterhead.check_words(language, own)
    except Refused as refused:
        for fault in refused.faults:
            name = FIELD + fault.where
            form.add_error(name if name in form.fields else None, f"{fault.says}.")
        return False
    kept = {key: says for key, says in before.get(language, {}).items() if key not in listed}
    value = {**before, language: {**kept, **own}}
    if value == {language: {}, **before}:
        messages.info(request, "That is what is set already. Nothing was added to the record.")
        return True
    put = lambda: letterhead.put_words(request.town, value)  # noqa: E731
    if not save(request, WORDS.page, form, "words", value, why=form.cleaned_data["why"], then=put):
        return False
    messages.success(request, "The words are set. Papers that are issued from now on say them.")
    return True
