"""Cards of draw piles that a seat has looked at: it sees them where they lie until they are drawn, nobody else does."""

from collections import Counter

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.observation import View
from munchkin_env.observation.entries import view_position
from munchkin_env.vocabulary import Deck, Event, Verb, Zone
from tests.kit.editions import edition
from tests.observation.play import look, rearranged, restored, sights, some_games

DOORS = """
[[card]]
id = "psychic"
name = "Psychic"
kind = "class"
class = "psychic"
origin = "original"
when = ["before_door"]
play = [{ do = "look", deck = "door", count = 3 }]
always = [{ do = "cost", cards = 1 }]
"""
QUIET = (Verb.PASS, Verb.DONE, Verb.NO, Verb.KILL, Verb.RUN_AWAY, Verb.ROLL, Verb.END_TURN)
TOPS = ["elf", "lawyers", "dwarf", "gazebo", "potted_plant"]


@pytest.fixture
def editions() -> tuple[str, str]:
    """The base game with a class that looks at doors."""
    return "munchkin", edition("psychics", DOORS, fields='classes = ["psychic"]')


def looked(editions, doors=TOPS, **settings) -> mk.Game:
    """Seat 0 has looked at the top three doors."""
    seat = {"klass": "psychic", "hand": ["baby", "ancient"]}
    game = mk.scenario([seat, {}, {}], editions=editions, doors=doors, **settings)
    game.do("use_power", card="psychic", cards=["ancient"])
    return game


def tops(game: mk.Game, seat: int) -> list[str]:
    return [card.name for card in View.of(game, seat).known_on_top(Deck.DOOR)]


def same(game: mk.Game, other: mk.Game, seat: int) -> None:
    before, after = sights(game, seat), sights(other, seat)
    assert [kind for kind in before if before[kind] != after[kind]] == [], f"seat {seat} of {game!r}"


# --------------------------------------------------------------------------- what is seen


def test_who_looks_sees_the_cards_where_they_lie(editions):
    """The others see that the player looks, not at which cards."""
    game = looked(editions)
    assert [tops(game, p) for p in range(3)] == [["Elf", "Lawyers", "Dwarf"], [], []]
    assert "Known on top of the door deck: Elf, Lawyers, Dwarf." in game.text(0)
    assert "Known on top" not in game.text(1)
    assert "player 0 looks at the top of the door deck" in game.text(1)
    assert not game.broken()
    assert mk.Game.load(game.save()) == game


def test_nothing_that_another_has_looked_at_is_seen(editions):
    """A seat is shown the same, no matter what is on the pile, and who else has looked how far."""
    rng = np.random.default_rng(0)
    game = looked(editions)
    other = looked(editions, [*reversed(TOPS)])
    for seat in (1, 2):
        same(game, other, seat)
    assert sights(game, 0)["flat"] != sights(other, 0)["flat"]
    assert sights(game, 0)["tokens"] != sights(other, 0)["tokens"]
    for _ in range(20):
        for seat in range(3):
            same(game, rearranged(game, seat, rng), seat)


def test_random_positions_keep_what_was_looked_at_secret():
    """The same for piles that somebody has looked at in the middle of games, and for resampled games."""
    rng = np.random.default_rng(1)
    changed = 0
    for one in some_games()[::10]:
        game = one.clone()
        for _ in range(3):
            look(game, int(rng.integers(game.config.players)), int(rng.integers(2)), int(rng.integers(1, 6)))
        game = restored(game, game.position)
        assert game.broken() == Broken(0)
        for seat in range(game.config.players):
            other = rearranged(game, seat, rng)
            assert other.broken() & Broken.DECK == Broken(0)
            same(game, other, seat)
            drawn = game.resample(seat, rng)
            assert drawn.broken() == Broken(0)
            same(game, drawn, seat)
            assert (drawn.position["known"] == View.of(game, seat).row["known"]).all()
            changed += drawn.position["order"].tobytes() != game.position["order"].tobytes()
    assert changed > 30


def test_a_view_that_is_used_again_forgets(editions):
    """Views are written over earlier ones."""
    game = looked(editions)
    view = View.of(game, 0)
    other = View.of(game, 1)
    view_position(game._positions, 0, view.tables, 1, view.positions, 0)
    assert view.row.tobytes() == other.row.tobytes()


# --------------------------------------------------------------------------- how long it is known


def test_what_is_drawn_is_known_no_longer_on_the_pile_but_where_it_goes(editions):
    """Face down into another hand: who has looked knows it there."""
    game = looked(editions, ["lawyers", "elf", "dwarf", "gazebo"], listen_at_door=True)
    assert tops(game, 0) == ["Lawyers", "Elf", "Dwarf"]
    game.do("open_door")
    while game.turn_seat == 0 and not game.is_terminal:
        quiet = [int(a) for a in game.legal_actions() if int(a) in QUIET]
        game.step(quiet[-1] if quiet else int(game.legal_actions()[-1]))
    assert tops(game, 0) == ["Dwarf"]
    assert [card.name for card in View.of(game, 0).hand(1)] == ["Elf"]
    assert View.of(game, 2).hand(1) == []
    assert game.broken() == Broken(0)


def test_a_look_reaches_no_further_than_the_pile(editions):
    """DECK-2: an empty pile is shuffled again first; the cards that are there are looked at."""
    game = looked(editions, ["elf", "lawyers"], rest="out")
    assert (tops(game, 0), game.position["known"][0].tolist()) == (["Elf", "Lawyers"], [2, 0, 0])
    game = looked(editions, [], rest="out", discards=["dwarf"])
    assert sorted(tops(game, 0)) == ["Ancient", "Dwarf"]
    assert any(int(e["kind"]) == Event.SHUFFLED for e in game.position["event"][0])


def test_nobody_looks_at_what_he_knows(editions):
    """A second card would be paid for nothing."""
    game = looked(editions)
    assert "use power" not in [game.describe(int(a)) for a in game.legal_actions()]
    empty = mk.scenario([{"klass": "psychic", "hand": ["baby", "ancient"]}, {}, {}], editions=editions, rest="out")
    assert "use power" not in [empty.describe(int(a)) for a in empty.legal_actions()]


def test_a_look_is_taken_in_the_own_turn(editions):
    """Not in a window before another's door."""
    seats = [{}, {"klass": "psychic", "hand": ["baby", "ancient"]}, {}]
    game = mk.scenario(seats, editions=editions, phase="begin", windows="open", forced_choices=False)
    while game.current_player != 1:
        game.do("pass")
    assert "use power" not in [game.describe(int(a)) for a in game.legal_actions()]


# --------------------------------------------------------------------------- resampled


def test_resampling_keeps_what_the_seat_has_looked_at(editions):
    """Cards that others have looked at are resampled, and nothing is left of who knows what: their looks are in no
    view."""
    game = looked(editions)
    rng = np.random.default_rng(2)
    found: Counter[str] = Counter()
    for _ in range(60):
        assert tops(game.resample(0, rng), 0) == ["Elf", "Lawyers", "Dwarf"]
        drawn = game.resample(1, rng)
        assert drawn.broken() == Broken(0)
        assert tops(drawn, 0) == []
        top = int(drawn.position["order"][0, int(drawn.position["count"][0, Zone.DECK])])
        found[game.catalogue.name(int(game.catalogue.tables[0]["type_of"][top]))] += 1
    assert len(found) > 20


def test_a_pile_that_is_known_wrongly_is_broken(editions):
    """Known cards are on top, and are counted."""
    game = looked(editions)
    for change in ("count", "gap", "deep"):
        odd = game.clone()
        s = odd.position[0]
        if change == "count":
            s["known"][0] = 2
        else:
            base = 1 + int(s["count"][Zone.DECK]) - (2 if change == "gap" else 9)
            s["card"]["known_by"][int(s["order"][base])] = 0 if change == "gap" else 1
        assert odd.broken() & Broken.DECK


def test_what_is_known_is_unseen_no_more(editions):
    """`View.unseen` counts what may lie anywhere."""
    game = looked(editions)
    types = [game.catalogue.index(name) for name in ("lawyers", "gazebo")]
    assert [View.of(game, 0).unseen()[k] for k in types] == [0, 1]
    assert [View.of(game, 1).unseen()[k] for k in types] == [1, 1]
