"""Munchkin for TRL's GRPO: a class whose methods are the model's tools. Run `python examples/trl_environment.py`.

    GRPOTrainer(model, environment_factory=MunchkinTools, reward_funcs=reward, train_dataset=games(64), …)

A row of the dataset is a seed; rows with the same seed begin in the same state, as group-relative policy gradients
require. Run as a program, without TRL, it plays one game with the first actions, to show the output of the tools.
"""

import argparse
from typing import Any

import munchkin_env as mk

SETTINGS = {"preset": "short", "players": 4}


class MunchkinTools:
    """A seat of a game against three greedy bots. Public methods with docstrings and types are tools."""

    def __init__(self) -> None:
        self.reward = 0.0
        self.over = False

    def reset(self, seed: int = 0, opponents: str = "greedy", prompt: Any = None, **settings: Any) -> str | None:
        """Begin the game of a row of the data set; returns the rules and the first question."""
        self._table = mk.LLMTable([0], opponents, int(seed), **{**SETTINGS, **settings})
        return f"{self._table.rules(0)}\n\n{self._told(self._table.turn(0))}"

    def answer(self, number: int) -> str:
        """Give a listed answer to the pending question.

        Args:
            number: The number of the answer, from 1.

        Returns:
            The next question, or how the game ended.
        """
        return self._said(f'{{"answer": {int(number)}}}')

    def do(self, answer: str) -> str:
        """Give an answer by name to the pending question.

        Args:
            answer: JSON such as {"do": "play", "card": "magic_missile", "place": "players"}.

        Returns:
            The next question, or how the game ended.
        """
        return self._said(answer)

    def look(self, what: str) -> str:
        """Show the effects of a card.

        Args:
            what: A card's name, "rules" or "discards".

        Returns:
            What was asked for.
        """
        return self._table.look(0, what)

    def _said(self, text: str) -> str:
        """Raise ValueError, which TRL shows the model, for an answer that is no legal action."""
        before = self._table.counts(0).illegal
        turn = self._table.answer(0, text)
        if self._table.counts(0).illegal > before:
            raise ValueError(turn.text)
        return self._told(turn)

    def _told(self, turn: Any) -> str:
        self.over, self.reward = turn.over, turn.reward
        return str(turn.text)


def games(starts: int, group: int = 1) -> list[dict[str, Any]]:
    """Rows of a data set: `group` of each seed."""
    prompt = [{"role": "user", "content": "Play Munchkin and win. Use your tools until the game is over."}]
    return [{"prompt": prompt, "seed": seed} for seed in range(starts) for _ in range(group)]


def reward(environments: list[MunchkinTools], **_: Any) -> list[float]:
    """For GRPOTrainer: the return of each game, -1 of one that was not played to its end."""
    return [one.reward if one.over else -1.0 for one in environments]


def main(words: list[str] | None = None) -> MunchkinTools:
    """Plays one game by first answers."""
    parser = argparse.ArgumentParser(description="One game of the environment for TRL, by first answers.")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    tools = MunchkinTools()
    print(tools.reset(seed=args.seed))
    told = ""
    while not tools.over:
        told = tools.answer(1)
    print(f"\n{told} Reward {tools.reward:+.2f}.")
    return tools


if __name__ == "__main__":
    main()
