"""Generated editions of any seed, likeness, size or share, alone and in blends, played, saved, told and shown.

Every edition is linted and explained. Games are random or greedy, and sound after every action; one of each blend is
saved, resampled, viewed, told, drawn as a picture and replayed on its way.
`python -m tests.fuzz.generated 1 1000` plays so many games, from seed 1.
"""

from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain import explain
from munchkin_env.cards.lint import lint_edition
from munchkin_env.observation import View
from munchkin_env.render.picture import picture
from munchkin_env.replays.recorder import record
from tests.fuzz import games
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import pick

MOST = 10  # games of the same editions
FAR = 400  # actions until a game is looked at, at most


def any_name(rng: np.random.Generator) -> str:
    """A generated edition of any kind."""
    like = [str(one) for one in rng.permutation(games.NAMES)[: int(rng.integers(1, 5))]]
    seed = int(rng.integers(0, 2**32))
    kind = int(rng.integers(4))
    if kind == 0:
        return f"generated:{seed}"
    if kind == 1:
        return mk.generate_edition(seed, like).name
    if kind == 2:
        return mk.generate_edition(seed, like, int(rng.integers(120, 401))).name
    return mk.generate_edition(seed, like[0], share=int(rng.integers(0, 101))).name


def any_editions(rng: np.random.Generator) -> tuple[str, ...]:
    """One, or a blend of up to three with published ones among them."""
    first = any_name(rng)
    if rng.random() < 0.5:
        return (first,)
    more = int(rng.integers(1, 3))
    others = [any_name(rng) if rng.random() < 0.5 else str(pick(rng, games.NAMES)) for _ in range(more)]
    return tuple(str(one) for one in rng.permutation(list(dict.fromkeys([first, *others]))))


def read(editions: tuple[str, ...]) -> None:
    """Each card is sound and explained."""
    for name in editions:
        assert lint_edition(name) == []
    catalogue = load_catalogue(editions)
    for type_ in range(1, len(catalogue.cards)):
        assert len(explain(catalogue, type_)) > 5


def look(rng: np.random.Generator, seed: int, config: dict[str, Any]) -> None:
    """A game on its way, looked at in every way."""
    games.look(rng, seed, config)
    game = mk.Game(seed=seed, **config)
    for _ in range(int(rng.integers(0, FAR))):
        if game.is_terminal:
            break
        game.step(int(pick(rng, game.legal_actions().tolist())))
    for seat in range(game.config.players):
        view = View.of(game, seat)
        assert game.text(seat)
        assert all(answer.words for answer in view.legal_moves())
    replay = record(game)
    assert list(mk.Replay.parse(replay.packed()).moments()) == list(replay.moments())
    assert picture(View.of(game, 0)).std() > 1


def fuzz(seed: int, count: int) -> Tally:
    """At least `count` games. Raises EngineFault for an unsound one."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    number = 0
    while tally.tried < count:
        editions = any_editions(rng)
        number += 1
        bot = str(pick(rng, ("random", "greedy")))
        with tally.reproduce(seed, number, (bot, editions)):
            try:
                read(editions)
                config = {"editions": editions, "players": int(rng.integers(3, 7))}
                look(rng, number, config)
                found = mk.game_stats(games=MOST, bot=bot, seed=number, check=True, progress=False, **config)
            except (mk.ConfigError, mk.CardError) as error:
                if "at most" not in str(error):  # cards, distinct ones, or clauses
                    raise
                tally.count("blends refused")
            else:
                for ending, rate in found.endings.items():
                    tally.counts[f"{bot} games ended by {ending}"] += round(rate * MOST)
    return tally


if __name__ == "__main__":
    main(fuzz)
