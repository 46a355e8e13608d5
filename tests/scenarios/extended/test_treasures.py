"""The treasure cards that only the extended edition has: items, one-shots, level cards and a special one."""

import pytest

from munchkin_env.vocabulary import Decision, Deck, Kind
from tests.each import each
from tests.kit.looking import hand, may, options, table
from tests.kit.playing import concede, kill, lose, passes, roll
from tests.scenarios.extended.kit import cards_of, combat, huge, table_of

# card, bonus, for whom it is, for whom it is not
ITEMS: list[tuple[str, int, dict[str, str], dict[str, str] | None]] = [
    ("two_naked_swords", 4, {"race": "elf", "klass": "wizard"}, None),
    ("coat_of_arms_and_legs", 4, {}, {"race": "elf"}),
    ("hat_of_unearned_authority", 3, {"race": "dwarf"}, {}),
    ("ladle_of_last_resort", 3, {"race": "halfling"}, {}),
    ("boots_of_loud_tiptoeing", 3, {}, None),
    ("parasol_of_parrying", 2, {}, None),
    ("garters_of_boasting", 2, {}, {"klass": "cleric"}),
    ("lucky_rabbits_elbow", 1, {}, None),
    ("field_guide_to_pockets", 1, {}, None),
]
OLDER = {"rat_on_a_stick", "tuba_of_charm", "kneepads_of_allure"}
BONUS = {"soup_of_the_day_before": 2, "exploding_snuffbox": 4}


def treasures(kind: Kind) -> set[str]:
    """The edition's own treasures of a kind: the third deck has scenarios of its own."""
    return {name for name, card in cards_of(kind).items() if card.deck == Deck.TREASURE}


def test_every_treasure_of_the_edition_is_here() -> None:
    """ITEM-1, PLAY-3: the lists of this file name them all."""
    assert treasures(Kind.ITEM) == {card for card, *_ in ITEMS} | OLDER
    others = {"potion_of_discretion", "emergency_exit", "tactical_banana_peel", "friendship_potion"}
    assert treasures(Kind.ONE_SHOT) == {*BONUS} | others
    assert treasures(Kind.LEVEL) == {"edit_your_own_legend", "play_the_underdog"}
    assert treasures(Kind.TREASURE_SPECIAL) == {"lucky_dip"}


@each(("card", "bonus", "whom", "whom_not"), ITEMS)
def test_items_help_whom_they_may(card: str, bonus: int, whom: dict[str, str], whom_not: dict[str, str] | None) -> None:
    """ITEM-2: and nobody else."""
    assert combat({**whom, "table": [card]}, monsters=["net_troll"]).strength("players") == 1 + bonus
    if whom_not is not None:
        assert combat({**whom_not, "table": [card]}, monsters=["net_troll"]).strength("players") == 1


def test_two_naked_swords_take_both_hands() -> None:
    """ITEM-1: the rulebook's Elf and Wizard has them, beside shoes and a hat."""
    wizard = {"race": "elf", "klass": "wizard", "level": 8}
    worn = ["boots_of_butt_kicking", "pointy_hat_of_power", "two_naked_swords"]
    assert combat({**wizard, "table": worn}, monsters=["net_troll"]).strength("players") == 8 + 2 + 3 + 4
    game = table_of({"table": ["two_naked_swords"], "carried": ["buckler_of_swashing"]})
    assert not may(game, "use")


@pytest.mark.parametrize(("card", "face", "level"), [("boots_of_loud_tiptoeing", 5, 1), ("lucky_rabbits_elbow", 4, 3)])
def test_items_that_change_flight(card: str, face: int, level: int) -> None:
    """FLEE-1: the boots are heard, the elbow is lucky."""
    game = combat({"level": 3, "table": [card]}, monsters=[huge("harpies")], dice=[face])
    lose(game)
    assert game.level(0) == level
    assert combat({"level": 3}, monsters=["harpies"]).strength("players") == 3


@pytest.mark.parametrize(("race", "limit"), [((), 6), ("dwarf", 7)])
def test_the_field_guide_has_room_for_a_card(race: object, limit: int) -> None:
    """TURN-5: a hand of six, of seven for a dwarf."""
    cards = ["baby", "elf", "halfling", "mate", "illusion", "enraged", "ancient", "humongous"][: limit + 1]
    guide = {"level": 2, "race": race, "table": ["field_guide_to_pockets"]}
    assert table_of({**guide, "hand": cards}, phase="charity").decision == Decision.CHARITY
    assert table_of({**guide, "hand": cards[:-1]}, phase="charity").turn_seat == 1


# --------------------------------------------------------------------------- one-shots


@pytest.mark.parametrize("card", BONUS)
@pytest.mark.parametrize("side", ["players", "monsters"])
def test_one_shots_help_either_side(card: str, side: str) -> None:
    """PLAY-3."""
    game = combat({"hand": [card]}, monsters=["net_troll"])
    game.do("play", card=card, place=side)
    assert game.strength(side) == BONUS[card] + (1 if side == "players" else 10)


@pytest.mark.parametrize("window", ["before", "kill", "helper"])
def test_a_potion_of_discretion_makes_fighters_run(window: str) -> None:
    """FLEE-1, FLEE-5: potion_of_discretion: from a won combat too, both allies; there is no level and no treasure."""
    helper = 1 if window == "helper" else None
    seats = ({"level": 8}, {"level": 4}, {"hand": ["potion_of_discretion"]})
    game = combat(*seats, monsters=["harpies"], helper=helper, dice=[6, 1])
    if window == "before":
        mine = combat({"level": 8, "hand": ["potion_of_discretion"]}, monsters=["harpies"], dice=[1])
        mine.do("play", card="potion_of_discretion")
        passes(mine)
        assert (mine.decision, may(mine, "roll"), may(mine, "kill")) == (Decision.FLEE, True, False)
        roll(mine)
        assert (mine.level(0), hand(mine, 0)) == (6, [])
        return
    game.do("kill")
    while game.current_player != 2:
        game.do("pass")
    game.do("play", card="potion_of_discretion")
    passes(game)
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    roll(game)
    if helper:
        assert (game.current_player, game.decision) == (1, Decision.FLEE)
        roll(game)
        assert game.level(1) == 2
    assert (game.level(0), hand(game, 0)) == (8, [])
    assert game.decision == Decision.AFTER_COMBAT


def test_who_has_nothing_left_to_run_from_has_won() -> None:
    """COMBAT-4: the last monster goes before the first roll."""
    mine = {"level": 8, "hand": ["potion_of_discretion"]}
    game = combat(mine, {"hand": ["loose_floorboard"]}, monsters=["harpies"])
    game.do("play", card="potion_of_discretion")
    assert (game.current_player, may(game, "play")) == (1, True)
    game.do("play", card="loose_floorboard", place=0)
    passes(game)
    assert (game.decision, game.level(0)) == (Decision.AFTER_COMBAT, 8)


def test_who_takes_a_combat_over_need_not_run() -> None:
    """COMBAT-4: transferral_potion: the new fighter decides again."""
    mine = {"level": 8, "hand": ["potion_of_discretion"]}
    game = combat(mine, {"level": 9, "hand": ["transferral_potion"]}, monsters=["harpies"], goal=20)
    game.do("play", card="potion_of_discretion")
    game.do("play", card="transferral_potion", seat=1)
    passes(game)
    assert (game.current_player, game.decision, may(game, "kill")) == (1, Decision.COMBAT, True)


def test_an_emergency_exit_is_there_after_a_failed_roll() -> None:
    """FLEE-5."""
    game = combat({"level": 3, "hand": ["emergency_exit"]}, monsters=["harpies"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card="emergency_exit")
    passes(game)
    assert game.level(0) == 3


@pytest.mark.parametrize(("side", "face", "level"), [("players", 3, 3), ("players", 2, 1), ("monsters", 6, 1)])
def test_a_banana_peel_lies_where_it_is_thrown(side: str, face: int, level: int) -> None:
    """FLEE-1, FLEE-5: two on all rolls of the combat, or as much from them."""
    game = combat({"level": 3, "hand": ["tactical_banana_peel"]}, monsters=["harpies"], dice=[face])
    game.do("run_away")
    while not may(game, "play"):
        game.do("pass")
    game.do("play", card="tactical_banana_peel", place=side)
    passes(game)
    while game.decision == Decision.FLEE:
        roll(game)
    assert game.level(0) == level


# --------------------------------------------------------------------------- levels


def test_level_cards_raise_their_player() -> None:
    """PLAY-2: on oneself (switch); the underdog's not as long as the player is the highest."""
    game = table_of({"level": 2, "hand": ["edit_your_own_legend", "play_the_underdog"]}, {"level": 4})
    for card, level in (("edit_your_own_legend", 3), ("play_the_underdog", 4)):
        game.do("play", card=card, seat=0)
        passes(game)
        assert game.level(0) == level
    high = table_of({"level": 4, "hand": ["play_the_underdog"]}, {"level": 4})
    assert not may(high, "play")
    last = table_of({"level": 9, "hand": ["edit_your_own_legend"]})
    assert not may(last, "play"), "GOLD-4"


@pytest.mark.parametrize("way", [0, 1])
def test_a_lucky_dip_is_a_level_or_two_treasures(way: int) -> None:
    """PLAY-2, LEVEL-1: lucky_dip: its player chooses which; in their turn, outside combat."""
    game = table_of({"level": 3, "hand": ["lucky_dip"]})
    game.do("play", card="lucky_dip")
    passes(game)
    assert game.decision == Decision.PICK
    game.step(int(game.legal_actions()[way]))
    passes(game)
    assert (game.level(0), len(hand(game, 0)) + len(table(game, 0))) == ((4, 0) if way == 0 else (3, 2))
    assert not may(combat({"hand": ["lucky_dip"]}, monsters=["harpies"]), "play")


def test_a_lucky_dip_does_not_win() -> None:
    """GOLD-4: the level is never the winning one."""
    game = table_of({"level": 9, "hand": ["lucky_dip"]})
    game.do("play", card="lucky_dip")
    passes(game)
    game.step(int(game.legal_actions()[0]))
    passes(game)
    assert (game.level(0), game.is_terminal) == (9, False)
    assert "lucky_dip" not in options(game)
    kill(combat({"level": 9}, monsters=["harpies"]))
