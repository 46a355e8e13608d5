"""Answers of one part: a verb alone, a number or a card. Each goes to the rule that asked."""

from munchkin_env.engine.atoms.hands import reveal_hand
from munchkin_env.engine.atoms.stack import pop
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.rules.charity import choose_gift, give_in_charity
from munchkin_env.engine.rules.claims import answer_contest
from munchkin_env.engine.rules.combat import declare_defeat, declare_kill
from munchkin_env.engine.rules.cult import settle_cure
from munchkin_env.engine.rules.curses import let_strike
from munchkin_env.engine.rules.death import loot_card
from munchkin_env.engine.rules.effects.pending import pick_clause
from munchkin_env.engine.rules.growing import is_about_card, settle_choice
from munchkin_env.engine.rules.helping import refuse
from munchkin_env.engine.rules.interference import accept_escape
from munchkin_env.engine.rules.losing import choose_card, give_level_to, pay_worth, take_unseen
from munchkin_env.engine.rules.meeting import answer_swap, end_proposal, go_round
from munchkin_env.engine.rules.setup import done_laying_out
from munchkin_env.engine.rules.trading import accept_offer
from munchkin_env.engine.rules.treasure import choose_spoil, done_receiving, resurrect
from munchkin_env.engine.rules.turn import go_to_charity, go_to_door, loot_room, open_discard, open_door, turn_from_door
from munchkin_env.engine.rules.windows import restart_window
from munchkin_env.vocabulary import Decision, Frame, Verb


@kernel
def answer_verb(s, t, i, p, verb):
    """A verb that is the whole answer. Returns False for one that further parts follow."""
    if verb == Verb.PASS:
        pass_on(s, i)
    elif verb == Verb.DONE:
        done(s, i, p)
    elif s.decision == Decision.ACCEPT_ESCAPE:
        accept_escape(s, t, i, verb == Verb.YES)
    elif s.decision == Decision.CONTEST:
        answer_contest(s, i, p, verb == Verb.YES)
    elif s.decision == Decision.CURE:
        settle_cure(s, t, i, verb == Verb.YES)
    elif s.decision == Decision.ANSWER_SWAP:
        end_proposal(s, i, 0)
    elif verb == Verb.YES:
        accept_offer(s, t, i)
    elif verb == Verb.NO:
        refuse(s, i)
    elif verb == Verb.SHOW_HAND:
        show(s, i, p)
    elif verb == Verb.OPEN_DOOR:
        go_to_door(s, i)
    elif verb == Verb.LOOT_ROOM:
        loot_room(s, p)
    elif verb == Verb.END_TURN:
        go_to_charity(s, i)
    elif verb == Verb.KILL:
        declare_kill(s, i, p)
    elif verb == Verb.RUN_AWAY:
        declare_defeat(s, i, p)
    elif verb == Verb.TAKE:
        take_unseen(s, t, i, p)
    else:
        return False
    return True


@kernel
def pass_on(s, i):
    """Nothing is done: the next one is asked, the curse strikes, or the question is over."""
    decision = s.decision
    if decision == Decision.WINDOW or decision == Decision.GOTH or decision == Decision.CROWD:
        s.frame[i].passes += 1
    elif decision == Decision.BEFORE_CURSE:
        let_strike(s, i)
    elif decision == Decision.PEEK:
        turn_from_door(s, i)
    elif decision == Decision.JOIN or decision == Decision.SWAP:
        go_round(s, i)
    else:
        pop(s, i)


@kernel
def done(s, i, p):
    """Nothing more is laid out."""
    if s.decision == Decision.SETUP:
        done_laying_out(s, i)
    else:
        done_receiving(s, i, p)


@kernel
def show(s, i, p):
    """PLAY-11: the whole hand is shown to all."""
    s.player[p].showed = 1
    reveal_hand(s, p)
    if s.decision == Decision.WINDOW:
        restart_window(s, i, p)


@kernel
def answer_number(s, t, i, p, amount):
    """A number without a verb: a clause, or how many cards come from the discards."""
    kind = s.frame[i].kind
    if kind == Frame.PICK and is_about_card(s, t, i):
        settle_choice(s, t, i, amount)
    elif kind == Frame.PICK:
        pick_clause(s, i, s.frame[i].a + amount)
    elif kind == Frame.DRAW:
        if amount:
            resurrect(s, t, i, p, amount)
    elif amount:
        open_discard(s, t, p)
    else:
        open_door(s, t, p)


@kernel
def answer_seat(s, t, i, q):
    """A seat without a verb: who gets a card, or a level."""
    if s.frame[i].kind == Frame.GIVE_LEVEL:
        give_level_to(s, i, q)
    else:
        give_in_charity(s, t, i, q)


@kernel
def answer_choice(s, t, i, p, k):
    """A card type was named without a verb."""
    decision = s.decision
    if decision == Decision.SPOILS:
        choose_spoil(s, t, i, p, k)
    elif decision == Decision.CHARITY:
        choose_gift(s, t, i, p, k)
    elif decision == Decision.LOOT_BODY:
        loot_card(s, t, i, p, k)
    elif decision == Decision.ANSWER_SWAP:
        answer_swap(s, t, i, p, k)
    elif s.frame[i].kind == Frame.WORTH:
        pay_worth(s, t, i, p, k)
    else:
        choose_card(s, t, i, p, k)
