"""Munchkin for Gymnasium, many games at once: `gymnasium.make_vec("munchkin_env/Munchkin-v0", num_envs=…)`."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.seeding import LISTS, is_list
from munchkin_env.envs.spaces import LegalDiscrete, LegalMultiDiscrete, observation_space
from munchkin_env.errors import ConfigError, GameOver, shown
from munchkin_env.game.initial_state import check_seed


class MunchkinVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """Gymnasium vector environment with one learner in each game, stepped by one compiled call.

    Infos hold "action_mask", int8 (N, A), all zero in a row whose game is over. `action_space.sample()` is legal in
    every row. Vectors that Gymnasium builds from single environments take the tuple of the mask's rows instead. Rewards
    and ends of games are those of `MunchkinEnv`.

    Row i of seed s deals the games of a single environment with seed s + i, whatever the number of rows or threads. It
    also plays them alike where no opponent draws random numbers and `learner_seat` neither is drawn nor rotates, which
    depends on the row. Returned arrays belong to the caller and are never overwritten.

    Examples:
        >>> import munchkin_env as mk
        >>> envs = mk.MunchkinVectorEnv(8, opponents="greedy")
        >>> observations, infos = envs.reset(seed=7)
        >>> step = envs.step(envs.action_space.sample(infos["action_mask"]))
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        """Make the environments; `reset` begins their games.

        Args:
            num_envs: N, the number of games.
            players: number of seats of each game, 3 to 6; None takes the preset's, else 4.
            autoreset_mode: NEXT_STEP (the step after an end ignores the row's action and returns its new game),
                SAME_STEP (the new game at once, the end in `infos["final_obs"]` and `infos["final_info"]`) or DISABLED
                (a row stays at its end until `reset(options={"reset_mask": …})` names it; an earlier step raises
                GameOver).
            **settings: fields of `GameConfig`, a preset, and the options below.

        Keyword Args:
            opponents (str | Bot | Sequence): a name or a `Bot` for all other seats, or a list of them, clockwise from
                the learner's left. A `BatchBot`, such as a saved policy, acts for all rows at once; other bots that are
                not compiled are asked one by one. Default "greedy".
            learner_seat (int | str): a seat, "rotate" ((row + episode) modulo players) or "random" (drawn for each
                game). Default 0.
            encoding (str): of observations. "flat" gives int8 (N, F); "tokens" and "sparse" give dicts of arrays.
                Default "flat".
            on_illegal (str): "raise" (default) raises IllegalAction, and no game moves; "resample_legal" plays a legal
                action drawn from the game's seed in such a row; "forfeit" ends its game as a loss of the learner.
            shaping (float): weight of the potential-based reward, 0 (default) for none; see `MunchkinEnv`.
            max_episode_steps (int | None): number of the learner's decisions after which a game is truncated; None
                (default) for no limit.
            threads (int): number of Python threads that share the rows. Default 1.

        Raises:
            ConfigError: no environment can have these settings.
        """
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self._play = LearnerGames(num_envs, players, **settings)
        self.num_envs = num_envs = self._play.games.num_envs
        facts = self._play.games.spec
        self.single_observation_space = observation_space(facts, self._play.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = LegalDiscrete(facts.num_actions)
        self._bind(LegalMultiDiscrete(facts.num_actions, num_envs))
        self._ended = np.zeros(num_envs, bool)
        self._begun = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind(state["action_space"])

    def __copy__(self) -> Self:
        return deepcopy(self)  # a shallow one would play the same game

    def _bind(self, actions: LegalMultiDiscrete) -> None:
        """Make the space sample what is legal in these rows."""
        actions.bind(self.action_masks)
        self.action_space = actions

    @property
    def games(self) -> Any:
        """Games underneath. For tools and tests: they contain hidden information."""
        return self._play.games

    def action_masks(self) -> np.ndarray:
        """Return the legal actions now, int8 (N, A), a fresh array; all zero while a step is broken off."""
        masks = self._play.masks()
        masks[self._ended] = 0
        return masks

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new games in all rows, or in those of a mask: with a seed its first ones, without one the next ones.

        Args:
            seed: a whole number from 0 (row i has `seed + i`), or a list with a seed or None for each row.
            options: `{"reset_mask": …}`, bool (N,): the only rows that are reset. The others keep their state, which is
                returned again. No other option is known.

        Returns:
            (observations, infos) of all rows.

        Raises:
            ConfigError: an invalid seed, mask or option. Nothing has changed.
            GameOver: a mask before the first reset, or while a step is broken off.
        """
        rows = self._named_rows(options)
        seeds = self._row_seeds(seed)
        super().reset(seed=None if seed is None or isinstance(seed, LISTS) else seeds[0])
        if not self._begun and None in seeds:
            drawn = int(self.np_random.integers(1 << 62))
            seeds = [drawn + i if one is None else one for i, one in enumerate(seeds)]
        waits = self._ended & np.array([one is None for one in seeds])  # the game after the ended one is dealt already
        self._begun = True  # also where Ctrl-C breaks the reset off: the next step completes it
        self._ended &= ~rows
        self._play.reset(seeds, rows & ~waits)
        return self._shown(self._play.observation())

    def _row_seeds(self, seed: Any) -> list[int | None]:
        """A seed or None for each row. Raises ConfigError."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, LISTS):
            return [check_seed(seed) + i for i in range(self.num_envs)]
        if not is_list(seed, self.num_envs):
            raise ConfigError(f"seed: expected a whole number, or a list of {self.num_envs}, got {shown(seed)}")
        return [None if one is None else check_seed(one) for one in seed]

    def _named_rows(self, options: Any) -> np.ndarray:
        """Rows to reset, bool (N,). Raises ConfigError, and GameOver before the first reset or in a broken step."""
        if options is not None and not isinstance(options, Mapping):
            raise ConfigError(f"options: expected a dict or None, got {shown(options)}")
        unknown = [name for name in options or () if name != "reset_mask"]
        if unknown:
            raise ConfigError(f"options: expected no other than reset_mask, got {shown(unknown[0])}")
        if not options:
            return np.ones(self.num_envs, bool)
        mask = options["reset_mask"]
        wanted = f"an array of bool ({self.num_envs},) that names a row"
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise ConfigError(f"options['reset_mask']: expected {wanted}, got {shown(mask)}")
        if not self._begun:
            raise GameOver("options['reset_mask']: expected games that have begun, got none; call reset() first")
        if self._play.is_broken_off:
            raise GameOver("options['reset_mask']: expected step() or a reset of all rows after an error, got a mask")
        return mask.copy()

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action in every row and play to the learners' next decisions.

        After an error in an opponent's turn, such as Ctrl-C, the next step completes the one that it broke off.

        Args:
            actions: int (N,), a legal id for each row; not read by a step that completes another.

        Returns:
            (observations, rewards float32 (N,), terminations bool (N,), truncations bool (N,), infos).

        Raises:
            IllegalAction: an action is not legal; the message names the row. No game has moved.
            GameOver: a row has ended and `autoreset_mode` is DISABLED.
        """
        if not self._begun:
            raise GameOver("actions: expected games that have begun, got none; call reset() first")
        waiting = self._ended
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            over = np.flatnonzero(waiting).tolist()
            raise GameOver(f"actions: expected reset(options={{'reset_mask': …}}) of rows {over}, whose games are over")
        rewards, terminated, truncated = self._play.step(actions, ~waiting if waiting.any() else None)
        ended = terminated | truncated
        observations = self._play.observation()
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._ended = ended
            observations, infos = self._shown(observations)
            return observations, rewards, terminated, truncated, infos
        infos = self._infos(self._play.seats)
        if ended.any():
            infos |= self._final(ended)
        return observations, rewards, terminated, truncated, infos

    def _infos(self, seats: np.ndarray) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, bool)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": everywhere,
            "learner_seat": seats.copy(),
            "_learner_seat": everywhere.copy(),
        }

    def _shown(self, observations: Any) -> tuple[Any, dict[str, Any]]:
        """The observations and infos of all rows: in ended ones the end is shown, not the game that has been dealt."""
        if self._ended.any():
            self._show_ends(observations, self._ended)
        seats = np.where(self._ended, self._play.acted, self._play.seats).astype(np.int8)
        return observations, self._infos(seats)

    def _show_ends(self, observations: Any, ended: np.ndarray) -> None:
        """Write the end over the observations of ended rows."""
        final = self._play.final_observation(ended)
        if isinstance(observations, dict):
            for name, array in observations.items():
                array[ended] = final[name]
        else:
            observations[ended] = final

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        """Infos of ended games in SAME_STEP."""
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended).tolist():
            final[i] = self._play.final_observation(i)
        return {
            "final_obs": final,
            "_final_obs": ended.copy(),
            "final_info": {
                "action_mask": np.zeros((self.num_envs, self._play.games.num_actions), np.int8),
                "_action_mask": ended.copy(),
                "learner_seat": np.where(ended, self._play.acted, 0).astype(np.int8),
                "_learner_seat": ended.copy(),
            },
            "_final_info": ended.copy(),
        }

    def render(self) -> None:
        """Return None: many games are not drawn."""

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, if there are any."""
        if hasattr(self, "_play"):
            self._play.games.close()


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if isinstance(mode, AutoresetMode | str) and mode in (known, known.value, known.name):
            return known
    raise ConfigError(f"autoreset_mode: expected {', '.join(one.name for one in AutoresetMode)}, got {shown(mode)}")
