"""The findings on an ordinance as a page: the gravest first, each with what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from outfall.checking.check import Checked
from outfall.checking.finding import SEVERITIES, Finding
from outfall.cli.page import Group, Part, Rule, Text, bare, indented, print_page, title
from outfall.law.ordinance import Ordinance
from outfall.law.words import english
from outfall.told.phrases import in_force

STYLES = {"grave": "bold red", "serious": "bold yellow", "minor": "bold"}
HEADS = {
    "grave": "Grave: can lose a hearing",
    "serious": "Serious: will be argued about",
    "minor": "Minor: worth mending",
}


def show(law: Ordinance, checked: Checked) -> None:
    """Print every finding."""
    print_page(page(law, checked))


def page(law: Ordinance, checked: Checked) -> Iterator[Part]:
    """The parts of the page."""
    yield Text((law.title, "bold"))
    yield Text(f"{law.id}, version {law.version}, law {in_force(law.since, law.until)}")
    yield Text(_summary(checked))
    yield Rule()
    for severity in SEVERITIES:
        found = [finding for finding in checked.findings if finding.severity == severity]
        if found:
            yield title(HEADS[severity])
            yield from (indented(_finding(finding)) for finding in found)


def _summary(checked: Checked) -> str:
    counts = Counter(finding.severity for finding in checked.findings)
    told = english([f"{counts[s]} {s}" for s in SEVERITIES if counts[s]])
    number = len(checked.findings)
    noun = "finding" if number == 1 else "findings"
    first = f"{number} {noun}: {told}." if number else "No findings."
    return f"{first} Its powers were looked for in {checked.walked.tried:,} standings."


def _finding(finding: Finding) -> Part:
    head = Text((", ".join(finding.cites) or "versions", STYLES[finding.severity]))
    rows = bare(0, 1)
    rows.add_row("why", finding.why)
    if finding.adopt:
        rows.add_row("adopt", finding.adopt)
    rows.add_row("amend", finding.amend)
    body = Group(Text(finding.says), rows)
    return Group(head.add((f"  {finding.id}", "italic")), indented(body), Text(""))
