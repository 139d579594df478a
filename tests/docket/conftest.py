"""What of the docket's tests takes minutes: plans become machine code, processes are killed.

They are run by ``make equality``; ``make test`` leaves them out.
"""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
APART = {"test_equality", "test_evaluate", "test_hand_over", "test_arrow", "test_cluster"} | {
    "test_crash",
    "test_plain_path_bytes",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        is_engine = item.name.startswith("test_the_engine_changes_nothing")
        if item.path.parent == HERE and (item.path.stem in APART or is_engine):
            item.add_marker(pytest.mark.apart)
