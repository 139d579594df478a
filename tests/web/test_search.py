"""Search: what is found, by whom, and that nothing typed is ever a command."""

from __future__ import annotations

import time

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from tests.web.cast import Cast, found_town

from outfall.web.casework import searching
from outfall.web.casework.models import SearchEntry
from outfall.web.casework.searching import find, terms_of

pytestmark = pytest.mark.django_db
FOUND = {"date": "2026-03-02", "event": "violation_observed", "kind": "development"}


@pytest.fixture
def cast(settings: Settings) -> Cast:
    settings.OUTFALL_REQUIRE_MFA = False
    return found_town()


def look(client: Client, town: str = "example", **asked: str) -> str:
    answer = client.get(reverse("search", args=[town]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def opened(cast: Cast, name: str, address: str, nature: str = "no silt fence") -> str:
    party = {"id": "owner", "role": "owner", "name": name, "address": "1 Test Street"}
    place = {"address": address, "parcel": "063.01-1-7"}
    return cast.case({**FOUND, "nature": nature}, parties=[party], place=place).number


def test_each_sort_is_found_with_its_case_and_counted(cast: Cast) -> None:
    number = opened(cast, "Zephyr Example LLC", "77 Quarry Example Road", "silt in the brook")
    other = opened(cast, "Example Holdings LLC", "3 Plain Example Lane")
    page = look(cast.client("auditor"), q="zephyr")
    assert "People" in page
    assert number in page
    assert other not in page
    by_place = look(cast.client(), q="quarry exam")
    assert "Addresses" in by_place
    assert "77 Quarry Example Road" in by_place
    assert number in look(cast.client(), q="brook silt")
    with cast.scope():
        found = find("quarry")
        assert {sort: len(ids) for sort, ids in found.lines.items()} == {"case": 1, "address": 1}


def test_a_paper_is_found_by_its_title(cast: Cast) -> None:
    notice = {
        "date": "2026-03-03",
        "event": "notice_issued",
        "instrument": "notice_of_violation",
        "contents": ["recipient", "place", "nature", "remedy", "penalties", "appeal"],
        "comply_by": "2026-04-03",
    }
    case = cast.case(FOUND, notice, lenient=True)
    page = look(cast.client(), q="violation", sort="paper")
    assert case.number in page
    assert "Papers" in page


def test_beginnings_and_accents_and_the_size_of_letters(cast: Cast) -> None:
    number = opened(cast, "Café Exämple GmbH", "9 Élan Example Way")
    for asked in ("cafe", "CAFÉ", "Caf exam", "élan", "ELAN", "exämp"):
        with cast.scope():
            assert find(asked).count, asked
        assert number in look(cast.client(), q=asked), asked


def test_the_number_of_a_case_leads_to_it(cast: Cast) -> None:
    number = opened(cast, "Example Holdings LLC", "3 Plain Example Lane")
    answer = cast.client().get(reverse("search", args=["example"]), {"q": f"  {number} "})
    assert answer.status_code == 302
    assert answer["Location"] == reverse("case", args=["example", number])
    assert number in look(cast.client(), q=number, all="1")


def test_another_towns_lines_are_never_found(cast: Cast) -> None:
    other = found_town("elsewhere", "webster-ny", "Town of Elsewhere")
    number = opened(other, "Zephyr Example LLC", "77 Quarry Example Road")
    assert number in look(other.client(), "elsewhere", q="zephyr")
    assert "Nothing in the record" in look(cast.client(), q="zephyr")
    assert "Nothing in the record" in look(cast.client(), q="quarry")
    answer = other.client().get(reverse("search", args=["example"]), {"q": "zephyr"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "asked",
    [
        '"', "'", "''", '"""', "*", "a*", "***", "(", ")", "(()", "NEAR(a b)", "NEAR", "AND", "OR",
        "NOT", "a AND", "NOT a", "-zephyr", "--", "title:zephyr", "{title}: x", "^zephyr", "+",
        "zephyr:*", "!zephyr", "a & b", "a | b", "<->", "\\", "%", "_", ";", "\0", "a\0b", "💧",
        "' OR 1=1 --", '" OR "1"="1', "); DROP TABLE casework_entry; --", "x" * 500, "1 " * 300,
        "\ud800", "\u202e", "ﬁ", "０１２", "<script>alert(1)</script>", "{{ 7 }}", "%s", "$1",
    ],
)  # fmt: skip
def test_nothing_that_is_typed_is_a_command(cast: Cast, asked: str) -> None:
    opened(cast, "Zephyr Example LLC", "77 Quarry Example Road")
    answer = cast.client().get(
        reverse("search", args=["example"]), {"q": asked.encode("utf-8", "replace").decode()}
    )
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content
    with cast.scope():
        find(asked)
        assert SearchEntry.objects.count() == 3


def test_unquoted_text_would_be_a_command(cast: Cast) -> None:
    if connection.vendor == "postgresql":
        sql, asked = "SELECT to_tsquery('simple', %s)", "a & & b"
    else:
        sql = "SELECT rowid FROM casework_searchentry_fts WHERE casework_searchentry_fts MATCH %s"
        asked = 'NEAR("'
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, [asked])


def test_words_are_plain() -> None:
    assert terms_of('Café "NEAR(x)" -2026-0001* cafe') == ("cafe", "near", "x", "2026", "0001")
    assert terms_of("*** --") == ()
    assert len(terms_of(" ".join(map(str, range(50))))) == searching.TERMS_MOST
    assert len(terms_of("x" * 900)[0]) == searching.LETTERS_MOST


def test_what_leaves_a_case_is_no_longer_found(cast: Cast) -> None:
    number = opened(cast, "Zephyr Example LLC", "77 Quarry Example Road")
    with cast.scope():
        assert find("zephyr").count == 2
        SearchEntry.objects.filter(case__number=number, sort="person").delete()
        assert find("zephyr").count == 1
        SearchEntry.objects.all().delete()
        assert find("zephyr").count == 0


def test_a_sort_is_read_page_by_page(cast: Cast) -> None:
    case = cast.case(FOUND)
    with cast.scope():
        SearchEntry.objects.bulk_create(
            SearchEntry(town=cast.town, case=case, sort="person", title=f"Zephyr {n}")
            for n in range(120)
        )
    first = look(cast.client(), q="zephyr")
    assert "All 120" in first
    assert first.count("found__title") == 5
    page = look(cast.client(), q="zephyr", sort="person", page="3")
    assert page.count("found__title") == 20
    assert "101–120 of 120" in page


def test_very_many_lines_ask_for_another_word(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    case = cast.case(FOUND)
    monkeypatch.setattr(searching, "LINES_MOST", 10)
    monkeypatch.setattr("outfall.web.screens.search.LINES_MOST", 10)
    with cast.scope():
        SearchEntry.objects.bulk_create(
            SearchEntry(town=cast.town, case=case, sort="person", title=f"Zephyr {n}")
            for n in range(40)
        )
    assert "More than 10 lines" in look(cast.client(), q="zephyr")


def test_the_words_own_line_comes_first(cast: Cast) -> None:
    case = cast.case(FOUND)
    titles = ["Of the Brook", "Brookside Example", "Brook Example"]
    with cast.scope():
        for title in titles:
            SearchEntry.objects.create(case=case, sort="person", title=title)
        rows = SearchEntry.objects.in_bulk(find("brook").lines["person"])
        told = [rows[pk].title for pk in find("brook").lines["person"]]
    assert told == ["Brook Example", "Of the Brook", "Brookside Example"]


def test_a_page_of_search_asks_the_database_little(
    cast: Cast, django_assert_max_num_queries: object
) -> None:
    for n in range(6):
        opened(cast, f"Zephyr {n} LLC", f"{n} Quarry Example Road")
    client = cast.client()
    look(client, q="zephyr")
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        look(client, q="zephyr quarry")


def test_another_town_in_the_session_sees_no_word(cast: Cast) -> None:
    """The table of words is under row security like every other; SQLite has no sessions."""
    if connection.vendor != "postgresql":
        pytest.skip("row security is PostgreSQL's")
    opened(cast, "Zephyr Example LLC", "77 Quarry Example Road")
    other = found_town("elsewhere", "webster-ny", "Town of Elsewhere")
    asked = "SELECT count(*) FROM casework_searchentry_word WHERE word = 'zephyr'"
    with cast.scope(), connection.cursor() as cursor:
        cursor.execute(asked)
        assert cursor.fetchone() == (2,)
    with other.scope(), connection.cursor() as cursor:
        cursor.execute(asked)
        assert cursor.fetchone() == (0,)


def test_the_index_answers_under_row_security(cast: Cast) -> None:
    """Without superuser rights: the plan is an index's, and 30,000 lines take no time."""
    if connection.vendor != "postgresql":
        pytest.skip("row security is PostgreSQL's")
    case = cast.case(FOUND)
    with cast.scope():
        SearchEntry.objects.bulk_create(
            (
                SearchEntry(
                    town=cast.town, case=case, sort="person", title=f"Owner{n} Example {n % 90}"
                )
                for n in range(30_000)
            ),
            batch_size=5000,
        )
        with connection.cursor() as cursor:
            cursor.execute("SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname=current_user")
            assert cursor.fetchone() == (False, False)
            cursor.execute("ANALYZE casework_searchentry_word")
            cursor.execute(
                "EXPLAIN SELECT entry_id FROM casework_searchentry_word "
                "WHERE town_id = %s AND word >= 'owner777' AND word < 'owner778' LIMIT 2001",
                [cast.town.pk],
            )
            plan = "\n".join(row[0] for row in cursor.fetchall())
        assert "Index" in plan
        assert "Seq Scan" not in plan
        began = time.perf_counter()
        assert find("owner777 example").count == 11
        assert time.perf_counter() - began < 0.5
