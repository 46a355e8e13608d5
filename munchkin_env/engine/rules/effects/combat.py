"""Effects on the combat: monsters that leave, die, double or are replaced, and fighters who do (COMBAT-6, HELP-8).

And on which monsters enhancers may be played (PLAY-4), and undead that join the undead (PLAY-6).
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, moving_cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, bind, discard_pile, mark_used, move_card, pass_on, set_flag
from munchkin_env.engine.mutations.combat import (
    add_monster,
    bar_winning_level,
    change_flight,
    change_leader,
    change_side,
    count_kill,
    doom,
    drop_helper,
    keep,
    keep_for_leader,
    keep_kills_alone,
    keep_of_the_only,
    multiply,
    note_removal,
    owe_kills,
    refresh_combat,
    remove_monster,
    rout,
    set_looting,
    take_place,
)
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.queries.bonuses import bonus_spent, bound_to, flight_spent, hangs_on, side_of
from munchkin_env.engine.queries.cards import (
    enhances_group,
    hand_of,
    is_enhancer,
    is_monster,
    is_undead,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, in_game
from munchkin_env.engine.queries.entered_room import LOOT_ALLOWED
from munchkin_env.engine.queries.people import help_was_forced, is_fighter
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.queries.strength import monster_treasures, undead_fights
from munchkin_env.engine.rules.effects.pending import push_call
from munchkin_env.engine.rules.rows import effect
from munchkin_env.engine.state.layout import ALL_BUT_CHARITY
from munchkin_env.vocabulary import (
    MAX_MONSTERS,
    Event,
    Flag,
    Op,
    Place,
    Policy,
    Raises,
    Remove,
    RollAgain,
    Spent,
    Trigger,
    Zone,
)


@kernel
def dismiss(s, t, i, policy):
    """COMBAT-6: a monster is removed without being killed; the policy rules its treasure."""
    m = s.combat
    alone = policy == Policy.IF_ALONE and m.met == 1
    if alone:
        keep_of_the_only(s, monster_treasures(s, t, i))
    elif policy == Policy.KEPT:
        keep(s, monster_treasures(s, t, i))
    note_removal(s, t, i)
    if m.conceded:
        vanish(s, i)
    else:
        remove_monster(s, t, i, 0)


@kernel
def leave_alone(s, t, j):
    """TURN-4: the monster at place `j` lets one pass, and nobody fights it: it keeps its treasure."""
    note_removal(s, t, j)
    remove_monster(s, t, j, 1)


@kernel
def vanish(s, i):
    """Remove the monster at place `i` during a flight without shifting places: no player flees from it any more."""
    for p in seats(s):
        s.player[p].pending &= ~(1 << i)
    s.roll.escaped = 2


@kernel
def slay(s, t, i):
    """A card kills one monster: its levels and treasures come if the rest are beaten."""
    count_kill(s, t, i)
    note_removal(s, t, i)
    remove_monster(s, t, i, 0)


@kernel
def illusion(s, t, j, d, actor, word):
    """A monster is replaced by `d`; its enhancers go with it unless its double is still there.

    By some cards `actor` takes it; a card that doubled a monster is none to take.
    """
    card = s.combat.monster[j].card
    note_removal(s, t, j)
    remove_monster(s, t, j, 0)
    if word.flag and is_monster(kind_of(t, card)):
        move_card(s, t, card, hand_of(actor), ALL_SEATS)
        set_flag(s, t, card, Flag.NEW, 1)
    take_place(s)
    move_card(s, t, d, Zone.COMBAT, ALL_SEATS)
    if s.combat.n_monsters < MAX_MONSTERS:
        add_monster(s, t, d, type_of(t, d), 0)
        push_call(s, t, type_of(t, d), actor)


@kernel
def new_fighter(s, t, q):
    """Another player takes over the combat, without help; the turn stays where it was (HELP-8, COMBAT-1).

    Doubling concerned the old fighter's strength; the new one may ask for help again. Kills of the old one by a card
    are paid when the combat is over (GOLD-3).
    """
    drop_helper(s)
    if help_was_forced(s):
        bar_winning_level(s)
    if s.combat.slain:
        owe_kills(s, t)
    change_leader(s, q)
    allow_looting(s)
    for p in seats(s):
        s.player[p].forced = 0
        s.player[p].asked = 0
        s.player[p].asked_at = 0
        s.player[p].volunteered = 0
    log(s, Event.COMBAT, q, 0, -1, 1)


@kernel
def allow_looting(s):
    """TURN-4: a card says that the room may be looted. CAT-1: a second door was in place of that."""
    set_looting(s, 0 if s.second_door else LOOT_ALLOWED)


@kernel
def help_side(s, t, place, c):
    """PLAY-3: card `c` adds its bonus to the side it was played on, or kills the monster it was played on."""
    if place >= Place.MONSTER:
        slay(s, t, monster_at(place))
    else:
        change_side(s, place, t.card[type_of(t, c)].bonus)


@kernel
def remove_all(s, t, looted, treasures):
    """COMBAT-6: all monsters go; if it is for no treasure, that of one removed before goes too.

    With `looted` the room may be looted.
    """
    m = s.combat
    while m.n_monsters > 0:
        note_removal(s, t, m.n_monsters - 1)
        remove_monster(s, t, m.n_monsters - 1, 0)
    if treasures == 0:
        keep_kills_alone(s)
    if looted:
        allow_looting(s)
    keep_for_leader(s, treasures)


@kernel
def clear_field(s, t, word, amount):
    """All monsters go by a card, which says whether the room may be looted, and how much treasure is left."""
    remove_all(s, t, word.flag, amount)


@kernel
def take_off(s, t, place, j, word):
    """Remove the monster that the play names; if it names all, the card's lasting clauses weaken each of them."""
    if place < Place.MONSTER:
        return 0
    dismiss(s, t, j, word.policy)
    return 1


@kernel
def clone(s, t, j, c, actor):
    """PLAY-7: card `c` of a player stands for a second monster like the one at place `j`, enhancers included."""
    monster = s.combat.monster[j]
    add_monster(s, t, c, monster.type, monster.group)
    push_call(s, t, monster.type, actor)


@kernel
def join(s, t, c):
    """PLAY-5: a monster joins the combat."""
    move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
    add_monster(s, t, c, type_of(t, c), 0)


@kernel
def bring(s, t, c, p):
    """PLAY-5, GOTH-1: a monster joins by a card of `p`; a goth calls for one more."""
    join(s, t, c)
    push_call(s, t, type_of(t, c), p)


@kernel
def bring_second(s, t, d, actor):
    """The monster that the play names joins."""
    bring(s, t, d, actor)


@kernel
def give_back(s, t, c):
    """The side of a spent card has its bonus no more, nor what it changed of the rolls to run away."""
    change_side(s, side_of(s, c), -bonus_spent(t, c))
    change_flight(s, side_of(s, c), -flight_spent(t, c))


@kernel
def take_spent(s, t, actor, d):
    """A spent card comes to the hand of `actor`, with what it gave; what hung on it is used up."""
    give_back(s, t, d)
    for c in moving_cards(s, Zone.COMBAT):
        if hangs_on(s, t, c, d):
            move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    log(s, Event.TOOK, actor, type_of(t, d), -1, 0)
    move_card(s, t, d, hand_of(actor), ALL_SEATS)
    set_flag(s, t, d, Flag.NEW, 1)
    refresh_combat(s, t)


@kernel
def turn_spent(s, t, actor, d):
    """A spent card helps the other side, as if `actor` had played it."""
    give_back(s, t, d)
    if bound_to(s, t, d) == 0:
        pass_on(s, d, actor)
    set_flag(s, t, d, Flag.FOR_MONSTERS, s.card[d].flag & Flag.FOR_MONSTERS == 0)
    change_side(s, side_of(s, d), bonus_spent(t, d))
    change_flight(s, side_of(s, d), flight_spent(t, d))
    refresh_combat(s, t)


@kernel
def avoid_combat(s, t):
    """The only monster goes and brings nothing; the turn of the leader ends with the combat, but for charity (TURN-8).

    COMBAT-6: the leader's earlier kills by a card bring their own all the same.
    """
    remove_all(s, t, 0, 0)
    set_looting(s, 0)
    s.player[s.combat.leader].skips = ALL_BUT_CHARITY


@kernel
def note_wager(s, t, q, c, n, amount):
    """Apply the declared bonus of a fighter's item in this combat; after a lower roll, the item is discarded later."""
    if s.card[c].zone == table_of(q) and is_fighter(s, q):
        mark_used(s, t, c, n, amount < n)


@kernel
def note_use(s, t, q, c, word, amount):
    """Note the die roll for a fickle item in this combat."""
    if s.card[c].zone == table_of(q) and is_fighter(s, q):
        mark_used(s, t, c, 1, amount >= word.limit)


@kernel
def escape(s, q, word):
    """FLEE-5: the fighter escapes without a roll, from all monsters or from the one rolled for."""
    if word.flag:
        s.player[q].escapes_all = max(1, s.player[q].escapes_all)
    else:
        s.roll.escaped = 1


@kernel
def ease_flight(s, place, amount):
    """All rolls to run away change, for the side that the play names."""
    change_flight(s, place, amount)


@kernel
def roll_again(s):
    """FLEE-5: the roll on the table counts no more."""
    s.roll.again = 1
    s.roll.escaped = 0


@kernel
def set_die(s, t, actor, c, n):
    """FLEE-5: the die shows another face."""
    s.roll.face = n
    log(s, Event.ROLLED, actor, type_of(t, c), -1, n)


@kernel
def raise_others(s, victim):
    """The victim has been caught, so that the others rise when all have fled."""
    doom(s, victim)


# --------------------------------------------------------------------------- which cards do so


@kernel
def clearing(t, k):
    """The clause by which a card of type `k` removes all monsters, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Remove.ALL)


@kernel
def removal(t, k):
    """The clause by which a card of type `k` removes a monster, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Remove.ONE)


@kernel
def doubling(t, k):
    """The clause by which a card of type `k` doubles a monster, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.CLONE)


@inlined
def doubles(t):
    """Some card of the game doubles monsters."""
    return in_game(t, Op.CLONE)


@kernel
def takes_over(t, k):
    """HELP-8: by a card of type `k` another player takes over the combat."""
    return find_clause(t, k, Trigger.PLAY, Op.NEW_FIGHTER) != 0


@kernel
def routs(t, k):
    """FLEE-1: a card of type `k` makes the fighters run away."""
    return find_clause(t, k, Trigger.PLAY, Op.ROUT) != 0


@kernel
def undoes_escape(t, k):
    """By a card of type `k` who has escaped must roll again."""
    return find_clause(t, k, Trigger.PLAY, RollAgain.ESCAPE) != 0


@kernel
def rolls_again(t, k):
    """By a card of type `k` any die is rolled again."""
    return find_clause(t, k, Trigger.PLAY, RollAgain.DIE) != 0


@inlined
def brings_back(op):
    """The word takes a spent card to the hand."""
    return op == Spent.HAND


@kernel
def takes_back(t, k):
    """A card of type `k` takes a spent card to the hand."""
    return find_clause(t, k, Trigger.PLAY, Spent.HAND) != 0


@kernel
def saves(t, k):
    """A card of type `k` lets somebody escape whose roll has failed."""
    return find_clause(t, k, Trigger.PLAY, Op.ESCAPE) != 0


@kernel
def avoids_fight(t, k):
    """The use of a card of type `k` removes the only monster, and ends the turn."""
    return find_clause(t, k, Trigger.PLAY, Remove.ONLY) != 0


@kernel
def multiplies_strength(t, k):
    """A card of type `k` multiplies the strength of a lone fighter."""
    return find_clause(t, k, Trigger.PLAY, Op.MULTIPLY) != 0


effect(Op.SIDE_BONUS, help_side)
effect(Op.MULTIPLY, multiply)
effect(Remove.ALL, clear_field)
effect(Remove.ONE, take_off)
effect(Remove.ONLY, avoid_combat)
effect(Op.CLONE, clone)
effect(Op.REPLACE, illusion)
effect(Op.JOIN, bring_second)
effect(Op.NEW_FIGHTER, new_fighter)
effect(Op.ROUT, rout)
effect(Op.FLIGHT_BONUS, ease_flight)
effect(Op.ESCAPE, escape)
effect(RollAgain.ESCAPE, roll_again)
effect(RollAgain.DIE, roll_again)
effect(Op.SET_DIE, set_die)
effect(Op.WAGER, note_wager)
effect(Op.FICKLE, note_use)
effect(Spent.HOST, bind)
effect(Spent.HAND, take_spent)
effect(Spent.OTHER_SIDE, turn_spent)
effect(Raises.OTHERS, raise_others)


# --------------------------------------------------------------------------- monster enhancers (PLAY-4, PLAY-6)


@kernel
def is_excluded(s, t, k, i):
    """PLAY-4: an enhancer of type `k` is not played on the monster at place `i`: it says so, or another one there."""
    if not in_game(t, Op.NOT_WITH):
        return False
    tags = t.card[s.combat.monster[i].type].tags
    own = find_clause(t, k, Trigger.ALWAYS, Op.NOT_WITH)
    for c in cards(s, Zone.COMBAT):
        if enhances_group(s, t, c, s.combat.monster[i].group):
            other = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.NOT_WITH)
            if other and (names(t, other, k) or t.clause[other].arg & t.card[k].tags != 0):
                return True
            if own and names(t, own, type_of(t, c)):
                return True
            tags |= t.card[type_of(t, c)].tags
    return own != 0 and t.clause[own].arg & tags != 0


@kernel
def names(t, clause, k):
    """The clause names the card of type `k`, in whatever edition (MIX-1)."""
    return t.clause[clause].limit == t.card[k].twin


@kernel
def undead_may_join(s, p):
    """PLAY-6: by the switch undead come from the hand of a bystander to undead that fight."""
    if s.rules.undead_join == 0 or is_fighter(s, p) or s.combat.n_monsters >= MAX_MONSTERS:
        return False
    return undead_fights(s)


@kernel
def makes_undead(t, k):
    """PLAY-6: an enhancer of type `k` makes its monster undead."""
    return is_enhancer(t.card[k].kind) and is_undead(t, k)


@kernel
def may_be_buried(s, t, p, c, d):
    """PLAY-6: monster `d` of the hand of `p` would be undead by the enhancer `c`, and joins."""
    if s.card[d].zone != hand_of(p) or not is_monster(kind_of(t, d)) or not makes_undead(t, type_of(t, c)):
        return False
    own = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.NOT_WITH)
    return own == 0 or t.clause[own].arg & t.card[type_of(t, d)].tags == 0


@kernel
def brings_undead(s, t, p, c):
    """PLAY-6: the enhancer `c` may go on a monster of the hand of `p`, which joins."""
    if not makes_undead(t, type_of(t, c)) or not undead_may_join(s, p):
        return False
    for d in cards(s, hand_of(p)):
        if may_be_buried(s, t, p, c, d):
            return True
    return False


@kernel
def fits_a_monster(s, t, k):
    """PLAY-4: some monster of the combat is there for an enhancer of type `k`."""
    for i in range(s.combat.n_monsters):
        if not is_excluded(s, t, k, i):
            return True
    return False
