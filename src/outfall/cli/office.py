"""Who writes the papers: a town's file, or the ordinance's own title where there is none."""

from __future__ import annotations

from pathlib import Path

from outfall.files.office import Office
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance
from outfall.papers.pictures import PIXELS_MOST, is_svg, kind_of, pixels


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
    elif folder is not None and not _within(beside, folder):
        says = f"{office.folder} lies outside of the folder of the town's file. Put it inside"
        faults.append(Fault("office.folder of the town's file", says, "no-folder"))
    seal = beside / office.seal if office.seal else None
    trouble = _no_seal(beside, seal) if seal is not None else None
    if trouble is not None:
        says = f"{office.seal} {trouble}"
        faults.append(Fault("office.seal of the town's file", says, "no-seal"))
    if faults:
        raise Refused(tuple(faults))
    return office, folder, {seal.name: seal} if seal is not None else {}


def _within(home: Path, path: Path) -> bool:
    return path.resolve().is_relative_to(home.resolve())


def _no_seal(beside: Path, seal: Path) -> str | None:
    """Why a file is no seal that can be printed; None where it is one."""
    if not seal.is_file():
        return "is no file beside the town's file. Put it there, or correct it"
    if not _within(beside, seal):
        return "lies outside of the folder of the town's file. Put it inside"
    content = seal.read_bytes()
    if seal.suffix.lower() == ".svg" and is_svg(content):
        return None
    if seal.suffix.lower() == ".png" and kind_of(content) == "png":
        if (pixels(content) or PIXELS_MOST + 1) <= PIXELS_MOST:
            return None
        return "is too large a picture. Give a smaller copy"
    return "is no picture that can be printed. Use a PNG or an SVG"
