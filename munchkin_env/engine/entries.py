"""The few functions that Python calls. All take `(positions, i, tables, …)`: passing a record costs far more."""

from munchkin_env.engine.admission import (
    WHERE,
    Unsound,
    events_out_of_range,
    frames_out_of_range,
    out_of_range,
    take_back,
    unfit,
)
from munchkin_env.engine.atoms import count_discard
from munchkin_env.engine.chance import BOTS, below, quick_mix
from munchkin_env.engine.combat_atoms import begin_silence, refresh_combat, refresh_group
from munchkin_env.engine.core import answer, begin_game, legal, run, settle_forced, step
from munchkin_env.engine.derived import refresh, refresh_hand
from munchkin_env.engine.invariants import Broken, invariants
from munchkin_env.engine.items import is_mute
from munchkin_env.engine.kernel import entry
from munchkin_env.engine.language import seats
from munchkin_env.engine.rules.run_away import face_to_escape
from munchkin_env.engine.rules.trading import face_to_steal
from munchkin_env.engine.strength import monsters_strength, players_strength, strength_on_arrival, winning
from munchkin_env.engine.totals import is_cultist, works
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
def check_position(positions, i, tables):
    """Bits of `invariants.Broken` for row `i`."""
    return invariants(positions[i], tables[0])


@entry
def admit(positions, i, tables, i1, u1, i2, u2, i4, i8, ranges, frames, events, run_end):
    """What keeps rules from running on row `i`, 0 if nothing does: admission.Unsound, and where times WHERE.

    If nothing does, the pending question has been taken back. i1 to i8: the position as numbers of each width; they,
    ranges, frames and events as in `admission`. run_end: int64[clauses], where the clauses of a card and trigger end.
    """
    s = positions[i]
    t = tables[0]
    found = out_of_range(i1, u1, i2, u2, i4, i8, ranges)
    if found >= 0:
        return Unsound.RANGE + WHERE * found
    found = frames_out_of_range(s, frames)
    if found >= 0:
        return Unsound.FRAME + WHERE * found
    found = events_out_of_range(s, events)
    if found >= 0:
        return Unsound.EVENT + WHERE * found
    broken = invariants(s, t) & ~Broken.FAULT
    if broken:
        return Unsound.BROKEN + WHERE * broken
    found = unfit(s, t, run_end)
    if found == 0:
        take_back(s, t)
    return found


@entry
def wrong_answer(answers, n, players, actions):
    """The first of `n` packed answers (seat << 16 | action) that no seat of the game can have given, else -1."""
    for k in range(n):
        packed = int(answers[k])
        if packed < 0 or packed >> 16 >= players or packed & 0xFFFF >= actions:
            return k
    return -1


@entry
def resume(positions, i, tables, out):
    """Runs the rules of a position that was built by hand up to its next decision."""
    run(positions[i], tables[0])
    return settle_forced(positions[i], tables[0], out)


@entry
def rebuild(positions, i, tables):
    """Derived fields of a position that was built by hand, where they are zero."""
    s = positions[i]
    t = tables[0]
    for p in seats(s):
        refresh(s, t, p)
        refresh_hand(s, t, p)
    found = 0
    for p in seats(s):
        found += is_cultist(s, p)
    s.cultists = found
    for p in seats(s):
        refresh(s, t, p)
    for j in range(s.combat.n_monsters):
        refresh_group(s, t, s.combat.monster[j].group)
        begin_silence(s, t, s.combat.monster[j].type)
        s.combat.monster[j].grown = strength_on_arrival(s, t, s.combat.monster[j].type)
    refresh_combat(s, t)
    for c in range(1, t.n_cards + 1):
        count_discard(s, t, c, s.card[c].zone, 1)


@entry
def strengths(positions, i, tables):
    """(players, monsters, winning) of the combat of row `i`."""
    s = positions[i]
    t = tables[0]
    return players_strength(s, t), monsters_strength(s, t), winning(s, t)


@entry
def face_needed(positions, i, tables, p, place):
    """The least face by which the player escapes the monster at the place, or steals (place -1)."""
    s = positions[i]
    t = tables[0]
    if place < 0:
        return face_to_steal(s, t, p)
    s.combat.conceded = 1  # some cards help an ally once both run
    return face_to_escape(s, t, p, place)


@entry
def is_of_use(positions, i, tables, c):
    """The card on somebody's table helps him as things stand."""
    s = positions[i]
    t = tables[0]
    return works(s, t, s.card[c].zone - Zone.TABLE, c) and not is_mute(s, t, c)


@entry
def play_random(positions, i, tables, key, limit, check, out):
    """Random legal play of row `i` to its end, at most `limit` decisions; `check` tests every position.

    Returns (decisions, broken bits).
    """
    s = positions[i]
    t = tables[0]
    n = legal(s, t, out)
    done = 0
    while n > 0 and done < limit:
        pick = below(quick_mix(s.seed_hi, s.seed_lo ^ key, BOTS, done), n)
        answer(s, t, int(out[pick]))
        n = settle_forced(s, t, out)
        done += 1
        if check:
            bad = invariants(s, t)
            if bad:
                return done, bad
    return done, 0
