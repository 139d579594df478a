"""``outfall compare``: two codes beside each other, in the terminal, as data, as a page."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.reading.drafts import drafted

from outfall.cli.compare import law_on
from outfall.cli.compare_page import page
from outfall.files.pack_file import folder_of
from outfall.reading.drafting.written import pack_yaml, versions_yaml
from outfall.told.points import POINTS

Run = Callable[..., Any]


class Reader(HTMLParser):
    """The tags of a page, its rows, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_a_page_has_every_point_and_says_which_differ(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "codes.html"
    done = run("compare", "webster-ny", "city-9-3-12", "--html", str(file))
    assert (done.status, done.out.strip()) == (0, str(file))
    reader = read(file.read_text(encoding="utf-8"))
    rows = [attrs for tag, attrs in reader.tags if tag == "tr"]
    assert len(rows) == len(POINTS) + 1
    told = json.loads(run("compare", "webster-ny", "city-9-3-12", "--json").out)["points"]
    texts = [[[item["text"] for item in row[side]] for side in "ab"] for row in told]
    differ = [row for row, (a, b) in zip(told, texts, strict=True) if a != b]
    assert sum(attrs.get("class") == "differs" for attrs in rows) == len(differ)
    for row in told:
        for item in (*row["a"], *row["b"]):
            assert item["text"] in reader.text
    assert "15 days after service of the notice of violation" in reader.text


def test_a_page_loads_nothing_and_runs_nothing() -> None:
    reader = read(page(law_on("webster-ny", None), law_on("city-9-3-12", None)))
    assert not {"script", "link", "img", "iframe", "a", "form"} & {t for t, _ in reader.tags}
    assert not any(name.startswith("on") for _, attrs in reader.tags for name in attrs)
    assert ("html", {"lang": "en"}) in reader.tags


def test_a_code_is_alike_to_itself() -> None:
    law = law_on("webster-ny", None)
    text = page(law, law)
    assert "0 points differ" in text
    assert 'class="differs"' not in text


def test_what_a_pack_says_is_no_markup(tmp_path: Path) -> None:
    mark = "<script>window.__pwned=1</script>\"'&"
    own = tmp_path / "own"
    shutil.copytree(folder_of("webster-ny"), own)
    for file in own.glob("*.yaml"):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        if "title" in data:
            data["title"] = mark
            file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    text = page(law_on(str(own), None), law_on("city-9-3-12", None))
    reader = read(text)
    assert "script" not in [tag for tag, _ in reader.tags]
    assert mark in reader.text


def test_a_draft_is_compared_with_one_that_ships(run: Run, tmp_path: Path) -> None:
    made = drafted(
        {"A": "Whoever gets the notice may appeal within 20 days of service."},
        ("20 days", "deadline", "appeal_window", 20, "days", "service_of_notice"),
    )
    (tmp_path / "versions.yaml").write_text(versions_yaml(made), encoding="utf-8")
    (tmp_path / "draft.yaml").write_text(pack_yaml(made), encoding="utf-8")
    done = run("compare", "webster-ny", str(tmp_path))
    assert done.status == 0
    assert "20 days after service" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("webster-ny", "no-such"), "there is no ordinance no-such"),
        (("webster-ny", "city-9-3-12", "--on", "1990-01-01"), "was not law on 1990-01-01"),
        (("webster-ny", "city-9-3-12", "--html", "/no/such/place.html"), "there is no folder"),
        (("webster-ny", "city-9-3-12", "--html", "x.html", "--json"), "not allowed with"),
        (("webster-ny",), "required: B"),
    ],
)
def test_what_cant_be_compared_is_said(run: Run, args: tuple[str, ...], says: str) -> None:
    done = run("compare", *args)
    assert done.status == 2
    assert says in done.err
