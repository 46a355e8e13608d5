"""Settings of a training run: every field with its type, range, default and meaning.

A run is one phase, or several after one another (`phases`), each with an algorithm and settings of its own. Settings
that take [first, last] go linearly from one number to another while their phase lasts. Names are those of
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
        "ppo (all seats learn, fast, in phases) or sb3 (MaskablePPO on flat, one seat learns)",
        choices=("ppo", "sb3"),
    )
    dir: str = setting("runs/default", "folder of the run; continue it with --resume DIR")
    seed: int = setting(0, "seed of games, weights and random choices", 0)
    init_from: str | None = setting(
        None,
        "policy from which the learner starts, pretrained or *.safetensors, transferred if its editions differ; "
        "null: new weights",
        only="ppo",
    )
    total_timesteps: int = setting(1_000_000, "limit of the learner's decisions", 1)
    seconds: float | None = setting(
        None, "limit of seconds of training and evaluation; the earlier limit ends the run", 1
    )
    device: str = setting("auto", "auto uses a GPU if there is one", choices=("auto", "cpu", "cuda"))
    threads: int = setting(2, "threads of torch on the CPU", 1, 256)
    overlap: bool = setting(
        False,
        "whether to learn on one core while another one plays the next iteration; the acting policy is then one "
        "iteration old, and the last iteration is not learnt from",
        only="ppo",
    )
    precision: str = setting(
        "auto",
        "bfloat16 is mixed precision; auto uses it where it is faster",
        choices=("auto", "float32", "bfloat16"),
        only="ppo",
    )
    checkpoint_every: int = setting(20, "iterations between checkpoints, from which a killed run continues exactly", 1)
    loggers: list[str] = setting(
        ["tensorboard"],
        "where metrics are written beside metrics.jsonl: files of TensorBoard, Weights & Biases",
        choices=LOGGERS,
    )


@dataclass(frozen=True)
class GameSection:
    """Games of the run."""

    players: list[int] = setting(
        [4],
        "numbers of players; several train one policy for all of them (ppo)",
        MIN_PLAYERS,
        MAX_PLAYERS,
        empty=False,
    )
    n_envs: int = setting(256, "number of parallel games, divided among the numbers of players", 1)
    threads: int = setting(1, "threads that step them", 1, 64)
    settings: dict[str, Any] = setting({}, "further fields of mk.GameConfig, such as editions or windows")
    extra_editions: list[str] = setting(
        [],
        "further sets of editions, such as star or star+munchkin: games of each are added to those of "
        "`settings`, with one policy for all",
        only="ppo, sparse",
    )

    def played(self) -> list[mk.GameConfig]:
        """Return the games, a table each: every set of editions by every number of players."""
        sets = [self.settings, *({**self.settings, "editions": names.split("+")} for names in self.extra_editions)]
        return [mk.GameConfig.of({"players": players, **one}) for one in sets for players in self.players]


@dataclass(frozen=True)
class Opponents:
    """Players of the seats that the learner does not hold: shares, which sum to 1."""

    self_play: float = setting(0.2, "the present learner", 0, 1)
    past_selves: float = setting(0.1, "one of its earlier selves; the learner itself while there is none", 0, 1)
    frozen: str | None = setting(
        None, "policy that plays in place of `past_selves`: pretrained or *.safetensors", only="ppo"
    )
    peers: int = setting(
        0,
        "learners of other seeds that train in the same run and play in place of `past_selves`; each takes as many "
        "timesteps, and as much time, as the first",
        0,
        7,
        only="ppo",
    )
    bots: dict[str, float] = setting({"greedy": 0.7}, "compiled bots by name, with shares", 0, 1)
    same_kind_prob: float = setting(
        0.0,
        "share of the games in which all other seats have the same kind; in the rest each is drawn",
        0,
        1,
        only="ppo",
    )
    coalition: bool = setting(
        False,
        "the learner holds all seats but one, as a team: each of its seats is rewarded for the win of any of "
        "them, and the player of the other one is drawn",
        only="ppo",
    )
    snapshot_every: int = setting(25, "iterations between two snapshots for the pool", 1)
    pool_size: int = setting(12, "snapshots kept: the newest, and older ones at growing distances", 1)
    active_selves: int = setting(2, "earlier selves that play in one iteration", 1)
    pfsp_power: float = setting(
        0.0,
        "exponent of prioritised fictitious self-play: earlier selves are drawn by (1 - the learner's share of the "
        "wins of both) to this power; 0: uniformly",
        0,
        10,
        only="ppo",
    )


@dataclass(frozen=True)
class Imitation:
    """Imitation of a bot's actions, in phases of that name."""

    teacher: str = setting("greedy", "imitated player: a compiled bot, a search bot such as rollout:8, or a policy")
    query_fraction: float = setting(
        1.0,
        "share of the learner's decisions for which the teacher is asked; a search is slow (expert iteration)",
        0.001,
        1,
    )
    teacher_play_fraction: Schedule = setting(
        [1.0, 0.0], "share of the games that the teacher plays; in the others it labels decisions (DAgger)", 0, 1
    )
    pass_keep_fraction: float = setting(
        0.35,
        "share of the teacher's passes that are kept, with higher weight, because most decisions are passes",
        0.01,
        1,
    )
    n_steps: int = setting(64, "steps of every game in one iteration", 1)
    n_epochs: int = setting(1, "passes over the decisions of an iteration", 1)
    batch_size: Count = setting(1024, "decisions in a minibatch", 1)
    noise_scale_factor: float = setting(
        0.0,
        "size of a minibatch in multiples of the measured noise scale, within 1/4 to 4 times `batch_size`; the "
        "learning rate follows its square root; 0: `batch_size`",
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
    n_epochs: int = setting(2, "passes over the decisions of an iteration", 1)
    batch_size: Count = setting(2048, "decisions in a minibatch", 1)
    noise_scale_factor: float = setting(
        0.0,
        "size of a minibatch in multiples of the measured noise scale, within 1/4 to 4 times `batch_size`; the "
        "learning rate follows its square root; 0: `batch_size`",
        0,
        1000,
        only="ppo",
    )
    learning_rate: Schedule = setting([7e-4, 7e-5], "learning rate of Adam", 0)
    gamma: float = setting(1.0, "discount per own decision; 1, because a game has hundreds of them", 0, 1)
    gamma_per_turn: float = setting(1.0, "discount per turn of the game", 0, 1, only="ppo")
    gae_lambda: float = setting(0.97, "λ of generalised advantage estimation", 0, 1)
    outcome_coef: Schedule = setting(1.0, "weight of the game's result: 1 to a sole winner", 0, only="ppo")
    lead_coef: Schedule = setting(
        0.0, "weight of the lead gained from own decision to own decision, as a share of the goal", 0, only="ppo"
    )
    shaping: Schedule = setting(
        1.0,
        "weight of that lead as a potential, as a share of the goal; sb3: the environment's `shaping`, which counts "
        "levels only",
        0,
    )
    strength_coef: float = setting(
        0.25, "value of a point of strength on the table in a lead, in levels", 0, only="ppo"
    )
    opponents_lead_coef: float = setting(
        1.0, "share of the others' mean that is subtracted in a lead; 0: none of it", 0, only="ppo"
    )
    clip_range: Schedule = setting(0.2, "range of the probability ratio", 0)
    ent_coef: Schedule = setting(0.005, "weight of the entropy bonus", 0)
    vf_coef: float = setting(0.5, "weight of the value loss", 0)
    max_grad_norm: float = setting(0.5, "maximum norm of the gradient", 0)
    teacher: str = setting("greedy", "compiled bot, or policy, as the target of the cross-entropy", only="ppo")
    teacher_coef: Schedule = setting(0.0, "weight of the cross-entropy to its actions (kickstarting)", 0, only="ppo")
    keep_fraction: float = setting(
        1.0, "share of the decisions that are kept, by importance sampling on their gradients", 0.01, 1, only="ppo"
    )


@dataclass(frozen=True)
class EvaluationSection:
    """Matches against bots while training."""

    every: int = setting(50, "iterations between evaluations; one more at the beginning and at the end", 1)
    games: int = setting(400, "games of each evaluation against each opponent", 1)
    opponents: list[str] = setting(
        ["greedy", "random"], "bots or policies; each fills all the other seats, at the first `players`", empty=False
    )
    seed: int = setting(1, "seed of the evaluation, the same each time", 0)
    deterministic: bool = setting(True, "whether the learner takes argmax actions in evaluations; otherwise it samples")
    record: int = setting(0, "games of each evaluation to keep as replays, in the folder's `replays/`", 0, 1000)


@dataclass(frozen=True)
class PhaseSection:
    """Part of the run, with an algorithm and settings of its own."""

    algorithm: str = setting(
        "ppo", "its algorithm, whose section's settings may be given beside it", choices=ALGORITHMS
    )
    timesteps: int | None = setting(None, "length in the learner's decisions; null: until the run ends", 1)
    seconds: float | None = setting(None, "length in seconds; the earlier limit ends the phase", 1)
    n_envs: int | None = setting(None, "number of parallel games, in place of game.n_envs", 1)
    reset_optimizer: bool = setting(False, "whether Adam is reset at its beginning")
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
