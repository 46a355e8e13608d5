"""What the use of a card in play does, once it has been paid for (PLAY-10)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import discard, discard_selected
from munchkin_env.engine.mutations.events import log
from munchkin_env.engine.queries.cards import is_seat_aim, type_of
from munchkin_env.engine.queries.items import cost_of, wager_of
from munchkin_env.engine.rules.aims import seat_is_target, second_is_target, where_second
from munchkin_env.engine.rules.effects.pending import push_effects
from munchkin_env.engine.rules.paying import cards_owed, is_paid, note_power, salvaged
from munchkin_env.engine.rules.powers import most_declared, power_option, wanted
from munchkin_env.engine.rules.rows import ANYBODY, FIGHT, NOT_OF_FLIGHT, TURN, At, During, Role, verb
from munchkin_env.engine.rules.turn import look_for_trouble
from munchkin_env.vocabulary import Aim, Decision, Deck, Event, Stage, Trigger, Verb, Where, Window, Zone


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
        During(45, NOT_OF_FLIGHT, ANYBODY & ~Role.LEADER),  # the leader has decisions of his own for it
        During(45, (Window.FLIGHT,)),  # and the helper his, when he flees
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
