"""Rows cut into spans, and threads that hold no lock: kept for the next call, one pool a number."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
Span = tuple[int, int]
ROUND, EACH = 64, 8  # a span is so many rows times any number; so many spans a thread


@lru_cache(maxsize=4)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "docket")


# A child of a fork has the pool and none of its threads: it must make its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


def spans(size: int, threads: int, least: int, many: int = EACH) -> list[Span]:
    """Rows cut into spans of at least so many, and ``many`` a thread where there are enough."""
    step = max(least, -(-size // (ROUND * many * max(threads, 1))) * ROUND)
    return [(first, min(first + step, size)) for first in range(0, size, step)]


def each(work: Callable[[Span], T], parts: list[Span], threads: int) -> list[T]:
    """What the work gives for each span, in their order. The calling thread does its share.

    Whoever is done takes the next span, so that no thread waits long for another.
    """
    if threads <= 1 or len(parts) <= 1:
        return [work(part) for part in parts]
    found: list[Any] = [None] * len(parts)
    left = deque(enumerate(parts))

    def take() -> None:
        while left:
            try:
                place, part = left.popleft()
            except IndexError:  # another thread took the last one
                return
            found[place] = work(part)

    others = [_pool(threads - 1).submit(take) for _ in range(threads - 1)]
    try:
        take()
    finally:
        for other in others:
            other.result()
    return found
