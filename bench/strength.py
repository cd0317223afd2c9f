"""How strong the bots are: the tournaments behind docs/bots.md, played, or played further.

    python bench/strength.py {greedy,ladder,time} [GAME ...] [--games 100] [--players 2] [--jobs N] [--json FILE]
    python bench/strength.py show

- greedy: level 8 against greedy bots, in each seat equally often.
- ladder: the eight levels, each against the next.
- time: search on one core with 0.1, 0.2, 0.4, 0.8 and 1.6 s for a move, each against the next.

Every game that is over is kept in docs/measured, so whoever stops it can go on later, or play more. Bots play by the
clock: let nothing else run meanwhile. By default so many games are played at a time as there are cores for. Where the
order of play decides games for two strong players, --players 4 tells more: they sit in turn around the table.

- show: plays nothing, prints all that is kept as the tables of docs/bots.md, and draws it into docs/pictures/bots.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import quincunx
from quincunx.bots.levels import NAMES as LEVELS
from quincunx.cli import tournaments
from quincunx.engine.errors import QuincunxError
from quincunx.lab import plots, ratings, results
from quincunx.lab.ratings import Standing
from quincunx.lab.simulation import wilson
from quincunx.lab.tournament import NEIGHBOURS, ONE_AGAINST_REST, Tournament

DOCS = Path(__file__).resolve().parents[1] / "docs"
MEASURED, PICTURES = DOCS / "measured", DOCS / "pictures" / "bots"
SECONDS = (0.1, 0.2, 0.4, 0.8, 1.6)
ENTRANTS = {
    "greedy": (LEVELS[-1], "greedy"),
    "ladder": LEVELS,
    "time": tuple(f"search:jobs=1,seconds={seconds}" for seconds in SECONDS),
}
ANCHORS = {"ladder": LEVELS[0], "time": ENTRANTS["time"][0]}
MARKS = {
    "ladder": (tuple(str(level) for level in range(1, len(LEVELS) + 1)), "level"),
    "time": (tuple(f"{seconds:g}" for seconds in SECONDS), "seconds for a move"),
}
CORES = os.cpu_count() or 1
AT_A_TIME = {"greedy": 1, "ladder": 1, "time": CORES}
"""Level 8 takes all cores."""


def asked(kind: str, game: str, players: int, games: int = 1) -> Tournament:
    """One of the tournaments."""
    form = ONE_AGAINST_REST if kind == "greedy" else NEIGHBOURS
    return Tournament(game, players, ENTRANTS[kind], games, format=form)


def measure(kind: str, game: str, players: int, games: int, jobs: int, json_file: Path | None = None) -> None:
    """Plays what is missing of one tournament, and shows all of it."""
    MEASURED.mkdir(exist_ok=True)
    out = MEASURED / f"{kind}-{Path(game).stem}-{players}.jsonl"
    tournaments.hold(asked(kind, game, players, games), jobs, ANCHORS.get(kind), out, json_file, plot=None)


def kept(kind: str) -> Iterator[Standing]:
    """What the tournaments of one kind have shown, in the games' usual order."""
    files = {file: json.loads(file.read_text("utf-8").splitlines()[0]) for file in MEASURED.glob(f"{kind}-*.jsonl")}
    names = list(quincunx.game_names())
    order = {file: (names.index(found["game"]), found["players"]) for file, found in files.items()}
    for file in sorted(files, key=order.__getitem__):
        tournament = asked(kind, files[file]["game"], files[file]["players"])
        yield ratings.standing(tournament, results.loads(file.read_text("utf-8"), tournament), ANCHORS.get(kind))


def rows(kind: str, standings: list[Standing]) -> Iterator[list[str]]:
    """The table of one kind, its head first: how often the one who thinks more has won, and all ratings."""
    marks = MARKS[kind][0] if kind in MARKS else ()
    yield ["game", "players", "more thought won", "95 % between", "moves a game", *marks]
    for standing in standings:
        tournament, rated = standing.tournament, {rating.name: rating for rating in standing.ratings}
        thought = [*tournament.names] if kind in MARKS else [*tournament.names][::-1]
        sides = [
            pair.wins if thought.index(pair.one) > thought.index(pair.other) else pair.losses for pair in standing.pairs
        ]
        won, games = sum(sides), len(standing.games)
        low, high = wilson(won, games)
        yield [
            quincunx.game(tournament.game).title,
            str(tournament.players),
            f"{won:g} of {games}",
            f"{low:.0%} and {high:.0%}".replace("%", " %"),
            f"{sum(game.moves for game in standing.games) / games:,.0f}",
            *(f"{rated[name].rating:.0f}" for name in (tournament.names if kind in MARKS else ())),
        ]


def show() -> None:
    """Prints and draws what is kept."""
    PICTURES.mkdir(exist_ok=True)
    for kind in ENTRANTS:
        if standings := list(kept(kind)):
            head, *body = rows(kind, standings)
            lines = [head, ["---", "---", *["---:"] * (len(head) - 2)], *body]
            print(f"\n{kind}:\n", *(f"| {' | '.join(cells)} |" for cells in lines), sep="\n")
            if kind in MARKS:
                (PICTURES / f"{kind}.svg").write_text(plots.panels(standings, *MARKS[kind]), "utf-8")


def main() -> int:
    """Measures what is asked for."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=[*ENTRANTS, "show"])
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(quincunx.game_names()))
    parser.add_argument("--games", type=int, default=100, help="of each kind (default 100), in whole rounds")
    parser.add_argument("--players", type=int, default=2, help="at a table (default 2)")
    parser.add_argument("--jobs", type=int, help="games at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the findings of the last game (- for the screen)")
    args = parser.parse_args()
    try:
        if args.kind == "show":
            show()
            return 0
        for name in args.names:
            measure(args.kind, name, args.players, args.games, args.jobs or AT_A_TIME[args.kind], args.json)
    except QuincunxError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
