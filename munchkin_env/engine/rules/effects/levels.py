"""Effects by which levels come and go, and who may have none (LEVEL-1, GOLD-4, PLAY-2)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.players import die, gain_level, lose_level
from munchkin_env.engine.queries.cards import gives_level, hand_of
from munchkin_env.engine.queries.clauses import find_clause, has_options, has_word, takes_matching
from munchkin_env.engine.queries.people import highest_level, lowest_level
from munchkin_env.engine.rules.choices import SPARES, count_takeable, push_choose
from munchkin_env.engine.rules.rows import effect
from munchkin_env.vocabulary import Aim, Filter, Op, Raises, Take, Trigger


@kernel
def lose_levels(s, t, i, victim, word, amount):
    """Lose levels, by a die if one is rolled; a low roll kills. `spared_levels` is settled before."""
    if word.arg:
        amount = spared_levels(s, t, i, word.arg, amount)
    if word.flag:
        amount *= s.count[hand_of(victim)]
    if word.die and amount <= word.limit:
        die(s, t, victim)
    else:
        lose_level(s, victim, amount)


@kernel
def spared_levels(s, t, i, tags, amount):
    """Number of levels that the victim of frame `i` loses: one fewer for each discarded card with one of the tags.

    The victim is asked for all of them, then the clause comes once more; 0 until then.
    """
    f = s.frame[i]
    victim = f.seat
    if f.spared:
        amount -= f.spared - 1
        f.spared = 0
        return max(0, amount)
    n = count_takeable(s, t, victim, victim, Filter.TAGGED_ANYWHERE, tags, Take.DISCARD)
    if n == 0 or s.player[victim].level <= 1:
        return amount
    f.spared = 1
    f.clause -= 1
    f.clauses_left += 1
    s.frame[push_choose(s, victim, victim, Filter.TAGGED_ANYWHERE, tags, Take.DISCARD, amount)].manner = SPARES
    return 0


@kernel
def fall_to_level(s, victim, word, amount):
    """Down to a level, or to that of the lowest, if the victim is above it. Returns 1 if so."""
    level = lowest_level(s) if word.flag else amount
    return 1 if lose_level(s, victim, max(0, s.player[victim].level - level)) > 0 else 0


@kernel
def steal_level(s, victim, actor):
    """LEVEL-1: a level changes owner."""
    lose_level(s, victim, 1)
    gain_level(s, actor, 1, 0)


@kernel
def gain(s, q, amount):
    """A player gains levels, never the winning one (GOLD-4). Returns 1 on a gain."""
    return 1 if gain_level(s, q, amount, 0) > 0 else 0


@kernel
def level_gain(t, k):
    """The clause by which the target of a card of type `k` gains levels, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.GAIN_LEVEL)


@kernel
def level_loss(t, k, trigger):
    """The clause by which a card of type `k` costs levels as bad stuff, or when it is played, 0 if it has none."""
    return find_clause(t, k, trigger, Op.LOSE_LEVEL)


@kernel
def robs_level(t, k):
    """A card of type `k` takes a level from its target for its player."""
    return find_clause(t, k, Trigger.PLAY, Raises.TAKER) != 0


@kernel
def goal_barred(s, p):
    """PLAY-2: no level card is played on a player just below the goal."""
    return s.player[p].level >= s.rules.goal - 1


@kernel
def gives_barred_level(s, t, i, p, q):
    """PLAY-2, GOLD-4: by clause `i` of a card that `p` plays on `q` somebody gains a level who may have none by it."""
    op = t.clause[i].op
    if op == Raises.TAKER:
        return goal_barred(s, p)
    if op != Op.GAIN_LEVEL:
        return False
    return goal_barred(s, q) or (t.clause[i].flag != 0 and s.player[q].level == highest_level(s))


@kernel
def is_open_option(s, t, i, p, q):
    """Clause `i`, one of several of which `q` chooses, would do something."""
    clause = t.clause[i]
    op = clause.op
    if takes_matching(op):
        return count_takeable(s, t, q, q, clause.filter, clause.arg, Take.DISCARD) > 0
    return not gives_barred_level(s, t, i, p, q)


@kernel
def level_barred(s, t, k, p, q):
    """PLAY-2, GOLD-4: a card of type `k` that `p` plays on `q` gives a level which nobody may have, and that is all.

    Where one of several effects is chosen, it may be played for any other that does something. What a level card
    brings besides, or one that is played on the player in turn, comes with the level or not at all.
    """
    if not has_word(t, k, Op.GAIN_LEVEL) and not has_word(t, k, Raises.TAKER):
        return False
    barred = 0
    others = 0
    i = t.card[k].start[Trigger.PLAY]
    end = i + t.card[k].count[Trigger.PLAY]
    while i < end:
        if has_options(t.clause[i].op):
            last = i + t.clause[i].amount
            closed = 1
            while i < last:
                i += 1
                if is_open_option(s, t, i, p, q):
                    closed = 0
            barred += closed
            others += 1 - closed
        elif gives_barred_level(s, t, i, p, q):
            barred += 1
        else:
            others += 1
        i += 1
    whole = gives_level(t.card[k].kind) or t.card[k].aim == Aim.IN_TURN
    return barred > 0 and (whole or others == 0)


effect(Op.LOSE_LEVEL, lose_levels)
effect(Op.SET_LEVEL, fall_to_level)
effect(Op.GAIN_LEVEL, gain)
effect(Raises.TAKER, steal_level)
