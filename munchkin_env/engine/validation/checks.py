"""What Python calls to check positions, and to complete those that scenarios build."""

from munchkin_env.engine.dispatch.core import answer, legal, run, settle_forced, settle_top
from munchkin_env.engine.kernels.kernel import entry
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import count_discard
from munchkin_env.engine.mutations.chance import BOTS, below, quick_mix
from munchkin_env.engine.mutations.combat import begin_silence, rate_arrival, refresh_combat, refresh_group
from munchkin_env.engine.mutations.derived import refresh, refresh_hand
from munchkin_env.engine.queries.people import is_cultist
from munchkin_env.engine.validation.invariants import invariants


@entry
def check_position(positions, i, tables):
    """Bits of `invariants.Broken` for row `i`."""
    return invariants(positions[i], tables[0])


@entry
def settle_again(positions, i, tables):
    """Settles row `i`, which asks somebody: a sound position stays as it is (WINDOW-0)."""
    settle_top(positions[i], tables[0])


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
