"""Choices: cards of a player that an effect concerns, and the frames in which somebody chooses among them.

The verbs that are legal in any frame (pass, done, yes, no) and the functions that write legal ids are here as well.
"""

from dataclasses import dataclass
from typing import Any

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses
from munchkin_env.engine.mutations.cards import (
    ALL_SEATS,
    attach,
    carry_over,
    clear_flags,
    discard,
    leave_table,
    mark_used,
    move_card,
    set_flag,
)
from munchkin_env.engine.mutations.derived import MANY_HELD
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import BEFORE_DOOR, LAST_DECISIONS, is_open, is_turn, push
from munchkin_env.engine.queries.bonuses import bonus_now
from munchkin_env.engine.queries.cards import (
    cheated,
    gives_level,
    hand_of,
    has_flag,
    is_class,
    is_cult_card,
    is_fitted,
    is_gear,
    is_identity,
    is_item,
    is_of,
    is_race,
    is_race_or_class,
    is_sidekick,
    kind_of,
    table_of,
    tags_of,
    type_of,
)
from munchkin_env.engine.queries.conditions import permitted
from munchkin_env.engine.queries.items import cost_of, is_stuck
from munchkin_env.engine.queries.people import is_fighter, seat_after, takes_part
from munchkin_env.engine.queries.strength import levels_alone
from munchkin_env.engine.queries.third_deck import counts_as_treasure, is_apart, is_kept
from munchkin_env.engine.queries.wearing import fills_slot, fits, may_carry
from munchkin_env.engine.rules.rows import ALL, At, During, Maker, answered, meanings, verb
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, SEAT0
from munchkin_env.vocabulary import (
    CLINGING_KINDS,
    LAID_OUT_KINDS,
    MAX_CLASSES,
    UNDYING_KINDS,
    Ability,
    Deck,
    Event,
    Filter,
    Flag,
    Frame,
    Kind,
    Lasting,
    Often,
    Op,
    Phase,
    Slot,
    Take,
    Trigger,
    Verb,
    Window,
    Zone,
)

# --------------------------------------------------------------------------- writing action ids


@kernel
def add(out, n, action):
    """Append an id; without a list (None) it is only counted."""
    if out is not None:
        out[n] = action
    return n + 1


@kernel
def add_type(t, out, n, start, c):
    """Add the type of a card once."""
    action = CARD0 + t.type_of[c] - 1
    for i in range(start, n):
        if int(out[i]) == action:
            return n
    out[n] = action
    return n + 1


@kernel
def add_seat(s, out, n, q):
    """Seats are relative to the deciding one: 0 itself, 1 the left neighbour."""
    players = s.rules.players
    return add(out, n, SEAT0 + seat_after(s, q, players - s.seat))


@kernel
def list_numbers(out, n, least, most):
    """The numbers from the least to the most."""
    for amount in range(least, most + 1):
        n = add(out, n, AMOUNT0 + amount)
    return n


@kernel
def list_types(s, t, zone, out, n):
    """All types of a zone that may be given away (FAIRY-3)."""
    for c in cards(s, zone):
        if not is_kept(s, t, c):
            n = add_type(t, out, n, 0, c)
    return n


# --------------------------------------------------------------------------- cards that an effect is about


MAY_DECLINE = 2  # `c` of a CHOOSE or ORDER frame: who chooses may take nothing
SPARES = 3  # `c` of a CHOOSE frame: a permission, and each card saves a level of those that the frame below takes
AT_WILL = MAX_CLASSES  # for `is_class_of`, beyond all classes
ONLY_EXCESS = 1  # `c` of a CHOOSE frame: it ends when no race, class or sidekick is in excess (MOD-1)


@kernel
def best_bonus(s, t, p):
    """Return the biggest bonus an item gives the player now; none gives any where levels alone count (COMBAT-9)."""
    best = 0
    if is_fighter(s, p) and levels_alone(s, t):
        return best
    for c in cards(s, table_of(p)):
        best = max(best, bonus_now(s, t, p, c))
    return best


@kernel
def stays_with_dead(s, t, c):
    """DEATH-1: race, class and their modifiers stay, curses by switch."""
    kind = kind_of(t, c)
    if is_of(UNDYING_KINDS, kind):
        return True
    return t.card[type_of(t, c)].lasting != Lasting.NOT and s.rules.curses_outlive_death != 0


@kernel
def is_out_of_reach(s, t, c, what):
    """A card on a table that nothing takes which does not name its kind, whatever else it is like.

    Such are curses, Madness and mutations (CURSE-1, MAD-1, MUT-1), the only Cultist (CULT-3), and what a curse has
    turned (CURSE-2). What becomes of the dead is asked of `stays_with_dead`.
    """
    if is_stuck(s, t, c):
        return True
    if what == Filter.BODY or what == Filter.MADNESS:
        return False
    return is_of(CLINGING_KINDS, kind_of(t, c)) or (is_cult_card(t, c) and s.cultists == 1)


@kernel
def extreme_value(s, t, p, dearest):
    """The highest value of an item in play of the player, or the least one above zero; 0 if there is none."""
    found = 0
    for c in cards(s, table_of(p)):
        value = t.card[type_of(t, c)].value
        if is_item(t, c) and value > 0 and not is_stuck(s, t, c):
            if found == 0 or (value > found) == dearest:
                found = value
    return found


@kernel
def is_small(t, c):
    return is_item(t, c) and t.card[type_of(t, c)].big == 0


@kernel
def is_big(t, c):
    return is_item(t, c) and t.card[type_of(t, c)].big != 0


@kernel
def is_used_item(s, t, c):
    """An item in use: what is carried, and what no item is, is not."""
    return is_item(t, c) and is_gear(kind_of(t, c)) and not has_flag(s, c, Flag.CARRIED)


@kernel
def is_used_in_slot(s, t, c, arg):
    return is_used_item(s, t, c) and t.card[type_of(t, c)].slot == arg


@kernel
def is_used_and_tagged(s, t, c, arg):
    return is_used_item(s, t, c) and tags_of(s, t, c) & arg != 0


@kernel
def is_best(s, t, p, c):
    """An item that gives its owner as much as any other does."""
    if not is_item(t, c):
        return False
    best = best_bonus(s, t, p)
    return best > 0 and bonus_now(s, t, p, c) == best


@kernel
def is_class_of(t, c, arg):
    """A class, the one `arg` if it is not 0; CULT-1: one that its owner may discard at will, if it is `AT_WILL`."""
    if not is_class(kind_of(t, c)):
        return False
    if arg == AT_WILL:
        return not is_cult_card(t, c)
    return arg == 0 or t.card[type_of(t, c)].klass == arg


@kernel
def is_race_card(t, c):
    return is_race(kind_of(t, c))


@kernel
def is_worth(t, c, arg):
    return is_item(t, c) and t.card[type_of(t, c)].value >= arg


@kernel
def goes_with_body(s, t, c):
    """DEATH-1: a card in front of a dead player that others may take; FAIRY-3: none of the third deck."""
    return not is_apart(s, t, c) and not (stays_with_dead(s, t, c) or is_fitted(kind_of(t, c)))


@kernel
def goes_with_hand(s, t, c):
    """DEATH-1: such a card of the own hand."""
    return not is_apart(s, t, c)  # FAIRY-3


@kernel
def is_madness_of(t, c, arg):
    """A Madness, with one of the tags `arg` if there are any."""
    kind = kind_of(t, c)
    return kind == Kind.MADNESS and (arg == 0 or t.card[type_of(t, c)].tags & arg != 0)


@kernel
def is_sidekick_card(t, c):
    return is_sidekick(kind_of(t, c))


@kernel
def is_door(t, c):
    return t.card[type_of(t, c)].deck == Deck.DOOR


@kernel
def is_unusable(s, t, p, c):
    """ITEM-2: a cheated or lent item is used against every restriction."""
    return is_item(t, c) and not permitted(s, t, p, type_of(t, c)) and s.card[c].host == 0 and not cheated(s, t, c)


@kernel
def is_used_by_class(s, t, p, c):
    return is_item(t, c) and t.card[type_of(t, c)].need_klass & s.player[p].klass != 0


@kernel
def is_cheapest(s, t, p, c):
    value = t.card[type_of(t, c)].value
    return is_item(t, c) and value > 0 and value == extreme_value(s, t, p, False)


@kernel
def is_dearest(s, t, p, c):
    return is_item(t, c) and t.card[type_of(t, c)].value == extreme_value(s, t, p, True)


@kernel
def is_tagged_item(s, t, c, arg):
    return is_item(t, c) and tags_of(s, t, c) & arg != 0


@kernel
def is_tagged(s, t, c, arg):
    return tags_of(s, t, c) & arg != 0


@kernel
def begins_with_vowel(t, c):
    return t.card[type_of(t, c)].vowel != 0


@kernel
def raises_level(t, c):
    """A card about levels."""
    return gives_level(kind_of(t, c))


@dataclass(frozen=True)
class FilterRow:
    """Cards of a player that a filter matches; None: none, True: all."""

    on_table: Any = None
    """The card `c` in front of the player matches, `arg` being that of the effect."""
    in_hand: Any = None
    """The card `c` of the hand matches."""
    by_type: bool = False
    """Of a hand some cards match and others don't, by their type."""


FILTERS: dict[Filter, FilterRow] = {
    Filter.ITEMS: FilterRow(is_item),
    Filter.SMALL: FilterRow(is_small),
    Filter.BIG: FilterRow(is_big),
    Filter.SLOT: FilterRow(is_used_in_slot),
    Filter.TAGGED: FilterRow(is_used_and_tagged),
    Filter.HAND: FilterRow(in_hand=True),
    Filter.BEST: FilterRow(is_best),
    Filter.CLASSES: FilterRow(is_class_of),
    Filter.RACES: FilterRow(is_race_card),
    Filter.ITEMS_AND_HAND: FilterRow(is_item, in_hand=True),
    Filter.TREASURES: FilterRow(counts_as_treasure),
    Filter.VALUE: FilterRow(is_worth),
    Filter.BODY: FilterRow(goes_with_body, in_hand=goes_with_hand),
    Filter.HOST: FilterRow(),  # named by the curse itself
    Filter.MADNESS: FilterRow(is_madness_of),
    Filter.DOORS_IN_HAND: FilterRow(in_hand=is_door),
    Filter.UNUSABLE: FilterRow(is_unusable),
    Filter.OF_CLASS: FilterRow(is_used_by_class),
    Filter.CHEAPEST: FilterRow(is_cheapest),
    Filter.DEAREST: FilterRow(is_dearest),
    Filter.VOWEL: FilterRow(begins_with_vowel, in_hand=begins_with_vowel, by_type=True),
    Filter.TAGGED_IN_PLAY: FilterRow(is_tagged_item),
    Filter.TAGGED_ANYWHERE: FilterRow(is_tagged, in_hand=is_tagged, by_type=True),
    Filter.SIDEKICKS: FilterRow(is_sidekick_card),
    Filter.LEVEL_CARDS: FilterRow(in_hand=raises_level, by_type=True),
}

_make = Maker(__name__, {name: name for name in ("s", "t", "p", "c", "arg")})


def _column(name: str, by_type: bool = False) -> dict[Filter, str]:
    """The calls of a column, by filter; of those alone that go by type."""
    found = {which: getattr(row, name) for which, row in FILTERS.items() if row.by_type or not by_type}
    return {
        which: "True" if function is True else _make.call(function)
        for which, function in found.items()
        if function is not None
    }


matches_on_table = _make.dispatcher(
    "matches_on_table(s, t, p, c, filter, arg)",
    "The card in front of player `p` is one of those an effect is about.",
    _column("on_table"),
    "False",
)
matches_in_hand = _make.dispatcher(
    "matches_in_hand(s, t, p, c, filter, arg)",
    "The card in the hand of player `p` is one of those an effect is about.",
    _column("in_hand"),
    "False",
)
matches_by_type = _make.dispatcher(
    "matches_by_type(s, t, c, filter, arg)",
    "As `matches_in_hand`, for filters that some cards of a hand match, and others don't.",
    _column("in_hand", by_type=True),
    "False",
)


@kernel
def matches(s, t, p, c, what, arg):
    """The card of player `p`, on the table or in hand, is one of those that an effect concerns."""
    if is_kept(s, t, c):
        return False
    if s.card[c].zone != table_of(p):
        return matches_in_hand(s, t, p, c, what, arg)
    return not is_out_of_reach(s, t, c, what) and matches_on_table(s, t, p, c, what, arg)


@kernel
def sidekicks_allowed(s, t, p):
    """SIDE-1: one sidekick, two for a player with a card that says so, even if it is silenced."""
    for c in cards(s, table_of(p)):
        if (t.card[type_of(t, c)].abilities >> Ability.SECOND_SIDEKICK) & 1:
            return 2
    return 1


@kernel
def may_take(s, t, taker, p, c, what, arg, take):
    """The card matches, and the taker could have it on the table if it is to go there (ITEM-3)."""
    if take == Take.GIVE:
        receiver = arg - 1
        on_table = s.card[c].zone == table_of(p)
        return matches(s, t, p, c, what, 0) and (not on_table or may_carry(s, t, receiver, c))
    if not matches(s, t, p, c, what, arg):
        return False
    if take == Take.PUT_AWAY:
        makes_room = what != Filter.SLOT or arg == Slot.HANDS or fills_slot(t, c)
        return makes_room and s.card[c].host == 0 and not cheated(s, t, c)
    if take == Take.STEAL and is_fitted(kind_of(t, c)):
        return False  # ITEM-6: it is never moved to another item
    return take != Take.STEAL or may_carry(s, t, taker, c)


@kernel
def count_takeable(s, t, taker, p, what, arg, take):
    """Number of cards of `p` that the taker may choose from."""
    total = 0
    for c in cards(s, table_of(p)):
        if may_take(s, t, taker, p, c, what, arg, take):
            total += 1
    for c in cards(s, hand_of(p)):
        if may_take(s, t, taker, p, c, what, arg, take):
            total += 1
    return total


@kernel
def push_choose(s, chooser, victim, what, arg, take, n):
    """Ask the chooser for `n` cards of the victim, one after the other. Returns the index of the frame."""
    i = push(s, Frame.CHOOSE, chooser, victim)
    s.frame[i].filter = what
    s.frame[i].take = take
    s.frame[i].left = n
    s.frame[i].detail = arg
    return i


@kernel
def asks_for_card(f):
    """Frame `f` asks somebody for a card of a victim."""
    return f.kind == Frame.CHOOSE


@kernel
def drop_curses_worn_with(s, t, p, slot):
    """Lasting curses that fall with what is worn in a slot (Chicken on Your Head). Returns how many went."""
    lost = 0
    c = s.head[table_of(p)] if slot != Slot.NONE else 0
    while c:
        after = s.card[c].next
        for i in clauses(t.card[t.type_of[c]], Trigger.ALWAYS):
            if t.clause[i].op == Op.FALLS_WITH and t.clause[i].arg == slot:
                discard(s, t, c, p)
                lost += 1
                break
        c = after
    return lost


@kernel
def take_card(s, t, chooser, victim, c, take, arg):
    """Use a chosen card for the purpose of the choice; `arg` is that of the choice."""
    if take == Take.HANG_ON:
        hang_curse(s, t, victim, arg, c)
        return
    if take == Take.PUT_AWAY:
        log(s, Event.CARRIED, victim, type_of(t, c), -1, 0)
        set_flag(s, t, c, Flag.CARRIED, 1)
        s.heavy |= MANY_HELD  # somebody else may have too many, too
        return
    slot = worn_slot(s, t, c)
    if take == Take.DISCARD:
        discard(s, t, c, victim)
    elif take == Take.STEAL:
        steal_item(s, t, chooser, victim, c)
    else:
        seen = (1 << chooser) | (1 << victim)
        if s.card[c].zone >= Zone.TABLE:
            seen = ALL_SEATS
            log(s, Event.TOOK, chooser, type_of(t, c), victim, 0)
            leave_table(s, t, c, hand_of(chooser), seen)
        else:
            log(s, Event.TOOK, chooser, 0, victim, 0)
            move_card(s, t, c, hand_of(chooser), seen)
        set_flag(s, t, c, Flag.NEW, 1)
    drop_curses_worn_with(s, t, victim, slot)


@kernel
def hang_curse(s, t, victim, c, d):
    """CURSE-2: the curse `c` stays in front of its victim, on item `d`."""
    move_card(s, t, c, table_of(victim), ALL_SEATS)
    attach(s, t, c, d)


@kernel
def give_card(s, t, giver, receiver, c):
    """A card in play goes to the receiver's table, one in hand to the receiver's hand, unseen by the others."""
    slot = worn_slot(s, t, c)
    if s.card[c].zone >= Zone.TABLE:
        log(s, Event.GAVE, giver, type_of(t, c), receiver, 0)
        carry_over(s, t, c, receiver)
    else:
        log(s, Event.GAVE, giver, 0, receiver, 0)
        move_card(s, t, c, hand_of(receiver), (1 << giver) | (1 << receiver))
        set_flag(s, t, c, Flag.NEW, 1)
    drop_curses_worn_with(s, t, giver, slot)


@kernel
def worn_slot(s, t, c):
    """The slot in which the card is in use on a table, NONE if in none."""
    if s.card[c].zone < Zone.TABLE or not is_gear(kind_of(t, c)) or has_flag(s, c, Flag.CARRIED):
        return 0
    return t.card[type_of(t, c)].slot


@kernel
def lose_card(s, t, p, c):
    """The card is discarded by a curse or bad stuff, and what falls with it too (Chicken on Your Head)."""
    slot = worn_slot(s, t, c)
    discard(s, t, c, p)
    drop_curses_worn_with(s, t, p, slot)


@kernel
def steal_item(s, t, taker, victim, c):
    """An item in play changes owner; it arrives carried (TRADE-1)."""
    log(s, Event.TOOK, taker, type_of(t, c), victim, 0)
    carry_over(s, t, c, taker)


@kernel
def put_on_table(s, t, p, c):
    """ITEM-1: a played item is in use if it fits and is permitted, else carried."""
    log(s, Event.LAID_OUT, p, type_of(t, c), -1, 0)
    in_use = not is_gear(kind_of(t, c)) or (fits(s, t, p, c) and permitted(s, t, p, type_of(t, c)))
    move_card(s, t, c, table_of(p), ALL_SEATS)
    if not in_use:
        set_flag(s, t, c, Flag.CARRIED, 1)
    if s.used_races[p] | s.used_klasses[p] and is_used_again(s, t, p, c):
        set_flag(s, t, c, Flag.PUT_IN_USE, 1)
    if (s.combat.empowered >> p) & 1 and is_race_or_class(kind_of(t, c)) and works_once_a_combat(t, c):
        mark_used(s, t, c, 1, False)


@kernel
def works_once_a_combat(t, c):
    """PLAY-14: the card in play may be used once in a combat."""
    clause = cost_of(t, c)
    return clause != 0 and t.clause[clause].arg == Often.COMBAT


@kernel
def is_used_again(s, t, p, c):
    """PLAY-10: mark abilities of once a turn as used by the player in this turn, by a card that has gone."""
    card = t.card[type_of(t, c)]
    if is_race(kind_of(t, c)):
        return (s.used_races[p] >> card.race) & 1 != 0
    return is_class(kind_of(t, c)) and (s.used_klasses[p] >> card.klass) & 1 != 0


# --------------------------------------------------------------------------- laying out on receipt


@kernel
def can_lay_out_kind(t, c):
    """Cards that are laid out: items, races, classes, their modifiers, Hirelings."""
    return is_of(LAID_OUT_KINDS, kind_of(t, c))


@kernel
def may_receive(s, t, p, c):
    """TURN-6, PLAY-12: the card of the hand may be laid out on receipt; by a fighter only a race, class or modifier."""
    if s.card[c].flag & Flag.NEW == 0:
        return False
    if is_fitted(kind_of(t, c)):  # ITEM-6
        return not is_fighter(s, p) or s.phase == Phase.REWARD
    if not can_lay_out_kind(t, c):
        return False
    return not is_fighter(s, p) or s.phase == Phase.REWARD or is_identity(kind_of(t, c))


@kernel
def decides_in_turn(s, p):
    """The player in turn has another decision at which to lay out received cards.

    There is none once charity has begun, when the turn is skipped, in a combat that another leads, or when its end has
    been declared.
    """
    if s.turn_seat != p or s.frame[0].stage > LAST_DECISIONS or s.player[p].skips:
        return False
    if s.combat.active == 0:
        return True
    if s.combat.leader != p or s.combat.conceded:
        return False
    return not (is_open(s, Window.KILL) or is_open(s, Window.DEFEAT))


@kernel
def before_door(s):
    """TURN-1: the player in turn has the turn ahead, and has not opened the door."""
    if not is_turn(s.frame[0]) or s.frame[0].stage != BEFORE_DOOR:
        return False
    return s.player[s.turn_seat].skips == 0


@kernel
def push_receive(s, t, p):
    """TURN-6, TREAS-1, PLAY-12: ask receivers of cards without another decision for them to lay them out now."""
    if takes_part(s, p) and not decides_in_turn(s, p):
        for c in cards(s, hand_of(p)):
            if may_receive(s, t, p, c):
                push(s, Frame.RECEIVE, p, p)
                return
        if is_fighter(s, p) and s.phase != Phase.REWARD:  # what arrives in a fight stays in the hand after it, too
            clear_flags(s, hand_of(p), Flag.NEW)


@kernel
def asks_receivers(f):
    """Frame `f` asks receivers of cards whether they lay them out."""
    return f.kind == Frame.RECEIVE


@kernel
def forget_receipts(s, i):
    """Hide the progress of a round of receipts; a player asked once more has nothing to lay out."""
    s.frame[i].seats_done = 0


@kernel
def lowest_in(s, t, zone, k):
    """The lowest copy of a type in a zone."""
    best = 0
    for c in cards(s, zone):
        if type_of(t, c) == k and (best == 0 or c < best):
            best = c
    return best


@kernel
def is_dearer(s, t, c, d):
    """Return True if the owner prefers `c` of two equal cards: only `c` is in use, or has an attachment."""
    used = is_in_use(s, t, c)
    if used != is_in_use(s, t, d):
        return used
    return has_something_on(s, c) and not has_something_on(s, d)


@kernel
def is_in_use(s, t, c):
    """Return True for an item in use on a table."""
    return s.card[c].zone >= Zone.TABLE and is_gear(kind_of(t, c)) and not has_flag(s, c, Flag.CARRIED)


@kernel
def has_something_on(s, c):
    """Return True if a card is attached to the card on a table."""
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c:
            return True
    return False


@kernel
def comes_first(s, t, c, d, own):
    """CURSE-3: of two equal cards the chooser of an `own` one takes the one needed less, others the other."""
    if is_dearer(s, t, c, d):
        return not own
    return own if is_dearer(s, t, d, c) else c < d


@kernel
def lowest_of_victim(s, t, taker, victim, what, arg, take, k):
    """The copy of a type that the chooser means: if they are alike the lowest one that may be named."""
    best = 0
    own = taker == victim
    for zone in (hand_of(victim), table_of(victim)):
        for c in cards(s, zone):
            if type_of(t, c) == k and may_take(s, t, taker, victim, c, what, arg, take):
                if best == 0 or comes_first(s, t, c, best, own):
                    best = c
    return best


@kernel
def list_takeable(s, t, taker, victim, what, arg, take, out, n):
    """Types of the victim's cards that the taker may name."""
    start = n
    for zone in (hand_of(victim), table_of(victim)):
        for c in cards(s, zone):
            if may_take(s, t, taker, victim, c, what, arg, take):
                n = add_type(t, out, n, start, c)
    return n


# --------------------------------------------------------------------------- actions in any frame


verb(
    Verb.PASS,
    "pass",
    "You do nothing now; you are asked again when something else happens.",
    at=(At(300, answered(Verb.PASS)),),
    windows=(During(0, ALL, reaction=False),),
    words_at=meanings(Verb.PASS),
    to_frame="passed",
)
verb(
    Verb.DONE,
    "done",
    "You are ready; the game goes on.",
    at=(At(300, answered(Verb.DONE)),),
    to_frame="done",
)
verb(
    Verb.YES,
    "yes",
    "You agree to what was asked.",
    at=(At(10, answered(Verb.YES)),),
    words_at=meanings(Verb.YES),
    to_frame="agreed",
)
verb(
    Verb.NO,
    "no",
    "You refuse; nothing of yours changes.",
    at=(At(20, answered(Verb.NO)),),
    words_at=meanings(Verb.NO),
    to_frame="refused",
)
