"""A list of payments as CSV, as a town's receiver of taxes can export it from any program.

Columns are known by their heads, in any order; days and amounts are read in the forms that people
here write. What could be read in two ways is not guessed at but named.
"""

from __future__ import annotations

import csv
import io
import re
from datetime import date, datetime
from typing import BinaryIO

from outfall.papers.tables import stored
from outfall.papers.unseen import hidden
from outfall.web.payments.adapter import Payment, RowFault

BYTES_MOST = 2_000_000
ROWS_MOST = 500
CENTS_MOST = 10_000_000_00
YEAR_FIRST = 1990
HEADS = {
    "case": ("case", "casenumber", "caseno", "case#", "file", "filenumber", "account"),
    "date": ("date", "paidon", "datepaid", "paymentdate", "receiveddate", "received", "posted"),
    "amount": ("amount", "paid", "amountpaid", "payment", "total", "paymentamount"),
    "reference": (
        "reference", "ref", "receipt", "receiptnumber", "receiptno", "receipt#", "check",
        "checknumber", "transaction", "transactionid", "confirmation",
    ),
}  # fmt: skip
NEEDED = ("case", "date", "amount")
_DAYS = (
    "%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%m-%d-%Y", "%m-%d-%y", "%Y/%m/%d",
    "%b %d, %Y", "%B %d, %Y", "%b %d %Y", "%d-%b-%Y", "%d-%b-%y", "%d %b %Y", "%Y%m%d",
)  # fmt: skip
_HOUR = re.compile(r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AaPp][Mm])?Z?$")
_HOLDS = (
    "holds {}, which is invisible and changes what is read. Take it out, and send the list anew."
)
_AMOUNT = re.compile(r"(?:USD)?\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(?:USD)?")


class CsvImport:
    """Reads the receiver's CSV: a column for the case, the day, the amount and the reference."""

    name = "csv"
    says = "A list of payments from the town's receiver, as CSV."
    upload = True

    def read(self, file: BinaryIO) -> tuple[list[Payment], list[RowFault]]:
        """The payments of the list, and every row that can't be used, with the reason."""
        content = file.read(BYTES_MOST + 1)
        if len(content) > BYTES_MOST:
            says = "The file is larger than 2 MB. Split it and send the parts."
            return [], [RowFault(0, "", says)]
        if content[:2] == b"PK" or b"\0" in content[:4096]:
            says = "This is a workbook, not CSV. In the spreadsheet choose Save as, CSV (UTF-8)."
            return [], [RowFault(0, "", says)]
        return _read(_text(content))


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _read(text: str) -> tuple[list[Payment], list[RowFault]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(",;\t|", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        return [], [RowFault(0, "", f"The file can't be read as CSV: {error}. Export it anew.")]
    start = next((n for n, row in enumerate(rows) if any(map(str.strip, row))), None)
    if start is None:
        return [], [RowFault(0, "", "The file is empty. Export the list of payments again.")]
    places, fault = _places(rows[start])
    if fault is not None:
        return [], [fault]
    below = enumerate(rows[start + 1 :], start + 2)
    filled = [(number, row) for number, row in below if any(map(str.strip, row))]
    if not filled:
        return [], [RowFault(0, "", "There is no payment under the heads of the columns.")]
    if len(filled) > ROWS_MOST:
        says = f"The file has {len(filled)} rows, and {ROWS_MOST} are taken at once. Split it."
        return [], [RowFault(0, "", says)]
    faults: list[RowFault] = []
    found = [_payment(number, row, places, faults) for number, row in filled]
    return [payment for payment in found if payment is not None], faults


def _places(heads: list[str]) -> tuple[dict[str, int], RowFault | None]:
    """Which column is which, by its head; a fault where one is not there, or is there twice."""
    if code := next(filter(None, map(hidden, heads)), ""):
        return {}, RowFault(0, "", f"The head of a column {_HOLDS.format(code)}")
    plain = [re.sub(r"[\s_.:-]+", "", stored(head)).casefold() for head in heads]
    places: dict[str, int] = {}
    for name, known in HEADS.items():
        found = [n for n, head in enumerate(plain) if head in known]
        exact = [n for n in found if plain[n] == name]
        if len(found) > 1 and len(exact) != 1:
            twice = " and ".join(heads[n].strip() for n in found)
            says = f"Two columns could be the {name}: {twice}. Rename or remove one of them."
            return {}, RowFault(0, name, says)
        if found:
            places[name] = (exact or found)[0]
    missing = [name for name in NEEDED if name not in places]
    if missing:
        shown = ", ".join(head.strip() for head in heads if head.strip()) or "none"
        says = (
            f"No column is headed {' or '.join(missing)}. The first row must name the columns: "
            f"case, date, amount, reference. It has: {shown[:300]}."
        )
        return {}, RowFault(0, missing[0], says)
    return places, None


def _payment(
    number: int, row: list[str], places: dict[str, int], faults: list[RowFault]
) -> Payment | None:
    """One row as a payment; None with all of its faults named."""
    cell = {n: stored(row[at]).strip() if at < len(row) else "" for n, at in places.items()}
    before = len(faults)
    found = [(name, code) for name, text in cell.items() if (code := hidden(text))]
    if found:
        faults += [RowFault(number, name, f"This {_HOLDS.format(code)}") for name, code in found]
        return None
    if not cell["case"]:
        faults.append(RowFault(number, "case", "No case is named. A payment belongs to one case."))
    day = _day(cell["date"])
    if day is None:
        says = (
            "No day of payment is given."
            if not cell["date"]
            else "This is no day. Write it as 6/1/2026 (month first) or 2026-06-01."
        )
        faults.append(RowFault(number, "date", says, cell["date"]))
    cents, why = _cents(cell["amount"])
    if why:
        faults.append(RowFault(number, "amount", why, cell["amount"]))
    if len(faults) > before or day is None:
        return None
    return Payment(number, cell["case"], day, cents, _one_line(cell.get("reference", "")))


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]


def _day(text: str) -> date | None:
    """A day in the forms that people here write; an hour after it is passed over.

    >>> _day("6/1/2026") == _day("Jun 1, 2026") == _day("2026-06-01 14:05") == date(2026, 6, 1)
    True
    >>> _day("13/1/2026")
    """
    bare = " ".join(_HOUR.sub("", text).split())
    for form in _DAYS:
        try:
            day = datetime.strptime(bare, form).date()  # noqa: DTZ007 -- a day has no zone
        except ValueError:
            continue
        return day if day.year >= YEAR_FIRST else None
    return None


def _cents(text: str) -> tuple[int, str]:
    """Cents of an amount, or why it is none.

    >>> _cents("$1,200.00"), _cents("1200.5")
    ((120000, ''), (120050, ''))
    """
    if not text:
        return 0, "No amount is given."
    if text.startswith(("-", "(", "$-", "-$")):
        return 0, "This is a refund or a correction. Void the payment that it takes back."
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return 0, "This is no amount. Write it as 1200.00 or $1,200.00."
    cents = int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0"))
    if cents == 0:
        return 0, "The amount is nothing. Leave such a row out."
    if cents > CENTS_MOST:
        return 0, "The amount is above $10,000,000. Look whether a digit is too many."
    return cents, ""
