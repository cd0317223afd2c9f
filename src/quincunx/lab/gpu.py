"""The same games on an NVIDIA GPU, one game a thread: one kernel template for every game."""

# mypy: ignore-errors

import time
from functools import cache

import numpy as np

from quincunx.engine.chance import DICE
from quincunx.engine.compiling import INTERPRETED, rebind, template
from quincunx.engine.contract import MOST_MOVES, SEATS, STATE
from quincunx.engine.errors import QuincunxError
from quincunx.lab.loops import begin, bot_playout, finish, random_playout, random_stream

THREADS = 128
"""In a block."""
BLOCKS_PER_PROCESSOR = (1, 2, 4, 16, 64)
MOVES_TO_TRY = 256
cuda = None
"""Numba's CUDA target, put in place when a GPU is asked for."""


@cache
def target():
    """Numba's CUDA target; raises a clear message where there is no GPU."""
    if INTERPRETED:
        raise QuincunxError("NUMBA_DISABLE_JIT is set: nothing is compiled, so nothing can run on a GPU.")
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # NumPy 2.5 dropped the name that numba-cuda still imports
    try:
        from numba import cuda as found
    except ImportError as error:
        raise QuincunxError(
            f"The CUDA target can't be loaded ({error}). Install it: pip install 'quincunx[cuda]'."
        ) from None
    if not found.is_available():
        raise QuincunxError(
            "No NVIDIA GPU can be used here. Use --device cpu, or install a driver and: pip install 'quincunx[cuda]'."
        )
    found.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
    return found


@template
def random_kernel(board, blank, seeds, ends, firsts, lengths, results):
    """Each thread plays every n-th game with random players."""
    state = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    out = cuda.local.array(MOST_MOVES, np.int16)
    values = cuda.local.array(SEATS, np.float64)
    for i in range(cuda.grid(1), len(seeds), cuda.gridsize(1)):
        firsts[i] = begin(board[0], state, blank, dice, seeds[i])
        lengths[i] = random_playout(board[0], state[0], dice[0], out, None)
        finish(board[0], state, i, values, ends, firsts, results)


@template
def stream_kernel(board, blank, first, count, finished):
    """Each thread plays so many random moves: what the benchmark times. No thread waits for another's long game."""
    state = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    out = cuda.local.array(MOST_MOVES, np.int16)
    i = cuda.grid(1)
    seed = first + np.uint64(i)
    stride = np.uint64(cuda.gridsize(1))
    finished[i] = random_stream(board[0], state, blank, dice, out, None, seed, stride, count)


@template
def bot_kernel(board, blank, kinds, seeds, ends, firsts, lengths, results):
    """Each thread plays every n-th game with the given bots."""
    state = cuda.local.array(1, STATE)
    known = cuda.local.array(1, STATE)
    trial = cuda.local.array(1, STATE)
    dice = cuda.local.array(1, DICE)
    out = cuda.local.array(MOST_MOVES, np.int16)
    values = cuda.local.array(SEATS, np.float64)
    for i in range(cuda.grid(1), len(seeds), cuda.gridsize(1)):
        firsts[i] = begin(board[0], state, blank, dice, seeds[i])
        lengths[i] = bot_playout(kinds[i], board[0], state[0], dice[0], out, known, trial, values, None)
        finish(board[0], state, i, values, ends, firsts, results)


@cache
def kernel(game, source):
    """A kernel template compiled for a game."""
    names = game.names() | {"cuda": target()}
    return rebind(source, game.mark + "_cuda", names, game.paste, target().jit)


def _shared(game, board):
    """What every thread reads: the board and an empty state."""
    gpu = target()
    return [
        gpu.to_device(board.copy().view(game.board)),
        gpu.to_device(np.zeros(1, game.state)),
    ]


def best_blocks(game, board, count):
    """How many blocks play fastest: few if a game's code and state are large, so that caches hold them; else many."""
    processors = target().get_current_device().MULTIPROCESSOR_COUNT
    rates = {}
    for each in BLOCKS_PER_PROCESSOR:
        moves, _, seconds = stream(game, board, max(count // each, MOVES_TO_TRY), 1, each * processors)
        rates[moves / seconds] = each * processors
    return rates[max(rates)]


def stream(game, board, count, launches, blocks):
    """Plays `count` random moves in each of many threads, so many times; returns moves, games and seconds."""
    gpu = target()
    shared, threads = _shared(game, board), blocks * THREADS
    finished = gpu.device_array(threads, np.int64)
    play = kernel(game, stream_kernel)[blocks, THREADS]
    play(*shared, np.uint64(0), 1, finished)
    gpu.synchronize()
    games, started = 0, time.perf_counter()
    for launch in range(launches):
        play(*shared, np.uint64(launch * threads * count), count, finished)
        games += int(finished.copy_to_host().sum())
    return threads * count * launches, games, time.perf_counter() - started


def run(game, board, seeds, kinds=None, keep_ends=0):
    """Plays the games of these seeds; returns last states (as far as asked for), first seats, lengths and results."""
    gpu = target()
    ends = gpu.device_array(max(1, keep_ends), game.state)
    firsts = gpu.device_array(len(seeds), np.int16)
    lengths = gpu.device_array(len(seeds), np.int32)
    results = gpu.device_array((len(seeds), game.seats), np.float64)
    shared = _shared(game, board)
    blocks = max(1, -(-len(seeds) // THREADS))  # a game a thread: more were slower on an H200
    games = [gpu.to_device(seeds), ends, firsts, lengths, results]
    if kinds is None:
        kernel(game, random_kernel)[blocks, THREADS](*shared, *games)
    else:
        kernel(game, bot_kernel)[blocks, THREADS](*shared, gpu.to_device(kinds), *games)
    gpu.synchronize()
    return ends.copy_to_host()[:keep_ends], firsts.copy_to_host(), lengths.copy_to_host(), results.copy_to_host()
