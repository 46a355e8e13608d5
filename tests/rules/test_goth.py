"""A goth that enters a combat calls for one more (GOTH-1)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import make_bot
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.engine.validation import invariants
from munchkin_env.observation import View
from munchkin_env.vocabulary import MAX_MONSTERS, Decision, Event, Frame, Kind, Verb
from tests.kit.goths import goths
from tests.kit.looking import events, hand, monsters
from tests.kit.playing import pass_until, settle
from tests.observation.play import rearranged, sights

Play = Callable[..., mk.Game]
Seat = Mapping[str, Any]
WANDERING = {"hand": ["wandering_monster", "ghost"]}


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return goths(tmp_path_factory.mktemp("editions"))


@pytest.fixture
def door(editions: tuple[str, str]) -> Play:
    """Seat 0 opens the door to a monster, by default the bat."""

    def opened(*seats: Seat, monster: str = "bat", **settings: Any) -> mk.Game:
        players = [*seats, *[{} for _ in range(3 - len(seats))]]
        settings = {"rest": "out", **settings}
        game = mk.scenario(players, phase="door", doors=[monster], editions=editions, **settings)
        return settle(game) if game.decision == Decision.RECEIVE else game

    return opened


@pytest.fixture
def fight(editions: tuple[str, str]) -> Play:
    """Seat 0 fights a monster, by default the bat, whose call is over."""

    def fought(*seats: Seat, monster: Any = "bat", **settings: Any) -> mk.Game:
        players = [*seats, *[{} for _ in range(3 - len(seats))]]
        return mk.scenario(
            players, phase="combat", combat={"monsters": [monster]}, editions=editions, rest="out", **settings
        )

    return fought


def asked(game: mk.Game) -> list[int]:
    """The seats that are asked for a goth, each of which passes."""
    seats = []
    while game.decision == Decision.GOTH:
        seats.append(game.current_player)
        game.do("pass")
    return seats


def add(game: mk.Game, seat: int, card: str) -> mk.Game:
    """The seat whose turn it is to act adds the card."""
    assert (game.decision, game.current_player) == (Decision.GOTH, seat)
    game.do("answer_call", card=card)
    return game


def has_call(game: mk.Game) -> bool:
    frames = game.position["frame"][0]
    return any(int(f["kind"]) == Frame.GOTH for f in frames[: int(game.position["n_frames"][0])])


# --------------------------------------------------------------------------- who is asked, and in what order


def test_whoever_met_the_goth_may_add_one(door: Play) -> None:
    """GOTH-1: the player who opened the door comes first; their goth fights beside the other."""
    game = add(door({"hand": ["ghost", "maul_rat"]}, {"hand": ["poet"]}), 0, "ghost")
    assert monsters(game) == ["bat", "ghost"]
    assert hand(game, 0) == ["maul_rat"]
    assert int(game.position["combat"]["met"][0]) == 2
    assert int(game.position["combat"]["groups"][0]) == 2
    assert events(game, Event.PLAYED, Event.JOINED)[-2:] == [(Event.PLAYED, 0, 0), (Event.JOINED, -1, 1)]


def test_the_first_one_added_ends_the_round(door: Play) -> None:
    """GOTH-1: nobody else is asked, and what was added calls no more."""
    game = add(door({"hand": ["ghost"]}, {"hand": ["poet"]}, {"hand": ["raven"]}), 0, "ghost")
    assert game.decision != Decision.GOTH
    assert not has_call(game)
    assert monsters(game) == ["bat", "ghost"]


def test_the_others_are_asked_from_the_left(door: Play) -> None:
    """GOTH-1: after the player who met it, going left, until one adds a goth."""
    seats = [{"hand": [card]} for card in ("ghost", "poet", "raven")]
    game = mk.Game.load(door(*seats).save())
    assert asked(game) == [0, 1, 2]
    assert monsters(game) == ["bat"]
    game = door(*seats)
    game.do("pass")
    add(game, 1, "poet")
    assert monsters(game) == ["bat", "poet"]
    assert hand(game, 2) == ["raven"]
    assert not has_call(game)


def test_the_order_begins_with_whose_turn_it_is(door: Play) -> None:
    """GOTH-1: left of seat 2 sits seat 0."""
    seats = [{"hand": [card]} for card in ("ghost", "poet", "raven")]
    assert asked(door(*seats, turn=2)) == [2, 0, 1]


def test_only_who_holds_a_goth_is_asked(door: Play) -> None:
    """GOTH-1, WINDOW-3: a player with nothing to add is passed over; another monster is no goth."""
    assert asked(door({"hand": ["maul_rat"]}, {}, {"hand": ["ghost"]})) == [2]
    game = door({"hand": ["maul_rat"]}, {"hand": ["mate"]})
    assert game.decision != Decision.GOTH
    assert monsters(game) == ["bat"]


def test_only_goths_may_be_added(door: Play) -> None:
    """GOTH-1: neither another monster nor another card of the hand."""
    game = door({"hand": ["ghost", "maul_rat", "mate", "wandering_monster", "poet"]})
    assert set(game.legal_actions()) == {VERB0 + Verb.PASS, VERB0 + Verb.ANSWER_CALL}
    game.step(VERB0 + Verb.ANSWER_CALL)
    assert {game.describe(int(a)) for a in game.legal_actions()} == {"ghost", "poet"}


def test_with_open_windows_all_are_asked(door: Play) -> None:
    """GOTH-1, WINDOW-3: then a pass tells nobody that there was nothing to choose."""
    assert asked(door({}, {"hand": ["ghost"]}, windows="open")) == [0, 1, 2]


def test_the_dead_are_not_asked(door: Play) -> None:
    """GOTH-1, DEATH-3."""
    assert asked(door({}, {"dead": True}, {"hand": ["ghost"]}, windows="open")) == [0, 2]


def test_another_monster_calls_nobody(door: Play) -> None:
    """GOTH-1: only goths do."""
    assert not has_call(door({"hand": ["ghost"]}, {"hand": ["poet"]}, monster="maul_rat"))


# --------------------------------------------------------------------------- what enters


def test_looking_for_trouble_with_a_goth(editions: tuple[str, str]) -> None:
    """GOTH-1, TURN-3: a goth from one's own hand calls as well."""
    seats: list[Seat] = [{"hand": ["bat", "ghost"]}, {"hand": ["poet"]}, {}]
    game = mk.scenario(seats, phase="trouble", editions=editions)
    game.do("fight", card="bat")
    assert asked(game.clone()) == [0, 1]
    assert monsters(add(game, 0, "ghost")) == ["bat", "ghost"]


def test_a_wandering_goth_calls_its_player_first(fight: Play) -> None:
    """GOTH-1, PLAY-5: the player who played it, then those to the left."""
    game = fight({"hand": ["bat"]}, {"hand": ["poet"]}, {"hand": [*WANDERING["hand"], "raven"]}, monster="maul_rat")
    game.do("run_away")
    pass_until(game, 2).do("play", card="wandering_monster", second="ghost")
    assert monsters(game) == ["maul_rat", "ghost"]
    assert asked(game.clone()) == [2, 0, 1]
    game.do("pass")
    assert monsters(add(game, 0, "bat")) == ["maul_rat", "ghost", "bat"]
    assert game.decision == Decision.WINDOW or game.decision == Decision.COMBAT


def test_a_goth_that_wanders_into_a_called_one_calls_again(door: Play) -> None:
    """GOTH-1: an added goth calls no more, one played later does."""
    game = door({"hand": ["raven"]}, WANDERING, {"hand": ["poet"]}, windows="open")
    add(game, 0, "raven")
    pass_until(game, 1).do("play", card="wandering_monster", second="ghost")
    assert monsters(game) == ["bat", "raven", "ghost"]
    game.do("pass")  # the player of the ghost
    add(game, 2, "poet")
    assert monsters(game) == ["bat", "raven", "ghost", "poet"]
    assert not has_call(game)


def test_the_copy_of_a_goth_calls(fight: Play) -> None:
    """GOTH-1, PLAY-7: a Mate stands for another goth, which its player has brought."""
    game = fight({"hand": ["poet"]}, {"hand": ["mate", "ghost"]})
    game.do("kill" if Verb.KILL in game.legal_actions() else "run_away")
    pass_until(game, 1).do("play", card="mate", place=0)
    assert monsters(game) == ["bat", "bat"]
    assert asked(game.clone()) == [1, 0]
    assert monsters(add(game, 1, "ghost")) == ["bat", "bat", "ghost"]


def test_the_copy_of_another_monster_calls_nobody(fight: Play) -> None:
    """GOTH-1: the card that stands for a monster is what that monster is."""
    game = fight({"hand": ["poet"]}, {"hand": ["mate", "ghost"]}, monster="maul_rat")
    game.do("run_away")
    pass_until(game, 1).do("play", card="mate", place=0)
    assert not has_call(game)


def test_a_goth_by_illusion_calls(fight: Play) -> None:
    """GOTH-1: one that takes another's place enters as well."""
    game = fight({"hand": ["illusion", "ghost", "poet"]}, monster="maul_rat")
    game.do("play", card="illusion", place=0, second="ghost")
    assert monsters(game) == ["ghost"]
    assert asked(game.clone()) == [0]
    assert monsters(add(game, 0, "poet")) == ["ghost", "poet"]


def test_an_undead_goth_joins_and_calls(fight: Play) -> None:
    """GOTH-1, PLAY-6: it needs no Wandering Monster, and calls all the same."""
    game = fight({}, {"hand": ["vampire_poet", "ghost"]}, monster="mr_bones")
    game.do("run_away")
    pass_until(game, 1).do("play", card="vampire_poet")
    assert monsters(game) == ["mr_bones", "vampire_poet"]
    assert asked(game) == [1]


# --------------------------------------------------------------------------- what comes before and after


def test_what_the_caller_brings_comes_first(door: Play) -> None:
    """GOTH-1: the raven takes the level before anybody is asked."""
    game = door({"level": 5, "hand": ["ghost"]}, monster="raven")
    assert (game.decision, game.level(0)) == (Decision.GOTH, 4)
    assert monsters(add(game, 0, "ghost")) == ["raven", "ghost"]


def test_what_was_added_brings_nothing(door: Play) -> None:
    """GOTH-1: a monster that joins is added as by Wandering Monster, without what it does before a combat."""
    game = add(door({"level": 5, "hand": ["raven"]}), 0, "raven")
    assert game.level(0) == 5


def test_nobody_is_called_to_a_combat_that_death_has_ended(door: Play) -> None:
    """GOTH-1, DEATH-5: the raven kills the elf, so there is nothing to add to."""
    game = door({"race": "elf", "hand": ["ghost"]}, {"hand": ["poet"]}, monster="raven")
    assert (Event.DIED, 0, 0) in events(game)
    assert game.decision != Decision.GOTH
    assert not has_call(game)


def test_reactions_come_after_the_call(door: Play) -> None:
    """GOTH-1, COMBAT-4: the monster is reacted to when all that came with it is there."""
    game = door({"hand": ["ghost"]}, {"hand": ["baby"]})
    assert (game.decision, game.current_player) == (Decision.GOTH, 0)
    add(game, 0, "ghost")
    assert (game.decision, game.current_player) == (Decision.WINDOW, 1)


@pytest.mark.parametrize("room", [0, 1])
def test_a_full_combat_calls_nobody(editions: tuple[str, str], room: int) -> None:
    """GOTH-1: there is room for so many monsters, and no more."""
    seats: list[Seat] = [{"hand": ["poet"]}, {"hand": ["mate", "ghost"]}, {}]
    others = [card.id for card in load_catalogue(("munchkin",)).cards[1:] if card.kind == Kind.MONSTER]
    combat = {"monsters": ["bat", *others[: MAX_MONSTERS - 2 - room]]}
    game = mk.scenario(seats, phase="combat", combat=combat, editions=editions)
    game.do("run_away")
    pass_until(game, 1).do("play", card="mate", place=0)
    assert (game.decision == Decision.GOTH) == bool(room)
    if room:
        assert len(monsters(add(game, 1, "ghost"))) == MAX_MONSTERS


# --------------------------------------------------------------------------- saved games and secrets


def positions(game: mk.Game) -> Iterator[mk.Game]:
    """All positions of a call for which the last seat is asked, the half-built action included."""
    while game.decision == Decision.GOTH:
        yield game.clone()
        begun = game.clone()
        begun.step(VERB0 + Verb.ANSWER_CALL)
        yield begun
        game.do("pass")


def test_a_call_is_saved_and_loaded(door: Play, fight: Play) -> None:
    """GOTH-1: at every seat that is asked, also where the card of a play is still being carried out."""
    seats = [{"hand": ["ghost"]}, {"hand": ["poet", "raven"]}, {"hand": ["vampire_poet"]}]
    wandering = fight({"hand": ["bat", "raven"]}, {"hand": [*WANDERING["hand"], "poet"]}, monster="maul_rat")
    wandering.do("run_away")
    pass_until(wandering, 1).do("play", card="wandering_monster", second="ghost")
    seen = 0
    for game in (*positions(door(*seats)), *positions(wandering)):
        assert mk.Game.load(game.save()) == game
        seen += 1
    assert seen == 10


def test_nobody_sees_who_is_asked(door: Play) -> None:
    """GOTH-1, WINDOW-3: an asked player holds a goth, so the others are not told; the player is."""
    game = door({}, {"hand": ["ghost"]}, {"hand": ["poet"]})
    assert (game.decision, game.current_player) == (Decision.GOTH, 1)
    later = game.clone()
    later.do("pass")
    assert (later.decision, later.current_player) == (Decision.GOTH, 2)
    for before in (game, later):
        views = [View.of(before, p) for p in range(3)]
        assert [view.asked for view in views] == [
            before.current_player if p == before.current_player else None for p in range(3)
        ]
        assert [view.decision == Decision.GOTH for view in views] == [p == before.current_player for p in range(3)]
    assert sights(game, 0) == sights(later, 0)
    assert sights(game, 0) == sights(rearranged(game, 0, np.random.default_rng(1)), 0)
    assert sights(game, 1) != sights(later, 1)


def test_a_resampled_call_can_be_played_on(door: Play) -> None:
    """GOTH-1: the asked player may hold no goth in a position that looks the same to another."""
    game = door({}, {"hand": ["ghost"]}, {"hand": ["poet"]}, rest="deck")
    without = 0
    for seed in range(5):
        twin = game.resample(0, np.random.default_rng(seed))
        assert twin.decision == Decision.GOTH
        assert twin.current_player != 0  # who is asked depends on hands, and is resampled with them
        without += VERB0 + Verb.ANSWER_CALL not in twin.legal_actions()
        twin.do("pass")
        assert not twin.position["fault"][0]
    assert without > 0


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_random_games_with_goths_stay_sound(editions: tuple[str, str], windows: str) -> None:
    """GOTH-1: from doors that lead to goths, with goths in all hands."""
    seats: list[Seat] = [
        {"hand": ["ghost", "bat", "mate"]},
        {"hand": ["poet", "wandering_monster"], "race": "elf"},
        {"hand": ["vampire_poet", "illusion"], "klass": "wizard"},
    ]
    calls = added = 0
    for seed in range(3):
        rng = np.random.default_rng(seed)
        game = mk.scenario(seats, phase="door", doors=["raven"], editions=editions, windows=windows, seed=seed)
        for _ in range(60):
            action = int(rng.choice(game.legal_actions()))
            if game.decision == Decision.GOTH:
                calls += 1
                added += action == VERB0 + Verb.ANSWER_CALL
                assert mk.Game.load(game.save()) == game
            game.step(action)
            assert invariants.check_position(game._positions, 0, game._tables) == 0
    assert calls > added > 0


# --------------------------------------------------------------------------- a bot


@pytest.mark.parametrize(
    ("levels", "monster", "answer"),
    [
        ((9, 1), "bat", "answer call"),  # the poet keeps the leader from winning the game
        ((9, 1), "raven", "pass"),  # a raven is more than enough
        ((2, 1), "bat", "pass"),
    ],
)
def test_greedy_sends_a_goth_after_another_if_that_matters(
    door: Play, levels: tuple[int, int], monster: str, answer: str
) -> None:
    """GOTH-1: it hinders a player who is about to win the game, and nobody else."""
    game = door({"level": levels[0]}, {"level": levels[1], "hand": ["vampire_poet"]}, monster=monster)
    assert (game.decision, game.current_player) == (Decision.GOTH, 1)
    action = make_bot("greedy").act(View.of(game, 1), game.legal_action_mask(), np.random.default_rng(0))
    assert game.describe(action) == answer


@pytest.mark.parametrize(("level", "answer"), [(8, "answer call"), (2, "pass")])
def test_greedy_adds_a_goth_to_a_combat_that_it_still_wins(door: Play, level: int, answer: str) -> None:
    """GOTH-1: for the treasure of the other."""
    game = door({"level": level, "hand": ["ghost"]}, goal=20)
    assert (game.decision, game.current_player) == (Decision.GOTH, 0)
    action = make_bot("greedy").act(View.of(game, 0), game.legal_action_mask(), np.random.default_rng(0))
    assert game.describe(action) == answer
