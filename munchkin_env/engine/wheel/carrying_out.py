"""Composite answers carried out: a call a verb."""

from munchkin_env.engine.atoms.stack import answered, open_window
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import type_of
from munchkin_env.engine.facts.places import monster_at
from munchkin_env.engine.rules.abilities import backstab, go_berserk, take_flight, try_again, turn_undead
from munchkin_env.engine.rules.announcing import announce, is_announced
from munchkin_env.engine.rules.calling import answer_call
from munchkin_env.engine.rules.claims import claim
from munchkin_env.engine.rules.dismissal import bribe, charm, exchange
from munchkin_env.engine.rules.effects.combat import dismiss, leave_alone
from munchkin_env.engine.rules.equipment import drop, give_up_big, lay_out, lend, put_away, put_in_use
from munchkin_env.engine.rules.helping import ask_for_help, offer_help
from munchkin_env.engine.rules.interference import play, tell_play
from munchkin_env.engine.rules.meeting import propose_swap
from munchkin_env.engine.rules.run_away import face_monster, throw_item
from munchkin_env.engine.rules.selling import sell
from munchkin_env.engine.rules.sidekicks import sacrifice
from munchkin_env.engine.rules.trading import counter_offer, make_trade_offer, try_theft
from munchkin_env.engine.rules.turn import look_for_trouble, turn_from_door
from munchkin_env.engine.rules.using import use_power
from munchkin_env.engine.rules.windows import end_moment_at_door, restart_window
from munchkin_env.vocabulary import Decision, Moment, Policy, Verb, Window


@kernel
def execute(s, t, i, p):
    """The composite is complete: it is carried out, then cleared."""
    decision = s.decision
    verb = s.move.verb
    if decision == Decision.WINDOW:
        restart_window(s, i, p)
    elif decision == Decision.PEEK:
        turn_from_door(s, i)
    elif decision == Decision.COMBAT and verb != Verb.ASK_HELP:
        open_window(s, Window.COMBAT, p)
    if t.moments & Moment.PLAYED and is_announced(s, t, p, verb):
        if verb == Verb.PLAY:
            tell_play(s, t, p)
        announce(s, t, p, verb)
    else:
        carry_out(s, t, i, p, verb)
    answered(s)


@kernel
def carry_out(s, t, i, p, verb):
    """Each verb goes to its chapter."""
    move = s.move
    c = move.card
    if verb == Verb.PLAY:
        play(s, t, p)
        end_moment_at_door(s, i)
    elif verb == Verb.LAY_OUT:
        lay_out(s, t, p, c, move.second)
    elif verb == Verb.USE:
        put_in_use(s, t, p, c)
    elif verb == Verb.CARRY:
        put_away(s, t, p, c)
    elif verb == Verb.LEND:
        lend(s, t, p, c)
    elif verb == Verb.DROP or verb == Verb.THROW_AWAY:
        drop(s, t, p, c)
    elif verb == Verb.SELL:
        sell(s, t, p)
    elif verb == Verb.STEAL:
        try_theft(s, t, p, c, move.second)
    elif verb == Verb.GIVE or verb == Verb.TRADE:
        make_trade_offer(s, t, p, move.seat, type_of(t, c), type_of(t, move.second))
    elif verb == Verb.ASK_HELP:
        ask_for_help(s, t, p, move.seat, move.amount, move.first)
    elif verb == Verb.OFFER_HELP:
        offer_help(s, t, p, move.amount)
    elif verb == Verb.COUNTER:
        counter_offer(s, t, i, c, move.amount)
    elif verb == Verb.FIGHT:
        look_for_trouble(s, t, p, c)
    elif verb == Verb.USE_POWER:
        use_power(s, t, p)
    elif verb == Verb.ANSWER_CALL:
        answer_call(s, t, i, p, c)
    elif verb == Verb.CLAIM:
        claim(s, t, p, c)
    elif verb == Verb.SWAP:
        propose_swap(s, t, i, p, move.seat, c)
    else:
        carry_out_in_combat(s, t, i, p, verb)


@kernel
def carry_out_in_combat(s, t, i, p, verb):
    """What is done about monsters, on the way to them or away from them."""
    c = s.move.card
    target = monster_at(s.move.place)
    if verb == Verb.BERSERK:
        go_berserk(s, t, p, c)
    elif verb == Verb.TURN_UNDEAD:
        turn_undead(s, t, p, c)
    elif verb == Verb.BACKSTAB:
        backstab(s, t, p, s.move.seat, c)
    elif verb == Verb.FLIGHT:
        take_flight(s, t, p, c)
    elif verb == Verb.RETRY:
        try_again(s, t, p, c)
    elif verb == Verb.CHARM:
        charm(s, t, p, target)
    elif verb == Verb.SEND_AWAY:
        dismiss(s, t, target, Policy.KEPT)
    elif verb == Verb.DECLINE:
        leave_alone(s, t, target)
    elif verb == Verb.BRIBE:
        bribe(s, t, p, target, c)
    elif verb == Verb.PAY_ESCAPE:
        throw_item(s, t, p, target, c)
    elif verb == Verb.SACRIFICE:
        sacrifice(s, t, p, c, s.move.amount)
    elif verb == Verb.ROLL:
        face_monster(s, t, i, p, target)
    elif verb == Verb.EXCHANGE:
        exchange(s, t, i, p)
    elif verb == Verb.HAND_OVER:
        give_up_big(s, t, p, c, s.move.seat)
