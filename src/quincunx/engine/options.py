"""Options are declared once, by the game; the command line, Python and the web form all read them from here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quincunx.engine.errors import BadOption, Unknown, shown

Value = Any
"""str, int, bool, or, for an option of kind "board", a dict in the game's own format."""


@dataclass(frozen=True)
class Table:
    """What a default may depend on."""

    players: int
    bots: bool
    chosen: Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One thing that is settled before play.

    `values` lists the choices; a range means whole numbers; `(False, True)` is a yes-or-no. `default` may be a
    function of the table. `allowed` says why a value does not fit a table (a rule's ID and a sentence), or None.
    """

    name: str
    help: str
    values: Sequence[Value]
    default: Value | Callable[[Table], Value]
    rules: tuple[str, ...] = ()
    consent: tuple[Value, ...] = ()
    """Values that need everybody's consent before the game."""
    custom: Callable[[Value, Table], Value] | None = None
    """Reads a value that is not in the list (a composed board); raises BadOption if it can't."""
    allowed: Callable[[Value, Table], str | None] = field(default=lambda value, table: None)

    @property
    def kind(self) -> str:
        """ "yes or no", "number" or "choice"."""
        if isinstance(self.values, range):
            return "number"
        return "yes or no" if tuple(self.values) == (False, True) else "choice"

    def default_for(self, table: Table) -> Value:
        """The value when nobody chose one."""
        return self.default(table) if callable(self.default) else self.default

    def read(self, value: Value, table: Table) -> Value:
        """The value as the game takes it, from what a person or a program gave."""
        found = self._among(value)
        if found is None and self.custom:
            found = self.custom(value, table)
        if found is None:
            cited = f" ({', '.join(self.rules)})" if self.rules else ""
            raise BadOption(f"{self.name}: {shown(value)} is not a value of it. Choose {self.spell_values()}.{cited}")
        if reason := self.allowed(found, table):
            raise BadOption(f"{self.name}: {shown(found)} is not possible here. {reason}")
        return found

    def _among(self, value: Value) -> Value | None:
        if isinstance(value, str) and self.kind == "yes or no":
            value = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}.get(
                value.lower(), value
            )
        for known in self.values if not isinstance(self.values, range) else ():
            if (type(known) is type(value) and known == value) or (isinstance(value, str) and str(known) == value):
                return known
        if isinstance(self.values, range) and not isinstance(value, bool):
            try:
                number = int(value)
            except (TypeError, ValueError, OverflowError):
                return None
            exact = value == number if not isinstance(value, str) else value == str(number)
            return number if number in self.values and exact and not isinstance(value, float) else None
        return None

    def choices(self, table: Table) -> list[Value]:
        """The listed values that are possible at a table: what a form offers."""
        return [value for value in self.values if self.allowed(value, table) is None]

    def spell(self, value: Value) -> str:
        """A value in words."""
        if isinstance(value, Mapping):
            return str(value.get("name") or value.get("id") or "composed")
        return "yes" if value is True else "no" if value is False else str(value)

    def spell_values(self, table: Table | None = None) -> str:
        """The choices in words, all of them or those of a table.

        >>> Option("limit", "", range(1, 10), 3).spell_values()
        'a whole number from 1 to 9'
        """
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return ", ".join(self.spell(value) for value in (self.values if table is None else self.choices(table)))


def settle(
    options: Sequence[Option], players: int, given: Mapping[str, Value], *, bots: bool = False
) -> dict[str, Value]:
    """All options of a game with their values: the given ones checked, the others at their defaults, in order."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise Unknown("option", name, names)
    settled: dict[str, Value] = {}
    for option in options:
        table = Table(players, bots, {**given, **settled})
        value = given[option.name] if option.name in given else option.default_for(table)
        settled[option.name] = option.read(value, table)
    return settled


# The options that any table understands; a game lists those that its players need, with the rules behind them.

SEATING = Option(
    "seating",
    "Who sits where: shuffled by the game's seed, or in the order in which the players joined.",
    ("shuffled", "as_joined"),
    "shuffled",
)
TALK = Option(
    "talk",
    "What may be said: alliances (pacts, and betraying them), competitive (fixed phrases only) or neutral (free "
    "talk, no pacts).",
    ("alliances", "competitive", "neutral"),
    "neutral",
)
PRIVATE_CHAT = Option(
    "private_chat",
    "Whether two players may talk without the others hearing it.",
    ("on", "off"),
    lambda table: "on" if table.chosen.get("talk") == "alliances" else "off",
    allowed=lambda value, table: (
        "In competitive talk there is no private chat."
        if value == "on" and table.chosen["talk"] == "competitive"
        else None
    ),
)
LEAVER = Option(
    "leaver",
    "What becomes of the seat of someone who leaves: a bot plays on, or the seat idles.",
    ("bot", "idle"),
    "bot",
)
