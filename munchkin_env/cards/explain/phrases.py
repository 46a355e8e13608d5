"""What a clause says: its condition, its effect word, what happens instead.

Every effect word has one phrase in `PHRASES`; a test holds that table and `WORDS` together.
"""

from collections.abc import Callable, Sequence

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.abilities import ABILITY_PHRASES, ability_phrase
from munchkin_env.cards.explain.conditions import all_cards, as_slot, condition_of, filter_of, kept_in, some_cards
from munchkin_env.cards.explain.extras import EXTRA_PHRASES
from munchkin_env.cards.explain.grammar import (
    SLOT_WORDS,
    article,
    count,
    either,
    listed,
    more,
    tag_words,
    word_for,
)
from munchkin_env.cards.explain.monsters import all_draw, idle_slot, not_with
from munchkin_env.cards.explain.plays import (
    class_level,
    double,
    draw,
    draw_down,
    escape,
    flight_bonus,
    gain_level,
    race_bonus,
    remove_all,
    remove_monster,
    side_bonus,
)
from munchkin_env.cards.explain.rooms import CROWD, treasure_times
from munchkin_env.cards.explain.strengths import factor, grow, run_away, strength, strength_against
from munchkin_env.cards.explain.uses import (
    corrupts,
    cost,
    disarm,
    disarm_proof,
    fickle,
    kill_sidekick,
    look,
    perishes,
    wager,
)
from munchkin_env.vocabulary import Ability, Aim, Filter, Kind, Klass, Receiver, Until, kinds_that

# --------------------------------------------------------------------------- effect words

Phrase = Callable[[Clause, Card, Catalogue], str]


def _fixed(text: str) -> Phrase:
    """The phrase of a word without parameters."""
    return lambda clause, card, catalogue: catalogue.worded(text)


def _with_amount(text: str, name: str = "amount") -> Phrase:
    """The phrase of a word with one number, `{n}` or with its sign `{n:+d}`."""
    return lambda clause, card, catalogue: catalogue.worded(text).format(n=clause.number(name))


def _hand_limit(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    amount = clause.number("amount")
    return f"your hand limit is {abs(amount)} {'higher' if amount > 0 else 'lower'}"


def _escape_card(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    most = clause.number("max")
    printed = "" if catalogue.switches["enhancers_change_level"] else "printed "
    which = f"one monster of {printed}level {most} or lower" if most else "one monster of any level"
    carried = ", even if you only carry it" if card.kind == Kind.ITEM else ""
    return f"when you run away you may discard it before your roll{carried}, to escape automatically from {which}"


def _will_not_attack(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    treasures = clause.number("treasures")
    gives = f"gives {count(treasures, 'treasure')} but no level" if treasures else "gives no level and no treasure"
    return f"it leaves without a fight and {gives}"


def _escape_for_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    kinds = listed([article(tag) for tag in tag_words(clause.param("tags"))], "or")
    return f"when you run away you may discard {kinds} in play before your roll, to escape from it automatically"


def _killed_by(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    reference = str(clause.param("card"))
    full = reference if ":" in reference else f"{card.edition}:{reference}"
    return f"{catalogue.name(catalogue.index(full))}, if it is played on it, kills it at once"


def _exchange(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    number = clause.number("cards")
    who = either(clause.when.klass)
    return (
        f"as it leaves, {who} who fights may discard {count(number, 'treasure card')} from hand or play "
        f"and draw {number} face down"
    )


def _up_to(face: int) -> str:
    return {1: "a 1", 2: "a 1 or 2"}.get(face, f"a 1 to {face}")


def _lose_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deadly = clause.number("death_up_to")
    if not clause.param("die", False):
        each = " for each card in your hand" if clause.param("per_hand_card", False) else ""
        tags = clause.param("spared_by")
        kinds = listed([article(tag) for tag in tag_words(tags)], "or") if tags is not None else ""
        spared = f", 1 fewer for each card that is {kinds}, in play or in hand, that you discard now" if kinds else ""
        return f"you lose {count(clause.number('amount'), 'level')}{each}{spared}"
    if not deadly:
        return "you roll a die and lose that many levels"
    return f"you roll a die: {_up_to(deadly)} kills you, more costs you that many levels"


def _death(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return "you die, and nobody loots your body" if clause.param("unlooted", False) else "you die"


def _set_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("lowest", False):
        return "your level falls to that of the lowest player"
    return f"your level falls to {clause.number('amount')}"


def _lose_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("unseen", False):
        return f"you discard {count(clause.number('count') or 1, 'hand card')}, picked unseen"
    return f"you {'roll a die and ' if clause.param('die', False) else ''}lose {some_cards(clause)}"


def _lose_class(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    if isinstance(klass, Klass):
        return f"you discard your {word_for(klass)} card"
    spared = clause.param("except")
    if isinstance(spared, Klass):
        return f"you discard all your class cards but {word_for(spared)}"
    if clause.param("all", False):
        return "you discard all your class cards"
    return "you discard a class card of your choice"


def _others_take(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    what = "an unseen card from your hand"
    if filter_of(clause) == Filter.TREASURES:
        what = "one of your treasure cards, chosen in play or unseen from your hand"
    rest = "; you discard the rest of your hand" if clause.param("rest", False) else ""
    return f"each other player, starting on your {clause.param('start', 'left')}, takes {what}{rest}"


def _stay(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("on"):
        return "the card stays on the item that gives you the biggest bonus (without such an item it does nothing)"
    if clause.param("lone_kill", False):
        return "the card stays in front of you, until you kill a monster without a helper"
    until = ", until your next combat ends (or this one, if you are in combat)"
    bound = "; once that combat is on no card takes it off" if clause.param("binding", False) else ""
    return f"the card stays in front of you{until if clause.param('combat', False) else ''}{bound}"


UNTIL_PHRASES: dict[Until, str] = {
    Until.OWN_TURN: "your next turn begins",
    Until.LEVEL: "you have gained a level",
    Until.LONE_KILL: "you have killed a monster without a helper",
}


def _status(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    name, until = clause.param("name"), clause.param("until")
    ability = name if isinstance(name, Ability) else Ability.NONE
    moment = until if isinstance(until, Until) else Until.OWN_TURN
    return f"until {UNTIL_PHRASES[moment]}, {ABILITY_PHRASES[ability]}"


def _monster_letters(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    letter = chr(ord("a") + clause.number("letter"))
    levels = clause.number("levels")
    more_levels = f"; killing one with the capital gives you {more(levels, 'level')}" if levels else ""
    return (
        f"a monster that you fight has {clause.number('small'):+d} strength for each \"{letter}\" "
        f"and {clause.number('capital'):+d} for each \"{letter.upper()}\" in its name{more_levels}"
    )


def _strength_per_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    tags = listed(tag_words(clause.param("tags")), "or")
    most = clause.number("most")
    if most == 1:
        return f"you have {clause.number('amount'):+d} strength while an item in use is {tags}"
    limit = f", but for {most} at most" if most else ""
    return f"you have {clause.number('amount'):+d} strength for every item in use that is {tags}{limit}"


def _shun(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    tags = listed([article(tag) for tag in tag_words(clause.param("tags"))], "or")
    return f"you may not help a player who has a card that is {tags} in front of him"


NO_CULTIST = "if there is none, or you are one"


def _clone(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    joins = "a second one joins, a monster of its own with the same enhancers, later ones included"
    change = clause.number("run_away")
    return f"{joins}; rolls to run away from either of the two have {change:+d}" if change else joins


def _become_cultist(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    room = "" if clause.param("in_any_case", False) else " unless you may have both"
    killed = "if it has killed a monster, " if clause.param("of_kill", False) else ""
    later = "when you next return from death " if clause.param("on_return", False) else ""
    becomes = (
        f"{killed}{later}you become a Cultist, with the topmost card of the Cultists' discards, and lose a class{room}"
    )
    return becomes if clause.otherwise else f"{becomes}; {NO_CULTIST}, nothing happens to you"


def _strength_per_cultist(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    none = " while you are no Cultist" if card.kind == Kind.ITEM else ""
    return f"you have {clause.number('amount'):+d} strength for every other Cultist in play{none}"


def _passes_for(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    noun = word_for(klass) if isinstance(klass, Klass) else "player"
    return (
        f"while you are no {noun} you count as one wherever that is good for you: for what you may use and lay out, "
        "for what helps the class and spares it; you are none for the number of Cultists"
    )


def _change(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    if isinstance(klass, Klass):
        return (
            f"your {word_for(klass)} card is replaced by the topmost class card of the door discards; "
            "if there is none, you just lose it; without it nothing happens to you"
        )
    noun = "class" if clause.do == "change_class" else "race"
    return (
        f"all your {noun} cards are replaced by the topmost {noun} card of the door discards; "
        f"if there is none, you just lose them; without a {noun} card nothing happens to you"
    )


def _each_monster(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    name = clause.param("card")
    if name:
        return f"{catalogue.name(catalogue.types[str(name)][0])} has {clause.number('amount'):+d} more"
    if card.kind in kinds_that("entered"):
        return f"in this turn every monster has {clause.number('amount'):+d} strength"
    if card.aim == Aim.MONSTERS:
        return f"if you name none of them, every monster of the combat has {clause.number('amount'):+d}"
    return f"every monster of the combat has {clause.number('amount'):+d}"


_RECEIVERS: dict[object, str] = {
    Receiver.LEFT: "the player on your left",
    Receiver.RIGHT: "the player on your right",
    Receiver.CULTISTS: "every other Cultist in the game",
}


def _give_card(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you give {_RECEIVERS[clause.param('to')]} a card of your choice, an item in play or one of your hand"


def _enhance_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    which = "that takes hands" if clause.param("of_hands", False) else "that gives a bonus"
    fewer = clause.number("fewer_hands")
    needs = f" and takes {count(fewer, 'hand')} fewer" if fewer else ""
    needs += f" and counts as {listed(tag_words(card.tags))}" if card.tags else ""
    return f"the item, one {which}, has {card.bonus:+d} more{needs}; the card stays with it and goes with it"


def _strengthens(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    name = word_for(klass) if isinstance(klass, Klass) else "nobody"
    return f"{article(name)} on whom it is played has {card.bonus:+d} as long as he lives and keeps that class"


def _replace(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    taken = "; you take it into your hand" if clause.param("to_hand", False) else ""
    return f"the monster and its enhancers are replaced by the one from your hand{taken}"


def _search(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you take that {'monster' if clause.param('monsters', False) else 'card'} into your hand"


def _level_for_escape(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you gain {count(clause.number('amount'), 'level')} when you escape a monster that may kill you"


PHRASES: dict[str, Phrase] = {
    **EXTRA_PHRASES,
    "cost": cost,
    "redirect_curse": _fixed("a curse that you have turned up strikes that player instead"),
    "level_for_escape": _level_for_escape,
    "avoid_combat": _fixed("the monster goes, you get nothing, and your turn ends"),
    "enhance_item": _enhance_item,
    "strengthens": _strengthens,
    "keep": _fixed("it stays in front of you"),
    "more_hands": lambda clause, card, catalogue: f"you may use {count(clause.number('amount'), 'hand')} more",
    "help_draw": lambda clause, card, catalogue: (
        f"when you have helped to win a combat with a monster killed, {draw_down(clause, card, catalogue)}"
    ),
    "more_slots": lambda clause, card, catalogue: (
        f"you may use {clause.number('amount')} more {SLOT_WORDS[as_slot(clause.param('slot'))]}"
    ),
    "one_of": _fixed("as it comes to the table you choose, for as long as it lies there"),  # the options follow
    "more_complex": lambda clause, card, catalogue: (
        f"you may use {more(clause.number('amount'), 'complex item')} at once"
    ),
    "give_card": _give_card,
    "lowest_chooses": _fixed("you show your hand, and the player of the lowest level chooses a card that you discard"),
    "strength_against": strength_against,
    "factor": factor,
    "not_with": not_with,
    "printed_level": _with_amount("the monster has level {n} in place of its printed one", "level"),
    "no_treasure": _fixed("the monster brings no treasure"),
    "all_draw": all_draw,
    "each_monster": _each_monster,
    "no_looting": _fixed("in this turn the room may not be looted, nor a second door opened in place of that"),
    "treasure_times": treasure_times,
    "crowd": _fixed(CROWD),
    "ignore_printed": _fixed("bonuses and penalties printed on the monsters do not count in this combat"),
    "no_class_abilities": _fixed("from its appearance until the combat ends nobody has an ability of a class"),
    "idle_slot": idle_slot,
    "bind": _fixed("it hangs on that card"),
    "take_spent": _fixed("you take that card into your hand, and what it gave is gone"),
    "turn_spent": _fixed("that card helps the other side"),
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
        "if all others are Cultists you count as one too, and the game ends: the highest level wins, ties share"
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
        f"{catalogue.worded('a curse')} or bad stuff that takes {kept_in(clause.param('slot'))} "
        "takes the card as well, even if it finds nothing else"
    ),
    "escape_card": _escape_card,
    "no_escape": _fixed("you cannot escape from it, not even automatically"),
    "auto_escape": _fixed("you escape from it without a roll"),
    "no_help": _fixed("nobody may help against it, and a helper must leave"),
    "bars_help": _fixed("you may not help against it, and must leave if you do"),
    "no_reward": _fixed("nobody may be promised or given anything for helping"),
    "levels_only": _fixed("only levels count for your side, no bonuses and no penalties"),
    "no_levels": _fixed("levels do not count for your side, only bonuses and penalties"),
    "will_not_pursue": _fixed("it lets you go without a roll"),
    "will_not_attack": _will_not_attack,
    "extra_treasure": lambda clause, card, catalogue: f"it gives {more(clause.number('amount'), 'treasure')}",
    "loot": lambda clause, card, catalogue: (
        f"whoever beats it also loots the room: {count(clause.number('cards'), 'card')} face down"
    ),
    "extra_level": lambda clause, card, catalogue: f"it gives {more(clause.number('amount'), 'level')}",
    "escape_for_item": _escape_for_item,
    "bribe": _with_amount(
        "instead of fighting it you may discard an item in play worth at least {n} gold: "
        "it leaves and gives no level and no treasure",
        "value",
    ),
    "send_away": _fixed(
        "you may send it away instead of fighting it: it gives no level, its treasure is drawn when the rest are beaten"
    ),
    "decline": _fixed("you may decline to fight it: it gives no level and no treasure"),
    "exchange": _exchange,
    "killed_by": _killed_by,
    "reopens": lambda clause, card, catalogue: (
        "turned up when you open the door, it is discarded at once: you draw "
        f"{count(clause.number('count'), 'door')} face down and open another one in its place"
    ),
    "claimed_by": lambda clause, card, catalogue: (
        f"when you discard it, in whatever way, the player on your {clause.param('side')} "
        "may take it into his hand if his level is lower than yours"
    ),
    # on a victim
    "lose_level": _lose_level,
    "set_level": _set_level,
    "give_level": _fixed(
        "you lose 1 level, and another player of the lowest level, of your choice among equals, gains it; "
        "nobody does if you are of the lowest level yourself"
    ),
    "death": _death,
    "lose_item": _lose_item,
    "lose_all": lambda clause, card, catalogue: f"you lose {all_cards(clause)}",
    "lose_class": _lose_class,
    "lose_race": _fixed("you discard all your race cards"),
    "show_hand": _fixed("you show your hand to all"),
    "neighbour_chooses": lambda clause, card, catalogue: (
        f"the player on your {clause.param('side')} chooses an item that you lose"
    ),
    "all_may_take": _fixed(
        "every other player, from the highest level downward and among equals from your left, "
        "may take an item that you have in play"
    ),
    "raise_others": _fixed(
        "once all have run away, every other living player whom it has not caught gains 1 level (never the winning one)"
    ),
    "discard_hand": _fixed("you discard your whole hand"),
    "lose_worth": _with_amount(
        "you lose items of your choice worth at least {n} gold in total, or all if you have less"
    ),
    "neighbours_take_hand": _fixed(
        "the player on your left takes an unseen card from your hand and keeps it, "
        "then the player on your right does the same"
    ),
    "neighbours_choose": _fixed(
        "the player on your left chooses an item that you lose, then the player on your right does the same"
    ),
    "others_take": _others_take,
    "highest_take": _fixed("every other player who has the highest level of all takes an item of his choice from you"),
    "income_tax": _fixed(
        "you discard an item of your choice, and every other player must discard items of at least its value in "
        "total; whoever has too little loses all his items and 1 level; without an item nothing happens"
    ),
    "become_cultist": _become_cultist,
    "strength_per_cultist": _strength_per_cultist,
    "strength_per_item": _strength_per_item,
    "lone_strength": _with_amount("you have {n:+d} strength while you fight without a helper"),
    "monster_letters": _monster_letters,
    "shun": _shun,
    "status": _status,
    "skip_turn": _fixed("that player does nothing more in this turn, charity included"),
    "change_class": _change,
    "change_race": _change,
    "change_sex": _fixed("your sex changes for good"),
    "stay": _stay,
    "choose": _fixed("you choose"),  # `effects_of` adds the options
    # by a play
    "side_bonus": side_bonus,
    "race_bonus": race_bonus,
    "multiply": double,
    "remove_all": remove_all,
    "remove_monster": remove_monster,
    "escape": escape,
    "flight_bonus": flight_bonus,
    "rout": _fixed("whoever fights runs away, even if he would win"),
    "redo_escape": _fixed("that player must roll for this escape again, even if it was automatic"),
    "set_die": _fixed("the die shows the face that you name"),
    "new_fighter": _fixed(
        "that player takes over as main fighter, alone at first; the turn stays where it is, "
        "and the room may be looted afterwards"
    ),
    "search": _search,
    "disarm": disarm,
    "disarm_proof": disarm_proof,
    "cancel_curse": _fixed("the curse is cancelled"),
    "clone": _clone,
    "replace": _replace,
    "join": _fixed("that monster joins the combat"),
    "claim": _fixed(
        "you take that card into your hand (but not one that may be played so itself, nor a Cultist card), "
        "and may lay it out or play it as soon as that is possible"
    ),
    "cancel_card": _fixed(
        "that card is discarded and does nothing; in place of a door that had just been opened, also a curse, another "
        "one is opened (cards drawn in other ways, used in play, played by force or called by a goth are not cancelled)"
    ),
    "draw_down": draw_down,
    "meeting": _fixed(
        "each player who is no Cultist may lay out a Cultist card from hand (a class goes for it if there is no room); "
        "then each Cultist, from you to the left, may once show another one a card of his hand, any but a Cultist "
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
    "salvage": _fixed(
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
    "cheat": _fixed("you may use that item against every restriction; the card stays with it and goes with it"),
    "class_level": class_level,
    "look": look,
    "gain_level": gain_level,
    "steal_level": _fixed("that player loses 1 level and you gain 1 (never the winning level)"),
    "draw": draw,
    "kill_sidekick": kill_sidekick,
}


def _phrase(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """A clause with its condition and its alternative."""
    condition = "" if clause.do == "exchange" else condition_of(clause, card)  # its phrase says whose class it asks
    text = condition + PHRASES[clause.do](clause, card, catalogue)
    if clause.otherwise is None:
        return text
    if not clause.when.empty:
        instead = "otherwise"
    else:
        instead = "if you have none" if clause.do.startswith(("lose_", "discard_")) else "if that does nothing"
        instead = NO_CULTIST if clause.do == "become_cultist" else instead
    return f"{text}; {instead}, {_phrase(clause.otherwise, card, catalogue)}"


def effects_of(clauses: Sequence[Clause], card: Card, catalogue: Catalogue) -> list[str]:
    """The phrases of clauses that run in order; a choice swallows its options."""
    found: list[str] = []
    index = 0
    levels = False  # some levels are lost already
    while index < len(clauses):
        clause = clauses[index]
        index += 1
        if clause.do == "cost" and not clause.params:
            continue  # it may be used for nothing
        text = _phrase(clause, card, catalogue)
        if clause.do == "lose_level" and not clause.param("die", False):
            if levels:
                text = text.replace(
                    f"lose {clause.number('amount')} level", f"lose {clause.number('amount')} more level"
                )
            levels = True
        if clause.do in ("choose", "one_of"):
            options = clauses[index : index + clause.number("options")]
            index += len(options)
            text += ": " + ", or ".join(_phrase(option, card, catalogue) for option in options)
        found.append(text)
    return found
