"""PPO with masks in JAX, in the style of PureJaxRL: one compiled function plays and learns, and all seats are its own.

    pip install -e '.[jax]'
    python examples/jax_ppo.py                      # a minute or two of one core, then the win rate

The games are played on the host, by ordered callbacks. Details of self-play with masks:

- Logits of illegal actions are masked, when acting and in the loss.
- Each seat's decisions form a trajectory: advantages lead from one to the seat's next one. The last one of a seat in a
  batch has no successor there and is left out.
- The value of a state contains the seat's lead in levels, which does the same as potential-based shaping.
"""

import argparse
import time
from collections import namedtuple
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import munchkin_env as mk
from munchkin_env.envs.jax import JaxSelfPlayVecEnv


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timesteps", type=int, default=500_000, help="decisions of all seats together")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--preset", default="short", help="preset of the game")
    parser.add_argument("--envs", type=int, default=64, help="number of parallel games")
    parser.add_argument("--steps", type=int, default=64, help="decisions in each game between updates")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--shaping", type=float, default=1.0, help="weight of the lead in levels")
    parser.add_argument("--opponents", default="random", help="evaluation opponents: a bot's name or a policy file")
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--points", type=int, default=8, help="number of points of the learning curve")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(words)


Batch = namedtuple("Batch", "seen masks seats actions log_probs values rewards done")  # arrays (T, N, ...)


class Net:
    """Logits of all actions and a value, of `flat` observations; `xp` is `jax.numpy`, or NumPy to play with."""

    def __init__(self, facts: mk.Spec, hidden: int, shaping: float) -> None:
        self.sizes = [facts.flat_length, hidden, hidden, facts.num_actions]
        self.scale = np.array(facts.flat_scale)
        starts = {section.name: section.start for section in facts.flat_sections}
        self.levels = np.array([starts[f"seat{seat}.level"] for seat in range(facts.config.players)])
        self.shaping = shaping / facts.config.goal

    def init(self, key: jax.Array) -> list[jax.Array]:
        """Weights and biases in turn; those of the critic last."""
        shapes = [*zip(self.sizes, self.sizes[1:], strict=False), (self.sizes[-2], 1)]
        gains = [2**0.5] * (len(shapes) - 2) + [0.01, 1.0]
        draws = zip(gains, jax.random.split(key, len(shapes)), shapes, strict=True)
        made = [jax.nn.initializers.orthogonal(gain)(part, shape) for gain, part, shape in draws]
        return [array for weights in made for array in (weights, jnp.zeros(weights.shape[1]))]

    def __call__(self, params: list[Any], seen: Any, masks: Any, xp: Any = jnp) -> tuple[Any, Any]:
        body = xp.clip(seen * self.scale, -4.0, 4.0)
        *layers, actor, actor_bias, critic, critic_bias = params
        for weights, bias in zip(layers[::2], layers[1::2], strict=True):
            body = xp.maximum(body @ weights + bias, 0.0)
        levels = seen[:, self.levels].astype(np.float32)
        values = (body @ critic + critic_bias)[:, 0] + self.shaping * (levels[:, 0] - levels[:, 1:].mean(axis=1))
        return xp.where(masks, body @ actor + actor_bias, -1e9), values


class NetBot(mk.BatchBot):
    """A trained network as a player, for `mk.evaluate` and as an opponent, by argmax actions."""

    name, encoding = "agent", "flat"

    def __init__(self, net: Net, params: list[jax.Array]) -> None:
        self.net, self.params = net, [np.asarray(array) for array in params]

    def act_batch(self, observation: np.ndarray, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        return self.net(self.params, observation, masks, np)[0].argmax(axis=1)


def advantages(batch: Batch, last_value: jax.Array, last_seat: jax.Array, lam: float) -> tuple[jax.Array, jax.Array]:
    """Generalised advantage estimation without discount, for each seat by itself; and whether a decision counts."""
    players = batch.rewards.shape[2]

    def one(later: tuple[jax.Array, ...], step: Batch) -> tuple[Any, Any]:
        over = step.done[:, None] == 1
        value, gain, reward = (jnp.where(over, 0.0, array) for array in later[:3])
        known, reward = later[3] | over, reward + step.rewards
        own, here = jax.nn.one_hot(step.seats, players, dtype=bool), step.values[:, None]
        found = jnp.where(known, reward + value - here + lam * gain, 0.0)
        before = (jnp.where(own, here, value), jnp.where(own, found, gain), jnp.where(own, 0.0, reward), known | own)
        return before, ((found * own).sum(1), (known & own).any(1))

    asked = jax.nn.one_hot(last_seat, players, dtype=bool)
    after = (asked * last_value[:, None], jnp.zeros(asked.shape), jnp.zeros(asked.shape), asked)
    return jax.lax.scan(one, after, batch, reverse=True)[1]


def loss(params: list[jax.Array], net: Net, part: tuple[Any, ...], clip: float, entropy: float) -> jax.Array:
    """PPO's clipped objective over the decisions that count."""
    batch, gains, counts = part
    mean = partial(jnp.average, weights=counts.astype(jnp.float32))
    logits, values = net(params, batch.seen, batch.masks)
    log_probs = jax.nn.log_softmax(logits)
    ratio = jnp.exp(jnp.take_along_axis(log_probs, batch.actions[:, None], 1)[:, 0] - batch.log_probs)
    gain = (gains - mean(gains)) / (jnp.sqrt(mean((gains - mean(gains)) ** 2)) + 1e-8)
    policy_loss = -mean(jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - clip, 1 + clip) * gain))
    value_loss = mean((values - batch.values - gains) ** 2)
    return policy_loss + 0.5 * value_loss + entropy * mean((jnp.exp(log_probs) * log_probs).sum(1))


def adam(params: Any, grads: Any, moments: Any, count: jax.Array, lr: jax.Array) -> tuple[Any, Any]:
    """One step along gradients of a norm of at most 0.5."""
    shrink = jnp.minimum(1.0, 0.5 / (jnp.sqrt(sum(jnp.sum(grad**2) for grad in grads)) + 1e-8))
    first = jax.tree.map(lambda old, grad: 0.9 * old + 0.1 * shrink * grad, moments[0], grads)
    second = jax.tree.map(lambda old, grad: 0.999 * old + 0.001 * (shrink * grad) ** 2, moments[1], grads)
    rate, size = lr / (1 - 0.9**count), 1 - 0.999**count
    params = jax.tree.map(lambda one, m, v: one - rate * m / (jnp.sqrt(v / size) + 1e-5), params, first, second)
    return params, (first, second)


def updater(env: JaxSelfPlayVecEnv, net: Net, args: argparse.Namespace, updates: int) -> Callable[..., Any]:
    """A function of (learner, keys) that plays and learns once for each key; a learner holds all that goes on."""
    size, per_update = args.envs * args.steps, args.epochs * args.minibatches

    def act(carry: tuple[Any, ...], key: jax.Array) -> tuple[tuple[Any, ...], Batch]:
        params, state, now = carry
        logits, values = net(params, now.observation, now.legal_action_mask)
        actions = jax.random.categorical(key, logits)
        log_probs = jnp.take_along_axis(jax.nn.log_softmax(logits), actions[:, None], 1)[:, 0]
        state, after = env.step(state, actions)
        taken = (now.observation, now.legal_action_mask, now.current_player, actions, log_probs, values)
        return (params, state, after), Batch(*taken, after.rewards, after.done)

    def update(learner: tuple[Any, ...], key: jax.Array) -> tuple[tuple[Any, ...], None]:
        params, moments, state, now, number = learner
        acting, mixing = jax.random.split(key)
        (_, state, now), batch = jax.lax.scan(act, (params, state, now), jax.random.split(acting, args.steps))
        _, last_value = net(params, now.observation, now.legal_action_mask)
        gains, counts = advantages(batch, last_value, now.current_player, args.gae_lambda)
        whole = jax.tree.map(lambda array: array.reshape(size, *array.shape[2:]), (batch, gains, counts))
        mixed = jax.vmap(lambda one: jax.random.permutation(one, size))(jax.random.split(mixing, args.epochs))

        def learn(carry: tuple[Any, ...], place: jax.Array) -> tuple[tuple[Any, ...], None]:
            params, moments, count = carry
            one = jax.tree.map(lambda array: array[place], whole)
            grads = jax.grad(loss)(params, net, one, args.clip, args.entropy)
            rate = args.lr * jnp.maximum(0.05, 1 - number / updates)
            return (*adam(params, grads, moments, count + 1, rate), count + 1), None

        begin = (params, moments, number * per_update)
        (params, moments, _), _ = jax.lax.scan(learn, begin, mixed.reshape(per_update, -1))
        return (params, moments, state, now, number + 1), None

    return jax.jit(lambda learner, keys: jax.lax.scan(update, learner, keys)[0])


def train(args: argparse.Namespace, look: Callable[[int, NetBot], None] | None = None) -> NetBot:
    """Plays and learns. `look` gets decisions so far and the player, at each of `--points`, the last at the end."""
    env = JaxSelfPlayVecEnv(args.envs, args.players, preset=args.preset)
    net = Net(env.spec, args.hidden, args.shaping)
    updates = max(1, args.timesteps // (args.envs * args.steps))
    learn = updater(env, net, args, updates)
    keys = jax.random.split(jax.random.key(args.seed), updates + 1)
    params = jax.jit(net.init)(keys[0])
    moments = (jax.tree.map(jnp.zeros_like, params),) * 2
    learner = (params, moments, *jax.jit(env.reset)(args.seed), jnp.zeros((), jnp.int32))
    began = time.perf_counter()
    for part in jnp.array_split(keys[1:], min(args.points, updates)):
        learner = learn(learner, part)
        player, decisions = NetBot(net, learner[0]), int(learner[-1]) * args.envs * args.steps
        print(f"{time.perf_counter() - began:6.0f} s {decisions:11,d} decisions", flush=True)
        if look is not None:
            look(decisions, player)
    return player


def main(words: list[str] | None = None) -> Any:
    args = arguments(words)
    table = [train(args), *[args.opponents] * (args.players - 1)]
    result = mk.evaluate(table, games=args.games, preset=args.preset, progress=False)
    print(result.table())
    return result


if __name__ == "__main__":
    main()
