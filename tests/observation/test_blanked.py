"""Worlds are drawn of what a seat's view shows and of open play alone: whatever a view blanks changes none of them.

The list of what is blanked is found by trying: every number of the position is altered, and where the view stays the
same the worlds must. Of the stack that goes for all that `engine.state.layout` does not call public.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.layout import RECORDS, SLOTS, STATE_FIELDS, Field, limits
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Frame, Kind, Verb, Zone
from tests.observation.play import PRIVATE, rearranged, rich_games, sights, some_games, worlds
from tests.observation.test_secrets import same
from tests.tiers import FULL

# The links of lists and piles: which cards they hold is altered by `rearranged`, as a list of them must stay one.
LINKS = {"head", "count", "order", "card.next", "card.prev", "card.zone"}
# Facts that follow from open play, though no view needs it; the last two are zero while somebody is asked.
FOLLOWED = {"n_frames", "heavy", "lucky", "fault"}
LEVELS = ("skip_the_safety_briefing", "name_the_planet_after_yourself", "blame_the_autopilot")
QUIET = (Verb.PASS, Verb.NO, Verb.DONE)


def leaves(fields: list[Field] = STATE_FIELDS, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Field]]:
    """Every number of a position, with the names that lead to it; the stack is left out."""
    for field in fields:
        if isinstance(field.dtype, str):
            yield (*path, field.name), field
        elif field.name != "frame":
            yield from leaves(RECORDS[field.name], (*path, field.name))


def limits_of(game: mk.Game) -> dict[str, int]:
    rules, t = game.position["rules"][0], game.catalogue.tables[0]
    return limits(
        *(int(rules[name]) for name in ("players", "goal", "round_limit")),
        *(int(t[name]) for name in ("n_cards", "n_types", "n_clauses")),
    )


def altered(game: mk.Game, seat: int, path: tuple[str, ...], field: Field, rng: np.random.Generator) -> np.ndarray:
    """The position with one number changed; a mark of who knows a card of another hand stays one that can be."""
    row = game.clone().position
    at: Any = row
    for name in path:
        at = at[name]
    flat = at.reshape(-1)
    named = limits_of(game)
    low, high = (named[limit] if isinstance(limit, str) else limit for limit in (field.lowest, field.highest))
    place = int(rng.integers(len(flat)))
    if path[0] == "card":
        held = np.flatnonzero((row["card"]["zone"][0] >= Zone.HAND) & (row["card"]["zone"][0] < Zone.TABLE))
        place = int(rng.choice(held)) if len(held) else 0
    if path == ("seat",):
        low = 0  # somebody is asked
    info = np.iinfo(field.dtype)
    value = int(rng.integers(max(low, info.min), min(high, info.max), endpoint=True))
    if path == ("decision",) and game.decision in PRIVATE:
        value = int(rng.choice(PRIVATE))
    if path == ("card", "known_by"):
        value = value & ~(1 << seat) | int(flat[place]) & 1 << seat
    flat[place] = value
    assert np.shares_memory(flat, row)
    return row


@pytest.mark.compiled
@pytest.mark.slow
def test_what_a_view_blanks_changes_no_world():
    rng = np.random.default_rng(1)
    blanked: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for game in (*some_games()[::12], *rich_games()[::25]):
        for seat in range(game.config.players):
            seen, drawn = View.of(game, seat).row.tobytes(), worlds(game, seat, 5)
            for path, field in leaves():
                name = ".".join(path)
                row = altered(game, seat, path, field, rng)
                if name in LINKS or row.tobytes() == game.position.tobytes():
                    continue
                if View(row, game.catalogue, seat).row.tobytes() == seen:
                    blanked[name] += 1
                    twin = game.clone()
                    twin.position.view(np.uint8)[:] = row.view(np.uint8)
                    told[name] += worlds(twin, seat, 5) != drawn
    assert not {name: n for name, n in told.items() if n and name not in FOLLOWED}
    private = {".".join(path) for path, field in leaves() if field.seen in ("engine", "owner")}
    assert private - LINKS - FOLLOWED - {"room"} <= set(blanked), "what nobody sees has been altered"
    assert len(blanked) > 20


def with_unseen_frames(games: tuple[mk.Game, ...]) -> Iterable[mk.Game]:
    """All at night; every day some, spread out, for each question and kind of frame with fields not all may see."""
    if FULL:
        return games
    unseen = {kind for kind in Frame if any(held.seen != "public" for held in kind.row.held.values())}
    of: dict[tuple[Frame, Decision], list[int]] = {}
    for number, game in enumerate(games):
        for kind in {Frame(int(one)) for one in game.position["frame"]["kind"][0]} & unseen:
            of.setdefault((kind, game.decision), []).append(number)
    spread = {numbers[i] for numbers in of.values() for i in np.linspace(0, len(numbers) - 1, 4).astype(int)}
    return [games[number] for number in sorted(spread)]


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.slow
def test_what_of_the_stack_is_not_public_changes_no_world():
    """Every field of every kind of frame, wherever it lies."""
    rng = np.random.default_rng(2)
    changed: set[tuple[Frame, str]] = set()
    asked = 0
    for number, game in enumerate(with_unseen_frames((*some_games()[::4], *rich_games()))):
        draws = 4 if game.decision == Decision.ANSWER_SWAP else 1  # there is one, and most draws ask something else
        for seat in [*range(game.config.players)] * draws:
            twin = rearranged(game, seat, rng)
            assert worlds(twin, seat, number) == worlds(game, seat, number), f"seat {seat} of {game!r}"
            same(game, twin, seat)
            asked += View.of(game, seat).asked is None
            for old, new in zip(game.position["frame"][0], twin.position["frame"][0], strict=True):
                kind = Frame(int(old["kind"]))
                if kind and kind == int(new["kind"]):
                    held = kind.row.held
                    changed |= {(kind, name) for name in held if old[SLOTS[name]] != new[SLOTS[name]]}
    hidden = {(kind, name) for kind in Frame for name, held in kind.row.held.items() if held.seen != "public"}
    rare = {(Frame.PLAYED, "other_card"), (Frame.PICK, "second")}  # the first below; nobody is asked before the other
    assert hidden - rare <= changed
    assert asked > 150


@pytest.mark.compiled
@pytest.mark.slow
def test_a_world_can_be_played_on():
    rng = np.random.default_rng(3)
    for game in rich_games()[::3]:
        seat = int(rng.integers(game.config.players))
        drawn = game.resample(seat, rng)
        assert drawn.broken() == Broken(0)
        assert sights(drawn, seat) == sights(game, seat)
        for _ in range(40):
            if drawn.is_terminal:
                break
            drawn.step(int(rng.choice(drawn.legal_actions())))
        assert drawn.broken() == Broken(0)


def answered(game: mk.Game, rng: np.random.Generator) -> mk.Game:
    """The game after some whole action at the pending question."""
    twin = game.clone()
    twin.step(int(rng.choice(twin.legal_actions())))
    while not twin.is_terminal and twin.stage and twin.current_player == game.current_player:
        twin.step(int(rng.choice(twin.legal_actions())))
    return twin


def view_of(game: mk.Game, seat: int) -> bytes:
    return View.of(game, seat).row.tobytes()


def as_long_as_nothing_differs(one: mk.Game, two: mk.Game, seat: int, number: int) -> int:
    """Compare worlds of two games that go on with the same quiet actions, and look the same. Return how many."""
    for compared in range(8):
        if one.is_terminal or two.is_terminal or view_of(one, seat) != view_of(two, seat) or one == two:
            return compared
        assert worlds(one, seat, number) == worlds(two, seat, number), f"seat {seat}: {one!r}, {two!r}"
        if seat in (one.current_player, two.current_player):
            return compared + 1
        for game in (one, two):
            quiet = [verb for verb in QUIET if verb in game.legal_actions()]
            if not quiet:
                return compared + 1
            game.step(quiet[0])
    return 8


@pytest.mark.compiled
@pytest.mark.slow
def test_what_others_have_answered_unseen_changes_no_world():
    """Two actions of another seat after which a seat sees the same, and goes on to see the same: as long as it does,
    its worlds are the same, though the stacks may not be."""
    rng = np.random.default_rng(4)
    compared: Counter[str] = Counter()
    for number, game in enumerate(rich_games()):
        if game.stage or not len(game.legal_actions()):
            continue
        for seat in {*range(game.config.players)} - {game.current_player}:
            found: dict[bytes, mk.Game] = {}
            for one in (answered(game, rng) for _ in range(4)):
                two = found.setdefault(view_of(one, seat), one).clone()
                compared[game.decision.name] += as_long_as_nothing_differs(one, two, seat, number)
    assert min(compared[name] for name in ("WINDOW", "CONTEST", "SWAP", "CHARITY")) > 0
    assert sum(compared.values()) > 100


@pytest.mark.interpreted
def test_a_claim_tells_no_world_who_has_made_it():
    """QUICK-4: earlier claims stay unknown until all have decided."""
    players = [{"race": "bug"}, *({"hand": [card]} for card in LEVELS)]
    game = mk.scenario(players, editions=("star",), quick_play=True, windows="open", seed=3)
    game.do("drop", card="bug")
    while game.decision == Decision.WINDOW:
        game.do("claim", card="bug") if game.current_player == 1 else game.do("pass")
    assert (game.decision, game.current_player) == (Decision.CONTEST, 2)
    claimed, left = game.clone(), game.clone()
    claimed.do("yes")
    left.do("no")
    assert claimed.current_player == left.current_player == 3
    for seat in (0, 1, 3):
        assert View.of(claimed, seat).row.tobytes() == View.of(left, seat).row.tobytes()
        assert worlds(claimed, seat, 1) == worlds(left, seat, 1)
    frames = [claimed.resample(3, np.random.default_rng(n)).position["frame"] for n in range(40)]
    drawn = {int(frame[SLOTS["claimants"]].max()) for frame in frames}
    assert len(drawn) > 1, "somebody who could have claimed has, or has not"


@pytest.mark.interpreted
def test_a_seat_that_is_not_asked_is_not_told_who_is():
    """WINDOW-3: in its worlds it is anybody whom the table lets ask."""
    game = mk.scenario([{}] * 4, phase="begin", windows="open", forced_choices=False, seed=1)
    assert game.decision == Decision.WINDOW
    found = {game.resample(3, np.random.default_rng(n)).current_player for n in range(60)}
    assert len(found) == 3
    assert 3 not in found
    other = game.clone()
    other.do("pass")
    assert other.current_player != game.current_player
    for seat in {0, 1, 2, 3} - {game.current_player, other.current_player}:
        assert worlds(game, seat, 2) == worlds(other, seat, 2)


@pytest.mark.interpreted
def test_a_card_that_is_announced_tells_no_world_what_it_is_played_on():
    """PLAY-3: Cheat! lies there to be cancelled; on which item of the hand it is played nobody knows yet."""
    items = ["munchkin:huge_rock", "munchkin:mithril_armor"]
    players = [{"hand": ["munchkin:cheat", *items, "munchkin:elf"]}, {}, {}]
    game = mk.scenario(players, editions=("munchkin", "cthulhu"), windows="open", forced_choices=False, seed=2)
    games = []
    for item in items:
        played = game.clone()
        played.do("play", card="munchkin:cheat", second=item)
        games.append(played)
        assert played.decision == Decision.WINDOW
        assert Frame.PLAYED in played.position["frame"]["kind"][0]
    one, two = games
    assert one != two
    for seat in (1, 2):
        assert View.of(one, seat).row.tobytes() == View.of(two, seat).row.tobytes()
        assert worlds(one, seat, 3) == worlds(two, seat, 3)
        for number in range(10):
            drawn = one.resample(seat, np.random.default_rng(number)).position[0]
            (f,) = (f for f in drawn["frame"] if int(f["kind"]) == Frame.PLAYED)
            kind = game.catalogue.card(int(game.catalogue.tables[0]["type_of"][int(f[SLOTS["other_card"]])])).kind
            assert (int(drawn["card"]["zone"][int(f[SLOTS["other_card"]])]), kind) == (Zone.HAND, Kind.ITEM)
