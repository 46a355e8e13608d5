"""What a position from outside must satisfy before rules run on it: ranges, frames, and how its parts fit together.

`engine.layout` declares the ranges; here is what no range can say. A position that passes can be played: every index
is in range, every frame finds what it is about, and what waits on the stack can be carried out in any order of events.
Whether its own rules would ask the pending question is found out by asking again (`engine.loading`).
"""

from enum import IntEnum

from munchkin_env.engine.atoms import set_flag
from munchkin_env.engine.belongings import host_fits, mark_fits, monster_fits
from munchkin_env.engine.decisions import BEFORE_DOOR, BEHIND_DOOR, DOOR_OPEN, answered, clear_move, seat_after
from munchkin_env.engine.derived import refresh
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rolling import roll_fits
from munchkin_env.engine.rooms import room_clause, room_of
from munchkin_env.engine.rules.announcing import BYTE
from munchkin_env.engine.rules.calling import goes_on
from munchkin_env.engine.rules.charity import SEAT
from munchkin_env.engine.rules.claims import ASKING
from munchkin_env.engine.rules.combat import FLED
from munchkin_env.engine.rules.growing import is_about_card
from munchkin_env.engine.rules.helping import AGREED
from munchkin_env.engine.rules.meeting import asks_in_meeting, proposal_fits
from munchkin_env.engine.rules.turn import DOOR
from munchkin_env.engine.totals import find_clause, is_item, is_spent, kind_of, type_of
from munchkin_env.engine.waiting import clauses_can_wait, is_about_spent, stays
from munchkin_env.vocabulary import (
    Aim,
    Decision,
    Event,
    Filter,
    Flag,
    Frame,
    Kind,
    OfferKind,
    Op,
    Phase,
    Slot,
    Stage,
    Take,
    Trigger,
    Verb,
    Window,
    Zone,
)


class Unsound(IntEnum):
    """What is wrong with a position; `loading.WRONG` says it in words."""

    NOTHING = 0
    RANGE = 1  # where: row of the ranges
    FRAME = 2  # where: frame and field
    EVENT = 3  # where: place in the ring
    UNUSED = 4
    ASKED = 5
    ENDED = 6
    STACK = 7  # where: frame
    CLAUSES = 8
    CHOICE = 9
    CARD = 10
    SEATS = 11
    OFFER = 12
    COMBAT = 13
    MONSTER = 14  # where: place
    PLAYER = 15  # where: seat
    HOST = 16  # where: card copy
    KNOWN = 17
    MARK = 18
    ASIDE = 19
    SPOILS = 20
    WINDOW = 21
    DICE = 22
    WORTH = 23
    BROKEN = 24  # where: bits of invariants.Broken
    ROOM = 25
    ROLL = 26


LAST_DECISION = int(max(Decision))
LAST_WINDOW = int(max(Window))
WHERE = 4096  # an answer is what + WHERE * where


@kernel
def out_of_range(i1, u1, i2, u2, i4, i8, ranges):
    """The first row of `ranges` that a position doesn't keep to, -1 if it keeps to all.

    The position comes as arrays of each width and sign of number. ranges: int64[N, 6], rows of the array's number (in
    this order), index of the first number, how many there are, how far apart, lowest and highest value allowed.
    """
    for r in range(len(ranges)):
        kind = ranges[r, 0]
        at = ranges[r, 1]
        apart = ranges[r, 3]
        end = at + apart * ranges[r, 2]
        low = ranges[r, 4]
        high = ranges[r, 5]
        bad = 0
        if kind == 0:
            while at < end:
                bad |= (int(i1[at]) < low) | (int(i1[at]) > high)
                at += apart
        elif kind == 1:
            while at < end:
                bad |= (int(u1[at]) < low) | (int(u1[at]) > high)
                at += apart
        elif kind == 2:
            while at < end:
                bad |= (int(i2[at]) < low) | (int(i2[at]) > high)
                at += apart
        elif kind == 3:
            while at < end:
                bad |= (int(u2[at]) < low) | (int(u2[at]) > high)
                at += apart
        elif kind == 4:
            while at < end:
                bad |= (int(i4[at]) < low) | (int(i4[at]) > high)
                at += apart
        else:
            while at < end:
                bad |= (int(i8[at]) < low) | (int(i8[at]) > high)
                at += apart
        if bad:
            return r
    return -1


# --------------------------------------------------------------------------- frames


@kernel
def frame_number(f, field):
    """A field of a frame by its number in `loading.FRAME_NUMBERS`."""
    if field == 0:
        return int(f.stage)
    if field == 1:
        return int(f.did)
    if field == 2:
        return int(f.passes)
    if field == 3:
        return int(f.a)
    if field == 4:
        return int(f.b)
    if field == 5:
        return int(f.c)
    if field == 6:
        return int(f.n)
    return int(f.arg)


@kernel
def frames_out_of_range(s, frames):
    """8 * frame + field of the first frame that holds what its kind can't, -1 if there is none.

    frames: int64[kinds, 8, 2], lowest and highest value by kind and number of the field; a kind that no rule pushes
    has none (lowest above highest).
    """
    for i in range(int(s.n_frames)):
        f = s.frame[i]
        kind = int(f.kind)
        for field in range(8):
            value = frame_number(f, field)
            if value < frames[kind, field, 0] or value > frames[kind, field, 1]:
                return 8 * i + field
    return -1


@kernel
def events_out_of_range(s, events):
    """The place in the ring of an event that can't be told, -1 if there is none. events: int64[kinds, 4]."""
    for i in range(min(int(s.event_count), len(s.event))):
        e = s.event[i]
        kind = int(e.kind)
        if int(e.card) < events[kind, 0] or int(e.card) > events[kind, 1]:
            return i
        if kind == Event.NONE or int(e.amount) < events[kind, 2] or int(e.amount) > events[kind, 3]:
            return i
    return -1


@kernel
def curse_below(s, top, c):
    """Frame `top` lies on the frame of the curse `c`, and no other frame is about that curse."""
    found = 0
    for i in range(int(s.n_frames)):
        if int(s.frame[i].kind) == Frame.CURSE and int(s.frame[i].c) == c:
            if i > top:
                return False
            found += 1
    return found == 1


@kernel
def may_be_chosen(what, take):
    """Only items, or treasures in play, go from one table to another."""
    if what == Filter.BODY or take != Take.STEAL:
        return what != Filter.BODY  # that is looted, in a frame of its own
    of_hand = what == Filter.HAND or what == Filter.ITEMS_AND_HAND or what == Filter.DOORS_IN_HAND
    of_hand = of_hand or what == Filter.LEVEL_CARDS
    of_all = what == Filter.VOWEL or what == Filter.TAGGED_ANYWHERE
    of_people = what == Filter.CLASSES or what == Filter.RACES or what == Filter.SIDEKICKS
    return not (of_hand or of_all or of_people)


@kernel
def is_hung(s, t, i):
    """The curse that the CHOOSE frame `i` is to hang on an item is being resolved."""
    c = int(s.frame[i].arg)
    if c < 1 or c > int(t.n_cards) or int(s.card[c].zone) != Zone.ASIDE:
        return False
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.CORRUPTS) != 0 and curse_below(s, i, c)


@kernel
def is_queue(s, queue):
    """Seats + 1 in three bits each, none of them empty before the last."""
    while queue:
        if queue & 7 == 0 or queue & 7 > int(s.rules.players):
            return False
        queue >>= 3
    return True


@kernel
def frame_fits(s, t, i, run_end):
    """What frame `i` is about exists, and it lies where its rule pushes it. Returns Unsound."""
    f = s.frame[i]
    kind = int(f.kind)
    if not lies_right(s, t, i, kind):
        return Unsound.STACK
    if kind == Frame.EFFECTS or kind == Frame.PICK:
        return clauses_fit(s, t, i, kind, run_end)
    if (kind == Frame.CHOOSE or kind == Frame.ORDER) and not may_be_chosen(int(f.a), int(f.b)):
        return Unsound.CHOICE
    if kind == Frame.CHOOSE and int(f.b) == Take.HANG_ON and not is_hung(s, t, i):
        return Unsound.CARD
    if kind == Frame.ORDER and not is_queue(s, int(f.arg)):
        return Unsound.SEATS
    if kind == Frame.WORTH and i < int(s.n_frames) - 1 and int(f.c) and int(f.n) > 0:
        return Unsound.WORTH
    if kind == Frame.CHARITY:
        return charity_fits(s, i)
    if kind == Frame.MEETING and not proposal_fits(s, t, f):
        return Unsound.CARD
    if kind == Frame.LOOT_BODY:
        player = s.player[int(f.seat)]
        if int(player.dead) == 0 or int(player.laid_out) == 0 or (int(f.arg) & 255) >> int(s.rules.players):
            return Unsound.SEATS
    if kind == Frame.THEFT and not is_item(t, int(f.c)):
        return Unsound.CARD
    if kind == Frame.CURE and find_clause(t, type_of(t, int(f.c)), Trigger.PLAY, Op.CLASS_LEVEL) == 0:
        return Unsound.CARD
    if kind == Frame.ACCEPT and int(t.card[type_of(t, int(f.c))].aim) != Aim.FIGHTERS:
        return Unsound.CARD
    return Unsound.NOTHING


@kernel
def lies_right(s, t, i, kind):
    """The frame lies on one that its rule is pushed on, while there is what it is about."""
    below = int(s.frame[i - 1].kind) if i else 0
    if (i == 0) != (kind == Frame.TURN):
        return False
    if (kind == Frame.COMBAT or kind == Frame.CHARITY) and below != Frame.TURN:
        return False
    fleeing = int(s.combat.conceded) != 0
    if kind == Frame.COMBAT:
        return int(s.combat.active) != 0 and not (fleeing and int(s.frame[i].stage) < FLED)
    if kind == Frame.FLEE:
        return fleeing and (below == Frame.COMBAT or below == Frame.FLEE)
    if kind == Frame.MEETING:
        return int(s.combat.active) == 0
    if kind == Frame.GOTH or kind == Frame.ROOM:
        return room_frame_fits(s, t, i)
    if kind == Frame.PEEK:
        return below == Frame.TURN and int(s.frame[i].seat) == int(s.turn_seat)
    if kind == Frame.PLAYED:
        return announcement_fits(s, i)
    if kind == Frame.DRAW:
        return int(s.frame[i].c) == 0 or has_frame(s, Frame.SPOILS)
    return True


@kernel
def room_frame_fits(s, t, i):
    """GOTH-1, ROOM-1: a call in a combat, or in a room; a room before what is behind the door is met."""
    f = s.frame[i]
    inside = int(s.frame[0].stage) >= DOOR_OPEN and int(s.player[int(s.turn_seat)].skips) == 0
    if int(f.kind) == Frame.GOTH:
        if int(f.a) == 0:
            return int(s.combat.active) != 0
        return room_clause(s, t, Op.CROWD) != 0 and (int(s.combat.active) != 0 or (i == 1 and inside))
    if i != 1 or int(f.seat) != int(s.turn_seat) or int(s.combat.active) or int(s.frame[0].stage) != DOOR_OPEN:
        return False
    c = int(f.c)
    return c == 0 or (kind_of(t, c) == Kind.MONSTER and int(s.card[c].zone) == Zone.ASIDE)


@kernel
def announcement_fits(s, i):
    """A card is announced by its owner, from his hand or table; a door, or a fight he looks for, in the turn itself.

    Whether the rest of the answer is possible is asked when it is carried out.
    """
    f = s.frame[i]
    said = int(f.arg)
    verb = said & BYTE
    zone = said >> 24
    p = int(f.seat)
    if verb == Verb.OPEN_DOOR or verb == Verb.FIGHT:
        if i != 1 or p != int(s.turn_seat) or int(s.combat.active):
            return False
        if verb == Verb.OPEN_DOOR:
            return said == verb and int(s.frame[0].stage) == DOOR_OPEN
        return zone == Zone.HAND + p and int(s.frame[0].stage) == BEHIND_DOOR
    if (said >> 8) & BYTE > LAST_DECISION or (said >> 16) & BYTE > LAST_WINDOW:
        return False
    return zone == Zone.HAND + p or (verb == Verb.PLAY and zone == Zone.TABLE + p)


@kernel
def clauses_fit(s, t, i, kind, run_end):
    """The clauses that wait in an EFFECTS or PICK frame are some that can wait, of a card that is there."""
    f = s.frame[i]
    c = int(f.c)
    if kind == Frame.EFFECTS:
        left = int(f.b)
        if left and not clauses_can_wait(t, int(f.a), left, run_end):
            return Unsound.CLAUSES
        if left and stays(t, int(f.a), left) and (int(s.card[c].zone) != Zone.ASIDE or not curse_below(s, i, c)):
            return Unsound.CARD
    elif is_about_card(s, t, i):
        if int(f.n) != int(t.clause[int(f.a) - 1].amount) or int(f.seat) != int(s.card[c].zone) - Zone.TABLE:
            return Unsound.CLAUSES
    else:
        for j in range(int(f.n)):
            if is_about_spent(t, int(f.a) + j):
                if int(f.arg) == 0 or not is_spent(s, t, int(f.arg)):
                    return Unsound.CLAUSES
            elif not clauses_can_wait(t, int(f.a) + j, 1, run_end) or stays(t, int(f.a) + j, 1):
                return Unsound.CLAUSES
    return Unsound.NOTHING


@kernel
def charity_fits(s, i):
    """TURN-5: the card that is given lies in the giver's hand, and no seat was given more than there is room for."""
    f = s.frame[i]
    giving = int(f.stage) == SEAT
    if giving != (int(f.c) != 0) or (giving and int(s.card[int(f.c)].zone) != Zone.HAND + int(f.seat)):
        return Unsound.CARD
    if giving and i < int(s.n_frames) - 1:
        return Unsound.STACK
    for p in range(int(s.rules.players)):
        if (int(f.arg) >> (8 * p)) & 255 > 127:
            return Unsound.SEATS
    return Unsound.NOTHING


@kernel
def offer_fits(s):
    """The offer has two sides, and exactly one frame that waits for its answer if there is one."""
    waits = 0
    for i in range(int(s.n_frames)):
        f = s.frame[i]
        if int(f.kind) == Frame.OFFER and int(f.stage) != AGREED:
            waits += 1
    kind = int(s.offer.kind)
    if kind == 0:
        return waits == 0 and int(s.offer.countered) == 0
    if waits != 1 or int(s.offer.maker) == int(s.offer.taker):
        return False
    return kind == OfferKind.TRADE or int(s.combat.active) != 0


# --------------------------------------------------------------------------- players and combat


@kernel
def player_fits(s, t, p):
    """A running game has nobody at the goal; who flees flees from monsters that are there."""
    player = s.player[p]
    n = int(s.combat.n_monsters)
    if int(s.over) == 0 and int(player.level) >= int(s.rules.goal):
        return False
    reborn = int(player.reborn) == 0 or int(t.clause[int(player.reborn)].op) == Op.BECOME_CULTIST
    if int(player.pending) >> n or int(player.spared) >> n or not reborn:
        return False
    return int(s.combat.active) != 0 or (int(player.combat_bonus) == 0 and int(player.escapes_all) == 0)


@kernel
def combat_fits(s):
    """The fighters are two, and what was slain is part of what is kept. Without a combat there is nothing of it."""
    m = s.combat
    if int(m.active) == 0:
        return (
            int(m.leader) | int(m.helper) | int(m.n_monsters) | int(m.met) | int(m.groups) | int(m.players_bonus)
            | int(m.monsters_bonus) | int(m.multiply) | int(m.used) | int(m.kept) | int(m.slain) | int(m.slain_levels)
            | int(m.slain_treasures) | int(m.owed_to) | int(m.owed_levels) | int(m.owed_treasures)
            | int(m.deal_treasures) | int(m.deal_first) | int(m.conceded) | int(m.lone) | int(m.own) | int(m.loot)
            | int(m.no_help) | int(m.fought) | int(m.turn_of) | int(m.factors) | int(m.lasting) | int(m.no_class)
            | int(m.flight) | int(m.caught) | int(m.doomed) | int(m.bared) | int(m.sought)
            | int(m.routed) | int(m.idle_slots) | int(m.driven)
        ) == 0
    if int(m.idle_slots) & (1 << Slot.NONE):
        return False
    if int(m.helper) == int(m.leader) + 1 or int(m.slain_treasures) + int(m.own) > int(m.kept):
        return False
    return int(s.n_frames) > 1 and int(s.frame[1].kind) == Frame.COMBAT


# --------------------------------------------------------------------------- cards


@kernel
def aside_fits(s):
    """Every card that is being resolved has a frame about it."""
    c = int(s.head[Zone.ASIDE])
    while c:
        found = False
        for i in range(int(s.n_frames)):
            kind = int(s.frame[i].kind)
            if (kind == Frame.CURSE or kind == Frame.EFFECTS or is_about_door(kind)) and int(s.frame[i].c) == c:
                found = True
        if not found:
            return False
        c = int(s.card[c].next)
    return True


@kernel
def is_about_door(kind):
    """A frame about a card that lies open before it works."""
    return kind == Frame.PLAYED or kind == Frame.ROOM


@kernel
def has_frame(s, kind):
    for i in range(int(s.n_frames)):
        if int(s.frame[i].kind) == kind:
            return True
    return False


@kernel
def window_fits(s):
    """The open window is one of those on the stack, or none."""
    window = int(s.window)
    if window == 0:
        return True
    for i in range(int(s.n_frames)):
        if int(s.frame[i].kind) == Frame.WINDOW and int(s.frame[i].a) == window:
            return True
    return False


@kernel
def unused_is_zero(s):
    """Nothing lies above the stack, beyond the monsters, the offers, the dice and the events."""
    used = 0
    for i in range(int(s.n_frames), len(s.frame)):
        f = s.frame[i]
        used |= int(f.kind) | int(f.stage) | int(f.seat) | int(f.other) | int(f.did) | int(f.passes)
        used |= int(f.a) | int(f.b) | int(f.c) | int(f.n) | int(f.arg)
    for i in range(int(s.combat.n_monsters), len(s.combat.monster)):
        monster = s.combat.monster[i]
        used |= int(monster.card) | int(monster.type) | int(monster.group)
        used |= int(monster.bonus) | int(monster.treasures) | int(monster.undead) | int(monster.grown)
    for i in range(int(s.n_offers), len(s.offers)):
        used |= int(s.offers[i])
    for i in range(int(s.n_dice), len(s.dice)):
        used |= int(s.dice[i])
    for i in range(int(s.event_count), len(s.event)):
        e = s.event[i]
        used |= int(e.kind) | int(e.seat) | int(e.other) | int(e.card) | int(e.amount)
    return used == 0


@kernel
def end_fits(s):
    """A game that is over asks nobody; one that runs has no winner, and nobody about to win, and no fault."""
    if int(s.over) == 0:
        return int(s.winners) == 0 and int(s.lucky) == 0 and int(s.fault) == 0 and int(s.phase) != Phase.OVER
    move = s.move
    if int(s.seat) >= 0 or int(s.decision) != Decision.NONE:
        return False
    return int(move.stage) == 0 and int(move.verb) == 0 and (int(s.phase) == Phase.OVER) != (int(s.fault) != 0)


@kernel
def unfit(s, t, run_end):
    """Unsound, and where, of a position whose numbers and lists are in range."""
    if not unused_is_zero(s):
        return Unsound.UNUSED
    if not end_fits(s):
        return Unsound.ENDED
    for i in range(int(s.n_dice)):
        if int(s.dice[i]) == 0:
            return Unsound.DICE
    for i in range(int(s.n_frames)):
        bad = frame_fits(s, t, i, run_end)
        if bad:
            return bad + WHERE * i
    if not roll_fits(s, t):
        return Unsound.ROLL
    if not offer_fits(s):
        return Unsound.OFFER
    if not combat_fits(s):
        return Unsound.COMBAT
    for i in range(int(s.combat.n_monsters)):
        if not monster_fits(s, t, i):
            return Unsound.MONSTER + WHERE * i
    for p in range(int(s.rules.players)):
        if not player_fits(s, t, p):
            return Unsound.PLAYER + WHERE * p
    for c in range(1, int(t.n_cards) + 1):
        if int(s.card[c].host) and not host_fits(s, t, c):
            return Unsound.HOST + WHERE * c
        if int(s.card[c].flag) and not mark_fits(s, t, c, int(s.card[c].flag)):
            return Unsound.MARK + WHERE * c
        if int(s.card[c].known_by):
            zone = int(s.card[c].zone)
            if zone >= Zone.DECK and zone < Zone.DISCARD:
                continue  # that they are on top of it is one of the invariants
            if zone < Zone.HAND or zone >= Zone.TABLE or (int(s.card[c].known_by) >> (zone - Zone.HAND)) & 1:
                return Unsound.KNOWN + WHERE * c
    if not aside_fits(s):
        return Unsound.ASIDE
    if int(s.count[Zone.SPOILS]) and not has_frame(s, Frame.SPOILS):
        return Unsound.SPOILS
    if not window_fits(s):
        return Unsound.WINDOW
    if room_of(s) and int(s.frame[0].stage) <= BEFORE_DOOR:
        return Unsound.ROOM
    return Unsound.NOTHING


# --------------------------------------------------------------------------- the question


@kernel
def asks_in_turn(s, f):
    """WINDOW-1, GOTH-1, QUICK-4: the frame is a window, a call or a claim that has come to the seat that is asked."""
    decision = int(s.decision)
    kind = int(f.kind)
    if kind == Frame.MEETING:
        return asks_in_meeting(s, f)
    of_window = kind == Frame.WINDOW and decision == Decision.WINDOW and int(s.window) == int(f.a)
    of_call = kind == Frame.GOTH and goes_on(s, int(f.a))
    of_call = of_call and decision == (Decision.CROWD if int(f.a) else Decision.GOTH)
    of_claim = kind == Frame.CONTEST and decision == Decision.CONTEST and int(f.stage) == ASKING
    if not (of_window or of_call or of_claim):
        return False
    p = int(s.seat)
    if p < 0 or int(f.passes) >= int(s.rules.players):
        return False
    # a window begins to the left of whoever acted, a call with the monster's player
    return p == seat_after(s, int(f.other), int(of_window) + int(f.passes)) and int(s.player[p].dead) == 0


@kernel
def take_back(s, t):
    """Takes back the pending question and what has been answered of it, so that the rules ask it again.

    Derived numbers of the players are written anew, too: the result is what the rules themselves make of the cards,
    the combat and the stack. Single choices are left open, so that the rules stop at the question itself. In a window
    or at a call the question stays if its seat's turn has come: whether he can react is hidden, so a game that is
    resampled may ask somebody who can't.
    """
    heavy = int(s.heavy)
    s.rules.forced_choices = 0
    for p in range(int(s.rules.players)):
        refresh(s, t, p)
    s.heavy = heavy
    f = s.frame[int(s.n_frames) - 1]
    if int(s.decision) == Decision.RESURRECT:
        f.stage = DOOR if int(f.kind) == Frame.TURN else 0
    trade = int(s.move.verb) == Verb.TRADE and int(s.move.stage) != Stage.VERB
    for c in range(1, int(t.n_cards) + 1):
        if int(s.card[c].flag) & Flag.SELECTED:
            set_flag(s, t, c, Flag.SELECTED, 0)
        if trade and int(s.card[c].flag) & Flag.WANTED:
            set_flag(s, t, c, Flag.WANTED, 0)
    if asks_in_turn(s, f):
        clear_move(s)
    else:
        answered(s)
