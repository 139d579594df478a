"""Finance takes in the receiver's list of payments: looked over, confirmed, each payment once."""

from __future__ import annotations

import base64
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.cast import Cast, found_town
from tests.web.money_cases import kinds_of, on_day, words, worked

from outfall.law.faults import Fault, Refused
from outfall.web.casework import recording
from outfall.web.casework.models import Case, Entry
from outfall.web.payments import ADAPTERS, csv_import
from outfall.web.payments.csv_import import BYTES_MOST, ROWS_MOST, CsvImport

pytestmark = pytest.mark.django_db
ADDRESS = "/city/money/payments/"


@pytest.fixture
def city(settings: Any) -> Cast:
    on_day(settings, "2026-06-30")
    return found_town("city", pack="city-9-3-12", name="City of Example")


@pytest.fixture
def case(city: Cast) -> Case:
    return worked(city, "city-dock", number="C-1")


def upload(cast: Cast, text: str | bytes, role: str = "finance") -> Any:
    content = text.encode() if isinstance(text, str) else text
    sent = {"key": "any", "file": SimpleUploadedFile("list.csv", content)}
    return cast.client(role).post(ADDRESS, sent)


def confirm(cast: Cast, text: str, *anyway: int, role: str = "finance") -> Any:
    content = base64.b64encode(text.encode()).decode()
    sent = {
        "key": "any",
        "content": content,
        "name": "list.csv",
        "adapter": "csv",
        "anyway": anyway,
    }
    return cast.client(role).post(ADDRESS, sent, follow=True)


def paid(cast: Cast, case: Case) -> list[tuple[str, str, str]]:
    with cast.scope():
        rows = Entry.objects.filter(case=case, kind="paid").order_by("case_n")
        bodies = [json.loads(row.content)["body"] for row in rows]
    return [(body["date"], body["amount"], body.get("note", "")) for body in bodies]


def read(text: str | bytes) -> Any:
    content = text.encode() if isinstance(text, str) else text
    return CsvImport().read(io.BytesIO(content))


# The reader


@pytest.mark.parametrize(
    "written",
    ["6/1/2026", "06/01/2026", "6/1/26", "6-1-2026", "2026-06-01", "2026/06/01", "20260601",
     "Jun 1, 2026", "June 1, 2026", "1-Jun-2026", "1-Jun-26", "6/1/2026 14:05",
     "2026-06-01T08:00:00Z"],
)  # fmt: skip
def test_a_day_is_read_as_people_here_write_it(written: str) -> None:
    payments, faults = read(f'case,date,amount\nC-1,"{written}",1\n')
    assert (payments[0].day, faults) == (date(2026, 6, 1), [])


@pytest.mark.parametrize(
    ("written", "cents"),
    [("1200", 120000), ("$1,200.00", 120000), ("1,200", 120000), ("1200.5", 120050),
     ("$ 85.07", 8507), ("0.01", 1), ("1,234,567.89", 123456789), ("USD 12.00", 1200)],
)  # fmt: skip
def test_an_amount_is_read_to_the_cent(written: str, cents: int) -> None:
    payments, faults = read(f'case,date,amount\nC-1,6/1/2026,"{written}"\n')
    assert (payments[0].cents, faults) == (cents, [])


@pytest.mark.parametrize(
    ("day", "amount", "says"),
    [("13/1/2026", "1", "month first"), ("2/30/2026", "1", "This is no day"),
     ("46174", "1", "This is no day"), ("", "1", "No day of payment"),
     ("6/1/2026", "1,20", "This is no amount"), ("6/1/2026", "1.200,00", "This is no amount"),
     ("6/1/2026", "-5.00", "Void the payment"), ("6/1/2026", "(5.00)", "Void the payment"),
     ("6/1/2026", "0.00", "The amount is nothing"), ("6/1/2026", "", "No amount is given"),
     ("6/1/2026", "1.005", "This is no amount"), ("6/1/2026", "99999999999", "a digit is too many"),
     ("6/1/0026", "1", "This is no day")],
)  # fmt: skip
def test_what_could_mean_two_things_is_named_and_not_guessed(
    day: str, amount: str, says: str
) -> None:
    payments, faults = read(f'case,date,amount\nC-1,"{day}","{amount}"\n')
    assert payments == []
    assert [fault.row for fault in faults] == [2]
    assert says in faults[0].says


def test_every_fault_of_a_row_is_named_at_once() -> None:
    _, faults = read("case,date,amount\n,someday,much\n")
    assert [fault.column for fault in faults] == ["case", "date", "amount"]


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "empty"), ("\n\n", "empty"), ("case,date,amount\n", "no payment under"),
     ("number,when,sum\n1,2,3\n", "No column is headed case or date or amount"),
     ("case,receipt,check,date,amount\n", "Two columns could be the reference"),
     (b"PK\x03\x04xl/workbook", "workbook"), (b"a" * (BYTES_MOST + 1), "larger than 2 MB"),
     ("case,date,amount\n" + "C-1,6/1/2026,1\n" * (ROWS_MOST + 1), "are taken at once")],
)  # fmt: skip
def test_a_file_that_is_no_list_is_named_as_what_it_is(text: Any, says: str) -> None:
    payments, faults = read(text)
    assert payments == []
    assert faults[0].row == 0
    assert says in faults[0].says


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\ufeff", "\U000e0041"])
@pytest.mark.parametrize("column", ["case", "date", "amount", "reference"])
def test_text_that_shows_as_another_is_named_and_not_taken_in(column: str, letter: str) -> None:
    row = {"case": "C-1", "date": "6/1/2026", "amount": "100.00", "reference": "R-1"}
    row[column] = f"{row[column][:1]}{letter}{row[column][1:]}"
    found, faults = read(f"{','.join(row)}\n{','.join(row.values())}\nC-2,6/1/2026,5.00,R-2\n")
    assert [payment.case for payment in found] == ["C-2"]
    (fault,) = faults
    assert (fault.row, fault.column, fault.value) == (2, column, "")
    assert f"This holds U+{ord(letter):04X}, which is invisible" in fault.says
    _, (head,) = read(f"case,date,amount,refe{letter}rence\nC-1,6/1/2026,5.00,R-1\n")
    assert f"The head of a column holds U+{ord(letter):04X}" in head.says


def test_without_the_check_a_turned_reference_would_be_on_record(
    city: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control, by the whole way: 0001 is recorded and shows as 1000."""
    text = "case,date,amount,reference\nC-1,6/1/2026,100.00,\u202e0001\n"
    before = paid(city, case)
    confirm(city, text)
    assert paid(city, case) == before
    monkeypatch.setattr(csv_import, "hidden", lambda text: "")
    confirm(city, text)
    assert len(paid(city, case)) == len(before) + 1
    assert "\u202e0001" in paid(city, case)[-1][2]


def test_columns_are_known_by_their_heads_in_any_order_and_dress() -> None:
    text = "\ufeffReceipt No.;Amount Paid;Payment Date;Case Number\r\nR 7;$5.00;6/1/2026;C-1\r\n"
    payments, faults = read(text)
    assert faults == []
    assert (payments[0].case, payments[0].cents, payments[0].reference) == ("C-1", 500, "R 7")


def test_a_list_in_an_old_alphabet_is_read() -> None:
    payments, _ = read("case,date,amount,reference\nC-1,6/1/2026,1,Núñez\n".encode("cp1252"))
    assert payments[0].reference == "Núñez"


def test_the_manual_way_reads_no_file() -> None:
    payments, faults = ADAPTERS["manual"].read(io.BytesIO(b"anything"))
    assert payments == []
    assert "Enter it on its case's page" in faults[0].says


# The page


def test_nothing_is_recorded_before_it_was_looked_over(city: Cast, case: Case) -> None:
    before = paid(city, case)
    page = upload(city, 'Case,Date,Amount,Reference\nC-1,6/20/2026,"$1,200.00",R-1\n')
    text = words(page)
    assert page.status_code == 200
    assert "1 new payment, $1,200.00 in all. Nothing is recorded yet" in text
    assert "Sample Foods Co" in text
    assert paid(city, case) == before


def test_what_was_shown_is_what_is_recorded(city: Cast, case: Case) -> None:
    text = 'Case,Date,Amount,Reference\nC-1,6/20/2026,"$1,200.00",R-1\n'
    page = upload(city, text)
    hidden = dict(
        re.findall(r'name="(key|content|name|adapter)" value="([^"]*)"', page.content.decode())
    )
    assert base64.b64decode(hidden["content"]).decode() == text
    done = city.client("finance").post(ADDRESS, hidden, follow=True)
    assert "1 payment recorded, $1,200.00 in all" in words(done)
    assert paid(city, case)[-1] == ("2026-06-20", "1200.00", "Reference R-1")
    with city.scope():
        entry = Entry.objects.filter(kind="paid").latest("n")
        assert json.loads(entry.content)["by"]["role"] == "finance"
        case.refresh_from_db()
        owed = case.owed
    assert f"Owed ${owed / 100:,.2f}" in words(
        city.client("finance").get(f"/city/cases/{case.number}/money/")
    )


def test_the_same_list_twice_adds_nothing(city: Cast, case: Case) -> None:
    text = "case,date,amount\nC-1,6/20/2026,10\nC-1,6/21/2026,20\n"
    confirm(city, text)
    first = kinds_of(city, case)
    again = confirm(city, text)
    assert kinds_of(city, case) == first
    assert "2 rows recorded before, once" in words(again)
    shown = words(upload(city, text))
    assert "0 new payments" in shown
    assert "from this very file" in shown


def test_without_the_key_the_same_list_would_be_recorded_twice(city: Cast, case: Case) -> None:
    """The harm without the guard: another key, the same payment again."""
    new = recording.New("paid", {"date": "2026-06-20", "amount": "10.00"})
    with city.scope():
        recording.record(case, [new], city.actor("finance"), key="one")
        recording.record(case, [new], city.actor("finance"), key="two")
    assert len([row for row in paid(city, case) if row[1] == "10.00"]) == 2


def test_a_reference_on_record_is_shown_as_a_repeat(city: Cast, case: Case) -> None:
    confirm(city, "case,date,amount,reference\nC-1,6/20/2026,10,R-1\n")
    longer = "case,date,amount,reference\nC-1,6/20/2026,10,r-1\nC-1,6/22/2026,30,R-2\n"
    shown = words(upload(city, longer))
    assert "1 new payment, $30.00" in shown
    assert "Its reference is there already, in case C-1" in shown
    confirm(city, longer)
    assert [row[1] for row in paid(city, case)][-2:] == ["10.00", "30.00"]


def test_a_reference_twice_in_one_list_counts_once(city: Cast, case: Case) -> None:
    text = "case,date,amount,reference\nC-1,6/20/2026,10,R-1\nC-1,6/20/2026,10,R-1\n"
    assert "in row 2 of this list" in words(upload(city, text))
    confirm(city, text)
    assert len(paid(city, case)) == 2  # one of the worked case, one of the list


def test_the_reference_of_a_voided_payment_is_free_again(city: Cast, case: Case) -> None:
    confirm(city, "case,date,amount,reference\nC-1,6/20/2026,10,R-1\n")
    with city.scope():
        wrong = Entry.objects.filter(kind="paid").latest("n")
    city.record(case, {"event": "voided", "date": "2026-06-21", "entry": f"e{wrong.case_n}"})
    shown = words(upload(city, "case,date,amount,reference\nC-1,6/20/2026,11,R-1\n"))
    assert "1 new payment, $11.00" in shown


def test_a_row_that_only_looks_like_a_payment_on_record_waits_for_a_tick(
    city: Cast, case: Case
) -> None:
    city.record(case, {"event": "paid", "date": "2026-06-20", "amount": "10.00"}, role="finance")
    text = "case,date,amount,reference\nC-1,6/20/2026,10,R-1\n"
    shown = upload(city, text)
    assert "Looks like a payment that is there already" in words(shown)
    confirm(city, text)
    assert len(paid(city, case)) == 2
    confirm(city, text, 2)
    assert len(paid(city, case)) == 3


def test_faulty_rows_are_named_and_the_good_ones_recorded(city: Cast, case: Case) -> None:
    text = (
        "case,date,amount,reference\n"
        "C-1,6/20/2026,10,R-1\n"
        "C-99,6/20/2026,10,R-2\n"
        "C-1,13/20/2026,10,R-3\n"
        "C-1,7/20/2026,10,R-4\n"
        "C-1,1/2/2026,10,R-5\n"
    )
    shown = words(upload(city, text))
    assert "Rows with a fault: 4" in shown
    assert "No case has this number" in shown
    assert "lies ahead" in shown
    assert "before this case began" in shown
    done = words(confirm(city, text))
    assert "1 payment recorded, $10.00 in all" in done
    assert "4 rows left out" in done


def test_the_page_shows_what_the_list_does_to_each_case(city: Cast, case: Case) -> None:
    shown = words(upload(city, "case,date,amount\nc-1,6/20/2026,9000\nC-1,6/21/2026,1000\n"))
    assert "is more than is owed" in shown
    assert "release the lien" not in shown
    assert "2 new payments, $10,000.00" in shown


def test_a_case_of_another_town_is_no_case_here(city: Cast, case: Case) -> None:
    other = found_town("other")
    other.case(
        {"event": "violation_observed", "date": "2026-05-01", "kind": "maintenance"}, number="O-1"
    )
    text = "case,date,amount\nO-1,6/20/2026,10\n"
    assert "No case has this number" in words(upload(city, text))
    confirm(city, text)
    with other.scope():
        assert not Entry.objects.filter(kind="paid").exists()


@pytest.mark.parametrize("role", ["inspector", "auditor", "attorney", "hearing_officer"])
def test_only_finance_takes_in_a_list(city: Cast, case: Case, role: str) -> None:
    text = "case,date,amount\nC-1,6/20/2026,10\n"
    assert upload(city, text, role).status_code == 403
    assert confirm(city, text, role=role).status_code == 403
    assert len(paid(city, case)) == 1
    assert "Lists are taken in by finance" in words(city.client(role).get(ADDRESS))


def test_a_file_that_can_not_be_read_goes_back_to_its_field(city: Cast) -> None:
    page = upload(city, "number,when,sum\n1,2,3\n")
    assert page.status_code == 422
    assert "No column is headed case or date or amount" in words(page)
    empty = city.client("finance").post(ADDRESS, {"key": "any"})
    assert empty.status_code == 422
    assert "Choose the file with the list of payments" in words(empty)


def test_a_list_that_was_damaged_on_its_way_records_nothing(city: Cast, case: Case) -> None:
    sent = {"key": "any", "content": "%%%", "name": "x", "adapter": "csv"}
    page = city.client("finance").post(ADDRESS, sent)
    assert page.status_code == 422
    assert "damaged on its way" in words(page)
    sent = {"key": "any", "content": "YQ==", "name": "x", "adapter": "manual"}
    assert city.client("finance").post(ADDRESS, sent).status_code == 422
    assert len(paid(city, case)) == 1


def test_what_stands_in_a_list_is_never_run(city: Cast, case: Case) -> None:
    page = upload(
        city, 'case,date,amount,reference\n<script>alert(1)</script>,6/20/2026,10,"=1+1"\n'
    )
    assert b"<script>alert" not in page.content
    assert b"&lt;script&gt;alert" in page.content


def test_a_payment_at_the_counter_goes_to_the_page_of_its_case(city: Cast, case: Case) -> None:
    found = city.client("finance").get(ADDRESS + "?case=c-1")
    assert found.status_code == 302
    assert found.headers["Location"] == "/city/cases/C-1/acts/paid/"
    assert "No case has this number" in words(city.client("finance").get(ADDRESS + "?case=C-77"))


def test_a_row_refused_at_the_last_moment_is_told(
    city: Cast, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> None:
        raise Refused((Fault("amount", "the law refuses this row", "refused"),))

    monkeypatch.setattr(recording, "record", refuse)
    page = confirm(city, "case,date,amount\nC-1,6/20/2026,10\n")
    assert page.status_code == 422
    assert "Row 2, case C-1: the law refuses this row" in words(page)
    assert len(paid(city, case)) == 1
