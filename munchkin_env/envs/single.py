"""Munchkin for Gymnasium: one learner among bots or saved policies.

env = gymnasium.make("munchkin_env/Munchkin-v0", players=4, opponents="greedy")
observation, info = env.reset(seed=7)
while True:
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    if terminated or truncated:
        break
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import gymnasium
import numpy as np

from munchkin_env.bots import Bot
from munchkin_env.bots.base import new_keys
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.actions import whole_action
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs import stepping
from munchkin_env.envs.base import GameEnv, LearnerOptions
from munchkin_env.envs.opponents import MOVING, answer_of, chance_of, compiled_kind, opponent_bots
from munchkin_env.envs.rendering import RENDER_MODES
from munchkin_env.envs.seeding import EpisodeSeed, episode_after
from munchkin_env.envs.spaces import WHAT, LegalDiscrete, named, observation_space
from munchkin_env.envs.stepping import BOT_KEYS, MOST_ACTIONS, NOTHING, SEAT_FIELDS, USED, WHO, SeenArrays, new_seen
from munchkin_env.errors import GameOver, IllegalAction, shown
from munchkin_env.game.game import Game
from munchkin_env.game.initial_state import check_seed
from munchkin_env.observation import Spec, spec
from munchkin_env.policies import policy_metadata
from munchkin_env.vocabulary import Control


class Company:
    """Players of a new game.

    Compiled bots act inside of the call for the action before theirs, with the random numbers that they would draw in
    Python; any other `Bot` is called in Python.

    Attributes: game: the game they play. observation: the learner's observation at its last decision, or at the end;
    never written into again. mask: int8 (A,), its legal actions then, zeros at the end; likewise.
    """

    def __init__(self, game: Game, facts: Spec, encoding: str, learner: int, bots: Sequence[Bot]) -> None:
        """encoding: of observation. learner: its seat. bots: clockwise from its left."""
        self.game = game
        self.observation: Any = None
        self.mask = np.zeros(0, np.int8)
        self._facts = facts
        self._what = WHAT[encoding]
        self._learner = learner
        players = facts.config.players
        self._views = records(empty(1))
        self._seats = np.zeros((players, SEAT_FIELDS), np.int64)
        self._keys = np.zeros((players, BOT_KEYS, 2), np.int64)
        self._answers = np.zeros(players * MOST_ACTIONS, np.int64)
        self._bots: dict[int, Bot] = {}
        self._chances: dict[int, np.random.Generator] = {}
        for chair, bot in enumerate(bots, 1):
            self._seat((learner + chair) % players, chair, bot)

    def _seat(self, p: int, chair: int, bot: Bot) -> None:
        """Assign a bot to a seat."""
        self._bots[p] = bot
        self._chances[p] = chance_of(self.game.position, "bot", chair)
        kind = compiled_kind(bot)
        self._seats[p, WHO] = Control.EXTERNAL if kind is None else 1 + kind
        if kind is not None:
            self._hand_keys(p)

    def _hand_keys(self, p: int) -> None:
        """Give a compiled bot the keys of its next decisions."""
        self._keys[p] = new_keys(self._chances[p], BOT_KEYS)
        self._seats[p, USED] = 0

    def begin(self) -> None:
        """Run the game to the learner's first decision."""
        self._play(NOTHING)
        self.settle()

    def answer(self, action: int) -> None:
        """Play the pending action; `settle` is due after it. Raises IllegalAction, with nothing changed."""
        if not 0 <= action < self._facts.num_actions or not self._play(action):
            self.game.step(action)  # its message lists the legal actions

    def settle(self) -> None:
        """Let the others act until the learner decides or the game is over."""
        game = self.game
        while (p := game.current_player) is not None and p != self._learner:
            if self._seats[p, WHO] != Control.EXTERNAL:
                self._hand_keys(p)
                self._play(NOTHING)
            else:
                self._play(
                    answer_of(self._bots[p], game.position, game.catalogue, game.legal_action_mask(), self._chances[p])
                )

    def _play(self, action: int) -> int:
        """Play an action, and those of the compiled bots that decide next. Returns their number."""
        return self.game.play_on(self._compiled, action)

    def _compiled(
        self, positions: np.ndarray, tables: np.ndarray, ids: np.ndarray, n: int, action: int
    ) -> tuple[int, list[int]]:
        """`stepping.play_on` for `Game.play_on`."""
        seen, mask, before = self._new_seen(), np.zeros(self._facts.num_actions, np.int8), self._seats.copy()
        try:
            n, given = stepping.play_on(
                positions, tables, self._views, ids, n, action, self._seats, self._keys, self._answers, self._learner,
                self._what, mask, *seen,
            )  # fmt: skip
            answers, observation = self._answers[:given].tolist(), named(self._what, seen)
        except BaseException:
            self._seats[:] = before  # the game is put back as well
            raise
        if given or action == NOTHING:
            self.observation, self.mask = observation, mask
        return n, answers

    def _new_seen(self) -> SeenArrays:
        """Return new arrays for the learner's observations."""
        return SeenArrays(*(array[0] for array in new_seen(self._facts, self._what, 1)))


class MunchkinEnv(GameEnv, gymnasium.Env[Any, Any]):
    """Gymnasium environment with one learner; a step runs the game to the learner's next decision or to the end.

    The reward is everything that the learner received until its next decision. Without shaping it is 0 until the game
    is over; then winners share +1 and losers share -1, and a draw gives every seat -1 / (players - 1). The game
    terminates when a seat wins or the round limit is reached; only `max_episode_steps` of `gymnasium.make` truncates
    it. The death of a character ends nothing.

    Infos hold "action_mask", int8 (A,), all zero when the game is over, and "learner_seat", np.int8. A game that ends
    before the learner's first decision is skipped. The same seed deals the same first game as in every other interface
    (a row of `SelfPlayVecEnv` needs its own), and `reset()` without a seed continues its sequence.

    Examples:
        >>> import munchkin_env as mk
        >>> env = mk.MunchkinEnv(opponents="greedy")
        >>> observation, info = env.reset(seed=7)
        >>> step = env.step(env.action_space.sample(info["action_mask"]))
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
    action_space: LegalDiscrete

    def __init__(
        self,
        render_mode: str | None = None,
        players: int | None = None,
        **settings: Any,
    ) -> None:
        """Make the environment; `reset` begins a game.

        Args:
            render_mode: None, "human" (reset and step print), "ansi" (text), "rgb_array" (uint8 (height, width, 3);
                extra `render`) or "browser" (a page that shows the game; extra `table`). Shows the learner's view.
            players: number of seats, 3 to 6; None takes the preset's, else 4.
            **settings: fields of `GameConfig`, a preset, and the options below.

        Keyword Args:
            opponents (str | Bot | Sequence): a name or a `Bot` for all other seats, or a list of them, clockwise from
                the learner's left. Default "greedy".
            learner_seat (int | str): a seat, "rotate" (the episode's number modulo players) or "random" (drawn for each
                game). Default 0.
            encoding (str): of observations. "flat" gives int8 (F,); "tokens" and "sparse" give dicts of arrays with the
                same shape for 3 to 6 players. Default "flat".
            on_illegal (str): effect of an illegal id. "raise" (default) raises IllegalAction and
                changes nothing; "resample_legal" plays a legal action drawn from the episode's seed; "forfeit" ends the
                game as a loss of the learner. Any other type always raises IllegalAction.
            shaping (float): weight of the potential-based reward, 0 (default) for none. A step adds the weight times
                the change of (learner's level minus the mean level of the others) / goal; over a game this sums to 0.

        Raises:
            ConfigError: no environment can have these settings.
        """
        options, config = LearnerOptions.split({"render_mode": render_mode, "players": players, **settings})
        self._take(options, config)
        self._place = options.place(self.config.players)
        self._facts = facts = spec(**self.config.as_dict())
        self._bots = opponent_bots(options.opponents, facts)
        self._company: Company | None = None
        self._over = True
        self._episode: EpisodeSeed | None = None
        self._potential = 0.0
        self.learner_seat = 0
        """The learner's seat in the running game."""
        self.observation_space = observation_space(facts, self._kind)
        self.action_space = LegalDiscrete(facts.num_actions, facts=policy_metadata(facts, self._kind))
        self.action_space.bind(self._legal)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space.bind(self._legal)

    def __copy__(self) -> Self:
        return deepcopy(self)  # a shallow one would play the same game

    @property
    def game(self) -> Game:
        """Running game. For tools and tests: it contains hidden information."""
        return self._playing().game

    def _playing(self) -> Company:
        """Players of the running game."""
        if self._company is None:
            raise GameOver("game: expected a game that has begun, got none; call reset() first")
        return self._company

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of the learner, as sb3-contrib asks for them.

        Returns:
            int8 (A,), 1 where an action is legal; all zero when the game is over, and while a step is broken off. A
            fresh array.
        """
        if not self._decides():
            return np.zeros(int(self.action_space.n), np.int8)
        return self.game.legal_action_mask()

    def _legal(self) -> np.ndarray:
        return self.game.legal_actions() if self._decides() else np.zeros(0, np.int32)

    def _decides(self) -> bool:
        """Return True if the learner is asked: the game goes on, and no error has broken off an opponent's turn."""
        return not self._over and self.game.current_player == self.learner_seat

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game and play it to the learner's first decision.

        Args:
            seed: whole number from 0. None continues: the episodes after a seeded one have seeds derived from it.
            options: ignored, no option is known.

        Returns:
            (observation, info).

        Raises:
            ConfigError: the seed is no whole number from 0.
        """
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        episode = episode_after(self._episode, seed, lambda: int(self.np_random.integers(1 << 62)))
        while not self._begin(episode):
            episode = episode.following()
        company = self._playing()
        self._draw()
        return company.observation, self._info(company.mask)

    def _begin(self, episode: EpisodeSeed) -> bool:
        """Begin the game of the episode; False if it is over before the learner decides."""
        self._episode = episode
        self._over = True  # until the learner is asked: an opponent's error here leaves no game to go on with
        players = self.config.players
        game = Game(seed=episode.seed, **self.config.as_dict())
        self._steps = 0
        for bot in self._bots:
            bot.reset()
        if self._place not in MOVING:
            self.learner_seat = int(self._place)
        elif self._place == "rotate":
            self.learner_seat = episode.number % players
        else:
            self.learner_seat = int(chance_of(game.position, "learner_seat").integers(players))
        self._potential = 0.0
        self._company = Company(game, self._facts, self._kind, self.learner_seat, self._bots)
        self._company.begin()
        self._over = game.is_terminal
        return not self._over

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take the learner's action and play to its next decision.

        After an error in an opponent's turn, such as Ctrl-C, the next step completes the one that it broke off.

        Args:
            action: a legal id; not read by a step that completes another.

        Returns:
            (observation, reward, terminated, False, info).

        Raises:
            IllegalAction: the action is not legal and `on_illegal` is "raise", or it is no whole number.
            GameOver: the game has ended.
        """
        company = self._playing()
        if self._over:
            raise GameOver(f"action: expected reset(), the game is over, got {shown(action)}")
        game = company.game
        if self._decides():
            number = whole_action(action)
            try:
                company.answer(number)
            except IllegalAction as error:
                if not self._mend(error, company.answer, self._steps):
                    return self._forfeit()
            self._steps += 1
        company.settle()
        self._over = game.is_terminal
        self._draw()
        reward = float(game.returns[self.learner_seat]) if self._over else 0.0
        return company.observation, reward + self._shaped(), self._over, False, self._info(company.mask)

    def _forfeit(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Forfeit the game after an illegal action of the learner, its only loser."""
        self._over = True
        self._draw()
        reward = float(self._lost_alone(self.learner_seat)[self.learner_seat])
        observation = self.game.observe(self.learner_seat, self._kind)
        return observation, reward + self._shaped(), True, False, self._info(self.action_masks())

    def _shaped(self) -> float:
        """The change of the learner's potential, which is 0 at the beginning and the end of a game."""
        if not self.shaping:
            return 0.0
        now = 0.0 if self._over else float(self._potentials_now()[self.learner_seat])
        change = now - self._potential
        self._potential = now
        return change

    def _info(self, mask: np.ndarray) -> dict[str, Any]:
        return {"action_mask": mask, "learner_seat": np.int8(self.learner_seat)}

    def render(self) -> Any:
        """Show the learner's view as `render_mode` says.

        Returns:
            A string for "ansi", uint8 (height, width, 3) for "rgb_array", and None otherwise. "browser" shows all
            states since the last call.
        """
        return self._rendered(self.learner_seat)
