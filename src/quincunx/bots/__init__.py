"""Players: anything with `choose`. They are given what their seat knows, and nothing else."""

from typing import TYPE_CHECKING, Any, Protocol

from quincunx.bots.levels import LEVELS
from quincunx.bots.levels import NAMES as LEVEL_NAMES
from quincunx.engine.errors import QuincunxError, Unknown

if TYPE_CHECKING:
    from quincunx.engine.position import Position

KINDS = {"random": 0, "greedy": 1}
"""The bots that choose at once, and the numbers that stand for them in compiled loops."""
NAMES = (*KINDS, "search", *LEVEL_NAMES)
"""All bots."""


class Bot(Protocol):
    """A player."""

    name: str

    def choose(self, game: "Position") -> int:
        """A legal move for the seat whose turn it is."""


def make(name: str, **settings: Any) -> Bot:
    """A bot by its name."""
    if not isinstance(name, str) or name not in NAMES:
        raise Unknown("bot", name, list(NAMES))
    if name in KINDS:
        from quincunx.bots.simple import SimpleBot

        _check(name, settings, ("seed",))
        return SimpleBot(name, **settings)
    from quincunx.bots.search import SETTINGS, SearchBot

    _check(name, settings, SETTINGS)
    level = LEVELS[LEVEL_NAMES.index(name)] if name in LEVEL_NAMES else {}
    return SearchBot(name, **(level | settings))


def _check(name: str, settings: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := set(settings) - set(known):
        raise QuincunxError(f"The bot {name} has no setting {sorted(unknown)[0]!r}; it knows: {', '.join(known)}.")
