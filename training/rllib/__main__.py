"""`python -m training.rllib`: train a policy by self-play on Ray RLlib; see --help."""

import sys
from collections.abc import Sequence

import munchkin_env as mk
from training.rllib.learning import quieten, train
from training.rllib.options import parse

WRONG_USE = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status, 2 with one line on stderr for a caller's mistake."""
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
