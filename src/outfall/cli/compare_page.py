"""Two ordinances side by side as one page for a browser: it loads nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from outfall.law.ordinance import Ordinance
from outfall.told.phrases import in_force
from outfall.told.points import Finding, alike, points

STYLE = """\
:root { color-scheme: light; --ink: #17252b; --mute: #52616a; --line: #e3ddd1; --deep: #0a3444;
  --water: #0d6170; --soft: #fdf2da; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem clamp(1rem, 3vw, 3rem); max-width: 90rem; color: var(--ink);
  background: #faf8f4; font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  overflow-wrap: break-word; }
h1 { margin: 0 0 .5rem; color: var(--deep); font-size: clamp(1.4rem, 1rem + 2vw, 2rem);
  line-height: 1.25; }
.lead, .cite, footer { color: var(--mute); }
.cite { font-size: .875em; white-space: nowrap; }
table { width: 100%; margin-top: 1.5rem; background: #fff; border: 1px solid var(--line);
  border-collapse: collapse; table-layout: fixed; }
caption { padding-bottom: .5rem; color: var(--mute); text-align: start; }
th, td { padding: .75rem 1rem; border-top: 1px solid var(--line); text-align: start;
  vertical-align: top; }
thead th { color: var(--deep); border-bottom: 2px solid var(--water); }
thead th span { display: block; color: var(--mute); font-size: .875rem; font-weight: 400; }
th:first-child { width: 15%; }
ul { margin: 0; padding-inline-start: 1.1rem; }
li + li { margin-top: .25rem; }
.only::marker { color: #7d4e00; content: "≠ "; }
.differs > th::after { display: block; color: #7d4e00; content: "differs"; font-size: .8125rem;
  font-weight: 400; }
.differs > th { box-shadow: inset 5px 0 #c98500; }
footer { margin-top: 1.5rem; font-size: .875rem; overflow-wrap: anywhere; }
@media (max-width: 44rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  th:first-child { width: auto; background: #f2f8f8; }
  table, caption { border: 0; }
  caption { display: block; }
  td::before { display: block; color: var(--water); content: attr(data-of); font-weight: 600; }
}
@media print {
  body { max-width: none; background: none; font-size: 9pt; }
  tr { break-inside: avoid; }
}
"""


def page(a: Ordinance, b: Ordinance) -> str:
    """The whole page. Nothing of a code is taken for markup."""
    found = list(points(a, b))
    differ = sum(not alike(left, right) for _, left, right in found)
    many = "One point differs" if differ == 1 else f"{differ} points differ"
    title = f"{a.title} and {b.title}"
    return "".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'\">\n",
            f"<title>{escape(title)}, compared</title>\n<style>\n{STYLE}</style>\n</head>\n",
            f"<body>\n<main>\n<h1>{escape(title)}</h1>\n",
            f'<p class="lead">{many}, of {len(found)}. In our own words, each with its '
            "paragraph; readings as their packs adopt them. "
            "A line with ≠ stands in one of the two alone.</p>\n",
            '<table role="table">\n<caption>Point by point, in the order of a case</caption>\n',
            f'<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Point</th>'
            f"{_head(a)}{_head(b)}</tr></thead>\n",
            '<tbody role="rowgroup">\n',
            *(_row(name, left, right, a, b) for name, left, right in found),
            "</tbody>\n</table>\n</main>\n",
            f"<footer>{_digest(a)}{_digest(b)}</footer>\n</body>\n</html>\n",
        ]
    )


def _head(law: Ordinance) -> str:
    more = f"{law.id}, {law.version}, law {in_force(law.since, law.until)}"
    return (
        f'<th scope="col" role="columnheader">{escape(law.title)}<span>{escape(more)}</span></th>'
    )


def _row(
    name: str, left: Sequence[Finding], right: Sequence[Finding], a: Ordinance, b: Ordinance
) -> str:
    mark = ' class="differs"' if not alike(left, right) else ""
    cells = "".join(
        f'<td role="cell" data-of="{escape(law.title)}">{"".join(_cell(found, other))}</td>'
        for law, found, other in ((a, left, right), (b, right, left))
    )
    head = f'<th scope="row" role="rowheader">{escape(name)}</th>'
    return f'<tr role="row"{mark}>{head}{cells}</tr>\n'


def _cell(found: Sequence[Finding], other: Sequence[Finding]) -> Iterator[str]:
    """What one code says on a point; lines that the other has not are marked."""
    known = {item.text for item in other}
    if not found:
        yield "<em>not in this code</em>"
    elif len(found) == 1:
        yield _said(found[0])
    else:
        yield "<ul>"
        for item in found:
            only = "" if item.text in known else ' class="only"'
            yield f"<li{only}>{_said(item)}</li>"
        yield "</ul>"


def _said(item: Finding) -> str:
    cite = f' <span class="cite">§ {escape(item.cite)}</span>' if item.cite else ""
    return f"{escape(item.text)}{cite}"


def _digest(law: Ordinance) -> str:
    return f"<p>{escape(law.id)} {escape(law.version)}: digest {law.digest}</p>\n"
