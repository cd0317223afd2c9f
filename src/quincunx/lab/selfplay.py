"""Games for fitting `appraise`: bots that sometimes slip, positions drawn from their games, duels between weights."""

# mypy: ignore-errors

import numpy as np

from quincunx.bots.policies import pick_greedy, pick_random
from quincunx.engine.chance import DICE, draw
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, MOST_MOVES, SEATS, STATE, appraise, outcome, play
from quincunx.lab.loops import MOST_MOVES_IN_A_GAME, begin

SLIPS = 1000
"""Slips are counted in so many moves."""


@template
def self_play(boards, sides, slips, seeds, positions, sampled, results):
    """Many games of greedy bots. At seat s of game i the bot goes by the weights of `boards[sides[i, s]]` (the boards
    differ in nothing else) and plays `slips[i, s]` of 1000 moves at random. `positions[i]` holds a sample of the
    positions after a move, each equally likely to be there; `sampled[i]` says how many there are."""
    tables = boards.view(BOARD)
    state = np.zeros(1, STATE)
    known = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    blank = np.zeros(1, STATE)
    dice = np.zeros(1, DICE)
    draws = np.zeros(1, DICE)
    out = np.empty(MOST_MOVES, np.int16)
    values = np.zeros(SEATS, np.float64)
    for i in range(len(seeds)):
        begin(tables[0], state, blank, dice, seeds[i])
        draws[0].chance = dice[0].chance + np.uint64(1)
        count = 0
        while not state[0].over and count < MOST_MOVES_IN_A_GAME:
            seat = state[0].turn
            table = tables[sides[i, seat]]
            if draw(dice[0], SLIPS) < slips[i, seat]:
                move = pick_random(table, state[0], dice[0], out)
            else:
                move = pick_greedy(table, state[0], dice[0], out, known, trial, values, None)
            play(tables[0], state[0], move, None)
            count += 1
            if positions.shape[1] > 0 and not state[0].over:
                place = sampled[i] if sampled[i] < positions.shape[1] else draw(draws[0], count)
                if place < positions.shape[1]:
                    positions[i, place] = state[0]
                    sampled[i] = min(count, positions.shape[1])
        outcome(tables[0], state[0], values)
        for seat in range(SEATS):
            results[i, seat] = values[seat]


@template
def appraisals(board, positions, values):
    """What `appraise` says of each position."""
    table = board.view(BOARD)[0]
    for i in range(len(positions)):
        appraise(table, positions[i], values[i])
