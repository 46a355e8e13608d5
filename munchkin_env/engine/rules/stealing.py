"""Thieves: victims, targets, price and rolls of stealing (CLASS-1, WINDOW-4); when it may be left undone (MIX-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import discard
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import lose_level
from munchkin_env.engine.mutations.stack import pop, push
from munchkin_env.engine.queries.cards import is_sidekick, kind_of, speaks, table_of, type_of
from munchkin_env.engine.queries.conditions import ability_clause, works
from munchkin_env.engine.queries.entered_room import must_be_looted
from munchkin_env.engine.queries.items import may_change_hands
from munchkin_env.engine.queries.people import has_ability, is_fighter
from munchkin_env.engine.rules.abilities import can_pay, pay, payable
from munchkin_env.engine.rules.choices import steal_item
from munchkin_env.engine.rules.effects.pending import clear_roll, number_rolled, push_roll
from munchkin_env.engine.rules.rows import (
    NOT_OF_ROLLS,
    TURN,
    At,
    During,
    frame,
    verb,
)
from munchkin_env.vocabulary import (
    Ability,
    Event,
    Frame,
    RollFor,
    Stage,
    Theft,
    Verb,
    Where,
    kinds_that,
)


@kernel
def stealable(s, t, p, c):
    """CLASS-1: A Thief takes small items in play that nothing on them holds."""
    return may_change_hands(s, t, c) and t.card[type_of(t, c)].big == 0


@kernel
def has_stealable(s, t, thief, q):
    for c in cards(s, table_of(q)):
        if stealable(s, t, thief, c):
            return True
    return False


@kernel
def may_steal_from(s, thief, victim):
    """Neither thief nor victim is in combat."""
    return victim != thief and s.player[victim].dead == 0 and not is_fighter(s, victim)


@kernel
def stealing_sidekick(s, t, p):
    """SIDE-4: the sidekick that steals for its owner, lost if it fails; 0 if the owner is a thief by another card."""
    found = 0
    for c in cards(s, table_of(p)):
        if (t.card[type_of(t, c)].abilities >> Ability.THEFT) & 1 == 1 and works(s, t, p, c) and speaks(s, t, c):
            if not is_sidekick(kind_of(t, c)):
                return 0
            found = c
    return found


@kernel
def try_theft(s, t, p, c, d):
    """The Thief pays, names the target and rolls."""
    pay(s, t, p, d)
    victim = s.card[c].zone - table_of(0)
    log(s, Event.STOLE, p, type_of(t, c), victim, Theft.TRIES)
    i = push(s, Frame.THEFT, p, victim)
    s.frame[i].card = c
    s.frame[i].thief = stealing_sidekick(s, t, p)
    if p == s.turn_seat:
        s.player[p].stole = 1
    push_roll(s, p, RollFor.THEFT, 0)


@kernel
def may_steal(s, t, p):
    """CLASS-1: a Thief who doesn't fight and can pay."""
    if not has_ability(s, p, Ability.THEFT) or is_fighter(s, p) or stole_enough(s, t, p):
        return False
    return can_pay(s, t, p, Ability.THEFT)


@kernel
def stole_enough(s, t, p):
    """MIX-3: a player who must steal, and may anyway, does so once in the turn."""
    if s.player[p].stole == 0 or p != s.turn_seat or not has_ability(s, p, Ability.COMPULSIVE_THEFT):
        return False
    sources = 0
    for c in cards(s, table_of(p)):
        if (t.card[type_of(t, c)].abilities >> Ability.THEFT) & 1 == 1 and works(s, t, p, c):
            sources += 1
    return sources > 1


@kernel
def may_be_robbed(s, t, p, q):
    """CLASS-1: the player may be stolen from, and has something that a Thief takes."""
    return may_steal_from(s, p, q) and has_stealable(s, t, p, q)


@kernel
def can_steal(s, t, p):
    """CLASS-1: there is somebody to steal from."""
    if not may_steal(s, t, p):
        return False
    for q in seats(s):
        if may_be_robbed(s, t, p, q):
            return True
    return False


@kernel
def pays_for_theft(s, t, p, d):
    """PLAY-10: the card may pay for a theft."""
    return payable(s, t, p, d, Ability.THEFT)


@kernel
def must_steal(s, p):
    """MIX-3: the player in turn does not end the turn before an attempt to steal, if one is possible."""
    return p == s.turn_seat and s.player[p].stole == 0 and has_ability(s, p, Ability.COMPULSIVE_THEFT)


@kernel
def may_end_turn(s, t, p):
    """TURN-4, MIX-3: nothing is left to loot or to steal that must be."""
    return not must_be_looted(s, t) and not (must_steal(s, p) and can_steal(s, t, p))


@kernel
def number_to_steal(s, t, thief):
    """CLASS-1: the least number by which a theft succeeds."""
    clause = ability_clause(s, t, thief, Ability.THEFT)
    return t.clause[clause].amount if clause else 4


@kernel
def face_to_steal(s, t, thief):
    """CLASS-1: the least face of the die by which a theft succeeds, with all that changes the thief's rolls."""
    return number_to_steal(s, t, thief) - s.player[thief].die


@kernel
def run_theft(s, t, i):
    """The roll decides: the item, or a level, or the sidekick that was sent (SIDE-4)."""
    f = s.frame[i]
    thief = f.seat
    victim = f.other
    item = f.card
    sent = f.thief
    succeeds = number_rolled(s, thief) >= number_to_steal(s, t, thief)
    clear_roll(s)
    pop(s, i)
    if not succeeds:
        log(s, Event.STOLE, thief, type_of(t, item), victim, Theft.FAILS)
        if sent == 0:
            lose_level(s, thief, 1)
        elif s.card[sent].zone == table_of(thief):
            discard(s, t, sent, thief)
    elif s.card[item].zone == table_of(victim):
        log(s, Event.STOLE, thief, type_of(t, item), victim, Theft.SUCCEEDS)
        steal_item(s, t, thief, victim, item)


verb(
    Verb.STEAL,
    "steal an item",
    "You discard a card and roll: mostly on 4 or more you take another's item, else you lose a level.",
    lead="steal from",
    parts=(Stage.SEAT, Stage.CARD, Stage.SECOND),
    cards=Where.PARTNER,
    kinds=kinds_that("item"),
    seconds=Where.HAND | Where.TABLE,
    ability=Ability.THEFT,
    at=(At(62, TURN),),
    windows=(During(40, NOT_OF_ROLLS),),  # also during a combat of others (CLASS-1)
    when=may_steal,
    seat=may_be_robbed,
    card=stealable,
    second=pays_for_theft,
    carry_out=try_theft,
)


frame(Frame.THEFT, run=run_theft)
