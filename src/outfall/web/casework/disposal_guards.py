"""What the database lets through when a case is disposed of, as conditions of its triggers.

Two doors, and each opens for one thing alone. A disposal is made only with its tombstone. Then, and
only in the entries of that case, content gives way to the one line that is left of an entry, which
the database spells itself: no other text gets in.
"""

from __future__ import annotations

_SPELLED = (
    '\'{"at":"\' || AT || \'","before":"\' || BEFORE || \'","case":"\' || CASE_ || '
    '\'","case_before":"\' || CASE_BEFORE || \'","case_n":\' || OLD.case_n || '
    '\',"digest":"\' || OLD.digest || \'","format":"outfall-disposed/1","n":\' || OLD.n || '
    "',\"town\":\"' || TOWN || '\"}'"
)
# None of these fields can hold what JSON would have to escape: the record's own form sees to it.
_FIELDS = ("case_before", "before", "case", "town", "at")


def _left(field: str) -> str:
    """What is left of an entry, by the vendor's way to take a field out of its content."""
    text = _SPELLED
    for name in _FIELDS:
        place = {"case": "CASE_"}.get(name, name.upper())
        text = text.replace(f"|| {place} ||", f"|| {field.format(name)} ||")
    return text


_SAME = " AND ".join(
    f"NEW.{name} = OLD.{name}"
    for name in ("id", "town_id", "n", "case_id", "case_n", "at", "digest")
)
_EMPTIED = (
    "EXISTS (SELECT 1 FROM casework_disposal d JOIN casework_entry t ON t.id = d.tombstone_id "
    "WHERE d.case_id = OLD.case_id AND d.town_id = OLD.town_id AND t.n > OLD.n) "
    "AND OLD.kind <> 'disposed' AND NEW.kind = 'disposed' "
    f"AND {_SAME} AND NEW.person_id IS NULL AND NEW.key = OLD.digest AND NEW.day = DAY "
    "AND NEW.content = LEFT_"
)

EMPTIED = {
    "sqlite": _EMPTIED.replace("DAY", "substr(OLD.at, 1, 10)").replace(
        "LEFT_", _left("json_extract(OLD.content, '$.{0}')")
    ),
    "postgresql": _EMPTIED.replace("DAY", "(OLD.at AT TIME ZONE 'UTC')::date").replace(
        "LEFT_", _left("(OLD.content::json ->> '{0}')")
    ),
}
"""An UPDATE of an entry that empties it, under a disposal of its case that came after it."""

FOR_GOOD = "a disposal is for good: what was emptied does not come back"
WITH_TOMBSTONE = (
    "a case is disposed of only with its tombstone, the last entry of the record, by two persons, "
    "and only where it is closed, settled and under no legal hold"
)
_TOMBSTONE = (
    "EXISTS (SELECT 1 FROM casework_entry t JOIN casework_case c ON c.id = NEW.case_id "
    "JOIN towns_town w ON w.id = NEW.town_id "
    "WHERE t.id = NEW.tombstone_id AND t.town_id = NEW.town_id AND c.town_id = NEW.town_id "
    "AND t.case_id IS NULL AND t.kind = 'town.disposed' AND t.n = w.length "
    "AND BODY_CASE = c.number AND BY_ID <> SECOND_ID "
    "AND BODY_ENTRIES = (SELECT count(*) FROM casework_entry e WHERE e.case_id = NEW.case_id) "
    "AND c.closed_on IS NOT NULL AND c.owed = 0 AND NOT c.lien "
    "AND NOT EXISTS (SELECT 1 FROM towns_setting s WHERE s.town_id = NEW.town_id "
    "AND s.topic = 'retention' AND HELD))"
)
_SQLITE = {
    "BODY_CASE": "json_extract(t.content, '$.body.case')",
    "BODY_ENTRIES": "json_extract(t.content, '$.body.entries')",
    "BY_ID": "json_extract(t.content, '$.by.id')",
    "SECOND_ID": "json_extract(t.content, '$.second.id')",
    "HELD": "EXISTS (SELECT 1 FROM json_each(s.value, '$.hold') h WHERE h.value = c.number)",
}
_POSTGRESQL = {
    "BODY_CASE": "(t.content::json -> 'body' ->> 'case')",
    "BODY_ENTRIES": "(t.content::json -> 'body' ->> 'entries')::bigint",
    "BY_ID": "(t.content::json -> 'by' ->> 'id')",
    "SECOND_ID": "(t.content::json -> 'second' ->> 'id')",
    "HELD": "(s.value -> 'hold') ? c.number",
}


def _tombstone(names: dict[str, str]) -> str:
    text = _TOMBSTONE
    for name, said in names.items():
        text = text.replace(name, said)
    return text


TOMBSTONE = {"sqlite": _tombstone(_SQLITE), "postgresql": _tombstone(_POSTGRESQL)}
"""An INSERT of a disposal that was made with its tombstone."""
