"""The track for language models: games against bots by the challenge's seeds, as a card of its own."""

import json
import platform
from dataclasses import asdict, dataclass
from typing import Any

from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.challenge.running import package_version, version_numbers
from munchkin_env.evaluation.challenge.seeds import DEVELOPMENT, SEALED, seeds_of
from munchkin_env.evaluation.language import LanguageReport, measure_language
from munchkin_env.language import Endpoint
from munchkin_env.language.models import Model

TRACK = "language"
FORMAT = "munchkin challenge language card"
FORMAT_VERSION = 1
GAMES = 40
"""Of each table, opponent and prompt, where nothing else is wanted."""
PREFIX = "language:"


@dataclass(frozen=True)
class LanguageCard:
    """What `munchkin challenge run language:NAME --track language` writes. A model need not repeat itself, so nothing
    of it is verified by playing again; the seeds and all that was counted are in it."""

    player: str
    seeds: str
    """`development` or `sealed`."""
    commitment: str
    package: str
    released: bool
    versions: dict[str, Any]
    hardware: str
    report: LanguageReport
    chance: dict[str, float]
    """By match: wins with the null prompt less those with the plain one, the same bytes: what chance alone does."""
    order: dict[str, float]
    """By match: wins with the answers permuted less those with the plain prompt."""

    def as_json(self) -> str:
        """All of it, one object."""
        return json.dumps({"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(self)}, indent=1) + "\n"

    def markdown(self) -> str:
        """One page."""
        of = "sealed seeds" if self.seeds == SEALED else "development seeds"
        state = "" if self.released else " of an unreleased version"
        rows = [
            f"| {match} | {100 * self.chance[match]:+.1f} | {100 * self.order[match]:+.1f} |" for match in self.chance
        ]
        prompts = ["| wins against the plain prompt, % | null | permuted |", "|---|---|---|", *rows] if rows else []
        versions = ", ".join(f"{name} {value}" for name, value in self.versions.items())
        parts = [f"# {self.player}: {TRACK}", f"{of}{state}, commitment `{self.commitment[:16]}…`", str(self.report)]
        return "\n\n".join([*parts, *(["\n".join(prompts)] if prompts else []), f"{versions}; {self.hardware}."]) + "\n"


def run_language(
    player: str,
    *,
    sealed: bool = False,
    games: int | None = None,
    threads: int = 1,
    model: Model | None = None,
    **measured: Any,
) -> LanguageCard:
    """Plays the track: seats rotated, the same deals for each opponent and prompt.

    player: `language:NAME`, a model of the endpoint that the environment names. model: another one in its place.
    measured: what else `measure_language` takes. Raises ConfigError.
    """
    if not isinstance(player, str) or not player.startswith(PREFIX) or not player.removeprefix(PREFIX).strip():
        raise ConfigError(f"player: expected language:NAME for this track, got {shown(player)}")
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    asked = Endpoint(player.removeprefix(PREFIX)) if model is None else model
    number = seeds.number("deals of language models")
    report = measure_language(asked, GAMES if games is None else games, number, threads=threads, **measured)
    return LanguageCard(
        player=player,
        seeds=seeds.name,
        commitment=seeds.commitment,
        package=seeds.package,
        released=seeds.released(package_version()),
        versions=version_numbers(),
        hardware=f"{platform.machine()} {platform.system()}, Python {platform.python_version()}",
        report=report,
        chance=_against_plain(report, "null"),
        order=_against_plain(report, "permuted"),
    )


def _against_plain(report: LanguageReport, variant: str) -> dict[str, float]:
    """By match, the share of wins with a variant of the prompt less that with the plain one."""
    shares = {(row.table, row.against, row.variant): row.share for row in report.rows}
    return {
        f"{table}, {against}": share - shares[table, against, "plain"]
        for (table, against, one), share in shares.items()
        if one == variant and (table, against, "plain") in shares
    }


__all__ = ["LanguageCard", "TRACK", "run_language"]
