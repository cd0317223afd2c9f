"""One process at a time: a lock on a file beside the one that is meant."""

import fcntl
import os
import socket
from pathlib import Path

from quincunx.engine.errors import QuincunxError

_held: set[Path] = set()  # what this process has locked: the system asks only for other processes


class Lock:
    """Held from `take` to `release`, or to the end of the process, however it ends. Children do not inherit it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def take(self) -> None:
        """Takes the lock, or says who has it."""
        if self.path in _held:
            raise QuincunxError(_refusal(self.path, "this very process"))
        file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            owner = os.pread(file, 200, 0).decode("utf-8", "replace").strip() or "another process"
            os.close(file)
            raise QuincunxError(_refusal(self.path, owner)) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        self._file = file
        _held.add(self.path)

    def release(self) -> None:
        """Gives it back. The file stays: deleting it could let two in at once."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None
            _held.discard(self.path)


def _refusal(path: Path, owner: str) -> str:
    """Why a file cannot be opened, and what to do."""
    return (
        f"{path.with_suffix('')} is in use by {owner}: an SQLite file belongs to one server process. "
        "Stop that one first, or keep the tables in PostgreSQL, which several processes can share."
    )
