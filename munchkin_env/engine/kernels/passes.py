"""The passes of Numba's compiler that kernels need: no closures, no generators, no `with`, nothing literal to unroll.

Numba looks for those in every function, and describes the types of all arguments before each of its thirty passes;
the engine has a thousand functions whose arguments are records of two hundred fields. Without both it compiles in
two thirds of the time, to the same code. It also works out again and again what never changes, such as which meaning of
`+` fits two integers, and what only generators and those who measure it ask for: `SHORT_CUTS` take another third.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import BuiltinFunctionType
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import (
    base,
    compiler,
    errors,
    event,
    ir,
    lowering,
    postproc,
    transforms,
    typed_passes,
    typeinfer,
    types,
    untyped_passes,
)
from numba.core.compiler_machinery import PassManager
from numba.core.typing.context import BaseContext

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


_call: Any = types.Dispatcher.get_call_type


def called_once(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """The signature of a function that is compiled itself, by which it takes arguments of these types."""
    if kws:
        return _call(function, context, args, kws)
    found = function.__dict__.setdefault("_called", {})
    if args not in found:
        found[args] = _call(function, context, args, kws)
    return found[args]


_size: Any = getattr(base.BaseContext, "get_abi_sizeof", None)
_sizes: dict[Any, int] = {}


def size_once(context: Any, kind: Any) -> int:
    """How many bytes a type takes, for which LLVM reads a module that has one, asked once."""
    if kind not in _sizes:
        _sizes[kind] = _size(context, kind)
    return _sizes[kind]


_value_type: Any = getattr(BaseContext, "resolve_value_type", None)
_builtins: dict[Any, Any] = {}


def builtin_once(context: Any, value: Any) -> Any:
    """The type of what a name stands for; of an operator or a built-in function found out once."""
    if not isinstance(value, BuiltinFunctionType):
        return _value_type(context, value)
    if value not in _builtins:
        _builtins[value] = _value_type(context, value)
    return _builtins[value]


_attribute: Any = getattr(BaseContext, "resolve_getattr", None)
_attributes: dict[tuple[int, str], tuple[Any, Any]] = {}  # with the record, so that no other takes its id


def attribute_once(context: Any, kind: Any, name: str) -> Any:
    """The type of what a record has under this name, which never changes, found out once."""
    if not isinstance(kind, types.Record):
        return _attribute(context, kind, name)
    found = _attributes.get((id(kind), name))
    if found is None:
        found = _attributes[id(kind), name] = kind, _attribute(context, kind, name)
    return found[1]


_takes_place: Any = getattr(base, "_has_loc", None)
_take_place: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()


def takes_place_once(function: Any) -> bool:
    """Whether what lowers a call wants to know its place in the source, which its signature tells, looked at once."""
    found = _take_place.get(function)
    if found is None:
        found = _take_place[function] = _takes_place(function)
    return found


_refresh: Any = getattr(base.BaseContext, "refresh", None)
_refresh_types: Any = getattr(BaseContext, "refresh", None)
_registered: dict[int, int] = {}  # how much there was when a context, by its id, was refreshed last


def registered(context: Any) -> int:
    """How much there is in all registries that a context knows."""
    known = context._registries.items()
    return sum(len(getattr(registry, name)) for registry, loader in known for name in loader.registry_items)


def refresh_types(context: Any) -> None:
    """Takes over what has been registered since, if anything: Numba looks for it before every function."""
    if _registered.get(id(context)) != registered(context):
        _refresh_types(context)
        _registered[id(context)] = registered(context)


def refresh(context: Any) -> None:
    """As `refresh_types`, for what is lowered: also for each operator that fits no implementation at first."""
    refresh_types(context.typing_context)
    if _registered.get(id(context)) != registered(context):
        _refresh(context)
        _registered[id(context)] = registered(context)


_post_process: Any = getattr(postproc.PostProcessor, "run", None)


def process_as_needed(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """What comes after each pass. How long variables live, generators ask; else it is asked where they are to be
    deleted."""
    function = processor.func_ir
    if emit_dels or function.is_generator:
        _post_process(processor, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None


def variables_of(assignment: Any) -> list[Any]:
    """What an assignment names, without a look at everything else that it holds."""
    value = assignment.value
    if isinstance(value, ir.Var):
        return [assignment.target, value]
    return [assignment.target, *(value.list_vars() if isinstance(value, ir.Inst) else ())]


def unheard(kind: str, **details: Any) -> None:
    """Nobody is told that something has begun or ended: a listener waits for it in each of the functions that wait for
    another one to be compiled."""


class Context:
    """Says of an error that is raised inside what was being done; of words that are put together only then."""

    __slots__ = ("details", "parts", "words")

    def __init__(self, words: str, *parts: Any, **details: Any) -> None:
        self.words, self.parts, self.details = words, parts, details

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, errors.NumbaError):
            known = self.parts or self.details
            error.add_context(self.words.format(*self.parts, **self.details) if known else self.words)


def plain(text: str) -> str:
    """The text of an error as it is: thousands are put together that only say that another meaning should be tried."""
    return text


class Plain:
    """A scheme of colours without any."""

    code = errmsg = filename = indicate = highlight = reset = staticmethod(plain)


WISHED: tuple[tuple[Any, str, Any], ...] = (
    (types.Record, "__repr__", describe_once),
    (types.BaseFunction, "get_call_type", resolve_once),
    (types.Dispatcher, "get_call_type", called_once),
    (base.BaseContext, "get_abi_sizeof", size_once),
    (base.BaseContext, "refresh", refresh),
    (base, "_has_loc", takes_place_once),
    (BaseContext, "resolve_value_type", builtin_once),
    (BaseContext, "resolve_getattr", attribute_once),
    (BaseContext, "refresh", refresh_types),
    (postproc.PostProcessor, "run", process_as_needed),
    (ir.Assign, "list_vars", variables_of),
    (event, "start_event", unheard),
    (event, "end_event", unheard),
    (lowering, "new_error_context", Context),
    (typeinfer, "new_error_context", Context),
    (errors, "_termcolor_inst", Plain),
)
SHORT_CUTS = tuple(cut for cut in WISHED if hasattr(cut[0], cut[1]))
"""What of Numba is replaced while kernels are compiled, where it is still there: whose, called what, by what."""


@contextmanager
def replaced(parts: tuple[tuple[Any, str, Any], ...]) -> Iterator[None]:
    """While inside, these attributes have these values."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in parts]
    for owner, name, value in parts:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)
