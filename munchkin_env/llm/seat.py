"""Seat of a model: asks, reads, asks again, and lets a stand-in act where all that fails."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from munchkin_env.errors import ConfigError, EngineFault, IllegalAction, did_you_mean, shown
from munchkin_env.evaluation.contact import Contact
from munchkin_env.evaluation.usage import UsageMeter
from munchkin_env.game.answers import ActionTree, ByName, CompleteAction
from munchkin_env.llm.models import BudgetSpent, LateReply, Message, Model, ModelError, Reply, check_reply
from munchkin_env.llm.question import NAMES, VARIANTS, DecisionPrompt, Memory, ask, look, system_prompt
from munchkin_env.llm.replies import Given, Reader
from munchkin_env.llm.standing_passes import NEWS, USUAL, News, OwnTurn, check_kinds, kinds_of, pass_of
from munchkin_env.llm.talk import Talk, talk_page
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Stage

MOST_REASON = 200  # characters
BOARDS = ("full", "changes")


@dataclass(frozen=True)
class PromptConfig:
    """Settings of prompting; no rule of the game. Raises ConfigError for impossible values."""

    retries: int = 2
    """Times that a question is put again after a reply without a legal action, or none."""
    looks: int = 2
    """Looks at cards, rules and discards before an action."""
    steps: int = 6
    """Choices of an action given step by step, steps back among them."""
    pass_until: tuple[str, ...] | None = USUAL
    """Standing pass at the beginning; None asks at every chance to react."""
    board: str = "full"
    """"full" shows the whole table each time, "changes" only the news, to a model that remembers."""
    remembers: int = 0
    """Number of earlier questions and replies that are sent along."""
    variant: str = "plain"
    """Variant of the prompt, one of `VARIANTS`."""

    @classmethod
    def of(cls, fields: Mapping[str, Any] | None) -> Self:
        """Return the settings with these fields. Raises ConfigError for unknown ones and for impossible values."""
        if not isinstance(fields, Mapping | None):
            raise ConfigError(f"prompting: expected fields of PromptConfig, got {shown(fields)}")
        known = cls.__dataclass_fields__
        for name in fields or ():
            if name not in known:
                raise ConfigError(f"{name}: unknown; known: {', '.join(known)}{did_you_mean(name, known)}")
        return cls(**(fields or {}))

    def __post_init__(self) -> None:
        for name, most in (("retries", 10), ("looks", 10), ("steps", 40), ("remembers", 1000)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
                raise ConfigError(f"{name}: expected a whole number from 0 to {most}, got {value!r}")
        if self.board not in BOARDS:
            raise ConfigError(f"board: expected {' or '.join(BOARDS)}, got {self.board!r}")
        if self.variant not in VARIANTS:
            raise ConfigError(f"variant: expected one of {', '.join(VARIANTS)}, got {self.variant!r}")
        if self.board == "changes" and not self.remembers:
            raise ConfigError("board: expected full for a model that remembers nothing (remembers=0), got changes")
        if self.pass_until is not None:
            try:
                object.__setattr__(self, "pass_until", check_kinds(self.pass_until))
            except IllegalAction as error:
                raise ConfigError(str(error)) from error


@dataclass
class Asking:
    """State of one decision while a model is asked for it."""

    answers: ActionTree
    question: DecisionPrompt
    said: list[Message] = field(default_factory=list)
    """Messages about it besides the question."""
    looks: int = 0
    steps: int = 0
    failed: int = 0


@dataclass
class Plan:
    """Actions that a reply has given in advance: for as long as the same question is asked again in the same turn."""

    decision: Decision
    turn: int
    answers: list[dict[str, Any]]


class Seat:
    """Seat of one game, with the conversation of its model."""

    def __init__(
        self,
        prompting: PromptConfig,
        tally: UsageMeter,
        names: Sequence[str] = NAMES,
        talk: Talk | None = None,
        contact: Contact | None = None,
    ) -> None:
        """Make the seat.

        Args:
            prompting: the settings of its prompts.
            tally: the meter that its calls are counted by.
            names: names of the players, by seat.
            talk: the record of promises; None at a table without them.
            contact: the contact with its model; None of a model that needs none.
        """
        self.talk = talk
        self.contact = contact
        self._told = 0
        """Number of promises that it has heard."""
        self.prompting = prompting
        self.tally = tally
        self.names = tuple(names)
        self.until = prompting.pass_until
        self.memory = Memory()
        self.news = News()
        self.own_turn = OwnTurn()
        self.exchanged: list[Message] = []
        """Earlier questions, each with its reply."""
        self.due: list[int] = []
        """Ids of an action that the game has still to be given."""
        self.plan: Plan | None = None
        self.log: list[dict[str, Any]] = []
        """Every call: messages, reply, and its interpretation."""

    # ------------------------------------------------------------------ for a bot

    def due_step(self, view: View, mask: np.ndarray) -> int | None:
        """Return the next id of an action that was given before, None if a new one is asked for."""
        if not self.due:
            return None
        action = self.due.pop(0)
        if view.stage == Stage.VERB or not mask[action]:
            raise EngineFault(f"language: expected {action} to go on with an answer, at {view.stage!r}")
        return action

    def passed(self, view: View, mask: np.ndarray) -> int | None:
        """Return the id by which a standing pass skips this decision; None if the model is to be asked."""
        if self.until is None:
            return None
        action = pass_of(view, mask)
        if action is None:
            action = self.own_turn.goes_on(view, mask) if NEWS in self.until else None
            return None if action is None or self._planned(view) else self._let_by(view, action)
        asked = bool(kinds_of(view) & set(self.until))
        if NEWS in self.until and view.decision.row.reacts:
            asked = asked or self.news.are_there(view, mask)
            if asked:
                self.news.told(view, mask)
        return None if asked else self._let_by(view, action)

    def _let_by(self, view: View, action: int) -> int:
        if self.memory.is_behind(view):
            self.memory.listen(view, self.names)
        self.tally.add(passed=1)
        return action

    def _planned(self, view: View) -> bool:
        """Return True if an action was given in advance to this question."""
        return self.plan is not None and (self.plan.decision, self.plan.turn) == (view.decision, view.turn)

    def foreseen(self, view: View) -> CompleteAction | None:
        """Return the action that was given in advance.

        None, and nothing is planned any more, if there is none or it is not legal now.
        """
        planned = self._planned(view)
        plan, self.plan = self.plan, None
        if plan is None or not planned:
            return None
        first, *left = plan.answers
        try:
            answer = ByName(first).answer(ActionTree(view, self.names).begun)
        except IllegalAction:
            return None  # it is asked now, and may decide again
        self.tally.add(foreseen=1)
        if left:
            self.plan = Plan(view.decision, view.turn, left)
        return answer

    def answered(self, answer: CompleteAction) -> int:
        """Return the first id of a whole action; the others are due."""
        first, *self.due = answer.steps
        self.own_turn.answered(first)
        return first

    # ------------------------------------------------------------------ questions

    def begin(self, view: View) -> Asking:
        """Begin the decision that is put to the model."""
        answers = ActionTree(view, self.names)
        return Asking(answers, self.ask(view, answers))

    def ask(self, view: View, answers: ActionTree, path: Sequence[int] = ()) -> DecisionPrompt:
        """Return a question, or a step of one."""
        self._listen_to_talk()
        return ask(view, answers, self.memory, self.names, path, self.prompting.board, self.prompting.variant)

    def take(self, view: View, asking: Asking, text: str) -> CompleteAction | None:
        """Return the action of a reply: a whole one, or None where more is to be said (`asking.said` has it).

        Raises IllegalAction for a reply without a legal action.
        """
        given = Reader(asking.answers, asking.question.path, asking.question.listed).read(text)
        whole = given.look is None and given.answer is not None and not given.answer.open
        if not whole:
            self._count(asking, given)
        if given.promise is not None:
            self._promise(view, given.promise)
        if given.pass_until is not None and self.until is not None:
            self.until = given.pass_until
        if whole:
            if given.then:
                self.plan = Plan(view.decision, view.turn, list(given.then))
            return given.answer
        asking.said += [spoken("assistant", text), spoken("user", self._more(view, asking, given))]
        return None

    def _count(self, asking: Asking, given: Given) -> None:
        """Count a look, or a step of an answer. Raises IllegalAction, before anything is changed, for one too many."""
        if given.look is not None:
            asking.looks += 1
            self.tally.add(looks=1)
            if asking.looks > self.prompting.looks:
                raise IllegalAction(f"look: expected at most {self.prompting.looks} before an answer, got another one")
            return
        asking.steps += 1
        if asking.steps > self.prompting.steps:
            raise IllegalAction(f"answer: expected a whole one within {self.prompting.steps} steps, got a further step")

    def _promise(self, view: View, given: Any) -> None:
        """Make a promise to all. Raises IllegalAction for an invalid one, and at a table without talk."""
        if self.talk is None:
            raise IllegalAction("promise: expected none, since nobody talks at this table")
        self.talk.promise(view.seat, view.turn, given)
        self.tally.add(promises=1)

    def _listen_to_talk(self) -> None:
        """Add the promises since the last look to the events since then."""
        if self.talk is not None:
            said = self.talk.promises[self._told :]
            self.memory.changes += [one.words(self.names) for one in said]
            self._told += len(said)

    def _more(self, view: View, asking: Asking, given: Given) -> str:
        """Return what the seat looks at, or the next step of its answer."""
        if given.look is not None:
            return f"{look(view, given.look)}\n\nNow answer."
        asking.question = self.ask(view, asking.answers, () if given.answer is None else given.answer.path)
        return asking.question.text

    # ------------------------------------------------------------------ with a model

    def decide(self, view: View, model: Model) -> CompleteAction | None:
        """Return the model's action for the pending decision; None if it gave none, and a stand-in is to act."""
        began = time.thread_time()
        asking = self.begin(view)
        self.tally.add(questions=1, seconds_of_layer=time.thread_time() - began)
        return self.put(view, asking, model)

    def put(self, view: View, asking: Asking, model: Model) -> CompleteAction | None:
        """Return the model's action for a question that was made; None if it gave none, which is counted.

        Raises NoReply for a model that has never replied, in a match that measures it.
        """
        opening = [*self._earlier(view), spoken("user", asking.question.text)]
        while True:
            reply = self._call(model, [*opening, *asking.said], asking)
            if reply is None and asking.failed < 0:
                break
            if reply is not None:
                answer = self._taken(view, asking, reply)
                if answer is not None:
                    self.log[-1]["answer"] = answer.named
                    self._remember(opening[-1], reply.text)
                    return answer
            if asking.failed > self.prompting.retries:
                break
            if self.contact is not None:
                self.contact.check(given_up=False)
        if self.contact is not None:
            self.contact.check(given_up=True)
        self.tally.add(stand_ins=1)
        return None

    def _earlier(self, view: View) -> list[Message]:
        """Return the messages before a question."""
        return [spoken("system", self.rules(view)), *self.exchanged]

    def rules(self, view: View) -> str:
        """Return the text before the first question: the rules, and how to answer."""
        page = system_prompt(view, self.names, self.until)
        return page if self.talk is None else f"{page}\n\n{talk_page()}"

    def _call(self, model: Model, messages: list[Message], asking: Asking) -> Reply | None:
        """Return one reply; None if there was none, which is counted. `asking.failed` is -1 if there will be none."""
        began = time.perf_counter()
        sent = sum(len(message["content"]) for message in messages)
        entry: dict[str, Any] = {"messages": messages, "answer": None}
        self.log.append(entry)
        if self.contact is not None:
            self.contact.asked()
        try:
            reply = model.reply(messages)
        except BudgetSpent as error:
            entry |= {"error": str(error), "kind": "unasked"}
            self.tally.add(unasked=1)
            self.tally.because(_reason(model, error))
            if self.contact is not None:
                self.contact.refused()
            asking.failed = -1
            return None
        except ModelError as error:
            kind = "late" if isinstance(error, LateReply) else "failures"
            entry |= {"error": str(error), "kind": kind}
            self.tally.add(**{kind: 1}, calls=1, characters_sent=sent, seconds_of_model=time.perf_counter() - began)
            why = _reason(model, error)
            self.tally.because(why)
            if self.contact is not None:
                self.contact.missed(why)
            self._failed(asking)
            return None
        check_reply(model, reply)
        if self.contact is not None:
            self.contact.heard()
        seconds = time.perf_counter() - began
        entry |= {"reply": reply.text, "tokens": [reply.tokens_sent, reply.tokens_received], "seconds": seconds}
        self.tally.add(
            calls=1, characters_sent=sent, characters_received=len(reply.text), tokens_sent=reply.tokens_sent,
            tokens_received=reply.tokens_received, seconds_of_model=seconds,
        )  # fmt: skip
        return reply

    def _taken(self, view: View, asking: Asking, reply: Reply) -> CompleteAction | None:
        """Return the whole action in a reply; None if more is to be said."""
        began = time.thread_time()
        try:
            return self.take(view, asking, reply.text)
        except IllegalAction as error:
            self.log[-1]["refused"] = str(error)
            self.refuse(asking, reply.text, error)
            return None
        finally:
            self.tally.add(seconds_of_layer=time.thread_time() - began)

    def refuse(self, asking: Asking, text: str, error: IllegalAction) -> bool:
        """Count a reply without a legal action, and give the expected values.

        Return whether the question is put again.
        """
        self.tally.add(illegal=1)
        asking.said += [spoken("assistant", text[-200:]), spoken("user", f"{error}. Name another action.")]
        self._failed(asking)
        return asking.failed <= self.prompting.retries

    def _failed(self, asking: Asking) -> None:
        asking.failed += 1
        if asking.failed <= self.prompting.retries:
            self.tally.add(retries=1)

    def _remember(self, question: Message, reply: str) -> None:
        """Keep the question and its reply for later ones, as many as are remembered."""
        kept = 2 * self.prompting.remembers
        self.exchanged = [*self.exchanged, question, spoken("assistant", reply[-2000:])][-kept:] if kept else []


def _reason(model: Model, error: ModelError) -> str:
    """Return the reason of a missing reply, without the name of the model, on one line."""
    return " ".join(str(error).removeprefix(f"model {model.name}: ").split())[:MOST_REASON]


def spoken(role: str, text: str) -> Message:
    """Return one message of a conversation."""
    return {"role": role, "content": text}
