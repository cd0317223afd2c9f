"""Does search plan across the small steps of one turn?

    python bench/turns.py                         # all games, 60 turns each, 300 iterations a step
    python bench/turns.py vanagloria --turns 200 --json turns.json

From positions in which a turn begins, the greedy bot and the search bot each play that whole turn, step by step, with
the same luck. The greedy bot takes the step that looks best at once; a turn of the search bot that looks better in the
end began with a step that did not. Both turns are judged by the game's own `appraise` when the next seat is to move,
and when, after greedy replies, it is their seat's turn again.
"""

import argparse
import json
import random
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quincunx
from quincunx.engine.position import Position
from quincunx.games import GAMES

LONGEST_TURN = 200


def turns(name: str, players: int, wanted: int, dice: random.Random) -> Iterator[Position]:
    """Positions in which a turn begins, from games of greedy bots that make any move now and then."""
    found = 0
    while found < wanted:
        match = quincunx.new(name, players=players, seed=dice.getrandbits(32))
        bot = quincunx.bot("greedy", seed=dice.getrandbits(32))
        before = None
        while match.turn is not None and found < wanted:
            if before not in (None, match.turn) and len(match.moves) > 1 and dice.random() < 0.05:
                found += 1
                yield match.at(len(match.line))
            before = match.turn
            match.play(dice.choice(match.moves.numbers) if dice.random() < 0.1 else bot.choose(match))


def turn_of(start: Position, bot: Any, replies: Any) -> tuple[float, float, list[int]]:
    """What a turn is worth to who plays it: when it is over, and when it is his turn again."""
    at, seat = start.copy(), start.turn
    steps: list[int] = []
    assert seat is not None
    while at.turn == seat and len(steps) < LONGEST_TURN:
        steps.append(int(bot.choose(at)))
        at.play(steps[-1])
    ended = at.values[seat]
    for _ in range(LONGEST_TURN):
        if at.turn in (None, seat):
            break
        at.play(replies.choose(at))
    return ended, at.values[seat], steps


def measure(name: str, players: int, wanted: int, iterations: int) -> dict[str, Any]:
    """Both bots in the same turns."""
    dice = random.Random(f"{name} {players}")
    ended: list[float] = []
    answered: list[float] = []
    steps: list[int] = []
    for number, start in enumerate(turns(name, players, wanted, dice)):
        found = [
            turn_of(start, bot, quincunx.bot("greedy", seed=number))
            for bot in (
                quincunx.bot("greedy", seed=number),
                quincunx.bot("search", iterations=iterations, jobs=1, seed=number),
            )
        ]
        ended.append(found[1][0] - found[0][0])
        answered.append(found[1][1] - found[0][1])
        steps.append(len(found[1][2]))
    return {
        "game": name,
        "players": players,
        "turns": wanted,
        "steps": statistics.mean(steps),
        "better": sum(gain > 1e-9 for gain in ended),
        "worse": sum(gain < -1e-9 for gain in ended),
        "gain": statistics.mean(ended),
        "better_after_replies": sum(gain > 1e-9 for gain in answered),
        "worse_after_replies": sum(gain < -1e-9 for gain in answered),
        "gain_after_replies": statistics.mean(answered),
    }


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    print("| game | steps a turn | better | worse | gain | after replies: better | worse | gain |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    rows = []
    for name in asked.games or GAMES:
        row = measure(name, asked.players, asked.turns, asked.iterations)
        rows.append(row)
        cells = [quincunx.game(name).title, f"{row['steps']:.1f}"]
        for when in ("", "_after_replies"):
            cells += [str(row[f"better{when}"]), str(row[f"worse{when}"]), f"{row[f'gain{when}']:+.3f}"]
        print(f"| {' | '.join(cells)} |", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
