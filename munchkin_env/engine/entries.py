"""The few functions that Python calls. All take `(positions, i, tables, …)`: passing a record costs far more."""

from munchkin_env.engine.atoms import count_discard, refresh_group
from munchkin_env.engine.chance import BOTS, below, mix
from munchkin_env.engine.invariants import invariants
from munchkin_env.engine.kernel import entry
from munchkin_env.engine.legal import legal
from munchkin_env.engine.rules.setup import begin_game
from munchkin_env.engine.step import answer, run, settle_forced, step
from munchkin_env.engine.totals import monsters_strength, players_strength, refresh, refresh_hand, winning

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
def out_of_range(i1, u1, i2, u2, i4, ranges):
    """The first row of `ranges` that a position doesn't keep to, -1 if it keeps to all.

    The position comes as arrays of each width and sign of number. ranges: int64[N, 6], rows of the array's number (in
    this order), index of the first number, how many there are, how far apart, lowest and highest value allowed.
    """
    for r in range(len(ranges)):
        kind = ranges[r, 0]
        at = ranges[r, 1]
        apart = ranges[r, 3]
        low = ranges[r, 4]
        high = ranges[r, 5]
        for _ in range(ranges[r, 2]):
            if kind == 0:
                value = int(i1[at])
            elif kind == 1:
                value = int(u1[at])
            elif kind == 2:
                value = int(i2[at])
            elif kind == 3:
                value = int(u2[at])
            else:
                value = int(i4[at])
            if value < low or value > high:
                return r
            at += apart
    return -1


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
    for p in range(int(s.rules.players)):
        refresh(s, t, p)
        refresh_hand(s, t, p)
    for j in range(int(s.combat.n_monsters)):
        refresh_group(s, t, int(s.combat.monster[j].group))
    for c in range(1, int(t.n_cards) + 1):
        count_discard(s, t, c, int(s.zone[c]), 1)


@entry
def strengths(positions, i, tables):
    """(players, monsters, winning) of the combat of row `i`."""
    s = positions[i]
    t = tables[0]
    return players_strength(s, t), monsters_strength(s, t), winning(s, t)


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
        pick = below(mix(int(s.seed_hi), int(s.seed_lo) ^ key, BOTS, done), n)
        answer(s, t, int(out[pick]))
        n = settle_forced(s, t, out)
        done += 1
        if check:
            bad = invariants(s, t)
            if bad:
                return done, bad
    return done, 0
