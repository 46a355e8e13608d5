"""Judging of drawn cards: those that the linter refuses, nobody can use, are too good, or repeat another one are
unfit.
"""

from collections.abc import Iterable
from dataclasses import replace

from munchkin_env.benchmark.generated.pools import CardModel, Raw
from munchkin_env.cards.card_lint import check_card
from munchkin_env.cards.card_reader import read_card
from munchkin_env.cards.definition import DECK_FILES, Card, Problem
from munchkin_env.cards.toml_table import TomlTable
from munchkin_env.vocabulary import Deck, Race, Trigger, kinds_that

REASONS: dict[str, str] = {
    "lint": "the reader or the linter refuses it: its parts contradict each other or mean nothing",
    "nobody": "what it does waits for a race or class that cannot use it",
    "cheap": "no item of the editions gives as much for as little money, nor one less",
    "harmless": "a monster of level 6 or more that does nothing to a loser",
    "repeats": "another card does exactly the same",
}
WILD = 6  # least level of a monster with an effect on a loser


def read_alone(raw: Raw, edition: str, deck: Deck) -> tuple[Card, list[Problem]]:
    """Return the definition of one card, and its problems taken by itself."""
    problems: list[Problem] = []
    card = read_card(TomlTable(raw, problems, DECK_FILES[deck]), edition, deck, 1, 0)
    return card, problems or check_card(card)


def policy_metadata(card: Card) -> Card:
    """Return the card without its names: equal facts are equal cards."""
    return replace(card, edition="", id="", name="", file="", copies=1, origin="original", deck=Deck.DOOR)


def why_none(card: Card, problems: Iterable[Problem], items: Iterable[CardModel], seen: set[Card]) -> str:
    """Return the reason of its rejection, a word of `REASONS`; empty if it is fit. items: those of the editions it is
    like."""
    if any(problems):
        return "lint"
    if _waits_for_nobody(card):
        return "nobody"
    if card.kind in kinds_that("worn") and _too_cheap(card, items):
        return "cheap"
    if card.kind in kinds_that("monster") and card.level >= WILD and not card.bad_stuff and not card.escaped:
        return "harmless"
    return "repeats" if policy_metadata(card) in seen else ""


def _waits_for_nobody(card: Card) -> bool:
    """Return True if a clause asks its owner for a race or class with which the card cannot be used."""
    banned = {*card.not_usable_by.race, *card.not_usable_by.klass}
    for clause in card.clauses(Trigger.ALWAYS):
        for words, only in ((clause.when.race, card.usable_by.race), (clause.when.klass, card.usable_by.klass)):
            if words and (set(words) <= banned or (only and Race.HUMAN in only and Race.HUMAN not in words)):
                return True
    return False


def _too_cheap(card: Card, items: Iterable[CardModel]) -> bool:
    """Return True for an item that is too cheap; free items and restricted ones are as the editions have them."""
    if card.value <= 0 or card.bonus <= 0:
        return False
    best = [one.raw.get("bonus", 0) for one in items if 0 < one.raw.get("value", 0) <= card.value]
    return card.bonus > max(best, default=0)
