"""Help: asking, offering, bargaining, and the deal that follows (HELP-1 to HELP-9)."""

from munchkin_env.engine.atoms import clear_flags, log
from munchkin_env.engine.decisions import ask, open_window, pop, push
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import (
    has_ability,
    is_fighter,
    monster_flag,
    monsters_strength,
    players_strength,
    promised_treasures,
    table_of,
    winning,
)
from munchkin_env.vocabulary import (
    Ability,
    Bargain,
    Decision,
    Event,
    Flag,
    Frame,
    Op,
    Window,
)

HELP_ASKED = 1
HELP_OFFERED = 2
TRADE = 3

MADE = 0
WAITS = 1
COUNTERED = 2
REFUSED = 3
AGREED = 4


@kernel
def help_possible(s, t):
    """HELP-1: the leader is losing, nobody helps yet and nothing forbids it."""
    m = s.combat
    if int(m.active) == 0 or int(m.conceded) or int(m.helper) or int(m.no_help) or int(m.n_monsters) == 0:
        return False
    return not monster_flag(s, t, Op.NO_HELP) and not winning(s, t)


@kernel
def strengths_key(s, t):
    """A number that differs whenever one of the two strengths has changed (modulo 128 and 256)."""
    return (players_strength(s, t) & 127) * 256 + (monsters_strength(s, t) & 255)


@kernel
def may_ask(s, t, p):
    """WINDOW-6: the seat may be asked (again): alive, no fighter, the strengths have changed since."""
    q = s.player[p]
    if int(q.dead) or is_fighter(s, p):
        return False
    asked = int(q.asked)
    return asked < int(s.rules.help_questions) and (asked == 0 or int(q.asked_at) != strengths_key(s, t))


@kernel
def is_forced(s, leader, p):
    """HELP-9: the leader's card forces players of higher level (Kneepads of Allure)."""
    return has_ability(s, leader, Ability.FORCE_HELP) and int(s.player[p].level) > int(s.player[leader].level)


@kernel
def most_treasures(s, t):
    """HELP-2: how many treasures may be promised."""
    if int(s.rules.bargaining) == Bargain.OFF:
        return 0
    return min(20, promised_treasures(s, t))


@kernel
def ask_for_help(s, t, leader, p, amount, first):
    """HELP-1: one player is asked, on terms; items marked OFFERED are promised too."""
    q = s.player[p]
    q.asked = int(q.asked) + 1
    q.asked_at = strengths_key(s, t)
    if is_forced(s, leader, p):
        amount = 0
        first = 0
    set_offer(s, HELP_ASKED, leader, p, amount, first)
    log(s, Event.ASKED, leader, 0, p, amount)
    push(s, Frame.OFFER, leader, p)


@kernel
def offer_help(s, t, p, amount):
    """HELP-7: a bystander offers himself for a number of treasures."""
    s.player[p].volunteered = 1
    set_offer(s, HELP_OFFERED, p, int(s.combat.leader), amount, 0)
    log(s, Event.VOLUNTEERED, p, 0, int(s.combat.leader), amount)
    push(s, Frame.OFFER, p, int(s.combat.leader))


@kernel
def set_offer(s, kind, maker, taker, amount, first):
    o = s.offer
    o.kind = kind
    o.maker = maker
    o.taker = taker
    o.amount = amount
    o.first = first
    o.countered = 0


@kernel
def clear_offer(s):
    """No offer waits any more; marks of promised items that came to nothing are removed."""
    set_offer(s, 0, 0, 0, 0, 0)


@kernel
def clear_marks(s, p, mark):
    """Removes a mark from all cards on a table."""
    clear_flags(s, table_of(p), mark)


@kernel
def drop_helper(s):
    """HELP-8: a helper who is forced out suffers and gets nothing, the deal is void; his spent cards stay."""
    m = s.combat
    m.helper = 0
    m.deal_treasures = 0
    m.deal_first = 0
    for p in range(int(s.rules.players)):
        clear_marks(s, p, Flag.OFFERED)


@kernel
def is_void(s):
    """The offer was made to or by somebody who no longer leads the combat (Transferral Potion)."""
    o = s.offer
    fighter = int(o.maker) if int(o.kind) == HELP_ASKED else int(o.taker)
    return fighter != int(s.combat.leader)


@kernel
def run_help_offer(s, t):
    """An offer of help goes from hand to hand until it is agreed or refused."""
    f = s.frame[int(s.n_frames) - 1]
    o = s.offer
    taker = int(o.taker)
    maker = int(o.maker)
    stage = int(f.stage)
    alive = int(s.player[taker].dead) == 0 and int(s.player[maker].dead) == 0
    if stage == MADE:
        f.stage = WAITS
        if int(o.kind) == HELP_ASKED:
            open_window(s, Window.HELP, maker)
    elif stage == REFUSED or (stage != AGREED and (not alive or is_void(s) or not help_possible(s, t))):
        clear_marks(s, int(s.combat.leader), Flag.OFFERED)
        clear_offer(s)
        pop(s)
    elif stage == WAITS:
        if int(o.kind) == HELP_OFFERED:
            ask(s, taker, Decision.ANSWER_VOLUNTEER)
        elif is_forced(s, maker, taker):
            agree(s, 1)
        else:
            ask(s, taker, Decision.ANSWER_HELP)
    elif stage == COUNTERED:
        ask(s, maker, Decision.ANSWER_COUNTER)
    else:
        pop(s)


@kernel
def agree(s, forced):
    """HELP-3: the helper joins; the deal is kept until the combat ends."""
    f = s.frame[int(s.n_frames) - 1]
    o = s.offer
    leader = int(s.combat.leader)
    helper = int(o.maker) if int(o.kind) == HELP_OFFERED else int(o.taker)
    m = s.combat
    m.helper = helper + 1
    m.fought = int(m.fought) | (1 << helper)
    m.deal_treasures = int(o.amount)
    m.deal_first = int(o.first)
    s.player[helper].forced = forced
    log(s, Event.HELPS, helper, 0, leader, int(o.amount))
    f.stage = AGREED
    clear_offer(s)
    open_window(s, Window.HELP, helper)


@kernel
def refuse(s):
    """The offer, or the counter-offer, is refused by whoever was asked."""
    o = s.offer
    refuser = int(s.seat)
    log(s, Event.ANSWERED, refuser, 0, int(o.maker) + int(o.taker) - refuser, 0)
    s.frame[int(s.n_frames) - 1].stage = REFUSED


@kernel
def counter(s, amount):
    """One counter-offer: the helper names his price."""
    o = s.offer
    o.amount = amount
    o.countered = 1
    log(s, Event.OFFERED, int(o.taker), 0, int(o.maker), amount)
    s.frame[int(s.n_frames) - 1].stage = COUNTERED
