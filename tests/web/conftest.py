"""What the tests of the web stand on: databases, a running office, a browser.

``db`` is pytest-django's, on whatever DATABASE_URL names. The fixtures here are for what needs real
commits, real processes and real pages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker
from tests.web.ground.databases import SEED, Database, Maker, Step
from tests.web.ground.pages import Watch, browsing, visiting
from tests.web.ground.servers import Office, serving
from tests.web.ground.telling import told

import with_postgres

Browse = Callable[..., Page]
Serve = Callable[..., Office]
TODAY = "2026-06-15"
HERE = Path(__file__).parent
DATABASES = frozenset({"db", "transactional_db", "databases", "django_db_setup"})
WATCH = pytest.StashKey[Watch]()
# What is tested once, whichever database the others are tested on, and why.
ONCE = {
    "test_course": "reads files and asks the law; no database",
    "test_assets": "reads files; no database",
    "test_hostile_files": "what a file is, before anything is stored",
    "test_every_page": "what pages look like: the same templates whatever is beneath",
    "test_by_keyboard": "how pages are used: the same whatever is beneath",
    "test_stored_scripts": "what pages and the browser do with text",
    "test_sign_in": "a library's own tables, and the browser",
    "test_map_browser": "what the browser draws",
    "test_account_pages": "a library's own pages, as the browser draws them",
    "test_directory": "a library's own tables, a directory and the browser",
    "test_draft_journey": "how pages are used; test_publish_draft writes on both",
    "test_place_setting": "what the browser draws",
    "test_policy": "what answers carry: the same whatever is beneath",
    "test_compare_codes": "two packs side by side; no database",
    "test_letters": "what the press can print; no database",
    "test_words_on_pages": "words: the same whatever is beneath",
    "test_words_setting": "words: the same whatever is beneath",
    "test_serve": "the server's own start and stop",
    "test_accessibility": "the tests' own ground",
    "test_pages": "the tests' own ground",
    "test_servers": "the tests' own ground",
    "test_with_postgres": "the tests' own ground",
    "test_databases": "the tests' own ground",
}


@pytest.fixture(scope="session")
def office_today() -> str:
    """The day that it is in every office of the tests."""
    return TODAY


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory, office_today: str) -> Iterator[Maker]:
    """Makes databases on the server that DATABASE_URL names; templates last for the session.

    The workers of one run share them: each folder of a worker lies in the folder of the run.
    """
    server = os.environ.get("DATABASE_URL") or "sqlite"
    of_run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_run = of_run.parent
    folder, shelf = tmp_path_factory.mktemp("databases"), of_run / "shelf"
    maker = Maker(folder, server, today=office_today, shelf=shelf)
    yield maker
    maker.close()


@pytest.fixture
def office_seed() -> tuple[Step, ...]:
    """The steps that fill a `live_office`, once a session. A module may say others, or none."""
    return SEED


@pytest.fixture
def live_office(
    databases: Maker, office_seed: tuple[Step, ...], django_db_blocker: DjangoDbBlocker
) -> Iterator[Office]:
    """A running office over its own copy of the seeded database.

    ``with live_office.database.here():`` a test writes to it, or looks, from its own process.
    """
    with (
        django_db_blocker.unblock(),
        databases.fresh(office_seed) as database,
        serving(database) as office,
    ):
        yield office


@pytest.fixture
def own_database(databases: Maker, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    """A migrated, empty database with real commits, for many threads or processes."""
    with django_db_blocker.unblock(), databases.fresh() as database:
        yield database


@pytest.fixture(scope="session")
def postgres() -> Iterator[with_postgres.Server]:
    """A PostgreSQL server of this run's own, wherever the other tests keep their data."""
    with with_postgres.running() as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started once a session."""
    with browsing() as browser:
        yield browser


@pytest.fixture
def browse(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Browse]:
    """Opens a page for each person of a test: each has a context of its own.

    ``browse(java_script_enabled=False)``, ``browse(viewport=…)``: the options of playwright.
    """
    watch = request.node.stash.setdefault(WATCH, Watch())
    with ExitStack() as open_pages:
        yield lambda **options: open_pages.enter_context(visiting(browser, watch, **options))


@pytest.fixture
def page(browse: Browse) -> Page:
    """A page. After the test: no error, nothing against the policy, no request to elsewhere."""
    return browse()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is tested once: `-m "not once"` leaves it out of the run on a second database."""
    for item in items:
        if not item.path.is_relative_to(HERE):
            continue
        if item.path.stem in ONCE:
            item.add_marker(pytest.mark.once(ONCE[item.path.stem]))
        elif not asks_for_a_database(item):
            item.add_marker(pytest.mark.once("asks for no database, and may not reach one"))


def asks_for_a_database(item: pytest.Item) -> bool:
    """Whether a test has any: pytest-django refuses it to one that has not asked."""
    asked = getattr(item, "fixturenames", ())
    marked = item.get_closest_marker("django_db") is not None
    return marked or not DATABASES.isdisjoint(asked)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what the office logged and what the pages wrote, and keeps a picture."""
    report = yield
    if report.failed and report.when == "call":
        used = getattr(item, "funcargs", {})
        report.sections.extend(told(item.nodeid, used, item.stash.get(WATCH, None)))
    return report
