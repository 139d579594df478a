"""What a case and a town may choose, what goes before what, and the words for a choice too many."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest

from outfall.files.pack_file import folder_of, load_pack
from outfall.law.calendar import Calendar, Holiday
from outfall.law.case import Case, Town
from outfall.law.choices import adopt, chosen
from outfall.law.faults import Refused
from outfall.law.ordinance import InterestRule, Ordinance, Policy, Profile

CITY, WEBSTER = "city-9-3-12", "webster-ny"
STORM = date(2026, 3, 17)
OHIO = Calendar((Holiday("Founders' Day", 3, 18),))


@cache
def pack(name: str) -> Ordinance:
    return load_pack(folder_of(name))


def case(law: str, **choices: Any) -> Case:
    return Case("X", law, (), **choices)


def town(law: str, **choices: Any) -> Town:
    return Town("T", law, **choices)


def faults(law: Ordinance, **choices: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(Refused) as refused:
        chosen(law, case(law.id, **choices))
    return [(fault.where, fault.code, fault.says) for fault in refused.value.faults]


def bare(law: Ordinance) -> Ordinance:
    return replace(law, readings=(), policy=(), profiles=())


def test_without_choices_the_law_s_own_hold() -> None:
    law = pack(CITY)
    setting = chosen(law, case(CITY))
    assert setting.readings == {reading.id: reading.adopted for reading in law.readings}
    assert setting.policy == {"payment_order": ("interest", "cost", "fee", "penalty")}
    assert (setting.calendar, setting.ceiling) == (law.calendar, None)


def test_the_law_s_own_ceiling_holds_without_a_profile() -> None:
    law = replace(pack(CITY), ceiling=(50_000, "S"))
    assert chosen(law, case(CITY)).ceiling == (50_000, "S")
    assert chosen(law, case(CITY, profile="illinois")).ceiling == (75_000, "65 ILCS 5/1-2-1")


def test_a_profile_goes_before_the_law_and_a_choice_before_the_profile() -> None:
    law = pack(CITY)
    by_profile = chosen(law, case(CITY, profile="illinois"))
    assert by_profile.readings["interest_year"] == "thirty_360"
    assert by_profile.readings["cure_days"] == "counted"
    assert by_profile.calendar == law.calendar
    own = (("interest_year", "actual_360"),)
    by_case = chosen(law, case(CITY, profile="illinois", readings=own))
    assert by_case.readings["interest_year"] == "actual_360"
    assert by_case.ceiling == (75_000, "65 ILCS 5/1-2-1")


def test_a_profile_brings_figures_and_a_calendar_of_its_own() -> None:
    profiles = (
        Profile("iowa", "", policy=(("reasonable_notice_days", 30),)),
        Profile("ohio", "", policy=(("reasonable_notice_days", 20),), calendar=OHIO),
    )
    law = replace(pack(WEBSTER), profiles=profiles, ceiling=(1, "own"))
    setting = chosen(law, case(WEBSTER, profile="ohio"))
    assert setting.policy["reasonable_notice_days"] == 20
    assert (setting.calendar, setting.ceiling) == (OHIO, (1, "own"))
    assert chosen(law, case(WEBSTER, profile="iowa")).calendar == law.calendar
    stormy = chosen(law, case(WEBSTER, profile="ohio", added_holidays=(STORM,))).calendar
    assert stormy.holiday(date(2026, 3, 18)) == "Founders' Day"
    assert stormy.holiday(STORM) == "declared holiday"


def test_a_figure_that_a_profile_alone_brings_can_be_chosen() -> None:
    law = replace(pack(CITY), profiles=(Profile("ohio", "", policy=(("fee", 5),)),))
    setting = chosen(law, case(CITY, profile="ohio", policy=(("fee", 7),)))
    assert setting.policy["fee"] == 7


def test_a_case_chooses_readings_figures_and_holidays() -> None:
    setting = chosen(
        pack(WEBSTER),
        case(
            WEBSTER,
            readings=(("week", "begun"), ("two_days", "calendar")),
            policy=(("reasonable_notice_days", 14),),
            added_holidays=(STORM,),
        ),
    )
    assert (setting.readings["week"], setting.readings["two_days"]) == ("begun", "calendar")
    assert setting.readings["weekly_tier"] == "same_tier"
    assert setting.policy["reasonable_notice_days"] == 14
    assert setting.calendar.holiday(STORM) == "declared holiday"


def test_every_wrong_choice_is_named() -> None:
    law = pack(CITY)
    readings = ", ".join(reading.id for reading in law.readings)
    assert faults(
        law,
        profile="ohio",
        readings=(("cure", "x"), ("cure_days", "x")),
        policy=(("fee", 3), ("payment_order", ("cost",))),
    ) == [
        ("profile", "unknown-profile", f"{CITY} offers no profile ohio; it offers illinois"),
        ("readings.cure", "unknown-reading", f"{CITY} has no reading cure; it has {readings}"),
        (
            "readings.cure_days",
            "unknown-choice",
            "x is not a choice of this reading; choose counted or not_counted",
        ),
        (
            "policy.fee",
            "unknown-policy",
            f"{CITY} leaves no fee to the town; it leaves payment_order",
        ),
    ]


def test_wrong_choices_under_a_law_that_leaves_none() -> None:
    assert faults(
        bare(pack(CITY)), profile="ohio", readings=(("cure", "x"),), policy=(("fee", 3),)
    ) == [
        ("profile", "unknown-profile", f"{CITY} offers no profile ohio; it offers none"),
        ("readings.cure", "unknown-reading", f"{CITY} has no reading cure; it has none"),
        ("policy.fee", "unknown-policy", f"{CITY} leaves no fee to the town; it leaves nothing"),
    ]


def test_several_profiles_figures_and_choices_are_listed() -> None:
    law = replace(pack(WEBSTER), profiles=(Profile("iowa", ""), Profile("ohio", "")), readings=())
    assert faults(law, profile="utah", policy=(("fee", 3),)) == [
        ("profile", "unknown-profile", f"{WEBSTER} offers no profile utah; it offers iowa, ohio"),
        (
            "policy.fee",
            "unknown-policy",
            f"{WEBSTER} leaves no fee to the town; it leaves "
            "reasonable_notice_days, costs_borne_by, payment_order",
        ),
    ]


def test_a_number_of_days_is_whole() -> None:
    for value in ("2.5", "ten", ("1", "2")):
        assert faults(pack(WEBSTER), policy=(("reasonable_notice_days", value),)) == [
            (
                "policy.reasonable_notice_days",
                "not-a-figure",
                f"{value} is not a number. Write a figure of 0 or more, such as 10",
            )
        ]


def percent_law() -> Ordinance:
    """Webster's code with interest at a percent that the town sets."""
    law = pack(WEBSTER)
    any_term = law.deadlines[0].due
    return replace(
        law,
        policy=(Policy("days", "A", "", 3), Policy("percent", "A", "", 6)),
        interest=InterestRule("A", (), ("cost",), any_term, policy="percent"),
    )


@pytest.mark.parametrize("value", [0, 6, "6", "6.5", "999.999999", "0.1"])
def test_a_percent_can_have_decimals(value: int | str) -> None:
    setting = chosen(percent_law(), case(WEBSTER, policy=(("percent", value),)))
    assert setting.policy == {"days": 3, "percent": value}


@pytest.mark.parametrize("value", ["", ".5", "5.", "1000", "1.1234567", "6,5", "-1", "6.5%", "x6"])
def test_what_is_no_percent(value: str) -> None:
    assert faults(percent_law(), policy=(("percent", value),)) == [
        (
            "policy.percent",
            "not-a-figure",
            f"{value} is not a number. Write a figure of 0 or more, such as 6",
        )
    ]
    # Decimals are for the percent alone.
    assert faults(percent_law(), policy=(("days", "6.5"),))[0][1] == "not-a-figure"


def test_a_town_s_choices_become_the_law_s_own() -> None:
    law = adopt(
        pack(CITY),
        town(
            CITY,
            profile="illinois",
            readings=(("cure_days", "not_counted"),),
            policy=(("payment_order", ("cost", "interest", "fee", "penalty")),),
            added_holidays=(STORM,),
        ),
    )
    adopted = {reading.id: reading.adopted for reading in law.readings}
    assert (adopted["cure_days"], adopted["interest_year"]) == ("not_counted", "thirty_360")
    assert adopted["cure_period"] == "schedule_is_the_greater_period"
    assert [p.value for p in law.policy] == [("cost", "interest", "fee", "penalty")]
    assert law.calendar.holiday(STORM) == "declared holiday"
    assert law.ceiling == (75_000, "65 ILCS 5/1-2-1")
    # Everything else is the law as it was.
    whole = pack(CITY)
    assert (law.id, law.version, law.actions) == (whole.id, whole.version, whole.actions)
    # And a case of the town's that chooses nothing is under the town's choices.
    assert chosen(law, case(CITY)).readings == adopted


def test_each_choice_gives_a_digest_of_its_own() -> None:
    """Two laws are held to be equal where their digests are, so that no choice may leave it."""
    law = pack(WEBSTER)
    ways: list[dict[str, Any]] = [
        {},
        {"readings": (("week", "begun"),)},
        {"policy": (("reasonable_notice_days", 14),)},
        {"added_holidays": (STORM,)},
    ]
    digests = {adopt(law, town(WEBSTER, **way)).digest for way in ways}
    digests.add(adopt(replace(law, digest="other"), town(WEBSTER)).digest)
    digests.add(law.digest)
    assert len(digests) == len(ways) + 2
    assert all(len(digest) == 64 for digest in digests)
    assert adopt(law, town(WEBSTER)).digest == adopt(law, town(WEBSTER)).digest


def test_a_profile_alone_gives_a_digest_of_its_own() -> None:
    law = pack(CITY)
    assert adopt(law, town(CITY)).digest != adopt(law, town(CITY, profile="illinois")).digest


def test_a_town_that_chooses_wrong_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        adopt(pack(CITY), town(CITY, readings=(("cure", "x"),)))
    assert [fault.where for fault in refused.value.faults] == ["readings.cure"]
    assert str(refused.value).startswith("readings.cure: city-9-3-12 has no reading cure; it has ")
