"""The sections that both encodings share: `General`, and one of `Seat` for every player."""

from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.verbs import NAMES_SEAT_FIRST
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.asking import is_nothing
from munchkin_env.engine.queries.conditions import spent_for_races
from munchkin_env.engine.queries.entered_room import (
    bonus_in_room,
    flight_in_room,
    is_barred_room,
    may_be_looted,
    room_of,
    treasure_times,
)
from munchkin_env.engine.queries.people import hand_limit, has_ability, is_bound
from munchkin_env.engine.queries.piles import on_pile
from munchkin_env.engine.queries.strength import (
    beats,
    monster_strength,
    monster_treasures,
    players_strength,
    strength_beside_monsters,
    treasures_for_win,
)
from munchkin_env.engine.queries.wearing import places_of
from munchkin_env.engine.rules.playing import has_named_fighter
from munchkin_env.observation.encode.facts import edge_beside, put, relative
from munchkin_env.observation.layout import (
    EVENT_SIZE,
    MONSTER_SIZE,
    N_SEAT,
    SHOWN_EVENTS,
    SHOWN_MONSTERS,
    SHOWN_TOPS,
    General,
    Seat,
)
from munchkin_env.observation.viewing import has_details, is_known, seen_decision, sees_question
from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    MAX_EVENTS,
    MAX_MONSTERS,
    Ability,
    Slot,
    Stage,
    Zone,
    frames_that,
)

OWING = frames_that(lambda row: "owed" in row.held)
CHOOSING = frames_that(lambda row: row.shown is not None and "filter" in row.shown)
ABOUT_OTHER = frames_that(lambda row: row.shown is not None and row.about_seat == "other")
ABOUT_SEAT = frames_that(lambda row: row.shown is not None and row.about_seat == "seat")
BINDING = (2 << LAST_TIMED) - (1 << FIRST_TIMED)  # restrictions of a player that are no abilities


@kernel
def write_decision(s, seat, out, most):
    """Write the pending decision, the progress of the own action, and the decision's subject."""
    decision = seen_decision(s, seat)
    out[General.DECISION + decision] = 1
    if is_nothing(decision):
        out[General.STAGE] = 1
        return
    stage = Stage.VERB
    if s.seat == seat:
        m = s.move
        out[General.MINE] = 1
        stage = m.stage
        if stage != Stage.VERB:
            out[General.VERB + m.verb] = 1
            put(out, General.MOVE_PLACE, m.place, most)
            put(out, General.MOVE_AMOUNT, m.amount, most)
            put(out, General.MOVE_COUNT, m.count, most)
            out[General.MOVE_FIRST] = m.first
    out[General.STAGE + stage] = 1
    if s.n_frames == 0:
        return
    f = s.frame[s.n_frames - 1]
    kind = f.kind
    if not has_details(kind):
        return
    if (OWING >> kind) & 1:
        put(out, General.OWED, max(0, f.owed // 100), most)
    else:
        put(out, General.LEFT, f.left, most)
    if (CHOOSING >> kind) & 1:
        put(out, General.FILTER, f.filter + 1, most)


@kernel
def write_combat(s, t, seat, out, most):
    """Write both sides, the rewards of a kill, the bargain, the first monsters by place. Returns the strengths."""
    m = s.combat
    players = players_strength(s, t)
    monsters = strength_beside_monsters(s, t)
    out[General.COMBAT] = 1
    put(out, General.PLAYERS, players, most)
    n = m.n_monsters
    put(out, General.N_MONSTERS, n, most)
    put(out, General.PLAYERS_BONUS, m.players_bonus + spent_for_races(s, t), most)
    put(out, General.MONSTERS_BONUS, m.monsters_bonus, most)
    put(out, General.MULTIPLY, m.multiply, most)
    put(out, General.SLAIN, min(m.slain, MAX_MONSTERS), most)
    put(out, General.DEAL_TREASURES, m.deal_treasures, most)
    out[General.DEAL_FIRST] = m.deal_first
    out[General.CONCEDED] = m.conceded
    out[General.NO_HELP] = m.no_help
    out[General.ROUTED] = m.routed
    treasures = m.kept + treasures_for_win(s, t)
    pending = s.player[seat].pending
    for i in range(n):
        gain = monster_treasures(s, t, i)
        treasures += gain
        strength = monster_strength(s, t, i)
        monsters += strength
        if i < SHOWN_MONSTERS:
            at = General.MONSTER + i * MONSTER_SIZE
            k = m.monster[i].type
            put(out, at, strength, most)
            put(out, at + 1, t.card[k].level, most)
            put(out, at + 2, gain, most)
            out[at + 3] = m.monster[i].undead
            out[at + 4] = 1 if t.type_of[m.monster[i].card] != k else 0
            out[at + 5] = (pending >> i) & 1
    put(out, General.TREASURES, 0 if has_ability(s, m.leader, Ability.NO_SPOILS) else treasures, most)
    put(out, General.MONSTERS, monsters, most)
    out[General.WINNING] = 1 if beats(s, players, monsters) else 0
    return players, monsters


@kernel
def shown_seat(p, seat, players):
    """Return 1 for the observer, 2 for its left neighbour, …; 0 for nobody."""
    d = p - seat
    d += players if d < 0 else 0
    return 1 + d if p >= 0 else 0


@kernel
def write_events(s, seat, out, most):
    """Write the last public events, the latest first."""
    players = s.rules.players
    count = s.event_count
    at = General.EVENTS
    for i in range(min(count, SHOWN_EVENTS)):
        e = s.event[(count - 1 - i) & (MAX_EVENTS - 1)]
        card = e.card
        out[at] = e.kind
        out[at + 1] = shown_seat(e.seat, seat, players)
        out[at + 2] = shown_seat(e.other, seat, players)
        out[at + 3] = card >> 6
        out[at + 4] = card & 63
        put(out, at + 5, e.amount, most)
        at += EVENT_SIZE


@kernel
def write_general(s, t, seat, out, most):
    """Write the section `General`; `out` is zero there. Returns the strengths of both sides of the combat, 0 without
    one."""
    out[General.PHASE + s.phase] = 1
    out[General.WINDOW + s.window] = 1
    write_decision(s, seat, out, most)
    put(out, General.ROUND, s.rounds, most)
    put(out, General.ROUNDS_LEFT, max(0, s.rules.round_limit - s.rounds), most)
    put(out, General.GOAL, s.rules.goal, most)
    out[General.MET_MONSTER] = s.met_monster
    out[General.MAY_LOOT] = 1 if may_be_looted(s, t) else 0
    out[General.JUST_FOUGHT] = s.just_fought
    if s.over:
        out[General.OVER] = 1
        if s.winners:
            out[General.WON] = 1 if (s.winners >> seat) & 1 else -1
    for deck in range(3):
        put(out, General.DECKS + deck, s.count[Zone.DECK + deck], most)
    for pile in range(4):
        put(out, General.PILES + pile, s.count[Zone.DISCARD + pile], most)
    sums = 0, 0
    if s.combat.active:
        sums = write_combat(s, t, seat, out, most)
    r = s.roll
    if r.on:
        out[General.ROLL] = 1
        out[General.ROLL_PURPOSE] = r.purpose
        out[General.ROLL_FACE] = r.face
        put(out, General.ROLL_EXTRA, r.extra, most)
        out[General.ROLL_PLACE] = r.place + 1
        out[General.ROLL_ESCAPED] = r.escaped
    o = s.offer
    if o.kind:
        out[General.OFFER] = o.kind
        put(out, General.OFFER_AMOUNT, o.amount, most)
        out[General.OFFER_FIRST] = o.first
        out[General.OFFER_COUNTERED] = o.countered
    write_events(s, seat, out, most)
    write_tops(s, t, seat, out)
    out[General.SECOND_DOOR] = s.second_door
    if s.merged:
        out[General.MERGED] = 1
        put(out, General.EXTRA_TOPS, s.extra_tops, most)
    if room_of(s):
        write_room(s, t, out, most)
    return sums


@kernel
def write_room(s, t, out, most):
    """Write the room that has been entered, and its effects."""
    out[General.ENTERED] = 1
    put(out, General.INSIDE, bonus_in_room(s, t, 0), most)
    put(out, General.INSIDE + 1, flight_in_room(s, t, s.turn_seat), most)
    put(out, General.INSIDE + 2, treasure_times(s, t), most)
    out[General.INSIDE + 3] = 1 if is_barred_room(s, t) else 0


@kernel
def write_tops(s, t, seat, out):
    """Write the cards on top of draw piles that the observer has looked at."""
    for deck in range(3):
        for i in range(min(s.known[deck], SHOWN_TOPS)):
            c = on_pile(s, t, deck, i)
            if is_known(s, c, seat):
                at = General.TOPS + 2 * (SHOWN_TOPS * deck + i)
                out[at] = t.type_of[c] >> 6
                out[at + 1] = t.type_of[c] & 63


# --------------------------------------------------------------------------- seats


@kernel
def count_bits(bits):
    total = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


@kernel
def write_seat(s, p, out, at, most):
    """Write the facts of player `p` that hold for every observer. Fields of one byte need no cut."""
    q = s.player[p]
    out[at + Seat.PRESENT] = 1
    out[at + Seat.LEVEL] = q.level
    out[at + Seat.FEMALE] = q.sex
    if q.dead | q.away | q.redeal:
        out[at + Seat.DEAD] = q.dead
        out[at + Seat.AWAY] = q.away
        out[at + Seat.REDEAL] = q.redeal
    out[at + Seat.HUMAN] = q.race & 1
    out[at + Seat.CLASSLESS] = 1 if q.klass == 1 else 0
    put(out, at + Seat.BONUS, q.bonus, most)
    put(out, at + Seat.PENALTY, q.penalty, most)
    put(out, at + Seat.COMBAT_BONUS, q.combat_bonus, most)
    out[at + Seat.RUN_AWAY] = q.run_away
    out[at + Seat.DIE] = q.die
    put(out, at + Seat.HAND_LIMIT, hand_limit(s, p), most)
    treasures = q.hand_treasures
    extras = s.hand_extras[p]
    put(out, at + Seat.HAND_DOORS, s.count[Zone.HAND + p] - treasures - extras, most)
    put(out, at + Seat.HAND_EXTRAS, extras, most)
    put(out, at + Seat.HAND_TREASURES, treasures, most)
    out[at + Seat.BIGS] = q.bigs
    out[at + Seat.HANDS_USED] = q.hands_used
    worn = q.worn
    out[at + Seat.HEADGEAR] = (worn >> Slot.HEADGEAR) & 1
    out[at + Seat.ARMOR] = (worn >> Slot.ARMOR) & 1
    out[at + Seat.FOOTGEAR] = (worn >> Slot.FOOTGEAR) & 1
    if q.showed | q.sold_double:
        out[at + Seat.SHOWED] = q.showed
        out[at + Seat.SOLD_DOUBLE] = 1 if q.sold_double else 0
    out[at + Seat.OFFERS] = q.offers
    if q.status or q.abilities & BINDING:
        write_bonds(s, p, out, at)
    if q.rose | q.stole | q.skips:
        out[at + Seat.ROSE] = q.rose
        out[at + Seat.STOLE] = q.stole
        out[at + Seat.SKIPS] = q.skips
    if q.lone_bonus | q.lasers | q.complexes | q.more_complex | q.more_hands:
        put(out, at + Seat.LONE_BONUS, q.lone_bonus, most)
        out[at + Seat.LASERS] = q.lasers
        out[at + Seat.COMPLEXES] = q.complexes
        out[at + Seat.MORE_COMPLEX] = q.more_complex
        out[at + Seat.MORE_HANDS] = q.more_hands
    out[at + Seat.ANY_COMPLEX] = 1 if has_ability(s, p, Ability.ANY_COMPLEX) else 0
    if q.more_slots:
        out[at + Seat.MORE_HEADGEAR] = places_of(s, p, Slot.HEADGEAR) - 1
        out[at + Seat.MORE_FOOTGEAR] = places_of(s, p, Slot.FOOTGEAR) - 1


@kernel
def write_bonds(s, p, out, at):
    """Write the obligations and restrictions of player `p`."""
    out[at + Seat.MUST_HELP] = 1 if is_bound(s, p, Ability.MUST_HELP) else 0
    out[at + Seat.NO_HELPING] = 1 if is_bound(s, p, Ability.NO_HELPING) else 0
    out[at + Seat.NO_ASKING] = 1 if is_bound(s, p, Ability.NO_ASKING) else 0
    out[at + Seat.UNHELPED] = 1 if is_bound(s, p, Ability.UNHELPED) else 0


@kernel
def write_fighter(s, p, out, at, most):
    """Write the deeds of player `p` in the running combat."""
    q = s.player[p]
    m = s.combat
    out[at + Seat.LEADER] = 1 if m.leader == p else 0
    out[at + Seat.HELPER] = 1 if m.helper == p + 1 else 0
    out[at + Seat.BERSERK] = q.berserk
    out[at + Seat.TURNING] = q.turning
    out[at + Seat.FLIGHT] = q.flight
    out[at + Seat.RETRIED] = q.retried
    put(out, at + Seat.BACKSTABS, count_bits(q.backstabbed), most)
    out[at + Seat.ASKED_FOR_HELP] = q.asked
    out[at + Seat.VOLUNTEERED] = q.volunteered
    out[at + Seat.FORCED] = 1 if q.forced else 0
    out[at + Seat.ESCAPES_ALL] = 1 if q.escapes_all else 0
    out[at + Seat.SAVED] = q.escapes_all >> 1
    put(out, at + Seat.PENDING, count_bits(q.pending), most)


@kernel
def write_roles(s, t, seat, out, start):
    """Write a flag in the block of each player who is to act, rolls, offers or is chosen."""
    out[start + relative(s, seat, s.turn_seat) * N_SEAT + Seat.TURN] = 1
    if s.roll.on:
        out[start + relative(s, seat, s.roll.seat) * N_SEAT + Seat.ROLLER] = 1
    if s.offer.kind:
        out[start + relative(s, seat, s.offer.maker) * N_SEAT + Seat.OFFER_MAKER] = 1
        out[start + relative(s, seat, s.offer.taker) * N_SEAT + Seat.OFFER_TAKER] = 1
    if not sees_question(s, seat):
        return
    out[start + relative(s, seat, s.seat) * N_SEAT + Seat.ASKED] = 1
    if s.seat == seat and seat_is_chosen(s, t):
        out[start + relative(s, seat, s.move.seat) * N_SEAT + Seat.AIMED_AT] = 1
    if s.n_frames == 0:
        return
    f = s.frame[s.n_frames - 1]
    kind = f.kind
    if (ABOUT_OTHER >> kind) & 1:
        out[start + relative(s, seat, f.other) * N_SEAT + Seat.VICTIM] = 1
    elif (ABOUT_SEAT >> kind) & 1:
        out[start + relative(s, seat, f.seat) * N_SEAT + Seat.VICTIM] = 1


@kernel
def seat_is_chosen(s, t):
    """Return True if the unfinished action has named a player already."""
    stage = s.move.stage
    if among(s.move.verb, NAMES_SEAT_FIRST):
        return stage != Stage.VERB and stage != Stage.SEAT
    return has_named_fighter(s, t)


@kernel
def write_seats(s, t, seat, sums, out, start, most):
    """Write a block for each player from `start`, the observer first; `out` is zero there.

    `sums`: of `write_general`.
    """
    n = s.rules.players
    fighting = s.combat.active != 0
    for i in range(n):
        p = seat + i
        if p >= n:
            p -= n
        at = start + i * N_SEAT
        write_seat(s, p, out, at, most)
        if fighting:
            write_fighter(s, p, out, at, most)
            out[at + Seat.EDGE] = edge_beside(s, t, p, sums)
    write_roles(s, t, seat, out, start)
