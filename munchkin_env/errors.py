"""The errors a caller may meet. Each message names the field, what was expected and what came."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

LONGEST = 200  # characters of a value in a message


class MunchkinError(ValueError):
    """Something the caller gave cannot be used; catch this to catch them all."""


class ConfigError(MunchkinError):
    """A setting, a scenario or a choice of editions that no game can have."""


class UnknownSetting(ConfigError, TypeError):
    """A keyword that is no setting: to Python, and to libraries that try out keywords, an unexpected argument."""


class RetiredEnvironment(ConfigError):
    """An environment's id that an earlier release of the package plays; the message names it."""


class CardError(MunchkinError):
    """A card or edition file that cannot be read, or a card that does not exist."""


class IllegalAction(MunchkinError):
    """An action that the pending decision does not allow. The game is unchanged."""


class PlayerError(MunchkinError):
    """A player in a process of its own that is late, has ended, or says what is no answer."""


class GameOver(MunchkinError):
    """An action for a game that has already ended."""


class SaveError(MunchkinError):
    """Saved bytes that are damaged, foreign, or of another version or catalogue."""


class ReplayError(MunchkinError):
    """A replay that is damaged, foreign, or of another version of its format."""


class ConcurrencyError(MunchkinError):
    """Games used by two threads at once, or in another process than the one that their threads run in."""


class MissingExtra(ConfigError, ImportError):
    """What was asked for needs packages that are not installed; the message says which extra brings them."""


class EngineFault(RuntimeError):
    """The engine broke one of its own promises: a bug of ours. The message says how to reproduce it."""


@contextmanager
def needing(extra: str, what: str) -> Iterator[None]:
    """Around the imports that an extra of the package brings: MissingExtra where one of them is not installed.

    extra: its name in pyproject.toml. what: whatever of ours needs it, as the message names it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("munchkin_env", ""):
            raise
        raise MissingExtra(
            f"{what}: expected the packages of the extra {extra!r}, got no module {error.name!r}; "
            f"pip install 'munchkin-env[{extra}]'"
        ) from error


def shown(value: object) -> str:
    """A value as messages show it: on one line, short, and whatever it is."""
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # whole numbers of thousands of digits, lists that hold themselves
        return f"{type(value).__name__} that is too long to show"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def did_you_mean(word: object, choices: Iterable[str]) -> str:
    """The end of an error message that offers the nearest choice, or nothing if none is near."""
    near = get_close_matches(word.lower(), list(choices), n=1, cutoff=0.6) if isinstance(word, str) else []
    return f' (did you mean "{near[0]}"?)' if near else ""
