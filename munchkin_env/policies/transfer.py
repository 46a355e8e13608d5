"""Transfer of a network to another game: matching the numbers that it reads and its actions. Needs `train`.

Card types are matched by id, and by name where an id is new, as cards of one name are one card in every edition
(MIX-1). A type of neither has only its features. Actions without cards, fields of a token, sections of the global
vector and features of cards are matched by name; parts that one of the games lacks count nothing.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.cards.compile import catalogue_of
from munchkin_env.cards.features import FEATURES
from munchkin_env.errors import ConfigError, SaveError, needing
from munchkin_env.observation import Spec
from munchkin_env.observation.layout import N_GENERAL, N_SEAT
from munchkin_env.policies.network import TokenNetwork
from munchkin_env.policies.network_bot import Network
from munchkin_env.policies.player import game_of
from munchkin_env.policies.sparse import SparseNetwork
from munchkin_env.vocabulary import MAX_PLAYERS

with needing("train", "networks"):
    import torch

NEW = -1  # in place of a number that does not exist
ROOM = "room"  # name of reserved entries

Names = dict[str, list[Any]]


def names_of(game: Spec, encoding: str) -> Names:
    """Return the meaning of each number of a game for a network that reads `encoding`, as plain JSON.

    `cards` are (id, name) by type from 1; `actions` and `globals`, or `entries`, are (section, first, size); `fields`
    of a token and `features` of a card are a name each.
    """
    cards = catalogue_of(game.config).cards
    names: Names = {
        "cards": [[card.full_id, card.name] for card in cards if card is not None],
        "actions": [[one.name, one.start, one.size] for one in game.action_sections if one.name != "card"],
        "features": list(FEATURES),
    }
    if encoding == "sparse":
        return {**names, "entries": [[one.name, one.start, one.size] for one in game.sparse_sections]}
    names["globals"] = [[one.name, one.start, one.size] for one in game.global_sections]
    return {**names, "fields": [part.name for part in game.token_fields]}


def checked_names(names: Any, network: Network, where: str) -> Names:
    """Return the names in a policy's file. Raises SaveError, naming the field, unless they fit its network."""
    settings = network.settings
    sections = {"actions": settings["first_card"]}  # and how long all of them are
    words = {"features": "features"}
    if isinstance(network, SparseNetwork):
        sections["entries"] = network.entries
    else:
        sections["globals"] = settings["globals_length"]
        words["fields"] = "fields"
    rows = {"cards": (str, str), **dict.fromkeys(sections, (str, int, int))}
    if not isinstance(names, dict) or set(names) != {*rows, *words}:
        raise SaveError(f"{where}: names: expected {', '.join((*rows, *words))}, got {names!r:.80}")
    for field, kinds in rows.items():
        one = names[field]
        fits = isinstance(one, list) and all(isinstance(row, list) and tuple(map(type, row)) == kinds for row in one)
        if not fits:
            expected = ", ".join(kind.__name__ for kind in kinds)
            raise SaveError(f"{where}: names.{field}: expected lists of ({expected}), got {one!r:.80}")
    for field, size in sections.items():
        if any(not 0 <= first <= first + length <= size for _, first, length in names[field]):
            raise SaveError(f"{where}: names.{field}: expected sections within {size}, got {names[field]!r:.80}")
    for field, size in (("cards", "types"), *words.items()):
        one = names[field]
        if field in words and not (isinstance(one, list) and all(type(word) is str for word in one)):
            raise SaveError(f"{where}: names.{field}: expected words, got {one!r:.80}")
        if len(one) != settings[size]:
            raise SaveError(f"{where}: names.{field}: expected {settings[size]}, got {len(one)}")
    return dict(names)


def transferred(network: Network, names: Names, game: Spec) -> Network:
    """Return a network for `game` with the knowledge of another one, whose numbers mean `names`.

    The other is not changed.
    """
    sizes = {*network.sizes_of(game), "features", "kind"}
    kept = {name: value for name, value in network.settings.items() if name not in sizes}
    with torch.random.fork_rng(devices=[]):  # initial weights, which are overwritten
        found = type(network).for_game(game, **kept)
    of_the_game = {"card_features", "token_scale", "globals_scale", "scale"}
    ours_are = names_of(game, network.reads)
    sparse = isinstance(network, SparseNetwork)
    places = _sparse_places(names, ours_are) if sparse else _places(names, ours_are, network)
    ours = found.state_dict()
    for name, part in network.state_dict().items():
        if name not in of_the_game:
            for axis, place in places.get(name, ()):
                part = _taken(part, axis, place)
            ours[name] = part
    found.load_state_dict(ours)
    return found.train(network.training)


def index_map(game: Any, other: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the number in `other` of each entry of `sparse` and each action of `game`, -1 without a match.

    Args:
        game: the game whose entries and actions are looked up, or its `mk.spec(...)`.
        other: the game that they are looked up in, or its `mk.spec(...)`.

    Returns:
        Two int16 arrays, one entry for each entry of `sparse` and for each action of `game`.

    Raises:
        ConfigError: one of them is no game, or `other` lacks a card, by id and by name.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.spec(editions="munchkin")
        >>> entries, actions = mk.index_map(game, mk.spec(editions=["munchkin", "cthulhu"]))
        >>> len(actions) == game.num_actions
        True
    """
    game, other = game_of(game), game_of(other, "other")
    ours, theirs = names_of(game, "sparse"), names_of(other, "sparse")
    cards = _cards(theirs["cards"], ours["cards"])
    if (cards == NEW).any():
        missing = ours["cards"][int(np.argmax(cards == NEW))][0]
        raise ConfigError(f"editions: expected those of {list(other.config.editions)}, got {missing}, which they lack")
    entries = _sections(theirs["entries"], ours["entries"])
    starts = {name: first for name, first, _ in theirs["entries"]}
    for name, first, size in ours["entries"]:
        if first >= N_GENERAL + MAX_PLAYERS * N_SEAT:  # a plane: by card type
            entries[first : first + size] = starts[name] + cards - 1
    plain = _sections(theirs["actions"], ours["actions"])
    first = max(start + size for _, start, size in theirs["actions"])
    return entries.astype(np.int16), np.concatenate([plain, first + cards - 1]).astype(np.int16)


def _places(theirs: Names, ours: Names, network: TokenNetwork) -> dict[str, list[tuple[int, np.ndarray]]]:
    """Return the axes and places of a game's numbers in each part of a network.

    The axis is that of its numbers that belong to a game; the place is that of each of ours.
    """
    sections = _sections(theirs["globals"], ours["globals"])
    numbers = sections[: network.general] if network.pooled_by_seat else sections
    read = np.concatenate([np.arange(network.pooled), np.where(numbers == NEW, NEW, numbers + network.pooled)])
    own = sections[network.general : network.general + N_SEAT]  # of the observer's seat; the others have the same
    own = np.where(own == NEW, NEW, own - network.general)
    actions = _sections(theirs["actions"], ours["actions"])
    return {
        "card.weight": [(0, np.concatenate([[0], _cards(theirs["cards"], ours["cards"])]))],
        "feature.weight": [(1, _words(theirs["features"], ours["features"]))],
        "numbers.weight": [(1, _words(theirs["fields"], ours["fields"]))],
        "trunk.0.weight": [(1, read)],
        "seat.weight": [(1, np.concatenate([own, N_SEAT + np.arange(network.width)]))],
        "action.weight": [(0, actions)],
        "action.bias": [(0, actions)],
    }


def _sparse_places(theirs: Names, ours: Names) -> dict[str, list[tuple[int, np.ndarray]]]:
    """Return the same for a network of `sparse`, whose rows of entries are separated by kind."""
    cards = _cards(theirs["cards"], ours["cards"])
    types = np.where(cards == NEW, NEW, cards - 1)
    entries = _sections(theirs["entries"], ours["entries"])
    general = entries[:N_GENERAL]
    seat = entries[N_GENERAL : N_GENERAL + N_SEAT]
    seat = np.where(seat == NEW, NEW, seat - N_GENERAL)
    first = max(start + size for _, start, size in theirs["actions"])
    plain = _sections(theirs["actions"], ours["actions"])
    actions = np.concatenate([plain, np.where(types == NEW, NEW, first + types)])
    return {
        "card.weight": [(0, types)],
        "feature.weight": [(1, _words(theirs["features"], ours["features"]))],
        "general": [(0, general)],
        "seat": [(1, seat)],
        "other_seat": [(0, seat)],
        "plane": [(1, types)],
        "other_plane": [(0, types)],
        "action": [(0, actions)],
    }


def _taken(part: torch.Tensor, axis: int, place: np.ndarray) -> torch.Tensor:
    """Return the rows (or columns) of a part at these places, zeros where there is none."""
    index = torch.from_numpy(place).to(part.device)
    shape = [1] * part.dim()
    shape[axis] = len(place)
    return part.index_select(axis, index.clamp(min=0)) * (index != NEW).view(shape)


def _cards(theirs: Sequence[Sequence[str]], ours: Sequence[Sequence[str]]) -> np.ndarray:
    """Return int64, for each of our types: theirs, from 1, that is the same card, or NEW."""
    by_id = {full_id: 1 + i for i, (full_id, _) in enumerate(theirs)}
    by_name: dict[str, int] = {}
    for i, (_, name) in enumerate(theirs):
        by_name.setdefault(name.lower(), 1 + i)
    found = [by_id.get(full_id, by_name.get(name.lower(), NEW)) for full_id, name in ours]
    return np.array(found, np.int64)


def _words(theirs: Sequence[str], ours: Sequence[str]) -> np.ndarray:
    """Return int64, for each of our entries: the place of theirs of the same name, or NEW."""
    at = {word: i for i, word in enumerate(theirs) if not word.startswith(ROOM)}
    return np.array([at.get(word, NEW) for word in ours], np.int64)


def _sections(theirs: Sequence[Sequence[Any]], ours: Sequence[Sequence[Any]]) -> np.ndarray:
    """Return int64, for each of our entries: the place of theirs of the same section, or NEW."""
    at = {name: (first, size) for name, first, size in theirs if not name.endswith(ROOM)}
    found = np.full(max(first + size for _, first, size in ours), NEW, np.int64)
    for name, first, size in ours:
        begin, length = at.get(name, (0, 0))
        same = min(size, length)
        found[first : first + same] = np.arange(begin, begin + same)
    return found
