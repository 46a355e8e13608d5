"""Read-only engine functions for whoever reads a view in compiled code: bots may not import the engine.

All of them take a view where the engine gives them a position.
"""

from munchkin_env.engine.answers.options import own_option
from munchkin_env.engine.bonuses import (
    PLAYERS_SIDE,
    bonus_against_fighters,
    bonus_of_item_enhancers,
    bonus_spent,
    factor_of,
    has_factors,
    item_bonus,
    side_of,
)
from munchkin_env.engine.chance import (
    BOTS,
    below,
    quick_mix,
)
from munchkin_env.engine.choices import (
    best_bonus,
    lowest_in,
)
from munchkin_env.engine.derived import turned_bonus
from munchkin_env.engine.displacing import displaced_bonus, gives_way
from munchkin_env.engine.items import corruption, use_of
from munchkin_env.engine.layout import (
    STATE,
    empty,
)
from munchkin_env.engine.layout_actions import (
    AMOUNT0,
    CARD0,
    PLACE0,
    SEAT0,
    VERB0,
)
from munchkin_env.engine.rooms import bonus_in_room, has_dweller, treasure_times
from munchkin_env.engine.rules.abilities import ability_amount, ability_limit, payable
from munchkin_env.engine.rules.aims import (
    is_there,
    moments,
    place_is_target,
    seat_is_target,
    second_is_target,
    where_second,
)
from munchkin_env.engine.rules.combat import (
    extra_levels,
)
from munchkin_env.engine.rules.equipment import may_put_away
from munchkin_env.engine.rules.helping import (
    may_ask,
    most_treasures,
)
from munchkin_env.engine.rules.interference import playable
from munchkin_env.engine.rules.meeting import has_partner, is_full
from munchkin_env.engine.rules.paying import can_afford, cost_of, gold_of, gold_owed, pays_for, salvaged
from munchkin_env.engine.rules.powers import may_use_power, most_declared, wanted
from munchkin_env.engine.rules.run_away import (
    cannot_escape,
    escape_card_fits,
    escapes_without_roll,
    roll_change,
)
from munchkin_env.engine.rules.selling import (
    GOLD_PER_LEVEL,
    sellable,
)
from munchkin_env.engine.rules.sidekicks import has_room, is_sidekick_of
from munchkin_env.engine.rules.trading import (
    may_steal_from,
    must_steal,
    stealable,
    stealing_sidekick,
)
from munchkin_env.engine.strength import (
    monster_strength,
    monster_treasures,
    monsters_strength,
    players_strength,
    promised_treasures,
    strength_on_arrival,
    undead_fights,
    winning,
)
from munchkin_env.engine.totals import (
    cheated,
    find_clause,
    hand_count,
    hand_limit,
    hand_of,
    has_ability,
    has_flag,
    helper_of,
    highest_level,
    holds,
    is_cult_card,
    is_cultist,
    is_fighter,
    is_item,
    is_level_card,
    is_race_or_class,
    is_seat_aim,
    is_treasure,
    is_undead,
    kind_of,
    known_on_top,
    lowest_level,
    may_carry,
    monster_at,
    on_pile,
    owner_holds,
    party_has,
    permitted,
    place_of,
    strikes,
    table_of,
    tags_of,
    type_of,
    works,
)
from munchkin_env.engine.wearing import comes_off, fits, is_laser

__all__ = [
    "AMOUNT0",
    "BOTS",
    "CARD0",
    "GOLD_PER_LEVEL",
    "PLACE0",
    "PLAYERS_SIDE",
    "SEAT0",
    "STATE",
    "VERB0",
    "ability_amount",
    "ability_limit",
    "below",
    "best_bonus",
    "bonus_against_fighters",
    "bonus_in_room",
    "bonus_of_item_enhancers",
    "bonus_spent",
    "can_afford",
    "cannot_escape",
    "cheated",
    "comes_off",
    "corruption",
    "cost_of",
    "displaced_bonus",
    "empty",
    "escape_card_fits",
    "escapes_without_roll",
    "extra_levels",
    "factor_of",
    "find_clause",
    "fits",
    "gives_way",
    "gold_of",
    "gold_owed",
    "hand_count",
    "hand_limit",
    "hand_of",
    "has_ability",
    "has_dweller",
    "has_factors",
    "has_flag",
    "has_partner",
    "has_room",
    "helper_of",
    "highest_level",
    "holds",
    "is_cult_card",
    "is_cultist",
    "is_fighter",
    "is_full",
    "is_item",
    "is_laser",
    "is_level_card",
    "is_race_or_class",
    "is_seat_aim",
    "is_sidekick_of",
    "is_there",
    "is_treasure",
    "is_undead",
    "item_bonus",
    "kind_of",
    "known_on_top",
    "lowest_in",
    "lowest_level",
    "may_ask",
    "may_carry",
    "may_put_away",
    "may_steal_from",
    "may_use_power",
    "moments",
    "monster_at",
    "monster_strength",
    "monster_treasures",
    "monsters_strength",
    "most_declared",
    "most_treasures",
    "must_steal",
    "on_pile",
    "own_option",
    "owner_holds",
    "party_has",
    "payable",
    "pays_for",
    "permitted",
    "place_is_target",
    "place_of",
    "playable",
    "players_strength",
    "promised_treasures",
    "quick_mix",
    "roll_change",
    "salvaged",
    "seat_is_target",
    "second_is_target",
    "sellable",
    "side_of",
    "stealable",
    "stealing_sidekick",
    "strength_on_arrival",
    "strikes",
    "table_of",
    "tags_of",
    "treasure_times",
    "turned_bonus",
    "type_of",
    "undead_fights",
    "use_of",
    "wanted",
    "where_second",
    "winning",
    "works",
]
