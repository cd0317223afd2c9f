"""`quincunx tournament`: plays, shows how it stands, keeps every game, and prints ratings."""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from quincunx.cli import files
from quincunx.cli.reports import put_out, share_table
from quincunx.cli.screen import console, errors, plain, progress, say
from quincunx.engine.errors import QuincunxError
from quincunx.lab import plots, ratings, results, tournament
from quincunx.lab.ratings import Pair, Standing
from quincunx.lab.tournament import Played, Tournament

MOST_PAIRS = 45
"""Rows that are printed: every pair of ten entrants."""
LEADERS = 5
"""Entrants that are shown while games are played."""


def hold(
    asked: Tournament,
    jobs: int | None,
    anchor: str | None,
    out: Path | None,
    json_file: Path | None,
    plot: Path | None,
) -> None:
    """Holds a tournament and prints what it has shown. Whoever stops it gets what was shown so far."""
    asked.check()
    ratings.anchor_for(asked, anchor)
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise QuincunxError(f"The picture is an SVG file; call it {plot.stem or 'ratings'}.svg, not {plot.name}.")
        plots.check()
    games = _kept(asked, out) if out is not None else []
    stopped = _play(asked, games, jobs, out)
    if games:
        found = ratings.standing(asked, games, anchor)
        if json_file is None or str(json_file) != "-":
            _report(found)
        if json_file is not None:
            put_out(json_file, json.dumps(found.as_json(), indent=2) + "\n")
        if plot is not None:
            files.write(plot, plots.svg(found))
    if stopped:
        if out is not None:
            errors.print(f"The games are in {plain(out)}; the same command goes on.", highlight=False, soft_wrap=True)
        raise KeyboardInterrupt


# ---------------------------------------------------------------- playing


def _kept(asked: Tournament, out: Path) -> list[Played]:
    """The games that the file holds; a file that is not there yet is begun."""
    if str(out) == "-":
        raise QuincunxError("The games are kept in a file, not printed: give --out a name.")
    text = files.read(out) if os.path.exists(out) else ""
    games = []
    if text:
        try:
            games = results.loads(text, asked)
        except results.BadResults as error:
            raise QuincunxError(f"{out}: {error}") from None
        text = results.whole_lines(text)
    files.write(out, text or results.first_line(asked))
    return games


def _play(asked: Tournament, games: list[Played], jobs: int | None, out: Path | None) -> bool:
    """Plays what is missing; returns whether somebody stopped it."""
    leading = Leading(asked.names, games)
    bar = progress()
    task = bar.add_task("Compiling, then playing", total=max(asked.total, len(games)), completed=len(games))
    playing = tournament.run(asked, done=[game.number for game in games], jobs=jobs)
    with ExitStack() as stack:
        add = stack.enter_context(files.adding(out)) if out is not None else None
        live = stack.enter_context(Live(bar, console=errors, transient=True))
        stack.enter_context(closing(playing))
        try:
            for game in playing:
                if add is not None:
                    add(results.line(game))
                games.append(game)
                leading.count(game)
                bar.update(task, description="Playing", completed=len(games))
                live.update(Group(bar, leading.text()))
        except KeyboardInterrupt:
            return True
    return False


class Leading:
    """Who leads while games are played, by the share of games won."""

    def __init__(self, names: Sequence[str], games: Sequence[Played]) -> None:
        self.names = names
        self.wins, self.seats = [0.0] * len(names), [0] * len(names)
        for game in games:
            self.count(game)

    def count(self, game: Played) -> None:
        """One more game."""
        for entrant, won in zip(game.seats, game.wins, strict=True):
            self.wins[entrant] += won
            self.seats[entrant] += 1

    def text(self) -> Text:
        """The best few, in one line."""
        played = [i for i, seats in enumerate(self.seats) if seats]
        shares = sorted(((self.wins[i] / self.seats[i], self.names[i]) for i in played), reverse=True)
        leaders = [f"{name} {share:.0%}" for share, name in shares[:LEADERS]]
        return Text(", ".join(leaders + (["..."] if len(shares) > LEADERS else [])), style="dim")


# ---------------------------------------------------------------- printing


def _report(found: Standing) -> None:
    if not found.ratings:
        say("Too few games were played to rate anybody.")
        return
    console.print(_ratings(found))
    if len(found.pairs) <= MOST_PAIRS:
        console.print(_pairs(found.pairs))
    else:
        say(f"There are {len(found.pairs)} pairs; --json writes them all.")
    console.print(share_table(found.shares))
    lengths = [game.moves for game in found.games]
    rounds, rest = divmod(len(lengths), found.tournament.round)
    said = f"{len(lengths):,} games" + ("" if rest else f" ({rounds:,} rounds of {found.tournament.round})")
    say(f"{said}, {sum(lengths) / len(lengths):.1f} moves each on average, {max(lengths):,} at most.")
    if deals := sum(pair.deals for pair in found.pairs):
        twice = sum(pair.twice + pair.never for pair in found.pairs)
        say(f"{deals:,} deals were played from either seat; of {twice:,} one bot won both games.")
    for rating in found.ratings:
        if rating.always is not None and rating.name != found.anchor:
            what, side = ("won every game", "below") if rating.always else ("won no game", "above")
            say(f"{plain(rating.name)} {what}: its rating is known only from {side}.")
    zero = "the mean of all" if found.anchor == ratings.MEAN else found.anchor
    console.print(f"Ratings: {plain(zero)} is 0; 400 points are odds of 10 to 1.", style="dim", highlight=False)


def _ratings(found: Standing) -> Table:
    table = Table(title=plain(plots.title(found)), title_justify="left", box=SIMPLE, padding=(0, 1, 0, 0))
    for head in ("bot", "rating", "95 % from", "games", "wins", "share", "if equal"):
        table.add_column(head, justify="left" if head == "bot" else "right", no_wrap=head != "bot", overflow="fold")
    equal = f"{1 / found.tournament.players:.1%}"
    for each in found.ratings:
        between = "" if each.name == found.anchor else f"{each.low:+.0f} to {each.high:+.0f}"
        rating = f"{each.rating:+.0f}" if round(each.rating) else "0"
        share = f"{each.wins / each.games:.1%}"
        table.add_row(plain(each.name), rating, between, f"{each.games:,}", f"{each.wins:,.1f}", share, equal)
    return table


def _pairs(pairs: Sequence[Pair]) -> Table:
    table = Table(box=SIMPLE, padding=(0, 1, 0, 0))
    for head in ("bot", "against", "games", "won", "lost", "share", "95 % between", "if equal"):
        named = head in ("bot", "against")
        table.add_column(head, justify="left" if named else "right", no_wrap=not named, overflow="fold")
    before = ""
    for pair in pairs:
        between = f"{pair.low:.1%} - {pair.high:.1%}"
        figures = (f"{pair.games:,}", f"{pair.wins:,.1f}", f"{pair.losses:,.1f}", f"{pair.share:.1%}", between)
        table.add_row(
            plain(pair.one) if pair.one != before else "", plain(pair.other), *figures, f"{pair.expected:.1%}"
        )
        before = pair.one
    return table
