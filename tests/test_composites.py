"""Composite actions: each beginning can be finished, and changes nothing before it is; wrong actions change nothing."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0
from munchkin_env.engine.state.layout import STATE
from munchkin_env.engine.validation import invariants
from munchkin_env.vocabulary import Decision, Flag, Stage, Verb
from tests.each import each

DEEPEST = 40  # parts of one action; a set of cards is the longest
MOST_PREFIXES = 250  # followed from one position


def positions(seed: int, decisions: int, every: int, **settings: object) -> Iterator[mk.Game]:
    """Positions of a random game in which an action is begun, each a copy."""
    game = mk.Game(seed=seed, **settings)
    rng = np.random.default_rng(seed)
    for i in range(decisions):
        if game.is_terminal:
            return
        if i % every == 0 and game.stage == Stage.VERB:
            yield game.clone()
        game.step(int(rng.choice(game.legal_actions())))


def without_answer(game: mk.Game) -> bytes:
    """The position but for the action being built: its own record and the marks of the set being chosen."""
    row = np.empty(1, STATE)
    row.view(np.uint8)[:] = game.position.view(np.uint8)
    row["move"] = np.zeros(1, STATE["move"])
    row["card"]["flag"] &= ~np.uint16(Flag.SELECTED | Flag.WANTED)
    return row.tobytes()


def descend(start: mk.Game) -> int:
    """Follow every legal beginning of an action from a position; return how many there were.

    A prefix that cannot be finished, or that changes more than itself, fails the test.
    """
    whole = without_answer(start)
    pending = [(start, 0)]
    prefixes = 0
    while pending and prefixes < MOST_PREFIXES:
        game, depth = pending.pop()
        assert depth < DEEPEST, f"{game} never comes to an end: {game.history[-depth:]}"
        for action in game.legal_actions():
            trial = game.clone()
            trial.step(int(action))
            assert len(trial.history) == len(game.history) + 1
            elsewhere = (trial.current_player, trial.decision) != (start.current_player, start.decision)
            if trial.stage == Stage.VERB or (elsewhere and start.config.forced_choices):
                continue  # carried out; then single choices may have begun the next action
            prefixes += 1
            words = [trial.describe(answer) for _, answer in trial.history[-depth - 1 :]]
            assert len(trial.legal_actions()) > 0, f"{words} cannot be finished"
            assert (trial.current_player, trial.decision) == (start.current_player, start.decision), words
            assert without_answer(trial) == whole, f"{words} has changed the position before it is complete"
            pending.append((trial, depth + 1))
    return prefixes


@pytest.mark.interpreted
@pytest.mark.bounds
@pytest.mark.parametrize("forced_choices", [True, False])
def test_every_beginning_of_an_answer_can_be_finished(forced_choices):
    """The exhaustive descent: every prefix keeps a completion and changes nothing but itself.

    Without forced choices every part of an action is a decision of its own.
    """
    games = [positions(seed, decisions=250, every=15, forced_choices=forced_choices) for seed in range(8)]
    assert sum(descend(game) for game_positions in games for game in game_positions) > 200


RICH = {
    "race": "halfling",
    "klass": "thief",
    "table": ["helm_of_courage", "leather_armor", "wishing_ring", "hireling"],
    "carried": ["horny_helmet", "flaming_armor"],
    "hand": ["pollymorph_potion", "cheat", "staff_of_napalm", "elf", "curse_lose_a_level", "wand_of_dowsing"],
}
NEIGHBOURS = [
    {"level": 3, "klass": "cleric", "table": ["spiky_knees", "slimy_armor"], "curses": ["curse_chicken_on_your_head"]},
    {"level": 2, "race": "dwarf", "table": ["mithril_armor"], "carried": ["huge_rock"], "hand": ["maul_rat"]},
]
FIGHT = {"monsters": ["net_troll", {"card": "crabs", "enhancers": ["baby"]}]}


@pytest.mark.interpreted
@pytest.mark.bounds
@each("phase", ["start", "trouble", "after", "combat"])
@each("trades", ["full", "simple"])
def test_every_beginning_of_a_rich_player_can_be_finished(phase, trades):
    """Sales, thefts, trades, gifts, attachments, searches, help on terms: from one position with everything."""
    hand = [*RICH["hand"], "wandering_monster", "flying_frogs", "illusion", "magic_missile"]
    game = mk.scenario(
        seats=[{**RICH, "hand": hand}, *NEIGHBOURS],
        phase=phase,
        combat=FIGHT if phase == "combat" else None,
        discards=["enraged", "boil_an_anthill"],
        trades=trades,
        forced_choices=False,
    )
    assert descend(game) > 20


# ----------------------------------------------------------------------- by name


def unforced(game: mk.Game) -> mk.Game:
    """The same position in a game that makes no single choice by itself."""
    twin = game.clone()
    twin.position["rules"]["forced_choices"] = 0
    return twin


def settle_like(game: mk.Game, twin: mk.Game) -> mk.Game:
    """The twin goes on as the game does: with single choices made inside."""
    twin.position["rules"]["forced_choices"] = game.position["rules"]["forced_choices"]
    twin._n = invariants.resume(twin._positions, 0, twin._tables, twin._ids)
    return twin


def named(twin: mk.Game, verb: int, rng: np.random.Generator) -> dict[str, Any]:
    """Finish an action at random, one part after the other; return the parts as `do` takes them."""
    parts: dict[str, Any] = {}
    whole = without_answer(twin)
    twin.step(verb)
    while twin.stage != Stage.VERB and without_answer(twin) == whole:
        stage, action = twin.stage, int(rng.choice(twin.legal_actions()))
        if action >= CARD0:
            add_card(parts, stage, twin.catalogue.card(action - CARD0 + 1).id)
        elif action >= AMOUNT0:
            parts["amount" if stage == Stage.AMOUNT else "which"] = action - AMOUNT0
        elif action >= PLACE0:
            place = action - PLACE0
            parts["place"] = ("players", "monsters")[place] if place < 2 else place - 2
        elif action >= SEAT0:
            parts["seat"] = (twin.current_player + action - SEAT0) % twin.config.players
        elif action == Verb.FIRST_PICK:
            parts["first_pick"] = True
        if stage == Stage.SECOND_WHICH or (stage == Stage.WHICH and "second" in parts):
            return {}  # `do` has one `which` for both
        twin.step(action)
    return parts


def add_card(parts: dict[str, Any], stage: Stage, card: str) -> None:
    if stage == Stage.CARD:
        parts["card"] = card
    elif stage == Stage.SECOND:
        parts["second"] = card
        parts["want"] = [card]
    else:
        parts.setdefault("want" if stage == Stage.WANT else "cards", []).append(card)


def play_by_name(game: mk.Game, rng: np.random.Generator) -> list[str]:
    """Each verb that begins an action, finished in some way and then said in one go; returns those that ended early."""
    early = []
    for verb in [int(a) for a in game.legal_actions() if a < SEAT0]:
        twin = unforced(game)
        parts = named(twin, verb, rng)
        if not parts:
            continue
        trial = game.clone()
        trial.do(Verb(verb), **parts)
        assert settle_like(game, twin).position.tobytes() == trial.position.tobytes(), (Verb(verb), parts)
        if len(trial.history) - len(game.history) < len(twin.history) - len(game.history):
            early.append(Verb(verb).name)
    return early


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_by_name_ends_where_it_is_carried_out(seed, rng):
    """`do` with all parts named, wherever the engine makes parts or what follows by itself: the same position."""
    early = []
    for settings in ({}, {"trades": "full", "bargaining": "full"}):
        for game in positions(seed, decisions=400, every=7, **settings):
            early += play_by_name(game, rng)
    assert len(set(early)) >= 4, early


@pytest.mark.parametrize("phase", ["start", "trouble", "after", "combat"])
def test_an_answer_by_name_of_a_rich_player(phase, rng):
    """Sets in which the engine takes what must be in them: sales, trades, promises."""
    game = mk.scenario(
        seats=[RICH, *NEIGHBOURS], phase=phase, combat=FIGHT if phase == "combat" else None, discards=["enraged"]
    )
    for _ in range(20):
        play_by_name(game, rng)


@pytest.mark.parametrize("place", ["hand", "table"])
@pytest.mark.parametrize("monsters", [["bigfoot"], ["bigfoot", "net_troll"]])
def test_what_follows_by_itself_is_no_part_of_the_answer(place, monsters):
    """Instant Wall at the flight: the one seat and its consequences are settled inside.

    Of two monsters the roll is begun too; which of them comes first is an action of its own.
    """
    game = mk.scenario([{place: ["instant_wall"]}, {}, {}], phase="combat", combat={"monsters": monsters})
    game.do("run_away")
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert game.decision == Decision.FLEE
    game.do("play", card="instant_wall", seat=0)
    if len(monsters) > 1:
        assert (game.decision, game.stage) == (Decision.FLEE, Stage.PLACE)
        game.do("roll", place=1)
    assert game.decision != Decision.FLEE
    assert game.level(0) == 1


@pytest.mark.parametrize("swap", [False, True])
def test_a_set_may_name_what_must_be_in_it_anyway(swap):
    """SELL-1: 1,100 gold need both, so both are taken inside, whichever is named first."""
    cards = ["sandals_of_protection", "boots_of_butt_kicking"]
    game = mk.scenario([{"hand": ["sandals_of_protection"], "carried": ["boots_of_butt_kicking"]}, {}, {}])
    game.do("sell", cards=cards[::-1] if swap else cards)
    assert game.level(0) == 2


# ----------------------------------------------------------------------- wrong actions


@pytest.mark.interpreted
@pytest.mark.bounds
def test_an_illegal_answer_leaves_the_game_as_it_is():
    """Every id that is not legal, in positions of every stage: IllegalAction, the same bytes, the same history."""
    game = mk.Game(seed=8, forced_choices=False)
    rng = np.random.default_rng(8)
    stages = set()
    for i in range(300):
        if game.is_terminal:
            break
        if i % 10 == 0 or game.stage not in stages:
            stages.add(game.stage)
            refuse_all(game)
        game.step(int(rng.choice(game.legal_actions())))
    assert len(stages) >= 5


def refuse_all(game: mk.Game) -> None:
    """No illegal id is taken, nor one out of range."""
    before = (game.position.tobytes(), game.legal_actions().tolist(), game.history)
    mask = game.legal_action_mask()
    for action in [-1, len(mask), 10**6, *np.flatnonzero(mask == 0).tolist()]:
        with pytest.raises(mk.IllegalAction, match=rf"action: {action} .*is not legal for seat {game.current_player}"):
            game.step(action)
    assert (game.position.tobytes(), game.legal_actions().tolist(), game.history) == before


@each("action", [True, 1.0, "pass", None, [0]])
def test_an_answer_is_a_whole_number(action):
    game = mk.Game(seed=1)
    before = game.position.tobytes()
    with pytest.raises(mk.IllegalAction, match="action: expected a whole number from 0 to"):
        game.step(action)
    assert game.position.tobytes() == before


def test_numpy_numbers_are_whole_numbers():
    game = mk.Game(seed=1)
    game.step(np.int32(game.legal_actions()[0]))
    assert len(game.history) == 1


def test_numpy_numbers_name_seats_and_counts():
    game = mk.Game(players=3, seed=1)
    assert game.replay(np.int64(1)).document["viewer"] == 1
    assert mk.env(render_seat=np.int8(1)).unwrapped.render_seat == 1
    env = mk.with_history(mk.MunchkinEnv(opponents="random"), decisions=np.int64(2))
    assert env.observation_space == mk.with_history(mk.MunchkinEnv(opponents="random"), 2).observation_space
    assert mk.Game(switches={"hand_limit": np.int64(6)}) == mk.Game(switches={"hand_limit": 6})
    vector = mk.MunchkinVectorEnv(np.int64(2))
    assert type(vector.num_envs) is int
    row = np.zeros(1, np.int64)
    assert mk.last_events(vector.games.positions, row, row, np.int16(3)).shape == (1, 3, 5)
