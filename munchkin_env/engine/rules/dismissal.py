"""Monsters that leave without being killed: charmed, sent away, bribed, or paid off (COMBAT-6)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import discard_selected
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import hand_of, is_item, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import holds
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.third_deck import counts_as_treasure
from munchkin_env.engine.rules.abilities import may_charm, pay
from munchkin_env.engine.rules.effects.combat import dismiss, leave_alone
from munchkin_env.engine.rules.effects.losses import lose_all
from munchkin_env.engine.rules.effects.pending import push_draw
from munchkin_env.engine.rules.rows import FIGHTER, NOT_OF_FLIGHT, OWN_COMBAT, At, During, Role, frame, verb
from munchkin_env.engine.rules.run_away import monster_word
from munchkin_env.vocabulary import (
    Ability,
    Decision,
    Deck,
    Filter,
    Flag,
    Frame,
    Leaves,
    Op,
    Policy,
    Stage,
    Trigger,
    Verb,
    Where,
    Window,
)


@kernel
def exchange(s, t, i, p):
    """Lawyers: the chosen treasures go, as many are drawn face down."""
    n = s.frame[i].price  # a chosen card may fall with another that it hangs on
    discard_selected(s, t, p)
    pop(s, i)
    push_draw(s, p, Deck.TREASURE, n, 0, 0)


@kernel
def run_entry(s, t, i):
    """A monster that leaves in peace offers an exchange to the living who have enough for it (DEATH-3)."""
    f = s.frame[i]
    p = f.seat
    if s.player[p].dead or count_treasures(s, t, p, 0) < f.price:
        pop(s, i)
    else:
        ask(s, i, p, Decision.ENTRY)


@kernel
def count_treasures(s, t, p, first_type):
    """Treasure cards of the player from a type on that are not chosen yet."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(s, zone):
            if counts_as_treasure(s, t, c) and type_of(t, c) >= first_type and s.card[c].flag & Flag.SELECTED == 0:
                total += 0 if is_stuck(s, t, c) else 1
    return total


@kernel
def unfought(t, k):
    """The clause by which a monster of type `k` leaves the combat by itself, 0 if it has none."""
    return find_clause(t, k, Trigger.ALWAYS, Leaves.UNFOUGHT)


@kernel
def first_to_leave(s, t):
    """The place of the first monster that does not attack those who fight it, -1 if all do."""
    m = s.combat
    for j in range(m.n_monsters):
        clause = unfought(t, m.monster[j].type)
        if clause and holds(s, t, t.clause[clause], m.leader, 0):
            return j
    return -1


@kernel
def push_exchange(s, t, k):
    """A monster that leaves in peace offers an exchange of treasures (Lawyers), to the leader first, then the helper.

    Returns True if one of them is entitled to it.
    """
    clause = find_clause(t, k, Trigger.ALWAYS, Op.EXCHANGE)
    if clause == 0:
        return False
    helper = push_entry(s, t, clause, s.combat.helper - 1)
    leader = push_entry(s, t, clause, s.combat.leader)  # pushed last, asked first
    return helper or leader


@kernel
def push_entry(s, t, clause, p):
    """Ask a fighter (-1: nobody) for an exchange, if it is for their class. Returns True if it is."""
    if p < 0 or t.clause[clause].klass & (s.player[p].klass | s.player[p].guise) == 0:
        return False
    s.frame[push(s, Frame.ENTRY, p, p)].price = t.clause[clause].amount
    return True


@kernel
def monster_has(s, t, i, op):
    """The monster has the word and its conditions hold for the party."""
    clause = find_clause(t, s.combat.monster[i].type, Trigger.ALWAYS, op)
    return clause != 0 and holds(s, t, t.clause[clause], s.combat.leader, 0)


@kernel
def bribes(s, t, j, c):
    """The item is worth enough for the monster at place `j`."""
    clause = find_clause(t, s.combat.monster[j].type, Trigger.ALWAYS, Leaves.BRIBED)
    if clause == 0 or not is_item(t, c) or is_stuck(s, t, c):
        return False
    return t.card[type_of(t, c)].value >= t.clause[clause].amount


@kernel
def can_bribe(s, t, p, j):
    for c in cards(s, table_of(p)):
        if bribes(s, t, j, c):
            return True
    return False


@kernel
def exchange_option(s, t, i, p, c):
    """Lawyers: as many treasure cards as they want, from hand or table, in canonical order."""
    if s.card[c].flag & Flag.SELECTED or not counts_as_treasure(s, t, c) or is_stuck(s, t, c):
        return False
    k = type_of(t, c)
    if k < s.move.last:
        return False
    needed = s.frame[i].price - s.move.count
    return needed > 0 and count_treasures(s, t, p, k) >= needed


@kernel
def charm(s, t, p, j):
    """COMBAT-6: a Wizard's whole hand goes, and with it the monster at place `j`."""
    lose_all(s, t, p, Filter.HAND, 0, 0)
    dismiss(s, t, j, Policy.KEPT)


@kernel
def bribe(s, t, p, j, c):
    """COMBAT-6: the monster at place `j` leaves for item `c`."""
    pay(s, t, p, c)
    dismiss(s, t, j, Policy.LOST)


@kernel
def send_away(s, t, j):
    """COMBAT-6: remove the monster at place `j`; its treasure stays."""
    dismiss(s, t, j, Policy.KEPT)


@kernel
def may_be_charmed(j):
    """COMBAT-6: any monster, wherever it stands."""
    return j >= 0


@kernel
def may_send_away(s, t, p, j):
    """Return True if `p` may send the monster away: `p` satisfies its condition."""
    return monster_word(s, t, j, p, Leaves.SENT)


@kernel
def may_decline(s, t, j):
    """The monster at place `j` may be left alone."""
    return monster_has(s, t, j, Leaves.DECLINED)


@kernel
def can_exchange(s, t, i, p):
    """Lawyers: the player has as many treasure cards as they want."""
    return count_treasures(s, t, p, 0) >= s.frame[i].price


@kernel
def is_exchanged(s, i):
    """As many treasure cards are chosen as the Lawyers want."""
    return s.move.count == s.frame[i].price


# --------------------------------------------------------------------------- verbs

verb(
    Verb.CHARM,
    "charm a monster with your whole hand",
    "You discard your whole hand, and a monster leaves the fight; you take its treasure, but no level.",
    lead="charm with the whole hand:",
    parts=(Stage.PLACE,),
    ability=Ability.CHARM,
    at=(At(90, OWN_COMBAT),),
    windows=(During(70, NOT_OF_FLIGHT, FIGHTER),),
    possible=may_charm,
    place=may_be_charmed,
    carry_out=charm,
)
verb(
    Verb.BRIBE,
    "bribe the monster",
    "You give the monster an item, and it leaves the fight.",
    lead="bribe",
    parts=(Stage.PLACE, Stage.CARD),
    cards=Where.TABLE,
    word=Leaves.BRIBED,
    at=(At(130, OWN_COMBAT),),
    windows=(During(94, (Window.DEFEAT,), Role.LEADER),),
    place=can_bribe,
    card=bribes,
    carry_out=bribe,
)
verb(
    Verb.SEND_AWAY,
    "send the monster away",
    "The monster leaves the fight, since its card lets somebody like you do so.",
    lead="send away",
    parts=(Stage.PLACE,),
    word=Leaves.SENT,
    at=(At(110, OWN_COMBAT),),
    windows=(During(90, NOT_OF_FLIGHT, FIGHTER),),
    place=may_send_away,
    carry_out=send_away,
)
verb(
    Verb.DECLINE,
    "do not fight the monster",
    "You leave the monster alone, since its card lets somebody like you do so.",
    lead="do not fight",
    parts=(Stage.PLACE,),
    word=Leaves.DECLINED,
    at=(At(140, OWN_COMBAT),),
    windows=(During(96, (Window.DEFEAT,), Role.LEADER),),
    place=may_decline,
    carry_out=leave_alone,
)
verb(
    Verb.EXCHANGE,
    "exchange treasures",
    "You discard treasures and draw as many others: the monster that leaves offers it.",
    lead="exchange",
    parts=(Stage.MORE,),
    cards=Where.HAND | Where.TABLE,
    at=(At(10, (Decision.ENTRY,)),),
    possible=can_exchange,
    card=exchange_option,
    closes=is_exchanged,
    carry_out=exchange,
)

frame(Frame.ENTRY, run=run_entry)
