"""Pool of opponents: earlier selves at growing distances in time, and bots; and the players of each seat.

The choice of those that play next may follow the learner's results against them: prioritised fictitious self-play
(Vinyals et al. 2019), by all wins that it and they have had in the games of both.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import munchkin_env as mk
from training.sections import Opponents

NUMBER = re.compile(r"[0-9]{1,18}")  # name of a snapshot or a checkpoint, without suffix
SELF, PAST = -1, -2  # kinds of opponents; from 0 on the bots of the settings


def snapshots(folder: Path) -> list[Path]:
    """Return the snapshots in a folder, whose names are the numbers of iterations; other files are ignored."""
    found = (file for file in folder.glob("[0-9]*.*") if file.is_file() and NUMBER.fullmatch(file.stem))
    return sorted(found, key=lambda file: int(file.stem))


class Pool:
    """Earlier selves on disk, a few of which play now.

    `load` makes a player of a snapshot's file. `draws` is the run's random generator. `others`, if there are any, play
    in their place.
    """

    def __init__(
        self, settings: Opponents, load: Callable[[Path], Any], draws: np.random.Generator, others: Sequence[Any] = ()
    ) -> None:
        self.settings = settings
        self._load = load
        self._draws = draws
        self.files: list[Path] = []
        self._saved: set[Path] = set()  # the files at the last checkpoint
        self.met: list[np.ndarray] = []  # for each, games that it or the learner won, and the learner's share
        self._chosen: list[int] = []
        self.meet(others)
        self.bots = list(settings.bots)
        kinds = [SELF, PAST, *range(len(self.bots))]
        shares = np.array([settings.self_play, settings.past_selves, *settings.bots.values()])
        self._kinds, self._shares = np.array(kinds), shares / shares.sum()

    def meet(self, others: Sequence[Any]) -> None:
        """Seat these players in place of earlier selves from now on."""
        self.others = self.active = list(others)

    def add(self, file: Path) -> None:
        """Add a snapshot; the pool forgets one if it is full, and chooses its players again."""
        self.files.append(file)
        self.met.append(np.zeros(2))
        if len(self.files) > self.settings.pool_size:
            least = self._least_missed()
            self.files.pop(least)
            self.met.pop(least)
        self._choose()

    def credit(self, met: np.ndarray) -> None:
        """Add the learner's results against those who play now, float (active, 2): the counts of `Table.met`."""
        for place, found in zip(self._chosen, met, strict=False):
            self.met[place] += found

    def tidy(self) -> None:
        """Delete forgotten snapshots after a checkpoint, but for those of the one before, which is kept as well."""
        for folder in {file.parent for file in self.files}:
            for file in snapshots(folder):
                if file not in self._saved and file not in self.files:
                    file.unlink()
        self._saved = set(self.files)

    def _least_missed(self) -> int:
        """Return the snapshot whose neighbours are nearest to each other in time, relative to its age.

        So the distances grow with age. The first and the newest stay.
        """
        times = [int(file.stem) for file in self.files]
        gaps = [
            (times[i + 1] - times[i - 1]) / (times[-1] - times[i] + 1) if 0 < i < len(times) - 1 else np.inf
            for i in range(len(times))
        ]
        return int(np.argmin(gaps))

    def _choose(self) -> None:
        """Choose the players until there is another snapshot.

        Earlier wins count half from then on, since the learner changes.
        """
        count = min(self.settings.active_selves, len(self.files))
        chances = self.chances() if self.settings.pfsp_power else None
        picked = self._draws.choice(len(self.files), count, replace=False, p=chances)
        self.met = [one / 2 for one in self.met]
        self._chosen = sorted(int(one) for one in picked)
        self.active = [self._load(self.files[one]) for one in self._chosen]

    def chances(self) -> np.ndarray:
        """Return the probability of each snapshot to be chosen first, float (files,).

        One without results counts as equally strong.
        """
        games, won = np.array(self.met).T
        hard: np.ndarray = (1.0 - (won + 1.0) / (games + 2.0)) ** self.settings.pfsp_power
        return np.asarray(hard / hard.sum())

    def deal_chairs(self, rows: int, chairs: int, draws: np.random.Generator) -> np.ndarray:
        """Return the permanent players of the other seats, int64 (rows, chairs): SELF, PAST or a bot's number.

        The shares are met as closely as possible: of the rows with one kind, and of the seats of the other rows.

        They are permanent, since games with some opponents last longer: with a draw per game, ever more rows would hold
        those, and ever fewer decisions be against the others.
        """
        alike = round(rows * self.settings.same_kind_prob)
        same = np.repeat(self._dealt(alike, draws)[:, None], chairs, axis=1)
        mixed = self._dealt((rows - alike) * chairs, draws).reshape(-1, chairs)
        return draws.permutation(np.concatenate([same, mixed]))

    def _dealt(self, count: int, draws: np.random.Generator) -> np.ndarray:
        """Return so many kinds, in the shares of the settings."""
        bounds = np.round(np.cumsum(self._shares) * count).astype(int)
        return draws.permutation(self._kinds[np.searchsorted(bounds, np.arange(count), side="right")])

    def state(self) -> dict[str, Any]:
        """Return plain data to continue from; the files themselves stay in place."""
        met = [one.tolist() for one in self.met]
        return {"files": [file.name for file in self.files], "chosen": self._chosen, "met": met}

    def restore(self, state: dict[str, Any], folder: Path) -> None:
        """Continue from `state()`. Raises SaveError if that is damaged, or if a snapshot is missing."""
        names, chosen = (state.get(part) if isinstance(state, dict) else None for part in ("files", "chosen"))
        known = {file.name for file in snapshots(folder)}
        if not isinstance(names, list):
            raise mk.SaveError(f"pool.files: expected a list of snapshots, got {names!r:.80}")
        for name in names:
            if not isinstance(name, str) or name not in known:
                raise mk.SaveError(f"pool: {folder}/{name!s:.80}: expected a snapshot of the pool, got no such file")
        if not isinstance(chosen, list) or any(type(one) is not int or not 0 <= one < len(names) for one in chosen):
            raise mk.SaveError(f"pool.chosen: expected numbers of the {len(names)} snapshots, got {chosen!r:.80}")
        self.met = _met_of(state.get("met"), len(names))
        self.files = [folder / name for name in names]
        self._saved = set(snapshots(folder))  # perhaps of a checkpoint before this one
        self._chosen = list(chosen)
        if not self.others:
            self.active = [self._load(self.files[one]) for one in self._chosen]


def _met_of(met: Any, files: int) -> list[np.ndarray]:
    """Return the results of so many earlier selves. Raises SaveError."""
    try:
        found = np.array(met, np.float64).reshape(-1, 2)
    except (OverflowError, TypeError, ValueError):
        found = np.full((0, 2), np.nan)
    if len(found) != files or not ((found[:, 1] >= 0) & (found[:, 1] <= found[:, 0]) & np.isfinite(found[:, 0])).all():
        raise mk.SaveError(f"pool.met: expected games, and of those won, of {files} snapshots, got {met!r:.80}")
    return list(found)


__all__ = ["NUMBER", "PAST", "SELF", "Pool", "snapshots"]
