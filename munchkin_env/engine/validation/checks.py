"""What Python calls to check and to complete positions that come from outside."""

from munchkin_env.engine.dispatch.core import answer, legal, run, settle_forced, settle_top
from munchkin_env.engine.kernels.kernel import entry
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import count_discard
from munchkin_env.engine.mutations.chance import BOTS, below, quick_mix
from munchkin_env.engine.mutations.combat import begin_silence, rate_arrival, refresh_combat, refresh_group
from munchkin_env.engine.mutations.derived import refresh, refresh_hand
from munchkin_env.engine.queries.people import is_cultist
from munchkin_env.engine.validation.admission import (
    WHERE,
    Unsound,
    events_out_of_range,
    frames_out_of_range,
    out_of_range,
    take_back,
    unfit,
)
from munchkin_env.engine.validation.invariants import Broken, invariants


@entry
def check_position(positions, i, tables):
    """Bits of `invariants.Broken` for row `i`."""
    return invariants(positions[i], tables[0])


@entry
def settle_again(positions, i, tables):
    """Settles row `i`, which asks somebody: a sound position stays as it is (WINDOW-0)."""
    settle_top(positions[i], tables[0])


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
        rate_arrival(s, t, j)
    refresh_combat(s, t)
    for c in range(1, t.n_cards + 1):
        count_discard(s, t, c, s.card[c].zone, 1)


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
