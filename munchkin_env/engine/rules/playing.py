"""Plays and uses of cards: players, times and targets (PLAY-1 to PLAY-15); PLAY and USE_POWER."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import (
    ALL_SEATS,
    attach,
    discard,
    discard_pile,
    discard_selected,
    leave_table,
    move_card,
)
from munchkin_env.engine.mutations.combat import add_enhancer, spend
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_enhancer,
    is_fitted,
    is_item,
    is_level_card,
    is_monster,
    is_one_time,
    is_seat_aim,
    is_sidekick,
    kind_of,
    names_seat,
    strikes,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, plays_out
from munchkin_env.engine.queries.conditions import permitted
from munchkin_env.engine.queries.entered_room import is_entered, room_of
from munchkin_env.engine.queries.items import cost_of, wager_of
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.rules.aims import (
    first_of_aim,
    has_target,
    others_may_escape,
    pending_curse,
    place_is_target,
    seat_is_target,
    second_is_target,
    strengthened_card,
    where_second,
)
from munchkin_env.engine.rules.combat import joins_as_undead
from munchkin_env.engine.rules.curses import cursed_player, has_turned_up_curse, push_curse
from munchkin_env.engine.rules.effects.cards import cancels_card
from munchkin_env.engine.rules.effects.combat import bring
from munchkin_env.engine.rules.effects.pending import push_effects, suits_play
from munchkin_env.engine.rules.powers import (
    cards_owed,
    is_paid,
    most_declared,
    note_power,
    power_option,
    salvaged,
    wanted,
)
from munchkin_env.engine.rules.rooms import enter_room, fight_in_room
from munchkin_env.engine.rules.rows import (
    ALL,
    ANYBODY,
    FIGHT,
    NOT_OF_FLIGHT,
    TURN,
    At,
    During,
    Role,
    answered,
    effect,
    frame,
    verb,
)
from munchkin_env.engine.rules.run_away import (
    escape_by_card,
    escape_card_fits,
    has_escape_card,
    may_flee_with,
    plays_to_escape,
)
from munchkin_env.engine.rules.sidekicks import names_sidekick, play_sidekick, replaces
from munchkin_env.engine.rules.turn import look_for_trouble
from munchkin_env.engine.rules.windows import end_moment_at_door
from munchkin_env.vocabulary import (
    Aim,
    Decision,
    Deck,
    Event,
    Flag,
    Frame,
    Moment,
    Op,
    Place,
    Stage,
    Trigger,
    Verb,
    Where,
    Window,
    Zone,
)

# --------------------------------------------------------------------------- what may be played


@kernel
def playable(s, t, p, c, now):
    """The card in the hand or on the table of `p` may be played at the moments `now`, on something."""
    k = type_of(t, c)
    card = t.card[k]
    kind = card.kind
    when = card.when
    if is_monster(kind):
        return now & Moment.COMBAT != 0 and joins_as_undead(s, t, p, c)
    if when & now == 0 or (when & Moment.OWN_TURN and p != s.turn_seat):
        return False
    if cost_of(t, c):
        return False  # it is laid out, and used there
    if is_entered(kind):
        return room_of(s) == 0  # ROOM-1: a second one would come back
    if redirects(t, k) and not has_turned_up_curse(s, p):
        return False
    if cancels_card(t, k) and s.head[Zone.ASIDE] == 0:
        return False
    if not is_one_time(kind) and s.card[c].zone >= Zone.TABLE:
        return False
    if now == Moment.RECEIPT and not has_flag(s, c, Flag.NEW):
        return False
    if is_item(t, c) and not permitted(s, t, p, k):
        return False  # ITEM-2
    if s.combat.n_monsters == 0 and when & now == Moment.COMBAT and card.aim != Aim.MONSTER_FROM_HAND:
        return False  # without a monster only one that joins still matters (PLAY-5)
    return has_target(s, t, p, c, now)


@kernel
def any_playable(s, t, p, now):
    """The player has a card that may be played now."""
    if s.player[p].hand_when & now:
        for c in cards(s, hand_of(p)):
            if t.when_of[c] & now and playable(s, t, p, c, now):
                return True
    if now == 0 or s.player[p].one_shots == 0:
        return False
    for c in cards(s, table_of(p)):
        if t.when_of[c] & now and is_one_time(kind_of(t, c)) and playable(s, t, p, c, now):
            return True
    return False


# --------------------------------------------------------------------------- playing


@kernel
def play(s, t, p):
    """Carry out the composite action PLAY."""
    c = s.move.card
    if plays_to_escape(s, t, p, c):
        escape_by_card(s, t, p, monster_at(s.move.place), c)
    else:
        play_card(s, t, p)


@kernel
def tell_play(s, t, p):
    """Announce the card and its target or side to everybody; curses when they strike, escapes if they are one."""
    move = s.move
    c = move.card
    aim = t.card[type_of(t, c)].aim
    if not strikes(kind_of(t, c)) and not plays_to_escape(s, t, p, c):
        named = move.seat if names_seat(aim) or aim == Aim.FIGHTERS else p
        log(s, Event.PLAYED, p, type_of(t, c), named if named != p else -1, move.place)


@kernel
def play_card(s, t, p):
    """Move the played card to its zone, then run its clauses."""
    move = s.move
    c = move.card
    k = type_of(t, c)
    kind = t.card[k].kind
    aim = t.card[k].aim
    seat = move.seat
    place = move.place
    second = move.second
    amount = move.amount
    if strikes(kind):
        push_curse(s, t, c, seat, p, 0)
        return
    target = seat if names_seat(aim) else p
    if is_entered(kind):
        enter_room(s, t, s.turn_seat, c, 1)
        return
    if aim == Aim.MONSTER_FROM_HAND and s.combat.active == 0:
        fight_in_room(s, t, p, c, second)
        return
    if is_monster(kind):
        bring(s, t, c, p)
        return
    if aim == Aim.FIGHTING_OR_CLASS and place == Place.PLAYERS:
        card = strengthened_card(s, t, c, seat)
        move_card(s, t, c, table_of(seat), ALL_SEATS)
        attach(s, t, c, card)
        return
    if is_sidekick(kind):
        play_sidekick(s, t, p, c, second)
        return
    if is_enhancer(kind):
        enhance(s, t, p, c, place, second)
        return
    if goes_to_table(t, k):
        push_effects(s, t, c, Trigger.PLAY, p, p, place, second)
        return
    if aim == Aim.MONSTERS and place >= Place.MONSTER:
        move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)  # used up at once
    elif s.combat.active and not is_level_card(kind):
        spend(s, t, c, 1 if place == Place.MONSTERS and (aim == Aim.SIDE or aim == Aim.MONSTERS) else 0)
    elif s.card[c].zone >= Zone.TABLE:
        leave_table(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    else:
        move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    if aim == Aim.FACE:
        place = amount
    if aim == Aim.FIGHTERS:
        play_escape(s, t, c, p, seat, amount)
        return
    if aim == Aim.CURSE:
        target = cursed_player(s, second)
    if redirects(t, k):
        push_curse(s, t, pending_curse(s), target, p, 0)  # the one below it finds nothing left to strike with
        return
    push_effects(s, t, c, Trigger.PLAY, target, p, place, second)


@kernel
def enhance(s, t, p, c, place, second):
    """The enhancer `c` goes on a monster (PLAY-4), or on one of the hand of `p` that joins as undead (PLAY-6)."""
    if place == Place.MONSTERS:
        bring(s, t, second, p)
        add_enhancer(s, t, c, s.combat.n_monsters - 1)
    else:
        add_enhancer(s, t, c, monster_at(place))


@kernel
def redirects(t, k):
    """A card of type `k` hands on a curse that its player has turned up."""
    return find_clause(t, k, Trigger.PLAY, Op.REDIRECT_CURSE) != 0


@kernel
def goes_to_table(t, k):
    """ITEM-6: the play itself puts a card of type `k` in front of its player."""
    return is_fitted(t.card[k].kind) or plays_out(t, k)


@kernel
def play_escape(s, t, c, p, seat, both):
    """Instant Wall: automatic escape for one fighter, or for both, if they want it."""
    for q in seats(s):
        if q == seat or (both and is_fighter(s, q)):
            if q == p:
                push_effects(s, t, c, Trigger.PLAY, q, p, 0, 0)
            else:
                s.frame[push(s, Frame.ACCEPT, q, p)].card = c


@kernel
def accept_escape(s, t, i, agreed):
    """Instant Wall takes along only who is willing."""
    f = s.frame[i]
    fighter = f.seat
    actor = f.other
    c = f.card
    pop(s, i)
    if agreed:
        push_effects(s, t, c, Trigger.PLAY, fighter, actor, 0, 0)


@kernel
def run_accept(s, i):
    """The fighter accepts or refuses the escape that another player offers."""
    ask(s, i, s.frame[i].seat, Decision.ACCEPT_ESCAPE)


frame(Frame.ACCEPT, run=run_accept, decided=accept_escape)
effect(Op.REDIRECT_CURSE, None)  # it strikes another at once


# --------------------------------------------------------------------------- the verb PLAY


@inlined
def may_have_play(s, p, now):
    """Some card of the hand is played at one of the moments `now`, or one on the table might be."""
    player = s.player[p]
    return player.hand_when & now != 0 or (now != 0 and player.one_shots != 0) or s.decision == Decision.FLEE


@kernel
def can_play(s, t, p, now):
    """There is a card to be played now, or one to escape with."""
    return any_playable(s, t, p, now) or (s.decision == Decision.FLEE and has_escape_card(s, t, p))


@kernel
def may_be_played(s, t, p, c, now):
    """The card may be played now, or discarded to escape."""
    return playable(s, t, p, c, now) or may_flee_with(s, t, p, c)


@kernel
def may_be_played_at(s, t, p, c, place):
    """The card that is played may be aimed at the place of the combat."""
    if plays_to_escape(s, t, p, c):
        j = monster_at(place)
        return j >= 0 and escape_card_fits(s, t, c, p, j)
    return place_is_target(s, t, c, place)


@kernel
def next_of_play(s, t, p, stage):
    """The part that follows in a play: its card is aimed at something (PLAY-4)."""
    c = s.move.card
    aim = t.card[type_of(t, c)].aim
    if stage == Stage.CARD and replaces(s, t, p, c):
        return Stage.SECOND
    if stage == Stage.CARD:
        return Stage.PLACE if plays_to_escape(s, t, p, c) else first_part(t, c)
    if stage == Stage.SEAT and aim == Aim.FIGHTERS and others_may_escape(s, s.move.seat):
        return Stage.AMOUNT
    if stage == Stage.SEAT and is_seat_aim(aim) and names_sidekick(s, t, c):
        return Stage.SECOND
    if stage == Stage.PLACE and aim == Aim.FIGHTING_OR_CLASS and s.move.place == Place.PLAYERS:
        return Stage.SEAT
    if stage == Stage.PLACE and aim == Aim.MONSTER and s.move.place == Place.MONSTERS:
        return Stage.SECOND  # PLAY-6
    return Stage.SECOND if stage == Stage.PLACE and aim == Aim.MONSTER_SWAP else Stage.VERB


@kernel
def first_part(t, c):
    """First part of a play of card `c`; of a monster nothing."""
    return Stage.VERB if is_monster(kind_of(t, c)) else first_of_aim(t.card[type_of(t, c)].aim)


@kernel
def least_of_play(t, c):
    """A face of the die, or whether the other fighter comes along."""
    return 1 if t.card[type_of(t, c)].aim == Aim.FACE else 0


@kernel
def most_of_play(t, c):
    """A face of the die, or whether the other fighter comes along."""
    return 6 if t.card[type_of(t, c)].aim == Aim.FACE else 1


@kernel
def play_out(s, t, i, p):
    """A card is played; the moment after the door is over where it brings a monster (ROOM-3)."""
    play(s, t, p)
    end_moment_at_door(s, i)


@kernel
def has_named_fighter(s, t):
    """PLAY-4: the play being built has named a fighter, with a second one possible (`Aim.FIGHTERS`)."""
    move = s.move
    aim = t.card[type_of(t, move.card)].aim
    return move.verb == Verb.PLAY and move.stage == Stage.AMOUNT and aim == Aim.FIGHTERS


@kernel
def waits_to_work(s, t, p, c):
    """WINDOW-3: others may cancel it; curses have a window of their own (CURSE-1), and an escape is one at once."""
    return not strikes(kind_of(t, c)) and not plays_to_escape(s, t, p, c)


verb(
    Verb.PLAY,
    "play a card",
    "You play a card for what it does, such as a curse, a potion or a level; most are discarded then.",
    lead="play",
    parts=(Stage.CARD,),
    following=next_of_play,
    cards=Where.HAND | Where.TABLE,
    seconds=Where.HAND | Where.TABLE | Where.OTHERS | Where.ASIDE | Where.DISCARDS | Where.COMBAT,
    where=where_second,
    at=(At(10, (*TURN, *FIGHT, *answered(Verb.PLAY))),),
    windows=(During(10, ALL),),
    needs=may_have_play,
    possible=can_play,
    card=may_be_played,
    second=second_is_target,
    seat=seat_is_target,
    place=may_be_played_at,
    amounts=(least_of_play, most_of_play),
    told=tell_play,
    waits=waits_to_work,
    suits=suits_play,
    carry_out=play_out,
)


# --------------------------------------------------------------------------- the verb USE_POWER


@kernel
def use_power(s, t, p):
    """The cost is paid, then the card does what it says."""
    c = s.move.card
    second = max(s.move.second, salvaged(s, t, c))
    monster = wanted(s, t, c)
    itself = t.clause[cost_of(t, c)].limit
    declared = s.move.amount
    discard_selected(s, t, p)
    log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
    note_power(s, t, p, c)
    if t.card[type_of(t, c)].when & Moment.OWN_END:
        s.may_loot = 0  # the turn is over but for such powers
    if itself:
        discard(s, t, c, p)
    if monster:
        hunt(s, t, p, monster)
    else:
        victim = s.move.seat if is_seat_aim(t.card[type_of(t, c)].aim) else p
        push_effects(s, t, c, Trigger.PLAY, victim, p, declared, second)


@kernel
def hunt(s, t, p, c):
    """TURN-3: trouble is looked for with a monster of the discards."""
    if s.card[c].zone == Zone.DISCARD + Deck.DOOR:
        look_for_trouble(s, t, p, c)


@kernel
def next_of_use(s, t, stage):
    """The part that follows in the use of a card: what it costs, then what it is aimed at."""
    c = s.move.card
    if stage == Stage.CARD and cards_owed(t, c) > 0:
        return Stage.MORE
    if stage != Stage.AMOUNT and wager_of(t, c):
        return Stage.AMOUNT
    aim = t.card[type_of(t, c)].aim
    if is_seat_aim(aim):
        return Stage.SEAT if stage != Stage.SEAT else Stage.VERB
    aimed = aim == Aim.DISCARD
    return Stage.SECOND if stage != Stage.SECOND and aimed else Stage.VERB


@kernel
def has_powers(s, p):
    """Something in play can be used."""
    return s.player[p].powers > 0


verb(
    Verb.USE_POWER,
    "use what a card in play can do",
    "You use a card in play for what it can do; `?` and its name says what, and for which price.",
    lead="use the power of",
    parts=(Stage.CARD,),
    following=next_of_use,
    cards=Where.HAND | Where.TABLE,
    seconds=Where.DISCARDS,
    where=where_second,
    at=(At(60, (*FIGHT, Decision.PEEK)), At(74, TURN)),
    windows=(
        During(20, (Window.CURSE,)),
        During(45, NOT_OF_FLIGHT, ANYBODY & ~Role.LEADER),  # the leader has other decisions for it
        During(45, (Window.FLIGHT,)),  # and so has the helper, when running away
    ),
    needs=has_powers,
    card=power_option,
    second=second_is_target,
    seat=seat_is_target,
    amounts=(1, most_declared),
    amount_words=("which bonus do you declare?", "a bonus of {}"),
    closes=is_paid,
    carry_out=use_power,
)
