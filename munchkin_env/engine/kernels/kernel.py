"""One source, two ways to run it: compiled by Numba, or interpreted to read, debug and test.

`@kernel` marks an inner function, `@entry` one that Python calls. What they are written in, `language` says;
its forms are unfolded first. With MUNCHKIN_INTERPRETED=1 nothing is compiled.

Compiled code is cached in a folder named by a hash of everything that could change it (`sources`): the sources
of engine, observation, bots, cards and vector loops, versions, platform, CPU and Numba's settings. Where
that folder may lie, and what happens if it can't be used, is in `code_files`.
"""

import ast
import contextlib
import functools
import hashlib
import linecache
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.engine.kernels.compiling import telling, uncollected
from munchkin_env.engine.kernels.language import Unfold, bound_names, check_names
from munchkin_env.engine.kernels.sources import PACKAGE, code_files, digests
from munchkin_env.errors import EngineFault

INTERPRETED = os.environ.get("MUNCHKIN_INTERPRETED", "0") not in ("", "0")

# Nothing is allocated, so nothing is counted: without `_nrt` arrays are borrowed, which is 1.07 times as fast.
_PLAIN: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
_modules: dict[str, dict[tuple[str, int], ast.FunctionDef]] = {}
_bound: dict[str, set[str]] = {}  # names of each module's top level

if not INTERPRETED:
    import numba

    from munchkin_env.engine.kernels import code_cache, linking, passes, units

    LINK_ONCE = linking.supported()
    if passes.supported():
        _PLAIN["pipeline_class"] = passes.KernelCompiler


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


def _one_signature(dispatcher: Any) -> Any:
    """Integers, literals and booleans all arrive as int64, so that every function is compiled once.

    Numba would otherwise compile a function again for each literal and each width of integer it is given.
    """
    template = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        with linking.libraries(linking.InnerLibrary) if LINK_ONCE else contextlib.nullcontext():
            return template(tuple(_widen(a) for a in args), kws)

    dispatcher.get_call_template = widened
    return dispatcher


def _widen(argument: Any) -> Any:
    plain = numba.types.unliteral(argument)
    return numba.types.int64 if isinstance(plain, numba.types.Integer | numba.types.Boolean) else plain


class Kernel:
    """An inner engine function that has not been compiled: with a filled cache it never is, which halves a start."""

    def __init__(self, function: Callable[..., Any], folded: bool = False) -> None:
        if not folded and _is_new():  # then a mistake is told at once, and not by the compiler
            function, folded = _fold(function), True
        self.function = function
        self.folded = folded
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's dispatcher, which compiles on demand."""
        function = self.function if self.folded else _fold(self.function)
        return _one_signature(numba.njit(no_cpython_wrapper=True, **_PLAIN)(function))

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
    linking.inline(function.__module__, function.__name__)
    return Kernel(function)


def made(source: str, module: str, names: Mapping[str, Any], copied: bool = False) -> Any:
    """A kernel whose source is made by code, one function; debuggers find it. `names`: what it may call. `copied`:
    into each caller, as `inlined` does."""
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.FunctionDef)
    space = {"__name__": module, **names}
    filename = f"<{module}.{definition.name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    folded = Unfold(space).visit(definition)
    exec(compile(ast.Module([folded], []), filename, "exec"), space)
    if INTERPRETED:
        return space[definition.name]
    if copied:
        linking.inline(module, definition.name)
    return Kernel(space[definition.name], folded=True)


def _linked(dispatcher: Any, library: Any) -> Any:
    """Links all that the entry point reaches when it is compiled."""
    compiler = dispatcher._compiler
    build = compiler._compile_core
    function = dispatcher.py_func
    name = f"{function.__module__.removeprefix('munchkin_env.')}.{function.__name__}"

    def compile_core(args: Any, return_type: Any) -> Any:
        with telling(name), uncollected(), linking.libraries(library) if LINK_ONCE else contextlib.nullcontext():
            return build(args, return_type)

    compiler._compile_core = compile_core
    return dispatcher


def entry(function: Callable[..., Any]) -> Any:
    """An engine function that Python calls: compiled once per machine, then read from the cache."""
    folded = _fold(function)
    if INTERPRETED:
        return folded
    return _entry(folded, None if not LINK_ONCE else linking.EntryLibrary)


def summing(function: Callable[..., Any]) -> Any:
    """A function of plain arrays of floats that Python calls, compiled and kept like `entry`: its sums are taken in any
    order, and it knows none of the kernels' forms."""
    if INTERPRETED:
        return function
    return code_cache.keep(numba.njit(nogil=True, fastmath=True, error_model="numpy")(function), code_files())


def _entry(function: Callable[..., Any], library: Any) -> Any:
    return _linked(code_cache.keep(numba.njit(nogil=True, **_PLAIN)(function), code_files()), library)


def _compile_unit(root: Callable[..., Any], unit: "units.Unit") -> Any:
    return _entry(root, type("UnitLibrary", (linking.UnitLibrary,), {"unit": unit}))


class _Whole:
    """What stands for a unit where nothing is compiled apart: callers get the functions themselves."""

    def export(self, function: Any) -> Any:
        return function


def unit(module: str, like: Callable[[], Mapping[str, np.ndarray]]) -> "units.Unit | _Whole":
    """The unit of a module; see `engine.kernels.units`."""
    if INTERPRETED or not LINK_ONCE:
        return _Whole()
    return units.Unit(module, like, _compile_unit)


def records(array: np.ndarray) -> np.ndarray:
    """The array as engine functions want it: attribute access needs np.record when interpreted."""
    return array.view(np.recarray) if INTERPRETED and not isinstance(array, np.recarray) else array


def copied(array: np.ndarray) -> np.ndarray:
    """A copy of an array of records as engine functions want it, byte by byte. The array's own `copy` goes field by
    field: it takes a hundred times as long, and leaves undefined what lies between the fields."""
    return records(np.ndarray(array.shape, array.dtype, bytearray(array.tobytes())))
