"""What a release holds, and how large it is: `python -m tests.tools.release build/release`.

Exits with 1, a line for each complaint, unless the folder has one sdist and one wheel, the wheel holds what the package
needs, and neither is larger than a release may be.
"""

import sys
import zipfile
from pathlib import Path

MOST_MB = 12
NEEDED = (
    "munchkin_env/py.typed",
    "munchkin_env/cards/editions/munchkin/doors.toml",
    "munchkin_env/policies/trained.safetensors",
    "munchkin_env/_trainer/training/__main__.py",
    "munchkin_env/_trainer/configs/laptop.yaml",
)


def complaints(folder: Path) -> list[str]:
    """What is wrong with the files of a release."""
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
    return found


def megabytes(file: Path) -> float:
    return file.stat().st_size / 1e6


def largest(wheel: Path, count: int = 5) -> list[str]:
    """The largest files of a wheel as they lie in it, a line each."""
    files = sorted(zipfile.ZipFile(wheel).infolist(), key=lambda one: -one.compress_size)
    return [f"  {one.compress_size / 1e6:5.2f} MB  {one.filename}" for one in files[:count]]


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
