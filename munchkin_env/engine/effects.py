"""The effect interpreter: a flat dispatcher, one branch per word of the card vocabulary.

Clauses run in an EFFECTS frame: `seat` the victim, `other` the player who caused it, `a`/`b` the next
clause and how many are left, `c` the source card, `n` a place or amount, `arg` a second card.
A clause that needs an answer pushes a frame; the rest waits below it.
"""

from munchkin_env.engine.atoms import (
    ALL_SEATS,
    add_monster,
    attach,
    blind_card,
    change_side,
    die,
    discard,
    discard_pile,
    drop_curses_worn_with,
    gain_level,
    leave_table,
    log,
    lose_level,
    move_card,
    remove_monster,
    set_flag,
    set_sex,
)
from munchkin_env.engine.choices import (
    count_takeable,
    gives_way,
    lose_card,
    matches,
    push_choose,
    push_receive,
    put_on_table,
    take_card,
)
from munchkin_env.engine.decisions import next_seat, pop, push
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.helping import drop_helper
from munchkin_env.engine.totals import (
    find_clause,
    hand_of,
    highest_level,
    holds,
    is_fighter,
    kind_of,
    lowest_level,
    monster_treasures,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import (
    MAX_MONSTERS,
    Event,
    Fault,
    Filter,
    Flag,
    Frame,
    Kind,
    Op,
    Policy,
    Slot,
    Take,
    Trigger,
    Zone,
)


@kernel
def push_effects(s, t, c, trigger, victim, actor, place, second):
    """Runs the clauses of card `c` with the trigger on the victim."""
    push_type_effects(s, t, int(t.type_of[c]), c, trigger, victim, actor, place, second)


@kernel
def push_type_effects(s, t, k, c, trigger, victim, actor, place, second):
    """Like `push_effects`, for a card type that another card stands for (a doubled monster)."""
    count = int(t.card[k].count[trigger])
    if count:
        i = push(s, Frame.EFFECTS, victim, actor)
        f = s.frame[i]
        f.a = int(t.card[k].start[trigger])
        f.b = count
        f.c = c
        f.n = place
        f.arg = second


@kernel
def run_effects(s, t):
    """One clause of the top frame; the frame goes when none is left or its victim has died."""
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.seat)
    if int(f.b) == 0:
        card = int(f.c)
        pop(s)
        if int(s.zone[card]) == Zone.ASIDE and acts_at_once(t, type_of(t, card)):
            move_card(s, t, card, discard_pile(t, card), ALL_SEATS)  # after what it brings was drawn
        return
    clause = int(f.a)
    k = t.clause[clause]
    if int(k.otherwise) and int(f.did):
        f.a = clause + 1
        f.b = int(f.b) - 1
        return
    if not holds(s, t, k, victim, 1 if int(k.op) < Op.SIDE_BONUS else 0):
        f.a = clause + 1
        f.b = int(f.b) - 1
        f.did = 0
        return
    amount = int(k.amount)
    if int(k.die):
        if int(f.passes) == 0:
            f.passes = 1
            push_roll(s, victim, 3, 0)
            return
        f.passes = 0
        amount = max(0, int(s.roll.face) + int(s.player[victim].die))
        clear_roll(s)
    f.a = clause + 1
    f.b = int(f.b) - 1
    f.did = 1
    # handlers below may push frames on top of f
    f.did = apply(s, t, int(s.n_frames) - 1, clause, amount)


@kernel
def push_roll(s, seat, purpose, place):
    """A die will be rolled by the seat; ROLL windows follow (FLEE-5)."""
    i = push(s, Frame.ROLL, seat, seat)
    s.frame[i].a = purpose
    s.frame[i].b = place


@kernel
def clear_roll(s):
    """The die is taken off the table."""
    r = s.roll
    r.on = 0
    r.seat = 0
    r.purpose = 0
    r.face = 0
    r.extra = 0
    r.place = 0
    r.escaped = 0
    r.again = 0


@kernel
def apply(s, t, index, clause, amount):
    """Applies one clause of the frame `index`. Returns 1 if it did something, 0 if nothing qualified."""
    f = s.frame[index]
    k = t.clause[clause]
    op = int(k.op)
    victim = int(f.seat)
    actor = int(f.other)
    card = int(f.c)
    place = int(f.n)
    second = int(f.arg)
    arg = int(k.arg)
    if op < Op.SIDE_BONUS:
        if int(s.player[victim].dead):
            return 0
        if op == Op.LOSE_LEVEL:
            if int(k.die) and amount <= int(k.limit):
                die(s, victim)
            else:
                lose_level(s, victim, amount)
            return 1
        if op == Op.SET_LEVEL:
            target = lowest_level(s) if int(k.flag) else amount
            return 1 if lose_level(s, victim, max(0, int(s.player[victim].level) - target)) > 0 else 0
        if op == Op.DEATH:
            die(s, victim)
            return 1
        if op == Op.LOSE_ITEM:
            return lose_items(s, t, victim, int(k.filter), arg, amount)
        if op == Op.LOSE_ALL:
            return lose_all(s, t, victim, int(k.filter), arg)
        if op == Op.LOSE_CLASS:
            return lose_class(s, t, victim, int(k.flag), arg)
        if op == Op.LOSE_RACE:
            return lose_all(s, t, victim, Filter.RACES, 0)
        if op == Op.DISCARD_HAND:
            return lose_all(s, t, victim, Filter.HAND, 0)
        if op == Op.LOSE_WORTH:
            return push_worth(s, victim, amount, 0, 0)
        if op == Op.NEIGHBOURS_TAKE_HAND:
            return push_order(s, victim, neighbours(s, victim), Filter.HAND, Take.TO_HAND, 0)
        if op == Op.NEIGHBOURS_CHOOSE:
            return push_order(s, victim, neighbours(s, victim), Filter.ITEMS, Take.DISCARD, 0)
        if op == Op.OTHERS_TAKE:
            # DECK-3: what is in play goes to the taker's table, what is in hand to his hand
            queue = others_from(s, victim, int(k.limit))
            return push_order(s, victim, queue, int(k.filter), Take.STEAL, int(k.flag))
        if op == Op.HIGHEST_TAKE:
            return push_order(s, victim, highest_others(s, victim), Filter.ITEMS, Take.STEAL, 0)
        if op == Op.INCOME_TAX:
            if count_takeable(s, t, victim, victim, Filter.ITEMS, 0, Take.DISCARD) == 0:
                return 0
            return push_worth(s, victim, 1, 0, 1)
        if op == Op.CHANGE_CLASS:
            return change_identity(s, t, victim, Kind.CLASS)
        if op == Op.CHANGE_RACE:
            return change_identity(s, t, victim, Kind.RACE)
        if op == Op.CHANGE_SEX:
            set_sex(s, t, victim, 1 - int(s.player[victim].sex))
            return 1
        if op == Op.STAY:
            move_card(s, t, card, table_of(victim), ALL_SEATS)
            return 1
        if op == Op.CHOOSE:
            i = push(s, Frame.PICK, victim, actor)
            s.frame[i].a = int(f.a)
            s.frame[i].n = amount
            s.frame[i].c = card
            f.a = int(f.a) + amount
            f.b = int(f.b) - amount
            return 1
        s.fault = int(s.fault) | Fault.UNKNOWN_OP
        return 0
    if op == Op.SIDE_BONUS:
        if place >= 2:
            slay(s, t, place - 2)
        else:
            change_side(s, place, int(t.card[type_of(t, card)].bonus))
        return 1
    if op == Op.RACE_BONUS:
        total = 0
        for p in range(int(s.rules.players)):
            if is_fighter(s, p) and (int(s.player[p].race) >> arg) & 1:
                total += amount
        change_side(s, 0, total)
        return 1
    if op == Op.MULTIPLY:
        s.combat.multiply = int(s.combat.multiply) + 1
        s.combat.no_help = 1
        return 1
    if op == Op.REMOVE_ALL:
        while int(s.combat.n_monsters) > 0:
            remove_monster(s, t, int(s.combat.n_monsters) - 1)
        kept = int(s.combat.kept) - int(s.combat.slain_treasures)  # what was slain before goes with the rest
        s.combat.kept = amount if int(k.flag) else kept + amount
        s.combat.slain = 0
        s.combat.slain_levels = 0
        s.combat.slain_treasures = 0
        if int(k.flag):
            s.combat.loot = 1
        return 1
    if op == Op.REMOVE_MONSTER:
        dismiss(s, t, place - 2, int(k.policy))
        return 1
    if op == Op.ESCAPE:
        if int(k.flag):
            s.player[victim].escapes_all = 1
        else:
            s.roll.escaped = 1
        return 1
    if op == Op.REDO_ESCAPE:
        s.roll.again = 1
        s.roll.escaped = 0
        return 1
    if op == Op.SET_DIE:
        s.roll.face = place
        log(s, Event.ROLLED, actor, type_of(t, card), -1, place)
        return 1
    if op == Op.NEW_FIGHTER:
        new_fighter(s, victim)
        return 1
    if op == Op.SEARCH:
        log(s, Event.TOOK, actor, type_of(t, second), -1, 0)
        receive(s, t, actor, second, ALL_SEATS, 0)
        push_receive(s, t, actor)
        return 1
    if op == Op.CANCEL_CURSE:
        log(s, Event.CANCELLED, actor, type_of(t, second), victim, 0)
        discard_quietly(s, t, second)
        return 1
    if op == Op.CLONE:
        m = s.combat.monster[place - 2]
        add_monster(s, t, card, int(m.type), int(m.group))
        return 1
    if op == Op.REPLACE:
        illusion(s, t, place - 2, second)
        return 1
    if op == Op.JOIN:
        move_card(s, t, second, Zone.COMBAT, ALL_SEATS)
        add_monster(s, t, second, type_of(t, second), 0)
        return 1
    if op == Op.TAKE_ITEM:
        take_and_use(s, t, actor, second)
        return 1
    if op == Op.CHEAT:
        cheat(s, t, actor, card, second)
        return 1
    if op == Op.CLASS_LEVEL:
        for p in range(int(s.rules.players)):
            if (int(s.player[p].klass) >> arg) & 1:
                gain_level(s, p, amount, int(s.rules.gold_overridable))
        return 1
    if op == Op.GAIN_LEVEL:
        return 1 if gain_level(s, victim, amount, 0) > 0 else 0
    if op == Op.STEAL_LEVEL:
        lose_level(s, victim, 1)
        gain_level(s, actor, 1, 0)
        return 1
    if op == Op.DRAW:
        push_draw(s, actor, arg, amount, place, second)
        return 1
    if op == Op.KILL_SIDEKICK:
        return kill_sidekick(s, t)
    s.fault = int(s.fault) | Fault.UNKNOWN_OP
    return 0


# --------------------------------------------------------------------------- losses


@kernel
def lose_items(s, t, victim, what, arg, n):
    """CURSE-3: the victim chooses among what qualifies."""
    did = 0
    if what == Filter.SLOT:
        did = 1 if drop_curses_worn_with(s, t, victim, arg) > 0 else 0
    if n > 0 and count_takeable(s, t, victim, victim, what, arg, Take.DISCARD) > 0:
        push_choose(s, victim, victim, what, arg, Take.DISCARD, n)
        did = 1
    return did


@kernel
def lose_all(s, t, victim, what, arg):
    """Everything that qualifies is discarded."""
    did = 0
    for zone in (hand_of(victim), table_of(victim)):
        again = True
        while again:
            again = False
            c = int(s.head[zone])
            while c:
                if count_one(s, t, victim, c, what, arg):
                    lose_card(s, t, victim, c)
                    did = 1
                    again = True
                    break
                c = int(s.next[c])
    if what == Filter.ITEMS:
        did = max(did, 1 if drop_curses_worn_with(s, t, victim, Slot.HEADGEAR) > 0 else 0)
    return did


@kernel
def count_one(s, t, p, c, what, arg):
    from_hand = int(s.zone[c]) == hand_of(p)
    if what == Filter.HAND:
        return from_hand
    if from_hand and what != Filter.ITEMS_AND_HAND:
        return False
    return matches(s, t, p, c, what, arg)


@kernel
def lose_class(s, t, victim, every, klass):
    """Class cards: one of the victim's choice, all, or the named one."""
    n = count_takeable(s, t, victim, victim, Filter.CLASSES, klass, Take.DISCARD)
    if n == 0:
        return 0
    if every or klass:
        return lose_all(s, t, victim, Filter.CLASSES, klass)
    push_choose(s, victim, victim, Filter.CLASSES, 0, Take.DISCARD, 1)
    return 1


@kernel
def push_worth(s, seat, gold, penalty, tax):
    """The seat must discard items worth `gold`; with `tax` everybody else pays what the first item was worth."""
    i = push(s, Frame.WORTH, seat, seat)
    s.frame[i].n = gold
    s.frame[i].b = penalty
    s.frame[i].c = tax
    return 1


@kernel
def neighbours(s, p):
    """Queue of the living neighbours: left, then right."""
    left = next_seat(s, p)
    while int(s.player[left].dead) and left != p:
        left = next_seat(s, left)
    n = int(s.rules.players)
    right = (p + n - 1) % n
    while int(s.player[right].dead) and right != p:
        right = (right + n - 1) % n
    if left == p:
        return 0
    return (left + 1) | ((right + 1) << 3)


@kernel
def others_from(s, p, from_right):
    """Queue of the other living players, from the left or from the right."""
    n = int(s.rules.players)
    queue = 0
    shift = 0
    for i in range(1, n):
        q = (p + n - i) % n if from_right else (p + i) % n
        if int(s.player[q].dead) == 0:
            queue |= (q + 1) << shift
            shift += 3
    return queue


@kernel
def highest_others(s, p):
    """Queue of the other players who have the highest level of all."""
    high = highest_level(s)
    n = int(s.rules.players)
    queue = 0
    shift = 0
    for i in range(1, n):
        q = (p + i) % n
        if int(s.player[q].dead) == 0 and int(s.player[q].level) == high:
            queue |= (q + 1) << shift
            shift += 3
    return queue


@kernel
def push_order(s, victim, queue, what, take, rest):
    """Each seat of the queue takes a card of the victim; then the rest of the hand goes if `rest`."""
    i = push(s, Frame.ORDER, victim, victim)
    s.frame[i].a = what
    s.frame[i].b = take
    s.frame[i].c = rest
    s.frame[i].arg = queue
    return 1


@kernel
def take_blind(s, t, taker, victim, treasures_only):
    """The taker gets an unseen card of the victim's hand. Returns the card, 0 if there is none."""
    c = blind_card(s, t, victim, treasures_only)
    if c:
        take_card(s, t, taker, victim, c, Take.TO_HAND)
    return c


@kernel
def topmost(s, t, kind):
    """The topmost card of a kind in the door discards, 0 if none."""
    c = int(s.head[Zone.DISCARD])
    while c:
        if kind_of(t, c) == kind:
            return c
        c = int(s.next[c])
    return 0


@kernel
def change_identity(s, t, victim, kind):
    """All races (or classes) are replaced by the topmost one of the discards, if there is one."""
    what = Filter.RACES if kind == Kind.RACE else Filter.CLASSES
    if count_takeable(s, t, victim, victim, what, 0, Take.DISCARD) == 0:
        return 0
    found = topmost(s, t, kind)
    lose_all(s, t, victim, what, 0)
    if found:
        put_on_table(s, t, victim, found)
    return 1


# --------------------------------------------------------------------------- combat


@kernel
def dismiss(s, t, i, policy):
    """COMBAT-6: a monster is removed without being killed; the policy rules its treasure."""
    m = s.combat
    if policy == Policy.KEPT or (policy == Policy.IF_ALONE and int(m.met) == 1):
        m.kept = int(m.kept) + monster_treasures(s, t, i)
    if int(m.conceded):
        vanish(s, i)
    else:
        remove_monster(s, t, i)


@kernel
def vanish(s, i):
    """During a flight places must not shift: nobody has to flee from place `i` any more."""
    for p in range(int(s.rules.players)):
        s.player[p].pending = int(s.player[p].pending) & ~(1 << i)
    s.roll.escaped = 2


@kernel
def slay(s, t, i):
    """A card kills one monster: its levels and treasures come if the rest are beaten."""
    m = s.combat
    treasures = monster_treasures(s, t, i)
    m.kept = int(m.kept) + treasures
    m.slain_treasures = int(m.slain_treasures) + treasures
    m.slain = int(m.slain) + 1
    m.slain_levels = int(m.slain_levels) + int(t.card[int(m.monster[i].type)].levels)
    remove_monster(s, t, i)


@kernel
def illusion(s, t, i, second):
    """A monster is replaced; its enhancers go with it unless its double is still there."""
    remove_monster(s, t, i)
    s.combat.met = int(s.combat.met) - 1  # one takes the place of the other
    move_card(s, t, second, Zone.COMBAT, ALL_SEATS)
    if int(s.combat.n_monsters) < MAX_MONSTERS:
        add_monster(s, t, second, type_of(t, second), 0)


@kernel
def new_fighter(s, p):
    """Another player takes over the combat, alone; the turn stays where it was (HELP-8, COMBAT-1).

    What was doubled was the old fighter's strength; the new one may ask for help again. What the old one has killed
    by a card is his: he is paid when the combat is over (GOLD-3).
    """
    m = s.combat
    drop_helper(s)
    if int(m.slain):
        m.owed_to = int(m.leader) + 1
        m.owed_levels = int(m.slain_levels)
        m.owed_treasures = int(m.slain_treasures)
        m.kept = int(m.kept) - int(m.slain_treasures)
        m.slain = 0
        m.slain_levels = 0
        m.slain_treasures = 0
    m.leader = p
    m.fought = int(m.fought) | (1 << p)
    m.multiply = 0
    m.no_help = 0
    m.loot = 1
    for q in range(int(s.rules.players)):
        s.player[q].forced = 0
        s.player[q].asked = 0
        s.player[q].asked_at = 0
        s.player[q].volunteered = 0
    log(s, Event.COMBAT, p, 0, -1, 1)


@kernel
def make_room(s, t, p, c):
    """Discards what stands in the way of using the item: worn in its slot, hands, a Big item."""
    again = True
    while again:
        again = False
        d = int(s.head[table_of(p)])
        while d:
            if gives_way(s, t, p, c, d):
                discard(s, t, d, p)
                again = True
                break
            d = int(s.next[d])


@kernel
def take_and_use(s, t, p, c):
    """Help Me Out Here!: the item is taken and put in use, own items give way."""
    victim = int(s.zone[c]) - Zone.TABLE
    log(s, Event.TOOK, p, type_of(t, c), victim, 0)
    make_room(s, t, p, c)
    leave_table(s, t, c, table_of(p), ALL_SEATS)


@kernel
def cheat(s, t, p, card, item):
    """Cheat! is attached to an own item, which is then in use whatever its restrictions."""
    if int(s.zone[item]) == hand_of(p):
        log(s, Event.LAID_OUT, p, type_of(t, item), -1, 0)
        move_card(s, t, item, table_of(p), ALL_SEATS)
    move_card(s, t, card, table_of(p), ALL_SEATS)
    attach(s, t, card, item)
    set_flag(s, t, item, Flag.CARRIED, 0)


@kernel
def kill_sidekick(s, t):
    """The first Hireling in play is discarded."""
    for p in range(int(s.rules.players)):
        c = int(s.head[table_of(p)])
        while c:
            if kind_of(t, c) == Kind.SIDEKICK:
                discard(s, t, c, p)
                return 1
            c = int(s.next[c])
    return 0


# --------------------------------------------------------------------------- cards received


@kernel
def push_draw(s, seat, deck, n, face_up, spoils):
    """The seat draws `n` cards, into the hand, or (face up) among the spoils of a combat."""
    i = push(s, Frame.DRAW, seat, seat)
    f = s.frame[i]
    f.a = deck
    f.b = face_up
    f.c = spoils
    f.n = n


@kernel
def receive(s, t, p, c, seen, face_up):
    """TREAS-1, WIN-3: a card comes to a hand; some act at once."""
    act = int(t.card[type_of(t, c)].count[Trigger.PLAY]) > 0 and acts_at_once(t, type_of(t, c))
    if act:
        log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
        move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
        push_effects(s, t, c, Trigger.PLAY, p, p, face_up, 0)
    else:
        move_card(s, t, c, hand_of(p), seen)
        set_flag(s, t, c, Flag.NEW, 1)


@kernel
def acts_at_once(t, k):
    """Hoard! and Divine Intervention play themselves."""
    return find_clause(t, k, Trigger.PLAY, Op.DRAW) != 0 or find_clause(t, k, Trigger.PLAY, Op.CLASS_LEVEL) != 0


@kernel
def discard_quietly(s, t, c):
    """A cancelled curse goes to its pile."""
    if int(s.zone[c]) >= Zone.TABLE:
        leave_table(s, t, c, discard_pile(t, c), ALL_SEATS)
    else:
        move_card(s, t, c, discard_pile(t, c), ALL_SEATS)
