"""Cards that somebody loses by choice (CURSE-3, DECK-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.stack import ask, pop, top
from munchkin_env.engine.queries.cards import table_of
from munchkin_env.engine.queries.third_deck import treasures_in_hand
from munchkin_env.engine.rules.choices import (
    MAY_DECLINE,
    ONLY_EXCESS,
    SPARES,
    count_takeable,
    give_card,
    list_takeable,
    lowest_of_victim,
    matches_by_type,
    may_take,
    push_receive,
    take_card,
)
from munchkin_env.engine.rules.effects.losses import take_blind
from munchkin_env.engine.rules.excess import identities_over
from munchkin_env.engine.rules.listing import add
from munchkin_env.engine.rules.rows import At, frame, verb
from munchkin_env.engine.state.action_ids import PASS_ID, VERB0
from munchkin_env.vocabulary import Decision, Filter, Frame, Take, Verb


@kernel
def run_choose(s, t, i):
    """Somebody chooses cards of a victim until enough are chosen or none is left."""
    f = s.frame[i]
    chooser = f.seat
    victim = f.other
    gone = s.player[chooser].dead or s.player[victim].dead
    if f.take == Take.GIVE and s.player[f.detail - 1].dead:
        gone = 1
    if f.manner == ONLY_EXCESS and identities_over(s, t, victim, f.filter) <= 0:
        gone = 1
    if f.left <= 0 or gone:
        pop(s, i)
        return
    n = count_takeable(s, t, chooser, victim, f.filter, f.detail, f.take)
    if f.filter == Filter.TREASURES:
        n += treasures_in_hand(s, victim)
    if n == 0:
        pop(s, i)
    else:
        ask(s, i, chooser, Decision.CHOOSE_CARD)


@kernel
def take_unseen(s, t, i, p):
    """Instead of a card in play an unseen treasure card of the hand is taken."""
    f = s.frame[i]
    victim = f.other
    f.left = 0
    take_blind(s, t, p, victim, 1)
    push_receive(s, t, p)


@kernel
def spare_level(s, i):
    """The clauses below, which have asked for it, take a level less."""
    s.frame[i - 1].spared += 1


@kernel
def choose_card(s, t, i, p, k):
    """CURSE-3: the chooser has named one of the victim's cards."""
    f = s.frame[i]
    take = f.take
    victim = f.other
    c = lowest_of_victim(s, t, p, victim, f.filter, f.detail, take, k)
    f.left -= 1
    if take == Take.GIVE:
        receiver = f.detail - 1
        give_card(s, t, victim, receiver, c)
        push_receive(s, t, receiver)
        return
    if f.manner == SPARES:
        spare_level(s, i)
    take_card(s, t, p, victim, c, take, f.detail)
    if take == Take.TO_HAND:
        push_receive(s, t, p)


@kernel
def list_choice(s, t, i, p, out, n):
    """A card of the victim that is of those to choose from; or an unseen one, or none."""
    f = s.frame[i]
    victim = f.other
    n = list_takeable(s, t, p, victim, f.filter, f.detail, f.take, out, n)
    if f.filter == Filter.TREASURES and treasures_in_hand(s, victim) > 0:
        n = add(out, n, VERB0 + Verb.TAKE)
    if f.manner == MAY_DECLINE or f.manner == SPARES:
        n = add(out, n, PASS_ID)
    return n


verb(
    Verb.TAKE,
    "take an unseen card from the hand",
    "You take a card from a hand that you can't see.",
    at=(At(10, (Decision.CHOOSE_CARD,)),),
    carry_out=take_unseen,
)


@kernel
def of_whose_hand(s, t, i):
    """Whose hand holds a card to choose, as everybody can tell: he is asked for one, and none lies in front of him.

    QUICK-4: who pays for a claim has what he pays with before he is asked, too. -1: that can't be told of anybody.
    """
    f = s.frame[i]
    pays = f.filter == Filter.LEVEL_CARDS
    asks = i == top(s) and s.decision == Decision.CHOOSE_CARD and f.manner != SPARES
    if not pays and not (asks and (f.filter == Filter.VOWEL or f.filter == Filter.TAGGED_ANYWHERE)):
        return -1
    for c in cards(s, table_of(f.other)):
        if may_take(s, t, f.seat, f.other, c, f.filter, f.detail, f.take):
            return -1
    return f.other


@kernel
def suits_choice(s, t, i, c):
    """That card may be this one."""
    f = s.frame[i]
    return matches_by_type(s, t, c, f.filter, f.detail)


@kernel
def is_of_cards_alone(s, i):
    """What somebody has too many of goes first, before anybody can give him back what had allowed it."""
    f = s.frame[i]
    return f.manner != ONLY_EXCESS and f.take != Take.PUT_AWAY


@kernel
def is_secret(s, i):
    """WINDOW-3: he may be asked because of his hand, and decline."""
    return s.frame[i].manner == SPARES


@kernel
def might_spare(s, i, p):
    """It asks nobody else so."""
    f = s.frame[i]
    return f.manner == SPARES and f.seat == p


@kernel
def is_chosen(s, i):
    """All cards have been chosen."""
    return s.frame[i].left == 0


frame(
    Frame.CHOOSE,
    run=run_choose,
    yields=is_of_cards_alone,
    card=choose_card,
    options=list_choice,
    suits=suits_choice,
    of_hand=of_whose_hand,
    secret=is_secret,
    might_ask=might_spare,
    only_asks=is_chosen,
)
