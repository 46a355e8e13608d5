"""Scripted partners and opponents for tests of generalisation: characters of a few rules each over the veteran's play.

They are frozen: results against them are comparable as long as `versions.PARTNERS_VERSION` is the same.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from munchkin_env.bots import Bot, register_bot
from munchkin_env.cards.definition import Card
from munchkin_env.observation import View
from munchkin_env.policies.asked import NO_GOAL, STRIKES, TURN, Asked, OfferMemory, offer_swap
from munchkin_env.vocabulary import Decision, Event, Klass, Stage, Verb

BEHIND = 4
"""Levels behind the highest from which on the kingmaker gives the game up."""


def hoarder(a: Asked, memory: OfferMemory) -> None:
    """Sell nothing and give no card away for others' fights."""
    a.never(Verb.SELL)
    a.stay_out()


def samaritan(a: Asked, memory: OfferMemory) -> None:
    """Help everyone that its strength can save, for nothing, even to the winning level; hinder nobody."""
    a.help_for_nothing()
    a.stay_out()


def loner(a: Asked, memory: OfferMemory) -> None:
    """Never bargain: neither ask for help nor give it, and trade with nobody."""
    a.refuse_deals()


def grudge(a: Asked, memory: OfferMemory) -> None:
    """Remember the last attacker, and play against that player until another one attacks."""
    for event in a.view.events():
        from_door = event.kind == Event.CURSED and event.amount
        if event.kind in STRIKES and event.other == a.me and event.seat not in (None, a.me) and not from_door:
            memory.foe = event.seat
    a.against(memory.foe)


def kingmaker(a: Asked, memory: OfferMemory) -> None:
    """Once far behind, help the highest to win, for nothing, and hinder nobody who fights."""
    king = a.highest()
    if king is None or a.view.level(king) - a.view.level(a.me) < BEHIND:
        return
    if a.bystander:
        a.goal = NO_GOAL
        a.stay_out()
        if a.view.leader == king:
            a.help_for_nothing()
        else:
            a.refuse_help()


def basher(a: Asked, memory: OfferMemory) -> None:
    """Play against the highest of the others, however far from the goal."""
    a.against(a.highest())


def bully(a: Asked, memory: OfferMemory) -> None:
    """Play against the lowest of the others."""
    a.against(a.lowest())


def preacher(a: Asked, memory: OfferMemory) -> None:
    """Join the cult as soon as possible, giving up the class for it, stay in it, and preach to the others by card."""
    if a.decision == Decision.JOIN:
        a.take(Verb.LAY_OUT)
    if a.decision == Decision.CURE:
        a.refuse()
    if Klass.CULTIST in a.view.klasses(a.me):
        a.never(Verb.DROP)
    else:
        _joins_by_card(a)
    target = a.highest()
    if target is not None:
        a.play_on(_converts, target)


def _joins_by_card(a: Asked) -> None:
    """In the own turn, discard the class for a Cultist of the hand."""
    cultists = [card.type for card in a.view.hand() if a.view.catalogue.card(card.type).klass == Klass.CULTIST]
    if not cultists or a.decision not in TURN:
        return
    if a.view.stage == Stage.VERB:
        bare = a.view.klasses(a.me) == (Klass.NONE,)
        a.take(Verb.LAY_OUT if bare else Verb.DROP)
    elif a.view.stage == Stage.CARD and a.view.verb == Verb.LAY_OUT:
        any(a.card(type_) for type_ in cultists)
    elif a.view.stage == Stage.CARD and a.view.verb == Verb.DROP:
        any(a.card(card.type) for card in a.view.table(a.me) if a.view.catalogue.card(card.type).klass)


def _converts(card: Card) -> bool:
    words = [clause for one in card.play for clause in (one, one.otherwise) if clause is not None]
    return any(word.said == "become_cultist" for word in words)


def free_rider(a: Asked, memory: OfferMemory) -> None:
    """Take help as the veteran does, give none, and leave it to others to stop a winner."""
    a.refuse_help()
    a.stay_out()


def broker(a: Asked, memory: OfferMemory) -> None:
    """Help everyone that its strength can save for half of the treasure, no more and no less, but never to the win."""
    if a.bystander and a.turns_fight() and not a.wins_game():
        a.help_for(_half)
    a.name_price(_half)


def _half(most: int) -> int:
    """Return the larger half."""
    return (most + 1) // 2


def trader(a: Asked, memory: OfferMemory) -> None:
    """In the own turn, offer an item that it cannot use for one that its owner does not use."""
    offer_swap(a, memory)


def gambler(a: Asked, memory: OfferMemory) -> None:
    """Look for trouble with the highest monster of the hand, at any risk, and ask nobody for help."""
    a.ask_nobody()
    monsters = [card.type for card in a.view.hand()]
    if a.take(Verb.FIGHT):
        return
    if a.view.verb == Verb.FIGHT:
        any(a.card(type_) for type_ in sorted(monsters, key=lambda k: -a.view.catalogue.card(k).level))


@dataclass(frozen=True)
class Character:
    """A scripted partner or opponent, by the name under which it plays."""

    name: str
    does: str
    """Its rules, in a sentence."""
    rule: Callable[[Asked, OfferMemory], None]


_RULES = (hoarder, samaritan, loner, grudge, kingmaker, basher, bully, preacher, free_rider, broker, trader, gambler)
_CHARACTERS = {
    rule.__name__.replace("_", "-"): Character(
        rule.__name__.replace("_", "-"), " ".join((rule.__doc__ or "").split()), rule
    )
    for rule in _RULES
}


def scripted_partners() -> dict[str, Character]:
    """Return the scripted characters by name, as in `mk.evaluate(["greedy", "broker", "grudge", "loner"])`.

    Each plays as `veteran` does except for its own rules, in Python: some thousand decisions a second. They are frozen:
    `versions.PARTNERS_VERSION` goes up when one changes.

    Returns:
        Mapping of a name to its `Character`, read-only.

    Examples:
        >>> import munchkin_env as mk
        >>> characters = mk.scripted_partners()
        >>> print(*characters)
        hoarder samaritan loner grudge kingmaker basher bully preacher free-rider broker trader gambler
        >>> bot = mk.make_bot("broker")
    """
    return dict(_CHARACTERS)


class Partner(Bot):
    """A character at the table; it may remember past events of the game."""

    def __init__(self, character: Character) -> None:
        self.name = character.name
        self.character = character
        self.memory = OfferMemory()

    def reset(self) -> None:
        """Forget the offers of the last game."""
        self.memory = OfferMemory()

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose the veteran's action among those that the character's rule leaves."""
        asked = Asked(view, mask)
        self.memory = replace(self.memory)  # copies of the bot share the object, so it is never changed in place
        self.character.rule(asked, self.memory)
        return asked.answer(rng)


for _character in _CHARACTERS.values():
    register_bot(_character.name, partial(Partner, _character))
