"""`munchkin serve`: serve a table in the browser, for people and bots."""

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from munchkin_env.cli import _shared
from munchkin_env.cli._terminal import HelpFormatter, broken, silence
from munchkin_env.config.game_config import whole_number
from munchkin_env.errors import ConfigError, needing, shown
from munchkin_env.game.game import Game
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.vocabulary import MAX_PLAYERS

if TYPE_CHECKING:
    from munchkin_env.server.tables import Tables

LOOPBACK = "127.0.0.1"
HOST = re.compile(r"[a-z0-9.-]+|[0-9a-f:.]+")
EVERYWHERE = ("0.0.0.0", "::", "")
PORT = 8765
LONGEST = 40  # letters of a name
EPILOG = """examples:
  munchkin serve                                you against three bots; open the link that it prints
  munchkin serve --preset short                 a short game, to begin with
  munchkin serve --humans 2 --against pretrained    two people and two bots: a link per seat
  munchkin serve --against veteran rollout:20 greedy
  munchkin serve --humans 2 --names Ada Grace    names of people, then bots
  munchkin serve --folder tables --resume       only the earlier tables, no new one
  munchkin serve --humans 3 --url https://munchkin.example    behind a proxy with TLS at that address

A link is the key to its seat: everybody who has it sees that hand. By default the server accepts connections only from
this machine. With --host it accepts all that reach that address, by unencrypted HTTP: put a proxy with TLS in front of
it, and give its address by --url. Each action is saved in --folder before anybody sees it, and games continue when the
server is started again.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "serve",
        help="a table in the browser, for people and bots",
        description="Serves a game as a page: people play by links, bots the other seats. Needs the extra `table`; "
        "policies also need `train`.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("--humans", type=int, default=None, metavar="N", help="people (default 1)")
    parser.add_argument(
        "--against", "--bots", nargs="+", action="extend", metavar="BOT",
        help="bots by name, policies by file, for the other seats; a single one fills them all (default greedy)",
    )  # fmt: skip
    _shared.add_number(parser)
    parser.add_argument(
        "--names", nargs="+", action="extend", metavar="NAME",
        help=f"names of the seats, at most {LONGEST} letters each (default {', '.join(_shared.NAMES[:4])} …)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=None, help="random seed (default: 128 bits are drawn)")
    parser.add_argument("--hints", default="veteran", metavar="BOT", help="bot that gives the hints (default veteran)")
    parser.add_argument(
        "--timer", type=int, default=0, metavar="SECONDS",
        help="time for an action, after which --hints acts; any player may stop the clock (default: no limit)",
    )  # fmt: skip
    parser.add_argument("--host", default=LOOPBACK, help="address to listen on (default 127.0.0.1: only this machine)")
    parser.add_argument(
        "--url", metavar="URL",
        help="address by which players reach it, if not by --host and --port: https://munchkin.example behind a proxy",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=PORT, help=f"port (default {PORT})")
    parser.add_argument("--folder", default="munchkin-tables", help="folder of the games (default munchkin-tables)")
    parser.add_argument("--resume", action="store_true", help="serve only the tables of the folder, no new one")
    _shared.add_game_settings(parser)
    return parser


def run(args: argparse.Namespace) -> None:
    """Listen, open a table, print its links, serve until it is interrupted.

    Raises ConfigError and SaveError before anything is printed.
    """
    with needing("table", "munchkin serve"):
        from munchkin_env.server.app import MOST_CLIENTS, application
        from munchkin_env.server.site import MOST_STRANGERS, Gate, bound, descriptors, server_of
    from munchkin_env.server.tables import Tables

    whole_number("port", args.port, 1, 65_535)
    whole_number("timer", args.timer, 0, 86_400)
    address = address_of(args)
    if args.resume:
        for option in ("names", "against", "humans", "seed"):
            if (given := getattr(args, option)) is not None:
                kept = "expected none with --resume, whose tables keep theirs"
                raise ConfigError(f"{option}: {kept}, got {shown(given)}")
        _shared.check_no_settings(args, "with --resume, whose tables keep theirs")
    words = players(args)
    names = named(args.names or [], len(words))
    game = None
    if not args.resume:
        game = Game(players=len(words), seed=seed_or_drawn(args.seed), **_shared.game_settings(args))
    with ExitStack() as opened:
        sockets = [opened.enter_context(one) for one in bound(args.host, args.port)]
        if args.resume:
            _check_folder(args.folder)
        tables = Tables(Path(args.folder), args.hints, float(args.timer))
        tokens = {} if game is None else tables.open(game, words, names)
        links = [(names[one] if isinstance(one, int) else "to look on", token) for one, token in tokens.items()]
        asked = {args.host, "localhost", LOOPBACK} - set(EVERYWHERE)
        urls = sorted({url_of(host, args.port) for host in asked} | {address})
        hosts = sorted({bracketed(str(urlsplit(url).hostname)) for url in urls})
        most = min(MOST_CLIENTS, descriptors() // 4)  # each may need a table's log, too

        def ready() -> None:
            with suppress(BrokenPipeError):  # the reader, such as `head`, has had enough; the players have not
                tell(args, address, tables, links)
                return
            silence()

        # The links are printed once an interrupt ends the server: earlier, a callback of a library could swallow it.
        served = application(tables, hosts, urls, most, ready)
        server_of(served, Gate(min(MOST_STRANGERS, most))).run(sockets)


def _check_folder(folder: str) -> None:
    """Raise ConfigError for a folder without tables to resume."""
    from munchkin_env.server.tables import SUFFIX

    if not any(Path(folder).glob(f"*{SUFFIX}")):
        raise ConfigError(f"folder: expected one with tables (*{SUFFIX}) for --resume, got {shown(folder)}")


def tell(args: argparse.Namespace, address: str, tables: "Tables", links: Sequence[tuple[str, str]]) -> None:
    """Print the served tables, and the failed ones. links: their users, with their tokens."""
    for trouble in tables.troubles:
        print(f"munchkin: left out: {trouble}", file=sys.stderr, flush=True)
    for who, token in links:
        print(f"{who:<12}  {address}/#t={token}", flush=True)
    if args.host != LOOPBACK:
        print(broken(f"Everybody who reaches {args.host} reaches this server, by HTTP without encryption."), flush=True)
    told = "Open a link in a browser. " if links else ""
    print(f"{told}Games are kept in {args.folder}; Ctrl-C ends the server, not the games.", flush=True)


def named(given: Sequence[str], seats: int) -> list[str]:
    """Return a name per seat: those given, then usual ones that are not taken.

    Raises ConfigError for more than seats, for two equal ones, and for one that does not fit a page.
    """
    from munchkin_env.replays.recorder import is_line

    if len(given) > seats:
        raise ConfigError(f"names: expected at most {seats}, one a seat, got {len(given)}")
    for name in given:
        if not is_line(name, 1, LONGEST):
            raise ConfigError(f"names: expected 1 to {LONGEST} letters, got {shown(name)}")
    if len(set(given)) < len(given):
        raise ConfigError(f"names: expected different ones, got {shown(list(given))}")
    usual = [name for name in _shared.NAMES if name not in given]
    return [*given, *usual][:seats]


def players(args: argparse.Namespace) -> list[str]:
    """Return the players by seat: people first, then bots; a single bot fills the rest. Raises ConfigError."""
    people = 1 if args.humans is None else args.humans
    whole_number("humans", people, 1, MAX_PLAYERS)
    bots = args.against or ["greedy"]
    if "human" in bots:
        raise ConfigError(
            "against: expected bots or files of policies, got 'human'; --humans says how many people play"
        )
    seats = _shared.seats_of(args, people + len(bots) if len(bots) > 1 else 0)
    if len(bots) == 1 and people >= seats and args.players in (None, people):
        if args.against is None:
            bots = []
        elif args.players is not None:
            raise ConfigError(f"against: expected none, since people have all {people} seats, got {bots[0]!r}")
        seats = people + len(bots)
    return ["human"] * people + _shared.filled(bots, seats, people)


def address_of(args: argparse.Namespace) -> str:
    """Return the address by which players reach the server. Raises ConfigError if browsers have none."""
    if args.url is None:
        if args.host in EVERYWHERE:
            raise ConfigError(
                f"host: expected an address that browsers ask for, or --url beside it, got {shown(args.host)}"
            )
        return url_of(args.host, args.port)
    try:
        url = urlsplit(args.url)
        host, port = (url.hostname or "").encode("idna").decode(), url.port
    except ValueError:  # UnicodeError is one
        url, host, port = urlsplit(""), "", None
    more = url.path.strip("/") or url.query or url.fragment or url.username is not None
    if url.scheme not in ("http", "https") or not HOST.fullmatch(host) or more:
        raise ConfigError(f"url: expected one like https://munchkin.example, without a path, got {shown(args.url)}")
    return url_of(host, port, url.scheme)


def url_of(host: str, port: int | None, scheme: str = "http") -> str:
    """Return the address of a page as browsers write it: without the usual port."""
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{bracketed(host)}{'' if port in (None, usual) else f':{port}'}".lower()


def bracketed(host: str) -> str:
    """Return the host as it is written in an address."""
    return f"[{host}]" if ":" in host else host
