"""The contract: eight functions over two flat records. A game's folder defines them.

Templates (bots, simulations) import these names; `Game.bind` puts the game's own functions in their place.
`board` holds what does not change during a game: geometry, decks' makeup, options. `state` holds the rest, and has at
least the fields `chance` (64 bits, the generator), `turn` (the seat to move) and `over`. It may have a field `first`,
the seat that takes the first turn, where that is not simply the one that moves first.
"""

# mypy: disable-error-code="no-untyped-def"

STATE = BOARD = None
"""The two records' dtypes, put in place by `Game.bind`, as are the two capacities below."""
MOST_MOVES = 0
"""No position of the game has more legal moves than this."""
SEATS = 0
"""No game has more seats than this."""


def deal(board, state):
    """Makes a new game of an all-zero state; chance comes from `state.chance`."""


def moves(board, state, out):
    """Writes the legal move numbers, ascending, and returns how many there are."""
    return 0


def refusal(board, state, move):
    """0 if the move is legal, else an index into the game's `reasons`: the rule that forbids it."""
    return 0


def play(board, state, move, events):
    """Carries a legal move out, chance included, and notes what happened in `events`."""


def outcome(board, state, out):
    """Once `state.over`: each seat's result in [-1, 1], summing to 0."""


def hide(board, state, seat, out):
    """Writes the state as that seat knows it (-1: as a spectator does)."""


def guess(board, state, seat):
    """Replaces what that seat can't know, the future of chance included, by a random world from `state.chance`."""


def appraise(board, state, out):
    """A heuristic value of the position for each seat, in [-1, 1]."""


def regard(board, state, seat, out):
    """How much one seat likes the position at first sight; what is written for the others is nobody's business. Whoever
    looks one move ahead goes by it. A game may do without: then it is what `appraise` says. It does well to have it
    where one seat's value is much less work than all of them, or where what shows the way is not what wins."""


def began(state, turn):
    """The seat that had the advantage of the first turn; `turn` is the one that made the first move."""
    return turn


def lane(state, move):
    """A number below 31: games of the same lane take about the same path through the rules when their moves are listed
    (`move` is -1) or when this move is played. It only helps a GPU, and a game may do without."""
    return 0


def prune(board, state, earlier, last, out, count):
    """Leaves out legal moves that a search need not look at, since the same moves in another order lead to the same
    position, or since another move is as good; returns how many are left, at least one, in their order. `earlier` and
    `last` are the two moves that the same seat made just before (-1: there was none, or it is unknown). A game may do
    without."""
    return count


def style_at(board, state):
    """Which of the game's `styles` a search goes by that thinks about this position, which is as the seat to move knows
    it. A game may do without: then it is the first."""
    return 0


CONTRACT = ("deal", "moves", "refusal", "play", "outcome", "hide", "guess", "appraise")
