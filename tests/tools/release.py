"""Check contents and sizes of a release: `python -m tests.tools.release build/release`.

Exits with 1, a line for each complaint, unless the folder has one sdist and one wheel, the wheel holds all files of the
package, and neither is larger than a release may be. The last row of `RELEASES` has to be of the package's version with
the versions of the sources: by it, users of old files find the release that reads them.
"""

import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from munchkin_env import __version__
from munchkin_env.releases import RELEASES, Release, numbers

MOST_MB = 12
NEEDED = (
    "munchkin_env/py.typed",
    "munchkin_env/cards/editions/munchkin/doors.toml",
    "munchkin_env/policies/pretrained.safetensors",
    "munchkin_env/_trainer/training/__main__.py",
    "munchkin_env/_trainer/configs/ppo_scratch.yaml",
)


def complaints(folder: Path) -> list[str]:
    """Return the faults of the files of a release."""
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    found = []
    for kind, files in (("wheel", wheels), ("sdist", sdists)):
        if len(files) != 1:
            found.append(f"{folder}: expected one {kind}, got {len(files)}")
    found += [
        f"{file.name}: expected at most {MOST_MB} MB, got {megabytes(file):.1f}"
        for file in (*wheels, *sdists)
        if megabytes(file) > MOST_MB
    ]
    for wheel in wheels:
        held = set(zipfile.ZipFile(wheel).namelist())
        found += [f"{wheel.name}: expected {name} in it" for name in NEEDED if name not in held]
        if not wheel.name.startswith(f"munchkin_env-{__version__}-"):
            found.append(f"{wheel.name}: expected one of munchkin_env {__version__}")
    return found + of_the_table()


def pure_wheel(folder: Path) -> Path:
    """The wheel for all platforms that lies in a folder. Raises SystemExit, which says what came, unless it is one."""
    found = sorted(folder.glob("munchkin_env-*-none-any.whl"))
    if len(found) != 1:
        raise SystemExit(f"{folder}: expected one wheel for all platforms, of `make release-check`, got {len(found)}")
    return found[0]


def of_the_table(releases: Sequence[Release] = RELEASES, package: str = __version__) -> list[str]:
    """Return the faults of the last row of the releases, for a release of the sources as they are."""
    last = releases[-1]
    if last.package != package:
        return [f"munchkin_env/releases.py: expected {package} in the last row, got {last.package}"]
    return [
        f"munchkin_env/releases.py: {package}: expected {name} {ours}, got {getattr(last, name)}"
        for name, ours in numbers().items()
        if getattr(last, name) != ours
    ]


def megabytes(file: Path) -> float:
    return file.stat().st_size / 1e6


def largest(wheel: Path) -> list[str]:
    """The five largest files of a wheel as they lie in it, a line each."""
    files = sorted(zipfile.ZipFile(wheel).infolist(), key=lambda one: -one.compress_size)
    return [f"  {one.compress_size / 1e6:5.2f} MB  {one.filename}" for one in files[:5]]


def main(words: list[str]) -> int:
    folder = Path(words[0])
    for file in sorted(folder.iterdir()):
        print(f"{file.name}: {megabytes(file):.1f} MB")
        if file.suffix == ".whl":
            print("\n".join(largest(file)))
    wrong = complaints(folder)
    print("\n".join(wrong) or "the release is whole")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
