"""Who may play what, when and on what (PLAY-1 to PLAY-15), and what a play does first."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, attach, discard_pile, leave_table, move_card
from munchkin_env.engine.mutations.combat import add_enhancer, spend
from munchkin_env.engine.mutations.events import log
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
from munchkin_env.engine.queries.items import cost_of
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.engine.queries.places import monster_at
from munchkin_env.engine.rules.aims import has_target, pending_curse, strengthened_card
from munchkin_env.engine.rules.combat import joins_as_undead
from munchkin_env.engine.rules.curses import cursed_player, has_turned_up_curse, push_curse
from munchkin_env.engine.rules.effects.cards import cancels_card
from munchkin_env.engine.rules.effects.combat import bring
from munchkin_env.engine.rules.effects.pending import push_effects
from munchkin_env.engine.rules.rooms import enter_room, fight_in_room
from munchkin_env.engine.rules.rows import effect, frame
from munchkin_env.engine.rules.run_away import escape_by_card, plays_to_escape
from munchkin_env.engine.rules.sidekicks import play_sidekick
from munchkin_env.vocabulary import (
    Aim,
    Decision,
    Event,
    Flag,
    Frame,
    Moment,
    Op,
    Place,
    Trigger,
    Zone,
)


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
    """The player has a card that he may play now."""
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
    """Carries out the composite answer PLAY."""
    c = s.move.card
    if plays_to_escape(s, t, p, c):
        escape_by_card(s, t, p, monster_at(s.move.place), c)
    else:
        play_card(s, t, p)


@kernel
def tell_play(s, t, p):
    """Everybody is told which card is played, on whom or for which side; of curses when they are about to strike, of an
    escape when it is one."""
    move = s.move
    c = move.card
    aim = t.card[type_of(t, c)].aim
    if not strikes(kind_of(t, c)) and not plays_to_escape(s, t, p, c):
        named = move.seat if names_seat(aim) or aim == Aim.FIGHTERS else p
        log(s, Event.PLAYED, p, type_of(t, c), named if named != p else -1, move.place)


@kernel
def play_card(s, t, p):
    """The card goes where it goes, then its clauses run."""
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
    """The fighter says whether he takes the escape that another one offers him."""
    ask(s, i, s.frame[i].seat, Decision.ACCEPT_ESCAPE)


frame(Frame.ACCEPT, run=run_accept, decided=accept_escape)
effect(Op.REDIRECT_CURSE, None)  # it strikes another at once
