"""What a position from outside must satisfy before rules run on it: ranges, frames, and how its parts fit together.

`engine.state.layout` declares the ranges; here is what no range can say. A position that passes can be
played: every index is in range, every frame finds what it is about, and what waits on the stack can be carried out in
any order of events.
Whether its own rules would ask the pending question is found out by asking again (`engine.validation.loading`).
"""

from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.running import ask_anew, has_come, lies_right, suits_its_rule
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import set_flag
from munchkin_env.engine.mutations.derived import refresh
from munchkin_env.engine.mutations.stack import BEFORE_DOOR, answered, clear_move, is_open, is_turn
from munchkin_env.engine.queries.asking import is_nothing
from munchkin_env.engine.queries.cards import is_of
from munchkin_env.engine.queries.clauses import comes_on_return
from munchkin_env.engine.queries.entered_room import room_of
from munchkin_env.engine.rules.combat import has_its_frame
from munchkin_env.engine.rules.helping import offer_fits
from munchkin_env.engine.rules.treasure import shares_spoils
from munchkin_env.engine.state.unsound import Unsound
from munchkin_env.engine.validation.belongings import host_fits, mark_fits, monster_fits
from munchkin_env.engine.validation.rolling import roll_fits
from munchkin_env.vocabulary import (
    Event,
    Flag,
    Phase,
    Slot,
    Stage,
    Zone,
    frames_that,
)

RESOLVING = frames_that(lambda row: row.resolves)
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
def frame_fits(s, t, i, run_end):
    """What frame `i` is about exists, and it lies where its rule pushes it. Returns Unsound."""
    if (i == 0) != is_turn(s.frame[i]) or not lies_right(s, t, i):
        return Unsound.STACK
    return suits_its_rule(s, t, i, run_end)


# --------------------------------------------------------------------------- players and combat


@kernel
def player_fits(s, t, p):
    """A running game has nobody at the goal; who flees flees from monsters that are there."""
    player = s.player[p]
    n = s.combat.n_monsters
    if s.over == 0 and player.level >= s.rules.goal:
        return False
    reborn = player.reborn == 0 or comes_on_return(t.clause[player.reborn].op)
    if player.pending >> n or player.spared >> n or not reborn:
        return False
    return s.combat.active != 0 or (player.combat_bonus == 0 and player.escapes_all == 0)


@kernel
def combat_fits(s):
    """The fighters are two, and what was slain is part of what is kept. Without a combat there is nothing of it."""
    m = s.combat
    if m.active == 0:
        return nothing_owed(s) and (
            m.leader | m.helper | m.n_monsters | m.met | m.groups | m.players_bonus
            | m.monsters_bonus | m.multiply | m.used | m.kept | m.slain | m.slain_levels
            | m.slain_treasures | m.owed_to | m.owed_levels | m.owed_treasures
            | m.deal_treasures | m.deal_first | m.conceded | m.lone | m.own | m.loot
            | m.no_help | m.fought | m.turn_of | m.factors | m.lasting | m.no_class
            | m.flight | m.caught | m.doomed | m.bared | m.sought
            | m.routed | m.idle_slots | m.driven | m.empowered
        ) == 0
    if m.idle_slots & (1 << Slot.NONE):
        return False
    if m.helper == m.leader + 1 or m.slain_treasures + m.own > m.kept:
        return False
    return has_its_frame(s)


@kernel
def nothing_owed(s):
    """Nobody waits for the end of a combat that he has handed over."""
    for p in seats(s):
        if s.owed_levels[p] or s.owed_treasures[p]:
            return False
    return True


# --------------------------------------------------------------------------- cards


@kernel
def aside_fits(s):
    """Every card that is being resolved has a frame about it."""
    for c in cards(s, Zone.ASIDE):
        found = False
        for i in range(s.n_frames):
            if is_of(RESOLVING, s.frame[i].kind) and s.frame[i].card == c:
                found = True
        if not found:
            return False
    return True


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
    if s.seat >= 0 or not is_nothing(s.decision):
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
    if s.count[Zone.SPOILS] and not shares_spoils(s):
        return Unsound.SPOILS
    if s.window and not is_open(s, s.window):
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
    ask_anew(s, t, s.n_frames - 1)
    trade = among(s.move.verb, WANT_AFTER_SECOND) and s.move.stage != Stage.VERB
    for c in range(1, t.n_cards + 1):
        if s.card[c].flag & Flag.SELECTED:
            set_flag(s, t, c, Flag.SELECTED, 0)
        if trade and s.card[c].flag & Flag.WANTED:
            set_flag(s, t, c, Flag.WANTED, 0)
    if has_come(s, t, s.n_frames - 1):
        clear_move(s)
    else:
        answered(s)
