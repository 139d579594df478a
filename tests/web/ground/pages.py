"""A real browser, and pages that tell what went wrong in them even where nobody asked."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    sync_playwright,
)

FINDER = Path(__file__).parents[3] / "scripts" / "browser"
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
HERE = "127.0.0.1"
OF_THE_PAGE = ("stylesheet", "script", "image", "font")
POLICY = "content security policy"
SECONDS = 10


def executable() -> str:
    """The browser's program. Without one a test is skipped, and fails where CI is set."""
    found = subprocess.run([FINDER], check=False, capture_output=True, text=True)
    if found.returncode:
        says = found.stderr.strip() or "scripts/browser found no browser"
        if os.environ.get("CI", "").lower() in ("", "0", "false"):
            pytest.skip(says)
        pytest.fail(says, pytrace=False)
    return found.stdout.strip()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser for as long as the block lasts.

    Playwright keeps an event loop in this thread, and Django takes that for asynchronous code: it
    is told to let it pass for that long, and the connections that it keeps apart for such code are
    closed, or they would hold the test database open at its end.
    """
    program = executable()
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            try:
                yield browser
            finally:
                connections.close_all()
                browser.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@dataclass
class Watch:
    """What a page did that no page of ours may do, and all that it wrote on its console."""

    faults: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Hear everything that happens on the page from now on."""
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("websocket", lambda socket: self._address(socket.url))

    def _console(self, message: ConsoleMessage) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if POLICY in message.text.lower():
            self.faults.append(f"against the policy: {message.text}")
        elif message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"an error on the console: {message.text}")

    def _error(self, error: Error) -> None:
        self.faults.append(f"an error that no code caught: {error}")

    def _request(self, request: Request) -> None:
        self._address(request.url)

    def _address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and parts.hostname != HERE:
            self.faults.append(f"a request to elsewhere: {url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.request.resource_type in OF_THE_PAGE:
            self.faults.append(f"a part of the page is missing: {response.status} {response.url}")

    def judge(self) -> None:
        """Fail where there was a fault."""
        if self.faults:
            raise AssertionError("\n".join(["the page is not clean:", *self.faults]))


@contextmanager
def visiting(browser: Browser, watch: Watch, **options: Any) -> Iterator[Page]:
    """A page in a context of its own: no cookie of another's. Judged when the block has ended well.

    ``options`` are those of playwright's ``new_context``.
    """
    wide = {"width": 1280, "height": 900}
    usual = {"viewport": wide, "locale": "en-US", "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **options})
    try:
        context.set_default_timeout(SECONDS * 1000)
        context.on("page", watch.listen)
        page = context.new_page()
        yield page
        for each in context.pages:
            each.title()
        watch.judge()
    finally:
        context.close()
