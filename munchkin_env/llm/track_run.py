"""The track for language models: games against bots by the challenge's seeds, with a report of its own."""

from typing import Any

from munchkin_env.benchmark.run import hardware, package_version, version_numbers
from munchkin_env.benchmark.seeds import DEVELOPMENT, SEALED, Seeds, seeds_of
from munchkin_env.errors import ConfigError, shown
from munchkin_env.llm.endpoint import Endpoint
from munchkin_env.llm.evaluation import measure_language
from munchkin_env.llm.model_name import ModelName
from munchkin_env.llm.models import Model
from munchkin_env.llm.track_report import LanguageCard, against_plain

GAMES = 40
"""Default number of games of each table, opponent and prompt."""
WORD, COLON = "language", ":"


def run_language(
    player: str,
    *,
    sealed: bool = False,
    games: int | None = None,
    threads: int = 1,
    transcripts: str | None = None,
    model: Model | None = None,
    **measured: Any,
) -> LanguageCard:
    """Play the track: seats rotated, the same deals for each opponent and prompt.

    player: `language:NAME`, a model of the endpoint that the environment variable names; settings may follow it.
    transcripts: a folder for a transcript and a replay of each game, by which the report can be verified. model:
    another one in its place. measured: further arguments of `measure_language`. Raises ConfigError.
    """
    word, colon, behind = player.partition(COLON) if isinstance(player, str) else ("", "", "")
    if (word, colon) != (WORD, COLON) or not behind.strip():
        raise ConfigError(f"player: expected language:NAME for this track, got {shown(player)}")
    named = ModelName().read(word, behind)
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    asked = Endpoint(named.name, **named.endpoint) if model is None else model
    report = measure_language(
        asked, GAMES if games is None else games, seed_of_deals(seeds), threads=threads, transcripts=transcripts,
        **{**named.manners, **measured},
    )  # fmt: skip
    return LanguageCard(
        player=f"{WORD}{COLON}{named.name}",
        seeds=seeds.name,
        commitment=seeds.commitment,
        package=seeds.package,
        released=seeds.released(package_version()),
        versions=version_numbers(),
        hardware=hardware(),
        report=report,
        chance=against_plain(report, "null"),
        order=against_plain(report, "permuted"),
    )


def seed_of_deals(seeds: Seeds) -> int:
    """Return the seed of the track's deals."""
    return seeds.number("deals of language models")


__all__ = ["run_language", "seed_of_deals"]
