"""What the commands print: tables for people, JSON for programs."""

import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import click
from rich.box import SIMPLE
from rich.table import Table

import quincunx
from quincunx.cli import files
from quincunx.cli.screen import console, errors, plain, progress, say
from quincunx.engine.compiling import describe
from quincunx.engine.errors import QuincunxError
from quincunx.lab import simulation
from quincunx.lab.simulation import Study

SHARE_GROUPS = {"bot": "by bot", "seat": "by seat", "order": "by order"}


def simulate(study: Study, jobs: int | None, device: str, csv_file: Path | None, json_file: Path | None) -> None:
    """Runs a study with a progress bar and prints its findings."""
    study.check()
    with progress() as display:
        task = display.add_task("Compiling, then playing", total=study.games)

        def tell(count: int) -> None:
            display.update(task, description="Playing", advance=count)

        games = simulation.run(study, jobs=jobs, device=device, progress=tell)
    to_screen = "-" in (str(csv_file), str(json_file))
    if not to_screen:
        console.print(_findings(study, games))
        mean, most = games.lengths.mean(), games.lengths.max()
        console.print(f"{study.games:,} games, {mean:.1f} moves each on average, {most:,} at most.")
        console.print(_advantage(study, games))
        console.print("By order: clockwise from the seat that takes the first turn.", style="dim")
    if csv_file is not None:
        put_out(csv_file, simulation.as_csv(games))
    if json_file is not None:
        put_out(json_file, simulation.as_json(study, games) + "\n")


def _advantage(study: Study, games: simulation.Games) -> str:
    first = next(share for share in simulation.findings(study, games) if share.group == "order")
    share, equal = first.wins / first.games, first.expected
    said = f"The first player wins {share:.1%} of the games (95 %: {first.low:.1%} - {first.high:.1%})"
    if first.low <= equal <= first.high:
        return f"{said}: no advantage can be told from {equal:.1%}."
    return f"{said}, {abs(share - equal):.1%} {'more' if share > equal else 'less'} than if all were equal."


def put_out(file: Path, text: str) -> None:
    """Into a file, or to the screen for `-`."""
    if str(file) == "-":
        click.echo(text, nl=False)
    else:
        files.write(file, text)


def _findings(study: Study, games: simulation.Games) -> Table:
    title = f"{quincunx.game(study.game).title}, {study.players} players: {', '.join(study.bots)}"
    return share_table(simulation.findings(study, games), title)


def share_table(shares: Sequence[simulation.Share], title: str | None = None) -> Table:
    """Shares of wins, group by group."""
    table = Table(title=title, title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
    for head in ("", "who", "games", "wins", "share", "95 % between", "if equal"):
        table.add_column(head, justify="left" if head in ("", "who") else "right", no_wrap=True)
    before = ""
    for share in shares:
        if before and share.group != before:
            table.add_section()
        heading = SHARE_GROUPS[share.group] if share.group != before else ""
        before = share.group
        interval = f"{share.low:.1%} - {share.high:.1%}"
        won = f"{share.wins / share.games:.1%}"
        table.add_row(
            heading, share.name, f"{share.games:,}", f"{share.wins:,.1f}", won, interval, f"{share.expected:.1%}"
        )
    return table


def bench(names: Sequence[str], players: int | None, seconds: float, device: str, as_json: bool) -> None:
    """Measures and prints a table, or JSON rows."""
    from quincunx.lab import bench as measuring

    if device == "cuda":
        from quincunx.lab import gpu

        gpu.target()
    seats = {name: measuring.usual_players(name) if players is None else players for name in names}
    for name in names:
        quincunx.game(name).settle(seats[name], {}, bots=True)  # or says at once what can't be played
    table = Table(title=f"Speed on this machine ({describe()})", title_justify="left")
    for head in ("game", "measure", "value", "unit"):
        table.add_column(head, justify="right" if head == "value" else "left")
    rows: list[measuring.Row] = []
    with errors.status("Compiling") as status:
        for name in names:
            rows += measuring.bench(name, seats[name], seconds, device, lambda text: status.update(f"Measuring {text}"))
            if device == "cpu":
                status.update(f"Measuring {name}: from Python, one call per move")
                value = python_rate(name, seats[name], seconds)
                rows.append(measuring.Row(rows[-1].game, "from Python, one call per move", value, "moves/s"))
    for before, row in zip([None, *rows], rows, strict=False):
        if before is not None and before.game != row.game:
            table.add_section()
        figure = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.2f}"
        unit = row.unit if row.low is None else f"{row.unit} (95 %: {row.low:.1f} - {row.high:.1f})"
        table.add_row(row.game, row.measure, figure, unit)
    if as_json:
        click.echo(json.dumps([row.as_json() for row in rows], indent=2))
    else:
        console.print(table)


def python_rate(name: str, players: int, seconds: float) -> float:
    """One Python call per move, everything checked and logged."""
    choose = random.Random(1).choice
    for warm_up in (True, False):
        moves, started, seed = 0, time.process_time(), 0
        while time.process_time() - started < (0.1 if warm_up else seconds):
            game = quincunx.new(name, players, seed=(seed := seed + 1))
            for _ in range(500):
                if game.over:
                    break
                game.play(choose(game.moves))
                moves += 1
    return moves / (time.process_time() - started)


def verify(paths: Sequence[Path]) -> bool:
    """Checks saved games; says of each whether everything holds."""
    held = True
    for path in paths:
        try:
            match = quincunx.loads(files.read(path))
        except QuincunxError as error:
            held = False
            say(f"[red]✗[/] {plain(path)}: {plain(error)}")
            continue
        what = f"{match.game.title}, {len(match.line)} moves; every line holds"
        say(f"[green]✓[/] {plain(path)}: {what}.")
        say(f"  The seed fits its commitment {match.commitment}.")
        if not match.over:
            say("  The game is not over: keep the file to yourself, it holds the seed of what is to come.")
    return held


def parity(names: Sequence[str], games: int) -> bool:
    """Compares CPU and GPU for every option set."""
    from quincunx.lab import parity as comparing

    held, total, sets = True, 0, 0
    for name in names:
        for found in comparing.compare(name, games):
            good = found.same == found.games
            held, total, sets = held and good, total + found.moves, sets + 1
            chosen = ", ".join(f"{key}={value}" for key, value in found.options.items()) or "defaults"
            mark = "[green]✓[/]" if good else "[red]✗[/]"
            what = f"{found.game}, {found.players} players, {chosen}"
            say(f"{mark} {what}: {found.same:,} of {found.games:,} ends are the same bytes")
    say(f"{sets} option sets, {total:,} moves on each device: {'all the same' if held else 'NOT the same'}.")
    return held


def replay(path: Path, step: int | None, svg: Path | None, as_position: bool) -> None:
    """Tells a saved game, or shows one of its positions."""
    match = quincunx.loads(files.read(path))
    position = match.at(len(match.line) if step is None else step)
    if svg is not None:
        files.write(svg, position._repr_svg_())
    if as_position:
        click.echo(position.position())
    elif step is not None:
        click.echo(str(position))
    elif svg is None:
        for number, tellings in enumerate(match.tellings(), 1):
            for telling in tellings:
                cited = f" [dim]{', '.join(telling.rules)}[/]" if telling.rules else ""
                say(f"[dim]{number:4}[/] {plain(telling.words)}{cited}")
        say(plain(match.scene().prompt))
