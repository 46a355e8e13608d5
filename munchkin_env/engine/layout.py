"""The position: one fixed-size record that holds a whole game, the pending decision included.

Each field is documented once, with its meaning and who may see it:
`public`, `owner` (the player it belongs to), `actor` (the seat that is asked) or `engine` (nobody).
Seats are absolute, 0..players-1. A field that is not in use is zero, so equal bytes are equal positions.
Lists of cards are unsigned: compiled code tests a signed index for being negative, at every step of a list.
"""

from typing import NamedTuple

import numpy as np

from munchkin_env.vocabulary import (
    MAX_CARDS,
    MAX_DICE,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_MONSTERS,
    MAX_OFFERS,
    MAX_PLAYERS,
    MAX_TYPES,
    N_ZONES,
)


class Field(NamedTuple):
    name: str
    dtype: object
    meaning: str
    seen: str = "public"
    shape: tuple[int, ...] = ()


def _record(fields: list[Field]) -> np.dtype:
    return np.dtype([(f.name, f.dtype, f.shape) if f.shape else (f.name, f.dtype) for f in fields], align=True)


RULES_FIELDS = [
    Field("players", "i1", "number of seats, 3..6"),
    Field("goal", "i2", "level that wins (WIN-2)"),
    Field("start_cards", "i1", "cards dealt from each deck (SETUP-2, DEATH-4)"),
    Field("hand_limit", "i1", "cards in hand after charity (TURN-5)"),
    Field("round_limit", "i2", "rounds until the game ends undecided (WINDOW-5)"),
    Field("leader_wins", "i1", "1: at the round limit the highest level wins, 0: draw"),
    Field("windows", "i1", "vocabulary.Windows (WINDOW-3)"),
    Field("bargaining", "i1", "vocabulary.Bargain: how help may be bargained for"),
    Field("trades", "i1", "vocabulary.Bargain: trades and gifts"),
    Field("offers_own_turn", "i1", "offers a player may make in his own turn (WINDOW-6)"),
    Field("offers_window", "i1", "offers a player may make in one window (WINDOW-6)"),
    Field("help_questions", "i1", "times a seat may be asked for help in one combat (WINDOW-6)"),
    Field("forced_choices", "i1", "1: single choices are made inside the engine"),
    Field("removal_ends_combat", "i1", "1: removing the last monster ends the combat without a window (COMBAT-4)"),
    Field("elf_may_win", "i1", "1: a level gained by helping may be the winning one (HELP-4)"),
    Field("listen_at_door", "i1", "QUICK-1"),
    Field("loot_treasure", "i1", "QUICK-2"),
    Field("helper_wins", "i1", "QUICK-3"),
    Field("gold_overridable", "i1", "switch: a card may override GOLD-1 to GOLD-4 by naming them"),
    Field("enhancers_change_level", "i1", "switch: enhancers change the level (floor 1), not the strength"),
    Field("super_needs_two", "i1", "switch: Super Munchkin only with two classes"),
    Field("half_breed_drawbacks", "i1", "switch: one race with Half-Breed keeps its drawbacks"),
    Field("heavy_kit", "i1", "switch: 0 none, 1 one Big item in play, 2 one Big item carried, 3 one Complex item in use"),
    Field("equip_in_combat", "i1", "switch: new items into free slots in one's own combat"),
    Field("throw_away_items", "i1", "switch: items in play may be thrown away at will (ITEM-4)"),
    Field("level_card_on_others", "i1", "switch: level cards on other players (PLAY-2)"),
    Field("undead_join", "i1", "switch: undead may join an undead combat (PLAY-6)"),
    Field("loot_compulsory", "i1", "switch: looting the room is compulsory"),
    Field("loot_after_friendly", "i1", "switch: loot also after a monster that was not fought"),
    Field("dead_return_at_once", "i1", "switch: the dead return at once (DEATH-4)"),
    Field("curses_outlive_death", "i1", "switch: curses stay with the dead (DEATH-1)"),
    Field("shared_goal", "i1", "switch: several at the goal in one moment all win"),
]
RULES = _record(RULES_FIELDS)

PLAYER_FIELDS = [
    Field("level", "i1", "1..goal (GOLD-1)"),
    Field("sex", "i1", "vocabulary.Sex"),
    Field("dead", "i1", "1: dead, waiting to return (DEATH-3)"),
    Field("redeal", "i1", "1: returned, draws a new start at the next own turn (DEATH-4)"),
    Field("laid_out", "i1", "1: the body has been laid out for looting"),
    Field("race", "i4", "bits of vocabulary.Race; derived from the table"),
    Field("klass", "i4", "bits of vocabulary.Klass; derived from the table"),
    Field("weak_race", "i4", "races that count for drawbacks (MOD-1); derived"),
    Field("weak_klass", "i4", "classes that count for drawbacks (MOD-1); derived"),
    Field("abilities", "i8", "bits of vocabulary.Ability; derived from the table"),
    Field("bonus", "i2", "strength from cards on the table; derived"),
    Field("penalty", "i2", "strength from lasting curses; derived, part of no item bonus"),
    Field("run_away", "i1", "change of run-away rolls; derived"),
    Field("die", "i1", "change of all die rolls; derived"),
    Field("hand_limit", "i1", "change of the hand limit; derived"),
    Field("bigs", "i1", "Big items that count against the limit (ITEM-3); derived"),
    Field("hands_used", "i1", "hands taken by items in use; derived"),
    Field("worn", "i1", "bits of vocabulary.Slot filled by items in use; derived"),
    Field("attached", "i1", "cards on the table that are attached to another; derived"),
    Field("one_shots", "i1", "one-shots on the table; derived"),
    Field("hand_when", "i4", "bits of vocabulary.Moment at which some card of the hand may be played; derived", "owner"),
    Field("hand_treasures", "i2", "treasure cards among the cards in hand (their backs are seen)"),
    Field("combat_bonus", "i2", "change of strength in this combat (backstabs)"),
    Field("berserk", "i1", "cards discarded for berserk in this combat"),
    Field("turning", "i1", "cards discarded against undead in this combat"),
    Field("flight", "i1", "cards discarded for flight in this combat"),
    Field("retried", "i1", "1: the Halfling's second roll was taken in this combat"),
    Field("backstabbed", "i1", "bits of seats this Thief has backstabbed in this combat"),
    Field("asked", "i1", "times asked for help in this combat"),
    Field("asked_at", "i2", "both strengths when last asked (WINDOW-6)"),
    Field("volunteered", "i1", "1: offered himself in this combat"),
    Field("escapes_all", "i1", "1: escapes every monster of this combat automatically"),
    Field("spared", "i4", "bits of monster places escaped automatically"),
    Field("pending", "i4", "bits of monster places this loser has still to flee from"),
    Field("forced", "i1", "1: helps because a card forces him"),
    Field("showed", "i1", "1: showed his hand this turn"),
    Field("sold_double", "i1", "1: sold an item at double value this turn"),
    Field("offers", "i1", "offers made this turn or in this window"),
]
PLAYER = _record(PLAYER_FIELDS)

MONSTER_FIELDS = [
    Field("card", "i2", "card copy: the monster, or the card that doubled it"),
    Field("type", "i2", "card type of the monster"),
    Field("group", "i2", "enhancers belong to a group: a monster and its doubles (PLAY-7)"),
    Field("bonus", "i2", "strength from its enhancers; derived"),
    Field("treasures", "i2", "treasures from its enhancers; derived"),
    Field("undead", "i1", "1: undead by type or card; derived"),
]
MONSTER = _record(MONSTER_FIELDS)

COMBAT_FIELDS = [
    Field("active", "i1", "1: a combat is on (COMBAT-10)"),
    Field("leader", "i1", "seat of the main fighter"),
    Field("helper", "i1", "seat of the helper + 1, 0 = none"),
    Field("n_monsters", "i1", "monsters in the combat"),
    Field("met", "i1", "monsters that have been in the combat"),
    Field("groups", "i2", "last group number given"),
    Field("players_bonus", "i2", "one-shots and paid abilities on the players' side"),
    Field("monsters_bonus", "i2", "one-shots on the monsters' side"),
    Field("multiply", "i1", "times the lone fighter's strength counts again"),
    Field("used", "i8", "tags of the cards used for the players"),
    Field("kept", "i2", "treasures of removed monsters that will be drawn"),
    Field("slain", "i1", "monsters killed by a card before the end"),
    Field("slain_levels", "i1", "levels for them"),
    Field("slain_treasures", "i2", "treasures for them, part of `kept`"),
    Field("owed_to", "i1", "seat + 1 of an earlier leader who killed a monster by a card, 0 = none"),
    Field("owed_levels", "i1", "his levels when the combat is over"),
    Field("owed_treasures", "i2", "his treasures when the combat is over"),
    Field("deal_treasures", "i1", "treasures promised to the helper (HELP-2)"),
    Field("deal_first", "i1", "1: the helper picks first"),
    Field("removed_all", "i1", "1: no monster is left"),
    Field("conceded", "i1", "1: lost, the players are fleeing"),
    Field("fled", "i1", "1: somebody had to roll or escaped a monster"),
    Field("loot", "i1", "1: the room may be looted afterwards (a card said so)"),
    Field("no_help", "i1", "1: no further helper (a lone fighter was doubled)"),
    Field("fought", "i1", "bits of seats that have fought in this combat (CURSE-2)"),
    Field("turn_of", "i1", "seat whose turn it is and gets the turn back"),
    Field("monster", MONSTER, "the monsters by place", "public", (MAX_MONSTERS,)),
]
COMBAT = _record(COMBAT_FIELDS)

FRAME_FIELDS = [
    Field("kind", "i1", "vocabulary.Frame", "engine"),
    Field("stage", "i1", "where its rule goes on", "engine"),
    Field("seat", "i1", "the player it is about", "engine"),
    Field("other", "i1", "a second player", "engine"),
    Field("did", "i1", "1: the last clause did something", "engine"),
    Field("passes", "i1", "windows: seats that have passed in a row", "engine"),
    Field("a", "i2", "by kind", "engine"),
    Field("b", "i2", "by kind", "engine"),
    Field("c", "i2", "by kind", "engine"),
    Field("n", "i2", "by kind: how many are left", "engine"),
    Field("arg", "i8", "by kind: tags, slot or seats", "engine"),
]
FRAME = _record(FRAME_FIELDS)

MOVE_FIELDS = [
    Field("stage", "i1", "vocabulary.Stage of the answer being built", "actor"),
    Field("verb", "i1", "vocabulary.Verb", "actor"),
    Field("card", "i2", "card copy", "actor"),
    Field("seat", "i1", "absolute seat", "actor"),
    Field("place", "i1", "0 players, 1 monsters, 2 + monster place", "actor"),
    Field("amount", "i2", "a number", "actor"),
    Field("second", "i2", "a second card copy", "actor"),
    Field("last", "i2", "sets: type of the last card chosen", "actor"),
    Field("count", "i2", "sets: cards chosen", "actor"),
    Field("total", "i4", "sets: gold chosen", "actor"),
    Field("first", "i1", "terms: 1 when the helper picks first", "actor"),
]
MOVE = _record(MOVE_FIELDS)

OFFER_FIELDS = [
    Field("kind", "i1", "0 none, 1 help asked, 2 help offered, 3 trade or gift"),
    Field("maker", "i1", "who offers or asks"),
    Field("taker", "i1", "who answers"),
    Field("amount", "i1", "treasures"),
    Field("first", "i1", "1: the helper picks first"),
    Field("countered", "i1", "1: this is a counter-offer"),
]
OFFER = _record(OFFER_FIELDS)

ROLL_FIELDS = [
    Field("on", "i1", "1: a die lies on the table"),
    Field("seat", "i1", "who rolled"),
    Field("purpose", "i1", "1 run away, 2 theft, 3 bad stuff"),
    Field("face", "i1", "1..6 as rolled or set"),
    Field("extra", "i1", "added to this roll (flight)"),
    Field("place", "i1", "run away: monster place"),
    Field("escaped", "i1", "run away: 1 when this roll was replaced by an automatic escape"),
    Field("again", "i1", "1: the roll must be repeated"),
]
ROLL = _record(ROLL_FIELDS)

EVENT_FIELDS = [
    Field("kind", "i1", "vocabulary.Event"),
    Field("seat", "i1", "who; -1 nobody"),
    Field("other", "i1", "whom; -1 nobody"),
    Field("card", "i2", "card type; 0 none or hidden"),
    Field("amount", "i2", "a number"),
]
EVENT = _record(EVENT_FIELDS)

STATE_FIELDS = [
    Field("seat", "i1", "who answers the pending decision; -1 nobody", "engine"),
    Field("decision", "i1", "vocabulary.Decision", "actor"),
    Field("phase", "i1", "vocabulary.Phase"),
    Field("window", "i1", "vocabulary.Window that is open"),
    Field("over", "i1", "1: the game has ended"),
    Field("winners", "i1", "bits of the winning seats"),
    Field("turn_seat", "i1", "whose turn it is"),
    Field("first_seat", "i1", "who began (SETUP-4)"),
    Field("n_frames", "i1", "frames on the stack", "engine"),
    Field("met_monster", "i1", "1: a monster was met this turn (TURN-3)"),
    Field("may_loot", "i1", "1: the room may be looted (TURN-4)"),
    Field("just_fought", "i1", "1: a combat has just ended (Mutilate the Bodies)"),
    Field("heavy", "i1", "1: somebody may have too many Big items (ITEM-3)", "engine"),
    Field("lucky", "i1", "bits of seats that reached the goal", "engine"),
    Field("turn", "i4", "turns begun"),
    Field("rounds", "i2", "rounds begun (WINDOW-5)"),
    Field("fault", "i2", "vocabulary.Fault bits", "engine"),
    Field("door", "i2", "card copy turned up this turn, 0 none"),
    Field("event_count", "i4", "public events so far"),
    Field("n_offers", "i1", "offers made this turn"),
    Field("seed_hi", "i8", "upper half of the hashed seed", "engine"),
    Field("seed_lo", "i8", "lower half of the hashed seed", "engine"),
    Field("chance", "i4", "counters of the chance streams", "engine", (16,)),
    Field("n_dice", "i1", "dice set beforehand (scenarios)", "engine"),
    Field("dice", "i1", "the faces set beforehand", "engine", (MAX_DICE,)),
    Field("rules", RULES, "settings and switches"),
    Field("move", MOVE, "the composite answer being built", "actor"),
    Field("roll", ROLL, "the die on the table"),
    Field("offer", OFFER, "the offer that waits for an answer"),
    Field("player", PLAYER, "players by absolute seat", "public", (MAX_PLAYERS,)),
    Field("count", "i2", "cards by zone", "public", (N_ZONES,)),
    Field("head", "u2", "first card of a zone's list, 0 = empty", "engine", (N_ZONES,)),
    Field("combat", COMBAT, "the running combat"),
    Field("frame", FRAME, "the stack", "engine", (MAX_FRAMES,)),
    Field("offers", "i8", "hashes of the offers made this turn", "engine", (MAX_OFFERS,)),
    Field("event", EVENT, "ring of the last public events", "public", (MAX_EVENTS,)),
    Field("zone", "u1", "vocabulary.Zone of a card copy", "by zone", (MAX_CARDS,)),
    Field("flag", "u1", "vocabulary.Flag bits of a card copy", "by zone", (MAX_CARDS,)),
    Field("known_by", "u1", "bits of seats that know a card in a hidden place", "by seat", (MAX_CARDS,)),
    Field("next", "u2", "next card in the zone's list", "engine", (MAX_CARDS,)),
    Field("prev", "u2", "previous card in the zone's list", "engine", (MAX_CARDS,)),
    Field("host", "u2", "card copy it is attached to, or group of an enhancer, or seat + 1 of a spent card", "by zone", (MAX_CARDS,)),
    Field("order", "u2", "draw piles, a segment per deck, the top card last", "engine", (MAX_CARDS,)),
    Field("discarded", "u1", "copies in the discard piles by card type; derived", "public", (MAX_TYPES,)),
]
STATE = _record(STATE_FIELDS)

RECORDS = {
    "state": STATE_FIELDS,
    "rules": RULES_FIELDS,
    "player": PLAYER_FIELDS,
    "combat": COMBAT_FIELDS,
    "monster": MONSTER_FIELDS,
    "frame": FRAME_FIELDS,
    "move": MOVE_FIELDS,
    "offer": OFFER_FIELDS,
    "roll": ROLL_FIELDS,
    "event": EVENT_FIELDS,
}


def empty(count: int) -> np.ndarray:
    """`count` zeroed positions, padding included. NumPy takes 7 µs to make a structured array by itself."""
    return np.ndarray(count, STATE, np.zeros(count * STATE.itemsize, np.uint8))
