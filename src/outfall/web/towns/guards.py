"""What the database itself refuses, put in place by migrations.

On PostgreSQL every table of a town has row security, forced on its owner too: without a town in the
session no row is read or written. On both databases entries can't be changed or deleted.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_TOWN = "town_id = NULLIF(current_setting('outfall.town', true), '')::bigint"
_OWN = "person_id = NULLIF(current_setting('outfall.person', true), '')::bigint"

ENTRIES = "entries are only ever added to: correct one by an entry that voids it"


def rows_of_towns(editor: BaseDatabaseSchemaEditor, tables: tuple[str, ...]) -> None:
    """Row security on tables whose rows belong to a town."""
    if editor.connection.vendor != "postgresql":
        return
    for table in tables:
        editor.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        editor.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        editor.execute(f"CREATE POLICY of_town ON {table} USING ({_TOWN}) WITH CHECK ({_TOWN})")


def own_rows(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """A person may read their own rows whatever the town, to find the way to it."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"CREATE POLICY of_person ON {table} FOR SELECT USING ({_OWN})")


def only_added_to(
    editor: BaseDatabaseSchemaEditor,
    table: str,
    *,
    what: str = ENTRIES,
    but: Mapping[str, str] | None = None,
) -> None:
    """UPDATE, DELETE and TRUNCATE on a table fail with ``what``, whoever asks.

    ``but`` is a condition on OLD and NEW for each vendor: an UPDATE for which it holds is let
    through, and one for which it is unknown is not.
    """
    if editor.connection.vendor == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            unless = f"WHEN NOT COALESCE(({but['sqlite']}), 0) " if but and verb == "UPDATE" else ""
            editor.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"{unless}BEGIN SELECT RAISE(ABORT, '{what}'); END"
            )
        return
    let = ""
    if but:
        let = (
            f"IF TG_OP = 'UPDATE' THEN IF COALESCE(({but['postgresql']}), false) "
            "THEN RETURN NEW; END IF; END IF; "
        )
    editor.execute(
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {let}RAISE EXCEPTION '{what}'; END $$"
    )
    for verb, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
        editor.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"FOR EACH {each} EXECUTE FUNCTION {table}_refuse()"
        )


def only_where(
    editor: BaseDatabaseSchemaEditor, table: str, what: str, holds: Mapping[str, str]
) -> None:
    """An INSERT into a table fails with ``what`` unless a condition on NEW holds."""
    if editor.connection.vendor == "sqlite":
        editor.execute(
            f"CREATE TRIGGER {table}_where BEFORE INSERT ON {table} "
            f"WHEN NOT COALESCE(({holds['sqlite']}), 0) "
            f"BEGIN SELECT RAISE(ABORT, '{what}'); END"
        )
        return
    editor.execute(
        f"CREATE FUNCTION {table}_where() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF COALESCE(({holds['postgresql']}), false) THEN RETURN NEW; END IF; "
        f"RAISE EXCEPTION '{what}'; END $$"
    )
    editor.execute(
        f"CREATE TRIGGER {table}_where BEFORE INSERT ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_where()"
    )


def searched(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Full text over ``title`` and ``text``: FTS5 on SQLite, a table of words on PostgreSQL.

    Under row security an index serves a query only where the operator is leakproof: ``@@`` on a
    tsvector is not, and ``>=`` and ``<`` on text are. Triggers keep either with the lines.
    """
    if editor.connection.vendor == "postgresql":
        for statement in _WORDED:
            editor.execute(statement.replace("TABLE_", table))
        return
    columns, new, old = "title, text", "new.id, new.title, new.text", "old.id, old.title, old.text"
    editor.execute(
        f"CREATE VIRTUAL TABLE {table}_fts USING fts5({columns}, content='{table}', "
        "content_rowid='id', prefix='2 3', tokenize='unicode61 remove_diacritics 2')"
    )
    editor.execute(
        f"CREATE TRIGGER {table}_in AFTER INSERT ON {table} BEGIN "
        f"INSERT INTO {table}_fts(rowid, {columns}) VALUES ({new}); END"
    )
    editor.execute(
        f"CREATE TRIGGER {table}_out AFTER DELETE ON {table} BEGIN "
        f"INSERT INTO {table}_fts({table}_fts, rowid, {columns}) VALUES ('delete', {old}); END"
    )


_WORDED = (
    'CREATE TABLE TABLE__word (town_id bigint NOT NULL, word text COLLATE "C" NOT NULL, '
    "entry_id bigint NOT NULL, PRIMARY KEY (town_id, word, entry_id))",
    "CREATE INDEX TABLE__word_entry ON TABLE__word (entry_id, word)",
    "ALTER TABLE TABLE__word ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE TABLE__word FORCE ROW LEVEL SECURITY",
    f"CREATE POLICY of_town ON TABLE__word USING ({_TOWN}) WITH CHECK ({_TOWN})",
    "CREATE FUNCTION TABLE__words(line text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$ "
    "SELECT DISTINCT left(w, 64) FROM regexp_split_to_table(regexp_replace("
    "lower(normalize(line, NFKD)), '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+') w "
    "WHERE w <> '' $$",
    "CREATE FUNCTION TABLE__worded() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "INSERT INTO TABLE__word SELECT l.town_id, w, l.id "
    "FROM lines l, TABLE__words(l.title || ' ' || l.text) w; RETURN NULL; END $$",
    "CREATE FUNCTION TABLE__unworded() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "DELETE FROM TABLE__word x USING lines l WHERE x.entry_id = l.id; RETURN NULL; END $$",
    "CREATE TRIGGER TABLE__in AFTER INSERT ON TABLE_ REFERENCING NEW TABLE AS lines "
    "FOR EACH STATEMENT EXECUTE FUNCTION TABLE__worded()",
    "CREATE TRIGGER TABLE__out AFTER DELETE ON TABLE_ REFERENCING OLD TABLE AS lines "
    "FOR EACH STATEMENT EXECUTE FUNCTION TABLE__unworded()",
)
