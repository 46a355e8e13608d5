"""Consequences of hidden hands: frames of a flight, cards that leave a hand unseen, copies of a card."""

from collections.abc import Callable

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View, is_noticed
from munchkin_env.replays.recorder import Recorder
from munchkin_env.vocabulary import Decision, Pile, Verb, Zone
from tests.each import each
from tests.observation.play import listed, relist, restored


def frames_of_flight(hand: list[str], monsters: list[str], viewer: int | str) -> tuple[list[dict], set[str]]:
    """Return the frames of a viewer while Bob runs from the monsters and does nothing else, and what Bob was asked."""
    seats = [{"level": 2}, {"level": 4, "hand": hand}, {"level": 2}]
    game = mk.scenario(seats, turn=1, phase="combat", combat={"monsters": monsters}, dice=[5, 5], rest="out")
    recorder, asked = Recorder(game, viewer), set()
    while game.turn_seat == 1:
        recorder.look(game)
        asked |= {game.decision.name} if game.current_player == 1 else set()
        legal = [int(action) for action in game.legal_actions()]
        game.step(next((verb for verb in (Verb.RUN_AWAY, Verb.ROLL, Verb.PASS) if verb in legal), legal[0]))
    return [{name: part for name, part in frame.items() if name != "decision"} for frame in recorder.frames], asked


FLIGHTS = [(["undead_horse"], 0), (["undead_horse", "leperchaun"], 0), (["undead_horse"], "public")]


@each(("monsters", "viewer"), FLIGHTS)
def test_frames_of_a_flight_do_not_depend_on_the_hand_of_the_player_who_runs(
    monsters: list[str], viewer: int | str
) -> None:
    """WINDOW-3: a curse in the hand could be played before each roll; a monster could not."""
    frames, asked = frames_of_flight(["curse_lose_a_level"], monsters, viewer)
    others, no_more = frames_of_flight(["potted_plant"], monsters, viewer)
    assert "FLEE" in asked
    assert ("FLEE" in no_more) == (len(monsters) > 1)
    assert frames == others


def test_a_frame_of_too_many_big_items_does_not_depend_on_the_hand() -> None:
    """ITEM-3: a one-shot of the hand could be sold first; an item of the hand may not be."""
    noticed = []
    for card in ("pollymorph_potion", "leather_armor"):
        seats = [{}, {"table": ["huge_rock"], "carried": ["chainsaw_of_bloody_dismemberment"], "hand": [card]}, {}]
        game = mk.scenario([seats[0], {"race": "dwarf", **seats[1]}, seats[2]], turn=1, rest="out")
        game.do("drop", card="dwarf")
        while game.decision == Decision.WINDOW:
            game.do("pass")
        assert game.decision == Decision.BIG_ITEMS
        noticed.append(is_noticed(game, 0))
    assert noticed == [True, True]


@pytest.mark.interpreted
def test_a_card_that_leaves_unseen_hides_those_of_its_back_alone() -> None:
    """DECK-4: backs are public: a treasure that everybody saw is still in the hand that gave a door away."""
    hand = ["elf", "dwarf", "gazebo", "lawyers", "net_troll", "leather_armor"]
    game = charity(hand, "leather_armor", seen_by=(0, 2))
    game.do(card="gazebo")
    assert known(game, 0) == known(game, 2) == ["Leather Armor"]
    rng = np.random.default_rng(0)
    armor = game.catalogue.copies_of(game.catalogue.index("leather_armor"))[0]
    worlds = [game.resample(0, rng) for _ in range(5)]
    assert {int(world.position["card"]["zone"][0, armor]) for world in worlds} == {Zone.HAND + 1}
    again = charity(hand, "elf", seen_by=(0, 2))
    again.do(card="gazebo")
    assert (known(again, 0), known(again, 2)) == ([], ["Elf"]), "seat 2 has received the gazebo"


@pytest.mark.interpreted
@each("copy", [0, 1])
def test_of_equal_cards_nobody_knows_which_one_has_left(copy: int) -> None:
    """DECK-4: two Elves, one of them known: after an Elf is given away, none is known to be there."""
    game = charity(["elf", "elf", "gazebo", "lawyers", "net_troll", "dwarf"], "elf", seen_by=(2,), copy=copy)
    assert known(game, 2) == ["Elf"]
    game.do(card="elf")
    assert known(game, 2) == []


def charity(hand: list[str], card: str, seen_by: tuple[int, ...], copy: int = 0) -> mk.Game:
    """Return Bob's charity, with a card of the hand that other seats have seen; the receiver is Cleo."""
    seats = [{"level": 5}, {"level": 4, "hand": hand}, {"level": 1}]
    game = mk.scenario(seats, turn=1, phase="charity")
    state = game.position
    there = [one for one in game.catalogue.copies_of(game.catalogue.index(card)) if place(game, one) == Zone.HAND + 1]
    bits = sum(1 << seat for seat in seen_by)
    state["card"]["known_by"][0, there[copy]] = bits
    state["player"]["hand_known"][0, 1] = bits
    assert not game.broken()
    while game.decision == Decision.WINDOW:
        game.do("pass")
    return game


def place(game: mk.Game, copy: int) -> int:
    return int(game.position["card"]["zone"][0, copy])


def known(game: mk.Game, seat: int) -> list[str]:
    """Return the cards of Bob's hand that a seat knows."""
    return sorted(card.name for card in View.of(game, seat).hand(1))


def charmed(game: mk.Game) -> None:
    """A Wizard discards the hand."""
    game.do("charm", place=0)


def beaten(game: mk.Game) -> None:
    """The die is 1, and the bad stuff comes."""
    while game.level(0) and listed(game.position[0], Zone.HAND):
        legal = [int(action) for action in game.legal_actions()]
        game.step(next((verb for verb in (Verb.RUN_AWAY, Verb.ROLL, Verb.PASS) if verb in legal), legal[0]))


WAYS = [
    ("munchkin:bullrog", {"klass": "munchkin:wizard"}, charmed),
    ("munchkin:pukachu", {}, beaten),
    ("void_where_prohibited", {"level": 5}, beaten),  # nobody loots the body
]


@each(("monster", "player", "lose"), WAYS)
def test_the_order_of_a_hand_is_not_seen_when_all_of_it_goes(
    monster: str, player: dict, lose: Callable[[mk.Game], None]
) -> None:
    """DECK-4: nobody learns which card came first; games that look alike go on alike."""
    hand = [f"munchkin:{name}" for name in ("elf", "leather_armor", "dwarf", "curse_lose_a_level", "huge_rock")]
    combat, editions = {"monsters": [monster]}, ("munchkin", "extended")
    seats = [{"hand": hand, **player}, {}, {}]
    game = mk.scenario(seats, phase="combat", combat=combat, dice=[1] * 9, editions=editions)
    row = game.clone().position
    relist(row[0], Zone.HAND, listed(row[0], Zone.HAND)[::-1])
    twin = restored(game, row)
    for one in (game, twin):
        lose(one)
    gone = [listed(game.position[0], Zone.DISCARD + pile) for pile in (Pile.DOOR, Pile.TREASURE)]
    assert gone == [listed(twin.position[0], Zone.DISCARD + pile) for pile in (Pile.DOOR, Pile.TREASURE)]
    assert len(gone[0]) >= 3
