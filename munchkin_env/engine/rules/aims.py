"""Moments and targets of cards (PLAY-3 to PLAY-9, WINDOW-3).

`AIMS` has a row for each aim; `seat_is_target` and the like are made of its columns.
"""

from dataclasses import dataclass
from typing import Any

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.asking import begins_turn, is_in_turn, is_receipt
from munchkin_env.engine.queries.bonuses import (
    binds,
    bonus_spent,
    flight_spent,
    for_a_side,
    has_factors,
    is_stopped,
    multiplies,
)
from munchkin_env.engine.queries.cards import (
    CURSES_HANG,
    cheated,
    gives_level,
    hand_of,
    has_flag,
    is_class,
    is_enhancer,
    is_fitted,
    is_gear,
    is_monster,
    is_spent,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, names_spent, needs_hand
from munchkin_env.engine.queries.conditions import bonus_of_race, fighters_of_race, permitted
from munchkin_env.engine.queries.entered_room import awaits_monsters, room_of
from munchkin_env.engine.queries.items import is_stuck, wager_of
from munchkin_env.engine.queries.people import (
    before_first_roll,
    hand_count,
    is_bound,
    is_fighter,
    takes_part,
)
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.queries.strength import (
    is_lower_than_others,
    winning,
)
from munchkin_env.engine.queries.wearing import fills_slot, fitting, hands_of, is_laser, item_hands, places_of
from munchkin_env.engine.rules.choices import before_door
from munchkin_env.engine.rules.curses import may_be_lifted
from munchkin_env.engine.rules.effects.cards import fetches, searching, takes_fresh
from munchkin_env.engine.rules.effects.combat import (
    brings_undead,
    doubling,
    fits_a_monster,
    is_excluded,
    may_be_buried,
    removal,
    saves,
    takes_back,
)
from munchkin_env.engine.rules.effects.levels import level_barred
from munchkin_env.engine.rules.helping import drafts, help_possible, may_be_drafted, may_force
from munchkin_env.engine.rules.rows import NOWHERE, Maker
from munchkin_env.engine.rules.run_away import may_redo, roll_failed
from munchkin_env.engine.rules.sidekicks import (
    is_played_sidekick,
    is_sidekick_in_play,
    is_sidekick_of,
    kills_sidekick,
    sidekicks_in_play,
)
from munchkin_env.engine.rules.stealing import may_end_turn
from munchkin_env.engine.rules.trials import edge_lent, edge_with_helper
from munchkin_env.vocabulary import (
    MAX_MONSTERS,
    Ability,
    Aim,
    Decision,
    Flag,
    Moment,
    Op,
    Pile,
    Place,
    Slot,
    Stage,
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
            now |= Moment.LOSING  # the card asks if the player is losing (helps_out)
            if p != m.leader:
                now |= Moment.HELPING
            elif m.helper == 0:
                now |= Moment.LONE
        return now
    decision = s.decision
    if p == s.turn_seat and is_in_turn(decision):
        now |= Moment.OWN_FREE
        if t.moments & Moment.OWN_END and not begins_turn(decision) and may_end_turn(s, t, p):
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
    """FLEE-5: reactions to the own roll."""
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
def may_escape_all(s, q):
    """Instant Wall: a living fighter who does not escape everything yet."""
    return is_fighter(s, q) and s.player[q].escapes_all == 0 and s.player[q].dead == 0


@kernel
def may_have_card(s, t, p, c, q):
    """PLAY-2: by the switch level cards are played on others, too."""
    return not gives_level(kind_of(t, c)) or q == p or s.rules.level_card_on_others != 0


@kernel
def is_outsider(s, t, k, q):
    """Player `q` takes no part in the fight that a card of type `k` starts or affects."""
    if drafts(t, k):
        return may_be_drafted(s, t, q)
    return not is_fighter(s, q) and takes_part(s, q)  # DEATH-4: who has just come back fights from the next turn on


@kernel
def is_victim(s, t, p, c, q):
    """Another player, who has the hand that card `c` is about."""
    return q != p and has_what_is_wanted(s, t, c, q)


@kernel
def is_other_in_turn(s, p, q):
    return q != p and q == s.turn_seat


@kernel
def has_risen(s, q):
    """The player has gained a level in this turn other than by a kill."""
    return s.player[q].rose != 0


@kernel
def has_strengthened(s, t, c, q):
    """CULT-6: player `q` has a class card that the enhancer `c` would hang on."""
    return strengthened_card(s, t, c, q) != 0


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
    """CULT-6: the class card of `q` that the enhancer `c` would be attached to, 0 if there is none."""
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
def is_place_to_strengthen(s, t, c, place, j):
    """Card `c` may go on the monster `j`, or on the class of some player."""
    if place == Place.PLAYERS:
        return has_seat_target(s, t, s.seat, c)
    if j < 0 or j >= s.combat.n_monsters or is_excluded(s, t, type_of(t, c), j):
        return False
    return moments(s, t, s.seat) & Moment.COMBAT != 0


@kernel
def is_side(s, t, c, place, j):
    """PLAY-3: one of the two sides, or a monster that card `c` kills at once."""
    k = type_of(t, c)
    if place < Place.MONSTER:
        clause = for_a_side(t, k)
        return place == Place.MONSTERS or t.clause[clause].flag == 0 or s.combat.helper == 0
    if j >= s.combat.n_monsters:
        return False
    clause = find_clause(t, s.combat.monster[j].type, Trigger.ALWAYS, Op.KILLED_BY)
    return clause != 0 and t.clause[clause].arg == t.card[k].twin and not is_stopped(s, t, c, j, -1)


@kernel
def is_all_or_one(s, t, c, place, j):
    """All monsters, or one of them."""
    return place == Place.MONSTERS or is_monster_there(s, t, c, j)


@kernel
def is_one_or_new(s, t, c, place, j):
    """A monster of the combat, or one of the hand that joins (PLAY-6)."""
    return brings_undead(s, t, s.seat, c) if place == Place.MONSTERS else is_monster_there(s, t, c, j)


@kernel
def is_monster_there(s, t, c, j):
    """Card `c` may be played on the monster `j` of the combat, or of the flight."""
    k = type_of(t, c)
    if j < 0 or j >= s.combat.n_monsters:
        return False
    if s.combat.conceded:
        return s.roll.on != 0 and j == s.roll.place
    if is_enhancer(t.card[k].kind):
        return not is_excluded(s, t, k, j)
    clause = removal(t, k)
    if clause and is_stopped(s, t, c, j, -1):
        return False
    return clause == 0 or t.clause[clause].flag == 0 or is_lower_than_others(s, t, j)


@kernel
def has_place_target(s, t, c):
    """Card `c` may be aimed at some monster."""
    for i in range(s.combat.n_monsters):
        if place_is_target(s, t, c, Place.MONSTER + i):
            return True
    return False


@kernel
def is_monster_of_hand(s, t, p, d):
    return s.card[d].zone == hand_of(p) and is_monster(kind_of(t, d))


@kernel
def may_be_fitted(s, t, p, c, d):
    """An own item: one for the enhancer `c` (ITEM-6), or any that is neither enhanced nor cheated."""
    if is_fitted(kind_of(t, c)):
        return may_be_enhanced(s, t, p, c, d)
    own = s.card[d].zone == table_of(p) or s.card[d].zone == hand_of(p)
    return own and is_gear(kind_of(t, d)) and s.card[d].host == 0 and not on_table_cheated(s, t, d)


@kernel
def may_be_cursed_card(s, t, d):
    """Return True for the curse about to take effect while it can be cancelled, else for a lasting one."""
    return d == pending_curse(s) if s.window == Window.CURSE else may_be_lifted(s, t, d)


@kernel
def may_be_fetched(s, t, c, d):
    """A discard that card `c` may look for."""
    if fetches(t, type_of(t, d)):
        return False  # they would fetch each other for ever
    clause = searching(t, type_of(t, c))
    wanted = t.clause[clause].flag == 0 or is_monster(kind_of(t, d))
    return wanted and is_searched(s.card[d].zone)


@kernel
def is_fresh(s, t, d):
    """A card that has just been discarded, but none that would take another such card."""
    return has_flag(s, d, Flag.FRESH) and not takes_fresh(t, type_of(t, d))


@kernel
def may_make_way(s, t, p, c, d):
    """SIDE-1: a sidekick in front of its player makes way for the sidekick `c`."""
    return is_played_sidekick(t, c) and is_sidekick_of(s, t, p, d)


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
    """CULT-2: searches through the discards do not see the Cultists."""
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
    if edge_lent(s, t, p, d) > 0:
        return True
    abilities = t.card[type_of(t, d)].abilities
    anybody = (abilities >> Ability.COMPEL_HELP) & 1
    return (anybody or (abilities >> Ability.FORCE_HELP) & 1) != 0 and forces_a_winner(s, t, p, anybody)


@kernel
def is_in_the_way(s, t, p, d):
    """ITEM-1: items that nothing takes off the table of `p` leave no room for using item `d`."""
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
    """HELP-9: leader `p` wins with some player that the item forces to help (`anybody`: at any level)."""
    if p != s.combat.leader or not help_possible(s, t) or is_bound(s, p, Ability.NO_ASKING):
        return False
    for q in seats(s):
        if (anybody or s.player[q].level > s.player[p].level) and may_force(s, t, q) and edge_with_helper(s, t, q) > 0:
            return True
    return False


@kernel
def where_curses_lie(s):
    """Return bits of vocabulary.Where: zones of curses that may be lifted or cancelled."""
    return Where.ASIDE if s.window == Window.CURSE else Where.TABLE | Where.OTHERS


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


# --------------------------------------------------------------------------- something to be played on


@kernel
def concerns_a_monster(s, t, c):
    """Card `c`, aimed at a monster, finds one that it can remove, or double."""
    k = type_of(t, c)
    n = s.combat.n_monsters
    clause = removal(t, k)
    if clause and (t.clause[clause].flag or has_factors(s)):
        return has_place_target(s, t, c)
    return n > 0 and (doubling(t, k) == 0 or n < MAX_MONSTERS)


@kernel
def helps_unaimed(s, t, p, c, now):
    """Card `c` of `p`, aimed at nothing, is for a fighting race, or an escape for `p`; any other one may be played."""
    k = type_of(t, c)
    clause = bonus_of_race(t, k)
    if clause:
        return fighters_of_race(s, t, clause) > 0
    if now & Moment.FAILED and saves(t, k):
        return not is_stopped(s, t, c, s.roll.place, p)
    return True


@kernel
def fighters_may_escape(s):
    """Instant Wall: a fighter is left who does not escape everything yet."""
    return others_may_escape(s, -1)


@kernel
def others_may_escape(s, seat):
    """Instant Wall: a fighter other than `seat` (-1: any) could be taken along."""
    for q in seats(s):
        if q != seat and may_escape_all(s, q):
            return True
    return False


@kernel
def finds_player(s, t, p, c):
    """Some player may be named, and a sidekick is there if one is to be killed."""
    if kills_sidekick(t, type_of(t, c)) and sidekicks_in_play(s, t) == 0:
        return False
    return has_seat_target(s, t, p, c)


@kernel
def finds_monster_or_class(s, t, p, c, now):
    return (now & Moment.COMBAT != 0 and fits_a_monster(s, t, type_of(t, c))) or has_seat_target(s, t, p, c)


@kernel
def finds_monster(s, t, p, c):
    """A monster enhancer fits some monster (PLAY-4, PLAY-6); any other card concerns one."""
    if not is_enhancer(kind_of(t, c)):
        return concerns_a_monster(s, t, c)
    return fits_a_monster(s, t, type_of(t, c)) or brings_undead(s, t, p, c)


@kernel
def finds_one_to_join(s, t, p, c):
    return s.combat.n_monsters < MAX_MONSTERS and has_second_target(s, t, p, c)


@kernel
def finds_swap(s, t, p, c):
    return s.combat.n_monsters > 0 and has_second_target(s, t, p, c)


@kernel
def has_monsters(s):
    return s.combat.n_monsters > 0


# --------------------------------------------------------------------------- rows


@dataclass(frozen=True)
class AimRow:
    """Parts and targets of a play of a card with an aim."""

    finds: Any
    """A legal target exists, `now` being its moments."""
    first: Stage = Stage.VERB
    """First part; VERB: nothing."""
    seat: Any = None
    """The player `q`, not dead, may be named."""
    place: Any = None
    """The place of the combat, or the monster `j`, may be named."""
    second: Any = None
    """Card `d` may be the second card: a monster, an item, a curse, a discard."""
    where: Any = NOWHERE
    """Places of that card: bits of `Where`, or a function that returns them."""


_SIDEKICK = {"second": is_sidekick_in_play, "where": Where.TABLE | Where.OTHERS}  # that is killed
_PLAYER = {"first": Stage.SEAT, "finds": finds_player, **_SIDEKICK}
_CARD = {"first": Stage.SECOND, "finds": has_second_target}
AIMS: dict[Aim, AimRow] = {
    Aim.NONE: AimRow(helps_unaimed, second=may_make_way, where=Where.TABLE),
    Aim.PLAYER: AimRow(seat=may_have_card, **_PLAYER),
    Aim.SIDE: AimRow(helps_unaimed, Stage.PLACE, place=is_side),
    Aim.MONSTER: AimRow(finds_monster, Stage.PLACE, place=is_one_or_new, second=may_be_buried, where=Where.HAND),
    Aim.MONSTER_FROM_HAND: AimRow(finds_one_to_join, Stage.SECOND, second=is_monster_of_hand, where=Where.HAND),
    Aim.MONSTER_SWAP: AimRow(
        finds_swap, Stage.PLACE, place=is_monster_there, second=is_monster_of_hand, where=Where.HAND
    ),
    Aim.OWN_ITEM: AimRow(second=may_be_fitted, where=Where.HAND | Where.TABLE, **_CARD),
    Aim.OTHERS_ITEM: AimRow(second=helps_out, where=Where.OTHERS, **_CARD),
    Aim.CURSE: AimRow(second=may_be_cursed_card, where=where_curses_lie, **_CARD),
    Aim.DISCARD: AimRow(second=may_be_fetched, where=Where.DISCARDS, **_CARD),
    Aim.OUTSIDER: AimRow(seat=is_outsider, **_PLAYER),
    Aim.FACE: AimRow(helps_unaimed, Stage.AMOUNT),
    Aim.FIGHTERS: AimRow(fighters_may_escape, Stage.SEAT, seat=may_escape_all),
    Aim.VICTIM: AimRow(seat=is_victim, **_PLAYER),
    Aim.SPENT: AimRow(second=may_be_bound, where=Where.COMBAT, **_CARD),
    Aim.MONSTERS: AimRow(has_monsters, Stage.PLACE, place=is_all_or_one),
    Aim.FIGHTING_OR_CLASS: AimRow(
        finds_monster_or_class, Stage.PLACE, seat=has_strengthened, place=is_place_to_strengthen
    ),
    Aim.IN_TURN: AimRow(seat=is_other_in_turn, **_PLAYER),
    Aim.RISEN: AimRow(seat=has_risen, **_PLAYER),
    Aim.FRESH: AimRow(second=is_fresh, where=Where.DISCARDS, **_CARD),
}

_GIVEN = {name: name for name in ("s", "t", "p", "c", "d", "q", "k", "now", "place", "j")}
_make = Maker(__name__, _GIVEN, type_of=type_of, level_barred=level_barred, monster_at=monster_at, Stage=Stage)
_CARDS = ["k = type_of(t, c)", "aim = t.card[k].aim"]


def _column(name: str) -> dict[Aim, str]:
    """The calls of a column, by aim."""
    found = {aim: getattr(row, name) for aim, row in AIMS.items()}
    return {aim: _make.call(function) for aim, function in found.items() if function is not None}


seat_is_target = _make.dispatcher(
    "seat_is_target(s, t, p, c, q)",
    "Player `q` may be the target of card `c` played by `p`.",
    _column("seat"),
    "False",
    before=[*_CARDS, "if s.player[q].dead or level_barred(s, t, k, p, q):\n        return False"],
)
place_is_target = _make.dispatcher(
    "place_is_target(s, t, c, place)",
    "Card `c` may be aimed at the vocabulary.Place.",
    _column("place"),
    "False",
    before=[*_CARDS, "j = monster_at(place)"],
)
second_is_target = _make.dispatcher(
    "second_is_target(s, t, p, c, d)",
    "Card `d` may be the second card of the play of `c`.",
    _column("second"),
    "False",
    before=["if d == c:\n        return False", *_CARDS],
)
where_second = _make.dispatcher(
    "where_second(s, t, c)",
    "Bits of vocabulary.Where: where the second card of the play of `c` lies.",
    _column("where"),
    "0",
    before=_CARDS,
)
has_target = _make.dispatcher(
    "has_target(s, t, p, c, now)",
    "Card `c` of `p` may be played on something at the moments `now`.",
    _column("finds"),
    "False",
    before=_CARDS,
)
first_of_aim = _make.dispatcher(
    "first_of_aim(aim)",
    "What the play of a card with the aim names first; Stage.VERB: nothing.",
    {aim: str(int(row.first)) for aim, row in AIMS.items()},
    "Stage.VERB",
)
