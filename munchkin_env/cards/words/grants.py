"""Grants of the word `ability`, and the kinds of card that have them."""

from dataclasses import dataclass

from munchkin_env.cards.words.declaration import (
    CURSES,
    IN_FRONT,
    ITEMS,
    KEPT,
    MADNESS,
    SIDEKICKS,
)
from munchkin_env.vocabulary import Ability, Kind


@dataclass(frozen=True)
class Grant:
    """Parameters of an ability, and the kinds of card at which the engine reads it."""

    takes: tuple[str, ...] = ()  # of "limit" and "amount"; each of them must be given
    may_take: tuple[str, ...] = ()  # those of them that may be left out
    kinds: frozenset[Kind] = IN_FRONT
    amounts: tuple[int, int] = (-20, 20)  # the range of "amount"


FACES = (1, 6)
GAINS = (1, 20)
TREASURES = (1, 10)
ABILITIES: dict[Ability, Grant] = {
    Ability.ANY_BIG: Grant(),
    Ability.HELP_LEVELS: Grant(kinds=IN_FRONT | KEPT),
    Ability.DOUBLE_SALE: Grant(),
    Ability.RETRY: Grant(),
    Ability.RESURRECTION: Grant(may_take=("limit",)),  # the most cards of one draw
    Ability.TURNING: Grant(("limit", "amount"), amounts=GAINS),
    Ability.BACKSTAB: Grant(("amount",)),
    Ability.THEFT: Grant(("amount",), amounts=FACES),  # the roll that succeeds
    Ability.BERSERK: Grant(("limit", "amount"), amounts=GAINS),
    Ability.WIN_TIES: Grant(),
    Ability.FLIGHT: Grant(("limit", "amount"), amounts=GAINS),
    Ability.CHARM: Grant(("limit",)),  # the fewest cards a hand must have
    Ability.NO_DOOR_CURSES: Grant(),
    Ability.FORCE_HELP: Grant(),
    Ability.ESCAPE_TREASURE: Grant(("amount",), amounts=TREASURES),
    Ability.CARRY_EXTRA: Grant(kinds=SIDEKICKS),
    Ability.ARMOR_ONLY: Grant(kinds=IN_FRONT - ITEMS),
    Ability.MUST_HELP: Grant(),
    Ability.NO_HELPING: Grant(),
    Ability.NO_ASKING: Grant(),
    Ability.UNHELPED: Grant(kinds=IN_FRONT | KEPT),
    Ability.COMPULSIVE_THEFT: Grant(kinds=MADNESS),
    Ability.KILL_TREASURE: Grant(("amount",), amounts=TREASURES),
    Ability.PEEK: Grant(),
    Ability.TROUBLE_TREASURE: Grant(("amount",), amounts=TREASURES),
    Ability.SECOND_SIDEKICK: Grant(),
    Ability.ANY_COMPLEX: Grant(),
    Ability.SECOND_DOOR: Grant(),
    Ability.MORE_BIG: Grant(("limit",)),  # how many the player may have
    Ability.COMPEL_HELP: Grant(),
    Ability.NO_SPOILS: Grant(kinds=CURSES),
    Ability.OUTRUN: Grant(("amount",)),  # change of the other player's rolls
}
