"""Compiles the engine as one program instead of function by function.

Numba optimises and emits every inner function on its own, each time with all that it calls: the engine's few
hundred small functions would cost minutes. Here inner functions stay unoptimised modules; an entry point links
all that it reaches, closes it to the outside and optimises once: LLVM may then inline what is called once, drop
arguments and checks of errors that no kernel raises (1.2 times as fast). Where Numba's internals differ from what
is expected, everything is left to Numba: slower to compile, the same results.
"""

import functools
from contextlib import AbstractContextManager
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.core import codegen as numba_codegen
from numba.core.registry import cpu_target
from numba.np import arrayobj

from munchkin_env.engine.kernels import passes, units

_FROM_EITHER_END: Any = getattr(arrayobj, "fix_integer_index", None)


class _NoEnvironment:
    """A code generator that need not know environments: inner functions are never called from Python."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, env: Any) -> None:
        """Nothing is emitted yet that could hold it."""


class InnerLibrary(numba_codegen.JITCodeLibrary):
    """An inner function's module: neither linked, optimised as a whole nor emitted until an entry point asks for it."""

    _linking_libraries: list[Any]
    _function: Any = None  # the module that LLVM has read

    @property
    def codegen(self) -> Any:
        return _NoEnvironment(self._codegen)

    def add_ir_module(self, ir_module: Any) -> None:
        """The first is the function; what may follow is how Python would call it."""
        self._raise_if_finalized()
        if self._function is not None:
            return
        self._function = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        self._function.verify()
        for name in [function.name for function in ir_module.functions if function.blocks]:
            function = self._function.get_function(name)
            builder = llvm.PassBuilder(self._codegen._tm, tuned(self._codegen))
            builder.getFunctionPassManager().run(function, builder)
            function.linkage = llvm.Linkage.linkonce_odr  # each that links it has a copy, as much of it as is called

    def _get_module_for_linking(self) -> Any:
        return self._function

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._finalized = True


class EntryLibrary(numba_codegen.JITCodeLibrary):
    """An entry point's module: links every inner module that it reaches, once; units stay outside."""

    _linking_libraries: list[Any]
    needs: list[str]  # modules whose units it calls

    def finalize(self) -> None:
        reached: list[Any] = []
        pending: list[Any] = list(self._linking_libraries)
        while pending:
            library = pending.pop()
            if library not in reached:
                reached.append(library)
                if isinstance(library, InnerLibrary):
                    pending += library._linking_libraries
        self._linking_libraries = reached
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Nobody else calls the linked copies: only private functions are optimised across calls."""
        self._publish()
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = llvm.Linkage.internal
                if any(function.name.startswith(prefix) for prefix in inlined):
                    function.add_function_attribute("alwaysinline")
        super()._optimize_final_module()
        called = [f.name for f in self._final_module.functions if f.is_declaration and f.name.startswith(units.PREFIX)]
        self.needs = sorted({units.module_of(name) for name in called})

    def _publish(self) -> None:
        """Nothing: what an entry point is made from has no names for others."""

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """As it is kept: nobody links it into anything, so of its bitcode, which is most of what Numba keeps, names are
        all that is needed."""
        self._ensure_finalized()
        return self.name, "object", (self._get_compiled_object(), _names_alone(self._final_module))


def _names_alone(module: Any) -> bytes:
    """Bitcode of a module with the names that this one defines for others, and nothing in them."""
    hidden = (llvm.Linkage.internal, llvm.Linkage.private)
    functions, variables = (
        [one.name for one in them if not one.is_declaration and one.linkage not in hidden]
        for them in (module.functions, module.global_variables)
    )
    lines = [f'define void @"{name}"() {{ ret void }}' for name in functions]
    lines += [f'@"{name}" = global i8 0' for name in variables]
    bitcode: bytes = llvm.parse_assembly("\n".join(lines)).as_bitcode()
    return bitcode


class UnitLibrary(EntryLibrary):
    """A unit's module: its exported functions get names by which other modules call them."""

    unit: "units.Unit"
    signatures: dict[str, Any]  # what they take and return, by name

    def _publish(self) -> None:
        self.signatures = {}
        if self.name != units.ROOT:  # Numba's own, which it makes when it first compiles
            return
        for name, function in self.unit.exports.items():
            (compiled,) = function.dispatcher.overloads.values()
            found = self._final_module.get_function(compiled.fndesc.mangled_name)
            found.name, found.linkage = name, llvm.Linkage.external
            self.signatures[name] = compiled.signature.return_type, compiled.signature.args


@functools.cache
def tuned(generator: Any) -> Any:
    """How far LLVM goes with a function alone: as far as Numba lets it."""
    return generator._pass_builder()._pto


inlined: set[str] = set()  # beginnings of the mangled names of functions that are copied into each caller


def inline(module: str, name: str) -> None:
    """From now on entry points copy this inner function into each of its callers."""
    parts = [*module.split("."), name]
    inlined.add("_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B")


def supported() -> bool:
    """Numba still has the parts that this module replaces."""
    needed = (
        "finalize",
        "_finalize_dynamic_globals",
        "_optimize_functions",
        "_optimize_final_module",
        "_raise_if_finalized",
        "_ensure_finalized",
        "_get_compiled_object",
        "serialize_using_object_code",
        "get_pointer_to_function",
    )
    return _FROM_EITHER_END is not None and all(hasattr(numba_codegen.JITCodeLibrary, name) for name in needed)


def from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is, as no kernel counts from the end: Numba would compare every one with zero. Where bounds are
    checked, a negative one is out of them."""
    if isinstance(index, ir.Constant):
        return _FROM_EITHER_END(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp)


def libraries(kind: Any) -> AbstractContextManager[None]:
    """While inside, Numba creates libraries of this kind, takes indices as they are, and short cuts."""
    generator = cpu_target.target_context.codegen()
    ours = ((generator, "_library_class", kind), (arrayobj, "fix_integer_index", from_the_front))
    return passes.replaced((*ours, *passes.SHORT_CUTS))
