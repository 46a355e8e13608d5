"""Pending decision as a scripted character sees it, and the actions that it leaves to the veteran."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from munchkin_env.bots.dispatch import NAMES, choose_action
from munchkin_env.cards.definition import Card
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.kernels.kernel import copied
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, DONE_ID, NO_ID, SEAT0, VERB0
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Event, Kind, Moment, Stage, Verb, Window, kinds_that, listed_decisions

VETERAN = NAMES.index("veteran")
NO_GOAL = 100  # a level that nobody reaches
TURN = listed_decisions(lambda question: question.free)
HOSTILE = (Verb.BACKSTAB, Verb.STEAL)
HINDERING = (Verb.PLAY, Verb.USE_POWER, Verb.BACKSTAB)
DEALS = tuple(verb for verb, row in VERBS.items() if row.deal)
STRIKES = (Event.PLAYED, Event.CURSED, Event.STOLE, Event.BACKSTABBED)


class Asked:
    """A pending decision of one seat.

    Rules narrow `ids`, the actions among which the veteran then chooses by its own judgement, or change the `goal` that
    it believes in; a rule that would leave no action changes nothing.
    """

    def __init__(self, view: View, mask: np.ndarray) -> None:
        self.view = view
        self.me = view.seat
        self.ids: list[int] = np.flatnonzero(mask).tolist()  # three on average: too few for arrays to be faster
        self.goal = view.goal

    # ----------------------------------------------------------------------- facts

    @property
    def decision(self) -> Decision:
        """Pending decision."""
        return self.view.decision

    @property
    def bystander(self) -> bool:
        """Return True if others fight."""
        return self.view.in_combat and self.me not in (self.view.leader, self.view.helper)

    @property
    def others(self) -> list[int]:
        """Return the other living players, from the left."""
        seats = [(self.me + i) % self.view.players for i in range(1, self.view.players)]
        return [seat for seat in seats if not self.view.dead(seat)]

    def highest(self) -> int | None:
        """Return the one of the others of the highest level, the first from the left among equals."""
        return max(self.others, key=self.view.level, default=None)

    def lowest(self) -> int | None:
        """Return the one of the others of the lowest level, the first from the left among equals."""
        return min(self.others, key=self.view.level, default=None)

    def turns_fight(self) -> bool:
        """Return True if the player's level and bonus would win the combat that its leader is losing."""
        players, monsters, wins = self.view.strengths()
        return not wins and players + self.view.level(self.me) + self.view.bonus(self.me) > monsters

    def wins_game(self) -> bool:
        """Return True if the kill would bring the leader of the combat to the goal, by one level."""
        leader = self.view.leader
        return leader is not None and self.view.level(leader) + 1 >= self.view.goal

    def at_stake(self) -> int:
        """Return the treasures that the monsters bring."""
        tables = self.view.catalogue.tables[0]["card"]
        return sum(int(tables[monster.type]["treasures"]) for monster in self.view.monsters)

    def offered(self) -> int:
        """Return the treasures that the pending offer names."""
        return int(self.view.record["offer"]["amount"])

    def may(self, verb: Verb) -> bool:
        """Return True if the verb is legal, at the choice of one."""
        return self.view.stage == Stage.VERB and VERB0 + verb in self.ids

    def card_type(self) -> int:
        """Type of the card of the unfinished action."""
        return int(self.view.catalogue.tables[0]["type_of"][int(self.view.record["move"]["card"])])

    # ----------------------------------------------------------------------- restrictions

    def only(self, ids: Iterable[int]) -> bool:
        """Keep only these actions; return False if none of them is legal."""
        wanted = set(ids)
        kept = [one for one in self.ids if one in wanted]
        if not kept:
            return False
        self.ids = kept
        return True

    def take(self, verb: Verb) -> bool:
        """Take that verb, if it is listed."""
        return self.view.stage == Stage.VERB and self.only([VERB0 + verb])

    def accept(self) -> bool:
        """Choose yes, if asked that."""
        return self.take(Verb.YES)

    def refuse(self) -> bool:
        """Choose no, if asked that."""
        return self.view.stage == Stage.VERB and self.only([NO_ID])

    def never(self, *verbs: Verb) -> None:
        """Drop these verbs."""
        if self.view.stage == Stage.VERB:
            refused = [VERB0 + verb for verb in verbs]
            self.only(one for one in self.ids if one not in refused)

    def number(self, verb: Verb, wanted: Callable[[int], int]) -> None:
        """Choose the number of that verb nearest to the wanted one, given the largest that may be named."""
        if self.view.stage == Stage.AMOUNT and self.view.verb == verb:
            numbers = [one - AMOUNT0 for one in self.ids if AMOUNT0 <= one < CARD0]
            goal = wanted(max(numbers, default=0))
            self.only([AMOUNT0 + min(numbers, key=lambda n: abs(n - goal))] if numbers else [])

    def seat(self, *wanted: int) -> bool:
        """Choose the first of these seats that may be named."""
        return any(self.only([SEAT0 + (seat - self.me) % self.view.players]) for seat in wanted)

    def card(self, type_: int) -> bool:
        """Choose a card of that type."""
        return self.only([CARD0 + type_ - 1])

    def done(self) -> bool:
        """Choose no further part."""
        return self.only([DONE_ID])

    # ----------------------------------------------------------------------- rules that several share

    def stay_out(self) -> None:
        """Stay out of others' fights: play nothing into them."""
        if self.bystander:
            self.never(*HINDERING)

    @property
    def asked_for_help(self) -> bool:
        """True if the leader asks this player for help."""
        return self.decision == Decision.ANSWER_HELP

    def refuse_deals(self) -> None:
        """Take no offer and make none."""
        if self.decision.row.offer:
            self.refuse()
        self.never(*DEALS)

    def ask_nobody(self) -> None:
        """Fight alone."""
        self.never(Verb.ASK_HELP)

    def refuse_help(self) -> None:
        """Refuse to help, and offer none."""
        if self.asked_for_help:
            self.refuse()
        self.never(Verb.OFFER_HELP)

    def help_for_nothing(self) -> None:
        """Help without reward if that turns the fight."""
        if self.bystander and self.turns_fight():
            if self.asked_for_help:
                self.accept()
            self.take(Verb.OFFER_HELP)
        self.number(Verb.OFFER_HELP, lambda most: 0)

    def help_for(self, price: Callable[[int], int]) -> None:
        """Help for so many of the treasures at stake."""
        if self.asked_for_help and (self.offered() >= price(self.at_stake()) or not self.take(Verb.COUNTER)):
            self.accept()
        self.take(Verb.OFFER_HELP)

    def name_price(self, price: Callable[[int], int]) -> None:
        """Ask the same price wherever help is paid for, one's own or another's."""
        for verb in (Verb.OFFER_HELP, Verb.COUNTER, Verb.ASK_HELP):
            self.number(verb, price)

    def play_on(self, fits: Callable[[Card], bool], target: int) -> None:
        """In the own turn, play on that player a fitting card of the hand that may be played on players at any time."""
        view = self.view
        if self.decision not in TURN or view.window != Window.NONE:
            return
        known = [(card.type, view.catalogue.card(card.type)) for card in view.hand()]
        playable = [type_ for type_, card in known if fits(card) and Moment.ANY in card.moments]
        if view.stage == Stage.VERB:
            if playable and not view.dead(target):
                self.take(Verb.PLAY)
        elif view.verb == Verb.PLAY and view.stage == Stage.CARD:
            self.only(CARD0 + type_ - 1 for type_ in playable)
        elif view.verb == Verb.PLAY and view.stage == Stage.SEAT and fits(view.catalogue.card(self.card_type())):
            self.seat(target, *(seat for seat in self.others if seat != target))

    def against(self, target: int | None) -> None:
        """Hinder that player's fights as if each won the game for it; play curses on it; do not help it."""
        if target is None:
            return
        if self.bystander and self.view.leader == target:
            self.refuse_help()
            self.goal = self.view.level(target) + 1
        self.play_on(lambda card: card.kind == Kind.CURSE, target)
        hostile = self.view.verb in HOSTILE
        if self.view.stage == Stage.SEAT and hostile:
            self.seat(target)

    def answer(self, rng: np.random.Generator) -> int:
        """Return the veteran's choice among the remaining actions."""
        hi, lo = rng.integers(0, 2**32, 2).tolist()
        if len(self.ids) == 1:
            return self.ids[0]
        row = copied(self.view.row)
        row["rules"]["goal"] = self.goal
        ids = np.array(self.ids, np.int32)
        return int(choose_action(row, 0, self.view.tables, VETERAN, ids, len(ids), hi, lo, 0))


# ---------------------------------------------------------------------------
# Swaps of items that neither side uses, for the trader.

Swap = tuple[int, int, int]
"""Seat, type of the own item, and type of the wanted item."""


@dataclass
class OfferMemory:
    """Memory of a scripted character in one game: its last attacker, and its offers of swaps."""

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
    """Return an idle item for an idle item, each of use to its receiver and not worth less.

    It is the pair of the largest gain.
    """
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
