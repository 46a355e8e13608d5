"""Generalised advantage estimation for games of many seats, each of which decides when it is asked."""

from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.config.fields import number
from munchkin_env.errors import shown


def compute_gae(
    seats: np.ndarray,
    values: np.ndarray,
    rewards: np.ndarray,
    done: np.ndarray,
    turns_passed: np.ndarray,
    last_values: np.ndarray,
    gamma: float = 1.0,
    gae_lambda: float = 0.95,
    gamma_per_turn: float = 1.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Return advantages and returns, float32 (T, N): each seat's decisions in a game are a trajectory of their own.

    Args:
        seats: int (T, N), who decided.
        values: (T, N), the value of that seat then.
        rewards: (T, N, P), what each seat got by the step.
        done: bool (T, N), whether the game ended by it; nothing after it counts for the decisions before it.
        turns_passed: (T, N), turns of the game that the step took.
        last_values: (N, P), the values of all seats after the last step.
        gamma: Discount of a seat's own decision.
        gae_lambda: Weight of what comes after the next own decision.
        gamma_per_turn: Discount of a turn of the game.

    Raises:
        mk.ConfigError: For numbers of other kinds and shapes that don't fit.
    """
    steps, rows, players = _shape_of("rewards", rewards, 3)
    seats = _numbers_of("seats", seats, (steps, rows), np.int8, "biu")
    values = _numbers_of("values", values, (steps, rows), np.float32, "biuf").astype(np.float64)
    rewards = _numbers_of("rewards", rewards, (steps, rows, players), np.float32, "biuf")
    ended = _numbers_of("done", done, (steps, rows), np.int8, "biu").astype(bool)
    turns = _numbers_of("turns_passed", turns_passed, (steps, rows), np.int32, "biuf")
    later_value = _numbers_of("last_values", last_values, (rows, players), np.float32, "biuf").astype(np.float64)
    gamma, per_turn = _factor("gamma", gamma), _factor("gamma_per_turn", gamma_per_turn)
    gae_lambda = _factor("gae_lambda", gae_lambda)
    advantages, returns = np.zeros((steps, rows), np.float32), np.zeros((steps, rows), np.float32)
    later_advantage, collected = np.zeros((rows, players)), np.zeros((rows, players))
    discount = np.ones((rows, players))
    for u in reversed(range(steps)):
        later_value[ended[u]] = later_advantage[ended[u]] = collected[ended[u]] = 0.0
        discount[ended[u]] = 1.0
        if per_turn != 1.0:
            discount *= np.where(ended[u], 1.0, per_turn ** turns[u].astype(np.float64))[:, None]
        collected += rewards[u]
        own = seats[u][:, None] == np.arange(players)
        factor = gamma * discount
        delta = collected + factor * later_value - values[u][:, None]
        later_advantage = np.where(own, delta + factor * gae_lambda * later_advantage, later_advantage)
        later_value = np.where(own, values[u][:, None], later_value)
        decided = own.any(axis=1)
        advantages[u, decided] = later_advantage[own]
        returns[u, decided] = (later_advantage + later_value)[own]
        collected[own] = 0.0
        discount[own] = 1.0
    return advantages, returns


def _shape_of(field: str, value: Any, dimensions: int) -> tuple[int, ...]:
    shape = np.shape(value) if isinstance(value, np.ndarray) else ()
    if len(shape) != dimensions:
        raise mk.ConfigError(f"{field}: expected an array of {dimensions} dimensions, got {shown(value)}")
    return shape


def _numbers_of(field: str, value: Any, shape: tuple[int, ...], dtype: type, kinds: str) -> np.ndarray:
    """The array, contiguous and of this type.

    Raises mk.ConfigError for another shape, other numbers, and fractions where whole ones are wanted.
    """
    given = value if isinstance(value, np.ndarray) else np.empty(0, object)
    if given.shape != shape or given.dtype.kind not in kinds:
        came = f"{given.dtype} of {given.shape}" if given is value else shown(value)
        raise mk.ConfigError(f"{field}: expected an array of {np.dtype(dtype)} of {shape}, got {came}")
    with np.errstate(invalid="ignore"):
        result: np.ndarray = np.ascontiguousarray(given, dtype)
    if np.dtype(dtype).kind == "i" and given.dtype.kind == "f" and not np.array_equal(result, given):
        raise mk.ConfigError(f"{field}: expected whole numbers, got {shown(given)}")
    return result


def _factor(field: str, value: Any) -> float:
    return number(field, value.item() if isinstance(value, np.floating) else value, 0, 1)
