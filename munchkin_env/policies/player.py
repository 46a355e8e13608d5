"""Trained policy as a player, of any library, with the game that it was trained for."""

import multiprocessing
import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env import releases, versions
from munchkin_env.bots import BatchBot
from munchkin_env.bots.network import CompiledNetwork
from munchkin_env.config.fields import flag, one_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.observation import ENCODINGS, Spec, spec
from munchkin_env.renamed import checks_names

# ---------------------------------------------------------------------------
# Metadata of a trained player: the game that it was trained for, and whether it can play another.


def game_of(game: Any, field: str = "game") -> Spec:
    """Return the spec of `mk.spec(...)`, a game or games. Raises ConfigError for anything else."""
    if isinstance(game, Spec):
        return game
    config = getattr(game, "config", None)
    if not isinstance(config, GameConfig):
        raise ConfigError(f"{field}: expected mk.spec(...) or a game, got {shown(game)}")
    return spec(**config.as_dict())


@checks_names
def policy_metadata(game: Any, encoding: str) -> dict[str, Any]:
    """Return the facts that distinguish a policy's training game; plain JSON.

    Args:
        game: the game, or its `mk.spec(...)`.
        encoding: the encoding that the policy reads, one of `ENCODINGS`.

    Returns:
        A dict of versions, editions, sizes and schema hash, for `PolicyBot` and `save_policy`.

    Raises:
        ConfigError: there is no such game or encoding.

    Examples:
        >>> import munchkin_env as mk
        >>> facts = mk.policy_metadata(mk.spec(players=3), "tokens")
        >>> facts["editions"], facts["players"], facts["observation"]
        (['munchkin'], 3, 'tokens')
    """
    game = game_of(game)
    one_of("encoding", encoding, ENCODINGS)
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


def name_of(file: Path) -> str:
    """Return the name of a file's policy in reports: that of its run.

    `selfplay` is that of `runs/selfplay/policy.safetensors`, and `selfplay/best` of `runs/selfplay/best.safetensors`.
    """
    if not file.parent.name:
        return file.stem
    return file.parent.name if file.stem == "policy" else f"{file.parent.name}/{file.stem}"


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
    left_out = facts.get("left_out", [])  # older policies were trained with all cards
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


class PolicyBot(BatchBot):
    """Player that acts by the scores that a policy gives to actions. Subclass it and define `scores`.

    A policy takes argmax actions wherever it plays (in matches, as an opponent, in the terminal), unless
    `deterministic` is false. Only in training are actions sampled.

    Examples:
        >>> import numpy as np
        >>> import munchkin_env as mk
        >>> class Lowest(mk.PolicyBot):
        ...     def scores(self, observation, masks):
        ...         return np.where(masks, -np.arange(masks.shape[1]), -1e9).astype(np.float32)
        >>> game = mk.spec(players=3, preset="short")
        >>> bot = Lowest(mk.policy_metadata(game, "flat"), name="lowest")
        >>> result = mk.evaluate([bot, "random", "random"], games=3, preset="short", round_limit=2)
    """

    def __init__(self, facts: dict[str, Any], deterministic: bool = True, name: str = "policy") -> None:
        """Make the player.

        Args:
            facts: those of the game that it was trained for, see `policy_metadata`; they name the encoding, too.
            deterministic: take argmax actions; otherwise sample by the policy's probabilities.
            name: of the player in reports.

        Raises:
            ConfigError: the facts are none, or `deterministic` is neither true nor false.
        """
        if not isinstance(facts, Mapping) or not isinstance(facts.get("observation"), str):
            raise ConfigError(f"facts: expected those of mk.policy_metadata(...), got {shown(facts)}")
        flag("deterministic", deterministic)
        self.facts = facts
        self.encoding = facts["observation"]
        self.deterministic = deterministic
        self.name = name

    @property
    def rules_version(self) -> int | None:
        """Rules version under which it was trained, if its file records it.

        It plays by the present rules all the same.
        """
        version = self.facts.get("rules_version")
        return version if type(version) is int else None

    def check(self, game: Spec) -> None:
        """Check that the policy fits the game. Raises ConfigError."""
        super().check(game)
        check_game(self.facts, game, self.name)

    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        """Return a logit for each action, those of illegal ones so low that their probability is 0.

        Args:
            observation: as for `BatchBot.act_batch`.
            masks: int8 (n, A), 1 where an action is legal.

        Returns:
            float32 (n, A).
        """
        raise NotImplementedError(f"{type(self).__name__}.scores")

    def compiled(self) -> CompiledNetwork | None:
        """Return the weights by which compiled code acts as the policy does, None if it cannot."""
        return None

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Choose actions by the scores: argmax, or sampled by one random number each."""
        one_thread_in_workers()
        scores = self.scores(observation, masks)
        return scores.argmax(axis=1) if self.deterministic else draw(scores, chances)


_ASKED = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
_settled = threading.Event()


def one_thread_in_workers() -> None:
    """Let torch use one thread in a process that another Python has started, once, before a policy first plays there.

    Workers share the cores: threads of all of them wait for each other, for decisions of some hundred microseconds.
    OMP_NUM_THREADS, MKL_NUM_THREADS and a call of `torch.set_num_threads` after the first action take precedence.
    """
    if _settled.is_set():
        return
    _settled.set()
    torch: Any = sys.modules.get("torch")
    if torch is not None and multiprocessing.parent_process() is not None and not any(map(os.environ.get, _ASKED)):
        torch.set_num_threads(1)


def draw(logits: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """Sample an action for each row of float32 logits (B, A), int64 (B,), by one uniform number float64 (B,) each."""
    weights = np.exp((logits - logits.max(axis=1, keepdims=True)).astype(np.float64))
    reached = np.cumsum(weights, axis=1)
    drawn: np.ndarray = (reached > (chances * reached[:, -1])[:, None]).argmax(axis=1)
    return drawn
