"""Answers whose card has lain there to be cancelled: carried out as they were given, if they still can be."""

from munchkin_env.engine.atoms.cards import discard
from munchkin_env.engine.atoms.stack import answered, pop
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import type_of
from munchkin_env.engine.rules.announcing import ANNOUNCED, BYTE, ask_for_cancellation, take_up
from munchkin_env.engine.rules.equipment import lay_out
from munchkin_env.engine.rules.interference import play_card
from munchkin_env.engine.rules.rows import frame
from munchkin_env.engine.rules.turn import enter, look_for_trouble
from munchkin_env.engine.rules.windows import end_moment_at_door
from munchkin_env.engine.wheel.composing import next_stage
from munchkin_env.engine.wheel.options import argument_moments, card_option, place_option, seat_option, second_option
from munchkin_env.vocabulary import Aim, Frame, Stage, Verb, Zone


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


frame(Frame.PLAYED, run=run_played, rare=True)
