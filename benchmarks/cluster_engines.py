"""The engines that a docket past one machine could be given to, each behind the same function.

``begin(workers, retries)`` starts an engine and gives its ``outcomes``, a function of the type that
``outfall.docket.cluster`` has: parts in, outcomes in the order of the parts out. Each engine asks
for what its own guide recommends for such work, gives one processor to a task, and is told how
often a task may be lost; ``retries`` off is the control, in which a killed worker must do harm.

Each engine stands here twice: with workers of one machine, of which a process is killed and begun
again by the engine; and as several machines would be, where the whole of one is killed and stays
away. Both stand on this one machine: no network is measured.
"""

# ruff: noqa: PLC0415 -- an engine is imported where it is asked for, and timed with its start

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import cluster_work
from cluster_process import family, parent

from outfall.docket import cluster, working
from outfall.docket.laws import Setup
from outfall.docket.parts import Part
from outfall.docket.working import Done

Outcomes = Callable[[Setup, list[Part], int], Iterator[Done]]
RETRIES = 5
SECONDS = 60


@contextmanager
def own(workers: int, retries: bool) -> Iterator[Outcomes]:
    """Processes of this machine, begun anew with each docket."""
    working.work = cluster_work.work
    if not retries:
        working.DEATHS_MOST = 0
    yield working.outcomes


@contextmanager
def dask(workers: int, retries: bool) -> Iterator[Outcomes]:
    """A scheduler and processes that work, each with a nanny that begins it again."""
    import dask.config
    from distributed import LocalCluster

    cluster.work = cluster_work.work
    if not retries:
        dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as made:  # fmt: skip
        made.wait_for_workers(workers)
        yield cluster.outcomes_of(made.scheduler_address)


@contextmanager
def dask_nodes(workers: int, retries: bool) -> Iterator[Outcomes]:
    """A scheduler and workers begun by Dask's own commands; nobody begins a dead one again."""
    from distributed import Client

    cluster.work = cluster_work.work
    allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "3" if retries else "0"}
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        told = folder / "scheduler.json"
        command = (sys.executable, "-m")

        def begin(*words: str) -> None:
            silent = subprocess.DEVNULL
            begun = subprocess.Popen(
                (*command, *words), stdout=silent, stderr=silent, env={**os.environ, **allowed}
            )
            running.callback(begun.wait)
            running.callback(begun.kill)

        begin("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
              "--no-dashboard", "--scheduler-file", str(told))  # fmt: skip
        for n in range(workers):
            begin("distributed.cli.dask_worker", "--scheduler-file", str(told), "--no-nanny",
                  "--nthreads", "1", "--no-dashboard", "--local-directory",
                  str(folder / f"worker-{n}"))  # fmt: skip
        until = time.monotonic() + SECONDS
        while not (told.exists() and told.read_text(encoding="utf-8").strip()):
            if time.monotonic() > until:
                raise TimeoutError("the scheduler does not begin")
            time.sleep(0.02)
        address = json.loads(told.read_text(encoding="utf-8"))["address"]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=SECONDS)
        yield cluster.outcomes_of(address)


@contextmanager
def ray(workers: int, retries: bool, *, nodes: bool = False) -> Iterator[Outcomes]:
    """Tasks of Ray's, as many ahead as Dask is given."""
    import ray

    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    with ExitStack() as running:
        if nodes:
            from ray.cluster_utils import Cluster

            made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
            running.callback(made.shutdown)
            for _ in range(workers):
                made.add_node(num_cpus=1, object_store_memory=10**8)
            made.wait_for_nodes()
            ray.init(address=made.address, **quiet)
        else:
            ray.init(num_cpus=workers, include_dashboard=False, **quiet)
        running.callback(ray.shutdown)
        remote = ray.remote(num_cpus=1, max_retries=RETRIES if retries else 0)(cluster_work.work)

        def outcomes(setup: Setup, parts: list[Part], workers: int) -> Iterator[Done]:
            every, told = iter(parts), ray.put(setup)
            ahead = cluster.AHEAD * workers + 1
            waiting = deque(remote.remote(told, part) for part in islice(every, ahead))
            while waiting:
                done: Done = ray.get(waiting.popleft())
                waiting.extend(remote.remote(told, part) for part in islice(every, 1))
                yield done

        yield outcomes


def _each(setup: Setup, parts: Iterator[Part]) -> Iterator[Done]:
    return (cluster_work.work(setup, part) for part in parts)


@contextmanager
def spark(workers: int, retries: bool, *, executors: bool = False) -> Iterator[Outcomes]:
    """One partition for each part. The outcomes come all at once: Spark gives those of a job in
    order only when it is over, or else works through one partition after another."""
    from pyspark import SparkConf, SparkContext

    os.environ["PYSPARK_PYTHON"] = sys.executable
    lost = RETRIES if retries else 1
    # A master of its own machine has how often a task may be lost in its address.
    master = f"local-cluster[{workers},1,1024]" if executors else f"local[{workers},{lost}]"
    conf = SparkConf().setMaster(master).setAppName("outfall")
    for name, value in {
        "spark.ui.enabled": "false", "spark.task.maxFailures": str(lost),
        "spark.python.unix.domain.socket.enabled": "true",  # or each task waits
        "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "spark.log.level": "OFF", "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }.items():  # fmt: skip
        conf.set(name, value)
    context = SparkContext(conf=conf)
    try:

        def outcomes(setup: Setup, parts: list[Part], workers: int) -> Iterator[Done]:
            rows = context.parallelize(parts, len(parts)).mapPartitions(partial(_each, setup))
            yield from rows.collect()

        yield outcomes
    finally:
        context.stop()


def _alone(pid: int) -> list[int]:
    return [pid]


def _node_of_ray(pid: int) -> list[int]:
    """A worker's machine as Ray sees one: its raylet, and all that it began."""
    return family(parent(pid))


def _executor(pid: int) -> list[int]:
    """A worker's machine as Spark sees one: its executor, and all that it began."""
    return family(parent(parent(pid)))


@dataclass(frozen=True, slots=True)
class Engine:
    """How an engine begins, the package that brings it (empty: none), and which processes die
    with a worker that is killed."""

    begin: Callable[[int, bool], AbstractContextManager[Outcomes]]
    package: str
    with_it: Callable[[int], list[int]] = _alone

    @property
    def is_installed(self) -> bool:
        return not self.package or find_spec(self.package) is not None

    def kill(self, pid: int) -> None:
        """Kill a worker, at once and without a word."""
        for each in self.with_it(pid):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)


ENGINES = {
    "own pool": Engine(own, ""),
    "Dask": Engine(dask, "distributed"),
    "Ray": Engine(ray, "ray"),
    "Spark": Engine(spark, "pyspark"),
    "Dask, nodes": Engine(dask_nodes, "distributed"),
    "Ray, nodes": Engine(partial(ray, nodes=True), "ray", _node_of_ray),
    "Spark, nodes": Engine(partial(spark, executors=True), "pyspark", _executor),
}
