"""Rollout buffer: observations and legal actions of an iteration's games, as the two kinds of network read them."""

from collections.abc import Sequence

import numpy as np

import munchkin_env as mk

NO_ACTION = -1  # padding in a list of legal actions
EVENT_PARTS = 5  # of an event, as `mk.last_events` gives them
CARD = 3  # among them


class TokenNotes:
    """Observations of `tokens`; the choices are a mask, and an action's place in it is its id.

    Attributes:
        seen: arrays (steps, games, …) by the names of the observation.
        choices: int8 (steps, games, A).
    """

    reads = "tokens"

    def __init__(self, games: mk.SelfPlayVecEnv, steps: int, learner: mk.Spec, history: int = 0) -> None:
        """Make the buffer.

        learner: the network's game, which is that of `games`. history: 0, a network of tokens remembers no events.
        """
        rows = (steps, games.num_envs)
        self.seen = {name: np.zeros((*rows, *part.shape[1:]), part.dtype) for name, part in games.observation.items()}
        self.choices = np.zeros((*rows, games.num_actions), np.int8)

    def note(self, t: int, games: mk.SelfPlayVecEnv) -> None:
        """Note the games' observations at step `t`."""
        for name, part in games.observation.items():
            self.seen[name][t] = part
        self.choices[t] = games.legal_action_mask

    def widen(self, entries: int, answers: int) -> None:
        """Make room for that many entries and actions; there always is."""

    def read(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return observations of these games as the network reads them."""
        return seen

    def recalled(self, games: mk.SelfPlayVecEnv, rows: np.ndarray, seats: np.ndarray, n: int) -> np.ndarray:
        """Return the last public events of these rows as the network reads them; see `mk.last_events`."""
        return mk.last_events(games.positions, rows, seats, n)

    def told(self, actions: np.ndarray) -> np.ndarray:
        """Return actions of these games by the network's numbers."""
        return actions

    def masks(self, masks: np.ndarray) -> np.ndarray:
        """Return masks of these games by the network's numbers."""
        return masks

    def meant(self, actions: np.ndarray) -> np.ndarray:
        """Return actions of these games, given by the network's numbers, int64 (n,)."""
        return actions

    def places(self, choices: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Return the places of these games' actions among the choices (n, …) of their rows, int64 (n,)."""
        return actions

    def actions(self, choices: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return the actions of these games at those places, int64 (n,)."""
        return places


class SparseNotes:
    """Observations of `sparse`, as wide as the fullest that came; the choices are a list of actions.

    Games of other editions than the network's are noted by the network's numbers, so that all are learnt from as one.

    Attributes:
        seen: arrays (steps, games, …) by the names of the observation.
        choices: int16 (steps, games, K), the legal actions, then NO_ACTION.
    """

    reads = "sparse"

    def __init__(self, games: mk.SelfPlayVecEnv, steps: int, learner: mk.Spec, history: int = 0) -> None:
        """Make the buffer.

        learner: the network's game; its editions include those of `games`. history: number of the last public events
        that it remembers, which are in `seen` then, as "events".
        """
        rows = (steps, games.num_envs)
        self.seen = {name: np.zeros((*rows, 1), part.dtype) for name, part in games.observation.items()}
        self.choices = np.full((*rows, 1), NO_ACTION, np.int16)
        self.known = learner.num_actions
        self.entries, self.answers = mk.index_map(games.spec, learner)
        self.back = np.zeros(self.known, np.int64)
        own = self.answers >= 0
        self.back[self.answers[own]] = np.flatnonzero(own)
        self.same = games.config.editions == learner.config.editions
        self.cards = _types_of(games.spec, learner, self.answers)
        self.history = history
        if history:
            self.seen["events"] = np.zeros((*rows, history, EVENT_PARTS), np.int16)

    def note(self, t: int, games: mk.SelfPlayVecEnv) -> None:
        """Note the games' observations at step `t`."""
        seen, counts = games.observation, games.legal_count
        self.widen(int(seen["count"].max()), int(counts.max()))
        for name, part in seen.items():
            self.seen[name][t] = part[:, : self.seen[name].shape[2]]
        if self.history:
            self.seen["events"][t] = self.recalled(games, np.arange(games.num_envs), games.current_player, self.history)
        if not self.same:
            self._renumber(self.seen["indices"][t], self.seen["data"][t])
        listed = np.arange(self.choices.shape[2]) < counts[:, None]
        self.choices[t] = np.where(listed, self.told(games.legal_ids[:, : self.choices.shape[2]]), NO_ACTION)

    def widen(self, entries: int, answers: int) -> None:
        """Make room for that many entries and actions."""
        for name in ("indices", "data"):
            self.seen[name] = widened(self.seen[name], entries)
        self.choices = widened(self.choices, answers, NO_ACTION)

    def _renumber(self, indices: np.ndarray, values: np.ndarray) -> None:
        """Renumber in place; entries without a number of the network count nothing."""
        indices[:] = self.entries[indices]
        unknown = indices < 0
        indices[unknown] = values[unknown] = 0

    def read(self, seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return observations of these games as the network reads them."""
        if self.same:
            return seen
        found = {name: part.copy() for name, part in seen.items()}
        self._renumber(found["indices"], found["data"])
        return found

    def recalled(self, games: mk.SelfPlayVecEnv, rows: np.ndarray, seats: np.ndarray, n: int) -> np.ndarray:
        """Return the last public events of these rows as the network reads them; see `mk.last_events`."""
        events = mk.last_events(games.positions, rows, seats, n)
        if not self.same:
            events[..., CARD] = self.cards[events[..., CARD]]
        return events

    def told(self, actions: np.ndarray) -> np.ndarray:
        """Return actions of these games by the network's numbers; numbers below 0 stay."""
        return actions if self.same else np.where(actions < 0, actions, self.answers[np.maximum(actions, 0)])

    def masks(self, masks: np.ndarray) -> np.ndarray:
        """Return masks of these games by the network's numbers."""
        if self.same:
            return masks
        found = np.zeros((len(masks), self.known), masks.dtype)
        own = self.answers >= 0
        found[:, self.answers[own]] = masks[:, own]
        return found

    def meant(self, actions: np.ndarray) -> np.ndarray:
        """Return actions of these games, given by the network's numbers, int64 (n,)."""
        return actions if self.same else self.back[actions]

    def places(self, choices: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Return the places of these games' actions among the choices (n, K) of their rows, int64 (n,); 0 for none."""
        found: np.ndarray = (choices == self.told(actions)[:, None]).argmax(axis=1)
        return found

    def actions(self, choices: np.ndarray, places: np.ndarray) -> np.ndarray:
        """Return the actions of these games at those places, int64 (n,)."""
        return self.meant(choices[np.arange(len(places)), places].astype(np.int64))


Notes = TokenNotes | SparseNotes
NOTES: dict[str, type[Notes]] = {"tokens": TokenNotes, "sparse": SparseNotes}


def _types_of(game: mk.Spec, learner: mk.Spec, answers: np.ndarray) -> np.ndarray:
    """Return the learner's number of each type of card, from 1, int16[types + 1]; actions that name cards give it."""
    ours, theirs = (one.action_sections[-1].start for one in (game, learner))
    return np.concatenate([[0], answers[ours:] - theirs + 1]).astype(np.int16)


def widened(array: np.ndarray, width: int, fill: int = 0) -> np.ndarray:
    """Return the array with a last axis of at least that many."""
    more = width - array.shape[-1]
    if more <= 0:
        return array
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, more)], constant_values=fill)


def joined(parts: Sequence[np.ndarray], fill: int = 0) -> np.ndarray:
    """Return the rows of all arrays (n, …), the last axis as long as the longest."""
    width = max(part.shape[-1] for part in parts)
    return np.concatenate([widened(part, width, fill) for part in parts])
