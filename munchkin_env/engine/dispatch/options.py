"""Options of an action, made of the verbs' rows: cards, seats or places that may be its next part.

A verb may be begun if some completion of its action exists (`verb_possible`).
"""

from typing import Any

from munchkin_env.engine.dispatch.verbs import (
    ASKS_WHEN,
    CARD_IN_DISCARDS,
    CARD_IN_HAND,
    CARD_OF_OTHERS,
    CARD_OF_PARTNER,
    CARD_ON_TABLE,
    SECOND_BY_CARD,
    SECOND_IN_HAND,
    SECOND_OF_PARTNER,
    SECOND_ON_TABLE,
    VERBS,
    VerbMaker,
)
from munchkin_env.engine.kernels.kernel import inlined, kernel, made
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import hand_of, table_of
from munchkin_env.engine.queries.clauses import monsters_have
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.engine.queries.piles import place_of
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.choices import add
from munchkin_env.engine.rules.rows import VerbRow, parameters
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.vocabulary import Stage, Verb, Where

_make = VerbMaker(__name__, Stage=Stage)


@inlined
def among(verb, verbs):
    """The verb is in a set of `verbs`."""
    return (verbs >> verb) & 1 != 0


def _word_needed() -> Any:
    """A kernel `word_needed(verb)`: the word that some monster of the combat must have for it, 0 if none."""
    lines = [f"    if verb == {int(row.verb)}:\n        return {int(row.word)}\n" for row in VERBS.values() if row.word]
    return made(f"def word_needed(verb):\n{''.join(lines)}    return 0\n", __name__, {})


word_needed = _word_needed()


@kernel
def argument_moments(s, t, p, verb):
    """Only plays and uses ask when now is."""
    return moments(s, t, p) if among(verb, ASKS_WHEN) else 0


second_places = _make.dispatcher(
    "second_places(s, t, verb)", "Where the second card lies, by the first one.", _make.column("where"), "0"
)


@inlined
def where_to_look(s, t, verb, stage):
    """Return bits of vocabulary.Where: zones of the cards that may come next."""
    if stage == Stage.SECOND:
        if among(verb, SECOND_BY_CARD):
            return second_places(s, t, verb)
        where = Where.HAND if among(verb, SECOND_IN_HAND) else 0
        where += Where.TABLE if among(verb, SECOND_ON_TABLE) else 0
        return where + (Where.PARTNER if among(verb, SECOND_OF_PARTNER) else 0)
    where = Where.HAND if among(verb, CARD_IN_HAND) else 0
    where += Where.TABLE if among(verb, CARD_ON_TABLE) else 0
    where += Where.PARTNER if among(verb, CARD_OF_PARTNER) else 0
    where += Where.DISCARDS if among(verb, CARD_IN_DISCARDS) else 0
    return where + (Where.OTHERS if among(verb, CARD_OF_OTHERS) else 0)


second_option = _make.dispatcher(
    "second_option(s, t, p, verb, d)",
    "Card copy `d` may be the second card of the action.",
    _make.column("second", d="d"),
    "False",
)


def _cards(**given: str) -> dict[Verb, str]:
    """Condition of each verb on a card, its kind first."""

    def of_a_kind(row: VerbRow) -> str:
        bits = sum(1 << kind for kind in row.kinds)
        return f"({bits} >> t.kind_of[c]) & 1 == 1 and " if bits else ""

    return {verb: of_a_kind(VERBS[verb]) + call for verb, call in _make.column("card", **given).items()}


card_option = _make.dispatcher(
    "card_option(s, t, p, verb, stage, now, c)",
    "Card copy `c`, which is where the verb looks, may be the action of `p` at this stage of the composite.",
    _cards(c="c"),
    "False",
    before=["if stage == Stage.SECOND:\n        return second_option(s, t, p, verb, c)"],
    copied=True,
)

OWN = {"s", "t", "p", "c"}  # condition on a card that is the only part of an action
own_option = _make.dispatcher(
    "own_option(s, t, p, verb, c)",
    "Card copy `c` may be what the verb is done with, if one card is all it takes. Bots ask this of their view.",
    {verb: call for verb, call in _cards(c="c").items() if OWN.issuperset(parameters(VERBS[verb].card))},
    "False",
    copied=True,
)

seat_option = _make.dispatcher(
    "seat_option(s, t, p, verb, q)", "Player `q` may be named next by `p`.", _make.column("seat", q="q"), "False"
)

place_option = _make.dispatcher(
    "place_option(s, t, p, verb, place)",
    "The place of the combat may be named next: a vocabulary.Place.",
    {
        verb: ("" if "place" in parameters(VERBS[verb].place) else "j >= 0 and ") + answer
        for verb, answer in _make.column("place", place="place", j="j").items()
    },
    "False",
    before=["j = monster_at(place)"],
)

least_amount = _make.dispatcher(
    "least_amount(s, t, p, verb)",
    "The least number that may come next.",
    {verb: _make.call_of(row, row.amounts[0]) for verb, row in VERBS.items() if row.amounts != (0, 0)},
    "0",
)
most_amount = _make.dispatcher(
    "most_amount(s, t, p, verb)",
    "The highest number that may come next.",
    {verb: _make.call_of(row, row.amounts[1]) for verb, row in VERBS.items() if row.amounts != (0, 0)},
    "0",
)

may_close = _make.dispatcher(
    "may_close(s, t, p, verb)", "The set may be closed as it is.", _make.column("closes"), "True"
)


# --------------------------------------------------------------------------- verbs that may be begun


@inlined
def any_in(s, t, p, verb, now, zone):
    """Some card of the zone can be the first argument of the verb."""
    for c in cards(s, zone):
        if card_option(s, t, p, verb, Stage.CARD, now, c):
            return True
    return False


@inlined
def any_card(s, t, p, verb, now):
    """Some own card can be the first argument of the verb."""
    if among(verb, CARD_IN_HAND) and any_in(s, t, p, verb, now, hand_of(p)):
        return True
    return among(verb, CARD_ON_TABLE) and any_in(s, t, p, verb, now, table_of(p))


@kernel
def some_seat(s, t, p, verb):
    """Some player can be named."""
    for q in seats(s):
        if seat_option(s, t, p, verb, q):
            return True
    return False


@kernel
def some_place(s, t, p, verb):
    """Some monster can be named."""
    for i in range(s.combat.n_monsters):
        if place_option(s, t, p, verb, place_of(i)):
            return True
    return False


_begin = VerbMaker(
    __name__,
    has_ability=has_ability,
    monsters_have=monsters_have,
    any_card=any_card,
    some_seat=some_seat,
    some_place=some_place,
)
FIRST_PART = {
    Stage.CARD: "any_card(s, t, p, verb, now)",
    Stage.SEAT: "some_seat(s, t, p, verb)",
    Stage.PLACE: "some_place(s, t, p, verb)",
}


def _conditions(row: VerbRow) -> str:
    """Conditions on the verb, the cheapest first."""
    needed = [f"has_ability(s, p, {int(row.ability)})"] if row.ability else []
    needed += [f"monsters_have(s, {int(row.word)})"] if row.word else []
    needed += [_begin.call_of(row, row.needs)] if row.needs is not None else []
    needed += [_begin.call_of(row, row.when)] if row.when is not None else []
    if row.possible is None:
        needed += [FIRST_PART[part] for part in row.parts[:1]]
    elif row.possible is not True:
        needed.append(_begin.call_of(row, row.possible))
    return " and ".join(needed) or "True"


verb_possible = _begin.dispatcher(
    "verb_possible(s, t, p, verb, now)",
    "The verb may be begun by `p` at the present decision: some completion exists.",
    {verb: _conditions(row) for verb, row in VERBS.items() if row.at or row.windows},
    "False",
    copied=True,
)


@inlined
def add_verb(s, t, p, verb, now, out, n):
    """List the verb if it may be begun."""
    return add(out, n, VERB0 + verb) if verb_possible(s, t, p, verb, now) else n
