"""The effect interpreter: a flat dispatcher, one branch per word of the card vocabulary.

Clauses run in an EFFECTS frame: `seat` the victim, `other` the player who caused it, `a`/`b` the next
clause and how many are left, `c` the source card, `n` a place or amount, `arg` a second card.
A clause that needs an answer pushes a frame; the rest waits below it.
"""

from munchkin_env.engine.atoms.cards import ALL_SEATS, bind, discard_pile, move_card
from munchkin_env.engine.atoms.combat import change_flight, doom, multiply, rout
from munchkin_env.engine.atoms.decks import look_at_top
from munchkin_env.engine.atoms.hands import reveal_hand, show_hand_to
from munchkin_env.engine.atoms.players import die, gain_level, set_sex, set_status
from munchkin_env.engine.atoms.stack import pop, push
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import type_of
from munchkin_env.engine.facts.clauses import changed_by, strikes_victim
from munchkin_env.engine.facts.conditions import holds
from munchkin_env.engine.facts.people import lowest_level
from munchkin_env.engine.facts.places import monster_at
from munchkin_env.engine.rules.choices import MAY_DECLINE, before_door, count_takeable, push_choose
from munchkin_env.engine.rules.effects.cards import (
    acts_at_once,
    cancel_card,
    cancel_curse,
    cheat,
    disarm,
    end_with_cult,
    hang_on,
    kill_sidekick,
    perish,
    raise_or_cure,
    salvage,
    search,
    split_spoils,
    stay,
    steal_level,
    take_and_use,
)
from munchkin_env.engine.rules.effects.combat import (
    avoid_combat,
    bring,
    clone,
    dismiss,
    draft,
    escape,
    help_race,
    help_side,
    illusion,
    new_fighter,
    note_use,
    note_wager,
    remove_all,
    roll_again,
    set_die,
    take_spent,
    turn_spent,
)
from munchkin_env.engine.rules.effects.losses import (
    become_cultist,
    bury,
    change_identity,
    choosers,
    fall_to_level,
    give_to,
    lose_all,
    lose_items,
    lose_levels,
    lose_unseen,
    lowest_chooses,
    receivers_of,
    swap_unseen,
)
from munchkin_env.engine.rules.effects.owing import give_level, push_order, push_worth, tax_income
from munchkin_env.engine.rules.effects.pending import (
    clear_roll,
    number_rolled,
    purpose_of,
    push_draw,
    push_pick,
    push_roll,
    suits_play,
)
from munchkin_env.engine.rules.effects.waiting import effects_fit
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import (
    Cancel,
    Change,
    Draw,
    Fault,
    Fetch,
    Filter,
    Frame,
    Op,
    Place,
    Raises,
    Remove,
    RollAgain,
    ShowHand,
    Spent,
    Take,
    Zone,
)

OTHER_WORD = -1  # a group of words does not have this one


@kernel
def run_effects(s, t, i):
    """One clause of the frame; the frame goes when none is left or its victim has died."""
    f = s.frame[i]
    victim = f.seat
    if f.clauses_left == 0:
        card = f.card
        pop(s, i)
        if s.card[card].zone == Zone.ASIDE and acts_at_once(t, type_of(t, card)):
            move_card(s, t, card, discard_pile(s, t, card), ALL_SEATS)  # after what it brings was drawn
        return
    clause = f.clause
    word = t.clause[clause]
    if word.otherwise and f.did:
        f.clause = clause + 1
        f.clauses_left -= 1
        return
    if not holds(s, t, word, victim, 1 if strikes_victim(word.op) else 0):
        f.clause = clause + 1
        f.clauses_left -= 1
        f.did = 0
        return
    amount = word.amount
    if word.die:
        if f.prepared == 0:
            f.prepared = 1
            push_roll(s, victim, purpose_of(t, clause), 0)
            return
        f.prepared = 0
        amount = max(0, number_rolled(s, victim))
        clear_roll(s)
    f.clause = clause + 1
    f.clauses_left -= 1
    f.did = 1
    # handlers below may push frames on top of f
    f.did = apply(s, t, i, clause, amount)


@kernel
def apply(s, t, i, clause, amount):
    """Applies one clause of the frame `i`. Returns 1 if it did something, 0 if nothing qualified."""
    op = t.clause[clause].op
    if strikes_victim(op):
        if s.player[s.frame[i].seat].dead:
            return 0
        did = apply_loss(s, t, i, op, clause, amount)
        if did == OTHER_WORD:
            did = apply_to_victim(s, t, i, op, clause, amount)
    else:
        did = apply_to_combat(s, t, i, op, clause, amount)
        if did == OTHER_WORD:
            did = apply_to_cards(s, t, i, op, clause, amount)
    if did == OTHER_WORD:
        s.fault |= Fault.UNKNOWN_OP
        return 0
    return did


@kernel
def apply_loss(s, t, i, op, clause, amount):
    """Words that take cards from the victim of the frame `i`; OTHER_WORD for any other."""
    word = t.clause[clause]
    victim = s.frame[i].seat
    if op == Op.LOSE_ITEM and word.flag:
        return lose_unseen(s, t, victim, amount)
    if op == Op.LOSE_ITEM:
        return lose_items(s, t, victim, word.filter, word.arg, amount)
    if op == Op.LOSE_ALL:
        return lose_all(s, t, victim, word.filter, word.arg, word.limit)
    if op == Op.LOSE_WORTH:
        return push_worth(s, victim, amount, 0, 0)
    if op == Op.INCOME_TAX:
        return tax_income(s, t, victim)
    if op == Op.ORDER:
        manner = MAY_DECLINE if word.limit else word.flag
        return push_order(s, victim, choosers(s, victim, word.arg), word.filter, taken(word), manner)
    if op == Op.GIVE_CARD:
        return give_to(s, t, victim, receivers_of(s, victim, word.limit))
    if op == Op.LOWEST_CHOOSES:
        return lowest_chooses(s, t, victim)
    return OTHER_WORD


@kernel
def taken(word):
    """What becomes of a card that others choose. DECK-3: what is in play goes to the taker's table, what is in hand to
    his hand."""
    if word.policy == 0:
        return Take.DISCARD
    return Take.TO_HAND if word.filter == Filter.HAND else Take.STEAL


@kernel
def apply_to_victim(s, t, i, op, clause, amount):
    """Words that change what the victim of the frame `i` is; OTHER_WORD for any other."""
    victim = s.frame[i].seat
    if op == Op.LOSE_LEVEL:
        lose_levels(s, t, i, clause, amount)
    elif op == Op.SET_LEVEL:
        return fall_to_level(s, victim, lowest_level(s) if t.clause[clause].flag else amount)
    elif op == Op.DEATH:
        die(s, t, victim)
        if t.clause[clause].flag:
            bury(s, t, victim)  # nobody loots it
    elif op == Raises.LOWEST:
        give_level(s, victim)
    elif changed_by(op) >= 0:
        return change_identity(s, t, victim, changed_by(op), t.clause[clause].arg)
    elif op == Change.SEX:
        set_sex(s, t, victim, 1 - s.player[victim].sex)
    elif op == Op.STAY:
        return leave_in_front(s, t, victim, s.frame[i].card, t.clause[clause].filter)
    elif op == Op.STATUS:
        oblige(s, t, i, victim, t.clause[clause].arg, amount)
    elif op == ShowHand.TO_ALL:
        reveal_hand(s, victim)
    elif op == Raises.OTHERS:
        doom(s, victim)
    elif op == Op.BECOME_CULTIST and amount and s.frame[i].place == 0:
        s.player[victim].reborn = clause
    elif op == Op.BECOME_CULTIST:
        if t.clause[clause].limit and s.frame[i].place < Place.MONSTER:
            return 0
        return become_cultist(s, t, i, victim, t.clause[clause].flag)
    elif op == Op.CHOOSE:
        push_pick(s, i, amount)
    else:
        return OTHER_WORD
    return 1


@kernel
def leave_in_front(s, t, victim, c, what):
    """CURSE-2: the curse stays in front of its victim; with a filter on an item that matches, of his choice."""
    if what == Filter.ITEMS:
        stay(s, t, victim, c)
        return 1
    if count_takeable(s, t, victim, victim, what, 0, Take.HANG_ON) == 0:
        return 0
    push_choose(s, victim, victim, what, c, Take.HANG_ON, 1)
    return 1


@kernel
def oblige(s, t, i, victim, ability, until):
    """What the card of frame `i` obliges its victim to, or keeps him from, for a time."""
    set_status(s, victim, ability, until, type_of(t, s.frame[i].card))


@kernel
def skip_turn(s, p):
    """TURN-1: the player in turn has not opened the door, and does nothing more in this turn, charity included."""
    if s.turn_seat != p or not before_door(s):
        return 0
    s.player[p].skips = 1
    return 1


@kernel
def apply_to_combat(s, t, i, op, clause, amount):
    """Words of plays that change the combat or a roll; OTHER_WORD for any other."""
    f = s.frame[i]
    word = t.clause[clause]
    place = f.place
    if op == Op.SIDE_BONUS:
        help_side(s, t, place, f.card)
    elif op == Op.RACE_BONUS:
        help_race(s, word.arg, amount)
    elif op == Op.MULTIPLY:
        multiply(s)
    elif op == Remove.ALL:
        remove_all(s, t, word.flag, amount)
    elif op == Remove.ONE:
        if place < Place.MONSTER:
            return 0  # aimed at all of them: its lasting words weaken each
        dismiss(s, t, monster_at(place), word.policy)
    elif op == Op.CLONE:
        clone(s, t, monster_at(place), f.card, f.other)
    elif op == Op.REPLACE:
        illusion(s, t, monster_at(place), f.second, f.other, word.flag)
    elif op == Op.JOIN:
        bring(s, t, f.second, f.other)
    elif op == Op.DRAFT:
        draft(s, f.seat)
    elif op == Op.NEW_FIGHTER:
        new_fighter(s, t, f.seat)
    elif op == Op.ROUT:
        rout(s)
    elif op == Op.FLIGHT_BONUS:
        change_flight(s, place, amount)
    elif op == Op.ESCAPE:
        escape(s, f.seat, word.flag)
    elif op == RollAgain.ESCAPE or op == RollAgain.DIE:
        roll_again(s)
    elif op == Op.WAGER:
        note_wager(s, t, f.seat, f.card, place, amount)
    elif op == Op.FICKLE:
        note_use(s, t, f.seat, f.card, amount >= word.limit)
    elif op == Remove.ONLY:
        avoid_combat(s, t)
    elif op == Spent.HOST:
        bind(s, f.card, f.second)
    elif op == Spent.HAND:
        take_spent(s, t, f.other, f.second)
    elif op == Spent.OTHER_SIDE:
        turn_spent(s, t, f.other, f.second)
    elif op == Op.SET_DIE:
        set_die(s, t, f.other, f.card, place)
    else:
        return OTHER_WORD
    return 1


@kernel
def apply_to_cards(s, t, i, op, clause, amount):
    """Words of plays that bring cards and levels; OTHER_WORD for any other."""
    f = s.frame[i]
    word = t.clause[clause]
    actor = f.other
    second = f.second
    if op == Fetch.DISCARDS or op == Fetch.FRESH:
        search(s, t, actor, second)
    elif op == Fetch.TOP:
        return salvage(s, t, actor, second)
    elif op == Cancel.CURSE:
        cancel_curse(s, t, actor, f.seat, second)
    elif op == Op.TAKE_ITEM:
        take_and_use(s, t, actor, second)
    elif op == Op.ENHANCE_ITEM:
        hang_on(s, t, actor, f.card, second)
    elif op == Op.KEEP:
        stay(s, t, actor, f.card)
    elif op == Op.CHEAT:
        cheat(s, t, actor, f.card, second)
    elif op == Raises.CLASS:
        raise_or_cure(s, t, actor, f.card, clause)
    elif op == Op.GAIN_LEVEL:
        return 1 if gain_level(s, f.seat, amount, 0) > 0 else 0
    elif op == Raises.TAKER:
        steal_level(s, f.seat, actor)
    elif op == Draw.BY_ITSELF:
        push_draw(s, actor, word.arg, amount, f.place, second)
    elif op == Draw.FACE_DOWN:
        push_draw(s, actor, word.arg, amount, 0, 0)
    elif op == Cancel.CARD:
        cancel_card(s, t, actor)
    elif op == Cancel.TRAP:
        return disarm(s, t, actor) if amount >= word.limit else 0
    elif op == Op.MEETING:
        push(s, Frame.MEETING, actor, 0)
    elif op == Op.SPLIT_SPOILS:
        split_spoils(s, t)
    elif op == Op.LOOK:
        look_at_top(s, t, actor, word.arg, amount)
    elif op == Op.KILL_SIDEKICK:
        return kill_sidekick(s, t, second)
    elif op == Op.PERISHES:
        return perish(s, t, f.seat, f.card, amount <= word.limit)
    elif op == Op.COMPLETE_CULT:
        end_with_cult(s)
    elif op == Op.SKIP_TURN:
        return skip_turn(s, f.seat)
    elif op == ShowHand.TO_ONE:
        show_hand_to(s, f.seat, actor)
    elif op == Op.SWAP_UNSEEN:
        return swap_unseen(s, t, actor, f.seat)
    else:
        return OTHER_WORD
    return 1


@kernel
def has_happened(s, i):
    """All clauses have run, and the card lies where it goes."""
    f = s.frame[i]
    return f.clauses_left == 0 and s.card[f.card].zone != Zone.ASIDE


@kernel
def forget_second(s, i):
    """The second card of the play matters as long as there are clauses left."""
    f = s.frame[i]
    if f.clauses_left == 0:
        f.second = 0


frame(
    Frame.EFFECTS,
    run=run_effects,
    suits=suits_play,
    only_asks=has_happened,
    forgets=forget_second,
    fits=effects_fit,
)
