"""What the server says, in other languages: patterns beside the code that says it in English. The browser applies
them; nothing here or in the rules speaks anything but English."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Response
from fastapi import Path as InPath

from quincunx.engine.game import Game
from quincunx.server.api import TheGame, limited, no, problem

LANGUAGES = ("de",)
"""Beside English."""
KEPT = {"Cache-Control": "max-age=3600"}
GENERAL = Path(__file__).parent
"""Where the words are that no game says."""

Patterns = dict[str, str]
Language = Annotated[str, InPath(min_length=2, max_length=20)]
router = APIRouter(prefix="/api", responses=no(429, 503))


@router.get("/words/{language}", dependencies=[limited("request")], responses=no(400, 404))
def general(language: Language, response: Response) -> Patterns:
    """What the table and the server say: for each English pattern the same in another language."""
    return found(GENERAL, language, response)


@router.get("/games/{name}/words/{language}", dependencies=[limited("request")], responses=no(400, 404))
def of_game(game: TheGame, language: Language, response: Response) -> Patterns:
    """What a game says: for each English pattern the same in another language."""
    return found(folder(game), language, response)


def folder(game: Game) -> Path | None:
    """Where a game's words are: beside its art."""
    return None if game.art is None else game.art.parent


def found(folder: Path | None, language: str, response: Response) -> Patterns:
    """The patterns of a folder; none, if it has not been translated."""
    if language not in LANGUAGES:
        raise problem(404, f"There are no words in {language!r}; choose {', '.join(LANGUAGES)}, or do with English.")
    response.headers.update(KEPT)
    return {} if folder is None else patterns(folder, language)


@cache
def patterns(folder: Path, language: str) -> Patterns:
    """The patterns that a folder keeps for a language."""
    path = folder / f"words.{language}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
