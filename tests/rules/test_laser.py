"""Lasers that are one weapon, and Complex items (LASER-1, COMPLEX-1)."""

from typing import Any

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, carried, in_use, may, place_of, table
from tests.kit.playing import lose, pass_until, passes
from tests.scenarios.star.kit import combat, table_of

THREE = ["laser", "maser", "fundraiser"]  # 2 + 3 + 5, two hands each
COMPLEX = ["pocket_particle_accelerator", "antenna_array_hat", "exoskeleton_in_kit_form"]  # 4 + 2 + 5
GADGETEER = {"klass": "gadgeteer"}


def counted(game: Game, seat: int, field: str) -> int:
    """A number of a player."""
    return int(game.position["player"][field][0, seat])


# --------------------------------------------------------------------------- lasers


def test_lasers_join_into_one_weapon():
    """LASER-1: any number in two hands, with the sum of their bonuses; nothing else has a hand left."""
    game = table_of({"hand": [*THREE, "telescopic_spork"]})
    for card in THREE:
        game.do("lay_out", card=card)
    assert in_use(game, *THREE) == THREE
    assert (counted(game, 0, "bonus"), counted(game, 0, "hands_used"), counted(game, 0, "lasers")) == (10, 2, 3)
    game.do("lay_out", card="telescopic_spork")
    assert carried(game, "telescopic_spork")


def test_two_copies_of_one_laser_join():
    """LASER-1: the rulebook's own example, +2 +2 +3."""
    game = table_of({"table": ["laser", "laser", "maser"]})
    assert (counted(game, 0, "bonus"), counted(game, 0, "hands_used")) == (7, 2)


def test_lasers_need_two_hands():
    """LASER-1: beside another item in a hand the first laser is carried, and so is the second."""
    game = table_of({"table": ["telescopic_spork"], "hand": ["laser", "maser"]})
    game.do("lay_out", card="laser")
    game.do("lay_out", card="maser")
    assert in_use(game, "laser", "maser") == []
    game.do("carry", card="telescopic_spork")
    game.do("use", card="maser")
    game.do("use", card="laser")
    assert counted(game, 0, "bonus") == 5


def test_the_hands_are_free_when_the_last_laser_is_put_away():
    """LASER-1: not before."""
    game = table_of({"table": ["laser", "maser"], "carried": ["telescopic_spork"]})
    game.do("carry", card="laser")
    assert not can(game, "use", card="telescopic_spork")
    game.do("carry", card="maser")
    game.do("use", card="telescopic_spork")


def test_each_laser_is_an_item_of_its_own():
    """LASER-1: one of them is sold, traded or lost; the others stay in use."""
    game = table_of({"table": THREE}, {}, trades="simple")
    game.do("give", seat=1, card="maser")
    game.do("yes")
    assert (table(game, 0), table(game, 1)) == (["fundraiser", "laser"], ["maser"])
    assert (counted(game, 0, "bonus"), counted(game, 0, "hands_used")) == (7, 2)


def test_all_lasers_are_fire():
    """LASER-1: a card that takes all items of fire takes them all."""
    cards = table_of().catalogue.cards
    lasers = [card for card in cards if card and "laser" in [tag.name.lower() for tag in card.tags]]
    assert sum(card.copies for card in lasers) == 12
    assert all("fire" in [tag.name.lower() for tag in card.tags] for card in lasers)
    game = combat({"table": ["laser", "maser"]}, monsters=["plasmoid"], dice=[1])
    lose(game)
    assert place_of(game, "laser") == place_of(game, "maser") == "discards"


def test_a_restricted_laser_adds_nothing_to_who_may_not_use_it():
    """LASER-1, ITEM-2: it stays part of the weapon, and helps when the permission is there."""
    parts = ["laser", "eraser"]
    assert counted(table_of({"table": parts}), 0, "bonus") == 6
    game = table_of({"klass": "psychic", "table": parts})
    assert (counted(game, 0, "bonus"), counted(game, 0, "lasers")) == (2, 2)
    game.do("drop", card="psychic")
    assert counted(game, 0, "bonus") == 6


def test_cheat_frees_only_its_own_laser():
    """LASER-1: the others still take two hands, and what is under Cheat! needs none."""
    game = table_of({"hand": ["cheat", "maser"], "table": ["telescopic_spork"], "carried": ["laser"]})
    game.do("play", card="cheat", second="laser")
    passes(game)
    assert in_use(game, "laser") == ["laser"]
    game.do("lay_out", card="maser")
    assert carried(game, "maser"), "the spork leaves one hand"
    assert counted(game, 0, "bonus") == 4
    game.do("carry", card="telescopic_spork")
    game.do("use", card="maser")
    assert counted(game, 0, "hands_used") == 2
    assert not can(game, "carry", card="laser")


def test_a_laser_is_taken_off_in_a_combat():
    """LASER-1: it is carried until the combat ends; the last one stays, and so does what is no laser."""
    game = combat({"level": 5, "table": [*THREE, "battle_armor"]}, monsters=["great_cthulhu"])
    assert game.strength("players") == 5 + 10 + 4
    assert not can(game, "carry", card="battle_armor")
    game.do("carry", card="fundraiser")
    passes(game)
    assert game.strength("players") == 5 + 5 + 4
    assert carried(game, "fundraiser")
    assert not may(game, "use")
    game.do("carry", card="laser")
    passes(game)
    assert not may(game, "carry")


def test_what_was_taken_off_may_be_used_after_the_combat():
    """LASER-1, WINDOW-6: put in use again in the same turn, not put away again."""
    game = combat({"level": 5, "table": THREE}, monsters=["fanged_fuzzball"])
    game.do("carry", card="fundraiser")
    passes(game)
    game.do("kill")
    while game.decision != Decision.AFTER_COMBAT:
        game.do("pass" if game.decision == Decision.WINDOW else "done")
    game.do("use", card="fundraiser")
    assert not can(game, "carry", card="fundraiser")
    assert can(game, "carry", card="laser")


def test_how_often_a_laser_was_put_away_before_does_not_matter_in_a_combat():
    """LASER-1, WINDOW-6: the limit of a turn holds outside combats."""
    game = table_of({"level": 5, "table": ["laser", "maser"]}, doors=["fanged_fuzzball"])
    game.do("carry", card="laser")
    game.do("use", card="laser")
    assert not can(game, "carry", card="laser")
    game.do("open_door")
    passes(game)
    assert game.decision == Decision.COMBAT
    assert can(game, "carry", card="laser")


def test_a_helper_takes_a_laser_off_when_he_is_asked():
    """LASER-1: a fighter's decisions; no reaction asks the fighter."""
    seats: list[dict[str, Any]] = [{"level": 5}, {"level": 3, "table": ["laser", "maser"]}]
    game = combat(*seats, monsters=["great_cthulhu"], helper=1, windows="open")
    game.do("run_away")
    pass_until(game, 1).do("carry", card="laser")
    assert (carried(game, "laser"), carried(game, "maser")) == (True, False)
    closed = combat(*seats, monsters=["great_cthulhu"], helper=1)
    closed.do("run_away")
    assert not (closed.decision == Decision.WINDOW and closed.current_player == 1)


def test_a_laser_is_taken_off_at_the_start_of_a_turn_by_whoever_is_asked():
    """LASER-1, WINDOW-6: once a turn, as in one's own turn."""
    game = table_of({}, {"table": ["laser", "maser", "battle_armor"]}, phase="begin", windows="open")
    pass_until(game, 1)
    assert not can(game, "carry", card="battle_armor")
    game.do("carry", card="laser")
    assert carried(game, "laser")
    pass_until(game, 1)
    assert not may(game, "carry")


@pytest.mark.parametrize("switch", [True, False])
def test_a_further_laser_joins_in_a_combat_by_the_switch(switch):
    """LASER-1, PLAY-8: it needs no further hand."""
    game = combat(
        {"level": 5, "table": ["laser"], "hand": ["maser", "telescopic_spork"]},
        monsters=["great_cthulhu"],
        switches={"equip_in_combat": switch},
    )
    assert may(game, "lay_out") == switch
    if switch:
        game.do("lay_out", card="maser")
        passes(game)
        assert game.strength("players") == 5 + 5
        game.do("lay_out", card="telescopic_spork")
        passes(game)
        assert carried(game, "telescopic_spork")


# --------------------------------------------------------------------------- Complex items


def test_one_complex_item_is_in_use():
    """COMPLEX-1: any number is carried."""
    game = table_of({"hand": COMPLEX})
    for card in COMPLEX:
        game.do("lay_out", card=card)
    assert in_use(game, *COMPLEX) == COMPLEX[:1]
    assert counted(game, 0, "complexes") == 1
    assert not may(game, "use")
    game.do("carry", card=COMPLEX[0])
    game.do("use", card=COMPLEX[2])
    assert counted(game, 0, "bonus") == 5


def test_a_complex_item_needs_its_slot_too():
    """COMPLEX-1, ITEM-1: the first Complex item does not fit beside another helmet."""
    game = table_of({"table": ["colander_of_mind_shielding"], "hand": ["antenna_array_hat"]})
    game.do("lay_out", card="antenna_array_hat")
    assert carried(game, "antenna_array_hat")


def test_gadgeteers_use_any_number_of_complex_items():
    """COMPLEX-1: as many as their slots hold."""
    game = table_of({**GADGETEER, "hand": COMPLEX})
    for card in COMPLEX:
        game.do("lay_out", card=card)
    assert in_use(game, *COMPLEX) == COMPLEX
    assert counted(game, 0, "bonus") == 11


def test_cheat_frees_a_complex_item():
    """COMPLEX-1: of the limit too."""
    game = table_of({"hand": ["cheat"], "table": COMPLEX[:1], "carried": COMPLEX[1:]})
    game.do("play", card="cheat", second=COMPLEX[2])
    passes(game)
    assert in_use(game, *COMPLEX) == [COMPLEX[0], COMPLEX[2]]
    assert counted(game, 0, "complexes") == 1


def test_who_loses_the_leave_chooses_what_stays_in_use():
    """COMPLEX-1: at once; the others turn to carried."""
    game = table_of({**GADGETEER, "table": COMPLEX})
    game.do("drop", card="gadgeteer")
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    game.do(card=COMPLEX[0])
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    game.do(card=COMPLEX[1])
    assert in_use(game, *COMPLEX) == COMPLEX[2:]


def test_the_leave_may_be_lost_in_a_combat():
    """COMPLEX-1: an item that was put away does not come back before it ends."""
    game = combat({"level": 5, **GADGETEER, "table": COMPLEX[:2], "hand": ["gadgeteer"]}, monsters=["great_cthulhu"])
    assert game.strength("players") == 5 + 6
    game.do("drop", card="gadgeteer")
    game.do(card=COMPLEX[0])
    passes(game)
    assert game.strength("players") == 5 + 2
    game.do("lay_out", card="gadgeteer")
    passes(game)
    assert not may(game, "use")
    assert game.strength("players") == 5 + 2


def test_only_complex_items_in_use_are_asked_for():
    """COMPLEX-1: carried ones and others stay as they are."""
    game = table_of({**GADGETEER, "table": [*COMPLEX[:2], "tail_gun"], "carried": [COMPLEX[2]]})
    game.do("drop", card="gadgeteer")
    names = {game.describe(int(action)) for action in game.legal_actions()}
    assert names == {"Pocket Particle Accelerator", "Antenna Array Hat"}


# --------------------------------------------------------------------------- a Complex item more

FOUR = [*COMPLEX, "boots_with_a_pilots_license"]  # 4 + 2 + 5 + 3


def test_cyborgs_use_a_complex_item_more():
    """COMPLEX-1: two, and no third one."""
    game = table_of({"race": "cyborg", "hand": COMPLEX})
    for card in COMPLEX:
        game.do("lay_out", card=card)
    assert in_use(game, *COMPLEX) == COMPLEX[:2]
    assert not may(game, "use")
    game.do("carry", card=COMPLEX[0])
    game.do("use", card=COMPLEX[2])
    assert in_use(game, *COMPLEX) == COMPLEX[1:]


def test_a_card_may_allow_any_number_beside_one_more():
    """COMPLEX-1: a Cyborg who is a Gadgeteer has no limit."""
    game = table_of({"race": "cyborg", **GADGETEER, "table": FOUR[:2], "carried": FOUR[2:]})
    for card in FOUR[2:]:
        game.do("use", card=card)
    assert in_use(game, *FOUR) == FOUR


def test_who_is_no_cyborg_any_more_keeps_one_in_use():
    """COMPLEX-1: of the owner's choice."""
    game = table_of({"race": "cyborg", "table": COMPLEX[:2]})
    game.do("drop", card="cyborg")
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    game.do(card=COMPLEX[0])
    assert in_use(game, *COMPLEX[:2]) == [COMPLEX[1]]


def test_a_gadgeteer_who_stays_a_cyborg_keeps_two_in_use():
    """COMPLEX-1: one of three is put away, in a combat as well."""
    game = combat({"level": 5, "race": "cyborg", **GADGETEER, "table": COMPLEX}, monsters=["great_cthulhu"])
    assert game.strength("players") == 5 + 11 + 1
    game.do("drop", card="gadgeteer")
    game.do(card=COMPLEX[1])
    passes(game)
    assert in_use(game, *COMPLEX) == [COMPLEX[0], COMPLEX[2]]
    assert game.strength("players") == 5 + 9 + 1


@pytest.mark.parametrize(
    ("worn", "level", "wanted", "goes"),
    [
        (["pocket_particle_accelerator", "antenna_array_hat"], 5, "exoskeleton_in_kit_form", "antenna_array_hat"),
        (["antenna_array_hat", "self_ironing_uniform"], 7, "exoskeleton_in_kit_form", "self_ironing_uniform"),
        (["antenna_array_hat", "pocket_particle_accelerator"], 5, "helmet_of_too_many_visors", "antenna_array_hat"),
        (["soldering_iron_of_mild_doom", "antenna_array_hat"], 5, "quantum_trebuchet", "soldering_iron_of_mild_doom"),
    ],
)
def test_one_of_two_complex_items_makes_room_for_a_third(worn: list[str], level: int, wanted: str, goes: str):
    """COMPLEX-1, ITEM-1: the item in the new one's place comes first, then the one that gives least."""
    mine = {"level": level, "race": "cyborg", "table": worn, "hand": ["help_me_out_here"]}
    game = combat(mine, {"table": [wanted]}, monsters=["plasmoid"], editions=("star", "munchkin"))
    game.do("play", card="help_me_out_here", second=wanted)
    passes(game)
    kept = next(card for card in worn if card != goes)
    assert table(game, 0) == sorted(["cyborg", kept, wanted])
    assert in_use(game, kept, wanted) == [kept, wanted]


def test_one_of_two_lasers_that_differ_is_asked_for_in_a_trade():
    """TRADE-1, LASER-1: one in use, one carried: the action says which."""
    mine = {"carried": ["antenna_array_hat", "tail_gun"]}
    game = table_of(mine, {"table": ["laser"], "carried": ["laser"]}, trades="full")
    for which in (0, 1):
        twin = game.clone()
        twin.do("trade", seat=1, cards=["antenna_array_hat"], second="laser", which=which)
        assert twin.decision == Decision.ANSWER_TRADE
        twin.do("yes")
        assert table(twin, 0) == ["laser", "tail_gun"]
        assert counted(twin, 1, "lasers") == which
