"""The cult: who is a Cultist, and what comes when all are, or all but one (CULT-1 to CULT-7)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.derived import CULT_CHANGED, refresh
from munchkin_env.engine.mutations.game import end_game
from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.queries.cards import COUNTS_CULTISTS, has_laid
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.people import is_cultist
from munchkin_env.engine.rules.rows import effect
from munchkin_env.vocabulary import GoalBy, Op, Trigger


@kernel
def settle_cult(s, t):
    """CULT-6: Cultists are as strong as there are others; CULT-5: if all are, the game ends; else CULT-4."""
    s.heavy &= ~CULT_CHANGED
    players = s.rules.players
    before = s.cultists
    now = 0
    for p in range(players):
        now += is_cultist(s, p)
    if now == before:
        return
    s.cultists = now
    for p in range(players):
        if has_laid(s, p, COUNTS_CULTISTS):
            refresh(s, t, p)
    if s.turn == 0:  # CULT-4: while the first cards are laid out nothing comes of it
        return
    if now == players:
        end_with_cult(s)
    elif now == players - 1:
        for p in range(players):
            if not is_cultist(s, p):
                gain_level(s, p, 1, 1 if s.rules.gold_overridable == GoalBy.ANY_CARD else 0)


@kernel
def highest_of_all(s):
    """CULT-5: those of the highest level, the dead among them."""
    high = 0
    winners = 0
    for p in seats(s):
        level = s.player[p].level
        if level > high:
            high = level
            winners = 0
        if level == high:
            winners |= 1 << p
    return winners


@kernel
def end_with_cult(s):
    """CULT-5: all are Cultists, or count as some: the highest level wins, ties share."""
    end_game(s, highest_of_all(s))


@kernel
def ends_with_cult(t, k):
    """CULT-5: by the use of a card of type `k` its owner counts as the last Cultist."""
    return find_clause(t, k, Trigger.PLAY, Op.COMPLETE_CULT) != 0


effect(Op.COMPLETE_CULT, end_with_cult)
