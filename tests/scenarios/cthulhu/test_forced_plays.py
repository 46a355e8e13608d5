"""A monster that makes its opponent play cards that help: Tchoo-Tchoo People (COMBAT-9)."""

from functools import cache

import pytest

from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.mutations.derived import DISCARDED
from munchkin_env.engine.rules.trials import edge_spent, edge_taken, edge_turned
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Kind, Zone
from tests.each import each
from tests.kit.editions import card_of, edition
from tests.kit.looking import cards, hand, monsters, open_window, options, place_of, seen_by, table, treasures_gone
from tests.kit.playing import kill, lose, pass_until, passes, unopposed
from tests.scenarios.cthulhu.kit import combat, huge, table_of

PEOPLE = "tchoo_tchoo_people"
BLEND = ("cthulhu", "munchkin")
OWN = {
    "balm": ("trick", 'when = ["any"]\nplay = [{ do = "gain_level", amount = 1 }]'),
    "drizzle": ("one_shot", 'value = 0\nwhen = ["combat"]\nalways = [{ do = "each_monster", amount = -2 }]'),
}


@cache
def own() -> str:
    """The folder of an edition with one-shots that no printed edition has."""
    return edition("weather", treasures="".join(card_of(name, *rest) for name, rest in OWN.items()))


def test_what_helps_is_played_even_if_there_is_no_need() -> None:
    """PLAY-3: one-shots of the hand that give a bonus; nothing else, and nothing in play."""
    held = ["sticker_ichor", "canned_meat", "loaded_die", "rugose"]
    game = table_of({"level": 8, "hand": held, "table": ["kitchen_sink"]}, doors=[PEOPLE])
    unopposed(game, "open_door")
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 8 + 4 + 3)
    assert hand(game, 0) == ["loaded_die", "rugose"]
    assert cards(game, Zone.COMBAT) == ["canned_meat", "sticker_ichor", PEOPLE]
    assert table(game, 0) == ["kitchen_sink"]
    assert seen_by(game, "loaded_die") == {1, 2}
    kill(game)
    assert treasures_gone(game) == ["canned_meat", "sticker_ichor"]


def test_it_is_the_same_if_the_people_join() -> None:
    """PLAY-5: the leader faces them; a kill that was declared before is declared again."""
    leader = {"level": 9, "hand": ["canned_meat"]}
    game = combat(leader, {"hand": ["wandering_monster", PEOPLE, "kitchen_sink"]}, monsters=["polly_polyp"])
    game.do("kill")
    pass_until(game, 1).do("play", card="wandering_monster", second=PEOPLE)
    passes(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert (game.strength("players"), hand(game, 0)) == (12, [])
    assert hand(game, 1) == ["kitchen_sink"], "only who leads shows his hand"
    assert seen_by(game, "kitchen_sink") == set()


def test_what_would_not_help_is_kept() -> None:
    """COMBAT-9: a card that a factor turns or a helper forbids gives nothing."""
    game = combat({"hand": ["sticker_ichor", "canned_meat"]}, monsters=["elder_globs", PEOPLE])
    assert hand(game, 0) == ["sticker_ichor"]
    game = combat({"hand": ["song_of_madness"]}, {}, monsters=[PEOPLE], helper=1)
    assert hand(game, 0) == ["song_of_madness"]
    game = combat({"hand": ["song_of_madness"]}, monsters=[PEOPLE])
    assert hand(game, 0) == []
    game = combat({"hand": ["canned_meat"]}, monsters=["grape_old_ones"])
    assert hand(game, 0) == ["canned_meat"], "no other monster asks for it"


SHOD = ["tide_pool_waders"]


@pytest.mark.parametrize(
    ("card", "seat", "strengths"),
    [
        ("kicker_ichor", {"table": SHOD}, (5 + 3, 6 + 2)),  # footgear of 1, three times
        ("bicker_ichor", {}, (5, 6)),  # the lower of two goes
        ("yuppie_water", {"race": "elf"}, (5 + 2, 6 + 2)),
        ("doppleganger", {}, (5 + 5, 6 + 2)),
        ("pollymorph_potion", {}, (5, 2)),  # the strongest goes
        ("balm", {}, (5 + 1, 6 + 2)),
        ("drizzle", {}, (5, 6 + 2 - 4)),
    ],
)
def test_everything_that_helps_is_played(card: str, seat: dict[str, object], strengths: tuple[int, int]) -> None:
    """COMBAT-9, PLAY-3: more than bonuses: cards that multiply, double, remove, weaken the others or free the
    player."""
    blend = {"editions": (*BLEND, own()), "monsters": ["polly_polyp", PEOPLE]}
    game = combat({"level": 5, "hand": [card], **seat}, **blend)
    passes(game)
    assert hand(game, 0) == []
    assert (game.strength("players"), game.strength("monsters")) == strengths
    assert not game.broken()


@each(
    ("card", "seat"),
    [
        *(("kicker_ichor", {}), ("bicker_ichor", {}), ("thicker_ichor", {}), ("ichor_picker", {})),
        *(("yuppie_water", {}), ("transferral_potion", {}), ("wand_of_dowsing", {}), ("wishing_ring", {})),
        *(("decaffeinated_ichor", {}), ("instant_wall", {}), ("gp_1000", {}), ("the_stars_are_wrong", {})),
    ],
)
def test_what_helps_nobody_there_stays(card: str, seat: dict[str, object]) -> None:
    """COMBAT-9: no footgear, one monster, no ichor, no elf, no curse; and what is no one-shot."""
    seat = {"level": 5, "hand": [f"cthulhu:{card}" if card == "wishing_ring" else card]}
    game = combat(seat, monsters=[PEOPLE], discards=["rugose"], editions=BLEND)
    assert len(hand(game, 0)) == 1


def test_ichor_is_doubled_and_taken_from_the_monsters() -> None:
    """COMBAT-9, PLAY-3: attachments go on a card where they help most; a card that helps the monsters is turned."""
    game = combat({"level": 5, "hand": ["ichor_liquor", "sticker_ichor", "thicker_ichor"]}, monsters=[PEOPLE])
    assert (hand(game, 0), game.strength("players")) == ([], 5 + 3 + 2 * 4)
    seats = [{"level": 9, "hand": ["ichor_picker"]}, {"hand": ["sticker_ichor"]}]
    game = combat(*seats, monsters=[PEOPLE])
    assert (hand(game, 0), game.strength("monsters")) == (["ichor_picker"], 6)
    game.do("kill")
    pass_until(game, 1).do("play", card="sticker_ichor", place="monsters")
    passes(game)
    assert (game.decision, game.current_player) == (Decision.PICK, 0)
    unopposed(game, amount=1)
    assert (game.strength("players"), game.strength("monsters"), hand(game, 0)) == (9 + 4, 6, [])


def test_a_curse_that_weakens_him_is_lifted() -> None:
    """COMBAT-9, CURSE-4: five less for a change of sex; the other curse stays."""
    curses = ["curse_change_sex", "curse_straw_in_your_boots"]
    game = combat({"level": 9, "hand": ["wishing_ring"], "curses": curses}, monsters=[PEOPLE])
    assert (table(game, 0), game.strength("players")) == (["curse_straw_in_your_boots"], 9)


def test_what_removes_the_people_comes_last() -> None:
    """COMBAT-9: every card is played as long as they are there; of the monsters the strongest goes, with the force."""
    held = ["pollymorph_potion", "canned_meat", "return_to_sender_beam"]
    game = combat(
        {"level": 5, "hand": held}, monsters=[PEOPLE, "polly_polyp"], editions=("munchkin", "star", "cthulhu")
    )
    passes(game)
    assert (game.strength("players"), monsters(game)) == (5 + 3, ["polly_polyp"])
    assert hand(game, 0) in (["pollymorph_potion"], ["return_to_sender_beam"])
    peace = combat({"level": 5, "hand": ["canned_meat", "friendship_potion"]}, monsters=[PEOPLE], editions=BLEND)
    passes(peace)
    assert (hand(peace, 0), treasures_gone(peace)) == ([], ["canned_meat", "friendship_potion"])


def test_a_monster_is_killed_where_the_side_may_not_be_helped() -> None:
    """COMBAT-6, HELP-8: song_of_madness kills ozathoth; with a helper there is nothing else for it to do."""
    game = combat({"level": 5, "hand": ["song_of_madness"]}, {}, monsters=[PEOPLE, "ozathoth"], helper=1)
    passes(game)
    assert (hand(game, 0), game.strength("monsters")) == ([], 6)


def test_a_forced_removal_may_be_cancelled() -> None:
    """PLAY-3: its place is remembered."""
    seats = [{"level": 5, "hand": ["pollymorph_potion"]}, {"hand": ["o_rlyeh"]}]
    game = combat(*seats, monsters=["ruggoth", "ozathoth", PEOPLE], editions=BLEND)
    assert open_window(game) == "played"
    assert Game.load(game.save()) == game
    let = game.clone()
    unopposed(let, "pass")
    assert monsters(let) == ["ruggoth", PEOPLE]
    unopposed(game, "play", card="o_rlyeh")
    assert len(monsters(game)) == 3


def test_a_game_can_be_saved_afterwards() -> None:
    """The hand is not shown again."""
    game = combat({"hand": ["canned_meat", "rugose"]}, monsters=[PEOPLE])
    again = Game.load(game.save())
    assert again.position.tobytes() == game.position.tobytes()
    game.do("run_away")
    assert int(game.position["combat"]["bared"][0]) == 1


def test_the_dearest_item_is_lost() -> None:
    """CURSE-3: of equals the player chooses."""
    game = combat({"table": ["flamethrower", "fez_of_fazooli"]}, monsters=[huge(PEOPLE)], dice=[1])
    lose(game)
    assert options(game) == ["Flamethrower"]
    game.do(card="flamethrower")
    assert place_of(game, "flamethrower") == "discards"


def test_what_leaves_the_combat_is_offered_before_the_leader_is_asked() -> None:
    """DECK-1: so that a game can be saved during the decision."""
    seat = {"klass": "cultist", "level": 9, "table": ["backpack_full_of_dynamite"]}
    game = combat(seat, monsters=["equal_opportunity_tentacle", PEOPLE])
    passes(game)
    assert game.decision == Decision.COMBAT
    assert not int(game.position["heavy"][0]) & DISCARDED
    assert Game.load(game.save()).legal_actions().tolist() == game.legal_actions().tolist()


def test_what_is_forced_may_be_cancelled() -> None:
    """PLAY-3: each card for itself, as if its player had chosen it; then everything is as if nobody could have."""
    held = {"hand": ["sticker_ichor", "canned_meat", "rugose"], "level": 8}
    game = combat(held, {"hand": ["o_rlyeh"]}, {"hand": ["ia_rlyeh"]}, monsters=[PEOPLE])
    plain = combat(held, {"hand": ["mephitic"]}, {"hand": ["ia_rlyeh"]}, monsters=[PEOPLE])
    first = "sticker_ichor" if place_of(game, "sticker_ichor") == "aside" else "canned_meat"
    second = "canned_meat" if first == "sticker_ichor" else "sticker_ichor"
    assert (game.decision, game.current_player, open_window(game)) == (Decision.WINDOW, 1, "played")
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
    unopposed(let, "pass")
    passes(plain)
    assert (let.decision, let.strength("players")) == (Decision.COMBAT, plain.strength("players"))


def test_open_windows_ask_everybody_about_what_is_forced() -> None:
    """WINDOW-3: but not the player whose hand it comes from."""
    game = combat({"hand": ["canned_meat"]}, monsters=[PEOPLE], windows="open")
    seats = []
    while open_window(game) == "played":
        seats.append(game.current_player)
        game.do("pass")
    assert seats == [1, 2]


@pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")
@pytest.mark.interpreted
def test_what_is_tried_is_put_back() -> None:
    """COMBAT-9: asking whether a card would help changes no byte, wherever it lies in the hand or in the combat."""
    game = combat(
        {"level": 5, "hand": ["kicker_ichor", "thicker_ichor", "ichor_liquor", "canned_meat"], "table": SHOD},
        {"hand": ["sticker_ichor"]},
        monsters=["polly_polyp"],
    )
    game.do("play", card="ichor_liquor", place="players")
    pass_until(game, 1).do("play", card="sticker_ichor", place="monsters")
    position = game.position.copy()
    s, t = records(position)[0], records(game.tables)[0]
    before = position.tobytes()
    tried = 0
    for c in range(1, int(t.n_cards) + 1):
        zone = int(s.card[c].zone)
        if zone == Zone.HAND:
            gains = {edge_spent(s, t, 0, c, side, 0) for side in (0, 1)}
            tried += len(gains)
        elif zone == Zone.COMBAT and int(t.kind_of[c]) != int(Kind.MONSTER):
            assert edge_taken(s, t, c) != edge_turned(s, t, c)
            tried += 2
        assert position.tobytes() == before
    assert tried > 6
