"""Bots, editions, commands and benchmark tracks that packages add to `munchkin`, by Python entry points.

A package declares what it has, for example in its pyproject.toml:

    [project.entry-points."munchkin_env.bots"]
    mine = "my_package.bots:MyBot"

Afterwards `munchkin evaluate mine greedy greedy greedy` and `mk.make_bot("mine")` find it. The language models
(`munchkin_env.llm`) and the benchmark (`munchkin_env.benchmark`) register themselves in the same way.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from munchkin_env.errors import ConfigError

GROUPS: Mapping[str, str] = {
    "bots": "a class or function that makes a Bot; with an attribute `argument` it takes what follows a colon",
    "editions": "a function from the text behind the colon to the files of an edition (cards.files.Source)",
    "commands": "a module with add_parser(subparsers) and run(args); its docstring begins with a summary",
    "tracks": "an object of the type munchkin_env.benchmark.tracks.OwnReport",
}
"""The groups of entry points, `munchkin_env.NAME`, and what an entry of each names."""


@dataclass(frozen=True)
class Entry:
    """One registered name.

    Attributes:
        group: one of GROUPS.
        name: how users call it.
        module: the module that has it.
        attribute: its name in that module; empty for the module itself.
    """

    group: str
    name: str
    module: str
    attribute: str

    def load(self) -> Any:
        """Import what the name stands for.

        Raises:
            ConfigError: the module or the attribute is missing.
        """
        try:
            found = import_module(self.module)
        except ModuleNotFoundError as error:
            if not f"{self.module}.".startswith(f"{error.name}."):
                raise  # a module that it needs, not itself
            raise ConfigError(f"{self.group}: expected the module {self.module} of {self.name!r}, got none") from error
        if self.attribute and not hasattr(found, self.attribute):
            raise ConfigError(f"{self.group}: expected {self.attribute} in {self.module}, got none")
        return getattr(found, self.attribute) if self.attribute else found

    def file(self) -> Path | None:
        """Return the source file of the module, found without importing it; None if there is none."""
        top, *rest = self.module.split(".")
        spec = find_spec(top)
        if spec is None or not spec.submodule_search_locations:
            return Path(spec.origin) if spec is not None and spec.origin is not None and not rest else None
        folder = Path(spec.submodule_search_locations[0]).joinpath(*rest)
        return next((file for file in (folder.with_suffix(".py"), folder / "__init__.py") if file.is_file()), None)


@cache
def registered(group: str) -> Mapping[str, Entry]:
    """Return the registered names of a group whose modules are installed.

    Warns about a name of another package without its module. This package plays without its own `llm` and `benchmark`.

    Args:
        group: one of GROUPS.
    """
    found = {}
    for point in entry_points(group=f"munchkin_env.{group}"):
        entry = Entry(group, point.name, point.module, point.attr or "")
        if entry.file() is not None:
            found[entry.name] = entry
        elif point.module.partition(".")[0] != "munchkin_env":
            owner = "a package" if point.dist is None else f"the package {point.dist.name}"
            warnings.warn(
                f"{group}: {point.name!r} of {owner} is left out: expected its module {point.module}, found none",
                stacklevel=2,
            )
    return found
