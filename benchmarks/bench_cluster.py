"""One docket by our own processes, by Dask, by Ray and by Spark, each behind the same function.

Method: a docket of invented cases under two ordinances (``scripts/docket_cases.py``) is cut into
parts once. Each round of each engine is a process of its own, in turn with those of the others. It
starts the engine with two workers; works through all parts with workers that know nothing yet, then
again with those that do, looking once at the memory of all processes and at their CPU time, which
a busy machine lengthens least; and works through many tiny parts.
Every outcome is compared by digest with that of a plain loop. Then one worker is killed in the
middle of a part, when a quarter of the parts are done: the figures tell whether all came out, the
same, and how much longer it took. The same kill with retries off is the control: it must do harm.
Medians of five rounds. What an engine needs of disk is that of its packages beyond those of
``outfall[docket]``. An engine that is not installed is left out by name: Ray and Spark are not
among what Outfall is developed with. To measure them, make an environment of your own:

    python -m venv COMPARED && COMPARED/bin/pip install -e '.[docket,cluster]' ray pyspark
    COMPARED/bin/python benchmarks/bench_cluster.py [--cases N] [--rounds N] [--only ENGINE ...]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import cluster_docket
import cluster_work
from cluster_engines import ENGINES, Engine, Outcomes
from cluster_process import family, held, java, used, weight
from harness import OUT, ROOT, machine

from outfall.docket.laws import Setup
from outfall.docket.parts import Part

WORKERS, ROUNDS, MOST_SECONDS = 2, 5, 900
CASES, MANY, TINY = 20_000, 48, 400
PATHS = os.pathsep.join((str(ROOT / "benchmarks"), str(ROOT / "src"), str(ROOT / "scripts")))
Told = dict[str, Any]


def run(outcomes: Outcomes, setup: Setup, parts: list[Part]) -> Told:
    """Work through the parts: seconds, what came out, and seconds a part beyond the work's own."""
    folder = parts[0].folder
    cluster_work.swept(folder)
    begun = time.perf_counter()
    found = list(outcomes(setup, parts, WORKERS))
    seconds = time.perf_counter() - begun
    told = list(cluster_work.spans(cluster_work.lines(folder)))
    first, last = min(begun for _, begun, _ in told), max(end for _, _, end in told)
    own = sum(end - begun for _, begun, end in told) / WORKERS
    return {
        "seconds": seconds,
        "digest": cluster_work.digest(found),
        "numbers": [done.number for done in found],
        "beyond": (last - first - own) / len(parts),
        "workers": sorted({pid for pid, _, _ in told}),
    }


def one_round(place: Path, engine: str) -> Told:
    """One round of one engine."""
    many, tiny = (cluster_docket.read(place, name) for name in ("many", "tiny"))
    begun = time.perf_counter()
    with ENGINES[engine].begin(WORKERS, True) as outcomes:
        started = time.perf_counter() - begun
        cold = run(outcomes, *many)
        memory: dict[int, float] = {}
        look = threading.Timer(cold["seconds"] / 2, lambda: memory.update(_memory()))
        look.start()
        before = used(family(os.getpid()))
        warm = run(outcomes, *many)
        cpu = used(family(os.getpid())) - before
        small = run(outcomes, *tiny)
        look.join()
        ended = time.perf_counter()
    return {
        "start": started,
        "cold": cold["seconds"],
        "warm": warm["seconds"],
        "cpu": cpu,
        "stop": time.perf_counter() - ended,
        "tiny": small["seconds"],
        "beyond": small["beyond"],
        "processes": len(memory),
        "memory": sum(memory.values()),
        "memory_workers": sum(memory.get(pid, 0.0) for pid in warm["workers"]),
        "digests": [cold["digest"], warm["digest"]],
        "tiny_digest": small["digest"],
    }


def _memory() -> dict[int, float]:
    return {pid: held(pid) for pid in family(os.getpid())}


class Killer(threading.Thread):
    """Kills a worker that is in the middle of a part, once a quarter of the parts are done."""

    def __init__(self, engine: Engine, folder: Path, parts: int) -> None:
        super().__init__(daemon=True)
        self.engine, self.folder, self.parts = engine, folder, parts
        self.killed = 0

    def run(self) -> None:
        while not self.killed:
            time.sleep(0.02)
            told = cluster_work.lines(self.folder)
            spans = [end - begun for _, begun, end in cluster_work.spans(told)]
            if len(spans) < self.parts / 4:
                continue
            usual = statistics.median(spans)
            for pid, since in cluster_work.under_way(told).items():
                if 0.2 * usual < time.time() - since < 0.7 * usual:
                    self.engine.kill(pid)
                    self.killed = pid
                    break


def one_kill(place: Path, engine: str, retries: bool) -> Told:
    """A run in which a worker is killed in the middle of a part."""
    setup, parts = cluster_docket.read(place, "many")
    with ENGINES[engine].begin(WORKERS, retries) as outcomes:
        cluster_work.swept(parts[0].folder)
        killer = Killer(ENGINES[engine], parts[0].folder, len(parts))
        killer.start()
        try:
            found = run(outcomes, setup, parts)
        except Exception as error:
            return {"finished": False, "killed": killer.killed, "says": type(error).__name__}
    told = cluster_work.lines(parts[0].folder)
    begun = [line.part for line in told if line.what == "begun"]
    lost = [pid for pid in cluster_work.under_way(told) if pid == killer.killed]
    return {
        "finished": True,
        "killed": killer.killed,
        "in_a_part": bool(lost),
        "seconds": found["seconds"],
        "digest": found["digest"],
        "in_order": found["numbers"] == list(range(len(parts))),
        "begun_again": len(begun) - len(set(begun)),
    }


def child(place: Path, what: str, engine: str) -> Told:
    """What a process of its own finds out; ``failed`` with its last words where it ends otherwise.

    Raises ``SystemExit`` where a round takes so long that something must hang.
    """
    path = os.pathsep.join(filter(None, (PATHS, os.environ.get("PYTHONPATH", ""))))
    out = place / "told.json"
    out.unlink(missing_ok=True)
    command = [sys.executable, __file__, "--child", what, "--only", engine, "--place", str(place)]
    with open(place / "said", "wb") as said:
        done = subprocess.run(
            command, stdout=said, stderr=said, timeout=MOST_SECONDS, check=False,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
    if done.returncode or not out.is_file():
        words = (place / "said").read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"{engine}, {what}: status {done.returncode}\n{words[-3000:]}")
    found: Told = json.loads(out.read_text(encoding="utf-8"))
    return found


def as_child(place: Path, what: str, engine: str) -> None:
    """Do what ``child`` asks, and leave it in a file: what engines print is their own affair."""
    found = one_round(place, engine) if what == "round" else one_kill(place, engine, what == "kill")
    (place / "told.json").write_text(json.dumps(found), encoding="utf-8")


def plain(place: Path, name: str) -> tuple[str, dict[str, float]]:
    """The digest that all must give, and what a plain loop in this process takes."""
    setup, parts = cluster_docket.read(place, name)
    cluster_work.swept(parts[0].folder)
    begun, cpu = time.perf_counter(), time.process_time()
    found = [cluster_work.work(setup, part) for part in parts]
    took = {"seconds": time.perf_counter() - begun, "cpu": time.process_time() - cpu}
    return cluster_work.digest(found), took


def of_engines(place: Path, names: list[str], rounds: int) -> Told:
    """Every engine, round after round, so that what the machine does else meets them all."""
    wanted, alone = plain(place, "many")
    wanted_tiny, _ = plain(place, "tiny")
    told: dict[str, list[Told]] = {name: [] for name in names}
    kills: dict[str, list[Told]] = {name: [] for name in names}
    for number in range(rounds):
        for name in names:
            found = child(place, "round", name)
            assert found.pop("digests") == [wanted, wanted], f"{name} gives other bytes"
            assert found.pop("tiny_digest") == wanted_tiny, f"{name} gives other bytes"
            told[name].append(found)
            killed = child(place, "kill", name)
            if killed["finished"]:
                killed["same"] = killed.pop("digest") == wanted
            kills[name].append(killed)
            took = f"{found['cold']:.2f}, {found['warm']:.2f}, CPU {found['cpu']:.2f}"
            ended = f"killed {killed.get('seconds', 0):.2f}" if killed["finished"] else "lost"
            line = f"round {number + 1} of {rounds}: {name}: {took}; {ended}"
            print(line, file=sys.stderr, flush=True)
    control = {name: child(place, "control", name) for name in names}
    return {
        "loop": alone,
        "engines": {name: _middle(told[name], kills[name], control[name]) for name in names},
    }


def _middle(told: list[Told], kills: list[Told], control: Told) -> Told:
    """The medians of an engine's rounds, and what became of each kill."""
    middle = {key: statistics.median(one[key] for one in told) for key in told[0]}
    spread = max(one["cold"] for one in told) - min(one["cold"] for one in told)
    ended = [kill["seconds"] for kill in kills if kill["finished"]]
    return {
        **middle,
        "cold_spread": spread,
        "killed_seconds": statistics.median(ended) if ended else None,
        "kills": kills,
        "kills_survived": sum(
            bool(k["finished"] and k["same"] and k["in_order"] and k["in_a_part"]) for k in kills
        ),
        "control_fails": not control["finished"],
        "control": control,
    }


def show(engine: str, found: Told) -> None:
    """One table for people."""
    alone = found["loop"]
    print(
        f"\n--engine {engine}: a plain loop takes {alone['seconds']:.2f} s, CPU {alone['cpu']:.2f}"
    )
    print("seconds; for tiny parts milliseconds each beyond the work's own; MB of all processes")
    print(
        f"{'':20}{'start':>7}{'first':>8}{'spread':>7}{'again':>8}{'CPU':>7}{'tiny, ms':>9}"
        f"{'stop':>6}{'killed':>8}{'survived':>9}{'control':>8}{'processes':>10}{'MB':>7}{'workers':>8}"
    )
    for name, told in found["engines"].items():
        killed = told["killed_seconds"]
        print(
            f"{name:20}{told['start']:7.2f}{told['cold']:8.2f}{told['cold_spread']:7.2f}"
            f"{told['warm']:8.2f}{told['cpu']:7.2f}{told['beyond'] * 1e3:9.2f}{told['stop']:6.2f}"
            f"{killed if killed is None else round(killed, 2)!s:>8}"
            f"{told['kills_survived']:>5} of {len(told['kills'])}"
            f"{'fails' if told['control_fails'] else 'PASSES':>8}{told['processes']:10.0f}"
            f"{told['memory']:7.0f}{told['memory_workers']:8.0f}"
        )


def main() -> None:
    """Measure what is installed, print it and save it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", nargs="*", default=list(ENGINES), choices=list(ENGINES))
    parser.add_argument("--engine", nargs="*", default=["assess", "columns"])
    parser.add_argument("--child", choices=("round", "kill", "control"), help=argparse.SUPPRESS)
    parser.add_argument("--place", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        as_child(asked.place, asked.child, asked.only[0])
        return
    names = [name for name in asked.only if ENGINES[name].is_installed]
    for name in asked.only:
        if name not in names:
            print(f"{name} is not installed, and is left out")
    told: Told = {"machine": machine(), "workers": WORKERS, "cases": asked.cases, "parts": MANY}
    told["installs"] = {name: weight(ENGINES[name].package) for name in names}
    told["versions"] = {
        package: version(package) for name in names if (package := ENGINES[name].package)
    }
    told["java_megabytes"] = java()
    for engine in asked.engine:
        with tempfile.TemporaryDirectory(prefix="outfall-cluster-") as folder:
            cluster_docket.ready(Path(folder), asked.cases, engine, MANY, TINY)
            told[engine] = of_engines(Path(folder), names, asked.rounds)
        show(engine, told[engine])
    print(f"\nbrings beyond outfall[docket]: {told['installs']}; Java {told['java_megabytes']} MB")
    print(f"versions: {told['versions']}")
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "cluster.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
