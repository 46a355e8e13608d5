"""LLMTable, a game of external seats, which act in words, and bots: the common base of all integrations."""

import re
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.config.fields import flag, plain
from munchkin_env.envs.opponents import answer_of, one_each, own_copy
from munchkin_env.envs.seeding import chance_for
from munchkin_env.errors import ConfigError, GameOver, IllegalAction, shown
from munchkin_env.evaluation.contact import Contact
from munchkin_env.evaluation.usage import LLMUsage, UsageMeter
from munchkin_env.game.game import Game
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.llm.models import Model, check_model
from munchkin_env.llm.question import NAMES, look
from munchkin_env.llm.seat import Asking, PromptConfig, Seat, spoken
from munchkin_env.llm.talk import Onlooker, Talk
from munchkin_env.observation import View, spec
from munchkin_env.policies import make_bot
from munchkin_env.replays.replay import Replay
from munchkin_env.vocabulary import Stage

# ---------------------------------------------------------------------------
# Tasks for training and testing models, by split: presets × editions × opponents × seeds.

EDITIONS = (("munchkin",), ("star",), ("cthulhu",), ("munchkin", "star"))
PRESETS = ("short", None)
OPPONENTS = ("greedy", "veteran")
SEEDS = 500  # of each split
SPLITS = ("train", "test")


def kinds() -> Iterator[dict[str, Any]]:
    """Return the settings of tasks, as `LLMTable` takes them."""
    for preset, editions, opponents in product(PRESETS, EDITIONS, OPPONENTS):
        yield {"editions": list(editions), "opponents": opponents, **({"preset": preset} if preset else {})}


def number_of_tasks(split: str) -> int:
    """Return the number of tasks of a split. Raises ConfigError."""
    _check_split(split)
    return len(list(kinds())) * SEEDS


def task_of(split: str, index: int) -> dict[str, Any]:
    """Return a task: its id, its seed and its settings; no seed is in two splits. Raises ConfigError."""
    _check_split(split)
    all_kinds = list(kinds())
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(all_kinds) * SEEDS:
        raise ConfigError(f"index: expected 0 to {len(all_kinds) * SEEDS - 1}, got {shown(index)}")
    number, kind = divmod(index, len(all_kinds))
    seed = number * len(SPLITS) + SPLITS.index(split)
    return {"id": f"{split}-{index}", "index": index, "seed": seed, "settings": all_kinds[kind]}


def _check_split(split: object) -> None:
    if split not in SPLITS:
        raise ConfigError(f"split: expected one of {', '.join(SPLITS)}, got {shown(split)}")


NAME = re.compile(r"[^\W\d_][\w-]{0,23}")  # a letter first, since players are named by number, too


class NotAsked(IllegalAction):
    """An action of a seat that is not asked."""


@dataclass(frozen=True)
class Turn:
    """Message to one seat."""

    text: str
    """A question, an error about a reply, a looked-up text, or the result of the game."""
    asked: bool
    """True if the seat is asked."""
    over: bool
    reward: float
    """0 while the game runs, then the return of the seat."""


class LLMTable:
    """Game for language models, in words.

    Threads of several seats may use it at once: each waits until its seat is asked.

    Examples:
        >>> import munchkin_env as mk
        >>> table = mk.LLMTable([0, 1], "greedy", seed=7, preset="short")
        >>> seat = table.asked
        >>> question = table.turn(seat).text
        >>> turn = table.answer(seat, "1")
        >>> turn.over
        False
    """

    def __init__(
        self,
        seats: Sequence[int] = (0,),
        opponents: str | Bot | Sequence[str | Bot] = "greedy",
        seed: int | None = 0,
        *,
        players: int | None = 4,
        stand_in: str = "greedy",
        prompting: dict[str, Any] | None = None,
        talk: bool = False,
        names: Sequence[str] = NAMES,
        contact: Contact | None = None,
        **settings: Any,
    ) -> None:
        """Deal a game and begin it.

        Args:
            seats: the external ones, whose replies come from outside.
            opponents: a bot for all other seats, or one for each, clockwise from seat 0.
            seed: whole number from 0; None draws 128 bits.
            players: number of seats; None takes the preset's, else 4.
            stand_in: the bot that acts for a seat after too many replies without a legal action.
            prompting: fields of `PromptConfig`.
            talk: external seats may make promises (`llm.talk`), which all of them see.
            names: names of the players, by seat.
            contact: the connection to the model of all external seats, for `play`.
            settings: fields of `GameConfig`, or a preset.

        Raises:
            ConfigError: a value is impossible.
        """
        seed = seed_or_drawn(seed)
        self.game = Game(players=players, seed=seed, **settings)
        players = self.game.config.players
        self.names = _names(names, players)
        flag("talk", talk)
        outside = _seats(seats, players)
        others = [seat for seat in range(players) if seat not in outside]
        chairs = one_each(opponents, len(others))
        played = spec(**self.game.config.as_dict())
        self.bots: dict[int, Bot] = {}
        for seat, one in [*zip(others, chairs, strict=True), *((seat, stand_in) for seat in outside)]:
            bot = own_copy(one) if isinstance(one, Bot) else make_bot(one, for_game=played)
            bot.check(played)
            bot.reset()
            self.bots[seat] = bot
        self.rngs = [chance_for("bot", seed, seat) for seat in range(players)]
        self.talk = Talk(self.names) if talk else None
        self.onlooker = Onlooker(players, self.talk)
        asked_so = PromptConfig.of(prompting)
        if contact is not None and not isinstance(contact, Contact):
            raise ConfigError(f"contact: expected a Contact or None, got {shown(contact)}")
        self.seats = {seat: Seat(asked_so, UsageMeter(), self.names, self.talk, contact) for seat in outside}
        for own in self.seats.values():
            own.tally.add(seats=1)
        self.asking: Asking | None = None
        self._standing_in: set[int] = set()
        self._left: set[int] = set()
        self._changed = threading.Condition()
        self._go_on()

    # ------------------------------------------------------------------ messages to a seat

    @property
    def asked(self) -> int | None:
        """Seat that is asked; None when the game is over.

        An error in a bot's turn, such as Ctrl-C, breaks an answer off. The next call of this or of a method for the
        asked seat goes on with the bots; an answer that does so is not read.
        """
        if self._is_broken_off():
            with self._changed:
                self._complete()
        return self.game.current_player

    def rules(self, seat: int) -> str:
        """Return the text before the first question: the rules, and how to answer.

        Args:
            seat: one of the external seats.
        """
        self._check(seat)
        with self._changed:
            return self.seats[seat].rules(self._view(seat))

    def turn(self, seat: int) -> Turn:
        """Return the seat's present message: its question, a note that others are asked, or the result of the game.

        Args:
            seat: one of the external seats.
        """
        self._check(seat)
        with self._changed:
            self._complete()
            return self._turn(seat)

    def wait(self, seat: int, seconds: float | None) -> Turn:
        """Return the seat's message once it is asked or the game is over, or after so many seconds.

        Args:
            seat: one of the external seats.
            seconds: limit of the wait, from 0; None waits for as long as it takes.

        Raises:
            ConfigError: there is no such seat, or the limit is no number from 0.
        """
        self._check(seat)
        given = plain(seconds)
        if given is not None and (isinstance(given, bool) or not isinstance(given, int | float) or not given >= 0):
            raise ConfigError(f"seconds: expected None or a number from 0, got {shown(seconds)}")
        limit = None if given is None else min(threading.TIMEOUT_MAX, given)
        with self._changed:
            self._complete()
            self._changed.wait_for(lambda: self.game.current_player in (seat, None), limit)
            return self._turn(seat)

    def look(self, seat: int, word: str) -> str:
        """Return a card's effects, the rules ("rules") or the discards ("discards"); it costs nothing.

        Args:
            seat: one of the external seats.
            word: a card's name, or one of these words.
        """
        self._check(seat)
        if not isinstance(word, str):
            raise ConfigError(f"word: expected text, got {shown(word)}")
        with self._changed:
            return look(self._view(seat), word)

    def _turn(self, seat: int) -> Turn:
        game = self.game
        if game.is_terminal:
            winners = " and ".join(self.names[p] for p in game.winners) or "Nobody"
            text = f"The game is over after {game.turn} turns. {winners} won."
            return Turn(text, False, True, float(game.returns[seat]))
        if game.current_player != seat or self.asking is None:
            return Turn("Others are asked; nothing is to be answered.", False, False, 0.0)
        asking = self.asking
        return Turn(asking.said[-1]["content"] if asking.said else asking.question.text, True, False, 0.0)

    # ------------------------------------------------------------------ actions

    def answer(self, seat: int, text: str) -> Turn:
        """Take a reply of the asked seat, and play on to the next question to a seat outside.

        A reply without a legal action changes only the counts, and the turn gives the expected values; after too many
        of them the stand-in acts.

        Args:
            seat: the asked seat.
            text: the reply of its model.

        Returns:
            The seat's next message, a `Turn`.

        Raises:
            NotAsked: another seat is asked.
            GameOver: the game has ended.
        """
        self._check(seat)
        if not isinstance(text, str):
            raise IllegalAction(f"answer: expected text, got {shown(text)}")
        with self._changed:
            if self.game.is_terminal:
                raise GameOver("answer: the game is over")
            if self._is_broken_off():
                self._complete()
                return self._turn(seat)
            if self.game.current_player != seat or self.asking is None:
                raise NotAsked(f"answer: expected it of the asked seat, got one of {self.names[seat]}, who is not")
            self._answer(seat, self.asking, text)
            self._changed.notify_all()
            return self._turn(seat)

    def play(self, models: Mapping[int, Model]) -> None:
        """Let models act for some of the external seats, until another seat is asked or the game is over.

        Args:
            models: a `Model` by seat.

        Raises:
            ConfigError: there is no such seat, or no such model.
        """
        if not isinstance(models, Mapping):
            raise ConfigError(f"models: expected a dict of models by seat, got {shown(models)}")
        for one, model in models.items():
            self._check(one)
            check_model(f"models[{one}]", model)
        with self._changed:
            self._complete()
        while (seat := self.game.current_player) in models and seat is not None and self.asking is not None:
            with self._changed:
                own = self.seats[seat]
                answer = own.put(self._view(seat, world=True), self.asking, models[seat])
                if answer is None:
                    self._standing_in.add(seat)
                    self._by_bot(seat)
                else:
                    self._step(own.answered(answer))
                self._go_on()
                self._changed.notify_all()

    def leave(self, seat: int) -> None:
        """Let a seat's stand-in act from now on, which is counted; the others play on.

        Args:
            seat: one of the external seats.
        """
        self._check(seat)
        with self._changed:
            self._left.add(seat)
            if self.game.current_player == seat:
                self._go_on()
            self._changed.notify_all()

    def _answer(self, seat: int, asking: Asking, text: str) -> None:
        own = self.seats[seat]
        told = self._turn(seat).text
        own.tally.add(calls=1, characters_received=len(text), characters_sent=len(told))
        own.log.append({"messages": [spoken("user", told)], "answer": None, "reply": text})
        try:
            answer = own.take(self._view(seat, world=True), asking, text)
        except IllegalAction as error:
            own.log[-1]["refused"] = str(error)
            if own.refuse(asking, text, error):
                return
            self._stand_in(seat)
            self._go_on()
            return
        if answer is not None:
            own.log[-1]["answer"] = answer.named
            self._step(own.answered(answer))
            self._go_on()

    def _is_broken_off(self) -> bool:
        """True if the game waits for nobody outside: a bot's turn ended in an error, or a thread is at work."""
        return self.asking is None and not self.game.is_terminal

    def _complete(self) -> None:
        """Go on where an error broke off the bots; with the lock, so that no other thread is at work."""
        if self._is_broken_off():
            self._go_on()
            self._changed.notify_all()

    def _go_on(self) -> None:
        """Play bots, standing passes and the rest of actions, up to the next question."""
        self.asking = None
        while self.game.current_player is not None:
            seat = self.game.current_player
            if seat not in self.seats:
                self._by_bot(seat)
                continue
            if seat in self._left:
                self.seats[seat].tally.add(stand_ins=self.game.stage == Stage.VERB)
                self._by_bot(seat)
                continue
            own, mask = self.seats[seat], self.game.legal_action_mask()
            view = self._view(seat, world=True)
            step = own.due_step(view, mask)
            if step is not None:
                self._step(step)
            elif seat in self._standing_in and self.game.stage != Stage.VERB:
                self._by_bot(seat)
            elif (passed := own.passed(view, mask)) is not None:
                self._step(passed)
            elif (foreseen := own.foreseen(view)) is not None:
                self._step(own.answered(foreseen))
            else:
                self._standing_in.discard(seat)
                began = time.thread_time()
                self.asking = own.begin(view)
                own.tally.add(questions=1, seconds_of_layer=time.thread_time() - began)
                return

    def _stand_in(self, seat: int) -> None:
        self.seats[seat].tally.add(stand_ins=1)
        self._standing_in.add(seat)
        self._by_bot(seat)

    def _by_bot(self, seat: int) -> None:
        game = self.game
        self._step(
            answer_of(self.bots[seat], game.position, game.catalogue, game.legal_action_mask(), self.rngs[seat], "bot")
        )

    def _step(self, action: int) -> None:
        """Act, and let the onlooker see the result."""
        self.asking = None  # it was about the decision of before
        self.game.step(action)
        self.onlooker.look(View.public(self.game.position, self.game.catalogue))
        if self.game.is_terminal:
            self.onlooker.over()

    # ------------------------------------------------------------------ facts

    def counts(self, seat: int) -> LLMUsage:
        """Return the usage counts of a seat.

        Args:
            seat: one of the external seats.
        """
        self._check(seat)
        return self.seats[seat].tally.counts

    def transcript(self) -> dict[str, Any]:
        """Return the facts, and by seat every call: messages, reply and its interpretation; plain JSON."""
        calls = {self.names[seat]: deepcopy(own.log) for seat, own in self.seats.items()}
        return {**self.facts(), "settings": self.game.config.as_dict(), "calls": calls}

    def replay(self) -> Replay:
        """Return the game so far with all hands open; not for the players."""
        players = [self.bots[seat].name if seat not in self.seats else "model" for seat in range(len(self.names))]
        return self.game.replay(None, self.names, players)

    def facts(self) -> dict[str, Any]:
        """Return the result and the counts of all external seats, plain JSON."""
        counts = {self.names[seat]: asdict(own.tally.counts) for seat, own in self.seats.items()}
        return {
            "over": self.game.is_terminal,
            "winners": [self.names[p] for p in self.game.winners],
            "turns": self.game.turn,
            "decisions": len(self.game.history),
            "seed": self.game.seed,
            "counts": counts,
            "bargains": {self.names[seat]: self.onlooker.bargains[seat].as_dict() for seat in self.seats},
            "promises": [] if self.talk is None else self.talk.facts(),
        }

    def _view(self, seat: int, world: bool = False) -> View:
        return View.of(self.game, seat, world=world)

    def _check(self, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or seat not in self.seats:
            raise ConfigError(f"seat: expected one of {sorted(self.seats)}, got {shown(seat)}")


def _names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a name for each seat: a word that fits on one line, in JSON and beside numbers. Raises ConfigError."""
    found = tuple(names)[:players] if isinstance(names, Sequence) and not isinstance(names, str) else ()
    right = len(found) == players and all(isinstance(name, str) and NAME.fullmatch(name) for name in found)
    if not right or len({name.lower() for name in found}) < players:
        raise ConfigError(f"names: expected {players} different ones of letters and digits, got {shown(names)}")
    return found


def _seats(seats: Sequence[int], players: int) -> list[int]:
    """Return the external seats, each once. Raises ConfigError."""
    found = [plain(seat) for seat in (seats if isinstance(seats, Iterable) else [seats])]
    right = all(isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players for seat in found)
    if not found or not right or len(set(found)) != len(found):
        raise ConfigError(f"seats: expected some of 0 to {players - 1}, each once, got {shown(seats)}")
    return sorted(found)
