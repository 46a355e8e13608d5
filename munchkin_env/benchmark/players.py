"""Players of the challenge: a bot of the package, a policy's file, or a process in any language."""

import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from munchkin_env.bots import Bot, bot_names
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError, did_you_mean, shown
from munchkin_env.evaluation.match import bots_for
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.policies import PolicyBot, ProcessBot, file_of, is_policy, is_policy_file

BOT, POLICY, PROCESS = KINDS = ("bot", "policy", "process")
COMMAND = "process:"
TIMED = 200
"""Actions that are timed."""


@dataclass(frozen=True)
class Player:
    """A player as it was given on the command line, and its name on a report."""

    kind: str
    """One of KINDS."""
    given: str | Bot
    """Object that plays in a match."""
    name: str
    sha256: str | None
    """SHA-256 of a policy's file."""
    bytes: int | None

    @classmethod
    def of(cls, word: str) -> "Player":
        """Return the player of a bot's name, a policy's path, or `process:COMMAND`, which is started.

        Raises ConfigError for anything else, or a language model, which plays the same games otherwise when it is asked
        again; PlayerError for a process without a valid description of itself.
        """
        if not isinstance(word, str):
            raise ConfigError(f"player: expected a bot, a policy's file or {COMMAND}COMMAND, got {shown(word)}")
        if word.startswith(COMMAND):
            bot = ProcessBot(word.removeprefix(COMMAND))
            return cls(PROCESS, bot, bot.name, None, None)
        if is_policy_file(word):
            data = _read(file_of(word))
            return cls(POLICY, word, Path(word).name, hashlib.sha256(data).hexdigest(), len(data))
        return cls.named(word)

    def rules_trained(self) -> int | None:
        """Return the rules version under which a policy was trained, as its file records; None for others.

        Raises the errors of loading it.
        """
        if not isinstance(self.given, str) or not is_policy(self.given):
            return None
        bot = bots_for([self.given], GameConfig.of({"players": 4}), True, True)[0]
        return bot.rules_version if isinstance(bot, PolicyBot) else None

    @classmethod
    def named(cls, word: str) -> "Player":
        """Return a bot of the package, by name only: neither a file nor a program is opened. Raises ConfigError."""
        known = bot_names(others=False)
        if word.partition(":")[0] not in known:
            names = ", ".join(known)
            raise ConfigError(f"player: expected one of {names}, got {shown(word)}{did_you_mean(word, known)}")
        return cls(BOT, word, word, None, None)


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise ConfigError(f"player: expected a policy's file, got {shown(file)} ({error})") from error


def milliseconds(player: Player) -> float:
    """Return the time of an action, one at a time: the mean over the first actions of games of four such players."""
    config = GameConfig.of({"players": 4})
    bot = bots_for([player.given], config, True, True)[0]
    spent: list[float] = []
    rng = np.random.default_rng(0)
    seed = 0
    while len(spent) <= TIMED:
        game = Game(seed=seed, players=4)
        seed += 1
        bot.reset()
        while len(spent) <= TIMED and not game.is_terminal:
            seat = game.current_player
            assert seat is not None  # the game is not over
            view, mask = View.of(game, seat, world=bot.searches), game.legal_action_mask()
            began = time.perf_counter()
            action = bot.act(view, mask, rng)
            spent.append(time.perf_counter() - began)
            game.step(action)
    return 1000 * float(np.mean(spent[1:]))  # the first one compiles


__all__ = ["BOT", "KINDS", "POLICY", "PROCESS", "Player", "milliseconds"]
