"""Whether a verb may be begun: some completion of its answer exists."""

from munchkin_env.engine.dispatch.options import among, card_option, place_option, seat_option
from munchkin_env.engine.dispatch.verbs import CARD_IN_HAND, CARD_ON_TABLE, VERBS, VerbMaker
from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import hand_of, table_of
from munchkin_env.engine.queries.clauses import monsters_have
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.engine.queries.places import place_of
from munchkin_env.engine.rules.listing import add
from munchkin_env.engine.rules.rows import VerbRow
from munchkin_env.engine.state.action_ids import VERB0
from munchkin_env.vocabulary import Stage


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


_make = VerbMaker(
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
    """What must hold, the cheapest first."""
    needed = [f"has_ability(s, p, {int(row.ability)})"] if row.ability else []
    needed += [f"monsters_have(s, {int(row.word)})"] if row.word else []
    needed += [_make.call_of(row, row.needs)] if row.needs is not None else []
    needed += [_make.call_of(row, row.when)] if row.when is not None else []
    if row.possible is None:
        needed += [FIRST_PART[part] for part in row.parts[:1]]
    elif row.possible is not True:
        needed.append(_make.call_of(row, row.possible))
    return " and ".join(needed) or "True"


verb_possible = _make.dispatcher(
    "verb_possible(s, t, p, verb, now)",
    "The verb may be begun by `p` at the present decision: some completion exists.",
    {verb: _conditions(row) for verb, row in VERBS.items() if row.at or row.windows},
    "False",
    copied=True,
)


@inlined
def add_verb(s, t, p, verb, now, out, n):
    """Lists the verb if it may be begun."""
    return add(out, n, VERB0 + verb) if verb_possible(s, t, p, verb, now) else n
