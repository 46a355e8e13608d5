"""Entry points for Python. All take `(positions, i, tables, …)`, because passing a record costs far more."""

from munchkin_env.engine.dispatch.core import begin_game, legal, run, settle_forced, step
from munchkin_env.engine.kernels.kernel import entry
from munchkin_env.engine.mutations.combat import give_up
from munchkin_env.engine.queries.bonuses import bonus_spent, item_bonus, printed_level
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.items import is_mute
from munchkin_env.engine.queries.strength import (
    levels_alone,
    levels_void,
    monster_strength,
    monster_treasures,
    monsters_strength,
    players_strength,
    winning,
)
from munchkin_env.engine.rules.run_away import cannot_escape, escapes_without_roll, face_to_escape
from munchkin_env.engine.rules.stealing import face_to_steal
from munchkin_env.vocabulary import RollFor, Zone

ILLEGAL = -1
ANY_FACE = 1  # of a die
NO_FACE = 7


@entry
def drive(positions, i, tables, first_seat, out):
    """Begin the game at row `i`, whose settings and seed are set; returns the number of legal ids."""
    s = positions[i]
    t = tables[0]
    begin_game(s, t, first_seat)
    run(s, t)
    return settle_forced(s, t, out)


@entry
def legal_ids(positions, i, tables, out):
    """Write the legal ids of row `i`; returns their number."""
    return legal(positions[i], tables[0], out)


@entry
def step_game(positions, i, tables, action, out, n):
    """Play `action` in row `i` if it is among the `n` ids in `out`; returns the next count, or ILLEGAL."""
    for j in range(n):
        if int(out[j]) == action:
            return step(positions[i], tables[0], action, out)
    return ILLEGAL


@entry
def strengths(positions, i, tables):
    """(players, monsters, winning) of the combat of row `i`."""
    s = positions[i]
    t = tables[0]
    return players_strength(s, t), monsters_strength(s, t), winning(s, t)


@entry
def counted_alone(positions, i, tables):
    """(whether levels alone count for the players, whether theirs count for nothing) in the combat of row `i`."""
    s = positions[i]
    t = tables[0]
    return levels_alone(s, t), levels_void(s, t)


@entry
def face_needed(positions, i, tables, p, place):
    """The least face by which the player escapes the monster at the place, or steals (place -1).

    FLEE-1, FLEE-2: no face escapes what cannot be escaped, every face what is escaped without a roll. Row `i` is
    written to.
    """
    s = positions[i]
    t = tables[0]
    if place < 0:
        return face_to_steal(s, t, p)
    give_up(s)  # some cards help an ally once both run
    if s.roll.seat != p or s.roll.place != place or s.roll.purpose != RollFor.RUN_AWAY:
        s.roll.extra = 0  # what was added to another roll
    if cannot_escape(s, t, place, p):
        return NO_FACE
    return ANY_FACE if escapes_without_roll(s, t, place, p) else face_to_escape(s, t, p, place)


@entry
def monster_numbers(positions, i, tables, place):
    """(level before any change, strength, treasures) of the monster at the place of the combat of row `i`
    (COMBAT-3, COMBAT-13)."""
    s = positions[i]
    t = tables[0]
    return printed_level(s, t, place), monster_strength(s, t, place), monster_treasures(s, t, place)


@entry
def bonus_given(positions, i, tables, c):
    """Contribution of the card by itself: of a spent one to its side of the combat, of an item in use to its owner."""
    s = positions[i]
    t = tables[0]
    if s.card[c].zone < Zone.TABLE:
        return bonus_spent(t, c)
    return item_bonus(s, t, s.card[c].zone - Zone.TABLE, c)


@entry
def is_of_use(positions, i, tables, c):
    """The card on a player's table helps that player now."""
    s = positions[i]
    t = tables[0]
    return works(s, t, s.card[c].zone - Zone.TABLE, c) and not is_mute(s, t, c)
