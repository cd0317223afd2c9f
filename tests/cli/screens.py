"""A terminal table on a screen that nobody sees: how tests sit down at it, look at it and press its keys."""

from collections.abc import Callable, Mapping
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from quincunx.bots import Bot
from quincunx.cli.terminal.app import TableApp
from quincunx.engine.position import Position
from quincunx.table.match import Match

Table = Pilot[None]
PATIENCE = 3000
"""Looks at a condition, each after a short pause: a slow machine gets the time it needs."""


class Ender:
    """Ends every turn at once."""

    name = "ender"

    def choose(self, game: Position) -> int:
        return game.game.idle(game)


class Hoarder:
    """Takes the last legal move: it buys as long as it can."""

    name = "hoarder"

    def choose(self, game: Position) -> int:
        return game.moves[-1].number


class Broken:
    """Never manages to choose."""

    name = "broken"

    def choose(self, game: Position) -> int:
        raise RuntimeError("lost its mind")


async def until(table: Table, condition: Callable[[], object]) -> None:
    for _ in range(PATIENCE):
        if condition():
            return
        await table.pause(0.02)
    raise AssertionError("what was waited for did not happen")


def sit_down(match: Match, folder: Path, bots: Mapping[int, Bot] | None = None) -> TableApp:
    return TableApp(match, bots or {}, folder / "game.quincunx", delay=0)


def said(app: TableApp) -> str:
    """What the message line says."""
    return str(app.screen_stack[0].query_one("#message", Static).render())


def shown(app: TableApp, name: str) -> str:
    """What a part of the window or of the screen on top of it says."""
    return str(app.screen_stack[0].query_one(name, Static).render())


def board_lines(app: TableApp) -> list[str]:
    return [app.board.render_line(y).text for y in range(app.board.size.height)]


async def pick(table: Table, app: TableApp, thing: str) -> None:
    """Walks to an offer with Tab and picks it."""
    await until(table, lambda: thing in app.sitting.offers and app.cursor in app.sitting.offers)
    while app.cursor != thing:
        await walk(table, app, "tab")
    await table.press("enter")


async def walk(table: Table, app: TableApp, key: str) -> str:
    """Presses an arrow key; where the cursor went."""
    before = app.cursor
    await table.press(key)
    await until(table, lambda: app.cursor != before)
    return app.cursor


async def end_turn(table: Table, app: TableApp) -> None:
    """By keyboard."""
    played = len(app.match.line)
    await pick(table, app, "end")
    await until(table, lambda: len(app.match.line) > played)
