"""Copies of a card that can be told apart: one more part of the answer says which is meant."""

from munchkin_env.engine.dispatch.options import argument_moments, card_option, where_to_look
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.cards import cheated, table_of
from munchkin_env.engine.rules.aims import is_there
from munchkin_env.engine.rules.choices import comes_first, has_something_on
from munchkin_env.vocabulary import Flag, Zone


@kernel
def copy_key(s, t, c):
    """What tells two copies of a card apart: place, use, attachments, who knows them."""
    key = s.card[c].zone * 4096 + (s.card[c].flag & Flag.CARRIED) * 2048
    if s.card[c].zone >= Zone.TABLE:
        key += 1024 if s.card[c].host else 0
        key += 512 if cheated(s, t, c) else 0
        key += 256 if has_something_on(s, c) else 0
    return key + s.card[c].known_by


@kernel
def card_here(s, t, p, verb, stage, now, c):
    """An option that also lies where `list_cards` looks."""
    there = is_there(s, p, where_to_look(s, t, verb, stage), s.card[c].zone)
    return there and card_option(s, t, p, verb, stage, now, c)


@kernel
def next_key(s, t, p, verb, stage, now, k, floor):
    """The smallest copy key above `floor` among the options of type `k`, -1 if there is none."""
    best = -1
    first = t.card[k].first
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c):
            key = copy_key(s, t, c)
            if key > floor and (best < 0 or key < best):
                best = key
    return best


@kernel
def copy_with_key(s, t, p, verb, stage, now, k, wanted):
    """The lowest copy of type `k` with that key, 0 if none."""
    first = t.card[k].first
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c) and copy_key(s, t, c) == wanted:
            return c
    return 0


@kernel
def count_keys(s, t, p, verb, stage, now, k):
    """How many distinguishable groups of copies there are."""
    total = 0
    key = next_key(s, t, p, verb, stage, now, k, -1)
    while key >= 0:
        total += 1
        key = next_key(s, t, p, verb, stage, now, k, key)
    return total


@kernel
def count_groups(s, t, p, verb, base, k):
    """Distinguishable copies of a chosen type."""
    return count_keys(s, t, p, verb, base, argument_moments(s, t, p, verb), k)


@kernel
def lowest_copy(s, t, p, verb, stage, k):
    """The copy of type `k` that is meant, of those that are options: if they are alike the lowest one."""
    now = argument_moments(s, t, p, verb)
    first = t.card[k].first
    best = 0
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c):
            own = s.card[c].zone < Zone.TABLE or s.card[c].zone == table_of(p)
            if best == 0 or comes_first(s, t, c, best, own):
                best = c
    return best


@kernel
def copies_differ(s, t, p, verb, stage, k):
    """Several distinguishable copies of the type are options: one more answer says which."""
    if t.card[k].copies < 2:
        return False
    return count_keys(s, t, p, verb, stage, argument_moments(s, t, p, verb), k) > 1


@kernel
def pick_copy(s, t, p, verb, stage, k, index):
    """The copy of the index-th distinguishable group."""
    now = argument_moments(s, t, p, verb)
    key = next_key(s, t, p, verb, stage, now, k, -1)
    for _ in range(index):
        key = next_key(s, t, p, verb, stage, now, k, key)
    return copy_with_key(s, t, p, verb, stage, now, k, key)
