"""`munchkin language`: measure a language model's play, its cost, and the effect of the prompt."""

import argparse

from munchkin_env.cli._terminal import STDOUT, HelpFormatter, add_output, write_text
from munchkin_env.errors import ConfigError
from munchkin_env.llm.evaluation import AGAINST, TABLES
from munchkin_env.llm.models import BASE_URL, KEY
from munchkin_env.llm.question import VARIANTS

EPILOG = f"""examples:
  munchkin language qwen3-8b --url http://127.0.0.1:8000/v1 --tables short --games 20
  munchkin language qwen3-8b --threads 8 --log calls.jsonl --json result.json
  munchkin language qwen3-8b --against greedy --variants plain --max-calls 2000 --price 0.1 0.4

The model plays against copies of each opponent, with the same seeds for each variant of the prompt: plain; null, which
is the same byte for byte, so that differences are chance; permuted, with the actions in another order. The key is read
from the variable {KEY}, the address from --url or {BASE_URL}. Illegal and late replies,
retries, actions of `greedy` in place of the model, tokens and bargains are counted, per seat and game. A model is also
a player of other commands:
  munchkin evaluate language:NAME greedy greedy
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "language",
        help="measure a language model's play, its cost, and the effect of the prompt",
        description="Plays a model of an OpenAI-compatible endpoint against bots, and prints a table in Markdown.",
        epilog=EPILOG,
        formatter_class=HelpFormatter,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the model, as its endpoint calls it")
    parser.add_argument("--url", default=None, help="the endpoint up to /v1 (default: a server on this machine)")
    parser.add_argument("--games", type=int, default=40, help="games of each row, full seat rotations (default 40)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (default 0)")
    parser.add_argument("--players", type=int, default=4, help="seats (default 4)")
    kinds = f"kinds of game: {', '.join(TABLES)} (without the option: all)"
    parser.add_argument("--tables", nargs="+", default=list(TABLES), metavar="TABLE", help=kinds)
    others = f"opponents (default {' '.join(AGAINST)}); policies need the extra `train`"
    parser.add_argument("--against", nargs="+", default=list(AGAINST), metavar="BOT", help=others)
    some = "some of " + ", ".join(VARIANTS)
    parser.add_argument("--variants", nargs="+", default=list(VARIANTS), metavar="WORD", help=f"{some} (default all)")
    parser.add_argument("--threads", type=int, default=1, help="games played at once (default 1)")
    parser.add_argument("--retries", type=int, default=2, help="calls after a reply without a legal action (default 2)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for a call (default 60)")
    parser.add_argument("--max-calls", type=int, default=None, metavar="N", help="limit of calls; then `greedy` acts")
    parser.add_argument("--max-total-tokens", type=int, default=None, metavar="N", help="limit of tokens, likewise")
    parser.add_argument("--temperature", type=float, default=None, help="sent with each call (default: none)")
    parser.add_argument(
        "--price", type=float, nargs=2, default=None, metavar=("SENT", "RECEIVED"), help="price of a million tokens"
    )
    parser.add_argument("--model-seats", type=int, default=1, help="seats of the model in each game (default 1)")
    parser.add_argument("--talk", action="store_true", help="seats of the model may make promises to each other")
    parser.add_argument("--transcripts", metavar="FOLDER", help="write a transcript and a replay of each game there")
    add_output(parser, "--log", "write every call into this file, a line of JSON each")
    add_output(parser, "--json", 'write the result as JSON; "-" prints it instead of the table', dash=True)
    return parser


def run(args: argparse.Namespace) -> None:
    """Play, print a table, write JSON."""
    from munchkin_env.llm.evaluation import measure_language
    from munchkin_env.llm.models import Endpoint

    if args.name is None:
        raise ConfigError("name: expected the name of a model, got none; usage: munchkin language NAME")
    parameters = {} if args.temperature is None else {"temperature": args.temperature}
    budget = {"max_calls": args.max_calls, "max_total_tokens": args.max_total_tokens}
    model = Endpoint(args.name, args.url, timeout=args.timeout, **budget, **parameters)
    report = measure_language(
        model,
        args.games,
        args.seed,
        players=args.players,
        tables=args.tables,
        against=args.against,
        variants=args.variants,
        threads=args.threads,
        prices=None if args.price is None else tuple(args.price),
        seats=args.model_seats,
        talk=args.talk,
        transcripts=args.transcripts,
        log=args.log,
        retries=args.retries,
    )
    print(report.as_json() if args.json == STDOUT else report)
    if args.json not in (None, STDOUT):
        write_text("json", args.json, report.as_json())
