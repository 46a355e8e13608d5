"""Cards of two editions with one name: lists of moves name the edition beside those that are in the list together."""

import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.game.answers import Labels
from munchkin_env.llm.question import explanations
from munchkin_env.observation import View
from munchkin_env.vocabulary import Verb

NAMES = ("Anna", "Bob", "Cleo")
BLEND = ("munchkin", "extended", "star")


def laying_out(*hand: str) -> mk.Game:
    """Seat 0 says which of the cards of its hand it lays out."""
    game = mk.scenario([{"hand": [*hand]}, {}, {}], editions=BLEND, rest="out", forced_choices=False)
    game.step(Verb.LAY_OUT)
    return game


def listed(game: mk.Game) -> list[list[str]]:
    """The list of moves in each way in which it is told."""
    view = View.of(game, game.current_player)
    answers = Labels.of(game, game.current_player, NAMES)
    legal = [int(action) for action in game.legal_actions()]
    return [
        [game.describe(action) for action in legal],
        [view.describe(action) for action in legal],
        [answer.words for answer in view.legal_moves()],
        [answers.label(action) for action in legal],
    ]


def test_two_cards_of_a_name_in_one_list_are_told_apart() -> None:
    for words in listed(laying_out("munchkin:elf", "extended:elf", "munchkin:dwarf"))[:3]:
        assert words == ["Dwarf", "Elf (of munchkin)", "Elf (of extended)"]
    labels = listed(laying_out("munchkin:elf", "extended:elf", "munchkin:dwarf"))[3]
    assert labels == ["Dwarf (race)", "Elf (race, of munchkin)", "Elf (race, of extended)"]


def test_one_card_of_a_name_is_called_as_it_is_printed() -> None:
    for words in listed(laying_out("extended:elf", "munchkin:dwarf"))[:3]:
        assert words == ["Dwarf", "Elf"]


def test_the_text_tells_them_apart_in_hand_and_among_the_moves() -> None:
    text = laying_out("munchkin:elf", "extended:elf").text(0)
    assert "hand: Elf (of extended), Elf (of munchkin)" in text
    assert [line.split(": ")[1] for line in text.splitlines() if ": Elf" in line and "hand" not in line] == [
        "Elf (of munchkin)",
        "Elf (of extended)",
    ]


def test_the_question_and_the_explanations_name_the_edition() -> None:
    classes = {"klass": ["munchkin:thief", "extended:cleric"], "table": ["munchkin:super_munchkin"]}
    seats = [{**classes, "hand": ["munchkin:wizard"]}, {}, {}]
    game = mk.scenario(seats, editions=BLEND, rest="out", forced_choices=False)
    game.step(Verb.LAY_OUT)
    game.step(CARD0 + game.catalogue.index("munchkin:wizard") - 1)
    assert "Wizard (of munchkin)" in Labels.of(game, 0, NAMES).question()
    told = explanations(View.of(game, 0))
    assert told[game.catalogue.index("extended:elf")].startswith("Elf (of extended): ")


def test_what_a_list_says_names_the_card() -> None:
    """For every edition, the words find it again."""
    catalogue = load_catalogue(BLEND)
    for type_ in range(1, len(catalogue.cards)):
        name = catalogue.name_among(type_)
        if "(of " in name:
            assert catalogue.index(name) == type_
    assert catalogue.name_among(catalogue.index("munchkin:elf")) == "Elf (of munchkin)"
    assert load_catalogue(("munchkin",)).name_among(load_catalogue(("munchkin",)).index("elf")) == "Elf"


@pytest.mark.parametrize("seed", range(2))
def test_no_list_of_moves_has_the_same_words_twice(seed: int) -> None:
    """Random play of a blend: cards that may be named are called differently."""
    game = mk.Game(players=3, editions=BLEND, seed=seed, forced_choices=False)
    rng = seed
    for _ in range(60):
        if game.is_terminal:
            break
        for words in listed(game)[:3]:
            cards = [word for word, action in zip(words, game.legal_actions(), strict=True) if action >= CARD0]
            assert len(set(cards)) == len(cards)
        legal = game.legal_actions()
        rng = (rng * 1103515245 + 12345) % 2**31
        game.step(int(legal[rng % len(legal)]))


def test_copies_that_others_know_and_do_not_know_are_told_apart() -> None:
    """One of two equal cards has been seen: each way round the words are those of the copy that goes."""
    for seen in (0, 1):
        game = mk.scenario([{"hand": ["elf", "elf"]}, {"level": 4}, {}], rest="out", forced_choices=False)
        copies = [int(one) for one in game.catalogue.copies_of(game.catalogue.index("elf"))][:2]
        game.position["card"]["known_by"][0, copies[seen]] = 0b110
        game.position["player"]["hand_known"][0, 0] = 0b110
        assert not game.broken()
        game.step(Verb.LAY_OUT)
        game.step(CARD0 + game.catalogue.index("elf") - 1)
        words = {}
        for action in map(int, game.legal_actions()):
            after = game.clone()
            after.step(action)
            zones, before = (one.position["card"]["zone"][0] for one in (after, game))
            gone = next(one for one in copies if zones[one] != before[one])
            words[gone] = Labels.of(game, 0, NAMES).label(action)
        assert words[copies[seen]] == "the one in your hand, which others have seen"
        assert words[copies[1 - seen]] == "the one in your hand"
