"""The `quincunx` command: what each command prints, and one clear sentence with an exit code for whatever is wrong.

Exit codes: 0 done, 1 something did not hold, 2 wrong input, 130 stopped by the user.
"""

import csv
import io
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import quincunx
from quincunx.cli.main import main
from quincunx.engine.compiling import INTERPRETED
from tests.playouts import EVERY_GAME

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
CONNECT_FOUR = str(Path(__file__).parents[2] / "examples" / "connect_four.py")


def run(*args: str) -> Result:
    """Runs a command in this process; whatever happens, nobody sees a traceback."""
    done = CliRunner().invoke(main, [*args], prog_name="quincunx")
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    assert "Traceback" not in done.output
    assert done.exit_code in (0, 1, 2, 130)
    if done.exit_code in (1, 2):
        assert done.output.strip(), "an exit code says too little"
    return done


def good(*args: str) -> str:
    """What a command prints that goes well."""
    done = run(*args)
    assert done.exit_code == 0, done.output
    return words(done.stdout)


def wrong(*args: str, code: int | tuple[int, ...] = 2) -> str:
    """What a command says about a wrong input: on the error stream, nothing on the other."""
    done = run(*args)
    assert done.exit_code in (code if isinstance(code, tuple) else (code,)), done.output
    assert done.stdout == ""
    return words(done.stderr)


def words(text: str) -> str:
    """Without the line breaks that a narrow screen makes."""
    return " ".join(text.split())


def start(*args: str, **options: Any) -> "subprocess.Popen[str]":
    """Starts the program itself."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx.cli.main", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=environment,
        **options,
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def saved(here: Path) -> Path:
    """A saved game that is not over."""
    match = quincunx.new("vanagloria", 3, seed=7, seats=["Ann", "Bob", "bot:greedy"], seating="as_joined")
    bot = quincunx.bot("greedy", seed=1)
    for _ in range(12):
        match.play(bot.choose(match))
    (path := here / "game.jsonl").write_text(match.dumps(), "utf-8")
    return path


@pytest.fixture
def bad_files(here: Path) -> dict[str, str]:
    """Files that are not what they should be."""
    contents = {
        "empty": b"",
        "binary": b"\xff\xfe\x00\x01",
        "cut": b'{"id": "x", "tiles": [',
        "list": b"[1, 2, 3]",
        "number": b"NaN",
        "nan": b'{"id": NaN, "players": Infinity}',
        "deep": b"[" * 100_000,
        "deeper": b'{"a":' * 100_000,
        "null": b"null",
        "text": "Ärger \U0001f600\n".encode(),
    }
    for name, content in contents.items():
        (here / f"{name}.json").write_bytes(content)
    (here / "folder.json").mkdir()
    return {name: str(here / f"{name}.json") for name in (*contents, "folder", "missing")}


# ---------------------------------------------------------------- help


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """All commands with the words that name them."""
    found: list[tuple[tuple[str, ...], click.Command]] = [(path, group)]
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
        else:
            found.append(((*path, name), command))
    return found


ALL = commands(main)


def test_all_commands_are_there() -> None:
    assert {" ".join(path) for path, _ in ALL} >= {
        "games",
        "options",
        "play",
        "rules",
        "simulate",
        "bench",
        "warm",
        "verify",
        "replay",
        "completion",
        *(f"board {word}" for word in ("list", "show", "check", "generate")),
    }


@pytest.mark.parametrize(("path", "command"), ALL, ids=[" ".join(path) or "quincunx" for path, _ in ALL])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_explains_itself(path: tuple[str, ...], command: click.Command, flag: str) -> None:
    text = good(*path, flag)
    assert text.startswith(f"Usage: {' '.join(('quincunx', *path))} ")
    assert command.help
    assert words(command.help).replace("\b ", "").split(".")[0] in text
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.opts[0] in text


@pytest.mark.parametrize("args", [["nonsense"], ["--nonsense"], ["simulate"], ["rules", "vanagloria", "VG-001", "x"]])
def test_an_unknown_command_or_argument_is_a_wrong_input(args: list[str]) -> None:
    said = wrong(*args)
    assert "Usage: quincunx" in said
    assert "Error: " in said


def test_the_version_is_told() -> None:
    assert good("--version") == f"quincunx, version {quincunx.__version__}"


@pytest.mark.parametrize(
    "args", [["options"], ["play"], ["rules"], ["simulate"], ["bench"], ["warm"], ["board", "list"]]
)
def test_an_unknown_game_is_answered_with_the_known_ones(args: list[str]) -> None:
    assert "There is no game 'vanaglorai'. Did you mean 'vanagloria'? Known: vanagloria, orbit-cubes." in wrong(
        *args, "vanaglorai"
    )
    assert "There is no game ''" in wrong(*args, "")


@pytest.mark.parametrize("args", [["options"], ["play"], ["rules"], ["simulate"], ["board", "list"]])
def test_a_file_that_is_no_game_is_refused_in_words(args: list[str], here: Path) -> None:
    for name, content, reason in (
        ("none.py", None, "There is no file"),
        ("empty.py", "", "defines no GAME"),
        ("number.py", "GAME = 5", "GAME"),
        ("syntax.py", "GAME = ", "syntax.py"),
        ("raises.py", "raise RuntimeError('oh no')", "oh no"),
        ("imports.py", "import no_such_module", "no_such_module"),
    ):
        if content is not None:
            (here / name).write_text(content, "utf-8")
        assert reason in wrong(*args, str(here / name)), name


# ---------------------------------------------------------------- games, options, rules


def test_games_lists_every_game() -> None:
    said = good("games")
    for name in EVERY_GAME:
        assert name in said
        assert quincunx.game(name).minutes in said
    assert "2-6" in said


@pytest.mark.parametrize("name", EVERY_GAME)
def test_options_lists_every_option_with_its_rules(name: str) -> None:
    said = good("options", name)
    for option in quincunx.game(name).options:
        assert option.name in said
        for rule in option.rules:
            assert rule in said
    assert "Defaults are those for 2 players without bots." in said


def test_defaults_depend_on_the_number_of_players() -> None:
    assert "p4a" in good("options", "vanagloria", "-p", "4").split("What")[0]
    assert "Defaults are those for 5 players" in good("options", "vanagloria", "--players", "5")


@pytest.mark.parametrize("command", [["options"], ["simulate", "-n", "2", "-j", "1"], ["play"]])
@pytest.mark.parametrize("players", ["0", "1", "7", "-1", "99999999999999999999"])
def test_an_impossible_number_of_players_is_refused(command: list[str], players: str) -> None:
    """VG-001: nought is a number too, not a default."""
    said = wrong(*command, "vanagloria", "-p", players)
    assert f"for 2 to 6 players, not {players}" in said or "range" in said or "people can't sit at a table" in said


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_whole_rulebook_is_printed(name: str) -> None:
    done = run("rules", name)
    assert done.exit_code == 0
    assert done.stdout.strip() == quincunx.game(name).rulebook.text.strip()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_rule_is_printed_word_for_word(name: str) -> None:
    """Also one with brackets in it."""
    book = quincunx.game(name).rulebook
    for rule in book.rules:
        said = good("rules", name, rule)
        assert said.startswith(f"{rule} {words(book.full(rule))} {words(quincunx.game(name).title)}, chapter “"), rule


def test_a_rule_is_found_in_small_letters() -> None:
    assert good("rules", "vanagloria", "vg-006") == good("rules", "vanagloria", "VG-006")


@pytest.mark.parametrize("rule", ["VG-999", "OC-001", "6", "[/]", "VG-006 ", "☂"])
def test_an_unknown_rule_is_answered_with_known_ones(rule: str) -> None:
    assert f"There is no rule '{rule}'." in run("rules", "vanagloria", rule).stderr
    assert run("rules", "vanagloria", rule).exit_code == 2


def test_rules_can_be_searched() -> None:
    book = quincunx.game("vanagloria").rulebook
    found = [rule for rule, text in book.rules.items() if "shield" in text.lower()]
    said = good("rules", "vanagloria", "--search", "SHIELD")
    assert len(found) > 5
    for rule in found:
        assert f"{rule} {words(book.full(rule))}" in said
    assert "No rule contains 'zebra'." in wrong("rules", "vanagloria", "-s", "zebra", code=(1, 2))
    assert "No rule contains" in wrong("rules", "vanagloria", "-s", "[/]", code=(1, 2))


# ---------------------------------------------------------------- simulate


def test_simulate_prints_a_table() -> None:
    said = good("simulate", "vanagloria", "-n", "40", "-j", "1", "--bots", "greedy,random")
    assert said.startswith("Vanagloria Galaxy, 2 players: greedy, random")
    for part in ("by bot", "random", "greedy", "by seat", "seat 0", "seat 1", "by order", "first to move"):
        assert part in said
    assert "40 games," in said
    assert "moves each on average" in said


def test_the_table_of_findings_fits_a_narrow_screen() -> None:
    """One row a line at 80 columns, also with large numbers."""
    done = run("simulate", "vanagloria", "-p", "6", "-n", "2000", "-j", "1")
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    rows = [line for line in lines if any(word.endswith("%") for word in line) and "between" not in line]
    assert len(rows) == 1 + 6 + 6
    for row in rows:
        assert len(row) >= 8, f"broken: {row}"
    assert not [line for line in lines if line in (["play"], ["first"], ["move"], ["to", "move"])]


def test_simulate_prints_json_and_nothing_else() -> None:
    done = run("simulate", "orbit-cubes", "-p", "3", "-n", "30", "-j", "1", "--seed", "5", "--json", "-")
    data = json.loads(done.stdout)
    assert (data["game"], data["players"], data["games"], data["seed"]) == ("orbit-cubes", 3, 30, 5)
    assert data["bots"] == ["random"]
    assert sum(share["wins"] for share in data["shares"] if share["group"] == "seat") == pytest.approx(30)
    assert run("simulate", "orbit-cubes", "-p", "3", "-n", "30", "-j", "2", "--seed", "5", "--json", "-").stdout == (
        done.stdout
    )


def test_simulate_prints_csv_and_nothing_else() -> None:
    done = run("simulate", "vanagloria", "-n", "6", "-j", "1", "--csv", "-")
    assert done.exit_code == 0
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert rows[0] == ["seed", "first", "moves", "bot0", "bot1", "result0", "result1"]
    assert [row[0] for row in rows[1:]] == [str(seed) for seed in range(6)]


def test_simulate_writes_files(here: Path) -> None:
    options = ("-n", "20", "-j", "1", "-o", "target=100", "-o", "turn=random", "--fixed")
    good("simulate", "vanagloria", "-p", "3", *options, "--csv", "new/games.csv", "--json", "found.json")
    rows = list(csv.DictReader(io.StringIO((here / "new" / "games.csv").read_text("utf-8"))))
    assert [row["seed"] for row in rows] == [str(seed) for seed in range(20)]
    data = json.loads((here / "found.json").read_text("utf-8"))
    assert data["options"] == {"target": "100", "turn": "random"}
    assert sorted(path.name for path in here.rglob("*")) == ["found.json", "games.csv", "new"]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--bots", "gredy"], "There is no bot 'gredy'. Did you mean 'greedy'?"),
        (["--bots", ""], "There is no bot ''"),
        (["--bots", "greedy,"], "There is no bot ''"),
        (["--bots", "random,random,random"], "3 bots are named for 2 seats."),
        (["-n", "0"], "from 1 to 1,000,000,000 games"),
        (["-n", "-1"], "from 1 to 1,000,000,000 games"),
        (["-n", "1" + "0" * 30], "from 1 to 1,000,000,000 games"),
        (["-n", "1e3"], "not a valid integer"),
        (["-j", "0"], "range"),
        (["--device", "tpu"], "'cpu', 'cuda'"),
        (["-o", "target"], "should be NAME=VALUE, such as target=100"),
        (["-o", "targt=100"], "Did you mean 'target'?"),
        (["-o", "=100"], "There is no option ''"),
        (["-o", "target="], "Choose 50, 100, 150."),
        (["-o", "target=NaN"], "Choose 50, 100, 150."),
        (["-o", "round_limit=nan"], "a whole number from 0 to 999"),
        (["-o", "round_limit=1" + "0" * 5000], "a whole number from 0 to 999"),
        (["-o", "turn=pro"], "VG-050"),
        (["-o", "board=p3a"], "3 entrances"),
        (["-o", "board={"], "not valid JSON"),
        (["-o", "board={}"], "id"),
        (["-o", "board=@no/such/file"], "There is no file no/such/file."),
    ],
)
def test_simulate_says_what_is_wrong(args: list[str], reason: str) -> None:
    assert reason in wrong("simulate", "vanagloria", "-n", "5", "-j", "1", *args)


@pytest.mark.parametrize("seed", ["9223372036854775807", "-9223372036854775809", "1" + "0" * 40])
def test_simulate_takes_any_seed_or_refuses_it_in_words(seed: str) -> None:
    run("simulate", "vanagloria", "-n", "5", "-j", "1", "--seed", seed)


def test_results_that_cannot_be_written_are_a_wrong_input(here: Path) -> None:
    (here / "file").write_text("x", "utf-8")
    (here / "folder").mkdir()
    for path, reason in (("folder", "a folder"), ("file/inside.csv", "can't be written"), ("", "a folder")):
        for flag in ("--csv", "--json"):
            done = run("simulate", "vanagloria", "-n", "5", "-j", "1", flag, path)
            assert done.exit_code == 2
            assert reason in words(done.stderr)
    assert (here / "file").read_text("utf-8") == "x"


def has_gpu() -> bool:
    """Asked of Numba itself."""
    if INTERPRETED:
        return False
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        return False
    return bool(cuda.is_available())


@pytest.mark.parametrize(
    "args", [["simulate", "vanagloria", "-n", "5"], ["bench", "vanagloria", "--seconds", "0.01"], ["verify", "-n", "5"]]
)
def test_without_a_gpu_it_says_so_and_what_to_do(args: list[str]) -> None:
    if has_gpu():
        good(*args, "--device", "cuda")
        return
    said = wrong(*args, "--device", "cuda")
    assert "Error: " in said
    assert "GPU" in said or "CUDA" in said
    assert "pip install 'quincunx[cuda]'" in said or "NUMBA_DISABLE_JIT" in said


# ---------------------------------------------------------------- bench, warm


def test_bench_gives_rows() -> None:
    done = run("bench", "vanagloria", "--seconds", "0.01", "--json")
    assert done.exit_code == 0, done.output
    rows = json.loads(done.stdout)
    assert len(rows) >= 10
    for row in rows:
        assert list(row) == ["game", "measure", "value", "unit"]
        assert row["game"] == "vanagloria"
        assert row["value"] >= 0
    assert len({row["measure"] for row in rows}) == len(rows)
    assert {row["unit"] for row in rows} == {"moves/s", "ns", "moves", "times"}


def test_bench_prints_a_table() -> None:
    said = good("bench", CONNECT_FOUR, "--seconds", "0.01")
    assert "Speed on this machine (Python" in said
    assert "connect-four" in said
    assert "moves/s" in said


@pytest.mark.parametrize("seconds", ["0", "-1", "601", "nan", "inf", "-inf", "", "x", "1e999"])
def test_bench_takes_a_sensible_time_only(seconds: str) -> None:
    assert "Invalid value for '--seconds'" in wrong("bench", CONNECT_FOUR, "--seconds", seconds)


def test_warm_compiles_a_game() -> None:
    assert "Compiled; later starts take it from the cache." in good("warm", "vanagloria")


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


# ---------------------------------------------------------------- board


def board(id: str = "p4a") -> dict[str, Any]:
    workshop = quincunx.game("vanagloria").workshop
    assert workshop is not None
    return workshop.get(id)


def written(here: Path, data: Any, name: str = "board.json") -> str:
    (here / name).write_text(json.dumps(data), "utf-8")
    return name


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


# ---------------------------------------------------------------- play


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ([], "Say which game to play: vanagloria, orbit-cubes."),
        (["vanagloria", "--people", "4"], "4 people can't sit at a table for 3."),
        (["vanagloria", "--people", "-1"], "-1 people can't sit at a table for 3."),
        (["vanagloria", "-p", "2", "--people", "3"], "3 people can't sit at a table for 2."),
        (["vanagloria", "--bot", "gredy"], "Did you mean 'greedy'?"),
        (["vanagloria", "--bot", ""], "There is no bot ''"),
        (["vanagloria", "--people", "0", "--bot", "gredy"], "There is no bot 'gredy'"),
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


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    text = good("completion", shell)
    assert "_QUINCUNX_COMPLETE" in text
    assert f"{shell}_complete" in text


@pytest.mark.parametrize("shell", ["", "tcsh", "Bash"])
def test_only_three_shells_are_known(shell: str) -> None:
    assert "'bash', 'zsh', 'fish'" in wrong("completion", shell)


# ---------------------------------------------------------------- odd arguments

ODD = ["", " ", "x", "nan", "inf", "-1", "0", "9" * 30, "1" * 5000, "[/]", "a" * 300, "../..", "@", "☂"]
"""Wrong nearly everywhere."""
WELL: dict[str, list[str]] = {
    "options": ["vanagloria"],
    "play": ["vanagloria"],
    "rules": ["vanagloria"],
    "simulate": ["vanagloria", "-n", "2", "-j", "1"],
    "bench": [CONNECT_FOUR],
    "verify": ["game.jsonl"],
    "replay": ["game.jsonl"],
    "board show": ["vanagloria", "p2a"],
    "board check": ["vanagloria", "p2a"],
    "board generate": ["vanagloria", "-p", "2", "--seed", "1"],
}
"""For each command arguments with which it does something small."""
SLOW = {("bench", "--device"), ("verify", "--device")}
TAKES = [
    (name, param.opts[0])
    for path, command in ALL
    if (name := " ".join(path)) in WELL
    for param in command.params
    if isinstance(param, click.Option) and not param.is_flag and (name, param.opts[0]) not in SLOW
]


@pytest.mark.parametrize(("name", "option"), [(name, option) for name, option in TAKES if name != "bench"])
def test_an_odd_value_of_an_option_is_answered_in_words(name: str, option: str, saved: Path) -> None:
    assert saved.name in WELL["replay"]
    for value in ODD:
        run(*name.split(), *WELL[name], option, f"target={value}" if option == "--option" else value)


@pytest.mark.parametrize("name", [" ".join(path) for path, command in ALL if path and path != ("warm",)])
def test_odd_arguments_are_answered_in_words(name: str, here: Path) -> None:
    for value in ODD:
        for args in ([value], ["vanagloria", value], [value, value]):
            if name not in ("bench", "simulate", "board generate") or args[0] != "vanagloria":
                run(*name.split(), *args)


# ---------------------------------------------------------------- stopping


def test_stopping_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from quincunx.lab import simulation

    def interrupted(*args: Any, **words: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "run", interrupted)
    done = run("simulate", "vanagloria", "-n", "5")
    assert done.exit_code == 130
    assert "Stopped." in done.stderr
    assert done.stdout == ""


INTERRUPTED = """
import os, signal, sys
from rich.progress import Progress
from quincunx.cli.main import main

update = Progress.update
def and_stop(self, *args, **words):
    update(self, *args, **words)
    os.killpg(os.getpgrp(), signal.SIGINT)
Progress.update = and_stop
main(sys.argv[1:], prog_name="quincunx")
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_stops_all_processes_at_once_without_a_traceback(jobs: str) -> None:
    """A terminal interrupts the whole group, as soon as the first games are played."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "simulate", "vanagloria", "-n", "1000000", "-j", jobs],
        capture_output=True,
        text=True,
        timeout=120,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 130, done.stderr
    assert done.stdout == ""
    assert words(done.stderr) == "Stopped."


@pytest.mark.parametrize(
    "args", [["completion", "bash"], ["rules", "vanagloria"], ["games"], ["board", "check", "vanagloria", "p4a"]]
)
def test_a_reader_who_goes_away_is_no_error(args: list[str]) -> None:
    """`quincunx rules vanagloria | head -1`"""
    process = start(*args)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0, said
    assert said == ""


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["simulate", "vanagloria", "-n", "0"], 2),
        (["play", "vanagloria"], 2),
        (["verify", "no such file"], 1),
        (["verify", "\udcff"], 1),
        (["replay", "\udcff"], 2),
    ],
)
def test_the_program_itself_ends_with_these_codes(args: list[str], code: int) -> None:
    """\\udcff is what Python makes of a byte that is not UTF-8; some file systems allow such names."""
    process = start(*args)
    output, said = process.communicate(timeout=60)
    assert "Traceback" not in said + output, said
    assert process.returncode == code
