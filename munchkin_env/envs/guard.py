"""PettingZoo's checks of order and bounds at a fraction of their cost.

Each look-up of an attribute through its two wrappers fails twice before it is answered, and the usual loop makes
eight of them for every answer: more than half of its time. `GuardedEnv` is the same pair of wrappers, with a short way
for what is in order; whatever is not goes to them, and gives their errors and warnings.
"""

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper


def _state_of(name: str) -> Any:
    """An attribute of the bare environment that may be read after `reset`; before it, the wrapper's own error."""

    def read(self: "GuardedEnv") -> Any:
        if self._has_reset:
            return getattr(self._bare, name)
        raise AttributeError(name)  # Python then asks OrderEnforcingWrapper.__getattr__, which explains

    return property(read)


class GuardedEnv(OrderEnforcingWrapper[str, Any, Any]):
    """`OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))`, faster."""

    agents = _state_of("agents")
    agent_selection = _state_of("agent_selection")
    rewards = _state_of("rewards")
    terminations = _state_of("terminations")
    truncations = _state_of("truncations")
    infos = _state_of("infos")

    def __init__(self, bare: AECEnv[str, Any, Any]) -> None:
        self._bare = bare
        self._actions = int(bare.action_space(bare.possible_agents[0]).n)
        super().__init__(AssertOutOfBoundsWrapper(bare))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees and has got since its last turn."""
        return self._bare.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: Any) -> None:
        """The selected agent answers."""
        if (
            self._has_reset
            and isinstance(action, int | np.integer)
            and 0 <= action < self._actions
            and self._bare.agents
        ):
            self._has_updated = True
            self._bare.step(action)
        else:
            super().step(action)

    def __str__(self) -> str:
        return str(self.env)


__all__ = ["GuardedEnv"]
