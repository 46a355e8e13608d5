"""Facts of a state that both encodings share."""

from enum import IntEnum

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.bonuses import MONSTERS_SIDE, side_of
from munchkin_env.engine.queries.cards import is_enhancer, kind_of
from munchkin_env.engine.queries.piles import known_on_top, on_pile
from munchkin_env.observation.viewing import is_for_the_asked, sees_question
from munchkin_env.vocabulary import Deck, frames_that


class FightPart(IntEnum):
    """Role of a card that is in the combat."""

    MONSTER = 0
    DOUBLE = 1
    """The card that doubled a monster (PLAY-7)."""
    ENHANCER = 2
    FOR_PLAYERS = 3
    """Spent for the players' side."""
    FOR_MONSTERS = 4


ABOUT_A_CARD = frames_that(lambda row: row.about_card)
OF_A_PILE = frames_that(lambda row: row.about_card and "card" not in row.held)


@kernel
def put(out, at, value, most):
    """Write a number, cut to -most..most."""
    out[at] = max(-most, min(most, value))


@kernel
def relative(s, seat, p):
    """Return 0 for the observer, 1 for its left neighbour, …"""
    d = p - seat
    return d + s.rules.players if d < 0 else d


@kernel
def place_of(s, c):
    """Return the place of the monster that card `c` is or has doubled, -1 if it is none."""
    for i in range(s.combat.n_monsters):
        if s.combat.monster[i].card == c:
            return i
    return -1


@kernel
def place_of_group(s, group):
    """Return the first place of a group of monsters, -1 if there is none."""
    for i in range(s.combat.n_monsters):
        if s.combat.monster[i].group == group:
            return i
    return -1


@kernel
def part_in_fight(s, t, c):
    """Return (`FightPart` of card `c` of the combat, place of the monster that it is, has doubled or enhances; 0 if
    none).

    An enhancer belongs to every monster of its group; the place is that of the first one.
    """
    i = place_of(s, c)
    if i >= 0:
        return (FightPart.MONSTER if s.combat.monster[i].type == t.type_of[c] else FightPart.DOUBLE), i
    if is_enhancer(kind_of(t, c)):
        return FightPart.ENHANCER, max(0, place_of_group(s, s.card[c].host))
    return (FightPart.FOR_MONSTERS if side_of(s, c) == MONSTERS_SIDE else FightPart.FOR_PLAYERS), 0


@kernel
def is_about_a_card(kind):
    """Return True if a decision of a frame of this kind is about one card."""
    return (ABOUT_A_CARD >> kind) & 1 != 0


@kernel
def question_card(s, t, seat):
    """Return the card that the pending decision is about (a curse, a card with a choice, a door); 0 if none."""
    if s.n_frames == 0:
        return 0
    f = s.frame[s.n_frames - 1]
    kind = f.kind
    if not is_about_a_card(kind) or not sees_question(s, seat):
        return 0
    if (OF_A_PILE >> kind) & 1:
        return on_pile(s, t, Deck.DOOR, 0) if known_on_top(s, t, seat, Deck.DOOR) else 0
    return 0 if is_for_the_asked(kind) and s.seat != seat else f.card
