"""Sums of a few named rows of a table, and their gradients: compiled on the CPU, torch's elsewhere.

A row of `sparse` names some 140 of two thousand entries and more, an action three of hundreds: a product with the whole
table would mostly multiply zeros. Needs the extra `train`.
"""

from typing import Any

import numpy as np

from munchkin_env.bots.network import MOST
from munchkin_env.engine.kernels.kernel import INTERPRETED, summing
from munchkin_env.errors import ConfigError, needing

with needing("train", "networks"):
    import torch
    from torch.nn import functional

KINDS = 64  # of events, those to come as well
WHO = 7  # nobody, or one of six seats
AMOUNTS = 8  # of an event: 0 is anything below, 7 anything beyond
WORDS = 5  # that an event has at most
NEWEST = 8  # weight of the latest event; older ones less, down to 1


def _inlined(function: Any) -> Any:
    """Inline the function into each caller."""
    if INTERPRETED:
        return function
    import numba

    return numba.njit(inline="always", error_model="numpy")(function)


@_inlined
def weighed(value: Any, scale: Any) -> Any:
    """Return a value as a network reads it."""
    return np.float32(max(-MOST, min(MOST, value * scale)))


@summing
def sum_rows(table: Any, scale: Any, indices: Any, values: Any, counts: Any, out: Any) -> None:
    """Compute out[b] = Σ weighed(values[b, k]) · table[indices[b, k]] over k < counts[b].

    Four rows are added at a time, since they then pass through the sum once.
    """
    for b in range(len(out)):
        out[b, :] = np.float32(0.0)
        n = int(counts[b])
        k = 0
        while k < n:
            i0 = indices[b, k]
            i1 = indices[b, k + 1] if k + 1 < n else i0
            i2 = indices[b, k + 2] if k + 2 < n else i0
            i3 = indices[b, k + 3] if k + 3 < n else i0
            w0 = weighed(values[b, k], scale[i0])
            w1 = weighed(values[b, k + 1], scale[i1]) if k + 1 < n else np.float32(0.0)
            w2 = weighed(values[b, k + 2], scale[i2]) if k + 2 < n else np.float32(0.0)
            w3 = weighed(values[b, k + 3], scale[i3]) if k + 3 < n else np.float32(0.0)
            for h in range(out.shape[1]):
                out[b, h] += w0 * table[i0, h] + w1 * table[i1, h] + w2 * table[i2, h] + w3 * table[i3, h]
            k += 4


@summing
def spread_rows(gradient: Any, scale: Any, indices: Any, values: Any, counts: Any, out: Any) -> None:
    """Compute the gradient of `sum_rows` for its table: out[indices[b, k]] += weighed(values[b, k]) · gradient[b]."""
    for b in range(len(gradient)):
        for k in range(int(counts[b])):
            i = indices[b, k]
            w = weighed(values[b, k], scale[i])
            if w != 0:
                for h in range(gradient.shape[1]):
                    out[i, h] += w * gradient[b, h]


@summing
def score_rows(hidden: Any, table: Any, ids: Any, out: Any) -> None:
    """Compute out[b, k] = hidden[b] · table[ids[b, k]], where ids[b, k] is 0 or more."""
    for b in range(ids.shape[0]):
        for k in range(ids.shape[1]):
            i = ids[b, k]
            if i >= 0:
                total = np.float32(0.0)
                for h in range(hidden.shape[1]):
                    total += hidden[b, h] * table[i, h]
                out[b, k] = total


@summing
def spread_scores(gradient: Any, hidden: Any, table: Any, ids: Any, of_hidden: Any, of_table: Any) -> None:
    """Compute the gradients of `score_rows` for both."""
    for b in range(ids.shape[0]):
        for k in range(ids.shape[1]):
            i = ids[b, k]
            if i >= 0:
                g = gradient[b, k]
                for h in range(hidden.shape[1]):
                    of_hidden[b, h] += g * table[i, h]
                    of_table[i, h] += g * hidden[b, h]


@summing
def count_words(indices: Any, values: Any, counts: Any, number: Any, kind: Any, begins: Any, out: Any) -> None:
    """Compute out[b], the number of rows that `write_words` writes for row `b`."""
    for b in range(len(counts)):
        total = 0
        for k in range(int(counts[b])):
            i = int(indices[b, k])
            v = int(values[b, k]) + 128
            total += int(begins[kind[i], v + 1]) - int(begins[kind[i], v]) + (1 if number[i] >= 0 else 0)
        out[b] = total


@summing
def write_words(
    indices: Any, values: Any, counts: Any, number: Any, first: Any, step: Any, kind: Any, begins: Any, places: Any,
    rows: Any, numbers: Any,
) -> None:  # fmt: skip
    """Write the rows that entries name, and the number of times that each counts."""
    for b in range(len(counts)):
        n = 0
        for k in range(int(counts[b])):
            i = int(indices[b, k])
            if number[i] >= 0:
                rows[b, n] = number[i]
                numbers[b, n] = values[b, k]
                n += 1
            v = int(values[b, k]) + 128
            for j in range(int(begins[kind[i], v]), int(begins[kind[i], v + 1])):
                rows[b, n] = int(first[i]) + int(step[i]) * int(places[j])
                numbers[b, n] = 1
                n += 1


def spell_out(
    indices: np.ndarray, values: np.ndarray, counts: np.ndarray, number: np.ndarray, first: np.ndarray,
    step: np.ndarray, kind: np.ndarray, begins: np.ndarray, places: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # fmt: skip
    """Return (rows, numbers, counts) as `categories.Rows.of` does, whose attributes the others are.

    Raises ConfigError for an index that is no entry.
    """
    _check_places("indices", indices, len(number))
    indices, values = np.ascontiguousarray(indices), np.ascontiguousarray(values)  # one layout, compiled once
    found = np.zeros(len(counts), np.int16)
    count_words(indices, values, counts, number, kind, begins, found)
    shape = (len(counts), max(1, int(found.max(initial=0))))
    rows, numbers = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
    write_words(indices, values, counts, number, first, step, kind, begins, places, rows, numbers)
    return rows, numbers, found


@summing
def name_events(events: Any, types: Any, first: Any, seen: Any, rows: Any, numbers: Any, out: Any) -> None:
    """Write the rows that events name, each once, and their weights; see `event_history.EventHistory`.

    `seen`: zeros, one per row.
    """
    n = events.shape[1]
    for b in range(len(out)):
        named = 0
        for k in range(n):
            kind, seat, other = int(events[b, k, 0]), int(events[b, k, 1]), int(events[b, k, 2])
            card, amount = int(events[b, k, 3]), int(events[b, k, 4])
            if kind <= 0 or kind >= KINDS or not 0 <= seat < WHO or not 0 <= other < WHO or not 0 <= card <= types:
                continue
            weight = NEWEST - NEWEST * k // n
            for word in range(WORDS):
                row = -1
                if word == 0:
                    row = kind * WHO + seat
                elif word == 1 and other:
                    row = first[1] + kind * WHO + other
                elif word == 2 and other:
                    row = first[2] + seat * WHO + other
                elif word == 3 and amount:
                    row = first[3] + kind * AMOUNTS + max(0, min(AMOUNTS - 1, amount))
                elif word == 4 and card:
                    row = first[4] + seat * types + card - 1
                if row < 0:
                    continue
                if not seen[row]:
                    rows[b, named], numbers[b, named] = row, 0
                    named += 1
                    seen[row] = named
                place = int(seen[row]) - 1
                numbers[b, place] = min(127, int(numbers[b, place]) + weight)
        for place in range(named):
            seen[rows[b, place]] = 0
        out[b] = named


@summing
def put_behind(indices: Any, values: Any, counts: Any, rows: Any, numbers: Any, more: Any, start: Any, ids: Any,
               found: Any, out: Any) -> None:  # fmt: skip
    """Merge into `ids` and `found` the rows of both; `out` gets their number.

    `rows` go behind `indices`, from row `start` of the table on.
    """
    for b in range(len(out)):
        n = int(counts[b])
        for k in range(n):
            ids[b, k], found[b, k] = indices[b, k], values[b, k]
        for k in range(int(more[b])):
            ids[b, n + k], found[b, n + k] = start + rows[b, k], numbers[b, k]
        out[b] = n + int(more[b])


class Sums(torch.autograd.Function):
    """`sum_rows` with its gradient."""

    @staticmethod
    def forward(ctx: Any, table: Any, scale: Any, indices: Any, values: Any, counts: Any) -> Any:
        _check_places("indices", indices.numpy(), len(table))
        read = [part.numpy() for part in (scale, indices, values, counts)]
        ctx.read, ctx.size = read, len(table)
        out = table.new_empty((len(indices), table.shape[1]))
        sum_rows(table.detach().numpy(), *read, out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        gradient = gradients[0].contiguous()
        out = gradient.new_zeros((ctx.size, gradient.shape[1]))
        spread_rows(gradient.numpy(), *ctx.read, out.numpy())
        return out, None, None, None, None


class Scores(torch.autograd.Function):
    """`score_rows` with its gradients."""

    @staticmethod
    def forward(ctx: Any, hidden: Any, table: Any, ids: Any) -> Any:
        _check_places("ids", ids.numpy(), len(table))
        ctx.parts = hidden.detach().contiguous(), table.detach(), ids
        out = hidden.new_zeros(ids.shape)
        score_rows(*(part.numpy() for part in ctx.parts), out.numpy())
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        hidden, table, ids = ctx.parts
        found = torch.zeros_like(hidden), torch.zeros_like(table)
        parts = (gradients[0].contiguous(), hidden, table, ids, *found)
        spread_scores(*(part.numpy() for part in parts))
        return *found, None


def _check_places(name: str, places: np.ndarray, size: int) -> None:
    """Raise ConfigError for a number that is no row of a table: compiled code reads any address."""
    if places.size and int(places.max()) >= size:
        raise ConfigError(f"{name}: expected numbers below {size}, of this network's game, got {int(places.max())}")


def warm() -> None:
    """Compile all functions that are not compiled yet: for entries as they are and for their categories."""
    table, hidden = torch.zeros(2, 1, requires_grad=True), torch.zeros(1, 1, requires_grad=True)
    ids, values, counts = np.zeros((1, 1), np.int16), np.ones((1, 1), np.int8), np.ones(1, np.int16)
    none, begins = np.zeros(1, np.int32), np.zeros((1, 257), np.int32)
    for entries in ((ids, values, counts), spell_out(ids, values, counts, none, none, none, none, begins, none)):
        summed = weighted_sums(table, torch.ones(2), *map(torch.from_numpy, entries))
        (summed.sum() + scores_of(hidden, table, torch.from_numpy(ids)).sum()).backward()


def _is_compiled(table: torch.Tensor) -> bool:
    return not INTERPRETED and table.device.type == "cpu" and table.dtype == torch.float32


def weighted_sums(
    table: torch.Tensor, scale: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, counts: torch.Tensor
) -> torch.Tensor:
    """Return for each row the weighted sum of the rows of `table` that `indices` name, float (B, H).

    Each row of `table` (R, H) in `indices` int (B, M) counts times its `values` int8 (B, M) times the index's `scale`
    float (R,), cut to ±4. The first `counts` int16 (B,) count, the rest is 0.
    """
    if _is_compiled(table):
        found: torch.Tensor = Sums.apply(table, scale, indices, values, counts)
        return found
    places = indices.long()
    return functional.embedding_bag(
        places, table, per_sample_weights=(values * scale[places]).clamp(-MOST, MOST).to(table.dtype), mode="sum"
    )


def scores_of(hidden: torch.Tensor, table: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Return hidden (B, H) times the rows of `table` that `ids` int (B, K) name, float (B, K).

    It is 0 where an id is below 0.
    """
    if _is_compiled(table) and hidden.dtype == torch.float32:
        found: torch.Tensor = Scores.apply(hidden, table, ids)
        return found
    chosen = table[ids.long().clamp(min=0)]
    return torch.einsum("bh,bkh->bk", hidden.to(chosen.dtype), chosen) * (ids >= 0)


__all__ = ["scores_of", "warm", "weighted_sums"]
