"""Policy over card tokens: one set of weights for any number of players. Needs the extra `train`."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from munchkin_env.cards.compile import catalogue_of
from munchkin_env.cards.features import FEATURES, card_features
from munchkin_env.engine.state.actions import PLACE0, SEAT0
from munchkin_env.errors import ConfigError, needing
from munchkin_env.observation import Spec
from munchkin_env.observation.layout import EVENT_CARD, EVENT_SIZE, N_SEAT, Section, Token, TokenPlace
from munchkin_env.policies.checks import check_network
from munchkin_env.policies.player import game_of
from munchkin_env.vocabulary import MAX_PLAYERS, ROOM_FOR_PLACES
from munchkin_env.vocabulary import Place as Target

with needing("train", "networks"):
    import torch

ILLEGAL = -1e9  # the logit of an illegal action: finite, so that no gradient is NaN


def needed(advice: torch.Tensor | None, bot: str) -> torch.Tensor:
    """Return the actions of the bot that a network corrects. Raises ConfigError where they are missing."""
    if advice is None:
        raise ConfigError(f"advice: expected the actions of {bot}, which this network corrects, got none")
    return advice


with needing("train", "networks"):
    import torch
    from torch import nn
    from torch.nn import functional

TYPE, PLACE, OWNER, HOST, MONSTER = (int(Token[name]) for name in ("TYPE", "PLACE", "OWNER", "HOST", "MONSTER"))

# Cards are summed by place, so that the trunk need not learn it; the tables of the six seats come last.
HAND, COMBAT, ELSEWHERE, TABLES = range(4)
SUMS = TABLES + MAX_PLAYERS


def sums_of_places() -> torch.Tensor:
    """Return the sum that a token is part of, int64 (places × owners).

    It is by place and by owner (0 nobody, 1 the observer …).
    """
    table = torch.full((ROOM_FOR_PLACES, MAX_PLAYERS + 1), ELSEWHERE, dtype=torch.int64)
    table[TokenPlace.HAND] = HAND
    table[TokenPlace.TABLE, 1:] = TABLES + torch.arange(MAX_PLAYERS)
    for place in (TokenPlace.MONSTER, TokenPlace.FIGHT, TokenPlace.ASIDE, TokenPlace.SPOILS):
        table[place] = COMBAT
    return table.flatten()


class NetworkInput(NamedTuple):
    """Network features of observations, before the heads."""

    trunk: torch.Tensor
    """float (B, hidden)."""
    tokens: torch.Tensor
    """Tokens of all rows that are read, int16 (N, K)."""
    rows: torch.Tensor
    """Row of each, int64 (N,)."""
    cards: torch.Tensor
    """Their embeddings by type and place, float (N, embedding)."""
    seats: torch.Tensor | None
    """Embedding of each seat, float (B, 6, embedding), the observer's first; None where nothing needs it."""


def globals_read(game: Spec) -> np.ndarray:
    """Return the factors of the global vector, float32 (G,).

    A factor is the number's scale, and 0 where a card is named by its number, which tells a network little and is
    another card's in another game.
    """
    return without_numbers(game.globals_scale, game.global_sections)


def without_numbers(scale: np.ndarray, sections: Iterable[Section]) -> np.ndarray:
    """Return the scale of the sections, 0 where a card is named by its number."""
    scale = scale.copy()
    for section in sections:
        part = scale[section.start : section.start + section.size]
        if section.name == "tops":
            part[:] = 0
        if section.name == "events":
            part[EVENT_CARD::EVENT_SIZE] = part[EVENT_CARD + 1 :: EVENT_SIZE] = 0
    return scale


def trunk_of(widths: Sequence[int]) -> nn.Sequential:
    """Return layers from width to width."""
    pairs = pairwise(widths)
    return nn.Sequential(*(layer for n, m in pairs for layer in (nn.Linear(n, m), nn.LayerNorm(m), nn.ReLU())))


class TokenNetwork(nn.Module):
    """Network over `tokens` with masked logits and a value.

    To the network a card is its type, its place and owner, and its numbers; cards are summed by place, a trunk reads
    the sums and the global vector. The logit of an action that names a card is the product of that type's vector with a
    query of the trunk, so learning about a card in one place holds in all.

    Pools `table`: the trunk reads the sums of the hand, the own table, all other tables, the combat and the rest.
    `seat`: each seat's table is summed by itself and read with the seat's numbers, by the same weights for every seat;
    the trunk reads the results instead.

    Heads `plain`: no more. `pointer`: a card, a player or a monster that an action may name is scored by itself, too:
    queries of the trunk are multiplied with the tokens of the type, in every place, with the seat's embedding (as in
    pools `seat`), with the tokens of the monster.

    With a `residual` the network only corrects a compiled bot: the logit of that bot's action is raised by
    `residual_weight`, so a network whose logits are level plays nearly as the bot does. Values do not use it.

    A type's vector is the sum of a learnt one of its number and a learnt map of its features (`card_features`: kind,
    numbers, effect words). A new type has only the latter, so `drop_ids` hides the own vectors of some
    types during training.

    `TokenNetwork.for_game(game, …)` derives the sizes from a game.

    Examples:
        >>> import torch
        >>> import munchkin_env as mk
        >>> game = mk.Game(players=4, seed=7)
        >>> network = mk.TokenNetwork.for_game(mk.spec(players=4), hidden=[32])
        >>> seen = {name: part[None] for name, part in game.observe(game.current_player, "tokens").items()}
        >>> with torch.no_grad():
        ...     logits = network.scores(seen, game.legal_action_mask()[None])
        >>> logits.shape
        (1, 265)
    """

    reads = "tokens"

    def __init__(
        self,
        actions: int,
        first_card: int,
        types: int,
        fields: int,
        globals_length: int,
        features: int,
        embedding: int = 64,
        hidden: tuple[int, ...] | list[int] = (256, 256),
        discards: bool = False,
        card_dropout: float = 0.0,
        pools: str = "table",
        heads: str = "plain",
        residual: str | None = None,
        residual_weight: float = 5.0,
    ) -> None:
        """Make the network.

        Args:
            actions: A, the number of actions.
            first_card: the action id of card type 1.
            types: number of card types.
            fields: numbers of a token.
            globals_length: numbers of the global vector.
            features: numbers of a card's features.
            embedding: width of embeddings.
            hidden: widths of the layers of the trunk.
            discards: whether cards in the discard piles are read; they are more than half of all.
            card_dropout: the share of types that `drop_ids` draws.
            pools: "table" or "seat", see above.
            heads: "plain" or "pointer", see above.
            residual: a compiled bot's name, or None.
            residual_weight: 0 to 100.

        Raises:
            ConfigError: an unknown setting.
        """
        super().__init__()
        self.settings: dict[str, Any] = {
            "actions": actions,
            "first_card": first_card,
            "types": types,
            "fields": fields,
            "globals_length": globals_length,
            "features": features,
            "embedding": embedding,
            "hidden": list(hidden),
            "discards": discards,
            "card_dropout": card_dropout,
            "pools": pools,
            "heads": heads,
            "residual": residual,
            "residual_weight": residual_weight,
        }
        check_network("tokens", self.settings)
        self.discards, self.width = discards, embedding
        self.pooled_by_seat, self.points = pools == "seat", heads == "pointer"
        self.card = nn.Embedding(types + 1, embedding)
        self.feature = nn.Linear(features, embedding, bias=False)
        self.where = nn.Embedding(ROOM_FOR_PLACES * (MAX_PLAYERS + 1), embedding)
        self.numbers = nn.Linear(fields, embedding)
        self.register_buffer("card_features", torch.zeros(types + 1, features))
        self.register_buffer("token_scale", torch.ones(fields))
        self.register_buffer("globals_scale", torch.ones(globals_length))
        self.register_buffer("sums", sums_of_places(), persistent=False)
        self.kept: torch.Tensor | None = None
        self.table: torch.Tensor | None = None
        self.general = globals_length - MAX_PLAYERS * N_SEAT  # first number of the seats
        widths = [self.pooled + (self.general if self.pooled_by_seat else globals_length), *hidden]
        self.trunk = trunk_of(widths)
        self._add_heads(widths[-1], first_card)
        self._draw_weights()

    def _add_heads(self, hidden: int, first_card: int) -> None:
        """Add the heads on the trunk's last layer, and on seats."""
        self.action = nn.Linear(hidden, first_card)
        self.query = nn.Linear(hidden, self.width)
        if self.pooled_by_seat or self.points:
            self.seat = nn.Linear(N_SEAT + self.width, self.width)
            self.chair = nn.Embedding(MAX_PLAYERS, self.width)
        if self.points:
            self.pointer = nn.Linear(hidden, 3 * self.width)
        self.critic = nn.Sequential(nn.Linear(hidden, 128), nn.ReLU(), nn.Linear(128, 1))

    def _draw_weights(self) -> None:
        """Draw first weights: cards differ from each other, play is nearly uniform."""
        for names in (self.card, self.where):
            nn.init.normal_(names.weight, std=0.3)
        nn.init.normal_(self.feature.weight, std=0.1)
        for answers in (self.action, self.query, *([self.pointer] if self.points else [])):
            nn.init.orthogonal_(answers.weight, 0.01)
        nn.init.zeros_(self.action.bias)

    @property
    def pooled(self) -> int:
        """Return the width of the trunk's input from cards and seats; the global vector follows."""
        parts = TABLES + MAX_PLAYERS if self.pooled_by_seat else TABLES + 2
        return parts * self.width

    @staticmethod
    def sizes_of(game: Spec) -> dict[str, int]:
        """Return the settings that follow from the game."""
        cards = next(section for section in game.action_sections if section.name == "card")
        return {
            "actions": game.num_actions,
            "first_card": cards.start,
            "types": cards.size,
            "fields": game.tokens_shape[1],
            "globals_length": game.globals_length,
        }

    @classmethod
    def for_game(cls, game: Any, **settings: Any) -> "TokenNetwork":
        """Return a fresh network for a game.

        Args:
            game: a game or its `mk.spec(...)`.
            settings: the other arguments of the class.

        Raises:
            ConfigError: there is no such game, or a setting is impossible.
        """
        game = game_of(game)
        network = cls(**{**cls.sizes_of(game), "features": len(FEATURES), **settings})
        scale = torch.from_numpy(game.token_scale.copy())
        scale[[TYPE, PLACE, OWNER, HOST]] = 0.0  # names, not numbers
        network.token_scale.copy_(scale)
        network.globals_scale.copy_(torch.from_numpy(globals_read(game)))
        catalogue = catalogue_of(game.config)
        network.card_features.copy_(torch.from_numpy(card_features(catalogue).copy()))
        return network

    # ------------------------------------------------------------------ cards

    def drop_ids(self, kept: torch.Tensor | None = None) -> None:
        """Draw the types without vectors of their own from now on, in play and in learning alike.

        The network then learns from the games that it played. Only in training.

        Args:
            kept: float (types + 1, 1), an earlier draw, 0 for those; None draws a share of `card_dropout` by torch's
                generator.
        """
        share = self.settings["card_dropout"]
        if share and self.training:
            weight = self.card.weight
            drawn = torch.rand(len(weight), 1) >= share if kept is None else kept
            self.kept = drawn.to(weight.device, weight.dtype)

    def keep_ids(self) -> None:
        """Give every type a vector of its own again."""
        self.kept = None

    def train(self, mode: bool = True) -> "TokenNetwork":
        """Set torch's training mode; out of training it keeps its vectors until gradients are taken."""
        self.table = self.kept = None
        super().train(mode)
        return self

    def load_state_dict(self, *args: Any, **kwargs: Any) -> Any:
        """Load weights as torch does."""
        self.table = None
        return super().load_state_dict(*args, **kwargs)

    def type_vectors(self) -> torch.Tensor:
        """Return the vector of each card type, float (types + 1, embedding).

        Kept from call to call without learning.
        """
        still = not self.training and not torch.is_grad_enabled()
        if still and self.table is not None and self.table.device == self.card.weight.device:
            return self.table
        ids = self.card.weight if self.kept is None else self.card.weight * self.kept
        found: torch.Tensor = ids + self.feature(self.card_features)
        self.table = found if still else None
        return found

    # ------------------------------------------------------------------ outputs

    def used(self, cards: np.ndarray) -> int:
        """Return the largest number of tokens read of each row of int16 (..., 160, K); the rest may be cut off."""
        places = cards[..., PLACE]
        read = (places > 0) if self.discards else (places > 0) & (places != TokenPlace.DISCARD)
        last = np.flatnonzero(read.reshape(-1, read.shape[-1]).any(axis=0))
        return int(last[-1]) + 1 if len(last) else 1

    def look(self, cards: torch.Tensor, general: torch.Tensor, types: torch.Tensor) -> NetworkInput:
        """Return the features of integer cards (B, T, K) and globals (B, G); types: those of `type_vectors`."""
        place = cards[:, :, PLACE]
        kept = (place > 0) if self.discards else (place > 0) & (place != TokenPlace.DISCARD)
        rows = kept.nonzero()[:, 0]
        tokens = cards[kept]
        lies = tokens[:, PLACE].long() * (MAX_PLAYERS + 1) + tokens[:, OWNER].long()
        scaled = (tokens.float() * self.token_scale).clamp(-4.0, 4.0)
        which = functional.embedding(tokens[:, TYPE].long(), types)
        card = functional.relu(which + self.where(lies) + self.numbers(scaled))
        sums = card.new_zeros(len(cards) * SUMS, self.width).index_add_(0, rows * SUMS + self.sums[lies], card)
        sums = sums.view(len(cards), SUMS, self.width) * 0.5
        numbers = (general.float() * self.globals_scale).clamp(-4.0, 4.0)
        seats = self.seats(sums, numbers) if self.pooled_by_seat or self.points else None
        if self.pooled_by_seat and seats is not None:
            parts = [sums[:, :TABLES], seats]
            numbers = numbers[:, : self.general]
        else:
            others = sums[:, TABLES + 1 :].sum(1, keepdim=True)
            parts = [sums[:, [HAND, TABLES]], others, sums[:, [COMBAT, ELSEWHERE]]]
        trunk = self.trunk(torch.cat([*(part.flatten(1) for part in parts), numbers], 1))
        return NetworkInput(trunk, tokens, rows, card, seats)

    def seats(self, sums: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
        """Return the embedding of each seat, float (B, 6, embedding), by its table and its numbers."""
        own = numbers[:, self.general :].view(len(numbers), MAX_PLAYERS, N_SEAT)
        return functional.relu(self.seat(torch.cat([own, sums[:, TABLES:]], 2)) + self.chair.weight)

    def pointed(self, seen: NetworkInput, logits: torch.Tensor, first_card: int) -> torch.Tensor:
        """Return the logits, float (B, A), with the scores of named tokens, seats and monsters."""
        of_cards, of_seats, of_places = (self.pointer(seen.trunk) * self.width**-0.5).chunk(3, 1)
        found = torch.zeros_like(logits, dtype=torch.float32)
        actions = logits.shape[1]
        scores = (seen.cards * of_cards[seen.rows]).sum(1).float()
        found.view(-1).index_add_(0, seen.rows * actions + first_card - 1 + seen.tokens[:, TYPE], scores)
        fights = seen.tokens[:, PLACE] == TokenPlace.MONSTER
        rows, monsters = seen.rows[fights], seen.tokens[fights][:, MONSTER] - 1
        scores = (seen.cards[fights] * of_places[rows]).sum(1).float()
        found.view(-1).index_add_(0, rows * actions + PLACE0 + Target.MONSTER + monsters, scores)
        if seen.seats is not None:
            found[:, SEAT0:PLACE0] += torch.einsum("bse,be->bs", seen.seats, of_seats).float()
        return logits + found

    def forward(
        self,
        cards: torch.Tensor,
        general: torch.Tensor,
        mask: torch.Tensor,
        advice: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and values of int16 tokens.

        Args:
            cards: int16 (B, T, K).
            general: int16 (B, G), the global vectors.
            mask: (B, A), 0 for illegal actions.
            advice: whole numbers (B,), the actions of the bot of `residual`; not read without one.

        Returns:
            (logits float (B, A), ILLEGAL where the mask is 0; values float (B,)).

        Raises:
            ConfigError: the advice is missing.
        """
        types = self.type_vectors()
        seen = self.look(cards, general, types)
        plain = self.action(seen.trunk)
        logits = torch.cat([plain, functional.linear(self.query(seen.trunk), types[1:])], 1)
        if self.points:
            logits = self.pointed(seen, logits, plain.shape[1])
        logits = self.corrected(logits.float(), advice)
        return logits.masked_fill(mask == 0, ILLEGAL), self.critic(seen.trunk)[:, 0].float()

    def corrected(self, logits: torch.Tensor, advice: torch.Tensor | None) -> torch.Tensor:
        """Return the logits, float (B, A), plus the weight of the bot's action, `advice` (B,)."""
        residual = self.settings["residual"]
        if residual is None:
            return logits
        raised = logits.new_full((len(logits), 1), self.settings["residual_weight"])
        return logits.scatter_add(1, needed(advice, residual).long()[:, None], raised)

    def inputs(self, observation: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        """Return the parts of n observations that are read, without columns of unread tokens."""
        cards = observation["cards"]
        return cards[:, : self.used(cards)], observation["globals"]

    def scores(self, observation: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        """Return a logit for each action, float32 (n, A), ILLEGAL where `masks` is 0; see `PolicyBot.scores`."""
        advice = observation.get("advice")
        given = [observation["cards"], observation["globals"], masks, *([] if advice is None else [advice])]
        logits, _ = self(*(torch.from_numpy(part).to(self.token_scale.device) for part in given))
        scores: np.ndarray = logits.cpu().numpy()
        return scores

    def values(self, cards: torch.Tensor, general: torch.Tensor) -> torch.Tensor:
        """Return the expected result of the observer's seat at the end of the game, float (B,); see `forward`."""
        return self.critic(self.look(cards, general, self.type_vectors()).trunk)[:, 0].float()
