"""Comparison of two checkouts of this project turn by turn: `python -m benchmarks speed --against PATH`."""

import json
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.speed import rival
from benchmarks.speed.measure import FIRST_COMPILE, START
from benchmarks.speed.processes import HERE, PYTHON, environment_of, printed_number
from benchmarks.speed.timing import Duel, duel
from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.rows import number
from munchkin_env.markdown import table

PLAYS = (
    ("engine, random legal play, 128 games", False, 128),
    ("engine, random legal play, 2048 games", False, 2048),
    ("with flat observation and mask, 128 games", True, 128),
    ("with flat observation and mask, 2048 games", True, 2048),
)
TURNS = 9
NOTE = (
    f"CPU time, {TURNS} turns; ratio: how many times as fast this checkout is, the median of the turns. A decision is "
    "the same work for both only where they play the same games."
)


@dataclass(frozen=True)
class Comparison:
    """One measurement of both; rates, so that a ratio above 1 means that this checkout is faster."""

    what: str
    unit: str
    rates: Duel
    same: bool | None = None
    """True if both played the same games: only then their decisions are the same work. None without games."""

    def figures(self) -> tuple[float, float]:
        """Return the shown figures of both: medians, of seconds for timed rows."""
        own, other = self.rates.rates
        return (1 / own, 1 / other) if self.unit == "s" else (own, other)


class Rival:
    """Process that plays with the checkout in `root`."""

    def __init__(self, root: Path) -> None:
        """Start the process. Raises ConfigError if there is no checkout, or another would be measured in its place."""
        if not (root / "munchkin_env" / "__init__.py").is_file():
            raise ConfigError(f"against: expected a checkout, a folder with munchkin_env/ in it, got {str(root)!r}")
        self.root = root.resolve()
        self._process = subprocess.Popen(
            [*PYTHON, rival.__file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment_of(self.root),
        )  # fmt: skip
        try:
            package = Path(self._read()).resolve()
            if not package.is_relative_to(self.root):
                raise ConfigError(f"against: expected the package in {self.root}, got {package}")
        except ConfigError:
            self.close()
            raise

    def measure(self, observe: bool, games: int, seconds: float) -> tuple[float, str]:
        """Return (decisions per second of CPU time, a digest of its games). Raises ConfigError if it has died."""
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{int(observe)} {games} {seconds}\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the next line has the reason
        rate, games_played = self._read().split()
        return float(rate), games_played

    def _read(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise ConfigError(
                f"against: expected a checkout that plays, got {self.root}, whose process ended with status "
                f"{self._process.wait()}"
            )
        return line.strip()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> "Rival":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def compare(
    path: Path, seconds: float = 1.0, compile_too: bool = False, tell: Callable[[str], object] = lambda what: None
) -> list[Comparison]:
    """Compare this checkout with that in `path`: engine, observed play, warm start; with `compile_too` a first compile.

    seconds: CPU time of measuring for each of `TURNS` turns and each of both. tell: is called with the name of the next
    row. Each checkout has its own compiled code, made when it is first measured. Raises ConfigError.
    """
    with Rival(HERE) as own, Rival(path) as other:
        found = []
        for what, observe, games in PLAYS:
            tell(f"{what} (compiles what has not been compiled)")
            prints = [one.measure(observe, games, 0.0)[1] for one in (own, other)]

            def slice_of(one: Rival, observe: bool = observe, games: int = games) -> Callable[[], float]:
                return lambda: one.measure(observe, games, seconds)[0]

            rates = duel(slice_of(own), slice_of(other), TURNS)
            found.append(Comparison(what, "decisions/s", rates, prints[0] == prints[1]))
    tell("start-up")
    found.append(_starts("start with a warm cache: import, deal, observe, step", START, path, TURNS))
    if compile_too:
        tell("a first compile of each")
        found.append(_starts("first compile: engine, observation, greedy", FIRST_COMPILE, path, 1, cold=True))
    return found


def _starts(what: str, code: str, path: Path, turns: int, cold: bool = False) -> Comparison:
    """Time fresh processes of both in turn; `cold` with nothing compiled."""

    def starts_a_second(root: Path) -> Callable[[], float]:
        def start() -> float:
            if not cold:
                return 1 / printed_number(code, root)
            with tempfile.TemporaryDirectory() as folder:
                return 1 / printed_number(code, root, MUNCHKIN_CACHE_DIR=folder)

        return start

    own, other = starts_a_second(HERE), starts_a_second(path.resolve())
    if not cold:  # the first of each may compile
        own(), other()
    return Comparison(what, "s", duel(own, other, turns))


def as_table(found: Sequence[Comparison], path: Path) -> str:
    """Return Markdown: both checkouts' medians, the ratios of the pairs, and whether both played the same games."""
    head = ("what", "this checkout", str(path), "ratio", "lowest", "highest", "same games")
    lines = []
    for one in found:
        figures = [f"{number(value)} {one.unit}" for value in one.figures()]
        ratios = [f"{value:.3f}" for value in (one.rates.ratio, one.rates.ratios[0], one.rates.ratios[-1])]
        lines.append((one.what, *figures, *ratios, {True: "yes", False: "no", None: ""}[one.same]))
    return table(head, lines)


def as_json(found: Sequence[Comparison]) -> str:
    return json.dumps([asdict(one) | {"ratio": one.rates.ratio} for one in found], indent=1)
