"""`quincunx tournament`: what it prints and keeps, how it goes on, and what it says of wrong input."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from quincunx.lab import tournament
from tests.cli.program import CONNECT_FOUR, good, run, words, wrong

ASKED = ("tournament", CONNECT_FOUR, "greedy", "random", "-j", "1")


def test_a_table_of_ratings_pairs_and_seats_is_printed() -> None:
    said = good(*ASKED, "-n", "30")
    assert said.startswith("Connect four, 2 players, round-robin: 30 games")
    for part in ("rating", "against", "by seat", "seat 1", "by order", "first to move", "greedy is 0"):
        assert part in said
    assert "30 games (15 rounds of 2)," in said


def test_the_tables_fit_a_narrow_screen() -> None:
    done = run(*ASKED, "-n", "4")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_json_is_printed_and_nothing_else() -> None:
    data = json.loads(run(*ASKED, "-n", "6", "--seed", "2", "--anchor", "random", "--json", "-").stdout)
    assert (data["game"], data["seed"], data["anchor"], data["games"]) == ("connect-four", 2, "random", 6)
    assert [rating["name"] for rating in data["ratings"]] == ["greedy", "random"]


def test_one_against_the_rest() -> None:
    args = ("-p", "3", "-n", "3", "-j", "1", "-o", "round_limit=2", "--format", "one-against-rest", "--json", "-")
    data = json.loads(run("tournament", "vanagloria", "greedy", "random", *args).stdout)
    assert {rating["name"]: rating["games"] for rating in data["ratings"]} == {"greedy": 3, "random": 6}


def test_a_resumed_tournament_ends_like_one_that_was_never_stopped(here: Path) -> None:
    whole = run(*ASKED, "-n", "20", "--out", "whole.jsonl", "--json", "-").stdout
    run(*ASKED, "-n", "8", "--out", "new/parts.jsonl")
    begun = (here / "new" / "parts.jsonl").read_text("utf-8")
    assert run(*ASKED, "-n", "20", "--out", "new/parts.jsonl", "--json", "-").stdout == whole
    text = (here / "new" / "parts.jsonl").read_text("utf-8")
    assert text.startswith(begun)
    assert text == (here / "whole.jsonl").read_text("utf-8")
    assert len(text.splitlines()) == 21


def test_nothing_is_played_when_all_games_are_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(*ASKED, "-n", "8", "--out", "games.jsonl").stdout
    monkeypatch.setattr(tournament, "play_one", None)
    assert run(*ASKED, "-n", "8", "--out", "games.jsonl").stdout == first
    assert run(*ASKED, "-n", "2", "--out", "games.jsonl").stdout == first


def stop_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C in the next game."""
    play = tournament.play_one

    def playing(asked: Any, number: int) -> Any:
        if number == games:
            raise KeyboardInterrupt
        return play(asked, number)

    monkeypatch.setattr(tournament, "play_one", playing)


def test_stopping_keeps_and_shows_what_was_played(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        stop_after(5, patch)
        done = run(*ASKED, "-n", "20", "--out", "games.jsonl", "--json", "found.json")
    assert done.exit_code == 130
    assert "The games are in games.jsonl; the same command goes on." in words(done.stderr)
    assert "Stopped." in done.stderr
    assert "round-robin: 5 games" in done.stdout
    assert json.loads((here / "found.json").read_text("utf-8"))["games"] == 5
    assert len((here / "games.jsonl").read_text("utf-8").splitlines()) == 6
    whole = run(*ASKED, "-n", "20", "--json", "-").stdout
    assert run(*ASKED, "-n", "20", "--out", "games.jsonl", "--json", "-").stdout == whole


def test_stopping_before_the_first_game_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(0, monkeypatch)
    done = run(*ASKED, "-n", "20")
    assert (done.exit_code, done.stdout) == (130, "")


def test_a_line_that_was_cut_off_is_played_again(here: Path) -> None:
    run(*ASKED, "-n", "8", "--out", "games.jsonl")
    whole = (here / "games.jsonl").read_text("utf-8")
    (here / "games.jsonl").write_text(whole[:-25], "utf-8")
    good(*ASKED, "-n", "8", "--out", "games.jsonl")
    assert (here / "games.jsonl").read_text("utf-8") == whole


def test_a_file_that_is_not_of_this_tournament_is_left_alone(here: Path, bad_files: dict[str, str]) -> None:
    run(*ASKED, "-n", "4", "--out", "games.jsonl")
    before = (here / "games.jsonl").read_bytes()
    said = wrong(*ASKED, "-n", "4", "--seed", "1", "--out", "games.jsonl")
    assert "games.jsonl: Line 1: the file holds another tournament: its 'seed' is 0, not 1." in said
    broken = before.replace(b'"moves": ', b'"moves": -', 1)
    (here / "games.jsonl").write_bytes(broken)
    assert "games.jsonl: Line 2: 'moves' should be a whole number" in wrong(*ASKED, "--out", "games.jsonl")
    assert (here / "games.jsonl").read_bytes() == broken
    for name, path in bad_files.items():
        if name not in ("empty", "missing"):
            content = Path(path).read_bytes() if Path(path).is_file() else None
            assert "Error: " in wrong(*ASKED, "-n", "4", "--out", path)
            assert content is None or Path(path).read_bytes() == content


def test_a_picture_is_drawn(here: Path) -> None:
    good(*ASKED, "-n", "4", "--plot", "found/ratings.svg")
    assert ">greedy<" in (here / "found" / "ratings.svg").read_text("utf-8")


def test_what_a_picture_needs_is_said_before_anything_is_played(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "play_one", None)
    assert "call it ratings.svg, not ratings.png" in wrong(*ASKED, "--plot", "ratings.png")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install 'quincunx[lab]'" in wrong(*ASKED, "--plot", "ratings.svg")


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["gredy"], "There is no bot 'gredy'. Did you mean 'greedy'?"),
        (["greedy"], "'greedy' is entered twice"),
        (["greedy:"], "should be SETTING=VALUE"),
        (["greedy:x=1"], "The bot greedy has no setting 'x'"),
        (["greedy:seed=1"], "'seed' can't be chosen here"),
        (["-n", "0"], "from 1 to 100,000 games"),
        (["-n", "1" + "0" * 30], "from 1 to 100,000 games"),
        (["-p", "3"], "2 players, not 3"),
        (["-j", "0"], "range"),
        (["--format", "swiss"], "'round-robin', 'one-against-rest'"),
        (["--anchor", "x"], "There is no entrant 'x'. Known: greedy, random, mean."),
        (["--out", "-"], "give --out a name"),
        (["-o", "x=1"], "There is no option 'x'"),
    ],
)
def test_what_is_wrong_is_said(args: list[str], reason: str) -> None:
    assert reason in wrong(*ASKED, *args)


def test_one_bot_is_no_tournament() -> None:
    assert "from 2 to 50 entrants, not 1" in wrong("tournament", CONNECT_FOUR, "greedy")
    assert "BOT..." in wrong("tournament", CONNECT_FOUR)
