"""`quincunx simulate`, `bench` and `warm`: measuring."""

import csv
import io
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from quincunx.engine.compiling import INTERPRETED
from tests.cli.program import CONNECT_FOUR, good, run, words, wrong

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


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
    rows = [line for line in lines if any(word.endswith("%") for word in line) and line[-1].endswith("%")]
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
        (["--bots", "greedy,level-4"], "The bot level-4 can't be simulated: only random and greedy compile"),
        (["--bots", "search"], "Use `quincunx tournament`, which takes any bot."),
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
        assert list(row) == ["game", "measure", "value", "unit", "low", "high"]
        assert row["game"] == "vanagloria"
        assert row["value"] >= 0
    assert len({row["measure"] for row in rows}) == len(rows)
    assert {row["unit"] for row in rows} == {"moves/s", "iterations/s", "ns", "moves", "times", "%"}


def test_bench_takes_as_many_players_as_asked_for() -> None:
    rows = json.loads(run("bench", "vanagloria", "-p", "2", "--seconds", "0.01", "--json").stdout)
    assert "first player wins, 2 greedy bots" in {row["measure"] for row in rows}


def test_bench_says_at_once_which_game_cannot_be_played_by_so_many() -> None:
    assert "Galaxy of D is a game for 2 players, not 4." in wrong("bench", "vanagloria", "galaxy-of-d", "-p", "4")


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
