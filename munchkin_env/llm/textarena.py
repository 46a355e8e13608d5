"""Munchkin for TextArena: `textarena.make("Munchkin-v0")` after `register()`. Needs the extra `textarena`.

All seats belong to TextArena's agents, which are asked out of turn as the rules require. Each sees the rules and its
latest question, nothing of the other seats' (the registered wrapper shows only the newest board).
"""

from typing import Any

from munchkin_env.errors import needing
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.llm.table import LLMTable

with needing("textarena", "the environment of TextArena"):
    import textarena as ta
    from textarena.wrappers import GameBoardObservationWrapper

ID = "Munchkin-v0"


class MunchkinTextArena(ta.Env):
    """Game of TextArena's agents."""

    def __init__(self, stand_in: str = "greedy", prompting: dict[str, Any] | None = None, **settings: Any) -> None:
        """Make the environment; `reset` begins a game.

        Args:
            stand_in: as `LLMTable` takes it, as are the others.
            prompting: settings of the prompts.
            **settings: those of the game.
        """
        self.stand_in = stand_in
        self.prompting = prompting
        self.settings = settings

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a new game of so many seats, 3 to 6; None draws the seed. Raises ConfigError."""
        self.table = LLMTable(
            range(num_players), (), seed_or_drawn(seed), players=num_players, stand_in=self.stand_in,
            prompting=self.prompting, **self.settings,
        )  # fmt: skip
        self.state = ta.FFAMultiPlayerState(num_players=num_players)
        names = dict(enumerate(self.table.names))
        self.state.reset(game_state={}, player_prompt_function=self._prompt, role_mapping=names)
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the asked agent; info has whether it was legal, and the counts so far."""
        seat = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        before = self.table.counts(seat).illegal
        self.table.answer(seat, action)
        legal = self.table.counts(seat).illegal == before
        if not legal:
            self.state.game_info[seat]["invalid_move"] = True
        self.state.step_info = {"legal": legal, "counts": self.table.counts(seat).as_dict()}
        self._ask()
        over, info = self.state.step(rotate_player=False)
        return over, info

    def get_board_str(self) -> str:
        """Return the message to the asked agent."""
        seat = self.state.current_player_id
        return self.table.turn(seat).text

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return self.table.rules(player_id)

    def _ask(self) -> None:
        """Send the asked agent its question, or everybody the result of the game."""
        seat = self.table.asked
        if seat is None:
            rewards = {p: self.table.turn(p).reward for p in range(self.state.num_players)}
            self.state.set_game_outcome(rewards, reason=self.table.turn(0).text)
            return
        self.state.manually_set_current_player_id(seat, force=True)
        self.state.add_observation(self.table.turn(seat).text, ta.ObservationType.GAME_BOARD, to_id=seat)


def register(id: str = ID, **settings: Any) -> None:
    """Register the environment in TextArena; settings as `MunchkinTextArena` takes them."""
    ta.register(id, MunchkinTextArena, default_wrappers=[GameBoardObservationWrapper], **settings)
