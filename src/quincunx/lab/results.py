"""The results of a tournament as JSON Lines: a header that says what is played, then a line for each game."""

import json
from collections.abc import Mapping
from typing import Any

from quincunx.engine.errors import QuincunxError, shown
from quincunx.lab.tournament import MOST_GAMES, Played, Tournament

FORMAT = 2
"""Since 2, those who meet again in a round get the same deal."""
MOST_MOVES = 10**9


class BadResults(QuincunxError):
    """A results file that can't be gone on with; the text names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line}: {reason}")
        self.line = line


def header(tournament: Tournament) -> dict[str, Any]:
    """What makes two tournaments the same. The number of games does not: more can be played later."""
    game, settled = tournament.settle()
    return {
        "quincunx": "tournament",
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "players": tournament.players,
        "options": settled,
        "pairing": tournament.format,
        "entrants": list(tournament.names),
        "seed": tournament.seed,
    }


def first_line(tournament: Tournament) -> str:
    """The header as the file begins with it."""
    return json.dumps(header(tournament)) + "\n"


def line(game: Played) -> str:
    """A game as a line of the file.

    >>> line(Played(0, (1, 0), 1, 42, (1.0, -1.0)))
    '{"game": 0, "seats": [1, 0], "first": 1, "moves": 42, "results": [1.0, -1.0]}\\n'
    """
    data = {"game": game.number, "seats": game.seats, "first": game.first, "moves": game.moves, "results": game.results}
    return json.dumps(data) + "\n"


def whole_lines(text: str) -> str:
    """The file without a last line that was cut off while it was being written."""
    return text[: text.rfind("\n") + 1]


def loads(text: str, tournament: Tournament) -> list[Played]:
    """The games in a results file of this tournament; raises BadResults for one that is broken or of another."""
    lines = whole_lines(text).splitlines()
    if not lines:
        raise BadResults(1, "the header is missing; this is no results file of a tournament.")
    _check_header(_object(1, lines[0]), header(tournament))
    found: dict[int, tuple[int, Played]] = {}
    for number, text in enumerate(lines[1:], 2):
        game = _game(number, _object(number, text), tournament)
        if game.number in found:
            raise BadResults(number, f"game {game.number} stands in line {found[game.number][0]} already.")
        found[game.number] = number, game
    return [game for _, (_, game) in sorted(found.items())]


def _object(line: int, text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadResults(line, f"{shown(text)} is not JSON. Delete the line, and its game is played again.") from None
    if not isinstance(data, dict):
        raise BadResults(line, f"{shown(text)} is not a JSON object.")
    return data


def _check_header(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    if found.get("quincunx") != "tournament":
        raise BadResults(1, "this is no results file of a tournament.")
    for key, value in json.loads(json.dumps(wanted)).items():
        if found.get(key) != value:
            raise BadResults(
                1,
                f"the file holds another tournament: its {key!r} is {shown(found.get(key))}, not {shown(value)}. "
                "Choose another file, or the same tournament.",
            )


def _game(line: int, data: Mapping[str, Any], tournament: Tournament) -> Played:
    def whole(key: str, below: int) -> int:
        value = data.get(key)
        if type(value) is not int or not 0 <= value < below:
            raise BadResults(line, f"{key!r} should be a whole number from 0 to {below - 1:,}, not {shown(value)}.")
        return value

    number = whole("game", MOST_GAMES)
    seats = tournament.seating(number)
    if data.get("seats") != list(seats):
        raise BadResults(line, f"'seats' should be {list(seats)} in game {number}, not {shown(data.get('seats'))}.")
    results = data.get("results")
    if not isinstance(results, list) or len(results) != len(seats) or not all(map(_is_result, results)):
        raise BadResults(line, f"'results' should be {len(seats)} numbers from -1 to 1, not {shown(results)}.")
    first, moves = whole("first", len(seats)), whole("moves", MOST_MOVES)
    return Played(number, seats, first, moves, tuple(float(result) for result in results))


def _is_result(value: object) -> bool:
    return type(value) in (int, float) and -1 <= value <= 1  # type: ignore[operator]
