"""Composing an action: each part is recorded, and determines the next part."""

from munchkin_env.engine.dispatch.listing import copies_differ, lowest_copy, pick_copy
from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.verbs import SET_AFTER_CARD, VERBS, WANT_AFTER_SECOND, VerbMaker
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import set_flag
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.rules.rows import VerbRow
from munchkin_env.engine.rules.trading import set_key
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, FIRST_PICK_ID, PLACE0, SEAT0
from munchkin_env.vocabulary import Flag, Stage

_make = VerbMaker(__name__, Stage=Stage)


def _first(row: VerbRow) -> str:
    """Part that follows the verb."""
    return _make.call_of(row, row.first) if row.first is not None else f"Stage.{row.parts[0].name}"


def _then(row: VerbRow, stage: Stage) -> str:
    """Next part that is not skipped."""
    following = "Stage.VERB"
    for part in reversed(row.parts[row.parts.index(stage) + 1 :]):
        asked = row.skipped.get(part)
        named = f"Stage.{part.name}"
        following = named if asked is None else f"({named} if {_make.call_of(row, asked)} else {following})"
    return following


def _following(row: VerbRow) -> str:
    """Part that follows the settled one."""
    if row.following is not None:
        return _make.call_of(row, row.following)
    answer = "Stage.VERB"
    for stage in row.parts:
        then = _then(row, stage)
        answer = answer if then == "Stage.VERB" else f"{then} if stage == Stage.{stage.name} else {answer}"
    return answer


first_stage = _make.dispatcher(
    "first_stage(s, verb)",
    "The part of the action that follows the verb.",
    {verb: _first(row) for verb, row in VERBS.items() if row.parts},
    "Stage.VERB",
)
next_stage = _make.dispatcher(
    "next_stage(s, t, p, verb, stage)",
    "The part that follows `stage`; Stage.VERB if the action is complete.",
    {verb: _following(row) for verb, row in VERBS.items() if row.parts},
    "Stage.VERB",
)


@kernel
def add_part(s, t, p, action):
    """Record a further part of the composite. Returns True if it is complete."""
    move = s.move
    verb = move.verb
    stage = move.stage
    if action >= CARD0:
        return add_card(s, t, p, verb, stage, action - CARD0 + 1)
    if action < SEAT0:
        return add_term(s, t, p, verb, stage, action)
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
def add_term(s, t, p, verb, stage, action):
    """DONE closes a set; FIRST_PICK is a term like others."""
    if action == FIRST_PICK_ID:
        s.move.first = 1
        return False
    return go_on(s, t, p, verb, stage)


@kernel
def add_card(s, t, p, verb, stage, k):
    """Choose a card of type `k`: the lowest copy, if the copies are indistinguishable."""
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
    """Continue with the part after `stage`. Returns True if there is none."""
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
    """Add one more card to the wanted cards of the offer."""
    set_flag(s, t, c, Flag.WANTED, 1)
    s.move.last = set_key(t, c)
