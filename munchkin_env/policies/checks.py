"""Checks of a policy file's description of its network, before a network is made of it. Needs the extra `train`."""

from typing import Any

from munchkin_env.bots.dispatch import NAMES
from munchkin_env.errors import ConfigError, SaveError, needing, shown
from munchkin_env.policies.categories import CATEGORIES_VERSION
from munchkin_env.policies.event_history import check_history

with needing("train", "networks"):
    import torch

SIZES = {
    "tokens": ("actions", "first_card", "types", "fields", "globals_length", "features", "embedding"),
    "sparse": ("actions", "first_card", "types", "features", "embedding"),
}
"""Settings that are sizes, by kind of network."""
POOLS = ("table", "seat")
HEADS = ("plain", "pointer")
MOST_WEIGHT = 100.0  # of a residual: e^-100 is practically zero
OTHERS = {
    "tokens": ("hidden", "discards", "card_dropout", "pools", "heads", "residual", "residual_weight"),
    "sparse": ("hidden", "card_dropout", "residual", "residual_weight", "categories", "history"),
}
# kinds of networks before there was a choice
LATER: dict[str, dict[str, Any]] = {
    "tokens": {"pools": "table", "heads": "plain", "residual": None, "residual_weight": 5.0},
    "sparse": {"categories": 0, "history": 0},
}
MOST = 1 << 31  # of a size: no network is larger
MOST_LAYERS = 64


def checked_settings(settings: Any, where: str) -> tuple[str, dict[str, Any]]:
    """Return (kind, settings) of a network that a file describes. Raises SaveError, naming the field, if they are
    invalid."""
    if not isinstance(settings, dict):
        raise SaveError(f"{where}: network: expected settings, got {settings!r:.80}")
    kind = settings.get("kind", "tokens")
    if not isinstance(kind, str) or kind not in SIZES:
        raise SaveError(f"{where}: network.kind: expected {' or '.join(SIZES)}, got {kind!r:.80}")
    given = {name: value for name, value in settings.items() if name != "kind"}
    settings = {**LATER[kind], **given}
    known = (*SIZES[kind], *OTHERS[kind])
    unknown = sorted(set(settings) - set(known))
    if unknown:
        raise SaveError(f"{where}: network.{unknown[0]}: unknown; known: {', '.join(known)}")
    _check_sizes(kind, settings, where)
    if kind == "tokens":
        _check_tokens(settings, where)
    dropout: Any = settings.get("card_dropout")
    if type(dropout) not in (int, float) or not 0 <= dropout < 1:  # no comparison with NaN holds
        raise SaveError(f"{where}: network.card_dropout: expected a share from 0 and below 1, got {dropout!r:.80}")
    try:
        check_residual(settings.get("residual"), settings.get("residual_weight"))
        if kind == "sparse":
            check_categories(settings["categories"])
            check_history(settings["history"])
    except ConfigError as error:
        raise SaveError(f"{where}: network.{error}") from error
    return kind, settings


def _check_sizes(kind: str, settings: dict[str, Any], where: str) -> None:
    """Raise SaveError, naming the field, unless sizes and widths are valid."""
    for name in SIZES[kind]:
        if not _is_size(settings.get(name)):
            raise SaveError(f"{where}: network.{name}: expected a whole number from 1, got {settings.get(name)!r:.80}")
    hidden = settings.get("hidden")
    if not isinstance(hidden, list) or not 1 <= len(hidden) <= MOST_LAYERS or not all(map(_is_size, hidden)):
        raise SaveError(f"{where}: network.hidden: expected widths from 1, got {hidden!r:.80}")
    actions, types, first_card = (settings[name] for name in ("actions", "types", "first_card"))
    if first_card + types != actions:
        raise SaveError(
            f"{where}: network.first_card: expected {actions - types}, so that {types} cards are the last of "
            f"{actions} actions, got {first_card}"
        )


def _check_tokens(settings: dict[str, Any], where: str) -> None:
    """Raise SaveError, naming the field, unless the choices that only a network of tokens has are valid."""
    if type(settings.get("discards")) is not bool:
        raise SaveError(f"{where}: network.discards: expected true or false, got {settings.get('discards')!r:.80}")
    for name, words in (("pools", POOLS), ("heads", HEADS)):
        if settings.get(name) not in words:
            raise SaveError(f"{where}: network.{name}: expected {' or '.join(words)}, got {settings.get(name)!r:.80}")


def check_residual(residual: Any, weight: Any) -> None:
    """Raise ConfigError, naming the field, unless it is a compiled bot or None, and a weight that logits can take."""
    if residual is not None and (type(residual) is not str or residual not in NAMES):
        raise ConfigError(f"residual: expected a compiled bot, {', '.join(NAMES)}, or none, got {shown(residual)}")
    if type(weight) not in (int, float) or not 0 <= weight <= MOST_WEIGHT:
        raise ConfigError(f"residual_weight: expected 0 to {MOST_WEIGHT:g}, got {shown(weight)}")


def check_categories(version: Any) -> None:
    """Raise ConfigError unless it is the version of categories that this package knows, or 0 for none."""
    if type(version) is not int or version not in (0, CATEGORIES_VERSION):
        raise ConfigError(f"categories: expected {CATEGORIES_VERSION}, or 0 for none, got {shown(version)}")


def _is_size(value: Any) -> bool:
    return type(value) is int and 1 <= value < MOST


def check_weights(weights: dict[str, torch.Tensor], shapes: dict[str, tuple[int, ...]], where: str) -> None:
    """Raise SaveError, naming the part, unless the weights have these shapes and are finite numbers."""
    for name, shape in shapes.items():
        found = tuple(weights[name].shape) if name in weights else None
        if found != shape:
            raise SaveError(f"{where}: {name}: expected shape {shape}, as in its settings, got {found}")
    for name, part in weights.items():
        if name not in shapes:
            raise SaveError(f"{where}: {name}: expected no such weights, got {tuple(part.shape)}")
        if not part.is_floating_point() or not bool(torch.isfinite(part.float()).all()):
            raise SaveError(f"{where}: {name}: expected finite numbers, got others")


__all__ = ["HEADS", "POOLS", "check_categories", "check_residual", "check_weights", "checked_settings"]
