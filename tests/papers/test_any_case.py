"""A thousand cases as towns could have them: papers are made, or refused by name."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.law import strategies as drawn
from tests.papers.conftest import matter, texts_of

from outfall.law.case import Case, Event, Party
from outfall.law.faults import Refused
from outfall.papers.catalog import PAPERS
from outfall.papers.make import Order, prepare
from outfall.papers.press import Press

NAMES = (
    "Nguyễn Thị Hồng Ánh", "陳大文", "محمد العربي", "D'Souza-O'Neill & Sons, Inc.", "Łukasz Żółć",
    '=HYPERLINK("http://x","pay")', '#read("/etc/passwd")', "$ x^2 $ *bold* _it_ @ref <label>",
    "{day} {amount!r}", "Ωμέγα Ιωάννης", "Пётр Ильич", "山田太郎", "A" * 180,
)  # fmt: skip
ADDRESSES = (
    "RR 2 Box 14\nExample, MT 00000",
    "Calle Ejemplo 12, 3º B\n28000 Ejemplo\nEspaña",
    "〒100-0000 東京都千代田区例 1-2-3",
    "General Delivery, Example, AK 00000",
)
MADE: Counter[str] = Counter()


def dressed(draw: Any, case: Case) -> Case:
    """The case with people, places and words such as a record holds."""
    owner = Party("own", "owner", draw(st.sampled_from(NAMES)), draw(st.sampled_from(ADDRESSES)))
    place = (
        ("address", draw(st.sampled_from(ADDRESSES))),
        ("parcel", "12-34"),
        ("description", draw(st.sampled_from(NAMES))),
    )
    paper: tuple[tuple[str, date | str], ...] = (
        ("findings", draw(st.sampled_from(NAMES))),
        ("terms", draw(st.sampled_from(NAMES))),
        ("server", draw(st.sampled_from(NAMES))),
        ("tracking", "=1+1"),
    )

    def told(event: Event) -> Event:
        nature = draw(st.sampled_from(NAMES)) if event.name == "violation_observed" else None
        requires = (draw(st.sampled_from(NAMES)),) if event.name == "notice_issued" else ()
        comply = event.comply_by or (event.on if event.name == "notice_issued" else None)
        return replace(event, paper=paper, nature=nature, requires=requires, comply_by=comply)

    events = tuple(map(told, case.events))
    parties = (owner, *case.parties)
    return replace(case, parties=parties, place=place, events=events)


def fitting(case: Case) -> list[str]:
    """The papers of which the case has an entry, and those of a day."""
    names = {event.name for event in case.events}
    issued = {event.instrument for event in case.events}
    return [
        paper.id
        for paper in PAPERS.values()
        if (not paper.events or names & set(paper.events))
        and (paper.instrument is None or paper.instrument in issued)
    ]


@pytest.mark.parametrize("part", range(4))
def test_a_thousand_cases_make_papers_without_a_failure(press: Press, part: int) -> None:
    """250 cases in each part; of each, every paper, and one of them set in type."""
    office = matter("city-dock").office
    languages = ("en", "es")

    @settings(max_examples=250, suppress_health_check=list(HealthCheck), database=None)
    @given(st.integers(part, part), drawn.drafts(), st.data())
    def made(_: int, draft: drawn.Draft, data: st.DataObject) -> None:
        case = dressed(data.draw, draft.case)
        on = data.draw(drawn.moments(draft))
        language = data.draw(st.sampled_from(languages))
        ready = []
        asked = data.draw(st.lists(st.sampled_from(fitting(case)), min_size=5, max_size=5))
        for paper in ("account_statement", *asked):
            with suppress(Refused):
                ready.append(prepare(Order(paper, on, language), case, draft.law, office))
        assert ready, "the statement of an account can always be made"
        MADE.update(found.paper for found in ready)
        one = data.draw(st.sampled_from(ready))
        pdf = press.pdf(one.data, one.record)
        text = "".join(texts_of(pdf))
        assert case.id in text
        assert "root:" not in text

    made()
    assert len(MADE) >= 12
