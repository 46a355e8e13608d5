"""Options of `python -m training.rllib`: declared, explained and checked here."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, get_args, get_origin

import munchkin_env as mk
from munchkin_env.config.fields import setting, settings_of
from munchkin_env.errors import did_you_mean
from training.former_names import OPTIONS as FORMER
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

Every machine needs the same checkout, installed with `make env-clients`; `munchkin warmup` on each compiles the
engine ahead of time. --set takes any setting of a game: --set windows=final --set goal=5.
"""

PORTS = 1 << 16
GROUPS = {
    "the table": ("players", "opponents"),
    "machines": ("address", "env_runners", "envs_per_runner", "object_store", "torch_threads"),
    "learning": (
        *("iterations", "train_batch_size", "batch_size", "n_epochs", "learning_rate", "gamma", "gae_lambda"),
        *("clip_range", "ent_coef", "hidden", "seed"),
    ),
    "checkpoints and evaluation": ("checkpoint", "checkpoint_every", "resume", "eval_games", "eval_against"),
}


@dataclass(frozen=True)
class Options:
    """Options of a run: game, machines, duration. Raises mk.ConfigError naming the option."""

    players: int = setting(4, "seats", 3, 6)
    opponents: tuple[str, ...] = setting((), "bots, a seat for each; the other seats learn")
    game: tuple[tuple[str, Any], ...] = ()
    """Further fields of `mk.GameConfig`."""
    address: str = setting("local", "local: only this machine; auto or HOST:PORT: a Ray cluster that is up")
    env_runners: int = setting(2, "processes that play, one core each; 0 plays in the main process", 0)
    envs_per_runner: int = setting(8, "games that each of them plays at once", 1)
    object_store: int = setting(
        200, "memory that processes share, in MB; local only", 80
    )  # Ray refuses less than 75 MB
    torch_threads: int = setting(1, "threads of the learner", 1)
    iterations: int = setting(10, "updates, each from fresh games", 1)
    train_batch_size: int = setting(16384, "decisions per update", 1)
    batch_size: int = setting(1024, "decisions per gradient step", 1)
    n_epochs: int = setting(4, "passes over each batch", 1)
    learning_rate: float = setting(3e-4, "step size of Adam", 0, 1)
    gamma: float = setting(1.0, "discount per own decision; a game has hundreds", 0, 1)
    gae_lambda: float = setting(0.95, "lambda of the advantages", 0, 1)
    clip_range: float = setting(0.2, "range of the probability ratio", 0, 1)
    ent_coef: float = setting(0.01, "weight of the entropy bonus", 0, 1)
    hidden: tuple[int, ...] = setting((256, 256), "widths of the network's layers", 1, empty=False)
    seed: int = setting(0, "of games, players and network; runners get their own from it", 0)
    checkpoint: Path | None = setting(None, "folder for checkpoints; on a cluster one that this machine sees")
    checkpoint_every: int = setting(10, "iterations between two of them; the end always makes one", 1)
    resume: Path | None = setting(None, "checkpoint to go on from, or a folder of them")
    eval_games: int = setting(200, "games against each of --eval-against at the end; 0 for none", 0)
    eval_against: tuple[str, ...] = setting(("greedy", "random"), "bots that fill all other seats then")

    def __post_init__(self) -> None:
        for name, declared in settings_of(Options).items():
            declared.check(_option(name), getattr(self, name))
        mk.GameConfig.of(self.game_settings())
        seats(self.players, self.opponents)
        for name in self.eval_against:
            seats(self.players, (name,))
        host, _, port = self.address.rpartition(":")
        if self.address not in ("local", "auto") and not (host and port.isdecimal() and int(port) < PORTS):
            raise mk.ConfigError(f"--address: expected local, auto or HOST:PORT, got {self.address!r}")
        if self.batch_size > self.train_batch_size:
            most = self.train_batch_size
            raise mk.ConfigError(f"--batch-size: expected at most --train-batch-size {most}, got {self.batch_size}")

    def game_settings(self) -> dict[str, Any]:
        """Return fields of `mk.GameConfig`."""
        given = dict(self.game)
        if "players" in given:
            raise mk.ConfigError(f"--set: expected --players for the number of seats, got players={given['players']!r}")
        return {"players": self.players, **given}


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
        option = unknown[0].partition("=")[0]
        if option in FORMER:
            raise mk.ConfigError(
                f"{option}: expected {FORMER[option]}, as the option is called now, got its former name"
            )
        known = [option for action in parser._actions for option in action.option_strings]
        raise mk.ConfigError(f"options: expected those of --help, got {' '.join(unknown)}{did_you_mean(option, known)}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in vars(found).items()
    }
    return Options(**values)


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m training.rllib",
        description="PPO self-play on Ray RLlib: one policy plays all learning seats, bots the others.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for title, names in GROUPS.items():
        group = parser.add_argument_group(title)
        for name in names:
            _declare(group, name)
        if "players" in names:
            group.add_argument(
                "--set", dest="game", action="append", type=_setting, default=[], metavar="FIELD=VALUE",
                help="a further setting of the game, a field of GameConfig; may be repeated",
            )  # fmt: skip
    return parser


def _declare(group: Any, name: str) -> None:
    """Declare the option of a setting."""
    declared, default = settings_of(Options)[name], getattr(Options, name)
    kind: Any = declared.plain
    several: dict[str, Any] = {}
    if get_origin(kind) is tuple:
        several = {"nargs": "*" if declared.empty else "+"}
        kind = get_args(kind)[0]
    shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
    group.add_argument(
        _option(name), default=default, type=kind, metavar={int: "N", float: "X", str: "NAME", Path: "DIR"}[kind],
        help=f"{declared.meaning} (default: {'none' if shown in ('', None) else shown})", **several,
    )  # fmt: skip


def _setting(text: str) -> tuple[str, Any]:
    """Return FIELD=VALUE with the value as JSON where it is that, a word otherwise."""
    field, equals, value = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(f"expected FIELD=VALUE, got {text!r}")
    try:
        return field, json.loads(value)
    except ValueError:
        return field, value
