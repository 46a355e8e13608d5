"""Games as episodes for offline learning; also written for Minari.

An episode is one player's part of one game: its decisions, as `munchkin_env/Munchkin-v0` would have shown them to a
learner in its seat, with observations, masks, actions and rewards. It holds nothing that the seat could not see.
"""

import json
import shutil
import warnings
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.fields import whole_number
from munchkin_env.config.game_config import GameConfig, one_of
from munchkin_env.envs.bot_games import WINNERS, write_masks
from munchkin_env.envs.opponents import compiled_kind
from munchkin_env.envs.registration import ENVIRONMENT_ID
from munchkin_env.envs.spaces import LegalDiscrete, observation_space, observed
from munchkin_env.errors import ConfigError, needing, shown
from munchkin_env.evaluation.episode import Episode, Joint, joined, row_of, stacked
from munchkin_env.evaluation.match import MOST_GAMES, bots_of, check_progress, named
from munchkin_env.evaluation.match_runner import (
    Games,
    MatchTable,
    PlannedGame,
    check_ended,
    plan_games,
    rotations_apart,
    whole_deals,
)
from munchkin_env.evaluation.names import player_names
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.provenance import provenance
from munchkin_env.game.game import returns_of
from munchkin_env.game.initial_state import check_seed
from munchkin_env.observation import ENCODINGS, spec
from munchkin_env.policies import is_policy
from munchkin_env.renamed import checks_names
from munchkin_env.versions import ACTION_VERSION, OBSERVATION_VERSION, RULES_VERSION

ENVIRONMENT = ENVIRONMENT_ID
SIDE_BY_SIDE = 16  # games whose episodes are in memory together
SEED_BITS = 64  # limit of the integers that HDF5 stores


@checks_names
def episodes(
    bots: Sequence[str | Bot],
    games: int = 100,
    seed: int = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    encoding: str = "flat",
    keep: Sequence[int] | None = None,
    progress: bool | None = None,
    **settings: Any,
) -> Iterator[Episode]:
    """Play the games that `evaluate` plays by the same arguments; yield each game's episodes, by player, as it ends.

    bots, games, seed, editions, deterministic, transfer, progress, settings: as for `evaluate`. encoding: of
    `ENCODINGS`. keep: players whose episodes are kept, as places among `bots` from 0; None is all. A player that was
    never asked in a game has no episode.

    Raises the errors of `evaluate`, ConfigError before any game is played.
    """
    bots, config = bots_of(named(bots), editions, settings, deterministic, transfer)
    plan = _planned(len(bots), games, seed, encoding, progress)
    places = _checked_places(keep, len(bots))
    played = _played(MatchTable(config, bots, stopping=True), plan, encoding, places, progress)
    return (episode for games, row in played for episode in games.episodes(row))


def joint_episodes(
    bots: Sequence[str | Bot],
    games: int = 100,
    seed: int = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    encoding: str = "flat",
    progress: bool | None = None,
    **settings: Any,
) -> Iterator[Joint]:
    """Play the same games, each as one episode of all its seats, as it ends; arguments and errors as for `episodes`.

    A game in which nobody was asked has none.
    """
    bots, config = bots_of(named(bots), editions, settings, deterministic, transfer)
    plan = _planned(len(bots), games, seed, encoding, progress)
    table, places = MatchTable(config, bots, stopping=True), tuple(range(len(bots)))
    played = _played(table, plan, encoding, places, progress)
    return (games.joint(row) for games, row in played if row in games.order)


def _planned(players: int, games: int, seed: int, encoding: str, progress: bool | None) -> list[PlannedGame]:
    """Return the games of a recording, as `evaluate` plans them. Raises ConfigError."""
    one_of("encoding", encoding, ENCODINGS)
    games = whole_number("games", games, 1, MOST_GAMES)
    check_progress(progress)
    return plan_games(check_seed(seed), whole_deals(games, players) // players, players)


def _checked_places(keep: object, players: int) -> tuple[int, ...]:
    if keep is None:
        return tuple(range(players))
    right = isinstance(keep, Sequence) and not isinstance(keep, str) and len(keep) > 0
    if not right or not all(type(place) is int and 0 <= place < players for place in keep):  # type: ignore[attr-defined]
        raise ConfigError(f"keep: expected places from 0 to {players - 1}, got {shown(keep)}")
    return tuple(sorted(set(keep)))  # type: ignore[call-overload]


# --------------------------------------------------------------------------- playing


def _played(
    table: MatchTable, plan: Sequence[PlannedGame], encoding: str, places: tuple[int, ...], progress: bool | None
) -> Iterator[tuple["_Recorded", int]]:
    """Yield games as they end: the recording that played them, and each one's number in it."""
    with Progress(len(plan), "games", progress) as bar:
        for rows in rotations_apart(table.bots, plan):
            with table.of_a_rotation() as there:
                for at in range(0, len(rows), SIDE_BY_SIDE):
                    chunk = [plan[row] for row in rows[at : at + SIDE_BY_SIDE]]
                    games = _Recorded(there, chunk, encoding, places)
                    games.play()
                    yield from ((games, row) for row in range(len(chunk)))
                    bar.advance(len(chunk))


class _Recorded:
    """Games that are played side by side, with the observations and actions of the players of some places."""

    def __init__(self, table: MatchTable, plan: Sequence[PlannedGame], encoding: str, places: tuple[int, ...]) -> None:
        self.table = table
        self.plan = plan
        self.kind = encoding
        self.places = places
        self.games = Games(table, plan)
        self.steps: dict[tuple[int, int], list[tuple[Any, np.ndarray, int]]] = {}
        """By game and place: observation, mask and action of each decision."""
        self.order: dict[int, list[int]] = {}
        """By game: the place of the acting player, for each of those decisions."""

    def play(self) -> None:
        """Play the games to their ends."""
        games = self.games
        games.run(begin=True)
        while len(rows := np.flatnonzero(games.counts)):
            games.actions[rows] = games.answers(rows)
            self._note(rows)
            games.run(begin=False)
        check_ended(games.outcomes(), self.plan, self.table.config)

    def episodes(self, row: int) -> list[Episode]:
        """Return the episodes of a played game, by player."""
        return [self._episode(row, place) for place in self.places if (row, place) in self.steps]

    def joint(self, row: int) -> Joint:
        """Return a played game as one episode."""
        seating = self.plan[row].seating(len(self.table.bots))
        return joined(self.episodes(row), self.order[row], seating)

    def _note(self, rows: np.ndarray) -> None:
        """Note the observations of the players to act, and their next actions."""
        games = self.games
        seats = games.positions["seat"][rows].astype(np.int64)
        players = games.seating[rows, seats]
        own = np.isin(players, self.places)
        rows, seats, players = rows[own], seats[own], players[own]
        seen = self._seen(rows, seats)
        masks = np.zeros((len(rows), self.table.spec.num_actions), np.int8)
        write_masks(rows, games.ids, games.counts, masks)
        for k, (row, place) in enumerate(zip(rows.tolist(), players.tolist(), strict=True)):
            self.steps.setdefault((row, place), []).append((row_of(seen, k), masks[k], int(games.actions[row])))
            self.order.setdefault(row, []).append(place)

    def _seen(self, rows: np.ndarray, seats: np.ndarray) -> Any:
        return observed(self.table.spec, self.kind, self.games.positions, self.table.tables, rows, seats)

    def _episode(self, row: int, place: int) -> Episode:
        planned, players = self.plan[row], len(self.table.bots)
        seating = planned.seating(players)
        seat = seating.index(place)
        winners = int(self.games.results[row, WINNERS])
        seen, masks, actions = zip(*self.steps.pop((row, place)), strict=True)
        end = row_of(self._seen(np.array([row]), np.array([seat])), 0)
        rewards = np.zeros(len(actions))
        rewards[-1] = returns_of(winners, players)[seat]
        return Episode(
            player=place,
            seat=seat,
            deal=planned.deal,
            rotation=planned.rotation,
            seed=planned.seed,
            observations=stacked([*seen, end]),
            masks=np.stack([*masks, np.zeros_like(masks[0])]),
            actions=np.array(actions, np.int64),
            rewards=rewards,
            winners=tuple(sorted(seating[p] for p in range(players) if winners >> p & 1)),
        )


# --------------------------------------------------------------------------- Minari


@checks_names
def record(
    dataset: str,
    bots: Sequence[str | Bot],
    games: int = 100,
    seed: int = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    deterministic: bool = True,
    transfer: bool = False,
    encoding: str = "flat",
    keep: Sequence[int] | None = None,
    joint: bool = False,
    progress: bool | None = None,
    **settings: Any,
) -> Any:
    """Play games and write the `episodes` of the same arguments as a dataset of Minari.

    An episode holds the data that `minari.DataCollector(…, record_infos=True)` would have collected of the environment
    `munchkin_env/Munchkin-v0` with the learner in that seat: `infos` are "action_mask", int8 (T + 1, A), and
    "learner_seat", int8 (T + 1,). Its metadata name seed, `deal`, rotation, player, seat and winners; those of the
    dataset, under "munchkin_env", bots, action selection of policies, seed, settings and versions.
    `recover_environment` gives the environment, with the others as opponents, if all kept episodes share it, the
    opponents are known by name and policies act as they do in environments.

    Args:
        dataset: its id, a name with a version and perhaps a namespace: `munchkin/greedy-v0`. It is stored in the folder
            of Minari's datasets, which MINARI_DATASETS_PATH names, else `~/.minari/datasets`.
        bots: as for `episodes`, as are all others but `joint`.
        games: number of games.
        seed: the run's seed.
        editions: their names, the host first.
        deterministic: policies take argmax actions.
        transfer: policies of other editions play, too.
        encoding: "flat", "tokens" or "sparse".
        keep: players whose episodes are kept, as places among `bots` from 0; None is all.
        progress: whether to draw a bar on stderr; None draws it on a terminal.
        **settings: those of the game.
        joint: an episode is a whole game, the decisions of all its seats in order (`Joint`). "learner_seat" is the
            asked seat; "rewards" among the infos, float64 (T + 1, players), are each seat's rewards of the step before,
            and an episode's rewards are those of the acting seat. No environment is recovered.

    Returns:
        Its `MinariDataset`. An interrupted dataset is removed.

    Raises:
        ConfigError: `keep` beside `joint`, an invalid or taken id, and the errors of `episodes`.
        MissingExtra: the extra `offline` is not installed.
    """
    minari = _minari()
    bots, folder = named(bots), _new_folder(minari, dataset)
    seed = _checked_seed(seed)
    how: dict[str, Any] = {"deterministic": deterministic, "transfer": transfer}
    source = _source(
        joint, keep, (bots, games, seed, editions), encoding=encoding, progress=progress, **how, **settings
    )  # fmt: skip (checks all arguments)
    config = GameConfig.of({"editions": editions, "players": len(bots), **settings})
    names = player_names(bots, [player if isinstance(player, str) else player.name for player in bots])
    words = [_word(player, deterministic and not transfer) for player in bots]
    places = _checked_places(keep, len(names))
    try:
        env = None if joint else _environment(words, places, config, encoding)
        made = _new_dataset(minari, dataset, env, names, places, config, encoding, joint)
        facts = _facts(names, places, seed, config, encoding)
        facts |= {"games": whole_deals(games, len(names)), "joint": joint, **how}
        made.storage.update_metadata({"munchkin_env": facts})
        for episode in source:
            _append(minari, made.storage, episode, *_told(episode, names))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return minari.load_dataset(dataset)


def _source(
    joint: bool, keep: Sequence[int] | None, games: tuple[Any, ...], **settings: Any
) -> Iterator[Episode | Joint]:
    """Return the episodes, each of a player or of a whole game. Raises ConfigError for arguments that they refuse."""
    if not joint:
        return episodes(*games, keep=keep, **settings)
    if keep is not None:
        raise ConfigError(f"keep: expected None, joint episodes hold all players, got {shown(keep)}")
    return joint_episodes(*games, **settings)


def _facts(names: Sequence[str], places: Sequence[int], seed: int, config: GameConfig, encoding: str) -> dict[str, Any]:
    """Return the part of a dataset's metadata that says how its games were played."""
    return {
        "bots": list(names),
        "kept": list(places),
        "seed": seed,
        "encoding": encoding,
        "settings": config.as_dict(),
        "versions": {"rules": RULES_VERSION, "observation": OBSERVATION_VERSION, "action": ACTION_VERSION},
        "provenance": provenance(),
    }


def _checked_seed(seed: int) -> int:
    """Return a seed that the format can store. Raises ConfigError."""
    seed = check_seed(seed)
    if not 0 <= seed < 1 << SEED_BITS:
        raise ConfigError(f"seed: expected 0 to below 2^{SEED_BITS}, got {shown(seed)}")
    return seed


def _minari() -> Any:
    """Return the library, with the format in which datasets are stored."""
    with needing("offline", "munchkin record"):
        import h5py  # noqa: F401
        import minari
        import PIL  # noqa: F401
    return minari


def _new_folder(minari: Any, dataset: object) -> Path:
    """Return the dataset's folder. Raises ConfigError for an invalid id, or one of an existing dataset."""
    from minari.dataset.minari_dataset import DATASET_ID_RE
    from minari.storage.datasets_root_dir import get_dataset_path

    match = DATASET_ID_RE.fullmatch(dataset) if isinstance(dataset, str) else None
    if match is None or match.group("version") is None:
        raise ConfigError(f"dataset: expected an id such as munchkin/greedy-v0, got {shown(dataset)}")
    folder = Path(get_dataset_path(str(dataset)))
    if folder.exists():
        raise ConfigError(f"dataset: expected a new id, got {dataset!r}, which is there ({folder})")
    return folder


def _new_dataset(
    minari: Any,
    dataset: str,
    env: Any,
    names: Sequence[str],
    places: tuple[int, ...],
    config: GameConfig,
    encoding: str,
    joint: bool,
) -> Any:
    """Return a dataset without episodes."""
    facts = spec(**config.as_dict())
    what = "game, all seats in it" if joint else "player kept and game"
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # Minari warns about a missing author and link, which may be added later
        return minari.create_dataset_from_buffers(
            dataset,
            [],
            env=env,
            algorithm_name=", ".join(dict.fromkeys(names[place] for place in places)),
            description=f"Games of Munchkin among {', '.join(names)}, an episode for each {what}.",
            observation_space=observation_space(facts, encoding),
            action_space=LegalDiscrete(facts.num_actions),
            requirements=["munchkin-env"],
        )


def _environment(words: Sequence[str | None], places: tuple[int, ...], config: GameConfig, encoding: str) -> Any:
    """Return the environment of all kept players; None if they had different ones, or a player has no name."""
    import gymnasium

    tables = {(*words[place + 1 :], *words[:place]) for place in places}
    opponents = tables.pop()
    if tables or None in opponents:
        return None
    environment = deepcopy(gymnasium.spec(ENVIRONMENT))  # the registry's own otherwise
    plain = json.loads(json.dumps(config.as_dict()))
    environment.kwargs = {
        "opponents": list(opponents), "learner_seat": "rotate", "encoding": encoding, **plain,
    }  # fmt: skip
    return environment


def _word(player: str | Bot, plain: bool) -> str | None:
    """Return the name by which the environment knows a player; plain: policies act as they do there."""
    if isinstance(player, str):
        return player if plain or not is_policy(player) else None
    return player.name if compiled_kind(player) is not None else None


def _told(episode: Episode | Joint, names: Sequence[str]) -> tuple[np.ndarray, dict[str, Any], dict[str, Any]]:
    """Return rewards, infos and metadata of an episode."""
    length = len(episode.actions)
    facts = {"deal": episode.deal, "rotation": episode.rotation, "winners": np.array(episode.winners, np.int64)}
    if isinstance(episode, Joint):
        seats = episode.seats[:-1].astype(np.int64)
        own = episode.rewards[np.arange(length), seats]
        paid = np.concatenate([np.zeros_like(episode.rewards[:1]), episode.rewards])
        infos = {"action_mask": episode.masks, "learner_seat": episode.seats, "rewards": paid}
        return own, infos, {**facts, "seating": np.array(episode.seating, np.int64)}
    infos = {"action_mask": episode.masks, "learner_seat": np.full(length + 1, episode.seat, np.int8)}
    who = {"player": episode.player, "name": names[episode.player], "seat": episode.seat}
    return episode.rewards, infos, {**who, **facts}


def _append(
    minari: Any, storage: Any, episode: Episode | Joint, rewards: np.ndarray, infos: Any, facts: dict[str, Any]
) -> None:
    number = storage.total_episodes
    length = len(episode.actions)
    buffer = minari.data_collector.EpisodeBuffer(
        id=number,
        seed=episode.seed,
        observations=episode.observations,
        actions=episode.actions,
        rewards=rewards,
        terminations=np.arange(length) == length - 1,
        truncations=np.zeros(length, bool),
        infos=infos,
    )
    storage.update_episodes([buffer])
    storage.update_episode_metadata([facts], [number])
