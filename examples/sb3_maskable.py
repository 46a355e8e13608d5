"""MaskablePPO of sb3-contrib on a single environment, on the native vector environment, and on subprocesses.

    pip install -e '.[train]'
    python examples/sb3_maskable.py                               # native: 64 games in one compiled call
    python examples/sb3_maskable.py --on single --decisions 20000
    python examples/sb3_maskable.py --on processes --envs 4       # for your own wrappers, or players in Python

MaskablePPO finds the masks by itself on all three, without ActionMasker. `native` is the fastest, because one call
steps all games. Use the maskable versions of SB3's callbacks and of `evaluate_policy`; the others ignore masks.
"""

import argparse
import time
from functools import partial
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import SubprocVecEnv, VecMonitor

import munchkin_env as mk


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=("single", "native", "processes"), default="native")
    parser.add_argument("--envs", type=int, default=64, help="number of parallel games, with native and processes")
    parser.add_argument("--decisions", type=int, default=300_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--preset", default="short")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=128, help="steps of each game between updates")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", help="write the model into this file (*.zip), which all commands accept as a player")
    return parser.parse_args(words)


def one_game(settings: dict[str, Any]) -> Monitor:
    """A single environment. The model seeds it, and those on processes each with a seed of its own."""
    return Monitor(mk.MunchkinEnv(**settings))


def environment(args: argparse.Namespace) -> Any:
    settings = {"players": args.players, "preset": args.preset, "opponents": args.opponents}
    settings |= {"learner_seat": "rotate", "shaping": 1.0}
    if args.on == "single":
        return one_game(settings)
    if args.on == "processes":
        return SubprocVecEnv([partial(one_game, settings)] * args.envs)
    return VecMonitor(mk.sb3_vec_env(args.envs, **settings))


def main(words: list[str] | None = None) -> Any:
    args = arguments(words)
    env = environment(args)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=args.steps,
        batch_size=args.batch,
        n_epochs=3,
        learning_rate=1e-3,
        gamma=1.0,  # games end; with a discount, shaping would change what is best
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128], "features_extractor_class": mk.ScaledFlatExtractor},
        seed=args.seed,
        device="cpu",
    )
    started = time.perf_counter()
    model.learn(args.decisions)
    print(f"{model.num_timesteps:,} decisions in {time.perf_counter() - started:.0f} s")
    if args.save:
        model.save(args.save)  # `munchkin evaluate pickle:model.zip random random random --preset short`: the same game
    reward, _ = evaluate_policy(model, env, n_eval_episodes=4)
    env.close()
    print(f"mean return of 4 games, SB3's way: {reward:+.2f}")
    game = mk.spec(players=args.players, preset=args.preset)
    table = [mk.Sb3Bot.of(model.policy, game), *[args.opponents] * (args.players - 1)]
    result = mk.evaluate(table, games=args.games, preset=args.preset, progress=False)
    print(result.table())
    return result


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
