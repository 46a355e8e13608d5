"""A network over `sparse` in compiled code: its action, and its value, where other compiled code plays games on.

Sums are taken in a fixed order, so that all machines give the same action. `SparseNetwork.compiled` fills in the
weights.
"""

import math
from typing import NamedTuple

import numpy as np

from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.errors import ConfigError
from munchkin_env.observation.core import write_sparse
from munchkin_env.observation.layout import MAX_ENTRIES

MOST = 4.0  # scaled values beyond it are cut to it
LEAST_VARIANCE = 1e-5  # torch's, of a layer norm
TOGETHER = 4  # rows that pass through the sums at once, which saves loads and stores of these


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
    named: np.ndarray  # int32 (K,), rows of the first layer that the entries name; later inputs that are not 0
    weights: np.ndarray  # float32 (K,), of these
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
    most = MAX_ENTRIES * (1 + int(np.diff(network.begins).max(initial=0))) + TOGETHER
    return Activations(
        sums=np.zeros((3, width), np.float32),
        named=np.zeros(max(most, width), np.int32),
        weights=np.zeros(most, np.float32),
        flat=np.zeros(flat, np.int8),
        indices=np.zeros(MAX_ENTRIES, np.int16),
        values=np.zeros(MAX_ENTRIES, np.int8),
    )


def check_fit(network: CompiledNetwork, actions: int) -> None:
    """Raise ConfigError for a network of a game with another number of actions: compiled code reads any address."""
    if len(network.actions) != actions:
        raise ConfigError(f"network: expected one of {actions} actions, got one of {len(network.actions)}")


@kernel
def network_action(network, activations, s, t, seat, ids, n):
    """Return the action of the highest logit among `ids[:n]` by what `seat` sees, of equal ones the lowest."""
    see(network, activations, s, t, seat)
    seen = activations.sums[0, : int(network.widths[len(network.widths) - 1])]
    found = -1
    most = np.float32(0.0)
    for j in range(n):
        action = int(ids[j])
        logit = logit_of(network, seen, action)
        if found < 0 or logit > most or (logit == most and action < found):
            found = action
            most = logit
    return found


@entry
def network_logits(network, activations, positions, i, tables, seat, ids, n, logits):
    """Write the logits of `ids[:n]` by what `seat` sees in row `i` of states or views into float32 (n,)."""
    see(network, activations, positions[i], tables[0], seat)
    seen = activations.sums[0, : int(network.widths[len(network.widths) - 1])]
    for j in range(n):
        logits[j] = logit_of(network, seen, int(ids[j]))


@kernel
def logit_of(network, seen, action):
    """Return the logit of an action by the values of the last layer."""
    weights = network.actions[action]
    return weights[len(seen)] + product(seen, weights, len(seen))


@kernel
def network_value(network, activations, s, t, seat):
    """Return the expected result of `seat` at the end of the game, by what it sees at a decision of its own."""
    see(network, activations, s, t, seat)
    seen = activations.sums[0, : int(network.widths[len(network.widths) - 1])]
    critic = network.critic
    width = (len(critic) - 1) // (len(seen) + 2)
    units = activations.sums[2, :width]
    multiply(activations, seen, critic, 0, units)
    for k in range(width):
        units[k] = max(np.float32(0.0), units[k])
    return critic[len(critic) - 1] + product(units, critic[len(critic) - 1 - width :], width)


@kernel
def see(network, activations, s, t, seat):
    """Compute the features of what `seat` sees, the values of the last layer, in row 0 of the sums."""
    n = write_sparse(s, t, seat, activations.flat, activations.indices, activations.values)
    last = len(network.widths) - 1
    given = activations.sums[last % 2, : int(network.widths[0])]
    for k in range(len(given)):
        given[k] = network.layers[k]
    add_rows(network, activations, name_rows(network, activations, n), given)
    at = normalise(given, network.layers, len(given))
    for layer in range(1, len(network.widths)):
        out = activations.sums[(last - layer) % 2, : int(network.widths[layer])]
        multiply(activations, given, network.layers, at, out)
        at = normalise(out, network.layers, at + (len(given) + 1) * len(out))
        given = out


@kernel
def multiply(activations, given, layers, at, out):
    """Compute `out` from the layer before, by the matrix and the bias from `at` on, input by input in their order."""
    width = len(out)
    for k in range(width):
        out[k] = layers[at + len(given) * width + k]
    filled = activations.named
    n = 0
    for i in range(len(given)):
        if given[i] != np.float32(0.0):  # about half are 0
            filled[n] = i
            n += 1
    for i in range(0, n - n % TOGETHER, TOGETHER):
        p, q, r, s = int(filled[i]), int(filled[i + 1]), int(filled[i + 2]), int(filled[i + 3])
        one = layers[at + p * width : at + (p + 1) * width]
        two = layers[at + q * width : at + (q + 1) * width]
        three = layers[at + r * width : at + (r + 1) * width]
        four = layers[at + s * width : at + (s + 1) * width]
        a, b, c, d = given[p], given[q], given[r], given[s]
        for k in range(width):
            out[k] = (((out[k] + a * one[k]) + b * two[k]) + c * three[k]) + d * four[k]
    for i in range(n - n % TOGETHER, n):
        x = given[int(filled[i])]
        row = layers[at + int(filled[i]) * width : at + (int(filled[i]) + 1) * width]
        for k in range(width):
            out[k] += x * row[k]


@kernel
def name_rows(network, activations, entries):
    """List the rows that entries name, and their weights. Returns how many, a multiple of `TOGETHER`."""
    n = 0
    for e in range(entries):
        i = int(activations.indices[e])
        value = int(activations.values[e])
        if network.number[i] >= 0:
            n = name_row(network, activations, n, int(network.number[i]), value)
        first = int(network.first[i])
        step = int(network.step[i])
        kind = int(network.kind[i])
        for j in range(int(network.begins[kind, value + 128]), int(network.begins[kind, value + 129])):
            n = name_row(network, activations, n, first + step * int(network.places[j]), 1)
    while n % TOGETHER:
        n = name_row(network, activations, n, 0, 0)
    return n


@kernel
def name_row(network, activations, n, row, value):
    """List a row behind the first `n`, weighed by its scaled value. Returns how many there are."""
    activations.named[n] = row
    activations.weights[n] = np.float32(max(-MOST, min(MOST, value * network.scale[row])))
    return n + 1


@kernel
def add_rows(network, activations, n, sums):
    """Add the first `n` listed rows, each times its weight."""
    named = activations.named
    weights = activations.weights
    for i in range(0, n, TOGETHER):
        one = network.rows[int(named[i])]
        two = network.rows[int(named[i + 1])]
        three = network.rows[int(named[i + 2])]
        four = network.rows[int(named[i + 3])]
        a, b, c, d = weights[i], weights[i + 1], weights[i + 2], weights[i + 3]
        for k in range(len(sums)):
            sums[k] += a * one[k] + b * two[k] + c * three[k] + d * four[k]


@kernel
def normalise(sums, layers, at):
    """Apply layer norm, with gain and shift from `at` on, and a rectifier. Returns what comes behind these weights."""
    width = len(sums)
    mean = total(sums) / np.float32(width)
    for k in range(width):
        sums[k] -= mean
    scale = np.float32(1.0 / math.sqrt(product(sums, sums, width) / width + LEAST_VARIANCE))
    for k in range(width):
        sums[k] = max(np.float32(0.0), sums[k] * scale * layers[at + k] + layers[at + width + k])
    return at + 2 * width


@kernel
def total(sums):
    """Return the sum of numbers, four of which are added at a time: a processor need not wait for each."""
    a = b = c = d = np.float32(0.0)
    k = 0
    while k + 4 <= len(sums):
        a += sums[k]
        b += sums[k + 1]
        c += sums[k + 2]
        d += sums[k + 3]
        k += 4
    while k < len(sums):
        a += sums[k]
        k += 1
    return (a + b) + (c + d)


@kernel
def product(x, y, n):
    """Return the scalar product of the first `n` numbers of both, as `total` adds them."""
    a = b = c = d = np.float32(0.0)
    k = 0
    while k + 4 <= n:
        a += x[k] * y[k]
        b += x[k + 1] * y[k + 1]
        c += x[k + 2] * y[k + 2]
        d += x[k + 3] * y[k + 3]
        k += 4
    while k < n:
        a += x[k] * y[k]
        k += 1
    return (a + b) + (c + d)
