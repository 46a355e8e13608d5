"""The flat encoding and the sparse one: `General`, the seats, then planes of counts by card type."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.entered_room import room_of
from munchkin_env.engine.rules.claims import is_offered
from munchkin_env.observation.encode.facts import FightPart, part_in_fight, place_of, question_card
from munchkin_env.observation.encode.general import write_general, write_seats
from munchkin_env.observation.layout import (
    AGAINST_PLAYERS,
    ENHANCES,
    FOR_PLAYERS,
    MOST8,
    N_GENERAL,
    N_PLANES,
    N_SEAT,
    ON_OFFER,
    ROOM,
    SHARED,
    STRIKES,
    Plane,
)
from munchkin_env.observation.viewing import closed_flags, is_known, knows_some
from munchkin_env.vocabulary import MAX_PLAYERS, Flag, Moment, Pile, Stage, Zone


@kernel
def add(out, at, amount):
    """Add to an entry of a plane, cut to the bounds of int8."""
    out[at] = max(-MOST8, min(MOST8, int(out[at]) + amount))


@kernel
def write_tables(s, t, seat, closed, out, plane, types):
    """Write the cards of each player into that player's plane, the observer's first, and marks on them."""
    n = s.rules.players
    marks = plane + Plane.MARKS * types - 1
    for i in range(n):
        p = seat + i
        if p >= n:
            p -= n
        own = plane + (N_PLANES + i) * types - 1
        some_attached = s.player[p].attached != 0
        for c in cards(s, Zone.TABLE + p):
            k = t.type_of[c]
            flags = s.card[c].flag & ~closed
            add(out, own + k, 4 if flags & Flag.CARRIED else 16)
            if some_attached and s.card[c].host:
                host = t.type_of[s.card[c].host]
                add(out, own + k, 8)
                add(out, own + host, 8)
            if flags & (Flag.SELECTED | Flag.OFFERED | Flag.WANTED):
                out[marks + k] = (
                    int(out[marks + k])
                    | (1 if flags & Flag.OFFERED else 0)
                    | (2 if flags & Flag.WANTED else 0)
                    | (4 if flags & Flag.SELECTED else 0)
                )
        if i and knows_some(s, p, seat):
            for c in cards(s, Zone.HAND + p):
                if is_known(s, c, seat):
                    add(out, own + t.type_of[c], 1)


@kernel
def write_hand(s, t, seat, out, plane, types):
    """Write the observer's hand, and marks on it."""
    hand = plane + Plane.HAND * types - 1
    marks = plane + Plane.MARKS * types - 1
    for c in cards(s, Zone.HAND + seat):
        k = t.type_of[c]
        out[hand + k] = int(out[hand + k]) + 1
        flags = s.card[c].flag
        if flags & (Flag.SELECTED | Flag.NEW):
            out[marks + k] = int(out[marks + k]) | (4 if flags & Flag.SELECTED else 0) | (8 if flags & Flag.NEW else 0)


@kernel
def write_marks(s, t, seat, out, plane, types):
    """Write the cards named in the observer's unfinished action, and the card that its decision is about."""
    marks = plane + Plane.MARKS * types - 1
    if s.seat == seat and s.move.stage != Stage.VERB:
        if s.move.card:
            k = t.type_of[s.move.card]
            out[marks + k] = int(out[marks + k]) | 16
        if s.move.second:
            k = t.type_of[s.move.second]
            out[marks + k] = int(out[marks + k]) | 32
    c = question_card(s, t, seat)
    if c:
        k = t.type_of[c]
        out[marks + k] = int(out[marks + k]) | 64


@kernel
def fight_code(s, t, c):
    """Return the role of a card of the combat, as the plane `fight` encodes it."""
    part, i = part_in_fight(s, t, c)
    if part == FightPart.MONSTER:
        return 1 + i
    if part == FightPart.DOUBLE or part == FightPart.ENHANCER:
        return ENHANCES + i
    return AGAINST_PLAYERS if part == FightPart.FOR_MONSTERS else FOR_PLAYERS


@kernel
def write_fight(s, t, out, plane, types):
    """Write the cards in the middle: the combat, a curse about to strike, treasure to be shared, cards to
    be claimed.
    """
    fight = plane + Plane.FIGHT * types - 1
    for c in cards(s, Zone.COMBAT):
        add(out, fight + t.type_of[c], fight_code(s, t, c))
    for c in cards(s, Zone.ASIDE):
        add(out, fight + t.type_of[c], STRIKES)
    for c in cards(s, Zone.SPOILS):
        add(out, fight + t.type_of[c], SHARED)
    c = room_of(s)
    if c:
        add(out, fight + t.type_of[c], ROOM + 1 + place_of(s, c))
    if t.moments & Moment.DISCARD == 0 and s.rules.quick_play == 0:
        return
    for pile in range(Pile.CULT):
        c = s.head[Zone.DISCARD + pile]
        if c and s.rules.quick_play and is_offered(s, t, c) and s.card[c].flag & Flag.FRESH == 0:
            add(out, fight + t.type_of[c], ON_OFFER)
        while c and s.card[c].flag & Flag.FRESH:
            add(out, fight + t.type_of[c], ON_OFFER)
            c = s.card[c].next


@kernel
def write_discards(s, out, plane, types):
    """Write the copies in the discard piles."""
    discards = out[plane + Plane.DISCARDS * types : plane + (Plane.DISCARDS + 1) * types]
    for k in range(types):
        discards[k] = s.discarded[k + 1]


@kernel
def write_flat(s, t, seat, out):
    """Write the whole of `flat` into int8 `out`, whatever its contents."""
    out[:] = 0
    players = s.rules.players
    types = t.n_types
    plane = N_GENERAL + players * N_SEAT
    closed = closed_flags(s, seat)
    sums = write_general(s, t, seat, out, MOST8)
    write_seats(s, t, seat, sums, out, N_GENERAL, MOST8)
    write_hand(s, t, seat, out, plane, types)
    write_tables(s, t, seat, closed, out, plane, types)
    write_marks(s, t, seat, out, plane, types)
    write_fight(s, t, out, plane, types)
    write_discards(s, out, plane, types)


# ---------------------------------------------------------------------------
# Sparse encoding: indices and values of the entries of `flat` that are not 0.

BLOCK = 8  # entries checked together: most blocks are all 0


@kernel
def gather(flat, first, last, shift, indices, values, n):
    """Append the entries `first` to `last` that are not 0 to the `n` that are there, as long as there is room. Returns
    the new number."""
    most = len(indices)
    i = first
    while i + BLOCK <= last and n + BLOCK <= most:
        block = flat[i : i + BLOCK]
        some = 0
        for j in range(BLOCK):
            some |= block[j]
        if some:
            for j in range(BLOCK):
                indices[n] = i + j + shift
                values[n] = block[j]
                n += 1 if block[j] else 0
        i += BLOCK
    while i < last and n < most:
        indices[n] = i + shift
        values[n] = flat[i]
        n += 1 if flat[i] else 0
        i += 1
    return n


@kernel
def write_sparse(s, t, seat, flat, indices, values):
    """Write the whole of `sparse` into int16 `indices` and int8 `values`, whatever their contents; return the number of
    entries. `flat`, int8, is working memory, and holds `flat` afterwards. Discards come last, the first to be left out.
    """
    write_flat(s, t, seat, flat)
    types = t.n_types
    heads = N_GENERAL + s.rules.players * N_SEAT
    shift = (MAX_PLAYERS - s.rules.players) * N_SEAT
    discards = heads + Plane.DISCARDS * types
    n = gather(flat, 0, heads, 0, indices, values, 0)
    n = gather(flat, heads, discards, shift, indices, values, n)
    n = gather(flat, discards + types, len(flat), shift, indices, values, n)
    n = gather(flat, discards, discards + types, shift, indices, values, n)
    indices[n:] = 0
    values[n:] = 0
    return n
