"""Small boards, and what can be said of a graph."""

import math
from itertools import pairwise
from typing import Any

import pytest

from quincunx.games.vanagloria.boards import (
    Entrance,
    Graph,
    Layout,
    Tile,
    preset,
    problems,
)
from quincunx.games.vanagloria.fairness import POINTS

EVERY_NUMBER_OF_PLAYERS = range(2, 7)
Row = tuple[Any, ...]


def board(tiles: list[Row], entrances: list[Row]) -> Layout:
    return Layout(
        "test", "Test", len(entrances), tuple(Tile(*t) for t in tiles), tuple(Entrance(*e) for e in entrances)
    )


EX1 = board([("V0", "T24", 0, 0, 0), ("V1", "T25", 1, 0, 2)], [(0, "V0", "W"), (1, "V1", "E")])
KEEP = preset("p4a")


def links(graph: Graph) -> dict[str, str]:
    return {name: " ".join(graph.names[n] for n in graph.links[node]) for node, name in enumerate(graph.names)}


def code(layout: Layout, players: int | None = None) -> str | None:
    error = problems(layout, players or layout.players)
    return error.code if error else None


def points_on(graph: Graph) -> int:
    return sum(POINTS.get(kind, 0) for kind in graph.kinds)


def orbits(graph: Graph) -> list[list[int]]:
    """Seats in classes that automorphisms of the coloured graph take to each other."""
    found: list[list[int]] = []
    for seat, node in enumerate(graph.entrances):
        for seats in found:
            if automorphism(graph, graph.entrances[seats[0]], node):
                seats.append(seat)
                break
        else:
            found.append([seat])
    return found


def automorphism(graph: Graph, one: int, other: int) -> bool:
    order = [one]
    for node in order:
        order += [n for n in graph.links[node] if n not in order]
    kinds = [(kind, node in graph.entrances, len(graph.links[node])) for node, kind in enumerate(graph.kinds)]
    image: dict[int, int] = {}

    def extend(i: int) -> bool:
        if i == len(order):
            return True
        node = order[i]
        mapped = [n for n in graph.links[node] if n in image]
        for candidate in graph.links[image[mapped[0]]] if mapped else [other]:
            fits = kinds[candidate] == kinds[node] and candidate not in image.values()
            if fits and all(image[n] in graph.links[candidate] for n in mapped):
                image[node] = candidate
                if extend(i + 1):
                    return True
                del image[node]
        return False

    return extend(0)


def assert_clockwise(graph: Graph) -> None:
    xs, ys = zip(*((left + 50, top + 50) for _, left, top in graph.rooms), strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    angles = [math.atan2(graph.xy[e][1] - middle[1], graph.xy[e][0] - middle[0]) for e in graph.entrances]
    turns = [(after - before) % math.tau for before, after in pairwise([*angles, angles[0]])]
    assert sum(turns) == pytest.approx(math.tau)
