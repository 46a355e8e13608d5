"""Forgetting: clear all of a state that goes beyond a seat's view, except the hidden cards themselves.

A determinization begins with this: besides hidden cards it then has only the view and the consequences of open play.
Marks of other hands and of draw piles are those of the view; three facts are forgotten, to be drawn again (`asking`,
`fill`): who has received a card, the progress of a round of questions, and the card of a hand that a player has named.
"""

from typing import Any

from munchkin_env.engine.dispatch.announced import waits_to_work
from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.running import UNSEEN, forget_frame, of_hand, only_asks
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.dispatch.windows import come_to_window
from munchkin_env.engine.kernels.kernel import kernel, made
from munchkin_env.engine.mutations.cards import clear_flags
from munchkin_env.engine.mutations.stack import clear_move, is_window, pop
from munchkin_env.engine.queries.piles import on_pile
from munchkin_env.observation.redaction import is_known
from munchkin_env.observation.viewing import is_for_the_asked
from munchkin_env.vocabulary import MAX_DICE, Flag, Frame, Stage, Zone


@kernel
def take_back(s, seat):
    """Pop another player's half-built action: nobody else knows its progress."""
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
