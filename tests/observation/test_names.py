"""Names of ids and entries: actions as a seat reads them, and the entries of `flat`."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.rendering import seen
from munchkin_env.errors import ConfigError, IllegalAction
from munchkin_env.observation import View, layout
from munchkin_env.vocabulary import Place, Verb
from tests.each import each

pytestmark = pytest.mark.interpreted
EDITIONS = (("munchkin",), ("munchkin", "star", "cthulhu", "extended"))


@pytest.mark.parametrize("editions", EDITIONS)
def test_a_view_lists_what_its_seat_may_answer_and_no_other(editions: tuple[str, ...]) -> None:
    """Also what a blanked position would not tell; the ids are those of the mask, in order."""
    game = mk.Game(editions=editions, seed=3, trades="full", bargaining="full", forced_choices=False)
    rng = np.random.default_rng(3)
    for _ in range(150):
        for seat in range(4):
            ids = [answer.id for answer in View.of(game, seat).legal_moves()]
            assert ids == (game.legal_actions().tolist() if seat == game.current_player else [])
        assert [answer.id for answer in seen(game, None).legal_moves()] == game.legal_actions().tolist()
        game.step(int(rng.choice(game.legal_actions())))


def test_an_answer_says_who_and_what_is_meant() -> None:
    """Seats are absolute, monsters have their names."""
    fight = mk.scenario(({"hand": ["enraged"]}, {}, {}), phase="combat", combat={"monsters": ["net_troll"]})
    (play,) = [answer for answer in View.of(fight, 0).legal_moves() if answer.verb == Verb.PLAY]
    view = View.of(fight, 1)
    assert (play.words, play.card, play.seat, play.place, play.amount) == ("play", None, None, None, None)
    facts = mk.spec(players=3)
    starts = {section.name: section.start for section in facts.action_sections}
    assert view.answer(starts["seat"]).words == view.describe(starts["seat"]) == "yourself"
    assert (view.answer(starts["seat"] + 2).seat, view.describe(starts["seat"] + 2)) == (0, "player 0")
    troll = view.answer(starts["place"] + Place.MONSTER)
    assert (troll.place, troll.words) == (Place.MONSTER, "monster 1, Net Troll")
    assert view.answer(starts["amount"] + 4).amount == 4
    card = view.answer(starts["card"] + fight.catalogue.index("enraged") - 1)
    assert (card.card, card.words) == (fight.catalogue.index("enraged"), "Enraged")


@each("action", [-1, 10_000, "play", None, True])
def test_what_is_no_id_is_refused(action: object) -> None:
    with pytest.raises(IllegalAction, match="action: expected"):
        View.of(mk.Game(seed=1), 0).describe(action)  # type: ignore[arg-type]


@pytest.mark.parametrize("editions", EDITIONS)
@pytest.mark.parametrize("players", [3, 6])
def test_every_entry_has_a_name_of_its_own(editions: tuple[str, ...], players: int) -> None:
    facts = mk.spec(editions=editions, players=players)
    assert len(facts.flat_names) == facts.flat_length == len(set(facts.flat_names))
    known = {section.name for section in facts.flat_sections}
    assert {*layout.ONE_OF, *layout.COLUMNS} <= known


def test_a_name_says_what_its_entry_holds() -> None:
    """Compare a known state with its entries."""
    players = ({"level": 4, "hand": ["magic_missile"]}, {"level": 7}, {})
    game = mk.scenario(players, phase="combat", combat={"monsters": ["net_troll"]})
    found = dict(zip(mk.spec(players=3).flat_names, game.observe(0).tolist(), strict=True))
    assert found["phase.combat"] == found["decision.combat"] == found["hand.munchkin:magic_missile"] == 1
    assert found["phase.door"] == found["hand.munchkin:net_troll"] == 0
    assert (found["goal"], found["seat0.level"], found["seat1.level"], found["monster.0.level"]) == (10, 4, 7, 10)
    assert found["fight.munchkin:net_troll"] == 1
    assert found["decks.door"] == View.of(game, 0).deck_size(0)


def test_an_entry_is_explained_with_its_bounds() -> None:
    facts = mk.spec(players=3)
    at = np.int64(facts.flat_names.index("seat1.level"))
    assert facts.explain(at) == "seat1.level: level, from 1 to `goal`; 0 to 127"  # type: ignore[arg-type]
    for index in (-1, facts.flat_length, 1.5, True):
        with pytest.raises(ConfigError, match="index: expected a whole number from 0 to"):
            facts.explain(index)  # type: ignore[arg-type]
