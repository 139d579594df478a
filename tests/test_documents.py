"""What README.md and the pages under docs/ tell a reader to run does what they say."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import documents

ROOT = documents.ROOT
PAGES = sorted([*ROOT.glob("README.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = ("cases", "docs-examples")

GOOD = {
    "output": "```console\n$ echo one; echo two\none\ntwo\n```",
    "no output shown where none is printed": "```console\n$ true\n```",
    "any number of lines": "```console\n$ seq 9\n1\n...\n8\n9\n```",
    "no line at all": "```console\n$ seq 2\n1\n...\n2\n```",
    "standard error too": "```console\n$ echo no >&2\nno\n```",
    "a named exit status": "```console exit=2\n$ exit 2\n```",
    "a long command": "```console\n$ echo one \\\n> two\none two\n```",
    "one folder": "```console\n$ echo 1 > a\n```\n\n- then\n\n  ```console\n  $ cat a\n  1\n  ```",
    "a make target": "```console\n$ make test\n```",
    "a make target in another folder": "```console\n$ cd outfall && make demo\n```",
    "a clone": "```console\n$ git clone ADDRESS outfall && cd outfall && make demo\n```",
    "an example": "```python\n>>> 1 + 1\n2\n```",
    "one namespace": "```python\nday = 4\n```\n\n```python\n>>> day\n4\n```",
    "a directive": "```{toctree}\nwords\n```",
    "data": "```yaml\na: 1\n---\nb: 2\n```\n\n```json\n{}\n```\n\n```toml\na = 1\n```",
    "data saved": "```yaml file=b/a.yaml\na: 1\n```\n\n```console\n$ cat b/a.yaml\na: 1\n```",
    "a program saved": "```python file=a.py\nprint(1)\n```\n\n```console\n$ python a.py\n1\n```",
    "a text saved": "```text file=a.txt\n(a) One.\n```\n\n```console\n$ cat a.txt\n(a) One.\n```",
    "a quotation": "```text\n$ rm -r everything\n```",
}
BAD = {
    "wrong output": ("```console\n$ echo one\ntwo\n```", "prints\none"),
    "output not shown": ("```console\n$ echo one\n```", "prints\none"),
    "a promised line missing": ("```console\n$ seq 3\n1\n...\n4\n```", "prints\n1"),
    "a failing command": ("```console\n$ false\n```", "exits 1, not 0"),
    "another exit status": ("```console exit=2\n$ exit 3\n```", "exits 3, not 2"),
    "success where failure is told": ("```console exit=2\n$ true\n```", "exits 0, not 2"),
    "an unknown option": ("```console quiet\n$ true\n```", "unknown word on the fence: quiet"),
    "no command": ("```console\necho one\n```", "no line begins with '$ '"),
    "no such target": ("```console\n$ make riches\n```", "riches"),
    "no such target after a clone": ("```console\n$ git clone A && make riches\n```", "riches"),
    "an unlabelled fence": ("```\n$ echo one\n```", "line 1 (no language): say what"),
    "an unknown language": ("```bash\necho one\n```", "line 1 (bash): say what"),
    "a wrong example": ("```python\n>>> 1 + 1\n3\n```", "Expected:\n    3\nGot:\n    2"),
    "a failing program": ("```python\n1 / 0\n```", "ZeroDivisionError"),
    "a program that is none": ("```python file=a.py\nprint(\n```", "was never closed"),
    "a quotation with an unknown option": ("```text quiet\none\n```", "unknown word on the fence"),
    "broken yaml": ("```yaml\na: [1\n```", "expected ',' or ']'"),
    "data with an unknown option": ("```yaml folder=a\na: 1\n```", "unknown word on the fence"),
    "data saved elsewhere": ("```yaml file=../a.yaml\na: 1\n```", "unknown word on the fence"),
    "broken json": ("```json\n{\n```", "Expecting property name"),
    "broken toml": ("```toml\na =\n```", "Invalid value"),
}


def desk(folder: Path) -> Path:
    """A folder as the pages suppose it: the example cases lie in it, copies that may be changed."""
    for name in FOLDERS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_does_what_it_says(page: Path, tmp_path: Path) -> None:
    found = documents.problems(page.read_text(encoding="utf-8"), desk(tmp_path))
    assert not found, "\n\n".join(found)


def test_the_readme_can_be_read_in_a_minute() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 80


def test_the_demonstration_shows_both_ordinances_and_leaves_their_papers() -> None:
    demo = [str(ROOT / "scripts" / "demo.sh")]
    plain = documents.reader_environment()
    done = subprocess.run(demo, env=plain, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    for shown in (
        "Do first",
        "Day by day",
        "webster-ny",
        "city-9-3-12",
        "must",
        "Last day",
        "owed",
    ):
        assert shown in done.stdout
    told = re.findall(r"^(build/demo-papers/[a-z-]+): (\d+) papers, ", done.stdout, re.MULTILINE)
    assert len(told) == 2
    for folder, number in told:
        left = [file.name for file in (ROOT / folder).iterdir()]
        assert {"packet.pdf", "packet.zip"} <= set(left)
        assert len([name for name in left if name.endswith(".pdf")]) == int(number) + 1


@pytest.mark.parametrize("page", GOOD.values(), ids=list(GOOD))
def test_a_true_page_passes(page: str, tmp_path: Path) -> None:
    assert documents.problems(page, tmp_path) == []


@pytest.mark.parametrize(("page", "says"), BAD.values(), ids=list(BAD))
def test_an_untrue_page_is_caught(page: str, says: str, tmp_path: Path) -> None:
    (problem,) = documents.problems(page, tmp_path)
    assert says in problem
