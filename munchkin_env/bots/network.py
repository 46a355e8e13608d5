"""A network over `sparse` in compiled code: its action, and its value, where other compiled code plays games on.

Sums are taken one after the other, so that all machines give the same action. `SparseNetwork.compiled` fills in the
weights.
"""

import math
from typing import NamedTuple

import numpy as np

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.observation.core import write_sparse
from munchkin_env.observation.layout import MAX_ENTRIES

MOST = 4.0  # scaled values beyond it are cut to it
LEAST_VARIANCE = 1e-5  # torch's, of a layer norm


class CompiledNetwork(NamedTuple):
    """Weights: float32, or whole numbers as noted."""

    number: np.ndarray  # int32 (entries,); this and the next five are those of `categories.Rows`
    first: np.ndarray  # int32 (entries,)
    step: np.ndarray  # int32 (entries,)
    kind: np.ndarray  # int32 (entries,)
    begins: np.ndarray  # int32 (kinds, 257)
    places: np.ndarray  # int32 (places,)
    rows: np.ndarray  # (R, width of the first layer)
    scale: np.ndarray  # (R,)
    layers: np.ndarray  # of each layer the matrix by input (of the first none, these are the rows), bias, gain, shift
    actions: np.ndarray  # (A, width of the last layer + 1), the bias last
    critic: np.ndarray  # the matrix of its layer by input, the bias, the weights of the value, its bias
    widths: np.ndarray  # int64 (layers,); empty where there is no network


class Activations(NamedTuple):
    """Arrays in which a forward pass works."""

    sums: np.ndarray  # float32 (3, the greatest width), the last row for the value
    flat: np.ndarray  # int8 (entries of `flat` in this game,)
    indices: np.ndarray  # int16 (MAX_ENTRIES,)
    values: np.ndarray  # int8 (MAX_ENTRIES,)


def no_network() -> CompiledNetwork:
    """Return arrays where there is no network."""
    whole, real = np.zeros(0, np.int32), np.zeros(0, np.float32)
    table, begins, widths = np.zeros((0, 0), np.float32), np.zeros((0, 0), np.int32), np.zeros(0, np.int64)
    return CompiledNetwork(whole, whole, whole, whole, begins, whole, table, real, real, table, real, widths)


def activations_of(network: CompiledNetwork, flat: int) -> Activations:
    """Return activations for a network. flat: entries of `flat` in the game."""
    units = (len(network.critic) - 1) // (int(network.widths[-1]) + 2) if len(network.widths) else 0
    width = max([*network.widths.tolist(), units])
    entries = np.zeros(MAX_ENTRIES, np.int16), np.zeros(MAX_ENTRIES, np.int8)
    return Activations(np.zeros((3, width), np.float32), np.zeros(flat, np.int8), *entries)


@kernel
def network_action(network, activations, s, t, seat, ids, n):
    """Return the action of the highest logit among `ids[:n]` by what `seat` sees, of equal ones the lowest."""
    see(network, activations, s, t, seat)
    seen = activations.sums[0, : int(network.widths[len(network.widths) - 1])]
    found = -1
    most = np.float32(0.0)
    for j in range(n):
        action = int(ids[j])
        logit = network.actions[action, len(seen)]
        for k in range(len(seen)):
            logit += seen[k] * network.actions[action, k]
        if found < 0 or logit > most or (logit == most and action < found):
            found = action
            most = logit
    return found


@kernel
def network_value(network, activations, s, t, seat):
    """Return the expected result of `seat` at the end of the game, by what it sees at a decision of its own."""
    see(network, activations, s, t, seat)
    seen = activations.sums[0, : int(network.widths[len(network.widths) - 1])]
    critic = network.critic
    width = (len(critic) - 1) // (len(seen) + 2)
    units = activations.sums[2, :width]
    multiply(seen, critic, 0, units)
    value = critic[len(critic) - 1]
    for k in range(width):
        value += max(np.float32(0.0), units[k]) * critic[len(critic) - 1 - width + k]
    return value


@kernel
def see(network, activations, s, t, seat):
    """Compute the features of what `seat` sees, the values of the last layer, in row 0 of the sums."""
    n = write_sparse(s, t, seat, activations.flat, activations.indices, activations.values)
    last = len(network.widths) - 1
    given = activations.sums[last % 2, : int(network.widths[0])]
    for k in range(len(given)):
        given[k] = network.layers[k]
    for e in range(n):
        add_entry(network, given, int(activations.indices[e]), int(activations.values[e]))
    at = normalise(given, network.layers, len(given))
    for layer in range(1, len(network.widths)):
        out = activations.sums[(last - layer) % 2, : int(network.widths[layer])]
        multiply(given, network.layers, at, out)
        at = normalise(out, network.layers, at + (len(given) + 1) * len(out))
        given = out


@kernel
def multiply(given, layers, at, out):
    """Compute `out` from the layer before, by the matrix and the bias from `at` on."""
    width = len(out)
    for k in range(width):
        out[k] = layers[at + len(given) * width + k]
    for i in range(len(given)):
        if given[i] != np.float32(0.0):  # about half are 0
            row = layers[at + i * width : at + (i + 1) * width]
            for k in range(width):
                out[k] += given[i] * row[k]


@kernel
def add_entry(network, sums, i, value):
    """Add the rows of an entry to the sums of the first layer."""
    if network.number[i] >= 0:
        add_row(network, sums, int(network.number[i]), value)
    kind = int(network.kind[i])
    for j in range(int(network.begins[kind, value + 128]), int(network.begins[kind, value + 129])):
        add_row(network, sums, int(network.first[i]) + int(network.step[i]) * int(network.places[j]), 1)


@kernel
def add_row(network, sums, row, value):
    """Add a row, times its scaled value, to the sums of the first layer."""
    weight = np.float32(max(-MOST, min(MOST, value * network.scale[row])))
    for k in range(len(sums)):
        sums[k] += weight * network.rows[row, k]


@kernel
def normalise(sums, layers, at):
    """Apply layer norm, with gain and shift from `at` on, and a rectifier. Returns what comes behind these weights."""
    width = len(sums)
    total = np.float32(0.0)
    for k in range(width):
        total += sums[k]
    mean = total / np.float32(width)
    squares = np.float32(0.0)
    for k in range(width):
        squares += (sums[k] - mean) * (sums[k] - mean)
    scale = np.float32(1.0 / math.sqrt(squares / width + LEAST_VARIANCE))
    for k in range(width):
        sums[k] = max(np.float32(0.0), (sums[k] - mean) * scale * layers[at + k] + layers[at + width + k])
    return at + 2 * width
