"""Death: what stays, who loots, when the dead return (DEATH-1 to DEATH-5)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, attach, discard, leave_table, move_card, set_flag
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import end_status, show_card, show_hand
from munchkin_env.engine.mutations.stack import ask, pop, push, push_setup
from munchkin_env.engine.queries.cards import hand_of, is_fitted, kind_of, table_of, type_of
from munchkin_env.engine.queries.people import seat_after, takes_part
from munchkin_env.engine.queries.third_deck import is_apart
from munchkin_env.engine.rules.choices import (
    forget_receipts,
    list_takeable,
    lowest_of_victim,
    matches,
    push_receive,
    stays_with_dead,
)
from munchkin_env.engine.rules.effects.losses import bury
from munchkin_env.engine.rules.effects.pending import (
    push_clause,
    push_draw,
    push_throw,
    take_throw,
    thrown_by,
)
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import (
    MOST_THROWS,
    UNTILS,
    Decision,
    Deck,
    Event,
    Filter,
    Flag,
    Frame,
    Lasting,
    Phase,
    Pile,
    Take,
    Zone,
)

LAID_OUT = 0  # stages of the LOOT_BODY frame
LOOTED = 1
BURIED = 2  # all have taken what they get: who has may lay it out
ORDER = 3  # players of equal level throw dice for who comes first
THROWN = 4


@kernel
def push_bodies(s, first):
    """DEATH-2: bodies wait until all flight rolls are over; the body of `first` (the leader) comes first.

    Returns True if a body is to be looted.
    """
    bodies = s.bodies
    if bodies == 0 or s.combat.active:
        return False
    n = s.rules.players
    for i in range(n):
        # pushed in reverse, so that the first one's body is looted first
        p = seat_after(s, first, n - 1 - i)
        if (bodies >> p) & 1:
            s.player[p].laid_out = 1
            push(s, Frame.LOOT_BODY, p, p)
    s.bodies = 0
    return True


@kernel
def body_count(s, t, p):
    """Cards of the dead player that may be taken."""
    total = s.count[hand_of(p)] - (0 if s.merged else s.hand_extras[p])  # FAIRY-3
    for c in cards(s, table_of(p)):
        if matches(s, t, p, c, Filter.BODY, 0):
            total += 1
    return total


@kernel
def next_looter(s, f):
    """DEATH-2: from the highest level down, ties by die; -1 when everybody has picked."""
    best = -1
    best_level = 0
    best_throw = 0
    for p in seats(s):
        if takes_part(s, p) and (f.looting >> p) & 1 == 0:
            level = s.player[p].level
            number = thrown_by(f, p)
            if level > best_level or (level == best_level and number > best_throw):
                best = p
                best_level = level
                best_throw = number
    return best


@kernel
def ties(s, p, q):
    """Two others who loot have equal levels."""
    return q != p and takes_part(s, p) and takes_part(s, q) and s.player[p].level == s.player[q].level


@kernel
def next_to_throw(s, f):
    """DEATH-2: players of equal level throw until no two of them have the same number; -1 when all differ."""
    n = s.rules.players
    if f.throws >= MOST_THROWS:
        return -1
    for p in range(n):
        number = thrown_by(f, p)
        for q in range(n):
            if ties(s, p, q) and (number == 0 or (q < p and thrown_by(f, q) == number)):
                return p
    return -1


@kernel
def settle_order(s, i):
    """DEATH-2: the next one of those who tie throws a die, or the looting begins."""
    f = s.frame[i]
    p = next_to_throw(s, f)
    if p < 0:
        f.stage = LOOTED
    else:
        f.throws += 1
        f.stage = THROWN
        push_throw(s, i, p)


@kernel
def lay_side_by_side(s, t, dead):
    """DEATH-2: detach all cards of the body, so that each is looted separately."""
    for c in cards(s, table_of(dead)):
        alone = not is_fitted(kind_of(t, c)) and not stays_with_dead(s, t, c)  # ITEM-6: an enhancer never is
        if s.card[c].host and alone:
            attach(s, t, c, 0)


@kernel
def show_body(s, t, dead):
    """DEATH-2: everybody sees the cards of the hand that may be taken; FAIRY-3: those of the third deck may not."""
    if s.hand_extras[dead] == 0 or s.merged:
        show_hand(s, dead)
        return
    for c in cards(s, hand_of(dead)):
        for q in seats(s):
            if q != dead and not is_apart(s, t, c):
                show_card(s, c, q)


@kernel
def end_curses(s, t, dead):
    """DEATH-1: curses that end by death are discarded before the looting, they are no part of the body."""
    c = s.head[table_of(dead)]
    while c:
        after = s.card[c].next
        if t.card[type_of(t, c)].lasting != Lasting.NOT and not stays_with_dead(s, t, c):
            discard(s, t, c, dead)
            after = s.head[table_of(dead)]  # what hung on it has gone too
        c = after
    if s.rules.curses_outlive_death == 0:
        for until in range(UNTILS):  # what a trap has said for a time is over as well
            end_status(s, dead, until)


@kernel
def run_loot_body(s, t, i):
    f = s.frame[i]
    dead = f.seat
    s.phase = Phase.LOOTING
    if f.stage == LAID_OUT:
        show_body(s, t, dead)
        end_curses(s, t, dead)
        lay_side_by_side(s, t, dead)
        f.stage = ORDER if body_count(s, t, dead) else LOOTED
        return
    if f.stage == ORDER:
        settle_order(s, i)
        return
    if f.stage == THROWN:
        f.stage = ORDER
        take_throw(s, i)
        return
    looter = next_looter(s, f)
    if looter < 0 or body_count(s, t, dead) == 0:
        if f.stage == LOOTED:
            f.stage = BURIED
            f.seats_done = 0
            bury(s, t, dead)
        elif f.seats_done < s.rules.players:
            p = f.seats_done
            f.seats_done = p + 1
            if (f.looting >> p) & 1:
                push_receive(s, t, p)
        else:
            pop(s, i)
            if s.rules.dead_return_at_once:
                rise(s, dead)
                s.player[dead].away = 1
                push_rebirth(s, dead)
        return
    f.other = looter
    ask(s, i, looter, Decision.LOOT_BODY)


@kernel
def rise(s, p):
    """DEATH-4: the dead player returns; the new start is dealt at their next turn."""
    player = s.player[p]
    player.dead = 0
    player.laid_out = 0
    player.redeal = 1
    log(s, Event.RETURNED, p, 0, -1, 0)


@kernel
def return_dead(s):
    """DEATH-4: return the dead when the next player's turn begins; those back at once take part again.

    Returns the seats of those who were dead.
    """
    returned = 0
    for p in seats(s):
        s.player[p].away = 0
        if s.player[p].dead:
            rise(s, p)
            returned |= 1 << p
    return returned


@kernel
def push_rebirth(s, p):
    """CULT-2: make the new character take a Cultist card, if a card has ordered it and there is one."""
    clause = s.player[p].reborn
    s.player[p].reborn = 0
    c = s.head[Zone.DISCARD + Pile.CULT]
    if clause and c:
        s.frame[push_clause(s, clause, c, p)].place = 1  # now


@kernel
def deal_again(s, p):
    """DEATH-4: the returned player draws the starting number from each deck and lays out as in SETUP-3."""
    s.player[p].redeal = 0
    n = s.rules.start_cards
    s.phase = Phase.SETUP
    push_setup(s, p, 1)
    push_draw(s, p, Deck.TREASURE, n, 0, 0)
    push_draw(s, p, Deck.DOOR, n, 0, 0)


@kernel
def loot_card(s, t, i, p, k):
    """DEATH-2: the looter takes a card of the body into the hand; everybody sees which."""
    f = s.frame[i]
    c = lowest_of_victim(s, t, p, f.seat, Filter.BODY, 0, Take.TO_HAND, k)
    f.looting |= 1 << p
    log(s, Event.LOOTED, p, type_of(t, c), f.seat, 0)
    if s.card[c].zone >= table_of(0):
        leave_table(s, t, c, hand_of(p), ALL_SEATS)
    else:
        move_card(s, t, c, hand_of(p), ALL_SEATS)
    set_flag(s, t, c, Flag.NEW, 1)


@kernel
def list_body(s, t, i, p, out, n):
    """DEATH-2: cards of the body that may be taken."""
    return list_takeable(s, t, p, s.frame[i].seat, Filter.BODY, 0, Take.TO_HAND, out, n)


@kernel
def is_buried(s, i):
    """All that is left is that looters lay out what they got; the dead player comes back later."""
    return s.frame[i].stage == BURIED and s.rules.dead_return_at_once == 0


frame(
    Frame.LOOT_BODY,
    run=run_loot_body,
    card=loot_card,
    options=list_body,
    only_asks=is_buried,
    forgets=forget_receipts,
)
