"""Short ways to set up a position and to ask about it, so that tests read like rulings.

>>> game = station("m@F0.b", "d@F0.b")
>>> game.play("att m@F0.b > 1:d@F0.b").turn
0
>>> units(game, 1), rule(game, "att m@F0.b > 1:d@E1")
('d@E1', 'VG-067')
"""

import json
import re
from typing import Any

import quincunx
from quincunx.engine.errors import Refused
from quincunx.table.match import Match

POSITION = ("round", "actions", "scores", "first", "tokens", "mark", "lost", "out", "overtime", "winners")
"""What is said of a position; all other words are options."""


def station(*seats: str, board: str | dict[str, Any] = "p4a", acts: int | None = None, **words: Any) -> Match:
    """Vanagloria Galaxy: each seat's units ("" is the one on the entrance), who acts, and what else is special."""
    players = words.pop("players", None) or (len(board["entrances"]) if isinstance(board, dict) else int(board[1]))
    return _set_up("vanagloria", players, seats, acts, words | {"board": board})


def orbit(*seats: str, players: int = 2, acts: int | None = None, **words: Any) -> Match:
    """Orbit Cubes, likewise."""
    return _set_up("orbit-cubes", players, seats, acts, words)


def _set_up(game: str, players: int, seats: tuple[str, ...], acts: int | None, words: dict[str, Any]) -> Match:
    seed = words.pop("seed", 0)
    listed = [re.split(r"\s*,\s*", seat) if seat else None for seat in (*seats, *[""] * (players - len(seats)))]
    position = {key: words.pop(key) for key in POSITION if key in words}
    if acts is not None:
        position["turn"] = acts
    data = {"game": game, "players": players, "options": words, "units": listed, **position}
    return quincunx.set_up(data, seed=seed)


def written(game: Match) -> dict[str, Any]:
    """The position as it is written down."""
    data: dict[str, Any] = json.loads(game.position())
    return data


def units(game: Match, seat: int) -> str:
    """A seat's units, sorted as the game sorts them: by platform, then by class."""
    return ", ".join(written(game)["units"][seat])


def wealth(game: Match, seat: int) -> tuple[int, int, int, int]:
    """How many units a seat has in all, armed ones, with the best weapon, and with a shield or second life."""
    stacks = [(stack.split("@")[0], int(stack.partition(" x")[2] or 1)) for stack in written(game)["units"][seat]]
    codes = [code for code, many in stacks for _ in range(many)]
    armed, ranged = sum(code[0] != "d" for code in codes), sum(code[0] == "r" for code in codes)
    return len(codes), armed, ranged, sum("+" in code for code in codes)


def scores(game: Match) -> list[int]:
    """Each seat's points."""
    found: list[int] = written(game)["scores"]
    return found


def order(game: Match) -> list[int]:
    """The seats in this round's order."""
    return [seat.seat for seat in game.scene().seats]


def owned(game: Match) -> list[str]:
    """The entrance of each seat."""
    found = {place.owner: place.id for place in game.scene().places if place.owner is not None}
    return [found[seat] for seat in sorted(found)]


def rule(game: Match, move: int | str) -> str | None:
    """The rule that forbids a move; None if it is legal."""
    refused = game.refusal(move)
    assert (refused is None) == _listed(game, move)
    return None if refused is None else refused.rule


def _listed(game: Match, move: int | str) -> bool:
    """Whether the list of legal moves has it; `refusal` and the list must agree."""
    try:
        return game.number(move) in game.moves
    except Refused:
        return False


def told(game: Match) -> list[str]:
    """The rules behind what the last move brought about."""
    return [cited for telling in game.tellings()[-1] for cited in telling.rules]


def facts(game: Match, seat: int) -> str:
    """What is said of a seat beside the board."""
    return "; ".join(line for shown in game.scene().seats if shown.seat == seat for line in shown.facts)


def pass_round(game: Match, rounds: int = 1) -> Match:
    """Everybody passes until so many rounds are over, or the game is."""
    last = written(game)["round"] + rounds
    while not game.over and written(game)["round"] < last:
        game.play("end")
    return game


def legal(game: Match) -> set[str]:
    """The legal moves in writing."""
    return {move.text for move in game.moves}
