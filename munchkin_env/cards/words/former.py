"""Words that card files were written in before, and how the same is said now: of that the reader reminds."""

FORMERLY: dict[str, str] = {
    "no_escape": 'do = "bars", what = "escape"',
    "no_help": 'do = "bars", what = "help"',
    "bars_help": 'do = "bars", what = "helpers"',
    "no_reward": 'do = "bars", what = "reward"',
    "levels_only": 'do = "bars", what = "bonuses"',
    "no_levels": 'do = "bars", what = "levels"',
}
