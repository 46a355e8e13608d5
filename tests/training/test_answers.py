"""A policy takes the same actions wherever it plays: argmax, unless it is set to sample."""

import argparse
import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import munchkin_env as mk
from munchkin_env.bots import make_bot as registered
from munchkin_env.cli import _shared
from munchkin_env.cli.main import build_parser, commands
from munchkin_env.evaluation import episodes, evaluate, ladder, match
from munchkin_env.evaluation import ladders as rungs
from munchkin_env.policies.files import load_pretrained
from training import learner
from training.config import build_config, read_config
from training.run import RunFolder

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"players": 3, "preset": "short", "round_limit": 1}
SHORT = {"preset": "short", "round_limit": 1}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A policy that is fresh and small."""
    path = tmp_path_factory.mktemp("answers") / "net.safetensors"
    game = mk.spec(**SMALL)
    mk.save_policy(path, mk.TokenNetwork.for_game(game, embedding=8, hidden=[8]), game)
    return str(path)


def defaults() -> list[tuple[str, str]]:
    """(where, default) of every parameter and every setting in the sources that is called `deterministic`."""
    found = []
    for folder in ("munchkin_env", "training"):
        for source in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                where = f"{source.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
                if isinstance(node, ast.FunctionDef):
                    plain, named = [*node.args.posonlyargs, *node.args.args], node.args.kwonlyargs
                    ends = [None] * (len(plain) - len(node.args.defaults)) + node.args.defaults
                    for one, value in zip([*plain, *named], [*ends, *node.args.kw_defaults], strict=True):
                        if one.arg == "deterministic" and value is not None:
                            found.append((where, ast.unparse(value)))
                elif isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "deterministic" and node.value:
                    found.append((where, ast.unparse(node.value)))
    return found


@pytest.mark.rotating
def test_every_default_is_the_same() -> None:
    found = defaults()
    assert len(found) > 10
    assert [one for one in found if one[1] != "True" and not one[1].startswith("setting(True, ")] == []


def test_every_command_with_policies_has_the_option_and_its_default() -> None:
    parsers = {name: build_parser(name) for name in commands()}
    with_option = []
    for name, parser in parsers.items():
        for action in _options(parser):
            if "--deterministic" in action.option_strings:
                with_option.append(name)
                assert action.default is True
                assert "--no-deterministic" in action.option_strings
    assert sorted(with_option) == ["evaluate", "ladder", "record"]


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a parser and of its commands."""
    found = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                found += _options(one)
        found.append(action)
    return list({id(one): one for one in found}.values())


def test_a_policy_is_the_same_player_in_every_place(file: str) -> None:
    """By name as an opponent, in the terminal, in a match and as it is loaded; `pretrained` as any other."""
    game = mk.Game(seed=1, **SMALL)
    players: dict[str, Any] = {
        "make_bot": mk.make_bot(file),
        "load_policy": mk.load_policy(file),
        "pretrained": mk.make_bot("pretrained"),
        "registered": registered("pretrained"),
        "learner": mk.TorchPolicyBot.of(mk.load_policy(file).network, mk.spec(**SMALL)),
        "single environment": mk.MunchkinEnv(opponents=[file, "random"], **SMALL)._bots[0],
        "terminal": _shared.Seats.of([file, "human", "random"], 1, game).bots[0],
        "match": match.bots_of([file, "random", "random"], "munchkin", SHORT, *_answering(evaluate))[0][0],
        "episodes": match.bots_of([file, "random", "random"], "munchkin", SHORT, *_answering(episodes))[0][0],
        "ladder": rungs._Match(file, "random", mk.GameConfig.of(SMALL), 3, 0, *_answering(ladder)).bots()[0],
    }
    assert {where: bot.deterministic for where, bot in players.items()} == dict.fromkeys(players, True)
    drawn = [mk.make_bot(name, deterministic=False) for name in (file, "pretrained")]
    assert [bot.deterministic for bot in [*drawn, load_pretrained(deterministic=False)]] == [False] * 3


def _answering(function: Any) -> tuple[bool, bool]:
    """Return the defaults of a function's action selection and transfer."""
    parameters = inspect.signature(function).parameters
    return parameters["deterministic"].default, parameters["transfer"].default


def test_results_say_how_policies_answered(file: str) -> None:
    for deterministic, word, how in ((True, "argmax", "deterministic"), (False, "sample", "sampled")):
        found = evaluate([file, "random", "random"], games=3, deterministic=deterministic, **SHORT)
        assert [player.action_selection for player in found.bots] == [word, None, None]
        assert f"policies by {how} actions" in str(found)
        told = ladder([file], [3], ["random"], games=3, deterministic=deterministic, **SHORT).note()
        assert f"take {how} actions" in told
    assert "policies by" not in evaluate(["random"] * 3, games=3, **SHORT).summary()
    both = evaluate([mk.load_policy(file), mk.load_policy(file, deterministic=False), "random"], games=3, **SHORT)
    first, second, _ = both.bots
    assert f"{first.name} by deterministic actions, {second.name} by sampled actions" in both.summary()


def test_what_is_no_answer_is_refused(file: str) -> None:
    with pytest.raises(mk.ConfigError, match="deterministic: expected true or false, got 1"):
        evaluate([file, "random", "random"], games=3, deterministic=1, **SHORT)
    with pytest.raises(mk.ConfigError, match="transfer: expected true or false, got 'no'"):
        ladder([file], [3], games=3, transfer="no", **SHORT)


def test_training_evaluates_likeliest_answers_and_learns_from_drawn_ones(file: str, tmp_path: Path) -> None:
    """The shipped recipes do not set it; earlier selves act as they did when they learnt."""
    assert build_config({}).evaluation.deterministic
    for recipe in sorted((ROOT / "configs").glob("*.yaml")):
        assert read_config(recipe, []).evaluation.deterministic, recipe.name
    options = ["game.players=[3]", "game.n_envs=2", f"run.dir={tmp_path / 'run'}", f"run.init_from={file}"]
    settings = ["game.settings={preset: short, round_limit: 1}", f"opponents.frozen={file}"]
    config = read_config(ROOT / "configs" / "exploit.yaml", [*options, *settings])
    trainer = learner.PpoTrainer(config, RunFolder.create(config))
    try:
        assert trainer.player().deterministic
        assert not trainer._player_of(Path(file)).deterministic
        assert trainer.pool.others[0].deterministic
    finally:
        trainer.close()


def test_sb3_evaluates_likeliest_answers_and_learns_against_drawn_ones(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from training import sb3

    options = ["run.trainer=sb3", f"run.dir={tmp_path / 'run'}"]
    config = read_config(ROOT / "configs" / "smoke.yaml", options)
    trainer = sb3.Sb3Trainer(config, RunFolder.create(config))
    try:
        assert trainer.player().deterministic
        assert not trainer.myself.player.deterministic
        assert not trainer.pool._load(trainer.save_policy("pool/000001")).deterministic
    finally:
        trainer.close()
