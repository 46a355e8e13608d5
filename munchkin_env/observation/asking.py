"""Resampling of the asked seats and the claims of a determinization: a seat cannot see these parts of a round
(WINDOW-3).

The draw is among all players whom the round might ask, as far as the table shows, whatever cards they hold: where a
hand decides who is asked, nobody else knows who it is. The chapter that asks lists these players.
"""

from munchkin_env.engine.dispatch.running import comes_to, might_ask, rounds_of
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.chance import below, mix
from munchkin_env.engine.queries.people import seat_after, takes_part
from munchkin_env.engine.rules.claims import ASKING, has_level_card
from munchkin_env.vocabulary import Frame

# Streams of the key of a determinization; those of the cards are in `fill`.
ASKED = 20
CLAIMS = 21


@kernel
def draw_asked(s, t, seat, hi, lo):
    """Another player is asked, the seat cannot tell who: draw one that the frame on top might ask."""
    i = s.n_frames - 1
    players = s.rules.players
    rounds = rounds_of(s.frame[i].kind)
    n = 0
    for j in range(rounds * players):
        n += int(j % players != seat and might_ask(s, t, i, j % players, j // players))
    left = below(mix(hi, lo, ASKED, 0), n)
    for j in range(rounds * players):
        if j % players != seat and might_ask(s, t, i, j % players, j // players):
            if left == 0:
                comes_to(s, t, i, j % players, j // players)
                s.seat = j % players
                return
            left -= 1


@kernel
def draw_claims(s, t, hi, lo):
    """QUICK-4: draw for each player asked before whether they have claimed the card as well, if they could pay for
    it.
    """
    f = s.frame[s.n_frames - 1]
    if f.kind != Frame.CONTEST or f.stage != ASKING:
        return
    for i in range(1, f.asked):
        p = seat_after(s, f.seat, i)
        if takes_part(s, p) and has_level_card(s, t, p) and below(mix(hi, lo, CLAIMS, p), 2):
            f.claimants |= 1 << p
