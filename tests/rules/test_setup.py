"""SETUP: from the deal to the first turn, in fresh games."""

from collections.abc import Callable
from functools import cache

import pytest

import munchkin_env as mk
from munchkin_env.config.game_config import SEXES
from munchkin_env.vocabulary import Decision, Deck, Kind, Klass, Phase, Race, Zone
from tests.each import each
from tests.kit.looking import copies_in, discards, draw_pile, hand, kind_of, table, verbs, words

LAID_OUT = {Kind.RACE, Kind.CLASS, Kind.RACE_MODIFIER, Kind.CLASS_MODIFIER, Kind.ITEM, Kind.ONE_SHOT, Kind.SIDEKICK}
SEEDS = range(40)


@cache
def deal(seed: int) -> mk.Game:
    """A fresh game of four, every choice left to the players. Clone it before you play."""
    return mk.Game(seed=seed, forced_choices=False)


def find(wanted: Callable[[mk.Game], bool]) -> mk.Game:
    """The first fresh game of the seeds with what is wanted."""
    return next(deal(seed).clone() for seed in range(200) if wanted(deal(seed)))


def hands(game: mk.Game) -> list[str]:
    """All cards in hand."""
    return [card for seat in range(game.config.players) for card in hand(game, seat)]


def lay_out_nothing(game: mk.Game) -> list[int]:
    """Everybody keeps all cards; the seats in the order in which they were asked."""
    order = []
    while game.decision == Decision.SETUP:
        order.append(int(game.current_player))
        game.do("done")
    return order


# ----------------------------------------------------------------------- players


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_begins_as_a_human_of_level_one_without_class(players):
    """SETUP-1, RACE-1, CLASS-1: level 1, human, no class."""
    game = mk.Game(players=players, seed=1)
    who = game.position["player"][0][:players]
    assert who["level"].tolist() == [1] * players
    assert who["race"].tolist() == [1 << Race.HUMAN] * players
    assert who["klass"].tolist() == [1 << Klass.NONE] * players


@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_play(players):
    """SETUP-1: no fewer than three and no more than six."""
    with pytest.raises(mk.ConfigError, match=rf"players: expected a whole number from 3 to 6, got {players}"):
        mk.Game(players=players)


def test_the_sex_is_the_players():
    """SETUP-1: a setting by seat."""
    sexes = ("female", "female", "male")
    game = mk.Game(players=3, sexes=sexes)
    assert tuple(SEXES[sex] for sex in game.position["player"]["sex"][0, :3]) == sexes


# ----------------------------------------------------------------------- the deal


def test_four_cards_of_each_deck_are_dealt():
    """SETUP-2: every hand holds four Door and four Treasure cards."""
    game = find(lambda game: "hoard" not in discards(game))
    for seat in range(4):
        copies = copies_in(game, Zone.HAND + seat)
        decks = [int(game.tables[0]["card"][game.tables[0]["type_of"][copy]]["deck"]) for copy in copies]
        assert sorted(decks) == [Deck.DOOR] * 4 + [Deck.TREASURE] * 4


def test_how_many_are_dealt_is_a_setting():
    """SETUP-2: N cards of each deck."""
    game = mk.Game(seed=3, start_cards=1)
    assert "hoard" not in discards(game)
    assert [len(hand(game, seat)) for seat in range(4)] == [2] * 4


def test_doors_and_treasures_are_two_decks():
    """SETUP-2: no card of one deck lies in the other, and each holds all that was not dealt."""
    game = find(lambda game: "hoard" not in discards(game))
    doors, treasures = draw_pile(game, Deck.DOOR), draw_pile(game, Deck.TREASURE)
    assert (len(doors), len(treasures)) == (95 - 16, 73 - 16)
    deck_of = {card.id: card.deck for card in game.catalogue.cards if card is not None}
    assert {deck_of[card] for card in doors} == {Deck.DOOR}
    assert {deck_of[card] for card in treasures} == {Deck.TREASURE}


@pytest.mark.parametrize("deck", [Deck.DOOR, Deck.TREASURE])
def test_the_decks_are_shuffled(deck):
    """SETUP-2: other seeds, other orders; the same seed, the same."""
    orders = [tuple(draw_pile(deal(seed), deck)) for seed in range(10)]
    assert len(set(orders)) == 10
    assert draw_pile(mk.Game(seed=4, forced_choices=False), deck) == list(orders[4])


# ----------------------------------------------------------------------- laying out


@pytest.mark.parametrize("seed", range(6))
def test_seat_after_seat_lays_out_from_the_first_player(seed):
    """SETUP-3, SETUP-4: the first player, then to the left; then the first player's turn begins."""
    game = deal(seed).clone()
    first = int(game.position["first_seat"][0])
    assert game.phase == Phase.SETUP
    assert lay_out_nothing(game) == [(first + i) % 4 for i in range(4)]
    assert (game.turn, game.turn_seat) == (1, first)


@each("seed", SEEDS)
def test_only_what_lies_in_front_of_a_player_comes_out(seed):
    """SETUP-3: races, classes, their modifiers, items and a Hireling; no curse, no level card, nothing else."""
    game = deal(seed)
    assert verbs(game) <= {"lay_out", "done"}
    assert "done" in verbs(game)
    mine = {card for card in hand(game, game.current_player) if kind_of(game, card) in LAID_OUT}
    if "lay_out" in verbs(game):
        offered = {game.catalogue.card(game.catalogue.index(name)).id for name in words(game, "lay_out")}
        assert offered <= mine
        assert {card for card in mine if kind_of(game, card) in (Kind.RACE, Kind.CLASS)} <= offered
    else:
        assert {card for card in mine if kind_of(game, card) in (Kind.RACE, Kind.CLASS)} == set()


def test_what_is_laid_out_lies_on_the_table():
    """SETUP-3: the hand is shorter by what was laid out, and the seat goes on until it is done."""
    game = find(lambda game: "elf" in hand(game, game.current_player))
    seat = game.current_player
    cards = len(hand(game, seat))
    game.do("lay_out", card="elf")
    assert table(game, seat) == ["elf"]
    assert len(hand(game, seat)) == cards - 1
    assert (game.current_player, game.decision) == (seat, Decision.SETUP)


def test_a_second_race_needs_half_breed():
    """SETUP-3, MOD-1: two races come out only with the card that allows it, and the modifier only after a race."""
    races = ("elf", "dwarf", "halfling")
    game = find(lambda game: len(set(hand(game, game.current_player)) & set(races)) == 2)
    one, two = sorted(set(hand(game, game.current_player)) & set(races))
    game.do("lay_out", card=one)
    assert two.capitalize() not in (words(game, "lay_out") if "lay_out" in verbs(game) else set())


def test_hoard_acts_at_once_in_the_deal():
    """SETUP-3: Hoard! draws three treasures as soon as it is dealt."""
    game = find(lambda game: "hoard" in discards(game))
    assert sorted(len(hand(game, seat)) for seat in range(4)) == [8, 8, 8, 10]


def test_divine_intervention_waits_until_all_have_laid_out():
    """SETUP-3, WIN-3: a Cleric who lays the class out is in time for it."""
    game = find(lambda game: "divine_intervention" in hands(game) and "cleric" in hands(game))
    clerics = set()
    while game.decision == Decision.SETUP:
        assert "divine_intervention" in hands(game)
        assert game.position["player"]["level"][0, :4].tolist() == [1] * 4
        if "cleric" in hand(game, game.current_player) and game.current_player not in clerics:
            clerics.add(int(game.current_player))
            game.do("lay_out", card="cleric")
        else:
            game.do("done")
    assert "divine_intervention" in discards(game)
    assert {seat for seat in range(4) if game.level(seat) == 2} == clerics


# ----------------------------------------------------------------------- who begins


def test_the_first_player_is_drawn_from_the_seed():
    """SETUP-4: every seat may begin, and the same seed begins with the same one."""
    first = [int(deal(seed).position["first_seat"][0]) for seed in SEEDS]
    assert set(first) == {0, 1, 2, 3}
    assert int(mk.Game(seed=11).position["first_seat"][0]) == first[11]


def test_the_first_player_may_be_a_setting():
    """SETUP-4: all seeds begin with the seat given."""
    assert {int(mk.Game(seed=seed, first_seat=2).position["first_seat"][0]) for seed in range(5)} == {2}


def test_play_goes_to_the_left():
    """SETUP-4: after seat 3 comes seat 0."""
    game = mk.Game(seed=5, first_seat=2, players=4)
    order = [2]
    while len(order) < 6 and not game.is_terminal:
        game.step(int(game.legal_actions()[-1]))
        if game.turn_seat != order[-1]:
            order.append(game.turn_seat)
    assert order == [2, 3, 0, 1, 2, 3]


def test_nothing_is_known_of_the_hands_dealt():
    """SETUP-2: cards are dealt face down; nobody knows a card of another's hand."""
    game = deal(0)
    known = game.position["card"]["known_by"][0]
    assert {int(known[copy]) for seat in range(4) for copy in copies_in(game, Zone.HAND + seat)} == {0}
