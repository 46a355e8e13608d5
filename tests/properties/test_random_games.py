"""Random legal play: every game ends and no invariant is ever broken."""

import numpy as np
import pytest

from munchkin_env.engine.validation import invariants
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.game.game import Game
from tests.each import each
from tests.tiers import share

LIMIT = 200_000  # decisions; a game that takes more does not end


def play(seed: int, check: bool, **settings: object) -> tuple[Game, int, Broken]:
    """A whole random game: (the game at its end, decisions, what broke)."""
    game = Game(seed=seed, **settings)
    decisions, bad = invariants.play_random(game._positions, 0, game._tables, seed, LIMIT, int(check), game._ids)
    return game, int(decisions), Broken(int(bad))


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_end_with_no_invariant_broken(players: int) -> None:
    """At night 500 games each for 3 to 6 players, checked after every decision (WINDOW-5, WINDOW-6)."""
    for seed in range(share(500)):
        game, decisions, bad = play(seed, True, players=players)
        assert bad == 0, f"seed {seed}: {bad!r} after {decisions} decisions"
        assert game.is_terminal, f"seed {seed} did not end within {LIMIT} decisions"
        assert not game.winners or game.level(game.winners[0]) == 10


@pytest.mark.compiled
@each(
    "settings",
    [
        {"windows": "open", "round_limit": 30},
        {"windows": "final"},
        {"bargaining": "off", "trades": "off"},
        {"bargaining": "simple", "trades": "simple"},
        {"forced_choices": False, "round_limit": 40},
        {"listen_at_door": True, "loot_treasure": True, "helper_wins": True, "quick_play": True},
        {"editions": ("cthulhu",), "cult_discards": 2},
        {"editions": ("extended",), "fairy_dust": False},
        {"editions": ("munchkin", "extended"), "fairy_dust": True},
        {"removal_ends_combat": True, "elf_may_win": False, "round_limit_result": "leader_wins", "round_limit": 10},
        {"goal": 20, "start_cards": 8},
    ],
    ids=lambda s: ",".join(s),
)
def test_every_setting_plays_to_the_end(settings: dict[str, object]) -> None:
    """Settings change the game, not its soundness."""
    for seed in range(share(40, 4)):
        game, decisions, bad = play(seed, True, **settings)
        assert bad == 0, f"seed {seed}: {bad!r} after {decisions} decisions"
        assert game.is_terminal


@pytest.mark.interpreted
def test_a_whole_game_plays_interpreted() -> None:
    """The same source, also uncompiled, plays a game to its end (at the round limit)."""
    game, _, bad = play(3, True, players=3, round_limit=3)
    assert bad == 0
    assert game.is_terminal


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    """Games with one seed are equal byte by byte after the same actions; another seed differs."""
    one, two, other = Game(seed=5), Game(seed=5), Game(seed=6)
    rng = np.random.default_rng(0)
    assert one != other
    for _ in range(120):
        action = int(rng.choice(one.legal_actions()))
        one.step(action)
        two.step(action)
        assert one == two
        assert hash(one) == hash(two)


def test_position_has_no_bytes_outside_its_game() -> None:
    """Equal bytes are equal positions: a fresh game leaves frames above the stack and free places zero."""
    game = Game(seed=1)
    row = game.position[0]
    assert not row["frame"][int(row["n_frames"]) :].tobytes().strip(b"\0")
    assert not row["combat"]["monster"].tobytes().strip(b"\0")
