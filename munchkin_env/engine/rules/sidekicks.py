"""Sidekicks: played at any time, replaced, sacrificed, lost (SIDE-1, SIDE-2, SIDE-4, MIX-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard, move_card
from munchkin_env.engine.queries.cards import count_sidekicks, hand_of, is_sidekick, kind_of, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.rules.choices import sidekicks_allowed
from munchkin_env.engine.rules.effects.pending import push_clause
from munchkin_env.engine.rules.rows import At, effect, verb
from munchkin_env.engine.rules.run_away import SAVED, escapes_without_roll, is_saved
from munchkin_env.vocabulary import Decision, Moment, Op, Stage, Trigger, Verb, Where, Zone


@kernel
def is_played_sidekick(t, c):
    """SIDE-1, MIX-1: one that is played at any time; where there are no others a Hireling is laid out in one's turn."""
    return is_sidekick(kind_of(t, c)) and t.card[type_of(t, c)].when & Moment.ANY != 0


@kernel
def has_room(s, t, p):
    """SIDE-1: return True if the player may have one more sidekick in play."""
    return count_sidekicks(s, t, p) < sidekicks_allowed(s, t, p)


@kernel
def replaces(s, t, p, c):
    """SIDE-1: the sidekick `c` from the hand takes the place of one that its player names."""
    return s.card[c].zone == hand_of(p) and is_played_sidekick(t, c) and not has_room(s, t, p)


@kernel
def is_sidekick_of(s, t, p, d):
    return s.card[d].zone == table_of(p) and is_sidekick(kind_of(t, d))


@kernel
def play_sidekick(s, t, p, c, d):
    """SIDE-1: the sidekick comes to the table; where there is no room `d` makes way."""
    if not has_room(s, t, p):
        discard(s, t, d, p)
    move_card(s, t, c, table_of(p), ALL_SEATS)


# --------------------------------------------------------------------------- given for somebody's life


@kernel
def may_sacrifice(s, t, p, c):
    """SIDE-2, MIX-1: one sidekick may go in place of the rolls that its owner has still to make."""
    if t.sidekicks == 0 or not is_sidekick(kind_of(t, c)) or is_saved(s, p):
        return False
    for i in range(s.combat.n_monsters):
        if (s.player[p].pending >> i) & 1 and not escapes_without_roll(s, t, i, p):
            return True
    return False


@kernel
def may_take_along(s, p):
    """SIDE-2: a leader says whether the helper, who has still to flee, escapes too."""
    q = s.combat.helper - 1
    return p == s.combat.leader and q >= 0 and s.player[q].pending != 0 and not is_saved(s, q)


@kernel
def sacrifice(s, t, p, c, n):
    """SIDE-2: the sidekick goes with its load; its owner escapes all monsters not rolled for."""
    along = n != 0 and may_take_along(s, p)
    discard(s, t, c, p)
    s.player[p].escapes_all = SAVED
    if along:
        s.player[s.combat.helper - 1].escapes_all = SAVED


# --------------------------------------------------------------------------- lost


@kernel
def sidekicks_in_play(s, t):
    """Number of sidekicks in play."""
    total = 0
    for p in seats(s):
        total += count_sidekicks(s, t, p)
    return total


@kernel
def kills_sidekick(t, k):
    """The play of a card of type `k` kills a sidekick."""
    return find_clause(t, k, Trigger.PLAY, Op.KILL_SIDEKICK) != 0


@kernel
def names_sidekick(s, t, c):
    """The play of card `c` kills a sidekick, and there are several."""
    return kills_sidekick(t, type_of(t, c)) and sidekicks_in_play(s, t) > 1


@kernel
def is_sidekick_in_play(s, t, d):
    return s.card[d].zone >= Zone.TABLE and is_sidekick(kind_of(t, d))


@kernel
def push_fates(s, t, p):
    """A die is rolled for each card in front of a winner that is at risk after a won combat."""
    if p < 0 or s.player[p].powers == 0:
        return
    for c in cards(s, table_of(p)):
        clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.PERISHES)
        if clause and works(s, t, p, c):
            push_clause(s, clause, c, p)


@kernel
def kill_sidekick(s, t, d):
    """A Hireling or sidekick in play is discarded: the one d, the first if there is only one to choose."""
    if d and s.card[d].zone >= Zone.TABLE and is_sidekick(kind_of(t, d)):
        discard(s, t, d, s.card[d].zone - Zone.TABLE)
        return 1
    for p in seats(s):
        for c in cards(s, table_of(p)):
            if is_sidekick(kind_of(t, c)):
                discard(s, t, c, p)
                return 1
    return 0


@kernel
def perish(s, t, q, c, word, amount):
    """Discard or keep a winner's card after its die roll."""
    if amount > word.limit or s.card[c].zone != table_of(q):
        return 0
    discard(s, t, c, q)
    return 1


verb(
    Verb.SACRIFICE,
    "sacrifice a sidekick",
    "Your sidekick stays behind in your place, and you escape.",
    lead="sacrifice",
    parts=(Stage.CARD, Stage.AMOUNT),
    skipped={Stage.AMOUNT: may_take_along},  # 1 takes the helper along (SIDE-2)
    cards=Where.TABLE,
    at=(At(170, (Decision.FLEE,)),),
    card=may_sacrifice,
    amounts=(0, 1),
    carry_out=sacrifice,
)
effect(Op.KILL_SIDEKICK, kill_sidekick)
effect(Op.PERISHES, perish)
