"""Whether a card, a seat or a place may be the next part of an answer: a line a verb, each asks its chapter."""

from munchkin_env.engine.atoms.stack import top
from munchkin_env.engine.compiler.kernel import inlined, kernel
from munchkin_env.engine.facts.cards import is_cult_card
from munchkin_env.engine.facts.places import monster_at
from munchkin_env.engine.facts.third_deck import is_kept
from munchkin_env.engine.rules.abilities import backstab_target, payable
from munchkin_env.engine.rules.aims import moments, place_is_target, seat_is_target, second_is_target, where_second
from munchkin_env.engine.rules.calling import answers_call
from munchkin_env.engine.rules.claims import may_claim
from munchkin_env.engine.rules.dismissal import bribes, can_bribe, exchange_option, may_decline, may_send_away
from munchkin_env.engine.rules.equipment import (
    counts_as_big,
    lay_out_option,
    may_drop,
    may_get_big,
    may_lend,
    may_put_away,
    may_throw_away,
    may_use,
)
from munchkin_env.engine.rules.helping import may_ask, promise_option
from munchkin_env.engine.rules.interference import playable
from munchkin_env.engine.rules.meeting import is_given_up, may_swap_with
from munchkin_env.engine.rules.modifiers import is_second_class
from munchkin_env.engine.rules.powers import power_option
from munchkin_env.engine.rules.run_away import (
    can_pay_escape,
    escape_card_fits,
    may_flee_with,
    must_flee_from,
    plays_to_escape,
    takes_item,
)
from munchkin_env.engine.rules.selling import sell_option
from munchkin_env.engine.rules.sidekicks import may_sacrifice
from munchkin_env.engine.rules.trading import (
    counter_option,
    give_option,
    has_gift,
    has_stealable,
    has_trade,
    may_receive_offer,
    may_steal_from,
    stealable,
    trade_option,
    want_option,
)
from munchkin_env.engine.rules.turn import is_trouble
from munchkin_env.vocabulary import Ability, Decision, Stage, Verb, Where
from munchkin_env.vocabulary.verbs import (
    CARD_IN_DISCARDS,
    CARD_IN_HAND,
    CARD_OF_OTHERS,
    CARD_OF_PARTNER,
    CARD_ON_TABLE,
    SECOND_IN_HAND,
    SECOND_OF_PARTNER,
    SECOND_ON_TABLE,
)


@inlined
def among(verb, verbs):
    """The verb is in a set of `vocabulary.verbs`."""
    return (verbs >> verb) & 1 != 0


@kernel
def argument_moments(s, t, p, verb):
    """Only plays and uses ask when now is."""
    return moments(s, t, p) if verb == Verb.PLAY or verb == Verb.USE_POWER else 0


@inlined
def where_to_look(s, t, verb, stage):
    """Bits of vocabulary.Where: where the cards lie that may come next."""
    if stage == Stage.SECOND:
        if verb == Verb.PLAY or verb == Verb.USE_POWER:
            return where_second(s, t, s.move.card)
        where = Where.HAND if among(verb, SECOND_IN_HAND) else 0
        where += Where.TABLE if among(verb, SECOND_ON_TABLE) else 0
        return where + (Where.PARTNER if among(verb, SECOND_OF_PARTNER) else 0)
    where = Where.HAND if among(verb, CARD_IN_HAND) else 0
    where += Where.TABLE if among(verb, CARD_ON_TABLE) else 0
    where += Where.PARTNER if among(verb, CARD_OF_PARTNER) else 0
    where += Where.DISCARDS if among(verb, CARD_IN_DISCARDS) else 0
    return where + (Where.OTHERS if among(verb, CARD_OF_OTHERS) else 0)


@inlined
def card_option(s, t, p, verb, stage, now, c):
    """Card copy `c`, which lies where the verb looks, may be the answer of `p` at this stage of the composite."""
    if stage == Stage.SECOND:
        return second_option(s, t, p, verb, c)
    if verb == Verb.PLAY:
        return playable(s, t, p, c, now) or may_flee_with(s, t, p, c)
    if verb == Verb.SELL:
        return sell_option(s, t, p, c)
    if verb == Verb.STEAL:
        return stealable(s, t, p, c)
    if verb == Verb.USE_POWER:
        return power_option(s, t, p, c, now)
    if verb == Verb.GIVE:
        return give_option(s, t, p, c)
    if verb == Verb.TRADE:
        return trade_option(s, t, p, c)
    if verb == Verb.COUNTER:
        return counter_option(s, t, c)
    if verb == Verb.ASK_HELP:
        return promise_option(s, t, p, c)
    if verb == Verb.BRIBE:
        return bribes(s, t, monster_at(s.move.place), c)
    if verb == Verb.PAY_ESCAPE:
        return takes_item(s, t, monster_at(s.move.place), p, c)
    if verb == Verb.EXCHANGE:
        return exchange_option(s, t, p, c, s.frame[top(s)].n)
    return own_option(s, t, p, verb, c) or payment_option(s, t, p, verb, c)


@inlined
def own_option(s, t, p, verb, c):
    """An own card may be what the verb is done with, if one own card is all it takes. Bots ask this of their view."""
    if verb == Verb.LAY_OUT:
        return lay_out_option(s, t, p, c)
    if verb == Verb.USE:
        return may_use(s, t, p, c)
    if verb == Verb.CARRY:
        return may_put_away(s, t, p, c)
    if verb == Verb.LEND:
        return may_lend(s, t, p, c)
    if verb == Verb.DROP:
        return may_drop(s, t, p, c)
    if verb == Verb.THROW_AWAY:
        return may_throw_away(s, t, c)
    if verb == Verb.HAND_OVER:
        return counts_as_big(s, t, c)
    if verb == Verb.FIGHT:
        return is_trouble(t, c)
    if verb == Verb.ANSWER_CALL:
        return answers_call(s, t, c)
    if verb == Verb.CLAIM:
        return may_claim(s, t, p, c)
    if verb == Verb.SACRIFICE:
        return may_sacrifice(s, t, p, c)
    if verb == Verb.SWAP:
        return not is_cult_card(t, c) and not is_kept(s, t, c)
    return False


@inlined
def payment_option(s, t, p, verb, c):
    """PLAY-10: the card may pay for the ability that the verb needs."""
    if verb == Verb.BERSERK:
        return payable(s, t, p, c, Ability.BERSERK)
    if verb == Verb.TURN_UNDEAD:
        return payable(s, t, p, c, Ability.TURNING)
    if verb == Verb.BACKSTAB:
        return payable(s, t, p, c, Ability.BACKSTAB)
    if verb == Verb.FLIGHT:
        return payable(s, t, p, c, Ability.FLIGHT)
    if verb == Verb.RETRY:
        return payable(s, t, p, c, Ability.RETRY)
    return False


@kernel
def second_option(s, t, p, verb, c):
    """Card copy `c` may be the second card of the answer."""
    if verb == Verb.PLAY or verb == Verb.USE_POWER:
        return second_is_target(s, t, p, s.move.card, c)
    if verb == Verb.LAY_OUT:
        if s.decision == Decision.JOIN:
            return is_given_up(s, t, p, c)
        return is_second_class(s, t, p, s.move.card, c)
    if verb == Verb.STEAL:
        return payable(s, t, p, c, Ability.THEFT)
    if verb == Verb.TRADE:
        return want_option(s, t, p, c)
    return False


@kernel
def seat_option(s, t, p, verb, q):
    """Player `q` may be named next by `p`."""
    if verb == Verb.PLAY or verb == Verb.USE_POWER:
        return seat_is_target(s, t, p, s.move.card, q)
    if verb == Verb.ASK_HELP:
        return may_ask(s, t, q)
    if verb == Verb.BACKSTAB:
        return backstab_target(s, p, q)
    if verb == Verb.STEAL:
        return may_steal_from(s, p, q) and has_stealable(s, t, p, q)
    if verb == Verb.GIVE:
        return may_receive_offer(s, p, q) and has_gift(s, t, p, q)
    if verb == Verb.TRADE:
        return may_receive_offer(s, p, q) and has_trade(s, t, p, q)
    if verb == Verb.HAND_OVER:
        return may_get_big(s, t, p, s.move.card, q)
    return verb == Verb.SWAP and may_swap_with(s, p, q)


@kernel
def place_option(s, t, p, verb, place):
    """The place of the combat may be named next: a vocabulary.Place."""
    i = monster_at(place)
    if verb == Verb.PLAY:
        c = s.move.card
        if plays_to_escape(s, t, p, c):
            return i >= 0 and escape_card_fits(s, t, c, p, i)
        return place_is_target(s, t, c, place)
    if i < 0:
        return False
    if verb == Verb.ROLL:
        return must_flee_from(s, p, i)
    if verb == Verb.CHARM:
        return True
    if verb == Verb.SEND_AWAY:
        return may_send_away(s, t, p, i)
    if verb == Verb.DECLINE:
        return may_decline(s, t, i)
    if verb == Verb.BRIBE:
        return can_bribe(s, t, p, i)
    if verb == Verb.PAY_ESCAPE:
        return can_pay_escape(s, t, p, i)
    return False
