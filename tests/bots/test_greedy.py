"""The greedy bot in positions where its choice can be seen."""

import ast
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import greedy, make_bot
from munchkin_env.engine.state.actions import N_VERBS, VERB0
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Stage, Verb, Window

pytestmark = pytest.mark.interpreted


def answer(game):
    """Return the action of greedy now, in words."""
    view = View.of(game, game.current_player)
    return game.describe(make_bot("greedy").act(view, game.legal_action_mask(), np.random.default_rng(0)))


def step(game, word):
    """Step the legal action of that name."""
    game.step(next(int(a) for a in game.legal_actions() if game.describe(a) == word))


def pass_windows(game):
    """Nobody reacts until a player is asked for a decision of their own."""
    while game.decision == Decision.WINDOW:
        step(game, "pass")
    return game


def play(game, seat, last=("open door", "end turn", "kill", "run away", "pass")):
    """Greedy plays for all until `seat` has said one of the last words. Returns the words of `seat`."""
    words = []
    while not (words and words[-1] in last):
        words.append(answer(game))
        if game.current_player != seat:
            words.pop()
        step(game, answer(game))
    return words


def start(*players, phase="start"):
    """A decision of the first player outside combat, with all other cards out of the game."""
    return mk.scenario(players, phase=phase, rest="out", forced_choices=False)


def fight(monster, leader, *others, helper=None):
    """The leader's decision in a combat with all other cards out of the game."""
    combat = {"monsters": [monster]} if helper is None else {"monsters": [monster], "helper": helper}
    return pass_windows(mk.scenario([leader, *others], phase="combat", combat=combat, rest="out", forced_choices=False))


# --------------------------------------------------------------------------- own turn


def in_use(game, seat):
    return {card.name for card in View.of(game, seat).table(seat) if not card.carried}


def test_the_best_item_goes_to_its_slot_and_level_cards_are_played_at_once():
    game = start({"hand": ["leather_armor", "flaming_armor", "gp_1000", "dwarf"]}, {}, {})
    words = play(game, 0)
    assert words[0] == "play"
    assert game.level(0) == 2
    assert in_use(game, 0) == {"Dwarf", "Flaming Armor"}
    assert words[-1] == "open door"


def test_a_better_carried_item_takes_the_place_of_the_one_in_use():
    game = start({"table": ["leather_armor"], "carried": ["flaming_armor"]}, {}, {})
    play(game, 0)
    assert in_use(game, 0) == {"Flaming Armor"}


def test_a_better_class_takes_the_place_of_the_one_in_play():
    game = start({"klass": "thief", "hand": ["cleric", "mace_of_sharpness"]}, {}, {})
    play(game, 0)
    assert in_use(game, 0) == {"Cleric", "Mace of Sharpness"}


def test_junk_is_sold_for_a_level_and_what_is_in_use_is_kept():
    carried = ["pointy_hat_of_power", "mace_of_sharpness"]  # for a Wizard, for a Cleric: 1000 gold
    game = start({"level": 4, "table": ["flaming_armor"], "carried": carried}, {}, {})
    assert "sell" in play(game, 0)
    assert game.level(0) == 5
    assert in_use(game, 0) == {"Flaming Armor"}


def test_items_in_use_are_not_sold():
    game = start({"level": 4, "table": ["boots_of_butt_kicking", "flaming_armor", "buckler_of_swashing"]}, {}, {})
    assert "sell" not in play(game, 0)


@pytest.mark.parametrize(("monster", "wanted"), [("lame_goblin", "fight"), ("plutonium_dragon", "loot room")])
def test_trouble_is_looked_for_only_when_it_is_won(monster, wanted):
    assert answer(start({"level": 3, "hand": [monster]}, {}, {}, phase="trouble")) == wanted


# --------------------------------------------------------------------------- combat


def test_a_won_combat_is_finished():
    assert answer(fight("lame_goblin", {"level": 5}, {}, {})) == "kill"


def test_a_one_shot_turns_a_lost_combat():
    game = fight("gazebo", {"level": 7, "hand": ["sleep_potion"]}, {}, {})
    assert play(game, 0) == ["play", "Sleep Potion", "for the players", "kill"]


def test_a_one_shot_that_does_not_turn_it_is_kept():
    assert answer(fight("plutonium_dragon", {"level": 5, "hand": ["sleep_potion"]}, {}, {})) == "run away"


def test_two_one_shots_are_played_if_only_both_turn_it():
    game = fight("gazebo", {"level": 4, "hand": ["sleep_potion", "flaming_poison_potion"]}, {}, {})
    words = play(game, 0)
    assert words.count("play") == 2
    assert words[-1] == "kill"


def test_a_warrior_pays_for_strength_when_that_is_enough():
    game = fight("gazebo", {"level": 7, "klass": "warrior", "hand": ["potted_plant"]}, {}, {})
    assert play(game, 0) == ["berserk", "Potted Plant", "kill"]  # a tie is enough for a Warrior


def test_help_is_asked_of_somebody_who_can_turn_the_combat_for_the_fewest_treasures_that_pay():
    assert answer(fight("gazebo", {"level": 5}, {"level": 9}, {})) == "run away"  # nobody may help against it
    words = play(fight("harpies", {"level": 3}, {"level": 1}, {"level": 4}), 0, last=("done",))
    assert words == ["ask help", "the player 2 to the left", "1", "done"]


def run_away(game):
    step(game, "run away")
    pass_windows(game)
    assert game.decision == Decision.FLEE
    return game


@pytest.mark.parametrize(("monster", "wanted"), [("bullrog", "play"), ("lame_goblin", "roll")])
def test_a_hireling_is_given_up_to_escape_death_but_not_for_nothing(monster, wanted):
    table = ["hireling", "flaming_armor", "really_impressive_title"]
    leader = {"level": 5, "table": table}
    if monster == "lame_goblin":
        leader = {"table": table[:1], "curses": ["curse_change_sex"]}
    assert answer(run_away(fight(monster, leader, {}, {}))) == wanted


# --------------------------------------------------------------------------- others


WEAPONS = ["boots_of_butt_kicking", "buckler_of_swashing", "sneaky_bastard_sword", "really_impressive_title"]


@pytest.mark.parametrize(("level", "amount", "wanted"), [(3, 2, "yes"), (8, 2, "no"), (3, 0, "counter")])
def test_help_is_given_for_treasure_but_not_for_the_game(level, amount, wanted):
    game = fight("bullrog", {"level": level, "table": ["flaming_armor"]}, {"level": 9, "table": WEAPONS}, {})
    game.do("ask_help", seat=1, amount=amount)
    assert pass_windows(game).decision == Decision.ANSWER_HELP
    assert answer(game) == wanted


def test_an_elf_helps_for_the_level():
    game = fight("harpies", {"level": 3}, {"level": 4, "race": "elf"}, {})
    game.do("ask_help", seat=1, amount=0)
    assert answer(pass_windows(game)) == "yes"


def declared(monster, leader, other):
    """The leader has declared the kill; the second player may react."""
    game = fight(monster, leader, other, {})
    step(game, "kill")
    assert (game.current_player, Window(int(game.position["window"][0]))) == (1, Window.KILL)
    return game


def test_whoever_would_win_is_stopped():
    game = declared("lame_goblin", {"level": 9, "table": ["spiky_knees"]}, {"hand": ["ancient"]})
    assert play(game, 1)[:2] == ["play", "Ancient"]
    assert game.strength("monsters") > game.strength("players")


def test_a_kill_that_leads_nowhere_yet_is_left_alone():
    assert answer(declared("lame_goblin", {"level": 6}, {"hand": ["ancient"]})) == "pass"


def test_a_thief_backstabs_whoever_would_win_if_that_is_enough():
    leader = {"level": 9, "table": ["really_impressive_title", "helm_of_courage"]}
    game = declared("bigfoot", leader, {"klass": "thief", "hand": ["elf"]})
    assert answer(game) == "backstab"


def test_a_curse_that_takes_a_level_stops_whoever_would_win():
    game = declared("lame_goblin", {"level": 9}, {"hand": ["curse_duck_of_doom"]})
    assert play(game, 1)[:2] == ["play", "Curse! Duck of Doom"]
    assert (game.is_terminal, game.level(0)) == (False, 8)  # two levels less, one for the kill


@pytest.mark.parametrize(
    ("own", "wanted", "said"),
    [("leather_armor", "flaming_armor", "no"), ("flaming_armor", "leather_armor", "yes")],
)
def test_a_trade_is_judged_by_what_it_brings(own, wanted, said):
    game = start({"table": [own]}, {"table": [wanted]}, {})
    game.do("trade", seat=1, cards=[own], want=[wanted])
    assert game.decision == Decision.ANSWER_TRADE
    assert answer(game) == said


def test_the_least_valuable_item_is_lost():
    game = mk.scenario(
        [{"table": ["flaming_armor"], "carried": ["leather_armor"]}, {}, {}],
        phase="door",
        doors=["curse_lose_1_small_item"],
        rest="out",
    )
    assert game.decision == Decision.CHOOSE_CARD
    assert answer(game) == "Leather Armor"


def test_a_verb_that_nobody_has_thought_of_is_never_chosen():
    """Coming editions append verbs: what greedy does not know it leaves alone."""
    game = mk.Game(players=3, seed=11)
    rng = np.random.default_rng(11)
    unknown = range(VERB0 + len(Verb), VERB0 + N_VERBS)
    asked = 0
    while not game.is_terminal and asked < 150:
        if game.stage == Stage.VERB:
            mask = game.legal_action_mask()
            mask[list(unknown)] = 1
            chosen = make_bot("greedy").act(View.of(game, game.current_player), mask, rng)
            assert chosen not in unknown
            asked += 1
        game.step(int(rng.choice(game.legal_actions())))
    assert asked == 150


def test_every_verb_has_its_points():
    """A verb stands in one of the branches, or in one of the masks; nothing falls through."""
    source = Path(greedy.__file__).read_text(encoding="utf-8")
    branches = next(node for node in ast.parse(source).body if getattr(node, "name", "") == "score_verb")
    named = {
        Verb[node.attr]
        for node in ast.walk(branches)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Verb"
    }
    masks = greedy.GOES_ON, greedy.NOT_WANTED, greedy.DISMISSES, greedy.OF_A_CARD
    for verb in Verb:
        assert (verb in named) + sum(mask >> verb & 1 for mask in masks) == 1, verb


# --------------------------------------------------------------------------- claims for a level card


def test_it_pays_a_level_card_for_a_class_that_arms_it():
    """QUICK-4: for what lets it use its items, or where the level card is good for nothing; else it keeps the card."""

    def first(level, *items, card="elf"):
        seat = {"level": level, "hand": ["boil_an_anthill"], "carried": items}
        game = mk.scenario([seat, {}, {}], rest="out", discards=[card], quick_play=True, forced_choices=False)
        words = []
        while not words or game.stage != Stage.VERB:
            words.append(answer(game))
            step(game, words[-1])
        return words

    assert first(9) == ["claim", "Elf"]
    assert first(5)[0] == "play"
    assert first(9, card="wizard") == ["claim", "Wizard"]
    assert first(5, "staff_of_napalm", card="wizard") == ["claim", "Wizard"]


def test_it_rolls_for_what_it_would_claim():
    """QUICK-4: a claim counts as much as the card is worth to the other player."""
    for level, said in ((9, "yes"), (3, "no")):
        seats = [{"race": "elf"}, {"hand": ["boil_an_anthill"]}, {"level": level, "hand": ["bribe_gm_with_food"]}]
        game = mk.scenario(seats, rest="out", quick_play=True, forced_choices=False)
        game.do("drop", card="elf")
        game.do("claim", card="elf")
        assert game.decision == Decision.CONTEST
        assert answer(game) == said
