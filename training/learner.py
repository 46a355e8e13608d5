"""Fast trainer: a network that reads data of the same shape at every table, so one policy plays any number of players.

One iteration: `n_steps` steps of all games, each played by the learner, by its teacher, by an earlier self, or inside
the engine by a compiled bot; then passes over the learner's decisions. The phase's algorithm learns from them:
`training.imitation` or `training.ppo`.

With `run.overlap` an iteration plays while another thread learns from the games of the one before. A copy plays, the
learner at the beginning of the iteration, so nothing depends on which of both is sooner. Its games are by then an
iteration old: see `training.ppo`.
"""

import copy
import hashlib
import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.nn.utils import clip_grad_norm_

import munchkin_env as mk
from munchkin_env.policies.checks import settings_of_kind
from training.foresight import explained_variance_outcomes
from training.imitation import Imitating
from training.noise import Gradients, Noise
from training.pending import Left
from training.pool import Pool
from training.ppo import LEAST, Optimising
from training.precision import is_mixed
from training.run import WAITING, Clock, RunFolder, device_of, is_number_or, pack, restoring, unpack
from training.sections import Config, Imitation, now
from training.tables import CALLER, Batch, Table

KINDS: dict[str, Any] = {"tokens": mk.TokenNetwork, "sparse": mk.SparseNetwork}


def network_settings(config: Config) -> dict[str, Any]:
    """Return the network's settings, those of its kind only."""
    kind, settings = config.network.kind, asdict(config.network)
    found = {name: value for name, value in settings.items() if name in settings_of_kind(kind)}
    if kind == "sparse":
        found["categories"] = mk.SparseNetwork.CATEGORIES if config.network.categories else 0
    return found


def _digest(network: torch.nn.Module) -> str:
    """Return SHA-256 of the weights of a network."""
    found = hashlib.sha256()
    for name, part in network.state_dict().items():
        found.update(name.encode() + part.detach().cpu().numpy().tobytes())
    return found.hexdigest()


class PpoTrainer:
    """A learner, its games and its pool: all parts of a run."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.config, self.folder = config, folder
        torch.set_num_threads(config.run.threads)
        torch.manual_seed(config.run.seed)
        self.device = device_of(config.run.device)
        self.draws = np.random.default_rng(config.run.seed)
        self.spec = mk.spec(players=config.game.players[0], **config.game.settings)
        self.read_from: dict[str, str] = {}  # SHA-256 of the weights of other policies in the run
        start = self._policy("run.init_from", config.run.init_from, transfer=True)
        frozen = self._policy("opponents.frozen", config.opponents.frozen, transfer=False)
        asked = network_settings(config)
        network = KINDS[config.network.kind].for_game(self.spec, **asked) if start is None else start.network
        self.history: int = network.settings.get("history", 0)
        own = {"history": 0, **network.settings}
        self.unused = [name for name, one in asked.items() if own.get(name) != one]
        if network.reads != config.network.kind:
            self.unused.insert(0, "kind")
        self.network = network.to(self.device).train()
        self.actor = copy.deepcopy(self.network) if config.run.overlap else self.network  # the player
        self.left: Left | None = None  # played games that are not learnt from yet
        self.given_up = False
        self.meanwhile = ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(config.run.threads,))
        self.mixed = is_mixed(config.run.precision, self.device, network.reads)
        self.residual: str | None = network.settings["residual"]
        self.optimizer = self._adam()
        self.teachers = {name: self._policy("teacher", name, transfer=True) for name in self._policies_that_teach()}
        self.pool = Pool(config.opponents, self._player_of, self.draws, [] if frozen is None else [frozen])
        self.iteration = self.decisions = 0
        self.clock = Clock()
        self.tables: list[Table] = []
        self._begin_phase(0)
        self.learning = self.algorithm

    def _policy(self, field: str, name: str | None, transfer: bool) -> Any:
        """Return a trained network as a player, by name or file; `transfer` transfers one of other editions to these.

        Raises ConfigError for anything but a network, and without `transfer` for another game's.
        """
        if name is None:
            return None
        try:
            bot: Any = mk.make_bot(name, for_game=self.spec, transfer=False)
            if not isinstance(bot, mk.TorchPolicyBot):
                raise mk.ConfigError(f"expected pretrained or a policy's file *.safetensors, got {name!r}")
            if transfer and bot.facts["editions"] != list(self.spec.config.editions):
                bot = mk.make_bot(name, for_game=self.spec)
            bot.check(self.spec)
            if self.config.game.extra_editions and bot.encoding != "sparse":
                raise mk.ConfigError(
                    f"expected one that reads sparse with game.extra_editions, got one of {bot.encoding}"
                )
        except mk.ConfigError as error:
            raise mk.ConfigError(f"{field}: {error}") from error
        self.read_from[f"{field} {name}"] = _digest(bot.network)
        bot.network.to(self.device)
        return bot

    def _policies_that_teach(self) -> set[str]:
        """Return names of policies that are teachers of a phase."""
        phases = [self.config.of_phase(number) for number in range(len(self.config.phases))]
        return {phase.teacher for phase in phases if mk.is_policy(phase.teacher)}

    def _player_of(self, file: Path) -> Any:
        return mk.load_policy(file, deterministic=False, device=str(self.device))  # sampled

    def player(self, deterministic: bool = True) -> Any:
        """Return the present learner as a player."""
        return mk.TorchPolicyBot.of(self.network, self.spec, deterministic)

    # ------------------------------------------------------------------ phases

    def _begin_phase(self, number: int) -> None:
        """Deal the games of a phase."""
        for table in self.tables:
            table.games.close()
        self.phase = number
        self.noise = Noise()  # another loss has other gradients
        self.began = self.decisions, self.clock.seconds
        phase, played = self.config.phases[number], self.config.game.played()
        games = phase.n_envs if phase.n_envs is not None else self.config.game.n_envs
        shares = [len(part) for part in np.array_split(np.arange(games), len(played))]
        steps, reads = self.config.of_phase(number).n_steps, self.network.reads
        self.tables = []
        for place, (game, share) in enumerate(zip(played, shares, strict=True)):
            seed = (self.config.run.seed + (number << 32)) * 7 + game.players + (place << 48)
            self.tables.append(Table(game, share, steps, self.config, seed, reads, self.spec, self.history))
        for table in self.tables:
            table.seat_opponents(self.pool)
            table.games.deal()  # needed from the first game on
        if phase.reset_optimizer:
            self.optimizer = self._adam()
        self._take_settings()

    def _adam(self) -> torch.optim.Adam:
        return torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=True)

    def _done(self) -> float:
        """Return the finished share of the phase."""
        return self.config.done(self.phase, self.decisions, self.clock.seconds, self.began)

    def _take_settings(self) -> None:
        """Give the algorithm the present settings."""
        self.done = self._done()
        self.algorithm = self._algorithm_at(self.done)
        self.settings = self.algorithm.settings

    def _algorithm_at(self, done: float) -> Imitating | Optimising:
        """Return the phase's algorithm, with its settings at that share of the phase."""
        settings = now(self.config.of_phase(self.phase), done)
        return Imitating(settings) if isinstance(settings, Imitation) else Optimising(settings)

    @property
    def doing(self) -> str:
        """Return the text of the progress line."""
        count, name = len(self.config.phases), self.config.phases[self.phase].algorithm
        return name if count == 1 else f"{name} ({self.phase + 1} of {count})"

    # ------------------------------------------------------------------ playing

    def run_iteration(self) -> dict[str, float]:
        """Play, learn, count.

        Returns measurements; where learning overlaps, those of learning are of the iteration before.
        """
        since = time.perf_counter()
        if self.iteration == 0:
            self.began = 0, self.clock.seconds  # the earlier evaluation is no part of the phase
        measured: dict[str, float] = {}
        if self._done() >= 1.0 and self.phase + 1 < len(self.config.phases):
            if self.left is not None:
                measured = self._learn(self.left, self._orders(self.left))
                since = time.perf_counter()
            self.left = None
            self._begin_phase(self.phase + 1)
        self._take_settings()
        measured |= self._overlap(since) if self.config.run.overlap else self._take_turns(since)
        self.iteration += 1
        self.decisions += sum(int(table.mine.sum()) for table in self.tables)
        if not self.pool.others and self.iteration % self.config.opponents.snapshot_every == 0:
            self.pool.add(self.save_policy(f"pool/{self.iteration:06d}"))
        return {"phase": self.phase, **self._counted(), **measured}

    def _take_turns(self, since: float) -> dict[str, float]:
        """Play, then learn from it. Returns measurements of learning."""
        played = self._played(since)
        return self._learn(played, self._orders(played))

    def _overlap(self, since: float) -> dict[str, float]:
        """Play, and meanwhile learn from the pending games. Returns measurements of learning, none the first time."""
        self.actor.load_state_dict(self.network.state_dict())
        left, self.left = self.left, None
        learning = None if left is None else self.meanwhile.submit(self._learn, left, self._orders(left))
        try:
            self.left = self._played(since)
        except BaseException:
            self.given_up = True
            raise
        finally:  # in any case, so that no thread continues unnoticed
            since = time.perf_counter()
            measured = {} if learning is None else learning.result()
            self.clock.lap(WAITING, since)
        return measured

    def _played(self, since: float) -> Left:
        """Play the steps of an iteration. Returns the decisions to learn from."""
        self.actor.drop_ids()
        for table in self.tables:
            table.begin()
            table.seat_opponents(self.pool)
        for table in self.tables:
            since = self._play(table, since)
            self._look_ahead(table)
        if not self.pool.others:
            self.pool.credit(np.sum([table.met for table in self.tables], axis=0))
        batch = self.algorithm.batch(self.tables, self.draws)
        batch.measured["kept_fraction"] = len(batch) / max(1, sum(int(table.mine.sum()) for table in self.tables))
        kept = self.actor.kept
        self.actor.keep_ids()
        self.clock.lap("advantages", since)
        return Left(batch, kept, self.done)

    def _counted(self) -> dict[str, float]:
        """Return the counts of the games of this iteration."""
        ended, won = np.sum([table.alone for table in self.tables], axis=0).tolist()
        met, part = np.sum([table.met.sum(axis=0) for table in self.tables], axis=0).tolist()
        return {
            "single_seat_games": ended,
            "single_seat_win_rate": won / max(ended, 1),
            "past_selves_games": met,
            "past_selves_win_rate": part / max(met, 1.0),
            **explained_variance_outcomes([table.foresight for table in self.tables]),
        }

    def _play(self, table: Table, since: float) -> float:
        games = table.games
        teacher = self.algorithm.teacher
        taught = self.draws.random(games.num_envs) < self.algorithm.teacher_play_fraction
        table.values[:] = 0.0  # values of an earlier iteration must not count, not even by rounding
        for t in range(self.settings.n_steps):
            mine = table.look(t)
            actions = np.zeros(games.num_envs, np.int64)
            since = self.clock.lap("copying", since)
            if self.residual is not None:
                advised = games.advice(self.residual, self.draws, mine)
                table.advice[t] = table.notes.told(advised)
            if teacher is not None:
                asked = self._asked(mine, taught)
                table.labels[t] = (
                    np.where(asked, advised, -1)  # a bot that is both adviser and teacher is asked once
                    if teacher == self.residual
                    else self._taught(table, teacher, asked)
                )
                follows = mine & taught
                actions[follows] = table.labels[t, follows]
            since = self.clock.lap("engine and bots", since)
            own = mine & ~taught
            if own.any():
                actions[own] = self._act(table, t, own)
            if not mine.all():
                table.answer_for(self.pool.active, actions, ~mine, self.draws)
            since = self.clock.lap("network in play", since)
            table.answer(t, actions)
            since = self.clock.lap("engine and bots", since)
        return since

    def _taught(self, table: Table, teacher: str, asked: np.ndarray) -> np.ndarray:
        """Return the teacher's actions in the rows of `asked`, int64 (games,), -1 in the others."""
        if teacher not in self.teachers:
            return table.games.advice(teacher, self.draws, asked)
        found = np.full(len(asked), -1, np.int64)
        rows = np.flatnonzero(asked)
        if len(rows):
            found[rows] = table.answers_of(self.teachers[teacher], rows, self.draws)
        return found

    def _asked(self, mine: np.ndarray, taught: np.ndarray) -> np.ndarray:
        """Return the rows in which the teacher is asked: those that it plays, and a share of the others."""
        share = self.algorithm.query_fraction
        return mine if share >= 1.0 else mine & (taught | (self.draws.random(len(mine)) < share))

    @torch.no_grad()
    def _act(self, table: Table, t: int, rows: np.ndarray) -> np.ndarray:
        """Return the learner's actions in the rows; note their log-probabilities and its values."""
        notes, seats = table.notes, table.seats[t, rows]
        seen = self.actor.inputs({name: part[t][rows] for name, part in notes.seen.items()})
        choices = notes.choices[t][rows]
        with self._precision():
            logits, values = self.actor(*map(self._tensor, (*seen, choices, table.advice[t, rows])))
        logs = functional.log_softmax(logits, 1)
        reached = logs.clamp(min=LEAST).exp().cumsum(1)
        chances = 1.0 - torch.rand(len(logs), 1, device=self.device)  # above 0, so that no illegal action is drawn
        places = (reached < chances * reached[:, -1:]).sum(1)
        table.log_probs[t, rows] = logs.gather(1, places[:, None])[:, 0].cpu().numpy()
        table.leads[t, rows] = table.lead(np.flatnonzero(rows), seats, *self.algorithm.counted)
        table.values[t, rows] = values.cpu().numpy() + self.algorithm.shaping * table.leads[t, rows]
        table.foresight.note(np.flatnonzero(rows), seats, table.values[t, rows])
        return notes.actions(choices, places.cpu().numpy())

    @torch.no_grad()
    def _look_ahead(self, table: Table) -> None:
        """Note the values of all the learner's seats at the end of the iteration."""
        rows, seats = np.nonzero(table.games.seat_controllers == CALLER)
        seen = self.actor.inputs(table.seen_by(rows, seats))
        with self._precision():
            found = self.actor.values(*map(self._tensor, seen))
        table.last_leads[rows, seats] = table.lead(rows, seats, *self.algorithm.counted)
        table.last_values[:] = 0.0
        table.last_values[rows, seats] = found.cpu().numpy() + self.algorithm.shaping * table.last_leads[rows, seats]

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device, non_blocking=True)

    def _precision(self) -> torch.autocast:
        """Return mixed precision, if the settings request it or the device has it."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.mixed)

    # ------------------------------------------------------------------ learning

    def _orders(self, left: Left) -> list[np.ndarray]:
        """Return the order of the decisions in each pass."""
        epochs = self._algorithm_at(left.done).settings.n_epochs
        return [self.draws.permutation(len(left.batch)) for _ in range(epochs)]

    def _learn(self, left: Left, orders: Sequence[np.ndarray]) -> dict[str, float]:
        """Pass over the played decisions, once in each order, with the settings of their play. Returns measurements."""
        since, batch = time.perf_counter(), left.batch
        self.learning = self._algorithm_at(left.done)
        size, gradients = self._set_pace(len(batch)), Gradients()
        found: list[dict[str, torch.Tensor]] = []
        self.network.drop_ids(left.kept)
        if self.config.run.overlap and isinstance(self.learning, Optimising):
            self.learning.catch_up(batch, self._chances_now(batch, size))
        for epoch, order in enumerate(orders):
            for start in range(0, len(order), size):
                if self.given_up:
                    break
                rows = np.sort(order[start : start + size])
                # later passes see decisions again: their minibatches are no independent samples
                part = batch.part(rows, self._tensor, self.network.inputs)
                found.append(self._descend(part, None if epoch else gradients))
        self.network.keep_ids()
        self.noise.add(gradients)
        self.clock.lap("learning", since)
        return {
            **{name: float(torch.stack([one[name] for one in found]).mean()) for name in (found[0] if found else ())},
            **batch.measured,
            **self.noise.measured(),
            "batch_size": size,
            "learning_rate": self.optimizer.param_groups[0]["lr"],
        }

    @torch.no_grad()
    def _chances_now(self, batch: Batch, size: int) -> np.ndarray:
        """Return the log-probabilities of the taken actions by the present learner, float32 (n,)."""
        found = np.zeros(len(batch), np.float32)
        for start in range(0, len(batch), size):
            rows = np.arange(start, min(start + size, len(batch)))
            part = batch.part(rows, self._tensor, self.network.inputs)
            with self._precision():
                logits, _ = self.network(*part.given)
            found[rows] = functional.log_softmax(logits, 1).gather(1, part.actions[:, None])[:, 0].cpu().numpy()
        return found

    def _set_pace(self, decisions: int) -> int:
        """Set the minibatch for so many decisions.

        Adam's rate scales with its root, which keeps the noise of steps constant: `learning_rate` is that of the
        configured minibatch.
        """
        settings = self.learning.settings
        size = self.noise.minibatch(settings.batch_size, settings.noise_scale_factor, decisions)
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate * math.sqrt(size / settings.batch_size)
        return size

    def _descend(self, part: Any, gradients: Gradients | None) -> dict[str, torch.Tensor]:
        """Take one step of Adam on a minibatch; its gradient is noted in `gradients`."""
        with self._precision():
            logits, values = self.network(*part.given)
        loss, measured = self.learning.loss(part, logits, values)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if gradients is not None:
            gradients.add(self._gradient(), len(part.actions))
        clip_grad_norm_(self.network.parameters(), self.learning.settings.max_grad_norm)
        self.optimizer.step()
        return {name: value.detach() for name, value in measured.items()}

    def _gradient(self) -> torch.Tensor:
        """Return the gradient of all weights, as one vector."""
        weights = self.network.parameters()
        return torch.cat([(torch.zeros_like(one) if one.grad is None else one.grad).flatten() for one in weights])

    # ------------------------------------------------------------------ files

    def save_policy(self, name: str) -> Path:
        """Write the learner's network into the run's folder, `name` without its ending."""
        with self.folder.writing(f"{name}.safetensors") as file:
            mk.save_policy(file, self.network, self.spec)
        return file

    def save_checkpoint(self) -> None:
        """Write everything needed to continue exactly, and the present policy."""
        self.save_policy("policy")
        arrays = {f"net.{name}": part.detach().cpu().numpy() for name, part in self.network.state_dict().items()}
        for i, state in self.optimizer.state_dict()["state"].items():
            arrays |= {f"adam.{i}.{name}": part.cpu().numpy() for name, part in state.items()}
        for k, table in enumerate(self.tables):
            arrays |= {f"games.{k}.{name}": part for name, part in table.games.state().items()}
            arrays[f"expected.{k}"] = table.foresight.expected
        if self.left is not None:
            arrays |= self.left.arrays()
        arrays["torch"] = torch.get_rng_state().numpy()
        if self.device.type == "cuda":
            arrays["cuda"] = torch.cuda.get_rng_state().numpy()
        facts = {
            "decisions": self.decisions,
            "phase": self.phase,
            "began": list(self.began),
            "seconds": self.clock.seconds,
            "parts": self.clock.parts,
            "draws": self.draws.bit_generator.state,
            "pool": self.pool.state(),
            "noise": self.noise.state(),
            "left": None if self.left is None else self.left.facts(),
            "widths": [table.notes.choices.shape[2] for table in self.tables],
            "read_from": self.read_from,
        }
        self.folder.save_checkpoint(self.iteration, facts, {"state.npz": pack(arrays)})
        self.pool.tidy()

    def restore(self, place: Path, facts: dict[str, Any]) -> None:
        """Continue from a checkpoint. Raises SaveError."""
        arrays = unpack(place / "state.npz")
        with restoring(place):
            for name, digest in self.read_from.items():
                if facts["read_from"][name] != digest:
                    raise mk.SaveError(f"{name}: expected the weights with which the run began, got others")
            self._restore_phase(facts, str(place))
            self.pool.restore(
                facts["pool"], self.folder.path / "pool"
            )  # before the generators, because it draws numbers
            net = {name[4:]: torch.from_numpy(part) for name, part in arrays.items() if name.startswith("net.")}
            self.network.load_state_dict(net)
            self._restore_adam(arrays)
            self._restore_widths(facts["widths"], str(place))
            self.left = Left.restored(arrays, facts["left"], self.tables[0].notes, str(place))
            for k, table in enumerate(self.tables):
                prefix = f"games.{k}."
                games = {name.removeprefix(prefix): part for name, part in arrays.items() if name.startswith(prefix)}
                table.games.restore(games)
                table.foresight.restore(arrays[f"expected.{k}"])
            torch.set_rng_state(torch.from_numpy(arrays["torch"]))
            if self.device.type == "cuda" and "cuda" in arrays:  # the run may have begun without a GPU
                torch.cuda.set_rng_state(torch.from_numpy(arrays["cuda"]))
            self.draws.bit_generator.state = facts["draws"]
            self.noise = Noise.restored(facts["noise"], str(place))
            self.iteration = facts["iteration"]
            self.clock = Clock(facts["seconds"], facts["parts"])

    def _restore_phase(self, facts: dict[str, Any], where: str) -> None:
        """Restore the phase.

        Raises SaveError unless the facts contain its number, its beginning and the checkpoint's time.
        """
        decisions, phase, began = facts["decisions"], facts["phase"], facts["began"]
        if type(decisions) is not int or not 0 <= decisions < 1 << 53:
            raise mk.SaveError(f"{where}: decisions: expected a whole number from 0, got {decisions!r:.80}")
        if type(phase) is not int or not 0 <= phase < len(self.config.phases):
            raise mk.SaveError(f"{where}: phase: expected 0 to {len(self.config.phases) - 1}, got {phase!r:.80}")
        right = isinstance(began, list) and len(began) == 2 and type(began[0]) is int and is_number_or(began[1], float)
        if not right or not 0 <= began[0] <= decisions or not 0 <= began[1] < 1 << 53:
            raise mk.SaveError(f"{where}: began: expected decisions and seconds from 0, got {began!r:.80}")
        if phase != self.phase:
            self._begin_phase(phase)
        self.decisions, self.began = decisions, (began[0], float(began[1]))

    def _restore_widths(self, widths: Any, where: str) -> None:
        """Restore the widths of lists of legal actions, which affect the last bits of sums. Raises SaveError."""
        most = self.spec.num_actions
        if not isinstance(widths, list) or not all(type(one) is int and 0 < one <= most for one in widths):
            raise mk.SaveError(f"{where}: widths: expected numbers from 1 to {most}, got {widths!r:.80}")
        for table, width in zip(self.tables, widths, strict=False):
            table.notes.widen(1, width)

    def _restore_adam(self, arrays: dict[str, np.ndarray]) -> None:
        """Restore Adam. Raises SaveError unless there are moments of every weight, or of none before the first step."""
        state: dict[int, dict[str, torch.Tensor]] = {}
        for name, part in arrays.items():
            if name.startswith("adam."):
                _, i, key = name.split(".")
                state.setdefault(int(i), {})[key] = torch.from_numpy(part)
        weights = list(self.network.parameters())
        if state and set(state) != set(range(len(weights))):
            raise mk.SaveError(f"adam: expected moments of {len(weights)} weights, got those of {len(state)}")
        for k, moments in state.items():
            shapes = {"step": (), "exp_avg": tuple(weights[k].shape), "exp_avg_sq": tuple(weights[k].shape)}
            found = {key: tuple(part.shape) for key, part in moments.items()}
            if found != shapes or not all(part.is_floating_point() for part in moments.values()):
                raise mk.SaveError(f"adam.{k}: expected numbers of the shapes {shapes}, got {found}")
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})

    def close(self) -> None:
        """End the threads."""
        self.meanwhile.shutdown()
        for table in self.tables:
            table.games.close()
