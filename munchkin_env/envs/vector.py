"""Munchkin for Gymnasium, many games at once: `gymnasium.make_vec("munchkin_env/Munchkin-v0", num_envs=…)`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.seeding import natural_seed
from munchkin_env.envs.spaces import LegalDiscrete, LegalMultiDiscrete, observation_space
from munchkin_env.errors import ConfigError, GameOver, shown


class MunchkinVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """One learner a game. One compiled call answers for all of them and plays the others up to their next decisions.

    opponents: a name or a `Bot` for all other seats, or a list of them, clockwise from the learner's left. A `BatchBot`
        (saved policies) answers for all rows at once; other bots that are not compiled are asked one by one.
    learner_seat: a seat, "rotate" ((row + episode) modulo players) or "random" (drawn for each game).
    observation: "flat" gives int8[N, F], "tokens" and "sparse" dicts of arrays.
    on_illegal: "raise" raises IllegalAction and no game moves; "resample_legal" plays a legal action drawn from the
        game's seed in such a row; "forfeit" ends its game, lost by the learner alone. See `MunchkinEnv`.
    autoreset_mode: NEXT_STEP (the step after an end ignores the row's action and returns its new game), SAME_STEP
        (the new game at once, the end in `infos["final_obs"]` and `infos["final_info"]`) or DISABLED (a row stays at
        its end until `reset(options={"reset_mask": …})` names it; a step before that raises GameOver).
    threads: Python threads that share the rows.
    shaping: weight of a potential-based reward, 0 for none; see `MunchkinEnv`, also for rewards and ends of games.
    max_episode_steps: decisions of the learner after which a game is truncated, None for no limit.
    players: None takes the preset's, else 4.
    settings: the fields of `GameConfig`, or a preset.

    `infos["action_mask"]` is int8[N, A], all zero in a row whose game is over. `action_space.sample()` is legal in
    every row, and takes that mask; vectors that Gymnasium makes of single environments take the tuple of its rows.
    Row i of seed s deals what a single environment deals that was reset with seed s + i, whatever the number of rows
    or threads, and plays it alike where compiled bots need no lots: those they draw row by row. Everything returned is
    the caller's: nothing is written into it later. Raises ConfigError.
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int | None = None,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self._play = LearnerGames(num_envs, players, **settings)
        self.num_envs = num_envs
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

    def _bind(self, actions: LegalMultiDiscrete) -> None:
        """The space samples what is legal in these rows."""
        actions.bind(self.action_masks)
        self.action_space = actions

    @property
    def games(self) -> Any:
        """The `SelfPlayVecEnv` underneath. For tools and tests: they hold what no learner may see."""
        return self._play.games

    def action_masks(self) -> np.ndarray:
        """int8[N, A]: 1 where an action is legal now, a fresh array."""
        masks = self._play.masks()
        masks[self._ended] = 0
        return masks

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games in all rows, or in those of a mask: with a seed the first ones of it, without one the next ones.

        Args:
            seed: A whole number from 0 (row i has `seed + i`), or a list with a seed or None for each row.
            options: `{"reset_mask": …}`, bool (N,): the only rows that are reset. The others stay as they are, and are
                shown as they were. No other option is known.

        Returns:
            Observations and infos of all rows.

        Raises:
            ConfigError: For what is no seed, no mask or another option; nothing has then changed.
            GameOver: For a mask before the first reset.
        """
        rows = self._named_rows(options)
        seeds = self._row_seeds(seed)
        super().reset(seed=None if seed is None or isinstance(seed, list | tuple | np.ndarray) else seeds[0])
        if not self._begun and None in seeds:
            drawn = int(self.np_random.integers(1 << 62))
            seeds = [drawn + i if one is None else one for i, one in enumerate(seeds)]
        self._begun = True
        waits = self._ended & np.array([one is None for one in seeds])  # the game after the ended one is dealt already
        self._play.reset(seeds, rows & ~waits)
        self._ended &= ~rows
        return self._shown(self._play.observation())

    def _row_seeds(self, seed: Any) -> list[int | None]:
        """A seed or None for each row. Raises ConfigError."""
        if seed is None:
            return [None] * self.num_envs
        if not isinstance(seed, list | tuple | np.ndarray):
            return [natural_seed(seed) + i for i in range(self.num_envs)]
        if np.shape(seed)[:1] != (self.num_envs,):
            raise ConfigError(f"seed: expected a whole number, or a list of {self.num_envs}, got {shown(seed)}")
        return [None if one is None else natural_seed(one) for one in seed]

    def _named_rows(self, options: Any) -> np.ndarray:
        """bool (N,): the rows to reset. Raises ConfigError, and GameOver before the first reset."""
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
        return mask.copy()

    def step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """(observations, rewards float32[N], terminations bool[N], truncations bool[N], infos)."""
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
        """Writes the end over what is seen in ended rows."""
        final = self._play.final_observation(ended)
        if isinstance(observations, dict):
            for name, array in observations.items():
                array[ended] = final[name]
        else:
            observations[ended] = final

    def _final(self, ended: np.ndarray) -> dict[str, Any]:
        """What SAME_STEP reports of ended games."""
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
        """Nothing: many games are not drawn."""

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads; there are none if the environment could not be made."""
        if hasattr(self, "_play"):
            self._play.games.close()


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    for known in AutoresetMode:
        if isinstance(mode, AutoresetMode | str) and mode in (known, known.value):
            return known
    raise ConfigError(f"autoreset_mode: expected {', '.join(one.name for one in AutoresetMode)}, got {shown(mode)}")


__all__ = ["MunchkinVectorEnv"]
