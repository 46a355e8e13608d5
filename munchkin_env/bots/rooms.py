"""What rooms are worth to a seat: played on himself or another, what comes into one, and a second door.

`q` is the player in turn, who is in the room or would be.
"""

from munchkin_env.bots.outlook import edge_alone, gain_of_monster, own_bonus, set_monster
from munchkin_env.bots.valuation import LEVEL, NOTHING, TREASURE, WINS, clause_damage, damage, keep_worth, rivalry
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import clauses
from munchkin_env.engine.queries.asking import begins_turn
from munchkin_env.engine.queries.cards import is_monster, kind_of, type_of
from munchkin_env.engine.queries.clauses import strikes_victim
from munchkin_env.engine.queries.entered_room import (
    ANY_MONSTER,
    bonus_for_each,
    flight_said,
    forbids_looting,
    has_dweller,
    is_crowded,
    times_in,
)
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.engine.queries.strength import strength_on_arrival
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import Ability, Trigger, Zone

DOOR = 9  # a card that is looted
CROWDED = 20  # a monster or two from the hands of others
SHIFT = 2  # a point of strength of monsters that may or may not be met
STRONG = 11  # level and bonus with which most monsters are beaten
NEARLY = 8  # the same for who wins the game by a kill
SECOND = 3  # a second door in place of an unseen card


@kernel
def waiting_monster(v, t):
    """The type of the monster that waits behind the door while rooms may be played, 0 if there is none."""
    c = v.head[Zone.ASIDE]
    return type_of(t, c) if c and is_monster(kind_of(t, c)) else 0


@kernel
def edge_with_both(v, t, q, met, k):
    """The edge if `q`, who does not fight, met two monsters of these types, or one of them (0: none)."""
    m = v.combat
    leader = m.leader
    words = m.words
    m.active = 1
    m.leader = q
    n = 0
    if met:
        set_monster(v, n, met, 0, 0, 0, strength_on_arrival(v, t, met))
        n += 1
    if k:
        set_monster(v, n, k, 0, 0, 0, strength_on_arrival(v, t, k))
        n += 1
    m.n_monsters = n
    m.words = t.card[met].words | t.card[k].words
    result = edge(v, t)
    m.words = words
    m.n_monsters = 0
    for i in range(n):
        set_monster(v, i, 0, 0, 0, 0, 0)
    m.leader = leader
    m.active = 0
    return result


@kernel
def fight_worth(v, t, p, q, met, k, each, times, flight):
    """What it is worth to `q` to meet monsters of these types; `p` knows of his own means alone.

    each: strength that every monster has besides; times: how often treasure counts; flight: change of the rolls.
    """
    if met == 0 and k == 0:
        return 0
    n = (1 if met else 0) + (1 if k else 0)
    margin = edge_with_both(v, t, q, met, k) - 2 * each * n + (2 * own_bonus(v, t, q) if p == q else 0)
    levels = t.card[met].levels + t.card[k].levels
    if margin > 0:
        if v.player[q].level + levels >= v.rules.goal:
            return WINS
        treasures = t.card[met].treasures + t.card[k].treasures
        return LEVEL * levels + TREASURE * treasures * times
    faces = max(0, min(6, 2 + v.player[q].run_away + flight))
    harm = damage(v, t, met, Trigger.BAD_STUFF, q) if met else 0
    harm += damage(v, t, k, Trigger.BAD_STUFF, q) if k else 0
    return -harm * (6 - faces) // 6


@kernel
def gifts(v, t, k, q):
    """What a room of type `k` gives as `q` comes in."""
    total = 0
    for i in clauses(t.card[k], Trigger.PLAY):
        if not strikes_victim(t.clause[i].op):
            total -= clause_damage(v, t, i, q)
    return total


@kernel
def room_worth(v, t, p, k, q, met):
    """What a room of type `k` is worth to `q`, behind whose door a monster of type `met` waits (0: none)."""
    each = bonus_for_each(t, k, ANY_MONSTER)
    flight = flight_said(t, k)
    times = times_in(t, k)
    dweller = k if has_dweller(t, k) else 0
    total = gifts(v, t, k, q) - damage(v, t, k, Trigger.PLAY, q)
    total += fight_worth(v, t, p, q, met, dweller, each, times, flight)
    total -= fight_worth(v, t, p, q, met, 0, 0, 1, 0)
    if is_crowded(t, k):
        total -= CROWDED
    if met == 0 and dweller == 0:
        total += (times - 1) * TREASURE // 2 - each * SHIFT + flight * SHIFT
    if met == 0 and (dweller or forbids_looting(t, k)):
        total -= DOOR
    return total


@kernel
def score_room(v, t, p, c):
    """ROOM-1: a room from the hand, on oneself for what it gives, on whoever is ahead for what it costs him."""
    q = v.turn_seat
    worth = room_worth(v, t, p, type_of(t, c), q, waiting_monster(v, t))
    cost = keep_worth(v, t, p, c)
    return worth - cost if q == p else -worth * rivalry(v, p, q) // 100 - cost


@kernel
def score_entry(v, t, p, k, cost):
    """A room of type `k` that the player in turn is about to enter is cancelled."""
    q = v.turn_seat
    return -room_worth(v, t, p, k, q, waiting_monster(v, t)) - cost if q == p else NOTHING


@kernel
def score_intruder(v, t, p, k, cost):
    """ROOM-3: monster `k` comes to the player in turn, who fights nobody yet; to himself only as trouble does."""
    q = v.turn_seat
    if q == p or edge_alone(v, t, q, k) > 0:
        return NOTHING
    return damage(v, t, k, Trigger.BAD_STUFF, q) * rivalry(v, p, q) // 100 - cost


@kernel
def treasure_in_room(t, k, times):
    """What a kill of monster `k` brings besides where its treasure counts several times."""
    return (times - 1) * (gain_of_monster(t, k) - LEVEL * t.card[k].levels)


@kernel
def score_door(v, t, p):
    """TURN-2, CAT-1: the first door is opened anyway; a second one pays for who beats what may be behind it."""
    if begins_turn(v.decision) or not has_ability(v, p, Ability.SECOND_DOOR):
        return 0
    near = v.player[p].level + 1 >= v.rules.goal
    strength = v.player[p].level + v.player[p].bonus + own_bonus(v, t, p) // 2
    return SECOND if strength >= (NEARLY if near else STRONG) else 0
