"""Makes the gallery of papers: docs/gallery.md, and a picture of each paper in docs/gallery/.

    python scripts/gallery.py           writes the page and the pictures that are not current
    python scripts/gallery.py --check   exits 1 where one of them is not what it should be

The papers are those of the worked cases in cases/papers. A picture keeps the digest of the record
that it shows, and so it is known when a paper has changed since the picture was made.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from PIL import Image, PngImagePlugin

from outfall.cli.common import load_case
from outfall.files.office import Office
from outfall.files.text import load_file
from outfall.files.town_file import read_office
from outfall.law.case import Case
from outfall.law.ordinance import Ordinance
from outfall.papers.catalog import PAPERS
from outfall.papers.make import Order, Ready, prepare
from outfall.papers.packet import Packet, gather, printed
from outfall.papers.press import Press
from outfall.papers.sheet import Sheet

ROOT = Path(__file__).resolve().parent.parent
CASES = Path("cases/papers")
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "gallery"
PIXELS_AN_INCH, COLOURS = 78, 32
BASIN, DOCK, CREEK = "webster-basin", "city-dock", "city-creek"
TOWNS = {BASIN: "town-of-webster", DOCK: "city-office", CREEK: "city-office"}
LAST = "2026-10-01"


@dataclass(frozen=True, slots=True)
class Shown:
    """One paper of the gallery: its case, day and language, and what is said of it."""

    paper: str
    case: str
    says: str
    on: str = LAST
    language: str = "en"

    @property
    def name(self) -> str:
        """The name of its files."""
        return self.paper if self.language == "en" else f"{self.paper}.{self.language}"


GALLERY = {
    "Notices and orders": (
        Shown("warning_notice", DOCK, "A request, before anything is demanded."),
        Shown(
            "notice_of_violation",
            BASIN,
            "The notice on which most else rests: what was found, what to do until when, what it "
            "can cost, how to appeal, and the order to stop work.",
        ),
        Shown("notice_of_violation", DOCK, "A notice of violation in Spanish.", LAST, "es"),
        Shown("maintenance_notice", BASIN, "Work that a facility needs, with a reasonable time."),
        Shown("danger_notice", BASIN, "A dangerous facility, to be repaired within days."),
        Shown("stop_work_order", BASIN, "All work stops until the town says that it may go on."),
        Shown("cease_and_desist_order", CREEK, "A discharge that endangers people stops at once."),
        Shown("suspension_order", CREEK, "Access to the storm sewer is suspended."),
        Shown("termination_notice", CREEK, "The town means to end access, and says how to object."),
        Shown("cost_notice", BASIN, "The bill for work that the town did, with each part of it."),
        Shown("penalty_notice", DOCK, "A civil penalty that was imposed, and how to pay it."),
    ),
    "Appeals and hearings": (
        Shown("appeal_receipt", BASIN, "An appeal, a petition or a protest has arrived."),
        Shown(
            "hearing_notice", BASIN, "Where and when it is heard, and what a party may do there."
        ),
        Shown("decision", BASIN, "What was decided, why, and what runs from it."),
    ),
    "Acts of the town": (
        Shown("compliance_confirmation", BASIN, "The paper that ends a stop-work order."),
        Shown("practices_acceptance", BASIN, "The paper that releases a hold at the counter."),
        Shown("extension", BASIN, "A last day moved in writing: the day that was, and that is."),
        Shown("compensation_agreement", CREEK, "Work for the public in place of enforcement."),
        Shown(
            "criminal_facts",
            BASIN,
            "For the prosecutor: each offense with its days, and what it can cost.",
            "2026-04-14",
        ),
    ),
    "Money": (
        Shown("cost_invoice", BASIN, "What the work cost, and how to pay it.", "2026-05-15"),
        Shown("account_statement", DOCK, "What is owed, part by part.", "2026-05-29"),
        Shown("payment_plan", DOCK, "Each payment with its day."),
        Shown("lien_claim", DOCK, "For the recorder: the debt becomes a burden of the property."),
        Shown("lien_release", BASIN, "For the recorder: the burden is taken away."),
        Shown("tax_roll", BASIN, "For the treasurer: the debt is collected with the taxes."),
    ),
    "Proof of service": (
        Shown("certificate_of_service", BASIN, "Who served what on whom, when, where and how."),
        Shown("declaration_of_service", DOCK, "The same, under penalty of perjury."),
    ),
}
PACKET = Shown("packet", BASIN, "", "2026-04-01")
PACKET_PAGES = {  # each with the heading that it begins with
    1: ("title", "The case, the three figures that are never added, and the contents."),
    2: ("stands", "Each deadline with its status, and the orders and holds in force."),
    3: ("timeline", "Entries, clocks, orders and penalty days; described in words beside it."),
    4: ("papers", "Each paper as it was issued, with its proof of service."),
}

HEAD = """\
# Gallery

Every paper, as it is made of the worked cases in `cases/papers`; the people and places are
invented. Below each picture is the command that makes it. [Make a paper](how-to/make-a-paper.md)
tells more, and [the papers](reference/papers.md) is a table of what each is made of. This page is
made by `make gallery`.
"""


@cache
def matter(case: str) -> tuple[Case, Ordinance, Office]:
    """A worked case, its law and its town."""
    town = str(ROOT / town_file(case))
    found, law = load_case(str(ROOT / case_file(case)), town)
    return found, law, read_office(load_file(town))


def case_file(case: str) -> Path:
    """Where a case lies, from the root."""
    return CASES / f"{case}.yaml"


def town_file(case: str) -> Path:
    """Where its town's file lies, from the root."""
    return CASES / f"{TOWNS[case]}.yaml"


def shown() -> Iterator[Shown]:
    """Every paper of the gallery, the packet apart."""
    for group in GALLERY.values():
        yield from group


@cache
def ready(item: Shown) -> Ready:
    """The paper, with all that stands on it."""
    order = Order(item.paper, date.fromisoformat(item.on), item.language)
    return prepare(order, *matter(item.case))


@cache
def packet() -> Packet:
    """The packet of the gallery."""
    return gather(*matter(PACKET.case), date.fromisoformat(PACKET.on))


def digests() -> dict[str, str]:
    """Each picture by its file's name, with the digest of the record that it must show."""
    found = {f"{item.name}.png": ready(item).digest for item in shown()}
    return found | {f"packet-{page}.png": packet().digest for page in PACKET_PAGES}


# The page


def page() -> str:
    """The text of docs/gallery.md."""
    parts = [HEAD]
    for heading, group in GALLERY.items():
        parts.append(f"## {heading}\n")
        parts += map(_entry, group)
    parts.append("## The hearing packet\n")
    parts.append("All of a case for its hearing, in one PDF. Its first pages:\n")
    parts += [
        f"{heading_of(n)}. {says}\n\n![{_packet_words(n)}](gallery/packet-{n}.png)\n"
        for n, (_, says) in PACKET_PAGES.items()
    ]
    parts.append(_packet_command())
    return "\n".join(parts)


def _entry(item: Shown) -> str:
    made = ready(item)
    picture = f"![{alternative(made)}](gallery/{item.name}.png)"
    return f"### {_heading(item, made)}\n\n{item.says}\n\n{picture}\n\n{_command(item, made)}"


def _heading(item: Shown, made: Ready) -> str:
    return f"{made.sheet.title}{' (español)' if item.language == 'es' else ''}"


def _command(item: Shown, made: Ready) -> str:
    file = f"{item.name}.pdf"
    language = f" --language {item.language}" if item.language != "en" else ""
    return (
        "```console\n"
        f"$ outfall notice {case_file(item.case)} {item.paper} -o {file} \\\n"
        f"> --town {town_file(item.case)} --on {item.on}{language}\n"
        f"{file}: {made.sheet.title}, of {made.subject.on}; record {made.digest[:16]}\n"
        "```\n"
    )


def _packet_command() -> str:
    return (
        "```console\n"
        f"$ outfall packet {case_file(PACKET.case)} -o packet.pdf \\\n"
        f"> --town {town_file(PACKET.case)} --on {PACKET.on} | head -n 1\n"
        f"packet.pdf: the packet of case {packet().standing.case} at the end of {PACKET.on}\n"
        "```\n\n"
        "[Make a hearing packet](how-to/hearing-packet.md) tells what is in it.\n"
    )


def alternative(made: Ready) -> str:
    """What a picture of a paper shows, in words: who writes to whom, what stands out, its parts."""
    to = made.data["to"]
    whom = f" to {to['name']}" if to else ""
    return _plain(
        f"A page with the head of {made.data['town']['name']}, {made.data['day']}{whom}: "
        f"{made.sheet.title}. {_told(made.sheet)}"
    )


def _told(sheet: Sheet) -> str:
    seen = "; ".join(f"{key['label']}: {key['value']}" for key in sheet.key)
    parts = "; ".join(part["heading"] for part in sheet.parts)
    return (f"In a box: {seen}. " if seen else "") + f"Below, each under its heading: {parts}."


def heading_of(page: int) -> str:
    """With which words a page of the packet begins."""
    return str(packet().data["headings"][PACKET_PAGES[page][0]])


def _packet_words(page: int) -> str:
    sheet = packet().data["sheet"]
    seen = "; ".join(f"{key['label']}: {key['value']}" for key in sheet["key"])
    names = [part["heading"] for part in sheet["parts"] if part["id"] in ("deadlines", "orders")]
    first = packet().papers[0][1]
    told = {
        1: f"In a box: {seen}. Below: the matter, and the contents with page numbers",
        2: f"Below, each under its heading: {'; '.join(names)}",
        3: "The timeline, with lines from left to right in groups",
        4: f"Exhibit 1: {first.sheet.title} of {first.data['day']}",
    }
    return _plain(f"Page {page} of the packet: {heading_of(page)}. {told[page]}.")


def _plain(text: str) -> str:
    """A text as the words of a picture: on one line, without what Markdown reads as its own."""
    return " ".join(text.replace("[", "(").replace("]", ")").replace("`", "").split())


# The pictures


def kept(file: Path) -> str | None:
    """The digest that a picture says it shows; None where there is no such picture."""
    if not file.is_file():
        return None
    with Image.open(file) as picture:
        found = picture.info.get("record")
    return str(found) if found else None


def small(png: bytes, digest: str) -> bytes:
    """A page as a picture of few colours, with the digest of its record inside."""
    said = PngImagePlugin.PngInfo()
    said.add_text("record", digest)
    out = io.BytesIO()
    with Image.open(io.BytesIO(png)) as page:
        few = page.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True, pnginfo=said)
    return out.getvalue()


def draw() -> Iterator[tuple[str, bytes]]:
    """Every picture, by its file's name."""
    press = Press()
    for item in shown():
        made = ready(item)
        first = press.pictures(made.data, made.record, ppi=PIXELS_AN_INCH)[0]
        yield f"{item.name}.png", small(first, made.digest)
    whole = packet()
    printed(whole, press)
    pages = press.pictures(whole.data, whole.record, "packet.typ", PIXELS_AN_INCH)
    for number in PACKET_PAGES:
        yield f"packet-{number}.png", small(pages[number - 1], whole.digest)
    press.close()


def stale() -> list[str]:
    """What is not as it should be: the page, a picture of another record, one too many."""
    wanted = digests()
    found = [name for name, digest in wanted.items() if kept(PICTURES / name) != digest]
    found += [file.name for file in sorted(PICTURES.glob("*")) if file.name not in wanted]
    if not PAGE.is_file() or PAGE.read_text("utf-8") != page():
        found.append(PAGE.name)
    return found


def main() -> int:
    """Write the page and its pictures, or with ``--check`` say what is out of step."""
    if "--check" in sys.argv[1:]:
        found = stale()
        print(*(f"{name} is not what it should be: run make gallery" for name in found), sep="\n")
        return 1 if found else 0
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = digests()
    for file in PICTURES.glob("*"):
        if file.name not in wanted:
            file.unlink()
    for name, picture in draw():
        (PICTURES / name).write_bytes(picture)
    PAGE.write_text(page(), encoding="utf-8")
    papers = len(PAPERS)
    print(f"gallery: {papers} papers and a packet as {len(wanted)} pictures in docs/gallery")
    return 0


if __name__ == "__main__":
    sys.exit(main())
