"""Investigators look at the door that they are about to open, and find more where they have looked for trouble."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.rendering import draw
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Flag, Verb, Zone
from tests.kit.looking import doors_gone, hand, monsters, options, table
from tests.kit.playing import kill, passes
from tests.observation.play import rearranged, sights
from tests.scenarios.cthulhu.kit import PLAIN, combat, table_of

THREE = ["mephitic", "rugose", "squamous"]  # in the order of the deck, as sets are named
SEAT = {"klass": "investigator", "hand": THREE}


def at_door(doors=("ozathoth", "buggoth"), hand_cards=THREE, **settings) -> mk.Game:
    """Seat 0, an Investigator, is about to open the door, and looks at it."""
    seat = {"klass": "investigator", "hand": [*hand_cards]}
    return table_of(seat, doors=[*doors], phase="door", **settings)


def known(game: mk.Game, seat: int) -> list[str]:
    return [card.name for card in View.of(game, seat).known_on_top(0)]


def keep(game: mk.Game) -> mk.Game:
    game.do("use_power", card="investigator", cards=THREE)
    passes(game)
    return game


def test_an_investigator_looks_at_the_door_alone() -> None:
    """TURN-2, CLASS-1: everybody sees that the player looks, nobody else the card; it stays on the pile."""
    game = at_door()
    assert (game.current_player, game.decision, options(game)) == (0, Decision.PEEK, ["pass", "use power"])
    assert [known(game, p) for p in range(3)] == [["Ozathoth"], [], []]
    assert "Known on top of the door deck: Ozathoth." in game.text(0)
    assert "Ozathoth" not in game.text(1)
    assert "Asked: player 0" in game.text(1)
    assert game.position["door"][0] == 0


def test_the_table_shows_the_door_to_him_alone() -> None:
    """As people play it."""
    game = at_door()
    shown = [table_shown(game, p) for p in range(3)]
    assert ["on top of the doors: Ozathoth (level 18)" in text for text in shown] == [True, False, False]
    assert ["Ozathoth" in text for text in shown] == [True, False, False]


def table_shown(game: mk.Game, seat: int) -> str:
    return str(draw(game, seat, "ansi"))


def test_the_door_is_opened() -> None:
    """TURN-2: the player passes, and the seen card is met; it is known on the pile no longer."""
    game = at_door()
    game.do("pass")
    passes(game)
    assert monsters(game) == ["ozathoth"]
    assert known(game, 0) == []
    assert hand(game, 0) == THREE
    assert not game.broken()


@pytest.mark.parametrize("door", ["ozathoth", "curse_amnesia", "cultist", "super_munchkin"])
def test_for_three_cards_the_door_is_kept_and_the_next_one_opened(door: str) -> None:
    """CLASS-1: any card comes to the hand; nobody else knows it there."""
    game = keep(at_door(doors=[door, "professor"]))
    assert sorted(hand(game, 0)) == sorted([door, "professor"])
    assert sorted(doors_gone(game)) == THREE
    copy = next(c for c in game.catalogue.copies_of(game.catalogue.index(door)) if zone(game, c) == Zone.HAND)
    assert int(game.position["card"]["known_by"][0, copy]) == 0
    assert not any(game.catalogue.name(game.catalogue.index(door)) in game.text(p) for p in (1, 2))
    assert not game.broken()


def zone(game: mk.Game, copy: int) -> int:
    return int(game.position["card"]["zone"][0, copy])


def test_the_next_door_is_not_looked_at() -> None:
    """CLASS-1: a monster that comes is fought; only the first door of the turn is looked at."""
    game = keep(at_door(doors=["curse_amnesia", "ozathoth"], hand_cards=[*THREE, "blasphemous", "raving", "frothing"]))
    assert game.decision == Decision.COMBAT
    assert monsters(game) == ["ozathoth"]


def test_exactly_three_cards_of_the_hand_pay() -> None:
    """CLASS-1: with fewer the player is not asked."""
    game = table_of({**SEAT, "hand": THREE[:2]}, doors=["ozathoth"], phase="door")
    passes(game)
    assert monsters(game) == ["ozathoth"]
    more = at_door(hand_cards=[*THREE, "blasphemous"])
    more.do("use_power", card="investigator", cards=THREE)
    passes(more)
    assert {*THREE} == {*doors_gone(more)} - {"blasphemous"}
    assert "blasphemous" in hand(more, 0)


def test_nobody_else_looks_at_his_door() -> None:
    """CLASS-1: a helper's class does not help at the door, nor in another's turn."""
    game = table_of({}, SEAT, doors=["ozathoth"], phase="door")
    passes(game)
    assert game.decision == Decision.COMBAT
    assert known(game, 1) == []


def test_who_has_looked_is_saved_in_the_middle() -> None:
    """The look is saved, and half of what pays."""
    game = at_door()
    for action in (None, Verb.USE_POWER):
        if action is not None:
            game.step(action)
        assert mk.Game.load(game.save()) == game
        assert known(mk.Game.load(game.save()), 0) == ["Ozathoth"]
    while game.decision == Decision.PEEK:
        game.step(int(game.legal_actions()[0]))
        assert mk.Game.load(game.save()) == game
    assert not game.broken()


def test_what_lies_behind_the_door_changes_nothing_for_others() -> None:
    """Before the look, during the look, and during the payment."""
    rng = np.random.default_rng(0)
    game = at_door()
    for _ in range(5):
        for seat in range(3):
            other = rearranged(game, seat, rng)
            assert sights(game, seat) == sights(other, seat)
            drawn = game.resample(seat, rng)
            assert sights(game, seat) == sights(drawn, seat)
            assert not drawn.broken()
            assert drawn.decision == Decision.PEEK
        if game.decision != Decision.PEEK:
            break
        game.step(int(game.legal_actions()[-1]))
    assert not any(int(f) & Flag.SELECTED for f in game.resample(1, rng).position["card"]["flag"][0])


def test_an_empty_pile_is_made_anew_before_he_looks() -> None:
    """DECK-2; where there is none nobody looks."""
    game = at_door(doors=[], discards=["ozathoth"], rest="out")
    assert known(game, 0) == ["Ozathoth"]
    none = at_door(doors=[], rest="out")
    assert none.decision != Decision.PEEK or known(none, 0) == []


def test_a_divine_intervention_acts_when_it_is_kept() -> None:
    """WIN-3: it is received; the next door is opened all the same."""
    seats = [SEAT, {"klass": "cleric", "level": 3}, {}]
    blend = {"editions": ("cthulhu", "munchkin"), "doors": ["divine_intervention", "elf"], "phase": "door"}
    game = keep(mk.scenario(seats, **blend))
    assert game.level(1) == 4
    assert "elf" in hand(game, 0)


# --------------------------------------------------------------------------- foolhardy


def treasures_won(game: mk.Game, seat: int) -> int:
    return len([card for card in hand(game, seat) if card in PLAIN])


@pytest.mark.parametrize(("klass", "gain"), [("investigator", 2), ("professor", 1)])
def test_an_investigator_finds_more_where_he_looks_for_trouble(klass: str, gain: int) -> None:
    """TURN-3, CLASS-1: one treasure more for a fight that the player has looked for."""
    game = table_of({"klass": klass, "level": 9, "hand": ["ruggoth"]}, phase="trouble", goal=20)
    game.do("fight", card="ruggoth")
    kill(game)
    passes(game)
    assert treasures_won(game, 0) == gain
    assert not game.broken()


@pytest.mark.parametrize("card", ["return_to_sender_beam", "necronookiecon"])
def test_a_fight_is_won_where_a_card_rids_him_of_it(card: str) -> None:
    """COMBAT-6, CLASS-1: the rulebook calls it won; who avoids it has won nothing."""
    beaten = card == "return_to_sender_beam"
    seat = {"klass": "investigator", "hand": ["fanged_fuzzball", *[card] * beaten], "table": [card] * (not beaten)}
    game = table_of(seat, phase="trouble", editions=("star", "cthulhu"))
    game.do("fight", card="fanged_fuzzball")
    passes(game)
    game.do("play", card=card, place=0) if beaten else game.do("use_power", card=card)
    passes(game)
    assert len(hand(game, 0)) == (2 if beaten else 0)
    assert not game.broken()


def test_a_monster_behind_the_door_was_not_looked_for() -> None:
    """TURN-2: nothing more for it, nor for helping another."""
    game = combat({"klass": "investigator", "level": 9}, monsters=["ruggoth"], goal=20)
    kill(game)
    assert treasures_won(game, 0) == 1
    helped = table_of({"level": 9, "hand": ["ruggoth"]}, {"klass": "investigator"}, phase="trouble", goal=20)
    helped.do("fight", card="ruggoth")
    assert helped.position["combat"]["sought"][0] == 1
    kill(helped)
    assert treasures_won(helped, 0) == 1
    assert helped.position["combat"]["sought"][0] == 0


# --------------------------------------------------------------------------- greedy


@pytest.mark.parametrize(
    ("door", "cards", "level", "keeps"),
    [
        ("great_cthulhu", [*THREE, "blasphemous", "raving", "frothing", "gibbering"], 2, True),
        ("great_cthulhu", THREE, 19, False),
        ("ruggoth", [*THREE, "blasphemous", "raving", "frothing", "gibbering"], 9, False),
        ("professor", [*THREE, "blasphemous", "raving", "frothing", "gibbering"], 2, False),
    ],
)
def test_greedy_keeps_what_would_kill_it(door: str, cards: list[str], level: int, keeps: bool) -> None:
    """A large hand pays for a monster that it can't beat; a good door is opened."""
    seat = {"klass": "investigator", "hand": cards, "level": level}
    game = table_of(seat, doors=[door], phase="door", goal=50)
    bot = mk.make_bot("greedy")
    rng = np.random.default_rng(0)
    while game.decision == Decision.PEEK:
        game.step(bot.act(View.of(game, 0), game.legal_action_mask(), rng))
    assert (door in hand(game, 0)) == (keeps or door == "professor")
    assert (len(hand(game, 0)) < len(cards)) == keeps
    assert table(game, 0) == ["investigator"]
