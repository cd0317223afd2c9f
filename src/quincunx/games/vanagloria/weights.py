"""The places of the weights of `advice.py` in `board.advice`, and in `board.guide` where there is a guide; their values
stand in data/advice_*.toml and data/guide_*.toml."""

UNIT_VALUE = 0
LATE_UNIT_VALUE = 1
WEAPON_VALUE = 2
SHIELD_VALUE = 4
EARLY_INCOME = 5
LATE_INCOME = 6
BESIDE = 7
NEARER = 8
CALLING = 9
ARMING = 14
SHIELDING = 15
DANGER = 16
LEAST_TO_COME = 17
TO_ACT = 18
LATER = 19
WEIGHTS = 22

# The last two are others in each list: how `appraise`, and how `regard`, get from what seats are worth to results.

EARLY_SCALE, LATE_SCALE = 20, 21
RIVAL, SCALE = 20, 21
