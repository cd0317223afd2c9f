"""Draws the pictures of README and docs again: `python docs/make_pictures.py`."""

import asyncio
import random
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import quincunx
from quincunx.engine.drawing import svg
from quincunx.engine.errors import BadOption
from quincunx.engine.game import Game
from quincunx.engine.options import Value
from quincunx.games import GAMES
from quincunx.table.match import Match

PICTURES = Path(__file__).parent / "pictures"
SCREEN = (120, 42)
"""Columns and lines of the terminal."""
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn")


def main() -> None:
    """Draws them all."""
    vanagloria = played("vanagloria", players=4, seed=5, moves=97, seating="as_joined")
    for match in games(vanagloria):
        board = board_only(match)
        assert match.game.art is not None
        match.game.art.with_name(f"{match.game.name}.svg").write_text(board, "utf-8")
        print(f"the board of {match.game.title}: {len(board) / 1000:.0f} kB")
    for path, picture in pictures(vanagloria):
        (PICTURES / path).parent.mkdir(parents=True, exist_ok=True)
        (PICTURES / path).write_text(picture, "utf-8")
        print(f"docs/pictures/{path}: {len(picture) / 1000:.0f} kB")


def games(vanagloria: Match) -> Iterator[Match]:
    """A game of each in its middle."""
    yield vanagloria
    yield played("orbit-cubes", players=6, seed=9, moves=113, seating="as_joined")
    yield played("galaxy-of-d", players=2, seed=95, moves=42)
    yield played("vanguard-rome", players=2, seed=44, moves=37)
    yield played("connect-the-worlds", players=3, seed=3, moves=150)


def board_only(match: Match) -> str:
    """The board without what stands beside it: what the table's first page shows of a game."""
    scene = match.view(match.turn).scene()
    return svg(replace(scene, seats=(), status=(), banners=(), prompt="", panels=()), match.game.art)


def pictures(vanagloria: Match) -> Iterator[tuple[str, str]]:
    """Each picture's path and SVG."""
    for match in games(vanagloria):
        yield f"{match.game.name}.svg", (match.view(match.turn) if match.game.secret else match)._repr_svg_()
    for name in GAMES:
        for board, players in boards(quincunx.game(name)):
            yield f"boards/{board}.svg", empty(quincunx.new(name, players=players, seed=1, board=board))
    if find_spec("quincunx.cli.terminal"):
        yield "terminal.svg", asyncio.run(screenshot(vanagloria))


def played(name: str, players: int, seed: int, moves: int, **options: Value) -> Match:
    """A game of greedy bots in its middle; now and then one of them tries something else."""
    match = quincunx.new(name, players, seed=seed, seats=NAMES[:players], **options)
    greedy, dice = quincunx.bot("greedy", seed=seed), random.Random(seed)
    while not match.over and len(match.line) < moves:
        match.play(dice.choice(match.moves) if dice.random() < 0.2 else greedy.choose(match))
    return match


def boards(game: Game) -> Iterator[tuple[str, int]]:
    """The ready-made boards, each with the largest number of players that it is for."""
    for board in next((option.values for option in game.options if option.name == "board"), ()):
        for players in reversed(game.players):
            try:
                game.settle(players, {"board": board})
            except BadOption:
                continue
            yield board, players
            break


def empty(match: Match) -> str:
    """Only the board."""
    scene = match.scene()
    return svg(replace(scene, pieces=(), seats=(), status=(), banners=(), prompt=""), match.game.art)


async def screenshot(match: Match) -> str:
    """The terminal table as it looks when everybody at it is a person."""
    from quincunx.cli.terminal.app import TableApp

    with tempfile.TemporaryDirectory() as folder:
        table = TableApp(quincunx.loads(match.dumps()), {}, Path(folder) / "game.quincunx")
        async with table.run_test(size=SCREEN) as pilot:
            await pilot.pause()
            picture = table.export_screenshot(title=f"quincunx play {match.game.name}")
    # Textual asks a server for its font; a terminal's own will do.
    return re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    main()
