"""What the use of a card in play does, once it has been paid for (PLAY-10)."""

from munchkin_env.engine.atoms.cards import discard, discard_selected
from munchkin_env.engine.atoms.events import log
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.cards import is_seat_aim, type_of
from munchkin_env.engine.rules.effects.pending import push_effects
from munchkin_env.engine.rules.paying import cost_of, note_power, salvaged
from munchkin_env.engine.rules.powers import wanted
from munchkin_env.engine.rules.turn import look_for_trouble
from munchkin_env.vocabulary import Deck, Event, Trigger, Zone


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
