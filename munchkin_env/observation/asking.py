"""Who is asked in a world, and who has claimed: what a seat can't see of a round of questions is drawn anew (WINDOW-3).

Drawn is among all whom the round might ask, as far as can be seen from the table, whatever cards they hold: where
somebody is asked because of his hand, nobody else knows who it is.
"""

from munchkin_env.engine.atoms.chance import below, mix
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import hand_of
from munchkin_env.engine.facts.people import is_cultist, seat_after, takes_part
from munchkin_env.engine.rules.claims import ASKING, has_level_card
from munchkin_env.engine.rules.meeting import JOINING, has_partner
from munchkin_env.engine.wheel.windows import might_be_asked
from munchkin_env.vocabulary import Decision, Frame

# Streams of the key of a world; those of the cards are in `fill`.
ASKED = 20
CLAIMS = 21


@kernel
def _seats_from(s, p, q):
    """How many places `q` sits to the left of `p`."""
    return (q - p + s.rules.players) % s.rules.players


@kernel
def _may_be_asked(s, t, f, p, stage):
    """The frame that asks might ask `p`; `stage`: of a meeting, in which of its two rounds."""
    kind = f.kind
    if kind == Frame.WINDOW:
        return might_be_asked(s, t, p, f)
    if kind == Frame.SETUP:
        return _seats_from(s, f.seat, p) < f.to_ask
    if kind == Frame.CONTEST:
        return takes_part(s, p) and p != f.seat
    if kind == Frame.MEETING and stage == JOINING:
        return takes_part(s, p) and is_cultist(s, p) == 0
    if kind == Frame.MEETING:
        return has_partner(s, p) and s.count[hand_of(p)] > 0
    return takes_part(s, p)


@kernel
def _ask(s, f, p, stage):
    """The frame has come to `p`."""
    kind = f.kind
    if kind == Frame.SETUP:
        f.seats_done = _seats_from(s, f.seat, p)
        s.decision = Decision.SETUP
    elif kind == Frame.RECEIVE:
        f.seat = p
        f.other = p
        s.decision = Decision.RECEIVE
    elif kind == Frame.MEETING:
        holder = _seats_from(s, f.asked, f.seat)
        f.stage = stage
        f.seat = p
        f.asked = _seats_from(s, holder, p)
        s.decision = Decision.JOIN if stage == JOINING else Decision.SWAP
    elif kind == Frame.CONTEST:
        s.decision = Decision.CONTEST
    elif kind == Frame.GOTH:
        s.decision = Decision.CROWD if f.everybody else Decision.GOTH
    else:
        s.decision = Decision.WINDOW
    s.seat = p


@kernel
def count_asked(s):
    """The round of the frame on top has come to the seat that is asked."""
    f = s.frame[s.n_frames - 1]
    kind = f.kind
    if kind == Frame.WINDOW:
        f.passes = _seats_from(s, seat_after(s, f.other, 1), s.seat)
    elif kind == Frame.GOTH or (kind == Frame.CONTEST and f.stage == ASKING):
        f.asked = _seats_from(s, f.seat, s.seat)


@kernel
def draw_asked(s, t, seat, hi, lo):
    """Somebody else is asked, the seat can't tell who: anybody whom the frame on top might ask."""
    f = s.frame[s.n_frames - 1]
    players = s.rules.players
    rounds = 1 + int(f.kind == Frame.MEETING)
    n = 0
    for i in range(rounds * players):
        n += int(i % players != seat and _may_be_asked(s, t, f, i % players, i // players))
    left = below(mix(hi, lo, ASKED, 0), n)
    for i in range(rounds * players):
        if i % players != seat and _may_be_asked(s, t, f, i % players, i // players):
            if left == 0:
                _ask(s, f, i % players, i // players)
                return
            left -= 1


@kernel
def draw_claims(s, t, hi, lo):
    """QUICK-4: who was asked before has claimed the card as well, or has not, if he could pay for it."""
    f = s.frame[s.n_frames - 1]
    if f.kind != Frame.CONTEST or f.stage != ASKING:
        return
    for i in range(1, f.asked):
        p = seat_after(s, f.seat, i)
        if takes_part(s, p) and has_level_card(s, t, p) and below(mix(hi, lo, CLAIMS, p), 2):
            f.claimants |= 1 << p
