"""Measure the capacity of a server of tables: many tables, a person at each who acts at once, by
`tests/replays/tools.py`.

python -m tests.replays.load --tables 50 --seconds 20 --pause 0.5

Clients and server share this machine, so the figures are lower bounds. An action's time runs from sending it to the
next message about it: its consequences and, where bots come next, their first actions.
"""

import argparse
import asyncio
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from munchkin_env.server import app as module
from tests.replays.tools import Served, Visitor, served


async def play(server: Served, seed: int, until: float, pause: float) -> tuple[int, list[float]]:
    """One person against three bots, game after game; returns messages and the response time of each action."""
    rng, heard, waits = random.Random(seed), 0, []
    while time.monotonic() < until:
        tokens = server.table(("human", "greedy", "greedy", "greedy"), seed=rng.randrange(1 << 30))
        visitor = await Visitor.at(server, tokens[0])
        while time.monotonic() < until and await visitor.until_asked():
            await asyncio.sleep(rng.random() * 2 * pause)
            began = time.perf_counter()
            await visitor.answer(rng.choice(visitor.legal))
            await visitor.hear()
            waits.append(time.perf_counter() - began)
        heard += len(visitor.heard)
        await visitor.connection.close()
    return heard, waits


async def crowd(server: Served, tables: int, seconds: float, pause: float) -> tuple[int, list[float]]:
    until = time.monotonic() + seconds
    found = await asyncio.gather(*(play(server, seed, until, pause) for seed in range(tables)))
    return sum(heard for heard, _ in found), sorted(wait for _, waits in found for wait in waits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds that a person thinks, in the mean")
    args = parser.parse_args()
    module.BURST = 1e9  # nobody is shut out for acting at once
    with TemporaryDirectory() as folder, served(Path(folder)) as server:
        began = time.monotonic()
        heard, waits = asyncio.run(crowd(server, args.tables, args.seconds, args.pause))
        took = time.monotonic() - began
    at = [1000 * waits[min(len(waits) - 1, int(share * len(waits)))] for share in (0.5, 0.9, 0.99)]
    print(f"{args.tables} tables, {took:.0f} s: {heard / took:.0f} messages/s, {len(waits) / took:.0f} answers/s")
    print(f"an answer took {at[0]:.0f} ms (half), {at[1]:.0f} ms (nine of ten), {at[2]:.0f} ms (99 of 100)")


if __name__ == "__main__":
    main()
