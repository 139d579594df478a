#!/usr/bin/env bash
# Two worked cases under two ordinances: all that each standing says on a day, one reason, one picture, their papers.
set -euo pipefail
cd "$(dirname "$0")/.."

bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; fi

part() { printf '\n%s%s%s\n' "$bold" "$*" "$plain"; }
ask() {
    printf '\n%s$ outfall %s%s\n\n' "$bold" "$*" "$plain"
    .venv/bin/outfall "$@"
}

webster=cases/demo/webster-stop-work.yaml
city=cases/demo/city-penalty-and-lien.yaml

part "1. A basin about to breach, under the ordinance of Webster, New York. The case file:"
printf '\n'
cat "$webster"
ask assess "$webster" --on 2026-05-28

part "2. Why the two days for the repair ended on May 27, day by day:"
ask explain "$webster" danger_repair --on 2026-05-28

part "3. The same case as one picture:"
ask timeline "$webster" --on 2026-05-28

part "4. Work done at a party's expense, and a second violation, under a city's section 9-3-12:"
ask assess "$city" --on 2026-05-15

part "5. The papers of both cases, and each case for its hearing, as PDF:"
printf '\n'
.venv/bin/python scripts/demo_papers.py

part "Next: change a date in $webster and ask again, or write a case of your own with docs/tutorial."
