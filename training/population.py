"""Population: learners of different seeds that train in turn, each seated with the others.

Self-play alone settles into habits that only copies of the learner share. A learner of another seed has others. All
members have the same settings but for `run.seed`, and play for `opponents.past_selves` of one another, sampled, as they
are at that moment. The first is the run's learner: it is evaluated, and its policy is the run's. Those of the others
lie in folders of their own below the run's, `peers/1/` and so on.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from training.learner import PpoTrainer
from training.run import Clock, RunFolder
from training.sections import Config

APART = 1_000_000  # distance between the seeds of members, so that runs of neighbouring seeds share none


class Population:
    """Trainer of several learners that share nothing but their games."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.folder = folder
        self.members = [PpoTrainer(*_member(config, folder, number)) for number in range(1 + config.opponents.peers)]
        self.first = self.members[0]
        self.unused = self.first.unused
        for member in self.members:
            member.pool.meet([other.player(deterministic=False) for other in self.members if other is not member])

    @property
    def phase(self) -> int:
        """Return the present phase of each member."""
        return self.first.phase

    @property
    def iteration(self) -> int:
        """Return the finished iterations of each member."""
        return self.first.iteration

    @property
    def decisions(self) -> int:
        """Return the timesteps of the first member."""
        return self.first.decisions

    @property
    def clock(self) -> Clock:
        """Return the time of the run, of all members."""
        return self.first.clock

    @property
    def doing(self) -> str:
        """Return the text of the progress line."""
        return f"{self.first.doing}, {len(self.members)} learners"

    def run_iteration(self) -> dict[str, float]:
        """Play and learn, one member after the other. Returns measurements of the first."""
        measured = [member.run_iteration() for member in self.members]
        for member, found in zip(self.members[1:], measured[1:], strict=True):
            member.folder.log("iteration", member.iteration, member.decisions, time_elapsed=self.clock.seconds, **found)
        return measured[0]

    def player(self, deterministic: bool = True) -> Any:
        """Return the first member as a player."""
        return self.first.player(deterministic)

    def save_policy(self, name: str) -> Path:
        """Write the first member's network into the run's folder."""
        return self.first.save_policy(name)

    def save_checkpoint(self) -> None:
        """Write everything needed to continue exactly: the run's own checkpoint last, which makes it whole."""
        for member in reversed(self.members):
            member.save_checkpoint()

    def restore(self, place: Path, facts: dict[str, Any]) -> None:
        """Continue from a checkpoint, the others from theirs of the same iteration. Raises SaveError."""
        for member in self.members[1:]:
            member.restore(*member.folder.checkpoint(facts["iteration"]))
        self.first.restore(place, facts)  # last: all draw from one generator of torch, and it has its state

    def close(self) -> None:
        """End the threads."""
        for member in self.members:
            member.close()


def _member(config: Config, folder: RunFolder, number: int) -> tuple[Config, RunFolder]:
    """Return settings and folder of a member; the first has the run's own."""
    if number == 0:
        return config, folder
    path = folder.path / "peers" / str(number)
    with folder.writing(f"peers/{number}"):
        for part in ("checkpoints", "pool"):
            (path / part).mkdir(parents=True, exist_ok=True)
    own = replace(config, run=replace(config.run, seed=config.run.seed + number * APART, dir=str(path)))
    return own, RunFolder(path, own)
