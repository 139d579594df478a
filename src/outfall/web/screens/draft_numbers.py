"""Figures as people type them into the pages of a draft, and the page on which a paragraph is."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from outfall.reading.fields import WHOLE, out_of_range


def number_of(text: str, unit: str) -> tuple[int | Decimal | None, str]:
    """A typed number of a unit, and what is wrong with it; no number where something is.

    >>> number_of("$1,000.50", "usd"), number_of("15", "days")
    ((Decimal('1000.50'), ''), (15, ''))
    >>> number_of("soon", "days")
    (None, 'soon is not a number. Write one such as 15 or 1000.50.')
    """
    said = text.strip().lstrip("$").removesuffix("%").replace(",", "").strip()
    try:
        figure = Decimal(said)
    except InvalidOperation:
        return None, f"{text.strip()} is not a number. Write one such as 15 or 1000.50."
    if trouble := out_of_range(figure, unit):
        return None, trouble
    whole = unit in WHOLE or figure == figure.to_integral_value()
    return (int(figure) if whole else figure), ""


def place_of(paragraph: int, a_page: int) -> str:
    """The query of the page of a draft on which a paragraph stands.

    >>> place_of(3, 60), place_of(60, 60)
    ('', '?page=2')
    """
    page = 1 + paragraph // a_page
    return f"?page={page}" if page > 1 else ""
