"""Predictions of tokens about own cards come true: the cards are played, laid out or put in use in a copy of the
game."""

from functools import lru_cache

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import CARD0, PLACE0
from munchkin_env.observation.layout import Token, TokenPlace
from munchkin_env.vocabulary import Ability, Decision, Flag, Kind, Stage, Verb, Zone
from munchkin_env.vocabulary import Place as Target
from tests.observation.play import listed, random_games, some_games

OWN = (TokenPlace.HAND, TokenPlace.TABLE)


def own_rows(game: mk.Game, seat: int) -> np.ndarray:
    """Tokens of the seat's own cards."""
    cards = game.observe(seat, "tokens")["cards"]
    return cards[np.isin(cards[:, Token["PLACE"]], OWN) & (cards[:, Token["OWNER"]] == 1)]


def row_of(game: mk.Game, seat: int, name: str) -> np.ndarray:
    """The token of an own card."""
    rows = own_rows(game, seat)
    return next(row for row in rows if int(row[Token["TYPE"]]) == game.catalogue.index(name))


def edge_of(game: mk.Game) -> int:
    """As it stands, on the first monster's token."""
    cards = game.observe(0, "tokens")["cards"]
    return int(cards[cards[:, Token["PLACE"]] == TokenPlace.MONSTER][0, Token["EDGE"]])


def begun(game: mk.Game, verb: Verb, type_: int) -> mk.Game | None:
    """A copy in which the seat that is asked has begun with the verb and such a card; None if it may not."""
    twin = game.clone()
    twin.position[0]["rules"]["forced_choices"] = 0  # so that a card is asked for, even if there is but one
    if int(verb) not in twin.legal_actions():
        return None
    twin.step(verb)
    if twin.stage != Stage.CARD or CARD0 + type_ - 1 not in twin.legal_actions():
        return None
    twin.step(CARD0 + type_ - 1)
    return twin


def test_usable_is_what_a_play_may_begin_with():
    told, usable = 0, 0
    for game in some_games():
        if game.is_terminal or game.current_player < 0:
            continue
        rows = own_rows(game, game.current_player)
        fresh = game.decision == Decision.RECEIVE  # there a copy just received may be played, its twin may not
        for row in rows:
            if game.stage != Stage.VERB:
                assert row[Token["USABLE"]] == 0
                continue
            twins = rows[rows[:, Token["TYPE"]] == row[Token["TYPE"]]]
            expected = begun(game, Verb.PLAY, int(row[Token["TYPE"]])) is not None
            assert expected == bool((twins if not fresh else row[None])[:, Token["USABLE"]].any()), repr(game)
            told, usable = told + 1, usable + expected
    assert told > 500
    assert usable > 50


def test_nothing_is_usable_for_whoever_is_not_asked():
    for game in some_games()[::4]:
        for seat in set(range(game.config.players)) - {game.current_player}:
            assert not own_rows(game, seat)[:, [Token["USABLE"], Token["GAIN"]]].any()


@lru_cache(maxsize=1)
def fights_of_all_editions() -> tuple[mk.Game, ...]:
    """Random games of editions in which items are laid out in one's own combat, too (PLAY-8)."""
    blends = (("star",), ("extended",), ("extended", "cthulhu")) * 8
    return tuple(game for seed, names in enumerate(blends) for game in random_games(seed, 4, 900, 4, editions=names))


@pytest.mark.parametrize("games", [some_games, fights_of_all_editions])
def test_gain_is_what_an_item_brings_when_it_is_laid_out(games):
    """The bonus of the seat changes by as much, if the item is in use then; in a fight that is all it can be."""
    kinds, compared, fought = set(), 0, 0
    for game in games():
        if game.is_terminal or game.current_player < 0 or game.stage != Stage.VERB:
            continue
        seat = game.current_player
        if int(game.position["player"]["abilities"][0, seat]) >> Ability.ARMOR_ONLY & 1:
            continue  # until the fight that it is for, what items give is told as it is without the curse
        fights = game.decision in (Decision.COMBAT, Decision.FLEE)
        before = int(game.position["player"]["bonus"][0, seat])
        for row in own_rows(game, seat):
            type_, verb = int(row[Token["TYPE"]]), Verb.LAY_OUT if row[Token["PLACE"]] == TokenPlace.HAND else Verb.USE
            if int(game.catalogue.tables["card"]["kind"][0, type_]) != Kind.ITEM:
                assert row[Token["GAIN"]] == 0
                continue
            after = begun(game, verb, type_)
            if after is None or after.stage != Stage.VERB:
                assert not fights or row[Token["GAIN"]] == 0, repr(game)
                continue
            s = after.position[0]
            used = [
                c
                for c in listed(s, Zone.TABLE + seat)
                if int(game.catalogue.tables["type_of"][0, c]) == type_ and not int(s["card"]["flag"][c]) & Flag.CARRIED
            ]  # fmt: skip
            if used:
                assert int(s["player"]["bonus"][seat]) - before == row[Token["GAIN"]], repr(game)
                kinds.add((verb, np.sign(int(row[Token["GAIN"]]))))
                compared += 1
                fought += fights
            else:
                assert not fights or row[Token["GAIN"]] == 0, repr(game)
    assert compared > 40
    assert {verb for verb, _ in kinds} == {Verb.LAY_OUT, Verb.USE}
    assert (fought > 10) == (games is fights_of_all_editions)


@pytest.mark.parametrize(
    ("editions", "worn", "gains"),
    [
        ("star", [], {"battle_armor": 4, "diamond_teeth": 2, "ear_muffs_of_outer_silence": 0}),
        ("star", ["bubble_wrap_space_suit"], {"battle_armor": 0, "diamond_teeth": 2}),
        ("munchkin", [], {"mithril_armor": 0, "horny_helmet": 0}),
    ],
)
def test_gain_in_a_fight_is_of_what_finds_room(editions, worn, gains):
    """PLAY-8: by switch items are laid out in one's own combat, in use where there is room; nothing makes room."""
    players = [{"table": worn, "hand": list(gains)}, {}, {}]
    monster = "net_troll" if editions == "munchkin" else "space_cadet_first_day"
    game = mk.scenario(players, editions=editions, phase="combat", combat={"monsters": [monster]})
    while game.decision != Decision.COMBAT:
        game.do("pass")
    assert {name: int(row_of(game, 0, name)[Token["GAIN"]]) for name in gains} == gains


def test_gain_counts_what_has_to_go():
    """A better helmet takes the place of the horned one; what a race may not use gains nothing."""
    players = [
        {"race": "dwarf", "table": ["horny_helmet"], "hand": ["helm_of_courage", "bow_with_ribbons", "spiky_knees"]},
        {}, {},
    ]  # fmt: skip
    game = mk.scenario(players, phase="start")
    gains = {name: int(row_of(game, 0, name)[Token["GAIN"]]) for name in ("helm_of_courage", "spiky_knees")}
    assert gains == {"helm_of_courage": 0, "spiky_knees": 1}
    assert int(row_of(game, 0, "bow_with_ribbons")[Token["GAIN"]]) == 0


@pytest.mark.parametrize(
    ("card", "place", "change"),
    [("sleep_potion", Target.PLAYERS, 4), ("flaming_poison_potion", Target.PLAYERS, 6), ("baby", 2, 10)],
)
def test_edge_of_a_fighters_card_comes_true(card, place, change):
    players = [{"level": 3, "hand": [card]}, {}, {}]
    game = mk.scenario(players, phase="combat", combat={"monsters": ["lawyers"]})
    while game.decision != Decision.COMBAT:
        game.do("pass")
    before, foretold = edge_of(game), int(row_of(game, 0, card)[Token["EDGE"]])
    after = begun(game, Verb.PLAY, game.catalogue.index(card))
    after.step(PLACE0 + int(place))
    assert foretold == edge_of(after) == before + change


def test_edge_of_a_bystanders_card_is_against_the_players():
    hand = ["sleep_potion", "enraged", "gazebo", "yuppie_water", "doppleganger"]
    game = mk.scenario([{"level": 9}, {"hand": hand}, {}], phase="combat", combat={"monsters": ["lame_goblin"]})
    now = edge_of(game)
    edges = {name: int(row_of(game, 1, name)[Token["EDGE"]]) for name in hand}
    assert now == 2 * (9 - 1) - 1
    assert edges == {
        "sleep_potion": now - 4, "enraged": now - 10, "gazebo": now - 16, "yuppie_water": 0, "doppleganger": now + 18,
    }  # fmt: skip


def test_edge_of_cards_for_races_and_of_a_lone_fighter():
    """An elf's water, a double of a warrior who wins ties, an enhancer that both twins of a group get."""
    hand = ["yuppie_water", "doppleganger", "ancient"]
    players = [{"race": "elf", "klass": "warrior", "level": 5, "hand": hand}, {}, {}]
    monsters = [{"card": "potted_plant", "mate": True}]
    game = mk.scenario(players, phase="combat", combat={"monsters": monsters})
    now = edge_of(game)
    edges = [int(row_of(game, 0, name)[Token["EDGE"]]) for name in hand]
    assert now % 2
    assert now == 2 * (5 - 2) + 1
    assert edges == [now + 4, now + 10, now - 40]


def test_there_is_no_edge_without_a_combat():
    for game in some_games()[::3]:
        if not int(game.position["combat"]["active"][0]):
            for seat in range(game.config.players):
                assert not game.observe(seat, "tokens")["cards"][:, Token["EDGE"]].any()
