"""Munchkin as a game of OpenSpiel: import this, then `pyspiel.load_game("munchkin", {"players": 3})`.

Needs the extra `openspiel`.

Parameters: `players` 3 to 6; `preset`, "" for none; `editions`, joined by "+"; `deals`, of how many seeds the first
node draws one. That node is the only one of chance: what follows is the game of that seed, whose later shuffles and
rolls are a function of it. So a clone that is played on meets the cards and dice of this very game, and a search that
shall not know them asks `resample_from_infostate` first, as IS-MCTS does. Utilities are general-sum: a draw returns a
loss to everybody.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

from munchkin_env.config.game_config import GameConfig, one_of, whole_number
from munchkin_env.errors import ConfigError, GameOver, needing
from munchkin_env.game.game import Game
from munchkin_env.observation import Spec, is_noticed, spec

with needing("openspiel", "munchkin_env.envs.openspiel"):
    import pyspiel

DEFAULTS: dict[str, Any] = {"players": 0, "preset": "", "editions": "munchkin", "deals": 1000}
MOST_DEALS = 1_000_000
LENGTH = 1_000_000
"""Nominal length of the longest game: stated, not proved. Rounds, offers and questions are bounded."""

TYPE = pyspiel.GameType(
    short_name="munchkin",
    long_name="Munchkin (unofficial)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=False,  # an information state of fixed length does not exist
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class MunchkinGame(pyspiel.Game):
    """The game with its settings; players: 0 takes the preset's, else 4.

    Raises ConfigError for settings that no game can have.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        for name in params or {}:
            one_of("params", name, tuple(DEFAULTS))
        given = {**DEFAULTS, **(params or {})}
        settings = {"players": given["players"] or None, "editions": tuple(given["editions"].split("+"))}
        if given["preset"]:
            settings["preset"] = given["preset"]
        self.config = GameConfig.of(settings)
        self.deals = int(given["deals"])
        whole_number("deals", self.deals, 1, MOST_DEALS)
        self.facts: Spec = spec(**self.config.as_dict())
        info = pyspiel.GameInfo(
            num_distinct_actions=self.facts.num_actions,
            max_chance_outcomes=self.deals,
            num_players=self.config.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=LENGTH,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> "MunchkinState":
        """Return the state before the deal, a chance node."""
        return MunchkinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "MunchkinObserver":
        """Observation of a seat (`perfect_recall` false), or its history of observations (true; a string only)."""
        return MunchkinObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class MunchkinState(pyspiel.State):
    """A state. `munchkin` is its `mk.Game`, None before the deal; it contains hidden information."""

    def __init__(self, game: MunchkinGame) -> None:
        super().__init__(game)
        self.config = game.config
        self.deals = game.deals
        self.munchkin: Game | None = None
        self._seen = [b""] * game.config.players
        self._memory = [b""] * game.config.players

    def dealt(self) -> Game:
        """The game. Raises GameOver before the deal."""
        if self.munchkin is None:
            raise GameOver("state: expected a state after the deal, got the first chance node")
        return self.munchkin

    def current_player(self) -> int:
        """The deciding player, CHANCE or TERMINAL."""
        if self.munchkin is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.munchkin.current_player
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Return True if the game is over; a game that is not dealt goes on."""
        return self.munchkin is not None and self.munchkin.is_terminal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each seed is as likely as the others."""
        return [(seed, 1.0 / self.deals) for seed in range(self.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        game = self.dealt()
        answers: list[int] = game.legal_actions().tolist()
        return answers if player == game.current_player else []

    def _apply_action(self, action: int) -> None:
        if self.munchkin is None:
            seed = whole_number("deal", action, 0, self.deals - 1)
            self.munchkin = Game(seed=seed, **self.config.as_dict())
        else:
            seat = self.munchkin.current_player
            self.munchkin.step(int(action))
            if seat is not None:
                self._remember(seat, b"answer %d" % action)
        self._look()

    def _look(self) -> None:
        """Let each seat remember its present observation, if that differs from the last one.

        No memory shows that another seat was asked unseen (WINDOW-3).
        """
        game = self.dealt()
        for seat in range(self.config.players):
            if self._seen[seat] and not is_noticed(game, seat):
                continue
            seen = game.observe(seat, "flat").tobytes() + (
                game.legal_action_mask().tobytes() if seat == game.current_player else b""
            )
            if seen != self._seen[seat]:
                self._seen[seat] = seen
                self._remember(seat, seen)

    def _remember(self, seat: int, what: bytes) -> None:
        self._memory[seat] = blake2b(self._memory[seat] + what, digest_size=16).digest()

    def information_of(self, player: int) -> str:
        """Past observations and actions of a player, as a digest, and its present observation."""
        return f"{self._memory[player].hex()}\n{self.text_of(player)}"

    def text_of(self, player: int) -> str:
        """Observation of a player."""
        return f"before the deal, player {player}" if self.munchkin is None else str(self.munchkin.text(player))

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "MunchkinState":
        """Sample a state that is indistinguishable for the player, now and so far.

        All hidden information is drawn again, future chance too. The draw respects cards and backs, not inferences from
        play. The other players remember their present observation in it and nothing before: earlier ones show the true
        cards.

        Its history begins here, since that of this state contains the seed, which determines all cards: it can be
        cloned and played, and not serialised.
        """
        halves = [int(probability_sampler() * (1 << 32)) for _ in range(4)]
        twin = MunchkinState(self.get_game())
        twin.munchkin = self.dealt().resample(player_id, np.random.default_rng(halves))
        twin._seen[player_id], twin._memory[player_id] = self._seen[player_id], self._memory[player_id]
        twin._look()
        return twin

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return f"{action} {self.dealt().describe(action)}"

    def returns(self) -> list[float]:
        """Winners share +1, losers share -1; a draw gives all a loss to one winner. Zeros while running."""
        if self.munchkin is None:
            return [0.0] * self.config.players
        found: list[float] = self.munchkin.returns.tolist()
        return found

    def __str__(self) -> str:
        """All cards, open: for people and tests."""
        return "before the deal" if self.munchkin is None else str(self.munchkin.text())


class MunchkinObserver:
    """Observations of one player: the tensor is `flat` as floats, the string the table in words."""

    def __init__(self, game: MunchkinGame, kind: Any, params: Any) -> None:
        if params:
            raise ConfigError(f"params: expected none, got {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ConfigError(f"iig_obs_type: expected what one player sees, with what is public, got {kind}")
        self.recalls = bool(kind.perfect_recall)
        length = 0 if self.recalls else game.facts.flat_length
        self.tensor = np.zeros(length, np.float32)
        self.dict = {} if self.recalls else {"flat": self.tensor}

    def set_from(self, state: MunchkinState, player: int) -> None:
        """Fill `tensor` with the player's observation; zeros before the deal."""
        if not self.recalls:
            self.tensor[:] = 0 if state.munchkin is None else state.munchkin.observe(player, "flat")

    def string_from(self, state: MunchkinState, player: int) -> str:
        """Observation of the player in words."""
        return state.information_of(player) if self.recalls else state.text_of(player)


pyspiel.register_game(TYPE, MunchkinGame)
