"""Scripted models: one that follows a bot through the layer, and those that behave badly."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from munchkin_env.bots import Bot, make_bot
from munchkin_env.game.answers import ActionTree, CompleteAction, Trail
from munchkin_env.llm import LLMBot, Message, Reply
from munchkin_env.llm.question import NAMES
from munchkin_env.llm.replies import MOST_THEN
from munchkin_env.observation import View


class Script:
    """A model that replies what a function makes of the conversation."""

    name = "script"

    def __init__(self, say: Callable[[Sequence[Message]], str]) -> None:
        self.say = say
        self.prompts: list[str] = []
        self.next: Callable[[], dict[str, Any]]
        """The reply that it is to give, where it is told."""

    def reply(self, messages: Sequence[Message]) -> Reply:
        self.prompts.append(messages[-1]["content"])
        return Reply(self.say(messages), tokens_sent=len(self.prompts[-1]) // 4, tokens_received=1)

    def facts(self) -> dict[str, Any]:
        return {"name": self.name}


def whole_answer(bot: Bot, view: View, mask: np.ndarray, rng: np.random.Generator) -> CompleteAction:
    """Return a bot's action for a decision, all its parts, in the world of the view."""
    return whole_trail(bot, view, mask, rng).answer()


def whole_trail(bot: Bot, view: View, mask: np.ndarray, rng: np.random.Generator) -> Trail:
    answers = ActionTree(view, NAMES)
    trail = answers.trail(())
    while not trail.path or not trail.branch.complete:
        legal = trail.branch.legal
        if len(legal) == 1:
            action = int(legal[0])
        else:
            now = np.zeros_like(mask)
            now[legal] = 1
            action = bot.act(View(trail.branch.row, view.catalogue, view.seat), now, rng)
        trail = trail.then(action)
    return trail


def answers_in_a_row(bot: Bot, view: View, mask: np.ndarray, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Return a bot's actions by name as long as it is asked the same again, in the world of the view."""
    found: list[dict[str, Any]] = []
    seat, decision, turn = view.seat, view.decision, view.turn
    while len(found) <= MOST_THEN:
        trail = whole_trail(bot, view, mask, rng)
        found.append(trail.named)
        row = trail.branch.row
        view = View(row, view.catalogue, seat, world=True)
        if (view.asked, view.decision, view.turn) != (seat, decision, turn):
            break
        mask = np.zeros_like(mask)
        mask[trail.branch.legal] = 1
    return found


class Followed(LLMBot):
    """A bot that is followed word by word: at each decision a script says, by number or by name, what it would do.

    The whole layer is followed through: the question, the reply, the reading of it.
    """

    def __init__(self, bot: str = "greedy", plans: bool = False, **prompting: Any) -> None:
        """plans: it says at once what it would reply to the same question again."""
        self.script = Script(lambda messages: said(self.script.next()))
        self.plans = plans
        super().__init__(self.script, **prompting)
        self.name = f"followed {bot}"
        self.bot = make_bot(bot)

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        if self.plans:
            self.script.next = lambda: with_those_to_come(answers_in_a_row(self.bot, view, mask, rng))
        else:
            self.script.next = lambda: whole_answer(self.bot, view, mask, rng).named
        return super().act(view, mask, rng)


def with_those_to_come(answers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first of several actions by name, with the others behind it."""
    first, *then = answers
    return {**first, "then": then} if then else first


def said(named: dict[str, Any]) -> str:
    """A reply by JSON, with prose around it that names another action."""
    return f"I could {{pass}}, or take 1.\nBut no:\n{json.dumps(named)}"


class Plain(Bot):
    """The bot itself, each action given whole as `Followed` gives it: the same random numbers are drawn in the same
    order."""

    searches = True

    def __init__(self, bot: str = "greedy") -> None:
        self.bot = make_bot(bot)
        self.name = f"plain {bot}"
        self.due: list[int] = []

    def reset(self) -> None:
        self.due = []

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        if not self.due:
            self.due = list(whole_answer(self.bot, view, mask, rng).steps)
        return self.due.pop(0)
