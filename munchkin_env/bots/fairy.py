"""What the greedy bot gives for Fairy Dust: for getting it, and for what its cards alone do."""

from munchkin_env.bots.outlook import edge_with_helper, kill_worth, monster_damage
from munchkin_env.bots.valuation import HAND_CARD, LEVEL, NOTHING, TREASURE, curse_damage, keep_worth, rivalry
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.asking import begins_turn
from munchkin_env.engine.queries.cards import hand_of
from munchkin_env.engine.queries.people import is_bound
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.rules.aims import is_about_hand
from munchkin_env.engine.rules.effects.combat import rolls_again
from munchkin_env.engine.rules.effects.levels import level_gain
from munchkin_env.engine.rules.effects.losses import obliging, shows_hand
from munchkin_env.engine.rules.run_away import ESCAPES_ON, roll_change
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import Ability, Deck, Kind, RollFor, Zone

DUST = 12  # an unseen card of the third deck
SIGHT = 2  # a hand that is seen
LOST_ITEM = 14  # an item that a thief gets


@kernel
def dust_for_kindness(v):
    """FAIRY-2: the worth of the card that helping, or saving another from a curse, brings; 0 when none are left."""
    return DUST if v.count[Zone.DECK + Deck.EXTRA] else 0


@kernel
def score_rescue(v, t, p, q, k, cost):
    """FAIRY-2: the curse of type `k` that is about to strike `q` is cancelled for the card that it brings."""
    if q < 0 or dust_for_kindness(v) == 0:
        return NOTHING
    return dust_for_kindness(v) - curse_damage(v, t, k, q) * rivalry(v, p, q) // 100 - cost


@kernel
def plays_alone(t, k):
    """A card of type `k` without a target does what `score_trick` knows."""
    if rolls_again(t, k):
        return True
    return t.card[k].kind == Kind.TRICK and level_gain(t, k) != 0


@kernel
def score_trick(v, t, p, k, cost):
    """A die that is rolled again; a level for helping, while it can be gained."""
    if rolls_again(t, k):
        return score_reroll(v, t, p, cost)
    return LEVEL if v.player[p].level < v.rules.goal - 1 else NOTHING


@kernel
def score_reroll(v, t, p, cost):
    """A failed roll of one's own is worth another one, and so is the luck of somebody who is ahead, or steals."""
    r = v.roll
    q = r.seat
    if r.purpose == RollFor.RUN_AWAY:
        escapes = r.face + roll_change(v, t, q, r.place) >= ESCAPES_ON
        if q == p:
            return NOTHING if escapes else (monster_damage(v, t, p, r.place) - cost) // 2
        if not escapes or v.player[q].level < v.player[p].level:
            return NOTHING
        return monster_damage(v, t, q, r.place) * rivalry(v, p, q) // 200 - cost
    if r.purpose == RollFor.THEFT:
        succeeds = r.face + v.player[q].die >= 4
        return LOST_ITEM // 2 - cost if succeeds != (q == p) else NOTHING
    return NOTHING


@kernel
def is_neighbourly(t, k):
    """A card of type `k` on another player is about his hand, or makes him help."""
    if is_about_hand(t, k):
        return True
    clause = obliging(t, k)
    return clause != 0 and t.clause[clause].arg == Ability.MUST_HELP


@kernel
def score_neighbourly(v, t, p, k, q, cost):
    """A look at a hand, a card of it for the least of one's own, or a helper who must come for nothing."""
    if obliging(t, k):
        return score_servant(v, t, p, q)
    if not begins_turn(v.decision):
        return NOTHING
    n = v.count[hand_of(q)]
    if shows_hand(t, k):
        return SIGHT + min(n, 8) if v.player[q].hand_known >> p & 1 == 0 else NOTHING
    treasures = v.player[q].hand_treasures
    return (HAND_CARD * n + (TREASURE - HAND_CARD) * treasures) // max(1, n) - least_of_hand(v, t, p)


@kernel
def least_of_hand(v, t, p):
    """Worth of the card of the hand that `p` gives away most easily, as far as he can."""
    least = HAND_CARD
    for c in cards(v, hand_of(p)):
        if not is_kept(v, t, c):
            least = min(least, keep_worth(v, t, p, c))
    return least


@kernel
def score_servant(v, t, p, q):
    """FAIRY-6: the leader who loses makes somebody help for nothing by whose help he wins."""
    m = v.combat
    if m.active == 0 or m.leader != p or m.helper or edge(v, t) > 0 or edge_with_helper(v, t, q) <= 0:
        return NOTHING
    return NOTHING if is_bound(v, q, Ability.MUST_HELP) else kill_worth(v, t, p) - DUST
