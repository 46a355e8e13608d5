"""Moves of scenarios: everybody passes, the leader wins, loses or flees, a turn goes on. Each returns the game.

`passes` leaves the question of a received card to the scenario; `settle` decides it, the card stays in hand.
"""

from typing import Any

from munchkin_env.engine.state.actions import CARD0, SEAT0
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Verb
from tests.kit.looking import open_window

IDLE = (Verb.PASS, Verb.DONE, Verb.NO, Verb.OPEN_DOOR, Verb.END_TURN)
QUIET = {Decision.WINDOW: "pass", Decision.RECEIVE: "done"}


# ------------------------------------------------------------------------------- passing
def passes(game: Game) -> Game:
    """Everybody passes until something else than a window is asked."""
    while not game.is_terminal and game.decision == Decision.WINDOW:
        game.do("pass")
    return game


def settle(game: Game) -> Game:
    """Windows are passed and received cards kept in hand, until somebody has another decision."""
    while not game.is_terminal and game.decision in QUIET:
        game.do(QUIET[game.decision])
    return game


def pass_until(game: Game, seat: int) -> Game:
    """Everybody passes until the open window asks the seat."""
    while game.decision == Decision.WINDOW and game.current_player != seat:
        game.do("pass")
    assert (game.current_player, game.decision) == (seat, Decision.WINDOW)
    return game


def asked(game: Game) -> list[tuple[str, int]]:
    """(window, seat) of everybody who is asked and passes, until somebody has another decision."""
    found = []
    while not game.is_terminal and game.decision == Decision.WINDOW:
        found.append((open_window(game), int(game.current_player)))
        game.do("pass")
    return found


# -------------------------------------------------------------------------------- combat
def kill(game: Game) -> Game:
    """The leader declares the kill and nobody objects."""
    game.do("kill")
    return passes(game)


def win(game: Game) -> Game:
    """The leader declares the kill, nobody objects, and received treasure stays in hand."""
    return settle(kill(game))


def concede(game: Game) -> Game:
    """The leader declares defeat and nobody objects; the first of the losers is asked how to flee."""
    game.do("run_away")
    return passes(game)


def give_up(game: Game) -> Game:
    """The leader concedes; received cards stay in hand."""
    return settle(concede(game))


def roll(game: Game, place: int | None = None) -> Game:
    """The player who flees rolls against a monster (the first one of theirs), and nobody reacts."""
    assert game.decision == Decision.FLEE
    game.do("roll", place=first_place(game) if place is None else place)
    return passes(game)


def lose(game: Game) -> Game:
    """The leader concedes, and every loser rolls against every monster."""
    concede(game)
    while not game.is_terminal and game.decision == Decision.FLEE:
        roll(game)
    return game


def flee(game: Game) -> Game:
    """The same as `lose`; received cards stay in hand."""
    give_up(game)
    while game.decision == Decision.FLEE:
        settle(roll(game))
    return game


def first_place(game: Game) -> int:
    """The first monster the acting seat has still to flee from."""
    pending = int(game.position["player"]["pending"][0, game.current_player])
    return (pending & -pending).bit_length() - 1


def ask_for_help(game: Game, seat: int, amount: int = 0, **terms: Any) -> Game:
    """The leader asks; all others pass until the asked player has to decide."""
    game.do("ask_help", seat=seat, amount=amount, **terms)
    return settle(game)


# ---------------------------------------------------------------------------------- turn
def opened(game: Game) -> Game:
    """The player in turn opens the door and nobody reacts."""
    game.do("open_door")
    return passes(game)


def after_door(game: Game) -> Game:
    """The same as `opened`; received cards stay in hand."""
    return settle(opened(game))


def end_turn(game: Game) -> Game:
    """The player in turn has finished; whatever is asked next is no window."""
    game.do("end_turn")
    return settle(game)


def idle(game: Game) -> Game:
    """The seat that is asked does nothing, or what brings the turn on."""
    legal = {int(a) for a in game.legal_actions()}
    game.step(next(v for v in IDLE if v in legal))
    return game


# --------------------------------------------------------------------- actions in parts
def say(game: Game, *answers: str) -> Game:
    """Actions in words, part by part; an action may be left unfinished."""
    for answer in answers:
        spoken = {game.describe(int(action)): int(action) for action in game.legal_actions()}
        assert answer in spoken, f"{answer}: not among {sorted(spoken)}"
        game.step(spoken[answer])
    return game


def begin(game: Game, verb: str) -> Game:
    """Begin a composite action without its arguments."""
    game.step(Verb[verb.upper()])
    return game


def name_seat(game: Game, seat: int) -> Game:
    game.step(SEAT0 + (seat - int(game.position["seat"][0])) % game.config.players)
    return game


def name_card(game: Game, card: str) -> Game:
    game.step(CARD0 + game.catalogue.index(card) - 1)
    return game
