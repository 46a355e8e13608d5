"""Derived numbers: traits of a player, benefits of cards, strengths of the sides of a combat.

Nothing here changes the game.
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.vocabulary import (
    CLASS_KINDS,
    ENHANCING_KINDS,
    FIGHTING_KINDS,
    FITTED_KINDS,
    FOLLOWING_KINDS,
    GIVING_LEVEL_KINDS,
    IDENTITY_KINDS,
    ITEM_KINDS,
    LEVEL_KINDS,
    MAIN_IDENTITY_KINDS,
    MONSTER_KINDS,
    ONE_TIME_KINDS,
    PAYING_KINDS,
    RACE_KINDS,
    SECOND_CLASS_KINDS,
    SECOND_RACE_KINDS,
    STRIKING_KINDS,
    WORN_KINDS,
    Aim,
    Deck,
    Kind,
    Klass,
    Lasting,
    Tag,
    Zone,
)

# --------------------------------------------------------------------------- kinds of cards in play, as bits


IN_USE = 1  # bits of `laid`: kinds of cards in play
CARRIED = 2
GIVEN_UP = 4  # races, classes, what modifies them, sidekicks
HALF_BREED = 8
SUPER_MUNCHKIN = 16
COUNTS_CULTISTS = 32  # a card whose strength may depend on who is a Cultist (CULT-6)

COUNTS_LETTERS = 1  # bits of `madness`: what makes monsters stronger by their names (MAD-1)
SHUNS = 2  # what keeps its owner from helping some

OTHERS_HANG = 1  # bits of `attached`: kinds of attached cards
CHEATS_HANG = 2
ENHANCERS_HANG = 4
CURSES_HANG = 8


@inlined
def has_laid(s, p, kinds):
    """Return True if the player has some of those kinds of cards in play (bits of `laid`)."""
    return s.player[p].laid & kinds != 0


@inlined
def owns_goods(s, p):
    """Return True if the player has items or one-shots in play."""
    return s.player[p].laid & (IN_USE | CARRIED) != 0 or s.player[p].one_shots != 0


@inlined
def hang_beside(s, c, kinds):
    """Return True if some of those kinds (bits of `attached`) are attached to cards on the table of card `c`."""
    zone = s.card[c].zone
    return zone >= Zone.TABLE and s.player[zone - Zone.TABLE].attached & kinds != 0


# --------------------------------------------------------------------------- cards


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
    """The kind is one of those (a mask of vocabulary.Nature)."""
    return (kinds >> kind) & 1 == 1


@kernel
def is_gear(kind):
    """It is in use or carried in front of its owner; a one-shot is neither."""
    return is_of(WORN_KINDS, kind)


@kernel
def is_fitted(kind):
    """An enhancer of an item."""
    return is_of(FITTED_KINDS, kind)


@kernel
def is_sidekick(kind):
    """A Hireling or sidekick."""
    return is_of(FOLLOWING_KINDS, kind)


@kernel
def is_monster(kind):
    """A monster card, no room with one of its own."""
    return is_of(MONSTER_KINDS, kind)


@kernel
def is_enhancer(kind):
    """An enhancer of monsters."""
    return is_of(ENHANCING_KINDS, kind)


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
    """A card with the aim is played on a player, the subject of its clauses."""
    return aim == Aim.PLAYER or aim == Aim.OUTSIDER or aim == Aim.VICTIM or aim == Aim.IN_TURN or aim == Aim.RISEN


@kernel
def names_seat(aim):
    """A card with the aim is played on a player."""
    return aim == Aim.FIGHTING_OR_CLASS or is_seat_aim(aim)


@kernel
def is_level_card(kind):
    """PLAY-2: a card about levels, which is no part of a combat."""
    return is_of(LEVEL_KINDS, kind)


@kernel
def gives_level(kind):
    """Go Up a Level."""
    return is_of(GIVING_LEVEL_KINDS, kind)


@kernel
def is_identity(kind):
    """PLAY-12, QUICK-4: a race or class, or what modifies one."""
    return is_of(IDENTITY_KINDS, kind)


@kernel
def pays_in_play(t, c):
    """PLAY-10: the card may be discarded from the table for an ability: it is none that was played on its owner."""
    return is_of(PAYING_KINDS, kind_of(t, c)) and t.card[type_of(t, c)].lasting == Lasting.NOT


@kernel
def is_race_or_class(kind):
    """TURN-7: a race or class itself, no modifier."""
    return is_of(MAIN_IDENTITY_KINDS, kind)


@kernel
def is_race(kind):
    """A race card."""
    return is_of(RACE_KINDS, kind)


@kernel
def is_class(kind):
    """A class card."""
    return is_of(CLASS_KINDS, kind)


@kernel
def same_identity(t, c, d):
    """TURN-7: both cards are the same race or class."""
    card = t.card[type_of(t, c)]
    other = t.card[type_of(t, d)]
    if other.kind != card.kind:
        return False
    return (is_race(card.kind) and other.race == card.race) or (is_class(card.kind) and other.klass == card.klass)


@kernel
def is_half_breed(kind):
    """Allow a player two races."""
    return is_of(SECOND_RACE_KINDS, kind)


@kernel
def is_super_munchkin(kind):
    """Allow a player two classes."""
    return is_of(SECOND_CLASS_KINDS, kind)


@kernel
def is_spent(s, t, c):
    """Return True for a card in the combat that is neither monster nor enhancer."""
    return s.card[c].zone == Zone.COMBAT and not is_of(FIGHTING_KINDS, kind_of(t, c))


@kernel
def enhances_group(s, t, c, group):
    """The card in the combat is an enhancer of the monsters of the group."""
    return s.card[c].host == group and is_enhancer(kind_of(t, c))


@kernel
def is_fitted_to(s, t, d, c):
    """Return True if card `d` is an enhancer attached to item `c`."""
    return s.card[d].host == c and is_fitted(kind_of(t, d))


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
    """Return `cheated` of a card on a table with a Cheat! card."""
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
        if is_fitted_to(s, t, d, c):
            tags |= t.card[t.type_of[d]].tags
    return tags


@kernel
def speaks(s, t, c):
    """The card's own words count: no class has abilities while a monster silences them."""
    return not is_class(kind_of(t, c)) or s.combat.no_class == 0


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
def count_races(s, t, p):
    return count_kind(s, t, p, Kind.RACE)


@kernel
def count_classes(s, t, p):
    return count_kind(s, t, p, Kind.CLASS)


@kernel
def count_sidekicks(s, t, p):
    return count_kind(s, t, p, Kind.SIDEKICK)


@kernel
def count_half_breeds(s, t, p):
    return count_kind(s, t, p, Kind.RACE_MODIFIER)


@kernel
def count_super_munchkins(s, t, p):
    return count_kind(s, t, p, Kind.CLASS_MODIFIER)


@kernel
def races_over(s, t, p):
    """Races in play beyond the one that the player may have, two with Half-Breed; below 0 if there is room."""
    return count_races(s, t, p) - 1 - count_half_breeds(s, t, p)


@kernel
def classes_over(s, t, p):
    """Classes in play beyond the one that the player may have, two with Super Munchkin."""
    return count_classes(s, t, p) - 1 - count_super_munchkins(s, t, p)


@kernel
def first_class(s, t, p):
    """A class on the table, 0 if there is none."""
    c = s.head[table_of(p)]
    while c and not is_class(kind_of(t, c)):
        c = s.card[c].next
    return c


@kernel
def is_cult_card(t, c):
    """CULT-2: return True for a Cultist class card, which has a discard pile of its own."""
    card = t.card[t.type_of[c]]
    return is_class(card.kind) and card.klass == Klass.CULTIST


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
