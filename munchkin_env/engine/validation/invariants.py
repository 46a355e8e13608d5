"""A full report of everything wrong with a state, and the entry points that check and complete states."""

from enum import IntFlag

from munchkin_env.engine.dispatch.core import answer, legal, run, settle_forced, settle_top
from munchkin_env.engine.kernels.kernel import entry, kernel, made
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import OF_THE_TURN, count_discard
from munchkin_env.engine.mutations.chance import BOTS, below, quick_mix
from munchkin_env.engine.mutations.combat import begin_silence, rate_arrival, refresh_combat, refresh_group
from munchkin_env.engine.mutations.derived import refresh, refresh_hand
from munchkin_env.engine.mutations.stack import needs_two_classes
from munchkin_env.engine.queries.cards import (
    classes_over,
    count_classes,
    count_half_breeds,
    count_sidekicks,
    count_super_munchkins,
    is_treasure,
    kind_of,
    races_over,
    same_identity,
    table_of,
)
from munchkin_env.engine.queries.entered_room import is_entered, room_of
from munchkin_env.engine.queries.people import is_cultist
from munchkin_env.engine.queries.piles import deck_base, on_pile
from munchkin_env.engine.queries.third_deck import extras_on_top, is_extra, is_kept, places_on_pile
from munchkin_env.engine.rules.choices import ONLY_EXCESS, asks_for_card, sidekicks_allowed
from munchkin_env.engine.rules.combat import runs_combat
from munchkin_env.engine.rules.settling import is_unsettled
from munchkin_env.engine.state.layout import PLAYER_FIELDS
from munchkin_env.vocabulary import MAX_FRAMES, MAX_MONSTERS, MAX_TYPES, N_ZONES, Deck, Zone


class Broken(IntFlag):
    """Findings of `invariants`."""

    ZONE = 1  # a zone number out of range
    LIST = 2  # a zone's list is cyclic, broken or of the wrong length
    DECK = 4  # a draw pile does not hold exactly its cards, or is known otherwise than its cards are
    COUNT = 8  # hand counts by the backs of the cards
    LEVEL = 16  # a level out of range (GOLD-1)
    DERIVED = 32  # derived fields differ from the cards they are derived from
    COMBAT = 64  # monsters and cards of the combat disagree, or it is not right above the turn
    STACK = 128  # stack pointer or seat out of range
    DECK_KIND = 256  # a card in a pile of another deck
    IDLE = 512  # combat fields set without a combat
    FAULT = 1024  # the engine has stopped the game
    MODIFIERS = 2048  # too many races, classes, modifiers or sidekicks
    ROOM = 4096  # several rooms have been entered, or what is none
    UNSETTLED = 8192  # a decision is pending although a consequence of the state is not settled (WINDOW-0)


@kernel
def _lists(s, t, n_cards):
    """Every listed card is in its zone's list exactly once; lists are acyclic and counted."""
    bad = 0
    listed = 0
    for zone in range(N_ZONES):
        if zone >= Zone.DECK and zone < Zone.DISCARD:
            continue
        length = 0
        before = 0
        c = s.head[zone]
        while c and length <= n_cards:
            if c > n_cards or s.card[c].zone != zone or s.card[c].prev != before:
                return bad | Broken.LIST
            length += 1
            before = c
            c = s.card[c].next
        if length != s.count[zone]:
            bad |= Broken.LIST
        listed += length
    for deck in range(3):
        listed += s.count[Zone.DECK + deck]
    outside = 0
    for c in range(1, n_cards + 1):
        if s.card[c].zone >= N_ZONES:
            bad |= Broken.ZONE
        elif s.card[c].zone == Zone.OUT:
            outside += 1
    if listed + outside != n_cards:
        bad |= Broken.LIST
    return bad


@kernel
def _decks(s, t):
    """Draw piles hold each of their cards once, and nothing above the top."""
    bad = 0
    for deck in range(3):
        base = deck_base(t, deck)
        size = places_on_pile(s, t, deck)
        n = s.count[Zone.DECK + deck]
        if n < 0 or n > size:
            return bad | Broken.DECK
        total = 0
        for i in range(size):
            c = s.order[base + i]
            if i >= n:
                if c:
                    bad |= Broken.DECK
            elif c < base or c >= base + size or s.card[c].zone != Zone.DECK + deck:
                return bad | Broken.DECK
            else:
                total += c
        for c in range(base, base + size):
            if s.card[c].zone == Zone.DECK + deck:
                total -= c
            zone = s.card[c].zone
            if zone >= Zone.DISCARD and zone < Zone.DISCARD + 3 and (zone - Zone.DISCARD != deck or deck == Deck.EXTRA):
                bad |= Broken.DECK_KIND  # FAIRY-1: what is of the third deck leaves the game
        if total:
            bad |= Broken.DECK
        known = min(n, s.known[deck])
        for i in range(n):
            if (i < known) != (s.card[on_pile(s, t, deck, i)].known_by != 0):
                bad |= Broken.DECK
        if known != s.known[deck]:
            bad |= Broken.DECK
    if s.merged > s.rules.fairy_dust:
        bad |= Broken.DECK
    return bad | (Broken.DERIVED if s.extra_tops != (extras_on_top(s, t) if s.merged else 0) else 0)


@kernel
def _discards(s, t):
    """`discarded` counts the cards in the discard piles: taken away one by one, then put back, they leave nothing."""
    bad = 0
    n_cards = t.n_cards
    taken = n_cards + 1  # the cards before this one have been taken away
    for c in range(1, n_cards + 1):
        zone = s.card[c].zone
        if zone >= Zone.DISCARD and zone < Zone.COMBAT:
            if s.discarded[t.type_of[c]] == 0:
                bad |= Broken.DERIVED
                taken = c
                break
            count_discard(s, t, c, zone, -1)
    for k in range(MAX_TYPES):
        if s.discarded[k]:
            bad |= Broken.DERIVED
    for c in range(1, taken):
        count_discard(s, t, c, s.card[c].zone, 1)
    return bad


@kernel
def has_twins(s, t, p):
    """TURN-7: return True if the player has two cards of the same race or class in play."""
    for c in cards(s, table_of(p)):
        for d in cards(s, table_of(p)):
            if c < d and same_identity(t, c, d):
                return True
    return False


@kernel
def is_losing_identity(s, p):
    """Return True if the player is to choose which of two races, classes or sidekicks is discarded (MOD-1, SIDE-1)."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if asks_for_card(f) and f.seat == p and f.manner == ONLY_EXCESS:
            return True
    return False


# A player's numbers that follow from cards: `layout` calls them derived.
_NUMBERS = ", ".join(f"q.{field.name}" for field in PLAYER_FIELDS if "derived" in field.meaning)
_derived = made(f"def _derived(q):\n    return ({_NUMBERS})", __name__, {})
_put_back = made(f"def _put_back(q, derived):\n    ({_NUMBERS}) = derived", __name__, {})


@kernel
def is_marked(s, zone):
    """A card of the zone has a mark of this turn."""
    for c in cards(s, zone):
        if s.card[c].flag & OF_THE_TURN:
            return True
    return False


@kernel
def _backs(s, t, p):
    """Treasures and cards of the third deck in hand are counted, and those of them that nothing takes (FAIRY-3)."""
    treasures = 0
    extras = 0
    kept = 0
    for c in cards(s, Zone.HAND + p):
        treasures += 1 if is_treasure(t, c) else 0
        extras += 1 if is_extra(t, c) else 0
        kept += 1 if is_kept(s, t, c) else 0
    if treasures != s.player[p].hand_treasures or extras != s.hand_extras[p] or kept != s.hand_kept[p]:
        return Broken.COUNT
    return 0


@kernel
def _players(s, t):
    """Levels in range, derived fields true, no more races and classes than allowed."""
    bad = 0
    heavy = s.heavy
    cultists = s.cultists
    for p in seats(s):
        player = s.player[p]
        if player.level < 1 or player.level > s.rules.goal:
            bad |= Broken.LEVEL
        if (s.marked >> p) & 1 == 0 and (is_marked(s, Zone.HAND + p) or is_marked(s, Zone.TABLE + p)):
            bad |= Broken.DERIVED
        waits = player.dead != 0 and player.laid_out == 0
        if (s.bodies >> p) & 1 != int(waits):
            bad |= Broken.DERIVED
        bad |= _backs(s, t, p)
        halves = count_half_breeds(s, t, p)
        supers = count_super_munchkins(s, t, p)
        sidekicks = count_sidekicks(s, t, p)
        many = races_over(s, t, p) > 0 or classes_over(s, t, p) > 0
        if has_twins(s, t, p):
            bad |= Broken.MODIFIERS
        if sidekicks > 1 and player.dead == 0:
            many = many or sidekicks > sidekicks_allowed(s, t, p)
        few = supers > 0 and count_classes(s, t, p) < 2 and needs_two_classes(s, t, p)
        many = many and s.over == 0  # a chooser of cards to keep is asked no more
        if (many and not is_losing_identity(s, p)) or halves > 1 or supers > 1 or few:
            bad |= Broken.MODIFIERS
        before = _derived(player)
        extras = s.hand_extras[p]
        kept = s.hand_kept[p]
        refresh(s, t, p)
        refresh_hand(s, t, p)
        if before != _derived(player):
            bad |= Broken.DERIVED
            _put_back(player, before)
        s.hand_extras[p] = extras
        s.hand_kept[p] = kept
    for p in seats(s):
        cultists -= is_cultist(s, p)
    if cultists:
        bad |= Broken.DERIVED
    s.heavy = heavy  # to derive is to notice Big items
    return bad


@kernel
def _place_of_combat(s):
    """Check that the combat is right above the turn."""
    return Broken.COMBAT if s.combat.active and s.over == 0 and not runs_combat(s.frame[1]) else 0


@kernel
def _combat(s, t):
    """Check that monsters refer to cards in the combat, and that there are none without a combat."""
    bad = 0
    m = s.combat
    n = m.n_monsters
    if n < 0 or n > MAX_MONSTERS:
        return bad | Broken.COMBAT
    for i in range(n):
        zone = s.card[m.monster[i].card].zone
        if zone != Zone.COMBAT and zone != Zone.ROOM:
            bad |= Broken.COMBAT
    for i in range(n, MAX_MONSTERS):
        if m.monster[i].card or m.monster[i].type:
            bad |= Broken.IDLE
    factors = m.factors
    lasting = m.lasting
    words = m.words
    used = m.used
    refresh_combat(s, t)
    m.used = used
    if factors != m.factors or lasting != m.lasting or words != m.words:
        bad |= Broken.DERIVED
        m.words = words
        m.factors = factors
        m.lasting = lasting
    if m.active == 0 and (m.no_class or m.idle_slots):
        bad |= Broken.IDLE
    if m.active == 0 and (n or m.helper or m.players_bonus or s.count[Zone.COMBAT]):
        bad |= Broken.IDLE
    return bad


@kernel
def _room(s, t):
    """ROOM-1: one room at most has been entered, and nothing else."""
    c = room_of(s)
    return 0 if c == 0 or (s.count[Zone.ROOM] == 1 and is_entered(kind_of(t, c))) else Broken.ROOM


@kernel
def invariants(s, t):
    """Return bits of `Broken`, 0 if the state is valid. Every byte of the state stays as it was."""
    bad = 0
    if s.n_frames < 0 or s.n_frames > MAX_FRAMES or s.seat >= s.rules.players:
        bad |= Broken.STACK
    if s.fault:
        bad |= Broken.FAULT
    bad |= _lists(s, t, t.n_cards)
    if bad & Broken.LIST:
        return bad
    bad |= _decks(s, t) | _discards(s, t) | _players(s, t) | _combat(s, t) | _place_of_combat(s) | _room(s, t)
    if bad == 0 and s.seat >= 0 and s.over == 0 and is_unsettled(s, t, s.n_frames - 1):
        bad |= Broken.UNSETTLED
    return bad


# --------------------------------------------------------------------------- what Python calls


@entry
def check_position(positions, i, tables):
    """Bits of `invariants.Broken` for row `i`."""
    return invariants(positions[i], tables[0])


@entry
def settle_again(positions, i, tables):
    """Settle row `i`, which asks somebody: a sound state stays as it is (WINDOW-0)."""
    settle_top(positions[i], tables[0])


@entry
def resume(positions, i, tables, out):
    """Run the rules of a hand-built state up to its next decision."""
    run(positions[i], tables[0])
    return settle_forced(positions[i], tables[0], out)


@entry
def rebuild(positions, i, tables):
    """Compute the derived fields of a state that was built by hand, where they are zero."""
    s = positions[i]
    t = tables[0]
    for p in seats(s):
        refresh(s, t, p)
        refresh_hand(s, t, p)
    found = 0
    for p in seats(s):
        found += is_cultist(s, p)
    s.cultists = found
    for p in seats(s):
        refresh(s, t, p)
    for j in range(s.combat.n_monsters):
        refresh_group(s, t, s.combat.monster[j].group)
        begin_silence(s, t, s.combat.monster[j].type)
        rate_arrival(s, t, j)
    refresh_combat(s, t)
    for c in range(1, t.n_cards + 1):
        count_discard(s, t, c, s.card[c].zone, 1)


@entry
def play_random(positions, i, tables, key, limit, check, out):
    """Random legal play of row `i` to its end, at most `limit` decisions; `check` tests every state.

    Returns (decisions, broken bits).
    """
    s = positions[i]
    t = tables[0]
    n = legal(s, t, out)
    done = 0
    while n > 0 and done < limit:
        pick = below(quick_mix(s.seed_hi, s.seed_lo ^ key, BOTS, done), n)
        answer(s, t, int(out[pick]))
        n = settle_forced(s, t, out)
        done += 1
        if check:
            bad = invariants(s, t)
            if bad:
                return done, bad
    return done, 0
