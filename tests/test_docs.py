"""What the documents say holds: examples run, commands print what is shown, links lead somewhere."""

import doctest
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import quincunx
from quincunx.cli import screen
from quincunx.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
EXAMPLE = ROOT / "examples" / "connect_four.py"
ASKED_FOR = {"index", "python", "command-line", "save-files", "write-a-game", "training", "design", "bots", "rules"}
ASKED_FOR |= {"performance", "operate", "bot-api"}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
WIDTH = 100
"""Columns of the screen on which the commands were run."""

of_each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def read(page: Path) -> str:
    return page.read_text("utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return [text for found, text in BLOCK.findall(read(page)) if found == language]


@of_each_page
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    unfenced = re.sub(r"^```.*$", "", read(page), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(unfenced, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(examples, out=said.append)
    assert not said, "".join(said)


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page's `console` blocks, each with the output that is shown."""
    for block in blocks(page, "console"):
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = shown.partition("\n")
            yield command, output


@of_each_page
def test_commands_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(screen.console, "width", WIDTH)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    (tmp_path / "examples").symlink_to(EXAMPLE.parent)
    (tmp_path / "game.quincunx").write_text(a_saved_game(), "utf-8")
    (tmp_path / "changed.quincunx").write_text(a_saved_game().replace("> K.a", "> N1.r", 1), "utf-8")
    for command, shown in commands(page):
        program, *words = shlex.split(command)
        assert program == "quincunx"
        printed = CliRunner().invoke(main, words, catch_exceptions=False).output
        assert doctest.OutputChecker().check_output(shown, printed, FLAGS), f"$ {command}\n{printed}"


def a_saved_game() -> str:
    """The greedy bot against somebody who plays at random."""
    match = quincunx.new("vanagloria", players=2, seed=5, seats=["Ann", "bot:greedy"])
    ann, bot = quincunx.bot("random", seed=2), quincunx.bot("greedy", seed=1)
    while match.turn is not None:
        match.play((bot if match.seats[match.turn].bot else ann).choose(match))
    return match.dumps()


@of_each_page
def test_links_and_pictures_exist(page: Path) -> None:
    for link in (one or other for one, other in LINK.findall(read(page))):
        path, _, heading = link.partition("#")
        if "://" in link:
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        assert not heading or heading in headings(target), f"{page.name} links to {link}"


def headings(page: Path) -> list[str]:
    """The headings of a page as they stand in links."""
    found = re.findall(r"^#+ (.+)$", read(page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found]


def test_every_page_is_there_and_on_the_map() -> None:
    assert {page.stem for page in DOCS.glob("*.md")} >= ASKED_FOR
    for page in DOCS.glob("*.md"):
        assert page.name == "index.md" or f"({page.name})" in read(DOCS / "index.md")


def test_every_command_and_option_is_described() -> None:
    page = read(DOCS / "command-line.md")
    for name, command in subcommands(main, "quincunx"):
        assert name in page
        for option in command.params:
            longest = max(option.opts, key=len)
            assert not longest.startswith("--") or longest in page, f"{name} {longest}"


def subcommands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name."""
    for word, command in group.commands.items():
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from subcommands(command, f"{name} {word}")


def test_the_example_is_short_and_told_line_by_line() -> None:
    lines = read(EXAMPLE).splitlines()
    told = [block for block in blocks(DOCS / "write-a-game.md", "python") if ">>>" not in block]
    assert len(lines) < 100
    assert [line for block in told for line in block.splitlines() if line] == [line for line in lines if line]
