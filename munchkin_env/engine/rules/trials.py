"""How the running combat would stand if a card were spent in it, taken back or turned, or if somebody helped: it is
tried, and put back as it was.

An *edge* is twice the difference of strengths, plus one if the players win ties: above zero they win.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.combat import count_words
from munchkin_env.engine.queries.bonuses import bonus_spent, side_of
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.queries.people import party_has
from munchkin_env.engine.queries.strength import monsters_strength, players_strength, winning
from munchkin_env.vocabulary import Ability, Flag, Zone


@kernel
def edge(s, t):
    """The edge as it stands."""
    tie = 1 if party_has(s, Ability.WIN_TIES) else 0
    return 2 * (players_strength(s, t) - monsters_strength(s, t)) + tie


@kernel
def wins_with(s, t, q):
    """The leader, who is alone, wins if `q` helps him."""
    s.combat.helper = q + 1
    wins = winning(s, t)
    s.combat.helper = 0
    return wins


@kernel
def change_sides(s, side, amount):
    """A side, 0 the players', 1 the monsters', has so much strength more from spent cards."""
    m = s.combat
    if side:
        m.monsters_bonus += amount
    else:
        m.players_bonus += amount


@kernel
def lift(s, c, zone):
    """Takes the card out of the list of its zone for a moment; its own links stay."""
    before = s.card[c].prev
    if before:
        s.card[before].next = s.card[c].next
    else:
        s.head[zone] = s.card[c].next


@kernel
def put_back(s, c, zone):
    """Takes `lift` back."""
    before = s.card[c].prev
    if before:
        s.card[before].next = c
    else:
        s.head[zone] = c


@kernel
def is_of_other(s, c, p):
    """The spent card `c` was played by somebody else than `p`."""
    return s.card[c].host != p + 1


@kernel
def edge_spent(s, t, p, c, side, host):
    """The edge if `p` spent card `c` for a side, hung on the spent card `host` (0: on none)."""
    zone = s.card[c].zone
    after = s.card[c].next
    before = s.card[c].host
    flag = s.card[c].flag
    top = s.head[Zone.COMBAT]
    lift(s, c, zone)
    s.card[c].zone = Zone.COMBAT
    s.card[c].next = top
    s.card[c].host = host if host else p + 1
    s.card[c].flag = (Flag.FOR_MONSTERS if side else 0) | (Flag.BY_ANOTHER if host and is_of_other(s, host, p) else 0)
    s.head[Zone.COMBAT] = c
    count_words(s, t, type_of(t, c), 1)
    change_sides(s, side, bonus_spent(t, c))
    result = edge(s, t)
    change_sides(s, side, -bonus_spent(t, c))
    count_words(s, t, type_of(t, c), -1)
    s.head[Zone.COMBAT] = top
    s.card[c].zone = zone
    s.card[c].next = after
    s.card[c].host = before
    s.card[c].flag = flag
    put_back(s, c, zone)
    return result


@kernel
def edge_taken(s, t, d):
    """The edge if the spent card `d` were taken back."""
    side = side_of(s, d)
    lift(s, d, Zone.COMBAT)
    count_words(s, t, type_of(t, d), -1)
    change_sides(s, side, -bonus_spent(t, d))
    result = edge(s, t)
    change_sides(s, side, bonus_spent(t, d))
    count_words(s, t, type_of(t, d), 1)
    put_back(s, d, Zone.COMBAT)
    return result


@kernel
def edge_turned(s, t, d):
    """The edge if the spent card `d` helped the other side."""
    side = side_of(s, d)
    flag = s.card[d].flag
    s.card[d].flag = flag ^ Flag.FOR_MONSTERS
    change_sides(s, side, -bonus_spent(t, d))
    change_sides(s, 1 - side, bonus_spent(t, d))
    result = edge(s, t)
    change_sides(s, 1 - side, -bonus_spent(t, d))
    change_sides(s, side, bonus_spent(t, d))
    s.card[d].flag = flag
    return result
