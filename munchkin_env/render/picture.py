"""Picture of the table: players around, the fight in the middle, the last events beside it. Needs Pillow."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.errors import ConfigError, needing
from munchkin_env.observation import View
from munchkin_env.observation.scene import Scene, SeenCombat, SeenPlayer, ShownCard, scene
from munchkin_env.render.table import last_sentences
from munchkin_env.vocabulary import Deck, Kind, kinds_that

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

    Font = FreeTypeFont | ImageFont

WIDTH, HEIGHT = 1440, 900
FINE = 2  # drawn at twice the size, then made smaller: smooth edges without a vector library
MARGIN = 16
TITLE = 46
PANEL = 254  # height of a player's panel

Color = tuple[int, int, int]
FELT: Color = (41, 78, 64)
FELT_DARK: Color = (31, 61, 50)
PAPER: Color = (246, 239, 222)
PAPER_DIM: Color = (222, 214, 197)
INK: Color = (44, 36, 28)
SOFT: Color = (122, 108, 90)
GOLD: Color = (231, 178, 58)
RED: Color = (178, 52, 44)
GREEN: Color = (54, 124, 74)
BLUE: Color = (52, 94, 148)
DOOR: Color = (128, 82, 48)
TREASURE: Color = (196, 148, 40)
WHITE: Color = (255, 255, 255)
PLAIN_CARD: Color = (232, 224, 206)
KIND_COLORS: dict[Kind, Color] = {
    **dict.fromkeys(Kind, PLAIN_CARD),
    **dict.fromkeys(kinds_that("identity"), (190, 209, 226)),
    **dict.fromkeys(kinds_that("strikes"), (233, 190, 182)),
    Kind.MONSTER: (203, 187, 165),
    Kind.MUTATION: (202, 226, 186),
    Kind.ENHANCER: (203, 187, 165),
    Kind.ITEM: (240, 218, 160),
    Kind.ONE_SHOT: (228, 210, 232),
    Kind.LEVEL: (202, 226, 186),
}
BACKS: dict[Deck, tuple[Color, str, str]] = {  # of cards in hand and of piles: colour, letter, word
    Deck.DOOR: (DOOR, "D", "doors"),
    Deck.TREASURE: (TREASURE, "T", "treasures"),
    Deck.EXTRA: (BLUE, "E", "extra"),
}

Box = tuple[float, float, float, float]


def picture(view: View, names: Sequence[str] = ()) -> np.ndarray:
    """Return the table as one view shows it, uint8[900, 1440, 3]. Raises MissingExtra if Pillow is not installed."""
    return np.asarray(draw(view, names))


def save_picture(view: View, path: str, names: Sequence[str] = ()) -> None:
    """Write the picture to a file; its ending selects the format."""
    draw(view, names).save(path)


def check_picture(path: str) -> None:
    """Raise ConfigError for an ending by which Pillow writes no coloured pictures, MissingExtra without Pillow."""
    with needing("render", "pictures"):
        from PIL import Image
    known = Image.registered_extensions()
    name = known.get(Path(path).suffix.lower(), "")
    try:
        Image.new("RGB", (WIDTH // 10, HEIGHT // 10)).save(BytesIO(), name)
    except (KeyError, OSError, ValueError) as error:
        raise ConfigError(
            f"picture: expected a file of a format that Pillow writes, such as table.png, got {path!r}"
        ) from error


def draw(view: View, names: Sequence[str] = ()) -> "Image":
    """Return the picture as a Pillow image."""
    with needing("render", "pictures"):
        from PIL import Image, ImageDraw
    shown = scene(view, names)
    sheet = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), FELT)
    painter = _Painter(ImageDraw.Draw(sheet))
    _title(painter, shown)
    for player, box in _places(shown):
        _player(painter, player, shown, box)
    top, bottom = TITLE + MARGIN + PANEL + MARGIN, HEIGHT - MARGIN - PANEL - MARGIN
    _middle(painter, shown, (MARGIN, top, 850, bottom))
    _story(painter, shown, view.catalogue, (850 + MARGIN, top, WIDTH - MARGIN, bottom))
    return sheet.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


class _Painter:
    """Shapes and words in the picture's own units."""

    def __init__(self, pen: "ImageDraw") -> None:
        self.pen = pen
        self.fonts: dict[int, Font] = {}

    def font(self, size: int) -> "Font":
        from PIL import ImageFont

        if size not in self.fonts:
            self.fonts[size] = ImageFont.load_default(size * FINE)
        return self.fonts[size]

    def box(
        self, box: Box, fill: Color | None, outline: Color | None = None, width: float = 1, round_: float = 8
    ) -> None:
        self.pen.rounded_rectangle(
            [v * FINE for v in box], round_ * FINE, fill=fill, outline=outline, width=int(width * FINE)
        )

    def disc(self, x: float, y: float, r: float, fill: Color) -> None:
        area = [v * FINE for v in (x - r, y - r, x + r, y + r)]
        self.pen.ellipse(area, fill=fill)

    def width(self, text: str, size: int) -> float:
        return self.pen.textlength(text, self.font(size)) / FINE

    def cut(self, text: str, size: int, room: float) -> str:
        """Return the text, shortened with dots to fit."""
        if self.width(text, size) <= room:
            return text
        while text and self.width(text + "…", size) > room:
            text = text[:-1]
        return text.rstrip() + "…"

    def lines(self, text: str, size: int, room: float) -> list[str]:
        """Return the text broken into lines that fit."""
        lines: list[str] = []
        for word in text.split():
            if lines and self.width(f"{lines[-1]} {word}", size) <= room:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def text(
        self, x: float, y: float, text: str, size: int, fill: Color = INK, anchor: str = "lm", bold: bool = False
    ) -> None:
        self.pen.text(
            (x * FINE, y * FINE),
            text,
            fill=fill,
            font=self.font(size),
            anchor=anchor,
            stroke_width=int(bold),
            stroke_fill=fill,
        )


# --------------------------------------------------------------------------- frame


def _title(p: _Painter, shown: Scene) -> None:
    p.box((0, 0, WIDTH, TITLE), FELT_DARK, round_=0)
    what = shown.headline("  ·  ")
    p.text(MARGIN, TITLE / 2, what[0].upper() + what[1:], 24, WHITE, bold=True)
    p.text(WIDTH - MARGIN, TITLE / 2, f"round {shown.rounds}  ·  level {shown.goal} wins", 17, PAPER_DIM, "rm")


def _places(shown: Scene) -> list[tuple[SeenPlayer, Box]]:
    """Return a box for each player: the viewer at the bottom, play going round clockwise."""
    below = len(shown.players) // 2
    above = len(shown.players) - below
    low, high = HEIGHT - MARGIN - PANEL, TITLE + MARGIN
    row_below = _row(below, low)[::-1]  # the next player is on the left of the viewer
    return list(zip(shown.around, row_below + _row(above, high), strict=True))


def _row(count: int, y: float) -> list[Box]:
    width = (WIDTH - MARGIN * (count + 1)) / count
    width, spare = min(width, 900.0), max(0.0, width - 900.0)
    left = MARGIN + spare / 2
    return [(left + i * (width + MARGIN), y, left + i * (width + MARGIN) + width, y + PANEL) for i in range(count)]


# --------------------------------------------------------------------------- players


def _player(p: _Painter, player: SeenPlayer, shown: Scene, box: Box) -> None:
    x0, y0, x1, y1 = box
    edge = GOLD if player.in_turn and not shown.winners else FELT_DARK
    p.box(box, PAPER_DIM if player.dead else PAPER, edge, 5 if edge == GOLD else 2, 12)
    p.disc(x0 + 42, y0 + 40, 29, SOFT if player.dead else RED if player.seat in shown.winners else INK)
    p.text(x0 + 42, y0 + 37, str(player.level), 30, WHITE, "mm", bold=True)
    p.text(x0 + 42, y0 + 58, "level", 10, PAPER_DIM, "mm")
    marks = _marks(player, shown)
    marks_width = sum(p.width(word, 13) + 26 for word, _ in marks)
    name = player.name + (" (you)" if shown.seat == player.seat else "")
    p.text(x0 + 84, y0 + 28, p.cut(name, 23, x1 - x0 - 100 - marks_width), 23, bold=True)
    p.text(x0 + 84, y0 + 54, p.cut(player.who, 17, x1 - x0 - 100), 17, SOFT)
    right = x1 - 12
    for word, color in marks:
        wide = p.width(word, 13) + 18
        p.box((right - wide, y0 + 14, right, y0 + 38), color, round_=12)
        p.text(right - wide / 2, y0 + 26, word, 13, WHITE, "mm", bold=True)
        right -= wide + 8
    groups = [("in play", player.in_use, True), ("carried", player.carried, False)]
    groups = [group for group in [*groups, (f"{shown.curse}s", player.troubles, True)] if group[1]]
    y, rows = y0 + 76.0, 4
    for i, (word, cards, solid) in enumerate(groups):
        used = _chips(p, word, cards, (x0 + 14, y, x1 - 12), solid, rows - (len(groups) - 1 - i))
        y += used * (CHIP + 4) + 2
        rows -= used
    if not groups:
        p.text(x0 + 14, y + 12, "nothing on the table", 15, SOFT)
    _hand(p, player, (x0 + 14, y1 - 50, x1 - 12, y1 - 10))


def _marks(player: SeenPlayer, shown: Scene) -> list[tuple[str, Color]]:
    """Return the marks that set the player apart now, most important first."""
    marks: list[tuple[str, Color]] = []
    if player.seat in shown.winners:
        marks.append(("WINNER", RED))
    if player.dead:
        marks.append(("DEAD", INK))
    if player.role:
        marks.append((player.role.upper(), BLUE))
    if player.in_turn and not shown.winners:
        marks.append(("TURN", (176, 128, 20)))
    return marks


CHIP = 25.0


def _chips(
    p: _Painter, word: str, cards: Sequence[ShownCard], place: tuple[float, float, float], solid: bool, most: int
) -> int:
    """Draw cards as labels in at most `most` rows from (x, y) to the right edge; return the rows used."""
    x0, y, x1 = place
    p.text(x0, y + CHIP / 2, word, 13, SOFT)
    left = x0 + 58
    x, row = left, 1
    for i, card in enumerate(cards):
        wide = p.width(_label(card), 14) + 16
        more = 62 if row == most and i + 1 < len(cards) else 0  # room for the number of cards not shown
        if x > left and x + wide + more > x1:
            if row == most:
                p.text(x + 2, y + CHIP / 2, f"{len(cards) - i} more", 14, SOFT, bold=True)
                break
            x, y, row = left, y + CHIP + 4, row + 1
        label = p.cut(_label(card), 14, x1 - x - 16)
        wide = p.width(label, 14) + 16
        color = KIND_COLORS[card.kind]
        p.box((x, y, x + wide, y + CHIP), color if solid else None, color if solid else (190, 172, 130), 1.5, 6)
        p.text(x + 8, y + CHIP / 2, label, 14, INK if card.helps or not solid else SOFT)
        x += wide + 6
    return row


def _label(card: ShownCard) -> str:
    note = f"  {card.note}" if card.note and card.kind != Kind.CURSE else ""
    return card.name + note + "".join(f" + {name}" for name in card.attached)


def _hand(p: _Painter, player: SeenPlayer, box: Box) -> None:
    """Draw backs of the hidden cards, names of those that the viewer knows."""
    x0, y0, x1, y1 = box
    middle = (y0 + y1) / 2
    p.pen.line([x0 * FINE, (y0 - 6) * FINE, x1 * FINE, (y0 - 6) * FINE], fill=(214, 203, 180), width=FINE)
    total = player.doors + player.treasures + player.extras
    p.text(x0, middle, "hand", 13, SOFT)
    if total == 0:
        p.text(x0 + 58, middle, "empty", 15, SOFT)
        return
    x = x0 + 58
    step = min(30.0, 200.0 / total)
    for i in range(total):
        color, letter, _ = BACKS[Deck((i >= player.doors) + (i >= player.doors + player.treasures))]
        p.box((x, y0, x + 28, y1), color, PAPER, 1.5, 4)
        p.text(x + 14, middle, letter, 16, PAPER, "mm", bold=True)
        x += step
    x += 36 - step if step < 30 else 6
    note = ", ".join(card.name for card in player.hand) if player.hand else f"{total} card{'' if total == 1 else 's'}"
    if 0 < len(player.hand) < total:
        note = f"known: {note}"
    lines = p.lines(note, 13, x1 - x)
    if len(lines) > 3:
        lines = [*lines[:2], p.cut(" ".join(lines[2:]), 13, x1 - x)]
    for i, line in enumerate(lines):
        p.text(x, middle + (i - (len(lines) - 1) / 2) * 16, line, 13, INK if player.hand else SOFT)


# --------------------------------------------------------------------------- the middle


def _middle(p: _Painter, shown: Scene, box: Box) -> None:
    x0, y0, x1, y1 = box
    p.box(box, FELT_DARK, round_=12)
    _piles(p, shown, (x0 + 14, y1 - 62, x1 - 14, y1 - 12))
    area = (x0 + 14, y0 + 12, x1 - 14, y1 - 74)
    if shown.combat:
        _combat(p, shown.combat, shown, area)
    else:
        _quiet(p, shown, area)


def _combat(p: _Painter, combat: SeenCombat, shown: Scene, box: Box) -> None:
    x0, y0, x1, y1 = box
    half = (x0 + x1) / 2
    players_won = combat.winning and not combat.fleeing
    sides = (
        (x0, half - 32, combat.players_strength, players_won),
        (half + 32, x1, combat.monsters_strength, not players_won),
    )
    for left, right, strength, leads in sides:
        p.box((left, y0, right, y1), PAPER, GOLD if leads else None, 4, 10)
        p.text(
            (left + right) / 2,
            y0 + 34,
            str(strength),
            46,
            (GREEN if left == x0 else RED) if leads else SOFT,
            "mm",
            bold=True,
        )
    p.text(half, y0 + 34, "vs", 22, WHITE, "mm", bold=True)
    verdict = "running away" if combat.fleeing else "winning" if combat.winning else "losing"
    p.text(half, y0 + 62, verdict, 14, GOLD, "mm")
    heroes = [shown.players[combat.leader].name]
    if combat.helper is not None:
        price = f" for {combat.promised}" if combat.promised else ""
        heroes.append(f"with {shown.players[combat.helper].name}{price}")
    heroes += [f"+ {card.name}" for card in combat.for_players]
    beasts = []
    for monster in combat.monsters:
        beasts.append(f"{monster.name}  level {monster.level}{f' {monster.bonus:+d}' if monster.bonus else ''}")
        beasts += [f"   + {name}" for name in monster.enhancers]
    beasts += [f"+ {card.name}" for card in combat.for_monsters] or ([] if beasts else ["no monster is left"])
    for (left, right, _, _), words in zip(sides, (heroes, beasts), strict=True):
        room = int((y1 - y0 - 72) // 23)
        if len(words) > room:
            words = [*words[: room - 1], f"and {len(words) - room + 1} more"]
        for i, word in enumerate(words):
            big = i == 0 or not word.lstrip().startswith("+")
            p.text(
                left + 14, y0 + 78 + i * 23, p.cut(word, 17, right - left - 24), 17, INK if big else SOFT, bold=i == 0
            )


def _quiet(p: _Painter, shown: Scene, box: Box) -> None:
    """Draw the table without a combat: the current activity, and the open cards."""
    x0, y0, x1, y1 = box
    facts = [shown.offer] if shown.offer else []
    facts += [f"resolving {name}" for name in shown.aside]
    facts += [f"treasure to share: {', '.join(shown.spoils)}"] if shown.spoils else []
    words = facts or [shown.moment]
    lines = [line for word in words for line in p.lines(word, 24, x1 - x0 - 40)][:5]
    for i, line in enumerate(lines):
        y = (y0 + y1) / 2 + (i - (len(lines) - 1) / 2) * 32
        p.text((x0 + x1) / 2, y, line, 24, PAPER if facts else PAPER_DIM, "mm")


def _piles(p: _Painter, shown: Scene, box: Box) -> None:
    x, y0, x1, y1 = box
    middle = (y0 + y1) / 2
    for (left, discarded, top), (color, _, word) in zip(shown.decks, BACKS.values(), strict=False):
        p.box((x, y0, x + 36, y1), color, PAPER, 2, 5)
        p.text(x + 18, middle, str(left), 17, WHITE, "mm", bold=True)
        p.text(x + 46, middle - 10, word, 15, PAPER)
        discards = f"{discarded} discarded: {top}" if discarded else "no discards"
        p.text(x + 46, middle + 11, p.cut(discards, 13, 210), 13, PAPER_DIM)
        x += 275
    if shown.die:
        p.box((x1 - 48, y0 + 1, x1, y0 + 49), WHITE, INK, 2, 9)
        p.text(x1 - 24, middle, str(shown.die), 28, INK, "mm", bold=True)
        p.text(x1 - 58, middle, "die", 15, PAPER, "rm")


def _story(p: _Painter, shown: Scene, catalogue: Any, box: Box) -> None:
    """Draw the last sentences, the newest at the bottom."""
    x0, y0, x1, y1 = box
    p.box(box, FELT_DARK, round_=12)
    p.text(x0 + 16, y0 + 22, "What happened", 15, GOLD, bold=True)
    room = int((y1 - y0 - 50) // 20)
    rows: list[tuple[str, bool]] = []
    for sentence in last_sentences(shown, catalogue, room):
        heading = sentence.startswith("─")
        rows += [(line, heading) for line in p.lines(sentence.lstrip("─ "), 15, x1 - x0 - 32)]
    for i, (line, heading) in enumerate(rows[-room:]):
        p.text(x0 + 16, y0 + 48 + i * 20, line, 15, GOLD if heading else PAPER)
