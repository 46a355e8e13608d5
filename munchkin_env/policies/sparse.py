"""Policy over non-zero entries: a first layer that sums rows of a table, and actions that are scored one by one.

Needs the extra `train`.
"""

from typing import Any

import numpy as np

from munchkin_env.bots.network import CompiledNetwork
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.cards.features import FEATURES, card_features
from munchkin_env.errors import needing
from munchkin_env.observation import Spec
from munchkin_env.observation.layout import N_GENERAL, N_PLANES, N_SEAT
from munchkin_env.policies.categories import (
    BYTE,
    CATEGORIES_VERSION,
    N_GENERAL_VALUES,
    N_OF,
    N_SEAT_VALUES,
    WITH_OWN_ROWS,
    Rows,
    rows_of,
)
from munchkin_env.policies.checks import check_network
from munchkin_env.policies.event_history import EventHistory
from munchkin_env.policies.network import ILLEGAL, needed, trunk_of, without_numbers
from munchkin_env.policies.player import game_of
from munchkin_env.policies.sparse_ops import scores_of, weighted_sums
from munchkin_env.vocabulary import MAX_PLAYERS

with needing("train", "networks"):
    import torch
    from torch import nn
    from torch.nn import functional

NO_ACTION = -1
"""Padding in a list of legal actions, beyond the last."""


def entries_read(game: Spec) -> np.ndarray:
    """Return the factors of values of `sparse`, float32 (R,).

    A factor is the entry's scale, and 0 where a card is named by its number, which tells a network little and is
    another card's in another game.
    """
    return without_numbers(game.sparse_scale, game.sparse_sections)


def listed(masks: np.ndarray) -> np.ndarray:
    """Return the legal actions of masks (n, A), int16 (n, K).

    K is the largest number of one mask; NO_ACTION stands after the last.
    """
    rows, actions = np.nonzero(masks)
    counts = np.bincount(rows, minlength=len(masks))
    places = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    found = np.full((len(masks), max(1, int(counts.max(initial=0)))), NO_ACTION, np.int16)
    found[rows, places] = actions
    return found


class SparseNetwork(nn.Module):
    """Network over `sparse` with logits of the legal actions and a value.

    The first layer sums the embeddings of the non-zero entries, each times its scaled value: about 140 of more than two
    thousand. The logit of an action is the product of its own embedding with the last layer. With `categories`,
    categorical features of an entry have separate embeddings, see `policies.categories`; otherwise an entry has one.

    An embedding is the sum of a learnt vector of that entry and of shared ones. The other seats share a vector for each
    field, so that a seat absent in training is not blank. Entries of card types share the card's embedding: a vector of
    the type, and a learnt map of its features (`card_features`), through one matrix for each plane. A new type has only
    the latter, so `drop_ids` hides the own vectors of some types during training.

    With a `residual` the network only corrects a compiled bot, as in `TokenNetwork`. With a `history` the sum includes
    embeddings of the last public events, see `policies.event_history`.

    `SparseNetwork.for_game(game, …)` derives the sizes from a game.

    Examples:
        >>> import torch
        >>> import munchkin_env as mk
        >>> game = mk.Game(players=4, seed=7)
        >>> network = mk.SparseNetwork.for_game(mk.spec(players=4), hidden=[32])
        >>> seen = {name: part[None] for name, part in game.observe(game.current_player, "sparse").items()}
        >>> with torch.no_grad():
        ...     logits = network.scores(seen, game.legal_action_mask()[None])
        >>> logits.shape
        (1, 265)
    """

    reads = "sparse"
    CATEGORIES = CATEGORIES_VERSION

    def __init__(
        self,
        actions: int,
        first_card: int,
        types: int,
        features: int,
        embedding: int = 32,
        hidden: tuple[int, ...] | list[int] = (256, 128),
        card_dropout: float = 0.0,
        residual: str | None = None,
        residual_weight: float = 5.0,
        categories: int = 0,
        history: int = 0,
    ) -> None:
        """Make the network.

        Args:
            actions: A, the number of actions.
            first_card: the action id of card type 1.
            types: number of card types.
            features: numbers of a card's features.
            embedding: width of a card's embedding.
            hidden: widths of the sum and of the layers behind it.
            card_dropout: the share of types that `drop_ids` draws.
            residual: a compiled bot's name, or None, see above.
            residual_weight: weight of that bot, 0 to 100.
            categories: `SparseNetwork.CATEGORIES`, or 0 for none.
            history: number of remembered events.

        Raises:
            ConfigError: a setting is unknown or impossible.
        """
        super().__init__()
        self.settings: dict[str, Any] = {
            "kind": "sparse",
            "actions": actions,
            "first_card": first_card,
            "types": types,
            "features": features,
            "embedding": embedding,
            "hidden": list(hidden),
            "card_dropout": card_dropout,
            "residual": residual,
            "residual_weight": residual_weight,
            "categories": categories,
        }
        check_network("sparse", {**self.settings, "history": history})
        if history:  # omitted at 0, so that files of such policies do not change
            self.settings["history"] = history
        first, last = hidden[0], hidden[-1]
        self.types, self.first = types, first
        self.rows: Rows | None = rows_of(types) if categories else None
        self.card = nn.Embedding(types, embedding)
        self.feature = nn.Linear(features, embedding, bias=False)
        self._make_rows(embedding, first)
        self.past = EventHistory(history, types, embedding, first) if history else None
        self.bias = nn.Parameter(torch.zeros(first))
        self.summed = nn.LayerNorm(first)
        self.trunk = trunk_of(hidden)
        self.action = nn.Parameter(torch.empty(actions, last + 1))  # the last column: the bias of an action
        self.named = nn.Linear(embedding, last + 1, bias=False)
        self.critic = nn.Sequential(nn.Linear(last, 64), nn.ReLU(), nn.Linear(64, 1))
        self.register_buffer("card_features", torch.zeros(types, features))
        self.register_buffer("scale", torch.ones(self.seen_rows + (self.past.size if self.past else 0)))
        self.kept: torch.Tensor | None = None
        self.tables: tuple[torch.Tensor, torch.Tensor] | None = None
        self.made_of: tuple[int, ...] = ()
        self.weights = [*self.parameters()]  # buffers are searched at each call
        self._draw_weights()

    def _make_rows(self, embedding: int, first: int) -> None:
        """Make the parts of the rows of the first layer."""
        self.general = nn.Parameter(torch.empty(N_GENERAL, first))
        self.seat = nn.Parameter(torch.empty(MAX_PLAYERS, N_SEAT, first))
        self.other_seat = nn.Parameter(torch.empty(N_SEAT, first))
        if self.rows is None:
            self.plane = nn.Parameter(torch.empty(N_PLANES + MAX_PLAYERS, self.types, first))
            self.other_plane = nn.Parameter(torch.empty(self.types, first))
            self.of_card = nn.Linear(embedding, (N_PLANES + 2) * first, bias=False)
            return
        self.value = nn.Parameter(torch.zeros(N_GENERAL_VALUES, first))
        self.seat_value = nn.Parameter(torch.zeros(MAX_PLAYERS, N_SEAT_VALUES, first))
        self.other_seat_value = nn.Parameter(torch.zeros(N_SEAT_VALUES, first))
        self.plane = nn.Parameter(torch.empty(len(WITH_OWN_ROWS), self.types, first))
        self.of_card = nn.Linear(embedding, N_OF * first, bias=False)
        self.register_buffer("own_rows", torch.tensor(WITH_OWN_ROWS), persistent=False)

    @property
    def entries(self) -> int:
        """Number of entries that are read."""
        return N_GENERAL + MAX_PLAYERS * N_SEAT + (N_PLANES + MAX_PLAYERS) * self.types

    @property
    def seen_rows(self) -> int:
        """Number of rows for entries; those of events come behind them."""
        return self.entries if self.rows is None else self.rows.size

    def _draw_weights(self) -> None:
        """Draw first weights: entries differ from each other, play is nearly uniform.

        A value's categories start from its number.
        """
        drawn = [self.general, self.seat, self.plane, self.other_seat]
        drawn += [self.other_plane] if self.rows is None else []
        for rows in drawn:
            nn.init.normal_(rows, std=0.1)
        with torch.no_grad():
            self.seat[1:] = 0.0  # the shared embeddings of other seats start with values
            if self.rows is None:
                self.plane[N_PLANES + 1 :] = 0.0
        nn.init.normal_(self.card.weight, std=0.3)
        nn.init.normal_(self.feature.weight, std=0.1)
        nn.init.normal_(self.of_card.weight, std=0.1 * self.settings["embedding"] ** -0.5)
        nn.init.normal_(self.action, std=0.01 * self.settings["hidden"][-1] ** -0.5)
        nn.init.normal_(self.named.weight, std=0.01 * self.settings["embedding"] ** -0.5)

    @staticmethod
    def sizes_of(game: Spec) -> dict[str, int]:
        """Return the settings that follow from the game."""
        cards = next(section for section in game.action_sections if section.name == "card")
        return {"actions": game.num_actions, "first_card": cards.start, "types": cards.size}

    @classmethod
    def for_game(cls, game: Any, **settings: Any) -> "SparseNetwork":
        """Return a fresh network for a game.

        Args:
            game: a game or its `mk.spec(...)`.
            settings: the other arguments of the class.

        Raises:
            ConfigError: there is no such game, or a setting is impossible.
        """
        game = game_of(game)
        network = cls(**{**cls.sizes_of(game), "features": len(FEATURES), **settings})
        scale = entries_read(game)
        scales = [scale if network.rows is None else network.rows.scale(scale)]
        scales += [network.past.scale()] if network.past else []
        network.scale.copy_(torch.from_numpy(np.concatenate(scales)))
        network.card_features.copy_(torch.from_numpy(card_features(catalogue_of(game.config))[1:].copy()))
        return network

    # ------------------------------------------------------------------ cards

    def drop_ids(self, kept: torch.Tensor | None = None) -> None:
        """Draw the types without rows of their own from now on, in play and in learning alike. Only in training.

        Args:
            kept: float (types, 1), an earlier draw, 0 for those types; None draws a share of `card_dropout`, by torch's
                generator.
        """
        share = self.settings["card_dropout"]
        if share and self.training:
            drawn = torch.rand(self.types, 1) >= share if kept is None else kept
            self.kept = drawn.to(self.scale.device, self.scale.dtype)
            self.tables = None

    def keep_ids(self) -> None:
        """Give every type its own rows again."""
        self.kept = self.tables = None

    def train(self, mode: bool = True) -> "SparseNetwork":
        """Set torch's training mode."""
        self.tables = self.kept = None
        super().train(mode)
        return self

    def made(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the rows of entries, float (R, first), and of actions, float (A, last + 1).

        Without gradients they are kept from call to call, until a weight has changed.
        """
        if torch.is_grad_enabled():
            return self._make()
        versions = tuple([one._version for one in self.weights])
        if self.tables is None or self.made_of != versions or self.tables[0].device != self.scale.device:
            self.tables, self.made_of = self._make(), versions
        return self.tables

    def _make(self) -> tuple[torch.Tensor, torch.Tensor]:
        card, plane, kept = self.card.weight, self.plane, self.kept
        of_cards = self.action[self.settings["first_card"] :]
        if kept is not None:
            card, plane, of_cards = (part * kept for part in (card, plane, of_cards))
        card = card + self.feature(self.card_features)
        seats = torch.cat([self.seat[:1], self.seat[1:] + self.other_seat])
        parts = [self.general, seats.flatten(0, 1)]
        if self.rows is None:
            shared = self.of_card(card).view(self.types, N_PLANES + 2, self.first).transpose(0, 1)
            other = shared[-1] + (self.other_plane if kept is None else self.other_plane * kept)
            planes = torch.cat([plane[: N_PLANES + 1] + shared[:-1], plane[N_PLANES + 1 :] + other])
        else:
            values = torch.cat([self.seat_value[:1], self.seat_value[1:] + self.other_seat_value])
            parts += [self.value, values.flatten(0, 1)]
            shared = self.of_card(card).view(self.types, N_OF, self.first).transpose(0, 1)
            planes = shared.to(plane.dtype).index_add(0, self.own_rows, plane)  # in mixed precision they differ
        remembered = [] if self.past is None else [self.past(card)]
        rows = torch.cat([*parts, planes.flatten(0, 1), *remembered])
        return rows, torch.cat([self.action[: self.settings["first_card"]], of_cards + self.named(card)])

    # ------------------------------------------------------------------ outputs

    def inputs(self, observation: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        """Return table rows of n observations, their counted numbers and the numbers of entries.

        Raises ConfigError where the remembered events are missing.
        """
        counts = observation["count"].reshape(-1)
        width = max(1, int(counts.max(initial=0)))
        indices, values = observation["indices"][:, :width], observation["data"][:, :width]
        if self.rows is not None:
            indices, values, counts = self.rows.of(indices, values, counts)
        if self.past is None:
            return indices, values, counts
        return self.past.behind(indices, values, counts, observation.get("events"), self.seen_rows)

    def look(self, rows: torch.Tensor, indices: torch.Tensor, values: torch.Tensor, counts: torch.Tensor) -> Any:
        """Return the features of entries, float (B, last); see `forward`. rows: those of `made`."""
        total = weighted_sums(rows, self.scale, indices, values, counts) + self.bias
        return self.trunk(functional.relu(self.summed(total)))

    def forward(
        self,
        indices: torch.Tensor,
        values: torch.Tensor,
        counts: torch.Tensor,
        legal: torch.Tensor,
        advice: torch.Tensor | None = None,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits and values of `inputs`.

        Args:
            indices: int (B, N), rows of the table.
            values: (B, N), the numbers that these rows count.
            counts: int16 (B,), how many of the N entries are valid.
            legal: int (B, K), the legal actions, NO_ACTION after the last.
            advice: whole numbers (B,), the actions of the bot of `residual`; not read without one.

        Returns:
            (logits float (B, K), ILLEGAL beyond the last; values float (B,)).

        Raises:
            ConfigError: the advice is missing.
        """
        rows, answers = self.made()
        seen = self.look(rows, indices, values, counts)
        padded = torch.cat([seen, seen.new_ones(len(seen), 1)], 1)
        logits = scores_of(padded, answers, legal).float()
        if self.settings["residual"] is not None:
            told = needed(advice, self.settings["residual"])
            logits = logits + self.settings["residual_weight"] * (legal == told.long()[:, None])
        return logits.masked_fill(legal < 0, ILLEGAL), self.critic(seen)[:, 0].float()

    def values(self, indices: torch.Tensor, values: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
        """Return the expected result of the observer's seat at the end of the game, float (B,); see `forward`."""
        found: torch.Tensor = self.critic(self.look(self.made()[0], indices, values, counts))[:, 0].float()
        return found

    def scores(self, observation: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        """Return a logit for each action, float32 (n, A), ILLEGAL where `masks` is 0; see `PolicyBot.scores`."""
        legal, advice = listed(masks), observation.get("advice")
        given = [*self.inputs(observation), legal, *([] if advice is None else [advice])]
        logits, _ = self(*(torch.from_numpy(np.ascontiguousarray(part)).to(self.scale.device) for part in given))
        found = np.full(masks.shape, ILLEGAL, np.float32)
        rows, places = np.nonzero(legal >= 0)
        found[rows, legal[rows, places]] = logits.cpu().numpy()[rows, places]
        return found

    @torch.no_grad()
    def compiled(self) -> CompiledNetwork:
        """Return the weights as compiled code reads them; neither history nor residual are among them."""
        rows, actions = self.made()
        if self.rows is None:
            number, none = np.arange(self.entries, dtype=np.int32), np.zeros(self.entries, np.int32)
            named = (number, none, none, none, np.zeros((1, BYTE + 1), np.int32), np.zeros(0, np.int32))
        else:
            of = self.rows
            named = (of.number, of.first, of.step, of.kind, of.begins, of.places)
        layers = [self.bias, self.summed.weight, self.summed.bias]
        for part in self.trunk:
            layers += [part.weight.t(), part.bias] if isinstance(part, nn.Linear) else [*part.parameters()]
        units, _, value = self.critic
        critic = [units.weight.t(), units.bias, value.weight, value.bias]
        return CompiledNetwork(
            *named,
            rows=_array([rows]).reshape(rows.shape),
            scale=_array([self.scale]),
            layers=_array(layers),
            actions=_array([actions]).reshape(actions.shape),
            critic=_array(critic),
            widths=np.array(self.settings["hidden"], np.int64),
        )


def _array(parts: list[torch.Tensor]) -> np.ndarray:
    """Return weights one behind the other, float32 (n,)."""
    found: np.ndarray = torch.cat([part.float().flatten() for part in parts]).cpu().numpy()
    return found
