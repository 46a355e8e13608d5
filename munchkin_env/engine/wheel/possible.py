"""Whether a verb may be begun: some completion of its answer exists."""

from munchkin_env.engine.atoms.stack import top
from munchkin_env.engine.compiler.kernel import inlined, kernel
from munchkin_env.engine.compiler.language import cards, seats
from munchkin_env.engine.facts.cards import hand_of, table_of
from munchkin_env.engine.facts.clauses import monsters_have
from munchkin_env.engine.facts.in_play import CARRIED, IN_USE, has_laid, owns_goods
from munchkin_env.engine.facts.people import has_ability
from munchkin_env.engine.facts.places import place_of
from munchkin_env.engine.position.action_ids import VERB0
from munchkin_env.engine.rules.abilities import may_backstab, may_charm, may_go_berserk, may_turn_undead
from munchkin_env.engine.rules.claims import any_claimed
from munchkin_env.engine.rules.dismissal import can_exchange
from munchkin_env.engine.rules.equipment import carrier, items_may_go, may_drop_anything
from munchkin_env.engine.rules.helping import help_possible, may_volunteer
from munchkin_env.engine.rules.interference import any_playable
from munchkin_env.engine.rules.meeting import has_partner
from munchkin_env.engine.rules.run_away import has_escape_card, may_fly, may_retry
from munchkin_env.engine.rules.selling import may_sell
from munchkin_env.engine.rules.trading import may_offer, may_steal
from munchkin_env.engine.rules.turn import may_show_hand
from munchkin_env.engine.wheel.ids import add
from munchkin_env.engine.wheel.options import among, card_option, place_option, seat_option
from munchkin_env.vocabulary import Decision, Stage, Verb
from munchkin_env.vocabulary.verbs import (
    ABILITY_OF,
    CARD_IN_HAND,
    CARD_ON_TABLE,
    NEEDS_ABILITY,
    NEEDS_WORD,
    PLACE_FIRST,
    WORD_OF,
)


@inlined
def any_in(s, t, p, verb, now, zone):
    """Some card of the zone can be the first argument of the verb."""
    for c in cards(s, zone):
        if card_option(s, t, p, verb, Stage.CARD, now, c):
            return True
    return False


@inlined
def any_card(s, t, p, verb, now):
    """Some own card can be the first argument of the verb."""
    if among(verb, CARD_IN_HAND) and any_in(s, t, p, verb, now, hand_of(p)):
        return True
    return among(verb, CARD_ON_TABLE) and any_in(s, t, p, verb, now, table_of(p))


@kernel
def some_seat(s, t, p, verb):
    """Some player can be named."""
    for q in seats(s):
        if seat_option(s, t, p, verb, q):
            return True
    return False


@kernel
def some_place(s, t, p, verb):
    """Some monster can be named."""
    for i in range(s.combat.n_monsters):
        if place_option(s, t, p, verb, place_of(i)):
            return True
    return False


@inlined
def verb_possible(s, t, p, verb, now):
    """The verb may be begun by `p` at the present decision: some completion exists."""
    if among(verb, NEEDS_ABILITY) and not has_ability(s, p, ABILITY_OF[verb]):
        return False
    if among(verb, NEEDS_WORD) and not monsters_have(s, WORD_OF[verb]):
        return False
    if verb == Verb.PLAY:
        return any_playable(s, t, p, now) or (s.decision == Decision.FLEE and has_escape_card(s, t, p))
    if verb == Verb.SELL:
        return may_sell(s, t, p)
    if verb == Verb.STEAL:
        return may_steal(s, t, p) and some_seat(s, t, p, verb)
    if verb == Verb.TRADE or verb == Verb.GIVE:
        return owns_goods(s, p) and may_offer(s, p) and some_seat(s, t, p, verb)
    if verb == Verb.USE:
        return has_laid(s, p, CARRIED) and any_card(s, t, p, verb, now)
    if verb == Verb.CARRY:
        return has_laid(s, p, IN_USE) and any_card(s, t, p, verb, now)
    if verb == Verb.DROP:
        return may_drop_anything(s, p) and any_card(s, t, p, verb, now)
    if verb == Verb.SHOW_HAND:
        return may_show_hand(s, p)
    if verb == Verb.ASK_HELP:
        return help_possible(s, t) and some_seat(s, t, p, verb)
    if verb == Verb.OFFER_HELP:
        return may_volunteer(s, t, p)
    if verb == Verb.BERSERK:
        return may_go_berserk(s, t, p)
    if verb == Verb.TURN_UNDEAD:
        return may_turn_undead(s, t, p)
    if verb == Verb.CHARM:
        return may_charm(s, t, p)
    if verb == Verb.BACKSTAB:
        return may_backstab(s, t, p) and some_seat(s, t, p, verb)
    if verb == Verb.FLIGHT:
        return may_fly(s, t, p)
    if verb == Verb.RETRY:
        return may_retry(s, t, p)
    if verb == Verb.THROW_AWAY:
        return items_may_go(s) and any_card(s, t, p, verb, now)
    if verb == Verb.USE_POWER:
        return s.player[p].powers > 0 and any_card(s, t, p, verb, now)
    if verb == Verb.LEND:
        return carrier(s, t, p) != 0 and any_card(s, t, p, verb, now)
    if verb == Verb.CLAIM:
        return any_claimed(s, t, p)
    if verb == Verb.SWAP:
        return has_partner(s, p) and any_card(s, t, p, verb, now)
    if verb == Verb.EXCHANGE:
        return can_exchange(s, t, p, s.frame[top(s)].n)
    if among(verb, PLACE_FIRST):
        return some_place(s, t, p, verb)
    return any_card(s, t, p, verb, now)


@inlined
def add_verb(s, t, p, verb, now, out, n):
    """Lists the verb if it may be begun."""
    return add(out, n, VERB0 + verb) if verb_possible(s, t, p, verb, now) else n
