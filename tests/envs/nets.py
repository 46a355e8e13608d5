"""Players for tests that act in many rows at once, and the same ones asked one by one."""

from typing import Any

import numpy as np

from munchkin_env.bots import BatchBot, Bot


class Net(BatchBot):
    """Plays by a checksum of all that it is given; keeps what it was asked."""

    name = "net"

    def __init__(self, encoding: str = "flat", by_chance: bool = False) -> None:
        self.encoding = encoding
        self.by_chance = by_chance
        self.asked: list[tuple[int, list[float]]] = []

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        assert masks.dtype == np.int8
        assert masks.any(axis=1).all()
        assert ((chances >= 0) & (chances < 1)).all()
        self.asked.append((len(masks), chances.tolist()))
        parts = list(observation.values()) if isinstance(observation, dict) else [observation]
        sums = sum(part.reshape(len(masks), -1).astype(np.int64) @ np.arange(part[0].size) for part in parts)
        if self.by_chance:
            sums = (chances * (1 << 30)).astype(np.int64)
        ids = [np.flatnonzero(mask) for mask in masks]
        return np.array([legal[abs(int(value)) % len(legal)] for legal, value in zip(ids, sums, strict=True)])


class Alone(Bot):
    """The same player, asked one by one."""

    name = "alone"

    def __init__(self, inner: BatchBot) -> None:
        self.inner = inner

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        return self.inner.act(view, mask, rng)
