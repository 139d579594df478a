"""Django's settings, from the environment alone: one image serves every town.

``DATABASE_URL`` is all it takes for PostgreSQL; without it the office keeps an SQLite file.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured


def _flag(name: str) -> bool:
    return os.environ.get(name, "").lower() in ("1", "true", "yes")


HERE = Path(__file__).parent
HOME = Path(os.environ.get("OUTFALL_HOME", "office-data")).absolute()
DEMO = _flag("OUTFALL_DEMO")
DEBUG = False
OUTFALL_TODAY = os.environ.get("OUTFALL_TODAY", "")
OUTFALL_REQUIRE_MFA = not DEMO and not _flag("OUTFALL_NO_MFA")


def _secret() -> str:
    """The key that signs sessions: given, or kept in a file that only its owner reads."""
    given = os.environ.get("OUTFALL_SECRET", "")
    if given:
        return given
    file = HOME / "secret"
    if not file.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(64))
    return file.read_text().strip()


SECRET_KEY = _secret()
if len(SECRET_KEY) < 32:
    raise ImproperlyConfigured("OUTFALL_SECRET is too short. Give at least 32 random letters")

ALLOWED_HOSTS = os.environ.get("OUTFALL_HOSTS", "127.0.0.1,localhost,testserver").split(",")
CSRF_TRUSTED_ORIGINS = [o for o in os.environ.get("OUTFALL_ORIGINS", "").split(",") if o]
_TLS = bool(CSRF_TRUSTED_ORIGINS) and all(o.startswith("https") for o in CSRF_TRUSTED_ORIGINS)


def _database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{HOME / 'office.sqlite3'}"
    found: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=600))
    if found["ENGINE"].endswith("sqlite3"):
        Path(found["NAME"]).parent.mkdir(parents=True, exist_ok=True)
        found["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 30,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA foreign_keys=ON; PRAGMA cache_size=-65536; PRAGMA mmap_size=268435456;"
            "PRAGMA temp_store=MEMORY;",
        }
    found["CONN_HEALTH_CHECKS"] = True
    return found


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "outfall.web.towns",
    "outfall.web.casework",
    "outfall.web.drafts",
    "outfall.web.jobs",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "outfall.web.towns.signin.DirectoryMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "outfall.web.towns.middleware.IdleMiddleware",
    "outfall.web.towns.middleware.TownMiddleware",
]
ROOT_URLCONF = "outfall.web.urls"
WSGI_APPLICATION = "outfall.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "outfall.web.towns.context.office",
            ],
            "builtins": ["outfall.web.casework.templatetags.office"],
        },
    }
]

# People and how they sign in.
AUTH_USER_MODEL = "towns.Person"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
_VALIDATION = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": _VALIDATION + "UserAttributeSimilarityValidator"},
    {"NAME": _VALIDATION + "MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": _VALIDATION + "CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "outfall.web.towns.signin.Adapter"
SOCIALACCOUNT_ADAPTER = "outfall.web.towns.signin.DirectoryAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 1
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Outfall"
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEMO
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_ONLY = False


def directory(environment: Mapping[str, str]) -> dict[str, Any]:
    """The town's directory as the library of signing in wants it; nothing where none is named."""
    server = environment.get("OUTFALL_OIDC_SERVER")
    if not server:
        return {}
    app = {
        "provider_id": "directory",
        "name": environment.get("OUTFALL_OIDC_NAME", "the town's directory"),
        "client_id": environment.get("OUTFALL_OIDC_CLIENT", ""),
        "secret": environment.get("OUTFALL_OIDC_SECRET", ""),
        "settings": {"server_url": server},
    }
    return {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}


SOCIALACCOUNT_PROVIDERS = directory(os.environ)
SESSION_IDLE_SECONDS = 15 * 60 if not DEMO else 12 * 3600
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _TLS
SECURE_HSTS_SECONDS = 31_536_000 if _TLS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _TLS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "outfall_cache",
    }
}

_DIRECTORY = [os.environ["OUTFALL_OIDC_SERVER"]] if os.environ.get("OUTFALL_OIDC_SERVER") else []

# What a page may load: its own files, and nothing inline.
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF, *_DIRECTORY],
        "frame-ancestors": [SELF],
        "frame-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
    }
}

STATIC_URL = "/static/"
STATIC_ROOT = HOME / "static"
STATICFILES_DIRS = [HERE / "static"]
# Pages name files by their digests once `outfall serve` has collected them.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if (STATIC_ROOT / "staticfiles.json").exists()
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_MANIFEST_STRICT = False
MEDIA_ROOT = Path(os.environ.get("OUTFALL_MEDIA", HOME / "files")).absolute()
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 52_428_800
OUTFALL_FILE_BYTES_MOST = 25 * 1024 * 1024
OUTFALL_PIXELS_MOST = 40_000_000
# A program of the town's own that `outfall work` may ask for facts of a text; none by default.
OUTFALL_PROPOSER = os.environ.get("OUTFALL_PROPOSER", "").strip()

EMAIL_BACKEND = os.environ.get(
    "OUTFALL_EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend"
)
if os.environ.get("OUTFALL_SMTP_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = os.environ["OUTFALL_SMTP_HOST"]
    EMAIL_PORT = int(os.environ.get("OUTFALL_SMTP_PORT", "587"))
    EMAIL_HOST_USER = os.environ.get("OUTFALL_SMTP_USER", "")
    EMAIL_HOST_PASSWORD = os.environ.get("OUTFALL_SMTP_PASSWORD", "")
    EMAIL_USE_TLS = True
DEFAULT_FROM_EMAIL = os.environ.get("OUTFALL_EMAIL_FROM", "stormwater@example.gov")

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("OUTFALL_LOG", "WARNING")},
}
