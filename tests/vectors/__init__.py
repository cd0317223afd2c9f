"""Test vectors: rulings written in Markdown, run through the public interface of Quincunx.

    python -m tests.vectors FILE.md [FILE.md ...]

runs every vector of the files (from the root of the repository), prints each failure with what was expected and what
was found, and closes with `N passed, N failed`. The exit code is 1 unless everything passed and there was something to
pass. `tests/test_vectors.py` runs the files of this folder in pytest.

A file is any Markdown page. A vector has a heading that names it and the rules that it proves,

    **TV-11 — One unit may spend both actions moving** · VG-058, VG-060, VG-066

and the first fenced block under it says what to set up, to play and to expect. A heading without a block is prose: it
is listed as not run. What a block means is a *notation's* business:

- `notations/` holds one module per notation; `notations.NOTATIONS` lists them. A notation recognises its blocks
  (by the word after the fence, as in ```vector, or by what is in them) and makes vectors of them; one block may hold
  many vectors, headings included.
- `notations/vanagloria.py` reads section 8 of the rules of Vanagloria Galaxy and Orbit Cubes (`setup:`, `do:`,
  `refuse:`, `allow:`, `expect:`, `chance:`) and tables of links.
- To add one: write a module with a class that has `name`, `recognises` and `vectors` (see `Notation`), and add it to
  the list. It uses `quincunx.new`, `quincunx.set_up` and the methods of a match, nothing beneath them.

Nothing is skipped silently: a phrase that a notation does not know, or a block under a vector's heading that no
notation recognises, is a failure that quotes it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Protocol

HEADING = re.compile(
    r"^\s*(?:#+\s*)?(?:\*\*)?\s*([A-Za-z]{1,4}-?\d+[a-z]?)\s*(?:\*\*)?\s*(?:—|–|--?|:)\s+(.+?)\s*(?:\*\*.*|\s·.*)?$"
)
FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([\w-]*)\s*$")
RULE = re.compile(r"\b([A-Z]{1,3})-(\d+)\b(?:\s*(?:\.\.|…)\s*(?:\1-)?(\d+)\b)?")
OTHER_LANGUAGES = ("toml", "python", "json", "bash", "sh", "console")


def rule_ids(text: str) -> list[str]:
    """The rules that a text names, in order; a range names all between.

    >>> rule_ids("VG-058, R-02 and OC-045..OC-047")
    ['VG-058', 'R-02', 'OC-045', 'OC-046', 'OC-047']
    """
    found = []
    for prefix, first, last in RULE.findall(text):
        for number in range(int(first), int(last or first) + 1):
            found.append(f"{prefix}-{number:0{len(first)}d}")
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Line:
    """A line of the page."""

    number: int
    text: str


@dataclass(frozen=True)
class Heading:
    """What a vector is called, which rules it proves, and what is said about it in prose."""

    id: str
    title: str
    rules: tuple[str, ...]
    line: int
    prose: str = ""


@dataclass(frozen=True)
class Block:
    """A fenced block, and the vector's heading above it, if there is one."""

    info: str
    line: int
    lines: tuple[Line, ...]
    heading: Heading | None


@dataclass(frozen=True)
class Failure:
    """What was expected at a line, and what was found."""

    line: int
    what: str
    expected: str
    found: str


@dataclass(frozen=True)
class Vector:
    """One vector, ready to run: it returns its failures."""

    id: str
    title: str
    rules: tuple[str, ...]
    line: int
    check: Callable[[], list[Failure]] = field(repr=False)

    def run(self) -> list[Failure]:
        """The failures; an error of the program is one, too."""
        try:
            return self.check()
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            return [Failure(self.line, "the vector", "it can be run", f"the program failed with {what}")]


class Notation(Protocol):
    """A way to write vectors."""

    name: str

    def recognises(self, page: "Page", block: Block) -> bool:
        """Whether the block is written in this notation."""

    def vectors(self, page: "Page", block: Block) -> Sequence[Vector]:
        """The vectors of a block."""


@dataclass(frozen=True)
class Page:
    """A Markdown file, cut into headings and fenced blocks."""

    path: Path
    text: str

    @cached_property
    def _parts(self) -> tuple[list[Heading], list[Block]]:
        return _cut(self.text)

    @property
    def blocks(self) -> list[Block]:
        """All fenced blocks."""
        return self._parts[1]

    @property
    def prose(self) -> list[Heading]:
        """The vectors that have no block and are not run."""
        with_block = {block.heading.line for block in self.blocks if block.heading}
        return [heading for heading in self._parts[0] if heading.line not in with_block]

    def vectors(self) -> list[Vector]:
        """Everything that can be run, in the order of the page."""
        from tests.vectors.notations import NOTATIONS

        found: list[Vector] = []
        for block in self.blocks:
            notation = next((known for known in NOTATIONS if known.recognises(self, block)), None)
            if notation:
                found += notation.vectors(self, block)
            elif block.heading and block.info not in OTHER_LANGUAGES:
                found.append(_unread(block.heading, block))
        return found


def _unread(heading: Heading, block: Block) -> Vector:
    first = next((line.text.strip() for line in block.lines if line.text.strip()), "")
    failure = Failure(block.line, f"the block that begins {first!r}", "a notation that is known", "none recognises it")
    return Vector(heading.id, heading.title, heading.rules, heading.line, lambda: [failure])


def read_page(path: Path) -> Page:
    """The page of a file; raises OSError or UnicodeDecodeError if there is none."""
    return Page(path, path.read_text(encoding="utf-8"))


def _cut(text: str) -> tuple[list[Heading], list[Block]]:
    headings: list[Heading] = []
    blocks: list[Block] = []
    current: Heading | None = None
    behind = ""
    prose: list[str] = []
    fence = info = ""
    start = 0
    inside: list[Line] = []

    def close() -> None:
        """The heading gets its rules, which may go on in the next line, and the prose that stood under it."""
        nonlocal current
        if current:
            further = prose[0] if prose and (not rule_ids(behind) or behind.endswith(",")) else ""
            rules = tuple(rule_ids(f"{behind} {further}"))
            current = Heading(current.id, current.title, rules, current.line, "\n".join(prose))
            headings.append(current)
        prose.clear()

    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2]:
                blocks.append(Block(info, start, tuple(inside), current))
                fence, current = "", None
            else:
                inside.append(Line(number, line))
        elif mark:
            close()
            fence, info, start, inside = mark[1], mark[2].lower(), number, []
        elif (found := HEADING.match(line)) and (line.lstrip().startswith(("**", "#"))):
            close()
            behind = line[found.end(1) :].strip()
            current = Heading(found[1], found[2].strip(" *"), (), number)
        elif line.startswith("#"):
            close()
            current = None
        elif current:
            prose.append(line)
    if fence:
        blocks.append(Block(info, start, tuple(inside), current))
    else:
        close()
    return headings, blocks
