"""The room that has been entered: what it says holds for all combats of the turn (ROOM-1, ROOM-3)."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import clauses
from munchkin_env.engine.queries.cards import is_of, type_of
from munchkin_env.engine.queries.clauses import find_clause, has_word
from munchkin_env.engine.queries.conditions import owner_holds
from munchkin_env.engine.queries.people import takes_part
from munchkin_env.vocabulary import ENTERED_KINDS, Decision, Op, Trigger, Window, Zone

ANY_MONSTER = -1
LOOT_ALLOWED = 1  # TURN-4, `may_loot`: a card says that the room may be looted after all
LOOT_DUE = 2  # nothing was met, or all that was met has left in peace


@kernel
def is_entered(kind):
    """ROOM-1: a card of the kind is entered when it is turned up at the door."""
    return is_of(ENTERED_KINDS, kind)


@inlined
def room_of(s):
    """The room of the player in turn, 0 if there is none."""
    return s.head[Zone.ROOM]


@kernel
def awaits_monsters(s, window, decision):
    """ROOM-3: a monster may enter the room of the player in turn, who has met none, nor gone on to meet or to loot.

    CAT-1: behind a second door there is nothing to go on to; the player brings a monster while deciding.
    """
    if not takes_part(s, s.turn_seat):
        return False
    if window == Window.DOOR or decision == Decision.AFTER_DOOR:
        return True
    return decision == Decision.AFTER_COMBAT and s.second_door != 0 and s.met_monster == 0


@kernel
def has_dweller(t, k):
    """ROOM-2: a room of type `k` comes with a monster of its own."""
    return is_entered(t.card[k].kind) and t.card[k].level > 0


@kernel
def lasting_of_room(s, t):
    """Number of clauses of the room that change the strength of every monster."""
    c = room_of(s)
    total = 0
    if c and has_word(t, type_of(t, c), Op.EACH_MONSTER):
        for i in clauses(t.card[type_of(t, c)], Trigger.ALWAYS):
            if t.clause[i].op == Op.EACH_MONSTER:
                total += 1
    return total


@kernel
def bonus_for_each(t, k, twin):
    """Contribution of a card of type `k` to each monster, or only those of a name; `twin`: ANY_MONSTER or a name."""
    total = 0
    if has_word(t, k, Op.EACH_MONSTER):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.EACH_MONSTER and (clause.arg == 0 or clause.arg == twin or twin == ANY_MONSTER):
                total += clause.amount
    return total


@kernel
def bonus_in_room(s, t, k):
    """Contribution of the room to each monster of type `k`."""
    c = room_of(s)
    return bonus_for_each(t, type_of(t, c), t.card[k].twin) if c else 0


@kernel
def flight_said(t, k):
    """Modifier of run-away rolls by a card of type `k`, whatever players its clauses require."""
    total = 0
    for i in clauses(t.card[k], Trigger.ALWAYS):
        if t.clause[i].op == Op.RUN_AWAY:
            total += t.clause[i].amount
    return total


@kernel
def flight_change(s, t, k, p):
    """FLEE-1: modifier by a card of type `k`, a monster or a room, of the run-away rolls of `p`."""
    total = 0
    if has_word(t, k, Op.RUN_AWAY):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.RUN_AWAY and owner_holds(s, clause, p, 1 if clause.amount < 0 else 0):
                total += clause.amount
    return total


@kernel
def flight_in_room(s, t, p):
    """FLEE-1: modifier by the room of every run-away roll of `p`."""
    return flight_change(s, t, type_of(t, room_of(s)), p)


@kernel
def times_in(t, k):
    """Multiplicity of a monster's rewards in a room of type `k`."""
    clause = find_clause(t, k, Trigger.ALWAYS, Op.TREASURE_TIMES)
    return t.clause[clause].amount if clause else 1


@kernel
def treasure_times(s, t):
    """As `times_in`, of the room that has been entered."""
    c = room_of(s)
    return times_in(t, type_of(t, c)) if c else 1


@kernel
def forbids_looting(t, k):
    """ROOM-3: a room of type `k` may not be looted."""
    return find_clause(t, k, Trigger.ALWAYS, Op.NO_LOOTING) != 0


@kernel
def is_barred_room(s, t):
    """ROOM-3: the room that has been entered may not be looted."""
    c = room_of(s)
    return c != 0 and forbids_looting(t, type_of(t, c))


@kernel
def is_crowded(t, k):
    """GOTH-1: everybody may add a monster as a room of type `k` is entered."""
    return find_clause(t, k, Trigger.ALWAYS, Op.CROWD) != 0


@kernel
def may_be_looted(s, t):
    """TURN-4, ROOM-3: the room may be looted, and does not forbid it itself."""
    return s.may_loot != 0 and not is_barred_room(s, t)


@kernel
def must_be_looted(s, t):
    """TURN-4: by the switch nobody ends the turn before looting a room where that is due."""
    return s.rules.loot_compulsory != 0 and s.may_loot == LOOT_DUE and may_be_looted(s, t)
