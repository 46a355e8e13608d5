"""Units: inner functions that are compiled together, once, and called by all other compiled code under their names.

An entry point has a copy of every inner function that it reaches, specialised for it. The rules are too many for a copy
in each: programs that play games call the few functions that a unit exports. Their types are stored with the unit's
code, so a process that finds it compiles nothing of it, not even to learn them.

Since units call each other only by name, a second process compiles the others while this one compiles the first that it
needs. Its code is stored under its name: this process finds it there, or waits for it (`code_files`). So a first start
takes 70 seconds instead of 100 on two cores, and no longer on one.
"""

import contextlib
import inspect
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from munchkin_env.engine.kernels.code_files import CodeFiles, say_nothing
from munchkin_env.engine.kernels.sources import ROOT, UNITS

PREFIX = "munchkin_env."


class Unit:
    """The exported functions of one module, which has it as `UNIT`."""

    def __init__(
        self, module: str, like: Callable[[], Mapping[str, Any]], compiles: Callable[[Any, "Unit"], Any]
    ) -> None:
        """module: `__name__` of the module. like: gives an array for each name of an array or record (of which it is
        the first) among the arguments; all others are whole numbers. compiles: makes an entry point of a function."""
        self.module = module
        self.exports: dict[str, Any] = {}
        self._like, self._compiles = like, compiles
        self._signatures: dict[str, Any] = {}

    def export(self, function: Any) -> Any:
        """The function as other compiled code calls it: `function` is an inner one."""
        name = f"{self.module}.{function.__name__}"
        self.exports[name] = function
        return _caller(self, name, inspect.signature(function.function))

    def signature(self, name: str) -> tuple[Any, tuple[Any, ...]]:
        """(what it returns, what it takes) of an exported function, Numba's types. Compiles the unit if need be."""
        self.ready()
        found: tuple[Any, tuple[Any, ...]] = self._signatures[name]
        return found

    def ready(self) -> None:
        """Compile the unit or read it from the cache, unless that is done."""
        if self._signatures:
            return
        import numba

        like = self._like()
        dispatcher = self._compiles(self._root(like), self)
        dispatcher.compile(tuple(numba.typeof(array) for array in like.values()))
        (compiled,) = dispatcher.overloads.values()
        self._signatures = compiled.library.signatures

    def _root(self, like: Mapping[str, Any]) -> Any:
        """A function that calls all that is exported, so that all is compiled; nobody calls it."""
        lines = [f"def {ROOT}({', '.join(like)}):"]
        space: dict[str, Any] = {}
        for k, function in enumerate(self.exports.values()):
            space[f"f{k}"] = function
            names = inspect.signature(function.function).parameters
            given = (_argument(name, like) for name in names)
            lines.append(f"    f{k}({', '.join(given)})")
        exec("\n".join(lines), space)
        root = space[ROOT]
        root.__module__ = self.module
        return root


def _argument(name: str, like: Mapping[str, Any]) -> str:
    if name not in like:
        return "0"
    return f"{name}[0]" if like[name].dtype.names else name


def _caller(unit: Unit, name: str, signature: inspect.Signature) -> Any:
    """Stand-in for the function in compiled code outside of the unit: a call by name."""
    from numba.core import cgutils, typing
    from numba.extending import intrinsic

    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.call_conv.get_function_type(sig.return_type, sig.args)
        function = cgutils.get_or_insert_function(builder.module, kind, name)
        status, result = context.call_conv.call_function(builder, function, sig.return_type, sig.args, args)
        with cgutils.if_unlikely(builder, status.is_error):  # where bounds are checked
            context.call_conv.return_status_propagate(builder, status)
        return result

    def typed(typingctx: Any, *args: Any) -> Any:
        returned, taken = unit.signature(name)
        return typing.signature(returned, *taken), call

    first = inspect.Parameter("typingctx", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    typed.__signature__ = signature.replace(parameters=[first, *signature.parameters.values()])  # type: ignore[attr-defined]
    typed.__name__ = name.rpartition(".")[2]
    return intrinsic(typed)


def module_of(name: str) -> str:
    """The module of an exported function by its name for others."""
    return name.rpartition(".")[0]


def ready(module: str) -> None:
    """Make the unit of a module ready to be called."""
    import_module(module).UNIT.ready()


# ------------------------------------------------------------------------------ another process
HELPING = "MUNCHKIN_COMPILING_ALONGSIDE"
"""Set in such a process, which begins no other."""
_begun = threading.Event()


def begin_others(name: str, files: CodeFiles) -> None:
    """To be called where a function called `name` is about to be compiled that is kept in `files` afterwards. Of a unit
    it begins the others that are not there, once; nothing happens where there is one core or nothing can be kept, or if
    no process can be begun."""
    module = name.rpartition(".")[0]
    if module not in UNITS or _begun.is_set() or os.environ.get(HELPING) or cores() < 2 or not sys.executable:
        return
    others = [one for one in UNITS if one != module and not files.has(f"{one}.{ROOT}-")]
    if not others or files.place() is None:
        return
    _begun.set()
    lines = ["import sys", f"sys.path[:] = {sys.path!r}", "from munchkin_env.engine.kernels.units import ready"]
    lines += [f"ready({PREFIX + one!r})" for one in others]
    with contextlib.suppress(OSError):
        quiet = subprocess.DEVNULL
        helper = subprocess.Popen(
            [sys.executable, "-c", "\n".join(lines)],
            stdin=quiet, stdout=quiet, stderr=quiet, env={**os.environ, HELPING: "1"},
        )  # fmt: skip
        say_nothing("waiting")
        threading.Thread(target=helper.wait, daemon=True).start()  # so that it leaves no zombie


def cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
