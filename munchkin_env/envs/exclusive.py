"""Games are stepped by one thread at a time: in a position that two change at once, compiled loops may never end."""

import functools
import threading
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from munchkin_env.errors import ConcurrencyError


class HasTurn(Protocol):
    """An object with a lock that whoever uses it holds; nobody waits for it."""

    _turn: threading.Lock


S = TypeVar("S", bound=HasTurn)
P = ParamSpec("P")
R = TypeVar("R")


def alone(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A method that does not run while any method marked so of the same object does: it raises ConcurrencyError, and
    nothing has changed."""

    @functools.wraps(method)
    def guarded(self: S, *args: P.args, **kwargs: P.kwargs) -> R:
        if not self._turn.acquire(blocking=False):
            raise ConcurrencyError(
                f"{type(self).__name__}.{method.__name__}: expected one thread at a time, got a second one while the "
                "first is at work; make an object for each"
            )
        try:
            return method(self, *args, **kwargs)
        finally:
            self._turn.release()

    return guarded


__all__ = ["alone"]
