"""Processes that play games for another one."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from quincunx.engine.errors import QuincunxError

Result = TypeVar("Result")
WAITING = 4
"""Calls that are handed out ahead for each process."""


def done_by(
    count: int, function: Callable[..., Result], calls: Iterable[tuple[Any, ...]], method: str | None = None
) -> Generator[Result, None, None]:
    """What so many processes have found out, whoever is first. If it is closed before its end, they are ended."""
    left = iter(calls)
    with helpers(count, method) as pool:
        with _unstoppable():
            running = {pool.submit(function, *call) for call in islice(left, count * WAITING)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(function, *call) for call in islice(left, len(finished))}
            for future in finished:
                yield future.result()


@contextmanager
def helpers(count: int, method: str | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many processes. When the work is broken off they are ended: nobody waits for what will not be counted."""
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(count, multiprocessing.get_context(method), initializer=begin_to_help)
    try:
        yield pool
        pool.shutdown()
    except BrokenProcessPool:
        raise QuincunxError(
            "A process that played was ended from outside, perhaps because memory ran out. Try fewer --jobs."
        ) from None
    finally:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        pool.shutdown(cancel_futures=True)  # waits: else the pool's own thread and the end of the program may collide


@contextmanager
def _unstoppable() -> Iterator[None]:
    """Processes that start here leave Ctrl-C to this one, from the first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def begin_to_help() -> None:
    """The first thing that such a process does: it leaves Ctrl-C to the one that started it, and will end when that one
    does, for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
