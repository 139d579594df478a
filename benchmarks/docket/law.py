"""The one law of the four questions, joined of two that ship, and its numbers known by heart.

No town's ordinance has a civil penalty by the day, tiers with a look-back, interest and an appeal
all at once. So the city's section 9-3-12 is taken whole, and in place of its G (a fine that is
always the same) stand the punishments of Webster's E, with their readings. Nothing is invented:
every rule is one of a pack's, and ``assess`` answers for the joined law as for any other.

The numbers below are what a competitor's rules are written with. ``tests/docket/test_rules.py``
holds every competitor to the answers of ``assess``.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date
from functools import cache

import numpy as np
import numpy.typing as npt

from outfall.files.pack_file import folder_of, load_pack
from outfall.law.assess import plan_of
from outfall.law.counting import CountingRule, roll
from outfall.law.ordinance import Ordinance

# F: so much for each day after the notice was received on which the violation goes on.
A_DAY = 75_000
# E: most money of a first, second, and third or later offense; each further week is one more.
TIERS = (35_000, 70_000, 100_000)
WEEK = 7
# E: five years back. 1,826 days, or 1,827 on the 365 days after a leap day: from March 1 of a leap
# year to the last day of the next February. True of every offense from 1906 to 2099.
YEARS_5, CYCLE, AFTER_LEAP, LEAP_DAY = 1_826, 1_461, 365, 706_803  # February 29, 1936
# D.2.b: six percent a year, actual days over 365, from day thirty after the discovery.
PERCENT, YEAR, PER, BEARS_AFTER = 6, 365, 36_500, 30
# C.1.a(6) and C.2: fourteen days from service or seven from the notice's date, whichever is later.
FROM_SERVICE, FROM_ISSUE = 14, 7
# F: one day after receipt to cure, or the notice's own day where that is later.
TO_CURE = 1
# The days for which tables are made: 2005 to 2045.
FIRST_DAY, LAST_DAY = 731_946, 746_920


@cache
def joined() -> Ordinance:
    """The city's section, with Webster's punishments in place of its own."""
    city, webster = (load_pack(folder_of(name)) for name in ("city-9-3-12", "webster-ny"))
    civil = tuple(rule for rule in city.penalties if rule.track == "civil")
    criminal = tuple(rule for rule in webster.penalties if rule.track == "criminal")
    named = {"repeat_offense", "week", "weekly_tier"}
    told = f"{city.digest} {webster.digest} joined"
    return replace(
        city,
        id="city-with-tiers",
        title="The city's section 9-3-12 with the tiers of Webster's E",
        digest=hashlib.sha256(told.encode()).hexdigest(),
        penalties=(*civil, *criminal),
        readings=(*city.readings, *(r for r in webster.readings if r.id in named)),
    )


@cache
def rolled() -> npt.NDArray[np.int32]:
    """For each day from ``FIRST_DAY`` on, itself or the next that is no day off: ordinals.

    Counting days off by oneself is no part of what is compared: every engine is given this table.
    """
    law = joined()
    rule: CountingRule = plan_of(law).rule("plain", date.min)
    days = [roll_of(day, rule, law) for day in range(FIRST_DAY, LAST_DAY)]
    return np.array(days, np.int32)


def roll_of(ordinal: int, rule: CountingRule, law: Ordinance) -> int:
    """One day, moved off the days off."""
    return roll(date.fromordinal(ordinal), rule, law.calendar).toordinal()
