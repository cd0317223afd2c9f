"""Processes that work for a server: they stand back behind people, and none stays behind when it ends."""

import ctypes
import os
import signal
import sys

NICENESS = 10
"""People come first: a server answers them while bots think and rules are compiled."""


def stand_back(server: int) -> None:
    """For a process that `server` started: lower priority, and it ends with the server, even if it hangs. Where Linux
    can't see to that, the end of its pipe or of its work does."""
    if sys.platform == "linux":
        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != server:
        os._exit(1)
    os.nice(NICENESS)
