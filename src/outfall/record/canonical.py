"""The one spelling of plain data, and its digest: what a chain is made of never changes its bytes.

JSON of one line: keys in the order of their code points, no space, UTF-8, nothing escaped but
quotation marks, backslashes and control characters. Whole numbers only, of at most 53 bits, so
that every language reads the same. Frozen: another spelling would be another format.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

WHOLE_MOST = 2**53 - 1
DEPTH_MOST = 64

spelled = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode
"""The spelling of data that is known to be plain, as text."""


def canonical(value: Any) -> bytes:
    """The one spelling of plain data: objects, lists, text, whole numbers, true, false, null.

    Raises ``TypeError`` for data of another type, such as a fraction or a key that is no text;
    ``ValueError`` for a number or a depth beyond the bounds, and for half a character.

    >>> canonical({"b": 1, "a": "é"})
    b'{"a":"\\xc3\\xa9","b":1}'
    >>> canonical(0.5)
    Traceback (most recent call last):
    TypeError: float has no canonical spelling
    """
    _plain(value, DEPTH_MOST)
    return spelled(value).encode("utf-8")


def digest(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal.

    >>> digest(b"")[:16]
    'e3b0c44298fc1c14'
    """
    return hashlib.sha256(data).hexdigest()


def _plain(value: Any, depth: int) -> None:
    kind = type(value)
    if value is None or kind is str or kind is bool:
        return
    if kind is int:
        if not -WHOLE_MOST <= value <= WHOLE_MOST:
            raise ValueError("a number has more than 53 bits")
    elif kind is not dict and kind is not list:
        raise TypeError(f"{kind.__name__} has no canonical spelling")
    elif depth == 0:
        raise ValueError(f"lists and objects are more than {DEPTH_MOST} deep")
    elif kind is list:
        for item in value:
            _plain(item, depth - 1)
    else:
        for name, item in value.items():
            if type(name) is not str:
                raise TypeError(f"a key is {type(name).__name__}, and no text")
            _plain(item, depth - 1)
