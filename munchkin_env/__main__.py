"""`python -m munchkin_env`: the `munchkin` command, where its folder is on no path."""

import sys

from munchkin_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
