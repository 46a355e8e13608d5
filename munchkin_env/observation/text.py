"""The table in words, for people and language models."""

from collections import Counter
from enum import IntEnum
from functools import lru_cache

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.compiler.kernel import records
from munchkin_env.engine.position.actions import action_count, describe
from munchkin_env.engine.wheel import entries
from munchkin_env.engine.wheel.verbs import words_of
from munchkin_env.observation.view import SeenCard, SeenEvent, SeenMonster, View
from munchkin_env.vocabulary import (
    MOST_TREASURES,
    Ability,
    Decision,
    Deck,
    Event,
    Filter,
    Flag,
    Frame,
    Klass,
    OfferKind,
    Pile,
    RollFor,
    Sex,
    Take,
    Theft,
    Verb,
    Zone,
    kinds_that,
)

SHOWN = 12
Discards = dict[Pile, list[SeenCard]]  # the top card first

QUESTIONS: dict[Decision, str] = {
    Decision.SETUP: "lay out cards before the first turn",
    Decision.TURN_START: "the turn begins: what to do before the door is opened",
    Decision.AFTER_DOOR: "no monster was met: look for trouble, loot the room or do something else",
    Decision.AFTER_COMBAT: "what to do before charity",
    Decision.COMBAT: "the combat",
    Decision.WINDOW: "react, or pass",
    Decision.FLEE: "which monster to run away from",
    Decision.ANSWER_HELP: "help for this price?",
    Decision.ANSWER_COUNTER: "accept the counter-offer?",
    Decision.ANSWER_VOLUNTEER: "accept the offered help?",
    Decision.ANSWER_TRADE: "accept the trade or gift?",
    Decision.CHOOSE_CARD: "choose a card",
    Decision.RESURRECT: "how many cards to take from the discards instead of the deck",
    Decision.RECEIVE: "lay out what was just received",
    Decision.SPOILS: "take one of the shown treasures",
    Decision.CHARITY: "which card to give away",
    Decision.CHARITY_SEAT: "whom to give it to",
    Decision.LOOT_BODY: "take a card of the dead player",
    Decision.BIG_ITEMS: "too many Big items: which one goes",
    Decision.PICK: "which of the effects happens",
    Decision.BEFORE_CURSE: "drop a race or class before the curse strikes?",
    Decision.ENTRY: "exchange treasures with the monster?",
    Decision.ACCEPT_ESCAPE: "be carried along by the automatic escape?",
    Decision.GIVE_LEVEL: "who of the lowest gains the level",
    Decision.PEEK: "the door has been looked at: open it, or do something first",
    Decision.CURE: "raise the class, or cure all Cultists instead",
    Decision.GOTH: "a goth has come: add one from your hand?",
    Decision.CONTEST: "another claims a card of the discards: claim it too, for a level card?",
    Decision.JOIN: "the cult meets: lay out a Cultist card?",
    Decision.SWAP: "the cult meets: offer another Cultist a card of your hand for one of his?",
    Decision.ANSWER_SWAP: "give a card of your hand for the one that is shown to you?",
    Decision.CROWD: "the room is open to all: add a monster from your hand?",
}

EVENTS: dict[Event, str] = {  # but for those whose amount says what happened: `TOLD_BY_AMOUNT`
    Event.TURN: "{who} begins a turn",
    Event.OPENED: "{who} opens the door: {card}",
    Event.DREW: "{who} draws {card} {face}",
    Event.PLAYED: "{who} plays {card}{on}",
    Event.LAID_OUT: "{who} lays out {card}",
    Event.IN_USE: "{who} puts {card} in use",
    Event.CARRIED: "{who} puts {card} aside",
    Event.DISCARDED: "{who} discards {card}",
    Event.LEVEL_UP: "{who} gains {n} level{s}",
    Event.LEVEL_DOWN: "{who} loses {n} level{s}",
    Event.COMBAT: "{who} fights {card}",
    Event.JOINED: "{card} joins the combat",
    Event.REMOVED: "{card} leaves the combat",
    Event.ASKED: "{who} asks {whom} for help, offering {n} treasure{s}",
    Event.ANSWERED: "{who} answers {whom}: {yes}",
    Event.HELPS: "{who} helps {whom} for {n} treasure{s}",
    Event.DECLARED_KILL: "{who} declares the kill",
    Event.CONCEDED: "{who} gives up and runs",
    Event.ROLLED: "{who} rolls {n}",
    Event.ESCAPED: "{who} escapes {card}",
    Event.CAUGHT: "{who} is caught by {card}",
    Event.KILLED: "{who} kills {n} monster{s}",
    Event.DIED: "{who} dies",
    Event.RETURNED: "{who} returns to the game",
    Event.TOOK: "{who} takes {card}{of}",
    Event.GAVE: "{who} gives {card} to {whom}",
    Event.SOLD: "{who} sells for {n} gold",
    Event.CURSED: "{card} on {whom}",
    Event.CANCELLED: "{who} cancels {card}{on}",
    Event.SHOWED: "{who} shows the hand",
    Event.OFFERED: "{who} offers {whom} {card} for {other_card}",
    Event.PAID: "{who} pays with {card}",
    Event.SEX: "{who} is now {sex}",
    Event.WON: "{who} wins",
    Event.DRAW_GAME: "the game ends undecided",
    Event.SHUFFLED: "the {deck} discards are shuffled into a new deck",
    Event.CHARITY: "{who} gives a card to {whom}",
    Event.LOOTED: "{who} takes {card} from the body of {whom}",
    Event.VOLUNTEERED: "{who} offers {whom} help for {n} treasure{s}",
    Event.BACKSTABBED: "{who} backstabs {whom} ({n})",
    Event.BOUND: "{who} is under {card}",
    Event.FREED: "{who} is free again",
    Event.PROPOSED: "{who} shows {whom} a card, and wants one of his for it",
    Event.ENTERED: "{who} enters the room {card}",
    Event.WENT_BACK: "{card} is shuffled into the {n} doors on top of the door deck",
    Event.MERGED: "the extra deck goes on top of the treasures ({n} card{s}), and is treasure from now on",
    Event.LOOKED: "{who} looks at what lies on top of the {deck} deck",
    Event.CLAIMED: "{who} rolls {n} for {card}",
}

BOUND: dict[Ability, str] = {  # what may hold for a time
    Ability.MUST_HELP: "must help whoever asks",
    Ability.NO_HELPING: "may not help",
    Ability.NO_ASKING: "may not ask for help",
    Ability.UNHELPED: "may be helped by nobody",
}

THEFTS: dict[Theft, str] = {
    Theft.TRIES: "tries to steal",
    Theft.SUCCEEDS: "steals",
    Theft.FAILS: "fails to steal",
}

TOLD_BY_AMOUNT: dict[tuple[Event, int], str] = {  # what the amount of an event makes of it; `EVENTS` has the rest
    (Event.COMBAT, 1): "{who} takes over the fight",
    (Event.TOOK, 1): "{who} takes {card} from the discards",
    (Event.TOOK, 2): "{who} takes {card} as treasure",
    (Event.CANCELLED, 1): "{card} does nothing to {whom}",
    **{(Event.STOLE, int(theft)): f"{{who}} {deed} {{card}}{{of}}" for theft, deed in THEFTS.items()},
    (Event.OFFERED, 0): "{who} offers {whom} {card} as a gift",
    (Event.OFFERED, -1): "{who} wants {card}{of} too",
    **{(Event.BOUND, int(ability)): f"{{who}} {words} for a time ({{card}})" for ability, words in BOUND.items()},
    **{(Event.FREED, int(ability)): f"{{who}} no longer {words}" for ability, words in BOUND.items()},
}
DECKS: dict[Deck, str] = {Deck.DOOR: "door", Deck.TREASURE: "treasure", Deck.EXTRA: "extra"}
PILES: dict[Pile, str] = {
    Pile.DOOR: "Door",
    Pile.TREASURE: "Treasure",
    Pile.EXTRA: "Extra",
    Pile.CULT: "Cultist",
}
ROLLED_FOR: dict[RollFor, str] = {
    RollFor.RUN_AWAY: "to run away",
    RollFor.THEFT: "for a theft",
    RollFor.BAD_STUFF: "for the bad stuff",
    RollFor.USE: "for what a card does",
}
OFFERS: dict[OfferKind, str] = {
    OfferKind.HELP_ASKED: "asks for help",
    OfferKind.HELP_OFFERED: "offers help",
    OfferKind.TRADE: "offers a trade or gift",
}
TAKEN: dict[Take, str] = {
    Take.DISCARD: "lost",
    Take.STEAL: "taken",
    Take.TO_HAND: "taken",
    Take.GIVE: "given away",
    Take.PUT_AWAY: "put away",
    Take.HANG_ON: "cursed",
}
MARKS: dict[Flag, str] = {  # of a card; `_card` tells of its use, and of what its owner has chosen, in numbers
    Flag.CARRIED: "carried",
    Flag.OFFERED: "offered",
    Flag.WANTED: "asked for",
    Flag.SELECTED: "chosen",
    Flag.NEW: "new",
    Flag.FAILED: "its die failed",
}


def text(row: np.ndarray, catalogue: Catalogue, seat: int | None) -> str:
    """The position as `seat` sees it, or (None) with everything open; for the seat asked, his legal answers too."""
    view = View.everything(row, catalogue) if seat is None else View(row, catalogue, seat)
    discards = {pile: view.discards(pile) for pile in PILES}
    lines = [_head(view, seat), _piles(view, discards), ""]
    for i in range(view.players):
        lines += _player(view, (view.seat + i) % view.players, seat)
    lines += _combat(view)
    lines += _middle(view, seat, discards)
    events = [_event(view, seat, event) for event in view.events(SHOWN)]
    lines += ["", "Lately:", *[f"- {line}" for line in events]]
    lines += ["", *_question(view, seat)]
    if seat is None or view.asked == seat:
        lines += _answers(row, catalogue)
    return "\n".join(lines) + "\n"


# --------------------------------------------------------------------------- words


def _who(seat: int | None, p: int | None) -> str:
    if p is None:
        return "nobody"
    return f"player {p} (you)" if p == seat else f"player {p}"


def _name(member: IntEnum) -> str:
    return member.name.lower().replace("_", " ")


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else str(number)


def _head(view: View, seat: int | None) -> str:
    if view.over:
        winners = ", ".join(_who(seat, p) for p in view.winners) or "nobody"
        return f"The game is over; won by: {winners}."
    window = f", window after {_name(view.window)}" if view.window else ""
    return (
        f"Round {view.rounds} ({view.rounds_left} left), turn of {_who(seat, view.turn_seat)}, "
        f"phase {_name(view.phase)}{window}. Goal: level {view.goal}."
    )


def _piles(view: View, discards: Discards) -> str:
    decks = f"Decks: {view.deck_size(0)} doors, {view.deck_size(1)} treasures"
    extra = view.deck_size(2)
    if extra:
        decks += f", {extra} extra"
    if int(view.record["merged"]):
        decks += f" ({int(view.record['extra_tops'])} extra cards on top), the extra cards are treasure now"
    parts = [f"{decks}."]
    for deck, word in DECKS.items():
        known = ", ".join(card.name for card in view.known_on_top(deck))
        if known:
            parts.append(f"Known on top of the {word} deck: {known}.")
    for pile, title in PILES.items():
        cards = discards[pile]
        if cards:
            names = Counter(card.name for card in cards)
            listed = ", ".join(f"{n}{f' ×{k}' if k > 1 else ''}" for n, k in sorted(names.items()))
            parts.append(f"{title} discards ({len(cards)}, on top {cards[0].name}): {listed}.")
    return "\n".join(parts)


def _player(view: View, p: int, seat: int | None) -> list[str]:
    q = view.record["player"][p]
    title = _who(seat, p)
    facts = [f"level {view.level(p)}", view.sex(p).name.lower()]
    facts += [_name(race) for race in view.races(p)]
    facts += [_name(klass) for klass in view.klasses(p) if klass != Klass.NONE]
    facts.append(f"bonus {_signed(view.bonus(p))}")
    if int(q["run_away"]):
        facts.append(f"run away {_signed(int(q['run_away']))}")
    if int(q["lone_bonus"]):
        facts.append(f"alone {_signed(int(q['lone_bonus']))}")
    if int(q["lasers"]) > 1:
        facts.append(f"{int(q['lasers'])} lasers joined")
    facts += [words for ability, words in BOUND.items() if view.bound(p, ability)]
    if int(q["escapes_all"]):
        facts.append("escapes every monster" + (" whatever it says" if int(q["escapes_all"]) > 1 else ""))
    if int(q["rose"]):
        facts.append("gained a level this turn without a kill")
    if view.dead(p):
        facts.append("dead")
    treasures = view.hand_treasures(p)
    extras = view.hand_extras(p)
    backs = f"{view.hand_size(p) - treasures - extras} doors, {treasures} treasures"
    facts.append(f"{view.hand_size(p)} cards in hand ({backs}{f', {extras} extra' if extras else ''})")
    lines = [f"{title[0].upper()}{title[1:]}: {', '.join(facts)}"]
    table = [_card(view, card) for card in view.table(p)]
    lines.append(f"  table: {', '.join(sorted(table)) or 'nothing'}")
    hand = sorted(_card(view, card) for card in view.hand(p))
    if hand:
        known = "known in hand" if seat not in (None, p) else "hand"
        lines.append(f"  {known}: {', '.join(hand)}")
    return lines


def _card(view: View, card: SeenCard) -> str:
    bonus = int(view.catalogue.tables[0]["card"]["bonus"][card.type])
    notes = [_signed(bonus)] if bonus and card.zone >= Zone.TABLE else []
    notes += _marks(card.flags, bonus != 0)
    if card.attached_to is not None:
        notes.append(f"on {view.catalogue.name(card.attached_to)}")
    chosen = (card.flags & (Flag.CHOSEN_1 | Flag.CHOSEN_2)) // Flag.CHOSEN_1 if card.flags else 0
    notes += [f"choice {chosen - 1}"] if chosen else []
    return f"{card.name} ({', '.join(notes)})" if notes else card.name


@lru_cache(maxsize=4096)
def _marks(flags: Flag, has_bonus: bool) -> tuple[str, ...]:
    """What the flags of a card tell, but for its owner's choice."""
    used = (flags & (Flag.USED_1 | Flag.USED_2 | Flag.USED_4)) // Flag.USED_1
    words = ("used" if has_bonus else f"used for {_signed(int(used))}",) if used else ()
    return words + tuple(word for flag, word in MARKS.items() if flags & flag)


def deal_words(treasures: int) -> str:
    """What a helper gets of the treasure."""
    return "all treasures" if treasures >= MOST_TREASURES else f"{treasures} treasures"


def _combat(view: View) -> list[str]:
    if not view.in_combat:
        return []
    combat = view.record["combat"]
    players, monsters, winning = view.strengths()
    fighters = f"player {view.leader}"
    if view.helper is not None:
        fighters += f" with player {view.helper}"
        if int(combat["deal_treasures"]):
            first = ", first pick" if int(combat["deal_first"]) else ""
            fighters += f" (for {deal_words(int(combat['deal_treasures']))}{first})"
    result = "players fleeing" if int(combat["conceded"]) else ("players win" if winning else "players lose")
    result += ", but must run" if int(combat["routed"]) else ""
    lines = ["", f"Combat: {fighters} {players} against monsters {monsters} ({result})"]
    lines += [f"  monster {m.place + 1}: {_monster(m)}" for m in view.monsters]
    spent = [card.name for card in view.combat_cards if _is_spent(view, card)]
    if spent:
        lines.append(f"  spent: {', '.join(sorted(spent))}")
    return lines


def _is_spent(view: View, card: SeenCard) -> bool:
    named = {m.name for m in view.monsters} | {name for m in view.monsters for name in m.enhancers}
    return card.name not in named


def _monster(m: SeenMonster) -> str:
    notes = [f"level {m.level}"]
    if m.bonus:
        notes.append(f"{_signed(m.bonus)} from {', '.join(sorted(m.enhancers))}")
    if m.undead:
        notes.append("undead")
    if m.double:
        notes.append("double")
    return f"{m.name} ({', '.join(notes)})"


def _middle(view: View, seat: int | None, discards: Discards) -> list[str]:
    lines = []
    piles = [discards[pile] for pile in PILES if pile != Pile.CULT]
    if view.room:
        lines.append(f"Room of {_who(seat, view.turn_seat)}: {view.room.name}")
    if int(view.record["second_door"]):
        lines.append("A second door has been opened")
    if view.aside:
        lines.append(f"Being resolved: {', '.join(sorted(card.name for card in view.aside))}")
    fresh = [card.name for cards in piles for card in cards if Flag.FRESH in card.flags]
    if fresh:
        lines.append(f"Just discarded, to be claimed: {', '.join(sorted(fresh))}")
    if int(view.record["rules"]["quick_play"]):
        tops = [cards[0] for cards in piles if cards]
        had = [card.name for card in tops if view.catalogue.card(card.type).kind in kinds_that("identity")]
        lines += [f"To be had for a level card: {', '.join(had)}"] if had else []
    if view.spoils:
        lines.append(f"Treasure to share: {', '.join(sorted(card.name for card in view.spoils))}")
    roll = view.record["roll"]
    if int(roll["on"]):
        what = ROLLED_FOR[RollFor(int(roll["purpose"]))]
        face = int(roll["face"])
        lines.append(f"Die of player {int(roll['seat'])} {what}: {face if face else 'no roll needed'}")
    offer = view.record["offer"]
    if int(offer["kind"]):
        kind = OfferKind(int(offer["kind"]))
        terms = "" if kind == OfferKind.TRADE else f", {int(offer['amount'])} treasures"
        terms += ", with a counter-offer" if int(offer["countered"]) else ""
        lines.append(f"Offer: player {int(offer['maker'])} {OFFERS[kind]} to player {int(offer['taker'])}{terms}")
    return ["", *lines] if lines else []


def _event(view: View, seat: int | None, event: SeenEvent) -> str:
    card = view.catalogue.name(event.card) if event.card else "a card"
    words = TOLD_BY_AMOUNT.get((event.kind, event.amount)) or EVENTS[event.kind]
    if event.kind == Event.OFFERED and not event.card:
        words = "{who} would help {whom} for {n} treasure{s}"
    if event.kind == Event.ROLLED and event.card:
        words = "{who} turns the die to {n} with {card}"
    if event.kind == Event.KILLED and event.other is not None:
        words += " with the help of {whom}"
    if event.kind == Event.SHOWED and event.other is not None:
        words += " to {whom}"
    if event.kind == Event.DREW and not event.card:
        card = f"a {DECKS[Deck(event.amount)]} card"
    aimed = event.other is not None
    return view.catalogue.worded(words).format(
        who=_who(seat, event.seat),
        whom=_who(seat, event.other),
        card=card,
        n=event.amount,
        s="" if event.amount == 1 else "s",
        face="face up" if event.card else "face down",
        deck=DECKS[Deck(event.amount)] if "{deck}" in words else "",
        sex=Sex(event.amount).name.lower() if event.kind == Event.SEX else "",
        other_card=view.catalogue.name(event.amount) if event.kind == Event.OFFERED and event.amount > 0 else "",
        yes="yes" if event.amount else "no",
        on=f" on {_who(seat, event.other)}" if aimed else "",
        of=f" of {_who(seat, event.other)}" if aimed else "",
    )


def _question(view: View, seat: int | None) -> list[str]:
    if view.over:
        return []
    if view.asked is None:
        return ["Waiting for somebody else."]
    about = view.catalogue.worded(QUESTIONS[view.decision])
    lines = [f"Asked: {_who(seat, view.asked)}. {about[0].upper()}{about[1:]}{_details(view, seat)}"]
    if view.verb is not None and (seat is None or view.asked == seat):
        lines.append(f"Half-built answer: {_begun(view)}, next: {_name(view.stage)}.")
    return lines


def _begun(view: View) -> str:
    """The verb of a half-built answer, and its card."""
    assert view.verb is not None
    verb = words_of(view.decision, view.verb) if view.verb == Verb.HAND_OVER else _name(view.verb)
    copy = int(view.record["move"]["card"])
    return f"{verb} ({view.catalogue.name(int(view.catalogue.tables[0]['type_of'][copy]))})" if copy else verb


def _details(view: View, seat: int | None) -> str:
    if not int(view.record["n_frames"]):
        return ""
    f = view.record["frame"][int(view.record["n_frames"]) - 1]
    kind = int(f["kind"])
    if kind == Frame.CHOOSE:
        what = Filter(int(f["a"])).name.lower().replace("_", " ")
        return f" ({int(f['n'])} more to be {TAKEN[Take(int(f['b']))]}, {what} of {_who(seat, int(f['other']))})"
    if kind == Frame.WORTH and not int(f["c"]):
        return view.catalogue.worded(f" ({int(f['n'])} gold still owed)")
    if kind == Frame.MEETING and view.decision == Decision.ANSWER_SWAP:
        copy = int(f["c"])
        card = view.catalogue.name(int(view.catalogue.tables[0]["type_of"][copy])) if copy else "a card"
        return f" ({card} of {_who(seat, int(f['seat']))})"
    if kind == Frame.LOOT_BODY:
        return f" (the body of {_who(seat, int(f['seat']))})"
    return ""


def _answers(row: np.ndarray, catalogue: Catalogue) -> list[str]:
    ids = np.zeros(action_count(catalogue), np.int32)
    n = entries.legal_ids(records(row), 0, records(catalogue.tables), ids)
    if not n:
        return []
    return ["Legal answers:", *[f"  {int(i)}: {describe(catalogue, int(i))}" for i in np.sort(ids[:n])]]
