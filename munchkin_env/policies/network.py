"""A policy over card tokens: one set of weights for any number of players. Needs the extra `train`."""

from itertools import pairwise
from typing import Any

import numpy as np

from munchkin_env.errors import ConfigError, SaveError, needing
from munchkin_env.observation import Spec
from munchkin_env.observation.layout import Place, Token
from munchkin_env.policies.facts import facts_of
from munchkin_env.policies.player import PolicyBot
from munchkin_env.vocabulary import MAX_PLAYERS, ROOM_FOR_PLACES

with needing("train", "networks"):
    import torch
    from torch import nn
    from torch.nn import functional

TYPE, PLACE, OWNER, HOST = (int(Token[name]) for name in ("TYPE", "PLACE", "OWNER", "HOST"))
ILLEGAL = -1e9  # the logit of an illegal action: finite, so that no gradient is NaN

# Cards are pooled by where they lie, so that the trunk need not find that out.
OWN_HAND, OWN_TABLE, OTHER_TABLES, COMBAT, ELSEWHERE, POOLS = range(6)


def pool_table() -> torch.Tensor:
    """int64 (places × owners): the pool of a token, by place and by owner (0 nobody, 1 the observer, 2 his left …)."""
    table = torch.full((ROOM_FOR_PLACES, MAX_PLAYERS + 1), ELSEWHERE, dtype=torch.int64)
    table[Place.HAND] = OWN_HAND
    table[Place.TABLE] = OTHER_TABLES
    table[Place.TABLE, 1] = OWN_TABLE
    for place in (Place.MONSTER, Place.FIGHT, Place.ASIDE, Place.SPOILS):
        table[place] = COMBAT
    return table.flatten()


def check_settings(settings: Any, weights: dict[str, torch.Tensor], where: str) -> None:
    """Raises SaveError, naming the field, unless the settings of a file are those that its weights have.

    So no file makes a network larger than itself, and none answers with actions that its game has not.
    """
    names = ("actions", "first_card", "types", "fields", "globals_length", "embedding")
    if not isinstance(settings, dict):
        raise SaveError(f"{where}: network: expected settings, got {settings!r:.80}")
    for name in names:
        if type(settings.get(name)) is not int or settings[name] < 1:
            raise SaveError(f"{where}: network.{name}: expected a whole number from 1, got {settings.get(name)!r:.80}")
    hidden = settings.get("hidden")
    if not isinstance(hidden, list) or not hidden or any(type(width) is not int or width < 1 for width in hidden):
        raise SaveError(f"{where}: network.hidden: expected widths from 1, got {hidden!r:.80}")
    if type(settings.get("discards")) is not bool:
        raise SaveError(f"{where}: network.discards: expected true or false, got {settings.get('discards')!r:.80}")
    unknown = sorted(set(settings) - {*names, "hidden", "discards"})
    if unknown:
        raise SaveError(f"{where}: network.{unknown[0]}: unknown; known: {', '.join((*names, 'hidden', 'discards'))}")
    actions, first_card, types, fields, globals_length, embedding = (settings[name] for name in names)
    if first_card + types > actions:
        raise SaveError(
            f"{where}: network.first_card: expected at most {actions - types}, so that {types} cards are among "
            f"{actions} actions, got {first_card}"
        )
    shapes = {
        "card.weight": (types + 1, embedding),
        "numbers.weight": (embedding, fields),
        "globals_scale": (globals_length,),
        "action.weight": (actions, hidden[-1]),
    }
    for i, (before, width) in enumerate(pairwise([POOLS * embedding + globals_length, *hidden])):
        shapes[f"trunk.{3 * i}.weight"] = (width, before)
    for name, shape in shapes.items():
        found = tuple(weights[name].shape) if name in weights else None
        if found != shape:
            raise SaveError(f"{where}: {name}: expected shape {shape}, as its settings say, got {found}")
    for name, part in weights.items():
        if not part.is_floating_point() or not bool(torch.isfinite(part.float()).all()):
            raise SaveError(f"{where}: {name}: expected finite numbers, got others")


class TokenNetwork(nn.Module):
    """Masked logits and a value from `tokens`.

    Every card is an embedding of its type, of where it lies with whom, and of its numbers; cards are summed in five
    pools, a trunk reads the pools and the global vector. The logit of an action that names a card contains the
    product of that card's embedding with a query of the trunk, so what is learnt of a card in one place holds in all.
    """

    def __init__(
        self,
        actions: int,
        first_card: int,
        types: int,
        fields: int,
        globals_length: int,
        embedding: int = 64,
        hidden: tuple[int, ...] | list[int] = (256, 256),
        discards: bool = False,
    ) -> None:
        """actions: A. first_card: the action id of card type 1. types: card types. fields: of a token. embedding,
        hidden: widths. discards: whether cards in the discard piles are read; they are more than half of all."""
        super().__init__()
        self.settings: dict[str, Any] = {
            "actions": actions,
            "first_card": first_card,
            "types": types,
            "fields": fields,
            "globals_length": globals_length,
            "embedding": embedding,
            "hidden": list(hidden),
            "discards": discards,
        }
        self.first_card, self.types, self.discards = first_card, types, discards
        self.width = embedding
        self.card = nn.Embedding(types + 1, embedding)
        self.where = nn.Embedding(ROOM_FOR_PLACES * (MAX_PLAYERS + 1), embedding)
        self.numbers = nn.Linear(fields, embedding)
        self.register_buffer("token_scale", torch.ones(fields))
        self.register_buffer("globals_scale", torch.ones(globals_length))
        self.register_buffer("pools", pool_table(), persistent=False)
        widths = [POOLS * embedding + globals_length, *hidden]
        self.trunk = nn.Sequential(
            *(layer for n, m in pairwise(widths) for layer in (nn.Linear(n, m), nn.LayerNorm(m), nn.ReLU()))
        )
        self.action = nn.Linear(widths[-1], actions)
        self.query = nn.Linear(widths[-1], embedding)
        self.critic = nn.Sequential(nn.Linear(widths[-1], 128), nn.ReLU(), nn.Linear(128, 1))
        nn.init.normal_(self.card.weight, std=0.3)
        nn.init.normal_(self.where.weight, std=0.3)
        nn.init.orthogonal_(self.action.weight, 0.01)  # begins near uniform play
        nn.init.orthogonal_(self.query.weight, 0.01)
        nn.init.zeros_(self.action.bias)

    @staticmethod
    def sizes_of(game: Spec) -> dict[str, int]:
        """The settings that follow from the game."""
        cards = next(section for section in game.action_sections if section.name == "card")
        return {
            "actions": game.actions,
            "first_card": cards.start,
            "types": cards.size,
            "fields": game.tokens_shape[1],
            "globals_length": game.globals_length,
        }

    @classmethod
    def for_game(cls, game: Spec, **settings: Any) -> "TokenNetwork":
        """A fresh network for a game; settings: `embedding`, `hidden`, `discards`."""
        network = cls(**{**cls.sizes_of(game), **settings})
        scale = torch.from_numpy(game.token_scale.copy())
        scale[[TYPE, PLACE, OWNER, HOST]] = 0.0  # names, not numbers
        network.token_scale.copy_(scale)
        network.globals_scale.copy_(torch.from_numpy(game.globals_scale.copy()))
        return network

    @classmethod
    def from_weights(cls, weights: dict[str, torch.Tensor], header: dict[str, Any], where: str) -> "TokenNetwork":
        """The network of a file's weights and header. Raises SaveError, naming the file, if they don't fit."""
        check_settings(header.get("network"), weights, where)
        try:
            with torch.random.fork_rng(devices=[]):  # first weights, which are drawn, are nobody's business
                network = cls(**header["network"])
            network.load_state_dict(weights)
        except (KeyError, TypeError, RuntimeError, ValueError) as error:
            raise SaveError(f"{where}: network: expected weights and settings that fit, got {error}") from error
        return network

    def used(self, cards: np.ndarray) -> int:
        """How many tokens of each row of int16 (…, 160, K) are read at most; what follows may be cut off."""
        places = cards[..., PLACE]
        read = (places > 0) if self.discards else (places > 0) & (places != Place.DISCARD)
        last = np.flatnonzero(read.reshape(-1, read.shape[-1]).any(axis=0))
        return int(last[-1]) + 1 if len(last) else 1

    def features(self, cards: torch.Tensor, general: torch.Tensor) -> torch.Tensor:
        """float (B, hidden): what the trunk makes of integer cards (B, T, K) and globals (B, G)."""
        rows = cards.shape[0]
        place = cards[:, :, PLACE]
        kept = (place > 0) if self.discards else (place > 0) & (place != Place.DISCARD)
        row = kept.nonzero()[:, 0]
        tokens = cards[kept]
        lies = tokens[:, PLACE].long() * (MAX_PLAYERS + 1) + tokens[:, OWNER].long()
        scaled = (tokens.float() * self.token_scale).clamp(-4.0, 4.0)
        card = functional.relu(self.card(tokens[:, TYPE].long()) + self.where(lies) + self.numbers(scaled))
        pooled = card.new_zeros(rows * POOLS, self.width).index_add_(0, row * POOLS + self.pools[lies], card)
        scaled_globals = (general.float() * self.globals_scale).clamp(-4.0, 4.0)
        return self.trunk(torch.cat([pooled.view(rows, POOLS * self.width) * 0.5, scaled_globals], 1))

    def forward(
        self, cards: torch.Tensor, general: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """(logits (B, A), ILLEGAL where `mask` (B, A) is 0; values (B,)) of int16 tokens."""
        seen = self.features(cards, general)
        logits = self.action(seen)
        of_cards = self.query(seen) @ self.card.weight[1:].T
        logits = torch.cat(
            [
                logits[:, : self.first_card],
                logits[:, self.first_card : self.first_card + self.types] + of_cards,
                logits[:, self.first_card + self.types :],
            ],
            1,
        )
        return logits.float().masked_fill(mask == 0, ILLEGAL), self.critic(seen)[:, 0].float()

    def values(self, cards: torch.Tensor, general: torch.Tensor) -> torch.Tensor:
        """float (B,): what the observer's seat may expect to get by the end of the game."""
        return self.critic(self.features(cards, general))[:, 0].float()


class NetworkBot(PolicyBot):
    """A network as a player."""

    def __init__(
        self, network: TokenNetwork, facts: dict[str, Any], deterministic: bool = False, name: str = "network"
    ) -> None:
        """facts, deterministic: see `PolicyBot`."""
        super().__init__(facts, deterministic, name)
        self.observation = "tokens"  # whatever a file says
        self.network = network

    @classmethod
    def of(cls, network: TokenNetwork, game: Spec, deterministic: bool = False, name: str = "learner") -> "NetworkBot":
        """A player by a network that is being trained for `game`; the network is shared, not copied."""
        return cls(network, facts_of(game, "tokens"), deterministic, name)

    def check(self, game: Spec) -> None:
        super().check(game)
        for name, size in TokenNetwork.sizes_of(game).items():
            if self.network.settings[name] != size:
                raise ConfigError(
                    f"network.{name}: expected {size} for this game, got {self.network.settings[name]} in {self.name}"
                )

    @torch.no_grad()
    def scores(self, observation: Any, masks: np.ndarray) -> np.ndarray:
        if masks.shape[1] != self.network.settings["actions"]:
            raise ConfigError(f"masks: expected {self.network.settings['actions']} actions, got {masks.shape[1]}")
        device = self.network.token_scale.device
        logits, _ = self.network(
            torch.from_numpy(observation["cards"]).to(device),
            torch.from_numpy(observation["globals"]).to(device),
            torch.from_numpy(masks).to(device),
        )
        scores: np.ndarray = logits.cpu().numpy()
        return scores
