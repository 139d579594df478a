"""Every word of the vocabulary that these families own is found in some invented text."""

from __future__ import annotations

import pytest
from tests.reading import test_liens, test_notices, test_penalties, test_remedies, test_tiers

from outfall.reading.vocabulary import WHAT

KINDS = ("penalty", "tier", "imprisonment", "lien", "notice_element", "stay", "remedy")
TABLES = (test_penalties, test_tiers, test_notices, test_liens, test_remedies)
FOUND = {said.split()[0] for table in TABLES for _, facts in table.TEXTS for said in facts}


@pytest.mark.parametrize("what", [what for kind in KINDS for what in WHAT[kind]])
def test_some_text_says_it(what: str) -> None:
    assert what in FOUND
