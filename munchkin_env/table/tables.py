"""The tables of a server: who may look with whose eyes, and games that outlive it on disk.

A token is drawn for each seat of a person and one for onlookers. What is written down are their hashes alone.
"""

import base64
import binascii
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from munchkin_env.bots import Bot
from munchkin_env.envs.opponents import own_copy
from munchkin_env.errors import ConfigError, MunchkinError, SaveError, shown
from munchkin_env.game import Game
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.table.live import LiveTable
from munchkin_env.table.recording import PUBLIC

FORMAT = "munchkin-table"
VERSION = 1
HUMAN = "human"
TOKEN_BYTES = 18
IDLE = 2 * 3600.0  # seconds without an answer after which a table leaves the memory; its file stays


@dataclass
class _Place:
    """A table, where its game is kept, and who has which token."""

    file: Path | None
    tokens: dict[str, int | str]
    """By hash of the token: the seat, or PUBLIC."""
    table: LiveTable | None
    words: list[str] = field(default_factory=list)
    """By seat, who plays it."""


class Tables:
    """All tables of a server, by token.

    folder: where games are kept; None keeps none. hints: whose answers are hints. timer: seconds for an answer, 0 for
    as long as one likes. Raises ConfigError for a folder that can't be written.
    """

    def __init__(self, folder: Path | None = None, hints: str = "veteran", timer: float = 0.0) -> None:
        self.folder = folder
        self.hints = hints
        self.timer = timer
        self._places: list[_Place] = []
        if folder is not None:
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise ConfigError(f"folder: expected one that can be written, got {shown(str(folder))}") from error
            self._places = [self._read_tokens(file) for file in sorted(folder.glob("*.json"))]

    def open(self, game: Game, players: Sequence[str], names: Sequence[str]) -> dict[int | str, str]:
        """A new table; players: by seat, a bot or "human". Returns the tokens: by seat of a person, and PUBLIC.

        Raises what `make_bot` raises.
        """
        table = self._table(game, players, names)
        viewers: list[int | str] = [seat for seat, word in enumerate(players) if word == HUMAN]
        tokens = {viewer: secrets.token_urlsafe(TOKEN_BYTES) for viewer in [*viewers, PUBLIC]}
        file = None if self.folder is None else self.folder / f"{secrets.token_hex(8)}.json"
        place = _Place(file, {hash_of(token): viewer for viewer, token in tokens.items()}, table, list(players))
        self._places.append(place)
        self.keep(table)
        return tokens

    def find(self, token: object) -> tuple[LiveTable, int | str] | None:
        """The table of a token, and whose eyes it gives; None for one that is none. Raises SaveError for a table whose
        file can't be read."""
        if not isinstance(token, str) or len(token) > 100:
            return None
        wanted = hash_of(token)
        for place in self._places:
            for known, viewer in place.tokens.items():
                if secrets.compare_digest(known, wanted):
                    if place.table is None:
                        place.table = self._read_table(place)
                    return place.table, viewer
        return None

    def keep(self, table: LiveTable) -> None:
        """Writes the game of a table to its file, whole or not at all."""
        place = self._place_of(table)
        if place.file is None:
            return
        text = json.dumps({
            "format": FORMAT, "version": VERSION, "players": list(place.words), "names": list(table.names),
            "tokens": place.tokens, "game": base64.b64encode(table.game.save()).decode(),
        })  # fmt: skip
        fresh = place.file.with_suffix(".new")
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)  # all hands are in it: for nobody else on this machine
        os.replace(fresh, place.file)

    def leave(self, table: LiveTable, seat: int) -> None:
        """A person gives a seat up to whoever gives hints. Raises IllegalAction if it is a bot's."""
        table.leave(seat, called(self.hints))
        self._place_of(table).words[seat] = self.hints
        self.keep(table)

    def running(self) -> list[LiveTable]:
        """The tables in memory."""
        return [place.table for place in self._places if place.table is not None]

    def rest(self, idle: float = IDLE, now: Callable[[], float] = time.monotonic) -> list[LiveTable]:
        """Saves tables that nobody has answered at for so long, and takes them from the memory; returns them."""
        old = [table for table in self.running() if now() - table.used > idle]
        for table in old:
            self.keep(table)
            place = self._place_of(table)
            if place.file is not None:
                place.table = None
            else:
                self._places.remove(place)
        return old

    def _place_of(self, table: LiveTable) -> _Place:
        return next(place for place in self._places if place.table is table)

    def _table(self, game: Game, players: Sequence[str], names: Sequence[str]) -> LiveTable:
        played = spec(**game.config.as_dict())
        made: dict[str, Bot] = {}
        for word in {*players, self.hints} - {HUMAN}:
            made[word] = make_bot(word, for_game=played, carry=False)
            made[word].check(played)
        bots = [None if word not in made else _of_a_seat(made[word]) for word in players]
        table = LiveTable(game, bots, made[self.hints], names, [called(word) for word in players])
        table.timer = self.timer
        return table

    # ------------------------------------------------------------------ files

    def _read_tokens(self, file: Path) -> _Place:
        found = _read(file)
        return _Place(file, dict(found["tokens"]), None, list(found["players"]))

    def _read_table(self, place: _Place) -> LiveTable:
        assert place.file is not None
        found = _read(place.file)
        try:
            game = Game.load(base64.b64decode(found["game"], validate=True))
            return self._table(game, place.words, found["names"])
        except (MunchkinError, binascii.Error) as error:
            raise SaveError(f"table: expected a game in {shown(str(place.file))}, got {error}") from error


def _read(file: Path) -> Mapping[str, Any]:
    """A table's file. Raises SaveError for anything else."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise SaveError(f"table: expected the file of a table, got {shown(str(file))} ({error})") from error
    kinds = {"format": str, "version": int, "players": list, "names": list, "tokens": dict, "game": str}
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SaveError(f"table: expected the file of a table, got {shown(str(file))}")
    if found.get("version") != VERSION:
        raise SaveError(f"version: expected {VERSION}, got {shown(found.get('version'))} in {shown(str(file))}")
    for name, kind in kinds.items():
        if not isinstance(found.get(name), kind):
            raise SaveError(f"{name}: expected {kind.__name__}, got {shown(found.get(name))} in {shown(str(file))}")
    seats = len(found["players"])
    for viewer in found["tokens"].values():
        if viewer != PUBLIC and not (type(viewer) is int and 0 <= viewer < seats):
            raise SaveError(f"tokens: expected seats and {PUBLIC!r}, got {shown(viewer)} in {shown(str(file))}")
    return found


def called(word: str) -> str:
    """What guests are told of who plays: of a policy's file its name, not where it lies on this machine."""
    return PurePath(word).name


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _of_a_seat(bot: Bot) -> Bot:
    """The bot with a memory of its own: one that remembers must not tell a seat what it has seen at another."""
    bot.reset()
    return own_copy(bot)


__all__ = ["HUMAN", "IDLE", "Tables"]
