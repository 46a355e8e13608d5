"""What a newcomer is told: a line for each verb, and the rules on a page."""

from munchkin_env.vocabulary import Verb

LESSONS: dict[Verb, str] = {
    Verb.PASS: "You do nothing now; you are asked again when something else happens.",
    Verb.DONE: "You are ready; the game goes on.",
    Verb.YES: "You agree to what was asked.",
    Verb.NO: "You refuse; nothing of yours changes.",
    Verb.COUNTER: "You agree, but for a higher price; the other one may refuse it.",
    Verb.PLAY: "You play a card for what it does, such as a curse, a potion or a level; most are discarded then.",
    Verb.LAY_OUT: "You put a race, a class or an item from your hand before you, where it counts from now on.",
    Verb.USE: "You turn an item that you carry upright, so that its bonus counts.",
    Verb.CARRY: "You turn an item sideways: you keep it, but its bonus does not count.",
    Verb.SELL: "You discard items for their gold: a level for every full 1,000, but never the winning one.",
    Verb.STEAL: "You discard a card and roll: mostly on 4 or more you take another's item, else you lose a level.",
    Verb.TRADE: "You offer another player an item on your table for one on his; he may refuse.",
    Verb.GIVE: "You offer another player an item on your table for nothing.",
    Verb.SHOW_HAND: "All players see your hand; it costs nothing and wins nothing by itself.",
    Verb.DROP: "You discard a race, a class or the like that you have in play, and lose what it gave you.",
    Verb.OPEN_DOOR: "You turn up the top Door card: a monster is fought, a curse strikes you, all else is yours.",
    Verb.FIGHT: "You look for trouble: you fight a monster of your own hand for its treasure and its level.",
    Verb.LOOT_ROOM: "You draw a Door card face down to your hand, without a fight.",
    Verb.END_TURN: "Your turn is over; cards above the limit of your hand go to the lowest in level.",
    Verb.ASK_HELP: "You ask another player to fight beside you, with his strength, for a share of the treasure.",
    Verb.OFFER_HELP: "You offer whoever fights your strength, for a share of the treasure.",
    Verb.KILL: "You are stronger: unless somebody interferes you kill the monsters, gain levels and draw treasure.",
    Verb.RUN_AWAY: "You give the fight up: you roll for each monster, and those that catch you do their bad stuff.",
    Verb.ROLL: "You roll the die for one monster: 5 or more escapes, unless cards change that.",
    Verb.BERSERK: "You discard a card for a bonus in this fight.",
    Verb.BACKSTAB: "You discard a card to make a fighter weaker.",
    Verb.TURN_UNDEAD: "You discard a card for a bonus against undead monsters.",
    Verb.CHARM: "You discard your whole hand, and a monster leaves the fight; you take its treasure, but no level.",
    Verb.FLIGHT: "You discard a card to add to the roll that lies on the table.",
    Verb.RETRY: "You discard a card, and the roll that lies on the table is made again.",
    Verb.BRIBE: "You give the monster an item, and it leaves the fight.",
    Verb.SEND_AWAY: "The monster leaves the fight, since its card lets somebody like you do so.",
    Verb.DECLINE: "You leave the monster alone, since its card lets somebody like you do so.",
    Verb.EXCHANGE: "You discard treasures and draw as many others: the monster that leaves offers it.",
    Verb.PAY_ESCAPE: "You throw the monster an item, and escape from it without a roll.",
    Verb.LEND: "Your Hireling carries an item for you; where he goes, it goes.",
    Verb.FIRST_PICK: "Added to your offer: whoever helps takes his treasures first.",
    Verb.THROW_AWAY: "You discard an item for nothing.",
    Verb.TAKE: "You take a card from a hand that you can't see.",
    Verb.HAND_OVER: "A Big item that is too much for you goes to another player.",
    Verb.ANSWER_CALL: "A monster from your hand comes into the fight.",
    Verb.USE_POWER: "You use a card in play for what it can do; `?` and its name says what, and for which price.",
    Verb.CLAIM: "You take a card that has just been discarded.",
    Verb.SACRIFICE: "Your sidekick stays behind in your place, and you escape.",
    Verb.SWAP: "You show another Cultist a card, and he gives you one of his hand for it.",
}

RULES: tuple[tuple[str, str], ...] = (
    ("The aim", "Be the first at level {goal}. The last level comes from killing a monster, with few exceptions."),
    (
        "You",
        (
            "Strength is your level and the bonuses of the items in use: one headgear, one armor, one footgear, "
            "two hands, one Big item. Race and class give abilities; without a race you are human."
        ),
    ),
    ("Your turn", "1. Open the door: the top Door card is turned up. A monster must be fought; a curse strikes you."),
    ("", "2. No monster? Fight one from your hand, or loot the room: a card face down to your hand."),
    ("", "3. Charity: more cards in hand than the limit (5, or what a card says) go to the lowest in level."),
    ("", "Before and after that you may lay out cards, trade, and sell items: 1,000 gold are a level."),
    (
        "A fight",
        (
            "Your strength against that of the monsters: you must be higher, a tie is lost. Anybody may play cards for "
            "either side. One player may help, mostly for treasure."
        ),
    ),
    ("You win", "Monsters give levels (mostly 1 each) and the treasures printed on them."),
    ("You lose", "You run away: a roll of 5 or 6 escapes each monster, else its bad stuff happens to you."),
    ("You die", "Others take what you have. You keep level, race and class, and go on with new cards."),
    ("Windows", "Between all this you are asked whether you meddle; pass if there is nothing you want to do."),
    ("Cards", "What a card says goes before all this. `? NAME` explains one, `h` lists what you can type."),
)
"""The rules as far as a newcomer needs them: what a paragraph is about, and the paragraph."""
