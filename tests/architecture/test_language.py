"""The language of kernels, `kernels/language.py`: a form runs as what it stands for; what can't be said is refused."""

import ast

import numpy as np
import pytest

from munchkin_env.engine.kernels import language
from munchkin_env.engine.kernels.kernel import made
from munchkin_env.engine.kernels.language import Unfold, is_number
from munchkin_env.engine.state.layout import BY_KIND, STATE, empty
from munchkin_env.errors import EngineFault
from munchkin_env.vocabulary import Trigger, Zone
from tests.architecture.test_imports import ROOT, files_of, module_name
from tests.each import each

MARKS = {"kernel", "inlined", "entry", "parallel_entry"}
ROOMS = ("engine", "observation", "bots", "envs")
SOURCES = {module_name(f): f.read_text(encoding="utf-8") for room in ROOMS for f in files_of(f"munchkin_env/{room}")}
WORDS = {name: getattr(language, name) for name in ("cards", "moving_cards", "seats", "clauses", "clear")}
NAMES = {"Zone": Zone, "Trigger": Trigger, "__name__": "here", **WORDS}


def unfolded(source: str) -> str:
    """The statements of a kernel as they run."""
    function = Unfold(NAMES).visit(ast.parse(f"def g(s, t, v, p, c, i):\n    {source}").body[0])
    return ast.unparse(function).partition("\n")[2].replace("\n    ", "\n").strip()


def marked(source: str) -> list[ast.FunctionDef]:
    tree = ast.parse(source)
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and {getattr(mark, "id", "") for mark in node.decorator_list} & MARKS
    ]


@each(
    ("written", "runs"),
    [
        ("f.card = s.frame[i].thief + 1", "f.c = int(s.frame[i].n) + 1"),
        ("s.frame[i].left -= f.share", "s.frame[i].n = int(s.frame[i].n) - int(f.n)"),
        ("g = v.frame[i]\n    x = g.card + m.card", "g = v.frame[i]\nx = int(g.c) + int(m.card)"),
        ("x = Zone.HAND + p", f"x = {int(Zone.HAND)} + p"),
        ("x = s.player[p].level", "x = int(s.player[p].level)"),
        ("x = s.head[s.card[c].zone]", "x = int(s.head[int(s.card[c].zone)])"),
        ("x = t.card[t.type_of[c]].start[i]", "x = int(t.card[int(t.type_of[c])].start[i])"),
        ("f = s.frame[i]", "f = s.frame[i]"),
        ("v.hand_extras = s.hand_extras", "v.hand_extras = s.hand_extras"),
        ("v.count = s.count", "v.count = s.count"),
        ("n = move.count", "n = int(move.count)"),
        ("n = out[i]", "n = out[i]"),
        ("s.turn = f.n", "s.turn = int(f.n)"),
        ("s.player[p].level += 1", "s.player[p].level = int(s.player[p].level) + 1"),
        ("s.known[i] |= 1 << p", "s.known[i] = int(s.known[i]) | 1 << p"),
        ("n += s.turn", "n += int(s.turn)"),
        ("for q in seats(s): x = q", "for q in range(int(s.rules.players)):\n    x = q"),
        (
            "for d in cards(s, Zone.COMBAT): x = d",
            f"d = int(s.head[{int(Zone.COMBAT)}])\nwhile d:\n    x = d\n    d = int(s.card[d].next)",
        ),
        (
            "for d in moving_cards(s, p): x = d",
            "d = int(s.head[p])\nwhile d:\n    after = int(s.card[d].next)\n    x = d\n    d = after",
        ),
        (
            "for j in clauses(t.card[i], Trigger.ALWAYS): x = j",
            (
                f"j_from = int(t.card[i].start[{int(Trigger.ALWAYS)}])\n"
                f"for j in range(j_from, j_from + int(t.card[i].count[{int(Trigger.ALWAYS)}])):\n    x = j"
            ),
        ),
        ("clear(s.offer)", "\n".join(f"s.offer.{name} = 0" for name in STATE["offer"].names)),
    ],
)
def test_a_form_runs_as_what_it_stands_for(written, runs):
    assert unfolded(written) == runs


@each(
    ("written", "why"),
    [
        ("x = int(s.turn)", "a number of a record is an int already"),
        ("s.player[f(p)].level += 1", "a call within what is changed would run twice"),
        ("for d in cards(s, p):\n        if d: continue\n        x = d", "`continue` would not go on"),
        ("for d in moving_cards(s, p):\n        if d: continue\n        x = d", "`continue` would not go on"),
        ("x = cards(s, p)", "expected a for loop over it"),
        ("clear(f)", "expected a record, named from the position on"),
        ("clear(s.turn)", "expected a record"),
        ("clear(s.player)", "expected a record"),
        ("clear(s.frame[top(s)])", "a call within what is cleared would run for each number"),
    ],
)
def test_what_cannot_be_said_is_refused(written, why):
    with pytest.raises(EngineFault, match=f"^here, line [23]: .*{why}"):
        unfolded(written)


def test_a_loop_in_a_loop_may_go_on():
    assert "continue" in unfolded("for d in cards(s, p):\n        for q in seats(s):\n            continue")


@each("word", WORDS)
def test_a_word_outside_of_kernels_says_so(word):
    with pytest.raises(EngineFault, match=f"^{word}: expected to be unfolded in a kernel, was called$"):
        WORDS[word](*[0] * WORDS[word].__code__.co_argcount)


def test_lines_stay_where_they_were():
    """A debugger steps through the source as it is written."""
    source = "def g(s, p):\n  for c in cards(s, p):\n    s.player[p].level += 1\n  clear(s.move)\n  return s.turn"
    code = compile(ast.Module([Unfold(NAMES).visit(ast.parse(source).body[0])], []), "kernel", "exec").co_consts[0]
    assert {line for *_, line in code.co_lines()} == {1, 2, 3, 4, 5}


def test_every_number_of_the_position_is_wide_when_it_is_read():
    """Reads and sums of the narrowest fields don't wrap: at its highest value each can be counted up."""
    s = np.rec.array(empty(1))[0]
    s.player[0].level = 127
    s.count[0] = 32767
    space: dict = {}
    source = "def g(s, p):\n    return s.player[p].level + 1, s.count[p] + 1, s.rules.goal - 1"
    exec(compile(ast.Module([Unfold({}).visit(ast.parse(source).body[0])], []), "kernel", "exec"), space)
    assert space["g"](s, 0) == (128, 32768, -1)


@each("module", sorted(SOURCES))
def test_no_kernel_walks_a_list_or_casts_by_hand(module):
    """Kernels use the words of the language: find hand-written forms that the words replace."""
    for function in marked(SOURCES[module]):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "int":
                assert not is_number(node.args[0], {}), f"{function.name}, line {node.lineno}"
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
                assert ast.unparse(node.args[0]) not in {"s.rules.players", "v.rules.players"}, f"line {node.lineno}"
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
                target = ast.parse(ast.unparse(node.targets[0]), mode="eval").body
                again = is_number(target, {}) and ast.unparse(node.value.left) == ast.unparse(target)
                assert not again or any(isinstance(part, ast.Call) for part in ast.walk(target)), f"line {node.lineno}"


@each("module", sorted(SOURCES))
def test_a_frame_is_read_and_written_by_names(module):
    """But where all its numbers are gone through."""
    for function in marked(SOURCES[module]):
        reads = [node for node in ast.walk(function) if isinstance(node, ast.Attribute) and node.attr in BY_KIND]
        of_frames = [node for node in reads if ast.unparse(node.value) == "f" or ".frame[" in ast.unparse(node.value)]
        assert not of_frames or function.name in ("frame_number", "unused_is_zero"), function.name


def test_a_name_that_no_frame_has_is_refused():
    with pytest.raises(EngineFault, match=r"^here, line 2: f\.hook: expected a name that some kind of frame gives"):
        unfolded("x = f.hook")


def test_the_sources_are_found():
    assert len(SOURCES) > 100
    assert sum(len(marked(source)) for source in SOURCES.values()) > 1_300
    assert (ROOT / "munchkin_env/engine/kernels/language.py").is_file()


@each(
    ("written", "message"),
    [
        ("x = s.player[p].levl", "here, line 2: s.player[p].levl: unknown field levl (did you mean level?)"),
        ("s.trun = 1", "here, line 2: s.trun: unknown field trun (did you mean turn?)"),
        ("x = Zone.HANDS", "here, line 2: Zone.HANDS: unknown member of Zone (did you mean HAND?)"),
    ],
)
def test_an_unknown_field_or_member_is_refused_with_its_line_and_the_nearest(written: str, message: str) -> None:
    with pytest.raises(EngineFault) as error:
        unfolded(written)
    assert str(error.value) == message


def test_an_unknown_function_is_refused_though_later_ones_of_its_module_are_known() -> None:
    tree = ast.parse("def toy(s):\n    x = later(s)\n    return latr(s, x, len(s))\ndef later(s):\n    return s")
    with pytest.raises(EngineFault) as error:
        language.check_names(tree.body[0], NAMES, language.bound_names(tree))
    assert str(error.value) == "here, line 3: latr: unknown name (did you mean later?)"


def test_an_unknown_name_of_a_kernel_that_is_made_is_refused() -> None:
    with pytest.raises(EngineFault, match=r"^toys, line 2: latr: unknown name \(did you mean later\?\)"):
        made("def toy(s):\n    return latr(s)\n", "toys", {"later": int})
