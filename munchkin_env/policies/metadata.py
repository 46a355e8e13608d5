"""Metadata of a trained player: the game that it was trained for, and whether it can play another."""

from typing import Any

from munchkin_env import releases, versions
from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.observation import ENCODINGS, Spec


def policy_metadata(game: Spec, encoding: str) -> dict[str, Any]:
    """Return the facts that distinguish a policy's training game; plain JSON.

    Args:
        game: the game, or its `mk.spec(...)`.
        encoding: the encoding that the policy reads, one of `ENCODINGS`.

    Returns:
        A dict of versions, editions, sizes and schema hash, for `PolicyBot` and `save_policy`.
    """
    return {
        "rules_version": versions.RULES_VERSION,
        "observation_version": versions.OBSERVATION_VERSION,
        "action_version": versions.ACTION_VERSION,
        "observation": encoding,
        "editions": list(game.config.editions),
        "players": game.config.players,
        "left_out": list(game.left_out),
        "schema_hash": game.schema_hashes[encoding],
    }


def check_versions(facts: dict[str, Any], where: str) -> None:
    """Raise SaveError, naming the field, if a policy with these facts was trained on other observations or actions."""
    expected = {
        "observation_version": versions.OBSERVATION_VERSION,
        "action_version": versions.ACTION_VERSION,
    }
    theirs = {field.removesuffix("_version"): facts.get(field) for field in expected}
    for field, ours in expected.items():
        if facts.get(field) != ours:
            raise SaveError(
                f"{where}: {field}: expected {ours}, got {facts.get(field)!r:.80}; train it again, or play it where it "
                f"was trained: {releases.release_that_reads(**theirs)}"
            )
    for field, kind in (("schema_hash", str), ("editions", list), ("players", int)):
        if not isinstance(facts.get(field), kind):
            raise SaveError(f"{where}: {field}: expected {kind.__name__}, got {facts.get(field)!r:.80}")
    if facts.get("observation") not in ENCODINGS:
        known = " or ".join(ENCODINGS)
        raise SaveError(f"{where}: observation: expected {known}, got {facts.get('observation')!r:.80}")


def check_game(facts: dict[str, Any], game: Spec, who: str) -> None:
    """Raise ConfigError if a policy with these facts cannot read this game's observations or act in it."""
    if facts["schema_hash"] == game.schema_hashes[facts["observation"]]:
        return
    if facts["editions"] != list(game.config.editions):
        raise ConfigError(
            f"editions: expected {facts['editions']}, which {who} knows, got {list(game.config.editions)}"
        )
    left_out = facts.get("left_out", [])  # policies of older releases know the whole decks
    if left_out != list(game.left_out):
        raise ConfigError(
            f"only_cards, without_cards: expected the decks that {who} knows, without {shown(left_out)}, "
            f"got decks without {shown(list(game.left_out))}"
        )
    if facts["observation"] == "flat" and facts["players"] != game.config.players:
        raise ConfigError(
            f"players: expected {facts['players']}, whose flat observations {who} reads, got {game.config.players}"
        )
    raise ConfigError(
        f"schema_hash: expected {game.schema_hashes[facts['observation']]}, got {facts['schema_hash']} in {who}: "
        "cards, actions or observations have changed since it was trained"
    )
