"""Measure the published baselines, into docs/results/baselines.csv and its matrix of players.

`python -m benchmarks baselines` measures the rows that the file lacks, or has with other settings or with rules before
version 14 (`SINCE`), keeps each at once, and prints an estimate of the rest; a stopped run continues. All rows have one
seed, chosen beforehand, and each deal is played once in each rotation of the seats. `--rows 'greedy-*'` takes single
rows, `--list` names them, `--scale 0.1` plays a tenth of the games into runs/results/. `--training` adds the rows that
train: those of trainers and of the shipped recipes. Their runs lie in runs/baselines/; finished runs of recipes are not
trained again.
"""

import csv
import hashlib
import os
import shlex
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import parser_of
from munchkin_env.evaluation.match_runner import whole_deals
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.evaluation.result import Evaluation
from munchkin_env.markdown import table
from munchkin_env.policies.files import PRETRAINED, PRETRAINED_ALL_EDITIONS
from munchkin_env.versions import RULES_VERSION

NAME = "baselines"
SEED = 20_261_128
GAMES, FEWER = 4000, 1000
"""Games of a row; of one in which the search bot plays."""
BASE, ALL = "munchkin", "munchkin+cthulhu+star+extended"
EDITIONS = ("cthulhu", "star", "extended", ALL)
SEARCH = "search:120"
SEARCH_VERSION = 2
"""Raise it when the search changes, so that its rows are measured again. 2: stopping rules, and three turns played."""
SINCE = 14
"""First rules version whose rows hold: the page has what later ones changed on the same deals, no more than chance."""
FAST = ("random", "greedy", "veteran", "pretrained")
PLAYERS = (*FAST, SEARCH)
MIXED = ("greedy", "veteran", "pretrained")
OTHERS = {"greedy": ("greedy",), "veteran": ("veteran",), "mixed": MIXED}
"""Players that fill the other seats, in turn."""
BUDGET = 600
"""Seconds on one core of a training row."""
TRAINING_SEEDS = (0, 1, 2)
RECIPE_SEEDS = (0, 1, 2, 3, 4)
TRAINED = results.ROOT / "runs" / "baselines"
IDENTITY = ("kind", "player", "opponents", "players", "edition", "actions", "policy", "games", "seed")
HEAD = (
    *("row", "kind", "player", "opponents", "players", "edition", "actions", "policy", "games", "seed", "wins", "low"),
    *("high", "rounds", "cpu_minutes", "steps", "commit", "hardware", "rules"),
)
"""Columns: `policy` is the origin of the policies. `wins` to `high` are per cent with the 95 % interval,
`rounds` those of a game. `cpu_minutes` and `steps` (decisions of all seats) are those of the match, of a training row
those of its training; the minutes of a recipe are clock time on one core."""
Cells = dict[str, str]


@dataclass(frozen=True)
class Row:
    """A row of the table: one player against others, a trainer at a budget, or a seed of a shipped recipe."""

    player: str
    others: str = "greedy"
    players: int = 4
    edition: str = BASE
    actions: str = "deterministic"
    games: int = GAMES
    kind: str = "match"
    training_seed: int | None = None

    @property
    def name(self) -> str:
        if self.kind == "training":
            return f"train-{self.run}"
        size = "" if self.players == 4 else f"{self.players}p"
        edition = {BASE: "", ALL: "all"}.get(self.edition, self.edition)
        actions = "" if self.actions == "deterministic" else self.actions
        words = (f"{self.run}-vs-{self.others}", size, edition, actions)
        return "-".join(word for word in words if word).replace(":", "-")

    @property
    def run(self) -> str:
        """Player, with the seed of its training where the row trains it."""
        return self.player if self.training_seed is None else f"{self.player}-{self.training_seed}"

    @property
    def opponents(self) -> list[str]:
        return list(islice(cycle(OTHERS.get(self.others, (self.others,))), self.players - 1))

    @property
    def policy(self) -> str:
        """Digest of the shipped file, or training settings, of the policies at the table."""
        if self.kind == "training":
            return f"{identified(TRAINERS[self.player].settings)}; {BUDGET} s"
        if self.kind == "recipe":
            settings = identified(RECIPES[self.player])
            return f"{settings}; {digest(PRETRAINED)}" if PRETRAINED.name in settings else settings
        if not {"pretrained", SEARCH} & {self.player, *self.opponents}:
            return ""
        file = digest(PRETRAINED if self.edition == BASE else PRETRAINED_ALL_EDITIONS)
        return f"{file}; search {SEARCH_VERSION}" if SEARCH in {self.player, *self.opponents} else file

    def settings(self) -> Cells:
        """Return the cells that identify its measurement, beside the rules version."""
        games = whole_deals(self.games, self.players)
        found = (self.kind, self.player, " ".join(self.opponents), self.players, self.edition, self.actions)
        return dict(zip(IDENTITY, map(str, (*found, self.policy, games, SEED)), strict=True))


@dataclass(frozen=True)
class Trainer:
    """A trainer of the comparison, with the settings that it comes with."""

    settings: str
    train: Callable[[int, Path], tuple[str | mk.Bot, int]]
    """Trains for `BUDGET` seconds with a seed in a folder; returns the player and its decisions."""
    needs: str


def trained(config: str | None, fields: Sequence[str], resume: str | None = None) -> None:
    """Train to the end. Raises SystemExit if the run is stopped, so that no part of one is measured."""
    from training.__main__ import run

    if status := run(config, [*fields], resume):
        raise SystemExit(status)


def _own(settings: str, policy: str) -> Trainer:
    """Return the package's trainer with a config and fields; its policy's file has that format."""

    def train(seed: int, folder: Path) -> tuple[str, int]:
        config, *fields = settings.split()
        fields += [f"run.seconds={BUDGET}", "run.threads=1", f"run.seed={seed}", f"run.dir={folder}"]
        shutil.rmtree(folder, ignore_errors=True)  # what a stopped command left
        trained(str(results.ROOT / config), [*fields, "evaluation.every=1000000", "evaluation.games=4"])
        return policy.format(folder), iterations(folder)[-1]["total_timesteps"]

    return Trainer(settings, train, "sb3_contrib" if "sb3" in settings else "torch")


def _single_file(settings: str) -> Trainer:
    """Return the single file with options."""

    def train(seed: int, folder: Path) -> tuple[mk.Bot, int]:
        ppo = import_module("examples.ppo")
        options = shlex.split(settings)[1:]
        agent, curve = ppo.train(ppo.arguments([*options, "--minutes", str(BUDGET / 60), "--seed", str(seed)]))
        return ppo.AgentBot(agent), int(curve[-1]["decisions"])

    return Trainer(settings, train, "torch")


def _rllib(settings: str) -> Trainer:
    """Return RLlib's PPO with options."""

    def train(seed: int, folder: Path) -> tuple[mk.Bot, int]:
        from training.rllib import learning, options, player

        asked = options.parse([*settings.split()[1:], "--seed", str(seed)])
        began, decisions = time.monotonic(), 0
        with learning.connected(asked):
            algorithm = learning.algorithm_config(asked).build_algo()
            while time.monotonic() - began < BUDGET:
                decisions += learning.iterate(algorithm).decisions
            module = algorithm.get_module(learning.POLICY)
            algorithm.stop()
        return player.ModuleBot(module, asked.game_settings()), decisions

    return Trainer(settings, train, "ray")


# The first two phases of the first are shortened about as much as the whole recipe, which takes a thousand seconds.
TRAINERS = {
    "own": _own(
        "configs/ppo_scratch.yaml phases.0.timesteps=5000000 phases.1.timesteps=4500000", "{}/policy.safetensors"
    ),
    "maskable-ppo": _own("configs/sb3.yaml", "pickle:{}/policy.zip"),
    "rllib": _rllib("training.rllib --env-runners 0 --envs-per-runner 64"),
    "single-file": _single_file("examples/ppo.py --opponents greedy --preset '' --envs 256"),
}


RECIPES = {
    "imitate_ppo": "configs/imitate_ppo.yaml",
    "all_editions": "configs/all_editions.yaml run.init_from=munchkin_env/policies/pretrained.safetensors",
}
"""Config and fields of the two shipped policies: the median seed ships, and the second starts from the first."""
RECIPE_MINUTES = 40
"""CPU minutes of a run of either, about."""


def recipe_run(name: str, seed: int) -> tuple[str, float, int]:
    """Train a seed of a shipped recipe to its end, or find it trained, perhaps under earlier rules.

    Returns: the policy's file, the run's minutes by the clock, with its evaluations, the timesteps. Raises SystemExit
    for a run of other settings.
    """
    from training.config import read_config
    from training.run import RunFolder

    folder = TRAINED / f"{name}-{seed}"
    config, *fields = RECIPES[name].split()
    fields += [f"run.seed={seed}", f"run.dir={folder}"]
    asked = read_config(str(results.ROOT / config), fields)
    if not (folder / "config.yaml").exists():
        trained(str(results.ROOT / config), fields)
    elif _settings(RunFolder.open(folder).config) != _settings(asked):
        raise SystemExit(f"{folder}: expected a run of {config}, got other settings; remove it to train again")
    elif not any(line["total_timesteps"] >= asked.run.total_timesteps for line in iterations(folder)):
        trained(None, [], str(folder))
    last = iterations(folder)[-1]
    return str(folder / "policy.safetensors"), last["time_elapsed"] / 60, last["total_timesteps"]


def _settings(config: Any) -> dict[str, Any]:
    """Return the settings of a run, but for its place."""
    return replace(config, run=replace(config.run, dir="")).as_dict()


def iterations(folder: Path) -> list[dict[str, Any]]:
    """Return the logged iterations of a run."""
    from training.run import read_metrics

    return [line for line in read_metrics(folder) if line["kind"] == "iteration"]


def rows() -> list[Row]:
    """Return all declared rows, in the order in which they are measured."""
    tables = [(others, size, BASE) for size in (4, 3, 6) for others in OTHERS]
    tables += [(others, 4, edition) for edition in EDITIONS for others in ("greedy", "veteran")]
    played = [Row(player, *where) for where in tables for player in FAST]
    played += [Row("pretrained", *where, actions="sampled") for where in tables]
    played += [Row(player, others, kind="matrix") for others in ("random", "pretrained") for player in FAST]
    played += [Row(SEARCH, *one, games=FEWER) for one in tables]
    played += [Row(SEARCH, others, games=FEWER, kind="matrix") for others in ("random", "pretrained")]
    played += [Row(player, SEARCH, games=FEWER, kind="matrix") for player in PLAYERS]
    played += [
        Row(name, others, edition=edition, kind="recipe", training_seed=seed)
        for name, edition in zip(RECIPES, (BASE, ALL), strict=True)
        for seed in RECIPE_SEEDS
        for others in ("greedy", "veteran")
    ]
    trained = [(name, seed) for name in TRAINERS for seed in TRAINING_SEEDS]
    return played + [Row(name, kind="training", training_seed=seed) for name, seed in trained]


# ------------------------------------------------------------------ measuring


@cache
def digest(file: Path) -> str:
    """Return the first digits of a file's SHA-256."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10]


@cache
def identified(command: str) -> str:
    """Return a command, with a digest of the config that it begins with, comments left out."""
    file = results.ROOT / command.split()[0]
    if file.suffix != ".yaml":
        return command
    lines = [line.partition("#")[0].rstrip() for line in file.read_text(encoding="utf-8").splitlines()]
    return f"{command}; {hashlib.sha256(chr(10).join(filter(None, lines)).encode()).hexdigest()[:10]}"


@cache
def where() -> Cells:
    """Return the commit, marked with + if the package differs from it, and the hardware."""
    found = mk.provenance()
    changed = _git("status", "--porcelain", "--", "munchkin_env", "training") != ""
    hardware = f"{found['processor']}, {found['cores']} cores, one used"
    return {"commit": f"{found['commit'] or ''}"[:12] + "+" * changed, "hardware": hardware}


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=results.ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def play(row: Row, games: int, player: str | mk.Bot | None = None) -> Evaluation:
    """Play games of a row, by its player or one that a trainer made."""
    bots = [player or row.player, *row.opponents]
    sampled = row.actions == "sampled"
    return mk.evaluate(bots, games, SEED, row.edition.split("+"), deterministic=not sampled)


def measure(row: Row) -> Cells:
    """Measure a row: train where it has a trainer, then play."""
    if row.training_seed is None:
        play(row, row.players)  # compiles and loads
        began = time.process_time()
        found = play(row, row.games)
        minutes, steps = (time.process_time() - began) / 60, round(found.decisions.mean * found.games)
    elif row.kind == "recipe":
        policy, minutes, steps = recipe_run(row.player, row.training_seed)
        found = play(row, row.games, policy)
    else:
        play(Row("greedy"), row.players)  # compiles, outside of the budget
        began = time.process_time()
        player, steps = TRAINERS[row.player].train(row.training_seed, TRAINED / row.name)
        minutes = (time.process_time() - began) / 60
        found = play(row, row.games, player)
    one = found.bots[0]
    rates = {"wins": one.win_rate, "low": one.low, "high": one.high}
    return {
        "row": row.name,
        **row.settings(),
        "rules": str(RULES_VERSION),
        **{name: f"{100 * rate:.1f}" for name, rate in rates.items()},
        "rounds": f"{found.rounds.mean:.1f}",
        "cpu_minutes": f"{minutes:.2f}",
        "steps": str(steps),
        **where(),
    }


def read(file: Path) -> dict[str, Cells]:
    """Return the measured rows of a file by name; none without a file."""
    if not file.exists():
        return {}
    with file.open(encoding="utf-8", newline="") as opened:
        return {cells["row"]: cells for cells in csv.DictReader(opened)}


def keep(file: Path, cells: Cells) -> None:
    """Add a row to a file, in the declared order, in place of an earlier measurement."""
    found = {**read(file), cells["row"]: cells}
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, HEAD, lineterminator="\n")
        writer.writeheader()
        writer.writerows(found[row.name] for row in rows() if row.name in found)
    os.replace(part, file)


def is_measured(row: Row, found: Mapping[str, Cells]) -> bool:
    """Return True if a row is there with its settings, and rules that no later ones tell from the present ones."""
    cells = found.get(row.name, {})
    return row.settings().items() <= cells.items() and int(cells["rules"]) >= SINCE


@cache
def tried(player: str) -> float:
    """Return the CPU minutes of a game of a player against three `greedy`, from a trial deal."""
    play(Row(player), 4)  # compiles and loads
    began = time.process_time()
    play(Row(player), 4)
    return (time.process_time() - began) / 60 / 4


def estimate(left: Sequence[Row], found: Mapping[str, Cells]) -> float:
    """Return the CPU minutes of rows, from what a seat of each player costs in rows done, or else in a trial."""
    minutes = sum(BUDGET / 60 for row in left if row.kind == "training")
    minutes += sum(RECIPE_MINUTES for row in left if row.kind == "recipe" and not (TRAINED / row.run).exists()) / 2
    for row in left:
        for player in [row.player, *row.opponents] if row.training_seed is None else ():
            cells = found.get(Row(player).name)
            game = float(cells["cpu_minutes"]) / int(cells["games"]) if cells else tried(player)
            minutes += row.games * game / (4 if player == "greedy" else 1)  # the row against `greedy` has four of them
    return minutes


def measured(wanted: Sequence[Row], file: Path, again: bool) -> Iterator[Cells]:
    """Measure the rows that a file lacks, or all of them again; keep each at once."""
    left = [row for row in wanted if again or not is_measured(row, read(file))]
    print(f"rows: {len(wanted)}, measured before: {len(wanted) - len(left)}", flush=True)
    while left:
        minutes = estimate(left, read(file))
        print(f"rows left: {len(left)}, about {minutes:.1f} CPU minutes; now {left[0].name}", flush=True)
        cells = measure(left.pop(0))
        keep(file, cells)
        told = "{row}: {wins} % [{low}, {high}] of {games} games, {cpu_minutes} CPU min".format(**cells)
        print(f"[{len(wanted) - len(left)}/{len(wanted)}] {told}", flush=True)
        yield cells


# ------------------------------------------------------------------ tables


def _published() -> dict[str, Cells]:
    return read(results.FOLDER / f"{NAME}.csv")


def _cell(name: str, found: Mapping[str, Cells], intervals: bool = True) -> str:
    """Return the win rate of a row, marked if the row is to be measured again."""
    if name not in found:
        return "–"
    row = next(row for row in rows() if row.name == name)
    cells, mark = found[name], "" if is_measured(row, found) else " †"
    return cells["wins"] + " [{low}, {high}]".format(**cells) * intervals + mark


def _table(columns: Mapping[str, Mapping[str, Any]], intervals: bool = True) -> str:
    """Return win rates as Markdown: a line for each player that has a row, a column for each title's fields of Row."""
    found = _published()
    lines = {
        who: [_cell(Row(who, **of).name, found, intervals) for of in columns.values()] for who in reversed(PLAYERS)
    }
    return table(("player", *columns), [(f"`{who}`", *line) for who, line in lines.items() if set(line) != {"–"}])


def base(intervals: bool = True) -> str:
    """Return the table of four players in the base edition."""
    titles = {"three `greedy`": "greedy", "three `veteran`": "veteran", "mixed": "mixed"}
    return _table({title: {"others": others} for title, others in titles.items()}, intervals)


def sizes() -> str:
    """Return the table of three and six players."""
    return _table({f"{n}, {others}": {"others": others, "players": n} for n in (3, 6) for others in OTHERS})


def editions(others: str) -> str:
    """Return the table of the other editions, and of all four in one deck, against three of a player."""
    titles = {"all four" if one == ALL else f"`{one}`": one for one in EDITIONS}
    return _table({title: {"others": others, "edition": one} for title, one in titles.items()})


def selection() -> str:
    """Return the rows of `pretrained` by deterministic and by sampled actions."""
    found = _published()
    pairs = [(replace(row, actions="deterministic").name, row.name) for row in rows() if row.actions == "sampled"]
    lines = [(f"`{one}`", _cell(one, found), _cell(two, found)) for one, two in pairs if two in found]
    return table(("row", "deterministic", "sampled"), lines)


def training() -> str:
    """Return the rows of training, or that there is none."""
    found = _published()
    names = ("row", "policy", "wins", "low", "high", "cpu_minutes", "steps", "rules")
    lines = [
        [found[row.name][name] for name in names] for row in rows() if row.kind == "training" and row.name in found
    ]
    return table(names, lines) if lines else "Not measured yet."


def recipes() -> str:
    """Return the rows of the shipped recipes: a line for each seed, then means with Student's interval over seeds."""
    found = _published()
    lines: list[tuple[object, ...]] = []
    for name in RECIPES:
        pairs = {seed: pair for seed in RECIPE_SEEDS if (pair := _of_seed(found, name, seed))}
        for seed, (greedy, _) in pairs.items():
            rates = [_cell(row, found) for row in _names(name, seed)]
            lines.append((f"`{name}`", seed, *rates, greedy["cpu_minutes"], f"{int(greedy['steps']):,}"))
        if len(pairs) == len(RECIPE_SEEDS):
            means = [
                mk.mean_interval([float(cells["wins"]) for cells in of]) for of in zip(*pairs.values(), strict=True)
            ]
            told = [f"{mean:.1f} [{low:.1f}, {high:.1f}]" for mean, low, high in means]
            lines.append((f"`{name}`", f"mean; {median_seed(name)} ships", *told, "", ""))
    return table(("recipe", "seed", "three `greedy`", "three `veteran`", "minutes", "timesteps"), lines)


def median_seed(name: str) -> int:
    """Return the seed of a recipe whose mean of both win rates is the median, of equal ones the lowest.

    Raises SystemExit if rows are missing.
    """
    pairs = {seed: pair for seed in RECIPE_SEEDS if (pair := _of_seed(_published(), name, seed))}
    if len(pairs) < len(RECIPE_SEEDS):
        told = ", ".join(map(str, pairs)) or "none"
        raise SystemExit(f"{name}: expected rows of five seeds in {NAME}.csv, got those of {told}")
    wins = {seed: round(sum(float(cells["wins"]) for cells in pair), 1) for seed, pair in pairs.items()}
    median = sorted(wins.values())[len(wins) // 2]
    return min(seed for seed, sums in wins.items() if sums == median)


def _of_seed(found: Mapping[str, Cells], name: str, seed: int) -> list[Cells]:
    """Return the two rows of a seed; none before both are measured."""
    named = _names(name, seed)
    return [found[one] for one in named] if found.keys() >= set(named) else []


def _names(name: str, seed: int) -> list[str]:
    return [row.name for row in rows() if row.kind == "recipe" and (row.player, row.training_seed) == (name, seed)]


def state() -> str:
    """Return how many of the declared rows have a figure that holds."""
    found = _published()
    done = sum(is_measured(row, found) for row in rows())
    versions = Counter(int(cells["rules"]) for cells in found.values())
    told = ", ".join(f"{versions[version]} of rules version {version}" for version in sorted(versions, reverse=True))
    return f"{done} of {len(rows())} rows have their present settings: {told}; `--list` shows which."


def draw(found: Mapping[str, Cells], file: Path) -> None:
    """Draw the matrix: a row for the player, a column for the three others; cells that are missing stay empty."""
    figure = new_figure(file, (6.4, 4.2))
    panel = figure.subplots()
    for y, who in enumerate(PLAYERS):
        for x, others in enumerate(PLAYERS):
            if cells := found.get(Row(who, others).name):
                rate = float(cells["wins"])
                tint = (rate - 25) / (25 if rate < 25 else 75)  # white is the chance level
                panel.imshow([[tint]], cmap="RdBu", vmin=-1.6, vmax=1.6, extent=(x - 0.5, x + 0.5, y + 0.5, y - 0.5))
                panel.text(x, y, f"{rate:.1f}", ha="center", va="center", fontsize=9)
    panel.set(xlim=(-0.5, len(PLAYERS) - 0.5), ylim=(len(PLAYERS) - 0.5, -0.5), aspect="auto")
    panel.set(xlabel="against three of", ylabel="player", title="Games won, %")
    panel.set_xticks(range(len(PLAYERS)), PLAYERS)
    panel.set_yticks(range(len(PLAYERS)), PLAYERS)
    save_figure(figure, file)


# ------------------------------------------------------------------ command


def chosen(patterns: Sequence[str], training: bool) -> list[Row]:
    """Return the rows that a command asks for. Raises SystemExit for a pattern without a row."""
    offered = [row for row in rows() if training or row.training_seed is None]
    for pattern in patterns:
        if not any(fnmatch(row.name, pattern) for row in offered):
            raise SystemExit(f"--rows: expected names of --list, got {pattern!r}; rows that train need --training")
    return [row for row in offered if not patterns or any(fnmatch(row.name, pattern) for pattern in patterns)]


def main(words: list[str] | None = None) -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--rows", nargs="+", default=[], metavar="NAME", help="only these; * and ? as in file names")
    parser.add_argument("--list", action="store_true", help="list the rows and what is measured, and exit")
    parser.add_argument("--training", action="store_true", help="include the rows that train, each on one core")
    parser.add_argument(
        "--again", action="store_true", help="also measure rows that exist, of finished runs where there are some"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games; below 1 into runs/results/")
    args = parser.parse_args(words)
    if not 0 < args.scale <= 1:
        parser.error(f"--scale: expected a share above 0, up to 1, got {args.scale}")
    file = results.FOLDER / f"{NAME}.csv" if args.scale == 1 else results.RUNS / f"{NAME}-{args.scale}.csv"
    wanted = [
        replace(row, games=round(row.games * args.scale)) for row in chosen(args.rows, args.training or args.list)
    ]
    if args.list:
        found = read(file)
        for row in wanted:
            print(f"{row.name:36} {row.games:5} games  {'measured' if is_measured(row, found) else ''}".rstrip())
        return
    for needed in {TRAINERS[row.player].needs for row in wanted if row.kind == "training"}:
        if find_spec(needed) is None:
            parser.error(f"--training: {needed} is not installed; leave its rows out with --rows")
    if args.training and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for _ in measured(wanted, file, args.again):
        pass
    draw(read(file), file.with_name(f"{file.stem}-matrix.png"))


if __name__ == "__main__":
    main()
