"""Payments at the counter: each is entered by hand on its case's own page."""

from __future__ import annotations

from typing import BinaryIO

from outfall.web.payments.adapter import Payment, RowFault


class Manual:
    """Reads no file: the page of the act is its way in."""

    name = "manual"
    says = "One payment at the counter: entered on the case's own page, under Money."
    upload = False

    def read(self, file: BinaryIO) -> tuple[list[Payment], list[RowFault]]:
        """Nothing, and the way to go instead."""
        says = "A payment at the counter has no file. Enter it on its case's page, under Money."
        return [], [RowFault(0, "", says)]
