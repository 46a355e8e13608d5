// What the words on this page mean, for one who has never held the cards.

export const GLOSSARY: [string, string][] = [
  ["Level", "How far a player has come: the number in the circle. Killing monsters raises it; whoever reaches the last level first wins."],
  ["Strength", "The level and the bonuses of what is in use: what counts in a fight."],
  ["Doors, treasures", "The two decks. Doors hold monsters, curses, races and classes; treasures hold items, and cards that are used once."],
  ["In use, carried", "Items that count, and items that lie before a player and count nothing, for want of hands, of a free place or of the right race. Cards that are used once wait there for their fight."],
  ["Big", "An item of which one, as a rule, is in use at a time."],
  ["One shot", "A card that helps one side of one fight, and is gone."],
  ["Curse", "A card that harms whom it is played on, or who finds it behind a door. One that lasts lies with that player."],
  ["Bad stuff", "What a monster does to those who do not escape it. At worst they die: others take their cards, and they go on with new ones."],
  ["Escape", "Who loses a fight rolls a die for each monster: the number shown or more gets away."],
  ["Helper", "Another player who adds strength to a fight, often for a part of the treasure."],
  ["React", "To play a card, steal or offer help while it is another one's turn. To pass is always possible."],
  ["Loot", "A card drawn face down where the door brought no fight."],
  ["Charity", "Cards beyond the limit of a hand go to the lowest in level at the end of a turn; the lowest discards them."],
  ["Steal, backstab", "A thief pays with a card, and takes an item if the die says so, or weakens whoever fights."],
  ["Chance to win", "What levels, gear and hands that all can see are worth. It knows nothing of a fight that goes on."],
  ["Blunder", "An action that cost chances to win, by the estimate of a search: 10 of 100 are one game in ten."],
];

/** Why a card of one's hand is no answer just now, by its kind. */
export const WHEN: Record<string, string> = {
  monster: "A monster is fought in your own turn where the door brought no fight, or joins one by a card that says so.",
  item: "Items are laid out in your own turn outside fights, by whom they fit.",
  "item enhancer": "It is put on an item in your own turn.",
  race: "A race is laid out in your own turn, in place of what you are.",
  class: "A class is laid out in your own turn, in place of what you are.",
  "one shot": "It is used in a fight.",
  enhancer: "It changes a monster in a fight.",
  wandering: "It brings a monster of your hand into a fight.",
  level: "It raises a level, but never to the last one.",
  curse: "It is played on somebody whom it can harm.",
};
