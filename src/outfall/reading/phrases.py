"""Patterns as lists of the ways in which law says a thing, one a line."""

from __future__ import annotations

import re

__all__ = ["ways"]


def ways(*said: str, before: str = r"\b", after: str = r"\b") -> re.Pattern[str]:
    r"""One pattern of many ways: each is a regular expression in which a blank is any blank space.

    ``before`` and ``after`` stand around all of them, the bounds of a word mostly.

    >>> bool(ways("up to", r"at (?:the )?most").search("a fine of at  most $5"))
    True
    >>> bool(ways("fines?").search("confine"))
    False
    """
    spaced = (re.sub(r" (?![?*+{])", r"\\s+", way) for way in said)
    return re.compile(f"{before}(?:{'|'.join(spaced)}){after}", re.IGNORECASE)
