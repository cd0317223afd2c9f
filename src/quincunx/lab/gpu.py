"""The same games on an NVIDIA GPU, one game a thread: one kernel template for every game."""

# mypy: ignore-errors

import time
from functools import cache, partial

import numpy as np

from quincunx.engine.chance import DICE, draw
from quincunx.engine.compiling import APART, INTERPRETED, pasted, rebind, template
from quincunx.engine.contract import MOST_MOVES, SEATS, STATE, lane, moves, play
from quincunx.engine.errors import QuincunxError
from quincunx.lab.loops import MOST_MOVES_IN_A_GAME, begin, bot_playout, finish, random_playout, random_stream

THREADS = 128
"""In a block."""
BLOCKS_PER_PROCESSOR = (1, 2, 4, 16, 64)
MOVES_TO_TRY = 256
SLOTS = 2048
"""How many games a processor plays at once where they are sorted."""
STEPS_AT_ONCE = 64
"""Before the host asks whether all games are over."""
MOST_REGISTERS = 128
"""In a kernel for sorted games: a processor has 65,536 for all its threads."""
LANES = 32
IDLE = LANES - 1
"""The lane of a slot without a game."""
MOVES_IN_A_THREAD = 1024
"""In one launch."""
GAMES_IN_A_SLOT = 4
"""What the benchmark plays, one after the other."""
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
    _keep_parts_apart()
    return found


def _keep_parts_apart():
    """Functions marked `apart` stay functions on the GPU, too: its compiler would inline everything into everything,
    and no cache holds that much code."""
    from numba.cuda.core.funcdesc import FunctionDescriptor

    declare = FunctionDescriptor.declare_function

    def declare_apart(description, module):
        function = declare(description, module)
        if (description.modname, description.qualname) in APART:
            function.attributes.discard("alwaysinline")
            function.attributes.add("noinline")
        return function

    FunctionDescriptor.declare_function = declare_apart


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
def deal_kernel(board, blank, states, dice, games, lanes, counts, seeds, firsts, lengths):
    """A game in every slot, as far as there are games."""
    slot = cuda.grid(1)
    if slot < len(lanes):
        games[slot] = slot
        lanes[slot] = IDLE
        if slot < len(seeds):
            firsts[slot] = begin(board[0], states[slot : slot + 1], blank, dice[slot : slot + 1], seeds[slot])
            lengths[slot] = 0
            lanes[slot] = lane(states[slot], -1)
        cuda.atomic.add(counts, lanes[slot], 1)


@template
def sort_kernel(lanes, counts, filled, order):
    """The slots in the order of their lanes. Each block counts its own first."""
    here = cuda.shared.array(LANES, np.int32)
    start = cuda.shared.array(LANES, np.int32)
    slot = cuda.grid(1)
    if cuda.threadIdx.x < LANES:
        here[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    rank = 0
    if slot < len(lanes):
        rank = cuda.atomic.add(here, lanes[slot], 1)
    cuda.syncthreads()
    if cuda.threadIdx.x < LANES:
        before = cuda.atomic.add(filled, cuda.threadIdx.x, here[cuda.threadIdx.x])
        for i in range(cuda.threadIdx.x):
            before += counts[i]
        start[cuda.threadIdx.x] = before
    cuda.syncthreads()
    if slot < len(lanes):
        order[start[lanes[slot]] + rank] = slot


@template
def choose_kernel(board, states, dice, order, lanes, chosen, counts, used_counts, used_filled):
    """Every player draws a move."""
    out = cuda.local.array(MOST_MOVES, np.int16)
    place = cuda.grid(1)
    if place < LANES:
        used_counts[place] = 0
        used_filled[place] = 0
    if place < len(order):
        slot = order[place]
        if lanes[slot] != IDLE:
            chosen[slot] = out[draw(dice[slot], moves(board[0], states[slot], out))]
            lanes[slot] = lane(states[slot], chosen[slot])
        cuda.atomic.add(counts, lanes[slot], 1)


@template
def play_kernel(
    board, blank, states, dice, order, games, lanes, chosen, counts, used_counts, used_filled,
    following, seeds, ends, firsts, lengths, results,
):  # fmt: skip
    """Every chosen move is played; where a game ends, the next one is dealt."""
    values = cuda.local.array(SEATS, np.float64)
    place = cuda.grid(1)
    if place < LANES:
        used_counts[place] = 0
        used_filled[place] = 0
    if place < len(order):
        slot = order[place]
        if lanes[slot] != IDLE:
            play(board[0], states[slot], chosen[slot], None)
            i = games[slot]
            lengths[i] += 1
            if states[slot].over or lengths[i] == MOST_MOVES_IN_A_GAME:
                finish(board[0], states[slot : slot + 1], i, values, ends, firsts, results)
                i = cuda.atomic.add(following, 0, 1)
                games[slot] = i
                if i < len(seeds):
                    firsts[i] = begin(board[0], states[slot : slot + 1], blank, dice[slot : slot + 1], seeds[i])
                    lengths[i] = 0
            lanes[slot] = lane(states[slot], -1) if i < len(seeds) else IDLE
        cuda.atomic.add(counts, lanes[slot], 1)


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
    mark = game.mark + "_cuda"
    sorting = source in (choose_kernel, play_kernel)
    jit = partial(target().jit, max_registers=MOST_REGISTERS) if sorting else target().jit

    def paste(other):
        return rebind(other, mark, names, paste, pasted)

    return rebind(source, mark, names, paste, jit)


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


def playouts(game, board, seconds):
    """Random moves for about so many seconds; returns moves, games and seconds."""
    if game.lane is None:
        blocks = best_blocks(game, board, MOVES_IN_A_THREAD)
        _, _, once = stream(game, board, MOVES_IN_A_THREAD, 1, blocks)
        return stream(game, board, MOVES_IN_A_THREAD, max(1, round(seconds / once)), blocks)
    many = target().get_current_device().MULTIPROCESSOR_COUNT * SLOTS * GAMES_IN_A_SLOT
    run(game, board, np.arange(SLOTS, dtype=np.uint64))
    moves_made, games, started = 0, 0, time.perf_counter()
    while games == 0 or time.perf_counter() - started < seconds:
        lengths = run(game, board, np.arange(games, games + many, dtype=np.uint64))[2]
        moves_made += int(lengths.sum())
        games += many
    return moves_made, games, time.perf_counter() - started


def run_sorted(game, shared, seeds, ends, firsts, lengths, results):
    """Plays random games step by step, all at once. Threads that run side by side wait for each other wherever their
    games take different paths through the rules; so the games are sorted by their paths, before the legal moves are
    listed and again before the chosen ones are played."""
    gpu = target()
    slots = min(len(seeds), gpu.get_current_device().MULTIPROCESSOR_COUNT * SLOTS)
    states, dice = gpu.device_array(slots, game.state), gpu.device_array(slots, DICE)
    games, order = gpu.device_array(slots, np.int32), gpu.device_array(slots, np.int32)
    lanes, chosen = gpu.device_array(slots, np.int16), gpu.device_array(slots, np.int16)
    following = gpu.to_device(np.array([slots], np.int32))
    listing, playing = ([gpu.to_device(np.zeros(LANES, np.int32)) for _ in range(2)] for _ in range(2))
    board, blank = shared
    deal, sort, choose, play = (
        kernel(game, each)[-(-slots // THREADS), THREADS]
        for each in (deal_kernel, sort_kernel, choose_kernel, play_kernel)
    )
    deal(board, blank, states, dice, games, lanes, listing[0], seeds, firsts, lengths)
    while following.copy_to_host()[0] < slots + len(seeds):
        for _ in range(STEPS_AT_ONCE):
            sort(lanes, *listing, order)
            choose(board, states, dice, order, lanes, chosen, playing[0], *listing)
            sort(lanes, *playing, order)
            play(
                board, blank, states, dice, order, games, lanes, chosen, listing[0], *playing,
                following, seeds, ends, firsts, lengths, results,
            )  # fmt: skip


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
    if kinds is None and game.lane is not None:
        run_sorted(game, shared, *games)
    elif kinds is None:
        kernel(game, random_kernel)[blocks, THREADS](*shared, *games)
    else:
        kernel(game, bot_kernel)[blocks, THREADS](*shared, gpu.to_device(kinds), *games)
    gpu.synchronize()
    return ends.copy_to_host()[:keep_ends], firsts.copy_to_host(), lengths.copy_to_host(), results.copy_to_host()
