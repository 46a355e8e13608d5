"""The turn: door, trouble, loot, charity, and who comes next (TURN-1 to TURN-8, QUICK-1, QUICK-2)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, OF_THE_TURN, clear_flags, discard
from munchkin_env.engine.mutations.combat import look_for
from munchkin_env.engine.mutations.decks import draw_from, look_at_top
from munchkin_env.engine.mutations.game import log, set_phase
from munchkin_env.engine.mutations.players import end_status, reveal_hand
from munchkin_env.engine.mutations.stack import (
    BEFORE_DOOR,
    BEHIND_DOOR,
    DOOR_OPEN,
    LAST_DECISIONS,
    ask,
    open_window,
    pop,
    push,
)
from munchkin_env.engine.queries.asking import begins_turn, is_reaction
from munchkin_env.engine.queries.cards import hand_of, is_monster, kind_of, strikes, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.entered_room import LOOT_DUE, may_be_looted
from munchkin_env.engine.queries.people import hand_count, hand_limit, has_ability, next_seat, takes_part
from munchkin_env.engine.rules.charity import begin_charity, excess_of
from munchkin_env.engine.rules.choices import before_door, list_numbers, push_choose
from munchkin_env.engine.rules.combat import start_combat
from munchkin_env.engine.rules.curses import push_curse
from munchkin_env.engine.rules.death import deal_again, push_bodies, push_rebirth, return_dead
from munchkin_env.engine.rules.effects.cards import receive
from munchkin_env.engine.rules.effects.pending import push_draw
from munchkin_env.engine.rules.powers import uses_a_power
from munchkin_env.engine.rules.rooms import leave_room, may_open_second, turn_to_second_door, wait_at_door
from munchkin_env.engine.rules.rows import OWN_COMBAT, TURN, At, During, Role, effect, frame, verb
from munchkin_env.engine.rules.settling import settle_round_limit
from munchkin_env.engine.rules.stealing import may_end_turn
from munchkin_env.engine.rules.treasure import may_resurrect
from munchkin_env.engine.rules.windows import announce_door, may_be_cancelled, restart_window
from munchkin_env.engine.state.layout import ALL_BUT_CHARITY
from munchkin_env.vocabulary import (
    Ability,
    Decision,
    Deck,
    Event,
    Filter,
    Frame,
    Moment,
    Op,
    Phase,
    Stage,
    Take,
    Trigger,
    Until,
    Verb,
    Where,
    Window,
    Zone,
)

BEGIN = 0
STARTED = 1
READY = BEFORE_DOOR
DOOR = 3
OPENED = DOOR_OPEN
AFTER = BEHIND_DOOR
BEFORE_CHARITY = LAST_DECISIONS
CHARITY = 7
ENDING = 8
ENDED = 9

SKIPPED = 1  # of `skips`: charity too
LOOK = 0  # stages of the PEEK frame
LOOKED = 1
TURNED = 2


@kernel
def run_turn(s, t, i):
    """Run one step of the turn frame, the bottom of the stack."""
    f = s.frame[i]
    p = s.turn_seat
    stage = f.stage
    if push_bodies(s, p):
        return
    if not takes_part(s, p) and stage > STARTED and stage < ENDING:
        f.stage = ENDING
        return
    if stage == BEGIN:
        begin_turn(s, p)
        f.stage = STARTED
    elif stage == STARTED:
        f.stage = READY
        set_phase(s, Phase.START)
        open_window(s, Window.TURN_START, p)
    elif READY <= stage <= AFTER and s.player[p].skips:
        f.stage = BEFORE_CHARITY if s.player[p].skips == ALL_BUT_CHARITY else ENDING
    elif stage == READY:
        ask(s, i, p, Decision.TURN_START)
    elif stage == DOOR:
        set_phase(s, Phase.DOOR)
        if may_resurrect(s, t, Deck.DOOR, p) > 0:
            if ask(s, i, p, Decision.RESURRECT):
                f.stage = OPENED
        else:
            f.stage = OPENED
            open_door(s, t, p)
    elif stage == OPENED and s.reopens:
        s.reopens = 0
        f.stage = DOOR
    elif stage == OPENED:
        f.stage = AFTER
        if s.met_monster == 0:
            s.may_loot = 0 if s.second_door else LOOT_DUE  # CAT-1: that was in place of looting
            open_window(s, Window.DOOR, p)
    elif stage == AFTER:
        if s.met_monster == 0 and s.may_loot:
            set_phase(s, Phase.TROUBLE)
            ask(s, i, p, Decision.AFTER_DOOR)
        else:
            set_phase(s, Phase.AFTER)
            ask(s, i, p, Decision.AFTER_COMBAT)
    else:
        finish_turn(s, t, i)


@kernel
def finish_turn(s, t, i):
    """TURN-5: charity, and the end of the turn; before either passes the player in turn may have to play down."""
    f = s.frame[i]
    p = s.turn_seat
    stage = f.stage
    if stage == BEFORE_CHARITY:
        f.stage = CHARITY
        f.over_limit = over_limit(s, p)
        set_phase(s, Phase.CHARITY)
        forget_window_offers(s, p)
        open_window(s, Window.CHARITY, p)
    elif stage == CHARITY:
        grown = over_limit(s, p) > f.over_limit
        f.over_limit = 0
        if not (grown and let_play_down(s, i, p)):
            f.stage = ENDING
            forget_combat(s)
            begin_charity(s, p)
    elif stage == ENDING:
        f.stage = ENDED
        open_window(s, Window.TURN_END, p)
    elif not let_play_down(s, i, p):
        end_turn(s, t)
        f.stage = BEGIN


@kernel
def over_limit(s, p):
    """TURN-5: cards above the limit of the hand."""
    return max(0, hand_count(s, p) - hand_limit(s, p))


@kernel
def let_play_down(s, i, p):
    """TURN-5: a player above the limit since the end of the turn may play cards first; then charity follows.

    A turn that is skipped is without charity. `i`: the frame of the turn. Returns False if there is no excess.
    """
    if not takes_part(s, p) or s.player[p].skips == SKIPPED or excess_of(s, p) == 0:
        return False
    s.may_loot = 0
    s.frame[i].stage = AFTER
    return True


@kernel
def begin_turn(s, p):
    """Count the round, return the dead, deal a returned player new cards; QUICK-1 listens at the door."""
    s.turn += 1
    s.renewals = 0
    if p == s.first_seat:
        s.rounds += 1
        if s.rounds > s.rules.round_limit:
            settle_round_limit(s)
            return
    set_phase(s, Phase.START)
    log(s, Event.TURN, p, 0, -1, s.rounds)
    returned = return_dead(s)
    end_status(s, p, Until.OWN_TURN)
    if s.rules.listen_at_door:
        push_draw(s, p, Deck.DOOR, 1, 0, 0)
    if s.player[p].redeal:
        deal_again(s, p)
    for q in seats(s):
        if (returned >> q) & 1:
            push_rebirth(s, q)


@kernel
def forget_window_offers(s, p):
    """WINDOW-6: players who are not in turn may make their offers again in each window."""
    for q in seats(s):
        if q != p:
            s.player[q].offers = 0


@kernel
def open_door(s, t, p):
    """TURN-2: the top Door card is turned up; who may looks first, if it is the first one of the turn."""
    if s.door == 0 and has_ability(s, p, Ability.PEEK):
        push(s, Frame.PEEK, p, p)
    else:
        turn_up(s, t, p)


@kernel
def run_peek(s, t, i):
    """Only the player in turn has looked at the door; helpful actions are open, then it is opened."""
    f = s.frame[i]
    p = f.seat
    stage = f.stage
    if stage == LOOK:
        f.stage = LOOKED
        look_at_top(s, t, p, Deck.DOOR, 1)
    elif stage == LOOKED and uses_a_power(s, t, p, Moment.AT_DOOR):
        ask(s, i, p, Decision.PEEK)
    else:
        pop(s, i)
        turn_up(s, t, p)


@kernel
def turn_from_door(s, i):
    """The player at the door is done: the top Door card is opened next, whichever it is."""
    s.frame[i].stage = TURNED


@kernel
def turn_up(s, t, p):
    """TURN-2: the top Door card is turned up."""
    c = draw_from(s, t, Deck.DOOR)
    if c:
        meet(s, t, p, c)


@kernel
def open_discard(s, t, p):
    """Resurrection: the topmost discarded Door card is opened instead; a card from hand is the price."""
    c = s.head[Zone.DISCARD]
    meet(s, t, p, c)
    # on top of what was met: the price is paid first
    push_choose(s, p, p, Filter.HAND, 0, Take.DISCARD, 1)


@kernel
def meet(s, t, p, c):
    """TURN-2: a monster fights, a curse strikes, anything else goes to the hand, seen by all."""
    kind = kind_of(t, c)
    log(s, Event.OPENED, p, type_of(t, c), -1, 0)
    s.door = c
    if t.moments & Moment.PLAYED and not strikes(kind) and may_be_cancelled(s, t, -1):
        announce_door(s, t, p, c)
    else:
        enter(s, t, p, c)


@kernel
def enter(s, t, p, c):
    """TURN-2: consequences of an open door that nobody has cancelled."""
    kind = kind_of(t, c)
    reopens = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.REOPENS)
    if t.moments & Moment.ROOM and not reopens and wait_at_door(s, t, p, c):
        return
    if is_monster(kind):
        start_combat(s, t, p, c)
    elif strikes(kind):
        push_curse(s, t, c, p, p, 1)
    elif reopens:
        exchange_door(s, t, p, c)
    else:
        receive(s, t, p, c, ALL_SEATS, 1)


@kernel
def exchange_door(s, t, p, c):
    """Discard the opened card for doors: some face down, then another one is opened."""
    clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.REOPENS)
    discard(s, t, c, p)
    s.reopens = 1
    push_draw(s, p, Deck.DOOR, t.clause[clause].amount, 0, 0)


@kernel
def loot_room(s, p):
    """TURN-4, QUICK-2: a second card, face down."""
    s.may_loot = 0
    forget_combat(s)
    deck = Deck.TREASURE if s.rules.loot_treasure else Deck.DOOR
    open_window(s, Window.LOOT, p)
    push_draw(s, p, deck, 1, 0, 0)


@kernel
def forget_combat(s):
    """The moment right after the combat is over."""
    s.just_fought = 0
    s.survivors = 0


@kernel
def end_turn(s, t):
    """ROOM-1, WINDOW-6: the room is left, counters of the turn are cleared; the player to the left is next."""
    leave_room(s, t)
    for q in seats(s):
        if (s.marked >> q) & 1:
            clear_flags(s, hand_of(q), OF_THE_TURN)
            clear_flags(s, table_of(q), OF_THE_TURN)
        s.player[q].showed = 0
        s.player[q].sold_double = 0
        s.player[q].offers = 0
        s.player[q].rose = 0
        s.player[q].stole = 0
        s.player[q].skips = 0
        s.used_races[q] = 0
        s.used_klasses[q] = 0
    s.marked = 0
    for i in range(s.n_offers):
        s.offers[i] = 0
    s.n_offers = 0
    s.met_monster = 0
    s.may_loot = 0
    forget_combat(s)
    s.door = 0
    s.second_door = 0
    s.reopens = 0
    s.turn_seat = next_seat(s, s.turn_seat)


@kernel
def go_to_door(s, i):
    """TURN-2, CAT-1: the player in turn goes on to the door, or to a second one."""
    if s.frame[i].stage != READY:
        turn_to_second_door(s)
    s.frame[i].stage = DOOR


@kernel
def go_to_charity(s, i):
    """TURN-5: the player in turn is done."""
    s.frame[i].stage = BEFORE_CHARITY


@kernel
def look_for_trouble(s, t, p, c):
    """TURN-3: a monster from one's own hand is fought."""
    s.may_loot = 0
    start_combat(s, t, p, c)
    look_for(s, p)


@kernel
def is_trouble(t, c):
    """TURN-3: a player who looks for trouble fights a monster from the hand."""
    return is_monster(kind_of(t, c))


@kernel
def may_open(s, t, p):
    """TURN-1, CAT-1: the door; a second one in place of looting the room."""
    return begins_turn(s.decision) or (may_be_looted(s, t) and may_open_second(s, p))


@kernel
def show(s, i, p):
    """PLAY-11: the whole hand is shown to all."""
    s.player[p].showed = 1
    reveal_hand(s, p)
    if is_reaction(s.decision):
        restart_window(s, i, p)


@kernel
def may_show_hand(s, p):
    """WINDOW-6: a hand is shown once a turn, if there is one."""
    return s.player[p].showed == 0 and hand_count(s, p) > 0


# --------------------------------------------------------------------------- verbs


@kernel
def open_from(s, t, p, n):
    """The door is the top card of the discards (1), by an ability of the player, or of the deck (0)."""
    if n:
        open_discard(s, t, p)
    else:
        open_door(s, t, p)


@kernel
def list_piles(out, n):
    """The deck (0), or the discards (1)."""
    return list_numbers(out, n, 0, 1)


GOES_ON = ((Decision.TURN_START, Verb.OPEN_DOOR), (Decision.AFTER_COMBAT, Verb.END_TURN))
"""Ways to continue the own turn where nothing else is wanted."""


@kernel
def skip_turn(s, q):
    """TURN-1: the player in turn has not opened the door, and does nothing more in this turn, charity included."""
    if s.turn_seat != q or not before_door(s):
        return 0
    s.player[q].skips = SKIPPED
    return 1


verb(
    Verb.SHOW_HAND,
    "show your hand to all",
    "All players see your hand; it costs nothing and wins nothing by itself.",
    at=(At(48, OWN_COMBAT), At(68, TURN)),
    windows=(During(130, (Window.TURN_START,), Role.NO_COMBAT, reaction=False),),
    when=may_show_hand,
    carry_out=show,
)
verb(
    Verb.FIGHT,
    "fight a monster from your hand",
    "You look for trouble: you fight a monster of your own hand for its treasure and its level.",
    lead="fight",
    parts=(Stage.CARD,),
    cards=Where.HAND,
    at=(At(150, (Decision.AFTER_DOOR,)),),
    card=is_trouble,
    waits=True,
    carry_out=look_for_trouble,
)
verb(
    Verb.LOOT_ROOM,
    "loot the room",
    "You draw a Door card face down to your hand, without a fight.",
    at=(At(160, (Decision.AFTER_DOOR, Decision.AFTER_COMBAT)),),
    when=may_be_looted,
    carry_out=loot_room,
)
verb(
    Verb.OPEN_DOOR,
    "open the door",
    "You turn up the top Door card: a monster is fought, a curse strikes you, all else is yours.",
    at=(At(170, TURN),),
    words_at=dict.fromkeys((Decision.AFTER_DOOR, Decision.AFTER_COMBAT), "open a second door instead of looting"),
    when=may_open,
    carry_out=go_to_door,
)
verb(
    Verb.END_TURN,
    "end the turn",
    "Your turn is over; cards above the limit of your hand go to the lowest in level.",
    at=(At(180, (Decision.AFTER_DOOR, Decision.AFTER_COMBAT)),),
    when=may_end_turn,
    carry_out=go_to_charity,
)


frame(Frame.PEEK, run=run_peek, rare=True, passed=turn_from_door, acted=turn_from_door)
frame(
    Frame.TURN,
    run=run_turn,
    quiet=True,
    number=open_from,
    options=list_piles,
)
effect(Op.SKIP_TURN, skip_turn)
