"""Galaxy of D: texts, commands and saves that mean nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import Refused, Unreadable
from tests.bad_input.galaxies import GALAXY, galaxy, is_sentence
from tests.bad_input.nonsense import complaints
from tests.bad_input.test_saves import bad_save, sealed

# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "fly",
            "end end",
            "ship",
            "ship F6",
            "ship F6 C D",
            "go",
            "go F6 F7 F8",
            "go F6 around",
            "bid",
            "bid x",
        ),
        *(
            "bid ٣",
            "bid 1e3",
            "bid -1",
            "bid 0",
            "bid 26",
            "bid " + "9" * 5000,
            "place",
            "place Z1",
            "place A0",
            "place A7",
        ),
        *(
            "place A01",
            "place A١",
            "ship A1 X",
            "ship A1 ",
            "ship M1 I",
            "ship F6 CC",
            "fight",
            "absorb",
            "absorb ?",
            "buy",
        ),
        *(
            "buy L",
            "buy II",
            "buy ",
            "pirate",
            "pirate X",
            "pirate 2",
            "rps",
            "rps fire",
            "rps 3",
            "colour green",
            "colour 2",
        ),
        *("concede", "top F6 C", "go F6\0", "\ud800", "ship\tF6\tQ", "place F6;", "END!", "go ＦＦ"),
    ],
)
def test_a_text_that_is_no_move_says_how_to_write_one(text: str) -> None:
    match = galaxy()
    before = match.raw.tobytes()
    with pytest.raises((Unreadable, Refused)) as wrong:
        match.play(text)
    assert is_sentence(str(wrong.value))
    assert match.raw.tobytes() == before
    assert match.entries == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "give up",
        "concede now",
        "top",
        "top F6",
        "top F6 X",
        "top Z9 C",
        "top F6 CC",
        "top F6 ?",
        "end",
        "\ud800",
    ],
)
def test_a_text_that_is_no_command_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        galaxy().command(0, text)
    assert is_sentence(str(wrong.value))


@pytest.mark.parametrize("text", ["top G6 D", "top A1 I", "top F6 A"])
def test_nobody_turns_over_a_stack_that_he_does_not_have(text: str) -> None:
    """GD-230, R-52"""
    match = galaxy()
    before = match.raw.tobytes()
    with pytest.raises(Refused, match="GD-230") as wrong:
        match.command(0, text)
    assert is_sentence(str(wrong.value))
    assert (match.raw.tobytes(), match.entries) == (before, [])


def test_a_finished_game_takes_no_commands() -> None:
    match = galaxy().command(0, "concede")
    for seat, text in ((0, "concede"), (1, "concede"), (1, "top G6 D")):
        with pytest.raises(Refused, match="GD-508"):
            match.command(seat, text)


CALLS: dict[str, Callable[[Any], object]] = {
    "play": lambda value: galaxy().play(value),
    "why_not": lambda value: galaxy().why_not(value),
    "command": lambda value: galaxy().command(0, value),
    "command seat": lambda value: galaxy().command(value, "top F6 C"),
    "commands": lambda value: galaxy().commands(value),
    "copy command": lambda value: galaxy().copy().command(1, value),
    "heard": lambda value: galaxy().play("end").heard(value),
    "log_for": lambda value: galaxy().play("end").log_for(value),
    "view": lambda value: galaxy().view(value),
    "why_not_pick": lambda value: galaxy().why_not_pick(value),
    "why_not_pick one": lambda value: galaxy().why_not_pick([value]),
    "why_not_pick two": lambda value: galaxy().why_not_pick(["F6", value]),
    "set_up": lambda value: quincunx.set_up(GALAXY | {"ships": value}),
    "new": lambda value: quincunx.new("galaxy-of-d", value),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_values_never_cause_a_traceback(name: str) -> None:
    assert complaints(CALLS[name]) == []


def test_every_refusal_is_a_sentence_of_the_rulebook() -> None:
    book = quincunx.game("galaxy-of-d").rulebook
    for rule in quincunx.game("galaxy-of-d").reasons[1:]:
        assert is_sentence(f"{rule}: {book.sentence(rule)}"), rule


# ---------------------------------------------------------------- saves


def test_broken_commands_in_a_save_are_refused_by_line() -> None:
    match = galaxy().command(1, "top G6 D").play("ship F6 C").play("go F5").command(0, "concede")
    lines = [json.loads(line) for line in match.dumps().splitlines()]
    places = [number for number, line in enumerate(lines) if "command" in line]
    assert [lines[number]["command"] for number in places] == ["top G6 D", "concede"]
    commands: list[Any] = [None, True, 0, 5, 1.5, "", "x", "top A1 I", [], {}, ["concede"]]
    seats: list[Any] = [None, True, -1, 2, "0", 1.0, [], {}]
    wrong = [{"command": value} for value in commands] + [{"seat": value} for value in seats]
    for number in places:
        for change in wrong:
            data = json.loads(json.dumps(lines))
            data[number] |= change
            assert bad_save(sealed(data)).line == number + 1, change
        data = json.loads(json.dumps(lines))
        del data[number]["seat"]
        assert bad_save(sealed(data)).line == number + 1
        data = json.loads(json.dumps(lines))
        del data[number]["command"]
        assert bad_save(sealed(data)).line == number + 1
    data = json.loads(json.dumps(lines))
    data[places[0]]["seat"] = 0
    assert "GD-230" in str(bad_save(sealed(data)))


def test_a_command_in_a_save_of_a_game_without_commands_is_refused() -> None:
    match = quincunx.new("vanagloria", seed=1).play("end")
    lines = [json.loads(line) for line in match.dumps().splitlines()]
    lines[1] = {"n": 1, "seat": 0, "command": "concede"}
    assert "no commands" in str(bad_save(sealed(lines)))


def test_a_save_with_other_options_is_refused() -> None:
    lines = [json.loads(line) for line in galaxy().play("end").dumps().splitlines()]
    wrong: list[dict[str, Any]] = [{"map": "huge"}, {"map": 5}, {"fog": None}, {"setup": []}, {"no_option": 1}]
    for options in wrong:
        data = json.loads(json.dumps(lines))
        data[0]["options"] |= options
        assert bad_save(sealed(data)).line == 1
