"""Derived numbers: what a player is, what his cards give him, how strong the sides of a combat are.

Nothing here changes the game; `refresh` rewrites the derived fields of one player from his table.
"""

from munchkin_env.engine.kernel import kernel
from munchkin_env.vocabulary import Ability, Deck, Flag, Kind, Moment, Need, Op, Slot, Tag, Trigger, Who, Zone


@kernel
def hand_of(p):
    return Zone.HAND + p


@kernel
def table_of(p):
    return Zone.TABLE + p


@kernel
def type_of(t, c):
    return int(t.type_of[c])


@kernel
def kind_of(t, c):
    return int(t.card[int(t.type_of[c])].kind)


@kernel
def has_flag(s, c, flag):
    return (int(s.flag[c]) & flag) != 0


@kernel
def is_item(t, c):
    """Items and one-shots have a gold value, maybe zero (SELL-1)."""
    return int(t.card[int(t.type_of[c])].value) >= 0


@kernel
def is_fighter(s, p):
    """COMBAT-10: leader and helper are in combat until it is over."""
    m = s.combat
    return int(m.active) != 0 and (int(m.leader) == p or int(m.helper) == p + 1)


@kernel
def helper_of(s):
    """Seat of the helper, -1 if none."""
    return int(s.combat.helper) - 1


@kernel
def has_ability(s, p, ability):
    return (int(s.player[p].abilities) >> ability) & 1 == 1


@kernel
def party_has(s, ability):
    """COMBAT-8: an ability of either fighter."""
    m = s.combat
    if has_ability(s, int(m.leader), ability):
        return True
    helper = int(m.helper) - 1
    return helper >= 0 and has_ability(s, helper, ability)


@kernel
def cheated(s, t, c):
    """A Cheat! card is attached to the item on a table."""
    zone = int(s.zone[c])
    if zone < Zone.TABLE or int(s.player[zone - Zone.TABLE].attached) == 0:
        return False
    d = int(s.head[zone])
    while d:
        if int(s.host[d]) == c and kind_of(t, d) == Kind.DOOR_SPECIAL:
            return True
        d = int(s.next[d])
    return False


@kernel
def lent(s, c):
    """The item is carried by a Hireling."""
    return int(s.host[c]) != 0


@kernel
def permitted(s, t, p, k):
    """ITEM-2: the player satisfies the restrictions of card type `k` at this moment."""
    card = t.card[k]
    q = s.player[p]
    race = int(q.race)
    klass = int(q.klass)
    sex = 1 << int(q.sex)
    if int(card.need_race) != 0 and int(card.need_race) & race == 0:
        return False
    if int(card.need_klass) != 0 and int(card.need_klass) & klass == 0:
        return False
    if int(card.need_sex) != 0 and int(card.need_sex) & sex == 0:
        return False
    if int(card.ban_race) & int(q.weak_race) != 0 or int(card.ban_klass) & int(q.weak_klass) != 0:
        return False
    return int(card.ban_sex) & sex == 0


@kernel
def owner_holds(s, k, p, drawback):
    """The clause's conditions on one player; `drawback` as in `holds`."""
    q = s.player[p]
    race = int(q.weak_race) if drawback else int(q.race)
    klass = int(q.weak_klass) if drawback else int(q.klass)
    not_race = int(q.race) if drawback else int(q.weak_race)
    not_klass = int(q.klass) if drawback else int(q.weak_klass)
    if int(k.race) != 0 and int(k.race) & race == 0:
        return False
    if int(k.klass) != 0 and int(k.klass) & klass == 0:
        return False
    if int(k.not_race) & not_race != 0 or int(k.not_klass) & not_klass != 0:
        return False
    if int(k.sex) != 0 and (int(k.sex) >> int(q.sex)) & 1 == 0:
        return False
    level = int(q.level)
    return level >= int(k.min_level) and (int(k.max_level) == 0 or level <= int(k.max_level))


@kernel
def tag_used(s, t, tags):
    """A card with one of the tags helped the players: spent, or an item in use."""
    if int(s.combat.used) & tags != 0:
        return True
    for p in range(int(s.rules.players)):
        if is_fighter(s, p):
            c = int(s.head[table_of(p)])
            while c:
                k = t.card[int(t.type_of[c])]
                if int(k.tags) & tags != 0 and int(k.kind) == Kind.ITEM and works(s, t, p, c):
                    return True
                c = int(s.next[c])
    return False


@kernel
def no_bonus(s):
    """Nothing adds to the level of the lone fighter; what takes from it is no bonus."""
    m = s.combat
    return int(m.players_bonus) == 0 and int(m.multiply) == 0 and int(s.player[int(m.leader)].bonus) == 0


@kernel
def holds(s, t, k, p, drawback):
    """The clause's conditions, asked of player `p` or of the party (COMBAT-8).

    MOD-1: `drawback` 1 is for clauses that hurt the player: they hit only races and classes whose drawbacks count,
    and spare whoever is of a race or class. For the others it is the reverse.
    """
    need = int(k.need)
    if need:
        if need & Need.LONE != 0 and int(s.combat.helper) != 0:
            return False
        if need & Need.BARE != 0 and not no_bonus(s):
            return False
        if need & Need.USED != 0 and not tag_used(s, t, int(k.used)):
            return False
    if int(k.who) == Who.OWNER:
        return owner_holds(s, k, p, drawback)
    m = s.combat
    race = 0
    klass = 0
    weak_race = 0
    weak_klass = 0
    sex = 0
    for q in range(int(s.rules.players)):
        if int(m.leader) == q or int(m.helper) == q + 1:
            race |= int(s.player[q].race)
            klass |= int(s.player[q].klass)
            weak_race |= int(s.player[q].weak_race)
            weak_klass |= int(s.player[q].weak_klass)
            sex |= 1 << int(s.player[q].sex)
    if drawback:
        race, weak_race = weak_race, race
        klass, weak_klass = weak_klass, klass
    if int(k.not_race) & weak_race != 0 or int(k.not_klass) & weak_klass != 0:
        return False
    if int(k.race) != 0 and int(k.race) & race == 0:
        return False
    if int(k.klass) != 0 and int(k.klass) & klass == 0:
        return False
    return int(k.sex) == 0 or int(k.sex) & sex != 0


@kernel
def works(s, t, p, c):
    """The card on the table of `p` helps him: in use and permitted, cheated or lent (ITEM-1, ITEM-2)."""
    k = int(t.type_of[c])
    if int(t.card[k].kind) != Kind.ITEM:
        return True
    if lent(s, c):
        return True
    if has_flag(s, c, Flag.CARRIED):
        return False
    return permitted(s, t, p, k) or cheated(s, t, c)


@kernel
def find_clause(t, k, trigger, op):
    """First clause of card type `k` with the trigger and word, 0 if none."""
    start = int(t.card[k].start[trigger])
    for i in range(start, start + int(t.card[k].count[trigger])):
        if int(t.clause[i].op) == op:
            return i
    return 0


@kernel
def ability_clause(s, t, p, ability):
    """The clause that grants the ability to the player, 0 if none."""
    c = int(s.head[table_of(p)])
    while c:
        k = int(t.type_of[c])
        if (int(t.card[k].abilities) >> ability) & 1 == 1 and works(s, t, p, c):
            start = int(t.card[k].start[Trigger.ALWAYS])
            for i in range(start, start + int(t.card[k].count[Trigger.ALWAYS])):
                if int(t.clause[i].op) == Op.ABILITY and int(t.clause[i].arg) == ability:
                    return i
        c = int(s.next[c])
    return 0


@kernel
def _refresh_identity(s, t, p):
    """Race and class, and which of them count for drawbacks (RACE-1, CLASS-1, MOD-1)."""
    q = s.player[p]
    races = 0
    n_races = 0
    klasses = 0
    n_klasses = 0
    half = 0
    sup = 0
    attached = 0
    c = int(s.head[table_of(p)])
    while c:
        attached += 1 if int(s.host[c]) else 0
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
        c = int(s.next[c])
    if n_races == 0:
        races = 1
    if n_klasses == 0:
        klasses = 1
    q.attached = attached
    q.race = races
    q.klass = klasses
    q.weak_race = races
    q.weak_klass = klasses
    if half and n_races == 1 and int(s.rules.half_breed_drawbacks) == 0:
        q.weak_race = 0
    if sup and n_klasses == 1:
        q.weak_klass = 0


@kernel
def _takes_room(s, t, c):
    """The item counts against slots and the Big limit: not cheated, not lent."""
    return not lent(s, c) and not cheated(s, t, c)


@kernel
def refresh_hand(s, t, p):
    """Rewrites when cards of the hand may be played; undead monsters may join at COMBAT (PLAY-6)."""
    when = 0
    c = int(s.head[hand_of(p)])
    while c:
        k = int(t.type_of[c])
        when |= int(t.card[k].when)
        if int(t.card[k].kind) == Kind.MONSTER and is_undead(t, k):
            when |= Moment.COMBAT
        c = int(s.next[c])
    s.player[p].hand_when = when


@kernel
def refresh(s, t, p):
    """Rewrites the derived fields of a player from his table."""
    _refresh_identity(s, t, p)
    q = s.player[p]
    abilities = 0
    c = int(s.head[table_of(p)])
    while c:
        card = t.card[int(t.type_of[c])]
        if int(card.kind) != Kind.ITEM:
            abilities |= int(card.abilities)
        c = int(s.next[c])
    armor_only = (abilities >> Ability.ARMOR_ONLY) & 1
    one_shots = 0
    bonus = 0
    penalty = 0
    run_away = 0
    die = 0
    limit = 0
    bigs = 0
    hands = 0
    worn = 0
    c = int(s.head[table_of(p)])
    while c:
        k = int(t.type_of[c])
        card = t.card[k]
        kind = int(card.kind)
        if kind == Kind.ITEM and _takes_room(s, t, c):
            if int(s.rules.heavy_kit) != 3:
                bigs += int(card.big)
            if not has_flag(s, c, Flag.CARRIED):
                hands += int(card.hands)
                if int(card.slot) != Slot.NONE and int(card.slot) != Slot.HANDS:
                    worn |= 1 << int(card.slot)
        if kind == Kind.ONE_SHOT:
            one_shots += 1
        elif works(s, t, p, c):
            counts = not armor_only or kind != Kind.ITEM or int(card.slot) == Slot.ARMOR
            if kind == Kind.ITEM:
                abilities |= int(card.abilities)
            if counts:
                bonus += int(card.bonus)
            start = int(card.start[Trigger.ALWAYS])
            for i in range(start, start + int(card.count[Trigger.ALWAYS])):
                clause = t.clause[i]
                op = int(clause.op)
                amount = int(clause.amount)
                if op <= Op.HAND_LIMIT and owner_holds(s, clause, p, 1 if amount < 0 else 0):
                    if op == Op.STRENGTH:
                        if kind == Kind.CURSE:
                            penalty += amount
                        elif counts:
                            bonus += amount
                    elif op == Op.RUN_AWAY:
                        run_away += amount
                    elif op == Op.DIE:
                        die += amount
                    elif op == Op.HAND_LIMIT:
                        limit += amount
        c = int(s.next[c])
    q.abilities = abilities
    q.bonus = bonus
    q.penalty = penalty
    q.run_away = run_away
    q.die = die
    q.hand_limit = limit
    q.one_shots = one_shots
    q.bigs = bigs
    if bigs > 1:
        s.heavy = 1
    q.hands_used = hands
    q.worn = worn


# --------------------------------------------------------------------------- combat


@kernel
def monster_flag(s, t, op):
    """COMBAT-9: some monster of the combat has the word and its conditions hold."""
    m = s.combat
    for i in range(int(m.n_monsters)):
        k = int(m.monster[i].type)
        clause = find_clause(t, k, Trigger.ALWAYS, op)
        if clause and holds(s, t, t.clause[clause], int(m.leader), 1):
            return True
    return False


@kernel
def monster_strength(s, t, i):
    """Strength of the monster at place `i`: level, enhancers, its own conditional bonuses."""
    m = s.combat
    k = int(m.monster[i].type)
    total = int(t.card[k].level) + int(m.monster[i].bonus)
    if int(s.rules.enhancers_change_level) != 0 and total < 1:
        total = 1
    start = int(t.card[k].start[Trigger.ALWAYS])
    for j in range(start, start + int(t.card[k].count[Trigger.ALWAYS])):
        clause = t.clause[j]
        if int(clause.op) == Op.STRENGTH:
            amount = int(clause.amount)
            drawback = 1 if amount > 0 else 0
            if holds(s, t, clause, int(m.leader), drawback):
                total += amount
    return total


@kernel
def monsters_strength(s, t):
    """COMBAT-1, COMBAT-3: the monsters' strengths add up."""
    total = int(s.combat.monsters_bonus)
    for i in range(int(s.combat.n_monsters)):
        total += monster_strength(s, t, i)
    return total


@kernel
def fighters_strength_change(s, t):
    """What the monsters take from the players' side."""
    m = s.combat
    total = 0
    for i in range(int(m.n_monsters)):
        k = int(m.monster[i].type)
        start = int(t.card[k].start[Trigger.ALWAYS])
        for j in range(start, start + int(t.card[k].count[Trigger.ALWAYS])):
            clause = t.clause[j]
            if int(clause.op) == Op.FIGHTERS_STRENGTH:
                drawback = 1 if int(clause.amount) < 0 else 0
                if holds(s, t, clause, int(m.leader), drawback):
                    total += int(clause.amount)
    return total


@kernel
def players_strength(s, t):
    """COMBAT-1: levels plus all bonuses and penalties of the players' side."""
    m = s.combat
    levels_only = monster_flag(s, t, Op.LEVELS_ONLY)
    no_levels = monster_flag(s, t, Op.NO_LEVELS)
    total = 0
    for p in range(int(s.rules.players)):
        if is_fighter(s, p):
            q = s.player[p]
            if not no_levels:
                total += int(q.level)
            if not levels_only:
                total += int(q.bonus) + int(q.penalty) + int(q.combat_bonus)
    if not levels_only:
        total += int(m.players_bonus) + fighters_strength_change(s, t)
        if int(m.helper) == 0:
            total *= 1 + int(m.multiply)
    return total


@kernel
def winning(s, t):
    """COMBAT-2: strictly more wins, Warriors win ties."""
    difference = players_strength(s, t) - monsters_strength(s, t)
    return difference > 0 or (difference == 0 and party_has(s, Ability.WIN_TIES))


@kernel
def undead_fights(s):
    """PLAY-6: an undead monster is in the combat."""
    m = s.combat
    for i in range(int(m.n_monsters)):
        if int(m.monster[i].undead):
            return True
    return False


@kernel
def promised_treasures(s, t):
    """Treasures that a kill would bring: printed, enhancers, extras, kept ones (COMBAT-5)."""
    m = s.combat
    total = int(m.kept)
    for i in range(int(m.n_monsters)):
        total += monster_treasures(s, t, i)
    return total


@kernel
def monster_treasures(s, t, i):
    """Treasures of the monster at place `i`, never fewer than one if it has any."""
    m = s.combat
    k = int(m.monster[i].type)
    total = int(t.card[k].treasures)
    if total > 0:
        total = max(1, total + int(m.monster[i].treasures))
    start = int(t.card[k].start[Trigger.ALWAYS])
    for j in range(start, start + int(t.card[k].count[Trigger.ALWAYS])):
        clause = t.clause[j]
        if int(clause.op) == Op.EXTRA_TREASURE and holds(s, t, clause, int(m.leader), 0):
            total += int(clause.amount)
    return total


# --------------------------------------------------------------------------- players


@kernel
def fits(s, t, p, c):
    """ITEM-1: the item could be in use beside what is in use now."""
    card = t.card[int(t.type_of[c])]
    q = s.player[p]
    slot = int(card.slot)
    if slot == Slot.HANDS:
        return int(q.hands_used) + int(card.hands) <= 2
    return slot == Slot.NONE or (int(q.worn) >> slot) & 1 == 0


@kernel
def may_carry(s, t, p, c):
    """ITEM-3: the player may own this item besides those he has."""
    card = t.card[int(t.type_of[c])]
    if int(card.big) == 0 or int(card.kind) != Kind.ITEM:
        return True
    kit = int(s.rules.heavy_kit)
    if kit == 0 or kit == 3 or has_ability(s, p, Ability.ANY_BIG):
        return True
    return int(s.player[p].bigs) < 1


@kernel
def lowest_level(s):
    """Lowest level of a living player."""
    low = 127
    for p in range(int(s.rules.players)):
        if int(s.player[p].dead) == 0:
            low = min(low, int(s.player[p].level))
    return low


@kernel
def highest_level(s):
    """Highest level of a living player."""
    high = 0
    for p in range(int(s.rules.players)):
        if int(s.player[p].dead) == 0:
            high = max(high, int(s.player[p].level))
    return high


@kernel
def hand_count(s, p):
    return int(s.count[Zone.HAND + p])


@kernel
def hand_limit(s, p):
    """TURN-5: cards a player may keep at the end of his turn."""
    return int(s.rules.hand_limit) + int(s.player[p].hand_limit)


@kernel
def is_treasure(t, c):
    return int(t.card[int(t.type_of[c])].deck) == Deck.TREASURE


@kernel
def is_undead(t, k):
    return int(t.card[k].tags) & Tag.UNDEAD != 0
