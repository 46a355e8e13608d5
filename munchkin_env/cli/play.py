"""`munchkin play`: play against bots in the terminal."""

import argparse
import secrets
from collections.abc import Callable
from itertools import count
from pathlib import Path

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import BOLD, HelpFormatter, broken, laid_out, painted, width
from munchkin_env.cli.main import INTERRUPTED, TERMINATED, Terminated
from munchkin_env.engine.state.actions import PASS_ID
from munchkin_env.errors import ConfigError, IllegalAction, MunchkinError, shown
from munchkin_env.game.answers import in_words
from munchkin_env.game.game import Game
from munchkin_env.replays.snapshot import ending
from munchkin_env.server.live_table import may_pass

EPILOG = """at the prompt:
  3            take the third action            ? 3        the meaning of the third action
  (nothing)    the only action, or pass         ? orcs     the effects of a card, by any part of its name
  ?            the meaning of each action       r          the rules on a page
  b            back: take back the last part of an action that is not complete
  i            hint: the action of --hints      p          pass until an event affects you
  t            the table again                  s FILE     save the game
  h            this help                        q          quit

examples:
  munchkin play                                against three greedy bots, from the first seat
  munchkin play --preset short                 a short game, to begin with
  munchkin play --against pretrained           against three copies of the trained policy
  munchkin play --against random greedy --seat 2 --seed 5
  munchkin play --html mine.html               write a page at the end, with all hands if the game is over
  munchkin play --load mine.mkn                continue a saved game
"""
SEEDS = 1_000_000  # of the drawn ones: few enough digits to be typed again
HELP = EPILOG.partition("\nexamples")[0]
KEYS = "b, i, p, r, t, s, h or q"


class Quit(Exception):
    """Request of the person to quit, with the exit status."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "play",
        help="play against bots in the terminal",
        description="Shows the table as your seat sees it and lists your actions by number. Bots play the other seats.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument(
        "--against",
        "--bots",
        nargs="+",
        action="extend",
        metavar="BOT",
        help="opponents, bots by name, policies by file; a single one fills all other seats (default greedy)",
    )
    _shared.add_number(parser)
    parser.add_argument("--seat", type=int, default=0, help="your seat (from 0)")
    parser.add_argument("--seed", type=int, default=None, help="random seed (default: a new one each time)")
    parser.add_argument(
        "--hints", default="veteran", metavar="BOT", help="bot or file whose action `i` shows (default veteran)"
    )
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    _shared.add_replay(parser)
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the person quits."""
    against = args.against or ["greedy"]
    for option, names in (("against", against), ("hints", [args.hints])):
        if "human" in names:
            raise ConfigError(f"{option}: expected bots or files of policies, got 'human'; the only person is you")
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    if args.load is not None:
        _shared.check_no_settings(args, "with --load, whose game keeps its own")
        game = _shared.load_game(args.load)
        if len(against) not in (1, game.config.players - 1):
            raise ConfigError(
                f"against: expected {game.config.players - 1} opponents for {args.load!r}, got {len(against)}"
            )
        words = _shared.filled(against, game.config.players, people=1)
    else:
        words = _shared.filled(against, _shared.seats_of(args, len(against) + 1 if len(against) > 1 else 0), people=1)
        game = Game(players=len(words) + 1, seed=seed, **_shared.game_settings(args))
    _shared.check_seat(args.seat, game.config.players)
    words.insert(args.seat, "human")
    seats = _shared.Seats.of(words, seed, game)
    adviser = _shared.Seats.of([args.hints] * len(words), seed, game)
    which = f"Seed {game.seed}: " if game.seed is not None else ""
    print(broken(f"{which}{seats.line_up()}. You are {seats.names[args.seat]}. Type h for help, r for the rules."))
    table, status = _Table(game, args.seat, seats, adviser), 0
    try:
        table.play()
    except Quit as reason:
        (status,) = reason.args
        print("Bye.")
    else:
        print("\n" + broken(ending(table.game, seats.names)))
        _shared.print_table(table.game, args.seat, seats.names, events=0)
    if args.json or args.html:
        seat = None if table.game.is_terminal else args.seat
        _shared.write_replay(_shared.replay_of(table.game, seat, seats), args.json, args.html)
    return int(status)


class _Table:
    """Game of one person."""

    def __init__(self, game: Game, seat: int, seats: _shared.Seats, adviser: _shared.Seats) -> None:
        self.game = game
        self.seat = seat
        self.seats = seats
        self.adviser = adviser
        self.passing = False  # until an event affects the person
        self.story = _shared.Story(game, seat, seats.names)
        self.begun: list[Game] = []  # the game before each part of the action in progress
        self.commands: dict[str, Callable[[str, _shared.Menu], None]] = {
            **dict.fromkeys(("b", "back"), self.take_back),
            **dict.fromkeys(("i", "hint"), self.hint),
            **dict.fromkeys(("p", "pass"), self.pass_on),
            **dict.fromkeys(("r", "rules"), lambda _, answers: print(answers.rules())),
            **dict.fromkeys(("t", "table"), self.show_table),
            **dict.fromkeys(("h", "help"), lambda *_: print(laid_out(HELP, width()))),
            **dict.fromkeys(("s", "save"), lambda file, _: _shared.save_game(self.game, file or free_name())),
            **dict.fromkeys(("q", "quit"), leave),
        }

    def play(self) -> None:
        self.story.go_on(self.game, show=not self.game.history)
        while not self.game.is_terminal:
            if _shared.acting(self.game) != self.seat:
                self.game.step(self.seats.answer(self.game))
            elif self.passing and may_pass(self.game):
                self.game.step(PASS_ID)
            else:
                self.passing = False
                self.ask()
            if self.story.go_on(self.game) and self.story.is_about(self.game, self.seat):
                self.passing = False

    def ask(self) -> None:
        """Ask until the person has taken one part of an action, or taken one back."""
        answers = _shared.Menu.of(self.game, self.seat, self.seats.names)
        if not self.begun:
            print()
            _shared.print_table(self.game, self.seat, self.seats.names, events=0)
        self.show(answers)
        asked, given = self.game, len(self.game.history)
        while self.game is asked and len(asked.history) == given:
            try:
                line = input("> ").strip()
            except (EOFError, RuntimeError):  # the last: there is no input
                raise Quit(0) from None
            except KeyboardInterrupt as signal:
                raise Quit(TERMINATED if isinstance(signal, Terminated) else INTERRUPTED) from None
            try:
                self.obey(line, answers)
            except MunchkinError as error:
                print(broken(str(error), "  "))

    def show(self, answers: _shared.Menu) -> None:
        print(f"\n{painted(broken(answers.question()), BOLD)}\n{answers.menu()}", flush=True)

    def obey(self, line: str, answers: _shared.Menu) -> None:
        """Carry out one line of input: an action, or one of the commands."""
        legal = self.game.legal_actions()
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            about = line[1:].strip()
            print(answers.explain(about) if about else answers.lessons() or f"  {answers.question()}")
        elif 1 <= _shared.number_of(line) <= len(legal):
            self.answer(int(legal[int(line) - 1]))
        elif line == "" and (len(legal) == 1 or int(legal[0]) == PASS_ID):
            self.answer(int(legal[0]))
        elif word in self.commands:
            self.commands[word](rest.strip(), answers)
        else:
            print(broken(f"expected a number from 1 to {len(legal)}, ?, {KEYS}, got {shown(line)}", "  "))

    def answer(self, action: int) -> None:
        """Take one part of an action; the game before it is kept, for `back`."""
        before = self.game.clone()
        self.game.step(action)
        self.begun = [*self.begun, before] if self.game.still_answering(before) else []

    def take_back(self, *_: object) -> None:
        """Take back the last part of an incomplete action: nobody has seen it, no random number was drawn."""
        if not self.begun:
            print("  nothing to take back: a complete action stays")
        else:
            self.game = self.begun.pop()

    def hint(self, *_: object) -> None:
        """Show the adviser's action, part by part; its results stay hidden."""
        given, parts = in_words(self.game, self.seats.names, self.adviser.answer)
        number = 1 + self.game.legal_actions().tolist().index(given[0])
        print(broken(f"{self.adviser.words[self.seat]} would choose {number}: {' → '.join(parts)}", "  "))

    def pass_on(self, _: str, answers: _shared.Menu) -> None:
        """Pass, and continue to pass until an event affects the person."""
        if not may_pass(self.game):
            raise IllegalAction(f"p: expected a question that can be passed, got {answers.question()!r}")
        self.passing = True
        self.answer(PASS_ID)

    def show_table(self, _: str, answers: _shared.Menu) -> None:
        _shared.print_table(self.game, self.seat, self.seats.names)
        self.show(answers)


def free_name() -> str:
    """Return the name of a saved game that is no file yet."""
    names = (f"munchkin-{number}.mkn" if number else "munchkin.mkn" for number in count())
    return next(name for name in names if not Path(name).exists())


def leave(*_: object) -> None:
    """End the command."""
    raise Quit(0)
