"""How generated tests run: without a stopwatch, and the same ones each time.

With OUTFALL_EXPLORE=1 they are new ones each time: to look for what the kept ones miss.
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

# Compiled plans of dockets outlive a run of the tests: making one takes half a minute.
os.environ.setdefault("OUTFALL_PLANS", str(Path(__file__).parent.parent / "build" / "plans"))
settings.register_profile("explore", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True)
settings.load_profile("explore" if os.environ.get("OUTFALL_EXPLORE") else "same")
