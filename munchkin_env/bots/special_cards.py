"""Worth of rooms, trouble, cancellations, multipliers of other cards, and Fairy Dust.

A view shows the card about to work; the events show its owner and target. In functions of rooms `q` is the player in
turn, who is in the room or would be.
"""

from munchkin_env.bots.combat_value import (
    DECISIVE,
    STOP,
    danger,
    gain_of_monster,
    hinder,
    kill_worth,
    leaves_alone,
    missing_on_roll,
    monster_damage,
    own_bonus,
    strengthen,
    turn_combat,
)
from munchkin_env.bots.valuation import (
    CULT_STRENGTH,
    DOOR,
    HAND_CARD,
    HANDS,
    LEVEL,
    NOTHING,
    STRENGTH,
    TREASURE,
    WINS,
    cheapest_payment,
    clause_damage,
    conversion_worth,
    curse_damage,
    damage,
    is_idle,
    keep_worth,
    may_be_converted,
    other_cultists,
    raw_bonus,
    rivalry,
    type_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.asking import begins_turn
from munchkin_env.engine.queries.bonuses import binds
from munchkin_env.engine.queries.cards import hand_of, is_class, is_gear, is_monster, kind_of, type_of
from munchkin_env.engine.queries.clauses import lasts_in_combat, moves_spent, strikes_victim
from munchkin_env.engine.queries.entered_room import (
    ANY_MONSTER,
    bonus_for_each,
    flight_said,
    forbids_looting,
    has_dweller,
    is_crowded,
    is_entered,
    times_in,
    treasure_times,
)
from munchkin_env.engine.queries.people import has_ability, is_bound, is_cultist, is_fighter
from munchkin_env.engine.queries.wearing import fitting
from munchkin_env.engine.rules.abilities import ability_amount
from munchkin_env.engine.rules.aims import is_about_hand, second_is_target
from munchkin_env.engine.rules.effects.cards import raising
from munchkin_env.engine.rules.effects.combat import brings_back, rolls_again
from munchkin_env.engine.rules.effects.levels import level_gain
from munchkin_env.engine.rules.effects.losses import obliging, shows_hand
from munchkin_env.engine.rules.trials import (
    edge,
    edge_alone,
    edge_spent,
    edge_taken,
    edge_turned,
    edge_with_bonus,
    edge_with_both,
    edge_with_helper,
)
from munchkin_env.vocabulary import MAX_EVENTS, Ability, Deck, Event, Kind, Klass, Place, RollFor, Trigger, Window, Zone

CROWDED = 20  # a monster or two from the hands of others
SHIFT = 2  # a point of strength of monsters that may or may not be met
STRONG = 11  # level and bonus with which most monsters are beaten
NEARLY = 8  # the same for who wins the game by a kill
SECOND = 3  # a second door in place of an unseen card
HARM = 30  # what somebody plays on this player
MET = 3  # a level of a monster that this player meets and does not beat
DUST = 12  # an unseen card of the third deck
SIGHT = 2  # a hand that is seen
LOST_ITEM = 14  # an item that a thief gets


@kernel
def waiting_monster(v, t):
    """The type of the monster that waits behind the door while rooms may be played, 0 if there is none."""
    c = v.head[Zone.ASIDE]
    return type_of(t, c) if c and is_monster(kind_of(t, c)) else 0


@kernel
def fight_worth(v, t, p, q, met, k, each, times, flight):
    """Worth to `q` of meeting monsters of these types; `p` knows of its own means only.

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
    """Worth of the gifts of a room of type `k` as `q` comes in."""
    total = 0
    for i in clauses(t.card[k], Trigger.PLAY):
        if not strikes_victim(t.clause[i].op):
            total -= clause_damage(v, t, i, q)
    return total


@kernel
def room_worth(v, t, p, k, q, met):
    """Worth to `q` of a room of type `k`, behind whose door a monster of type `met` waits (0: none)."""
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
    """ROOM-1: a room from the hand, on oneself for its gifts, on a player who is ahead for its cost."""
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
    """ROOM-3: monster `k` comes to the player in turn, who fights nobody yet; to oneself only as trouble does."""
    q = v.turn_seat
    if q == p or edge_alone(v, t, q, k) > 0:
        return NOTHING
    return damage(v, t, k, Trigger.BAD_STUFF, q) * rivalry(v, p, q) // 100 - cost


@kernel
def treasure_in_room(t, k, times):
    """Worth of the further treasure of monster `k` where its treasure counts several times."""
    return (times - 1) * (gain_of_monster(t, k) - LEVEL * t.card[k].levels)


@kernel
def score_door(v, t, p):
    """TURN-2, CAT-1: the first door is opened anyway; a second one pays for a player who beats most monsters."""
    if begins_turn(v.decision) or not has_ability(v, p, Ability.SECOND_DOOR):
        return 0
    near = v.player[p].level + 1 >= v.rules.goal
    strength = v.player[p].level + v.player[p].bonus + own_bonus(v, t, p) // 2
    return SECOND if strength >= (NEARLY if near else STRONG) else 0


# --------------------------------------------------------------------------- looking for trouble


@kernel
def score_trouble(v, t, p, k):
    """TURN-3: looking for trouble pays only if the combat is won, at the last level also with all own means."""
    treasures = leaves_alone(v, t, p, k)
    if treasures >= 0:
        return TREASURE * treasures
    before = edge_alone(v, t, p, k)
    extra = TREASURE * ability_amount(v, t, p, Ability.TROUBLE_TREASURE)
    if v.player[p].level + t.card[k].levels >= v.rules.goal:
        return WINS if before + 2 * own_bonus(v, t, p) > 0 else NOTHING
    extra += treasure_in_room(t, k, treasure_times(v, t))
    return gain_of_monster(t, k) + extra + min(before, 8) if before > 0 else NOTHING


# --------------------------------------------------------------------------- cancelling


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
    """A play on this player, one that turns its combat, one that lets another win, the last Cultist's card."""
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


# --------------------------------------------------------------------------- influence on strengths


@kernel
def changes_strengths(t, k):
    """Return whether a card of type `k`, spent without a target, changes the worth of others."""
    return not is_gear(t.card[k].kind) and lasts_in_combat(t, k)


@kernel
def sway(v, t, p, after, cost):
    """A play for either side that leaves the edge `after`: a fighter helps its own side, a bystander the monsters."""
    if is_fighter(v, p):
        return turn_combat(v, t, p, after, cost)
    return hinder(v, t, p, after, cost) if after < edge(v, t) else NOTHING


# --------------------------------------------------------------------------- on a spent card


@kernel
def score_option(v, t, p, op, d, cost):
    """The spent card `d` is taken into the hand of `p`, or turned to the other side."""
    if brings_back(op):
        return sway(v, t, p, edge_taken(v, t, d), cost - type_worth(v, t, p, type_of(t, d)) // 2)
    return sway(v, t, p, edge_turned(v, t, d), cost)


@kernel
def score_spent(v, t, p, c, d, cost):
    """Card `c` on the spent card `d`: it hangs on it, takes it or turns it."""
    k = type_of(t, c)
    if binds(t, k):
        return sway(v, t, p, edge_spent(v, t, p, c, 0, d), cost)
    best = NOTHING
    for i in clauses(t.card[k], Trigger.PLAY):
        if moves_spent(t.clause[i].op):
            best = max(best, score_option(v, t, p, t.clause[i].op, d, cost))
    return best


@kernel
def score_pick(v, t, p, op):
    """Best use of the card just played on a spent card; the view does not say on which one."""
    c = v.frame[0].card
    best = NOTHING
    for d in cards(v, Zone.COMBAT):
        if second_is_target(v, t, p, c, d):
            best = max(best, score_option(v, t, p, op, d, 0))
    return best


# --------------------------------------------------------------------------- on a class, on an item


@kernel
def score_on_class(v, t, p, k, q, cost):
    """An enhancer of type `k` on the class of `q`: one's own, or a partner's if that turns the combat."""
    bonus = t.card[k].bonus
    turned = NOTHING
    if is_fighter(v, q):
        turned = strengthen(v, t, p, edge_with_bonus(v, t, 0, bonus), cost)
    return max(turned, STRENGTH * bonus - cost) if q == p else turned


@kernel
def score_item_enhancer(v, t, p, k, d):
    """An enhancer of type `k` on the own item `d`, one that helps; the better the item, the longer it is kept."""
    if is_idle(v, t, p, d):
        return NOTHING
    gain = STRENGTH * t.card[k].bonus + raw_bonus(v, t, p, type_of(t, d))
    clause = fitting(t, k)
    if t.clause[clause].limit and t.card[type_of(t, d)].hands:
        gain += HANDS
    return gain


# --------------------------------------------------------------------------- making and curing Cultists


@kernel
def score_conversion(v, t, p, q, cost):
    """A card that cures `q`, a Cultist, or makes `q` one."""
    others = other_cultists(v, q)
    given = CULT_STRENGTH * others
    if is_cultist(v, q):
        if q == p or others == 0:  # CULT-3: the only one stays one
            return NOTHING
        if is_fighter(v, q):
            after = edge_with_bonus(v, t, 0, -given)
            return hinder(v, t, p, after, cost) if given and not is_fighter(v, p) else NOTHING
        own = STRENGTH * CULT_STRENGTH if is_cultist(v, p) else 0
        return (8 + STRENGTH * given) * rivalry(v, p, q) // 100 - own - cost
    if not may_be_converted(v, q):
        return NOTHING
    worth = conversion_worth(v, p, q) - cost
    if q == p:
        return max(worth, strengthen(v, t, p, edge_with_bonus(v, t, 0, given), cost) + min(0, worth))
    lost = (14 if v.player[q].klass != 1 else 0) - STRENGTH * given
    own = STRENGTH * CULT_STRENGTH if is_cultist(v, p) else 0
    return worth + lost * rivalry(v, p, q) // 100 + own


@kernel
def cure_worth(v, t, p):
    """CULT-7: worth to `p` of curing all Cultists, so that the class of the card gains no levels."""
    clause = raising(t, type_of(t, v.frame[0].card))
    klass = t.clause[clause].arg
    goal = v.rules.goal
    top = goal if v.rules.gold_overridable else goal - 1
    total = 0
    for q in seats(v):
        loss = 8 + STRENGTH * CULT_STRENGTH * other_cultists(v, q) if is_cultist(v, q) else 0
        level = v.player[q].level
        gain = 0
        if (v.player[q].klass >> klass) & 1 and v.player[q].dead == 0:
            after = min(level + t.clause[clause].amount, top)
            gain = WINS if after == goal else LEVEL * (after - level)
        total += -(loss + gain) if q == p else (loss + min(gain, 5 * LEVEL)) * rivalry(v, p, q) // 100
        if q != p and gain == WINS:
            total += WINS // 2
    return total


# --------------------------------------------------------------------------- Fairy Dust


@kernel
def dust_for_kindness(v):
    """FAIRY-2: the worth of the card that helping, or saving another from a curse, brings; 0 when none are left."""
    return DUST if v.count[Zone.DECK + Deck.EXTRA] else 0


@kernel
def score_rescue(v, t, p, q, k, cost):
    """FAIRY-2: the curse of type `k` that is about to strike `q` is cancelled for the card that it brings."""
    if q < 0 or dust_for_kindness(v) == 0:
        return NOTHING
    return dust_for_kindness(v) - curse_damage(v, t, k, q) * rivalry(v, p, q) // 100 - cost


@kernel
def plays_alone(t, k):
    """Return whether `score_trick` knows a card of type `k` without a target."""
    if rolls_again(t, k):
        return True
    return t.card[k].kind == Kind.TRICK and level_gain(t, k) != 0


@kernel
def score_trick(v, t, p, k, cost):
    """A die that is rolled again; a level for helping, while it can be gained."""
    if rolls_again(t, k):
        return score_reroll(v, t, p, cost)
    return LEVEL if v.player[p].level < v.rules.goal - 1 else NOTHING


@kernel
def score_reroll(v, t, p, cost):
    """Roll again after a failed roll of one's own, or a good one of a player who is ahead, or steals."""
    r = v.roll
    q = r.seat
    if r.purpose == RollFor.RUN_AWAY:
        escapes = missing_on_roll(v, t, q) == 0
        if q == p:
            return NOTHING if escapes else (monster_damage(v, t, p, r.place) - cost) // 2
        if not escapes or v.player[q].level < v.player[p].level:
            return NOTHING
        return monster_damage(v, t, q, r.place) * rivalry(v, p, q) // 200 - cost
    if r.purpose == RollFor.THEFT:
        succeeds = r.face + v.player[q].die >= 4
        return LOST_ITEM // 2 - cost if succeeds != (q == p) else NOTHING
    return NOTHING


@kernel
def is_neighbourly(t, k):
    """Return whether a card of type `k` on another player is about the hand, or makes the player help."""
    if is_about_hand(t, k):
        return True
    clause = obliging(t, k)
    return clause != 0 and t.clause[clause].arg == Ability.MUST_HELP


@kernel
def score_neighbourly(v, t, p, k, q, cost):
    """A look at a hand, a card of it for the least of one's own, or a helper who must come for nothing."""
    if obliging(t, k):
        return score_servant(v, t, p, q)
    if not begins_turn(v.decision):
        return NOTHING
    n = v.count[hand_of(q)]
    if shows_hand(t, k):
        return SIGHT + min(n, 8) if v.player[q].hand_known >> p & 1 == 0 else NOTHING
    treasures = v.player[q].hand_treasures
    return (HAND_CARD * n + (TREASURE - HAND_CARD) * treasures) // max(1, n) - min(HAND_CARD, cheapest_payment(v, t, p))


@kernel
def score_servant(v, t, p, q):
    """FAIRY-6: the leader who loses makes a player help for nothing, if that wins."""
    m = v.combat
    if m.active == 0 or m.leader != p or m.helper or edge(v, t) > 0 or edge_with_helper(v, t, q) <= 0:
        return NOTHING
    return NOTHING if is_bound(v, q, Ability.MUST_HELP) else kill_worth(v, t, p) - DUST
