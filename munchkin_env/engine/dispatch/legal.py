"""The one source of legality: action ids that are legal at the pending decision.

`legal` writes the ids in ascending order of construction, without doubles. A verb is listed only if some completion
exists, and every argument keeps one, so an action once begun can always be finished.
"""

from collections.abc import Iterable

from munchkin_env.engine.dispatch.listing import (
    count_groups,
    list_amounts,
    list_cards,
    list_places,
    list_seats,
    list_terms,
)
from munchkin_env.engine.dispatch.options import add_verb, argument_moments, may_close
from munchkin_env.engine.dispatch.running import list_options
from munchkin_env.engine.dispatch.verbs import ASKS_WHEN, VERBS, VerbMaker
from munchkin_env.engine.dispatch.windows import window_verbs
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.stack import top
from munchkin_env.engine.queries.asking import is_reaction
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.choices import add
from munchkin_env.engine.rules.rows import TURN
from munchkin_env.engine.state.actions import AMOUNT0, DONE_ID
from munchkin_env.vocabulary import Decision, Stage, decisions_that

CHOICE_BITS = decisions_that(lambda question: question.choice)
_make = VerbMaker(__name__, Decision=Decision, add_verb=add_verb, moments=moments)


def _test(decisions: Iterable[Decision]) -> str:
    return " or ".join(f"decision == Decision.{decision.name}" for decision in decisions)


def _listing(family: tuple[Decision, ...]) -> list[str]:
    """The verbs of a family of decisions, by rank; one listed in place of another verb follows it."""
    entries = [(entry.rank, verb, entry.decisions) for verb, row in VERBS.items() for entry in row.at]
    lines = []
    for _, verb, decisions in sorted(entries):
        here = [decision for decision in family if decision in decisions]
        if not here:
            continue
        line = f"n = add_verb(s, t, p, Verb.{verb.name}, now, out, n)"
        if VERBS[verb].unless is not None:
            line = f"if n == before:\n        {line}"
        elif any(row.unless == verb for row in VERBS.values()):
            line = f"before = n\n    {line}"
        lines.append(line if len(here) == len(family) else f"if {_test(here)}:\n        {line}")
    asks_when = any(f"Verb.{verb.name}," in line for verb in VERBS if ASKS_WHEN >> verb & 1 for line in lines)
    return [f"now = {'moments(s, t, p)' if asks_when else '0'}", *lines, "return n"]


def _families() -> list[tuple[Decision, ...]]:
    """Decisions that are listed together: those of a turn, and those at which the same verbs are listed."""
    alike: dict[tuple[str, ...], list[Decision]] = {}
    for decision in Decision:
        row = decision.row
        if row.to_all and not (row.free or row.reacts or row.choice):
            alike.setdefault(tuple(_listing((decision,))), []).append(decision)
    return [TURN, *map(tuple, alike.values())]


def _lister(family: tuple[Decision, ...]) -> str:
    """The name of the kernel that lists a family, which is made here."""
    head = f"list_{family[0].name.lower()}(s, t, p, decision, out, n)"
    return str(_make.kernel(head, "The verbs that may begin an action here.", _listing(family)).__name__)


list_verbs = _make.kernel(
    "list_verbs(s, t, p, decision, out, n)",
    "The verbs that may begin an action at the decision.",
    [
        *(
            f"if {_test(family)}:\n        return {_lister(family)}(s, t, p, decision, out, n)"
            for family in _families()
        ),
        "return n",
    ],
)


@kernel
def legal(s, t, out):
    """Write the legal action ids of the pending decision into `out`; returns their number."""
    if s.over or s.seat < 0:
        return 0
    if s.move.stage != Stage.VERB:
        return legal_argument(s, t, s.seat, out)
    return legal_first(s, t, s.seat, s.decision, out)


@kernel
def legal_first(s, t, p, decision, out):
    """First part of an action."""
    if is_reaction(decision):
        return window_verbs(s, t, p, moments(s, t, p), out, 0)
    if is_choice(decision):
        return list_options(s, t, top(s), p, out, 0)
    return list_verbs(s, t, p, decision, out, 0)


@kernel
def is_choice(decision):
    """Decision by a card, a seat or a number without a verb."""
    return (CHOICE_BITS >> decision) & 1 != 0


@kernel
def legal_argument(s, t, p, out):
    """Further part of the composite action."""
    move = s.move
    verb = move.verb
    stage = move.stage
    n = 0
    if stage == Stage.CARD:
        return list_cards(s, t, p, verb, Stage.CARD, argument_moments(s, t, p, verb), out, n)
    if stage == Stage.SECOND:
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.WHICH or stage == Stage.SECOND_WHICH:
        base = Stage.CARD if stage == Stage.WHICH else Stage.SECOND
        copy = move.card if stage == Stage.WHICH else move.second
        groups = count_groups(s, t, p, verb, base, type_of(t, copy))
        for i in range(groups):
            n = add(out, n, AMOUNT0 + i)
        return n
    if stage == Stage.SEAT:
        return list_seats(s, t, p, verb, out, n)
    if stage == Stage.PLACE:
        return list_places(s, t, p, verb, out, n)
    if stage == Stage.AMOUNT:
        return list_amounts(s, t, p, verb, out, n)
    if stage == Stage.MORE:
        if may_close(s, t, p, verb):
            n = add(out, n, DONE_ID)
        return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)
    if stage == Stage.WANT:
        n = add(out, n, DONE_ID)
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.TERMS:
        return list_terms(s, t, p, verb, out, n)
    return n
