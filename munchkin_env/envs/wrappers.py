"""PettingZoo's checks of order and bounds at a fraction of their cost.

Each attribute look-up through its two wrappers fails twice before it succeeds, and the usual loop makes eight of them
for every action: more than half of its time. `GuardedEnv` is the same pair of wrappers, with a short way for valid
calls. Invalid calls go to them, and give their errors and warnings; an action out of bounds is judged by the
environment, and gives an error of both.
"""

from copy import deepcopy
from typing import Any, Self

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from munchkin_env.errors import IllegalAction


def _state_of(name: str) -> Any:
    """An attribute of the bare environment that may be read after `reset`; before it, the wrapper's own error."""

    def read(self: "GuardedEnv") -> Any:
        if self._has_reset:
            return getattr(self._bare, name)
        raise AttributeError(name)  # Python then asks OrderEnforcingWrapper.__getattr__, which explains

    return property(read)


class OutOfBounds(IllegalAction, AssertionError):
    """An action outside the space: an error of ours, and the AssertionError that PettingZoo's wrapper raises."""


class GuardedEnv(OrderEnforcingWrapper[str, Any, Any]):
    """`OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))`, faster."""

    _has_reset: bool
    _has_updated: bool
    agents = _state_of("agents")
    agent_selection = _state_of("agent_selection")
    rewards = _state_of("rewards")
    terminations = _state_of("terminations")
    truncations = _state_of("truncations")
    infos = _state_of("infos")

    def __init__(self, bare: AECEnv[str, Any, Any]) -> None:
        self._bare = bare
        super().__init__(AssertOutOfBoundsWrapper(bare))

    def __copy__(self) -> Self:
        """Return an independent copy, as `deepcopy` does: two environments never share a game."""
        return deepcopy(self)

    clone = __copy__

    def _repr_html_(self) -> str:
        """The table, in notebooks; PettingZoo's wrappers pass no such name on."""
        text: str = self._bare._repr_html_()
        return text

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. A refused reset leaves the environment as it was, with a game or without."""
        before = self._has_reset, self._has_updated
        try:
            super().reset(seed=seed, options=options)
        except BaseException:
            self._has_reset, self._has_updated = before
            raise

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Last result of the selected agent: observation and rewards since its last turn."""
        found: tuple[Any, float, bool, bool, dict[str, Any]]
        found = self._bare.last(observe) if self._has_reset else super().last(observe)
        return found

    def step(self, action: Any) -> None:
        """Step the selected agent's action. Only the bare environment judges legality."""
        if not self._has_reset or not self._bare.agents:
            super().step(action)
            return
        self._has_updated = True
        try:
            self._bare.step(action)
        except IllegalAction as error:
            if self._bare.action_space(self._bare.agent_selection).contains(action):
                raise
            raise OutOfBounds(f"{error}; action is not in action space") from None

    def __str__(self) -> str:
        return str(self.env)
