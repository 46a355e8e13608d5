"""Player of `python -m benchmarks speed --against` in a process of its own, with the checkout that it imports.

Each line of its input, `OBSERVE GAMES SECONDS`, has a line of output: the decisions per second of CPU time, and a
number that is the same for two checkouts if they play the same games. It uses only `RandomPlay` of a checkout, so that
older ones can be measured, too.
"""

import sys
import time
import zlib

from munchkin_env.evaluation.bench import RandomPlay


def main() -> None:
    print(sys.modules["munchkin_env"].__file__, flush=True)
    plays: dict[tuple[str, str], tuple[RandomPlay, int]] = {}
    for line in sys.stdin:
        observe, games, seconds = line.split()
        if (observe, games) not in plays:
            begun = RandomPlay(int(games), observe == "1")
            plays[observe, games] = begun, zlib.crc32(begun.stats.tobytes() + begun.vector.legal_count.tobytes())
        play, print_of_games = plays[observe, games]
        done, start = 0.0, time.process_time()
        while (taken := time.process_time() - start) < float(seconds) or not done:
            done += play.run()
        print(done / taken, print_of_games, flush=True)


if __name__ == "__main__":
    main()
