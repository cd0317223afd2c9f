"""Connect four in the Quincunx contract: the subject of docs/write-a-game.md."""

from pathlib import Path

import numpy as np

from quincunx.engine.compiling import compiled, record
from quincunx.engine.game import Game
from quincunx.engine.openly import guess, hide
from quincunx.engine.position import Position
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.scene import Button, Piece, Place, Scene, Seat

COLUMNS, ROWS = 7, 6
RULES = "- **C4-1** A full column takes no more discs.\n- **C4-2** The game is over.\n- **C4-3** There are 7 columns.\n"
STATE = record([
    ("chance", "u8"), ("turn", "i1"), ("over", "i1"), ("discs", "i1"),
    ("winner", "i1"),  # 0: nobody, else seat + 1
    ("height", "i1", (COLUMNS + 1,)),
    ("stones", "u8", (2,)),  # a bit for each cell, 7 bits a column: the top one stays empty
])  # fmt: skip
BOARD = record([("players", "i2")])
ONE, SEVEN = np.uint64(1), COLUMNS


@compiled
def deal(board, state):
    """An empty frame is all zeros."""


@compiled
def refusal(board, state, move):
    """C4-1, C4-2, C4-3"""
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
    """Up, along, and both diagonals: shift the stones over themselves."""
    for step in (1, SEVEN - 1, SEVEN, SEVEN + 1):
        pairs = stones & (stones >> np.uint64(step))
        if pairs & (pairs >> np.uint64(2 * step)):
            return True
    return False


@compiled
def play(board, state, move, events):
    """A disc falls; four in a row win, a full frame is a draw."""
    cell = np.uint64(move * SEVEN + state.height[move])
    state.stones[state.turn] |= ONE << cell
    state.height[move] += 1
    state.discs += 1
    if four_in_a_row(state.stones[state.turn]):
        state.winner = state.turn + 1
    state.over = state.winner > 0 or state.discs == COLUMNS * ROWS
    state.turn = 1 - state.turn


@compiled
def outcome(board, state, out):
    """1 for the winner, -1 for the other, 0 for both in a draw."""
    for seat in range(2):
        out[seat] = 0.0 if state.winner == 0 else 1.0 if state.winner == seat + 1 else -1.0


@compiled
def appraise(board, state, out):
    """No opinion."""
    out[0] = out[1] = 0.0


def scene(position: Position) -> Scene:
    """Seven columns to pick, and the discs."""
    now, cells = position.state, [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
    x, y = (lambda column: 60.0 + 80 * column), (lambda row: 500.0 - 80 * row)
    owners = {c: s for c in cells for s in (0, 1) if int(now.stones[s]) >> (c[0] * SEVEN + c[1]) & 1}
    prompt = f"{position.name(int(now.turn))}: pick a column." if not now.over else "The game is over."
    places = [Place(f"{c + 1}.{r + 1}", x(c), y(r), 34, label=f"column {c + 1}, row {r + 1}") for c, r in cells]
    discs = [Piece(f"disc {p.id}", p.id, p.x, p.y, 30, "", owners[c]) for c, p in zip(cells, places) if c in owners]
    buttons = [Button(f"column {c + 1}", f"Column {c + 1}") for c in range(COLUMNS)]
    seats = [Seat(s, position.name(s), position.turn == s) for s in (0, 1)]
    return Scene("Connect four", 600, 580, prompt, "", (), (), *map(tuple, (places, discs, seats, buttons)))


GAME = Game(
    "connect-four", "Connect four", range(2, 3), "1.0", STATE, BOARD, COLUMNS, COLUMNS,
    deal, moves, refusal, play, outcome, hide, guess, appraise, scene,
    spell=lambda position, move: f"column {move + 1}",
    reasons=("", "C4-1", "C4-2", "C4-3"), rulebook=Rulebook(RULES), source=Path(__file__),
)  # fmt: skip
