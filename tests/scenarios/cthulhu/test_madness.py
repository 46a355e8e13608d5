"""Each Madness of Munchkin Cthulhu: its good side and its bad one; the mutations; what asks for phobias."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Kind, Tag
from tests.kit.looking import may, options, table
from tests.kit.playing import begin, kill, lose, passes
from tests.scenarios.cthulhu.kit import combat, table_of

PHOBIAS = (
    "madness_gammaphobia",
    "madness_dread_of_hissing",
    "madness_dread_of_dread",
    "madness_dread_of_empty_rooms",
)
OTHERS = (
    "madness_kleptomania",
    "madness_firebug",
    "madness_they_are_after_me",
    "madness_we_are_many",
    "madness_everything_in_rows",
    "madness_boundless_generosity",
)


def mad(*cards: str, **more: object) -> dict:
    return {"curses": list(cards), **more}


def number(game: Game, field: str, seat: int = 0) -> int:
    assert not game.broken()
    return int(game.position["player"][field][0, seat])


def test_there_are_ten() -> None:
    """MAD-1: four of them phobias."""
    cards = [card for card in table_of().catalogue.cards if card and card.kind == Kind.MADNESS]
    assert {card.id for card in cards} == {*PHOBIAS, *OTHERS}
    assert {card.id for card in cards if Tag.PHOBIA in card.tags} == set(PHOBIAS)


@pytest.mark.parametrize(
    ("monster", "level", "more"),
    [
        ("ruggoth", 2, 2),  # two small ones
        ("gnarlythotep", 14, 5),  # a capital
        ("shog_goth", 1, 1 + 5),  # and one of each
        ("polly_polyp", 2, 0),
    ],
)
def test_gammaphobia_counts_letters(monster: str, level: int, more: int) -> None:
    """MAD-1, COMBAT-8: of the monsters' names, for the fighter who has it."""
    one = mad("madness_gammaphobia", level=20)
    assert combat(one, monsters=[monster], goal=60).strength("monsters") == level + more
    helped = combat({"level": 20}, one, monsters=[monster], helper=1, goal=60)
    assert helped.strength("monsters") == level + more
    watched = combat({"level": 20}, one, monsters=[monster], goal=60)
    assert watched.strength("monsters") == level


@pytest.mark.parametrize(("monster", "levels"), [("gnarlythotep", 2), ("ruggoth", 1), ("polly_polyp", 1)])
def test_gammaphobia_rewards_its_victim(monster: str, levels: int) -> None:
    """COMBAT-5: one level more for a monster with a capital G, for a player who kills it alone."""
    game = combat(mad("madness_gammaphobia", level=30), monsters=[monster], goal=60)
    kill(game)
    assert game.level(0) == 30 + levels
    game = combat({"level": 30}, mad("madness_gammaphobia", level=20), monsters=[monster], helper=1, goal=60)
    kill(game)
    assert (game.level(0), game.level(1)) == (31, 20)


def test_a_kleptomaniac_is_a_thief() -> None:
    """MIX-3: `tests/rules/test_madness.py` has madness_kleptomania in full."""
    game = table_of(mad("madness_kleptomania", hand=["rugose"]), {"table": ["bowling_pin"]}, dice=[4])
    game.do("steal", seat=1, card="bowling_pin", second="rugose")
    passes(game)
    assert table(game, 0) == ["bowling_pin", "madness_kleptomania"]


def test_dread_of_hissing() -> None:
    """Each s of a name tells; +2 all the same."""
    game = combat(mad("madness_dread_of_hissing"), monsters=["grape_old_ones", "shoggoth"])
    assert (game.strength("players"), game.strength("monsters")) == (3, 12 + 1 + 16 + 2)


def test_dread_of_dread() -> None:
    """The player helps nobody who has a phobia, and runs the better."""
    one = mad("madness_dread_of_dread", level=9)
    game = combat(mad("madness_gammaphobia"), one, {"level": 9}, monsters=["lloyd_lloigor"])
    begin(game, "ask_help")
    assert options(game) == ["the player 2 to the left"]
    game = combat(mad("madness_we_are_many"), one, {"level": 9}, monsters=["lloyd_lloigor"])
    begin(game, "ask_help")
    assert len(options(game)) == 2
    assert number(game, "run_away", 1) == 1
    game = combat(mad("madness_gammaphobia"), one, monsters=["lloyd_lloigor"])
    game.do("run_away")
    while game.decision == Decision.WINDOW:
        assert game.current_player != 1 or not may(game, "offer_help")
        game.do("pass")


def test_dread_of_empty_rooms() -> None:
    """-3 without a helper, one card more in hand; a helper is unaffected."""
    one = mad("madness_dread_of_empty_rooms", level=9)
    game = combat(one, monsters=["lloyd_lloigor"])
    assert (game.strength("players"), number(game, "hand_limit")) == (6, 1)
    assert combat(one, {"level": 2}, monsters=["lloyd_lloigor"], helper=1).strength("players") == 11
    assert combat({"level": 2}, one, monsters=["lloyd_lloigor"], helper=1).strength("players") == 11


def test_a_firebug_and_his_flames() -> None:
    """+3 for what burns and is in use, one card less in hand."""
    one = mad("madness_firebug", table=["flamethrower", "brass_knucks"])
    game = combat(one, monsters=["lloyd_lloigor"])
    assert (game.strength("players"), number(game, "hand_limit")) == (1 + 4 + 1 + 3, -1)
    one = mad("madness_firebug", carried=["flamethrower"])
    assert combat(one, monsters=["lloyd_lloigor"]).strength("players") == 1


def test_they_are_all_after_him() -> None:
    """+2 alone; the player helps nobody."""
    one = mad("madness_they_are_after_me", level=9)
    assert combat(one, monsters=["lloyd_lloigor"]).strength("players") == 11
    game = combat({}, one, {"level": 9}, monsters=["lloyd_lloigor"])
    begin(game, "ask_help")
    assert options(game) == ["the player 2 to the left"]


def test_we_are_many() -> None:
    """COMBAT-2: ties are won; -1 on the die."""
    game = combat(mad("madness_we_are_many", level=8), monsters=["lloyd_lloigor"])
    assert may(game, "kill")
    assert number(game, "die") == -1


def test_everything_in_rows() -> None:
    """+2, and no question for help."""
    game = combat(mad("madness_everything_in_rows", level=3), {"level": 9}, monsters=["lloyd_lloigor"])
    assert game.strength("players") == 5
    assert not may(game, "ask_help")


def test_boundless_generosity() -> None:
    """HELP-4: the player helps any leader who asks, and gains a level for each kill."""
    game = combat({"level": 3}, mad("madness_boundless_generosity", level=8), monsters=["lloyd_lloigor"])
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 11)
    kill(game)
    assert (game.level(0), game.level(1)) == (4, 9)


def test_a_madness_that_strengthens_is_a_bonus_and_one_that_weakens_a_penalty() -> None:
    """MAD-1: `bare` asks for bonuses."""
    assert number(table_of(mad("madness_everything_in_rows")), "bonus") == 2
    assert number(table_of(mad("madness_everything_in_rows")), "penalty") == 0


# --------------------------------------------------------------------------- what asks for phobias


@pytest.mark.parametrize("choice", [0, 1])
def test_master_your_fears(choice: int) -> None:
    """MAD-2: a level, or all phobias of one's own; another Madness stays."""
    game = table_of({"hand": ["master_your_fears"], **mad(*PHOBIAS, "madness_firebug")})
    game.do("play", card="master_your_fears", seat=0)
    passes(game)
    assert game.decision == Decision.PICK
    game.do(amount=choice)
    passes(game)
    fears = sorted(PHOBIAS) if choice == 0 else []
    assert (game.level(0), sorted(set(table(game, 0)))) == (2 - choice, sorted([*fears, "madness_firebug"]))


# --------------------------------------------------------------------------- mutations


def test_what_mutations_give() -> None:
    """MUT-1: sticky_head +3 and one card less in hand, eye_feet +1 and +1 to run away."""
    game = table_of({"table": ["sticky_head"]}, {"table": ["eye_feet"]})
    assert (number(game, "bonus"), number(game, "hand_limit")) == (3, -1)
    assert (number(game, "bonus", 1), number(game, "run_away", 1)) == (1, 1)


COPIES = [
    *(("cultist", 9), ("monster_whacker", 5), ("professor", 5)),
    *(("cheat", 2), ("sudden_head_blow", 3), ("wishing_ring", 3)),
]


@pytest.mark.parametrize(("card", "copies"), COPIES)
def test_copies_of_all_boxes_are_there(card: str, copies: int) -> None:
    """CULT-1: cards of which the expansions have more are one card with all copies."""
    catalogue = table_of().catalogue
    assert len(catalogue.copies_of(catalogue.index(f"cthulhu:{card}"))) == copies


def test_lost_fights_leave_madness_alone() -> None:
    """MAD-1: nobody loses it with their items."""
    game = combat(mad("madness_firebug", level=5), monsters=["nightie_gaunts"], dice=[1])
    lose(game)
    assert table(game, 0) == ["madness_firebug"]
