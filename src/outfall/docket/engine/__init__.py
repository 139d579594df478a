"""Many cases at once: a pack compiled to a columnar plan, equal to ``assess`` field by field.

    columns = from_cases(cases)                  # or arrow.from_tables(...)
    results = evaluate(law, columns, on)         # on: a date, or one day for each case
    results.deadline_due[:, results.deadlines.index("appeal")]

``evaluate(law, columns, on, *, only=None, threads=2, trace=True, hand_over=True) -> Results`` is
the one door, and its signature is stable. No rule of law stands here: the plan is made from the
pack alone and proven equal to ``outfall.law.assess``. What the plan does not model exactly it hands
over to ``assess``, and says for each case why (``Results.reasons``, ``Results.shares()``).

With ``only=("exposure", "deadlines.appeal")`` no more than that is asked, and plain cases are taken
in a straight line; ``Results.ways()`` says how many. ``Figures(law)`` answers without cases: a
penalty from days, a tier from earlier offenses, interest from payments, a row each.

It needs the extra ``outfall[docket]`` (numba, numpy, pyarrow). The first call for a pack compiles
it; the machine code is kept on disk, so that later processes only load it.
"""

from outfall.docket.engine.columns import Columns, from_cases
from outfall.docket.engine.evaluate import evaluate
from outfall.docket.engine.figures import Figures
from outfall.docket.engine.results import Results
from outfall.docket.engine.shape import NotAsked
from outfall.docket.engine.writing import NotExpressed

__all__ = [
    "Columns", "Figures", "NotAsked", "NotExpressed", "Results", "evaluate", "from_cases",
]  # fmt: skip
