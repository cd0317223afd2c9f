"""What commands show while they work."""

import io

import pytest
from rich.console import Console

from quincunx.cli import screen


def shown(monkeypatch: pytest.MonkeyPatch, *, terminal: bool, every: float) -> str:
    """What a progress display writes while three games are played."""
    written = io.StringIO()
    monkeypatch.setattr(screen, "errors", Console(file=written, force_terminal=terminal, width=80))
    monkeypatch.setattr(screen, "LOG_EVERY", every)
    with screen.progress() as display:
        task = display.add_task("Playing", total=3)
        display.update(task, completed=1)
        display.advance(task)
    return written.getvalue()


def test_a_log_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, terminal=False, every=-1.0).split("\n")[:2] == ["Playing: 1 of 3", "Playing: 2 of 3"]


def test_a_log_is_not_flooded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Playing" not in shown(monkeypatch, terminal=False, every=3600.0)


def test_a_screen_gets_a_bar_and_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Playing: 1 of 3" not in shown(monkeypatch, terminal=True, every=-1.0)
