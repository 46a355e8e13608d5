"""A player who inspects all its inputs finds nothing from which the deal follows, and nothing to change."""

import gc
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import pairwise, product
from types import BuiltinFunctionType, FunctionType, MappingProxyType, ModuleType
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import BatchBot, Bot
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cli._shared import Seats
from munchkin_env.engine.state.layout import STATE
from munchkin_env.envs.checkpoint import sealed
from munchkin_env.envs.seeding import chance_for, chance_keys, episode_seed
from munchkin_env.game.initial_state import hash_seed
from munchkin_env.observation import View, spec
from tests.envs.chances import mix, unmixed_seed
from tests.envs.slow_rows import SMALL

pytestmark = pytest.mark.compiled  # interpreted it takes minutes

SEED = 0x5DEECE66D1CE4E5B  # no number that comes about by itself
SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, Enum)  # the program, not what was handed out


# --------------------------------------------------------------------------- looking around


def reachable(*handed: Any) -> Iterator[Any]:
    """Everything that can be reached: what the collector knows of, memory that arrays borrow, parts of generators."""
    seen: dict[int, Any] = {}
    pending = list(handed)
    while pending:
        one = pending.pop()
        if id(one) in seen or isinstance(one, SHARED):
            continue
        seen[id(one)] = one
        yield one
        pending += gc.get_referents(one)
        if isinstance(one, np.ndarray | memoryview):
            pending.append(one.base if isinstance(one, np.ndarray) else one.obj)
        elif isinstance(one, np.random.Generator):
            pending.append(one.bit_generator)
        elif isinstance(one, np.random.BitGenerator):
            pending += [one.state, one.seed_seq]
        elif isinstance(one, np.random.SeedSequence):
            pending += [one.entropy, one.spawn_key, one.pool, one.state, one.generate_state(8)]


def numbers(*handed: Any) -> set[int]:
    """All whole numbers among it, in parts of 64 and 32 bits too."""
    found: set[int] = set()
    for one in reachable(*handed):
        if isinstance(one, bool | np.bool_):
            continue
        if isinstance(one, int | np.integer):
            found.add(int(one))
        elif isinstance(one, np.ndarray) and one.dtype.kind in "iu":
            flat = [int(number) for number in one.ravel()]
            found.update(flat)
            found.update(high << 32 | low for high, low in pairwise(flat))
        elif isinstance(one, list | tuple) and all(isinstance(part, int) for part in one):
            found.update(int(high) << 32 | int(low) for high, low in pairwise(one))
    for number in list(found):
        for size in (32, 64):
            rest = abs(number)
            while rest:
                found.add(rest & ((1 << size) - 1))
                rest >>= size
    return found


def guesses(found: set[int]) -> set[int]:
    """Seeds that the numbers may have been hashed from, too."""
    return found | {unmixed_seed(number) for number in found if 1 << 32 <= number < 1 << 64}


def secrets(*seeds: int, hashed: tuple[int, int]) -> set[int]:
    """Numbers from which a deal follows: seeds, and the key of its chance."""
    high, low = hashed
    found = {high, low, high << 32 | low}
    for seed in seeds:
        found |= {seed, *(seed ^ 0x626F7473 ^ rotation << 32 for rotation in range(6))}
    return found


def of_position(row: np.ndarray) -> set[int]:
    high, low = int(row["seed_hi"][0]), int(row["seed_lo"][0])
    return secrets(unmixed_seed(high << 32 | low), hashed=(high, low))


# --------------------------------------------------------------------------- players that keep what they are handed


class Spy(Bot):
    """A bot that keeps all inputs. Copies of it, which play, share the list of the class."""

    name = "spy"
    handed: list[tuple[Any, ...]] = []

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        Spy.handed.append((view, mask, rng))
        return int(np.flatnonzero(mask)[int(rng.integers(int(mask.sum())))])


class BatchSpy(BatchBot):
    name = "batch spy"
    handed: list[tuple[Any, ...]] = []

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        BatchSpy.handed.append((observation, masks, chances))
        return masks.argmax(axis=1)


def check_handed(forbidden: set[int]) -> None:
    """Nothing of what the spies have does tell one of these numbers."""
    assert len(Spy.handed) > 3
    assert len(BatchSpy.handed) > 3
    for handed in (*Spy.handed[:3], *Spy.handed[-3:], *BatchSpy.handed[:6]):
        assert not guesses(numbers(*handed)) & forbidden
        assert not any(isinstance(one, mk.Game | mk.SelfPlayVecEnv) for one in reachable(*handed))


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    Spy.handed.clear()
    BatchSpy.handed.clear()


def play(env: Any, steps: int) -> None:
    for _ in range(steps):
        env.step(env.action_masks().argmax(axis=-1))


# --------------------------------------------------------------------------- every interface


def test_seeds_can_be_turned_round() -> None:
    """The attempts of the tests below do work: a hash reveals its seed."""
    high, low = hash_seed(SEED)
    assert unmixed_seed(high << 32 | low) == SEED
    told = np.random.default_rng([high, low, 1])
    assert SEED in guesses(numbers(told))
    assert SEED in guesses(numbers(np.random.default_rng(SEED)))


def test_a_small_seed_is_found_by_trying() -> None:
    """By the generator that a bot is handed: so matches of untrusted bots use a drawn one."""
    mk.evaluate([Spy(), "random", "random"], games=3, seed=41, round_limit=1)
    told = Spy.handed[0][2].bit_generator.seed_seq.entropy
    tries = ((seed, *place) for seed in range(100) for place in product(range(3), repeat=2))
    found = {one[0] for one in tries if chance_for("bot", *one).bit_generator.seed_seq.entropy == told}
    assert found == {41}


@pytest.mark.parametrize(
    ("key", "words", "value"),  # of the authors of Threefry
    [
        ((0, 0), (0, 0), 0x6B200159),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), 0x1CB996FC),
        ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), 0xC4923A9C),
    ],
)
def test_chance_is_threefry(key: tuple[int, int], words: tuple[int, int], value: int) -> None:
    """Nobody computes the key from values: dice that were seen tell nothing of those to come. That the engine draws
    the same is seen in the loops that `slow_rows` plays once more."""
    assert mix(*key, *words) == value


def test_gymnasium_hands_out_nothing_that_tells_the_deal() -> None:
    env = mk.MunchkinEnv(opponents=[Spy(), BatchSpy()], learner_seat="random", **SMALL)
    for episode in range(3):
        observation, info = env.reset(seed=SEED if episode == 0 else None)
        forbidden = of_position(env.game.position) | {SEED, episode_seed(SEED, episode)}
        assert not guesses(numbers(observation, info)) & forbidden
        Spy.handed.clear()
        while not env._over and len(Spy.handed) < 8:
            play(env, 1)
    check_handed(forbidden)


@pytest.mark.parametrize("face", ["make_vec", "sb3"])
def test_vectors_hand_out_nothing_that_tells_the_deal(face: str) -> None:
    table = {"opponents": [Spy(), BatchSpy()], **SMALL}
    if face == "sb3":
        pytest.importorskip("stable_baselines3")
        env = mk.sb3_vec_env(2, seed=SEED, **table)
        handed = [env.reset(), env.reset_infos]
    else:
        env = mk.MunchkinVectorEnv(2, **table)
        handed = list(env.reset(seed=SEED))
    forbidden = {SEED, *secrets(SEED, hashed=hash_seed(SEED))}
    for _ in range(12):
        for row in range(2):
            forbidden |= of_position(env.games.positions[row : row + 1])
        play(env, 1)
    assert not guesses(numbers(*handed)) & forbidden
    check_handed(forbidden)


def test_matches_hand_out_nothing_that_tells_the_deal() -> None:
    mk.evaluate([Spy(), BatchSpy(), "random"], games=3, seed=SEED, round_limit=1)
    forbidden = secrets(SEED, hashed=hash_seed(SEED))
    check_handed(forbidden)


def test_games_on_the_terminal_hand_out_nothing_that_tells_the_deal() -> None:
    game = mk.Game(seed=SEED, **SMALL)
    seats = Seats([Spy(), Spy(), Spy()], ["spy"] * 3, SEED)
    for _ in range(9):
        game.step(seats.answer(game))
    BatchSpy.handed += [(mask, mask, np.zeros(0)) for _, mask, _ in Spy.handed]
    check_handed(secrets(SEED, hashed=hash_seed(SEED)))


def test_what_compiled_bots_do_follows_from_another_key() -> None:
    """Others see it, and could work back from it."""
    key = chance_keys("compiled bots", SEED)[0]
    assert not set(key) & secrets(SEED, hashed=hash_seed(SEED))
    games = mk.SelfPlayVecEnv(1, controllers=["caller", "random", "random"], seed=SEED, **SMALL)
    other = mk.SelfPlayVecEnv(1, controllers=["caller", "random", "random"], seed=SEED + 1, **SMALL)
    other.restore(sealed({**games.state(), "seed": np.array(str(SEED + 1))}))
    for _ in range(30):
        for one in (games, other):
            one.step(one.legal_ids[:, 0])
        if games.positions.tobytes() != other.positions.tobytes():
            return
    pytest.fail("their chance is the cards'")


def test_players_know_nothing_of_each_other() -> None:
    keys = chance_keys("batch bots", 1, 2)
    assert len(set(keys)) == len(keys) == 8
    purposes = [chance_for(purpose, seed, seat) for purpose in ("a", "b") for seed in (1, 2) for seat in (1, 2)]
    assert len({int(rng.integers(2**62)) for rng in purposes}) == 8
    assert chance_for("a", 10**5000, -3).random() == chance_for("a", 10**5000, -3).random()
    assert chance_for("a", 1, 23).random() != chance_for("a", 12, 3).random()


# --------------------------------------------------------------------------- what can be changed


def frozen(*handed: Any) -> None:
    """All arrays among it lie in memory that nobody can make writable, and nothing else can be changed in place."""
    for one in reachable(*handed):
        if isinstance(one, np.ndarray):
            with pytest.raises(ValueError, match="WRITEABLE"):
                one.setflags(write=True)
        if isinstance(one, Mapping):
            assert isinstance(one, MappingProxyType | dict)
        proxied = isinstance(one, dict) and any(isinstance(o, MappingProxyType) for o in gc.get_referrers(one))
        assert not isinstance(one, list | set | bytearray | dict) or proxied, f"{type(one)} can be changed"
        assert not hasattr(one, "__dict__") or isinstance(one, np.ndarray) or not vars(one), f"{type(one)} has a dict"


def test_nobody_can_change_the_cards() -> None:
    catalogue = load_catalogue()
    frozen(catalogue, catalogue.tables)
    for change in (
        lambda: catalogue.types.update(elf=(1,)),
        lambda: catalogue.types.__setitem__("elf", (1,)),
        lambda: catalogue.host.switches.__setitem__("hand_limit", 99),
        lambda: catalogue.host.decks.clear(),
        lambda: setattr(catalogue, "tables", None),
        lambda: setattr(catalogue.host, "switches", {}),
        lambda: setattr(catalogue.card(1), "level", 0),
        lambda: vars(catalogue).update(tables=None),
        lambda: catalogue.tables["card"].__setitem__("level", 0),
        lambda: catalogue.tables.view(np.uint8).setflags(write=True),
    ):
        with pytest.raises((TypeError, AttributeError, ValueError)):
            change()


def test_a_view_is_a_copy_of_its_own() -> None:
    """All memory that can be written belongs to this one view; spoiling it spoils nothing else."""
    game = mk.Game(seed=SEED, **SMALL)
    before, tables = game.position.tobytes(), game.catalogue.tables.tobytes()
    view, other = View.of(game, 1), View.of(game, 1)
    shown = other.row.tobytes()
    for one in reachable(view):
        if isinstance(one, np.ndarray) and one.flags.writeable:
            assert not np.shares_memory(one, game.position)
            assert not np.shares_memory(one, other.row)
            assert np.shares_memory(one, view.row)
        assert not isinstance(one, mk.Game)
        if isinstance(one, np.ndarray) and not np.shares_memory(one, view.row):
            with pytest.raises(ValueError, match="WRITEABLE"):
                one.setflags(write=True)
    assert not guesses(numbers(view)) & of_position(game.position)
    view.row.view(np.uint8)[:] = 255
    assert (game.position.tobytes(), game.catalogue.tables.tobytes(), other.row.tobytes()) == (before, tables, shown)
    assert view.row.dtype == STATE


def test_what_a_spec_tells_cannot_be_changed() -> None:
    game = spec(players=3)
    with pytest.raises(TypeError):
        game.schema_hashes["flat"] = "mine"  # type: ignore[index]
