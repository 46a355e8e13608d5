"""Examples of every public name in a user's program; `mypy --strict` accepts it, and finds no `Any` where a type is."""

from typing import Any, assert_type

import gymnasium
import numpy as np

import munchkin_env as mk


class First(mk.BatchBot):
    name = "first"
    encoding = "flat"

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        answers: np.ndarray = masks.argmax(axis=1)
        return answers


def one_game() -> None:
    config = mk.GameConfig(players=4)
    assert issubclass(mk.UnknownSetting, mk.ConfigError)
    game = mk.Game(players=config.players, seed=7)
    assert_type(game, mk.Game)
    assert_type(game.current_player, int | None)
    assert_type(game.legal_action_mask(), np.ndarray)
    assert_type(game.clone(), mk.Game)
    assert_type(game.save(), bytes)
    assert_type(game.resample(0, np.random.default_rng(0)), mk.Game)
    assert_type(mk.Game.load(game.save()), mk.Game)
    assert_type(mk.scenario(seats=[{}, {}, {}], phase="combat"), mk.Game)
    assert_type(mk.presets()["short"], mk.Preset)
    assert_type(mk.spec(players=4), mk.Spec)
    assert_type(mk.spec(players=4).num_actions, int)
    assert_type(mk.generate_edition(7).name, str)
    assert_type(mk.Replay.read("game.json"), mk.Replay)
    assert_type(mk.__version__, str)
    assert_type((mk.RULES_VERSION, mk.SAVE_VERSION), tuple[int, int])
    assert_type((mk.OBSERVATION_VERSION, mk.ACTION_VERSION), tuple[int, int])


def environments() -> None:
    single = mk.MunchkinEnv(opponents=[First(), "greedy", "random"])
    assert_type(single.learner_seat, int)
    assert_type(single.action_masks(), np.ndarray)
    assert isinstance(single, gymnasium.Env)
    many = mk.MunchkinVectorEnv(8, opponents="greedy")
    assert_type(many.action_masks(), np.ndarray)
    games = mk.SelfPlayVecEnv(8, controllers=["caller", "greedy", "greedy", "greedy"])
    games.step(games.sample(np.random.default_rng(0)))
    assert_type(games.current_player, np.ndarray)
    assert_type(games.num_actions, int)
    assert_type(mk.last_events(games.positions, np.arange(8), games.current_player, 4), np.ndarray)
    table = mk.env(players=3)
    table.reset(seed=7)
    raw = mk.raw_env(players=3)
    assert callable(mk.parallel_env)
    assert callable(mk.with_history)
    assert_type(raw.agent_selection, str)
    mk.sb3_vec_env(8, opponents="greedy").reset()


def players() -> None:
    bot = mk.make_bot("greedy")
    assert_type(bot, mk.Bot)
    assert_type(mk.load_policy("policy.safetensors"), mk.Bot)
    assert_type(mk.is_policy("pretrained"), bool)
    assert_type(mk.policy_metadata(mk.spec(), "flat"), dict[str, Any])
    result = mk.evaluate([First(), bot, "greedy", "random"], games=40)
    assert_type(result.bots[0].win_rate, float)
    assert_type(mk.game_stats(games=4).summary(), str)
    assert_type(mk.release_that_reads(rules=6), str)
    assert_type(mk.mean_interval([0.4, 0.5]), tuple[float, float, float])
    assert_type(mk.provenance(), dict[str, Any])
    assert callable(mk.social_metrics)
    assert sorted(mk.scripted_partners())
    entries, actions = mk.index_map(mk.spec(), mk.spec(editions=("munchkin", "star")))
    assert_type(entries, np.ndarray)
    assert_type(actions, np.ndarray)
    save = mk.save_policy
    networks = (mk.TokenNetwork, mk.SparseNetwork, mk.TorchPolicyBot, mk.PolicyBot, mk.Sb3Bot, mk.ScaledFlatExtractor)
    talking = (mk.EndpointBot, mk.LLMBot, mk.ProcessBot, mk.LLMTable)
    assert all(talking)
    assert callable(save)
    assert all(networks)


def errors() -> None:
    try:
        one_game()
    except (mk.ConfigError, mk.CardError, mk.IllegalAction, mk.GameOver, mk.SaveError, mk.PlayerError) as error:
        assert_type(str(error), str)
    except (mk.ConcurrencyError, mk.ReplayError, mk.RetiredEnvironment, mk.MissingExtra):
        raise
    except (mk.MunchkinError, mk.EngineFault):
        raise
