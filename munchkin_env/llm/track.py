"""The benchmark's track for language models, as `munchkin challenge` finds it."""

import argparse

from munchkin_env.benchmark.verify import Verdict
from munchkin_env.errors import ConfigError
from munchkin_env.llm.track_report import FORMAT, LanguageCard, read_language_card
from munchkin_env.llm.track_run import run_language
from munchkin_env.llm.track_verify import verify_language


class LanguageTrack:
    """Games of a language model against bots; the report is one of its own."""

    format = FORMAT

    def run(self, args: argparse.Namespace) -> LanguageCard:
        """Play the track by the arguments of `munchkin challenge run`.

        Raises:
            ConfigError: the player is no language model, or a picture is wanted.
        """
        if args.plot:
            raise ConfigError("plot: expected none, since the report of a language model has no picture")
        return run_language(
            args.player, sealed=args.sealed, games=args.games, threads=args.threads, transcripts=args.transcripts
        )

    def verify(self, args: argparse.Namespace) -> Verdict:
        """Check a report by the arguments of `munchkin challenge verify`.

        Raises:
            ConfigError: an option asks for new replies of the model.
            SaveError: the file is no report of this track.
        """
        for option, default in (("player", None), ("fresh", 0)):
            if getattr(args, option) != default:
                raise ConfigError(f"{option}: expected none: a language model is not asked again; use --transcripts")
        card = read_language_card(args.card)
        return verify_language(card, args.transcripts, args.deals, sample=args.sample)


TRACK = LanguageTrack()

__all__ = ["TRACK", "LanguageTrack"]
