"""How payments come in: one at a time at the counter, or as a list of the town's receiver."""

from __future__ import annotations

from outfall.web.payments.adapter import Adapter, Payment, RowFault
from outfall.web.payments.csv_import import CsvImport
from outfall.web.payments.manual import Manual

ADAPTERS: dict[str, Adapter] = {adapter.name: adapter for adapter in (Manual(), CsvImport())}

__all__ = ["ADAPTERS", "Adapter", "Payment", "RowFault"]
