"""Text of the table, for people and language models."""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import IntEnum
from functools import lru_cache

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.engine.dispatch.verbs import words_of
from munchkin_env.engine.state.layout import SLOTS
from munchkin_env.observation.narration import BOUND, DECKS, HEADING, Narrator
from munchkin_env.observation.view import SeenCard, SeenMonster, View
from munchkin_env.vocabulary import (
    MOST_TREASURES,
    Decision,
    Filter,
    Flag,
    Frame,
    Klass,
    OfferKind,
    Pile,
    RollFor,
    Take,
    Verb,
    Zone,
    kinds_that,
)

SHOWN = 12  # sentences; some hold several events
Discards = dict[Pile, list[SeenCard]]  # the top card first

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
    RollFor.USE: "for the effect of a card",
    RollFor.ORDER: "to come first",
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
MARKS: dict[Flag, str] = {  # of a card; `_card` shows its use, and its owner's choice, in numbers
    Flag.CARRIED: "carried",
    Flag.OFFERED: "offered",
    Flag.WANTED: "asked for",
    Flag.SELECTED: "chosen",
    Flag.NEW: "new",
    Flag.FAILED: "its die failed",
}


def text(row: np.ndarray, catalogue: Catalogue, seat: int | None) -> str:
    """Return the state as `seat` sees it, or (None) with everything open; for the asked seat, its legal actions too."""
    view = View.everything(row, catalogue) if seat is None else View(row, catalogue, seat)
    discards = {pile: view.discards(pile) for pile in PILES}
    lines = [_head(view, seat), _piles(view, discards), ""]
    for i in range(view.players):
        lines += _player(view, (view.seat + i) % view.players, seat)
    lines += _combat(view)
    lines += _middle(view, seat, discards)
    told = Narrator(catalogue, [_who(seat, p) for p in range(view.players)]).tell(view.events(2 * SHOWN))[-SHOWN:]
    lines += ["", "Lately:", *[f"- {line.removeprefix(HEADING)}" for line in told]]
    lines += ["", *_question(view, seat)]
    if seat is None or view.asked == seat:
        lines += _answers(view)
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
    lines.append(f"  table: {', '.join(_cards(view, view.table(p))) or 'nothing'}")
    hand = _cards(view, view.hand(p))
    if hand:
        known = "known in hand" if seat not in (None, p) else "hand"
        lines.append(f"  {known}: {', '.join(hand)}")
    return lines


def _cards(view: View, cards: Sequence[SeenCard]) -> list[str]:
    types = {card.type for card in cards}
    return sorted(_card(view, card, types) for card in cards)


def _card(view: View, card: SeenCard, among: Collection[int]) -> str:
    """Return a card's text. `among`: the types of the cards in the same list."""
    name = view.catalogue.name_among(card.type, among)
    bonus = int(view.catalogue.tables[0]["card"]["bonus"][card.type])
    notes = [_signed(bonus)] if bonus and card.zone >= Zone.TABLE else []
    notes += _marks(card.flags, bonus != 0)
    if card.attached_to is not None:
        notes.append(f"on {view.catalogue.name(card.attached_to)}")
    chosen = (card.flags & (Flag.CHOSEN_1 | Flag.CHOSEN_2)) // Flag.CHOSEN_1 if card.flags else 0
    notes += [f"choice {chosen - 1}"] if chosen else []
    return f"{name} ({', '.join(notes)})" if notes else name


@lru_cache(maxsize=4096)
def _marks(flags: Flag, has_bonus: bool) -> tuple[str, ...]:
    """Return the text of a card's flags, except its owner's choice."""
    used = (flags & (Flag.USED_1 | Flag.USED_2 | Flag.USED_4)) // Flag.USED_1
    words = ("used" if has_bonus else f"used for {_signed(int(used))}",) if used else ()
    return words + tuple(word for flag, word in MARKS.items() if flags & flag)


def deal_words(treasures: int) -> str:
    """Return the text of a helper's share of the treasure."""
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
    spent = [card.name for side in (False, True) for card in view.spent(for_monsters=side)]
    if spent:
        lines.append(f"  spent: {', '.join(sorted(spent))}")
    return lines


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


def _question(view: View, seat: int | None) -> list[str]:
    if view.over:
        return []
    if view.asked is None:
        return ["Waiting for another player."]
    about = view.catalogue.worded(view.decision.row.to_all)
    lines = [f"Asked: {_who(seat, view.asked)}. {about[0].upper()}{about[1:]}{_details(view, seat)}"]
    if view.verb is not None and (seat is None or view.asked == seat):
        lines.append(f"Half-built action: {_begun(view)}, next: {_name(view.stage)}.")
    return lines


def _begun(view: View) -> str:
    """Return the verb of a unfinished action, and its card."""
    assert view.verb is not None
    verb = words_of(view.decision, view.verb) if view.verb == Verb.HAND_OVER else _name(view.verb)
    copy = int(view.record["move"]["card"])
    return f"{verb} ({view.catalogue.name_among(int(view.catalogue.tables[0]['type_of'][copy]))})" if copy else verb


def _details(view: View, seat: int | None) -> str:
    if not int(view.record["n_frames"]):
        return ""
    f = view.record["frame"][int(view.record["n_frames"]) - 1]
    held = Frame(int(f["kind"])).row.held
    if "filter" in held:
        what = Filter(int(f[SLOTS["filter"]])).name.lower().replace("_", " ")
        taken = TAKEN[Take(int(f[SLOTS["take"]]))]
        return f" ({int(f[SLOTS['left']])} more to be {taken}, {what} of {_who(seat, int(f['other']))})"
    if "owed" in held and not int(f[SLOTS["tax"]]):
        return view.catalogue.worded(f" ({int(f[SLOTS['owed']])} gold still owed)")
    if view.decision == Decision.ANSWER_SWAP:
        copy = int(f[SLOTS["card"]])
        card = view.catalogue.name(int(view.catalogue.tables[0]["type_of"][copy])) if copy else "a card"
        return f" ({card} of {_who(seat, int(f['seat']))})"
    if "looting" in held:
        return f" (the body of {_who(seat, int(f['seat']))})"
    return ""


def _answers(view: View) -> list[str]:
    legal = [f"  {answer.id}: {answer.words}" for answer in view.legal_moves()]
    return ["Legal actions:", *legal] if legal else []
