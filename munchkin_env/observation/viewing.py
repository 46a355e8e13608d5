"""View kernel: the state of a game with everything blanked that one seat may not know. Nothing else in the package
decides this.

`make_view` writes into another record of `engine.state.layout.STATE`, so every reader of a state reads a view:

- Cards the seat cannot see (other hands, draw piles) have the zone of their draw pile, `Zone.DECK + deck`: face down,
  somewhere. No flag, no host, `known_by` 0, in no list. `Zone.OUT` is left to cards that are out of the game.
- `count`, `player.hand_treasures` and `hand_extras` are those of the state: the sizes and the backs of hands are
  public, and so are the backs of a third deck on top of the treasure pile (`extra_tops`).
- The list of another hand holds only the cards that the seat knows to be there, in ascending order of copies. All other
  lists are open and stay as they are: discard piles with the top card first, the rest the latest first.
- A card of a draw pile that the seat has looked at has its place in `order`, and the seat's own bit in `known_by`;
  `known` is the depth of the seat's knowledge. The rest of `order` is zero.
- `known_by` of one's own hand shows who knows the card; of another hand, that the seat itself does.
- `seat`, `decision` and `frame[0]` (the pending decision in short) are there when the seat itself is asked, or when
  everybody can see who has to decide. Else seat is -1 and decision 0. `move` is there for its own composite action.
- Copies keep their numbers. Two copies of a card come in an order that means nothing, so a player that decides by a
  view decides by types.
- Seeds, chance counters, preset dice and the stack are zero.
"""

from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.running import asks_secretly
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.kernels.kernel import kernel, made
from munchkin_env.engine.kernels.language import cards, clear, seats
from munchkin_env.engine.kernels.memory import copy_cards
from munchkin_env.engine.mutations.stack import clear_move, top
from munchkin_env.engine.queries.asking import is_nothing
from munchkin_env.engine.queries.piles import deck_base, on_pile
from munchkin_env.engine.queries.third_deck import home_deck, places_on_pile
from munchkin_env.vocabulary import Decision, Flag, Frame, FrameRow, Stage, Zone, decisions_that, frames_that

# ---------------------------------------------------------------------------
# Redaction: the cards that a seat sees in a view: its own hand, the known cards of other hands and draw piles, all
# open cards.


@kernel
def knows_some(s, p, seat):
    """Return True if the seat knows some card in the hand of `p`."""
    return (s.player[p].hand_known >> seat) & 1 == 1


@kernel
def is_known(s, c, seat):
    """Return True if the seat knows card copy `c`, a card in another hand or on a draw pile."""
    return (s.card[c].known_by >> seat) & 1 == 1


@kernel
def link_ascending(v, c, zone):
    """Link a card into the list of a zone, in ascending order of copies."""
    before = 0
    after = v.head[zone]
    while after and after < c:
        before = after
        after = v.card[after].next
    v.card[c].next = after
    v.card[c].prev = before
    if after:
        v.card[after].prev = c
    if before:
        v.card[before].next = c
    else:
        v.head[zone] = c


@kernel
def _hide_hand(s, t, q, seat, v):
    """Keep only the cards of another hand that the seat knows."""
    zone = Zone.HAND + q
    v.head[zone] = 0
    v.player[q].hand_when = 0  # derived from the hand
    v.player[q].hand_gold = 0
    v.hand_kept[q] = 0
    v.player[q].hand_known = s.player[q].hand_known & (1 << seat)
    for c in cards(s, zone):
        v.card[c].flag = 0
        if is_known(s, c, seat):
            v.card[c].known_by = 1 << seat
            link_ascending(v, c, zone)
        else:
            v.card[c].zone = Zone.DECK + home_deck(s, t, c)
            v.card[c].known_by = 0
            v.card[c].next = 0
            v.card[c].prev = 0


@kernel
def closed_flags(s, seat):
    """Return flags that the seat may not see: another's half-chosen set, the terms of a trade before it is offered."""
    if s.seat == seat or s.move.stage == Stage.VERB:
        return 0
    return Flag.SELECTED | Flag.WANTED if among(s.move.verb, WANT_AFTER_SECOND) else Flag.SELECTED


@kernel
def _forget_piles(t, v):
    """Blank the knowledge of draw piles that an earlier view left in `v`."""
    for deck in range(3):
        if v.known[deck]:
            base = deck_base(t, deck)
            for i in range(places_on_pile(v, t, deck)):
                v.order[base + i] = 0
            v.known[deck] = 0


@kernel
def _view_piles(s, t, seat, v):
    """Keep the cards on draw piles in their places that the seat itself knows."""
    for deck in range(3):
        for i in range(s.known[deck]):
            c = on_pile(s, t, deck, i)
            if is_known(s, c, seat):
                v.card[c].known_by = 1 << seat
                v.order[deck_base(t, deck) + s.count[Zone.DECK + deck] - 1 - i] = c
                v.known[deck] = i + 1
            else:
                v.card[c].known_by = 0


@kernel
def _hide_choice(s, closed, v):
    for p in seats(s):
        for c in cards(s, Zone.TABLE + p):
            v.card[c].flag = s.card[c].flag & ~closed


@kernel
def view_cards(s, t, seat, v):
    """Write zones, flags and lists of the cards that the seat sees; the rest is face down."""
    _forget_piles(t, v)
    v.count = s.count
    v.head = s.head
    copy_cards(v, s, t.n_cards + 1)  # `known_by` is zero but in hands and on piles, and nothing hidden has a host
    v.discarded = s.discarded
    if s.known[0] | s.known[1] | s.known[2]:
        _view_piles(s, t, seat, v)
    for q in seats(s):
        if q != seat:
            _hide_hand(s, t, q, seat, v)
    closed = closed_flags(s, seat)
    if closed:
        _hide_choice(s, closed, v)


OPEN = decisions_that(lambda question: question.open)
DETAILED = frames_that(lambda row: row.shown is not None)
TO_THE_ASKED = frames_that(lambda row: row.to_the_asked)


@kernel
def is_open_decision(decision):
    """Return True if everybody can see who has to decide: turn, combat, help, loss. Not windows, calls, receipts
    (WINDOW-3)."""
    return (OPEN >> decision) & 1 != 0


@kernel
def seen_decision(s, seat):
    """Return the pending decision as far as the seat can tell: its own, or one that is open; NONE otherwise."""
    decision = s.decision
    if s.seat == seat:
        return decision
    if s.seat < 0 or not is_open_decision(decision) or asks_secretly(s, top(s)):
        return Decision.NONE
    if decision == Decision.CHARITY_SEAT:  # whether a card is chosen already, and which, is not open
        return Decision.CHARITY
    return decision


@kernel
def sees_question(s, seat):
    """Return True if the seat can tell the asked player and the question."""
    return not is_nothing(seen_decision(s, seat))


@kernel
def has_details(kind):
    """Return True if the frame of a pending decision reveals more than the rest of the state does."""
    return (DETAILED >> kind) & 1 != 0


@kernel
def is_for_the_asked(kind):
    """Return True if only the asked player sees the frame's subject."""
    return (TO_THE_ASKED >> kind) & 1 != 0


def _shown(row: FrameRow) -> list[str]:
    """Return the part of a frame of one kind that a view shows, as lines of a kernel."""
    lines = [f"v.frame[0].{name} = s.frame[i].{name}" for name in row.shown or ()]
    return [f"if s.seat == seat:\n            {line}" for line in lines] if row.to_the_asked else lines


_HEAD = 'def _view_frame(s, seat, v, i, kind):\n    """Write the details of frame `i`."""'
_LINES = ["\n        ".join([f"    if kind == {int(kind)}:", *_shown(kind.row)]) for kind in Frame if kind.row.shown]
_view_frame = made("\n".join([_HEAD, *_LINES]), __name__, {})


@kernel
def _view_details(s, seat, v):
    """Write the pending decision in short into `frame[0]`: whose card, how many, of which kind."""
    clear(v.frame[0])
    v.n_frames = 0
    i = max(0, s.n_frames - 1)
    kind = s.frame[i].kind
    if is_nothing(v.decision) or not has_details(kind):
        return
    v.n_frames = 1
    f = v.frame[0]
    f.kind = kind
    f.seat = s.frame[i].seat
    f.other = s.frame[i].other
    f.left = s.frame[i].left
    _view_frame(s, seat, v, i, kind)


@kernel
def _view_decision(s, seat, v):
    """Write the pending decision, and the seat's own unfinished action."""
    v.decision = seen_decision(s, seat)
    v.seat = s.seat if not is_nothing(v.decision) else -1
    if s.seat == seat:
        v.move = s.move
    else:
        clear_move(v)
    _view_details(s, seat, v)


@kernel
def make_view(s, t, seat, v):
    """Write into `v` everything that `seat` may know of state `s`. `v` is a zeroed record or an earlier view."""
    v.phase = s.phase
    v.window = s.window
    v.over = s.over
    v.winners = s.winners
    v.turn_seat = s.turn_seat
    v.first_seat = s.first_seat
    v.met_monster = s.met_monster
    v.may_loot = s.may_loot
    v.just_fought = s.just_fought
    v.survivors = s.survivors
    v.cultists = s.cultists
    v.turn = s.turn
    v.rounds = s.rounds
    v.door = s.door
    v.reopens = s.reopens
    v.second_door = s.second_door
    v.merged = s.merged
    v.extra_tops = s.extra_tops
    v.hand_extras = s.hand_extras
    v.hand_kept = s.hand_kept
    v.event_count = s.event_count
    v.n_offers = s.n_offers
    v.bodies = s.bodies
    v.renewals = s.renewals
    v.used_races = s.used_races
    v.used_klasses = s.used_klasses
    v.owed_levels = s.owed_levels
    v.owed_treasures = s.owed_treasures
    v.unwon = s.unwon
    v.offers = s.offers
    v.rules = s.rules
    v.roll = s.roll
    v.offer = s.offer
    v.player = s.player
    v.combat = s.combat
    v.event = s.event
    _view_decision(s, seat, v)
    view_cards(s, t, seat, v)
