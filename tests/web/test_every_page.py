"""Every page, in a real browser: axe finds nothing, nothing sticks out, and it is one document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker
from tests.web.everywhere import SEED, Everywhere, cookies, everywhere
from tests.web.ground import pages
from tests.web.ground.accessibility import axe, reflow
from tests.web.ground.databases import Maker
from tests.web.ground.servers import Office, serving
import time

# Headings as somebody hears them: their levels in order, and those that the page hides from them.
SHAPE = """() => ({
  title: document.title,
  lang: document.documentElement.lang,
  levels: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter(each => each.checkVisibility() && !each.closest('[aria-hidden=true]'))
    .map(each => [Number(each.localName[1]), each.innerText.trim().slice(0, 60)]),
  ids: [...document.querySelectorAll('[id]')].map(each => each.id),
})"""


@dataclass
class Visit:
    """Somebody who may do everything, in one browser, and what was wrong on the way."""

    office: Office
    there: Everywhere
    page: Page
    watch: pages.Watch


@pytest.fixture(scope="module")
def visit(
    databases: Maker, browser: Browser, django_db_blocker: DjangoDbBlocker
) -> Iterator[Visit]:
    with (
        django_db_blocker.unblock(),
        databases.fresh(SEED) as database,
        serving(database) as office,
    ):
        with database.here():
            there = everywhere()
            signed_in = cookies(there.cast.people["supervisor"], office.url)
        watch = pages.Watch()
        with pages.visiting(browser, watch) as page:
            page.context.add_cookies(signed_in)
            yield Visit(office, there, page, watch)


def faults_of(visit: Visit) -> list[str]:
    """What is wrong with the page as it stands."""
    page, found = visit.page, []
    shape = page.evaluate(SHAPE)
    levels = [level for level, _ in shape["levels"]]
    if levels.count(1) != 1 or levels[:1] != [1]:
        found.append(f"h1: {shape['levels'][:4]}")
    for before, after in zip(shape["levels"], shape["levels"][1:], strict=False):
        if after[0] > before[0] + 1:
            found.append(f"a heading of level {after[0]} after one of {before[0]}: {after[1]}")
    if axes := axe(page):
        found.append(axes)
    try:
        reflow(page)
    except AssertionError as error:
        found.append(str(error))
    return found


def test_sweep(visit: Visit) -> None:
    wrong = []; titles={}
    n=0
    t0=time.time()
    for name, address in visit.there.pages():
        a=time.time()
        answer = visit.page.goto(visit.office.at(address))
        b=time.time()
        assert answer
        n+=1
        if answer.status != 200:
            wrong.append((name,address,answer.status)); continue
        titles.setdefault(visit.page.title(),[]).append(address)
        f=faults_of(visit)
        c=time.time()
        print(f"{name:20} {b-a:.2f} {c-b:.2f} {address}")
        if f or visit.watch.faults:
            wrong.append((name,address,f,visit.watch.faults[:]))
            visit.watch.faults.clear()
    print(n,time.time()-t0)
    for t,a in titles.items():
        if len(a)>1: print("SAME TITLE",t,a)
    for w in wrong:
        print(*w[:2]); 
        for x in w[2:]: print("   ", x if not isinstance(x,list) else "\n    ".join(x))
