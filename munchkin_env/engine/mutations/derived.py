"""Derived fields of a player, rewritten whenever their table or hand changes: traits and benefits of cards."""

from munchkin_env.cards.words import WORDS
from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.bonuses import (
    counted_bonus,
    counts_cultists,
    counts_something,
    depends_on_monsters,
    turned_bonus,
)
from munchkin_env.engine.queries.cards import (
    CARRIED,
    CHEATS_HANG,
    COUNTS_CULTISTS,
    COUNTS_LETTERS,
    CURSES_HANG,
    ENHANCERS_HANG,
    GIVEN_UP,
    HALF_BREED,
    IN_USE,
    OTHERS_HANG,
    SHUNS,
    SUPER_MUNCHKIN,
    hand_of,
    has_flag,
    is_class,
    is_fitted,
    is_gear,
    is_half_breed,
    is_one_time,
    is_race,
    is_race_or_class,
    is_sidekick,
    is_super_munchkin,
    speaks,
    strikes,
    table_of,
)
from munchkin_env.engine.queries.clauses import adding_to, bits_of_all, is_bonus
from munchkin_env.engine.queries.conditions import is_without_drawbacks, item_works, owner_holds, works
from munchkin_env.engine.queries.items import (
    choice_of,
    corrupting,
    corruption,
    is_mute,
    letters_counted,
    options_of,
    passed_for,
    shunned,
    wagered,
)
from munchkin_env.engine.queries.third_deck import has_extras, is_extra, is_kept
from munchkin_env.engine.queries.wearing import (
    SLOT_BITS,
    gives_room,
    holds_too_much,
    is_complex,
    is_laser,
    item_hands,
    takes_room,
)
from munchkin_env.engine.state.layout import MOST_GOLD
from munchkin_env.vocabulary import Ability, Flag, Kind, Klass, Layer, Race, Slot, Tag, Trigger

JOINED_OR_LIMITED = 1 << Tag.LASER | 1 << Tag.COMPLEX  # items that are counted in more ways than others

# Words that change what `refresh` writes, two of them a bit, as in the mask of a type's words.
CHANGING = bits_of_all(int(word.op) for word in WORDS.values() if word.derived or word.adds_to or word.counted)
add_amount = adding_to("add_amount", "Adds the amount to the owner's number.", lambda word: word.adds_to)
count_clause = adding_to("count_clause", "Counts a clause of the owner's.", lambda word: word.counted)

MANY_BIGS = 1  # bits of `heavy`: excess that some player may have, settled before any rule continues
MANY_IDENTITIES = 2  # races, classes or sidekicks
MANY_HELD = 8  # in use: in the hands, or Complex
DISCARDED = 16  # not too many either: a card has been discarded that may be claimed
UNCOVERED = 64  # no excess: a race or class is on top of the discards, and no seat has decided on it yet
UNDECIDED = 32  # not too many either: a card in play waits for its owner to say how it works
CULT_CHANGED = 4  # not too many: other players become or stop being Cultists


@kernel
def _class_passed_for(s, t, p, c):
    """The class as one of which the item makes its owner count, as a bit."""
    clause = passed_for(t, c)
    return 1 << t.clause[clause].arg if clause and works(s, t, p, c) else 0


@kernel
def _hanging(t, k, kind):
    """Return the bit of `attached` for a card of type `k` that is attached to another."""
    if kind == Kind.DOOR_SPECIAL:
        return CHEATS_HANG
    if is_fitted(kind):
        return ENHANCERS_HANG
    return CURSES_HANG if corrupting(t, k) else OTHERS_HANG


@inlined
def _lying(s, t, c, k, kind):
    """The bits of `laid` for a card of type `k` on a table."""
    laid = COUNTS_CULTISTS if counts_cultists(t, k) else 0
    if is_gear(kind):
        return laid | (CARRIED if has_flag(s, c, Flag.CARRIED) else IN_USE)
    if is_race_or_class(kind) or is_sidekick(kind):
        return laid | GIVEN_UP
    if is_half_breed(kind):
        return laid | GIVEN_UP | HALF_BREED
    if is_super_munchkin(kind):
        return laid | GIVEN_UP | SUPER_MUNCHKIN
    return laid


@kernel
def _refresh_identity(s, t, p):
    """Sum up race, class and those that count for drawbacks (RACE-1, CLASS-1, MOD-1), and kinds of cards in play.

    Returns the abilities of all on the table that is no item.
    """
    player = s.player[p]
    races = 0
    n_races = 0
    klasses = 0
    n_klasses = 0
    laid = 0
    attached = 0
    guise = 0
    abilities = 0
    player.guise = 0
    for c in cards(s, table_of(p)):
        k = t.type_of[c]
        card = t.card[k]
        kind = card.kind
        if s.card[c].host:
            attached |= _hanging(t, k, kind)
        laid |= _lying(s, t, c, k, kind)
        if is_gear(kind):
            guise |= _class_passed_for(s, t, p, c)
        else:
            if speaks(s, t, c):
                abilities |= card.abilities
            if is_race(kind):
                races |= 1 << card.race
                n_races += 1
            elif is_class(kind):
                klasses |= 1 << card.klass
                n_klasses += 1
    half = 1 if laid & HALF_BREED else 0
    sup = 1 if laid & SUPER_MUNCHKIN else 0
    if n_races > 1 + half or n_klasses > 1 + sup:
        s.heavy |= MANY_IDENTITIES
    if n_races == 0:
        races = 1
    if n_klasses == 0:
        klasses = 1
    if (klasses ^ player.klass) >> Klass.CULTIST & 1:
        s.heavy |= CULT_CHANGED
    player.laid = laid
    player.attached = attached
    player.race = races
    player.klass = klasses
    player.guise = guise & ~klasses
    player.weak_race = races
    player.weak_klass = klasses
    if half and n_races == 1:
        if s.rules.half_breed_drawbacks:  # MOD-1: half human, with the drawbacks of both
            player.race |= 1 << Race.HUMAN
            player.weak_race |= 1 << Race.HUMAN
        else:
            player.weak_race = 0
    if sup and n_klasses == 1:
        player.weak_klass = 0
    return abilities


@kernel
def add_to_hand(s, t, p, c):
    """The card has come to the hand: as `refresh_hand`, without a look at the others."""
    player = s.player[p]
    k = t.type_of[c]
    player.hand_when |= t.when_of[c]
    player.hand_known |= s.card[c].known_by
    player.hand_gold = min(player.hand_gold + max(0, t.card[k].value), MOST_GOLD)
    if has_extras(t) and is_extra(t, c):
        s.hand_extras[p] += 1
        s.hand_kept[p] += 1 if is_kept(s, t, c) else 0


@kernel
def _count_extras(s, t, p):
    """FAIRY-3: cards of the third deck in hand, and those of them that nothing takes."""
    extras = 0
    kept = 0
    for c in cards(s, hand_of(p)):
        extras += 1 if is_extra(t, c) else 0
        kept += 1 if is_kept(s, t, c) else 0
    s.hand_extras[p] = extras
    s.hand_kept[p] = kept


@kernel
def refresh_hand(s, t, p):
    """Rewrite the summary of the hand as a whole."""
    when = 0
    gold = 0
    known = 0
    for c in cards(s, hand_of(p)):
        k = t.type_of[c]
        when |= t.when_of[c]
        gold += max(0, t.card[k].value)
        known |= s.card[c].known_by
    if has_extras(t):
        _count_extras(s, t, p)
    s.player[p].hand_when = when
    s.player[p].hand_known = known
    s.player[p].hand_gold = min(gold, MOST_GOLD)


@kernel
def _count_room(s, t, p, c):
    """ITEM-1, ITEM-3: demand of the item on hands, slots and the Big limit."""
    player = s.player[p]
    card = t.card[t.type_of[c]]
    if card.big and corruption(s, t, c) == 0:  # cards that nobody can take are not held against the player
        player.bigs += 1
    if not has_flag(s, c, Flag.CARRIED):
        hands = item_hands(s, t, c)
        if card.tags & JOINED_OR_LIMITED:
            hands = _count_joined(s, t, p, c, hands)
        player.hands_used += hands
        if card.slot != Slot.NONE and card.slot != Slot.HANDS and card.layer == Layer.ALONE:
            player.worn |= 1 << card.slot
            player.slots_used += 1 << SLOT_BITS * card.slot


@kernel
def _count_nothing(s, p):
    """Before the cards of a table are counted."""
    player = s.player[p]
    player.bonus = 0
    player.penalty = 0
    player.lone_bonus = 0
    player.run_away = 0
    player.die = 0
    player.hand_limit = 0
    player.bigs = 0
    player.hands_used = 0
    player.worn = 0
    player.situational = 0
    player.factors = 0
    player.more_hands = 0
    player.powers = 0
    player.lasers = 0
    player.laser_hands = 0
    player.complexes = 0
    player.more_complex = 0
    player.slots_used = 0
    player.more_slots = 0


@kernel
def _count_joined(s, t, p, c, hands):
    """LASER-1, COMPLEX-1: count lasers and Complex items in use. Returns the hands that the item takes besides."""
    player = s.player[p]
    if is_complex(t, c) and corruption(s, t, c) == 0:
        player.complexes += 1
    if is_laser(t, c):
        player.lasers += 1
        shared = player.laser_hands
        player.laser_hands = max(shared, hands)
        return max(0, hands - shared)
    return hands


@kernel
def _skips(s, t, c):
    """The clauses of the card that do not work: all options but the one that its owner has chosen (as bits)."""
    clause = options_of(t, c)
    if clause == 0:
        return 0
    chosen = choice_of(s, c)
    if chosen == 0:
        s.heavy |= UNDECIDED
    first = clause + 1 - t.card[t.type_of[c]].start[Trigger.ALWAYS]
    options = (1 << t.clause[clause].amount) - 1
    if chosen:
        options &= ~(1 << (chosen - 1))
    return options << first


@kernel
def _add_changes(s, t, p, k, counts, skipped):
    """Add the permanent changes of the clauses of type `k`, but the `skipped`; `counts`: its strength counts, too."""
    player = s.player[p]
    card = t.card[k]
    start = card.start[Trigger.ALWAYS]
    spared = (player.weak_race == 0 or player.weak_klass == 0) and is_without_drawbacks(s, t, p, k)
    for i in range(start, start + card.count[Trigger.ALWAYS]):
        if (skipped >> (i - start)) & 1:
            continue
        clause = t.clause[i]
        op = clause.op
        amount = clause.amount
        count_clause(player, op, 1)
        if spared and amount < 0:
            continue
        if gives_room(op) and clause.arg == Slot.HANDS:
            player.more_hands += amount
        elif gives_room(op):
            player.more_slots += amount << SLOT_BITS * clause.arg
        elif counts_something(clause):
            if counts:
                player.bonus += counted_bonus(s, t, p, k, clause)
        elif owner_holds(s, clause, p, 1 if amount < 0 else 0):
            if not is_bonus(op):
                add_amount(player, op, amount)
            elif strikes(card.kind) and amount < 0:  # MAD-1: a Madness gives bonuses too
                player.penalty += amount
            elif counts:
                player.bonus += amount


@kernel
def _add_card(s, t, p, c, item, counts):
    """Add the changes of a working card; `item`: itself, or its carrier; `counts`: its strength counts, too."""
    player = s.player[p]
    k = t.type_of[c]
    card = t.card[k]
    if corruption(s, t, item) or (not strikes(card.kind) and is_mute(s, t, item)):
        counts = False
    if counts:
        player.bonus = player.bonus + card.bonus + wagered(s, t, c)
    if card.words & CHANGING:
        _add_changes(s, t, p, k, counts, _skips(s, t, c))
        if s.card[c].host and corrupting(t, k):
            player.penalty -= turned_bonus(s, t, p, s.card[c].host)
            player.situational += 1 if depends_on_monsters(t, t.type_of[s.card[c].host]) else 0


@kernel
def _madness_of(t, c):
    """The bits of `madness` for the Madness `c`."""
    return (COUNTS_LETTERS if letters_counted(t, c) else 0) | (SHUNS if shunned(t, c) else 0)


@kernel
def refresh(s, t, p):
    """Rewrite the derived fields of a player from the table."""
    player = s.player[p]
    abilities = _refresh_identity(s, t, p)
    armor_only = (abilities >> Ability.ARMOR_ONLY) & 1
    one_shots = 0
    gold = 0
    madness = 0
    sidekicks = 0
    _count_nothing(s, p)
    for c in cards(s, table_of(p)):
        k = t.type_of[c]
        card = t.card[k]
        kind = card.kind
        gold += max(0, card.value)  # less than nothing: no item
        if is_gear(kind):
            if takes_room(s, t, c):
                _count_room(s, t, p, c)
            if item_works(s, t, p, c):
                abilities |= card.abilities
                _add_card(s, t, p, c, c, not armor_only or card.slot == Slot.ARMOR)
        elif is_one_time(kind):
            one_shots += 1
        elif is_fitted(kind):
            if works(s, t, p, c):
                item = s.card[c].host
                slot = t.card[t.type_of[item]].slot
                _add_card(s, t, p, c, item, not armor_only or slot == Slot.ARMOR)
        else:
            if kind == Kind.MADNESS:
                madness |= _madness_of(t, c)
            elif is_sidekick(kind):
                sidekicks += 1
            if speaks(s, t, c):
                _add_card(s, t, p, c, c, True)
    player.abilities = abilities
    player.one_shots = one_shots
    player.gold = min(gold, MOST_GOLD)
    player.madness = madness
    if sidekicks > 1:
        s.heavy |= MANY_IDENTITIES
    if player.bigs > 1:
        s.heavy |= MANY_BIGS
    if holds_too_much(s, p):
        s.heavy |= MANY_HELD
