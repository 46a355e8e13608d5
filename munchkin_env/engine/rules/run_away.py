"""Running away: one roll per monster, reactions, escape or bad stuff (FLEE-1 to FLEE-5)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses
from munchkin_env.engine.mutations.cards import discard
from munchkin_env.engine.mutations.combat import catch
from munchkin_env.engine.mutations.game import log, roll_die
from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.mutations.stack import ask, open_window, pop, push
from munchkin_env.engine.queries.bonuses import changes_flight, flight_by_factors, has_factors, monster_level
from munchkin_env.engine.queries.cards import is_one_time, kind_of, speaks, table_of, tags_of, type_of
from munchkin_env.engine.queries.clauses import find_clause, kills, kills_by_die
from munchkin_env.engine.queries.conditions import ability_clause, befalls, owner_holds, works
from munchkin_env.engine.queries.entered_room import flight_change, flight_in_room, room_of
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.people import flees_next, has_ability
from munchkin_env.engine.rules.abilities import can_pay, paid_ability, pay, payable, take_flight, try_again
from munchkin_env.engine.rules.effects.combat import doubles, doubling
from munchkin_env.engine.rules.effects.pending import clear_roll, push_draw, push_roll, push_type_effects
from munchkin_env.engine.rules.rows import At, During, frame, verb
from munchkin_env.vocabulary import (
    Ability,
    Bars,
    Decision,
    Deck,
    Event,
    Frame,
    Op,
    RollFor,
    Stage,
    Trigger,
    Verb,
    Where,
    Window,
)

CHOOSE = 0
ROLLED = 1
BETWEEN = 2  # the roll is settled


ESCAPES_ON = 5  # FLEE-1: a roll of five or more escapes
SAVED = 2  # `escapes_all` of a player who escapes despite cards and monsters


@kernel
def monster_word(s, t, i, p, op):
    """The monster at place `i` has the word and its conditions hold for the player who flees."""
    k = s.combat.monster[i].type
    clause = find_clause(t, k, Trigger.ALWAYS, op)
    return clause != 0 and owner_holds(s, t.clause[clause], p, 1 if op == Bars.ESCAPE else 0)


@kernel
def fellow(s, p):
    """The other one of two allies who flee, -1 if the player flees alone."""
    m = s.combat
    helper = m.helper - 1
    if m.conceded == 0 or helper < 0:
        return -1
    return helper if p == m.leader else m.leader if p == helper else -1


@kernel
def outruns(s, p):
    """Two flee, and this one is the faster whatever cards and monsters say."""
    return fellow(s, p) >= 0 and has_ability(s, p, Ability.OUTRUN)


@kernel
def is_saved(s, p):
    """SIDE-2: a sidekick has been sacrificed for the player."""
    return s.player[p].escapes_all == SAVED


@kernel
def cannot_escape(s, t, i, p):
    return monster_word(s, t, i, p, Bars.ESCAPE) and not outruns(s, p) and not is_saved(s, p)


@kernel
def escapes_without_roll(s, t, i, p):
    """Automatic escape: by card, or because the monster lets the player go."""
    player = s.player[p]
    if cannot_escape(s, t, i, p):
        return False
    if player.escapes_all or (player.spared >> i) & 1 or outruns(s, p):
        return True
    return monster_word(s, t, i, p, Op.LETS_GO)


@kernel
def roll_change(s, t, p, i):
    """Modifier of a run-away roll: own cards, the monster, flight, changes of all rolls."""
    total = s.player[p].run_away + s.player[p].die + s.roll.extra + s.combat.flight
    q = fellow(s, p)
    if q >= 0 and has_ability(s, q, Ability.OUTRUN):
        total += t.clause[ability_clause(s, t, q, Ability.OUTRUN)].amount
    k = s.combat.monster[i].type
    if doubles(t):
        total += change_by_doubles(s, t, i)
    if changes_flight(t) and has_factors(s):
        total += flight_by_factors(s, t, p, i)
    if room_of(s):
        total += flight_in_room(s, t, p)
        if type_of(t, room_of(s)) == k:  # the room's own monster: that is all it changes
            return total
    return total + flight_change(s, t, k, p)


@kernel
def change_by_doubles(s, t, i):
    """FLEE-1, PLAY-7: modifier of the rolls by the cards that doubled the monster at place `i`."""
    m = s.combat
    total = 0
    for j in range(m.n_monsters):
        k = type_of(t, m.monster[j].card)
        if m.monster[j].group == m.monster[i].group and k != m.monster[j].type:
            total += t.clause[doubling(t, k)].limit
    return total


@kernel
def face_to_escape(s, t, p, i):
    """FLEE-1: the least face of the die by which the player escapes the monster at place `i`."""
    return ESCAPES_ON - roll_change(s, t, p, i)


@kernel
def roll_escapes(s, t):
    """The die on the table escapes its monster as things stand."""
    r = s.roll
    if r.escaped:
        return True
    if r.face == 0:
        return False
    return r.face + roll_change(s, t, r.seat, r.place) >= ESCAPES_ON


@kernel
def push_flight(s, p):
    """FLEE-1: the player flees from each monster."""
    s.player[p].pending = (1 << s.combat.n_monsters) - 1
    push(s, Frame.FLEE, p, p)


@kernel
def run_flee(s, t, i):
    """FLEE-1, FLEE-5: the loser takes the monsters in an order of choice; between two rolls all have their say."""
    f = s.frame[i]
    p = f.seat
    player = s.player[p]
    if f.stage == ROLLED:
        settle_roll(s, t, i)
    elif f.stage == BETWEEN:
        f.stage = CHOOSE
        if flees_next(s) >= 0:
            open_window(s, Window.FLIGHT, p)
    elif player.dead:
        if f.escaped + f.caught == 0 and p == s.combat.leader and s.combat.helper:
            s.player[s.combat.helper - 1].pending = 0  # DEATH-5: the combat is over, and the helper free
        pop(s, i)
    elif player.pending == 0:
        finish_flight(s, t, i, p, f.caught, f.escaped)
    else:
        ask(s, i, p, Decision.FLEE)


@kernel
def face_monster(s, t, i, p, j):
    """The player runs from the monster at place `j`: a roll, unless none is needed."""
    f = s.frame[i]
    f.stage = ROLLED
    f.fled_from = j
    player = s.player[p]
    player.pending &= ~(1 << j)
    if cannot_escape(s, t, j, p):
        s.roll.on = 1
        s.roll.seat = p
        s.roll.purpose = RollFor.RUN_AWAY
        s.roll.place = j
    else:
        automatic = escapes_without_roll(s, t, j, p)
        s.frame[push_roll(s, p, RollFor.RUN_AWAY, j)].automatic = 1 if automatic else 0


@kernel
def settle_roll(s, t, i):
    """FLEE-2, FLEE-4: escaped or caught."""
    f = s.frame[i]
    p = f.seat
    place = f.fled_from
    k = s.combat.monster[place].type
    card = s.combat.monster[place].card
    escaped = roll_escapes(s, t)
    vanished = s.roll.escaped == 2
    clear_roll(s)
    f.stage = BETWEEN
    f.fled_from = 0
    if vanished:
        return
    if escaped:
        log(s, Event.ESCAPED, p, k, -1, 0)
        f.escaped += 1
        push_type_effects(s, t, k, card, Trigger.ESCAPED, p, p, 0, 0)
        if is_deadly(t, k):
            gain_level(s, p, levels_for_escape(s, t, p), 0)
    else:
        log(s, Event.CAUGHT, p, k, -1, 0)
        f.caught += 1
        if suffers(s, t, k, p):
            catch(s, p)
        push_type_effects(s, t, k, card, Trigger.BAD_STUFF, p, p, 0, 0)


@kernel
def suffers(s, t, k, p):
    """The bad stuff of monster `k` has a clause for the caught player, if that is `p`."""
    for i in clauses(t.card[k], Trigger.BAD_STUFF):
        if befalls(s, t, i, p):
            return True
    return False


@kernel
def is_deadly(t, k):
    """The bad stuff of monster `k` may be death."""
    for i in clauses(t.card[k], Trigger.BAD_STUFF):
        op = t.clause[i].op
        if kills(op) or (kills_by_die(op) and t.clause[i].limit > 0):
            return True
    return False


@kernel
def levels_for_escape(s, t, p):
    """Levels that the cards of `p` give for an escape from a monster that kills."""
    total = 0
    for c in cards(s, table_of(p)):
        clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.LEVEL_FOR_ESCAPE)
        if clause and works(s, t, p, c) and speaks(s, t, c):
            total += t.clause[clause].amount
    return total


@kernel
def finish_flight(s, t, i, p, caught, escaped):
    """A flight without being caught may bring a treasure (Tuba of Charm), but for who is barred from treasure."""
    pop(s, i)
    barred = has_ability(s, p, Ability.NO_SPOILS)
    if escaped > 0 and caught == 0 and has_ability(s, p, Ability.ESCAPE_TREASURE) and not barred:
        clause = ability_clause(s, t, p, Ability.ESCAPE_TREASURE)
        push_draw(s, p, Deck.TREASURE, max(1, t.clause[clause].amount), 0, 0)


# --------------------------------------------------------------------------- dice


@kernel
def run_roll(s, t, i):
    """Roll a die and open a window for reactions; `again` repeats the roll (FLEE-5)."""
    f = s.frame[i]
    r = s.roll
    if f.stage == 0:
        r.on = 1
        r.seat = f.seat
        r.purpose = f.purpose
        r.place = f.roll_place
        r.again = 0
        r.escaped = 0
        r.face = 0
        if f.automatic:
            r.escaped = 1
            f.automatic = 0
        else:
            r.face = roll_die(s)
            log(s, Event.ROLLED, f.seat, 0, -1, r.face)
        f.stage = 1
        open_window(s, Window.ROLL, f.seat)
    elif r.again:
        f.stage = 0
    else:
        pop(s, i)


@kernel
def roll_failed(s, t):
    """The roll on the table is a run-away roll that fails as things stand, and is not rolled again anyway."""
    r = s.roll
    return r.on != 0 and r.purpose == RollFor.RUN_AWAY and r.again == 0 and not roll_escapes(s, t)


@kernel
def may_redo(s, t):
    """FLEE-5: somebody has just escaped, and not by what overrides all cards."""
    r = s.roll
    if r.purpose != RollFor.RUN_AWAY or r.escaped == 2:
        return False
    if outruns(s, r.seat) or is_saved(s, r.seat):
        return False
    return roll_escapes(s, t)


@kernel
def escape_of(t, k):
    """The clause by which a card of type `k` may be discarded to escape a monster, 0 if it has none."""
    return find_clause(t, k, Trigger.ALWAYS, Op.ESCAPE_CARD)


@kernel
def escape_card_helps(s, t, c, p):
    """The card on the table of `p` may be discarded to escape some monster that `p` has to flee from."""
    for i in range(s.combat.n_monsters):
        if escape_card_fits(s, t, c, p, i):
            return True
    return False


@kernel
def escape_card_fits(s, t, c, p, i):
    """Rat on a Stick, Hireling: automatic escape from one monster, up to a level."""
    player = s.player[p]
    if (player.pending >> i) & 1 == 0 or escapes_without_roll(s, t, i, p) or cannot_escape(s, t, i, p):
        return False
    clause = escape_of(t, type_of(t, c))
    if clause == 0 or is_stuck(s, t, c):
        return False
    limit = t.clause[clause].limit
    return limit == 0 or monster_level(s, t, i) <= limit


@kernel
def takes_item(s, t, j, p, c):
    """Pit Bull: the item distracts the monster at place `j`."""
    player = s.player[p]
    if (player.pending >> j) & 1 == 0 or escapes_without_roll(s, t, j, p):
        return False
    clause = find_clause(t, s.combat.monster[j].type, Trigger.ALWAYS, Op.ESCAPE_FOR_ITEM)
    if clause == 0 or is_stuck(s, t, c):
        return False
    return t.clause[clause].arg & tags_of(s, t, c) != 0


@kernel
def spare(s, p, i):
    """The player escapes the monster at place `i` automatically."""
    s.player[p].spared |= 1 << i


@kernel
def has_escape_card(s, t, p):
    for c in cards(s, table_of(p)):
        if escape_of(t, type_of(t, c)) and escape_card_helps(s, t, c, p):
            return True
    return False


@kernel
def can_pay_escape(s, t, p, j):
    for c in cards(s, table_of(p)):
        if takes_item(s, t, j, p, c):
            return True
    return False


@kernel
def plays_to_escape(s, t, p, c):
    """Return True if the played card is one on the table that is discarded to escape, no one-shot."""
    return s.decision == Decision.FLEE and s.card[c].zone == table_of(p) and not is_one_time(kind_of(t, c))


@kernel
def escape_by_card(s, t, p, i, c):
    """Discard Rat on a Stick or a Hireling: the player escapes the monster at place `i`."""
    discard(s, t, c, p)
    spare(s, p, i)


@kernel
def throw_item(s, t, p, j, c):
    """PLAY-10: an item distracts the monster at place `j` (Pit Bull)."""
    pay(s, t, p, c)
    spare(s, p, j)


@kernel
def must_flee_from(s, p, j):
    """FLEE-1: the monster at place `j` is still after the player."""
    return (s.player[p].pending >> j) & 1 == 1


@kernel
def may_flee_with(s, t, p, c):
    """A card on the table that may be discarded now to escape a monster."""
    return s.decision == Decision.FLEE and s.card[c].zone == table_of(p) and escape_card_helps(s, t, c, p)


@kernel
def is_own_flight_roll(s, p):
    """The die on the table is this player's roll to run away; no automatic escape and no new roll replaces it."""
    r = s.roll
    if r.on == 0 or r.seat != p or r.purpose != RollFor.RUN_AWAY:
        return False
    return r.face > 0 and r.escaped == 0 and r.again == 0


@kernel
def may_fly(s, t, p):
    """CLASS-1: after one's own roll to run away."""
    return is_own_flight_roll(s, p) and paid_ability(s, t, p, Ability.FLIGHT, s.player[p].flight)


@kernel
def may_retry(s, t, p):
    """RACE-1: after one's own failed roll to run away, once."""
    return (
        is_own_flight_roll(s, p)
        and s.player[p].retried == 0
        and roll_failed(s, t)
        and has_ability(s, p, Ability.RETRY)
        and can_pay(s, t, p, Ability.RETRY)
    )


# --------------------------------------------------------------------------- verbs

verb(
    Verb.ROLL,
    "roll to run away",
    "You roll the die for one monster: 5 or more escapes, unless cards change that.",
    lead="roll to run away from",
    parts=(Stage.PLACE,),
    at=(At(180, (Decision.FLEE,)),),
    possible=True,
    place=must_flee_from,
    carry_out=face_monster,
)
verb(
    Verb.PAY_ESCAPE,
    "pay your way out",
    "You throw the monster an item, and escape from it without a roll.",
    lead="pay your way out from",
    parts=(Stage.PLACE, Stage.CARD),
    cards=Where.TABLE,
    word=Op.ESCAPE_FOR_ITEM,
    at=(At(160, (Decision.FLEE,)),),
    place=can_pay_escape,
    card=takes_item,
    carry_out=throw_item,
)
verb(
    Verb.FLIGHT,
    "fly: discard a card for your roll",
    "You discard a card to add to the roll that lies on the table.",
    lead="fly with",
    parts=(Stage.CARD,),
    cards=Where.HAND | Where.TABLE,
    ability=Ability.FLIGHT,
    windows=(During(20, (Window.ROLL,)),),
    possible=may_fly,
    card=payable,
    carry_out=take_flight,
)
verb(
    Verb.RETRY,
    "discard a card and roll again",
    "You discard a card, and the roll that lies on the table is made again.",
    lead="roll again, for",
    parts=(Stage.CARD,),
    cards=Where.HAND | Where.TABLE,
    ability=Ability.RETRY,
    windows=(During(30, (Window.ROLL,)),),
    possible=may_retry,
    card=payable,
    carry_out=try_again,
)


@kernel
def let_react_to_flight(s, p, verb):
    """FLEE-5: any action of the loser before the roll is a play that the others react to."""
    if verb != Verb.ROLL:
        open_window(s, Window.FLIGHT, p)


@kernel
def runs_from_the_last(s, i):
    """WINDOW-3: with one monster left to run from, the hand may be the reason of the question."""
    pending = s.player[s.frame[i].seat].pending
    return s.rules.forced_choices != 0 and pending & (pending - 1) == 0


@kernel
def flees_itself(s, i, p):
    """It asks nobody else."""
    return s.frame[i].seat == p


frame(
    Frame.FLEE,
    run=run_flee,
    quiet=True,
    acted=let_react_to_flight,
    secret=runs_from_the_last,
    might_ask=flees_itself,
)
frame(Frame.ROLL, run=run_roll)
