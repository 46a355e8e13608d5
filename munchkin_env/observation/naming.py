"""Naming: which cards of a hand a rule may have named before it goes on, as far as everybody can tell."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import gives_level, is_class, is_cult_card, is_gear, is_monster, kind_of, type_of
from munchkin_env.engine.rules.announcing import BYTE
from munchkin_env.engine.rules.modifiers import has_type_identity
from munchkin_env.vocabulary import Aim, Frame, Verb


@kernel
def suits(s, t, i, c):
    """A card that frame `i` may name: proposed for a swap, paid for a claim, second of a play."""
    f = s.frame[i]
    kind = kind_of(t, c)
    if f.kind == Frame.MEETING:
        return not is_cult_card(t, c)
    if f.kind == Frame.CHOOSE:
        return gives_level(kind)
    if f.kind == Frame.PLAYED and f.said & BYTE == Verb.LAY_OUT:  # MOD-1
        return is_class(kind) and not has_type_identity(s, t, f.seat, c)
    aim = t.card[type_of(t, f.card)].aim
    if aim == Aim.MONSTER_FROM_HAND or aim == Aim.MONSTER_SWAP:
        return is_monster(kind)
    return aim != Aim.OWN_ITEM or is_gear(kind)
