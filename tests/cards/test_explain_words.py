"""No two clauses that the linter accepts read alike, unless they mean the same: every parameter changes the text."""

import re
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from itertools import product

from munchkin_env.cards.card_lint import check_clause, check_contradictions
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import TRIGGER_FIELDS, Card, Clause, Condition
from munchkin_env.cards.explain import AIM_PHRASES, MOMENT_PHRASES, explain_card
from munchkin_env.cards.explain.phrases import ABOUT_TARGET
from munchkin_env.cards.words import KEPT, PLAYED, SPENT, VICTIMS, WORDS, Parameter, askable
from munchkin_env.vocabulary import Aim, Deck, Filter, Kind, Klass, Moment, Often, Race, Sex, Tag, Trigger, Who
from tests.cards.samples import SAMPLES, faults_of_language
from tests.each import each
from tests.tiers import covering

CATALOGUE = load_catalogue(("munchkin",))
ABSENT = object()
TRIGGERS = {word: trigger for trigger, word in TRIGGER_FIELDS.items()}


def values(parameter: Parameter, few: bool) -> list[object]:
    """Some of each parameter, all of a word; and none if it may be left out."""
    found = list(parameter.only or SAMPLES[parameter.type])
    if parameter.type == "tags" and few:
        found = found[::2]
    if parameter.type == "int":
        span = range(parameter.least, parameter.most + 1)
        found = list(span) if len(span) <= 12 else sorted({span[0], -1, 1, 2, 3, span[-1]} & set(span))
    if parameter.type == "bool":
        found = [True]  # false is the same as leaving it out
    return found if parameter.required else [ABSENT, *found]


def meant(parameter: Parameter, value: object) -> object:
    """Default of a parameter that is left out; words as card files have them."""
    found = parameter.default if value is ABSENT else value
    return found.name.lower() if isinstance(found, Enum) and found.name else found


def clauses(do: str) -> Iterator[tuple[tuple[object, ...], Clause]]:
    """Every clause of a word with these values, and what it means."""
    params = WORDS[do].params
    when = Condition(klass=(Klass.THIEF,)) if do in ("exchange", "bars helpers") else Condition()  # which need one
    for chosen in product(*(values(parameter, len(params) > 4) for parameter in params.values())):
        given = tuple((name, value) for name, value in zip(params, chosen, strict=True) if value is not ABSENT)
        yield tuple(map(meant, params.values(), chosen)), spoken(do, given, when)


ALWAYS = Condition()


def spoken(do: str, given: tuple[tuple[str, object], ...] = (), when: Condition = ALWAYS) -> Clause:
    """A clause with a word of `WORDS`."""
    word, _, what = do.partition(" ")
    return Clause(word, given, when, what=what)


def places(do: str) -> list[tuple[str, Kind]]:
    """Allowed places; curses read alike in all of them, and so do cards that are spent."""
    if do in VICTIMS:
        some = {("bad_stuff", Kind.MONSTER), ("play", Kind.CURSE), ("play", Kind.ONE_SHOT), ("play", Kind.DOOR_SPECIAL)}
        return [(trigger, kind) for trigger, kind in sorted(some) if kind in WORDS[do].triggers.get(trigger, ())]
    alike = SPENT - {Kind.ONE_SHOT}
    return [(trigger, kind) for trigger, kinds in WORDS[do].triggers.items() for kind in sorted(kinds - alike or kinds)]


OPTIONS = (Clause("lone_strength", (("amount", 1),)), Clause("death"))  # what may be chosen, under `always` and else


def sound(trigger: str, kind: Kind, clause: Clause, aim: Aim | None) -> Card | None:
    """A card with the clause, unless the linter refuses the clause."""
    clauses = (clause, *[OPTIONS[trigger != "always"]] * clause.number("options"))
    word = WORDS[clause.said]
    host = {"play": (Clause("spent host", (("tags", (Tag.POTION,)),)),)}
    bound = host if clause.param("filter") == Filter.HOST else {}
    moments = tuple(one for one in Moment if one in word.moments)[:1] if kind in PLAYED else None
    written = {**(bound if trigger == "always" and kind in SPENT else {}), trigger: clauses}
    card = Card("munchkin", "x", "X", kind, Deck.DOOR, "doors.toml", bonus=3, when=moments, on=aim, **written)
    problems: list[object] = check_clause(card, TRIGGERS[trigger], f"{trigger}[0]", clause)
    check_contradictions(card, lambda *problem: problems.append(problem))
    return None if problems else card


def aims(do: str, trigger: str, kind: Kind) -> list[Aim | None]:
    """At what the card is played: at somebody, and at nobody."""
    if trigger != "play" or kind not in PLAYED:
        return [None]
    return [one for one in (Aim.NONE, Aim.PLAYER) if one in WORDS[do].aims] or [min(WORDS[do].aims)]


@each(("do", "trigger", "kind"), covering((do, *place) for do in WORDS for place in places(do)), rotating=True)
def test_every_parameter_of_a_word_changes_its_text_or_is_refused(do, trigger, kind):
    for aim in aims(do, trigger, kind):
        said: dict[str, tuple[object, ...]] = {}
        for meaning, clause in clauses(do):
            card = sound(trigger, kind, clause, aim)
            if card is None:
                continue
            text = explain_card(card, CATALOGUE)
            assert faults_of_language(text) == []
            assert said.setdefault(text, meaning) == meaning, text
        assert said


@each("do", sorted(ABOUT_TARGET), rotating=True)
def test_what_befalls_another_player_is_told_of_him(do):
    """Played on somebody, a word that strikes speaks of that player; the reader is nobody in it."""
    kind = min(WORDS[do].triggers.get("play", frozenset()) & (PLAYED | KEPT), default=None)
    if kind is None:
        assert do == "raises others"  # of a monster alone
        return
    asked = Condition(race=(Race.ELF,), min_level=3)
    always = (Clause("hand_limit", (("amount", 1),)),) if do == "stay" else ()
    for _, clause in clauses(do):
        if sound("play", kind, clause, Aim.PLAYER) is None:
            continue
        conditional = replace(clause, when=asked)
        for written in (clause, conditional, replace(conditional, otherwise=Clause("lose_level", (("amount", 1),)))):
            play = (written, *[OPTIONS[1]] * clause.number("options"))
            card = Card("munchkin", "x", "X", kind, Deck.DOOR, "doors.toml", when=(Moment.ANY,), on=Aim.PLAYER)
            text = explain_card(replace(card, play=play, always=always), CATALOGUE)
            told = text.partition("on any living player: ")[2].partition(" While it lies in front of you, ")[0]
            assert not re.search(r"\b(you|your|yours|yourself)\b", told), told
            assert not re.match(r"(if )?(he|his|him)\b", told), told
            assert told.count("that player") <= 1
            assert faults_of_language(text) == []


@each("do", [do for do, word in WORDS.items() if PLAYED & word.triggers.get("play", frozenset())], rotating=True)
def test_it_is_said_when_and_at_what_a_card_is_played(do):
    """For every moment and aim: after a moment that is a clause of its own a comma parts them."""
    kind = min(PLAYED & WORDS[do].triggers["play"])
    (_, clause), *_ = clauses(do)
    said: dict[str, tuple[Moment, Aim]] = {}
    for moment, aim in product((one for one in Moment if one in WORDS[do].moments), WORDS[do].aims):
        play = (clause, *[OPTIONS[1]] * clause.number("options"))
        card = Card("munchkin", "x", "X", kind, Deck.DOOR, "doors.toml", bonus=3, when=(moment,), on=aim, play=play)
        text = explain_card(card, CATALOGUE)
        assert faults_of_language(text) == []
        assert said.setdefault(text, (moment, aim)) == (moment, aim)
        place = AIM_PHRASES[aim]
        if place and re.search(r"when|while|once|before|after", MOMENT_PHRASES[moment]):
            assert f"{',' * (place[0] == ' ')}{place}: " in text or aim in (Aim.CURSE, Aim.DISCARD, Aim.SPENT), text


CONDITIONS: dict[str, list[object]] = {
    "race": [(Race.ELF,), (Race.DWARF,), (Race.ELF, Race.DWARF)],
    "not_race": [(Race.ELF,), (Race.ELF, Race.DWARF)],
    "klass": [(Klass.THIEF,), (Klass.THIEF, Klass.WIZARD)],
    "not_klass": [(Klass.THIEF,)],
    "sex": [(Sex.MALE,), (Sex.FEMALE,)],
    "min_level": [2, 3],
    "max_level": [4, 5],
    "lone": [True],
    "bare": [True],
    "used": [(Tag.FIRE,), (Tag.WAND, Tag.FIRE)],
    "even_hand": [True],
    "lowest": [True],
    "helping": [True],
    "survivor": [True],
}


ASKED = [("always", Kind.MONSTER, who) for who in (None, *Who)]
ASKED += [("always", Kind.ENHANCER, None), ("play", Kind.ONE_SHOT, None), ("always", Kind.ITEM, None)]


@each(("trigger", "kind", "who"), ASKED, rotating=True)
def test_every_part_of_a_condition_changes_the_text_or_is_refused(trigger, kind, who):
    said: set[str] = set()
    asked: set[str] = set()
    do = "gain_level" if trigger == "play" else "strength"
    pairs = [(one, other) for one in CONDITIONS for other in CONDITIONS if one < other]
    chosen = [{name: value} for name, found in CONDITIONS.items() for value in found]
    chosen += [
        {one: first, other: second}
        for one, other in pairs
        for first, second in product(CONDITIONS[one], CONDITIONS[other])
    ]
    for parts in chosen:
        clause = Clause(do, (("amount", 2),), Condition(who=who, **parts))
        card = sound(trigger, kind, clause, Aim.PLAYER if trigger == "play" else None)
        if card is not None:
            text = explain_card(card, CATALOGUE)
            assert text not in said, text
            assert faults_of_language(text) == []
            said.add(text)
            asked |= set(parts)
    assert asked == {name for name in CONDITIONS if name.replace("klass", "class") in askable(do, trigger, kind)} - (
        {"min_level", "max_level"} if who == Who.PARTY or (who is None and trigger == "always") else set()
    )  # a party has no level


def test_the_samples_have_every_type():
    assert {one.type for word in WORDS.values() for one in word.params.values()} == {*SAMPLES}
    assert set(CONDITIONS) | {"who"} == set(Condition.__dataclass_fields__)
    assert SAMPLES["often"] == [one for one in Often if one != Often.ANY]
    assert Trigger.PLAY in TRIGGERS.values()
