"""Texts of rooms: entry, effects, and the monster that lives there."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import count, tag_words

TIMES = {0: "brings no treasure", 2: "brings twice as many treasures", 3: "brings three times as many treasures"}
ENTERED = (
    "whoever turns it up at the door is in it until his turn ends; drawn face down it comes to your hand; you may play "
    "it on the player in turn, yourself included, right after he has opened a door that is no room, unless he is in one"
)
DWELLS = "its monster is fought together with the one behind the door, or alone if there is none"
CROWD = (
    "as the player in turn comes in, every player from his left on, he himself last, may add a monster from hand, "
    "which he fights with all others that are there"
)


def room_head(card: Card, catalogue: Catalogue) -> list[str]:
    """Return its own monster's text, in the form of a monster's head line."""
    if not card.level:
        return []
    level = count(card.levels, "level") if card.levels else "no level"
    treasures = count(card.treasures, "treasure") if card.treasures else "no treasure"
    own = f"with a monster of its own of level {card.level}"
    return [", ".join([own, *tag_words(card.tags), f"which gives {level} and {treasures}"])]


def of_room(card: Card) -> list[str]:
    """Return the moment of entry and the duration."""
    return [ENTERED, DWELLS] if card.level else [ENTERED]


def treasure_times(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    times = clause.number("times")
    return f"in this turn each monster {TIMES.get(times, f'brings {times} times as many treasures')}"
