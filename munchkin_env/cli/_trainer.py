"""Location of the trainer: folders `training` and `configs` of the checkout, or of the installed package.

A second package called `training` would hide all others of that name. So the wheel holds both folders inside of
`munchkin_env`, and modules that import the trainer ask here first.
"""

import argparse
import sys
from pathlib import Path

from munchkin_env.errors import ConfigError, did_you_mean

PACKAGE = Path(__file__).resolve().parents[1]
SHIPPED = PACKAGE / "_trainer"  # only in a wheel


def home() -> Path:
    """Return the folder that holds `training` and `configs`."""
    return SHIPPED if SHIPPED.is_dir() else PACKAGE.parent


def make_importable() -> None:
    """Make `import training` mean the package's own from now on."""
    if str(home()) not in sys.path:
        sys.path.insert(0, str(home()))


def configs() -> dict[str, Path]:
    """Return the configs that come with the package: name -> file."""
    return {file.stem: file for file in sorted((home() / "configs").glob("*.yaml"))}


def purpose(file: Path) -> str:
    """Return the comment at the head of a config."""
    line = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("#")
    return line.partition(" All fields:")[0].strip()


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Declare --resume."""
    parser.add_argument(
        "--resume",
        metavar="DIR",
        nargs="?",
        const="runs",
        help="continue the run in this folder, or the one saved last in a folder of several (default runs), from its "
        "newest checkpoint; only run.total_timesteps and run.seconds may differ from its settings",
    )


def config_file(name: str) -> str:
    """Return the file of a config: the caller's own by its path, or a shipped one by its name. Raises ConfigError."""
    if Path(name).is_file():
        return name
    known = configs()
    if name not in known:
        make_importable()
        from training.former_names import CONFIGS  # beside those of settings

        if name in CONFIGS:
            raise ConfigError(f"config: expected {CONFIGS[name]}, as the config is called now, got {name!r}")
        raise ConfigError(
            f"config: expected a YAML file or one of {', '.join(known)}, got {name!r}{did_you_mean(name, known)}"
        )
    return str(known[name])
