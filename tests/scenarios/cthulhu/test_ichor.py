"""Statements of the cards about ichor hold for every ichor: also for one that gives no side a bonus."""

from typing import Any

import pytest

from munchkin_env.cards.reader import read_edition
from munchkin_env.engine.mutations.chance import DICE
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Event, Tag
from tests.each import each
from tests.kit.looking import can, events, hand, may, monsters, place_of
from tests.kit.playing import concede, passes
from tests.scenarios.cthulhu.kit import combat, huge

BONUS = {
    *("ichor_liquor", "sicker_ichor", "sticker_ichor", "boiling_ichor"),
    *("flaming_ichor_cocktail", "industrial_strength_ichor"),
}
OTHERS = {"bicker_ichor", "kicker_ichor", "quicker_ichor", "thicker_ichor", "buttermilk_ichor", "decaffeinated_ichor"}
WHACKER: dict[str, Any] = {"level": 3, "klass": "monster_whacker"}
STOMPERS, GAIN = "monster_stompers", 3
PONCHO, PAIL = "slime_proof_poncho", "pail_for_unwholesome_milk"
PLAIN = "nightie_gaunts"


def test_every_ichor_is_asked_about() -> None:
    """COMBAT-1: a new one belongs to one of the two lists, and into what is tested here."""
    assert {card.id for card in read_edition("cthulhu").cards if Tag.ICHOR in card.tags} == BONUS | OTHERS


def play(game: Game, card: str, by: int = 0, **parts: Any) -> Game:
    """The seat plays the card as soon as it is asked; the leader makes any legal declaration, so that others are."""
    if game.decision == Decision.COMBAT and game.current_player != by:
        game.do("kill" if may(game, "kill") else "run_away")
    while game.current_player != by:
        game.do("pass")
    game.do("play", card=card, **parts)
    assert not game.broken()
    return game


def least_face(game: Game, place: int = 0) -> int:
    """The least face of the die with which a fleeing player escapes the monster; 7 if none does."""
    assert game.decision == Decision.FLEE
    for face in range(1, 7):
        once = Game.load(game.save())
        thrown = int(once.position["chance"][0, DICE])
        once.position["n_dice"][0] = thrown + 1
        once.position["dice"][0, thrown] = face
        before = len(events(once, Event.ESCAPED))
        once.do("roll", place=place)
        passes(once)
        if len(events(once, Event.ESCAPED)) > before:
            return face
    return 7


# --------------------------------------------------------------------------- Kicker Ichor


@each(
    ("monster", "more", "times"),
    [
        *((PLAIN, [], 3), ("elder_globs", [], 1), ("ichor_sommelier", [], 9), ("frying_polyps", [], 6)),
        *(("great_cthulhoo", [], -3), (PLAIN, ["thicker_ichor"], 6), ("ichor_sommelier", ["thicker_ichor"], 18)),
        *((PLAIN, ["decaffeinated_ichor"], 1), ("elder_globs", ["thicker_ichor"], 1)),
        (PLAIN, ["thicker_ichor", "decaffeinated_ichor"], 1),
    ],
)
def test_what_kicker_ichor_does(monster: str, more: list[str], times: int) -> None:
    """COMBAT-1: it triples footgear, so far as ichor counts there; without it the footgear counts once."""
    game = combat({**WHACKER, "table": [STOMPERS], "hand": ["kicker_ichor", *more]}, monsters=[monster])
    before = game.strength("players")
    play(game, "kicker_ichor")
    for card in more:
        play(game, card, **({"second": "kicker_ichor"} if card == "thicker_ichor" else {}))
    passes(game)
    assert game.strength("players") - before == GAIN * (times - 1)


def test_the_pail_makes_more_of_kicker_ichor() -> None:
    """COMBAT-1: as of any ichor for its owner's side."""
    game = combat({**WHACKER, "table": [STOMPERS, PAIL], "hand": ["kicker_ichor"]}, monsters=[PLAIN])
    before = game.strength("players")
    assert play(game, "kicker_ichor").strength("players") - before == GAIN * 5


@pytest.mark.parametrize(("by", "more"), [(0, 2 * GAIN), (1, 0)])
def test_the_poncho_spares_its_owner_the_kicker_ichor_of_others(by: int, more: int) -> None:
    """COMBAT-1: the owner's footgear, not that of an ally; and the owner's ichor counts."""
    seats: list[dict[str, Any]] = [{**WHACKER, "table": [STOMPERS, PONCHO]}, {"level": 1}, {}]
    seats[by]["hand"] = ["kicker_ichor"]
    game = combat(*seats, monsters=["ozathoth"])
    before = game.strength("players")
    assert play(game, "kicker_ichor", by).strength("players") - before == more
    ally = [{"level": 3, "table": [PONCHO]}, {**WHACKER, "table": [STOMPERS], "hand": ["kicker_ichor"]}]
    helped = combat(*ally, monsters=["ozathoth"], helper=1)
    before = helped.strength("players")
    assert play(helped, "kicker_ichor", 1).strength("players") - before == 2 * GAIN


# --------------------------------------------------------------------------- Quicker Ichor


def fled(monster: str, seat: dict[str, Any], plays: list[tuple[int, str, dict[str, Any]]], **more: Any) -> Game:
    """The leader has conceded, the cards have been played, and the leader has to roll."""
    seats: list[dict[str, Any]] = [{"level": 3, **seat}, {"level": 1}, {}]
    for by, card, _ in plays:
        seats[by]["hand"] = [*seats[by].get("hand", []), card]
    game = combat(*seats, monsters=more.pop("monsters", [huge(monster)]), **more)
    game.do("run_away")
    for by, card, parts in plays:
        play(game, card, by, **parts)
    passes(game)
    return game


FOR, AGAINST = {"place": "players"}, {"place": "monsters"}


@pytest.mark.parametrize(
    ("monster", "side", "change"),
    [
        *((PLAIN, FOR, 2), (PLAIN, AGAINST, -2), ("elder_globs", FOR, 0), ("elder_globs", AGAINST, -2)),
        *(("frying_polyps", FOR, 4), ("frying_polyps", AGAINST, -2), ("great_cthulhoo", FOR, -2)),
    ],
)
def test_what_quicker_ichor_does(monster: str, side: dict[str, str], change: int) -> None:
    """FLEE-1: it changes the rolls, so far as ichor counts there; Elder Globs take bonuses double, not rolls."""
    usual = least_face(fled(monster, {}, []))
    assert least_face(fled(monster, {}, [(0, "quicker_ichor", side)])) == min(7, max(1, usual - change))


def test_the_sommelier_and_the_pail_make_more_of_quicker_ichor() -> None:
    """FLEE-1: three times, double."""
    assert least_face(fled(PLAIN, {"table": [PAIL]}, [(0, "quicker_ichor", FOR)])) == 1
    assert least_face(fled("ichor_sommelier", {}, [(0, "quicker_ichor", FOR)])) == 1
    assert least_face(fled("ichor_sommelier", {}, [])) == 5


def test_a_roll_minds_the_monster_that_one_runs_from() -> None:
    """FLEE-1: against Elder Globs the ichor is nothing, against the other one it counts."""
    game = fled("", {}, [(0, "quicker_ichor", FOR)], monsters=["elder_globs", PLAIN])
    assert (least_face(game, 0), least_face(game, 1)) == (5, 3)


@pytest.mark.parametrize(("side", "face"), [(FOR, 1), (AGAINST, 7)])
def test_thicker_ichor_doubles_quicker_ichor(side: dict[str, str], face: int) -> None:
    """FLEE-1: played after the defeat is declared, or by a fleeing player at the roll; on no other ichor there."""
    quicker = (0, "quicker_ichor", side)
    assert least_face(fled(PLAIN, {}, [quicker, (0, "thicker_ichor", {"second": "quicker_ichor"})])) == face
    late = fled(PLAIN, {"hand": ["thicker_ichor"]}, [(1, "ichor_liquor", AGAINST), quicker])
    assert not can(late, "play", card="thicker_ichor", second="ichor_liquor")
    play(late, "thicker_ichor", second="quicker_ichor")
    assert least_face(late) == face


@pytest.mark.parametrize(("option", "face"), [(0, 5), (1, 7)])
def test_ichor_picker_takes_or_turns_quicker_ichor(option: int, face: int) -> None:
    """PLAY-3: with what it has changed of the rolls, and what hung on it; or it changes them the other way."""
    thicker = (0, "thicker_ichor", {"second": "quicker_ichor"})
    game = fled(PLAIN, {"hand": ["ichor_picker"]}, [(0, "quicker_ichor", FOR), thicker])
    play(game, "ichor_picker", second="quicker_ichor").do(amount=option)
    assert not game.broken()
    assert least_face(game) == face
    assert hand(game, 0) == (["quicker_ichor"] if option == 0 else [])
    assert place_of(game, "thicker_ichor") == ("discards" if option == 0 else "combat")


def test_decaffeinated_ichor_silences_quicker_ichor() -> None:
    """FLEE-1: in any order."""
    for order in (1, -1):
        plays: list[tuple[int, str, dict[str, Any]]] = [(1, "quicker_ichor", FOR), (2, "decaffeinated_ichor", {})]
        plays = plays[::order]
        assert least_face(fled(PLAIN, {}, plays)) == 5


@pytest.mark.parametrize(("by", "side", "face"), [(0, FOR, 3), (0, AGAINST, 7), (1, FOR, 5), (1, AGAINST, 5)])
def test_the_poncho_spares_its_owner_the_quicker_ichor_of_others(by: int, side: dict[str, str], face: int) -> None:
    """FLEE-1: the owner, not the ally."""
    assert least_face(fled(PLAIN, {"table": [PONCHO]}, [(by, "quicker_ichor", side)])) == face
    seats = [{"level": 1, "table": [PONCHO]}, {"level": 1, "hand": ["quicker_ichor"]}]
    game = combat(*seats, monsters=[huge(PLAIN)], helper=1, dice=[6])
    game.do("run_away")
    play(game, "quicker_ichor", 1, **FOR)
    passes(game)
    assert (game.current_player, least_face(game)) == (0, 5)
    game.do("roll", place=0)
    passes(game)
    assert (game.current_player, least_face(game)) == (1, 3)


# --------------------------------------------------------------------------- ichor about ichor


def test_elder_globs_keep_their_ichor_from_decaffeinated_ichor() -> None:
    """COMBAT-1: ichor against them does nothing; what they are given counts double as ever, also thickened."""
    held = ["sticker_ichor", "thicker_ichor", "decaffeinated_ichor"]
    game = combat({"level": 3, "hand": held}, monsters=["elder_globs"])
    play(game, "sticker_ichor", **AGAINST)
    assert game.strength("monsters") == 10 + 8
    play(game, "decaffeinated_ichor")
    assert game.strength("monsters") == 10 + 8
    play(game, "thicker_ichor", second="sticker_ichor")
    assert game.strength("monsters") == 10 + 16


@pytest.mark.parametrize(("by", "times"), [(0, 2), (1, 1)])
def test_the_poncho_spares_its_owner_what_others_make_of_his_ichor(by: int, times: int) -> None:
    """COMBAT-1: another's Thicker Ichor, or Decaffeinated Ichor, does nothing to the ichor that the owner has
    played."""
    seats: list[dict[str, Any]] = [{"level": 3, "table": [PONCHO], "hand": ["sticker_ichor"]}, {"hand": []}]
    seats[by]["hand"] = [*seats[by]["hand"], "thicker_ichor"]
    game = combat(*seats, {}, monsters=["ozathoth"])
    before = game.strength("players")
    play(game, "sticker_ichor", **FOR)
    play(game, "thicker_ichor", by, second="sticker_ichor")
    assert game.strength("players") - before == 4 * times
    seats = [{"level": 3, "table": [PONCHO], "hand": ["sticker_ichor"]}, {"hand": ["decaffeinated_ichor"]}, {}]
    decaf = combat(*seats, monsters=["ozathoth"])
    play(decaf, "sticker_ichor", **FOR)
    play(decaf, "decaffeinated_ichor", 1)
    assert decaf.strength("players") == before + 4


def test_what_ichor_picker_turns_its_player_has_played() -> None:
    """PLAY-3: so a poncho spares its owner the ichor that somebody else has turned against them."""
    seats = [{"level": 3, "table": [PONCHO], "hand": ["sticker_ichor"]}, {"hand": ["ichor_picker"]}, {}]
    game = combat(*seats, monsters=["ozathoth"])
    before = game.strength("players")
    play(game, "sticker_ichor", **FOR)
    play(game, "ichor_picker", 1, second="sticker_ichor").do(amount=1)
    assert (game.strength("players"), game.strength("monsters")) == (before, 18)


@pytest.mark.parametrize("card", ["thicker_ichor", "decaffeinated_ichor"])
def test_ichor_picker_undoes_what_ichor_makes_of_ichor(card: str) -> None:
    """PLAY-3: any ichor lies there to be taken."""
    held = ["sticker_ichor", card, "ichor_picker"]
    game = combat({"level": 3, "hand": held}, monsters=["ozathoth"])
    play(game, "sticker_ichor", **FOR)
    play(game, card, **({"second": "sticker_ichor"} if card == "thicker_ichor" else {}))
    assert game.strength("players") == 3 + (8 if card == "thicker_ichor" else 0)
    play(game, "ichor_picker", second=card).do(amount=0)
    assert (game.strength("players"), hand(game, 0)) == (3 + 4, [card])


# --------------------------------------------------------------------------- ichor that works at once


def test_bicker_ichor_does_not_remove_elder_globs() -> None:
    """COMBAT-6: they are the lower ones, and immune; another one that is lower goes."""
    seat = {"level": 3, "hand": ["bicker_ichor"]}
    assert not can(combat(seat, monsters=["elder_globs", "ozathoth"]), "play", card="bicker_ichor")
    game = combat(seat, monsters=["elder_globs", "polly_polyp"])
    assert not can(game, "play", card="bicker_ichor", place=0)
    play(game, "bicker_ichor", place=1)
    assert monsters(game) == ["elder_globs"]


def test_what_stops_bicker_ichor_and_what_boils() -> None:
    """COMBAT-6, PLAY-3: Decaffeinated Ichor that lies there, and the poncho, if somebody else would play it."""
    for card, there in (("bicker_ichor", "polly_polyp"), ("boiling_ichor", "the_haystack_that_breathes")):
        seats = [{"level": 3, "hand": [card, "decaffeinated_ichor"]}, {}, {}]
        game = combat(*seats, monsters=[there, "ozathoth"])
        assert can(game, "play", card=card, place=0)
        play(game, "decaffeinated_ichor")
        assert not can(game, "play", card=card, place=0)
        own = combat({"level": 3, "table": [PONCHO], "hand": [card]}, monsters=[there, "ozathoth"])
        assert can(own, "play", card=card, place=0)
        others = combat({"level": 3, "table": [PONCHO]}, {"hand": [card]}, monsters=[there, "ozathoth"])
        others.do("run_away")
        while others.decision == Decision.WINDOW and others.current_player != 1:
            others.do("pass")
        assert others.current_player != 1 or not can(others, "play", card=card, place=0)


def test_ichor_picker_takes_bicker_ichor_after_its_work() -> None:
    """PLAY-3: a removed ichor stays removed, and there is nothing to double."""
    seat = {"level": 3, "hand": ["bicker_ichor", "ichor_picker", "thicker_ichor"]}
    game = play(combat(seat, monsters=["polly_polyp", "ozathoth"]), "bicker_ichor", place=0)
    assert not can(game, "play", card="thicker_ichor", second="bicker_ichor")
    play(game, "ichor_picker", second="bicker_ichor").do(amount=0)
    assert (hand(game, 0), monsters(game)) == (["bicker_ichor", "thicker_ichor"], ["ozathoth"])


@pytest.mark.parametrize(
    ("monster", "before", "works"),
    [
        *((PLAIN, [], True), ("elder_globs", [], False), ("great_cthulhoo", [], False)),
        (PLAIN, ["decaffeinated_ichor"], False),
    ],
)
def test_what_stops_buttermilk_ichor(monster: str, before: list[str], works: bool) -> None:
    """FLEE-1: one does not slip away from Elder Globs by it, nor where ichor counts for nothing."""
    held = {"level": 3, "hand": [*before, "buttermilk_ichor"], "table": [PONCHO]}
    game = combat(held, monsters=[huge(monster)], dice=[1])
    for card in before:
        play(game, card)
    concede(game)
    game.do("roll", place=0)
    assert can(game, "play", card="buttermilk_ichor") == works
