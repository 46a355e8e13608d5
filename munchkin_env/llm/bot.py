"""Language model as a player: asked in words, with a stand-in where it has no legal action."""

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.bots import Bot, make_bot
from munchkin_env.envs.opponents import own_copy
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.contact import Contact
from munchkin_env.evaluation.usage import UsageMeter
from munchkin_env.llm.models import Endpoint, Model, ModelName, NamedModel, check_model
from munchkin_env.llm.seat import PromptConfig, Seat
from munchkin_env.observation import View
from munchkin_env.vocabulary import Stage


class LLMBot(Bot):
    """Player that asks a model for each decision of its seat.

    Its copies, one for each seat of each game, share `tally`.

    Examples:
        >>> import munchkin_env as mk
        >>> from munchkin_env.llm import Reply
        >>> class First:
        ...     name = "first"
        ...     def reply(self, messages):
        ...         return Reply('{"answer": 1}')
        ...     def facts(self):
        ...         return {"model": "first"}
        >>> bot = mk.LLMBot(First(), stand_in="random")
        >>> result = mk.evaluate([bot, "random", "random"], games=3, preset="short", round_limit=1)
        >>> result.bots[0].name, bot.tally.counts.questions > 0
        ('language:first', True)
    """

    searches = True  # actions are folded in a determinization for the seat, never in the state
    waits = True

    def __init__(
        self, model: Model, stand_in: str | Bot = "greedy", log: str | Path | None = None, **prompting: Any
    ) -> None:
        """Make the player.

        Args:
            model: the source of replies, a `Model`.
            stand_in: the bot that acts where the model has no legal action.
            log: a file to which every call is added, a line of JSON each.
            **prompting: fields of `PromptConfig`.

        Raises:
            ConfigError: a value is impossible.
        """
        check_model("model", model)
        self.model = model
        self.stand_in = stand_in if isinstance(stand_in, Bot) else make_bot(stand_in)
        self.prompting = PromptConfig.of(prompting)
        self.tally = UsageMeter()
        self.log = None if log is None else Log(log)
        self.name = f"language:{model.name}"
        self.contact = Contact(model)
        self.seat = Seat(self.prompting, self.tally, contact=self.contact)
        self.stands_in = False
        """True if the stand-in has begun an action."""

    def reset(self) -> None:
        """Begin a game: a fresh seat without memory."""
        self.seat = Seat(self.prompting, self.tally, contact=self.contact)
        self.stands_in = False
        self.stand_in = own_copy(self.stand_in)  # copies of this bot, at other seats, have the same one until now
        self.stand_in.reset()
        self.tally.add(seats=1)

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose an action: the next part of the last one, a standing pass, the model's, or the stand-in's."""
        step = self.seat.due_step(view, mask)
        if step is not None:
            return step
        if self.stands_in and view.stage != Stage.VERB:
            return int(self.stand_in.act(view, mask, rng))
        self.stands_in = False
        passed = self.seat.passed(view, mask)
        if passed is not None:
            return passed
        foreseen = self.seat.foreseen(view)
        if foreseen is not None:
            return self.seat.answered(foreseen)
        logged = len(self.seat.log)
        answer = self.seat.decide(view, self.model)
        if self.log is not None:
            self.log.write(self.seat.log[logged:])
        self.seat.log.clear()
        if answer is None:
            self.stands_in = True
            return int(self.stand_in.act(view, mask, rng))
        return self.seat.answered(answer)


class EndpointBot(LLMBot):
    """Model of an OpenAI-compatible endpoint as a player; by name `language:NAME`.

    Examples:
        >>> import munchkin_env as mk
        >>> bot = mk.EndpointBot("my-model", "http://localhost:8000/v1", timeout=60, temperature=0)
        >>> bot.name
        'language:my-model'
    """

    argument = ModelName()
    """Parser of the text after the colon."""

    def __init__(
        self,
        name: str | NamedModel | None = None,
        base_url: str | None = None,
        *,
        stand_in: str | Bot = "greedy",
        log: str | Path | None = None,
        prompting: dict[str, Any] | None = None,
        **endpoint: Any,
    ) -> None:
        """Make the player.

        Args:
            name: name of the model at the endpoint, or a `NamedModel`, which has further settings.
            base_url: address of the endpoint, as for `Endpoint`.
            stand_in: the bot that acts where the model has no legal action.
            log: a file to which every call is added, a line of JSON each.
            prompting: settings of prompting, as for `LLMBot`.
            **endpoint: further arguments of `Endpoint`.

        Raises:
            ConfigError: a value is impossible.
        """
        if name is None:
            raise ConfigError("bot: expected language:NAME, with the name of a model of the endpoint, got language")
        PromptConfig.of(prompting)  # refuses what is none, before it is merged
        if isinstance(name, NamedModel):
            endpoint, prompting = {**name.endpoint, **endpoint}, {**name.prompting, **(prompting or {})}
            name = name.name
        super().__init__(Endpoint(name, base_url, **endpoint), stand_in, log, **(prompting or {}))


class Log:
    """A file of lines of JSON that several threads append to."""

    def __init__(self, path: str | Path) -> None:
        if not isinstance(path, str | Path):
            raise ConfigError(f"log: expected the name of a file, got {shown(path)}")
        self.path = Path(path)
        self.lock = threading.Lock()

    def write(self, calls: Sequence[dict[str, Any]]) -> None:
        """Append calls. Raises ConfigError for a file that cannot be written."""
        lines = [json.dumps(call) for call in calls]
        try:
            with self.lock, self.path.open("a", encoding="utf-8") as file:
                file.write("".join(f"{line}\n" for line in lines))
        except OSError as error:
            raise ConfigError(f"log: expected a file that can be written, got {str(self.path)!r} ({error})") from error
