"""Connect the Worlds: texts, picks, options and saves that mean nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Refused, Unreadable
from tests.bad_input.nonsense import complaints
from tests.bad_input.test_saves import bad_save, sealed
from tests.bad_input.worlds_input import EMPIRES, TABLE, empires, is_sentence

# ---------------------------------------------------------------- texts


TEXTS = [
    *("", " ", "march", "end now", "end end", "move", "move XX", "move HA AT", "move AT", "move W0(0,0)", "move HA 3"),
    *(
        "move HA AT W0(0,0)->S(0,-4)",
        "HA",
        "gather",
        "gather SC",
        "gather AT",
        "gather XX",
        "gather HA HA",
        "gather PO",
    ),
    *("research SC", "research AT", "research XX", "build HA", "build AT", "build now", "buy", "buy XX"),
    *(
        "buy HA now",
        "connect W0(0,0)",
        "connect W0(0,0) W2(0,0)",
        "deploy",
        "deploy HA",
        "deploy XX",
        "deploy AT W0(0,0)",
    ),
    *("draw", "draw now", "draw later", "draw two", "W", "W9", "W3", "W0", "world", "world 0", "world 12", "w99999"),
    *(
        "S(9,9)",
        "S(5,0)",
        "S(-5,5)",
        "W0(7,0)",
        "W0(0,5)",
        "W3(0,0)",
        "W9(0,0)",
        "W-1(0,0)",
        "X(0,0)",
        "S(0)",
        "S(0,0,0)",
    ),
    *(
        "S(0;0)",
        "S(0.5,0)",
        "S(a,b)",
        "(0,0)",
        "S(٣,٣)",
        "W٣(0,0)",
        "S(0,0",
        "S 0,0",
        "S(1,1)(2,2)",
        "W0(0,0)->S(0,-4)",
    ),
    *(
        "W0(0,0)",
        "S(0,-4)",
        "AT",
        "assault team",
        "ATx2",
        "AT'",
        "AT AC",
        "TITAN",
        "\ud800",
        "move\0HA",
        "ＭＯＶＥ ＨＡ",
    ),
    *(
        "end\u200b",
        "9" * 5000,
        "S(" + "9" * 5000 + ",0)",
        "W0(0," + " " * 9000 + "0)",
        "move " + "HA " * 999,
        "pass",
        "undo",
    ),
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:24]))
def test_a_text_that_is_no_move_says_how_to_write_one(text: str) -> None:
    match = empires()
    before = match.raw.tobytes()
    with pytest.raises((Unreadable, Refused)) as wrong:
        match.play(text)
    assert is_sentence(str(wrong.value)), str(wrong.value)
    assert len(str(wrong.value)) < 700
    assert match.raw.tobytes() == before
    assert match.entries == []
    assert match.log == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("W0", "CW-038"),
        ("W3", "CW-031"),
        ("W3(0,0)", "CW-031"),
        ("S(5,0)", "CW-080"),
        ("W0(0,0)", "CW-090"),
        ("AT", "CW-090"),
        ("buy HA", "CW-090"),
        ("draw now", "CWR-11"),
        ("draw later", "CWR-11"),
        ("move EX", "CW-072"),
        ("gather EX", "CW-072"),
        ("deploy TF", "CW-072"),
        ("move AT", "CW-111"),
        ("deploy HA", "CW-111"),
        ("gather SC", "CW-101"),
        ("research AT", "CW-202"),
        ("build HA", "CW-203"),
        ("connect", "CW-206"),
    ],
)
def test_a_move_that_cannot_be_made_names_its_rule(text: str, rule: str) -> None:
    """CW-031, CW-038, CW-072, CW-080, CW-090, CW-101, CW-111, CW-202, CW-203, CW-206, CWR-11"""
    match = empires()
    with pytest.raises(Refused) as wrong:
        match.play(text)
    assert wrong.value.rule == rule
    assert is_sentence(str(wrong.value))
    assert match.entries == []


HALF_DONE = {"move HA": "CW-102", "research": "CW-204", "deploy AT": "CW-210", "move HA; W0(0,0)": "CW-102"}


@pytest.mark.parametrize("moves", HALF_DONE)
def test_a_card_that_is_half_played_is_played_to_its_end(moves: str) -> None:
    """CW-102, CW-204, CW-210: nothing else can be done, and nothing is lost by trying"""
    match = empires()
    for move in moves.split("; "):
        match.play(move)
    before = match.raw.tobytes()
    for text in ("end", "gather HA", "move SC", "deploy AT", "draw now", "W1"):
        with pytest.raises(Refused) as wrong:
            match.play(text)
        assert wrong.value.rule == HALF_DONE[moves]
        assert match.raw.tobytes() == before


PICKS = [
    *([], [""], ["x"], ["card:HA"], ["card:XX"], ["card:HA", "fly"], ["card:HA", "research"], ["card:EX", "gather"]),
    *(
        ["card:TF"],
        ["hex:S(9,9)"],
        ["hex:W0(0,0)"],
        ["hex:"],
        ["hex:W0(0,0)", "hex:W0(0,0)"],
        ["world:W9"],
        ["world:W0"],
    ),
    *(["buy:HA"], ["buy:"], ["piece:AT"], ["piece:XX"], ["AT@W0(0,0)"], ["AT@S(9,9)"], ["draw"], ["later"], ["move"]),
    *(
        ["end", "end"],
        ["card:AT", "hex:W1(0,0)"],
        ["card:HA", "move", "hex:W1(0,0)"],
        ["deck"],
        ["hand:1"],
        ["discard"],
    ),
]


@pytest.mark.parametrize("path", PICKS, ids=str)
def test_picks_that_mean_nothing_are_answered_in_words(path: list[str]) -> None:
    match = empires()
    before = match.raw.tobytes()
    why = match.why_not_pick(path)
    assert why is not None
    assert is_sentence(why), why
    assert match.raw.tobytes() == before


CALLS: dict[str, Callable[[Any], object]] = {
    "play": lambda value: empires().play(value),
    "why_not": lambda value: empires().why_not(value),
    "command": lambda value: empires().command(0, value),
    "commands": lambda value: empires().commands(value),
    "copy play": lambda value: empires().copy().play(value),
    "heard": lambda value: empires().play("gather HA").heard(value),
    "log_for": lambda value: empires().log_for(value),
    "view": lambda value: empires().view(value),
    "why_not_pick": lambda value: empires().why_not_pick(value),
    "why_not_pick one": lambda value: empires().why_not_pick([value]),
    "why_not_pick two": lambda value: empires().why_not_pick(["card:HA", value]),
    "set_up": lambda value: quincunx.set_up(TABLE | {"pieces": value}),
    "set_up seat": lambda value: quincunx.set_up(TABLE | {"pieces": [value, {}]}),
    "set_up hex": lambda value: quincunx.set_up(TABLE | {"pieces": [{"W0(0,0)": value}, {}]}),
    "new": lambda value: quincunx.new("connect-the-worlds", value),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_values_never_cause_a_traceback(name: str) -> None:
    assert complaints(CALLS[name]) == []


def test_every_refusal_is_a_sentence_of_the_rulebook() -> None:
    book = quincunx.game("connect-the-worlds").rulebook
    for rule in quincunx.game("connect-the-worlds").reasons[1:]:
        assert is_sentence(f"{rule}: {book.sentence(rule)}"), rule


def test_nothing_is_played_when_the_game_is_over() -> None:
    """CW-020"""
    match = quincunx.set_up(EMPIRES | {"options": {"round_limit": 5}, "turn": 1}, seed=1)
    match.play("end")
    assert match.over
    for text in ("end", "move HA", "W0(0,0)", "draw now"):
        with pytest.raises(Refused, match="CW-020"):
            match.play(text)
    with pytest.raises(Unreadable, match="the game is over"):
        match.play("march")


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {}, "for 2 to 6 players"),
        (7, {}, "for 2 to 6 players"),
        (3, {"neutral_worlds": 2}, "CWR-01"),
        (6, {"rules": "pc", "neutral_worlds": 2}, "CWR-01"),
        (2, {"neutral_worlds": 3}, "Choose 1, 2"),
        (2, {"first_player": "seat2"}, "CW-039"),
        (5, {"first_player": "seat5"}, "CW-039"),
        (2, {"first_player": 0}, "Choose random, seat0"),
        (2, {"goal": "huge"}, "Choose short, medium, long"),
        (2, {"round_limit": -1}, "whole number from 0 to 999"),
        (2, {"round_limit": 1000}, "whole number from 0 to 999"),
        (2, {"opening_truce": 4}, "whole number from 0 to 3"),
        (2, {"start_resources": 21}, "whole number from 0 to 20"),
        (2, {"start_units": 1}, "Choose 0, 2, 3"),
        (2, {"markers": 7}, "Choose 0, 8"),
        (2, {"card_set": "paper"}, "Choose printed, printed_titan12, pc"),
        (2, {"open_discards": "perhaps"}, "Choose no, yes"),
        (2, {"early_draw": True}, "Choose auto, ask, off"),
        (2, {"start_world": None}, "Choose choose, assigned, free"),
        (2, {"supply": "endless"}, "Choose unlimited, sheets"),
    ],
)
def test_a_wrong_option_says_why(players: int, options: dict[str, Any], words: str) -> None:
    """CW-001, CW-010, CW-039, CWR-01"""
    with pytest.raises(BadOption) as bad:
        quincunx.new("connect-the-worlds", players, **options)
    assert words in str(bad.value)
    assert is_sentence(str(bad.value))


def test_an_unknown_option_is_named_with_the_nearest_match() -> None:
    with pytest.raises(QuincunxError, match=r"no option 'overlaps'. Did you mean 'overlap'\?"):
        quincunx.new("connect-the-worlds", overlaps="both")


# ---------------------------------------------------------------- saves


def saved() -> list[dict[str, Any]]:
    """A game with moves of several phases, and an undo."""
    match = quincunx.new("connect-the-worlds", 3, seed=5)
    while match.state.round_no < 2:
        match.play(match.moves.numbers[-1 if len(match.line) % 3 else 0])
    match.play(match.moves.numbers[-1]).undo().play(match.moves.numbers[0])
    return [json.loads(line) for line in match.dumps().splitlines()]


def test_broken_moves_in_a_save_are_refused_by_line() -> None:
    lines = saved()
    moves = [number for number, line in enumerate(lines) if "move" in line]
    assert quincunx.loads(sealed(lines)).dumps() == sealed(lines)
    wrong: list[Any] = [None, True, 1.5, "", "x", "move", "W9(0,0)", "S(5,0)", "deploy XX", [], {}, ["end"]]
    for number in (moves[0], moves[-1]):
        for value in wrong:
            data = json.loads(json.dumps(lines))
            data[number]["move"] = value
            assert bad_save(sealed(data)).line == number + 1, value


def test_a_save_that_is_cut_off_or_altered_is_refused() -> None:
    text = sealed(saved())
    for end in range(0, len(text) - 1, 197):
        bad_save(text[:end])
    lines = text.splitlines()
    for number in range(0, len(lines), 5):
        bad_save("\n".join([*lines[:number], *lines[number + 1 :]]) + "\n")


def test_a_save_with_other_options_is_refused() -> None:
    lines = saved()
    wrong: list[dict[str, Any]] = [{"goal": "huge"}, {"neutral_worlds": 2}, {"markers": 5}, {"no_option": 1}]
    for options in wrong:
        data = json.loads(json.dumps(lines))
        data[0]["options"] |= options
        assert bad_save(sealed(data)).line == 1
