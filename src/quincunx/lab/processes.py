"""Processes that play games for another one."""

import multiprocessing
import os
import signal
import threading


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
