"""Measure the value of memory, into docs/results/memory.csv.

`python -m benchmarks memory` trains and plays the runs that runs/results/memory.json lacks. MaskablePPO of
stable-baselines3 learns against three `random` from `flat`, without and with its last eight observations and actions
(`mk.with_history`), with as many decisions and the same seeds. Both then play games against three `random` by argmax
actions. `… 8 0` does only one number of remembered decisions and one seed.
"""

import time
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import Runs, told

RUNS = Runs(results.RUNS / "memory.json", "behind", "seed")
BEHIND = (0, 8)
"""Numbers of remembered decisions."""
SEEDS = (0, 1, 2)
DECISIONS = 300_000
GAMES = 1000
HEAD = ("remembered", "numbers read", "wins with seeds 0, 1, 2, %", "mean, %", "CPU s of training")


def tables(behind: int, seed: int, shaping: float) -> Any:
    """Return games of one learner against three `random`."""
    env = mk.sb3_vec_env(64, opponents="random", shaping=shaping, seed=seed)
    return mk.with_history(env, decisions=behind) if behind else env


def trained(behind: int, seed: int) -> Any:
    """Return a model trained so."""
    from sb3_contrib import MaskablePPO

    model = MaskablePPO(
        "MlpPolicy", tables(behind, seed, shaping=1.0), n_steps=128, batch_size=1024, n_epochs=4, gamma=1.0,
        gae_lambda=0.97, learning_rate=5e-4, ent_coef=0.005, seed=seed, device="cpu",
        policy_kwargs={"features_extractor_class": mk.ScaledFlatExtractor, "net_arch": [256, 256]},
    )  # fmt: skip
    return model.learn(DECISIONS)


def wins(model: Any, behind: int, games: int = GAMES) -> float:
    """Return the share of games that it wins, or shares the win of, in deals outside of its training."""
    env = tables(behind, 1_000_000, shaping=0.0)
    observations, won = env.reset(), [[] for _ in range(env.num_envs)]
    each = -(-games // env.num_envs)  # as many in every row: taking the first games to end would prefer short ones
    while min(map(len, won)) < each:
        masks = np.stack(env.env_method("action_masks"))
        answers, _ = model.predict(observations, deterministic=True, action_masks=masks)
        observations, rewards, dones, _ = env.step(answers)
        for row in np.flatnonzero(dones):
            won[row].append(rewards[row] > 0)
    return float(np.mean([ended[:each] for ended in won]))


def measured(behind: int, seed: int) -> dict[str, Any]:
    """Train, and play."""
    began = time.process_time()
    model = trained(behind, seed)
    spent = time.process_time() - began
    return {
        "behind": behind, "seed": seed, "decisions": model.num_timesteps, "cpu_seconds": round(spent),
        "reads": int(model.observation_space.shape[0]), "wins": wins(model, behind),
    }  # fmt: skip


def table() -> list[tuple[str, ...]]:
    """Return the rows of the table."""
    rows = []
    for behind in BEHIND:
        found = sorted((one for one in RUNS.read() if one["behind"] == behind), key=lambda one: one["seed"])
        if found:
            won = [100 * one["wins"] for one in found]
            spent = np.mean([one["cpu_seconds"] for one in found])
            rows.append((
                f"{behind} decisions" if behind else "nothing", f"{found[0]['reads']:,}",
                ", ".join(f"{one:.1f}" for one in won), told([one / 100 for one in won]), f"{spent:.0f}",
            ))  # fmt: skip
    return rows


def main() -> None:
    for run in RUNS.made(measured, [(behind, seed) for seed in SEEDS for behind in BEHIND], RUNS.words(__doc__)):
        print(run["behind"], run["seed"], f"{100 * run['wins']:.1f} % won", flush=True)
    results.publish("memory", HEAD, table())


if __name__ == "__main__":
    main()
