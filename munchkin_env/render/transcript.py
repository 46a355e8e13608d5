"""Transcript of a game turn by turn, for one listener or for all.

Of cards drawn face down, only those of the listener's own hand are named, only to that listener.
"""

from collections import Counter
from collections.abc import Sequence

from munchkin_env.cards.compile import Catalogue
from munchkin_env.observation.narration import Narrator
from munchkin_env.observation.view import SeenEvent
from munchkin_env.render.scene import Scene
from munchkin_env.vocabulary import Event

CHANGES_NO_ROLL = (Event.ASKED, Event.ANSWERED, Event.CONCEDED, Event.ROLLED, Event.ESCAPED)


class Transcript(Narrator):
    """Story of one game, told as it goes on.

    `listen` takes the scene after one or more actions and returns the new sentences. Events older than the state's ring
    are lost; a line reports how many.
    """

    def __init__(self, catalogue: Catalogue, names: Sequence[str]) -> None:
        super().__init__(catalogue, names)
        self.heard = 0
        self.fresh: list[SeenEvent] = []  # sentences of the last `listen`
        self.hand: Counter[str] | None = None
        self.before: Scene | None = None  # scene of the last call

    def listen(self, scene: Scene) -> list[str]:
        """Return sentences for all events since the last call; headings begin with a dash."""
        missed = scene.event_count - self.heard - len(scene.events)
        fresh = scene.events[len(scene.events) - (scene.event_count - self.heard) :] if missed <= 0 else scene.events
        self.heard = scene.event_count
        lines = [f"({missed} events were too long ago)"] if missed > 0 else []
        self.fresh = [event._replace(needed=self._needed(i, fresh, scene)) for i, event in enumerate(fresh)]
        self.before = scene
        lines += self.tell(self.fresh)
        return lines + self._own_cards(scene)

    def _needed(self, i: int, events: Sequence[SeenEvent], scene: Scene) -> int | None:
        """Return the least face that succeeds for event `i`.

        The die may still be on the table. Otherwise it was taken off after the last scene, and the needed face of then
        counts, unless an event since may have changed it.
        """
        event = events[i]
        if event.kind != Event.ROLLED:
            return None
        if scene.die and not any(other.kind == Event.ROLLED for other in events[i + 1 :]):
            return scene.needed
        if self.before is None:
            return None
        assert event.seat is not None  # a player rolled
        if any(other.kind == Event.STOLE and other.seat == event.seat for other in events[:i]):
            return self.before.players[event.seat].steals
        if self.before.combat is None or any(other.kind not in CHANGES_NO_ROLL for other in events[:i]):
            return None
        ends = [other.card for other in events[i + 1 : i + 2] if other.kind in (Event.ESCAPED, Event.CAUGHT)]
        monsters = [one for one in self.before.combat.monsters if one.name in map(self.card, ends)]
        faces = {one.escape.get(event.seat) for one in monsters}
        return faces.pop() if len(faces) == 1 else None

    def _own_cards(self, scene: Scene) -> list[str]:
        """Return the new cards of the listener's hand."""
        if scene.seat is None:
            return []
        hand = Counter(card.name for card in scene.players[scene.seat].hand)
        before, self.hand = self.hand, hand
        new = hand - before if before is not None else hand
        if not new:
            return []
        return [f"  (to your hand: {', '.join(sorted(new.elements()))})"]


__all__ = ["Transcript"]
