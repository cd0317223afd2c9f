"""`quincunx fit`: progress, the table of weights, and what the check by play says."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.box import SIMPLE
from rich.table import Table

from quincunx.cli import files
from quincunx.cli.screen import console, plain, progress, say
from quincunx.engine.errors import QuincunxError
from quincunx.engine.weights import Weights
from quincunx.lab import fitting
from quincunx.lab.fitting import CHECK_SLIPS, Duel, Fit, Floats, Task, Tell
from quincunx.lab.selfplay import SLIPS


def run(task: Task, rounds: int, check: int | None, jobs: int | None, out: Path | None) -> bool:
    """Fits so many times, each time to games of the new bot; False if play shows that the new weights are weaker, and
    then nothing is written."""
    game, weights = task.check()
    if check is not None and task.search == 0 and game.guide is not None:
        raise QuincunxError(
            f"Greedy bots of {game.title} go by other weights ({game.guide.file.name}), so their games can't check "
            "these: let the bots search, for example with --search 256."
        )
    fitting.solver()
    found = weights.values
    for number in range(rounds):
        now = replace(task, seed=task.seed + number)
        with _display() as tell:
            samples = fitting.sample(now, found, jobs=jobs, tell=tell)
            result = fitting.fit(now, samples, found, jobs=jobs, tell=tell)
        _tell_errors(result, number + 1, rounds)
        found = result.after
    console.print(_moved(weights, found))
    good = check is None or _check(task, found, weights.values, check, jobs)
    if out is not None and good:
        files.write(out, weights.write(found.tolist()))
        say(f"Written to {plain(out)}.")
    elif out is not None:
        say("Nothing is written: the new weights are weaker.")
    return good


@contextmanager
def _display() -> Iterator[Tell]:
    with progress() as display:
        task = display.add_task("Compiling", total=None)

        def tell(what: str, done: int, of: int) -> None:
            display.update(task, description=what, completed=done, total=of)

        yield tell


def _tell_errors(result: Fit, number: int, rounds: int) -> None:
    if rounds > 1:
        say(f"Round {number} of {rounds}:")
    say(
        f"Fitted to {result.positions:,} positions. Mean square error on {result.held_out:,} others: "
        f"{result.error_before:.4f} before, {result.error_after:.4f} after "
        f"({result.error_of_nothing:.4f} if every position were called even)."
    )


def _moved(weights: Weights, after: Floats) -> Table:
    """What each weight was and is."""
    table = Table(title=f"Weights of {weights.file.name}", title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
    for head in ("weight", "before", "after"):
        table.add_column(head, justify="left" if head == "weight" else "right", no_wrap=True)
    labels = [label for each in weights.all for label in each.labels]
    for label, old, new in zip(labels, weights.values, after, strict=True):
        table.add_row(label, f"{old:.4g}", f"{new:.4g}", style="" if old != new else "dim")
    return table


def _check(task: Task, new: Floats, old: Floats, games: int, jobs: int | None) -> bool:
    """Greedy with the new weights against greedy with the old ones."""
    good = True
    for players in task.counts():
        for slips in (0, CHECK_SLIPS):
            with _display() as tell:
                result = fitting.duel(task, new, old, games, players, slips=slips, jobs=jobs, tell=tell)
            good = good and not result.weaker
            say(_said(result))
    return good


def _said(result: Duel) -> str:
    mark = "[red]✗[/]" if result.weaker else "[green]✓[/]"
    how = f", {result.slips / SLIPS:.0%} of the moves at random" if result.slips else ""
    return (
        f"{mark} {result.players} players{how}: the new weights win {result.share:.1%} of {result.games:,} games "
        f"(95 %: {result.low:.1%} - {result.high:.1%}; 50 % if equal)"
    )
