"""What a failed test shows and keeps: the office's log, the consoles, a picture of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Page
from tests.web.ground.pages import Watch
from tests.web.ground.servers import Office

KEPT = Path(__file__).parents[3] / "build" / "failed"


def told(
    name: str, used: Mapping[str, object], watch: Watch | None, kept: Path = KEPT
) -> Iterator[tuple[str, str]]:
    """Sections for the report of the test of that name; files of the same name are in ``kept``.

    Nothing that goes wrong here may hide what went wrong there.
    """
    name = "".join(each if each.isalnum() else "-" for each in name)[-120:]
    for office in used.values():
        if isinstance(office, Office):
            with suppress(OSError):
                kept.mkdir(parents=True, exist_ok=True)
                (kept / f"{name}.log").write_bytes(office.log.read_bytes())
                yield f"log of the office at {office.url}", office.said()
    if watch and watch.console:
        yield "console of the pages", "\n".join(watch.console)
    for page in used.values():
        if isinstance(page, Page) and not page.is_closed():
            with suppress(OSError, Error):
                picture = kept / f"{name}.png"
                page.screenshot(path=picture, caret="initial")
                yield "page", f"{page.url}\n{picture}"
