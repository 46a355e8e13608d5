"""Values that somebody could give for anything, sensible and not."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

DEEP: Any = []
for _ in range(3000):
    DEEP = [DEEP]

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 127, 128, -129, 65536, 1 << 31, 1 << 63, -(1 << 63), 1 << 200, 10**5000),
    *(0.0, 0.5, -1.5, 1e308, float("nan"), float("inf"), float("-inf")),
    *("", " ", "a", "4", "1e3", "ü", "\0", "x" * 5000, "../..", "/", "~nobody", "None", "true"),
    *((), [], {}, [1], ["a"], {"a": 1}, {1: 2}, [[]], [None], [float("nan")], b"", b"\xff"),
    *(np.int64(3), np.float32(0.5), np.array(1), np.array([1, 2])),
)


def odd(rng: np.random.Generator) -> Any:
    """One of them."""
    return ODD[int(rng.integers(len(ODD)))]


def pick(rng: np.random.Generator, values: Sequence[Any]) -> Any:
    """One of the values, as it is."""
    return values[int(rng.integers(len(values)))]


def as_json(value: Any) -> str:
    """The value as JSON, numbers of any length written out: another program's files may hold such, too."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return json.dumps(value, default=str)
    finally:
        sys.set_int_max_str_digits(before)


def altered(value: Any, rng: np.random.Generator) -> Any:
    """Plain data with something in it changed, left out, doubled or put elsewhere."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = pick(rng, list(value))
        kind = rng.random()
        if kind < 0.1:
            return {name: part for name, part in value.items() if name != key}
        if kind < 0.15:
            return {**value, pick(rng, ["", "x", "seed", "players", "1"]): odd(rng)}
        return {**value, key: altered(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        i = int(rng.integers(len(value)))
        if rng.random() < 0.2:
            return [*value[:i], *value[i + 1 :]]
        return [*value[:i], altered(value[i], rng), *value[i + 1 :]]
    if isinstance(value, int | float) and not isinstance(value, bool) and rng.random() < 0.5:
        if abs(value) > 2**1000:  # Python writes no number of thousands of digits, and has no such float
            value = 1 << 1000
        return pick(rng, [value + 1, value - 1, -value, value * 1000, 0, 1, float(value), str(value), [value]])
    return odd(rng)


def damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """Bytes with some altered, cut off, doubled or put in."""
    kind = rng.random()
    at = int(rng.integers(len(data) + 1))
    if kind < 0.5 and data:
        changed = bytearray(data)
        for place in rng.integers(0, len(data), int(rng.integers(1, 5))):
            changed[int(place)] = int(rng.integers(256))
        return bytes(changed)
    if kind < 0.7:
        return data[:at]
    if kind < 0.85:
        return data[:at] + rng.bytes(int(rng.integers(1, 40))) + data[at:]
    return data[at:] + data[:at]
