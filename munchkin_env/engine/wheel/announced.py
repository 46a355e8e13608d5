"""Answers whose card has lain there to be cancelled: carried out as they were given, if they still can be."""

from munchkin_env.engine.atoms.cards import discard
from munchkin_env.engine.atoms.stack import BEHIND_DOOR, DOOR_OPEN, answered, pop
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import is_class, kind_of, type_of
from munchkin_env.engine.rules.announcing import ANNOUNCED, BYTE, ask_for_cancellation, take_up
from munchkin_env.engine.rules.effects.pending import suits_play
from munchkin_env.engine.rules.equipment import lay_out
from munchkin_env.engine.rules.interference import play_card
from munchkin_env.engine.rules.modifiers import has_type_identity
from munchkin_env.engine.rules.rows import frame
from munchkin_env.engine.rules.turn import enter, look_for_trouble
from munchkin_env.engine.rules.windows import end_moment_at_door
from munchkin_env.engine.wheel.composing import next_stage
from munchkin_env.engine.wheel.options import argument_moments, card_option, place_option, seat_option, second_option
from munchkin_env.vocabulary import Aim, Decision, Frame, Stage, Verb, Window, Zone

LAST_DECISION = int(max(Decision))
LAST_WINDOW = int(max(Window))


@kernel
def run_played(s, t, i):
    """What has been announced is carried out, unless it has been cancelled or is possible no more."""
    f = s.frame[i]
    c = f.card
    p = f.seat
    if f.stage == ANNOUNCED:
        ask_for_cancellation(s, i)
    elif s.card[c].zone != Zone.ASIDE:
        pop(s, i)
    elif f.said & BYTE == Verb.OPEN_DOOR:
        pop(s, i)
        enter(s, t, p, c)
    else:
        take_up(s, t, i)
        verb = s.move.verb
        if not is_legal(s, t, p, verb):
            discard(s, t, c, p)
        elif verb == Verb.PLAY:
            play_card(s, t, p)
            end_moment_at_door(s, i - 1)
        elif verb == Verb.LAY_OUT:
            lay_out(s, t, p, c, s.move.second)
        else:
            look_for_trouble(s, t, p, c)
        answered(s)


@kernel
def is_legal(s, t, p, verb):
    """The whole answer, as it has been composed, is legal as things stand."""
    move = s.move
    if s.player[p].dead:
        return False
    if not card_option(s, t, p, verb, Stage.CARD, argument_moments(s, t, p, verb), move.card):
        return False
    stage = next_stage(s, t, p, verb, Stage.CARD)
    while stage != Stage.VERB:
        if stage == Stage.SEAT and not seat_option(s, t, p, verb, move.seat):
            return False
        if stage == Stage.PLACE and not place_option(s, t, p, verb, move.place):
            return False
        if stage == Stage.AMOUNT and not is_amount(t, move.card, move.amount):
            return False
        if stage == Stage.SECOND and not second_option(s, t, p, verb, move.second):
            return False
        stage = next_stage(s, t, p, verb, stage)
    return True


@kernel
def is_amount(t, c, amount):
    """A face of the die, or whether the other fighter comes along."""
    if t.card[type_of(t, c)].aim == Aim.FACE:
        return amount >= 1 and amount <= 6
    return amount <= 1


@kernel
def suits_answer(s, t, i, c):
    """Card `c` of a hand may be the second of the answer: a class beside the one in play (MOD-1), or that of a play."""
    f = s.frame[i]
    if f.said & BYTE == Verb.LAY_OUT:
        return is_class(kind_of(t, c)) and not has_type_identity(s, t, f.seat, c)
    return suits_play(s, t, i, c)


@kernel
def forget_freshness(s, i, p):
    """Whether another's card had just been received is not known, but where it could not be carried out else."""
    f = s.frame[i]
    if f.seat != p:
        f.fresh = 1 if (f.said >> 8) & BYTE == Decision.RECEIVE else 0


@kernel
def announcement_fits(s, i):
    """Of a position from outside: who announces a card has had it in hand or on his table; a door, or a fight he looks
    for, is announced in the turn itself.

    Whether the rest of the answer is possible is asked when it is carried out.
    """
    f = s.frame[i]
    said = f.said
    verb = said & BYTE
    zone = said >> 24
    p = f.seat
    if verb == Verb.OPEN_DOOR or verb == Verb.FIGHT:
        if i != 1 or p != s.turn_seat or s.combat.active:
            return False
        if verb == Verb.OPEN_DOOR:
            return said == verb and s.frame[0].stage == DOOR_OPEN
        return zone == Zone.HAND + p and s.frame[0].stage == BEHIND_DOOR
    if (said >> 8) & BYTE > LAST_DECISION or (said >> 16) & BYTE > LAST_WINDOW:
        return False
    return zone == Zone.HAND + p or (verb == Verb.PLAY and zone == Zone.TABLE + p)


frame(
    Frame.PLAYED, run=run_played, rare=True, suits=suits_answer, forgets=forget_freshness, lies=announcement_fits
)
