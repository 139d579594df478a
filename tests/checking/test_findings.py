"""Every kind of finding is found where it is planted, and not where it is not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.checking.planted import PLANTED, WHOLE
from tests.law.made_up import law_of

from outfall.checking.catalog import KINDS
from outfall.checking.check import check
from outfall.checking.dates import Span
from outfall.checking.finding import SEVERITIES, Finding
from outfall.law.ordinance import Ordinance

OF_VERSIONS = {"version-gap", "version-overlap"}


def findings(law: Ordinance, *spans: Span) -> tuple[Finding, ...]:
    return check(law, spans).findings


def ids(law: Ordinance, *spans: Span) -> list[str]:
    return [finding.id for finding in findings(law, *spans)]


def test_every_kind_is_planted() -> None:
    assert {*PLANTED, *OF_VERSIONS} == set(KINDS)


@pytest.mark.parametrize("id", PLANTED)
def test_a_planted_mistake_is_found_with_its_paragraphs(id: str, tmp_path: Path) -> None:
    planted = PLANTED[id]
    found = findings(law_of(tmp_path, planted.wrong, planted.more))
    (mine,) = [finding for finding in found if finding.id == id]
    assert mine.cites == planted.cites
    assert mine.severity == KINDS[id].severity
    for words in (mine.says, mine.why, mine.amend, *filter(None, [mine.adopt])):
        assert words[0].isupper()
        assert words.endswith(".")
        assert "_" not in words.split(":")[0]


@pytest.mark.parametrize("id", PLANTED)
def test_without_the_mistake_nothing_is_found(id: str, tmp_path: Path) -> None:
    planted = PLANTED[id]
    more = planted.more if planted.instead is None else planted.instead
    assert id not in ids(law_of(tmp_path, planted.right, more))


def test_a_pack_without_a_mistake_has_no_finding(tmp_path: Path) -> None:
    assert findings(law_of(tmp_path, WHOLE)) == ()


def test_findings_are_told_by_severity_and_then_in_the_order_of_the_paragraphs(
    tmp_path: Path,
) -> None:
    found = findings(law_of(tmp_path, PLANTED["no-hearing-time"].wrong.replace("A(4)", "Z")))
    assert [finding.severity for finding in found] == sorted(
        (finding.severity for finding in found), key=SEVERITIES.index
    )
    assert found[0].id == "cite-leads-nowhere"


DAYS = {
    "first": Span("one", None, date(2020, 6, 30)),
    "next": Span("two", date(2020, 7, 1), None),
    "later": Span("two", date(2020, 7, 3), None),
    "earlier": Span("two", date(2020, 6, 30), None),
    "at once": Span("one", date(2020, 7, 1), date(2020, 6, 30)),
}


@pytest.mark.parametrize(
    ("one", "other", "wanted", "says"),
    [
        ("first", "next", None, ""),
        ("first", "later", "version-gap", "from 2020-07-01 through 2020-07-02"),
        ("first", "earlier", "version-overlap", "from 2020-06-30 through 2020-06-30"),
        ("at once", "next", "version-overlap", "2020-07-01"),
    ],
)
def test_versions_follow_one_another(
    one: str, other: str, wanted: str | None, says: str, tmp_path: Path
) -> None:
    found = findings(law_of(tmp_path, WHOLE), DAYS[other], DAYS[one])
    assert [finding.id for finding in found] == ([wanted] if wanted else [])
    assert all(says in finding.says for finding in found)
