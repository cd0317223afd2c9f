"""The example of docs/write-a-game.md: a whole game in one file, through the same doors as every other.

Run as a program, this file prints what it played; a test runs it interpreted and compares.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import quincunx
from quincunx.cli.main import main
from quincunx.engine.errors import BadOption, BadPosition, Refused, Unreadable
from quincunx.engine.position import Position
from quincunx.lab.simulation import Study, findings, run
from quincunx.table.match import Match

ROOT = Path(__file__).parents[1]
FILE = str(ROOT / "examples" / "connect_four.py")
COLUMNS, ROWS = 7, 6
LAST_DISC = "126716421664464431153376247523515527775233"
"""The 42nd disc wins."""
DRAW = "126613431456475467333341527215612225546777"


def played(line: str) -> Match:
    """A game of these columns."""
    match = quincunx.new(FILE, 2, seed=1)
    for column in line:
        match.play(f"column {column}")
    return match


def owners(position: Position) -> dict[tuple[int, int], int]:
    """Whose disc lies where, by column and row from 0."""
    return {
        (column, row): seat
        for seat in (0, 1)
        for column in range(COLUMNS)
        for row in range(ROWS)
        if int(position.state.stones[seat]) >> (column * COLUMNS + row) & 1
    }


def four(discs: dict[tuple[int, int], int], seat: int) -> bool:
    """Four in a row, looked for cell by cell."""
    return any(
        all(discs.get((column + i * right, row + i * up)) == seat for i in range(4))
        for column in range(COLUMNS)
        for row in range(ROWS)
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


# ---------------------------------------------------------------- what it is


def test_the_file_defines_a_game() -> None:
    game = quincunx.game(FILE)
    assert (game.name, game.title, list(game.players), game.move_count) == ("connect-four", "Connect four", [2], 7)
    assert str(game.source) == FILE
    assert "connect-four" not in quincunx.game_names()


def test_a_relative_path_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert quincunx.game("examples/connect_four.py").name == "connect-four"
    assert quincunx.new("examples/connect_four.py", seed=1).turn == 0


def test_it_is_a_game_for_two_without_options() -> None:
    for players in (1, 3):
        with pytest.raises(BadOption, match="Connect four is a game for 2 players"):
            quincunx.new(FILE, players)
    with pytest.raises(ValueError, match="no option 'board'"):
        quincunx.new(FILE, 2, board="big")


# ---------------------------------------------------------------- known games


@pytest.mark.parametrize(
    ("line", "winner", "how"),
    [
        ("1212121", 0, "up"),
        ("12121272", 1, "up"),
        ("1122334", 0, "along"),
        ("4455667", 0, "along"),
        ("71122334", 1, "along"),
        ("12233434464", 0, "rising"),
        ("76655454424", 0, "falling"),
        ("112233545366", None, "not yet"),
    ],
)
def test_four_in_a_row_win(line: str, winner: int | None, how: str) -> None:
    match = played(line)
    assert match.at(len(line) - 1).over is False
    if winner is None:
        assert (match.over, match.outcome) == (False, None)
        return
    assert (match.over, match.turn, len(match.moves)) == (True, None, 0)
    assert match.outcome == ((1.0, -1.0) if winner == 0 else (-1.0, 1.0))
    assert four(owners(match), winner), how
    assert match.scene().prompt == "The game is over."


def test_a_full_frame_is_a_draw() -> None:
    match = played(DRAW)
    assert len(DRAW) == COLUMNS * ROWS
    assert (match.over, match.outcome) == (True, (0.0, 0.0))
    assert not four(owners(match), 0)
    assert not four(owners(match), 1)


def test_a_win_with_the_last_disc_is_a_win_not_a_draw() -> None:
    match = played(LAST_DISC)
    assert len(LAST_DISC) == COLUMNS * ROWS
    assert four(owners(match), 1)
    assert (match.at(41).over, match.outcome) == (False, (-1.0, 1.0))


def test_the_end_is_seen_at_once_and_no_row_goes_round_the_edge() -> None:
    random, start = Random(2), quincunx.new(FILE, 2, seed=1).at(0)
    for _ in range(60):
        position = start.copy()
        while not position.over:
            seat = position.turn
            assert seat is not None
            position.play(random.choice(position.moves.numbers))
            discs = owners(position)
            assert four(discs, seat) == (position.state.winner == seat + 1)
            assert not four(discs, 1 - seat)
            assert position.over == (four(discs, seat) or len(discs) == COLUMNS * ROWS)
            assert len(discs) == position.state.discs
            assert all((column, row - 1) in discs for column, row in discs if row), "a disc falls"


# ---------------------------------------------------------------- refusals


def refused(match: Match, move: int | str) -> str:
    """The rule that forbids a move: cited with its sentence, and by `play` too."""
    refusal = match.refusal(move)
    assert refusal is not None
    with pytest.raises(Refused, match=refusal.rule):
        match.play(move)
    assert match.why_not(move) == f"{refusal.rule}: {match.game.rulebook.sentence(refusal.rule)}"
    return refusal.rule


def test_a_full_column_takes_no_more_discs() -> None:
    """CF-1"""
    match = played("111111")
    assert "column 1" not in {move.text for move in match.moves}
    assert refused(match, "column 1") == "CF-1"
    assert refused(match, 0) == "CF-1"


def test_after_the_end_nothing_is_played() -> None:
    """CF-2"""
    for line in ("1212121", DRAW):
        assert refused(played(line), "column 3") == "CF-2"


@pytest.mark.parametrize("move", [-1, 7, 8, 10**9, -(10**30)])
def test_there_are_seven_columns(move: int) -> None:
    """CF-3"""
    assert refused(played(""), move) == "CF-3"


def test_a_refused_move_changes_nothing() -> None:
    match = played("111111")
    before = match.raw.tobytes()
    with pytest.raises(Refused):
        match.play("column 1")
    assert match.raw.tobytes() == before
    assert len(match.entries) == 6


@pytest.mark.parametrize("text", ["column 8", "column 0", "", "1", "Column 1", "column one", "column 1 2"])
def test_words_that_are_no_move_are_answered_with_those_that_are(text: str) -> None:
    with pytest.raises(Unreadable, match="Legal now: column 1, column 2"):
        played("").play(text)


def test_the_rules_are_read_from_the_command_line_too() -> None:
    done = CliRunner().invoke(main, ["rules", FILE, "CF-1"])
    assert done.exit_code == 0, repr(done.exception)
    assert quincunx.game(FILE).rulebook.full("CF-1") in done.stdout


# ---------------------------------------------------------------- text, positions, saves


def test_every_move_reads_back_from_its_text() -> None:
    match = played("44444")
    assert [move.text for move in match.moves] == [f"column {column}" for column in range(1, 8)]
    for move in match.moves:
        assert match.number(move.text) == match.number(f"  {move.text.replace(' ', '   ')} ") == move.number
    assert "column 4" not in {move.text for move in match.play("column 4").moves}


def test_every_move_can_be_picked() -> None:
    match = played("444444")
    assert match.picks().next([]) == [f"column {column}" for column in (1, 2, 3, 5, 6, 7)]
    assert match.picks().line(["column 7"]) == (6,)
    why = match.why_not_pick(["column 4"])
    assert why is not None
    assert why.startswith("CF-1: ")


@pytest.mark.parametrize("line", ["", "4", "12233434464", DRAW])
def test_a_written_position_is_the_position(line: str) -> None:
    match = played(line)
    data = json.loads(match.position())
    assert data["discs"] == len(line)
    assert data["game"] == "connect-four"
    again = quincunx.set_up(data, seed=1)
    assert again.raw.tobytes() == match.raw.tobytes()
    assert again.position() == match.position()
    assert again.outcome == match.outcome


def test_a_position_can_be_set_up_as_it_was_written() -> None:
    """The same process knows the game by its name: whoever wrote the position had loaded the file."""
    match = played("4455")
    assert quincunx.set_up(match.position(), seed=1).raw.tobytes() == match.raw.tobytes()


def test_a_game_can_be_loaded_as_it_was_saved() -> None:
    """A save names the game, never a file; the same process knows the game by its name."""
    match = played("4455").undo().play("column 1")
    again = quincunx.loads(match.dumps())
    assert again == match
    assert again.play("column 2").digest == match.play("column 2").digest


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"discs": 1000}, "discs"),
        ({"height": [0] * 8}, "height"),
        ({"stones": [1, -1]}, "stones"),
        ({"turn": 0.5}, "turn"),
        ({"colour": 1}, "no such key"),
        ({"players": 3}, "for 2 players"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(change: dict[str, Any], words: str) -> None:
    data = json.loads(played("44").position()) | {"game": "connect-four"} | change
    with pytest.raises((BadPosition, BadOption), match=words):
        quincunx.set_up(data)


def test_undo_and_the_past() -> None:
    match = played("445")
    assert match.undo(2).turn == 1
    assert match.digest == played("4").digest == match.at(1).digest
    assert match.at(0).digest == played("").digest


def test_a_game_is_told() -> None:
    assert played("47").log == ["Red drops a disc into column 4.", "Blue drops a disc into column 7."]
    match = quincunx.new(FILE, 2, seed=1, seats=["Ann", "Bob"])
    assert match.play("column 1").log == ["Ann drops a disc into column 1."]


def test_it_is_drawn_without_a_line_of_its_own_for_any_front() -> None:
    match = played("44")
    assert len(match.scene().places) == COLUMNS * ROWS
    assert [(piece.place, piece.owner) for piece in match.scene().pieces] == [("4.1", 0), ("4.2", 1)]
    assert match._repr_svg_().startswith("<svg")
    assert "Connect four" in str(match)
    assert [seat.name for seat in match.scene().seats] == ["Red", "Blue"]


# ---------------------------------------------------------------- many games


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_whoever_begins_wins_about_55_of_100_random_games() -> None:
    """Known: 55.6 %, and a draw in 1 of 400 games."""
    study = Study(FILE, 2, games=4000, seed=2)
    games = run(study, jobs=1)
    share = next(share for share in findings(study, games) if share.name == "first to move")
    assert 0.54 < share.wins / share.games < 0.575
    assert (games.firsts == 0).all()
    assert 0.0005 < (games.results == 0).all(axis=1).mean() < 0.006
    assert games.lengths.min() == 7
    assert games.lengths.max() == 42


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_it_is_simulated_from_the_command_line(jobs: str) -> None:
    args = ["simulate", FILE, "-n", "300", "-j", jobs, "--bots", "greedy,random", "--json", "-"]
    done = CliRunner().invoke(main, args)
    assert done.exit_code == 0, repr(done.exception)
    data = json.loads(done.stdout)
    greedy = next(share for share in data["shares"] if share["name"] == "greedy")
    assert greedy["games"] == 300
    assert greedy["wins"] > 180
    assert 7 <= data["moves"]["mean"] <= data["moves"]["most"] <= 42


def test_it_can_be_compiled_ahead_of_time() -> None:
    done = CliRunner().invoke(main, ["warm", FILE])
    assert done.exit_code == 0, done.output or repr(done.exception)


def test_it_is_one_game_however_often_it_is_named() -> None:
    """Or everything would be compiled, or read from the cache, again and again."""
    assert quincunx.game(FILE) is quincunx.game(FILE)


# ---------------------------------------------------------------- interpreted


def transcript() -> Iterator[str]:
    """Every state of some games."""
    for seed in range(4):
        match, random = quincunx.new(FILE, 2, seed=seed), Random(seed)
        bot = quincunx.bot(("random", "greedy")[seed % 2], seed=seed)
        while not match.over:
            match.play(bot.choose(match) if random.random() < 0.5 else random.choice(match.moves.numbers))
            yield f"{seed} {match.digest} {match.moves.numbers} {match.state.winner}"
        yield f"{seed} over {match.outcome}"


def test_interpreted_it_gives_the_same_digests() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == list(transcript())
    assert len(done.stdout.splitlines()) > 40


if __name__ == "__main__":
    for line in transcript():
        print(line)
