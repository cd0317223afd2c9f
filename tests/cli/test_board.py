"""`quincunx board`: ready-made boards, boards of one's own, random boards."""

import json
from pathlib import Path
from typing import Any

import pytest

import quincunx
from tests.cli.program import CONNECT_FOUR, board, good, run, words, written, wrong

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def test_ready_made_boards_are_listed() -> None:
    done = run("board", "list", "vanagloria")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["p2a", "p2b", "p3a", "p3b", "p4a", "p4b", "p5a", "p5b", "p6a", "p6b", "g6"]
    assert lines[4] == ["p4a", "4", "players", "Keep"]


@pytest.mark.parametrize("args", [["list"], ["show"], ["check"], ["generate"]])
def test_a_game_with_fixed_boards_has_nothing_to_compose(args: list[str]) -> None:
    for game, title in (("orbit-cubes", "Orbit Cubes"), (CONNECT_FOUR, "Connect four")):
        operands = ["p4a"] if args[0] in ("show", "check") else []
        said = wrong("board", *args, game, *operands, code=(1, 2))
        assert f"The boards of {title}" in said
        assert "are fixed" in said


def test_a_board_is_shown_drawn_and_written(here: Path) -> None:
    assert good("board", "show", "vanagloria", "p4a").startswith("Vanagloria Galaxy: Keep")
    assert json.loads(run("board", "show", "vanagloria", "p4a", "--json").stdout) == board()
    good("board", "show", "vanagloria", "p4a", "--svg", "keep.svg")
    assert (here / "keep.svg").read_text("utf-8").startswith("<svg")


def test_a_board_is_shown_from_a_file(here: Path) -> None:
    path = written(here, board() | {"name": "My own"})
    assert "My own" in good("board", "show", "vanagloria", path)
    assert json.loads(run("board", "show", "vanagloria", path, "--json").stdout)["name"] == "My own"


def test_an_unknown_board_is_answered_with_the_known_ones() -> None:
    for command in ("show", "check"):
        assert "There is no board p4z. Choose one of p2a, p2b" in wrong("board", command, "vanagloria", "p4z")


def test_a_legal_even_board_is_praised(here: Path) -> None:
    for which in ("p4a", written(here, board())):
        said = good("board", "check", "vanagloria", which)
        assert "✓ legal and even" in said
        assert "E0" in said
        assert "E3" in said


def test_an_uneven_board_is_legal_and_the_reasons_are_told(here: Path) -> None:
    """R-27: warn, never forbid"""
    data = board()
    data["tiles"] = [row for row in data["tiles"] if row[0] != "F0"]
    path = written(here, data)
    said = good("board", "check", "vanagloria", path)
    assert "✓ legal but uneven" in said
    assert " - " in said
    assert "40 games" in good("simulate", "vanagloria", "-p", "4", "-n", "40", "-j", "1", "-o", f"board=@{path}")


ILLEGAL: list[tuple[dict[str, Any], str]] = [
    ({"tiles": [["A", "T99", 0, 0, 0]]}, "B1"),
    ({"tiles": [["A", "T05", 0, 0, 7]]}, "B1"),
    ({"tiles": [["A", "T05", 0, 0, 0], ["B", "T05", 1, 0, 0]]}, "B1"),
    ({"tiles": []}, "B"),
    ({"tiles": "x"}, "B1"),
    ({"entrances": []}, "B2"),
    ({"entrances": [[0, "D0", "W"]]}, "B2"),
    ({"players": 9}, "B2"),
    ({"players": 4.0}, "B2"),
    ({"players": 1e400}, "B2"),
    ({"name": ""}, "B1"),
    ({"id": None}, "B1"),
    ({"tiles": [["[/]", "T99", 0, 0, 0]]}, "B1"),
    ({"tiles": [["[/]", "T05", 0, 0, 0], ["[/]", "T06", 1, 0, 0]]}, "B1"),
]


@pytest.mark.parametrize(("change", "code"), ILLEGAL)
def test_an_illegal_board_is_refused_with_the_reason(change: dict[str, Any], code: str, here: Path) -> None:
    path = written(here, board() | change)
    done = run("board", "check", "vanagloria", path)
    assert done.exit_code == 1
    assert words(done.output).startswith(f"✗ illegal {code}")
    assert f"Error: {code}" in wrong("board", "show", "vanagloria", path, code=(1, 2))
    assert f"board: {code}" in wrong("simulate", "vanagloria", "-p", "4", "-o", f"board=@{path}")


@pytest.mark.parametrize("command", [["board", "check"], ["board", "show"], ["board", "show", "--json"]])
def test_a_bad_file_is_no_board(command: list[str], bad_files: dict[str, str]) -> None:
    for name, path in bad_files.items():
        done = run(*command[:2], "vanagloria", path, *command[2:])
        if not (name == "nan" and "--json" in command):
            assert done.exit_code in (1, 2), name
            assert "Error: " in done.stderr or "✗ illegal" in done.stdout


def test_a_bad_file_is_no_option(bad_files: dict[str, str]) -> None:
    for name, path in bad_files.items():
        assert "Error: " in wrong("simulate", "vanagloria", "-n", "5", "-o", f"board=@{path}"), name


def test_a_board_is_generated_repeatably() -> None:
    one, other = (run("board", "generate", "vanagloria", "-p", "3", "--seed", "4") for _ in range(2))
    data = json.loads(one.stdout)
    assert one.stdout == other.stdout
    assert data["players"] == 3
    assert run("board", "generate", "vanagloria", "-p", "3", "--seed", "5").stdout != one.stdout
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    assert workshop.check(data) is None
    assert workshop.report(data)[0], "even"


def test_a_generated_board_can_be_checked_shown_and_played_on(here: Path) -> None:
    done = run("board", "generate", "vanagloria", "-p", "3", "--seed", "4", "--rooms", "8", "--out", "made/board.json")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "quincunx play vanagloria -p 3 -o board=@made/board.json" in words(done.stderr)
    assert len(json.loads((here / "made" / "board.json").read_text("utf-8"))["tiles"]) == 8
    assert "✓ legal and even" in good("board", "check", "vanagloria", "made/board.json")
    good("board", "show", "vanagloria", "made/board.json")
    study = ("simulate", "vanagloria", "-n", "20", "-j", "1", "-o", "board=@made/board.json")
    assert "20 games" in good(*study, "-p", "3")
    assert "3 entrances" in wrong(*study, "-p", "2") or "3 players, but 2 want" in wrong(*study, "-p", "2")
    assert "needs a terminal" in wrong("play", "vanagloria", "-p", "3", "-o", "board=@made/board.json")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["-p", "1"], "2 to 6 players"),
        (["-p", "7"], "2 to 6 players"),
        (["-p", "9" * 30], "2 to 6 players"),
        (["--rooms", "0"], "range"),
        (["--rooms", "26"], "range"),
        (["-p", "4", "--rooms", "1"], "4 to 25 rooms"),
        (["--bound", "-0.1"], "range"),
        (["--bound", "1.1"], "range"),
        (["--bound", "nan"], "--bound"),
        (["--bound", "x"], "not a valid float"),
        (["--seed", "x"], "not a valid integer"),
    ],
)
def test_generate_says_what_is_wrong(args: list[str], reason: str) -> None:
    assert reason in wrong("board", "generate", "vanagloria", "--seed", "1", *args)


def test_a_generated_board_is_not_written_over_a_folder(here: Path) -> None:
    (here / "folder").mkdir()
    assert "a folder" in wrong("board", "generate", "vanagloria", "-p", "2", "--seed", "1", "--out", "folder")
