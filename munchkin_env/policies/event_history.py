"""Memory of a sparse network: the last public events, as rows of its first layer. Needs the extra `train`.

An observation shows eight of them, by kind and seat. Some fifty have passed since the player's previous turn, and those
name cards. Each event has categorical features: actor and act, victim and act, actor against victim, number, and owner
of the card. A feature counts more the later it occurred, and as often as it did.
"""

from typing import Any

import numpy as np

from munchkin_env.errors import ConfigError, needing, shown
from munchkin_env.observation.view import EVENT_PARTS
from munchkin_env.policies.sparse_ops import AMOUNTS, KINDS, NEWEST, WHO, WORDS, name_events, put_behind

with needing("train", "networks"):
    import torch
    from torch import nn

PER = 2 * NEWEST
"""Divisor of a feature's count: two late events, or many early ones, are about 1."""


class EventHistory(nn.Module):
    """Rows of the events' features, all zero at first: a network with memory begins as one without.

    Other seats share what is learnt of their acts. A card's rows are made of its embedding.

    Attributes:
        size: number of rows.
        first: int32[WORDS], the first row of each feature.
    """

    def __init__(self, events: int, types: int, embedding: int, width: int) -> None:
        """Make the rows.

        Args:
            events: number of remembered events.
            types: number of card types.
            embedding: width of a card's embedding.
            width: of a row.
        """
        super().__init__()
        self.events, self.types = events, types
        sizes = [KINDS * WHO, KINDS * WHO, WHO * WHO, KINDS * AMOUNTS, WHO * types]
        self.first = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
        self.size = sum(sizes)
        self.done = nn.Parameter(torch.zeros(KINDS, WHO, width))
        self.suffered = nn.Parameter(torch.zeros(KINDS, WHO, width))
        self.by_others = nn.Parameter(torch.zeros(2, KINDS, 1, width))
        self.between = nn.Parameter(torch.zeros(WHO * WHO, width))
        self.amount = nn.Parameter(torch.zeros(KINDS * AMOUNTS, width))
        self.of_card = nn.Parameter(torch.zeros(WHO, embedding, width))

    def forward(self, card: torch.Tensor) -> torch.Tensor:
        """Return the rows, float (size, width), of the card types' embeddings, (types, embedding)."""
        done, suffered = (
            torch.cat([part[:, :2], part[:, 2:] + others], 1).flatten(0, 1)
            for part, others in zip((self.done, self.suffered), self.by_others, strict=True)
        )
        cards = torch.matmul(card, self.of_card).flatten(0, 1)
        return torch.cat([done, suffered, self.between, self.amount, cards])

    def scale(self) -> np.ndarray:
        """Return the factors of each row's numbers, float32[size]."""
        return np.full(self.size, 1 / PER, np.float32)

    def behind(
        self, indices: np.ndarray, values: np.ndarray, counts: np.ndarray, events: Any, start: int
    ) -> tuple[np.ndarray, ...]:
        """Return (rows int32 (n, K), numbers int8 (n, K), how many of them int16 (n,)).

        They are the given ones, and behind them those of `events`, int16 (n, events, EVENT_PARTS), which begin at row
        `start`. Raises ConfigError.
        """
        n, shape = len(counts), (len(counts), self.events, EVENT_PARTS)
        if not isinstance(events, np.ndarray) or events.shape != shape or events.dtype != np.int16:
            came = f"{events.dtype} of {events.shape}" if isinstance(events, np.ndarray) else shown(events)
            raise ConfigError(f"events: expected int16 of {shape}, which this network remembers, got {came}")
        most = self.events * WORDS
        rows, numbers, more = np.empty((n, most), np.int32), np.empty((n, most), np.int8), np.zeros(n, np.int16)
        seen = np.zeros(self.size, np.int32)
        name_events(np.ascontiguousarray(events), self.types, self.first, seen, rows, numbers, more)
        width = max(1, int((counts + more).max(initial=0)))
        ids, found, out = np.zeros((n, width), np.int32), np.zeros((n, width), np.int8), np.zeros(n, np.int16)
        put_behind(
            np.ascontiguousarray(indices), np.ascontiguousarray(values), counts, rows, numbers, more, start, ids,
            found, out,
        )  # fmt: skip
        return ids, found, out
