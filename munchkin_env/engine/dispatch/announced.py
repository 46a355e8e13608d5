"""Announced actions: carried out once nobody has cancelled their card, if they are still possible."""

from munchkin_env.engine.dispatch.composing import next_stage
from munchkin_env.engine.dispatch.options import (
    argument_moments,
    card_option,
    place_option,
    seat_option,
    second_option,
    where_to_look,
)
from munchkin_env.engine.dispatch.verbs import VERBS, VerbMaker
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import discard
from munchkin_env.engine.mutations.stack import answered, pop
from munchkin_env.engine.queries.asking import is_receipt
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.rules.aims import is_there, others_may_escape
from munchkin_env.engine.rules.rows import frame
from munchkin_env.engine.rules.turn import enter
from munchkin_env.engine.rules.windows import ANNOUNCED, BYTE, ask_for_cancellation, may_be_cancelled, take_up
from munchkin_env.engine.state.layout import OPENS_DOOR
from munchkin_env.vocabulary import Aim, Decision, Frame, Stage, Zone

_make = VerbMaker(__name__)
_waiting = {
    verb: "True" if row.waits is True else _make.call_of(row, row.waits) for verb, row in VERBS.items() if row.waits
}

waits = _make.dispatcher("waits(s, t, p, verb)", "The action's card is in place before it works.", _waiting, "False")

carry_on = _make.kernel(
    "carry_on(s, t, i, p, verb)",
    "A delayed action is carried out.",
    [
        f"if verb == Verb.{verb.name}:\n        {call}"
        for verb, call in _make.column("carry_out", i="i").items()
        if verb in _waiting
    ],
)

suits = _make.dispatcher(
    "suits(s, t, i, p, verb, c)",
    "Card `c` of a hand may be the second of the action.",
    _make.column("suits", i="i", c="c"),
    "True",
)


@kernel
def is_announced(s, t, p, verb):
    """The action of `p` brings a card that others may cancel."""
    return waits(s, t, p, verb) and s.decision != Decision.SETUP and may_be_cancelled(s, t, p)


@kernel
def waits_to_work(f):
    """Frame `f` is a play that may still be cancelled."""
    return f.kind == Frame.PLAYED


@kernel
def run_played(s, t, i):
    """Carry out the announced action, unless it has been cancelled or has become impossible."""
    f = s.frame[i]
    c = f.card
    p = f.seat
    if f.stage == ANNOUNCED:
        ask_for_cancellation(s, i)
    elif s.card[c].zone != Zone.ASIDE:
        pop(s, i)
    elif f.said == OPENS_DOOR:
        pop(s, i)
        enter(s, t, p, c)
    else:
        take_up(s, t, i)
        verb = s.move.verb
        if is_legal(s, t, p, verb):
            carry_on(s, t, i - 1, p, verb)
        else:
            discard(s, t, c, p)
        answered(s)


@kernel
def is_legal(s, t, p, verb):
    """The composite action, as it has been composed, is legal now."""
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
def where_second_lies(s, t):
    """Places of the second card of a recalled action, as bits of vocabulary.Where."""
    return where_to_look(s, t, s.move.verb, Stage.SECOND)


@kernel
def may_be_second(s, t, p, c):
    """Card `c`, wherever it is, may be the second one of the recalled action of `p`."""
    return is_there(s, p, where_second_lies(s, t), s.card[c].zone) and second_option(s, t, p, s.move.verb, c)


@kernel
def amounts_named(s, t, f):
    """The least and the most that the play which frame `f` announces may have named: a face of the die, or 1 where the
    other fighter comes along."""
    aim = t.card[type_of(t, f.card)].aim
    if aim == Aim.FACE:
        return 1, 6
    if aim == Aim.FIGHTERS and others_may_escape(s, f.other):
        return 0, 1
    return 0, 0


@kernel
def suits_answer(s, t, i, c):
    """Card `c` of a hand may be the second of the announced action."""
    f = s.frame[i]
    return suits(s, t, i, f.seat, f.said & BYTE, c)


@kernel
def forget_freshness(s, i, p):
    """Forget that another player had just received the card, except where the action needs it."""
    f = s.frame[i]
    if f.seat != p:
        f.fresh = 1 if is_receipt((f.said >> 8) & BYTE) else 0


frame(Frame.PLAYED, run=run_played, rare=True, suits=suits_answer, forgets=forget_freshness)
