"""Every paper of both ordinances: made, accessible, the same again, with the standing's figures."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import typst
from pdfua import validate
from pypdf import PdfReader
from pypdf.generic import StreamObject
from tests.papers.conftest import CASES, ON, Matter, matter, words_of

from outfall.cli.common import load_case
from outfall.law.case import Event
from outfall.law.data import data as standing_data
from outfall.law.events import METHODS
from outfall.law.faults import Refused
from outfall.law.standing import Standing
from outfall.papers.catalog import PAPERS
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.press import Press
from outfall.papers.record import digest, plain
from outfall.papers.speech import speech

# Each paper with the worked case that has it on record, or whose standing it tells.
MADE = [
    ("webster-basin", paper)
    for paper in (
        "maintenance_notice",
        "danger_notice",
        "notice_of_violation",
        "stop_work_order",
        "cost_notice",
        "appeal_receipt",
        "hearing_notice",
        "decision",
        "compliance_confirmation",
        "practices_acceptance",
        "extension",
        "cost_invoice",
        "account_statement",
        "lien_claim",
        "lien_release",
        "tax_roll",
        "criminal_facts",
        "certificate_of_service",
        "declaration_of_service",
    )
]
MADE += [
    ("city-dock", paper)
    for paper in (
        "warning_notice",
        "notice_of_violation",
        "cost_notice",
        "penalty_notice",
        "appeal_receipt",
        "hearing_notice",
        "decision",
        "cost_invoice",
        "payment_plan",
        "account_statement",
        "lien_claim",
        "criminal_facts",
        "certificate_of_service",
        "declaration_of_service",
    )
]
MADE += [
    ("city-creek", paper)
    for paper in (
        "cease_and_desist_order",
        "suspension_order",
        "termination_notice",
        "appeal_receipt",
        "decision",
        "compensation_agreement",
    )
]
every_paper = pytest.mark.parametrize(("case", "paper"), MADE)
LANGUAGES = ("en", "es")


def test_each_paper_is_made_by_one_of_the_worked_cases() -> None:
    assert {paper for _, paper in MADE} == set(PAPERS)


def test_each_instrument_of_both_ordinances_is_made() -> None:
    for name in ("webster-basin", "city-dock"):
        law = matter(name).law
        made = {paper for case, paper in MADE if matter(case).law.id == law.id}
        assert {i.id for i in law.instruments} <= made


@every_paper
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_is_accessible_and_archival(
    press: Press, tmp_path: Path, case: str, paper: str, language: str
) -> None:
    ready = matter(case).ready(paper, language)
    file = tmp_path / "paper.pdf"
    file.write_bytes(press.pdf(ready.data, ready.record))
    found = [f for f in validate(str(file)).findings if f.severity.name == "ERROR"]
    assert [(f.rule_id, f.message) for f in found] == []
    reader = PdfReader(file)
    written = reader.root_object["/Metadata"].get_object()
    assert isinstance(written, StreamObject)
    metadata = written.get_data().decode()
    assert re.search(r"pdfuaid:part\W+1\W", metadata)
    assert re.search(r"pdfaid:part\W+3\W", metadata)
    assert re.search(r"pdfaid:conformance\W+A\W", metadata)
    assert str(reader.root_object["/Lang"]).startswith(language)
    assert reader.metadata is not None
    assert reader.metadata.title == f"{ready.sheet.title} · {matter(case).case.id}"


def test_the_gate_sees_a_paper_without_tags(tmp_path: Path) -> None:
    """The control: the same gate on a page that a careless program made."""
    (tmp_path / "bare.typ").write_text("= Notice\n#table(columns: 2, [A], [B])")
    bare = tmp_path / "bare.pdf"
    typst.compile(str(tmp_path / "bare.typ"), output=str(bare), pdf_tags=False)
    assert any(f.severity.name == "ERROR" for f in validate(str(bare)).findings)


@every_paper
def test_a_paper_fits_on_one_page(press: Press, case: str, paper: str) -> None:
    ready = matter(case).ready(paper)
    pages = PdfReader(io.BytesIO(press.pdf(ready.data, ready.record))).pages
    assert len(pages) == 1


@every_paper
def test_a_paper_is_the_same_when_it_is_made_again(press: Press, case: str, paper: str) -> None:
    """In another press, on a later day, and after later entries were added."""
    first = matter(case).ready(paper)
    later = after(matter(case)) if PAPERS[paper].events else matter(case)
    again = later.ready(paper, on=date(2027, 5, 1) if PAPERS[paper].events else ON)
    assert again.record == first.record
    other = Press()
    assert other.pdf(again.data, again.record) == press.pdf(first.data, first.record)
    other.close()


def after(found: Matter) -> Matter:
    """The same case with an entry more, long after the rest."""
    event = Event(
        "later", "inspected", date(2027, 4, 1), len(found.case.events), finding="corrected"
    )
    return replace(found, case=replace(found.case, events=(*found.case.events, event)))


def test_a_paper_made_of_another_entry_is_another_paper() -> None:
    """The control of the one above: what the record says does change the paper."""
    found = matter("city-dock")
    events = tuple(
        replace(e, comply_by=date(2026, 3, 7)) if e.comply_by else e for e in found.case.events
    )
    other = replace(found, case=replace(found.case, events=events))
    assert other.ready("notice_of_violation").digest != found.ready("notice_of_violation").digest


@every_paper
def test_a_paper_carries_its_record(press: Press, case: str, paper: str) -> None:
    ready = matter(case).ready(paper)
    reader = PdfReader(io.BytesIO(press.pdf(ready.data, ready.record)))
    (attached,) = reader.attachments["record.json"]
    assert digest(attached) == ready.digest
    record = json.loads(attached)
    law = matter(case).law
    assert record["ordinance"] == {"id": law.id, "version": law.version, "digest": law.digest}
    assert record["case"]["id"] == matter(case).case.id
    assert record["standing"]["as_of"] == ready.subject.on.isoformat()
    text = words_of(press.pdf(ready.data, ready.record))
    assert ready.digest in text
    assert f"{law.id} {law.version}" in text


def figures(ready: Ready) -> set[str]:
    """Every amount and date that the standing, the case and the pack's penalties could say."""
    words = ready.subject.speech
    found: set[str] = set()
    for standing in (ready.subject.standing, *_served(ready)):
        account = standing.account
        for _, part in account.parts:
            found |= {words.money(c) for c in (part.charged, part.owed)}
            found |= {words.money(-c) for c in (part.reduced, part.paid)}
        cents = [account.owed, account.per_diem, account.credit, account.interest]
        cents += [account.interest_owed, -account.interest_paid, -account.interest_reduced]
        cents += [c for _, c in account.allocation] + [p.amount for p in account.plan]
        cents += [s.principal for s in account.spans]
        for exposure in (standing.civil, standing.criminal):
            cents += [exposure.min, exposure.max or 0, standing.assessed]
            cents += [count.max or 0 for count in exposure.counts]
        found |= {words.money(c) for c in cents}
    for event in ready.subject.case.events:
        found |= {words.money(c) for c in (event.amount or 0, -(event.amount or 0))}
    for rule in ready.subject.law.penalties:
        for row in rule.tiers:
            found |= {words.money(c) for tier in row for c in (tier.min, tier.max or 0)}
    return found


def _served(ready: Ready) -> list[Standing]:
    return [ready.subject.served] if PAPERS[ready.paper].instrument else []


AMOUNT = re.compile(r"−?\$[\d,]+\.\d\d")


@every_paper
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paper_says_the_figures_of_the_standing_and_no_others(
    press: Press, case: str, paper: str, language: str
) -> None:
    ready = matter(case).ready(paper, language)
    text = words_of(press.pdf(ready.data, ready.record))
    amounts = set(AMOUNT.findall(text))
    assert amounts <= figures(ready)
    for entry in ready.data["sheet"]["key"]:
        assert re.sub(r"\s+", " ", entry["value"]) in text


MONTHS = speech("en").get("days.months")
DATE = re.compile(rf"({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})")
ISO = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def dates(ready: Ready) -> set[date]:
    """Every day that the case, its standings and the ordinance's name could say."""
    subject = ready.subject
    told = [str(plain(subject.case)), subject.case.id]
    found = set()
    for standing in (subject.standing, *_served(ready)):
        told.append(json.dumps(standing_data(standing)))
        spans = [
            (span.first, span.last)
            for exposure in (standing.civil, standing.criminal)
            for count in exposure.counts
            for span in count.spans
        ]
        spans += [(span.first, span.last) for span in standing.account.spans]
        for first, last in spans:
            found |= {first + timedelta(n) for n in range((last - first).days + 1)}
    found |= {date.fromisoformat(day) for text in told for day in ISO.findall(text)}
    return found | said(subject.law.source) | said(told[0])


def said(text: str) -> set[date]:
    return {date(int(y), MONTHS.index(m) + 1, int(d)) for m, d, y in DATE.findall(text)}


@every_paper
def test_a_paper_says_the_days_of_the_record_and_no_others(
    press: Press, case: str, paper: str
) -> None:
    ready = matter(case).ready(paper)
    found = said(words_of(press.pdf(ready.data, ready.record)))
    assert found
    assert found <= dates(ready)


def test_a_day_that_is_none_of_the_records_is_seen() -> None:
    """The control: the day after the last day of the appeal is nobody's."""
    ready = matter("city-dock").ready("notice_of_violation")
    assert said("by Monday, February 23, 2026") <= dates(ready)
    assert not said("by Wednesday, February 25, 2026") <= dates(ready)


BY = [
    (
        "personal",
        "I handed the notice of a dangerous facility of March 2, 2026 to Lee Example at 1 Test "
        "Street, Example, NY 00000.",
    ),
    (
        "mail",
        "I put the notice of maintenance needed of March 4, 2026, in a sealed envelope with "
        "postage paid, into the mail addressed to Example Holdings LLC, 1 Test Street, Example, "
        "NY 00000.",
    ),
    (
        "certified_mail",
        "I sent the notice of violation of March 6, 2026 by certified mail, return receipt "
        "requested, addressed to Example Holdings LLC, 1 Test Street, Example, NY 00000.",
    ),
    (
        "posting",
        "I posted the stop-work order of March 10, 2026, directed to Example Holdings LLC, in "
        "plain sight at 18 Example Lane.",
    ),
    (
        "email",
        "I sent the notice of the cost of the work of April 24, 2026 by e-mail to Example Holdings "
        "LLC, owner@example.com.",
    ),
]


@pytest.mark.parametrize(("method", "says"), BY)
@pytest.mark.parametrize(
    ("paper", "sworn"), [("certificate_of_service", False), ("declaration_of_service", True)]
)
def test_each_way_of_service_has_its_own_proof(
    press: Press, method: str, says: str, paper: str, sworn: bool
) -> None:
    found = matter("webster-basin")
    entry = next(e for e in found.case.events if e.method == method)
    ready = found.ready(paper, entry=entry.id)
    text = words_of(press.pdf(ready.data, ready.record))
    assert says in text
    assert ("under penalty of perjury" in text) is sworn


def test_every_way_of_service_is_proved() -> None:
    assert {method for method, _ in BY} == set(METHODS)


def test_an_amount_that_is_not_the_standings_is_seen() -> None:
    """The control: a figure put in by hand is none of the standing's."""
    ready = matter("city-dock").ready("cost_notice")
    assert set(AMOUNT.findall("You owe $6,541.00")) - figures(ready)


def test_the_appeal_paragraph_states_the_later_of_two_clocks(press: Press) -> None:
    """C.1.a(6) gives 14 days of service, C.2 seven days of the notice's date."""
    ready = matter("city-dock").ready("notice_of_violation")
    text = words_of(press.pdf(ready.data, ready.record))
    assert "Your appeal must arrive by Monday, February 23, 2026." in text
    assert "This paper was sent on February 9, 2026, by certified mail" in text


def test_a_paper_for_the_register_says_the_three_kinds_of_money_apart(press: Press) -> None:
    """A remission of the penalty takes nothing off the cost."""
    ready = matter("city-dock").ready("account_statement")
    text = words_of(press.pdf(ready.data, ready.record))
    assert "Cost of the work $6,540.00 −$140.00" in text
    assert "Civil penalty $9,000.00 −$4,500.00 $0.00 $4,500.00" in text


def test_a_draft_says_so_on_every_page(press: Press) -> None:
    days = {"comply_by": ["2026-11-30"], "requires": [f"Measure {n}" for n in range(90)]}
    case, law = load_case(str(CASES / "city-creek.yaml"))
    dock = matter("city-creek")
    events = case.events[:1]
    order = Order("notice_of_violation", date(2026, 5, 5), "en", None, days)
    ready = prepare(order, replace(case, events=events), law, dock.office)
    pages = PdfReader(io.BytesIO(press.pdf(ready.data, ready.record))).pages
    assert len(pages) > 1
    assert all("DRAFT" in page.extract_text() for page in pages)
    issued = matter("city-dock").ready("notice_of_violation")
    assert "DRAFT" not in words_of(press.pdf(issued.data, issued.record))


def test_what_is_empty_and_may_be_prints_nothing(press: Press) -> None:
    for name, paper in MADE:
        ready = matter(name).ready(paper)
        text = words_of(press.pdf(ready.data, ready.record))
        assert not re.search(r"\bNone\b|\bnull\b|\{|\}|\bnan\b", text.split("Record SHA-256")[0])


def test_nobody_is_told_a_paper_that_the_ordinance_has_not() -> None:
    with pytest.raises(Refused) as refused:
        matter("city-dock").ready("maintenance_notice")
    assert str(refused.value.faults[0]) == (
        "paper: A city's section 9-3-12 knows no maintenance notice. Its instruments: "
        "warning_notice, notice_of_violation, cost_notice, cease_and_desist_order, "
        "suspension_order, termination_notice, penalty_notice"
    )
