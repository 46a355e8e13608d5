"""Selling items for levels (SELL-1, SELL-2)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import discard_selected
from munchkin_env.engine.mutations.events import log
from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.queries.cards import hand_of, is_item, table_of, type_of
from munchkin_env.engine.queries.conditions import cards_with
from munchkin_env.engine.queries.in_play import CURSES_HANG
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.engine.rules.rows import TURN, At, verb
from munchkin_env.engine.state.layout import MOST_DOUBLED
from munchkin_env.vocabulary import Ability, Decision, Event, Flag, Stage, Verb, Where, kinds_that

GOLD_PER_LEVEL = 1000


@kernel
def sellable(s, t, c):
    """Items and one-shots, in hand and on the table; worth nothing too, but not what a curse has turned."""
    return is_item(t, c) and not is_stuck(s, t, c)


@kernel
def still_doubled(s, t, p):
    """Halfling: how many items may still count twice in this turn, one for each card that says so."""
    if not has_ability(s, p, Ability.DOUBLE_SALE):
        return 0
    return max(0, min(cards_with(s, t, p, Ability.DOUBLE_SALE), MOST_DOUBLED) - s.player[p].sold_double)


@kernel
def sale_value(s, t, p, first_type, selected_only, doubled):
    """Gold of the chosen items, and of those that could still be chosen from `first_type` on.

    So many of the dearest, two at most, count twice.
    """
    total = 0
    dearest = 0
    second = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(s, zone):
            if sellable(s, t, c):
                k = type_of(t, c)
                chosen = s.card[c].flag & Flag.SELECTED != 0
                if chosen or (not selected_only and k >= first_type):
                    total += t.card[k].value
                    second = max(second, min(dearest, t.card[k].value))
                    dearest = max(dearest, t.card[k].value)
    return total + (dearest if doubled > 0 else 0) + (second if doubled > 1 else 0)


@kernel
def may_sell(s, t, p):
    """SELL-1, SELL-2: a level must come of it, never the goal level."""
    if s.player[p].level >= s.rules.goal - 1:
        return False
    most = s.player[p].gold + s.player[p].hand_gold
    if has_ability(s, p, Ability.DOUBLE_SALE):
        most *= 2
    if most < GOLD_PER_LEVEL:
        return False
    if s.player[p].attached & CURSES_HANG == 0 and not has_ability(s, p, Ability.DOUBLE_SALE):
        return True  # all of it can be sold
    return sale_value(s, t, p, 0, 0, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def sell_option(s, t, p, c):
    """The item may be the next of the set: canonical order, and 1000 gold stay within reach."""
    if not sellable(s, t, c) or s.card[c].flag & Flag.SELECTED:
        return False
    k = type_of(t, c)
    return k >= s.move.last and sale_value(s, t, p, k, 0, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def levels_for(s, p, gold):
    """SELL-1, SELL-2: levels that the gold brings, short of the goal."""
    return min(gold // GOLD_PER_LEVEL, s.rules.goal - 1 - s.player[p].level)


@kernel
def is_time_to_sell(s, p):
    """SELL-1: one's own turn outside combat."""
    return p == s.turn_seat and s.combat.active == 0


@kernel
def sale_suffices(s, t, p):
    """SELL-1: the items chosen are worth a level."""
    return sale_value(s, t, p, 0, 1, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def sell(s, t, p):
    """The chosen items are discarded: one level per full 1000 gold, no change.

    A double price is kept for a later sale if it brings no level in this one.
    """
    levels = levels_for(s, p, sale_value(s, t, p, 0, 1, still_doubled(s, t, p)))
    doubled = 0
    while levels_for(s, p, sale_value(s, t, p, 0, 1, doubled)) < levels:
        doubled += 1
    gold = sale_value(s, t, p, 0, 1, doubled)
    s.player[p].sold_double += doubled
    log(s, Event.SOLD, p, 0, -1, min(32000, gold))
    discard_selected(s, t, p)
    gain_level(s, p, levels, 0)


verb(
    Verb.SELL,
    "sell items",
    "You discard items for their gold: a level for every full 1,000, but never the winning one.",
    lead="sell",
    parts=(Stage.MORE,),
    cards=Where.HAND | Where.TABLE,
    kinds=kinds_that("item"),
    at=(At(60, (*TURN, Decision.BIG_ITEMS)),),
    when=is_time_to_sell,
    possible=may_sell,
    card=sell_option,
    closes=sale_suffices,
    carry_out=sell,
)
