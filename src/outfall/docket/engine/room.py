"""Room for results: memory that the last results had is given to the next ones.

A system gives new memory page by page, each one emptied first, and that takes a good part of the
time that the law does. So what no results use any longer is kept for the next ones, up to ``MOST``
bytes in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any
from weakref import finalize

import numpy as np
import numpy.typing as npt

MOST, LEAST = 512 << 20, 1 << 20
_Bytes = npt.NDArray[np.uint8]
_free: dict[int, _Bytes] = {}


def room(shape: Sequence[int], kind: type[np.generic]) -> npt.NDArray[Any]:
    """An array of this shape; what it holds is anything, and has to be put down."""
    size = prod(shape) * np.dtype(kind).itemsize
    if not LEAST <= size <= MOST:
        return np.empty(shape, kind)
    whole = _taken(size)
    # Every view of it holds this array, whose own memory is held by ``whole`` alone.
    owner = np.frombuffer(whole.data, np.uint8)
    finalize(owner, _give, whole).atexit = False
    return owner[:size].view(kind).reshape(shape)


def _taken(size: int) -> _Bytes:
    for key, one in sorted(_free.items(), key=lambda item: len(item[1])):
        if size <= len(one) <= 2 * size and _free.pop(key, None) is not None:
            return one
    return np.empty(size, np.uint8)


def _give(whole: _Bytes) -> None:
    """Keep memory that nothing uses any longer; the oldest goes where there is too much.

    It can be called amid anything, so it takes no lock: each step on the dictionary is one.
    """
    _free[id(whole)] = whole
    for key in list(_free):
        if sum(map(len, list(_free.values()))) <= MOST:
            break
        _free.pop(key, None)
