"""Live table: a game played in the browser by people and bots, independent of networks.

Each viewer gets the frames of a `Recorder` of its own: what its seat may know, and nothing else. Questions are numbered
by seat, since the number of all actions would reveal how often others are asked. Events are written down before they
happen: if that fails, they have not happened.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import PurePath

from munchkin_env.bots import Bot
from munchkin_env.bots.valuation import NOTHING
from munchkin_env.engine.rules.trading import GOLD_PER_LEVEL
from munchkin_env.engine.state.actions import CARD0, PASS_ID
from munchkin_env.envs.opponents import answer_of, own_copy
from munchkin_env.envs.seeding import chance_for
from munchkin_env.errors import ConfigError, IllegalAction, SaveError, shown
from munchkin_env.game.answers import MORE, Labels, asks_on, in_words
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.observation.scene import seat_names
from munchkin_env.replays.recorder import PUBLIC, Recorder, record, recorded, shared_settings
from munchkin_env.replays.review import reasons
from munchkin_env.replays.snapshot import Parts
from munchkin_env.replays.thinking import PointsThinker
from munchkin_env.vocabulary import Phase, Stage

MOST_PARTS = 3  # of an action that come in one message: a verb, a card, and one more


class LiveTable:
    """One game, its players, and what each viewer has seen of it.

    bots: by seat, None for a person. adviser: the bot behind the hints. names: those shown, of which those beyond the
    seats are nobody's. players: by seat, the players' names. Not for several threads at once. Raises ConfigError unless
    there are as many bots and players as seats.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot | None],
        adviser: Bot,
        names: Sequence[str],
        players: Sequence[str],
    ) -> None:
        for word, given in (("bots", bots), ("players", players)):
            if len(given) != game.config.players:
                raise ConfigError(f"{word}: expected one for each of {game.config.players} seats, got {len(given)}")
        self.game = game
        self.bots = list(bots)
        self._advisers = [of_a_seat(adviser) for _ in range(game.config.players)]
        self.names = seat_names(game.config.players, names)
        self.players = list(players)
        self.timer = 0.0
        """Seconds for an action, after which the adviser takes it; 0 sets no limit."""
        self.rematch: dict[int | str, str] = {}
        """Tokens of the next table of the same players, once somebody wants one (`Tables.rematch`)."""
        self.used = time.monotonic()
        """Time of a person's last action."""
        self.write: Callable[[Parts], None] = lambda entry: None
        """Function that notes the next event (`server.tables`); raises SaveError if it cannot, and then nothing
        happens."""
        self._recorders: dict[int | str, Recorder] = {}
        self._numbers = [0] * len(bots)
        self._passing = [False] * len(bots)
        self._begun: list[Game] = []  # the game before each part of the action in progress
        self._planned: list[int] = []  # actions of bots that could not be written yet

    # ------------------------------------------------------------------ looking

    def look(self, viewer: int | str) -> Recorder:
        """Return what a seat, or PUBLIC, has seen so far; it continues to be written."""
        if viewer not in self._recorders:
            recorder = Recorder(self.game, viewer, self.names, self.players)
            self._recorders[viewer] = recorded(self.game, recorder)
        return self._recorders[viewer]

    def number(self, seat: int) -> int | None:
        """Return the number of the question that a person is asked.

        None if none is, or if it is passed automatically.
        """
        if (
            self.game.current_player != seat
            or self.bots[seat] is not None
            or (self._passing[seat] and may_pass(self.game))
        ):
            return None
        return self._numbers[seat]

    @property
    def action_begins(self) -> int:
        """Return the number of all actions before the one in progress, or before the next one."""
        return len((self._begun[0] if self._begun else self.game).history)

    def question(self, seat: int | str) -> Parts | None:
        """Return the question to a seat: its number, by card the ways to use it, and other possible moves."""
        number = None if seat == PUBLIC else self.number(int(seat))
        if number is None:
            return None
        told = Labels.of(self.game, int(seat), self.names)
        paths, words = self._paths(told)
        return {
            "number": number,
            "paths": paths,
            "words": words,
            "sale": self._sale(told),
            "may_take_back": bool(self._begun),
            "may_pass_on": may_pass(self.game),
            "excess": self._excess(int(seat)),
        }

    def _excess(self, seat: int) -> int:
        """Return the cards that have to leave the hand in charity, if the question is which; 0 for any other."""
        view = View.of(self.game, seat)
        asks = not self.game.decision.row.reacts and not self._begun and min(self.game.legal_actions()) >= CARD0
        if not asks or view.phase != Phase.CHARITY or int(view.record["turn_seat"]) != seat:
            return 0
        limit = int(view.record["rules"]["hand_limit"]) + int(view.record["player"][seat]["hand_limit"])
        return max(0, view.hand_size(seat) - max(0, limit))

    def _paths(self, told: Labels) -> tuple[dict[str, list[list[int]]], dict[str, list[str]]]:
        """Return by card the actions that use it, and their words.

        An action is a verb and the card, or the verb if no other card may follow. Parts that follow by themselves are
        in the words, so that nobody chooses them unseen.
        """
        found: dict[str, list[list[int]]] = {}
        words: dict[str, list[str]] = {}
        if self.game.stage != Stage.VERB:
            return found, words
        for verb in self.game.legal_actions().tolist():
            if asks_on(verb):
                following = told.branch.after(verb)
                cards = following.legal.tolist() if following.stage == Stage.CARD else ()
                for action in cards:
                    card, taken = str(action - CARD0 + 1), following.taken
                    named = Labels(following, told.seat, self.names).named(action)
                    found.setdefault(card, []).append([verb] if taken else [verb, action])
                    lead = told.label(verb).removesuffix(MORE)
                    words.setdefault(card, []).append(told.named(verb) if taken else f"{lead}: {named}")
        return found, words

    def _sale(self, told: Labels) -> Parts | None:
        """Return what may be sold and for how much, and what is chosen already; None where nothing is sold."""
        asked = told.asked
        if told.view.verb is None or not asked.counts_gold:
            return None
        items = [[one, asked.value(one)] for one in asked.sellable()]
        return {
            "items": items,
            "chosen": sorted(asked.selected()),
            "doubled": asked.doubled(),
            "levels": asked.levels_left(),
            "gold": GOLD_PER_LEVEL,
        }

    # ------------------------------------------------------------------ acting

    def answer(self, seat: int, number: object, actions: object) -> None:
        """Take one or more parts of an action.

        Raises IllegalAction, and the game is as it was, for a question that is no longer asked, and for an illegal
        action.

        A refusal must not reveal the results of an action, so nothing is tried beyond its end.
        """
        self._check_question(seat, number)
        if not isinstance(actions, list) or not 1 <= len(actions) <= MOST_PARTS:
            raise IllegalAction(f"actions: expected 1 to {MOST_PARTS} ids, got {shown(actions)}")
        trial, begun = self.game.clone(), list(self._begun)
        for given, action in enumerate(actions):
            if given and not begun:
                raise IllegalAction(f"actions: expected the parts of one action, got more: {shown(actions)}")
            before = trial.clone()
            trial.step(action)
            begun = [*begun, before] if trial.still_answering(before) else []
        self._carry_out([int(action) for action in actions])
        self._planned = []  # a pass that could not be written
        self._begun = begun
        self.used = time.monotonic()

    def take_back(self, seat: int, number: object) -> None:
        """Take back the last part of an incomplete action: nobody has seen it, no random number was drawn."""
        self._check_question(seat, number)
        if not self._begun:
            raise IllegalAction("take_back: expected an action in progress, got none")
        self.write({"back": 1})
        self.game = self._begun.pop()
        self._looked()

    def pass_on(self, seat: int, number: object) -> None:
        """Pass, and continue to pass until an event affects the seat."""
        self._check_question(seat, number)
        if not may_pass(self.game):
            raise IllegalAction("pass_on: expected a question that can be passed, got another")
        self._passing[seat] = True
        try:
            self.answer(seat, number, [PASS_ID])
        except SaveError:
            self._passing[seat] = False
            raise

    def answer_for(self, seat: int, number: object) -> None:
        """Act at the end of the time.

        The adviser takes the action of a hint, or completes one in progress; a pass where possible.
        """
        self._check_question(seat, number)
        if may_pass(self.game):
            self._carry_out([PASS_ID])
            return
        trial, actions = self.game.clone(), list[int]()
        while not actions or trial.still_answering(self.game):
            actions.append(self._advice(seat, trial))
            trial.step(actions[-1])
        self._carry_out(actions)

    def leave(self, seat: int, word: str, by: str = "") -> None:
        """Give a person's seat up: the adviser, called `word`, plays it from now on.

        `by` is the adviser's name in the log. Raises IllegalAction if the seat is a bot's.
        """
        if self.bots[seat] is not None:
            raise IllegalAction(f"leave: expected the seat of a person, got seat {seat}, which a bot has")
        self.write({"leave": [seat, by or word]})
        self.bots[seat], self.players[seat] = self._advisers[seat], word
        for recorder in self._recorders.values():
            recorder.players[seat] = word
        if seat == self.game.current_player:
            self._begun = []

    def review(self) -> Parts:
        """Return the whole game with all hands, as a replay. Raises IllegalAction while it goes on."""
        self.check_over("review")
        found: Parts = record(self.game, None, self.names, self.players).document
        return found | {"settings": shared_settings(self.game)}

    def check_over(self, what: str) -> None:
        """Raise IllegalAction while the game goes on."""
        if not self.game.is_terminal:
            raise IllegalAction(f"{what}: expected a game that is over, got one that goes on")

    def hint(self, seat: int, number: object) -> Parts:
        """Return the adviser's action by the knowledge of the seat, in words, and the first part of it."""
        self._check_question(seat, number)
        given, parts = in_words(self.game, self.names, lambda trial: self._advice(seat, trial))
        told = Labels.of(self.game, seat, self.names)
        lesson, worth = told.lesson(given[0]).partition(": ")[2], self._worth(seat, given[0], told)
        told_words = [f"{PurePath(self._advisers[seat].name).name} would choose: {' → '.join(parts)}.", lesson, worth]
        return {"words": " ".join(filter(None, told_words)), "action": given[0]}

    def _worth(self, seat: int, action: int, told: Labels) -> str:
        """Return the reason, by the veteran's points; empty where they are equal.

        It has the points of this action and of the next best one, and the results of both in determinizations drawn
        from the seat's knowledge.
        """
        points = PointsThinker().think(self.game).get("points", {})
        others = {one: points[one] for one in points if one != str(action)}
        if not others or points[str(action)] <= max(others.values()):
            return ""
        best = max(others, key=lambda one: others[one])
        words = told.named(int(best)).removesuffix(" …")
        if others[best] <= NOTHING:
            return "A veteran sees no other useful action."
        tells = f"A veteran gives this {points[str(action)]} points, and {others[best]} to the next best, “{words}”."
        return f"{tells} {reasons(self.game, action, int(best), self.names, self._numbers[seat])}"

    def go_on(self, most: int) -> bool:
        """Let bots act, at most so often, and people who pass; return True while there may be more to do.

        Raises SaveError if that cannot be written; the next call tries the same again.
        """
        given = 0
        while given < most:
            self._planned = self._planned or self._plan(most - given)
            if not self._planned:
                return False
            self._carry_out(self._planned)
            given += len(self._planned)
            self._planned = []
        return self.game.current_player is not None

    def _plan(self, most: int) -> list[int]:
        """Return the bots' actions up to the next question to a person, or that person's pass.

        None if the person is to decide.
        """
        seat = self.game.current_player
        if seat is not None and self.bots[seat] is None:
            self._passing[seat] = self._passing[seat] and may_pass(self.game)
            return [PASS_ID] if self._passing[seat] else []
        trial, actions = self.game.clone(), list[int]()
        while len(actions) < most and trial.current_player is not None:
            bot = self.bots[trial.current_player]
            if bot is None:
                break
            actions.append(self._answer_of(bot, trial))
            trial.step(actions[-1])
        return actions

    def _answer_of(self, bot: Bot, game: Game) -> int:
        """Return a bot's action by random numbers of this very decision: a resumed game goes on as it would have."""
        seat = game.current_player
        assert seat is not None
        rng = chance_for("bot", 0 if game.seed is None else game.seed, seat, len(game.history))
        return answer_of(bot, game.position, game.catalogue, game.legal_action_mask(), rng, "bot")

    def _advice(self, seat: int, game: Game) -> int:
        """Return the adviser's action for a person, by random numbers that reveal nothing.

        Neither the game's seed nor the number of others' actions decides between equally good ones.
        """
        rng = chance_for("hint", seat, self._numbers[seat], len(game.history) - len(self.game.history))
        return answer_of(self._advisers[seat], game.position, game.catalogue, game.legal_action_mask(), rng, "hint")

    def _carry_out(self, actions: list[int]) -> None:
        """Write down legal actions, and take them."""
        self.write({"moves": actions})
        for action in actions:
            self._step(action)

    def _step(self, action: int) -> None:
        seat = self.game.current_player
        assert seat is not None
        for recorder in self._recorders.values():
            if recorder.viewer == seat:
                recorder.answer(action)
        self._begun = []
        self.game.step(action)
        self._looked()

    def _looked(self) -> None:
        """Let all viewers look; a new question has a new number."""
        for viewer, recorder in self._recorders.items():
            if recorder.look(self.game) is not None and isinstance(viewer, int) and self._passing[viewer]:
                self._passing[viewer] = not _is_about(recorder, self.game, viewer)
        if self.game.current_player is not None:
            self._numbers[self.game.current_player] += 1

    def _check_question(self, seat: int, number: object) -> None:
        if self.game.current_player != seat or self.bots[seat] is not None:
            raise IllegalAction(f"question: expected to wait, since seat {seat} is not asked, got an action")
        if number != self._numbers[seat] or isinstance(number, bool):
            raise IllegalAction(f"question: expected an action for number {self._numbers[seat]}, got {shown(number)}")


def may_pass(game: Game) -> bool:
    """Return True if the question is about a reaction, which may be passed."""
    return game.decision.row.reacts and PASS_ID in game.legal_actions()


def _is_about(recorder: Recorder, game: Game, seat: int) -> bool:
    """Return True if the last seen event happened to the seat, or in a combat in which it fights."""
    view = View.of(game, seat)
    fights = view.in_combat and seat in (view.leader, view.helper)
    return fights or any(seat in (event.seat, event.other) for event in recorder.fresh)


def of_a_seat(bot: Bot) -> Bot:
    """Return the bot with a memory of its own: one that remembers must not carry knowledge from seat to seat."""
    own = own_copy(bot)
    own.reset()
    return own
