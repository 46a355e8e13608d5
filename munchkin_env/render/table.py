"""The table as text: one view, a hundred columns, no colours needed."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from munchkin_env.render.scene import Scene, SeenCard, SeenCombat, SeenPlayer, scene
from munchkin_env.render.transcript import Happening, Transcript
from munchkin_env.vocabulary import Event

WIDTH = 100


def table(view: Any, names: Sequence[str] = (), events: int = 5) -> str:
    """The table as one view shows it: the moment, the combat, each player, the last `events` sentences."""
    shown = scene(view, names)
    lines = [_title(shown), *_middle(shown)]
    for player in _around(shown):
        lines += _player(player, shown)
    if events:
        story = last_sentences(shown, view.catalogue, events)
        if story:
            lines += ["", *(_fit(f"  · {sentence}", 4) for sentence in story)]
    return "\n".join(lines)


def last_sentences(shown: Scene, catalogue: Any, count: int) -> list[str]:
    """The newest sentences of the story, oldest first."""
    told = Transcript(catalogue, [player.name for player in shown.players])
    return told.tell([Happening(Event(e[0]), *e[1:]) for e in shown.events])[-count:] if count else []


def _around(shown: Scene) -> list[SeenPlayer]:
    """Players in the order of play, the viewer first."""
    first = shown.seat or 0
    return [*shown.players[first:], *shown.players[:first]]


def _fit(text: str, indent: int) -> str:
    return "\n".join(wrap(text, WIDTH, subsequent_indent=" " * indent)) or text


def _title(shown: Scene) -> str:
    if shown.winners:
        winners = " and ".join(shown.players[p].name for p in shown.winners)
        what = f"{winners} won"
    else:
        what = f"{shown.players[shown.turn_seat].name}'s turn, {shown.moment}" if shown.turn else shown.moment
    head = f"── Round {shown.rounds} of {shown.round_limit}, first to level {shown.goal} ── {what} "
    return head + "─" * max(0, WIDTH - len(head))


def _middle(shown: Scene) -> list[str]:
    piles = []
    for (left, discarded, top), word in zip(shown.decks, ("doors", "treasures", "extra cards"), strict=False):
        pile = f", {discarded} discarded, {top} on top" if discarded else ""
        piles.append(f"{left} {word} left{pile}")
    lines = [_fit(f"   decks  {'; '.join(piles)}", 10)]
    if shown.combat:
        lines += _combat(shown.combat, shown)
    for word, text in (
        ("here", ", ".join(shown.aside)),
        ("spoils", ", ".join(shown.spoils)),
        ("die", str(shown.die) if shown.die else ""),
        ("offer", shown.offer),
    ):
        if text:
            lines.append(_fit(f"  {word:>6}  {text}", 10))
    return lines


def _combat(combat: SeenCombat, shown: Scene) -> list[str]:
    side = shown.players[combat.leader].name
    if combat.helper is not None:
        side += f" with {shown.players[combat.helper].name}"
        side += f" ({combat.deal} treasure{'' if combat.deal == 1 else 's'} promised)" if combat.deal else ""
    side += "".join(f" + {name}" for name in combat.for_players)
    foes = []
    for monster in combat.monsters:
        bonus = f" {monster.bonus:+d}" if monster.bonus else ""
        cards = f" ({', '.join(monster.enhancers)})" if monster.enhancers else ""
        foes.append(f"{monster.name} level {monster.level}{bonus}{cards}")
    beasts = "; ".join(foes) or "nobody left"
    beasts += "".join(f" + {name}" for name in combat.for_monsters)
    verdict = (
        "running away" if combat.fleeing else "the players are winning" if combat.winning else "the players are losing"
    )
    return [
        _fit(f"   FIGHT  {combat.players_strength:>3}  {side}", 15),
        _fit(f"      vs  {combat.monsters_strength:>3}  {beasts}", 15),
        f"          {verdict}",
    ]


def _player(player: SeenPlayer, shown: Scene) -> list[str]:
    marks = [
        mark for mark, on in (("in turn", player.in_turn), ("dead", player.dead), (player.role, player.role)) if on
    ]
    you = " (you)" if shown.seat == player.seat else ""
    tail = f"  [{', '.join(marks)}]" if marks else ""
    lines = ["", f"{'▶' if player.in_turn else ' '} {player.name}{you}: level {player.level}, {player.who}{tail}"]
    for word, cards in (("uses", player.in_use), ("bears", player.carried), ("cursed", player.troubles)):
        if cards:
            lines.append(_fit(f"  {word:>6}  {', '.join(_card(card, word == 'uses') for card in cards)}", 10))
    lines.append(_fit(f"    hand  {_hand(player)}", 10))
    return lines


def _card(card: SeenCard, in_use: bool = False) -> str:
    note = f" ({card.note})" if card.note else ""
    attached = f" with {' and '.join(card.attached)}" if card.attached else ""
    return card.name + note + attached + ("" if card.helps or not in_use else " [no use to him now]")


def _hand(player: SeenPlayer) -> str:
    known = ", ".join(_card(card) for card in player.hand)
    hidden = player.doors + player.treasures - len(player.hand)
    if not hidden:
        return known or "empty"
    backs = f"{player.doors} doors, {player.treasures} treasures"
    return f"{backs}; known: {known}" if known else backs


__all__ = ["last_sentences", "table"]
