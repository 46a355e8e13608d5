"""Settings of a training run, read from YAML and the command line, and checked; `training.sections` has the fields."""

import dataclasses
import difflib
import math
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import yaml

import munchkin_env as mk
from training.sections import ALGORITHMS, TRAINERS, Config, Imitation, Network, PhaseSection, Ppo, sections


def read_config(path: str | Path | None, overrides: list[str]) -> Config:
    """Return the settings of a YAML file (None: the defaults), changed by "section.field=value" of the command line, or
    "phases.0.field=value" for the first phase.

    Raises mk.ConfigError that names file or option, field, the expected values and the given one.
    """
    data: dict[str, Any] = {}
    if path is not None:
        data = _yaml_of(Path(path))
    for option in overrides:
        name, equals, text = option.partition("=")
        section, dot, key = name.partition(".")
        if not equals or not dot:
            raise mk.ConfigError(f"option: expected section.field=value, such as run.seed=3, got {option!r}")
        if section == "phases":
            data = {**data, section: _altered_phases(data.get(section), name, text)}
        else:
            data = {**data, section: {**_mapping(section, data.get(section, {})), key: _value_of(name, text)}}
    return build_config(data)


def build_config(data: Mapping[str, Any]) -> Config:
    """Return the settings of plain data, checked. Raises mk.ConfigError."""
    known = {name: kind for name, kind, _ in sections()}
    for name in data:
        _known("section", name, [*known, "phases"])
    parts = {name: _section(name, kind, _mapping(name, data.get(name, {}))) for name, kind in known.items()}
    config = Config(**parts, phases=_phases(data["phases"]) if "phases" in data else (PhaseSection(),))
    _check_whole(config)
    return config


def _yaml_of(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise mk.ConfigError(f"config: expected a YAML file, got {str(path)!r} ({error.strerror})") from error
    except ValueError as error:
        raise mk.ConfigError(f"config: expected UTF-8 in {path}, got {error}") from error
    data = yaml_of(text, "config", f"YAML in {path}")
    return _mapping(str(path), data if data is not None else {})


def yaml_of(text: str, where: str, expected: str = "YAML") -> Any:
    """Return the data of a YAML text. Raises mk.ConfigError that names its place, `where`."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, LookupError, RecursionError) as error:
        # invalid dates, numbers of thousands of digits, lists in lists in lists
        raise mk.ConfigError(f"{where}: expected {expected}, got {text!r:.80} ({error})") from error


def _value_of(name: str, text: str) -> Any:
    return yaml_of(text, name, "a value as in YAML")


def _shown(value: Any) -> str:
    """Return any value for an error message: Python writes no number of thousands of digits."""
    try:
        return repr(value) if len(repr(value)) <= 200 else f"{repr(value)[:200]}…"
    except ValueError:
        return f"a {type(value).__name__} too long to write"


def _mapping(name: str, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise mk.ConfigError(f"{name}: expected fields with values, got {_shown(data)}")
    return data


def _altered_phases(data: Any, name: str, text: str) -> list[Any]:
    """Return the phases with one field of one of them as an option sets it. Raises mk.ConfigError."""
    phases = list(data) if isinstance(data, list) else []
    number, _, key = name.removeprefix("phases.").partition(".")
    if not number.isdecimal() or not int(number) < len(phases) or not key:
        raise mk.ConfigError(
            f"option: expected phases.NUMBER.field=value, the number from 0 to below {len(phases)}, got {name}={text}"
        )
    place = int(number)
    phases[place] = {**_mapping(f"phases.{place}", phases[place]), key: _value_of(name, text)}
    return phases


def _phases(data: Any) -> tuple[PhaseSection, ...]:
    """Return the phases of plain data. Raises mk.ConfigError."""
    if not isinstance(data, list) or not data:
        raise mk.ConfigError(f"phases: expected a list of at least one phase, got {_shown(data)}")
    own = [one.name for one in dataclasses.fields(PhaseSection) if one.name != "changes"]
    found = []
    for number, one in enumerate(data):
        name = f"phases.{number}"
        fields = _mapping(name, one)
        _known(f"{name}.algorithm", fields.get("algorithm", "ppo"), ALGORITHMS)
        section = Imitation if fields.get("algorithm") == "imitation" else Ppo
        for key in fields:
            _known(f"{name}: field", key, [*own, *(field.name for field in dataclasses.fields(section))])
        changes = {key: value for key, value in fields.items() if key not in own}
        checked = _section(name, section, changes)
        phase = _section(name, PhaseSection, {key: value for key, value in fields.items() if key in own})
        found.append(dataclasses.replace(phase, changes={key: getattr(checked, key) for key in changes}))
    return tuple(found)


def _known(what: str, name: Any, known: Collection[str]) -> None:
    if not isinstance(name, str) or name not in known:
        near = difflib.get_close_matches(name if isinstance(name, str) else "", known, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise mk.ConfigError(f"{what}: expected one of {', '.join(known)}, got {_shown(name)}{hint}")


def _section(name: str, kind: type, data: dict[str, Any]) -> Any:
    fields = {one.name: one for one in dataclasses.fields(kind)}
    hints = get_type_hints(kind)
    values = {}
    for key, value in data.items():
        _known(f"{name}: field", key, fields)
        values[key] = _checked(f"{name}.{key}", value, hints[key], fields[key].metadata)
    return kind(**values)


def _checked(name: str, value: Any, hint: Any, metadata: Mapping[str, Any]) -> Any:
    """Return the value as its field's type. Raises mk.ConfigError."""
    if metadata["schedule"]:
        return _checked_schedule(name, value, metadata)
    if value is None and type(None) in get_args(hint):
        return None
    kind = get_origin(hint) or hint
    if kind not in (int, float, str, bool, list, dict):  # float | None
        kind = next(one for one in get_args(hint) if one is not type(None))
    if kind is float and isinstance(value, int | str) and not isinstance(value, bool):
        value = _number(value)  # YAML reads 1e6 as a word
    if kind is int and isinstance(number := _number(value), float) and number.is_integer():
        value = int(number)
    if not isinstance(value, kind) or (kind in (int, float) and isinstance(value, bool)):
        raise mk.ConfigError(f"{name}: expected {kind.__name__}, got {_shown(value)}")
    if kind is float and not math.isfinite(value):
        raise mk.ConfigError(f"{name}: expected a finite number, got {_shown(value)}")
    filled = bool(value) or metadata.get("may_be_empty", False)
    if kind is list and not (filled and all(type(one) is get_args(hint)[0] and one for one in value)):
        raise mk.ConfigError(f"{name}: expected a list of {get_args(hint)[0].__name__}, got {_shown(value)}")
    if kind is list and any(isinstance(one, int) and one < 1 for one in value):
        raise mk.ConfigError(f"{name}: expected numbers of 1 or more, got {_shown(value)}")
    _check_range(name, value, metadata)
    return value


def _checked_schedule(name: str, value: Any, metadata: Mapping[str, Any]) -> Any:
    """Return a number, or [first, last] of a line; whole numbers where the least is 1: they count. Raises
    mk.ConfigError."""
    numbers = value if isinstance(value, list) else [value]
    if isinstance(value, list) and len(value) != 2:
        raise mk.ConfigError(f"{name}: expected a number or [first, last], got {_shown(value)}")
    kind = int if metadata["least"] == 1 else float
    plain = {"least": metadata["least"], "most": metadata["most"], "schedule": False}
    checked = [_checked(name, number, kind, plain) for number in numbers]
    return checked if isinstance(value, list) else checked[0]


def _check_range(name: str, value: Any, metadata: Mapping[str, Any]) -> None:
    least, most = metadata["least"], metadata["most"]
    if (least is not None and value < least) or (most is not None and value > most):
        limits = f"{least} or more" if most is None else f"{least} to {most}"
        raise mk.ConfigError(f"{name}: expected {limits}, got {_shown(value)}")


def _number(value: Any) -> Any:
    """Return the number that a word or a number means; anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return value
    try:
        return float(value)
    except (ValueError, OverflowError):
        return value


def _check_whole(config: Config) -> None:
    """Check settings that concern several fields."""
    _known("run.trainer", config.run.trainer, TRAINERS)
    _known("run.device", config.run.device, ("auto", "cpu", "cuda"))
    _known("network.kind", config.network.kind, ("tokens", "sparse"))
    if config.network.kind == "sparse":
        for name in ("discards", "pools", "heads"):
            if (asked := getattr(config.network, name)) != (only := getattr(Network(), name)):
                raise mk.ConfigError(f"network.{name}: expected {only} with kind sparse, got {_shown(asked)}")
    elif config.network.history:
        raise mk.ConfigError(f"network.history: expected 0 with kind tokens, got {config.network.history}")
    _known("network.pools", config.network.pools, ("table", "seat"))
    _known("network.heads", config.network.heads, ("plain", "pointer"))
    if config.network.residual is not None:
        _check_compiled("network.residual", config.network.residual)
    _known("run.precision", config.run.precision, ("auto", "float32", "bfloat16"))
    for name in config.opponents.bots:
        _check_compiled("opponents.bots", name)
    for name in config.evaluation.opponents:
        if not name.endswith((".safetensors", ".zip")):  # files are opened by the evaluation before the first iteration
            _bot("evaluation.opponents", name)
    if "players" in config.game.settings:
        raise mk.ConfigError("game.settings: expected no players there, got some; use game.players")
    for players in config.game.players:
        if not 3 <= players <= 6:
            raise mk.ConfigError(f"game.players: expected 3 to 6, got {players}")
    _check_also(config, config.game.played())
    _check_phases(config)
    if config.run.trainer == "sb3":
        _check_sb3(config)
    shares = {"self_play": config.opponents.self_play, "past": config.opponents.past, **config.opponents.bots}
    for name, share in shares.items():
        if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
            raise mk.ConfigError(f"opponents: {name}: expected a share from 0 to 1, got {_shown(share)}")
    if abs(sum(shares.values()) - 1) > 1e-6:
        raise mk.ConfigError(f"opponents: expected shares that sum to 1, got {shares} = {sum(shares.values()):g}")
    if config.opponents.coalition:
        _check_coalition(config)


def _check_coalition(config: Config) -> None:
    """Check that a coalition has no copy of itself, and that its seats are paid only for the team's win: a lead is the
    seat's own."""
    if config.opponents.self_play:
        raise mk.ConfigError(
            f"opponents.self_play: expected 0 with coalition, got {_shown(config.opponents.self_play)}"
        )
    for number, phase in enumerate(config.phases):
        settings = config.of_phase(number)
        for name in ("shaping", "gain"):
            if phase.algorithm == "ppo" and getattr(settings, name) != 0:
                raise mk.ConfigError(
                    f"ppo.{name}: expected 0 with opponents.coalition, got {_shown(getattr(settings, name))}"
                )


def _check_also(config: Config, played: list[mk.GameConfig]) -> None:
    """Check that other sets of editions are read by the numbers of the first, by the network that can."""
    if not config.game.also:
        return
    if config.network.kind != "sparse":
        kind = config.network.kind
        raise mk.ConfigError(f"game.also: expected none with network.kind {kind}, got {config.game.also}")
    known = set(played[0].editions)
    for game in played:
        if not known.issuperset(game.editions):
            raise mk.ConfigError(
                f"game.also: expected editions of game.settings, {'+'.join(played[0].editions)}, "
                f"got {'+'.join(game.editions)}"
            )


def _bot(field_name: str, name: str) -> mk.Bot:
    """Return the bot that a setting names; if there is none, the error names the setting."""
    try:
        return mk.make_bot(name)
    except mk.ConfigError as error:
        raise mk.ConfigError(f"{field_name}: {str(error).removeprefix('bot: ')}") from None


def _check_compiled(field_name: str, bot: str) -> None:
    if _bot(field_name, bot).kind is None:
        raise mk.ConfigError(f"{field_name}: expected compiled bots, got {bot!r}, which plays in Python")


def _check_teacher(field_name: str, settings: Imitation | Ppo) -> None:
    """Check the teacher: imitation may ask a bot that searches, row by row; PPO asks at every decision, so only a
    batched one."""
    if mk.is_policy(settings.teacher):
        return  # it is read, and checked, where the run begins
    if not (isinstance(settings, Imitation) and _bot(field_name, settings.teacher).searches):
        _check_compiled(field_name, settings.teacher)


def _check_phases(config: Config) -> None:
    """Check that each phase but the last one ends by itself, and that all can be played and taught."""
    for number, phase in enumerate(config.phases):
        name, last = f"phases.{number}", number == len(config.phases) - 1
        if last and (phase.decisions is not None or phase.seconds is not None):
            raise mk.ConfigError(f"{name}: expected no decisions or seconds in the last phase, which ends with the run")
        if not last and phase.decisions is None and phase.seconds is None:
            raise mk.ConfigError(f"{name}: expected decisions or seconds, after which the next begins, got neither")
        games = config.game.games if phase.games is None else phase.games
        tables = len(config.game.played())
        if games < tables:
            field_name = "game.games" if phase.games is None else f"{name}.games"
            raise mk.ConfigError(f"{field_name}: expected {tables} or more, got {games}")
        _check_teacher(f"{name}: teacher", config.of_phase(number))


def _check_sb3(config: Config) -> None:
    """Check that the trainer `sb3` supports the settings."""
    ppo = config.ppo
    if len(config.game.players) > 1:
        raise mk.ConfigError(f"game.players: expected one number with sb3, which reads flat, got {config.game.players}")
    if config.phases != (PhaseSection(),):
        raise mk.ConfigError("phases: expected none with sb3, which has one, got some")
    if ppo.gamma != 1.0 and ppo.shaping != 0.0:
        raise mk.ConfigError(f"ppo.gamma: expected 1 with sb3 and shaping, got {ppo.gamma}")
    for name, only in (("gamma_per_turn", 1.0), ("teacher_weight", 0.0), ("kept", 1.0), ("follow_noise", 0.0),
                       ("outcome", 1.0), ("gain", 0.0)):  # fmt: skip
        if getattr(ppo, name) != only:
            raise mk.ConfigError(f"ppo.{name}: expected {only:g} with sb3, got {getattr(ppo, name)}")
    for field_name, one in (
        ("run.start", config.run.start),
        ("run.overlap", config.run.overlap or None),
        ("opponents.frozen", config.opponents.frozen),
        ("opponents.coalition", config.opponents.coalition or None),
        ("opponents.prioritised", config.opponents.prioritised or None),
        ("network.residual", config.network.residual),
        ("network.kind", None if config.network.kind == "tokens" else config.network.kind),
    ):
        if one is not None:
            raise mk.ConfigError(f"{field_name}: expected none with sb3, got {one!r}")
    for name in ("minibatch", "shaping", "clip", "entropy"):
        if isinstance(getattr(ppo, name), list):
            raise mk.ConfigError(f"ppo.{name}: expected one number with sb3, got {getattr(ppo, name)}")


def table_of_fields() -> str:
    """Return Markdown: every field with its default and meaning."""
    lines = ["| field | default | meaning |", "|---|---|---|"]
    for name, kind, fields in sections():
        lines += _rows_of(name, kind, fields)
    own = [one for one in dataclasses.fields(PhaseSection) if one.name != "changes"]
    lines += _rows_of("phases", PhaseSection, own)
    return "\n".join(lines)


def _rows_of(name: str, kind: Any, fields: Collection[dataclasses.Field[Any]]) -> list[str]:
    rows = [f"| **{name}** | | {(kind.__doc__ or '').rstrip('.')} |"]
    defaults = kind()
    for one in fields:
        default = yaml.safe_dump(getattr(defaults, one.name), default_flow_style=True, width=200).split("\n")[0]
        meaning = one.metadata["meaning"] + (", or [first, last]" if one.metadata["schedule"] else "")
        rows.append(f"| `{name}.{one.name}` | `{default}` | {meaning} |")
    return rows


__all__ = ["build_config", "read_config", "table_of_fields", "yaml_of"]
