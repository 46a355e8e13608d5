"""`munchkin challenge`: measure a player's generalisation to cards and tables it has not met, as a report."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from munchkin_env.cli._shared import add_bots, take_names
from munchkin_env.cli._terminal import STDOUT, HelpFormatter, add_output, drawable, write_text
from munchkin_env.errors import ConfigError
from munchkin_env.registry import registered

if TYPE_CHECKING:
    from munchkin_env.benchmark.verify import Verdict

TRACKS = ("standard", "unseen-cards", "new-tables", "dev")  # of `tracks`, which `--help` need not import

EPILOG = """examples:
  munchkin challenge run veteran                                  the track `dev`, some minutes
  munchkin challenge run runs/a/policy.safetensors --track unseen-cards --cpu-minutes 30 --json a.json --markdown a.md
  munchkin challenge run pretrained --track standard --sealed --json report.json --plot report.png
  munchkin challenge run "process:./my_player --fast" --json report.json
  munchkin challenge run language:qwen3-8b,max_calls=9000 --track language --games 12 --threads 8 --transcripts games
  munchkin challenge verify report.json                             play some of its seeds again
  munchkin challenge verify report.json --player a.safetensors --fresh 400       also play fresh seeds
  munchkin challenge table *.json                                 the leaderboard, in Markdown
  munchkin challenge ratings pretrained greedy veteran            pairwise wins, and ratings
  munchkin challenge schema                                       the JSON Schema of a report

Develop on the development seeds, and run the sealed seeds once. Sealed seeds follow from the released package, and a
report contains their hash. The authors of a package could select them, but nobody can select those of --fresh. Training
and hardware in a report are self-reported. docs/challenge.md is the protocol.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command and its parts."""
    parser = subparsers.add_parser(
        "challenge",
        help="measure a player's generalisation, as a report",
        description="Plays a track of the Munchkin Challenge, checks reports, and compares them.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)
    run_ = parts.add_parser("run", help="play a track")
    who = 'a bot, a partner, a policy\'s file, or "process:COMMAND"'
    run_.add_argument("player", metavar="PLAYER", help=who)
    known = (*TRACKS, *registered("tracks"))
    tracks = f"track: {', '.join(known)} (default dev)"
    run_.add_argument("--track", choices=known, default="dev", metavar="TRACK", help=tracks)
    run_.add_argument("--sealed", action="store_true", help="use the sealed seeds instead of those for development")
    run_.add_argument("--games", type=int, help="games of each stage (default: the track's)")
    run_.add_argument("--cpu-minutes", type=float, metavar="N", help="CPU minutes of training, self-reported; 0: none")
    run_.add_argument("--gpu-minutes", type=float, metavar="N", help="GPU minutes of training, self-reported")
    run_.add_argument("--decisions", type=int, metavar="N", help="decisions seen in training, self-reported")
    of_recipe = "recipe of the player, self-reported; its training seeds share a row"
    run_.add_argument("--recipe", metavar="NAME", help=of_recipe)
    run_.add_argument("--training-seed", type=int, metavar="N", help="seed of its training")
    run_.add_argument("--processes", type=int, default=1, help="processes that share the games (default 1)")
    verify = parts.add_parser("verify", help="play some of a report's seeds again; exit status 1 if it fails")
    verify.add_argument("card", metavar="REPORT", help="a report, JSON")
    verify.add_argument("--player", metavar="PLAYER", help="the policy's file or process:COMMAND, for a report on one")
    verify.add_argument("--deals", type=int, default=2, help="seeds of each stage (default 2)")
    verify.add_argument("--sample", type=int, metavar="N", help="seed of the sample (default: drawn, unknown)")
    verify.add_argument("--fresh", type=int, default=0, metavar="N", help="games of each stage with fresh seeds")
    verify.add_argument("--no-social", action="store_true", help="do not play the games of its social metrics again")
    board = parts.add_parser("table", help="leaderboard of reports, in Markdown")
    board.add_argument("cards", nargs="+", metavar="REPORT", help="reports, JSON")
    ratings = parts.add_parser("ratings", help="rate players by games of each pair, two against two")
    add_bots(ratings, "2 to 64 players: bots, partners, policy files, processes")
    ratings.add_argument("--games", type=int, default=400, help="games of each pair (default 400)")
    ratings.add_argument("--seed", type=int, default=0, metavar="N", help="random seed (default 0)")
    ratings.add_argument("--editions", nargs="+", default=["munchkin"], metavar="NAME", help="the first is the host")
    near = "rate players as copies of one if their shares of wins differ by at most this (default 0)"
    ratings.add_argument("--merge-threshold", type=float, default=0.0, metavar="SHARE", help=near)
    ratings.add_argument("--processes", type=int, default=1, help="processes that share the games (default 1)")
    parts.add_parser("schema", help="print the JSON Schema of a report")
    run_.add_argument("--threads", type=int, default=1, help="games of a language model at once (default 1)")
    run_.add_argument("--transcripts", metavar="FOLDER", help="folder for each game of a language model")
    verify.add_argument("--transcripts", metavar="FOLDER", help="transcripts of a language model to play again")
    add_output(run_, "--json", 'write the report as JSON; "-" prints it instead of the page', dash=True)
    add_output(run_, "--markdown", "write the printed page")
    add_output(run_, "--plot", "draw it into this PNG or SVG; needs the extra `eval`", drawable)
    return parser


def run(args: argparse.Namespace) -> int:
    """Run one part. Raises ConfigError, SaveError for an invalid report, and MissingExtra."""
    if args.part == "schema":
        import json

        from munchkin_env.benchmark.report import schema

        print(json.dumps(schema(), indent=1))
        return 0
    return {"run": _run, "verify": _verify, "table": _table, "ratings": _ratings}[args.part](args)


def _run(args: argparse.Namespace) -> int:
    from munchkin_env.benchmark.leaderboard import draw_card
    from munchkin_env.benchmark.run import run as play

    if args.track in TRACKS:
        _check_no_model_options(args)
        card = play(
            args.player, args.track, sealed=args.sealed, games=args.games, cpu_minutes=args.cpu_minutes,
            gpu_minutes=args.gpu_minutes, decisions=args.decisions, recipe=args.recipe,
            training_seed=args.training_seed, processes=args.processes,
        )  # fmt: skip
    else:
        card = registered("tracks")[args.track].load().run(args)
    print(card.as_json() if args.json == STDOUT else card.markdown())
    if args.json not in (None, STDOUT):
        write_text("json", args.json, card.as_json())
    if args.markdown:
        write_text("markdown", args.markdown, card.markdown())
    if args.plot:
        draw_card(card, Path(args.plot))
    return 0


def _check_no_model_options(args: argparse.Namespace) -> None:
    """Raise ConfigError for options of language models."""
    others = ", ".join(registered("tracks")) or "none"
    if args.transcripts is not None:
        raise ConfigError(f"transcripts: expected none but of {others}, got {args.transcripts!r}")
    if getattr(args, "threads", 1) != 1:
        raise ConfigError(f"threads: expected 1 but of {others}, got {args.threads}; use --processes")


def _verify(args: argparse.Namespace) -> int:
    from munchkin_env.benchmark.report import percent, read_card, read_json
    from munchkin_env.benchmark.verify import verify

    raw = read_json(args.card)
    for entry in registered("tracks").values():
        track = entry.load()
        if isinstance(raw, dict) and raw.get("format") == track.format:
            return _told(args.card, track.verify(args))
    _check_no_model_options(args)
    verdict = verify(
        read_card(args.card), args.player, args.deals, sample=args.sample, social=not args.no_social, fresh=args.fresh
    )
    for one in verdict.fresh:
        print(f"{one.name}: report {percent(one.told)}, fresh seeds {percent(one.found)}, {one.errors:+.1f} errors")
    return _told(args.card, verdict)


def _told(card: str, verdict: "Verdict") -> int:
    """Print the verdict on a report; return the exit status."""
    for complaint in verdict.complaints:
        print(complaint)
    if verdict.unchecked:
        print(f"self-reported, not checked: {', '.join(verdict.unchecked)}")
    said = "holds" if verdict.holds else "does not hold"
    print(f"{card}: {said}; {verdict.deals} seeds were played again, sample {verdict.sample}")
    return 0 if verdict.holds else 1


def _table(args: argparse.Namespace) -> int:
    from munchkin_env.benchmark.leaderboard import leaderboard
    from munchkin_env.benchmark.report import read_card

    print(leaderboard([read_card(file) for file in args.cards]), end="")
    return 0


def _ratings(args: argparse.Namespace) -> int:
    from munchkin_env.benchmark.run import rate

    found = rate(
        take_names(args, "challenge ratings", "bot"),
        args.games,
        args.seed,
        tuple(args.editions),
        merge_threshold=args.merge_threshold,
        processes=args.processes,
    )
    print(found.markdown(), end="")
    return 0
