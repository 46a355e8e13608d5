"""Self-play statistics of one bot: game lengths, endings, and how often each card is drawn and used."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cards.compile import Catalogue, catalogue_of
from munchkin_env.config.fields import flag
from munchkin_env.config.game_config import GameConfig, whole_number
from munchkin_env.engine.kernels.kernel import FIRST_TIME, records
from munchkin_env.engine.state.layout import empty
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.envs.bot_games import (
    ANSWERS,
    BROKEN,
    COUNTS,
    DRAWN,
    ENDING,
    FAULT,
    ROUNDS,
    UNSEEN,
    USED,
    WINNERS,
    Ending,
    new_batch,
    watch_games,
)
from munchkin_env.envs.opponents import compiled_kind
from munchkin_env.envs.seeding import chance_keys, episode_seed
from munchkin_env.errors import ConfigError, EngineFault, shown
from munchkin_env.evaluation.match import MOST_GAMES, check_progress
from munchkin_env.evaluation.match_runner import MOST_ANSWERS
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.result import Length
from munchkin_env.evaluation.statistics import win_shares
from munchkin_env.game.initial_state import check_seed, hash_seed, write_settings
from munchkin_env.markdown import table
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.vocabulary import MAX_TYPES

CHUNK = 64  # games per compiled call, between two looks at the progress bar
ENDINGS = {
    Ending.KILL: "a kill",
    Ending.LEVEL: "a level without a kill",
    Ending.LAST_OUTSIDE: "the last one outside the cult",
    Ending.ALL_CULTISTS: "everybody in the cult",
    Ending.ROUND_LIMIT: "the round limit",
}


@dataclass(frozen=True)
class CardStats:
    """Counts of draws and uses of the copies of one card, in all games together."""

    card: str
    """`edition:id`."""
    name: str
    kind: str
    copies: int
    drawn: int
    """Times a copy left a pile: drawn, dealt, turned up, or taken back from the discards."""
    used: int
    """Draws in which it took effect, once or more, before it went back to a pile.

    A one-shot was played (laying it out is no use of it), an item was in use, a race, class or the like in play, a
    monster fought, a curse applied, a room was entered; any other card was played.
    """

    @property
    def edition(self) -> str:
        """Edition of the card."""
        return self.card.partition(":")[0]

    @property
    def rate(self) -> float:
        """Share of its draws in which it was used; 0 for a card that was never drawn."""
        return self.used / self.drawn if self.drawn else 0.0


@dataclass(frozen=True)
class GameStats:
    """Result of `game_stats`: self-play statistics of one bot."""

    bot: str
    games: int
    rounds: Length
    decisions: Length
    wins_by_seat: tuple[float, ...]
    """Rates by seat; a win shared by k players counts 1/k for each."""
    endings: dict[str, float]
    """Endings of games, as rates; endings that never happened are left out."""
    cards: tuple[CardStats, ...]
    """All cards of the decks, the least used first."""
    unseen: int
    """Events that were lost before they could be counted: an upper bound of the uses missing above."""
    seed: int
    settings: dict[str, Any]

    def summary(self) -> str:
        """Return the games in a few lines of Markdown."""
        ends = ", ".join(f"{rate:.1%} by {ending}" for ending, rate in self.endings.items())
        seats = ", ".join(f"{rate:.1%}" for rate in self.wins_by_seat)
        editions = " + ".join(self.settings["editions"])
        return (
            f"{self.games} games of {len(self.wins_by_seat)} `{self.bot}` each, {editions}, seed {self.seed}:\n"
            f"- {self.rounds.mean:.1f} rounds and {self.decisions.mean:.0f} decisions a game "
            f"(longest {self.rounds.longest} and {self.decisions.longest})\n"
            f"- ended {ends}\n"
            f"- won by seat: {seats}"
        )

    def table(self, most: int | None = None) -> str:
        """Return a Markdown table of the `most` least used cards, or of all; of a blend with the edition of each."""
        blend = len(self.settings["editions"]) > 1
        words = ["card", *["edition"] * blend, "kind"]
        rows = []
        for card in self.cards[:most]:
            facts = [card.name, *[card.edition] * blend, card.kind]
            rows.append([*facts, card.copies, f"{card.drawn / self.games:.2f}", f"{card.rate:.0%}"])
        return table([*words, "copies", "drawn a game", "used when drawn"], rows, right=3)

    def __repr__(self) -> str:
        return f"{self.summary()}\n\n{self.table()}"


def game_stats(
    editions: Sequence[str] | str = ("munchkin",),
    games: int = 1000,
    bot: str | Bot = "greedy",
    players: int | None = None,
    seed: int = 0,
    *,
    check: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> GameStats:
    """Play games of one compiled bot against its copies and count their events.

    Args:
        editions: their names, the host first.
        games: number of different deals; seat 0 begins, unless `first_seat` says otherwise.
        bot: name of a compiled bot.
        players: number of seats; None takes the preset's, else 4.
        seed: fixes deals and bots.
        check: check the invariants of the state after every action.
        progress: whether to draw a bar on stderr; None draws it on a terminal.
        settings: other fields of GameConfig, or a preset.

    Returns:
        The statistics, a `GameStats`.

    Raises:
        EngineFault: the engine stopped a game, or its state is invalid; the message shows how to reproduce it.
        ConfigError: the bot is not compiled (its games would take hours), or a setting is unknown.

    Examples:
        >>> import munchkin_env as mk
        >>> stats = mk.game_stats(games=2, players=3, preset="short", round_limit=2)
        >>> stats.games
        2
    """
    kind = compiled_number(bot)
    name = bot if isinstance(bot, str) else bot.name
    config = GameConfig.of({"editions": editions, "players": players, "first_seat": 0, **settings})
    games = whole_number("games", games, 1, MOST_GAMES)
    flag("check", check)
    check_progress(progress)
    seed = check_seed(seed)
    results, counts = played(config, kind, games, seed, check, progress)
    return _summary(name, results, counts, catalogue_of(config), seed, config)


def played(
    config: GameConfig, kind: int, games: int, seed: int, check: bool, progress: bool | None
) -> tuple[np.ndarray, np.ndarray]:
    """The games of `game_stats`: int64 (games, RESULTS) and (COUNTS, MAX_TYPES), see `Batch`. kind: the bot's number.

    Raises EngineFault for a game that the engine stopped, or whose state is not sound.
    """
    catalogue = catalogue_of(config)
    first_seat = -1 if config.first_seat is None else config.first_seat
    actions = spec(**config.as_dict()).num_actions
    usage = np.zeros((COUNTS, MAX_TYPES), np.int64)
    results = []
    template = empty(1)
    write_settings(template, config, catalogue)
    with Progress(games, "games", progress) as bar:
        bar.say(f"preparing compiled code ({FIRST_TIME}) …")
        for at in range(0, games, CHUNK):
            deals = range(at, min(at + CHUNK, games))
            seeds = np.array([game_seeds(seed, deal) for deal in deals], np.int64)
            batch = new_batch(seeds, np.full((len(deals), config.players), kind, np.int64), actions)
            watch_games(
                tuple(batch), records(catalogue.tables), records(template), first_seat, MOST_ANSWERS, int(check)
            )
            results.append(batch.results)
            usage += batch.usage
            bar.advance(len(deals))
    found = np.concatenate(results)
    _check(found, seed, config)
    return found, usage


def compiled_number(bot: str | Bot) -> int:
    """Return the number of a compiled bot. Raises ConfigError for another one."""
    player = make_bot(bot) if isinstance(bot, str) else bot
    kind = compiled_kind(player) if isinstance(player, Bot) else None
    if kind is None:
        raise ConfigError(f"bot: expected a compiled bot, one of {', '.join(NAMES)}, got {shown(bot)}")
    return kind


def game_seeds(seed: int, deal: int) -> list[int]:
    """Return the halves of the seed of one game, and of its bots' key."""
    own = episode_seed(seed, deal)
    return [*hash_seed(own), *chance_keys("compiled bots", own, 0)[0]]


def _check(results: np.ndarray, seed: int, config: GameConfig) -> None:
    """Raise EngineFault for the first game that was not sound, that the engine stopped or that did not end."""
    for deal, row in enumerate(results):
        if row[BROKEN]:
            raise EngineFault(
                f"game: expected a sound state after action {int(row[ANSWERS])}, got {Broken(int(row[BROKEN]))!r}; "
                f"reproduce with seed {episode_seed(seed, deal)}, {config}"
            )
        if row[FAULT] or row[ENDING] == Ending.UNFINISHED:
            raise EngineFault(
                f"game: fault {int(row[FAULT])} after {int(row[ANSWERS])} actions; "
                f"reproduce with seed {episode_seed(seed, deal)}, {config}"
            )


def _summary(
    name: str, results: np.ndarray, counts: np.ndarray, catalogue: Catalogue, seed: int, config: GameConfig
) -> GameStats:
    ended = np.bincount(results[:, ENDING], minlength=len(Ending)) / len(results)
    cards = [
        CardStats(
            card.full_id, card.name, card.kind_word, card.copies,
            int(counts[DRAWN, type_]), int(counts[USED, type_]),
        )
        for type_, card in enumerate(catalogue.cards)
        if card is not None and card.copies
    ]  # fmt: skip
    return GameStats(
        bot=name,
        games=len(results),
        rounds=Length.of(results[:, ROUNDS]),
        decisions=Length.of(results[:, ANSWERS]),
        wins_by_seat=tuple(float(rate) for rate in win_shares(results[:, WINNERS], config.players).mean(axis=0)),
        endings={ENDINGS[ending]: float(ended[ending]) for ending in ENDINGS if ended[ending]},
        cards=tuple(sorted(cards, key=lambda card: (card.rate, card.card))),
        unseen=int(results[:, UNSEEN].sum()),
        seed=seed,
        settings=config.as_dict(),
    )
