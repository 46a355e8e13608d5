"""Clauses change the level of a monster where enhancers do, and it has a level of at least one."""

from typing import Any

import pytest

from tests.kit.looking import can
from tests.kit.playing import concede
from tests.scenarios.munchkin.kit import combat

LEVELS: dict[str, Any] = {"switches": {"enhancers_change_level": True}}


@pytest.mark.parametrize(
    ("monster", "enhancers", "level"),
    [("maul_rat", ["baby"], 1), ("net_troll", ["baby"], 5), ("maul_rat", ["baby", "enraged"], 4), ("gazebo", [], 8)],
)
def test_the_floor_is_below_enhancers_and_clauses_together(monster, enhancers, level):
    """COMBAT-13, GOLD-1: printed, enhancers and clauses are added up, then comes the floor."""
    fight = [{"card": monster, "enhancers": enhancers}]
    game = combat({"level": 1, "klass": "cleric"}, monsters=fight, **LEVELS)
    assert game.strength("monsters") == level


def test_otherwise_strength_has_no_floor():
    """COMBAT-13: the switch of the base game."""
    game = combat({"level": 1}, monsters=[{"card": "maul_rat", "enhancers": ["baby"]}])
    assert game.strength("monsters") == -4


@pytest.mark.parametrize(("switches", "fits"), [(LEVELS, True), ({}, False)])
def test_what_reads_a_level_reads_the_changed_one(switches, fits):
    """COMBAT-13: rat_on_a_stick, for monsters up to level 8."""
    fight = [{"card": "net_troll", "enhancers": ["baby"]}]
    game = combat({"level": 1, "table": ["rat_on_a_stick"]}, monsters=fight, **switches)
    concede(game)
    assert can(game, "play", card="rat_on_a_stick", place=0) == fits
