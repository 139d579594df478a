"""Each rule of the house catches the fault it is there for, and the tree as it stands is clean."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

import pytest

import house

ROOT = Path(__file__).resolve().parent.parent

LONG = "def long() -> None:\n" + "    pass\n" * house.FUNCTION_FAILS
LONGISH = "def longish() -> None:\n" + "    pass\n" * house.FUNCTION_WARNS
PLANTED = [
    ("lock", "requirements/run.txt", "--find" + "-links wheels"),
    ("lock", "requirements/dev.txt", "rich @ https" + "://example.org/rich.whl"),
    ("lock", "uv.lock", 'source = "file' + ':wheels"'),
    ("lock", "package-lock.json", '"resolved": "https' + '://example.org/leaflet.tgz"'),
    ("machine", "README.md", "see /" + "work/main"),
    ("machine", "docs/index.md", "in /" + "home/ada/outfall"),
    ("machine", "Makefile", "cp x /" + "root/.config"),
    ("machine", "docs/index.md", "from pypi" + ".org"),
    ("size", "src/outfall/law/days.py", LONG),
    ("size", "src/outfall/law/days.py", "day = 1\n" * (house.FILE_FAILS + 1)),
    ("leftover", "src/outfall/law/days.py", "# TO" + "DO: leap days"),
    ("pure", "src/outfall/law/days.py", "due = date.today()"),
    ("pure", "src/outfall/law/days.py", "text = open('pack.yaml')"),
]
FINE = [
    ("README.md", "https" + "://example.org/framework/roots/ and ./work/order"),
    ("requirements/run.txt", "rich==15.0.0 \\\n    --hash=sha256:00\n"),
    ("scripts/long.py", "day = 1\n" * (house.FILE_FAILS + 1)),
    ("src/outfall/cli/show.py", "print(date.today())"),
]


def failing(path: str, text: str) -> list[str]:
    """The rules that this one file breaks."""
    found = house.findings({PurePosixPath(path): text})
    return [finding.rule for finding in found if finding.fails]


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_a_planted_fault_is_caught(rule: str, path: str, text: str) -> None:
    assert set(failing(path, text)) == {rule}


@pytest.mark.parametrize(("path", "text"), FINE)
def test_what_is_fine_is_left_alone(path: str, text: str) -> None:
    assert failing(path, text) == []


@pytest.mark.parametrize("rule", house.RULES)
def test_every_rule_has_its_control(rule: Callable[[house.Tree], Iterator[house.Finding]]) -> None:
    assert any(list(rule({PurePosixPath(path): text})) for _, path, text in PLANTED)


def test_a_longish_function_is_a_warning_and_passes() -> None:
    (finding,) = house.findings({PurePosixPath("src/outfall/law/days.py"): LONGISH})
    assert not finding.fails
    assert str(finding).startswith("src/outfall/law/days.py:1: warning: longish has 51 lines")


def test_ignored_and_binary_files_are_not_read(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("made/\n")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "page.html").write_text("x")
    (tmp_path / "seal.png").write_bytes(b"\x89PNG\0")
    (tmp_path / "new.md").write_text("not added yet, and read all the same")
    assert [str(path) for path in house.read_tree(tmp_path)] == [".gitignore", "new.md"]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the tree is what git knows of it")
def test_the_tree_is_clean() -> None:
    broken = [str(finding) for finding in house.findings(house.read_tree(ROOT)) if finding.fails]
    assert not broken, "\n".join(broken)
