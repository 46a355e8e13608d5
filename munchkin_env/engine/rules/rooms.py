"""Rooms: turned up or played, entered, who is met there, left when the turn ends (ROOM-1 to ROOM-3).

Calls for monsters are here, too: a goth in a combat calls for one more (GOTH-1), a room for one from everybody.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard, move_card
from munchkin_env.engine.mutations.combat import add_monster, spend
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, open_window, pop, push
from munchkin_env.engine.queries.cards import hand_of, has_tag, is_monster, kind_of, type_of
from munchkin_env.engine.queries.entered_room import has_dweller, is_crowded, is_entered, room_of
from munchkin_env.engine.queries.people import has_ability, next_seat, seat_after, seats_between, takes_part
from munchkin_env.engine.rules.combat import begin_combat, start_combat
from munchkin_env.engine.rules.effects.combat import bring, join
from munchkin_env.engine.rules.effects.pending import push_crowd, push_effects
from munchkin_env.engine.rules.rows import At, frame, verb
from munchkin_env.engine.rules.windows import ask_next
from munchkin_env.vocabulary import (
    MAX_MONSTERS,
    Ability,
    Decision,
    Event,
    Frame,
    Stage,
    Tag,
    Trigger,
    Verb,
    Where,
    Window,
    Windows,
    Zone,
)

OPEN = 0  # stages of the ROOM frame
INSIDE = 1


@kernel
def wait_at_door(s, t, p, c):
    """ROOM-1: before a monster behind the door is met, and after a curse has struck, a room may be played.

    Returns True if the door itself is a room, or nothing but a monster that waits.
    """
    kind = kind_of(t, c)
    if room_of(s):
        return False  # one is enough: a second one comes to the hand like any other door
    i = push(s, Frame.ROOM, p, p)
    if is_entered(kind):
        s.frame[i].stage = INSIDE
        enter_room(s, t, p, c, 0)
        return True
    if is_monster(kind):
        s.frame[i].card = c
        move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
        return True
    return False


@kernel
def enter_room(s, t, p, c, played):
    """ROOM-1: the player in turn is in the room until the turn ends; its immediate effects happen."""
    log(s, Event.ENTERED, p, type_of(t, c), -1, played)
    move_card(s, t, c, Zone.ROOM, ALL_SEATS)
    push_effects(s, t, c, Trigger.PLAY, p, p, 0, 0)


@kernel
def run_room(s, t, i):
    """ROOM-1, ROOM-2: the others may play a room; then what is behind the door is met."""
    f = s.frame[i]
    p = f.seat
    c = f.card
    gone = not takes_part(s, p) or s.player[p].skips != 0
    if f.stage == OPEN and not gone and s.reopens == 0:
        f.stage = INSIDE
        open_window(s, Window.ROOM, p)
        return
    pop(s, i)
    if not gone:
        meet_inside(s, t, p, c)
    elif c:
        discard(s, t, c, p)


@kernel
def meet_inside(s, t, p, c):
    """ROOM-2: the monster behind the door, the room's own one, those that everybody adds: they fight together."""
    room = room_of(s)
    if c:
        start_combat(s, t, p, c)
    if room and has_dweller(t, type_of(t, room)):
        if c:
            add_monster(s, t, room, type_of(t, room), 0)
        else:
            begin_combat(s, t, p, room, p)
    if room and is_crowded(t, type_of(t, room)):
        push_crowd(s, next_seat(s, p), 0)


@kernel
def fight_in_room(s, t, p, c, d):
    """ROOM-3: by card `c` of `p` monster `d` is met in a room without one, as if it joined a combat."""
    s.may_loot = 0
    move_card(s, t, d, Zone.COMBAT, ALL_SEATS)
    begin_combat(s, t, s.turn_seat, d, p)
    spend(s, t, c, 0)


@kernel
def leave_room(s, t):
    """ROOM-1: discard the room when the turn is over."""
    if room_of(s):
        discard(s, t, room_of(s), s.turn_seat)


# --------------------------------------------------------------------------- a second door


@kernel
def may_open_second(s, p):
    """CAT-1: once a turn, in place of looting the room."""
    return s.second_door == 0 and has_ability(s, p, Ability.SECOND_DOOR)


@kernel
def turn_to_second_door(s):
    """CAT-1: phase 1 comes again, and then neither trouble nor looting."""
    s.second_door = 1
    s.may_loot = 0
    s.met_monster = 0
    s.just_fought = 0
    s.survivors = 0
    s.door = 0


frame(Frame.ROOM, run=run_room, rare=True)


# --------------------------------------------------------------------------- calls for monsters (GOTH-1)


@kernel
def is_goth(t, c):
    """GOTH-1: the card is a monster that may come at the call of another."""
    return is_monster(kind_of(t, c)) and has_tag(t, type_of(t, c), Tag.GOTH)


@kernel
def answers_call(s, t, c):
    """The card may be added: any monster where the room calls everybody, else a goth."""
    return is_monster(kind_of(t, c)) if s.decision == Decision.CROWD else is_goth(t, c)


@kernel
def holds_called(s, t, p, everybody):
    """The player has a card in hand that may be added."""
    for c in cards(s, hand_of(p)):
        if is_goth(t, c) or (everybody and is_monster(kind_of(t, c))):
            return True
    return False


@kernel
def goes_on(s, everybody):
    """The combat is still one that a monster can join; a room may call before there is any."""
    m = s.combat
    if everybody and m.active == 0:
        return takes_part(s, s.turn_seat)
    if m.active == 0 or m.conceded or m.n_monsters >= MAX_MONSTERS:
        return False
    return s.player[m.leader].dead == 0


@kernel
def is_called(s, t, p, everybody):
    """WINDOW-3: ask holders of such a card; with open windows, all who take part."""
    return takes_part(s, p) and (s.rules.windows == Windows.OPEN or holds_called(s, t, p, everybody))


@kernel
def question_of(everybody):
    """Subject of the question: one more goth, or a monster for a room."""
    return Decision.CROWD if everybody else Decision.GOTH


@kernel
def might_be_called(s, p):
    """WINDOW-3: anybody who takes part may hold such a card."""
    return takes_part(s, p)


@kernel
def call_comes_to(s, i):
    """Let a player add a monster."""
    s.decision = question_of(s.frame[i].everybody)


@kernel
def count_called(s, i):
    """Set the number of seats that have decided: all from the monster's player to the seat to act."""
    f = s.frame[i]
    f.asked = seats_between(s, f.seat, s.seat)


@kernel
def run_call(s, t, i):
    """GOTH-1: first the player whose monster it is, then the others from the left, until one has added a goth.

    A room asks everybody, the player in turn last, and each may add one.
    """
    f = s.frame[i]
    n = s.rules.players
    everybody = f.everybody
    while goes_on(s, everybody) and f.asked < n:
        p = seat_after(s, f.seat, f.asked)
        if is_called(s, t, p, everybody):
            ask(s, i, p, question_of(everybody))
            return
        f.asked += 1
    pop(s, i)


@kernel
def answer_call(s, t, i, p, c):
    """GOTH-1: the first one added ends the round, and calls no more; in a room the others are still asked."""
    f = s.frame[i]
    everybody = f.everybody
    first = f.seat
    asked = f.asked + 1
    pop(s, i)
    log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
    if not everybody:
        join(s, t, c)
        return
    if s.combat.active:
        push_crowd(s, first, asked)
        bring(s, t, c, p)
    else:
        move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
        begin_combat(s, t, s.turn_seat, c, p)
        push_crowd(s, first, asked)


verb(
    Verb.ANSWER_CALL,
    "add a monster from your hand",
    "A monster from your hand comes into the fight.",
    lead="add",
    parts=(Stage.CARD,),
    cards=Where.HAND,
    at=(At(10, (Decision.GOTH, Decision.CROWD)),),
    words_at={Decision.GOTH: "add a goth from your hand"},
    card=answers_call,
    carry_out=answer_call,
)


frame(
    Frame.GOTH,
    run=run_call,
    rare=True,
    passed=ask_next,
    might_ask=might_be_called,
    comes_to=call_comes_to,
    counts=count_called,
    only_asks=True,
)
