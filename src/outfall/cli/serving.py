"""The WSGI server behind ``outfall serve``: gunicorn, told all it needs by the command."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

SECONDS_TO_ANSWER, SECONDS_TO_FINISH = 120, 25
SHARED_MEMORY = Path("/dev/shm")


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn without a file of settings, and without a socket that steers it."""

    def __init__(self, host: str, port: int, workers: int, when_ready: Callable[[], None]) -> None:
        bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        self.asked: dict[str, Any] = {
            "bind": bind,
            "workers": workers,
            "worker_class": "sync",
            "preload_app": True,
            "timeout": SECONDS_TO_ANSWER,
            "graceful_timeout": SECONDS_TO_FINISH,
            "loglevel": "warning",
            "proc_name": "outfall",
            "control_socket_disable": True,
            "when_ready": lambda arbiter: when_ready(),
            "pre_fork": lambda arbiter, worker: _let_go(),
        }
        if SHARED_MEMORY.is_dir():
            self.asked["worker_tmp_dir"] = str(SHARED_MEMORY)
        super().__init__()

    def load_config(self) -> None:
        """What this version of gunicorn knows of it."""
        for name, value in self.asked.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """The office, made ready before the workers are."""
        from django.urls import get_resolver

        from outfall.web.wsgi import application

        _ = get_resolver().url_patterns
        return application


def _let_go() -> None:
    """No connection to the database is carried into a worker: two would talk over one."""
    from django.db import connections

    connections.close_all()
