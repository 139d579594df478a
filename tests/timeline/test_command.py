"""``outfall timeline``: what it prints, where it writes, and what it won't write over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from outfall.cli import timeline as command
from outfall.cli.main import main
from outfall.law.faults import Refused

CASE = str(Path(__file__).parent / "cases" / "short-notice.yaml")
ASKED = ["timeline", CASE, "--on", "2026-03-20"]


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(ASKED) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "due 2026-03-31, open" in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_terminal_gets_colour_and_its_own_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "72")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(ASKED) == 0
    coloured = capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(ASKED) == 0
    bare = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert "\x1b[3" not in bare
    assert "due 2026-03-31, open" in bare


def test_ascii_and_width_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--ascii", "--width", "70"]) == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 70


@pytest.mark.parametrize("width", ["59", "401", "-1", "wide", "²"])
def test_a_width_that_is_none_is_named(width: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*ASKED, "--width", width])
    assert ended.value.code == 2
    assert "Write a whole number from 60 to 400" in capsys.readouterr().err


def test_where_output_takes_ascii_alone_ascii_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Narrow:
        encoding = "ascii"

    monkeypatch.setattr("sys.stdout", Narrow())
    assert not command._can_draw()


def test_an_svg_is_written_whole_and_its_place_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "case.svg"
    assert main([*ASKED, "--svg", str(place)]) == 0
    assert capsys.readouterr().out == (
        f"{place}: the timeline of W-2026-014 at the end of 2026-03-20\n"
    )
    first = place.read_bytes()
    assert first.startswith(b"<svg ")
    assert main([*ASKED, "--svg", str(place)]) == 0
    assert place.read_bytes() == first
    assert os.listdir(tmp_path) == ["case.svg"]


def test_a_dash_is_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--svg", "-"]) == 0
    assert capsys.readouterr().out.endswith("</svg>\n")


def test_a_new_picture_is_as_readable_to_others_as_any_new_file(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        command.write_svg(str(tmp_path / "a.svg"), "<svg/>")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.svg").stat().st_mode) == 0o640
    (tmp_path / "a.svg").chmod(0o600)
    command.write_svg(str(tmp_path / "a.svg"), "<svg></svg>")
    assert stat.S_IMODE((tmp_path / "a.svg").stat().st_mode) == 0o600


def refusal(place: Path) -> str:
    with pytest.raises(Refused) as refused:
        command.write_svg(str(place), "<svg/>")
    (fault,) = refused.value.faults
    assert fault.code in ("svg-not-written", "file-not-written")
    assert fault.where.endswith(str(place))
    return fault.says


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "this is a folder. Name a file in it"


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    place = tmp_path / "none" / "a.svg"
    assert refusal(place).startswith(f"there is no folder {place.parent}. Make it first")


def test_the_case_file_is_not_written_over(tmp_path: Path) -> None:
    place = tmp_path / "case.yaml"
    place.write_text("case: W-1\n")
    assert refusal(place).startswith("this file is there and is no SVG picture")
    assert place.read_text() == "case: W-1\n"


def test_what_is_no_ordinary_file_is_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "this is no ordinary file. Choose another name"


def test_a_link_is_followed_to_the_picture_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("<svg/>")
    (tmp_path / "link.svg").symlink_to("real.svg")
    command.write_svg(str(tmp_path / "link.svg"), "<svg></svg>")
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text() == "<svg></svg>"


def test_a_write_that_fails_leaves_the_earlier_picture_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "a.svg"
    place.write_text("<svg>earlier</svg>")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert refusal(place) == (
        "this can't be written (no space left on device). Make room, or choose another place"
    )
    assert place.read_text() == "<svg>earlier</svg>"
    assert os.listdir(tmp_path) == ["a.svg"]


def test_stays_that_are_too_many_to_ask_for_are_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("outfall.timeline.picture.STAYS_MOST", 1)
    case = str(Path(CASE).with_name("appeal-and-money.yaml"))
    assert main(["timeline", case, "--on", "2026-08-25"]) == 0
    assert "Stays before 2026-04-09 are not drawn." in capsys.readouterr().out
