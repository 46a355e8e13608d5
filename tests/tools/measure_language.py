"""What a seat costs a language model: questions, characters, milliseconds of the layer; and what standing passes lose.

All seats say in words what greedy would answer. `python -m tests.tools.measure_language 12` plays 12 games of each.
"""

import argparse
import sys
from typing import Any

import munchkin_env as mk
from munchkin_env.bots import Bot, make_bot
from munchkin_env.language import MOST, USUAL
from munchkin_env.language.passes import kinds_of
from munchkin_env.observation import View
from tests.language.scripts import Followed

SETTINGS: dict[str, dict[str, Any]] = {"quick": {"preset": "quick"}, "default": {}}


class Passing(Bot):
    """Greedy, but for the chances that the usual standing pass lets go by."""

    name = "greedy that passes"

    def __init__(self) -> None:
        self.bot = make_bot("greedy")

    def act(self, view: View, mask: Any, rng: Any) -> int:
        kinds = kinds_of(view)
        return 0 if mask[0] and kinds and not kinds & set(USUAL) else self.bot.act(view, mask, rng)


def line(name: str, players: int, games: int, pass_until: tuple[str, ...] | None) -> str:
    """A row of the table of costs."""
    bots = [Followed(pass_until=pass_until) for _ in range(players)]
    mk.evaluate(bots, games=games, seed=1, progress=False, **SETTINGS[name])
    counts = [bot.tally.counts for bot in bots]
    seats, questions = (sum(getattr(one, field) for one in counts) for field in ("seats", "questions"))
    prompts = [len(prompt) for bot in bots for prompt in bot.script.prompts]
    layer = sum(one.seconds_of_layer for one in counts)
    assert max(prompts) <= MOST
    assert not any(one.illegal or one.stand_ins for one in counts)
    passes = "none" if pass_until is None else "usual"
    sent = sum(one.characters_sent for one in counts)
    return (
        f"| {name} | {passes} | {questions / seats:.0f} | {sum(prompts) / questions:,.0f} | {max(prompts):,} "
        f"| {sum(prompts) / seats / 1000:,.0f} | {sent / seats / 1000:,.0f} | {layer / questions * 1000:.2f} |"
    )


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=12)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--wins", type=int, default=0, help="games among greedy of one that passes as usual")
    args = parser.parse_args(words)
    print("| game | standing pass | questions a seat | characters each | most | 1,000 a game | with rules | ms each |")
    print("|---|---|---|---|---|---|---|---|")
    for name in SETTINGS:
        for pass_until in (None, USUAL):
            print(line(name, args.players, args.games, pass_until), flush=True)
    for players in (3, 4, 6) if args.wins else ():
        bots = [Passing(), *["greedy"] * (players - 1)]
        print(players, mk.evaluate(bots, games=args.wins, seed=1, progress=False).players[0])


if __name__ == "__main__":
    main(sys.argv[1:])
