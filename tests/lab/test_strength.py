"""The tournaments behind the documentation: they are kept, gone on with, and drawn."""

import json
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
    assert (tmp_path / "pictures" / "ladder-connect_four-2.svg").exists()
