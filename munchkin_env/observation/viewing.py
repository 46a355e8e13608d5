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

from munchkin_env.engine.dispatch.running import asks_secretly
from munchkin_env.engine.kernels.kernel import kernel, made
from munchkin_env.engine.kernels.language import clear
from munchkin_env.engine.mutations.stack import clear_move, top
from munchkin_env.engine.queries.asking import is_nothing
from munchkin_env.observation.redaction import view_cards
from munchkin_env.vocabulary import Decision, Frame, FrameRow, decisions_that, frames_that

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
    """Write the pending decision, and the seat's own half-built action."""
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
    v.offers = s.offers
    v.rules = s.rules
    v.roll = s.roll
    v.offer = s.offer
    v.player = s.player
    v.combat = s.combat
    v.event = s.event
    _view_decision(s, seat, v)
    view_cards(s, t, seat, v)
