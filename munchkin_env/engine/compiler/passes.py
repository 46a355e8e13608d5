"""The passes of Numba's compiler that kernels need: no closures, no generators, no `with`, nothing literal to unroll.

Numba looks for those in every function, and describes the types of all arguments before each of its thirty passes;
the engine has a thousand functions whose arguments are records of two hundred fields. Without both it compiles in
two thirds of the time, to the same code. It also works out for each `+` anew which of its meanings fits two integers.
"""

from typing import Any

from numba.core import compiler, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager

_NEEDED = (
    (untyped_passes, "TranslateByteCode"),
    (untyped_passes, "FixupArgs"),
    (untyped_passes, "IRProcessing"),
    (untyped_passes, "RewriteSemanticConstants"),
    (untyped_passes, "DeadBranchPrune"),
    (untyped_passes, "GenericRewrites"),
    (untyped_passes, "ReconstructSSA"),
    (typed_passes, "NopythonTypeInference"),
    (typed_passes, "PreLowerStripPhis"),
    (typed_passes, "IRLegalization"),
    (typed_passes, "NativeLowering"),
    (typed_passes, "NoPythonBackend"),
)


class KernelCompiler(compiler.CompilerBase):
    """Compiles what needs no more than these passes."""

    def define_pipelines(self) -> list[Any]:
        """The one list of passes."""
        passes = PassManager("kernel")
        for module, name in _NEEDED:
            passes.add_pass(getattr(module, name), name)
        passes.finalize()
        return [passes]


def supported() -> bool:
    """Numba still has these passes."""
    return all(hasattr(module, name) for module, name in _NEEDED)


_describe: Any = types.Record.__repr__


def describe_once(record: Any) -> str:
    """`repr` of a record's type, which never changes, put together once."""
    found: str | None = record.__dict__.get("_described")
    if found is None:
        found = record._described = _describe(record)
    return found


_resolve: Any = types.BaseFunction.get_call_type


def resolve_once(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """The signature by which a built-in function or operator takes arguments of these types, looked for once."""
    if kws:
        return _resolve(function, context, args, kws)
    found = function.__dict__.setdefault("_resolved", {})
    if args not in found:
        signature = _resolve(function, context, args, kws)
        found[args] = signature, function.get_impl_key(signature)
    signature, function._impl_keys[signature.args] = found[args]
    return signature
