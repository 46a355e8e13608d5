"""Worth of playing a card: on which player, for which side, on which monster, with which second card;
and of claims, abilities that are paid, and monsters that leave without a fight.

A play is worth doing if its points are above zero. `p` plays card copy `c`.
"""

from munchkin_env.bots.combat_value import (
    DECISIVE,
    OPTION,
    STOP,
    danger,
    escape_faces,
    fickle_item,
    flight_cost,
    flight_cost_with,
    flight_risk,
    gain_of_monster,
    hinder,
    kill_levels,
    kill_worth,
    level_after,
    lowest_bribe,
    missing_on_roll,
    monster_damage,
    provoke,
    score_enhancer,
    score_held,
    score_killing,
    score_replacement,
    score_sidekick,
    strengthen,
    thwart,
    turn_combat,
)
from munchkin_env.bots.special_cards import (
    changes_strengths,
    is_neighbourly,
    latest,
    plays_alone,
    score_cancellation,
    score_conversion,
    score_intruder,
    score_item_enhancer,
    score_neighbourly,
    score_on_class,
    score_rescue,
    score_room,
    score_spent,
    score_trick,
    sway,
)
from munchkin_env.bots.valuation import (
    LEVEL,
    NOTHING,
    STRENGTH,
    TREASURE,
    cheapest_payment,
    curse_damage,
    extras,
    identity_worth,
    is_idle,
    joined_bits,
    keep_worth,
    lasting_damage,
    raw_bonus,
    rivalry,
    score_drawing,
    score_look,
    score_meeting,
    score_split,
    takes_levels,
    type_worth,
    use_worth,
)
from munchkin_env.engine.dispatch.options import word_needed
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.bonuses import flight_bonus
from munchkin_env.engine.queries.cards import (
    gives_level,
    hand_of,
    has_flag,
    is_class,
    is_enhancer,
    is_fitted,
    is_gear,
    is_monster,
    is_race,
    is_seat_aim,
    is_sidekick,
    kind_of,
    strikes,
    table_of,
    tags_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, harm_of, plays_out
from munchkin_env.engine.queries.conditions import bonus_of_race, race_bonus
from munchkin_env.engine.queries.people import hand_count, hand_limit, is_fighter
from munchkin_env.engine.queries.piles import monster_at, place_of
from munchkin_env.engine.queries.strength import monster_treasures
from munchkin_env.engine.rules.abilities import ability_amount, ability_limit
from munchkin_env.engine.rules.aims import is_there, seat_is_target, second_is_target, where_second
from munchkin_env.engine.rules.effects.cards import cancels_card, leaves, splits_spoils, stays_in_front
from munchkin_env.engine.rules.effects.combat import (
    clearing,
    doubling,
    multiplies_strength,
    removal,
    routs,
    saves,
    takes_over,
    undoes_escape,
)
from munchkin_env.engine.rules.effects.levels import level_loss, robs_level
from munchkin_env.engine.rules.effects.losses import converts, takes_all
from munchkin_env.engine.rules.meeting import calls_meeting
from munchkin_env.engine.rules.playing import may_be_played_at, redirects
from munchkin_env.engine.rules.powers import looks
from munchkin_env.engine.rules.run_away import plays_to_escape
from munchkin_env.engine.rules.treasure import draws_unseen
from munchkin_env.engine.rules.trials import (
    NEVER,
    edge,
    edge_backstabbed,
    edge_doubled,
    edge_replaced,
    edge_spent,
    edge_with_bonus,
    edge_with_leader,
    edge_with_monster,
    edge_with_side,
    edge_without,
)
from munchkin_env.vocabulary import (
    N_ZONES,
    Ability,
    Aim,
    Event,
    Filter,
    Flag,
    Harm,
    Kind,
    Place,
    Policy,
    RollFor,
    Trigger,
    Verb,
    Window,
    Zone,
)

AT_ONCE = 200  # level cards
MADNESS = 5  # a Madness, which threatens nobody at once
MODIFIER = 10  # Half-Breed or Super Munchkin


# --------------------------------------------------------------------------- monsters that come and go


@kernel
def score_join(v, t, p, k, bonus, cost):
    """A monster of type `k` joins the combat, or comes into a room without one."""
    if v.combat.active == 0:
        return score_intruder(v, t, p, k, cost)
    after = edge_with_monster(v, t, k, bonus)
    if is_fighter(v, p) and level_after(v, p, kill_levels(v, t)) >= v.rules.goal:
        return NOTHING
    return provoke(v, t, p, after, gain_of_monster(t, k), cost)


@kernel
def score_call(v, t, p, k, cost):
    """GOTH-1: play monster `k` from hand at a call. It is now or never: a bystander can't wait for the kill."""
    if is_fighter(v, p) or v.combat.active == 0:
        return score_join(v, t, p, k, 0, cost)
    return thwart(v, t, p, edge_with_monster(v, t, k, 0), cost)


@kernel
def stops_kill(v, t, levels):
    """Return whether the leader would stay below the goal with that many levels less."""
    leader = v.combat.leader
    return level_after(v, leader, kill_levels(v, t) - levels) < v.rules.goal


@kernel
def score_removal(v, t, p, i, policy, cost):
    """The monster at place `i` is removed without being killed."""
    m = v.combat
    n = m.n_monsters
    kept = policy == Policy.KEPT or (policy == Policy.IF_ALONE and m.met == 1)
    treasure = TREASURE * monster_treasures(v, t, i) if kept else 0
    if not is_fighter(v, p):
        if v.window != Window.KILL or edge(v, t) <= 0 or danger(v, t, p) != DECISIVE:
            return NOTHING
        levels = t.card[m.monster[i].type].levels
        return STOP - cost if n == 1 or stops_kill(v, t, levels) else NOTHING
    if edge(v, t) > 0:
        return NOTHING
    if n == 1:
        return flight_cost(v, t, p) + (treasure if m.leader == p else 0) - cost
    if edge_without(v, t, i) > 0:
        return kill_worth(v, t, p) * (n - 1) // n - cost
    return flight_risk(v, t, p, i) - cost


@kernel
def score_clearing(v, t, p, treasures, cost):
    """All monsters are removed."""
    if not is_fighter(v, p):
        if v.window != Window.KILL or edge(v, t) <= 0 or danger(v, t, p) != DECISIVE:
            return NOTHING
        return STOP - cost
    if edge(v, t) > 0:
        return NOTHING
    return flight_cost(v, t, p) + (TREASURE * treasures if v.combat.leader == p else 0) - cost


# --------------------------------------------------------------------------- plays by aim


@kernel
def score_plain(v, t, p, c):
    """A card without a target."""
    k = type_of(t, c)
    if v.window == Window.ROOM:
        return score_room(v, t, p, c)
    cost = keep_worth(v, t, p, c)
    if plays_alone(t, k):
        return score_trick(v, t, p, k, cost)
    if v.window == Window.ROLL:
        return score_roll_card(v, t, p, k, cost)
    if cancels_card(t, k):
        return score_cancellation(v, t, p, cost)
    if changes_strengths(t, k):
        return sway(v, t, p, edge_spent(v, t, p, c, 0, 0), cost)
    if plays_out(t, k):
        return extras(t, k)
    if calls_meeting(t, k):
        return score_meeting(v, t, p, c, cost)
    if splits_spoils(t, k):
        return score_split(v, p, cost)
    clause = draws_unseen(t, k)
    if clause:
        return score_drawing(v, p, t.clause[clause], cost)
    clause = looks(t, k)
    if clause:
        return score_look(v, t, p, t.clause[clause])
    clause = clearing(t, k)
    if clause:
        return score_clearing(v, t, p, t.clause[clause].amount, cost)
    if routs(t, k):
        return NOTHING if is_fighter(v, p) else hinder(v, t, p, NEVER, cost)
    if multiplies_strength(t, k):
        return strengthen(v, t, p, edge_doubled(v, t), cost)
    if bonus_of_race(t, k):
        return strengthen(v, t, p, edge_with_bonus(v, t, 0, race_bonus(v, t, k)), cost)
    if gives_level(t.card[k].kind):
        return AT_ONCE
    return NOTHING


@kernel
def score_roll_card(v, t, p, k, cost):
    """Reactions to a roll: save oneself, or hold back somebody ahead who has just escaped."""
    r = v.roll
    if undoes_escape(t, k):
        q = r.seat
        if q == p or v.player[q].level < v.player[p].level:
            return NOTHING
        return monster_damage(v, t, q, r.place) // 3 - cost
    if saves(t, k) and r.seat == p:
        return monster_damage(v, t, p, r.place) - cost
    return NOTHING


@kernel
def score_flight_bonus(v, t, p, amount, place, cost):
    """All rolls to run away change by `amount`: for the side of fighter `p`, else against players who are ahead."""
    if is_fighter(v, p):
        return flight_cost(v, t, p) - flight_cost_with(v, t, p, amount) - cost if place == 0 else NOTHING
    gain = 0
    for q in seats(v):
        if is_fighter(v, q):
            gain += (flight_cost_with(v, t, q, -amount) - flight_cost(v, t, q)) * rivalry(v, p, q) // 100
    return gain - cost if place == 1 else NOTHING


@kernel
def score_side(v, t, p, c, place):
    """A one-shot for the players (0), the monsters (1), or against a monster that it kills."""
    cost = keep_worth(v, t, p, c)
    flight = flight_bonus(t, type_of(t, c))
    if flight:
        return score_flight_bonus(v, t, p, t.clause[flight].amount, place, cost)
    if place == 0:
        return strengthen(v, t, p, edge_with_side(v, t, p, c, 0), cost)
    if place == 1:
        return hinder(v, t, p, edge_with_side(v, t, p, c, 1), cost) if not is_fighter(v, p) else NOTHING
    if not is_fighter(v, p) or edge(v, t) > 0:
        return NOTHING
    return kill_worth(v, t, p) - cost


@kernel
def score_monster(v, t, p, c, i):
    """A card on the monster at place `i`: enhancer, mate, removal."""
    k = type_of(t, c)
    card = t.card[k]
    cost = keep_worth(v, t, p, c)
    if v.combat.conceded:
        if v.roll.on and v.roll.seat == p:
            return monster_damage(v, t, p, i) - cost
        return NOTHING
    m = v.combat.monster[i]
    if is_enhancer(card.kind):
        return score_enhancer(v, t, p, k, i, cost)
    if doubling(t, k):
        return score_join(v, t, p, m.type, m.bonus, cost)
    clause = removal(t, k)
    if clause:
        return score_removal(v, t, p, i, t.clause[clause].policy, cost)
    return NOTHING


@kernel
def score_swap(v, t, p, i, d):
    """The monster at place `i` is replaced by monster card `d` from hand."""
    after = edge_replaced(v, t, i, type_of(t, d))
    cost = OPTION + keep_worth(v, t, p, d)
    if is_fighter(v, p):
        return turn_combat(v, t, p, after, cost)
    return hinder(v, t, p, after, cost)


@kernel
def score_seat(v, t, p, c, q):
    """A card on player `q`."""
    k = type_of(t, c)
    kind = t.card[k].kind
    if strikes(kind):
        return score_curse(v, t, p, k, q)
    if gives_level(kind):
        return AT_ONCE if q == p else NOTHING
    if is_neighbourly(t, k):
        return score_neighbourly(v, t, p, k, q, keep_worth(v, t, p, c))
    if stays_in_front(t, k):
        return lasting_damage(v, t, k, q) * rivalry(v, p, q) // 100 if q != p else NOTHING
    if is_enhancer(kind):
        return score_on_class(v, t, p, k, q, keep_worth(v, t, p, c))
    if converts(t, k):
        return score_conversion(v, t, p, q, keep_worth(v, t, p, c))
    if redirects(t, k):
        return score_redirection(v, t, p, q, keep_worth(v, t, p, c))
    if robs_level(t, k):
        return AT_ONCE + 5 * v.player[q].level - (LEVEL if v.player[q].level == 1 else 0)
    if takes_over(t, k):
        return score_transfer(v, t, p, q, keep_worth(v, t, p, c))
    if t.card[k].aim == Aim.FIGHTERS:
        return flight_cost(v, t, p) - keep_worth(v, t, p, c) if q == p else NOTHING
    if takes_all(t, k) or level_loss(t, k, Trigger.PLAY):
        return score_curse(v, t, p, k, q) if q != p else -curse_damage(v, t, k, p) - keep_worth(v, t, p, c) // 2
    return NOTHING


@kernel
def score_curse(v, t, p, k, q):
    """A curse on `q`: to spoil a kill, to hold back a player who is ahead, or before charity gives it away."""
    if q == p:
        return NOTHING
    cost = MADNESS if t.card[k].kind == Kind.MADNESS else OPTION
    m = v.combat
    if m.active and v.window == Window.KILL and is_fighter(v, q) and not is_fighter(v, p):
        if edge(v, t) > 0 and danger(v, t, p) == DECISIVE:
            if m.leader == q and stops_kill(v, t, takes_levels(v, t, k, q)):
                return STOP - cost
            loss = 2 * lost_strength(v, t, k, q)
            return hinder(v, t, p, edge(v, t) - loss, cost) if loss else NOTHING
    if v.turn_seat == p and hand_count(v, p) > hand_limit(v, p):
        cost = 2
    return curse_damage(v, t, k, q) * rivalry(v, p, q) // 100 - cost


@kernel
def score_redirection(v, t, p, q, cost):
    """The curse that `p` has turned up applies to `q` instead."""
    k = type_of(t, v.head[Zone.ASIDE])
    return curse_damage(v, t, k, p) + curse_damage(v, t, k, q) * rivalry(v, p, q) // 100 - cost


@kernel
def lost_strength(v, t, k, q):
    """Estimate the strength that a curse takes from a fighter."""
    total = takes_levels(v, t, k, q)
    for i in clauses(t.card[k], Trigger.PLAY):
        clause = t.clause[i]
        if harm_of(clause.op) == Harm.CHOSEN:
            total += taken_strength(v, t, q, clause.filter, clause.arg)
        elif leaves(clause.op):
            total += 3
    return total


@kernel
def taken_strength(v, t, q, what, arg):
    """Strength of the item in use that a filter takes."""
    best = 0
    for c in cards(v, table_of(q)):
        card = t.card[type_of(t, c)]
        if is_gear(card.kind) and not is_idle(v, t, q, c):
            if what == Filter.BEST or (what == Filter.SLOT and card.slot == arg):
                best = max(best, raw_bonus(v, t, q, type_of(t, c)))
    return best


@kernel
def score_transfer(v, t, p, q, cost):
    """Another player takes over the combat."""
    after = edge_with_leader(v, t, q)
    if q == p:
        levels = kill_levels(v, t)
        if after <= 0:
            return NOTHING
        if v.player[p].level + levels >= v.rules.goal:
            return STOP + 200 - cost
        return LEVEL * levels - cost - 5
    if v.combat.leader == p:
        if edge(v, t) > 0:
            return NOTHING
        return flight_cost(v, t, p) - cost + (5 if after <= 0 else -25)
    if is_fighter(v, p) or after > 0:
        return NOTHING
    return hinder(v, t, p, after, cost)


@kernel
def score_second(v, t, p, c, d):
    """A card with a second card: an item to cheat with or to take, a curse to cancel, a discard to fetch."""
    k = type_of(t, c)
    other = type_of(t, d)
    aim = t.card[k].aim
    cost = keep_worth(v, t, p, c)
    if aim == Aim.MONSTER_FROM_HAND:
        return score_join(v, t, p, other, 0, cost + keep_worth(v, t, p, d))
    if aim == Aim.MONSTER:  # PLAY-6: made undead, it joins
        return score_join(v, t, p, other, t.card[k].bonus, cost + keep_worth(v, t, p, d))
    if aim == Aim.SPENT:
        return score_spent(v, t, p, c, d, cost)
    if aim == Aim.OWN_ITEM and is_fitted(t.card[k].kind):
        return score_item_enhancer(v, t, p, k, d)
    if aim == Aim.OWN_ITEM:
        if not is_idle(v, t, p, d):
            return NOTHING
        return STRENGTH * raw_bonus(v, t, p, other) - cost
    if aim == Aim.OTHERS_ITEM:
        return kill_worth(v, t, p) + use_worth(v, t, p, other) - cost
    if aim == Aim.CURSE:
        if v.window == Window.CURSE:
            q = cursed_seat(v)
            return curse_damage(v, t, other, p) - cost if q == p else score_rescue(v, t, p, q, other, cost)
        own = v.card[d].zone == table_of(p)
        return lasting_damage(v, t, other, p) - cost if own and v.turn_seat == p else NOTHING
    if aim == Aim.DISCARD or aim == Aim.FRESH:
        return type_worth(v, t, p, other) - cost
    return NOTHING


@kernel
def cursed_seat(v):
    """The victim of the latest curse."""
    i = latest(v, Event.CURSED)
    return v.event[i].other if i >= 0 else -1


@kernel
def is_redirection(v, t, p, c):
    """Return whether card `c` hands on a curse that `p` has turned up: the events say so, a view shows no frame."""
    if v.window != Window.CURSE or not redirects(t, type_of(t, c)):
        return False
    i = latest(v, Event.CURSED)
    return i >= 0 and v.event[i].other == p and v.event[i].amount == 1


@kernel
def score_face(v, t, p, cost):
    """A die may be set: worth it if a roll to run away fails, or one for bad stuff is bad."""
    r = v.roll
    if r.seat != p:
        return NOTHING
    if r.purpose == RollFor.RUN_AWAY:
        return monster_damage(v, t, p, r.place) - cost if missing_on_roll(v, t, p) else NOTHING
    if r.purpose == RollFor.BAD_STUFF:
        return (r.face - best_face(v, t)) * 10 - cost if r.face > best_face(v, t) else NOTHING
    if r.purpose == RollFor.USE:
        return score_held(v, t, p, cost)
    return 10 - cost if r.face < wanted_face(v, t) else NOTHING


@kernel
def best_face(v, t):
    """The mildest face for bad stuff: one, or just above what kills."""
    k = v.combat.monster[v.roll.place].type
    clause = level_loss(t, k, Trigger.BAD_STUFF)
    return 1 + (t.clause[clause].limit if clause else 0)


@kernel
def wanted_face(v, t):
    """The face to set a die to."""
    if v.roll.purpose == RollFor.USE and fickle_item(v, t, v.roll.seat):
        return 1
    return best_face(v, t) if v.roll.purpose == RollFor.BAD_STUFF else 6


@kernel
def score_escape_card(v, t, p, c, i):
    """A card in play is discarded to escape the monster at place `i`."""
    return flight_risk(v, t, p, i) - keep_worth(v, t, p, c)


# --------------------------------------------------------------------------- the best target


@kernel
def score_place(v, t, p, c, place):
    """The card on a combat place (vocabulary.Place)."""
    if plays_to_escape(v, t, p, c):
        return score_escape_card(v, t, p, c, monster_at(place))
    aim = t.card[type_of(t, c)].aim
    if aim == Aim.SIDE:
        return score_side(v, t, p, c, place)
    if aim == Aim.MONSTER_SWAP or (aim == Aim.MONSTER and place == Place.MONSTERS):
        return best_second(v, t, p, c, monster_at(place))
    if aim == Aim.FIGHTING_OR_CLASS and place == Place.PLAYERS:
        return best_seat(v, t, p, c)
    if aim == Aim.MONSTERS and place == Place.MONSTERS:
        return sway(v, t, p, edge_spent(v, t, p, c, 1, 0), keep_worth(v, t, p, c))
    return score_monster(v, t, p, c, monster_at(place))


@kernel
def best_place(v, t, p, c):
    best = NOTHING
    for place in range(place_of(v.combat.n_monsters)):
        if may_be_played_at(v, t, p, c, place):
            best = max(best, score_place(v, t, p, c, place))
    return best


@kernel
def best_seat(v, t, p, c):
    best = NOTHING
    for q in seats(v):
        if seat_is_target(v, t, p, c, q):
            best = max(best, score_seat(v, t, p, c, q))
    return best


@kernel
def score_pair(v, t, p, c, i, d):
    """The card with a second card; `i` is the monster that gives way, for a swap."""
    if t.card[type_of(t, c)].aim == Aim.MONSTER_SWAP:
        return score_swap(v, t, p, i, d)
    if is_sidekick(kind_of(t, d)) and v.card[d].zone >= Zone.TABLE:  # not fetched from the discards
        replaced = is_sidekick(kind_of(t, c))
        return score_replacement(v, t, p, c, d) if replaced else score_killing(v, t, p, d)
    return score_second(v, t, p, c, d)


@kernel
def best_second_in(v, t, p, c, i, zone):
    best = NOTHING
    for d in cards(v, zone):
        if second_is_target(v, t, p, c, d):
            best = max(best, score_pair(v, t, p, c, i, d))
    return best


@kernel
def best_second(v, t, p, c, i):
    best = NOTHING
    where = where_second(v, t, c)
    for zone in range(Zone.DISCARD, N_ZONES):
        if is_there(v, p, where, zone):
            best = max(best, best_second_in(v, t, p, c, i, zone))
    return best


@kernel
def score_play(v, t, p, c):
    """Card `c` played in the best way."""
    card = t.card[type_of(t, c)]
    aim = card.aim
    if plays_to_escape(v, t, p, c):
        return best_place(v, t, p, c)
    if is_monster(card.kind):
        return score_join(v, t, p, type_of(t, c), 0, keep_worth(v, t, p, c))
    if is_sidekick(card.kind):
        return score_sidekick(v, t, p, c)
    if aim == Aim.NONE:
        return score_plain(v, t, p, c)
    if aim == Aim.SIDE or aim == Aim.MONSTER or aim == Aim.MONSTER_SWAP:
        return best_place(v, t, p, c)
    if aim == Aim.MONSTERS or aim == Aim.FIGHTING_OR_CLASS:
        return best_place(v, t, p, c)
    if aim == Aim.FACE:
        return score_face(v, t, p, keep_worth(v, t, p, c))
    if is_seat_aim(aim) or aim == Aim.FIGHTERS:
        return best_seat(v, t, p, c)
    return best_second(v, t, p, c, 0)


# --------------------------------------------------------------------------- claims


@kernel
def score_claim(v, t, p, c):
    """By right a card costs nothing; a race or class must be worth more than the level card that goes (QUICK-4)."""
    if has_flag(v, c, Flag.FRESH) and v.card[c].host:
        return type_worth(v, t, p, type_of(t, c))
    price = LEVEL + 5 if v.player[p].level < v.rules.goal - 1 else 2
    gain = identity_gain(v, t, p, type_of(t, c)) - price
    return AT_ONCE + gain if gain > 0 else NOTHING  # before the level card is played


@kernel
def identity_gain(v, t, p, k):
    """Worth to `p` of that race or class, in place of its own."""
    card = t.card[k]
    q = v.player[p]
    kind = card.kind
    now = identity_worth(v, t, p, q.race, q.klass)
    if is_race(kind):
        return identity_worth(v, t, p, joined_bits(0, card.race), q.klass) - now
    if is_class(kind):
        return identity_worth(v, t, p, q.race, joined_bits(0, card.klass)) - now
    return MODIFIER


@kernel
def score_contest(v, t, p):
    """QUICK-4: another claims the card; the loser of the dice keeps its level card."""
    return score_claim(v, t, p, v.frame[0].card)


# --------------------------------------------------------------------------- abilities and dismissals


@kernel
def score_paid(v, t, p, ability):
    """Berserk and turning: a card for strength."""
    after = edge_with_bonus(v, t, 0, ability_amount(v, t, p, ability))
    return strengthen(v, t, p, after, cheapest_payment(v, t, p))


@kernel
def score_backstab(v, t, p, q):
    """A Thief weakens fighter `q`."""
    if is_fighter(v, p):
        return NOTHING
    after = edge_backstabbed(v, t, q, ability_amount(v, t, p, Ability.BACKSTAB))
    return hinder(v, t, p, after, cheapest_payment(v, t, p))


@kernel
def best_backstab(v, t, p):
    best = NOTHING
    for q in seats(v):
        if q != p and is_fighter(v, q) and (v.player[p].backstabbed >> q) & 1 == 0:
            best = max(best, score_backstab(v, t, p, q))
    return best


@kernel
def score_flight(v, t, p):
    """A Wizard discards for a better roll, with enough cards."""
    missing = missing_on_roll(v, t, p)
    left = min(hand_count(v, p), ability_limit(v, t, p, Ability.FLIGHT) - v.player[p].flight)
    each = ability_amount(v, t, p, Ability.FLIGHT)
    if missing == 0 or missing > left * each:
        return NOTHING
    cards = (missing + each - 1) // each
    return monster_damage(v, t, p, v.roll.place) - cards * cheapest_payment(v, t, p)


@kernel
def score_retry(v, t, p):
    """A Halfling rolls again for a card."""
    i = v.roll.place
    return monster_damage(v, t, p, i) * escape_faces(v, t, p, i) // 6 - cheapest_payment(v, t, p)


@kernel
def score_dismissal(v, t, p, verb, i):
    """The monster at place `i` is charmed, sent away, declined, bribed or distracted."""
    if verb == Verb.CHARM:
        cost = 0
        for c in cards(v, hand_of(p)):
            cost += keep_worth(v, t, p, c)
        return score_removal(v, t, p, i, Policy.KEPT, cost)
    clause = find_clause(t, v.combat.monster[i].type, Trigger.ALWAYS, word_needed(verb))
    if clause == 0:
        return NOTHING
    if verb == Verb.SEND_AWAY:
        return score_removal(v, t, p, i, Policy.KEPT, 0) + 1
    if verb == Verb.DECLINE:
        return score_removal(v, t, p, i, Policy.LOST, 0) + 1
    if verb == Verb.BRIBE:
        return score_removal(v, t, p, i, Policy.LOST, lowest_bribe(v, t, p, t.clause[clause].amount))
    return flight_risk(v, t, p, i) - cheapest_tagged(v, t, p, t.clause[clause].arg)


@kernel
def cheapest_tagged(v, t, p, tags):
    """Worth of the cheapest item in play with one of the tags."""
    least = 100
    for c in cards(v, table_of(p)):
        if tags_of(v, t, c) & tags:
            least = min(least, keep_worth(v, t, p, c))
    return least


@kernel
def best_dismissal(v, t, p, verb):
    best = NOTHING
    for i in range(v.combat.n_monsters):
        best = max(best, score_dismissal(v, t, p, verb, i))
    return best
