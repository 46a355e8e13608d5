"""The places of a combat: its two sides, then its monsters, which form groups."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.vocabulary import Place


@kernel
def monster_at(place):
    """The monster that a vocabulary.Place names, by its index in the combat; negative for a side."""
    return place - Place.MONSTER


@kernel
def place_of(i):
    """The vocabulary.Place of the monster with that index in the combat."""
    return Place.MONSTER + i


@kernel
def group_size(s, group):
    """Return the number of monsters that the enhancers of a group count for (PLAY-7)."""
    total = 0
    for i in range(s.combat.n_monsters):
        total += 1 if s.combat.monster[i].group == group else 0
    return total
