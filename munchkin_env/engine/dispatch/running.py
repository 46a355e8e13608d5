"""Dispatchers of running frames and of actions at their questions, made of the chapters' declarations."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from munchkin_env.engine.dispatch.verbs import VerbMaker
from munchkin_env.engine.mutations.stack import pop
from munchkin_env.engine.rules.excess import is_undecided
from munchkin_env.engine.rules.rows import RULES, Rule
from munchkin_env.vocabulary import Fault, Frame

for _module in (
    "announced",
    "effects",
    "windows",
):  # which declare rules of their own; the chapters are read with the verbs
    import_module(f"munchkin_env.engine.dispatch.{_module}")

_make = VerbMaker(__name__, Frame=Frame, Fault=Fault, pop=pop, is_undecided=is_undecided)
NOBODY = "s.fault |= Fault.UNKNOWN_FRAME"
"""Default of each behaviour that a frame does not declare."""


def _lines(calls: Iterable[tuple[Frame, str]], otherwise: str) -> list[str]:
    lines = [f"if kind == Frame.{kind.name}:\n        {call}" for kind, call in calls]
    return [*(f"{'el' if number else ''}{line}" for number, line in enumerate(lines)), f"else:\n        {otherwise}"]


def _runs(which: Callable[[Rule], bool]) -> Iterator[tuple[Frame, str]]:
    return ((kind, _make.call(rule.run, i="i")) for kind, rule in sorted(RULES.items()) if which(rule))


_make.kernel(
    "run_rare_frame(s, t, i, kind)",
    "What some editions alone, or some settings, have frames for.",
    _lines(_runs(lambda rule: rule.rare), NOBODY),
)
run_frame = _make.kernel(
    "run_frame(s, t, i, kind)",
    "The frame `i` goes on by its rule, which knows it by this index alone.",
    _lines(_runs(lambda rule: not rule.rare), "run_rare_frame(s, t, i, kind)"),
)


def _answers(column: str, head: str, doc: str, otherwise: str = NOBODY, **given: str) -> Any:
    """Kernel that hands an action on to the frame that asked."""
    known = {"i": "i", "q": "p", **given}
    calls = [(kind, getattr(rule, column)) for kind, rule in sorted(RULES.items())]
    returns = "return " if otherwise.startswith("return ") else ""
    lines = _lines(((kind, returns + _make.call(call, **known)) for kind, call in calls if call is not None), otherwise)
    return _make.kernel(head, doc, ["kind = s.frame[i].kind", *lines])


# actions without a verb
answer_number = _answers("number", "answer_number(s, t, i, p, n)", "A clause, or how many of the discards.", n="n")
answer_seat = _answers("seat", "answer_seat(s, t, i, p, q)", "Who gets a card, or a level.", q="q")
answer_card = _answers("card", "answer_card(s, t, i, p, k)", "Which type is taken, given or paid with.", k="k")

list_options = _answers("options", "list_options(s, t, i, p, out, n)", "Those answers.", "return n", n="n", out="out")

# verbs that leave it to the frame that asked (`VerbRow.to_frame`)
ANSWERS = {
    "passed": _answers("passed", "answer_pass(s, t, i, p)", "Nothing is done.", "pop(s, i)"),
    "done": _answers("done", "answer_done(s, t, i, p)", "Nothing more is done."),
    "agreed": _answers("decided", "answer_yes(s, t, i, p)", "The chance is taken.", agreed="True"),
    "refused": _answers("decided", "answer_no(s, t, i, p)", "The chance is left.", agreed="False"),
}

# rounds of questions, whose seats depend on hands (WINDOW-3)
asks_secretly = _answers("secret", "asks_secretly(s, i)", "Nobody else sees that it asks.", "return False")
might_ask = _answers("might_ask", "might_ask(s, t, i, p, stage)", "The frame might ask `p`.", "return False")
comes_to = _answers("comes_to", "comes_to(s, t, i, p, stage)", "The frame has come to `p`.", "return")
count_asked = _answers("counts", "count_asked(s, t, i)", "Its round has come to the seat that is asked.", "return")
ROUNDS = {kind: rule.rounds for kind, rule in RULES.items() if rule.rounds > 1}
rounds_of = _make.kernel(
    "rounds_of(kind)",
    "How often a frame of the kind goes round.",
    [*(f"if kind == Frame.{kind.name}:\n        return {rounds}" for kind, rounds in ROUNDS.items()), "return 1"],
)

# claims of the discards
is_quiet = _answers("quiet", "is_quiet(s, i)", "It is in the middle of nothing.", "return False")
yields = _answers("yields", "yields(s, t, i)", "It waits while discards are claimed.", "return not is_undecided(s, t)")

# knowledge of a seat about it
suits = _answers("suits", "suits(s, t, i, c)", "A card of a hand that the frame may name.", "return False", c="c")
of_hand = _answers("of_hand", "of_hand(s, t, i)", "Of whose hand it is about a card.", "return -1")
only_asks = _answers("only_asks", "only_asks(s, i, p)", "All that is left of it is to ask others.", "return False")
UNSEEN = sum(1 << kind for kind, rule in RULES.items() if rule.unseen)
forget_frame = _answers("forgets", "forget_frame(s, i, p)", "What `p` does not know of it is cleared.", "return")

before_answer = _answers("acted", "before_answer(s, t, i, p, verb)", "An action with parts is complete.", "return")
