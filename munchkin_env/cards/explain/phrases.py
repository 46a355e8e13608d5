"""Texts of a clause: its condition, its effect word, its alternative.

Every effect word has one phrase in `PHRASES`; a test holds that table and `WORDS` together.
"""

import re
from collections.abc import Callable, Sequence

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.abilities import ability_phrase
from munchkin_env.cards.explain.conditions import as_slot, condition_of, each_fighter, kept_in
from munchkin_env.cards.explain.grammar import (
    SLOT_WORDS,
    article,
    count,
    either,
    listed,
    more,
    name_once,
    of_other,
    tag_words,
    tagged,
    things,
    to_reader,
    word_for,
)
from munchkin_env.cards.explain.plays import (
    class_level,
    corrupts,
    cost,
    disarm,
    disarm_proof,
    double,
    draw,
    draw_down,
    escape,
    fickle,
    flight_bonus,
    gain_level,
    kill_sidekick,
    look,
    perishes,
    race_bonus,
    remove_all,
    remove_monster,
    side_bonus,
    wager,
)
from munchkin_env.cards.explain.strengths import factor, grow, run_away, strength, strength_against
from munchkin_env.cards.explain.victims import VICTIM_PHRASES, nothing_of
from munchkin_env.vocabulary import NO_VALUE, Aim, Deck, Klass, Slot, kinds_that


def not_with(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the monsters to which an enhancer does not go."""
    tags = clause.param("tags")
    if tags is not None:
        return f"it is not played on {article(tagged('monster', tags))}"
    name = str(clause.param("card"))
    other = catalogue.name(catalogue.index(name if ":" in name else f"{card.edition}:{name}"))
    return f"it is not played on a monster that has {other}, nor is that on one that has it"


def all_draw(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the reward of everybody for a kill."""
    treasures = count(clause.number("count"), "treasure")
    return f"when it is killed every living player, from the leader on to the left, draws {treasures} face up"


def idle_slot(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the text of worn items that give nothing."""
    slot = as_slot(clause.param("slot"))
    what = "what is held in hands" if slot == Slot.HANDS else SLOT_WORDS[slot]
    change = clause.number("run_away")
    rolls = f", and all rolls to run away have {change:+d}" if change else ""
    return f"from its appearance until the combat ends, even if it leaves, {what} gives nobody anything{rolls}"


TIMES = {0: "brings no treasure", 2: "brings twice as many treasures", 3: "brings three times as many treasures"}
ENTERED = (
    "whoever turns it up at the door is in it until his turn ends; drawn face down it comes to your hand; you may play "
    "it on the player in turn, yourself included, right after he has opened a door that is no room, unless he is in one"
)
DWELLS = "its monster is fought together with the one behind the door, or alone if there is none"
CROWD = (
    "as the player in turn comes in, every player from his left on, he himself last, may add a monster from hand, "
    "which he fights with all others that are there"
)


def room_head(card: Card, catalogue: Catalogue) -> list[str]:
    """Return its own monster's text, in the form of a monster's head line."""
    if not card.level:
        return []
    level = count(card.levels, "level") if card.levels else "no level"
    treasures = count(card.treasures, "treasure") if card.treasures else "no treasure"
    own = f"with a monster of its own of level {card.level}"
    return [", ".join([own, *tag_words(card.tags), f"which gives {level} and {treasures}"])]


def of_room(card: Card) -> list[str]:
    """Return the moment of entry and the duration."""
    return [ENTERED, DWELLS] if card.level else [ENTERED]


def treasure_times(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    times = clause.number("times")
    return f"in this turn each monster {TIMES.get(times, f'brings {times} times as many treasures')}"


def keeps_extras(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    killed = "if it is killed, or removed by a card or an ability"
    if clause.number("cards"):
        killed = f"whoever kills it draws {count(clause.number('cards'), 'extra card')} after the treasure; {killed}"
    return (
        f"{killed}, what is left of the extra deck goes on top of the treasures, and all extra cards are ordinary "
        "treasure from then on; if not, it is shuffled with the ten doors on top and goes back there with them"
    )


def of_extra(card: Card) -> list[str]:
    """Return the text that holds for every card of the extra deck, and for those without a price."""
    if card.deck != Deck.EXTRA:
        return []
    kept = "" if card.value != NO_VALUE else "nobody sells, takes, gives away or discards it to pay, or by an effect; "
    return [f"while the extra deck is one: {kept}death does not take it; used up or discarded, it leaves the game"]


# --------------------------------------------------------------------------- effect words

Phrase = Callable[[Clause, Card, Catalogue], str]


def _fixed(text: str) -> Phrase:
    """Return the phrase of a word without parameters."""
    return lambda clause, card, catalogue: catalogue.worded(text)


def _with_amount(text: str, name: str = "amount") -> Phrase:
    """Return the phrase of a word with one number, `{n}` or with its sign `{n:+d}`."""
    return lambda clause, card, catalogue: catalogue.worded(text.format(n=clause.number(name)))


def _hand_limit(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    amount = clause.number("amount")
    return f"your hand limit is {abs(amount)} {'higher' if amount > 0 else 'lower'}"


def _escape_card(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    most = clause.number("max")
    printed = "" if catalogue.switches["enhancers_change_level"] else "printed "
    which = f"one monster of {printed}level {most} or lower" if most else "one monster of any level"
    carried = ", even if you only carry it" if card.kind in kinds_that("worn") else ""
    return f"when you run away you may discard it before your roll{carried}, to escape automatically from {which}"


def _will_not_attack(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    treasures = clause.number("treasures")
    gives = f"gives {count(treasures, 'treasure')} but no level" if treasures else "gives no level and no treasure"
    return f"it leaves without a fight and {gives}"


def _escape_for_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    kinds = listed([article(thing) for thing in things(clause.param("tags"), "item")], "or")
    return f"when you run away you may discard {kinds} in play before your roll, to escape from it automatically"


def _named(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the name of the card that a clause refers to, of the card's own edition unless it says another."""
    reference = str(clause.param("card"))
    return catalogue.name(catalogue.index(reference if ":" in reference else f"{card.edition}:{reference}"))


def _killed_by(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"{_named(clause, card, catalogue)}, if it is played on it, kills it at once"


def _send_away(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return (
        f"{each_fighter(clause.when)} may send it away instead of fighting it: it gives no level, "
        "its treasure is drawn when the rest are beaten"
    )


def _exchange(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    number = clause.number("cards")
    who = either(clause.when.klass)
    return (
        f"as it leaves, {who} who fights may discard {count(number, 'treasure card')} from hand or play "
        f"and draw {number} face down"
    )


def _monster_letters(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    letter = chr(ord("a") + clause.number("letter"))
    levels, small, capital = (clause.number(name) for name in ("levels", "small", "capital"))
    counted = [f'{small:+d} strength for each "{letter}"'] if small else []
    counted += [f'{capital:+d} {"" if small else "strength "}for each "{letter.upper()}"'] if capital else []
    found = [f"a monster that you fight has {listed(counted)} in its name"] if counted else []
    killed = f'killing one with a "{letter.upper()}" in its name gives you {more(levels, "level")}'
    return "; ".join([*found, *([killed] if levels else [])])


def _strength_per_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    item = tagged("item", clause.param("tags"))
    most = clause.number("most")
    if most == 1:
        return f"you have {clause.number('amount'):+d} strength while you use {article(item)}"
    limit = f", but for {most} at most" if most else ""
    return f"you have {clause.number('amount'):+d} strength for every {item} that you use{limit}"


def _shun(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    cards = listed([article(thing) for thing in things(clause.param("tags"), "card")], "or")
    return f"you may not help a player who has {cards} in front of him"


def _clone(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    joins = "a second one joins, a monster of its own with the same enhancers, later ones included"
    change = clause.number("run_away")
    return f"{joins}; rolls to run away from either of the two have {change:+d}" if change else joins


def _strength_per_cultist(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    none = " while you are no cultist" if card.kind in kinds_that("worn") else ""
    return f"you have {clause.number('amount'):+d} strength for every other cultist in play{none}"


def _passes_for(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    noun = word_for(klass) if isinstance(klass, Klass) else "player"
    return (
        f"while you are no {noun} you count as one wherever that is good for you: for what you may use and lay out, "
        "for what helps the class and spares it; you are none for the number of cultists"
    )


def _each_monster(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("card"):
        return f"{_named(clause, card, catalogue)} has {clause.number('amount'):+d} more"
    if card.kind in kinds_that("entered"):
        return f"in this turn every monster has {clause.number('amount'):+d} strength"
    if card.aim == Aim.MONSTERS:
        return f"if you name none, every monster of the combat has {clause.number('amount'):+d}"
    return f"every monster of the combat has {clause.number('amount'):+d}"


def _enhance_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    changes = [f"has {card.bonus:+d} more"] if card.bonus else []
    fewer = clause.number("fewer_hands")
    changes += [f"takes {count(fewer, 'hand')} fewer"] if fewer else []
    changes += [f"counts as {listed(tag_words(card.tags))}"] if card.tags else []
    return f"that item {listed(changes)}; the card stays with it and shares its fate"


def _strengthens(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    name = word_for(klass) if isinstance(klass, Klass) else "player"
    return f"played on {article(name)}, it gives him {card.bonus:+d} as long as he lives and keeps that class"


def _replace(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    taken = "; you take the monster that was replaced into your hand" if clause.param("to_hand", False) else ""
    return f"the monster and its enhancers are replaced by the one from your hand{taken}"


def _search(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you take that {'monster' if clause.param('monsters', False) else 'card'} into your hand"


def _level_for_escape(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    level = count(clause.number("amount"), "level")
    return f"you gain {level} when you escape a monster that may kill you, but never the winning one"


PHRASES: dict[str, Phrase] = {
    "keeps_extras": keeps_extras,
    "roll_again die": _fixed("that die is rolled again"),
    "show_hand to_one": _fixed("that player shows you his hand, and nobody else"),
    "swap_unseen": _fixed("you draw a card of that player's hand unseen, then you give him one of yours"),
    **VICTIM_PHRASES,
    "cost": cost,
    "redirect_curse": _fixed("it strikes that player instead"),
    "level_for_escape": _level_for_escape,
    "remove only": _fixed(
        "if you lead the combat, it is your turn and there is only one monster, that one goes, you get nothing, "
        "and your turn ends"
    ),
    "enhance_item": _enhance_item,
    "strengthens": _strengthens,
    "keep": _fixed("it stays in front of you"),
    "draw for_help": lambda clause, card, catalogue: (
        f"when you have helped to win a combat with a monster killed, {draw_down(clause, card, catalogue)}"
    ),
    "room_for slot": lambda clause, card, catalogue: (
        f"you may use {more(clause.number('amount'), 'hand')}"
        if clause.param("slot") == Slot.HANDS
        else f"you may wear {more(clause.number('amount'), 'piece')} of {SLOT_WORDS[as_slot(clause.param('slot'))]}"
    ),
    "one_of": _fixed("as it comes to the table you choose, for as long as it lies there"),  # the options follow
    "room_for complex": lambda clause, card, catalogue: (
        f"you may use {more(clause.number('amount'), 'complex item')} at once"
    ),
    "strength_against": strength_against,
    "factor": factor,
    "not_with": not_with,
    "printed_level": _with_amount("the monster has level {n} in place of its printed one", "level"),
    "no_treasure": _fixed("the monster brings no treasure"),
    "brings round": all_draw,
    "each_monster": _each_monster,
    "no_looting": _fixed("in this turn the room may not be looted, nor a second door opened in place of that"),
    "treasure_times": treasure_times,
    "crowd": _fixed(CROWD),
    "void printed": _fixed("bonuses and penalties printed on the monsters do not count in this combat"),
    "void class_abilities": _fixed("from its appearance until the combat ends nobody has an ability of a class"),
    "void slot": idle_slot,
    "spent host": _fixed("it hangs on that card"),
    "spent hand": _fixed("you take that card into your hand, and what it gave is gone"),
    "spent other_side": _fixed("that card helps the other side"),
    # always
    "strength": strength,
    "grow": grow,
    "fighters_strength": _with_amount("your side has {n:+d} strength"),
    "run_away": run_away,
    "die": _with_amount("you have {n:+d} on every die roll"),
    "hand_limit": _hand_limit,
    "ability": ability_phrase,
    "corrupts": corrupts,
    "complete_cult": _fixed(
        "if all others are cultists you count as one too, and the game ends: the highest level wins, ties share"
    ),
    "passes_for": _passes_for,
    "fickle": fickle,
    "perishes": perishes,
    "forces_one_shots": _fixed(
        "whoever faces it shows his hand, and plays every one-shot of it that makes his side stronger, or the monsters "
        "weaker or fewer, even if he has no need of it"
    ),
    "wager": wager,
    "falls_with": lambda clause, card, catalogue: (
        f"{catalogue.worded('a curse')} or bad stuff that takes {to_reader(kept_in(clause.param('slot')))} "
        "takes the card as well, even if it finds nothing else"
    ),
    "escape_card": _escape_card,
    "bars escape": _fixed("you cannot escape from it, not even automatically"),
    "bars help": _fixed("nobody may help against it, and a helper must leave"),
    "bars helpers": _fixed("you may not help against it, and must leave if you do"),
    "bars reward": _fixed("nobody may be promised or given anything for helping"),
    "bars bonuses": _fixed("only levels count for your side, no bonuses and no penalties"),
    "bars levels": _fixed("levels do not count for your side, only bonuses and penalties"),
    "lets_go": _fixed("it lets you go without a roll"),
    "leaves unfought": _will_not_attack,
    "brings treasure": lambda clause, card, catalogue: f"it gives {more(clause.number('amount'), 'treasure')}",
    "brings loot": lambda clause, card, catalogue: (
        f"whoever beats it also loots the room: he draws {count(clause.number('cards'), 'door card')} face down"
    ),
    "brings level": lambda clause, card, catalogue: f"it gives {more(clause.number('amount'), 'level')}",
    "escape_for_item": _escape_for_item,
    "leaves bribed": _with_amount(
        "instead of fighting it you may discard an item in play worth at least {n} gold: "
        "it leaves and gives no level and no treasure",
        "value",
    ),
    "leaves sent": _send_away,
    "leaves declined": _fixed("you may decline to fight it: it gives no level and no treasure"),
    "exchange": _exchange,
    "killed_by": _killed_by,
    "reopens": lambda clause, card, catalogue: (
        "turned up when you open the door, it is discarded at once: you draw "
        f"{count(clause.number('count'), 'door card')} face down and open another one in its place"
    ),
    "claimed_by": lambda clause, card, catalogue: (
        f"when you discard it, in whatever way, the player on your {clause.param('side')} "
        "may take it into his hand if his level is lower than yours"
    ),
    "strength_per cultist": _strength_per_cultist,
    "strength_per item": _strength_per_item,
    "lone_strength": _with_amount("you have {n:+d} strength while you fight without a helper"),
    "monster_letters": _monster_letters,
    "shun": _shun,
    "skip_turn": _fixed("you do[es] nothing more in this turn, charity included"),
    # by a play
    "side_bonus": side_bonus,
    "race_bonus": race_bonus,
    "multiply": double,
    "remove all": remove_all,
    "remove one": remove_monster,
    "escape": escape,
    "flight_bonus": flight_bonus,
    "rout": _fixed("whoever fights runs away, even if he would win"),
    "roll_again escape": _fixed("that player must roll for this escape again, even if it was automatic"),
    "set_die": _fixed("the die shows the face that you name"),
    "new_fighter": _fixed(
        "that player takes over as main fighter, alone at first; the turn stays where it is, "
        "and the room may be looted afterwards"
    ),
    "fetch discards": _search,
    "cancel trap": disarm,
    "disarm_proof": disarm_proof,
    "cancel curse": _fixed("the curse is cancelled"),
    "clone": _clone,
    "replace": _replace,
    "join": _fixed("that monster joins the combat"),
    "fetch fresh": _fixed(
        "you take that card into your hand (but not one that may be played so itself, nor a cultist card), "
        "and may lay it out or play it as soon as that is possible"
    ),
    "cancel card": _fixed(
        "that card is discarded and does nothing; in place of a door that had just been opened, also a curse, another "
        "one is opened (cards drawn in other ways, used in play, played by force or called by a goth are not cancelled)"
    ),
    "draw face_down": draw_down,
    "meeting": _fixed(
        "each player who is no cultist may lay out a cultist card from hand (a class goes for it if there is no room); "
        "then each cultist, from you to the left, may once show another one a card of his hand, any but a cultist "
        "card, who gives one of his own for it or refuses"
    ),
    "draft": _fixed(
        "that player must help you, if you lead the combat, are losing it and nobody helps yet; "
        "he takes all the treasure"
    ),
    "fight_discard": _fixed(
        "where you could fight a monster of your hand, you fight the one that lay on top of the door discards before "
        "you paid"
    ),
    "fetch top": _fixed(
        "you take the item that lay on top of the treasure discards before you paid into your hand; what you discard "
        "must be worth as much"
    ),
    "split_spoils": _fixed(
        "that treasure is turned face down, shuffled and dealt to the two allies, half each, whatever they had agreed; "
        "an odd card goes to the player whose turn it is"
    ),
    "take_item": _fixed(
        "you take the item and use it, and your own items that are in its way are discarded; "
        "this must turn the combat from losing to winning"
    ),
    "cheat": _fixed(
        "you may use that item against every restriction; the card stays on it, and is discarded when you lose the item"
    ),
    "raises class": class_level,
    "look": look,
    "gain_level": gain_level,
    "raises taker": _fixed("that player loses 1 level and you gain 1 (never the winning level)"),
    "draw by_itself": draw,
    "kill_sidekick": kill_sidekick,
}


# Aims that are another player, or may be one; effects on that player are told in the third person.
AT_SOMEBODY = frozenset({Aim.PLAYER, Aim.VICTIM, Aim.OUTSIDER, Aim.IN_TURN, Aim.RISEN})
ABOUT_TARGET = frozenset({*VICTIM_PHRASES, "gain_level", "skip_turn"})


def strikes_another(card: Card, catalogue: Catalogue) -> bool:
    """Return True if the card's play is told of another player; a curse speaks to its victim, whoever plays it."""
    if card.kind in kinds_that("strikes") or card.aim not in AT_SOMEBODY:
        return False
    return card.kind not in kinds_that("gives_level") or bool(catalogue.switches["level_card_on_others"])


def phrase(clause: Clause, card: Card, catalogue: Catalogue, another: bool = False) -> str:
    """Return the text of a clause with its condition and its alternative, in the right person."""
    condition = "" if clause.said in ("exchange", "leaves sent") else condition_of(clause, card)  # their phrases say it
    effect = PHRASES[clause.said](clause, card, catalogue)
    asked = of_other if another else to_reader
    told = asked if clause.said in ABOUT_TARGET else to_reader
    text = asked(condition) + told(effect)
    if clause.otherwise is None:
        return text
    instead = "otherwise" if not clause.when.empty else asked(nothing_of(clause))
    otherwise = phrase(clause.otherwise, card, catalogue, another)
    if instead.startswith("if ") and otherwise.startswith("if "):
        return f"{text}; {instead} and {otherwise.removeprefix('if ')}"
    return f"{text}; {instead}, {otherwise}"


def effects_of(clauses: Sequence[Clause], card: Card, catalogue: Catalogue, another: bool = False) -> list[str]:
    """Return the phrases of clauses that run in order, about `another` player or addressed to the reader.

    A choice includes its options.
    """
    found: list[str] = []
    index = 0
    levels = False  # some levels are lost already, whatever happens
    while index < len(clauses):
        clause = clauses[index]
        index += 1
        if clause.said == "cost" and not any(value for _, value in clause.params):
            continue  # it may be used for nothing
        text = phrase(clause, card, catalogue, another)
        if clause.said == "lose_level" and not clause.param("die", False):
            if levels:
                number = clause.number("amount")
                text = re.sub(rf"\b(loses?) {number} level", rf"\1 {number} more level", text)
            levels = levels or clause.when.empty
        if clause.said in ("choose", "one_of"):
            options = clauses[index : index + clause.number("options")]
            index += len(options)
            text += ": " + ", or ".join(phrase(option, card, catalogue, another) for option in options)
        found.append(text)
    return name_once(found)
