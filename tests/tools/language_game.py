"""The game that docs/language-game.html shows: a scripted model in words against two bots, as a replay.

`python -m tests.tools.language_game docs/language-game.html` writes it anew.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from munchkin_env.doors import Table
from munchkin_env.language import Message, Reply

LIKED = ("lay out", "use", "end the fight", "kill", "fight", "ask for help", "yes", "loot", "open", "sell", "run")
SEED = 28


class Words:
    """A model that likes some words better than others, and takes the first answer that begins with them."""

    name = "words"

    def reply(self, messages: Sequence[Message]) -> Reply:
        answers = re.findall(r"^(\d+)\. (.*)$", messages[-1]["content"].rpartition("Asked: ")[2], re.M)
        liked = [number for word in LIKED for number, words in answers if words.startswith(word) and "…" not in words]
        return Reply([*liked, "1"][0])

    def facts(self) -> dict[str, Any]:
        return {"name": self.name}


def played() -> Table:
    """The game, to its end."""
    table = Table([0], "greedy", SEED, players=3, preset="quick")
    table.play({0: Words()})
    return table


def main(words: list[str]) -> None:
    (file,) = words
    Path(file).write_text(played().replay().page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
