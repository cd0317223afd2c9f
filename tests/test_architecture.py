"""The layers, read from the sources: imports point down, one list knows the games by name, docstrings everywhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx.games import GAMES

ROOT = Path(quincunx.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
LAYERS = {"engine": 1, "games": 2, "bots": 3, "table": 4, "lab": 4, "face": 5, "server": 6, "cli": 7, "web": 8}
LAYERS |= {"training": 5, "openspiel": 5, "pettingzoo": 5}
"""Each imports only from those under it. The face is `quincunx/__init__.py`, which only the programs stand above;
beside it stand the doors for other people's learners."""


def names(path: Path) -> list[str]:
    """A module's dotted name after `quincunx`, in parts."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return parts[:-1] if parts[-1] == "__init__" else parts


def layer(parts: list[str]) -> str:
    return parts[0] if parts and parts[0] in LAYERS else "face"


def imports(path: Path, text: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """The package's modules that a file imports, anywhere in it, with the line."""
    package = names(path) if path.name == "__init__.py" else names(path)[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8") if text is None else text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "quincunx":
                    yield node.lineno, alias.name.split(".")[1:]
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            elif (node.module or "").split(".")[0] == "quincunx":
                base = (node.module or "").split(".")[1:]
            else:
                continue
            base = [part for part in base if part]
            for alias in node.names:
                yield node.lineno, [*base, alias.name] if is_module([*base, alias.name]) else base


def is_module(parts: list[str]) -> bool:
    return ROOT.joinpath(*parts).is_dir() or ROOT.joinpath(*parts).with_suffix(".py").is_file()


def in_layer(name: str) -> list[Path]:
    return [path for path in SOURCES if layer(names(path)) == name]


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert folders <= set(LAYERS)
    assert {path.name for path in ROOT.glob("*.py")} <= {"__init__.py", "__main__.py"}


def test_imports_point_down_the_layers() -> None:
    """Also imports inside functions and those for type checkers only."""
    upward = []
    for path in SOURCES:
        mine = layer(names(path))
        if names(path) == ["__main__"]:
            continue
        for line, parts in imports(path):
            theirs = layer(parts)
            if theirs != mine and LAYERS[theirs] >= LAYERS[mine]:
                upward.append(f"{path.relative_to(ROOT)}:{line} imports {'.'.join(['quincunx', *parts])}")
    assert upward == []


def test_games_do_not_know_each_other() -> None:
    crossing = []
    for path in in_layer("games"):
        mine = names(path)[1:2]
        for line, parts in imports(path):
            if mine and layer(parts) == "games" and parts[1:2] != mine:
                crossing.append(f"{path.relative_to(ROOT)}:{line} imports {'.'.join(parts)}")
    assert crossing == []


def test_the_walk_sees_imports_of_every_kind() -> None:
    """The test of the tests above: an import is found wherever it stands."""
    text = """
import quincunx.table.match
from quincunx import bots, new
from quincunx.engine import core, options as o
from . import chance
from ..games.vanagloria import rules
def f():
    from quincunx.cli.main import main
    import quincunx, json
"""
    found = {(line, ".".join(parts)) for line, parts in imports(ROOT / "engine" / "probe.py", text)}
    assert found == {
        (2, "table.match"),
        (3, "bots"),
        (3, ""),
        (4, "engine.core"),
        (4, "engine.options"),
        (5, "engine.chance"),
        (6, "games.vanagloria.rules"),
        (8, "cli.main"),
        (9, ""),
    }


# ---------------------------------------------------------------- names of games

FOLDERS = {name: module.split(".")[-1] for name, (module, _) in GAMES.items()}
WORDS_OF_GAMES = {"vanagloria": ["dreadnought", "standee", "planet cube", "full moon", "half moon", "starting planet"]}
"""Words by folder that only that game's own code may use, besides the names, titles and rule IDs of its games."""
THE_LIST = ROOT / "games" / "__init__.py"
"""The one place that names all games.

Docstrings may use a game as an example: in Python files the lines of doctest examples, `>>>` and what they print, are
left out of the search. The code, the comments and the prose around the examples are searched.
"""
RULINGS = "R"
"""All games number their rulings with this letter."""
TEXTS = {".py", ".md", ".toml", ".svg", ".css", ".tcss", ".html", ".js", ".ts", ".json", ".txt"}


def patterns(folder: str) -> list[str]:
    """What gives a game away."""
    found = list(WORDS_OF_GAMES.get(folder, []))
    for name in (name for name, where in FOLDERS.items() if where == folder):
        game = quincunx.game(name)
        found += [name, name.replace("-", "_"), re.sub(r"\s*\(.*\)", "", game.title)]
        letters = {rule.partition("-")[0] for rule in game.rulebook.rules if "-" in rule}
        found += [rf"\b{prefix}-\d" for prefix in letters - {RULINGS}]
    return sorted(set(found))


def without_examples(text: str) -> str:
    """The text with its doctest examples blanked: from `>>>` to an empty line or the end of the docstring."""
    lines, inside = [], False
    for line in text.splitlines():
        inside = (inside or line.lstrip().startswith(">>>")) and bool(line.strip()) and line.strip() != '"""'
        lines.append("" if inside else line)
    return "\n".join(lines)


def test_no_game_is_named_outside_its_folder() -> None:
    told = []
    for folder in sorted(set(FOLDERS.values())):
        pattern = re.compile("|".join(patterns(folder)), re.IGNORECASE)
        for path in sorted(ROOT.rglob("*")):
            if path.suffix not in TEXTS or path == THE_LIST or ROOT / "games" / folder in path.parents:
                continue
            text = path.read_text("utf-8")
            text = without_examples(text) if path.suffix == ".py" else text
            for number, line in enumerate(text.splitlines(), 1):
                if match := pattern.search(line):
                    told.append(f"{path.relative_to(ROOT)}:{number} says {match[0]!r}")
    assert told == []


def test_the_search_knows_names_titles_prefixes_and_words() -> None:
    found = patterns("vanagloria")
    for word in (
        "vanagloria",
        "orbit-cubes",
        "orbit_cubes",
        "Vanagloria Galaxy",
        "Orbit Cubes",
        r"\bVG-\d",
        r"\bOC-\d",
    ):
        assert word in found
    kept = without_examples('a\n    >>> b\n    c\n\n    d\n    """\n    e\n    >>> f\n    """\n    g')
    assert [line.strip() for line in kept.splitlines() if line.strip()] == ["a", "d", '"""', "e", '"""', "g"]


# ---------------------------------------------------------------- docstrings


def undocumented(node: ast.AST, where: str) -> Iterator[str]:
    """Public classes, functions and methods without a docstring; what stands inside a function is not public."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.If, ast.Try)):
            yield from undocumented(child, where)
        if not isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or child.name.startswith("_"):
            continue
        if any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in child.decorator_list):
            continue
        name = f"{where} {child.name}"
        if ast.get_docstring(child) is None:
            yield name
        if isinstance(child, ast.ClassDef):
            yield from undocumented(child, name)


@pytest.mark.parametrize("folder", sorted({layer(names(path)) for path in SOURCES}))
def test_all_that_is_public_has_a_docstring(folder: str) -> None:
    silent = []
    for path in in_layer(folder):
        tree = ast.parse(path.read_text("utf-8"))
        where = str(path.relative_to(ROOT))
        silent += [where] if ast.get_docstring(tree) is None else []
        silent += undocumented(tree, where)
    assert silent == []
