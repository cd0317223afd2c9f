"""The terminal table, played by keyboard and mouse on a screen that nobody sees."""

import re
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static

import quincunx
from quincunx.bots.search import SearchBot
from quincunx.cli import terminal
from quincunx.cli.terminal.app import TableApp
from quincunx.cli.terminal.look import MARKS
from quincunx.cli.terminal.saves import default_path, resume_command
from quincunx.cli.terminal.screens import (
    Curtain,
    MovesScreen,
    Page,
    Question,
    ResultScreen,
    RulesScreen,
)
from quincunx.cli.terminal.sitting import Sitting
from quincunx.cli.warming import Preparation
from quincunx.engine.errors import QuincunxError
from quincunx.table.match import Match, Player
from tests.cli.screens import Broken, Ender, board_lines, end_turn, pick, said, shown, sit_down, until, walk
from tests.helpers import station


async def test_a_whole_game_against_a_bot_by_keyboard(tmp_path: Path) -> None:
    match = quincunx.new("vanagloria", 2, seed=7, board="p2a", round_limit=6)
    bot = match.turn ^ 1 if match.turn is not None else 1
    person = 1 - bot
    app = sit_down(match, tmp_path, {bot: quincunx.bot("random", seed=4)})
    async with app.run_test(size=(100, 30)) as table:
        own = f"{person}:d@E{person}"
        await pick(table, app, own)
        await until(table, lambda: app.sitting.path == [own])
        await pick(table, app, f"D{person}.s")
        await until(table, lambda: match.line)
        assert match.log[-1].endswith(f"moves a disarmed dreadnought from E{person} to D{person}.s.")
        while not match.over:
            await until(table, lambda: app.sitting.persons_turn or match.over)
            if not match.over:
                await end_turn(table, app)
        await until(table, lambda: isinstance(app.screen, ResultScreen))
        await table.press("left")
        await until(table, lambda: app.sitting.step == len(match.line) - 1)
        await table.press("home", "right")
        await until(table, lambda: app.sitting.step == 1)
        assert app.sitting.scene.pieces == match.at(1).scene().pieces
        await table.press("escape")
        await until(table, lambda: isinstance(app.screen, ResultScreen))
        await table.press("q")
        await until(table, lambda: isinstance(app.screen, Question))
        await table.press("y")
    assert quincunx.loads((tmp_path / "game.quincunx").read_text(encoding="utf-8")) == match


async def test_what_can_be_picked_is_marked_and_shows_where_it_leads(tmp_path: Path) -> None:
    match = station("d@D0.s", "d@D2.s", acts=0)
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: app.cursor == "0:d@D0.s")
        leads = app.sitting.leads("0:d@D0.s")
        assert {app._states()[thing] for thing in leads} == {"leads"}
        assert any(MARKS["cursor"] in line for line in board_lines(app))
        assert any(MARKS["leads"] in line for line in board_lines(app))
        await table.press("enter")
        await until(table, lambda: app.sitting.path == ["0:d@D0.s"])
        assert app._states()["0:d@D0.s"] == "picked"
        assert all(app._states()[thing] == "lit" for thing in leads if thing != app.cursor)
        await table.press("escape")
        await until(table, lambda: app.sitting.path == [] and app.cursor == "0:d@D0.s")


async def test_arrows_walk_over_the_board_in_their_direction(tmp_path: Path) -> None:
    app = sit_down(station("d@F3.b, d@F1.b, d@F0.b", acts=0), tmp_path)
    async with app.run_test(size=(140, 45)) as table:
        await until(table, lambda: app.cursor)
        app.cursor = "0:d@F3.b"
        assert await walk(table, app, "right") == "0:d@F1.b"
        assert await walk(table, app, "up") == "0:d@F0.b"
        assert await walk(table, app, "down") in ("0:d@F1.b", "0:d@F3.b")
        assert await walk(table, app, "shift+tab") != await walk(table, app, "tab")


async def test_a_wrong_pick_is_answered_with_the_rule_and_the_rulebook_opens_there(tmp_path: Path) -> None:
    app = sit_down(station("d@D0.s", acts=0), tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: app.cursor == "0:d@D0.s")
        await table.press("enter", "v")
        await until(table, lambda: app.wandering)
        app.cursor = "E0"
        await table.press("enter")
        await until(table, lambda: "VG-022" in said(app))
        assert "Nobody can move onto an Entrance" in said(app)
        assert app.sitting.path == ["0:d@D0.s"]
        assert app.match.line == []
        await table.press("r")
        await until(table, lambda: isinstance(app.screen, RulesScreen))
        assert "VG-022" in str(app.screen.query_one("#cited", Static).render())
        await until(table, lambda: app.screen.query(".cited"))
        await table.press("escape")
        await until(table, lambda: not isinstance(app.screen, RulesScreen))


async def test_a_click_picks_and_a_click_on_something_else_says_why_not(tmp_path: Path) -> None:
    app = sit_down(station("d@D0.s", "d@D2.s", acts=0), tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: "0:d@D0.s" in app.board.canvas.spots)

        async def click(thing: str) -> None:
            row, first, _ = app.board.canvas.spots[thing]
            above, left = app.board.margins
            await table.click("#board", offset=(first + 1 + left, row + above))

        await click("1:d@D2.s")
        await until(table, lambda: "VG-" in said(app))
        await click("0:d@D0.s")
        await until(table, lambda: app.sitting.path == ["0:d@D0.s"])
        await click("F0.b")
        await until(table, lambda: len(app.match.line) == 1)


async def test_undo_takes_back_the_own_move_and_what_bots_did_since(tmp_path: Path) -> None:
    match = station("d@D0.s", acts=0)
    before = match.digest
    app = sit_down(match, tmp_path, {seat: Ender() for seat in (1, 2, 3)})
    async with app.run_test(size=(100, 30)) as table:
        await table.press("u")
        await until(table, lambda: "could be taken back" in said(app))
        await pick(table, app, "end")
        await until(table, lambda: len(match.line) == 4 and app.sitting.persons_turn)
        await table.press("u")
        await until(table, lambda: "Took back 4 moves" in said(app))
        assert match.digest == before
        assert quincunx.loads(app.save_path.read_text(encoding="utf-8")) == match


async def test_a_hint_is_shown_and_never_played(tmp_path: Path) -> None:
    match = station("d@D0.s", acts=0)
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await table.press("h")
        await until(table, lambda: "Hint: " in said(app))
        assert app.sitting.hint
        assert "hint" in app._states().values() or app.sitting.hint == (app.cursor,)
        assert re.search(r"You win about \d+ of 100\. ★ marks it; Enter starts it\.", said(app).replace("\n", " "))
        assert app.thinking is None
        assert match.line == []


async def test_a_hint_is_dropped_when_the_game_goes_on(tmp_path: Path) -> None:
    app = sit_down(station("d@D0.s", acts=0), tmp_path, {seat: Ender() for seat in (1, 2, 3)})
    async with app.run_test(size=(100, 30)) as table:
        app._adviser = SearchBot(seconds=600.0, jobs=1, seed=1)
        await table.press("h")
        await until(table, lambda: "Thinking about a hint … " in said(app))
        thinking = app.thinking
        assert thinking is not None
        await table.press("h")
        assert app.thinking is thinking, "once is enough"
        await end_turn(table, app)
        await until(table, lambda: not thinking._thread.is_alive())
        assert "Hint" not in said(app)
        assert app.sitting.hint == ()


async def test_a_bot_says_how_far_it_is_and_stops_when_a_move_is_taken_back(tmp_path: Path) -> None:
    match = quincunx.new("vanagloria", 2, seed=7, first_player=0, seats=["Ann", "bot:level-8"], seating="as_joined")
    bot = SearchBot("level-8", seconds=600.0, jobs=1, seed=1)
    app = sit_down(match, tmp_path, {1: bot})
    async with app.run_test(size=(100, 30)) as table:
        for _ in range(2):
            await end_turn(table, app)
            await until(table, lambda: re.search(r"Level 8 I is thinking … \d+\.\d s, [\d,]+ lines", said(app)))
            await until(table, lambda: re.search(r"play, expects to win \d+ of 100\nu takes", said(app)))
            await table.press("u")
            await until(table, lambda: app.sitting.persons_turn)
            assert app.thinking is None
            assert "Took back one move." in said(app)
        await until(table, lambda: not any(each._thread.is_alive() for each in app._thoughts.values()))
        await end_turn(table, app)
        await until(table, lambda: "is thinking" in said(app))
    before = time.monotonic()
    app.end()
    assert not any(each._thread.is_alive() for each in app._thoughts.values())
    assert time.monotonic() - before < 5


async def test_a_bot_says_nothing_of_its_chances_where_there_are_secrets(tmp_path: Path) -> None:
    match = secret(station("d@D0.s", acts=0))
    app = sit_down(match, tmp_path, {seat: SearchBot(seconds=600.0, jobs=1) for seat in (0, 2, 3)})
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: "lines of play" in said(app))
        assert "expects" not in said(app)
    app.end()


async def test_a_search_that_is_compiled_first_says_so(tmp_path: Path) -> None:
    going_on = threading.Event()

    class Compiling(Preparation):
        def __init__(self) -> None:
            pass

        is_going_on = property(lambda self: not going_on.is_set())

        def wait(self) -> None:
            going_on.wait()

        def end(self) -> None:
            going_on.set()

    app = TableApp(station("d@D0.s", acts=0), {}, tmp_path / "game", delay=0, preparation=Compiling())
    async with app.run_test(size=(100, 30)) as table:
        await table.press("h")
        await until(table, lambda: "A hint has to wait: the search is compiled for this machine, once" in said(app))
        going_on.set()
        await until(table, lambda: "Hint: " in said(app))
    app.end()


async def test_every_move_is_saved_and_s_says_where(tmp_path: Path) -> None:
    match = station("d@D0.s", acts=0)
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await end_turn(table, app)
        assert quincunx.loads(app.save_path.read_text(encoding="utf-8")) == match
        await table.press("s")
        await until(table, lambda: "Saved in" in said(app))


async def test_a_game_that_can_not_be_saved_says_so_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    app = TableApp(station("d@D0.s", acts=0), {}, tmp_path / "file" / "game", delay=0)
    async with app.run_test(size=(100, 30)) as table:
        await table.press("s")
        await until(table, lambda: "can't be written" in said(app))
        await table.press("q")
        await until(table, lambda: isinstance(app.screen, Question))
        assert "NOT saved" in "".join(str(part.render()) for part in app.screen.query(Static))
        await table.press("escape")
        await until(table, lambda: not isinstance(app.screen, Question))


async def test_all_moves_can_be_searched_in_words(tmp_path: Path) -> None:
    match = station("m@F0.b, d@D0.s", "d@F0.b", acts=0)
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(80, 24)) as table:
        await table.press("slash")
        await until(table, lambda: isinstance(app.screen, MovesScreen))
        assert app.screen.query_one(OptionList).option_count == len(match.moves)
        await table.press(*"nothing")
        await until(table, lambda: app.screen.query_one(OptionList).highlighted is None)
        app.screen.query_one(Input).value = ""
        await table.press(*"attack")
        await until(table, lambda: app.screen.query_one(OptionList).option_count == 1)
        await table.press("enter")
        await until(table, lambda: len(match.line) == 1)
        assert "attacks" in match.log[0]


async def test_number_keys_pick_the_first_offers(tmp_path: Path) -> None:
    match = station("d@D0.s", acts=0)
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(80, 24)) as table:
        await until(table, lambda: app.sitting.offers == ["0:d@D0.s", "end"])
        await table.press("9")
        await until(table, lambda: "no offer 9" in said(app))
        await table.press("2")
        await until(table, lambda: len(match.line) == 1)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (60, 24), (40, 12), (200, 60)])
async def test_every_window_shows_the_board_whose_turn_it_is_and_the_message(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    match = quincunx.new("vanagloria", 6, seed=3, board="p6a")
    turn = match.turn
    assert turn is not None
    app = sit_down(match, tmp_path)
    async with app.run_test(size=size) as table:
        await until(table, lambda: app.board.canvas.spots and app.cursor)
        for name in ("#head", "#board", "#turn", "#message"):
            region = app.query_one(name).region
            assert region.area
            assert app.screen.region.contains_region(region)
        assert f"{match.name(turn)} to move" in shown(app, "#turn")
        await until(table, lambda: any(MARKS["cursor"] in line for line in board_lines(app)))
        await end_turn(table, app)


async def test_a_bot_that_fails_leaves_its_seat_to_the_people(tmp_path: Path) -> None:
    match = station("d@D0.s", acts=0)
    app = sit_down(match, tmp_path, {0: Broken()})
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: "lost its mind" in said(app))
        assert app.sitting.persons_turn


async def test_a_move_that_breaks_a_pact_is_asked_about_once(tmp_path: Path) -> None:
    match = station("m@F0.b", "d@F0.b", acts=0, talk="alliances")
    number = match.propose(0, [0, 1])
    match.answer(1, number, "accept")
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await pick(table, app, "0:m@F0.b")
        await pick(table, app, "1:d@F0.b")
        await until(table, lambda: isinstance(app.screen, Question))
        await table.press("n")
        await until(table, lambda: not isinstance(app.screen, Question))
        assert match.line == []
        await table.press("enter")
        await until(table, lambda: isinstance(app.screen, Question))
        await table.press("y")
        await until(table, lambda: len(match.line) == 1)


def secret(match: Match) -> Match:
    """The same match of a game that has secrets."""
    match.game = replace(match.game, secret=True)
    return match


async def test_a_curtain_falls_between_people_where_there_are_secrets(tmp_path: Path) -> None:
    match = secret(station("d@D0.s", acts=0))
    app = sit_down(match, tmp_path, {1: Ender(), 3: Ender()})
    async with app.run_test(size=(100, 30)) as table:
        for seat in (0, 2):
            await until(table, lambda: isinstance(app.screen, Curtain))
            assert app.sitting.viewer is None
            assert app.sitting.offers == []
            await table.press("enter")
            await until(table, lambda: app.sitting.persons_turn)
            assert app.sitting.viewer == app.sitting.seen.seat == seat
            await end_turn(table, app)


async def test_one_person_among_bots_needs_no_curtain(tmp_path: Path) -> None:
    match = secret(station("d@D0.s", acts=0))
    app = sit_down(match, tmp_path, {1: Ender(), 2: Ender(), 3: Ender()})
    async with app.run_test(size=(100, 30)) as table:
        await pick(table, app, "end")
        await until(table, lambda: len(match.line) == 4 and app.sitting.persons_turn)
        assert len(app.screen_stack) == 1


async def test_help_log_overlay_light_and_zoom_answer(tmp_path: Path) -> None:
    app = sit_down(station("d@D0.s", "r@F0.b", acts=0), tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        for key in ("question_mark", "f1", "l"):
            await table.press(key)
            await until(table, lambda: isinstance(app.screen, Page))
            await table.press("escape")
            await until(table, lambda: not isinstance(app.screen, Page))
        await table.press("o")
        await until(table, lambda: "threatened" in said(app))
        assert any(f"{MARKS['overlay']}β F0.b" in line for line in board_lines(app))
        await table.press("o", "t")
        await until(table, lambda: not app.dark)
        before = app.board.canvas.columns
        await table.press("plus")
        await until(table, lambda: app.board.canvas.columns > before)
        await table.press("minus")
        await until(table, lambda: app.board.canvas.columns == before)


async def test_names_are_text_and_never_markup(tmp_path: Path) -> None:
    match = station("d@K.a", acts=0)
    match.seats = tuple(Player(name) for name in ("[red]Ann[/]", "[/b]", "李", "D" * 60))
    match.names = [player.name for player in match.seats]
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(80, 24)) as table:
        await until(table, lambda: "[red]Ann[/] to move" in shown(app, "#turn"))
        await pick(table, app, "end")
        await until(table, lambda: "[/b] to move" in shown(app, "#turn"))


def test_a_sitting_plays_what_is_picked_where_more_could_be_picked() -> None:
    sitting = Sitting.of(station("d@D0.s", acts=0), {})
    sitting.tree.branches["0:d@D0.s"].numbers = (0,)
    assert sitting.pick("0:d@D0.s") == ()
    assert sitting.complete() == (0,)
    assert sitting.pick("0:d@D0.s") == ()
    assert sitting.path == []


def test_the_table_needs_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(QuincunxError, match="needs a terminal"):
        terminal.play(station("d@D0.s"), bots={})


def test_a_fault_of_the_program_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def run(self: TableApp, **_: Any) -> None:
        self.failure = ZeroDivisionError("division by zero")

    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr(TableApp, "run", run)
    with pytest.raises(QuincunxError, match="fault in this program"):
        terminal.play(station("d@D0.s"), bots={}, save=tmp_path / "game")


def test_quitting_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUINCUNX_DATA", str(tmp_path))
    path = default_path(station("d@D0.s"))
    assert path.parent == tmp_path / "saves"
    assert resume_command(path) == f"quincunx play --resume {path}"
    assert resume_command(Path("my games/one")) == 'quincunx play --resume "my games/one"'
