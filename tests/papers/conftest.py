"""The worked cases for papers, their towns, and a press that stays warm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from outfall.cli.common import load_case
from outfall.files.office import Office
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.press import Press

CASES = Path(__file__).resolve().parents[2] / "cases" / "papers"
TOWNS = {
    "webster-basin": "town-of-webster",
    "city-dock": "city-office",
    "city-creek": "city-office",
}
ON = date(2026, 10, 1)


@dataclass(frozen=True)
class Matter:
    """A worked case, its law and its town."""

    name: str
    case: Case
    law: Ordinance
    office: Office

    def ready(self, paper: str, language: str = "en", on: date = ON, **more: object) -> Ready:
        order = Order(paper, on, language, **more)  # type: ignore[arg-type]
        return prepare(order, self.case, self.law, self.office)


@cache
def matter(name: str) -> Matter:
    """One of the worked cases."""
    town = CASES / f"{TOWNS[name]}.yaml"
    case, law = load_case(str(CASES / f"{name}.yaml"), str(town))
    return Matter(name, case, law, read_office(load_file(str(town))))


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    found = Press()
    yield found
    found.close()


def words_of(pdf: bytes) -> str:
    """The text of a PDF, its white space made one."""
    return re.sub(r"\s+", " ", " ".join(texts_of(pdf)))


def texts_of(pdf: bytes) -> list[str]:
    """The text of each page, as a viewer would copy it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()
