"""Terms of the strengths of a combat, each named by its card or its rule; together they are the whole.

A line is ["card", type, number], or [words, seat or None, number]. The engine keeps sums, not their terms: what an item
or a spent card adds is asked of it, and what another card's text adds is found by a trial without that text.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from munchkin_env.cards.explain.grammar import listed
from munchkin_env.cards.words import WORDS
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.kernels.kernel import copied
from munchkin_env.observation import View
from munchkin_env.observation.scene import SeenCombat
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import Event, Place, Trigger, Zone, kinds_that

PLAYERS, MONSTERS = 0, 1  # sides
NEW_FIGHTER = 1  # of Event.COMBAT: somebody takes the fight over

Lines = list[list[Any]]


def sums(view: View, combat: SeenCombat) -> list[Lines]:
    """Return the lines of the players and of the monsters."""
    return [_of_players(view, combat), _of_monsters(view, combat)]


def _of_players(view: View, combat: SeenCombat) -> Lines:
    """Return the terms of the players' strength. Cards that count for nothing are in none, and a line says so."""
    fighters = [p for p in (combat.leader, combat.helper) if p is not None]
    levels_only, no_levels = view.counted_alone()
    lines: Lines = [] if no_levels else [["level", p, view.level(p)] for p in fighters]
    if levels_only:
        return [*lines, ["only levels count", None, 0]]
    if no_levels:
        lines.append(["levels count nothing", None, 0])
    for p in fighters:
        lines += _of_fighter(view, p)
    if combat.helper is None:
        alone = int(view.record["player"][combat.leader]["lone_bonus"])
        lines += _shared(view, _saying(view, combat.leader, "lone_bonus"), alone, ["alone", combat.leader])
    lines += _spent(view, PLAYERS)
    return lines + _rest(view, combat, PLAYERS, combat.players_strength - _total(lines))


def _of_fighter(view: View, p: int) -> Lines:
    """Return the items in use, the other cards that add to strength, and backstabs."""
    lines = _given(view, view.copies(Zone.TABLE + p))
    stabbed = int(view.record["player"][p]["combat_bonus"])
    rest = view.bonus(p) - stabbed - _total(lines)
    lines += _shared(view, _saying(view, p, "bonus"), rest, ["cards in play", p])
    return lines + ([["backstabbed", p, stabbed]] if stabbed else [])


def _of_monsters(view: View, combat: SeenCombat) -> Lines:
    lines: Lines = []
    for seen in combat.monsters:
        lines.append(["card", seen.type, seen.level])
        lines += _shared(view, seen.enhancer_types, seen.bonus, ["cards played on it", None])
    lines += _spent(view, MONSTERS)
    return lines + _rest(view, combat, MONSTERS, combat.monsters_strength - _total(lines))


def _total(lines: Lines) -> int:
    return sum(line[2] for line in lines)


def _given(view: View, copies: Iterable[int]) -> Lines:
    """Return a line for each card copy with a bonus of its own."""
    given = [(int(view.catalogue.tables[0]["type_of"][copy]), view.bonus_of(copy)) for copy in copies]
    return [["card", type_, bonus] for type_, bonus in given if bonus]


def _saying(view: View, p: int, number: str) -> list[int]:
    """Return the types in front of a player that change that number of theirs; items have lines of their own."""
    items = kinds_that("item") | kinds_that("fitted")
    return [
        card.type
        for card in view.table(p)
        if view.catalogue.card(card.type).kind not in items and _says(view, card.type, number)
    ]


def _says(view: View, type_: int, number: str) -> bool:
    card = view.catalogue.card(type_)
    if number == "bonus" and (card.bonus or any(clause.do == "strength_per" for clause in card.always)):
        return True
    return any(WORDS[clause.said].adds_to == number for clause in card.always)


def _printed(view: View, type_: int) -> int:
    """Return the bonus as the card prints it, whatever its conditions are."""
    card = view.catalogue.card(type_)
    said = sum(clause.number("amount") for clause in card.always if WORDS[clause.said].adds_to == "bonus")
    return said + card.bonus


def _shared(view: View, types: Sequence[int], total: int, rule: list[Any]) -> Lines:
    """Return the lines of cards that make up the total: one each if it is as printed, else one with all their names."""
    printed: Lines = [["card", one, _printed(view, one)] for one in types]
    if not total:
        return []
    if len(types) == 1:
        return [["card", types[0], total]]
    if _total(printed) == total:
        return [line for line in printed if line[2]]
    return [[listed([view.catalogue.name(one) for one in types]), None, total] if types else [*rule, total]]


def _spent(view: View, side: int) -> Lines:
    """Return what was spent for a side: cards, those discarded since the kill too, and payments for powers."""
    lines = _given(view, view.spent_copies(for_monsters=side == MONSTERS))
    rest = int(view.record["combat"][("players_bonus", "monsters_bonus")[side]]) - _total(lines)
    events = _of_this_fight(view)
    gone: Lines = []
    for event in events:
        if event.kind == Event.PLAYED and event.card and event.amount == (Place.PLAYERS, Place.MONSTERS)[side]:
            line = ["card", event.card, _printed(view, event.card)]
            gone += [line] if line[2] and line not in lines and event.other is None else []
    if rest and _total(gone) == rest:
        return lines + gone
    if not rest:
        return lines
    paid = {p: int(one["berserk"]) + int(one["turning"]) for p, one in enumerate(view.record["player"])}
    payers, times = [p for p in paid if paid[p]], sum(paid.values())
    if times and rest % times == 0:
        return lines + [["cards paid for strength", p, rest // times * paid[p]] for p in payers]
    return [*lines, ["cards paid for strength" if times else "cards of this fight", None, rest]]


def _of_this_fight(view: View) -> list[SeenEvent]:
    events = view.events()
    begun = [i for i, one in enumerate(events) if one.kind == Event.COMBAT and one.amount != NEW_FIGHTER]
    return events[begun[-1] :] if begun else events


def _rest(view: View, combat: SeenCombat, side: int, rest: int) -> Lines:
    """Return the lines of the cards whose text changes the side's strength in this combat."""
    if not rest:
        return []
    fighters = [p for p in (combat.leader, combat.helper) if p is not None]
    cards = [card.type for p in fighters for card in view.table(p)] + [card.type for card in view.combat_cards]
    cards += [monster.type for monster in combat.monsters] + ([view.room.type] if view.room else [])
    changes = {one: _by_text(view, one, side) for one in dict.fromkeys(cards)}
    found = {one: change for one, change in changes.items() if change}
    monsters = [monster.type for monster in combat.monsters]
    if sum(found.values()) == rest:
        return [
            [f"{view.catalogue.name(one)}, by its text", None, change]
            if side == MONSTERS and one in monsters
            else ["card", one, change]
            for one, change in found.items()
        ]
    if side == MONSTERS and any(monster.level + monster.bonus < 1 for monster in combat.monsters):
        return [["a monster is at least level 1", None, rest]]
    if side == PLAYERS and int(view.record["combat"]["multiply"]):
        doubles = [one for one in cards if any(clause.do == "multiply" for clause in view.catalogue.card(one).play)]
        return _shared(view, doubles[:1], rest, ["the lone fighter counts twice", None])
    causes = list(dict.fromkeys(found or (monsters if side == MONSTERS else ())))
    if not causes:
        return [["rules of this fight", None, rest]]
    return [[f"{listed([view.catalogue.name(one) for one in causes])}, by text", None, rest]]


def _by_text(view: View, type_: int, side: int) -> int:
    """Return how much strength the side owes to the lasting text of a card type."""
    tables = copied(view.catalogue.tables)
    tables["card"]["count"][0, type_, Trigger.ALWAYS] = 0
    tables["card"]["words"][0, type_] = 0
    tables.flags.writeable = False  # as all tables: code for others is not compiled
    without = entries.strengths(view.positions, 0, tables)
    return int(view.strengths()[side]) - int(without[side])
