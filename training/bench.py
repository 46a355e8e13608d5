"""`python -m training.bench CONFIG …`: measure the learner's decisions per second.

It measures by CPU time and by the clock, and the share of each part.
"""

import argparse
import dataclasses
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import munchkin_env as mk
from munchkin_env.markdown import table
from training.config import read_config
from training.loop import Trainer, make_trainer
from training.run import WAITING, RunFolder
from training.sections import Config

EPILOG = """examples:
  python -m training.bench configs/kickstart.yaml configs/selfplay.yaml   the last phases of both, in turn
  python -m training.bench configs/selfplay.yaml ppo.n_epochs=1       with other settings
  python -m training.bench configs/imitate_ppo.yaml --phase 0         the first phase
  python -m training.bench configs/selfplay.yaml run.overlap=true     learning while it plays
"""
WARM = 2  # iterations before the measurement, which compile and allocate


class Course:
    """A run that is measured in turn with others."""

    def __init__(self, name: str, config: Config, folder: Path) -> None:
        self.name = name
        config = dataclasses.replace(config, run=dataclasses.replace(config.run, dir=str(folder), loggers=[]))
        self.trainer: Trainer = make_trainer(config, RunFolder.create(config))
        self.cpu, self.clock, self.learnt, self.iterations = 0.0, 0.0, 0.0, 0
        for _ in range(WARM):
            self.trainer.run_iteration()
        self.trainer.clock.parts.clear()
        self.began = self.trainer.decisions

    def go(self) -> None:
        """Run one iteration."""
        since, began = time.process_time(), time.perf_counter()
        measured = self.trainer.run_iteration()
        self.cpu += time.process_time() - since
        self.clock += time.perf_counter() - began
        self.learnt += measured.get("kept_fraction", 1.0)
        self.iterations += 1

    def row(self) -> list[str]:
        """Return its line of the table."""
        decisions = self.trainer.decisions - self.began
        parts = {name: seconds for name, seconds in self.trainer.clock.parts.items() if name != WAITING}
        each = 1e6 * self.cpu / decisions / (sum(parts.values()) or 1.0)  # µs of CPU per decision, by clock share
        where = ", ".join(f"{name} {each * seconds:.1f}" for name, seconds in parts.items())
        speeds = [f"{decisions / seconds:,.0f}" for seconds in (self.cpu, self.clock)]
        return [self.name, *speeds, f"{100 * self.learnt / self.iterations:.0f} %", where]


def one_phase(config: Config, number: int | None) -> Config:
    """Return the settings of a run of only one of the phases, the last one if none is named. Raises mk.ConfigError."""
    last = len(config.phases) - 1
    place = last if number is None else number
    if not 0 <= place <= last:
        raise mk.ConfigError(f"--phase: expected 0 to {last}, got {number}")
    phase = dataclasses.replace(config.phases[place], timesteps=None, seconds=None)
    return dataclasses.replace(config, phases=(phase,))


def measure(configs: Sequence[str], overrides: Sequence[str], phase: int | None, rounds: int) -> str:
    """Return a Markdown table, a line for each config: an iteration of each in turn, `rounds` times."""
    with tempfile.TemporaryDirectory() as place:
        courses = [
            Course(Path(one).stem, one_phase(read_config(one, list(overrides)), phase), Path(place) / str(k))
            for k, one in enumerate(configs)
        ]
        for _ in range(rounds):
            for course in courses:
                course.go()
        for course in courses:
            course.trainer.close()
    head = ["settings", "decisions/s", "by the clock", "learnt from", "µs of CPU a decision"]
    return table(head, (course.row() for course in courses))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command. Returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m training.bench", description=__doc__, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("words", nargs="+", metavar="CONFIG", help="YAML files; section.field=value sets all")
    parser.add_argument("--phase", type=int, help="number of the run's phase, from 0 (the last one)")
    parser.add_argument("--rounds", type=int, default=4, help="iterations of each that are measured (4)")
    args = parser.parse_intermixed_args(words)
    configs = [one for one in args.words if "=" not in one]
    if not configs:
        parser.error("CONFIG: expected at least one YAML file, got none")
    try:
        print(measure(configs, [one for one in args.words if "=" in one], args.phase, max(1, args.rounds)))
    except mk.MunchkinError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
