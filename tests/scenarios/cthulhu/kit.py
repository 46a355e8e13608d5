"""How the scenarios of Munchkin Cthulhu set up a table: as those of the base game do, with this edition's cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from munchkin_env.game import Game
from munchkin_env.vocabulary import Decision
from tests.scenarios.munchkin import door_kit
from tests.scenarios.munchkin.door_kit import passes

EDITIONS = ("cthulhu",)

CLASSES = ("cultist", "investigator", "monster_whacker", "professor")

PLAIN = ("bowling_pin", "bug_spray", "brass_knucks", "necrocomicon", "necrotelecom", "tommy_gun")
"""Items, which nobody can play at a moment of his choice: what the treasure decks of the scenarios are made of."""

HUGE = ("four_dimensional", "indescribably_horrible")
"""Enhancers of +20 together: with them any monster beats one player."""


def table_of(
    *players: Mapping[str, Any], phase: str = "start", treasures: Sequence[str] | None = None, **settings: Any
) -> Game:
    """A game between the players given (filled up to three) with no cards but those named."""
    taken = {card for player in players for card in placed(player)}
    tops = [card for card in PLAIN if card not in taken] if treasures is None else treasures
    return door_kit.table_of(*players, phase=phase, treasures=tops, **{"editions": EDITIONS, **settings})


def placed(player: Mapping[str, Any]) -> list[str]:
    """The cards in front of a player or in his hand, as a scenario lists them."""
    found = [card for place in ("hand", "table", "carried") for card in player.get(place, ())]
    return [name for card in found for name in ([card] if isinstance(card, str) else [*card])]


def combat(*players: Mapping[str, Any], monsters: Sequence[Any], helper: int | None = None, **settings: Any) -> Game:
    """A combat of the first player, at his first decision in it."""
    facts: dict[str, Any] = {"monsters": list(monsters)}
    if helper is not None:
        facts.update(helper=helper, deal=0)
    return table_of(*players, phase="combat", combat=facts, **settings)


def huge(monster: str) -> dict[str, Any]:
    """The monster with enhancers of +20."""
    return {"card": monster, "enhancers": list(HUGE)}


def cursed(curse: str, victim: Mapping[str, Any], *others: Mapping[str, Any], **settings: Any) -> Game:
    """The victim turns the curse up (TURN-2); nobody cancels it, and no class is dropped before."""
    game = table_of(victim, *others, doors=[curse], **settings)
    game.do("open_door")
    passes(game)
    if game.decision == Decision.BEFORE_CURSE:
        game.do("pass")
        passes(game)
    return game
