"""A draft put into a folder: all of its files, or none."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from outfall.files.pack_file import load_pack
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.reading.drafting.draft import Draft
from outfall.reading.drafting.effects import with_effects
from outfall.reading.drafting.written import pack_yaml, questions_md, versions_yaml
from outfall.reading.provisions import Text


def as_law(draft: Draft) -> Ordinance:
    """The draft as an ordinance, read as every pack is. Raises ``Refused`` where it is faulty."""
    with tempfile.TemporaryDirectory(prefix="outfall-") as place:
        _fill(Path(place), draft, None)
        return load_pack(Path(place))


def write(draft: Draft, text: Text, folder: Path) -> tuple[Draft, Ordinance]:
    """Put a draft into a folder that is new or empty; gives it with what each answer changes.

    Raises ``Refused`` where the folder holds something, or can't be written.
    """
    folder = Path(os.path.realpath(folder))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        says = "something is there already. Name a folder that is new or empty"
        raise Refused((Fault(str(folder), says, "folder-not-empty"),))
    law = as_law(draft)
    told = with_effects(draft, law)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".outfall-", dir=folder.parent) as place:
            aside = Path(place) / folder.name
            aside.mkdir()
            _fill(aside, told, text)
            os.replace(aside, folder)
    except OSError as error:
        reason = (error.strerror or "the system gives no reason").lower()
        says = f"this can't be written ({reason}). Choose another place"
        raise Refused((Fault(str(folder), says, "file-not-written"),)) from None
    return told, law


def _fill(folder: Path, draft: Draft, text: Text | None) -> None:
    """The pack, its versions, and for a person the questions and the text that was read."""
    files = {f"{draft.about.version}.yaml": pack_yaml(draft), "versions.yaml": versions_yaml(draft)}
    if text is not None:
        files |= {"questions.md": questions_md(draft), "text.txt": text.source}
    for name, words in files.items():
        (folder / name).write_text(words, encoding="utf-8", newline="\n")
