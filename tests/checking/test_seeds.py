"""The two ordinances: exactly these findings, each true of the text. Every other pack checks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from outfall.checking.check import check
from outfall.checking.finding import Finding
from outfall.files.pack_file import folder_of, load_pack, packs
from outfall.law.counting import parse_length
from outfall.law.periods import Anchor, Counted

CITY = [
    # two appeal periods with two starting events
    ("two-periods", ("C.1.a(6)", "C.2")),
    # one day to cure against the notice's own schedule
    ("two-periods", ("C.1.a(4)", "F")),
    # the protest of the cost has no starting event
    ("no-start", ("D.2.a",)),
    # F waits for its one day alone, and not for the appeal
    ("power-opens-early", ("F", "C.2")),
    # filing against receipt
    ("two-acts", ("C.1.a(6)", "C.2")),
    # "the appropriate authority" hears the appeal
    ("no-body", ("C.2",)),
    # no stay named of F's daily penalty
    ("no-stay", ("C.2", "F")),
    ("no-body", ("D.2.a",)),
    ("no-hearing-time", ("D.2.a",)),
    # "the time in which to file an appeal" of the cost
    ("undefined-term", ("D.2.a",)),
    # interest from discovery
    ("interest-before-charge", ("D.2.b",)),
    ("no-body", ("E.3",)),
    ("no-hearing-time", ("E.3",)),
    ("no-stay", ("E.3",)),
    # no time to petition
    ("no-time-limit", ("E.3",)),
    # civil and criminal for the same day
    ("tracks-overlap", ("F", "G")),
    # "in lieu of" against "not exclusive"
    ("instead-and-cumulative", ("H", "J")),
    # a warning with no time in it
    ("paper-without-time", ("B",)),
    # hearing within thirty days, decision without a time
    ("no-decision-time", ("C.2",)),
    # D.1 can be read to let the city in before the time to appeal is over
    ("choice-opens-early", ("D.1", "C.2")),
    # five payments, no interval
    ("plan-without-interval", ("D.2.b",)),
    # $750 twice
    ("figure-is-a-ceiling", ("F", "G")),
]
WEBSTER = [
    # a lien or a tax charge of a cost that nobody can protest
    ("lien-without-protest", ("A",)),
    # and on a notice that can still be appealed
    ("power-opens-early", ("A", "C(6)")),
    ("power-opens-early", ("A", "C(6)")),
    # reasonable notice
    ("undefined-period", ("A",)),
    # an appeal with no body, no hearing time and no stay
    ("no-body", ("C(6)",)),
    ("no-hearing-time", ("C(6)",)),
    ("no-stay", ("C(6)", "D", "C(4)")),
    # a halt that would forbid the ordered remedy
    ("order-forbids-remedy", ("D", "C(4)")),
    # civil penalties that have no amount
    ("penalty-without-amount", ("D",)),
    # two days, by the calendar or by the statute
    ("counting-open", ("A",)),
    # prorating without a rule
    ("shares-without-rule", ("A",)),
    # no warning that the town will do the work
    ("element-missing", ("C",)),
    # bands that meet at $350 and $700
    ("bands-meet", ("E",)),
]


@cache
def findings(pack: str) -> tuple[Finding, ...]:
    return check(load_pack(folder_of(pack))).findings


@pytest.mark.parametrize(("pack", "wanted"), [("city-9-3-12", CITY), ("webster-ny", WEBSTER)])
def test_the_two_ordinances_have_these_findings_and_no_other(
    pack: str, wanted: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert [(finding.id, finding.cites) for finding in findings(pack)] == wanted


@pytest.mark.parametrize(
    ("pack", "id", "words"),
    [
        ("city-9-3-12", "two-periods", "14 days after service"),
        ("city-9-3-12", "two-periods", "two different starting events"),
        ("city-9-3-12", "figure-is-a-ceiling", "$750.00 twice"),
        ("city-9-3-12", "figure-is-a-ceiling", "not verified by a person"),
        ("city-9-3-12", "no-stay", "civil penalty (F)"),
        ("city-9-3-12", "power-opens-early", "impose a civil penalty on day 4"),
        ("webster-ny", "bands-meet", "$350.00 and $700.00"),
        ("webster-ny", "no-stay", "stop work order (D)"),
        ("webster-ny", "element-missing", "at the party's expense"),
    ],
)
def test_what_a_finding_says(pack: str, id: str, words: str) -> None:
    assert any(words in finding.says for finding in findings(pack) if finding.id == id)


@pytest.mark.parametrize("pack", packs())
def test_every_pack_that_ships_is_checked(pack: str) -> None:
    found = findings(pack)
    assert found, "no code is without a gap"
    known = load_pack(folder_of(pack))
    lost = [finding.cites for finding in found if finding.id == "cite-leads-nowhere"]
    assert lost == [], "a cite of the pack's own has to lead somewhere"
    choices = {reading.id for reading in known.readings} | {item.id for item in known.policy}
    for finding in found:
        for word in ("Reading ", "Figure "):
            if finding.adopt.startswith(word):
                assert finding.adopt.removeprefix(word).split(":")[0] in choices


def test_an_amended_text_has_the_finding_no_more_whatever_its_name_is() -> None:
    """A finding comes of what a pack leaves open, and not of which pack it is."""
    law = replace(load_pack(folder_of("city-9-3-12")), id="another", title="Another")
    (appeal,) = (rule for rule in law.deadlines if rule.id == "appeal")
    fourteen = Counted(Anchor("service"), parse_length("14 days"), cite="C.2")
    others = tuple(rule for rule in law.deadlines if rule is not appeal)
    (contest,) = (rule for rule in law.proceedings if rule.id == "appeal")
    rest = tuple(rule for rule in law.proceedings if rule is not contest)
    amended = replace(
        law,
        digest="amended",
        deadlines=(*others, replace(appeal, due=fourteen)),
        proceedings=(*rest, replace(contest, body="the board", stay="it stays the penalty of F")),
    )
    gone = [
        ("two-periods", ("C.1.a(6)", "C.2")),
        ("two-acts", ("C.1.a(6)", "C.2")),
        ("no-body", ("C.2",)),
        ("no-stay", ("C.2", "F")),
    ]
    found = [(finding.id, finding.cites) for finding in check(amended).findings]
    assert found == [row for row in CITY if row not in gone]
