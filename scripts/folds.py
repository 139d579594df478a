"""Five folds over a set of texts: the reader with only those ways of saying that other texts use.

Rules that people write can't be trained anew without a text. The nearest to it: the texts are put
in five folds, by name. For each fold it is noted which alternatives of the reader's patterns match
anything in the texts of the other four; all others are taken away; what is left reads the fold. A
way that stands in the rules for the sake of this fold alone is gone then, and what it found is
missed. What a fold can't take away is the code around the patterns, and how it weighs them.

    python scripts/folds.py given|corpus
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from accuracy import CORPUS, GIVEN, SEEDS, Marked, Sample, Score, mark, samples, table, told, total
from alternatives import Patterns, Stand

FOLDS = 5
APART = ("drafting", "html_text", "word_file", "pdf_file", "proposing", "sources", "words")
"""Parts of the package that read no law, and keep their patterns."""
FORM = ("splitting", "segmenting", "sentences", "provisions", "quantities", "numerals", "tables")
"""The parts that know the form of a text and its numbers, and no words of the law."""

Used = dict[int, set[int]]
"""For each pattern, by its place: which of its alternatives match."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How much is taken away: with the form of texts or without, whole ways or words in them."""

    name: str
    form: bool
    deep: bool

    def touches(self, stand: Stand) -> bool:
        part = stand.module.removeprefix("outfall.reading.").split(".")[0]
        return part not in APART and (self.form or (part not in FORM and part != "parsy"))

    def removable(self, stand: Stand) -> set[int]:
        return {
            place for place, way in enumerate(stand.ways) if self.deep or way.outer in (None, 0)
        }


CUTS = (
    Cut("Whole ways of saying", form=False, deep=False),
    Cut("Every word within them too", form=False, deep=True),
    Cut("And every word of the segmenter and of the numbers", form=True, deep=True),
)


def folds_of(texts: Iterable[Sample]) -> list[list[Sample]]:
    """Five folds, the same each time: by name, each fifth text to the same fold."""
    ordered = sorted(texts, key=lambda one: one.name)
    return [ordered[n::FOLDS] for n in range(FOLDS)]


def read(patterns: Patterns, sample: Sample) -> Marked:
    """Mark one text under the patterns as they are now."""
    patterns.forget()
    return mark(sample, told(sample.path))


def used_by(patterns: Patterns, sample: Sample) -> Used:
    """Which alternatives match anything in one text."""
    for stand in patterns.stands:
        stand.watch()
    patterns.forget()
    told(sample.path)
    found = {n: set(stand.used or ()) for n, stand in enumerate(patterns.stands)}
    text = sample.path.read_text(encoding="utf-8").lower()
    for number, stand in enumerate(patterns.stands):
        found[number] |= {
            place
            for place, way in enumerate(stand.ways)
            if way.is_denied and _stands_in(stand.pattern[way.start : way.end], stand.flags, text)
        }
        stand.keep(None)
    return found


def _stands_in(way: str, flags: int, text: str) -> bool:
    """Whether what a pattern forbids stands anywhere in a text; what can't be asked, does."""
    try:
        return re.search(way.strip("^$"), text, flags | re.IGNORECASE) is not None
    except re.error:
        return True


def fold_scores(
    patterns: Patterns, texts: list[Sample], cut: Cut, used: dict[str, Used]
) -> Iterator[tuple[Score, int]]:
    """The score of each fold by what the others leave, and how many alternatives were gone."""
    folds = folds_of(texts)
    for fold in folds:
        others = [one.name for other in folds if other is not fold for one in other]
        gone = 0
        for number, stand in enumerate(patterns.stands):
            if cut.touches(stand):
                met: set[int] = set().union(*(used[name].get(number, set()) for name in others))
                lost = cut.removable(stand) - met
                gone += len(lost)
                stand.keep(set(range(len(stand.ways))) - lost)
        yield total([(one, read(patterns, one)) for one in fold]), gone
        for stand in patterns.stands:
            stand.keep(None)


def told_of(patterns: Patterns, texts: list[Sample]) -> Iterator[str]:
    """The part of the page: each cut with its folds, their sum, and the whole reader beside."""
    whole = [total([(one, read(patterns, one)) for one in fold]) for fold in folds_of(texts)]
    used = {one.name: used_by(patterns, one) for one in texts}
    for cut in CUTS:
        stands = [stand for stand in patterns.stands if cut.touches(stand)]
        ways = round(sum(len(cut.removable(stand)) for stand in stands), -2)
        scores = list(fold_scores(patterns, texts, cut, used))
        gone = round(sum(lost for _, lost in scores) / (FOLDS * 100)) * 100
        yield f"**{cut.name}**: of some {ways:,} alternatives a fold loses some {gone:,}."
        yield ""
        yield from _table([score for score, _ in scores], whole)


def _table(scores: Sequence[Score], whole: Sequence[Score]) -> Iterator[str]:
    """A line a fold, their mean, all texts by what is left of the reader, and by all of it."""
    rows = [(f"fold {n}", score) for n, score in enumerate(scores, 1)]
    *lines, _ = table("Read by what the others use", rows)
    yield from lines
    shares = [score.shares for score in scores]
    means = [sum(one[name] for one in shares) / len(shares) for name in shares[0]]
    yield f"| mean of the folds | | {' | '.join(f'{mean:.3f}' for mean in means)} |"
    all_, of_whole = sum(scores, Score()), sum(whole, Score())
    yield from [*table("", [("all folds together", all_), ("the whole reader", of_whole)])][2:]


def main() -> int:
    """Print the part of one set."""
    if sys.argv[1:] not in (["given"], ["corpus"]):
        print("folds: say given or corpus", file=sys.stderr)
        return 2
    patterns = Patterns("outfall.reading", beside=("parsy",))
    texts = samples(GIVEN, SEEDS) if sys.argv[1] == "given" else samples(CORPUS)
    print("\n".join(told_of(patterns, texts)).strip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
