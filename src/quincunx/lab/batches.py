"""Many tables of one game, each a move further: the compiled loop under `quincunx.training`."""

# mypy: ignore-errors

import numpy as np

from quincunx.engine.chance import bits
from quincunx.engine.compiling import template
from quincunx.engine.contract import BOARD, SEATS, STATE, deal, hide, moves, outcome, play
from quincunx.lab.observing import flatten


@template
def advance(board, actions, states, dice, known, plan, listed, counts, observation, mask, turn, reward, done):
    """Plays one move at each table, and deals a new game where one ends; without actions, at all tables.

    `listed` and `counts` hold the legal moves of each table. Returns -1, or the first table whose action is not legal,
    with nothing changed.
    """
    begins = len(actions) == 0
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= mask.shape[1] or not mask[i, actions[i]]:
            return i
    table = board.view(BOARD)[0]
    results = np.zeros(SEATS, np.float64)
    for i in range(len(states)):
        state = states[i].view(STATE)[0]
        reward[i, :] = 0
        done[i] = False
        if not begins:
            play(table, state, actions[i], None)
            if state.over:
                done[i] = True
                outcome(table, state, results)
                for seat in range(reward.shape[1]):
                    reward[i, seat] = results[seat]
        if begins or done[i]:
            states[i, :] = 0
            state.chance = bits(dice[i])
            deal(table, state)
        turn[i] = state.turn
        hide(table, state, turn[i], known.view(STATE))
        flatten(known, plan, observation[i])
        for j in range(counts[i]):
            mask[i, listed[i, j]] = False
        counts[i] = moves(table, state, listed[i])
        for j in range(counts[i]):
            mask[i, listed[i, j]] = True
    return -1
