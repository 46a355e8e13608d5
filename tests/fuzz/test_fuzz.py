"""The fuzzers: a second of each every day, ten at night; `make soak` runs as many inputs as you like."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from tests.fuzz import cards, commands, games, generated, looks, restores, saves, secrets, settings
from tests.fuzz.tools import Tally
from tests.tiers import share

SHORT = [
    (saves.fuzz, 400),
    (restores.fuzz, 60),
    (settings.fuzz, 150),
    (commands.fuzz, 60),
    (cards.fuzz, 60),
    (games.fuzz, 500),
    (generated.fuzz, 60),
    (looks.fuzz, 1500),
    (secrets.fuzz, 400),
]
SOAK = int(os.environ.get("MUNCHKIN_SOAK_GAMES", "100000"))


def run(fuzz: Callable[[int, int], Tally], seed: int, count: int) -> None:
    tally = fuzz(seed, count)
    print(f"{fuzz.__module__}: {tally}")
    assert tally.tried >= count
    refused = sum(n for what, n in tally.counts.items() if "refused" in what)
    assert refused < tally.tried, f"some are taken: {tally}"
    rarely = (looks.fuzz, generated.fuzz)  # there, what no game can have is rare
    assert refused or fuzz in rarely, f"some are refused: {tally}"


def files_fuzz(seed: int, count: int) -> Tally:
    """Policies and checkpoints need the extra `train`."""
    pytest.importorskip("torch")
    from tests.fuzz import files

    return files.fuzz(seed, count)


@pytest.mark.compiled
@pytest.mark.parametrize(("fuzz", "count"), [*SHORT, (files_fuzz, 60)], ids=lambda one: getattr(one, "__module__", ""))
def test_some_seconds(fuzz: Callable[[int, int], Tally], count: int) -> None:
    run(fuzz, 1, share(count, 60 if count > 300 else 3))  # of few inputs some must be taken, and some refused


@pytest.mark.parametrize("part", settings.PARTS, ids=lambda part: part.__name__)
def test_some_settings_of_each_kind_are_taken(
    part: Callable[[np.random.Generator, Path], None], tmp_path: Path
) -> None:
    """A kind of which all are refused tests nothing: so it was when an argument of scenarios got another name."""
    rng = np.random.default_rng(1)
    for _ in range(500):
        with suppress(mk.MunchkinError):
            part(rng, tmp_path)
            return
    raise AssertionError("all are refused")


def test_games_are_played_with_every_setting() -> None:
    """A new setting needs a line in `games.SETTINGS`."""
    assert set(games.SETTINGS) == {field.name for field in fields(mk.GameConfig)} - {"editions"}


@pytest.mark.nightly
@pytest.mark.bounds
@pytest.mark.compiled
def test_no_index_of_an_altered_save_is_out_of_range() -> None:
    run(saves.fuzz, 2, 200)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("fuzz", "share"),
    [
        *((saves.fuzz, 1), (games.fuzz, 1), (generated.fuzz, 10), (looks.fuzz, 1), (secrets.fuzz, 1)),
        *((restores.fuzz, 20), (settings.fuzz, 20), (commands.fuzz, 100), (cards.fuzz, 100), (files_fuzz, 100)),
    ],
    ids=lambda one: getattr(one, "__module__", ""),
)
def test_soak(fuzz: Callable[[int, int], Tally], share: int) -> None:
    """MUNCHKIN_SOAK_GAMES (100,000) altered saves, games, secrets and decisions looked at, and a share as many of the
    others, which take longer."""
    run(fuzz, 1000, max(10, SOAK // share))
