"""Playback of a replay: the game itself, from its seed, its settings and its actions."""

from typing import Any

from munchkin_env.errors import MunchkinError, ReplayError
from munchkin_env.game.game import Game
from munchkin_env.releases import release_that_reads
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.snapshot import Parts
from munchkin_env.versions import RULES_VERSION


def game_of(replay: Replay) -> Game:
    """Return the game of a replay, at its last frame.

    Raises ReplayError for a replay that leaves out others' knowledge, and for one of other rules or cards.
    """
    document = replay.document
    if document["viewer"] is not None or document["seed"] is None:
        raise ReplayError(f"viewer: expected a replay of everything, with its seed, got {replay!r}")
    told = document["versions"]["rules"]
    if told != RULES_VERSION:
        raise ReplayError(f"versions.rules: expected {RULES_VERSION}, got {told}; {release_that_reads(rules=told)}")
    try:
        game = Game(seed=int(document["seed"]), **_settings(document["settings"]))
        if game.catalogue.hash != document["catalogue"]:
            raise ReplayError(f"catalogue: expected {game.catalogue.hash}, got {document['catalogue']}")
        for decision in (frame.get("decision", {}) for frame in document["frames"]):
            if "answer" in decision:
                game.step(decision["answer"])
    except (MunchkinError, TypeError, ValueError) as error:
        if isinstance(error, ReplayError):
            raise
        raise ReplayError(f"replay: expected a game that can be played again, got {error}") from error
    return game


def _settings(settings: Parts) -> dict[str, Any]:
    """Return the settings as `GameConfig` takes them: JSON has no tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}


__all__ = ["game_of"]
