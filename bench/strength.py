"""How strong the bots are: the tournaments behind docs/bots.md, played, or played further.

    python bench/strength.py {greedy,ladder,top,time} [GAME ...] [--games 100] [--players 2] [--jobs N] [--json FILE]
    python bench/strength.py show

- greedy: level 8 against greedy bots, in each seat equally often.
- ladder: levels 1 to 7, each against the next. They count iterations, so the clock does not matter.
- top: the last step of the ladder, level 8 against level 7.
- time: search on one core with 1.6, 0.8, 0.4 and 0.2 s for a move, each against 0.1 s at all other seats.

Every game that is over is kept in docs/measured, so whoever stops it can go on later, or play more. Except for the
ladder, bots play by the clock: let nothing else run meanwhile. By default so many games are played at a time as there
are cores for. Where the order of play decides games for two strong players, --players 4 tells more.

- show: plays nothing, prints all that is kept as the tables of docs/bots.md, and draws it into docs/pictures/bots.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import quincunx
from quincunx.bots.levels import NAMES as LEVELS
from quincunx.cli import tournaments
from quincunx.engine.errors import QuincunxError
from quincunx.lab import plots, ratings, results
from quincunx.lab.ratings import Pair, Rating, Standing
from quincunx.lab.simulation import wilson
from quincunx.lab.tournament import NEIGHBOURS, ONE_AGAINST_REST, Played, Tournament

DOCS = Path(__file__).resolve().parents[1] / "docs"
MEASURED, PICTURES = DOCS / "measured", DOCS / "pictures" / "bots"
SECONDS = (0.1, 0.2, 0.4, 0.8, 1.6)
ENTRANTS = {
    "greedy": (LEVELS[-1], "greedy"),
    "ladder": LEVELS[:-1],
    "top": LEVELS[-2:],
    "time": tuple(f"search:jobs=1,seconds={seconds}" for seconds in reversed(SECONDS)),
}
FORMATS = {"greedy": ONE_AGAINST_REST, "ladder": NEIGHBOURS, "top": NEIGHBOURS, "time": ONE_AGAINST_REST}
ANCHORS = {"ladder": LEVELS[0], "top": LEVELS[-2], "time": ENTRANTS["time"][-1]}
SHOWN = {"greedy": ("greedy",), "ladder": ("ladder", "top"), "time": ("time",)}
"""The tables, and the tournaments that each is made of; their entrants follow each other."""
MARKS = {
    "ladder": (tuple(str(level) for level in range(1, len(LEVELS) + 1)), "level"),
    "time": (tuple(f"{seconds:g}" for seconds in SECONDS), "seconds for a move"),
}
CORES = os.cpu_count() or 1
AT_A_TIME = {"greedy": 1, "ladder": CORES, "top": 1, "time": CORES}
"""Level 8 takes all cores."""


def asked(kind: str, game: str, players: int, games: int = 1) -> Tournament:
    """One of the tournaments."""
    return Tournament(game, players, ENTRANTS[kind], games, format=FORMATS[kind])


def measure(kind: str, game: str, players: int, games: int, jobs: int, json_file: Path | None = None) -> None:
    """Plays what is missing of one tournament, and shows all of it."""
    MEASURED.mkdir(exist_ok=True)
    out = MEASURED / f"{kind}-{Path(game).stem}-{players}.jsonl"
    tournaments.hold(asked(kind, game, players, games), jobs, ANCHORS.get(kind), out, json_file, plot=None)


def kept(table: str) -> Iterator[Standing]:
    """What the tournaments of one table have shown, in the games' usual order."""
    files = {file: json.loads(file.read_text("utf-8").splitlines()[0]) for file in MEASURED.glob(f"{table}-*.jsonl")}
    names = [*quincunx.game_names(), *(found["game"] for found in files.values())]
    order = {file: (names.index(found["game"]), found["players"]) for file, found in files.items()}
    for file in sorted(files, key=order.__getitem__):
        game, players = files[file]["game"], files[file]["players"]
        entrants = tuple(dict.fromkeys(entrant for kind in SHOWN[table] for entrant in ENTRANTS[kind]))
        whole = Tournament(game, players, entrants, format=FORMATS[table])
        games: list[Played] = []
        for kind in SHOWN[table]:
            part = file.with_name(file.name.replace(table, kind, 1))
            games += moved(whole, asked(kind, game, players), part) if part.exists() else []
        yield ratings.standing(whole, games, ANCHORS.get(table))


def moved(whole: Tournament, part: Tournament, file: Path) -> Iterator[Played]:
    """The games of one tournament as games of a larger one."""
    places = [whole.names.index(name) for name in part.names]
    for played in results.loads(file.read_text("utf-8"), part):
        yield replace(played, seats=tuple(places[seat] for seat in played.seats))


def rows(kind: str, standings: list[Standing]) -> Iterator[list[str]]:
    """The table of one kind, its head first."""
    heads = {
        "greedy": ["won", "95 % between"],
        "ladder": [f"level {mark}" for mark in MARKS["ladder"][0]],
        "time": [f"{mark} s" for mark in MARKS["time"][0][1:]],
    }
    yield ["game", "players", "games", "moves a game", *heads[kind]]
    for standing in standings:
        games = standing.games
        moves = sum(game.moves for game in games) / len(games)
        name, players = quincunx.game(standing.tournament.game).title, standing.tournament.players
        yield [name, str(players), f"{len(games)}", f"{moves:,.0f}", *cells(kind, standing)]


def cells(kind: str, standing: Standing) -> list[str]:
    """What one tournament has shown, from the weakest entrant on."""
    if kind == "ladder":
        found = {rating.name: f"{rating.rating:.0f}" for rating in standing.ratings}
        return [found.get(name, "") for name in standing.tournament.names]
    *ones, rest = standing.tournament.names
    pairs = {pair.one if pair.other == rest else pair.other: pair for pair in standing.pairs}
    won = {one: pair.wins if pair.one == one else pair.losses for one, pair in pairs.items()}
    told = [f"{round(won[one], 1):g} of {pairs[one].games}" for one in reversed(ones)]
    if kind == "time" and standing.tournament.players == 2:
        told = [f"{text} ({twice(pairs[one], one)})" for text, one in zip(told, reversed(ones), strict=True)]
    if kind == "greedy":
        low, high = wilson(won[ones[0]], len(standing.games))
        told.append(f"{low:.0%} and {high:.0%}".replace("%", " %"))
    return told


def twice(pair: Pair, one: str) -> str:
    """In how many deals an entrant won from either seat, and in how many the other did."""
    return f"{pair.twice}:{pair.never}" if pair.one == one else f"{pair.never}:{pair.twice}"


def by_entry(standing: Standing) -> list[Rating]:
    """The ratings, those first who are to be weakest."""
    names = standing.tournament.names
    order = names if standing.tournament.format == NEIGHBOURS else names[::-1]
    return sorted(standing.ratings, key=lambda rating: order.index(rating.name))


def show() -> None:
    """Prints and draws what is kept."""
    PICTURES.mkdir(exist_ok=True)
    for kind in SHOWN:
        if standings := list(kept(kind)):
            head, *body = rows(kind, standings)
            lines = [head, ["---", "---", *["---:"] * (len(head) - 2)], *body]
            print(f"\n{kind}:\n", *(f"| {' | '.join(cells)} |" for cells in lines), sep="\n")
            if kind in MARKS:
                drawn = plots.panels([(standing, by_entry(standing)) for standing in standings], *MARKS[kind])
                (PICTURES / f"{kind}.svg").write_text(drawn, "utf-8")


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
