"""Items in use and carried, races and classes, the Hireling's load (ITEM-1 to ITEM-5, MOD-1, TURN-7)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import ALL_SEATS, attach, discard, move_card, set_flag
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import lose_level
from munchkin_env.engine.queries.asking import is_in_fight, is_in_turn, is_joining, is_receipt
from munchkin_env.engine.queries.cards import (
    CARRIED,
    HALF_BREED,
    IN_USE,
    SUPER_MUNCHKIN,
    cheated,
    classes_over,
    count_classes,
    count_kind,
    count_races,
    count_sidekicks,
    hand_of,
    has_flag,
    has_laid,
    is_class,
    is_cult_card,
    is_gear,
    is_half_breed,
    is_identity,
    is_item,
    is_one_time,
    is_race,
    is_race_or_class,
    is_sidekick,
    is_super_munchkin,
    kind_of,
    pays_in_play,
    races_over,
    same_identity,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.conditions import permitted
from munchkin_env.engine.queries.items import corruption, is_stuck
from munchkin_env.engine.queries.people import has_ability, is_of_class
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.queries.wearing import comes_off, fits, may_carry
from munchkin_env.engine.rules.choices import (
    can_lay_out_kind,
    may_receive,
    put_on_table,
    sidekicks_allowed,
)
from munchkin_env.engine.rules.meeting import is_given_up, join_cult, may_join, names_class
from munchkin_env.engine.rules.rows import (
    FIGHT,
    FIGHTER,
    NOT_OF_ROLLS,
    REACTS,
    TURN,
    At,
    During,
    Role,
    answered,
    meanings,
    verb,
)
from munchkin_env.vocabulary import (
    Ability,
    Decision,
    Event,
    Flag,
    Kind,
    Klass,
    Stage,
    Verb,
    Where,
    Window,
    Zone,
    kinds_that,
)

# --------------------------------------------------------------------------- Half-Breed, Super Munchkin (MOD-1)


@kernel
def has_type_identity(s, t, p, c):
    """TURN-7: return True if the same race or class is in play already."""
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
    """Return True if some class of the hand may be in play beside the present one, by the modifier `c`."""
    for d in cards(s, hand_of(p)):
        if is_second_class(s, t, p, c, d):
            return True
    return False


@kernel
def modified_by(s, t, p, kind):
    """MOD-1: number of races, or classes, in play for a modifier of the kind."""
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
def replaces_one(s, t, p, c):
    """MOD-1: `p` has two races, or two classes, and no room for a third: `c` takes the place of one, as it is laid out.

    The other one, and what allows two of them, stay as they are. TURN-7, PLAY-12: on receipt also a single one goes,
    which is discarded by itself at decisions of the own turn.
    """
    kind = kind_of(t, c)
    least = 1 if is_receipt(s.decision) else 2
    if is_race(kind):
        if count_races(s, t, p) < least or races_over(s, t, p) < 0:
            return False
    elif not is_class(kind) or count_classes(s, t, p) < least or classes_over(s, t, p) < 0:
        return False
    for d in cards(s, table_of(p)):
        if gives_place_to(s, t, p, c, d):
            return True
    return False


# --------------------------------------------------------------------------- equipment


ITEMS = kinds_that("worn")  # those that are used, without one-shots
NO_IDENTITY = 1  # bits of races or classes of a player who has none: Human, or no class


@kernel
def may_lay_out(s, t, p, c):
    """TURN-1, MOD-1, ITEM-3: return True if the table of `p` allows the card to be laid out now."""
    kind = kind_of(t, c)
    if not can_lay_out_kind(t, c):
        return False
    if is_gear(kind):
        return may_carry(s, t, p, c)
    if is_race(kind):
        if s.player[p].race == NO_IDENTITY:
            return True
        room = 2 if has_laid(s, p, HALF_BREED) else 1
        if count_races(s, t, p) >= room:
            return replaces_one(s, t, p, c)
        return not has_type_identity(s, t, p, c)
    if is_class(kind):
        if s.player[p].klass == NO_IDENTITY:
            return True
        room = 2 if has_laid(s, p, SUPER_MUNCHKIN) else 1
        if count_classes(s, t, p) >= room:
            return replaces_one(s, t, p, c)
        return not has_type_identity(s, t, p, c)
    if is_identity(kind):  # no race, no class
        return may_modify(s, t, p, c)
    if is_sidekick(kind):
        return count_sidekicks(s, t, p) < sidekicks_allowed(s, t, p)
    if kind == Kind.MUTATION:
        return is_of_class(s, p, Klass.CULTIST) == 1  # MUT-1
    return True


@kernel
def lay_out_option(s, t, p, c):
    """TURN-1, TURN-6, PLAY-8, PLAY-12: cards that may be laid out at this decision."""
    decision = s.decision
    if is_joining(decision):
        return may_join(s, t, p, c)
    if not may_lay_out(s, t, p, c):
        return False
    kind = kind_of(t, c)
    if is_receipt(decision):
        return may_receive(s, t, p, c) or comes_with_class(s, t, c)  # the class has just been received
    if is_sidekick(kind) and t.card[type_of(t, c)].when:
        return decision == Decision.SETUP  # SIDE-1: it is played
    if is_in_fight(decision):
        if is_gear(kind) or kind == Kind.MUTATION:  # MUT-1: like an item
            return equips_in_combat(s, p)
        return not is_one_time(kind) and p == s.turn_seat
    return True


@kernel
def equips_in_combat(s, p):
    """PLAY-8: by switch, the player in turn lays out items to wear also in the own combat."""
    return s.rules.equip_in_combat != 0 and p == s.turn_seat


@kernel
def items_may_go(s):
    """ITEM-4: items are thrown away only by switch."""
    return s.rules.throw_away_items != 0


@kernel
def may_throw_away(s, t, c):
    """ITEM-4: an item that may be thrown away, if items may be at all."""
    return is_item(t, c) and not is_stuck(s, t, c)


@kernel
def lay_out(s, t, p, c, d):
    """DECK-4, MOD-1: the card comes to the table, and `d`, if not 0, with it if it is a second class of the hand.

    One of two races or classes in play, as `d` is else, goes for the card, CULT-2: also when the cult meets.
    """
    if is_joining(s.decision):
        join_cult(s, t, p, c, d)
        return
    put_on_table(s, t, p, c)
    if d and s.card[d].zone == table_of(p):
        discard(s, t, d, p)
    elif d:
        put_on_table(s, t, p, d)


@kernel
def may_use(s, t, p, c):
    """TURN-1, WINDOW-6: a carried item that fits may be put in use, once per turn."""
    return (
        has_flag(s, c, Flag.CARRIED)
        and not has_flag(s, c, Flag.PUT_IN_USE)
        and s.card[c].host == 0
        and fits(s, t, p, c)
        and permitted(s, t, p, type_of(t, c))
    )


@kernel
def may_put_away(s, t, p, c):
    """TURN-1, WINDOW-6: an item in use may be turned sideways, once per turn.

    LASER-1: where other items can't be, a part of several lasers can; in a combat it doesn't matter how often before.
    """
    return (
        is_gear(kind_of(t, c))
        and not has_flag(s, c, Flag.CARRIED)
        and (is_in_turn(s.decision) or comes_off(s, t, p, c))
        and (s.combat.active != 0 or not has_flag(s, c, Flag.PUT_AWAY))
        and s.card[c].host == 0
        and not cheated(s, t, c)
        and not is_stuck(s, t, c)
    )


@kernel
def put_in_use(s, t, p, c):
    log(s, Event.IN_USE, p, type_of(t, c), -1, 0)
    set_flag(s, t, c, Flag.PUT_IN_USE, 1)
    set_flag(s, t, c, Flag.CARRIED, 0)


@kernel
def put_away(s, t, p, c):
    log(s, Event.CARRIED, p, type_of(t, c), -1, 0)
    set_flag(s, t, c, Flag.PUT_AWAY, 1)
    set_flag(s, t, c, Flag.CARRIED, 1)


@kernel
def may_drop(s, t, p, c):
    """TURN-7: races and classes may be discarded at any time; ITEM-4: in one's own turn other cards, no items.

    CURSE-2: an item that a curse has turned, for levels, whenever a class could be.
    """
    kind = kind_of(t, c)
    if is_race_or_class(kind):
        return not is_cult_card(t, c)  # CULT-1
    if is_gear(kind):
        return may_shed(s, t, p, c)
    if not is_in_turn(s.decision):
        return False
    # with two races (or classes), one of them is discarded first, by choice
    if is_identity(kind):
        return modified_by(s, t, p, kind) < 2
    return not is_item(t, c) and pays_in_play(t, c) and not is_kept(s, t, c) and not is_stuck(s, t, c)


@kernel
def may_drop_anything(s, p):
    """The player has a card in play that may be dropped at some time."""
    return s.count[table_of(p)] > 0


@kernel
def may_shed(s, t, p, c):
    """CURSE-2: an item that a curse has turned, and its owner has the levels that it costs to get rid of it."""
    clause = corruption(s, t, c)
    levels = t.clause[clause].amount
    return clause != 0 and levels > 0 and s.player[p].level > levels


@kernel
def drop(s, t, p, c):
    """TURN-7, CURSE-2: discard the card, at the cost of levels if a curse has corrupted it."""
    clause = corruption(s, t, c)
    if clause:
        lose_level(s, p, t.clause[clause].amount)
    discard(s, t, c, p)


# --------------------------------------------------------------------------- the Hireling's item


@kernel
def load_of(s, p, hireling):
    """The item the Hireling carries, 0 if none."""
    for c in cards(s, table_of(p)):
        if s.card[c].host == hireling:
            return c
    return 0


@kernel
def carrier(s, t, p):
    """The Hireling on the table of `p` that takes an item: one with free hands first, 0 if there is none."""
    if not has_ability(s, p, Ability.CARRY_EXTRA):
        return 0
    best = 0
    least = 0
    for c in cards(s, table_of(p)):
        if is_sidekick(kind_of(t, c)) and (t.card[type_of(t, c)].abilities >> Ability.CARRY_EXTRA) & 1:
            burden = t.n_cards + 1 if load_of(s, p, c) else 0
            if best == 0 or c + burden < least:
                best = c
                least = c + burden
    return best


@kernel
def may_lend(s, t, p, c):
    """The Hireling may take this item, in hand or on the table; what it carries must find room."""
    hireling = carrier(s, t, p)
    if hireling == 0 or s.card[c].host != 0 or has_flag(s, c, Flag.PUT_IN_USE):
        return False
    if s.card[c].zone >= Zone.TABLE and (cheated(s, t, c) or is_stuck(s, t, c)):
        return False
    load = load_of(s, p, hireling)
    if load == 0:
        return True
    if is_stuck(s, t, load):
        return False
    frees_big = s.card[c].zone >= Zone.TABLE and t.card[type_of(t, c)].big
    return may_carry(s, t, p, load) or frees_big != 0


@kernel
def lend(s, t, p, c):
    """The Hireling carries the item: it is in use whatever its restrictions."""
    hireling = carrier(s, t, p)
    load = load_of(s, p, hireling)
    if load:
        attach(s, t, load, 0)
        set_flag(s, t, load, Flag.CARRIED, 1)
    if s.card[c].zone != table_of(p):
        log(s, Event.LAID_OUT, p, type_of(t, c), -1, 0)
        move_card(s, t, c, table_of(p), ALL_SEATS)
    log(s, Event.IN_USE, p, type_of(t, c), -1, 0)
    set_flag(s, t, c, Flag.PUT_IN_USE, 1)
    set_flag(s, t, c, Flag.CARRIED, 0)
    attach(s, t, c, hireling)


@kernel
def names_another(s, t, p, c):
    """A second card is named beside the one that is laid out: a second class comes with it, or one of two races or
    classes goes for it (MOD-1, CULT-2)."""
    return comes_with_class(s, t, c) or names_class(s, t, p) or replaces_one(s, t, p, c)


@kernel
def is_named_beside(s, t, p, c, d):
    """MOD-1, CULT-2: card `d` comes with the one that is laid out, or goes for it."""
    if is_joining(s.decision):
        return is_given_up(s, t, p, d)
    return is_second_class(s, t, p, c, d) if comes_with_class(s, t, c) else gives_place_to(s, t, p, c, d)


@kernel
def has_carried(s, p):
    """Return True if the player carries an item that is not in use."""
    return has_laid(s, p, CARRIED)


@kernel
def may_put_any_away(s, p):
    """Something is in use; in a fight it is only taken off the other lasers (LASER-1)."""
    return has_laid(s, p, IN_USE) and (s.player[p].lasers > 1 or is_in_turn(s.decision))


@kernel
def has_carrier(s, t, p):
    """A Hireling who could carry something is in play."""
    return carrier(s, t, p) != 0


# --------------------------------------------------------------------------- verbs


@kernel
def suits_beside(s, t, i, p, c):
    """Card `c` of a hand may be the class that comes with the modifier that frame `i` announces (MOD-1)."""
    return comes_with_class(s, t, s.frame[i].card) and is_class(kind_of(t, c)) and not has_type_identity(s, t, p, c)


verb(
    Verb.LAY_OUT,
    "lay out a card",
    "You put a race, a class or an item from your hand before you, where it counts from now on.",
    lead="lay out",
    parts=(Stage.CARD, Stage.SECOND),
    skipped={Stage.SECOND: names_another},
    cards=Where.HAND,
    kinds=kinds_that("laid_out"),
    seconds=Where.HAND | Where.TABLE,
    at=(At(20, (*TURN, *FIGHT, *answered(Verb.LAY_OUT))),),
    words_at=meanings(Verb.LAY_OUT),
    card=lay_out_option,
    second=is_named_beside,
    waits=True,
    suits=suits_beside,
    carry_out=lay_out,
)
verb(
    Verb.USE,
    "use a carried item",
    "You turn an item that you carry upright, so that its bonus counts.",
    lead="use",
    parts=(Stage.CARD,),
    cards=Where.TABLE,
    kinds=ITEMS,
    at=(At(30, TURN),),
    when=has_carried,
    card=may_use,
    carry_out=put_in_use,
)
verb(
    Verb.CARRY,
    "put an item away",
    "You turn an item sideways: you keep it, but its bonus does not count.",
    lead="put away",
    parts=(Stage.CARD,),
    cards=Where.TABLE,
    kinds=ITEMS,
    at=(At(40, TURN), At(44, FIGHT)),
    windows=(
        During(150, NOT_OF_ROLLS, FIGHTER, reaction=False),
        During(150, (Window.TURN_START,), Role.NO_COMBAT, reaction=False),
    ),
    words_at=dict.fromkeys((*FIGHT, *REACTS), "take a laser off the others"),
    when=may_put_any_away,
    card=may_put_away,
    carry_out=put_away,
)
verb(
    Verb.LEND,
    "give an item to the Hireling",
    "Your Hireling carries an item for you; they leave together.",
    lead="give the Hireling",
    parts=(Stage.CARD,),
    cards=Where.HAND | Where.TABLE,
    kinds=ITEMS,
    at=(At(50, TURN),),
    when=has_carrier,
    card=may_lend,
    carry_out=lend,
)
verb(
    Verb.DROP,
    "discard a race, class or other card in play",
    "You discard a race, a class or the like that you have in play, and lose what it gave you.",
    lead="discard",
    parts=(Stage.CARD,),
    cards=Where.TABLE,
    at=(At(42, FIGHT), At(72, TURN)),
    windows=(
        During(140, NOT_OF_ROLLS, FIGHTER, reaction=False),
        During(140, (Window.TURN_START,), Role.NO_COMBAT, reaction=False),
    ),
    when=may_drop_anything,
    card=may_drop,
    carry_out=drop,
)
verb(
    Verb.THROW_AWAY,
    "throw an item away",
    "You discard an item for nothing.",
    lead="throw away",
    parts=(Stage.CARD,),
    cards=Where.TABLE,
    kinds=kinds_that("item"),
    at=(At(140, TURN),),
    when=items_may_go,
    card=may_throw_away,
    carry_out=drop,
)
