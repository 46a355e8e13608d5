"""What a position from outside must satisfy before rules run on it: ranges, frames, and how its parts fit together.

`engine.position.layout` declares the ranges; here is what no range can say. A position that passes can be
played: every index is in range, every frame finds what it is about, and what waits on the stack can be carried out in
any order of events.
Whether its own rules would ask the pending question is found out by asking again (`engine.outside.loading`).
"""

from enum import IntEnum

from munchkin_env.engine.atoms.cards import set_flag
from munchkin_env.engine.atoms.derived import refresh
from munchkin_env.engine.atoms.stack import BEFORE_DOOR, BEHIND_DOOR, DOOR_OPEN, answered, clear_move
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import cards, seats
from munchkin_env.engine.facts.cards import is_item, is_monster, is_spent, kind_of, type_of
from munchkin_env.engine.facts.clauses import find_clause
from munchkin_env.engine.facts.entered_room import room_clause, room_of
from munchkin_env.engine.outside.belongings import host_fits, mark_fits, monster_fits
from munchkin_env.engine.outside.rolling import roll_fits
from munchkin_env.engine.outside.waiting import clauses_can_wait, is_about_spent, stays
from munchkin_env.engine.rules.announcing import BYTE
from munchkin_env.engine.rules.charity import SEAT
from munchkin_env.engine.rules.combat import FLED
from munchkin_env.engine.rules.growing import is_about_card
from munchkin_env.engine.rules.helping import AGREED
from munchkin_env.engine.rules.meeting import proposal_fits
from munchkin_env.engine.rules.turn import DOOR
from munchkin_env.engine.wheel.running import has_come
from munchkin_env.vocabulary import (
    Aim,
    Decision,
    Event,
    Filter,
    Flag,
    Frame,
    OfferKind,
    Op,
    Phase,
    Raises,
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
        return f.stage
    if field == 1:
        return f.did
    if field == 2:
        return f.passes
    if field == 3:
        return f.a
    if field == 4:
        return f.b
    if field == 5:
        return f.c
    if field == 6:
        return f.n
    return f.arg


@kernel
def frames_out_of_range(s, frames):
    """8 * frame + field of the first frame that holds what its kind can't, -1 if there is none.

    frames: int64[kinds, 8, 2], lowest and highest value by kind and number of the field; a kind that no rule pushes
    has none (lowest above highest).
    """
    for i in range(s.n_frames):
        f = s.frame[i]
        kind = f.kind
        for field in range(8):
            value = frame_number(f, field)
            if value < frames[kind, field, 0] or value > frames[kind, field, 1]:
                return 8 * i + field
    return -1


@kernel
def events_out_of_range(s, events):
    """The place in the ring of an event that can't be told, -1 if there is none. events: int64[kinds, 4]."""
    for i in range(min(s.event_count, len(s.event))):
        e = s.event[i]
        kind = e.kind
        if e.card < events[kind, 0] or e.card > events[kind, 1]:
            return i
        if kind == Event.NONE or e.amount < events[kind, 2] or e.amount > events[kind, 3]:
            return i
    return -1


@kernel
def curse_below(s, top, c):
    """Frame `top` lies on the frame of the curse `c`, and no other frame is about that curse."""
    found = 0
    for i in range(s.n_frames):
        if s.frame[i].kind == Frame.CURSE and s.frame[i].card == c:
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
    c = s.frame[i].detail
    if c < 1 or c > t.n_cards or s.card[c].zone != Zone.ASIDE:
        return False
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.CORRUPTS) != 0 and curse_below(s, i, c)


@kernel
def is_queue(s, queue):
    """Seats + 1 in three bits each, none of them empty before the last."""
    while queue:
        if queue & 7 == 0 or queue & 7 > s.rules.players:
            return False
        queue >>= 3
    return True


@kernel
def frame_fits(s, t, i, run_end):
    """What frame `i` is about exists, and it lies where its rule pushes it. Returns Unsound."""
    f = s.frame[i]
    kind = f.kind
    if not lies_right(s, t, i, kind):
        return Unsound.STACK
    if kind == Frame.EFFECTS or kind == Frame.PICK:
        return clauses_fit(s, t, i, kind, run_end)
    if (kind == Frame.CHOOSE or kind == Frame.ORDER) and not may_be_chosen(f.filter, f.take):
        return Unsound.CHOICE
    if kind == Frame.CHOOSE and f.take == Take.HANG_ON and not is_hung(s, t, i):
        return Unsound.CARD
    if kind == Frame.ORDER and not is_queue(s, f.queue):
        return Unsound.SEATS
    if kind == Frame.WORTH and i < s.n_frames - 1 and f.tax and f.owed > 0:
        return Unsound.WORTH
    if kind == Frame.CHARITY:
        return charity_fits(s, i)
    if kind == Frame.MEETING and not proposal_fits(s, t, f):
        return Unsound.CARD
    if kind == Frame.LOOT_BODY:
        player = s.player[f.seat]
        if player.dead == 0 or player.laid_out == 0 or (f.looting & 255) >> s.rules.players:
            return Unsound.SEATS
    if kind == Frame.THEFT and not is_item(t, f.card):
        return Unsound.CARD
    if kind == Frame.CURE and find_clause(t, type_of(t, f.card), Trigger.PLAY, Raises.CLASS) == 0:
        return Unsound.CARD
    if kind == Frame.ACCEPT and t.card[type_of(t, f.card)].aim != Aim.FIGHTERS:
        return Unsound.CARD
    return Unsound.NOTHING


@kernel
def lies_right(s, t, i, kind):
    """The frame lies on one that its rule is pushed on, while there is what it is about."""
    below = s.frame[i - 1].kind if i else 0
    if (i == 0) != (kind == Frame.TURN):
        return False
    if (kind == Frame.COMBAT or kind == Frame.CHARITY) and below != Frame.TURN:
        return False
    fleeing = s.combat.conceded != 0
    if kind == Frame.COMBAT:
        return s.combat.active != 0 and not (fleeing and s.frame[i].stage < FLED)
    if kind == Frame.FLEE:
        return fleeing and (below == Frame.COMBAT or below == Frame.FLEE)
    if kind == Frame.MEETING:
        return s.combat.active == 0
    if kind == Frame.GOTH or kind == Frame.ROOM:
        return room_frame_fits(s, t, i)
    if kind == Frame.PEEK:
        return below == Frame.TURN and s.frame[i].seat == s.turn_seat
    if kind == Frame.PLAYED:
        return announcement_fits(s, i)
    if kind == Frame.DRAW:
        return s.frame[i].to_spoils == 0 or has_frame(s, Frame.SPOILS)
    return True


@kernel
def room_frame_fits(s, t, i):
    """GOTH-1, ROOM-1: a call in a combat, or in a room; a room before what is behind the door is met."""
    f = s.frame[i]
    inside = s.frame[0].stage >= DOOR_OPEN and s.player[s.turn_seat].skips == 0
    if f.kind == Frame.GOTH:
        if f.everybody == 0:
            return s.combat.active != 0
        return room_clause(s, t, Op.CROWD) != 0 and (s.combat.active != 0 or (i == 1 and inside))
    if i != 1 or f.seat != s.turn_seat or s.combat.active or s.frame[0].stage != DOOR_OPEN:
        return False
    c = f.card
    return c == 0 or (is_monster(kind_of(t, c)) and s.card[c].zone == Zone.ASIDE)


@kernel
def announcement_fits(s, i):
    """A card is announced by its owner, from his hand or table; a door, or a fight he looks for, in the turn itself.

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


@kernel
def clauses_fit(s, t, i, kind, run_end):
    """The clauses that wait in an EFFECTS or PICK frame are some that can wait, of a card that is there."""
    f = s.frame[i]
    c = f.card
    if kind == Frame.EFFECTS:
        left = f.clauses_left
        if left and not clauses_can_wait(t, f.clause, left, run_end):
            return Unsound.CLAUSES
        if left and stays(t, f.clause, left) and (s.card[c].zone != Zone.ASIDE or not curse_below(s, i, c)):
            return Unsound.CARD
    elif is_about_card(s, t, i):
        if f.ways != t.clause[f.clause - 1].amount or f.seat != s.card[c].zone - Zone.TABLE:
            return Unsound.CLAUSES
    else:
        for j in range(f.ways):
            if is_about_spent(t, f.clause + j):
                if f.second == 0 or not is_spent(s, t, f.second):
                    return Unsound.CLAUSES
            elif not clauses_can_wait(t, f.clause + j, 1, run_end) or stays(t, f.clause + j, 1):
                return Unsound.CLAUSES
    return Unsound.NOTHING


@kernel
def charity_fits(s, i):
    """TURN-5: the card that is given lies in the giver's hand, and no seat was given more than there is room for."""
    f = s.frame[i]
    giving = f.stage == SEAT
    if giving != (f.card != 0) or (giving and s.card[f.card].zone != Zone.HAND + f.seat):
        return Unsound.CARD
    if giving and i < s.n_frames - 1:
        return Unsound.STACK
    for p in seats(s):
        if (f.gifts >> (8 * p)) & 255 > 127:
            return Unsound.SEATS
    return Unsound.NOTHING


@kernel
def offer_fits(s):
    """The offer has two sides, and exactly one frame that waits for its answer if there is one."""
    waits = 0
    for i in range(s.n_frames):
        f = s.frame[i]
        if f.kind == Frame.OFFER and f.stage != AGREED:
            waits += 1
    kind = s.offer.kind
    if kind == 0:
        return waits == 0 and s.offer.countered == 0
    if waits != 1 or s.offer.maker == s.offer.taker:
        return False
    return kind == OfferKind.TRADE or s.combat.active != 0


# --------------------------------------------------------------------------- players and combat


@kernel
def player_fits(s, t, p):
    """A running game has nobody at the goal; who flees flees from monsters that are there."""
    player = s.player[p]
    n = s.combat.n_monsters
    if s.over == 0 and player.level >= s.rules.goal:
        return False
    reborn = player.reborn == 0 or t.clause[player.reborn].op == Op.BECOME_CULTIST
    if player.pending >> n or player.spared >> n or not reborn:
        return False
    return s.combat.active != 0 or (player.combat_bonus == 0 and player.escapes_all == 0)


@kernel
def combat_fits(s):
    """The fighters are two, and what was slain is part of what is kept. Without a combat there is nothing of it."""
    m = s.combat
    if m.active == 0:
        return (
            m.leader | m.helper | m.n_monsters | m.met | m.groups | m.players_bonus
            | m.monsters_bonus | m.multiply | m.used | m.kept | m.slain | m.slain_levels
            | m.slain_treasures | m.owed_to | m.owed_levels | m.owed_treasures
            | m.deal_treasures | m.deal_first | m.conceded | m.lone | m.own | m.loot
            | m.no_help | m.fought | m.turn_of | m.factors | m.lasting | m.no_class
            | m.flight | m.caught | m.doomed | m.bared | m.sought
            | m.routed | m.idle_slots | m.driven
        ) == 0
    if m.idle_slots & (1 << Slot.NONE):
        return False
    if m.helper == m.leader + 1 or m.slain_treasures + m.own > m.kept:
        return False
    return s.n_frames > 1 and s.frame[1].kind == Frame.COMBAT


# --------------------------------------------------------------------------- cards


@kernel
def aside_fits(s):
    """Every card that is being resolved has a frame about it."""
    for c in cards(s, Zone.ASIDE):
        found = False
        for i in range(s.n_frames):
            kind = s.frame[i].kind
            if (kind == Frame.CURSE or kind == Frame.EFFECTS or is_about_door(kind)) and s.frame[i].card == c:
                found = True
        if not found:
            return False
    return True


@kernel
def is_about_door(kind):
    """A frame about a card that lies open before it works."""
    return kind == Frame.PLAYED or kind == Frame.ROOM


@kernel
def has_frame(s, kind):
    for i in range(s.n_frames):
        if s.frame[i].kind == kind:
            return True
    return False


@kernel
def window_fits(s):
    """The open window is one of those on the stack, or none."""
    window = s.window
    if window == 0:
        return True
    for i in range(s.n_frames):
        if s.frame[i].kind == Frame.WINDOW and s.frame[i].window == window:
            return True
    return False


@kernel
def unused_is_zero(s):
    """Nothing lies above the stack, beyond the monsters, the offers, the dice and the events."""
    used = 0
    for i in range(s.n_frames, len(s.frame)):
        f = s.frame[i]
        used |= f.kind | f.stage | f.seat | f.other | f.did | f.passes
        used |= f.a | f.b | f.c | f.n | f.arg
    for i in range(s.combat.n_monsters, len(s.combat.monster)):
        monster = s.combat.monster[i]
        used |= monster.card | monster.type | monster.group
        used |= monster.bonus | monster.treasures | monster.undead | monster.grown
    for i in range(s.n_offers, len(s.offers)):
        used |= s.offers[i]
    for i in range(s.n_dice, len(s.dice)):
        used |= s.dice[i]
    for i in range(s.event_count, len(s.event)):
        e = s.event[i]
        used |= e.kind | e.seat | e.other | e.card | e.amount
    return used == 0


@kernel
def end_fits(s):
    """A game that is over asks nobody; one that runs has no winner, and nobody about to win, and no fault."""
    if s.over == 0:
        return s.winners == 0 and s.lucky == 0 and s.fault == 0 and s.phase != Phase.OVER
    move = s.move
    if s.seat >= 0 or s.decision != Decision.NONE:
        return False
    return move.stage == 0 and move.verb == 0 and (s.phase == Phase.OVER) != (s.fault != 0)


@kernel
def unfit(s, t, run_end):
    """Unsound, and where, of a position whose numbers and lists are in range."""
    if not unused_is_zero(s):
        return Unsound.UNUSED
    if not end_fits(s):
        return Unsound.ENDED
    for i in range(s.n_dice):
        if s.dice[i] == 0:
            return Unsound.DICE
    for i in range(s.n_frames):
        bad = frame_fits(s, t, i, run_end)
        if bad:
            return bad + WHERE * i
    if not roll_fits(s, t):
        return Unsound.ROLL
    if not offer_fits(s):
        return Unsound.OFFER
    if not combat_fits(s):
        return Unsound.COMBAT
    for i in range(s.combat.n_monsters):
        if not monster_fits(s, t, i):
            return Unsound.MONSTER + WHERE * i
    for p in seats(s):
        if not player_fits(s, t, p):
            return Unsound.PLAYER + WHERE * p
    for c in range(1, t.n_cards + 1):
        if s.card[c].host and not host_fits(s, t, c):
            return Unsound.HOST + WHERE * c
        if s.card[c].flag and not mark_fits(s, t, c, s.card[c].flag):
            return Unsound.MARK + WHERE * c
        if s.card[c].known_by:
            zone = s.card[c].zone
            if zone >= Zone.DECK and zone < Zone.DISCARD:
                continue  # that they are on top of it is one of the invariants
            if zone < Zone.HAND or zone >= Zone.TABLE or (s.card[c].known_by >> (zone - Zone.HAND)) & 1:
                return Unsound.KNOWN + WHERE * c
    if not aside_fits(s):
        return Unsound.ASIDE
    if s.count[Zone.SPOILS] and not has_frame(s, Frame.SPOILS):
        return Unsound.SPOILS
    if not window_fits(s):
        return Unsound.WINDOW
    if room_of(s) and s.frame[0].stage <= BEFORE_DOOR:
        return Unsound.ROOM
    return Unsound.NOTHING


# --------------------------------------------------------------------------- the question


@kernel
def take_back(s, t):
    """Takes back the pending question and what has been answered of it, so that the rules ask it again.

    Derived numbers of the players are written anew, too: the result is what the rules themselves make of the cards,
    the combat and the stack. Single choices are left open, so that the rules stop at the question itself. In a window
    or at a call the question stays if its seat's turn has come: whether he can react is hidden, so a game that is
    resampled may ask somebody who can't.
    """
    heavy = s.heavy
    s.rules.forced_choices = 0
    for p in seats(s):
        refresh(s, t, p)
    s.heavy = heavy
    f = s.frame[s.n_frames - 1]
    if s.decision == Decision.RESURRECT:
        f.stage = DOOR if f.kind == Frame.TURN else 0
    trade = s.move.verb == Verb.TRADE and s.move.stage != Stage.VERB
    for c in range(1, t.n_cards + 1):
        if s.card[c].flag & Flag.SELECTED:
            set_flag(s, t, c, Flag.SELECTED, 0)
        if trade and s.card[c].flag & Flag.WANTED:
            set_flag(s, t, c, Flag.WANTED, 0)
    if has_come(s, t, s.n_frames - 1):
        clear_move(s)
    else:
        answered(s)
