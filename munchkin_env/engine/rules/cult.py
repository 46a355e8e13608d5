"""The cult: who is a Cultist, and what comes when all are, or all but one (CULT-1 to CULT-7)."""

from munchkin_env.engine.atoms.derived import CULT_CHANGED, refresh
from munchkin_env.engine.atoms.players import gain_level
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.in_play import COUNTS_CULTISTS, has_laid
from munchkin_env.engine.facts.people import is_cultist
from munchkin_env.engine.rules.effects.cards import end_with_cult
from munchkin_env.vocabulary import GoalBy


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
