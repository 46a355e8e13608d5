"""Facts of a state that both encodings share."""

from enum import IntEnum

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.queries.asking import is_in_fight
from munchkin_env.engine.queries.bonuses import (
    MONSTERS_SIDE,
    PLAYERS_SIDE,
    bonus_against_fighters,
    bonus_for_side,
    bonus_if_used,
    displaced_bonus,
    each_monster_bonus,
    side_of,
)
from munchkin_env.engine.queries.cards import has_flag, is_enhancer, is_gear, is_monster, is_one_time, kind_of
from munchkin_env.engine.queries.conditions import permitted, race_bonus
from munchkin_env.engine.queries.people import is_fighter, party_has
from munchkin_env.engine.queries.piles import group_size, known_on_top, on_pile
from munchkin_env.engine.queries.strength import (
    fighter_strength,
    levels_alone,
    levels_void,
    monster_strength,
    strength_on_arrival,
)
from munchkin_env.engine.queries.wearing import fits
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.effects.combat import doubling, multiplies_strength
from munchkin_env.engine.rules.equipment import equips_in_combat, lay_out_option
from munchkin_env.engine.rules.playing import playable, redirects
from munchkin_env.engine.rules.run_away import may_flee_with
from munchkin_env.observation.layout import MOST16, MOST_EDGE, Token
from munchkin_env.observation.viewing import is_for_the_asked, sees_question
from munchkin_env.vocabulary import Ability, Aim, Deck, Flag, Stage, Zone, decisions_that, frames_that


class FightPart(IntEnum):
    """Role of a card that is in the combat."""

    MONSTER = 0
    DOUBLE = 1
    """The card that doubled a monster (PLAY-7)."""
    ENHANCER = 2
    FOR_PLAYERS = 3
    """Spent for the players' side."""
    FOR_MONSTERS = 4


ABOUT_A_CARD = frames_that(lambda row: row.about_card)
OF_A_PILE = frames_that(lambda row: row.about_card and "card" not in row.held)


@kernel
def put(out, at, value, most):
    """Write a number, cut to -most..most."""
    out[at] = max(-most, min(most, value))


@kernel
def relative(s, seat, p):
    """Return 0 for the observer, 1 for its left neighbour, …"""
    d = p - seat
    return d + s.rules.players if d < 0 else d


@kernel
def place_of(s, c):
    """Return the place of the monster that card `c` is or has doubled, -1 if it is none."""
    for i in range(s.combat.n_monsters):
        if s.combat.monster[i].card == c:
            return i
    return -1


@kernel
def place_of_group(s, group):
    """Return the first place of a group of monsters, -1 if there is none."""
    for i in range(s.combat.n_monsters):
        if s.combat.monster[i].group == group:
            return i
    return -1


@kernel
def part_in_fight(s, t, c):
    """Return (`FightPart` of card `c` of the combat, place of the monster that it is, has doubled or enhances; 0 if
    none).

    An enhancer belongs to every monster of its group; the place is that of the first one.
    """
    i = place_of(s, c)
    if i >= 0:
        return (FightPart.MONSTER if s.combat.monster[i].type == t.type_of[c] else FightPart.DOUBLE), i
    if is_enhancer(kind_of(t, c)):
        return FightPart.ENHANCER, max(0, place_of_group(s, s.card[c].host))
    return (FightPart.FOR_MONSTERS if side_of(s, c) == MONSTERS_SIDE else FightPart.FOR_PLAYERS), 0


@kernel
def is_about_a_card(kind):
    """Return True if a decision of a frame of this kind is about one card."""
    return (ABOUT_A_CARD >> kind) & 1 != 0


@kernel
def question_card(s, t, seat):
    """Return the card that the pending decision is about (a curse, a card with a choice, a door); 0 if none."""
    if s.n_frames == 0:
        return 0
    f = s.frame[s.n_frames - 1]
    kind = f.kind
    if not is_about_a_card(kind) or not sees_question(s, seat):
        return 0
    if (OF_A_PILE >> kind) & 1:
        return on_pile(s, t, Deck.DOOR, 0) if known_on_top(s, t, seat, Deck.DOOR) else 0
    return 0 if is_for_the_asked(kind) and s.seat != seat else f.card


# ---------------------------------------------------------------------------
# Lookahead: effects of own cards and of other players: possible turns of the fight, playable cards, gains by items.
#
# An edge is twice the lead of the players' side over the monsters', plus 1 if it wins ties, minus 1 if it does not:
# above 0 it wins. It is never 0; 0 means that there is none.
#
# All of it follows from the observer's view. `sums` are the known strengths of both sides, (players, monsters).

BEGINS_WITH_PLAY = decisions_that(lambda q: q.free or q.fight or q.reacts or "play" in q.verbs)
ARRANGES = decisions_that(lambda q: q.free or ("lay_out" in q.verbs and not q.private))  # not as the cult meets
NOTHING = 0  # of the items that the player may lay out
ANY = 1  # that make room for them
FITTING = 2  # PLAY-8: those for which there is room


# --------------------------------------------------------------------------- the fight


@inlined
def edge_of(s, lead):
    """Return the edge of the fight if the players' side has `lead` more strength than the monsters'."""
    edge = 2 * lead + (1 if party_has(s, Ability.WIN_TIES) else -1)
    return max(-MOST_EDGE, min(MOST_EDGE, edge))


@inlined
def edge_after(s, sums, change):
    """Return the edge with the lead of the players' side changed."""
    players, monsters = sums
    return edge_of(s, players - monsters + change)


@kernel
def edge_now(s, sums):
    """Return the present edge of the fight, 0 if there is none."""
    return edge_after(s, sums, 0) if s.combat.active else 0


@kernel
def edge_beside(s, t, q, sums):
    """Return the edge with player `q` as the helper; the present one if `q` fights; 0 if another helps already.

    Effects of monsters and factors on the helper are left out, except for monsters that ignore levels, or count only
    them.
    """
    m = s.combat
    if is_fighter(s, q):
        return edge_after(s, sums, 0)
    if m.helper:
        return 0
    levels_only = levels_alone(s, t)
    players, monsters = sums
    lead = players - monsters
    if not levels_only:
        alone = players // (1 + m.multiply) - s.player[m.leader].lone_bonus
        lead = alone - monsters
    lead += fighter_strength(s, t, q, levels_only, levels_void(s, t))
    return edge_of(s, lead)


@kernel
def strongest(s, t):
    """Return the strength of the strongest monster."""
    most = 0
    for i in range(s.combat.n_monsters):
        most = max(most, monster_strength(s, t, i))
    return most


@kernel
def largest_group(s):
    """Monsters of the largest group: an enhancer counts for each of them (PLAY-7)."""
    most = 0
    for i in range(s.combat.n_monsters):
        most = max(most, group_size(s, s.combat.monster[i].group))
    return most


@kernel
def change_by_one_shot(s, t, p, c):
    """Return the change of the lead by a one-shot: for the own side by a fighter, against it by a bystander."""
    fights = is_fighter(s, p)
    amount = bonus_for_side(s, t, c, PLAYERS_SIDE if fights else MONSTERS_SIDE)
    if not fights:
        return -amount
    if levels_alone(s, t):
        return 0
    return amount if s.combat.helper else amount * (1 + s.combat.multiply)


@kernel
def change_of_lead(s, t, p, c, players):
    """Return the change of the lead by card `c`, played by `p`; 0 if it is no such card. `players`: strength of the
    players' side."""
    k = t.type_of[c]
    card = t.card[k]
    kind = card.kind
    aim = card.aim
    if is_monster(kind):
        each = each_monster_bonus(s, t, k) if s.combat.lasting else 0
        return -(card.level + each + strength_on_arrival(s, t, k) + bonus_against_fighters(s, t, k))
    if is_enhancer(kind):
        return -(card.bonus + bonus_against_fighters(s, t, k)) * largest_group(s)
    if aim == Aim.SIDE:
        return change_by_one_shot(s, t, p, c)
    if aim == Aim.MONSTER:
        return -strongest(s, t) if doubling(t, k) else 0
    if aim != Aim.NONE:
        return 0
    if multiplies_strength(t, k):
        return players // (1 + s.combat.multiply)
    return race_bonus(s, t, k)


# --------------------------------------------------------------------------- own cards


@kernel
def item_gain(s, t, p, c):
    """Return the strength that player `p` gains by using the idle item `c`, minus that of displaced items; 0 if `p` may
    not use it."""
    if not permitted(s, t, p, t.type_of[c]):
        return 0
    return bonus_if_used(s, t, p, c) - displaced_bonus(s, t, p, c)


@kernel
def goes_in_use(s, t, p, c):
    """PLAY-8: return True if the item may be laid out now, and there is room to use it."""
    return lay_out_option(s, t, p, c) and fits(s, t, p, c)


@kernel
def plans_of(s, t, seat):
    """Return bits of vocabulary.Moment at which the observer may begin its action with a play, 0 if it is not asked for
    one; and the items that it may lay out."""
    if s.seat != seat:
        return 0, NOTHING
    decision = s.decision
    now = 0
    if (BEGINS_WITH_PLAY >> decision) & 1 and s.move.stage == Stage.VERB:
        now = moments(s, t, seat)
    if (ARRANGES >> decision) & 1:
        return now, ANY
    fights = is_in_fight(decision)
    return now, FITTING if fights and equips_in_combat(s, seat) else NOTHING


@kernel
def foresee(s, t, seat, c, plans, sums, row):
    """Write the effects of the observer's own card `c` into its token."""
    k = t.type_of[c]
    kind = t.card[k].kind
    now, laying = plans
    on_table = s.card[c].zone >= Zone.TABLE
    if on_table and now and may_flee_with(s, t, seat, c):
        row[Token.USABLE] = 1
    if is_gear(kind):
        idle = not on_table or has_flag(s, c, Flag.CARRIED)
        if (laying == ANY and idle) or (laying == FITTING and not on_table and goes_in_use(s, t, seat, c)):
            put(row, Token.GAIN, item_gain(s, t, seat, c), MOST16)
        return
    if on_table and not is_one_time(kind):
        return
    if s.combat.active:
        change = change_of_lead(s, t, seat, c, sums[0])
        if change:
            row[Token.EDGE] = edge_after(s, sums, change)
    if now and (t.card[k].when & now or is_monster(kind)) and may_play(s, t, seat, c, now):
        row[Token.USABLE] = 1


@kernel
def may_play(s, t, p, c, now):
    """Return True if card `c` may be played; cards that hand on a curse are left out, as a view does not show the
    curse's source."""
    if redirects(t, t.type_of[c]):
        return False
    return playable(s, t, p, c, now)
