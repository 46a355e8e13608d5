"""Derived fields of a player, rewritten whenever his table or hand changes: what he is and what his cards give him."""

from munchkin_env.engine.extras import has_extras, is_extra, is_kept
from munchkin_env.engine.items import choice_of, corruption, is_mute, wagered
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.layout import MOST_GOLD
from munchkin_env.engine.totals import (
    find_clause,
    hand_of,
    has_flag,
    has_word,
    is_cultist,
    is_undead,
    is_without_drawbacks,
    owner_holds,
    speaks,
    strikes,
    table_of,
    tagged_in_use,
    works,
)
from munchkin_env.engine.wearing import SLOT_BITS, holds_too_much, item_hands, takes_room
from munchkin_env.vocabulary import Ability, Flag, Kind, Klass, Layer, Moment, Op, Slot, Tag, Trigger

JOINED_OR_LIMITED = int(Tag.LASER | Tag.COMPLEX)  # items that are counted in more ways than others

MANY_BIGS = 1  # bits of `heavy`: what somebody may have too many of, to be asked before any rule goes on
MANY_IDENTITIES = 2  # races, classes or sidekicks
MANY_HELD = 8  # in use: in the hands, or Complex
DISCARDED = 16  # not too many either: a card has been discarded that may be claimed
UNCOVERED = 64  # not too many either: a race or class lies on top of the discards, and nobody has been asked yet
UNDECIDED = 32  # not too many either: a card in play waits for its owner to say how it works
CULT_CHANGED = 4  # not too many: other players become or stop being Cultists


@kernel
def _class_passed_for(s, t, p, c):
    """The class as one of which the item makes its owner count, as a bit."""
    clause = find_clause(t, int(t.type_of[c]), Trigger.ALWAYS, Op.PASSES_FOR)
    return 1 << int(t.clause[clause].arg) if clause and works(s, t, p, c) else 0


@kernel
def _refresh_identity(s, t, p):
    """Race and class, and which of them count for drawbacks (RACE-1, CLASS-1, MOD-1)."""
    player = s.player[p]
    races = 0
    n_races = 0
    klasses = 0
    n_klasses = 0
    half = 0
    sup = 0
    attached = 0
    guise = 0
    player.guise = 0
    c = int(s.head[table_of(p)])
    while c:
        attached += 1 if int(s.card[c].host) else 0
        card = t.card[int(t.type_of[c])]
        kind = int(card.kind)
        if kind == Kind.RACE:
            races |= 1 << int(card.race)
            n_races += 1
        elif kind == Kind.CLASS:
            klasses |= 1 << int(card.klass)
            n_klasses += 1
        elif kind == Kind.RACE_MODIFIER:
            half = 1
        elif kind == Kind.CLASS_MODIFIER:
            sup = 1
        elif kind == Kind.ITEM and has_word(t, int(t.type_of[c]), Op.PASSES_FOR):
            guise |= _class_passed_for(s, t, p, c)
        c = int(s.card[c].next)
    if n_races > 1 + half or n_klasses > 1 + sup:
        s.heavy = int(s.heavy) | MANY_IDENTITIES
    if n_races == 0:
        races = 1
    if n_klasses == 0:
        klasses = 1
    if (klasses ^ int(player.klass)) >> Klass.CULTIST & 1:
        s.heavy = int(s.heavy) | CULT_CHANGED
    player.attached = attached
    player.race = races
    player.klass = klasses
    player.guise = guise & ~klasses
    player.weak_race = races
    player.weak_klass = klasses
    if half and n_races == 1 and int(s.rules.half_breed_drawbacks) == 0:
        player.weak_race = 0
    if sup and n_klasses == 1:
        player.weak_klass = 0


@kernel
def _count_extras(s, t, p):
    """FAIRY-3: cards of the third deck in hand, and those of them that nothing takes."""
    extras = 0
    kept = 0
    c = int(s.head[hand_of(p)])
    while c:
        extras += 1 if is_extra(t, c) else 0
        kept += 1 if is_kept(s, t, c) else 0
        c = int(s.card[c].next)
    s.hand_extras[p] = extras
    s.hand_kept[p] = kept


@kernel
def refresh_hand(s, t, p):
    """Rewrites what is asked of the hand as a whole; undead monsters may join at COMBAT (PLAY-6)."""
    when = 0
    gold = 0
    known = 0
    c = int(s.head[hand_of(p)])
    while c:
        k = int(t.type_of[c])
        when |= int(t.card[k].when)
        if int(t.card[k].kind) == Kind.MONSTER and is_undead(t, k):
            when |= Moment.COMBAT
        gold += max(0, int(t.card[k].value))
        known |= int(s.card[c].known_by)
        c = int(s.card[c].next)
    if has_extras(t):
        _count_extras(s, t, p)
    s.player[p].hand_when = when
    s.player[p].hand_known = known
    s.player[p].hand_gold = min(gold, MOST_GOLD)


@kernel
def _count_room(s, t, p, c):
    """ITEM-1, ITEM-3: what the item takes of hands, slots and the Big limit."""
    player = s.player[p]
    card = t.card[int(t.type_of[c])]
    if int(card.big) and corruption(s, t, c) == 0:  # what nobody can take from him is not held against him
        player.bigs = int(player.bigs) + 1
    if not has_flag(s, c, Flag.CARRIED):
        hands = item_hands(s, t, c)
        if int(card.tags) & JOINED_OR_LIMITED:
            hands = _count_joined(s, t, p, c, hands)
        player.hands_used = int(player.hands_used) + hands
        if int(card.slot) != Slot.NONE and int(card.slot) != Slot.HANDS and int(card.layer) == Layer.ALONE:
            player.worn = int(player.worn) | (1 << int(card.slot))
            player.slots_used = int(player.slots_used) + (1 << SLOT_BITS * int(card.slot))


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
    """LASER-1, COMPLEX-1: counts lasers and Complex items in use. Returns the hands that the item takes besides."""
    player = s.player[p]
    tags = int(t.card[int(t.type_of[c])].tags)
    if tags & Tag.COMPLEX and corruption(s, t, c) == 0:
        player.complexes = int(player.complexes) + 1
    if tags & Tag.LASER:
        player.lasers = int(player.lasers) + 1
        shared = int(player.laser_hands)
        player.laser_hands = max(shared, hands)
        return max(0, hands - shared)
    return hands


@kernel
def _skips(s, t, p, c):
    """The clauses of the card that do not work: all options but the one that its owner has chosen (as bits)."""
    clause = find_clause(t, int(t.type_of[c]), Trigger.ALWAYS, Op.ONE_OF)
    if clause == 0:
        return 0
    chosen = choice_of(s, c)
    if chosen == 0:
        s.heavy = int(s.heavy) | UNDECIDED
    first = clause + 1 - int(t.card[int(t.type_of[c])].start[Trigger.ALWAYS])
    options = (1 << int(t.clause[clause].amount)) - 1
    if chosen:
        options &= ~(1 << (chosen - 1))
    return options << first


@kernel
def _add_changes(s, t, p, k, counts, skipped):
    """Adds what the clauses of card type `k` always change, but the `skipped`; `counts`: its strength counts, too."""
    player = s.player[p]
    card = t.card[k]
    start = int(card.start[Trigger.ALWAYS])
    spared = is_without_drawbacks(s, t, p, k)
    for i in range(start, start + int(card.count[Trigger.ALWAYS])):
        if (skipped >> (i - start)) & 1:
            continue
        clause = t.clause[i]
        op = int(clause.op)
        amount = int(clause.amount)
        if spared and amount < 0 and op != Op.STRENGTH_AGAINST:  # which is asked in the combat
            continue
        if op == Op.STRENGTH_AGAINST:
            player.situational = int(player.situational) + 1
        elif op == Op.COST or op == Op.FICKLE or op == Op.PERISHES:
            player.powers = int(player.powers) + 1
        elif op == Op.MORE_HANDS:
            player.more_hands = int(player.more_hands) + amount
        elif op == Op.MORE_SLOTS:
            player.more_slots = int(player.more_slots) + (amount << SLOT_BITS * int(clause.arg))
        elif op == Op.MORE_COMPLEX:
            player.more_complex = int(player.more_complex) + amount
        elif op == Op.FACTOR:
            player.factors = int(player.factors) + 1
        elif op == Op.STRENGTH_PER_CULTIST:  # CULT-6
            if int(card.kind) != Kind.ITEM or not is_cultist(s, p):
                player.bonus = int(player.bonus) + amount * (int(s.cultists) - is_cultist(s, p))
        elif op == Op.STRENGTH_PER_ITEM:
            n = tagged_in_use(s, t, p, int(clause.arg))
            player.bonus = int(player.bonus) + amount * (min(n, int(clause.limit)) if int(clause.limit) else n)
        elif op == Op.LONE_STRENGTH:
            player.lone_bonus = int(player.lone_bonus) + amount
        elif op <= Op.HAND_LIMIT and owner_holds(s, clause, p, 1 if amount < 0 else 0):
            if op == Op.STRENGTH:
                if strikes(int(card.kind)) and amount < 0:  # MAD-1: a Madness gives bonuses too
                    player.penalty = int(player.penalty) + amount
                elif counts:
                    player.bonus = int(player.bonus) + amount
            elif op == Op.RUN_AWAY:
                player.run_away = int(player.run_away) + amount
            elif op == Op.DIE:
                player.die = int(player.die) + amount
            elif op == Op.HAND_LIMIT:
                player.hand_limit = int(player.hand_limit) + amount


@kernel
def turned_bonus(s, t, p, c):
    """What the item would give with all that hangs on it, used by anybody: a curse makes it a penalty."""
    card = t.card[int(t.type_of[c])]
    total = int(card.bonus)
    start = int(card.start[Trigger.ALWAYS])
    for i in range(start, start + int(card.count[Trigger.ALWAYS])):
        clause = t.clause[i]
        if int(clause.op) == Op.STRENGTH and owner_holds(s, clause, p, 1 if int(clause.amount) < 0 else 0):
            total += int(clause.amount)
    d = int(s.head[table_of(p)])
    while d:
        other = t.card[int(t.type_of[d])]
        if int(s.card[d].host) == c and int(other.kind) == Kind.ITEM_ENHANCER:
            total += int(other.bonus)
        d = int(s.card[d].next)
    return max(0, total)


@kernel
def _innate_abilities(s, t, p):
    """Abilities of all on the table that is no item."""
    abilities = 0
    c = int(s.head[table_of(p)])
    while c:
        card = t.card[int(t.type_of[c])]
        if int(card.kind) != Kind.ITEM and speaks(s, t, c):
            abilities |= int(card.abilities)
        c = int(s.card[c].next)
    return abilities


@kernel
def refresh(s, t, p):
    """Rewrites the derived fields of a player from his table."""
    _refresh_identity(s, t, p)
    player = s.player[p]
    abilities = _innate_abilities(s, t, p)
    armor_only = (abilities >> Ability.ARMOR_ONLY) & 1
    one_shots = 0
    gold = 0
    madness = 0
    sidekicks = 0
    _count_nothing(s, p)
    c = int(s.head[table_of(p)])
    while c:
        k = int(t.type_of[c])
        card = t.card[k]
        kind = int(card.kind)
        gold += max(0, int(card.value))  # less than nothing: no item
        if kind == Kind.ITEM and takes_room(s, t, c):
            _count_room(s, t, p, c)
        if kind == Kind.MADNESS:
            madness += 1
        if kind == Kind.SIDEKICK:
            sidekicks += 1
        if kind == Kind.ONE_SHOT:
            one_shots += 1
        elif works(s, t, p, c) and speaks(s, t, c):
            item = c if kind != Kind.ITEM_ENHANCER else int(s.card[c].host)
            worn = t.card[int(t.type_of[item])]
            counts = not armor_only or int(worn.kind) != Kind.ITEM or int(worn.slot) == Slot.ARMOR
            if (int(player.attached) and corruption(s, t, item)) or (kind != Kind.CURSE and is_mute(s, t, item)):
                counts = False
            if kind == Kind.ITEM:
                abilities |= int(card.abilities)
            if counts:
                player.bonus = int(player.bonus) + int(card.bonus) + wagered(s, t, c)
            _add_changes(s, t, p, k, counts, _skips(s, t, p, c))
            if has_word(t, k, Op.CORRUPTS) and int(s.card[c].host):
                player.penalty = int(player.penalty) - turned_bonus(s, t, p, int(s.card[c].host))
        c = int(s.card[c].next)
    player.abilities = abilities
    player.one_shots = one_shots
    player.gold = min(gold, MOST_GOLD)
    player.madness = madness
    if sidekicks > 1:
        s.heavy = int(s.heavy) | MANY_IDENTITIES
    if int(player.bigs) > 1:
        s.heavy = int(s.heavy) | MANY_BIGS
    if holds_too_much(s, p):
        s.heavy = int(s.heavy) | MANY_HELD
