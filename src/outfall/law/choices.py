"""What a town and a case choose where the text leaves a choice: readings, figures, holidays."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import Any

from outfall.law.case import Case, Town
from outfall.law.faults import Fault, Refused
from outfall.law.ordinance import Ordinance, Profile
from outfall.law.plan import Setting


def adopt(law: Ordinance, town: Town) -> Ordinance:
    """The same law under a town's own choices, with a digest of its own.

    Raises ``Refused`` naming every choice that the law does not leave to the town.
    """
    setting = chosen(law, town)
    told = repr((town.readings, town.policy, town.added_holidays, town.profile))
    return replace(
        law,
        digest=hashlib.sha256(f"{law.digest} {told}".encode()).hexdigest(),
        readings=tuple(replace(r, adopted=setting.readings[r.id]) for r in law.readings),
        policy=tuple(replace(p, value=setting.policy[p.id]) for p in law.policy),
        calendar=setting.calendar,
        ceiling=setting.ceiling,
    )


def chosen(law: Ordinance, choices: Case | Town) -> Setting:
    """Readings, policy and calendar: the law's, then the profile's, then those chosen.

    Raises ``Refused`` naming every choice that the law does not leave open.
    """
    faults: list[Fault] = []
    adopted = {reading.id: reading.adopted for reading in law.readings}
    policy: dict[str, Any] = {item.id: item.value for item in law.policy}
    calendar, ceiling = law.calendar, law.ceiling
    profile = _profile(law, choices, faults)
    if profile is not None:
        adopted.update(profile.readings)
        policy.update(profile.policy)
        calendar, ceiling = profile.calendar or calendar, profile.ceiling or ceiling
    known = {reading.id: [name for name, _ in reading.choices] for reading in law.readings}
    for name, choice in choices.readings:
        if name not in known:
            says = f"{law.id} has no reading {name}; it has {', '.join(known) or 'none'}"
            faults.append(Fault(f"readings.{name}", says, "unknown-reading"))
        elif choice not in known[name]:
            says = f"{choice} is not a choice of this reading; choose {' or '.join(known[name])}"
            faults.append(Fault(f"readings.{name}", says, "unknown-choice"))
        else:
            adopted[name] = choice
    for name, value in choices.policy:
        if name not in policy:
            says = (
                f"{law.id} leaves no {name} to the town; it leaves {', '.join(policy) or 'nothing'}"
            )
            faults.append(Fault(f"policy.{name}", says, "unknown-policy"))
        elif not _is_figure(law, name, value):
            says = f"{value} is not a number. Write a figure of 0 or more, such as {policy[name]}"
            faults.append(Fault(f"policy.{name}", says, "not-a-figure"))
        else:
            policy[name] = value
    if faults:
        raise Refused(tuple(faults))
    if choices.added_holidays:
        calendar = calendar.with_added(choices.added_holidays)
    return Setting(adopted, policy, calendar, ceiling)


def _is_figure(law: Ordinance, name: str, value: object) -> bool:
    """Whether a town's own figure is one: whole where it counts days, a decimal for a percent."""
    own = next((item.value for item in law.policy if item.id == name), None)
    if not isinstance(own, int) or isinstance(value, int):
        return True
    percent = law.interest is not None and law.interest.policy == name
    return percent and re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", str(value)) is not None


def _profile(law: Ordinance, choices: Case | Town, faults: list[Fault]) -> Profile | None:
    if choices.profile is None:
        return None
    for profile in law.profiles:
        if profile.id == choices.profile:
            return profile
    known = ", ".join(p.id for p in law.profiles) or "none"
    says = f"{law.id} offers no profile {choices.profile}; it offers {known}"
    faults.append(Fault("profile", says, "unknown-profile"))
    return None
