"""Derived numbers: what a player is, what his cards give him, how strong the sides of a combat are.

Nothing here changes the game.
"""

from munchkin_env.engine.compiler.kernel import inlined, kernel
from munchkin_env.engine.compiler.language import cards
from munchkin_env.engine.facts.in_play import CHEATS_HANG, ENHANCERS_HANG, hang_beside
from munchkin_env.vocabulary import (
    FIGHTING_KINDS,
    IDENTITY_KINDS,
    ITEM_KINDS,
    LEVEL_KINDS,
    MAIN_IDENTITY_KINDS,
    ONE_TIME_KINDS,
    PAYING_KINDS,
    STRIKING_KINDS,
    Aim,
    Deck,
    Kind,
    Klass,
    Tag,
    Zone,
)


@kernel
def hand_of(p):
    return Zone.HAND + p


@kernel
def table_of(p):
    return Zone.TABLE + p


@kernel
def type_of(t, c):
    return t.type_of[c]


@kernel
def kind_of(t, c):
    return t.kind_of[c]


@kernel
def is_of(kinds, kind):
    """The kind is one of those (a mask of vocabulary.NATURES)."""
    return (kinds >> kind) & 1 == 1


@kernel
def strikes(kind):
    """CURSE-1: curses, and what strikes like one."""
    return is_of(STRIKING_KINDS, kind)


@kernel
def is_one_time(kind):
    """PLAY-3: usable once only."""
    return is_of(ONE_TIME_KINDS, kind)


@kernel
def is_seat_aim(aim):
    """A card with the aim is played on a player, whom its clauses are about."""
    return (
        aim == Aim.PLAYER or aim == Aim.OUTSIDER or aim == Aim.VICTIM or aim == Aim.IN_TURN or aim == Aim.RISEN
    )


@kernel
def names_seat(aim):
    """A card with the aim is played on a player."""
    return aim == Aim.FIGHTING_OR_CLASS or is_seat_aim(aim)


@kernel
def is_level_card(kind):
    """PLAY-2: a card about levels, which is no part of a combat."""
    return is_of(LEVEL_KINDS, kind)


@kernel
def is_identity(kind):
    """PLAY-12, QUICK-4: a race or class, or what modifies one."""
    return is_of(IDENTITY_KINDS, kind)


@kernel
def pays_in_play(t, c):
    """PLAY-10: a card of that kind may be discarded from the table for an ability."""
    return is_of(PAYING_KINDS, kind_of(t, c))


@kernel
def is_race_or_class(kind):
    """TURN-7: a race or class itself, no modifier."""
    return is_of(MAIN_IDENTITY_KINDS, kind)


@kernel
def is_spent(s, t, c):
    """The card lies with the combat and is neither monster nor enhancer."""
    return s.card[c].zone == Zone.COMBAT and not is_of(FIGHTING_KINDS, kind_of(t, c))


@kernel
def has_flag(s, c, flag):
    return (s.card[c].flag & flag) != 0


@kernel
def is_item(t, c):
    """Items and one-shots have a gold value, maybe zero (SELL-1)."""
    return is_of(ITEM_KINDS, kind_of(t, c))


@inlined
def cheated(s, t, c):
    """A Cheat! card is attached to the item on a table."""
    return hang_beside(s, c, CHEATS_HANG) and is_cheated(s, t, c)


@kernel
def is_cheated(s, t, c):
    """As `cheated`, of a card on a table where a Cheat! lies."""
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c and kind_of(t, d) == Kind.DOOR_SPECIAL:
            return True
    return False


@kernel
def lent(s, c):
    """The item is carried by a Hireling."""
    return s.card[c].host != 0


@inlined
def tags_of(s, t, c):
    """Tags of a card, with those of the enhancers that hang on it (ITEM-6)."""
    tags = t.card[t.type_of[c]].tags
    return tags | enhancers_tags(s, t, c) if hang_beside(s, c, ENHANCERS_HANG) else tags


@kernel
def enhancers_tags(s, t, c):
    """Tags of the enhancers that hang on the card on a table."""
    tags = 0
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c and kind_of(t, d) == Kind.ITEM_ENHANCER:
            tags |= t.card[t.type_of[d]].tags
    return tags


@kernel
def speaks(s, t, c):
    """The card's own words count: no class has abilities while a monster silences them."""
    return kind_of(t, c) != Kind.CLASS or s.combat.no_class == 0


# --------------------------------------------------------------------------- players


@kernel
def count_kind(s, t, p, kind):
    """Cards of a kind on the table."""
    total = 0
    for c in cards(s, table_of(p)):
        if kind_of(t, c) == kind:
            total += 1
    return total


@kernel
def is_cult_card(t, c):
    """CULT-2: a Cultist class card, whose discards lie apart."""
    card = t.card[t.type_of[c]]
    return card.kind == Kind.CLASS and card.klass == Klass.CULTIST


@kernel
def is_treasure(t, c):
    return t.card[t.type_of[c]].deck == Deck.TREASURE


@kernel
def has_tag(t, k, tag):
    """Cards of type `k` are what the tag says."""
    return t.card[k].tags >> tag & 1 == 1


@kernel
def is_undead(t, k):
    return has_tag(t, k, Tag.UNDEAD)
