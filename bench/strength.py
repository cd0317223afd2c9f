"""How strong the bots are: the tournaments behind docs/bots.md, played, or played further.

    python bench/strength.py {greedy,ladder,time} [GAME ...] [--games 100] [--players 2] [--jobs N] [--json FILE]

- greedy: level 8 against greedy bots, in each seat equally often.
- ladder: the eight levels, each against the next.
- time: search on one core with 0.1, 0.2, 0.4, 0.8 and 1.6 s for a move, each against the next.

Every game that is over is kept in docs/measured, so whoever stops it can go on later, or play more. The findings are
printed, and ladder and time are drawn into docs/pictures/bots. Bots play by the clock: let nothing else run meanwhile.
By default so many games are played at a time as there are cores for. Where the order of play decides games for two
strong players, --players 4 tells more: they sit in turn around the table.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import quincunx
from quincunx.bots.levels import NAMES as LEVELS
from quincunx.cli import tournaments
from quincunx.engine.errors import QuincunxError
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
CORES = os.cpu_count() or 1
AT_A_TIME = {"greedy": 1, "ladder": 1, "time": CORES}
"""Level 8 takes all cores."""


def measure(kind: str, game: str, players: int, games: int, jobs: int, json_file: Path | None = None) -> None:
    """Plays what is missing of one tournament, and shows all of it."""
    form = ONE_AGAINST_REST if kind == "greedy" else NEIGHBOURS
    asked = Tournament(game, players, ENTRANTS[kind], games, format=form)
    name = f"{kind}-{Path(game).stem}-{players}"
    plot = None if kind == "greedy" else PICTURES / f"{name}.svg"
    MEASURED.mkdir(exist_ok=True)
    PICTURES.mkdir(exist_ok=True)
    tournaments.hold(asked, jobs, ANCHORS.get(kind), MEASURED / f"{name}.jsonl", json_file, plot)


def main() -> int:
    """Measures what is asked for."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=list(ENTRANTS))
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(quincunx.game_names()))
    parser.add_argument("--games", type=int, default=100, help="of each kind (default 100), in whole rounds")
    parser.add_argument("--players", type=int, default=2, help="at a table (default 2)")
    parser.add_argument("--jobs", type=int, help="games at a time")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the findings of the last game (- for the screen)")
    args = parser.parse_args()
    try:
        for name in args.names:
            measure(args.kind, name, args.players, args.games, args.jobs or AT_A_TIME[args.kind], args.json)
    except QuincunxError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
