"""Strengths of the sides of a combat, and rewards of a kill.

Nothing here changes the game.
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.bonuses import (
    MONSTERS_SIDE,
    PLAYERS_SIDE,
    bonus_against_these,
    change_by_factors,
    changes_of_monster,
    each_monster_bonus,
    enhancer_says,
    is_printed_ignored,
    monster_level,
    printed_level,
)
from munchkin_env.engine.queries.cards import COUNTS_LETTERS, table_of
from munchkin_env.engine.queries.clauses import find_clause, has_word, monsters_have
from munchkin_env.engine.queries.conditions import ability_total, holds, spent_for_races
from munchkin_env.engine.queries.entered_room import room_of, treasure_times
from munchkin_env.engine.queries.items import letters_counted
from munchkin_env.engine.queries.people import has_ability, is_fighter, party_has
from munchkin_env.vocabulary import Ability, Bars, Brings, Need, Op, Trigger


@inlined
def monster_flag(s, t, op):
    """COMBAT-9: some monster of the combat has the word and its conditions hold."""
    return monsters_have(s, op) and monster_says(s, t, op)


@kernel
def monster_says(s, t, op):
    """As `monster_flag`, asked of each monster."""
    m = s.combat
    for i in range(m.n_monsters):
        clause = find_clause(t, m.monster[i].type, Trigger.ALWAYS, op)
        if clause and holds(s, t, t.clause[clause], m.leader, 1):
            return True
    return False


@kernel
def strength_on_arrival(s, t, k):
    """Bonus of a monster of type `k` on arrival for the whole combat, by the state of a fighter.

    A state of both fighters counts once (COMBAT-8).
    """
    total = 0
    if has_word(t, k, Op.GROW):
        helper = s.combat.helper - 1
        for j in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[j]
            if clause.op == Op.GROW:
                drawback = 1 if clause.amount > 0 else 0
                by_helper = helper >= 0 and holds(s, t, clause, helper, drawback)
                if by_helper or holds(s, t, clause, s.combat.leader, drawback):
                    total += clause.amount
    return total


@kernel
def monster_strength(s, t, i):
    """Strength of the monster at place `i`: level, enhancers, its own conditional bonuses (COMBAT-13)."""
    m = s.combat
    k = m.monster[i].type
    total = 0
    if is_mad_party(s):
        total += strength_by_letters(s, t, k)
    level = t.card[k].level
    if m.lasting:
        total += each_monster_bonus(s, t, k)
        level = printed_level(s, t, i)
    if s.rules.enhancers_change_level != 0:
        return total + monster_level(s, t, i)
    return total + level + changes_of_monster(s, t, i)


@kernel
def letters_of(t, k, letter, capital):
    """Number of times that the name of card type `k` has a letter (0 = a), small or capital."""
    return t.letters[k * 52 + letter + (26 if capital else 0)]


@kernel
def is_mad_party(s):
    """A fighter has a Madness that counts letters."""
    m = s.combat
    if s.player[m.leader].madness & COUNTS_LETTERS:
        return True
    return m.helper != 0 and s.player[m.helper - 1].madness & COUNTS_LETTERS != 0


@kernel
def strength_by_letters(s, t, k):
    """Bonus of a monster of type `k` from its name, by the Madness of its fighters."""
    total = 0
    for p in seats(s):
        if s.player[p].madness & COUNTS_LETTERS and is_fighter(s, p):
            for c in cards(s, table_of(p)):
                clause = letters_counted(t, c)
                if clause:
                    word = t.clause[clause]
                    total += word.amount * letters_of(t, k, word.arg, 0)
                    total += word.limit * letters_of(t, k, word.arg, 1)
    return total


@kernel
def levels_by_letters(s, t, k):
    """Further levels for the leader's kill of a monster of type `k` whose name has a certain capital."""
    total = 0
    leader = s.combat.leader
    c = s.head[table_of(leader)] if s.player[leader].madness & COUNTS_LETTERS else 0
    while c:
        clause = letters_counted(t, c)
        if clause and letters_of(t, k, t.clause[clause].arg, 1) > 0:
            total += t.clause[clause].flag
        c = s.card[c].next
    return total


@kernel
def strength_beside_monsters(s, t):
    """Strength of the monsters' side besides that of the single monsters."""
    return s.combat.monsters_bonus + change_by_factors(s, t, MONSTERS_SIDE)


@kernel
def monsters_strength(s, t):
    """COMBAT-1, COMBAT-3: the monsters' strengths add up."""
    total = strength_beside_monsters(s, t)
    for i in range(s.combat.n_monsters):
        total += monster_strength(s, t, i)
    return total


@kernel
def fighters_strength_change(s, t):
    """Strength that the monsters take from the players' side."""
    m = s.combat
    total = 0
    if not monsters_have(s, Op.FIGHTERS_STRENGTH) or is_printed_ignored(s, t):
        return total
    for i in range(m.n_monsters):
        k = m.monster[i].type
        if not has_word(t, k, Op.FIGHTERS_STRENGTH):
            continue
        for j in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[j]
            if clause.op == Op.FIGHTERS_STRENGTH:
                drawback = 1 if clause.amount < 0 else 0
                if holds(s, t, clause, m.leader, drawback):
                    total += clause.amount
    return total


@kernel
def fighter_strength(s, t, p, levels_only, no_levels):
    """Strength of fighter `p` without spent cards: level, cards, backstabs."""
    player = s.player[p]
    total = 0 if no_levels else player.level
    if levels_only:
        return total
    total += player.bonus + player.penalty + player.combat_bonus
    return total + bonus_against_these(s, t, p)


@kernel
def levels_alone(s, t):
    """COMBAT-9: by some monster of the combat, only levels count for the players."""
    return monster_flag(s, t, Bars.BONUSES)


@kernel
def levels_void(s, t):
    """COMBAT-9: by some monster of the combat, levels count nothing for the players."""
    return monster_flag(s, t, Bars.LEVELS)


@kernel
def help_barred(s, t):
    """COMBAT-9: by some monster of the combat, nobody may help."""
    return monster_flag(s, t, Bars.HELP)


@kernel
def reward_barred(s, t):
    """COMBAT-9: by some monster of the combat, nobody gets anything for helping."""
    return monster_flag(s, t, Bars.REWARD)


@kernel
def players_strength(s, t):
    """COMBAT-1: levels plus all bonuses and penalties of the players' side."""
    m = s.combat
    levels_only = levels_alone(s, t)
    no_levels = levels_void(s, t)
    total = fighter_strength(s, t, m.leader, levels_only, no_levels)
    if m.helper:
        total += fighter_strength(s, t, m.helper - 1, levels_only, no_levels)
    elif not levels_only:
        total += s.player[m.leader].lone_bonus
    if not levels_only:
        total += m.players_bonus + spent_for_races(s, t) + fighters_strength_change(s, t)
        total += change_by_factors(s, t, PLAYERS_SIDE)
        if m.helper == 0:
            total *= 1 + m.multiply
    return total


@kernel
def beats(s, players, monsters):
    """COMBAT-2: strictly more wins, Warriors win ties."""
    return players > monsters or (players == monsters and party_has(s, Ability.WIN_TIES))


@kernel
def winning(s, t):
    """COMBAT-2: the players' side would win as it stands."""
    return beats(s, players_strength(s, t), monsters_strength(s, t))


@kernel
def undead_fights(s):
    """PLAY-6: an undead monster is in the combat."""
    m = s.combat
    for i in range(m.n_monsters):
        if m.monster[i].undead:
            return True
    return False


@kernel
def promised_treasures(s, t):
    """Treasures that a kill would bring: printed, enhancers, extras, kept ones (COMBAT-5); none by some curses."""
    m = s.combat
    if has_ability(s, m.leader, Ability.NO_SPOILS):
        return 0
    total = m.kept + treasures_for_win(s, t)
    for i in range(m.n_monsters):
        total += monster_treasures(s, t, i)
    return total


@kernel
def treasures_for_win(s, t):
    """Extra treasures of the leader for winning, also by a card that removed all monsters (COMBAT-5)."""
    m = s.combat
    kills = m.n_monsters + m.slain
    return treasures_for_kills(s, t, kills, kills | m.driven)


@kernel
def treasures_for_kills(s, t, kills, won):
    """Extra treasures of the leader for so many kills in the own turn, and for winning a fight that was looked for."""
    p = s.combat.leader
    total = 0
    if kills and p == s.turn_seat and has_ability(s, p, Ability.KILL_TREASURE):
        total += kills * ability_total(s, t, p, Ability.KILL_TREASURE)
    if won and p + 1 == s.combat.sought and has_ability(s, p, Ability.TROUBLE_TREASURE):
        total += ability_total(s, t, p, Ability.TROUBLE_TREASURE)
    return total


@kernel
def monster_treasures(s, t, i):
    """Treasures of the monster at place `i`, as often as the room says."""
    total = treasures_without_room(s, t, i)
    return total * treasure_times(s, t) if room_of(s) else total


@kernel
def treasures_without_room(s, t, i):
    """Treasures of the monster at place `i`, never fewer than one if it has any."""
    m = s.combat
    k = m.monster[i].type
    if m.lasting and enhancer_says(s, t, i, Op.NO_TREASURE):
        return 0
    total = t.card[k].treasures
    if total > 0:
        total = max(1, total + m.monster[i].treasures)
    return total + brought(s, t, k, Brings.TREASURE)


@kernel
def brought(s, t, k, what):
    """COMBAT-3: extra amount of `what` (vocabulary.Brings) of a monster of type `k`, by its conditions."""
    total = 0
    if has_word(t, k, what):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == what and holds(s, t, clause, s.combat.leader, 0) and not is_armed_against(s, t, clause):
                total += clause.amount
    return total


@kernel
def is_lower_than_others(s, t, i):
    """The monster at place `i` is not the only one, and none has a lower level (COMBAT-13)."""
    m = s.combat
    for j in range(m.n_monsters):
        if monster_level(s, t, j) < monster_level(s, t, i):
            return False
    return m.n_monsters > 1


@kernel
def is_armed_against(s, t, clause):
    """COMBAT-1: the clause wants a fighter without bonus, and the fighter has one against these monsters."""
    return clause.need & Need.BARE != 0 and bonus_against_these(s, t, s.combat.leader) > 0
