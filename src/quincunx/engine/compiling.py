"""Compiling the rules: one decorator, one way to bind a template to a game, one cache that is never stale.

Numba's own cache does not notice a change in a *called* function of another file. The cache folder is therefore
named by a hash over all sources of the package; a game that lives outside the package adds a hash of its own.
With `NUMBA_DISABLE_JIT=1` nothing is compiled and everything runs as plain Python.
"""

import functools
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba as _numba
import numpy as np
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])
numba: Any = _numba
"""Without its annotations: a compiled function passes for the function that it was made of."""

INTERPRETED = bool(numba.config.DISABLE_JIT)
PACKAGE = Path(__file__).resolve().parent.parent
COMPILED_LAYERS = tuple(PACKAGE / layer for layer in ("engine", "games", "bots", "lab"))
"""Where compiled functions and the constants they are made of may stand."""
KEEP_UNUSED_CACHES_DAYS = 14


def hash_of_sources(*roots: Path) -> str:
    """A short hash over the Python files under the roots (a root may be a file)."""
    digest = hashlib.blake2b(digest_size=8)
    for root in roots:
        for file in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _cache_folder() -> Path:
    parent = Path(os.environ.get("QUINCUNX_CACHE") or platformdirs.user_cache_path("quincunx")) / "compiled"
    versions = (numba.__version__, np.__version__, platform.python_version())
    made_for = "-".join((hash_of_sources(*COMPILED_LAYERS), *versions))
    folder = parent / made_for
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _drop_unused(parent)
        if not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="quincunx-"))  # compiled anew each time, but nobody else can reach it
    return folder


def _drop_unused(parent: Path) -> None:
    limit = time.time() - KEEP_UNUSED_CACHES_DAYS * 86_400
    for other in parent.iterdir():
        if other.stat().st_mtime < limit:
            shutil.rmtree(other, ignore_errors=True)


CACHE = _cache_folder()
numba.config.CACHE_DIR = str(CACHE)

# Functions that need only `chance` take any record that begins with it: meant, and tested.
warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning)

_how: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_jit = numba.njit(forceinline=True, **_how)
# A rule allocates nothing and returns no array. Left to itself, Numba would count references to the list of moves at
# every call of a rule, which was a fifth of all time.
_borrowing = {**_how, "_nrt": False}
_jit_rule = numba.njit(forceinline=True, **_borrowing)


def _part_of_others(function: Any) -> Any:
    """Leaves optimising to the templates that a function ends up in. Numba would optimise every function with all that
    it calls, and again in each of its callers: the same code ten times over."""
    if INTERPRETED:
        return function
    compile_now = function.compile

    def compile_as_part(signature: Any) -> Any:
        global _parts
        _parts += 1
        try:
            return compile_now(signature)
        finally:
            _parts -= 1

    function.compile = compile_as_part
    return function


_parts = 0
"""How many functions are being compiled as parts of others."""


def _optimise_whole_only() -> None:
    from numba.core.codegen import CPUCodeLibrary

    optimise = CPUCodeLibrary._optimize_final_module

    def unless_part(library: Any) -> None:
        if not _parts:
            _keep_to_itself(library)
            optimise(library)  # type: ignore[no-untyped-call]

    CPUCodeLibrary._optimize_final_module = unless_part  # type: ignore[method-assign]


_optimise_whole_only()


def _keep_to_itself(library: Any) -> None:
    """Makes what others also hold a copy of private, under a name that nobody else looks for. Else the linker takes the
    first copy that it has met, which in the process that compiles is the one that was not optimised: searching took six
    times as long there."""
    for function in library._final_module.functions:
        if not function.is_declaration and function.linkage.name == "linkonce_odr":
            function.linkage = "internal"
            function.name += ".own"


def compiled(function: F) -> F:
    """Marks a function as part of the rules: compiled on first use, the same source on every machine."""
    compiled_function: F = _part_of_others(_jit_rule(function))
    return compiled_function


APART: set[tuple[str, str]] = set()
"""Module and name of the functions that stay functions of their own."""


def apart(function: F) -> F:
    """Like `compiled`, for a long function that is called from several places: it stays a function of its own.
    Everything inlined into everything would take minutes to compile."""
    APART.add((function.__module__, function.__qualname__))
    compiled_function: F = part_apart(function)
    return compiled_function


def part_apart(function: Any) -> Any:
    """Compiled as a part of others, and as a function of its own."""
    return _part_of_others(numba.njit(forceinline=False, **_borrowing)(function))


def pasted(function: F) -> F:
    """Like `compiled`, for a line or two with arguments of many types: pasted into the source of its callers, instead
    of being compiled for each combination of types."""
    compiled_function: F = numba.njit(cache=True, nogil=True, error_model="numpy", inline="always")(function)
    return compiled_function


def wrapping(function: F) -> F:
    """Like `compiled`, for arithmetic that is meant to overflow: interpreted NumPy would warn of it."""
    if not INTERPRETED:
        return compiled(function)

    @functools.wraps(function)
    def quietly(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quietly  # type: ignore[return-value]


def record(fields: list[Any]) -> np.dtype[Any]:
    """A flat record, aligned as a GPU likes it. Interpreted code reads fields as attributes, so none may be called
    like one of NumPy's own methods (`round`, `take`, ...)."""
    aligned = np.dtype(fields, align=True)
    if taken := [name for name in aligned.names or () if hasattr(np.record, name)]:
        raise ValueError(f"NumPy's records have an attribute {taken[0]!r} of their own: give the field another name")
    return np.dtype((np.record, aligned))


class Template:
    """A function written against the contract, compiled once for each game that uses it (see `rebind`)."""

    def __init__(self, function: Callable[..., Any], *, stays_apart: bool = False) -> None:
        self.function = function
        self.name = function.__name__
        self.stays_apart = stays_apart
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<template {self.function.__module__}.{self.name}>"


def template(function: Callable[..., Any]) -> Any:
    """Marks a function as a template; `Game.bind` gives the compiled version for one game."""
    return Template(function)


def template_apart(function: Callable[..., Any]) -> Any:
    """Like `template`, for one that other templates call in several places: it stays a function of its own there."""
    return Template(function, stays_apart=True)


def rebind(
    source: Template,
    mark: str,
    names: dict[str, Any],
    others: Callable[[Template], Any],
    jit: Callable[..., Any] = _jit,
) -> Any:
    """The template's code with other globals and a name of its own, so that each game gets its own cache entry."""
    function = source.function
    around = dict(function.__globals__)
    for name in function.__code__.co_names:
        meant = names.get(name, around.get(name))
        if isinstance(meant, Template):
            around[name] = others(meant)
        elif name in names:
            around[name] = meant
    bound = types.FunctionType(function.__code__, around, function.__name__, function.__defaults__)
    bound.__module__ = function.__module__
    bound.__qualname__ = f"{function.__name__}_{mark}"
    bound.__doc__ = function.__doc__
    return jit(bound)


def why_uncompiled(error: Exception) -> str:
    """What to tell of an error of Numba's: which line of a game's rules can't be compiled, and what to do about it."""
    places = re.findall(r'(?:at|File) "?([^\s"]+\.py)"?(?:, line | \()(\d+)', str(error))
    theirs = (Path(numba.__file__).parent, PACKAGE)
    line = next((f"{file}, line {line}" for file, line in places if not is_under(Path(file), theirs)), "")
    return (
        f"The rules can't be compiled{f': see {line}' if line else ''}. Compiled code knows numbers, records and fixed "
        "arrays; it allocates nothing and knows no strings. With NUMBA_DISABLE_JIT=1 it runs as plain Python."
    )


def is_under(path: Path, folders: tuple[Path, ...]) -> bool:
    """Whether a file lies in one of some folders."""
    return any(path.resolve().is_relative_to(folder) for folder in folders)


def describe() -> str:
    """One line for bug reports and benchmark tables."""
    how = "interpreted" if INTERPRETED else f"numba {numba.__version__}"
    return f"Python {sys.version.split()[0]}, NumPy {np.__version__}, {how}"
