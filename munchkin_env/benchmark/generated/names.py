"""Names of generated editions: `generated:SEED`, `generated:SEED:LIKE`, `generated:SEED:LIKE:SIZE`.

LIKE is one or more editions of the package with `+` between them; SIZE is a number of cards, or a share as `25%`: then
the edition is LIKE itself with that share of its cards replaced.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from munchkin_env.errors import CardError, did_you_mean, shown

PREFIX = "generated:"
FOUR = ("munchkin", "star", "cthulhu", "extended")
"""Default sources of the draw."""
USUAL_SIZE = 168
"""Cards of both decks; as many as those of the base game."""
SIZES = (120, 400)
LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True)
class GeneratedName:
    """Identity of a generated edition."""

    seed: int
    like: tuple[str, ...] = FOUR
    size: int = USUAL_SIZE
    """Cards of both decks, copies counted; ignored where there is a share."""
    share: int | None = None
    """Percentage of new cards in the one edition `like`; None draws an edition of its own."""

    def __str__(self) -> str:
        parts = [f"{PREFIX}{self.seed}"]
        last = self.size if self.share is None else f"{self.share}%"
        if self.like != FOUR or last != USUAL_SIZE:
            parts.append("+".join(self.like))
        if last != USUAL_SIZE:
            parts.append(str(last))
        return ":".join(parts)

    @property
    def id(self) -> str:
        """Id of the edition, the prefix of those of its cards."""
        return str(self).replace("%", "_percent").replace(":", "_").replace("+", "_")

    @classmethod
    def checked(
        cls, seed: object, like: object, size: object, share: object, shipped: Iterable[str]
    ) -> "GeneratedName":
        """Return the name with these parts; None takes the default. Raises CardError naming the wrong part."""
        there = tuple(shipped)
        whole = _whole("seed", seed, 0, LARGEST_SEED)
        names = FOUR if like is None else (like,) if isinstance(like, str) else like
        if not isinstance(names, list | tuple) or not names:
            raise CardError(f"like: expected one or more of {', '.join(there)}, got {shown(like)}")
        for name in names:
            if name not in there:
                raise CardError(
                    f"like: expected editions of the package, {', '.join(there)}, got {shown(name)}"
                    f"{did_you_mean(name, there)}"
                )
        if len(set(names)) < len(names):
            raise CardError(f"like: expected different editions, got {shown(names)}")
        if share is None:
            return cls(whole, tuple(names), USUAL_SIZE if size is None else _whole("size", size, *SIZES))
        if size is not None:
            raise CardError(f"size: expected none beside a share, which keeps that of the edition, got {shown(size)}")
        if len(names) != 1:
            raise CardError(f"like: expected one edition whose cards are replaced, got {', '.join(names)}")
        return cls(whole, tuple(names), share=_whole("share", share, 0, 100))

    @classmethod
    def read(cls, text: str, shipped: Iterable[str]) -> "GeneratedName":
        """Return the edition that a name beginning with `generated:` means. Raises CardError."""
        seed, *rest = text.removeprefix(PREFIX).split(":")
        if len(rest) > 2:
            raise CardError(f"editions: expected {PREFIX}SEED:LIKE:SIZE at most, got {shown(text)}")
        like = rest[0].split("+") if rest else None
        last = rest[1] if len(rest) > 1 else ""
        size = _digits(last) if last and not last.endswith("%") else None
        share = _digits(last[:-1]) if last.endswith("%") else None
        return cls.checked(_digits(seed), like, size, share, shipped)


def _digits(text: str) -> int | str:
    """Return a number in its only valid form, else the text, which `_whole` refuses."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 and str(int(text)) == text else text


def _whole(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise CardError(f"{field}: expected a whole number from {least} to {most}, got {shown(value)}")
    return value
