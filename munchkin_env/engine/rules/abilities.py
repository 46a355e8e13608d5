"""Abilities of races and classes, each use paid with a card (PLAY-10, CLASS-1, RACE-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import discard
from munchkin_env.engine.mutations.combat import change_side
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.queries.cards import is_cult_card, pays_in_play, table_of, type_of
from munchkin_env.engine.queries.conditions import ability_clause
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.people import has_ability, is_fighter
from munchkin_env.engine.queries.strength import levels_alone, undead_fights
from munchkin_env.engine.queries.third_deck import is_kept, loose_cards
from munchkin_env.engine.rules.rows import FIGHTER, IN_COMBAT, NOT_OF_FLIGHT, OWN_COMBAT, At, During, verb
from munchkin_env.vocabulary import Ability, Event, Stage, Verb, Where, Zone


@kernel
def pay(s, t, p, c):
    """PLAY-10: a card is discarded for an ability."""
    log(s, Event.PAID, p, type_of(t, c), -1, 0)
    discard(s, t, c, p)


@kernel
def backstab(s, t, p, q, c):
    """A fighter loses strength, once per Thief and combat."""
    amount = ability_amount(s, t, p, Ability.BACKSTAB)
    pay(s, t, p, c)
    s.player[p].backstabbed |= 1 << q
    s.player[q].combat_bonus += amount
    log(s, Event.BACKSTABBED, p, 0, q, amount)


@kernel
def payable(s, t, p, c, ability):
    """PLAY-10, CULT-1: the card may pay for an ability: own, not cursed, no Cultist in play, not what grants it."""
    if is_kept(s, t, c):
        return False
    if s.card[c].zone < Zone.TABLE:
        return True
    if is_cult_card(t, c) or is_stuck(s, t, c):
        return False
    if (t.card[type_of(t, c)].abilities >> ability) & 1:
        return False
    return pays_in_play(t, c)


@kernel
def can_pay(s, t, p, ability):
    """The player has some card to pay with."""
    if loose_cards(s, p):
        return True
    for c in cards(s, table_of(p)):
        if payable(s, t, p, c, ability):
            return True
    return False


@kernel
def ability_limit(s, t, p, ability):
    """Number of cards that the ability takes in one combat."""
    clause = ability_clause(s, t, p, ability)
    return t.clause[clause].limit if clause else 0


@kernel
def ability_amount(s, t, p, ability):
    """Contribution of one card."""
    clause = ability_clause(s, t, p, ability)
    return t.clause[clause].amount if clause else 0


@kernel
def paid_ability(s, t, p, ability, used):
    """PLAY-14: the ability is there, its limit is not reached and a card can be paid."""
    return has_ability(s, p, ability) and used < ability_limit(s, t, p, ability) and can_pay(s, t, p, ability)


@kernel
def backstab_target(s, p, q):
    """Once per victim per combat, never oneself."""
    return q != p and is_fighter(s, q) and (s.player[p].backstabbed >> q) & 1 == 0


@kernel
def go_berserk(s, t, p, c):
    """CLASS-1: a Warrior gets strength for the card."""
    pay(s, t, p, c)
    s.player[p].berserk += 1
    change_side(s, 0, ability_amount(s, t, p, Ability.BERSERK))


@kernel
def turn_undead(s, t, p, c):
    """CLASS-1: a Cleric gets strength against undead for the card."""
    pay(s, t, p, c)
    s.player[p].turning += 1
    change_side(s, 0, ability_amount(s, t, p, Ability.TURNING))


@kernel
def take_flight(s, t, p, c):
    """FLEE-5: a Wizard adds to the own roll for the card."""
    pay(s, t, p, c)
    s.player[p].flight += 1
    s.roll.extra += ability_amount(s, t, p, Ability.FLIGHT)


@kernel
def try_again(s, t, p, c):
    """FLEE-5: a Halfling rolls again for the card."""
    pay(s, t, p, c)
    s.player[p].retried = 1
    s.roll.again = 1


@kernel
def may_go_berserk(s, t, p):
    """CLASS-1, COMBAT-9: a fighter; where only levels count there is nothing to gain."""
    if not is_fighter(s, p) or levels_alone(s, t):
        return False
    return paid_ability(s, t, p, Ability.BERSERK, s.player[p].berserk)


@kernel
def may_turn_undead(s, t, p):
    """CLASS-1: a fighter, against undead monsters."""
    used = s.player[p].turning
    return is_fighter(s, p) and paid_ability(s, t, p, Ability.TURNING, used) and undead_fights(s)


@kernel
def may_charm(s, t, p):
    """CLASS-1: a fighter with a hand big enough to give up."""
    return (
        is_fighter(s, p)
        and has_ability(s, p, Ability.CHARM)
        and s.combat.n_monsters > 0
        and loose_cards(s, p) >= max(1, ability_limit(s, t, p, Ability.CHARM))
    )


@kernel
def may_backstab(s, t, p):
    """CLASS-1: in any combat."""
    return s.combat.active != 0 and has_ability(s, p, Ability.BACKSTAB) and can_pay(s, t, p, Ability.BACKSTAB)


# --------------------------------------------------------------------------- verbs

verb(
    Verb.BERSERK,
    "go berserk with a card",
    "You discard a card for a bonus in this fight.",
    lead="go berserk with",
    parts=(Stage.CARD,),
    cards=Where.HAND | Where.TABLE,
    ability=Ability.BERSERK,
    at=(At(70, OWN_COMBAT),),
    windows=(During(50, NOT_OF_FLIGHT, FIGHTER),),
    possible=may_go_berserk,
    card=payable,
    carry_out=go_berserk,
)
verb(
    Verb.TURN_UNDEAD,
    "turn the undead with a card",
    "You discard a card for a bonus against undead monsters.",
    lead="turn the undead with",
    parts=(Stage.CARD,),
    cards=Where.HAND | Where.TABLE,
    ability=Ability.TURNING,
    at=(At(80, OWN_COMBAT),),
    windows=(During(60, NOT_OF_FLIGHT, FIGHTER),),
    possible=may_turn_undead,
    card=payable,
    carry_out=turn_undead,
)
verb(
    Verb.BACKSTAB,
    "backstab",
    "You discard a card to make a fighter weaker.",
    lead="backstab",
    parts=(Stage.SEAT, Stage.CARD),
    cards=Where.HAND | Where.TABLE,
    ability=Ability.BACKSTAB,
    at=(At(100, OWN_COMBAT),),
    windows=(During(80, NOT_OF_FLIGHT, IN_COMBAT),),
    when=may_backstab,
    seat=backstab_target,
    card=payable,
    carry_out=backstab,
)
