"""The match against OpenSpiel's searches: it is played to the end, kept, and gone on with."""

import json
from pathlib import Path

import pytest

from bench import rivals
from tests.field.short import EXAMPLE

HURRY = [EXAMPLE, "--seconds", "0.005", "--seed", "3"]


def test_a_match_is_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, found = tmp_path / "games.jsonl", tmp_path / "rows.json"
    assert rivals.main([*HURRY, "--games", "1", "--out", str(out)]) == 0
    begun = out.read_text("utf-8")
    out.write_text(begun + '{"game": "connect-fo', "utf-8")
    assert rivals.main([*HURRY, "--games", "2", "--out", str(out), "--json", str(found)]) == 0
    text = out.read_text("utf-8")
    assert text.startswith(begun)
    games = [json.loads(line) for line in text.splitlines()[1:]]
    assert [(game["number"], game["seat"]) for game in games] == [(0, 0), (1, 1)]
    (row,) = json.loads(found.read_text("utf-8"))
    assert (row["game"], row["rival"], row["games"]) == ("connect-four", "MCTSBot", 2)
    assert row["openspiel_rounds"] >= rivals.FEWEST
    assert row["quincunx_seconds"] > 0 < row["openspiel_seconds"]
    assert f"{row['won']:g}/2" in capsys.readouterr().out


def test_whoever_stops_it_gets_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = rivals.Match.play

    def once(match: rivals.Match, number: int, show: rivals.Show) -> rivals.Played:
        if number == 1:
            raise KeyboardInterrupt
        return play(match, number, show)

    monkeypatch.setattr(rivals.Match, "play", once)
    assert rivals.main([*HURRY, "--games", "9"]) == 130
    assert "/1 " in capsys.readouterr().out


def test_a_file_of_another_match_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    for text in ('{"quincunx": "rivals"}\n', "no JSON\n", '{"quincunx": "rivals"}\n[]\n'):
        out.write_text(text, "utf-8")
        with pytest.raises(SystemExit):
            rivals.main([*HURRY, "--out", str(out)])
        assert "hoose another" in capsys.readouterr().err
        assert out.read_text("utf-8") == text


def test_quincunx_spends_no_more_than_its_rival() -> None:
    quick, slow = rivals.Effort(decisions=4, seconds=0.4), rivals.Effort(decisions=2, seconds=2.0)
    assert rivals.allowed(0.2, rivals.Effort(), rivals.Effort()) == 0.2
    assert rivals.allowed(0.2, rivals.Effort(), slow) == 0.2
    assert rivals.allowed(0.2, rivals.Effort(), quick) == pytest.approx(0.1)
    assert rivals.allowed(0.2, rivals.Effort(decisions=1, seconds=0.15), quick) == pytest.approx(0.05)
