"""No cards fetch each other in a circle: a turn in which they are played would never end."""

from itertools import product

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.rules.aims import second_is_target
from munchkin_env.vocabulary import Aim, Flag
from tests.each import each
from tests.kit.editions import card_of, edition
from tests.kit.playing import settled

FOUR = ("munchkin", "cthulhu", "star", "extended")


def fetching(game: mk.Game) -> list[int]:
    """The cards that take another one from the discards when they are played or used."""
    tables = game.tables[0]
    aims = tables["card"]["aim"][tables["type_of"]]
    return [int(c) for c in np.flatnonzero((aims == Aim.DISCARD) | (aims == Aim.FRESH)) if c]


def fetched_by(game: mk.Game, cards: list[int]) -> dict[int, list[int]]:
    """For each of the cards which of the others it could take, all of them just discarded."""
    position = game.position.copy()
    position["card"]["flag"][0, cards] |= np.uint16(Flag.FRESH)
    s, t = records(position)[0], records(game.tables)[0]
    return {c: [d for d in cards if d != c and second_is_target(s, t, 0, c, d)] for c in cards}


def leads_back(fetched: dict[int, list[int]], card: int) -> bool:
    """Return True if the card comes back to the hand by the card that it fetches, and so on."""
    met: set[int] = set()
    waiting = list(fetched[card])
    while waiting:
        if (d := waiting.pop()) not in met:
            met.add(d)
            waiting += fetched[d]
    return card in met


PAIRS = [(one, other) for one, other in product(FOUR, FOUR) if one < other]


@pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")
@pytest.mark.interpreted
@each("editions", [FOUR, *((one,) for one in FOUR), *PAIRS])
def test_no_card_comes_back_by_what_it_fetches(editions: tuple[str, ...]) -> None:
    empty = mk.scenario([{}, {}, {}], editions=editions)
    types = sorted({int(empty.tables[0]["type_of"][c]) for c in fetching(empty)})
    names = [empty.catalogue.cards[k].full_id for k in types]
    game = mk.scenario([{}, {}, {}], editions=editions, discards=names)
    cards = [c for c in fetching(game) if game.position["card"]["zone"][0, c] != empty.position["card"]["zone"][0, c]]
    assert len(cards) == len(names)
    fetched = fetched_by(game, cards)
    assert not [game.catalogue.short_id(int(game.tables[0]["type_of"][c])) for c in cards if leads_back(fetched, c)]


def test_what_searches_does_not_find_what_claims() -> None:
    """DECK-1: it would be taken back by it at once, and again."""
    mine = {"hand": ["wand_of_dowsing"]}
    found = ["cthulhu:ia_rlyeh", "helm_of_courage"]
    game = mk.scenario([mine, {}, {}], editions=("munchkin", "cthulhu"), discards=found, forced_choices=False)
    with pytest.raises(mk.IllegalAction):
        game.do("play", card="wand_of_dowsing", second="cthulhu:ia_rlyeh")
    game.do("play", card="wand_of_dowsing", second="helm_of_courage")


DRAIN = card_of(
    "drain",
    "one_shot",
    'tags = ["ichor"]\nvalue = 100\ncopies = 2\nwhen = ["combat"]\non = "spent"\n'
    'play = [{ do = "spent", what = "hand", tags = ["ichor"] }]',
)


def test_what_takes_spent_cards_back_does_not_take_back_its_like() -> None:
    """DECK-5: two of them would be played for each other as long as one likes."""
    hand = ["drain", "drain", "ichor_liquor"]
    game = mk.scenario(
        [{"hand": hand, "level": 3}, {}, {}], phase="combat", combat={"monsters": ["buggoth"]},
        editions=("cthulhu", edition("sewer", treasures=DRAIN)), forced_choices=False,
    )  # fmt: skip
    settled(game, "play", card="ichor_liquor", place="players")
    settled(game, "play", card="drain", second="ichor_liquor")
    settled(game, "play", card="ichor_liquor", place="players")
    with pytest.raises(mk.IllegalAction):
        game.do("play", card="drain", second="drain")
    game.do("play", card="drain", second="ichor_liquor")
