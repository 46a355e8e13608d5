"""The tables of docs/environment.md, the environment specification. `readme.py` writes them."""

import inspect
import itertools
import re
import tomllib
from dataclasses import fields
from pathlib import Path

import munchkin_env as mk
from munchkin_env.config.presets import presets as all_presets
from munchkin_env.envs.base import EnvOptions
from munchkin_env.envs.registration import NUMBER, environment_id
from munchkin_env.game.game import returns_of
from munchkin_env.markdown import table
from munchkin_env.observation import spec

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = range(3, 7)

ARGUMENTS = {
    "render_mode": 'None, `"human"`, `"ansi"`, `"rgb_array"` (extra `render`) or `"browser"` (extra `table`)',
    "max_cycles": "number of steps after which all agents are truncated; None for no limit",
    "render_seat": "seat whose view is rendered; None shows all cards",
    "encoding": '`"flat"`, `"tokens"` or `"sparse"`',
    "on_illegal": '`"raise"`, `"resample_legal"` or `"forfeit"`',
    "shaping": "weight of the potential-based reward; 0 for none",
}
"""Meaning of each argument of `raw_env` beside the settings."""

EXTRAS = {
    "train": "the trainer, with PyTorch, stable-baselines3 and TensorBoard; also needed to load policies",
    "eval": "plots and OpenSkill ratings",
    "render": 'images: `render_mode="rgb_array"`',
    "table": "play and replays in the browser",
    "dev": "tests, linter and type checker",
    "all": "the extras above",
    "offline": "datasets of Minari",
    "docs": "the documentation as a site",
    "openspiel": "Munchkin as a game of OpenSpiel",
    "jax": "self-play inside of `jax.jit`",
    "clients": "TorchRL, Tianshou, Minari and OpenSpiel",
    "distributed": "training on several machines with Ray RLlib",
    "mcp": "server for the Model Context Protocol",
    "openenv": "server for OpenEnv",
    "textarena": "TextArena",
    "inspect": "Inspect AI",
    "language": "`mcp`, `openenv`, `textarena` and `inspect`",
    "verifiers": "verifiers",
    "trl": "TRL, with a model server",
}
"""Purpose of each extra."""
BLOCKS = (
    ("phase", "phase, window, decision and composite move", "the pending decision and the parts chosen so far"),
    ("round", "turn, decks and piles", "rounds, goal, cards left in each deck and discard pile"),
    ("combat", "combat", "both strengths, treasures at stake, the bargain with the helper, six monsters"),
    ("roll", "die roll and pending offer", "purpose and face of the die; kind and amount of the offer"),
    ("events", "last eight public events", "event, two seats, card type and number (at most 127) of each"),
    (
        "tops",
        "known tops of the decks, room",
        "up to three seen cards on top of each deck; the open room",
    ),
)
"""First section of a block that is not about a seat, its name and its contents."""
PLANES = {
    "hand": "copies of each card type in the agent's hand",
    "marks": "bit flags: offered, wanted, selected, just received, target of the decision",
    "fight": "role of each card type in the running combat",
    "discards": "copies in the discard piles",
}
"""Planes with one entry a card type that are not about a seat."""


def summary() -> str:
    """Facts of the default environment, as Gymnasium and PettingZoo list them."""
    facts = spec()
    rows = [
        ("Import", "`import munchkin_env as mk`; `mk.env()`, `mk.parallel_env()`, `mk.MunchkinEnv()`"),
        ("Environment ids", f"`{environment_id('', NUMBER)}` (PettingZoo and Gymnasium)"),
        ("Agents", f"{PLAYERS[0]} to {PLAYERS[-1]}; default {facts.config.players}, called `player_0`, `player_1`, …"),
        ("Action space", f"`Discrete({facts.num_actions})`, masked"),
        ("Observation space", _box(facts.flat_length, facts.flat_bounds)),
        ("Rewards", "terminal only: winners share +1, losers share −1"),
        ("Termination", f"level {facts.config.goal} reached, or {facts.config.round_limit} rounds played"),
        ("Truncation", "only by `max_cycles` or `max_episode_steps`"),
        ("Hidden information", "other hands, order of the decks, future die rolls"),
    ]  # fmt: skip
    return table(("property", "value"), rows)


def _box(length: int, bounds: tuple[object, object]) -> str:
    low, high = (int(min(bounds[0])), int(max(bounds[1])))  # type: ignore[call-overload]
    return f"`Box`, int8 ({length},), bounds of each entry within −{-low} to {high}; `action_mask` beside it"


def ids() -> str:
    """Every way to make the default environment and those of the presets."""
    rows = []
    for preset in ("", *all_presets()):
        rows.append((f"`{preset}`" if preset else "none", f"`{environment_id(preset, NUMBER)}`"))
    return table(("preset", "id"), rows)


def actions() -> str:
    """Ranges of action ids."""
    rows = [(f"`{one.name}`", f"{one.start} to {one.start + one.size - 1}", one.size, one.meaning)
            for one in spec().action_sections]  # fmt: skip
    return table(("part", "ids", "count", "meaning"), rows)


def move() -> str:
    """The ids of one composite move, as the engine takes them."""
    game = mk.scenario(
        seats=[{"level": 4, "hand": ["magic_missile", "flaming_poison_potion"]}, {}, {}],
        phase="combat",
        combat={"monsters": ["net_troll"]},
    )
    before = game.clone()
    game.do("play", card="magic_missile", place="players")
    return _steps(before, game)


def bargain() -> str:
    """The ids of an offer of treasures for help, a counter-offer and its acceptance."""
    game = mk.scenario(seats=[{"level": 4}, {}, {"level": 8}], phase="combat", combat={"monsters": ["bullrog"]})
    before = game.clone()
    game.do("ask_help", seat=2, amount=2)
    game.do("counter", amount=5)
    game.do("yes")
    return _steps(before, game)


def _steps(before: mk.Game, after: mk.Game) -> str:
    """The actions from one state to another, with their meanings."""
    rows = []
    for step, (seat, action) in enumerate(after.history, 1):
        stage = before.stage.name.lower()
        rows.append((step, f"`player_{seat}`", stage, len(before.legal_actions()), action, before.describe(action)))
        before.step(action)
    return table(("step", "agent", "part", "legal actions", "id", "meaning"), rows)


def observation() -> str:
    """Blocks of `flat` for four agents with their offsets."""
    facts = spec()
    seats = range(facts.config.players)
    starts = {one.name: one.start for one in facts.flat_sections}
    marks = [(starts[name], title, meaning) for name, title, meaning in BLOCKS]
    for seat in seats:
        meaning = "level, sex, race and class flags, bonuses, equipment slots, restrictions"
        marks.append((starts[f"seat{seat}.present"], f"seat {seat}", meaning if not seat else "the same"))
    marks += [(starts[name], f"plane `{name}`", meaning) for name, meaning in PLANES.items()]
    for seat in seats:
        meaning = "visible cards of the agent by card type: carried, in use, known in hand"
        marks.append((starts[f"seat{seat}.cards"], f"plane of seat {seat}", meaning if not seat else "the same"))
    marks.sort()
    ends = [start for start, _, _ in marks[1:]] + [facts.flat_length]
    rows = [(title, start, end - start, meaning) for (start, title, meaning), end in zip(marks, ends, strict=True)]
    return table(("block", "offset", "size", "contents"), rows)


def sizes() -> str:
    """Sizes of spaces by number of agents."""
    rows = []
    for players in PLAYERS:
        facts = spec(players=players)
        tokens, fields = facts.tokens_shape
        rows.append((players, facts.num_actions, f"({facts.flat_length},)", f"({tokens}, {fields})",
                     f"({facts.globals_length},)"))  # fmt: skip
    return table(("agents", "actions", "`flat`, int8", "`tokens`, int16", "global vector of `tokens`, int16"), rows)


def rewards() -> str:
    """Terminal rewards by number of agents and winners."""
    rows = []
    for players in PLAYERS:
        cells = []
        for winners in (1, 2, 0):
            amounts = returns_of((1 << winners) - 1, players)
            winner, loser = (f"{amount:+.3g}".replace("-", "−") for amount in (amounts[0], amounts[-1]))
            cells.append(f"{winner} / {loser}" if winners else loser)
        rows.append((players, *cells))
    return table(("agents", "one winner: winner / losers", "two winners: each / losers", "draw: all"), rows)


def start() -> str:
    """Cards and levels at the start, as a reset leaves them."""
    game = mk.Game(seed=0)
    hand = game.observe(0, "flat")
    places = {one.name: one.start for one in spec().flat_sections}
    rows = [
        ("level", int(hand[places["seat0.level"]])),
        ("Door cards in hand", int(hand[places["seat0.hand_doors"]])),
        ("Treasure cards in hand", int(hand[places["seat0.hand_treasures"]])),
        ("race, class", "none" if hand[places["seat0.human"]] and hand[places["seat0.classless"]] else "some"),
    ]
    return table(("of each agent", "at the start"), rows)


def arguments() -> str:
    """Arguments of the AEC environment with their defaults."""
    given = inspect.signature(mk.raw_env.__init__).parameters
    rows = []
    for name, one in itertools.islice(given.items(), 1, None):
        if one.kind is one.VAR_KEYWORD:
            options = [one for one in fields(EnvOptions) if one.name in ARGUMENTS and one.name not in given]
            rows += [(f"`{option.name}`", f"`{option.default!r}`", ARGUMENTS[option.name]) for option in options]
            rows.append((f"`**{name}`", "", "fields of `mk.GameConfig` and `preset`"))
        else:
            rows.append((f"`{name}`", f"`{one.default!r}`", ARGUMENTS[name]))
    return table(("argument", "default", "meaning"), rows)


def extras() -> str:
    """The optional dependencies of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table(("extra", "what it adds"), [(f"`{one}`", EXTRAS[one]) for one in project["optional-dependencies"]])


def bibtex() -> str:
    """The BibTeX entry, made of CITATION.cff."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    found = {key: re.search(rf'^(?:  - )?{key}: "?([^"\n]+)"?$', text, re.M) for key in ("title", "version", "name")}
    title, version, name = (match[1] for match in found.values() if match)
    lines = ["@software{munchkin_env,", f"  title   = {{{title}}},", f"  author  = {{{{{name}}}}},",
             f"  version = {{{version}}},", "  license = {MIT}", "}"]  # fmt: skip
    return "\n".join(("```bibtex", *lines, "```"))


def protocol() -> str:
    """An exchange with a player in another process, with the current versions."""
    versions = f'"rules":{mk.RULES_VERSION},"observation":{mk.OBSERVATION_VERSION},"action":{mk.ACTION_VERSION}'
    observation = '"observation":{"indices":[],"data":[],"count":[0]}'
    settings = f'"actions":{spec().num_actions},"settings":{{"goal":10}}'
    lines = (
        f'{{"type":"hello","protocol":1,"versions":{{{versions}}},"observations":["flat","tokens","sparse","text"]}}',
        '{"type":"ready","name":"mine","observation":"sparse"}',
        f'{{"type":"begin","game":1,"seat":2,"players":4,"editions":["munchkin"],{settings}}}',
        f'{{"type":"act","id":1,"game":1,"seat":2,"legal":[0,3],"chance":0.31,{observation}}}',
        '{"type":"answer","id":1,"action":3}',
    )
    return "\n".join(("```json", *lines, "```"))


TABLES = {
    "summary": summary,
    "ids": ids,
    "id ranges": actions,
    "composite move": move,
    "bargain": bargain,
    "blocks": observation,
    "sizes": sizes,
    "rewards": rewards,
    "start": start,
    "arguments": arguments,
    "bibtex": bibtex,
}
"""The generated blocks of docs/environment.md but for the table of releases."""
