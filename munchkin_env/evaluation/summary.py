"""Summary of games' endings as the result of an evaluation."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.game_config import GameConfig
from munchkin_env.envs.bot_games import ANSWERS, HELPED, KEPT, ROUNDS, TRADED, TURNS, WAS_HELPED, WINNERS
from munchkin_env.evaluation.match_runner import Outcomes, PlannedGame
from munchkin_env.evaluation.names import labels
from munchkin_env.evaluation.ratings import rate
from munchkin_env.evaluation.result import Difference, Evaluation, Length, PlayerResult
from munchkin_env.evaluation.statistics import difference_interval, interval, places, variance_ratio, win_shares
from munchkin_env.policies import PolicyBot


def by_player(by_seat: np.ndarray, plan: Sequence[PlannedGame]) -> np.ndarray:
    """Return values by seat, [games, P, ...], in the order of the players."""
    rotations = np.array([planned.rotation for planned in plan], np.int64)
    players = by_seat.shape[1]
    seats = (np.arange(players) - rotations[:, None]) % players
    found: np.ndarray = by_seat[np.arange(len(plan))[:, None], seats]
    return found


def summary(
    bots: Sequence[Bot],
    names: Sequence[str],
    asked: Sequence[dict[str, float] | None],
    reasons: Sequence[dict[str, int] | None],
    outcomes: Outcomes,
    plan: Sequence[PlannedGame],
    compiled: bool,
    seconds: float,
    seed: int,
    config: GameConfig,
    precision: float | None = None,
    ratings: bool = False,
) -> Evaluation:
    """Return the result of the games of a plan, in full rotations.

    names: see `player_names`. asked: usage counts of the language models among them; reasons: theirs for missing
    replies.
    """
    results, n = outcomes.results, len(bots)
    shares = by_player(win_shares(results[:, WINNERS], n), plan)
    levels = by_player(outcomes.levels, plan)
    deals = by_player(outcomes.deals, plan).mean(axis=0)
    where = places(shares, levels)
    seats = win_shares(results[:, WINNERS], n).mean(axis=0)
    who = list(zip(names, labels(names), map(_answers, bots), map(_rules, bots), strict=True))
    players = [_player(*who[i], shares[:, i].reshape(-1, n), levels[:, i], where[:, i], deals[i]) for i in range(n)]
    return Evaluation(
        bots=tuple(
            replace(one, asked=told, reasons=why) for one, told, why in zip(players, asked, reasons, strict=True)
        ),
        differences=_differences(names, shares.reshape(-1, n, n).mean(axis=1)),
        ratings=rate(where) if ratings else None,
        games=len(plan),
        deals=len(plan) // n,
        draws=int((results[:, WINNERS] == 0).sum()),
        wins_by_seat=tuple(seats.tolist()),
        rounds=Length.of(results[:, ROUNDS]),
        turns=Length.of(results[:, TURNS]),
        decisions=Length.of(results[:, ANSWERS]),
        precision=precision,
        seconds=seconds,
        decisions_per_second=float(results[:, ANSWERS].sum()) / max(seconds, 1e-9),
        compiled=compiled,
        seed=seed,
        settings=config.as_dict(),
    )


def _answers(bot: Bot) -> str | None:
    """Return the action selection of a policy; None for other players."""
    if not isinstance(bot, PolicyBot):
        return None
    return "argmax" if bot.deterministic else "sample"


def _rules(bot: Bot) -> int | None:
    """Return the rules version under which a policy was trained; None for other players."""
    return bot.rules_version if isinstance(bot, PolicyBot) else None


def _player(
    name: str,
    label: str,
    action_selection: str | None,
    rules_version: int | None,
    shares: np.ndarray,
    levels: np.ndarray,
    where: np.ndarray,
    deals: np.ndarray,
) -> PlayerResult:
    """Return one player's results.

    shares: float[seeds, rotations]; levels, where: [games]; deals: float[DEALS], means.
    """
    low, high = interval(shares)
    return PlayerResult(
        name=name,
        label=label,
        action_selection=action_selection,
        rules_version=rules_version,
        wins=float(shares.sum()),
        win_rate=float(shares.mean()),
        low=low,
        high=high,
        mean_level=float(levels.mean()),
        mean_place=float(where.mean()),
        shared_wins=int(((shares > 0) & (shares < 1)).sum()),
        helped=float(deals[HELPED]),
        help_kept=float(deals[KEPT]),
        was_helped=float(deals[WAS_HELPED]),
        trades=float(deals[TRADED]),
        variance_ratio=variance_ratio(shares),
    )


def _differences(names: Sequence[str], rates: np.ndarray) -> tuple[Difference, ...]:
    """Return differences of every two players; rates: float[seeds, P], of each seed.

    Copies, which share a name, are taken together.
    """
    own = {name: rates[:, [i for i, one in enumerate(names) if one == name]].mean(axis=1) for name in names}
    found = []
    for one, other in combinations(own, 2):
        differences = own[one] - own[other]
        found.append(Difference(one, other, float(differences.mean()), *difference_interval(differences)))
    return tuple(found)
