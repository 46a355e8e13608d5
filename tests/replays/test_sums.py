"""Parts of a strength, as the page shows it: every line counts, and together they are the whole."""

import re
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.engine.state.actions import DONE_ID
from munchkin_env.game.answers import Labels
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.replays.snapshot import public_parts
from munchkin_env.vocabulary import Bars, Kind, Verb
from tests.kit.playing import settle
from tests.kit.tables import bare_fight

EDITIONS = ("munchkin", "star", "cthulhu", "extended")


def sums(game: mk.Game) -> tuple[list[Any], list[Any]]:
    """The lines of the players and of the monsters."""
    view = View.public(game.position, game.catalogue)
    found = public_parts(scene(view, [f"player {p}" for p in range(game.config.players)]))["combat"]
    for lines, side in zip(found["sums"], ("players", "monsters_strength"), strict=True):
        assert sum(line[2] for line in lines) == found[side], lines
    return found["sums"]


def monsters_that_say(op: Bars) -> list[tuple[str, str]]:
    """(edition, monster) that has the word, whatever its conditions are."""
    found = []
    for edition in EDITIONS:
        for card in load_catalogue((edition,)).cards:
            clauses = card.always if card is not None and card.kind == Kind.MONSTER else ()
            found += [(edition, card.id) for clause in clauses if clause.said == f"bars {op.name.lower()}"]
    return found


@pytest.mark.interpreted
def test_where_levels_alone_count_the_sum_says_so_and_lists_no_card() -> None:
    """COMBAT-9: neither what is worn nor what is spent against Ghoulfiends is a line."""
    for monster, listed in (("ghoulfiends", False), ("mr_bones", True)):
        fighter = {"level": 7, "table": ["huge_rock"], "hand": ["magic_missile"]}
        game = bare_fight([monster], fighter)
        game.do("play", card="magic_missile", place="players")
        words = [line[0] for line in sums(settle(game))[0]]
        assert words == (["level", "card", "card"] if listed else ["level", "only levels count"])


UNNAMED = ("cards in play", "cards played on it", "cards of this fight", "rules of this fight", "alone")


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("monster", "fighter", "line"),
    [
        ("leperchaun", {"level": 3, "table": ["elf"]}, "Leperchaun, by its text"),
        ("mr_bones", {"level": 3, "table": ["curse_change_sex"]}, "Curse! Change Sex"),
    ],
)
def test_each_term_has_the_name_of_its_card(monster: str, fighter: dict[str, Any], line: str) -> None:
    """A term that a text or a lasting curse adds has the name of its card."""
    game = bare_fight([monster], fighter)
    named = [game.catalogue.name(of) if what == "card" else what for what, of, _ in [*sums(game)[0], *sums(game)[1]]]
    assert line in named
    assert not set(UNNAMED) & set(named)


@pytest.mark.interpreted
@pytest.mark.parametrize("op", [Bars.BONUSES, Bars.LEVELS])
def test_no_rest_is_left_where_some_terms_count_nothing(op: Bars) -> None:
    """COMBAT-9: of every monster with such a word, what is listed is what counts."""
    seen = set()
    for edition, monster in monsters_that_say(op):
        fight = {"monsters": [monster], "helper": 1, "deal": 0}
        players = [{"level": 3, "table": ["huge_rock"], "hand": ["magic_missile"]}, {"level": 2}, {"level": 3}]
        sets = (edition,) if edition in ("munchkin", "extended") else (edition, "munchkin")
        game = mk.scenario(players, editions=sets, phase="combat", combat=fight)
        counted = View.public(game.position, game.catalogue).counted_alone()
        words = [line[0] for line in sums(game)[0]]
        assert "other effects" not in words, (edition, monster)
        assert words.count("level") == (0 if counted[1] else 2), (edition, monster)
        assert ("only levels count" in words, "card" in words) == (counted[0], not counted[0]), (edition, monster)
        assert ("levels count nothing" in words) == (counted[1] and not counted[0]), (edition, monster)
        seen.add(counted)
    assert (op == Bars.BONUSES, op == Bars.LEVELS) in seen


def test_a_row_of_many_games_is_a_game() -> None:
    """It stands as the row does, and plays on without it."""
    games = mk.SelfPlayVecEnv(3, players=4, editions=("munchkin",), seed=5)
    rng = np.random.default_rng(1)
    for _ in range(200):
        games.step(games.sample(rng))
    for row in (0, np.int64(2)):
        game, before = games.game(row), games.positions[row : row + 1].view(np.uint8).tobytes()
        assert game.position.view(np.uint8).tobytes() == before
        assert sorted(game.legal_actions()) == sorted(games.legal_ids[row, : games.legal_count[row]])
        while not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
        assert games.positions[row : row + 1].view(np.uint8).tobytes() == before
    assert games._repr_html_() == games.game(0)._repr_html_()
    for wrong in (3, -1, True, "0", 1.0):
        with pytest.raises(mk.ConfigError, match="row: expected a whole number from 0 to 2"):
            games.game(wrong)  # type: ignore[arg-type]


@pytest.mark.compiled  # whole games
@pytest.mark.parametrize("editions", [["munchkin"], ["munchkin", "star"]])
def test_a_sale_brings_the_levels_that_it_shows(editions: list[str]) -> None:
    """SELL-1, SELL-2: the sum of the chosen items, double values among them, is that of the engine."""
    sales = 0
    for seed in range(6):
        game, draws = mk.Game(players=4, seed=seed, editions=editions), np.random.default_rng(seed)
        while not game.is_terminal and len(game.history) < 800:
            legal = game.legal_actions().tolist()
            asked = Labels.of(game, game.current_player, ["Ann", "Bob", "Cy", "Di"]).asked
            if DONE_ID in legal and asked.view.verb is Verb.SELL:
                told = re.search(r"(\d+) level", asked.sale(asked.selected()))
                seat, before = game.current_player, game.level(game.current_player)
                game.step(DONE_ID)
                assert game.level(seat) - before == int(told[1] if told else 0)
                sales += 1
            else:
                sells = int(Verb.SELL) in legal and draws.random() < 0.5
                game.step(int(Verb.SELL) if sells else int(draws.choice(legal)))
    assert sales > 5
