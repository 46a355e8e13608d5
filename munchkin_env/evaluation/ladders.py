"""Ladder of players: one player against copies of a reference player, at several table sizes."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from munchkin_env.bots import Bot
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.match import bots_for, check_counts, check_progress, play_match
from munchkin_env.evaluation.match_runner import plan_games, whole_deals
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.replays import replays_of
from munchkin_env.evaluation.result import Evaluation
from munchkin_env.evaluation.rows import asked, other_rules
from munchkin_env.evaluation.workers import run_apart
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.markdown import table
from munchkin_env.renamed import checks_names
from munchkin_env.replays.replay import Replay
from munchkin_env.versions import ACTION_VERSION, OBSERVATION_VERSION, RULES_VERSION
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

BOTS = ("random", "greedy", "veteran", "rollout:20", "pretrained")
TABLE_SIZES = (3, 4, 6)
HEAD = ("players", "bot", "against", "win rate", "95 % interval", "chance level", "level", "others", "rounds", "drawn")


@dataclass(frozen=True)
class Rung:
    """One player against copies of a reference. Rates are of all games; a win shared by k players counts 1/k."""

    bot: str
    reference: str
    players: int
    games: int
    wins: float
    win_rate: float
    low: float
    """Lower end of the 95 % interval of the win rate, clustered by seed."""
    high: float
    chance_level: float
    """1 / number of players, the expected win rate of a player as good as the reference in games with a
    winner."""
    draw_rate: float
    mean_level: float
    """The player's level when the game ended, the mean over all games."""
    others_level: float
    """Mean level at the end of the copies of the reference."""
    rounds: float
    """Mean number of rounds per game."""
    rules_version: int | None
    """Rules version under which the player was trained, if it is a policy and its file records it."""
    reference_rules_version: int | None
    """Rules version under which the reference was trained, likewise."""
    asked: dict[str, dict[str, float]]
    """Usage counts of each language model (`usage.LLMUsage`, without times), by its label."""
    reasons: dict[str, dict[str, int]]
    """Reasons for missing replies of language models, with counts, by label."""

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the table's line, as `HEAD` names them."""
        return (
            str(self.players), self.bot, f"{self.players - 1} × {self.reference}", f"{self.win_rate:.1%}",
            f"{self.low:.1%} – {self.high:.1%}", f"{self.chance_level:.1%}", f"{self.mean_level:.2f}",
            f"{self.others_level:.2f}", f"{self.rounds:.1f}", f"{self.draw_rate:.1%}",
        )  # fmt: skip


@dataclass(frozen=True)
class Ladder:
    """Result of `ladder`. It holds no times: the same arguments give the same bytes as JSON."""

    rungs: tuple[Rung, ...]
    """By seats, then by reference, then by player, each in the order given."""
    seed: int
    deterministic: bool
    transfer: bool
    settings: dict[str, Any]
    """Fields of GameConfig except `players`."""
    versions: dict[str, int]
    replays: tuple[tuple[Replay, ...], ...] = field(default=(), repr=False, compare=False)
    """Recorded games by rung (`record`)."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values only; replays are files of their own."""
        found = asdict(replace(self, replays=()))
        del found["replays"]
        return found

    def as_json(self) -> str:
        """Return the values of `as_dict` as JSON."""
        return json.dumps(self.as_dict(), indent=2)

    def table(self) -> str:
        """Return Markdown: a line for each rung."""
        return table(HEAD, [rung.cells() for rung in self.rungs])

    def matrices(self) -> str:
        """Return Markdown: for each table size the win rates with intervals.

        It has a row for the evaluated bot, a column for the reference.
        """
        bots, references = unique(r.bot for r in self.rungs), unique(r.reference for r in self.rungs)
        found = {(r.players, r.bot, r.reference): r for r in self.rungs}
        blocks = []
        for players in unique(r.players for r in self.rungs):
            rows = [(bot, *(_short(found[players, bot, reference]) for reference in references)) for bot in bots]
            head = ("bot", *(f"{players - 1} × {reference}" for reference in references))
            blocks.append(f"{players} players, chance level {1 / players:.1%}:\n\n{table(head, rows)}")
        return "\n\n".join(blocks)

    def note(self) -> str:
        """Return the conditions of the figures in a sentence or two.

        They are games, seed, settings, versions; and the prompting of language models.
        """
        plain = GameConfig().as_dict()
        changed = [f"{name}={shown(value)}" for name, value in self.settings.items() if value != plain[name]]
        sizes = unique((r.players, r.games) for r in self.rungs)
        counts = ", ".join(f"{games} with {players} players" for players, games in sizes)
        changed += ["transfer"] if self.transfer else []
        answers = "deterministic" if self.deterministic else "sampled"
        told = [(f"{who}, {r.players} players, {r.reference}", one) for r in self.rungs for who, one in r.asked.items()]
        reasons = {
            f"{who}, {r.players} players, {r.reference}": one for r in self.rungs for who, one in r.reasons.items()
        }
        text = (
            f"Games per line: {counts}, each seed in every rotation of the seats; seed {self.seed}; "
            f"settings: {', '.join(changed) or 'defaults'}; rules version {self.versions['rules']}. Policies "
            f"take {answers} actions. "
            "Intervals are clustered by seed; level: the mean at the "
            "end of a game."
        )
        trained = [(r.bot, r.rules_version) for r in self.rungs]
        trained += [(r.reference, r.reference_rules_version) for r in self.rungs]
        return "\n\n".join([text, *other_rules(trained), *asked(told, reasons)])

    def __repr__(self) -> str:
        return f"{self.table()}\n\n{self.note()}"


@checks_names
def ladder(
    bots: Sequence[str] = BOTS,
    table_sizes: Sequence[int] = TABLE_SIZES,
    references: Sequence[str] = ("greedy",),
    games: int = 400,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    processes: int = 1,
    record: int = 0,
    progress: bool | None = None,
    **settings: Any,
) -> Ladder:
    """Play a match for each player, number of seats and reference: the player against copies of the reference.

    Args:
        bots: names of bots, or files of policies, each name once.
        table_sizes: numbers of players at the table, 3 to 6, each once.
        references: names as for `bots`; the same list as `bots` gives a cross-play matrix.
        games: of each match, rounded up to full seat rotations.
        seed: fixes games and bots; all matches have the same seeds, and a match is the one that `evaluate` plays by
            that seed; None draws one, as there.
        editions: their names, the host first.
        deterministic: policies take argmax actions; otherwise they sample.
        transfer: policies are transferred to this game, as `load_policy` describes.
        processes: number of processes that share the matches; the result does not depend on it. Each is a fresh Python
            that imports the package: bots of your own (`register_bot`) play in one process only, and a script that asks
            for more keeps its work under `if __name__ == "__main__":`.
        record: how many of the first games of each match are kept as `replays`: they are played again, and are the
            same.
        progress: whether to draw a bar on stderr; None draws it on a terminal.
        settings: fields of GameConfig other than `players`.

    Raises:
        ConfigError: an unknown name or setting, or numbers that do not fit, before any game is played.
        MissingExtra: a policy without the extra `train`.
    """
    _check_names("bots", bots)
    _check_names("references", references)
    _check_table_sizes(table_sizes)
    check_counts(games=games, processes=processes, record=record)
    check_progress(progress)
    seed = seed_or_drawn(seed)
    configs = _configs(table_sizes, {"editions": editions, **settings})
    matches = [
        _Match(bot, reference, config, games, seed, deterministic, transfer)
        for config in configs
        for reference in references
        for bot in bots
    ]
    for match in matches:  # raised before the games, not after
        match.bots()
    found = _played(matches, processes, progress)
    return Ladder(
        rungs=tuple(match.rung(one) for match, one in zip(matches, found, strict=True)),
        seed=seed,
        deterministic=deterministic,
        transfer=transfer,
        settings={name: value for name, value in configs[0].as_dict().items() if name != "players"},
        versions={"rules": RULES_VERSION, "observation": OBSERVATION_VERSION, "action": ACTION_VERSION},
        replays=tuple(match.replays(record) for match in matches),
    )


def _configs(table_sizes: Sequence[int], settings: dict[str, Any]) -> list[GameConfig]:
    """Return the game for each number of seats. Raises ConfigError for settings that no game can have."""
    if "players" in settings:
        raise ConfigError(f"settings: expected no players beside table_sizes, got {shown(settings['players'])}")
    return [GameConfig.of({**settings, "players": number}) for number in table_sizes]


# --------------------------------------------------------------------------- playing


@dataclass(frozen=True)
class _Match:
    """Data with which a process plays one rung."""

    bot: str
    reference: str
    config: GameConfig
    games: int
    seed: int
    deterministic: bool
    transfer: bool

    @property
    def names(self) -> list[str]:
        """Return the player, then the copies of the reference."""
        return [self.bot, *[self.reference] * (self.config.players - 1)]

    def bots(self) -> list[Bot]:
        """Return the bots. Raises ConfigError for one that cannot play this game."""
        return bots_for(self.names, self.config, self.deterministic, self.transfer)

    def played(self, bar: Progress) -> Evaluation:
        return play_match(self.bots(), self.names, self.config, self.games, self.seed, bar)

    def replays(self, first: int) -> tuple[Replay, ...]:
        """Return replays of its first games, as many as given."""
        deals = whole_deals(self.games, self.config.players) // self.config.players
        plan = plan_games(self.seed, deals, self.config.players)[:first]
        return replays_of(self.bots(), self.names, self.config, plan) if plan else ()

    def rung(self, found: Evaluation) -> Rung:
        one, *others = found.bots
        return Rung(
            bot=self.bot,
            reference=self.reference,
            players=self.config.players,
            games=found.games,
            wins=one.wins,
            win_rate=one.win_rate,
            low=one.low,
            high=one.high,
            chance_level=1 / self.config.players,
            draw_rate=found.draw_rate,
            mean_level=one.mean_level,
            others_level=sum(other.mean_level for other in others) / len(others),
            rounds=found.rounds.mean,
            rules_version=one.rules_version,
            reference_rules_version=others[0].rules_version,
            asked=dict(found.asked()),
            reasons=found.reasons(),
        )


def _played(matches: Sequence[_Match], processes: int, progress: bool | None) -> list[Evaluation]:
    """Return the matches' results, in their order."""
    total = sum(whole_deals(match.games, match.config.players) for match in matches)
    with Progress(total, "games", progress) as bar:
        if processes == 1:
            return [match.played(bar) for match in matches]
        return run_apart(_alone, matches, processes, lambda found: bar.advance(found.games))


def _alone(match: _Match) -> Evaluation:
    return match.played(Progress(match.games, "games", show=False))


def _short(rung: Rung) -> str:
    return f"{rung.win_rate:.1%} [{100 * rung.low:.1f}, {100 * rung.high:.1f}]"


def unique(values: Any) -> list[Any]:
    """Return each value once, in the order of first occurrence."""
    return list(dict.fromkeys(values))


# --------------------------------------------------------------------------- arguments


def _check_names(field: str, names: object) -> None:
    if isinstance(names, str) or not isinstance(names, Sequence) or not names:
        raise ConfigError(f"{field}: expected a list of names of players, got {shown(names)}")
    for name in names:
        if not isinstance(name, str):
            raise ConfigError(f"{field}: expected names of bots or policies' files, got {shown(name)}")
    if len(set(names)) < len(names):
        raise ConfigError(f"{field}: expected each name once, got {shown(list(names))}")


def _check_table_sizes(sizes: object) -> None:
    if isinstance(sizes, str) or not isinstance(sizes, Sequence) or not sizes:
        raise ConfigError(f"table_sizes: expected a list of numbers of players, got {shown(sizes)}")
    for number in sizes:
        if isinstance(number, bool) or not isinstance(number, int) or not MIN_PLAYERS <= number <= MAX_PLAYERS:
            raise ConfigError(f"table_sizes: expected numbers from {MIN_PLAYERS} to {MAX_PLAYERS}, got {shown(number)}")
    if len(set(sizes)) < len(sizes):
        raise ConfigError(f"table_sizes: expected each number once, got {shown(list(sizes))}")
