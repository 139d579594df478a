"""``outfall``: find the command, run it, and say what is wrong in words."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from outfall import __version__
from outfall.law.faults import Refused

COMMANDS = {
    "assess": "what follows from a case on a day",
    "explain": "how one date, amount or power of a standing comes about",
    "timeline": "a case's clocks, windows, stays, orders and penalty days as one picture",
    "notice": "one paper of a case as a PDF: a notice, an order, a bill, a proof of service",
    "packet": "a case for its hearing: one PDF, and a ZIP that anybody can check",
    "export": "registers of many cases as CSV or XLSX, and their dates as a calendar",
    "docket": "a question to many cases at once: tables in, tables and pictures out",
    "verify": "whether a packet is what it was when it was made",
    "check-case": "the faults of a case file, and nothing else",
    "check": "what is contradictory, missing, out of reach or too high in an ordinance",
    "ordinances": "list the ordinances, show one, or compare two",
    "compare": "two ordinances side by side, point by point",
    "read": "the paragraphs and the facts of a published ordinance",
    "schema": "the JSON Schemas of the files, for editors and programs",
    "demo": "an office with two invented towns, made here and served",
    "serve": "the office's web server",
    "work": "the office's work without a person: e-mail out, and the night's reckoning",
    "migrate": "bring the office's database up to this version",
    "town": "add a town to the office, or list its towns",
    "person": "let somebody into a town, or give them another role",
    "doctor": "whether the office is well, and what to do where it is not",
    "rebuild": "make all that lists show anew from the record",
    "backup": "the whole office as one file",
    "restore": "an office from its backup, in an empty place",
    "record-export": "a town's whole record as one file that anybody can verify",
}

DONE, UNUSABLE, OUTPUT_LOST, STOPPED, READER_LEFT = 0, 2, 74, 130, 141
OWN_FAULT = 70
HELP = """\
usage: outfall COMMAND ...

What a town's stormwater ordinance says about a case today, with the paragraph for each answer.

commands:
{commands}

options:
  -h, --help    this page
  --version     the version of Outfall

`outfall COMMAND --help` tells more about one command.
Exit status: 0 done; 2 the input can't be used, and every fault is named with its place.
"""


class Parser(argparse.ArgumentParser):
    """A command's arguments; what is wrong with them is one line that ends with the way out."""

    def error(self, message: str) -> NoReturn:
        """``message`` is argparse's own, made into a sentence of ours."""
        says = " ".join(
            message.replace("unrecognized arguments", "there is no such option").split()
        )
        self.exit(UNUSABLE, f"{self.prog}: {says}. `{self.prog} --help` shows how it is used\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit status: 0 done, 2 the input can't be used (every fault is named)."""
    args = list(sys.argv[1:] if argv is None else argv)
    _any_characters()
    try:
        status = _run(args)
        sys.stdout.flush()
        return status
    except Refused as refused:
        for fault in refused.faults:
            print(fault, file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        _discard_output()
        return READER_LEFT
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except OSError as error:
        reason = (error.strerror or "the system gives no reason").lower()
        says = f"outfall: the output can't be written ({reason}). Make room, or send it elsewhere"
        print(says, file=sys.stderr)
        _discard_output()
        return OUTPUT_LOST
    except Exception as error:
        if os.environ.get("OUTFALL_TRACEBACK"):
            raise
        print(_own_fault(error), file=sys.stderr)
        return OWN_FAULT


def _run(args: list[str]) -> int:
    name = args[0] if args else ""
    if name in ("-h", "--help", "help"):
        print(help_page(), end="")
        return DONE
    if name == "--version":
        print(f"outfall {__version__}")
        return DONE
    if not args:
        print(help_page(), end="", file=sys.stderr)
        return UNUSABLE
    if name not in COMMANDS:
        print(_unknown(name), file=sys.stderr)
        return UNUSABLE
    found = parser(name).parse_args(args[1:])
    status: int = found.run(found)
    return status


def parser(name: str) -> argparse.ArgumentParser:
    """The arguments of one command; no other command is imported for it."""
    module = importlib.import_module(f"outfall.cli.{name.replace('-', '_')}")
    about = COMMANDS[name]
    command = Parser(
        f"outfall {name}",
        description=f"{about[:1].upper()}{about[1:]}.",
        epilog=getattr(module, "MORE", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    module.arguments(command)
    command.set_defaults(run=module.run)
    return command


def help_page() -> str:
    """The commands, a line each."""
    width = max(map(len, COMMANDS))
    return HELP.format(
        commands="\n".join(f"  {n:{width}}  {about}" for n, about in COMMANDS.items())
    )


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    kind = "option" if name.startswith("-") else "command"
    close = get_close_matches(name, COMMANDS, n=1) if kind == "command" else []
    hint = f"Did you mean {close[0]}? " if close else ""
    what = f"there is no {kind} {printable(name[:60])}. {hint}"
    return f"outfall: {what}`outfall --help` lists the commands"


def printable(text: str) -> str:
    """A text that somebody typed, on one line and without what a terminal would obey.

    >>> printable("a\\n  b\\x1b[2J")
    'a b\\\\x1b[2J'
    """
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _any_characters() -> None:
    """A terminal of another alphabet gets an escape for what it lacks, and never an error; so does
    every terminal for the bytes of a file's name that are no letters at all."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        strict = stream.errors == "strict" or "utf" not in (stream.encoding or "").lower()
        if change is not None and strict:
            change(errors="backslashreplace")


def _discard_output() -> None:
    """What still waits to be written has no reader: Python must not complain of it at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _own_fault(error: Exception) -> str:
    """A defect of the program, told without blaming the file; a traceback only where asked for."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (
        f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"
    )
    told = printable(f"{type(error).__name__}: {error}")[:200]
    return (
        f"outfall: a defect of Outfall's own, not of your file ({told}, at {place}). "
        "Please report it with the file; OUTFALL_TRACEBACK=1 in the environment shows all of it"
    )
