"""A monster that makes whoever faces it play what helps him: Tchoo-Tchoo People (COMBAT-9)."""

from munchkin_env.engine.derived import DISCARDED
from munchkin_env.game import Game
from munchkin_env.vocabulary import Decision, Zone
from tests.rules.window_tools import open_window
from tests.scenarios.cthulhu.kit import combat, huge, table_of
from tests.scenarios.munchkin.door_kit import cards, hand, lose, options, passes, table, treasures_gone, win
from tests.scenarios.munchkin.treasure_kit import asked, place_of, seen_by

PEOPLE = "tchoo_tchoo_people"


def test_what_helps_is_played_even_if_there_is_no_need() -> None:
    """PLAY-3: one-shots of the hand that give a bonus; nothing else, and nothing that lies in front of him."""
    held = ["sticker_ichor", "canned_meat", "loaded_die", "rugose"]
    game = table_of({"level": 8, "hand": held, "table": ["kitchen_sink"]}, doors=[PEOPLE])
    game.do("open_door")
    passes(game)
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 8 + 4 + 3)
    assert hand(game, 0) == ["loaded_die", "rugose"]
    assert cards(game, Zone.COMBAT) == ["canned_meat", "sticker_ichor", PEOPLE]
    assert table(game, 0) == ["kitchen_sink"]
    assert seen_by(game, "loaded_die") == {1, 2}
    win(game)
    assert treasures_gone(game) == ["canned_meat", "sticker_ichor"]


def test_it_is_the_same_if_the_people_join() -> None:
    """PLAY-5: whoever leads faces them; a kill that was declared before is declared anew."""
    leader = {"level": 9, "hand": ["canned_meat"]}
    game = combat(leader, {"hand": ["wandering_monster", PEOPLE, "kitchen_sink"]}, monsters=["polly_polyp"])
    game.do("kill")
    asked(game, 1).do("play", card="wandering_monster", second=PEOPLE)
    passes(game)
    assert (game.seat, game.decision) == (0, Decision.COMBAT)
    assert (game.strength("players"), hand(game, 0)) == (12, [])
    assert hand(game, 1) == ["kitchen_sink"], "only who leads shows his hand"
    assert seen_by(game, "kitchen_sink") == set()


def test_what_would_not_help_is_kept() -> None:
    """COMBAT-9: what a factor turns or a helper forbids gives nothing."""
    game = combat({"hand": ["sticker_ichor", "canned_meat"]}, monsters=["elder_globs", PEOPLE])
    assert hand(game, 0) == ["sticker_ichor"]
    game = combat({"hand": ["song_of_madness"]}, {}, monsters=[PEOPLE], helper=1)
    assert hand(game, 0) == ["song_of_madness"]
    game = combat({"hand": ["song_of_madness"]}, monsters=[PEOPLE])
    assert hand(game, 0) == []
    game = combat({"hand": ["canned_meat"]}, monsters=["grape_old_ones"])
    assert hand(game, 0) == ["canned_meat"], "no other monster asks for it"


def test_a_game_can_be_saved_afterwards() -> None:
    """The hand is not shown again."""
    game = combat({"hand": ["canned_meat", "rugose"]}, monsters=[PEOPLE])
    again = Game.load(game.save())
    assert again.position.tobytes() == game.position.tobytes()
    game.do("run_away")
    assert int(game.position["combat"]["bared"][0]) == 1


def test_the_dearest_item_is_lost() -> None:
    """CURSE-3: of equals he chooses."""
    game = combat({"table": ["flamethrower", "fez_of_fazooli"]}, monsters=[huge(PEOPLE)], dice=[1])
    lose(game)
    assert options(game) == ["Flamethrower"]
    game.do(card="flamethrower")
    assert place_of(game, "flamethrower") == "discards"


def test_what_leaves_the_combat_is_offered_before_the_leader_is_asked() -> None:
    """DECK-1: so that a game can be saved while he answers."""
    seat = {"klass": "cultist", "level": 9, "table": ["backpack_full_of_dynamite"]}
    game = combat(seat, monsters=["equal_opportunity_tentacle", PEOPLE])
    passes(game)
    assert game.decision == Decision.COMBAT
    assert not int(game.position["heavy"][0]) & DISCARDED
    assert Game.load(game.save()).legal().tolist() == game.legal().tolist()


def test_what_is_forced_may_be_cancelled() -> None:
    """PLAY-3: each card for itself, as if its player had chosen it; then everything is as if nobody could have."""
    held = {"hand": ["sticker_ichor", "canned_meat", "rugose"], "level": 8}
    game = combat(held, {"hand": ["o_rlyeh"]}, {"hand": ["ia_rlyeh"]}, monsters=[PEOPLE])
    plain = combat(held, {"hand": ["mephitic"]}, {"hand": ["ia_rlyeh"]}, monsters=[PEOPLE])
    first = "sticker_ichor" if place_of(game, "sticker_ichor") == "aside" else "canned_meat"
    second = "canned_meat" if first == "sticker_ichor" else "sticker_ichor"
    assert (game.decision, game.seat, open_window(game)) == (Decision.WINDOW, 1, "played")
    assert (place_of(game, first), place_of(game, second)) == ("aside", "hand 0")
    assert Game.load(game.save()) == game
    let = game.clone()
    game.do("play", card="o_rlyeh")
    assert (place_of(game, first), place_of(game, second)) == ("discards", "hand 0")
    assert open_window(game) == "discard", "what has been cancelled may be claimed"
    passes(game)
    assert place_of(game, second) == "combat"
    assert (game.decision, hand(game, 0)) == (Decision.COMBAT, ["rugose"])
    let.do("pass")
    assert (open_window(let), place_of(let, first), place_of(let, second)) == ("played", "combat", "aside")
    let.do("pass")
    passes(let)
    passes(plain)
    assert (let.decision, let.strength("players")) == (Decision.COMBAT, plain.strength("players"))


def test_open_windows_ask_everybody_about_what_is_forced() -> None:
    """WINDOW-3: but not the player whose hand it comes from."""
    game = combat({"hand": ["canned_meat"]}, monsters=[PEOPLE], windows="open")
    seats = []
    while open_window(game) == "played":
        seats.append(game.seat)
        game.do("pass")
    assert seats == [1, 2]
