"""Winning and the end of the game (WIN-1 to WIN-3, GOLD-4, WINDOW-5, QUICK-3)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.game import end_game
from munchkin_env.engine.queries.people import highest_level


@kernel
def settle_win(s):
    """WIN-1, WIN-3: whoever is at the goal wins; QUICK-3: the helper of a winning leader too."""
    winners = s.lucky
    m = s.combat
    if m.active and s.rules.helper_wins and m.helper and (winners >> m.leader) & 1:
        winners |= 1 << (m.helper - 1)
    end_game(s, winners)


@kernel
def settle_round_limit(s):
    """WINDOW-5: past the last round the game is a draw, or the highest level's."""
    winners = 0
    if s.rules.leader_wins:
        high = highest_level(s)
        for p in seats(s):
            if s.player[p].dead == 0 and s.player[p].level == high:
                winners |= 1 << p
        if winners == (1 << s.rules.players) - 1:
            winners = 0
    end_game(s, winners)
