"""Count the files that an addition has to touch. A copy of the package gets a toy, in the files that `TOYS` names and
in no others, and games are played with it, interpreted. If another file is needed, the toy fails; `FILES` may only
fall.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.each import each
from tests.tiers import FULL

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "munchkin_env"
NEW = ""  # in place of a line: the file is new
Edits = dict[str, list[tuple[str, str]]]  # by file, the lines that are put in, each before which ones

BEFORE = """
import numpy as np
import munchkin_env as mk
from munchkin_env.observation import View

def play(game):
    rng = np.random.default_rng(3)
    while not game.is_terminal and len(game.history) < 400:
        game.step(int(rng.choice(game.legal_actions())))
"""

BOT_FILE = '''"""The toy bot: the lowest legal answer."""

from munchkin_env.engine.kernels.kernel import kernel

NUMBER = 3


@kernel
def choose(v, t, ids, n, hi, lo, counter):
    """The bot's answer, as `bots.dispatch` asks for it."""
    lowest = int(ids[0])
    for i in range(n):
        lowest = min(lowest, int(ids[i]))
    return lowest
'''
PLAYS_BOT = """
game = mk.Game(seed=1, goal=3)
bot, rng = mk.make_bot("toy"), np.random.default_rng(0)
while not game.is_terminal and len(game.history) < 50:
    assert bot.act(View.of(game, game.current_player), game.legal_action_mask(), rng) == min(game.legal_actions())
    game.step(int(min(game.legal_actions())))
result = mk.evaluate(["toy", "random", "greedy"], games=3, goal=3, round_limit=5)
assert result.bots[0].name == "toy", result
"""

SETTING_LINES = """    toy_limit: int = setting(7, "Number of toys.", 0, 200)
"""
PLAYS_SETTING = """
import ast
from munchkin_env.engine.kernels.language import is_number

game = mk.Game(seed=1, toy_limit=200)
assert is_number(ast.parse("s.rules.toy_limit", mode="eval").body, {})
assert (mk.Game(seed=1).position["rules"]["toy_limit"][0], game.position["rules"]["toy_limit"][0]) == (7, 200)
for value in (-1, 201, "x"):
    try:
        mk.Game(toy_limit=value)
    except mk.ConfigError as error:
        assert str(error).startswith("toy_limit: expected"), error
    else:
        raise AssertionError(value)
again = mk.Game.load(game.save())
assert again.config.toy_limit == 200 and again.position.tobytes() == game.position.tobytes()
play(game)
"""

EDITION_FILE = """id = "toy"
name = "Toys"
rulebook = "none"
races = ["dwarf", "elf", "halfling"]
classes = ["cleric", "thief", "warrior", "wizard"]

[decks]
doors = 94
treasures = 72

[[include]]
edition = "munchkin"
except = ["hoard", "potted_plant"]
"""
CARDS_EDITION = EDITION_FILE.replace("treasures = 72", "treasures = 92")
PLAYS_EDITION = """
game = mk.Game(seed=1, editions=("munchkin", "toy"))
names = [card.id for card in game.catalogue.cards if card is not None]
assert (names.count("hoard"), names.count("pit_bull")) == (1, 2)
play(game)
"""

TAG_FILE = 'own_tags = ["clockwork"]\n' + CARDS_EDITION.replace("treasures = 92", "treasures = 93")
TAG_CARDS = """[[card]]
id = "tin_soldier"
name = "Tin Soldier"
kind = "one_shot"
value = 100
bonus = 1
copies = 20
tags = ["clockwork"]
play = [{ do = "side_bonus" }]

[[card]]
id = "key"
name = "Key"
kind = "item"
slot = "headgear"
bonus = 1
value = 100
always = [{ do = "factor", times = 3, filter = "tagged", tags = ["clockwork"], side = "players" }]
"""
PLAYS_TAG = """
from munchkin_env.cards.explain import explain

for table, strength in (([], 2), (["key"], 5)):
    seats = [{"hand": ["tin_soldier"], "table": table}, {}, {}]
    combat = {"monsters": ["munchkin:plutonium_dragon"]}
    game = mk.scenario(seats, phase="combat", combat=combat, editions=("munchkin", "toy"))
    game.do("play", card="tin_soldier", place="players")
    assert game.strength("players") == strength, (table, game.strength("players"))
print(explain(game.catalogue, game.catalogue.index("key")))
play(mk.Game(seed=1, editions=("munchkin", "toy")))
"""

VERB_FILE = '''"""Toys: before the door a player of level 1 may wind one up for a level."""

from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.rules.rows import At, verb
from munchkin_env.vocabulary import Decision, Verb


@kernel
def is_low(s, p):
    return s.player[p].level == 1


@kernel
def wind_up(s, p):
    gain_level(s, p, 1, 0)


verb(
    Verb.TOY,
    "wind up the toy",
    "You wind up a toy.",
    at=(At(900, (Decision.TURN_START,)),),
    when=is_low,
    possible=True,
    carry_out=wind_up,
)
'''
PLAYS_VERB = """
game = mk.Game(seed=1)
while game.decision.name != "TURN_START":
    game.step(int(game.legal_actions()[0]))
seat = game.current_player
assert "toy" in [answer.words for answer in View.of(game, seat).legal_moves()]
assert int(game.position["player"]["level"][0, seat]) == 1
game.step(45)
assert int(game.position["player"]["level"][0, seat]) == 2
assert 45 not in game.legal_actions()
play(game)
"""

KIND_MEMBER = """    TOY = 20, Nature("toy", "Toy", TREASURES, has="bonus always", laid_out=True, pays=True)
"""
KIND_CARDS = """[[card]]
id = "tin_soldier"
name = "Tin Soldier"
kind = "toy"
copies = 20
"""
PLAYS_CARDS = """
from munchkin_env.cards.explain import explain
from munchkin_env.vocabulary import Event

game = mk.Game(seed=1, editions=("munchkin", "toy"), goal=20)
(toy,) = [i for i, card in enumerate(game.catalogue.cards) if card is not None and card.id == "tin_soldier"]
print(explain(game.catalogue, toy))
rng = np.random.default_rng(3)
played = False
while not played:
    assert not game.is_terminal
    game.step(int(rng.choice(game.legal_actions())))
    events = game.position["event"][0]
    played = bool((np.isin(events["kind"], (Event.PLAYED, Event.LAID_OUT)) & (events["card"] == toy)).any())
play(game)
"""

WORD_MEMBER = "    TOY = 200\n"
WORD_ENTRY = """    "toy": Word(
        Op.TOY, {"play": PLAYED}, "all rolls to run away get 5", asks=NOTHING, moments=Moment.COMBAT, aims=NO_AIM
    ),
"""
WORD_RULE = '''"""Toys: wound up they help all who run away."""

from munchkin_env.engine.mutations.combat import change_flight
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.rules.rows import effect
from munchkin_env.vocabulary import Op


@kernel
def help_all(s):
    change_flight(s, 0, 5)


effect(Op.TOY, help_all)
'''
WORD_PHRASE = """    "toy": _fixed("all rolls to run away get 5"),
"""
WORD_CARDS = """[[card]]
id = "tin_soldier"
name = "Tin Soldier"
kind = "trick"
when = ["combat"]
copies = 20
play = [{ do = "toy" }]
"""

TOYS: dict[str, tuple[Edits, str]] = {
    "bot": ({"bots/toy.py": [(BOT_FILE, NEW)]}, PLAYS_BOT),
    "setting": ({"config/game_config.py": [(SETTING_LINES, "    first_seat: int | None = setting(\n")]}, PLAYS_SETTING),
    "edition": ({"../toy/edition.toml": [(EDITION_FILE, NEW)]}, PLAYS_EDITION),
    "tag": ({"../toy/edition.toml": [(TAG_FILE, NEW)]}, PLAYS_TAG),
    "verb": (
        {
            "vocabulary/verbs.py": [("    TOY = 45\n", "\n\nclass Where(IntFlag):\n")],
            "engine/rules/toys.py": [(VERB_FILE, NEW)],
        },
        PLAYS_VERB,
    ),
    "kind": (
        {
            "vocabulary/kinds.py": [(KIND_MEMBER, "\n\n@cache\n")],
        },
        PLAYS_CARDS,
    ),
    "word": (
        {
            "vocabulary/effects.py": [(WORD_MEMBER, "    # always: enhancers\n")],
            "cards/words/plays.py": [(WORD_ENTRY, '    "rout": Word(\n')],
            "engine/rules/toys.py": [(WORD_RULE, NEW)],
            "cards/explain/phrases.py": [(WORD_PHRASE, '    "rout": _fixed(')],
        },
        PLAYS_CARDS,
    ),
}  # fmt: skip
CARDS = {"tag": TAG_CARDS, "kind": KIND_CARDS, "word": WORD_CARDS}  # of an edition outside of the package
# in what `explain` says of the card
TOLD = {"tag": "clockwork card", "kind": "Toy", "word": "all rolls to run away get 5"}
# An addition stored by its number has a member of an enum, too; cards can't import the engine's rows of words.
FILES = {"bot": 1, "setting": 1, "edition": 1, "tag": 1, "verb": 2, "kind": 1, "word": 4}
# A word of cards and a verb reach the most rooms: these two are played every day, all at night. Each needs a package of
# its own, which is why it runs interpreted, in a process.
PLAYED = tuple(TOYS) if FULL else ("verb", "word")


@each("toy", TOYS)
def test_the_lines_that_a_toy_is_put_before_are_there(toy):
    """Most toys are played at night only."""
    for name, changes in TOYS[toy][0].items():
        for _, before in changes:
            if before != NEW:
                assert (ROOT / PACKAGE / name).read_text(encoding="utf-8").count(before) == 1, (name, before)


def with_toy(folder: Path, edits: Edits, cards: str = "") -> Path:
    """A copy of the package in the folder, with the edits, and beside it an edition of these cards."""
    unwanted = shutil.ignore_patterns("web", "node_modules")  # bytecode of what is not edited holds
    shutil.copytree(ROOT / PACKAGE, folder / PACKAGE, ignore=unwanted)
    if cards:
        (folder / "toy").mkdir()
        if "../toy/edition.toml" not in edits:
            (folder / "toy" / "edition.toml").write_text(CARDS_EDITION, encoding="utf-8")
        (folder / "toy" / "treasures.toml").write_text(cards, encoding="utf-8")
    for name, changes in edits.items():
        file = folder / PACKAGE / name
        for lines, before in changes:
            if before == NEW:
                assert not file.exists()
                file.parent.mkdir(exist_ok=True)
                file.write_text(lines, encoding="utf-8")
                continue
            source = file.read_text(encoding="utf-8")
            assert source.count(before) == 1, (name, before)
            file.write_text(source.replace(before, lines + before), encoding="utf-8")
    return folder


def run(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MUNCHKIN_INTERPRETED": "1", "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", BEFORE + script]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.rotating
@pytest.mark.slow
@each("toy", PLAYED)
def test_a_toy_plays(toy, tmp_path):
    edits, script = TOYS[toy]
    assert len(edits) == FILES[toy]
    done = run(with_toy(tmp_path, edits, CARDS.get(toy, "")), script)
    assert done.returncode == 0, done.stderr[-3000:]
    assert TOLD.get(toy, "") in done.stdout


@pytest.mark.nightly
@pytest.mark.slow
def test_without_the_toys_there_are_none(tmp_path):
    """The scripts do ask for them."""
    with_toy(tmp_path, {})
    for toy in PLAYED:
        assert run(tmp_path, TOYS[toy][1]).returncode != 0, toy
