"""The one console that commands print to."""

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

console = Console()
errors = Console(stderr=True)


def say(text: str) -> None:
    """One line, however long; whoever pipes it gets it whole."""
    console.print(text, highlight=False, soft_wrap=True)


def plain(text: object) -> str:
    """Somebody else's words, printed as they are: file names and players' names may hold anything."""
    return escape(str(text).encode("utf-8", "backslashreplace").decode())


def progress() -> Progress:
    """A progress display on the error stream, so that results can be piped."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
    )
