"""A plan run as it is written, with nothing compiled: what a pack's text says, in seconds.

With ``NUMBA_DISABLE_JIT=1``, ``python -m tests.docket.by_hand CASES PACK ...`` asks for parts of
the answers, by plans that take plain cases in a straight line, and prints as JSON where they are
not those of ``assess``.
"""

from __future__ import annotations

import json
import sys
import warnings
from random import Random
from typing import Any

import numba
import numpy as np

from docket_cases import day_for, plain, wild
from outfall.docket.engine import evaluate, from_cases, writing_plan
from outfall.docket.engine.equality import differences
from outfall.docket.engine.plan import compile_plan
from outfall.files.pack_file import folder_of, load_pack
from outfall.law.ordinance import Ordinance


def wanted(law: Ordinance) -> list[tuple[str, ...]]:
    """Parts of the answers, alone and together."""
    some = tuple(f"deadlines.{rule.id}" for rule in law.deadlines[:2])
    money = ("account", "parts", "payments")
    return [("exposure",), money, ("deadlines",), ("exposure", "account", *some)]


def answered(law: Ordinance, random: Random, size: int, only: tuple[str, ...]) -> dict[str, Any]:
    """How many cases went which way, and the first differences to ``assess``."""
    made = [plain(law, random, n) for n in range(size)] + [
        wild(law, random, n) for n in range(size)
    ]
    on = np.array([day_for(case, random).toordinal() for case in made])
    docket = from_cases(made)
    results = evaluate(law, docket, on, only=only, threads=1)
    found = [str(item) for item in differences(law, docket, on, results)]
    return {"only": only, "ways": results.ways(), "differences": found[:5], "count": len(found)}


def planted(law: Ordinance, random: Random, size: int, change: tuple[str, str]) -> dict[str, Any]:
    """The same with a mistake put into the straight line alone."""
    right = writing_plan.write

    def wrong(*given: Any) -> Any:
        text, *rest = right(*given)
        before, word, after = text.partition("def straight")
        assert change[0] in after
        return before + word + after.replace(*change), *rest

    setattr(sys.modules[compile_plan.__module__], "write", wrong)  # noqa: B010
    compile_plan.cache_clear()
    return answered(law, random, size, ("exposure", "account", "deadlines"))


def main() -> None:
    """Ask every pack that is named; a pack with ``=`` in it is asked with a mistake planted."""
    assert vars(numba.config)["DISABLE_JIT"], "set NUMBA_DISABLE_JIT=1"
    warnings.simplefilter("ignore")  # whole numbers of 32 bits overflow here as in a machine
    size, found = int(sys.argv[1]), {}
    for name in sys.argv[2:]:
        pack, _, change = name.partition("=")
        law, random = load_pack(folder_of(pack)), Random(f"{name} 7")
        if change:
            before, after = change.split("~")
            found[name] = [planted(law, random, size, (before, after))]
        else:
            found[name] = [answered(law, random, size, only) for only in wanted(law)]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
