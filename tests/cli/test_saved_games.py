"""`quincunx verify`, `replay`, `play` and `think`: games in files, and at the table."""

import json
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.bots import Bot
from quincunx.cli import playing, terminal, warming
from quincunx.cli.main import play
from quincunx.games import GAMES
from quincunx.table.match import Match
from tests.cli.program import CONNECT_FOUR, good, run, words, written, wrong

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


# ---------------------------------------------------------------- verify


def test_a_good_game_is_verified(saved: Path) -> None:
    said = good("verify", str(saved))
    match = quincunx.loads(saved.read_text("utf-8"))
    assert "✓" in said
    assert "Vanagloria Galaxy, 12 moves; every line holds." in said
    assert match.seed.commitment in said
    assert "The game is not over: keep the file to yourself" in said


def test_a_finished_game_needs_no_secret(here: Path) -> None:
    match = quincunx.new("vanagloria", 2, seed=1, round_limit=1).play("end").play("end")
    (here / "over.jsonl").write_text(match.dumps(), "utf-8")
    assert "not over" not in good("verify", "over.jsonl")


def test_a_damaged_game_is_named_with_its_line(saved: Path) -> None:
    lines = saved.read_text("utf-8").splitlines()
    changed = json.loads(lines[4])
    lines[4] = json.dumps(changed | {"seat": (changed["seat"] + 1) % 3})
    saved.write_text("\n".join(lines) + "\n", "utf-8")
    done = run("verify", str(saved))
    assert done.exit_code == 1
    assert "✗" in done.stdout
    assert "Line 5:" in words(done.stdout)
    assert "commitment" not in done.stdout


def test_bad_files_are_not_verified(bad_files: dict[str, str]) -> None:
    for name, path in bad_files.items():
        done = run("verify", path)
        assert done.exit_code == 1, name
        assert "✗" in done.stdout
    assert "There is no file" in words(run("verify", bad_files["missing"]).stdout)
    assert "not UTF-8" in words(run("verify", bad_files["binary"]).stdout)
    assert "a folder, not a file." in words(run("verify", bad_files["folder"]).stdout)


def test_a_message_ends_once(bad_files: dict[str, str]) -> None:
    for args in (["replay", bad_files["folder"]], ["replay", ""], ["play", "--resume", bad_files["folder"]]):
        said = wrong(*args)
        assert said.endswith(" a folder, not a file.")
        assert said.count(args[-1] or "Error: .") == 1


def test_several_files_are_all_looked_at(saved: Path, bad_files: dict[str, str]) -> None:
    done = run("verify", bad_files["empty"], str(saved), bad_files["missing"])
    assert done.exit_code == 1
    assert [line.strip()[0] for line in done.stdout.splitlines() if line[:1] in "✓✗"] == ["✗", "✓", "✗"]
    assert run("verify", str(saved), str(saved)).exit_code == 0


def test_verify_needs_something_to_verify() -> None:
    assert "Name a saved game, or use --device cuda." in wrong("verify")
    assert "Name a saved game" in wrong("verify", "--device", "cpu")
    assert "range" in wrong("verify", "-n", "0")
    assert "range" in wrong("verify", "-n", "9" * 30)


@pytest.mark.parametrize("name", ["[b]x[b].jsonl", "[red]game.jsonl", "x[ ].jsonl", "[/].jsonl", "Spiel ☂ ä.jsonl"])
def test_a_file_may_have_any_name(name: str, saved: Path, here: Path) -> None:
    """Brackets are not markup here."""
    if "/" in name:
        (here / "[").mkdir()
    (here / name).write_text(saved.read_text("utf-8"), "utf-8")
    assert name in words(good("verify", name))
    (here / name).write_text("damaged", "utf-8")
    done = run("verify", name)
    assert done.exit_code == 1
    assert name in words(done.stdout)


# ---------------------------------------------------------------- replay


def test_replay_tells_the_game(saved: Path) -> None:
    match = quincunx.loads(saved.read_text("utf-8"))
    said = good("replay", str(saved))
    for sentence in match.log:
        assert words(sentence) in said
    assert said.endswith(words(match.scene().prompt))
    assert "VG-" in said


def test_replay_shows_a_position(saved: Path) -> None:
    match = quincunx.loads(saved.read_text("utf-8"))
    for step in (0, 5, 12):
        assert good("replay", str(saved), "--step", str(step)) == words(str(match.at(step)))


def test_replay_writes_a_position_that_can_be_set_up(saved: Path) -> None:
    match = quincunx.loads(saved.read_text("utf-8"))
    for args, step in (([], 12), (["--step", "4"], 4)):
        done = run("replay", str(saved), *args, "--position")
        assert quincunx.set_up(done.stdout).raw.tobytes() == match.at(step).raw.tobytes()


def test_replay_draws_a_position(saved: Path, here: Path) -> None:
    match = quincunx.loads(saved.read_text("utf-8"))
    assert good("replay", str(saved), "--svg", "out/now.svg") == ""
    assert (here / "out" / "now.svg").read_text("utf-8") == match._repr_svg_()
    good("replay", str(saved), "--step", "0", "--svg", "start.svg")
    assert (here / "start.svg").read_text("utf-8") == match.at(0)._repr_svg_()
    assert "a folder" in wrong("replay", str(saved), "--svg", "out")


@pytest.mark.parametrize("step", ["-1", "13", "99999999999999999999", "x", "", "1.5"])
def test_replay_knows_only_steps_that_were_played(saved: Path, step: str) -> None:
    said = wrong("replay", str(saved), "--step", step)
    assert f"There is no step {step}; 12 moves have been played." in said or "not a valid integer" in said


def test_replay_does_not_tell_what_is_no_game(bad_files: dict[str, str]) -> None:
    for path in bad_files.values():
        assert "Error: " in wrong("replay", path)


def test_people_may_be_called_whatever_they_like(here: Path) -> None:
    """Brackets are not markup here."""
    match = quincunx.new("vanagloria", 2, seed=1, seats=["[/]", "[red]x"]).play("end").play("end")
    (here / "game.jsonl").write_text(match.dumps(), "utf-8")
    said = good("replay", "game.jsonl")
    assert "[/] ends the turn" in said
    assert "[red]x ends the turn" in said
    good("replay", "game.jsonl", "--step", "1")
    good("verify", "game.jsonl")


# ---------------------------------------------------------------- play


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ([], f"Say which game to play: {', '.join(GAMES)}."),
        (["vanagloria", "--people", "4"], "4 people can't sit at a table for 3."),
        (["vanagloria", "--people", "-1"], "-1 people can't sit at a table for 3."),
        (["vanagloria", "-p", "2", "--people", "3"], "3 people can't sit at a table for 2."),
        (["vanagloria", "--bot", "gredy"], "Did you mean 'greedy'?"),
        (["vanagloria", "--bot", ""], "There is no bot ''"),
        (["vanagloria", "--people", "0", "--bot", "gredy"], "There is no bot 'gredy'"),
        (["vanagloria", "--level", "0"], "0 is not in the range 1<=x<=8"),
        (["vanagloria", "--level", "9"], "9 is not in the range 1<=x<=8"),
        (["vanagloria", "--level", "4", "--bot", "greedy"], "Give --level or --bot, not both: a level is a bot."),
        (["vanagloria", "--level", "8"], "needs a terminal"),
        (["vanagloria", "--bot", "search"], "needs a terminal"),
        (["vanagloria", "--names", "Ann,Bob"], "2 names were given for 1 people; use --people 2."),
        (["vanagloria", "-o", "target=7"], "Choose 50, 100, 150."),
        (["vanagloria", "-o", "x"], "should be NAME=VALUE"),
        (["vanagloria", "-p", "2", "-o", "turn=pro"], "VG-050"),
        (["vanagloria", "--seed", "x"], "not a valid integer"),
        (["--resume", "none.jsonl"], "There is no file none.jsonl."),
        (["--position", "none.json"], "There is no file none.json."),
        (["vanagloria"], "`quincunx play` needs a terminal"),
        (["vanagloria", "--seed", "1" + "0" * 100, "--names", "Ann"], "needs a terminal"),
        (["orbit-cubes", "-p", "6", "--people", "6"], "needs a terminal"),
        (["vanagloria", "--people", "0"], "needs a terminal"),
        ([CONNECT_FOUR], "needs a terminal"),
        ([CONNECT_FOUR, "-p", "3"], "a game for 2 players, not 3"),
    ],
)
def test_play_says_what_is_wrong(args: list[str], reason: str, here: Path) -> None:
    assert reason in wrong("play", *args)
    assert list(here.iterdir()) == [], "nothing is written"


def test_play_does_not_resume_what_is_no_game(bad_files: dict[str, str]) -> None:
    for path in bad_files.values():
        assert "Error: " in wrong("play", "--resume", path)
        assert "Error: " in wrong("play", "--position", path)


def test_play_resumes_a_game_and_begins_from_a_position(saved: Path, here: Path) -> None:
    assert "needs a terminal" in wrong("play", "--resume", str(saved))
    (here / "position.json").write_text(quincunx.loads(saved.read_text("utf-8")).position(), "utf-8")
    assert "needs a terminal" in wrong("play", "--position", "position.json")
    assert "not a position" in wrong("play", "--position", written(here, {"quincunx": "save", "game": "vanagloria"}))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, here: Path) -> list[tuple[Match, dict[int, Bot]]]:
    """Who sits down at a terminal that is not there."""
    sat: list[tuple[Match, dict[int, Bot]]] = []
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr(warming, "warm", lambda name: None)
    monkeypatch.setattr(warming, "Preparation", lambda game: None)
    monkeypatch.setattr(terminal, "play", lambda match, *, bots, save, preparation: sat.append((match, dict(bots))))
    return sat


@pytest.mark.parametrize(
    ("args", "name", "bot"),
    [
        ([], "Level 4 I", "level-4"),
        (["--level", "1"], "Level 1 I", "level-1"),
        (["--level", "8"], "Level 8 I", "level-8"),
        (["--bot", "greedy"], "Greedy I", "greedy"),
        (["--bot", "search"], "Search I", "search"),
    ],
)
def test_bots_sit_down_by_level_or_name(
    args: list[str], name: str, bot: str, table: list[tuple[Match, dict[int, Bot]]], here: Path
) -> None:
    playing.start(playing.prepare(*asked(args)), None)
    match, bots = table[0]
    assert sorted(match.names) == sorted([name, "Player"])
    assert {match.name(seat): player.name for seat, player in bots.items()} == {name: bot}
    (here / "later.jsonl").write_text(match.dumps(), "utf-8")
    playing.start(playing.prepare(None, None, 1, None, None, None, None, here / "later.jsonl", None, {}), None)
    match, bots = table[1]
    assert {match.name(seat): player.name for seat, player in bots.items()} == {name: bot}, "as it was saved"


def asked(args: list[str]) -> tuple[Any, ...]:
    """What `quincunx play vanagloria -p 2` with more arguments asks for."""
    given = play.make_context("play", ["vanagloria", "-p", "2", *args]).params
    order = ("game", "players", "people", "level", "bot", "names", "seed", "resume", "position", "pairs")
    return tuple(given[name] for name in order)


# ---------------------------------------------------------------- think


def test_a_bot_tells_what_it_thinks_of_a_saved_game(saved: Path) -> None:
    said = good("think", str(saved), "--seconds", "0.05", "--jobs", "1")
    match = quincunx.loads(saved.read_text("utf-8"))
    assert match.turn is not None
    assert f"Vanagloria Galaxy: {match.name(match.turn)} to move" in said
    for part in ("attention", "wins", "Expected shares of wins: Ann ", "Probably: 1 ", "lines of play in"):
        assert part in said
    assert match.moves[0].text in said


def test_a_thought_is_written_for_programs(saved: Path, here: Path) -> None:
    (here / "position.json").write_text(quincunx.loads(saved.read_text("utf-8")).at(5).position(), "utf-8")
    for args in ([str(saved), "--step", "5"], ["--position", "position.json"]):
        found = json.loads(good("think", *args, "--seconds", "0.05", "--json"))
        at = quincunx.loads(saved.read_text("utf-8")).at(5)
        assert (found["game"], found["seat"], len(found["values"]), len(found["wins"])) == ("vanagloria", at.turn, 3, 3)
        assert sorted(each["number"] for each in found["candidates"]) == at.moves.numbers
        assert {each["move"] for each in found["candidates"]} == {move.text for move in at.moves}
        assert sum(each["share"] for each in found["candidates"]) == pytest.approx(1)
        assert found["line"]
        assert found["iterations"] > 0


def test_think_says_what_is_wrong(saved: Path, here: Path, bad_files: dict[str, str]) -> None:
    over = quincunx.new("vanagloria", 2, seed=1, round_limit=1).play("end").play("end")
    (here / "over.jsonl").write_text(over.dumps(), "utf-8")
    for args, reason in (
        ([], "Name a saved game, or give a position with --position."),
        ([str(saved), "--position", "x"], "Name a saved game, or give a position with --position."),
        (["--position", "x", "--step", "1"], "a position has no past"),
        (["over.jsonl"], "The game is over: there is nothing to think about. --step N goes back to move N."),
        ([str(saved), "--step", "13"], "There is no step 13; 12 moves have been played."),
        ([str(saved), "--seconds", "0"], "0.0 is not in the range"),
        ([str(saved), "--jobs", "0"], "0 is not in the range"),
        (["none.jsonl"], "There is no file none.jsonl."),
    ):
        assert reason in wrong("think", *args)
    for path in bad_files.values():
        assert "Error: " in wrong("think", path)
        assert "Error: " in wrong("think", "--position", path)
    assert "Probably" in good("think", "over.jsonl", "--step", "1", "--seconds", "0.05")


def test_it_thinks_about_a_game_of_ones_own(here: Path) -> None:
    match = quincunx.new(CONNECT_FOUR, 2, seed=1).play("column 4")
    (here / "four.jsonl").write_text(match.dumps(), "utf-8")
    assert "Connect four" in good("think", "four.jsonl", "--game", CONNECT_FOUR, "--seconds", "0.05")
