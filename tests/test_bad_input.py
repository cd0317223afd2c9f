"""Nobody ever sees a traceback for a wrong input: only QuincunxError comes out, and it says what is wrong."""

import copy
import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.engine.chance import Seed
from quincunx.engine.errors import BadOption, BadPosition, BadSave, QuincunxError, Refused, Unknown, Unreadable
from quincunx.engine.options import Table
from quincunx.engine.workshop import Workshop
from quincunx.table.match import Match
from quincunx.table.saving import Chain, _text
from tests.playouts import EVERY_GAME, choices

NONSENSE: list[Any] = [
    None,
    True,
    -1,
    7,
    10**30,
    1.0,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "\ud800",
    "a\0b",
    "1" * 5000,
    "{" * 5000,
    '{"a":' * 5000,
    "x" * 5000 + ".py",
    b"bytes",
    [],
    ["x"],
    [[]],
    {},
    {"x": 1},
    object(),
]
"""Values that are wrong nearly everywhere. A few are right in some places, and may be accepted there."""


def complaints(call: Callable[[Any], object], values: list[Any] = NONSENSE) -> list[str]:
    """What else than a QuincunxError came out of a call, for each value."""
    found = []
    for value in values:
        try:
            call(value)
        except QuincunxError as error:
            found += [] if str(error).strip() else [f"{str(value)[:20]!r}: no words"]
        except Exception as error:
            found.append(f"{str(value)[:20]!r}: {type(error).__name__}: {str(error)[:80]}")
    return found


def vanagloria() -> Match:
    return quincunx.new("vanagloria", 3, seed=1, talk="alliances")


# ---------------------------------------------------------------- games, players, options


def test_every_public_name_is_still_there_after_a_game_was_loaded() -> None:
    """A folder of the same name must not take a function's place."""
    vanagloria().dumps()
    for name in quincunx.__all__:
        assert isinstance(getattr(quincunx, name), FunctionType), name
    assert quincunx.game_names() == EVERY_GAME


@pytest.mark.parametrize("call", [quincunx.game, quincunx.new, lambda name: quincunx.set_up({"game": name})])
def test_an_unknown_game_is_named_with_the_nearest_match(call: Callable[[str], object]) -> None:
    with pytest.raises(Unknown, match=r"no game 'vanaglorai'. Did you mean 'vanagloria'\? Known: vanagloria, "):
        call("vanaglorai")


def test_an_unknown_option_or_bot_is_named_with_the_nearest_match() -> None:
    with pytest.raises(Unknown, match=r"no option 'targt'. Did you mean 'target'\?"):
        quincunx.new("vanagloria", 2, targt=100)
    with pytest.raises(Unknown, match=r"no bot 'gredy'. Did you mean 'greedy'\?"):
        quincunx.bot("gredy")
    with pytest.raises(QuincunxError, match="no setting 'speed'"):
        quincunx.bot("greedy", speed=1)


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("players", [0, 1, 7, -1, 10**30, True, "4", 4.0, None, [2], float("nan")])
def test_an_impossible_number_of_players_is_refused(name: str, players: Any) -> None:
    """VG-001, OC-001"""
    with pytest.raises(BadOption, match="for 2 to 6 players"):
        quincunx.new(name, players)


@pytest.mark.parametrize(
    ("name", "players", "options", "words"),
    [
        ("vanagloria", 2, {"turn": "pro"}, "VG-050"),
        ("vanagloria", 2, {"turn": "random"}, "VG-050"),
        ("vanagloria", 3, {"turn": "pro"}, "VG-056"),
        ("vanagloria", 2, {"turn": "fast"}, "Choose standard, pro, random"),
        ("vanagloria", 2, {"target": 64}, "Choose 50, 100, 150"),
        ("vanagloria", 2, {"board": "p3a"}, "3 entrances"),
        ("vanagloria", 2, {"board": "oc"}, "Choose p2a"),
        ("vanagloria", 2, {"round_limit": 1000}, "whole number from 0 to 999"),
        ("vanagloria", 2, {"round_limit": "01"}, "whole number from 0 to 999"),
        ("vanagloria", 2, {"first_player": 2}, "seats 0 to 1"),
        ("vanagloria", 2, {"first_player": 6}, "first_player: 6 is not a value"),
        ("vanagloria", 2, {"talk": "competitive", "private_chat": "on"}, "no private chat"),
        ("orbit-cubes", 4, {"turn": "pro"}, "OC-031"),
        ("orbit-cubes", 4, {"target": 50}, "Choose 64"),
        ("orbit-cubes", 4, {"board": "oc-fit5"}, "exactly 5 players"),
        ("orbit-cubes", 4, {"oc_respawn": "perhaps"}, "Choose no, yes"),
    ],
)
def test_a_wrong_option_says_why(name: str, players: int, options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as bad:
        quincunx.new(name, players, **options)
    assert words in str(bad.value)
    assert str(bad.value).startswith(next(iter(reversed(options))))


@pytest.mark.parametrize(("name", "option"), [(n, o.name) for n in EVERY_GAME for o in quincunx.game(n).options])
def test_an_option_takes_nothing_else_than_its_values(name: str, option: str) -> None:
    assert complaints(lambda value: quincunx.new(name, 2, **{option: value})) == []
    found = next(o for o in quincunx.game(name).options if o.name == option)
    for value in NONSENSE:
        if found.kind != "number" and str(value) not in map(str, found.values):
            with pytest.raises(QuincunxError):
                quincunx.new(name, 2, **{option: value})
    for value in choices(found, Table(2, False, quincunx.game(name).settle(2, {}))):
        assert quincunx.game(name).settle(2, {option: value})[option] == value
        assert quincunx.game(name).settle(2, {option: str(value)})[option] == value, "also in writing"


CALLS: dict[str, Callable[[Any], object]] = {
    "game": quincunx.game,
    "new": quincunx.new,
    "new players": lambda value: quincunx.new("vanagloria", value),
    "new seed": lambda value: quincunx.new("vanagloria", seed=value).dumps(),
    "new seats": lambda value: quincunx.new("vanagloria", seats=value).dumps(),
    "new seat": lambda value: quincunx.new("vanagloria", seats=["Ann", value]).dumps(),
    "set_up": quincunx.set_up,
    "set_up game": lambda value: quincunx.set_up({"game": value}),
    "set_up seed": lambda value: quincunx.set_up({"game": "vanagloria", "players": 2}, seed=value),
    "loads": quincunx.loads,
    "bot": quincunx.bot,
    "bot seed": lambda value: quincunx.bot("random", seed=value),
    "play": lambda value: vanagloria().play(value),
    "number": lambda value: vanagloria().number(value),
    "why_not": lambda value: vanagloria().why_not(value),
    "copy play": lambda value: vanagloria().copy().play(value),
    "would_break": lambda value: vanagloria().would_break(value),
    "view": lambda value: vanagloria().view(value),
    "at": lambda value: vanagloria().at(value),
    "undo": lambda value: vanagloria().play("end").undo(value),
    "leave": lambda value: vanagloria().leave(value),
    "say seat": lambda value: vanagloria().say(value, "Hello!").dumps(),
    "say text": lambda value: vanagloria().say(0, value).dumps(),
    "say to": lambda value: vanagloria().say(0, "Hello!", value).dumps(),
    "propose seat": lambda value: vanagloria().propose(value, [0, 1]),
    "propose members": lambda value: vanagloria().propose(0, value),
    "propose member": lambda value: vanagloria().propose(0, [0, value]),
    "propose enemy": lambda value: vanagloria().propose(0, [0, 1], common_enemy=value),
    "propose until": lambda value: vanagloria().propose(0, [0, 1], until_round=value),
    "answer seat": lambda value: pact().answer(value, 1, "accept"),
    "answer pact": lambda value: pact().answer(1, value, "accept"),
    "answer answer": lambda value: pact().answer(1, 1, value),
    "why_not_pick": lambda value: vanagloria().why_not_pick(value),
    "why_not_pick one": lambda value: vanagloria().why_not_pick([value]),
    "why_not_pick two": lambda value: vanagloria().why_not_pick(["1:d@E1", value]),
}


def pact() -> Match:
    match = vanagloria()
    match.propose(0, [0, 1])
    return match


@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_and_values_never_cause_a_traceback(name: str) -> None:
    assert complaints(CALLS[name]) == []


@pytest.mark.parametrize("seat", [-1, 3, 10**30, True, False, 0.0, 1.0, "0", [], b"0"])
def test_absurd_seats_do_not_exist(seat: Any) -> None:
    match = vanagloria()
    calls: list[Callable[[], object]] = [
        lambda: match.view(seat),
        lambda: match.leave(seat),
        lambda: match.say(seat, "Hello!"),
        lambda: match.say(0, "Hello!", seat),
        lambda: match.propose(0, [0, seat]),
        lambda: match.propose(0, [0, 1], common_enemy=seat),
        lambda: match.answer(seat, 1, "accept"),
    ]
    for call in calls:
        with pytest.raises(QuincunxError, match="There is no seat"):
            call()
    assert match.entries == []


def test_a_named_table_has_all_its_players_and_known_bots() -> None:
    with pytest.raises(BadOption, match="1 seats are named, but 2 players sit at the table"):
        quincunx.new("vanagloria", 2, seats=["Ann"])
    with pytest.raises(Unknown, match=r"no bot 'gredy'. Did you mean 'greedy'"):
        quincunx.new("vanagloria", 2, seats=["Ann", "bot:gredy"])


def test_nothing_is_undone_past_the_start() -> None:
    match = vanagloria()
    with pytest.raises(QuincunxError, match="can't be taken back"):
        match.undo()
    match.play("end").play("end")
    for count in (3, 0, -1, True, 1.0, "1", None):
        with pytest.raises(QuincunxError, match=r"can't be taken back.*\b2\b"):
            match.undo(count)  # type: ignore[arg-type]
    assert len(match.undo(2).line) == 0


def test_a_file_that_is_no_game_is_refused(tmp_path: Path) -> None:
    (empty := tmp_path / "empty.py").write_text("", "utf-8")
    (wrong := tmp_path / "wrong.py").write_text("GAME = 5", "utf-8")
    (folder := tmp_path / "folder.py").mkdir()
    for path, words in (
        (empty, "defines no GAME"),
        (wrong, "GAME"),
        (folder, "no file"),
        (tmp_path / "none.py", "no file"),
    ):
        with pytest.raises(QuincunxError, match=words):
            quincunx.new(str(path))


# ---------------------------------------------------------------- saves


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


# ---------------------------------------------------------------- positions

STATION: dict[str, Any] = {"game": "vanagloria", "players": 2}
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


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["d@E0", "m@K.a x3", "r+@F0", "activated d@K.a", "oc", "p2a", "pro", 0, 1, 2, 7, 999]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
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


@given(st.sampled_from(EVERY_GAME), st.dictionaries(st.sampled_from(KEYS), JUNK, max_size=3), st.booleans())
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
    assert "".join(text.split()) == "".join(played.split()), "only spaces may differ"


@given(st.sampled_from(EVERY_GAME), st.lists(TEXTS, max_size=3))
@settings(max_examples=200)
def test_a_garbage_path_of_picks_is_answered_in_words(name: str, path: list[str]) -> None:
    match = quincunx.new(name, 2, seed=3)
    answer = match.why_not_pick(path)
    assert answer is None or answer.strip()
    if answer is None:
        assert match.picks().move([" ".join(pick.split()) for pick in path]) is not None


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
