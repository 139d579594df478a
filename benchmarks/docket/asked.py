"""The four questions, and what an engine must be able to do to be asked them.

Days are ordinals (``date.toordinal``) in 32 bits, 0 for none; money is whole cents in 64 bits.

- ``civil``: from the first and the last day that count, the most that the days can cost.
- ``tier``: from an offense and four earlier ones, the tier and the most that it can cost.
- ``interest``: from a cost, the day from which it bears, five payments and the day asked, the
  interest so far and what is owed.
- ``log``: all of these and the last day to appeal, from twelve events a case.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

QUESTIONS = ("civil", "tier", "interest", "log")
TITLES = {
    "civil": "T1 civil penalty",
    "tier": "T2 offense tier",
    "interest": "T3 interest",
    "log": "T4 all from a log",
}
# What each question is answered with, in this order.
ANSWERS: Mapping[str, tuple[tuple[str, type[np.generic]], ...]] = {
    "civil": (("cents", np.int64),),
    "tier": (("tier", np.int8), ("cents", np.int64)),
    "interest": (("interest", np.int64), ("owed", np.int64)),
    "log": (
        ("civil", np.int64),
        ("tier", np.int8),
        ("fine", np.int64),
        ("interest", np.int64),
        ("owed", np.int64),
        ("appeal", np.int32),
    ),
}
Array = npt.NDArray[Any]
Answer = tuple[Array, ...]


class Engine(ABC):
    """One way to answer. Only ``ask`` is timed.

    ``ready`` lays the columns out as this engine takes them, ``told`` turns what it gives back into
    the arrays of ``ANSWERS``. ``most`` is the number of cases beyond which a question would take
    too long to be asked five times; a question that is not there is not asked. With ``shares`` what
    is made ready for one number of threads serves any other.
    """

    name: ClassVar[str]
    most: ClassVar[Mapping[str, int]]
    shares: ClassVar[bool] = False

    @property
    def title(self) -> str:
        """Its name in tables."""
        return self.name

    @abstractmethod
    def ready(self, question: str, data: Any) -> Any:
        """The data of a question as this engine takes it."""

    @abstractmethod
    def ask(self, question: str, ready: Any) -> Any:
        """The answers, in this engine's own form."""

    def told(self, question: str, answer: Any) -> Answer:
        """The answers as arrays, in the order of the cases."""
        kinds = [kind for _, kind in ANSWERS[question]]
        parts = answer if isinstance(answer, tuple) else (answer,)
        return tuple(np.asarray(part, kind) for part, kind in zip(parts, kinds, strict=True))
