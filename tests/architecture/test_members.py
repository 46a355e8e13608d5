"""An enum grows, and its readers with it: every member has its number, its word and its picture.

Tables by member are found by themselves: dicts of modules that tell of a game, whose keys are members of one enum.
"""

import importlib
import re
from collections.abc import Iterator
from enum import EnumMeta, IntEnum, IntFlag
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env import vocabulary
from munchkin_env.cli._shared import Menu
from munchkin_env.engine.state.layout import EVENT_FIELDS as EVENT_NUMBERS
from munchkin_env.engine.state.layout import EVENTS, RECORDS
from munchkin_env.envs.rendering import draw, seen
from munchkin_env.envs.spaces import observation_space
from munchkin_env.game.questions import CROWDED
from munchkin_env.observation import ENCODINGS, layout
from munchkin_env.observation.narration import GAINS, Transcript
from munchkin_env.observation.scene import scene
from munchkin_env.replays.recorder import MARKS
from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    ROOM_FOR_EVENTS,
    Ability,
    Control,
    Decision,
    Deck,
    Event,
    Fault,
    Filter,
    Flag,
    Frame,
    Kind,
    Klass,
    Layer,
    OfferKind,
    Phase,
    Pile,
    Race,
    RollFor,
    Sex,
    Slot,
    Stage,
    Tag,
    Take,
    Theft,
    Verb,
    Where,
    Window,
    Zone,
)
from tests.each import each

PACKAGE = Path(mk.__file__).parent
TELLING = ("observation", "render", "game", "replays", "cli")  # rooms; every table in them is held
EXPLAINING = {  # of `cards.explain`, which has tables of parts of sentences besides
    "abilities": ("ABILITY_PHRASES",),
    "card": ("MOMENT_PHRASES", "AIM_PHRASES", "_LAYERS"),
    "victims": ("UNTIL_PHRASES",),
    "plays": ("POLICY_PHRASES", "PAYMENTS"),
}
BINDING = set(range(FIRST_TIMED, LAST_TIMED + 1))  # what may hold for a time
# Members that a table leaves to others: each member is told somewhere else, or never comes there.
ELSEWHERE: dict[str, set[int]] = {
    # of marks: what was used, chosen or discarded is told with its number or its pile, the rest is seen by its effect
    "observation.text.MARKS": {
        *(Flag.PUT_IN_USE, Flag.PUT_AWAY, Flag.FOR_MONSTERS, Flag.BY_ANOTHER, Flag.FRESH),
        *(Flag.USED_1, Flag.USED_2, Flag.USED_4, Flag.CHOSEN_1, Flag.CHOSEN_2),
    },
    # abilities that bind a player; the others are those of cards
    "observation.narration.BOUND": set(Ability) - BINDING,
    "observation.narration.FREED": set(Ability) - BINDING,
    # told with the seat whose they are, or as "from the discards"
    "game.answers.ELSEWHERE": {Zone.OUT, Zone.DECK, Zone.DISCARD, Zone.HAND, Zone.TABLE},
    # what a payment may have bought, by the event after it
    "observation.narration.GAINS": set(Event) - set(GAINS),
    # what a reader of a replay jumps to
    "replays.recorder.MARKS": set(Event) - set(MARKS),
    # what a limit can be exceeded by
    "game.questions.CROWDED": set(Filter) - set(CROWDED),
    # with the number of hands
    "observation.scene._SLOT_NOTES": {Slot.HANDS},
    "cards.explain.card._LAYERS": {Layer.ALONE},  # the common case
}  # fmt: skip
# Enums that nobody tells by member. `explain` tells the words of cards, and its own tests check them.
UNTOLD = {
    Zone: "a card's place is told by where it is listed",
    Tag: "of cards; `explain` names them",
    vocabulary.Place: "two sides and the monsters by number",
    vocabulary.Lasting: "derived from a card's words",
    Control: "who answers for a seat is no part of a game",
    Race: "by name",
    Klass: "by name",
    Frame: "continuations; the decision is told",
    Sex: "by name; the observation has one flag",
    vocabulary.Windows: "a setting",
    vocabulary.GoalBy: "a switch",
    vocabulary.Bargain: "a setting",
    Fault: "of no correct engine",
    Where: "of the table of verbs",
    vocabulary.Harm: "of the table of words; bots read it",
    **dict.fromkeys(
        (
            *(vocabulary.Need, vocabulary.Often, vocabulary.Op, vocabulary.Receiver, vocabulary.Trigger),
            *(vocabulary.Who, vocabulary.Chooser, *vocabulary.CASES),
        ),
        "a word of cards",
    ),
}


def enums() -> list[EnumMeta]:
    """Every enum of the vocabulary."""
    found = {id(one): one for one in vars(vocabulary).values() if isinstance(one, EnumMeta) and one.__members__}
    return [one for one in found.values() if one not in (IntEnum, IntFlag)]


def name_of(module: ModuleType) -> str:
    return module.__name__.removeprefix("munchkin_env.")


def tables() -> Iterator[tuple[str, EnumMeta, set[int]]]:
    """(where, enum, members that have an entry) of each table by member, where it is met first."""
    met: set[int] = set()
    for room in TELLING:
        for file in sorted((PACKAGE / room).rglob("*.py")):
            dotted = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            yield from tables_of(importlib.import_module(dotted), met)
    for word, names in EXPLAINING.items():
        module = importlib.import_module(f"munchkin_env.cards.explain.{word}")
        yield from (one for one in tables_of(module, met) if one[0].rpartition(".")[2] in names)


def tables_of(module: ModuleType, met: set[int]) -> Iterator[tuple[str, EnumMeta, set[int]]]:
    """met: tables that other modules have, by identity; those of this one are added."""
    for name, table in vars(module).items():
        if id(table) in met:
            continue
        met.add(id(table))
        kinds = {type(key) for key in table} if isinstance(table, dict) else set()
        if len(kinds) == 1 and isinstance(enum := kinds.pop(), EnumMeta) and enum in enums():
            yield f"{name_of(module)}.{name}", enum, {int(key) for key in table}


def members(enum: EnumMeta) -> list[Any]:
    """All but the one that stands for nothing."""
    return [one for one in enum if one.name != "NONE"]  # type: ignore[var-annotated]


def untabled() -> list[str]:
    """Members without an entry in some table of their enum."""
    return [
        f"{where} lacks {enum.__name__}.{one.name}"
        for where, enum, held in tables()
        for one in members(enum)
        if int(one) not in held and int(one) not in ELSEWHERE.get(where, set())
    ]


# --------------------------------------------------------------------------- numbers

ONE_HOTS = {"phase": Phase, "window": Window, "decision": Decision, "stage": Stage, "verb": Verb}
NUMBERS = {"roll_purpose": RollFor, "offer": OfferKind}
EACH = {"decks": Deck, "piles": Pile}  # an entry each
WORN = {Slot.HEADGEAR: "HEADGEAR", Slot.ARMOR: "ARMOR", Slot.FOOTGEAR: "FOOTGEAR", Slot.HANDS: "HANDS_USED"}
NAMED = re.compile(r"`([A-Z]\w+)`")


def parts() -> dict[str, layout.Part]:
    return {part.name: part for part in layout.GENERAL_PARTS}


def unnumbered() -> list[str]:
    """Members that have no number in an observation, or one beyond its bounds."""
    general, tokens = parts(), {part.name: part for part in layout.TOKEN_PARTS}
    fits = {
        **{(name, one): one < general[name].size for name, enum in ONE_HOTS.items() for one in enum},
        **{(name, one): one <= general[name].high for name, enum in NUMBERS.items() for one in enum},
        **{(name, one): one < general[name].size for name, enum in EACH.items() for one in enum},
        **{("filter", one): one + 1 <= general["filter"].high for one in Filter},
        **{("events", one): one < ROOM_FOR_EVENTS <= general["events"].high + 1 for one in Event},
        **{("tops", one): one < general["tops"].size // (2 * layout.SHOWN_TOPS) for one in Deck},
        **{("place", one): one <= tokens["place"].high for one in layout.TokenPlace},
        **{("worn", one): WORN.get(one) in layout.Seat.__members__ for one in members(Slot)},
        **{("bonds", one): one.name in layout.Seat.__members__ for one in map(Ability, BINDING)},
    }  # fmt: skip
    return [f"{name} lacks {one!r}" for (name, one), fit in fits.items() if not fit]


def unheld() -> list[str]:
    """Enums that a part of an observation names as what it holds, and that are not checked above."""
    known = {"filter": Filter, "events": Event, "place": layout.TokenPlace, **ONE_HOTS, **NUMBERS, **EACH}
    found = []
    for part in (*layout.GENERAL_PARTS, *layout.SEAT_PARTS, *layout.PLANE_PARTS, *layout.TOKEN_PARTS):
        for word in NAMED.findall(part.meaning):
            if getattr(known.get(part.name), "__name__", None) != word:
                found.append(f"{part.name} is said to be a `{word}`, which no test holds")
    return found


def unclassified() -> list[str]:
    """Enums of which nothing says who tells of them."""
    told = {enum for _, enum, _ in tables()}
    told |= {*ONE_HOTS.values(), *NUMBERS.values(), *EACH.values(), Filter, Event, Slot, Ability}
    return [f"nothing tells of {one.__name__}, nor why not" for one in enums() if one not in told and one not in UNTOLD]


def test_every_member_that_is_told_has_its_number_and_its_words() -> None:
    """A new member of an enum needs entries elsewhere: list the missing ones."""
    assert [*untabled(), *unnumbered(), *unheld(), *unclassified()] == []
    assert len(list(tables())) > 20


# --------------------------------------------------------------------------- drawn

PLAYERS: list[dict[str, object]] = [
    {"level": 4, "klass": "wizard", "table": ["horny_helmet"], "hand": ["enraged", "net_troll"]},
    {"level": 7, "hand": ["cleric", "magic_lamp"]},
    {"level": 2, "table": ["leather_armor"]},
]
NAMES = ("Anna", "Bob", "Cleo")
# Fields of a position that hold a member, and what they need beside them to be told.
FIELDS: dict[tuple[str, ...], tuple[EnumMeta, dict[tuple[str, ...], int]]] = {
    ("roll", "purpose"): (RollFor, {("roll", "on"): 1, ("roll", "face"): 3}),
    ("offer", "kind"): (OfferKind, {("offer", "taker"): 1}),
    ("phase",): (Phase, {}),
    ("window",): (Window, {}),
    ("decision",): (Decision, {}),
    ("move", "stage"): (Stage, {("move", "verb"): Verb.PLAY, ("move", "card"): 1}),
    ("move", "verb"): (Verb, {("move", "stage"): Stage.CARD, ("move", "place"): vocabulary.Place.MONSTER}),
}
OF_OTHERS = {"sex", "kind", "zone", "fault", "flag"}  # of players, frames and events below, cards; by bits


def look(game: mk.Game) -> None:
    """Every way in which somebody is told of a position."""
    facts = mk.spec(**game.config.as_dict())
    for seat in range(game.config.players):
        assert game.text(seat)
        for kind in ENCODINGS:
            assert observation_space(facts, kind).contains(game.observe(seat, kind)), (kind, seat)
        assert draw(game, seat, "ansi")
    assert game.text()
    answers = Menu.of(game, int(game.position["seat"][0]), NAMES)
    assert answers.question()
    answers.menu()  # written into, the position may leave nothing legal


def fight() -> mk.Game:
    return mk.scenario(PLAYERS, phase="combat", combat={"monsters": ["pit_bull"]})


TOLD = [
    pytest.param(path, one, id=f"{enum.__name__}.{one.name}")
    for path, (enum, _) in FIELDS.items()
    for one in members(enum)
]


@pytest.mark.slow  # interpreted
@each(("path", "member"), TOLD)
def test_a_position_with_the_member_is_told(path: tuple[str, ...], member: int) -> None:
    """Words and numbers are found by any rule's use, and the numbers are in bounds."""
    game = fight()
    for at, value in ((path, member), *FIELDS[path][1].items()):
        row: Any = game.position
        for name in at[:-1]:
            row = row[name]
        row[at[-1]] = value
    look(game)


def test_all_fields_that_hold_a_member_are_told() -> None:
    """Of the position itself, the action, the die and the offer."""
    held = {
        ((room,) if room != "state" else ()) + (field.name,)
        for room in ("state", "move", "roll", "offer")
        for field in RECORDS[room]
        if field.meaning.startswith("vocabulary.") and field.name not in OF_OTHERS
    } | {("offer", "kind")}  # fmt: skip
    assert held == set(FIELDS)


@pytest.mark.slow  # interpreted
@each("event", [one for one in Event if one != Event.NONE], ids=lambda one: one.name)
def test_an_event_is_told(event: Event) -> None:
    """With the ends of its range as card and amount."""
    game = fight()
    types = int(game.catalogue.tables["n_types"][0])
    limits = {"n_types": types}
    for end in (0, 1):
        numbers = {"card": (0, types), "amount": (0, 1), **EVENTS.get(event, {})}
        card, amount = (int(limits.get(str(numbers[name][end]), numbers[name][end])) for name in ("card", "amount"))
        s = game.position[0]
        s["event_count"] = 1
        s["event"][:] = np.zeros((), s["event"].dtype)
        s["event"][0] = (event, 0, end, card, amount)
        look(game)
        assert Transcript(game.catalogue, NAMES).listen(scene(seen(game, 0), NAMES))
    assert [field.name for field in EVENT_NUMBERS] == ["kind", "seat", "other", "card", "amount"]


@each("take", Take, ids=lambda one: one.name)
@each("filter_", [Filter.ITEMS, max(Filter)], ids=lambda one: one.name)
def test_a_choice_of_cards_is_told(filter_: Filter, take: Take) -> None:
    game = fight()
    s = game.position[0]
    top = int(s["n_frames"]) - 1
    s["frame"][top]["kind"], s["frame"][top]["a"], s["frame"][top]["b"], s["frame"][top]["n"] = (
        Frame.CHOOSE, filter_, take, 1,
    )  # fmt: skip
    s["decision"] = Decision.CHOOSE_CARD
    look(game)


@pytest.mark.slow  # interpreted
@each("kind", [one for one in Kind if one != Kind.NONE], ids=lambda one: one.name)
def test_every_kind_of_card_is_drawn(kind: Kind) -> None:
    """In the table as text and as a picture, in front of a player and in the hand."""
    game = mk.Game(editions=("munchkin", "cthulhu", "extended", "star"), players=3, seed=1)
    cards = game.catalogue.tables[0]["card"]["kind"][game.catalogue.tables[0]["type_of"]]
    copy = int(np.flatnonzero(cards == kind)[0])
    for zone in (Zone.TABLE, Zone.HAND):
        game.position["card"]["zone"][0, copy] = zone
        game.position["head"][0, zone] = copy
        game.position["card"]["next"][0, copy] = 0
        assert draw(game, 0, "ansi")
    assert draw(game, None, "rgb_array").any()


@each("theft", Theft, ids=lambda one: one.name)
def test_a_theft_is_told(theft: Theft) -> None:
    game = fight()
    s = game.position[0]
    s["event_count"] = 1
    s["event"][0] = (Event.STOLE, 0, 1, 5, theft)
    words = {Theft.TRIES: "tries to steal", Theft.SUCCEEDS: "steals", Theft.FAILS: "fails to steal"}[theft]
    assert words in game.text(2)
    assert words in " ".join(Transcript(game.catalogue, NAMES).listen(scene(seen(game, 2), NAMES)))
