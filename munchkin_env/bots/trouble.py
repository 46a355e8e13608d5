"""What it is worth to look for trouble (TURN-3)."""

from munchkin_env.bots.outlook import edge_alone, gain_of_monster, leaves_alone, own_bonus
from munchkin_env.bots.rooms import treasure_in_room
from munchkin_env.bots.valuation import NOTHING, TREASURE, WINS
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.entered_room import treasure_times
from munchkin_env.engine.rules.abilities import ability_amount
from munchkin_env.vocabulary import Ability


@kernel
def score_trouble(v, t, p, k):
    """TURN-3: looking for trouble pays only if the combat is won, at the last level also with all own means."""
    treasures = leaves_alone(v, t, p, k)
    if treasures >= 0:
        return TREASURE * treasures
    before = edge_alone(v, t, p, k)
    extra = TREASURE * ability_amount(v, t, p, Ability.TROUBLE_TREASURE)
    if v.player[p].level + t.card[k].levels >= v.rules.goal:
        return WINS if before + 2 * own_bonus(v, t, p) > 0 else NOTHING
    extra += treasure_in_room(t, k, treasure_times(v, t))
    return gain_of_monster(t, k) + extra + min(before, 8) if before > 0 else NOTHING
