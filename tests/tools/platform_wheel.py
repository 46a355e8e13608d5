"""A wheel for this platform, with the engine compiled: `python -m tests.tools.platform_wheel FROM TO`, two folders.

Takes the wheel that lies in the first, puts beside its sources what they were compiled to here, and writes a wheel into
the second that says so by its tags. Installed where Python, Numba, NumPy, the C library and the processor are the same,
the first game begins at once; where one of them is another, the code is passed over and compiled as always. So it is
for images and clusters; package indexes take no such wheels.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from munchkin_env.engine.kernels.code_files import SHIPPED
from tests.tools.release import megabytes, pure_wheel

FOLDER = "from munchkin_env.engine.kernels.kernel import cache_folder; print(cache_folder())"


def main(words: list[str]) -> int:
    if len(words) != 2:
        raise SystemExit(f"expected two folders, that of the wheel and one to write to, got {len(words)}")
    source, folder = (Path(word).resolve() for word in words)
    pure = pure_wheel(source)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as space:
        ran("-m", "wheel", "unpack", "--dest", space, pure)
        (tree,) = Path(space).iterdir()
        add_code(tree)
        ran("-m", "wheel", "pack", "--dest-dir", space, tree)
        (packed,) = Path(space).glob("*.whl")
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        tags = ("--python-tag", python, "--abi-tag", python, "--platform-tag", platform)
        ran("-m", "wheel", "tags", "--remove", *tags, packed)
        (made,) = Path(space).glob("*.whl")
        target = Path(shutil.copy(made, folder))
    print(f"{target.name}: {megabytes(target):.1f} MB")
    return 0


def add_code(tree: Path) -> None:
    """Put compiled code beside the sources in a wheel's tree: all that `munchkin warmup` compiles."""
    ran("-m", "munchkin_env", "warmup", cwd=tree)
    cache = Path(ran("-c", FOLDER, cwd=tree).strip())
    shipped = tree / "munchkin_env" / SHIPPED.name / cache.name
    shipped.mkdir(parents=True)
    for file in sorted(cache.glob("*.code")):
        shutil.copy(file, shipped)


def ran(*words: str | Path, cwd: Path | None = None) -> str:
    """Return the output of this Python with these words as its command line. Raises CalledProcessError."""
    env = {name: value for name, value in os.environ.items() if name not in ("MUNCHKIN_INTERPRETED", "PYTHONPATH")}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=env, check=True, text=True, stdout=subprocess.PIPE).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
