"""Meetings of the cult: holders of a Cultist card may lay it out, then Cultists exchange cards of their hands.

The frame's `seat` has the turn in the meeting, `passes` counts those who have had it. The player who has proposed a
swap of `c` waits for the decision of `other`.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import discard
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import show_card
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import (
    classes_over,
    count_classes,
    first_class,
    hand_of,
    is_class,
    is_cult_card,
    kind_of,
    table_of,
)
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.people import is_cultist, is_of_class, next_seat, seats_between, takes_part
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.rules.choices import add, add_type, give_card, lowest_in, push_receive, put_on_table
from munchkin_env.engine.rules.rows import At, effect, frame, verb
from munchkin_env.engine.state.actions import NO_ID
from munchkin_env.vocabulary import Decision, Event, Frame, Klass, Op, Stage, Trigger, Verb, Where, Windows

JOINING = 0
EXCHANGING = 1
ANSWERING = 2


@kernel
def holds_card(s, t, p, of_cult):
    """The hand of `p` has a Cultist card, or one that is none."""
    for c in cards(s, hand_of(p)):
        if is_cult_card(t, c) == of_cult and not is_kept(s, t, c):
            return True
    return False


# --------------------------------------------------------------------------- who joins


@kernel
def may_join(s, t, p, c):
    """CULT-2: a player who is no Cultist may lay out a Cultist card, whatever their classes."""
    return is_cult_card(t, c) and is_cultist(s, p) == 0


@kernel
def is_full(s, t, p):
    """`p` has the maximum number of classes."""
    return classes_over(s, t, p) >= 0


@kernel
def names_class(s, t, p):
    """CULT-2: a player who joins with two classes, without room for more, chooses which of them goes."""
    return s.decision == Decision.JOIN and is_full(s, t, p) and count_classes(s, t, p) > 1


@kernel
def is_given_up(s, t, p, d):
    """CULT-2: a class in play that goes for the Cultist card."""
    return s.card[d].zone == table_of(p) and is_class(kind_of(t, d))


@kernel
def join_cult(s, t, p, c, chosen):
    """CULT-2: the card is laid out; a class goes if there is no room for one more, the one chosen if there are two."""
    old = 0
    if chosen:
        old = chosen
    elif is_full(s, t, p):
        old = first_class(s, t, p)
    put_on_table(s, t, p, c)
    if old:
        discard(s, t, old, p)


@kernel
def is_invited(s, t, p):
    """WINDOW-3: ask holders of a Cultist card who are no Cultists; with open windows, all who are none."""
    if not takes_part(s, p) or is_cultist(s, p):
        return False
    return s.rules.windows == Windows.OPEN or holds_card(s, t, p, True)


# --------------------------------------------------------------------------- who exchanges


@kernel
def is_member(s, p):
    """CULT-6, DEATH-3: a Cultist, or a player who passes for one where that is an advantage."""
    return takes_part(s, p) and is_of_class(s, p, Klass.CULTIST) == 1


@kernel
def may_be_swapped(s, t, c):
    """Any card of the hand but a Cultist card."""
    return not is_cult_card(t, c) and not is_kept(s, t, c)


@kernel
def may_swap(s, t, p):
    """`p` has a card to show, and there is somebody to show it to."""
    if has_partner(s, p):
        for c in cards(s, hand_of(p)):
            if may_be_swapped(s, t, c):
                return True
    return False


@kernel
def may_swap_with(s, p, q):
    """Another Cultist with cards in hand; which they are nobody knows."""
    return q != p and is_member(s, q) and s.count[hand_of(q)] > 0


@kernel
def has_partner(s, p):
    """`p` is a Cultist, and so is another one with cards in hand."""
    if is_member(s, p):
        for q in seats(s):
            if may_swap_with(s, p, q):
                return True
    return False


@kernel
def may_propose(s, t, p):
    """WINDOW-3: return True for a Cultist who can give a card; with open windows, for all who hold cards."""
    if not has_partner(s, p):
        return False
    if s.rules.windows == Windows.OPEN:
        return s.count[hand_of(p)] > 0
    return holds_card(s, t, p, False)


# --------------------------------------------------------------------------- course of the meeting


@kernel
def go_round(s, i):
    """Continue with the next seat; after all have decided to join or not, all decide on a swap."""
    f = s.frame[i]
    f.seat = next_seat(s, f.seat)
    f.asked += 1
    if f.stage == JOINING and f.asked == s.rules.players:
        f.stage = EXCHANGING
        f.asked = 0


@kernel
def run_meeting(s, t, i):
    """From the holder of the meeting to the left: first those who may join, then the Cultists, each once."""
    f = s.frame[i]
    if f.stage == ANSWERING:
        ask(s, i, f.other, Decision.ANSWER_SWAP)
        return
    while f.asked < s.rules.players:
        p = f.seat
        if f.stage == JOINING and is_invited(s, t, p):
            ask(s, i, p, Decision.JOIN)
            return
        if f.stage == EXCHANGING and may_propose(s, t, p):
            ask(s, i, p, Decision.SWAP)
            return
        go_round(s, i)
    pop(s, i)


@kernel
def propose_swap(s, t, i, p, q, c):
    """`p` shows `q` a card to give for one of theirs."""
    f = s.frame[i]
    f.stage = ANSWERING
    f.other = q
    f.card = c
    show_card(s, c, q)
    log(s, Event.PROPOSED, p, 0, q, 0)


@kernel
def end_proposal(s, i, agreed):
    """The swap is decided, and it is the next one's turn."""
    f = s.frame[i]
    log(s, Event.ANSWERED, f.other, 0, f.seat, agreed)
    f.stage = EXCHANGING
    f.other = 0
    f.card = 0
    go_round(s, i)


@kernel
def answer_swap(s, t, i, q, k):
    """`q` gives a card of type `k` for the shown one. Only these two know both cards."""
    p = s.frame[i].seat
    c = s.frame[i].card
    d = lowest_in(s, t, hand_of(q), k)
    end_proposal(s, i, 1)
    give_card(s, t, p, q, c)
    give_card(s, t, q, p, d)
    push_receive(s, t, q)
    push_receive(s, t, p)


@kernel
def might_be_asked_to(s, p, stage):
    """WINDOW-3: a player who is no Cultist may hold a Cultist card, a Cultist any other one."""
    if stage == JOINING:
        return takes_part(s, p) and is_cultist(s, p) == 0
    return has_partner(s, p) and s.count[hand_of(p)] > 0


@kernel
def meeting_comes_to(s, i, p, stage):
    """It is the turn of `p`, to join or to give a card."""
    f = s.frame[i]
    holder = seats_between(s, f.asked, f.seat)
    f.stage = stage
    f.seat = p
    f.asked = seats_between(s, holder, p)
    s.decision = Decision.JOIN if stage == JOINING else Decision.SWAP


@kernel
def list_swapped(s, t, p, out, n):
    """Any card of the hand but a Cultist card for the one that is shown, or none."""
    n = add(out, n, NO_ID)
    start = n
    for c in cards(s, hand_of(p)):
        if may_be_swapped(s, t, c):
            n = add_type(t, out, n, start, c)
    return n


@kernel
def suits_swap(t, c):
    """CULT-2: no Cultist card is swapped."""
    return not is_cult_card(t, c)


@kernel
def calls_meeting(t, k):
    """A card of type `k` calls the cult together."""
    return find_clause(t, k, Trigger.PLAY, Op.MEETING) != 0


@kernel
def call_meeting(s, actor):
    """A card of `actor` calls the cult together."""
    push(s, Frame.MEETING, actor, 0)


verb(
    Verb.SWAP,
    "show a Cultist a card of your hand to give for one of theirs",
    "You show another Cultist a card, who gives you one of their hand for it.",
    lead="show for a swap, to",
    parts=(Stage.SEAT, Stage.CARD),
    cards=Where.HAND,
    at=(At(10, (Decision.SWAP,)),),
    possible=may_swap,
    seat=may_swap_with,
    card=may_be_swapped,
    carry_out=propose_swap,
)

frame(
    Frame.MEETING,
    run=run_meeting,
    rare=True,
    card=answer_swap,
    options=list_swapped,
    passed=go_round,
    decided=end_proposal,
    might_ask=might_be_asked_to,
    comes_to=meeting_comes_to,
    rounds=2,
    suits=suits_swap,
    only_asks=True,
)
effect(Op.MEETING, call_meeting)
