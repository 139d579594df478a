"""What is wrong with a file, said so that the person who wrote it can put it right."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that keeps a case or a pack from being used.

    ``where`` is the place in the person's own file, as a path (``events[3].date``); an empty path
    is the file as a whole. ``says`` tells what is wrong and what to do next, in one or two
    sentences. ``code`` is the stable name of this kind of fault: it never changes once published.
    ``line`` and ``column`` count from 1 and are absent where the text has no such place.
    """

    where: str
    says: str
    code: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = f" (line {self.line})" if self.line is not None else ""
        return f"{self.where or 'the file'}{place}: {self.says}"


class Refused(Exception):
    """A case or a pack that can't be used, with every fault found in it, in the file's order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults
