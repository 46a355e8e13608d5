"""Atoms of a combat: the only functions that change who and what fights in it.

Each guards, changes and logs, as those of `cards` do.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, clear, moving_cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, clear_flags, discard_pile, leave_table, move_card
from munchkin_env.engine.mutations.decks import shuffle_back
from munchkin_env.engine.mutations.derived import refresh
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.queries.bonuses import PLAYERS_SIDE, multiplies
from munchkin_env.engine.queries.cards import enhances_group, has_flag, is_monster, is_spent, is_undead, table_of
from munchkin_env.engine.queries.clauses import adding_to, find_clause
from munchkin_env.engine.queries.entered_room import lasting_of_room
from munchkin_env.engine.queries.people import BY_CARD, has_ability
from munchkin_env.engine.queries.strength import monster_treasures, strength_on_arrival, treasures_for_kills
from munchkin_env.engine.queries.third_deck import keeper_clause
from munchkin_env.vocabulary import MAX_MONSTERS, Ability, Event, Fault, Flag, Trigger, Void, Zone

MOST_OWED = 255
DOORS_ABOVE = 10  # FAIRY-5: doors with which the keeper is shuffled back


@kernel
def begin(s, leader):
    """Begin a combat; the turn of its leader continues afterwards."""
    m = s.combat
    m.active = 1
    m.leader = leader
    m.turn_of = leader
    m.fought = 1 << leader


@kernel
def end(s):
    """It is over, its monsters are gone already."""
    clear(s.combat)


@kernel
def look_for(s, p):
    """The player has looked for the trouble that they fight."""
    s.combat.sought = p + 1


@kernel
def refresh_group(s, t, group):
    """Derived strength, treasures and undeath of the monsters of a group (PLAY-4, PLAY-7)."""
    bonus = 0
    treasures = 0
    undead = 0
    for c in cards(s, Zone.COMBAT):
        k = t.type_of[c]
        if enhances_group(s, t, c, group):
            bonus += t.card[k].bonus
            treasures += t.card[k].treasures
            if is_undead(t, k):
                undead = 1
    m = s.combat
    for i in range(m.n_monsters):
        if m.monster[i].group == group:
            m.monster[i].bonus = bonus
            m.monster[i].treasures = treasures
            m.monster[i].undead = 1 if undead or is_undead(t, m.monster[i].type) else 0


@kernel
def bar_winning_level(s):
    """HELP-9: the leader has forced help by a card, and does not gain the winning level in this combat."""
    s.unwon |= 1 << s.combat.leader


@kernel
def add_helper(s, p, treasures, first, forced):
    """HELP-3: a player joins the leader, for so many treasures; `forced`: the reason, if the player must."""
    m = s.combat
    m.helper = p + 1
    m.fought |= 1 << p
    m.deal_treasures = treasures
    m.deal_first = first
    if s.player[p].forced == BY_CARD:
        bar_winning_level(s)  # this player may now help by choice
    s.player[p].forced = forced
    log(s, Event.HELPS, p, 0, m.leader, treasures)


@kernel
def drop_helper(s):
    """HELP-8: a helper who is forced out suffers and gets nothing, the bargain is void; spent cards stay."""
    m = s.combat
    m.helper = 0
    m.deal_treasures = 0
    m.deal_first = 0
    for p in seats(s):
        clear_flags(s, table_of(p), Flag.OFFERED)


@kernel
def leave(s, p):
    """The combat is none of the player's any more."""
    s.combat.fought &= ~(1 << p)


@kernel
def change_leader(s, p):
    """Another player leads the combat; what was done to the strength or the flight of the old one is over."""
    m = s.combat
    m.leader = p
    m.fought |= 1 << p
    m.multiply = 0
    m.no_help = 0
    m.routed = 0


@kernel
def multiply(s):
    """The lone fighter's strength counts once more; nobody can help any more."""
    s.combat.multiply += 1
    s.combat.no_help = 1


@kernel
def add_monster(s, t, c, k, group):
    """A monster of type `k` joins by card `c`; group 0 gives it a new one. Returns its place."""
    m = s.combat
    i = m.n_monsters
    if i >= MAX_MONSTERS:
        s.fault |= Fault.MONSTERS
        return i - 1
    if group == 0:
        m.groups += 1
        group = m.groups
    m.n_monsters = i + 1
    m.met += 1
    if m.lone:  # the one that has vanished was not the only one
        m.lone = 0
        m.kept = 0
    m.monster[i].card = c
    m.monster[i].type = k
    m.monster[i].group = group
    rate_arrival(s, t, i)
    if s.card[c].zone == Zone.COMBAT:
        s.card[c].host = group
    log(s, Event.JOINED, -1, k, -1, i)
    refresh_group(s, t, group)
    refresh_combat(s, t)
    begin_silence(s, t, k)
    return i


@kernel
def rate_arrival(s, t, i):
    """Strength that the monster at place `i` gets on arrival."""
    s.combat.monster[i].grown = strength_on_arrival(s, t, s.combat.monster[i].type)


@kernel
def take_place(s):
    """The next monster that comes takes the place of one that has been in the combat."""
    s.combat.met -= 1


count_in_combat = adding_to(
    "count_in_combat", "Counts a clause of a card that lies with the combat.", lambda word: word.in_combat
)


@kernel
def count_words(s, t, k, n):
    """Count `n` times more the clauses of a card of type `k` that last as long as it is in the combat."""
    m = s.combat
    for i in clauses(t.card[k], Trigger.ALWAYS):
        count_in_combat(m, t.clause[i].op, n)
    for i in clauses(t.card[k], Trigger.PLAY):
        count_in_combat(m, t.clause[i].op, n)


@kernel
def refresh_combat(s, t):
    """Rewrite the combat's counts of clauses that last as long as their card is in it."""
    m = s.combat
    m.factors = 0
    m.lasting = lasting_of_room(s, t) if m.n_monsters else 0
    for c in cards(s, Zone.COMBAT):
        k = t.type_of[c]
        if not is_monster(t.card[k].kind):
            count_words(s, t, k, 1)
    words = 0
    for i in range(m.n_monsters):
        words |= t.card[m.monster[i].type].words
        if multiplies(t, m.monster[i].type):
            m.factors += 1
    m.words = words
    m.used = tags_spent(s, t)


@kernel
def tags_spent(s, t):
    """PLAY-3: return the tags of spent cards that help the players; cards taken back or turned no longer count."""
    tags = 0
    for c in cards(s, Zone.COMBAT):
        if is_spent(s, t, c) and not has_flag(s, c, Flag.FOR_MONSTERS):
            tags |= t.card[t.type_of[c]].tags
    return tags


@kernel
def begin_silence(s, t, k):
    """A monster of type `k` appears: what it says counts for nothing does so until the combat ends, even if it leaves.

    Such are abilities of classes, and what is worn in a slot.
    """
    m = s.combat
    slot = find_clause(t, k, Trigger.ALWAYS, Void.SLOT)
    silenced = find_clause(t, k, Trigger.ALWAYS, Void.CLASS_ABILITIES)
    if silenced:
        m.no_class = 1
    if slot:
        m.idle_slots |= 1 << t.clause[slot].arg
        m.flight += t.clause[slot].amount
    if silenced or slot:
        refresh_all(s, t)


@kernel
def refresh_all(s, t):
    """Silence the targets of a monster for all players, or end that."""
    for p in seats(s):
        refresh(s, t, p)


@kernel
def add_enhancer(s, t, c, i):
    """PLAY-4: an enhancer comes to the monster at place `i` and its group."""
    move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
    s.card[c].host = s.combat.monster[i].group
    refresh_group(s, t, s.card[c].host)
    refresh_combat(s, t)


@kernel
def remove_monster(s, t, i, in_peace):
    """Remove the monster at place `i`; its enhancers go with the last monster of its group.

    TURN-4: `in_peace` of one that leaves of itself, or that its own words let a player leave, and not by a card.
    """
    m = s.combat
    if not in_peace:
        m.driven = 1
    group = m.monster[i].group
    card = m.monster[i].card
    log(s, Event.REMOVED, -1, m.monster[i].type, -1, i)
    n = m.n_monsters
    for j in range(i, n - 1):
        m.monster[j].card = m.monster[j + 1].card
        m.monster[j].type = m.monster[j + 1].type
        m.monster[j].group = m.monster[j + 1].group
        m.monster[j].bonus = m.monster[j + 1].bonus
        m.monster[j].treasures = m.monster[j + 1].treasures
        m.monster[j].undead = m.monster[j + 1].undead
        m.monster[j].grown = m.monster[j + 1].grown
    last = m.monster[n - 1]
    last.card = 0
    last.type = 0
    last.group = 0
    last.bonus = 0
    last.treasures = 0
    last.undead = 0
    last.grown = 0
    m.n_monsters = n - 1
    if s.card[card].zone == Zone.COMBAT:  # a room stays when its own monster has left (ROOM-2)
        take_off(s, t, card)
    if not fights_in_group(s, group):
        for c in moving_cards(s, Zone.COMBAT):
            if enhances_group(s, t, c, group):
                move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    refresh_combat(s, t)


@kernel
def take_off(s, t, c):
    """COMBAT-7: a card of the combat is discarded. FAIRY-5: an undefeated keeper of the third deck goes back."""
    if keeper_clause(t, t.type_of[c]) and s.combat.opened == 0:
        shuffle_back(s, t, c, DOORS_ABOVE)
    else:
        move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)


@kernel
def note_removal(s, t, i):
    """FAIRY-4: a card or ability is about to remove the monster at place `i`; who keeps the third deck is beaten."""
    if keeper_clause(t, t.type_of[s.combat.monster[i].card]):
        open_deck(s)


@kernel
def fights_in_group(s, group):
    """A monster of the group is left."""
    m = s.combat
    for j in range(m.n_monsters):
        if m.monster[j].group == group:
            return True
    return False


@kernel
def spend(s, t, c, for_monsters):
    """PLAY-3: move a played one-shot to the combat; it has no owner until the combat is over."""
    source = s.card[c].zone
    p = source - (Zone.TABLE if source >= Zone.TABLE else Zone.HAND)
    if source >= Zone.TABLE:
        leave_table(s, t, c, Zone.COMBAT, ALL_SEATS)
    else:
        move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
    s.card[c].host = p + 1
    if for_monsters:
        s.card[c].flag = Flag.FOR_MONSTERS
    refresh_combat(s, t)


@kernel
def change_side(s, for_monsters, amount):
    """Change the combat strength of a side."""
    m = s.combat
    if for_monsters:
        m.monsters_bonus += amount
    else:
        m.players_bonus += amount


@kernel
def change_flight(s, side, amount):
    """FLEE-1: all run-away rolls of the combat change, for the players or against them."""
    m = s.combat
    m.flight += amount if side == PLAYERS_SIDE else -amount


@kernel
def clear_battlefield(s, t):
    """COMBAT-7: monsters, enhancers and spent cards are discarded."""
    again = True
    while again:
        c = s.head[Zone.COMBAT]
        again = c != 0
        if again:
            take_off(s, t, c)
    m = s.combat
    for i in range(m.n_monsters):
        clear(s.combat.monster[i])
    m.n_monsters = 0
    m.words = 0
    m.factors = 0
    m.lasting = 0


# --------------------------------------------------------------------------- what it brings


@kernel
def keep(s, treasures):
    """Treasures will be drawn whatever becomes of the rest."""
    s.combat.kept += treasures


@kernel
def keep_of_the_only(s, treasures):
    """Treasures of the only monster so far, lost if another one joins."""
    s.combat.lone = 1
    keep(s, treasures)


@kernel
def keep_for_leader(s, treasures):
    """Treasures that a card gives the main fighter, part of no deal."""
    m = s.combat
    m.kept += treasures
    m.own = min(127, m.own + treasures)


@kernel
def hand_over_kept(s):
    """Draw the reserved treasures. Returns their number."""
    kept = s.combat.kept
    s.combat.kept = 0
    return kept


@kernel
def keep_kills_alone(s):
    """A kill by a card brings its own, whatever becomes of the rest; nothing else does, nor that trouble was sought."""
    m = s.combat
    m.kept = m.slain_treasures
    m.own = 0
    if m.slain == 0:
        m.sought = 0


@kernel
def count_kill(s, t, i):
    """A card has killed the monster at place `i`: its levels and treasures come if the rest are beaten."""
    m = s.combat
    treasures = monster_treasures(s, t, i)
    m.kept += treasures
    m.slain_treasures += treasures
    m.slain += 1
    m.slain_levels += t.card[m.monster[i].type].levels


@kernel
def owe_kills(s, t):
    """Credit the leader's kill by a card; it is paid after the combat, as are those of earlier leaders."""
    m = s.combat
    gather_owed(s)
    m.owed_to = m.leader + 1
    m.owed_levels = m.slain_levels
    if not has_ability(s, m.leader, Ability.NO_SPOILS):
        m.owed_treasures = m.slain_treasures + treasures_for_kills(s, t, m.slain, 0)
    m.kept -= m.slain_treasures
    m.slain = 0
    m.slain_levels = 0
    m.slain_treasures = 0


@kernel
def gather_owed(s):
    """Store the debt to the latest earlier leader beside the older ones."""
    m = s.combat
    if m.owed_to:
        p = m.owed_to - 1
        s.owed_levels[p] = min(MOST_OWED, s.owed_levels[p] + m.owed_levels)
        s.owed_treasures[p] = min(MOST_OWED, s.owed_treasures[p] + m.owed_treasures)
        m.owed_to = 0
        m.owed_levels = 0
        m.owed_treasures = 0


@kernel
def forget_owed(s, p):
    """Nothing is owed to the player any more."""
    gather_owed(s)
    s.owed_levels[p] = 0
    s.owed_treasures[p] = 0
    s.unwon &= ~(1 << p)


@kernel
def forfeit(s):
    """COMBAT-3, FLEE-4: the loser of a combat has won nothing, neither levels nor treasure."""
    m = s.combat
    m.kept = 0
    m.own = 0
    m.slain = 0
    m.slain_levels = 0
    m.slain_treasures = 0


@kernel
def set_looting(s, loot):
    """Decide about looting the room after the combat."""
    s.combat.loot = loot


@kernel
def open_deck(s):
    """The keeper of the third deck is beaten."""
    s.combat.opened = 1


# --------------------------------------------------------------------------- running away


@kernel
def rout(s):
    """FLEE-1: the fighters run away, even if they would win."""
    s.combat.routed = 1


@kernel
def give_up(s):
    """The combat is lost, its fighters run away."""
    s.combat.conceded = 1
    s.combat.routed = 0


@kernel
def catch(s, p):
    """A monster has caught the player, who suffers its bad stuff."""
    s.combat.caught |= 1 << p


@kernel
def empower(s, p):
    """The player has used an ability of a race or class that works once in a combat."""
    s.combat.empowered |= 1 << p


@kernel
def doom(s, p):
    """One has caught the player by which the others rise when all have fled."""
    s.combat.doomed |= 1 << p


@kernel
def bare(s, p):
    """A monster has made the player show the hand. Returns False if one has before."""
    if (s.combat.bared >> p) & 1:
        return False
    s.combat.bared |= 1 << p
    return True
