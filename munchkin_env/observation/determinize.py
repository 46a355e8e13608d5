"""Resampling: a state that looks the same to one seat, with everything that the seat cannot know drawn again.

The draw depends only on the seat's view and on the consequences of open play: the rest is forgotten first
(`forget`), so that states which look the same have the same determinizations. The backs of cards are seen, so a
hidden place keeps its deck: a treasure in another hand becomes another treasure. In a draw pile of two backs (FAIRY-4)
those on top are seen, down to the first that is of the pile's own deck. Cards that act at once (Hoard!, Divine
Intervention) never rest in a hand, so they stay in their draw piles; but in SETUP-3 Divine Intervention waits in the
hands that are being dealt. A card of a draw pile that the seat has looked at stays in its place.

The past does not matter, since neither the state nor a view holds it: a keeper of the third deck that was shuffled into
the top doors (FAIRY-5) is a hidden door like any other, and no player's actions make any card likelier.
"""

from typing import Any

import numpy as np

from munchkin_env.engine.dispatch.announced import amounts_named, may_be_second, waits_to_work, where_second_lies
from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.running import (
    UNSEEN,
    comes_to,
    count_asked,
    forget_frame,
    might_ask,
    of_hand,
    only_asks,
    rounds_of,
    suits,
)
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.dispatch.windows import come_to_window
from munchkin_env.engine.kernels.kernel import kernel, made
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import clear_flags
from munchkin_env.engine.mutations.chance import below, mix
from munchkin_env.engine.mutations.derived import refresh_hand
from munchkin_env.engine.mutations.stack import clear_move, is_dealt, is_window, pop
from munchkin_env.engine.queries.cards import type_of
from munchkin_env.engine.queries.people import seat_after, takes_part
from munchkin_env.engine.queries.piles import deck_base, on_pile
from munchkin_env.engine.rules.claims import ASKING, has_level_card
from munchkin_env.engine.rules.effects.cards import acts_at_once
from munchkin_env.engine.rules.treasure import waits_for_setup
from munchkin_env.engine.rules.windows import recall
from munchkin_env.engine.validation.invariants import is_marked
from munchkin_env.observation.viewing import is_for_the_asked, is_known, link_ascending, sees_question
from munchkin_env.vocabulary import MAX_CARDS, MAX_DICE, Deck, Flag, Frame, Stage, Where, Zone

# ---------------------------------------------------------------------------
# Resampling of the asked seats and the claims of a determinization: a seat cannot see these parts of a round
# (WINDOW-3). The draw is among all players that the round might ask, as far as the table shows, whatever cards they
# hold: where a hand decides about a question, nobody else knows the asked player. The chapter that asks lists them.

# Streams of the key of a determinization; those of the cards are in `fill`.
ASKED = 20
CLAIMS = 21


@kernel
def draw_asked(s, t, seat, hi, lo):
    """Draw the seat to act, if it is another player and hidden, from the seats that the top frame might ask."""
    i = s.n_frames - 1
    players = s.rules.players
    rounds = rounds_of(s.frame[i].kind)
    n = 0
    for j in range(rounds * players):
        n += int(j % players != seat and might_ask(s, t, i, j % players, j // players))
    left = below(mix(hi, lo, ASKED, 0), n)
    for j in range(rounds * players):
        if j % players != seat and might_ask(s, t, i, j % players, j // players):
            if left == 0:
                comes_to(s, t, i, j % players, j // players)
                s.seat = j % players
                return
            left -= 1


@kernel
def draw_claims(s, t, hi, lo):
    """QUICK-4: draw for each player asked before whether they have claimed the card as well, if they could pay for
    it.
    """
    f = s.frame[s.n_frames - 1]
    if f.kind != Frame.CONTEST or f.stage != ASKING:
        return
    for i in range(1, f.asked):
        p = seat_after(s, f.seat, i)
        if takes_part(s, p) and has_level_card(s, t, p) and below(mix(hi, lo, CLAIMS, p), 2):
            f.claimants |= 1 << p


# ---------------------------------------------------------------------------
# Forgetting: clear everything in a state that a seat's view lacks, except the hidden cards themselves.
#
# A determinization begins with this: besides hidden cards it then has only the view and the consequences of open
# play. Marks of other hands and of draw piles are those of the view; three facts are forgotten, to be drawn again
# (`draw_asked`, `fill`): who has received a card, the progress of a round of questions, and the card of a hand that a
# player has named.


@kernel
def take_back(s, seat):
    """Pop another player's unfinished action: no other seat knows its progress."""
    asked = s.seat
    if asked < 0 or asked == seat:
        return
    marks = Flag.SELECTED
    if s.move.stage != Stage.VERB and among(s.move.verb, WANT_AFTER_SECOND):
        marks |= Flag.WANTED
    for zone in range(Zone.HAND, Zone.TABLE + s.rules.players):
        clear_flags(s, zone, marks)
    clear_move(s)


@kernel
def forget_piles(s, t, seat):
    """Keep the seat's knowledge of draw piles, as deep as it goes; others' knowledge above that stays."""
    others = ((1 << s.rules.players) - 1) & ~(1 << seat)
    for deck in range(3):
        deepest = 0
        for i in range(s.known[deck]):
            c = on_pile(s, t, deck, i)
            if is_known(s, c, seat):
                s.card[c].known_by = 1 << seat
                deepest = i + 1
            else:
                s.card[c].known_by = 0
        s.known[deck] = deepest
        for i in range(deepest):
            c = on_pile(s, t, deck, i)
            if s.card[c].known_by == 0:
                s.card[c].known_by = others


def _by_kind(head: str, doc: str, line: str, otherwise: str) -> Any:
    """Make a kernel about the card of a hand that a frame may name."""
    named = [(kind, name) for kind in Frame for name, held in kind.row.held.items() if held.of_hand]
    lines = [f"if f.kind == {int(kind)}:\n        {line.format(name)}" for kind, name in named]
    body = "\n    ".join([f'"""{doc}"""', *lines, otherwise])
    return made(f"def {head}:\n    {body}\n", __name__, {})


named_card = _by_kind("named_card(f)", "Return the card copy that it names, or 0.", "return f.{}", "return 0")
name = _by_kind("name(f, c)", "Make the frame name this card copy instead.", "f.{} = c", "return")


@kernel
def forgotten_owner(s, t, i, seat):
    """Return the player whose hand holds the card of frame `i`, if that card has been forgotten; else -1."""
    owner = of_hand(s, t, i)
    if owner >= 0 and owner != seat:
        return owner
    return max(-1, -1 - named_card(s.frame[i]))


@kernel
def _forget_names(s, seat):
    """Forget a named card in another hand, except its owner, unless it was shown to the seat (CULT-2).

    Of another player's announced play the second card is forgotten wherever it lies: nobody is told of it, nor in which
    place it is, before the play is carried out. The curse about to strike is the only one that can be meant then.
    """
    for i in range(s.n_frames):
        f = s.frame[i]
        c = named_card(f)
        if c <= 0:
            continue
        shown = is_for_the_asked(f.kind) and s.seat == seat
        zone = s.card[c].zone
        if waits_to_work(f) and f.seat != seat and zone != Zone.ASIDE:
            name(f, -1 - f.seat)
        elif zone >= Zone.HAND and zone < Zone.TABLE and zone != Zone.HAND + seat and not shown:
            name(f, -1 - (zone - Zone.HAND))


@kernel
def _forget_questions(s, seat):
    """Replace another player's question inside an open window, which cannot be told from the window's, by the
    window's.
    """
    i = s.n_frames - 1
    while only_asks(s, i, seat):
        i -= 1
    if is_window(s.frame[i]) and s.frame[i].window == s.window:
        while s.n_frames - 1 > i:
            pop(s, s.n_frames - 1)
        come_to_window(s)


@kernel
def _forget_unseen(s, seat, asks_somebody):
    """TURN-6: forget whether another player is asked to lay out cards, since that depends on the received cards.

    The question itself stays if it is pending, to be put to anybody.
    """
    top = s.n_frames - 1
    for j in range(top + 1):
        i = top - j
        f = s.frame[i]
        if (UNSEEN >> f.kind) & 1 and f.seat != seat and not (asks_somebody and i == top):
            pop(s, i)


@kernel
def forget_chance(s):
    """Clear preset dice and counters; the seed is drawn again."""
    for i in range(len(s.chance)):
        s.chance[i] = 0
    s.n_dice = 0
    for i in range(MAX_DICE):
        s.dice[i] = 0


@kernel
def forget(s, t, seat, asks_somebody):
    """Clear everything that the view of the seat does not show. `asks_somebody`: another player, and the seat cannot
    tell who."""
    take_back(s, seat)
    forget_piles(s, t, seat)
    _forget_names(s, seat)
    if asks_somebody:
        _forget_questions(s, seat)
    _forget_unseen(s, seat, asks_somebody)
    for i in range(s.n_frames):
        forget_frame(s, i, seat)
    forget_chance(s)


# Columns of the scratch table: the cards in other hands, and the pool that is being shuffled.
SEAT = 0
COPY = 1
NAMED = 2  # 1 + the frame that names the card of this place, 0 if none does
KNOWN_BY = 3
DECK = 4  # deck of a hidden card, -1 of a known one
POOL = 5
ON_TOP = 6  # by place in the draw piles: players who know the card there
TREASURES = 7  # left of the pool of treasures, when the third deck is merged with them
SECOND = 8  # open cards that an announced play may name
COLUMNS = 9

# Streams of the key of a determinization; 0 to 5 shuffle the decks, 20 and on are ASKED and CLAIMS.
SEED = 6
MERGED = 7
DEALT = 8  # + deck
NAMES = 12
AMOUNTS = 13


@kernel
def _back(t, c):
    """Deck whose back the card has."""
    doors = t.deck_cards[Deck.DOOR]
    return 0 if c <= doors else (1 if c <= doors + t.deck_cards[Deck.TREASURE] else 2)


@kernel
def _list_hands(s, t, seat, scratch):
    """Note all cards in other hands, hand by hand, by their backs and not by the order of the lists. Returns how many.

    Those that the seat knows come last.
    """
    n = 0
    for p in seats(s):
        if p == seat:
            continue
        for deck in range(4):
            for c in cards(s, Zone.HAND + p):
                known = is_known(s, c, seat)
                if (3 if known else _back(t, c)) == deck:
                    scratch[SEAT, n] = p
                    scratch[COPY, n] = c
                    scratch[NAMED, n] = 0
                    scratch[KNOWN_BY, n] = 1 << seat if known else 0
                    scratch[DECK, n] = -1 if known else deck
                    n += 1
    return n


@kernel
def _is_hidden(s, c, seat):
    """Return True if the card is on a draw pile or in another hand, and the seat does not know it."""
    zone = s.card[c].zone
    if zone >= Zone.HAND and zone < Zone.TABLE:
        return zone != Zone.HAND + seat and not is_known(s, c, seat)
    return zone >= Zone.DECK and zone < Zone.DISCARD and not is_known(s, c, seat)


@kernel
def _collect(s, seat, first, last, scratch):
    """Collect the pool of copies `first` to `last - 1` that are face down for the seat, ascending. Returns how many."""
    n = 0
    for c in range(first, last):
        if _is_hidden(s, c, seat):
            scratch[POOL, n] = c
            n += 1
    return n


@kernel
def _shuffle(scratch, n, hi, lo, stream):
    for i in range(n - 1, 0, -1):
        j = below(mix(hi, lo, stream, i), i + 1)
        c = int(scratch[POOL, i])
        scratch[POOL, i] = int(scratch[POOL, j])
        scratch[POOL, j] = c


@kernel
def _may_be_held(s, t, p, c):
    """Return True if player `p` may have the card in hand."""
    return not acts_at_once(t, type_of(t, c)) or (waits_for_setup(s, t, c) and is_dealt(s, p))


@kernel
def _some_suits(s, t, i, p, deck, seat):
    """Return True if a hidden card of the deck may be the one that frame `i` names in the hand of `p`."""
    base = deck_base(t, deck)
    for c in range(base, base + t.deck_cards[deck]):
        if _is_hidden(s, c, seat) and _may_be_held(s, t, p, c) and suits(s, t, i, c):
            return True
    return False


@kernel
def _may_be_named(s, t, i, p, j, seat, scratch):
    """Return True if the card at the place `j` of the hands may become the one that frame `i` names in the hand of
    `p`.
    """
    if int(scratch[SEAT, j]) != p or int(scratch[NAMED, j]) or int(scratch[DECK, j]) < 0:
        return False
    return _some_suits(s, t, i, p, int(scratch[DECK, j]), seat)


@kernel
def _is_rather_named(s, t, i, j, k, scratch):
    """Of two known cards at the places `j` and `k`, return True if frame `i` names the first: a suitable one, the lower
    of such."""
    c = int(scratch[COPY, j])
    d = int(scratch[COPY, k])
    if suits(s, t, i, c) != suits(s, t, i, d):
        return suits(s, t, i, c)
    return c < d


@kernel
def _note_seconds(s, t, i, seat, scratch):
    """Note the cards that the seat sees and that the play announced by frame `i` may name as the second one, as things
    stood when it was announced. Returns how many, and 1 if a card of the hand may be named."""
    m = s.move
    asked = s.seat
    decision = s.decision
    window = s.window
    parts = (m.verb, m.card, m.seat, m.second, m.place, m.amount)
    recall(s, i)
    p = s.seat
    in_hand = 1 if where_second_lies(s, t) & Where.HAND else 0
    n = 0
    for c in range(1, t.n_cards + 1):
        hidden = s.card[c].zone == Zone.HAND + p and not is_known(s, c, seat)
        if not hidden and may_be_second(s, t, p, c):
            scratch[SECOND, n] = c
            n += 1
    s.seat = asked
    s.decision = decision
    s.window = window
    m.verb = parts[0]
    m.card = parts[1]
    m.seat = parts[2]
    m.second = parts[3]
    m.place = parts[4]
    m.amount = parts[5]
    return n, in_hand


@kernel
def _note_names(s, t, seat, hands, hi, lo, scratch):
    """Draw the card that a frame names, as the seat has forgotten it: of those that it may be, each is as likely."""
    for i in range(s.n_frames):
        p = forgotten_owner(s, t, i, seat)
        if p < 0:
            continue
        seconds = 0
        in_hand = 1
        if waits_to_work(s.frame[i]):
            seconds, in_hand = _note_seconds(s, t, i, seat, scratch)
        n = 0
        for j in range(hands if in_hand else 0):
            n += int(_may_be_named(s, t, i, p, j, seat, scratch))
        left = below(mix(hi, lo, NAMES, i), n + seconds)
        if n > left:
            _note_place(s, t, i, p, seat, hands, left, scratch)
        elif seconds:
            name(s.frame[i], int(scratch[SECOND, left - n]))
        else:
            _name_known(s, t, i, p, hands, scratch)


@kernel
def _draw_amounts(s, t, seat, hi, lo):
    """Draw the number that another player's announced play names, such as the face of a die: it is told once the play
    works."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if waits_to_work(f) and f.seat != seat:
            least, most = amounts_named(s, t, f)
            f.amount = least + below(mix(hi, lo, AMOUNTS, i), most - least + 1)


@kernel
def _note_place(s, t, i, p, seat, hands, left, scratch):
    """Note that frame `i` names the card at a place of the hand of `p`: that with the number `left` of those that may
    be it."""
    for j in range(hands):
        if _may_be_named(s, t, i, p, j, seat, scratch):
            if left == 0:
                scratch[NAMED, j] = 1 + i
                return
            left -= 1


@kernel
def _name_known(s, t, i, p, hands, scratch):
    """Make frame `i` name a known card of the hand of `p`, none if there is none."""
    known = -1
    for j in range(hands):
        if int(scratch[SEAT, j]) == p and (known < 0 or _is_rather_named(s, t, i, j, known, scratch)):
            known = j
    if known >= 0:
        _name(s, i, known, scratch)
    else:
        name(s.frame[i], 0)


@kernel
def _name(s, i, j, scratch):
    """Make frame `i` name the card at the place `j` of the hands; of a swap, it has been shown to the other player
    (CULT-2)."""
    f = s.frame[i]
    name(f, int(scratch[COPY, j]))
    if is_for_the_asked(f.kind):
        scratch[KNOWN_BY, j] = int(scratch[KNOWN_BY, j]) | (1 << f.other)


@kernel
def _deal_named(s, t, i, j, pool, scratch):
    """Give the place `j` the first card of the pool that frame `i` may name. Returns how many are left in the pool."""
    p = int(scratch[SEAT, j])
    at = 0
    while at < pool - 1:
        c = int(scratch[POOL, at])
        if _may_be_held(s, t, p, c) and suits(s, t, i, c):
            break
        at += 1
    scratch[COPY, j] = int(scratch[POOL, at])
    scratch[DECK, j] = -1
    scratch[POOL, at] = 0
    _name(s, i, j, scratch)
    return _close_up(pool, scratch)


@kernel
def _close_up(pool, scratch):
    """Remove the dealt cards from the pool. Returns how many are left."""
    left = 0
    for i in range(pool):
        if int(scratch[POOL, i]):
            scratch[POOL, left] = int(scratch[POOL, i])
            left += 1
    return left


@kernel
def _deal_hands(s, t, deck, hands, pool, dealt, scratch):
    """Give each hidden place of the hands that are (not) being dealt a card of the shuffled pool. Returns the rest."""
    at = 0
    for i in range(hands):
        p = int(scratch[SEAT, i])
        if int(scratch[DECK, i]) == deck and is_dealt(s, p) == dealt:
            while at < pool and not _may_be_held(s, t, p, int(scratch[POOL, at])):
                at += 1
            if at >= pool:  # only cards that act at once are left: no rule can lead here, but a scenario may
                at = 0
                while int(scratch[POOL, at]) == 0:
                    at += 1
            scratch[COPY, i] = int(scratch[POOL, at])
            scratch[POOL, at] = 0
            at += 1
    return _close_up(pool, scratch)


@kernel
def _deal_hidden(s, t, deck, hands, pool, hi, lo, scratch):
    """Give each hidden place of the hands a card of the shuffled pool. Returns how many are left in the pool.

    Places that fewer cards fit come first: so every assignment of the cards is equally likely.
    """
    for j in range(hands):
        if int(scratch[NAMED, j]) and int(scratch[DECK, j]) == deck:
            pool = _deal_named(s, t, int(scratch[NAMED, j]) - 1, j, pool, scratch)
    pool = _deal_hands(s, t, deck, hands, pool, False, scratch)
    _shuffle(scratch, pool, hi, lo, DEALT + deck)
    return _deal_hands(s, t, deck, hands, pool, True, scratch)


@kernel
def _note_piles(s, t, scratch):
    """Note by place the players who know a card of a draw pile: nobody knows any below those on top."""
    for deck in range(3):
        base = deck_base(t, deck)
        n = s.count[Zone.DECK + deck]
        for i in range(n):
            known = n - 1 - i < s.known[deck]
            scratch[ON_TOP, base + i] = s.card[s.order[base + i]].known_by if known else 0


@kernel
def _pile_up(s, seat, deck, base, scratch):
    """Make the rest of the pool the draw pile, except for the cards that the seat knows there."""
    j = 0
    for i in range(s.count[Zone.DECK + deck]):
        known_by = int(scratch[ON_TOP, base + i])
        if (known_by >> seat) & 1:
            continue
        _put(s, base + i, int(scratch[POOL, j]), known_by, deck)
        j += 1


@kernel
def _put(s, place, c, known_by, deck):
    """Put a card that nobody can tell at a place of a draw pile."""
    s.order[place] = c
    s.card[c].zone = Zone.DECK + deck
    s.card[c].flag = 0
    s.card[c].known_by = known_by
    s.card[c].next = 0
    s.card[c].prev = 0


@kernel
def _pile_up_merged(s, t, seat, treasures, extras, hi, lo, scratch):
    """FAIRY-4: in the treasure pile the backs on top are seen, down to the first treasure; below that nothing is.

    The pools are shuffled: that of the treasures in TREASURES, that of the third deck in POOL.
    """
    base = deck_base(t, Deck.TREASURE)
    n = s.count[Zone.DECK + Deck.TREASURE]
    tops = s.extra_tops
    taken = 0  # of the third deck
    given = 0  # of the treasures
    for i in range(min(n, tops + 1)):
        place = base + n - 1 - i
        known_by = int(scratch[ON_TOP, place])
        if (known_by >> seat) & 1 == 0 and i < tops:
            _put(s, place, int(scratch[POOL, taken]), known_by, Deck.TREASURE)
            taken += 1
        elif (known_by >> seat) & 1 == 0:
            _put(s, place, int(scratch[TREASURES, given]), known_by, Deck.TREASURE)
            given += 1
    left = 0
    for i in range(taken, extras):
        scratch[POOL, left] = int(scratch[POOL, i])
        left += 1
    for i in range(given, treasures):
        scratch[POOL, left] = int(scratch[TREASURES, i])
        left += 1
    _shuffle(scratch, left, hi, lo, MERGED)
    j = 0
    for i in range(tops + 1, n):
        place = base + n - 1 - i
        known_by = int(scratch[ON_TOP, place])
        if (known_by >> seat) & 1 == 0:
            _put(s, place, int(scratch[POOL, j]), known_by, Deck.TREASURE)
            j += 1


@kernel
def _hold(s, t, seat, hands, scratch):
    """Build the other hands again from the notes, in ascending order of copies: the order of the lists
    reveals plays.
    """
    for p in seats(s):
        if p != seat:
            s.head[Zone.HAND + p] = 0
    for i in range(hands):
        c = int(scratch[COPY, i])
        zone = Zone.HAND + int(scratch[SEAT, i])
        s.card[c].zone = zone
        s.card[c].flag = 0
        s.card[c].known_by = int(scratch[KNOWN_BY, i])
        link_ascending(s, c, zone)
    marked = 0
    for p in seats(s):
        if p != seat:
            s.hand_kept[p] = 0  # counted where there is a third deck
            refresh_hand(s, t, p)
        if is_marked(s, Zone.HAND + p) or is_marked(s, Zone.TABLE + p):
            marked |= 1 << p
    s.marked = marked


@kernel
def fill(s, t, seat, hi, lo, scratch):
    """Draw again everything that the seat cannot know, by the 64-bit key (hi, lo). `scratch`: int64[COLUMNS,
    MAX_CARDS]."""
    asks_somebody = s.seat >= 0 and not sees_question(s, seat)
    forget(s, t, seat, asks_somebody)
    hands = _list_hands(s, t, seat, scratch)
    _note_names(s, t, seat, hands, hi, lo, scratch)
    _draw_amounts(s, t, seat, hi, lo)
    _note_piles(s, t, scratch)
    base = 1
    treasures = 0
    for deck in range(3):
        size = t.deck_cards[deck]
        pool = _collect(s, seat, base, base + size, scratch)
        _shuffle(scratch, pool, hi, lo, 2 * deck)
        left = _deal_hidden(s, t, deck, hands, pool, hi, lo, scratch)
        _shuffle(scratch, left, hi, lo, 2 * deck + 1)  # those passed over are no higher than others
        if s.merged and deck == Deck.TREASURE:
            treasures = left
            for i in range(left):
                scratch[TREASURES, i] = int(scratch[POOL, i])
        elif s.merged and deck == Deck.EXTRA:
            _pile_up_merged(s, t, seat, treasures, left, hi, lo, scratch)
        else:
            _pile_up(s, seat, deck, base, scratch)
        base += size
    _hold(s, t, seat, hands, scratch)
    if asks_somebody:
        draw_asked(s, t, seat, hi, lo)
    if s.seat >= 0:
        count_asked(s, t, s.n_frames - 1)
        draw_claims(s, t, hi, lo)
    s.seed_hi = mix(hi, lo, SEED, 0)
    s.seed_lo = mix(hi, lo, SEED, 1)


def scratch_table() -> np.ndarray:
    """Return working memory for `fill`, which may be used again and again."""
    return np.zeros((COLUMNS, MAX_CARDS), np.int64)
