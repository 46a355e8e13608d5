"""The traps of Star Munchkin, which is what its curses are called."""

from typing import Any

import pytest

from munchkin_env.vocabulary import Decision, Kind, Sex
from tests.each import each
from tests.kit.looking import carried_by, doors_gone, hand, may, table
from tests.kit.playing import concede, kill, lose, settle, unopposed
from tests.scenarios.star.kit import cards_of, combat, cursed, table_of


def test_lose_your_headgear() -> None:
    """CURSE-3."""
    game = cursed("lose_your_headgear", {"table": ["colander_of_mind_shielding", "telescopic_spork"]})
    game.do(card="colander_of_mind_shielding")
    assert table(game, 0) == ["telescopic_spork"]
    assert "lose_your_headgear" in doors_gone(game)


def test_chromosome_swap_changes_the_sex_and_the_next_combat() -> None:
    """CURSE-1, CURSE-2: -5 until the next combat ends, the sex for good."""
    game = cursed("chromosome_swap", {"level": 8, "sex": "male", "hand": ["fanged_fuzzball"]})
    unopposed(game, "fight", card="fanged_fuzzball")
    assert game.strength("players") == 8 - 5
    kill(game)
    assert Sex(int(game.position["player"]["sex"][0, 0])) == Sex.FEMALE
    assert (table(game, 0), "chromosome_swap" in doors_gone(game)) == ([], True)


TWO = {"table": ["battle_armor", "telescopic_spork"]}
ARMOR, SPORK = {"table": ["battle_armor"]}, {"table": ["telescopic_spork"]}
# trap, the victim's cards, the forced choice, the cards afterwards
LOST: list[tuple[str, dict[str, Any], list[str], dict[str, Any]]] = [
    ("atmosphere_leaves_your_suit", TWO, ["battle_armor"], SPORK),
    ("magnetic_floor", {"table": ["lead_moon_boots"]}, ["lead_moon_boots"], {"table": []}),
    ("cosmetic_radiation", {"level": 5, **SPORK}, [], {"level": 4, **SPORK}),
    ("surprise_docking_fee", TWO, ["battle_armor"], SPORK),
    ("surprise_docking_fee", SPORK, [], {"table": []}),
    ("annihilator_beam_self_test", TWO, ["battle_armor"], SPORK),
    ("identity_theft", {"level": 5, "klass": "psychic"}, ["psychic"], {"level": 5, "table": []}),
    ("identity_theft", {"level": 5}, [], {"level": 4}),
    ("evolution_in_reverse", {"level": 5, "race": "feline"}, [], {"level": 5, "table": []}),
    ("evolution_in_reverse", {"level": 5}, [], {"level": 4}),
    ("whoopee_airlock", {"hand": ["cheat", "radioactive"]}, ["cheat", "radioactive"], {"hand": []}),
    ("somebody_stole_your_punchline", {"level": 5}, [], {"level": 3}),
    ("mandatory_career_upgrade", {"level": 5, "klass": "psychic"}, [], {"level": 5, "table": []}),
    ("gene_lottery", {"level": 5, "race": "feline"}, [], {"level": 5, "table": []}),
    ("left_holding_the_bill", TWO, ["telescopic_spork"], ARMOR),
]


@each(("trap", "has", "chooses", "keeps"), LOST)
def test_what_a_trap_takes(trap: str, has: dict[str, Any], chooses: list[str], keeps: dict[str, Any]) -> None:
    """CURSE-1, CURSE-3: the victim chooses among equals; then the trap is discarded."""
    game = cursed(trap, has)
    for card in chooses:
        if game.decision == Decision.CHOOSE_CARD:
            game.do(card=card)
    left = {"level": game.level(0), "table": table(game, 0), "hand": hand(game, 0)}
    assert {key: left[key] for key in keeps} == keeps
    assert trap in doors_gone(game)


def test_left_holding_the_bill_is_for_all() -> None:
    """CURSE-1: the others discard as much, or all and a level."""
    game = cursed("left_holding_the_bill", SPORK, {"level": 3}, {"level": 3, **ARMOR})
    while game.decision == Decision.CHOOSE_CARD:
        game.step(int(game.legal_actions()[0]))
    assert [game.level(1), game.level(2)] == [2, 3]
    assert [table(game, seat) for seat in range(3)] == [[], [], []]


def test_pickpocket_wormhole_has_two_ends() -> None:
    """CURSE-1: the neighbours take a card each."""
    game = cursed("pickpocket_wormhole", {"hand": ["cheat", "radioactive", "miniaturized"]})
    assert [len(hand(game, seat)) for seat in range(3)] == [1, 1, 1]


def test_new_races_and_classes_come_from_the_discards() -> None:
    """CURSE-1: the topmost of the kind."""
    new = cursed("mandatory_career_upgrade", {"klass": "psychic"}, discards=["trader", "radioactive"])
    assert table(new, 0) == ["trader"]
    other = cursed("gene_lottery", {"race": "feline"}, discards=["bug", "radioactive"])
    assert table(other, 0) == ["bug"]


# trap, what it changes in the next combat
NEXT = [("sneeze_in_a_sealed_helmet", -3), ("pie_in_the_faceplate", -4), ("dead_batteries", -2)]


@pytest.mark.parametrize(("trap", "less"), NEXT)
def test_what_a_trap_does_to_the_next_combat(trap: str, less: int) -> None:
    """CURSE-2: until that combat ends; dead_batteries leave only armor."""
    victim = {"level": 8, "table": ["telescopic_spork", "bubble_wrap_space_suit"], "hand": ["fanged_fuzzball"]}
    game = cursed(trap, victim)
    assert trap in table(game, 0)
    unopposed(game, "fight", card="fanged_fuzzball")
    assert game.strength("players") == 8 + 2 + 1 + less
    kill(game)
    assert trap in doors_gone(game)


# trap, how much its victim runs worse
SLOW = [("deep_space_hiccups", 1), ("gravity_doubled_for_you_alone", 1), ("self_welding_clown_shoes", 2)]


@pytest.mark.parametrize("face", [5, 6])
@pytest.mark.parametrize(("trap", "less"), SLOW)
def test_a_trap_that_makes_slow(trap: str, less: int, face: int) -> None:
    """CURSE-1, FLEE-1: it stays."""
    game = combat({"level": 5, "curses": [trap]}, monsters=["plasmoid"], dice=[face])
    concede(game)
    unopposed(game, "roll", place=0)
    assert (game.level(0) < 5) == (face - less < 5)
    assert trap in table(game, 0)


@pytest.mark.parametrize("trap", ["gravity_doubled_for_you_alone", "self_welding_clown_shoes"])
def test_what_takes_the_footgear_takes_the_trap(trap: str) -> None:
    """CURSE-1."""
    assert table(cursed("magnetic_floor", {"curses": [trap]}), 0) == []


def test_a_trap_stays_when_its_owner_puts_the_footgear_away() -> None:
    """COMPLEX-1, CURSE-2: only a trap or bad stuff that takes the item takes the trap with it."""
    complex_items = ["boots_with_a_pilots_license", "pocket_particle_accelerator"]
    seat = {"level": 3, "klass": "gadgeteer", "table": complex_items, "curses": ["self_welding_clown_shoes"]}
    game = table_of(seat, {}, {})
    game.do("drop", card="gadgeteer")
    settle(game)
    unopposed(game, card="boots_with_a_pilots_license")
    assert carried_by(game, 0) == ["boots_with_a_pilots_license"]
    assert "self_welding_clown_shoes" in table(game, 0)


def test_traps_end_with_death() -> None:
    """DEATH-1: by the switch of this edition."""
    game = combat({"level": 5, "curses": ["deep_space_hiccups"]}, monsters=["great_cthulhu"], dice=[1])
    lose(game)
    assert "deep_space_hiccups" in doors_gone(game)


def test_nobody_laughs_so_nobody_is_asked() -> None:
    """HELP-1, CURSE-2: nobody_laughs: no help in the next combat."""
    game = cursed("nobody_laughs", {"level": 3, "hand": ["starfish", "reverse_the_polarity"]})
    unopposed(game, "fight", card="starfish")
    unopposed(game, "play", card="reverse_the_polarity", seat=0)
    assert game.level(0) == 4
    assert not may(game, "ask_help"), "a level does not end it"
    lose(game)
    assert "nobody_laughs" in doors_gone(settle(game))


TESTED = {"staff_shortage", "lose_your_headgear", "chromosome_swap", "pickpocket_wormhole", "nobody_laughs"}


def test_every_trap_is_here() -> None:
    """CURSE-1: this file plays them all, one in three of which lasts; they are called traps."""
    traps = cards_of(Kind.CURSE)
    assert set(traps) == TESTED | {trap for trap, *_ in [*LOST, *NEXT, *SLOW]}
    lasting = [card for card in traps.values() if any(one.do in ("stay", "status") for one in card.play)]
    assert len(traps) / 4 <= len(lasting) <= len(traps) / 2
    assert table_of().catalogue.switches["curse_name"] == "trap"
