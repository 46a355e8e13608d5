"""Settings of a training run: every field with its type, range, default and meaning.

A run is one phase, or several after one another (`phases`), each with an algorithm and settings of its own. Settings
that take [first, last] change linearly from one number to the other during their phase. Names are those of
stable-baselines3 where it has the same setting.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import munchkin_env as mk
from munchkin_env.config.fields import Count, Schedule, setting, settings_of
from munchkin_env.policies.checks import NetworkSettings
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

ALGORITHMS = ("ppo", "imitation")
LOGGERS = ("tensorboard", "wandb")


@dataclass(frozen=True)
class Run:
    """Folder, duration and hardware of the run."""

    trainer: str = setting(
        "ppo",
        "ppo: the package's own PPO; every seat of the learner gives training data, and phases are possible. sb3: "
        "MaskablePPO of sb3-contrib on `flat`; one seat learns",
        choices=("ppo", "sb3"),
    )
    dir: str = setting("runs/default", "folder of checkpoints, metrics and policies; --resume DIR continues the run")
    seed: int = setting(0, "seed of games, weights and random choices", 0, 2**32 - 1)
    init_from: str | None = setting(
        None,
        "policy with the initial weights: `pretrained` or a *.safetensors file; weights of shared cards are "
        "transferred if its editions differ; null: random weights",
        only="ppo",
    )
    total_timesteps: int = setting(1_000_000, "length of the run in decisions (environment steps) of the learner", 1)
    seconds: float | None = setting(
        None, "time limit of training and evaluation, in seconds; the earlier limit ends the run", 1
    )
    device: str = setting("auto", "device of the network; auto: a GPU if there is one", choices=("auto", "cpu", "cuda"))
    threads: int = setting(2, "threads that PyTorch uses on the CPU", 1, 256)
    overlap: bool = setting(
        False,
        "collect the next iteration on one core while another core learns; the acting policy is then one iteration "
        "old, and the data of the last iteration is not used",
        only="ppo",
    )
    precision: str = setting(
        "auto",
        "precision of training; bfloat16: mixed precision; auto: bfloat16 where it is faster",
        choices=("auto", "float32", "bfloat16"),
        only="ppo",
    )
    checkpoint_every: int = setting(
        20, "iterations between checkpoints; an interrupted run continues exactly from the last one", 1
    )
    loggers: list[str] = setting(
        ["tensorboard"],
        "further destinations of metrics besides metrics.jsonl: TensorBoard files, Weights & Biases",
        choices=LOGGERS,
    )


@dataclass(frozen=True)
class GameSection:
    """Games of the run."""

    players: list[int] = setting(
        [4],
        "numbers of players per game; with several, one policy is trained for all of them (ppo)",
        MIN_PLAYERS,
        MAX_PLAYERS,
        empty=False,
    )
    n_envs: int = setting(256, "number of parallel games, divided evenly among the numbers of players", 1)
    threads: int = setting(1, "threads that step the parallel games", 1, 64)
    settings: dict[str, Any] = setting({}, "further fields of mk.GameConfig, such as editions or windows")
    extra_editions: list[str] = setting(
        [],
        "additional blends of editions, such as star or star+munchkin: games of each are added to those of "
        "`settings`, and one policy is trained for all",
        only="ppo, sparse",
    )

    def played(self) -> list[mk.GameConfig]:
        """Return the games, a table each: every set of editions by every number of players."""
        sets = [self.settings, *({**self.settings, "editions": names.split("+")} for names in self.extra_editions)]
        return [mk.GameConfig.of({"players": players, **one}) for one in sets for players in self.players]


@dataclass(frozen=True)
class Opponents:
    """Opponents: players of the seats that the learner does not control. Their shares sum to 1."""

    self_play: float = setting(0.2, "share of opponents that are the present policy", 0, 1)
    past_selves: float = setting(
        0.1, "share of opponents that are snapshots of earlier policies; the present policy while there are none", 0, 1
    )
    frozen: str | None = setting(
        None, "policy that plays in place of `past_selves`: pretrained or *.safetensors", only="ppo"
    )
    peers: int = setting(
        0,
        "number of further learners with other seeds that train in the same run and play in place of `past_selves`; "
        "each takes as many timesteps, and as much time, as the first",
        0,
        7,
        only="ppo",
    )
    bots: dict[str, float] = setting({"greedy": 0.7}, "share of opponents that are the compiled bot of this name", 0, 1)
    same_kind_prob: float = setting(
        0.0,
        "share of games in which all opponents are of one kind; in the others, each seat is drawn separately",
        0,
        1,
        only="ppo",
    )
    coalition: bool = setting(
        False,
        "the learner controls all seats but one, as a team: each of its seats is rewarded for a win of any of them, "
        "and the opponent on the remaining seat is drawn",
        only="ppo",
    )
    snapshot_every: int = setting(25, "iterations between two snapshots of the policy", 1)
    pool_size: int = setting(12, "most snapshots kept: the newest, and older ones at growing distances", 1)
    active_selves: int = setting(2, "number of snapshots that play in one iteration", 1)
    pfsp_power: float = setting(
        0.0,
        "exponent of prioritised fictitious self-play: the probability of a snapshot is proportional to (1 - the "
        "learner's share of the wins of both) to this power; 0: uniform",
        0,
        10,
        only="ppo",
    )


@dataclass(frozen=True)
class Imitation:
    """Imitation of a bot's actions, in phases of that name."""

    teacher: str = setting("greedy", "player to imitate: a compiled bot, a search bot such as rollout:8, or a policy")
    query_fraction: float = setting(
        1.0,
        "share of the learner's decisions that the teacher labels; less than 1 saves time with a search bot (expert "
        "iteration)",
        0.001,
        1,
    )
    teacher_play_fraction: Schedule = setting(
        [1.0, 0.0],
        "share of the games, drawn again in each iteration, in which the teacher acts; in the others the learner acts "
        "and the teacher labels (DAgger)",
        0,
        1,
    )
    pass_keep_fraction: float = setting(
        0.35,
        "share of the teacher's pass actions that are kept, with weights raised to match; most actions are passes",
        0.01,
        1,
    )
    n_steps: int = setting(64, "steps of every game in one iteration", 1)
    n_epochs: int = setting(1, "epochs: passes over the decisions of an iteration", 1)
    batch_size: Count = setting(1024, "decisions in a minibatch", 1)
    noise_scale_factor: float = setting(
        0.0,
        "minibatch size in multiples of the measured gradient noise scale, clipped to 1/4 to 4 times `batch_size`; the "
        "learning rate scales with its square root; 0: always `batch_size`",
        0,
        1000,
    )
    learning_rate: Schedule = setting([1.2e-3, 0.0], "learning rate of Adam", 0)
    vf_coef: float = setting(0.5, "weight of the value loss", 0)
    max_grad_norm: float = setting(0.5, "maximum norm of the gradient", 0)


@dataclass(frozen=True)
class Ppo:
    """Proximal policy optimisation."""

    n_steps: int = setting(64, "steps of every game in one iteration", 1)
    n_epochs: int = setting(2, "epochs: passes over the decisions of an iteration", 1)
    batch_size: Count = setting(2048, "decisions in a minibatch", 1)
    noise_scale_factor: float = setting(
        0.0,
        "minibatch size in multiples of the measured gradient noise scale, clipped to 1/4 to 4 times `batch_size`; the "
        "learning rate scales with its square root; 0: always `batch_size`",
        0,
        1000,
        only="ppo",
    )
    learning_rate: Schedule = setting([7e-4, 7e-5], "learning rate of Adam", 0)
    gamma: float = setting(
        1.0, "discount factor per decision of the same seat; 1, because a game has hundreds of them", 0, 1
    )
    gamma_per_turn: float = setting(1.0, "discount factor per turn of the game", 0, 1, only="ppo")
    gae_lambda: float = setting(0.97, "λ of generalised advantage estimation", 0, 1)
    outcome_coef: Schedule = setting(
        1.0, "weight of the game's result in the reward: 1 for a sole winner", 0, only="ppo"
    )
    lead_coef: Schedule = setting(
        0.0,
        "weight of a dense reward: the change of the lead from one decision of the seat to its next one, divided by "
        "the goal. Lead: own level and strength minus those of the others",
        0,
        only="ppo",
    )
    shaping: Schedule = setting(
        1.0,
        "weight of potential-based shaping with that lead, divided by the goal, as the potential; sb3: the "
        "environment's `shaping`, which counts levels only",
        0,
    )
    strength_coef: float = setting(
        0.25, "value of a point of permanent combat strength in the lead, in levels", 0, only="ppo"
    )
    opponents_lead_coef: float = setting(
        1.0, "factor of the other players' mean that the lead subtracts; 0: own progress only", 0, only="ppo"
    )
    clip_range: Schedule = setting(0.2, "clipping range of the probability ratio", 0)
    ent_coef: Schedule = setting(0.005, "weight of the entropy bonus", 0)
    vf_coef: float = setting(0.5, "weight of the value loss", 0)
    max_grad_norm: float = setting(0.5, "maximum norm of the gradient", 0)
    teacher: str = setting(
        "greedy", "compiled bot or policy whose actions are the target of the cross-entropy", only="ppo"
    )
    teacher_coef: Schedule = setting(
        0.0, "weight of the cross-entropy to the teacher's actions (kickstarting)", 0, only="ppo"
    )
    keep_fraction: float = setting(
        1.0, "share of decisions that are used, chosen by importance sampling on their gradients", 0.01, 1, only="ppo"
    )


@dataclass(frozen=True)
class EvaluationSection:
    """Matches against bots while training."""

    every: int = setting(50, "iterations between evaluations; the first and the last iteration are evaluated, too", 1)
    games: int = setting(400, "games per evaluation and opponent", 1)
    opponents: list[str] = setting(
        ["greedy", "random"],
        "opponents, bots or policies; each fills all other seats, with the first number of `players`",
        empty=False,
    )
    seed: int = setting(1, "seed of every evaluation", 0)
    deterministic: bool = setting(True, "argmax actions in evaluations; false: sampled actions")
    record: int = setting(0, "games per evaluation that are kept as replays, in `replays/` of the folder", 0, 1000)


@dataclass(frozen=True)
class PhaseSection:
    """Part of the run, with an algorithm and settings of its own."""

    algorithm: str = setting(
        "ppo", "algorithm of the phase; settings of its section may be given beside it", choices=ALGORITHMS
    )
    timesteps: int | None = setting(None, "length in decisions of the learner; null: until the run ends", 1)
    seconds: float | None = setting(None, "length in seconds; the earlier limit ends the phase", 1)
    n_envs: int | None = setting(None, "number of parallel games, in place of game.n_envs", 1)
    reset_optimizer: bool = setting(False, "reset Adam at the beginning of the phase")
    changes: dict[str, Any] = dataclasses.field(default_factory=dict)
    """Fields of the algorithm's section that differ."""

    def as_dict(self) -> dict[str, Any]:
        """Return the phase as it is written in a file."""
        return {**{name: getattr(self, name) for name in settings_of(PhaseSection)}, **self.changes}


@dataclass(frozen=True)
class Config:
    """All settings of a run, section by section."""

    run: Run = dataclasses.field(default_factory=Run)
    game: GameSection = dataclasses.field(default_factory=GameSection)
    opponents: Opponents = dataclasses.field(default_factory=Opponents)
    network: NetworkSettings = dataclasses.field(default_factory=NetworkSettings)
    imitation: Imitation = dataclasses.field(default_factory=Imitation)
    ppo: Ppo = dataclasses.field(default_factory=Ppo)
    evaluation: EvaluationSection = dataclasses.field(default_factory=EvaluationSection)

    phases: tuple[PhaseSection, ...] = (PhaseSection(),)

    def of_phase(self, number: int) -> Imitation | Ppo:
        """Return the settings of a phase's algorithm."""
        phase = self.phases[number]
        section = self.imitation if phase.algorithm == "imitation" else self.ppo
        return dataclasses.replace(section, **phase.changes)

    def done(self, number: int, decisions: int, seconds: float, before: tuple[int, float] = (0, 0.0)) -> float:
        """Return the finished share of a phase, 0 to 1: by decisions or seconds, whichever ends it sooner.

        decisions, seconds: of the run. before: those at which the phase began.
        """
        phase, last = self.phases[number], number == len(self.phases) - 1
        most = self.run.total_timesteps - before[0] if last else phase.timesteps
        longest = phase.seconds
        if last and self.run.seconds is not None:
            longest = self.run.seconds - before[1]
        by_decisions = (decisions - before[0]) / max(most, 1) if most is not None else 0.0
        by_time = (seconds - before[1]) / max(longest, 1e-9) if longest is not None else 0.0
        return min(1.0, max(by_decisions, by_time))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, section by section."""
        return {
            **{name: dataclasses.asdict(getattr(self, name)) for name, _ in sections()},
            "phases": [phase.as_dict() for phase in self.phases],
        }


def now(settings: Any, done: float) -> Any:
    """Return the settings of an algorithm with the present number of each schedule.

    `done`: finished share of the phase.
    """
    numbers, kind = {}, type(settings)
    for name, declared in settings_of(kind).items():
        value = getattr(settings, name)
        if declared.scheduled and isinstance(value, list):
            first, last = value
            number = first + (last - first) * done
            numbers[name] = round(number) if declared.type is Count else number
    return dataclasses.replace(settings, **numbers)


def sections() -> Iterator[tuple[str, type]]:
    """Return (name, class) of each section."""
    for section in dataclasses.fields(Config):
        if section.name != "phases":
            kind: Any = section.type
            yield section.name, kind
