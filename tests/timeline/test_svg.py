"""The SVG: well-formed, self-contained, escaped, the same bytes, and no word on another."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest

from outfall.timeline.model import BARS, MARKS, Bar, Lane, Mark, Row, Timeline
from outfall.timeline.scale import padded
from outfall.timeline.svg import svg
from outfall.timeline.svg_entries import FLAGS_HIGH, flags
from outfall.timeline.svg_ink import PAGE, Sheet, measure
from outfall.timeline.svg_rows import SIGNS
from outfall.timeline.svg_style import HUES, PATTERNED

NAMESPACE = "{http://www.w3.org/2000/svg}"
SIZES = {"h": 22, "t": 12.5, "l": 13, "pn": 10}
Drawn = Callable[..., Any]
PICTURES = [
    ("short-notice", "2026-03-20"),
    ("short-notice", "2031-08-23"),
    ("appeal-and-money", "2026-03-30"),
    ("appeal-and-money", "2026-08-25"),
    ("emergency", "2026-06-13"),
    ("hostile", "2026-06-20"),
    ("short-notice", "2026-01-05"),
]


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def entries(count: int, days: int) -> Timeline:
    first = date(2021, 3, 1)
    at = [first + timedelta(days=n * (days - 1) // max(count - 1, 1)) for n in range(count)]
    marks = tuple(Mark("entry", on, f"entry number {n}", f"e{n}") for n, on in enumerate(at))
    last = first + timedelta(days=days - 1)
    lane = Lane("events", "What happened", (Row("events", "entries", marks=marks),))
    return Timeline("T-1", (), "a law", last, *padded(first, last), (lane,))


@pytest.mark.parametrize(("case", "on"), PICTURES)
def test_it_is_one_well_formed_file_that_fetches_and_runs_nothing(
    drawn: Drawn, case: str, on: str
) -> None:
    text = svg(drawn(case, on).timeline)
    root = parsed(text)
    allowed = {"svg", "title", "desc", "style", "defs", "pattern", "rect", "circle", "path"}
    allowed |= {"line", "text"}
    for element in root.iter():
        assert element.tag.removeprefix(NAMESPACE) in allowed
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on")
            assert "href" not in name.lower()
            assert "url(" not in value or re.fullmatch(r"fill:url\(#p-[a-z_]+\)", value)
    styles = "".join(style.text or "" for style in root.iter(f"{NAMESPACE}style"))
    assert "url(" not in styles
    assert "@import" not in styles
    assert "@font-face" not in styles
    assert not re.search(r"<!DOCTYPE|<!ENTITY|<\?xml-stylesheet", text)


def test_hostile_names_stay_text(drawn: Drawn) -> None:
    root = parsed(svg(drawn("hostile", "2026-06-20").timeline))
    told = " ".join(element.text or "" for element in root.iter(f"{NAMESPACE}text"))
    assert "<script src='https://example.org/x.js'></script>" in told
    assert "水道局 <a href='javascript:alert(1)'>" in told
    assert '"><script>alert(1)</script>, ]]> & <!--' in told


@pytest.mark.parametrize(("case", "on"), PICTURES)
def test_the_same_case_gives_the_same_bytes(drawn: Drawn, case: str, on: str) -> None:
    assert svg(drawn(case, on).timeline) == svg(drawn(case, on).timeline)


def test_it_is_an_image_that_says_in_words_what_it_shows(drawn: Drawn) -> None:
    root = parsed(svg(drawn("appeal-and-money", "2026-08-25").timeline))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    assert root.findtext(f"{NAMESPACE}title") == (
        "Timeline of case C-2026-031 at the end of Aug 25, 2026"
    )
    said = root.findtext(f"{NAMESPACE}desc") or ""
    assert "hearing of the appeal (C.2): due Apr 13, 2026, met, done Apr 8, 2026." in said
    assert "Apr 9, 2026: appeal decided, upheld." in said
    assert "20 left out: tolled by the appeal, Mar 21, 2026 to Apr 9, 2026." in said


def test_each_kind_has_a_look_of_its_own_without_colour() -> None:
    """What print leaves of two kinds of bar differs by pattern, outline or shape."""
    assert set(HUES) == set(BARS)
    assert set(SIGNS) == set(MARKS)
    plain = [kind for kind in BARS if kind not in PATTERNED]
    assert plain == ["run", "ahead", "open", "later", "order", "penalty"]
    looks = {
        re.sub("-(run|stay|open|order|penalty|interest)", "", PATTERNED[k][2]) for k in PATTERNED
    }
    assert len(looks) == len(PATTERNED)
    signs = [
        (shape, tuple(re.sub("-(run|stay|open|penalty|ink|mute)", "", look) for look in looks))
        for shape, looks in SIGNS.values()
    ]
    assert len(set(signs)) == len(signs)


def boxes(root: ElementTree.Element) -> list[tuple[float, float, float, float, str]]:
    """Where each text lies, at the widest that a common face can make it."""
    found = []
    for element in root.iter(f"{NAMESPACE}text"):
        text, kind = element.text or "", element.get("class", "")
        size = SIZES.get(kind, 11)
        wide, x, y = measure(text, size), float(element.get("x", 0)), float(element.get("y", 0))
        left = {"end": x - wide, "middle": x - wide / 2}.get(element.get("text-anchor", ""), x)
        found.append((left, y - size * 0.75, left + wide, y + size * 0.2, text))
    return found


def assert_readable(text: str) -> None:
    root = parsed(text)
    _, _, wide, high = map(float, root.get("viewBox", "").split())
    found = boxes(root)
    for n, (left, top, right, bottom, says) in enumerate(found):
        assert left >= 0, says
        assert right <= wide, says
        assert top >= 0, says
        assert bottom <= high, says
        for other in found[n + 1 :]:
            apart = right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
            assert apart, f"{says!r} lies on {other[4]!r}"


@pytest.mark.parametrize(("case", "on"), PICTURES)
def test_no_word_lies_on_another_or_off_the_page(drawn: Drawn, case: str, on: str) -> None:
    assert_readable(svg(drawn(case, on).timeline))


@pytest.mark.parametrize("count", [1, 2, 13, 60, 200])
@pytest.mark.parametrize("days", [1, 3, 30, 400, 1826])
def test_any_number_of_entries_over_any_time_stays_readable(count: int, days: int) -> None:
    text = svg(entries(count, days))
    assert_readable(text)
    drawn_text = [element.text or "" for element in parsed(text).iter(f"{NAMESPACE}text")]
    assert sum("entry number" in line for line in drawn_text) == count


def test_few_entries_fly_as_flags_and_many_are_numbered() -> None:
    few, many = entries(5, 30), entries(60, 30)
    placed = flags(Sheet(few.first, few.last), few.lanes[0].rows[0].marks)
    assert placed is not None
    assert max(flag.lift + flag.high for flag in placed) <= FLAGS_HIGH
    assert flags(Sheet(many.first, many.last), many.lanes[0].rows[0].marks) is None
    assert "Entries by number" in svg(many)
    assert "Entries by number" not in svg(few)


def test_a_bar_begins_and_ends_where_its_days_do() -> None:
    first, last = date(2026, 3, 2), date(2026, 3, 11)
    bar = Bar("order", date(2026, 3, 4), date(2026, 3, 5), "stop")
    lane = Lane("orders", "Orders", (Row("o", "order", "D", bars=(bar,), notes=(("in force",),)),))
    root = parsed(svg(Timeline("T-1", (), "a law", last, first, last, (lane,))))
    sheet = Sheet(first, last)
    (drawn_bar,) = [
        r for r in root.iter(f"{NAMESPACE}rect") if r.find(f"{NAMESPACE}title") is not None
    ]
    assert drawn_bar.findtext(f"{NAMESPACE}title") == "Mar 4 to Mar 5, 2026: stop"
    assert float(drawn_bar.get("x", 0)) == pytest.approx(sheet.x(date(2026, 3, 4)), abs=0.1)
    assert float(drawn_bar.get("width", 0)) == pytest.approx(2 * sheet.day, abs=0.1)


def test_the_page_holds_the_longest_words_that_a_file_may_bring() -> None:
    long = "W" * 600
    row = Row("o", long, long, bars=(), notes=((long,),), detail=((long,),))
    last = date(2026, 3, 11)
    timeline = Timeline(
        "T" * 60, (long,), long, last, last, last, (Lane("orders", "Orders", (row,)),)
    )
    assert_readable(svg(timeline))
    assert PAGE == 1240
