"""Measure the cost of a seat for a language model: questions, characters, milliseconds, and losses by standing passes.

All seats give greedy's action in words. `python -m benchmarks measure_language 12` plays 12 games of each.
"""

import sys
from dataclasses import dataclass
from typing import Any

import munchkin_env as mk
from benchmarks.measuring import parser_of
from munchkin_env.bots import Bot, make_bot
from munchkin_env.llm import MOST, USUAL, PromptConfig, Seat, UsageMeter
from munchkin_env.llm.standing_passes import pass_of
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage
from tests.llm.scripts import Followed

SETTINGS: dict[str, dict[str, Any]] = {"short": {"preset": "short"}, "default": {}}


@dataclass
class Counts:
    """Counts of all copies together."""

    asked: int = 0
    """Whole actions."""
    used: int = 0
    """Chances to react that it was asked about and used."""
    lost: int = 0
    """Skipped chances that greedy would have used."""


class Passing(Bot):
    """Greedy, except for the chances that the usual standing pass skips."""

    name = "greedy that passes"
    searches = True

    def __init__(self, obeys: bool = True) -> None:
        """Make the bot. obeys: it skips what the standing pass skips; else its losses are only counted."""
        self.bot = make_bot("greedy")
        self.obeys = obeys
        self.counts = Counts()
        self.reset()

    def reset(self) -> None:
        self.seat = Seat(PromptConfig(), UsageMeter())

    def act(self, view: View, mask: Any, rng: Any) -> int:
        answer = self.bot.act(view, mask, rng)
        passed = self.seat.passed(view, mask)
        chance = passed if passed is not None else pass_of(view, mask)
        used = chance not in (None, answer)
        if passed is None:
            self.seat.own_turn.answered(answer)
            self.counts.asked += view.stage == Stage.VERB
            self.counts.used += used
            return answer
        self.counts.lost += used
        return passed if self.obeys else answer


def line(name: str, players: int, games: int, pass_until: tuple[str, ...] | None, plans: bool) -> str:
    """Return a row of the table of costs."""
    bots = [Followed(plans=plans, pass_until=pass_until) for _ in range(players)]
    mk.evaluate(bots, games=games, seed=1, progress=False, **SETTINGS[name])
    counts = [bot.tally.counts for bot in bots]
    seats, questions = (sum(getattr(one, field) for one in counts) for field in ("seats", "questions"))
    prompts = [len(prompt) for bot in bots for prompt in bot.script.prompts]
    layer = sum(one.seconds_of_layer for one in counts)
    assert max(prompts) <= MOST
    assert not any(one.illegal or one.stand_ins for one in counts)
    passes = "none" if pass_until is None else "usual, in a row" if plans else "usual"
    sent = sum(one.characters_sent for one in counts)
    return (
        f"| {name} | {passes} | {questions / seats:.0f} | {sum(prompts) / questions:,.0f} | {max(prompts):,} "
        f"| {sum(prompts) / seats / 1000:,.0f} | {sent / seats / 1000:,.0f} | {layer / questions * 1000:.2f} |"
    )


def wins(players: int, games: int) -> str:
    """Report the wins of a greedy with the usual pass against greedy, and its skipped chances."""
    bot = Passing()
    result = mk.evaluate([bot, *["greedy"] * (players - 1)], games=games, seed=1, progress=False)
    one, counts = result.bots[0], bot.counts
    asked, used, lost = (count / result.games for count in (counts.asked, counts.used, counts.lost))
    return (
        f"{players} seats: {one.win_rate:.1%} [{one.low:.1%}, {one.high:.1%}] of {result.games}; "
        f"a game: {asked:.0f} questions, {used:.2f} chances used, {lost:.2f} lost"
    )


def lost(players: int, games: int) -> str:
    """Report, of the chances that greedy uses in games of its own, about how many it would have been asked."""
    bot = Passing(obeys=False)
    games = mk.evaluate([bot] * players, games=games, seed=1, progress=False).games * players
    asked, used, gone = (count / games for count in (bot.counts.asked, bot.counts.used, bot.counts.lost))
    return f"{players} seats: {used + gone:.2f} chances used, {gone:.2f} of them not asked; {asked:.0f} questions"


def followed(players: int, games: int) -> str:
    """Report the wins of a model with greedy's actions against greedy, by the whole layer."""
    bot = Followed(plans=True)
    result = mk.evaluate([bot, *["greedy"] * (players - 1)], games=games, seed=1, progress=False)
    one, counts = result.bots[0], bot.tally.counts
    assert not counts.illegal
    assert not counts.stand_ins
    return (
        f"{players} seats: {one.win_rate:.1%} [{one.low:.1%}, {one.high:.1%}] of {result.games} by words; "
        f"a game: {counts.questions / counts.seats:.0f} questions"
    )


def main(words: list[str]) -> None:
    parser = parser_of(__doc__)
    parser.add_argument("games", type=int, nargs="?", default=12)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--wins", type=int, default=0, help="games of a seat that passes as usual, against greedy")
    parser.add_argument(
        "--followed", type=int, default=0, help="games of a seat that announces its actions, against greedy"
    )
    args = parser.parse_args(words)
    print("| game | standing pass | questions a seat | characters each | most | 1,000 a game | with rules | ms each |")
    print("|---|---|---|---|---|---|---|---|")
    for name in SETTINGS if args.games else ():
        for pass_until, plans in ((None, False), (USUAL, False), (USUAL, True)):
            print(line(name, args.players, args.games, pass_until, plans), flush=True)
    for players in (3, 4, 6) if args.wins else ():
        print(wins(players, args.wins), lost(players, args.wins // 10), sep="\n", flush=True)
    for players in (3, 4, 6) if args.followed else ():
        print(followed(players, args.followed), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
