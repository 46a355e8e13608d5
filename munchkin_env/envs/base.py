"""Options of environments beside the settings of their games, declared and checked once; and shared methods."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.config.fields import plain
from munchkin_env.config.game_config import GameConfig, one_of, whole_number
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs.opponents import chance_of, check_learner_seat
from munchkin_env.envs.rendering import RENDER_MODES, ShowsGame, draw
from munchkin_env.errors import ConfigError, IllegalAction, shown
from munchkin_env.game.game import Game, returns_of
from munchkin_env.game.initial_state import write_settings
from munchkin_env.observation import ENCODINGS

ON_ILLEGAL = ("raise", "resample_legal", "forfeit")
MOST_WEIGHT = float(np.finfo(np.float32).max)  # rewards are of this type


@dataclass(frozen=True, eq=False)
class EnvOptions:
    """Options of every environment. Raises ConfigError for values that no environment can have."""

    render_mode: str | None = None
    """None, "human", "ansi", "rgb_array" or "browser"; None for many games at once."""
    encoding: str = "flat"
    """Encoding of observations: "flat", "tokens" or "sparse"."""
    on_illegal: str = "raise"
    """Reaction to a whole number that is no legal action: "raise", "resample_legal" or "forfeit"."""
    shaping: float = 0.0
    """Weight of the potential-based reward, 0 for none."""

    @classmethod
    def split(cls, settings: Mapping[str, Any], *arguments: str) -> tuple[Self, GameConfig]:
        """Return the options among `settings`, and the config of the games by the others.

        Args:
            settings: values by name.
            *arguments: further arguments of the environment, by which the error for an unknown name knows them.
        """
        names = [field.name for field in fields(cls)]
        own = {name: value for name, value in settings.items() if name in names}
        others = {name: value for name, value in settings.items() if name not in names}
        return cls(**own), GameConfig.of(others, [*arguments, *names])

    def __post_init__(self) -> None:
        for field in fields(self):
            object.__setattr__(self, field.name, plain(getattr(self, field.name)))
        one_of("encoding", self.encoding, ENCODINGS)
        one_of("on_illegal", self.on_illegal, ON_ILLEGAL)
        self._check_render_mode()
        weight: object = self.shaping
        right = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not right or not -MOST_WEIGHT <= weight <= MOST_WEIGHT:  # type: ignore[operator]  # NaN is neither
            raise ConfigError(f"shaping: expected a finite number, got {shown(weight)}")
        object.__setattr__(self, "shaping", float(self.shaping))

    def _check_render_mode(self) -> None:
        if self.render_mode is not None:
            one_of("render_mode", self.render_mode, RENDER_MODES)


@dataclass(frozen=True, eq=False)
class LearnerOptions(EnvOptions):
    """Options of environments with one learner a game."""

    opponents: str | Bot | Sequence[str | Bot] = "greedy"
    """A name or a `Bot` for all other seats, or a list of them, clockwise from the learner's left."""
    learner_seat: int | str = 0
    """A seat, "rotate" or "random"."""

    def place(self, players: int) -> int | str:
        """Return the learner's seat as a Python int, or how it moves. Raises ConfigError."""
        return check_learner_seat(self.learner_seat, players)


@dataclass(frozen=True, eq=False)
class RowOptions(LearnerOptions):
    """Options of environments of many such games."""

    max_episode_steps: int | None = None
    """Decisions of the learner after which a game is truncated, None for no limit."""
    threads: int = 1
    """Python threads that share the rows."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_episode_steps is not None:
            whole_number("max_episode_steps", self.max_episode_steps, 1, 1 << 31)

    def _check_render_mode(self) -> None:
        if self.render_mode is not None:
            raise ConfigError(f"render_mode: expected None, many games are not drawn, got {shown(self.render_mode)}")


def drawn_instead(row: np.ndarray, ids: np.ndarray, number: int) -> int:
    """Draw a legal action in place of an illegal one from the seed of the game.

    Args:
        row: The one-row state.
        ids: Legal actions.
        number: Number of the action in its game, from 0.
    """
    return int(ids[int(chance_of(row, "resample_legal", number).integers(len(ids)))])


def potentials(levels: np.ndarray, goal: int, weight: float) -> np.ndarray:
    """Return float64 (…, P): each seat's level minus the mean of the others', in parts of the goal, times the weight.

    Args:
        levels: Integers (…, P).
        goal: The level that wins.
        weight: Of the shaped reward.
    """
    wide = levels.astype(np.float64)
    others = (wide.sum(-1, keepdims=True) - wide) / (wide.shape[-1] - 1)
    return np.asarray(weight / goal * (wide - others))


class GameEnv(ShowsGame):
    """An environment of one game at a time, with one agent or several."""

    @property
    def game(self) -> Game:
        """The running game. For tools and tests: it contains hidden information."""
        raise NotImplementedError(f"{type(self).__name__}.game")

    def _take(self, options: EnvOptions, config: GameConfig) -> None:
        """Store the options of the environment. Raises ConfigError if no game can have these settings."""
        write_settings(empty(1), config, catalogue_of(config))
        self.config = config
        self.render_mode = options.render_mode
        self.on_illegal = options.on_illegal
        self.shaping = options.shaping
        self._kind = options.encoding

    def _mend(self, error: IllegalAction, step: Callable[[int], object], number: int) -> bool:
        """React as `on_illegal` says to an action that raised `error`, the game's `number`th; `step` plays another.

        Returns True if an action was played; if not, the game is forfeited.
        """
        if self.on_illegal == "raise":
            raise error
        if self.on_illegal == "forfeit":
            return False
        step(drawn_instead(self.game.position, self.game.legal_actions(), number))
        return True

    def _lost_alone(self, seat: int) -> np.ndarray:
        """Returns of a forfeited game: the other seats share the win."""
        players = self.config.players
        winners = ((1 << players) - 1) & ~(1 << seat)
        return returns_of(winners, players)

    def _potentials_now(self) -> np.ndarray:
        """float64 (P,), see `potentials`."""
        levels = self.game.position["player"]["level"][0, : self.config.players]
        return potentials(levels, self.config.goal, self.shaping)

    def _draw(self) -> None:
        """Print the table after reset and step, as PettingZoo and Gymnasium demand of the mode "human"."""
        if self.render_mode == "human":
            self.render()  # type: ignore[attr-defined]

    def _rendered(self, seat: int | None) -> Any:
        """Render the state for a seat (None: every card), as `render_mode` says; see `render` of the environments."""
        if self.render_mode == "browser":
            self._show(seat)
        if self.render_mode in (None, "browser"):
            return None
        return draw(self.game, seat, self.render_mode)

    def close(self) -> None:
        """Close the page of `render_mode="browser"`; nothing else is held open."""
        self._hide()
