"""What a policy's file says of its network, checked before a network is made of it. Needs the extra `train`."""

from typing import Any

from munchkin_env.errors import SaveError, needing

with needing("train", "networks"):
    import torch

SIZES = ("actions", "first_card", "types", "fields", "globals_length", "features", "embedding")
POOLS = ("table", "seat")
HEADS = ("plain", "pointer")
SETTINGS = (*SIZES, "hidden", "discards", "card_dropout", "pools", "heads")
LATER = {"pools": "table", "heads": "plain"}  # what networks were before there was a choice
MOST = 1 << 31  # of a size: what is larger is no network
MOST_LAYERS = 64


def checked_settings(settings: Any, where: str) -> dict[str, Any]:
    """The settings of a network that a file gives. Raises SaveError, naming the field, if they are none."""
    if not isinstance(settings, dict):
        raise SaveError(f"{where}: network: expected settings, got {settings!r:.80}")
    settings = {**LATER, **settings}
    for name in SIZES:
        if not _is_size(settings.get(name)):
            raise SaveError(f"{where}: network.{name}: expected a whole number from 1, got {settings.get(name)!r:.80}")
    hidden = settings.get("hidden")
    if not isinstance(hidden, list) or not 1 <= len(hidden) <= MOST_LAYERS or not all(map(_is_size, hidden)):
        raise SaveError(f"{where}: network.hidden: expected widths from 1, got {hidden!r:.80}")
    if type(settings.get("discards")) is not bool:
        raise SaveError(f"{where}: network.discards: expected true or false, got {settings.get('discards')!r:.80}")
    dropout: Any = settings.get("card_dropout")
    if type(dropout) not in (int, float) or not 0 <= dropout < 1:  # no comparison holds of what is no number
        raise SaveError(f"{where}: network.card_dropout: expected a share from 0 and below 1, got {dropout!r:.80}")
    for name, words in (("pools", POOLS), ("heads", HEADS)):
        if settings.get(name) not in words:
            raise SaveError(f"{where}: network.{name}: expected {' or '.join(words)}, got {settings.get(name)!r:.80}")
    unknown = sorted(set(settings) - set(SETTINGS))
    if unknown:
        raise SaveError(f"{where}: network.{unknown[0]}: unknown; known: {', '.join(SETTINGS)}")
    actions, types, first_card = (settings[name] for name in ("actions", "types", "first_card"))
    if first_card + types != actions:
        raise SaveError(
            f"{where}: network.first_card: expected {actions - types}, so that {types} cards are the last of "
            f"{actions} actions, got {first_card}"
        )
    return settings


def _is_size(value: Any) -> bool:
    return type(value) is int and 1 <= value < MOST


def check_weights(weights: dict[str, torch.Tensor], shapes: dict[str, tuple[int, ...]], where: str) -> None:
    """Raises SaveError, naming the part, unless the weights have these shapes and are finite numbers."""
    for name, shape in shapes.items():
        found = tuple(weights[name].shape) if name in weights else None
        if found != shape:
            raise SaveError(f"{where}: {name}: expected shape {shape}, as its settings say, got {found}")
    for name, part in weights.items():
        if name not in shapes:
            raise SaveError(f"{where}: {name}: expected no such weights, got {tuple(part.shape)}")
        if not part.is_floating_point() or not bool(torch.isfinite(part.float()).all()):
            raise SaveError(f"{where}: {name}: expected finite numbers, got others")


__all__ = ["HEADS", "POOLS", "SETTINGS", "check_weights", "checked_settings"]
