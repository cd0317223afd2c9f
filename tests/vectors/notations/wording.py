"""Cutting the lines of a block into phrases. Liberal: spacing, line breaks and trailing commas do not matter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.vectors import Line

OPENING, CLOSING = "[{(", "]})"
COMMENT = re.compile(r"(?:^|\s)#.*$")


@dataclass(frozen=True)
class Phrase:
    """A few words, and the line on which they begin."""

    line: int
    text: str


def bare(text: str) -> str:
    """A line without its comment, code marks and needless spaces."""
    return " ".join(COMMENT.sub("", text).replace("`", "").split())


def is_open(text: str) -> bool:
    """Whether the text ends within brackets or after a comma."""
    depth = sum((char in OPENING) - (char in CLOSING) for char in text)
    return depth > 0 or text.endswith((",", ">", "="))


def joined(lines: Sequence[Line], continues: re.Pattern[str]) -> list[Phrase]:
    """The lines without comments; one that goes on in the next (by its end, or as `continues` says) is one text."""
    texts: list[Phrase] = []
    for line in lines:
        text = bare(line.text)
        if not text:
            continue
        last = texts[-1] if texts else None
        if last and is_open(last.text):
            texts[-1] = Phrase(last.line, f"{last.text} {text}")
        elif last and not last.text.endswith(";") and continues.match(text):
            texts[-1] = Phrase(last.line, f"{last.text}, {text}")
        else:
            texts.append(Phrase(line.number, text))
    return texts


def cut(text: str, separators: str) -> Iterator[str]:
    """The parts between separators that stand outside brackets and quotes.

    >>> list(cut("scores [1, 2]; round 2, end (2 times, each)", ";,"))
    ['scores [1, 2]', 'round 2', 'end (2 times, each)']
    """
    depth, quoted, part = 0, False, ""
    for char in text:
        quoted ^= char == '"'
        depth += 0 if quoted else (char in OPENING) - (char in CLOSING)
        if char in separators and depth <= 0 and not quoted:
            yield part.strip()
            part = ""
        else:
            part += char
    yield part.strip()


def phrases(lines: Sequence[Line], continues: re.Pattern[str], separators: str = ";,") -> list[Phrase]:
    """The phrases of some lines; a part that only goes on with a list (`continues`) belongs to the one before."""
    found: list[Phrase] = []
    for text in joined(lines, continues):
        for statement in cut(text.text, ";"):
            first = True
            for part in cut(statement, separators.replace(";", "") or ";"):
                part = part.rstrip(".") if not part.endswith("..") else part
                if not part:
                    continue
                if not first and found and continues.match(part):
                    found[-1] = Phrase(found[-1].line, f"{found[-1].text}, {part}")
                else:
                    found.append(Phrase(text.line, part))
                first = False
    return found
