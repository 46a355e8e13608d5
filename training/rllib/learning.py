"""Training run: Ray, the algorithm, iterations, checkpoints, the matches at the end."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec

import munchkin_env as mk
from training.rllib import checkpoint
from training.rllib.env import MunchkinMultiAgentEnv
from training.rllib.module import policy_spec
from training.rllib.options import Options
from training.rllib.player import ModuleBot

POLICY = "shared"
MEGABYTE = 1 << 20
# The first game on a machine compiles the engine for a minute or two.
PATIENCE_SECONDS = 600.0
KNOCK_SECONDS = 10.0
STRIDE = 1000  # between the seeds of two iterations, more than there are environment runners


@dataclass(frozen=True)
class ProgressLine:
    """Measurements of one iteration."""

    iteration: int
    decisions: int
    """Actions of learning seats in this iteration."""
    seconds: float
    """Seconds of playing, learning and sending weights, as the caller waited for it."""
    games: int
    """Games that ended in it."""
    entropy: float
    value_loss: float
    runners: int
    """Environment runners that are alive; 0 when the main process plays."""

    def __str__(self) -> str:
        return (
            f"iteration {self.iteration:>4}  {self.decisions:>6,} decisions, {self.decisions / self.seconds:>6,.0f}/s"
            f"  {self.games:>3} games ended  entropy {self.entropy:.3f}  value loss {self.value_loss:.4f}"
            f"  {self.runners} runners"
        )


@dataclass(frozen=True)
class Summary:
    """Results of a run."""

    progress: tuple[ProgressLine, ...]
    nodes: tuple[str, ...]
    """The Ray node of each environment runner when training began."""
    matches: tuple[Any, ...]
    """Results of `mk.evaluate` for the policy, the first of its players, against each kind of bot."""


def policy_of(agent_id: str, episode: Any, **kwargs: Any) -> str:
    """Return the one policy that all learning seats play."""
    return POLICY


def algorithm_config(options: Options, begun: int = 0) -> PPOConfig:
    """Return PPO by the options; `build_algo()` starts its environment runners.

    begun: iterations of the checkpoint to continue from. A checkpoint has no games: those dealt after it are others.
    """
    game = options.game_settings()
    module = MultiRLModuleSpec(rl_module_specs={POLICY: policy_spec(game, options.hidden)})
    return (
        PPOConfig()
        .environment(
            MunchkinMultiAgentEnv,
            env_config={"game": game, "opponents": list(options.opponents)},
            disable_env_checking=True,  # RLlib's check samples actions without the mask
        )
        .framework("torch")
        .multi_agent(policies={POLICY}, policy_mapping_fn=policy_of)
        .rl_module(rl_module_spec=module)
        .env_runners(
            num_env_runners=options.env_runners,
            num_envs_per_env_runner=options.envs_per_runner,
            num_cpus_per_env_runner=1,
            rollout_fragment_length="auto",
            sample_timeout_s=PATIENCE_SECONDS,
        )
        .learners(num_learners=0)
        .training(
            lr=options.learning_rate,
            gamma=options.gamma,
            lambda_=options.gae_lambda,
            clip_param=options.clip_range,
            entropy_coeff=options.ent_coef,
            train_batch_size_per_learner=options.train_batch_size,
            minibatch_size=options.batch_size,
            num_epochs=options.n_epochs,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
            use_kl_loss=False,
        )
        .fault_tolerance(restart_failed_env_runners=True, delay_between_env_runner_restarts_s=1.0)
        .debugging(seed=options.seed + STRIDE * begun, log_level="ERROR")
    )


@contextmanager
def connected(options: Options) -> Iterator[None]:
    """Hold Ray, started on this machine or joined, for as long as the block lasts. Raises mk.ConfigError."""
    if options.address == "local":
        # one core for each runner; the main process, which learns, is not counted by Ray
        ray.init(
            address="local",
            num_cpus=options.env_runners + 1,
            object_store_memory=options.object_store * MEGABYTE,
            include_dashboard=False,
            log_to_driver=False,
        )
    else:
        try:
            if options.address != "auto":
                _knock(options.address)
            ray.init(address=options.address, log_to_driver=False)
        except OSError as error:  # Ray's ConnectionError is one
            raise mk.ConfigError(
                f"--address: expected a Ray cluster that is up (ray start --head), got {options.address!r}: {error}"
            ) from error
    try:
        yield
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at HOST:PORT; Ray itself would keep trying for many minutes."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()


def train(options: Options) -> Summary:
    """Train by the options and print the progress.

    Raises mk.ConfigError before anything has started if a checkpoint to resume does not fit, or the folder for new ones
    has later ones.
    """
    game = options.game_settings()
    start = checkpoint.find(options.resume, game, options.hidden) if options.resume else None
    begun = 0 if start is None else checkpoint.iteration_of(start)
    if options.checkpoint:
        checkpoint.check_folder(options.checkpoint, begun)
    torch.set_num_threads(options.torch_threads)
    with connected(options):
        algorithm = algorithm_config(options, begun).build_algo()
        try:
            if start is not None:
                checkpoint.restore(algorithm, start)
                print(f"resumed {start}, iteration {algorithm.iteration}", flush=True)
            nodes = runner_nodes(algorithm)
            machines = len(set(nodes)) or 1
            learners = options.players - len(options.opponents)
            print(
                f"{learners} learning seats of {options.players}, {options.env_runners} environment runners on "
                f"{machines} machine{'s' if machines > 1 else ''}, {options.envs_per_runner} games each",
                flush=True,
            )
            progress = tuple(_iterations(algorithm, options))
            return Summary(progress, nodes, tuple(_matches(algorithm, options)))
        finally:
            algorithm.stop()


def iterate(algorithm: Any) -> ProgressLine:
    """Run one iteration of RLlib."""
    began = time.perf_counter()
    result = algorithm.train()
    seconds = time.perf_counter() - began
    played = result["env_runners"]
    learned = result["learners"][POLICY]
    return ProgressLine(
        iteration=algorithm.iteration,
        decisions=int(played["num_env_steps_sampled"]),
        seconds=seconds,
        games=int(np.nan_to_num(played.get("num_episodes", 0))),  # NaN if none ended
        entropy=float(learned["entropy"]),
        value_loss=float(learned["vf_loss"]),
        runners=algorithm.env_runner_group.num_healthy_remote_workers(),
    )


def _iterations(algorithm: Any, options: Options) -> Iterator[ProgressLine]:
    for number in range(1, options.iterations + 1):
        progress = iterate(algorithm)
        print(progress, flush=True)
        if options.checkpoint and (number % options.checkpoint_every == 0 or number == options.iterations):
            facts = {"opponents": list(options.opponents), "seed": options.seed, "gamma": options.gamma}
            place = checkpoint.save(algorithm, options.checkpoint, options.game_settings(), options.hidden, facts)
            print(f"saved {place}", flush=True)
        yield progress


def _matches(algorithm: Any, options: Options) -> Iterator[Any]:
    if not options.eval_games:
        return
    learner = ModuleBot(algorithm.get_module(POLICY), options.game_settings())
    for name in options.eval_against:
        others = [name] * (options.players - 1)
        match = mk.evaluate([learner, *others], options.eval_games, options.seed, progress=False, **dict(options.game))
        won = match.bots[0]
        print(
            f"against {', '.join(others)}: {won.win_rate:.1%} of {match.games} games won "
            f"(95 % interval {won.low:.1%} – {won.high:.1%}; chance {1 / options.players:.1%})",
            flush=True,
        )
        yield match


def runner_nodes(algorithm: Any) -> tuple[str, ...]:
    """Return the Ray node of each environment runner; empty if the main process plays."""
    return tuple(algorithm.env_runner_group.foreach_env_runner(_node_of_runner, local_env_runner=False))


def _node_of_runner(runner: Any) -> str:
    return str(ray.get_runtime_context().get_node_id())


def quieten() -> None:
    """Use one thread for each process's arithmetic, and no usage reports."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
