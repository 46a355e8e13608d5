"""One game of Munchkin: ask whose turn it is, list the legal answers, step, observe, clone, save."""

import json
import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from munchkin_env import versions
from munchkin_env.cards.compile import Catalogue, load_catalogue
from munchkin_env.config import BARGAINS, RESULTS, SEXES, WINDOWS, GameConfig
from munchkin_env.engine import entries
from munchkin_env.engine.actions import action_count, describe
from munchkin_env.engine.invariants import Broken
from munchkin_env.engine.kernel import records
from munchkin_env.engine.layout import RULES, STATE, empty
from munchkin_env.engine.layout_actions import AMOUNT0, CARD0, N_AMOUNTS, PLACE0, SEAT0, VERB0
from munchkin_env.errors import (
    ConfigError,
    EngineFault,
    GameOver,
    IllegalAction,
    MunchkinError,
    SaveError,
    did_you_mean,
)
from munchkin_env.vocabulary import (
    MAX_DICE,
    MAX_FRAMES,
    MAX_MONSTERS,
    MAX_OFFERS,
    N_ZONES,
    Decision,
    Fault,
    Frame,
    Phase,
    Stage,
    Verb,
    Window,
)

MAGIC = b"MKNG"
_HEAD = struct.Struct("<4sHHIII")  # magic, save version, rules version, header length, body length, crc
_MASK64 = (1 << 64) - 1


def hash_seed(seed: int) -> tuple[int, int]:
    """Two 32-bit halves of a well-mixed 64-bit number (splitmix64); neighbouring seeds share nothing."""
    z = (seed + 0x9E3779B97F4A7C15) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    z ^= z >> 31
    return z >> 32, z & 0xFFFFFFFF


def check_seed(seed: object) -> int:
    """The seed as a Python int. Raises ConfigError for anything but a whole number."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ConfigError(f"seed: expected a whole number, got {seed!r}")
    return int(seed)


def write_settings(position: np.ndarray, config: GameConfig, catalogue: Catalogue) -> None:
    """Fills the settings of a zeroed position (a one-row view) from the config and the host's switches."""
    switches = catalogue.switches
    rules = position["rules"]
    start = switches["start_cards"] if config.start_cards is None else config.start_cards
    values: dict[str, int] = {
        "players": config.players,
        "goal": config.goal,
        "start_cards": int(start),
        "hand_limit": int(switches["hand_limit"]),
        "round_limit": config.round_limit,
        "leader_wins": RESULTS.index(config.round_limit_result),
        "windows": WINDOWS.index(config.windows),
        "bargaining": BARGAINS.index(config.bargaining),
        "trades": BARGAINS.index(config.trades),
        "super_needs_two": int(switches["super_munchkin"] == "two"),
        "heavy_kit": ("none", "big_in_play", "big_carried", "complex").index(str(switches["heavy_kit"])),
        "loot_compulsory": int(switches["loot_room"] == "compulsory"),
    }
    for name in (
        "offers_own_turn",
        "offers_window",
        "help_questions",
        "forced_choices",
        "removal_ends_combat",
        "elf_may_win",
        "listen_at_door",
        "loot_treasure",
        "helper_wins",
    ):
        values[name] = int(getattr(config, name))
    for name in (
        "gold_overridable",
        "enhancers_change_level",
        "half_breed_drawbacks",
        "equip_in_combat",
        "throw_away_items",
        "level_card_on_others",
        "undead_join",
        "loot_after_friendly",
        "dead_return_at_once",
        "curses_outlive_death",
        "shared_goal",
    ):
        values[name] = int(switches[name])
    for name, value in values.items():
        rules[name] = value
    sexes = config.sexes or tuple(SEXES[p % 2] for p in range(config.players))
    for p, sex in enumerate(sexes):
        position["player"][..., p]["sex"] = SEXES.index(sex)


class Game:
    """A game of Munchkin, from the deal to the winner.

    `Game(editions=("munchkin",), players=4, seed=7, **settings)`; settings are the fields of `GameConfig`.
    Raises ConfigError for settings that no game can have.
    """

    seed: int | None
    """The seed, None for a scenario or a resampled game."""

    def __init__(self, editions: Sequence[str] | str = ("munchkin",), players: int = 4, seed: int = 0, **settings: Any):
        config = GameConfig.of({"editions": editions, "players": players, **settings})
        seed = check_seed(seed)
        self._prepare(config)
        self._place(empty(1))
        self.seed = seed
        hi, lo = hash_seed(seed)
        self._row["seed_hi"] = hi
        self._row["seed_lo"] = lo
        write_settings(self._row, config, self.catalogue)
        first = -1 if config.first_seat is None else config.first_seat
        self._n = entries.drive(self._positions, 0, self._tables, first, self._ids)
        self._check_fault()

    def _prepare(self, config: GameConfig) -> None:
        """All but the position."""
        self.config = config
        self.catalogue = load_catalogue(config.editions)
        self._tables = records(self.catalogue.tables)
        self._actions = action_count(self.catalogue)
        self._ids = np.zeros(self._actions, np.int32)
        self._n = 0
        self.seed = None
        self._history: list[int] = []  # seat << 16 | action
        self._start: bytes | None = None  # the position a scenario began with

    def _place(self, row: np.ndarray) -> None:
        """Puts a one-row array of STATE in place of the position."""
        self._row = row
        self._positions = records(row)
        self._bytes = row.view(np.uint8)

    # ------------------------------------------------------------------ state

    @property
    def position(self) -> np.ndarray:
        """The position: the one-row structured array of `engine.layout.STATE` itself, not a copy."""
        return self._row

    @property
    def tables(self) -> np.ndarray:
        """The card tables the engine reads."""
        return self._tables

    @property
    def seat(self) -> int | None:
        """Who answers the pending decision; None when the game is over. For drivers, not for players."""
        seat = int(self._row["seat"][0])
        return None if self.over or seat < 0 else seat

    @property
    def decision(self) -> Decision:
        """What the acting seat is asked."""
        return Decision(int(self._row["decision"][0]))

    @property
    def stage(self) -> Stage:
        """Which part of a composite answer is due; VERB at its beginning."""
        return Stage(int(self._row["move"]["stage"][0]))

    @property
    def phase(self) -> Phase:
        return Phase(int(self._row["phase"][0]))

    @property
    def turn(self) -> int:
        """Turns begun."""
        return int(self._row["turn"][0])

    @property
    def turn_seat(self) -> int:
        """Whose turn it is."""
        return int(self._row["turn_seat"][0])

    @property
    def over(self) -> bool:
        return bool(self._row["over"][0])

    @property
    def winners(self) -> tuple[int, ...]:
        """Winning seats; empty while the game runs and for a draw."""
        bits = int(self._row["winners"][0])
        return tuple(p for p in range(self.config.players) if bits >> p & 1)

    @property
    def returns(self) -> np.ndarray:
        """float[players]: winners share +1 equally, losers -1 equally; zeros while running, for a draw, if all win."""
        return returns_of(int(self._row["winners"][0]), self.config.players)

    @property
    def history(self) -> tuple[tuple[int, int], ...]:
        """(seat, action) of every answer so far."""
        return tuple((answer >> 16, answer & 0xFFFF) for answer in self._history)

    def level(self, seat: int) -> int:
        """Level of a seat."""
        self._check_seat(seat)
        return int(self._row["player"]["level"][0, seat])

    def strength(self, side: str) -> int:
        """COMBAT-1: combat strength of "players" or "monsters". Raises ConfigError for another side."""
        if side not in ("players", "monsters"):
            raise ConfigError(f"side: expected players or monsters, got {side!r}")
        players, monsters, _ = entries.strengths(self._positions, 0, self._tables)
        return int(players if side == "players" else monsters)

    # ------------------------------------------------------------------ acting

    def legal(self) -> np.ndarray:
        """int32[k]: the legal action ids, ascending, a fresh array."""
        return np.sort(self._ids[: self._n])

    def mask(self, out: np.ndarray | None = None) -> np.ndarray:
        """int8[A]: 1 where an action is legal; all zero after the end."""
        if out is None:
            out = np.zeros(self._actions, np.int8)
        else:
            out[:] = 0
        out[self._ids[: self._n]] = 1
        return out

    def step(self, action: int) -> None:
        """Answers the pending decision. IllegalAction and GameOver leave the game as it is."""
        if self._n == 0:
            raise GameOver(f"action: the game is over (winners {list(self.winners)}), got {action!r}")
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise IllegalAction(f"action: expected a whole number from 0 to {self._actions - 1}, got {action!r}")
        seat = int(self._row["seat"][0])
        n = entries.step_game(self._positions, 0, self._tables, int(action), self._ids, self._n)
        if n == entries.ILLEGAL:
            legal = ", ".join(f"{i} {self.describe(i)}" for i in self.legal()[:12])
            raise IllegalAction(
                f"action: {int(action)} ({self.describe(int(action))}) is not legal for seat {seat} at "
                f"{self.decision.name}; legal: {legal}{', …' if self._n > 12 else ''}"
            )
        self._history.append(seat << 16 | int(action))
        self._n = n
        self._check_fault()

    def _check_fault(self) -> None:
        fault = int(self._row["fault"][0])
        if fault:
            raise EngineFault(
                f"engine fault {Fault(fault)!r}; reproduce with seed {self.seed}, {self.config} "
                f"and the answers {[a for _, a in self.history]}"
            )

    def describe(self, action: int) -> str:
        """An action id in words."""
        return describe(self.catalogue, action)

    def action(self, verb: Verb | str | None = None, **arguments: Any) -> list[int]:
        """The ids that `do` with the same arguments would step through, tried on a copy."""
        trial = self.clone()
        before = len(trial._history)
        trial.do(verb, **arguments)
        return [action for _, action in trial.history[before:]]

    def do(
        self,
        verb: Verb | str | None = None,
        *,
        card: str | None = None,
        cards: Sequence[str] = (),
        seat: int | None = None,
        place: int | str | None = None,
        amount: int | None = None,
        second: str | None = None,
        want: Sequence[str] = (),
        which: int = 0,
        first_pick: bool = False,
    ) -> None:
        """Answers a whole composite decision by name: `game.do("play", card="enraged", place=0)`.

        `seat` is absolute, `place` a monster's number from 0 or "players" or "monsters". Parts that the engine
        settles by itself (single choices) are skipped. Raises IllegalAction naming the part that is missing or wrong,
        CardError for a card that does not exist; the game is then as it was.
        """
        before = (self._bytes.copy(), self._ids.copy(), self._n, len(self._history))
        try:
            self._answer(verb, card, list(cards), seat, place, amount, second, list(want), which, first_pick)
        except MunchkinError:
            self._bytes[:], self._ids[:], self._n, answers = before
            del self._history[answers:]
            raise

    def _answer(
        self,
        verb: Verb | str | None,
        card: str | None,
        pending: list[str],
        seat: int | None,
        place: int | str | None,
        amount: int | None,
        second: str | None,
        wanted: list[str],
        which: int,
        first_pick: bool,
    ) -> None:
        """Steps through the parts of an answer."""
        asked = self.seat
        word = None if verb is None else _verb(verb)
        if word is not None and not (self.stage != Stage.VERB and int(self._row["move"]["verb"][0]) == word):
            self.step(VERB0 + int(word))
            if self.stage == Stage.VERB or self.seat != asked:
                return
        elif int(self._row["move"]["stage"][0]) == Stage.VERB:
            self.step(self._plain(card, seat, amount))
            if self.stage == Stage.VERB or self.seat != asked:
                return
        if second is not None and not wanted:
            wanted = [second]
        begun = int(self._row["move"]["verb"][0])
        while not self.over and self.seat == asked and self.stage != Stage.VERB:
            if int(self._row["move"]["verb"][0]) != begun:
                return
            self.step(self._argument(card, pending, seat, place, amount, wanted, which, first_pick))

    def _plain(self, card: str | None, seat: int | None, amount: int | None) -> int:
        """The id of an answer without a verb."""
        if card is not None:
            return CARD0 + self.catalogue.index(card) - 1
        if seat is not None:
            return self._seat_id(seat)
        if amount is not None:
            return _amount_id("amount", amount)
        asked = self.decision.name
        raise IllegalAction(f"action: expected a verb, a card, a seat or an amount for {asked}, got nothing")

    def _argument(
        self,
        card: str | None,
        pending: list[str],
        seat: int | None,
        place: int | str | None,
        amount: int | None,
        wanted: list[str],
        which: int,
        first_pick: bool,
    ) -> int:
        stage = self.stage
        if stage == Stage.CARD:
            name = card if card is not None else (pending.pop(0) if pending else None)
            return CARD0 + self.catalogue.index(_given("card", name)) - 1
        if stage in (Stage.SECOND, Stage.WANT):
            if stage == Stage.WANT and not wanted:
                return VERB0 + Verb.DONE
            return CARD0 + self.catalogue.index(_given("second", wanted.pop(0) if wanted else None)) - 1
        if stage in (Stage.WHICH, Stage.SECOND_WHICH):
            return _amount_id("which", which)
        if stage == Stage.SEAT:
            return self._seat_id(_given("seat", seat))
        if stage == Stage.PLACE:
            return PLACE0 + _place(_given("place", place))
        if stage == Stage.AMOUNT:
            return _amount_id("amount", 0 if amount is None else amount)
        if stage == Stage.TERMS and first_pick and not int(self._row["move"]["first"][0]):
            return VERB0 + Verb.FIRST_PICK
        if pending:
            return CARD0 + self.catalogue.index(pending.pop(0)) - 1
        return VERB0 + Verb.DONE

    def _seat_id(self, seat: object) -> int:
        """The id of an absolute seat for the one who answers."""
        players = self.config.players
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
            raise IllegalAction(f"seat: expected 0 to {players - 1}, got {seat!r}")
        return SEAT0 + (int(seat) - int(self._row["seat"][0])) % players

    # ------------------------------------------------------------------ copies and bytes

    def clone(self) -> "Game":
        """An independent copy."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._ids = self._ids.copy()
        twin._history = self._history.copy()
        twin._bytes = self._bytes.copy()
        twin._row = np.ndarray(1, STATE, twin._bytes)  # a view as records takes 7 µs
        twin._positions = records(twin._row)
        return twin

    __copy__ = clone

    def at(self, decisions: int) -> "Game":
        """This game as it was after its first `decisions` answers, played again from its start.

        Raises ConfigError for a number of answers that the game has not had, or for a game whose beginning is not
        known (a resampled one).
        """
        if not 0 <= decisions <= len(self._history):
            raise ConfigError(f"decisions: expected 0 to {len(self._history)}, got {decisions!r}")
        if self._start is not None:
            game = object.__new__(Game)
            game._prepare(self.config)
            game._place(np.ndarray(1, STATE, np.frombuffer(self._start, np.uint8).copy()))
            game._start = self._start
            game._n = entries.resume(game._positions, 0, game._tables, game._ids)
            game._check_fault()
        elif self.seed is not None:
            game = Game(seed=self.seed, **self.config.as_dict())
        else:
            raise ConfigError("decisions: expected a game with a seed, got a resampled one")
        for _, action in self.history[:decisions]:
            game.step(action)
        return game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.load, (self.save(),)

    def save(self) -> bytes:
        """The whole game as bytes: versions, settings, card hash, position, answers."""
        facts = {"seed": self.seed, "start": self._start is not None}
        head = _settings_line(self.config, self.catalogue.hash) + json.dumps(facts).encode()
        answers = np.array(self._history, np.int32)
        body = self._bytes.tobytes() + (self._start or b"") + answers.tobytes()
        crc = zlib.crc32(body, zlib.crc32(head))
        return _HEAD.pack(MAGIC, versions.SAVE_VERSION, versions.RULES_VERSION, len(head), len(body), crc) + head + body

    @staticmethod
    def load(data: bytes) -> "Game":
        """The game saved by `save`. Raises SaveError for anything else, before any rule runs."""
        settings, facts, body = _open_save(data)
        game = object.__new__(Game)
        try:
            config, wanted = _settings_from(settings)
            game._prepare(config)
            seed, started = facts["seed"], facts["start"]
            if seed is not None:
                check_seed(seed)
        except json.JSONDecodeError as error:
            raise SaveError(f"header: expected JSON, got {error}") from error
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise SaveError(f"header: expected the settings of a game, got {error}") from error
        if wanted != game.catalogue.hash:
            raise SaveError(f"catalogue: expected the cards {game.catalogue.hash[:12]}…, got {str(wanted)[:12]}…")
        size = STATE.itemsize
        starts = 2 if started else 1
        if len(body) < size * starts or (len(body) - size * starts) % 4:
            raise SaveError(f"body: expected a position of {size} bytes and answers, got {len(body)} bytes")
        if started:
            game._start = body[size : 2 * size]
            game._restore(game._start)
        game._restore(body[:size])
        answers = np.frombuffer(body, np.int32, offset=size * starts)
        wrong = entries.wrong_answer(answers, len(answers), config.players, game._actions)
        if wrong >= 0:
            answer = int(answers[wrong])
            raise SaveError(
                f"answers: expected seats and actions of this game, got {answer >> 16} and {answer & 0xFFFF}"
            )
        game._history = answers.tolist()
        game.seed = seed
        game._n = entries.legal_ids(game._positions, 0, game._tables, game._ids)
        return game

    def _restore(self, data: bytes) -> None:
        """Puts saved bytes in place of the position. Raises SaveError unless rules may run on them."""
        self._place(np.ndarray(1, STATE, np.frombuffer(data, np.uint8).copy()))
        validate(self._row, self.catalogue, self.config)
        bad = entries.check_position(self._positions, 0, self._tables)
        if bad & ~Broken.FAULT:
            raise SaveError(f"position: expected a sound one, got {Broken(bad)!r}")

    def __eq__(self, other: object) -> bool:
        """Games are equal when settings and positions are, byte by byte."""
        return (
            isinstance(other, Game)
            and self.config == other.config
            and self._bytes.tobytes() == other._bytes.tobytes()
        )

    def __hash__(self) -> int:
        return hash(self._bytes.tobytes())

    def __repr__(self) -> str:
        levels = " ".join(str(self.level(p)) for p in range(self.config.players))
        state = f"over, winners {list(self.winners)}" if self.over else f"seat {self.seat} {self.decision.name}"
        return f"<Game turn {self.turn} levels {levels} {state}>"

    # ------------------------------------------------------------------ what a seat sees

    def observe(self, seat: int, kind: str = "flat", out: Any = None) -> Any:
        """What a seat sees: "flat" int8[F], "tokens" a dict of int16 arrays, "text" a string."""
        from munchkin_env.observation import observe

        self._check_seat(seat)
        return observe(self._row, self.catalogue, seat, kind, out)

    def text(self, seat: int | None = None) -> str:
        """The table in words: as one seat sees it, or (None) with everything open."""
        from munchkin_env.observation import text

        if seat is not None:
            self._check_seat(seat)
        return text(self._row, self.catalogue, seat)

    def resample(self, seat: int, rng: np.random.Generator) -> "Game":
        """A game that looks the same to `seat`, what he cannot know drawn anew: cards, decks, future chance."""
        from munchkin_env.observation import resample

        self._check_seat(seat)
        twin = self.clone()
        resample(twin._row, self.catalogue, seat, rng)
        twin.seed = None
        twin._history = []
        twin._start = None
        twin._n = entries.legal_ids(twin._positions, 0, twin._tables, twin._ids)
        return twin

    def _check_seat(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < self.config.players:
            raise ConfigError(f"seat: expected 0 to {self.config.players - 1}, got {seat!r}")

    def broken(self) -> Broken:
        """Everything that is wrong with the position: nothing, in a correct engine."""
        return Broken(entries.check_position(self._positions, 0, self._tables))


def returns_of(winners: int, players: int) -> np.ndarray:
    """float[players] of the winners' bits: +1 shared by winners, -1 by losers; zeros if none or all win."""
    result = np.zeros(players)
    won = [p for p in range(players) if winners >> p & 1]
    if won and len(won) < players:
        result[:] = -1.0 / (players - len(won))
        result[won] = 1.0 / len(won)
    return result


@lru_cache(maxsize=64)
def _settings_line(config: GameConfig, catalogue_hash: str) -> bytes:
    """The line of a saved game that all games with these settings share."""
    return json.dumps({"config": config.as_dict(), "catalogue": catalogue_hash}).encode() + b"\n"


@lru_cache(maxsize=64)
def _settings_from(line: bytes) -> tuple[GameConfig, str]:
    """The config and the hash of the cards of such a line."""
    head = json.loads(line)
    settings = {k: tuple(v) if isinstance(v, list) else v for k, v in head["config"].items()}
    return GameConfig.of(settings), head["catalogue"]


def _ranges(catalogue: Catalogue, players: int) -> list[tuple[str, int, int]]:
    """Everything that rules use as an index: field, lowest and highest value."""
    tables = catalogue.tables[0]
    n_cards = int(tables["n_cards"])
    last_type = len(catalogue.cards) - 1
    return [
        ("zone", 0, N_ZONES - 1),
        ("next", 0, n_cards),
        ("prev", 0, n_cards),
        ("head", 0, n_cards),
        ("order", 0, n_cards),
        ("count", 0, n_cards),
        ("seat", -1, players - 1),
        ("turn_seat", 0, players - 1),
        ("first_seat", 0, players - 1),
        ("decision", 0, max(Decision)),
        ("n_frames", 0, MAX_FRAMES),
        ("frame.kind", 0, max(Frame)),
        ("frame.seat", 0, players - 1),
        ("frame.other", 0, players - 1),
        ("move.stage", 0, max(Stage)),
        ("move.verb", 0, max(Verb)),
        ("move.card", 0, n_cards),
        ("move.second", 0, n_cards),
        ("move.seat", 0, players - 1),
        ("move.place", 0, 1 + MAX_MONSTERS),
        ("phase", 0, max(Phase)),
        ("window", 0, max(Window)),
        ("winners", 0, (1 << players) - 1),
        ("door", 0, n_cards),
        ("host", 0, n_cards),
        ("frame.a", 0, int(tables["n_clauses"])),
        ("frame.c", 0, n_cards),
        ("roll.seat", 0, players - 1),
        ("roll.place", 0, MAX_MONSTERS - 1),
        ("offer.maker", 0, players - 1),
        ("offer.taker", 0, players - 1),
        ("event.seat", -1, players - 1),
        ("event.other", -1, players - 1),
        ("event.card", 0, last_type),
        ("combat.n_monsters", 0, MAX_MONSTERS),
        ("combat.leader", 0, players - 1),
        ("combat.helper", 0, players),
        ("combat.monster.type", 0, last_type),
        ("combat.monster.card", 0, n_cards),
        ("chance", 0, 2**31 - 1),
        ("event_count", 0, 2**31 - 1),
        ("n_offers", 0, MAX_OFFERS),
        ("n_dice", 0, MAX_DICE),
    ]


_WIDTHS = (np.dtype("i1"), np.dtype("u1"), np.dtype("i2"), np.dtype("u2"), np.dtype("i4"))  # as in `out_of_range`


def _numbers(field: str) -> tuple[int, int, int, int]:
    """Where the numbers of a field lie: its kind in `_WIDTHS`, first index, how many, how far apart."""
    dtype, at, count, apart = STATE, 0, 1, 0
    for part in field.split("."):
        assert dtype.fields is not None  # all but the last part are records
        dtype, offset = dtype.fields[part][:2]
        at += offset
        if dtype.subdtype is not None:
            dtype, shape = dtype.subdtype
            count, apart = shape[0], dtype.itemsize
    return _WIDTHS.index(dtype), at // dtype.itemsize, count, apart // dtype.itemsize


@lru_cache(maxsize=64)
def _expected(catalogue: Catalogue, config: GameConfig) -> tuple[bytes, np.ndarray]:
    """What `validate` compares a position with: its settings, and a row for `out_of_range` of each of `_ranges`."""
    wanted = empty(1)
    write_settings(wanted, config, catalogue)
    rows = [(*_numbers(name), low, high) for name, low, high in _ranges(catalogue, config.players)]
    return wanted["rules"].tobytes(), np.array(rows, np.int64)


def validate(row: np.ndarray, catalogue: Catalogue, config: GameConfig) -> None:
    """Settings, and ranges of everything that rules use as an index; SaveError names the field."""
    rules, ranges = _expected(catalogue, config)
    if row["rules"].tobytes() != rules:
        wanted = np.frombuffer(rules, RULES)[0]
        for name in RULES.names or ():
            if row["rules"][name][0] != wanted[name]:
                raise SaveError(f"rules.{name}: expected {wanted[name]}, got {row['rules'][name][0]}")
    bad = entries.out_of_range(*(row.view(width) for width in _WIDTHS), ranges)
    if bad >= 0:
        name, low, high = _ranges(catalogue, config.players)[bad]
        found: Any = row
        for part in name.split("."):
            found = found[part]
        raise SaveError(f"{name}: expected {low} to {high}, got {found.min()} to {found.max()}")


def _open_save(data: bytes) -> tuple[bytes, dict[str, Any], bytes]:
    """Settings, further facts and body of saved bytes, checked for magic, versions, length and checksum.

    The header is two lines of JSON: the settings, which many games share, and the rest."""
    if not isinstance(data, bytes | bytearray):
        raise SaveError(f"save: expected bytes, got {type(data).__name__}")
    if len(data) < _HEAD.size:
        raise SaveError(f"length: expected at least {_HEAD.size} bytes, got {len(data)}")
    magic, save, rules, head_size, body_size, crc = _HEAD.unpack_from(data)
    if magic != MAGIC:
        raise SaveError(f"magic: expected {MAGIC!r}, got {magic!r}")
    if save != versions.SAVE_VERSION:
        raise SaveError(f"save version: expected {versions.SAVE_VERSION}, got {save}")
    if rules != versions.RULES_VERSION:
        raise SaveError(f"rules version: expected {versions.RULES_VERSION}, got {rules}")
    if len(data) != _HEAD.size + head_size + body_size:
        raise SaveError(f"length: expected {_HEAD.size + head_size + body_size} bytes, got {len(data)}")
    head = bytes(data[_HEAD.size : _HEAD.size + head_size])
    body = bytes(data[_HEAD.size + head_size :])
    if zlib.crc32(body, zlib.crc32(head)) != crc:
        raise SaveError(f"checksum: expected {crc:#010x}, got {zlib.crc32(body, zlib.crc32(head)):#010x}")
    settings, _, facts = head.partition(b"\n")
    try:
        return settings, json.loads(facts), body
    except (ValueError, RecursionError) as error:
        raise SaveError(f"header: expected JSON, got {error}") from error


def _verb(verb: Any) -> Verb:
    if isinstance(verb, str):
        try:
            return Verb[verb.upper().replace(" ", "_")]
        except KeyError:
            names = [v.name.lower() for v in Verb]
            hint = did_you_mean(verb, names)
            raise IllegalAction(f"verb: expected one of {', '.join(names)}, got {verb!r}{hint}") from None
    if isinstance(verb, bool) or not isinstance(verb, int) or verb not in set(Verb):
        raise IllegalAction(f"verb: expected a verb or its name, got {verb!r}")
    return Verb(int(verb))


def _amount_id(part: str, amount: object) -> int:
    if isinstance(amount, bool) or not isinstance(amount, int | np.integer) or not 0 <= amount < N_AMOUNTS:
        raise IllegalAction(f"{part}: expected a whole number from 0 to {N_AMOUNTS - 1}, got {amount!r}")
    return AMOUNT0 + int(amount)


def _given(part: str, value: Any) -> Any:
    if value is None:
        raise IllegalAction(f"{part}: expected one to finish the action, got nothing")
    return value


def _place(place: object) -> int:
    if place == "players":
        return 0
    if place == "monsters":
        return 1
    if isinstance(place, bool) or not isinstance(place, int | np.integer) or not 0 <= place < MAX_MONSTERS:
        raise IllegalAction(f'place: expected a monster\'s number, "players" or "monsters", got {place!r}')
    return 2 + int(place)


__all__ = ["Game", "check_seed", "hash_seed", "returns_of", "validate", "write_settings"]
