"""Worth of things to a seat, in points: a level, a treasure, strength, single cards, bad stuff.

All functions read views and change nothing. `p` is an absolute seat, `c` a card copy, `k` a card type.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.asking import begins_turn
from munchkin_env.engine.queries.bonuses import bonus_of_item_enhancers, turned_bonus
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_cult_card,
    is_enhancer,
    is_fitted,
    is_gear,
    is_item,
    is_level_card,
    is_monster,
    is_race_or_class,
    is_sidekick,
    kind_of,
    strikes,
    table_of,
    tags_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import changed_by, harm_of, has_options, is_bonus, of_words
from munchkin_env.engine.queries.conditions import owner_holds, permitted, works
from munchkin_env.engine.queries.entered_room import is_entered
from munchkin_env.engine.queries.items import corrupting, corruption
from munchkin_env.engine.queries.people import hand_count, hand_limit, is_cultist, is_fighter
from munchkin_env.engine.queries.piles import known_on_top
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.queries.wearing import gives_room
from munchkin_env.engine.rules.choices import best_bonus
from munchkin_env.engine.rules.effects.cards import stays_in_front
from munchkin_env.engine.rules.effects.levels import level_loss
from munchkin_env.engine.rules.meeting import calls_meeting, has_partner, is_full
from munchkin_env.engine.rules.powers import gold_of, gold_owed, looks, pays_for, salvaged
from munchkin_env.engine.rules.run_away import escape_of
from munchkin_env.engine.rules.treasure import draws_unseen
from munchkin_env.engine.rules.trials import set_identity
from munchkin_env.vocabulary import (
    MAX_CARDS,
    MAX_CLASSES,
    Ability,
    Aim,
    Chooser,
    Deck,
    Filter,
    Flag,
    GoalBy,
    Harm,
    Kind,
    Klass,
    Pile,
    Race,
    Receiver,
    Slot,
    Trigger,
    Zone,
)

WINS = 1000  # a combat that wins the game
LEVEL = 30  # a level gained or lost
TREASURE = 12  # an unseen treasure card
STRENGTH = 8  # a lasting point of strength
ESCAPE = 3  # a lasting point on rolls to run away
HAND_CARD = 7  # an unseen card of a hand
DOOR = 9  # an unknown door
GOLD = 100  # gold that is worth a point
CULT_STRENGTH = 2  # what every other Cultist gives one (CULT-6)
END_NEAR = 20  # part of the worth of the cult's end that counts when one Cultist is missing
HANDS = 12  # a hand more for items
MEETING = 3  # a card that gives something to all Cultists
UNHELPED = 14  # fighting alone until a monster is killed so
NOTHING = -1000  # worse than any action that does nothing
AS_A_CLASS = 30  # what any class is laid out for, besides what it is worth
GLANCE = 2  # a look at what lies on a draw pile
PAIR = 2  # cards that a bot looks for together
AT_LEAST = 4  # what an exchange must gain: one more card that others see


# --------------------------------------------------------------------------- cards


@kernel
def raw_bonus(v, t, p, k):
    """Strength an item of type `k` gives `p` when it is in use, whatever its restrictions."""
    card = t.card[k]
    total = card.bonus
    for i in clauses(card, Trigger.ALWAYS):
        if is_bonus(t.clause[i].op) and owner_holds(v, t.clause[i], p, 0):
            total += t.clause[i].amount
    return total


helps_rolls = of_words("helps_rolls", "It adds to rolls.", lambda word: word.adds_to in ("run_away", "die"))
raises_hand_limit = of_words("raises_hand_limit", "It adds to the limit.", lambda word: word.adds_to == "hand_limit")
counts_sometimes = of_words("counts_sometimes", "It depends on monsters.", lambda word: word.counted == "situational")
adds_strength = of_words("adds_strength", "Alone or not.", lambda word: word.adds_to in ("bonus", "lone_bonus"))
permits = of_words("permits", "Its owner may do, or use, what others may not.", lambda word: word.permits)


@kernel
def extras(t, k):
    """Worth of what a card grants besides strength."""
    card = t.card[k]
    total = 0
    for i in clauses(card, Trigger.ALWAYS):
        op = t.clause[i].op
        amount = t.clause[i].amount
        if helps_rolls(op):
            total += ESCAPE * amount
        elif permits(op):
            total += 10
        elif raises_hand_limit(op):
            total += HAND_CARD * amount // 2
        elif gives_room(op):
            total += (HANDS if t.clause[i].arg == Slot.HANDS else HANDS // 2) * amount
        elif counts_sometimes(op):
            total += STRENGTH * amount // 4
    return total + 6 if escape_of(t, k) else total


@kernel
def use_worth(v, t, p, k):
    """Worth of an item of type `k` in use; zero if `p` may not use it."""
    if not permitted(v, t, p, k):
        return 0
    return STRENGTH * raw_bonus(v, t, p, k) + extras(t, k)


@kernel
def used_worth(v, t, p, c):
    """Worth of the item in use, with what hangs on it; zero if `p` may not use it."""
    worth = use_worth(v, t, p, type_of(t, c))
    return worth + STRENGTH * bonus_of_item_enhancers(v, t, p, c) if worth else 0


@kernel
def type_worth(v, t, p, k):
    """Worth of a card of type `k` to `p`, wherever it lies."""
    card = t.card[k]
    kind = card.kind
    if is_gear(kind):
        return use_worth(v, t, p, k) + 2 + card.value // GOLD
    if kind == Kind.ONE_SHOT:
        return 4 + 3 * card.bonus + 2 * card.value // GOLD
    if is_level_card(kind):
        return level_card_worth(t, k)
    if is_sidekick(kind):
        return 8 + STRENGTH * card.bonus + extras(t, k) if card.when else 20
    if is_monster(kind):
        beatable = v.player[p].level + v.player[p].bonus > card.level
        return 6 + 3 * card.treasures if beatable else 3
    if strikes(kind):
        return 9
    if is_enhancer(kind):
        if card.aim == Aim.FIGHTING_OR_CLASS and is_cultist(v, p):
            return STRENGTH * card.bonus // 2
        return 9 if card.bonus > 0 else 4 - 2 * card.bonus
    if is_fitted(kind):
        return STRENGTH * card.bonus + 2
    if kind == Kind.TRICK:
        return 8 + 2 * card.bonus
    if kind == Kind.WANDERING:
        return 8
    if is_entered(kind):
        return 6
    if kind == Kind.DOOR_SPECIAL:
        return MEETING if calls_meeting(t, k) else 14
    return 5


@kernel
def level_card_worth(t, k):
    """Worth of a level card, or of a treasure that draws cards or shows them instead."""
    clause = draws_unseen(t, k)
    if clause:
        return drawn_worth(t.clause[clause])
    return HAND_CARD // 2 if looks(t, k) else LEVEL + 5


@kernel
def drawn_worth(clause):
    """Worth of the unseen cards that a clause draws."""
    return (TREASURE if clause.arg == Deck.TREASURE else DOOR) * clause.amount


@kernel
def keep_worth(v, t, p, c):
    """Loss of `p` with its own card `c`: an item that does not help `p` now is worth less."""
    k = type_of(t, c)
    worth = type_worth(v, t, p, k)
    if v.card[c].zone == table_of(p):
        kind = t.card[k].kind
        if is_gear(kind) and not works(v, t, p, c):
            worth = worth - use_worth(v, t, p, k) * 3 // 4
        elif is_gear(kind):
            worth += STRENGTH * bonus_of_item_enhancers(v, t, p, c)
        elif is_race_or_class(kind) or v.card[c].host != 0:  # what hangs on another card helps there
            worth += 10
    return worth


@kernel
def own_copy(v, t, p, k):
    """The lowest copy of type `k` in the hand of `p` or on its table, 0 if there is none."""
    best = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if type_of(t, c) == k and (best == 0 or c < best):
                best = c
    return best


@kernel
def cheapest_payment(v, t, p):
    """Worth of the least valuable card in hand: what an ability costs."""
    least = 60
    for c in cards(v, hand_of(p)):
        if not is_kept(v, t, c):  # FAIRY-3
            least = min(least, keep_worth(v, t, p, c))
    return least


@kernel
def table_worth(v, t, p):
    """Worth of all items of `p` in play."""
    total = 0
    for c in cards(v, table_of(p)):
        if is_item(t, c):
            total += keep_worth(v, t, p, c)
    return total


@kernel
def is_idle(v, t, p, c):
    """Return whether an item of `p` does not help `p`: carried, or not permitted."""
    if not is_gear(t.card[type_of(t, c)].kind):
        return False
    return v.card[c].zone != table_of(p) or not works(v, t, p, c)


# --------------------------------------------------------------------------- the others


@kernel
def rivalry(v, p, q):
    """Percent of a loss of `q` that `p` gains: most if `q` is ahead of all and close to the goal."""
    level = v.player[q].level
    for r in seats(v):
        if r != q and r != p and v.player[r].level > level:
            return 10
    if level + 1 < v.player[p].level:
        return 15
    return 60 if level >= v.rules.goal - 3 else 30


# --------------------------------------------------------------------------- race and class


@kernel
def identity_worth(v, t, p, races, klasses):
    """Worth of being of these races and classes: what they can do, and the items they let `p` use."""
    q = v.player[p]
    race = q.race
    klass = q.klass
    weak_race = q.weak_race
    weak_klass = q.weak_klass
    set_identity(v, p, races, klasses, races, klasses)
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if is_gear(t.card[type_of(t, c)].kind):
                total += use_worth(v, t, p, type_of(t, c))
    set_identity(v, p, race, klass, weak_race, weak_klass)
    for r in range(1, 16):
        if (races >> r) & 1:
            total += 16 if r == Race.ELF else 8
        if (klasses >> r) & 1:
            total += 16 if r == Klass.WARRIOR else 12 if r == Klass.WIZARD else 8
    if (klasses >> Klass.CULTIST) & 1:
        total += STRENGTH * CULT_STRENGTH * other_cultists(v, p)
        if not is_cultist(v, p):
            total += cult_worth(v, p, p)
    return total


@kernel
def joined_bits(bits, number):
    """Bits of races or classes with one more; bit 0 stands for none."""
    return (bits | (1 << number)) & ~1


# --------------------------------------------------------------------------- the cult


@kernel
def other_cultists(v, p):
    """Cultists besides `p`."""
    total = 0
    for q in seats(v):
        if q != p and is_cultist(v, q):
            total += 1
    return total


@kernel
def end_worth(v, p):
    """CULT-5: worth to `p` of the end of the cult: a win, if nobody else has as high a level."""
    for q in seats(v):
        if q != p and v.player[q].level >= v.player[p].level:
            return -WINS
    return WINS


@kernel
def cult_worth(v, p, q):
    """CULT-4, CULT-5: worth to `p` of `q` becoming a Cultist."""
    players = v.rules.players
    cultists = other_cultists(v, q) + 1
    if cultists == players:
        return end_worth(v, p)
    if cultists < players - 1:
        return 0
    for r in range(players):
        if r != q and not is_cultist(v, r) and v.player[r].dead == 0:
            wins = v.player[r].level + 1 >= v.rules.goal and v.rules.gold_overridable == GoalBy.ANY_CARD
            if r == p:
                return WINS if wins else LEVEL
            return -WINS if wins else end_worth(v, p) // END_NEAR - LEVEL // 3
    return 0


@kernel
def may_be_converted(v, q):
    """CULT-2: return whether a Cultist card is there for `q`, who is none."""
    return v.head[Zone.DISCARD + Pile.CULT] != 0 and not is_cultist(v, q)


@kernel
def conversion_worth(v, p, q):
    """CULT-2: worth to `p` of `q` becoming a Cultist, and to `q` its own strength and class."""
    total = cult_worth(v, p, q)
    own = STRENGTH * CULT_STRENGTH * other_cultists(v, q)
    if v.player[q].klass != 1:
        own -= 14
    return total + own if p == q else total


# --------------------------------------------------------------------------- bad stuff


@kernel
def loss_of_all(v, t, p, what, arg, spared):
    """Cost to `p` of losing every card that matches the filter, but for those of the spared class."""
    if what == Filter.ITEMS:
        return table_worth(v, t, p)
    if what == Filter.HAND:
        return HAND_CARD * hand_count(v, p)
    if what == Filter.RACES:
        return 12 if v.player[p].race != 1 else 0
    if what == Filter.CLASSES:
        return class_damage(v, p, arg, spared)
    if what == Filter.MADNESS:
        return -madness_damage(v, t, p, arg)
    return 2 * lost_items(v, t, p, what, arg)


@kernel
def cards_taken(v, p, who):
    """Number of cards that a vocabulary.Chooser takes of the hand of `p`: all, if these are no neighbours."""
    n = hand_count(v, p)
    if who == Chooser.NEIGHBOURS:
        return min(2, n)
    return min(1, n) if who == Chooser.LEFT or who == Chooser.RIGHT else n


@kernel
def levels_lost(v, t, p, clause):
    """Cost of the levels that `p` loses by a clause: as many as a die shows, or fewer for cards that spare them."""
    level = v.player[p].level
    if clause.die:
        return LEVEL * min(4, level - 1) + (30 if clause.limit else 0)
    spared = min(clause.amount, tagged_cards(v, t, p, clause.arg)) if clause.arg else 0
    return LEVEL * min(clause.amount - spared, level - 1) + HAND_CARD * spared


@kernel
def fall(v, p, clause):
    """Cost to `p` of falling to a level, or to that of the lowest."""
    level = v.player[p].level
    if clause.flag == 0:
        return LEVEL * max(0, level - clause.amount)
    low = level
    for q in seats(v):
        if v.player[q].dead == 0:
            low = min(low, v.player[q].level)
    return LEVEL * (level - low)


@kernel
def something(v, t, p):
    """Cost to `p` of losing something in play."""
    return min(15, table_worth(v, t, p))


@kernel
def gift(v, t, p, clause):
    """Cost to `p` of giving a card to the players that a clause names."""
    n = other_cultists(v, p) if clause.limit == Receiver.CULTISTS else 1
    return HAND_CARD * n if hand_count(v, p) or table_worth(v, t, p) else 0


@kernel
def clause_damage(v, t, i, p):
    """Cost of clause `i` to `p`."""
    k = t.clause[i]
    harm = harm_of(k.op)
    if harm == Harm.LEVELS:
        return levels_lost(v, t, p, k)
    if harm == Harm.HIGH_LEVEL:
        return fall(v, p, k)
    if harm == Harm.LIFE:
        return table_worth(v, t, p) + HAND_CARD * hand_count(v, p) + 10
    if harm == Harm.CHOSEN:
        return lost_items(v, t, p, k.filter, k.arg) * max(1, 3 if k.die else k.amount)
    if harm == Harm.MATCHING:
        return loss_of_all(v, t, p, k.filter, k.arg, k.limit)
    if harm == Harm.EXCHANGED:
        return loss_of_all(v, t, p, changed_by(k.op), k.arg, 0)
    if harm == Harm.TAKEN:
        return something(v, t, p) if k.filter == Filter.ITEMS else (HAND_CARD + 2) * cards_taken(v, p, k.arg)
    if harm == Harm.GIVEN:
        return gift(v, t, p, k)
    if harm == Harm.WORTH:
        return min(40, table_worth(v, t, p))
    return other_damage(v, t, p, k, harm)


@kernel
def other_damage(v, t, p, clause, harm):
    """Cost to `p` of a clause that takes neither levels nor cards; less than nothing if it brings some."""
    if harm == Harm.SEX:
        return 8
    if harm == Harm.CONVERSION:
        return max(0, 6 - conversion_worth(v, p, p)) if may_be_converted(v, p) else 0
    if harm == Harm.OBLIGATION:
        return UNHELPED if clause.arg == Ability.UNHELPED else 6
    if harm == Harm.LEVEL_GAINED:
        return -LEVEL if v.player[p].level + 1 < v.rules.goal else 0
    if harm == Harm.CARDS_GAINED:
        return -drawn_worth(clause)
    return 0 if harm == Harm.NONE else something(v, t, p)


@kernel
def tagged_cards(v, t, p, tags):
    """Number of cards of `p` in hand and in play that have one of the tags."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if tags_of(v, t, c) & tags:
                total += 1
    return total


@kernel
def madness_damage(v, t, p, tags):
    """Cost to `p` of the Madness in front of it, of all or of those with one of the tags."""
    total = 0
    for c in cards(v, table_of(p)):
        k = type_of(t, c)
        if t.card[k].kind == Kind.MADNESS and (tags == 0 or t.card[k].tags & tags):
            total += lasting_damage(v, t, k, p)
    return total


@kernel
def class_damage(v, p, klass, spared):
    """Cost to `p` of losing the class, any, or all but the spared one; the only Cultist stays one (CULT-3)."""
    if klass == 0 or spared:
        return 14 if v.player[p].klass & ~(1 | 1 << spared) else 0
    if (v.player[p].klass >> klass) & 1 == 0:
        return 0
    if klass != Klass.CULTIST:
        return 14
    others = other_cultists(v, p)
    return 8 + STRENGTH * CULT_STRENGTH * others if others else 0


@kernel
def lost_items(v, t, p, what, arg):
    """Worth of a class, or of the cheapest item that a filter takes; of the costliest where the filter says so."""
    if what == Filter.CLASSES:
        return class_damage(v, p, 0, 0)
    dearest = what == Filter.BEST or what == Filter.DEAREST
    if what == Filter.HAND or what == Filter.ITEMS_AND_HAND:
        return HAND_CARD if hand_count(v, p) or v.head[table_of(p)] else 0
    found = 0
    for c in cards(v, table_of(p)):
        k = type_of(t, c)
        card = t.card[k]
        hit = is_item(t, c)
        if what == Filter.SMALL:
            hit = hit and card.big == 0
        elif what == Filter.BIG:
            hit = hit and card.big != 0
        elif what == Filter.SLOT:
            hit = is_gear(card.kind) and card.slot == arg and not has_flag(v, c, Flag.CARRIED)
        elif what == Filter.TAGGED:
            hit = is_gear(card.kind) and tags_of(v, t, c) & arg != 0
        elif what == Filter.TAGGED_IN_PLAY or what == Filter.TAGGED_ANYWHERE:
            hit = hit and tags_of(v, t, c) & arg != 0
        if hit:
            worth = keep_worth(v, t, p, c)
            if found == 0 or (worth > found if dearest else worth < found):
                found = worth
    return found


@kernel
def damage(v, t, k, trigger, p):
    """Cost to `p` of the clauses of card type `k`: bad stuff, or a curse."""
    total = 0
    before = 0
    choose = 0
    least = 0
    for i in clauses(t.card[k], trigger):
        clause = t.clause[i]
        cost = clause_damage(v, t, i, p) if owner_holds(v, clause, p, 1) else 0
        if choose:
            least = min(least, cost)
            choose -= 1
            if choose == 0:
                total += least
        elif has_options(clause.op):
            choose = clause.amount
            least = 1000
        elif clause.otherwise == 0 or before == 0:
            total += cost
            before = cost
    return total


@kernel
def curse_damage(v, t, k, p):
    """Cost of a curse to `p`, its lasting effect included."""
    total = damage(v, t, k, Trigger.PLAY, p)
    if stays_in_front(t, k):
        total += lasting_damage(v, t, k, p)
    return total


@kernel
def lasting_damage(v, t, k, p):
    """Cost of a curse or Madness to `p` while it is in front of `p`: less if it gives something too."""
    if corrupting(t, k):
        return 2 * STRENGTH * worst_turn(v, t, p)
    total = 14
    for i in clauses(t.card[k], Trigger.ALWAYS):
        if t.clause[i].amount > 0 and adds_strength(t.clause[i].op):
            total -= STRENGTH * t.clause[i].amount // 2
    return max(0, total)


@kernel
def worst_turn(v, t, p):
    """CURSE-2: the bonus of an item of `p` that a curse has turned into a penalty, or would."""
    worst = best_bonus(v, t, p)
    for c in cards(v, table_of(p)):
        if is_gear(kind_of(t, c)) and corruption(v, t, c):
            worst = max(worst, turned_bonus(v, t, p, c))
    return worst


@kernel
def takes_levels(v, t, k, p):
    """Levels that a curse takes from `p`."""
    clause = level_loss(t, k, Trigger.PLAY)
    if clause == 0 or not owner_holds(v, t.clause[clause], p, 1):
        return 0
    if t.clause[clause].otherwise and clause_damage(v, t, clause - 1, p) != 0:
        return 0
    return min(t.clause[clause].amount, v.player[p].level - 1)


# --------------------------------------------------------------------------- meetings of the cult


@kernel
def score_meeting(v, t, p, c, cost):
    """A meeting by card `c`: a Cultist gets rid of a bad card; any player may gain when another one joins."""
    gain = best_cult_swap(v, t, p, c) if has_partner(v, p) else 0
    for q in seats(v):
        if q != p and not is_cultist(v, q) and v.player[q].dead == 0 and hand_count(v, q):
            gain += cult_worth(v, p, q) // END_NEAR
    return gain - cost


# --------------------------------------------------------------------------- joining


@kernel
def worth_without(v, t, p, klass):
    """Worth of `p` as a Cultist who has given up a class, 0 for none."""
    q = v.player[p]
    return identity_worth(v, t, p, q.race, joined_bits(q.klass & ~(1 << klass), Klass.CULTIST))


@kernel
def score_cult_join(v, t, p):
    """Lay out a Cultist card, with the best class given up for it."""
    q = v.player[p]
    then = worth_without(v, t, p, 0)
    if is_full(v, t, p):
        then = NOTHING
        for klass in range(1, MAX_CLASSES):
            if (q.klass >> klass) & 1:
                then = max(then, worth_without(v, t, p, klass))
    now = identity_worth(v, t, p, q.race, q.klass)
    return AS_A_CLASS + then - now if then > now else NOTHING


# --------------------------------------------------------------------------- swapping


@kernel
def score_cult_swap(v, t, p, c):
    """The card is given for one that nobody knows, of a hand whose owner chooses it."""
    return HAND_CARD - keep_worth(v, t, p, c)


@kernel
def best_cult_swap(v, t, p, d):
    """The worst card of the hand is the best to give, card `d` set aside."""
    best = 0
    for c in cards(v, hand_of(p)):
        if c != d and not is_cult_card(t, c):
            best = max(best, score_cult_swap(v, t, p, c))
    return best


@kernel
def score_cult_answer(v, t, p, c):
    """The own card `c` for the one that is shown; it is refused if nothing is gained."""
    return type_worth(v, t, p, type_of(t, v.frame[0].card)) - keep_worth(v, t, p, c)


# --------------------------------------------------------------------------- shared treasure


@kernel
def score_split(v, p, cost):
    """Share the shown treasure by halves: for the ally who has been promised less, or against one who is ahead."""
    m = v.combat
    q = m.leader
    r = m.helper - 1
    n = v.count[Zone.SPOILS]
    to_helper = min(n, m.deal_treasures)
    to_leader = half_of(v, n, q) - (n - to_helper)  # more than promised
    to_helper = half_of(v, n, r) - to_helper
    if is_fighter(v, p):
        return TREASURE * (to_leader if q == p else to_helper) - cost
    return -TREASURE * (to_leader * rivalry(v, p, q) + to_helper * rivalry(v, p, r)) // 100 - cost


@kernel
def half_of(v, n, q):
    """The part of `n` treasures shared by halves that ally `q` gets: an odd one goes to the player in turn."""
    return n // 2 + (n % 2 if v.turn_seat == q else 0)


# --------------------------------------------------------------------------- unseen cards


@kernel
def score_drawing(v, p, clause, cost):
    """Cards of a deck for one that is good for nothing else: not if they would only be given away."""
    n = clause.amount
    if v.turn_seat == p and hand_count(v, p) + n - 1 > hand_limit(v, p):
        return NOTHING
    worth = drawn_worth(clause)
    return worth - min(cost, worth // 2)


@kernel
def score_look(v, t, p, clause):
    """Cards on top of a draw pile are looked at, before the door is opened, if there is one that `p` does not know."""
    deck = clause.arg
    n = min(clause.amount, v.count[Zone.DECK + deck])
    return GLANCE if begins_turn(v.decision) and known_on_top(v, t, p, deck) < n else NOTHING


# --------------------------------------------------------------------------- two items for a discard


@kernel
def least_pair(v, t, p, c):
    """The two cards that pay for card `c` at least loss to `p`, as one number; 0 if there are none."""
    gold = gold_owed(v, t, c)
    best = 0
    least = 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(v, zone):
            if pays_for(v, t, p, c, d):
                e = partner(v, t, p, c, d, gold)
                if e:
                    loss = keep_worth(v, t, p, d) + keep_worth(v, t, p, e)
                    if best == 0 or loss < least or (loss == least and d * MAX_CARDS + e < best):
                        best = d * MAX_CARDS + e
                        least = loss
    return best


@kernel
def partner(v, t, p, c, d, gold):
    """The card that pays for card `c` together with `d`, at least loss and costly enough; 0 if there is none."""
    best = 0
    least = 0
    for zone in (hand_of(p), table_of(p)):
        for e in cards(v, zone):
            if e != d and gold_of(t, d) + gold_of(t, e) >= gold and pays_for(v, t, p, c, e):
                loss = keep_worth(v, t, p, e)
                if best == 0 or loss < least or (loss == least and e < best):
                    best = e
                    least = loss
    return best


@kernel
def score_salvage(v, t, p, c, n):
    """Gain of `p` by the item on top of the treasure discards, for `n` of its own."""
    pair = least_pair(v, t, p, c) if n == PAIR else 0
    d = salvaged(v, t, c)
    if pair == 0 or d == 0:
        return NOTHING
    loss = keep_worth(v, t, p, pair // MAX_CARDS) + keep_worth(v, t, p, pair % MAX_CARDS)
    gain = type_worth(v, t, p, type_of(t, d)) - loss
    return gain if gain >= AT_LEAST else NOTHING


@kernel
def is_of_pair(v, t, p, c, d):
    """Return whether `d` is one of the two cards that pay for card `c` at least loss."""
    pair = least_pair(v, t, p, c)
    return pair != 0 and (d == pair // MAX_CARDS or d == pair % MAX_CARDS)


# --------------------------------------------------------------------------- ways in which a card works


@kernel
def score_way(v, t, p, i):
    """The option of clause `i`: room is worth the best idle item for it, and a hand more than other room."""
    slot = t.clause[i].arg
    return best_idle(v, t, p, slot) + (HANDS // 4 if slot == Slot.HANDS else 0)


@kernel
def best_idle(v, t, p, slot):
    """Worth of the best item for the slot that `p` has and does not use."""
    best = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            idle = zone != table_of(p) or has_flag(v, c, Flag.CARRIED)
            if is_gear(kind_of(t, c)) and idle and t.card[type_of(t, c)].slot == slot:
                best = max(best, use_worth(v, t, p, type_of(t, c)))
    return best
