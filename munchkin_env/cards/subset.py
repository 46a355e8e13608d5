"""Part of the decks: the cards of the editions that a game is played with.

A card that is left out keeps its type, so actions and observations are those of the whole decks; it has no copies.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from munchkin_env.cards.definition import KINDS, Card
from munchkin_env.errors import ConfigError, did_you_mean, shown

Cards = Sequence[Card | None]  # by type; None at 0, the unknown card


def reduced(
    cards: Cards, types: Mapping[str, tuple[int, ...]], only: Iterable[str], without: Iterable[str]
) -> tuple[Card | None, ...]:
    """Return the cards; those left out of the game have no copies.

    only: kinds and cards that are kept, all if it is empty; without: those that are left out of them. types: by every
    name of a card. Raises ConfigError for a word that is neither.
    """
    kept = _meant("only_cards", only, cards, types) or set(range(len(cards)))
    kept -= _meant("without_cards", without, cards, types)
    return tuple(card if card is None or type_ in kept else replace(card, copies=0) for type_, card in enumerate(cards))


def _meant(field: str, words: Iterable[str], cards: Cards, types: Mapping[str, tuple[int, ...]]) -> set[int]:
    """Return the types of all cards that the words mean: a kind before a card of that name, a card in every edition."""
    found: set[int] = set()
    for word in words:
        called = word.strip().lower()
        if called in KINDS:
            found |= {type_ for type_, card in enumerate(cards) if card is not None and card.kind == KINDS[called]}
        elif called in types:
            found |= set(types[called])
        else:
            hint = did_you_mean(called, [*KINDS, *types])
            raise ConfigError(
                f"{field}: expected kinds ({', '.join(KINDS)}), and ids or names of cards of the editions, "
                f"got {shown(word)}{hint}"
            )
    return found
