"""A rule writes only into frames that it holds by index: its own, which it was given, and those that it has pushed.

"The top of the stack" is another frame as soon as something has been pushed, by whatever the rule has called.
"""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.each import each

ENGINE = Path(__file__).resolve().parents[2] / "munchkin_env" / "engine"
SOURCES = {file.relative_to(ENGINE).as_posix(): file.read_text(encoding="utf-8") for file in ENGINE.rglob("*.py")}

# They return the index of the frame that they have pushed.
PUSHES = ("push", "push_clause", "push_roll", "push_choose", "push_ways", "push_window")
# Functions that may ask for the top of the stack: the dispatcher, the place where an action begins, functions that make
# sure that they are the top, and readers of the legal actions.
TOPS = {
    "dispatch/step.py": ("run", "answer", "settle_top"),
    "mutations/stack.py": ("ask",),
    "rules/excess.py": ("of_whose_hand",),
}
READS_ONLY = {"dispatch/legal.py", "dispatch/listing.py", "dispatch/options.py"}
# Functions that write action ids into the list of legal actions, in `rules/choices.py`.
LISTING = ("add", "add_type", "add_seat", "list_numbers", "list_types")
# Functions that look through the stack, and write nothing.
READERS = {
    "rules/choices.py": ("before_door", "decides_in_turn"),
    "mutations/stack.py": ("is_dealt", "is_open", "needs_two_classes"),
    "validation/invariants.py": ("_place_of_combat", "is_losing_identity"),
    "rules/combat.py": ("is_fought", "is_turned"),
    "rules/curses.py": ("cursed_player", "has_turned_up_curse"),
    "rules/effects/cards.py": ("about_to_strike", "is_curse_on_another", "is_open_door"),
    "rules/excess.py": ("is_excess_asked", "is_undecided"),
}
# Functions that hand something back to the frame that has pushed theirs.
RETURNS = {"rules/combat.py": ("void_declaration",), "rules/excess.py": ("spare_level",)}
COUNTS = {"mutations/stack.py": ("push", "pop", "top"), "validation/invariants.py": ("invariants",)}


def functions(source: str) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))


def called(node: ast.AST | None) -> str:
    """The name of the function that is called, empty if the node is no call of one."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def is_frame(node: ast.AST | None) -> bool:
    """An entry of the stack: `s.frame[…]`."""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "frame"


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def bindings(function: ast.FunctionDef) -> dict[str, list[ast.expr | None]]:
    """Return the value of every name that is bound inside the function; None for a loop and the like."""
    found: dict[str, list[ast.expr | None]] = {}
    plain = {id(t): n.value for n in ast.walk(function) if isinstance(n, ast.Assign) for t in n.targets}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.setdefault(node.id, []).append(plain.get(id(node)))
    return found


def held(function: ast.FunctionDef, index: ast.expr, sources: Collection[str]) -> bool:
    """The index was handed to the function, or comes from one of the sources."""
    if called(index) in sources:
        return True
    values = bindings(function).get(name_of(index), [])
    if name_of(index) in {argument.arg for argument in function.args.args}:
        return not values
    return bool(values) and all(called(value) in sources for value in values)


def loose(source: str, tops: Collection[str] = (), readers: Collection[str] = ()) -> list[str]:
    """`function:line` of every frame that is named, or popped, by an index that is not held."""
    found = []
    for function in functions(source):
        if function.name in readers:
            continue
        sources = (*PUSHES, "top") if function.name in tops else PUSHES
        for node in ast.walk(function):
            if isinstance(node, ast.Subscript) and is_frame(node) and not held(function, node.slice, sources):
                found.append(f"{function.name}:{node.lineno}")
            if isinstance(node, ast.Call) and called(node) == "pop" and not held(function, node.args[1], ()):
                found.append(f"{function.name}:{node.lineno}")
    return found


def stale(source: str) -> list[str]:
    """`function:line` of every use of the own frame after it has been popped."""
    found = []

    def scan(function: ast.FunctionDef, block: list[ast.stmt], popped: bool) -> bool:
        """Return True if the frame may have been popped at the end of the block."""
        own = {argument.arg for argument in function.args.args}
        views = {name for name, values in bindings(function).items() if any(is_frame(value) for value in values)}
        for statement in block:
            inner = [getattr(statement, part, []) for part in ("body", "orelse")]
            inside = {id(node) for part in inner for s in part for node in ast.walk(s)}
            for node in ast.walk(statement):
                of_own = isinstance(node, ast.Subscript) and is_frame(node) and name_of(node.slice) in own
                if popped and id(node) not in inside and (name_of(node) in views or of_own):
                    found.append(f"{function.name}:{node.lineno}")
            if isinstance(statement, ast.Return):
                return False
            popped = popped or (isinstance(statement, ast.Expr) and called(statement.value) == "pop")
            if any(inner):
                ends = [scan(function, part, popped) for part in inner]
                popped = any(ends) or (popped and not isinstance(statement, ast.If))
        return popped

    for function in functions(source):
        scan(function, function.body, False)
    return found


def mentions(source: str, word: str) -> list[str]:
    """Functions that read or write the attribute."""
    return [
        function.name
        for function in functions(source)
        if any(isinstance(node, ast.Attribute) and node.attr == word for node in ast.walk(function))
    ]


RULES = sorted(set(SOURCES) - {"mutations/stack.py", *READS_ONLY})


@each("file", RULES)
def test_rules_hold_their_frames_by_index(file):
    known = (*READERS.get(file, ()), *RETURNS.get(file, ()))
    assert loose(SOURCES[file], TOPS.get(file, ()), known) == []


@each("file", RULES)
def test_nobody_uses_a_frame_that_he_has_popped(file):
    assert stale(SOURCES[file]) == []


@each("file", sorted(SOURCES))
def test_only_push_and_pop_count_frames(file):
    assert set(mentions(SOURCES[file], "n_frames")) <= {*COUNTS.get(file, ()), *READERS.get(file, ())}


@each("file", sorted(set(SOURCES) - READS_ONLY))
def test_only_dispatcher_and_answer_take_the_top(file):
    takers = {f.name for f in functions(SOURCES[file]) if any(called(node) == "top" for node in ast.walk(f))}
    assert takers == set(TOPS.get(file, ()))


@each("file", sorted(READERS))
def test_who_looks_through_the_stack_writes_nothing(file):
    readers = {f.name: f for f in functions(SOURCES[file]) if f.name in READERS[file]}
    assert set(readers) == set(READERS[file])
    for function in readers.values():
        assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AugAssign)]
        targets = [t for node in assigned for t in (node.targets if isinstance(node, ast.Assign) else [node.target])]
        assert all(isinstance(target, ast.Name) for target in targets)


def written(node: ast.AST) -> set[str]:
    """Return the targets of assignments, without local names."""
    targets = []
    for part in ast.walk(node):
        if isinstance(part, ast.Assign | ast.AugAssign | ast.AnnAssign):
            targets += part.targets if isinstance(part, ast.Assign) else [part.target]
    return {ast.unparse(target) for target in targets if not isinstance(target, ast.Name)}


@each("file", sorted(READS_ONLY))
def test_what_asks_for_the_top_to_tell_what_is_legal_writes_nothing(file):
    assert written(ast.parse(SOURCES[file])) == set()


def test_what_lists_ids_writes_nothing_else():
    listing = [f for f in functions(SOURCES["rules/choices.py"]) if f.name in LISTING]
    assert len(listing) == len(LISTING)
    assert set().union(*map(written, listing)) == {"out[n]"}


def test_a_loose_frame_is_found():
    assert (
        loose("def f(s, i):\n    s.frame[i].n = 1\n    j = push(s, 1, 0, 0)\n    s.frame[j].a = 1\n    pop(s, i)") == []
    )
    assert loose("def f(s):\n    s.frame[push(s, 1, 0, 0)].a = 2") == []
    assert loose("def f(s):\n    x = s.frame[int(s.n_frames) - 1]") == ["f:2"]
    assert loose("def f(s):\n    x = s.frame[top(s)]") == ["f:2"]
    assert loose("def f(s):\n    x = s.frame[top(s)]", ["f"]) == []
    assert loose("def f(s, i):\n    i = i - 1\n    x = s.frame[i]") == ["f:3"]
    assert loose("def f(s):\n    for i in range(3):\n        x = s.frame[i]") == ["f:3"]
    assert loose("def f(s):\n    pop(s, top(s))") == ["f:2"]


def test_a_stale_frame_is_found():
    assert stale("def f(s, i):\n    f = s.frame[i]\n    n = f.n\n    pop(s, i)\n    g(n)") == []
    assert stale("def f(s, i):\n    f = s.frame[i]\n    pop(s, i)\n    g(f.n)") == ["f:4"]
    assert stale("def f(s, i):\n    if g(s):\n        pop(s, i)\n    s.frame[i].n = 1") == ["f:4"]
    assert stale("def f(s, i):\n    if g(s):\n        pop(s, i)\n        return\n    s.frame[i].n = 1") == []
    assert stale("def f(s, i):\n    if g(s):\n        pop(s, i)\n    else:\n        s.frame[i].n = 1") == []
