"""Wrong games, players, options, seats; and wrong values in every call."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quincunx
from quincunx.engine.errors import BadOption, QuincunxError, Unknown
from quincunx.engine.options import Table
from quincunx.table.match import Match
from tests.bad_input.nonsense import NONSENSE, complaints, vanagloria
from tests.playouts import EVERY_GAME, choices


def test_every_public_name_is_still_there_after_a_game_was_loaded() -> None:
    """A folder of the same name must not take its place."""
    vanagloria().dumps()
    for name in quincunx.__all__:
        assert not isinstance(getattr(quincunx, name), ModuleType), name
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
    """VG-001, OC-001, GD-001"""
    seats = quincunx.game(name).seats
    span = "2" if seats == 2 else f"2 to {seats}"
    with pytest.raises(BadOption, match=f"for {span} players, not"):
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
        ("galaxy-of-d", 2, {"map": "huge"}, "Choose small, standard, large"),
        ("galaxy-of-d", 2, {"map": "small", "base_min_distance": 5}, "The small map has no room"),
        ("galaxy-of-d", 2, {"base_min_distance": 2}, "Choose 3, 4, 5, 6"),
        ("galaxy-of-d", 2, {"first_player": 0}, "Choose coin, seat0, seat1, rps"),
        ("galaxy-of-d", 2, {"fog": True}, "Choose top, open"),
        ("galaxy-of-d", 2, {"things_roll": 7}, "Choose die, 1, 2, 3, 4, 5, 6"),
        ("galaxy-of-d", 2, {"start_armor": 0}, "Choose 10, 15, 20"),
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
