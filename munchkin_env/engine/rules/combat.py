"""Combat: from the monster's appearance to its rewards (COMBAT-1 to COMBAT-12, TREAS-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, carry_over, discard, forget_uses, move_card, set_flag
from munchkin_env.engine.mutations.combat import (
    add_monster,
    begin,
    clear_battlefield,
    end,
    forfeit,
    forget_owed,
    gather_owed,
    give_up,
    hand_over_kept,
    refresh_all,
    set_looting,
)
from munchkin_env.engine.mutations.decks import merge_extras
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import gain_by_kill, gain_level
from munchkin_env.engine.mutations.stack import ask, open_window, pop, push
from munchkin_env.engine.queries.cards import hand_of, has_flag, is_monster, is_undead, kind_of, table_of, type_of
from munchkin_env.engine.queries.entered_room import LOOT_DUE
from munchkin_env.engine.queries.items import is_mute, is_stuck, use_of
from munchkin_env.engine.queries.people import has_ability, help_was_forced, seat_after
from munchkin_env.engine.queries.strength import (
    brought,
    levels_by_letters,
    promised_treasures,
    reward_barred,
    winning,
)
from munchkin_env.engine.queries.wearing import may_carry
from munchkin_env.engine.rules.curses import end_lasting_curses, note_lone_kill
from munchkin_env.engine.rules.death import push_bodies
from munchkin_env.engine.rules.effects.combat import undead_may_join
from munchkin_env.engine.rules.effects.pending import push_call, push_draw, push_type_effects
from munchkin_env.engine.rules.helping import clear_marks, is_request
from munchkin_env.engine.rules.rows import OWN_COMBAT, At, frame, verb
from munchkin_env.engine.rules.run_away import push_flight
from munchkin_env.engine.rules.sidekicks import push_fates
from munchkin_env.engine.rules.treasure import (
    cards_for_all,
    cards_to_loot,
    draw_for_all,
    helpers_part,
    note_keepers,
    push_spoils,
    reward_help,
)
from munchkin_env.vocabulary import (
    Ability,
    Brings,
    Decision,
    Deck,
    Event,
    Flag,
    Frame,
    Phase,
    Trigger,
    Verb,
    Window,
    Zone,
)

BEGIN = 0
REVEALED = 1
DECIDE = 2
KILL_DECLARED = 3
DEFEAT_DECLARED = 4
REWARD_DRAWN = 5
FLED = 6


@kernel
def start_combat(s, t, leader, c):
    """TURN-2, TURN-3: a monster is met; the combat has begun (COMBAT-10)."""
    move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
    begin_combat(s, t, leader, c, leader)


@kernel
def begin_combat(s, t, leader, c, p):
    """COMBAT-10: the leader fights the monster `c`, whose player is `p`."""
    begin(s, leader)
    s.met_monster = 1
    log(s, Event.COMBAT, leader, type_of(t, c), -1, 0)
    add_monster(s, t, c, type_of(t, c), 0)
    push(s, Frame.COMBAT, leader, p)


@kernel
def run_combat(s, t, i):
    """COMBAT-4: reveal, window, the leader decides, window, until it is settled.

    What interrupts it, such as an exchange that a monster offers as it leaves, goes first; then it goes on as before.
    """
    f = s.frame[i]
    m = s.combat
    stage = f.stage
    s.phase = Phase.FLEE if m.conceded else Phase.COMBAT
    f.seat = m.leader
    if stage < FLED and stage != REWARD_DRAWN and s.player[m.leader].dead:
        end_combat_dead(s, i)
        return
    if stage == BEGIN:
        f.stage = REVEALED
        k = m.monster[0].type
        push_call(s, t, k, f.other)  # GOTH-1: after what the monster itself brings
        push_type_effects(s, t, k, m.monster[0].card, Trigger.ENTRY, m.leader, m.leader, 0, 0)
    elif stage == REVEALED:
        f.stage = DECIDE
        open_window(s, Window.REVEAL, m.leader)
    elif stage <= DEFEAT_DECLARED and m.routed and m.n_monsters:
        run_by_force(s, t, i)
    elif stage == DECIDE:
        if m.n_monsters == 0:
            f.stage = KILL_DECLARED
            if s.rules.removal_ends_combat == 0:
                open_window(s, Window.KILL, m.leader)
        else:
            ask(s, i, m.leader, Decision.COMBAT)
    elif stage == KILL_DECLARED:  # one that has turned is void by now (`is_turned`)
        win_combat(s, t, i)
    elif stage == DEFEAT_DECLARED:
        concede(s, t, i)
    elif stage == REWARD_DRAWN:
        end_combat(s, t, i)
    else:
        end_flight(s, t, i)


@kernel
def runs_combat(f):
    """Frame `f` is the combat itself, below all that comes in between."""
    return f.kind == Frame.COMBAT


@kernel
def is_fought(s):
    """The combat has begun, and is neither won nor lost."""
    if s.combat.active == 0 or s.combat.conceded:
        return False
    f = s.frame[1]
    return runs_combat(f) and f.stage >= REVEALED and f.stage <= DEFEAT_DECLARED


@kernel
def is_turned(s, t):
    """COMBAT-4, WINDOW-0: a kill or a defeat has been declared, and the fight has turned or another player leads it."""
    f = s.frame[1]
    m = s.combat
    if f.stage != KILL_DECLARED and f.stage != DEFEAT_DECLARED:
        return False
    if f.seat != m.leader:
        return True
    wins = m.n_monsters == 0 or winning(s, t)
    if f.stage == KILL_DECLARED:
        return not wins
    return wins and (m.routed == 0 or m.n_monsters == 0)


@kernel
def void_declaration(s):
    """COMBAT-4: the declaration does not hold, the leader decides again."""
    f = s.frame[1]
    f.seat = s.combat.leader
    f.stage = min(f.stage, DECIDE)


@kernel
def run_by_force(s, t, i):
    """FLEE-1, WINDOW-2: a player forced to run away runs as after giving up, once everybody has had a word."""
    f = s.frame[i]
    if f.stage == DEFEAT_DECLARED:
        concede(s, t, i)
    else:
        f.stage = DEFEAT_DECLARED
        open_window(s, Window.DEFEAT, s.combat.leader)


@kernel
def end_flight(s, t, i):
    """COMBAT-10: the last flight is over; what a card has kept for the leader comes first."""
    leader = s.combat.leader
    if s.combat.kept > 0 and s.player[leader].dead == 0 and not has_ability(s, leader, Ability.NO_SPOILS):
        push_draw(s, leader, Deck.TREASURE, hand_over_kept(s), 0, 0)
    else:
        end_combat(s, t, i)


@kernel
def declare_kill(s, i, p):
    """COMBAT-4: the leader declares the win; the others have a last word."""
    s.frame[i].stage = KILL_DECLARED
    log(s, Event.DECLARED_KILL, p, 0, -1, 0)
    open_window(s, Window.KILL, p)


@kernel
def declare_defeat(s, i, p):
    """COMBAT-4: the leader declares the flight; help may still come."""
    s.frame[i].stage = DEFEAT_DECLARED
    log(s, Event.CONCEDED, p, 0, -1, 0)
    open_window(s, Window.DEFEAT, p)


# --------------------------------------------------------------------------- winning


@kernel
def settle_uses(s, t, p):
    """Discard cards that were used in the combat and did not hold: a fickle item only if the combat was lost."""
    used = False
    again = True
    while again:
        again = False
        for c in cards(s, table_of(p)):
            used = used or use_of(s, c) != 0
            if has_flag(s, c, Flag.FAILED) and (s.combat.conceded or not is_mute(s, t, c)):
                if not is_stuck(s, t, c):
                    discard(s, t, c, p)
                    again = True
                    break
    if used:
        forget_uses(s, t, p)


@kernel
def extra_levels(s, t, i):
    """Levels beyond the printed ones for the monster at place `i`."""
    k = s.combat.monster[i].type
    return brought(s, t, k, Brings.LEVEL) + levels_by_letters(s, t, k)


@kernel
def may_share(s):
    """WIN-1: a leader at the goal has won before the helper gains a level, unless all share (switch)."""
    return s.lucky == 0 or s.rules.shared_goal != 0


@kernel
def all_left_in_peace(s):
    """TURN-4: by the switch that is as if nothing had been met. CAT-1: a second door was in place of looting."""
    return s.rules.loot_after_friendly != 0 and s.combat.driven == 0 and s.second_door == 0


@kernel
def win_combat(s, t, i):
    """COMBAT-5: levels, goal check, discards, promised items, treasure, windows; GOLD-2, GOLD-3."""
    f = s.frame[i]
    m = s.combat
    leader = m.leader
    helper = m.helper - 1
    killed = m.n_monsters + m.slain
    levels = m.slain_levels
    for place in range(m.n_monsters):
        levels += t.card[m.monster[place].type].levels + extra_levels(s, t, place)
    treasures = promised_treasures(s, t)
    if killed:
        log(s, Event.KILLED, leader, 0, helper, killed)
        gain_by_kill(s, leader, levels, 0 if help_was_forced(s) else 1)
        if helper < 0:
            note_lone_kill(s, t, leader)
        if helper >= 0 and has_ability(s, helper, Ability.HELP_LEVELS) and may_share(s):
            gain_by_kill(s, helper, killed, s.rules.elf_may_win)
    if s.lucky:
        return
    if killed and leader == s.turn_seat:
        set_looting(s, 0)
    elif killed == 0 and all_left_in_peace(s):
        set_looting(s, LOOT_DUE)
    s.phase = Phase.REWARD
    s.just_fought = 1
    deal = helpers_part(s, helper)  # of what will be drawn: Hoard! may add to it
    if reward_barred(s, t):
        deal = 0
        clear_marks(s, leader, Flag.OFFERED)
    first = m.deal_first
    own = min(m.own, treasures)
    loot = cards_to_loot(s, t)
    extras = note_keepers(s, t)
    everybody = cards_for_all(s, t)
    clear_battlefield(s, t)
    f.stage = REWARD_DRAWN
    if killed:  # what is pushed first comes last
        push_fates(s, t, helper)
        push_fates(s, t, leader)
    if everybody:
        draw_for_all(s, leader, everybody)
    if loot:  # after the treasure: what is pushed last comes first
        push_draw(s, leader, Deck.TREASURE if s.rules.loot_treasure else Deck.DOOR, loot, 0, 0)
    if killed:
        reward_help(s, t, helper)
    if extras:  # FAIRY-4: after the treasure, and before what the helper gets
        push_draw(s, leader, Deck.EXTRA, extras, 0, 0)
    if helper >= 0:
        deliver_items(s, t, leader, helper)
        push_spoils(s, leader, helper, treasures - own, deal, first)
        if own:
            push_draw(s, leader, Deck.TREASURE, own, 0, 0)
    elif treasures:
        push_draw(s, leader, Deck.TREASURE, treasures, 0, 0)
    gather_owed(s)
    pay_owed(s)  # who killed first draws first


@kernel
def deliver_items(s, t, leader, helper):
    """HELP-2: promised items move if they are still there and the helper can have them."""
    again = True
    while again:
        again = False
        for c in cards(s, table_of(leader)):
            if s.card[c].flag & Flag.OFFERED:
                again = True
                set_flag(s, t, c, Flag.OFFERED, 0)
                give_item(s, t, leader, helper, c)
                break


# --------------------------------------------------------------------------- losing


@kernel
def concede(s, t, i):
    """FLEE-1, FLEE-3: both allies flee, the leader first; nothing is won (COMBAT-3, FLEE-4)."""
    f = s.frame[i]
    m = s.combat
    give_up(s)
    s.phase = Phase.FLEE
    if m.leader == s.turn_seat:
        set_looting(s, 0)  # another one's flight (Transferral Potion) costs the player in turn nothing
    forfeit(s)
    forget_owed(s, m.leader)
    f.stage = FLED
    helper = m.helper - 1
    if helper >= 0:
        forget_owed(s, helper)
        push_flight(s, helper)
    push_flight(s, m.leader)


@kernel
def end_combat_dead(s, i):
    """DEATH-5: a leader who dies before fleeing ends the combat; helper free, deals void."""
    s.frame[i].stage = FLED
    forfeit(s)


@kernel
def end_combat(s, t, i):
    """COMBAT-7, COMBAT-10: the combat is over for everybody."""
    m = s.combat
    clear_battlefield(s, t)
    for p in seats(s):
        if (m.fought >> p) & 1:
            end_lasting_curses(s, t, p)
        settle_uses(s, t, p)
        clear_fighter(s, p)
    if m.loot:
        s.may_loot = m.loot
    leader = m.leader
    doomed = m.doomed
    opened = m.opened
    s.survivors = survivors(s)
    gather_owed(s)
    silenced = m.no_class | m.idle_slots
    end(s)
    if silenced:
        refresh_all(s, t)
    if opened:
        merge_extras(s, t)
    s.just_fought = 1
    pop(s, i)
    open_window(s, Window.REWARD, leader)  # however the combat has ended
    pay_owed(s)
    if doomed:
        raise_others(s, doomed)
    push_bodies(s, leader)


@kernel
def pay_owed(s):
    """GOLD-2, GOLD-3: earlier leaders who killed a monster by a card are paid last.

    Several are paid from the player in turn to the left; one who reaches the goal comes before the next (WIN-1).
    """
    for i in seats(s):
        p = seat_after(s, s.turn_seat, i)
        if s.owed_levels[p] and may_share(s):
            gain_by_kill(s, p, s.owed_levels[p], 0 if (s.unwon >> p) & 1 else 1)
    for i in range(s.rules.players - 1, -1, -1):  # what is pushed first comes last
        p = seat_after(s, s.turn_seat, i)
        if s.owed_treasures[p]:
            push_draw(s, p, Deck.TREASURE, s.owed_treasures[p], 0, 0)
        forget_owed(s, p)


@kernel
def survivors(s):
    """Seats of those who suffered no bad stuff in the flight that has ended while their ally did."""
    m = s.combat
    caught = m.caught
    helper = m.helper - 1
    if helper < 0:
        return 0
    pair = (1 << m.leader) | (1 << helper)
    return pair & ~caught if caught & pair else 0


@kernel
def raise_others(s, doomed):
    """LEVEL-1, GOLD-4: every living player who was not caught gains a level, never the winning one."""
    for p in seats(s):
        if (doomed >> p) & 1 == 0:
            gain_level(s, p, 1, 0)


@kernel
def clear_fighter(s, p):
    """Forget the player's actions, questions and promises of the combat."""
    clear_marks(s, p, Flag.OFFERED)
    player = s.player[p]
    player.combat_bonus = 0
    player.berserk = 0
    player.turning = 0
    player.flight = 0
    player.retried = 0
    player.backstabbed = 0
    player.asked = 0
    player.asked_at = 0
    player.volunteered = 0
    player.escapes_all = 0
    player.spared = 0
    player.pending = 0
    player.forced = 0


@kernel
def give_item(s, t, giver, taker, c):
    """An item in play is handed over; it arrives carried, if it can be carried (TRADE-1)."""
    if may_carry(s, t, taker, c) and not is_stuck(s, t, c):
        log(s, Event.GAVE, giver, type_of(t, c), taker, 0)
        carry_over(s, t, c, taker)


@kernel
def joins_as_undead(s, t, p, c):
    """PLAY-6: an undead monster from the hand of a bystander may join an undead combat."""
    if not is_monster(kind_of(t, c)) or s.card[c].zone != hand_of(p):
        return False
    return is_undead(t, type_of(t, c)) and undead_may_join(s, p)


@kernel
def let_react(s, p, verb):
    """WINDOW-1: actions of a fighter can be reacted to; a request for help is decided first."""
    if not is_request(verb):
        open_window(s, Window.COMBAT, p)


# --------------------------------------------------------------------------- verbs

verb(
    Verb.KILL,
    "win the fight",
    "You are stronger: unless somebody interferes you kill the monsters, gain levels and draw treasure.",
    at=(At(190, OWN_COMBAT),),
    when=winning,
    carry_out=declare_kill,
)
verb(
    Verb.RUN_AWAY,
    "give up and run away",
    "You give the fight up: you roll for each monster, and those that catch you do their bad stuff.",
    at=(At(200, OWN_COMBAT),),
    unless=Verb.KILL,
    carry_out=declare_defeat,
)


frame(Frame.COMBAT, run=run_combat, quiet=True, acted=let_react)
