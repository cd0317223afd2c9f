"""The places of the weights of `advice.py` in `board.advice` and in `board.guide`; their values stand in
data/advice*.toml and in data/guide.toml."""

WORLD = 0
FURTHER_WORLD = 1
BASE = 2
STRENGTH = 3
RESOURCE = 4
FURTHER_RESOURCE = 5
CARD_WORTH = 6
LITTLE = 20
COLONY = 21
PREY = 22
STAND_BY = 23
CAPTURE = 24
STEP = 25
GUARD = 26
THREAT = 27
MOST_OF_A_RING = 28
ESTIMATE = 29
RISKY = 30
HESITATION = 31
PORTAL = 32
SCALE = 33
WEIGHTS = 34
