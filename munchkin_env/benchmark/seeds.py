"""Seeds of the challenge: those for development, and sealed ones, which follow from the released package.

Authors of a package could have searched for favourable sealed seeds by changes without meaning. No value fixed after
the release enters them, since an installed package must be able to compute them. Fresh seeds (`verify(fresh=…)`) are
the ones that nobody could choose.
"""

import hashlib
import secrets
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
DEVELOPMENT = "development"
SEALED = "sealed"
SETS = (DEVELOPMENT, SEALED)
FRESH = "fresh"  # drawn at need: of no card
COMMITMENTS: dict[str, str] = {}
"""Hash of the sealed seed of each released version; added by the commit after a release, since a file of the package
cannot hold a hash that it is part of. This file is not part of it."""
_LEFT_OUT = ("challenge/seeds.py", "challenge\\seeds.py")
BITS = 128


@dataclass(frozen=True)
class Seeds:
    """Source of a run's seeds: deals, and the numbers of generated editions."""

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


def package_digest() -> str:
    """Return SHA-256 of all sources and cards of the package, for any line endings of the platform."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*")):
        if file.suffix in (".py", ".toml") and not str(file).endswith(_LEFT_OUT):
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
