"""Spaces of observations, observations of chosen rows, and action spaces that know what is legal now."""

import weakref
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space

from munchkin_env.bots.base import advice_keys, advisor_kind
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs import stepping
from munchkin_env.envs.stepping import FLAT, SPARSE, TOKENS, SeenArrays, new_seen
from munchkin_env.observation import SPARSE_ARRAYS, Spec
from munchkin_env.observation.layout import MAX_ENTRIES, MOST8, bounds

WHAT: dict[str | None, int] = {None: 0, "flat": FLAT, "tokens": TOKENS, "sparse": SPARSE}
"""Kinds of observation and the numbers under which compiled code knows them."""


class LegalDiscrete(Discrete):
    """`Discrete(n)` whose `sample()` without a mask is an action that is legal now.

    Checkers and demos of PettingZoo and Gymnasium sample without a mask; a plain `Discrete` would give them illegal
    actions nearly always. `legal` is a bound method that returns int32[k], the ids that are legal for its seat now,
    empty at another's decision; with none, `sample()` draws from the whole space. Seeding changes the generator and
    never the ids: Gymnasium's `check_env` plays in one game an action that it has sampled in the one before, so check
    environments made with `on_illegal="resample_legal"`. A copied or unpickled space is a plain `Discrete` until its
    environment calls `bind`. An environment judges an action only by its number, wherever it was drawn.

    `facts` show the game, observation and versions of the actions (`policy_metadata`). They travel with a saved action
    space, as in stable-baselines3.
    """

    def __init__(
        self,
        n: int,
        legal: Callable[[], np.ndarray] | None = None,
        seed: int | None = None,
        facts: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(n, seed=seed)
        self.facts = facts
        self._legal: weakref.WeakMethod[Callable[[], np.ndarray]] | None = None
        if legal is not None:
            self.bind(legal)

    def bind(self, legal: Callable[[], np.ndarray]) -> None:
        """Sample among the ids that `legal` returns from now on; the space does not keep its owner alive."""
        self._legal = weakref.WeakMethod(legal)

    def _ids(self) -> np.ndarray:
        """The ids to sample among without a mask; empty for the whole space."""
        legal = self._legal() if self._legal is not None else None
        return legal() if legal is not None else np.zeros(0, np.int32)

    def sample(self, mask: np.ndarray | None = None, probability: np.ndarray | None = None) -> Any:
        """A random action: of the mask or the probabilities if given, else one that is legal now.

        Draws what `Discrete` does, of a mask in a fifth of the time.
        """
        ids: Any = ()
        if mask is not None and probability is None:
            ids = self._ids_of(mask)
        elif probability is None and self._legal is not None:
            ids = self._ids()
        if len(ids):
            return self.dtype.type(ids[int(self.np_random.integers(len(ids)))])
        return super().sample(mask, probability)

    def _ids_of(self, mask: Any) -> Any:
        """The actions of a mask; none if it is no mask, of which `Discrete` tells what is wrong."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.int8 or mask.shape != (self.n,):
            return ()
        ids = mask.nonzero()[0]
        return ids if mask.tobytes().count(1) == len(ids) else ()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_legal": None}


class LegalMultiDiscrete(MultiDiscrete):
    """`MultiDiscrete([n] * rows)` whose `sample()` without a mask is legal in every row; see `LegalDiscrete`.

    A row in which nothing is legal gets action 0.
    """

    def __init__(self, n: int, rows: int) -> None:
        super().__init__(np.full(rows, n, np.int64))
        self._legal: Any = None

    def bind(self, legal: Callable[[], np.ndarray]) -> None:
        """Sample among the ones of this bound method's result, int8[rows, n], 1 where an action is legal."""
        self._legal = weakref.WeakMethod(legal)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action for each row: of the mask or the probabilities if given, else one that is legal now.

        mask: int8[rows, n] as in `infos["action_mask"]`, or the tuple of its rows that a `MultiDiscrete` takes.
        """
        if isinstance(mask, np.ndarray):
            mask = tuple(mask)
        legal = self._legal() if self._legal is not None and mask is None and probability is None else None
        if legal is None:
            return super().sample(mask, probability)
        masks = legal()
        last = np.cumsum(masks, axis=1, dtype=np.int64)
        wanted = (self.np_random.random(len(masks)) * last[:, -1]).astype(np.int64)
        return (last > wanted[:, None]).argmax(axis=1).astype(self.dtype)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_legal": None}


class AgentSpaces:
    """An environment with an action space for each agent, which samples what is legal for that agent now."""

    possible_agents: list[str]
    action_spaces: dict[str, Any]

    def _legal_for(self, agent: str) -> np.ndarray:
        """Legal actions of the agent now, int32 (k,)."""
        raise NotImplementedError(f"{type(self).__name__}._legal_for")

    def _bind_spaces(self) -> None:
        self._pending = [_Pending(self, agent) for agent in self.possible_agents]
        for one in self._pending:
            self.action_spaces[one.agent].bind(one.ids)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_pending"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind_spaces()

    def __copy__(self) -> Self:
        return deepcopy(self)  # a shallow one would play the same game


class _Pending:
    """Legal actions of one agent now, for its action space."""

    def __init__(self, owner: AgentSpaces, agent: str) -> None:
        self.owner = owner
        self.agent = agent

    def ids(self) -> np.ndarray:
        return self.owner._legal_for(self.agent)


def observation_space(spec: Spec, encoding: str) -> Space[Any]:
    """The space of "flat" (a Box of int8 with the bounds of each entry), "tokens" or "sparse" (Dicts of Boxes)."""
    if encoding == "flat":
        low, high = spec.flat_bounds
        return Box(low, high, dtype=np.int8)
    if encoding == "sparse":
        last = spec.sparse_sections[-1]
        bounds_of = {"indices": (0, last.start + last.size - 1), "data": (-MOST8, MOST8), "count": (0, MAX_ENTRIES)}
        return Dict({name: Box(*bounds_of[name], (size,), dtype) for name, (size, dtype) in SPARSE_ARRAYS.items()})
    fields_low = np.array([part.low for part in spec.token_fields], np.int16)
    fields_high = np.array([part.high for part in spec.token_fields], np.int16)
    rows = spec.tokens_shape
    low, high = bounds(spec.global_sections, np.int16)
    return Dict(
        {
            "cards": Box(np.broadcast_to(fields_low, rows), np.broadcast_to(fields_high, rows), dtype=np.int16),
            "globals": Box(low, high, dtype=np.int16),
        }
    )


def named(what: int, seen: SeenArrays) -> Any:
    """The arrays as an observation: int8 (n, F), a dict of arrays, or None."""
    if what == TOKENS:
        return {"cards": seen.cards, "globals": seen.general}
    if what == SPARSE:
        return dict(zip(SPARSE_ARRAYS, (seen.indices, seen.values, seen.counted), strict=True))
    return seen.flat if what == FLAT else None


def observed(
    facts: Spec, encoding: str, positions: np.ndarray, tables: np.ndarray, rows: np.ndarray, seats: np.ndarray
) -> Any:
    """Observations of `positions[rows[k]]` by `seats[k]`, in fresh arrays of n rows; `encoding`: of `ENCODINGS`."""
    what = WHAT[encoding]
    seen = new_seen(facts, what, len(rows))
    stepping.observe_seats(positions, tables, rows.astype(np.int64), seats.astype(np.int8), what, *seen)
    return named(what, seen)


def advised(
    advisor: str,
    positions: np.ndarray,
    tables: np.ndarray,
    ids: np.ndarray,
    counts: np.ndarray,
    rows: np.ndarray,
    chances: np.ndarray,
) -> np.ndarray:
    """Actions of compiled bot `advisor` in `positions[rows[k]]` with the deciding seat's view, int32 (n,).

    ids, counts: the legal actions by state. chances: float64 (n,), random numbers of the advised seats. Raises
    ConfigError.
    """
    advice = np.zeros(len(rows), np.int32)
    views = records(empty(1))
    kind = advisor_kind(advisor)
    stepping.advise(positions, tables, views, ids, counts, kind, rows.astype(np.int64), advice_keys(chances), advice)
    return advice
