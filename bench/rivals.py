"""Quincunx's search against OpenSpiel's own tree searches, at the same tables and with the same time for a move.

    python bench/rivals.py [GAME ...] [--games 100] [--seconds 0.2] [--seed 0] [--out FILE] [--json FILE]

Two players, at a state of OpenSpiel's that the adapter `quincunx.openspiel` makes. Where nothing is hidden, the rival
is OpenSpiel's MCTSBot, else its ISMCTSBot: those in Python, since those in C++ crash with games that are written in
Python. It plays random rollouts to the end of the game, and explores as in OpenSpiel's own example. Seats change from
game to game. Where there is one legal move only, nobody is asked.

OpenSpiel's bots count simulations, not seconds. So before each decision the rival gets as many as should fill its
time, by what its last ones took, and never fewer than two, however long they take; what it saves, it may spend later.
Quincunx gets the given seconds or the rival's mean so far, whichever is less; what it overruns is taken from its next
moves. Both use one core, and the process is held to one; whoever runs several at once gives each a core with `taskset`.

With --out every game is kept as a line of a file, and the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Column, Table

import quincunx
from quincunx.bots.search import SearchBot, Thought
from quincunx.cli.screen import progress
from quincunx.engine.compiling import describe
from quincunx.engine.errors import QuincunxError
from quincunx.engine.position import Position
from quincunx.lab.simulation import wilson

try:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from quincunx.openspiel import register
except ModuleNotFoundError as missing:
    raise SystemExit(f"OpenSpiel is missing ({missing.name}): pip install 'quincunx[openspiel]'.") from None

PLAYERS = 2
EXPLORATION = 2.0
"""`uct_c` of OpenSpiel's mcts_example."""
FEWEST = 2
"""Simulations: with one, OpenSpiel's bots have seen no move."""
HARDLY_ANY = 5
"""Simulations for a move: with fewer, a match says little. With two, the rival plays the one move that it has tried."""
FADING = 0.5
"""How much of what a simulation took the rival forgets from move to move: rollouts get shorter during a game."""
SHORTEST = 0.001
"""Seconds that Quincunx always gets."""
FORMAT = 1

Show = Callable[[str], None]


@dataclass
class Effort:
    """What one side has spent so far."""

    decisions: int = 0
    rounds: int = 0
    """Simulations, or iterations."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of all threads of the process."""

    def __add__(self, other: Effort) -> Effort:
        return Effort(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))

    @property
    def each(self) -> float:
        """Seconds for a decision, on average."""
        return self.seconds / max(self.decisions, 1)

    @contextmanager
    def deciding(self) -> Iterator[None]:
        """Counts a decision, and the time that it takes."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.seconds += time.perf_counter() - wall
        self.cpu_seconds += time.process_time() - cpu
        self.decisions += 1


@dataclass
class Played:
    """One game of a match."""

    game: str
    number: int
    seat: int
    """Where Quincunx sat."""
    moves: int
    results: tuple[float, ...]
    ours: Effort = field(default_factory=Effort)
    theirs: Effort = field(default_factory=Effort)

    @property
    def won(self) -> float:
        """1 if Quincunx won, a half for a draw."""
        return float(1 + np.sign(self.results[self.seat] - self.results[1 - self.seat])) / 2


# ---------------------------------------------------------------- the two sides


class Quincunx(SearchBot):
    """The search on one core, which counts what it does."""

    def __init__(self, seconds: float, seed: int) -> None:
        super().__init__(seconds=max(seconds, SHORTEST), jobs=1, seed=seed)
        self.effort = Effort()

    def think(self, game: Position, **how: Any) -> Thought:
        """As the search does."""
        thought = super().think(game, **how)
        self.effort.rounds += thought.iterations
        return thought

    def move(self, state: Any, seconds: float) -> int:
        """A move, within some seconds."""
        self.seconds = max(seconds, SHORTEST)
        with self.effort.deciding():
            return self.choose(state.at.position)


class OpenSpiel:
    """OpenSpiel's bot, which gets as many simulations as fit into some seconds. It keeps nothing from move to move."""

    def __init__(self, game: Any, opening: float, seed: int) -> None:
        self.game = game
        self.simulation = opening
        """What one takes, in seconds."""
        self.opening: float | None = None
        """What one took at the first decision."""
        self.dice = np.random.RandomState(seed)
        self.rollouts = mcts.RandomRolloutEvaluator(1, self.dice)
        self.hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.effort = Effort()

    def move(self, state: Any, seconds: float) -> int:
        """A move, in about so many seconds, and as many more as it has saved in this game."""
        before = self.effort.seconds
        most = max(seconds, seconds * (self.effort.decisions + 1) - before)
        with self.effort.deciding():
            move, done = self.search(state, max(FEWEST, math.ceil(most / self.simulation)))
        self.effort.rounds += done
        took = (self.effort.seconds - before) / done
        self.simulation += (took - self.simulation) * FADING
        self.opening = self.opening or took
        return move

    def search(self, state: Any, simulations: int) -> tuple[int, int]:
        """A move, and how many simulations were made: fewer if the game is solved."""
        if self.hidden:
            guessing = ismcts.ISMCTSBot(self.game, self.rollouts, EXPLORATION, simulations, random_state=self.dice)
            return int(guessing.step(state)), simulations
        bot = mcts.MCTSBot(self.game, EXPLORATION, simulations, self.rollouts, random_state=self.dice)
        root = bot.mcts_search(state)
        return int(root.best_child().action), int(root.explore_count)


# ---------------------------------------------------------------- the match


@dataclass
class Match:
    """A match in one game."""

    name: str
    seconds: float
    seed: int
    played: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = pyspiel.load_game(register(self.name), {"players": PLAYERS})
        self.openings: list[float] = []

    @property
    def title(self) -> str:
        """The game's name."""
        return str(self.game.game.name)

    @property
    def won(self) -> float:
        """Games that Quincunx has won."""
        return sum(game.won for game in self.played)

    @property
    def ours(self) -> Effort:
        """What Quincunx has spent."""
        return sum((game.ours for game in self.played), Effort())

    @property
    def theirs(self) -> Effort:
        """What OpenSpiel has spent."""
        return sum((game.theirs for game in self.played), Effort())

    def draw(self, number: int, what: str) -> random.Random:
        """Lots for one thing in one game."""
        return random.Random(f"{self.seed}/{self.title}/{number}/{what}")

    def warm_up(self) -> None:
        """Compiles both sides, and sees how long a simulation takes."""
        state = self.dealt(random.Random(1))
        SearchBot(iterations=1, jobs=1).think(state.at.position)
        for _ in range(2):
            rival = OpenSpiel(self.game, math.inf, 1)
            rival.move(state, self.seconds)
        self.openings = [rival.opening or 0.0]

    def dealt(self, chance: random.Random) -> Any:
        """The state of a new game."""
        return settled(self.game.new_initial_state(), chance)

    def play(self, number: int, show: Show) -> Played:
        """One game."""
        seat, chance = number % PLAYERS, self.draw(number, "chance")
        us = Quincunx(self.seconds, self.draw(number, "Quincunx").getrandbits(63))
        opening = sum(self.openings) / len(self.openings)
        rival = OpenSpiel(self.game, opening, self.draw(number, "OpenSpiel").getrandbits(32))
        ours, theirs = self.ours, self.theirs
        state, moves = self.dealt(chance), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) == 1:
                move = legal[0]
            elif state.current_player() == seat:
                move = us.move(state, allowed(self.seconds, ours + us.effort, theirs + rival.effort))
            else:
                move = rival.move(state, self.seconds)
            state.apply_action(move)
            settled(state, chance)
            moves += 1
            show(f"move {moves}")
        if rival.opening is not None:
            self.openings.append(rival.opening)
        return Played(self.title, number, seat, moves, tuple(state.returns()), us.effort, rival.effort)

    def row(self) -> dict[str, Any]:
        """What it has shown."""
        low, high = wilson(self.won, len(self.played))
        return {
            "game": self.title,
            "rival": "ISMCTSBot" if self.game.game.secret else "MCTSBot",
            "games": len(self.played),
            "won": self.won,
            "low": low,
            "high": high,
            "moves": sum(game.moves for game in self.played) / max(len(self.played), 1),
            **{f"quincunx_{key}": value for key, value in per_decision(self.ours).items()},
            **{f"openspiel_{key}": value for key, value in per_decision(self.theirs).items()},
        }


def settled(state: Any, chance: random.Random) -> Any:
    """The state after chance has decided what waits for it."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(outcomes, weights)[0])
    return state


def allowed(seconds: float, ours: Effort, theirs: Effort) -> float:
    """What Quincunx may spend on its next decision, so that its mean stays within the rival's.

    >>> allowed(0.2, Effort(decisions=1, seconds=0.1), Effort(decisions=1, seconds=0.5))
    0.2
    >>> allowed(0.5, Effort(decisions=1, seconds=0.5), Effort(decisions=2, seconds=0.75))
    0.25
    """
    most = min(seconds, theirs.each) if theirs.decisions else seconds
    return min(most, most * (ours.decisions + 1) - ours.seconds)


def per_decision(effort: Effort) -> dict[str, float]:
    """Means of what a side has spent."""
    count = max(effort.decisions, 1)
    return {
        "rounds": effort.rounds / count,
        "seconds": effort.seconds / count,
        "cpu_seconds": effort.cpu_seconds / count,
    }


# ---------------------------------------------------------------- keeping the games


def header(seconds: float, seed: int) -> dict[str, Any]:
    """What makes two runs the same."""
    return {"quincunx": "rivals", "format": FORMAT, "seconds": seconds, "seed": seed}


def kept(file: Path, wanted: dict[str, Any]) -> list[Played]:
    """The games that a file holds; one that is not there yet is begun, and a line that was cut off is dropped."""
    text = file.read_text("utf-8") if file.exists() else ""
    lines = text[: text.rfind("\n") + 1].splitlines() or [json.dumps(wanted)]
    try:
        found, *games = map(json.loads, lines)
        played = [
            Played(**game | {"ours": Effort(**game["ours"]), "theirs": Effort(**game["theirs"])}) for game in games
        ]
    except (ValueError, TypeError, KeyError):
        raise QuincunxError(f"{file} is no file of this benchmark, or is broken; choose another one.") from None
    if found != wanted:
        raise QuincunxError(f"{file} holds another match: {found}, not {wanted}. Choose another file.")
    file.write_text("".join(line + "\n" for line in lines), "utf-8")
    return played


def play_all(matches: Iterable[Match], games: int, out: Path | None) -> bool:
    """Plays what is missing, and returns whether somebody stopped it."""
    with ExitStack() as stack:
        lines = None if out is None else stack.enter_context(out.open("a", encoding="utf-8"))
        bars = stack.enter_context(progress())
        try:
            for match in matches:
                done = {game.number for game in match.played}
                if missing := [number for number in range(games) if number not in done]:
                    bar = bars.add_task(f"{match.title}: compiling", total=games, completed=len(done))
                    match.warm_up()
                for number in missing:
                    score = f"{match.title}: {match.won:g} of {len(match.played)} won; "
                    show = lambda what, bar=bar, score=score: bars.update(bar, description=score + what)  # noqa: E731
                    match.played.append(game := match.play(number, show))
                    bars.update(bar, advance=1)
                    if lines is not None:
                        print(json.dumps(asdict(game)), file=lines, flush=True)
        except KeyboardInterrupt:
            return True
    return False


# ---------------------------------------------------------------- the report


def table(rows: list[dict[str, Any]]) -> Table:
    """The rows, for people."""
    names = ("won", "95 %", "Quincunx", "OpenSpiel")
    columns = [Column("game", no_wrap=True), *(Column(name, justify="right", no_wrap=True) for name in names)]
    what = "What Quincunx has won; iterations and simulations for a move, and the seconds that they took."
    shown = Table(*columns, title=describe(), caption=what, box=SIMPLE, pad_edge=False)
    for row in rows:
        shown.add_row(
            row["game"],
            f"{row['won']:g}/{row['games']}",
            f"{row['low']:.0%}–{row['high']:.0%}",
            f"{row['quincunx_rounds']:,.0f} in {row['quincunx_seconds']:.3f} s",
            f"{row['openspiel_rounds']:,.1f} in {row['openspiel_seconds']:.3f} s",
        )
    return shown


def main(arguments: list[str] | None = None) -> int:
    """Plays the matches and prints the table, of what there is if somebody stops it."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", default=list(quincunx.game_names()))
    parser.add_argument("--games", type=int, default=100, help="in each match (default 100)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for a move (default 0.2)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keeps every game; the same command goes on")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also writes the table there")
    args = parser.parse_args(arguments)
    if args.games < 1 or not SHORTEST <= args.seconds <= 3600:
        parser.error(f"--games is at least 1, and --seconds from {SHORTEST} to 3600")
    try:
        matches = [Match(name, args.seconds, args.seed) for name in args.names]
        for game in [] if args.out is None else kept(args.out, header(args.seconds, args.seed)):
            for match in matches:
                if match.title == game.game:
                    match.played.append(game)
    except (QuincunxError, OSError) as error:
        parser.error(str(error))
    stopped = play_all(matches, args.games, args.out)
    rows = [match.row() for match in matches if match.played]
    Console().print(table(rows))
    for row in rows:
        if row["openspiel_rounds"] < HARDLY_ANY:
            print(f"{row['game']}: a simulation takes so long that OpenSpiel hardly searches. Give more --seconds.")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
    return 130 if stopped else 0


if __name__ == "__main__":
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    sys.exit(main())
