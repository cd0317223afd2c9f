"""Connect the Worlds once more, in plain sets: maps, territory, destinations, legal moves and combat as sections 2 and
5 of the rules document say them. Nothing here is shared with the game but its numbers of moves, phases and kinds."""

from collections import deque
from functools import lru_cache
from typing import Any, NamedTuple

from quincunx.engine.position import Position
from quincunx.games.connect_the_worlds import state as cw

Cell = tuple[int, int, int]
"""Map (0 is space, k + 1 is world k) and axial coordinates."""
SPACE_COLUMNS = {
    **{-5: (1, 4), -4: (-1, 5), -3: (-2, 5), -2: (-3, 5), -1: (-4, 5), 0: (-4, 4)},
    **{1: (-5, 4), 2: (-5, 3), 3: (-5, 2), 4: (-5, 1), 5: (-4, -1)},
}
WORLD_COLUMNS = {
    **{-6: (-1, 7), -5: (-2, 7), -4: (-2, 6), -3: (-3, 6), -2: (-3, 5), -1: (-4, 5), 0: (-4, 4)},
    **{1: (-5, 4), 2: (-5, 3), 3: (-6, 3), 4: (-6, 2), 5: (-7, 2), 6: (-7, 1)},
}
"""Tables 2.3 and 2.4: in each column, from which row to which."""
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
N, NE, SE, S, SW, NW = (0, -4), (4, -4), (4, 0), (0, 4), (-4, 4), (-4, 0)
HOMES = {2: [N, S], 3: [NE, S, NW], 4: [N, SE, S, NW], 5: [N, NE, SE, S, NW], 6: [N, NE, SE, S, SW, NW]}
SHEET = (2, 2, 2, 4, 2, 2, *[2] * 8)
"""2.1: copies on one printed sheet."""
DECKS = {"classic": (2, 2, 1, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0), "small": (1, 1, 0, 3, *[0] * 10)}
PRINTED = (5, 5, 8, 3, 6, 9, 5, 10, 20, 40, 3, 6, 9, 24)
COSTS = {
    "printed": PRINTED,
    "printed_titan12": (*PRINTED[:12], 12, 24),
    "pc": (5, 5, 8, 4, 7, 10, 5, 10, 20, 40, 3, 6, 12, 24),
}
STEPS = {"printed": (1, 1, 2, 3, 2, 1), "printed_titan12": (1, 1, 2, 3, 2, 1), "pc": (2, 2, 3, 1, 1, 0)}
YIELDS = {"printed": (3, 4, 5), "printed_titan12": (3, 4, 5), "pc": (2, 3, 5)}
STRONG = (1, 2, 3, 4, 2, 3, 4, 5)
STRENGTHS = {"printed": STRONG, "printed_titan12": STRONG, "pc": (1, 2, 3, 4, 1, 2, 3, 4)}


@lru_cache
def cells() -> list[Cell]:
    """2.8: all hexes by their numbers."""
    columns = [SPACE_COLUMNS, *[WORLD_COLUMNS] * 7]
    return [
        (chart, q, r)
        for chart, rows in enumerate(columns)
        for q in sorted(rows)
        for r in range(rows[q][0], rows[q][1] + 1)
    ]


@lru_cache
def numbers() -> dict[Cell, int]:
    """2.8: the number of a hex."""
    return {cell: number for number, cell in enumerate(cells())}


@lru_cache
def beside() -> list[list[int]]:
    """2.5: the neighbours of every hex."""
    known = numbers()
    found = [[(chart, q + dq, r + dr) for dq, dr in DIRECTIONS] for chart, q, r in cells()]
    return [[known[cell] for cell in around if cell in known] for around in found]


def orbits(players: int, options: Any) -> list[int]:
    """2.6: the space hexes of the worlds, home worlds first."""
    homes = [(-4, 5) if cell == SW and options["home_sw"] == "printed" else cell for cell in HOMES[players]]
    centre = [(-2, 1), (2, -1)] if options["neutral_worlds"] == 2 else [(0, 0)]
    return [numbers()[0, q, r] for q, r in (*homes, *centre)]


class Force(NamedTuple):
    """A piece on the map."""

    place: int
    kind: int
    locked: bool


class Atlas:
    """What stands where, read from the list of pieces; whose it is, from who holds its hex."""

    def __init__(self, position: Position) -> None:
        now = position.state
        self.options, self.players = position.options, position.players
        self.now, self.seat = now, int(now.turn)
        self.orbit = orbits(position.players, position.options)
        self.size = 85 + 123 * len(self.orbit)
        codes = [int(code) for code in now.piece[: now.pieces]]
        self.forces = [Force(code // 16, code // 2 % 8, bool(code % 2)) for code in codes]
        self.holders: dict[int, list[int]] = {}
        for seat in range(cw.SEATS):
            for place in members(now.held[seat]):
                self.holders.setdefault(place, []).append(seat)
        self.owner = {place: seats[0] for place, seats in self.holders.items()}
        self.base = {force.place: force.kind for force in self.forces if force.kind < cw.BASES}
        self.portals = [(int(a), int(b)) for a, b in now.portal[: now.portals]]
        self.truce = int(now.round_no) <= position.options["opening_truce"]
        card_set = position.options["card_set"]
        self.cost, self.steps, self.strength = COSTS[card_set], STEPS[card_set], STRENGTHS[card_set]

    # ------------------------------------------------------------ territory

    def bases(self, seat: int) -> list[int]:
        """The hexes with a base of a seat."""
        return sorted(place for place in self.base if self.owner[place] == seat)

    def enemies(self, seat: int, place: int) -> bool:
        """Whether somebody else stands there."""
        return self.owner.get(place, seat) != seat

    def claimed(self, seat: int) -> set[int]:
        """CW-230, CWR-42: where a seat may deploy, as far as territory goes."""
        found: set[int] = set()
        for place in self.bases(seat):
            in_space = cells()[place][0] == 0
            found |= {place} if in_space and self.options["space_territory"] == "none" else {place, *beside()[place]}
        return found

    def territory(self, seat: int) -> int:
        """CW-231, CW-232, CWR-42, CWR-43: what counts."""
        found = self.claimed(seat)
        if self.options["space_territory"] == "none":
            found = {place for place in found if cells()[place][0]}
        if self.options["overlap"] == "none":
            found -= set().union(*(self.claimed(other) for other in range(self.players) if other != seat))
        return len(found)

    def worlds(self, seat: int) -> set[int]:
        """CWR-46: the worlds with a base of a seat."""
        return {cells()[place][0] - 1 for place in self.bases(seat)} - {-1}

    # ------------------------------------------------------------ movement

    def near(self, seat: int, place: int, kind: int) -> set[int]:
        """2.7: everything that costs one step."""
        chart = cells()[place][0]
        found = set(beside()[place])
        if chart:
            found.add(self.orbit[chart - 1])
        elif place in self.orbit:
            first = 85 + 123 * self.orbit.index(place)
            found |= set(range(first, first + 123))
        if kind >= cw.BASES and place in self.base and self.owner[place] == seat:
            found |= {b if a == place else a for a, b in self.portals if place in (a, b)}
        return found

    def destinations(self, seat: int, origin: int, kind: int, steps: int) -> set[int]:
        """5.3: breadth first."""
        distance, queue = {origin: 0}, deque([origin])
        while queue:
            place = queue.popleft()
            if distance[place] == steps or (place != origin and self.enemies(seat, place)):
                continue
            for other in self.near(seat, place, kind):
                closed = kind < cw.BASES and other in self.base
                closed |= self.truce and self.enemies(seat, other)
                if other not in distance and not closed:
                    distance[other] = distance[place] + 1
                    queue.append(other)
        return set(distance) - {origin}

    def movable(self, seat: int) -> set[tuple[int, int]]:
        """Hex and kind of every piece that is selectable, with any card that moves."""
        mine = {(f.place, f.kind) for f in self.forces if self.owner[f.place] == seat and not f.locked}
        return {(place, kind) for place, kind in mine if self.destinations(seat, place, kind, 1)}

    # ------------------------------------------------------------ special actions

    def bought(self, card: int) -> set[int]:
        """5.3: what Scientists or Engineers can buy."""
        shelf = range(cw.ACTIONS) if card == cw.SCIENTISTS else range(cw.ACTIONS, cw.CARDS)
        pool = int(self.now.pool[self.seat])
        return {kind for kind in shelf if self.cost[kind] <= pool and self.now.supply[kind] != 0}

    def partners(self, seat: int, place: int) -> set[int]:
        """CW-206: the bases that a base can be connected with."""
        joined = {b if a == place else a for a, b in self.portals if place in (a, b)}
        return set(self.bases(seat)) - joined - {place}

    def made(self, seat: int) -> int:
        """CWR-27: the portals that count for a seat."""
        return sum(self.owner[low] == seat for low, _ in self.portals)

    def connectable(self, seat: int) -> set[int]:
        """The bases that have a partner, if another portal may be made."""
        if self.made(seat) >= cw.PORTALS_EACH or len(self.portals) >= cw.MOST_PORTALS:
            return set()
        return {place for place in self.bases(seat) if self.partners(seat, place)}

    def deployable(self, seat: int, kind: int) -> set[int]:
        """5.3: the hexes for a piece; none if there is no marker."""
        markers = self.options["markers"]
        mine = sum(f.kind == kind and self.owner[f.place] == seat for f in self.forces)
        if (markers and mine >= markers) or len(self.forces) >= cw.MOST_PIECES:
            return set()
        peaceful = self.truce or self.options["deploy_into_enemy"] == "forbidden"
        found = {place for place in self.claimed(seat) if not (kind < cw.BASES and place in self.base)}
        return {place for place in found if not (peaceful and self.enemies(seat, place))}

    # ------------------------------------------------------------ all moves

    def legal(self) -> list[int]:
        """5.1, 5.3: every legal move, ascending."""
        now, seat = self.now, self.seat
        if now.over:
            return []
        hexes: set[int] = set()
        match int(now.phase):
            case cw.SETUP_WORLD:
                return sorted(cw.WORLD_MOVE + world for world in self.open_worlds())
            case cw.SETUP_HEX:
                first = 85 + 123 * int(now.kind)
                hexes = {place for place in range(first, first + 123) if place not in self.owner}
            case cw.MAIN:
                return sorted(self.plays())
            case cw.MOVE_FROM:
                hexes = {place for place, _ in self.movable(seat)}
            case cw.MOVE_PIECE:
                return sorted(cw.PIECE_MOVE + kind for place, kind in self.movable(seat) if place == now.picked)
            case cw.MOVE_TO:
                hexes = self.destinations(seat, int(now.picked), int(now.kind), self.steps[int(now.card)])
            case cw.BUY:
                return sorted(cw.BUY_MOVE + card for card in self.bought(int(now.card)))
            case cw.CONNECT_A:
                hexes = self.connectable(seat)
            case cw.CONNECT_B:
                hexes = self.partners(seat, int(now.picked))
            case cw.DEPLOY_TO:
                hexes = self.deployable(seat, int(now.card) - cw.ACTIONS)
            case cw.EARLY_DRAW:
                return [cw.NOW_MOVE, cw.LATER_MOVE]
        return sorted(cw.HEX_MOVE + place for place in hexes)

    def open_worlds(self) -> set[int]:
        """CWR-05"""
        if self.options["start_world"] == "free":
            return set(range(len(self.orbit)))
        return {world for world in range(self.players) if self.now.settler[world] == cw.NOBODY}

    def plays(self) -> set[int]:
        """What the cards in hand can be played for."""
        hand, seat, found = self.now.hand[self.seat], self.seat, {cw.END_MOVE}
        movable = self.movable(seat)
        for card in range(cw.ACTIONS):
            if hand[card]:
                special = card >= cw.HARVESTER or (self.connectable(seat) if card == cw.PORTAL else self.bought(card))
                found |= {cw.MOVE_WITH + card} if movable and self.steps[card] else set()
                found |= {cw.SPECIAL_MOVE + card} if special else set()
        kinds = [kind for kind in range(cw.KINDS) if hand[cw.ACTIONS + kind] and self.deployable(seat, kind)]
        return found | {cw.DEPLOY_MOVE + kind for kind in kinds}

    # ------------------------------------------------------------ combat

    def fought(self, seat: int, kind: int, place: int) -> tuple[int | None, list[tuple[int, bool]]]:
        """5.4: who holds the hex afterwards, and with which pieces, locked or not."""
        here = sorted(force.kind for force in self.forces if force.place == place)
        units = [other for other in here if other >= cw.BASES]
        owner, base, strength = self.owner[place], self.base.get(place), self.strength
        high = self.options["combat_order"] == "high_first"
        order = sorted(units, key=lambda other: -strength[other] if high else strength[other])
        if base is not None and self.options["base_in_stack"] == "by_strength":
            order = sorted([*units, base], key=lambda o: (-strength[o] if high else strength[o], o < cw.BASES))
        elif base is not None:
            order.append(base)
        for other in order:
            if strength[kind] > strength[other]:
                here = here if other < cw.BASES else without(here, other)
                continue
            if strength[kind] == strength[other]:
                here = without(here, other)
            elif kind < cw.BASES and self.options["beaten_base"] == "captured" and self.has_marker(owner, kind):
                here = sorted([*here, kind])
            return (owner if here else None), [(left, False) for left in here]
        captured = [(base, True)] if base is not None and self.has_marker(seat, base) else []
        return seat, sorted([*captured, (kind, True)])

    def has_marker(self, seat: int, kind: int) -> bool:
        """CWR-15"""
        markers = self.options["markers"]
        return not markers or sum(f.kind == kind and self.owner[f.place] == seat for f in self.forces) < markers


def without(kinds: list[int], kind: int) -> list[int]:
    """One piece less."""
    return [*kinds[: kinds.index(kind)], *kinds[kinds.index(kind) + 1 :]]


def members(hexes: Any) -> list[int]:
    """The hexes of a set: two words of 62 bits for each map."""
    found = []
    for chart in range(cw.MAPS):
        first, count = (85 + 123 * (chart - 1), 123) if chart else (0, 85)
        whole = int(hexes[chart, 0]) + (int(hexes[chart, 1]) << 62)
        assert 0 <= whole < 1 << count
        found += [first + bit for bit in range(count) if whole >> bit & 1]
    return found
