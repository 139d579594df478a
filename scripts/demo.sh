#!/usr/bin/env bash
# Two worked cases of two ordinances: what each says about its case on a day.
set -euo pipefail
cd "$(dirname "$0")/.."

.venv/bin/outfall assess cases/demo/webster-stop-work.yaml
.venv/bin/outfall assess cases/demo/city-penalty-and-lien.yaml
