"""The door cards of Star Munchkin that are no monsters: races, classes, enhancers and the like."""

import pytest

from munchkin_env.vocabulary import Decision, Kind
from tests.each import each
from tests.kit.looking import can, carried_by, copy_of, doors_gone, hand, monsters, table
from tests.kit.playing import concede, kill, lose, pass_until, passes
from tests.scenarios.star.kit import cards_of, combat, huge, table_of

# --------------------------------------------------------------------------- races and classes


def test_felines_run_faster() -> None:
    """FLEE-1, RACE-1: a four is enough for a Feline."""
    for race, caught in (((), True), ("feline", False)):
        game = combat({"level": 5, "race": race}, monsters=["plasmoid"], dice=[4])
        lose(game)
        assert (game.level(0) < 5) == caught


def test_psychics_fight_better_alone() -> None:
    """CLASS-1, COMBAT-12: +2 while nobody helps."""
    alone = combat({"level": 3, "klass": "psychic"}, monsters=["starfish"])
    assert alone.strength("players") == 3 + 2
    helped = combat({"level": 3, "klass": "psychic"}, {"level": 3}, monsters=["starfish"], helper=1)
    assert helped.strength("players") == 3 + 3


def test_psychics_see_what_is_coming() -> None:
    """PLAY-10: for a card of the hand the top three doors, which nobody else sees."""
    tops = ["starfish", "plasmoid", "fanged_fuzzball", "radioactive"]
    game = table_of({"klass": "psychic", "hand": ["cheat"]}, doors=tops)
    game.do("use_power", card="psychic", cards=["cheat"])
    known = [int(game.position["card"]["known_by"][0, copy_of(game, card)]) for card in tops]
    assert [seats & 0b111 for seats in known] == [1, 1, 1, 0]
    assert doors_gone(game) == ["cheat"]
    assert not can(table_of({"klass": "psychic"}, doors=tops), "use_power", card="psychic"), "nothing to pay with"


@pytest.mark.parametrize(("face", "gone"), [(3, False), (4, True)])
def test_gadgeteers_disarm_what_strikes_them(face: int, gone: bool) -> None:
    """CURSE-4, PLAY-10: for a card of the hand and a die, 4 or more; it may be tried again for another card."""
    worn = ["colander_of_mind_shielding"]
    seat = {"klass": "gadgeteer", "table": worn, "hand": ["starfish", "plasmoid"]}
    game = table_of(seat, doors=["lose_your_headgear"], dice=[face, 6])
    game.do("open_door")
    assert (game.decision, game.current_player) == (Decision.WINDOW, 0)
    game.do("use_power", card="gadgeteer", cards=["starfish"])
    assert (hand(game, 0), "lose_your_headgear" in doors_gone(game)) == (["plasmoid"], gone)
    if not gone:
        assert can(game, "use_power", card="gadgeteer", cards=["plasmoid"])
    passes(game)
    if not gone and game.decision == Decision.CHOOSE_CARD:
        game.do(card=worn[0])
    assert (table(game, 0) == ["colander_of_mind_shielding", "gadgeteer"]) == gone


def test_gadgeteers_disarm_what_others_play_on_them() -> None:
    """CURSE-4: not what strikes others, and not without a card to pay with."""
    seats: list[dict] = [{"hand": ["lose_your_headgear"]}, {"klass": "gadgeteer", "hand": ["starfish"]}, {}]
    game = table_of(*seats, dice=[4])
    game.do("play", card="lose_your_headgear", seat=1)
    assert (game.decision, game.current_player) == (Decision.WINDOW, 1)
    game.do("use_power", card="gadgeteer", cards=["starfish"])
    passes(game)
    assert "lose_your_headgear" in doors_gone(game)
    for other, victim in (({"klass": "gadgeteer", "hand": ["starfish"]}, 2), ({"klass": "gadgeteer"}, 1)):
        game = table_of({"hand": ["lose_your_headgear"]}, other, {"table": ["colander_of_mind_shielding"]})
        game.do("play", card="lose_your_headgear", seat=victim)
        assert not (game.decision == Decision.WINDOW and game.current_player == 1)


def test_one_trap_cannot_be_disarmed() -> None:
    """CURSE-4: a card that cancels it by itself does so all the same."""
    trap = "annihilator_beam_self_test"
    seat = {"klass": "gadgeteer", "table": ["telescopic_spork"], "hand": ["starfish"]}
    game = table_of(seat, doors=[trap], dice=[6])
    game.do("open_door")
    assert not can(game, "use_power", card="gadgeteer", cards=["starfish"])
    seat = {**seat, "hand": ["starfish", "trap_insurance"]}
    game = table_of(seat, doors=[trap], dice=[6])
    game.do("open_door")
    assert not can(game, "use_power", card="gadgeteer", cards=["starfish"])
    game.do("play", card="trap_insurance", second=trap)
    passes(game)
    assert table(game, 0) == ["gadgeteer", "telescopic_spork"]


def test_half_breed_keeps_the_drawbacks_of_one_race() -> None:
    """MOD-1."""
    half = combat({"race": "feline", "table": ["half_breed"]}, monsters=["fanged_fuzzball"])
    assert half.strength("monsters") == 3


# --------------------------------------------------------------------------- monster enhancers

ENHANCERS = [
    ("radioactive", 5, 1),
    ("computerized", 5, 1),
    ("last_of_its_race", 10, 2),
    ("from_another_dimension", 10, 2),
    ("miniaturized", -5, -1),
    ("wearing_a_red_nose", 5, 1),
    ("it_heard_you_think_that", 5, 1),
    ("still_in_its_blister_pack", -5, -1),
]


def test_every_enhancer_of_the_edition_is_here() -> None:
    """PLAY-4: the list of this file names them all."""
    assert set(cards_of(Kind.ENHANCER)) == {card for card, *_ in ENHANCERS}


@each(("card", "level", "treasures"), ENHANCERS)
def test_an_enhancer_changes_level_and_treasure(card: str, level: int, treasures: int) -> None:
    """PLAY-4, COMBAT-5, COMBAT-13: on one monster of those that fight; treasure, but no level for the killer."""
    game = combat({"level": 30, "hand": [card]}, monsters=["plasmoid", "starfish"], goal=60)
    game.do("play", card=card, place=0)
    passes(game)
    assert game.strength("monsters") == 12 + 6 + level
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (32, 3 + 2 + treasures)
    assert doors_gone(game) == sorted([card, "plasmoid", "starfish"])


@each(("card", "level", "treasures"), ENHANCERS)
def test_a_bystander_plays_an_enhancer(card: str, level: int, treasures: int) -> None:
    """PLAY-4: any player plays it during any combat."""
    game = combat({"level": 1}, {}, {"hand": [card]}, monsters=["plasmoid", "starfish"])
    game.do("run_away")
    pass_until(game, 2).do("play", card=card, place=1)
    assert game.strength("monsters") == 12 + 6 + max(level, 1 - 6)


def test_no_monster_falls_below_level_one() -> None:
    """COMBAT-13, GOLD-1: miniaturized; enhancers and clauses are summed up before the floor."""
    small = combat({"level": 1}, monsters=[{"card": "fanged_fuzzball", "enhancers": ["miniaturized"]}])
    assert small.strength("monsters") == 1
    feline = {"level": 1, "race": "feline"}
    mixed = combat(feline, monsters=[{"card": "starfish", "enhancers": ["miniaturized", "radioactive"]}])
    assert mixed.strength("monsters") == 1
    low = combat(feline, monsters=[{"card": "starfish", "enhancers": ["miniaturized"]}])
    assert low.strength("monsters") == 1
    lots = combat(feline, monsters=[{"card": "starfish", "enhancers": ["last_of_its_race", "miniaturized"]}])
    assert lots.strength("monsters") == 6 + 10 - 5 - 5


@pytest.mark.parametrize("first", ["and_its_clone", "radioactive"])
def test_a_clone_has_every_enhancer(first: str) -> None:
    """PLAY-7: independently of the order of the cards."""
    game = combat({"level": 9, "hand": ["and_its_clone", "radioactive"]}, monsters=["starfish"])
    game.do("play", card=first, place=0)
    passes(game)
    second = "radioactive" if first == "and_its_clone" else "and_its_clone"
    game.do("play", card=second, place=0)
    passes(game)
    assert (monsters(game), game.strength("monsters")) == (["starfish", "starfish"], 2 * (6 + 5))


@pytest.mark.parametrize("who", [0, 1])
def test_wandering_monster_joins(who: int) -> None:
    """PLAY-5, COMBAT-3: with a monster from the same hand, by a fighter or a bystander; strengths add up."""
    cards = {"hand": ["wandering_monster", "fanged_fuzzball", "radioactive"]}
    players: list[dict] = [{"level": 9, **(cards if who == 0 else {})}, cards if who == 1 else {}]
    game = combat(*players, monsters=["starfish"])
    if who:
        game.do("kill")
    game.do("play", card="wandering_monster", second="fanged_fuzzball")
    passes(game)
    assert hand(game, who) == ["radioactive"]
    assert (game.strength("monsters"), monsters(game)) == (7, ["starfish", "fanged_fuzzball"])


def test_cheat_breaks_a_restriction() -> None:
    """ITEM-2: an own item is in use with cheat whatever forbids it."""
    game = table_of({"hand": ["cheat", "starfish"], "carried": ["tail_gun"]}, doors=["radioactive"])
    game.do("play", card="cheat", second="tail_gun")
    assert (carried_by(game, 0), "cheat" in table(game, 0)) == ([], True)


def test_a_huge_monster_is_no_match() -> None:
    """COMBAT-2: the enhancers of the scenarios do what they are there for."""
    assert combat({"level": 9}, monsters=[huge("fanged_fuzzball")]).strength("monsters") == 21


def test_what_reads_a_level_reads_the_changed_one() -> None:
    """COMBAT-13: emergency_hamster, up to level 8; a weapon against level 14 and more, of a guest."""
    for enhancer, fits in (("miniaturized", True), ("radioactive", False)):
        fight = [{"card": "plasmoid", "enhancers": [enhancer]}]
        game = combat({"level": 1, "table": ["emergency_hamster"]}, monsters=fight)
        concede(game)
        assert can(game, "play", card="emergency_hamster", place=0) == fits
    for enhancer, more in (("miniaturized", 0), ("radioactive", 2)):
        fight = [{"card": "plasmoid", "enhancers": [enhancer]}]
        owner = {"level": 1, "table": ["almanac_of_bad_harvests"]}
        game = combat(owner, monsters=fight, editions=("star", "cthulhu"))
        assert game.strength("players") == 1 + 2 + more
        guest = combat(owner, monsters=fight, editions=("cthulhu", "star"))
        assert guest.strength("players") == 1 + 2, "there enhancers change the strength alone"


def test_it_heard_you_think_that_of_psychics() -> None:
    """PLAY-4: five more if a Psychic fights."""
    fight = [{"card": "plasmoid", "enhancers": ["it_heard_you_think_that"]}]
    assert combat({"level": 1}, monsters=fight).strength("monsters") == 17
    assert combat({"level": 1, "klass": "psychic"}, monsters=fight).strength("monsters") == 22


# --------------------------------------------------------------------------- special cards


def test_teleporter_mishap_swaps_a_monster() -> None:
    """PLAY-4: with one from the hand; the enhancers go."""
    fight = [{"card": "starfish", "enhancers": ["radioactive"]}]
    game = combat({"level": 5}, {"hand": ["teleporter_mishap", "plasmoid"]}, monsters=fight)
    game.do("run_away")
    pass_until(game, 1).do("play", card="teleporter_mishap", place=0, second="plasmoid")
    assert (monsters(game), game.strength("monsters")) == (["plasmoid"], 12)


def test_union_mandated_coffee_break() -> None:
    """COMBAT-6: the monsters leave, no level, one treasure."""
    game = combat({"level": 1, "hand": ["union_mandated_coffee_break"]}, monsters=["plasmoid", "starfish"])
    game.do("play", card="union_mandated_coffee_break")
    passes(game)
    assert (game.level(0), len(hand(game, 0)), monsters(game)) == (1, 1, [])


def test_send_in_the_clown() -> None:
    """COMBAT-8: another one fights instead."""
    game = combat({"level": 1, "hand": ["send_in_the_clown"]}, {}, {"level": 7}, monsters=["plasmoid"])
    game.do("play", card="send_in_the_clown", seat=2)
    assert game.strength("players") == 7


def test_no_i_am_the_straight_man() -> None:
    """CURSE-1: a trap that one player has turned up strikes another."""
    card = "no_i_am_the_straight_man"
    game = table_of({"level": 3, "hand": [card]}, {"level": 4}, {"level": 5}, doors=["cosmetic_radiation"])
    game.do("open_door")
    pass_until(game, 0).do("play", card=card, seat=2)
    passes(game)
    assert [game.level(seat) for seat in range(3)] == [3, 4, 4]
