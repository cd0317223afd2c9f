"""The places of the weights of `advice.py` in `board.advice`; their values stand in data/advice.toml."""

WORTH = 0
DOLLAR = 8
FURTHER_DOLLAR = 9
ARMOR = 10
LATE_ARMOR = 11
NEARER = 12
BOMBER_NEAR = 13
ATTACKER_NEAR = 14
CARGO_LADEN = 15
CARGO_EMPTY = 16
HOLDING = 17
SITE = 18
STRIKE_DANGER = 19
NO_GUARD = 20
FORECAST = 21
SCALE = 22
WEIGHTS = 23
