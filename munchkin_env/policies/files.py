"""Files of trained players, with the game that each of them was trained for.

Two kinds are read: `*.safetensors`, weights with a JSON header, which hold no code; and `*.zip` as stable-baselines3
saves them, which hold pickles. A pickle may run any code, so such a file is loaded only on an explicit word
(`allow_pickle=True`, or `pickle:` before the name of the file). Both hold the versions under which they were trained.
They are refused, before anything is unpickled, where observations or actions differ from this package's; a policy of
another rules version plays, and reports say so (`PolicyBot.rules_version`).
"""

import json
import os
import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from munchkin_env.bots import Bot, bot_names
from munchkin_env.bots import make_bot as named_bot
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.cards.reader import find_editions
from munchkin_env.config.fields import flag, plain, whole_number
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError, SaveError, needing, shown
from munchkin_env.policies.model_card import card_file, model_card
from munchkin_env.policies.player import check_versions, game_of, name_of, policy_metadata
from munchkin_env.versions import RULES_VERSION

if TYPE_CHECKING:
    from munchkin_env.policies.network_bot import Network

FORMAT = "munchkin_env policy"
FORMAT_VERSION = 2
ENDINGS = (".safetensors", ".zip")
PICKLE = "pickle:"
"""Prefix of the name of a file with pickles."""
BASE = ("munchkin",)
# Shipped policies; a file *.json beside each describes its training.
PRETRAINED = Path(__file__).with_name("pretrained.safetensors")  # for the base edition
PRETRAINED_ALL_EDITIONS = Path(__file__).with_name("pretrained_all_editions.safetensors")  # for all others, and blends
# errors of a damaged zip file, or of JSON in it
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError, OSError, ValueError, RuntimeError)
MOST_FACTS = 1 << 26  # limit in bytes of the metadata in a model of stable-baselines3


def is_policy_file(name: str) -> bool:
    """Return True if a player's name means a file rather than a registered bot."""
    if not isinstance(name, str) or name.partition(":")[0] in bot_names():
        return False
    return bool(Path(name).suffix) or os.sep in name


def file_of(name: str) -> str:
    """Return the path in a policy's name, without the prefix that lets its pickles be loaded."""
    return name.removeprefix(PICKLE)


def is_policy(name: str) -> bool:
    """Return True if a player's name means a trained policy.

    Args:
        name: a registered name, or the path of a file.

    Examples:
        >>> import munchkin_env as mk
        >>> [mk.is_policy(name) for name in ("greedy", "pretrained", "runs/mine/policy.safetensors")]
        [False, True, True]
    """
    return name == "pretrained" or is_policy_file(name)


def make_bot(
    name: str | os.PathLike[str], deterministic: bool = True, for_game: Any = None, transfer: bool = True
) -> Bot:
    """Make a fresh player: a registered bot by name, or a trained policy by the path of its file.

    Args:
        name: a registered name, the path of a policy's file, or "pretrained", the shipped policy for the cards of
            `for_game`.
        deterministic: a policy takes argmax actions; otherwise it samples.
        for_game: `mk.spec(...)` or a game; None: the base edition.
        transfer: transfer policies of files to `for_game`, as `load_policy` describes.

    Returns:
        The player, a `Bot`.

    Raises:
        ConfigError: the name is unknown. The errors of `load_policy` are raised, too.

    Examples:
        >>> import munchkin_env as mk
        >>> mk.make_bot("greedy").name
        'greedy'
        >>> policy = mk.make_bot("pretrained", for_game=mk.spec(players=3))
        >>> policy.encoding
        'sparse'
    """
    word: Any = plain(name)
    if isinstance(word, str) and word == "pretrained":
        return load_pretrained(for_game, deterministic)
    if is_policy_file(word):
        file = file_of(word)
        return load_policy(file, deterministic, for_game=for_game if transfer else None, allow_pickle=file != word)
    return named_bot(word)


def load_pretrained(for_game: Any = None, deterministic: bool = True) -> Bot:
    """Return the shipped policy. Raises the errors of `load_policy`."""
    file = PRETRAINED
    if for_game is not None:
        for_game = game_of(for_game, "for_game")
        file = PRETRAINED if _is_mostly_base(for_game.config) else PRETRAINED_ALL_EDITIONS
    bot = load_policy(file, deterministic, for_game=for_game)
    bot.name = "pretrained"
    return bot


def _is_mostly_base(config: GameConfig) -> bool:
    """Return True if most cards are the base edition's, and none those of another.

    So it is where a share of them was replaced. Cards of an edition with a share replaced have ids of their own, so
    their names decide.
    """
    if config.editions == BASE:
        return True
    if not set(find_editions()).isdisjoint(set(config.editions) - set(BASE)):
        return False
    base = {card.name for card in catalogue_of(GameConfig(editions=BASE)).cards if card is not None}
    names = [card.name for card in catalogue_of(config).cards if card is not None]
    return sum(name in base for name in names) > len(names) / 2


def load_policy(
    path: str | Path,
    deterministic: bool = True,
    device: str = "cpu",
    for_game: Any = None,
    *,
    allow_pickle: bool = False,
) -> Bot:
    """Load the trained player of a file: `*.safetensors` of `save_policy`, or `*.zip` of stable-baselines3.

    Args:
        path: of the file.
        deterministic: take argmax actions; otherwise sample, as in training.
        device: of torch.
        for_game: `mk.spec(...)` or a game; None plays the game that it was trained for. A policy is transferred to
            another edition or blend: it knows the cards of both games, by id or name, and others by their
            `card_features`.
        allow_pickle: files `*.zip` may be loaded. They hold pickles, which may run any code: allow it only for files of
            people you trust.

    Returns:
        The player.

    Raises:
        ConfigError: the file is missing, of no such kind, holds pickles that are not allowed, or cannot be transferred;
            or torch cannot use the device.
        SaveError: it is damaged or of other versions.
        MissingExtra: the extra `train` is not installed.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> import munchkin_env as mk
        >>> game = mk.spec(players=3)
        >>> with TemporaryDirectory() as folder:
        ...     file = f"{folder}/policy.safetensors"
        ...     mk.save_policy(file, mk.SparseNetwork.for_game(game), game)
        ...     bot = mk.load_policy(file, for_game=mk.spec(editions="cthulhu"))
        >>> bot.facts["editions"]
        ['cthulhu']
    """
    flag("allow_pickle", allow_pickle)
    flag("deterministic", deterministic)
    if not isinstance(path, str | Path):
        raise ConfigError(f"policy: expected the name of a file, got {shown(path)}")
    file = Path(path)
    if file.suffix not in ENDINGS:
        raise ConfigError(f"policy: expected a file {' or '.join('*' + end for end in ENDINGS)}, got {str(path)!r}")
    if not file.is_file():
        raise ConfigError(f"policy: expected a file that exists, got {str(path)!r}")
    if file.suffix == ".zip":
        return _load_zip(file, deterministic, device, for_game, allow_pickle)
    weights, header = read_policy(file)
    from munchkin_env.policies.network_bot import TorchPolicyBot, network_of
    from munchkin_env.policies.transfer import checked_names, transferred

    network = network_of(weights, header, str(path))
    names = checked_names(header.get("names"), network, str(path))
    facts = header["facts"]
    if for_game is not None:
        game = game_of(for_game, "for_game")
        trained_by = {"rules_version": facts.get("rules_version")}  # a transfer does not train it
        network, facts = transferred(network, names, game), {**policy_metadata(game, network.reads), **trained_by}
    return TorchPolicyBot(_moved(network, device).eval(), facts, deterministic, name_of(file))


def _moved(network: Any, device: str) -> Any:
    """Return a network on a device. Raises ConfigError for one that torch does not know or cannot use here."""
    try:
        return network.to(device)
    except (RuntimeError, AssertionError, TypeError, AttributeError) as error:
        raise ConfigError(f"device: expected one that torch can use, such as 'cpu', got {shown(device)}") from error


def _load_zip(file: Path, deterministic: bool, device: str, for_game: Any, allow_pickle: bool) -> Bot:
    """Load a model of stable-baselines3; nothing is unpickled before all that is known of it fits."""
    facts = _zip_facts(file)
    check_versions(facts, str(file))
    if for_game is not None:
        raise ConfigError(
            f"for_game: expected a network (*.safetensors), since only these can be transferred to another game, "
            f"got {str(file)!r}"
        )
    if not allow_pickle:
        raise ConfigError(
            f"policy: expected {PICKLE}{file} (in Python allow_pickle=True) for a file that holds pickles, which may "
            f"run any code, so only of people you trust; got {str(file)!r}"
        )
    from munchkin_env.policies.sb3 import Sb3Bot

    return Sb3Bot.load(file, facts, deterministic, device)


def save_policy(
    path: str | Path,
    network: "Network",
    game: Any,
    half: bool = False,
    *,
    provenance: Mapping[str, Any] | None = None,
    evaluations: Sequence[Any] = (),
    rules_version: int | None = None,
) -> None:
    """Write a network and its training game as `*.safetensors`, atomically.

    With a provenance, a model card is written next to it: README.md, in the format of the Hugging Face Hub.

    Args:
        path: of the file; it ends in `.safetensors`.
        network: a `TokenNetwork` or a `SparseNetwork`.
        game: the game that it was trained for, or its `mk.spec(...)`.
        half: round the weights to float16, which halves the file; computation stays in float32.
        provenance: of the training, see `mk.provenance`; None writes no model card.
        evaluations: results of `mk.evaluate` for the card; the policy is the first player of each.
        rules_version: version of the rules that it was trained under, for a policy that is saved again
            (`PolicyBot.rules_version`); None: the present one.

    Raises:
        ConfigError: another ending, no such network, a game of other sizes than the network's, numbers that float16
            cannot hold, or a folder with a README.md of another kind.
        OSError: the file cannot be written; an older file of that name stays as it was.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> import munchkin_env as mk
        >>> game = mk.spec(players=3)
        >>> with TemporaryDirectory() as folder:
        ...     file = f"{folder}/policy.safetensors"
        ...     mk.save_policy(file, mk.TokenNetwork.for_game(game), game)
        ...     bot = mk.load_policy(file)
        >>> bot.facts == mk.policy_metadata(game, "tokens")
        True
    """
    with needing("train", "save_policy"):
        import torch
        from safetensors.torch import save

    from munchkin_env.policies.network_bot import Network
    from munchkin_env.policies.transfer import names_of

    if not isinstance(path, str | Path):
        raise ConfigError(f"path: expected the name of a file, got {shown(path)}")
    if not isinstance(network, Network):
        raise ConfigError(f"network: expected a TokenNetwork or a SparseNetwork, got {shown(network)}")
    game = game_of(game)
    for name, size in network.sizes_of(game).items():
        if network.settings[name] != size:
            wanted = f"that of the network, whose {name} are {network.settings[name]}"
            raise ConfigError(f"game: expected {wanted}, got one with {size}")
    file = Path(path)
    if file.suffix != ".safetensors":
        raise ConfigError(f"path: expected a name that ends in .safetensors, got {str(path)!r}")
    flag("half", half)
    if provenance is None and evaluations:
        raise ConfigError("evaluations: expected a provenance beside them, got None")
    facts = policy_metadata(game, network.reads)
    if rules_version is not None:
        whole_number("rules_version", rules_version, 1, RULES_VERSION)
        facts |= {"rules_version": int(rules_version)}
    card = card_file(file) if provenance is not None else None
    text = "" if provenance is None else model_card(name_of(file), file.name, facts, provenance, evaluations)
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "facts": facts,
        "network": network.settings,
        "names": names_of(game, network.reads),
    }
    learnt = {name for name, _ in network.named_parameters()} if half else set()
    weights = {
        name: part.detach().to("cpu", torch.float16 if name in learnt else torch.float32).contiguous()
        for name, part in network.state_dict().items()
    }
    for name in learnt:
        if not bool(torch.isfinite(weights[name]).all()):
            most = torch.finfo(torch.float16).max
            raise ConfigError(f"half: expected numbers up to {most:g} in {name}, as float16 holds, got others")
    write_whole(file, save(weights, {"munchkin": json.dumps(header)}))
    if card is not None:
        write_whole(card, text.encode())


def read_policy(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return (weights by name, header) of `*.safetensors`. Raises SaveError."""
    with needing("train", "load_policy"):
        from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, framework="pt") as opened:
            text = (opened.metadata() or {}).get("munchkin")
            weights = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118 (not a dict)
    except (SafetensorError, OSError) as error:
        raise SaveError(f"{file}: expected a complete policy, got a file that cannot be read ({error})") from error
    try:
        header = json.loads(text) if text else {}
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{file}: header: expected JSON, got {text!r:.80} ({error})") from error
    if not isinstance(header, dict) or not isinstance(header.get("facts", {}), dict):
        raise SaveError(f"{file}: header: expected a dict with facts, got {header!r:.80}")
    for field, ours in (("format", FORMAT), ("format_version", FORMAT_VERSION)):
        if header.get(field) != ours:
            raise SaveError(f"{file}: {field}: expected {ours!r}, got {header.get(field)!r:.80}")
    check_versions(header.get("facts", {}), str(file))
    return weights, header


def _zip_facts(file: Path) -> dict[str, Any]:
    """Return the facts in clear text in a model of stable-baselines3, beside its pickled action space."""
    try:
        with zipfile.ZipFile(file) as opened:
            size = opened.getinfo("data").file_size
            if size > MOST_FACTS:
                raise SaveError(f"{file}: data: expected at most {MOST_FACTS} bytes, got {size}")
            data = json.loads(opened.read("data"))
    except SaveError:
        raise
    except UNREADABLE as error:
        raise SaveError(f"{file}: expected a model saved by stable-baselines3, got {error}") from error
    space = data.get("action_space") if isinstance(data, dict) else None
    facts = space.get("facts") if isinstance(space, dict) else None
    if not isinstance(facts, dict):
        raise SaveError(f"{file}: action_space: expected one of mk.sb3_vec_env, got {space!r:.80}")
    return facts


def write_whole(file: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises OSError; then the former file is left."""
    part = file.with_name(f".{file.name}.part")
    try:
        with open(part, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(part, file)
    except OSError:
        part.unlink(missing_ok=True)
        raise
