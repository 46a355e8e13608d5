"""When a card may be played, and what it may be aimed at (PLAY-3 to PLAY-9, WINDOW-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.asking import begins_turn, is_in_turn, is_receipt
from munchkin_env.engine.queries.bonuses import (
    binds,
    bonus_if_used,
    bonus_now,
    bonus_spent,
    flight_spent,
    for_a_side,
    is_stopped,
    multiplies,
)
from munchkin_env.engine.queries.cards import (
    cheated,
    gives_level,
    hand_of,
    has_flag,
    is_class,
    is_enhancer,
    is_fitted,
    is_gear,
    is_monster,
    is_seat_aim,
    is_spent,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, names_spent, needs_hand
from munchkin_env.engine.queries.conditions import permitted
from munchkin_env.engine.queries.displacing import displaced_bonus
from munchkin_env.engine.queries.entered_room import awaits_monsters, room_of
from munchkin_env.engine.queries.in_play import CURSES_HANG
from munchkin_env.engine.queries.items import is_stuck, wager_of
from munchkin_env.engine.queries.people import before_first_roll, hand_count, is_fighter, party_has, takes_part
from munchkin_env.engine.queries.places import monster_at
from munchkin_env.engine.queries.strength import (
    is_lower_than_others,
    levels_alone,
    monsters_strength,
    players_strength,
    winning,
)
from munchkin_env.engine.queries.wearing import fills_slot, fitting, hands_of, is_laser, item_hands, places_of
from munchkin_env.engine.rules.choices import before_door
from munchkin_env.engine.rules.curses import may_be_lifted
from munchkin_env.engine.rules.effects.cards import fetches, searching, takes_fresh
from munchkin_env.engine.rules.effects.combat import removal, takes_back
from munchkin_env.engine.rules.effects.levels import level_barred
from munchkin_env.engine.rules.enhancing import brings_undead, is_excluded, may_be_buried
from munchkin_env.engine.rules.helping import drafts, help_possible, may_be_drafted, may_force
from munchkin_env.engine.rules.run_away import may_redo, roll_failed
from munchkin_env.engine.rules.sidekicks import is_played_sidekick, is_sidekick_in_play, is_sidekick_of
from munchkin_env.engine.rules.trials import edge_with_helper
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Decision,
    Flag,
    Moment,
    Op,
    Pile,
    Place,
    Slot,
    Trigger,
    Where,
    Window,
    Zone,
)


@kernel
def moments(s, t, p):
    """Bits of vocabulary.Moment: when is now, for player `p`."""
    return moments_of(s, t, p, common_moments(s, t))


@kernel
def common_moments(s, t):
    """The moments that are now for everybody."""
    m = s.combat
    decision = s.decision
    window = s.window
    if window == Window.CURSE:
        return Moment.CURSE
    if window == Window.DISCARD:
        return Moment.DISCARD
    if window == Window.SPOILS:
        return Moment.SPOILS
    if window == Window.PLAYED or window == Window.OPENED:
        return Moment.PLAYED
    if window == Window.ROOM:
        return Moment.ROOM
    if window == Window.ROLL:
        return common_roll_moments(s, t)
    if is_receipt(decision):
        return Moment.RECEIPT
    if decision == Decision.PEEK:
        return Moment.AT_DOOR
    now = Moment.ANY
    if t.moments & Moment.BEFORE_DOOR != 0 and before_door(s):
        now |= Moment.BEFORE_DOOR
    if m.active:
        if m.conceded:
            return now | (Moment.ESCAPE if before_first_roll(s) else 0)
        if window == Window.KILL or m.n_monsters > 0:
            now |= Moment.COMBAT  # COMBAT-4: also after the last monster was removed
        if window == Window.DEFEAT and m.n_monsters > 0:
            now |= Moment.ESCAPE
        return now
    now |= Moment.PEACE
    if room_of(s) and awaits_monsters(s, window, decision):
        now |= Moment.COMBAT  # for what brings a monster
    if s.just_fought:
        now |= Moment.AFTER_COMBAT
    return now


@kernel
def moments_of(s, t, p, now):
    """`now`, which is for everybody, with the moments that are player `p`'s own."""
    if s.window == Window.ROLL:
        return now | own_roll_moments(s, t, p)
    if now & Moment.ANY == 0:
        return now
    m = s.combat
    if m.active:
        if m.conceded or m.n_monsters == 0:
            return now
        if p == s.turn_seat:
            now |= Moment.OWN_TURN
        if is_fighter(s, p):
            now |= Moment.LOSING  # whether he is losing is asked by the card (helps_out)
            if p != m.leader:
                now |= Moment.HELPING
            elif m.helper == 0:
                now |= Moment.LONE
        return now
    decision = s.decision
    if p == s.turn_seat and is_in_turn(decision):
        now |= Moment.OWN_FREE
        if not begins_turn(decision):
            now |= Moment.OWN_END
    return now


@kernel
def common_roll_moments(s, t):
    """FLEE-5: between a roll and its consequence only reactions to rolls."""
    r = s.roll
    if r.again:
        return 0  # this roll counts no more
    now = 0
    if r.face > 0 and r.escaped == 0:
        now |= Moment.THROWN
    if may_redo(s, t):
        now |= Moment.ESCAPED
    return now


@kernel
def own_roll_moments(s, t, p):
    """FLEE-5: reactions to his own roll."""
    r = s.roll
    now = 0
    if r.again or r.seat != p:
        return now
    if r.face > 0 and r.escaped == 0:
        now |= Moment.ROLL
    if roll_failed(s, t):
        now |= Moment.FAILED
    return now


@kernel
def pending_curse(s):
    """The curse that is about to strike, 0 if none."""
    return s.head[Zone.ASIDE]


@kernel
def may_escape_all(s, p):
    """Instant Wall: a living fighter who does not escape everything yet."""
    return is_fighter(s, p) and s.player[p].escapes_all == 0 and s.player[p].dead == 0


@kernel
def seat_is_target(s, t, p, c, q):
    """Player `q` may be the target of card `c` played by `p`."""
    card = t.card[type_of(t, c)]
    if s.player[q].dead or level_barred(s, t, type_of(t, c), p, q):
        return False
    aim = card.aim
    if aim == Aim.OUTSIDER:
        if drafts(t, type_of(t, c)):
            return may_be_drafted(s, t, q)
        return not is_fighter(s, q) and takes_part(s, q)  # DEATH-4: who has just come back fights from the next turn on
    if aim == Aim.VICTIM:
        return q != p and has_what_is_wanted(s, t, c, q)
    if aim == Aim.IN_TURN:
        return q != p and q == s.turn_seat
    if aim == Aim.RISEN:
        return s.player[q].rose != 0
    if aim == Aim.FIGHTERS:
        return may_escape_all(s, q)
    if aim == Aim.FIGHTING_OR_CLASS:
        return strengthened_card(s, t, c, q) != 0
    return not gives_level(card.kind) or q == p or s.rules.level_card_on_others != 0


@kernel
def has_what_is_wanted(s, t, c, q):
    """A hand that card `c` shows or draws from must be there. FAIRY-3: whether any of it may be taken is not known."""
    return hand_count(s, q) > 0 or not is_about_hand(t, type_of(t, c))


@kernel
def is_about_hand(t, k):
    """A card of type `k` does something with the hand of its target."""
    for i in clauses(t.card[k], Trigger.PLAY):
        if needs_hand(t.clause[i].op):
            return True
    return False


@kernel
def strengthened_card(s, t, c, q):
    """CULT-6: the class card of `q` that the enhancer `c` would hang on, 0 if he has none."""
    clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.STRENGTHENS)
    for d in cards(s, table_of(q)):
        if is_class(kind_of(t, d)) and t.card[type_of(t, d)].klass == t.clause[clause].arg:
            return d
    return 0


@kernel
def has_seat_target(s, t, p, c):
    for q in seats(s):
        if seat_is_target(s, t, p, c, q):
            return True
    return False


@kernel
def place_is_target(s, t, c, place):
    """Card `c` may be aimed at the vocabulary.Place."""
    k = type_of(t, c)
    aim = t.card[k].aim
    i = monster_at(place)
    if aim == Aim.FIGHTING_OR_CLASS:
        if place == Place.PLAYERS:
            return has_seat_target(s, t, s.seat, c)
        if i < 0 or i >= s.combat.n_monsters or is_excluded(s, t, k, i):
            return False
        return moments(s, t, s.seat) & Moment.COMBAT != 0
    if aim == Aim.SIDE:
        if place < Place.MONSTER:
            clause = for_a_side(t, k)
            return place == Place.MONSTERS or t.clause[clause].flag == 0 or s.combat.helper == 0
        if i >= s.combat.n_monsters:
            return False
        clause = find_clause(t, s.combat.monster[i].type, Trigger.ALWAYS, Op.KILLED_BY)
        return clause != 0 and t.clause[clause].arg == t.card[k].twin and not is_stopped(s, t, c, i, -1)
    if aim == Aim.MONSTERS and place == Place.MONSTERS:
        return True
    if aim == Aim.MONSTER or aim == Aim.MONSTER_SWAP or aim == Aim.MONSTERS:
        if place == Place.MONSTERS and aim == Aim.MONSTER:
            return brings_undead(s, t, s.seat, c)
        if place < Place.MONSTER or i >= s.combat.n_monsters:
            return False
        if s.combat.conceded:
            return s.roll.on != 0 and i == s.roll.place
        if is_enhancer(t.card[k].kind):
            return not is_excluded(s, t, k, i)
        clause = removal(t, k)
        if clause and is_stopped(s, t, c, i, -1):
            return False
        return clause == 0 or t.clause[clause].flag == 0 or is_lower_than_others(s, t, i)
    return False


@kernel
def has_place_target(s, t, c):
    """Card `c` may be aimed at some monster."""
    for i in range(s.combat.n_monsters):
        if place_is_target(s, t, c, Place.MONSTER + i):
            return True
    return False


@kernel
def second_is_target(s, t, p, c, d):
    """Card `d` may be the second card of the play of `c`: a monster, an item, a curse, a discard."""
    if d == c:
        return False
    aim = t.card[type_of(t, c)].aim
    if aim == Aim.MONSTER_FROM_HAND or aim == Aim.MONSTER_SWAP:
        return s.card[d].zone == hand_of(p) and is_monster(kind_of(t, d))
    if aim == Aim.MONSTER:
        return may_be_buried(s, t, p, c, d)
    if aim == Aim.OWN_ITEM:
        if is_fitted(kind_of(t, c)):
            return may_be_enhanced(s, t, p, c, d)
        own = s.card[d].zone == table_of(p) or s.card[d].zone == hand_of(p)
        return own and is_gear(kind_of(t, d)) and s.card[d].host == 0 and not on_table_cheated(s, t, d)
    if aim == Aim.OTHERS_ITEM:
        return helps_out(s, t, p, d)
    if aim == Aim.CURSE:
        if s.window == Window.CURSE:
            return d == pending_curse(s)
        return may_be_lifted(s, t, d)
    if aim == Aim.DISCARD:
        if fetches(t, type_of(t, d)):
            return False  # they would fetch each other for ever
        clause = searching(t, type_of(t, c))
        wanted = t.clause[clause].flag == 0 or is_monster(kind_of(t, d))
        return wanted and is_searched(s.card[d].zone)
    if aim == Aim.FRESH:
        return has_flag(s, d, Flag.FRESH) and not takes_fresh(t, type_of(t, d))
    if is_seat_aim(aim):
        return is_sidekick_in_play(s, t, d)
    if is_played_sidekick(t, c):
        return is_sidekick_of(s, t, p, d)
    return aim == Aim.SPENT and may_be_bound(s, t, c, d)


@kernel
def may_be_enhanced(s, t, p, c, d):
    """ITEM-6: an own item in play that gives a bonus, or takes hands, as the enhancer `c` asks."""
    if s.card[d].zone != table_of(p) or not is_gear(kind_of(t, d)):
        return False
    item = t.card[type_of(t, d)]
    clause = fitting(t, type_of(t, c))
    return item.hands > 0 if t.clause[clause].flag else item.bonus > 0 or wager_of(t, d) != 0


@kernel
def may_be_bound(s, t, c, d):
    """The spent card `d` has a tag that card `c` asks for; one that hangs on it asks that it gives something there."""
    tags = 0
    hangs = binds(t, type_of(t, c))
    for i in clauses(t.card[type_of(t, c)], Trigger.PLAY):
        if names_spent(t.clause[i].op):
            tags |= t.clause[i].arg
    k = type_of(t, d)
    if not is_spent(s, t, d) or t.card[k].tags & tags == 0:
        return False
    if takes_back(t, k) and takes_back(t, type_of(t, c)):
        return False  # they would take each other back for ever
    if not hangs:
        return True
    if binds(t, k):
        return False
    if s.combat.conceded:
        return flight_spent(t, d) != 0
    return bonus_spent(t, d) != 0 or flight_spent(t, d) != 0 or multiplies(t, k)


@kernel
def is_searched(zone):
    """CULT-2: what looks through the discards does not see the Cultists."""
    return zone >= Zone.DISCARD and zone < Zone.COMBAT and zone != Zone.DISCARD + Pile.CULT


@kernel
def on_table_cheated(s, t, d):
    return s.card[d].zone >= Zone.TABLE and cheated(s, t, d)


@kernel
def helps_out(s, t, p, d):
    """Help Me Out Here!: another player's item that turns losing into winning for `p`."""
    zone = s.card[d].zone
    if zone < Zone.TABLE or zone == table_of(p) or not is_gear(kind_of(t, d)) or is_stuck(s, t, d):
        return False
    if not permitted(s, t, p, type_of(t, d)) or winning(s, t) or is_in_the_way(s, t, p, d):
        return False
    if turns_combat(s, t, p, d):
        return True
    abilities = t.card[type_of(t, d)].abilities
    anybody = (abilities >> Ability.COMPEL_HELP) & 1
    return (anybody or (abilities >> Ability.FORCE_HELP) & 1) != 0 and forces_a_winner(s, t, p, anybody)


@kernel
def is_in_the_way(s, t, p, d):
    """ITEM-1: items that nothing takes off the table of `p` leave no room in which he could use item `d`."""
    slot = t.card[type_of(t, d)].slot
    if s.player[p].attached & CURSES_HANG == 0 or slot == Slot.NONE:
        return False
    hands = item_hands(s, t, d)
    shared = hands if is_laser(t, d) else 0  # LASER-1
    places = places_of(s, p, slot)
    for c in cards(s, table_of(p)):
        card = t.card[type_of(t, c)]
        if is_stuck(s, t, c) and card.slot == slot and not has_flag(s, c, Flag.CARRIED):
            if fills_slot(t, c):
                places -= 1
            taken = item_hands(s, t, c)
            if is_laser(t, c):
                hands += max(0, taken - shared)
                shared = max(shared, taken)
            else:
                hands += taken
    return hands > hands_of(s, p) if slot == Slot.HANDS else fills_slot(t, d) and places <= 0


@kernel
def forces_a_winner(s, t, p, anybody):
    """HELP-9: some player whom leader `p` could force to help with the item (`anybody`: at any level) wins for him."""
    if p != s.combat.leader or not help_possible(s, t):
        return False
    for q in seats(s):
        if (anybody or s.player[q].level > s.player[p].level) and may_force(s, t, q) and edge_with_helper(s, t, q) > 0:
            return True
    return False


@kernel
def turns_combat(s, t, p, d):
    """The item's bonus alone, own items that give way counted, makes losing winning."""
    zone = s.card[d].zone
    gain = bonus_if_used(s, t, p, d) - displaced_bonus(s, t, p, d)
    if gain <= 0 or levels_alone(s, t):
        return False
    # the strength that the item's present owner loses counts too, if he fights beside the player
    if is_fighter(s, zone - Zone.TABLE):
        gain -= bonus_now(s, t, zone - Zone.TABLE, d)
    times = 1 + (s.combat.multiply if s.combat.helper == 0 else 0)
    deficit = monsters_strength(s, t) - players_strength(s, t)
    return gain * times > deficit or (gain * times == deficit and party_has(s, Ability.WIN_TIES))


@kernel
def where_second(s, t, c):
    """Bits of vocabulary.Where: where the second card of the play of `c` lies, by its aim."""
    aim = t.card[type_of(t, c)].aim
    if aim == Aim.MONSTER_FROM_HAND or aim == Aim.MONSTER_SWAP or aim == Aim.MONSTER:
        return Where.HAND
    if aim == Aim.OWN_ITEM:
        return Where.HAND | Where.TABLE
    if aim == Aim.OTHERS_ITEM:
        return Where.OTHERS
    if aim == Aim.CURSE:
        return Where.ASIDE if s.window == Window.CURSE else Where.TABLE | Where.OTHERS
    if aim == Aim.SPENT:
        return Where.COMBAT
    if is_seat_aim(aim):
        return Where.TABLE | Where.OTHERS  # a sidekick that is killed
    if aim == Aim.NONE:
        return Where.TABLE  # one that is replaced
    return Where.DISCARDS if aim == Aim.DISCARD or aim == Aim.FRESH else 0


@kernel
def is_there(s, p, where, zone):
    """The zone is one of the places in which is looked."""
    if zone == hand_of(p):
        return where & Where.HAND != 0
    if zone == table_of(p):
        return where & Where.TABLE != 0
    if zone >= Zone.TABLE:
        return where & Where.OTHERS != 0 or (where & Where.PARTNER != 0 and zone == table_of(s.move.seat))
    if zone == Zone.ASIDE:
        return where & Where.ASIDE != 0
    if zone == Zone.COMBAT:
        return where & Where.COMBAT != 0
    return where & Where.DISCARDS != 0 and zone >= Zone.DISCARD and zone < Zone.COMBAT


@kernel
def has_second_target(s, t, p, c):
    """Some card can be the second card of the play."""
    where = where_second(s, t, c)
    if where & Where.HAND != 0 and list_has_second(s, t, p, c, hand_of(p)):
        return True
    if where & Where.TABLE != 0 and list_has_second(s, t, p, c, table_of(p)):
        return True
    if where & Where.OTHERS != 0:
        for q in seats(s):
            if q != p and list_has_second(s, t, p, c, table_of(q)):
                return True
    if where & Where.DISCARDS != 0:
        for zone in range(Zone.DISCARD, Zone.COMBAT):
            if list_has_second(s, t, p, c, zone):
                return True
    if where & Where.COMBAT != 0:
        return list_has_second(s, t, p, c, Zone.COMBAT)
    return where & Where.ASIDE != 0 and list_has_second(s, t, p, c, Zone.ASIDE)


@kernel
def list_has_second(s, t, p, c, zone):
    for d in cards(s, zone):
        if second_is_target(s, t, p, c, d):
            return True
    return False
