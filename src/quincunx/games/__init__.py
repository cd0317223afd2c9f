"""The list of games: the one place that names them all."""

import copyreg
import sys
from importlib import import_module, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx.engine.errors import QuincunxError, Unknown, shown

if TYPE_CHECKING:
    from quincunx.engine.game import Game

GAMES = {
    "vanagloria": ("quincunx.games.vanagloria", "VANAGLORIA"),
    "orbit-cubes": ("quincunx.games.vanagloria", "ORBIT_CUBES"),
    "galaxy-of-d": ("quincunx.games.galaxy_of_d", "GAME"),
    "vanguard-rome": ("quincunx.games.vanguard_rome", "GAME"),
    "connect-the-worlds": ("quincunx.games.connect_the_worlds", "GAME"),
}
"""Where each game is defined; nothing is imported before it is asked for."""


def get(name: str, *, listed_only: bool = False) -> "Game":
    """A game by its name, or from a Python file that defines `GAME`.

    With `listed_only` no file is opened: what somebody else has written must not run anything.

    >>> get("vanagloria").title
    'Vanagloria Galaxy'
    >>> get("ludo")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    quincunx.engine.errors.Unknown: There is no game 'ludo'. Known: vanagloria, orbit-cubes, ...
    """
    if not isinstance(name, str):
        raise Unknown("game", name, list(GAMES))
    if name in GAMES:
        module, attribute = GAMES[name]
        game: Game = getattr(import_module(module), attribute)
        copyreg.pickle(type(game), _reduced)
        return game
    if name.endswith(".py") and not listed_only:
        return _opened(name)
    for opened in _files.values():
        if opened.name == name:
            return opened
    raise Unknown("game", name, list(GAMES))


def _reduced(game: "Game") -> tuple[Any, ...]:
    """How a game is pickled: by its name, or by the file that it came from."""
    return get, (game.name if game.source is None else str(game.source),)


def _opened(name: str) -> "Game":
    try:
        path = Path(name).resolve()
        if path not in _files:
            _files[path] = _from_file(path)
            copyreg.pickle(type(_files[path]), _reduced)
        return _files[path]
    except (OSError, ValueError) as error:
        if isinstance(error, QuincunxError):
            raise
        raise QuincunxError(f"{shown(name)} can't be opened: {error}") from None


_files: "dict[Path, Game]" = {}
"""Games from files outside the package: once opened, they are known by their name, too."""


def _from_file(path: Path) -> "Game":
    if not path.is_file():
        raise QuincunxError(f"There is no file {path}. Give the name of a game or the path of one.")
    spec = util.spec_from_file_location(f"quincunx_game_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise QuincunxError(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    found = getattr(module, "GAME", None)
    if not isinstance(found, import_module("quincunx.engine.game").Game):
        raise QuincunxError(f"{path} defines no GAME; see docs/write-a-game.md.")
    return found  # type: ignore[no-any-return]
