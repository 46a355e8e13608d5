"""Presets: settings under a name, wherever settings are taken."""

import pickle
from dataclasses import FrozenInstanceError, fields

import gymnasium
import numpy as np
import pettingzoo
import pytest

import munchkin_env as mk
from munchkin_env.cli._shared import game_settings
from munchkin_env.cli.main import build_parser, chosen_command, main
from munchkin_env.envs.registration import IDS
from tests.each import each
from tests.tiers import FULL

NAMES = list(mk.presets())
DEFAULTS = mk.GameConfig().as_dict()


def test_the_presets_that_there_are() -> None:
    assert NAMES == ["short", "full_rules", "level20", "trading3"]
    assert [name for name, preset in mk.presets().items() if preset.name != name or not preset.words] == []
    assert mk.presets()["full_rules"].settings["windows"] == "open"
    assert mk.presets()["trading3"].settings["players"] == 3


def test_they_are_immutable() -> None:
    short = mk.presets()["short"]
    with pytest.raises(TypeError):
        mk.presets()["own"] = short  # type: ignore[index]
    with pytest.raises(TypeError):
        short.settings["goal"] = 1  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        short.name = "slow"  # type: ignore[misc]
    assert hash(short) == hash(pickle.loads(pickle.dumps(short)))


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_is_its_settings(name: str) -> None:
    """All of them are fields of the config, and nothing else is changed."""
    settings = mk.presets()[name].settings
    config = mk.GameConfig.of({"preset": name})
    assert set(settings) <= {field.name for field in fields(mk.GameConfig)}
    assert config.as_dict() == {**DEFAULTS, **settings}
    assert mk.GameConfig.of(settings) == config
    assert "preset" not in config.as_dict()


def test_what_is_given_beside_it_holds() -> None:
    given = mk.GameConfig.of({"goal": 8, "preset": "short", "trades": "full", "players": 5})
    assert (given.goal, given.trades, given.players) == (8, "full", 5)
    assert given.windows == mk.presets()["short"].settings["windows"]
    assert mk.GameConfig.of({"preset": "trading3", "players": 4}).players == 4
    assert mk.GameConfig.of({"preset": "short", "goal": DEFAULTS["goal"]}).goal == DEFAULTS["goal"]


def test_players_that_are_not_given() -> None:
    """Everywhere: the preset's, else as ever."""
    assert mk.Game(seed=1).config.players == mk.Game(players=None, seed=1).config.players == DEFAULTS["players"]
    assert mk.Game(preset=None, seed=1).config == mk.Game(seed=1).config
    assert mk.Game(preset="trading3", seed=1).config.players == 3
    assert mk.SelfPlayVecEnv(2, preset="trading3").rewards.shape == (2, 3)
    assert mk.raw_env(preset="trading3").possible_agents == ["player_0", "player_1", "player_2"]
    assert mk.MunchkinEnv(preset="trading3", learner_seat=2).config.players == 3
    assert mk.MunchkinVectorEnv(2, preset="trading3", learner_seat=2).games.players == 3
    with pytest.raises(mk.ConfigError, match="learner_seat"):
        mk.MunchkinVectorEnv(2, preset="trading3", learner_seat=3)


@each("name", ["shrt", "", 3, ["short"], {}])
def test_an_unknown_preset_is_refused(name: object) -> None:
    """The field, what was expected and what came."""
    for make in (mk.Game, mk.raw_env, mk.MunchkinEnv, mk.spec, mk.game_stats):
        with pytest.raises(mk.ConfigError, match=f"preset: expected one of {', '.join(NAMES)}, got"):
            make(preset=name)
    if name == "shrt":
        with pytest.raises(mk.ConfigError, match=r"got 'shrt' \(did you mean \"short\"\?\)"):
            mk.Game(preset=name)


def test_what_is_given_beside_it_is_checked() -> None:
    with pytest.raises(mk.ConfigError, match="goal: expected"):
        mk.Game(preset="short", goal=1)
    with pytest.raises(mk.ConfigError, match=r"presets: unknown setting \(did you mean \"preset\"\?\)"):
        mk.Game(presets="short")
    with pytest.raises(mk.ConfigError, match="sexes: expected one for each of 3 seats"):
        mk.Game(preset="trading3", sexes=("male",) * 4)


@pytest.mark.parametrize("name", NAMES)
def test_games_end(name: str) -> None:
    """With a nearer goal and end where the preset's are far: the other settings are played."""
    near = {} if name == "short" else {"goal": 4, "round_limit": 2}
    game = mk.Game(preset=name, seed=3, **near)
    rng = np.random.default_rng(3)
    while not game.is_terminal:
        game.step(int(rng.choice(game.legal_actions())))
    assert game.turn <= game.config.round_limit * game.config.players + 1
    again = mk.Game.load(game.save())
    assert again.config == game.config == mk.GameConfig.of({"preset": name, **near})


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES if FULL else ["short"])
def test_lengths_are_as_they_say(name: str) -> None:
    """Whole games, as long as the README says; a rule that is set right may change them a little."""
    for typical in mk.presets()[name].typical:
        found = mk.game_stats(games=200, bot=typical.bot, preset=name, progress=False)
        told = f"{name}, {typical.bot}: {found.decisions.mean:.0f} decisions, {found.rounds.mean:.0f} rounds"
        assert found.decisions.mean == pytest.approx(typical.decisions, rel=0.15), told
        assert found.rounds.mean == pytest.approx(typical.rounds, rel=0.15, abs=1), told


def test_quick_games_are_the_shortest() -> None:
    lengths = {name: {one.bot: one.decisions for one in preset.typical} for name, preset in mk.presets().items()}
    for bot in ("random", "greedy"):
        assert min(lengths, key=lambda name: lengths[name][bot]) == "short"


def test_ids() -> None:
    """The plain ids are the plain game; each preset has an id of its own."""
    assert {"munchkin_env/MunchkinShort-v0", "munchkin_env/MunchkinTrading3-v0"} < set(IDS)
    assert len(IDS) == 1 + len(NAMES)


@each(("identity", "settings"), IDS.items())
def test_pettingzoo_makes_them(identity: str, settings: dict[str, str]) -> None:
    assert pettingzoo.make("aec", identity).unwrapped.config == mk.GameConfig.of(settings)
    assert pettingzoo.make("aec", identity, goal=7).unwrapped.config == mk.GameConfig.of({**settings, "goal": 7})


@each(("identity", "settings"), IDS.items())
def test_gymnasium_makes_them(identity: str, settings: dict[str, str]) -> None:
    expected = mk.GameConfig.of({**settings, "goal": 7})
    assert gymnasium.make(identity).unwrapped.config == mk.GameConfig.of(settings)  # type: ignore[attr-defined]
    assert gymnasium.make(identity, goal=7).unwrapped.config == expected  # type: ignore[attr-defined]
    assert gymnasium.make_vec(identity, num_envs=2, goal=7).games.config == expected  # type: ignore[attr-defined]


def given(*words: str) -> mk.GameConfig:
    """The config of a command line."""
    return mk.GameConfig.of(game_settings(build_parser(chosen_command(list(words))).parse_args(words)))


def test_commands_take_a_preset() -> None:
    assert given("stats") == mk.GameConfig()
    assert given("stats", "--preset", "full_rules") == mk.GameConfig.of({"preset": "full_rules"})
    assert given("watch", "--preset", "short", "--goal", "8", "--round-limit", "9") == mk.GameConfig.of(
        {"preset": "short", "goal": 8, "round_limit": 9}
    )
    assert given("play", "--preset", "short", "--set", "trades=full").trades == "full"
    assert given("evaluate", "greedy", "--preset", "short") == mk.GameConfig.of({"preset": "short"})


def test_commands_refuse_an_unknown_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--games", "1", "--preset", "shrt"]) != 0
    assert "preset: expected one of short, full_rules, level20, trading3, got 'shrt'" in capsys.readouterr().err


def test_tally_plays_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--games", "1", "--preset", "trading3", "--round-limit", "1", "--bot", "random"]) == 0
    assert "1 games of 3 `random` each" in capsys.readouterr().out
