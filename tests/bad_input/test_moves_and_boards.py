"""Boards that can't be played on, and moves that are none."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.errors import BadOption, Refused, Unreadable
from quincunx.engine.workshop import Workshop
from tests.bad_input.nonsense import JUNK, NONSENSE, STATION, complaints
from tests.playouts import ARMIES, EVERY_GAME

# ---------------------------------------------------------------- boards


def workshop() -> Workshop:
    found = quincunx.game("vanagloria").workshop
    assert found is not None
    return found


def test_illegal_boards_are_refused_with_their_code() -> None:
    """R-27: each condition has its own tests; here is how they reach the person who composed the board."""
    board = workshop().get("p2a")
    for changes, code in (
        ({"tiles": []}, "B1"),
        ({"tiles": board["tiles"] + board["tiles"][:1]}, "B1"),
        ({"entrances": board["entrances"][:1]}, "B2"),
        ({"players": 3}, "B2"),
        ({"entrances": [[0, "K", "N"], [1, "K", "N"]]}, "B2"),
        ({"id": None}, "B1"),
    ):
        wrong = {**board, **changes}
        for given_as in (wrong, json.dumps(wrong)):
            with pytest.raises(BadOption, match=rf"^board: .*{code}: "):
                quincunx.new("vanagloria", 2, board=given_as)
        assert str(workshop().check(wrong)).startswith(f"{code}: ")
    with pytest.raises(BadOption, match="B2"):
        quincunx.new("vanagloria", 3, board=board)


NUMBERS: list[Any] = [-(10**30), -1, 0, 1, 2, 6, 7, 26, 10**30]


@pytest.mark.parametrize(
    ("call", "values"),
    [
        (lambda value: workshop().get(value), NONSENSE),
        (lambda value: workshop().check(value), NONSENSE),
        (lambda value: workshop().report(value), NONSENSE),
        (lambda value: workshop().presets(value), [None, *NUMBERS]),
        (lambda value: workshop().generate(value, 1, 0.12, None, None), NUMBERS),
        (lambda value: workshop().generate(2, value, 0.12, None, None), NUMBERS),
        (lambda value: workshop().generate(2, 1, value, None, None), [-1.0, 0.0, 1e300, float("inf"), float("nan")]),
        (lambda value: workshop().generate(2, 1, 0.12, value, None), [None, *NUMBERS]),
    ],
    ids=["get", "check", "report", "presets", "generate players", "seed", "bound", "rooms"],
)
def test_the_workshop_raises_nothing_but_quincunx_errors(call: Callable[[Any], object], values: list[Any]) -> None:
    assert complaints(call, values) == []


@given(st.sampled_from(["id", "name", "players", "tiles", "entrances"]), JUNK)
@settings(max_examples=100)
def test_random_boards_are_read_or_refused(key: str, junk: Any) -> None:
    board = {**workshop().get("p2a"), key: junk}
    reason = workshop().check(board)
    if reason is None:
        match = quincunx.new("vanagloria", 2, board=board)
        assert quincunx.loads(match.dumps()) == match
    else:
        with pytest.raises(BadOption, match=f"{reason.split(':')[0]}: "):
            quincunx.new("vanagloria", 2, board=board)


# ---------------------------------------------------------------- moves


WORDS = st.sampled_from(
    [
        "move",
        "act",
        "att",
        "end",
        ">",
        ":",
        "@",
        "+",
        " ",
        "0:",
        "1:",
        "9:",
        "d@E0",
        "d@E1",
        "m+@K.a",
        "D0.s",
        "x2",
        "٣",
        "place",
        "colour",
        "redog",
        "ship",
        "go",
        "through",
        "bid",
        "buy",
        "absorb",
        "F6",
        "C",
        "3",
    ]
)
TEXTS = st.text(max_size=20) | st.lists(WORDS, max_size=7).map(" ".join) | st.lists(WORDS, max_size=7).map("".join)


@given(st.sampled_from(EVERY_GAME), TEXTS)
@example("vanagloria", "att m@K.a > " + "9" * 5000 + ":d@K.a")
@example("vanagloria", "move d@E0 >")
@example("vanagloria", "att > :")
@example("vanagloria", "act d@E0 x2")
@example("vanagloria", "end end")
@example("vanagloria", "move d@E0 > D0.s > K.a")
@example("vanagloria", "att d@E0 > ٣:d@E1")
@example("vanagloria", "END")
@example("galaxy-of-d", "colour " + "9" * 5000)
@example("galaxy-of-d", "colour ٣")
@example("galaxy-of-d", "Colour  REDOG")
@example("galaxy-of-d", "ship F6")
@example("galaxy-of-d", "go F6 through through")
@example("galaxy-of-d", "bid " + "9" * 5000)
@settings(max_examples=400)
def test_garbage_is_unreadable_or_refused_and_never_played(name: str, text: str) -> None:
    match = quincunx.new(name, 2, seed=3)
    before = match.raw.tobytes()
    legal = {str(move) for move in match.moves}
    if " ".join(text.split()) in legal:
        return
    try:
        match.play(text)
    except (Unreadable, Refused):
        assert match.raw.tobytes() == before
        assert match.entries == []
        return
    played = match.game.spell(match.at(0), match.line[0])
    said, meant = ("".join(words.split()) for words in (text, played))
    assert said == meant or (name not in ARMIES and said.lower() == meant.lower()), "only spaces or capitals may differ"


@given(st.sampled_from(EVERY_GAME), st.lists(TEXTS, max_size=3))
@settings(max_examples=200)
def test_a_garbage_path_of_picks_is_answered_in_words(name: str, path: list[str]) -> None:
    match = quincunx.new(name, 2, seed=3)
    answer = match.why_not_pick(path)
    assert answer is None or answer.strip()
    if answer is None:
        assert match.picks().line([" ".join(pick.split()) for pick in path])


@given(st.sampled_from(EVERY_GAME), st.integers())
@example("vanagloria", 2**15)
@example("vanagloria", 2**16)
@example("vanagloria", 2**31)
@example("vanagloria", 2**32)
@example("vanagloria", 2**63)
@example("vanagloria", 2**64)
@example("vanagloria", -(2**63) - 1)
@example("vanagloria", 10**30)
def test_any_number_is_a_move_or_refused(name: str, number: int) -> None:
    """However large: numbers of 16 bits are not counted around."""
    match = quincunx.new(name, 2, seed=3)
    legal = number in match.moves.numbers
    assert (match.why_not(number) is None) == legal
    for position in (match.copy(), match):
        if legal:
            position.play(number)
        else:
            with pytest.raises(Refused):
                position.play(number)


def test_after_the_end_every_move_is_refused_by_the_rule_of_the_end() -> None:
    """VG-093"""
    match = quincunx.set_up(STATION | {"scores": [60, 50], "winners": [0]})
    for move in ("end", "move d@E0 > D0.s", "act d@E0", "att m@E0 > 1:d@E1", "move d@K.a > E0", 0, 1, 10**6):
        with pytest.raises(Refused, match="VG-093"):
            match.play(move)
