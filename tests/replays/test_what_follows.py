"""Consequences of an action are shown to nobody before it is final: neither by a refusal, nor by taking it back, nor in
the words of the actions (WINDOW-3)."""

from collections.abc import Iterator

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.errors import IllegalAction
from munchkin_env.game.answers import Labels
from munchkin_env.observation import View
from munchkin_env.server.live_table import LiveTable
from munchkin_env.vocabulary import Decision, Stage, Verb
from tests.each import each
from tests.observation.play import rearranged, restored

NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eve", "Finn")
SETTINGS = (
    {},
    {"preset": "short"},
    {"players": 6, "windows": "open"},
    {"players": 6, "editions": ("star", "cthulhu", "munchkin", "extended"), "windows": "open"},
    {"players": 5, "editions": ("cthulhu", "extended"), "quick_play": True, "cult_discards": 2},
    {"players": 3, "editions": ("extended", "star"), "windows": "final", "trades": "simple"},
)


def played(seed: int, steps: int, **settings: object) -> Iterator[mk.Game]:
    """A random game, after each of its actions."""
    game, rng = mk.Game(seed=seed, **settings), np.random.default_rng(seed)
    for _ in range(steps):
        if game.is_terminal:
            return
        yield game
        game.step(int(rng.choice(game.legal_actions())))


def laid(game: mk.Game) -> LiveTable:
    """A table of people at which the game is played."""
    players = game.config.players
    return LiveTable(game.clone(), [None] * players, mk.make_bot("greedy"), NAMES[:players], ["person"] * players)


def refusal(game: mk.Game, actions: list[int]) -> str:
    """Return the refusals of parts of an action that are no single action; nothing if they are taken."""
    table = laid(game)
    try:
        table.answer(game.current_player, table.question(game.current_player)["number"], actions)
    except IllegalAction as error:
        assert table.game == game
        return str(error)
    return ""


def words(game: mk.Game) -> list[str]:
    """Return the text for the seat that is asked."""
    assert game.current_player is not None
    told = Labels.of(game, game.current_player, NAMES[: game.config.players])
    return [told.question(), *(told.named(int(action)) for action in game.legal_actions())]


@pytest.mark.slow
@pytest.mark.compiled
@each("settings", SETTINGS, ids=str)
def test_neither_refusals_nor_words_depend_on_what_is_hidden(settings):
    """Beside each position one that looks the same to the seat, with other hands, piles and dice."""
    rng, differ, refused = np.random.default_rng(5), 0, 0
    for number, game in enumerate(played(111, 300, **settings)):
        if number % 6:
            continue
        twin = rearranged(game, game.current_player, rng)
        differ += twin.position.tobytes() != game.position.tobytes()
        assert words(game) == words(twin)
        assert laid(game).question(game.current_player) == laid(twin).question(game.current_player)
        for action in game.legal_actions().tolist()[:5]:
            said = refusal(game, [action, CARD0 - 1])
            assert said == refusal(twin, [action, CARD0 - 1]), game.describe(action)
            refused += said != ""
    assert differ > 30
    assert refused > 60


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("settings", SETTINGS[:3], ids=str)
def test_what_can_be_taken_back_has_drawn_no_chance_and_told_nobody(settings):
    """And takes the position back to the byte; what others have seen is as it was."""
    backs = 0
    for game in played(14, 300, **settings):
        if len(game.legal_actions()) < 2:
            continue
        table, seat = laid(game), game.current_player
        other = (seat + 1) % game.config.players
        for action in game.legal_actions().tolist()[-2:]:
            table.answer(seat, table.question(seat)["number"], [action])
            asked = table.question(seat)
            if asked is None or not asked["may_take_back"]:
                break
            backs += 1
            assert (table.game.position["chance"] == game.position["chance"]).all()
            assert table.game.text(other) == game.text(other)
            table.take_back(seat, asked["number"])
            assert table.game == game
    assert backs > 20


THREE = {"monsters": ["plutonium_dragon", "net_troll", "lawyers"]}


def fleeing() -> mk.Game:
    """Anna is asked from which of three monsters she runs first; for the last ones the game goes on by itself."""
    game = mk.scenario([{}, {}, {}], phase="combat", combat=THREE, dice=[6, 6, 6], rest="out")
    game.do("run_away")
    while game.current_player != 0:
        game.step(int(game.legal_actions()[0]))
    assert (game.decision, game.stage) == (Decision.FLEE, Stage.PLACE)
    return game


def test_a_roll_is_not_taken_back_where_the_next_one_has_begun():
    """FLEE-1: the die is cast, though the same seat is asked again, for a part of an action that began by itself."""
    game = fleeing()
    table = laid(game)
    table.answer(0, table.question(0)["number"], [int(game.legal_actions()[0])])
    assert table.game.current_player == 0
    assert (table.game.decision, table.game.stage) == (Decision.FLEE, Stage.PLACE)
    assert not table.game.still_answering(game)
    asked = table.question(0)
    assert not asked["may_take_back"]
    with pytest.raises(IllegalAction, match="take_back: expected an action in progress"):
        table.take_back(0, asked["number"])


def test_a_hint_ends_where_the_answer_does():
    """It tells of one roll, and nothing of the next."""
    game = fleeing()
    table = laid(game)
    hint = table.hint(0, table.question(0)["number"])
    assert "→" not in hint["words"]


def test_an_answer_ends_with_its_last_part():
    """The door is not opened for a client that adds a part that no action has."""
    game = next(game for game in played(1, 200) if Verb.OPEN_DOOR in game.legal_actions())
    said = refusal(game, [int(Verb.OPEN_DOOR), CARD0 - 1])
    assert said == f"actions: expected the parts of one action, got more: [{int(Verb.OPEN_DOOR)}, {CARD0 - 1}]"
    assert "is not legal for seat" in refusal(game, [CARD0 - 1])


def test_still_answering_is_told_by_the_rest_of_the_position():
    game = mk.scenario([{"table": ["huge_rock", "horny_helmet"]}, {}, {}], phase="start", rest="out")
    before = game.clone()
    assert not game.still_answering(before)
    game.step(int(Verb.GIVE))
    assert game.still_answering(before)
    assert restored(game, before.position).still_answering(before) is False
    assert View.of(game, 0).verb == Verb.GIVE
