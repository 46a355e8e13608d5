"""`python -m training`: begin or continue a run."""

import argparse
import signal
import sys
from pathlib import Path
from typing import Any

import munchkin_env as mk
from munchkin_env.cli._trainer import add_resume
from training.config import read_config, table_of_fields
from training.run import RunError, RunFolder
from training.stopping import INTERRUPTED, LIMITS, finished, is_finished, stopped

EPILOG = """examples:
  python -m training configs/smoke.yaml                            seconds: shows that all works
  python -m training configs/ppo_scratch.yaml run.seed=3           PPO from scratch on one core
  python -m training configs/sb3.yaml                              MaskablePPO of stable-baselines3
  python -m training --resume runs/ppo_scratch                     goes on exactly where a killed run was saved
  python -m training --resume runs/ppo_scratch run.total_timesteps=60000000    a finished run, for longer
  munchkin curve runs/ppo_scratch                                  win rate over time, as a plot and a table
  munchkin evaluate runs/ppo_scratch/policy.safetensors greedy greedy greedy

A run writes into run.dir: policies, checkpoints, metrics.jsonl, TensorBoard files (tensorboard --logdir runs).
All fields: python -m training --fields
"""


def main(arguments: list[str] | None = None) -> None:
    """Read the command line and train. A caller's mistakes end with one line and exit status 2."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Trains a policy by self-play against itself, its past and bots.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "config", nargs="?", help="a YAML file such as configs/ppo_scratch.yaml; without it the defaults"
    )
    parser.add_argument("fields", nargs="*", metavar="section.field=value", help="settings that differ from the file's")
    add_resume(parser)
    parser.add_argument("--fields", dest="tell", action="store_true", help="list all settings and exit")
    args = parser.parse_args(arguments)
    if args.tell:
        print(table_of_fields())
        return
    try:
        status = run(args.config, args.fields, args.resume)
    except mk.MunchkinError as error:
        status = _told(error)
    if status:
        sys.exit(status)


def run(config_file: str | None, overrides: list[str], resume: str | None) -> int:
    """Begin or continue a run; return the exit status, 130 after Ctrl-C, 143 after SIGTERM. Raises mk.MunchkinError."""
    if config_file is not None and "=" in config_file:
        overrides, config_file = [config_file, *overrides], None
    if resume is not None:
        if config_file is not None:
            raise mk.ConfigError(f"config: expected none with --resume, which keeps its settings, got {config_file!r}")
        folder, resumed = reopened(resume, overrides)
        if resumed is not None and is_finished(folder.config, resumed[1]):
            print(finished(folder, resumed[1]))
            return 0
        folder.write_config()
        folder.forget_after(resumed[1]["iteration"] if resumed else -1)
    else:
        folder, resumed = RunFolder.create(read_config(config_file, overrides)), None
    try:
        from training.loop import train

        folder.note_start()
        return train(folder, resumed)
    except KeyboardInterrupt:
        print(f"\n{stopped(folder)}", file=sys.stderr)
        return INTERRUPTED
    finally:
        folder.close()


def reopened(path: str, overrides: list[str]) -> tuple[RunFolder, tuple[Path, dict[str, Any]] | None]:
    """Return the run to continue, with its new limits, and its newest checkpoint; nothing is written yet.

    Raises mk.MunchkinError.
    """
    for option in overrides:
        if option.partition("=")[0] not in LIMITS:
            raise mk.ConfigError(f"fields: expected only {', '.join(LIMITS)} with --resume, got {option!r}")
    folder = RunFolder.open(path)
    resumed = folder.last_checkpoint()
    if overrides:
        folder.config = read_config(folder.path / "config.yaml", overrides)
    return folder, resumed


def _told(error: mk.MunchkinError) -> int:
    kind = "error" if isinstance(error, RunError) else type(error).__name__
    print(f"{kind}: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # before training begins as well
    main()
