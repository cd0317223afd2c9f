"""The first lessons of games over HTTP: every step follows from the game's file, and nothing is stored."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel

from quincunx.engine.errors import QuincunxError
from quincunx.engine.game import Game
from quincunx.server import messages as m
from quincunx.server.api import TheGame, TheHub, limited, no, one_of, problem, yes
from quincunx.server.views import offer
from quincunx.table.lesson import Lesson, lesson_of

MOST_PICKS = 20
router = APIRouter(prefix="/api/games/{name}/lesson", responses=no(429, 503))
StepNumber = Annotated[int, Path(ge=0, le=99)]


class Reason(BaseModel):
    """Why something can't be picked, and by which rule; without words it can."""

    words: str | None
    rule: str | None


@router.get(
    "/{step}",
    dependencies=[limited("request")],
    response_class=Response,
    responses=yes(one_of(m.LessonStep)) | no(400, 404),
)
async def lesson(game: TheGame, hub: TheHub, step: StepNumber) -> Response:
    """How the table stands before a step of the game's first lesson, what is said there, and what can be picked."""
    given(game, step)
    await hub.ready.wait(game)
    try:
        return Response(shown(game, step), media_type="application/json")
    except QuincunxError as error:
        raise problem(400, error) from None


@router.get("/{step}/why", dependencies=[limited("request")], responses=no(400, 404))
async def why(
    game: TheGame,
    hub: TheHub,
    step: StepNumber,
    pick: Annotated[list[str], Query(max_length=MOST_PICKS)] = [],  # noqa: B006
) -> Reason:
    """Why a path of picks can't be in a step of the lesson."""
    lesson = given(game, step)
    await hub.ready.wait(game)
    try:
        words = lesson.known(lesson.match(step)).why_not_pick(pick)
    except QuincunxError as error:
        raise problem(400, error) from None
    return Reason(words=words, rule=game.rulebook.cited(words))


def given(game: Game, step: int) -> Lesson:
    """The game's lesson, if it has that step."""
    try:
        lesson = lesson_of(game)
    except QuincunxError as error:
        raise problem(400, error) from None
    if lesson is None:
        raise problem(404, f"There is no lesson for {game.title}: read its rulebook, or play a bot.")
    if step > len(lesson.steps):
        raise problem(404, f"There is no step {step}; the lesson has {len(lesson.steps)}.")
    return lesson


@cache
def shown(game: Game, step: int) -> bytes:
    """One step, as it is sent."""
    lesson = lesson_of(game)
    assert lesson is not None
    match = lesson.match(step)
    known = lesson.known(match)
    asked = lesson.steps[step] if step < len(lesson.steps) else None
    return m.encode(
        m.LessonStep(
            step=step,
            steps=len(lesson.steps),
            lesson=lesson.title,
            seat=lesson.seat,
            title=asked.title if asked else None,
            say=asked.say if asked else lesson.end,
            other=asked.other if asked else None,
            rules=list(asked.rules) if asked else [],
            lines=lesson.wanted(match, step) if asked else [],
            told=[m.Line(each.words, list(each.rules), list(each.about)) for each in lesson.told(step)],
            scene=known.scene(),
            offers=offer(known, known.picks()) if asked else None,
        )
    )
