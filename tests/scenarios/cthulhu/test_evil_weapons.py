"""Items that a curse turns against their owner: Weapon Becomes Evil (CURSE-2)."""

from typing import Any

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, dead, may, options, place_of, table
from tests.kit.playing import kill, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, cursed, huge, table_of

EVIL = "curse_weapon_becomes_evil"


def evil(item: str, **facts: Any) -> dict[str, Any]:
    """A player whose item is cursed already."""
    more = list(facts.pop("table", ()))
    return {"level": 5, "table": [{item: EVIL}, *more], **facts}


def strength(*players: dict[str, Any], **settings: Any) -> int:
    return combat(*players, monsters=["grape_old_ones"], **settings).strength("players")


def test_the_best_item_turns_against_its_owner() -> None:
    """CURSE-2: the item with the biggest bonus is a penalty as large; the curse stays, and carried items are safe."""
    seat = {"level": 5, "table": ["bowling_pin", "fez_of_fazooli"], "carried": ["tommy_gun"]}
    game = cursed(EVIL, seat)
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    assert options(game) == ["Fez of Fazooli"]
    game.do(card="fez_of_fazooli")
    assert EVIL in table(game, 0)
    assert (int(game.position["player"]["bonus"][0, 0]), int(game.position["player"]["penalty"][0, 0])) == (2, -3)
    assert strength(evil("fez_of_fazooli", table=["bowling_pin"])) == 5 + 2 - 3


def test_among_equals_the_victim_chooses() -> None:
    """CURSE-3: two items give as much."""
    game = cursed(EVIL, {"table": ["fez_of_fazooli", "wand_of_walloping", "brass_knucks"]})
    assert sorted(options(game)) == ["Fez of Fazooli", "Wand Of Walloping"]
    game.do(card="wand_of_walloping")
    assert int(game.position["player"]["penalty"][0, 0]) == -3


def test_without_a_bonus_nothing_becomes_evil() -> None:
    """CURSE-1: the curse goes; what is carried gives none."""
    game = cursed(EVIL, {"table": ["shoes_of_only_having_to_run_faster_than_you"], "carried": ["tommy_gun"]})
    assert place_of(game, EVIL) == "discards"


def test_the_curse_can_be_saved_before_the_item_is_chosen() -> None:
    """CURSE-2: the question is asked again as it was."""
    game = cursed(EVIL, {"table": ["fez_of_fazooli", "wand_of_walloping"]})
    again = Game.load(game.save())
    assert again.legal_actions().tolist() == game.legal_actions().tolist()
    again.do(card="fez_of_fazooli")
    assert EVIL in table(Game.load(again.save()), 0)


def test_losing_the_class_does_not_help() -> None:
    """CURSE-2: an item that its owner may not use any more hurts as much."""
    assert strength(evil("necronomicon", klass="professor")) == 0
    assert strength(evil("necronomicon")) == 0
    assert strength({"level": 5, "carried": ["necronomicon"], "klass": "cultist"}) == 5


def test_what_hangs_on_the_item_hurts_too() -> None:
    """CURSE-2, ITEM-6: the whole bonus is turned."""
    seat = {"level": 5, "table": [{"tommy_gun": "official_mythos"}, "brass_knucks"]}
    game = cursed(EVIL, seat)
    game.do(card="tommy_gun")
    assert int(game.position["player"]["penalty"][0, 0]) == -6
    assert int(game.position["player"]["bonus"][0, 0]) == 1


def test_nothing_multiplies_the_penalty() -> None:
    """CURSE-2: it is no bonus of an item."""
    assert strength(evil("prehistoric_axe")) == 5 - 2
    game = combat(evil("galoshes", hand=["kicker_ichor"]), monsters=["grape_old_ones"])
    game.do("play", card="kicker_ichor")
    assert game.strength("players") == 5 - 1


def test_nothing_else_takes_the_item() -> None:
    """CURSE-2: neither bad stuff nor theft, sale, trade, payment, nor its owner by putting it away."""
    game = cursed("curse_hair_stands_on_end", evil("fez_of_fazooli"))
    assert table(game, 0) == [EVIL, "fez_of_fazooli"]
    game = cursed("curse_madness_takes_its_toll", evil("fez_of_fazooli", table=["flamethrower"]))
    assert table(game, 0) == [EVIL, "fez_of_fazooli"]
    rich = table_of(evil("professor_teslas_electrical_protective_device", table=["brass_knucks"]))
    assert not may(rich, "sell")
    assert not may(rich, "trade")
    assert not can(rich, "carry", card="professor_teslas_electrical_protective_device")
    assert can(rich, "carry", card="brass_knucks")
    plain = table_of({"table": ["professor_teslas_electrical_protective_device", "brass_knucks"]})
    assert can(plain, "carry", card="professor_teslas_electrical_protective_device")
    assert can(plain, "give", seat=1, card="professor_teslas_electrical_protective_device")
    assert not can(rich, "give", seat=1, card="professor_teslas_electrical_protective_device")
    assert can(rich, "give", seat=1, card="brass_knucks")


def test_its_owner_gets_rid_of_it_for_two_levels() -> None:
    """CURSE-2: at any time, if the player has them; the curse goes with it."""
    game = table_of(evil("fez_of_fazooli", level=3))
    game.do("drop", card="fez_of_fazooli")
    assert (game.level(0), table(game, 0)) == (1, [])
    assert not can(table_of(evil("fez_of_fazooli", level=2)), "drop", card="fez_of_fazooli")
    assert not can(table_of({"level": 9, "table": ["fez_of_fazooli"]}), "drop", card="fez_of_fazooli")
    game = combat(evil("fez_of_fazooli", level=9), monsters=["grape_old_ones"])
    game.do("drop", card="fez_of_fazooli")
    assert game.strength("players") == 7
    game = combat({}, evil("fez_of_fazooli", level=9), helper=1, monsters=["grape_old_ones"], windows="open")
    game.do("run_away")
    pass_until(game, 1).do("drop", card="fez_of_fazooli")
    assert game.level(1) == 7


def test_a_wishing_ring_makes_it_good_again() -> None:
    """CURSE-4: without the curse the item gives its bonus."""
    game = table_of(evil("fez_of_fazooli", hand=["wishing_ring"]))
    game.do("play", card="wishing_ring", second=EVIL)
    passes(game)
    assert table(game, 0) == ["fez_of_fazooli"]
    assert int(game.position["player"]["bonus"][0, 0]) == 3
    assert int(game.position["player"]["penalty"][0, 0]) == 0


def test_it_stays_with_the_dead() -> None:
    """DEATH-1: curse and item outlive their owner; where curses don't, the item lies with the body."""
    game = combat(evil("fez_of_fazooli", table=["bowling_pin"]), monsters=[huge("shallow_ones")], dice=[1] * 6)
    lose(game)
    assert dead(game, 0)
    assert EVIL in table(game, 0)
    assert "fez_of_fazooli" in table(game, 0)
    assert "Fez of Fazooli" not in options(game)
    assert int(game.position["player"]["penalty"][0, 0]) == -3
    mortal = {"switches": {"curses_outlive_death": False}}
    game = combat(evil("fez_of_fazooli"), monsters=[huge("shallow_ones")], dice=[1] * 6, **mortal)
    lose(game)
    assert options(game) == ["Fez of Fazooli"]
    assert EVIL not in table(game, 0)


def test_a_promised_item_that_turns_is_kept() -> None:
    """HELP-2: a deal doesn't take it either."""
    seat = {"level": 8, "table": ["fez_of_fazooli"]}
    game = combat(seat, {"level": 9}, {"hand": [EVIL]}, monsters=["grape_old_ones"], bargaining="full")
    game.do("ask_help", seat=1, amount=0, cards=["fez_of_fazooli"])
    while game.decision != Decision.ANSWER_HELP:
        game.do("pass")
    game.do("yes")
    pass_until(game, 2).do("play", card=EVIL, seat=0)
    passes(game)
    game.do(card="fez_of_fazooli")
    passes(game)
    kill(game)
    assert place_of(game, "fez_of_fazooli") == "table 0"
