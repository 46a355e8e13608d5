"""Numba's view of the code cache: what an entry point was compiled to is kept in `code_files` and found again there.

Numba's own cache would do neither: it passes over folders that it can't write and then writes beside the sources,
falls over damaged files, trusts anybody's, lets every process compile, and is keyed by the path of the package.
Beside the code of a function lie the units that it calls, which have to be there before it is linked, and of a unit
what its functions take and return.
"""

import hashlib
import pickle
from typing import Any

from numba.core import compiler
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from munchkin_env.engine.kernels import alongside, units
from munchkin_env.engine.kernels.code_files import CodeFiles, tell


class CodeCache(_Cache):
    """The compiled code of one function, a file for each signature.

    Everything else that code depends on is in the version of the files: they don't know where the package lies.
    """

    def __init__(self, function: Any, files: CodeFiles) -> None:
        self._name = f"{function.__module__.removeprefix('munchkin_env.')}.{function.__qualname__}"
        self._files = files
        self._locked: list[str] = []
        self._enabled = True

    @property
    def cache_path(self) -> str | None:
        place = self._files.place()
        return None if place is None else str(place)

    def _file(self, signature: Any) -> str:
        return f"{self._name}-{hashlib.sha256(str(signature).encode()).hexdigest()[:16]}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, None if Numba has to compile it; then other processes wait until `release`."""
        if not self._enabled:
            return None
        name = self._file(sig)
        found = self._rebuilt(name, target_context)
        if found is None:
            self._files.lock(name)
            self._locked.append(name)
            found = self._rebuilt(name, target_context)  # another process may have compiled it meanwhile
            if found is None and self._locked:
                alongside.begin(self._name, self._files)
        return found

    def _rebuilt(self, name: str, target_context: Any) -> Any:
        data = self._files.read(name)
        if data is None:
            return None
        target_context.refresh()
        try:
            needs, signatures, compiled = pickle.loads(data)
            for module in needs:
                units.ready(module)
            result = compiler.CompileResult._rebuild(target_context, *compiled)
            result.library.signatures = signatures
            return result
        except Exception as error:  # whatever it is, compiling again mends it
            self._files.tell_damage(name, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps what Numba has compiled."""
        if not self._enabled:
            return
        if data.library.has_dynamic_globals or data.lifted:
            tell(self._name, f"{self._name} is not kept, so every start compiles it: it holds addresses")
            return
        needs, signatures = getattr(data.library, "needs", []), getattr(data.library, "signatures", {})
        self._files.write(self._file(sig), dumps((needs, signatures, data._reduce())))

    def release(self) -> None:
        """Lets other processes go on."""
        while self._locked:
            self._files.unlock(self._locked.pop())

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Nothing: what is kept is replaced when it is compiled again."""


def keep(dispatcher: Any, files: CodeFiles) -> Any:
    """Gives a Numba dispatcher this cache."""
    cache = CodeCache(dispatcher.py_func, files)
    compile_for = dispatcher.compile

    def compile_and_release(sig: Any) -> Any:
        try:
            return compile_for(sig)
        finally:
            cache.release()

    dispatcher._cache = cache
    dispatcher.compile = compile_and_release
    return dispatcher


__all__ = ["CodeCache", "keep"]
