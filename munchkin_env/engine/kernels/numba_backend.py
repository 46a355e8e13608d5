"""Seams with Numba: everything of Numba that is replaced, subclassed or called though it is no public interface.

Kernels are a thousand small functions whose arguments are records of two hundred fields. Numba as it is would compile
them for many minutes: it runs thirty passes over each function, describes and resolves the same types repeatedly, and
optimises and emits each function separately, together with all that it calls. Four things are done differently:

    passes      a shorter list: no closures, no generators, no `with`, nothing literal to unroll
    linking     inner functions stay unoptimised modules; an entry point links all it reaches and optimises once
    cache       compiled code is stored in `code_files`, with the units that it calls
    short cuts  constant results are computed once, and unread ones are not written

`SEAMS` lists the internals that each purpose needs. A purpose that lacks one in the installed release is given up as a
whole (of short cuts only that one), and Numba's own way takes its place: slower to compile, the same results. `check`
names the missing ones.
"""

import functools
import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from types import BuiltinFunctionType
from typing import Any
from weakref import WeakKeyDictionary

import llvmlite.binding as llvm
import numba
from llvmlite import ir as llvm_ir
from numba.core import errors, types

from munchkin_env.engine.kernels import units
from munchkin_env.engine.kernels.code_files import CodeFiles, tell


def part(path: str) -> Any:
    """Return the module, class or function of Numba under a dotted path; None if this release has none."""
    words = path.split(".")
    for count in range(len(words), 0, -1):
        name = ".".join(words[:count])
        try:
            found: Any = import_module(name)
        except ModuleNotFoundError as error:
            if not name.startswith(str(error.name)):
                raise
            continue
        for word in words[count:]:
            found = getattr(found, word, None) if found is not None else None
        return found
    return None


# ------------------------------------------------------------------------------ passes
_PASSES = (
    "numba.core.untyped_passes.TranslateByteCode",
    "numba.core.untyped_passes.FixupArgs",
    "numba.core.untyped_passes.IRProcessing",
    "numba.core.untyped_passes.RewriteSemanticConstants",
    "numba.core.untyped_passes.DeadBranchPrune",
    "numba.core.untyped_passes.GenericRewrites",
    "numba.core.untyped_passes.ReconstructSSA",
    "numba.core.typed_passes.NopythonTypeInference",
    "numba.core.typed_passes.PreLowerStripPhis",
    "numba.core.typed_passes.IRLegalization",
    "numba.core.typed_passes.NativeLowering",
    "numba.core.typed_passes.NoPythonBackend",
)
_COMPILER = "numba.core.compiler.CompilerBase"
_MANAGER = "numba.core.compiler_machinery.PassManager"
_Compiler: Any = part(_COMPILER) or object


class KernelCompiler(_Compiler):
    """Compile functions that need no more than these passes."""

    def define_pipelines(self) -> list[Any]:
        """Return the one list of passes."""
        passes = part(_MANAGER)("kernel")
        for path in _PASSES:
            passes.add_pass(part(path), path.rpartition(".")[2])
        passes.finalize()
        return [passes]


# ------------------------------------------------------------------------------ short cuts
_describe: Any = part("numba.core.types.Record.__repr__")


def describe_once(record: Any) -> str:
    """`repr` of a record's type, which never changes, put together once."""
    found: str | None = record.__dict__.get("_described")
    if found is None:
        found = record._described = _describe(record)
    return found


_resolve: Any = part("numba.core.types.BaseFunction.get_call_type")


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


_call: Any = part("numba.core.types.Dispatcher.get_call_type")


def called_once(function: Any, context: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """The signature of a function that is compiled itself, by which it takes arguments of these types."""
    if kws:
        return _call(function, context, args, kws)
    found = function.__dict__.setdefault("_called", {})
    if args not in found:
        found[args] = _call(function, context, args, kws)
    return found[args]


_size: Any = part("numba.core.base.BaseContext.get_abi_sizeof")
_sizes: dict[Any, int] = {}


def size_once(context: Any, kind: Any) -> int:
    """Size of a type in bytes, for which LLVM reads a module that has one, computed once."""
    if kind not in _sizes:
        _sizes[kind] = _size(context, kind)
    return _sizes[kind]


_value_type: Any = part("numba.core.typing.context.BaseContext.resolve_value_type")
_builtins: dict[Any, Any] = {}


def builtin_once(context: Any, value: Any) -> Any:
    """The type of what a name stands for; of an operator or a built-in function found out once."""
    if not isinstance(value, BuiltinFunctionType):
        return _value_type(context, value)
    if value not in _builtins:
        _builtins[value] = _value_type(context, value)
    return _builtins[value]


_attribute: Any = part("numba.core.typing.context.BaseContext.resolve_getattr")
_attributes: dict[tuple[int, str], tuple[Any, Any]] = {}  # with the record, so that no other takes its id


def attribute_once(context: Any, kind: Any, name: str) -> Any:
    """The type of what a record has under this name, which never changes, found out once."""
    if not isinstance(kind, types.Record):
        return _attribute(context, kind, name)
    found = _attributes.get((id(kind), name))
    if found is None:
        found = _attributes[id(kind), name] = kind, _attribute(context, kind, name)
    return found[1]


_takes_place: Any = part("numba.core.base._has_loc")
_take_place: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()


def takes_place_once(function: Any) -> bool:
    """The lowering of a call needs its place in the source, as its signature shows; computed once."""
    found = _take_place.get(function)
    if found is None:
        found = _take_place[function] = _takes_place(function)
    return found


_refresh: Any = part("numba.core.base.BaseContext.refresh")
_refresh_types: Any = part("numba.core.typing.context.BaseContext.refresh")
_registered: dict[int, int] = {}  # how much there was when a context, by its id, was refreshed last


def registered(context: Any) -> int:
    """Number of entries in all registries of a context."""
    known = context._registries.items()
    return sum(len(getattr(registry, name)) for registry, loader in known for name in loader.registry_items)


def refresh_types(context: Any) -> None:
    """Load new registrations, if any: Numba looks for them before every function."""
    if _registered.get(id(context)) != registered(context):
        _refresh_types(context)
        _registered[id(context)] = registered(context)


def refresh(context: Any) -> None:
    """As `refresh_types`, for what is lowered: also for each operator that fits no implementation at first."""
    refresh_types(context.typing_context)
    if _registered.get(id(context)) != registered(context):
        _refresh(context)
        _registered[id(context)] = registered(context)


_CANONICALIZE = "numba.core.transforms.canonicalize_cfg"
_LIFETIME = "numba.core.postproc.VariableLifetime"
_canonicalize: Any = part(_CANONICALIZE)
_Lifetime: Any = part(_LIFETIME)
_post_process: Any = part("numba.core.postproc.PostProcessor.run")


def process_as_needed(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Work after each pass. Generators need the lifetimes of variables; else only their deletions are computed."""
    function = processor.func_ir
    if emit_dels or function.is_generator:
        _post_process(processor, emit_dels, extend_lifetimes)
        return
    function.blocks = _canonicalize(function.blocks)
    function.variable_lifetime = _Lifetime(function.blocks)
    function.generator_info = None


_VARIABLE = "numba.core.ir.Var"
_INSTRUCTION = "numba.core.ir.Inst"
_Variable: Any = part(_VARIABLE)
_Instruction: Any = part(_INSTRUCTION)


def variables_of(assignment: Any) -> list[Any]:
    """Variables of an assignment, without a scan of everything else in it."""
    value = assignment.value
    if isinstance(value, _Variable):
        return [assignment.target, value]
    return [assignment.target, *(value.list_vars() if isinstance(value, _Instruction) else ())]


def unheard(kind: str, **details: Any) -> None:
    """Nobody is told that something has begun or ended: a listener waits for it in each of the functions that wait for
    another one to be compiled."""


class Context:
    """Describe the context of an error raised inside; the text is made only then."""

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


@dataclass(frozen=True)
class ShortCut:
    """A function or class of Numba that another one stands for while kernels are compiled.

    Attributes:
        path: its dotted path.
        by: what stands for it.
        needs: paths of further internals that `by` calls.
    """

    path: str
    by: Any
    needs: tuple[str, ...] = ()


SHORT_CUTS = (
    ShortCut("numba.core.types.Record.__repr__", describe_once),
    ShortCut(
        "numba.core.types.BaseFunction.get_call_type", resolve_once, ("numba.core.types.BaseFunction.get_impl_key",)
    ),
    ShortCut("numba.core.types.Dispatcher.get_call_type", called_once),
    ShortCut("numba.core.base.BaseContext.get_abi_sizeof", size_once),
    ShortCut("numba.core.base.BaseContext.refresh", refresh, ("numba.core.typing.context.BaseContext.refresh",)),
    ShortCut("numba.core.base._has_loc", takes_place_once),
    ShortCut("numba.core.typing.context.BaseContext.resolve_value_type", builtin_once),
    ShortCut("numba.core.typing.context.BaseContext.resolve_getattr", attribute_once),
    ShortCut("numba.core.typing.context.BaseContext.refresh", refresh_types),
    ShortCut("numba.core.postproc.PostProcessor.run", process_as_needed, (_CANONICALIZE, _LIFETIME)),
    ShortCut("numba.core.ir.Assign.list_vars", variables_of, (_VARIABLE, _INSTRUCTION)),
    ShortCut("numba.core.event.start_event", unheard),
    ShortCut("numba.core.event.end_event", unheard),
    ShortCut("numba.core.lowering.new_error_context", Context),
    ShortCut("numba.core.typeinfer.new_error_context", Context),
    ShortCut("numba.core.errors._termcolor_inst", Plain),
)


@functools.cache
def short_cuts() -> tuple[tuple[Any, str, Any], ...]:
    """Return what is replaced while kernels are compiled, where all of it is there: whose, called what, by what."""
    found = (cut for cut in SHORT_CUTS if all(part(path) is not None for path in (cut.path, *cut.needs)))
    return tuple((*_place(cut.path), cut.by) for cut in found)


def _place(path: str) -> tuple[Any, str]:
    """The owner of an attribute, and its name."""
    owner, _, name = path.rpartition(".")
    return part(owner), name


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


# ------------------------------------------------------------------------------ linking
_INDEX = "numba.np.arrayobj.fix_integer_index"
_FROM_EITHER_END: Any = part(_INDEX)
_NORMALIZE = "numba.core.cgutils.normalize_ir_text"
_Library: Any = part("numba.core.codegen.JITCodeLibrary") or object


class _NoEnvironment:
    """A code generator that need not know environments: inner functions are never called from Python."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, env: Any) -> None:
        """Nothing is emitted yet that could hold it."""


class InnerLibrary(_Library):
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
        self._function = llvm.parse_assembly(part(_NORMALIZE)(str(ir_module)))
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


class EntryLibrary(_Library):
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
    """Optimisation level of LLVM for a single function: Numba's default."""
    return generator._pass_builder()._pto


inlined: set[str] = set()  # beginnings of the mangled names of functions that are copied into each caller


def inline(module: str, name: str) -> None:
    """From now on entry points copy this inner function into each of its callers."""
    parts = [*module.split("."), name]
    inlined.add("_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B")


def from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is, as no kernel counts from the end: Numba would compare every one with zero. Where bounds are
    checked, a negative one is out of them."""
    if isinstance(index, llvm_ir.Constant):
        return _FROM_EITHER_END(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp)


_TARGET = "numba.core.registry.cpu_target"
_target: Any = part(_TARGET)


@functools.cache
def _always() -> tuple[tuple[Any, str, Any], ...]:
    """Replacements for every kind of library."""
    return ((*_place(_INDEX), from_the_front), *short_cuts())


def libraries(kind: Any) -> AbstractContextManager[None]:
    """While inside, Numba creates libraries of this kind, takes indices as they are, and short cuts, unless it lacks
    what that needs."""
    if not has("linking"):
        return nullcontext()
    generator = _target.target_context.codegen()
    return replaced(((generator, "_library_class", kind), *_always()))


# ------------------------------------------------------------------------------ dispatchers
def widen(dispatcher: Any) -> Any:
    """Let integers, literals and booleans all arrive as int64, so that every inner function is compiled once.

    Numba would otherwise compile a function again for each literal and each width of integer it is given.

    Args:
        dispatcher: Numba's dispatcher of the function.

    Returns:
        The dispatcher.
    """
    template = dispatcher.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        with libraries(InnerLibrary):
            return template(tuple(_widest(one) for one in args), kws)

    dispatcher.get_call_template = widened
    return dispatcher


def _widest(argument: Any) -> Any:
    plain = numba.types.unliteral(argument)
    return numba.types.int64 if isinstance(plain, numba.types.Integer | numba.types.Boolean) else plain


def compile_within(dispatcher: Any, surroundings: Callable[[], AbstractContextManager[Any]], library: Any) -> Any:
    """Let a dispatcher compile inside of a context, with libraries of a kind.

    Args:
        dispatcher: Numba's dispatcher of an entry point.
        surroundings: makes a new context each time.
        library: the kind, see `libraries`.

    Returns:
        The dispatcher.
    """
    if not has("linking"):
        return dispatcher
    compiler = dispatcher._compiler
    build = compiler._compile_core

    def compile_core(args: Any, return_type: Any) -> Any:
        with surroundings(), libraries(library):
            return build(args, return_type)

    compiler._compile_core = compile_core
    return dispatcher


# ------------------------------------------------------------------------------ cache
_REBUILD = "numba.core.compiler.CompileResult._rebuild"
_DUMPS = "numba.core.serialize.dumps"
_Cache: Any = part("numba.core.caching._Cache") or object


class CodeCache(_Cache):
    """The compiled code of one function, a file for each signature.

    Numba's own cache passes over folders that it can't write and then writes beside the sources, falls over damaged
    files, trusts anybody's, lets every process compile, and is keyed by the path of the package. Beside the code of a
    function lie the units that it calls, which have to be there before it is linked, and of a unit what its functions
    take and return.

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
                units.begin_others(self._name, self._files)
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
            result = part(_REBUILD)(target_context, *compiled)
            result.library.signatures = signatures
            return result
        except Exception as error:  # whatever it is, compiling again mends it
            self._files.tell_damage(name, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store Numba's compiled code."""
        if not self._enabled:
            return
        if data.library.has_dynamic_globals or data.lifted:
            tell(self._name, f"{self._name} is not kept, so every start compiles it: it holds addresses")
            return
        needs, signatures = getattr(data.library, "needs", []), getattr(data.library, "signatures", {})
        self._files.write(self._file(sig), part(_DUMPS)((needs, signatures, data._reduce())))

    def release(self) -> None:
        """Release other processes."""
        while self._locked:
            self._files.unlock(self._locked.pop())

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Nothing: what is kept is replaced when it is compiled again."""


def keep(dispatcher: Any, files: CodeFiles) -> Any:
    """Give a Numba dispatcher this cache; if Numba lacks what that needs, every process compiles for itself."""
    if not has("cache"):
        return dispatcher
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


# ------------------------------------------------------------------------------ seams
_LIBRARY = "numba.core.codegen.JITCodeLibrary."
SEAMS: dict[str, tuple[str, ...]] = {
    "passes": (_COMPILER, _MANAGER, *_PASSES),
    "linking": (
        *(
            _LIBRARY + name
            for name in (
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
        ),
        "numba.core.codegen.JITCPUCodegen._library_class",
        "numba.core.codegen.JITCPUCodegen._pass_builder",
        "numba.core.codegen.JITCPUCodegen.set_env",
        "numba.core.dispatcher.Dispatcher.get_call_template",
        "numba.core.dispatcher._FunctionCompiler._compile_core",
        _TARGET,
        _INDEX,
        _NORMALIZE,
    ),
    "cache": ("numba.core.caching._Cache", "numba.core.compiler.CompileResult._reduce", _REBUILD, _DUMPS),
    "short cuts": tuple(dict.fromkeys(path for cut in SHORT_CUTS for path in (cut.path, *cut.needs))),
}
"""The internals of Numba by the purpose that needs them."""


def missing(*purposes: str) -> list[str]:
    """Return the paths that the installed Numba lacks of those that some purposes need (none named: all)."""
    return [path for purpose in purposes or SEAMS for path in SEAMS[purpose] if part(path) is None]


@functools.cache
def has(purpose: str) -> bool:
    """Return whether the installed Numba has all that a purpose needs."""
    return not missing(purpose)


def complaint() -> str | None:
    """Return one line that names the missing internals with their purposes and the release; None if all are there."""
    lost = [f"{path} ({purpose})" for purpose in SEAMS for path in missing(purpose)]
    return f"Numba {numba.__version__} lacks {', '.join(lost)}" if lost else None
