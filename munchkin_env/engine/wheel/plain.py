"""Answers without a verb: a number, a seat or a card. Each goes to the rule that asked."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.rules.charity import choose_gift, give_in_charity
from munchkin_env.engine.rules.death import loot_card
from munchkin_env.engine.rules.effects.pending import pick_clause
from munchkin_env.engine.rules.growing import is_about_card, settle_choice
from munchkin_env.engine.rules.losing import choose_card, give_level_to, pay_worth
from munchkin_env.engine.rules.meeting import answer_swap
from munchkin_env.engine.rules.treasure import choose_spoil, resurrect
from munchkin_env.engine.rules.turn import open_discard, open_door
from munchkin_env.vocabulary import Decision, Frame


@kernel
def answer_number(s, t, i, p, amount):
    """A number without a verb: a clause, or how many cards come from the discards."""
    kind = s.frame[i].kind
    if kind == Frame.PICK and is_about_card(s, t, i):
        settle_choice(s, t, i, amount)
    elif kind == Frame.PICK:
        pick_clause(s, i, s.frame[i].clause + amount)
    elif kind == Frame.DRAW:
        if amount:
            resurrect(s, t, i, p, amount)
    elif amount:
        open_discard(s, t, p)
    else:
        open_door(s, t, p)


@kernel
def answer_seat(s, t, i, q):
    """A seat without a verb: who gets a card, or a level."""
    if s.frame[i].kind == Frame.GIVE_LEVEL:
        give_level_to(s, i, q)
    else:
        give_in_charity(s, t, i, q)


@kernel
def answer_choice(s, t, i, p, k):
    """A card type was named without a verb."""
    decision = s.decision
    if decision == Decision.SPOILS:
        choose_spoil(s, t, i, p, k)
    elif decision == Decision.CHARITY:
        choose_gift(s, t, i, p, k)
    elif decision == Decision.LOOT_BODY:
        loot_card(s, t, i, p, k)
    elif decision == Decision.ANSWER_SWAP:
        answer_swap(s, t, i, p, k)
    elif s.frame[i].kind == Frame.WORTH:
        pay_worth(s, t, i, p, k)
    else:
        choose_card(s, t, i, p, k)
