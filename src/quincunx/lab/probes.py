"""Single functions of the contract in compiled loops over sampled positions: what the benchmark times."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.chance import DICE, draw
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, MOST_MOVES, STATE, deal, guess, moves, play, refusal
from quincunx.lab.loops import dice_of, start_of

MOVES_BETWEEN_SAMPLES = 3


@template
def sample(board, seed, positions, choices):
    """Fills `positions` with states from all along random games, and `choices` with a legal move of each."""
    table = board.view(BOARD)[0]
    state = np.zeros(1, STATE)
    blank = np.zeros(1, STATE)
    dice = np.zeros(1, DICE)
    out = np.empty(MOST_MOVES, np.int16)
    dice[0].chance = dice_of(seed)
    state[0].over = 1
    for i in range(len(positions)):
        for _ in range(MOVES_BETWEEN_SAMPLES):
            if state[0].over:
                state[0] = blank[0]
                state[0].chance = start_of(seed + np.uint64(i))
                deal(table, state[0])
            positions[i] = state[0]
            choices[i] = out[draw(dice[0], moves(table, state[0], out))]
            play(table, state[0], choices[i], None)


@template
def copy_states(board, positions, choices, rounds):
    """Copies each state."""
    trial = np.zeros(1, STATE)
    total = 0
    for _ in range(rounds):
        for i in range(len(positions)):
            trial[0] = positions[i]
            total += np.int64(trial[0].chance)
    return total


@template
def list_moves(board, positions, choices, rounds):
    """Lists the legal moves of each state."""
    table = board.view(BOARD)[0]
    out = np.empty(MOST_MOVES, np.int16)
    total = 0
    for _ in range(rounds):
        for i in range(len(positions)):
            total += moves(table, positions[i], out)
    return total


@template
def check_moves(board, positions, choices, rounds):
    """Asks of one move in each state whether it is legal."""
    table = board.view(BOARD)[0]
    total = 0
    for _ in range(rounds):
        for i in range(len(positions)):
            total += refusal(table, positions[i], choices[i])
    return total


@template
def play_moves(board, positions, choices, rounds):
    """Copies each state and plays a move in the copy."""
    table = board.view(BOARD)[0]
    trial = np.zeros(1, STATE)
    total = 0
    for _ in range(rounds):
        for i in range(len(positions)):
            trial[0] = positions[i]
            play(table, trial[0], choices[i], None)
            total += trial[0].over
    return total


@template
def guess_states(board, positions, choices, rounds):
    """Copies each state and guesses what the seat to move can't know."""
    table = board.view(BOARD)[0]
    trial = np.zeros(1, STATE)
    total = 0
    for _ in range(rounds):
        for i in range(len(positions)):
            trial[0] = positions[i]
            guess(table, trial[0], trial[0].turn)
            total += np.int64(trial[0].chance)
    return total
