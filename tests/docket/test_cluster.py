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
from collections.abc import Callable, Iterator
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
    nannies = list(cluster.workers.values())
    first = nannies[0].pid
    killed: list[int] = []

    def watch(what: str, done: int, of: int) -> None:
        if what == "Assessing" and done > 5 and not killed:
            killed.append(first)
            os.kill(first, signal.SIGKILL)

    how = How(part_rows=20, outcomes=outcomes_of(cluster.scheduler_address), watch=watch)
    report = assessed(docket, tmp_path / "out", how)
    assert killed == [first]
    assert _until(lambda: nannies[0].pid not in (None, first)), "the worker lived on"
    assert report["cases"] == {"given": 60, "assessed": 60, "set_aside": 0}
    answered = [(row["town"], row["case"]) for row in rows_of(tmp_path / "out")]
    assert len(answered) == len(set(answered)) == 60
    assert contents(tmp_path / "out") == wanted


def _until(holds: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether something comes to hold within some seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def halting(tmp_path: Path) -> Path:
    """A plugin for workers: who begins a part is written down, and after the first three parts the
    worker that began the very first halts in the middle of its next one, until it is killed."""
    plugin = tmp_path / "halting.py"
    plugin.write_text(
        textwrap.dedent(f"""\
        import os, time
        from outfall.docket import running

        real = running.cases_of

        def halting(part):
            with open({str(tmp_path / "begun")!r}, "a+") as log:
                log.write(f"{{os.getpid()}} {{part.number}}\\n")
                log.flush()
                log.seek(0)
                begun = log.read().splitlines()
            if len(begun) > 3 and begun[0].split()[0] == str(os.getpid()):
                time.sleep(60)
            time.sleep(0.1)
            yield from real(part)

        def dask_setup(worker):
            running.cases_of = halting
        """)
    )
    return plugin


def _begun(folder: Path) -> list[tuple[int, int]]:
    """The process and the number of each part that was begun, in that order."""
    log = folder / "begun"
    lines = log.read_text().splitlines() if log.exists() else []
    return [(int(pid), int(part)) for pid, part in map(str.split, lines)]


def _kills(folder: Path) -> threading.Thread:
    """Kills the worker that halts, once it does."""

    def kill() -> None:
        def halts() -> bool:
            begun = _begun(folder)
            return any(pid == begun[0][0] for pid, _ in begun[3:])

        if _until(halts):
            os.kill(_begun(folder)[0][0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    return killer


def _is_killed(workers: list[subprocess.Popen[bytes]], pid: int) -> None:
    """One worker, and it alone, has been killed."""
    (victim,) = [worker for worker in workers if worker.pid == pid]
    assert victim.wait(timeout=10) == -signal.SIGKILL
    assert [worker.poll() for worker in workers if worker is not victim] == [None]


def test_a_worker_killed_in_the_middle_of_a_part_loses_nothing(
    docket: Path, wanted: dict[str, bytes], tmp_path: Path, halting: Path
) -> None:
    """The part that it had begun is begun again by the other one."""
    with _cluster_of_commands(tmp_path, halting) as (address, workers):
        killer = _kills(tmp_path)
        how = How(part_rows=60, outcomes=outcomes_of(address))
        assessed(docket, tmp_path / "out", how)
        killer.join()
        begun = _begun(tmp_path)
        _is_killed(workers, begun[0][0])
    (other,) = {worker.pid for worker in workers} - {begun[0][0]}
    halted = [part for pid, part in begun if pid != other][-1]
    assert [pid for pid, part in begun if part == halted] == [begun[0][0], other]
    assert contents(tmp_path / "out") == wanted


def test_without_giving_its_part_to_another_the_same_kill_leaves_no_result(
    docket: Path, tmp_path: Path, halting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the kill costs a part. What is left then is a refusal, and never a half."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with _cluster_of_commands(tmp_path, halting) as (address, workers):
        killer = _kills(tmp_path)
        how = How(part_rows=60, outcomes=outcomes_of(address))
        with pytest.raises(Refused) as refused:
            assessed(docket, tmp_path / "out", how)
        assert [fault.code for fault in refused.value.faults] == ["workers-die"]
        killer.join()
        _is_killed(workers, _begun(tmp_path)[0][0])
    assert not (tmp_path / "out").exists()


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
