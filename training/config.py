"""Settings of a training run, read from YAML and the command line, and checked; `training.sections` declares them."""

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import munchkin_env as mk
from munchkin_env.config.fields import check_name, checked, settings_of, table
from munchkin_env.errors import shown
from munchkin_env.markdown import table as markdown_table
from training.former_names import SETTINGS as FORMER
from training.sections import ALGORITHMS, Config, GameSection, Imitation, PhaseSection, Ppo, sections


class Loader(yaml.SafeLoader):
    """Loader of YAML in which 1e6 is a whole number and 1e-3 a number: YAML 1.1 reads both as words."""

    def exponent(self, node: yaml.ScalarNode) -> int | float:
        """Return the number of a scalar such as 1e6."""
        value = float(self.construct_scalar(node))
        return int(value) if value.is_integer() else value


Loader.add_implicit_resolver(
    "!exponent", re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]{1,2}\Z"), list("-+0123456789")
)
Loader.add_constructor("!exponent", Loader.exponent)


def read_config(path: str | Path | None, overrides: list[str]) -> Config:
    """Return the settings of a YAML file (None: the defaults), changed by the command line.

    The command line has "section.field=value", or "phases.0.field=value" for the first phase.

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
    config = build_config(data)
    for option in overrides:
        _check_read(option.partition("=")[0], config)
    return config


def build_config(data: Mapping[str, Any]) -> Config:
    """Return the settings of plain data, checked. Raises mk.ConfigError."""
    kinds = dict(sections())
    for name in data:
        check_name("", name, [*kinds, "phases"])
    parts = {}
    for name, kind in kinds.items():
        given = _mapping(name, data.get(name, {}))
        _check_places(name, kind, given)
        parts[name] = kind(**checked(kind, given, f"{name}.", FORMER))
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
    fields = _mapping(str(path), data if data is not None else {})
    return {name: one for name, one in fields.items() if name != "format_version"}  # which a run's config.yaml has


def yaml_of(text: str, where: str, expected: str = "YAML") -> Any:
    """Return the data of a YAML text. Raises mk.ConfigError that names its place, `where`."""
    try:
        return yaml.load(text, Loader)  # a SafeLoader
    except (yaml.YAMLError, ArithmeticError, ValueError, LookupError, RecursionError) as error:
        # invalid dates, numbers of thousands of digits, lists in lists in lists
        raise mk.ConfigError(f"{where}: expected {expected}, got {text!r:.80} ({error})") from error


def _value_of(name: str, text: str) -> Any:
    return yaml_of(text, name, "a value as in YAML")


def _check_read(name: str, config: Config) -> None:
    """Check that a phase reads a field of an algorithm's section that the command line sets."""
    section, _, field = name.partition(".")
    phases = [(number, phase) for number, phase in enumerate(config.phases) if phase.algorithm == section]
    if section not in ALGORITHMS or any(field not in phase.changes for _, phase in phases):
        return
    instead = "".join(f", {'or ' if place else ''}phases.{number}.{field}" for place, (number, _) in enumerate(phases))
    why = f"which each phase of it sets itself; use {instead[2:]}" if phases else f"but no phase is {section}"
    raise mk.ConfigError(f"option: expected a field that a phase reads, got {name}, {why}")


def _mapping(name: str, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise mk.ConfigError(f"{name}: expected fields with values, got {shown(data)}")
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
        raise mk.ConfigError(f"phases: expected a list of at least one phase, got {shown(data)}")
    return tuple(_phase(f"phases.{number}", _mapping(f"phases.{number}", one)) for number, one in enumerate(data))


def _phase(name: str, fields: dict[str, Any]) -> PhaseSection:
    """Return a phase: its own fields, and those of its algorithm's section that differ."""
    own = settings_of(PhaseSection)
    algorithm = own["algorithm"].check(f"{name}.algorithm", fields.get("algorithm", "ppo"))
    section: type = Imitation if algorithm == "imitation" else Ppo
    former = {
        f"{name}.{one.partition('.')[2]}": present.partition(".")[2]
        for one, present in FORMER.items()
        if one.partition(".")[0] in ("phases", algorithm)
    }
    for key in fields:
        check_name(f"{name}.", key, [*own, *settings_of(section)], former)
    changes = checked(section, {key: value for key, value in fields.items() if key not in own}, f"{name}.")
    of_phase = {key: value for key, value in fields.items() if key in own}
    return PhaseSection(**checked(PhaseSection, of_phase, f"{name}."), changes=changes)


def _check_places(section: str, kind: type, given: Mapping[str, Any]) -> None:
    """Refuse fields of a phase and settings of the games that are given in a section; the message shows their place."""
    for name in given:
        if name in settings_of(kind):
            continue
        if kind in (Imitation, Ppo) and name in settings_of(PhaseSection):
            raise mk.UnknownSetting(
                f"{section}.{name}: expected it in a phase, by the number of the phase from 0, such as "
                f"phases.0.{name}=VALUE, got it in {section}"
            )
        if kind is GameSection and name in ("preset", *settings_of(mk.GameConfig)):
            option = shlex.quote(f"game.settings={_written({name: given[name]})}")
            raise mk.UnknownSetting(f"game.{name}: expected it in game.settings, got it in game; use {option}")


def _check_whole(config: Config) -> None:
    """Check settings that concern several fields."""
    other = "tokens" if config.network.kind == "sparse" else "sparse"
    for name, declared in settings_of(type(config.network)).items():
        _check_default(config, "network", name, declared.only.endswith(other), f"kind {config.network.kind}")
    for name in config.opponents.bots:
        _check_compiled("opponents.bots", name)
    for name in config.evaluation.opponents:
        if not name.endswith((".safetensors", ".zip")):  # files are opened by the evaluation before the first iteration
            _bot("evaluation.opponents", name)
    opponents = config.evaluation.opponents
    if len(set(opponents)) < len(opponents):
        raise mk.ConfigError(f"evaluation.opponents: expected each opponent once, got {shown(opponents)}")
    if "players" in config.game.settings:
        raise mk.ConfigError("game.settings: expected no players there, got some; use game.players")
    _check_editions(config, config.game.played())
    _check_phases(config)
    if config.run.trainer == "sb3":
        _check_sb3(config)
    shares = {"self_play": config.opponents.self_play, "past_selves": config.opponents.past_selves}
    shares |= config.opponents.bots
    if abs(sum(shares.values()) - 1) > 1e-6:
        raise mk.ConfigError(f"opponents: expected shares that sum to 1, got {shares} = {sum(shares.values()):g}")
    if config.opponents.coalition:
        _check_coalition(config)
    if config.opponents.peers:
        _check_peers(config)
    if config.opponents.frozen is not None and config.opponents.past_selves == 0:
        frozen = f"whose chairs opponents.frozen={config.opponents.frozen} takes"
        raise mk.ConfigError(f"opponents.past_selves: expected a share above 0, {frozen}, got 0")


def _check_default(config: Config, section: str, name: str, needed: bool, why: str) -> None:
    """Raise mk.ConfigError if a setting that something does not read differs from its default."""
    part = getattr(config, section)
    default, given = getattr(type(part)(), name), getattr(part, name)
    if needed and given != default:
        raise mk.ConfigError(f"{section}.{name}: expected {shown(default)} with {why}, got {shown(given)}")


def _check_coalition(config: Config) -> None:
    """Check that a coalition has no copy of itself, and that its seats are paid only for the team's win.

    A lead is the seat's own.
    """
    if config.opponents.self_play:
        raise mk.ConfigError(f"opponents.self_play: expected 0 with coalition, got {config.opponents.self_play:g}")
    others = config.opponents.frozen or config.opponents.peers
    if config.opponents.past_selves and not others:  # before its first snapshot the learner itself sits there
        raise mk.ConfigError(
            "opponents.past_selves: expected 0 with coalition, unless opponents.frozen or peers name other players, "
            f"got {config.opponents.past_selves:g}"
        )
    for number, phase in enumerate(config.phases):
        settings = config.of_phase(number)
        for name in ("shaping", "lead_coef"):
            if phase.algorithm == "ppo" and getattr(settings, name) != 0:
                raise mk.ConfigError(
                    f"ppo.{name}: expected 0 with opponents.coalition, got {shown(getattr(settings, name))}"
                )


def _check_peers(config: Config) -> None:
    """Check that a population's learners have chairs, which nobody else takes."""
    if config.opponents.frozen is not None:
        raise mk.ConfigError(f"opponents.frozen: expected none with opponents.peers, got {config.opponents.frozen}")
    if config.opponents.past_selves == 0:
        raise mk.ConfigError("opponents.past_selves: expected a share above 0 with opponents.peers, got 0")


def _check_editions(config: Config, played: list[mk.GameConfig]) -> None:
    """Check that other sets of editions are read by the numbers of the first, by the network that can."""
    if not config.game.extra_editions:
        return
    if config.network.kind != "sparse":
        kind = config.network.kind
        raise mk.ConfigError(
            f"game.extra_editions: expected none with network.kind {kind}, got {config.game.extra_editions}"
        )
    known = set(played[0].editions)
    for game in played:
        if not known.issuperset(game.editions):
            raise mk.ConfigError(
                f"game.extra_editions: expected editions of game.settings, {'+'.join(played[0].editions)}, "
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
    """Check the teacher.

    Imitation may ask a bot that searches, row by row; PPO asks at every decision, so only a batched one.
    """
    if mk.is_policy(settings.teacher):
        return  # it is read, and checked, where the run begins
    if not (isinstance(settings, Imitation) and _bot(field_name, settings.teacher).searches):
        _check_compiled(field_name, settings.teacher)


def _check_phases(config: Config) -> None:
    """Check that each phase but the last one ends by itself, and that all can be played and taught."""
    for number, phase in enumerate(config.phases):
        name, last = f"phases.{number}", number == len(config.phases) - 1
        if last and (phase.timesteps is not None or phase.seconds is not None):
            raise mk.ConfigError(f"{name}: expected no timesteps or seconds in the last phase, which ends with the run")
        if not last and phase.timesteps is None and phase.seconds is None:
            raise mk.ConfigError(f"{name}: expected timesteps or seconds, after which the next begins, got neither")
        games = config.game.n_envs if phase.n_envs is None else phase.n_envs
        tables = len(config.game.played())
        if games < tables:
            field_name = "game.n_envs" if phase.n_envs is None else f"{name}.n_envs"
            raise mk.ConfigError(f"{field_name}: expected {tables} or more, got {games}")
        _check_teacher(f"{name}: teacher", config.of_phase(number))


def _check_sb3(config: Config) -> None:
    """Check that the trainer `sb3` supports the settings."""
    ppo = config.ppo
    if len(config.game.players) > 1:
        raise mk.ConfigError(f"game.players: expected one number with sb3, which reads flat, got {config.game.players}")
    if config.phases != (PhaseSection(),):
        raise mk.ConfigError(
            f"phases: expected none with sb3, got {len(config.phases)}; a config without phases, such as sb3, "
            "trains with sb3"
        )
    if ppo.gamma != 1.0 and ppo.shaping != 0.0:
        raise mk.ConfigError(f"ppo.gamma: expected 1 with sb3 and shaping, got {ppo.gamma}")
    for section in ("run", "game", "opponents", "ppo"):
        for name, declared in settings_of(type(getattr(config, section))).items():
            _check_default(config, section, name, declared.only.startswith("ppo"), "sb3")
    for name in settings_of(type(config.network)):
        _check_default(config, "network", name, name != "hidden", "sb3")
    for name in ("batch_size", "shaping", "clip_range", "ent_coef"):
        if isinstance(getattr(ppo, name), list):
            raise mk.ConfigError(f"ppo.{name}: expected one number with sb3, got {getattr(ppo, name)}")


def table_of_fields() -> str:
    """Return Markdown: every field with its values, default and meaning."""
    rows: list[Sequence[str]] = []
    for name, kind in [*sections(), ("phases", PhaseSection)]:
        rows.append((f"**{name}**", "", "", (kind.__doc__ or "").rstrip(".")))
        rows += table(kind, f"{name}.", _written)
    return markdown_table(["field", "values", "default", "meaning"], rows)


def _written(value: Any) -> str:
    """Return a value as in YAML."""
    return str(yaml.safe_dump(value, default_flow_style=True, width=200).split("\n")[0])
