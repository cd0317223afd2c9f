"""Quincunx: a table for five games of conquest.

>>> import quincunx
>>> game = quincunx.new("vanagloria", players=4, seed=7)
>>> game
<Vanagloria Galaxy, 4 players, Blue to move>
>>> game.moves
Moves('end', 'move d@E1 > D1.s')
>>> game.play("move d@E1 > D1.s").why_not("att d@D1.s > 0:d@E0")
'VG-006: A disarmed dreadnought cannot attack.'
>>> quincunx.loads(game.dumps()) == game
True
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quincunx.engine.errors import QuincunxError, Refused

if TYPE_CHECKING:
    from quincunx.bots import Bot
    from quincunx.engine.game import Game
    from quincunx.table.match import Match

NUMERALS = ("I", "II", "III", "IV", "V", "VI")
"""Bots are numbered."""
__version__ = "0.1.0"
__all__ = ["QuincunxError", "Refused", "bot", "game", "game_names", "loads", "new", "set_up"]


def game(name: str) -> "Game":
    """The definition of a game: its options, rules and functions. `name` may be a Python file that defines GAME."""
    from quincunx.games import get

    return get(name)


def new(
    name: str,
    players: int = 2,
    *,
    seed: int | None = None,
    seats: Sequence[str] | None = None,
    **options: Any,
) -> "Match":
    """A new game.

    `seats` names the players in the order in which they joined; "bot:greedy" is a bot. Without a seed it is secret and
    random. Options are those of the game (`quincunx.game(name).options`).

    >>> new("orbit-cubes", players=3, seed=1, first_player=2).turn
    2
    >>> new("vanagloria", players=2, turn="pro")
    Traceback (most recent call last):
    quincunx.engine.errors.BadOption: turn: 'pro' is not possible here. VG-050: With 2 players ...
    """
    from quincunx.engine.chance import Seed
    from quincunx.engine.errors import BadOption, is_text
    from quincunx.table.match import Match, Player, seated

    chosen = game(name)
    if seats is not None and not isinstance(seats, (list, tuple)):
        raise BadOption("Seats are a list of names, or bots such as 'bot:greedy'.")
    joined = list(seats or ())
    if not all(is_text(seat) and seat.strip() for seat in joined):
        raise BadOption("Seats are names, or bots such as 'bot:greedy'.")
    bots = [seat.removeprefix("bot:") if seat.startswith("bot:") else None for seat in joined]
    settled = chosen.settle(players, options, bots=any(kind is not None for kind in bots))
    if joined and len(joined) != players:
        raise BadOption(f"{len(joined)} seats are named, but {players} players sit at the table.")
    for kind in bots:
        if kind is not None:
            bot(kind)
    numerals = iter(NUMERALS)
    people = [
        Player(f"{kind.replace('-', ' ').capitalize()} {next(numerals)}", kind) if kind else Player(seat)
        for seat, kind in zip(joined, bots, strict=True)
    ]
    secret = Seed.new(seed)
    return Match(chosen, players, settled, chosen.board_for(players, settled), secret, seated(people, secret, settled))


def set_up(position: str | Mapping[str, Any], *, seed: int | None = None) -> "Match":
    """A game that begins from a written position (see `Match.position`), as JSON text or values.

    >>> game = set_up({"game": "vanagloria", "players": 2, "units": [["m@K.a"], ["d@K.a"]], "turn": 0})
    >>> game.play("att m@K.a > 1:d@K.a").log
    ['Red attacks from K.a with a melee dreadnought.', "Blue's disarmed dreadnought on K.a is destroyed.", \
'Blue had no dreadnought left and gets one on E1.']
    """
    from quincunx.engine.chance import Seed
    from quincunx.engine.errors import BadPosition
    from quincunx.engine.position import read_position
    from quincunx.games import get
    from quincunx.table.match import Match

    if isinstance(position, str):
        try:
            position = json.loads(position)
        except (ValueError, RecursionError) as error:
            raise BadPosition(f"The position is not valid JSON: {error}.") from None
    if not isinstance(position, Mapping):
        raise BadPosition("A position is a JSON object.")
    if "game" not in position:
        raise BadPosition("'game' is missing: say which game this is a position of.")
    start = read_position(position, get(position["game"], listed_only=True))
    return Match(start.game, start.players, start.options, start.board_raw, Seed.new(seed), (), start)


def loads(text: str) -> "Match":
    """The game that a save file holds (see `Match.dumps`). Raises BadSave with the line and the reason."""
    from quincunx.games import get
    from quincunx.table import saving

    return saving.loads(text, lambda name: get(name, listed_only=True))


def game_names() -> list[str]:
    """The names of all games.

    >>> game_names()
    ['vanagloria', 'orbit-cubes', 'galaxy-of-d', 'vanguard-rome', 'connect-the-worlds']
    """
    from quincunx.games import GAMES

    return list(GAMES)


def bot(name: str, **settings: Any) -> "Bot":
    """A bot by its name: "random", "greedy", "search" with its settings, or "level-1" to "level-8".

    >>> game = new("vanagloria", seed=7)
    >>> game.play(bot("greedy", seed=1).choose(game)).log
    ['Red moves a disarmed dreadnought from E0 to D0.s.']
    """
    from quincunx import bots

    return bots.make(name, **settings)
