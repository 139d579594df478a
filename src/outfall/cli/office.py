"""Who writes the papers: a town's file, or the ordinance's own title where there is none."""

from __future__ import annotations

from pathlib import Path

from outfall.files.office import Office
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance


def office_and_folder(
    town: str | None, law: Ordinance
) -> tuple[Office, Path | None, dict[str, Path]]:
    """The office, the folder of the town's own papers, and its seal by name.

    Raises ``Refused`` where the file names a folder or a seal that is not there.
    """
    if town is None:
        return Office(law.title), None, {}
    office = read_office(load_file(town))
    beside = Path(town).parent
    faults = []
    folder = beside / office.folder if office.folder else None
    if folder is not None and not folder.is_dir():
        says = f"there is no folder {office.folder} beside the town's file. Make it, or correct it"
        faults.append(Fault("office.folder of the town's file", says, "no-folder"))
    seal = beside / office.seal if office.seal else None
    if seal is not None and not seal.is_file():
        says = f"there is no file {office.seal} beside the town's file. Put it there, or correct it"
        faults.append(Fault("office.seal of the town's file", says, "no-seal"))
    if faults:
        raise Refused(tuple(faults))
    return office, folder, {seal.name: seal} if seal is not None else {}
