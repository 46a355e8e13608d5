"""Texts of a card: its head line, users, moments of play and clauses; and counts of cards."""

import re
from collections.abc import Callable
from dataclasses import replace

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import KINDS, ORIGINS, Card, Restriction, in_order
from munchkin_env.cards.explain.grammar import (
    SLOT_WORDS,
    after,
    article,
    as_tags,
    count,
    listed,
    more,
    plural,
    sentence,
    tag_words,
    tagged,
    word_for,
)
from munchkin_env.cards.explain.phrases import effects_of, of_extra, of_room, phrase, room_head, strikes_another
from munchkin_env.cards.words import SPENT
from munchkin_env.errors import CardError
from munchkin_env.markdown import table
from munchkin_env.vocabulary import NO_VALUE, Aim, Deck, Kind, Klass, Layer, Moment, Slot, Tag, Trigger, kinds_that

# --------------------------------------------------------------------------- plays

MOMENT_PHRASES: dict[Moment, str] = {
    Moment.ANY: "at any time",
    Moment.COMBAT: "in any combat",
    Moment.ROLL: "after a die roll of your own",
    Moment.THROWN: "after a die roll of any player",
    Moment.HELPING: "while you help in a combat",
    Moment.FAILED: "after your own failed roll to run away",
    Moment.ESCAPED: "when a player has just escaped",
    Moment.ESCAPE: "once running away is decided, before the first roll",
    Moment.AFTER_COMBAT: "right after a combat",
    Moment.CURSE: "when a curse is about to strike",
    Moment.OWN_TURN: "in any combat in your own turn",
    Moment.LOSING: "while you are losing a combat",
    Moment.LONE: "while you fight alone",
    Moment.SETUP: "before the first turn",
    Moment.OWN_FREE: "in your own turn outside combat",
    Moment.OWN_END: "at the end of your own turn",
    Moment.RECEIPT: "when you have just received it",
    Moment.BEFORE_DOOR: "before the door is opened",
    Moment.DISCARD: "when cards have just been discarded",
    Moment.PLAYED: "when a door has just been opened, or another player has played, laid out or fought a card of his",
    Moment.SPOILS: "when the treasure of a combat won with a helper lies shown, before anybody takes of it",
    Moment.PEACE: "at any time outside combat",
    Moment.ROOM: "right after the player in turn has opened a door that is no room",
    Moment.AT_DOOR: "when you have looked at the door that you are about to open",
}
AIM_PHRASES: dict[Aim, str] = {
    Aim.NONE: "",
    Aim.PLAYER: " on any living player",
    Aim.SIDE: " for either side",
    Aim.MONSTER: " on one monster",
    Aim.MONSTER_FROM_HAND: " with a monster from your hand",
    Aim.MONSTER_SWAP: " on one monster, with another one from your hand",
    Aim.OWN_ITEM: " on one of your items, in play or in hand",
    Aim.OTHERS_ITEM: ", on an item that another player has in play",
    Aim.CURSE: " on a curse that lies in front of a player",
    Aim.DISCARD: " on a card in the discard piles",
    Aim.OUTSIDER: " on a player who does not fight",
    Aim.FACE: "",
    Aim.FIGHTERS: ", for one fighter or both",
    Aim.VICTIM: " on another living player",
    Aim.SPENT: " on a card that was spent in the combat",
    Aim.MONSTERS: " on one monster, or on all of them",
    Aim.FIGHTING_OR_CLASS: " on one monster, or on a player of the class",
    Aim.IN_TURN: " on another player in his own turn",
    Aim.RISEN: " on a player who has gained a level in this turn other than by a kill",
    Aim.FRESH: ", on one of them",
}

AGAINST_CURSES = frozenset({"cancel curse", "redirect_curse"})
UNPLAYED = ("claimed_by", "reopens")  # words that say what becomes of a card that is not played
_TIMED = re.compile(r"\b(when|while|once|before|after)\b")  # a moment that is said with a clause of its own


def _moments(card: Card, catalogue: Catalogue) -> str:
    """Return the moments of a play.

    An own turn that is required holds at all its moments (the engine checks it once).
    """
    words = [clause.said for clause in card.play]
    curse = "when a curse that you have turned up is about to strike you" if "redirect_curse" in words else ""
    curse = "when a curse is about to strike you" if "cancel trap" in words else curse
    phrases = {**MOMENT_PHRASES, **({Moment.CURSE: curse} if curse else {})}
    if card.moments == Moment.ANY | Moment.OWN_TURN:
        return "at any time in your own turn"
    if card.moments == Moment.OWN_FREE | Moment.OWN_TURN:
        return "in your own turn, also in combat,"
    parts = [text for moment, text in phrases.items() if moment in card.moments]
    if Moment.OWN_TURN not in card.moments or len(parts) == 1:
        text = f"{', '.join(parts[:-1])}, or {parts[-1]}" if len(parts) > 1 and "," in "".join(parts) else ""
        return catalogue.worded(text or listed(parts, "or"))
    parts = [text for moment, text in phrases.items() if moment in card.moments & ~Moment.OWN_TURN]
    return catalogue.worded(f"in your own turn, {listed(['in a combat', *parts], 'or')}")


def _spent(card: Card) -> str:
    """Return which cards spent in the combat the card is aimed at: those with the tags of its words."""
    tags = tuple({tag for clause in card.play for tag in as_tags(clause.param("tags"))})
    return f" on {article(tagged('card', tags) if tags else 'card')} that was spent in the combat"


def _aim(card: Card, catalogue: Catalogue) -> str:
    """Return the target of its play."""
    if card.aim == Aim.SPENT:
        return _spent(card)
    if card.aim == Aim.CURSE and Moment.CURSE in card.moments:
        lasting = f"{AIM_PHRASES[card.aim]} or is about to strike"
        return lasting if _lies_in_front(card) else ""
    if card.aim == Aim.DISCARD and all(clause.param("monsters", False) for clause in card.play):
        return " on a monster in the discard piles"
    if card.kind in kinds_that("fitted"):
        hands = any(clause.param("of_hands", False) for clause in card.play)
        return f" on one of your items in play that {'takes hands' if hands else 'gives a bonus'}"
    own = card.kind in kinds_that("gives_level") and not catalogue.switches["level_card_on_others"]
    if own and card.aim == Aim.PLAYER:
        return " on yourself"
    return AIM_PHRASES[card.aim]


def _lies_in_front(card: Card) -> tuple[Moment, ...]:
    """Return the moments at which a card is played on a curse in front of a player.

    They are all but that at which a curse comes.
    """
    return tuple(one for one in Moment if one in card.moments and one != Moment.CURSE)


def _class_or_monster(card: Card, catalogue: Catalogue) -> str:
    """Return the moments and targets of an enhancer that may be played on players too."""
    (klass,) = [clause.param("class") for clause in card.always if clause.said == "strengthens"]
    combat = replace(card, when=tuple(one for one in Moment if one in card.moments & ~Moment.ANY))
    found = [f"{_moments(combat, catalogue)} on one monster"] if combat.moments else []
    if Moment.ANY in card.moments:
        found.append(f"at any time on {article(word_for(klass) if isinstance(klass, Klass) else 'player')}")
    return f"play it {', or '.join(found)}"


def _occasion(card: Card, catalogue: Catalogue) -> str:
    """Return the moment and target of a play."""
    if card.aim == Aim.FIGHTING_OR_CLASS:
        return _class_or_monster(card, catalogue)
    moments, aim = _moments(card, catalogue), catalogue.worded(_aim(card, catalogue))
    if card.aim == Aim.CURSE and Moment.CURSE in card.moments and _lies_in_front(card):
        moments = _moments(replace(card, when=_lies_in_front(card)), catalogue)
    if card.aim == Aim.MONSTER_FROM_HAND and Moment.COMBAT in card.moments and catalogue.has("room"):  # ROOM-3
        moments += ", or in a room where nobody fights yet,"
    if _TIMED.search(moments) and aim and not aim.startswith(","):
        aim = f",{aim}"  # else the aim would seem to belong to what happens then
    if any(clause.said == "cost" for clause in card.always):
        return f"use it {moments}{aim}"
    hand = " from your hand" if card.kind in kinds_that("worn") else ""
    return f"play it{hand} {moments}{aim}"


def _play(card: Card, catalogue: Catalogue) -> list[str]:
    """Return the moment, target and effects of a play."""
    spent = card.always if card.kind in SPENT and not card.lasting else ()
    lasting = effects_of([clause for clause in spent if clause.said not in UNPLAYED], card, catalogue)
    effects = "; ".join([*effects_of(card.play, card, catalogue, strikes_another(card, catalogue)), *lasting])
    if card.kind in kinds_that("strikes"):
        return [f"if it strikes you, {effects}"]
    if card.kind in kinds_that("entered"):
        return [f"as you come in, {effects}"] if effects else []
    if not effects:
        return []
    if not card.moments:
        return [f"plays itself as soon as you get it: {effects}"]
    return [f"{_occasion(card, catalogue)}: {effects}", *_kills(card, catalogue)]


def _kills(card: Card, catalogue: Catalogue) -> list[str]:
    """Return the monsters that a card which gives a side a bonus kills."""
    found = []
    for other in catalogue.cards:
        for clause in other.always if other is not None else ():
            if clause.said != "killed_by" or other is None:
                continue
            name = str(clause.param("card"))
            named = catalogue.index(name if ":" in name else f"{other.edition}:{name}")
            if catalogue.name(named).lower() == card.name.lower():
                found.append(f"played on the monster {other.name} instead, it kills it at once")
    return list(dict.fromkeys(found))


# --------------------------------------------------------------------------- head lines


def _monster_head(card: Card, catalogue: Catalogue) -> list[str]:
    level = count(card.levels, "level") if card.levels else "no level"
    treasures = count(card.treasures, "treasure") if card.treasures else "no treasure"
    return [f"level {card.level}", *tag_words(card.tags), f"gives {level} and {treasures}"]


_LAYERS: dict[Layer, str] = {
    Layer.BESIDE: "worn beside another one (what takes the one takes both)",
    Layer.OVER: "worn over another one (what takes that takes this instead)",
}


def _item_head(card: Card, catalogue: Catalogue) -> list[str]:
    parts = ["big"] if card.big else []
    if card.slot == Slot.HANDS:
        parts.append(count(card.hands, "hand"))
    elif card.slot != Slot.NONE:
        parts.append(SLOT_WORDS[card.slot])
    if card.layer:
        parts.append(_LAYERS[card.layer])
    parts += tag_words(card.tags)
    if card.bonus:
        parts.append(f"{card.bonus:+d}")
    return parts + _worth(card, catalogue)


def _worth(card: Card, catalogue: Catalogue) -> list[str]:
    if card.value == NO_VALUE:
        return []
    return [catalogue.worded(f"worth {card.value or 'no'} gold")]


def _one_shot_head(card: Card, catalogue: Catalogue) -> list[str]:
    return tag_words(card.tags) + _worth(card, catalogue)


def _sidekick_head(card: Card, catalogue: Catalogue) -> list[str]:
    return [*tag_words(card.tags), *([f"{card.bonus:+d}"] if card.bonus else [])]


_PARTS: dict[Kind, Callable[[Card, Catalogue], list[str]]] = {
    Kind.MONSTER: _monster_head,
    Kind.ITEM: _item_head,
    Kind.ONE_SHOT: _one_shot_head,
    Kind.SIDEKICK: _sidekick_head,
    Kind.MUTATION: _sidekick_head,
    Kind.ROOM: room_head,
}


def _head(card: Card, catalogue: Catalogue) -> str:
    head = card.kind.row.head
    if card.kind in _PARTS:
        name = head if card.kind not in kinds_that("follows") else card.kind_word.capitalize()  # or a Hireling
        return ", ".join([name, *_PARTS[card.kind](card, catalogue)])
    name = catalogue.worded(head if card.deck != Deck.EXTRA else "Extra card")
    return ", ".join([name, *(tag_words(card.tags) if card.kind not in kinds_that("fitted") else ())])


def _modifier(card: Card, catalogue: Catalogue) -> list[str]:
    """Return the text of Half-Breed and Super Munchkin under the rules of the host, or of a mutation."""
    if card.kind in kinds_that("second_race"):
        beside = "has its drawbacks too, and you are human besides"
        alone = beside if catalogue.switches["half_breed_drawbacks"] else "is without its drawbacks"
        return [
            "lay it out beside a race card; you lose it with the last of them",
            f"you may have two races; one alone {alone}",
        ]
    if card.kind in kinds_that("second_class"):
        if catalogue.switches["super_munchkin"] == "two":
            return [
                "lay it out beside a class card, together with a second one from your hand",
                "you have both classes; when you lose one of them, and no other replaces it, you lose this card too",
            ]
        alone = "; one alone is without its drawbacks"
        return ["lay it out beside a class card; you lose it with the last of them", f"you may have two classes{alone}"]
    if card.kind in kinds_that("follows") and card.moments:
        escape = "you may sacrifice it in place of your rolls and escape automatically, whatever the monsters say"
        return [
            "play it at any time, if need be in place of another sidekick; it is no item",
            f"when you run away {escape}; if you lead the combat you say whether your helper escapes too",
        ]
    if card.kind in kinds_that("follows") and int(catalogue.tables["sidekicks"][0]):
        return ["it counts as a sidekick: play it at any time, replace or sacrifice it as you may one"]
    if card.kind in kinds_that("entered"):
        return of_room(card)
    if card.klass == Klass.CULTIST:
        return ["you cannot discard it, pay with it or lay out another class in its place by your own choice"]
    if card.kind == Kind.MUTATION:
        return ["you lay it out while you are a cultist; it is no item, nothing takes it off, and it stays afterwards"]
    return []


def _about_curses(card: Card, catalogue: Catalogue) -> list[str]:
    """Return the other cards that a card against curses works on, or that it is one of them (CURSE-4, MAD-1)."""
    plays = {clause.said for clause in card.play}
    if card.lasting and card.kind not in kinds_that("strikes"):
        return [catalogue.worded("a card that cancels a curse in front of a player also removes it")]
    madness = plays & AGAINST_CURSES and catalogue.has("madness")
    return [catalogue.worded("a Madness counts as a curse")] if madness else []


def _enhancer(card: Card, catalogue: Catalogue) -> list[str]:
    if card.kind not in kinds_that("enhances"):
        return []
    gains = [f"has {card.bonus:+d} strength"] if card.bonus else []
    if card.bonus and catalogue.switches["enhancers_change_level"]:
        least = " (but not below level 1)" if card.bonus < 0 else ""
        gains = [f"{'falls' if card.bonus < 0 else 'rises'} by {count(abs(card.bonus), 'level')}{least}"]
    if card.treasures:
        gains.append(f"gives {more(card.treasures, 'treasure')}")
    if card.treasures < 0:
        gains[-1] += " (but at least 1, if it gives any)"
    gains += [f"is {tag}" for tag in tag_words(card.tags)]
    moment = _occasion(card, catalogue)
    return [f"{moment}: the monster, and any double of it, {listed(gains)}"] if gains else [moment]


def _words_of(restriction: Restriction) -> list[str]:
    groups = (restriction.race, restriction.klass, restriction.sex)
    return [listed([plural(word_for(word)) for word in group], "or") for group in groups if group]


def _restrictions(card: Card) -> list[str]:
    found = [f"usable only by {' and only by '.join(words)}" for words in [_words_of(card.usable_by)] if words]
    return found + [f"not usable by {listed(words, 'or')}" for words in [_words_of(card.not_usable_by)] if words]


def _in_use(card: Card) -> list[str]:
    """Return how the item goes with others that are in use."""
    if card.kind not in kinds_that("worn"):
        return []
    found = []
    if Tag.LASER in card.tags:
        found.append(
            "all lasers that you use are one weapon: together they take the hands of one; while there are several you "
            "may put one away at any time, also in a combat, where it cannot come back"
        )
    if Tag.COMPLEX in card.tags:
        found.append("you may use only one complex item, unless a card says otherwise")
    return found


def explain(catalogue: Catalogue, type_: int) -> str:
    """Return a card's effects in plain English sentences. Raises CardError for a number that is no type."""
    return explain_card(catalogue.card(type_), catalogue)


def explain_card(card: Card, catalogue: Catalogue) -> str:
    """Return a card's effects in games of these editions."""
    sentences = [_head(card, catalogue), *of_extra(card)]
    sentences += _restrictions(card)
    sentences += _in_use(card)
    sentences += _modifier(card, catalogue)
    sentences += _enhancer(card, catalogue)
    if card.lasting:
        sentences += _play(card, catalogue)
        while_there = "; ".join(effects_of(card.always, card, catalogue))
        where = "stays" if card.kind in kinds_that("strikes") else "lies in front of you"
        sentences.append(f"while it {where}, {while_there}")
    else:
        if card.kind not in SPENT:
            price = [clause for clause in card.always if clause.said == "cost"]
            sentences += effects_of([clause for clause in card.always if clause not in price], card, catalogue)
            sentences += effects_of(price, card, catalogue)
        sentences += _play(card, catalogue)
        sentences += effects_of([clause for clause in card.always if clause.said in UNPLAYED], card, catalogue)
    sentences += _about_curses(card, catalogue)
    for label, clauses in (
        ("before the combat, unless it joins one that is on", card.entry),
        ("bad stuff", card.bad_stuff),
        ("if you escape", card.escaped),
    ):
        if clauses:
            sentences.append(after(label, effects_of(clauses, card, catalogue)))
    if card.kind in kinds_that("fights") and card.level and not card.bad_stuff:
        sentences.append("bad stuff: none")
    if card.origin != "published":
        sentences.append(ORIGINS[card.origin])
    return " ".join(sentence(text) for text in sentences)


# --------------------------------------------------------------------------- coverage


def coverage(catalogue: Catalogue) -> dict[str, dict[str, tuple[int, int]]]:
    """Return distinct cards and copies by kind (as card files call it) and by origin."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for card in catalogue.cards:
        if card is None:
            continue
        row = found.setdefault(card.kind_word, dict.fromkeys(ORIGINS, (0, 0)))
        distinct, copies = row[card.origin]
        row[card.origin] = (distinct + 1, copies + card.copies)
    return {word: found[word] for word in KINDS if word in found}


def coverage_table(catalogue: Catalogue) -> str:
    """Return `coverage` as a Markdown table: distinct cards, and copies where they differ."""

    def cell(pair: tuple[int, int]) -> str:
        distinct, copies = pair
        return str(distinct) if distinct == copies else f"{distinct} ({copies})"

    rows = coverage(catalogue)
    lines = [(word, *(cell(row[origin]) for origin in ORIGINS)) for word, row in rows.items()]
    totals = [
        (sum(row[origin][0] for row in rows.values()), sum(row[origin][1] for row in rows.values()))
        for origin in ORIGINS
    ]
    return table(["kind", *ORIGINS], [*lines, ("all", *map(cell, totals))], right=len(ORIGINS))


def owner_of(catalogue: Catalogue, clause: int) -> int:
    """Return the type of the card that a clause belongs to.

    A doubled monster is in play as another card, with its own effects.

    clause: its number in the tables, as frames hold it. Raises CardError for one that belongs to no card.
    """
    columns = catalogue.tables[0]["card"]
    for type_ in range(1, len(catalogue.cards)):
        places = clause - columns["start"][type_].astype(int)
        if ((places >= 0) & (places < columns["count"][type_])).any():
            return type_
    raise CardError(f"clause: expected one of a card, got {clause}")


def explain_option(catalogue: Catalogue, clause: int) -> str:
    """Return a clause's effect as a sentence. Raises CardError for one that belongs to no card."""
    type_ = owner_of(catalogue, clause)
    card, columns = catalogue.card(type_), catalogue.tables[0]["card"][type_]
    for trigger in Trigger:
        place = clause - int(columns["start"][trigger])
        if 0 <= place < int(columns["count"][trigger]):
            break
    found, _ = in_order(card.clauses(trigger))[place]
    return sentence(phrase(found, card, catalogue)).removesuffix(".")
