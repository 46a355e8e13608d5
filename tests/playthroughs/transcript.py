"""Golden games as text that a person can read: the question, the legal actions and the action of each seat.

    MUNCHKIN_INTERPRETED=1 python tests/playthroughs/transcript.py            # writes all of them again
    MUNCHKIN_INTERPRETED=1 python tests/playthroughs/transcript.py rulebook   # or some

After a change of the rules write them again and read the difference: every changed line is a changed rule.
"""

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import munchkin_env as mk
from munchkin_env.vocabulary import Deck, Event, Phase, Stage, Zone

FOLDER = Path(__file__).resolve().parent
ANSWER = "  > "
WIDTH = 118


@dataclass(frozen=True)
class Playthrough:
    """A golden game: how it begins, and the actions of its seats when it is written again."""

    about: str
    """Subject of the game, and its rules."""
    begin: Callable[[], mk.Game]
    names: tuple[str, ...]
    answers: tuple[str, ...] = ()
    """Actions in words; empty: random ones, drawn from `seed`."""
    decisions: int = 60
    """Number of random actions."""
    seed: int = 0


def rulebook() -> mk.Game:
    """The combat that the rulebook works out; Suzan holds one more card, so that she is asked as at a real table."""
    aric = {
        "level": 4,
        "klass": "warrior",
        "table": ["chainsaw_of_bloody_dismemberment"],
        "carried": ["yuppie_water"],
        "hand": ["magic_missile", "thief", "wandering_monster"],
    }
    suzan = {"level": 2, "race": "elf", "table": ["boots_of_butt_kicking"], "hand": ["enraged", "sleep_potion"]}
    return mk.scenario(
        seats=[aric, suzan, {}],
        doors=["net_troll"],
        treasures=["leather_armor", "helm_of_courage", "gp_1000", "pretty_balloons"],
        rest="out",
        forced_choices=False,
    )


def cthulhu() -> mk.Game:
    """A combat of Munchkin Cthulhu between the cards that are named, so that further cards don't change it."""
    ann = {"level": 5, "sex": "female", "table": ["miners_helmet", "bug_spray"], "hand": ["sticker_ichor"]}
    bob = {"level": 3, "hand": ["rugose", "wandering_monster", "shog_goth", "curse_learn_yet_another_awful_truth"]}
    cid = {"level": 4, "table": ["flamethrower"], "hand": ["wishing_ring", "call_the_army"]}
    return mk.scenario(
        seats=[ann, bob, cid],
        doors=["lloyd_lloigor"],
        treasures=[
            *("unspeakable_riches", "necrocomicon", "brass_knucks", "canned_meat"),
            *("tommy_gun", "kitchen_sink", "necrognomicon"),
        ],
        rest="out",
        forced_choices=False,
        editions=("cthulhu",),
    )


def cult() -> mk.Game:
    """The combat that the rulebook of Munchkin Cthulhu works out."""
    marta = {
        "level": 4,
        "sex": "female",
        "table": [{"cultist": "frothing"}],
        "hand": ["canned_meat", "cultist", "in_a_million_year_sleep"],
    }
    giorgio = {"level": 3, "table": ["cultist"], "hand": ["curse_amnesia"]}
    return mk.scenario(
        seats=[marta, giorgio, {"level": 2}],
        doors=["grape_old_ones"],
        treasures=["necrocomicon", "brass_knucks", "tommy_gun"],
        rest="out",
        forced_choices=False,
        editions=("cthulhu",),
    )


def star() -> mk.Game:
    """One with a weapon of two lasers and two Complex items against a monster and its clone."""
    ann = {
        "level": 3,
        "klass": "gadgeteer",
        "table": ["laser", "dazer", "exoskeleton_in_kit_form", "antenna_array_hat", "red_shirt"],
        "hand": ["maser", "cheat", "starfish"],
    }
    bob = {"level": 2, "table": ["overclocked_hair_dryer"], "hand": ["and_its_clone", "lose_your_headgear"]}
    return mk.scenario(
        seats=[ann, bob, {"level": 4, "hand": ["radioactive"]}],
        doors=["plasmoid", "feline"],
        treasures=["telescopic_spork"],
        dice=[5],
        rest="out",
        editions=("star",),
    )


def extended() -> mk.Game:
    """The Elf and Wizard of the rulebook of the extended edition, with her hat, her boots and two naked swords."""
    ann = {
        "level": 5,
        "race": "elf",
        "klass": "wizard",
        "table": ["pointy_hat_of_power", "boots_of_butt_kicking", "two_naked_swords"],
        "hand": ["misprint", "baby", "thief"],
    }
    bob = {"level": 3, "hand": ["over_caffeinated", "mate"]}
    return mk.scenario(
        seats=[ann, bob, {"level": 4, "hand": ["repossessed"]}],
        doors=["bigfoot", "snoring"],
        treasures=["helm_of_courage"],
        dice=[5, 3],
        rest="out",
        editions=("extended",),
    )


def fairy() -> mk.Game:
    """The Fairy behind the door, one who can beat her with help, and one who is kind."""
    ann = {"level": 5, "table": ["huge_rock", "helm_of_courage", "leather_armor"]}
    bob = {"level": 8, "table": ["eleven_foot_pole", "mithril_armor", "boots_of_butt_kicking"]}
    bob["hand"] = ["there_there_ointment"]
    return mk.scenario(
        seats=[ann, bob, {"level": 3, "hand": ["curse_lose_a_level"]}],
        doors=["sparkly_good_fairy", "potted_plant"],
        treasures=["spiky_knees", "slimy_armor", "buckler_of_swashing", "bow_with_ribbons", "rapier_of_unfairness"],
        extras=[
            *("what_a_lovely_hand", "pinch_of_sparkle", "kindness_is_contagious", "fee_for_friendship"),
            "wings_on_short_notice",
        ],
        rest="out",
        editions=("extended",),
    )


def lone() -> mk.Game:
    """One against all, with everything that others may play against this player."""
    ann = {
        "level": 5,
        "table": ["miners_helmet"],
        "hand": ["sticker_ichor", "canned_meat", "ichor_liquor"],
    }
    bob = {"level": 3, "hand": ["rugose", "loggoth"]}
    cid = {"level": 4, "hand": ["curse_hair_stands_on_end", "maniacal_laugh"]}
    return mk.scenario(
        seats=[ann, bob, cid],
        doors=["shog_goth"],
        treasures=["necrocomicon", "brass_knucks", "tommy_gun", "kitchen_sink"],
        rest="out",
        forced_choices=False,
        editions=("cthulhu",),
    )


PLAYTHROUGHS = {
    "rulebook": Playthrough(
        about="The rulebook's example of a combat: 7 against 10, a Magic Missile, an Enraged monster, an offer of "
        "help that is refused, three cards for going berserk, and a tie that a Warrior wins: one level, three "
        "treasures and one for Enraged "
        "(COMBAT-1, COMBAT-2, COMBAT-4, COMBAT-5, COMBAT-12, HELP-7, PLAY-3, PLAY-4, PLAY-10, CLASS-1).",
        begin=rulebook,
        names=("Aric", "Suzan", "Rob"),
        answers=(
            *("open door", "pass"),
            *("play", "Magic Missile", "for the players"),
            *("play", "Enraged", "monster 1"),
            *("offer help", "0", "no", "pass"),
            *("berserk", "Thief", "pass"),
            *("berserk", "Wandering Monster", "pass"),
            *("berserk", "Yuppie Water", "pass"),
            *("kill", "pass"),
        ),
    ),
    "cthulhu": Playthrough(
        about="Munchkin Cthulhu: a door, an enhancer, a curse that a Wishing Ring cancels, a Wandering Monster, "
        "an ichor, help for a treasure, and Unspeakable Riches among what the monsters had "
        "(CURSE-4, PLAY-1, PLAY-3, PLAY-4, PLAY-5, HELP-2, COMBAT-5).",
        begin=cthulhu,
        names=("Ann", "Bob", "Cid"),
        answers=(
            *("open door", "play", "Rugose", "monster 1", "pass"),
            *("play", "Curse! Learn Yet Another Awful Truth", "the player 1 to the left"),
            *("play", "Wishing Ring", "Curse! Learn Yet Another Awful Truth", "pass"),
            *("play", "Wandering Monster", "Shog Goth", "pass"),
            *("play", "Sticker Ichor", "for the players", "pass"),
            *("ask help", "the player 2 to the left", "1", "done", "pass", "yes", "pass"),
            *("kill", "pass", "Tommy Gun"),
        ),
    ),
    "cult": Playthrough(
        about="The example of a combat in the rulebook of Munchkin Cthulhu: 9 against 10, Canned Meat, Amnesia in the "
        "middle, which costs the Cultist her class and what strengthened it, another Cultist card, by which all but "
        "one are Cultists again, and an enhancer that weakens the monster and takes a treasure "
        "(CULT-1, CULT-4, CULT-6, COMBAT-1, COMBAT-5, PLAY-3, PLAY-4, CURSE-1).",
        begin=cult,
        names=("Marta", "Giorgio", "Chris"),
        answers=(
            *("open door", "pass"),
            *("play", "Canned Meat", "for the players"),
            *("play", "Curse! Amnesia", "the player 2 to the left", "Cultist"),
            *("lay out", "Cultist"),
            *("play", "In A Million-Year Sleep", "monster 1", "kill"),
        ),
    ),
    "lone": Playthrough(
        about="One alone against two monsters, two others and their cards: a goth calls another one, an enhancer, a "
        "curse in the middle that takes the headgear, three one-shots for the player, one for the monsters, and a "
        "claim of what was spent (GOTH-1, PLAY-3, PLAY-4, CURSE-1, COMBAT-1, COMBAT-5, LEVEL-1).",
        begin=lone,
        names=("Ann", "Bob", "Cid"),
        answers=(
            *("open door", "answer call", "Loggoth", "play", "Rugose", "monster 1", "pass"),
            *("play", "Canned Meat", "for the players"),
            *("play", "Curse! Hair Stands On End", "the player 1 to the left", "Miner's Helmet", "pass"),
            *("play", "Ichor Liquor", "for the players"),
            *("play", "Maniacal Laugh", "for the monsters"),
            *("play", "Sticker Ichor", "for the players"),
            *("kill", "claim", "Maniacal Laugh"),
        ),
    ),
    "star": Playthrough(
        about="Star Munchkin: a Gadgeteer with two lasers that are one weapon and two Complex items, a clone that has "
        "what its original has, a trap disarmed for a card and a die, a third laser that joins in the combat, one that "
        "is taken off, and a sidekick sacrificed, by which both monsters are escaped (LASER-1, COMPLEX-1, PLAY-7, "
        "PLAY-10, CURSE-4, SIDE-2, COMBAT-13, FLEE-1).",
        begin=star,
        names=("Ann", "Bob", "Cid"),
        answers=(
            *("open door", "play", ". . . And Its Clone", "play", "monster 2"),
            *("play", "the player 2 to the left", "use power", "Cheat!", "lay out", "carry", "Laser"),
            *("run away", "pass", "pass", "sacrifice", "roll", "monster 1", "roll"),
        ),
    ),
    "extended": Playthrough(
        about="The extended edition: an enhancer and Mate, a Misprint that makes both level 1 with what has been added "
        "since, an enhancer that leaves no treasure as the kill is declared, and a flight in which an Elf is faster, "
        "who flees from a pair slower, and a Wizard pays for the rest (PLAY-4, PLAY-7, PLAY-10, COMBAT-4, COMBAT-13, "
        "FLEE-1).",
        begin=extended,
        names=("Ann", "Bob", "Cid"),
        answers=(
            *("open door", "play", "Over-Caffeinated", "pass", "play", "pass", "play", "Misprint", "monster 1", "pass"),
            *("kill", "play", "monster 1", "run away", "pass", "pass"),
            *("roll", "monster 1", "pass", "roll", "flight", "Baby", "flight", "Thief", "pass"),
        ),
    ),
    "fairy": Playthrough(
        about="Fairy Dust: a curse on another is cancelled for a card of it, the Sparkly Good Fairy is beaten with "
        "help, four treasures and two more cards for the leader, then one for the helper; the last one goes on top of "
        "the treasures, and is what the next monster brings (FAIRY-1 to FAIRY-4, HELP-2, COMBAT-5).",
        begin=fairy,
        names=("Ann", "Bob", "Cid"),
        answers=(
            *("open door", "play", "the player 1 to the left", "play"),
            *("ask help", "the player 1 to the left", "0", "done", "yes"),
            *("pass", "end turn", "pass", "Kindness Is Contagious", "pass", "pass", "pass"),
            *("open door", "pass", "pass", "kill", "pass", "pass", "pass", "end turn", "pass", "pass"),
        ),
    ),
    "opening_three": Playthrough(
        about="Three players at random, from the deal on (SETUP-2, SETUP-3, TURN-2, WINDOW-1).",
        begin=lambda: mk.Game(players=3, seed=3),
        names=("Ann", "Bob", "Cid"),
        seed=3,
    ),
    "opening_open_windows": Playthrough(
        about='Four players at random, all of them asked in every window: `windows="open"` (WINDOW-1, WINDOW-3).',
        begin=lambda: mk.Game(players=4, seed=5, windows="open"),
        names=("Ann", "Bob", "Cid", "Dot"),
        seed=5,
    ),
    "opening_quick": Playthrough(
        about="Six players at random with the quick rules and few windows (QUICK-1, QUICK-2, WINDOW-3).",
        begin=lambda: mk.Game(
            players=6, seed=11, listen_at_door=True, loot_treasure=True, helper_wins=True, windows="final"
        ),
        names=("Ann", "Bob", "Cid", "Dot", "Eve", "Fay"),
        seed=11,
    ),
}


# --------------------------------------------------------------------------- writing


def write(playthrough: Playthrough, answers: Iterator[str]) -> str:
    """The transcript of the game that begins as described and has these actions.

    Raises ValueError for an action that is not legal, naming those that are.
    """
    game = playthrough.begin()
    lines = [*textwrap.wrap(playthrough.about, WIDTH), "", *table(game, playthrough.names)]
    seen = 0
    lines += happened(game, playthrough.names, seen)
    seen = int(game.position["event_count"][0])
    for answer in answers:
        options = {game.describe(int(action)): int(action) for action in game.legal_actions()}
        if answer not in options:
            raise ValueError(f"answer: expected one of {' | '.join(options)}, got {answer}")
        lines += [question(game, playthrough.names), *legal(list(options)), ANSWER + answer]
        game.step(options[answer])
        lines += happened(game, playthrough.names, seen)
        seen = int(game.position["event_count"][0])
        if game.position["combat"]["active"][0]:
            lines.append(f"    {game.strength('players')} against {game.strength('monsters')}")
    return "\n".join([*lines, "", *table(game, playthrough.names)]) + "\n"


def question(game: mk.Game, names: tuple[str, ...]) -> str:
    """Return the asked seat and the question; the part of the action if it has several."""
    part = "" if game.stage == Stage.VERB else f", {game.stage.name.lower()}"
    asked = game.decision.name.lower().replace("_", " ")
    return f"\n{names[game.current_player or 0]}: {asked}{part}"


def legal(options: list[str]) -> list[str]:
    return textwrap.wrap(" | ".join(options), WIDTH, initial_indent="    ", subsequent_indent="    ")


def happened(game: mk.Game, names: tuple[str, ...], since: int) -> list[str]:
    """The public events from number `since` on, as far as the ring still holds them."""
    ring = game.position["event"][0]
    count = int(game.position["event_count"][0])
    lines = []
    for i in range(max(since, count - len(ring)), count):
        event = ring[i % len(ring)]
        words = [Event(int(event["kind"])).name.lower().replace("_", " ")]
        if event["seat"] >= 0:
            words.insert(0, names[int(event["seat"])])
        if event["card"]:
            words.append(game.catalogue.name(int(event["card"])))
        if event["other"] >= 0:
            words.append(f"({names[int(event['other'])]})")
        if event["amount"]:
            words.append(str(int(event["amount"])))
        lines.append("    * " + " ".join(words))
    return lines


def table(game: mk.Game, names: tuple[str, ...]) -> list[str]:
    """The table with all hands open: who has what, and the piles."""
    s = game.position[0]
    type_of = game.tables[0]["type_of"].tolist()
    lines = [f"{Phase(int(s['phase'])).name.lower()}, turn {game.turn} of {names[game.turn_seat]}"]
    for p, name in enumerate(names):
        player = s["player"][p]
        sex = "female" if player["sex"] else "male"
        lines.append(f"{name}: level {int(player['level'])}, {sex}{', dead' if player['dead'] else ''}")
        for zone, title in ((Zone.TABLE + p, "table"), (Zone.HAND + p, "hand")):
            cards = sorted(game.catalogue.name(type_of[c]) for c in np.flatnonzero(s["card"]["zone"] == zone))
            if cards:
                lines += textwrap.wrap(f"  {title}: " + ", ".join(cards), WIDTH, subsequent_indent="    ")
    left, gone = ([int(s["count"][zone + deck]) for deck in Deck] for zone in (Zone.DECK, Zone.DISCARD))
    lines.append(f"{left[0]} doors, {left[1]} treasures; discarded {gone[0]} and {gone[1]}")
    return lines


def at_random(playthrough: Playthrough) -> list[str]:
    """The actions of random players."""
    game = playthrough.begin()
    rng = np.random.default_rng(playthrough.seed)
    answers = []
    while len(answers) < playthrough.decisions and not game.is_terminal:
        action = int(rng.choice(game.legal_actions()))
        answers.append(game.describe(action))
        game.step(action)
    return answers


# --------------------------------------------------------------------------- reading


def answers_in(text: str) -> list[str]:
    """The actions in a transcript."""
    return [line.removeprefix(ANSWER) for line in text.splitlines() if line.startswith(ANSWER)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes golden games anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(PLAYTHROUGHS)}")
    chosen = parser.parse_args().names or list(PLAYTHROUGHS)
    unknown = set(chosen) - set(PLAYTHROUGHS)
    if unknown:
        parser.error(f"no such playthrough: {', '.join(sorted(unknown))}")
    for name in chosen:
        playthrough = PLAYTHROUGHS[name]
        answers = list(playthrough.answers) or at_random(playthrough)
        (FOLDER / f"{name}.txt").write_text(write(playthrough, iter(answers)), encoding="utf-8")


if __name__ == "__main__":
    main()
