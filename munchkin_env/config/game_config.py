"""Settings of a game: players, editions, optional rules. Unknown or impossible settings raise `ConfigError`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from munchkin_env.config.fields import one_of, plain, setting, settings_of, whole_number
from munchkin_env.config.presets import presets
from munchkin_env.errors import ConfigError, UnknownSetting, did_you_mean, shown
from munchkin_env.renamed import ARGUMENTS, ELSEWHERE, PRESETS, hint
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

SEXES = ("male", "female")
WINDOWS = ("compressed", "open", "final")
BARGAINS = ("off", "simple", "full")
RESULTS = ("draw", "leader_wins")


@dataclass(frozen=True)
class GameConfig:
    """Settings of a game: everything that defines it besides its seed. Immutable and hashable.

    Its arguments are the fields below, by keyword.

    Raises:
        ConfigError: a setting is impossible; the message names the field, the expected values and the given one.

    Examples:
        >>> import munchkin_env as mk
        >>> config = mk.GameConfig(players=3, goal=5)
        >>> config.windows
        'compressed'
        >>> config == mk.Game(players=3, goal=5, seed=7).config
        True
    """

    editions: tuple[str, ...] = setting(
        ("munchkin",),
        "Editions, by name or folder; the switches of the first one, the host, apply (MIX-2).",
        empty=False,
        named="one or more edition names",
    )
    players: int = setting(4, "Number of players (SETUP-1).", MIN_PLAYERS, MAX_PLAYERS)
    goal: int = setting(10, "Level that wins the game; players start at level 1 (WIN-2).", 3, 100)
    sexes: tuple[str, ...] | None = setting(
        None,
        'Sex of each seat\'s character, "male" or "female"; None alternates, beginning with male (SETUP-1).',
        choices=SEXES,
        named="male or female for each seat",
    )
    first_seat: int | None = setting(
        None, "Seat that takes the first turn; None draws it from the seed (SETUP-4).", 0, MAX_PLAYERS - 1
    )
    windows: str = setting(
        "compressed",
        'Moments at which other players may react: "compressed" lets only seats with a possible reaction act, "open" '
        'all seats, "final" only at the opening of a combat, before a kill and before running away (WINDOW-3).',
        choices=WINDOWS,
    )
    bargaining: str = setting(
        "full",
        'Possible rewards for help in combat: "off" none, "simple" treasures, "full" also the first pick and '
        "items (HELP-2).",
        choices=BARGAINS,
    )
    trades: str = setting(
        "full",
        'Trades and gifts of items: "off" none, "simple" one card for one, "full" sets and a counter-offer '
        "(TRADE-1, TRADE-2).",
        choices=BARGAINS,
    )
    round_limit: int = setting(
        200, "Number of rounds, of a turn for each player, after which the game ends (WINDOW-5).", 1, 10_000
    )
    round_limit_result: str = setting(
        "draw",
        'Result at the round limit: "draw", a loss for all, or "leader_wins", a win of all players of the highest '
        "level, and a draw if all have it (WINDOW-5).",
        choices=RESULTS,
        kept="leader_wins",
    )
    offers_own_turn: int = setting(2, "Most trade offers of a player in its own turn (WINDOW-6).", 0, 4)
    offers_window: int = setting(
        1, "Most trade offers of a player in one window of another player's turn (WINDOW-6).", 0, 4
    )
    help_questions: int = setting(3, "Most requests for help to a seat in one combat (WINDOW-6).", 0, 4)
    forced_choices: bool = setting(
        True, "If only one action is legal, the engine takes it without a step of the agent."
    )
    removal_ends_combat: bool = setting(
        False, "The removal of the last monster ends the combat without a last chance to react (COMBAT-4)."
    )
    elf_may_win: bool = setting(True, "A level that a helper gains, such as an Elf, may be the winning one (HELP-4).")
    listen_at_door: bool = setting(
        False, "Faster play: a player draws a face-down Door card at the start of its turn (QUICK-1)."
    )
    loot_treasure: bool = setting(
        False, "Faster play: looting the room draws a Treasure card instead of a Door card (QUICK-2)."
    )
    helper_wins: bool = setting(False, "Faster play: the helper of a winning kill wins, too (QUICK-3).")
    quick_play: bool | None = setting(
        None,
        "Faster play: players start and return from death with four cards of each deck. They may take a race, class "
        "or modifier from the top of the discards for a level card. None: only in blends with an edition that demands "
        "it (QUICK-4).",
    )
    cult_discards: int = setting(
        0,
        "Faster play: number of Cultist cards in their discard pile at the start, if the editions have such cards "
        "(QUICK-5).",
        0,
        2,
    )
    fairy_dust: bool | None = setting(
        None, "The third deck is in the game, with the monster that keeps it; None: if the editions have one (FAIRY-1)."
    )
    start_cards: int | None = setting(
        None, "Number of cards dealt from each deck at the start; None uses the host's switch (SETUP-2).", 0, 8
    )
    only_cards: tuple[str, ...] = setting(
        (),
        "Kinds of cards and single cards that make up the decks, by kind, id or name, as `munchkin cards list` shows "
        "them; empty: all.",
        named="a list of kinds and cards",
    )
    without_cards: tuple[str, ...] = setting(
        (), "Kinds of cards and single cards left out of the decks.", named="a list of kinds and cards"
    )
    switches: tuple[tuple[str, bool | int | str], ...] = setting(
        (), "Switches with another value than in the host edition, as a mapping of name to value; see Editions."
    )

    def __post_init__(self) -> None:
        for name, declared in settings_of(GameConfig).items():
            value = getattr(self, name)
            object.__setattr__(self, name, _switches(value) if name == "switches" else declared.check(name, value))
        for name in ("only_cards", "without_cards"):  # the catalogue knows which kinds and cards there are
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))
        if len(set(self.editions)) != len(self.editions):
            raise ConfigError(f"editions: expected different editions, got {shown(self.editions)}")
        if self.first_seat is not None:
            whole_number("first_seat", self.first_seat, 0, self.players - 1)
        if self.sexes is not None and len(self.sexes) != self.players:
            raise ConfigError(f"sexes: expected one for each of {self.players} seats, got {shown(self.sexes)}")

    @classmethod
    def of(cls, settings: Mapping[str, Any], arguments: Sequence[str] = ()) -> "GameConfig":
        """Return the config with these settings.

        Args:
            settings: values by field name; "preset" names one of `munchkin_env.presets()`, whose settings hold where
                none are given. A value of None for `players` or "preset" counts as not given.
            arguments: names of the caller's own arguments, known to the message beside the settings.

        Raises:
            ConfigError: a name is unknown (the message shows the nearest known one) or a value impossible.
        """
        known = [field.name for field in fields(cls)]
        settings = dict(settings)
        for name in ("players", "preset"):
            if settings.get(name, 0) is None:
                del settings[name]
        if "preset" in settings:
            preset = settings.pop("preset")
            one_of("preset", preset, tuple(presets()), PRESETS)
            settings = {**presets()[preset].settings, **settings}
        for name in settings:
            if name not in known:
                known = [*arguments, *known, "preset"]
                former = hint(ARGUMENTS["settings"], name)
                near = f"; {ELSEWHERE[name]}" if name in ELSEWHERE else did_you_mean(name, known) + former
                raise UnknownSetting(
                    f"{name}: unknown setting{near}; known: {', '.join(known)} "
                    f"(unexpected keyword argument {name!r})"  # names under which TorchRL's GymEnv knows its own trial
                )
        return cls(**settings)

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as plain JSON values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["switches"] = dict(self.switches)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}


KEPT: dict[str, str] = {
    one.kept or name: name
    for name, one in settings_of(GameConfig).items()
    if one.type in (bool, int, str)  # others are settings from which the rules' numbers are derived
}
"""Setting that each number of a state (`s.rules`) comes from, by the number's name."""


def _switches(value: object) -> tuple[tuple[str, bool | int | str], ...]:
    """Return sorted pairs; the catalogue knows which names and values there are."""
    try:
        pairs = sorted((name, plain(one)) for name, one in dict(value).items())  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise ConfigError(f"switches: expected a mapping of names to values, got {shown(value)}") from None
    if not all(isinstance(name, str) and isinstance(one, bool | int | str) for name, one in pairs):
        raise ConfigError(f"switches: expected names with true, false, a whole number or a word, got {shown(value)}")
    return tuple(pairs)


__all__ = ["BARGAINS", "KEPT", "RESULTS", "SEXES", "WINDOWS", "GameConfig", "one_of", "whole_number"]
