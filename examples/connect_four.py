"""Connect four in the Quincunx contract: the subject of docs/write-a-game.md."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from pathlib import Path

import numpy as np

from quincunx.engine.compiling import compiled, record
from quincunx.engine.events import note
from quincunx.engine.game import Game, Telling
from quincunx.engine.openly import guess, hide
from quincunx.engine.position import Position
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.scene import Button, Piece, Place, Scene, Seat

COLUMNS, ROWS, BITS = 7, 6, 7  # bits of a column: its cells from the bottom up, and one that stays empty
RULES = "## Rules\n- **CF-1** A full column is closed.\n- **CF-2** The game is over.\n- **CF-3** There are 7 columns."
BOARD = record([("players", "i2")])
STATE = record([
    ("chance", "u8"), ("turn", "i1"), ("over", "i1"), ("winner", "i1"),  # the winner's seat + 1, or 0
    ("discs", "i1"), ("height", "i1", (COLUMNS,)),  # in all, and in each column
    ("stones", "u8", (2,)),  # of each seat: a bit for each cell
])  # fmt: skip


@compiled
def deal(board, state):
    """An empty frame is all zeros."""


@compiled
def refusal(board, state, move):
    """CF-1, CF-2, CF-3"""
    if state.over:
        return 2
    if move < 0 or move >= COLUMNS:
        return 3
    return 1 if state.height[move] == ROWS else 0


@compiled
def moves(board, state, out):
    """The columns that are not full."""
    count = 0
    for column in range(COLUMNS):
        if not state.over and state.height[column] < ROWS:
            out[count] = column
            count += 1
    return count


@compiled
def four_in_a_row(stones):
    """Up, along, and both diagonals: lay the stones over themselves, one step on, then two steps on."""
    for step in (1, BITS - 1, BITS, BITS + 1):
        pairs = stones & (stones >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@compiled
def play(board, state, move, events):
    """A disc falls; four in a row win, a full frame is a draw."""
    note(events, 1, state.turn, move, 0, 0, 0)
    state.stones[state.turn] |= np.uint64(1) << np.uint64(move * BITS + state.height[move])
    state.height[move] += 1
    state.discs += 1
    if four_in_a_row(state.stones[state.turn]):
        state.winner = state.turn + 1
    state.over = state.winner > 0 or state.discs == COLUMNS * ROWS
    state.turn = 1 - state.turn


@compiled
def outcome(board, state, out):
    """1 for the winner, -1 for the other; 0 while nobody has won, and in a draw."""
    for seat in range(2):
        out[seat] = 0.0 if state.winner == 0 else 1.0 if state.winner == seat + 1 else -1.0


def scene(position: Position) -> Scene:
    """Forty-two cells, the discs in them, and a button for each column."""
    spots = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    cells = {c * BITS + r: Place(f"{c + 1}.{r + 1}", 60 + 80 * c, 500 - 80 * r, 34) for c, r in spots}
    owners = [(cell, s) for bit, cell in cells.items() for s in (0, 1) if int(position.state.stones[s]) >> bit & 1]
    discs = tuple(Piece(f"disc {cell.id}", cell.id, cell.x, cell.y, 30, "", s, text="●") for cell, s in owners)
    seats = tuple(Seat(s, position.name(s), position.turn == s) for s in (0, 1))
    buttons = tuple(Button(f"column {c + 1}", f"Column {c + 1}") for c in range(COLUMNS))
    prompt = "The game is over." if position.turn is None else f"{position.name(position.turn)}: pick a column."
    return Scene(GAME.title, 600, 580, prompt, places=(*cells.values(),), pieces=discs, seats=seats, buttons=buttons)


GAME = Game(
    "connect-four", "Connect four", range(2, 3), "1.0", STATE, BOARD, COLUMNS, COLUMNS,
    deal, moves, refusal, play, outcome, hide, guess, outcome, scene, source=Path(__file__),
    reasons=("", "CF-1", "CF-2", "CF-3"), rulebook=Rulebook(RULES), spell=lambda position, move: f"column {move + 1}",
    tell=lambda position, event: Telling(f"{position.name(event[1])} drops a disc into column {event[2] + 1}."),
)  # fmt: skip
