"""Presets: named settings of a game, as in `Game(preset="short", goal=8)`. Explicit settings override a preset's."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Typical:
    """Average length of 200 games of a bot against itself (`munchkin stats`): base edition, seed 0, rules version 8."""

    bot: str
    decisions: int
    rounds: int
    milliseconds: float
    """Milliseconds of one core for a whole game, compiled; measured once, not tested."""


@dataclass(frozen=True)
class Preset:
    """Named settings of a game. Immutable and hashable.

    Examples:
        >>> import munchkin_env as mk
        >>> short = mk.presets()["short"]
        >>> short.name, short.settings["goal"], short.settings["round_limit"]
        ('short', 5, 30)
    """

    name: str
    words: str
    """Description of its games, and its purpose."""
    pairs: tuple[tuple[str, Any], ...]
    typical: tuple[Typical, ...]

    @property
    def settings(self) -> Mapping[str, Any]:
        """Read-only mapping of the `GameConfig` fields that it sets."""
        return MappingProxyType(dict(self.pairs))


def _preset(name: str, words: str, *typical: Typical, **settings: Any) -> Preset:
    return Preset(name, words, tuple(settings.items()), typical)


_PRESETS = (
    _preset(
        "short",
        "short episodes for the start of a curriculum: to level 5, the rulebook's three rules for faster play, no "
        "trades, few reactions; after 30 rounds the highest level wins",
        Typical("random", 658, 14, 0.8),
        Typical("greedy", 300, 4, 0.8),
        goal=5,
        windows="final",
        bargaining="simple",
        trades="off",
        round_limit=30,
        round_limit_result="leader_wins",
        offers_own_turn=0,
        offers_window=0,
        help_questions=1,
        forced_choices=True,
        listen_at_door=True,
        loot_treasure=True,
        helper_wins=True,
    ),
    _preset(
        "full_rules",
        "as close to the printed rules as settings allow: every seat may react in every window, and the limits on "
        "offers and requests are as high as possible",
        Typical("random", 32299, 110, 32.2),
        Typical("greedy", 1881, 13, 3.2),
        windows="open",
        bargaining="full",
        trades="full",
        round_limit=1000,
        round_limit_result="draw",
        offers_own_turn=4,
        offers_window=4,
        help_questions=4,
    ),
    _preset(
        "level20",
        "games to level 20, with a limit of 1,000 rounds",
        Typical("random", 5489, 137, 7.6),
        Typical("greedy", 1584, 18, 6.0),
        goal=20,
        round_limit=1000,
    ),
    _preset(
        "trading3",
        "three players, with the highest limits on trades and requests for help",
        Typical("random", 2885, 100, 5.8),
        Typical("greedy", 629, 12, 2.5),
        players=3,
        bargaining="full",
        trades="full",
        offers_own_turn=4,
        offers_window=4,
        help_questions=4,
    ),
)
_BY_NAME = MappingProxyType({preset.name: preset for preset in _PRESETS})


def presets() -> Mapping[str, Preset]:
    """Return the presets by name, read-only.

    Returns:
        Mapping of a preset's name to its `Preset`.

    Examples:
        >>> import munchkin_env as mk
        >>> list(mk.presets())
        ['short', 'full_rules', 'level20', 'trading3']
        >>> game = mk.Game(preset="short", seed=7)
    """
    return _BY_NAME
