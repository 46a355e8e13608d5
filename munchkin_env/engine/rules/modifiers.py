"""Half-Breed and Super Munchkin: what they are laid out beside, and with (MOD-1, TURN-7)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.asking import is_receipt
from munchkin_env.engine.queries.cards import (
    classes_over,
    count_classes,
    count_kind,
    count_races,
    hand_of,
    has_flag,
    is_class,
    is_cult_card,
    is_half_breed,
    is_race,
    is_race_or_class,
    is_super_munchkin,
    kind_of,
    races_over,
    same_identity,
    table_of,
)
from munchkin_env.vocabulary import Flag


@kernel
def has_type_identity(s, t, p, c):
    """TURN-7: the same race or class lies in play already."""
    for d in cards(s, table_of(p)):
        if same_identity(t, c, d):
            return True
    return False


@kernel
def comes_with_class(s, t, c):
    """MOD-1: by switch, Super Munchkin is laid out together with the second class."""
    return is_super_munchkin(kind_of(t, c)) and s.rules.super_needs_two != 0


@kernel
def is_second_class(s, t, p, c, d):
    """MOD-1, TURN-7: a class of the hand that may lie beside the one in play, by the modifier `c`.

    PLAY-12: on receipt, if it is one of the two that has been received.
    """
    if s.card[d].zone != hand_of(p) or not is_class(kind_of(t, d)) or has_type_identity(s, t, p, d):
        return False
    return not is_receipt(s.decision) or has_flag(s, c, Flag.NEW) or has_flag(s, d, Flag.NEW)


@kernel
def has_second_class(s, t, p, c):
    """Some class of the hand may lie beside the one in play, by the modifier `c`."""
    for d in cards(s, hand_of(p)):
        if is_second_class(s, t, p, c, d):
            return True
    return False


@kernel
def modified_by(s, t, p, kind):
    """MOD-1: how many races, or classes, lie in play for a modifier of the kind."""
    return count_races(s, t, p) if is_half_breed(kind) else count_classes(s, t, p)


@kernel
def may_modify(s, t, p, c):
    """MOD-1: a race, or a class, lies in play for the modifier, and no other modifier of its kind."""
    kind = kind_of(t, c)
    if modified_by(s, t, p, kind) == 0 or count_kind(s, t, p, kind) > 0:
        return False
    return not comes_with_class(s, t, c) or has_second_class(s, t, p, c)


@kernel
def gives_place_to(s, t, p, c, d):
    """MOD-1, CULT-1: the race or class `d` that `p` has in play may go for `c`, which is another one of its kind."""
    kind = kind_of(t, c)
    if s.card[d].zone != table_of(p) or kind_of(t, d) != kind or is_cult_card(t, d):
        return False
    return is_race_or_class(kind) and not has_type_identity(s, t, p, c)


@kernel
def replaces_one_of_two(s, t, p, c):
    """MOD-1: `p` has two races, or two classes, and no room for a third: `c` takes the place of one, as it is laid out.

    The other one, and what allows two of them, stay as they are.
    """
    kind = kind_of(t, c)
    if is_race(kind):
        if count_races(s, t, p) < 2 or races_over(s, t, p) < 0:
            return False
    elif not is_class(kind) or count_classes(s, t, p) < 2 or classes_over(s, t, p) < 0:
        return False
    for d in cards(s, table_of(p)):
        if gives_place_to(s, t, p, c, d):
            return True
    return False
