"""What the helpers find on a page that has the fault, and pass on one that has not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page
from tests.web.ground.accessibility import Stop, axe, keyboard, reflow
from tests.web.ground.stub import page_of, site

STYLE = '<link rel="stylesheet" href="/page.css">'
FORM = (
    '<a class="skip" href="#main">Skip</a> <form><label for="n">Name</label> <input id="n"> '
    '<input type="hidden" name="key"> <fieldset><legend>Kind</legend>'
    '<input type="radio" name="kind" id="a"><label for="a">Spill</label>'
    '<input type="radio" name="kind" id="b"><label for="b">Silt</label></fieldset>'
    "<button disabled>Not yet</button> <button>Save</button></form>"
    '<details><summary>More</summary><a href="#x">Hidden</a></details>'
    '<p hidden><a href="#y">Away</a></p>'
)
SITE = {
    "/good": page_of(FORM, STYLE),
    "/page.css": ".wide { width: 500px } .scrolls { overflow-x: auto } td { min-width: 400px }"
    ".skip { outline: none; position: absolute; top: -50px }"
    ".skip:focus { top: 0 } .bare:focus { outline: none }"
    ".off { position: absolute; left: -9999px }"
    ".word { white-space: nowrap }",
    "/no-label": page_of("<input>"),
    "/pale": page_of('<p class="pale">Pale.</p>', '<link rel="stylesheet" href="/pale.css">'),
    "/pale.css": ".pale { color: #ccc; background: #fff }",
    "/wide": page_of('<div class="wide" id="sticks">Wide.</div>', STYLE),
    "/long": page_of(f'<p class="word" id="sticks">{"long" * 30}</p>', STYLE),
    "/scrolls": page_of(
        '<div class="scrolls" tabindex="0" role="region" aria-label="Cases">'
        "<table><tr><td>a</td><td>b</td></tr></table></div>",
        STYLE,
    ),
    "/bare": page_of('<a class="bare" href="#a">Bare</a> <a href="#b">Shown</a>', STYLE),
    "/off": page_of('<a class="off" href="#a">Off</a>', STYLE),
    "/ahead": page_of('<a href="#a">First</a> <a href="#b" tabindex="1">Second</a>'),
    "/order": page_of(
        '<a id="a" href="#a">First</a> <a id="b" href="#b">Second</a>',
        '<script src="/order.js" defer></script>',
    ),
    "/order.js": "let at = 0; document.onkeydown = event => { event.preventDefault();"
    "const next = [b, a][at++]; next ? next.focus() : document.activeElement.blur(); };",
    "/trap": page_of(
        '<a href="#a">First</a> <button id="trap">Trap</button> <a href="#b">Last</a>',
        '<script src="/trap.js" defer></script>',
    ),
    "/trap.js": 'document.getElementById("trap").onkeydown = event => event.preventDefault();',
}


@pytest.fixture(scope="module")
def stub() -> Iterator[str]:
    with site(SITE) as address:
        yield address


def test_axe_finds_nothing_on_a_good_page(page: Page, stub: str) -> None:
    page.goto(f"{stub}/good")
    assert axe(page) == ""
    assert axe(page) == ""


@pytest.mark.parametrize(
    ("path", "rule"), [("/no-label", "label (critical)"), ("/pale", "color-contrast (serious)")]
)
def test_axe_tells_what_is_wrong_and_where(page: Page, stub: str, path: str, rule: str) -> None:
    page.goto(f"{stub}{path}")
    assert axe(page).startswith(rule)
    assert "<input>" in axe(page) or 'class="pale"' in axe(page)


@pytest.mark.parametrize("path", ["/good", "/scrolls"])
def test_a_page_that_fits(page: Page, stub: str, path: str) -> None:
    page.goto(f"{stub}{path}")
    reflow(page)
    assert page.evaluate("innerWidth") == 1280


@pytest.mark.parametrize("path", ["/wide", "/long"])
def test_a_page_that_sticks_out_is_told_with_the_element(page: Page, stub: str, path: str) -> None:
    page.goto(f"{stub}{path}")
    with pytest.raises(AssertionError, match=r'320 px wide:\n(?s:.*)id="sticks"'):
        reflow(page)


def test_the_stops_of_a_page_in_their_order(page: Page, stub: str) -> None:
    page.goto(f"{stub}/good")
    assert keyboard(page) == [
        Stop("a", "Skip"),
        Stop("input", "Name"),
        Stop("input", "Spill"),
        Stop("button", "Save"),
        Stop("summary", "More"),
    ]
    assert len(keyboard(page)) == 5
    assert page.locator("[data-ground-stop], [data-ground-reached]").count() == 0


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/bare", 'the focus does not show: <a class="bare"'),
        ("/off", 'off the screen while it has the focus: <a class="off"'),
        ("/ahead", 'a tabindex above 0: <a href="#b" tabindex="1"'),
        ("/order", "not in the page's order: .'Second', 'First'"),
        ("/trap", 'not reached: <a href="#b"'),
    ],
)
def test_what_the_keyboard_cannot_do_is_told(page: Page, stub: str, path: str, says: str) -> None:
    page.goto(f"{stub}{path}")
    with pytest.raises(AssertionError, match=says) as found:
        keyboard(page)
    assert "Shown" not in str(found.value)
