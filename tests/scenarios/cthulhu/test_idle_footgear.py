"""A monster before which footgear is worth nothing, to the end of the combat: Joggoth (COMBAT-9, FLEE-1)."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import monsters, place_of
from tests.kit.playing import concede, kill, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, huge, table_of

JOGGOTH = "joggoth"
BLEND = ("cthulhu", "munchkin")
OUT = "the_stars_are_wrong"  # removes a monster of several


def caught(*players: dict[str, object], face: int, **settings: object) -> bool:
    """Seat 0 has rolled the face against its only monster, and the bad stuff has happened."""
    game = combat(*players, dice=[face], **settings)
    before = game.level(0)
    lose(game)
    return game.level(0) < before


def number(game: Game, name: str, seat: int = 0) -> int:
    return int(game.position["player"][name][0, seat])


def test_footgear_gives_no_strength_and_other_items_do() -> None:
    """COMBAT-1, ITEM-6: nor does what hangs on it, nor what multiplies it."""
    seat = {"level": 3, "klass": "monster_whacker", "table": ["monster_stompers", "bowling_pin"]}
    assert combat(seat, monsters=[JOGGOTH]).strength("players") == 3 + 2 + 2
    shod = {"level": 3, "table": [{"galoshes": "of_the_middle_aged_gods"}], "hand": ["kicker_ichor"]}
    game = combat(shod, monsters=[JOGGOTH])
    game.do("play", card="kicker_ichor")
    passes(game)
    assert game.strength("players") == 3
    assert combat(shod, monsters=["polly_polyp"]).strength("players") == 3 + 1 + 2


@pytest.mark.parametrize(("footgear", "needed"), [((), 5), (("boots_of_running_really_fast",), 3)])
def test_footgear_helps_nobody_to_run_away(footgear: tuple[str, ...], needed: int) -> None:
    """FLEE-1: all its bonuses are gone, and two are taken from each roll; elsewhere they count."""
    seat = {"level": 5, "table": list(footgear)}
    usual = {"editions": BLEND, "monsters": [huge("polly_polyp")]}
    assert [face for face in range(1, 7) if caught(seat, face=face, **usual)] == list(range(1, needed))
    game = combat({**seat, "hand": ["rugose"]}, monsters=[huge(JOGGOTH)], editions=BLEND, dice=[6])
    assert number(game, "run_away") == 0
    lose(game)
    assert game.decision == Decision.CHOOSE_CARD, "a six less two is caught"


def test_two_are_taken_from_every_roll_of_the_combat() -> None:
    """FLEE-1, COMBAT-9: against any monster."""
    for face, level in ((6, 4), (4, 4)):
        game = combat({"level": 5}, monsters=[huge("polly_polyp"), JOGGOTH], dice=[face, 6])
        concede(game)
        game.do("roll", place=0)
        assert game.level(0) == level
    game = combat({"level": 5}, monsters=[huge("polly_polyp"), "ruggoth"], dice=[5, 6])
    concede(game)
    game.do("roll", place=0)
    assert game.level(0) == 5


@pytest.mark.parametrize("joins", [False, True])
def test_it_lasts_to_the_end_of_the_combat_even_if_he_has_left(joins: bool) -> None:
    """COMBAT-9, COMBAT-6: as before from its appearance on; afterwards footgear counts again."""
    held = [OUT, "wandering_monster", JOGGOTH] if joins else [OUT]
    seat = {"level": 8, "table": ["wellingtons_from_below"], "hand": held}
    game = combat(seat, monsters=["polly_polyp"] if joins else ["polly_polyp", JOGGOTH])
    if joins:
        assert (number(game, "bonus"), number(game, "run_away")) == (3, -1)
        game.do("play", card="wandering_monster", second=JOGGOTH)
        passes(game)
    assert (number(game, "bonus"), number(game, "run_away")) == (0, 0)
    game.do("play", card=OUT, place=monsters(game).index(JOGGOTH))
    passes(game)
    assert monsters(game) == ["polly_polyp"]
    assert (number(game, "bonus"), number(game, "run_away")) == (0, 0)
    assert int(game.position["combat"]["flight"][0]) == -2
    assert Game.load(game.save()) == game
    assert not game.broken()
    kill(game)
    assert (number(game, "bonus"), number(game, "run_away")) == (3, -1)
    assert int(game.position["combat"]["idle_slots"][0]) == int(game.position["combat"]["flight"][0]) == 0


def test_abilities_of_footgear_are_gone_too() -> None:
    """FLEE-1, COMBAT-8: the shoes of an ally let nobody outrun the other; both have two taken from their rolls."""
    shoes = "shoes_of_only_having_to_run_faster_than_you"
    for monster, level in (("polly_polyp", 5), (JOGGOTH, 5)):
        seats = [{"level": level, "table": [shoes], "hand": ["rugose"]}, {"level": 1, "hand": ["mephitic"]}]
        game = combat(*seats, monsters=[huge(monster)], helper=1, dice=[1, 6])
        assert (number(game, "abilities") != 0) == (monster != JOGGOTH)
        lose(game)
        assert (game.decision == Decision.CHOOSE_CARD) == (monster == JOGGOTH)


def test_whoever_comes_to_help_comes_barefoot() -> None:
    """HELP-3, COMBAT-8: it is the same for both allies."""
    seats = [{"level": 3}, {"level": 4, "table": ["wellingtons_from_below"]}]
    game = combat(*seats, monsters=[huge(JOGGOTH)], helper=1)
    assert game.strength("players") == 7
    assert combat(*seats, monsters=[huge("polly_polyp")], helper=1).strength("players") == 10


def test_footgear_is_worn_all_the_same() -> None:
    """ITEM-1, CURSE-3: it takes its slot, and what takes footgear takes it."""
    game = combat({"table": ["monster_stompers"]}, {"hand": ["curse_solestealer"]}, monsters=[huge(JOGGOTH)])
    game.do("run_away")
    pass_until(game, 1).do("play", card="curse_solestealer", seat=0)
    passes(game)
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card="monster_stompers")
    assert place_of(game, "monster_stompers") == "discards"


def test_who_turns_him_up_has_it_from_the_reveal_on() -> None:
    """COMBAT-10: in the window that opens with it, too."""
    game = table_of({"level": 3, "table": ["wellingtons_from_below"]}, doors=[JOGGOTH])
    assert number(game, "bonus") == 3
    game.do("open_door")
    assert number(game, "bonus") == 0
    passes(game)
    assert game.strength("players") == 3


def test_two_of_him_take_four() -> None:
    """PLAY-7, FLEE-1: a mate says the same."""
    game = combat({"level": 1, "hand": ["mate"]}, monsters=[JOGGOTH], editions=BLEND)
    game.do("play", card="mate", place=0)
    while game.decision in (Decision.WINDOW, Decision.GOTH):
        game.do("pass")
    assert int(game.position["combat"]["flight"][0]) == -4
