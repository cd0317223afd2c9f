"""Decisions of several moves, commands and secrets at the terminal table."""

from pathlib import Path

from textual.widgets import OptionList

import quincunx
from quincunx.cli.terminal.screens import Curtain, MovesScreen, Question, ResultScreen
from quincunx.games.galaxy_of_d.state import BUY as BUYING
from tests.cli.screens import Ender, Hoarder, pick, said, shown, sit_down, until
from tests.games.galaxies import set_up
from tests.helpers import station


async def test_a_ship_is_picked_and_then_where_it_goes_as_one_decision(tmp_path: Path) -> None:
    match = set_up(ships0="F5=CI", ships1="L6=D", things="F6=S F9=P")
    app = sit_down(match, tmp_path, {1: Ender()})
    async with app.run_test(size=(100, 30)) as table:
        await pick(table, app, "0:C@F5")
        await until(table, lambda: app.sitting.path == ["0:C@F5"])
        assert match.line == []
        assert app.sitting.scene.prompt == "Redog's Cruiser on F5 goes up to 2 sectors. Pick where to."
        assert "reach" in app.sitting.scene.overlays
        await table.press("escape")
        await until(table, lambda: app.sitting.path == [])
        assert "reach" not in app.sitting.scene.overlays
        await pick(table, app, "0:C@F5")
        await pick(table, app, "F7")
        await until(table, lambda: len(match.line) == 2)
        assert match.log[-1] == "Redog moves a Cruiser from F5 to F7 by way of F6."
        await table.press("u")
        await until(table, lambda: "Took back 2 moves" in said(app))
        assert match.line == []


async def test_a_sector_stands_for_the_pieces_that_find_no_room_on_it(tmp_path: Path) -> None:
    match = set_up(ships0="F5=CISF", ships1="L6=D")
    app = sit_down(match, tmp_path, {1: Ender()})
    async with app.run_test(size=(80, 24)) as table:
        await until(table, lambda: app.board.canvas.hidden.get("F5"))
        assert app.sitting.listed == ["0:I@F5", "0:S@F5", "0:F@F5", "0:C@F5", "end"]
        app.pick("F5")
        await until(table, lambda: app.sitting.path == ["F5"])
        assert set(app.sitting.offers) == {"0:I@F5", "0:S@F5", "0:F@F5", "0:C@F5"}
        assert app._states()["F5"] == "picked"
        await table.press("4")
        await until(table, lambda: app.sitting.path == ["F5", "0:C@F5"])


async def test_a_click_on_an_enemy_means_the_sector_it_is_on(tmp_path: Path) -> None:
    match = set_up(ships0="F5=C H2=I", ships1="F6=I")
    app = sit_down(match, tmp_path, {1: Ender()})
    async with app.run_test(size=(140, 45)) as table:
        await until(table, lambda: "1:I@F6" in app.board.canvas.spots)
        app.pick("1:I@F6")
        await until(table, lambda: "GD-210" in said(app))
        app.pick("0:C@F5")
        app.pick("1:I@F6")
        await until(table, lambda: len(match.line) == 2)
        assert match.at(1).game.spell(match.at(1), match.line[1]) == "go F6"


async def test_commands_are_listed_and_what_ends_the_game_is_asked_about(tmp_path: Path) -> None:
    match = set_up(ships0="F5=CI", ships1="L6=D")
    app = sit_down(match, tmp_path, {1: Ender()})
    async with app.run_test(size=(100, 30)) as table:
        await table.press("c")
        await until(table, lambda: isinstance(app.screen, MovesScreen))
        assert app.screen.query_one(OptionList).option_count == 2
        await table.press(*"top", "enter")
        await until(table, lambda: len(match.line) == 1)
        assert app.sitting.viewer == 0
        await table.press("slash")
        await until(table, lambda: isinstance(app.screen, MovesScreen))
        await table.press(*"concede", "enter")
        await until(table, lambda: isinstance(app.screen, Question))
        await table.press("n")
        await until(table, lambda: not isinstance(app.screen, Question))
        assert not match.over
        await table.press("u")
        await until(table, lambda: match.line == [])
        await table.press("c")
        await until(table, lambda: isinstance(app.screen, MovesScreen))
        await table.press("enter")
        await until(table, lambda: isinstance(app.screen, Question))
        await table.press("y")
        await until(table, lambda: isinstance(app.screen, ResultScreen))
        assert match.over
        assert quincunx.loads(app.save_path.read_text(encoding="utf-8")) == match


async def test_a_game_without_commands_says_so(tmp_path: Path) -> None:
    app = sit_down(station("d@D0.s", acts=0), tmp_path)
    async with app.run_test(size=(100, 30)):
        assert app.check_action("commands", ()) is False
        assert app.sitting.commands() == []
        app.action_commands()
        assert "no commands" in said(app)


async def test_a_person_sees_only_what_the_own_seat_knows(tmp_path: Path) -> None:
    """GD-123, GD-230"""
    match = set_up(phase="secret_buy", money="15 15", first=0)
    app = sit_down(match, tmp_path, {0: Hoarder()})
    async with app.run_test(size=(140, 45)) as table:
        await until(table, lambda: match.turn == 1 and app.sitting.persons_turn)
        assert match.state.basket[0].any()
        words = "\n".join(telling.words for move in app.sitting.told() for telling in move)
        assert words == "Redog has chosen the first ships."
        assert "basket" not in shown(app, "#log")
        assert "Redog's basket" not in shown(app, "#layouts")
        assert "Redog is ready." in shown(app, "#layouts")
        assert app.sitting.seen.seat == 1


async def test_a_hint_tells_the_whole_decision(tmp_path: Path) -> None:
    match = set_up(ships0="F5=C", ships1="L6=D")
    app = sit_down(match, tmp_path, {1: Ender()})
    async with app.run_test(size=(100, 30)) as table:
        await table.press("h")
        await until(table, lambda: "Hint: " in said(app))
        assert len(app.sitting.hint) == 2 or app.sitting.hint == ("end",)
        assert match.line == []


async def test_two_people_pass_the_screen_and_undo_goes_back_to_who_decided(tmp_path: Path) -> None:
    match = set_up(ships0="F5=C", ships1="L6=D")
    app = sit_down(match, tmp_path)
    async with app.run_test(size=(100, 30)) as table:
        await until(table, lambda: isinstance(app.screen, Curtain))
        await table.press("enter")
        await until(table, lambda: app.sitting.viewer == 0)
        app.pick("F5")
        app.pick("F6")
        await until(table, lambda: match.state.phase == BUYING and app.sitting.persons_turn)
        await pick(table, app, "end")
        await until(table, lambda: isinstance(app.screen, Curtain))
        await table.press("enter")
        await until(table, lambda: app.sitting.viewer == 1)
        await table.press("u")
        await until(table, lambda: isinstance(app.screen, Curtain))
        assert match.turn == 0
        assert len(match.line) == 2
