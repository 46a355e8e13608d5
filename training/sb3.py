"""Self-play with MaskablePPO of stable-baselines3: one seat of each game learns, on `flat` observations.

The other seats of a game hold the present learner, earlier selves and bots, in the shares of the settings. They are
dealt to the rows once; only the earlier selves change.
"""

import io
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import FloatSchedule, set_random_seed
from torch import nn

import munchkin_env as mk
from training.foresight import Foresight, explained_variance_outcomes
from training.pool import PAST, SELF, Pool
from training.run import Clock, RunFolder, device_of, pack, restoring, unpack
from training.sections import Config, now


class Chair(mk.BatchBot):
    """Bot whose player may change; the object stays the same, so a game can be resumed with it."""

    encoding = "flat"

    def __init__(self, name: str) -> None:
        self.name = name
        self.player: Any = None

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Let the present player act."""
        actions: np.ndarray = self.player.act_batch(observation, masks, chances)
        return actions


class Ends:
    """Expectations of the learners at their decisions, and their results, from rollouts of MaskablePPO."""

    def __init__(self, games: int) -> None:
        self.foresight = Foresight(games, 1)
        self.got = np.zeros(games)  # in the games that go on

    def count(self, values: np.ndarray, rewards: np.ndarray, starts: np.ndarray) -> None:
        """Count one rollout; (steps, games) each, `starts` where a decision was the first of a game.

        With shaping a value is of the rest of the game: a seat's present potential is part of its expectation.
        """
        self.foresight.begin()
        rows = np.arange(values.shape[1])
        for value, reward, start in zip(values, rewards, starts, strict=True):
            over = np.flatnonzero(start)
            self.foresight.end(over, self.got[over, None])
            self.got[over] = 0.0
            self.foresight.note(rows, np.zeros_like(rows), value + self.got)
            self.got += reward

    def restore(self, expected: np.ndarray, got: np.ndarray) -> None:
        """Continue from a checkpoint. Raises SaveError."""
        self.foresight.restore(expected)
        if got.shape != self.got.shape or not np.isfinite(got).all():
            raise mk.SaveError(f"got: expected finite numbers of the shape {self.got.shape}, got {got.shape}")
        self.got[:] = got


class TimedPPO(MaskablePPO):
    """MaskablePPO that counts the seconds of playing and of learning in `laps`, and the ends of games in `ends`.

    They are not saved with it.
    """

    laps: Clock
    ends: Ends

    def collect_rollouts(self, *args: Any, **kwargs: Any) -> bool:
        """Play a rollout; count its time and the ends of its games."""
        since = time.perf_counter()
        result = bool(super().collect_rollouts(*args, **kwargs))
        rollout = self.rollout_buffer
        self.ends.count(rollout.values, rollout.rewards, rollout.episode_starts)
        self.laps.lap("playing", since)
        return result

    def train(self) -> None:
        """Learn from the rollout; count the time."""
        since = time.perf_counter()
        super().train()
        self.laps.lap("learning", since)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "laps", "ends"]


class Sb3Trainer:
    """A learner, its games and its pool; see `training.loop`."""

    phase = 0
    """The only one."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.config, self.folder = config, folder
        torch.set_num_threads(config.run.threads)
        set_random_seed(config.run.seed)
        self.draws = np.random.default_rng(config.run.seed)
        self.myself = Chair("self")
        self.past = [Chair(f"past {k}") for k in range(config.opponents.active_selves)]
        self.pool = Pool(config.opponents, partial(mk.load_policy, deterministic=False, allow_pickle=True), self.draws)
        self.games = self._games()
        self.spec = mk.spec(players=config.game.players[0], **config.game.settings)
        self.clock = Clock()
        self.ends = Ends(config.game.n_envs)
        self.model = self._model()
        self.iteration = self.decisions = 0
        self._seat_players()

    def _games(self) -> Any:
        config = self.config
        games = mk.sb3_vec_env(
            config.game.n_envs,
            config.game.players[0],
            opponents="random",  # until the seats are assigned, before the first game
            learner_seat="random",
            encoding="flat",
            shaping=config.ppo.shaping,
            threads=config.game.threads,
            seed=config.run.seed,
            **config.game.settings,
        )
        kinds = self.pool.deal_chairs(config.game.n_envs, config.game.players[0] - 1, self.draws)
        for row, chairs in enumerate(kinds.tolist()):
            games.set_opponents(row, [self._opponent(kind, row) for kind in chairs])
        return games

    def _opponent(self, kind: int, row: int) -> Any:
        if kind == SELF:
            return self.myself
        if kind == PAST:
            return self.past[row % len(self.past)]
        return self.pool.bots[kind]

    def _model(self) -> TimedPPO:
        ppo, network = self.config.ppo, self.config.network
        model = TimedPPO(
            "MlpPolicy",
            self.games,
            n_steps=ppo.n_steps,
            batch_size=ppo.batch_size,
            n_epochs=ppo.n_epochs,
            learning_rate=now(ppo, 0.0).learning_rate,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            ent_coef=ppo.ent_coef,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            policy_kwargs={
                "net_arch": list(network.hidden),
                "activation_fn": nn.ReLU,
                "features_extractor_class": mk.ScaledFlatExtractor,
                "features_extractor_kwargs": {"editions": tuple(self.spec.config.editions)},
            },
            device=device_of(self.config.run.device),
            seed=self.config.run.seed,
        )
        return self._logging(model)

    def _logging(self, model: TimedPPO) -> TimedPPO:
        formats = [name for name in self.config.run.loggers if name == "tensorboard"]
        model.set_logger(configure(str(self.folder.path / "tensorboard"), formats))
        return model

    def _seat_players(self) -> None:
        """Seat the learner and the active earlier selves."""
        self.myself.player = self.player(deterministic=False)
        for k, chair in enumerate(self.past):
            active = self.pool.active
            chair.player = active[k % len(active)] if active else self.myself.player

    doing = "sb3"
    unused = ()

    def player(self, deterministic: bool = True) -> Any:
        """Return the present learner as a player."""
        return mk.Sb3Bot.of(self.model.policy, self.spec, deterministic=deterministic)

    # ------------------------------------------------------------------ learning

    def run_iteration(self) -> dict[str, float]:
        """Run one rollout and one update of MaskablePPO. Returns measurements."""
        self.model.laps, self.model.ends = self.clock, self.ends
        rate = now(self.config.ppo, self.config.done(0, self.decisions, self.clock.seconds)).learning_rate
        self.model.lr_schedule = FloatSchedule(rate)
        with self.folder.writing("tensorboard"):  # values that MaskablePPO logs while it learns
            self.model.learn(self.config.ppo.n_steps * self.games.num_envs, reset_num_timesteps=False)
        self.iteration += 1
        self.decisions = int(self.model.num_timesteps)
        if self.iteration % self.config.opponents.snapshot_every == 0:
            self.pool.add(self.save_policy(f"pool/{self.iteration:06d}"))
            self._seat_players()
        found = self.model.logger.name_to_value
        measured = {name.split("/")[1]: float(value) for name, value in found.items() if name.startswith("train/")}
        return {**measured, **explained_variance_outcomes([self.ends.foresight])}

    # ------------------------------------------------------------------ files

    def save_policy(self, name: str) -> Path:
        """Write the model into the run's folder, `name` without its ending."""
        return self.folder.write(f"{name}.zip", self._model_bytes())

    def _model_bytes(self) -> bytes:
        opened = io.BytesIO()
        self.model.save(opened)
        return opened.getvalue()

    def save_checkpoint(self) -> None:
        """Write everything needed to continue exactly, and the present policy."""
        self.save_policy("policy")
        kind, keys, place, has_gauss, gauss = np.random.get_state()  # noqa: NPY002 (what SB3 draws from)
        arrays = {f"games.{name}": part for name, part in self.games.state().items()}
        arrays |= {"torch": torch.get_rng_state().numpy(), "numpy": np.asarray(keys)}
        arrays |= {"expected": self.ends.foresight.expected, "got": self.ends.got}
        if torch.cuda.is_available():
            arrays["cuda"] = torch.cuda.get_rng_state().numpy()
        facts = {
            "decisions": self.decisions,
            "seconds": self.clock.seconds,
            "parts": self.clock.parts,
            "draws": self.draws.bit_generator.state,
            "numpy": [kind, place, has_gauss, gauss],
            "pool": self.pool.state(),
        }
        files = {"state.npz": pack(arrays), "model.zip": self._model_bytes()}
        self.folder.save_checkpoint(self.iteration, facts, files)
        self.pool.tidy()

    def restore(self, place: Path, facts: dict[str, Any]) -> None:
        """Continue from a checkpoint. Raises SaveError."""
        arrays = unpack(place / "state.npz")
        with restoring(place):
            self.pool.restore(facts["pool"], self.folder.path / "pool")
            self.model = self._logging(
                TimedPPO.load(place / "model.zip", self.games, device_of(self.config.run.device), force_reset=False)
            )
            self.games.restore(  # after the model, which seeds its environment
                {name[6:]: part for name, part in arrays.items() if name.startswith("games.")}
            )
            self.ends.restore(arrays["expected"], arrays["got"])
            torch.set_rng_state(torch.from_numpy(arrays["torch"]))
            if torch.cuda.is_available() and "cuda" in arrays:  # the run may have begun without a GPU
                torch.cuda.set_rng_state(torch.from_numpy(arrays["cuda"]))
            kind, where, has_gauss, gauss = facts["numpy"]
            np.random.set_state((kind, arrays["numpy"], where, has_gauss, gauss))  # noqa: NPY002 (what SB3 draws from)
            self.draws.bit_generator.state = facts["draws"]
            self.iteration, self.decisions = facts["iteration"], int(self.model.num_timesteps)
            self.clock = Clock(facts["seconds"], facts["parts"])
        self._seat_players()

    def close(self) -> None:
        """End the threads."""
        self.games.close()
