"""Two signatures make a draft a version of the town's ordinance, in force from a day on.

An attorney signs and proposes; somebody else whom the permission table names signs as the second.
Then the version, an entry of the town's record and the adoption come into being together, or none
of them. Cases of violations found before that day keep the law that they have.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db import transaction

from outfall.law.faults import Refused
from outfall.reading.drafting.written import questions_md
from outfall.reading.words import fact_in_words
from outfall.web import clock, permissions
from outfall.web.casework import kinds, recording, storing
from outfall.web.casework.models import Case, StoredFile
from outfall.web.casework.recording import Actor
from outfall.web.drafts import letters
from outfall.web.drafts.bench import ACCEPTED, CORRECTED, REJECTED, Bench, bench_of
from outfall.web.drafts.conflicts import undecided
from outfall.web.drafts.models import PUBLISHED, SIGNED, WORKING, Draft, Pack
from outfall.web.drafts.published import pack_name
from outfall.web.towns import founding, reading_effects, scope
from outfall.web.towns.adopted import every_setting, under_choices
from outfall.web.towns.middleware import roles_of
from outfall.web.towns.models import Person, Town


class NotPublished(Exception):
    """A draft that can't be signed; ``reasons`` has all of them, in sentences."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


def reasons(bench: Bench) -> Iterator[str]:
    """Why a draft can't be published as it stands, each in a sentence."""
    yield from bench.reasons()
    yield from undecided(bench)
    law = bench.law
    if law is None:
        return
    values = every_setting()
    try:
        under_choices(bench.town, law, values)
    except Refused as refused:
        for fault in refused.faults:
            yield f"The town's own choices do not fit it: {fault}."
        return
    for reading in law.readings:
        own = values["readings"].get(reading.id, reading.adopted)
        if own != reading.adopted:
            yield (
                f"The town has adopted {_named(own)} for the question {_named(reading.id)}, for "
                f"all its versions, and the draft answers {_named(reading.adopted)}. Answer the "
                "question alike, or have the town adopt the other."
            )


def _named(id: str) -> str:
    return f"“{id.replace('_', ' ')}”"


def day_reasons(since: date, values: dict[str, Any]) -> Iterator[str]:
    """Why a version can't be law from a day on: it comes after the last one, and after each case
    that has its version already."""
    last = max((row["since"] for row in values["ordinance"]["adopted"]), default="")
    if since.isoformat() <= last:
        yield f"A version is adopted from {last} on. Choose a later day."
    judged = Case.objects.filter(found_on__gte=since)
    newest = judged.order_by("-found_on").values_list("found_on", flat=True).first()
    if newest is not None:
        many = judged.count()
        cases = "One case is of a violation" if many == 1 else f"{many} cases are of violations"
        yield (
            f"{cases} found on or after that day, the last on {newest}, and would lose the "
            f"version under which it was begun. Choose a day after {newest}."
        )


def sign(row: Draft, since: date, why: str, by: Person, town: Town, *, length: int) -> None:
    """Put the first signature under a draft, and write to those who may sign as the second.

    ``length`` is that of the draft that was looked at. Raises ``NotPublished``.
    """
    with transaction.atomic():
        Town.objects.select_for_update().get(pk=scope.current())
        found = Draft.objects.select_for_update().get(pk=row.pk)
        if found.stage != WORKING:
            raise NotPublished(["Somebody has signed this draft already."])
        if found.length != length:
            raise NotPublished(["The draft was changed since you opened this page. Look again."])
        bench = bench_of(found, town)
        told = [*reasons(bench), *day_reasons(since, every_setting())]
        if told:
            raise NotPublished(told)
        found.stage, found.since, found.why, found.back_why = SIGNED, since, why, ""
        found.digest, found.signed_by, found.signed_at = bench.digest, by, clock.now()
        found.save()
        letters.ask(town, found, seconds(found, town))


def why_not_second(row: Draft, person: Person, roles: frozenset[str]) -> str:
    """Why somebody can't put the second signature, in a sentence; empty where they can."""
    if row.signed_by_id == person.pk:
        return "You signed this yourself. Somebody else has to put the second signature."
    if not roles & permissions.PAGES["draft_publish"].write:
        return "Your role doesn't sign ordinances. An attorney or a supervisor does."
    return ""


def seconds(row: Draft, town: Town) -> list[Person]:
    """Everybody in the town in scope who may put the second signature today."""
    people = Person.objects.filter(memberships__town=town, is_active=True).distinct()
    return [one for one in people if not why_not_second(row, one, roles_of(one, town))]


def back(row: Draft, by: Person, why: str, town: Town) -> None:
    """Take the first signature back, or send the draft back: it can be changed again."""
    with transaction.atomic():
        found = Draft.objects.select_for_update().get(pk=row.pk)
        if found.stage != SIGNED:
            raise NotPublished(["This draft waits for no signature."])
        found.stage, found.back_why, found.digest = WORKING, why, ""
        found.save()
        if found.signed_by_id != by.pk:
            letters.sent_back(town, found, by)


def publish(row: Draft, by: Person, roles: frozenset[str], town: Town) -> Pack:
    """Put the second signature: the version, its entry and its adoption. Sent twice, it is once.

    Raises ``NotPublished`` with every reason.
    """
    with transaction.atomic():
        town = Town.objects.select_for_update().get(pk=town.pk)
        found = Draft.objects.select_for_update().get(pk=row.pk)
        known = Pack.objects.filter(draft=found).first()
        if known is not None:
            return known
        bench = bench_of(found, town)
        actor = _both(found, by, roles, town, bench)
        assert found.since is not None
        pack = _put(found, bench, actor, town)
        rows = every_setting()["ordinance"]["adopted"]
        more = {"pack": pack.name, "since": found.since.isoformat()}
        founding.set_topic(
            "ordinance", {"adopted": [*rows, more]}, actor, key=f"draft-{found.pk}-adopted",
            why=found.why,
        )  # fmt: skip
        found.stage, found.second_by, found.second_at = PUBLISHED, by, clock.now()
        found.entry_n = pack.entry_n
        found.save()
        reading_effects.every_law(town, every_setting())
        Case.objects.filter(found_on__isnull=True).update(turns_on=clock.today(town.zone))
        letters.published(town, found, by)
    return pack


def _both(found: Draft, by: Person, roles: frozenset[str], town: Town, bench: Bench) -> Actor:
    """Both who sign, in their roles. Raises ``NotPublished``."""
    if found.stage != SIGNED or found.signed_by is None or found.since is None:
        raise NotPublished(["Nobody has signed this draft first."])
    told = [why] if (why := why_not_second(found, by, roles)) else []
    first = sorted(roles_of(found.signed_by, town) & permissions.LEGAL)
    if not first:
        told.append(f"{found.signed_by.name} is no attorney of the town any more. Send it back.")
    if bench.digest != found.digest:
        told.append("The draft is not the one that was signed. Send it back, and sign it again.")
    told += [*reasons(bench), *day_reasons(found.since, every_setting())]
    if told:
        raise NotPublished(told)
    second = sorted(roles & permissions.PAGES["draft_publish"].write)
    return Actor(found.signed_by, first[0], by, second[0])


def _put(found: Draft, bench: Bench, actor: Actor, town: Town) -> Pack:
    """The entry of the record, its file, and the row of the version."""
    assert found.since is not None
    data, version, name = bench.yaml.encode(), found.since.isoformat(), pack_name(town)
    sha256 = storing.keep(town.slug, data)
    label = f"{name}-{version}.yaml"
    file = {"sha256": sha256, "name": label, "bytes": len(data)}
    answers = [one.answer for one in bench.facts]
    body = {
        "pack": name,
        "version": version,
        "title": found.title,
        "since": version,
        "digest": sha256,
        "file": file,
        "facts": {what: answers.count(what) for what in (ACCEPTED, CORRECTED, REJECTED)},
        "questions": len(bench.questions),
        **({"added": added} if (added := list(_added(bench))) else {}),
        **({"why": found.why} if found.why else {}),
    }
    key = f"draft-{found.pk}-published"
    entry = recording.record_town(kinds.TOWN_ORDINANCE, body, actor, key=key).entries[0]
    StoredFile.objects.create(
        sha256=sha256, name=label, kind="ordinance", size=len(data), says=found.title,
        entry_n=entry.n, added_on=clock.today(town.zone),
    )  # fmt: skip
    return Pack.objects.create(
        town=town, name=name, version=version, since=found.since, title=found.title,
        content=bench.yaml, questions=questions_of(bench), digest=sha256, draft=found,
        entry_n=entry.n,
    )  # fmt: skip


def _added(bench: Bench) -> Iterator[dict[str, str]]:
    """The facts of the version that nobody read in the text: who added each, and who accepted what
    a program proposed."""
    for one in bench.facts:
        if one.added is None or not one.counts:
            continue
        row = {"cite": one.now.cite, "says": fact_in_words(one.now), "by": one.added.by.name}
        if not one.is_own and one.ruling:
            row |= {"by": one.ruling.by.name, "proposed_by": "a program"}
        yield row


def questions_of(bench: Bench) -> str:
    """The questions as a page, with what was answered and by whom."""
    lines = [questions_md(bench.told).rstrip(), "", "## Who answered", ""]
    for one in bench.questions:
        if one.answer and one.ruling:
            note = f" {' '.join(one.ruling.note.split())}" if one.ruling.note else ""
            day = one.ruling.at.date().isoformat()
            lines.append(f"- `{one.question.id}`: {one.answer}, {one.ruling.by.name}, {day}.{note}")
    if added := list(_added(bench)):
        lines += ["", "## What was added to the reading", ""]
    for row in added:
        first = "proposed by a program, accepted by" if "proposed_by" in row else "added by"
        lines.append(f"- {row['says']} ({row['cite']}), {first} {row['by']}.")
    return "\n".join(lines) + "\n"
