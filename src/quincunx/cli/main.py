"""The `quincunx` command. Everything heavy is imported only by the command that needs it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from quincunx.bots.levels import LEVELS
from quincunx.cli.names import (
    GAME,
    NumberRange,
    OptionPairs,
    complete_bots,
    complete_quick_bots,
    complete_rules,
    option_pairs,
)

HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """Turns every wrong input into one clear sentence and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; whoever stops reading its output ends it, which is no error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            pass
        except SystemExit as stop:
            if not isinstance(stop.__context__, BrokenPipeError):
                raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs a command; 0: done, 1: something did not hold, 2: wrong input, 130: stopped by the user."""
        if kwargs.get("standalone_mode") is False:
            return super().main(*args, **kwargs)
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("Stopped.", err=True)
            code = 130
        except ValueError as error:
            from quincunx.engine.errors import QuincunxError

            if not isinstance(error, QuincunxError):
                raise
            click.echo(f"Error: {error}", err=True)
            code = 2
        except Exception as error:
            if not type(error).__module__.startswith("numba."):
                raise
            from quincunx.engine.compiling import why_uncompiled

            click.echo(f"Error: {why_uncompiled(error)}", err=True)
            code = 2
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=Commands, context_settings=HELP, invoke_without_command=True)
@click.option("--no-browser", is_flag=True, help="Without a command: tell the address, and open no browser.")
@click.version_option(package_name="quincunx")
@click.pass_context
def main(context: click.Context, no_browser: bool) -> None:
    """A table for games of conquest, played exactly by their rulebooks.

    Without a command, the table opens in your browser.

    \b
    quincunx                  play in the browser
    quincunx games            what there is to play
    quincunx play GAME        play against bots in the terminal
    quincunx serve            open a table for browsers and programs
    quincunx rules GAME       read the rulebook
    quincunx simulate GAME    measure thousands of games
    quincunx tournament GAME  find out which bot is stronger
    quincunx think FILE       ask a bot about a position
    """
    if context.invoked_subcommand is None:
        from quincunx.cli import opening

        opening.open_table(browser=not no_browser)


@main.command()
def games() -> None:
    """List the games."""
    from rich.table import Table

    from quincunx.cli.screen import console
    from quincunx.games import GAMES, get

    table = Table(box=None, padding=(0, 2, 1, 0))
    for head in ("name", "game", "players", "minutes", "what it is"):
        table.add_column(head, overflow="fold", no_wrap=head in ("name", "players"))
    for name in GAMES:
        game = get(name)
        least, most = game.players[0], game.players[-1]
        players = f"{least}-{most}" if least < most else f"{least}"
        table.add_row(name, f"{game.title}\n[dim]{game.designer}[/]", players, game.minutes, game.pitch)
    console.print(table)
    console.print("[dim]quincunx options NAME lists a game's options, quincunx rules NAME its rulebook.[/]")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all.")
@click.option("--port", default=8017, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--store", help="A file, or postgresql://... for several processes (default: a file of yours).")
@click.option("--game", "games", multiple=True, metavar="FILE", help="A game of your own to play here, too.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processes in which bots think (default: one a core).")
@click.option("--no-limits", is_flag=True, help="Nobody is refused for asking too often: for a server of your own.")
@click.option("--origin", "origins", multiple=True, help="Another origin whose pages may connect.")
@click.option("--behind-proxy", is_flag=True, help="Believe what a reverse proxy says about addresses.")
@click.option("--keep-over", type=click.IntRange(0), default=0, help="Days until finished games are cleared away.")
@click.option("--json-logs", is_flag=True, help="Log lines as JSON.")
def serve(**settings: Any) -> None:
    """Open a table for browsers and programs (docs/operate.md)."""
    from quincunx.cli import serving

    serving.serve(**settings)


@main.command()
@click.argument("game", type=GAME)
@click.option("--players", "-p", type=int, help="Show what is possible for so many players.")
def options(game: str, players: int | None) -> None:
    """List a game's options: values, defaults and the rules behind them."""
    from rich import table as rich_table

    import quincunx
    from quincunx.cli.screen import console
    from quincunx.engine.options import Table

    chosen = quincunx.game(game)
    count = chosen.players[0] if players is None else players
    settled = chosen.settle(count, {})
    seats = None if players is None else Table(count, False, settled)
    listing = rich_table.Table(box=None, padding=(0, 2, 1, 0))
    for head in ("option", "values", "default", "what it means"):
        listing.add_column(head, overflow="fold")
    for option in chosen.options:
        rules = f" [dim]({', '.join(option.rules)})[/]" if option.rules else ""
        default = option.spell(settled[option.name])
        listing.add_row(option.name, option.spell_values(seats), default, option.help + rules)
    console.print(listing)
    console.print(f"[dim]Defaults are those for {count} players without bots.[/]")


@main.command()
@click.argument("game", type=GAME, required=False)
@click.option("--players", "-p", type=int, help="How many sit at the table (default 3, or what the game allows).")
@click.option("--people", type=int, default=1, show_default=True, help="How many of them are people at this screen.")
@click.option(
    "--level",
    type=click.IntRange(1, len(LEVELS)),
    help=f"How strong the bots are: 1 is a beginner, {len(LEVELS)} the strongest, 4 if you don't say.",
)
@click.option("--bot", shell_complete=complete_bots, help="Another bot instead: random, greedy or search.")
@click.option("--names", help="Names of the people, with commas between them.")
@click.option("--seed", type=int, help="A number for a game that can be repeated (secret and random without).")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), help="Where the game is saved.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--position", type=click.Path(path_type=Path), help="Begin from a position in a JSON file.")
@option_pairs
def play(
    game: str | None,
    players: int | None,
    people: int,
    level: int | None,
    bot: str | None,
    names: str | None,
    seed: int | None,
    save: Path | None,
    resume: Path | None,
    position: Path | None,
    pairs: OptionPairs,
) -> None:
    """Play in the terminal: against bots, or several people at one screen.

    Bots have eight levels, the same in every game: a higher one thinks longer and misjudges less.

    The game is saved after every move; `quincunx play --resume FILE` goes on with it, against the same bots.
    """
    from quincunx.cli import playing

    table = playing.prepare(game, players, people, level, bot, names, seed, resume, position, pairs)
    playing.start(table, save or resume)


@main.command()
@click.argument("game", type=GAME)
@click.argument("rule", required=False, shell_complete=complete_rules)
@click.option("--search", "-s", help="Only rules that contain this text.")
def rules(game: str, rule: str | None, search: str | None) -> None:
    """Read a game's rulebook, or one rule by its ID."""
    from rich.markdown import Markdown

    import quincunx
    from quincunx.cli.screen import console, plain
    from quincunx.engine.errors import QuincunxError

    book = quincunx.game(game).rulebook
    if rule:
        console.print(f"[bold]{plain(rule.upper())}[/] {plain(book.full(rule))}", highlight=False)
        console.print(f"[dim]{quincunx.game(game).title}, chapter “{plain(book.chapter(rule))}”[/]", highlight=False)
    elif search:
        found = {key: text for key, text in book.rules.items() if search.lower() in text.lower()}
        for key, text in found.items():
            console.print(f"[bold]{key}[/] {plain(text)}", highlight=False)
        if not found:
            raise QuincunxError(f"No rule contains {search!r}.")
    elif console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(book.text))
    else:
        click.echo(book.text)


@main.command()
@click.argument("game", type=GAME)
@click.option("--players", "-p", type=int, help="How many play (default: the fewest).")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    shell_complete=complete_quick_bots,
    help="Bots by seat, random or greedy, with commas; a shorter list repeats.",
)
@click.option("--games", "-n", type=int, default=1000, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", "-j", type=click.IntRange(1), help="Processes (default: all cores).")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--rotate/--fixed", default=True, show_default=True, help="Whether bots change seats between games.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), help="Write one row a game (- for the screen).")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the findings (- for the screen).")
@option_pairs
def simulate(
    game: str,
    players: int | None,
    bots: str,
    games: int,
    seed: int,
    jobs: int | None,
    device: str,
    rotate: bool,
    csv_file: Path | None,
    json_file: Path | None,
    pairs: OptionPairs,
) -> None:
    """Play many games at once and tell who wins, from which seat, and how long it takes.

    Only random and greedy are quick enough for this; `quincunx tournament` takes any bot.
    """
    import quincunx
    from quincunx.cli import reports
    from quincunx.lab.simulation import Study

    seats = quincunx.game(game).players[0] if players is None else players
    named = tuple(name.strip() for name in bots.split(","))
    study = Study(game, seats, named, games, seed, rotate, dict(pairs))
    reports.simulate(study, jobs, device, csv_file, json_file)


@main.command()
@click.argument("game", type=GAME)
@click.argument("entrants", metavar="BOT...", nargs=-1, required=True, shell_complete=complete_bots)
@click.option("--players", "-p", type=int, help="How many play (default: the fewest).")
@click.option("--games", "-n", type=int, default=100, show_default=True, help="How many games, in whole rounds.")
@click.option(
    "--format",
    "pairing",
    type=click.Choice(["round-robin", "one-against-rest", "neighbours"]),
    default="round-robin",
    show_default=True,
    help="All against all; each bot against a table of copies of the last one; or each against the next.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", "-j", type=click.IntRange(1), help="Processes (default: all cores).")
@click.option("--anchor", help="The bot whose rating is 0, or mean (default: greedy if it plays).")
@click.option("--out", type=click.Path(path_type=Path), help="Keep each game here, and go on with what is there.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write the findings (- for the screen).")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the ratings into an SVG file.")
@option_pairs
def tournament(
    game: str,
    entrants: tuple[str, ...],
    players: int | None,
    games: int,
    pairing: str,
    seed: int,
    jobs: int | None,
    anchor: str | None,
    out: Path | None,
    json_file: Path | None,
    plot: Path | None,
    pairs: OptionPairs,
) -> None:
    """Let bots play against each other and rate them.

    A BOT is a name, or a name with settings, such as search:seconds=0.2,jobs=1.
    """
    import quincunx
    from quincunx.cli import tournaments
    from quincunx.lab.tournament import Tournament

    seats = quincunx.game(game).players[0] if players is None else players
    asked = Tournament(game, seats, entrants, games, seed, pairing, dict(pairs))
    tournaments.hold(asked, jobs, anchor, out, json_file, plot)


@main.command()
@click.argument("games", type=GAME, nargs=-1)
@click.option("--players", "-p", type=int, help="How many play (default: four, where four can).")
@click.option("--seconds", type=NumberRange(0.01, 600), default=1.0, show_default=True, help="For each figure.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="A list of rows with game, measure, value and unit.")
def bench(games: Sequence[str], players: int | None, seconds: float, device: str, as_json: bool) -> None:
    """Measure the speed of the rules on this machine."""
    from quincunx.cli import reports
    from quincunx.games import GAMES

    reports.bench(games or list(GAMES), players, seconds, device, as_json)


@main.command()
@click.argument("game", type=GAME)
@click.option(
    "--players",
    "-p",
    type=int,
    multiple=True,
    help="How many play; may be repeated (default: all numbers without weights of their own).",
)
@click.option("--games", "-n", type=int, default=2000, show_default=True, help="For each number of players.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="Each fits games of the last."
)
@click.option("--only", multiple=True, help="Only this weight may move; may be repeated.")
@click.option(
    "--loose", type=float, default=0.5, show_default=True, help="How far weights move, as parts of themselves."
)
@click.option("--search", type=click.IntRange(1, 100_000), help="Bots search for so many iterations before each move.")
@click.option("--greedy", type=float, default=0.0, help="This part of the seats, by lot, is greedy all the same.")
@click.option(
    "--slips",
    type=float,
    default=0.4,
    show_default=True,
    help="The most careless make this part of their moves at random.",
)
@click.option("--check", type=click.IntRange(1, 10**6), help="Play so many games, new weights against old ones.")
@click.option("--write", is_flag=True, help="Replace the game's weights, unless the check finds the new ones weaker.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the weights to another file.")
@click.option("--jobs", "-j", type=click.IntRange(1), help="Threads (default: all cores).")
@option_pairs
def fit(
    game: str,
    players: Sequence[int],
    games: int,
    seed: int,
    rounds: int,
    only: Sequence[str],
    loose: float,
    search: int | None,
    greedy: float,
    slips: float,
    check: int | None,
    write: bool,
    out: Path | None,
    jobs: int | None,
    pairs: OptionPairs,
) -> None:
    """Fit the weights that bots judge positions by to the results of their games.

    Greedy bots that sometimes slip play each other; the weights are moved so that what they say of a position is near
    to what came out. --check plays bots with the new weights against bots with the old ones. With --search, bots search
    a little instead of being greedy: stronger games, but much slower. With --greedy 0.3 too, three seats of ten are
    greedy: who only knows strong players may lose to weak ones. Fewer --slips where games of careless players hardly
    end.
    """
    from quincunx.cli import fitting
    from quincunx.lab.fitting import Task

    task = Task(game, tuple(players), games, seed, loose, tuple(only), search or 0, greedy, slips, dict(pairs))
    _, weights = task.check()
    if write and out is not None:
        raise click.UsageError("Use either --write or --out.")
    if not fitting.run(task, rounds, check, jobs, weights.file if write else out):
        raise click.exceptions.Exit(1)


@main.command()
@click.argument("games", type=GAME, nargs=-1)
def warm(games: Sequence[str]) -> None:
    """Compile ahead of time, so that nothing waits later."""
    from quincunx.cli import warming
    from quincunx.cli.screen import console
    from quincunx.games import GAMES

    for name in games or list(GAMES):
        warming.warm(name, complete=True)
    console.print("Compiled; later starts take it from the cache.")


@main.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), help="Compare CPU and GPU instead of checking files.")
@click.option(
    "--games", "-n", type=click.IntRange(1, 10**7), default=10_000, show_default=True, help="Seeds per option set."
)
@click.option("--game", "names", type=GAME, multiple=True, help="Only these games; or the file of a game of your own.")
def verify(files: Sequence[Path], device: str | None, games: int, names: Sequence[str]) -> None:
    """Check saved games: every line, every move, the shuffle against its commitment.

    With --device cuda: play the same seeds of every option set on CPU and GPU and compare the last states' bytes.
    """
    import quincunx
    from quincunx.cli import reports
    from quincunx.games import GAMES

    for name in names:
        quincunx.game(name)
    if device == "cuda":
        held = reports.parity(names or list(GAMES), games)
    elif files:
        held = reports.verify(files)
    else:
        raise click.UsageError("Name a saved game, or use --device cuda.")
    if not held:
        raise click.exceptions.Exit(1)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", type=int, help="Show the position after so many moves.")
@click.option("--svg", type=click.Path(path_type=Path), help="Draw that position into a file.")
@click.option("--position", "as_position", is_flag=True, help="Print that position as JSON.")
@click.option("--game", type=GAME, help="The file of a game of your own.")
def replay(file: Path, step: int | None, svg: Path | None, as_position: bool, game: str | None) -> None:
    """Tell a saved game move by move, or show one of its positions."""
    import quincunx
    from quincunx.cli import reports

    if game is not None:
        quincunx.game(game)
    reports.replay(file, step, svg, as_position)


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--position", type=click.Path(path_type=Path), help="A position in a JSON file instead of a saved game.")
@click.option("--step", type=int, help="The position after so many moves of the saved game (default: the last one).")
@click.option("--seconds", type=NumberRange(0.01, 600), default=1.0, show_default=True, help="How long to think.")
@click.option("--jobs", "-j", type=click.IntRange(1, 256), help="Cores to think on (default: all).")
@click.option("--json", "as_json", is_flag=True, help="An object with candidates, values and line.")
@click.option("--game", type=GAME, help="The file of a game of your own.")
def think(
    file: Path | None,
    position: Path | None,
    step: int | None,
    seconds: float,
    jobs: int | None,
    as_json: bool,
    game: str | None,
) -> None:
    """Ask the search bot what it thinks of a position: of each move, of everybody's chances, and what comes next.

    It knows what the seat to move knows, and nothing else.
    """
    import quincunx
    from quincunx.cli import thoughts

    if game is not None:
        quincunx.game(game)
    if (file is None) == (position is None):
        raise click.UsageError("Name a saved game, or give a position with --position.")
    if position is not None and step is not None:
        raise click.UsageError("--step belongs to a saved game; a position has no past.")
    thoughts.think(thoughts.read(file, position, step), seconds, jobs, as_json)


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the shell's completion script, e.g. eval "$(quincunx completion bash)"."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "quincunx", "_QUINCUNX_COMPLETE").source())


def _add_board() -> None:
    from quincunx.cli.boards import board

    main.add_command(board)


_add_board()
