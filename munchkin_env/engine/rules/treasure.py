"""Cards drawn and shared out: face up or down, a Cleric's resurrection, the helper's part (HELP-2, HELP-5, TREAS-1)."""

from munchkin_env.engine.atoms import ALL_SEATS, clear_flags, draw_from, log, move_card, set_flag
from munchkin_env.engine.choices import push_choose, push_receive
from munchkin_env.engine.decisions import ask, pop
from munchkin_env.engine.effects import acts_at_once, push_draw, push_effects
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import (
    find_clause,
    hand_count,
    hand_of,
    has_ability,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import (
    Ability,
    Decision,
    Event,
    Filter,
    Flag,
    Op,
    Phase,
    Take,
    Trigger,
    Zone,
)

BEGIN = 0
DRAWING = 1


@kernel
def may_resurrect(s, t, deck, p):
    """Resurrection: face-up draws may come from the discards, for a card from hand each. Returns how many."""
    if not has_ability(s, p, Ability.RESURRECTION):
        return 0
    most = hand_count(s, p)
    n = 0
    c = int(s.head[Zone.DISCARD + deck])
    # Hoard! is drawn from the pile only: what lies beneath it cannot be reached
    while c and n < most and find_clause(t, type_of(t, c), Trigger.PLAY, Op.DRAW) == 0:
        n += 1
        c = int(s.next[c])
    return n


@kernel
def run_draw(s, t):
    """Draws one card after the other; some act at once (DECK-2, WIN-3)."""
    f = s.frame[int(s.n_frames) - 1]
    p = int(f.seat)
    deck = int(f.a)
    if int(f.n) == 0 or int(s.player[p].dead):
        spoils = int(f.c)
        pop(s)
        if spoils == 0 and int(s.phase) != Phase.SETUP:
            push_receive(s, t, p)
        return
    if int(f.stage) == BEGIN:
        f.stage = DRAWING
        if int(f.b) and may_resurrect(s, t, deck, p) > 0:
            ask(s, p, Decision.RESURRECT)
            return
    f.n = int(f.n) - 1
    c = draw_from(s, t, deck)
    if c == 0:
        f.n = 0
        return
    give_drawn(s, t, p, c, int(f.b), int(f.c))


@kernel
def give_drawn(s, t, p, c, face_up, spoils):
    """A drawn card goes to the hand or lies with the spoils."""
    if acts_at_once(t, type_of(t, c)) and not waits_for_setup(s, t, c):
        log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
        move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
        push_effects(s, t, c, Trigger.PLAY, p, p, face_up, spoils)
        return
    log(s, Event.DREW, p, type_of(t, c) if face_up else 0, -1, int(t.card[type_of(t, c)].deck))
    if spoils:
        move_card(s, t, c, Zone.SPOILS, ALL_SEATS)
    else:
        move_card(s, t, c, hand_of(p), ALL_SEATS if face_up else 0)
        set_flag(s, t, c, Flag.NEW, 1)


@kernel
def waits_for_setup(s, t, c):
    """SETUP-3: in the opening hand Divine Intervention waits until all have laid out."""
    return int(s.phase) == Phase.SETUP and find_clause(t, type_of(t, c), Trigger.PLAY, Op.CLASS_LEVEL) != 0


@kernel
def resurrect(s, t, p, n):
    """The top `n` discards are taken instead; then a card from hand goes for each."""
    f = s.frame[int(s.n_frames) - 1]
    deck = int(f.a)
    spoils = int(f.c)
    f.n = int(f.n) - n
    push_choose(s, p, p, Filter.HAND, 0, Take.DISCARD, n)
    for _ in range(n):
        c = int(s.head[Zone.DISCARD + deck])
        log(s, Event.TOOK, p, type_of(t, c), -1, 1)
        move_card(s, t, c, Zone.SPOILS if spoils else hand_of(p), ALL_SEATS)
        if not spoils:
            set_flag(s, t, c, Flag.NEW, 1)


@kernel
def run_spoils(s, t):
    """HELP-2: the shown treasure is picked in turns from the agreed first until the helper has his part."""
    f = s.frame[int(s.n_frames) - 1]
    leader = int(f.seat)
    helper = int(f.other)
    if int(f.stage) == 0:
        f.stage = 1
        s.phase = Phase.REWARD
        # `passes`: whose pick it is, 1 = the helper's
        f.passes = int(f.a)
        if int(f.b):
            push_draw(s, leader, 1, int(f.b), 1, 1)
        return
    left = int(s.count[Zone.SPOILS])
    if left == 0:
        pop(s)
        push_receive(s, t, helper)
        push_receive(s, t, leader)
    elif int(f.n) == 0:
        pick_spoil(s, t, leader, int(s.head[Zone.SPOILS]))
    elif int(f.n) >= left:
        f.n = int(f.n) - 1
        pick_spoil(s, t, helper, int(s.head[Zone.SPOILS]))
    else:
        ask(s, helper if int(f.passes) else leader, Decision.SPOILS)


@kernel
def pick_spoil(s, t, p, c):
    """A shown treasure goes to a hand; everybody knows it."""
    log(s, Event.TOOK, p, type_of(t, c), -1, 2)
    move_card(s, t, c, hand_of(p), ALL_SEATS)
    set_flag(s, t, c, Flag.NEW, 1)


@kernel
def forget_new(s, p):
    """The moment of receipt is over."""
    clear_flags(s, hand_of(p), Flag.NEW)
    clear_flags(s, table_of(p), Flag.NEW)
