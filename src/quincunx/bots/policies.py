"""How the simple bots choose: templates that compile into one loop with any game's rules, on a CPU and on a GPU."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.chance import bits, draw
from quincunx.engine.compiling import template
from quincunx.engine.contract import guess, hide, moves, outcome, play, regard

RANDOM, GREEDY = 0, 1


@template
def pick_random(board, state, dice, out):
    """Any legal move, each equally likely."""
    return out[draw(dice, moves(board, state, out))]


@template
def pick_greedy(board, state, dice, out, known, trial, values, no_events):
    """One step ahead: the move after which the own seat likes the position best (`regard`); ties are drawn."""
    seat = np.int64(state.turn)
    hide(board, state, seat, known)
    count = moves(board, state, out)
    best = -2.0
    ties = 0
    choice = out[0]
    for i in range(count):
        trial[0] = known[0]
        trial[0].chance = bits(dice)
        guess(board, trial[0], seat)
        play(board, trial[0], out[i], no_events)
        if trial[0].over:
            outcome(board, trial[0], values)
        else:
            regard(board, trial[0], seat, values)
        if values[seat] > best + 1e-9:
            best = values[seat]
            ties = 1
            choice = out[i]
        elif values[seat] > best - 1e-9:
            ties += 1
            if draw(dice, ties) == 0:
                choice = out[i]
    return choice


@template
def pick(kind, board, state, dice, out, known, trial, values, no_events):
    """The choice of the bot of that kind."""
    if kind == GREEDY:
        return pick_greedy(board, state, dice, out, known, trial, values, no_events)
    return pick_random(board, state, dice, out)
