"""Editions drawn by a seed: for Python callers, and by name (`generated:7`)."""

from collections.abc import Sequence

from munchkin_env.benchmark.generated.edition import GeneratedEdition, draw_edition
from munchkin_env.benchmark.generated.names import PREFIX, GeneratedName
from munchkin_env.cards.reader import find_editions


def generate_edition(
    seed: int, like: Sequence[str] | str | None = None, size: int | None = None, *, share: int | None = None
) -> GeneratedEdition:
    """Draw an edition of unseen cards, as in `mk.Game(editions=(generate_edition(7).name,))`.

    Monsters, items, curses, races, classes and the rest are made of the effect words of the editions that it is like,
    with the numbers that these have; names are made by a grammar. The same arguments give the same bytes everywhere, as
    long as `versions.GENERATOR_VERSION` is the same. It is played by the switches of the first edition.

    Args:
        seed: 0 to 2^32 - 1.
        like: one or more editions of the package; None takes all four.
        size: cards of both decks, copies counted, 120 to 400; None takes 168.
        share: 0 to 100, the percentage of cards of the one edition `like` that are replaced, each by one of its kind; a
            larger share replaces the same ones and more. None draws an edition of its own. The third deck's keeper, the
            Cultist and cards about them are neither drawn nor replaced.

    Returns:
        The edition, with its `name` and files.

    Raises:
        CardError: an argument is wrong; the message names it.
    """
    shipped = find_editions()
    return draw_edition(GeneratedName.checked(seed, like, size, share, shipped), shipped)


def by_name(text: str) -> GeneratedEdition:
    """Draw the edition called `generated:TEXT`; the scheme `generated` of editions.

    Raises:
        CardError: the text is not SEED, SEED:LIKE or SEED:LIKE:SIZE.
    """
    shipped = find_editions()
    return draw_edition(GeneratedName.read(f"{PREFIX}{text}", shipped), shipped)
