"""Winning and the end of the game (WIN-1 to WIN-3, GOLD-4, WINDOW-5, QUICK-3)."""

from munchkin_env.engine.atoms import end_game
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import highest_level


@kernel
def settle_win(s):
    """WIN-1, WIN-3: whoever is at the goal wins; QUICK-3: the helper of a winning leader too."""
    winners = int(s.lucky)
    m = s.combat
    if int(m.active) and int(s.rules.helper_wins) and int(m.helper) and (winners >> int(m.leader)) & 1:
        winners |= 1 << (int(m.helper) - 1)
    end_game(s, winners)


@kernel
def settle_round_limit(s):
    """WINDOW-5: past the last round the game is a draw, or the highest level's."""
    winners = 0
    if int(s.rules.leader_wins):
        high = highest_level(s)
        for p in range(int(s.rules.players)):
            if int(s.player[p].dead) == 0 and int(s.player[p].level) == high:
                winners |= 1 << p
        if winners == (1 << int(s.rules.players)) - 1:
            winners = 0
    end_game(s, winners)
