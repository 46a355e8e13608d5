"""Table as text: one view, in a given width, without colours."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from munchkin_env.observation import View
from munchkin_env.observation.narration import Transcript
from munchkin_env.observation.scene import Scene, SeenCombat, SeenPlayer, ShownCard, scene
from munchkin_env.vocabulary import Deck

WIDTH = 100

PILES: dict[Deck, str] = {Deck.DOOR: "doors", Deck.TREASURE: "treasures", Deck.EXTRA: "extra cards"}
CURSED = {"curse": "cursed", "trap": "trapped"}  # roles of players, in the rulebook's words


class Line(NamedTuple):
    """A line before it is broken; its continuation lines begin `indent` columns from the left."""

    text: str
    indent: int = 4


def table(view: View, names: Sequence[str] = (), events: int = 5, width: int = WIDTH) -> str:
    """Return the table as one view shows it: the moment, the combat, each player, the last `events` sentences.

    width: columns, at least 20.
    """
    shown = scene(view, names)
    head = title(shown)
    lines = [Line(head + "─" * (width - len(head)))]
    for block in blocks(shown):
        lines += block
    if events:
        story = last_sentences(shown, view.catalogue, events)
        if story:
            lines += [Line(""), *(Line(f"  · {sentence}") for sentence in story)]
    return "\n".join(_fit(line, width) for line in lines)


def blocks(shown: Scene) -> list[list[Line]]:
    """Return the lines of the middle of the table, then each player in the order of play, the viewer first."""
    return [_middle(shown), *(_player(player, shown) for player in shown.around)]


def last_sentences(shown: Scene, catalogue: Any, count: int) -> list[str]:
    """Return the newest sentences of the story, oldest first."""
    told = Transcript(catalogue, [player.name for player in shown.players])
    return told.tell(shown.events)[-count:] if count else []


def _fit(line: Line, width: int) -> str:
    return "\n".join(wrap(line.text, width, subsequent_indent=" " * line.indent)) or line.text


def title(shown: Scene) -> str:
    """Return round, turn and moment, or the winners."""
    return f"── Round {shown.rounds} of {shown.round_limit} ── {shown.headline(', ')} "


def _middle(shown: Scene) -> list[Line]:
    piles = []
    for (left, discarded, top), word in zip(shown.decks, PILES.values(), strict=False):
        pile = f", {discarded} discarded, {top} on top" if discarded else ""
        piles.append(f"{left} {word} left{pile}")
    lines = [Line(f"    decks  {'; '.join(piles)}", 11)]
    for cards, word in zip(shown.tops, PILES.values(), strict=False):
        if cards:
            lines.append(Line(f"    known  on top of the {word}: {', '.join(map(_card, cards))}", 11))
    if shown.combat:
        lines += _combat(shown.combat, shown)
    for word, text in (
        ("room", shown.room),
        ("here", ", ".join(shown.aside)),
        ("spoils", ", ".join(shown.spoils)),
        ("die", die_of(shown)),
        ("offer", shown.offer),
    ):
        if text:
            lines.append(Line(f"  {word:>7}  {text}", 11))
    return lines


def die_of(shown: Scene) -> str:
    """Return the face of the die on the table, and the needed one; empty without a die."""
    if not shown.die:
        return ""
    return str(shown.die) if shown.needed is None else f"{shown.die} (needed {max(1, shown.needed)})"


def _combat(combat: SeenCombat, shown: Scene) -> list[Line]:
    side = shown.players[combat.leader].name
    if combat.helper is not None:
        side += f" with {shown.players[combat.helper].name}"
        side += f" ({combat.promised} promised)" if combat.promised else ""
    side += "".join(f" + {card.name}" for card in combat.for_players)
    foes = []
    for monster in combat.monsters:
        bonus = f" {monster.bonus:+d}" if monster.bonus else ""
        cards = f" ({', '.join(monster.enhancers)})" if monster.enhancers else ""
        foes.append(f"{monster.name} level {monster.level}{bonus}{cards}")
    beasts = "; ".join(foes) or "nobody left"
    beasts += "".join(f" + {card.name}" for card in combat.for_monsters)
    verdict = (
        "running away" if combat.fleeing else "the players are winning" if combat.winning else "the players are losing"
    )
    return [
        Line(f"    FIGHT  {combat.players_strength:>3}  {side}", 16),
        Line(f"       vs  {combat.monsters_strength:>3}  {beasts}", 16),
        Line(f"           {verdict}", 11),
    ]


def _player(player: SeenPlayer, shown: Scene) -> list[Line]:
    marks = [
        mark for mark, on in (("in turn", player.in_turn), ("dead", player.dead), (player.role, player.role)) if on
    ]
    you = " (you)" if shown.seat == player.seat else ""
    tail = f"  [{', '.join(marks)}]" if marks else ""
    who = f"{'▶' if player.in_turn else ' '} {player.name}{you}: level {player.level}, {player.who}{tail}"
    lines = [Line(""), Line(who)]
    in_play = [_card(card) + ("" if card.helps else " [no use now]") for card in player.in_use]
    troubles = (CURSED[shown.curse], map(_card, player.troubles))
    for word, cards in (("in play", in_play), ("carried", map(_card, player.carried)), troubles):
        text = ", ".join(cards)
        if text:
            lines.append(Line(f"  {word:>7}  {text}", 11))
    lines.append(Line(f"     hand  {_hand(player)}", 11))
    return lines


def _card(card: ShownCard) -> str:
    note = f" ({card.note})" if card.note else ""
    attached = f" with {' and '.join(card.attached)}" if card.attached else ""
    return card.name + note + attached


def _hand(player: SeenPlayer) -> str:
    known = ", ".join(_card(card) for card in player.hand)
    hidden = player.doors + player.treasures + player.extras - len(player.hand)
    if not hidden:
        return known or "empty"
    piles = ((player.doors, "door"), (player.treasures, "treasure"), (player.extras, "extra card"))
    backs = ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in piles if number)
    return f"{backs}; known: {known}" if known else backs
