"""The product's settings for tests within this process: a folder of their own, quick passwords.

Nothing of the machine's comes in: where no DATABASE_URL says otherwise, the database is SQLite. The
folder is there from the first file that is stored in it until the tests end.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from pathlib import Path

_OWN = Path(tempfile.gettempdir(), f"outfall-tests-{secrets.token_hex(6)}")
atexit.register(shutil.rmtree, _OWN, ignore_errors=True)
os.environ["OUTFALL_HOME"] = str(_OWN)
os.environ["OUTFALL_MEDIA"] = str(_OWN / "files")
os.environ["OUTFALL_SECRET"] = "known to every reader of the tests, and of use to none"
if not os.environ.get("DATABASE_URL"):
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
for name in ("OUTFALL_DEMO", "OUTFALL_HOSTS", "OUTFALL_ORIGINS", "OUTFALL_TODAY"):
    os.environ.pop(name, None)

from outfall.web.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, since a shared database in memory locks whole tables against a reader elsewhere.
    DATABASES["default"]["TEST"] = {"NAME": str(_OWN / "tests.sqlite3")}  # noqa: F405
OUTFALL_REQUIRE_MFA = False
