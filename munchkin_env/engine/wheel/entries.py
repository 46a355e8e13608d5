"""The few functions that Python calls. All take `(positions, i, tables, …)`: passing a record costs far more."""

from munchkin_env.engine.atoms.combat import give_up
from munchkin_env.engine.compiler.kernel import entry
from munchkin_env.engine.facts.conditions import works
from munchkin_env.engine.facts.items import is_mute
from munchkin_env.engine.facts.strength import levels_alone, levels_void, monsters_strength, players_strength, winning
from munchkin_env.engine.rules.run_away import face_to_escape
from munchkin_env.engine.rules.stealing import face_to_steal
from munchkin_env.engine.wheel.core import begin_game, legal, run, settle_forced, step
from munchkin_env.vocabulary import Zone

ILLEGAL = -1


@entry
def drive(positions, i, tables, first_seat, out):
    """Begins the game at row `i`, whose settings and seed are set; returns the number of legal ids."""
    s = positions[i]
    t = tables[0]
    begin_game(s, t, first_seat)
    run(s, t)
    return settle_forced(s, t, out)


@entry
def legal_ids(positions, i, tables, out):
    """Writes the legal ids of row `i`; returns how many."""
    return legal(positions[i], tables[0], out)


@entry
def step_game(positions, i, tables, action, out, n):
    """Answers row `i` if `action` is among the `n` ids in `out`; returns the next count, or ILLEGAL."""
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
    """The least face by which the player escapes the monster at the place, or steals (place -1)."""
    s = positions[i]
    t = tables[0]
    if place < 0:
        return face_to_steal(s, t, p)
    give_up(s)  # some cards help an ally once both run
    return face_to_escape(s, t, p, place)


@entry
def is_of_use(positions, i, tables, c):
    """The card on somebody's table helps him as things stand."""
    s = positions[i]
    t = tables[0]
    return works(s, t, s.card[c].zone - Zone.TABLE, c) and not is_mute(s, t, c)

