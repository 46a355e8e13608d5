"""What it is worth to cancel a card that is about to work: a curse, a door, a play.

A view shows which card it is; whose it is and whom it is for is told by the events.
"""

from munchkin_env.bots.outlook import DECISIVE, danger, edge_alone, edge_with_bonus, kill_worth, own_bonus
from munchkin_env.bots.rooms import score_entry
from munchkin_env.bots.siding import STOP
from munchkin_env.bots.valuation import LEVEL, NOTHING, curse_damage
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.queries.cards import is_class, is_monster, kind_of, type_of
from munchkin_env.engine.queries.entered_room import is_entered
from munchkin_env.engine.queries.people import is_cultist, is_fighter
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import MAX_EVENTS, Event, Klass, Place, Window, Zone

HARM = 30  # what somebody plays on this player
MET = 3  # a level of a monster that this player meets and does not beat


@kernel
def latest(v, kind):
    """The place of the latest event of the kind, -1 if there is none."""
    n = v.event_count
    for back in range(1, min(n, 32) + 1):
        i = (n - back) % MAX_EVENTS
        if v.event[i].kind == kind:
            return i
    return -1


@kernel
def score_cancellation(v, t, p, cost):
    """The card that lies there is cancelled."""
    c = v.head[Zone.ASIDE]
    k = type_of(t, c)
    window = v.window
    if window == Window.CURSE:
        i = latest(v, Event.CURSED)
        return curse_damage(v, t, k, p) - cost if i >= 0 and v.event[i].other == p else NOTHING
    if is_entered(kind_of(t, c)):
        return score_entry(v, t, p, k, cost)
    if window == Window.OPENED:
        return score_monster_at_door(v, t, p, k, cost)
    return score_counter(v, t, p, c, k, cost)


@kernel
def score_monster_at_door(v, t, p, k, cost):
    """A monster that the player would have to run from, or one by which another would win the game."""
    if not is_monster(t.card[k].kind):
        return NOTHING
    q = v.turn_seat
    if q == p:
        beaten = edge_alone(v, t, p, k) + 2 * own_bonus(v, t, p) > 0
        return NOTHING if beaten else MET * t.card[k].level - cost
    wins = v.player[q].level + t.card[k].levels >= v.rules.goal
    return STOP - cost if wins and edge_alone(v, t, q, k) > 0 else NOTHING


@kernel
def score_counter(v, t, p, c, k, cost):
    """A play on this player, one that turns a combat of his, one that lets another win, the last Cultist's card."""
    kind = kind_of(t, c)
    if is_class(kind):
        return score_last_cultist(v, t, p, k, cost)
    i = latest(v, Event.PLAYED)
    if i < 0 or v.event[i].card != k:
        return NOTHING
    e = v.event[i]
    if e.other == p:
        return HARM - cost
    if v.combat.active == 0:
        return NOTHING
    bonus = t.card[k].level if is_monster(kind) else t.card[k].bonus
    if is_fighter(v, p):
        against = is_monster(kind) or e.amount != Place.PLAYERS
        turned = edge(v, t) > 0 and edge_with_bonus(v, t, 1, bonus) <= 0
        return kill_worth(v, t, p) - cost if against and turned else NOTHING
    for_them = not is_monster(kind) and e.amount == Place.PLAYERS
    saved = edge(v, t) <= 0 and edge_with_bonus(v, t, 0, bonus) > 0
    return STOP - cost if for_them and saved and danger(v, t, p) == DECISIVE else NOTHING


@kernel
def score_last_cultist(v, t, p, k, cost):
    """CULT-5: the game would end, and not for this player."""
    if t.card[k].klass != Klass.CULTIST:
        return NOTHING
    others = 0  # who are no Cultists
    ahead = False
    for q in seats(v):
        others += 1 - is_cultist(v, q)
        ahead = ahead or v.player[q].level > v.player[p].level
    return STOP + LEVEL - cost if others == 1 and ahead else NOTHING
