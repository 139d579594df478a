"""Issuing a paper: what it lacks, what is kept, and that it is never made again."""

from __future__ import annotations

import io
import json
import re
from hashlib import sha256
from pathlib import Path

import pypdf
import pytest
from pytest_django.fixtures import Settings
from tests.web.cast import OFFICE, Cast, found_town
from tests.web.paperwork import (
    FOUND,
    NOTICE,
    TODAY,
    case,
    cast,
    draft,
    entries,
    filled,
    issue,
    standing,
    text_of,
    url,
    words,
)

from outfall.record.entry import named_files
from outfall.web.casework import storing
from outfall.web.casework.models import Case, StoredFile
from outfall.web.towns.founding import set_topic
from outfall.web.towns.models import Town

__all__ = ["case", "cast"]
pytestmark = pytest.mark.django_db
PAPER = "notice_of_violation"


def test_what_is_missing_is_named_at_its_field_with_its_paragraph(cast: Cast, case: Case) -> None:
    """A letter without its mandatory parts starts nothing, and so is never made."""
    sent = draft(cast, case, PAPER, issue="1")
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    errors = page.context["form"].errors
    assert "the measures that it demands (C(4))" in errors["requires"][0]
    assert "the last day for the measures (C(4))" in errors["comply_by"][0]
    assert "Enter it here" not in words(page)
    assert len(entries(cast, case)) == case.length
    assert standing(cast, case).notices == ()


def test_what_is_missing_elsewhere_is_named_with_the_way_there(cast: Cast) -> None:
    """An empty mandatory field stops the letter; an empty optional one prints nothing."""
    nameless = [{"id": "owner", "role": "owner", "name": "Example Holdings LLC"}]
    case = cast.case(FOUND, parties=nameless)
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert "the address of the person it is directed to" in words(page)
    assert url(cast, case, "case_people") in page.content.decode()
    assert len(entries(cast, case)) == case.length


def test_nothing_optional_is_printed_as_none(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    said = text_of(storing.fetch(cast.town.slug, file.sha256))
    assert "Put up a silt fence" in said
    assert "None" not in said
    assert "DRAFT" not in said


def test_looking_shows_the_paper_and_what_it_changes_and_saves_nothing(
    cast: Cast, case: Case
) -> None:
    sent = draft(cast, case, PAPER, **NOTICE)
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), {**sent, "look": "1"})
    assert page.status_code == 200
    review = page.context["review"]
    assert review.pages[0].startswith("data:image/png;base64,")
    later = " ".join(change.text for change in review.on_service)
    assert "Appeal starts for the party" in later
    assert len(entries(cast, case)) == case.length


def test_the_preview_is_a_pdf_that_says_draft(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE)
    page = cast.client().post(url(cast, case, "paper_preview", PAPER), sent)
    assert page.status_code == 200
    assert page.headers["Content-Type"] == "application/pdf"
    assert page.headers["Content-Disposition"].startswith("inline")
    assert "draft" in text_of(page.content).lower()
    assert len(entries(cast, case)) == case.length


def test_the_preview_of_what_lacks_something_is_the_form_with_its_faults(
    cast: Cast, case: Case
) -> None:
    sent = draft(cast, case, PAPER)
    page = cast.client().post(url(cast, case, "paper_preview", PAPER), sent)
    assert page.status_code == 422
    assert page.context["form"].errors["requires"]


def test_issuing_records_the_entry_and_keeps_the_bytes(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    added = entries(cast, case)[case.length :]
    assert [entry.kind for entry in added] == ["notice_issued", "office.file"]
    notice, kept = (json.loads(entry.content)["body"] for entry in added)
    assert notice["instrument"] == PAPER
    assert notice["requires"] == ["Put up a silt fence", "Sweep the street"]
    assert set(notice["contents"]) >= {"recipient", "place", "nature", "remedy"}
    assert "language" not in notice
    content = storing.fetch(cast.town.slug, file.sha256)
    assert kept["file"] == {"sha256": file.sha256, "name": file.name, "bytes": len(content)}
    assert kept["of_entry"] == notice["id"] == file.of_entry
    assert kept["language"] == "en"
    record = storing.fetch(cast.town.slug, kept["record"])
    assert json.loads(record)["entry"] == notice["id"]
    assert kept["record"][:16] in text_of(content)
    named = {file["sha256"] for file in named_files(added[1].content.encode())}
    assert named == {file.sha256, kept["record"]}
    with cast.scope():
        rows = {row.kind: row for row in StoredFile.objects.all()}
    assert rows["record"].sha256 == kept["record"]
    assert rows["record"].case_id is None
    assert standing(cast, case).notices[0].complete


def test_the_paper_is_served_from_the_kept_bytes_whatever_the_letterhead_says_later(
    cast: Cast, case: Case
) -> None:
    file = issue(cast, case)
    before = storing.fetch(cast.town.slug, file.sha256)
    with cast.scope():
        moved = {**OFFICE, "department": "Department of Another Name"}
        set_topic("office", moved, cast.actor("administrator"))
    page = cast.client("auditor").get(url(cast, case, "paper_pdf", file.pk))
    assert page.content == before
    assert sha256(page.content).hexdigest() == file.sha256
    assert page.headers["Content-Disposition"].startswith("inline")


def test_without_the_kept_bytes_the_letterhead_would_show(cast: Cast, case: Case) -> None:
    """The control: made anew, the same entry gives another paper."""
    issue(cast, case)
    with cast.scope():
        moved = {**OFFICE, "department": "Department of Another Name"}
        set_topic("office", moved, cast.actor("administrator"))
    client = cast.client()
    at = url(cast, case, "paper_draft", PAPER) + "?entry=e3"
    anew = client.post(
        url(cast, case, "paper_preview", PAPER), {**filled(client.get(at)), "entry": "e3"}
    )
    assert "Department of Another Name" in text_of(anew.content)


def test_a_damaged_file_is_not_shown(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    place = storing.path_of(cast.town.slug, file.sha256)
    place.write_bytes(place.read_bytes() + b" ")
    assert cast.client().get(url(cast, case, "paper_pdf", file.pk)).status_code == 302
    page = cast.client().get(url(cast, case, "paper", file.pk))
    assert "The kept file is damaged or gone" in words(page)


def test_the_same_key_twice_is_one_paper(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    client = cast.client()
    first = client.post(url(cast, case, "paper_draft", PAPER), sent)
    again = client.post(url(cast, case, "paper_draft", PAPER), sent)
    assert first.status_code == again.status_code == 302
    assert first.headers["Location"] == again.headers["Location"]
    assert len(entries(cast, case)) == case.length + 2
    with cast.scope():
        assert StoredFile.objects.filter(case=case, kind="paper").count() == 1


def test_the_same_key_with_other_values_is_refused(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    other = {**sent, "comply_by": "2026-06-30"}
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), other)
    assert page.status_code == 422
    assert "sent before with other values" in words(page)
    assert len(entries(cast, case)) == case.length + 2


def test_a_stale_form_is_told_what_changed_and_keeps_what_was_typed(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    cast.record(case, {"event": "inspected", "date": "2026-05-21", "finding": "continuing"})
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert "Inspected again" in words(page)
    assert "Put up a silt fence" in page.content.decode()
    with cast.scope():
        assert not StoredFile.objects.filter(kind="paper").exists()
    again = filled(page, issue="1")
    assert cast.client().post(url(cast, case, "paper_draft", PAPER), again).status_code == 302


def test_an_act_that_is_not_permitted_is_refused_with_its_paragraph(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "paper_draft", "cost_notice"))
    assert "Not permitted today" in words(page)
    sent = filled(page, issue="1", paper__by="posting")
    page = cast.client().post(url(cast, case, "paper_draft", "cost_notice"), sent)
    assert page.status_code == 422
    assert "was not permitted on May 21, 2026" in words(page)
    assert "§" in words(page)
    assert len(entries(cast, case)) == case.length


def test_a_town_without_a_letterhead_issues_nothing(cast: Cast, case: Case) -> None:
    with cast.scope():
        set_topic("office", {}, cast.actor("administrator"))
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert len(entries(cast, case)) == case.length
    with cast.scope():
        assert not StoredFile.objects.filter(kind="paper").exists()


def test_a_seal_that_is_not_there_is_told_and_one_that_is_there_is_printed(
    cast: Cast, case: Case, settings: Settings, tmp_path: Path
) -> None:
    settings.HOME = tmp_path
    with cast.scope():
        set_topic("office", {**OFFICE, "seal": "seal.svg"}, cast.actor("administrator"))
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert "names the seal seal.svg, and there is no such picture" in words(page)
    assert f"/{cast.town.slug}/settings/" in page.content.decode()
    folder = tmp_path / "towns" / cast.town.slug / "papers"
    folder.mkdir(parents=True)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
    (folder / "seal.svg").write_text(svg)
    assert issue(cast, case).paper == PAPER


def test_the_elements_can_not_be_left_out_by_a_changed_form(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    sent["contents"] = ["recipient"]
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert len(entries(cast, case)) == case.length


def test_another_instrument_can_not_be_smuggled_in(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    sent["instrument"] = "stop_work_order"
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert len(entries(cast, case)) == case.length


def test_a_paper_of_the_standing_of_a_day_needs_no_event(cast: Cast, case: Case) -> None:
    issue(cast, case, "account_statement")
    added = entries(cast, case)[case.length :]
    assert [entry.kind for entry in added] == ["office.file"]
    body = json.loads(added[0].content)["body"]
    assert body["of_entry"] == ""
    assert body["of_day"] == TODAY.isoformat()


def test_a_paper_of_an_entry_on_record_needs_no_event(cast: Cast, case: Case) -> None:
    issue(cast, case)
    served = {"event": "served", "instrument": PAPER, "method": "personal", "date": "2026-05-21"}
    cast.record(case, {**served, "received_on": "2026-05-21", "paper": {"server": "Sam Sample"}})
    length = len(entries(cast, case))
    client = cast.client()
    at = url(cast, case, "paper_draft", "certificate_of_service")
    page = client.get(f"{at}?entry=e5")
    assert "Served" in words(page)
    done = client.post(at, filled(page, entry="e5", issue="1"))
    assert done.status_code == 302, words(done)
    added = entries(cast, case)[length:]
    assert [entry.kind for entry in added] == ["office.file"]
    assert json.loads(added[0].content)["body"]["of_entry"] == "e5"


def test_a_frozen_paper_is_never_issued_again_but_in_another_language(
    cast: Cast, case: Case
) -> None:
    file = issue(cast, case)
    length = len(entries(cast, case))
    client = cast.client()
    at = url(cast, case, "paper_draft", PAPER)
    sent = filled(client.get(f"{at}?entry=e3"), entry="e3", issue="1")
    page = client.post(at, sent)
    assert page.status_code == 422
    assert "is never made again" in words(page)
    assert len(entries(cast, case)) == length
    shown = client.get(url(cast, case, "paper", file.pk))
    assert "Issue it in Spanish" in words(shown)
    sent = filled(client.get(f"{at}?entry=e3&language=es"), entry="e3", issue="1")
    assert sent["language"] == "es"
    assert client.post(at, sent).status_code == 302
    with cast.scope():
        kept = StoredFile.objects.filter(case=case, kind="paper", of_entry="e3")
        assert {row.origin["language"] for row in kept} == {"en", "es"}


def test_the_form_shows_what_the_ordinance_demands(cast: Cast, case: Case) -> None:
    page = cast.client().get(url(cast, case, "paper_draft", PAPER))
    fields = page.context["form"].fields
    assert fields["requires"].help_text == "The ordinance demands it: § C(4)."
    assert fields["comply_by"].required
    assert not fields["paper__says"].required
    assert "remedial measures with their time schedule § C(4)" in words(page)


def test_what_an_entry_on_record_does_not_say_is_told_with_the_way_to_it(
    cast: Cast, case: Case
) -> None:
    issue(cast, case)
    cast.record(
        case, {"event": "served", "instrument": PAPER, "method": "personal", "date": "2026-05-21"}
    )
    client = cast.client()
    at = url(cast, case, "paper_draft", "certificate_of_service")
    page = client.post(at, filled(client.get(f"{at}?entry=e5"), entry="e5", issue="1"))
    assert page.status_code == 422
    assert "the name of who served it" in words(page)
    assert url(cast, case, "entry", 5) in page.content.decode()


def test_an_entry_that_this_paper_is_not_made_of_is_not_found(cast: Cast, case: Case) -> None:
    at = url(cast, case, "paper_draft", "certificate_of_service")
    assert cast.client().get(f"{at}?entry=e2").status_code == 404
    assert cast.client().get(f"{at}?entry=e99").status_code == 404


def test_in_another_language(cast: Cast, case: Case) -> None:
    file = issue(cast, case, language="es")
    assert file.says.startswith("Aviso")
    assert file.origin["language"] == "es"


def test_who_may_not(cast: Cast, case: Case) -> None:
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    for role in ("auditor", "finance", "permit_clerk", "hearing_officer"):
        page = cast.client(role).post(url(cast, case, "paper_draft", PAPER), sent)
        assert page.status_code == 403, role
    assert len(entries(cast, case)) == case.length


def test_another_towns_paper_is_not_there(cast: Cast, case: Case) -> None:
    file = issue(cast, case)
    other = found_town("other", name="Town of Other")
    own = other.case(FOUND)
    for name in ("paper", "paper_pdf"):
        assert other.client().get(url(other, own, name, file.pk)).status_code == 404


def test_an_appeal_without_a_body_to_file_it_with_is_none(cast: Cast, case: Case) -> None:
    with cast.scope():
        office = {name: value for name, value in OFFICE.items() if name != "appeals"}
        set_topic("office", office, cast.actor("administrator"))
    sent = draft(cast, case, PAPER, **NOTICE, issue="1")
    page = cast.client().post(url(cast, case, "paper_draft", PAPER), sent)
    assert page.status_code == 422
    assert "the body with which, and the address at which, an appeal is filed" in words(page)
    assert len(entries(cast, case)) == case.length


DISCHARGE = {
    "date": "2026-05-20",
    "event": "violation_observed",
    "kind": "discharge",
    "nature": "wash water runs into the inlet",
}


def _city(appeals: bool) -> tuple[Cast, Case]:
    """A city in which ending access is open, with or without a body that hears disputes."""
    city = found_town("city", pack="city-9-3-12", name="City of Example")
    with city.scope():
        left = () if appeals else ("appeals",)
        office = {name: value for name, value in OFFICE.items() if name not in left}
        set_topic("office", office, city.actor("administrator"))
    return city, city.case(DISCHARGE)


@pytest.mark.parametrize("appeals", [True, False])
def test_service_is_not_ended_without_a_way_to_dispute_it(cast: Cast, appeals: bool) -> None:
    """Memphis Light, Gas & Water Division v. Craft, 436 U.S. 1 (1978)."""
    city, case = _city(appeals)
    sent = draft(city, case, "termination_notice", issue="1")
    page = city.client("attorney").post(url(city, case, "paper_draft", "termination_notice"), sent)
    if appeals:
        assert page.status_code == 302, words(page)
        assert len(entries(city, case)) == case.length + 2
    else:
        assert page.status_code == 422
        assert "how to dispute it: the body that can put it right" in words(page)
        assert len(entries(city, case)) == case.length


def test_an_issued_paper_carries_the_head_of_the_record(cast: Cast, case: Case) -> None:
    with cast.scope():
        before = Town.objects.get(pk=cast.town.pk)
    file = issue(cast, case)
    page = cast.client("auditor").get(url(cast, case, "paper_pdf", file.pk))
    text = pypdf.PdfReader(io.BytesIO(page.content)).pages[0].extract_text()
    assert f"{before.length}:{before.head}" in re.sub(r"\s", "", text)
