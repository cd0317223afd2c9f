"""A game for testing fits: what each seat has decides by a known formula how likely it is to win the lot in the end."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
import math
from pathlib import Path

from quincunx.engine.chance import draw
from quincunx.engine.compiling import compiled, record
from quincunx.engine.game import Game
from quincunx.engine.openly import guess, hide
from quincunx.engine.position import Position
from quincunx.engine.rulebook import Rulebook
from quincunx.engine.scene import Scene
from quincunx.engine.weights import Weights

METALS, MOVES_EACH, MOST = 2, 2, 10
GOLD, TIN = 0, 1
TRUE_WEIGHTS = (0.3, 0.05)
BOARD = record([("players", "i2"), ("advice", "f8", (METALS,))])
STATE = record(
    [("chance", "u8"), ("turn", "i2"), ("over", "i2"), ("winner", "i2"), ("made", "i2"), ("bars", "i2", (2, METALS))]
)
WEIGHTS = Weights(Path(__file__).with_suffix(".toml"), {"GOLD": GOLD, "TIN": TIN}, METALS)


@compiled
def deal(board, state):
    """Everybody gets some bars."""
    for seat in range(2):
        for metal in range(METALS):
            state.bars[seat, metal] = draw(state, MOST)


@compiled
def refusal(board, state, move):
    """LO-1, LO-2"""
    if state.over:
        return 1
    return 0 if 0 <= move < METALS else 2


@compiled
def moves(board, state, out):
    """Take a bar of either metal."""
    for metal in range(METALS):
        out[metal] = metal
    return 0 if state.over else METALS


@compiled
def value(state, gold, tin):
    """What seat 0 can expect if bars are worth that."""
    lead = gold * (state.bars[0, GOLD] - state.bars[1, GOLD]) + tin * (state.bars[0, TIN] - state.bars[1, TIN])
    return lead / math.sqrt(1.0 + lead * lead)


@compiled
def play(board, state, move, events):
    """A bar more; at last the lot is drawn."""
    state.bars[state.turn, move] += 1
    state.made += 1
    state.turn = 1 - state.turn
    if state.made == 2 * MOVES_EACH:
        state.over = 1
        state.winner = 0 if draw(state, 1000) < 500 * (1 + value(state, TRUE_WEIGHTS[GOLD], TRUE_WEIGHTS[TIN])) else 1


@compiled
def outcome(board, state, out):
    """One wins, the other loses."""
    for seat in range(2):
        out[seat] = 1.0 if state.winner == seat else -1.0


@compiled
def appraise(board, state, out):
    """The formula with the board's weights."""
    out[0] = value(state, board.advice[GOLD], board.advice[TIN])
    out[1] = -out[0]


def make_board(players, options, board):
    """The weights of the file."""
    board.players = players
    board.advice[:] = WEIGHTS.values


def scene(position: Position) -> Scene:
    """Nothing to see."""
    return Scene(GAME.title, 100, 100, "Take a bar.")


GAME = Game(
    "lots", "Lots", range(2, 3), "1.0", STATE, BOARD, METALS, METALS,
    deal, moves, refusal, play, outcome, hide, guess, appraise, scene, make_board=make_board, weights=WEIGHTS,
    source=Path(__file__), reasons=("", "LO-1", "LO-2"),
    rulebook=Rulebook("## Rules\n- **LO-1** The game is over.\n- **LO-2** There are two metals."),
)  # fmt: skip
