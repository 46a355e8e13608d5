"""After `munchkin warmup` nothing is left to compile, for any command and any environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.cli.main import commands
from munchkin_env.engine.kernels.kernel import FIRST_TIME, INTERPRETED, lasting
from tests.each import each
from tests.tiers import FULL

ROOT = Path(__file__).resolve().parents[2]

# Notes which code is asked for of the cache, whether it is there or is compiled then.
NOTED = """
import builtins, contextlib, io, json, os, sys
from munchkin_env.engine.kernels.numba_backend import CodeCache
asked, load = set(), CodeCache.load_overload
def noted(self, signature, context):
    asked.add(self._file(signature))
    return load(self, signature, context)
CodeCache.load_overload = noted
from munchkin_env.cli.main import main
def munchkin(words):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = main(words.split())
    assert status == 0, (words, status, out.getvalue())
told = {}
for name, code in json.load(sys.stdin).items():
    before = set(asked)
    os.mkdir(name)
    with contextlib.chdir(name):
        exec(compile(code, name, "exec"), {**globals()})
    told[name] = sorted(asked - before)
print(json.dumps(told), file=sys.__stdout__)
"""
GAME = """
import munchkin_env as mk
"""
USES = {
    "watch": "munchkin('watch --bots greedy veteran random --stop 60 --save game.mkn --tables --seat 1')",
    "search": "munchkin('watch --bots rollout:1 random random --stop 12')",
    "play": """
typed = iter(['i', 't', '?', '1', '1', 'b', '1', 'p', '1', 's game.mkn'])
builtins.input = lambda *_: next(typed, 'q')
munchkin('play --against veteran greedy --hints rollout:1 --seed 3')
""",
    "replay": """
open('game.mkn', 'wb').write(__import__('munchkin_env').Game(seed=1).save())
munchkin('replay game.mkn --to 0 --decisions')
""",
    "review": """
game = __import__('munchkin_env').Game(seed=1)
while len(game.history) < 40:
    game.step(int(game.legal_actions()[-1]))
open('game.mkn', 'wb').write(game.save())
munchkin('review game.mkn --worlds 2 --json game.json.gz --html game.html')
""",
    "serve": """
import socket, uvicorn
from pathlib import Path
from munchkin_env.server.tables import Tables
uvicorn.Server.run = lambda *_: None
with socket.create_server(('127.0.0.1', 0)) as free:
    port = free.getsockname()[1]
munchkin(f'serve --port {port} --against veteran rollout:1 --humans 2 --seed 1 --folder tables')
import munchkin_env as mk
tables = Tables(None, 'veteran')
token = tables.open(mk.Game(players=3, seed=1), ('human', 'greedy', 'veteran'), ('a', 'b', 'c'))[0]
table, seat = tables.find(token)
table.look(seat)
while table.go_on(100):
    pass
table.hint(seat, table.question(seat)['number'])
""",
    "evaluate": "munchkin('evaluate veteran greedy random --games 3 --round-limit 2 --threads 2 --details')",
    "evaluate a search": "munchkin('evaluate rollout:1 random random --games 3 --round-limit 1')",
    "evaluate a search over a policy": "munchkin('evaluate search:1 random random --games 3 --round-limit 1')",
    "evaluate a policy": "munchkin('evaluate pretrained random random --games 3 --round-limit 2')",
    "ladder": "munchkin('ladder random greedy --table-sizes 3 --games 3 --round-limit 1')",
    "stats": "munchkin('stats --games 2 --round-limit 2 --check --bot veteran')",
    "challenge": "munchkin('challenge run random --track dev --games 4 --json card.json')",
    "language": GAME
    + """
class First:
    name = 'first'
    def reply(self, messages):
        return __import__('munchkin_env.llm').llm.Reply('1')
    def facts(self):
        return {'name': self.name}
mk.evaluate([mk.LLMBot(First()), 'greedy', 'random'], games=3, round_limit=1)
""",
    "cards": "munchkin('cards explain net_troll')",
    "generate": "munchkin('generate 7')",
    "episodes": """
from munchkin_env.evaluation.dataset import episodes
for kind in ('flat', 'tokens', 'sparse'):
    list(episodes(['pretrained', 'greedy', 'random'], games=3, encoding=kind, round_limit=1))
""",
    "train": """
munchkin('train smoke run.dir=run run.total_timesteps=300 game.n_envs=8 evaluation.games=4 run.loggers=[]')
munchkin('curve run')
""",
    "train by imitation": """
munchkin('train kickstart run.dir=run run.total_timesteps=200 game.n_envs=4 evaluation.games=4 run.loggers=[] '
         'evaluation.opponents=[greedy] evaluation.every=1000')
""",
    "train residual": """
munchkin('train residual run.dir=run run.total_timesteps=200 game.n_envs=4 evaluation.games=4 run.loggers=[] '
         'evaluation.opponents=[greedy] evaluation.every=1000')
""",
    "train sparse": """
munchkin('train ppo_scratch run.dir=run run.total_timesteps=300 game.n_envs=8 evaluation.games=4 run.loggers=[]')
""",
    "train sb3": """
munchkin('train smoke run.trainer=sb3 run.dir=run run.total_timesteps=100 game.n_envs=4 ppo.n_steps=8 ppo.batch_size=8 '
         'evaluation.games=4 run.loggers=[]')
""",
    "AEC": GAME
    + """
for observation in ('flat', 'tokens', 'sparse'):
    env = mk.env(players=3, encoding=observation)
    env.reset(seed=1)
    for agent in env.agent_iter(40):
        observed, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(env.unwrapped.game.legal_actions()[-1]))
    env.state()
""",
    "Gymnasium": GAME
    + """
import gymnasium
for opponents in ('random', 'greedy', 'veteran', 'pretrained', 'rollout:1'):
    for observation in ('flat', 'tokens', 'sparse'):
        env = gymnasium.make('munchkin_env/Munchkin-v0', players=3, opponents=opponents, encoding=observation)
        _, info = env.reset(seed=1)
        for _ in range(3):
            _, _, ended, cut, info = env.step(int(info['action_mask'].argmax()))
""",
    "Gymnasium's vectors": GAME
    + """
import gymnasium
for opponents in ('random', 'greedy', 'pretrained'):
    for observation in ('flat', 'tokens', 'sparse'):
        rows = gymnasium.make_vec('munchkin_env/Munchkin-v0', num_envs=2, players=3, opponents=opponents,
                                  encoding=observation, round_limit=1)
        _, info = rows.reset(seed=1)
        for _ in range(30):
            _, _, _, _, info = rows.step(info['action_mask'].argmax(axis=1))
""",
    "SelfPlayVecEnv": GAME
    + """
import numpy as np
rng = np.random.default_rng(0)
for observation in ('flat', 'tokens', 'sparse'):
    for threads in (1, 2):
        games = mk.SelfPlayVecEnv(4, players=3, encoding=observation, threads=threads)
        for _ in range(5):
            games.step(games.sample(rng))
        for name in ('random', 'greedy', 'veteran'):
            games.advice(name, rng)
            games.advice(name, rng, np.array([True, False, True, False]))
        games.observe(games.current_player)
        games.restore(games.state())
        games.step(games.sample(rng), np.array([True, False, True, False]))
""",
    "Game": GAME
    + """
import numpy as np, copy, pickle
mine = {'level': 5, 'hand': ['magic_missile']}
game = mk.scenario((mine, {}, {}), phase='combat', combat={'monsters': ['net_troll']})
game.do('play', card='magic_missile', place='players')
for kind in ('flat', 'tokens', 'sparse', 'text'):
    game.observe(0, kind)
game.text(); game.strength('players'); game.broken(); game.resample(0, np.random.default_rng(0)); game.at(0)
pickle.loads(pickle.dumps(copy.deepcopy(mk.Game.load(game.save()))))
""",
}


def asked_for(uses: dict[str, str], folder: Path) -> dict[str, list[str]]:
    """The compiled code that a fresh process asks for, by the use that is the first one to ask for it.

    Code that one use has asked for is loaded for those after it, so together they ask for no less than each alone."""
    told = subprocess.run(
        [sys.executable, "-c", NOTED],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, input=json.dumps(uses), capture_output=True, text=True,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    found: dict[str, list[str]] = json.loads(told.stdout)
    return found


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.compiled
@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_warmup_leaves_nothing_to_compile(tmp_path):
    """A request for code that `warmup` has not asked for would compile it."""
    pytest.importorskip("sb3_contrib")
    used = {name: use for name, use in USES.items() if FULL or not name.startswith("train ")}
    warm = set(asked_for({"warmup": "munchkin('warmup')"}, tmp_path)["warmup"])
    assert len(warm) > 20
    left = {name: sorted({*files} - warm) for name, files in asked_for(used, tmp_path).items()}
    assert {name: files for name, files in left.items() if files} == {}


def test_every_command_is_among_the_uses():
    """`bench` measures what all this uses, `record` writes what episodes are; `serve` goes on until it is stopped and
    `language` wants an endpoint, so what both do is used by its name; `curve` draws nothing compiled."""
    text = " ".join(USES.values())
    for name in set(commands()) - {"bench", "record", "warmup"}:
        assert f"munchkin('{name} " in text or name in USES, name


@each(
    ("what", "seconds", "reached", "begun", "told"),
    [
        ("engine.dispatch.core.unit", 2.0, 1.0, 0.01, FIRST_TIME),
        ("engine.dispatch.core.unit", 11.0, 11.0, 0.4, "██········ 22 %, 39 s left"),
        ("bots.dispatch.unit", 110.0, 110.0, 0.4, "██········ 22 %, 390 s left"),
        ("bots.dispatch.unit", 80.0, 55.0, 1.0, "████████·· 80 %, 20 s left"),
        ("bots.dispatch.unit", 300.0, 55.0, 1.0, "██████████ 99 %, 1 s left"),
        ("engine.dispatch.entries.drive", 40.0, 10.0, 0.4, "some seconds"),
    ],
)
def test_the_message_says_how_long_it_takes_here(what, seconds, reached, begun, told):
    """By the rate of this machine, whatever else it is busy with."""
    assert lasting(what, seconds, reached, begun) == told
