"""`do`: cards of a set in any order, and in the middle of an action nothing that is named is passed over."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import SEAT0
from munchkin_env.vocabulary import Stage, Verb
from tests.each import each
from tests.test_composites import FIGHT, NEIGHBOURS, RICH, named, positions, unforced

JUNK: tuple[tuple[str, Any], ...] = (
    ("card", "nope"),
    ("card", "huge_rock"),
    ("cards", ["nope"]),
    ("cards", ["huge_rock"]),
    ("second", "nope"),
    ("second", "huge_rock"),
    ("want", ["nope"]),
    ("seat", 0),
    ("place", 23),
    ("amount", 20),
    ("which", 20),
    ("first_pick", True),
)


def started(forced: bool = False) -> Iterator[mk.Game]:
    """Positions with many actions: a rich player in turn and in a fight, and random games."""
    for phase in ("start", "trouble", "after", "combat"):
        fight = FIGHT if phase == "combat" else None
        yield mk.scenario([RICH, *NEIGHBOURS], phase=phase, combat=fight, discards=["enraged"], forced_choices=forced)
    yield from positions(3, decisions=300, every=9, trades="full", bargaining="full", forced_choices=forced)


def answers(game: mk.Game, rng: np.random.Generator) -> Iterator[tuple[Verb, dict[str, Any], mk.Game]]:
    """A verb, parts that finish an action with it, and the game after it."""
    for verb in [int(a) for a in game.legal_actions() if a < SEAT0]:
        for _ in range(2):
            after = unforced(game)
            parts = named(after, verb, rng)
            if parts:
                yield Verb(verb), parts, after


def shuffled(verb: Verb, parts: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The same sets of cards in another order, the first of a trade's among the others."""
    found = dict(parts)
    if verb in (Verb.TRADE, Verb.GIVE):
        found["cards"] = [found.pop("card"), *found.get("cards", [])]
    for name in ("cards", "want"):
        if name in found:
            found[name] = [str(one) for one in rng.permutation(found[name])]
    if "want" in found:
        found.pop("second", None)
    return found


def test_a_set_is_named_in_any_order(rng: np.random.Generator) -> None:
    larger = 0
    for game in started():
        for verb, parts, after in answers(game, rng):
            other = shuffled(verb, parts, rng)
            trial = game.clone()
            trial.do(verb, **other)
            assert trial.position.tobytes() == after.position.tobytes(), (verb, parts, other)
            larger += any(len(set(other.get(name, ()))) > 1 for name in ("cards", "want"))
    assert larger > 10


def test_six_orders_of_three_cards_are_one_sale() -> None:
    """SELL-1."""
    cards = ["leather_armor", "sandals_of_protection", "boots_of_butt_kicking"]
    start = mk.scenario([{"carried": cards}, {}, {}], forced_choices=False)
    ends = set()
    for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        game = start.clone()
        game.do("sell", cards=[cards[i], cards[j], cards[k]])
        ends.add(game.position.tobytes())
    assert len(ends) == 1
    assert ends != {start.position.tobytes()}


def middles(game: mk.Game, after: mk.Game) -> Iterator[mk.Game]:
    """The game with the action begun: after its verb, after its first part, and so on."""
    trial = game.clone()
    for _, action in after.history[len(game.history) :]:
        trial.step(action)
        if trial.stage == Stage.VERB or len(trial.history) == len(after.history):
            return
        yield trial.clone()


def test_in_the_middle_of_an_answer_its_parts_may_be_named_again(rng: np.random.Generator) -> None:
    """With the verb or without: parts already given are no mistake, and the rest is carried out."""
    begun = 0
    for game in started():
        for verb, parts, after in answers(game, rng):
            for middle in middles(game, after):
                for word in (verb, None):
                    trial = middle.clone()
                    trial.do(word, **parts)
                    assert trial.position.tobytes() == after.position.tobytes(), (verb, parts)
                begun += 1
    assert begun > 100


def test_where_the_engine_makes_single_choices_it_is_the_same(rng: np.random.Generator) -> None:
    """The verb is given, and with it all parts that have but one choice; then the whole is named."""
    begun = 0
    for game in started(forced=True):
        for verb, parts, _ in answers(game, rng):
            whole, middle = game.clone(), game.clone()
            whole.do(verb, **parts)
            middle.step(verb)
            if middle.stage == Stage.VERB or int(middle.position["move"]["verb"][0]) != verb:
                continue
            middle.do(verb, **parts)
            assert middle.position.tobytes() == whole.position.tobytes(), (verb, parts)
            begun += 1
    assert begun > 30


@each(("part", "value"), JUNK, ids=[f"{part} {value}" for part, value in JUNK])
def test_in_the_middle_of_an_answer_nothing_named_is_passed_over(
    part: str, value: object, rng: np.random.Generator
) -> None:
    """A part that neither was asked for nor is asked for now: a typed error that names the part, and nothing
    changes."""
    refused = 0
    for game in started():
        for verb, parts, after in answers(game, rng):
            if part in parts or (part in ("second", "want") and {"second", "want"} & set(parts)):
                continue
            if part in ("card", "cards") and "huge_rock" in (parts.get("card"), *parts.get("cards", ())):
                continue
            for middle in middles(game, after):
                before = (middle.position.tobytes(), middle.legal_actions().tolist(), middle.history)
                with pytest.raises(mk.MunchkinError, match=rf"^({part}|card|cards|action)\b"):
                    middle.do(verb, **{**parts, part: value})
                assert (middle.position.tobytes(), middle.legal_actions().tolist(), middle.history) == before
                refused += 1
        if refused > 40:
            return
    assert refused > 5


def test_a_card_that_nothing_asks_for_does_not_bargain_for_nothing() -> None:
    """HELP-1: at the question how many treasures, a card is not legal."""
    game = mk.scenario([{}, {"level": 5}, {}], phase="combat", combat={"monsters": ["net_troll"]})
    game.step(Verb.ASK_HELP)
    while game.stage != Stage.AMOUNT:
        game.step(int(game.legal_actions()[0]))
    before = game.position.tobytes()
    with pytest.raises(mk.CardError, match="card: "):
        game.do("ask_help", card="nope")
    with pytest.raises(mk.IllegalAction, match="huge_rock"):  # which could be promised, by its owner
        game.do("ask_help", card="huge_rock")
    with pytest.raises(mk.IllegalAction, match="seat: expected none"):
        game.do("ask_help", seat=(int(game.position["move"]["seat"][0]) + 1) % 3)
    assert game.position.tobytes() == before
