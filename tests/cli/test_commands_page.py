"""The page of the commands, written by hand: every command and option is on it, and no other."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from outfall.cli import main
from outfall.cli.main import COMMANDS, parser

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "commands.md").read_text(
    encoding="utf-8"
)
PARTS = dict(re.findall(r"^## ([a-z-]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def options(command: argparse.ArgumentParser) -> Iterator[str]:
    """Every option of a command and of its acts, and every act."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield name
                yield from options(below)
        yield from (option for option in action.option_strings if option.startswith("--"))


def test_the_page_has_a_part_for_each_command_and_no_other() -> None:
    assert list(PARTS) == list(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_described_with_all_its_options(name: str) -> None:
    part, known = PARTS[name], {*options(parser(name))} - {"--help"}
    assert f"`outfall {name}" in part
    assert {option for option in known if option not in part} == set()
    assert set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", part)) <= known


def test_the_exit_statuses_are_those_of_the_code() -> None:
    listed = {int(status) for status in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    assert listed == {
        main.DONE, main.UNUSABLE, main.OWN_FAULT, main.OUTPUT_LOST, main.STOPPED, main.READER_LEFT,
    }  # fmt: skip
