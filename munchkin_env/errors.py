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
    """Base class of all errors about unusable input.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.Game.load(b"not a game")
        ... except mk.MunchkinError as error:  # a ValueError, too
        ...     print(type(error).__name__)
        SaveError
    """


class ConfigError(MunchkinError):
    """A setting, a scenario or a choice of editions that no game can have.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.Game(players=2)
        ... except mk.ConfigError as error:
        ...     print(error)
        players: expected a whole number from 3 to 6, got 2
    """


class UnknownSetting(ConfigError, TypeError):
    """A keyword that is not a setting; also a TypeError, which libraries that try keywords expect.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.Game(num_players=4)
        ... except mk.UnknownSetting as error:
        ...     print(str(error).partition(";")[0])
        num_players: unknown setting (did you mean "players"?)
    """


class RetiredEnvironment(ConfigError):
    """The id of an environment of an earlier release of the package; the message names that release.

    Examples:
        >>> import gymnasium
        >>> import munchkin_env as mk
        >>> try:
        ...     env = gymnasium.make("munchkin_env/Munchkin-v0")
        ... except mk.RetiredEnvironment as error:  # from a release on that changes the rules
        ...     print(error)
    """


class CardError(MunchkinError):
    """A card or edition file that cannot be read, or a card that does not exist.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.scenario([{"hand": ["no_such_card"]}, {}, {}])
        ... except mk.CardError as error:
        ...     print(error)
        seats[0].hand: card: expected an id or a name of the editions munchkin, got "no_such_card"
    """


class IllegalAction(MunchkinError):
    """An action that the pending decision does not allow. The game is unchanged.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(seed=7)
        >>> try:
        ...     game.step(-1)
        ... except mk.IllegalAction as error:
        ...     print(str(error).partition(";")[0])
        action: -1 (no action -1) is not legal for seat 0 at SETUP
    """


class PlayerError(MunchkinError):
    """A player process that is late, has ended, or sends an invalid action.

    Examples:
        >>> import sys
        >>> import munchkin_env as mk
        >>> player = mk.ProcessBot([sys.executable, "-c", "pass"])  # a program that ends at once
        >>> try:
        ...     player.check(mk.spec())
        ... except mk.PlayerError as error:
        ...     print(error)
        process: expected a reply, got its end (exit status 0)
    """


class GameOver(MunchkinError):
    """An action for a game that has already ended.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(seed=7, preset="short", round_limit=1)
        >>> while not game.is_terminal:
        ...     game.step(game.legal_actions()[0])
        >>> try:
        ...     game.step(0)
        ... except mk.GameOver as error:
        ...     print(error)
        action: the game is over (winners [0]), got 0
    """


class SaveError(MunchkinError):
    """Saved bytes that are damaged, foreign, or of another version or catalogue.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.Game.load(b"not a game")
        ... except mk.SaveError as error:
        ...     print(error)
        save: expected a gzipped game of at most 4194304 bytes, got 10 bytes
    """


class ReplayError(MunchkinError):
    """A replay that is damaged, foreign, or of another version of its format.

    Examples:
        >>> import munchkin_env as mk
        >>> try:
        ...     mk.Replay.parse(b"{}")
        ... except mk.ReplayError as error:
        ...     print(error)
        replay.format: expected it, got none
    """


class ConcurrencyError(MunchkinError):
    """Games used by two threads at once, or in a process other than the one that their threads run in.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(seed=7)
        >>> try:
        ...     game.play_on(lambda *state: game.step(0), 0)  # the inner step comes while the outer one is at work
        ... except mk.ConcurrencyError as error:
        ...     print(error)
        game: expected one thread at a time, got a second one while the first plays; clone() one for each
    """


class MissingExtra(ConfigError, ImportError):
    """A feature whose packages are not installed; the message names the extra that installs them.

    Examples:
        >>> import sys
        >>> from unittest.mock import patch
        >>> import munchkin_env as mk
        >>> try:
        ...     with patch.dict(sys.modules, {"openskill": None}):  # as if it were not installed
        ...         mk.evaluate(["random"] * 3, games=3, ratings=True)
        ... except mk.MissingExtra as error:
        ...     print(str(error).partition(",")[0])
        ratings: expected the packages of the extra 'eval'
    """


class EngineFault(RuntimeError):
    """A violated invariant of the engine: a bug of this package. The message explains how to reproduce it.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(seed=7)
        >>> game.position["fault"] = 1  # in place of a bug
        >>> try:
        ...     game.step(game.legal_actions()[0])
        ... except mk.EngineFault as error:
        ...     print(str(error).partition(";")[0])
        engine fault <Fault.STACK: 1>
    """


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
