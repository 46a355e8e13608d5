"""The room that has been entered: what it says holds for all combats of the turn (ROOM-1, ROOM-3)."""

from munchkin_env.engine.compiler.kernel import inlined, kernel
from munchkin_env.engine.compiler.language import clauses
from munchkin_env.engine.facts.cards import is_of, type_of
from munchkin_env.engine.facts.clauses import find_clause, has_word
from munchkin_env.engine.facts.conditions import owner_holds
from munchkin_env.engine.facts.people import takes_part
from munchkin_env.vocabulary import ENTERED_KINDS, Decision, Op, Trigger, Window, Zone

LOOT_ALLOWED = 1  # TURN-4, `may_loot`: a card says that the room may be looted after all
LOOT_DUE = 2  # nothing was met, or all that was met has left in peace


@kernel
def is_entered(kind):
    """ROOM-1: a card of the kind is entered when it is turned up at the door."""
    return is_of(ENTERED_KINDS, kind)


@inlined
def room_of(s):
    """The room in which the player in turn is, 0 if he is in none."""
    return s.head[Zone.ROOM]


@kernel
def awaits_monsters(s, window, decision):
    """ROOM-3: a monster may come into the room of the player in turn: he has met none, nor gone on to meet or to loot.

    CAT-1: behind a second door he has nothing to go on to, and brings one himself as long as he decides.
    """
    if not takes_part(s, s.turn_seat):
        return False
    if window == Window.DOOR or decision == Decision.AFTER_DOOR:
        return True
    return decision == Decision.AFTER_COMBAT and s.second_door != 0 and s.met_monster == 0


@kernel
def room_clause(s, t, op):
    """The clause of the room that has been entered with the word, 0 if there is none."""
    c = room_of(s)
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, op) if c else 0


@kernel
def has_dweller(t, k):
    """ROOM-2: a room of type `k` comes with a monster of its own."""
    return is_entered(t.card[k].kind) and t.card[k].level > 0


@kernel
def lasting_of_room(s, t):
    """How many clauses of the room change the strength of every monster."""
    c = room_of(s)
    total = 0
    if c and has_word(t, type_of(t, c), Op.EACH_MONSTER):
        card = t.card[type_of(t, c)]
        for i in clauses(card, Trigger.ALWAYS):
            if t.clause[i].op == Op.EACH_MONSTER:
                total += 1
    return total


@kernel
def bonus_in_room(s, t, k):
    """What the room gives a monster of type `k`, as it gives it to each."""
    c = room_of(s)
    twin = t.card[k].twin
    total = 0
    if c and has_word(t, type_of(t, c), Op.EACH_MONSTER):
        card = t.card[type_of(t, c)]
        for i in clauses(card, Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.EACH_MONSTER and (clause.arg == 0 or clause.arg == twin):
                total += clause.amount
    return total


@kernel
def flight_in_room(s, t, p):
    """FLEE-1: what the room changes of every run-away roll of `p`."""
    total = 0
    k = type_of(t, room_of(s))
    if has_word(t, k, Op.RUN_AWAY):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.RUN_AWAY and owner_holds(s, clause, p, 1 if clause.amount < 0 else 0):
                total += clause.amount
    return total


@kernel
def treasure_times(s, t):
    """How often what a monster brings counts in the room."""
    clause = room_clause(s, t, Op.TREASURE_TIMES)
    return t.clause[clause].amount if clause else 1


@kernel
def may_be_looted(s, t):
    """TURN-4, ROOM-3: the room may be looted, and does not forbid it itself."""
    return s.may_loot != 0 and room_clause(s, t, Op.NO_LOOTING) == 0


@kernel
def must_be_looted(s, t):
    """TURN-4: by the switch nobody ends his turn before he has looted a room where that is due."""
    return s.rules.loot_compulsory != 0 and s.may_loot == LOOT_DUE and may_be_looted(s, t)
