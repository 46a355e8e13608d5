"""All verbs: the rows that the chapters of the rules declare, and what follows from them."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from munchkin_env.engine import rules
from munchkin_env.engine.mutations.stack import top
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.rules.rows import ROWS, Maker, VerbRow, parameters
from munchkin_env.vocabulary import Decision, Stage, Verb, Where

for _module in walk_packages(rules.__path__, f"{rules.__name__}."):
    import_module(_module.name)

VERBS: dict[Verb, VerbRow] = dict(sorted(ROWS.items()))


def words_of(decision: Decision, verb: Verb) -> str:
    """Meaning of a verb to the player who is asked, at a decision."""
    row = VERBS[verb]
    return row.words_at.get(decision, row.words)


# ---------------------------------------------------------------------- sets of verbs as integers, bit `verb` each


def _with(first: Stage, then: Stage) -> int:
    """Verbs in whose action the part `then` follows `first` (VERB: begins)."""
    return sum(
        1 << verb
        for verb, row in VERBS.items()
        if (first, then) in zip((Stage.VERB, *row.parts), row.parts, strict=False)
    )


def _cards(where: Where) -> int:
    return sum(1 << verb for verb, row in VERBS.items() if row.cards & where)


def _seconds(where: Where) -> int:
    return sum(1 << verb for verb, row in VERBS.items() if row.seconds & where)


NAMES_SEAT_FIRST = _with(Stage.VERB, Stage.SEAT)
SET_AFTER_CARD = _with(Stage.CARD, Stage.MORE)
WANT_AFTER_SECOND = _with(Stage.SECOND, Stage.WANT)

CARD_IN_HAND = _cards(Where.HAND)
CARD_ON_TABLE = _cards(Where.TABLE)
CARD_OF_PARTNER = _cards(Where.PARTNER)
CARD_OF_OTHERS = _cards(Where.OTHERS)
CARD_IN_DISCARDS = _cards(Where.DISCARDS)
SECOND_IN_HAND = _seconds(Where.HAND)
SECOND_ON_TABLE = _seconds(Where.TABLE)
SECOND_OF_PARTNER = _seconds(Where.PARTNER)
SECOND_BY_CARD = sum(1 << verb for verb, row in VERBS.items() if row.where is not None)
ASKS_WHEN = sum(1 << verb for verb, row in VERBS.items() if row.card is not None and "now" in parameters(row.card))


# ---------------------------------------------------------------------- kernels of their rows
COMPOSED = {  # parameters of a row's function about the action being built
    "s": "s",
    "t": "t",
    "p": "p",
    "verb": "verb",
    "stage": "stage",
    "now": "now",
    "i": "top(s)",
    "c": "s.move.card",
    "d": "s.move.second",
    "q": "s.move.seat",
    "n": "s.move.amount",
    "place": "s.move.place",
    "j": "monster_at(s.move.place)",
}


class VerbMaker(Maker):
    """Make kernels of the verbs' rows."""

    def __init__(self, module: str, given: Mapping[str, str] = COMPOSED, **names: Any) -> None:
        """A `Maker` with the parameters of a composed action."""
        super().__init__(module, given, Verb=Verb, top=top, monster_at=monster_at, **names)

    def call_of(self, row: VerbRow, function: Any, **given: str) -> str:
        """Return the source of a call of a function of the row, which may ask for the row's ability."""
        return self.call(function, ability=str(int(row.ability)), **given)

    def column(self, name: str, **given: str) -> dict[Verb, str]:
        """Return the calls of a column of functions, by verb."""
        found = {verb: getattr(row, name) for verb, row in VERBS.items()}
        return {v: self.call_of(VERBS[v], function, **given) for v, function in found.items() if function is not None}
