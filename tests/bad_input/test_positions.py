"""Positions that can't be."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption, BadPosition, Unknown
from tests.bad_input.nonsense import JUNK, STATION
from tests.playouts import ARMIES

ORBIT: dict[str, Any] = {"game": "orbit-cubes", "players": 2}


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({}, "'game' is missing"),
        ({"game": "vanagloria"}, "'players' is missing"),
        (STATION | {"quincunx": "save"}, "not a position"),
        (STATION | {"format": 2}, "format 2"),
        (STATION | {"rules": "0.1"}, "rules version '0.1'"),
        (STATION | {"options": []}, "'options' should be an object"),
        (STATION | {"colour": "red"}, "colour: this game's positions have no such key"),
        (STATION | {"units": []}, "units: there should be a list of 2 lists"),
        (STATION | {"units": [["d@E0"], 5]}, "units: seat 1 should have a list such as"),
        (STATION | {"units": [["d@E0"], []]}, "VG-072"),
        (STATION | {"units": [["d@E1"], ["d@E1"]]}, "VG-022"),
        (STATION | {"units": [["m@E0"], None]}, "VG-020"),
        (STATION | {"units": [["d+@E0"], None]}, "VG-020"),
        (STATION | {"units": [["d@X.y"], None]}, "no platform 'X.y'"),
        (STATION | {"units": [["q@E0"], None]}, "'q@E0' is not a unit"),
        (STATION | {"units": [["d@K.a x0"], None]}, "from 1 to 23"),
        (STATION | {"units": [["d@K.a x24"], None]}, "from 1 to 23"),
        (STATION | {"units": [["d@K.a x12", "m@K.a x12"], None]}, "24 units; no box holds more than 23"),
        (STATION | {"units": [["d@K.a x7", "m@K.a x6"], None]}, "13 plain units; the limit is 12 (VG-013)"),
        (STATION | {"units": [["d@K.a x9"], None]}, "9 disarmed units; the limit is 8 (VG-015)"),
        (STATION | {"units": [["m@K.a x5", "m+@K.a x4"], None]}, "9 melee units; the limit is 8 (VG-014)"),
        (STATION | {"units": [["r@K.a x8"], None]}, "8 range units; the limit is 7 (VG-015)"),
        (STATION | {"units": [["d+@K.a x6", "m+@K.a x6"], None]}, "12 shielded units; the limit is 11 (VG-015)"),
        (
            STATION | {"options": {"vg_limit": "total12"}, "units": [["d+@K.a x7", "m@K.a x6"], None]},
            "13 units in all; the limit is 12 (R-02)",
        ),
        (STATION | {"round": 0}, "round: 0 is not a whole number from 1"),
        (STATION | {"round": 1000}, "round: 1000 is not a whole number from 1 to 999"),
        (STATION | {"options": {"round_limit": 5}, "round": 6}, "from 1 to 5"),
        (STATION | {"scores": [1]}, "scores: there should be a list of 2 numbers"),
        (STATION | {"scores": [1, -1]}, "scores: -1 is not"),
        (STATION | {"turn": 2}, "turn: 2 is not"),
        (STATION | {"actions": 3}, "actions: 3 is not"),
        (STATION | {"first": 2}, "first: 2 is not"),
        (STATION | {"tokens": [1, 1]}, "tokens: the tokens 1 to 2 are each held by one seat"),
        (STATION | {"tokens": [2, 1]}, "tokens: with this order of play"),
        (STATION | {"lost": [1, 0]}, "lost"),
        (STATION | {"out": [0]}, "out"),
        (STATION | {"overtime": 1}, "overtime: this is true or false"),
        (STATION | {"winners": [0]}, "VG-093"),
        (STATION | {"winners": [2]}, "winners: there is no seat 2"),
        (STATION | {"scores": [60, 60], "winners": [0]}, "VG-093"),
        (STATION | {"scores": [60, 50], "winners": [1]}, "VG-093"),
        (STATION | {"scores": [60, 50], "winners": [0], "turn": 1}, "turn: the game is over"),
        (STATION | {"mark": "activated d@E0"}, "mark"),
        (STATION | {"mark": "activated d@E0", "actions": 1}, "VG-036"),
        (STATION | {"mark": "attacked d@E0", "actions": 1}, "VG-006"),
        (STATION | {"mark": "attacked m@E0", "actions": 1}, "no such unit there"),
        (STATION | {"mark": "jumped", "actions": 1}, "is not a mark"),
        (ORBIT | {"units": [["d@H0 x21"], None]}, "21 cubes; a player owns 20 (OC-055)"),
        (ORBIT | {"units": [["d+@H0 x11"], None]}, "22 cubes; a player owns 20 (OC-055)"),
        (ORBIT | {"units": [["m@S0"], None]}, "OC-009"),
        (ORBIT | {"units": [["d@S1"], None]}, "OC-012"),
        (ORBIT | {"lost": [1, 0]}, "OC-053"),
        (ORBIT | {"options": {"oc_losses": "permanent"}, "lost": [21, 0]}, "from 0 to 20"),
        (ORBIT | {"options": {"oc_losses": "permanent"}, "lost": [20, 0]}, "21 cubes; a player owns 20"),
        (ORBIT | {"options": {"oc_respawn": False}, "out": [0], "units": [["d@S0"], None]}, "R-14"),
        (ORBIT | {"options": {"oc_respawn": False}, "out": [0], "units": [[], None]}, "fewer than two players left"),
        (
            {"game": "orbit-cubes", "players": 3, "options": {"oc_respawn": False}, "out": [0], "turn": 0},
            "seat 0 is out and skipped",
        ),
    ],
)
def test_an_impossible_position_names_the_broken_limit(position: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition) as bad:
        quincunx.set_up(position)
    assert words in str(bad.value)
    with pytest.raises(BadPosition):
        quincunx.set_up(json.dumps(position))


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "null", '"x"', "{" * 9999, '{"a":' * 99999, "[" * 99999, "NaN"])
def test_a_position_that_is_no_json_object_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        quincunx.set_up(text)


def test_nobody_is_out_of_a_game_in_which_nobody_drops_out() -> None:
    """VG-072, OC-052: every player without units gets one at once, unless the options say otherwise."""
    with pytest.raises(BadPosition):
        quincunx.set_up({"game": "vanagloria", "players": 3, "out": [0]})
    with pytest.raises(BadPosition):
        quincunx.set_up({"game": "orbit-cubes", "players": 3, "out": [0]})


FULL: dict[str, dict[str, Any]] = {
    "vanagloria": {
        "round": 3,
        "turn": 1,
        "actions": 1,
        "scores": [7, 9, 50],
        "first": 2,
        "tokens": [2, 3, 1],
        "units": [["d@E0", "m+@1A.s x2"], None, None],
        "mark": "activated d@E1",
        "overtime": False,
    },
    "orbit-cubes": {"round": 3, "scores": [1, 2, 3], "lost": [1, 2, 3], "out": [1], "units": [["m+@F0"], None, None]},
}
KEYS = ["quincunx", "format", "game", "rules", "players", "options", "winners", "lost", "out", *FULL["vanagloria"]]


@given(st.sampled_from(ARMIES), st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3), st.booleans())
@example("vanagloria", {"options": {"round_limit": float("inf")}}, True)
@example("vanagloria", {"options": {"board": '{"a":' * 9999}}, True)
@example("vanagloria", {"options": {"board": {"id": 10**400}}}, True)
@example("vanagloria", {"game": []}, False)
@example("vanagloria", {"game": {}}, True)
@example("vanagloria", {"game": "x" * 5000 + ".py"}, True)
@example("orbit-cubes", {"units": [["d@C0 x99999999999999999999999999"], None, None]}, True)
@example("vanagloria", {"winners": [0], "scores": [10**30, 0, 0]}, True)
@settings(max_examples=300)
def test_a_random_position_is_read_or_refused(name: str, junk: dict[str, Any], as_text: bool) -> None:
    """Only BadPosition, BadOption and Unknown come out; what is accepted is written down and read again exactly."""
    position = {"game": name, "players": 3, **FULL[name], **junk}
    for key in junk:
        if key not in FULL[name]:
            position.pop("mark", None)
    try:
        match = quincunx.set_up(json.dumps(position) if as_text else position, seed=1)
    except (BadPosition, BadOption, Unknown):
        return
    assert quincunx.set_up(match.position()).raw.tobytes() == match.raw.tobytes()
    assert str(match)
    assert quincunx.loads(match.dumps()) == match


@given(
    st.lists(
        st.lists(
            st.from_regex(r"[dmr]\+?@(E0|E1|K\.a|D0\.s|D0\.r|F0\.b|F0\.w)( x([0-9]|1[0-9]|2[0-4]))?", fullmatch=True),
            max_size=5,
        ),
        min_size=2,
        max_size=2,
    ),
    st.sampled_from(["components", "total12"]),
)
@settings(max_examples=200)
def test_random_armies_are_within_the_limits_or_refused(units: list[list[str]], limit: str) -> None:
    position = STATION | {"units": units, "options": {"vg_limit": limit, "board": "p2a"}}
    try:
        now = quincunx.set_up(position).state
    except BadPosition:
        return
    for seat in range(2):
        assert now.plain[seat] <= 12
        assert now.count[seat] - now.plain[seat] <= 11
        assert (now.armed[seat] <= [8, 8, 7]).all()
        assert 1 <= now.count[seat] <= (12 if limit == "total12" else 23)
