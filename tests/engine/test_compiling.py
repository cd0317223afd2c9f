"""Compiling: records that interpreted and compiled code read alike, templates bound to games, a cache never stale."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.engine import compiling, core
from quincunx.engine.compiling import CACHE, INTERPRETED, apart, hash_of_sources, rebind, record, template
from quincunx.engine.contract import CONTRACT, MOST_MOVES, SEATS
from quincunx.games import GAMES

compiled_only = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

# ---------------------------------------------------------------- records


@pytest.mark.parametrize("name", ["round", "take", "sum", "view", "item", "data", "shape", "copy", "pprint", "all"])
def test_a_field_may_not_be_called_like_something_of_numpys(name: str) -> None:
    """Interpreted code would read NumPy's method instead of the field."""
    with pytest.raises(ValueError, match=f"attribute '{name}' of their own"):
        record([("chance", "u8"), (name, "i2")])


def test_a_record_is_aligned_and_its_fields_are_attributes() -> None:
    made = record([("small", "i1"), ("wide", "u8"), ("many", "i2", (3,))])
    fields = made.fields
    assert fields is not None
    assert fields["wide"][1] == 8
    assert made.itemsize % 8 == 0
    state = np.zeros(2, made)
    state[1].small, state[1].many[2] = 5, 7
    assert (state[1].small, state[1].many.tolist()) == (5, [0, 0, 7])
    assert not state[0].many.any()


@pytest.mark.parametrize("name", GAMES)
def test_a_games_records_have_what_the_contract_needs(name: str) -> None:
    game = quincunx.game(name)
    names = game.state.names or ()
    assert {"chance", "turn", "over"} <= set(names)
    fields = game.state.fields
    assert fields is not None
    assert fields["chance"][0] == np.uint64
    for made in (game.state, game.board):
        inside = [made[name] for name in made.names or ()]
        is_array = [bool(kind.shape) for kind in inside]
        assert is_array == sorted(is_array), "scalars first: a GPU reads them wrongly otherwise"
        assert not any(kind.base.hasobject for kind in inside)


# ---------------------------------------------------------------- templates


@template
def most(number: int) -> Any:
    """Depends on the game it is bound to, and calls another template."""
    return number + twice(MOST_MOVES)


@template
def twice(number: int) -> int:
    """A template that a template calls."""
    return 2 * number + SEATS - SEATS


@apart
def steps_to_one(number: int) -> int:
    """By Collatz: not to be pasted into whoever calls it, since it calls itself."""
    if number == 1:
        return 0
    return 1 + steps_to_one(3 * number + 1 if number % 2 else number // 2)


@apart
def more_steps(number: int) -> int:
    """Another that calls it."""
    return steps_to_one(number) + 1


@template
def calls_it_twice(number: int) -> int:
    """Calls a function that stays one of its own."""
    return steps_to_one(number) + steps_to_one(number + 1)


@compiled_only
def test_what_is_compiled_calls_its_own_copy_of_a_function_that_stays_apart() -> None:
    """Not the copy that was compiled first, as a part of others, and was never optimised."""
    bound = rebind(calls_it_twice, f"now{time.time_ns()}", {}, lambda other: other)
    assert bound(6) == 8 + 16
    (made,) = bound.overloads.values()
    shared = [each.name for each in made.library._final_module.functions if each.linkage.name == "linkonce_odr"]
    assert not shared
    assert more_steps(6) == 9, "it finds its own copy, and not the private one"


def test_a_template_is_bound_once_for_each_game() -> None:
    station, orbit = quincunx.game("vanagloria"), quincunx.game("orbit-cubes")
    assert station.bind(most) is station.bind(most)
    assert station.bind(most) is not orbit.bind(most)
    assert station.bind(most)(1) == 1 + 2 * station.most_moves
    assert station.bind(twice)(3) == 6
    assert repr(most) == f"<template {__name__}.most>"


@compiled_only
def test_a_bound_template_has_a_name_of_its_own_for_the_cache() -> None:
    names = {quincunx.game(name).bind(core.reason).py_func.__qualname__ for name in GAMES}
    assert names == {f"reason_{name.replace('-', '_')}" for name in GAMES}
    assert quincunx.game("vanagloria").bind(core.reason).py_func.__doc__ == core.reason.__doc__


def test_a_game_says_what_the_contracts_names_mean() -> None:
    game = quincunx.game("vanagloria")
    capacities = {"STATE", "BOARD", "MOST_MOVES", "SEATS"}
    assert set(game.names()) == {*CONTRACT, *capacities, "began", "lane", "prune", "regard", "style_at"}
    assert (game.names()["MOST_MOVES"], game.names()["SEATS"]) == (game.most_moves, 6)


PROBE = """
import sys
from dataclasses import replace
import quincunx
from quincunx.engine.compiling import template
from quincunx.engine.contract import MOST_MOVES

@template
def most(number):
    return number + MOST_MOVES

game = quincunx.game("vanagloria")
for other in (replace(game, name="one", most_moves=10), replace(game, name="two", most_moves=20)):
    bound = other.bind(most)
    print(bound(1), sum(bound.stats.cache_hits.values()), sum(bound.stats.cache_misses.values()))
"""


@compiled_only
def test_each_game_has_its_own_entry_in_the_cache_and_finds_it_again(tmp_path: Path) -> None:
    (probe := tmp_path / "probe.py").write_text(PROBE, "utf-8")
    env = {**os.environ, "QUINCUNX_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}

    def run() -> list[str]:
        done = subprocess.run([sys.executable, str(probe)], env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert run() == ["11 0 1", "21 0 1"], "value, hits, misses"
    assert run() == ["11 1 0", "21 1 0"]
    folders = [*(tmp_path / "cache" / "compiled").iterdir()]
    assert len(folders) == 1
    assert any(folders[0].rglob("*.nbi"))


# ---------------------------------------------------------------- the cache folder


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A small package."""
    package = tmp_path / "package"
    (package / "inner").mkdir(parents=True)
    (package / "one.py").write_text("1", "utf-8")
    (package / "inner" / "two.py").write_text("2", "utf-8")
    return package


def test_the_hash_changes_with_every_source(sources: Path) -> None:
    seen = {hash_of_sources(sources)}
    assert hash_of_sources(sources) in seen
    (sources / "notes.txt").write_text("no source", "utf-8")
    assert hash_of_sources(sources) in seen
    changes: list[tuple[str, str]] = [("inner/two.py", "3"), ("new.py", ""), ("one.py", "12"), ("inner/one.py", "1")]
    for name, text in changes:
        (sources / name).write_text(text, "utf-8")
        assert hash_of_sources(sources) not in seen
        seen.add(hash_of_sources(sources))
    (sources / "new.py").unlink()
    assert hash_of_sources(sources) not in seen
    assert hash_of_sources(sources / "one.py") != hash_of_sources(sources)


def test_the_cache_folder_is_named_by_the_sources_and_the_versions(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "COMPILED_LAYERS", (sources,))
    monkeypatch.setenv("QUINCUNX_CACHE", str(tmp_path / "cache"))
    first = compiling._cache_folder()
    assert first == compiling._cache_folder()
    assert first.parent == tmp_path / "cache" / "compiled"
    assert first.is_dir()
    assert hash_of_sources(sources) in first.name
    assert np.__version__ in first.name
    (sources / "inner" / "two.py").write_text("3", "utf-8")
    assert compiling._cache_folder() != first


def test_caches_that_nobody_uses_are_dropped(sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILED_LAYERS", (sources,))
    monkeypatch.setenv("QUINCUNX_CACHE", str(tmp_path))
    days = compiling.KEEP_UNUSED_CACHES_DAYS
    for name, age in (("old", days + 1), ("recent", days - 1)):
        (tmp_path / "compiled" / name).mkdir(parents=True)
        then = time.time() - age * 86_400
        os.utime(tmp_path / "compiled" / name, (then, then))
    used = compiling._cache_folder()
    assert {folder.name for folder in (tmp_path / "compiled").iterdir()} == {"recent", used.name}


def test_without_a_place_for_the_cache_a_temporary_one_serves(
    sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (blocked := tmp_path / "blocked").write_text("a file, not a folder", "utf-8")
    monkeypatch.setattr(compiling, "COMPILED_LAYERS", (sources,))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("QUINCUNX_CACHE", str(blocked))
    folder = compiling._cache_folder()
    assert folder.is_dir()
    assert tmp_path / "temporary" in folder.parents


def test_compiled_code_stands_only_where_the_hash_looks() -> None:
    marks = re.compile(r"^@(compiled|wrapping|template)\b", re.MULTILINE)
    marked = [path for path in compiling.PACKAGE.rglob("*.py") if marks.search(path.read_text("utf-8"))]
    assert len(marked) > 5
    outside = [path for path in marked if not set(path.parents) & set(compiling.COMPILED_LAYERS)]
    assert outside == []


@compiled_only
def test_compiled_functions_are_kept_in_that_folder() -> None:
    game = quincunx.game("vanagloria")
    quincunx.new("vanagloria", seed=1).moves.numbers  # noqa: B018
    stats: Any = game.core.legal.stats
    assert str(CACHE) in stats.cache_path
