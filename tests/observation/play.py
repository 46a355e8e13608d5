"""Positions of random games, and a position rearranged in everything that one seat can't know."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

import munchkin_env as mk
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.state.layout import SLOTS
from munchkin_env.observation import View
from munchkin_env.observation.worlds import world_of
from munchkin_env.vocabulary import MAX_FRAMES, Decision, Deck, Flag, Frame, Verb, Zone

PRIVATE = (
    *(Decision.SETUP, Decision.WINDOW, Decision.RECEIVE, Decision.GOTH, Decision.CONTEST),
    *(Decision.JOIN, Decision.SWAP, Decision.CROWD),
)


def random_games(seed: int, players: int, steps: int, every: int, **settings: object) -> Iterator[mk.Game]:
    """Copies of a random game's positions, half-built actions included."""
    rng = np.random.default_rng(seed)
    game = mk.Game(players=players, seed=seed, **settings)
    for step in range(steps):
        if game.is_terminal:
            yield game.clone()
            return
        if step % every == 0:
            yield game.clone()
        game.step(int(rng.choice(game.legal_actions())))


RICH = [
    {
        "klass": ["wizard", "cleric"],
        "table": ["super_munchkin", {"huge_rock": "cheat"}],
        "hand": ["loaded_die", "flask_of_glue", "baby", "instant_wall"],
    },
    {"race": "halfling", "klass": "thief", "hand": ["potted_plant", "curse_lose_a_level"], "table": ["horny_helmet"]},
    {"klass": "warrior", "hand": ["enraged", "mate", "magic_missile"], "table": ["leather_armor", "tuba_of_charm"]},
    {
        "race": "elf",
        "level": 5,
        "hand": ["sleep_potion", "wandering_monster", "gazebo", "pollymorph_potion"],
        "curses": ["curse_chicken_on_your_head"],
        "table": ["boots_of_running_really_fast", "hireling"],
    },
]


def scenes() -> Iterator[mk.Game]:
    """Random play from tables full of abilities, one-shots and curses, where rolls and bargains happen."""
    for seed, monster in enumerate(("plutonium_dragon", "lame_goblin", "net_troll", "mr_bones")):
        players = RICH[seed:] + RICH[:seed]
        game = mk.scenario(players, phase="combat", combat={"monsters": [monster, "lawyers"]}, seed=seed)
        rng = np.random.default_rng(seed)
        for step in range(160):
            if game.is_terminal:
                break
            if step % 3 == 0:
                yield game.clone()
            game.step(int(rng.choice(game.legal_actions())))


@lru_cache(maxsize=1)
def some_games() -> tuple[mk.Game, ...]:
    """Positions of random games: 3 to 6 seats, open windows, and tables where much happens."""
    found: list[mk.Game] = []
    for players in (3, 4, 5, 6):
        found += random_games(players, players, 420, 19)
    found += random_games(11, 4, 300, 19, windows="open", forced_choices=False)
    return (*found, *scenes())


def restored(game: mk.Game, row: np.ndarray) -> mk.Game:
    """A copy of the game with another position, its legal actions listed again."""
    twin = game.clone()
    twin.position.view(np.uint8)[:] = row.view(np.uint8)
    twin._n = entries.legal_ids(twin._positions, 0, twin._tables, twin._ids)
    return twin


def listed(s: np.void, zone: int) -> list[int]:
    """The copies in a zone's list."""
    found, copy = [], int(s["head"][zone])
    while copy:
        found.append(copy)
        copy = int(s["card"]["next"][copy])
    return found


def relist(s: np.void, zone: int, copies: list[int]) -> None:
    """Write a zone's list."""
    s["head"][zone] = copies[0] if copies else 0
    for i, copy in enumerate(copies):
        s["card"]["zone"][copy] = zone
        s["card"]["prev"][copy] = copies[i - 1] if i else 0
        s["card"]["next"][copy] = copies[i + 1] if i + 1 < len(copies) else 0


def backs_of(game: mk.Game) -> np.ndarray:
    """The deck whose back each copy has, by copy; FAIRY-4 changes none of them."""
    sizes = game.catalogue.tables[0]["deck_cards"].tolist()
    return np.repeat([-1, 0, 1, 2], [1, *sizes])


def seen_backs(s: np.void, deck: int, pile: list[int], backs: np.ndarray) -> list[int]:
    """The back that all see at each place of a draw pile, -1 where nobody can tell which of two it is (FAIRY-4)."""
    lowest = len(pile) - 1 - int(s["extra_tops"]) if int(s["merged"]) and deck == Deck.TREASURE else 0
    return [int(backs[c]) if i >= lowest else -1 for i, c in enumerate(pile)]


def exchanged(game: mk.Game, seat: int, rng: np.random.Generator) -> np.ndarray:
    """The position with the cards exchanged that `seat` can't know; marks of a place stay with it.

    Cards change places with cards of the same back, in hands and piles; of a pile that two decks were put into, only
    the backs on top are seen.
    """
    row = game.clone().position  # a NumPy copy would leave padding to chance
    s = row[0]
    card = s["card"]
    backs = backs_of(game)
    bases = 1 + np.cumsum([0, *game.catalogue.tables[0]["deck_cards"].tolist()])
    others = [p for p in range(game.config.players) if p != seat]
    places: list[tuple[list[int], int, int]] = []  # (list of copies, place in it, back that is seen)
    hands = {p: listed(s, Zone.HAND + p) for p in others}
    for hand in hands.values():
        places += [(hand, i, int(backs[c])) for i, c in enumerate(hand)]
    piles = [s["order"][base : base + int(s["count"][Zone.DECK + d])].tolist() for d, base in enumerate(bases[:3])]
    for deck, pile in enumerate(piles):
        places += [(pile, i, back) for i, back in enumerate(seen_backs(s, deck, pile, backs))]
    places = [(cards, i, back) for cards, i, back in places if not int(card["known_by"][cards[i]]) >> seat & 1]
    marks = {(id(cards), i): (int(card["flag"][cards[i]]), int(card["known_by"][cards[i]])) for cards, i, _ in places}
    pool = [int(c) for c in rng.permutation([cards[i] for cards, i, _ in places])]
    for cards, i, back in sorted(places, key=lambda place: place[2] < 0):  # those whose back is seen first
        cards[i] = next(c for c in pool if back in (-1, backs[c]))
        pool.remove(cards[i])
    for p, hand in hands.items():
        relist(s, Zone.HAND + p, hand)
    for deck, pile in enumerate(piles):
        s["order"][bases[deck] : bases[deck] + len(pile)] = pile
        for c in pile:
            card["zone"][c] = Zone.DECK + deck
            card["next"][c] = card["prev"][c] = 0
    for cards, i, _ in places:
        card["flag"][cards[i]], card["known_by"][cards[i]] = marks[id(cards), i]
    return row


def rearranged(game: mk.Game, seat: int, rng: np.random.Generator) -> mk.Game:
    """The game with everything changed that `seat` can't know, written apart from the package's own resampling.

    Hidden cards change places with hidden cards of the same back; seeds, counters, preset dice, marks of other hands,
    other players' half-built actions and who is asked in a window become something else.
    """
    row = exchanged(game, seat, rng)
    s = row[0]
    follow(game.position[0], s)
    players = game.config.players
    others = [p for p in range(players) if p != seat]
    base = 1
    for deck, size in enumerate(game.catalogue.tables[0]["deck_cards"].tolist()):
        order = s["order"][base : base + int(s["count"][Zone.DECK + deck])].tolist()
        s["card"]["known_by"][order] &= 1 << seat
        looked = sum(int(s["card"]["known_by"][c]) >> seat & 1 for c in order)
        change_lookers(s, deck, order, looked, seat, players, rng)
        base += size
    for p in others:
        hand = listed(s, Zone.HAND + p)
        known = {c: int(s["card"]["known_by"][c]) >> seat & 1 for c in hand}
        relist(s, Zone.HAND + p, [int(c) for c in rng.permutation(hand)])
        s["player"][p]["hand_when"] = int(rng.integers(0, 1 << 12))
        s["player"][p]["hand_gold"] = int(rng.integers(0, 1 << 12))
        s["hand_kept"][p] = int(rng.integers(0, 1 + len(hand)))
        for c in hand:
            bits = int(rng.integers(0, 1 << players)) & ~(1 << p) & ~(1 << seat)
            s["card"]["known_by"][c] = bits | known[c] << seat
            s["card"]["flag"][c] = int(rng.choice([0, Flag.NEW]))
        s["player"][p]["hand_known"] = np.bitwise_or.reduce(s["card"]["known_by"][hand]) if len(hand) else 0
    s["seed_hi"], s["seed_lo"] = (int(x) for x in rng.integers(0, 1 << 32, 2))
    s["chance"] = rng.integers(0, 1000, 16)
    s["n_dice"], s["dice"][:3] = 3, rng.integers(1, 7, 3)
    change_answer(s, seat, others, rng)
    return restored(game, row)


def look(game: mk.Game, seat: int, deck: int, n: int) -> None:
    """The seat has looked at the top `n` cards of a draw pile."""
    s = game.position[0]
    base = 1 + sum(game.catalogue.tables[0]["deck_cards"][:deck].tolist())
    pile = s["order"][base : base + int(s["count"][Zone.DECK + deck])].tolist()
    for c in pile[max(0, len(pile) - n) :]:
        s["card"]["known_by"][c] = int(s["card"]["known_by"][c]) | 1 << seat
    s["known"][deck] = max(int(s["known"][deck]), min(n, len(pile)))


def change_lookers(
    s: np.void, deck: int, order: list[int], looked: int, seat: int, players: int, rng: np.random.Generator
) -> None:
    """Change the other seats that have looked at cards of a draw pile, and how many of them are known."""
    known = min(len(order), looked + int(rng.integers(0, 3)))
    s["known"][deck] = known
    for i, c in enumerate(reversed(order[len(order) - known :])):
        bits = int(rng.integers(1, 1 << players)) & ~(1 << seat)
        own = int(i < looked) << seat
        s["card"]["known_by"][c] = own | bits or 1 << (seat + 1) % players


def change_answer(s: np.void, seat: int, others: list[int], rng: np.random.Generator) -> None:
    """Change another's half-built action, and who is asked where that is private."""
    asked = int(s["seat"])
    hidden = asked not in (-1, seat) and int(s["decision"]) in PRIVATE
    change_stack(s, seat, others, hidden, rng)
    top = s["frame"][int(s["n_frames"]) - 1]
    if asked in (-1, seat):
        return
    if int(s["move"]["stage"]):
        for name in ("card", "second", "amount", "count", "last"):
            s["move"][name] = int(rng.integers(0, 20))
        for c in listed(s, Zone.TABLE + asked):
            s["card"]["flag"][c] = int(s["card"]["flag"][c]) ^ int(rng.choice([0, Flag.SELECTED]))
        if int(s["move"]["verb"]) == Verb.TRADE:
            for p in others:
                for c in listed(s, Zone.TABLE + p):
                    s["card"]["flag"][c] = int(s["card"]["flag"][c]) ^ int(rng.choice([0, Flag.WANTED]))
    elif int(s["decision"]) in (Decision.CHARITY, Decision.CHARITY_SEAT):
        chosen = bool(rng.integers(2))
        s["decision"] = Decision.CHARITY_SEAT if chosen else Decision.CHARITY
        top["stage"], top[SLOTS["card"]] = int(chosen), int(rng.choice(listed(s, Zone.HAND + asked))) if chosen else 0
    if hidden:
        s["seat"] = int(rng.choice(others))


def follow(before: np.void, after: np.void) -> None:
    """A card of an exchanged hand that frames name is still some card of that hand."""
    for f in after["frame"][: int(after["n_frames"])]:
        for held in Frame(int(f["kind"])).row.held.values():
            name = held.slot
            named = held.highest == "n_cards" and held.seen == "engine"
            zone = int(before["card"]["zone"][int(f[name])]) if named else 0
            if int(f[name]) and Zone.HAND <= zone < Zone.TABLE and int(after["card"]["zone"][int(f[name])]) != zone:
                f[name] = listed(after, zone)[0]


def change_stack(s: np.void, seat: int, others: list[int], hidden: bool, rng: np.random.Generator) -> None:
    """Change all of the stack that `vocabulary.frames` does not call public. `hidden`: the seat can't tell whom its top
    asks.

    A card of another hand that a frame names becomes another card of it. The players who have yet to lay out a card are
    known by the cards that they have received.
    """
    for i in range(int(s["n_frames"])):
        top = i == int(s["n_frames"]) - 1
        f = s["frame"][i]
        kind = Frame(int(f["kind"]))
        for held in kind.row.held.values():
            name = held.slot
            if held.seen == "public" or (held.seen == "asking" and not (top and hidden)):
                continue
            if held.highest == "n_cards":
                zone = int(s["card"]["zone"][int(f[name])])
                shown = kind == Frame.MEETING and int(s["seat"]) == seat
                if int(f[name]) and Zone.HAND <= zone < Zone.TABLE and zone != Zone.HAND + seat and not shown:
                    f[name] = int(rng.choice(listed(s, zone)))
            elif kind == Frame.PLAYED and int(f["seat"]) == seat:
                continue  # the seat's own card
            elif kind in (Frame.CHARITY, Frame.LOOT_BODY) and (top or name == "stage"):
                continue  # nobody has been asked yet; a half-built action is changed with its card
            elif kind != Frame.MEETING:
                highest = len(others) + 1 if held.highest == "players" else held.highest
                highest = (1 << len(others) + 1) - 1 if held.highest == "seats" else highest
                f[name] = int(rng.integers(held.lowest, int(highest) + 1))
        if kind == Frame.MEETING and top and hidden:
            change_turn(s, f, len(others) + 1, rng)
    if int(s["n_frames"]) < MAX_FRAMES and rng.integers(2):
        put_receipt(s, int(rng.choice(others)))


def change_turn(s: np.void, f: np.void, players: int, rng: np.random.Generator) -> None:
    """A meeting has come to another player, in one of its two rounds; its holder began."""
    asked = SLOTS["asked"]
    holder = (int(f["seat"]) - int(f[asked])) % players
    f[asked] = int(rng.integers(0, players))
    f["seat"] = (holder + int(f[asked])) % players
    f["stage"] = int(rng.integers(0, 2))
    s["decision"] = Decision.SWAP if f["stage"] else Decision.JOIN


def put_receipt(s: np.void, p: int) -> None:
    """Below the frame on top: another player has yet to lay out a received card."""
    n = int(s["n_frames"])
    s["frame"][n] = s["frame"][n - 1].copy()
    s["frame"][n - 1] = np.zeros(1, s["frame"].dtype)[0]
    s["frame"][n - 1]["kind"], s["frame"][n - 1]["seat"], s["frame"][n - 1]["other"] = Frame.RECEIVE, p, p
    s["n_frames"] = n + 1


def observer_mask(game: mk.Game, seat: int) -> bytes:
    """The mask that an environment shows to a seat: zeros for one that is not to act."""
    return game.legal_action_mask().tobytes() if game.current_player == seat else bytes(len(game.legal_action_mask()))


def sights(game: mk.Game, seat: int) -> dict[str, bytes]:
    """Everything that a seat is ever shown of a position."""
    tokens = game.observe(seat, "tokens")
    return {
        "flat": game.observe(seat).tobytes(),
        "tokens": tokens["cards"].tobytes(),
        "globals": tokens["globals"].tobytes(),
        "sparse": b"".join(part.tobytes() for part in game.observe(seat, "sparse").values()),
        "text": game.text(seat).encode(),
        "mask": observer_mask(game, seat),
        "view": View.of(game, seat).row.tobytes(),
    }


def worlds(game: mk.Game, seat: int, number: int) -> dict[str, bytes]:
    """Worlds that are drawn for a seat: the world of its view, one drawn of that, and one drawn of the position."""
    world = world_of(game.position, game.catalogue, seat)
    return {
        "world": world.tobytes(),
        "view": View(world, game.catalogue, seat).row.tobytes(),
        "resampled": game.resample(seat, np.random.default_rng(number)).position.tobytes(),
    }


STACKS = (
    {"editions": ("star", "cthulhu", "munchkin", "extended"), "windows": "open"},
    {"editions": ("star", "munchkin"), "players": 5},
    {"editions": ("cthulhu", "star")},
    {"editions": ("extended", "cthulhu"), "players": 6, "trades": "full", "bargaining": "full"},
)


@lru_cache(maxsize=1)
def rich_games() -> tuple[mk.Game, ...]:
    """Positions of random play of blends, three at most of each stack with the same question on top."""
    found: list[mk.Game] = []
    times: Counter[tuple[object, ...]] = Counter()
    for number in range(160):
        settings = {"players": 4, "forced_choices": bool(number & 1), **STACKS[number % len(STACKS)]}
        rng = np.random.default_rng(number)
        game = mk.Game(seed=number, **settings)
        for _ in range(700):
            if game.is_terminal:
                break
            s = game.position[0]
            kinds = s["frame"]["kind"][: int(s["n_frames"])].tolist()
            key = (*kinds[-3:], game.decision, game.stage)
            times[key] += 1
            if times[key] <= 3:
                found.append(game.clone())
            game.step(int(rng.choice(game.legal_actions())))
    return tuple(found)


__all__ = [
    "exchanged",
    "listed",
    "look",
    "observer_mask",
    "random_games",
    "rearranged",
    "relist",
    "restored",
    "rich_games",
    "sights",
    "some_games",
    "worlds",
]
