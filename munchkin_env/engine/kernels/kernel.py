"""One source, two ways to run it: compiled by Numba, or interpreted to read, debug and test.

`@kernel` marks an inner function, `@entry` one that Python calls. `language` defines what they are written in;
its forms are unfolded first. With MUNCHKIN_INTERPRETED=1 nothing is compiled.

Compiled code is cached in a folder named by a hash of everything that could change it (`sources`): the sources
of engine, observation, bots, cards and vector loops, versions, platform, CPU and Numba's settings. Where
that folder may lie, and what happens if it can't be used, is in `code_files`.
"""

import ast
import contextlib
import functools
import gc
import hashlib
import linecache
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.engine.kernels import units
from munchkin_env.engine.kernels.code_files import tell
from munchkin_env.engine.kernels.language import Unfold, bound_names, check_names
from munchkin_env.engine.kernels.sources import PACKAGE, code_files, digests
from munchkin_env.errors import ConfigError, EngineFault

if os.environ.get("MUNCHKIN_INTERPRETED", "") not in ("", "0", "1"):
    raise ConfigError(f"MUNCHKIN_INTERPRETED: expected 0 or 1, got {os.environ['MUNCHKIN_INTERPRETED']!r:.80}")
INTERPRETED = os.environ.get("MUNCHKIN_INTERPRETED") == "1"

# Nothing is allocated, so nothing is counted: without `_nrt` arrays are borrowed, which is 1.07 times as fast.
_PLAIN: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
_modules: dict[str, dict[tuple[str, int], ast.FunctionDef]] = {}
_bound: dict[str, set[str]] = {}  # names of each module's top level

if not INTERPRETED:
    import numba

    from munchkin_env.engine.kernels import numba_backend

    if lost := numba_backend.complaint():
        tell("numba", f"{lost}; compiling takes longer")
    if numba_backend.has("passes"):
        _PLAIN["pipeline_class"] = numba_backend.KernelCompiler


def _definitions(filename: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The decorated functions of a file by name and line. Raises EngineFault if it was edited after the start."""
    if filename not in _modules:
        source = Path(filename).read_bytes()
        name = os.path.relpath(Path(filename).resolve(), PACKAGE)  # it may have come through a link
        if hashlib.sha256(source).digest() != digests.get(name):
            raise EngineFault(f"{name}: expected the file that Python has imported, got an edited one; start again")
        tree = ast.parse(source, filename)
        _bound[filename] = bound_names(tree)
        _modules[filename] = {
            (node.name, node.decorator_list[0].lineno): node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.decorator_list
        }
    return _modules[filename]


def _fold(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with its forms unfolded; line numbers and globals stay. One that was made inside another has
    none to fold: it must know by itself what it is given there."""
    if function.__closure__:
        return function
    code = function.__code__
    definition = next(
        node
        for (name, line), node in _definitions(code.co_filename).items()
        if name == code.co_name and line == code.co_firstlineno
    )
    check_names(definition, function.__globals__, _bound[code.co_filename])
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    folded = Unfold(function.__globals__).visit(definition)
    space: dict[str, Any] = {}
    exec(compile(ast.Module([folded], []), code.co_filename, "exec"), function.__globals__, space)
    result = space[code.co_name]
    result.__doc__ = function.__doc__
    result.__module__ = function.__module__
    return result


@functools.cache
def _is_new() -> bool:
    """Nothing has been compiled of these sources."""
    return not code_files().has("")


def cache_folder() -> Path | None:
    """The folder that compiled code is kept in; None if there is none that we could write and others couldn't."""
    return code_files().place()


class Kernel:
    """An inner engine function that has not been compiled: with a filled cache it never is, which halves a start."""

    made = begun = 0
    """Number in this process, and number of those whose compilation has begun."""
    reached = 0.0
    """Beginning of the last one, by the monotonic clock."""

    def __init__(self, function: Callable[..., Any], folded: bool = False) -> None:
        if not folded and _is_new():  # then a mistake is reported at once, and not by the compiler
            function, folded = _fold(function), True
        Kernel.made += 1
        self.function = function
        self.folded = folded
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher, which compiles on demand."""
        Kernel.begun += 1
        Kernel.reached = time.monotonic()
        function = self.function if self.folded else _fold(self.function)
        return numba_backend.widen(numba.njit(no_cpython_wrapper=True, **_PLAIN)(function))

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


def kernel(function: Callable[..., Any]) -> Any:
    """An inner engine function: no Python wrapper, compiled into its callers."""
    return _fold(function) if INTERPRETED else Kernel(function)


def inlined(function: Callable[..., Any]) -> Any:
    """An inner engine function that is copied into each caller, so that it is specialised for constant arguments."""
    if INTERPRETED:
        return _fold(function)
    numba_backend.inline(function.__module__, function.__name__)
    return Kernel(function)


def made(source: str, module: str, names: Mapping[str, Any], copied: bool = False) -> Any:
    """A kernel whose source is made by code, one function; debuggers find it. `names`: what it may call. `copied`:
    into each caller, as `inlined` does."""
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.FunctionDef)
    space = {"__name__": module, **names}
    filename = f"<{module}.{definition.name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    check_names(definition, space, ())
    folded = Unfold(space).visit(definition)
    exec(compile(ast.Module([folded], []), filename, "exec"), space)
    if INTERPRETED:
        return space[definition.name]
    if copied:
        numba_backend.inline(module, definition.name)
    return Kernel(space[definition.name], folded=True)


def entry(function: Callable[..., Any]) -> Any:
    """An engine function that Python calls: compiled once per machine, then read from the cache."""
    folded = _fold(function)
    if INTERPRETED:
        return folded
    return _entry(folded, numba_backend.EntryLibrary)


def summing(function: Callable[..., Any]) -> Any:
    """A function of plain arrays of floats that Python calls, compiled and kept like `entry`: its sums are taken in any
    order, and it knows none of the kernels' forms."""
    if INTERPRETED:
        return function
    return numba_backend.keep(numba.njit(nogil=True, fastmath=True, error_model="numpy")(function), code_files())


def _entry(function: Callable[..., Any], library: Any) -> Any:
    """Numba's dispatcher of an entry point, which links all that it reaches when it is compiled."""
    name = f"{function.__module__.removeprefix('munchkin_env.')}.{function.__name__}"

    @contextlib.contextmanager
    def surroundings() -> Iterator[None]:
        with telling(name), uncollected():
            yield

    dispatcher = numba_backend.keep(numba.njit(nogil=True, **_PLAIN)(function), code_files())
    return numba_backend.compile_within(dispatcher, surroundings, library)


def _compile_unit(root: Callable[..., Any], unit: "units.Unit") -> Any:
    return _entry(root, type("UnitLibrary", (numba_backend.UnitLibrary,), {"unit": unit}))


class _Whole:
    """Stand-in for a unit where nothing is compiled separately: callers get the functions themselves."""

    def export(self, function: Any) -> Any:
        return function


def unit(module: str, like: Callable[[], Mapping[str, np.ndarray]]) -> "units.Unit | _Whole":
    """The unit of a module; see `engine.kernels.units`."""
    if INTERPRETED or not numba_backend.has("linking"):
        return _Whole()
    return units.Unit(module, like, _compile_unit)


def records(array: np.ndarray) -> np.ndarray:
    """The array as engine functions want it: attribute access needs np.record when interpreted."""
    return array.view(np.recarray) if INTERPRETED and not isinstance(array, np.recarray) else array


def copied(array: np.ndarray) -> np.ndarray:
    """A copy of an array of records as engine functions want it, byte by byte. The array's own `copy` goes field by
    field: it takes a hundred times as long, and leaves undefined what lies between the fields."""
    return records(np.ndarray(array.shape, array.dtype, bytearray(array.tobytes())))


# ------------------------------------------------------------------------------ while compiling
# A word on stderr once it has taken a while, and no search for garbage meanwhile. How long it takes depends on the
# machine and on who else is at work there: how many kernels have begun to be compiled since then says how far it is.
AFTER = 2.0  # seconds of compilation before a message is shown
EVERY = 1.0  # seconds between two signs of life on a terminal
SELDOM = 20.0  # elsewhere
FRONT = (
    0.55  # part of the time that goes by before the last kernel of a unit has begun (engine 0.55, observations 0.45)
)
LEAST = 0.02  # part of it that an estimate needs
UNIT = ".unit"  # what the names of units end in
FIRST_TIME = "about one minute on two free cores, two on one, the first time on this machine"
BAR = 10  # characters
_running: list[str] = []  # what is being compiled, one for another


class _Progress(threading.Thread):
    """Report the progress, repeatedly on a terminal, else now and then in a line."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self.began = time.monotonic()
        self.before = Kernel.begun

    def run(self) -> None:
        if self.done.wait(AFTER):
            return
        live = sys.stderr.isatty()
        self._tell(live)
        while not self.done.wait(EVERY if live else SELDOM):
            self._tell(live)
        if live:
            print(file=sys.stderr, flush=True)

    def _tell(self, live: bool) -> None:
        what = _running[-1] if _running else "done"
        begun = (Kernel.begun - self.before) / max(1, Kernel.made - self.before)
        left = lasting(what, time.monotonic() - self.began, Kernel.reached - self.began, begun)
        line = f"munchkin_env: compiling, once for this version: {left} ({what})"
        columns = shutil.get_terminal_size().columns - 1
        print(f"\r{line[:columns]:<{columns}}" if live else line, end="" if live else "\n", file=sys.stderr, flush=True)


def lasting(what: str, seconds: float, reached: float, begun: float) -> str:
    """Estimate of the remaining time, by the rate of this machine.

    Args:
        what: The unit being compiled; a single entry point is a matter of seconds.
        seconds: Elapsed time.
        reached: Seconds after which the last kernel so far was begun.
        begun: Share of all kernels that have been begun.
    """
    if not what.endswith(UNIT):
        return "some seconds"
    part = FRONT * begun
    if part < LEAST:
        return FIRST_TIME
    whole = reached / part
    full = min(0.99, seconds / whole)
    bar = "█" * round(BAR * full) + "·" * (BAR - round(BAR * full))
    return f"{bar} {100 * full:.0f} %, {max(1, whole - seconds):.0f} s left"


@contextlib.contextmanager
def telling(what: str) -> Iterator[None]:
    """Mark that `what` is compiled inside the context; the outermost context reports it."""
    progress = None if _running else _Progress()
    _running.append(what)
    try:
        if progress:
            progress.start()
        yield
    finally:
        _running.pop()
        if progress:
            progress.done.set()
            progress.join()


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """While inside, garbage in cycles waits: looking for it among millions of Numba's objects, which stay, takes a
    sixth of the time. It may come to half a gigabyte, which a full collection gives back: what has been made is counted
    as old afterwards, or the next object would set off a search among all of it, for two seconds."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # thawing would thaw what somebody froze
            gc.freeze()
            gc.unfreeze()
        if looked:
            gc.enable()
