"""Swaps of items that are idle on both sides, for the trader."""

from dataclasses import dataclass

from munchkin_env.cards.definition import Card
from munchkin_env.observation import View
from munchkin_env.policies.asked import TURN, Asked
from munchkin_env.vocabulary import Stage, Verb, Window, kinds_that

Swap = tuple[int, int, int]
"""Seat, type of the own item, and type of the wanted item."""


@dataclass
class OfferMemory:
    """OfferMemory of a character in a game."""

    foe: int | None = None
    plan: Swap | None = None
    """Offer in preparation."""
    offered: frozenset[Swap] = frozenset()


def may_use(view: View, p: int, card: Card) -> bool:
    """Return True if the player is of a race, class and sex that may use the item."""
    races, klasses, sexes = set(view.races(p)), set(view.klasses(p)), {view.sex(p)}
    by, never = card.usable_by, card.not_usable_by
    groups = ((by.race, never.race, races), (by.klass, never.klass, klasses), (by.sex, never.sex, sexes))
    return all((not wanted or set(wanted) & own) and not set(banned) & own for wanted, banned, own in groups)


def idle_items(view: View, p: int) -> list[int]:
    """Return types of the items in front of a player that are of no use to it."""
    found = []
    for card in view.table(p):
        known = view.catalogue.card(card.type)
        if known.kind in kinds_that("worn") and (card.carried or not may_use(view, p, known)):
            found.append(card.type)
    return found


def best_swap(view: View, made: frozenset[Swap]) -> Swap | None:
    """Return an idle item for an idle item, each of use to its receiver and not worth less: the pair of the largest
    gain."""
    me, best, most = view.seat, None, 0
    cards = view.catalogue.card
    for p in range(view.players):
        if p == me or view.dead(p):
            continue
        for theirs in idle_items(view, p):
            for mine in idle_items(view, me):
                fits = may_use(view, p, cards(mine)) and may_use(view, me, cards(theirs))
                if fits and cards(theirs).bonus > most and (p, mine, theirs) not in made:
                    best, most = (p, mine, theirs), cards(theirs).bonus
    return best


def offer_swap(a: Asked, memory: OfferMemory) -> None:
    """Make the best offer, part by part, each offer once a game."""
    view = a.view
    if view.stage == Stage.VERB:
        own_turn = a.decision in TURN and view.window == Window.NONE
        memory.plan = best_swap(view, memory.offered) if own_turn and a.may(Verb.TRADE) else None
        if memory.plan is not None:
            a.take(Verb.TRADE)
            memory.offered |= {memory.plan}
    elif view.verb == Verb.TRADE and memory.plan is not None:
        p, mine, theirs = memory.plan
        if view.stage == Stage.SEAT:
            a.seat(p)
        elif view.stage == Stage.CARD:
            a.card(mine)
        elif view.stage == Stage.SECOND:
            a.card(theirs)
        else:
            a.done()
