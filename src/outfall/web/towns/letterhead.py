"""The town's own files for its papers: the seal, and the sentences that it says in its own words.

What is set stands in the town's record. The files are made from it, where papers are printed from.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings

from outfall.files.case_file import read_case
from outfall.files.text import Document
from outfall.law.case import Case
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Instrument, Ordinance
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.pictures import PIXELS_MOST, kind_of, pixels
from outfall.papers.speech import TOLD, languages, speech
from outfall.papers.whole import put_whole
from outfall.record.canonical import digest
from outfall.web.casework.issuing import office_for, papers_folder
from outfall.web.towns.models import Town

SEAL_BYTES_MOST = 2_000_000
SAMPLE = "notice_of_violation"


def folder_of(town: Town) -> Path:
    """The folder of the town's own papers, made where it is not there yet."""
    found = Path(settings.HOME) / "towns" / town.slug / "papers"
    found.mkdir(parents=True, exist_ok=True)
    return found


def seal_trouble(content: bytes) -> str:
    """Why bytes can't be the town's seal; empty where they can."""
    if len(content) > SEAL_BYTES_MOST:
        return "The picture is larger than 2 MB. Give a smaller copy."
    if kind_of(content) != "png":
        return "This is no PNG picture. Save the seal as PNG."
    if not 0 < (pixels(content) or 0) <= PIXELS_MOST:
        return "The picture has no size that can be printed. Save it anew as PNG."
    return ""


def put_seal(town: Town, content: bytes) -> str:
    """Keep a seal under a name that its bytes give; gives the name."""
    name = f"seal-{digest(content)[:12]}.png"
    put_whole(folder_of(town) / name, lambda file: file.write(content))
    return name


def seal_bytes(town: Town, name: str) -> bytes | None:
    """The picture of the seal; None where there is none."""
    folder = papers_folder(town)
    file = folder / Path(name).name if folder and name else None
    return file.read_bytes() if file is not None and file.is_file() else None


def sentences(language: str, group: str) -> Iterator[tuple[str, str]]:
    """The sentences of a group of words that ship, by their keys."""
    yield from _leaves(speech(language).get(group), group)


def _leaves(found: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(found, str):
        yield at, found
    elif isinstance(found, Mapping):
        for name, item in found.items():
            yield from _leaves(item, f"{at}.{name}")


def groups(language: str) -> list[str]:
    """The groups of words that a page shows one at a time: each paper, and the other groups."""
    words = speech(language)
    papers = words.get("papers") or {}
    return [f"papers.{name}" for name in papers] + [name for name in TOLD if name != "papers"]


def check_words(language: str, own: Mapping[str, str]) -> None:
    """Raises ``Refused`` with each sentence that could not be said, by its key."""
    if not own:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"words.{language}.yaml"
        file.write_text(_yaml(own), encoding="utf-8")
        try:
            speech(language, Path(folder))
        except Refused as refused:
            end = f" of {file.name}"
            raise Refused(
                tuple(Fault(f.where.removesuffix(end), f.says, f.code) for f in refused.faults)
            ) from None


def put_words(town: Town, value: Mapping[str, Mapping[str, str]]) -> None:
    """Write the town's own words where papers are printed from, each language in its file."""
    folder = folder_of(town)
    for language in languages():
        own, file = value.get(language, {}), folder / f"words.{language}.yaml"
        if own:
            text = _yaml(own).encode()
            put_whole(file, lambda out, text=text: out.write(text))  # type: ignore[misc]
        elif file.is_file():
            file.unlink()


def _yaml(own: Mapping[str, str]) -> str:
    nested: dict[str, Any] = {}
    for key, sentence in own.items():
        at = nested
        *way, last = key.split(".")
        for name in way:
            at = at.setdefault(name, {})
        at[last] = sentence
    return yaml.safe_dump(nested, allow_unicode=True, sort_keys=True)


def sample(town: Town, law: Ordinance, on: date) -> Ready:
    """A notice as the town would send it, of an invented case, marked as a draft.

    Raises ``Refused`` with what keeps it from being made, such as a letterhead without an appeal.
    """
    office, folder = office_for(town), papers_folder(town)
    if not office.department:
        says = "no letterhead is set yet: there is nobody who writes. Set it first"
        raise Refused((Fault("office", says, "no-office"),))
    language = office.languages[0] if office.languages else "en"
    papers = sorted(law.instruments, key=lambda paper: paper.id != SAMPLE)
    kept: Refused | None = None
    for paper, penalty in product(papers, (False, True)):
        try:
            order = Order(paper.id, on, language, draft=True)
            return prepare(order, _sample_case(law, paper, on, penalty), law, office, folder)
        except Refused as refused:
            kept = kept or refused
    raise kept or Refused((Fault("ordinance", "it knows no paper", "no-instrument"),))


def _sample_case(law: Ordinance, paper: Instrument, on: date, penalty: bool) -> Case:
    """An invented case with one violation and one notice, of a penalty or of the violation."""
    seen = {"date": (on - timedelta(days=1)).isoformat(), "event": "violation_observed"}
    notice = {
        "date": on.isoformat(),
        "event": "notice_issued",
        "instrument": paper.id,
        "comply_by": (on + timedelta(days=30)).isoformat(),
        "contents": [element for element, _ in paper.elements],
        "paper": {"remedy": "Clear the outlet and stabilize the bank."},
    }
    imposed = [{"date": on.isoformat(), "event": "penalty_assessed", "amount": "100.00"}]
    imposed = imposed if penalty else []
    nature = "an outlet pipe blocked with sediment"
    who = {"id": "owner", "role": "owner", "name": "Example Holdings LLC"}
    document = {
        "case": "SAMPLE",
        "ordinance": law.id,
        "place": {"address": "12 Example Lane"},
        "parties": [{**who, "address": "12 Example Lane, Example, NY 00000"}],
        "events": [{**seen, "kind": "maintenance", "nature": nature}, *imposed, notice],
    }
    return read_case(Document(document))
