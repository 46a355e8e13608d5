"""What lies in front of a player and what hangs there, as derived bits: asked before anybody walks his table."""

from munchkin_env.engine.kernels.kernel import inlined
from munchkin_env.vocabulary import Zone

IN_USE = 1  # bits of `laid`: what lies there
CARRIED = 2
GIVEN_UP = 4  # races, classes, what modifies them, sidekicks
HALF_BREED = 8
SUPER_MUNCHKIN = 16
COUNTS_CULTISTS = 32  # a card whose strength may depend on who is a Cultist (CULT-6)

COUNTS_LETTERS = 1  # bits of `madness`: what makes monsters stronger by their names (MAD-1)
SHUNS = 2  # what keeps its owner from helping some

OTHERS_HANG = 1  # bits of `attached`: what hangs on cards there
CHEATS_HANG = 2
ENHANCERS_HANG = 4
CURSES_HANG = 8


@inlined
def has_laid(s, p, kinds):
    """Some of those kinds of cards (bits of `laid`) lie in front of the player."""
    return s.player[p].laid & kinds != 0


@inlined
def owns_goods(s, p):
    """Items or one-shots lie in front of the player."""
    return s.player[p].laid & (IN_USE | CARRIED) != 0 or s.player[p].one_shots != 0


@inlined
def hang_beside(s, c, kinds):
    """On cards of the table where card `c` lies hang some of those kinds (bits of `attached`)."""
    zone = s.card[c].zone
    return zone >= Zone.TABLE and s.player[zone - Zone.TABLE].attached & kinds != 0
