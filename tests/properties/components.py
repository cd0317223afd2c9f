"""What must hold of the components of Vanagloria Galaxy and Orbit Cubes."""

from typing import Any

import numpy as np

from quincunx.engine.position import Position
from quincunx.games.vanagloria import state as vg
from quincunx.games.vanagloria.units import class_of, node_of
from quincunx.table.match import Match
from tests.properties.armies import assert_armies_are_in_order
from tests.properties.empires import assert_empires_are_in_order
from tests.properties.fleets import assert_fleets_are_in_order


def units_of(position: Position, seat: int) -> list[tuple[int, int]]:
    """Node and class of each unit."""
    codes = [int(code) for code in position.state.unit[seat] if code != vg.NONE]
    return [(node_of(code), class_of(code)) for code in codes]


def assert_components_are_in_order(position: Position) -> None:
    """The invariants of section 9 of the rules document, recomputed from the units."""
    now, board, players = position.state, position.board, position.players
    present = np.zeros(vg.NODES, int)
    for seat in range(vg.SEATS):
        units = units_of(position, seat)
        classes = [kind for _, kind in units]
        plain = sum(kind < vg.WEAPON_LEVELS for kind in classes)
        shielded = len(units) - plain
        armed = [sum(kind % vg.WEAPON_LEVELS == level for kind in classes) for level in range(vg.WEAPON_LEVELS)]
        assert units == sorted(units)
        assert (now.unit[seat, len(units) :] == vg.NONE).all()
        assert (now.count[seat], now.plain[seat], list(now.armed[seat])) == (len(units), plain, armed)
        out = bool(now.out >> seat & 1)
        assert bool(units) == (seat < players and not out)
        for node, kind in units:
            assert node < board.nodes
            present[node] |= 1 << seat
            if board.kind[node] == vg.ENTRANCE:
                assert node == board.entrance[seat]
                assert kind == vg.DISARMED
        if board.cubes:
            assert plain + 2 * shielded + now.lost[seat] <= board.cubes == 20
            assert now.lost[seat] == 0 or board.permanent
        else:
            assert plain <= 12
            assert shielded <= 11
            assert all(have <= limit for have, limit in zip(armed, (8, 8, 7), strict=True))
            assert len(units) <= (12 if board.total12 else 23)
            assert not now.lost[seat]
            assert not out
    assert (now.present == present).all()
    assert_turn_is_in_order(position)


def assert_turn_is_in_order(position: Position) -> None:
    now, board, players = position.state, position.board, position.players
    order, token = list(now.order[:players]), list(now.token[:players])
    assert sorted(order) == list(range(players))
    assert [token[seat] for seat in order] == list(range(1, players + 1))
    assert not any(now.order[players:])
    assert not any(now.token[players:])
    assert not any(now.score[players:])
    assert 1 <= now.round_no <= (board.round_limit or vg.ROUND_CAP)
    assert now.chance == 0
    if now.over:
        assert (now.turn, now.place, now.actions, now.mark, now.mark_node, now.mark_class) == (0, 0, 0, 0, 0, 0)
        assert 0 < now.winners < 1 << players
        assert not now.winners & now.out
        return
    assert now.winners == 0
    assert order[now.place] == now.turn
    assert not now.out >> now.turn & 1
    assert now.actions in (1, vg.ACTIONS)
    if now.mark == vg.NO_MARK:
        assert (now.mark_node, now.mark_class) == (0, 0)
        return
    assert now.actions == 1
    marked = (int(now.mark_node), int(now.mark_class))
    units = units_of(position, now.turn)
    if now.mark == vg.ACTIVATED:
        assert marked in units
        assert board.kind[now.mark_node] in (vg.RADIO, vg.SHIELD, vg.WEAPONS)
    else:
        assert marked in [(node, kind % vg.WEAPON_LEVELS) for node, kind in units]
        assert now.mark_class in (vg.MELEE, vg.RANGE)


GAINED = {vg.EV_CALLED: 1, vg.EV_REPLACED: 1, vg.EV_DESTROYED: -1, vg.EV_LOST_AT_TWELVE: -1}
"""How many units an event adds, to the seat that it names first."""


def assert_events_tell_of_every_unit(before: Position, match: Match, events: Any) -> None:
    change = [0] * match.players
    shields = [0] * match.players
    for kind, seat, unit_class, *_ in (map(int, event) for event in events):
        if kind in GAINED:
            change[seat] += GAINED[kind]
        if kind == vg.EV_SHIELDED:
            shields[seat] += 1
        if kind == vg.EV_SHIELD_BROKEN or kind == vg.EV_LOST_AT_TWELVE:
            assert kind == vg.EV_SHIELD_BROKEN or unit_class >= vg.WEAPON_LEVELS
            shields[seat] -= 1
    for seat in range(match.players):
        old, new = units_of(before, seat), units_of(match, seat)
        assert len(new) - len(old) == change[seat]
        assert sum(kind >= 3 for _, kind in new) - sum(kind >= 3 for _, kind in old) == shields[seat]


INVARIANTS = {
    "vanagloria": assert_components_are_in_order,
    "orbit-cubes": assert_components_are_in_order,
    "galaxy-of-d": assert_fleets_are_in_order,
    "vanguard-rome": assert_armies_are_in_order,
    "connect-the-worlds": assert_empires_are_in_order,
}
