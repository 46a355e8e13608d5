"""Errors that a caller may meet. Each message names the field, the expected values and the given one."""

import json
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, distribution
from urllib.parse import unquote, urlparse
from urllib.request import url2pathname

LONGEST = 200  # characters of a value in a message


class MunchkinError(ValueError):
    """Base class of all errors about unusable input."""


class ConfigError(MunchkinError):
    """A setting, a scenario or a choice of editions that no game can have."""


class UnknownSetting(ConfigError, TypeError):
    """A keyword that is not a setting; also a TypeError, which libraries that try keywords expect."""


class RetiredEnvironment(ConfigError):
    """The id of an environment of an earlier release of the package; the message names that release."""


class CardError(MunchkinError):
    """A card or edition file that cannot be read, or a card that does not exist."""


class IllegalAction(MunchkinError):
    """An action that the pending decision does not allow. The game is unchanged."""


class PlayerError(MunchkinError):
    """A player process that is late, has ended, or sends an invalid action."""


class GameOver(MunchkinError):
    """An action for a game that has already ended."""


class SaveError(MunchkinError):
    """Saved bytes that are damaged, foreign, or of another version or catalogue."""


class ReplayError(MunchkinError):
    """A replay that is damaged, foreign, or of another version of its format."""


class ConcurrencyError(MunchkinError):
    """Games used by two threads at once, or in a process other than the one that their threads run in."""


class MissingExtra(ConfigError, ImportError):
    """A feature whose packages are not installed; the message names the extra that installs them."""


class EngineFault(RuntimeError):
    """A violated invariant of the engine: a bug of this package. The message explains how to reproduce it."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Guard imports that an extra of the package provides.

    Args:
        extra: its name in pyproject.toml.
        what: the feature that needs it, as the message names it.

    Raises:
        MissingExtra: one of the packages is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("munchkin_env", ""):
            raise
        raise MissingExtra(
            f"{what}: expected the packages of the extra {extra!r}, got no module {error.name!r}; "
            f"{install_command(extra)}"
        ) from error


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation, from where the package was installed.

    Args:
        extra: its name in pyproject.toml.

    Returns:
        A command for a shell: of a checkout by its folder, of a wheel by its file, otherwise by the package's name.
    """
    try:
        text = distribution("munchkin-env").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    origin = json.loads(text) if text else {}  # PEP 610: only installs that name no index have the file
    source = f"munchkin-env[{extra}]"
    if (url := urlparse(origin.get("url", ""))).scheme == "file":
        source = f"{url2pathname(unquote(url.path))}[{extra}]"
    elif "vcs_info" in origin:
        vcs = origin["vcs_info"]
        source += f" @ {vcs['vcs']}+{origin['url']}@{vcs['commit_id']}"
    elif origin:
        source += f" @ {origin['url']}"
    option = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f"pip install {option}{shlex.quote(source)}"


def shown(value: object) -> str:
    """Return a value as messages show it: short, on one line, whatever its type."""
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # whole numbers of thousands of digits, lists that hold themselves
        return f"{type(value).__name__} that is too long to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def did_you_mean(word: object, choices: Iterable[str]) -> str:
    """Return the end of an error message that offers the nearest choice; empty if none is near."""
    near = get_close_matches(word.lower(), list(choices), n=1, cutoff=0.6) if isinstance(word, str) else []
    return f' (did you mean "{near[0]}"?)' if near else ""
