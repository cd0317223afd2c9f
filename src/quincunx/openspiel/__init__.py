"""The games for OpenSpiel. Needs `pip install 'quincunx[openspiel]'`; importing this registers them all.

>>> import pyspiel
>>> import quincunx.openspiel
>>> game = pyspiel.load_game("quincunx_vanagloria(players=4,target=100)")
>>> game.num_players(), game.num_distinct_actions()
(4, 14269)
>>> state = game.new_initial_state()
>>> while state.is_chance_node():
...     state.apply_action(0)
>>> [state.action_to_string(move) for move in state.legal_actions()]
['end', 'move d@E3 > D3.s']
"""

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"OpenSpiel is missing ({error.name}): pip install 'quincunx[openspiel]'.", name=error.name
    ) from None

from quincunx.engine.game import Game
from quincunx.games import GAMES, get
from quincunx.openspiel.games import SpielGame, game_type, short_name

__all__ = ["register", "short_name"]


def register(game: str | Game) -> str:
    """Makes a game known to OpenSpiel, and returns the name that it has there. The listed games are known already.

    >>> register("examples/connect_four.py")
    'quincunx_connect_four'
    """
    chosen = game if isinstance(game, Game) else get(game)
    name = short_name(chosen)
    if name not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel keeps it beyond Python's end, and a function would be freed then.
        known = type(name, (SpielGame,), {"game": chosen, "kind": game_type(chosen)})
        pyspiel.register_game(known.kind, known)  # type: ignore[attr-defined]
    return name


for _name in GAMES:
    register(_name)
