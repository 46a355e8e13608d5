"""Cards in play that are used for what they cost: Professors, Yellow Pages, Necronookiecon."""

import pytest

from munchkin_env.errors import IllegalAction
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, doors_gone, hand, monsters, options, place_of, treasures_gone
from tests.kit.playing import lose, pass_until, unopposed
from tests.scenarios.cthulhu.kit import combat, huge, table_of

THREE = ["mephitic", "rugose", "squamous"]  # in the order of the deck, as sets are named
USE = "use power"


def test_a_professor_learns_from_three_cards() -> None:
    """CLASS-1: once the turn may end, the lowest player goes up a level for three cards of the hand."""
    seat = {"klass": "professor", "hand": [*THREE, "bowling_pin"]}
    game = table_of(seat, phase="after")
    unopposed(game, "use_power", card="professor", cards=THREE)
    assert (game.level(0), hand(game, 0)) == (2, ["bowling_pin"])
    assert USE not in options(game), "too few cards"
    assert USE in options(table_of(seat, phase="after"))
    assert USE not in options(table_of(seat)), "his turn has only begun"


def test_only_the_lowest_professor_learns() -> None:
    """CLASS-1: tied for the lowest will do."""
    seat = {"klass": "professor", "level": 3, "hand": THREE}
    for lowest, may in ((3, True), (2, False)):
        game = table_of(seat, {"level": lowest}, {"level": 4}, phase="after")
        assert can(game, "use_power", card="professor", cards=THREE) == may


def test_a_professor_learns_when_the_turn_is_over() -> None:
    """TURN-3, TURN-4: afterwards there is nothing to look for or to loot, and before a due looting no learning."""
    seat = {"klass": "professor", "hand": [*THREE, "bowling_pin", "polly_polyp"]}
    game = table_of(seat, phase="trouble", doors=["shog_goth"])
    assert {"fight", "loot room", USE} <= set(options(game))
    unopposed(game, "use_power", card="professor", cards=THREE)
    assert game.level(0) == 2
    assert not {"fight", "loot room"} & set(options(game))
    assert "end turn" in options(game)
    due = table_of(seat, phase="trouble", doors=["shog_goth"], editions=("star", "cthulhu"))
    assert "end turn" not in options(due)
    assert USE not in options(due)
    unopposed(due, "loot_room")
    assert USE in options(due)


def test_a_professor_does_not_learn_to_win() -> None:
    """WIN-2: not the winning level."""
    seat = {"klass": "professor", "level": 9, "hand": THREE}
    game = table_of(seat, {"level": 9}, {"level": 9}, phase="after")
    assert USE not in options(game)


@pytest.mark.parametrize(("monster", "levels"), [("shallow_ones", 1), ("lloyd_lloigor", 0)])
def test_a_professor_publishes_or_perishes(monster: str, levels: int) -> None:
    """FLEE-2: a level for the escape from a monster that kills; none from another, none for others."""
    for klass in ("professor", "monster_whacker"):
        game = combat({"klass": klass, "level": 4}, monsters=[huge(monster)], dice=[6])
        lose(game)
        assert game.level(0) == 4 + levels * (klass == "professor")


def test_a_professor_publishes_no_win() -> None:
    """WIN-2: not the winning level."""
    game = combat({"klass": "professor", "level": 9}, monsters=[huge("shallow_ones")], dice=[6])
    lose(game)
    assert (game.is_terminal, game.level(0)) == (False, 9)


def test_the_yellow_pages_fetch_a_monster() -> None:
    """CULT-2: any monster of the discards, for the card and two others; nothing else lies there for them."""
    seat = {"hand": ["rugose", "mephitic"], "table": ["innsmouth_yellow_pages"]}
    game = table_of(seat, discards=["ozathoth", "squamous"])
    unopposed(game, "use_power", card="innsmouth_yellow_pages", cards=["mephitic", "rugose"], second="ozathoth")
    assert hand(game, 0) == ["ozathoth"]
    assert sorted(doors_gone(game)) == ["mephitic", "rugose", "squamous"]
    assert treasures_gone(game) == ["innsmouth_yellow_pages"]
    assert USE not in options(table_of(seat, discards=["squamous"]))
    assert USE not in options(table_of({**seat, "hand": ["rugose"]}, discards=["ozathoth"]))
    assert not can(table_of({"hand": ["innsmouth_yellow_pages", *THREE]}, discards=["ozathoth"]), "play")


@pytest.mark.parametrize(
    "paid", [["rugose", "bowling_pin"], ["monster_whacker", "bowling_pin"], ["rugose", "kitchen_sink"]]
)
def test_the_yellow_pages_are_paid_with_any_two_cards(paid: list[str]) -> None:
    """PLAY-10: in hand or in play; nothing that no ability takes, nor the card itself."""
    held = [card for card in paid if card == "rugose"]
    table = ["innsmouth_yellow_pages", *(card for card in paid if card not in (*held, "monster_whacker"))]
    seat = {"klass": "monster_whacker", "hand": held, "table": table}
    game = table_of(seat, discards=["ozathoth"])
    unopposed(game, "use_power", card="innsmouth_yellow_pages", cards=paid, second="ozathoth")
    assert hand(game, 0) == ["ozathoth"]
    assert {place_of(game, card) for card in [*paid, "innsmouth_yellow_pages"]} == {"discards"}
    clinging = {"klass": "cultist", "table": ["innsmouth_yellow_pages", "eye_feet"], "curses": ["madness_firebug"]}
    assert USE not in options(table_of({**clinging, "hand": ["rugose"]}, discards=["ozathoth"]))


def test_the_yellow_pages_are_for_ones_own_turn() -> None:
    """PLAY-10: in combat, too; not in the turn of another, even if one fights."""
    seat = {"level": 5, "hand": ["rugose", "mephitic"], "table": ["innsmouth_yellow_pages"]}
    game = combat(seat, monsters=["shallow_ones"], discards=["ozathoth"])
    unopposed(game, "use_power", card="innsmouth_yellow_pages", cards=["mephitic", "rugose"], second="ozathoth")
    assert (game.decision, hand(game, 0)) == (Decision.COMBAT, ["ozathoth"])
    other = combat({"level": 1}, seat, monsters=["shallow_ones"], helper=1, discards=["ozathoth"], windows="open")
    other.do("run_away")
    assert USE not in options(pass_until(other, 1))


def test_the_necronookiecon_avoids_a_combat() -> None:
    """COMBAT-6: one monster in one's own turn; both cards go, and the turn ends."""
    seat = {"level": 4, "table": ["necronookiecon"]}
    game = combat(seat, monsters=["ozathoth"])
    assert game.strength("players") == 4 + 3
    unopposed(game, "use_power", card="necronookiecon")
    assert (game.level(0), hand(game, 0)) == (4, [])
    assert (doors_gone(game), treasures_gone(game)) == (["ozathoth"], ["necronookiecon"])
    assert int(game.position["turn_seat"][0]) == 1
    two = combat(seat, monsters=["ozathoth", "ruggoth"])
    assert not can(two, "use_power", card="necronookiecon")
    hunter = {**seat, "hand": ["boiling_ichor"]}
    half = combat(hunter, monsters=["ozathoth", "the_haystack_that_breathes"])
    unopposed(half, "play", card="boiling_ichor", place=1)
    unopposed(half, "use_power", card="necronookiecon")
    assert (half.level(0), len(hand(half, 0))) == (5, 2), "what was killed before brings its own"
    assert len(monsters(two)) == 2
    assert not can(combat({"carried": ["necronookiecon"]}, monsters=["ozathoth"]), "use_power", card="necronookiecon")


def test_what_is_not_there_pays_nothing() -> None:
    """PLAY-10: an impossible action changes nothing."""
    game = table_of({"klass": "professor", "hand": THREE}, phase="after")
    before = game.position.tobytes()
    with pytest.raises(IllegalAction):
        game.do("use_power", card="professor", cards=["rugose", "bowling_pin", "mephitic"])
    assert game.position.tobytes() == before
    assert (game.decision, place_of(game, "professor")) == (Decision.AFTER_COMBAT, "table 0")
