"""The cards in hand: units to be laid out, units drawn and not placed yet, commands."""

from collections.abc import Iterator
from typing import NamedTuple

from quincunx.engine.position import Position
from quincunx.engine.scene import Card
from quincunx.games.vanguard_rome import picking, sight
from quincunx.games.vanguard_rome import state as s
from quincunx.games.vanguard_rome.setup import COMMAND_NAMES, KIND_CODES, KIND_NAMES

SHORT_NAMES = ("Flank", "Javelin", "Night", "Reinf.", "Retreat", "Stamp.", "Surpr.", "Volley")
"""Of commands, for the terminal."""


class Held(NamedTuple):
    """A card in somebody's hand."""

    id: str
    symbol: str
    mark: str
    caption: str
    label: str
    owner: int
    card: Card
    note: str = ""
    why_not: str = ""
    """Of a command: the rule against playing it now."""


def cards_in_hand(position: Position) -> list[Held]:
    """What who looks holds: the pool, then the drawn cards, then commands."""
    if position.over:
        return []
    seat = sight.hand_owner(position)
    return [*pool(position, seat), *drawn(position), *commands(position, seat)]


def pool(position: Position, seat: int) -> Iterator[Held]:
    """VR-022, VR-155: units that are still to be laid out."""
    now, waits = position.state, not sight.decides_here(position) or position.state.phase != s.LAYING
    for kind in range(1, s.KINDS):
        for ridden in range(2):
            many = int(now.pool[seat, ridden, kind])
            if many:
                unit = sight.unit_name(kind + ridden * s.RIDDEN)
                figures = own_figures(position, kind, bool(ridden))
                marks = ("mounted",) if position.board.mounted[kind] or ridden else ()
                yield Held(
                    sight.pool_id(kind, bool(ridden)),
                    sight.UNIT_SYMBOLS[kind],
                    KIND_CODES[kind] + "+" * ridden,
                    "/".join(number for _, number in figures),
                    f"{many} × {unit}" if many > 1 else unit,
                    seat,
                    Card(
                        title=KIND_NAMES[kind] + " +" * ridden,
                        figures=figures,
                        marks=marks,
                        count=many,
                        pale=bool(waits),
                    ),
                    f"×{many}" if many > 1 else "",
                )


def own_figures(position: Position, kind: int, ridden: bool = False) -> tuple[tuple[str, str], ...]:
    """Attack and defence of a unit that stands nowhere yet."""
    power = str(int(position.board.power[kind]) + ridden * s.CHARIOT_BONUS)
    return ("sword", "†" if kind == s.ARCHER else power), ("shield", power)


def drawn(position: Position) -> Iterator[Held]:
    """VR-041, VR-158: units drawn and not placed; others see only how many."""
    now, kinds = position.state, [int(kind) for kind in position.state.pending if kind != s.NO_UNIT]
    for kind in sorted(set(kinds)):
        many = kinds.count(kind)
        unseen = kind == s.UNSEEN
        yield Held(
            sight.drawn_id(kind),
            sight.UNIT_SYMBOLS[kind],
            KIND_CODES[kind],
            "new",
            "a unit to be placed" if unseen else f"{KIND_NAMES[kind]}, to be placed",
            int(now.active),
            Card(
                title="" if unseen else KIND_NAMES[kind],
                corner="new",
                figures=() if unseen else own_figures(position, kind),
                marks=("mounted",) * bool(position.board.mounted[kind]),
                count=many,
                down=unseen,
            ),
            f"×{many}" if many > 1 else "",
        )


def commands(position: Position, seat: int) -> Iterator[Held]:
    """The commands in hand; those that can't be played now are pale, and say why."""
    for command in range(s.COMMANDS):
        many = int(position.state.hand[seat, command])
        if many:
            why = why_not(position, seat, command)
            name = COMMAND_NAMES[command]
            said = f"{many} × {name}" if many > 1 else name
            yield Held(
                sight.COMMAND_IDS[command],
                sight.COMMAND_IDS[command],
                "",
                SHORT_NAMES[command],
                f"{said}. {why}" if why else said,
                seat,
                Card(title=name, count=many, pale=bool(why)),
                f"×{many}" if many > 1 else "",
                why,
            )


def why_not(position: Position, seat: int, command: int) -> str:
    """Why a command can't be played now; empty if it can."""
    if seat != position.turn or not sight.decides_here(position):
        return "It is not your turn."
    name = sight.COMMAND_IDS[command]
    if any(path[0] == name for number in position.moves.numbers for path in picking.picks(position, number)):
        return ""
    return position.why_not_pick([name]) or ""
