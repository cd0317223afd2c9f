"""Steps per second of the tables for training, beside positions that are stepped one by one from Python.

    python bench/training.py [GAME ...] [--tables 1024] [--seconds 2] [--json FILE]

Both sides give the same: the move played and checked, the next observation, the mask, the reward, a new game after an
end. One core, CPU time; compiling, warming up and choosing the moves are not counted.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Column, Table

import quincunx
from quincunx.engine.compiling import describe
from quincunx.lab.bench import usual_players
from quincunx.training import Observer, Tables

EXAMPLE = str(Path(__file__).resolve().parent.parent / "examples" / "connect_four.py")
WARM_UP = 3


@dataclass(frozen=True)
class Row:
    """What was measured of one game."""

    game: str
    players: int
    tables: int
    observation: int
    moves: int
    steps_per_second: float
    by_hand_per_second: float

    @property
    def ratio(self) -> float:
        """How much faster the tables are."""
        return self.steps_per_second / self.by_hand_per_second


def choose(mask: npt.NDArray[np.bool_], random: np.random.Generator) -> npt.NDArray[np.int64]:
    """A random legal move at each table."""
    return np.array([random.choice(np.flatnonzero(row)) for row in mask])


def in_batches(tables: Tables, seconds: float) -> float:
    """Steps per second of all tables together."""
    random, used, steps = np.random.default_rng(1), 0.0, -WARM_UP
    while used < seconds:
        actions = choose(tables.mask, random)
        started = time.process_time()
        tables.step(actions)
        steps += 1
        used = used + time.process_time() - started if steps > 0 else 0.0
    return steps * tables.count / used


def by_hand(tables: Tables, seconds: float) -> float:
    """Steps per second of one position at a time."""
    random, observer, used, steps = np.random.default_rng(1), Observer(tables.game), 0.0, -WARM_UP
    position, new_games = tables.position(0), iter(range(1, 1 << 62))
    observation, mask = np.zeros(observer.layout.size, np.int32), np.zeros(tables.game.move_count, np.bool_)
    numbers = position.moves.numbers
    while used < seconds:
        move = int(random.choice(numbers))
        started = time.process_time()
        position.play(move)
        if position.over:
            _ = position.outcome
            position.raw[:] = 0
            position.set_chance(next(new_games).to_bytes(8, "little"))
            tables.game.core.new(position.board_raw, position.raw)
        observer(position, position.turn, observation)
        numbers = position.moves.numbers
        mask[:] = False
        mask[numbers] = True
        steps += 1
        used = used + time.process_time() - started if steps > 0 else 0.0
    return steps / used


def measure(name: str, count: int, seconds: float) -> Row:
    """Both sides of one game."""
    tables = Tables(name, count, players=usual_players(name), seed=1)
    game, sizes = tables.game, (tables.layout.size, tables.game.move_count)
    return Row(game.name, tables.players, count, *sizes, in_batches(tables, seconds), by_hand(tables, seconds))


def main() -> None:
    """Prints the table, and writes the rows if asked to."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[EXAMPLE, *quincunx.game_names()])
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    shown = Table(
        Column("game", no_wrap=True), "players", "numbers", "moves", "steps/s", "by hand", "ratio", title=describe()
    )
    rows = []
    with Console(stderr=True).status("") as status:
        for name in args.games:
            status.update(f"{name}: compiling, then measuring")
            rows.append(row := measure(name, args.tables, args.seconds))
            sizes = (str(row.players), str(row.observation), str(row.moves))
            rates = (f"{row.steps_per_second:,.0f}", f"{row.by_hand_per_second:,.0f}", f"{row.ratio:.1f}")
            shown.add_row(row.game, *sizes, *rates)
    Console().print(shown)
    if args.json:
        found = [asdict(row) | {"ratio": row.ratio} for row in rows]
        args.json.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
