"""Rooms: turned up or played, entered, who is met there, left when the turn ends (ROOM-1 to ROOM-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard, move_card
from munchkin_env.engine.mutations.combat import add_monster, spend
from munchkin_env.engine.mutations.events import log
from munchkin_env.engine.mutations.stack import open_window, pop, push
from munchkin_env.engine.queries.cards import is_monster, kind_of, type_of
from munchkin_env.engine.queries.entered_room import has_dweller, is_crowded, is_entered, room_of
from munchkin_env.engine.queries.people import has_ability, next_seat, takes_part
from munchkin_env.engine.rules.combat import begin_combat, start_combat
from munchkin_env.engine.rules.effects.pending import push_crowd, push_effects
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import Ability, Event, Frame, Trigger, Window, Zone

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
    """ROOM-1: the player in turn is in the room until his turn ends; what it does at once happens."""
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
    """ROOM-1: when the turn is over the room is discarded."""
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
