"""Traits and permissions of players, and seating."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.vocabulary import FIRST_TIMED, UNTILS, Klass, Zone


@kernel
def seat_after(s, seat, steps):
    """The seat that many places to the left, once round the table at most. Not by `%`: a division is slow."""
    n = s.rules.players
    q = seat + steps
    return q - n if q >= n else q


@kernel
def seats_between(s, p, q):
    """Number of places that `q` sits to the left of `p`."""
    return (q - p + s.rules.players) % s.rules.players


@kernel
def next_seat(s, seat):
    """The seat to the left."""
    return seat_after(s, seat, 1)


@kernel
def takes_part(s, p):
    """DEATH-3, DEATH-4: neither dead nor back from death in this very turn."""
    return s.player[p].dead == 0 and s.player[p].away == 0


@kernel
def is_fighter(s, p):
    """COMBAT-10: leader and helper are in combat until it is over."""
    m = s.combat
    return m.active != 0 and (m.leader == p or m.helper == p + 1)


BY_CARD = 1  # reason of forced help: a card of the leader (HELP-9)


@kernel
def help_was_forced(s):
    """HELP-9: the leader's card made some player help in this combat, even if that helper has dropped out since.

    The leader may have led it before others did.
    """
    if (s.unwon >> s.combat.leader) & 1:
        return True
    for p in seats(s):
        if s.player[p].forced == BY_CARD:
            return True
    return False


@kernel
def has_fought(s, p):
    """CURSE-2: the running combat is one of the player's, even after being forced out of it."""
    return s.combat.active != 0 and (s.combat.fought >> p) & 1 == 1


@kernel
def has_ability(s, p, ability):
    return (s.player[p].abilities >> ability) & 1 == 1


@kernel
def is_bound(s, p, ability):
    """The player has the duty or ban, by a card in play or for a time."""
    if has_ability(s, p, ability):
        return True
    return (s.player[p].status >> (UNTILS * (ability - FIRST_TIMED))) & (1 << UNTILS) - 1 != 0


@kernel
def party_has(s, ability):
    """COMBAT-8: an ability of either fighter."""
    m = s.combat
    if has_ability(s, m.leader, ability):
        return True
    helper = m.helper - 1
    return helper >= 0 and has_ability(s, helper, ability)


@kernel
def is_of_class(s, p, klass):
    """1 if something good for the class is good for the player, as a member or by passing for one (CULT-6)."""
    return ((s.player[p].klass | s.player[p].guise) >> klass) & 1


@kernel
def is_cultist(s, p):
    return (s.player[p].klass >> Klass.CULTIST) & 1


@kernel
def lowest_level(s):
    """Lowest level of a living player."""
    low = 127
    for p in seats(s):
        if s.player[p].dead == 0:
            low = min(low, s.player[p].level)
    return low


@kernel
def highest_level(s):
    """Highest level of a living player."""
    high = 0
    for p in seats(s):
        if s.player[p].dead == 0:
            high = max(high, s.player[p].level)
    return high


@kernel
def hand_count(s, p):
    return s.count[Zone.HAND + p]


@kernel
def hand_limit(s, p):
    """TURN-5: cards a player may keep at the end of the turn."""
    return max(0, s.rules.hand_limit + s.player[p].hand_limit)


@kernel
def flees_next(s):
    """FLEE-3: player who decides next in a flight, the leader before the helper; -1 if nobody has to roll any more."""
    if s.combat.conceded == 0:
        return -1
    if s.player[s.combat.leader].pending:
        return s.combat.leader
    for p in seats(s):
        if s.player[p].pending:
            return p
    return -1


@kernel
def before_first_roll(s):
    """FLEE-5: running away is decided, and nobody has rolled yet."""
    m = s.combat
    return m.conceded != 0 and s.player[m.leader].pending == (1 << m.n_monsters) - 1
