"""Effects on the combat: monsters that leave, die, double or are replaced, and fighters who do (COMBAT-6, HELP-8)."""

from munchkin_env.engine.atoms.cards import (
    ALL_SEATS,
    discard_pile,
    mark_used,
    move_card,
    pass_on,
    set_flag,
)
from munchkin_env.engine.atoms.combat import (
    add_helper,
    add_monster,
    change_flight,
    change_leader,
    change_side,
    count_kill,
    drop_helper,
    keep,
    keep_for_leader,
    keep_kills_alone,
    keep_of_the_only,
    note_removal,
    owe_kills,
    refresh_combat,
    remove_monster,
    set_looting,
    take_place,
)
from munchkin_env.engine.atoms.events import log
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import moving_cards, seats
from munchkin_env.engine.facts.bonuses import bonus_spent, bound_to, flight_spent, hangs_on, side_of
from munchkin_env.engine.facts.cards import hand_of, is_monster, kind_of, table_of, type_of
from munchkin_env.engine.facts.entered_room import LOOT_ALLOWED
from munchkin_env.engine.facts.people import is_fighter
from munchkin_env.engine.facts.places import monster_at
from munchkin_env.engine.facts.strength import monster_treasures
from munchkin_env.engine.rules.effects.pending import push_call
from munchkin_env.vocabulary import MAX_MONSTERS, MOST_TREASURES, Event, Flag, Place, Policy, Zone

DRAFTED = 3  # `forced` of a player whom the leader has made help for all the treasure


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
    """During a flight places must not shift: nobody has to flee from place `i` any more."""
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
def illusion(s, t, i, second, p, to_hand):
    """A monster is replaced by `p`; its enhancers go with it unless its double is still there.

    With `to_hand` he takes it; a card that doubled a monster is none to take.
    """
    card = s.combat.monster[i].card
    note_removal(s, t, i)
    remove_monster(s, t, i, 0)
    if to_hand and is_monster(kind_of(t, card)):
        move_card(s, t, card, hand_of(p), ALL_SEATS)
        set_flag(s, t, card, Flag.NEW, 1)
    take_place(s)
    move_card(s, t, second, Zone.COMBAT, ALL_SEATS)
    if s.combat.n_monsters < MAX_MONSTERS:
        add_monster(s, t, second, type_of(t, second), 0)
        push_call(s, t, type_of(t, second), p)


@kernel
def new_fighter(s, t, p):
    """Another player takes over the combat, alone; the turn stays where it was (HELP-8, COMBAT-1).

    What was doubled was the old fighter's strength; the new one may ask for help again. What the old one has killed
    by a card is his: he is paid when the combat is over (GOLD-3).
    """
    drop_helper(s)
    if s.combat.slain:
        owe_kills(s, t)
    change_leader(s, p)
    allow_looting(s)
    for q in seats(s):
        s.player[q].forced = 0
        s.player[q].asked = 0
        s.player[q].asked_at = 0
        s.player[q].volunteered = 0
    log(s, Event.COMBAT, p, 0, -1, 1)


@kernel
def allow_looting(s):
    """TURN-4: a card says that the room may be looted. CAT-1: a second door was in place of that."""
    set_looting(s, 0 if s.second_door else LOOT_ALLOWED)


@kernel
def draft(s, p):
    """HELP-3: a player joins the leader because he must; all the treasure will be his."""
    if s.combat.helper == 0 and s.player[p].dead == 0 and not is_fighter(s, p):
        add_helper(s, p, MOST_TREASURES, 0, DRAFTED)


@kernel
def help_side(s, t, place, c):
    """PLAY-3: card `c` adds its bonus to the side it was played on, or kills the monster it was played on."""
    if place >= Place.MONSTER:
        slay(s, t, monster_at(place))
    else:
        change_side(s, place, t.card[type_of(t, c)].bonus)


@kernel
def help_race(s, race, amount):
    """The players' side gets the amount for each fighter of a race."""
    total = 0
    for p in seats(s):
        if is_fighter(s, p) and (s.player[p].race >> race) & 1:
            total += amount
    change_side(s, 0, total)


@kernel
def remove_all(s, t, looted, treasures):
    """COMBAT-6: all monsters go; with `looted` what they would have brought goes too, and the room may be looted."""
    m = s.combat
    while m.n_monsters > 0:
        note_removal(s, t, m.n_monsters - 1)
        remove_monster(s, t, m.n_monsters - 1, 0)
    if looted:
        keep_kills_alone(s)
        allow_looting(s)
    keep_for_leader(s, treasures)


@kernel
def clone(s, t, i, c, p):
    """PLAY-7: card `c` of `p` stands for a second monster like the one at place `i`, enhancers included."""
    monster = s.combat.monster[i]
    add_monster(s, t, c, monster.type, monster.group)
    push_call(s, t, monster.type, p)


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
def give_back(s, t, c):
    """The side of a spent card has its bonus no more, nor what it changed of the rolls to run away."""
    change_side(s, side_of(s, c), -bonus_spent(t, c))
    change_flight(s, side_of(s, c), -flight_spent(t, c))


@kernel
def take_spent(s, t, p, c):
    """A spent card comes to the hand of `p`, with what it gave; what hung on it is used up."""
    give_back(s, t, c)
    for d in moving_cards(s, Zone.COMBAT):
        if hangs_on(s, t, d, c):
            move_card(s, t, d, discard_pile(s, t, d), ALL_SEATS)
    log(s, Event.TOOK, p, type_of(t, c), -1, 0)
    move_card(s, t, c, hand_of(p), ALL_SEATS)
    set_flag(s, t, c, Flag.NEW, 1)
    refresh_combat(s, t)


@kernel
def turn_spent(s, t, p, c):
    """A spent card helps the other side, as if `p` had played it."""
    give_back(s, t, c)
    if bound_to(s, t, c) == 0:
        pass_on(s, c, p)
    set_flag(s, t, c, Flag.FOR_MONSTERS, s.card[c].flag & Flag.FOR_MONSTERS == 0)
    change_side(s, side_of(s, c), bonus_spent(t, c))
    change_flight(s, side_of(s, c), flight_spent(t, c))
    refresh_combat(s, t)


@kernel
def avoid_combat(s, t):
    """The only monster goes and brings nothing; the turn of the leader ends with the combat.

    COMBAT-6: what he has killed by a card before brings its own all the same.
    """
    remove_all(s, t, 0, 0)
    keep_kills_alone(s)
    set_looting(s, 0)
    s.player[s.combat.leader].skips = 1


@kernel
def note_wager(s, t, p, c, declared, face):
    """The bonus that a fighter has declared for his item holds in this combat; on less the item goes afterwards."""
    if s.card[c].zone == table_of(p) and is_fighter(s, p):
        mark_used(s, t, c, declared, face < declared)


@kernel
def note_use(s, t, p, c, failed):
    """The die for a fickle item has been rolled in this combat."""
    if s.card[c].zone == table_of(p) and is_fighter(s, p):
        mark_used(s, t, c, 1, failed)


@kernel
def escape(s, p, everything):
    """FLEE-5: the fighter escapes without a roll, from all monsters or from the one rolled for."""
    if everything:
        s.player[p].escapes_all = max(1, s.player[p].escapes_all)
    else:
        s.roll.escaped = 1


@kernel
def roll_again(s):
    """FLEE-5: the roll on the table counts no more."""
    s.roll.again = 1
    s.roll.escaped = 0


@kernel
def set_die(s, t, actor, c, face):
    """FLEE-5: the die shows another face."""
    s.roll.face = face
    log(s, Event.ROLLED, actor, type_of(t, c), -1, face)
