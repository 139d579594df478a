"""What every page must bear: axe's rules, a narrow screen, a strong zoom, and no mouse."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import ElementHandle, Page

AXE = Path(__file__).parents[1] / "vendor" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
NARROW = {
    "on a screen 320 px wide": {"width": 320, "height": 640, "deviceScaleFactor": 1},
    "at 400 % zoom of 1280 px": {"width": 320, "height": 256, "deviceScaleFactor": 4},
}
STOPS = 400

STICKING_OUT = """() => {
  const root = document.scrollingElement, wide = root.clientWidth, found = [];
  const scrolls = element => {
    for (let up = element.parentElement; up && up !== root && up !== document.body;
         up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible'
          && up.getBoundingClientRect().right <= wide + 1) return true;
    return false;
  };
  if (root.scrollWidth <= wide) return found;
  for (const element of document.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    const wider = box.right > wide + 1 || element.scrollWidth > element.clientWidth + 1
      && getComputedStyle(element).overflowX === 'visible'
      && box.left + element.scrollWidth > wide + 1;
    if (box.width && wider && !scrolls(element)
        && getComputedStyle(element).position !== 'fixed')
      found.push(element.outerHTML.slice(0, 120).replace(/\\s+/g, ' ')
        + ` [to ${Math.round(Math.max(box.right, box.left + element.scrollWidth))} px]`);
  }
  return [`the page is ${root.scrollWidth} px wide, the screen ${wide}`, ...found];
}"""

# Marks each element that Tab should reach, and says which: one of a group of radio buttons.
EXPECTED = """() => {
  const groups = new Set(), found = [];
  const all = document.querySelectorAll('a[href], area[href], button, input, select, textarea,'
    + ' summary, iframe, audio[controls], video[controls], [contenteditable=""],'
    + ' [contenteditable=true], [tabindex]');
  for (const element of all) {
    if (element.disabled || element.matches(':disabled') || element.tabIndex < 0
        || element.type === 'hidden' || element.closest('[inert]')) continue;
    if (element.matches('summary') && element !== element.parentElement.querySelector('summary'))
      continue;
    if (!element.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}))
      continue;
    if (element.type === 'radio' && element.name) {
      const group = (element.form ? [...document.forms].indexOf(element.form) : -1)
        + '/' + element.name;
      if (groups.has(group)) continue;
      groups.add(group);
      found.push('radio ' + group);
    } else {
      found.push(element.outerHTML.slice(0, 120).replace(/\\s+/g, ' '));
      element.dataset.groundStop = found.length - 1;
    }
  }
  return found;
}"""
AHEAD = """() => [...document.querySelectorAll('[tabindex]')].filter(each => each.tabIndex > 0)
  .map(each => each.outerHTML.slice(0, 120).replace(/\\s+/g, ' '))"""
FROM_THE_TOP = """() => {
  document.activeElement?.blur();
  document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex');
  window.scrollTo(0, 0);
}"""
LOOK = """element => {
  const looks = each => {
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
      ? [style.outlineStyle, style.outlineWidth, style.outlineColor] : [];
    return [...outline, style.boxShadow, style.borderColor, style.borderWidth,
      style.backgroundColor, style.textDecorationLine, style.textDecorationThickness,
      style.clip, style.clipPath, style.top, style.left, style.transform, box.width > 2].join(' ');
  };
  const label = element.labels && element.labels[0];
  return [looks(element), ...(label ? [looks(label), getComputedStyle(label, '::before').boxShadow,
    getComputedStyle(label, '::before').outline] : [])].join(' | ');
}"""
STOP = """() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  const again = element.dataset.groundReached === '1';
  const html = element.outerHTML.replace(/ data-ground-stop="\\d+"/, '').slice(0, 120);
  element.dataset.groundReached = '1';
  const label = element.labels && element.labels[0];
  const seen = [element, ...(label ? [label] : [])].some(each => {
    const box = each.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && box.right > 0 && box.bottom > 0
      && box.left < innerWidth && box.top < innerHeight;
  });
  const group = element.type === 'radio' && element.name
    ? 'radio ' + (element.form ? [...document.forms].indexOf(element.form) : -1)
      + '/' + element.name : null;
  const name = element.getAttribute('aria-label') || (label && label.innerText)
    || element.innerText || element.value || element.getAttribute('title') || element.name || '';
  return {again, seen, group, at: element.dataset.groundStop ?? null,
    name: name.trim().replace(/\\s+/g, ' ').slice(0, 80), tag: element.localName,
    html: html.replace(/\\s+/g, ' ')};
}"""


@cache
def axe_source() -> str:
    """The text of axe, as it is published."""
    return AXE.read_text(encoding="utf-8")


def axe(page: Page) -> str:
    """What axe finds on the page as it stands: empty where it finds nothing.

    The strict policy lets no script tag in; evaluating the text is the browser's own affair.
    """
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(f"{axe_source()}\n;true")
    only = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
    found = page.evaluate("async options => (await axe.run(document, options)).violations", only)
    return "\n".join(told(violation) for violation in found)


def told(violation: dict[str, Any]) -> str:
    """One violation with each place where it stands."""
    places = [
        f"    {' '.join(map(str, node['target']))}: {node['html'][:160]}\n"
        f"        {' '.join((node.get('failureSummary') or '').split())}"
        for node in violation["nodes"]
    ]
    return "\n".join([f"{violation['id']} ({violation['impact']}): {violation['help']}", *places])


def reflow(page: Page) -> None:
    """No page is wider than a narrow screen, nor than a wide one under strong zoom.

    What scrolls within its own box, as a table or a map may, is within the rule.
    """
    for how, screen in NARROW.items():
        with screened(page, screen):
            found = page.evaluate(STICKING_OUT)
        if found:
            raise AssertionError("\n".join([f"{page.url} {how}:", *found]))


@contextmanager
def screened(page: Page, screen: dict[str, int]) -> Iterator[None]:
    """Another screen for a while, laid out anew."""
    session = page.context.new_cdp_session(page)
    before = page.viewport_size
    try:
        session.send("Emulation.setDeviceMetricsOverride", {**screen, "mobile": False})
        settle(page)
        yield
    finally:
        session.send("Emulation.clearDeviceMetricsOverride")
        session.detach()
        if before:
            page.set_viewport_size(before)
        settle(page)


def settle(page: Page) -> None:
    """Let two frames pass: what waits for a resize has then been laid out."""
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


@dataclass(frozen=True, slots=True)
class Stop:
    """One element that Tab came to."""

    tag: str
    name: str


def keyboard(page: Page) -> list[Stop]:
    """Tab through the whole page; the stops in their order.

    Fails where something that can be used is not reached, the order is not the page's own, or a
    stop cannot be seen: off the screen, or looking the same with the focus as without.
    """
    faults = [f"a tabindex above 0: {each}" for each in page.evaluate(AHEAD)]
    expected: list[str] = page.evaluate(EXPECTED)
    page.evaluate(FROM_THE_TOP)
    stops: list[Stop] = []
    reached: list[int] = []
    last: tuple[ElementHandle, str, str] | None = None
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        settle(page)
        if last and last[0].evaluate(LOOK) == last[1]:
            faults.append(f"the focus does not show: {last[2]}")
        found = page.evaluate(STOP)
        if found is None or found["again"]:
            break
        stops.append(Stop(found["tag"], found["name"]))
        at = expected.index(found["group"]) if found["group"] else found["at"]
        if at is not None:
            reached.append(int(at))
        if not found["seen"]:
            faults.append(f"off the screen while it has the focus: {found['html']}")
        if element := page.evaluate_handle("document.activeElement").as_element():
            last = (element, element.evaluate(LOOK), found["html"])
    else:
        faults.append(f"no end after {STOPS} stops")
    missed = [each for at, each in enumerate(expected) if at not in reached]
    faults += [f"not reached: {each}" for each in missed]
    if not missed and reached != sorted(reached):
        faults.append(f"not in the page's order: {[stop.name for stop in stops]}")
    page.evaluate(
        "() => document.querySelectorAll('[data-ground-reached], [data-ground-stop]').forEach("
        "each => { delete each.dataset.groundReached; delete each.dataset.groundStop; })"
    )
    if faults:
        raise AssertionError("\n".join([f"{page.url} by keyboard:", *faults]))
    return stops
