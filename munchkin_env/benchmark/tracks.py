"""Tracks of the challenge: tables, cards, numbers of games, and seeds."""

import argparse
import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from munchkin_env.benchmark.generated.names import FOUR

# ---------------------------------------------------------------------------
# Seeds of the challenge: those for development, and sealed ones, which follow from the released package.
#
# Authors of a package could have searched for favourable sealed seeds by changes without meaning. No value fixed
# after the release enters them, since an installed package must be able to compute them. Fresh seeds
# (`verify(fresh=…)`) are the ones that nobody could choose.

PACKAGE = Path(__file__).resolve().parents[1]
DEVELOPMENT = "development"
SEALED = "sealed"
SETS = (DEVELOPMENT, SEALED)
FRESH = "fresh"  # drawn at need: of no report
COMMITMENTS: dict[str, str] = json.loads((PACKAGE / "benchmark" / "commitments.json").read_text(encoding="utf-8"))
"""Hash of the sealed seed of each released version; added by the commit after a release, since a file of the package
cannot hold a hash that it is part of. The digest counts no JSON."""
BITS = 128


@dataclass(frozen=True)
class Seeds:
    """Source of a run's seeds, of games and of generated editions."""

    name: str
    """`development`, `sealed` or `fresh`."""
    root: int
    commitment: str
    """SHA-256 of the root: it identifies the seeds of a run, and is published before the run."""
    package: str
    """SHA-256 of the sources and cards that a sealed root follows from; empty for development."""

    def number(self, purpose: str, bits: int = BITS) -> int:
        """Return a seed for one purpose."""
        digest = hashlib.sha256(f"munchkin challenge:{self.root}:{purpose}".encode()).digest()
        return int.from_bytes(digest[: bits // 8], "big")

    def released(self, version: str) -> bool:
        """Return True if the commitment is the one published for this version of the package."""
        return self.name == DEVELOPMENT or COMMITMENTS.get(version) == self.commitment


def sources() -> list[Path]:
    """Return the sources and cards of the package, without the trainer that an installed package contains besides."""
    found = (file for suffix in ("py", "toml") for file in PACKAGE.rglob(f"*.{suffix}"))
    return sorted(file for file in found if (PACKAGE / "_trainer") not in file.parents)


def package_digest() -> str:
    """Return SHA-256 of all sources and cards of the package, for any line endings of the platform."""
    digest = hashlib.sha256()
    for file in sources():
        text = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + hashlib.sha256(text).digest())
    return digest.hexdigest()


def seeds_of(name: str, version: str) -> Seeds:
    """Return the seeds of a set; sealed ones follow from the package's sources."""
    package = package_digest() if name == SEALED else ""
    root = hashlib.sha256(f"munchkin challenge seeds:{name}:{version if package else ''}:{package}".encode()).digest()
    number = int.from_bytes(root[: BITS // 8], "big")
    return _seeds(name, number, package)


def fresh_seeds() -> Seeds:
    """Return seeds that nobody knows before."""
    return _seeds(FRESH, secrets.randbits(BITS), "")


def _seeds(name: str, root: int, package: str) -> Seeds:
    return Seeds(name, root, hashlib.sha256(str(root).encode()).hexdigest(), package)


SHARES = (0, 10, 25, 50, 100)
NEW_EDITIONS = 4
PLAYER = ""
"""Placeholder of the player in a list of seats."""


@dataclass(frozen=True)
class TrackStage:
    """Games of one kind. The seats rotate: each seed is played once in every rotation."""

    name: str
    group: str
    """Group of the stage; a group is one figure of the report: the mean of its stages."""
    chairs: tuple[str, ...]
    editions: tuple[str, ...] = ("munchkin",)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def chance_level(self) -> float:
        """Chance level: the share of wins of a player as good as the others."""
        return self.chairs.count(PLAYER) / len(self.chairs)


@dataclass(frozen=True)
class Track:
    """One question that a player is asked."""

    name: str
    asks: str
    games: int
    """Default number of games of each stage."""
    social: int
    """Games in which social metrics are counted, against three veterans."""
    stages: Callable[[Seeds], list[TrackStage]]


class OwnReport(Protocol):
    """Track with a report of its own, registered as an entry point of the group `munchkin_env.tracks`."""

    format: str
    """The value of `format` in its reports."""

    def run(self, args: argparse.Namespace) -> Any:
        """Play it; return a report with `as_json()` and `markdown()`."""

    def verify(self, args: argparse.Namespace) -> Any:
        """Check a report of it; return a `Verdict`."""


def _among(other: str, n: int = 3) -> tuple[str, ...]:
    return (PLAYER, *[other] * n)


def _standard(seeds: Seeds) -> list[TrackStage]:
    stages = [TrackStage(f"three {bot}", "base game", _among(bot)) for bot in ("random", "greedy", "veteran")]
    stages += [TrackStage(f"{n - 1} greedy", "other numbers of seats", _among("greedy", n - 1)) for n in (3, 6)]
    stages += [TrackStage(f"{name}, three greedy", "other editions", _among("greedy"), (name,)) for name in FOUR[1:]]
    return [*stages, TrackStage("all editions, three greedy", "other editions", _among("greedy"), FOUR)]


def _unseen_cards(seeds: Seeds) -> list[TrackStage]:
    dial = f"generated:{seeds.number('cards of the dial', 32)}:munchkin"
    stages = [
        TrackStage(f"{share} % of the base game new", f"{share} % new", _among("greedy"), (f"{dial}:{share}%",))
        for share in SHARES
    ]
    for i in range(NEW_EDITIONS):
        name = f"generated:{seeds.number(f'edition {i}', 32)}"
        stages.append(TrackStage(f"new edition {i + 1}", "new editions", _among("greedy"), (name,)))
    for like in FOUR[1:]:
        name = f"generated:{seeds.number(f'like {like}', 32)}:{like}"
        stages.append(TrackStage(f"new edition like {like}", "new editions", _among("greedy"), (name,)))
    return stages


PARTNERS = (
    *("hoarder", "samaritan", "loner", "grudge", "kingmaker", "basher", "bully", "preacher", "free-rider", "broker"),
    *("trader", "gambler"),
)
MIXED = (("broker", "grudge", "trader"), ("samaritan", "bully", "loner"), ("kingmaker", "basher", "gambler"))


def _new_tables(seeds: Seeds) -> list[TrackStage]:
    stages = [TrackStage(f"three {name}", "one against three alike", _among(name)) for name in PARTNERS]
    stages += [TrackStage(f"two and two {name}", "two and two", (PLAYER, name, PLAYER, name)) for name in PARTNERS]
    return stages + [TrackStage(f"among {', '.join(names)}", "mixed tables", (PLAYER, *names)) for names in MIXED]


def _dev(seeds: Seeds) -> list[TrackStage]:
    new = f"generated:{seeds.number('edition 0', 32)}"
    return [
        TrackStage("three greedy", "base game", _among("greedy")),
        TrackStage("new edition 1", "new editions", _among("greedy"), (new,)),
        TrackStage(f"among {', '.join(MIXED[0])}", "mixed tables", (PLAYER, *MIXED[0])),
    ]


TRACKS: dict[str, Track] = {
    track.name: track
    for track in (
        Track("standard", "the published editions at tables of bots that everybody has", 1000, 200, _standard),
        Track("unseen-cards", "cards that nobody has seen", 1000, 200, _unseen_cards),
        Track("new-tables", "partners and opponents that it has not met", 400, 200, _new_tables),
        Track("dev", "a little of each, in some minutes", 80, 40, _dev),
    )
}


def seated(stage: TrackStage, player: Any) -> Sequence[Any]:
    """Return the players of a stage with the player in its place."""
    return [player if one == PLAYER else one for one in stage.chairs]
