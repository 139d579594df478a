"""A crash at any point leaves the earlier result, or none; the next run sweeps and is right."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from tests.docket.dockets import ON, assessed, contents, document, packed

from outfall.docket import folder as folders
from outfall.docket.assessing import How
from outfall.docket.folder import put_folder
from outfall.law.faults import Refused

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [document(n) for n in range(30)]
RUN = """\
import os, sys
from datetime import date
from pathlib import Path
import pyarrow.parquet as pq
from outfall.docket import assessing, folder, working
from outfall.docket.assessing import How, assess_docket
from outfall.docket.folder import put_folder
from outfall.docket.laws import Setup

docket, out, stop = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
steps = 0

def dying(real):
    def step(*args, **more):
        global steps
        steps += 1
        if steps == stop:
            os._exit(9)
        return real(*args, **more)
    return step

for where, name in (
    (os, "rename"), (os, "replace"), (os, "fsync"), (pq.ParquetWriter, "write_table"),
    (pq.ParquetWriter, "close"), (Path, "unlink"), (Path, "write_text"), (Path, "mkdir"),
    (Path, "rmdir"),
):
    setattr(where, name, dying(getattr(where, name)))
setup = Setup(date.fromisoformat(sys.argv[4]), docket)
put_folder(out, lambda new, work: assess_docket(docket, setup, How(part_rows=60), new, work))
print(steps)
"""


def run(docket: Path, out: Path, stop: int, on: str = str(ON)) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RUN, str(docket), str(out), str(stop), on]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="module")
def docket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return packed(tmp_path_factory.mktemp("docket") / "in", DOCUMENTS)


def leftovers(place: Path) -> list[Path]:
    return sorted(place.glob(f"{folders.ASIDE}*"))


def test_a_crash_at_any_step_leaves_no_half_result(docket: Path, tmp_path: Path) -> None:
    out, reference = tmp_path / "out", tmp_path / "reference"
    whole = run(docket, reference, 0)
    steps = int(whole.stdout)
    wanted = contents(reference)
    assert steps > 30
    chosen = sorted({*range(1, steps, max(steps // 6, 1)), *range(steps - 12, steps + 1, 2)})
    for stop in chosen:
        died = run(docket, out, stop)
        assert died.returncode == 9, died.stderr
        if out.exists():
            assert contents(out) == wanted
    assert run(docket, out, 0).returncode == 0
    assert contents(out) == wanted
    assert leftovers(tmp_path) == []


def test_a_crash_while_a_result_is_replaced_leaves_the_old_or_the_new(
    docket: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(docket, out, 0, "2026-05-01").returncode == 0
    old = contents(out)
    assert run(docket, tmp_path / "reference", 0).returncode == 0
    new = contents(tmp_path / "reference")
    steps = int(run(docket, tmp_path / "count", 0).stdout)
    seen = set()
    for stop in range(steps - 13, steps + 3, 2):
        run(docket, out, stop)
        for left in leftovers(tmp_path):  # a run that begins puts back what a crash moved away
            if not out.exists():
                assert contents(left / "old") in (old, new)
        folders._sweep(out)
        found = contents(out)
        assert found in (old, new)
        seen.add(found == new)
    assert seen == {True, False}


def test_the_control_shows_the_harm_of_writing_in_place(docket: Path, tmp_path: Path) -> None:
    """Without the folder aside, the same crash leaves a part of a result that looks like one."""
    script = RUN.replace(
        "put_folder(out, lambda new, work:",
        "out.mkdir(); (out / 'w').mkdir(); (lambda fill: fill(out, out / 'w'))(lambda new, work:",
    )
    out = tmp_path / "out"
    command = [sys.executable, "-c", script, str(docket), str(out), "12", str(ON)]
    died = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert died.returncode == 9, died.stderr
    assert [file.name for file in out.glob("*.parquet")]
    assert not (out / "report.json").exists()


@pytest.mark.parametrize("delay", [0.3, 0.8, 1.3])
def test_a_command_that_is_killed_leaves_nothing_of_a_result(
    delay: float, docket: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "outfall", "docket", "assess", str(docket), "-o", str(out),
               "--on", str(ON), "--part-rows", "20", "--workers", "2"]  # fmt: skip
    running = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    time.sleep(delay)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assessed(docket, tmp_path / "reference", How(part_rows=20))
    wanted = contents(tmp_path / "reference")
    assert not out.exists() or contents(out) == wanted
    assessed(docket, out)
    assert contents(out) == wanted
    assert leftovers(tmp_path) == []


def test_a_worker_that_dies_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """One process of the pool kills itself once, in the middle of a part; the others go on."""
    script = tmp_path / "dies.py"
    script.write_text(
        textwrap.dedent("""\
        import os, signal, sys
        from datetime import date
        from pathlib import Path
        from outfall.docket import running, working
        from outfall.docket.assessing import How, assess_docket
        from outfall.docket.folder import put_folder
        from outfall.docket.laws import Setup
        from outfall.docket.working import Done

        real = working.work

        def work(setup, part):
            mark = Path(sys.argv[3])
            if part.number == 3 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return real(setup, part)

        working.work = work
        if __name__ == "__main__":
            docket, out = Path(sys.argv[1]), Path(sys.argv[2])
            setup = Setup(date(2026, 6, 1), docket)
            how = How(workers=2, part_rows=60)
            put_folder(out, lambda new, aside: assess_docket(docket, setup, how, new, aside))
        """)
    )
    docket = packed(tmp_path / "in", DOCUMENTS)
    assessed(docket, tmp_path / "reference")
    command = [sys.executable, str(script), str(docket), str(tmp_path / "out"), str(tmp_path / "m")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "m").exists()
    assert contents(tmp_path / "out") == contents(tmp_path / "reference")


def test_a_folder_that_is_no_result_is_never_replaced(docket: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("keep this")
    with pytest.raises(Refused) as refused:
        assessed(docket, tmp_path / "mine")
    assert [fault.code for fault in refused.value.faults] == ["folder-not-empty"]
    assert contents(tmp_path / "mine") == {"letter.txt": b"keep this"}
    (tmp_path / "file").write_text("this too")
    with pytest.raises(Refused):
        assessed(docket, tmp_path / "file")
    with pytest.raises(Refused):
        assessed(docket, tmp_path / "nowhere" / "out")
    assert leftovers(tmp_path) == []


def test_what_goes_wrong_on_the_way_leaves_the_earlier_result(docket: Path, tmp_path: Path) -> None:
    assessed(docket, tmp_path / "out")
    before = contents(tmp_path / "out")

    def fill(new: Path, work: Path) -> dict[str, object]:
        (new / "half").write_bytes(b"half")
        raise RuntimeError("planted")

    with pytest.raises(RuntimeError, match="planted"):
        put_folder(tmp_path / "out", fill)
    assert contents(tmp_path / "out") == before
    assert leftovers(tmp_path) == []


def test_only_what_was_left_for_this_place_is_swept(docket: Path, tmp_path: Path) -> None:
    """Another result whose name begins alike keeps what it has, and so does a run under way."""
    for name in ("out-2-abcdefgh", "out-abcd", "other-abcdefgh"):
        left = tmp_path / f"{folders.ASIDE}{name}"
        (left / "old").mkdir(parents=True)
        (left / "old" / "report.json").write_text("{}")
        (left / folders.LOCK).touch()
    held = tmp_path / f"{folders.ASIDE}out-12345678"
    held.mkdir()
    gone = tmp_path / f"{folders.ASIDE}out-87654321"
    (gone / ".outfall-docket-x" / "new").mkdir(parents=True)
    (gone / ".outfall-docket-x" / "new" / "half").write_text("half")
    (gone / folders.LOCK).touch()
    with folders._held(held):
        assessed(docket, tmp_path / "out")
        assert held.is_dir()
    assert not gone.exists()
    assert len(leftovers(tmp_path)) == 4
    assert (tmp_path / f"{folders.ASIDE}out-2-abcdefgh" / "old" / "report.json").exists()


def test_a_result_moved_away_by_a_crash_is_put_back(docket: Path, tmp_path: Path) -> None:
    assessed(docket, tmp_path / "kept")
    left = tmp_path / f"{folders.ASIDE}out-abcdefgh"
    left.mkdir()
    (left / folders.LOCK).touch()
    os.rename(tmp_path / "kept", left / "old")
    folders._sweep(tmp_path / "out")
    assert (tmp_path / "out" / "report.json").exists()
    assert leftovers(tmp_path) == []
