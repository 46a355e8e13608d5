"""Language of the kernels: Python, with some forms that are unfolded before anything runs.

    `Zone.HAND`                     its number
    `s.player[p].level`             `int(...)` of it: numbers of records are ints, so nothing narrow wraps
    `s.player[p].level += 1`        a read, a sum and a store
    `for c in cards(s, zone)` etc.  a loop without an iterator
    `clear(s.move)`                 its numbers are set to zero, one after the other
    `f.thief` of a frame            `f.n`: its number in frames (`vocabulary.frames`)

The layouts of state and card tables show records and numbers. Compiled and interpreted runs go through the same pass,
and lines keep their numbers: a debugger steps through the source as it is written.
"""

import ast
import builtins
from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches
from enum import EnumMeta
from typing import Any, NoReturn

import numpy as np

from munchkin_env.cards.tables import TABLES
from munchkin_env.engine.state.layout import BY_KIND, SLOTS, STATE
from munchkin_env.errors import EngineFault

# Meaning of these names in every kernel (docs/architecture.md, "Writing engine code").
_ROOTS: dict[str, np.dtype] = {"s": STATE, "v": STATE, "t": TABLES}


def cards(s: Any, zone: int) -> Iterator[int]:
    """The card copies of a zone from its first on. A loop over them may not move the card that it is at."""
    raise _outside("cards")


def moving_cards(s: Any, zone: int) -> Iterator[int]:
    """The card copies of a zone, of which the loop may move each as it comes."""
    raise _outside("moving_cards")


def seats(s: Any) -> Iterator[int]:
    """The players' seats, from 0 on."""
    raise _outside("seats")


def clauses(card: Any, trigger: int) -> Iterator[int]:
    """The clauses under a trigger of a card type, a row of `t.card`, in their order on the card."""
    raise _outside("clauses")


def clear(record: Any) -> None:
    """Set every number of a record to zero. The record is named from the state on: `clear(s.frame[i])`."""
    raise _outside("clear")


def _outside(name: str) -> EngineFault:
    return EngineFault(f"{name}: expected to be unfolded in a kernel, was called")


def _by_name(record: np.dtype, found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Kinds of the fields of each name, over all records in this one: number, numbers, record, records."""
    assert record.fields is not None
    for name, (dtype, *_) in record.fields.items():
        many = "s" if dtype.shape else ""
        found.setdefault(name, set()).add(("record" if dtype.base.fields else "number") + many)
        if dtype.base.fields:
            _by_name(dtype.base, found)
    return found


_FIELDS = _by_name(TABLES, _by_name(STATE, {name: {"number"} for name in SLOTS}))


def is_number(chain: ast.expr, names: Mapping[str, Any]) -> bool:
    """A chain of fields and places reads a number of a record. `names`: the globals of its module."""
    root, steps = _steps(chain)
    if not isinstance(root, ast.Name) or root.id in names or not any(isinstance(step, str) for step in steps):
        return False
    if root.id in _ROOTS:
        if isinstance(chain, ast.Attribute) and _is_entry(chain.value):
            steps[-1] = SLOTS.get(chain.attr, chain.attr)
        reached = _reached(_ROOTS[root.id], steps)
        return reached is not None and not reached.shape and reached.fields is None
    last, before = steps[-1], steps[-2] if len(steps) > 1 else None
    if isinstance(last, str):
        return "number" in _FIELDS.get(last, ())
    return isinstance(before, str) and "numbers" in _FIELDS.get(before, ())


def _steps(chain: ast.expr) -> tuple[ast.expr, list[str | ast.expr]]:
    """Base of a chain, then the names of its fields and the expressions of its indices."""
    steps: list[str | ast.expr] = []
    while isinstance(chain, ast.Attribute | ast.Subscript):
        steps.append(chain.attr if isinstance(chain, ast.Attribute) else chain.slice)
        chain = chain.value
    return chain, steps[::-1]


def _reached(record: np.dtype, steps: list[str | ast.expr]) -> np.dtype | None:
    """Layout that the steps reach from a record; None if they leave it."""
    for step in steps:
        if isinstance(step, str):
            if record.shape or record.fields is None or step not in record.fields:
                return None
            record = record.fields[step][0]
        else:
            if not record.shape or isinstance(step, ast.Slice):
                return None
            record = record.base
    return record


class Unfold(ast.NodeTransformer):
    """Turn the forms of a kernel into plain Python. `names`: the globals of its module."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.generic_visit(_Frames(node, self._refuse).visit(node))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            owner = self.names.get(node.value.id)
            if isinstance(owner, EnumMeta):
                if node.attr not in owner.__members__:
                    self._refuse(node, f"unknown member of {owner.__name__}{_near(node.attr, owner.__members__)}")
                return ast.copy_location(ast.Constant(int(getattr(owner, node.attr))), node)
        return self._read(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._read(node)

    def _read(self, node: ast.Attribute | ast.Subscript) -> ast.AST:
        self._known(node)
        number = isinstance(node.ctx, ast.Load) and is_number(node, self.names)
        self._places(node)
        return _call("int", node) if number else node

    def _known(self, chain: ast.expr) -> None:
        """Refuse a field that is missing in the record of the state or the tables that the chain has reached."""
        root, steps = _steps(chain)
        if not isinstance(root, ast.Name) or root.id in self.names or root.id not in _ROOTS:
            return
        for i, step in enumerate(steps):
            before = _reached(_ROOTS[root.id], steps[:i])
            if isinstance(step, str) and before is not None and before.fields is not None and not before.shape:
                if step not in before.fields:
                    self._refuse(chain, f"unknown field {step}{_near(step, before.fields)}")

    def _places(self, chain: ast.expr) -> None:
        """Unfold the index expressions of a chain and its base, but not the chain itself."""
        while isinstance(chain, ast.Attribute | ast.Subscript):
            if isinstance(chain, ast.Subscript):
                chain.slice = self.visit(chain.slice)
            if not isinstance(chain.value, ast.Attribute | ast.Subscript | ast.Name):
                chain.value = self.visit(chain.value)
            chain = chain.value

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and self.names.get(node.func.id) in _LOOPS:
            self._refuse(node, "expected a for loop over it")
        if isinstance(node.func, ast.Name) and node.func.id == "int" and is_number(node.args[0], self.names):
            self._refuse(node, "a number of a record is an int already")
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and self.names.get(call.func.id) is clear:
            return self._clear(node, call.args[0])
        return self.generic_visit(node)

    def _clear(self, node: ast.Expr, record: ast.expr) -> list[Any]:
        root, steps = _steps(record)
        layout = _ROOTS.get(root.id) if isinstance(root, ast.Name) else None
        reached = None if layout is None else _reached(layout, steps)
        if reached is None or reached.shape or reached.fields is None:
            self._refuse(node, "expected a record, named from the position on")
        if any(isinstance(part, ast.Call) for part in ast.walk(record)):
            self._refuse(node, "a call within what is cleared would run for each number")
        numbers = [name for name, (dtype, *_) in reached.fields.items() if not dtype.shape and dtype.fields is None]
        return [self.visit(_statement(f"{ast.unparse(record)}.{name} = 0", node)) for name in numbers]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """`x.level += 1` of a record reads, reckons wide and stores."""
        if not isinstance(node.target, ast.Attribute | ast.Subscript) or not is_number(node.target, self.names):
            return self.generic_visit(node)
        if any(isinstance(part, ast.Call) for part in ast.walk(node.target)):
            self._refuse(node, "a call within what is changed would run twice")
        target = ast.unparse(node.target)
        store = self.visit(_statement(f"{target} = {target}", node))
        store.value = _located(ast.BinOp(store.value, node.op, self.visit(node.value)), node)
        return store

    def visit_For(self, node: ast.For) -> Any:
        loop = node.iter
        if isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name):
            unfold = _LOOPS.get(self.names.get(loop.func.id))
            if unfold is not None:
                return getattr(self, unfold)(node, *loop.args)
        return self.generic_visit(node)

    def _seats(self, node: ast.For, s: ast.expr) -> ast.AST:
        node.iter = _expression(f"range({ast.unparse(s)}.rules.players)", node)
        return self.generic_visit(node)

    def _clauses(self, node: ast.For, card: ast.expr, trigger: ast.expr) -> list[Any]:
        of, by, begin = ast.unparse(card), ast.unparse(trigger), f"{_target(node)}_from"
        node.iter = _expression(f"range({begin}, {begin} + {of}.count[{by}])", node)
        return [self.visit(_statement(f"{begin} = {of}.start[{by}]", node)), self.generic_visit(node)]

    def _cards(self, node: ast.For, s: ast.expr, zone: ast.expr) -> list[Any]:
        c = _target(node)
        following = _statement(f"{c} = {ast.unparse(s)}.card[{c}].next", node)
        return self._walk(node, s, zone, [*node.body, following])

    def _moving_cards(self, node: ast.For, s: ast.expr, zone: ast.expr) -> list[Any]:
        c = _target(node)
        keep = _statement(f"after = {ast.unparse(s)}.card[{c}].next", node)
        return self._walk(node, s, zone, [keep, *node.body, _statement(f"{c} = after", node)])

    def _walk(self, node: ast.For, s: ast.expr, zone: ast.expr, body: list[ast.stmt]) -> list[Any]:
        c = _target(node)
        if any(isinstance(part, ast.Continue) for part in _own(node.body)):
            self._refuse(node, "`continue` would not go on to the next card")
        first = _statement(f"{c} = {ast.unparse(s)}.head[{ast.unparse(zone)}]", node)
        loop = _located(ast.While(_expression(c, node), body, node.orelse), node)
        return [self.visit(first), self.visit(loop)]

    def _refuse(self, node: ast.AST, why: str) -> NoReturn:
        line = getattr(node, "lineno", 0)
        where = self.names.get("__file__") or self.names.get("__name__")
        raise EngineFault(f"{where}, line {line}: {ast.unparse(node).splitlines()[0]}: {why}")


def check_names(kernel: ast.FunctionDef, names: Mapping[str, Any], module: Collection[str]) -> None:
    """Refuse a name that nothing has when the kernel will run.

    Args:
        kernel: its definition, before it is unfolded.
        names: the globals of its module, as far as they are there.
        module: names that its module binds, also below the kernel.

    Raises:
        EngineFault: a name is neither the kernel's own nor the module's nor Python's.
    """
    parts = [part for statement in kernel.body for part in ast.walk(statement)]
    own = {argument.arg for part in (kernel, *parts) for argument in _arguments(part)}
    own |= {part.id for part in parts if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    for part in parts:
        if isinstance(part, ast.Name) and part.id not in own and part.id not in names and part.id not in module:
            if not hasattr(builtins, part.id):
                Unfold(names)._refuse(part, f"unknown name{_near(part.id, {*own, *names, *module})}")


def _arguments(part: ast.AST) -> list[ast.arg]:
    if not isinstance(part, ast.FunctionDef | ast.Lambda):
        return []
    return [node for node in ast.walk(part.args) if isinstance(node, ast.arg)]


def _near(word: str, known: Collection[str]) -> str:
    """The end of an error message that offers the nearest known word, or nothing if none is near."""
    near = get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def bound_names(tree: ast.Module) -> set[str]:
    """The names that a module binds at its top level."""
    found: set[str] = set()
    for part in ast.walk(tree):
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            found.add(part.name)
        elif isinstance(part, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in part.names}
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(part.id)
    return found


class _Frames(ast.NodeTransformer):
    """Turn the names of a frame's numbers into numbers. A frame is `f`, an entry of the stack, or bound to one."""

    def __init__(self, kernel: ast.FunctionDef, refuse: Callable[[ast.AST, str], NoReturn]) -> None:
        set_ = [node for node in ast.walk(kernel) if isinstance(node, ast.Assign) and _is_entry(node.value)]
        self.frames = {"f", *(target.id for node in set_ for target in node.targets if isinstance(target, ast.Name))}
        self.refuse = refuse

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if _is_entry(node.value) or (isinstance(node.value, ast.Name) and node.value.id in self.frames):
            if node.attr not in SLOTS and node.attr not in BY_KIND:
                self.refuse(node, "expected a name that some kind of frame gives a number")
            node.attr = SLOTS.get(node.attr, node.attr)
        return node


def _is_entry(node: ast.expr) -> bool:
    """An entry of the stack: `s.frame[i]`."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "frame"


_LOOPS: dict[Any, str] = {cards: "_cards", moving_cards: "_moving_cards", seats: "_seats", clauses: "_clauses"}


def _target(node: ast.For) -> str:
    assert isinstance(node.target, ast.Name)
    return node.target.id


def _own(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """The parts of a loop's body that are not in a loop within it."""
    for part in body:
        if not isinstance(part, ast.For | ast.While):
            yield part
            yield from _own([child for child in ast.iter_child_nodes(part) if isinstance(child, ast.stmt)])


def _call(name: str, argument: Any) -> ast.AST:
    return _located(ast.Call(ast.Name(name, ast.Load()), [argument], []), argument)


def _statement(source: str, where: ast.AST) -> Any:
    """A line that stands for what is written elsewhere, and has its place in the file."""
    made = ast.parse(source).body[0]
    for node in ast.walk(made):
        ast.copy_location(node, where)
    return made


def _expression(source: str, where: ast.AST) -> Any:
    return _statement(source, where).value


def _located(made: Any, where: Any) -> Any:
    """A node that was made around others, in the place of another one."""
    return ast.fix_missing_locations(ast.copy_location(made, where))
