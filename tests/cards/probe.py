"""A card written for a test, in a game with the clause in question and in one without it.

The two games have the same cards by number, the same seed and the same actions, so any difference between them is the
clause's doing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import Catalogue, _compile
from munchkin_env.cards.definition import DECK_KINDS, KIND_WORDS, Edition
from munchkin_env.cards.lint import check_edition
from munchkin_env.cards.reader import read_edition, scan_edition
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.vocabulary import Deck, Kind, Stage, Verb

FILLERS = {
    "doors": '[[card]]\nid = "rabbit"\nname = "Rabbit"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    '[[card]]\nid = "cultist"\nname = "Cultist"\nkind = "class"\nclass = "cultist"\n'
    '[[card]]\nid = "cultist_too"\nname = "Cultist too"\nkind = "class"\nclass = "cultist"\n',
    "treasures": '[[card]]\nid = "hat"\nname = "Hat"\nkind = "item"\nvalue = 100\n'
    '[[card]]\nid = "courage"\nname = "Courage"\nkind = "go_up_level"\n'
    'play = [{ do = "lose_all", filter = "madness", tags = ["phobia"] }]\n',
}
BASE = read_edition("munchkin")

Fields = Mapping[str, str]  # of a card, as TOML


def written(identity: str, kind: Kind, fields: Fields) -> str:
    """A card as its file says it."""
    lines = {"id": f'"{identity}"', "name": f'"{identity}"', "kind": f'"{KIND_WORDS[kind]}"', **fields}
    return "[[card]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())


def write(folder: Path, cards: Mapping[str, tuple[Kind, Fields]]) -> Path:
    """A guest edition with some cards; each lies in the deck where its kind belongs."""
    decks = dict(FILLERS)
    for identity, (kind, fields) in cards.items():
        decks["doors" if kind in DECK_KINDS[Deck.DOOR] else "treasures"] += written(identity, kind, fields)
    folder.mkdir(exist_ok=True)
    races = [fields["race"] for kind, fields in cards.values() if kind == Kind.RACE]
    classes = ['"cultist"', *(fields["class"] for kind, fields in cards.values() if kind == Kind.CLASS)]
    manifest = 'id = "words"\nname = "Words"\nrulebook = "1"\n'
    manifest += f"races = [{', '.join(sorted(set(races)))}]\nclasses = [{', '.join(sorted(set(classes)))}]\n[decks]\n"
    for deck, text in decks.items():
        (folder / f"{deck}.toml").write_text(text, encoding="utf-8")
        manifest += f"{deck} = {text.count('[[card]]')}\n"
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    return folder


def edition(folder: Path, kind: Kind, fields: Fields, sound: bool = True) -> Edition:
    """The guest edition with the card `probe`; `sound` if the linter must find nothing wrong with it."""
    found, problems = scan_edition(write(folder, {"probe": (kind, fields)}))
    assert found is not None
    if sound:
        assert [str(problem) for problem in problems or check_edition(found, [BASE])] == []
    return found


# --------------------------------------------------------------------------- positions

SEATS: tuple[dict[str, Any], ...] = (
    {
        "level": 5,
        "race": "elf",
        "klass": "thief",
        "table": ["helm_of_courage", "leather_armor", "eleven_foot_pole"],
        "carried": ["huge_rock", "rapier_of_unfairness"],
        "hand": ["magic_missile", "plutonium_dragon", "curse_lose_headgear", "potted_plant", "wand_of_dowsing"],
    },
    {
        "level": 8,
        "race": "dwarf",
        "klass": "cleric",
        "table": ["horny_helmet", "short_wide_armor", "mace_of_sharpness", "hireling"],
        "curses": ["curse_chicken_on_your_head"],
        "hand": ["baby", "mr_bones", "curse_lose_a_level"],
    },
    {
        "level": 2,
        "race": "halfling",
        "klass": ["warrior", "cultist"],
        "sex": "female",
        "table": ["super_munchkin", "bad_ass_bandana", "boots_of_butt_kicking", "limburger_and_anchovy_sandwich"],
        "hand": ["gp_1000", "leperchaun", "friendship_potion"],
    },
)
DISCARDS = ("cultist_too", "wizard", "halfling", "curse_income_tax", "kneepads_of_allure")


@dataclass(frozen=True)
class Place:
    """Place of the probe and situation: arguments of `scenario`, with changes of the facts of seat 0."""

    me: Mapping[str, Any] = field(default_factory=dict)  # instead of the facts above
    add: Mapping[str, list[str]] = field(default_factory=dict)  # besides them
    rest: Mapping[str, Any] = field(default_factory=dict)

    def arguments(self) -> dict[str, Any]:
        mine = {**SEATS[0], **self.me}
        for key, names in self.add.items():
            mine[key] = [*mine.get(key, []), *names]
        return {
            "seats": [mine, *SEATS[1:]],
            "discards": list(DISCARDS),
            "forced_choices": False,
            "trades": "off",  # nothing that a probe does needs them, and random players talk a lot
            **self.rest,
        }


def fight(*monsters: str, helper: int | None = None, **rest: Any) -> dict[str, Any]:
    """A combat of seat 0."""
    return {"phase": "combat", "combat": {"monsters": list(monsters), "helper": helper}, **rest}


# --------------------------------------------------------------------------- playing

ONWARD = {  # what brings a turn or a combat to its end
    *(Verb.PASS, Verb.DONE, Verb.NO, Verb.OPEN_DOOR, Verb.END_TURN),
    *(Verb.KILL, Verb.RUN_AWAY, Verb.ROLL),
}


@dataclass
class Pair:
    """A game with the clause and one without it."""

    with_it: Catalogue
    without: Catalogue
    monkeypatch: pytest.MonkeyPatch

    def game(self, catalogue: Catalogue, place: Place, seed: int) -> mk.Game:
        self.monkeypatch.setattr("munchkin_env.game.game.catalogue_of", lambda _: catalogue)
        return mk.scenario(**place.arguments(), seed=seed)

    def differ(self, places: Iterable[Place], seeds: int = 40, answers: int = 70) -> bool:
        """Some game differs in what the players meet: who is asked what, levels, cards, strengths, winners."""
        probe, everywhere = CARD0 + self.with_it.index("words:probe") - 1, list(places)
        return any(self._differ(place, seed, answers, probe) for seed in range(seeds) for place in everywhere)

    def _differ(self, place: Place, seed: int, answers: int, probe: int) -> bool:
        one = self.game(self.with_it, place, seed)
        two = self.game(self.without, place, seed)
        rng = np.random.default_rng(seed)
        for _ in range(answers):
            if met(one) != met(two):
                return True
            if one.is_terminal:
                return False
            action = choose(one, probe, rng)
            one.step(action)
            two.step(action)
        return met(one) != met(two)


def met(game: mk.Game) -> tuple[object, ...]:
    """The events that the players meet, without the numbers that the engine derives for itself."""
    s = game.position[0]
    players = [(int(q["level"]), int(q["sex"]), int(q["dead"])) for q in s["player"]]
    strengths = (game.strength("players"), game.strength("monsters")) if s["combat"]["active"] else ()
    asked = (
        game.current_player,
        game.decision,
        game.stage,
        game.winners,
        int(s["roll"]["face"]),
        int(s["combat"]["helper"]),
    )
    cards = s["card"]
    seen = tuple(cards[column].tobytes() for column in ("zone", "flag", "known_by"))
    return (*asked, tuple(players), strengths, game.legal_actions().tobytes(), *seen)


def choose(game: mk.Game, probe: int, rng: np.random.Generator) -> int:
    """A random action that plays the probe more often than not."""
    legal = {int(action) for action in game.legal_actions()}
    if probe in legal and rng.random() < 0.9:
        return probe
    if game.stage == Stage.VERB:
        if Verb.PLAY in legal and rng.random() < 0.4:
            return int(Verb.PLAY)
        onward = sorted(legal & ONWARD)
        if onward and rng.random() < 0.6:
            return int(rng.choice(onward))
    return int(rng.choice(sorted(legal)))


def pair(folder: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind, fields: Fields, without: Fields) -> Pair:
    """The probe as the linter passes it, and without the clause (which the linter need not pass)."""
    full = _compile((BASE, edition(folder / "with", kind, fields)))
    bare = _compile((BASE, edition(folder / "without", kind, without, sound=False)))
    return Pair(full, bare, monkeypatch)


def kinds_of(pairs: Iterable[tuple[str, frozenset[Kind]]]) -> Iterator[tuple[str, Kind]]:
    """(name, kind) for each kind of each name, in the order of the kinds."""
    for name, kinds in pairs:
        for kind in sorted(kinds):
            yield name, kind


BASICS: dict[Kind, dict[str, str]] = {  # what a card of the kind needs besides the clause in question
    Kind.MONSTER: {"level": "1", "treasures": "1"},
    Kind.RACE: {"race": '"cyborg"'},
    Kind.CLASS: {"class": '"trader"'},
    Kind.CURSE: {"play": '[{ do = "stay" }]'},
    Kind.MADNESS: {"play": '[{ do = "stay" }]'},
    Kind.ITEM: {"value": "100"},
    Kind.ONE_SHOT: {"value": "100"},
    Kind.ENHANCER: {"bonus": "5", "treasures": "1"},
}
VALID: dict[Kind, dict[str, str]] = {  # a card of each kind with which nothing is wrong
    Kind.MONSTER: BASICS[Kind.MONSTER],
    Kind.RACE: BASICS[Kind.RACE],
    Kind.CLASS: BASICS[Kind.CLASS],
    Kind.RACE_MODIFIER: {},
    Kind.CLASS_MODIFIER: {},
    Kind.CURSE: {"play": '[{ do = "lose_all", filter = "races" }]'},
    Kind.MADNESS: {"play": '[{ do = "lose_all", filter = "races" }]'},
    Kind.ENHANCER: BASICS[Kind.ENHANCER],
    Kind.WANDERING: {"play": '[{ do = "join" }]'},
    Kind.DOOR_SPECIAL: {"play": '[{ do = "lose_all", filter = "races" }]', "when": '["any"]'},
    Kind.TREASURE_SPECIAL: {"play": '[{ do = "lose_all", filter = "races" }]', "when": '["any"]'},
    Kind.ITEM: BASICS[Kind.ITEM],
    Kind.ONE_SHOT: {"value": "100", "play": '[{ do = "lose_all", filter = "races" }]', "when": '["any"]'},
    Kind.LEVEL: {"play": '[{ do = "gain_level", amount = 1 }]'},
    Kind.SIDEKICK: {},
    Kind.ITEM_ENHANCER: {"bonus": "1", "play": '[{ do = "enhance_item" }]'},
    Kind.TRICK: {"play": '[{ do = "lose_all", filter = "races" }]', "when": '["any"]'},
    Kind.MUTATION: {},
    Kind.ROOM: {"play": '[{ do = "lose_all", filter = "races" }]'},
}

DRAFTS = '[{ do = "cost", each = "combat" }]'


def clause(do: str, parameters: str = "", when: str = "") -> str:
    """`{ do = "lose_level", amount = 2, when = { … } }`; of a word that is told what: `bars help`"""
    word, _, what = do.partition(" ")
    parts = [f'do = "{word}"', *([f'what = "{what}"'] if what else []), *([parameters] if parameters else [])]
    parts += [f"when = {{ {when} }}"] if when else []
    return f"{{ {', '.join(parts)} }}"


def behind_the_door(**rest: object) -> list[Place]:
    """Seat 0 has turned the room up; it and others hold monsters."""
    return [Place(rest={"phase": "start", "doors": ["probe"], **rest})]
