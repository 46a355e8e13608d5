"""Nothing hidden is seen with three decks and all editions either, nor drawn again from hidden cards."""

from functools import lru_cache
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.render.table import table
from munchkin_env.vocabulary import Stage, Zone
from tests.observation.play import exchanged, random_games, rearranged, restored, sights
from tests.observation.test_secrets import same

EXTENDED = ("extended",)
BLENDS = (EXTENDED, ("munchkin", "extended"), ("star", "cthulhu", "munchkin", "extended"))
DUST = ["extended:what_a_lovely_hand", "extended:kindness_is_contagious"]
TIARA = "extended:tiara_of_insufferable_kindness"


def before_the_end(editions: tuple[str, ...], seed: int) -> mk.Game:
    """Everybody holds cards of the third deck, and its keeper is about to be removed."""
    players: list[dict[str, Any]] = [
        {"level": 6, "hand": ["extended:pollymorph_potion", DUST[0]]},
        {"level": 3, "hand": [TIARA, "extended:wishing_ring"]},
        {"level": 4, "hand": [DUST[1]]},
    ]
    fight = {"monsters": ["extended:sparkly_good_fairy"]}
    return mk.scenario(players, phase="combat", combat=fight, editions=editions, seed=seed, forced_choices=False)


def after_the_end(editions: tuple[str, ...], seed: int) -> mk.Game:
    """FAIRY-4: the third deck lies on top of the treasures."""
    game = before_the_end(editions, seed)
    while game.legal_actions()[0] == 0 and game.stage == Stage.VERB and game.decision.name == "WINDOW":
        game.do("pass")
    game.do("play", card="extended:pollymorph_potion", place=0)
    while not int(game.position["merged"][0]):
        game.do("pass")
    return game


def on_from(game: mk.Game, seed: int, steps: int, every: int) -> list[mk.Game]:
    """Positions of random play from there."""
    rng = np.random.default_rng(seed)
    found = []
    for step in range(steps):
        if game.is_terminal:
            break
        if step % every == 0:
            found.append(game.clone())
        game.step(int(rng.choice(game.legal_actions())))
    return found


@lru_cache(maxsize=1)
def positions() -> tuple[mk.Game, ...]:
    """Random play: of each blend, with a third deck that is apart, and with one that is merged."""
    found: list[mk.Game] = []
    for number, editions in enumerate(BLENDS):
        found += random_games(20 + number, 3 + number, 200, 25, editions=editions)
        found += on_from(before_the_end(editions, number), number, 100, 20)
        found += on_from(after_the_end(editions, number), number, 150, 25)
    return tuple(found)


def test_the_positions_have_what_is_to_be_hidden() -> None:
    rows = [game.position[0] for game in positions()]
    assert sum(int(s["merged"]) for s in rows) > 10
    assert len({int(s["extra_tops"]) for s in rows if int(s["merged"])}) > 1
    assert sum(bool(s["hand_extras"].any()) for s in rows if not int(s["merged"])) > 9


def test_nothing_hidden_changes_what_is_seen_or_drawn() -> None:
    """Observations, text, mask, view with its events, and the table as it is drawn for people."""
    rng = np.random.default_rng(1)
    extras = 0
    for game in positions():
        seat = int(rng.integers(game.config.players))
        other = rearranged(game, seat, rng)
        same(game, other, seat)
        assert table(View.of(game, seat)) == table(View.of(other, seat))
        assert scene(View.of(game, seat)) == scene(View.of(other, seat))
        first = 1 + int(game.catalogue.tables[0]["deck_cards"][:2].sum())
        extras += (other.position["card"]["zone"] != game.position["card"]["zone"])[0, first:].any()
    assert extras > 9


def test_what_is_drawn_anew_tells_nothing_of_what_is_hidden() -> None:
    """By one chance, the same position comes of the game and of one with other hidden cards: byte for byte."""
    rng = np.random.default_rng(2)
    moved = 0
    for number, game in enumerate(positions()):
        seat = int(rng.integers(game.config.players))
        other = restored(game, exchanged(game, seat, rng))
        moved += other.position.tobytes() != game.position.tobytes()
        one, two = (copy.resample(seat, np.random.default_rng(number)) for copy in (game, other))
        assert one.position.tobytes() == two.position.tobytes(), f"seat {seat} of {game!r}"
        assert one.broken() == 0
        assert sights(one, seat) == sights(game, seat)
    assert moved > 30


def test_a_half_built_answer_hides_nothing_else() -> None:
    """The chosen mode of a card with several modes is seen all the while."""
    begins = {"carried": ["star:sneeze_grenade"], "hand": ["star:feline"]}
    for chosen in (1, 2):
        game = mk.scenario([begins, {"race": "mutant", "chosen": chosen}, {}], editions="star", windows="final")
        begun = game.clone()
        begun.step(next(int(a) for a in game.legal_actions() if begins_an_answer(game, int(a))))
        for seat in (1, 2):
            same(game, begun, seat)
            assert f"Mutant (choice {chosen - 1})" in begun.text(seat)


def begins_an_answer(game: mk.Game, action: int) -> bool:
    """Further parts are asked for after it."""
    begun = game.clone()
    begun.step(action)
    return begun.stage != Stage.VERB


def test_a_test_of_secrets_sees_what_is_known() -> None:
    """The same, with a card exchanged that the seat does know, would fail."""
    game = before_the_end(EXTENDED, 0)
    row = game.clone().position
    pile = 1 + int(game.catalogue.tables[0]["deck_cards"][:2].sum())
    assert int(row["count"][0, Zone.DECK + 2]) > 3
    top = pile + int(row["count"][0, Zone.DECK + 2]) - 1
    one, two = (int(row["order"][0, place]) for place in (top, top - 1))
    row["card"]["known_by"][0, one] = 1
    row["known"][0, 2] = 1
    known = restored(game, row)
    other = known.clone().position
    other["order"][0, [top, top - 1]] = two, one
    other["card"]["known_by"][0, [one, two]] = 0, 1
    assert sights(known, 0) != sights(restored(game, other), 0)
    assert sights(known, 1) == sights(restored(game, other), 1) == sights(game, 1)
