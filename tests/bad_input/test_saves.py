"""Saves that are cut off, damaged, edited or invented."""

import copy
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.chance import Seed
from quincunx.engine.errors import BadSave
from quincunx.table.saving import Chain, _text
from tests.bad_input.nonsense import complaints


@lru_cache
def good() -> str:
    """A save with an entry of every kind."""
    match = quincunx.new("vanagloria", 3, seed=5, seats=["Ann", "Bob", "bot:greedy"], talk="alliances", turn="random")
    match.play(match.moves.numbers[-1]).say(0, "Hello!").play("end")
    number = match.propose(0, [0, 1], common_enemy=2, until_round=9)
    match.answer(1, number, "accept").play(match.moves.numbers[-1]).undo().play("end").say(1, "psst", 0).leave(2)
    match.answer(0, number, "leave")
    for _ in range(12):
        match.play(match.moves.numbers[-1])
    return match.dumps()


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in good().splitlines()]


def sealed(data: list[Any]) -> str:
    """The lines with checks that fit: what somebody writes who knows the format."""
    chain = Chain()
    texts = []
    for line in copy.deepcopy(data):
        line.pop("check", None)
        texts.append(_text(line | {"check": chain.add(_text(line))}))
    return "\n".join(texts) + "\n"


def bad_save(text: str) -> BadSave:
    with pytest.raises(BadSave) as bad:
        quincunx.loads(text)
    assert str(bad.value).startswith(f"Line {bad.value.line}: ")
    assert len(str(bad.value)) > len("Line 10: ") + 10
    assert 1 <= bad.value.line <= len(text.splitlines()) + 1
    return bad.value


def test_the_good_save_is_good() -> None:
    assert sealed(lines()) == good()
    assert quincunx.loads(good()).dumps() == good()
    assert {key for line in lines()[1:-1] for key in line} >= {"move", "say", "pact", "undo", "leave"}


@pytest.mark.parametrize("text", ["", " ", "\n\n", "hello", "null", "[]", "5", '"x"', "{}", "\ufeff{}", "\0"])
def test_what_is_no_save_is_refused_at_line_one(text: str) -> None:
    assert bad_save(text).line == 1


def test_a_save_cut_off_anywhere_is_refused() -> None:
    text = good()
    ends = [0]
    for whole in text.splitlines():
        ends += [ends[-1] + len(whole) + 1]
    for number, end in enumerate(ends[:-1]):
        assert bad_save(text[:end]).line == number + 1, "whole lines are missing: the next one is asked for"
    for cut in range(0, len(text) - 2, 7):
        line = text.count("\n", 0, cut) + 1
        assert bad_save(text[:cut]).line in (line, line + 1)
    assert quincunx.loads(text.rstrip("\n")).dumps() == text


def test_a_changed_line_is_found_and_named() -> None:
    text = good().splitlines()
    for number in range(len(text)):
        for changed in (
            text[number].replace('"', "'"),
            text[number][:-1],
            text[number] + "}",
            text[number] + " " + text[number],
            text[number].replace('"check":"', '"check":"0'),
            text[number].replace("{", '{"more":1,', 1),
            text[number].replace("{", '{"more":"\\ud800",', 1),
            text[number].replace("{", '{"more":Infinity,', 1),
            "",
            "{}",
            "[]",
            "null",
            '{"a":' * 5000,
        ):
            found = bad_save("\n".join([*text[:number], changed, *text[number + 1 :]]))
            assert found.line == number + 1, changed[:60]


@pytest.mark.parametrize("keep_checks", [True, False])
def test_every_value_of_every_line_is_guarded(keep_checks: bool) -> None:
    """With checks that no longer fit, each change is found; with new ones, nothing worse than a BadSave comes out."""
    wrong = [None, True, -1, 99, 1.5, "x", "\u2028", [], {}, ["x"], {"seat": 0}]
    for number, line in enumerate(lines()):
        for key in line:
            for value in wrong:
                if line[key] == value:
                    continue
                data = lines()
                data[number][key] = value
                if keep_checks:
                    assert bad_save("\n".join(map(_text, data))).line == number + 1
                else:
                    assert complaints(quincunx.loads, [sealed(data)]) == [], f"line {number + 1}, {key} = {value!r}"
            data = lines()
            del data[number][key]
            assert complaints(quincunx.loads, ["\n".join(map(_text, data)), sealed(data)]) == []


@pytest.mark.parametrize("key", ["say", "pact", "seal"])
def test_every_value_inside_an_entry_is_guarded(key: str) -> None:
    wrong: list[Any] = [None, True, -1, 99, 1.5, "x", [], {}, [0, [1]], "DELETE"]
    for number, line in enumerate(lines()):
        for inner in line.get(key, ()):
            for value in wrong:
                data = lines()
                if value == "DELETE":
                    del data[number][key][inner]
                else:
                    data[number][key][inner] = value
                assert complaints(quincunx.loads, [sealed(data)]) == [], f"line {number + 1}, {inner} = {value!r}"


def test_swapped_doubled_and_missing_lines_are_found() -> None:
    text = good().splitlines()
    for i in range(len(text)):
        doubled = [*text[: i + 1], *text[i:]]
        assert bad_save("\n".join(doubled)).line == i + 2
        if i < len(text) - 1:
            missing = [*text[:i], *text[i + 1 :]]
            assert bad_save("\n".join(missing)).line == i + 1
            swapped = [*text[:i], text[i + 1], text[i], *text[i + 2 :]]
            assert bad_save("\n".join(swapped)).line == i + 1


def test_swapped_doubled_and_missing_entries_are_found_even_with_new_checks() -> None:
    data = lines()
    for i in range(1, len(data) - 1):
        doubled = [*data[: i + 1], *data[i:]]
        assert "entry" in str(bad_save(sealed(doubled)))
        if i < len(data) - 2:
            assert bad_save(sealed([*data[:i], *data[i + 1 :]])).line == i + 1
            assert bad_save(sealed([*data[:i], data[i + 1], data[i], *data[i + 2 :]])).line == i + 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"quincunx": "position"}, "not a Quincunx save"),
        ({"format": 2}, "format 2; this program reads format 1"),
        ({"format": None}, "format None"),
        ({"rules": "0.9"}, "version '0.9' of the rules"),
        ({"game": "ludo"}, "no game 'ludo'"),
        ({"players": 7}, "2 to 6 players"),
        ({"players": 2}, "."),
        ({"options": {"turn": "pro"}}, "VG-056"),
        ({"options": {"speed": 1}}, "no option 'speed'"),
        ({"commitment": "0" * 64}, "commitment"),
        ({"seats": [{"name": "Ann"}]}, "seats"),
        ({"seats": [{"name": "Ann"}] * 4}, "seats"),
        ({"start": {"players": 4, "units": [None] * 4}}, "."),
        ({"start": {"units": 5}}, "units"),
        ({"start": []}, "."),
    ],
)
def test_a_foreign_or_edited_header_is_refused_even_with_new_checks(changes: dict[str, Any], words: str) -> None:
    data = lines()
    data[0] |= changes
    bad = bad_save(sealed(data))
    assert words in str(bad)
    assert bad.line == 1 or "players" in changes


def test_an_exchanged_seed_does_not_fit_the_commitment() -> None:
    """Somebody writes another seed, and makes all checks fit: the commitment was made before the first move."""
    other = Seed.new(99)
    for part in ({"seed": other.key.hex()}, {"salt": other.salt.hex()}, {"seed": "00"}, {"seed": "", "salt": ""}):
        data = lines()
        data[-1]["seal"] |= part
        assert "commitment does not fit the seed" in str(bad_save(sealed(data)))


def test_another_seed_with_its_own_commitment_leads_to_another_state() -> None:
    """Random order of play: with other chance the moves do not fit, or do not lead to the same end."""
    data = lines()
    other = Seed.new(99)
    data[-1]["seal"] |= {"seed": other.key.hex(), "salt": other.salt.hex()}
    data[0]["commitment"] = other.commitment
    assert bad_save(sealed(data)).line > 1


def test_another_final_state_or_another_move_is_refused_even_with_new_checks() -> None:
    data = lines()
    data[-1]["seal"]["state"] = "0" * 32
    assert "do not lead to the state" in str(bad_save(sealed(data)))
    for number, line in enumerate(lines()):
        if "move" in line:
            for move, words in (
                ("fly", "'fly' is not a move"),
                ("move d@E0 > E0", ":"),
                (5000, ":"),
                ("", "not a move"),
            ):
                data = lines()
                data[number]["move"] = move
                bad = bad_save(sealed(data))
                assert bad.line == number + 1
                assert words in str(bad)
            data = lines()
            data[number]["seat"] = (line["seat"] + 1) % 3
            assert f"not of seat {data[number]['seat']}" in str(bad_save(sealed(data)))


def test_a_save_does_not_run_a_file(tmp_path: Path) -> None:
    """What a save or a position names is a game of the list; only the program's own user may name a Python file."""
    ran = tmp_path / "ran"
    (trap := tmp_path / "trap.py").write_text(f"open({str(ran)!r}, 'w').close()\n", "utf-8")
    data = lines()
    data[0]["game"] = str(trap)
    assert complaints(quincunx.loads, [sealed(data)]) == []
    assert complaints(quincunx.set_up, [json.dumps({"game": str(trap), "players": 2})]) == []
    assert not ran.exists()


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.binary(max_size=4))
@settings(max_examples=150)
def test_a_save_with_random_damage_is_read_exactly_or_not_at_all(at: int, length: int, put: bytes) -> None:
    raw = good().encode()
    at %= len(raw)
    damaged = raw[:at] + put + raw[at + length % 6 :]
    text = damaged.decode("utf-8", "replace")
    try:
        again, line = quincunx.loads(text), 0
    except BadSave as bad:
        again, line = None, bad.line
    assert again is None or again.dumps() == good()
    assert line == 0 or abs(line - (raw.count(b"\n", 0, at) + 1)) <= 1
