"""``outfall notice``: one paper of a case as a PDF."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from outfall.cli.common import asked_day, case_argument, load_case, on_argument
from outfall.files.nodes import shown
from outfall.law.faults import Fault, Refused

MORE = """\
examples:
  outfall notice case.yaml notice_of_violation -o notice.pdf --town town.yaml
  outfall notice case.yaml account_statement -o account.pdf --on 2026-05-15 --town town.yaml
  outfall notice case.yaml extension -o draft.pdf --set deadline=comply --set until=2026-04-10

A paper is made of the last entry of its kind on record by the day, or of the one that --entry
names, and knows nothing that came later: made again, it is the same to the byte. Where no entry is
on record, --set gives the fields of one, and the paper is a draft. Without a town's file, which
says who writes, it is a draft too. A paper that lacks what the ordinance demands is refused, and
every lack is named with its paragraph and the place where it is entered.
"""


def arguments(command: argparse.ArgumentParser) -> None:
    """A case, a paper, and where it goes."""
    case_argument(command)
    command.add_argument("paper", metavar="PAPER", nargs="?", help="which paper; see --list")
    command.add_argument("-o", "--output", metavar="FILE", help="the PDF to write")
    on_argument(command)
    command.add_argument("--language", metavar="CODE", help="en or es, or a town's own words")
    command.add_argument("--entry", metavar="ID", help="the entry of which the paper is made")
    command.add_argument(
        "--set",
        metavar="FIELD=VALUE",
        action="append",
        default=[],
        help="a field of an entry that is not on record yet; may be given again",
    )
    command.add_argument("--draft", action="store_true", help="mark the paper as a draft")
    command.add_argument("--list", action="store_true", help="list the papers that can be made")


def run(args: argparse.Namespace) -> int:
    """Make the paper."""
    case, law = load_case(args.case, args.town)
    if args.list or (args.paper is None and args.output is None):
        return _list(law)
    _complete(args)
    from outfall.cli.office import office_and_folder
    from outfall.papers.make import Order, prepare
    from outfall.papers.press import Press
    from outfall.papers.whole import put_whole

    office, folder, pictures = office_and_folder(args.town, law)
    language = args.language or (office.languages or ("en",))[0]
    order = Order(
        args.paper,
        asked_day(args, law),
        language,
        args.entry,
        entered(args.set) or None,
        args.draft,
    )
    ready = prepare(order, case, law, office, folder)
    press = Press(folder, pictures)
    pdf = press.pdf(ready.data, ready.record)
    put_whole(Path(args.output), lambda file: file.write(pdf))
    state = "a draft" if ready.draft else f"of {ready.subject.on}"
    print(f"{args.output}: {ready.sheet.title}, {state}; record {ready.digest[:16]}")
    return 0


def _complete(args: argparse.Namespace) -> None:
    """Raises ``Refused`` where there is no paper to make, or no PDF to write it to."""
    if not args.paper:
        says = "say which paper to make. `outfall notice CASE --list` lists them"
        raise Refused((Fault("PAPER", says, "no-paper"),))
    if args.output is None:
        says = "say where the PDF goes, such as -o notice.pdf"
        raise Refused((Fault("-o", says, "no-output"),))
    if Path(args.output).suffix.lower() != ".pdf":
        says = "a paper is a PDF. Give it a name that ends in .pdf"
        raise Refused((Fault("-o", says, "unknown-ending"),))


def entered(pairs: list[str]) -> Mapping[str, list[str]]:
    """The fields of an entry as they were given. Raises ``Refused`` for what is no pair."""
    found: dict[str, list[str]] = {}
    faults = []
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            says = f"{shown(pair)} is no field and value. Write FIELD=VALUE, such as "
            says += "comply_by=2026-03-31"
            faults.append(Fault("--set", says, "not-a-pair"))
        found.setdefault(name.strip(), []).append(value)
    if faults:
        raise Refused(tuple(faults))
    return found


def _list(law: object) -> int:
    from outfall.law.ordinance import Ordinance
    from outfall.papers.catalog import PAPERS
    from outfall.papers.speech import speech

    assert isinstance(law, Ordinance)
    own = {i.id: f"{i.title} ({i.cite})" for i in law.instruments}
    words = speech()
    width = max(map(len, PAPERS))
    for id, paper in PAPERS.items():
        if paper.instrument is None or id in own:
            made_of = " or ".join(paper.events) or "the standing of a day"
            title = own.get(id) or words.say(f"papers.{id}.title")
            print(f"{id:{width}}  {title}; made of {made_of}")
    return 0
