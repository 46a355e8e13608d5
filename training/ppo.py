"""The fast trainer: masked PPO on `mk.VectorGames`, in which every seat of the learner's is learnt from.

One iteration: `steps` steps of all games, each answered by the learner, by an earlier self, or inside the engine by a
compiled bot; advantages for each seat's own decisions (`mk.advantages`); `epochs` passes of PPO over what the learner
decided. The network reads card tokens, so one policy plays any number of players.

Shaping is potential-based, which changes no best policy: the value of a seat is what the network says plus a
potential, its lead in levels and strength, so a level gained counts at once, long before the network knows its worth.
"""

import platform
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional
from torch.nn.utils import clip_grad_norm_

import munchkin_env as mk
from training.config import Config
from training.pool import PAST, SELF, Pool
from training.run import Clock, RunFolder, device_of, pack, restoring, unpack

CALLER, EXTERNAL = mk.VectorGames.CALLER, mk.VectorGames.EXTERNAL
LEAST = -80.0  # log-probabilities below it count as this: exp of much less is slow, and they are nothing


class Table:
    """Games with one number of players, and what the learner saw and did in them in one iteration."""

    def __init__(self, players: int, games: int, config: Config) -> None:
        self.games = mk.VectorGames(
            games,
            players,
            seed=config.run.seed * 7 + players,
            rotation="random",
            observation="tokens",
            threads=config.game.threads,
            **config.game.settings,
        )
        self.bots = np.array([1 + int(mk.make_bot(name).kind or 0) for name in config.opponents.bots], np.int8)
        steps, (tokens, fields) = config.ppo.steps, self.games.spec.tokens_shape
        self.cards = np.zeros((steps, games, tokens, fields), np.int16)
        self.globals = np.zeros((steps, games, self.games.spec.globals_length), np.int16)
        self.masks = np.zeros((steps, games, self.games.num_actions), np.int8)
        self.seats = np.zeros((steps, games), np.int8)
        self.mine = np.zeros((steps, games), bool)
        self.actions = np.zeros((steps, games), np.int64)
        self.log_probs = np.zeros((steps, games), np.float32)
        self.values = np.zeros((steps, games), np.float32)
        self.rewards = np.zeros((steps, games, players), np.float32)
        self.done = np.zeros((steps, games), np.int8)
        self.turns = np.zeros((steps, games), np.int32)
        self.potentials = np.zeros((steps, games), np.float32)
        self.alone = np.zeros(2, np.int64)

    def seat_opponents(self, pool: Pool) -> None:
        """Draws who sits in the other chairs from each row's next game on."""
        games = self.games
        kinds = pool.draw_chairs(games.num_games, games.players - 1)
        codes = np.where(kinds == SELF, CALLER, np.where(kinds == PAST, EXTERNAL, 0)).astype(np.int8)
        if len(self.bots):
            codes = np.where(kinds >= 0, self.bots[np.maximum(kinds, 0)], codes)
        games.chairs[:, 1:] = codes

    def count_alone(self, control: np.ndarray) -> None:
        """Counts games that ended, and those won, of rows where the learner had a single seat."""
        games = self.games
        mine = control == CALLER
        ended = games.done.astype(bool) & (mine.sum(axis=1) == 1)
        won = (games.final_returns * mine).sum(axis=1) > 0
        self.alone += [ended.sum(), (ended & won).sum()]

    def answer_for(self, past: list[Any], actions: np.ndarray, waiting: np.ndarray, draws: np.random.Generator) -> None:
        """Earlier selves answer in the rows of `waiting`, the same one for all such seats of a game."""
        rows = np.flatnonzero(waiting)
        who = (rows + self.games.episodes[rows]) % len(past)
        for k, bot in enumerate(past):
            chosen = rows[who == k]
            if len(chosen):
                seen = {name: part[chosen] for name, part in self.games.observation.items()}
                actions[chosen] = bot.answers(seen, self.games.mask[chosen], draws.random(len(chosen)))


class Trainer:
    """A learner, its games and its pool: all that a run consists of."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.config, self.folder = config, folder
        torch.set_num_threads(config.run.threads)
        torch.manual_seed(config.run.seed)
        self.device = device_of(config.run.device)
        self.mixed = _is_mixed(config.ppo.precision, self.device)
        self.draws = np.random.default_rng(config.run.seed)
        counts = config.game.players
        share = [len(part) for part in np.array_split(np.arange(config.game.games), len(counts))]
        self.tables = [Table(players, games, config) for players, games in zip(counts, share, strict=True)]
        self.spec = self.tables[0].games.spec
        self.network = mk.TokenNetwork.for_game(self.spec, **asdict(config.network)).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.ppo.learning_rate, eps=1e-5, fused=True)
        self.pool = Pool(config.opponents, self._player_of, self.draws)
        self.iteration = self.decisions = 0
        self.clock = Clock()
        places = {section.name: section.start for section in self.spec.global_sections}
        self.where: dict[str, Any] = {
            "goal": places["goal"],
            **{name: [places[f"seat{i}.{name}"] for i in range(6)] for name in ("level", "bonus", "present")},
        }

    def _player_of(self, file: Path) -> Any:
        return mk.load_policy(file, device=str(self.device))

    def player(self) -> Any:
        """The learner as it is now, as a player."""
        return mk.NetworkBot.of(self.network, self.spec)

    # ------------------------------------------------------------------ playing

    def run_iteration(self) -> dict[str, float]:
        """Plays, learns, counts. Returns measurements."""
        since = time.perf_counter()
        self.network.drop_ids()
        for table in self.tables:
            table.alone[:] = 0
            table.seat_opponents(self.pool)
        for table in self.tables:
            since = self._play(table, since)
        width = max(self.network.used(table.cards) for table in self.tables)
        batch = Batch.of(self.tables, self._last_values(), width, self.config)
        since = self.clock.lap("advantages", since)
        measured = self._learn(batch)
        self.network.keep_ids()
        self.clock.lap("learning", since)
        self.iteration += 1
        self.decisions += len(batch.actions)
        if self.iteration % self.config.opponents.snapshot_every == 0:
            self.pool.add(self.save_policy(f"pool/{self.iteration:06d}"))
        return measured

    def _play(self, table: Table, since: float) -> float:
        games = table.games
        rows = np.arange(games.num_games)
        for t in range(self.config.ppo.steps):
            mine = games.control[rows, games.seat] == CALLER
            actions = np.zeros(games.num_games, np.int64)
            table.cards[t], table.globals[t] = games.observation["cards"], games.observation["globals"]
            table.masks[t], table.seats[t], table.mine[t] = games.mask, games.seat, mine
            table.potentials[t] = self.potential(games.observation["globals"])
            since = self.clock.lap("copying", since)
            actions[mine], table.log_probs[t, mine], table.values[t, mine] = self._act(table, t, mine)
            if not mine.all():
                table.answer_for(self.pool.active, actions, ~mine, self.draws)
            since = self.clock.lap("network in play", since)
            table.actions[t] = actions
            control = games.control.copy()
            games.step(actions)
            table.count_alone(control)
            table.rewards[t], table.done[t], table.turns[t] = games.rewards, games.done, games.turns_passed
            since = self.clock.lap("engine and bots", since)
        return since

    @torch.no_grad()
    def _act(self, table: Table, t: int, mine: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(actions, their log-probabilities, values) of the learner in the rows of `mine`."""
        width = self.network.used(table.cards[t])
        seen = [self._tensor(part[mine]) for part in (table.cards[t, :, :width], table.globals[t], table.masks[t])]
        with self._precision():
            logits, values = self.network(*seen)
        logs = functional.log_softmax(logits, 1)
        reached = logs.clamp(min=LEAST).exp().cumsum(1)
        chances = 1.0 - torch.rand(len(logs), 1, device=self.device)  # above 0: no illegal action is drawn
        actions = (reached < chances * reached[:, -1:]).sum(1)
        chosen = logs.gather(1, actions[:, None])[:, 0]
        return actions.cpu().numpy(), chosen.cpu().numpy(), values.cpu().numpy() + table.potentials[t, mine]

    def potential(self, seen: np.ndarray) -> np.ndarray:
        """float32 (n,): the observer's lead over the mean of the others, of int16 globals (n, G)."""
        levels = seen[:, self.where["level"]] + self.config.ppo.strength * seen[:, self.where["bonus"]]
        present = seen[:, self.where["present"]] > 0
        others = (levels * present)[:, 1:].sum(axis=1) / np.maximum(present[:, 1:].sum(axis=1), 1)
        return (self.config.ppo.shaping * (levels[:, 0] - others) / seen[:, self.where["goal"]]).astype(np.float32)

    @torch.no_grad()
    def _last_values(self) -> list[np.ndarray]:
        """float32 (N, P) for each table: what every seat expects where the iteration breaks off."""
        result = []
        for table in self.tables:
            games = table.games
            values = np.zeros((games.num_games, games.players), np.float32)
            for seat in range(games.players):
                seen = games.observe(np.full(games.num_games, seat))
                with self._precision():
                    found = self.network.values(self._tensor(seen["cards"]), self._tensor(seen["globals"]))
                values[:, seat] = found.cpu().numpy() + self.potential(seen["globals"])
            result.append(values)
        return result

    def _tensor(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device, non_blocking=True)

    def _precision(self) -> torch.autocast:
        """Mixed precision, where the settings ask for it or the device has it."""
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.mixed)

    # ------------------------------------------------------------------ learning

    def _learn(self, batch: "Batch") -> dict[str, float]:
        ppo = self.config.ppo
        rate = self.config.learning_rate(self.decisions, self.clock.seconds)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        sums = np.zeros(4)
        parts = 0
        for _ in range(ppo.epochs):
            order = self.draws.permutation(len(batch.actions))
            for start in range(0, len(order), ppo.minibatch):
                sums += self._descend(batch.part(np.sort(order[start : start + ppo.minibatch]), self._tensor))
                parts += 1
        entropy, policy_loss, value_loss, divergence = (sums / parts).tolist()
        ended, won = np.sum([table.alone for table in self.tables], axis=0).tolist()
        return {
            "games_alone": ended,
            "won_alone": won / max(ended, 1),
            "entropy": entropy,
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "divergence": divergence,
            "explained": batch.explained(),
            "learning_rate": rate,
        }

    def _descend(self, part: "Part") -> np.ndarray:
        """One step of Adam on a minibatch."""
        ppo = self.config.ppo
        with self._precision():
            logits, values = self.network(part.cards, part.globals, part.masks)
        logs = functional.log_softmax(logits, 1)
        change = logs.gather(1, part.actions[:, None])[:, 0] - part.log_probs
        ratio = change.exp()
        clipped = ratio.clamp(1 - ppo.clip, 1 + ppo.clip)
        policy_loss = -torch.min(ratio * part.advantages, clipped * part.advantages).mean()
        value_loss = functional.mse_loss(values, part.targets)
        likely = logs.clamp(min=LEAST)
        entropy = -(likely.exp() * likely).sum(1).mean()  # an illegal action counts nothing
        loss = policy_loss + ppo.value * value_loss - ppo.entropy * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        clip_grad_norm_(self.network.parameters(), ppo.gradient)
        self.optimizer.step()
        divergence = (ratio - 1 - change).mean()
        return torch.stack([entropy, policy_loss, value_loss, divergence]).detach().cpu().numpy()

    # ------------------------------------------------------------------ files

    def save_policy(self, name: str) -> Path:
        """Writes the learner's network into the run's folder, `name` without its ending."""
        with self.folder.writing(f"{name}.safetensors") as file:
            mk.save_policy(file, self.network, self.spec)
        return file

    def save_checkpoint(self) -> None:
        """All that is needed to go on exactly, and the policy as it is now."""
        self.save_policy("policy")
        arrays = {f"net.{name}": part.detach().cpu().numpy() for name, part in self.network.state_dict().items()}
        for i, state in self.optimizer.state_dict()["state"].items():
            arrays |= {f"adam.{i}.{name}": part.cpu().numpy() for name, part in state.items()}
        for k, table in enumerate(self.tables):
            arrays |= {f"games.{k}.{name}": part for name, part in table.games.state().items()}
        arrays["torch"] = torch.get_rng_state().numpy()
        if self.device.type == "cuda":
            arrays["cuda"] = torch.cuda.get_rng_state().numpy()
        facts = {
            "decisions": self.decisions,
            "seconds": self.clock.seconds,
            "parts": self.clock.parts,
            "draws": self.draws.bit_generator.state,
            "pool": self.pool.state(),
        }
        self.folder.save_checkpoint(self.iteration, facts, {"state.npz": pack(arrays)})
        self.pool.tidy()

    def restore(self, place: Path, facts: dict[str, Any]) -> None:
        """Goes on from a checkpoint. Raises SaveError."""
        arrays = unpack(place / "state.npz")
        with restoring(place):
            self.pool.restore(facts["pool"], self.folder.path / "pool")  # draws numbers, so before the generators
            net = {name[4:]: torch.from_numpy(part) for name, part in arrays.items() if name.startswith("net.")}
            self.network.load_state_dict(net)
            self._restore_adam(arrays)
            for k, table in enumerate(self.tables):
                prefix = f"games.{k}."
                games = {name.removeprefix(prefix): part for name, part in arrays.items() if name.startswith(prefix)}
                table.games.restore(games)
            torch.set_rng_state(torch.from_numpy(arrays["torch"]))
            if self.device.type == "cuda":
                torch.cuda.set_rng_state(torch.from_numpy(arrays["cuda"]))
            self.draws.bit_generator.state = facts["draws"]
            self.iteration, self.decisions = facts["iteration"], facts["decisions"]
            if type(self.decisions) is not int or not 0 <= self.decisions < 1 << 53:
                raise mk.SaveError(f"{place}: decisions: expected a whole number from 0, got {self.decisions!r:.80}")
            self.clock = Clock(facts["seconds"], facts["parts"])

    def _restore_adam(self, arrays: dict[str, np.ndarray]) -> None:
        """Raises SaveError unless there are moments of every weight, or of none before the first step."""
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
        for table in self.tables:
            table.games.close()


class Part:
    """Tensors of one minibatch."""

    def __init__(self, tensors: dict[str, torch.Tensor]) -> None:
        self.cards, self.globals, self.masks = tensors["cards"], tensors["globals"], tensors["masks"]
        self.actions, self.log_probs = tensors["actions"], tensors["log_probs"]
        self.advantages, self.targets = tensors["advantages"], tensors["targets"]


class Batch:
    """What the learner decided in one iteration, at all tables; flat arrays over decisions."""

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self.arrays = arrays
        self.actions = arrays["actions"]

    @classmethod
    def of(cls, tables: list[Table], last_values: list[np.ndarray], width: int, config: Config) -> "Batch":
        """Gathers the learner's decisions and gives each seat its own advantages, normalised over all."""
        ppo = config.ppo
        found: list[dict[str, np.ndarray]] = []
        for table, last in zip(tables, last_values, strict=True):
            gained, returns = mk.advantages(
                table.seats, table.values, table.rewards, table.done, table.turns, last,
                ppo.gamma, ppo.gae_lambda, ppo.gamma_per_turn,
            )  # fmt: skip
            mine = table.mine
            found.append(
                {
                    "cards": table.cards[:, :, :width][mine],
                    "globals": table.globals[mine],
                    "masks": table.masks[mine],
                    "actions": table.actions[mine],
                    "log_probs": table.log_probs[mine],
                    "values": table.values[mine],
                    "advantages": gained[mine],
                    "returns": returns[mine],
                    "targets": (returns - table.potentials)[mine],
                }
            )
        arrays = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
        gained = arrays["advantages"]
        arrays["advantages"] = (gained - gained.mean()) / (gained.std() + 1e-6)
        return cls(arrays)

    def part(self, rows: np.ndarray, tensor: Any) -> Part:
        """The minibatch of some decisions."""
        return Part({name: tensor(part[rows]) for name, part in self.arrays.items()})

    def explained(self) -> float:
        """The share of the returns' variance that the values foretold."""
        returns, values = self.arrays["returns"], self.arrays["values"]
        return float(1 - (returns - values).var() / max(returns.var(), 1e-9))


def _is_mixed(wanted: str, device: torch.device) -> bool:
    """Whether to compute in mixed precision: where the settings ask for it, or leave it to what the device has."""
    if wanted != "auto":
        return wanted == "bfloat16"
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return _cpu_computes_bfloat16()


def _cpu_computes_bfloat16() -> bool:
    """Whether the CPU itself multiplies bfloat16. AVX-512 alone only emulates it, at half the speed of float32; there
    torch calls it supported all the same."""
    if not (torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()):
        return False
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return True  # ARM: there torch asks for the instructions themselves
    # Not part of torch's promises: without them float32 is right, if slower.
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(ask() for ask in asks if ask is not None)
