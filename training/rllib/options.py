"""Options of `python -m training.rllib`: declared, explained and checked here."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import munchkin_env as mk
from training.rllib.env import seats

EPILOG = """examples:
  python -m training.rllib --iterations 20 --env-runners 2
                                  four seats of one policy play each other, on this machine
  python -m training.rllib --opponents greedy greedy random --iterations 50 --checkpoint runs/one
                                  one seat learns among bots; checkpoints in runs/one
  python -m training.rllib --opponents greedy greedy random --iterations 50 --checkpoint runs/one --resume runs/one
                                  goes on from the newest of them, for 50 more
  python -m training.rllib --address auto --env-runners 32 --checkpoint /shared/runs/two
                                  on the cluster to which this machine belongs (`ray start`)

Every machine needs the same checkout, installed with `make env-distributed`; `munchkin warmup` on each compiles the
engine ahead of time. --set takes any setting of a game: --set windows=final --set goal=5.
"""

PORTS = 1 << 16


@dataclass(frozen=True)
class Options:
    """Options of a run: game, machines, duration. Raises mk.ConfigError naming the option."""

    players: int = 4
    opponents: tuple[str, ...] = ()
    game: tuple[tuple[str, Any], ...] = ()
    """Further fields of `mk.GameConfig`."""
    env_runners: int = 2
    envs_per_runner: int = 8
    iterations: int = 10
    batch: int = 16384
    minibatch: int = 1024
    epochs: int = 4
    lr: float = 3e-4
    gamma: float = 1.0
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    hidden: tuple[int, ...] = (256, 256)
    seed: int = 0
    address: str = "local"
    object_store: int = 200
    torch_threads: int = 1
    checkpoint: Path | None = None
    checkpoint_every: int = 10
    resume: Path | None = None
    eval_games: int = 200
    eval_against: tuple[str, ...] = ("greedy", "random")

    def __post_init__(self) -> None:
        mk.GameConfig.of(self.game_settings())
        seats(self.players, self.opponents)
        for name in self.eval_against:
            seats(self.players, (name,))
        for option, least in (("env_runners", 0), ("checkpoint_every", 1), ("eval_games", 0), ("seed", 0)):
            self._number(option, least)
        for option in ("envs_per_runner", "iterations", "batch", "minibatch", "epochs", "torch_threads"):
            self._number(option, 1)
        self._number("object_store", 80)  # Ray itself refuses less than 75 MB
        host, _, port = self.address.rpartition(":")
        if self.address not in ("local", "auto") and not (host and port.isdecimal() and int(port) < PORTS):
            raise mk.ConfigError(f"--address: expected local, auto or HOST:PORT, got {self.address!r}")
        if self.minibatch > self.batch:
            raise mk.ConfigError(f"--minibatch: expected at most --batch {self.batch}, got {self.minibatch}")
        for option in ("gamma", "gae_lambda", "clip"):
            self._share(option)
        if not 0 < self.lr <= 1:
            raise mk.ConfigError(f"--lr: expected a number above 0, at most 1, got {self.lr}")
        if not 0 <= self.entropy <= 1:
            raise mk.ConfigError(f"--entropy: expected a number from 0 to 1, got {self.entropy}")
        if not self.hidden or min(self.hidden) < 1:
            raise mk.ConfigError(f"--hidden: expected one or more widths from 1, got {list(self.hidden)}")

    def game_settings(self) -> dict[str, Any]:
        """Return fields of `mk.GameConfig`."""
        given = dict(self.game)
        if "players" in given:
            raise mk.ConfigError(f"--set: expected --players for the number of seats, got players={given['players']!r}")
        return {"players": self.players, **given}

    def _number(self, field: str, least: int) -> None:
        value = getattr(self, field)
        if value < least:
            raise mk.ConfigError(f"{_option(field)}: expected a whole number from {least}, got {value}")

    def _share(self, field: str) -> None:
        value = getattr(self, field)
        if not 0 < value <= 1:
            raise mk.ConfigError(f"{_option(field)}: expected a number above 0, at most 1, got {value}")


def _option(field: str) -> str:
    return "--" + field.replace("_", "-")


class _Parser(argparse.ArgumentParser):
    """Parser that reports wrong use as the rest of the package does: a typed error, with the nearest option."""

    def error(self, message: str) -> NoReturn:
        raise mk.ConfigError(f"{message}; --help lists the options")


def parse(arguments: Sequence[str] | None = None) -> Options:
    """Return the options on a command line (by default this program's). Raises mk.ConfigError for wrong ones."""
    parser = _build_parser()
    found, unknown = parser.parse_known_args(arguments)
    if unknown:
        known = [option for action in parser._actions for option in action.option_strings]
        near = get_close_matches(unknown[0].partition("=")[0], known, n=1)
        hint = f' (did you mean "{near[0]}"?)' if near else ""
        raise mk.ConfigError(f"options: expected those of --help, got {' '.join(unknown)}{hint}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in vars(found).items()
    }
    return Options(**values)


def _build_parser() -> argparse.ArgumentParser:
    default = Options()
    parser = _Parser(
        prog="python -m training.rllib",
        description="PPO self-play on Ray RLlib: one policy plays all learning seats, bots the others.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )

    def add(group: Any, field: str, text: str, **how: Any) -> None:
        value = getattr(default, field)
        shown = " ".join(map(str, value)) if isinstance(value, tuple) else value
        told = f"{text} (default: {'none' if shown in ('', None) else shown})"
        group.add_argument(_option(field), default=value, help=told, **{"type": type(value), **how})

    game = parser.add_argument_group("the table")
    add(game, "players", "seats, 3 to 6", metavar="N")
    add(game, "opponents", "bots, a seat for each; the other seats learn", nargs="*", type=str, metavar="BOT")
    game.add_argument("--set", dest="game", action="append", type=_setting, default=[], metavar="FIELD=VALUE",
                      help="a further setting of the game, a field of GameConfig; may be repeated")  # fmt: skip
    where = parser.add_argument_group("machines")
    add(where, "address", "local: only this machine; auto or HOST:PORT: a Ray cluster that is up", metavar="WHERE")
    add(where, "env_runners", "processes that play, one core each; 0 plays in the main process", metavar="N")
    add(where, "envs_per_runner", "games that each of them plays at once", metavar="M")
    add(where, "object_store", "memory that processes share, in MB; local only", metavar="MB")
    add(where, "torch_threads", "threads of the learner", metavar="N")
    how = parser.add_argument_group("learning")
    add(how, "iterations", "updates, each from fresh games", metavar="K")
    add(how, "batch", "decisions per update", metavar="N")
    add(how, "minibatch", "decisions per gradient step", metavar="N")
    add(how, "epochs", "passes over each batch", metavar="N")
    add(how, "lr", "step size of Adam", metavar="X")
    add(how, "gamma", "discount per own decision; a game has hundreds", metavar="X")
    add(how, "gae_lambda", "lambda of the advantages", metavar="X")
    add(how, "clip", "range of the probability ratio", metavar="X")
    add(how, "entropy", "weight of the entropy bonus", metavar="X")
    add(how, "hidden", "widths of the network's layers", nargs="+", type=int, metavar="W")
    add(how, "seed", "of games, players and network; runners get their own from it", metavar="S")
    keep = parser.add_argument_group("checkpoints and evaluation")
    add(keep, "checkpoint", "folder for checkpoints; on a cluster one that this machine sees", type=Path, metavar="DIR")
    add(keep, "checkpoint_every", "iterations between two of them; the end always makes one", metavar="K")
    add(keep, "resume", "checkpoint to go on from, or a folder of them", type=Path, metavar="DIR")
    add(keep, "eval_games", "games against each of --eval-against at the end; 0 for none", metavar="N")
    add(keep, "eval_against", "bots that fill all other seats then", nargs="+", type=str, metavar="BOT")
    return parser


def _setting(text: str) -> tuple[str, Any]:
    """Return FIELD=VALUE with the value as JSON where it is that, a word otherwise."""
    field, equals, value = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(f"expected FIELD=VALUE, got {text!r}")
    try:
        return field, json.loads(value)
    except ValueError:
        return field, value
