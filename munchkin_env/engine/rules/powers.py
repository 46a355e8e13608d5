"""Cards in play that their owner uses for a price: other own cards, or the card itself (PLAY-10)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import mark_used, set_flag
from munchkin_env.engine.mutations.combat import empower
from munchkin_env.engine.mutations.decks import look_at_top
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_class,
    is_cult_card,
    is_item,
    is_monster,
    is_race,
    is_race_or_class,
    kind_of,
    pays_in_play,
    speaks,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.items import cost_of, is_stuck, use_of, wager_of
from munchkin_env.engine.queries.people import is_cultist, is_fighter, lowest_level
from munchkin_env.engine.queries.piles import known_on_top
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.rules.aims import has_target
from munchkin_env.engine.rules.cult import ends_with_cult
from munchkin_env.engine.rules.effects.cards import about_to_strike, disarming, salvages
from munchkin_env.engine.rules.effects.combat import avoids_fight
from munchkin_env.engine.rules.effects.levels import level_barred
from munchkin_env.engine.rules.helping import drafts, may_draft
from munchkin_env.engine.rules.rows import effect
from munchkin_env.vocabulary import Decision, Deck, Flag, Moment, Often, Op, Payment, Stage, Trigger, Zone

# --------------------------------------------------------------------------- the price


@kernel
def cards_owed(t, c):
    """Cards that it costs to use card `c`."""
    return t.clause[cost_of(t, c)].amount


@kernel
def pays_for(s, t, p, c, d):
    """PLAY-10, CULT-1: the card `d` may pay for the use of card `c`, if it is one of those that its cost asks for."""
    of = t.clause[cost_of(t, c)].policy
    if is_kept(s, t, d):
        return False
    if s.card[d].zone == table_of(p):
        if of == Payment.HAND or d == c or is_cult_card(t, d) or is_stuck(s, t, d):
            return False
        if not pays_in_play(t, d):
            return False
    elif s.card[d].zone != hand_of(p):
        return False
    if of == Payment.IDENTITIES:
        return is_race_or_class(kind_of(t, d))
    return of != Payment.ITEMS or is_item(t, d)


@kernel
def payers(s, t, p, c, first_type):
    """Cards that may still pay for the use of card `c`, from `first_type` on."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(s, zone):
            if type_of(t, d) >= first_type and not has_flag(s, d, Flag.SELECTED) and pays_for(s, t, p, c, d):
                total += 1
    return total


@kernel
def gold_of(t, c):
    """Value of a paying card, 0 if it has no price."""
    return max(0, t.card[type_of(t, c)].value)


@kernel
def salvaged(s, t, c):
    """The item that the use of card `c` takes off the treasure discards, 0 if it takes none."""
    if not salvages(t, type_of(t, c)):
        return 0
    d = s.head[Zone.DISCARD + Deck.TREASURE]
    return d if d and is_item(t, d) else 0


@kernel
def gold_owed(s, t, c):
    """Total value that the cards paying for card `c` need: that of its target."""
    d = salvaged(s, t, c)
    return gold_of(t, d) if d else 0


@kernel
def dearest_payers(s, t, p, c, first_type, first, n):
    """Value of the `n` costliest cards that may still pay for card `c` beside `first`, from `first_type` on."""
    total = 0
    above = 32767
    last = 0
    for _ in range(n):
        best = 0
        for zone in (hand_of(p), table_of(p)):
            for d in cards(s, zone):
                gold = gold_of(t, d)
                next_one = gold < above or (gold == above and d > last)
                if next_one and d != first and type_of(t, d) >= first_type and not has_flag(s, d, Flag.SELECTED):
                    if best == 0 or gold > gold_of(t, best) or (gold == gold_of(t, best) and d < best):
                        if pays_for(s, t, p, c, d):
                            best = d
        if best == 0:
            break
        above = gold_of(t, best)
        last = best
        total += above
    return total


@kernel
def gold_paid(s, t, p):
    """Value of the cards that the player has chosen."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(s, zone):
            if has_flag(s, d, Flag.SELECTED):
                total += gold_of(t, d)
    return total


@kernel
def can_afford(s, t, p, c):
    """The player has the cards that it costs to use card `c`."""
    owed = cards_owed(t, c)
    if owed == 0:
        return True
    if payers(s, t, p, c, 0) < owed:
        return False
    gold = gold_owed(s, t, c)
    return gold == 0 or dearest_payers(s, t, p, c, 0, 0, owed) >= gold


@kernel
def may_pay_next(s, t, p, c, d):
    """The card `d` may be the next of those that pay for card `c`, in canonical order."""
    k = type_of(t, d)
    if k < s.move.last or has_flag(s, d, Flag.SELECTED) or not pays_for(s, t, p, c, d):
        return False
    owed = cards_owed(t, c) - s.move.count
    if owed <= 0 or payers(s, t, p, c, k) < owed:
        return False
    gold = gold_owed(s, t, c)
    if gold == 0:
        return True
    return gold_paid(s, t, p) + gold_of(t, d) + dearest_payers(s, t, p, c, k, d, owed - 1) >= gold


@kernel
def is_paid(s, t):
    """As many cards are chosen as the use costs."""
    return s.move.count == cards_owed(t, s.move.card)


# --------------------------------------------------------------------------- how often


@kernel
def is_used_up(s, t, c):
    """The card has been used in this turn, or combat, and may be used once."""
    each = t.clause[cost_of(t, c)].arg
    if each == Often.TURN:
        return has_flag(s, c, Flag.PUT_IN_USE)
    return each == Often.COMBAT and use_of(s, c) != 0


@kernel
def note_power(s, t, p, c):
    """Mark the card in front of `p` as used, if uses are counted; those of races and classes count for `p`."""
    each = t.clause[cost_of(t, c)].arg
    if s.card[c].zone < Zone.TABLE:
        return
    if each == Often.TURN:
        set_flag(s, t, c, Flag.PUT_IN_USE, 1)
        card = t.card[type_of(t, c)]
        if is_race(kind_of(t, c)):
            s.used_races[p] |= 1 << card.race
        elif is_class(kind_of(t, c)):
            s.used_klasses[p] |= 1 << card.klass
    elif each == Often.COMBAT:
        mark_used(s, t, c, 1, False)
        if is_race_or_class(kind_of(t, c)):
            empower(s, p)


# --------------------------------------------------------------------------- the use


@kernel
def completes_cult(s, p):
    """CULT-5: all but this player are Cultists."""
    return s.cultists == s.rules.players - 1 and not is_cultist(s, p)


@kernel
def most_declared(t, c):
    """The highest bonus that may be declared for card `c`."""
    return t.clause[wager_of(t, c)].amount


@kernel
def may_wager(s, t, p, c):
    """A fighter declares the bonus of an item once in a combat, while a monster fights and it may still be won."""
    m = s.combat
    if not is_fighter(s, p) or m.n_monsters == 0 or m.conceded:
        return False
    return use_of(s, c) == 0 and not is_stuck(s, t, c)


@kernel
def may_use_power(s, t, p, c, now):
    """The card in front of `p` may be used at the moments `now`: it can be paid, and there is something to gain."""
    cost = cost_of(t, c)
    k = type_of(t, c)
    if cost == 0 or s.card[c].zone != table_of(p) or t.card[k].when & now == 0:
        return False
    if t.card[k].when & now == Moment.COMBAT and s.combat.active == 0:
        return False  # ROOM-3: a room is none
    if not works(s, t, p, c) or not speaks(s, t, c) or is_used_up(s, t, c) or not can_afford(s, t, p, c):
        return False
    if t.clause[cost].limit and is_stuck(s, t, c):
        return False
    if t.clause[cost].flag and s.player[p].level > lowest_level(s):
        return False
    if level_barred(s, t, k, p, p):
        return False
    look = looks(t, k)
    if look and not is_curious(s, t, p, t.clause[look].arg, t.clause[look].amount):
        return False
    if avoids_fight(t, k) and (s.combat.n_monsters != 1 or s.combat.leader != p or s.turn_seat != p):
        return False
    if disarming(t, k) and not can_be_disarmed(t, about_to_strike(s, p)):
        return False
    if ends_with_cult(t, k) and not completes_cult(s, p):
        return False
    if salvages(t, k) and salvaged(s, t, c) == 0:
        return False
    if find_clause(t, k, Trigger.PLAY, Op.FIGHT_DISCARD) and wanted(s, t, c) == 0:
        return False
    if drafts(t, k) and not may_draft(s, t, p):
        return False
    if wager_of(t, c) and not may_wager(s, t, p, c):
        return False
    return has_target(s, t, p, c, now)


@kernel
def can_be_disarmed(t, c):
    """CURSE-4: something is about to strike, and it does not say that nobody can disarm it. c: that card, 0 if none."""
    return c != 0 and resists_disarming(t, type_of(t, c)) == 0


@kernel
def looks(t, k):
    """The clause by which the player of a card of type `k` looks at a pile, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.LOOK)


@kernel
def look_at_pile(s, t, actor, word, amount):
    """A player looks at the top of a pile."""
    look_at_top(s, t, actor, word.arg, amount)


@kernel
def resists_disarming(t, k):
    """CURSE-4: the clause by which nobody can disarm a curse of type `k`, 0 if it has none."""
    return find_clause(t, k, Trigger.ALWAYS, Op.DISARM_PROOF)


@kernel
def wanted(s, t, c):
    """TURN-3: the monster on top of the door discards that the use of card `c` looks for trouble with, 0 if none."""
    if s.decision != Decision.AFTER_DOOR or find_clause(t, type_of(t, c), Trigger.PLAY, Op.FIGHT_DISCARD) == 0:
        return 0
    d = s.head[Zone.DISCARD + Deck.DOOR]
    return d if d and is_monster(kind_of(t, d)) else 0


@kernel
def is_curious(s, t, p, deck, n):
    """In the own turn: of the `n` cards on top of a draw pile there is one that the player does not know."""
    if p != s.turn_seat:
        return False
    there = s.count[Zone.DECK + deck]
    if there == 0:
        return s.count[Zone.DISCARD + deck] > 0
    return known_on_top(s, t, p, deck) < min(n, there)


@kernel
def uses_a_power(s, t, p, now):
    """The player has a card in play that may be used at the moments `now`."""
    c = s.head[table_of(p)] if s.player[p].powers else 0
    while c:
        if may_use_power(s, t, p, c, now):
            return True
        c = s.card[c].next
    return False


@kernel
def power_option(s, t, p, c, now):
    """A card in play to use, or one to pay with."""
    if s.move.stage == Stage.MORE:
        return may_pay_next(s, t, p, s.move.card, c)
    return may_use_power(s, t, p, c, now)


effect(Op.LOOK, look_at_pile)
effect(Op.FIGHT_DISCARD, None)  # `using.hunt`
