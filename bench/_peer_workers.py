"""The peers' side of bench/peers.py: random playouts of connect four, one library a process.

Run by the peers' interpreter (``_peer_workers.py WORKER --seconds S --device cpu|cuda``), so it must not import
quincunx. Prints one JSON object as its last line: ``{"moves", "games", "cpu_seconds", "wall_seconds", "detail"}``,
or ``{"error": reason}``. A move is one stone dropped in a game that was not over.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

Result = dict[str, Any]
Chunk = Callable[[], "tuple[float, int]"]  # plays some games; returns moves made and games finished

PROBE_SECONDS = 0.3
LENGTH_GAMES = 50_000
ROLLOUTS = 2_000
BATCHES = {"cpu": (64, 256, 1024, 4096, 16384), "cuda": (4096, 16384, 65536, 262144, 1048576)}
MOVES_A_CALL = 65_536
LEAST_STEPS = {"cpu": 16, "cuda": 128}


def measure(chunk: Chunk, seconds: float, device: str, warm_up: float = 0.5) -> Result:
    """Repeat ``chunk`` uncounted for ``warm_up`` seconds, then counted for ``seconds`` (CPU time, or wall on a GPU)."""
    clock = time.process_time if device == "cpu" else time.perf_counter
    end = clock() + min(warm_up, seconds)
    while clock() < end:
        chunk()
    moves, games = 0.0, 0
    cpu, wall, start = time.process_time(), time.perf_counter(), clock()
    while clock() - start < seconds:
        more_moves, more_games = chunk()
        moves += more_moves
        games += more_games
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {"moves": round(moves), "games": games, "cpu_seconds": cpu, "wall_seconds": wall}


def rate(result: Result, device: str) -> float:
    """Moves per second of the clock the device is judged by."""
    return float(result["moves"] / result["cpu_seconds" if device == "cpu" else "wall_seconds"])


def open_spiel_bots(seconds: float, device: str) -> Result:
    """OpenSpiel's C++ loop of two uniform random bots (evaluate_bots), one call a game."""
    pyspiel = import_module("pyspiel")
    result = measure(_bot_games(pyspiel), seconds, device)
    return result | {"detail": f"open_spiel {version('open_spiel')}"}


def _bot_games(pyspiel: Any) -> Chunk:
    """A chunk that plays one whole game in C++ and reads its length off the state it leaves."""
    game = pyspiel.load_game("connect_four")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in (0, 1)]
    seeds = iter(range(1, 2**31))

    def chunk() -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state.move_number(), 1

    return chunk


def open_spiel_rollouts(seconds: float, device: str) -> Result:
    """OpenSpiel's fastest playout that Python can reach: the C++ rollouts of its MCTS evaluator.

    One simulation of a fresh tree only evaluates the root: ROLLOUTS games from the start, all in one C++ call.
    Rollouts do not tell their lengths, so games are counted and multiplied by the library's own mean length.
    """
    pyspiel = import_module("pyspiel")
    lengths = _bot_games(pyspiel)
    mean_length = sum(lengths()[0] for _ in range(LENGTH_GAMES)) / LENGTH_GAMES
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)  # uct_c, simulations, MB, solve, seed, log
    start = game.new_initial_state()

    def chunk() -> tuple[float, int]:
        root = bot.mcts_search(start)
        if root.explore_count != 1 or root.children:
            raise RuntimeError("this release's search does more than evaluate the root once")
        return ROLLOUTS * mean_length, ROLLOUTS

    result = measure(chunk, seconds, device)
    return result | {"detail": f"open_spiel {version('open_spiel')}, mean length {mean_length:.2f}"}


def open_spiel_python(seconds: float, device: str) -> Result:
    """OpenSpiel's states driven move by move from Python."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("connect_four")

    def chunk() -> tuple[int, int]:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves += 1
        return moves, 1

    return measure(chunk, seconds, device) | {"detail": f"open_spiel {version('open_spiel')}"}


def pgx_documented(seconds: float, device: str) -> Result:
    """Pgx as its documentation drives it: jitted, vmapped auto_reset steps, actions by act_randomly."""
    return _pgx_best(seconds, device, tuned=False)


def pgx_tuned(seconds: float, device: str) -> Result:
    """Pgx as fast as its public interface was found to go: no observations, one random word a move."""
    return _pgx_best(seconds, device, tuned=True)


def _pgx_best(seconds: float, device: str, tuned: bool) -> Result:
    """Probe every batch size (and random generator) briefly, then measure the fastest one afresh."""
    jax = import_module("jax")
    if jax.default_backend() != {"cpu": "cpu", "cuda": "gpu"}[device]:
        raise RuntimeError(f"jax runs on {jax.default_backend()}, not on {device}")
    generators = ("threefry2x32", "unsafe_rbg") if tuned else ("threefry2x32",)
    probes = {}
    for batch in BATCHES[device]:
        for generator in generators:
            chunk = _pgx_chunk(batch, generator, device, tuned)
            probes[batch, generator] = rate(measure(chunk, PROBE_SECONDS, device, warm_up=0.1), device)
    batch, generator = max(probes, key=lambda choice: probes[choice])
    result = measure(_pgx_chunk(batch, generator, device, tuned), seconds, device)
    detail = f"pgx {version('pgx')}, jax {jax.__version__}, batch {batch}, {generator}"
    return result | {"detail": detail, "probes": {f"{b} {g}": round(value) for (b, g), value in probes.items()}}


def _pgx_chunk(batch: int, generator: str, device: str, tuned: bool) -> Chunk:
    """A chunk that makes one compiled call: ``steps`` moves in each of ``batch`` games, finished games restarted."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    experimental = import_module("pgx.experimental")
    env = import_module("pgx").make("connect_four")
    step = jax.vmap(experimental.auto_reset(env.step, env.init))
    choose = _one_word_choice if tuned else experimental.act_randomly
    steps = max(LEAST_STEPS[device], MOVES_A_CALL // batch)

    def one_step(_: Any, carry: Any) -> Any:
        state, key, finished = carry
        key, choice_key, step_key = jax.random.split(key, 3)
        state = step(state, choose(choice_key, state.legal_action_mask), jax.random.split(step_key, batch))
        finished += state.terminated.sum()
        return (state.replace(observation=None) if tuned else state), key, finished

    def all_steps(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, steps, one_step, (state, key, jnp.int32(0)))

    play = jax.jit(all_steps)
    key = jax.random.key(0, impl=generator)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    holder = [state.replace(observation=None) if tuned else state, key]

    def chunk() -> tuple[int, int]:
        holder[0], holder[1], finished = play(holder[0], holder[1])
        return batch * steps, int(finished)  # int() waits for the device

    chunk()  # compiles
    return chunk


def _one_word_choice(key: Any, mask: Any) -> Any:
    """Each row's k-th legal action, k from the upper half of one random word (off uniform by at most 2**-13)."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")
    words = jax.random.bits(key, mask.shape[:1], dtype=jnp.uint32)
    kth = (((words >> 16) * mask.sum(axis=1).astype(jnp.uint32)) >> 16).astype(jnp.int32)
    return (jnp.cumsum(mask.astype(jnp.int32), axis=1) <= kth[:, None]).sum(axis=1)


def pettingzoo_env(seconds: float, device: str) -> Result:
    """PettingZoo as documented: connect_four_v3.env(), last() before every move."""
    env = import_module("pettingzoo.classic.connect_four_v3").env()

    def chunk() -> tuple[int, int]:
        env.reset()
        moves = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return moves, 1
            env.step(_random_legal(observation))
            moves += 1

    return measure(chunk, seconds, device) | {"detail": f"pettingzoo {version('pettingzoo')}"}


def pettingzoo_raw(seconds: float, device: str) -> Result:
    """PettingZoo without its wrappers: connect_four_v3.raw_env(), one observe() a move."""
    env = import_module("pettingzoo.classic.connect_four_v3").raw_env()

    def chunk() -> tuple[int, int]:
        env.reset()
        moves = 0
        while not env.terminations[env.agent_selection]:
            env.step(_random_legal(env.observe(env.agent_selection)))
            moves += 1
        return moves, 1

    return measure(chunk, seconds, device) | {"detail": f"pettingzoo {version('pettingzoo')}"}


def _random_legal(observation: dict[str, Any]) -> int:
    """A uniform choice among the columns the action mask leaves open."""
    return random.choice([column for column, legal in enumerate(observation["action_mask"].tolist()) if legal])


WORKERS = {
    worker.__name__: worker
    for worker in (
        open_spiel_rollouts,
        open_spiel_bots,
        open_spiel_python,
        pgx_documented,
        pgx_tuned,
        pettingzoo_env,
        pettingzoo_raw,
    )
}


def pin_to_one_cpu(device: str) -> None:
    """Keep a CPU measurement on one core, where the system lets a process choose."""
    if device == "cpu" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Run one worker and print its result as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worker", choices=WORKERS)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    args = parser.parse_args()
    pin_to_one_cpu(args.device)
    try:
        result = WORKERS[args.worker](args.seconds, args.device)
    except Exception as error:
        result = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
