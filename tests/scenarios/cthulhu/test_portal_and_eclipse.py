"""A door card that is exchanged for two doors, and treasure that is shared out again."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Window, Zone
from tests.kit.greedy import best
from tests.kit.looking import can, cards, doors_gone, hand, monsters, open_window, options, place_of, seen_by
from tests.kit.playing import passes, unopposed
from tests.observation.play import rearranged, sights
from tests.scenarios.cthulhu.kit import combat, table_of

PORTAL = {"hand": ["portal_of_mystery"]}
ECLIPSE = {"hand": ["solar_eclipse"]}
FOUR = ("bowling_pin", "bug_spray", "brass_knucks", "tommy_gun")


# --------------------------------------------------------------------------- Portal of Mystery


def test_a_portal_that_is_opened_leads_to_another_door() -> None:
    """TURN-2: one door comes to the hand, face down, and the next one is opened in its place."""
    game = table_of({}, doors=["portal_of_mystery", "cheat", "buggoth"])
    game.do("open_door")
    assert (hand(game, 0), monsters(game), doors_gone(game)) == (["cheat"], ["buggoth"], ["portal_of_mystery"])
    assert seen_by(game, "cheat") == set()
    assert int(game.position["reopens"][0]) == 0


def test_a_portal_may_lead_to_what_is_no_monster() -> None:
    """TURN-2, TURN-4: then there is no monster behind the door."""
    game = table_of({}, doors=["portal_of_mystery", "cheat", "mutation"])
    unopposed(game, "open_door")
    assert (game.decision, hand(game, 0)) == (Decision.AFTER_DOOR, ["cheat", "mutation"])
    assert seen_by(game, "mutation") == {1, 2}


def test_a_portal_may_lead_nowhere() -> None:
    """DECK-2: the last door is drawn face down, the portal itself is shuffled in and opened again, without an end."""
    game = table_of({}, doors=["portal_of_mystery", "cheat"])
    unopposed(game, "open_door")
    assert (game.decision, hand(game, 0)) == (Decision.AFTER_DOOR, ["cheat", "portal_of_mystery"])


def test_a_portal_drawn_face_down_is_exchanged_in_the_own_turn() -> None:
    """PLAY-1: for two doors, which nobody else sees."""
    game = table_of(PORTAL, doors=["cheat", "buggoth", "mutation"])
    unopposed(game, "play", card="portal_of_mystery")
    assert (hand(game, 0), doors_gone(game)) == (["buggoth", "cheat"], ["portal_of_mystery"])
    assert seen_by(game, "buggoth") == set()


@pytest.mark.parametrize("phase", ["start", "trouble", "after"])
def test_a_portal_is_exchanged_at_any_time_of_the_own_turn(phase: str) -> None:
    assert can(table_of(PORTAL, phase=phase), "play", card="portal_of_mystery")


def test_a_portal_is_exchanged_in_the_own_combat_and_not_in_the_turn_of_others() -> None:
    """PLAY-3: in combat as well, where it lies until the combat is over."""
    game = combat(PORTAL, PORTAL | {"hand": ["cheat"]}, monsters=["buggoth"], doors=["mutation", "mephitic"])
    unopposed(game, "play", card="portal_of_mystery")
    assert (hand(game, 0), place_of(game, "portal_of_mystery")) == (["mephitic", "mutation"], "combat")
    other = table_of({}, PORTAL, phase="begin", forced_choices=False)
    while other.decision == Decision.WINDOW:
        assert other.current_player != 1 or "play" not in options(other)
        other.do("pass")


def test_the_doors_behind_a_portal_are_saved_with_a_question_open() -> None:
    """DECK-1: the portal is discarded before the doors are drawn, and may be claimed then."""
    game = table_of({}, {"hand": ["ia_rlyeh"]}, doors=["portal_of_mystery", "cheat", "buggoth"])
    game.do("open_door")
    assert (game.current_player, open_window(game), int(game.position["reopens"][0])) == (1, "discard", 1)
    again = mk.Game.load(game.save())
    assert again == game
    for one in (game, again):
        one.do("play", card="ia_rlyeh", second="portal_of_mystery")
        assert (hand(one, 1), hand(one, 0), monsters(one)) == (["portal_of_mystery"], ["cheat"], ["buggoth"])


def test_greedy_exchanges_a_portal() -> None:
    """For cards that it can keep."""
    assert best(table_of(PORTAL)) == "play"
    full = {"hand": ["portal_of_mystery", "mephitic", "rugose", "squamous", "cheat"]}
    assert best(table_of(full)) != "play"


# --------------------------------------------------------------------------- Solar Eclipse


def won(*players: dict[str, Any], treasures: tuple[str, ...] = FOUR, deal: int = 0, **settings: Any) -> mk.Game:
    """Seat 0 has beaten two monsters of two treasures each with the help of seat 1; the treasure lies shown."""
    facts = {"monsters": ["geek_ones", "h_p_munchcraft"], "helper": 1, "deal": deal}
    game = table_of(*players, phase="combat", combat=facts, treasures=treasures, **settings)
    game.do("kill")
    while game.decision == Decision.WINDOW and open_window(game) != "spoils":
        game.do("pass")
    return game


def known(game: mk.Game, seat: int) -> list[set[int]]:
    """The other seats that know each card of a hand."""
    return [seen_by(game, card) for card in hand(game, seat)]


LEADER = {"level": 6}
HELPER = {"level": 8}
OTHER = {"level": 3}


def test_an_eclipse_halves_the_treasure() -> None:
    """HELP-2: despite any agreement; an ally has seen what the other one gets, a third player does not know it."""
    game = won(LEADER, HELPER, {**OTHER, **ECLIPSE})
    assert (game.current_player, cards(game, Zone.SPOILS)) == (2, sorted(FOUR))
    game.do("play", card="solar_eclipse")
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert len(hand(game, 0)) == len(hand(game, 1)) == 2
    assert sorted(hand(game, 0) + hand(game, 1)) == sorted(FOUR)
    assert known(game, 0) == [{1}] * 2
    assert known(game, 1) == [{0}] * 2
    assert [len(View.of(game, seat).hand(1)) for seat in (0, 2)] == [2, 0]
    passes(game)
    assert place_of(game, "solar_eclipse") == "discards"


def test_an_odd_card_goes_to_the_player_in_turn() -> None:
    """HELP-2: here the leader of the combat; three treasures, since the deck has no more."""
    game = won(LEADER, {**HELPER, **ECLIPSE}, OTHER, treasures=FOUR[:3])
    game.do("play", card="solar_eclipse")
    assert (len(hand(game, 0)), len(hand(game, 1))) == (2, 1)
    assert known(game, 0) == [{1}] * 2
    assert known(game, 1) == [{0}]


def test_a_single_card_lies_open_for_all() -> None:
    """HELP-2: everybody knows who got it."""
    game = won(LEADER, {**HELPER, **ECLIPSE}, OTHER, treasures=FOUR[:1])
    game.do("play", card="solar_eclipse")
    assert (len(hand(game, 0)), len(hand(game, 1))) == (1, 0)
    assert known(game, 0) == [{1, 2}]


def test_an_odd_card_goes_to_the_player_in_turn_even_without_a_part_in_the_fight() -> None:
    """HELP-2, HELP-8: another player has taken over the combat; the first one may lay out cards at once (TURN-6)."""
    game = won(LEADER, HELPER, {**OTHER, **ECLIPSE}, treasures=FOUR[:3])
    game.position["turn_seat"] = 2
    game.position["combat"]["turn_of"] = 2
    game.do("play", card="solar_eclipse")
    assert [len(hand(game, seat)) for seat in range(3)] == [1, 1, 1]
    assert {seat for card in FOUR[:3] for seat in seen_by(game, card)} == set()


def test_the_cards_are_dealt_by_chance() -> None:
    """The same treasure comes to other hands under another seed."""
    hands = set()
    for seed in range(6):
        game = won(LEADER, HELPER, {**OTHER, **ECLIPSE}, seed=seed)
        game.do("play", card="solar_eclipse")
        hands.add(tuple(hand(game, 0)))
    assert len(hands) > 2


def test_without_it_treasure_is_shared_as_agreed() -> None:
    """WINDOW-3: a player who lets it pass, or has no such card, changes nothing."""
    game = won(LEADER, HELPER, {**OTHER, **ECLIPSE}, deal=1)
    game.do("pass")
    assert game.decision == Decision.SPOILS
    assert won(LEADER, HELPER, OTHER, deal=1).decision == Decision.SPOILS


def test_a_lone_winner_shares_with_nobody() -> None:
    """TREAS-1: the treasure of a lone winner is drawn face down."""
    game = combat(LEADER, HELPER, {**OTHER, **ECLIPSE}, monsters=["geek_ones"])
    game.do("kill")
    assert game.decision != Decision.WINDOW
    assert len(hand(game, 0)) == 2


def test_open_windows_ask_everybody() -> None:
    """WINDOW-3: then a pass tells nobody that there was nothing to choose."""
    game = won(LEADER, HELPER, OTHER, windows="open")
    seats = []
    while int(game.position["window"][0]) == Window.SPOILS:
        seats.append(game.current_player)
        game.do("pass")
    assert seats == [1, 2, 0]
    base = mk.scenario(
        [{"level": 6}, {"level": 8}, {}],
        phase="combat",
        combat={"monsters": ["potted_plant"], "helper": 1},
        windows="open",
    )
    while base.decision == Decision.WINDOW or base.decision == Decision.COMBAT:
        assert int(base.position["window"][0]) != Window.SPOILS
        base.do("kill" if base.decision == Decision.COMBAT else "pass")


def test_the_moment_is_saved_and_shown_to_nobody() -> None:
    """WINDOW-3: as in other windows."""
    game = won(LEADER, {**HELPER, **ECLIPSE}, {**OTHER, "hand": ["cheat"]}, rest="deck")
    assert (game.current_player, mk.Game.load(game.save())) == (1, game)
    assert sights(game, 0) == sights(rearranged(game, 0, np.random.default_rng(1)), 0)
    assert "Treasure to share" in game.text(1)


@pytest.mark.parametrize(
    ("seat", "deal", "answer"), [(1, 0, "play"), (1, 2, "pass"), (0, 0, "pass"), (0, 4, "play"), (2, 0, "pass")]
)
def test_greedy_plays_it_for_a_larger_part(seat: int, deal: int, answer: str) -> None:
    """It is promised less than half."""
    players = [{**facts, **(ECLIPSE if p == seat else {})} for p, facts in enumerate((LEADER, HELPER, OTHER))]
    game = won(*players, deal=deal)
    assert game.current_player == seat
    assert best(game) == answer


@pytest.mark.parametrize(("ahead", "answer"), [(0, "play"), (1, "pass")])
def test_greedy_plays_it_against_who_is_ahead(ahead: int, answer: str) -> None:
    """A bystander: the leader of the combat would have all, and has most levels, or the helper has."""
    levels = [3, 3]
    levels[ahead] = 7
    players = [{**facts, "level": level} for facts, level in zip((LEADER, HELPER), levels, strict=True)]
    game = won(*players, {**OTHER, **ECLIPSE}, deal=0)
    assert game.current_player == 2
    assert best(game) == answer
