"""Common parts of several commands: seats with names and bots, saved games, the story on the terminal."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from munchkin_env.cards.explain import explain
from munchkin_env.cards.find import find_cards
from munchkin_env.cards.reader import locate_edition
from munchkin_env.cli._terminal import BOLD, CYAN, add_output, broken, painted, width, write_text, write_whole
from munchkin_env.config.fields import settings_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.config.presets import presets
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.envs.opponents import answer_of
from munchkin_env.envs.rendering import seen
from munchkin_env.envs.seeding import chance_for
from munchkin_env.errors import CardError, ConfigError, IllegalAction, SaveError, did_you_mean, shown
from munchkin_env.game.answers import Labels
from munchkin_env.game.game import Game
from munchkin_env.game.rules_text import rules_of
from munchkin_env.observation import is_noticed
from munchkin_env.observation.narration import Transcript
from munchkin_env.observation.scene import scene
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from munchkin_env.replays.replay import Replay

USUAL = GameConfig.players  # seats
NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eva", "Finn")


class Seats:
    """Players by seat: a bot for each seat, None for a person."""

    def __init__(self, bots: Sequence[Any], words: Sequence[str], seed: int) -> None:
        self.bots = tuple(bots)
        self.words = tuple(words)
        self.names = NAMES[: len(bots)]
        self.rngs = [chance_for("bot", seed, seat) for seat in range(len(bots))]

    @classmethod
    def of(cls, words: Sequence[str], seed: int, game: Game) -> "Seats":
        """Return bots by name, policies by file; "human" is a person.

        ConfigError: another, or one that cannot play this game.
        """
        from munchkin_env.observation import spec
        from munchkin_env.policies import make_bot

        played = spec(**game.config.as_dict())
        bots = [None if word == "human" else make_bot(word, for_game=played, transfer=False) for word in words]
        for bot in filter(None, bots):
            bot.check(played)
        return cls(bots, words, seed)

    def answer(self, game: Game) -> int:
        """Return the action of the bot whose decision is pending."""
        seat = acting(game)
        return answer_of(
            self.bots[seat], game.position, game.catalogue, game.legal_action_mask(), self.rngs[seat], "bot"
        )

    def line_up(self) -> str:
        """Return a text such as `Anna (greedy), Bob (random)`."""
        return ", ".join(f"{name} ({word})" for name, word in zip(self.names, self.words, strict=True))


def acting(game: Game) -> int:
    """Return the seat that decides. Raises IllegalAction when the game is over."""
    if game.current_player is None:
        raise IllegalAction("action: the game is over, got a request to act")
    return game.current_player


CARDS = "The text of a card overrides all this. `? NAME` explains one, `h` lists what you can type."


def number_of(word: str) -> int:
    """Return a whole number from 1 that somebody typed, 0 for anything else."""
    return int(word) if word.isdecimal() and len(word) < 10 else 0


class Menu(Labels):
    """Question to one seat, and its legal actions, numbered and in lines that fit."""

    def menu(self) -> str:
        """Return the legal actions, numbered from 1."""
        legal = enumerate(self.legal, 1)
        return "\n".join(broken(self.label(int(action)), f"  {i:>2}  ") for i, action in legal)

    def explain(self, word: str) -> str:
        """Return the meaning of an action, by its number, or a card's effects, by a part of its name.

        Raises CardError with the candidates if several cards match, with the nearest one if none does.
        """
        legal = self.legal
        if not 1 <= number_of(word) <= len(legal):
            return "\n".join(dict.fromkeys(self._explained(type_) for type_ in find_cards(self.catalogue, word)))
        action = int(legal[int(word) - 1])
        if action >= CARD0:
            return self._explained(action - CARD0 + 1)
        return self._lesson(action) or f"  {self.label(action)}: your choice for this action."

    def _explained(self, type_: int) -> str:
        text = f"{self.catalogue.name_among(type_)}: {explain(self.catalogue, type_)}"
        return broken(text, "  ", "    ")

    def _lesson(self, action: int) -> str:
        text = self.lesson(action)
        return broken(text, "  ", "    ") if text else ""

    def lessons(self) -> str:
        """Return a line on each verb among the actions; nothing if there is none."""
        return "\n".join(filter(None, (self._lesson(int(action)) for action in self.legal)))

    def rules(self) -> str:
        """Return the rules of this game on a page, as far as a newcomer needs them."""
        page = [*rules_of(self.view), ("Cards", CARDS)]
        return "\n".join(broken(text, f"  {name:<10}") for name, text in page)


class Story:
    """Printer of the events, as one seat (or, with None, everybody) sees them."""

    def __init__(self, game: Game, seat: int | None, names: Sequence[str], delay: float = 0.0) -> None:
        self.seat = seat
        self.delay = delay
        self.told = Transcript(game.catalogue, names)
        self.begun = False

    def go_on(self, game: Game, show: bool = True) -> bool:
        """Print the events since the last call, at a moment that the seat notices; return False at another one.

        `show` false only takes note of them.
        """
        if self.begun and not is_noticed(game, self.seat):
            return False
        self.begun = True
        for line in self.told.listen(scene(seen(game, self.seat), self.told.names)):
            if show:
                heading = line.startswith("─")
                text = f"{line}  {levels(game, self.told.names)}" if heading else line
                lines = broken(text, "" if heading else "  ", "    ")
                own = self.seat is not None and self.told.names[self.seat] in line
                style = BOLD if heading else CYAN if own else ""
                print(("\n" if heading else "") + (painted(lines, style) if style else lines), flush=True)
                time.sleep(self.delay)
        return True

    def is_about(self, game: Game, seat: int) -> bool:
        """Return True if the last told event happened to that seat, or in a combat in which it fights."""
        player = scene(seen(game, seat)).players[seat]
        return any(player.role or seat in (event.seat, event.other) for event in self.told.fresh)


def levels(game: Game, names: Sequence[str]) -> str:
    """Return a text such as `(Anna 3, Bob 1)`."""
    return f"({', '.join(f'{name} {game.level(p)}' for p, name in enumerate(names))})"


def print_table(game: Game, seat: int | None, names: Sequence[str], events: int = 5) -> None:
    from munchkin_env.render.table import table

    print(table(seen(game, seat), names, events, width()))


def save_picture(game: Game, seat: int | None, names: Sequence[str], path: str) -> None:
    """Write a picture. Raises MissingExtra without Pillow, ConfigError for a file that cannot be written."""
    from munchkin_env.render import picture

    try:
        picture.save_picture(seen(game, seat), path, names)
    except (OSError, ValueError) as error:
        if isinstance(error, ConfigError):
            raise
        raise ConfigError(
            f"picture: expected a file that can be written, such as table.png, got {path!r} ({error})"
        ) from error
    print(f"picture: {path}")


def load_game(path: str) -> Game:
    """Return the game saved in a file. Raises SaveError; for a pipe, too, which may never end."""
    try:
        is_other = Path(path).exists() and not Path(path).is_file()
        data = b"" if is_other else Path(path).read_bytes()
    except (OSError, ValueError) as error:  # also a name with a null
        raise SaveError(f"file: expected a saved game, got {shown(path)} ({error})") from error
    if is_other:
        raise SaveError(f"file: expected a saved game, got {shown(path)} (a folder, a pipe or a device)")
    try:
        return Game.load(data)
    except SaveError as error:
        raise SaveError(f"file: expected a game saved by `munchkin`, got {path!r} ({error})") from error


def save_game(game: Game, path: str) -> None:
    """Save a game to a file. Raises SaveError if it cannot be written."""
    try:
        write_whole(Path(path), game.save())
    except (OSError, ValueError) as error:  # the second: a name with a null
        raise SaveError(f"file: expected one that can be written, got {path!r} ({error})") from error
    print(f"saved: {path}  (munchkin replay {path})")


def replay_of(game: Game, seat: int | None, seats: Seats) -> "Replay":
    """Return the game as a replay, with its players' thoughts, as far as the seat (None: everybody) may know."""
    from munchkin_env.evaluation.names import fitted
    from munchkin_env.replays.recorder import MOST_OF_PLAYER, record
    from munchkin_env.replays.thinking import thinkers_of

    thinkers = {p: thinker for p, thinker in thinkers_of(seats.bots).items() if seat in (None, p)}
    return record(game, seat, seats.names, [fitted(word, MOST_OF_PLAYER) for word in seats.words], thinkers)


def write_replay(replay: "Replay", json: str | None, html: str | None) -> None:
    """Write a replay, a page of it, or both. Raises ReplayError for a file that cannot be written."""
    if json is not None:
        replay.write(json)
        print(f"replay: {json}  (munchkin replay {json} --html game.html)")
    if html is not None:
        write_text("html", html, replay.page())
        print(f"page: {html}")


def write_replays(replays: "Sequence[Replay]", folder: str | None, prefix: str = "") -> None:
    """Write replays of a match into a folder: `game-0.json.gz` and so on. Raises ReplayError if that fails."""
    if folder is None or not replays:
        return
    for number, replay in enumerate(replays):
        replay.write(Path(folder) / f"{prefix}game-{number}.json.gz")
    first = Path(folder) / f"{prefix}game-0.json.gz"
    print(f"replays: {len(replays)}, {first} and so on  (munchkin replay {first} --html game.html)", file=sys.stderr)


# --------------------------------------------------------------------------- arguments


KEPT = 1  # games, if --record gives no number


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Declare --json and --html of a command that plays one game."""
    add_output(parser, "--json", "write the game as a replay, gzipped if the name ends in .gz")
    add_output(parser, "--html", "write the game as one HTML file for any browser")


def add_replays(parser: argparse.ArgumentParser) -> None:
    """Declare the options of a match that keeps games."""
    parser.add_argument("--replays", metavar="FOLDER", help="write the first games as replays, with players' estimates")
    parser.add_argument(
        "--record", type=int, metavar="N", help=f"number of replays (default {KEPT}; per line of a ladder)"
    )


def recorded_games(args: argparse.Namespace) -> int:
    """Return how many games a match keeps.

    Raises ConfigError for a number without a folder, and for a folder that cannot be made.
    """
    if args.replays is None:
        if args.record is not None:
            raise ConfigError(f"record: expected none without --replays, got {args.record}")
        return 0
    try:
        Path(args.replays).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        message = f"replays: expected a folder that can be made, got {shown(args.replays)} ({error})"
        raise ConfigError(message) from error
    return KEPT if args.record is None else int(args.record)


def filled(names: Sequence[str], players: int | None, people: int = 0) -> list[str]:
    """Return the bots beside so many people at a table of `players`; the last one named fills it. None: as named.

    Raises ConfigError for an impossible number of players, and for more names than seats.
    """
    if players is None:
        return [*names]
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ConfigError(f"players: expected {MIN_PLAYERS} to {MAX_PLAYERS}, got {players}")
    if people + len(names) > players:
        among = " ".join([*["human"] * people, *names])
        raise ConfigError(f"players: expected at least {people + len(names)} for {among}, got {players}")
    return [*names, *list(names[-1:]) * (players - people - len(names))]


def seats_of(args: argparse.Namespace, named: int) -> int:
    """Return the number of seats: --players, else those `named` if more than one bot was, the preset's, or 4."""
    if args.players is not None:
        return int(args.players)
    return named or (presets()[args.preset].settings.get("players", USUAL) if args.preset in presets() else USUAL)


def check_seat(seat: int | None, players: int) -> None:
    """Raise ConfigError for a seat that is not there."""
    if seat is not None and not 0 <= seat < players:
        raise ConfigError(f"seat: expected 0 to {players - 1}, got {seat}")


def add_bots(parser: argparse.ArgumentParser, help: str) -> None:
    """Declare a list of bots, which is given as arguments or, as in all commands, as --bots; `take_names` reads it."""
    parser.add_argument("names", nargs="*", metavar="BOT", help=help)
    parser.add_argument("--bots", nargs="+", action="extend", metavar="BOT", help="the same list, as an option")


def add_players(parser: argparse.ArgumentParser) -> None:
    """Declare the players: bots by seat, and the number of seats that the last of them fills up to."""
    add_bots(parser, "a bot or a policy's file for each of 3 to 6 seats")
    add_number(parser)


def add_number(parser: argparse.ArgumentParser) -> None:
    """Declare the number of seats."""
    parser.add_argument(
        "--players", type=int, default=None, metavar="N", help="number of seats; the last bot named fills the rest"
    )


def match_seed(word: str) -> int | None:
    """Return a seed of a match, None for a random one. Raises ArgumentTypeError, which argparse reports."""
    try:
        return None if word == "random" else int(word)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f'expected a whole number or "random", got {shown(word)}') from error


def add_match_seed(parser: argparse.ArgumentParser) -> None:
    """Declare --seed of a match."""
    parser.add_argument(
        "--seed", type=match_seed, default=0, metavar="N",
        help='random seed (default 0); "random" draws and reports a 128-bit seed: use it with untrusted bots',
    )  # fmt: skip


def add_policy_options(parser: argparse.ArgumentParser) -> None:
    """Declare the action selection of policies."""
    parser.add_argument(
        "--deterministic", action=argparse.BooleanOptionalAction, default=True,
        help="policies take deterministic (argmax) actions, the default, or sampled ones",
    )  # fmt: skip
    parser.add_argument(
        "--transfer", action="store_true", help="policies (*.safetensors) of other editions are transferred to these"
    )


def add_game_settings(parser: argparse.ArgumentParser) -> None:
    """Declare options for the settings of a game."""
    group = parser.add_argument_group("settings of the game")
    group.add_argument(
        "--editions",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="editions, or folders; the first is the host (default munchkin)",
    )
    group.add_argument(
        "--preset",
        default=None,
        metavar="NAME",
        help=f"set of settings, which other options override: {', '.join(presets())}",
    )
    group.add_argument("--goal", type=int, default=None, help="level that wins (default the preset's, or 10)")
    group.add_argument(
        "--round-limit",
        type=int,
        default=None,
        help="rounds until the game ends, by default undecided (default the preset's, or 200)",
    )
    group.add_argument(
        "--set",
        nargs="+",
        action="extend",
        metavar="NAME=VALUE",
        help=f"any other setting: {', '.join(name for name in OTHER_SETTINGS)}",
    )


def take_names(args: argparse.Namespace, command: str, what: str, default: Sequence[str] = ()) -> list[str]:
    """Return the names that a command is about, with those that an option of several values before them has swallowed.

    default: the names if none are given. command: the command's name. what: the kind of name. Raises ConfigError if
    there are no names at all, and for arguments beside --bots.
    """
    names = [*args.names]
    settings = getattr(args, "set", None)
    for values, is_value in ((args.editions or [], is_edition), (settings or [], lambda text: "=" in text)):
        kept = 1  # the first value belongs to the option, right or wrong
        while kept < len(values) and is_value(values[kept]):
            kept += 1
        names += values[kept:]
        del values[kept:]
    option = getattr(args, "bots", None) or []
    if names and option:
        raise ConfigError(f"bots: expected them once, got {shown(names)} beside --bots {' '.join(option)}")
    names = names or option or [*default]
    if not names:
        usage = f"usage: munchkin {command} {what.upper()} [{what.upper()} ...]"
        raise ConfigError(f"names: expected at least one {what}, got none; {usage}")
    return names


def is_edition(name: str) -> bool:
    """Return True if there is an edition of that name, or in that folder."""
    try:
        locate_edition(name)
    except CardError:
        return False
    return True


HOST = ("munchkin",)
SETTINGS_OPTIONS = ("editions", "preset", "goal", "round_limit", "set", "players")
OPTIONS = {"players": ("table_sizes",)}
"""Options of settings whose name differs in some command."""
NO_OPTIONS = ("command", "run", "outputs", "names", "set")
SETTINGS = settings_of(GameConfig)
OTHER_SETTINGS = [name for name in SETTINGS if name not in ("editions", "players", "goal", "round_limit")]


def game_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings given on the command line, for `Game`. Raises ConfigError for an invalid setting."""
    settings: dict[str, Any] = {"editions": tuple(args.editions or HOST)}
    for name, given in (("preset", args.preset), ("goal", args.goal), ("round_limit", args.round_limit)):
        if given is not None:
            settings[name] = given
    for text in args.set or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ConfigError(f"set: expected NAME=VALUE, got {shown(text)}")
        _check_other(args, name)
        if name in settings:
            raise ConfigError(f"set: expected {name} once, got it again as {shown(value)}")
        settings[name] = SETTINGS[name].parse(value)
    return settings


def _check_other(args: argparse.Namespace, name: str) -> None:
    """Raise ConfigError for a name that has an option of its own, and for one that is no setting of a game."""
    if name in OTHER_SETTINGS:
        return
    options = (name, *OPTIONS.get(name, ()))
    own = [option for option in options if option in vars(args) and option not in NO_OPTIONS]
    if own:
        raise ConfigError(
            f"set: expected a setting that has no option of its own, got {name}; use --{own[0].replace('_', '-')}"
        )
    near = did_you_mean(name, OTHER_SETTINGS)
    raise ConfigError(f"set: {shown(name)}: unknown setting{near}; known: {', '.join(OTHER_SETTINGS)}")


def check_no_settings(args: argparse.Namespace, why: str) -> None:
    """Raise ConfigError if a setting of the game is given where the game has its own."""
    for option in SETTINGS_OPTIONS:
        if getattr(args, option, None) is not None:
            raise ConfigError(f"{option}: expected none {why}, got {shown(getattr(args, option))}")
