"""The monsters that only the extended edition has: their numbers, and what each of them does."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.view import View
from munchkin_env.vocabulary import Decision, Kind
from tests.each import each
from tests.kit.looking import dead, hand, may, monsters, options, table
from tests.kit.playing import kill, lose, passes, unopposed
from tests.scenarios.extended.kit import PLAIN, cards_of, combat, huge

NUMBERS = [  # monster, level, treasures, levels gained
    ("ghoulfiends", 8, 2, 1),
    ("sock_snatcher", 1, 1, 1),
    ("lantern_moths", 2, 1, 1),
    ("surprise_party", 4, 1, 1),
    ("thirsty_sommelier", 6, 2, 1),
    ("tourist_trap", 8, 2, 1),
    ("sword_swallower", 10, 3, 1),
    ("bridge_accountant", 12, 3, 1),
    ("eternal_encore", 16, 4, 2),
    ("void_where_prohibited", 18, 4, 2),
]
ELF = {"race": "elf"}  # no human


def test_every_monster_of_the_edition_is_here() -> None:
    """COMBAT-1: the list of this file names them all but the one that keeps the third deck."""
    assert set(cards_of(Kind.MONSTER)) == {*(monster for monster, *_ in NUMBERS), "sparkly_good_fairy"}


@each(("monster", "level", "treasures", "levels"), NUMBERS)
def test_a_kill_gives_the_printed_levels_and_treasures(monster: str, level: int, treasures: int, levels: int) -> None:
    """COMBAT-2, COMBAT-5, HELP-5: one level more than the printed one kills it, the same doesn't."""
    assert not may(combat({"level": level, **ELF}, monsters=[monster], goal=60), "kill")
    game = combat({"level": level + 1, **ELF}, monsters=[monster], goal=60)
    kill(game)
    drawn = treasures + (1 if monster == "surprise_party" else 0)
    assert (game.level(0), len(hand(game, 0))) == (level + 1 + levels, drawn)


STRONGER = [
    ("tourist_trap", {}, 4),
    ("tourist_trap", ELF, 0),
    ("tourist_trap", {"race": "elf", "table": ["half_breed"]}, 0),
    ("lantern_moths", {"table": ["flaming_armor"]}, 4),
    ("lantern_moths", {"carried": ["flaming_armor"]}, 0),
    ("lantern_moths", {"table": ["leather_armor"]}, 0),
    ("bridge_accountant", {"klass": "thief"}, 4),
    ("bridge_accountant", {"klass": "cleric"}, 0),
    ("eternal_encore", {"klass": "cleric"}, 4),
    ("eternal_encore", {"klass": "wizard"}, 0),
    ("void_where_prohibited", {"klass": "wizard"}, 4),
    ("void_where_prohibited", {"klass": "thief"}, 0),
]


@each(("monster", "seat", "more"), STRONGER)
def test_monsters_have_more_against_some(monster: str, seat: dict[str, object], more: int) -> None:
    """COMBAT-8, COMBAT-13: their level is higher, and what reads it reads that."""
    level = next(one[1] for one in NUMBERS if one[0] == monster)
    assert combat(seat, monsters=[monster]).strength("monsters") == level + more


def test_a_spent_card_of_fire_draws_the_moths() -> None:
    """COMBAT-8: lantern_moths mind what is used in the middle of the combat too."""
    game = combat({"hand": ["exploding_snuffbox"]}, monsters=["lantern_moths"])
    unopposed(game, "play", card="exploding_snuffbox", place="players")
    assert (game.strength("players"), game.strength("monsters")) == (1 + 4, 2 + 4)


# --------------------------------------------------------------------------- bad stuff


@pytest.mark.parametrize(("face", "caught"), [(3, True), (4, False)])
def test_the_sock_snatcher_takes_a_card_of_the_hand(face: int, caught: bool) -> None:
    """FLEE-1, FLEE-2: sock_snatcher is easy to escape, and takes a card of one's choice."""
    game = combat({"hand": ["baby", "elf"]}, monsters=["sock_snatcher"], dice=[face])
    lose(game)
    if caught:
        assert options(game) == ["Elf", "Baby"]
        game.do(card="baby")
    assert hand(game, 0) == (["elf"] if caught else ["baby", "elf"])


def test_lantern_moths_eat_armor_or_a_level() -> None:
    """FLEE-2."""
    worn = {"level": 2, "table": ["leather_armor", "helm_of_courage"]}
    game = combat(worn, monsters=[huge("lantern_moths")], dice=[1])
    lose(game)
    game.do(card="leather_armor")
    assert (game.level(0), table(game, 0)) == (2, ["helm_of_courage"])
    bare = combat({"level": 2, "carried": ["leather_armor"]}, monsters=[huge("lantern_moths")], dice=[1])
    lose(bare)
    assert bare.level(0) == 1


def test_a_surprise_party_is_one_for_all() -> None:
    """COMBAT-11: on the kill everybody draws face up, the leader first; on a flight one gives a card to the
    neighbour."""
    game = combat({"level": 6}, {"level": 2}, {"level": 1}, monsters=["surprise_party"])
    kill(game)
    while game.decision == Decision.RECEIVE:
        game.do("done")
    drawn = [hand(game, seat) for seat in range(3)]
    assert [len(cards) for cards in drawn] == [1 + 1, 1, 1]
    order = {card: place for place, card in enumerate(PLAIN)}
    assert max(order[card] for card in drawn[0]) < order[drawn[1][0]] < order[drawn[2][0]], "from the leader on"
    known = [int(game.position["card"]["known_by"][0, copy]) for copy in copies_in_hands(game)]
    assert sorted(seats & 0b111 for seats in known) == [0b000, 0b011, 0b101, 0b110], "a lone kill's own is face down"
    fled = combat({"level": 2, "table": ["helm_of_courage"]}, monsters=["surprise_party"], dice=[1])
    lose(fled)
    fled.do(card="helm_of_courage")
    assert table(fled, 1) == ["helm_of_courage"]


def copies_in_hands(game: Game) -> list[int]:
    """The copies of treasures that somebody holds."""
    zones = game.position["card"]["zone"][0]
    return [copy for copy in range(1, len(zones)) if 16 <= int(zones[copy]) < 22]


def test_nobody_draws_at_a_party_that_is_called_off() -> None:
    """COMBAT-6, COMBAT-11: surprise_party removed is not killed."""
    game = combat({"level": 1, "hand": ["loose_floorboard"]}, monsters=["surprise_party"])
    unopposed(game, "play", card="loose_floorboard", place=0)
    assert [hand(game, seat) for seat in range(3)] == [[], [], []]


POTIONS = ["sleep_potion", "magic_missile"]


@pytest.mark.parametrize(("paid", "level"), [(["sleep_potion"], 3), ([], 2), (["sleep_potion", "wishing_ring"], None)])
def test_the_sommelier_takes_potions_for_levels(paid: list[str], level: int | None) -> None:
    """FLEE-2, CURSE-3: thirsty_sommelier costs three levels, one fewer for each potion, of the table or the hand."""
    game = combat({"level": 5, "hand": [*POTIONS, "baby"]}, monsters=[huge("thirsty_sommelier")], dice=[1])
    lose(game)
    assert (game.decision, options(game)) == (Decision.CHOOSE_CARD, ["pass", "Sleep Potion"])
    if level is None:
        return
    game.do(**({"card": paid[0]} if paid else {"verb": "pass"}))
    assert game.level(0) == level
    assert ("sleep_potion" in hand(game, 0)) == (not paid)


def test_nobody_sees_who_could_spare_levels() -> None:
    """FLEE-2, WINDOW-3: the victim is asked because of the hand, and may decline; the number of potions is private."""
    game = combat({"level": 5, "hand": ["sleep_potion"]}, monsters=[huge("thirsty_sommelier")], dice=[1])
    lose(game)
    mine, anothers = View.of(game, 0), View.of(game, 1)
    assert (mine.decision, mine.asked) == (Decision.CHOOSE_CARD, 0)
    assert (anothers.decision, anothers.asked) == (Decision.NONE, None)
    assert int(anothers.record["n_frames"]) == 0


def test_the_sommelier_takes_no_more_than_three() -> None:
    """FLEE-2: several potions spare several levels; who has none, or nothing to lose, is not asked."""
    potions = ["sleep_potion", "cotion_of_ponfusion", "flaming_poison_potion", "freezing_explosive_potion"]
    rich = {"level": 5, "hand": potions[:2], "table": potions[2:]}
    game = combat(rich, monsters=[huge("thirsty_sommelier")], dice=[1])
    lose(game)
    for potion in potions[:3]:
        game.do(card=potion)
    assert (game.level(0), game.decision) == (5, Decision.AFTER_COMBAT)
    for poor in ({"level": 5}, {"level": 1, "hand": ["sleep_potion"]}):
        game = combat(poor, monsters=[huge("thirsty_sommelier")], dice=[1])
        lose(game)
        assert (game.level(0), game.decision) == (2 if poor["level"] == 5 else 1, Decision.AFTER_COMBAT)


def test_the_accountant_takes_tools_for_levels() -> None:
    """FLEE-2, HELP-2: bridge_accountant costs four, fewer for a sword, pole, staff or wand; no fees for help."""
    game = combat({"level": 6, "table": ["eleven_foot_pole"]}, {"level": 9}, monsters=["bridge_accountant"], dice=[1])
    game.do("ask_help", seat=1, amount=0)
    assert game.position["offer"]["amount"][0] == 0
    game = combat({"level": 6, "table": ["eleven_foot_pole"]}, monsters=["bridge_accountant"], dice=[1])
    lose(game)
    game.do(card="eleven_foot_pole")
    assert (game.level(0), table(game, 0)) == (6 - 3, [])


def test_the_tourist_trap_takes_the_hand() -> None:
    """FLEE-2."""
    game = combat({"level": 3, "hand": ["baby", "elf"]}, monsters=["tourist_trap"], dice=[1])
    lose(game)
    assert (game.level(0), hand(game, 0)) == (3, [])


@pytest.mark.parametrize("when", ["before", "in the combat", "helper"])
def test_a_sword_swallower_does_not_fight_a_colleague(when: str) -> None:
    """COMBAT-6: a player with a sword in use, when it comes or later, has a treasure and no level; a carried one is
    none."""
    sword = {"table": ["sneaky_bastard_sword"]}
    if when == "before":
        game = combat({"level": 3, **sword}, monsters=["sword_swallower"])
    elif when == "helper":
        game = combat({"level": 3}, {"level": 1, **sword}, monsters=["sword_swallower"], helper=1)
    else:
        game = combat({"level": 3, "hand": ["sneaky_bastard_sword"]}, monsters=["sword_swallower"])
        assert monsters(game) == ["sword_swallower"]
        game.do("lay_out", card="sneaky_bastard_sword")
    passes(game)
    assert (game.level(0), len(hand(game, 0)), monsters(game)) == (3, 1, [])
    armed = combat({"level": 3, "carried": ["sneaky_bastard_sword"]}, monsters=["sword_swallower"], dice=[1])
    assert monsters(armed) == ["sword_swallower"]
    lose(armed)
    assert armed.level(0) == 1


@pytest.mark.parametrize(("faces", "level"), [([1, 1], None), ([1, 4], 1), ([6], 5)])
def test_the_encore_goes_on_for_as_long_as_a_die_says(faces: list[int], level: int | None) -> None:
    """FLEE-2: eternal_encore costs as many levels; a one is death."""
    game = combat({"level": 5}, monsters=["eternal_encore"], dice=faces)
    lose(game)
    assert dead_or_raised(game) if level is None else game.level(0) == level


@pytest.mark.parametrize(("monster", "least"), [("eternal_encore", 4), ("void_where_prohibited", 5)])
def test_some_monsters_do_not_pursue_the_low(monster: str, least: int) -> None:
    """FLEE-1: a one is enough for a player below."""
    for level in (least - 1, least):
        game = combat({"level": level}, monsters=[monster], dice=[1, 1])
        lose(game)
        assert dead_or_raised(game) == (level == least)


def dead_or_raised(game: Game) -> bool:
    """The first player has died, and may have returned already."""
    return dead(game, 0) or bool(game.position["player"]["redeal"][0, 0])


def test_nobody_loots_the_body_where_it_is_void() -> None:
    """DEATH-2: void_where_prohibited: all is discarded; race, class and level stay (DEATH-1)."""
    mine = {"level": 5, "race": "elf", "klass": "thief", "table": ["helm_of_courage", "huge_rock"], "hand": ["baby"]}
    game = combat(mine, {"level": 3}, monsters=["void_where_prohibited"], dice=[1, 1])
    lose(game)
    assert game.decision != Decision.LOOT_BODY
    assert (table(game, 0), hand(game, 0)) == (["elf", "thief"], [])
    assert [hand(game, seat) for seat in (1, 2)] == [[], []]
    assert game.level(0) == 5
