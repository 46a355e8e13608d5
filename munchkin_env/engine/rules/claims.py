"""Claims of discarded cards: by a card played for it, by right of a neighbour (DECK-1), or for a level card.

QUICK-4: a race, class or modifier on top of a discard pile may be had for a level card. The first claimant asks the
others for their claims; several roll for it, and only the winner pays.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import gives_level, hand_of, has_flag, is_identity, kind_of, type_of
from munchkin_env.engine.queries.items import claimed_by
from munchkin_env.engine.queries.people import seat_after, seats_between, takes_part
from munchkin_env.engine.rules.choices import push_choose
from munchkin_env.engine.rules.effects.cards import search
from munchkin_env.engine.rules.effects.losses import neighbour
from munchkin_env.engine.rules.effects.pending import push_throw, take_throw, thrown_by
from munchkin_env.engine.rules.rows import FIGHT, TURN, At, During, frame, verb
from munchkin_env.vocabulary import (
    Decision,
    Event,
    Filter,
    Flag,
    Frame,
    Moment,
    Pile,
    Stage,
    Take,
    Verb,
    Where,
    Window,
    Windows,
    Zone,
)

ASKING = 0  # the others decide
PAID = 1  # the winner has paid
THROWING = 2  # several claim the card, and throw dice for it
THROWN = 3


@kernel
def lies_on_top(s, t):
    """QUICK-4: return True if a race, class or modifier is still on top of a discard pile."""
    for zone in range(Zone.DISCARD, Zone.DISCARD + Pile.CULT):
        if s.head[zone] and is_offered(s, t, s.head[zone]):
            return True
    return False


@kernel
def nobody_claims(s):
    """WINDOW-3: return True if no seat could claim a discard, by a card of the hand or by right."""
    if s.rules.windows == Windows.OPEN or s.rules.quick_play:
        return False
    for p in seats(s):
        if s.player[p].hand_when & Moment.DISCARD or s.player[p].one_shots:
            return False
    for zone in range(Zone.DISCARD, Zone.DISCARD + Pile.CULT):
        c = s.head[zone]
        while c and s.card[c].flag & Flag.FRESH:
            if s.card[c].host:
                return False
            c = s.card[c].next
    return True


@kernel
def is_offered(s, t, c):
    """QUICK-4: the card is a race, class or modifier on top of a discard pile, Cultists apart (CULT-2)."""
    zone = s.card[c].zone
    if zone < Zone.DISCARD or zone >= Zone.DISCARD + Pile.CULT or s.head[zone] != c:
        return False
    return is_identity(kind_of(t, c))


@kernel
def has_level_card(s, t, p):
    """QUICK-4: the hand holds what is discarded for a claim."""
    for c in cards(s, hand_of(p)):
        if gives_level(kind_of(t, c)):
            return True
    return False


@kernel
def may_buy(s, t, p, c):
    """QUICK-4: asked when the card has come to the top, and at own decisions in one's turn."""
    if s.rules.quick_play == 0 or not is_offered(s, t, c):
        return False
    if s.window != Window.DISCARD and p != s.turn_seat:
        return False
    return has_level_card(s, t, p)


@kernel
def may_claim(s, t, p, c):
    """The card is `p`'s by right of a neighbour, or for a level card."""
    return is_neighbours(s, t, p, c) or may_buy(s, t, p, c)


@kernel
def is_neighbours(s, t, p, c):
    """`p` sits where the card says, beside the player who just discarded it, and has a lower level."""
    if not has_flag(s, c, Flag.FRESH) or s.card[c].host == 0:
        return False
    clause = claimed_by(t, c)
    owner = s.card[c].host - 1
    if clause == 0 or neighbour(s, owner, t.clause[clause].limit) != p + 1:
        return False
    return s.player[p].level < s.player[owner].level


@kernel
def are_claims_open(s):
    """QUICK-4: at any time in one's turn with quick play, else when cards are discarded."""
    return s.rules.quick_play != 0 or s.window == Window.DISCARD


@kernel
def any_claimed(s, t, p):
    """There is something that `p` may claim."""
    for pile in range(Pile.CULT):
        c = s.head[Zone.DISCARD + pile]
        if c and may_buy(s, t, p, c):
            return True
        while c and has_flag(s, c, Flag.FRESH):
            if may_claim(s, t, p, c):
                return True
            c = s.card[c].next
    return False


@kernel
def claim(s, t, p, c):
    """By right the card comes to the hand of `p`, seen by all; else others may claim it as well (QUICK-4)."""
    if is_neighbours(s, t, p, c):
        search(s, t, p, c)
    else:
        f = s.frame[push(s, Frame.CONTEST, p, p)]
        f.card = c
        f.claimants = 1 << p
        f.asked = 1


@kernel
def may_contest(s, t, p):
    """WINDOW-3: return True for holders of a level card; with open windows, for all who take part."""
    return takes_part(s, p) and (s.rules.windows == Windows.OPEN or has_level_card(s, t, p))


@kernel
def answer_contest(s, i, p, agreed):
    """QUICK-4: ask the next one; claims are shown only when all have decided."""
    f = s.frame[i]
    f.asked += 1
    if agreed:
        f.claimants |= 1 << p


@kernel
def might_contest(s, i, p):
    """WINDOW-3: anybody else who takes part may hold a level card."""
    return takes_part(s, p) and p != s.frame[i].seat


@kernel
def contest_comes_to(s):
    """Let a player claim the card, too."""
    s.decision = Decision.CONTEST


@kernel
def count_contest(s, i):
    """Set the number of seats that have decided: all from the claimant to the seat to act."""
    f = s.frame[i]
    if f.stage == ASKING:
        f.asked = seats_between(s, f.seat, s.seat)


@kernel
def run_contest(s, t, i):
    """QUICK-4: the others are asked from the claimant's left; the winner discards a level card and takes the card."""
    f = s.frame[i]
    n = s.rules.players
    if f.stage == ASKING:
        while f.asked < n:
            p = seat_after(s, f.seat, f.asked)
            if may_contest(s, t, p):
                ask(s, i, p, Decision.CONTEST)
                return
            f.asked += 1
        f.throwers = those_who_pay(s, t, f)
        tell_claims(s, t, f)
        f.claimants = 0
        f.asked = 0
        f.stage = THROWING
    elif f.stage == THROWN:
        f.stage = THROWING
        take_throw(s, i)
    elif f.stage == THROWING:
        settle_claims(s, t, i)
    else:
        winner = f.other
        c = f.card
        pop(s, i)
        search(s, t, winner, c)


@kernel
def those_who_pay(s, t, f):
    """QUICK-4: the bits of the claimants; who has no level card claims nothing."""
    found = 0
    for p in seats(s):
        if (f.claimants >> p) & 1 and has_level_card(s, t, p):
            found |= 1 << p
    return found


@kernel
def tell_claims(s, t, f):
    """QUICK-4: all have decided, and see who rolls for the card, if several do."""
    if f.throwers & (f.throwers - 1):
        for i in seats(s):
            p = seat_after(s, f.seat, i)
            if (f.throwers >> p) & 1:
                log(s, Event.CLAIMED, p, type_of(t, f.card), -1, 0)


@kernel
def settle_claims(s, t, i):
    """QUICK-4: the next claimant throws a die; the one who has the highest, or claims alone, pays for the card."""
    f = s.frame[i]
    if f.throwers == 0 or not is_offered(s, t, f.card):
        pop(s, i)
        return
    p = next_claimant(s, f)
    if p >= 0 and f.throwers & (f.throwers - 1):
        f.stage = THROWN
        push_throw(s, i, p)
        return
    if p < 0:
        f.throwers = best_claimants(s, f)
        f.thrown = 0  # ties roll again
    if f.throwers & (f.throwers - 1) == 0:
        winner = next_claimant(s, f)
        f.other = winner
        f.stage = PAID
        push_choose(s, winner, winner, Filter.LEVEL_CARDS, 0, Take.DISCARD, 1)


@kernel
def next_claimant(s, f):
    """Next from the first claimant to the left who has not rolled yet; -1 if all have."""
    for i in seats(s):
        p = seat_after(s, f.seat, i)
        if (f.throwers >> p) & 1 and thrown_by(f, p) == 0:
            return p
    return -1


@kernel
def best_claimants(s, f):
    """The bits of those with the highest die."""
    best = 0
    left = 0
    for p in seats(s):
        number = thrown_by(f, p)
        if (f.throwers >> p) & 1 and number >= best:
            left = (0 if number > best else left) | 1 << p
            best = number
    return left


@kernel
def has_been_asked(s, i):
    """QUICK-4: all that it still does is to ask others, or to take a payment; dice for it everybody sees."""
    return s.frame[i].stage < THROWING


@kernel
def forget_claims(s, i):
    """QUICK-4: hide claims until all have been asked; the new owner of the card is public in any case."""
    f = s.frame[i]
    f.claimants = 1 << f.seat if f.stage == ASKING else 0
    f.asked = 1 if f.stage == ASKING else 0


verb(
    Verb.CLAIM,
    "claim a card of the discards",
    "You take a card that has just been discarded.",
    lead="claim",
    parts=(Stage.CARD,),
    cards=Where.DISCARDS,
    at=(At(120, (*TURN, *FIGHT)),),
    windows=(During(20, (Window.DISCARD,)),),
    needs=are_claims_open,
    possible=any_claimed,
    card=may_claim,
    carry_out=claim,
)

frame(
    Frame.CONTEST,
    run=run_contest,
    rare=True,
    decided=answer_contest,
    might_ask=might_contest,
    comes_to=contest_comes_to,
    counts=count_contest,
    only_asks=has_been_asked,
    forgets=forget_claims,
    yields=False,
)
