"""`quincunx board`: boards composed, checked, measured, generated and drawn."""

import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.names import GAME, NumberRange
from quincunx.engine.errors import QuincunxError

if TYPE_CHECKING:
    from quincunx.engine.workshop import Workshop


def workshop(game: str) -> "Workshop":
    """The game's workshop, or a clear sentence that it has none."""
    import quincunx

    found = quincunx.game(game).workshop
    if found is None:
        raise QuincunxError(f"The boards of {quincunx.game(game).title} are fixed; there is nothing to compose.")
    return found


def load(game: str, board: str) -> Any:
    """A board by its ID or from a JSON file."""
    from quincunx.cli.files import read

    shop = workshop(game)
    if board in [id for id, _, _ in shop.presets()]:
        return shop.get(board)
    if not Path(board).suffix and not os.path.exists(board):
        return shop.get(board)
    text = read(Path(board))
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise QuincunxError(f"{board} is not valid JSON: {error}.") from None


@click.group()
def board() -> None:
    """Compose, check, measure and generate boards.

    A board is a JSON file; `quincunx play GAME -o board=@FILE` plays on it.
    """


@board.command("list")
@click.argument("game", type=GAME)
def list_(game: str) -> None:
    """List the ready-made boards."""
    for id, name, players in workshop(game).presets():
        click.echo(f"{id:6} {players} players  {name}")


@board.command()
@click.argument("game", type=GAME)
@click.argument("board")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw it into a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON to edit.")
def show(game: str, board: str, svg: Path | None, as_json: bool) -> None:
    """Show a board, by its ID or from a file."""
    import quincunx
    from quincunx.cli.files import write

    data = load(game, board)
    if problem := workshop(game).check(data):
        raise QuincunxError(problem)
    if as_json:
        click.echo(_pretty(data))
        return
    match = quincunx.new(game, data["players"], board=data, seed=0)
    if svg is not None:
        write(svg, match._repr_svg_())
    else:
        click.echo(str(match))


@board.command()
@click.argument("game", type=GAME)
@click.argument("board")
def check(game: str, board: str) -> None:
    """Check a board: legal or not, with the reason, and how even it is."""
    from rich.table import Table

    from quincunx.cli.screen import console, plain, say

    data, shop = load(game, board), workshop(game)
    problem = shop.check(data)
    if problem is not None:
        say(f"[red]✗ illegal[/] {plain(problem)}")
        raise click.exceptions.Exit(1)
    even, rows, reasons = shop.report(data)
    console.print("[green]✓ legal[/]", "[green]and even[/]" if even else "[yellow]but uneven[/]")
    table = Table(box=None, padding=(0, 1, 0, 0))
    for head in rows[0]:
        table.add_column(head, justify="right")
    for row in rows[1:]:
        table.add_row(*row)
    console.print(table)
    for reason in reasons:
        say(f"- {plain(reason)}")


@board.command()
@click.argument("game", type=GAME)
@click.option("--players", "-p", type=int, default=4, show_default=True)
@click.option("--seed", type=int, help="The same seed gives the same board.")
@click.option("--bound", type=NumberRange(0, 1), default=0.12, show_default=True, help="How unequal shares may be.")
@click.option("--rooms", type=click.IntRange(1, 25), help="Exactly so many rooms.")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to a file.")
def generate(game: str, players: int, seed: int | None, bound: float, rooms: int | None, out: Path | None) -> None:
    """Make a random board that is fair within a bound."""
    from quincunx.cli.files import write
    from quincunx.cli.screen import errors

    number = random.SystemRandom().randrange(10**9) if seed is None else seed
    with errors.status("Trying boards") as status:
        data = workshop(game).generate(
            players, number, bound, rooms, lambda tried: status.update(f"Trying boards ({tried:,} so far)")
        )
    if out is None:
        click.echo(_pretty(data))
    else:
        write(out, _pretty(data) + "\n")
        click.echo(f"Wrote {out}. Play on it: quincunx play {game} -p {players} -o board=@{out}", err=True)


def _pretty(data: Any) -> str:
    """Indented, with each tile on one line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n    {rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"
