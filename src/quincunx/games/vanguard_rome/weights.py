"""The places of the weights of `advice.py` in `board.advice`; their values stand in data/advice.toml."""

WORTH = 0
COMMAND_WORTH = 13
SURE = 14
LIKELY = 15
IN_VANGUARD = 16
AT_THE_END = 29
IN_THE_REAR = 42
GAP = 55
SCALE = 56
WEIGHTS = 57
