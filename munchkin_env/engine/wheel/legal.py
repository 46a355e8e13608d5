"""The one source of legality: which action ids answer the pending decision.

`legal` writes the ids in ascending order of construction, without doubles. A verb is listed only if some
completion exists, and every argument keeps one, so an answer once begun can always be finished.
"""

from munchkin_env.engine.atoms.stack import top
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import hand_of, type_of
from munchkin_env.engine.facts.entered_room import may_be_looted, must_be_looted
from munchkin_env.engine.facts.strength import winning
from munchkin_env.engine.position.action_ids import AMOUNT0, VERB0
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.helping import may_want_more
from munchkin_env.engine.rules.rooms import may_open_second
from munchkin_env.engine.rules.selling import is_time_to_sell
from munchkin_env.engine.rules.trading import may_counter, must_steal
from munchkin_env.engine.rules.treasure import most_from_discards
from munchkin_env.engine.wheel.copies import count_groups
from munchkin_env.engine.wheel.ids import add
from munchkin_env.engine.wheel.listing import (
    list_amounts,
    list_cards,
    list_choice,
    list_numbers,
    list_options,
    list_places,
    list_receivers,
    list_seats,
    list_seats_of,
    list_swapped,
    list_takeable,
    list_terms,
    list_types,
    may_close,
)
from munchkin_env.engine.wheel.options import argument_moments
from munchkin_env.engine.wheel.possible import add_verb, verb_possible
from munchkin_env.engine.wheel.windows import fighter_verbs, window_verbs
from munchkin_env.vocabulary import Decision, Filter, Stage, Take, Verb, Zone


@kernel
def turn_verbs(s, t, p, now, out, n):
    """TURN-1, TURN-6: what a player may do in his turn outside combat."""
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    n = add_verb(s, t, p, Verb.LAY_OUT, now, out, n)
    n = add_verb(s, t, p, Verb.USE, now, out, n)
    n = add_verb(s, t, p, Verb.CARRY, now, out, n)
    n = add_verb(s, t, p, Verb.LEND, now, out, n)
    n = add_verb(s, t, p, Verb.SELL, now, out, n)
    n = add_verb(s, t, p, Verb.STEAL, now, out, n)
    n = add_verb(s, t, p, Verb.TRADE, now, out, n)
    n = add_verb(s, t, p, Verb.GIVE, now, out, n)
    n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    n = add_verb(s, t, p, Verb.USE_POWER, now, out, n)
    if s.rules.quick_play:
        n = add_verb(s, t, p, Verb.CLAIM, now, out, n)
    return add_verb(s, t, p, Verb.THROW_AWAY, now, out, n)


@kernel
def combat_verbs(s, t, p, now, out, n):
    """COMBAT-4: what the leader may do."""
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    n = add_verb(s, t, p, Verb.LAY_OUT, now, out, n)
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    if s.player[p].lasers > 1:  # LASER-1
        n = add_verb(s, t, p, Verb.CARRY, now, out, n)
    n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
    n = add_verb(s, t, p, Verb.USE_POWER, now, out, n)
    n = fighter_verbs(s, t, p, now, out, n)
    if s.rules.quick_play:
        n = add_verb(s, t, p, Verb.CLAIM, now, out, n)
    n = add_verb(s, t, p, Verb.BRIBE, now, out, n)
    n = add_verb(s, t, p, Verb.DECLINE, now, out, n)
    n = add_verb(s, t, p, Verb.ASK_HELP, now, out, n)
    return add(out, n, VERB0 + (Verb.KILL if winning(s, t) else Verb.RUN_AWAY))


@kernel
def flight_verbs(s, t, p, now, out, n):
    """FLEE-1, COMBAT-10: who flees is in combat, and may do what may be done there at any time (TURN-7, PLAY-12).

    Nothing is thrown away there (ITEM-4), and no hand shown: he could do that before he gave up (WINDOW-3).
    """
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    n = add_verb(s, t, p, Verb.LAY_OUT, now, out, n)
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    if s.player[p].lasers > 1:  # LASER-1
        n = add_verb(s, t, p, Verb.CARRY, now, out, n)
    n = add_verb(s, t, p, Verb.USE_POWER, now, out, n)
    if s.rules.quick_play:
        n = add_verb(s, t, p, Verb.CLAIM, now, out, n)
    n = add_verb(s, t, p, Verb.PAY_ESCAPE, 0, out, n)
    n = add_verb(s, t, p, Verb.SACRIFICE, 0, out, n)
    return add(out, n, VERB0 + Verb.ROLL)


@kernel
def legal(s, t, out):
    """Writes the legal action ids of the pending decision into `out`; returns how many."""
    if s.over or s.seat < 0:
        return 0
    if s.move.stage != Stage.VERB:
        return legal_argument(s, t, s.seat, out)
    return legal_first(s, t, s.seat, s.decision, out)


@kernel
def legal_first(s, t, p, decision, out):
    """The first part of an answer."""
    n = 0
    if decision == Decision.WINDOW:
        return window_verbs(s, t, p, moments(s, t, p), out, n)
    if decision == Decision.COMBAT:
        return combat_verbs(s, t, p, moments(s, t, p), out, n)
    if decision == Decision.TURN_START:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        return add(out, n, VERB0 + Verb.OPEN_DOOR)
    if decision == Decision.AFTER_DOOR:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        n = add_verb(s, t, p, Verb.FIGHT, 0, out, n)
        return leaving_verbs(s, t, p, out, n)
    if decision == Decision.AFTER_COMBAT:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        return leaving_verbs(s, t, p, out, n)
    if decision == Decision.SETUP or decision == Decision.RECEIVE:
        if decision == Decision.RECEIVE:
            n = add_verb(s, t, p, Verb.PLAY, moments(s, t, p), out, n)  # ITEM-6
        n = add_verb(s, t, p, Verb.LAY_OUT, 0, out, n)
        return add(out, n, VERB0 + Verb.DONE)
    if decision == Decision.FLEE:
        return flight_verbs(s, t, p, moments(s, t, p), out, n)
    if decision == Decision.BEFORE_CURSE:
        n = add_verb(s, t, p, Verb.DROP, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.ENTRY:
        n = add_verb(s, t, p, Verb.EXCHANGE, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.PEEK:
        n = add_verb(s, t, p, Verb.USE_POWER, moments(s, t, p), out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.GOTH or decision == Decision.CROWD:
        n = add_verb(s, t, p, Verb.ANSWER_CALL, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.JOIN:
        n = add_verb(s, t, p, Verb.LAY_OUT, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.SWAP:
        n = add_verb(s, t, p, Verb.SWAP, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if is_yes_or_no(decision):
        return answer_verbs(s, t, decision, out, n)
    return legal_choice(s, t, p, decision, out)


@kernel
def leaving_verbs(s, t, p, out, n):
    """TURN-4, CAT-1: the room is looted, or a second door opened in place of that, or the turn ends."""
    if may_be_looted(s, t):
        n = add(out, n, VERB0 + Verb.LOOT_ROOM)
        if may_open_second(s, p):
            n = add(out, n, VERB0 + Verb.OPEN_DOOR)
    if must_be_looted(s, t) or compelled(s, t, p):
        return n
    return add(out, n, VERB0 + Verb.END_TURN)


@kernel
def compelled(s, t, p):
    """MIX-3: the player in turn has to steal first, and can."""
    return must_steal(s, p) and verb_possible(s, t, p, Verb.STEAL, 0)


@kernel
def is_yes_or_no(decision):
    """An offer waits for its answer."""
    return (
        decision == Decision.ANSWER_HELP
        or decision == Decision.ANSWER_COUNTER
        or decision == Decision.ANSWER_VOLUNTEER
        or decision == Decision.ANSWER_TRADE
        or decision == Decision.ACCEPT_ESCAPE
        or decision == Decision.CURE
        or decision == Decision.CONTEST
    )


@kernel
def answer_verbs(s, t, decision, out, n):
    """Yes, no, or (once) yes for more."""
    n = add(out, n, VERB0 + Verb.YES)
    n = add(out, n, VERB0 + Verb.NO)
    if decision == Decision.ANSWER_HELP and may_want_more(s, t):
        n = add(out, n, VERB0 + Verb.COUNTER)
    if decision == Decision.ANSWER_TRADE and may_counter(s, t):
        n = add(out, n, VERB0 + Verb.COUNTER)
    return n


@kernel
def legal_choice(s, t, p, decision, out):
    """Decisions that are answered by a card, a seat or a number without a verb."""
    f = s.frame[top(s)]
    n = 0
    if decision == Decision.CHOOSE_CARD:
        return list_choice(s, t, p, out, n)
    if decision == Decision.LOOT_BODY:
        return list_takeable(s, t, p, f.seat, Filter.BODY, 0, Take.TO_HAND, out, n)
    if decision == Decision.SPOILS:
        return list_types(s, t, Zone.SPOILS, out, n)
    if decision == Decision.ANSWER_SWAP:
        return list_swapped(s, t, p, out, n)
    if decision == Decision.CHARITY:
        return list_types(s, t, hand_of(p), out, n)
    if decision == Decision.CHARITY_SEAT:
        return list_receivers(s, out, n)
    if decision == Decision.GIVE_LEVEL:
        return list_seats_of(s, f.arg, out, n)
    if decision == Decision.RESURRECT:
        return list_numbers(out, n, 0, most_from_discards(s, t, f, p))
    if decision == Decision.PICK:
        return list_options(s, t, f, out, n)
    if decision == Decision.BIG_ITEMS:
        if is_time_to_sell(s, p):
            n = add_verb(s, t, p, Verb.SELL, 0, out, n)
        return add_verb(s, t, p, Verb.HAND_OVER, 0, out, n)
    return n


@kernel
def legal_argument(s, t, p, out):
    """A further part of the composite answer."""
    move = s.move
    verb = move.verb
    stage = move.stage
    n = 0
    if stage == Stage.CARD:
        return list_cards(s, t, p, verb, Stage.CARD, argument_moments(s, t, p, verb), out, n)
    if stage == Stage.SECOND:
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.WHICH or stage == Stage.SECOND_WHICH:
        base = Stage.CARD if stage == Stage.WHICH else Stage.SECOND
        copy = move.card if stage == Stage.WHICH else move.second
        groups = count_groups(s, t, p, verb, base, type_of(t, copy))
        for i in range(groups):
            n = add(out, n, AMOUNT0 + i)
        return n
    if stage == Stage.SEAT:
        return list_seats(s, t, p, verb, out, n)
    if stage == Stage.PLACE:
        return list_places(s, t, p, verb, out, n)
    if stage == Stage.AMOUNT:
        return list_amounts(s, t, p, verb, out, n)
    if stage == Stage.MORE:
        if may_close(s, t, p, verb):
            n = add(out, n, VERB0 + Verb.DONE)
        return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)
    if stage == Stage.WANT:
        n = add(out, n, VERB0 + Verb.DONE)
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.TERMS:
        return list_terms(s, t, p, verb, out, n)
    return n
