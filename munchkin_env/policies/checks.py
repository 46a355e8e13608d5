"""Settings of networks, declared once for training runs, constructors and policies' files; checks of their weights."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from munchkin_env.bots.dispatch import NAMES
from munchkin_env.config.fields import Setting, check_name, one_of, setting, settings_of
from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.vocabulary import MAX_EVENTS

if TYPE_CHECKING:
    import torch

KINDS = ("tokens", "sparse")
POOLS = ("table", "seat")
HEADS = ("plain", "pointer")
MOST = 1 << 31  # limit of a size
MOST_LAYERS = 64


@dataclass(frozen=True)
class NetworkSettings:
    """Network of the policy."""

    kind: str = setting(
        "tokens",
        "tokens: a network over the card tokens; sparse: one over the non-zero entries of `flat`, which trains faster",
        choices=KINDS,
        only="ppo",
    )
    embedding: int = setting(64, "width of the embedding of a card type", 1, MOST, only="ppo")
    hidden: list[int] = setting(
        [256, 256],
        "widths of the hidden layers; sparse: the first is the width of the summed embeddings",
        1,
        MOST,
        empty=False,
    )
    discards: bool = setting(False, "read the discard piles card by card", only="ppo, tokens")
    card_dropout: float = setting(
        0.1,
        "share of card types whose embedding is replaced by their features in an iteration, for transfer to new cards",
        0,
        0.99,
        only="ppo",
    )
    pools: str = setting(
        "table",
        "table: cards in front of all other players are pooled together; seat: for each player separately",
        choices=POOLS,
        only="ppo, tokens",
    )
    heads: str = setting(
        "plain",
        "plain: a linear layer; pointer: embeddings of cards, players and monsters score the actions that name them",
        choices=HEADS,
        only="ppo, tokens",
    )
    categories: bool = setting(
        True, "separate embeddings for values of categorical features, such as the place of a card", only="ppo, sparse"
    )
    history: int = setting(
        0,
        "number of past public events that the network reads; an observation shows the last eight; 0: only these",
        0,
        MAX_EVENTS,
        only="ppo, sparse",
    )
    residual: str | None = setting(
        None,
        "compiled bot that the network corrects: the logit of its action is raised, also at play time; null: none",
        choices=tuple(NAMES),
        only="ppo",
    )
    residual_weight: float = setting(  # e^-100 is practically zero
        5.0, "amount that is added to that logit", 0, 100, only="ppo"
    )


@dataclass(frozen=True)
class NetworkSizes:
    """Sizes of a network, which follow from its game; only a policy's file holds them."""

    actions: int = setting(1, "actions", 1, MOST)
    first_card: int = setting(1, "action id of card type 1", 1, MOST)
    types: int = setting(1, "card types", 1, MOST)
    fields: int = setting(1, "numbers of a token", 1, MOST, only="tokens")
    globals_length: int = setting(1, "numbers of the global vector", 1, MOST, only="tokens")
    features: int = setting(1, "numbers of a card's features", 1, MOST)


# settings of networks before there was a choice
LATER: dict[str, dict[str, Any]] = {
    "tokens": {"pools": "table", "heads": "plain", "residual": None, "residual_weight": 5.0},
    "sparse": {"categories": 0, "history": 0},
}


def settings_of_kind(kind: str) -> dict[str, Setting]:
    """Return the settings of a kind of network, by name, sizes first."""
    other = KINDS[1 - KINDS.index(kind)]
    both = {**settings_of(NetworkSizes), **settings_of(NetworkSettings)}
    return {name: one for name, one in both.items() if name != "kind" and other not in one.only}


def check_network(kind: str, settings: Mapping[str, Any]) -> None:
    """Raise ConfigError, naming the field, unless these are the settings of a network of that kind, all of them."""
    known = settings_of_kind(kind)
    for name in settings:
        check_name("", name, ("kind", *known))
    for name, declared in known.items():
        if name == "categories":  # a network has their version, a run only whether
            check_categories(settings[name])
        else:
            declared.check(name, settings.get(name))
    if len(settings["hidden"]) > MOST_LAYERS:
        raise ConfigError(f"hidden: expected up to {MOST_LAYERS} widths, got {len(settings['hidden'])}")
    actions, types, first_card = (settings[name] for name in ("actions", "types", "first_card"))
    if first_card + types != actions:
        raise ConfigError(
            f"first_card: expected {actions - types}, so that {types} cards are the last of {actions} actions, "
            f"got {first_card}"
        )


def checked_settings(settings: Any, where: str) -> tuple[str, dict[str, Any]]:
    """Return (kind, settings) of a network that a file describes.

    Raises SaveError, naming the field, if they are invalid.
    """
    if not isinstance(settings, dict):
        raise SaveError(f"{where}: network: expected settings, got {shown(settings)}")
    kind = settings.get("kind", "tokens")
    try:
        one_of("kind", kind, KINDS)
        found = {**LATER[kind], **{name: value for name, value in settings.items() if name != "kind"}}
        check_network(kind, found)
    except ConfigError as error:
        raise SaveError(f"{where}: network.{error}") from error
    return kind, found


def check_categories(version: Any) -> None:
    """Raise ConfigError unless it is the version of categories that this package knows, or 0 for none."""
    from munchkin_env.policies.categories import CATEGORIES_VERSION  # which imports torch

    if type(version) is not int or version not in (0, CATEGORIES_VERSION):
        raise ConfigError(f"categories: expected {CATEGORIES_VERSION}, or 0 for none, got {shown(version)}")


def check_weights(weights: "dict[str, torch.Tensor]", shapes: dict[str, tuple[int, ...]], where: str) -> None:
    """Raise SaveError, naming the part, unless the weights have these shapes and are finite numbers."""
    for name, shape in shapes.items():
        found = tuple(weights[name].shape) if name in weights else None
        if found != shape:
            raise SaveError(f"{where}: {name}: expected shape {shape}, as in its settings, got {found}")
    for name, part in weights.items():
        if name not in shapes:
            raise SaveError(f"{where}: {name}: expected no such weights, got {tuple(part.shape)}")
        if not part.is_floating_point() or not bool(part.float().isfinite().all()):
            raise SaveError(f"{where}: {name}: expected finite numbers, got others")
