"""Recorder of a game as a replay: a frame for each moment that its viewer can tell from the one before.

A recorder looks at a game between its actions. Without a viewer it keeps all events, a frame per decision. One that
records for a seat keeps only what that seat may know, and no more moments than it may count. The reactions of others
and the number of their actions are hidden (WINDOW-3), so a frame begins only where its own seat is asked or where all
see who has to decide.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol
from unicodedata import category

import numpy as np

from munchkin_env import versions
from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain import explain
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0
from munchkin_env.errors import ConfigError, shown
from munchkin_env.game.answers import Labels
from munchkin_env.game.rules_text import rules_of
from munchkin_env.observation import View, is_noticed
from munchkin_env.observation.narration import Transcript
from munchkin_env.observation.scene import note_of, scene, seat_names
from munchkin_env.replays.replay import FORMAT, VERSION, Replay
from munchkin_env.replays.snapshot import Parts, changed, private_parts, public_parts, reason
from munchkin_env.vocabulary import Event

if TYPE_CHECKING:
    from munchkin_env.game.game import Game
    from munchkin_env.observation.view import SeenEvent

PUBLIC = "public"
"""Viewer without a seat, who sees what everybody sees."""

MARKS: dict[Event, str] = {  # events that a reader jumps to
    Event.TURN: "turn",
    Event.COMBAT: "combat",
    Event.HELPS: "deal",
    Event.OFFERED: "deal",
    Event.DIED: "death",
    Event.LEVEL_UP: "level",
    Event.LEVEL_DOWN: "level",
}

Viewer = int | str | None
MOST_OF_NAME, MOST_OF_PLAYER = 80, 200  # characters, as in `replay.schema.json`
NO_LINE = ("Cc", "Cs", "Zl", "Zp")  # Unicode's controls, halves of characters, ends of lines
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # characters that turn the direction of the text


class Thinker(Protocol):
    """Object that gives a player's thoughts on the pending decision (`replays.thinking`)."""

    def think(self, game: "Game") -> Parts:
        """Return thoughts on the pending decision; none if there is nothing to say."""


class Recorder:
    """Recorder of the frames of one game, as one viewer sees it, while it goes on.

    viewer: a seat, PUBLIC, or None for everything. names, players: by seat, the shown names and the players' names.
    thinkers: by seat, whose thoughts are kept beside the decisions. Raises ConfigError for another viewer, and for
    another number of names or players than seats.
    """

    def __init__(
        self,
        game: "Game",
        viewer: Viewer = None,
        names: Sequence[str] = (),
        bots: Sequence[str] = (),
        thinkers: Mapping[int, Thinker] | None = None,
    ) -> None:
        check_viewer(viewer, game.config.players)
        check_by_seat("names", names, game.config.players, 1, MOST_OF_NAME)
        check_by_seat("bots", bots, game.config.players, 0, MOST_OF_PLAYER)
        self.viewer = int(viewer) if isinstance(viewer, np.integer) else viewer
        self.names = seat_names(game.config.players, names)
        self.players = [bots[p] if p < len(bots) else "" for p in range(game.config.players)]
        self.thinkers = thinkers or {}
        self.frames: list[Parts] = []
        self._told = Transcript(game.catalogue, self.names)
        self._public: Parts = {}
        self._private: dict[int, Parts] = {}

    def look(self, game: "Game") -> Parts | None:
        """Note the present state of the game.

        Return the new frame, None if the viewer cannot tell it from the last one.
        """
        own = self._sees_decision(game)
        if self.frames and not is_noticed(game, self.viewer):  # the first moment is everybody's
            return None
        frame: Parts = {}
        shown = scene(View.public(game.position, game.catalogue), self.names)
        public = public_parts(shown)
        _put(frame, "public", changed(self._public, public))
        self._public = public
        lines = self._told.listen(shown)
        _put(frame, "told", lines)
        _put(frame, "marks", list(dict.fromkeys(MARKS[e.kind] for e in self._told.fresh if e.kind in MARKS)))
        _put(frame, "private", self._look_into_hands(game))
        if own:
            frame["decision"] = self._decision(game)
        if not frame and self.frames and self.viewer is not None:
            return None
        self.frames.append(frame)
        return frame

    @property
    def fresh(self) -> Sequence["SeenEvent"]:
        """Return the transcript of the newest look."""
        return self._told.fresh

    def answer(self, action: int) -> None:
        """Note the action for the last noted decision, if the viewer sees it."""
        if self.frames and "decision" in self.frames[-1] and "answer" not in self.frames[-1]["decision"]:
            self.frames[-1]["decision"]["answer"] = int(action)

    def replay(self, game: "Game") -> Replay:
        """Return the noted frames as a replay."""
        return Replay(self.head(game) | {"frames": self.frames, "result": self.result(game)})

    def head(self, game: "Game") -> Parts:
        """Return all of a replay except its frames and its result."""
        from munchkin_env import __version__

        return {
            "format": FORMAT,
            "version": VERSION,
            "versions": {
                "package": __version__,
                "rules": versions.RULES_VERSION,
                "observation": versions.OBSERVATION_VERSION,
                "actions": versions.ACTION_VERSION,
            },
            "catalogue": game.catalogue.hash,
            "settings": game.config.as_dict() if self.viewer is None else shared_settings(game),
            "seed": str(game.seed) if self.viewer is None and game.seed is not None else None,
            "viewer": self.viewer,
            "names": list(self.names),
            "players": list(self.players),
            "cards": cards_of(game.catalogue),
            "ids": {"seats": SEAT0, "places": PLACE0, "amounts": AMOUNT0, "cards": CARD0},
            "rules": [list(line) for line in rules_of(View.public(game.position, game.catalogue))],
            "piles": [int(cards) for cards in game.catalogue.tables[0]["deck_cards"]],
        }

    def result(self, game: "Game") -> Parts | None:
        """Return the winners and the reason of the end; None while the game goes on."""
        if not game.is_terminal:
            return None
        return {"winners": list(game.winners), "words": reason(game, self.names)}

    def _sees_decision(self, game: "Game") -> bool:
        return game.current_player is not None and self.viewer in (None, game.current_player)

    def _look_into_hands(self, game: "Game") -> dict[str, Parts]:
        seats = range(game.config.players) if self.viewer is None else [self.viewer]
        found: dict[str, Parts] = {}
        for seat in seats:
            if isinstance(seat, int):
                parts = private_parts(View.of(game, seat))
                _put(found, str(seat), changed(self._private.get(seat, {}), parts))
                self._private[seat] = parts
        return found

    def _decision(self, game: "Game") -> Parts:
        """Return the acting seat's question and its actions, in words and numbers."""
        assert game.current_player is not None
        told = Labels.of(game, game.current_player, self.names)
        decision: Parts = {
            "seat": game.current_player,
            "kind": game.decision.name,
            "stage": game.stage.name,
            "question": told.question(),
            "legal": [[int(action), told.named(int(action))] for action in game.legal_actions()],
        }
        thinker = self.thinkers.get(game.current_player)
        if thinker is not None:
            _put(decision, "thought", thinker.think(game))
        return decision


def _put(parts: Parts, name: str, value: Any) -> None:
    """Add a value unless it is empty."""
    if value:
        parts[name] = value


def check_viewer(viewer: object, players: int) -> None:
    """Raise ConfigError unless it is a seat, PUBLIC or None."""
    is_seat = isinstance(viewer, int | np.integer) and not isinstance(viewer, bool) and 0 <= viewer < players
    if not is_seat and viewer is not None and not (isinstance(viewer, str) and viewer == PUBLIC):
        raise ConfigError(f"seat: expected 0 to {players - 1}, {PUBLIC!r} or None, got {shown(viewer)}")


def shared_settings(game: "Game") -> Parts:
    """Return the settings for other machines: of own editions the names, not their folders on this one."""
    settings = game.config.as_dict()
    return {**settings, "editions": [PurePath(edition).name for edition in settings["editions"]]}


def check_by_seat(what: str, words: object, players: int, least: int, most: int) -> None:
    """Raise ConfigError for invalid names, or another number than seats, and for lengths that a replay cannot have."""
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        raise ConfigError(f"{what}: expected a list of words by seat, got {shown(words)}")
    if len(words) not in (0, players):
        raise ConfigError(f"{what}: expected none, or one for each of {players} seats, got {len(words)}")
    for word in words:
        if not is_line(word, least, most):
            raise ConfigError(f"{what}: expected {least} to {most} characters on one line, got {shown(word)}")


def is_line(word: str, least: int, most: int) -> bool:
    """Return True for so many printable characters on one line, not all blank, without controls and halves."""
    controls = any(category(sign) in NO_LINE or sign in TURNS for sign in word)
    return len(word) <= most and len(word.strip()) >= least and not controls


def unanswered(frame: Parts) -> Parts:
    """Return a frame as it was before its decision was answered."""
    if "answer" not in frame.get("decision", ()):
        return frame
    return {**frame, "decision": {name: part for name, part in frame["decision"].items() if name != "answer"}}


def cards_of(catalogue: Catalogue) -> list[Parts | None]:
    """Return the facts of each card type for a reader; the first is none."""
    return [
        None
        if card is None
        else {
            "name": card.name,
            "kind": card.kind.name.lower().replace("_", " "),
            "deck": int(card.deck),
            "note": note_of(card, catalogue),
            "text": explain(catalogue, type_),
        }
        for type_, card in enumerate(catalogue.cards)
    ]


def record(
    game: "Game",
    viewer: Viewer = None,
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    thinkers: Mapping[int, Thinker] | None = None,
) -> Replay:
    """Return the whole game so far as a replay: it is played again from its beginning.

    Raises ConfigError for a viewer that is not there, and for a game whose beginning is not known (a resampled one).
    """
    check_viewer(viewer, game.config.players)
    return recorded(game, Recorder(game, viewer, names, bots, thinkers)).replay(game)


def recorded(game: "Game", recorder: Recorder) -> Recorder:
    """Return the recorder, after it has seen the whole game so far, played again from its beginning."""
    again = game.at(0)
    recorder.look(again)
    for _, action in game.history:
        recorder.answer(action)
        again.step(action)
        recorder.look(again)
    return recorder


def record_moment(game: "Game") -> Replay:
    """Return the present state of the game, as a replay of one frame."""
    recorder = Recorder(game)
    recorder.look(game)
    return recorder.replay(game)
