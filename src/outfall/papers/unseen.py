"""Characters that a paper must not carry: nobody sees them, and they change what is seen.

A right-to-left override shows ``0001`` where ``1000`` was recorded. Arabic and Hebrew need none of
them: their letters have their direction of their own, and the marks that their writers use pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from outfall.files.nodes import UNSEEN
from outfall.law.case import Case
from outfall.law.faults import Fault
from outfall.papers.record import plain

# Embeddings, overrides and isolates; the tags that nothing shows.
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def hidden(text: str) -> str:
    """The first such character of a text, as its number; nothing where it has none.

    >>> hidden("Pump Station 7"), hidden("7\\u202e01")
    ('', 'U+202E')
    """
    found = TURNING.search(text) or UNSEEN.search(text)
    return f"U+{ord(found[0][0]):04X}" if found else ""


def unseen(case: Case) -> Iterator[Fault]:
    """Each text of a case that has such a character, at its place in the file."""
    yield from _walked("place", dict(case.place))
    for n, party in enumerate(case.parties):
        yield from _walked(f"parties[{n}]", plain(party))
    for event in case.events:
        yield from _walked(f"events[{event.place}]", {**plain(event), "paper": dict(event.paper)})


def _walked(where: str, value: Any) -> Iterator[Fault]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _walked(f"{where}.{name}", item)
    elif isinstance(value, list | tuple):
        for n, item in enumerate(value):
            yield from _walked(f"{where}[{n}]", item)
    elif isinstance(value, str) and (code := hidden(value)):
        says = f"this holds {code}, which is invisible and changes what is read. Take it out"
        yield Fault(where, says, "unseen-character")
