"""Vanguard: Rome: texts, commands, options and saves that mean nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Refused, Unreadable
from tests.bad_input.legions_input import LEGIONS, TABLE, is_sentence, legions
from tests.bad_input.nonsense import complaints
from tests.bad_input.test_saves import bad_save, sealed

# ---------------------------------------------------------------- texts


TEXTS = [
    *("", " ", "march", "attack now", "attack attack", "end", "place", "place ST", "place ST F+3 F+4", "place XX F+3"),
    *("place ?? F+3", "place .. F+3", "place ST G0", "place ST F", "place ST F+", "place ST F00", "place ST F+03"),
    *("place ST F-0", "place ST F+0", "place ST F3", "place ST F+32", "place ST F-99", "place ST F+999", "place ST F٣"),
    *(
        "place ST F+3;",
        "place ST R+1",
        "place ST+ F+3",
        "shift",
        "shift fwd",
        "shift lat",
        "shift back F-1",
        "shift fwd F0",
    ),
    *(
        "shift lat F-1 F0",
        "swap",
        "swap F0",
        "swap F0 F+2",
        "swap F0 R-1",
        "swap F-31 F-32",
        "swap F0 F0",
        "call",
        "to",
    ),
    *(
        "call F-32",
        "chariot",
        "chariot F-1 F0",
        "chariot F-1 F0 F+1",
        "to F-1 F0",
        "flank",
        "flank F-1",
        "flank F-1 up",
    ),
    *(
        "reinforce F0",
        "nightfall now",
        "face",
        "face E",
        "face 4",
        "face -1",
        "order",
        "order none F0",
        "order javelin",
    ),
    *(
        "order javelin R0",
        "order surprise R-1",
        "order volley F0",
        "order volley F0 3",
        "order volley F0 0",
        "order charge F0",
    ),
    *("order stampede F0", "order stampede E:F0", "order stampede B:R0", "order stampede B:", "order stampede :F0"),
    *(
        "catapult",
        "catapult maybe",
        "catapult R0 maybe",
        "catapult X yes",
        "standard",
        "standard up",
        "standard F0 F+2",
    ),
    *("retreat", "retreat home", "retreat F0 F1", "discard", "discard BRIBE", "discard FLANK FLANK", "keep it", "lean"),
    *(
        "lean forward",
        "deploy",
        "deploy XX",
        "deploy IN++",
        "deploy IN CE",
        "resign",
        "\ud800",
        "place\0ST\0F+3",
        "ＡＴＴＡＣＫ",
    ),
    *("attack\u200b", "9" * 5000, "place ST F+" + "9" * 5000),
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text[:24]))
def test_a_text_that_is_no_move_says_how_to_write_one(text: str) -> None:
    match = legions()
    before = match.raw.tobytes()
    with pytest.raises((Unreadable, Refused)) as wrong:
        match.play(text)
    assert is_sentence(str(wrong.value)), str(wrong.value)
    assert match.raw.tobytes() == before
    assert match.entries == []
    assert match.log == []


@pytest.mark.parametrize(
    "text",
    [
        "keep",
        "lean left",
        "deploy IN",
        "to F0",
        "face B",
        "order none",
        "catapult yes",
        "standard none",
        "retreat none",
    ],
)
def test_a_move_of_another_phase_names_its_rule(text: str) -> None:
    match = legions()
    with pytest.raises(Refused) as wrong:
        match.play(text)
    assert wrong.value.rule in match.game.reasons
    assert is_sentence(str(wrong.value))
    assert match.entries == []


@pytest.mark.parametrize("text", ["", " ", "give up", "resign now", "attack", "\ud800", "RESIGN!"])
def test_a_text_that_is_no_command_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Unreadable) as wrong:
        legions().command(0, text)
    assert is_sentence(str(wrong.value))


def test_nobody_resigns_for_another_or_after_the_end() -> None:
    """R-54"""
    match = legions()
    before = match.raw.tobytes()
    assert match.commands(1) == []
    with pytest.raises(Refused, match="R-54"):
        match.command(1, "resign")
    assert (match.raw.tobytes(), match.entries) == (before, [])
    match.command(0, "resign")
    for seat in (0, 1):
        with pytest.raises(Refused, match="VR-090"):
            match.command(seat, "resign")
    with pytest.raises(Refused, match="VR-090"):
        match.play("attack")


CALLS: dict[str, Callable[[Any], object]] = {
    "play": lambda value: legions().play(value),
    "why_not": lambda value: legions().why_not(value),
    "command": lambda value: legions().command(0, value),
    "command seat": lambda value: legions().command(value, "resign"),
    "commands": lambda value: legions().commands(value),
    "copy play": lambda value: legions().copy().play(value),
    "heard": lambda value: legions().play("place ST F+3").heard(value),
    "log_for": lambda value: legions().log_for(value),
    "view": lambda value: legions().view(value),
    "why_not_pick": lambda value: legions().why_not_pick(value),
    "why_not_pick one": lambda value: legions().why_not_pick([value]),
    "why_not_pick two": lambda value: legions().why_not_pick(["A:F0", value]),
    "set_up": lambda value: quincunx.set_up(TABLE | {"armies": value}),
    "set_up army": lambda value: quincunx.set_up(TABLE | {"armies": [value, LEGIONS["armies"][1]]}),
    "new": lambda value: quincunx.new("vanguard-rome", value),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_values_never_cause_a_traceback(name: str) -> None:
    assert complaints(CALLS[name]) == []


def test_every_refusal_is_a_sentence_of_the_rulebook() -> None:
    book = quincunx.game("vanguard-rome").rulebook
    for rule in quincunx.game("vanguard-rome").reasons[1:]:
        assert is_sentence(f"{rule}: {book.sentence(rule)}"), rule


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (3, {"decks": "divide_equal"}, "VR-174"),
        (4, {"decks": "divide_random"}, "VR-174"),
        (2, {"decks": "own"}, "Choose shared, divide_equal, divide_random"),
        (2, {"turn_limit": 5}, "at least 20 turns"),
        (2, {"turn_limit": 19}, "at least 20 turns"),
        (2, {"turn_limit": -1}, "whole number from 0 to 2000"),
        (2, {"turn_limit": 2001}, "whole number from 0 to 2000"),
        (2, {"level": "veteran"}, "Choose recruit"),
        (2, {"level": None}, "Choose recruit"),
        (2, {"shift_model": "columns"}, "Choose group, rows"),
        (2, {"hidden_rear": "perhaps"}, "Choose no, yes"),
        (2, {"use_commands": 2}, "Choose no, yes"),
        (2, {"replay_cap": 21}, "whole number from 0 to 20"),
        (2, {"hand_limit": 2}, "whole number from 3 to 12"),
        (2, {"hand_limit": 13}, "whole number from 3 to 12"),
        (1, {}, "for 2 to 4 players"),
        (5, {}, "for 2 to 4 players"),
    ],
)
def test_a_wrong_option_says_why(players: int, options: dict[str, Any], words: str) -> None:
    """VR-001, VR-048, VR-093, VR-174"""
    with pytest.raises(BadOption) as bad:
        quincunx.new("vanguard-rome", players, **options)
    assert words in str(bad.value)
    assert is_sentence(str(bad.value))


def test_an_unknown_option_is_named_with_the_nearest_match() -> None:
    with pytest.raises(QuincunxError, match=r"no option 'shift_modl'. Did you mean 'shift_model'\?"):
        quincunx.new("vanguard-rome", shift_modl="rows")


# ---------------------------------------------------------------- saves


def saved() -> list[dict[str, Any]]:
    """A game with moves of several phases, an undo, and a resignation."""
    match = quincunx.new("vanguard-rome", 3, seed=5, level="recruit")
    while match.state.turn_no < 2:
        match.play(match.moves.numbers[0])
    match.play(match.moves.numbers[-1]).undo().play(match.moves.numbers[0])
    assert match.turn is not None
    match.command(match.turn, "resign")
    return [json.loads(line) for line in match.dumps().splitlines()]


def test_broken_moves_and_commands_in_a_save_are_refused_by_line() -> None:
    lines = saved()
    moves = [number for number, line in enumerate(lines) if "move" in line]
    commands = [number for number, line in enumerate(lines) if "command" in line]
    assert len(commands) == 1
    assert quincunx.loads(sealed(lines)).dumps() == sealed(lines)
    wrong: list[Any] = [None, True, 1.5, "", "x", "attack now", "place ST F+31", "deploy XX", [], {}, ["attack"]]
    for number in (moves[0], moves[-1]):
        for value in wrong:
            data = json.loads(json.dumps(lines))
            data[number]["move"] = value
            assert bad_save(sealed(data)).line == number + 1, value
    others: dict[str, list[Any]] = {"command": [None, 5, "", "give up", []], "seat": [None, True, -1, 3, "0", []]}
    for key, values in others.items():
        for value in values:
            data = json.loads(json.dumps(lines))
            data[commands[0]][key] = value
            assert bad_save(sealed(data)).line == commands[0] + 1, value


def test_a_resignation_of_the_wrong_seat_in_a_save_is_refused() -> None:
    """R-54"""
    lines = saved()
    place = next(number for number, line in enumerate(lines) if "command" in line)
    lines[place]["seat"] = (lines[place]["seat"] + 1) % 3
    assert "R-54" in str(bad_save(sealed(lines)))


def test_a_save_that_is_cut_off_or_altered_is_refused() -> None:
    text = sealed(saved())
    for end in range(0, len(text) - 1, 97):
        bad_save(text[:end])
    lines = text.splitlines()
    for number in range(0, len(lines), 5):
        bad_save("\n".join([*lines[:number], *lines[number + 1 :]]) + "\n")


def test_a_save_with_other_options_is_refused() -> None:
    lines = saved()
    wrong: list[dict[str, Any]] = [{"level": "veteran"}, {"decks": "divide_equal"}, {"turn_limit": 5}, {"no_option": 1}]
    for options in wrong:
        data = json.loads(json.dumps(lines))
        data[0]["options"] |= options
        assert bad_save(sealed(data)).line == 1
