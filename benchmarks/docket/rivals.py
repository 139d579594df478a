"""All engines but the product's own."""

from __future__ import annotations

from .asked import Engine
from .duckdb_rules import DuckDB
from .kernel import Kernel
from .numpy_rules import NumPy
from .openfisca_rules import OpenFisca
from .plain import Plain
from .polars_rules import Polars
from .zen_rules import Zen


def rivals() -> list[Engine]:
    """Each once, or for each number of threads, in the order of their tables."""
    found: list[Engine] = [Kernel(1), Kernel(2), NumPy(), Polars(), DuckDB(1), DuckDB(2)]
    return [*found, OpenFisca(), OpenFisca(kept=True), Plain(), Zen()]
