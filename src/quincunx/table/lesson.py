"""A first lesson: a prepared position and a few guided moves, each with words that say what to do and why. Nothing is
stored: how the table stands after so many steps follows from the file alone."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from quincunx.engine.chance import Seed
from quincunx.engine.errors import QuincunxError, shown
from quincunx.engine.game import Game, Telling
from quincunx.engine.position import Position, read_position
from quincunx.table.match import Match

LANGUAGES = ("en", "de")
Words = dict[str, str]
"""The same in each of the languages."""
KEYS = {"title", "seat", "seed", "position", "before", "steps", "end"}
STEP_KEYS = {"title", "say", "do", "or", "other", "rules", "then"}


class BadLesson(QuincunxError):
    """A lesson that can't be given; the text names the place and the reason."""


@dataclass(frozen=True)
class Step:
    """One guided decision."""

    title: Words
    say: Words
    """What there is to see, what to do, and why."""
    do: tuple[str, ...]
    """The decision: its moves in text, mostly one."""
    also: tuple[tuple[str, ...], ...]
    """Other decisions that come to the same."""
    other: Words | None
    """The answer to another legal decision; None: the usual one."""
    rules: tuple[str, ...]
    then: tuple[str, ...]
    """What is played after it until the seat has its next decision."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """The first lesson of a game.

    >>> import quincunx
    >>> lesson = lesson_of(quincunx.game("vanagloria"))
    >>> lesson.title["en"], len(lesson.steps), lesson.steps[0].do
    ('Take the heart of the station', 5, ('act d@D0.r',))
    """

    game: Game
    title: Words
    seat: int
    seed: int
    start: Mapping[str, Any]
    """The prepared position; without anything but players and options it is a new game."""
    before: tuple[str, ...]
    """What was played before the lesson begins."""
    steps: tuple[Step, ...]
    end: Words
    """What is said after the last step."""

    def match(self, steps: int) -> Match:
        """The table after so many steps."""
        players, options = self.start["players"], self.start.get("options", {})
        settled = self.game.settle(players, options)
        prepared = read_position(self.start, self.game) if self.start.keys() - {"players", "options"} else None
        board = self.game.board_for(players, settled)
        match = Match(self.game, players, settled, board, Seed.new(self.seed), (), prepared)
        for move in (*self.before, *(move for step in self.steps[:steps] for move in (*step.do, *step.then))):
            match.play(move)
        return match

    def known(self, match: Match) -> Position:
        """What the learner knows of the table."""
        return match.view(self.seat) if self.game.secret else match

    def wanted(self, match: Match, step: int) -> list[list[int]]:
        """The decisions that a step asks for, each by the numbers of its moves."""
        found = []
        for moves in (self.steps[step].do, *self.steps[step].also):
            at, numbers = match.copy(), []
            for move in moves:
                numbers.append(at.number(move))
                at.play(numbers[-1])
            found.append(numbers)
        return found

    def told(self, step: int) -> list[Telling]:
        """What the learner hears of the step that led here, and of what the others did after it."""
        if step == 0:
            return []
        match = self.match(step)
        last = self.steps[step - 1]
        first = len(match.line) - len(last.do) - len(last.then)
        seat = self.seat if self.game.secret else None
        return [said for i in range(first, len(match.line)) for said in match.heard_of(i, seat, match.at(i + 1))]


@cache
def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson; None if it has none."""
    if game.lesson is None:
        return None
    try:
        return read_lesson(game, tomllib.loads(game.lesson.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadLesson(f"The lesson of {game.title} can't be read: {error}") from None


def read_lesson(game: Game, data: Mapping[str, Any]) -> Lesson:
    """A lesson from its values."""
    _check_keys("The lesson", data, KEYS, KEYS - {"seat", "seed", "before"})
    if not isinstance(data["steps"], list) or not all(isinstance(step, dict) for step in data["steps"]):
        raise BadLesson("The steps should be a list of tables: write [[steps]].")
    steps = tuple(_read_step(f"Step {number}", step) for number, step in enumerate(data["steps"], 1))
    return Lesson(
        game,
        _words("title", data["title"]),
        data.get("seat", 0),
        data.get("seed", 1),
        _position(data["position"]),
        tuple(data.get("before", ())),
        steps,
        _words("end", data["end"]),
    )


def _read_step(where: str, data: Mapping[str, Any]) -> Step:
    _check_keys(where, data, STEP_KEYS, {"title", "say", "do", "rules"})
    return Step(
        _words(f"{where}, title", data["title"]),
        _words(f"{where}, say", data["say"]),
        tuple(data["do"]),
        tuple(tuple(moves) for moves in data.get("or", ())),
        _words(f"{where}, other", data["other"]) if "other" in data else None,
        tuple(data["rules"]),
        tuple(data.get("then", ())),
    )


def _position(text: Any) -> Mapping[str, Any]:
    try:
        position = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadLesson(f"The position is not valid JSON: {error}.") from None
    if not isinstance(position, dict) or "players" not in position:
        raise BadLesson("The position should be a JSON object with at least 'players'.")
    return position


def _check_keys(where: str, data: Mapping[str, Any], known: set[str], needed: set[str]) -> None:
    if wrong := sorted(data.keys() - known):
        raise BadLesson(f"{where} has no {shown(wrong[0])}. Known: {', '.join(sorted(known))}.")
    if missing := sorted(needed - data.keys()):
        raise BadLesson(f"{where} lacks {missing[0]!r}.")


def _words(where: str, data: Any) -> Words:
    if not isinstance(data, dict) or set(data) != set(LANGUAGES) or not all(isinstance(w, str) for w in data.values()):
        raise BadLesson(f"{where}: there should be words in {' and '.join(LANGUAGES)}.")
    return {language: " ".join(words.split()) for language, words in data.items()}
