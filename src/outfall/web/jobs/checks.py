"""Whether the office is well: each check a plain sentence, with what to do where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import DatabaseError, connection, transaction

from outfall.web import clock
from outfall.web.casework import engine
from outfall.web.casework.models import Entry
from outfall.web.jobs import nightly, outbox
from outfall.web.jobs.models import Message, Run
from outfall.web.towns import scope
from outfall.web.towns.models import Membership, Person, Town

BACKUP_EVERY = timedelta(days=8)
BACKUP_MARK = "last-backup"
SECRET_LEAST = 32
CLOCK_TOLERANCE = timedelta(minutes=2)
REFUSES = "entries are only ever added to"
CHANGES = {
    "UPDATE": "UPDATE casework_entry SET digest = digest WHERE town_id = %s AND n = 1",
    "DELETE": "DELETE FROM casework_entry WHERE town_id = %s AND n = 1",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What one check found: whether it is well, what it saw, and what to do where it is not."""

    check: str
    well: bool
    says: str
    do: str = ""
    town: str = ""


def database() -> Iterator[Found]:
    """The database keeps the record as it should: nobody changes an entry, no town sees another."""
    yield from _guard()
    if connection.vendor == "postgresql":
        yield from _role()
        yield from _row_security()
    else:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            (told,) = cursor.fetchone()
        says = "the database file is whole" if told == "ok" else f"the database file: {told}"
        yield Found("database_file", told == "ok", says, "Restore the last backup")


def _guard() -> Iterator[Found]:
    """An entry is changed in a transaction that is rolled back: the database has to refuse it."""
    do = "Restore the last backup, or ask for help: the guards of the record are gone"
    town = Town.objects.filter(length__gt=0).first()
    if town is None:
        yield Found("guard", True, "no entry is on record yet, so none could be changed")
        return
    with scope.town(town.pk):
        for verb, statement in CHANGES.items():
            refused = _refused(statement, town.pk)
            says = f"the database {'refuses' if refused else 'allows'} {verb} on an entry"
            yield Found(f"guard_{verb.lower()}", refused, says, do)


def _refused(statement: str, town: int) -> bool:
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(statement, [town])
            transaction.set_rollback(True)
    except DatabaseError as error:
        return REFUSES in str(error)
    return False


def _role() -> Iterator[Found]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
        name, above, passes = cursor.fetchone()
    well = not (above or passes)
    says = f"the role {name} is {'bound by' if well else 'above'} row security"
    do = f"ALTER ROLE {name} NOSUPERUSER NOBYPASSRLS, and give it no more than its database"
    yield Found("role", well, says, do)


def _row_security() -> Iterator[Found]:
    """Every table with a town is under row security, forced on its owner too, with a policy."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity AND EXISTS "
            "(SELECT FROM pg_policy p WHERE p.polrelid = c.oid) FROM pg_class c "
            "JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'town_id' "
            "AND NOT a.attisdropped WHERE c.relkind = 'r' "
            "AND c.relnamespace = current_schema()::regnamespace ORDER BY 1"
        )
        rows = cursor.fetchall()
    bare = [name for name, secured in rows if not secured]
    says = f"all {len(rows)} tables of the towns are under row security"
    if bare:
        says = f"without row security: {', '.join(bare)}"
    yield Found("row_security", not bare and bool(rows), says, "Run outfall migrate, or restore")


def work() -> Iterator[Found]:
    """The letters go out, and each town's night was worked."""
    now = clock.now()
    yield _engine()
    for town in Town.objects.order_by("slug"):
        with scope.town(town.pk):
            waiting = Message.objects.filter(sent_at=None, given_up_at=None)
            stuck = waiting.filter(made_at__lt=now - outbox.LATE_AFTER, not_before__lte=now).count()
            lost = Message.objects.exclude(given_up_at=None).count()
            says = f"{waiting.count()} letters wait, {stuck} of them for too long, {lost} given up"
            do = "See that outfall work runs, and that OUTFALL_SMTP_HOST takes mail"
            yield Found("outbox", not stuck and not lost, says, do, town.slug)
            yield _night(town)


def _engine() -> Found:
    """How the cases of a large town are judged anew, and looked at before a reading is adopted."""
    well = not engine.is_installed() or engine.loads()
    do = f"Install {engine.EXTRA} anew: the log says what is wrong"
    if not well:
        says = "cases are judged one by one, for the engine can't be loaded"
    elif engine.is_installed():
        says = f"from {engine.WORTH} cases on a town's cases are judged at once, by the engine"
    else:
        says = f"cases are judged one by one, for {engine.EXTRA} is not installed"
    return Found("engine", well, says, do)


def _night(town: Town) -> Found:
    """A night is late once a whole day has passed without it; a new town has had none."""
    today = clock.today(town.zone)
    run = Run.objects.filter(name=nightly.NAME).order_by("-day").first()
    begun = Entry.objects.filter(n=1).values_list("at", flat=True).first()
    young = begun is None or clock.now() - begun < timedelta(days=1)
    do = "See that outfall work runs, or call `outfall work --once` from cron"
    if run is None:
        return Found("night", young or settings.DEMO, "no night was worked yet", do, town.slug)
    late = today - run.day > timedelta(days=1) or run.ended_at is None
    says = f"the night of {run.day} was worked: {run.told}"
    if run.ended_at is None:
        late = clock.now() - run.began_at > nightly.TAKEN_TO_HAVE_STOPPED
        says = f"the night of {run.day} was begun and is not done"
    failed = "could not be judged" in run.told
    return Found("night", not late and not failed, says, do, town.slug)


def surroundings() -> Iterator[Found]:
    """The clock, the key, the mail, the second factors, the last backup."""
    yield from _clock()
    strong = len(settings.SECRET_KEY) >= SECRET_LEAST and len(set(settings.SECRET_KEY)) >= 16
    says = f"the key that signs sessions is {'strong' if strong else 'weak'}"
    yield Found("secret", strong, says, "Set OUTFALL_SECRET to 64 random letters")
    if settings.DEMO:
        yield Found("demonstration", True, "this is a demonstration: no mail, one password for all")
        return
    yield _mail()
    asked = settings.OUTFALL_REQUIRE_MFA
    says = f"a second factor is {'asked for' if asked else 'not asked for'}"
    yield Found("second_factor", asked, says, "Unset OUTFALL_NO_MFA")
    if asked:
        yield from _without_factor()
    yield _backup()


def _mail() -> Found:
    """Mail goes to a server; whether it takes any is seen in the outbox."""
    smtp = "smtp" in settings.EMAIL_BACKEND
    host = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    says = f"mail goes out by {host}" if smtp else "mail goes to nobody"
    do = "Set OUTFALL_SMTP_HOST, OUTFALL_SMTP_USER, OUTFALL_SMTP_PASSWORD and OUTFALL_EMAIL_FROM"
    return Found("mail", "console" not in settings.EMAIL_BACKEND, says, do)


def _clock() -> Iterator[Found]:
    """The database's clock, and the last entry: neither is ahead of this machine's."""
    now = clock.now()
    ahead = now
    for town in Town.objects.order_by("pk"):
        with scope.town(town.pk):
            last = Entry.objects.filter(n=town.length).values_list("at", flat=True).first()
            ahead = max(ahead, last) if last and not settings.OUTFALL_TODAY else ahead
    well = ahead - now < CLOCK_TOLERANCE
    says = "the clock is not behind the record" if well else f"the record goes on to {ahead:%c} UTC"
    yield Found("clock", well, says, "Set this machine's clock, and let it follow a time server")
    fixed = settings.OUTFALL_TODAY
    if fixed and not settings.DEMO:
        yield Found("today", False, f"today is fixed at {fixed}", "Unset OUTFALL_TODAY")


def _without_factor() -> Iterator[Found]:
    """How many have not set up their second factor; each is asked to at the next sign-in."""
    have = set(Authenticator.objects.values_list("user_id", flat=True))
    for town in Town.objects.order_by("slug"):
        with scope.town(town.pk):
            today = clock.today(town.zone)
            held = Membership.objects.filter(since__lte=today).exclude(until__lt=today)
            ids = set(held.values_list("person_id", flat=True)) - have
        lack = Person.objects.filter(pk__in=ids, is_active=True).count()
        says = f"{lack} people have yet to set up a second factor" if lack else "everybody has one"
        yield Found("factors", True, says, town=town.slug)


def _backup() -> Found:
    do = "Run outfall backup FILE.zip every night, and keep the file on another machine"
    at = last_backup()
    if at is None:
        return Found("backup", not Town.objects.exists(), "no backup was made yet", do)
    age = clock.now() - at
    says = f"the last backup is {age.days} days old"
    return Found("backup", age < BACKUP_EVERY, says, do)


def last_backup() -> datetime | None:
    """When the last backup of this office was made, as far as this machine knows."""
    try:
        return datetime.fromisoformat((settings.HOME / BACKUP_MARK).read_text().strip())
    except (OSError, ValueError):
        return None
