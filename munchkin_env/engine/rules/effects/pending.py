"""Pending parts of an effect: further clauses, a die, cards to draw, cards to choose. Each is a frame."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.stack import pop, push
from munchkin_env.engine.queries.cards import has_tag, is_gear, is_monster, kind_of, type_of
from munchkin_env.engine.queries.clauses import strikes_victim
from munchkin_env.engine.rules.rows import effect
from munchkin_env.vocabulary import Aim, Frame, Op, RollFor, Tag

ABOVE_ZERO = 100  # no roll is so far below 0


@kernel
def push_effects(s, t, c, trigger, victim, actor, place, second):
    """Run the clauses of card `c` with the trigger on the victim."""
    push_type_effects(s, t, t.type_of[c], c, trigger, victim, actor, place, second)


@kernel
def suits_play(s, t, i, c):
    """Card `c` of a hand may be the second of the play that frame `i` is about: a monster, or an item that it needs."""
    aim = t.card[type_of(t, s.frame[i].card)].aim
    if aim == Aim.MONSTER_FROM_HAND or aim == Aim.MONSTER_SWAP or aim == Aim.MONSTER:
        return is_monster(kind_of(t, c))
    return aim != Aim.OWN_ITEM or is_gear(kind_of(t, c))


@kernel
def push_type_effects(s, t, k, c, trigger, victim, actor, place, second):
    """Like `push_effects`, for a card type that another card stands for (a doubled monster)."""
    count = t.card[k].count[trigger]
    if count:
        i = push(s, Frame.EFFECTS, victim, actor)
        f = s.frame[i]
        f.clause = t.card[k].start[trigger]
        f.clauses_left = count
        f.card = c
        f.place = place
        f.second = second


@kernel
def push_clause(s, clause, c, p):
    """Run one clause of card `c`, about its owner `p`. Returns the index of its frame."""
    i = push(s, Frame.EFFECTS, p, p)
    f = s.frame[i]
    f.clause = clause
    f.clauses_left = 1
    f.card = c
    return i


@kernel
def push_call(s, t, k, p):
    """GOTH-1: if monster `k`, which `p` has brought into the combat, is a goth, it calls for one more."""
    if has_tag(t, k, Tag.GOTH):
        push(s, Frame.GOTH, p, p)


@kernel
def push_crowd(s, first, asked):
    """Everybody may add a monster, from the seat `first` on; so many have been asked."""
    i = push(s, Frame.GOTH, first, first)
    s.frame[i].everybody = 1
    s.frame[i].asked = asked


@kernel
def push_roll(s, seat, purpose, place):
    """A die will be rolled by the seat; ROLL windows follow (FLEE-5). Returns the index of its frame."""
    i = push(s, Frame.ROLL, seat, seat)
    s.frame[i].purpose = purpose
    s.frame[i].roll_place = place
    return i


@kernel
def purpose_of(t, clause):
    """Purpose of the clause's die."""
    return RollFor.BAD_STUFF if strikes_victim(t.clause[clause].op) else RollFor.USE


@kernel
def number_rolled(s, p):
    """Result of the die on the table for player `p`, with all modifiers of the roll."""
    return s.roll.face + s.player[p].die


@kernel
def push_throw(s, i, p):
    """FLEE-5: player `p` throws a die for the order that frame `i` settles; it is open to reactions as any other."""
    s.frame[i].other = p
    push_roll(s, p, RollFor.ORDER, 0)


@kernel
def take_throw(s, i):
    """Store the modified roll in frame `i`, and take the die off."""
    f = s.frame[i]
    p = f.other
    number = number_rolled(s, p)
    f.thrown = (f.thrown & ~(255 << (8 * p))) | ((number + ABOVE_ZERO) << (8 * p))
    clear_roll(s)


@kernel
def thrown_by(f, p):
    """Roll of player `p` for the order that frame `f` settles, made positive; 0: nothing yet."""
    return (f.thrown >> (8 * p)) & 255


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
def push_draw(s, seat, deck, n, face_up, spoils):
    """The seat draws `n` cards, into the hand, or (face up) among the spoils of a combat."""
    i = push(s, Frame.DRAW, seat, seat)
    f = s.frame[i]
    f.deck = deck
    f.face_up = face_up
    f.to_spoils = spoils
    f.left = n


@kernel
def push_ways(s, p, actor, c, clause, n):
    """`p` picks one of `n` clauses of the card `c`. Returns the index of the frame."""
    i = push(s, Frame.PICK, p, actor)
    f = s.frame[i]
    f.clause = clause
    f.ways = n
    f.card = c
    return i


@kernel
def push_pick(s, i, amount):
    """The victim of the EFFECTS frame `i` picks one of so many of its next clauses; the others do not happen."""
    f = s.frame[i]
    j = push_ways(s, f.seat, f.other, f.card, f.clause, amount)
    s.frame[j].target = f.place
    s.frame[j].second = f.second
    f.clause += amount
    f.clauses_left -= amount


@kernel
def pick_clause(s, i, clause):
    """The victim has chosen one of several clauses."""
    f = s.frame[i]
    victim = f.seat
    actor = f.other
    card = f.card
    place = f.target
    second = f.second
    pop(s, i)
    j = push(s, Frame.EFFECTS, victim, actor)
    s.frame[j].clause = clause
    s.frame[j].clauses_left = 1
    s.frame[j].card = card
    s.frame[j].place = place
    s.frame[j].second = second


effect(Op.CHOOSE, push_pick)
