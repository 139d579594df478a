"""Each thing that a page may not do makes its test fail; beside it, a clean page that does not."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import connection
from playwright.sync_api import Browser, Error, Page
from tests.web.ground import pages
from tests.web.ground.databases import Database
from tests.web.ground.pages import Watch, visiting
from tests.web.ground.servers import Office
from tests.web.ground.stub import page_of, site
from tests.web.ground.telling import told

SCRIPT = '<script src="/good.js" defer></script><link rel="stylesheet" href="/good.css">'
SITE = {
    "/good": page_of('<p id="here">Plain.</p>', SCRIPT),
    "/good.js": 'document.getElementById("here").textContent = "Changed.";',
    "/good.css": "p { color: black }",
    "/inline-script": page_of("<script>document.title = 'run'</script>"),
    "/inline-style": page_of('<p style="color: red">Red.</p>'),
    "/handler": page_of('<button onclick="document.title = 1">Press</button>'),
    "/elsewhere": page_of("", '<link rel="stylesheet" href="http://example.com/a.css">'),
    "/missing": page_of("", '<link rel="stylesheet" href="/none.css">'),
    "/throws": page_of("", '<script src="/throws.js" defer></script>'),
    "/throws.js": 'throw new Error("half done");',
    "/complains": page_of("", '<script src="/complains.js" defer></script>'),
    "/complains.js": 'console.error("no such part");',
}
FAULTS = [
    ("/inline-script", "against the policy"),
    ("/inline-style", "against the policy"),
    ("/handler", "against the policy"),
    ("/elsewhere", r"a request to elsewhere: http://example\.com/a\.css"),
    ("/missing", "a part of the page is missing: 404"),
    ("/throws", "an error that no code caught: half done"),
    ("/complains", "an error on the console: no such part"),
]


@pytest.fixture(scope="module")
def stub() -> Iterator[str]:
    with site(SITE) as address:
        yield address


def test_a_clean_page_passes(page: Page, stub: str) -> None:
    page.goto(f"{stub}/good")
    assert page.inner_text("#here") == "Changed."
    page.screenshot(caret="initial")
    missing = page.goto(f"{stub}/no-such-page")
    assert missing
    assert missing.status == 404


def visit(browser: Browser, address: str, press: str = "") -> None:
    """Open a page, and judge it."""
    with visiting(browser, Watch()) as page:
        page.goto(address)
        if press:
            page.click(press)


@pytest.mark.parametrize(("path", "says"), FAULTS)
def test_a_fault_of_a_page_fails_its_test(
    browser: Browser, stub: str, path: str, says: str
) -> None:
    with pytest.raises(AssertionError, match=f"the page is not clean:\n(?s:.*){says}"):
        visit(browser, f"{stub}{path}", "button" if path == "/handler" else "")


@pytest.mark.parametrize("path", ["/inline-script", "/inline-style"])
def test_without_the_policy_the_same_page_passes(browser: Browser, path: str) -> None:
    with site(SITE, policy="") as address, visiting(browser, Watch()) as page:
        page.goto(f"{address}{path}")


def test_a_second_window_is_watched_too(browser: Browser, stub: str) -> None:
    watch = Watch()
    with suppress(AssertionError), visiting(browser, watch) as page:
        page.goto(f"{stub}/good")
        with page.context.expect_page() as opened:
            page.evaluate(f"window.open('{stub}/throws')")
        opened.value.wait_for_load_state()
    assert watch.faults == ["an error that no code caught: half done"]


def test_nothing_reaches_another_host_even_if_asked(browser: Browser) -> None:
    watch = Watch()
    with suppress(AssertionError), visiting(browser, watch) as page:
        try:
            page.goto("http://example.com/")
        except Error as error:
            refused = str(error)
    assert "ERR_NAME_NOT_RESOLVED" in refused
    assert watch.faults == ["a request to elsewhere: http://example.com/"]


def test_each_page_has_its_own_cookies(page: Page, browser: Browser, stub: str) -> None:
    page.goto(f"{stub}/good")
    page.evaluate("document.cookie = 'session=one'")
    with visiting(browser, Watch()) as other:
        other.goto(f"{stub}/good")
        assert other.evaluate("document.cookie") == ""
    assert page.evaluate("document.cookie") == "session=one"


def test_a_page_without_scripts(browser: Browser, stub: str) -> None:
    with visiting(browser, Watch(), java_script_enabled=False) as page:
        page.goto(f"{stub}/good")
        assert page.inner_text("#here") == "Plain."


@pytest.mark.usefixtures("browser", "db")
def test_django_works_in_a_test_with_a_browser() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_failed_test_shows_and_keeps_what_helps(
    browser: Browser, stub: str, tmp_path: Path
) -> None:
    log = tmp_path / "server.log"
    log.write_text("a line of the log")
    office = Office("http://127.0.0.1:1", Database("sqlite:////none", tmp_path), log, 0)
    watch = Watch()
    kept = tmp_path / "kept"
    with suppress(AssertionError), visiting(browser, watch) as page:
        page.goto(f"{stub}/complains")
        used = {"live_office": office, "page": page}
        sections = dict(told("tests/web/test_a.py::test_b", used, watch, kept))
    assert sections == {
        "log of the office at http://127.0.0.1:1": "a line of the log",
        "console of the pages": "error: no such part",
        "page": f"{stub}/complains\n{kept / 'tests-web-test-a-py--test-b.png'}",
    }
    assert [path.suffix for path in sorted(kept.iterdir())] == [".log", ".png"]


def test_without_a_browser_a_test_is_skipped_and_fails_where_ci_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OUTFALL_CHROMIUM", "/no/such/browser")
    says = "OUTFALL_CHROMIUM is /no/such/browser, and no program is there"
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=says):
        pages.executable()
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match=says):
        pages.executable()


def find_browser(path: Path) -> subprocess.CompletedProcess[str]:
    """What scripts/browser says where nothing but this folder is searched."""
    kept = {name: value for name, value in os.environ.items() if name != "OUTFALL_CHROMIUM"}
    return subprocess.run(
        ["/bin/bash", pages.FINDER],
        check=False,
        env={**kept, "PATH": str(path)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "google-chrome"])
def test_the_browser_is_found_by_name(name: str, tmp_path: Path) -> None:
    program = tmp_path / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    done = find_browser(tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{program}\n")
    program.unlink()
    done = find_browser(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("browser: no Chromium found: scripts/browser --install as root")
