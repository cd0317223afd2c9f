"""`quincunx think`: what the search bot finds out about a position."""

import json
from pathlib import Path
from typing import Any

import click
from rich.box import SIMPLE
from rich.table import Table

import quincunx
from quincunx.bots import search
from quincunx.bots.search import SearchBot, Thought, win_share
from quincunx.cli import files
from quincunx.cli.screen import console, errors, plain, say
from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position

MOST_CANDIDATES = 10
"""Moves that are printed, the most promising ones."""


def read(file: Path | None, position: Path | None, step: int | None) -> Position:
    """A position of a saved game, or a written one."""
    if position is not None:
        return quincunx.set_up(files.read(position))
    assert file is not None
    match = quincunx.loads(files.read(file))
    return match.at(len(match.line) if step is None else step)


def think(position: Position, seconds: float, jobs: int | None, as_json: bool) -> None:
    """Thinks and prints what was found."""
    if position.turn is None:
        raise QuincunxError("The game is over: there is nothing to think about. --step N goes back to move N.")
    bot = SearchBot(seconds=seconds, jobs=jobs)
    with errors.status("Compiling, then thinking") as status:

        def tell(news: Thought) -> None:
            status.update(f"Thinking: {news.iterations:,} lines of play")

        thought = bot.think(position, progress=tell)
    if as_json:
        click.echo(json.dumps(values(thought, position), indent=2))
        return
    console.print(_candidates(thought, position))
    rest = len(thought.candidates) - len(thought.tried[:MOST_CANDIDATES])
    if rest > 0:
        say(f"{rest} more {'move' if rest == 1 else 'moves'} got less attention, or none; --json lists them all.")
    chances = (f"{plain(position.name(seat))} {_percent(thought, position, seat)}" for seat in range(position.players))
    say(f"Expected shares of wins: {', '.join(chances)}.")
    say("Probably:")
    for number, words in enumerate(search.words(thought, position), 1):
        say(f"{number:4} {plain(words)}")
    console.print(f"{thought.iterations:,} lines of play in {thought.seconds:.1f} s.", style="dim", highlight=False)


def values(thought: Thought, position: Position) -> dict[str, Any]:
    """Everything, for programs."""
    view = position.view(thought.seat)
    return {
        "game": position.game.name,
        "seat": thought.seat,
        "player": position.name(thought.seat),
        "values": list(thought.values),
        "wins": [win_share(value, position.players) for value in thought.values],
        "candidates": [
            {
                "move": position.game.spell(view, each.move),
                "number": each.move,
                "share": each.share,
                "value": each.value,
                "wins": win_share(each.value, position.players),
            }
            for each in thought.candidates
        ],
        "line": search.words(thought, position),
        "iterations": thought.iterations,
        "seconds": thought.seconds,
    }


def _candidates(thought: Thought, position: Position) -> Table:
    title = plain(f"{position.game.title}: {position.name(thought.seat)} to move")
    table = Table(title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("move", no_wrap=True)
    table.add_column("in words", overflow="fold")
    for head in ("attention", "wins"):
        table.add_column(head, justify="right", no_wrap=True)
    view = position.view(thought.seat)
    for each in thought.tried[:MOST_CANDIDATES]:
        wins = f"{win_share(each.value, position.players):.0%}"
        spelled, words = position.game.spell(view, each.move), position.game.describe(view, each.move)
        table.add_row(plain(spelled), plain(words), f"{each.share:.0%}", wins)
    return table


def _percent(thought: Thought, position: Position, seat: int) -> str:
    return f"{win_share(thought.values[seat], position.players):.0%}"
