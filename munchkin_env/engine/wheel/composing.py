"""Composing an answer: each part is written down, and says which part comes next."""

from munchkin_env.engine.atoms.cards import set_flag
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import is_seat_aim, kind_of, type_of
from munchkin_env.engine.facts.people import seat_after
from munchkin_env.engine.position.action_ids import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0
from munchkin_env.engine.rules.equipment import several_could_get
from munchkin_env.engine.rules.interference import others_may_escape
from munchkin_env.engine.rules.meeting import names_class
from munchkin_env.engine.rules.modifiers import comes_with_class
from munchkin_env.engine.rules.paying import cards_owed
from munchkin_env.engine.rules.powers import wager_of
from munchkin_env.engine.rules.run_away import plays_to_escape
from munchkin_env.engine.rules.sidekicks import may_take_along, names_sidekick, replaces
from munchkin_env.engine.rules.trading import set_key
from munchkin_env.engine.wheel.copies import copies_differ, lowest_copy, pick_copy
from munchkin_env.engine.wheel.options import among
from munchkin_env.vocabulary import Aim, Bargain, Flag, Kind, OfferKind, Place, Stage, Verb
from munchkin_env.vocabulary.verbs import (
    AMOUNT_AFTER_CARD,
    AMOUNT_AFTER_SEAT,
    AMOUNT_FIRST,
    CARD_AFTER_PLACE,
    CARD_AFTER_SEAT,
    PLACE_FIRST,
    SEAT_AFTER_CARD,
    SEAT_FIRST,
    SECOND_AFTER_CARD,
    SECOND_AFTER_SET,
    SET_AFTER_CARD,
    SET_FIRST,
    TERMS_AFTER_AMOUNT,
    WANT_AFTER_SECOND,
)


@kernel
def first_stage(s, verb):
    """The part of the answer that follows the verb."""
    if verb == Verb.COUNTER and s.offer.kind == OfferKind.TRADE:
        return Stage.CARD  # more of a trade or gift is a card, more for help a number
    if among(verb, SET_FIRST):
        return Stage.MORE
    if among(verb, SEAT_FIRST):
        return Stage.SEAT
    if among(verb, PLACE_FIRST):
        return Stage.PLACE
    return Stage.AMOUNT if among(verb, AMOUNT_FIRST) else Stage.CARD


@kernel
def next_stage(s, t, p, verb, stage):
    """The part that follows `stage`; Stage.VERB if the answer is complete."""
    following = Stage.VERB
    if verb == Verb.PLAY:
        following = next_of_play(s, t, p, stage)
    elif verb == Verb.USE_POWER:
        following = next_of_use(s, t, stage)
    elif stage == Stage.SEAT:
        if among(verb, CARD_AFTER_SEAT):
            following = Stage.CARD
        elif among(verb, AMOUNT_AFTER_SEAT):
            following = Stage.AMOUNT
    elif stage == Stage.PLACE and among(verb, CARD_AFTER_PLACE):
        following = Stage.CARD
    elif stage == Stage.AMOUNT and among(verb, TERMS_AFTER_AMOUNT) and s.rules.bargaining == Bargain.FULL:
        following = Stage.TERMS
    elif stage == Stage.CARD:
        if verb == Verb.LAY_OUT:
            named = comes_with_class(s, t, s.move.card) or names_class(s, t, p)
            following = Stage.SECOND if named else Stage.VERB
        elif among(verb, SET_AFTER_CARD) and s.rules.trades == Bargain.FULL:
            following = Stage.MORE
        elif among(verb, SECOND_AFTER_CARD):
            following = Stage.SECOND
        elif among(verb, SEAT_AFTER_CARD) and several_could_get(s, t, p, s.move.card):
            following = Stage.SEAT
        elif among(verb, AMOUNT_AFTER_CARD) and may_take_along(s, p):
            following = Stage.AMOUNT
    elif stage == Stage.MORE and among(verb, SECOND_AFTER_SET):
        following = Stage.SECOND
    elif stage == Stage.SECOND and among(verb, WANT_AFTER_SECOND) and s.rules.trades == Bargain.FULL:
        following = Stage.WANT
    return following


@kernel
def next_of_play(s, t, p, stage):
    """The part that follows in a play: its card is aimed at something (PLAY-4)."""
    c = s.move.card
    aim = t.card[type_of(t, c)].aim
    if stage == Stage.CARD and replaces(s, t, p, c):
        return Stage.SECOND
    if stage == Stage.CARD:
        return Stage.PLACE if plays_to_escape(s, t, p, c) else first_aim(aim, kind_of(t, c))
    if stage == Stage.SEAT and aim == Aim.FIGHTERS and others_may_escape(s, s.move.seat):
        return Stage.AMOUNT
    if stage == Stage.SEAT and is_seat_aim(aim) and names_sidekick(s, t, c):
        return Stage.SECOND
    if stage == Stage.PLACE and aim == Aim.FIGHTING_OR_CLASS and s.move.place == Place.PLAYERS:
        return Stage.SEAT
    return Stage.SECOND if stage == Stage.PLACE and aim == Aim.MONSTER_SWAP else Stage.VERB


@kernel
def next_of_use(s, t, stage):
    """The part that follows in the use of a card: what it costs, then what it is aimed at."""
    c = s.move.card
    if stage == Stage.CARD and cards_owed(t, c) > 0:
        return Stage.MORE
    if stage != Stage.AMOUNT and wager_of(t, c):
        return Stage.AMOUNT
    aim = t.card[type_of(t, c)].aim
    if is_seat_aim(aim):
        return Stage.SEAT if stage != Stage.SEAT else Stage.VERB
    aimed = aim == Aim.DISCARD
    return Stage.SECOND if stage != Stage.SECOND and aimed else Stage.VERB


@kernel
def first_aim(aim, kind):
    """What is named first for the aim of a card."""
    if kind == Kind.MONSTER or aim == Aim.NONE:
        return Stage.VERB
    if aim == Aim.SIDE or aim == Aim.MONSTER or aim == Aim.MONSTER_SWAP:
        return Stage.PLACE
    if aim == Aim.MONSTERS or aim == Aim.FIGHTING_OR_CLASS:
        return Stage.PLACE
    if aim == Aim.FACE:
        return Stage.AMOUNT
    if is_seat_aim(aim) or aim == Aim.FIGHTERS:
        return Stage.SEAT
    return Stage.SECOND


@kernel
def add_part(s, t, p, action):
    """Writes down a further part of the composite. Returns True if it is complete."""
    move = s.move
    verb = move.verb
    stage = move.stage
    if action >= CARD0:
        return add_card(s, t, p, verb, stage, action - CARD0 + 1)
    if action < SEAT0:
        return add_term(s, t, p, verb, stage, action - VERB0)
    if action < PLACE0:
        move.seat = seat_after(s, p, action - SEAT0)
    elif action < AMOUNT0:
        move.place = action - PLACE0
    elif stage == Stage.WHICH:
        move.card = pick_copy(s, t, p, verb, Stage.CARD, type_of(t, move.card), action - AMOUNT0)
        stage = Stage.CARD
    elif stage == Stage.SECOND_WHICH:
        move.second = pick_copy(s, t, p, verb, Stage.SECOND, type_of(t, move.second), action - AMOUNT0)
        stage = Stage.SECOND
    else:
        move.amount = action - AMOUNT0
    return go_on(s, t, p, verb, stage)


@kernel
def add_term(s, t, p, verb, stage, word):
    """DONE closes a set; FIRST_PICK is a term like others."""
    if word == Verb.FIRST_PICK:
        s.move.first = 1
        return False
    return go_on(s, t, p, verb, stage)


@kernel
def add_card(s, t, p, verb, stage, k):
    """A card of type `k` is named: the lowest copy, if copies can't be told apart."""
    move = s.move
    if stage == Stage.WANT:
        want(s, t, lowest_copy(s, t, p, verb, Stage.SECOND, k))
        return False
    if stage == Stage.MORE or stage == Stage.TERMS:
        select(s, t, verb, lowest_copy(s, t, p, verb, Stage.CARD, k))
        return False
    c = lowest_copy(s, t, p, verb, stage, k)
    differ = copies_differ(s, t, p, verb, stage, k)
    if stage == Stage.SECOND:
        move.second = c
        if differ:
            move.stage = Stage.SECOND_WHICH
            return False
    else:
        move.card = c
        if differ:
            move.stage = Stage.WHICH
            return False
    return go_on(s, t, p, verb, stage)


@kernel
def go_on(s, t, p, verb, stage):
    """The part `stage` is settled: the next one is asked for. Returns True if there is none."""
    move = s.move
    if stage == Stage.CARD and among(verb, SET_AFTER_CARD):
        select(s, t, verb, move.card)
    elif stage == Stage.SECOND and among(verb, WANT_AFTER_SECOND):
        want(s, t, move.second)
    following = next_stage(s, t, p, verb, stage)
    if following == Stage.VERB:
        return True
    move.stage = following
    return False


@kernel
def select(s, t, verb, c):
    """One card more of the set, in canonical order: offers of Big items first, others by type."""
    move = s.move
    set_flag(s, t, c, Flag.SELECTED, 1)
    move.last = set_key(t, c) if among(verb, SET_AFTER_CARD) else type_of(t, c)
    move.count += 1


@kernel
def want(s, t, c):
    """One card more that is asked for."""
    set_flag(s, t, c, Flag.WANTED, 1)
    s.move.last = set_key(t, c)
