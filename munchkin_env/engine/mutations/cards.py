"""Atoms: the only functions that change cards, levels and combat. Each guards, changes and logs.

A card lies in exactly one zone. Draw piles are segments of `order`; every other zone is a doubly linked list.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, moving_cards
from munchkin_env.engine.mutations import chance
from munchkin_env.engine.mutations.chance import draw_number
from munchkin_env.engine.mutations.derived import DISCARDED, UNCOVERED, add_to_hand, refresh, refresh_hand
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import needs_two_classes
from munchkin_env.engine.queries.cards import (
    HALF_BREED,
    SUPER_MUNCHKIN,
    hand_of,
    has_laid,
    is_class,
    is_cult_card,
    is_fitted_to,
    is_gear,
    is_half_breed,
    is_identity,
    is_race,
    is_spent,
    is_super_munchkin,
    is_treasure,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.items import CHOSEN, USED, USES, claimed_by
from munchkin_env.engine.queries.third_deck import (
    counts_as_treasure,
    has_extras,
    is_extra,
    is_kept,
    loose_cards,
    treasures_in_hand,
)
from munchkin_env.vocabulary import (
    Event,
    Flag,
    Moment,
    Pile,
    Zone,
)

OF_THE_TURN = int(Flag.NEW | Flag.PUT_IN_USE | Flag.PUT_AWAY)  # marks that the end of the turn takes off
ALL_SEATS = 255


# --------------------------------------------------------------------------- lists


@kernel
def count_discard(s, t, c, zone, change):
    """Update the count of discarded copies by type when card `c` enters a zone (`change` 1) or leaves it (-1)."""
    if zone >= Zone.DISCARD and zone < Zone.COMBAT:
        k = t.type_of[c]
        s.discarded[k] += change


@kernel
def _link(s, t, c, zone):
    first = s.head[zone]
    s.card[c].next = first
    s.card[c].prev = 0
    if first:
        s.card[first].prev = c
    s.head[zone] = c
    s.card[c].zone = zone
    s.count[zone] += 1
    count_discard(s, t, c, zone, 1)


@kernel
def unlink(s, t, c):
    zone = s.card[c].zone
    before = s.card[c].prev
    after = s.card[c].next
    if before:
        s.card[before].next = after
    else:
        s.head[zone] = after
    if after:
        s.card[after].prev = before
    s.card[c].next = 0
    s.card[c].prev = 0
    s.count[zone] -= 1
    count_discard(s, t, c, zone, -1)


@kernel
def _leave_hand(s, t, c, p, seen):
    """Players who did not see the card leave forget the cards of the hand with the same back.

    Players who saw it cannot tell it from another copy that they know, so that one is forgotten in its place.
    """
    if is_treasure(t, c):
        s.player[p].hand_treasures -= 1
    known = s.player[p].hand_known
    blind = known & (ALL_SEATS ^ seen)
    mistaken = known & seen & (ALL_SEATS ^ s.card[c].known_by)
    if blind or mistaken:
        for d in cards(s, Zone.HAND + p):
            if has_same_back(t, c, d):
                s.card[d].known_by &= ALL_SEATS ^ blind
            if t.type_of[d] == t.type_of[c]:
                taken = s.card[d].known_by & mistaken
                s.card[d].known_by ^= taken
                mistaken ^= taken
    refresh_hand(s, t, p)


@kernel
def has_same_back(t, c, d):
    """Return True if two cards are of the same deck, which their backs show."""
    if is_extra(t, c) or is_extra(t, d):
        return is_extra(t, c) and is_extra(t, d)
    return is_treasure(t, c) == is_treasure(t, d)


@kernel
def _owner(s, t, c):
    """Seat + 1 of the card's owner: in hand, in front of the player, or spent by them in a combat; else 0."""
    zone = s.card[c].zone
    if zone >= Zone.TABLE:
        return zone - Zone.TABLE + 1
    if zone >= Zone.HAND:
        return zone - Zone.HAND + 1
    host = s.card[c].host if is_spent(s, t, c) else 0
    return host if host <= s.rules.players else 0


@kernel
def _offer_discard(s, t, c, owner):
    """The card has come to a discard pile, and may be claimed there; some by a neighbour of its owner."""
    s.card[c].flag = Flag.FRESH
    if claimed_by(t, c):
        s.card[c].host = owner
    s.heavy |= DISCARDED


@kernel
def note_top(s, t, zone):
    """QUICK-4: something has come to a discard pile, or left its top: what is there now may be one to claim."""
    if zone >= Zone.DISCARD and zone < Zone.DISCARD + Pile.CULT:
        c = s.head[zone]
        if c and is_identity(kind_of(t, c)):
            s.heavy |= UNCOVERED


@kernel
def forget_fresh(s):
    """Leave unclaimed cards in place: the latest of each pile, since discards go on top."""
    for zone in range(Zone.DISCARD, Zone.DISCARD + Pile.CULT):
        c = s.head[zone]
        while c and s.card[c].flag & Flag.FRESH:
            s.card[c].flag = 0
            s.card[c].host = 0
            c = s.card[c].next


@kernel
def move_card(s, t, c, zone, seen):
    """Move a card to a zone (no draw pile). `seen`: bits of the seats that see which card it is."""
    move_marked(s, t, c, zone, seen, 0)


@kernel
def move_marked(s, t, c, zone, seen, flag):
    """As `move_card`; the card bears a flag where it arrives."""
    source = s.card[c].zone
    claimable = zone >= Zone.DISCARD and zone < Zone.DISCARD + Pile.CULT and t.moments & Moment.DISCARD != 0
    owner = _owner(s, t, c) if claimable else 0
    uncovers = s.rules.quick_play != 0 and s.head[source] == c
    if source >= Zone.HAND and source < Zone.TABLE:
        p = source - Zone.HAND
        unlink(s, t, c)
        _leave_hand(s, t, c, p, seen)
    elif source < Zone.DECK or source >= Zone.DISCARD:
        if source != Zone.OUT:
            unlink(s, t, c)
    else:
        seen |= s.card[c].known_by  # a seat that looked at it on its pile knows its new zone
    if source >= Zone.TABLE or source == Zone.COMBAT or s.card[c].flag & Flag.FRESH:
        s.card[c].host = 0
    s.card[c].flag = flag
    if zone == Zone.OUT:
        s.card[c].zone = Zone.OUT
    else:
        _link(s, t, c, zone)
    if zone >= Zone.HAND and zone < Zone.TABLE:
        q = zone - Zone.HAND
        s.card[c].known_by = seen & (ALL_SEATS ^ (1 << q)) & ((1 << s.rules.players) - 1)
        add_to_hand(s, t, q, c)
        if is_treasure(t, c):
            s.player[q].hand_treasures += 1
    else:
        s.card[c].known_by = 0
        if claimable:
            _offer_discard(s, t, c, owner)
    if uncovers:
        note_top(s, t, source)
    if s.rules.quick_play:
        note_top(s, t, zone)
    if source >= Zone.TABLE:
        refresh(s, t, source - Zone.TABLE)
    if zone >= Zone.TABLE:
        refresh(s, t, zone - Zone.TABLE)


@kernel
def discard_pile(s, t, c):
    """The face-up pile a card is discarded to (DECK-1, CULT-2); FAIRY-1: what is of the third deck leaves the game."""
    if has_extras(t) and is_extra(t, c):
        return Zone.DISCARD + Pile.TREASURE if s.merged else Zone.OUT
    return Zone.DISCARD + (Pile.CULT if is_cult_card(t, c) else t.card[t.type_of[c]].deck)


@kernel
def _drop_orphans(s, t, p):
    """Discard the attachments of a card that left the table (Cheat!, a Hireling's item)."""
    zone = table_of(p)
    again = True
    while again:
        again = False
        for c in cards(s, zone):
            host = s.card[c].host
            if host and s.card[host].zone != zone:
                log(s, Event.DISCARDED, p, type_of(t, c), -1, 0)
                move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
                again = True
                break


@kernel
def _take_along(s, t, p, c, zone, seen):
    """ITEM-6: the enhancers of item `c` go with it from the table of `p` to another, or to a hand."""
    for d in moving_cards(s, table_of(p)):
        if is_fitted_to(s, t, d, c):
            move_card(s, t, d, zone, seen)
            if zone >= Zone.TABLE:
                attach(s, t, d, c)


@kernel
def settle_modifiers(s, t, p):
    """MOD-1: Half-Breed and Super Munchkin go when nothing is left to modify.

    Where one of them goes first, its owner is asked which race or class stays (`push_identities`).
    """
    zone = table_of(p)
    again = True
    while again:
        again = False
        races = 0
        klasses = 0
        half = 0
        sup = 0
        for c in cards(s, zone):
            kind = kind_of(t, c)
            if is_race(kind):
                races += 1
            elif is_class(kind):
                klasses += 1
            elif is_half_breed(kind):
                half = c
            elif is_super_munchkin(kind):
                sup = c
        goner = 0
        if half and races == 0:
            goner = half
        elif sup and (klasses == 0 or (klasses == 1 and needs_two_classes(s, t, p))):
            goner = sup
        if goner:
            log(s, Event.DISCARDED, p, type_of(t, goner), -1, 0)
            move_card(s, t, goner, discard_pile(s, t, goner), ALL_SEATS)
            again = True


@kernel
def leave_table(s, t, c, zone, seen):
    """Move a card off a table with its attachments."""
    _leave_marked(s, t, c, zone, seen, 0)


@kernel
def carry_over(s, t, c, q):
    """TRADE-1: a card goes from one table to that of `q`, where items arrive carried (a one-shot is never in use)."""
    _leave_marked(s, t, c, table_of(q), ALL_SEATS, Flag.CARRIED if is_gear(kind_of(t, c)) else 0)


@kernel
def _leave_marked(s, t, c, zone, seen, flag):
    """As `leave_table`; the card bears a flag where it arrives."""
    p = s.card[c].zone - Zone.TABLE
    attached = s.player[p].attached
    move_marked(s, t, c, zone, seen, flag)
    if attached:
        if zone >= Zone.HAND:
            _take_along(s, t, p, c, zone, seen)
        _drop_orphans(s, t, p)
    if has_laid(s, p, HALF_BREED | SUPER_MUNCHKIN):
        settle_modifiers(s, t, p)


@kernel
def discard(s, t, c, seat):
    """Discard a card from anywhere but a draw pile, face up."""
    source = s.card[c].zone
    log(s, Event.DISCARDED, seat, type_of(t, c), -1, 0)
    if source >= Zone.TABLE:
        leave_table(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    else:
        move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)


@kernel
def next_in_hand(s, p, c):
    """The lowest copy above `c` in the hand of `p`, 0 if there is none.

    Cards of a hand are discarded in this order: that of the list would tell which of them came first.
    """
    found = 0
    for d in cards(s, hand_of(p)):
        if d > c and (found == 0 or d < found):
            found = d
    return found


@kernel
def discard_selected(s, t, p):
    """Discard the chosen cards of `p` in hand and on the table; one may fall with another that it is attached to."""
    c = next_in_hand(s, p, 0)
    while c:
        if s.card[c].flag & Flag.SELECTED:
            discard(s, t, c, p)
        c = next_in_hand(s, p, c)
    again = True
    while again:
        again = False
        for c in cards(s, table_of(p)):
            if s.card[c].flag & Flag.SELECTED:
                discard(s, t, c, p)
                again = True
                break


# --------------------------------------------------------------------------- chance


@kernel
def blind_card(s, t, p, treasures_only):
    """A card of the hand of `p` that the taker cannot see, 0 if there is none (canonical order; FAIRY-3)."""
    n = treasures_in_hand(s, p) if treasures_only else loose_cards(s, p)
    if n == 0:
        return 0
    pick = draw_number(s, chance.BLIND, n)
    best = 0
    # the pick-th smallest copy number, so that list order never matters
    for _ in range(pick + 1):
        found = 32767
        for c in cards(s, Zone.HAND + p):
            fits = counts_as_treasure(s, t, c) if treasures_only else not is_kept(s, t, c)
            if c > best and c < found and fits:
                found = c
        best = found
    return best


# --------------------------------------------------------------------------- players


@kernel
def set_flag(s, t, c, flag, on):
    """Set or clear a flag of a card and its consequences."""
    if on:
        s.card[c].flag |= flag
    else:
        s.card[c].flag &= ~flag
    zone = s.card[c].zone
    if zone >= Zone.TABLE and flag & (Flag.CARRIED | CHOSEN):
        refresh(s, t, zone - Zone.TABLE)
    elif flag & OF_THE_TURN and zone >= Zone.HAND:
        s.marked |= 1 << (zone - (Zone.TABLE if zone >= Zone.TABLE else Zone.HAND))


@kernel
def mark_used(s, t, c, amount, failed):
    """An item on a table is used in the combat: what was declared for it, and whether its die was against it."""
    s.card[c].flag = s.card[c].flag | amount * USES | (Flag.FAILED if failed else 0)
    refresh(s, t, s.card[c].zone - Zone.TABLE)


@kernel
def forget_uses(s, t, p):
    """The combat is over: no item of the player's has been used in one."""
    clear_flags(s, table_of(p), USED | Flag.FAILED)
    refresh(s, t, p)


@kernel
def clear_flags(s, zone, flags):
    """Clear flags without consequences (not CARRIED) of all cards in a zone's list."""
    for c in cards(s, zone):
        if s.card[c].flag & flags:
            s.card[c].flag &= ~flags


@kernel
def attach(s, t, c, host):
    """Attach a card on a table to another one, 0 detaches it."""
    s.card[c].host = host
    refresh(s, t, s.card[c].zone - Zone.TABLE)


@kernel
def bind(s, c, d):
    """Attach the spent card `c` to the spent card `d`, and note if the same player has spent both."""
    if s.card[c].host != s.card[d].host:
        s.card[c].flag |= Flag.BY_ANOTHER
    s.card[c].host = d


@kernel
def pass_on(s, c, p):
    """The spent card `c` counts as played by `p`."""
    s.card[c].host = p + 1


# --------------------------------------------------------------------------- combat
