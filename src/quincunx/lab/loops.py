"""Whole games in one compiled loop: templates that run on a CPU core, and one game a thread on a GPU."""

# mypy: ignore-errors

import numpy as np

from quincunx.bots.policies import pick
from quincunx.engine.chance import DICE, draw, mix
from quincunx.engine.compiling import compiled, template, wrapping
from quincunx.engine.contract import BOARD, MOST_MOVES, SEATS, STATE, began, deal, moves, outcome, play

DICE_STREAM = np.uint64(0xD1B54A32D192ED03)
"""The players' dice and the game's own chance are two streams of one seed."""
MOST_MOVES_IN_A_GAME = 1_000_000


@compiled
def start_of(seed):
    """The generator's state for a game's own chance."""
    return mix(seed)


@wrapping
def dice_of(seed):
    """The generator's state for the players' choices."""
    return mix(seed ^ DICE_STREAM)


@template
def random_playout(board, state, dice, out, no_events):
    """To the end of the game, every move drawn; returns how many moves it took."""
    count = 0
    while not state.over and count < MOST_MOVES_IN_A_GAME:
        play(board, state, out[draw(dice, moves(board, state, out))], no_events)
        count += 1
    return count


@template
def bot_playout(kinds, board, state, dice, out, known, trial, values, no_events):
    """To the end of the game, each seat played by its kind of bot; returns how many moves it took."""
    count = 0
    while not state.over and count < MOST_MOVES_IN_A_GAME:
        move = pick(kinds[state.turn], board, state, dice, out, known, trial, values, no_events)
        play(board, state, move, no_events)
        count += 1
    return count


@template
def begin(board, state, blank, dice, seed):
    """A new game of that seed; returns the seat that moves first."""
    state[0] = blank[0]
    state[0].chance = start_of(seed)
    dice[0].chance = dice_of(seed)
    deal(board, state[0])
    return state[0].turn


@template
def random_stream(board, state, blank, dice, out, no_events, seed, stride, count):
    """So many random moves, a new game dealt whenever one ends; returns how many games were finished."""
    begin(board, state, blank, dice, seed)
    finished = 0
    for _ in range(count):
        play(board, state[0], out[draw(dice[0], moves(board, state[0], out))], no_events)
        if state[0].over:
            finished += 1
            seed += stride
            begin(board, state, blank, dice, seed)
    return finished


@template
def finish(board, state, i, values, ends, firsts, results):
    """Notes the result of game i and who began it, and its last state as far as there is room."""
    firsts[i] = began(state[0], firsts[i])
    if i < len(ends):
        ends[i] = state[0]
    outcome(board, state[0], values)
    for seat in range(SEATS):
        results[i, seat] = values[seat]


@template
def random_games(board, seeds, ends, firsts, lengths, results):
    """Many games of random players, one after the other."""
    table = board.view(BOARD)[0]
    state = np.zeros(1, STATE)
    blank = np.zeros(1, STATE)
    dice = np.zeros(1, DICE)
    out = np.empty(MOST_MOVES, np.int16)
    values = np.zeros(SEATS, np.float64)
    for i in range(len(seeds)):
        firsts[i] = begin(table, state, blank, dice, seeds[i])
        lengths[i] = random_playout(table, state[0], dice[0], out, None)
        finish(table, state, i, values, ends, firsts, results)


@template
def bot_games(kinds, board, seeds, ends, firsts, lengths, results):
    """Many games of bots; row i of `kinds` says who plays game i."""
    table = board.view(BOARD)[0]
    state = np.zeros(1, STATE)
    known = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    blank = np.zeros(1, STATE)
    dice = np.zeros(1, DICE)
    out = np.empty(MOST_MOVES, np.int16)
    values = np.zeros(SEATS, np.float64)
    for i in range(len(seeds)):
        firsts[i] = begin(table, state, blank, dice, seeds[i])
        lengths[i] = bot_playout(kinds[i], table, state[0], dice[0], out, known, trial, values, None)
        finish(table, state, i, values, ends, firsts, results)
