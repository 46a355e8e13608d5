"""Settings of a game: players, editions, optional rules. Unknown or impossible settings raise `ConfigError`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from munchkin_env.config.fields import one_of, setting, settings_of, whole_number
from munchkin_env.config.presets import presets
from munchkin_env.errors import ConfigError, UnknownSetting, did_you_mean, shown
from munchkin_env.renamed import ARGUMENTS, PRESETS, hint
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
    """

    editions: tuple[str, ...] = setting(
        ("munchkin",),
        "Editions or folders; the first one is the host, whose switches hold (MIX-2).",
        empty=False,
        named="one or more edition names",
    )
    players: int = setting(4, "Seats, 3 to 6 (SETUP-1).", MIN_PLAYERS, MAX_PLAYERS)
    goal: int = setting(10, "Level that wins the game (WIN-2).", 3, 100)
    sexes: tuple[str, ...] | None = setting(
        None,
        'Sex by seat, "male" or "female"; None alternates, beginning with male (SETUP-1).',
        choices=SEXES,
        named="male or female for each seat",
    )
    first_seat: int | None = setting(
        None, "Seat that begins; None draws it from the seed (SETUP-4).", 0, MAX_PLAYERS - 1
    )
    windows: str = setting(
        "compressed",
        '"compressed" asks only seats with a reaction, "open" asks all, "final" only at the opening of a combat, '
        "before a kill and before fleeing (WINDOW-3).",
        choices=WINDOWS,
    )
    bargaining: str = setting(
        "full",
        'Bargaining for help: "off" no rewards, "simple" treasures, "full" first pick and items too (HELP-2).',
        choices=BARGAINS,
    )
    trades: str = setting(
        "full",
        'Trades and gifts: "off", "simple" one card for one, "full" sets and one counter-offer (TRADE-1, TRADE-2).',
        choices=BARGAINS,
    )
    round_limit: int = setting(200, "Rounds until the game ends undecided (WINDOW-5).", 1, 10_000)
    round_limit_result: str = setting(
        "draw",
        '"draw", which gives everybody the result of a loss, or "leader_wins" (WINDOW-5).',
        choices=RESULTS,
        kept="leader_wins",
    )
    offers_own_turn: int = setting(2, "Trade offers a player may make in their own turn (WINDOW-6).", 0, 4)
    offers_window: int = setting(
        1, "Trade offers a player may make in one window of another player's turn (WINDOW-6).", 0, 4
    )
    help_questions: int = setting(3, "Times a seat may be asked for help in one combat (WINDOW-6).", 0, 4)
    forced_choices: bool = setting(True, "If only one action is legal, the engine takes it and does not ask.")
    removal_ends_combat: bool = setting(
        False, "Removing the last monster ends the combat without a last window (COMBAT-4)."
    )
    elf_may_win: bool = setting(True, "A level gained by helping may be the winning one (HELP-4).")
    listen_at_door: bool = setting(False, "QUICK-1: a face-down Door card at the start of a turn.")
    loot_treasure: bool = setting(False, "QUICK-2: looting the room draws a Treasure card.")
    helper_wins: bool = setting(False, "QUICK-3: the helper of a winning kill wins too.")
    quick_play: bool | None = setting(
        None,
        "QUICK-4: players start and return from death with four cards of each deck, and may claim races, classes "
        "and their modifiers on top of the discards for a level card; None: in blends with an edition that says "
        "so.",
    )
    cult_discards: int = setting(
        0,
        "QUICK-5: Cultist cards that are in their discard pile from the start, at most 2 and only those of the "
        "editions.",
        0,
        2,
    )
    fairy_dust: bool | None = setting(
        None, "FAIRY-1: the third deck is in the game, with the monster that keeps it; None: if the editions have one."
    )
    start_cards: int | None = setting(
        None, "Cards dealt from each deck; None uses the host edition's switch (SETUP-2).", 0, 8
    )
    only_cards: tuple[str, ...] = setting(
        (),
        "Part of the decks in the game: kinds of cards, as `munchkin cards list` shows them, and cards, by id or "
        "name; empty: all.",
        named="a list of kinds and cards",
    )
    without_cards: tuple[str, ...] = setting(
        (), "Kinds and cards left out of the decks.", named="a list of kinds and cards"
    )
    switches: tuple[tuple[str, bool | int | str], ...] = setting(
        (), "Switches of the rules that differ from the host edition's, as a mapping of name to value."
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
                none are given. A value of None for `players` counts as not given.
            arguments: names of the caller's own arguments, known to the message beside the settings.

        Raises:
            ConfigError: a name is unknown (the message shows the nearest known one) or a value impossible.
        """
        known = [field.name for field in fields(cls)]
        settings = dict(settings)
        if settings.get("players", 0) is None:
            del settings["players"]
        if "preset" in settings:
            preset = settings.pop("preset")
            one_of("preset", preset, tuple(presets()), PRESETS)
            settings = {**presets()[preset].settings, **settings}
        for name in settings:
            if name not in known:
                known = [*arguments, *known, "preset"]
                near = did_you_mean(name, known) + hint(ARGUMENTS["settings"], name)
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
        pairs = sorted(dict(value).items())  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise ConfigError(f"switches: expected a mapping of names to values, got {shown(value)}") from None
    if not all(isinstance(name, str) and isinstance(one, bool | int | str) for name, one in pairs):
        raise ConfigError(f"switches: expected names with true, false, a whole number or a word, got {shown(value)}")
    return tuple(pairs)


__all__ = ["BARGAINS", "KEPT", "RESULTS", "SEXES", "WINDOWS", "GameConfig", "one_of", "whole_number"]
