"""`python -m training.rllib`: trains a policy by self-play on Ray RLlib; --help teaches."""

import sys
from collections.abc import Sequence

import munchkin_env as mk
from training.rllib.learning import quieten, train
from training.rllib.options import parse

WRONG_USE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit status, 2 with one line on stderr for what the caller got wrong."""
    quieten()
    try:
        train(parse(arguments))
    except (mk.MunchkinError, mk.EngineFault) as error:
        print(f"training.rllib: {error}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        print("training.rllib: interrupted", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
