"""Points where rules meet and no rulebook decides, as docs/rulings.md has them: kills and goals in mid-combat, help,
two races, thieves, spent cards, silence of curses and monsters."""

from typing import Any

import pytest

from munchkin_env.errors import IllegalAction
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Ability, Decision, Deck, Until, Verb
from tests.each import each
from tests.kit.fairyland import extras_left
from tests.kit.looking import carried_by, hand, may, options, pile, table
from tests.kit.playing import kill, lose, pass_until, passes, win
from tests.scenarios.cthulhu.test_statuses import under
from tests.scenarios.extended import kit as extended
from tests.scenarios.munchkin.kit import combat, table_of

BLEND = ("munchkin", "extended")
"""There are two of each potion in it."""


# --------------------------------------------------------------------------- a combat that is taken over twice

NOSES = ["munchkin:floating_nose", "extended:floating_nose"]
TREASURES = [
    "munchkin:broad_sword", "munchkin:rapier_of_unfairness", "munchkin:bow_with_ribbons", "extended:broad_sword",
    "extended:bow_with_ribbons", "munchkin:cloak_of_obscurity", "extended:cloak_of_obscurity",
]  # fmt: skip


def settle(game: Game) -> None:
    """Nobody lays out received cards, nobody reacts."""
    while not game.is_terminal and game.decision in (Decision.RECEIVE, Decision.WINDOW):
        game.do("done" if game.decision == Decision.RECEIVE else "pass")


def kill_and_hand_over(game: Game, edition: str, seat: int) -> None:
    """The leader kills the first Nose by a card and hands the combat over."""
    game.do("play", card=f"{edition}:potion_of_halitosis", place=0)
    passes(game)
    game.do("play", card=f"{edition}:transferral_potion", seat=seat)
    passes(game)
    assert (game.current_player, game.decision) == (seat, Decision.COMBAT)


def taken_over_twice(last: int, *levels: int, **settings: Any) -> Game:
    """Seat 0 and then seat 1 have killed a Nose each; `last` leads against the Harpies that are left."""
    seats: list[dict[str, Any]] = [{"level": level} for level in levels]
    for seat, edition in enumerate(BLEND):
        seats[seat]["hand"] = [f"{edition}:potion_of_halitosis", f"{edition}:transferral_potion"]
    settings = {"editions": BLEND, "treasures": TREASURES, "goal": 20, **settings}
    game = combat(*seats, monsters=[*NOSES, "munchkin:harpies"], **settings)
    kill_and_hand_over(game, "munchkin", 1)
    kill_and_hand_over(game, "extended", last)
    assert Game.load(game.save()) == game
    assert not game.broken()
    return game


@pytest.mark.parametrize(("end", "levels", "drawn"), [(kill, [4, 5, 10], [3, 3, 2]), (lose, [4, 5, 1], [3, 3, 0])])
def test_everybody_is_paid_for_what_he_has_killed(end: Any, levels: list[int], drawn: list[int]) -> None:
    """GOLD-2, GOLD-3: also the first of two who handed the combat over; what is left is the last one's."""
    game = taken_over_twice(2, 3, 4, 9 if end is kill else 1, dice=[6])
    end(game)
    settle(game)
    assert [game.level(seat) for seat in range(3)] == levels
    assert [len(hand(game, seat)) for seat in range(3)] == drawn
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert not game.broken()


@pytest.mark.parametrize(("end", "levels", "drawn"), [(kill, [11, 5], [5, 3]), (lose, [1, 5], [0, 3])])
def test_who_gets_his_combat_back_wins_or_loses_all_of_it(end: Any, levels: list[int], drawn: list[int]) -> None:
    """COMBAT-3, FLEE-4: a player who flees from the rest gets nothing for their own kills."""
    game = taken_over_twice(0, 9 if end is kill else 1, 4, 1, dice=[6])
    end(game)
    settle(game)
    assert [game.level(seat) for seat in range(2)] == levels
    assert [len(hand(game, seat)) for seat in range(2)] == drawn


def test_who_comes_back_as_a_helper_loses_with_the_others() -> None:
    """COMBAT-3, FLEE-4, HELP-6: seat 0 flees beside seat 2; seat 1 has nothing to do with it."""
    game = taken_over_twice(2, 1, 1, 1, dice=[6, 6])
    game.do("ask_help", seat=0, amount=0)
    passes(game)
    game.do("yes")
    passes(game)
    lose(game)
    settle(game)
    assert [game.level(seat) for seat in range(3)] == [1, 2, 1]
    assert [len(hand(game, seat)) for seat in range(3)] == [0, 3, 0]


@pytest.mark.parametrize(("host", "winners"), [(BLEND, (0,)), (BLEND[::-1], (0, 1))])
def test_two_who_reach_the_goal_by_what_they_are_owed(host: tuple[str, str], winners: tuple[int, ...]) -> None:
    """WIN-1: by the switch all of them, or who is paid first: from the player in turn to the left."""
    game = taken_over_twice(2, 9, 9, 1, dice=[6], editions=host, goal=10)
    lose(game)
    settle(game)
    assert game.winners == winners


# --------------------------------------------------------------------------- who must help, and for what

EQUAL, HIGHER = 4, 8
KNEEPADS: dict[str, Any] = {"level": EQUAL, "table": ["kneepads_of_allure", "helm_of_courage"]}


def rewarded(game: Game) -> Game:
    """The combat is won, and everybody has got what it brings."""
    kill(game)
    while game.decision in (Decision.RECEIVE, Decision.WINDOW, Decision.SPOILS):
        if game.decision == Decision.SPOILS:
            game.step(int(game.legal_actions()[0]))
        else:
            game.do("done" if game.decision == Decision.RECEIVE else "pass")
    assert not game.broken()
    return game


def test_no_item_is_promised_to_who_is_forced() -> None:
    """HELP-9, HELP-2: as no treasure is; a player of equal level may refuse, and a promised item moves."""
    game = combat(KNEEPADS, {"level": HIGHER}, {"level": EQUAL}, monsters=["net_troll"])
    with pytest.raises(IllegalAction):
        game.do("ask_help", seat=1, amount=0, cards=["helm_of_courage"])
    game.do("ask_help", seat=2, amount=0, cards=["helm_of_courage"])
    passes(game)
    assert (game.current_player, game.decision) == (2, Decision.ANSWER_HELP)


@pytest.mark.parametrize("forced", [False, True])
def test_who_must_help_before_he_answers_does_so_for_nothing(forced: bool) -> None:
    """FAIRY-6, HELP-2: independently of any offer; nobody need reward the helper, who takes no Fairy Dust."""
    mine = {"level": 1, "table": ["spiky_knees"]}
    settings: dict[str, Any] = {"extras": ["fee_for_friendship", "pinch_of_sparkle"], "monsters": ["mr_bones"]}
    fairy = {"hand": ["kindness_is_contagious"]}
    treasures = ["helm_of_courage", "leather_armor"]
    game = extended.combat(mine, {"level": 6}, fairy, treasures=treasures, **settings)
    game.do("ask_help", seat=1, amount=1, cards=["spiky_knees"])
    assert (game.current_player, game.decision) == (2, Decision.WINDOW)
    if forced:
        game.do("play", card="kindness_is_contagious", seat=1)
    passes(game)
    if not forced:
        assert (game.current_player, game.decision) == (1, Decision.ANSWER_HELP)
        game.do("yes")
        passes(game)
    rewarded(game)
    moved = [] if forced else ["spiky_knees"]
    assert (table(game, 1), len(hand(game, 1)), extras_left(game)) == (moved, 0 if forced else 2, 2 if forced else 1)


@pytest.mark.parametrize(("answer", "drawn", "dust"), [("yes", 2, 1), ("no", 0, 0)])
def test_who_must_help_may_offer_himself_for_a_price(answer: str, drawn: int, dust: int) -> None:
    """FAIRY-6, HELP-7: nobody has asked this player yet; a leader who prefers free help refuses the offer, and asks."""
    mine = {"level": 1, "hand": ["nasty_tasting_sports_drink"]}
    settings: dict[str, Any] = {"extras": ["fee_for_friendship", "pinch_of_sparkle"], "monsters": ["net_troll"]}
    treasures = ["helm_of_courage", "leather_armor", "slimy_armor"]
    game = extended.combat(mine, {"level": 9}, treasures=treasures, windows="open", **settings)
    game = under(game, 1, Ability.MUST_HELP, Until.OWN_TURN)
    game.do("play", card="nasty_tasting_sports_drink", place="players")
    game.do("offer_help", amount=1)
    assert (game.current_player, game.decision) == (0, Decision.ANSWER_VOLUNTEER)
    game.do(answer)
    passes(game)
    if answer == "no":
        game.do("ask_help", seat=1, amount=0)
        passes(game)
    rewarded(game)
    assert (len(hand(game, 1)), 2 - extras_left(game)) == (drawn, dust)


# --------------------------------------------------------------------------- a Half-Breed who changes race


def changed(host: str, victim: dict[str, Any], found: list[str], **settings: Any) -> Game:
    """Seat 0 has turned the curse against itself, with a race on top of the discards."""
    curse = "gene_lottery" if host == "star" else "curse_change_race"
    mine = {**victim, "hand": [curse, *victim.get("hand", [])]}
    settings = {"editions": (host,), "treasures": (), "discards": found, **settings}
    game = combat(mine, **settings) if "monsters" in settings else table_of(mine, **settings)
    game.do("play", card=curse, seat=0)
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert not game.broken()
    return game


@pytest.mark.parametrize("host", ["munchkin", "extended", "star"])
def test_half_breed_stays_where_another_race_takes_the_place_of_his(host: str) -> None:
    """MOD-1: both races go; where it goes "when the last race is lost" (munchkin) it goes before the new one comes."""
    fantasy, space = (["dwarf", "elf"], "halfling", "elf"), (["feline", "mutant"], "bug", "cyborg")
    old, new, second = space if host == "star" else fantasy
    stays = [] if host == "munchkin" else ["half_breed"]
    half = {"race": old, "table": ["half_breed"], "hand": [second]}
    game = changed(host, half, [new])
    assert table(game, 0) == sorted([new, *stays])
    assert may(game, "lay_out") == bool(stays), "room for a second race"
    assert table(changed(host, half, []), 0) == []


@pytest.mark.parametrize("host", ["munchkin", "extended"])
def test_what_the_new_race_may_not_carry_goes_at_once(host: str) -> None:
    """MOD-1, ITEM-3: a new race that is a Dwarf as well may keep it."""
    half = {"race": ["dwarf", "elf"], "table": ["half_breed", "huge_rock"], "carried": ["mithril_armor"]}
    assert changed(host, half, ["halfling"]).decision == Decision.BIG_ITEMS
    assert changed(host, half, []).decision == Decision.BIG_ITEMS
    game = changed(host, half, ["dwarf"])
    assert (game.decision, carried_by(game, 0)) == (Decision.TURN_START, ["mithril_armor"])


@pytest.mark.parametrize(
    ("host", "races", "item", "found", "bonus"),
    [
        ("munchkin", ["elf", "dwarf"], "bow_with_ribbons", "halfling", 4),
        ("extended", ["elf", "dwarf"], "bow_with_ribbons", "halfling", 4),
        ("star", ["mutant", "feline"], "neuron_whip", "bug", 3),
    ],
)
def test_what_was_of_the_old_race_helps_no_more(host: str, races: list[str], item: str, found: str, bonus: int) -> None:
    """MOD-1, ITEM-5: it stays in use where it lies, also in the middle of a combat."""
    monster = "starfish" if host == "star" else "net_troll"
    half = {"level": 5, "race": races, "table": ["half_breed", item]}
    assert combat(half, monsters=[monster], editions=(host,), treasures=()).strength("players") == 5 + bonus
    game = changed(host, half, [found], monsters=[monster])
    assert (game.decision, game.strength("players")) == (Decision.COMBAT, 5)
    assert item in table(game, 0)
    assert not carried_by(game, 0)


# --------------------------------------------------------------------------- the goal in the middle of a combat

CLERIC, OTHER = {"klass": "cleric"}, {"klass": "thief"}


@each("shared", [False, True])
@each(
    ("seats", "winners", "with_helper"),
    [
        (({"level": 9, **CLERIC}, {"level": 1}, {"level": 9}), (0,), (0, 1)),
        (({"level": 9, **CLERIC}, {"level": 1, **OTHER}, {"level": 9, **CLERIC}), (0, 2), (0, 1, 2)),
        (({"level": 9, **CLERIC}, {"level": 9, **CLERIC}, {}), (0, 1), (0, 1)),
        (({"level": 8, **CLERIC}, {"level": 9, **CLERIC}, {}), (1,), (1,)),
        (({"level": 8, **CLERIC}, {"level": 1}, {"level": 9, **CLERIC}), (2,), (2,)),
    ],
)
def test_an_intervention_in_a_helped_combat(
    seats: tuple[dict[str, Any], ...], winners: tuple[int, ...], with_helper: tuple[int, ...], shared: bool
) -> None:
    """QUICK-3, WIN-3: by the setting who helps a leader that reaches the goal wins, too, however that comes."""
    mine = {**seats[0], "hand": ["wand_of_dowsing"]}
    settings: dict[str, Any] = {"discards": ["divine_intervention"], "helper_wins": shared}
    game = combat(mine, *seats[1:], monsters=["bullrog"], helper=1, **settings)
    game.do("play", card="wand_of_dowsing", second="divine_intervention")
    assert game.winners == (with_helper if shared else winners)
    assert int(game.position["combat"]["n_monsters"][0]) == 1, "nobody has won the combat"
    assert not hand(game, 0)


def test_below_the_goal_a_helped_combat_goes_on_with_the_levels() -> None:
    """WIN-3, QUICK-3, HELP-3: they count in it at once, for leader and helper, and nobody has won."""
    mine = {"level": 4, **CLERIC, "hand": ["wand_of_dowsing"]}
    settings: dict[str, Any] = {"discards": ["divine_intervention"], "helper_wins": True}
    game = combat(mine, {"level": 8, **CLERIC}, monsters=["bullrog"], helper=1, **settings)
    before = game.strength("players")
    game.do("play", card="wand_of_dowsing", second="divine_intervention")
    passes(game)
    assert (game.current_player, game.decision, game.strength("players")) == (0, Decision.COMBAT, before + 2)


CULT: dict[str, Any] = {"editions": ("cthulhu",), "treasures": (), "discards": ["cultist"]}
CULTIST = {"klass": "cultist"}


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(("outside", "winners", "with_helper"), [(0, (0,), (0, 1)), (1, (1,), (1,)), (2, (2,), (2,))])
def test_the_last_one_outside_the_cult_in_a_helped_combat(
    outside: int, winners: tuple[int, ...], with_helper: tuple[int, ...], shared: bool
) -> None:
    """QUICK-3, CULT-4: the same if it is the leader; a helper's or a bystander's goal is their own."""
    curse = "curse_dragged_off_to_snarkham_asylum"
    victim = 2 if outside != 2 else 1
    seats: list[dict[str, Any]] = [{"level": 9} if seat == outside else dict(CULTIST) for seat in range(3)]
    seats[victim] = {}
    seats[0]["hand"] = [curse]
    game = combat(*seats, monsters=["gnarlythotep"], helper=1, helper_wins=shared, **CULT)
    game.do("play", card=curse, seat=victim)
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert game.winners == (with_helper if shared else winners)


@pytest.mark.parametrize(("shared", "winners"), [(False, (0,)), (True, (0, 1))])
def test_the_flight_is_part_of_the_combat(shared: bool, winners: tuple[int, ...]) -> None:
    """QUICK-3, COMBAT-10, CULT-4: the helper is caught and becomes a Cultist, the leader is the last one outside."""
    seats = {"level": 9}, {"level": 4}, CULTIST
    game = combat(*seats, monsters=["shoggoth"], helper=1, dice=[6, 1], helper_wins=shared, **CULT)
    lose(game)
    assert game.winners == winners


# --------------------------------------------------------------------------- thieves, spent cards, turned and silenced


@pytest.mark.parametrize("edition", ["munchkin", "extended"])
def test_a_bystander_robs_another_while_a_third_player_fights(edition: str) -> None:
    """PLAY-9: a fighter neither steals nor is robbed."""
    thief = {"klass": "thief", "hand": ["baby", "wandering_monster"]}
    worn = {"table": ["leather_armor"]}
    game = combat({"level": 3, **worn}, thief, {"table": ["slimy_armor"]}, monsters=["net_troll"], editions=edition)
    game.do("run_away")
    pass_until(game, 1)
    game.step(int(Verb.STEAL))
    assert options(game) == ["the player 1 to the left"]
    game.step(int(game.legal_actions()[0]))
    assert options(game) == ["Slimy Armor"]


def test_what_was_spent_first_ends_on_top_of_the_discards() -> None:
    """COMBAT-7: the order is fixed."""
    spent = ["magic_missile", "enraged", "pretty_balloons"]
    game = combat({"level": 3, "hand": spent}, monsters=["net_troll"], dice=[6])
    for card in spent:
        game.do("play", card=card, place=0 if card == "enraged" else "players")
        passes(game)
    lose(game)
    assert [pile(game, deck)[0] for deck in (Deck.DOOR, Deck.TREASURE)] == ["net_troll", "magic_missile"]


def test_an_evil_laser_is_fire_in_use() -> None:
    """LASER-1, CURSE-2: cards against fire mind it, and it takes the bonus that it gave."""
    blend = {"editions": ("star", "cthulhu"), "treasures": []}
    turned = {"level": 8, "table": [{"dazer": "curse_weapon_becomes_evil"}]}
    game = combat(turned, monsters=["robo_rooster"], goal=20, **blend)
    assert game.strength("players") == 8 - 3
    win(game)
    assert game.level(0) == 8 + 2


def test_a_silenced_trader_keeps_his_second_sidekick() -> None:
    """SIDE-1: the class is not lost; its abilities are."""
    followers = {"level": 9, "klass": "trader", "table": ["very_large_bouncer", "red_shirt"]}
    for monster in ("buggoth", "coggoth"):
        game = combat(followers, monsters=[monster], editions=("star", "cthulhu"), treasures=[])
        assert (game.decision, game.strength("players")) == (Decision.COMBAT, 9 + 3 + 1)
