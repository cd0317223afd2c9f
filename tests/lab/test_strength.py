"""The tournaments behind the documentation: they are kept, gone on with, and drawn."""

import json
import re
import shutil
from pathlib import Path

import pytest

from bench import strength

CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


def test_what_was_measured_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "MEASURED", tmp_path / "measured")
    monkeypatch.setattr(strength, "PICTURES", tmp_path / "pictures")
    monkeypatch.setitem(strength.ENTRANTS, "ladder", ("random", "greedy"))
    monkeypatch.setitem(strength.ANCHORS, "ladder", "random")
    for games in (2, 4):
        strength.measure("ladder", CONNECT_FOUR, 2, games, 1, tmp_path / "found.json")
        assert len((tmp_path / "measured" / "ladder-connect_four-2.jsonl").read_text("utf-8").splitlines()) == 1 + games
    assert json.loads((tmp_path / "found.json").read_text("utf-8"))["games"] == 4


def test_what_is_kept_is_shown_as_tables_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the files in docs/measured, one is enough."""
    monkeypatch.setattr(strength, "PICTURES", tmp_path / "pictures")
    (tmp_path / "measured").mkdir()
    shutil.copy(strength.MEASURED / "time-galaxy-of-d-2.jsonl", tmp_path / "measured")
    monkeypatch.setattr(strength, "MEASURED", tmp_path / "measured")
    strength.show()
    kind, head, _, row = capsys.readouterr().out.replace("\n\n", "\n").strip().splitlines()
    assert (kind, head) == ("time:", "| game | players | games | moves a game | 0.2 s | 0.4 s | 0.8 s | 1.6 s |")
    name, players, games, _, *won = row.strip("| ").split(" | ")
    assert (name, players) == ("Galaxy of D", "2")
    assert sum(int(cell.split()[2]) for cell in won) == int(games)
    for cell in won:
        wins, of, twice, never = map(int, re.findall(r"\d+", cell))
        assert abs(2 * (twice - never) - (2 * wins - of)) <= of % 2, "a deal of two games is won, lost or shared"
    assert "Galaxy of D, 2 players" in (tmp_path / "pictures" / "time.svg").read_text("utf-8")
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["time.svg"]


def test_the_last_step_of_the_ladder_is_measured_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "MEASURED", tmp_path)
    monkeypatch.setitem(strength.ENTRANTS, "ladder", ("random", "greedy"))
    monkeypatch.setitem(strength.ENTRANTS, "top", ("greedy", "search:iterations=9,jobs=1"))
    monkeypatch.setitem(strength.ANCHORS, "ladder", "random")
    monkeypatch.setitem(strength.ANCHORS, "top", "greedy")
    strength.measure("ladder", "vanagloria", 2, 2, 1)
    assert [strength.cells("ladder", standing)[2] for standing in strength.kept("ladder")] == [""]
    strength.measure("top", "vanagloria", 2, 4, 1)
    (whole,) = strength.kept("ladder")
    assert (len(whole.games), len(strength.cells("ladder", whole))) == (6, 3)
    assert {rating.name: rating.games for rating in whole.ratings} == {
        "random": 2,
        "greedy": 6,
        "search:iterations=9,jobs=1": 4,
    }
