"""The parts of a docket worked through by a Dask cluster, where one machine is not enough.

The cluster gets what a process of this machine gets: one part each, whole cases by their town and
number, so that nothing is shuffled. Its workers read the part's file and put the outcome beside it,
on a disk that all of them see. A worker that dies loses nothing, for Dask gives its part to
another; it doubles nothing, for an outcome is one file under the part's name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

from outfall.docket.laws import Setup
from outfall.docket.parts import Part
from outfall.docket.working import Done, work
from outfall.law.faults import Fault, Refused

AHEAD = 3
"""Parts that wait for each worker beyond the one it works on: few, so that disks stay small."""
RETRIES = 5
SECONDS = 30


def outcomes_of(address: str) -> Callable[[Setup, list[Part], int], Iterator[Done]]:
    """How a cluster at an address works through parts; ``Refused`` where Dask is not installed."""
    if find_spec("distributed") is None:
        says = "Dask is not installed. Install it: pip install outfall[cluster]"
        raise Refused((Fault("--cluster", says, "cluster-missing"),))

    def outcomes(setup: Setup, parts: list[Part], workers: int) -> Iterator[Done]:
        from distributed import Client

        try:
            client: Any = Client(address, timeout=SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            told = " ".join(str(error).split())[:200]
            says = f"no Dask scheduler answers there ({told}). Start one, and check the address"
            raise Refused((Fault(f"--cluster {address}", says, "no-cluster"),)) from None
        with client:
            yield from _ask(client, setup, parts)

    return outcomes


def _ask(client: Any, setup: Setup, parts: list[Part]) -> Iterator[Done]:
    """The outcomes in the order of the parts; a few parts ahead of what is taken are asked for."""
    from distributed import CancelledError, KilledWorker

    run = uuid4().hex
    waiting: deque[Any] = deque()
    left = iter(parts)
    try:
        while True:
            most = AHEAD * max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)
            while len(waiting) <= most and (part := next(left, None)) is not None:
                key = f"outfall-{run}-{part.number:06d}"
                waiting.append(
                    client.submit(work, setup, part, key=key, pure=False, retries=RETRIES)
                )
            if not waiting:
                return
            done: Done = waiting.popleft().result()
            yield done
    except (KilledWorker, CancelledError) as error:
        told = " ".join(str(error).split())[:200]
        says = f"its workers die again and again ({told}). Give them more memory"
        raise Refused((Fault("--cluster", says, "workers-die"),)) from None
    finally:
        client.cancel(list(waiting))
