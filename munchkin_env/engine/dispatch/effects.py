"""The effect interpreter: clauses of cards happen as the row of their word says, which its chapter declares.

Clauses run in an EFFECTS frame: `seat` the victim, `other` the player who caused it, `a`/`b` the next clause and the
number left, `c` the source card, `n` a place or amount, `arg` a second card. A clause that needs a decision pushes a
frame; the rest waits below it.
"""

from collections import defaultdict
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from munchkin_env.cards.words import WORDS, Word
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard_pile, move_card
from munchkin_env.engine.mutations.stack import pop
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.queries.clauses import strikes_victim
from munchkin_env.engine.queries.conditions import befalls
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.rules.effects.cards import acts_at_once
from munchkin_env.engine.rules.effects.pending import (
    clear_roll,
    number_rolled,
    purpose_of,
    push_roll,
    suits_play,
)
from munchkin_env.engine.rules.rows import EFFECTS, Maker, answers, frame, parameters
from munchkin_env.vocabulary import CASES, Fault, Frame, Op, Zone

GIVEN = {  # what a row's function is given of the frame `i` and its clause
    "s": "s",
    "t": "t",
    "i": "i",
    "clause": "clause",
    "word": "t.clause[clause]",
    "amount": "amount",
    "victim": "s.frame[i].seat",
    "q": "s.frame[i].seat",
    "actor": "s.frame[i].other",
    "c": "s.frame[i].card",
    "d": "s.frame[i].second",
    "place": "s.frame[i].place",
    "n": "s.frame[i].place",
    "j": "monster_at(s.frame[i].place)",
}


def happens(word: Word) -> bool:
    """Clauses with the word come to be carried out; else it lasts, and is read where it counts."""
    return word.rolls or (set(word.triggers) != {"always"} and not is_played_to_last(word))


def is_played_to_last(word: Word) -> bool:
    """Return True if the play only adds the card to the combat, where it counts as long as it stays."""
    return word.in_combat != "" and "play" in word.triggers


def check(words: Iterable[Word], rows: dict[IntEnum, Any]) -> None:
    """Raise ValueError unless each word that happens has a row, no other has, and rows ask for existing parameters."""
    due = {word.op for word in words if happens(word)}
    for which in due - set(rows):
        raise ValueError(f"effect {which.name}: expected a row in its chapter, got none")
    for which in set(rows) - due:
        raise ValueError(f"effect {which.name}: expected no row of what does not happen, got one")
    for which, function in rows.items():
        unknown = set(parameters(function)) - set(GIVEN) if function else set()
        if unknown:
            raise ValueError(f"effect {which.name}: expected parameters of {sorted(GIVEN)}, got {sorted(unknown)}")


check(WORDS.values(), EFFECTS)
_enums: tuple[type[IntEnum], ...] = (Op, *CASES)
_make = Maker(__name__, GIVEN, Fault=Fault, monster_at=monster_at, **{enum.__name__: enum for enum in _enums})


def _branches(words: Iterable[IntEnum]) -> Iterable[str]:
    """A branch for each function, in the order of the numbers of their words."""
    calls = defaultdict(list)
    for which in sorted(words):
        call = _make.call(EFFECTS[which])
        does = f"return {call}" if answers(EFFECTS[which]) else f"{call}\n        return 1"
        calls[does].append(f"op == {type(which).__name__}.{which.name}")
    return (f"if {' or '.join(tests)}:\n        {does}" for does, tests in calls.items())


def _apply(head: str, doc: str, which: Iterable[Word]) -> Any:
    words = list(which)
    happen = {word.op for word in words if EFFECTS.get(word.op)}
    last = [f"if op == Op.{word.op.name}:\n        return 1" for word in words if is_played_to_last(word)]
    return _make.kernel(head, doc, [*_branches(happen), *last, "s.fault |= Fault.UNKNOWN_OP", "return 0"])


strike = _apply(
    "strike(s, t, i, op, clause, amount)",
    "A word that happens to a victim: whether it did something.",
    (word for word in WORDS.values() if word.strikes),
)
play_out = _apply(
    "play_out(s, t, i, op, clause, amount)",
    "Any other word of a play: whether it did something.",
    (word for word in WORDS.values() if not word.strikes),
)


@kernel
def apply(s, t, i, clause, amount):
    """Apply one clause of the frame `i`. Returns 1 if it did something, 0 if nothing qualified."""
    op = t.clause[clause].op
    if not strikes_victim(op):
        return play_out(s, t, i, op, clause, amount)
    f = s.frame[i]
    if s.player[f.seat].dead:
        f.spared = 0
        return 0
    return strike(s, t, i, op, clause, amount)


@kernel
def run_effects(s, t, i):
    """Run one clause of the frame; pop the frame if none is left or its victim has died."""
    f = s.frame[i]
    victim = f.seat
    if f.clauses_left == 0:
        card = f.card
        pop(s, i)
        if s.card[card].zone == Zone.ASIDE and acts_at_once(t, type_of(t, card)):
            move_card(s, t, card, discard_pile(s, t, card), ALL_SEATS)  # after what it brings was drawn
        return
    clause = f.clause
    word = t.clause[clause]
    skipped = word.otherwise and f.did
    if skipped or not befalls(s, t, clause, victim):
        f.clause = clause + 1
        f.clauses_left -= 1
        f.spared = 0
        if f.prepared and word.die:
            clear_roll(s)
        f.prepared = 0
        if not skipped:
            f.did = 0
        return
    amount = word.amount
    if word.die:
        if f.prepared == 0:
            f.prepared = 1
            push_roll(s, victim, purpose_of(t, clause), 0)
            return
        f.prepared = 0
        amount = max(0, number_rolled(s, victim))
        clear_roll(s)
    f.clause = clause + 1
    f.clauses_left -= 1
    f.did = 1
    # words may push frames on top of f
    f.did = apply(s, t, i, clause, amount)


@kernel
def has_happened(s, i):
    """Return True if all clauses have run and the card is in its final zone."""
    f = s.frame[i]
    return f.clauses_left == 0 and s.card[f.card].zone != Zone.ASIDE


@kernel
def forget_second(s, i):
    """The second card of the play matters as long as there are clauses left."""
    f = s.frame[i]
    if f.clauses_left == 0:
        f.second = 0


frame(
    Frame.EFFECTS,
    run=run_effects,
    suits=suits_play,
    only_asks=has_happened,
    forgets=forget_second,
)
