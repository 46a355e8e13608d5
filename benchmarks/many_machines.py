"""Measure training on two machines that lose runners, power and network.

`sudo .venv-clients/bin/python -m benchmarks many_machines` (Linux; the machines are namespaces, see
tests/distributed/machines.py) writes docs/results/many-machines.csv and many-machines-rates.csv, and prints the log.
First the failures: a runner is killed, the second machine's plug is pulled and it comes back, then the first one's,
whose run is resumed from its checkpoint. Then throughput with 1 to 4 runners, in turns.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import results
from benchmarks.measuring import parser_of
from tests.distributed.machines import missing, until
from tests.distributed.site import RUNNER, TRAINING, Iteration, Site, site

RUNNERS = (1, 2, 3, 4)
TURNS = 3
MEASURED = 2
"""Iterations of a turn that count, after one that does not."""
SETTINGS = ("--train-batch-size", "8192", "--eval-games", "0")
STORY = (*SETTINGS, "--checkpoint-every", "2")
NO_END = "1000000"
CLOCK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Event:
    """Event at the machines, and its result."""

    done: str
    came: str
    seconds: float
    """Seconds until the last result."""


# ---------------------------------------------------------------------------- failures
def begin(place: Site, words: Sequence[str], folder: Path) -> Event:
    """Switch both machines on, and train with two runners on them."""
    place.say("first machine on, ray start --head")
    place.switch_on_first()
    place.say("second machine on, ray start --address")
    place.switch_on_second()
    place.wait_for_nodes(2)
    place.say("two nodes; python -m training.rllib --address auto --env-runners 2")
    place.train(*words, "--env-runners", "2", "--iterations", NO_END, "--checkpoint", str(folder))
    seconds = place.wait_for(2, 0)
    machines = {machine.name for machine, _ in place.runners()}
    if len(machines) != 2:
        raise RuntimeError(f"expected runners on two machines, got {sorted(machines)}")
    return Event("two machines, a runner on each", "first iteration, starting included", seconds)


def kill_a_runner(place: Site) -> Event:
    """Kill the second machine's runner; others play on, and it is started again."""
    ((_, process),) = [one for one in place.runners() if one[0] is place.second]
    before = len(place.iterations())
    place.say("kill -9 of the second machine's runner")
    place.second.run("kill", "-9", str(process))
    alone = place.wait_for(1, before)
    seconds = alone + _whole_again(place, before)
    lost = sum(one.runners == 1 for one in place.iterations()[before:])
    place.say("both runners play again")
    return Event("a runner is killed", f"{lost} iterations by the other alone, then both again", seconds)


def lose_the_second(place: Site) -> tuple[Event, Event]:
    """Pull the second machine's plug; the first goes on by itself. It comes back, and has a runner again."""
    before = len(place.iterations())
    place.say("second machine lost: its cable pulled, then its power")
    place.second.lose()
    alone = place.wait_for(1, before)
    place.say(f"the first machine goes on alone, {alone:.0f} s after")
    before = len(place.iterations())
    place.switch_on_second()
    place.say("second machine on again")
    again = _whole_again(place, before)
    place.say("both runners play again")
    return (
        Event("the second machine is lost", "an iteration by the first alone", alone),
        Event("the second machine is back", "an iteration with both runners", again),
    )


def lose_the_first(place: Site, words: Sequence[str], folder: Path) -> tuple[Event, Event]:
    """Pull the first machine's plug, with Ray's head and the run. It comes back, and the run is resumed."""
    until("a checkpoint", lambda: bool(place.printed("saved ")), 300)
    place.say("first machine lost, with Ray's head and the training run")
    place.first.lose()
    saved = max(file.parent.name for file in folder.glob("iteration_??????/munchkin.json"))
    place.switch_on_first()
    place.say("first machine on again, ray start --head")
    joined = place.wait_for_nodes(2)
    place.say(f"the second machine has joined it by itself, {joined:.0f} s after")
    resume = ("--resume", str(folder))
    place.train(*words, "--env-runners", "2", "--iterations", NO_END, "--checkpoint", str(folder), *resume)
    seconds = place.wait_for(2, 0)
    (resumed,) = place.printed("resumed ")
    number, goes_on = int(saved[-6:]), place.iterations()[0].number
    if f"iteration {number}" not in resumed or goes_on != number + 1:
        raise RuntimeError(f"expected iteration {number + 1} after {saved}, got {goes_on} after {resumed!r}")
    place.say("the run goes on from its newest checkpoint")
    return (
        Event("the first machine is lost and back", "the second has joined it again, without a command there", joined),
        Event("the run is begun with `--resume`", "first iteration after the checkpoint, starting included", seconds),
    )


def _whole_again(place: Site, before: int) -> float:
    """Return seconds until both play in an iteration after one that the first played by itself."""

    def again() -> bool:
        later = [one.runners for one in place.iterations()[before:]]
        return later[-1:] == [2] and (1 in later or len(later) > 1)

    return until("both runners play again", again, 300)


def story(place: Site, words: Sequence[str], folder: Path) -> list[Event]:
    """Run all of it, in order; the last run goes on."""
    events = [begin(place, words, folder), kill_a_runner(place), *lose_the_second(place)]
    return [*events, *lose_the_first(place, words, folder)]


# ---------------------------------------------------------------------------- throughput
@dataclass(frozen=True)
class Turn:
    """Iterations with so many runners."""

    runners: int
    decisions: int
    """Decisions between two readings of CPU time and traffic."""
    rate: float
    """Decisions per second, as the caller waited for them, over all iterations that count."""
    playing: float
    """CPU seconds of all runners."""
    learning: float
    """CPU seconds of the process that learns and asks the runners."""
    traffic: int
    """Bytes in and out of the first machine's network card."""


def turn(place: Site, runners: int) -> Turn:
    """Measure a run of its own."""
    place.train(*SETTINGS, "--env-runners", str(runners), "--iterations", str(1 + MEASURED))
    before = None
    for number in (1, MEASURED):
        until(f"iteration {number}", lambda number=number: len(place.iterations()) >= number, 300)
        now = _used(place)
        if before is None:
            before = now
    place.wait_for_end()
    assert before is not None
    playing, learning, traffic = (later - sooner for later, sooner in zip(now, before, strict=True))
    done: list[Iteration] = place.iterations()[1:]
    decisions = sum(one.decisions for one in done[: MEASURED - 1])
    rate = sum(one.decisions for one in done) / sum(one.decisions / one.rate for one in done)
    return Turn(runners, decisions, rate, playing, learning, int(traffic))


def _used(place: Site) -> tuple[float, float, float]:
    """Return CPU seconds of runners and of the learner, bytes of the first machine's network card, until now."""
    playing = sum(_cpu(machine, RUNNER) for machine in (place.first, place.second))
    return playing, _cpu(place.first, TRAINING), place.first.traffic()


def _cpu(machine: Any, title: str) -> float:
    total = 0
    for process in machine.processes(title):
        told = machine.run("cat", f"/proc/{process}/stat").rpartition(")")[2].split()
        total += int(told[11]) + int(told[12])
    return total / CLOCK


def throughput(place: Site) -> Iterator[Turn]:
    """Measure every number of runners in turns, on two machines that are on."""
    for number in range(TURNS):
        for runners in RUNNERS:
            one = turn(place, runners)
            place.say(f"turn {number + 1}, {runners} runners: {one.rate:,.0f} decisions/s")
            yield one


# ---------------------------------------------------------------------------- the tables
def events(found: Sequence[Event]) -> list[tuple[object, ...]]:
    """Return the rows of the failures' table."""
    return [(one.done, one.came, f"{one.seconds:.0f} s") for one in found]


def rates(found: Sequence[Turn]) -> list[tuple[object, ...]]:
    """Return decisions per second by runners, and the cost of a thousand decisions: medians of turns, since on a busy
    machine readings may come late."""
    rows: list[tuple[object, ...]] = []
    for runners in RUNNERS:
        turns = [one for one in found if one.runners == runners]
        speeds = [one.rate for one in turns]
        playing, learning, traffic = (
            median(getattr(one, what) * 1000 / one.decisions for one in turns)
            for what in ("playing", "learning", "traffic")
        )
        spread = f"{min(speeds):,.0f} to {max(speeds):,.0f}"
        costs = (f"{playing:.2f} s", f"{learning:.2f} s", f"{traffic / 1e6:.1f} MB")
        rows.append((runners, f"{median(speeds):,.0f}", spread, *costs))
    return rows


EVENTS = ("event", "outcome", "after")
RATES = ("runners", "decisions/s", "range of repeats", "CPU of runners", "CPU of the learner", "over the network")


def main() -> int:
    parser_of(__doc__).parse_args()
    if missing():
        print(f"many_machines: {missing()}", file=sys.stderr)
        return 1
    with TemporaryDirectory() as space:
        folder = Path(space)
        with site(folder, 1, {}) as place:
            results.publish("many-machines", EVENTS, events(story(place, STORY, folder / "runs")), rules="")
            print("\n".join(place.log))
        with site(folder, 2, {}) as place:
            place.switch_on_first()
            place.switch_on_second()
            place.wait_for_nodes(2)
            results.publish("many-machines-rates", RATES, rates([*throughput(place)]), rules="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
