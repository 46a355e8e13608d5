"""Search for the card that a person means: by id or name, or by some words of its name."""

import unicodedata

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.toml_table import show
from munchkin_env.errors import CardError

MOST_SHOWN = 8  # candidates in a message


def _plain(text: str) -> str:
    """Return a name or an id as plain words: `Bad-Ass Bandana` and `bad_ass_bandana` are `bad ass bandana`."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("&", " and "))
    kept = "".join(one for one in letters if one not in "',.!’" and not unicodedata.combining(one))
    return " ".join("".join(one if one.isalnum() else " " for one in kept).split())


def _of_ids(catalogue: Catalogue, types: list[int]) -> dict[str, tuple[int, ...]]:
    """Return types by the id of their card: several editions may have it."""
    found: dict[str, tuple[int, ...]] = {}
    for type_ in types:
        identity = catalogue.card(type_).id
        found[identity] = (*found.get(identity, ()), type_)
    return found


def find_cards(catalogue: Catalogue, text: str) -> tuple[int, ...]:
    """Return the types, one per edition, of the card with that name, or of the only card with these words in a row.

    The last word may be cut short; case, spaces, underscores and punctuation do not matter. Raises CardError with the
    candidates if there are several, with the nearest name if there is none.
    """
    if str(text).strip().lower() in catalogue.types:
        return catalogue.types[str(text).strip().lower()]
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
        ids = _of_ids(catalogue, found)
        if len(ids) == 1:
            return tuple(found)
        if ids:
            shown = ", ".join([*ids][:MOST_SHOWN])
            more = f" and {len(ids) - MOST_SHOWN} more" if len(ids) > MOST_SHOWN else ""
            raise CardError(f"card: expected one card, got {show(text)}, which may be {shown}{more}")
    return (catalogue.index(text),)  # reports the nearest name
