"""Running away: one roll per monster, reactions, escape or bad stuff (FLEE-1 to FLEE-5)."""

from munchkin_env.engine.atoms import log, roll_die
from munchkin_env.engine.decisions import ask, open_window, pop
from munchkin_env.engine.effects import clear_roll, push_draw, push_roll, push_type_effects
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import ability_clause, find_clause, has_ability, owner_holds, type_of
from munchkin_env.vocabulary import Ability, Decision, Deck, Event, Op, Trigger, Window

CHOOSE = 0
ROLLED = 1

RUN_AWAY = 1
THEFT = 2
BAD_STUFF = 3

ESCAPES_ON = 5  # FLEE-1: a roll of five or more escapes


@kernel
def monster_word(s, t, i, p, op):
    """The monster at place `i` has the word and its conditions hold for the player who flees."""
    k = int(s.combat.monster[i].type)
    clause = find_clause(t, k, Trigger.ALWAYS, op)
    return clause != 0 and owner_holds(s, t.clause[clause], p, 1 if op == Op.NO_ESCAPE else 0)


@kernel
def cannot_escape(s, t, i, p):
    return monster_word(s, t, i, p, Op.NO_ESCAPE)


@kernel
def escapes_without_roll(s, t, i, p):
    """Automatic escape: by card, or because the monster lets the player go."""
    q = s.player[p]
    if cannot_escape(s, t, i, p):
        return False
    if int(q.escapes_all) or (int(q.spared) >> i) & 1:
        return True
    return monster_word(s, t, i, p, Op.AUTO_ESCAPE) or monster_word(s, t, i, p, Op.WILL_NOT_PURSUE)


@kernel
def roll_change(s, t, p, i):
    """What is added to a run-away roll: own cards, the monster, flight, changes of all rolls."""
    total = int(s.player[p].run_away) + int(s.player[p].die) + int(s.roll.extra)
    k = int(s.combat.monster[i].type)
    start = int(t.card[k].start[Trigger.ALWAYS])
    for j in range(start, start + int(t.card[k].count[Trigger.ALWAYS])):
        clause = t.clause[j]
        if int(clause.op) == Op.RUN_AWAY and owner_holds(s, clause, p, 1 if int(clause.amount) < 0 else 0):
            total += int(clause.amount)
    return total


@kernel
def roll_escapes(s, t):
    """The die on the table escapes its monster as things stand."""
    r = s.roll
    if int(r.escaped):
        return True
    if int(r.face) == 0:
        return False
    return int(r.face) + roll_change(s, t, int(r.seat), int(r.place)) >= ESCAPES_ON


@kernel
def run_flee(s, t):
    """FLEE-1: the loser takes the monsters in the order he chooses."""
    f = s.frame[int(s.n_frames) - 1]
    p = int(f.seat)
    q = s.player[p]
    if int(f.stage) == CHOOSE:
        if int(q.dead):
            pop(s)
        elif int(q.pending) == 0:
            finish_flight(s, t, p, int(f.n), int(f.b))
        else:
            ask(s, p, Decision.FLEE)
    else:
        settle_roll(s, t)


@kernel
def face_monster(s, t, p, i):
    """The player runs from the monster at place `i`: a roll, unless none is needed."""
    f = s.frame[int(s.n_frames) - 1]
    f.stage = ROLLED
    f.a = i
    q = s.player[p]
    q.pending = int(q.pending) & ~(1 << i)
    if cannot_escape(s, t, i, p):
        s.roll.on = 1
        s.roll.seat = p
        s.roll.purpose = RUN_AWAY
        s.roll.place = i
    else:
        automatic = escapes_without_roll(s, t, i, p)
        push_roll(s, p, RUN_AWAY, i)
        if automatic:
            s.frame[int(s.n_frames) - 1].n = 1


@kernel
def settle_roll(s, t):
    """FLEE-2, FLEE-4: escaped or caught."""
    f = s.frame[int(s.n_frames) - 1]
    p = int(f.seat)
    i = int(f.a)
    k = int(s.combat.monster[i].type)
    card = int(s.combat.monster[i].card)
    escaped = roll_escapes(s, t)
    vanished = int(s.roll.escaped) == 2
    clear_roll(s)
    f.stage = CHOOSE
    f.a = 0
    if vanished:
        return
    if escaped:
        log(s, Event.ESCAPED, p, k, -1, 0)
        f.b = int(f.b) + 1
        push_type_effects(s, t, k, card, Trigger.ESCAPED, p, p, 0, 0)
    else:
        log(s, Event.CAUGHT, p, k, -1, 0)
        f.n = int(f.n) + 1
        push_type_effects(s, t, k, card, Trigger.BAD_STUFF, p, p, 0, 0)


@kernel
def finish_flight(s, t, p, caught, escaped):
    """A flight without being caught may bring a treasure (Tuba of Charm)."""
    pop(s)
    if escaped > 0 and caught == 0 and has_ability(s, p, Ability.ESCAPE_TREASURE):
        clause = ability_clause(s, t, p, Ability.ESCAPE_TREASURE)
        push_draw(s, p, Deck.TREASURE, max(1, int(t.clause[clause].amount)), 0, 0)


# --------------------------------------------------------------------------- dice


@kernel
def run_roll(s, t):
    """A die is rolled and lies open for reactions; `again` repeats it (FLEE-5)."""
    f = s.frame[int(s.n_frames) - 1]
    r = s.roll
    if int(f.stage) == 0:
        r.on = 1
        r.seat = int(f.seat)
        r.purpose = int(f.a)
        r.place = int(f.b)
        r.again = 0
        r.escaped = 0
        r.face = 0
        if int(f.n):
            r.escaped = 1
            f.n = 0
        else:
            r.face = roll_die(s)
            log(s, Event.ROLLED, int(f.seat), 0, -1, int(r.face))
        f.stage = 1
        open_window(s, Window.ROLL, int(f.seat))
    elif int(r.again):
        f.stage = 0
    else:
        pop(s)


@kernel
def roll_failed(s, t):
    """The roll on the table is a run-away roll that fails as things stand, and is not rolled again anyway."""
    r = s.roll
    return int(r.on) != 0 and int(r.purpose) == RUN_AWAY and int(r.again) == 0 and not roll_escapes(s, t)


@kernel
def monster_level(s, t, i):
    return int(t.card[int(s.combat.monster[i].type)].level)


@kernel
def escape_card_helps(s, t, c, p):
    """The card on the table of `p` may be discarded to escape some monster that he has to flee from."""
    for i in range(int(s.combat.n_monsters)):
        if escape_card_fits(s, t, c, p, i):
            return True
    return False


@kernel
def escape_card_fits(s, t, c, p, i):
    """Rat on a Stick, Hireling: automatic escape from one monster, up to a level."""
    q = s.player[p]
    if (int(q.pending) >> i) & 1 == 0 or escapes_without_roll(s, t, i, p) or cannot_escape(s, t, i, p):
        return False
    clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.ESCAPE_CARD)
    if clause == 0:
        return False
    limit = int(t.clause[clause].limit)
    return limit == 0 or monster_level(s, t, i) <= limit


@kernel
def takes_item(s, t, i, p, c):
    """Pit Bull: the item distracts the monster at place `i`."""
    q = s.player[p]
    if (int(q.pending) >> i) & 1 == 0 or escapes_without_roll(s, t, i, p):
        return False
    clause = find_clause(t, int(s.combat.monster[i].type), Trigger.ALWAYS, Op.ESCAPE_FOR_ITEM)
    return clause != 0 and int(t.clause[clause].arg) & int(t.card[type_of(t, c)].tags) != 0


@kernel
def spare(s, p, i):
    """The player escapes the monster at place `i` automatically."""
    s.player[p].spared = int(s.player[p].spared) | (1 << i)
