"""Finds the card that a person means: by id or name, or by what he remembers of them."""

import unicodedata

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.reader import show
from munchkin_env.errors import CardError

MOST_SHOWN = 8  # candidates in a message


def _plain(text: str) -> str:
    """A name or an id as plain words: `Bad-Ass Bandana` and `bad_ass_bandana` are `bad ass bandana`."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("&", " and "))
    kept = "".join(one for one in letters if one not in "',.!’" and not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in kept).split())


def find_card(catalogue: Catalogue, text: str) -> int:
    """The type of the card that is called so, or of the only one whose name or id has these words in a row.

    The last word may be cut short; case, spaces, underscores and punctuation don't matter. Raises CardError with the
    candidates if there are several, with the nearest name if there is none.
    """
    if str(text).strip().lower() in catalogue.types:
        return catalogue.index(text)
    wanted = _plain(str(text))
    called = {
        type_: {_plain(card.name), _plain(card.id), _plain(card.full_id)}
        for type_, card in enumerate(catalogue.cards)
        if card is not None
    }
    looks = (
        lambda name: name == wanted,
        lambda name: f" {wanted} " in f" {name} ",
        lambda name: f" {wanted}" in f" {name}",
    )
    for look in looks:
        found = [type_ for type_, names in called.items() if wanted and any(look(name) for name in names)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = ", ".join(catalogue.short_id(type_) for type_ in found[:MOST_SHOWN])
            more = f" and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
            raise CardError(f"card: expected one card, got {show(text)}, which may be {ids}{more}")
    return catalogue.index(text)  # says what is near
