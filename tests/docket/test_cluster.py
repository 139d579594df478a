"""Past one machine: a Dask cluster of processes gives the same bytes, also when one dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

distributed = pytest.importorskip("distributed")

from tests.docket.dockets import ON, assessed, contents, document, packed, rows_of  # noqa: E402

from outfall.docket.assessing import How  # noqa: E402
from outfall.docket.cluster import outcomes_of  # noqa: E402
from outfall.docket.laws import Setup  # noqa: E402
from outfall.docket.parts import cut, survey  # noqa: E402
from outfall.docket.tables import open_docket  # noqa: E402
from outfall.docket.working import work  # noqa: E402
from outfall.law.faults import Refused  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [document(n) for n in range(60)]

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(scope="module")
def docket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed(tmp_path_factory.mktemp("docket") / "in", DOCUMENTS)


@pytest.fixture(scope="module")
def wanted(docket: Path) -> dict[str, bytes]:
    assessed(docket, docket.parent / "wanted")
    return contents(docket.parent / "wanted")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each a process of its own."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_cluster_gives_the_same_bytes(
    cluster: Any, docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    outcomes = outcomes_of(cluster.scheduler_address)
    assessed(docket, tmp_path / "out", How(part_rows=40, outcomes=outcomes))
    assert contents(tmp_path / "out") == wanted


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    cluster: Any, docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    """A worker is killed as soon as some parts are done; its new one and the other go on."""
    pids = [worker.pid for worker in cluster.workers.values()]
    killed: list[int] = []

    def watch(what: str, done: int, of: int) -> None:
        if what == "Assessing" and done > 5 and not killed:
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    how = How(part_rows=20, outcomes=outcomes_of(cluster.scheduler_address), watch=watch)
    report = assessed(docket, tmp_path / "out", how)
    assert killed
    assert report["cases"] == {"given": 60, "assessed": 60, "set_aside": 0}
    answered = [(row["town"], row["case"]) for row in rows_of(tmp_path / "out")]
    assert len(answered) == len(set(answered)) == 60
    assert contents(tmp_path / "out") == wanted


def test_a_worker_killed_in_the_middle_of_a_part_loses_nothing(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    """Each part waits a little, so that the kill certainly falls into one that is under way."""
    plugin = tmp_path / "slow.py"
    plugin.write_text(
        textwrap.dedent(f"""\
        import os, time
        from outfall.docket import running

        real = running.cases_of

        def slow(part):
            with open({str(tmp_path / "begun")!r}, "a") as log:
                log.write(f"{{os.getpid()}} {{part.number}}\\n")
            time.sleep(0.3)
            yield from real(part)

        def dask_setup(worker):
            running.cases_of = slow
        """)
    )
    with _cluster_of_commands(tmp_path, plugin) as (address, workers):
        begun = tmp_path / "begun"

        def kill() -> None:
            while not begun.exists() or len(begun.read_text().splitlines()) < 3:
                time.sleep(0.05)
            time.sleep(0.1)
            os.kill(workers[0].pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        how = How(part_rows=60, outcomes=outcomes_of(address))
        assessed(docket, tmp_path / "out", how)
        killer.join()
        workers[0].wait(timeout=10)
        parts = [line.split()[1] for line in begun.read_text().splitlines()]
    assert len(parts) > len(set(parts)), "no part was begun twice: the kill fell between two"
    assert contents(tmp_path / "out") == wanted


class _cluster_of_commands:
    """A scheduler and two workers begun by Dask's own commands, as on several machines."""

    def __init__(self, folder: Path, preload: Path) -> None:
        self.folder, self.preload = folder, preload
        self.running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> tuple[str, list[subprocess.Popen[bytes]]]:
        told = self.folder / "scheduler.json"
        self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                    "--scheduler-file", str(told))  # fmt: skip
        for _ in range(200):
            if told.exists() and told.read_text().strip():
                break
            time.sleep(0.1)
        workers = [
            self._begin(
                "worker", "--scheduler-file", str(told), "--no-nanny", "--nthreads", "1",
                "--no-dashboard", "--preload", str(self.preload),
                "--local-directory", str(self.folder / f"w{n}"),
            )
            for n in range(2)
        ]  # fmt: skip
        address: str = json.loads(told.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        return address, workers

    def _begin(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        begun = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *options],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.running.append(begun)
        return begun

    def __exit__(self, *error: object) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()


def test_an_address_without_a_scheduler_is_refused(
    docket: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outfall.docket.cluster.SECONDS", 1)
    how = How(outcomes=outcomes_of("tcp://127.0.0.1:9"))
    with pytest.raises(Refused) as refused:
        assessed(docket, tmp_path / "out", how)
    assert [fault.code for fault in refused.value.faults] == ["no-cluster"]
    assert not (tmp_path / "out").exists()


def test_the_flag_of_the_command_asks_the_cluster(
    cluster: Any, docket: Path, wanted: dict[str, bytes], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "outfall", "docket", "assess", str(docket),
               "-o", str(tmp_path / "out"), "--on", str(ON), "--part-rows", "100",
               "--engine", "assess", "--cluster", cluster.scheduler_address]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(tmp_path / "out") == wanted


def test_an_outcome_put_in_place_twice_is_there_once(docket: Path, tmp_path: Path) -> None:
    """What a worker does again after it was given up is the same file, under the same name."""
    tables = open_docket(docket)
    (part,) = cut(
        tables, survey(tables, lambda rows: None).bounds(10**9), tmp_path, lambda *row: None,
        lambda rows: None,
    )  # fmt: skip
    first = work(Setup(ON, docket), part)
    held = contents(tmp_path)
    assert work(Setup(ON, docket), part) == first
    assert contents(tmp_path) == held
    part.remove()
    with pytest.raises(FileNotFoundError):
        work(Setup(ON, docket), part)
