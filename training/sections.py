"""Settings of a training run: every field with its meaning, default and range.

A run is one phase, or several after one another (`phases`), each with an algorithm and settings of its own. Settings
marked "or [first, last]" may go linearly from one number to another while their phase lasts.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import munchkin_env as mk

TRAINERS = ("ppo", "sb3")
ALGORITHMS = ("ppo", "imitation")
Schedule = Any  # a number, or [first, last] of a line


def field(
    default: Any, meaning: str, least: float | None = None, most: float | None = None, schedule: bool = False
) -> Any:
    """Declare a setting: its default, its meaning, the range of a number, and whether it may be a schedule."""
    metadata = {"meaning": meaning, "least": least, "most": most, "schedule": schedule, "may_be_empty": default == []}
    if isinstance(default, list | dict):
        return dataclasses.field(default_factory=lambda: type(default)(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Run:
    """Folder, duration and hardware of the run."""

    trainer: str = field(
        "ppo", "ppo (tokens, all seats learn, fast, in phases) or sb3 (MaskablePPO on flat, one seat learns)"
    )
    folder: str = field("runs/default", "folder of the run; continue it with --resume FOLDER")
    seed: int = field(0, "fixes games, weights and draws", 0)
    start: str | None = field(
        None, "policy whose network and weights the learner starts from, trained or *.safetensors, transferred to "
        "these editions if it is of others; null: new ones (ppo)",
    )  # fmt: skip
    decisions: int = field(1_000_000, "ends after so many of the learner's decisions", 1)
    seconds: float | None = field(None, "ends after so many seconds of training and evaluation, if that is sooner", 1)
    device: str = field("auto", "auto, cpu or cuda; auto takes a GPU if there is one")
    threads: int = field(2, "threads of torch on the CPU", 1, 256)
    overlap: bool = field(
        False, "whether to learn while the next iteration is played, on another core; the player is one iteration "
        "behind then, and the last one is not learnt from (ppo)",
    )  # fmt: skip
    precision: str = field("auto", "auto, float32 or bfloat16 (mixed); auto is mixed where the hardware gains (ppo)")
    checkpoint_every: int = field(20, "iterations between checkpoints, from which a killed run continues exactly", 1)
    tensorboard: bool = field(True, "whether to write TensorBoard files")


@dataclass(frozen=True)
class GameSection:
    """Games of the run."""

    players: list[int] = field([4], "seats of the tables; several numbers train one policy for all of them (ppo)")
    games: int = field(256, "games that step together, shared among the numbers of players", 1)
    threads: int = field(1, "threads that step them", 1, 64)
    settings: dict[str, Any] = field({}, "further fields of mk.GameConfig, such as editions or windows")
    also: list[str] = field(
        [], "further sets of editions of those that settings name, such as star or star+munchkin: tables for each of "
        "them beside those of settings, one policy for all (ppo, sparse)",
    )  # fmt: skip

    def played(self) -> list[mk.GameConfig]:
        """Return the games, a table each: every set of editions by every number of players."""
        sets = [self.settings, *({**self.settings, "editions": names.split("+")} for names in self.also)]
        return [mk.GameConfig.of({"players": players, **one}) for one in sets for players in self.players]


@dataclass(frozen=True)
class Opponents:
    """Players of the other chairs: shares of the pool, which sum to 1."""

    self_play: float = field(0.2, "the present learner", 0, 1)
    past: float = field(0.1, "one of its earlier selves; the learner itself while there is none", 0, 1)
    frozen: str | None = field(None, "policy that plays for `past` in place of them: trained or *.safetensors (ppo)")
    bots: dict[str, float] = field({"greedy": 0.7}, "compiled bots by name, with shares")
    alike: float = field(
        0.0, "share of the games in which all other chairs hold one kind; in the others each is drawn (ppo)", 0, 1
    )
    coalition: bool = field(
        False, "the learner holds all chairs but one, as a team: each of its seats is paid for the win of any of them, "
        "and the other one is drawn (ppo)",
    )  # fmt: skip
    snapshot_every: int = field(25, "iterations between two snapshots for the pool", 1)
    pool_size: int = field(12, "snapshots kept: the newest, and older ones at growing distances", 1)
    active: int = field(2, "earlier selves that play in one iteration", 1)
    prioritised: float = field(
        0.0, "exponent of prioritised selection: earlier selves are drawn by (1 - the learner's share of the wins of "
        "both) to this power; 0: uniformly (ppo)", 0, 10,
    )  # fmt: skip


@dataclass(frozen=True)
class Network:
    """Network of the policy."""

    kind: str = field(
        "tokens", "tokens: a network of cards; sparse: of the non-zero entries of flat, which learns faster (ppo)"
    )
    embedding: int = field(64, "width of a card's embedding (ppo)", 1)
    hidden: list[int] = field([256, 256], "widths of the trunk's layers; of sparse, the first is the width of the sum")
    discards: bool = field(False, "whether the discard piles are read card by card (ppo, tokens)")
    card_dropout: float = field(
        0.1, "share of card types with only their features in an iteration, for transfer to new cards (ppo)", 0, 0.9
    )
    pools: str = field(
        "table", "table: the others' tables are read as one; seat: each with its seat's numbers (ppo, tokens)"
    )
    heads: str = field(
        "plain", "plain, or pointer: cards, players and monsters score the actions that name them (ppo, tokens)"
    )
    categories: bool = field(True, "whether categorical features, such as a card's place, have own rows (ppo, sparse)")
    history: int = field(
        0, "last public events that are remembered; an observation shows eight; 0: none (ppo, sparse)", 0, 64
    )
    residual: str | None = field(
        None, "compiled bot that the network corrects: its action's logit is raised, in play, too; null: none (ppo)"
    )
    residual_weight: float = field(5.0, "amount added to that logit (ppo)", 0, 100)


@dataclass(frozen=True)
class Imitation:
    """Imitation of a bot's actions, in phases of that name."""

    teacher: str = field("greedy", "imitated player: a compiled bot, one that searches, such as rollout:8, or a policy")
    asked: float = field(
        1.0, "share of the learner's decisions for which the teacher is asked; a search is slow (expert iteration)",
        0.001, 1,
    )  # fmt: skip
    teacher_plays: Schedule = field(
        [1.0, 0.0], "share of the games that the teacher plays; in the others it labels decisions (DAgger)",
        0, 1, schedule=True,
    )  # fmt: skip
    passes: float = field(0.35, "share of its passes that are kept, with higher weight; passes prevail", 0.01, 1)
    steps: int = field(64, "steps of every game in one iteration", 1)
    epochs: int = field(1, "passes over the decisions of an iteration", 1)
    minibatch: Schedule = field(1024, "decisions in a minibatch", 1, schedule=True)
    follow_noise: float = field(
        0.0, "minibatches of so many times the measured noise scale, within 1/4 to 4 times `minibatch`, and the rate "
        "of Adam with their root; 0: as set", 0, 1000,
    )  # fmt: skip
    learning_rate: Schedule = field([1.2e-3, 0.0], "of Adam", 0, schedule=True)
    value: float = field(0.5, "weight of the value loss", 0)
    gradient: float = field(0.5, "greatest norm of the gradient", 0)


@dataclass(frozen=True)
class Ppo:
    """Proximal policy optimisation."""

    steps: int = field(64, "steps of every game in one iteration", 1)
    epochs: int = field(2, "passes over the decisions of an iteration", 1)
    minibatch: Schedule = field(2048, "decisions in a minibatch", 1, schedule=True)
    follow_noise: float = field(
        0.0, "minibatches of so many times the measured noise scale, within 1/4 to 4 times `minibatch`, and the rate "
        "of Adam with their root; 0: as set (ppo)", 0, 1000,
    )  # fmt: skip
    learning_rate: Schedule = field([7e-4, 7e-5], "of Adam", 0, schedule=True)
    gamma: float = field(1.0, "discount per own decision; games have a hundred of them, so 1", 0, 1)
    gamma_per_turn: float = field(1.0, "discount per turn of the game (ppo)", 0, 1)
    gae_lambda: float = field(0.97, "of generalised advantage estimation", 0, 1)
    outcome: Schedule = field(1.0, "weight of the game's result: 1 to a sole winner (ppo)", 0, schedule=True)
    gain: Schedule = field(
        0.0, "weight of the lead gained from own decision to own decision, as a share of the goal (ppo)", 0,
        schedule=True,
    )  # fmt: skip
    shaping: Schedule = field(
        1.0, "weight of the potential: the learner's lead in levels, as a share of the goal", 0, schedule=True
    )
    strength: float = field(0.25, "levels that a point of strength on the table counts in a lead (ppo)", 0)
    rivalry: float = field(1.0, "share of the others' mean that is subtracted in a lead; 0: none of it (ppo)", 0)
    clip: Schedule = field(0.2, "range of the probability ratio", 0, schedule=True)
    entropy: Schedule = field(0.005, "weight of the entropy bonus", 0, schedule=True)
    value: float = field(0.5, "weight of the value loss", 0)
    gradient: float = field(0.5, "greatest norm of the gradient", 0)
    teacher: str = field("greedy", "compiled bot, or policy, as the target of the cross-entropy (ppo)")
    teacher_weight: Schedule = field(
        0.0, "weight of the cross-entropy to its actions (kickstarting; ppo)", 0,
        schedule=True,
    )  # fmt: skip
    kept: float = field(
        1.0, "share of the decisions that are kept, by importance sampling on their gradients (ppo)",
        0.01, 1,
    )  # fmt: skip


@dataclass(frozen=True)
class EvaluationSection:
    """Matches against bots while training."""

    every: int = field(50, "iterations between evaluations; one more at the beginning and at the end", 1)
    games: int = field(400, "games of each evaluation against each opponent", 1)
    opponents: list[str] = field(
        ["greedy", "random"], "bots or policies; each fills all the other seats, at the first `players`"
    )
    seed: int = field(1, "deals of the evaluation, the same each time", 0)
    deterministic: bool = field(True, "whether the learner takes argmax actions there; otherwise it samples")
    record: int = field(0, "games of each evaluation to keep as replays, in the folder's `replays/`", 0, 1000)


@dataclass(frozen=True)
class PhaseSection:
    """Part of the run, with an algorithm and settings of its own."""

    algorithm: str = field("ppo", "ppo or imitation")
    decisions: int | None = field(None, "length in the learner's decisions; the last one till the run ends", 1)
    seconds: float | None = field(None, "length in seconds, if that is sooner", 1)
    games: int | None = field(None, "instead of game.games", 1)
    reset_optimizer: bool = field(False, "whether Adam is reset at its beginning")
    changes: dict[str, Any] = field({}, "written beside these: any field of the algorithm's section that differs")

    def as_dict(self) -> dict[str, Any]:
        """Return the phase as it is written in a file."""
        own = {one.name: getattr(self, one.name) for one in dataclasses.fields(self) if one.name != "changes"}
        return {**own, **self.changes}


@dataclass(frozen=True)
class Config:
    """All settings of a run, section by section."""

    run: Run = dataclasses.field(default_factory=Run)
    game: GameSection = dataclasses.field(default_factory=GameSection)
    opponents: Opponents = dataclasses.field(default_factory=Opponents)
    network: Network = dataclasses.field(default_factory=Network)
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
        most = self.run.decisions - before[0] if last else phase.decisions
        longest = phase.seconds
        if last and self.run.seconds is not None:
            longest = self.run.seconds - before[1]
        by_decisions = (decisions - before[0]) / max(most, 1) if most is not None else 0.0
        by_time = (seconds - before[1]) / max(longest, 1e-9) if longest is not None else 0.0
        return min(1.0, max(by_decisions, by_time))

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, section by section."""
        return {
            **{name: dataclasses.asdict(getattr(self, name)) for name, _, _ in sections()},
            "phases": [phase.as_dict() for phase in self.phases],
        }


def now(settings: Any, done: float) -> Any:
    """Return the settings of an algorithm with the present number of each schedule; `done`: finished share of the
    phase."""
    numbers = {}
    for one in dataclasses.fields(settings):
        value = getattr(settings, one.name)
        if one.metadata["schedule"] and isinstance(value, list):
            first, last = value
            number = first + (last - first) * done
            numbers[one.name] = round(number) if isinstance(first, int) and isinstance(last, int) else number
    return dataclasses.replace(settings, **numbers)


def sections() -> Iterator[tuple[str, type, tuple[dataclasses.Field[Any], ...]]]:
    """Return (name, class, fields) of each section."""
    for section in dataclasses.fields(Config):
        if section.name != "phases":
            kind: Any = section.type
            yield section.name, kind, dataclasses.fields(kind)


__all__ = [
    "ALGORITHMS",
    "TRAINERS",
    "Config",
    "EvaluationSection",
    "GameSection",
    "Imitation",
    "Network",
    "Opponents",
    "PhaseSection",
    "Ppo",
    "Run",
    "now",
    "sections",
]
