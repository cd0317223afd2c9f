"""Moves in writing. The notation is that of the rules document: `move d@E0 > D0.s`, `d@D1.s x8`."""

import re

from quincunx.engine.errors import Refused, Unreadable, shown
from quincunx.engine.position import Position
from quincunx.games.vanagloria import state as s
from quincunx.games.vanagloria.boards import Graph
from quincunx.games.vanagloria.legality import refusal
from quincunx.games.vanagloria.setup import graph as graph_for
from quincunx.games.vanagloria.units import class_of, code_of, node_of

CLASS_CODES = ("d", "m", "r", "d+", "m+", "r+")
STACK = re.compile(r"\s*([dmr]\+?)\s*@\s*([A-Za-z0-9]+(?:\.[a-z0-9]+)?)\s*(?:x\s*(\d+))?\s*$")
HOW_TO_WRITE = (
    "Write 'move d@E0 > D0.s', 'act d@D0.s', 'att m@F0.b > 1:d@F0.b' or 'end'; d, m and r are the weapons, + is a "
    "shield or second life."
)


def graph(position: Position) -> Graph:
    """The position's board with its names."""
    return graph_for(position.players, position.options)


def stack_text(net: Graph, code: int) -> str:
    """A unit's code in writing."""
    return f"{CLASS_CODES[class_of(code)]}@{net.names[node_of(code)]}"


# ---------------------------------------------------------------- moves


def spell(position: Position, number: int) -> str:
    """The move of that number in writing."""
    if number == s.END:
        return "end"
    net = graph(position)
    node, rest = divmod(number - 1, s.PER_NODE)
    if node >= len(net.names):
        return f"no move ({number})"
    here = net.names[node]
    if rest < s.STACK_MOVES:
        kind, verb = divmod(rest, s.PER_STACK)
        stack = f"{CLASS_CODES[kind]}@{here}"
        if verb == s.ACTIVATE:
            return f"act {stack}"
        links = net.links[node]
        return f"move {stack} > {net.names[links[verb]]}" if verb < len(links) else f"no move ({number})"
    reach, target = divmod(rest - s.STACK_MOVES, s.RIVALS * s.CLASSES)
    rival, kind = divmod(target, s.CLASSES)
    there = reach_of(net, node, reach)
    if there is None or rival + 1 >= position.players:
        return f"no move ({number})"
    seat = (int(position.state.turn) + rival + 1) % position.players
    weapon = "m" if reach == s.REACH_MELEE else "r"
    return f"att {weapon}@{here} > {seat}:{CLASS_CODES[kind]}@{net.names[there]}"


def reach_of(net: Graph, node: int, reach: int) -> int | None:
    """The platform that an attack aims at; None if there is no such corridor."""
    if reach < s.REACH_LINK:
        return node
    links = net.links[node]
    return links[reach - s.REACH_LINK] if reach - s.REACH_LINK < len(links) else None


def read(position: Position, text: str) -> int:
    """The number of a move in writing."""
    words = " ".join(text.split())
    verb, _, rest = words.partition(" ")
    if verb == "end" and not rest:
        return s.END
    source, arrow, goal = (part.strip() for part in rest.partition(">"))
    if verb == "act" and not arrow:
        return stack_move(*read_stack(position, source), s.ACTIVATE)
    if verb == "move" and arrow:
        node, kind = read_stack(position, source)
        return moving(position, node, kind, read_node(position, goal))
    if verb == "att" and ":" in goal:
        seat, _, target = goal.partition(":")
        return attacking(
            position, read_stack(position, source), read_seat(position, seat), read_stack(position, target)
        )
    raise Unreadable(f"{shown(text)} is not a move. {HOW_TO_WRITE}")


def read_node(position: Position, name: str) -> int:
    """The number of a platform from its name."""
    names = graph(position).names
    if name not in names:
        raise Unreadable(f"There is no platform {shown(name)} on this board. It has: {', '.join(names)}.")
    return names.index(name)


def read_seat(position: Position, text: str) -> int:
    """A seat number."""
    if text.strip() not in map(str, range(position.players)):
        raise Unreadable(f"There is no seat {shown(text.strip())}; this game has seats 0 to {position.players - 1}.")
    return int(text)


def read_stack(position: Position, text: str) -> tuple[int, int]:
    """Node and class of a stack in writing."""
    match = STACK.match(text)
    if not match or match[3]:
        raise Unreadable(f"{shown(text)} is not a unit. {HOW_TO_WRITE}")
    return read_node(position, match[2]), CLASS_CODES.index(match[1])


def refuse(position: Position, reason: int) -> Refused:
    """A refusal for what no move number can mean."""
    return position.game.refuse(refusal(position.board, position.state, s.END) if position.over else reason)


def stack_move(node: int, kind: int, verb: int) -> int:
    """The number of a stack's move along a link, or of its activation."""
    return 1 + node * s.PER_NODE + kind * s.PER_STACK + verb


def moving(position: Position, node: int, kind: int, there: int) -> int:
    """The number of a move between two platforms."""
    links = graph(position).links[node]
    if there in links:
        return stack_move(node, kind, links.index(there))
    no_unit = refusal(position.board, position.state, stack_move(node, kind, 0)) == s.NO_UNIT_TO_MOVE
    raise refuse(position, s.NO_UNIT_TO_MOVE if no_unit else s.NOT_LINKED)


def attacking(position: Position, attacker: tuple[int, int], seat: int, target: tuple[int, int]) -> int:
    """The number of an attack."""
    (node, kind), (there, target_kind) = attacker, target
    weapon = kind % s.WEAPON_LEVELS
    links = graph(position).links[node]
    rival = (seat - int(position.state.turn)) % position.players
    if rival == 0:
        raise refuse(position, s.OWN_UNIT)
    if not holds(position, int(position.state.turn), node, kind):
        raise refuse(position, s.NO_ATTACKER)
    if weapon == s.DISARMED:
        raise refuse(position, s.ATTACKER_DISARMED)
    if weapon == s.MELEE and there != node:
        raise refuse(position, s.MELEE_REACH)
    if there == node:
        reach = s.REACH_MELEE if weapon == s.MELEE else s.REACH_OWN
    elif there in links:
        reach = s.REACH_LINK + links.index(there)
    else:
        raise refuse(position, s.RANGE_REACH)
    return 1 + node * s.PER_NODE + s.STACK_MOVES + (reach * s.RIVALS + rival - 1) * s.CLASSES + target_kind


def holds(position: Position, seat: int, node: int, kind: int) -> bool:
    """Whether the seat has a unit of that weapon there; an attacker's shield does not matter."""
    codes = (code_of(node, kind % s.WEAPON_LEVELS), code_of(node, kind % s.WEAPON_LEVELS + s.WEAPON_LEVELS))
    return any(code in codes for code in units(position, seat))


def units(position: Position, seat: int) -> list[int]:
    """The codes of a seat's units."""
    return [int(code) for code in position.state.unit[seat, : position.state.count[seat]]]


def seats_of(mask: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(s.SEATS) if mask >> seat & 1]
