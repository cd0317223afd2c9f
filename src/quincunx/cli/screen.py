"""The one console that commands print to."""

import time
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

console = Console()
errors = Console(stderr=True)
LOG_EVERY = 30.0
"""Where progress can only be written down, a line comes every so many seconds."""


def say(text: str) -> None:
    """One line, however long; whoever pipes it gets it whole."""
    console.print(text, highlight=False, soft_wrap=True)


def plain(text: object) -> str:
    """Somebody else's words, printed as they are: file names and players' names may hold anything."""
    return escape(str(text).encode("utf-8", "backslashreplace").decode())


class _Told(Progress):
    """A progress display that also speaks where nobody sees a screen: in a log, a line now and then."""

    next_line = 0.0

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """As any display, and perhaps a line."""
        super().update(task_id, **changes)
        self._log(task_id)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """As any display, and perhaps a line."""
        super().advance(task_id, advance)
        self._log(task_id)

    def _log(self, task_id: TaskID) -> None:
        now = time.monotonic()
        self.next_line = self.next_line or now + LOG_EVERY
        if not self.console.is_terminal and now >= self.next_line:
            self.next_line = now + LOG_EVERY
            task = self.tasks[self.task_ids.index(task_id)]
            of = "" if task.total is None else f" of {task.total:g}"
            self.console.print(f"{task.description}: {task.completed:g}{of}", highlight=False, soft_wrap=True)


def progress() -> Progress:
    """A progress display on the error stream, so that results can be piped."""
    return _Told(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
