"""Tables for scenarios: who sits there with what, in which phase. Nothing is chosen for anybody at them.

In the games of `in_turn` and `fight` all other cards lie in the decks; those of the rest have no cards but the named
ones, so that every card of a scenario is written in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import munchkin_env as mk
from munchkin_env.game.game import Game
from tests.kit.playing import opened


def in_turn(*players: Mapping[str, Any], **settings: Any) -> Game:
    """Seat 0 is in turn and free to act; three seats unless more are given."""
    everybody = [*players, *({} for _ in range(3 - len(players)))]
    return mk.scenario(seats=everybody, **{"forced_choices": False, **settings})


def fight(monsters: Sequence[Any], *players: Mapping[str, Any], helper: int | None = None, **settings: Any) -> Game:
    """A running combat of seat 0, at its first decision."""
    combat: dict[str, Any] = {"monsters": list(monsters), "helper": helper}
    if "deal" in settings:
        combat["deal"] = settings.pop("deal")
    return in_turn(*players, phase="combat", combat=combat, **settings)


def table_of(*players: Mapping[str, Any], **settings: Any) -> Game:
    """The same as `in_turn` with no cards but those named."""
    return in_turn(*players, **{"rest": "out", **settings})


def bare_fight(monsters: Sequence[Any], *players: Mapping[str, Any], **settings: Any) -> Game:
    """The same as `fight` with no cards but those named."""
    return fight(monsters, *players, **{"rest": "out", **settings})


@dataclass(frozen=True)
class Tables:
    """Tables of an edition, with some of its items in the treasure deck."""

    editions: tuple[str, ...]
    plain: tuple[str, ...]
    """Items that nobody can play at a moment of their choice."""
    enhancers: tuple[str, ...]
    """Those of +20 together: with them any monster beats one player."""
    quick: bool | None = None
    """True if QUICK-4 holds; None: as the editions have it."""

    def table_of(self, *players: Mapping[str, Any], treasures: Sequence[str] | None = None, **settings: Any) -> Game:
        """A game between these players, filled up to three."""
        taken = {card for player in players for card in placed(player)}
        tops = [card for card in self.plain if card not in taken] if treasures is None else treasures
        usual = {"editions": self.editions, "quick_play": self.quick}
        return table_of(*players, treasures=tops, **{**usual, **settings})

    def combat(
        self,
        *players: Mapping[str, Any],
        monsters: Sequence[Any],
        helper: int | None = None,
        deal: int = 0,
        **settings: Any,
    ) -> Game:
        """A combat of the first player, at the leader's first decision in it."""
        facts: dict[str, Any] = {"monsters": list(monsters)}
        if helper is not None:
            facts.update(helper=helper, deal=deal)
        return self.table_of(*players, phase="combat", combat=facts, **settings)

    def huge(self, monster: str, **more: Any) -> dict[str, Any]:
        """The monster with enhancers of +20."""
        return {"card": monster, "enhancers": list(self.enhancers), **more}

    def cursed(self, curse: str, victim: Mapping[str, Any], *others: Mapping[str, Any], **settings: Any) -> Game:
        """The victim turns the curse up (TURN-2); nobody cancels it, and no class is dropped before."""
        return opened(self.table_of(victim, *others, doors=[curse], **settings))


def placed(player: Mapping[str, Any]) -> list[str]:
    """The cards in play or in hand of a player, as a scenario lists them."""
    found = [card for place in ("hand", "table", "carried") for card in player.get(place, ())]
    return [name for card in found for name in ([card] if isinstance(card, str) else [*card])]


def fill(gold: int, others: list[tuple[str, int]]) -> list[str]:
    """Cards that are worth exactly so much together."""
    if gold == 0:
        return []
    for i, (name, worth) in enumerate(others):
        if worth <= gold:
            rest = fill(gold - worth, others[i + 1 :])
            if rest or worth == gold:
                return [name, *rest]
    return []
