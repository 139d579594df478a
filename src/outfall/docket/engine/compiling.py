"""Machine code from kernels and generated plans, kept on disk for the next process.

The code lies in a folder of the user's: ``OUTFALL_PLANS`` where that is set, else
``OUTFALL_HOME/cache``, else the XDG cache. Each state of Outfall's kernels, of numba and of Python
has a folder of its own, so that old code is never taken for new. Where nothing can be written, all
still works, compiled each time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from numba.core.options import DefaultOptions

F = TypeVar("F", bound=Callable[..., Any])
SOURCES = Path(__file__).resolve().parent
# An option of numba's that it does not promise to keep. Without it all is the same, and slower.
UNCOUNTED: dict[str, bool] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def home() -> Path:
    """The folder under which compiled plans are kept."""
    plans = os.environ.get("OUTFALL_PLANS")
    if plans:
        return Path(plans).absolute()
    own = os.environ.get("OUTFALL_HOME")
    if own:
        return Path(own).absolute() / "cache" / "docket"
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "outfall" / "docket"


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """This state's folder, made private to the user; None where none can be written."""
    told = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(SOURCES.glob("*.py")):
        if source.name.startswith(("kernel", "layout", "shape", "compiling")):
            told.update(source.read_bytes())
    found = home() / told.hexdigest()[:16]
    try:
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=found):
            return found
    except OSError:
        return None


def inner(function: F) -> F:
    """Machine code that only other machine code calls: it lacks what a call from Python needs."""
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def compiled(function: F, **more: bool) -> F:
    """The function as machine code: no Python objects, no lock held, kept on disk.

    Nothing in it counts references (``UNCOUNTED``): our kernels make no arrays, and counting the
    users of one, which threads share, took four times as long as the law itself.

    Where the code is kept is settled as the function is declared, from a setting that is numba's
    for the whole process: it is ours for that moment alone.
    """
    kept, config = folder(), cast(Any, numba).config
    settings = {"cache": kept is not None, "nogil": True, "error_model": "numpy", **UNCOUNTED}
    before = config.CACHE_DIR
    config.CACHE_DIR = str(kept) if kept else ""
    try:
        made = cast(Any, numba).njit(**settings, **more)(function)
    finally:
        config.CACHE_DIR = before
    return cast(F, made)


def load(name: str, source: str) -> ModuleType:
    """A generated module, written beside its machine code and imported under a name of its own."""
    digest = hashlib.sha256(source.encode()).hexdigest()[:16]
    full = f"outfall_docket_{name.replace('-', '_')}_{digest}"
    if full in sys.modules:
        return sys.modules[full]
    kept = folder()
    if kept is None:
        module = ModuleType(full)
        exec(compile(source, f"<{full}>", "exec"), module.__dict__)
        return sys.modules.setdefault(full, module)
    file = kept / f"{full}.py"
    if not file.is_file() or file.read_text(encoding="utf-8") != source:
        handle, temporary = tempfile.mkstemp(dir=kept, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(source)
        os.replace(temporary, file)
    spec = spec_from_file_location(full, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[full] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[full]
        raise
    return module
