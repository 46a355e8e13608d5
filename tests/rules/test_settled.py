"""No question is asked in an unsettled position (WINDOW-0), and what is settled late: help, excess, forced plays."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.kernels.kernel import copied
from munchkin_env.engine.validation import invariants
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.vocabulary import Decision, Event, Verb
from tests.kit.editions import card_of, edition
from tests.kit.looking import carried, copy_of, events, hand, may, monsters, open_window, table, words
from tests.kit.playing import pass_until, settle, settled
from tests.kit.tables import fight, in_turn

JOINS = ["wandering_monster", "gazebo"]
FEAR = "madness_they_are_after_me"


def helper(game: mk.Game) -> int | None:
    seat = int(game.position["combat"]["helper"][0]) - 1
    return None if seat < 0 else seat


# --------------------------------------------------------------------------- who helps


def test_an_expelled_helper_is_out_before_anybody_is_asked() -> None:
    """WINDOW-0, HELP-8: a Gazebo joins after the declared kill: the helper has no strength there, and no charm."""
    wizard = {"level": 5, "klass": "wizard", "hand": ["baby", "mate", "illusion"]}
    thief = {"klass": "thief", "hand": ["leather_armor", *JOINS]}
    game = fight(["net_troll"], {"level": 6}, wizard, thief, helper=1, deal=2)
    game.do("kill")
    pass_until(game, 2).do("play", card=JOINS[0], second=JOINS[1])
    assert (helper(game), game.strength("players")) == (None, 6)
    backstabs = 0
    while game.decision == Decision.WINDOW:
        assert not may(game, "charm")
        if may(game, "backstab"):
            backstabs += 1
            twin = mk.Game.load(game.save())
            twin.step(Verb.BACKSTAB)
            assert words(twin) == {"the player 1 to the left"}, "the leader"
        game.do("pass")
    assert backstabs == 1
    assert (game.decision, game.current_player, game.level(0)) == (Decision.COMBAT, 0, 6)
    assert not may(game, "kill")


@pytest.mark.parametrize(
    ("leader", "helping", "card", "on"),
    [
        ({}, {}, FEAR, 1),  # may help nobody
        ({}, {"table": ["madness_dread_of_dread"]}, "madness_gammaphobia", 0),  # may not help a phobic
        ({}, {}, "curse_nobody_believes_you", 0),  # nobody may help the leader
    ],
)
def test_a_helper_who_may_help_no_more_is_out(
    leader: dict[str, Any], helping: dict[str, Any], card: str, on: int
) -> None:
    """WINDOW-0, HELP-8: by a Madness or curse in the last window; the kill does not hold any more."""
    seats_ = ({"level": 5, **leader}, {"level": 9, **helping}, {"hand": [card]})
    game = fight(["froggoth"], *seats_, helper=1, deal=1, editions=("cthulhu",), rest="out")
    game.do("kill")
    pass_until(game, 2).do("play", card=card, seat=on)
    settle(game)
    assert (game.decision, helper(game), game.strength("players")) == (Decision.COMBAT, None, 5)
    assert hand(game, 1) == []


@pytest.mark.parametrize(
    ("asked", "leader", "card", "on", "editions"),
    [
        ({}, {}, FEAR, 1, ("cthulhu",)),
        ({"table": ["madness_dread_of_dread"]}, {}, "madness_gammaphobia", 0, ("cthulhu",)),
        ({"table": ["madness_boundless_generosity"]}, {}, FEAR, 1, ("cthulhu",)),  # would have to help
        ({}, {"table": ["kneepads_of_allure"]}, FEAR, 1, ("munchkin", "cthulhu")),  # would be forced
    ],
)
def test_who_has_come_to_be_barred_does_not_answer(
    asked: dict[str, Any], leader: dict[str, Any], card: str, on: int, editions: tuple[str, ...]
) -> None:
    """HELP-10: permission to help is checked at the decision, also for a player whom a card forces."""
    monster = "net_troll" if "munchkin" in editions else "froggoth"
    seats_ = ({"level": 3, **leader}, {"level": 9, **asked}, {"hand": [card]})
    game = fight([monster], *seats_, editions=editions, rest="out")
    game.do("ask_help", seat=1, amount=0)
    pass_until(game, 2).do("play", card=card, seat=on)
    settle(game)
    assert (game.current_player, game.decision, helper(game)) == (0, Decision.COMBAT, None)
    assert not may(game, "kill")


# --------------------------------------------------------------------------- monsters that do not attack


@pytest.mark.parametrize("declared", ["kill", "run_away"])
def test_a_monster_that_attacks_no_more_leaves_before_anybody_is_asked(declared: str) -> None:
    """WINDOW-0, COMBAT-6: by Change Sex the Amazon does not fight; nobody can double her in the same window."""
    leader = {"level": 9 if declared == "kill" else 2, "sex": "male"}
    rivals = ({"hand": ["curse_change_sex"]}, {"hand": ["mate"]})
    game = fight(["amazon"], leader, *rivals, treasures=["leather_armor", "slimy_armor"])
    game.do(declared)
    pass_until(game, 1).do("play", card="curse_change_sex", seat=0)
    while game.decision == Decision.WINDOW and open_window(game) == "curse":
        game.do("pass")
    assert monsters(game) == []
    while game.decision == Decision.WINDOW:
        assert not may(game, "play")
        game.do("pass")
    settle(game)
    assert (hand(game, 0), hand(game, 2)) == (["leather_armor"], ["mate"])


def test_a_doubled_monster_leaves_with_its_double() -> None:
    """WINDOW-0, PLAY-7: a Mate is a monster like its original; each leaves what its card says."""
    rivals = ({"hand": ["curse_change_sex"]}, {"hand": ["mate"]})
    treasures = ["leather_armor", "slimy_armor", "spiky_knees"]
    game = fight(["amazon"], {"level": 9, "sex": "male"}, *rivals, treasures=treasures)
    game.do("kill")
    pass_until(game, 2).do("play", card="mate", place=0)
    pass_until(game, 1).do("play", card="curse_change_sex", seat=0)
    settle(game)
    assert (game.level(0), hand(game, 0)) == (9, ["leather_armor", "slimy_armor"])


def test_the_double_fights_on_where_a_card_removes_the_original() -> None:
    """PLAY-7, COMBAT-6: with the enhancers of both; it is killed for a level and a treasure of its own."""
    wizard = {"level": 9, "klass": "wizard", "hand": ["leather_armor", "baby", "ancient"]}
    rival = {"hand": ["mate"]}
    game = fight([{"card": "lame_goblin", "enhancers": ["enraged"]}], wizard, {}, rival, treasures=["helm_of_courage"])
    game.do("kill")
    pass_until(game, 2).do("play", card="mate", place=0)
    settle(game)
    settled(game, "charm", place=0)
    assert (monsters(game), game.strength("monsters")) == (["lame_goblin"], 1 + 5)


def test_a_sword_used_in_the_window_sends_the_swallower_away() -> None:
    """WINDOW-0, COMBAT-6: the sword is laid out in the combat; the next one asked finds no monster to double."""
    leader = {"level": 3, "hand": ["sneaky_bastard_sword"]}
    game = fight(["sword_swallower"], leader, {"hand": ["mate"]}, editions=("extended",))
    game.do("lay_out", card="sneaky_bastard_sword")
    assert monsters(game) == []
    assert game.decision != Decision.WINDOW or not may(game, "play")


# --------------------------------------------------------------------------- a leader who dies; dice; what is forced


BOLT = card_of("bolt", "curse", 'play = [{ do = "death" }]')


def test_nobody_plays_into_the_combat_of_a_dead_leader() -> None:
    """WINDOW-0, DEATH-5: the death ends the combat at once, and the window in which the leader died with it."""
    blend = ("munchkin", edition("deadly", BOLT))
    rivals = ({"hand": ["bolt"]}, {"hand": ["mate"]})
    game = fight(["lame_goblin"], {"level": 5}, *rivals, editions=blend, rest="out")
    game.do("kill")
    pass_until(game, 1).do("play", card="bolt", seat=0)
    while int(game.position["combat"]["active"][0]):
        assert (game.decision, open_window(game)) == (Decision.WINDOW, "curse"), "nobody is asked once he is dead"
        game.do("pass")
    assert (hand(game, 2), game.level(0)) == (["mate"], 5)
    assert (Event.KILLED, 0, 1) not in events(game)


def test_a_fickle_item_is_rolled_for_before_anybody_is_asked() -> None:
    """WINDOW-0: the helper's item has its die as soon as its owner helps, not after the window on the help."""
    rival = {"hand": ["rugose"]}
    piper = {"level": 4, "table": ["bagpipes"]}
    game = fight(["great_cthulhu"], {"level": 3}, piper, rival, editions=("cthulhu",), rest="out", dice=[1])
    game.do("ask_help", seat=1, amount=0)
    settle(game).do("yes")
    assert [seat for _, seat, _ in events(game, Event.ROLLED)] == [1]
    assert (game.current_player, open_window(game)) == (2, "help")


def test_the_people_force_both_allies() -> None:
    """COMBAT-8, WINDOW-0: the helper shows the hand and plays cards that help, as soon as they help; removals come
    last."""
    held = {"level": 1, "hand": ["canned_meat", "rugose"]}
    game = fight(["tchoo_tchoo_people"], {"level": 2}, held, {}, editions=("cthulhu",), rest="out")
    assert hand(game, 1) == ["canned_meat", "rugose"]
    game.do("ask_help", seat=1, amount=0)
    settle(game).do("yes")
    assert (game.strength("players"), hand(game, 1)) == (2 + 1 + 3, ["rugose"])
    assert int(game.position["card"]["known_by"][0, copy_of(game, "rugose")]) & 0b101 == 0b101


def test_removals_are_forced_last() -> None:
    """COMBAT-8: the helper's bonus is played before the leader's card by which the People leave."""
    people, wandering = "tchoo_tchoo_people", "cthulhu:wandering_monster"
    rivals = ({"level": 1, "hand": ["canned_meat"]}, {"hand": [wandering, people]})
    leader = {"level": 9, "hand": ["pollymorph_potion"]}
    game = fight(["polly_polyp"], leader, *rivals, helper=1, editions=("cthulhu", "munchkin"), rest="out")
    game.do("kill")
    pass_until(game, 2).do("play", card=wandering, second=people)
    assert [seat for _, seat, _ in events(game, Event.PLAYED)] == [2, 1, 0]
    assert monsters(game) == ["polly_polyp"], "the stronger one has left"


@pytest.mark.parametrize(("cards", "grown"), [(2, 3), (1, 0)])
def test_what_a_monster_gets_as_it_comes_minds_both_allies(cards: int, grown: int) -> None:
    """COMBAT-8: Coggoth joins two: an even hand of the helper is enough."""
    two = ({"level": 9, "hand": ["kitchen_sink"]}, {"level": 9, "hand": ["rugose", "canned_meat"][:cards]})
    rival = {"hand": ["wandering_monster", "coggoth"]}
    game = fight(["froggoth"], *two, rival, helper=1, editions=("cthulhu",), rest="out")
    before = game.strength("monsters")
    game.do("kill")
    pass_until(game, 2).do("play", card="wandering_monster", second="coggoth")
    assert game.strength("monsters") == before + 8 + grown


def test_what_a_class_lets_one_use_is_lost_before_anybody_is_asked() -> None:
    """WINDOW-0, COMPLEX-1, SIDE-1: Buggoth silences a Gadgeteer, who chooses, and a Trader, who keeps all."""
    gear = {"klass": "gadgeteer", "table": ["exoskeleton_in_kit_form", "antenna_array_hat"]}
    crew = {"klass": "trader", "table": ["red_shirt", "very_large_bouncer"]}
    game = in_turn(gear, crew, phase="start", editions=("star", "cthulhu"), doors=["buggoth"], rest="out")
    game.do("open_door")
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    game.step(game.legal_actions()[0])
    assert sum(carried(game, card) for card in gear["table"]) == 1
    settle(game)
    assert table(game, 1) == ["red_shirt", "trader", "very_large_bouncer"]


def test_an_elf_is_paid_for_what_was_killed_before_he_joined() -> None:
    """HELP-4: kills are settled when the combat is won, and the helper is in it then."""
    elf = {"level": 9, "race": "elf"}
    leader = {"level": 2, "hand": ["potion_of_halitosis"]}
    game = fight(["floating_nose", "net_troll"], leader, elf, goal=20)
    settled(game, "play", card="potion_of_halitosis", place=0)
    game.do("ask_help", seat=1, amount=0)
    settle(game).do("yes")
    settle(game).do("kill")
    settle(game)
    assert (game.level(0), game.level(1)) == (4, 11)


# --------------------------------------------------------------------------- excess at the end of a turn

SIX = ["baby", "mate", "illusion", "enraged", "ancient", "leather_armor"]


def late() -> mk.Game:
    """A Dwarf of six cards has ended their turn; in the window before charity they lose their race."""
    game = in_turn({"level": 5, "race": "dwarf", "hand": SIX}, {"hand": ["curse_lose_your_race"]}, phase="after")
    game.do("end_turn")
    pass_until(game, 1).do("play", card="curse_lose_your_race", seat=0)
    return settle(game)


def test_excess_that_arises_before_charity_is_played_down_first() -> None:
    """TURN-5: the player may lay out cards as in their turn; then they end it again, and no charity is due."""
    game = late()
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    game.do("lay_out", card="leather_armor")
    settled(game, "end_turn")
    assert (game.turn_seat, len(hand(game, 0)), table(game, 0)) == (1, 5, ["leather_armor"])


def test_excess_that_is_not_played_down_is_given_away() -> None:
    """TURN-5: the player is asked once; the cards they keep go to the lowest."""
    game = late()
    settled(game, "end_turn")
    assert (game.current_player, game.decision) == (0, Decision.CHARITY)


def test_excess_that_was_there_when_the_turn_was_ended_is_not_asked_about_again() -> None:
    """TURN-5: a player who ends the turn with six cards has had their chance."""
    game = in_turn({"level": 5, "hand": SIX}, {"hand": ["curse_lose_your_race"]}, phase="after")
    settled(game, "end_turn")
    assert (game.current_player, game.decision) == (0, Decision.CHARITY)


def sixth_card() -> mk.Game:
    """In the window at the end of the turn a neighbour's curse gives the player in turn a sixth card."""
    rivals = ({"level": 1, "hand": ["curse_lose_two_cards"]}, {"level": 2, "hand": ["leather_armor", "humongous"]})
    game = in_turn({"level": 5, "hand": SIX[:5]}, *rivals, phase="charity")
    while open_window(game) != "turn_end":
        game.do("pass")
    pass_until(game, 1).do("play", card="curse_lose_two_cards", seat=2)
    while game.decision in (Decision.WINDOW, Decision.BEFORE_CURSE, Decision.RECEIVE, Decision.CHOOSE_CARD):
        if game.decision == Decision.CHOOSE_CARD:
            game.step(game.legal_actions()[0])
        else:
            game.do("done" if game.decision == Decision.RECEIVE else "pass")
    return game


def test_no_turn_ends_above_the_limit() -> None:
    """TURN-5: a card received at the end of the turn: the player plays down or gives away before the turn passes."""
    game = sixth_card()
    assert (game.current_player, game.decision, game.turn_seat) == (0, Decision.AFTER_COMBAT, 0)
    assert len(hand(game, 0)) == 6
    settled(game, "end_turn")
    assert (game.current_player, game.decision) == (0, Decision.CHARITY)


def test_nothing_is_looted_by_the_way() -> None:
    """TURN-4, TURN-5: the player plays cards as in their turn, but the turn has gone by: the room they left is not
    looted."""
    game = in_turn({"level": 5, "race": "dwarf", "hand": SIX}, {"hand": ["curse_lose_your_race"]}, phase="trouble")
    assert may(game, "loot_room")
    game.do("end_turn")
    pass_until(game, 1).do("play", card="curse_lose_your_race", seat=0)
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert not may(game, "loot_room")


# --------------------------------------------------------------------------- the invariant


def is_settled(game: mk.Game) -> bool:
    """Settling changes no byte of a copy; which doubts are noted (`heavy`) apart."""
    twin = copied(game._positions)
    invariants.settle_again(twin, 0, game._tables)
    before = np.ndarray(1, twin.dtype, bytearray(np.asarray(game._positions).tobytes()))
    after = np.ndarray(1, twin.dtype, bytearray(np.asarray(twin).tobytes()))
    before["heavy"] = after["heavy"] = 0
    return before.tobytes() == after.tobytes()


@pytest.mark.interpreted
@pytest.mark.parametrize(
    "editions", [("munchkin",), ("extended",), ("star",), ("cthulhu",), ("cthulhu", "star", "munchkin")]
)
def test_settling_changes_nothing_at_any_decision(editions: tuple[str, ...]) -> None:
    """WINDOW-0: random play, each decision settled again on a copy and compared byte by byte."""
    rng = np.random.default_rng(7)
    game = mk.Game(seed=11, players=4, editions=editions)
    for _ in range(400):
        if game.is_terminal:
            break
        assert is_settled(game), (game.decision, game.current_player)
        game.step(int(rng.choice(game.legal_actions())))


def test_an_unsettled_position_is_found() -> None:
    """WINDOW-0: a helper against a Gazebo, and a hand too many in use, are told."""
    game = fight(["net_troll"], {"level": 2}, {}, {"hand": ["gazebo"]}, helper=1)
    assert not game.broken()
    game = fight(["gazebo"], {"level": 2})
    game._positions["combat"]["helper"][0] = 2
    assert game.broken() & Broken.UNSETTLED
    assert not is_settled(game)
    armed = in_turn({"table": ["huge_rock"]})
    assert not armed.broken()
    armed._positions["player"]["more_hands"][0, 0] = -1
    assert armed.broken() & Broken.DERIVED
