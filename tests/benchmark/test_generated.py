"""Editions drawn by a seed: sound, new, playable, and the same everywhere."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from itertools import product

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.benchmark.generated.drawing import is_drawable, models_of, pools_of
from munchkin_env.benchmark.generated.edition import REASONS, read_alone, why_none, without_names
from munchkin_env.benchmark.generated.names import GeneratedName
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import Card
from munchkin_env.cards.explain import explain
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.reader import find_editions, read_edition
from munchkin_env.errors import CardError
from munchkin_env.vocabulary import Deck, Kind
from tests.each import each
from tests.outside import frozen
from tests.tiers import FULL, covering

FOUR = ("munchkin", "star", "cthulhu", "extended")
NAMES = [
    *(f"generated:{seed}" for seed in range(4)),
    *(f"generated:2:{like}" for like in FOUR),
    *(f"generated:9:{like}:{share}%" for like in FOUR for share in (10, 50, 100)),
    "generated:5:cthulhu+star:400",
    "generated:5:extended:120",
]
# Of generated:7; another hash is another generator (`versions.GENERATOR_VERSION`), or cards are spelled in other words.
BYTES = "b79ad0c972f9cbde2f8c46b7031a0e9831d2358ee9a81b76bd8bd333166eaa8e"


def text_of(name: str) -> str:
    edition = mk.generate_edition(*parts_of(name)[:3], share=parts_of(name)[3])
    return "".join(edition.files[file] for file in sorted(edition.files))


def parts_of(name: str) -> tuple[int, tuple[str, ...], int | None, int | None]:
    read = GeneratedName.read(name, find_editions())
    return read.seed, read.like, None if read.share is not None else read.size, read.share


@pytest.mark.rotating
@each("name", NAMES if FULL else NAMES[::4])
def test_every_card_is_sound_and_explained(name):
    assert lint_edition(name) == []
    catalogue = load_catalogue((name,))
    for type_ in range(1, len(catalogue.cards)):
        assert len(explain(catalogue, type_)) > 5


def test_the_same_name_means_the_same_bytes():
    found = hashlib.sha256(text_of("generated:7").encode()).hexdigest()
    assert found == BYTES
    code = (
        "from munchkin_env import generate_edition as g; "
        "f = g(7).files; print(*(f[n] for n in sorted(f)), sep='', end='')"
    )
    apart = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": "1"}
    )
    assert hashlib.sha256(apart.stdout).hexdigest() == BYTES
    assert text_of("generated:8") != text_of("generated:7")


def test_no_name_is_published_and_hardly_a_card_is_there_already():
    """Only kinds that hardly differ, such as what lets a monster join, may do what a published card does."""
    shipped = find_editions()
    published = [card for name in shipped for card in read_edition(name).cards]
    names, facts = {card.name.lower() for card in published}, {without_names(card) for card in published}
    repeated: Counter[Kind] = Counter()
    for name in ("generated:0", "generated:1", "generated:5:cthulhu+star:400"):
        for card in read_edition(name).cards:
            assert card.name.lower() not in names
            repeated[card.kind] += without_names(card) in facts
    assert not repeated[Kind.MONSTER]
    assert not repeated[Kind.ITEM]


@each("like", FOUR, rotating=True)
def test_ladders_are_those_of_the_editions(like):
    """Levels of monsters lie as in the edition it is like, and treasure grows with them as there."""
    there = [card for card in read_edition(like).cards if card.kind == Kind.MONSTER]
    drawn = [c for seed in range(4) for c in read_edition(f"generated:{seed}:{like}").cards if c.kind == Kind.MONSTER]
    ours, theirs = ([card.level for card in cards] for cards in (drawn, there))
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert abs(np.quantile(ours, share) - np.quantile(theirs, share)) <= 2
    rows = [(card.level, card.treasures) for card in drawn]
    assert np.corrcoef(np.array(rows).T)[0, 1] > 0.85
    price = [(card.bonus, card.value) for card in items(f"generated:1:{like}") if card.bonus > 0 and card.value > 0]
    assert np.corrcoef(np.array(price).T)[0, 1] > 0.4


def items(name: str) -> list[Card]:
    return [card for card in read_edition(name).cards if card.kind == Kind.ITEM]


@pytest.mark.rotating
@each(("like", "share"), covering(product(FOUR, [0, 10, 25, 50, 100])))
def test_a_share_of_a_known_edition_is_new(like, share):
    old = {card.id: card for card in read_edition(like).cards}
    cards = read_edition(f"generated:5:{like}:{share}%").cards
    able = sum(int(one.copies) for one in models_of(like, find_editions()) if can_go(one))
    new = sum(card.copies for card in cards if card.id not in old)
    assert abs(new - able * share / 100) <= 6  # cards that name each other go together
    kinds = [Counter((card.deck, card.kind, card.copies) for card in among) for among in (cards, old.values())]
    assert kinds[0] == kinds[1]


def can_go(model) -> bool:
    """No card about the Cultist or the third deck's keeper alone, nor one that such a card names."""
    fixed = "keeps_extras" in str(model.raw) or "cult" in str({**model.raw, "id": "", "name": ""})
    return not fixed and (is_drawable(model.raw) or "card" in str(model.raw))


def test_a_larger_share_replaces_the_same_cards_and_more():
    gone = []
    old = {card.id for card in read_edition("munchkin").cards}
    for share in (10, 25, 50, 100):
        gone.append(old - {card.id for card in read_edition(f"generated:3:munchkin:{share}%").cards})
    assert gone[0] < gone[1] < gone[2] < gone[3] == old


def test_unplayable_cards_are_thrown_away_by_rule():
    raw = {"id": "x", "name": "X", "kind": "item", "value": 100, "bonus": 3}
    pools = pools_of(("munchkin",), tuple(find_editions().items()))

    def judged(raw: dict, deck: Deck = Deck.TREASURE, seen: set | None = None) -> str:
        card, problems = read_alone(raw, "e", deck)
        return why_none(card, problems, pools.of("item"), seen or set())

    helm = {**raw, "bonus": 1, "value": 200}
    assert judged(helm) == ""
    twin = read_alone({**helm, "id": "y", "name": "Y"}, "f", Deck.TREASURE)[0]
    assert judged(helm, seen={without_names(twin)}) == "repeats"
    assert judged(raw) == "cheap"
    assert judged({**helm, "slot": "elbow"}) == "lint"
    elfish = {"always": [{"do": "strength", "amount": 2, "when": {"race": "elf"}}]}
    assert judged({**helm, **elfish, "not_usable_by": ["elf"]}) in ("nobody", "lint")
    assert judged({**helm, **elfish, "usable_by": ["human"]}) in ("nobody", "lint")
    lamb = {"id": "l", "name": "L", "kind": "monster", "level": 6, "treasures": 2}
    assert judged(lamb, Deck.DOOR) == "harmless"
    assert judged({**lamb, "level": 5}, Deck.DOOR) == ""


def test_what_was_thrown_away_is_counted():
    edition = mk.generate_edition(7)
    assert set(edition.thrown) <= set(REASONS)
    cards = read_edition(edition.name).cards
    assert edition.drawn == len(cards) + sum(edition.thrown.values())
    assert sum(edition.thrown.values()) > 0


@each(
    ("name", "message"),
    [
        ("generated:", "seed: expected a whole number from 0 to 4294967295, got ''"),
        ("generated:07", "seed: expected"),
        ("generated:-1", "seed: expected"),
        ("generated:7:munchkn", 'did you mean "munchkin"'),
        ("generated:7:star+star", "like: expected different editions"),
        ("generated:7:star:20", "size: expected a whole number from 120 to 400, got 20"),
        ("generated:7:star:101%", "share: expected a whole number from 0 to 100, got 101"),
        ("generated:7:star+munchkin:10%", "like: expected one edition whose cards are replaced"),
        ("generated:7:star:200:3", "expected generated:SEED:LIKE:SIZE at most"),
    ],
)
def test_a_name_that_means_nothing_is_refused(name, message):
    with pytest.raises(CardError, match=r"^[a-z]+: expected") as caught:
        mk.Game(editions=(name,))
    assert message in str(caught.value)


def test_size_and_share_exclude_each_other():
    with pytest.raises(CardError, match=r"^size: expected none beside a share"):
        mk.generate_edition(7, "star", 200, share=10)


def test_names_are_read_as_they_are_written():
    for name in NAMES:
        assert str(GeneratedName.read(name, find_editions())) == name
    assert mk.generate_edition(7).name == "generated:7"
    assert mk.generate_edition(7, "star", share=25).name == "generated:7:star:25%"


def test_an_edition_is_played_in_blends_saved_and_told():
    game = mk.Game(seed=3, editions=("munchkin", "generated:7", "generated:8:star"), players=4)
    for _ in range(60):
        game.step(int(game.legal_actions()[0]))
    again = mk.Game.load(game.save())
    assert frozen(again) == frozen(game)
    assert again.config.editions == ("munchkin", "generated:7", "generated:8:star")
    assert game.text(0)


def test_files_are_an_edition_of_ones_own(tmp_path):
    edition = mk.generate_edition(7)
    edition.write(tmp_path / "new")
    assert load_catalogue((str(tmp_path / "new"),)).hash == load_catalogue((edition.name,)).hash
    assert lint_edition(tmp_path / "new") == []
