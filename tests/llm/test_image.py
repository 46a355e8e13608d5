"""The Dockerfile of the OpenEnv package: what it names is there, in the repository and in the image that it makes."""

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.interpreted
ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "openenv"
TEXT = (FOLDER / "server" / "Dockerfile").read_text().replace("\\\n", " ")


def test_every_path_of_the_source_exists() -> None:
    """`COPY . /app/source` makes the root of the repository /app/source; what is installed and moved lies in it."""
    assert "COPY . /app/source\n" in TEXT
    named = set(re.findall(r"/app/source/([\w./-]+)", TEXT))
    assert named == {"constraints-language.txt", "examples/openenv"}
    assert all((ROOT / path).exists() for path in named)
    built = re.findall(r"docker build -f (\S+) ", TEXT)
    assert [ROOT / path for path in built] == [FOLDER / "server" / "Dockerfile"]


def test_what_is_installed_and_begun_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extra,) = re.findall(r"'/app/source\[(\w+)\]'", TEXT)
    assert extra in project["optional-dependencies"]
    assert "munchkin" in project["scripts"], "RUN munchkin warmup"
    (begun,) = re.findall(r'CMD \["uvicorn", "([\w.]+):app"', TEXT)
    assert "mv /app/source/examples/openenv /app/env" in TEXT
    assert TEXT.index("WORKDIR /app/env") < TEXT.index('CMD ["uvicorn"')
    assert FOLDER.joinpath(*begun.split(".")).with_suffix(".py").exists()


def test_what_is_left_out_is_nothing_that_is_needed() -> None:
    """The ignore file has the name that Docker looks for beside a Dockerfile, and leaves all sources in."""
    ignored = (FOLDER / "server" / "Dockerfile.dockerignore").read_text().split()
    needed = ["munchkin_env", "examples/openenv", "constraints-language.txt", "pyproject.toml", "README.md", "LICENSE"]
    assert all((ROOT / path).exists() for path in needed)
    assert not {path.split("/")[0] for path in needed} & set(ignored)
