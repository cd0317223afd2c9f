"""The few doors between Python and the compiled rules. They take plain bytes, which are quick to pass, and view them
as records inside. Everything under them takes records."""

# mypy: ignore-errors

from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, STATE, appraise, deal, guess, hide, moves, outcome, play, refusal


@template
def new(board, state):
    """Deals; the caller has set the generator."""
    deal(board.view(BOARD)[0], state.view(STATE)[0])


@template
def legal(board, state, out):
    """Writes the legal moves and returns their count."""
    return moves(board.view(BOARD)[0], state.view(STATE)[0], out)


@template
def reason(board, state, move):
    """0, or the reason why the move is refused."""
    return refusal(board.view(BOARD)[0], state.view(STATE)[0], move)


@template
def step(board, state, move, events):
    """Plays a move if it is legal and returns how many events it noted; else returns minus the reason."""
    table = board.view(BOARD)[0]
    now = state.view(STATE)[0]
    why = refusal(table, now, move)
    if why != 0:
        return -why
    if len(events) > 0:
        events[0, 0] = 0
    play(table, now, move, events)
    return int(events[0, 0]) if len(events) > 0 else 0


@template
def result(board, state, out):
    """Each seat's outcome."""
    outcome(board.view(BOARD)[0], state.view(STATE)[0], out)


@template
def known(board, state, seat, out):
    """The state as a seat knows it."""
    hide(board.view(BOARD)[0], state.view(STATE)[0], seat, out.view(STATE))


@template
def imagine(board, state, seat):
    """Fills in what a seat can't know."""
    guess(board.view(BOARD)[0], state.view(STATE)[0], seat)


@template
def value(board, state, out):
    """The heuristic value for each seat."""
    appraise(board.view(BOARD)[0], state.view(STATE)[0], out)
