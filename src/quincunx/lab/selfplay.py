"""Games for fitting `appraise`: bots that sometimes slip, positions drawn from their games, duels between weights."""

# mypy: ignore-errors

import numpy as np

from quincunx.bots.policies import pick_greedy, pick_random
from quincunx.bots.search import DEEPEST
from quincunx.bots.tree import NODE, ROOT, USED, grow
from quincunx.engine.chance import DICE, draw
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, MOST_MOVES, SEATS, STATE, appraise, hide, moves, outcome, play, style_at
from quincunx.lab.loops import MOST_MOVES_IN_A_GAME, begin

SLIPS = 1000
"""Slips are counted in so many moves."""
NODES, ROOM = 1 << 15, 32
"""Room in the tree of a bot that thinks before it moves: at least so many nodes, and so many for each visit."""


@template
def pick_searched(board, state, dice, out, known, nodes, book, path, totals, styles, rounds):
    """The move that a search visits most, in a tree of its own for each move."""
    if moves(board.view(BOARD)[0], state, out) == 1:
        return out[0]
    hide(board.view(BOARD)[0], state, np.int64(state.turn), known.view(STATE))
    nodes[ROOT].visits = 0
    nodes[ROOT].count = 0
    nodes[ROOT].room = 0
    book[USED] = 1
    way = np.int64(style_at(board.view(BOARD)[0], known.view(STATE)[0]))
    grow(board, known, np.int64(state.turn), nodes, book, path, totals, dice, styles[way : way + 1], rounds)
    first = np.int64(nodes[ROOT].first)
    best = first
    for i in range(first, first + np.int64(nodes[ROOT].count)):
        if nodes[i].visits > nodes[best].visits:
            best = i
    return nodes[best].move


@template
def self_play(boards, sides, slips, styles, rounds, thought, seeds, positions, sampled, results):
    """Many games of bots: the one at seat s of game i searches for `rounds[i, s]` rounds before each move, or is greedy
    if that is 0. It goes by the weights of `boards[sides[i, s]]` (the boards differ in nothing else) and plays
    `slips[i, s]` of 1000 moves at random. `positions[i]` holds a sample of the positions after a move, each equally
    likely to be there; `sampled[i]` says how many there are. `thought` is room for what a seat knows, in bytes."""
    tables = boards.view(BOARD)
    size = len(boards) // len(tables)
    most = 0
    for i in range(len(seeds)):
        for seat in range(rounds.shape[1]):
            most = max(most, rounds[i, seat])
    nodes = np.zeros(max(NODES, most * ROOM) if most > 0 else 1, NODE)
    book = np.zeros(1, np.int64)
    path = np.zeros(DEEPEST, np.int32)
    totals = np.zeros(SEATS, np.float64)
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
            elif rounds[i, seat] > 0:
                mine = boards[sides[i, seat] * size : (sides[i, seat] + 1) * size]
                thoughts = np.int64(rounds[i, seat])
                move = pick_searched(mine, state[0], dice, out, thought, nodes, book, path, totals, styles, thoughts)
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
