"""Help: asking, offering, bargaining, and the deal that follows (HELP-1 to HELP-9)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import clear_flags, set_flag
from munchkin_env.engine.mutations.combat import add_helper
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, open_window, pop, push
from munchkin_env.engine.queries.cards import SHUNS, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause, monsters_have
from munchkin_env.engine.queries.conditions import owner_holds
from munchkin_env.engine.queries.items import may_change_hands, shunned
from munchkin_env.engine.queries.people import BY_CARD, has_ability, is_bound, is_fighter, takes_part
from munchkin_env.engine.queries.strength import (
    help_barred,
    monsters_strength,
    players_strength,
    promised_treasures,
    reward_barred,
    winning,
)
from munchkin_env.engine.rules.rows import NOT_OF_FLIGHT, OWN_COMBAT, At, During, Role, effect, verb
from munchkin_env.vocabulary import (
    MOST_TREASURES,
    Ability,
    Bargain,
    Bars,
    Decision,
    Event,
    Flag,
    Frame,
    OfferKind,
    Op,
    Stage,
    Trigger,
    Verb,
    Where,
    Window,
)

MADE = 0
WAITS = 1
COUNTERED = 2
REFUSED = 3
AGREED = 4

BY_HIMSELF = 2
COMPELLED = 4  # a card of the leader's forces anybody, and says nothing of the winning level


@kernel
def help_possible(s, t):
    """HELP-1: the leader is losing, nobody helps yet and nothing forbids it."""
    m = s.combat
    if m.active == 0 or m.conceded or m.routed or m.helper or m.no_help or m.n_monsters == 0:
        return False
    if is_bound(s, m.leader, Ability.UNHELPED):
        return False
    return not help_barred(s, t) and not winning(s, t)


@kernel
def strengths_key(s, t):
    """A number that differs whenever one of the two strengths has changed (modulo 128 and 256)."""
    return (players_strength(s, t) & 127) * 256 + (monsters_strength(s, t) & 255)


@kernel
def may_ask(s, t, q):
    """WINDOW-6: the seat may be asked (again): alive, no fighter, the strengths have changed since.

    HELP-9: a player who has refused is asked again once a card forces them.
    """
    if not may_force(s, t, q) or is_bound(s, s.combat.leader, Ability.NO_ASKING):
        return False
    player = s.player[q]
    fresh = player.asked == 0 or player.asked_at != strengths_key(s, t)
    return fresh or is_forced(s, s.combat.leader, q)


@kernel
def may_force(s, t, p):
    """A player that a card could make help: alive, no fighter, questions are left (WINDOW-6)."""
    player = s.player[p]
    if not may_help(s, t, s.combat.leader, p):
        return False
    if not takes_part(s, p) or is_fighter(s, p) or is_barred(s, t, p):
        return False
    return player.asked < s.rules.help_questions


@kernel
def is_barred(s, t, p):
    """HELP-1: a monster of the combat keeps such players from helping."""
    if not monsters_have(s, Bars.HELPERS):
        return False
    m = s.combat
    for i in range(m.n_monsters):
        clause = find_clause(t, m.monster[i].type, Trigger.ALWAYS, Bars.HELPERS)
        if clause and owner_holds(s, t.clause[clause], p, 1):
            return True
    return False


@kernel
def may_help(s, t, leader, p):
    """Nothing in front of `p`, and no lasting effect, bars `p` from helping the leader."""
    if is_bound(s, p, Ability.NO_HELPING):
        return False
    return s.player[p].madness & SHUNS == 0 or not shuns(s, t, leader, p)


@kernel
def shuns(s, t, leader, p):
    """A Madness of `p` bars help to players who have a card with one of some tags in front of them."""
    for c in cards(s, table_of(p)):
        clause = shunned(t, c)
        d = s.head[table_of(leader)] if clause else 0
        while d:
            if t.card[type_of(t, d)].tags & t.clause[clause].arg != 0:
                return True
            d = s.card[d].next
    return False


@kernel
def must_help(s, leader, p):
    """FAIRY-6: the player must help on request, for nothing; it serves any kill, unlike help by the leader's card."""
    return p != leader and is_bound(s, p, Ability.MUST_HELP)


@kernel
def why_forced(s, leader, p):
    """HELP-9: the player must help by an own card that leaves the winning level, or by one that does not."""
    if must_help(s, leader, p):
        return BY_HIMSELF
    return COMPELLED if has_ability(s, leader, Ability.COMPEL_HELP) else BY_CARD


@kernel
def is_forced(s, leader, p):
    """HELP-9: the player must help; or the leader's card forces all, or higher levels (Kneepads of Allure)."""
    if must_help(s, leader, p) or has_ability(s, leader, Ability.COMPEL_HELP):
        return True
    return has_ability(s, leader, Ability.FORCE_HELP) and s.player[p].level > s.player[leader].level


@kernel
def most_treasures(s, t):
    """HELP-2: number of treasures that may be promised."""
    if s.rules.bargaining == Bargain.OFF or reward_barred(s, t):
        return 0
    return max(0, min(20, promised_treasures(s, t) - s.combat.own))


@kernel
def promise_option(s, t, p, c):
    """HELP-2, HELP-9: items in play may be promised to the helper; who is forced is promised nothing."""
    return (
        may_change_hands(s, t, c)
        and not is_forced(s, p, s.move.seat)
        and s.card[c].flag & Flag.SELECTED == 0
        and type_of(t, c) >= s.move.last
        and not reward_barred(s, t)
    )


@kernel
def may_draft(s, t, p):
    """HELP-1: the leader is losing, and can make some player help."""
    if s.combat.leader != p or not help_possible(s, t):
        return False
    for q in seats(s):
        if may_be_drafted(s, t, q):
            return True
    return False


@kernel
def drafts(t, k):
    """The use of a card of type `k` makes somebody help."""
    return find_clause(t, k, Trigger.PLAY, Op.DRAFT) != 0


@kernel
def may_be_drafted(s, t, p):
    """HELP-1: alive, no fighter, and nothing bars the player from helping."""
    if not takes_part(s, p) or is_fighter(s, p) or is_barred(s, t, p):
        return False
    return may_help(s, t, s.combat.leader, p)


@kernel
def may_volunteer(s, t, p):
    """HELP-7: of a combat that is being lost, while no other offer is pending."""
    player = s.player[p]
    if s.offer.kind or player.volunteered or is_fighter(s, p) or not takes_part(s, p):
        return False
    return help_possible(s, t) and may_help(s, t, s.combat.leader, p) and not is_barred(s, t, p)


@kernel
def most_promised(s, t, p, q):
    """HELP-2, HELP-9: the most treasures that `q` may be promised; who is forced gets nothing."""
    return 0 if is_forced(s, p, q) else most_treasures(s, t)


@kernel
def are_terms_named(s):
    """HELP-2: with full bargaining, terms besides the number of treasures."""
    return s.rules.bargaining == Bargain.FULL


@kernel
def may_promise_first_pick(s, p):
    """HELP-2: the helper may be promised the first pick of the promised treasures."""
    move = s.move
    return move.first == 0 and move.amount > 0 and not is_forced(s, p, move.seat)


@kernel
def may_want_more(s, t):
    """HELP-2: a player asked for help may name a higher price."""
    return s.rules.bargaining != Bargain.OFF and most_treasures(s, t) > s.offer.amount


@kernel
def ask_for_help(s, t, p, q, n):
    """HELP-1: one player is asked, on terms; the chosen items are promised too."""
    first = s.move.first
    mark_offered(s, t, p)
    player = s.player[q]
    player.asked += 1
    player.asked_at = strengths_key(s, t)
    set_offer(s, OfferKind.HELP_ASKED, p, q, n, first)
    log(s, Event.ASKED, p, 0, q, n)
    push(s, Frame.OFFER, p, q)


@kernel
def offer_help(s, t, p, n):
    """HELP-7: a bystander offers help for a number of treasures.

    FAIRY-6: so may one who must help on request, as long as nobody has asked: the leader may refuse, and ask.
    """
    s.player[p].volunteered = 1
    set_offer(s, OfferKind.HELP_OFFERED, p, s.combat.leader, n, 0)
    log(s, Event.VOLUNTEERED, p, 0, s.combat.leader, n)
    push(s, Frame.OFFER, p, s.combat.leader)


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
    set_offer(s, OfferKind.NONE, 0, 0, 0, 0)


@kernel
def clear_marks(s, p, mark):
    """Remove a mark from all cards on a table."""
    clear_flags(s, table_of(p), mark)


@kernel
def is_offer(f):
    """Frame `f` waits for a decision on an offer."""
    return f.kind == Frame.OFFER


@kernel
def is_void(s):
    """The offer was made to or by somebody who no longer leads the combat (Transferral Potion)."""
    o = s.offer
    fighter = o.maker if o.kind == OfferKind.HELP_ASKED else o.taker
    return fighter != s.combat.leader


@kernel
def may_be_agreed(s, t):
    """HELP-10: the offer can still bring its helper into the combat: a player barred since may not."""
    o = s.offer
    helper = o.maker if o.kind == OfferKind.HELP_OFFERED else o.taker
    if is_void(s) or not help_possible(s, t):
        return False
    return may_help(s, t, s.combat.leader, helper) and not is_barred(s, t, helper)


@kernel
def run_help_offer(s, t, i):
    """An offer of help goes from hand to hand until it is agreed or refused."""
    f = s.frame[i]
    o = s.offer
    taker = o.taker
    maker = o.maker
    stage = f.stage
    alive = s.player[taker].dead == 0 and s.player[maker].dead == 0
    if stage == MADE:
        f.stage = WAITS
        if o.kind == OfferKind.HELP_ASKED:
            open_window(s, Window.HELP, maker)
    elif stage == REFUSED or (stage != AGREED and not (alive and may_be_agreed(s, t))):
        clear_marks(s, s.combat.leader, Flag.OFFERED)
        clear_offer(s)
        pop(s, i)
    elif stage == WAITS:
        if o.kind == OfferKind.HELP_OFFERED:
            ask(s, i, taker, Decision.ANSWER_VOLUNTEER)
        elif is_forced(s, maker, taker):
            promise_nothing(s)
            agree(s, i, why_forced(s, maker, taker))
        else:
            ask(s, i, taker, Decision.ANSWER_HELP)
    elif stage == COUNTERED:
        ask(s, i, maker, Decision.ANSWER_COUNTER)
    else:
        pop(s, i)


@kernel
def promise_nothing(s):
    """HELP-9, FAIRY-6: a player forced to help when deciding does so for nothing, whatever the offer."""
    s.offer.amount = 0
    s.offer.first = 0
    clear_marks(s, s.combat.leader, Flag.OFFERED)


@kernel
def agree(s, i, forced):
    """HELP-3: the helper joins; the deal is kept until the combat ends."""
    o = s.offer
    helper = o.maker if o.kind == OfferKind.HELP_OFFERED else o.taker
    add_helper(s, helper, o.amount, o.first, forced)
    s.frame[i].stage = AGREED
    clear_offer(s)
    open_window(s, Window.HELP, helper)


@kernel
def refuse(s, i):
    """The asked player refuses the offer, or the counter-offer."""
    o = s.offer
    refuser = s.seat
    log(s, Event.ANSWERED, refuser, 0, o.maker + o.taker - refuser, 0)
    s.frame[i].stage = REFUSED


@kernel
def counter(s, i, amount):
    """One counter-offer: the helper names a price."""
    o = s.offer
    o.amount = amount
    o.countered = 1
    log(s, Event.OFFERED, o.taker, 0, o.maker, amount)
    s.frame[i].stage = COUNTERED


@kernel
def mark_offered(s, t, p):
    """The chosen set becomes the public offer."""
    for c in cards(s, table_of(p)):
        if s.card[c].flag & Flag.SELECTED:
            set_flag(s, t, c, Flag.SELECTED, 0)
            set_flag(s, t, c, Flag.OFFERED, 1)


# --------------------------------------------------------------------------- verbs

DRAFTED = 3  # `forced` of a player that the leader has made help for all the treasure


@kernel
def draft(s, q):
    """HELP-3: a player is forced to join the leader; all the treasure will go to that player."""
    if s.combat.helper == 0 and s.player[q].dead == 0 and not is_fighter(s, q):
        add_helper(s, q, MOST_TREASURES, 0, DRAFTED)


@kernel
def is_request(verb):
    """HELP-1: the leader asks another to help."""
    return verb == Verb.ASK_HELP


verb(
    Verb.ASK_HELP,
    "ask for help",
    "You ask another player to fight beside you, adding their strength, for a share of the treasure.",
    lead="ask for help:",
    deal=True,
    parts=(Stage.SEAT, Stage.AMOUNT, Stage.TERMS),
    skipped={Stage.TERMS: are_terms_named},
    cards=Where.TABLE,
    at=(At(150, OWN_COMBAT),),
    when=help_possible,
    seat=may_ask,
    amounts=(0, most_promised),
    card=promise_option,
    carry_out=ask_for_help,
)
verb(
    Verb.OFFER_HELP,
    "offer your help",
    "You offer the fighter your strength, for a share of the treasure.",
    lead="offer help for",
    deal=True,
    parts=(Stage.AMOUNT,),
    windows=(
        # HELP-7: an asked player may offer help, but only a declared defeat asks for that alone
        During(100, tuple(w for w in NOT_OF_FLIGHT if w != Window.DEFEAT), Role.BYSTANDER, reaction=False),
        During(100, (Window.DEFEAT,), Role.BYSTANDER),
    ),
    possible=may_volunteer,
    amounts=(0, most_treasures),
    carry_out=offer_help,
)
verb(
    Verb.FIRST_PICK,  # a term of ASK_HELP
    "and the helper picks first",
    "Added to your offer: the helper takes treasures first.",
)
effect(Op.DRAFT, draft)
