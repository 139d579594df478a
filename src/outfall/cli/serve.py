"""``outfall serve``: the office's web server."""

from __future__ import annotations

import argparse
import ipaddress
import sys

from outfall.cli import office_django
from outfall.cli.office_django import refused

MORE = """\
examples:
  outfall serve                                   http://127.0.0.1:8000/
  outfall serve --port 8080 --workers 4
  DATABASE_URL=postgres://... outfall serve       on PostgreSQL, in place of the SQLite file

An SQLite database is made, and brought up to this version, as the server starts. On PostgreSQL run
`outfall migrate` first. Put a proxy that speaks HTTPS before it for other machines, and name the
office's address in OUTFALL_ORIGINS (https://...) and its host in OUTFALL_HOSTS. Ctrl-C, or SIGTERM,
lets each worker finish what it answers.
"""
NAMED_BY_DIGEST = "whitenoise.storage.CompressedManifestStaticFilesStorage"


def arguments(command: argparse.ArgumentParser) -> None:
    """Where to listen, and with how many workers."""
    command.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)"
    )
    command.add_argument("--port", type=port, default=8000, metavar="N", help="the port (8000)")
    command.add_argument(
        "--workers", type=workers, default=2, metavar="N", help="how many answer at once (2)"
    )


def port(text: str) -> int:
    """A port's number."""
    return _whole(text, 1, 65535, "a port")


def workers(text: str) -> int:
    """A number of workers."""
    return _whole(text, 1, 64, "a number of workers")


def _whole(text: str, least: int, most: int, what: str) -> int:
    if not (text.isdecimal() and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text} is not {what}. Write {least} to {most}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    office_django.ready()
    return start(args.host, args.port, args.workers)


def start(host: str, port: int, workers: int) -> int:
    """Serve the office that is set up."""
    from django.conf import settings

    if settings.DEMO and not loopback(host):
        says = "A demonstration has a password that everybody knows: it listens on 127.0.0.1 alone"
        raise refused(host, says, "demo-host")
    collect()
    from outfall.cli.serving import Server

    Server(host, port, workers, lambda: print(told(host, port), flush=True)).run()
    return 0


def loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> loopback("127.0.0.1"), loopback("localhost"), loopback("::1"), loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def told(host: str, port: int) -> str:
    """What the command says once it answers: the address, and what a demonstration needs."""
    from django.conf import settings

    at = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    lines = [f"The office answers at {at}/  (Ctrl-C stops it)"]
    if settings.DEMO:
        from outfall.web.demo.telling import lines as demo

        lines += demo(at)
    elif not loopback(host) and not settings.CSRF_TRUSTED_ORIGINS:
        lines.append("Without HTTPS, passwords go over the wire in the clear: set OUTFALL_ORIGINS.")
    return "\n".join(lines)


def collect() -> None:
    """Put the static files where they are served from, where they have changed since.

    A demonstration serves them as they lie in the package.
    """
    from django.conf import settings
    from django.core.management import call_command

    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    if settings.DEMO:
        return
    settings.STORAGES["staticfiles"]["BACKEND"] = NAMED_BY_DIGEST
    stamp, now = settings.STATIC_ROOT / ".collected", _static_digest()
    if stamp.exists() and stamp.read_text() == now:
        return
    print("The static files are laid out anew ...", file=sys.stderr, flush=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def _static_digest() -> str:
    """A digest of every static file's name, size and time."""
    import hashlib
    from pathlib import Path

    from django.contrib.staticfiles.finders import get_finders

    found = []
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            found.append(f"{name} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()
