"""Pending decision as the terminal shows it: the numbered actions, and their meanings, in lines that fit."""

from munchkin_env.cards.explain import explain
from munchkin_env.cards.find import find_cards
from munchkin_env.cli._terminal import broken
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.game.rules_text import rules_of
from munchkin_env.replays import moves

CARDS = "The text of a card overrides all this. `? NAME` explains one, `h` lists what you can type."


class Answers(moves.Answers):
    """Question to one seat, and its legal actions, laid out."""

    def menu(self) -> str:
        """Return the legal actions, numbered from 1."""
        legal = enumerate(self.game.legal(), 1)
        return "\n".join(broken(self.label(int(action)), f"  {i:>2}  ") for i, action in legal)

    def explain(self, word: str) -> str:
        """Return the meaning of an action, by its number, or a card's effects, by a part of its name.

        Raises CardError with the candidates if several cards match, with the nearest one if none does.
        """
        legal = self.game.legal()
        if not word.isdigit() or not 1 <= int(word) <= len(legal):
            return "\n".join(dict.fromkeys(self._explained(type_) for type_ in find_cards(self.game.catalogue, word)))
        action = int(legal[int(word) - 1])
        if action >= CARD0:
            return self._explained(action - CARD0 + 1)
        return self._lesson(action) or f"  {self.label(action)}: your choice for this action."

    def _explained(self, type_: int) -> str:
        text = f"{self.game.catalogue.name_among(type_)}: {explain(self.game.catalogue, type_)}"
        return broken(text, "  ", "    ")

    def _lesson(self, action: int) -> str:
        text = self.lesson(action)
        return broken(text, "  ", "    ") if text else ""

    def lessons(self) -> str:
        """Return a line on each verb among the actions; nothing if there is none."""
        return "\n".join(filter(None, (self._lesson(int(action)) for action in self.game.legal())))

    def rules(self) -> str:
        """Return the rules of this game on a page, as far as a newcomer needs them."""
        page = [*rules_of(self.view), ("Cards", CARDS)]
        return "\n".join(broken(text, f"  {name:<10}") for name, text in page)
