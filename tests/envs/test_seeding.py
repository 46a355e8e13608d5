"""Seeds and the games that a reset deals."""

import pytest

from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.envs.seeding import EpisodeSeed, episode_after, episode_seed
from munchkin_env.envs.stepping import run_key
from munchkin_env.game.initial_state import hash_seed

pytestmark = pytest.mark.interpreted


def no_draw() -> int:
    raise AssertionError("nothing is to be drawn")


def test_a_reset_deals_the_seed_the_next_game_or_a_drawn_one() -> None:
    first = episode_after(None, 7, no_draw)
    assert first == episode_after(EpisodeSeed(3, 5), 7, no_draw) == EpisodeSeed(7, 0)
    assert episode_after(first, None, no_draw) == first.following() == EpisodeSeed(7, 1)
    assert episode_after(None, None, lambda: 11) == EpisodeSeed(11, 0)


def test_the_first_game_of_a_run_has_its_seed_and_no_other_has() -> None:
    seeds = [EpisodeSeed(7, number).seed for number in range(50)]
    assert seeds[0] == 7
    assert seeds == [episode_seed(7, number) for number in range(50)]
    assert len(set(seeds)) == 50


def test_all_bits_of_a_seed_count() -> None:
    """A seed of more than 64 bits is not that of its lowest ones."""
    seeds = (0, 1, 2**64 - 1, 2**64, 2**64 + 1, 2**127, 2**127 + 2**64, 2**4000)
    assert len({hash_seed(seed) for seed in seeds}) == len(seeds)
    assert len({episode_seed(seed, 3) for seed in seeds}) == len(seeds)


@pytest.mark.skipif(not INTERPRETED, reason="compiled, only kernels call kernels; test_agreement.py holds it then")
def test_rows_hash_seeds_as_single_games_do() -> None:
    """On halves of 32 bits, with every pattern of carries."""
    for seed in (0, 1, 7, 2**31, 2**32 - 1, 2**63, 2**64 - 1, 2**200 + 17, *range(1000, 1100)):
        for number in (0, 1, 2, 77, 2**31 + 1, 2**40 + 3):
            assert run_key(*hash_seed(seed), number) == hash_seed(episode_seed(seed, number))
