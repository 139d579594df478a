"""What the processes of an engine need, and what installing it brings. Linux tells the first."""

from __future__ import annotations

import os
import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

HAVE = ("numpy", "pyarrow", "numba")
"""What many cases need anyway, whatever engine works through them."""


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            told = (folder / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        parents.setdefault(int(told.rpartition(")")[2].split()[1]), []).append(int(folder.name))
    found, left = list[int](), [pid]
    while left:
        found.append(left.pop())
        left += parents.get(found[-1], [])
    return found


def used(pids: list[int]) -> float:
    """Seconds of CPU of processes so far, with those of their children that have ended."""
    ticks = 0
    for pid in pids:
        try:
            told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        ticks += sum(int(field) for field in told.rpartition(")")[2].split()[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def parent(pid: int) -> int:
    """The process that began one."""
    told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    return int(told.rpartition(")")[2].split()[1])


def held(pid: int) -> float:
    """Megabytes of a process, those that it shares counted by its share."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def closure(package: str, seen: dict[str, int] | None = None) -> dict[str, int]:
    """A package and all that it needs, each with the bytes of its files."""
    seen = {} if seen is None else seen
    name = package.lower().replace("_", "-").replace(".", "-")
    if name in seen:
        return seen
    try:
        found = distribution(package)
    except PackageNotFoundError:
        return seen
    seen[name] = sum(file.size or 0 for file in found.files or () if not file.name.endswith(".pyc"))
    for told in found.requires or ():
        needs = Requirement(told)
        if needs.marker is None or needs.marker.evaluate({"extra": ""}):
            closure(needs.name, seen)
    return seen


def weight(package: str) -> dict[str, float]:
    """How many packages an engine brings beyond what is there, and their megabytes."""
    if not package:
        return {"packages": 0, "megabytes": 0.0}
    there: dict[str, int] = {}
    for name in HAVE:
        closure(name, there)
    own = {name: size for name, size in closure(package).items() if name not in there}
    return {"packages": len(own), "megabytes": round(sum(own.values()) / 1e6, 1)}


def java() -> float | None:
    """Megabytes of the Java runtime that Spark needs beside its package; None without one."""
    program = shutil.which("java")
    if program is None:
        return None
    home = Path(program).resolve().parent.parent
    every = (Path(folder) / name for folder, _, names in os.walk(home) for name in names)
    return round(sum(file.stat().st_size for file in every if not file.is_symlink()) / 1e6, 1)
