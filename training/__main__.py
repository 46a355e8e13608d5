"""`python -m training`: begin or continue a run."""

import argparse
import signal
import sys

import munchkin_env as mk
from training.config import read_config, table_of_fields
from training.run import RunError, RunFolder
from training.stopping import INTERRUPTED, stopped

EPILOG = """examples:
  python -m training configs/smoke.yaml                       seconds: shows that all works
  python -m training configs/laptop.yaml run.seed=3           self-play on two cores
  python -m training configs/laptop.yaml run.trainer=sb3 run.folder=runs/sb3    with MaskablePPO of stable-baselines3
  python -m training --resume runs/laptop                     goes on exactly where a killed run was saved
  python -m training.curve runs/laptop                        win rate over time, as a plot and a table
  munchkin evaluate runs/laptop/policy.safetensors greedy greedy greedy

A run writes into run.folder: policies, checkpoints, metrics.jsonl, TensorBoard files (tensorboard --logdir runs).
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
    parser.add_argument("config", nargs="?", help="a YAML file such as configs/laptop.yaml; without it the defaults")
    parser.add_argument("fields", nargs="*", metavar="section.field=value", help="settings that differ from the file's")
    parser.add_argument("--resume", metavar="FOLDER", help="continue the run in this folder, with its own settings")
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
    if resume is not None:
        for field, given in (("config", config_file), ("fields", " ".join(overrides))):
            if given:
                raise mk.ConfigError(f"{field}: expected none with --resume, which keeps its settings, got {given!r}")
        folder = RunFolder.open(resume)
        resumed = folder.last_checkpoint()
        folder.forget_after(resumed[1]["iteration"] if resumed else -1)
    else:
        if config_file is not None and "=" in config_file:
            overrides, config_file = [config_file, *overrides], None
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


def _told(error: mk.MunchkinError) -> int:
    kind = "error" if isinstance(error, RunError) else type(error).__name__
    print(f"{kind}: {error}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # before training begins as well
    main()
