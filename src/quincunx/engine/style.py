"""How a search looks at a game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """What a search goes by in a game. Found by play (see docs/bots.md), not by thinking about it."""

    curiosity: float = 0.3
    """How much is given to moves that were little tried."""
    sharpness: float = 6.0
    """How much more attention a move gets that looks better at first sight."""
    trust: float = 1.0
    """The first sight counts like so many results; 0: nobody looks."""
    playout: int = 1
    """Quick moves are made before a position is appraised, until everybody had so many turns since the position that is
    thought about; 0: none; -1: to the end of the game. So what is compared was appraised at like moments."""
    tries: int = 64
    """A quick move is the best of so many random ones, or of all if there are no more, at first sight."""
    patience: int = 1
    """A position gets a place in the tree for each of its moves when it has been visited so often."""


PLAYED_OUT = Style(curiosity=1.0, playout=-1, tries=1)
"""For a game of which nothing is known but the rules."""
