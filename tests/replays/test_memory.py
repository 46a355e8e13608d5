"""A bot that remembers plays each of its seats by what it has seen there."""

import munchkin_env as mk
from munchkin_env.server.tables import Tables


class Remembering(mk.Bot):
    """A bot that notes each seat that it is asked for."""

    def __init__(self):
        self.seats = []

    def act(self, view, mask, rng):
        self.seats.append(view.seat)
        return int(mask.nonzero()[0][0])

    def reset(self):
        self.seats.clear()


def test_bots_of_two_seats_share_no_memory(monkeypatch):
    monkeypatch.setattr("munchkin_env.server.tables.make_bot", lambda *_, **__: Remembering())
    tables = Tables()
    tables.open(mk.Game(players=3, seed=7), ("noted", "noted", "human"), ("Anna", "Bob", "Cleo"))
    (table,) = tables.running()
    first, second = table.bots[:2]
    assert first is not second
    assert first.seats is not second.seats
