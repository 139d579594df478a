"""Numbers of lists as word processors and browsers draw them."""

from __future__ import annotations

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def label(form: str, number: int) -> str:
    """A number in a form: ``decimal``, ``lowerLetter``, ``upperLetter``, ``lowerRoman`` or
    ``upperRoman``; any other form gives figures.

    >>> [label("lowerLetter", n) for n in (1, 26, 27)], label("upperRoman", 14)
    (['a', 'z', 'aa'], 'XIV')
    """
    if number < 1 or number > 3999:
        return str(number)
    if form in ("lowerLetter", "upperLetter"):
        # The letters of a word processor: after z come aa, bb, cc.
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters.upper() if form == "upperLetter" else letters
    if form in ("lowerRoman", "upperRoman"):
        said = ""
        for worth, letters in _ROMAN:
            times, number = divmod(number, worth)
            said += letters * times
        return said.upper() if form == "upperRoman" else said
    return str(number)
