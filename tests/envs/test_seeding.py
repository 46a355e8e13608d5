"""Which game a reset deals."""

import pytest

from munchkin_env.envs.seeding import Episode, episode_after, episode_seed

pytestmark = pytest.mark.interpreted


def no_draw() -> int:
    raise AssertionError("nothing is to be drawn")


def test_a_reset_deals_the_seed_the_next_game_or_a_drawn_one() -> None:
    first = episode_after(None, 7, no_draw)
    assert first == episode_after(Episode(3, 5), 7, no_draw) == Episode(7, 0)
    assert episode_after(first, None, no_draw) == first.following() == Episode(7, 1)
    assert episode_after(None, None, lambda: 11) == Episode(11, 0)


def test_the_first_game_of_a_run_has_its_seed_and_no_other_has() -> None:
    seeds = [Episode(7, number).seed for number in range(50)]
    assert seeds[0] == 7
    assert seeds == [episode_seed(7, number) for number in range(50)]
    assert len(set(seeds)) == 50
