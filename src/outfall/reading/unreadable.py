"""What a reader says of a file that it can't read."""

from __future__ import annotations


class Unreadable(Exception):
    """A file that can't be read: its code, and what to say."""

    def __init__(self, code: str, says: str) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
