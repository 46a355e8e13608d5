"""All verbs: the rows that the chapters of the rules declare, and what follows from them."""

from importlib import import_module
from pkgutil import walk_packages

from munchkin_env.engine import rules
from munchkin_env.engine.rules.rows import ROWS, VerbRow, parameters
from munchkin_env.vocabulary import Decision, Stage, Verb, Where

for _module in walk_packages(rules.__path__, f"{rules.__name__}."):
    import_module(_module.name)

VERBS: dict[Verb, VerbRow] = dict(sorted(ROWS.items()))


def words_of(decision: Decision, verb: Verb) -> str:
    """What a verb means to the player who is asked, at a decision."""
    row = VERBS[verb]
    return row.words_at.get(decision, row.words)


# ---------------------------------------------------------------------- sets of verbs as integers, bit `verb` each


def _with(first: Stage, then: Stage) -> int:
    """Verbs in whose answer the part `then` follows `first` (VERB: begins)."""
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
